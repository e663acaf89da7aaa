/* Arrays of texts. */
#pragma once

#include <glib.h>

/* (transfer full) (element-type utf8): with texts of its own */
GPtrArray *ls_texts_copy (const GPtrArray *texts);
/* Whether both have the same texts in the same order. */
gboolean ls_texts_equal (const GPtrArray *a, const GPtrArray *b);
