/* State of MISSILES: made from the systems and the options, visited, freed. */
#include "core/coupling/coupling-missiles-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define N_COEFF LS_HERMITE_N_COEFF

/* Whether the balance has the past of all outputs of @system that are read. */
static gboolean
is_followed (const LsMissiles *self, const LsNetwork *network, guint system)
{
  for (guint i = network->out_offset[system]; i < network->out_offset[system + 1]; i++)
    if (self->is_read[i] && !ls_balance_follows (network->balance, i))
      return FALSE;
  return TRUE;
}

static gboolean *
find_read (const LsNetwork *network)
{
  gboolean *is_read = g_new0 (gboolean, network->n_out + 1);

  for (guint j = 0; j < network->n_in; j++)
    if (network->source[j] >= 0)
      is_read[network->source[j]] = TRUE;
  return is_read;
}

void
ls_missiles_prepare_extrapolation (LsMissiles *self, const LsNetwork *network, guint system)
{
  const LsSystemInfo *info = ls_system_get_info (network->systems[system]);
  const gboolean flexible = self->settings.control_part == LS_CONTROL_PART_FLEXIBLE;

  if (is_followed (self, network, system))
    return;
  if (info->has[LS_CAPABILITY_OUTPUT_DERIVATIVES] && !flexible)
    self->needs_derivatives = TRUE;
  else
    {
      self->has_pasts = TRUE;
      self->parts[system].past = ls_extrapolate_new (info->n_out, flexible ? 3 : 1, flexible);
    }
}

static void
prepare_trials (LsMissiles *self, LsNetwork *network, guint k)
{
  LsMissilesPart *part = &self->parts[k];
  const LsSystemInfo *info = ls_trials_get_info (part->trials);

  self->estimators[k] = ls_estimator_new (info, LS_HERMITE_DEGREE, &self->settings);
  part->point = ls_linearisation_new (info);
  if (self->given == self->polynomial)
    self->given = g_new0 (double, (gsize)network->n_in *N_COEFF + 1);
}

static void
prepare_part (LsMissiles *self, LsNetwork *network, guint k)
{
  LsSystem *system = network->systems[k];
  const LsSystemInfo *info = ls_system_get_info (system);
  LsMissilesPart *part = &self->parts[k];

  if (self->settings.trials)
    part->trials = ls_trials_new (network, k);
  if (part->trials != NULL)
    {
      prepare_trials (self, network, k);
      return;
    }
  if (!info->has[LS_CAPABILITY_LINEARISATION])
    {
      ls_missiles_prepare_extrapolation (self, network, k);
      return;
    }
  self->estimators[k] = ls_estimator_new (info, LS_HERMITE_DEGREE, &self->settings);
  part->point = ls_linearisation_new (info);
  if (self->relinearise > 0.0)
    part->reuse = ls_linearisation_reuse_new (system, self->relinearise);
  if (!self->settings.affine_term)
    return;
  if (self->settings.time_derivative && ls_system_enable_time_derivative (system))
    {
      part->ft = g_new0 (double, info->n_state + info->n_out + 1);
      part->gt = part->ft + info->n_state;
    }
  /* C f + D du lacks only the explicit time dependence of the outputs. */
  part->reads_derivatives
      = part->ft == NULL && self->settings.defect && info->has[LS_CAPABILITY_OUTPUT_DERIVATIVES];
  self->needs_derivatives |= part->reads_derivatives;
}

static LsGlobalKind
read_kind (const LsOptions *options)
{
  const char *kind = ls_options_get_text (options, "matrix");

  if (strcmp (kind, "dense") == 0)
    return LS_GLOBAL_DENSE;
  return strcmp (kind, "sparse") == 0 ? LS_GLOBAL_SPARSE : LS_GLOBAL_AUTO;
}

void
ls_missiles_release (gpointer state)
{
  LsMissiles *self = state;

  ls_global_free (self->global);
  for (guint k = 0; k < self->n_systems; k++)
    {
      ls_estimator_free (self->estimators[k]);
      ls_linearisation_free (self->parts[k].point);
      ls_linearisation_reuse_free (self->parts[k].reuse);
      ls_trials_free (self->parts[k].trials);
      ls_extrapolate_free (self->parts[k].past);
      g_free (self->parts[k].ft);
    }
  g_free (self->estimators);
  g_free (self->parts);
  g_free (self->du);
  g_free (self->known);
  if (self->given != self->polynomial)
    g_free (self->given);
  g_free (self->polynomial);
  g_free (self->y);
  g_free (self->dy);
  g_free (self->constant);
  g_free (self->slope_constant);
  g_free (self->coefficients);
  g_free (self->errors);
  g_free (self->is_read);
  g_free (self);
}

