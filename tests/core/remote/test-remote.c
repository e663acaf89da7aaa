/* Runs whose components are with workers, which are threads here; messages go over sockets. */
#include "unit.h"

#include "core/base/interrupt.h"
#include "core/base/status.h"
#include "core/remote/cost.h"
#include "core/remote/placement.h"
#include "core/remote/serve.h"
#include "core/run/run.h"
#include "core/ssp/ssp.h"
#include "core/system/system-impl.h"

#include <math.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST 3u

typedef struct
{
  guint n;
  LsPool *pool;
  GThread *threads[MOST];
  int ends[MOST]; /* sockets of the workers */
  LsPlacement *placement;
} Workers;

static gpointer
serve (gpointer data)
{
  g_autoptr (LsTransport) transport = data;
  g_autoptr (GHashTable) fmus = ls_placement_new_fmus ();

  /* One that lost its orchestrator ends, too. */
  return GINT_TO_POINTER (ls_serve (transport, ls_placement_serve, fmus, NULL));
}

/* @apart: each on a machine of its own. */
static void
begin (Workers *self, guint n, gboolean apart)
{
  static const char *const names[] = { "a", "b", "c" }, *const same[] = { "here", "here", "here" };
  g_autoptr (GError) error = NULL;
  int mine[MOST];

  self->n = n;
  for (guint i = 0; i < n; i++)
    {
      int sockets[2];

      g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM, 0, sockets), ==, 0);
      mine[i] = sockets[0];
      self->ends[i] = sockets[1];
      self->threads[i] = g_thread_new ("worker", serve, ls_transport_socket_new (&sockets[1], 1));
    }
  self->pool = ls_pool_new (ls_transport_socket_new (mine, n), &error);
  g_assert_no_error (error);
  self->placement = ls_placement_new (self->pool, apart ? names : same, "here");
}

static void
end (Workers *self)
{
  ls_placement_free (self->placement);
  ls_pool_free (self->pool);
  for (guint i = 0; i < self->n; i++)
    g_thread_join (self->threads[i]);
}

static LsModel *
read_model (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("LS_TEST_MODELS"), name, NULL);
  g_autoptr (GError) error = NULL;
  LsModel *model = ls_ssp_read (path, &error);

  g_assert_no_error (error);
  return model;
}

static LsRun *
make_run (const LsModel *model, const char *method, double stop_time, double h)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (method, &error);
  LsRun *run;

  g_assert_no_error (error);
  run = ls_run_new (model, choice, 0.0, stop_time, h, NULL, &error);
  g_assert_no_error (error);
  return run;
}

static void
compare_traces (const LsTrace *a, const LsTrace *b)
{
  g_assert_cmpuint (ls_trace_get_n_rows (a), ==, ls_trace_get_n_rows (b));
  g_assert_cmpuint (ls_trace_get_n_columns (a), ==, ls_trace_get_n_columns (b));
  for (gsize row = 0; row < ls_trace_get_n_rows (a); row++)
    for (guint i = 0; i < ls_trace_get_n_columns (a); i++)
      {
        const double x = ls_trace_get (a, i, row), y = ls_trace_get (b, i, row);

        g_assert_cmpmem (&x, sizeof x, &y, sizeof y);
      }
}

static void
compare_runs (LsRun *a, LsRun *b)
{
  LsRunResult x, y;

  compare_traces (ls_run_get_trace (a), ls_run_get_trace (b));
  ls_run_get_result (a, &x);
  ls_run_get_result (b, &y);
  g_assert_cmpuint (x.counts.macro_steps, ==, y.counts.macro_steps);
  g_assert_cmpuint (x.counts.do_step, ==, y.counts.do_step);
  g_assert_cmpuint (x.counts.rollbacks, ==, y.counts.rollbacks);
  g_assert_cmpuint (x.counts.linearisations, ==, y.counts.linearisations);
  g_assert_cmpuint (x.counts.iterations, ==, y.counts.iterations);
  g_assert_cmpuint (x.counts.discontinuities, ==, y.counts.discontinuities);
  ls_run_result_clear (&x);
  ls_run_result_clear (&y);
}

