#include "core/stability/amplification.h"

#include "core/coupling/coupling-hermite.h"
#include "core/coupling/component-order.h"
#include "core/num/linear.h"
#include "core/num/phi.h"
#include "core/num/spectrum.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define DEGREE LS_SYSTEM_MAX_DEGREE
#define N_COEFF (DEGREE + 1u)
/* Points of the past that an extrapolation of the highest order goes through. */
#define MAX_POINTS 3u

typedef enum
{
  EXTRAPOLATED, /* inputs known at the beginning */
  SEQUENTIAL,   /* one component after the other */
  CONVERGED,    /* inputs at the end agree with the outputs there */
  SMOOTH        /* and their slopes as well */
} Kind;

struct LsAmplification
{
  const LsLinearModel *model;
  Kind kind;
  guint degree;   /* of what is extrapolated, or interpolated */
  gboolean is_c1; /* an extrapolation without jumps */
  guint *order;   /* n_systems */
  guint size;
  guint n_unknowns; /* found by iteration */

  LsPhi *phi;
  double *effect; /* N_COEFF x n_state x n_in: of tau^p at the end of a step */
  LsLinear *implicit;
  /* Of one step. */
  double *polynomial; /* n_in x N_COEFF */
  double *x, *dx;     /* n_state, at the end */
  double *y, *dy;     /* n_out, at the end */
  double *z;          /* size, at the beginning */
  double *next;       /* size, at the end */
  double *unknowns, *answer;
  double *matrix, *scratch; /* size x size */
};

void
ls_amplification_free (LsAmplification *self)
{
  if (self == NULL)
    return;
  ls_phi_free (self->phi);
  ls_linear_free (self->implicit);
  g_free (self->order);
  g_free (self->effect);
  g_free (self->polynomial);
  g_free (self->x);
  g_free (self->dx);
  g_free (self->y);
  g_free (self->dy);
  g_free (self->z);
  g_free (self->next);
  g_free (self->unknowns);
  g_free (self->answer);
  g_free (self->matrix);
  g_free (self->scratch);
  g_free (self);
}

/* ---- One component over one step ------------------------------------------------------- */

static double
multiply_row (const double row[], const double vector[], guint n)
{
  double sum = 0.0;

  for (guint i = 0; i < n; i++)
    sum += row[i] * vector[i];
  return sum;
}

/* Held at its mean where the component takes nothing else, as ls_system_step() does it. */
static void
hold_mean (double a[], double h)
{
  double mean = 0.0;

  for (guint p = N_COEFF; p-- > 0;)
    mean = mean * h + a[p] / (p + 1.0);
  a[0] = mean;
  for (guint p = 1; p < N_COEFF; p++)
    a[p] = 0.0;
}

static double
get_end_value (const double a[], double h)
{
  return a[0] + h * (a[1] + h * (a[2] + h * a[3]));
}

static double
get_end_slope (const double a[], double h)
{
  return a[1] + h * (2.0 * a[2] + h * 3.0 * a[3]);
}

static double
get_effect (const LsAmplification *self, guint p, guint state, guint input)
{
  const LsLinearModel *model = self->model;

  return self->effect[((gsize)p * model->n_state + state) * model->n_in + input];
}

/* States of @k at the end of a step from those in z, with the polynomials as they are. */
static void
integrate (LsAmplification *self, guint k)
{
  const LsLinearModel *model = self->model;
  const guint first = model->state_offset[k], end = model->state_offset[k + 1];
  const double *transition = ls_phi_get (self->phi, 0);

  for (guint i = first; i < end; i++)
    {
      self->x[i] = multiply_row (transition + (gsize)i * model->n_state + first, self->z + first,
                                 end - first);
      for (guint j = model->in_offset[k]; j < model->in_offset[k + 1]; j++)
        for (guint p = 0; p < N_COEFF; p++)
          self->x[i] += get_effect (self, p, i, j) * self->polynomial[(gsize)j * N_COEFF + p];
    }
}

