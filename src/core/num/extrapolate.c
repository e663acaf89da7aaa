#include "core/num/extrapolate.h"

#include "core/num/polynomial.h"

#include <math.h>
#include <string.h>

/* One difference more than the highest order needs: it estimates the error of that order. */
#define N_DIFFERENCES (LS_EXTRAPOLATE_MAX_ORDER + 2u)
/* Maximum error of a new order, relative to that of the current one. */
#define HYSTERESIS 0.5
/* A point replaces the last one if their distance, relative to the interval before, is below this:
 * a difference of two values so close would be noise. */
#define NEAR 1e-4
/* Steady choice: what is left of a prediction error one point later. */
#define FADING 0.8

typedef struct
{
  double differences[N_DIFFERENCES]; /* f[t_n], f[t_n, t_n-1], ... */
  double worst[N_DIFFERENCES];       /* steady: greatest prediction errors by order, fading */
  guint order;                       /* selected order, if flexible */
  gboolean is_led;                   /* never asked for: ls_extrapolate_lead_only() */
  double slope;                      /* at the first point */
} Sequence;

struct LsExtrapolate
{
  guint n, order;
  gboolean flexible, steady;
  gboolean merged;             /* the newest point replaced the one before */
  gboolean has_derivatives;    /* at the only point so far */
  guint n_points;              /* known, at most N_DIFFERENCES */
  double times[N_DIFFERENCES]; /* newest first, s */
  Sequence *sequences;
};

LsExtrapolate *
ls_extrapolate_new (guint n, guint order, gboolean flexible)
{
  LsExtrapolate *self;

  g_return_val_if_fail (order <= LS_EXTRAPOLATE_MAX_ORDER, NULL);

  self = g_new0 (LsExtrapolate, 1);
  self->n = n;
  self->order = order;
  self->flexible = flexible;
  self->sequences = g_new0 (Sequence, n + 1);
  return self;
}

LsExtrapolate *
ls_extrapolate_new_steady (guint n, guint order)
{
  LsExtrapolate *self = ls_extrapolate_new (n, order, TRUE);

  g_return_val_if_fail (self != NULL, NULL);

  self->steady = TRUE;
  ls_extrapolate_reset (self);
  return self;
}

void
ls_extrapolate_free (LsExtrapolate *self)
{
  if (self == NULL)
    return;
  g_free (self->sequences);
  g_free (self);
}

void
ls_extrapolate_reset (LsExtrapolate *self)
{
  self->n_points = 0;
  self->merged = FALSE;
  self->has_derivatives = FALSE;
  for (guint i = 0; i < self->n; i++)
    self->sequences[i] = (Sequence){ .order = self->steady ? self->order : 0,
                                     .is_led = self->sequences[i].is_led };
}

void
ls_extrapolate_lead_only (LsExtrapolate *self, guint index)
{
  g_return_if_fail (index < self->n);

  self->sequences[index].is_led = TRUE;
}

/* The order with the least of @errors (@n). */
static inline guint
find_best (const double errors[], guint n)
{
  guint best = 0;

  for (guint q = 1; q < n; q++)
    if (errors[q] < errors[best])
      best = q;
  return best;
}

/* Changes to the order with the least prediction error of @errors[0..n-1], if it is clearly
 * better. */
static inline void
choose_order (Sequence *sequence, const double errors[], guint n)
{
  const guint best = find_best (errors, n);

  if (errors[best] < HYSTERESIS * errors[sequence->order])
    sequence->order = best;
}

/* The same by the greatest errors of late. An order that has not been judged yet stays. */
static inline void
choose_steadily (Sequence *sequence, const double errors[], guint n)
{
  double *worst = sequence->worst;
  guint best;

  /* Not fmax(), which is a call; an error that is not a number does not count either. */
  for (guint q = 0; q < n; q++)
    worst[q] = errors[q] > FADING * worst[q] ? errors[q] : FADING * worst[q];
  best = find_best (worst, n);
  if (sequence->order < n && worst[best] < HYSTERESIS * worst[sequence->order])
    sequence->order = best;
}

