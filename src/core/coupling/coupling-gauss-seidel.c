/* Gauss-Seidel without iteration: the systems step one after the other. Each uses the new outputs
 * of systems stepped before it and holds the old outputs of later ones. */
#include "core/assembly/end-outputs.h"
#include "core/coupling/coupling-impl.h"
#include "core/coupling/component-order.h"
#include "core/coupling/early-outputs.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  guint *order;          /* n_systems */
  guint8 *forward;       /* n_in: the source system is stepped earlier */
  LsEarlyOutputs *early; /* later systems are led to corrected outputs */
  gboolean interpolates; /* new outputs are interpolated, not held */
  guint degree;          /* of the polynomials: 3 where those of the balance take their place */
  double *y;
  double *polynomial; /* n_in x (degree + 1) */
} State;

static void
release (gpointer state)
{
  State *self = state;

  g_free (self->order);
  g_free (self->forward);
  ls_early_outputs_free (self->early);
  g_free (self->y);
  g_free (self->polynomial);
  g_free (self);
}

static gpointer
prepare (LsNetwork *network, const LsOptions *options, GError **error)
{
  State *self = g_new0 (State, 1);

  self->order = ls_order_new (network, ls_options_get_text (options, "order"), error);
  if (self->order == NULL)
    {
      release (self);
      return NULL;
    }
  self->interpolates = ls_options_get_switch (options, "interpolation");
  self->degree = ls_balance_leads_polynomials (network->balance) ? LS_SYSTEM_MAX_DEGREE
                 : self->interpolates                            ? 1
                                                                 : 0;
  self->forward = g_new0 (guint8, network->n_in + 1);
  ls_order_mark (network, self->order, self->forward);
  for (guint j = 0; j < network->n_in; j++)
    if (self->forward[j])
      {
        ls_balance_set_lead (network->balance, j, LS_LEAD_END);
        ls_end_outputs_need (network->end_outputs, network->source[j]);
      }
    else
      /* Of the same degree as what leads to known ends. */
      ls_balance_set_lead (network->balance, j, LS_LEAD_OWN_CUBIC);
  self->early = ls_early_outputs_new (network, self->forward, NULL);
  self->y = g_new0 (double, network->n_out + 1);
  self->polynomial = g_new0 (double, (gsize)network->n_in *(self->degree + 1) + 1);
  return self;
}

/* Inputs of @system; all systems before it have been stepped. */
static void
fill_inputs (State *self, const LsNetwork *network, guint system, double h)
{
  for (guint j = network->in_offset[system]; j < network->in_offset[system + 1]; j++)
    {
      double *a = self->polynomial + (gsize)j * (self->degree + 1);
      double now = network->u[j];
      double end = self->forward[j] ? self->y[network->source[j]] : now;

      if (!self->interpolates)
        a[0] = end;
      else
        {
          a[0] = now;
          a[1] = (end - now) / h;
        }
    }
}

static G_GNUC_NO_INLINE LsStatus
judge (const State *self, LsNetwork *network, double h)
{
  const LsStepWorth worth = { .h = h,
                              .inputs = self->interpolates ? LS_INPUTS_LINEAR : LS_INPUTS_CONSTANT,
                              .order = 1,
                              .degree = self->degree,
                              .u = self->polynomial,
                              .y = self->y };

  return ls_network_judge (network, &worth, FALSE);
}

static LsStatus
step_systems (State *self, LsNetwork *network, double h)
{
  const gboolean holds = ls_network_holds_all (network);
  gboolean event = FALSE;
  LsStatus status = LS_OK;

  for (guint i = 0; i < network->n_systems && status == LS_OK; i++)
    {
      const guint system = self->order[i];

      fill_inputs (self, network, system, h);
      status = holds ? ls_network_hold_system (network, system, h, self->degree, self->polynomial,
                                               self->y)
                     : ls_network_step_system (network, system, h, self->degree, self->polynomial,
                                               self->y, NULL, &event);
      if (self->early != NULL && status == LS_OK)
        status = ls_early_outputs_correct (self->early, system, h, network->u, self->y);
    }
  return status;
}

static LsStatus
step (gpointer state, LsNetwork *network, double h)
{
  State *self = state;
  LsStatus status = ls_network_begin (network);

  if (status == LS_OK)
    status = step_systems (self, network, h);
  status = ls_network_end (network, status, h, self->degree, self->polynomial, self->y);
  if (G_UNLIKELY (network->control != NULL) && status == LS_OK)
    status = judge (self, network, h);
  if (status != LS_OK)
    return status;
  ls_network_exchange_outputs (network, &self->y);
  ls_network_gather (network, network->y, network->u);
  return LS_OK;
}

static char *
explain (const LsSystemInfo *info, const LsOptions *options, gboolean *possible)
{
  *possible = TRUE;
  return ls_options_get_switch (options, "interpolation") ? ls_coupling_explain_held_inputs (info)
                                                          : NULL;
}

static const LsOption options[] = {
  LS_COUPLING_OPTION_ORDER,
  { .name = "interpolation",
    .type = LS_OPTION_SWITCH,
    .initial = "off",
    .summary = N_ ("Ramp the inputs of later components linearly from the old output to the new "
                   "one; off: the new output on the whole step.") },
  LS_COUPLING_OPTIONS_REPAIR,
};

const LsCouplingMethod ls_coupling_gauss_seidel = {
  .id = "gauss-seidel",
  .name = N_ ("Gauss-Seidel"),
  .summary = N_ ("The components step one after the other, later ones with the new outputs of "
                 "earlier ones: first order like NI-Jacobi, with less error, and nothing runs in "
                 "parallel."),
  .source = N_ ("Classical; as MasterSim and others offer it"),
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .explain_options = explain,
  .check_options = ls_order_check,
  .prepare = prepare,
  .step = step,
  .lags = TRUE,
  .estimate = N_ ("a predictor and a corrector: the inputs at both ends of the step, and the "
                  "outputs there"),
  .visit_state = ls_coupling_no_memory,
  .free = release,
};
