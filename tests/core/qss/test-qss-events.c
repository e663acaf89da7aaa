/* Quantised state solvers: events, what is refused, and the queue of states. */
#include "core/qss/qss-queue.h"
#include "core/qss/qss.h"

#include <math.h>
#include <string.h>

typedef struct
{
  guint n_balls;
  double e[3];
  guint bounces[3];
  double times[3][32];
  guint time_events;
} Balls;

static LsStatus
ball_derivatives (double t G_GNUC_UNUSED,
                  const double q[],
                  const guint wanted[],
                  guint n,
                  double dx[],
                  gpointer user_data G_GNUC_UNUSED)
{
  for (guint k = 0; k < n; k++)
    dx[k] = wanted[k] % 2 == 0 ? q[wanted[k] + 1] : -9.81;
  return LS_OK;
}

static LsStatus
ball_indicators (guint unit,
                 double t G_GNUC_UNUSED,
                 const double x[],
                 double z[],
                 gpointer user_data G_GNUC_UNUSED)
{
  z[0] = x[2 * unit];
  return LS_OK;
}

static LsStatus
ball_event (double t, double x[], LsQssEvent *event, gpointer user_data)
{
  Balls *self = user_data;

  for (guint b = 0; b < self->n_balls; b++)
    if (event->units[b] == LS_QSS_UNIT_FIRED)
      {
        event->units[b] = LS_QSS_UNIT_HANDLED;
        if (x[2 * b] > 0.0)
          continue;
        self->times[b][self->bounces[b]++] = t;
        x[2 * b] = 1e-300;
        x[2 * b + 1] *= -self->e[b];
        event->moved[2 * b] = event->moved[2 * b + 1] = 1;
      }
  if (event->time_event)
    self->time_events++;
  event->next_time = event->time_event ? t + 0.25 : floor (t / 0.25) * 0.25 + 0.25;
  return LS_OK;
}

static const double bounce_times[]
    = { 0.4515236409857309, 1.083656738365754, 1.52614990653177, 1.835895124247982 };

/* A fall is a parabola: from the second order on the times are good to a tenth of a quantum over
 * the speed (differences round); in the first order they are off by some quanta over the speed.
 * Balls of one height bounce together. */
static void
test_balls (void)
{
  static const guint rows[] = { 0, 2, 4 }, columns[] = { 1, 3, 5 };
  static const guint states[] = { 0, 1, 2, 3, 4, 5 };
  static const double x0[] = { 1, 0, 1, 0, 1.0 + 1e-3, 0 };

  for (guint m = 0; m < ls_qss_method_get_n (); m++)
    {
      const guint order = ls_qss_method_get_order (ls_qss_method_get (m));
      /* With powers of ten the first bounce would be at the end of a step. */
      const double quantum = order == 1 ? 1.3e-3 : 1.3e-6;
      const double absolute[6] = { quantum, quantum, quantum, quantum, quantum, quantum };
      const guint8 varies[6] = { 0 };
      Balls balls = { .n_balls = 3, .e = { 0.7, 0.7, 0.7 } };
      LsQssUnit units[3];
      LsQssProblem problem = { .n = 6,
                               .n_entries = 3,
                               .rows = rows,
                               .columns = columns,
                               .varies = varies,
                               .derivatives = ball_derivatives,
                               .n_units = 3,
                               .units = units,
                               .indicators = ball_indicators,
                               .event = ball_event,
                               .user_data = &balls };
      LsQssSettings settings = { .absolute = absolute, .span = 2 };
      g_autoptr (LsQss) solver = NULL;
      g_autoptr (GError) error = NULL;
      LsQssCounts counts;

      for (guint b = 0; b < 3; b++)
        units[b] = (LsQssUnit){ .n_indicators = 1, .states = states + 2 * b, .n_states = 2 };
      solver = ls_qss_new (ls_qss_method_get (m), &problem, &settings, NULL, "balls", &error);
      g_assert_no_error (error);
      g_assert_cmpint (ls_qss_start (solver, 0, x0, 0.25), ==, LS_OK);
      g_assert_cmpint (ls_qss_advance (solver, 2), ==, LS_OK);
      ls_qss_get_counts (solver, &counts);
      g_test_message ("%s: %.3g %.3g %.3g %.3g s off; %" G_GUINT64_FORMAT
                      " changes, %" G_GUINT64_FORMAT " looks, %" G_GUINT64_FORMAT " late",
                      ls_qss_method_get_id (ls_qss_method_get (m)),
                      balls.times[0][0] - bounce_times[0], balls.times[0][1] - bounce_times[1],
                      balls.times[0][2] - bounce_times[2], balls.times[0][3] - bounce_times[3],
                      counts.requantisations, counts.indicators, counts.late_events);
      g_assert_cmpuint (balls.bounces[0], ==, 4);
      g_assert_cmpuint (balls.bounces[1], ==, 4);
      g_assert_cmpuint (balls.bounces[2], ==, 4);
      g_assert_cmpuint (balls.time_events, ==, 8);
      /* Four bounces of two of them together, and of the third: 4 + 4 events, not 12. */
      g_assert_cmpuint (counts.state_events, ==, 8);
      /* One may be seen at a change of speed within rounding of it. */
      g_assert_cmpuint (counts.late_events, <=, order == 1 ? 2 : 0);
      for (guint k = 0; k < 4; k++)
        {
          g_assert_cmpfloat_with_epsilon (balls.times[0][k], bounce_times[k],
                                          order == 1 ? 2e-3 : 1e-7);
          g_assert_cmpfloat (balls.times[0][k], ==, balls.times[1][k]);
        }
    }
}