/* Updates the differences for the new point, to which the last ones have the distances @gaps, with
 * @products of the first ones. The prediction error of order q is |f[t_n+1 .. t_n-q]| prod_i |t_n+1
 * - t_n-i|: no extrapolation has to be evaluated. */
static inline void
add_value (const LsExtrapolate *self,
           Sequence *sequence,
           double value,
           const double gaps[],
           const double products[],
           guint n)
{
  double difference = value;
  double errors[N_DIFFERENCES];

  for (guint k = 0; k < n; k++)
    {
      const double next = (difference - sequence->differences[k]) / gaps[k];

      sequence->differences[k] = difference;
      difference = next;
      errors[k] = fabs (difference) * products[k];
    }
  sequence->differences[n] = difference;
  if (self->steady)
    choose_steadily (sequence, errors, n);
  else if (self->flexible && n > 0)
    choose_order (sequence, errors, n);
}

/* Newton's form d0 + tau (d1 + (tau + s1) (d2 + (tau + s2) d3)), with @s1 and @s2 from the newest
 * point to the next two, multiplied out: @c (4 coefficients), those above @order 0. */
static inline void
expand (const double differences[], guint order, double s1, double s2, double c[])
{
  const double d1 = order >= 1 ? differences[1] : 0.0;
  const double d2 = order >= 2 ? differences[2] : 0.0;
  const double d3 = order >= 3 ? differences[3] : 0.0;
  const double bend = d2 + s2 * d3;

  c[0] = differences[0];
  c[1] = d1 + s1 * bend;
  c[2] = bend + s1 * d3;
  c[3] = d3;
}

/* Means over [0, @h] of tau, tau (tau + s1), tau (tau + s1) (tau + s2); with -@h those over [-@h,
 * 0]. They depend on times only and can be computed before the values are known: the mean of a
 * sequence is then a sum of products, the only part that has to wait for the outputs of the step
 * before. */
typedef struct
{
  double first, second, third;
} Means;

static inline Means
find_means (double s1, double s2, double h)
{
  const double half = 0.5 * h, square = h * h * (1.0 / 3.0);

  return (Means){ half, square + s1 * half,
                  0.25 * h * h * h + (s1 + s2) * square + s1 * s2 * half };
}

/* Integral of Newton's form over the last @h. */
static inline double
integrate (const double f[], guint order, const Means *means, double h)
{
  double sum = f[0];

  if (order >= 1)
    sum += f[1] * means->first;
  if (order >= 2)
    sum += f[2] * means->second;
  if (order >= 3)
    sum += f[3] * means->third;
  return h * sum;
}

/* choose_steadily() among degrees 0 to 2, without loops. */
static inline void
choose_parabola (Sequence *sequence, double e0, double e1, double e2)
{
  double *worst = sequence->worst;
  double least;
  guint best;

  worst[0] = e0 > FADING * worst[0] ? e0 : FADING * worst[0];
  worst[1] = e1 > FADING * worst[1] ? e1 : FADING * worst[1];
  worst[2] = e2 > FADING * worst[2] ? e2 : FADING * worst[2];
  best = worst[1] < worst[0] ? 1 : 0;
  least = worst[best];
  if (worst[2] < least)
    {
      best = 2;
      least = worst[2];
    }
  if (sequence->order < 3 && least < HYSTERESIS * worst[sequence->order])
    sequence->order = best;
}

/* add_value() of all sequences of degree 2 at most, on each step of black boxes.
 * @integrals: (out) (nullable): over the last @h */
