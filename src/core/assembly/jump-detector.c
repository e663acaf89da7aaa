#include "core/assembly/jump-detector.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Minimum size of a jump relative to the range of the output. */
#define JUMP 1e-3
/* Minimum ratio to the greatest previous prediction error: for a confirmed jump, and for a
 * suspected one. */
#define CERTAIN 100.0
#define SUSPICIOUS 8.0
/* Minimum number of steps since the last discontinuity. */
#define MIN_STEPS 4u
/* Maximum ratio of step lengths by whose cube the expected error grows. */
#define GROWTH 10.0
/* Arrays of n numbers. */
#define N_ARRAYS 5u

/* A jump is located when the remaining part of the step is below LOCATED of the step, or near the
 * resolution of time. */
#define LOCATED 1e-9
#define LEAST_OF_TIME (1e4 * DBL_EPSILON)

struct LsJumpDetector
{
  guint n;
  guint n_steps;          /* steps since the last discontinuity */
  double longest, h_last; /* the longest and the last of these steps, s */
  double *nominals;       /* n */
  double *low, *high;     /* n: ranges since the start */
  double *greatest;       /* n: prediction errors since the last discontinuity */
  double *last;           /* n: prediction errors of the last step */
  gboolean started;       /* ranges are valid */
  gboolean locating;      /* a jump is suspected */
  gboolean at_end;        /* the end of the step has been tested */
  double jumped_by,
      closest;           /* upper bound of the time of the jump, s; resolution of the location, s */
  double step;           /* required next step, s; 0: none */
  LsJumpDetector *saved; /* (nullable): saved state */
};

LsJumpDetector *
ls_jump_detector_new (guint n, const double nominals[])
{
  LsJumpDetector *self = g_new0 (LsJumpDetector, 1);

  self->n = n;
  self->nominals = g_new0 (double, N_ARRAYS *(gsize)n + 1);
  self->low = self->nominals + n;
  self->high = self->low + n;
  self->greatest = self->high + n;
  self->last = self->greatest + n;
  memcpy (self->nominals, nominals, n * sizeof (double));
  return self;
}

void
ls_jump_detector_free (LsJumpDetector *self)
{
  if (self == NULL)
    return;
  ls_jump_detector_free (self->saved);
  g_free (self->nominals);
  g_free (self);
}

static void
copy (LsJumpDetector *self, const LsJumpDetector *from)
{
  const LsJumpDetector own = *self;

  *self = *from;
  self->nominals = own.nominals;
  self->low = own.low;
  self->high = own.high;
  self->greatest = own.greatest;
  self->last = own.last;
  self->saved = own.saved;
  memcpy (self->nominals, from->nominals, N_ARRAYS * (gsize)self->n * sizeof (double));
}

void
ls_jump_detector_save (LsJumpDetector *self)
{
  if (self->saved == NULL)
    self->saved = ls_jump_detector_new (self->n, self->nominals);
  copy (self->saved, self);
}

void
ls_jump_detector_restore (LsJumpDetector *self)
{
  copy (self, self->saved);
}

void
ls_jump_detector_restart (LsJumpDetector *self)
{
  self->n_steps = 0;
  self->longest = self->h_last = 0.0;
  self->locating = FALSE;
  memset (self->greatest, 0, self->n * sizeof (double));
}

/* Expected error for a step @h. On a step longer than all before it is extrapolated from the last
 * error only, since errors of the first steps, without a history, grow with another power of their
 * length. */
static double
get_usual (const LsJumpDetector *self, guint i, double h)
{
  if (h <= self->longest)
    return self->greatest[i];
  return fmax (self->greatest[i], self->last[i] * pow (fmin (h / self->h_last, GROWTH), 3.0));
}

static gboolean
is_jump (const LsJumpDetector *self, double h, const double errors[], double growth)
{
  if (self->n_steps < MIN_STEPS)
    return FALSE;
  for (guint i = 0; i < self->n; i++)
    {
      /* Far ahead of a wave values are tiny and grow exponentially, which is no jump: use the
       * nominal as minimum range. */
      double range = fmax (self->high[i] - self->low[i], self->nominals[i]);

      if (errors[i] > JUMP * range && errors[i] > growth * get_usual (self, i, h))
        return TRUE;
    }
  return FALSE;
}

static void
take (LsJumpDetector *self, double h, const double y[], const double errors[])
{
  for (guint i = 0; i < self->n; i++)
    {
      self->greatest[i] = fmax (self->greatest[i], errors[i]);
      self->last[i] = errors[i];
      self->low[i] = self->started ? fmin (self->low[i], y[i]) : y[i];
      self->high[i] = self->started ? fmax (self->high[i], y[i]) : y[i];
    }
  self->started = TRUE;
  self->h_last = h;
  self->longest = fmax (self->longest, h);
  self->n_steps++;
}

/* A first suspicion, or a repeated one on a shorter step: choose the next shorter step. */
static void
look_closer (LsJumpDetector *self, double time, double h)
{
  if (!self->locating)
    {
      self->locating = TRUE;
      self->at_end = FALSE;
      self->closest = fmax (LOCATED * h, LEAST_OF_TIME * (fabs (time) + h));
    }
  self->jumped_by = time + h;
  self->step = self->at_end ? 0.5 * h : h - self->closest;
  self->at_end = TRUE;
}

/* The step was smooth: the jump, if any, is in the rest. */
static void
go_on (LsJumpDetector *self, double time, double h)
{
  double left = self->jumped_by - (time + h);

  self->at_end = TRUE;
  if (left > 0.5 * self->closest)
    self->step = left;
  else
    self->locating = FALSE;
}

LsJumpVerdict
ls_jump_detector_judge (LsJumpDetector *self,
                        double time,
                        double h,
                        const double y[],
                        const double errors[],
                        gboolean can_undo)
{
  gboolean jump;

  self->step = 0.0;
  jump = is_jump (self, h, errors, can_undo ? SUSPICIOUS : CERTAIN);
  if (jump && can_undo && !(self->locating && h < 2.5 * self->closest))
    {
      look_closer (self, time, h);
      return LS_JUMP_RETRY;
    }
  take (self, h, y, errors);
  if (jump)
    self->locating = FALSE;
  else if (self->locating)
    go_on (self, time, h);
  return jump ? LS_JUMP_FOUND : LS_JUMP_NONE;
}

double
ls_jump_detector_get_step (const LsJumpDetector *self)
{
  return self->step;
}

void
ls_jump_detector_visit_state (LsJumpDetector *self, LsVisitMemoryFunc func, gpointer user_data)
{
  LS_VISIT_MEMBERS (self, n, h_last, func, user_data);
  LS_VISIT_MEMBERS (self, started, step, func, user_data);
  func (self->nominals, N_ARRAYS * self->n * sizeof (double), user_data);
}
