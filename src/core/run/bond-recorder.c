#include "core/run/bond-recorder.h"

#include <math.h>
#include <string.h>

#include "core/master/master-impl.h"
#include "core/num/extrapolate.h"
#include "core/num/polynomial.h"

#define N_COEFF (LS_SYSTEM_MAX_DEGREE + 1)
/* A cubic ends at the new value and passes through this degree plus one earlier ones. */
#define PAST_DEGREE 2u

/* One connection of a bond: global indices, and the conversion of values to SI units. */
typedef struct
{
  guint output, input, system; /* @system: that of the input */
  double factor, offset;
} End;

typedef struct
{
  End effort, flow;
  double work, energy, exchanged; /* J: @work: residual of the macro step so far */
} Bond;

struct LsBondRecorder
{
  LsMaster *master;
  guint n;
  Bond *bonds;
  double *u;           /* n_in x N_COEFF: inputs as given over the last step of each system */
  gboolean *given;     /* n_systems: the system has been stepped since the last accepted step */
  LsExtrapolate *past; /* effort and flow of each bond */
  double *values;      /* 2 n */
  double *row;
  double begin; /* of the macro step, s */
  LsStepObserver observer;
};

static const char *const columns[LS_N_BOND_COLUMNS]
    = { "residual_power", "residual_energy", "exchanged_energy" };

LsTrace *
ls_bond_trace_new (const LsModel *model, const GArray *bonds)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) units = g_ptr_array_new ();

  for (guint i = 0; i < bonds->len; i++)
    for (guint k = 0; k < LS_N_BOND_COLUMNS; k++)
      {
        const LsBond bond = g_array_index (bonds, LsBond, i);
        g_autofree char *name = ls_model_name_bond (model, bond);
        double factors[2], offsets[2];
        const gboolean known = ls_model_get_bond_units (model, bond, factors, offsets);

        g_ptr_array_add (names, g_strdup_printf ("%s(%s)", columns[k], name));
        g_ptr_array_add (units, known ? (k == LS_BOND_POWER ? "W" : "J") : "");
      }
  return ls_trace_new (names->len, (const char *const *)names->pdata,
                       (const char *const *)units->pdata);
}

/* ---- Steps ------------------------------------------------------------------------------ */

static void
integrated_cb (guint system,
               double h,
               guint degree,
               const double u[],
               G_GNUC_UNUSED const double y[],
               gpointer user_data)
{
  LsBondRecorder *self = user_data;
  const LsNetwork *network = &self->master->network;
  const guint first = network->in_offset[system], n = network->in_offset[system + 1] - first;
  const gboolean held = ls_system_get_info (network->systems[system])->input_degree == 0;

  for (guint j = 0; j < n; j++)
    {
      const double *given = u + (gsize)j * (degree + 1);
      double *row = self->u + (gsize)(first + j) * N_COEFF;

      memset (row, 0, N_COEFF * sizeof (double));
      if (held)
        row[0] = ls_polynomial_get_mean (given, degree, h);
      else
        memcpy (row, given, (degree + 1) * sizeof (double));
    }
  self->given[system] = TRUE;
}

/* Estimates and matrices are no steps. */
static void
estimated_cb (G_GNUC_UNUSED guint system,
              G_GNUC_UNUSED double h,
              G_GNUC_UNUSED guint degree,
              G_GNUC_UNUSED const double u[],
              G_GNUC_UNUSED const double y[],
              G_GNUC_UNUSED gpointer user_data)
{
}

static void
factorised_cb (G_GNUC_UNUSED guint n,
               G_GNUC_UNUSED const double matrix[],
               G_GNUC_UNUSED gpointer user_data)
{
}

/* Polynomial in SI units. */
static void
convert (const End *end, const double c[], double si[])
{
  for (guint p = 0; p < N_COEFF; p++)
    si[p] = end->factor * c[p];
  si[0] += end->offset;
}

/* Integral of a b over [0, h]. */
static double
integrate_product (const double a[], const double b[], double h)
{
  double sum = 0.0;

  for (guint p = 2 * N_COEFF - 1; p-- > 0;)
    {
      double c = 0.0;

      for (guint i = p < N_COEFF ? 0 : p - N_COEFF + 1; i <= MIN (p, N_COEFF - 1); i++)
        c += a[i] * b[p - i];
      sum = sum * h + c / (p + 1);
    }
  return sum * h;
}

