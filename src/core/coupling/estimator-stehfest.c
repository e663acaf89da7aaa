/* The gains of the estimator as published: transfer functions by Misra and Patel, inverted by Gaver
 * and Stehfest, slopes from inversions at earlier times (COSTARICA 3.2.3). */
#include "core/coupling/estimator-impl.h"
#include "core/num/laplace.h"
#include "core/num/transfer.h"

#include <math.h>
#include <string.h>

/* The inversions are at 1, 1 - DELTA / 2 and 1 - DELTA of the step: COSTARICA eq. 48. */
#define DELTA 0.2
#define N_TIMES 3u

/* One evaluation of the transform: argument @s and weights in the value and the slope. */
typedef struct
{
  double s, weight[2];
} Node;

struct LsStehfest
{
  guint n_x, n_u, n_y, degree, n_nodes;
  Node *nodes;
  LsTransfer *input, *state; /* transfer functions from the inputs and from the states at the start
                              */
  double *a, *b;             /* h A, h B: time in units of the step, so that s is near 1 */
  double *identity, *zeros;  /* n_x x n_x, n_y x n_x */
};

static void
make_nodes (LsStehfest *self, guint terms)
{
  static const double slopes[N_TIMES] = { 3.0 / DELTA, -4.0 / DELTA, 1.0 / DELTA };
  double weights[LS_STEHFEST_MAX];

  ls_stehfest_get_weights (terms, weights);
  self->n_nodes = N_TIMES * terms;
  self->nodes = g_new (Node, self->n_nodes);
  for (guint m = 0; m < N_TIMES; m++)
    for (guint k = 0; k < terms; k++)
      {
        double rate = G_LN2 / (1.0 - m * 0.5 * DELTA);
        Node *node = &self->nodes[m * terms + k];

        node->s = (k + 1.0) * rate;
        node->weight[0] = m == 0 ? weights[k] * rate : 0.0;
        node->weight[1] = slopes[m] * weights[k] * rate;
      }
}

LsStehfest *
ls_stehfest_new (const LsSystemInfo *info, guint degree, guint terms)
{
  LsStehfest *self = g_new0 (LsStehfest, 1);
  gsize n = info->n_state;

  self->n_x = info->n_state;
  self->n_u = info->n_in;
  self->n_y = info->n_out;
  self->degree = degree;
  make_nodes (self, terms);
  self->input = ls_transfer_new (self->n_x, self->n_u, self->n_y);
  self->state = ls_transfer_new (self->n_x, self->n_x, self->n_y);
  self->a = g_new0 (double, n *n + 1);
  self->b = g_new0 (double, n * self->n_u + 1);
  self->identity = g_new0 (double, n *n + 1);
  self->zeros = g_new0 (double, self->n_y *n + 1);
  for (guint k = 0; k < n; k++)
    self->identity[k * (n + 1)] = 1.0;
  return self;
}

void
ls_stehfest_free (LsStehfest *self)
{
  if (self == NULL)
    return;
  ls_transfer_free (self->input);
  ls_transfer_free (self->state);
  g_free (self->nodes);
  g_free (self->a);
  g_free (self->b);
  g_free (self->identity);
  g_free (self->zeros);
  g_free (self);
}

/* Inverse of F (s) p! / s^(p+1) and its slope, time in units of the step. %FALSE at a pole. */
static gboolean
invert_input (const LsStehfest *self, guint i, guint j, double *value, double *slope)
{
  for (guint k = 0; k < self->n_nodes; k++)
    {
      const Node *node = &self->nodes[k];
      double f = ls_transfer_evaluate (self->input, i, j, node->s);

      for (guint p = 0; p <= self->degree; p++)
        {
          f *= (p > 0 ? p : 1) / node->s;
          value[p] += node->weight[0] * f;
          slope[p] += node->weight[1] * f;
        }
      if (!isfinite (f))
        return FALSE;
    }
  return TRUE;
}

/* Inverses of F (s), F (s) / s and F (s) / s^2: values, then slopes. */
static gboolean
invert_state (const LsStehfest *self, guint i, guint j, double values[3], double slopes[3])
{
  for (guint k = 0; k < self->n_nodes; k++)
    {
      const Node *node = &self->nodes[k];
      double f = ls_transfer_evaluate (self->state, i, j, node->s);

      for (guint q = 0; q < 3; q++)
        {
          values[q] += node->weight[0] * f;
          slopes[q] += node->weight[1] * f;
          f /= node->s;
        }
      if (!isfinite (f))
        return FALSE;
    }
  return TRUE;
}

static gboolean
compute_inputs (const LsStehfest *self, double h, const LsEstimatorGains *gains)
{
  gsize n_coeff = self->degree + 1;

  for (guint i = 0; i < self->n_y; i++)
    for (guint j = 0; j < self->n_u; j++)
      {
        double *value = gains->gain[0] + ((gsize)i * self->n_u + j) * n_coeff;
        double *slope = gains->gain[1] + ((gsize)i * self->n_u + j) * n_coeff;
        double power = 1.0;

        memset (value, 0, n_coeff * sizeof (double));
        memset (slope, 0, n_coeff * sizeof (double));
        if (!invert_input (self, i, j, value, slope))
          return FALSE;
        /* tau^p is h^p times the power in units of the step. */
        for (guint p = 0; p < n_coeff; p++, power *= h)
          {
            value[p] *= power;
            slope[p] *= power / h;
          }
      }
  return TRUE;
}

static gboolean
compute_states (const LsStehfest *self, double h, const LsEstimatorGains *gains)
{
  for (guint i = 0; i < self->n_y; i++)
    for (guint k = 0; k < self->n_x; k++)
      {
        gsize entry = (gsize)i * self->n_x + k;
        double values[3] = { 0.0 }, slopes[3] = { 0.0 };

        if (!invert_state (self, i, k, values, slopes))
          return FALSE;
        gains->state[0][entry] = values[0];
        gains->affine[0][entry] = h * values[1];
        gains->time[0][entry] = h * h * values[2];
        gains->state[1][entry] = slopes[0] / h;
        gains->affine[1][entry] = slopes[1];
        gains->time[1][entry] = h * slopes[2];
      }
  return TRUE;
}

LsStatus
ls_stehfest_compute (LsStehfest *self,
                     const LsLinearisation *point,
                     double h,
                     const LsEstimatorGains *gains)
{
  gsize n = self->n_x;

  for (gsize i = 0; i < n * n; i++)
    self->a[i] = h * point->a[i];
  for (gsize i = 0; i < n * self->n_u; i++)
    self->b[i] = h * point->b[i];
  if (ls_transfer_compute (self->input, self->a, self->b, point->c, point->d) != LS_OK
      || ls_transfer_compute (self->state, self->a, self->identity, point->c, self->zeros) != LS_OK)
    return LS_STOP;
  return compute_inputs (self, h, gains) && compute_states (self, h, gains) ? LS_OK : LS_RETRY;
}
