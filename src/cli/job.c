#include "cli/job.h"

#include "cli/command.h"
#include "cli/output.h"

#include "core/base/number.h"
#include "core/base/suggest.h"
#include "core/coupling/coupling.h"
#include "core/model/pace.h"
#include "core/system/solver.h"
#include "core/fmi/instance.h"
#include "core/ssp/ssp.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static gboolean progress_shown;
/* Translated in advance, as signal handlers must not translate. */
static const char *crash_format, *crash_kept_format;
static gboolean is_written; /* the results are written */

static LsJobOpenedFunc opened_func;
static gpointer opened_data;
static gboolean is_patient;

static volatile LsJobCancelFunc cancel_func;
static gpointer volatile cancel_data;
static gint cancelled; /* atomic */

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

static void
print_entry (const LsLogEntry *entry, gpointer user_data)
{
  const LsJob *self = user_data;
  g_autofree char *line = NULL, *shown = NULL;

  if (self->quiet || entry->level < LS_LOG_INFO)
    return;
  line = ls_log_entry_format (entry);
  shown = ls_command_make_printable (line, TRUE);
  ls_job_clear_progress ();
  fprintf (stderr, "%s: %s\n", ls_log_level_name (entry->level), shown);
}

static gboolean
read_number (const char *option, const char *text, double *value, GError **error)
{
  if (ls_number_parse (text, value))
    return TRUE;
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("%s: “%s” is not a number (like 0.001 or 1e-3)"),
                  option, text);
}

static gboolean
read_start (LsJob *self, const LsJobOptions *options, GError **error)
{
  self->start_time = ls_model_get_experiment (self->model)->start_time;
  return options->start_time == NULL
         || read_number ("--start-time", options->start_time, &self->start_time, error);
}

static void
note_default (const LsJob *self, const char *option, double value, const char *origin)
{
  char text[LS_NUMBER_SIZE];

  ls_number_format (value, text);
  if (origin != NULL)
    ls_job_note (self, _ ("%s is not given: %s, from “%s”"), option, text, origin);
  else
    ls_job_note (self, _ ("%s is not given: %s"), option, text);
}

static gboolean
read_tolerance (LsJob *self, const LsJobOptions *options, GError **error)
{
  const double own = ls_model_get_experiment (self->model)->tolerance;

  self->tolerance = 0.0;
  /* An explicit step size disables the tolerance of the experiment. */
  if (options->tolerance == NULL && own > 0.0 && options->step_sizes == NULL)
    {
      self->tolerance = own;
      note_default (self, "--tolerance", own, ls_model_get_name (self->model));
    }
  if (options->tolerance == NULL)
    return TRUE;
  if (!read_number ("--tolerance", options->tolerance, &self->tolerance, error))
    return FALSE;
  if (self->tolerance > 0.0 && self->tolerance < 1.0)
    return TRUE;
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("--tolerance: %s is not between 0 and 1"),
                  options->tolerance);
}

static gboolean
read_stop (LsJob *self, const LsJobOptions *options, GError **error)
{
  g_autofree char *origin = NULL;

  if (options->stop_time != NULL)
    return read_number ("--stop-time", options->stop_time, &self->stop_time, error);
  self->stop_time = ls_model_get_experiment (self->model)->stop_time;
  if (isfinite (self->stop_time))
    origin = g_strdup (ls_model_get_name (self->model));
  else
    self->stop_time = ls_model_get_default_stop_time (self->model, &origin);
  note_default (self, "--stop-time", self->stop_time, origin);
  return TRUE;
}

static void
note_steps (const LsJob *self, const char *origin)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char number[LS_NUMBER_SIZE];

  for (guint i = 0; i < self->step_sizes->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "," : "",
                            ls_number_format (g_array_index (self->step_sizes, double, i), number));
  if (origin != NULL)
    ls_job_note (self, _ ("%s is not given: %s, from “%s”"), "--step-size", text->str, origin);
  else
    ls_job_note (self, _ ("%s is not given: %s"), "--step-size", text->str);
}