/* The output over the step of @h, as it came, and the input, as given. */
static void
find_polynomials (const LsBondRecorder *self,
                  const End *end,
                  guint sequence,
                  double h,
                  double came[],
                  double given[])
{
  double c[LS_EXTRAPOLATE_MAX_ORDER + 1];

  ls_extrapolate_lead_to (self->past, sequence, h, self->master->network.y[end->output], c);
  convert (end, c, came);
  convert (end, self->u + (gsize)end->input * N_COEFF, given);
}

static void
add_step (LsBondRecorder *self, guint index, double h)
{
  Bond *bond = &self->bonds[index];
  double e_came[N_COEFF], e_given[N_COEFF], f_came[N_COEFF], f_given[N_COEFF];
  double sent;

  if (!self->given[bond->effort.system] || !self->given[bond->flow.system])
    return;
  find_polynomials (self, &bond->effort, 2 * index, h, e_came, e_given);
  find_polynomials (self, &bond->flow, 2 * index + 1, h, f_came, f_given);
  sent = integrate_product (e_came, f_given, h);
  bond->work += integrate_product (e_given, f_came, h) - sent;
  bond->exchanged += fabs (sent);
}

static void
add_point (LsBondRecorder *self)
{
  const LsNetwork *network = &self->master->network;

  for (guint i = 0; i < self->n; i++)
    {
      self->values[2 * i] = network->y[self->bonds[i].effort.output];
      self->values[2 * i + 1] = network->y[self->bonds[i].flow.output];
    }
  ls_extrapolate_add (self->past, network->time, self->values);
}

static void
accepted_cb (double begin, gpointer user_data)
{
  LsBondRecorder *self = user_data;
  const LsNetwork *network = &self->master->network;

  for (guint i = 0; i < self->n; i++)
    add_step (self, i, network->time - begin);
  memset (self->given, 0, network->n_systems * sizeof (gboolean));
  if (network->restarted)
    ls_extrapolate_reset (self->past);
  add_point (self);
}

/* ---- Public functions ------------------------------------------------------------------- */

static guint
find_position (const LsSystem *system, const guint variables[], guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (ls_system_get_variable_name (system, variables[i]), name) == 0)
      return i;
  g_return_val_if_reached (0); /* connected Reals are all there */
}

static End
find_end (const LsNetwork *network, const LsModel *model, guint id)
{
  const LsConnection *connection = ls_model_find_connection (model, id);
  const guint from = (guint)ls_model_get_component_index (model, connection->from);
  const guint to = (guint)ls_model_get_component_index (model, connection->to);
  const LsSystemInfo *source = ls_system_get_info (network->systems[from]);
  const LsSystemInfo *target = ls_system_get_info (network->systems[to]);

  return (End){ .output = network->out_offset[from]
                          + find_position (network->systems[from], source->outputs, source->n_out,
                                           connection->output),
                .input = network->in_offset[to]
                         + find_position (network->systems[to], target->inputs, target->n_in,
                                          connection->input),
                .system = to };
}

LsBondRecorder *
ls_bond_recorder_new (LsMaster *master, const LsModel *model, const GArray *bonds)
{
  g_return_val_if_fail (master != NULL && bonds != NULL, NULL);

  const LsNetwork *network = &master->network;
  LsBondRecorder *self = g_new0 (LsBondRecorder, 1);

  self->master = master;
  self->n = bonds->len;
  self->bonds = g_new0 (Bond, self->n);
  for (guint i = 0; i < self->n; i++)
    {
      const LsBond bond = g_array_index (bonds, LsBond, i);
      double factors[2], offsets[2];

      self->bonds[i].effort = find_end (network, model, bond.effort);
      self->bonds[i].flow = find_end (network, model, bond.flow);
      ls_model_get_bond_units (model, bond, factors, offsets);
      self->bonds[i].effort.factor = factors[0];
      self->bonds[i].effort.offset = offsets[0];
      self->bonds[i].flow.factor = factors[1];
      self->bonds[i].flow.offset = offsets[1];
    }
  self->u = g_new0 (double, (gsize)network->n_in *N_COEFF + 1);
  self->given = g_new0 (gboolean, network->n_systems + 1);
  self->past = ls_extrapolate_new (2 * self->n, PAST_DEGREE, FALSE);
  self->values = g_new0 (double, 2 * (gsize)self->n + 1);
  self->row = g_new0 (double, LS_N_BOND_COLUMNS *(gsize)self->n + 1);
  add_point (self);
  self->observer
      = (LsStepObserver){ integrated_cb, estimated_cb, factorised_cb, accepted_cb, self };
  ls_master_set_step_observer (master, &self->observer);
  return self;
}

