#include "app/run/settings.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "core/coupling/coupling.h"
#include "core/run/run-estimate.h"

static LsExperiment *
get_experiment (LsDocument *document)
{
  return ls_model_get_experiment (ls_document_get_model (document));
}

GPtrArray *
ls_settings_list_methods (LsDocument *document)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (document), NULL);

  static const char *const initial[] = { "ni-jacobi", "missiles" };
  LsExperiment *experiment = get_experiment (document);
  GPtrArray *methods = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);

  for (guint i = 0; i < experiment->methods->len; i++)
    g_ptr_array_add (methods, ls_method_choice_copy (g_ptr_array_index (experiment->methods, i)));
  for (guint i = 0; experiment->methods->len == 0 && i < G_N_ELEMENTS (initial); i++)
    if (ls_coupling_method_find (initial[i], NULL) != NULL)
      g_ptr_array_add (methods, ls_method_choice_new (initial[i]));
  return methods;
}

void
ls_settings_set_methods (LsDocument *document, GPtrArray *methods)
{
  g_return_if_fail (LS_IS_DOCUMENT (document) && methods != NULL);

  g_autoptr (LsExperiment) experiment = ls_experiment_copy (get_experiment (document));

  g_ptr_array_set_size (experiment->methods, 0);
  for (guint i = 0; i < methods->len; i++)
    g_ptr_array_add (experiment->methods, ls_method_choice_copy (g_ptr_array_index (methods, i)));
  ls_document_set_experiment (document, experiment);
}

static char *
say_origin (char *model_origin)
{
  g_autofree char *origin = model_origin;

  if (origin == NULL || *origin == '\0')
    return g_strdup (_ ("default"));
  return g_strdup_printf (_ ("from %s"), origin);
}

GArray *
ls_settings_list_step_sizes (LsDocument *document, char **origin)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (document), NULL);

  LsExperiment *experiment = get_experiment (document);
  GArray *step_sizes = g_array_new (FALSE, FALSE, sizeof (double));
  char *whose = NULL;
  double step_size;

  if (experiment->step_sizes->len > 0)
    {
      *origin = g_strdup (_ ("of this model"));
      return g_array_append_vals (step_sizes, experiment->step_sizes->data,
                                  experiment->step_sizes->len);
    }
  step_size = ls_model_get_default_step_size (ls_document_get_model (document), &whose);
  *origin = say_origin (whose);
  return g_array_append_val (step_sizes, step_size);
}

double
ls_settings_get_stop_time (LsDocument *document, char **origin)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (document), NAN);

  LsExperiment *experiment = get_experiment (document);
  char *whose = NULL;
  double stop_time;

  if (!isnan (experiment->stop_time))
    {
      *origin = g_strdup (_ ("of this model"));
      return experiment->stop_time;
    }
  stop_time = ls_model_get_default_stop_time (ls_document_get_model (document), &whose);
  *origin = say_origin (whose);
  return stop_time;
}

void
ls_settings_set_step_sizes (LsDocument *document, const GArray *step_sizes)
{
  g_return_if_fail (LS_IS_DOCUMENT (document) && step_sizes != NULL);

  g_autoptr (LsExperiment) experiment = ls_experiment_copy (get_experiment (document));

  g_array_set_size (experiment->step_sizes, 0);
  if (step_sizes->len > 0)
    g_array_append_vals (experiment->step_sizes, step_sizes->data, step_sizes->len);
  ls_document_set_experiment (document, experiment);
}

void
ls_settings_set_stop_time (LsDocument *document, double stop_time)
{
  g_return_if_fail (LS_IS_DOCUMENT (document));

  g_autoptr (LsExperiment) experiment = ls_experiment_copy (get_experiment (document));

  experiment->stop_time = stop_time;
  ls_document_set_experiment (document, experiment);
}

void
ls_settings_set_start_time (LsDocument *document, double start_time)
{
  g_return_if_fail (LS_IS_DOCUMENT (document));

  g_autoptr (LsExperiment) experiment = ls_experiment_copy (get_experiment (document));

  experiment->start_time = start_time;
  ls_document_set_experiment (document, experiment);
}

void
ls_settings_set_tolerance (LsDocument *document, double tolerance)
{
  g_return_if_fail (LS_IS_DOCUMENT (document));

  g_autoptr (LsExperiment) experiment = ls_experiment_copy (get_experiment (document));

  experiment->tolerance = tolerance;
  ls_document_set_experiment (document, experiment);
}

void
ls_settings_set_estimate (LsDocument *document, LsEstimateChoice choice)
{
  g_return_if_fail (LS_IS_DOCUMENT (document));

  g_autoptr (LsExperiment) experiment = ls_experiment_copy (get_experiment (document));

  experiment->estimate = choice;
  ls_document_set_experiment (document, experiment);
}

/* Longest run that estimates its errors, s. */
static double
get_estimate_time (LsEstimateChoice choice)
{
  return choice == LS_ESTIMATE_ALWAYS  ? INFINITY
         : choice == LS_ESTIMATE_NEVER ? 0
                                       : LS_ESTIMATE_TIME;
}

char *
ls_settings_locate_reference (LsDocument *document)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (document), NULL);

  const char *path = ls_document_get_path (document);
  const char *reference = get_experiment (document)->reference;
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;

  /* Relative to the folder of the model. */
  return reference != NULL && strchr (reference, '.') != NULL && folder != NULL
                 && !g_path_is_absolute (reference)
             ? g_build_filename (folder, reference, NULL)
             : g_strdup (reference);
}

gboolean
ls_settings_prepare (LsDocument *document, LsComparison *comparison, GError **error)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (document), FALSE);

  const LsExperiment *experiment = get_experiment (document);
  g_autofree char *reference = ls_settings_locate_reference (document);

  for (guint i = 0; experiment->tolerance > 0 && i < ls_comparison_get_n_runs (comparison); i++)
    if (!ls_run_set_tolerance (ls_comparison_get_run (comparison, i), experiment->tolerance, error))
      return FALSE;
  ls_comparison_set_estimate (comparison, get_estimate_time (experiment->estimate));
  return ls_comparison_choose_reference (comparison, reference, error);
}
