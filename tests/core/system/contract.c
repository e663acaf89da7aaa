/* The implementations of a system, one model in each. */
#include "contract.h"

#include "unit.h"

#include "core/remote/serve.h"
#include "core/remote/system-remote.h"
#include "core/system/system-block.h"
#include "core/system/system-impl.h"
#include "core/system/system-linear.h"
#include "core/system/system-paced.h"
#include "core/system/system-recorded.h"

#include <math.h>
#include <sys/socket.h>

#define START 2.0 /* s: times are counted from here on */
#define STOP 12.0

/* x' = -x + u, y = x, x (0) = 1, in all that have an input. */
static void
get_rate (double t G_GNUC_UNUSED,
          const double x[],
          const double u[],
          const double parameters[] G_GNUC_UNUSED,
          double dx[])
{
  dx[0] = u[0] - x[0];
}

static void
get_output (double t G_GNUC_UNUSED,
            const double x[],
            const double u[] G_GNUC_UNUSED,
            const double parameters[] G_GNUC_UNUSED,
            double y[])
{
  y[0] = x[0];
}

static const double one[] = { 1.0 };
static const double minus_one[] = { -1.0 };

static const LsBlock lag = { .id = "lag",
                             .n_in = 1,
                             .n_out = 1,
                             .n_x = 1,
                             .x = one,
                             .derivatives = get_rate,
                             .outputs = get_output,
                             .longest_step = 4.0 };

static LsSystem *
make_fmu (const char *solver, guint missing, LsLog *log)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsModel) model = ls_model_new ();
  const guint id = unit_add (model, "LS_TEST_MODELS", "linear.fmu", "lag");
  LsSystem *system;

  if (solver != NULL)
    ls_model_set_solver (model, id, solver);
  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    if ((missing & BIT (i)) != 0)
      ls_model_set_without (model, id, (const char *const[]){ ls_capability_id (i), NULL });
  system = ls_system_new (ls_model_find_component (model, id), START, STOP, NAN, log, &error);
  g_assert_no_error (error);
  return system;
}

static LsSystem *
make_cs (guint missing, LsLog *log)
{
  return make_fmu (NULL, missing, log);
}

static LsSystem *
make_me (guint missing, LsLog *log)
{
  return make_fmu ("dopri5:tolerance=1e-11", missing, log);
}

static LsSystem *
make_linear (guint missing, LsLog *log)
{
  const LsSystemLinearParams params = { .name = "lag",
                                        .n_in = 1,
                                        .n_out = 1,
                                        .n_x = 1,
                                        .a = minus_one,
                                        .b = one,
                                        .c = one,
                                        .x = one,
                                        .missing = missing };

  return ls_system_linear_new (&params, START, STOP, log);
}

static LsSystem *
make_block (guint missing, LsLog *log)
{
  return ls_system_block_new (&lag, "lag", NULL, missing, START, STOP, log);
}

/* y = e^-t on straight lines from 0 to 5 s, then 3 s of 7. */
static LsSystem *
make_recorded (guint missing, LsLog *log)
{
  static const char *const names[] = { "y" };
  g_autoptr (LsTrace) trace = ls_trace_new (1, names, NULL);

  for (guint i = 0; i <= 5000; i++)
    g_assert_true (
        ls_trace_append (trace, (double[]){ START + i / 1000.0, exp (-(double)i / 1000.0) }));
  g_assert_true (ls_trace_append (trace, (double[]){ START + 5.0, 7.0 }));
  g_assert_true (ls_trace_append (trace, (double[]){ START + 8.0, 7.0 }));
  return ls_system_recorded_new (trace, "lag", (guint[]){ 1 }, 1, missing, START, STOP, log);
}

static LsSystem *
make_paced (guint missing, LsLog *log)
{
  const LsPace pace = { .kind = LS_PACE_INNER, .inner = 4 };

  return ls_system_paced_new (make_linear (missing, log), &pace);
}

/* ---- The same, somewhere else ------------------------------------------------------------ */

/* A parcel is the place of a case and what it lacks. */
static LsSystem *
make_served (LsMessageReader *parcel,
             double start_time G_GNUC_UNUSED,
             double stop_time G_GNUC_UNUSED,
             double tolerance G_GNUC_UNUSED,
             LsLog *log,
             gpointer user_data G_GNUC_UNUSED,
             GError **error G_GNUC_UNUSED)
{
  const Case *what = &contract_cases[ls_message_get_count (parcel)];

  return what->make ((guint)ls_message_get_count (parcel), log);
}

static gpointer
serve (gpointer data)
{
  g_autoptr (LsTransport) transport = data;

  g_assert_true (ls_serve (transport, make_served, NULL, NULL));
  return NULL;
}

