#include "instance.h"

#include "dop853.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define MAX_STEPS 1000000 /* of the solver in one macro step */

static void
slope_at (void *data, double elapsed, const double x[], double dx[])
{
  const Fmu *self = data;
  FmuPoint at = fmu_point (self);

  fmu_inputs_at (self, elapsed, self->u_stage);
  at.t = self->memory->origin + elapsed;
  at.x = x;
  at.u = self->u_stage;
  fmu_model.derivatives (&at, dx);
}

/* The smaller of the parameter and the tolerance of fmi2SetupExperiment. */
static double
tolerance_of (const Fmu *self)
{
  const FmuMemory *memory = self->memory;

  return memory->asked_tolerance > 0 ? fmin (memory->asked_tolerance, memory->tolerance)
                                     : memory->tolerance;
}

/* Attempts a step of @h from the present point, into x_new. Returns: the local error */
static double
attempt (Fmu *self, double h)
{
  double tolerance = tolerance_of (self);

  if (fmu_model.n_x == 0)
    return 0;
  return dop853_step (fmu_model.n_x, slope_at, self, self->memory->elapsed, h, self->x, self->dx,
                      self->scale, tolerance, self->x_new, self->work);
}

/* Finds an accurate first step, limited to @limit, and chooses the next one. Steps divide the
 * remaining interval evenly: a small remainder at the end would cost as much as a full step.
 * Returns 0 if no step is accurate enough. */
static double
find_step (Fmu *self, double limit)
{
  FmuMemory *memory = self->memory;
  const double remaining = limit - memory->elapsed;
  const double smallest = 16 * DBL_EPSILON * fmax (memory->elapsed, remaining);
  bool rejected = false;
  double h = remaining;
  double error;
  double next;

  if (!fmu_update_derivatives (self))
    return 0;
  for (;;)
    {
      if (memory->h_solver > 0 && memory->h_solver < remaining)
        h = remaining / ceil (remaining / memory->h_solver);
      error = attempt (self, h);
      if (error <= 1)
        break;
      rejected = true;
      memory->h_solver = h * (isfinite (error) ? fmax (0.2, 0.9 * pow (error, -0.125)) : 0.1);
      if (memory->h_solver < smallest)
        return 0;
    }
  next = h * fmin (rejected ? 1 : 6, fmax (0.333, 0.9 * pow (error, -0.125)));
  /* A step shortened by @limit must not reduce the step size chosen before. */
  memory->h_solver = next < h ? next : fmax (memory->h_solver, next);
  return h;
}

static bool
crosses (const double z_old[], const double z[])
{
  for (unsigned i = 0; i < fmu_model.n_z; i++)
    if ((z_old[i] > 0) != (z[i] > 0))
      return true;
  return false;
}

/* Inputs changed since the last step may have changed the sign of an indicator. */
static bool
has_jumped (Fmu *self)
{
  if (fmu_model.n_z == 0)
    return false;
  fmu_indicators (self, self->memory->elapsed, self->x, self->z);
  return crosses (self->z_last, self->z);
}

/* Shortens a step of @h, whose end is in x_new, to just after the first zero crossing of an
 * indicator; sets @event if there is one. */
static double
locate_event (Fmu *self, double h, bool *event)
{
  const double t = self->memory->elapsed;
  double before = 0;
  double after = h;

  if (fmu_model.n_z == 0)
    return h;
  fmu_indicators (self, t + h, self->x_new, self->z);
  if (!crosses (self->z_last, self->z))
    {
      memcpy (self->z_last, self->z, fmu_model.n_z * sizeof (double));
      return h;
    }
  *event = true;
  while (after - before > 4 * DBL_EPSILON * fmax (t, h))
    {
      double middle = before + (after - before) / 2;

      attempt (self, middle);
      fmu_indicators (self, t + middle, self->x_new, self->z);
      if (crosses (self->z_last, self->z))
        after = middle;
      else
        before = middle;
    }
  attempt (self, after);
  return after;
}

/* If the projection fails, the states of the solver are kept. */
static void
keep_constraints (Fmu *self)
{
  FmuPoint at = fmu_point (self);

  if (fmu_model.project == NULL)
    return;
  memcpy (self->x_new, self->x, fmu_model.n_x * sizeof (double));
  if (fmu_model.project (&at, self->x_new))
    memcpy (self->x, self->x_new, fmu_model.n_x * sizeof (double));
  fmu_forget (self);
}

/* Handles an event at the present point. Returns: whether the step goes on; otherwise @status. */
static bool
pass_event (Fmu *self, fmi2Status *status)
{
  self->event_pending = self->stops_at_events;
  *status = fmi2OK;
  if (self->event_pending)
    return false;
  *status = fmi2Discard;
  return fmu_settle_events (self) && !self->memory->terminated;
}

fmi2Status
fmu_advance (Fmu *self, double length)
{
  FmuMemory *memory = self->memory;
  fmi2Status status = fmi2OK;

  if (has_jumped (self) && !pass_event (self, &status))
    return status;
  for (int i = 0; memory->elapsed < length; i++)
    {
      double limit = fmin (length, memory->next_event_time - memory->origin);
      bool event = false;
      double h = limit > memory->elapsed && i < MAX_STEPS ? find_step (self, limit) : 0;
      double h_found = h;

      if (limit > memory->elapsed && h == 0)
        return fmi2Discard;
      if (h > 0)
        {
          h = locate_event (self, h, &event);
          memcpy (self->x, self->x_new, fmu_model.n_x * sizeof (double));
          fmu_move_to (self,
                       h == h_found && h == limit - memory->elapsed ? limit : memory->elapsed + h);
          keep_constraints (self);
        }
      if (memory->elapsed >= memory->next_event_time - memory->origin)
        {
          memory->t = fmax (memory->t, memory->next_event_time);
          event = true;
        }
      if (event && !pass_event (self, &status))
        return status;
    }
  return fmi2OK;
}
