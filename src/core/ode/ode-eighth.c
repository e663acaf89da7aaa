#include "core/ode/ode-eighth.h"

#include "core/ode/dop853-tableau.h"

#include <math.h>
#include <string.h>

#define SAFETY 0.9
#define LEAST_FACTOR 0.333
#define GREATEST_FACTOR 6.0
#define EXPONENT 0.125

/* Dense output of order 7 (Hairer, Norsett, Wanner I, II.6): three extra stages, and the weights of
 * all stages in the last four coefficients. Stages 2 to 5 have zero weights and are left out. */
#define N_EXTRA 3
#define N_USED 12 /* stages 1, 6 to 12, f at the end, and the three extra ones */
#define N_HERMITE 3

static const guint used[8] = { 0, 5, 6, 7, 8, 9, 10, 11 };

static const double extra_nodes[N_EXTRA] = { 0.1, 0.2, 0.777777777777777777777777777778 };

static const double extra_matrix[N_EXTRA][N_USED - 1] = {
  { 5.61675022830479523392909219681e-2, 0, 2.53500210216624811088794765333e-1,
    -2.46239037470802489917441475441e-1, -1.24191423263816360469010140626e-1,
    1.5329179827876569731206322685e-1, 8.20105229563468988491666602057e-3,
    7.56789766054569976138603589584e-3, -8.298e-3 },
  { 3.18346481635021405060768473261e-2, 2.83009096723667755288322961402e-2,
    5.35419883074385676223797384372e-2, -5.49237485713909884646569340306e-2, 0, 0,
    -1.08347328697249322858509316994e-4, 3.82571090835658412954920192323e-4,
    -3.40465008687404560802977114492e-4, 1.41312443674632500278074618366e-1 },
  { -4.28896301583791923408573538692e-1, -4.69762141536116384314449447206,
    7.68342119606259904184240953878, 4.06898981839711007970213554331,
    3.56727187455281109270669543021e-1, 0, 0, 0, -1.39902416515901462129418009734e-3,
    2.9475147891527723389556272149, -9.15095847217987001081870187138 },
};

static const double dense_matrix[LS_ODE_EIGHTH_DENSE - N_HERMITE][N_USED] = {
  { -0.84289382761090128651353491142e1, 0.56671495351937776962531783590,
    -0.30689499459498916912797304727e1, 0.23846676565120698287728149680e1,
    0.21170345824450282767155149946e1, -0.87139158377797299206789907490,
    0.22404374302607882758541771650e1, 0.63157877876946881815570249290,
    -0.88990336451333310820698117400e-1, 0.18148505520854727256656404962e2,
    -0.91946323924783554000451984436e1, -0.44360363875948939664310572000e1 },
  { 0.10427508642579134603413151009e2, 0.24228349177525818288430175319e3,
    0.16520045171727028198505394887e3, -0.37454675472269020279518312152e3,
    -0.22113666853125306036270938578e2, 0.77334326684722638389603898808e1,
    -0.30674084731089398182061213626e2, -0.93321305264302278729567221706e1,
    0.15697238121770843886131091075e2, -0.31139403219565177677282850411e2,
    -0.93529243588444783865713862664e1, 0.35816841486394083752465898540e2 },
  { 0.19985053242002433820987653617e2, -0.38703730874935176555105901742e3,
    -0.18917813819516756882830838328e3, 0.52780815920542364900561016686e3,
    -0.11573902539959630126141871134e2, 0.68812326946963000169666922661e1,
    -0.10006050966910838403183860980e1, 0.77771377980534432092869265740,
    -0.27782057523535084065932004339e1, -0.60196695231264120758267380846e2,
    0.84320405506677161018159903784e2, 0.11992291136182789328035130030e2 },
  { -0.25693933462703749003312586129e2, -0.15418974869023643374053993627e3,
    -0.23152937917604549567536039109e3, 0.35763911791061412378285349910e3,
    0.93405324183624310003907691704e2, -0.37458323136451633156875139351e2,
    0.10409964950896230045147246184e3, 0.29840293426660503123344363579e2,
    -0.43533456590011143754432175058e2, 0.96324553959188282948394950600e2,
    -0.39177261675615439165231486172e2, -0.14972683625798562581422125276e3 },
};