static gboolean
execute (Workers *self, LsRun *run, const LsModel *model, double h, GError **error)
{
  gboolean done;

  g_assert_true (ls_placement_prepare (self->placement, model, TRUE, 0.0, 1.0, h, error));
  ls_system_set_maker (ls_placement_make, self->placement);
  done = ls_run_execute (run, NULL, NULL, NULL, error);
  ls_system_set_maker (NULL, NULL);
  return done;
}

/* ---- Bit for bit ------------------------------------------------------------------------- */

typedef struct
{
  const char *model;
  double stop_time, h;
} Example;

static const Example examples[] = {
  { "two-bodies.ssp", 0.5, 1e-2 },
  { "lotka-volterra.ssp", 1.0, 1e-2 },
  { "chain-10.ssp", 0.2, 1e-2 },
  { "quarter-truck.ssp", 0.3, 5e-3 },
  { "ball-in-elevator.ssp", 1.0, 1e-2 },
  { "transitions.ssp", 0.5, 1e-2 },
  { "resistor-ladder-10.ssp", 0.05, 1e-2 },
  { "time-only-terms.ssp", 0.5, 1e-2 },
};

static const char *const methods[]
    = { "ni-jacobi", "gauss-seidel", "ifosmondi-jfm", "missiles", "costarica", "iterated-jacobi" };

static void
test_equal (gconstpointer data)
{
  Workers workers = { 0 };
  guint64 n = 0;

  begin (&workers, (guint)(gsize)data, (gsize)data > 1);
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    for (guint k = 0; k < G_N_ELEMENTS (methods); k++)
      {
        const Example *example = &examples[i];
        g_autoptr (LsModel) model = read_model (example->model);
        g_autoptr (LsRun) here = make_run (model, methods[k], example->stop_time, example->h);
        g_autoptr (LsRun) there = make_run (model, methods[k], example->stop_time, example->h);
        g_autoptr (GError) error = NULL, remote_error = NULL;
        const gboolean done = ls_run_execute (here, NULL, NULL, NULL, &error);

        g_test_message ("%s by %s", example->model, methods[k]);
        g_assert_true (execute (&workers, there, model, example->h, &remote_error) == done);
        compare_runs (here, there);
        g_assert_cmpuint (ls_pool_get_n_messages (workers.pool), >, n);
        n = ls_pool_get_n_messages (workers.pool);
      }
  end (&workers);
}

