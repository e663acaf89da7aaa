/* Opening a model with settings, for the commands that compute. */
#include "cli/job-impl.h"

#include "cli/command.h"
#include "cli/output.h"

#include "core/coupling/coupling.h"
#include "core/ssp/ssp.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static LsJobOpenedFunc opened_func;
static gpointer opened_data;

void
ls_job_options_clear (LsJobOptions *self)
{
  g_strfreev (self->methods);
  g_strfreev (self->signals);
  g_strfreev (self->without);
  g_strfreev (self->solvers);
  g_strfreev (self->inner_steps);
  g_strfreev (self->own_steps);
  g_strfreev (self->changes);
  g_free (self->step_sizes);
  g_free (self->start_time);
  g_free (self->stop_time);
  g_free (self->tolerance);
  g_free (self->output_file);
  g_free (self->events_file);
  ls_time_range_clear (&self->part);
}

/* The path of a file is relative to the model. */
static void
take_reference (LsJob *self, const char *path)
{
  const char *own = ls_model_get_experiment (self->model)->reference;
  g_autofree char *folder = g_path_get_dirname (path);

  if (own == NULL || strchr (own, '.') == NULL || g_path_is_absolute (own))
    self->reference = g_strdup (own);
  else
    self->reference = g_build_filename (folder, own, NULL);
}

static void
print_remarks (const LsJob *self)
{
  g_autoptr (GPtrArray) remarks = ls_model_list_remarks (self->model);

  for (guint i = 0; i < remarks->len; i++)
    ls_job_note (self, "%s", (const char *)g_ptr_array_index (remarks, i));
}

void
ls_job_open_alone (LsJob *self, const LsJobOptions *options)
{
  self->quiet = options->quiet;
  self->log = ls_job_log_new (self);
  ls_job_watch_for_crashes ();
}

/* Parts of the file that are not simulated: results would be for another model. */
static gboolean
check_complete (const LsJob *self, const char *path, const LsJobOptions *options, GError **error)
{
  g_autoptr (GPtrArray) left_out = ls_model_list_left_out (self->model);

  /* A quiet job has not printed them yet. */
  for (guint i = 0; i < left_out->len && options->quiet && !options->allow_incomplete; i++)
    {
      const LsRemark *note = left_out->pdata[i];
      g_autofree char *shown = ls_command_make_printable (note->text, TRUE);

      if (note->line > 0)
        fprintf (stderr, "%s:%u: %s\n", path, note->line, shown);
      else
        fprintf (stderr, "%s: %s\n", path, shown);
    }
  if (left_out->len == 0 || options->allow_incomplete)
    return TRUE;
  return ls_fail (
      error, LS_ERROR_MODEL,
      _ ("%s: parts of the file could not be used, as listed above; --allow-incomplete runs the "
         "model without them"),
      path);
}

static gboolean
open_model (LsJob *self, const char *path, const LsJobOptions *options, int *status, GError **error)
{
  self->path = path;
  self->quiet = options->quiet;
  self->signals = (const char *const *)options->signals;
  self->log = ls_job_log_new (self);
  ls_job_watch_for_crashes ();
  *status = 1;
  self->model = ls_ssp_read (path, error);
  if (self->model == NULL)
    return FALSE;
  print_remarks (self);
  ls_output_protect_model (path, self->model);
  if (!ls_model_check (self->model, error))
    {
      g_prefix_error (error, "%s: ", path);
      return FALSE;
    }
  *status = LS_JOB_INCOMPLETE;
  if (!check_complete (self, path, options, error))
    return FALSE;
  take_reference (self, path);
  ls_output_protect (self->reference);
  *status = 2;
  if (!ls_job_read (self, options, error))
    return FALSE;
  *status = 1;
  return options->output_file == NULL || ls_output_check (options->output_file, error);
}

void
ls_job_set_opened_func (LsJobOpenedFunc func, gpointer user_data)
{
  opened_func = func;
  opened_data = user_data;
}

int
ls_job_do (const char *path, const LsJobOptions *options, LsJobFunc func, gconstpointer user_data)
{
  LsJob job = { 0 };
  GError *error = NULL;
  int status = 1;

  if (open_model (&job, path, options, &status, &error)
      && (opened_func == NULL || opened_func (&job, opened_data, &error)))
    status = func (&job, user_data, &error);
  if (error != NULL)
    status = ls_command_fail_error (status, error);
  ls_job_clear (&job);
  return status;
}