static inline void
add_parabolas (
    LsExtrapolate *self, double time, const double values[], double h, double integrals[])
{
  const double *times = self->times;
  const double g0 = time - times[0], g1 = time - times[1], g2 = time - times[2];
  const double r0 = 1.0 / g0, r1 = 1.0 / g1, r2 = 1.0 / g2, p1 = g0 * g1, p2 = p1 * g2;
  const Means means = find_means (g0, g1, -h);

  for (guint i = 0; i < self->n; i++)
    {
      Sequence *sequence = &self->sequences[i];
      double *f = sequence->differences;
      const double d0 = values[i], d1 = (d0 - f[0]) * r0, d2 = (d1 - f[1]) * r1;
      const double d3 = (d2 - f[2]) * r2;

      f[0] = d0;
      f[1] = d1;
      f[2] = d2;
      f[3] = d3;
      if (!sequence->is_led)
        choose_parabola (sequence, fabs (d1) * g0, fabs (d2) * p1, fabs (d3) * p2);
      if (integrals != NULL)
        integrals[i] = h * (d0 + (d1 * means.first + (d2 * means.second + d3 * means.third)));
    }
}

/* Recovers the differences without the newest point: f[t_1 .. t_k+1] = f[t_0 .. t_k] - (t_0 -
 * t_k+1) f[t_0 .. t_k+1]. */
static G_GNUC_NO_INLINE void
drop_newest (LsExtrapolate *self)
{
  self->n_points--;
  for (guint i = 0; i < self->n; i++)
    {
      double *differences = self->sequences[i].differences;

      for (guint k = 0; k < self->n_points; k++)
        differences[k] -= (self->times[0] - self->times[k + 1]) * differences[k + 1];
    }
  memmove (self->times, self->times + 1, self->n_points * sizeof (double));
}

void
ls_extrapolate_set_derivatives (LsExtrapolate *self, const double slopes[])
{
  g_return_if_fail (self->n_points == 1);

  if (self->order == 0)
    return;
  for (guint i = 0; i < self->n; i++)
    self->sequences[i].slope = slopes[i];
  self->has_derivatives = TRUE;
}

/* Replaces the derivative at the first point by an artificial earlier point: the parabola through
 * the first point, with the derivative there, and the new point has the value y_1 - 2 h y_0' at the
 * distance h before the first. */
static G_GNUC_NO_INLINE void
put_before (LsExtrapolate *self, double time, const double values[])
{
  double h = time - self->times[0];

  for (guint i = 0; i < self->n; i++)
    {
      double *differences = self->sequences[i].differences;
      double before = values[i] - 2.0 * h * self->sequences[i].slope;

      differences[1] = (differences[0] - before) / h;
      self->sequences[i].order = 1;
    }
  self->times[1] = self->times[0] - h;
  self->n_points = 2;
  self->has_derivatives = FALSE;
}

void
ls_extrapolate_add (LsExtrapolate *self, double time, const double values[])
{
  ls_extrapolate_add_and_integrate (self, time, values, 0.0, NULL);
}

static inline void
push_time (LsExtrapolate *self, double time)
{
  for (guint k = N_DIFFERENCES - 1; k > 0; k--)
    self->times[k] = self->times[k - 1];
  self->times[0] = time;
  self->n_points = MIN (self->n_points + 1, self->order + 2);
}

/* @n: the last points, of which the differences are. @integrals: nullable */
static G_GNUC_NO_INLINE void
add_any (
    LsExtrapolate *self, guint n, double time, const double values[], double h, double integrals[])
{
  double gaps[N_DIFFERENCES - 1], products[N_DIFFERENCES - 1];

  for (guint k = 0; k < n; k++)
    {
      gaps[k] = time - self->times[k];
      products[k] = k == 0 ? gaps[0] : products[k - 1] * gaps[k];
    }
  for (guint i = 0; i < self->n; i++)
    add_value (self, &self->sequences[i], values[i], gaps, products, n);
  push_time (self, time);
  for (guint i = 0; i < self->n && integrals != NULL; i++)
    integrals[i] = ls_extrapolate_integrate_back (self, i, h);
}

void
ls_extrapolate_add_and_integrate (
    LsExtrapolate *self, double time, const double values[], double h, double integrals[])
{
  guint n;

  /* Not twice in succession: otherwise short steps after long ones would never be used. */
  self->merged = !self->merged && self->n_points > 1
                 && time - self->times[0] < NEAR * (self->times[0] - self->times[1]);
  if (G_UNLIKELY (self->merged))
    drop_newest (self);
  if (G_UNLIKELY (self->has_derivatives))
    put_before (self, time, values);
  n = MIN (self->n_points, self->order + 1);
  if (n != 3 || !self->steady)
    {
      add_any (self, n, time, values, h, integrals);
      return;
    }
  add_parabolas (self, time, values, h, integrals);
  push_time (self, time);
}