/* Its outputs there and, with @h the length of the step, their slopes. */
static void
read_outputs (LsAmplification *self, guint k, double h)
{
  const LsLinearModel *model = self->model;
  const guint first = model->state_offset[k], n = model->state_offset[k + 1] - first;
  const guint input = model->in_offset[k], n_in = model->in_offset[k + 1] - input;
  g_autofree double *u = g_new (double, 2 * (gsize)n_in + 1);
  double *du = u + n_in;

  for (guint j = 0; j < n_in; j++)
    {
      const double *a = self->polynomial + (gsize)(input + j) * N_COEFF;

      u[j] = get_end_value (a, h);
      du[j] = get_end_slope (a, h);
    }
  for (guint i = first; i < first + n; i++)
    self->dx[i] = multiply_row (model->a + (gsize)i * model->n_state + first, self->x + first, n)
                  + multiply_row (model->b + (gsize)i * model->n_in + input, u, n_in);
  for (guint i = model->out_offset[k]; i < model->out_offset[k + 1]; i++)
    {
      const double *c = model->c + (gsize)i * model->n_state + first;
      const double *d = model->d + (gsize)i * model->n_in + input;

      self->y[i] = multiply_row (c, self->x + first, n) + multiply_row (d, u, n_in);
      self->dy[i] = multiply_row (c, self->dx + first, n) + multiply_row (d, du, n_in);
    }
}

static void
advance (LsAmplification *self, guint k, double h)
{
  const LsLinearModel *model = self->model;

  for (guint j = model->in_offset[k]; !model->polynomial[k] && j < model->in_offset[k + 1]; j++)
    hold_mean (self->polynomial + (gsize)j * N_COEFF, h);
  integrate (self, k);
  read_outputs (self, k, h);
}

static void
advance_all (LsAmplification *self, double h)
{
  for (guint k = 0; k < self->model->n_systems; k++)
    advance (self, k, h);
}

static double
gather (const LsAmplification *self, const double from[], guint input)
{
  return self->model->source[input] < 0 ? 0.0 : from[self->model->source[input]];
}

/* ---- The methods ------------------------------------------------------------------------ */

/* The polynomial through points at 0, −h, −2h. */
static void
extrapolate (guint degree, double h, const double points[MAX_POINTS], double a[N_COEFF])
{
  memset (a, 0, N_COEFF * sizeof (double));
  a[0] = points[0];
  if (degree == 1)
    a[1] = (points[0] - points[1]) / h;
  if (degree == 2)
    {
      a[1] = (3.0 * points[0] - 4.0 * points[1] + points[2]) / (2.0 * h);
      a[2] = (points[0] - 2.0 * points[1] + points[2]) / (2.0 * h * h);
    }
}

/* z: x, then for every input its newest points, then its value and slope where it is smooth. */
static void
step_extrapolated (LsAmplification *self, double h)
{
  const LsLinearModel *model = self->model;
  const guint n_points = self->degree + 1, each = n_points + (self->is_c1 ? 2u : 0u);

  for (guint j = 0; j < model->n_in; j++)
    {
      const double *memory = self->z + model->n_state + (gsize)j * each;
      double *a = self->polynomial + (gsize)j * N_COEFF;
      double points[MAX_POINTS] = { 0.0 };

      memcpy (points, memory, n_points * sizeof (double));
      extrapolate (self->degree, h, points, a);
      if (self->is_c1)
        {
          const double value = get_end_value (a, h), slope = get_end_slope (a, h);
          LsHermiteShape shape;

          ls_hermite_get_shape (FALSE, h, &shape);
          ls_hermite_get_known (FALSE, h, memory[n_points], memory[n_points + 1], a);
          for (guint p = 0; p < N_COEFF; p++)
            a[p] += shape.value[p] * value + shape.slope[p] * slope;
          self->next[model->n_state + (gsize)j * each + n_points] = value;
          self->next[model->n_state + (gsize)j * each + n_points + 1] = slope;
        }
    }
  advance_all (self, h);
  for (guint j = 0; j < model->n_in; j++)
    {
      const gsize at = model->n_state + (gsize)j * each;

      self->next[at] = gather (self, self->y, j);
      for (guint i = 1; i < n_points; i++)
        self->next[at + i] = self->z[at + i - 1];
    }
}

/* z: x, u */
static void
step_sequential (LsAmplification *self, double h)
{
  const LsLinearModel *model = self->model;
  const double *u = self->z + model->n_state;
  g_autofree gboolean *done = g_new0 (gboolean, model->n_systems + 1);

  for (guint i = 0; i < model->n_systems; i++)
    {
      const guint k = self->order[i];

      for (guint j = model->in_offset[k]; j < model->in_offset[k + 1]; j++)
        {
          double *a = self->polynomial + (gsize)j * N_COEFF, end = u[j];
          guint source = 0;

          while (model->source[j] >= (int)model->out_offset[source + 1])
            source++;
          if (model->source[j] >= 0 && done[source])
            end = self->y[model->source[j]];
          memset (a, 0, N_COEFF * sizeof (double));
          a[0] = self->degree == 0 ? end : u[j];
          a[1] = self->degree == 0 ? 0.0 : (end - u[j]) / h;
        }
      advance (self, k, h);
      done[k] = TRUE;
    }
  for (guint j = 0; j < model->n_in; j++)
    self->next[model->n_state + j] = gather (self, self->y, j);
}