gpointer
ls_ode_eighth_create (LsOde *ode, const LsOdeEighthFormula *formula)
{
  LsOdeEighth *self = g_new0 (LsOdeEighth, 1);
  const gsize n = ode->problem.n, n_stages = MAX (formula->n_stages, DOP853_STAGES);
  const gsize n_kept = n_stages + 2 + LS_ODE_EIGHTH_DENSE;
  double *next = g_new0 (double, (n_kept + 3 + MAX (2, N_EXTRA)) * n);

  self->ode = ode;
  self->formula = formula;
  self->memory = (LsOdeMemory){ &self->control, sizeof (LsOdeEighthControl), next, n_kept * n };
  self->k = next;
  self->f_end = next += n_stages * n;
  self->difference = next += n;
  self->dense = next += n;
  self->x_stage = next += LS_ODE_EIGHTH_DENSE * n;
  self->error = next += n;
  self->second = next += n;
  self->work = next + n;
  return self;
}

LsStatus
ls_ode_eighth_restart (gpointer state, gboolean soft)
{
  LsOdeEighth *self = state;

  self->control.has_f = FALSE;
  if (!soft)
    self->control.has_steps = FALSE;
  return LS_OK;
}

static LsStatus
begin (LsOdeEighth *self, double t_limit)
{
  LsOde *ode = self->ode;

  if (!self->control.has_f)
    {
      const LsStatus status = ls_ode_evaluate (ode, ode->time, ode->x, self->f_end);

      if (status != LS_OK)
        return status;
      self->control.has_f = TRUE;
    }
  memcpy (self->k, self->f_end, ode->problem.n * sizeof (double));
  self->control.after_rejection = FALSE;
  return ls_ode_find_first_step (ode, self->k, 8, t_limit, self->work);
}

/* Computes all stages but the first for a step of @h from the states @x at @t. */
static LsStatus
evaluate_stages (LsOdeEighth *self,
                 const double *nodes,
                 const double *matrix,
                 guint n_stages,
                 double t,
                 double h,
                 const double x[])
{
  const guint n = self->ode->problem.n;

  for (guint s = 1; s < n_stages; s++)
    {
      const double *row = matrix + s * (n_stages - 1);
      LsStatus status;

      for (guint i = 0; i < n; i++)
        {
          double sum = 0.0;

          for (guint j = 0; j < s; j++)
            sum += row[j] * self->k[j * n + i];
          self->x_stage[i] = x[i] + h * sum;
        }
      status = ls_ode_evaluate (self->ode, t + nodes[s] * h, self->x_stage, self->k + s * n);
      if (status != LS_OK)
        return status;
    }
  return LS_OK;
}

/* States and error after a step of @h. @error: (out): norm */
static LsStatus
evaluate (LsOdeEighth *self, double h, double t_new, double x[], double *error)
{
  const LsOdeEighthFormula *formula = self->formula;
  LsOde *ode = self->ode;
  const guint n = ode->problem.n;
  double norm, projected, second;
  LsStatus status = evaluate_stages (self, formula->nodes, formula->matrix, formula->n_stages,
                                     ode->time, h, ode->x);

  if (status != LS_OK)
    return status;
  for (guint i = 0; i < n; i++)
    {
      double sum = 0.0;

      for (guint j = 0; j < formula->n_stages; j++)
        sum += formula->weights[j] * self->k[j * n + i];
      self->difference[i] = h * sum;
      x[i] = ode->x[i] + self->difference[i];
    }
  formula->get_errors (self, h, self->error, self->second);
  norm = ls_ode_get_norm (ode, self->error, ode->x, x);
  second = ls_ode_get_norm (ode, self->second, ode->x, x);
  status = ls_ode_project (ode, t_new, x, self->error);
  if (status != LS_OK)
    return status;
  /* The second error measure ignores constraints: scale the result by the effect of the projection
   * on the first one. */
  projected = ls_ode_get_norm (ode, self->error, ode->x, x);
  *error = formula->combine (norm, second);
  if (norm > 0.0)
    *error *= projected / norm;
  return ls_ode_check_norm (ode, *error);
}

static double
get_factor (double error)
{
  return CLAMP (SAFETY * pow (error, -EXPONENT), LEAST_FACTOR, GREATEST_FACTOR);
}