int
ls_job_check (int n, char *const paths[], const LsJobOptions *options)
{
  GError *error = NULL;

  for (int i = 0; i < n; i++)
    if (!g_file_test (paths[i], G_FILE_TEST_EXISTS))
      return ls_command_fail (1, "%s: %s", paths[i], g_strerror (ENOENT));
  for (guint i = 0; options->methods != NULL && options->methods[i] != NULL; i++)
    {
      g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (options->methods[i], &error);

      if (choice == NULL || !ls_coupling_method_check_choice (choice, NULL, &error))
        return ls_command_fail_error (2, error);
    }
  return 0;
}

gboolean
ls_job_prepare (LsJob *self, LsComparison *comparison, const char *reference, GError **error)
{
  for (guint i = 0; self->tolerance > 0.0 && i < ls_comparison_get_n_runs (comparison); i++)
    {
      g_autoptr (GError) problem = NULL;

      if (!ls_run_set_tolerance (ls_comparison_get_run (comparison, i), self->tolerance, &problem))
        ls_job_note (self, "%s", problem->message);
    }
  if (reference == NULL && self->reference != NULL)
    ls_job_note (self, _ ("%s is not given: %s, from “%s”"), "--reference", self->reference,
                 ls_model_get_name (self->model));
  return ls_comparison_set_reference (comparison, reference != NULL ? reference : self->reference,
                                      error);
}

/* A file in the folder of the model or below is stored relative to it; other paths are absolute. */
static char *
locate_reference (const char *reference, const char *model)
{
  g_autofree char *path = g_path_get_dirname (model);
  g_autofree char *folder = g_canonicalize_filename (path, NULL);
  g_autofree char *file = NULL;
  gsize length = strlen (folder);

  if (reference == NULL
      || (strchr (reference, '.') == NULL && !g_file_test (reference, G_FILE_TEST_IS_DIR)))
    return g_strdup (reference);
  file = g_canonicalize_filename (reference, NULL);
  if (strncmp (file, folder, length) == 0 && file[length] == G_DIR_SEPARATOR)
    /* A folder name without a dot could be taken for a kind of reference. */
    return strchr (file + length + 1, '.') != NULL ? g_strdup (file + length + 1)
                                                   : g_strconcat ("./", file + length + 1, NULL);
  return g_steal_pointer (&file);
}

gboolean
ls_job_store (LsJob *self, const char *path, const char *reference, GError **error)
{
  LsExperiment *experiment = ls_model_get_experiment (self->model);
  g_autofree char *lower = g_ascii_strdown (path, -1);

  if (!g_str_has_suffix (lower, ".ssp"))
    return ls_fail (error, LS_ERROR_ARGUMENT, _ ("--store: “%s” does not end in .ssp"), path);
  experiment->start_time = self->start_time;
  experiment->stop_time = self->stop_time;
  experiment->tolerance = self->tolerance;
  g_array_set_size (experiment->step_sizes, 0);
  g_array_append_vals (experiment->step_sizes, self->step_sizes->data, self->step_sizes->len);
  g_ptr_array_set_size (experiment->methods, 0);
  for (guint i = 0; i < self->methods->len; i++)
    g_ptr_array_add (experiment->methods, ls_method_choice_copy (self->methods->pdata[i]));
  if (self->signals != NULL)
    g_ptr_array_set_size (experiment->signals, 0);
  for (guint i = 0; self->signals != NULL && self->signals[i] != NULL; i++)
    g_ptr_array_add (experiment->signals, g_strdup (self->signals[i]));
  g_free (experiment->reference);
  experiment->reference = locate_reference (reference != NULL ? reference : self->reference, path);
  if (!ls_ssp_write (self->model, path, error))
    return FALSE;
  ls_job_note (self, _ ("the experiment is stored in %s"), path);
  return TRUE;
}

void
ls_job_clear (LsJob *self)
{
  g_clear_pointer (&self->methods, g_ptr_array_unref);
  g_clear_pointer (&self->step_sizes, g_array_unref);
  g_clear_pointer (&self->model, ls_model_free);
  g_clear_pointer (&self->log, ls_log_unref);
  g_clear_pointer (&self->reference, g_free);
}
