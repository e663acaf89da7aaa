/* Run check: a short life cycle of each interface. */
#include "core/check/check-run-impl.h"
#include "core/fmi/announced.h"
#include "core/fmi/guard.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Maximum number of warnings of the FMU in the findings. */
#define MAX_WARNINGS 20

static void
on_entry (const LsLogEntry *entry, gpointer user_data)
{
  LsRunCheck *self = user_data;

  if (entry->level == LS_LOG_WARNING && self->n_warnings++ < MAX_WARNINGS)
    ls_finding_add (self->findings, LS_FINDING_WARNING, "call-without-warning", 0, entry->call,
                    "%s", entry->message);
}

static gboolean
is_real_output (const LsVariable *variable)
{
  return variable->type == LS_TYPE_REAL && variable->causality == LS_CAUSALITY_OUTPUT;
}

static gboolean
set_inputs (LsRunCheck *self)
{
  const LsDescription *description = ls_instance_get_description (self->instance);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];

      if (variable->causality != LS_CAUSALITY_INPUT || variable->start == NULL)
        continue;
      if (ls_instance_set_text (self->instance, variable, variable->start, &error))
        continue;
      /* A start value out of bounds is already a finding of the description. */
      if (error->code == LS_ERROR_FMU)
        {
          ls_finding_add (self->findings, LS_FINDING_ERROR, "inputs-settable", variable->line,
                          variable->name, "%s: %s", self->kind_name, error->message);
          return FALSE;
        }
      g_clear_error (&error);
    }
  return TRUE;
}

static gboolean
initialise (LsRunCheck *self)
{
  const LsDefaultExperiment *experiment = &ls_instance_get_description (self->instance)->experiment;
  /* In Model Exchange the tolerance is that of the importer's solver. */
  gboolean tells
      = experiment->has_tolerance && ls_instance_get_kind (self->instance) == LS_KIND_CO_SIMULATION;

  return ls_run_check_status (self, _ ("setting up the experiment"),
                              ls_instance_setup (self->instance,
                                                 tells ? experiment->tolerance : NAN, self->start,
                                                 self->stop))
         && ls_run_check_status (self, _ ("entering initialization mode"),
                                 ls_instance_enter_initialization (self->instance))
         && set_inputs (self);
}

static gboolean
get_outputs (LsRunCheck *self, const char *stage)
{
  return ls_run_check_status (self, stage,
                              ls_instance_get_real (self->instance, self->outputs->references,
                                                    self->outputs->n, self->outputs->values))
         && ls_run_check_finite (self, stage, self->outputs->variables, self->outputs->n,
                                 self->outputs->values);
}

/* Reads every variable, including local ones. */
static gboolean
get_everything (LsRunCheck *self)
{
  const LsDescription *description = ls_instance_get_description (self->instance);

  for (guint i = 0; i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];
      g_autoptr (GError) error = NULL;
      g_autofree char *text = ls_instance_get_text (self->instance, variable, &error);
      g_autofree char *said = NULL;

      if (text != NULL)
        continue;
      said = ls_log_take_error (self->log);
      ls_finding_add (self->findings, LS_FINDING_ERROR, "values-readable", variable->line,
                      variable->name, "%s: %s", self->kind_name,
                      said != NULL ? said : error->message);
      /* After an error no function may be called any more. */
      return FALSE;
    }
  return TRUE;
}

/* In Co-Simulation, alternately setting inputs and reading outputs is allowed in initialization
 * mode only. Done last, as some FMUs crash. */
static void
check_initial_derivatives (LsRunCheck *self)
{
  if ((ls_instance_get_capabilities (self->instance) & LS_CAN_DIRECTIONAL_DERIVATIVE) == 0)
    return;
  if (ls_run_check_status (self, _ ("resetting"), ls_instance_reset (self->instance))
      && initialise (self) && ls_run_check_derivatives (self)
      && ls_run_check_status (self, _ ("leaving initialization mode"),
                              ls_instance_exit_initialization (self->instance)))
    ls_run_check_status (self, _ ("terminating"), ls_instance_terminate (self->instance));
}

/* Initialises the instance again after a reset and compares its initial outputs. */
static void
check_reset (LsRunCheck *self)
{
  g_autofree double *before = g_memdup2 (self->first_outputs, self->outputs->n * sizeof (double));

  if (!ls_instance_can_reset (self->instance))
    return;
  if (!ls_run_check_status (self, _ ("resetting"), ls_instance_reset (self->instance))
      || !initialise (self)
      || !ls_run_check_status (self, _ ("leaving initialization mode after a reset"),
                               ls_instance_exit_initialization (self->instance))
      || !get_outputs (self, _ ("after a reset")))
    return;
  for (gsize i = 0; i < self->outputs->n; i++)
    if (before[i] != self->outputs->values[i])
      ls_finding_add (self->findings, LS_FINDING_WARNING, "reset-repeats", 0,
                      self->outputs->variables[i]->name,
                      _ ("%s: the initial value after a reset is %.17g, before it was %.17g"),
                      self->kind_name, self->outputs->values[i], before[i]);
  if (ls_instance_get_kind (self->instance) == LS_KIND_CO_SIMULATION)
    check_initial_derivatives (self);
  else
    ls_run_check_status (self, _ ("terminating"), ls_instance_terminate (self->instance));
}

static void
run (LsRunCheck *self)
{
  LsKind kind = ls_instance_get_kind (self->instance);
  gboolean lives;

  if (!initialise (self))
    return;
  if (!ls_run_check_status (self, _ ("leaving initialization mode"),
                            ls_instance_exit_initialization (self->instance))
      || !get_outputs (self, _ ("after initialization")) || !get_everything (self))
    return;
  memcpy (self->first_outputs, self->outputs->values, self->outputs->n * sizeof (double));
  lives = kind == LS_KIND_CO_SIMULATION ? ls_run_check_co_simulation (self)
                                        : ls_run_check_model_exchange (self);
  if (lives && get_outputs (self, _ ("at the end"))
      && ls_run_check_status (self, _ ("terminating"), ls_instance_terminate (self->instance)))
    check_reset (self);
}