/* Ticks that are announced and such that are found within a step, which is then repeated by all. */
static void
test_ticks (void)
{
  static const char *const names[] = { "a", "b", "c", "d" }, *const modes[]
                                                             = { "1", "3", "2", "0" };
  g_autoptr (LsModel) model = ls_model_new ();
  g_autoptr (LsRun) here = NULL, there = NULL;
  g_autoptr (GError) error = NULL;
  guint ids[G_N_ELEMENTS (names)];
  Workers workers = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      ids[i] = unit_add (model, "LS_TEST_FMUS", "ticker.fmu", names[i]);
      unit_set (model, ids[i], "mode", modes[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i += 2)
    {
      unit_connect (model, ids[i], "tick_out", ids[i + 1], "tick_in");
      unit_connect (model, ids[i], "value_out", ids[i + 1], "value_in");
    }
  here = make_run (model, "ni-jacobi", 2.0, 0.5);
  there = make_run (model, "ni-jacobi", 2.0, 0.5);
  begin (&workers, 2, FALSE);
  g_assert_true (ls_run_execute (here, NULL, NULL, NULL, &error));
  g_assert_true (execute (&workers, there, model, 0.5, &error));
  compare_runs (here, there);
  end (&workers);
}

/* ---- What goes wrong --------------------------------------------------------------------- */

/* What a worker cannot write is an error: a folder has the name already, or the place is elsewhere.
 */
static void
test_file (void)
{
  static const char *const names[] = { "folder/file", "folder", "../file" };
  Workers workers = { 0 };

  begin (&workers, 1, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GByteArray *message = ls_pool_begin (workers.pool, 0, LS_ASK_FILE, 0);
      LsMessageReader answer;

      ls_message_put_text (message, names[i]);
      ls_message_put_count (message, 0600);
      ls_message_put_text (message, "content");
      g_assert_true (ls_pool_ask (workers.pool, &answer));
      g_assert_cmpuint (ls_message_get_count (&answer), ==, i == 0);
    }
  end (&workers);
}

/* What fails unanswered is told by the next request that can, not by one for a truth value. */
static void
test_put_off (void)
{
  Workers workers = { 0 };
  g_autoptr (LsModel) model = read_model ("two-bodies.ssp");
  g_autoptr (GError) error = NULL;
  const guint beyond = 99;
  const double zeros[8] = { 0 };
  double y[8];
  LsSystem *system;

  begin (&workers, 1, FALSE);
  g_assert_true (ls_placement_prepare (workers.placement, model, FALSE, 0.0, 1.0, 1e-2, &error));
  system = ls_placement_make (ls_model_get_component (model, 0), 0.0, 1.0, NAN, NULL,
                              workers.placement, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ls_system_start (system), ==, LS_OK);
  g_assert_cmpint (system->klass->evaluate (system, zeros, y), ==, LS_OK);
  g_assert_cmpint (system->klass->set_some_inputs (system, &beyond, 1, zeros), ==, LS_OK);
  g_assert_false (system->klass->falls_short (system, LS_CAPABILITY_ROLLBACK));
  g_assert_cmpint (system->klass->evaluate (system, zeros, y), ==, LS_STOP);
  g_assert_cmpint (system->klass->evaluate (system, zeros, y), ==, LS_OK);
  ls_system_free (system);
  end (&workers);
}

/* Bytes whose last ones are missing are none, and numbers beyond all memory, too. */
static void
test_short (void)
{
  static const guint64 words[] = { 9, 1, G_MAXUINT64 };
  LsMessageReader reader = { (const guint8 *)words, (const guint8 *)words + 17, FALSE };
  gsize size;

  g_assert_null (ls_message_take_bytes (&reader, &size));
  g_assert_cmpuint (size, ==, 0);
  g_assert_true (reader.bad);
  reader = (LsMessageReader){ (const guint8 *)words, (const guint8 *)words + 17, FALSE };
  g_assert_null (ls_message_take_text (&reader));
  g_assert_true (reader.bad);
  reader = (LsMessageReader){ (const guint8 *)words, (const guint8 *)words + 17, FALSE };
  g_assert_null (ls_message_take_reals (&reader, words[2]));
  g_assert_true (reader.bad);
}

static gboolean
is_wanted (gpointer user_data)
{
  Workers *self = user_data;

  /* A worker ends when the run has begun. */
  if (ls_pool_get_n_messages (self->pool) > 200)
    shutdown (self->ends[1], SHUT_RDWR);
  return FALSE;
}

/* What was recorded before stays; the message says who has ended. */
static void
test_lost (void)
{
  Workers workers = { 0 };
  LsInterrupt interrupt = { .is_wanted = is_wanted, .user_data = &workers };
  g_autoptr (LsModel) model = read_model ("two-bodies.ssp");
  g_autoptr (LsRun) run = make_run (model, "ni-jacobi", 1e3, 1e-2);
  g_autoptr (GError) error = NULL;

  begin (&workers, 2, FALSE);
  ls_interrupt_enter (&interrupt);
  g_assert_false (execute (&workers, run, model, 1e-2, &error));
  ls_interrupt_leave (&interrupt);
  g_assert_error (error, LS_ERROR, LS_ERROR_RUN);
  g_assert_nonnull (strstr (error->message, "worker 2 has ended"));
  g_assert_cmpuint (ls_trace_get_n_rows (ls_run_get_trace (run)), >, 10);
  g_assert_nonnull (ls_pool_get_loss (workers.pool));
  end (&workers);
}

typedef struct
{
  LsPool *pool;
  guint failed[2], n_failed;
} Order;

static void
ask_other (guint task, gpointer data)
{
  Order *self = data;
  LsMessageReader answer;

  ls_pool_begin (self->pool, 1 - task, LS_ASK_WHO, 0);
  g_assert_false (ls_pool_ask (self->pool, &answer));
  self->failed[self->n_failed++] = task;
}

/* Tasks fail in their order, whichever worker they wait for. */
static void
test_order (void)
{
  Workers workers = { 0 };
  Order order = { 0 };

  begin (&workers, 2, FALSE);
  order.pool = workers.pool;
  for (guint i = 0; i < workers.n; i++)
    shutdown (workers.ends[i], SHUT_RDWR);
  ls_pool_run (workers.pool, 2, ask_other, NULL, &order);
  g_assert_cmpuint (order.n_failed, ==, 2);
  g_assert_cmpuint (order.failed[0], ==, 0);
  g_assert_cmpuint (order.failed[1], ==, 1);
  end (&workers);
}

/* Whatever is sent in place of requests, a worker ends or answers, and reads no further than there
 * is. */
static void
test_hostile (void)
{
  for (guint seed = 0; seed < 300; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      const guint64 size = (guint64)g_rand_int_range (rand, 0, 40) * 8;
      g_autofree guint32 *words = g_new0 (guint32, size / 4 + 1);
      int sockets[2];
      GThread *thread;

      for (guint64 i = 0; i < size / 4; i++)
        words[i] = (guint32)g_rand_int_range (rand, 0, g_rand_boolean (rand) ? 64 : G_MAXINT);
      g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM, 0, sockets), ==, 0);
      thread = g_thread_new ("worker", serve, ls_transport_socket_new (&sockets[1], 1));
      g_assert_cmpint (send (sockets[0], &size, sizeof size, 0), ==, sizeof size);
      g_assert_cmpint (send (sockets[0], words, size, MSG_NOSIGNAL), ==, (gssize)size);
      shutdown (sockets[0], SHUT_WR);
      g_thread_join (thread);
      close (sockets[0]);
    }
}