static LsStatus
try_step (gpointer state, LsOdeAttempt *attempt, double x[])
{
  LsOdeEighth *self = state;
  LsOde *ode = self->ode;
  LsOdeEighthControl *control = &self->control;
  double error;
  LsStatus status = evaluate (self, attempt->h, attempt->t, x, &error);

  if (status != LS_OK)
    return status;
  if (error > 1.0)
    {
      ls_ode_reject_error (ode, !control->has_steps);
      attempt->h *= get_factor (error);
      control->after_rejection = TRUE;
      return LS_OK;
    }
  /* Evaluated here because it may fail; the next step starts with it. */
  status = ls_ode_evaluate (ode, attempt->t, x, self->f_end);
  if (status != LS_OK)
    {
      memcpy (self->f_end, self->k, ode->problem.n * sizeof (double));
      return status;
    }
  attempt->accepted = TRUE;
  control->has_steps = TRUE;
  control->has_dense = FALSE;
  ls_ode_choose_next_step (ode, attempt, attempt->h * get_factor (error), control->after_rejection);
  return LS_OK;
}

LsStatus
ls_ode_eighth_step (gpointer state, double t_limit, double *t, double x[])
{
  LsOdeEighth *self = state;
  const LsStatus status = begin (self, t_limit);

  if (status != LS_OK)
    return status;
  return ls_ode_try_steps (self->ode, try_step, self, 1.01, t_limit, t, x);
}

/* The stages used by the dense output, in the order of its coefficients. */
static void
list_used (const LsOdeEighth *self, const double *stages[N_USED])
{
  const guint n = self->ode->problem.n;

  for (guint j = 0; j < G_N_ELEMENTS (used); j++)
    stages[j] = self->k + used[j] * n;
  stages[G_N_ELEMENTS (used)] = self->f_end;
  for (guint j = 0; j < N_EXTRA; j++)
    stages[G_N_ELEMENTS (used) + 1 + j] = self->work + j * n;
}

static LsStatus
evaluate_extra (LsOdeEighth *self, double h, const double *const stages[N_USED])
{
  const LsOde *ode = self->ode;
  const guint n = ode->problem.n, n_before = N_USED - N_EXTRA;

  for (guint s = 0; s < N_EXTRA; s++)
    {
      LsStatus status;

      for (guint i = 0; i < n; i++)
        {
          double sum = 0.0;

          for (guint j = 0; j < n_before + s; j++)
            sum += extra_matrix[s][j] * stages[j][i];
          self->x_stage[i] = ode->x_previous[i] + h * sum;
        }
      status = ls_ode_evaluate (self->ode, ode->previous_time + extra_nodes[s] * h, self->x_stage,
                                self->work + s * n);
      if (status != LS_OK)
        return status;
    }
  return LS_OK;
}

static void
set_dense (LsOdeEighth *self, double h, const double *const stages[N_USED])
{
  const guint n = self->ode->problem.n;

  for (guint i = 0; i < n; i++)
    {
      const double difference = self->difference[i], bend = h * self->k[i] - difference;

      self->dense[i] = difference;
      self->dense[n + i] = bend;
      self->dense[2 * n + i] = difference - h * self->f_end[i] - bend;
      for (guint p = N_HERMITE; p < LS_ODE_EIGHTH_DENSE; p++)
        {
          double sum = 0.0;

          for (guint j = 0; j < N_USED; j++)
            sum += dense_matrix[p - N_HERMITE][j] * stages[j][i];
          self->dense[p * n + i] = h * sum;
        }
    }
}

LsStatus
ls_ode_eighth_prepare (gpointer state)
{
  LsOdeEighth *self = state;
  const LsOde *ode = self->ode;
  const double h = ode->time - ode->previous_time;
  const double *stages[N_USED];
  LsStatus status = LS_OK;

  if (self->control.has_dense)
    return LS_OK;
  if (!self->formula->is_dop853)
    status = evaluate_stages (self, dop853_nodes, &dop853_matrix[0][0], DOP853_STAGES,
                              ode->previous_time, h, ode->x_previous);
  list_used (self, stages);
  if (status == LS_OK)
    status = evaluate_extra (self, h, stages);
  if (status != LS_OK)
    return status;
  set_dense (self, h, stages);
  self->control.has_dense = TRUE;
  return LS_OK;
}

void
ls_ode_eighth_interpolate (gpointer state, double t, double x[])
{
  const LsOdeEighth *self = state;
  const LsOde *ode = self->ode;
  const guint n = ode->problem.n;
  const double theta = (t - ode->previous_time) / (ode->time - ode->previous_time);

  for (guint i = 0; i < n; i++)
    {
      double sum = 0.0;

      for (guint p = LS_ODE_EIGHTH_DENSE; p-- > 0;)
        sum = (sum + self->dense[p * n + i]) * (p % 2 == 0 ? theta : 1.0 - theta);
      x[i] = ode->x_previous[i] + sum;
    }
}
