/* What a run of a document is to do: its experiment, with defaults where it says nothing. */
#pragma once

#include "app/document/document.h"
#include "core/run/comparison.h"

/* Returns: (transfer full) (element-type LsMethodChoice): those of the
 * experiment, else NI-Jacobi and MISSILES, so that the first run compares. */
GPtrArray *ls_settings_list_methods (LsDocument *document);
void ls_settings_set_methods (LsDocument *document, GPtrArray *methods);

/* @origin: (out) (transfer full): where the numbers come from, for people. In s. */
GArray *ls_settings_list_step_sizes (LsDocument *document, char **origin); /* at least one double */
double ls_settings_get_stop_time (LsDocument *document, char **origin);
/* None, or NaN: back to the default. */
void ls_settings_set_step_sizes (LsDocument *document, const GArray *step_sizes);
void ls_settings_set_stop_time (LsDocument *document, double stop_time);
void ls_settings_set_start_time (LsDocument *document, double start_time);
/* @tolerance: 0 for none: all steps are equal */
void ls_settings_set_tolerance (LsDocument *document, double tolerance);
/* Tolerance and reference of the experiment for @comparison, which has not begun. */
gboolean ls_settings_prepare (LsDocument *document, LsComparison *comparison, GError **error);
