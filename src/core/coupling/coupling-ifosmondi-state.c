/* IFOSMONDI-JFM: the state of a run, and the part of it that is memory from step to step. */
#include "core/coupling/coupling-ifosmondi-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
find_active (LsIfosmondi *self, const LsNetwork *network)
{
  for (guint i = 0; i < network->n_out; i++)
    self->unknown[i] = -1;
  for (guint j = 0; j < network->n_in; j++)
    if (network->source[j] >= 0 && self->unknown[network->source[j]] < 0)
      {
        self->unknown[network->source[j]] = (int)self->n_active;
        self->active[self->n_active++] = (guint)network->source[j];
      }
}

static void
find_scales (LsIfosmondi *self, const LsNetwork *network)
{
  for (guint k = 0; k < network->n_systems; k++)
    {
      const LsSystemInfo *info = ls_system_get_info (network->systems[k]);

      for (guint i = 0; i < info->n_out; i++)
        {
          int unknown = self->unknown[network->out_offset[k] + i];

          if (unknown >= 0)
            self->scale[unknown] = info->output_nominals[i];
        }
    }
  for (guint i = 0; i < 2 * self->n_active; i++)
    self->measure[i] = i % self->n_active;
}

static void
allocate (LsIfosmondi *self, const LsNetwork *network)
{
  gsize n_in = network->n_in, n_out = network->n_out, n;

  self->active = g_new0 (guint, n_out + 1);
  self->unknown = g_new0 (int, n_out + 1);
  find_active (self, network);
  n = self->n_active;
  self->scale = g_new0 (double, 2 * n + 1);
  self->measure = g_new0 (guint, 2 * n + 1);
  find_scales (self, network);
  self->z = g_new0 (double, 2 * n + 1);
  self->last = g_new0 (double, 2 * n + 1);
  self->past = g_new0 (double, 2 * n + 1);
  self->predicted = g_new0 (double, n + 1);
  self->errors = g_new0 (double, n_out + 1);
  self->du = g_new0 (double, n_in + 1);
  self->known = g_new0 (double, n_in *LS_HERMITE_N_COEFF + 1);
  self->polynomial = g_new0 (double, n_in *LS_HERMITE_N_COEFF + 1);
  self->y = g_new0 (double, n_out + 1);
  self->dy = g_new0 (double, n_out + 1);
  self->y_other = g_new0 (double, n_out + 1);
  self->dy_other = g_new0 (double, n_out + 1);
}

/* Sparse matrix for large problems, or on request. */
static void
list_entries (LsIfosmondi *self, const char *matrix, LsNonlinearProblem *problem)
{
  self->n_entries = ls_ifosmondi_list_entries (self);
  if (strcmp (matrix, "dense") == 0
      || (strcmp (matrix, "auto") == 0 && 2 * self->n_active < LS_GLOBAL_SPARSE_SIZE))
    return;
  problem->n_entries = self->n_entries;
  problem->rows = self->rows;
  problem->columns = self->columns;
  problem->entries = ls_ifosmondi_entries;
}

static gboolean
prepare_guess (LsIfosmondi *self, LsNetwork *network)
{
  self->estimators = g_new0 (LsEstimator *, network->n_systems + 1);
  self->constant = g_new0 (double, network->n_out + 1);
  self->slope_constant = g_new0 (double, network->n_out + 1);
  for (guint k = 0; k < network->n_systems; k++)
    self->estimators[k] = ls_costarica_get_estimator (self->costarica, k);
  self->global = ls_global_new (network, self->estimators, LS_GLOBAL_AUTO);
  return self->global != NULL;
}

void
ls_ifosmondi_free (gpointer state)
{
  LsIfosmondi *self = state;

  ls_costarica_free (self->costarica);
  ls_nonlinear_free (self->solver);
  ls_nonlinear_free (self->second);
  ls_global_free (self->global);
  g_free (self->active);
  g_free (self->unknown);
  g_free (self->scale);
  g_free (self->measure);
  g_free (self->z);
  g_free (self->last);
  g_free (self->past);
  g_free (self->predicted);
  g_free (self->rows);
  g_free (self->entries);
  g_free (self->entry);
  g_free (self->fed);
  g_free (self->errors);
  g_free (self->du);
  g_free (self->known);
  g_free (self->polynomial);
  g_free (self->y);
  g_free (self->dy);
  g_free (self->y_other);
  g_free (self->dy_other);
  g_free (self->estimators);
  g_free (self->constant);
  g_free (self->slope_constant);
  g_free (self);
}

