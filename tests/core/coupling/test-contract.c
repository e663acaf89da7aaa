/* What the record of a method promises, for every one of the list; and a method of this test's own
 * that remembers nothing. */
#include "unit.h"

#include "core/coupling/coupling-impl.h"
#include "core/master/master-checkpoint.h"
#include "core/master/master-impl.h"
#include "core/master/master-point.h"
#include "core/stability/amplification.h"
#include "core/stability/trial.h"
#include "core/system/system-impl.h"

#include <math.h>
#include <string.h>

/* ---- A method without memory: all inputs are held --------------------------------------- */

static gpointer
prepare (LsNetwork *network, const LsOptions *options G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  double **y = g_new0 (double *, 1);

  *y = g_new0 (double, network->n_out + 1);
  return y;
}

static void
release (gpointer state)
{
  g_free (*(double **)state);
  g_free (state);
}

static LsStatus
step (gpointer state, LsNetwork *network, double h)
{
  LsStatus status = ls_network_hold (network, h, network->u, *(double **)state);

  if (status != LS_OK)
    return status;
  ls_network_exchange_outputs (network, state);
  ls_network_gather (network, network->y, network->u);
  return LS_OK;
}

static const LsCouplingMethod own = {
  .id = "own",
  .name = "Own",
  .summary = "All inputs are held.",
  .source = "this test",
  .prepare = prepare,
  .step = step,
  .lags = TRUE,
  .visit_state = ls_coupling_no_memory,
  .free = release,
};

/* ---- Memory ----------------------------------------------------------------------------- */

static LsMaster *
make (const LsModel *model, const LsCouplingMethod *method)
{
  g_autoptr (GError) error = NULL;
  const LsMasterSettings settings
      = { .method = method, .stop_time = 20.0, .step_size = 0.1, .tolerance = NAN };
  LsMaster *master = ls_master_new (model, &settings, NULL, &error);

  g_assert_no_error (error);
  return master;
}

/* Returns: (transfer full): all values after each of five steps. */
static GArray *
take_steps (LsMaster *master)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < 5; i++)
    {
      g_assert_true (ls_master_step (master, NULL));
      g_array_append_val (values, master->network.time);
      g_array_append_vals (values, master->network.u, master->network.n_in);
      g_array_append_vals (values, master->network.y, master->network.n_out);
    }
  return values;
}

static void
assert_same (const GArray *a, const GArray *b)
{
  g_assert_cmpmem (a->data, a->len * sizeof (double), b->data, b->len * sizeof (double));
}

/* Steps after a point or a checkpoint are, bit for bit, those of a run that had neither. */
static void
test_restart (gconstpointer data)
{
  const LsCouplingMethod *method = data;
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  g_autoptr (LsMaster) master = make (model, method);
  g_autoptr (LsMaster) fresh = make (model, method);
  g_autofree char *reason = ls_master_explain_points (master);
  g_autoptr (LsMasterPoint) point = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) checkpoint = NULL;
  g_autoptr (GArray) after = NULL;
  g_autoptr (GArray) again = NULL;
  g_autoptr (GArray) resumed = NULL;

  g_assert_cmpstr (reason, ==, NULL);
  g_array_unref (take_steps (master));
  point = ls_master_take_point (master);
  checkpoint = ls_master_take_checkpoint (master, 1 << 20, &error);
  g_assert_no_error (error);
  after = take_steps (master);
  g_assert_true (ls_master_go_to_point (master, point, NULL));
  again = take_steps (master);
  assert_same (after, again);
  g_assert_true (ls_master_resume (fresh, checkpoint, NULL));
  resumed = take_steps (fresh);
  assert_same (after, resumed);
}

/* For the test below: the last system refuses longer steps that end after @accepted, s. Earlier
 * ones are repeated by a rollback. */
static const LsSystemClass *accepting;
static double longest, accepted;

static LsStatus
step_if_short (LsSystem *system,
               double h,
               double end,
               guint degree,
               const double u[],
               double y[],
               double dy[],
               gboolean *event)
{
  return h > longest && end > accepted ? LS_RETRY
                                       : accepting->step (system, h, end, degree, u, y, dy, event);
}

/* The last system may refuse; the others have stepped by then. Steps of all in one call are not
 * those of the class. */
static void
make_refusing (LsMaster *master)
{
  static LsSystemClass refusing;
  LsSystem *last = master->network.systems[master->network.n_systems - 1];

  accepting = last->klass;
  refusing = *accepting;
  refusing.step = step_if_short;
  last->klass = &refusing;
  g_clear_pointer (&master->network.batch, g_free);
  longest = accepted = INFINITY;
}

/* A refused step leaves nothing behind: a shorter one, and those after it, are, bit for bit, those
 * of a run in which nothing was refused. */
static void
test_retry (gconstpointer data)
{
  const double h = 0.05;
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  g_autoptr (LsMaster) master = make (model, data);
  g_autoptr (LsMaster) straight = make (model, data);
  LsMaster *const both[] = { master, straight };
  GArray *values[2];
  double begin;

  for (guint i = 0; i < 2; i++)
    {
      make_refusing (both[i]);
      g_array_unref (take_steps (both[i]));
    }
  begin = master->network.time;
  longest = 1.5 * h;
  accepted = begin + 0.5 * h;
  g_assert_cmpint (ls_master_advance (master, 2.0 * h, begin + 2.0 * h), ==, LS_RETRY);
  accepted = INFINITY;
  for (guint i = 0; i < 2; i++)
    {
      for (guint k = 1; k <= 2; k++)
        g_assert_cmpint (ls_master_advance (both[i], h, begin + k * h), ==, LS_OK);
      values[i] = take_steps (both[i]);
    }
  assert_same (values[1], values[0]);
  g_array_unref (values[0]);
  g_array_unref (values[1]);
}