static gboolean
read_steps (LsJob *self, const LsJobOptions *options, GError **error)
{
  const GArray *own = ls_model_get_experiment (self->model)->step_sizes;
  g_autofree char *origin = NULL;
  double step;

  self->step_sizes = g_array_new (FALSE, FALSE, sizeof (double));
  if (options->step_sizes != NULL)
    {
      g_auto (GStrv) texts = g_strsplit (options->step_sizes, ",", -1);
      /* An empty text has no parts to report as invalid. */
      if (texts[0] == NULL)
        return read_number ("--step-size", "", &step, error);
      for (guint i = 0; texts[i] != NULL; i++)
        {
          if (!read_number ("--step-size", texts[i], &step, error))
            return FALSE;
          g_array_append_val (self->step_sizes, step);
        }
      if (self->step_sizes->len == 1 || !options->one_run)
        return TRUE;
      return ls_fail (error, LS_ERROR_ARGUMENT,
                      _ ("run takes one --step-size, and “%s” is %u of them (a number has a point, "
                         "no comma); compare takes several"),
                      options->step_sizes, self->step_sizes->len);
    }
  if (own->len == 0)
    {
      step = ls_model_get_default_step_size (self->model, &origin);
      g_array_append_val (self->step_sizes, step);
    }
  for (guint i = 0; i < (options->one_run ? MIN (own->len, 1) : own->len); i++)
    g_array_append_val (self->step_sizes, g_array_index (own, double, i));
  note_steps (self, own->len > 0 ? ls_model_get_name (self->model) : origin);
  return TRUE;
}

/* The methods of the experiment, else all coupling methods; solvers for whole models must be named
 * explicitly. */
static void
take_default_methods (LsJob *self, gboolean one)
{
  const GPtrArray *own = ls_model_get_experiment (self->model)->methods;
  const guint n = own->len > 0 ? own->len : ls_coupling_method_get_n ();
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < (one ? 1 : n); i++)
    {
      const LsCouplingMethod *method = own->len > 0 ? NULL : ls_coupling_method_get (i);
      LsMethodChoice *choice;
      g_autofree char *text = NULL;

      if (method != NULL && ls_coupling_method_is_asynchronous (method))
        continue;
      choice = method == NULL ? ls_method_choice_copy (g_ptr_array_index (own, i))
                              : ls_method_choice_new (ls_coupling_method_get_id (method));
      text = ls_method_choice_to_text (choice);
      g_ptr_array_add (self->methods, choice);
      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", text);
    }
  ls_job_note (self, _ ("--method is not given: %s"), names->str);
}

static gboolean
read_methods (LsJob *self, const LsJobOptions *options, GError **error)
{
  self->methods = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  for (guint i = 0; options->methods != NULL && options->methods[i] != NULL; i++)
    {
      LsMethodChoice *choice = ls_method_choice_parse (options->methods[i], error);
      if (choice == NULL)
        return FALSE;
      g_ptr_array_add (self->methods, choice);
    }
  if (self->methods->len == 0)
    take_default_methods (self, options->one_run);
  if (self->methods->len == 1 || !options->one_run)
    return TRUE;
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("run takes one --method; compare takes several"));
}

/* Suggests similar component names. */
static void
suggest_component (const LsJob *self, const char *text, GError **error)
{
  g_autofree char *word = g_strndup (text, strcspn (text, ":"));
  const guint n = ls_model_get_n_components (self->model);
  g_autofree const char **names = g_new0 (const char *, n + 1);

  for (guint i = 0; i < n; i++)
    names[i] = ls_model_get_component (self->model, i)->name;
  ls_suggest_add (error, word, names);
}

/* Divides "COMPONENT:SETTING" at the first colon or, with @last, at the last one. Returns:
 * (nullable): the component; @setting: (out): borrowed from @text */
