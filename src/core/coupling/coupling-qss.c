/* Quantised states over the whole model: no coupling method; macro steps only set the recorded
 * samples. */
#include "core/coupling/coupling-impl.h"
#include "core/network/qss-network.h"
#include "core/qss/qss-options.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define SOURCE                                                                                     \
  "Kofman, Junco, Quantized-state systems: a DEVS approach for continuous system simulation, "     \
  "2001; Kofman, A third order discrete event method, 2006"
#define IMPLICIT_SOURCE                                                                            \
  "Migoni, Bortolotto, Kofman, Cellier, Linearly implicit quantization-based integration methods " \
  "for stiff ordinary differential equations, 2013"

static const LsOption options[] = {
  LS_QSS_OPTIONS,
  { .name = "activity",
    .type = LS_OPTION_INTEGER,
    .initial = "1000000",
    .minimum = 0,
    .maximum = 1e9,
    .summary = N_ ("Maximum number of events of states that are recorded for the activity plot") },
  { .name = "dense",
    .type = LS_OPTION_SWITCH,
    .initial = "off",
    .summary = N_ ("Record values at every event of a state as well, both limits where a component "
                   "has one") },
};

typedef struct
{
  LsQssNetwork *schedule;
  LsQssCounts counts;
  gboolean dense;
} State;

static char *
explain (const LsSystemInfo *info, gboolean *possible)
{
  *possible = info->has_model_exchange;
  return info->has_model_exchange
             ? NULL
             : g_strdup (_ ("It has no Model Exchange interface to provide its "
                            "derivatives."));
}

static gpointer
prepare (const char *id, LsNetwork *network, const LsOptions *values, GError **error)
{
  LsQssNetworkSettings settings = {
    .relative = ls_options_get_real (values, "quantum"),
    .absolute = ls_options_get_real (values, "absolute-quantum"),
    .max_step = ls_options_get_real (values, "max-step"),
    .pass_limit = (guint)ls_options_get_integer (values, "pass-limit"),
  };
  LsQssNetwork *schedule;
  State *self;

  if (network->activity != NULL)
    ls_activity_set_limit (network->activity, (guint64)ls_options_get_integer (values, "activity"));
  if (!(settings.absolute > 0.0))
    settings.absolute = 0.01 * settings.relative;
  schedule = ls_qss_network_new (ls_qss_method_find (id), network, &settings,
                                 network->stop_time - network->time, error);
  if (schedule == NULL)
    return NULL;
  self = g_new0 (State, 1);
  self->schedule = schedule;
  self->dense = ls_options_get_switch (values, "dense");
  return self;
}

/* Advances to the next event or the end of the macro step and reports it to the observer; the end
 * of the macro step is recorded by the caller unless an event occurs there. @ended: (out): end
 * reached */
static LsStatus
go_to_next (State *self, LsNetwork *network, gboolean *event, gboolean *ended)
{
  const double next = ls_qss_network_get_next_time (self->schedule);
  const double t = fmin (next, network->end_time);
  gboolean happened = FALSE;
  LsStatus status = ls_qss_network_look (self->schedule, t);

  *ended = !(next < network->end_time);
  if (status == LS_OK && !network->observe (LS_OBSERVE_BEFORE, t, network->observe_data))
    status = LS_STOP;
  if (status == LS_OK)
    status = ls_qss_network_advance (self->schedule, t, &happened);
  *event = *event || happened;
  if (status != LS_OK || (*ended && !happened))
    return status;
  return network->observe (*ended     ? LS_OBSERVE_LIMIT
                           : happened ? LS_OBSERVE_EVENT
                                      : LS_OBSERVE_POINT,
                           t, network->observe_data)
             ? LS_OK
             : LS_STOP;
}

static LsStatus
advance_densely (State *self, LsNetwork *network, gboolean *event)
{
  gboolean ended = FALSE;
  LsStatus status = LS_OK;

  while (status == LS_OK && !ended)
    status = go_to_next (self, network, event, &ended);
  return status;
}

static LsStatus
step (gpointer state, LsNetwork *network, double h G_GNUC_UNUSED)
{
  State *self = state;
  gboolean event = FALSE;
  LsStatus status = self->dense && network->observe != NULL
                        ? advance_densely (self, network, &event)
                        : ls_qss_network_advance (self->schedule, network->end_time, &event);

  network->discontinuity = event;
  ls_qss_network_get_counts (self->schedule, &self->counts);
  network->counts.requantisations = self->counts.requantisations;
  network->counts.evaluations = self->counts.derivatives;
  return status;
}

static void
conclude (gpointer state, const LsNetwork *network)
{
  const LsQssCounts *counts = &((State *)state)->counts;

  ls_log_write (
      network->log, LS_LOG_INFO, NULL, NULL, NAN,
      _ ("%.0f events of states at %.0f times, %.0f evaluations of components, %.0f events "
         "of components"),
      (double)counts->requantisations, (double)counts->passes, (double)counts->derivatives,
      (double)counts->events);
}

static void
free_state (gpointer state)
{
  ls_qss_network_free (((State *)state)->schedule);
  g_free (state);
}

/* What prepares a method is all that it has of its own. */
#define PREPARE(ID)                                                                                \
  static gpointer prepare_##ID (LsNetwork *network, const LsOptions *values, GError **error)       \
  {                                                                                                \
    return prepare (#ID, network, values, error);                                                  \
  }
PREPARE (qss1)
PREPARE (qss2)
PREPARE (qss3)
PREPARE (liqss1)
PREPARE (liqss2)
PREPARE (liqss3)

#define METHOD(ID, NAME, SUMMARY, PAPER)                                                           \
  {                                                                                                \
    .id = #ID, .name = NAME, .summary = SUMMARY, .source = PAPER, .options = options,              \
    .n_options = G_N_ELEMENTS (options), .explain = explain, .prepare = prepare_##ID,              \
    .step = step, .conclude = conclude, .asynchronous = TRUE,                                      \
    .visit_state = ls_coupling_unknown_memory, .free = free_state,                                 \
  }

const LsCouplingMethod ls_coupling_qss1
    = METHOD (qss1,
              N_ ("QSS1"),
              N_ ("First-order QSS: each state advances along straight lines from one quantum to "
                  "the next; no macro steps."),
              SOURCE);
const LsCouplingMethod ls_coupling_qss2
    = METHOD (qss2,
              N_ ("QSS2"),
              N_ ("Second-order QSS: each state advances along parabolas from one quantum to the "
                  "next; no macro steps."),
              SOURCE);
const LsCouplingMethod ls_coupling_qss3
    = METHOD (qss3,
              N_ ("QSS3"),
              N_ ("Third-order QSS: each state advances along cubics from one quantum to the next; "
                  "no macro steps."),
              SOURCE);
const LsCouplingMethod ls_coupling_liqss1 = METHOD (
    liqss1,
    N_ ("LIQSS1"),
    N_ ("QSS1 that looks a quantum ahead, for stiff models whose stiffness is in each state's "
        "dependence on itself."),
    IMPLICIT_SOURCE);
const LsCouplingMethod ls_coupling_liqss2 = METHOD (
    liqss2,
    N_ ("LIQSS2"),
    N_ ("QSS2 that looks a quantum ahead, for stiff models whose stiffness is in each state's "
        "dependence on itself."),
    IMPLICIT_SOURCE);
const LsCouplingMethod ls_coupling_liqss3 = METHOD (
    liqss3,
    N_ ("LIQSS3"),
    N_ ("QSS3 that looks a quantum ahead, for stiff models whose stiffness is in each state's "
        "dependence on itself."),
    IMPLICIT_SOURCE);