/* Whether the description asks for the function @name, which is missing. */
static gboolean
is_announced (LsFmu *fmu, LsRunCheck *self, LsKind kind, const char *name)
{
  const LsDescription *description = ls_fmu_get_description (fmu);
  g_autofree char *reason = ls_description_find_announcement (
      description,
      kind == LS_KIND_CO_SIMULATION ? &description->co_simulation : &description->model_exchange,
      name);

  if (reason != NULL)
    ls_finding_add (self->findings, LS_FINDING_ERROR, "functions-announced", 0, name,
                    _ ("%s: the binary lacks this function, which %s asks for"), self->kind_name,
                    reason);
  return reason != NULL;
}

static void
check_exports (LsFmu *fmu, LsRunCheck *self, LsKind kind)
{
  g_auto (GStrv) missing = ls_instance_list_missing_functions (fmu, kind);

  for (guint i = 0; missing != NULL && missing[i] != NULL; i++)
    if (is_announced (fmu, self, kind, missing[i]))
      continue;
    else if (strstr (missing[i], "Constraint") != NULL || strstr (missing[i], "Projection") != NULL)
      ls_finding_add (self->findings, LS_FINDING_ERROR, "constraints-exported", 0, missing[i],
                      _ ("%s: the binary lacks this function, which the description announces"),
                      self->kind_name);
    else
      ls_finding_add (self->findings, LS_FINDING_WARNING, "functions-exported", 0, missing[i],
                      _ ("%s: the binary lacks this function, which the standard demands"),
                      self->kind_name);
}

/* The default experiment, and steps of the recommended size or of a thousandth of the duration: a
 * dozen of them suffice for a test. */
static void
choose_times (LsRunCheck *self, const LsDefaultExperiment *experiment)
{
  double stop;

  self->start = experiment->has_start_time && isfinite (experiment->start_time)
                    ? experiment->start_time
                    : 0;
  stop = experiment->has_stop_time ? experiment->stop_time : self->start + 1;
  self->stop = isfinite (stop) && stop > self->start ? stop : self->start + 1;
  self->h = (self->stop - self->start) / 1000;
  if (experiment->has_step_size && experiment->step_size > 0
      && experiment->step_size <= (self->stop - self->start) / 20)
    self->h = experiment->step_size;
}

typedef struct
{
  LsRunCheck *check;
  LsFmu *fmu;
  LsKind kind;
} Work;

/* Called by ls_guard_run(), which handles exit() calls of the FMU. */
static gboolean
check_instance (gpointer data, GError **error G_GNUC_UNUSED)
{
  const Work *work = data;
  LsRunCheck *self = work->check;
  g_autoptr (GError) problem = NULL;

  self->instance = ls_instance_new (work->fmu, work->kind, "check", self->log, FALSE, &problem);
  if (self->instance == NULL)
    {
      ls_finding_add (self->findings, LS_FINDING_ERROR,
                      problem->code == LS_ERROR_BINARY ? "binary-loads" : "instantiate", 0,
                      self->kind_name, "%s", problem->message);
      return TRUE;
    }
  ls_instance_set_pending_timeout (self->instance, 10);
  check_exports (work->fmu, self, work->kind);
  run (self);
  return TRUE;
}

/* Clears the pointer first, so that the instance is freed once only, even if that does not
 * return. */
static gboolean
free_instance (gpointer data, GError **error G_GNUC_UNUSED)
{
  const Work *work = data;

  ls_instance_free (g_steal_pointer (&work->check->instance));
  return TRUE;
}

static void
check_kind (LsFmu *fmu, LsKind kind, GPtrArray *findings)
{
  const LsDescription *description = ls_fmu_get_description (fmu);
  g_autoptr (GError) error = NULL;
  LsRunCheck self = { .findings = findings };
  Work work = { &self, fmu, kind };

  self.kind_name = kind == LS_KIND_CO_SIMULATION ? "CoSimulation" : "ModelExchange";
  self.log = ls_log_new (on_entry, &self);
  self.outputs = ls_variable_set_new (description, is_real_output);
  self.first_outputs = g_new0 (double, self.outputs->n + 1);
  choose_times (&self, &description->experiment);
  if (!ls_guard_run (check_instance, &work, &error) || !ls_guard_run (free_instance, &work, &error))
    ls_finding_add (findings, LS_FINDING_ERROR, "call-without-exit", 0, self.kind_name, "%s",
                    error->message);
  if (self.instance != NULL)
    free_instance (&work, NULL);
  ls_variable_set_free (self.outputs);
  g_free (self.first_outputs);
  if (self.n_warnings > MAX_WARNINGS)
    ls_finding_add (findings, LS_FINDING_NOTE, "call-without-warning", 0, self.kind_name,
                    _ ("%u more warnings"), self.n_warnings - MAX_WARNINGS);
  ls_log_unref (self.log);
}

void
ls_check_run (LsFmu *fmu, GPtrArray *findings)
{
  g_return_if_fail (fmu != NULL);
  g_return_if_fail (findings != NULL);

  const LsDescription *description = ls_fmu_get_description (fmu);

  if (description->co_simulation.present)
    check_kind (fmu, LS_KIND_CO_SIMULATION, findings);
  if (description->model_exchange.present)
    check_kind (fmu, LS_KIND_MODEL_EXCHANGE, findings);
}