/* Inputs that lead from what z has to the unknowns; what the sources give then, the answer. */
static void
try_unknowns (LsAmplification *self, double h)
{
  const LsLinearModel *model = self->model;
  const guint n = model->n_in;
  LsHermiteShape shape;

  ls_hermite_get_shape (FALSE, h, &shape);
  for (guint j = 0; j < n; j++)
    {
      double *a = self->polynomial + (gsize)j * N_COEFF;
      const double start = self->z[model->n_state + j], end = self->unknowns[j];

      memset (a, 0, N_COEFF * sizeof (double));
      if (self->kind == SMOOTH)
        {
          ls_hermite_get_known (FALSE, h, start, self->z[model->n_state + n + j], a);
          for (guint p = 0; p < N_COEFF; p++)
            a[p] += shape.value[p] * end + shape.slope[p] * self->unknowns[n + j];
        }
      else
        {
          a[0] = self->degree == 0 ? end : start;
          a[1] = self->degree == 0 ? 0.0 : (end - start) / h;
        }
    }
  advance_all (self, h);
  for (guint j = 0; j < n; j++)
    {
      self->answer[j] = gather (self, self->y, j);
      if (self->kind == SMOOTH)
        self->answer[n + j] = gather (self, self->dy, j);
    }
}

/* The answer is affine in the unknowns: I − its matrix, once for a step size. */
static LsStatus
prepare_implicit (LsAmplification *self, double h)
{
  const guint n = self->n_unknowns;
  double *matrix = ls_linear_get_matrix (self->implicit);

  memset (self->z, 0, self->size * sizeof (double));
  memset (self->unknowns, 0, n * sizeof (double));
  for (guint column = 0; column < n; column++)
    {
      self->unknowns[column] = 1.0;
      try_unknowns (self, h);
      self->unknowns[column] = 0.0;
      for (guint i = 0; i < n; i++)
        matrix[(gsize)i * n + column] = (i == column ? 1.0 : 0.0) - self->answer[i];
    }
  return ls_linear_factorise (self->implicit);
}

/* z: x, u and, when smooth, du */
static void
step_converged (LsAmplification *self, double h)
{
  memset (self->unknowns, 0, self->n_unknowns * sizeof (double));
  try_unknowns (self, h);
  memcpy (self->unknowns, self->answer, self->n_unknowns * sizeof (double));
  ls_linear_solve (self->implicit, self->unknowns);
  try_unknowns (self, h);
  memcpy (self->next + self->model->n_state, self->unknowns, self->n_unknowns * sizeof (double));
}

static void
step (LsAmplification *self, double h)
{
  switch (self->kind)
    {
    case EXTRAPOLATED:
      step_extrapolated (self, h);
      break;
    case SEQUENTIAL:
      step_sequential (self, h);
      break;
    default:
      step_converged (self, h);
      break;
    }
  memcpy (self->next, self->x, self->model->n_state * sizeof (double));
}

/* ---- Of a step size --------------------------------------------------------------------- */

/* Integral of e^(A (h - tau)) tau^p B over the step: p! h^(p+1) phi_(p+1) (h A) B. */
static LsStatus
compute_effects (LsAmplification *self, double h)
{
  const LsLinearModel *model = self->model;
  const guint n = model->n_state, m = model->n_in;
  LsStatus status = ls_phi_compute (self->phi, model->a, h);
  double factor = 1.0;

  for (guint p = 0; p < N_COEFF && status == LS_OK; p++)
    {
      const double *phi = ls_phi_get (self->phi, p + 1);
      double *effect = self->effect + (gsize)p * n * m;

      factor *= p == 0 ? h : p * h;
      memset (effect, 0, (gsize)n * m * sizeof (double));
      for (guint i = 0; i < n; i++)
        for (guint l = 0; l < n; l++)
          for (guint j = 0; phi[(gsize)i * n + l] != 0.0 && j < m; j++)
            effect[(gsize)i * m + j] += factor * phi[(gsize)i * n + l] * model->b[(gsize)l * m + j];
    }
  return status;
}

LsStatus
ls_amplification_compute (LsAmplification *self, double h, const double **matrix)
{
  const guint n = self->size;
  LsStatus status = compute_effects (self, h);

  if (status == LS_OK && self->n_unknowns > 0)
    status = prepare_implicit (self, h);
  if (status != LS_OK)
    return status;
  for (guint column = 0; column < n; column++)
    {
      memset (self->z, 0, n * sizeof (double));
      self->z[column] = 1.0;
      step (self, h);
      for (guint i = 0; i < n; i++)
        self->matrix[(gsize)i * n + column] = self->next[i];
    }
  *matrix = self->matrix;
  return LS_OK;
}

