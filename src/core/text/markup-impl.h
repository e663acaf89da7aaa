/* Shared by the files of the markup reader. */
#pragma once

#include "core/text/markup.h"

/* Returns: (transfer full): without content. */
LsMarkup *ls_markup_new (void);
/* Returns: (transfer none): a new last block, all zero. */
LsMarkupBlock *ls_markup_add_block (LsMarkup *self);
void ls_markup_add_field (LsMarkup *self, guint line, const char *name, const char *value);
/* Spans of @text, which begins in line @line. */
GPtrArray *ls_markup_parse_spans (LsMarkup *self, const char *text, guint line);
/* Spans of the text between dollar signs. */
void ls_markup_parse_formula (GPtrArray *spans, const char *text, gsize length, guint line);
void ls_markup_span_free (LsMarkupSpan *self);
