/* What the options of a job say; defaults from the model, with a note. */
#include "cli/job-impl.h"

#include "core/base/number.h"
#include "core/base/suggest.h"
#include "core/coupling/coupling.h"
#include "core/fmi/instance.h"
#include "core/model/pace.h"
#include "core/system/solver.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

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

/* (nullable): where settings of the plan of variations are used */
static const LsVariationPlan *
get_plan (const LsJob *self, const LsJobOptions *options)
{
  return options->planned ? ls_model_get_experiment (self->model)->variation : NULL;
}

static gboolean
read_tolerance (LsJob *self, const LsJobOptions *options, GError **error)
{
  const LsVariationPlan *plan = get_plan (self, options);
  const gboolean is_planned = plan != NULL && plan->tolerance > 0;
  double own = ls_model_get_experiment (self->model)->tolerance, step = 0;

  if (plan != NULL)
    ls_variation_plan_choose_steps (plan, &step, &own);
  self->tolerance = 0.0;
  /* An explicit step size disables the tolerance of the experiment. */
  if (options->tolerance == NULL && own > 0.0 && options->step_sizes == NULL)
    {
      self->tolerance = own;
      note_default (self, "--tolerance", own,
                    is_planned ? _ ("plan of variations") : ls_model_get_name (self->model));
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
  const LsVariationPlan *plan = get_plan (self, options);
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
                      _ ("a run takes one --step-size, and “%s” is %u of them (a number has a "
                         "point, no comma); compare takes several"),
                      options->step_sizes, self->step_sizes->len);
    }
  if (plan != NULL && plan->step_size > 0)
    {
      g_array_append_val (self->step_sizes, plan->step_size);
      note_steps (self, _ ("plan of variations"));
      return TRUE;
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

/* Also of a file that another program has written. */
static gboolean
take_planned_method (LsJob *self, const char *text, GError **error)
{
  LsMethodChoice *choice = ls_method_choice_parse (text, error);

  if (choice != NULL)
    g_ptr_array_add (self->methods, choice);
  if (choice == NULL || !ls_coupling_method_check_choice (choice, self->model, error))
    {
      g_prefix_error (error, "%s: ", _ ("plan of variations"));
      return FALSE;
    }
  ls_job_note (self, _ ("%s is not given: %s, from “%s”"), "--method", text,
               _ ("plan of variations"));
  return TRUE;
}

static gboolean
read_methods (LsJob *self, const LsJobOptions *options, GError **error)
{
  const LsVariationPlan *plan = get_plan (self, options);

  self->methods = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  if (options->methods == NULL && plan != NULL && plan->method != NULL)
    return take_planned_method (self, plan->method, error);
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
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("a run takes one --method; compare takes several"));
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

gboolean
ls_job_read (LsJob *self, const LsJobOptions *options, GError **error)
{
  return read_without (self, options, error) && read_solvers (self, options, error)
         && read_component_steps (self, "--inner-steps", options->inner_steps,
                                  ls_model_set_inner_steps, error)
         && read_changes (self, options->changes, error)
         && read_component_steps (self, "--own-step", options->own_steps, ls_model_set_own_step,
                                  error)
         && read_start (self, options, error) && read_stop (self, options, error)
         && read_steps (self, options, error) && read_tolerance (self, options, error)
         && read_methods (self, options, error);
}