/* ---- Sharing out and cost ---------------------------------------------------------------- */

static void
test_share (void)
{
  const double costs[] = { 1, 5, 2, 2, 4 };
  guint owners[G_N_ELEMENTS (costs)];
  double loads[3];

  /* 5 | 4 | 2 2 | and 1 to the first of those that have least. */
  ls_placement_share (costs, G_N_ELEMENTS (costs), 3, owners, loads);
  g_assert_cmpuint (owners[1], ==, 0);
  g_assert_cmpuint (owners[4], ==, 1);
  g_assert_cmpuint (owners[2], ==, 2);
  g_assert_cmpuint (owners[3], ==, 2);
  g_assert_cmpuint (owners[0], ==, 1);
  g_assert_cmpfloat (loads[0], ==, 5.0);
  g_assert_cmpfloat (loads[1], ==, 5.0);
  g_assert_cmpfloat (loads[2], ==, 4.0);
}

static void
test_cost (void)
{
  LsRemoteCost cost = { .work = 1.0, .longest = 1.0, .bandwidth = 1.0, .rounds = 1 };

  /* Nothing but work is shared out to the last. */
  for (guint ranks = 2; ranks <= 11; ranks++)
    g_assert_cmpfloat (ls_remote_cost_predict (&cost, 10, ranks), ==, ceil (10.0 / (ranks - 1)));
  g_assert_cmpfloat (ls_remote_cost_predict (&cost, 10, 1), ==, 10.0);
  g_assert_cmpuint (ls_remote_cost_find_best (&cost, 10, 100), ==, 11);
  /* The longest is nobody's to shorten. */
  cost.longest = 7.0;
  g_assert_cmpfloat (ls_remote_cost_predict (&cost, 10, 11), ==, 7.0);
  /* N / W + W m is least where W^2 = N / m. */
  ls_remote_cost_init (&cost);
  cost = (LsRemoteCost){ .work = 1e-4, .message = 1e-6, .bandwidth = 1.0, .rounds = 1 };
  g_assert_cmpuint (ls_remote_cost_find_best (&cost, 10000, 2000), ==, 1001);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/remote/equal/1", GUINT_TO_POINTER (1), test_equal);
  g_test_add_data_func ("/remote/equal/3", GUINT_TO_POINTER (3), test_equal);
  g_test_add_func ("/remote/ticks", test_ticks);
  g_test_add_func ("/remote/file", test_file);
  g_test_add_func ("/remote/put-off", test_put_off);
  g_test_add_func ("/remote/short", test_short);
  g_test_add_func ("/remote/lost", test_lost);
  g_test_add_func ("/remote/order", test_order);
  g_test_add_func ("/remote/hostile", test_hostile);
  g_test_add_func ("/remote/share", test_share);
  g_test_add_func ("/remote/cost", test_cost);
  return g_test_run ();
}
