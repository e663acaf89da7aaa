/* Settings of the runs of a document: its experiment, with defaults for missing values. */
#pragma once

#include "app/document/document.h"
#include "core/run/comparison.h"

/* Returns: (transfer full) (element-type LsMethodChoice): those of the
 * experiment, else NI-Jacobi and MISSILES, so that the first run compares. */
GPtrArray *ls_settings_list_methods (LsDocument *document);
void ls_settings_set_methods (LsDocument *document, GPtrArray *methods);

/* @origin: (out) (transfer full): origin of the values, for display. In s. */
GArray *ls_settings_list_step_sizes (LsDocument *document, char **origin); /* at least one double */
double ls_settings_get_stop_time (LsDocument *document, char **origin);
/* An empty array, or NaN, restores the default. */
void ls_settings_set_step_sizes (LsDocument *document, const GArray *step_sizes);
void ls_settings_set_stop_time (LsDocument *document, double stop_time);
void ls_settings_set_start_time (LsDocument *document, double start_time);
/* @tolerance: 0: none, constant steps */
void ls_settings_set_tolerance (LsDocument *document, double tolerance);
void ls_settings_set_estimate (LsDocument *document, LsEstimateChoice choice);
/* Returns: (transfer full) (nullable): the reference of the experiment; a file in the folder of the
 * model by its whole path. */
char *ls_settings_locate_reference (LsDocument *document);
/* Applies tolerance, estimate and reference of the experiment to @comparison, which has not started. */
gboolean ls_settings_prepare (LsDocument *document, LsComparison *comparison, GError **error);