/* A record without an entry, which only a test can have: nothing is called, nothing promised. */
static void
test_forgotten (void)
{
  g_autoptr (LsModel) model = unit_open ("lotka-volterra.ssp");
  LsCouplingMethod forgetful = own;
  g_autoptr (LsMaster) master = NULL;
  g_autoptr (GArray) values = NULL;
  g_autofree char *reason = NULL;
  g_autoptr (GBytes) checkpoint = NULL;
  g_autoptr (GError) error = NULL;

  forgetful.visit_state = NULL;
  master = make (model, &forgetful);
  values = take_steps (master);
  reason = ls_master_explain_checkpoints (master);
  g_assert_cmpstr (reason, ==, "Own cannot save its internal state");
  checkpoint = ls_master_take_checkpoint (master, 1 << 20, &error);
  g_assert_null (checkpoint);
  g_assert_error (error, LS_ERROR, LS_ERROR_RUN);
  g_clear_error (&error);
  g_assert_false (ls_amplification_check (&forgetful, NULL, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
}

/* ---- Linear systems --------------------------------------------------------------------- */

/* x' = a x + b u, y = x, u = y. */
static LsLinearModel *
make_scalar (double a, double b)
{
  LsLinearModel *model
      = ls_linear_model_new_empty (1, (guint[]){ 1 }, (guint[]){ 1 }, (guint[]){ 1 });

  model->a[0] = a;
  model->b[0] = b;
  model->c[0] = 1.0;
  model->source[0] = 0;
  return model;
}

/* A held input gives e^(ah) + b (e^(ah) - 1) / a. */
static void
test_stability (void)
{
  const double a = -2.0, b = -5.0, h = 0.3;
  g_autoptr (LsLinearModel) model = make_scalar (a, b);
  g_autoptr (LsOptions) options = ls_options_new (NULL, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsAmplification) self = ls_amplification_new (model, &own, options, &error);
  double radius;

  g_assert_no_error (error);
  g_assert_cmpint (ls_amplification_get_radius (self, h, &radius), ==, LS_OK);
  /* Rounding of an exponential and some products. */
  g_assert_cmpfloat_with_epsilon (radius, fabs (exp (a * h) + b * expm1 (a * h) / a), 1e-14);
}

/* x' = a x + b u, y = x + d u, u = y: a loop with the solution y = x / (1 - d). How far the output
 * after a step of @method moves from it with the input before the step, relative to that input: d
 * where the input is held. */
static double
find_lag (const LsCouplingMethod *method, double d)
{
  const double h = 0.1, sizes[] = { 1.0 };
  g_autoptr (LsLinearModel) model = make_scalar (-2.0, -5.0);
  g_autoptr (LsOptions) options = ls_options_new (method->options, method->n_options);
  g_autoptr (LsTrial) trial = NULL;
  g_autofree double *memory = NULL;
  g_autofree double *after = NULL;
  double defect[2];
  gsize state;

  model->d[0] = d;
  if (method->perfect != NULL)
    method->perfect (options, 0);
  trial = ls_trial_new (model, sizes, sizes, method, options, NULL);
  g_assert_nonnull (trial);
  memory = g_new0 (double, ls_trial_get_size (trial));
  after = g_new0 (double, ls_trial_get_size (trial));
  ls_trial_list_states (trial, &state);
  /* Off the start, where methods find consistent values first. */
  g_assert_cmpint (ls_trial_step (trial, h), ==, LS_OK);
  ls_trial_read (trial, memory);
  for (guint i = 0; i < 2; i++)
    {
      memory[0] = i; /* inputs are the first places, then outputs */
      ls_trial_write (trial, memory);
      g_assert_cmpint (ls_trial_step (trial, h), ==, LS_OK);
      ls_trial_read (trial, after);
      defect[i] = after[1] - after[state] / (1.0 - d);
    }
  return fabs (defect[1] - defect[0]);
}

/* A step that does not solve loops leaves that to the master, before it: the record says so. */
static void
test_lags (void)
{
  const double d = 0.5;

  for (guint i = 0; i < ls_coupling_method_get_n (); i++)
    {
      const LsCouplingMethod *method = ls_coupling_method_get (i);

      if (method->asynchronous)
        continue;
      g_test_message ("%s: %g", method->id, find_lag (method, d));
      /* Iterations converge to rounding, by perfect(). */
      if (method->lags)
        g_assert_cmpfloat (find_lag (method, d), >, 0.5 * d);
      else
        g_assert_cmpfloat (find_lag (method, d), <, 1e-9);
    }
  /* So one that forgets to say it is found. */
  g_assert_cmpfloat (find_lag (&own, d), >, 0.5 * d);
}

static void
add_restarts (void)
{
  for (guint i = 0; i < ls_coupling_method_get_n (); i++)
    {
      const LsCouplingMethod *method = ls_coupling_method_get (i);
      g_autofree char *path = g_strconcat ("/cosim/contract/restart/", method->id, NULL);

      g_assert_nonnull (method->visit_state);
      if (!method->asynchronous)
        {
          g_autofree char *retry = g_strconcat ("/cosim/contract/retry/", method->id, NULL);

          g_test_add_data_func (path, method, test_restart);
          g_test_add_data_func (retry, method, test_retry);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_restarts ();
  g_test_add_data_func ("/cosim/contract/restart/own", &own, test_restart);
  g_test_add_data_func ("/cosim/contract/retry/own", &own, test_retry);
  g_test_add_func ("/cosim/contract/forgotten", test_forgotten);
  g_test_add_func ("/cosim/contract/stability", test_stability);
  g_test_add_func ("/cosim/contract/lags", test_lags);
  return g_test_run ();
}