gpointer
ls_missiles_prepare (LsNetwork *network, const LsOptions *options, GError **error)
{
  LsMissiles *self;
  LsEstimatorSettings settings;
  guint n_in = network->n_in, n_out = network->n_out;

  if (!ls_estimator_settings_read (&settings, options, error))
    return NULL;
  self = g_new0 (LsMissiles, 1);
  self->settings = settings;
  self->relinearise = ls_options_get_real (options, "relinearise");
  self->network = network;
  self->n_systems = network->n_systems;
  self->n_in = n_in;
  self->parts = g_new0 (LsMissilesPart, network->n_systems + 1);
  self->estimators = g_new0 (LsEstimator *, network->n_systems + 1);
  self->given = self->polynomial = g_new0 (double, (gsize)n_in *N_COEFF + 1);
  self->is_read = find_read (network);
  for (guint k = 0; k < network->n_systems; k++)
    prepare_part (self, network, k);
  self->order = settings.defect && settings.affine_term ? 4 : settings.affine_term ? 3 : 2;
  for (guint k = 0; k < network->n_systems; k++)
    if (self->estimators[k] == NULL || self->parts[k].trials != NULL)
      self->order = 2;
  for (guint k = 0; k < network->n_systems; k++)
    if (self->estimators[k] != NULL)
      ls_balance_set_leads (network->balance, k, LS_LEAD_SOLVED, LS_LEAD_SOLVED);
  self->du = g_new0 (double, n_in + 1);
  self->known = g_new0 (double, (gsize)n_in *N_COEFF + 1);
  self->y = g_new0 (double, n_out + 1);
  self->dy = g_new0 (double, n_out + 1);
  self->constant = g_new0 (double, n_out + 1);
  self->slope_constant = g_new0 (double, n_out + 1);
  self->coefficients = g_new0 (double, (gsize)n_out * 4 + 1);
  self->errors = g_new0 (double, n_out + 1);
  self->kind = read_kind (options);
  self->global = ls_global_new (network, self->estimators, self->kind);
  if (self->global != NULL)
    return self;
  g_set_error (error, LS_ERROR, LS_ERROR_RUN, _ ("there is no memory for the matrix of %u inputs"),
               n_in);
  ls_missiles_release (self);
  return NULL;
}

void
ls_missiles_note_step (LsMissiles *self, guint system)
{
  LsMissilesPart *part = &self->parts[system];

  if (part->n_noted == self->n_accepted || self->estimators[system] == NULL)
    return;
  part->n_noted = self->n_accepted;
  if (self->passes)
    ls_estimator_pass (self->estimators[system]);
  else
    ls_estimator_record (self->estimators[system],
                         self->polynomial + (gsize)self->network->in_offset[system] * N_COEFF);
}

static void
list_part (LsMissilesPart *part, LsEstimator *estimator, LsVisitMemoryFunc func, gpointer user_data)
{
  if (part->past != NULL)
    ls_extrapolate_visit_state (part->past, func, user_data);
  if (estimator != NULL)
    ls_estimator_visit_state (estimator, func, user_data);
}

/* Not possible while matrices are reused from step to step, as those of trials are. */
gboolean
ls_missiles_visit_state (gpointer state, LsVisitMemoryFunc func, gpointer user_data)
{
  LsMissiles *self = state;

  if (func == NULL || self->relinearise > 0.0 || self->given != self->polynomial)
    return self->relinearise == 0.0 && self->given == self->polynomial;
  func (&self->has_derivatives, sizeof self->has_derivatives, user_data);
  func (self->du, self->n_in * sizeof (double), user_data);
  for (guint k = 0; k < self->n_systems; k++)
    {
      ls_missiles_note_step (self, k);
      list_part (&self->parts[k], self->estimators[k], func, user_data);
    }
  return TRUE;
}

void
ls_missiles_restored (gpointer state)
{
  ls_global_forget (((LsMissiles *)state)->global);
}
