/* Construction and destruction of the monolithic model. */
#include "core/reference/monolith-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Maximum number of iterations for consistent initial values. */
#define MAX_ITERATIONS 100

gboolean
ls_monolith_fail (LsMonolith *self,
                  const LsMonolithComponent *part,
                  const char *stage,
                  GError **error)
{
  g_autofree char *said = ls_log_take_error (self->log);

  if (self->loop_problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->loop_problem));
      return FALSE;
    }
  if (said != NULL)
    g_set_error_literal (error, LS_ERROR, LS_ERROR_FMU, said);
  else
    g_set_error (error, LS_ERROR, LS_ERROR_FMU, _ ("%s: %s failed"),
                 part != NULL ? part->component->name : "model", stage);
  return FALSE;
}

static gboolean
set_values (LsMonolithComponent *part, GError **error)
{
  const LsDescription *description = ls_fmu_get_description (part->component->fmu);

  if (part->component->values == NULL || g_hash_table_size (part->component->values) == 0)
    return TRUE;
  for (guint i = 0; i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];
      const char *text = g_hash_table_lookup (part->component->values, variable->name);
      if (text != NULL && !ls_instance_set_text (part->instance, variable, text, error))
        {
          g_prefix_error (error, "%s.%s: ", part->component->name, variable->name);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
create (LsMonolith *self, GError **error)
{
  for (guint i = 0; i < self->n_parts; i++)
    {
      LsMonolithComponent *part = &self->parts[i];
      const char *name = part->component->name;

      part->instance = ls_instance_new (part->component->fmu, LS_KIND_MODEL_EXCHANGE, name,
                                        self->log, FALSE, error);
      self->wired.parts[i].instance = part->instance;
      if (part->instance == NULL || !set_values (part, error))
        return FALSE;
      ls_instance_set_origin (part->instance, self->origin);
      if (ls_instance_setup (part->instance, NAN, 0.0, self->stop_time) != LS_OK)
        return ls_monolith_fail (self, part, "fmi2SetupExperiment", error);
      if (ls_instance_enter_initialization (part->instance) != LS_OK)
        return ls_monolith_fail (self, part, "fmi2EnterInitializationMode", error);
    }
  return TRUE;
}

/* In feed-through order one iteration suffices; more are needed when an initial output depends on
 * an input on which it does not depend later. */
static gboolean
settle (LsMonolith *self, GError **error)
{
  gboolean changed = TRUE;

  for (guint iteration = 0; iteration < MAX_ITERATIONS && changed; iteration++)
    {
      if (!ls_monolith_pass_on_discrete (self, &changed, error))
        return FALSE;
      if (ls_wired_pass_on_all (&self->wired, &changed) != LS_OK)
        return ls_monolith_fail (self, NULL, "initialisation", error);
    }
  if (changed)
    g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                 _ ("initial values of the connected inputs do not settle"));
  return !changed;
}

static gboolean
enter_continuous (LsMonolith *self, GError **error)
{
  for (guint i = 0; i < self->n_parts; i++)
    {
      LsMonolithComponent *part = &self->parts[i];

      if (ls_instance_enter_continuous_time_mode (part->instance) != LS_OK)
        return ls_monolith_fail (self, part, "fmi2EnterContinuousTimeMode", error);
      part->running = TRUE;
      if (ls_wired_read_states (&self->wired, i, self->start, self->nominals) != LS_OK)
        return ls_monolith_fail (self, part, "fmi2GetContinuousStates", error);
    }
  return TRUE;
}

static gboolean
initialise (LsMonolith *self, GError **error)
{
  LsHybridOutcome outcome;

  if (!create (self, error) || !settle (self, error))
    return FALSE;
  for (guint i = 0; i < self->n_parts; i++)
    if (ls_instance_exit_initialization (self->parts[i].instance) != LS_OK)
      return ls_monolith_fail (self, &self->parts[i], "fmi2ExitInitializationMode", error);
  if (!ls_monolith_update (self, &outcome, error))
    return FALSE;
  if (!outcome.terminate)
    return enter_continuous (self, error);
  return ls_monolith_fail (self, NULL, "fmi2NewDiscreteStates", error);
}

LsMonolith *
ls_monolith_new (const LsModel *model,
                 double start_time,
                 double stop_time,
                 const char *const *signals,
                 LsLog *log,
                 GError **error)
{
  g_return_val_if_fail (model != NULL, NULL);

  g_autoptr (LsMonolith) self = g_new0 (LsMonolith, 1);

  self->log = log != NULL ? ls_log_new_from (log, start_time) : ls_log_new (NULL, NULL);
  self->origin = start_time;
  self->stop_time = stop_time - start_time;
  self->solved = g_hash_table_new (NULL, NULL);
  self->discrete_routes = g_array_new (FALSE, TRUE, sizeof (LsDiscreteRoute));
  if (!ls_monolith_wire (self, model, signals, error))
    return NULL;
  self->nominals = g_new0 (double, self->wired.n_states);
  self->start = g_new0 (double, self->wired.n_states);
  self->dx = g_new0 (double, self->wired.n_states);
  return initialise (self, error) ? g_steal_pointer (&self) : NULL;
}

static void
clear_part (LsMonolithComponent *part)
{
  if (part->running)
    ls_instance_terminate (part->instance);
  if (part->instance != NULL)
    ls_instance_free (part->instance);
  g_free (part->reals);
  g_free (part->values);
  g_free (part->places);
  g_free (part->others);
  g_free (part->other_places);
}

void
ls_monolith_free (LsMonolith *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_parts; i++)
    clear_part (&self->parts[i]);
  for (guint i = 0; i < self->discrete_routes->len; i++)
    g_free (g_array_index (self->discrete_routes, LsDiscreteRoute, i).text);
  g_hash_table_unref (self->solved);
  ls_wired_clear (&self->wired);
  ls_assembly_free (self->assembly);
  g_clear_error (&self->loop_problem);
  g_array_unref (self->discrete_routes);
  g_free (self->parts);
  g_free (self->nominals);
  g_free (self->start);
  g_free (self->dx);
  g_free (self->problem);
  g_free (self->residuals);
  ls_projection_free (self->projection);
  ls_log_unref (self->log);
  g_free (self);
}

guint
ls_monolith_get_n_states (const LsMonolith *self)
{
  return self->wired.n_states;
}

const double *
ls_monolith_get_nominals (const LsMonolith *self)
{
  return self->nominals;
}

const double *
ls_monolith_get_start (const LsMonolith *self)
{
  return self->start;
}
