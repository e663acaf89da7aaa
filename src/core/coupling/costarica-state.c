/* What COSTARICA has for each component: made, freed, and listed for checkpoints. */
#include "core/coupling/costarica-impl.h"

#include "core/assembly/balance.h"

/* Values that are chosen for its inputs leave none to balance. Without them, as it saves one state
 * only, it is integrated in every iteration. */
static void
prepare_trials (LsCostarica *self, LsCostaricaPart *part)
{
  LsNetwork *network = self->network;
  const guint system = (guint)(part - self->parts);

  part->trials = network->has_loops ? NULL : ls_trials_new (network, system);
  if (part->trials == NULL)
    {
      part->kind = LS_COSTARICA_INTEGRATE;
      return;
    }
  if (self->given == NULL)
    self->given = g_new0 (double, (gsize)network->n_in *(self->degree + 1) + 1);
}

static void
prepare_part (LsCostarica *self,
              LsCostaricaPart *part,
              LsSystem *system,
              const LsCostaricaStrategy *strategy)
{
  const LsSystemInfo *info = ls_system_get_info (system);

  part->kind = ls_costarica_choose (info, strategy);
  if (ls_costarica_tries (info, strategy))
    prepare_trials (self, part);
  if (part->kind != LS_COSTARICA_EXTRAPOLATE)
    /* Slopes that components give after a step with held inputs lack those of the inputs. */
    ls_balance_set_leads (self->network->balance, (guint)(part - self->parts),
                          part->kind == LS_COSTARICA_INTEGRATE ? LS_LEAD_METHOD : LS_LEAD_SOLVED,
                          LS_LEAD_SOLVED);
  /* Output derivatives of a component that held an input miss the contribution of the input's
   * slope. */
  part->derived
      = self->slopes && part->kind == LS_COSTARICA_INTEGRATE
        && info->has[LS_CAPABILITY_LINEARISATION]
        && (!info->has[LS_CAPABILITY_OUTPUT_DERIVATIVES]
            || (self->network->corrected != NULL && self->network->corrected[part - self->parts]));
  part->end_inputs = g_new0 (double, 2 * (gsize)info->n_in + 1);
  part->end_slopes = part->end_inputs + info->n_in;
  if (info->has[LS_CAPABILITY_LINEARISATION] || part->trials != NULL)
    ls_costarica_prepare_estimator (self, part, system);
  if (part->kind == LS_COSTARICA_EXTRAPOLATE
      && self->settings.control_part == LS_CONTROL_PART_FLEXIBLE)
    part->past = ls_extrapolate_new (info->n_out, LS_EXTRAPOLATE_MAX_ORDER, TRUE);
}

void
ls_costarica_update_integrates_all (LsCostarica *self)
{
  self->integrates_all = TRUE;
  for (guint k = 0; k < self->network->n_systems; k++)
    self->integrates_all &= self->parts[k].kind == LS_COSTARICA_INTEGRATE;
}

LsCostarica *
ls_costarica_new (LsNetwork *network,
                  const LsCostaricaStrategy *strategy,
                  const LsEstimatorSettings *settings,
                  guint degree,
                  gboolean slopes)
{
  g_return_val_if_fail (network != NULL && settings != NULL, NULL);

  LsCostarica *self = g_new0 (LsCostarica, 1);
  gsize n_out = network->n_out;

  self->network = network;
  self->settings = *settings;
  self->degree = degree;
  self->slopes = slopes;
  self->saves_all = TRUE;
  self->parts = g_new0 (LsCostaricaPart, network->n_systems + 1);
  for (guint k = 0; k < network->n_systems; k++)
    {
      LsSystem *system = network->systems[k];

      prepare_part (self, &self->parts[k], system, strategy);
      self->saves_all = self->saves_all && ls_system_get_info (system)->has[LS_CAPABILITY_ROLLBACK];
    }
  ls_costarica_update_integrates_all (self);
  self->coefficients = g_new0 (double, 4 * n_out + 1);
  self->y_past = g_new0 (double, 3 * n_out + 1);
  self->ahead = self->y_past + n_out;
  self->dy_ahead = self->ahead + n_out;
  return self;
}

void
ls_costarica_free (LsCostarica *self)
{
  if (self == NULL)
    return;
  for (guint k = 0; k < self->network->n_systems; k++)
    {
      ls_estimator_free (self->parts[k].estimator);
      ls_linearisation_free (self->parts[k].point);
      ls_extrapolate_free (self->parts[k].past);
      ls_trials_free (self->parts[k].trials);
      g_free (self->parts[k].ft);
      g_free (self->parts[k].end_inputs);
    }
  g_free (self->given);
  g_free (self->coefficients);
  g_free (self->parts);
  g_free (self->y_past);
  g_free (self);
}

gboolean
ls_costarica_has_trials (const LsCostarica *self)
{
  return self->given != NULL;
}

void
ls_costarica_visit_state (LsCostarica *self, LsVisitMemoryFunc func, gpointer user_data)
{
  const guint n_out = self->network->n_out;

  func (&self->has_past, sizeof self->has_past, user_data);
  func (&self->h_past, sizeof self->h_past, user_data);
  func (self->y_past, 3 * n_out * sizeof (double), user_data);
  for (guint k = 0; k < self->network->n_systems; k++)
    {
      LsCostaricaPart *part = &self->parts[k];

      func (&part->estimated, sizeof part->estimated, user_data);
      func (&part->was_estimated, sizeof part->was_estimated, user_data);
      func (part->end_inputs,
            2 * ls_system_get_info (self->network->systems[k])->n_in * sizeof (double), user_data);
      if (part->past != NULL)
        ls_extrapolate_visit_state (part->past, func, user_data);
      if (part->estimator != NULL)
        ls_estimator_visit_state (part->estimator, func, user_data);
    }
}
