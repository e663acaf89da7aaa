/* Marked-up text as bytes from another process, which are checked when they are read. */
#pragma once

#include "core/text/markup.h"

/* Returns: (transfer full) */
GBytes *ls_markup_pack (const LsMarkup *markup);
/* Returns: (transfer full): the text; %NULL if the bytes are none. */
LsMarkup *ls_markup_unpack (GBytes *bytes);
