#include "cli/variation-options.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

gboolean
ls_variation_check_jobs (int n_jobs, GError **error)
{
  return n_jobs == LS_VARIATION_JOBS_UNSET || (n_jobs >= 1 && n_jobs <= LS_VARIATION_MAX_JOBS)
         || ls_fail (error, LS_ERROR_ARGUMENT,
                     _ ("--jobs: “%d” is not a number of processes from 1 to 1024"), n_jobs);
}

void
ls_variation_take_jobs (const LsJob *job, int *n_jobs)
{
  const guint planned = ls_model_get_experiment (job->model)->variation->n_jobs;

  if (*n_jobs == LS_VARIATION_JOBS_UNSET)
    *n_jobs = planned > 0 ? (int)planned : 1;
}

LsRunSettings
ls_variation_make_settings (const LsJob *job)
{
  return (LsRunSettings){ .model = job->model,
                          .choice = g_ptr_array_index (job->methods, 0),
                          .start_time = job->start_time,
                          .stop_time = job->stop_time,
                          .step_size = g_array_index (job->step_sizes, double, 0),
                          .tolerance = job->tolerance };
}

GPtrArray *
ls_variation_read_parameters (char *const *texts, GError **error)
{
  g_autoptr (GPtrArray) parameters
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_varied_free);

  return ls_varied_parse_all ((const char *const *)texts, parameters, error)
             ? g_steal_pointer (&parameters)
             : NULL;
}

char **
ls_variation_take_texts (const GPtrArray *texts, GPtrArray *list)
{
  for (guint i = 0; i < texts->len; i++)
    g_ptr_array_add (list, texts->pdata[i]);
  g_ptr_array_add (list, NULL);
  return (char **)list->pdata;
}

void
ls_variation_print_table (const LsTable *table)
{
  g_autoptr (GString) text = g_string_new (NULL);

  ls_table_append_text (table, text);
  fputs (text->str, stdout);
}