LsStatus
ls_amplification_get_radius (LsAmplification *self, double h, double *radius)
{
  const double *matrix;
  LsStatus status = ls_amplification_compute (self, h, &matrix);

  if (status != LS_OK)
    return status;
  memcpy (self->scratch, matrix, (gsize)self->size * self->size * sizeof (double));
  return ls_spectrum_measure (self->size, self->scratch, radius, NULL);
}

guint
ls_amplification_get_size (const LsAmplification *self)
{
  return self->size;
}

/* ---- Which method ----------------------------------------------------------------------- */

static gboolean
refuse (GError **error, const LsCouplingMethod *method, const char *why)
{
  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
               /* Translators: a coupling method; why not, a clause. */
               _ ("No stability can be told of %s: %s."), ls_coupling_method_get_name (method),
               why);
  return FALSE;
}

/* Whose options say nothing that would change the matrix. */
static gboolean
check_nothing (const LsCouplingMethod *method G_GNUC_UNUSED,
               const LsOptions *options G_GNUC_UNUSED,
               GError **error G_GNUC_UNUSED)
{
  return TRUE;
}

static gboolean
check_extrapolation (const LsCouplingMethod *method, const LsOptions *options, GError **error)
{
  return strcmp (ls_options_get_text (options, "extrapolation"), "flexible") != 0
         || refuse (error, method,
                    _ ("with a flexible order it chooses by the values, so that it is not "
                       "linear"));
}

/* Of methods that iterate: whose answer is that of the component itself. */
static gboolean
check_force (const LsCouplingMethod *method, const LsOptions *options, GError **error)
{
  return strstr (ls_options_get_text (options, "force"), "=extrapolate") == NULL
         || refuse (error, method,
                    _ ("it is taken for granted here that the iteration converges on what the "
                       "components give, not on what is extrapolated from their past"));
}

static gboolean
check_estimator (const LsCouplingMethod *method, const LsOptions *options, GError **error)
{
  return (ls_options_is_initial (options, "preset")
          && ls_options_is_initial (options, "affine-term")
          && ls_options_is_initial (options, "laplace"))
         || refuse (error, method,
                    _ ("with terms left out or inverted approximately its estimator is no longer "
                       "exact for linear components, which is taken for granted here"));
}

static gboolean
check_both (const LsCouplingMethod *method, const LsOptions *options, GError **error)
{
  return check_estimator (method, options, error) && check_force (method, options, error);
}

static gboolean
read_extrapolation (LsAmplification *self,
                    const LsCouplingMethod *method G_GNUC_UNUSED,
                    const LsOptions *options,
                    GError **error G_GNUC_UNUSED)
{
  self->kind = EXTRAPOLATED;
  self->degree = (guint)(ls_options_get_text (options, "extrapolation")[0] - '0');
  self->is_c1 = ls_options_get_switch (options, "smooth");
  return TRUE;
}

static gboolean
read_sequence (LsAmplification *self,
               const LsCouplingMethod *method G_GNUC_UNUSED,
               const LsOptions *options,
               GError **error)
{
  const LsLinearModel *model = self->model;
  const LsWiring wiring = { .n_systems = model->n_systems,
                            .n_in = model->n_in,
                            .n_out = model->n_out,
                            .in_offset = model->in_offset,
                            .out_offset = model->out_offset,
                            .source = model->source,
                            .names = (const char *const *)model->names };

  self->kind = SEQUENTIAL;
  self->degree = ls_options_get_switch (options, "interpolation") ? 1 : 0;
  self->order = ls_order_find (&wiring, ls_options_get_text (options, "order"), error);
  return self->order != NULL;
}

/* What neither goes back nor may be estimated is extrapolated while the iteration goes on. */
static gboolean
is_answered (const LsAmplification *self,
             const LsCouplingMethod *method,
             const LsOptions *options,
             GError **error)
{
  const LsLinearModel *model = self->model;

  if (!ls_coupling_method_has_option (method, "estimator")
      || strcmp (ls_options_get_text (options, "estimator"), "never") != 0)
    return TRUE;
  for (guint k = 0; k < model->n_systems; k++)
    if (!model->rollback[k] && model->out_offset[k + 1] > model->out_offset[k])
      {
        g_autofree char *why = g_strdup_printf (
            _ ("%s cannot be rolled back, and without the estimator it is extrapolated"),
            model->names[k]);

        return refuse (error, method, why);
      }
  return TRUE;
}

