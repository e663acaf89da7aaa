/* Shared by the files of the markup reader. */
#pragma once

#include "core/text/markup.h"

/* Spans of @text, which begins in line @line. */
GPtrArray *ls_markup_parse_spans (LsMarkup *self, const char *text, guint line);
/* Spans of the text between dollar signs. */
void ls_markup_parse_formula (GPtrArray *spans, const char *text, gsize length, guint line);
void ls_markup_span_free (LsMarkupSpan *self);