static const LsComponent *
read_setting (const LsJob *self,
              const char *option,
              const char *text,
              gboolean last,
              const char **setting,
              GError **error)
{
  const char *colon = last ? strrchr (text, ':') : strchr (text, ':');
  g_autofree char *name = colon != NULL ? g_strndup (text, (gsize)(colon - text)) : NULL;
  const LsComponent *component
      = name != NULL ? ls_model_find_component_by_name (self->model, name) : NULL;

  if (component != NULL)
    {
      *setting = colon + 1;
      return component;
    }
  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
               /* Translators: option, its argument. */
               _ ("%s: “%s” does not begin with the name of a component and a colon."), option,
               text);
  suggest_component (self, text, error);
  return NULL;
}

/* Disables capabilities. */
static gboolean
read_without (LsJob *self, const LsJobOptions *options, GError **error)
{
  for (guint i = 0; options->without != NULL && options->without[i] != NULL; i++)
    {
      const char *id;
      const LsComponent *component
          = read_setting (self, "--without", options->without[i], TRUE, &id, error);
      LsCapability capability;

      if (component == NULL)
        return FALSE;
      if (!ls_capability_find (id, &capability, error))
        {
          g_prefix_error (error, "--without: ");
          return FALSE;
        }
      ls_model_add_without (self->model, component->id, id);
    }
  return TRUE;
}

/* Sets solvers of components. */
static gboolean
read_solvers (LsJob *self, const LsJobOptions *options, GError **error)
{
  for (guint i = 0; options->solvers != NULL && options->solvers[i] != NULL; i++)
    {
      const char *choice;
      const LsComponent *component
          = read_setting (self, "--solver", options->solvers[i], FALSE, &choice, error);
      LsSolver solver;

      if (component == NULL)
        return FALSE;
      if (!ls_solver_parse (choice, &solver, error))
        {
          g_prefix_error (error, "--solver: ");
          return FALSE;
        }
      ls_model_set_solver (self->model, component->id, choice);
    }
  return TRUE;
}