void
ls_bond_recorder_free (LsBondRecorder *self)
{
  if (self == NULL)
    return;
  ls_master_set_step_observer (self->master, NULL);
  ls_extrapolate_free (self->past);
  g_free (self->bonds);
  g_free (self->u);
  g_free (self->given);
  g_free (self->values);
  g_free (self->row);
  g_free (self);
}

gboolean
ls_bond_recorder_resume (LsBondRecorder *self, const LsTrace *trace)
{
  const gsize n_rows = ls_trace_get_n_rows (trace);

  if (n_rows == 0)
    return FALSE;
  for (guint i = 0; i < self->n; i++)
    {
      const guint first = 1 + i * LS_N_BOND_COLUMNS;

      self->bonds[i].energy = ls_trace_get (trace, first + LS_BOND_ENERGY, n_rows - 1);
      self->bonds[i].exchanged = ls_trace_get (trace, first + LS_BOND_EXCHANGED, n_rows - 1);
    }
  self->begin = ls_trace_get_elapsed (trace, n_rows - 1);
  return TRUE;
}

gboolean
ls_bond_recorder_append (LsBondRecorder *self, LsTrace *trace)
{
  const double time = ls_master_get_elapsed (self->master), h = time - self->begin;

  self->row[0] = time;
  for (guint i = 0; i < self->n; i++)
    {
      Bond *bond = &self->bonds[i];
      double *row = self->row + 1 + i * LS_N_BOND_COLUMNS;

      bond->energy += bond->work;
      row[LS_BOND_POWER] = h > 0.0 ? bond->work / h : 0.0;
      row[LS_BOND_ENERGY] = bond->energy;
      row[LS_BOND_EXCHANGED] = bond->exchanged;
      bond->work = 0.0;
    }
  self->begin = time;
  return ls_trace_append (trace, self->row);
}

static LsTrace *
make_joined (const LsTrace *bonds, const LsTrace *rows)
{
  const guint n = ls_trace_get_n_columns (rows), m = ls_trace_get_n_columns (bonds);
  g_autofree const char **names = g_new (const char *, n + m);
  g_autofree const char **units = g_new (const char *, n + m);
  LsTrace *joined;

  for (guint k = 1; k < n + m - 1; k++)
    {
      const LsTrace *from = k < n ? rows : bonds;
      const guint column = k < n ? k : k - n + 1;

      names[k - 1] = ls_trace_get_name (from, column);
      units[k - 1] = ls_trace_get_unit (from, column);
    }
  joined = ls_trace_new (n + m - 2, names, units);
  ls_trace_set_origin (joined, ls_trace_get_origin (rows));
  return joined;
}

LsTrace *
ls_bond_trace_join (LsTrace *bonds, LsTrace *rows, GError **error)
{
  const guint n = ls_trace_get_n_columns (rows), m = ls_trace_get_n_columns (bonds);
  const double origin = ls_trace_get_origin (rows);
  g_autofree double *row = g_new (double, n + m);
  g_autoptr (LsTrace) joined = NULL;

  if (m == 1 || ls_trace_get_n_rows (bonds) == 0)
    return ls_trace_ref (rows);
  joined = make_joined (bonds, rows);
  for (gsize i = 0; i < ls_trace_get_n_rows (rows); i++)
    {
      const gssize at
          = MAX (ls_trace_find_row_from (bonds, origin, ls_trace_get_elapsed (rows, i)), 0);

      row[0] = ls_trace_get_elapsed (rows, i);
      for (guint k = 1; k < n + m - 1; k++)
        row[k] = k < n ? ls_trace_get (rows, k, i) : ls_trace_get (bonds, k - n + 1, (gsize)at);
      if (ls_trace_append (joined, row))
        continue;
      ls_trace_set_error (joined, ls_trace_get (rows, 0, i), error);
      return NULL;
    }
  return g_steal_pointer (&joined);
}
