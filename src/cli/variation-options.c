#include "cli/variation-options.h"

#include <stdio.h>

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

void
ls_variation_print_table (const LsTable *table)
{
  g_autoptr (GString) text = g_string_new (NULL);

  ls_table_append_text (table, text);
  fputs (text->str, stdout);
}