LsIfosmondi *
ls_ifosmondi_new (LsNetwork *network,
                  const LsOptions *options,
                  const LsCostaricaStrategy *strategy,
                  GError **error)
{
  LsIfosmondi *self;
  const LsNonlinearMethod *method
      = ls_nonlinear_method_find (ls_options_get_text (options, "solver"));
  LsNonlinearSettings settings = {
    .eps = ls_network_get_eps (network, ls_options_get_real (options, "eps")),
    .max_iterations = (guint)ls_options_get_integer (options, "max-iterations"),
    .depth = (guint)ls_options_get_integer (options, "depth"),
  };
  LsEstimatorSettings estimator;
  LsNonlinearProblem problem
      = { .map = ls_ifosmondi_map, .jacobian = ls_ifosmondi_jacobian, .noise = LS_IFOSMONDI_NOISE };

  if (!ls_estimator_settings_read (&estimator, options, error)
      || !ls_costarica_strategy_check (strategy, network, error))
    return NULL;
  self = g_new0 (LsIfosmondi, 1);
  self->network = network;
  self->costarica = ls_costarica_new (network, strategy, &estimator, LS_HERMITE_DEGREE, TRUE);
  allocate (self, network);
  self->solver_id = ls_nonlinear_method_get_id (method);
  self->eps = settings.eps;
  self->begins_smooth = estimator.start_derivatives;
  self->min_iterations = (guint)ls_options_get_integer (options, "min-iterations");
  problem.user_data = self;
  problem.n = 2 * self->n_active;
  problem.scale = self->scale;
  problem.measure = self->measure;
  if (ls_nonlinear_method_needs_jacobian (method) || network->has_loops)
    list_entries (self, ls_options_get_text (options, "matrix"), &problem);
  self->solver = ls_nonlinear_new (method, &problem, &settings);
  /* Shorter steps do not help with algebraic loops, and acceleration may not converge on them.
   * Plain fixed-point iteration is not replaced, so that its behaviour can be studied. */
  if (network->has_loops && strcmp (self->solver_id, LS_IFOSMONDI_NEWTON) != 0
      && strcmp (self->solver_id, "fixed-point") != 0)
    self->second
        = ls_nonlinear_new (ls_nonlinear_method_find (LS_IFOSMONDI_NEWTON), &problem, &settings);
  if (self->solver != NULL
      && (strcmp (ls_options_get_text (options, "guess"), "missiles") != 0
          || prepare_guess (self, network)))
    return self;
  ls_ifosmondi_free (self);
  g_set_error (error, LS_ERROR, LS_ERROR_RUN, _ ("The solver %s cannot be made for %u unknowns."),
               ls_nonlinear_method_get_id (method), problem.n);
  return NULL;
}

void
ls_ifosmondi_restart (LsIfosmondi *self)
{
  self->has_derivatives = FALSE;
  self->has_past = FALSE;
  ls_costarica_restart (self->costarica);
}

/* A solver may keep a Jacobian from step to step, and trials keep matrices. */
static gboolean
has_whole_memory (const LsIfosmondi *self)
{
  return !ls_nonlinear_has_memory (self->solver) && !ls_costarica_has_trials (self->costarica);
}

gboolean
ls_ifosmondi_visit_state (gpointer state, LsVisitMemoryFunc func, gpointer user_data)
{
  LsIfosmondi *self = state;
  const gsize size = 2 * self->n_active * sizeof (double);

  if (func == NULL || !has_whole_memory (self))
    return has_whole_memory (self);
  func (&self->has_derivatives, sizeof self->has_derivatives, user_data);
  func (&self->has_past, sizeof self->has_past, user_data);
  func (&self->h_past, sizeof self->h_past, user_data);
  func (&self->n_judged, sizeof self->n_judged, user_data);
  func (&self->n_limited, sizeof self->n_limited, user_data);
  func (&self->sum_guesses, sizeof self->sum_guesses, user_data);
  func (self->du, self->network->n_in * sizeof (double), user_data);
  func (self->z, size, user_data);
  func (self->last, size, user_data);
  func (self->past, size, user_data);
  ls_costarica_visit_state (self->costarica, func, user_data);
  return TRUE;
}

void
ls_ifosmondi_restored (gpointer state)
{
  LsIfosmondi *self = state;

  if (self->global != NULL)
    ls_global_forget (self->global);
}