void
ls_extrapolate_replace (LsExtrapolate *self, const double values[])
{
  const double time = self->times[0];
  const gboolean merged = self->merged;

  g_return_if_fail (self->n_points > 0);

  for (guint i = 0; i < self->n && self->n_points == 1; i++)
    self->sequences[i].differences[0] = values[i];
  if (self->n_points == 1)
    return;
  drop_newest (self);
  ls_extrapolate_add (self, time, values);
  self->merged = merged;
}

guint
ls_extrapolate_get_n_points (const LsExtrapolate *self)
{
  return self->n_points + (self->has_derivatives ? 1 : 0);
}

static inline guint
get_order (const LsExtrapolate *self, const Sequence *sequence)
{
  const guint highest = self->n_points > self->order ? self->order : self->n_points - 1;

  return self->flexible ? MIN (sequence->order, highest) : highest;
}

guint
ls_extrapolate_get_order (const LsExtrapolate *self, guint index)
{
  g_return_val_if_fail (index < self->n, 0);

  if (self->n_points == 0)
    return 0;
  return self->has_derivatives ? 1 : get_order (self, &self->sequences[index]);
}

static inline void
get_one (const LsExtrapolate *self, guint index, double c[])
{
  const Sequence *sequence = &self->sequences[index];
  const double *times = self->times;

  if (G_UNLIKELY (self->has_derivatives))
    {
      c[0] = sequence->differences[0];
      c[1] = sequence->slope;
      c[2] = c[3] = 0.0;
    }
  else
    expand (sequence->differences, get_order (self, sequence), times[0] - times[1],
            times[0] - times[2], c);
}

void
ls_extrapolate_get_one (const LsExtrapolate *self, guint index, double c[])
{
  get_one (self, index, c);
}

/* Mean of Newton's form of degree @order. */
static inline double
sum_means (const double f[], guint order, const Means *means)
{
  if (G_LIKELY (order == 2))
    return f[0] + (f[1] * means->first + f[2] * means->second);
  return order == 0   ? f[0]
         : order == 1 ? f[0] + f[1] * means->first
                      : f[0] + (f[1] * means->first + (f[2] * means->second + f[3] * means->third));
}

double
ls_extrapolate_get_mean (const LsExtrapolate *self, guint index, double h)
{
  const Sequence *sequence = &self->sequences[index];
  const double *f = sequence->differences, *times = self->times;
  Means means;

  if (G_UNLIKELY (self->has_derivatives))
    return f[0] + 0.5 * h * sequence->slope;
  means = find_means (times[0] - times[1], times[0] - times[2], h);
  return sum_means (f, get_order (self, sequence), &means);
}

void
ls_extrapolate_get (const LsExtrapolate *self, guint degree, double coefficients[])
{
  g_return_if_fail (degree >= self->order);

  for (guint i = 0; i < self->n; i++)
    {
      double *row = coefficients + (gsize)i * (degree + 1);
      double c[LS_EXTRAPOLATE_MAX_ORDER + 1] = { 0.0 };

      if (self->n_points > 0)
        get_one (self, i, c);
      for (guint p = 0; p <= degree; p++)
        row[p] = p <= LS_EXTRAPOLATE_MAX_ORDER ? c[p] : 0.0;
    }
}

double
ls_extrapolate_integrate_back (const LsExtrapolate *self, guint index, double h)
{
  const guint order = MIN (MIN (self->n_points - 1, self->order + 1), LS_EXTRAPOLATE_MAX_ORDER);

  g_return_val_if_fail (index < self->n && self->n_points > 0, NAN);

  const Means means
      = find_means (self->times[0] - self->times[1], self->times[0] - self->times[2], -h);

  return integrate (self->sequences[index].differences, order, &means, h);
}