/* --- Bad input --- */

static LsStatus
no_event (double t G_GNUC_UNUSED,
          double x[] G_GNUC_UNUSED,
          LsQssEvent *event G_GNUC_UNUSED,
          gpointer user_data G_GNUC_UNUSED)
{
  return LS_STOP;
}

static LsStatus
endless (double t G_GNUC_UNUSED,
         const double q[] G_GNUC_UNUSED,
         const guint wanted[] G_GNUC_UNUSED,
         guint n,
         double dx[],
         gpointer user_data G_GNUC_UNUSED)
{
  for (guint k = 0; k < n; k++)
    dx[k] = 1e30;
  return LS_OK;
}

static const char *
get_state_name (guint state, gpointer user_data G_GNUC_UNUSED)
{
  return state == 0 ? "tank.level" : "tank.flow";
}

static void
test_bad_input (void)
{
  const double bad[] = { 0.0, NAN, -1.0, INFINITY };
  double absolute[] = { 1e-6, 1e-6 };
  const double x0[] = { 0, 0 };
  LsQssProblem problem
      = { .n = 2, .derivatives = endless, .event = no_event, .get_state_name = get_state_name };
  LsQssSettings settings = { .absolute = absolute, .span = 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autofree char *said = NULL;
  LsQss *solver;

  for (guint k = 0; k < G_N_ELEMENTS (bad); k++)
    {
      absolute[1] = bad[k];
      solver = ls_qss_new (ls_qss_method_find ("qss2"), &problem, &settings, NULL, NULL, &error);
      g_assert_null (solver);
      g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
      g_assert_nonnull (strstr (error->message, "tank.flow"));
      g_clear_error (&error);
    }
  absolute[1] = 1e-6;
  settings.relative = NAN;
  g_assert_null (ls_qss_new (ls_qss_method_find ("qss2"), &problem, &settings, NULL, NULL, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_ARGUMENT);
  g_clear_error (&error);
  settings.relative = 0.0;
  solver = ls_qss_new (ls_qss_method_find ("qss1"), &problem, &settings, log, "plant", &error);
  g_assert_no_error (error);
  g_assert_cmpint (ls_qss_start (solver, 0, x0, INFINITY), ==, LS_OK);
  g_assert_cmpint (ls_qss_advance (solver, 1), ==, LS_STOP);
  said = ls_log_take_error (log);
  g_test_message ("%s", said);
  g_assert_nonnull (strstr (said, "tank.level"));
  g_assert_null (ls_qss_method_find ("qss4"));
  ls_qss_free (solver);
}

/* Against sorting. */
static void
test_queue (void)
{
  LsQssQueue queue;
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  guint entries[200];

  ls_qss_queue_init (&queue, 200);
  for (guint k = 0; k < 20000; k++)
    {
      guint n, expected = 0;
      double least = INFINITY;

      /* Few different times, so that many are equal. */
      ls_qss_queue_set (&queue, (guint)g_rand_int_range (random, 0, 200),
                        g_rand_int_range (random, 0, 40));
      for (guint i = 0; i < 200; i++)
        least = fmin (least, queue.times[i]);
      n = ls_qss_queue_list_first (&queue, entries);
      g_assert_cmpfloat (queue.times[ls_qss_queue_get_first (&queue)], ==, least);
      for (guint i = 0; i < 200; i++)
        if (queue.times[i] == least)
          g_assert_cmpuint (entries[expected++], ==, i);
      g_assert_cmpuint (n, ==, expected);
    }
  ls_qss_queue_clear (&queue);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/num/qss/queue", test_queue);
  g_test_add_func ("/num/qss/balls", test_balls);
  g_test_add_func ("/num/qss/bad-input", test_bad_input);
  return g_test_run ();
}
