/* What a run of a document is to do: its experiment, with defaults where it says nothing. */
#pragma once

#include "app/document/document.h"

/* Returns: (transfer full) (element-type LsMethodChoice): those of the
 * experiment, else NI-Jacobi and MISSILES, so that the first run compares. */
GPtrArray *ls_settings_list_methods (LsDocument *document);
void ls_settings_set_methods (LsDocument *document, GPtrArray *methods);

/* @origin: (out) (transfer full): where the number comes from, for people. In s. */
double ls_settings_get_step_size (LsDocument *document, char **origin);
double ls_settings_get_stop_time (LsDocument *document, char **origin);
/* NaN: back to the default. */
void ls_settings_set_step_size (LsDocument *document, double step_size);
void ls_settings_set_stop_time (LsDocument *document, double stop_time);
