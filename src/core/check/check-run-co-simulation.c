/* Run check of Co-Simulation: steps and saved states. */
#include "core/check/check-run-impl.h"

#include "core/fmi/probe.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define N_STEPS 10

/* noSetFMUStatePriorToCurrentPoint is TRUE: no state before the current time is restored. */
static gboolean
step (LsRunCheck *self, const char *stage)
{
  double reached;

  return ls_run_check_status (self, stage,
                              ls_instance_do_step (self->instance, self->h, TRUE, &reached))
         && ls_run_check_status (self, stage,
                                 ls_instance_get_real (self->instance, self->outputs->references,
                                                       self->outputs->n, self->outputs->values))
         && ls_run_check_finite (self, stage, self->outputs->variables, self->outputs->n,
                                 self->outputs->values);
}

/* The same step from the same state has to give the same outputs. Solvers that keep data outside
 * the saved state differ within their tolerance, which acts as noise on coupling methods with
 * rollback. */
static void
compare (LsRunCheck *self, const char *rule, const double expected[])
{
  for (gsize i = 0; i < self->outputs->n; i++)
    {
      double value = self->outputs->values[i];
      double scale = fmax (self->outputs->variables[i]->nominal, fabs (expected[i]));
      double difference = fabs (value - expected[i]) / scale;

      if (difference <= 1e-9)
        continue;
      ls_finding_add (self->findings, difference > 1e-2 ? LS_FINDING_ERROR : LS_FINDING_WARNING,
                      rule, 0, self->outputs->variables[i]->name,
                      _ ("the step repeated from a saved state gives %.17g instead of %.17g"),
                      value, expected[i]);
    }
}

static gboolean
check_serialized (LsRunCheck *self, LsSavedState *state, const double expected[])
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = ls_instance_serialize (self->instance, state, &error);
  LsSavedState *copy = NULL;
  gboolean good;

  if (bytes != NULL)
    copy = ls_instance_deserialize (self->instance, bytes, &error);
  if (copy == NULL)
    {
      ls_finding_add (self->findings, LS_FINDING_ERROR, "serialize-round-trip", 0, self->kind_name,
                      "%s", error->message);
      return FALSE;
    }
  good = ls_run_check_status (self, _ ("restoring a serialized state"),
                              ls_instance_restore (self->instance, copy))
         && step (self, _ ("repeating a step"));
  if (good)
    compare (self, "serialize-round-trip", expected);
  ls_instance_free_state (self->instance, copy);
  return good;
}

static gboolean
check_states (LsRunCheck *self)
{
  guint can = ls_instance_get_capabilities (self->instance);
  g_autofree double *expected = g_new0 (double, self->outputs->n + 1);
  LsSavedState *state = NULL;
  gboolean good;

  if ((can & LS_CAN_SAVE_STATE) == 0)
    return TRUE;
  good = ls_run_check_status (self, _ ("saving the state"),
                              ls_instance_save (self->instance, &state))
         && step (self, _ ("after saving the state"));
  if (good)
    memcpy (expected, self->outputs->values, self->outputs->n * sizeof *expected);
  good = good
         && ls_run_check_status (self, _ ("restoring the state"),
                                 ls_instance_restore (self->instance, state))
         && step (self, _ ("repeating a step"));
  if (good)
    compare (self, "state-round-trip", expected);
  if (good && (can & LS_CAN_SERIALIZE_STATE) != 0)
    good = check_serialized (self, state, expected);
  if (state != NULL)
    ls_instance_free_state (self->instance, state);
  return good;
}

static void
check_tentative_steps (LsRunCheck *self)
{
  if ((ls_instance_get_capabilities (self->instance) & LS_CAN_SAVE_STATE) != 0
      && !ls_probe_tentative_steps (ls_instance_get_fmu (self->instance)))
    ls_finding_add (self->findings, LS_FINDING_WARNING, "tentative-steps", 0, self->kind_name, "%s",
                    _ ("a step that may be rolled back (noSetFMUStatePriorToCurrentPoint is "
                       "false) is lost: the next one begins where it began"));
}

static gboolean
is_continuous_output (const LsVariable *variable)
{
  return variable->type == LS_TYPE_REAL && variable->causality == LS_CAUSALITY_OUTPUT
         && variable->variability == LS_VARIABILITY_CONTINUOUS;
}

static gboolean
check_output_derivatives (LsRunCheck *self)
{
  g_autoptr (LsVariableSet) set = NULL;
  g_autofree int *orders = NULL;

  if ((ls_instance_get_capabilities (self->instance) & LS_CAN_OUTPUT_DERIVATIVES) == 0)
    return TRUE;
  if (!ls_probe_output_derivatives (ls_instance_get_fmu (self->instance)))
    {
      ls_finding_add (self->findings, LS_FINDING_WARNING, "output-derivatives", 0, self->kind_name,
                      "%s",
                      _ ("maxOutputDerivativeOrder is above 0, but the FMU gives no derivatives of "
                         "outputs"));
      return TRUE;
    }
  set = ls_variable_set_new (ls_instance_get_description (self->instance), is_continuous_output);
  orders = g_new0 (int, set->n + 1);
  for (gsize i = 0; i < set->n; i++)
    orders[i] = 1;
  return ls_run_check_status (self, _ ("reading output derivatives"),
                              ls_instance_get_output_derivatives (self->instance, set->references,
                                                                  set->n, orders, set->values))
         && ls_run_check_finite (self, _ ("output derivatives"), set->variables, set->n,
                                 set->values);
}

/* No status of the standard reports the highest supported order: only a failure at order 1
 * contradicts the capability flag. */
static void
check_input_derivatives (LsRunCheck *self)
{
  const guint order = ls_probe_input_derivatives (ls_instance_get_fmu (self->instance));

  if ((ls_instance_get_capabilities (self->instance) & LS_CAN_INPUT_DERIVATIVES) == 0
      || order == LS_INPUT_DERIVATIVES_MAX)
    return;
  if (order == 0)
    ls_finding_add (self->findings, LS_FINDING_WARNING, "input-derivatives", 0, self->kind_name,
                    "%s",
                    _ ("canInterpolateInputs is set, but the FMU takes no derivatives of inputs"));
  else
    ls_finding_add (self->findings, LS_FINDING_NOTE, "input-derivatives", 0, self->kind_name,
                    _ ("the FMU takes derivatives of inputs up to order %u"), order);
}

gboolean
ls_run_check_co_simulation (LsRunCheck *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  double h = self->h;

  check_input_derivatives (self);
  check_tentative_steps (self);
  for (int i = 0; i < N_STEPS; i++)
    if (!step (self, _ ("stepping")))
      return FALSE;
  if ((ls_instance_get_capabilities (self->instance) & LS_CAN_VARIABLE_STEP) != 0)
    {
      self->h = h / 2;
      if (!step (self, _ ("stepping with half the step size")))
        return FALSE;
      self->h = h;
    }
  return check_output_derivatives (self) && check_states (self);
}