/* Newton's form with one point more: E (tau) + (end - E (h)) prod_i (tau - tau_i) / (h - tau_i),
 * with tau_0 = 0. */
static inline void
lead_to (const LsExtrapolate *self, guint index, double h, double end, double c[])
{
  const guint n = MIN (self->n_points, self->order + 1);
  const double s1 = self->times[0] - self->times[1], s2 = self->times[0] - self->times[2];
  const double *differences = self->sequences[index].differences;
  double scale = h, factor;

  /* On all steps but the first ones; the same as below. */
  if (G_LIKELY (n == 3))
    {
      const double slope = differences[1] + s1 * differences[2];
      const double there = differences[0] + h * (slope + h * differences[2]);

      c[3] = (end - there) / (h * (h + s1) * (h + s2));
      c[2] = differences[2] + c[3] * (s1 + s2);
      c[1] = slope + c[3] * (s2 * s1);
      c[0] = differences[0];
      return;
    }
  expand (differences, n - 1, s1, s2, c);
  if (n > 1)
    scale *= h + s1;
  factor = (end - (c[0] + h * (c[1] + h * c[2]))) / scale;
  c[1] += factor * (n == 1 ? 1.0 : s1);
  c[2] += n == 1 ? 0.0 : factor;
}

void
ls_extrapolate_lead_to (const LsExtrapolate *self, guint index, double h, double end, double c[])
{
  g_return_if_fail (index < self->n && self->n_points > 0
                    && self->order < LS_EXTRAPOLATE_MAX_ORDER);

  lead_to (self, index, h, end, c);
}

static inline gboolean
has_three_points (const LsExtrapolate *self)
{
  return MIN (self->n_points, self->order + 1) == 3;
}

/* Of three points and an end: the mean is the one by degree 2 plus a share of what that misses at
 * the end. */
static inline double
find_share (double s1, double s2, double h, const Means *means)
{
  return means->third / (h * (h + s1) * (h + s2));
}

/* The mean without its share of the end. */
static inline double
lead_mean (const double f[], double s1, double h, const Means *means, double share)
{
  const double there = f[0] + h * (f[1] + (h + s1) * f[2]);

  return f[0] + f[1] * means->first + f[2] * means->second - share * there;
}

double
ls_extrapolate_get_mean_to (const LsExtrapolate *self, guint index, double h, double end)
{
  const double s1 = self->times[0] - self->times[1], s2 = self->times[0] - self->times[2];
  double c[LS_EXTRAPOLATE_MAX_ORDER + 1];

  if (G_LIKELY (has_three_points (self)))
    {
      const Means means = find_means (s1, s2, h);
      const double share = find_share (s1, s2, h, &means);

      return lead_mean (self->sequences[index].differences, s1, h, &means, share) + share * end;
    }
  lead_to (self, index, h, end, c);
  return ls_polynomial_get_mean (c, LS_EXTRAPOLATE_MAX_ORDER, h);
}

gboolean
ls_extrapolate_look_ahead (const LsExtrapolate *self, double h, double means[], double *share)
{
  const double s1 = self->times[0] - self->times[1], s2 = self->times[0] - self->times[2];
  const Means all = find_means (s1, s2, h);

  if (G_UNLIKELY (!has_three_points (self)))
    return FALSE;
  *share = find_share (s1, s2, h, &all);
  for (guint i = 0; i < self->n; i++)
    {
      const Sequence *sequence = &self->sequences[i];

      means[i] = sequence->is_led
                     ? lead_mean (sequence->differences, s1, h, &all, *share)
                     : sum_means (sequence->differences, get_order (self, sequence), &all);
    }
  return TRUE;
}

void
ls_extrapolate_visit_state (LsExtrapolate *self, LsVisitMemoryFunc func, gpointer user_data)
{
  LS_VISIT_MEMBERS (self, n, times, func, user_data);
  func (self->sequences, self->n * sizeof (Sequence), user_data);
}