static LsPool *pool;
static GThread *worker;

static void
end_worker (void)
{
  ls_pool_free (pool);
  g_thread_join (worker);
}

static LsPool *
get_pool (void)
{
  g_autoptr (GError) error = NULL;
  int sockets[2];

  if (pool != NULL)
    return pool;
  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM, 0, sockets), ==, 0);
  worker = g_thread_new ("worker", serve, ls_transport_socket_new (&sockets[1], 1));
  pool = ls_pool_new (ls_transport_socket_new (&sockets[0], 1), &error);
  g_assert_no_error (error);
  atexit (end_worker);
  return pool;
}

/* Its variables are those of one that stays here. */
static LsSystem *
make_remote (guint place, guint missing, LsLog *log)
{
  g_autoptr (GByteArray) parcel = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  LsSystem *local = contract_cases[place].make (missing, NULL), *system;
  const LsRemoteOrder order = { .pool = get_pool (),
                                .parcel = parcel,
                                .variables = local->variables,
                                .n_variables = local->n_variables,
                                .by_name = local->by_name,
                                .keeps = local,
                                .let_go = (GDestroyNotify)ls_system_free };

  ls_message_put_count (parcel, place);
  ls_message_put_count (parcel, missing);
  system = ls_system_remote_new (&order, START, STOP, NAN, log, &error);
  g_assert_no_error (error);
  return system;
}

#define REMOTE(place)                                                                              \
  static LsSystem *make_remote_##place (guint missing, LsLog *log)                                 \
  {                                                                                                \
    return make_remote (place, missing, log);                                                      \
  }

REMOTE (CONTRACT_CO_SIMULATION)
REMOTE (CONTRACT_MODEL_EXCHANGE)
REMOTE (CONTRACT_LINEAR)
REMOTE (CONTRACT_BLOCK)
REMOTE (CONTRACT_RECORDED)
REMOTE (CONTRACT_PACED)

const Case contract_cases[CONTRACT_N_CASES] = {
  /* Its solver works to 1e-12 a step. */
  { "co-simulation", make_cs, 1e-9, 1e-8 },
  { "model-exchange", make_me, 1e-9, 1e-6 },
  { "linear", make_linear, 1e-14, 1e-14 },
  /* Its solver to 1e-10; central differences of rounding 1e-16 over 6e-6. */
  { "block", make_block, 1e-9, 1e-8 },
  /* Straight lines over 1 ms: h^2 / 8 of the values, h / 2 of the slopes. */
  { "recorded", make_recorded, 2e-7, 6e-4 },
  /* Of the linear one, four times. */
  { "paced", make_paced, 4e-14, 4e-14 },
  { "remote co-simulation", make_remote_CONTRACT_CO_SIMULATION, 1e-9, 1e-8 },
  { "remote model-exchange", make_remote_CONTRACT_MODEL_EXCHANGE, 1e-9, 1e-6 },
  { "remote linear", make_remote_CONTRACT_LINEAR, 1e-14, 1e-14 },
  { "remote block", make_remote_CONTRACT_BLOCK, 1e-9, 1e-8 },
  { "remote recorded", make_remote_CONTRACT_RECORDED, 2e-7, 6e-4 },
  { "remote paced", make_remote_CONTRACT_PACED, 4e-14, 4e-14 },
};

LsSystem *
contract_start (const Case *what, guint missing, LsLog *log)
{
  LsSystem *system = what->make (missing, log);
  const double u = 0.0;
  double y = NAN;

  g_assert_cmpint (ls_system_evaluate (system, &u, &y), ==, LS_OK);
  g_assert_cmpint (ls_system_start (system), ==, LS_OK);
  return system;
}

void
contract_check_all (CheckFunc check)
{
  for (guint i = 0; i < CONTRACT_N_CASES; i++)
    {
      g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
      g_autoptr (LsSystem) system = contract_start (&contract_cases[i], 0, log);

      g_test_message ("%s", contract_cases[i].name);
      check (&contract_cases[i], system);
      g_assert_cmpint (ls_system_terminate (system), ==, LS_OK);
    }
}

gboolean
contract_has_input (const LsSystem *system)
{
  return ls_system_get_info (system)->n_in > 0;
}

double
contract_solve (double x0, double h, guint degree, const double c[])
{
  double integral = 1.0 - exp (-h), x = exp (-h) * x0 + c[0] * integral;

  for (guint p = 1; p <= degree; p++)
    {
      integral = pow (h, p) - p * integral;
      x += c[p] * integral;
    }
  return x;
}

double
contract_expect (const LsSystem *system, double x0, double h, guint degree, const double c[])
{
  return contract_has_input (system) ? contract_solve (x0, h, degree, c) : x0 * exp (-h);
}