/* Sets steps of components by @set; after what they depend on. @texts: (nullable) */
static gboolean
read_component_steps (LsJob *self,
                      const char *option,
                      char *const texts[],
                      void (*set) (LsModel *model, guint id, const char *text),
                      GError **error)
{
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      const char *steps;
      const LsComponent *component = read_setting (self, option, texts[i], TRUE, &steps, error);
      LsPace pace;

      if (component == NULL)
        return FALSE;
      set (self->model, component->id, steps);
      if (!ls_component_get_pace (component, &pace, error))
        {
          g_prefix_error (error, "%s: ", option);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
read_changes (LsJob *self, char *const texts[], GError **error)
{
  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    {
      LsTimedChange *change = ls_timed_change_parse (texts[i], error);

      if (change == NULL)
        {
          g_prefix_error (error, "--at: ");
          return FALSE;
        }
      g_ptr_array_add (ls_model_get_experiment (self->model)->changes, change);
    }
  return TRUE;
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

/* An FMU crash ends the process; the handler can only report the FMU. */
static void
handle_crash (int number)
{
  char call[512], message[1024];
  int length;

  if (ls_instance_describe_last_call (call, sizeof call))
    length = g_snprintf (message, sizeof message, is_written ? crash_kept_format : crash_format,
                         call, strsignal (number));
  else
    length = g_snprintf (message, sizeof message, "\nlockstep: %s\n", strsignal (number));
  if (write (STDERR_FILENO, message, MIN ((gsize)length, sizeof message - 1)) < 0)
    _exit (128 + number);
  /* The handler is reset (SA_RESETHAND), so the signal now ends the process as usual. */
  raise (number);
}

/* On an alternate stack, as the crash may be a stack overflow. */
static void
watch_for_crashes (void)
{
  static char stack_memory[65536];
  static const int signals[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT };
  const stack_t stack = { .ss_sp = stack_memory, .ss_size = sizeof stack_memory };
  const struct sigaction action
      = { .sa_handler = handle_crash, .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK | SA_NODEFER) };

  /* Translators: component, call and time; the system's name of the signal. */
  crash_kept_format = _ ("\nlockstep: %s: the FMU crashed in this call, or right after it, and "
                         "ended the program: %s. What this run recorded is written.\n");
  crash_format
      = _ ("\nlockstep: %s: the FMU crashed in this call, or right after it, and ended the "
           "program: %s. What this run recorded is lost.\n");
  sigaltstack (&stack, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    sigaction (signals[i], &action, NULL);
}

void
ls_job_set_written (void)
{
  is_written = TRUE;
}

void
ls_job_open_alone (LsJob *self, const LsJobOptions *options)
{
  self->quiet = options->quiet;
  self->log = ls_log_new (print_entry, self);
  watch_for_crashes ();
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

      fprintf (stderr, "%s:%u: %s\n", path, note->line, shown);
    }
  if (left_out->len == 0 || options->allow_incomplete)
    return TRUE;
  return ls_fail (
      error, LS_ERROR_MODEL,
      _ ("%s: something of the file is left out, as listed above; --allow-incomplete runs "
         "the model without it"),
      path);
}

static gboolean
open_model (LsJob *self, const char *path, const LsJobOptions *options, int *status, GError **error)
{
  self->path = path;
  self->quiet = options->quiet;
  self->signals = (const char *const *)options->signals;
  self->log = ls_log_new (print_entry, self);
  watch_for_crashes ();
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
  if (!read_without (self, options, error) || !read_solvers (self, options, error)
      || !read_component_steps (self, "--inner-steps", options->inner_steps,
                                ls_model_set_inner_steps, error)
      || !read_changes (self, options->changes, error)
      || !read_component_steps (self, "--own-step", options->own_steps, ls_model_set_own_step,
                                error)
      || !read_start (self, options, error) || !read_stop (self, options, error)
      || !read_steps (self, options, error) || !read_tolerance (self, options, error)
      || !read_methods (self, options, error))
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

void
ls_job_set_patient (void)
{
  is_patient = TRUE;
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

void
ls_job_show_progress (const LsJob *self, const char *format, ...)
{
  va_list arguments;

  if (self->quiet || !isatty (STDERR_FILENO))
    return;
  va_start (arguments, format);
  fputs ("\r\033[K", stderr);
  vfprintf (stderr, format, arguments);
  va_end (arguments);
  fflush (stderr);
  progress_shown = TRUE;
}

void
ls_job_clear_progress (void)
{
  if (progress_shown)
    fputs ("\r\033[K", stderr);
  progress_shown = FALSE;
}

void
ls_job_note (const LsJob *self, const char *format, ...)
{
  g_autofree char *message = NULL, *shown = NULL;
  va_list arguments;

  if (self->quiet)
    return;
  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  shown = ls_command_make_printable (message, TRUE);
  ls_job_clear_progress ();
  /* Translators: the message follows. */
  fprintf (stderr, "%s%s\n", _ ("note: "), shown);
}

static void
handle_signal (int number G_GNUC_UNUSED)
{
  g_atomic_int_set (&cancelled, 1);
  if (cancel_func != NULL)
    cancel_func (cancel_data);
}

static void
set_handler (void (*handler) (int number))
{
  struct sigaction action = { .sa_handler = handler, .sa_flags = (int)(SA_RESETHAND | SA_RESTART) };
  struct sigaction before;

  sigaction (SIGINT, &action, NULL);
  if (is_patient && handler != SIG_DFL)
    action.sa_flags = SA_RESTART;
  sigaction (SIGTERM, &action, NULL);
  action.sa_flags = (int)(SA_RESETHAND | SA_RESTART);
  /* With nohup, a run continues when its terminal is closed. */
  if (sigaction (SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction (SIGHUP, &action, NULL);
}

void
ls_job_begin (LsJobCancelFunc cancel, gpointer data)
{
  cancel_func = NULL;
  cancel_data = data;
  cancel_func = cancel;
  set_handler (handle_signal);
}

void
ls_job_end (void)
{
  set_handler (SIG_DFL);
  cancel_func = NULL;
  ls_job_clear_progress ();
}

gboolean
ls_job_is_cancelled (void)
{
  return g_atomic_int_get (&cancelled) != 0;
}
