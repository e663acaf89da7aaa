/* For the files that make up the markup. */
#pragma once

#include "core/text/markup.h"

/* Pieces of @text, which begins in line @line. */
GPtrArray *ls_markup_parse_spans (LsMarkup *self, const char *text, guint line);
/* Pieces of what stands between dollars. */
void ls_markup_parse_formula (GPtrArray *spans, const char *text, gsize length, guint line);
void ls_markup_span_free (LsMarkupSpan *self);