static gboolean
read_converged (LsAmplification *self,
                const LsCouplingMethod *method,
                const LsOptions *options,
                GError **error)
{
  self->kind = CONVERGED;
  self->degree = strcmp (ls_options_get_text (options, "interpolation"), "linear") == 0 ? 1 : 0;
  return is_answered (self, method, options, error);
}

static gboolean
read_smooth (LsAmplification *self,
             const LsCouplingMethod *method,
             const LsOptions *options,
             GError **error)
{
  const LsLinearModel *model = self->model;

  self->kind = SMOOTH;
  for (guint k = 0; k < model->n_systems; k++)
    if (!model->polynomial[k])
      {
        g_autofree char *why
            = g_strdup_printf (_ ("%s takes no polynomial inputs"), model->names[k]);

        return refuse (error, method, why);
      }
  return is_answered (self, method, options, error);
}

/* A method that is not among them has no formula here, and gets no other's. */
typedef struct
{
  const LsCouplingMethod *method;
  gboolean (*check) (const LsCouplingMethod *method, const LsOptions *options, GError **error);
  gboolean (*read) (LsAmplification *self,
                    const LsCouplingMethod *method,
                    const LsOptions *options,
                    GError **error);
} Formula;

static const Formula formulas[] = {
  { &ls_coupling_ni_jacobi, check_extrapolation, read_extrapolation },
  { &ls_coupling_gauss_seidel, check_nothing, read_sequence },
  { &ls_coupling_iterated_jacobi, check_force, read_converged },
  { &ls_coupling_iterated_gauss_seidel, check_force, read_converged },
  { &ls_coupling_missiles, check_estimator, read_smooth },
  { &ls_coupling_ifosmondi_jfm, check_both, read_smooth },
  { &ls_coupling_costarica, check_both, read_smooth },
};

static const Formula *
find_formula (const LsCouplingMethod *method, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (formulas); i++)
    if (formulas[i].method == method)
      return &formulas[i];
  refuse (error, method,
          ls_coupling_method_is_asynchronous (method)
              ? _ ("it has no macro step: states go on one by one, when they have moved by a "
                   "quantum")
              : _ ("what one step of it does to a linear model is not known here"));
  return NULL;
}

gboolean
ls_amplification_check (const LsCouplingMethod *method, const LsOptions *options, GError **error)
{
  const Formula *formula = find_formula (method, error);

  return formula != NULL && formula->check (method, options, error);
}

static guint
get_memory (const LsAmplification *self)
{
  switch (self->kind)
    {
    case EXTRAPOLATED:
      return self->degree + 1 + (self->is_c1 ? 2 : 0);
    case SMOOTH:
      return 2;
    default:
      return 1;
    }
}

static void
make_arrays (LsAmplification *self)
{
  const LsLinearModel *model = self->model;
  const gsize n = model->n_state, m = model->n_in;

  self->size = model->n_state + model->n_in * get_memory (self);
  if (self->kind == CONVERGED || self->kind == SMOOTH)
    self->n_unknowns = self->size - model->n_state;
  self->phi = ls_phi_new (model->n_state, N_COEFF);
  self->effect = g_new0 (double, N_COEFF *n *m + 1);
  self->implicit = ls_linear_new (self->n_unknowns);
  self->polynomial = g_new0 (double, N_COEFF *m + 1);
  self->x = g_new0 (double, n + 1);
  self->dx = g_new0 (double, n + 1);
  self->y = g_new0 (double, model->n_out + 1);
  self->dy = g_new0 (double, model->n_out + 1);
  self->z = g_new0 (double, self->size + 1);
  self->next = g_new0 (double, self->size + 1);
  self->unknowns = g_new0 (double, self->n_unknowns + 1);
  self->answer = g_new0 (double, self->n_unknowns + 1);
  self->matrix = g_new0 (double, (gsize)self->size * self->size + 1);
  self->scratch = g_new0 (double, (gsize)self->size * self->size + 1);
}

LsAmplification *
ls_amplification_new (const LsLinearModel *model,
                      const LsCouplingMethod *method,
                      const LsOptions *options,
                      GError **error)
{
  g_autoptr (LsAmplification) self = g_new0 (LsAmplification, 1);

  self->model = model;
  if (!ls_amplification_check (method, options, error)
      || !find_formula (method, NULL)->read (self, method, options, error))
    return NULL;
  make_arrays (self);
  return g_steal_pointer (&self);
}
