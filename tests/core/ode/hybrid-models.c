#include "hybrid-models.h"

LsStatus
unit_derivatives (double t, const double x[], double dx[], gpointer user_data)
{
  Model *self = user_data;

  for (guint i = 0; i < self->n; i++)
    dx[i] = 0.0;
  if (self->f != NULL)
    self->f (self, t, x, dx);
  return LS_OK;
}

LsStatus
unit_indicators (double t, const double x[], double z[], gpointer user_data)
{
  Model *self = user_data;

  self->z (self, t, x, z);
  return LS_OK;
}

static LsStatus
completed (double t,
           const double x[] G_GNUC_UNUSED,
           gboolean *event,
           gboolean *terminate,
           gpointer user_data)
{
  Model *self = user_data;

  *terminate = FALSE;
  *event = self->wants (self, t);
  return LS_OK;
}

LsStatus
unit_event (double t,
            const LsHybridCauses *causes,
            double x[],
            LsHybridOutcome *outcome,
            gpointer user_data)
{
  Model *self = user_data;

  g_assert_cmpuint (self->n_events, <, MAX_EVENTS);
  self->times[self->n_events] = t;
  self->causes[self->n_events++] = *causes;
  outcome->states_changed = self->event != NULL && self->event (self, t, causes, x, outcome);
  return LS_OK;
}

gboolean unit_solver_locates;

LsHybrid *
unit_make (Model *model, const char *method, double rtol, double max_step, LsLog *log)
{
  const LsHybridProblem problem
      = { .ode = { .n = model->n, .derivatives = unit_derivatives, .user_data = model },
          .n_indicators = model->n_z,
          .indicators = unit_indicators,
          .completed = model->wants != NULL ? completed : NULL,
          .event = unit_event };
  const LsHybridSettings settings = { .rtol = rtol,
                                      .atol = rtol,
                                      .max_step = max_step,
                                      .span = 10,
                                      .solver_locates = unit_solver_locates };
  const double nominals[] = { 1.0, 1.0 };
  GError *error = NULL;
  LsHybrid *self = ls_hybrid_new (ls_ode_method_find (method), &problem, &settings, nominals, log,
                                  "model", &error);

  g_assert_no_error (error);
  g_assert_cmpint (ls_hybrid_start (self, 0.0, model->start,
                                    model->first_time > 0.0 ? model->first_time : INFINITY),
                   ==, LS_OK);
  return self;
}

void
unit_run (Model *model, const char *method, double t_end, double max_step)
{
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (LsHybrid) self = unit_make (model, method, 1e-13, max_step, log);

  if (ls_hybrid_advance (self, t_end) != LS_OK)
    g_error ("%s", ls_log_take_error (log));
  g_assert_cmpfloat (ls_hybrid_get_time (self), ==, t_end);
}

/* All that choose their step: their errors are below what the times of events are asked for. */
void
unit_for_each_method (void (*test) (const char *method))
{
  for (guint i = 0; i < ls_ode_method_get_n (); i++)
    {
      const LsOdeMethod *method = ls_ode_method_get (i);

      if (ls_ode_method_has_fixed_step (method))
        continue;
      g_test_message ("%s", ls_ode_method_get_id (method));
      test (ls_ode_method_get_id (method));
    }
}

void
ball_f (const Model *self G_GNUC_UNUSED, double t G_GNUC_UNUSED, const double x[], double dx[])
{
  dx[0] = x[1];
  dx[1] = -9.81;
}

void
ball_z (const Model *self, double t G_GNUC_UNUSED, const double x[], double z[])
{
  z[0] = self->mode == 1 ? 1.0 : x[0];
}

gboolean
ball_event (Model *self,
            double t G_GNUC_UNUSED,
            const LsHybridCauses *causes,
            double x[],
            LsHybridOutcome *outcome G_GNUC_UNUSED)
{
  if (!(causes->fired[0] < 0))
    return FALSE;
  x[0] = DBL_MIN;
  x[1] *= -self->parameter;
  return TRUE;
}

void
growth_f (const Model *self G_GNUC_UNUSED, double t G_GNUC_UNUSED, const double x[], double dx[])
{
  dx[0] = x[0];
}

void
growth_z (const Model *self G_GNUC_UNUSED, double t G_GNUC_UNUSED, const double x[], double z[])
{
  z[0] = 2.0 - x[0];
}

gboolean
growth_event (Model *self G_GNUC_UNUSED,
              double t G_GNUC_UNUSED,
              const LsHybridCauses *causes G_GNUC_UNUSED,
              double x[],
              LsHybridOutcome *outcome G_GNUC_UNUSED)
{
  x[0] = 1.0;
  return TRUE;
}

void
abs_z (const Model *self G_GNUC_UNUSED, double t G_GNUC_UNUSED, const double x[], double z[])
{
  z[0] = x[0];
}
