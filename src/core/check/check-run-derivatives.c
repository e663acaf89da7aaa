/* Run check of directional derivatives, against central differences, and of adjoint ones, against
 * the directional ones or else differences. */
#include "core/check/check-run-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Further columns and rows are not compared, to limit the time for large models. */
#define MAX_KNOWNS 100
#define MAX_UNKNOWNS 100

typedef struct
{
  LsRunCheck *check;
  gsize n_unknowns, n_knowns, n_states;
  const LsVariable **unknowns, **knowns; /* the first of the knowns are the states */
  guint32 *unknown_references, *known_references;
  double *values;  /* of the knowns */
  gsize n_columns; /* that are compared */
  gboolean directional;
  double *matrix; /* n_unknowns x n_columns */
  double *low, *high, *column;
} Comparison;

static gboolean
is_continuous (const LsVariable *variable)
{
  return variable->type == LS_TYPE_REAL && variable->variability == LS_VARIABILITY_CONTINUOUS;
}

static void
add (const LsVariable **variables, guint32 *references, gsize *n, const LsVariable *variable)
{
  variables[*n] = variable;
  references[(*n)++] = variable->value_reference;
}

/* States can be set in continuous-time mode only, so otherwise only inputs are knowns. */
static void
prepare (Comparison *self, LsRunCheck *check)
{
  const LsDescription *description = ls_instance_get_description (check->instance);
  gboolean running = ls_instance_get_kind (check->instance) == LS_KIND_MODEL_EXCHANGE;
  gsize n = (gsize)description->n_variables + description->derivatives.n + 1;

  *self = (Comparison){ .check = check };
  self->unknowns = g_new0 (const LsVariable *, n);
  self->knowns = g_new0 (const LsVariable *, n);
  self->unknown_references = g_new0 (guint32, n);
  self->known_references = g_new0 (guint32, n);
  for (guint i = 0; running && i < description->derivatives.n; i++)
    {
      const LsVariable *derivative
          = &description->variables[description->derivatives.items[i].variable];

      add (self->unknowns, self->unknown_references, &self->n_unknowns, derivative);
      add (self->knowns, self->known_references, &self->n_knowns,
           &description->variables[derivative->derivative_of]);
    }
  self->n_states = self->n_knowns;
  for (guint i = 0; i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];

      if (is_continuous (variable) && variable->causality == LS_CAUSALITY_OUTPUT)
        add (self->unknowns, self->unknown_references, &self->n_unknowns, variable);
      if (is_continuous (variable) && variable->causality == LS_CAUSALITY_INPUT)
        add (self->knowns, self->known_references, &self->n_knowns, variable);
    }
  self->directional
      = (ls_instance_get_capabilities (check->instance) & LS_CAN_DIRECTIONAL_DERIVATIVE) != 0;
  self->n_columns = MIN (self->n_knowns, MAX_KNOWNS);
  self->matrix = g_new0 (double, self->n_unknowns * self->n_columns + 1);
  self->values = g_new0 (double, self->n_knowns + 1);
  self->low = g_new0 (double, self->n_unknowns + 1);
  self->high = g_new0 (double, self->n_unknowns + 1);
  self->column = g_new0 (double, self->n_unknowns + 1);
}

static void
clear (Comparison *self)
{
  g_free (self->unknowns);
  g_free (self->knowns);
  g_free (self->unknown_references);
  g_free (self->known_references);
  g_free (self->matrix);
  g_free (self->values);
  g_free (self->low);
  g_free (self->high);
  g_free (self->column);
}

static LsStatus
set_known (Comparison *self, gsize k, double value)
{
  self->values[k] = value;
  if (k < self->n_states)
    return ls_instance_set_states (self->check->instance, self->values);
  return ls_instance_set_real (self->check->instance, &self->known_references[k], 1, &value);
}

/* Evaluates the unknowns with known @k set to @value. */
static LsStatus
evaluate (Comparison *self, gsize k, double value, double unknowns[])
{
  LsStatus status = set_known (self, k, value);

  if (status == LS_OK)
    status = ls_instance_get_real (self->check->instance, self->unknown_references,
                                   self->n_unknowns, unknowns);
  return status;
}

/* The truncation error is of the order of delta², below 1e-4 unless the model is strongly
 * nonlinear; rounding, and solvers inside the FMU, add noise of about 1e-9 relative to the values.
 */
static void
compare (Comparison *self, gsize k, double delta)
{
  for (gsize i = 0; i < self->n_unknowns; i++)
    {
      double difference = (self->high[i] - self->low[i]) / (2 * delta);
      double size = fmax (fabs (self->high[i]), fabs (self->low[i]));
      double tolerance = 1e-4 * fmax (fabs (difference), fabs (self->column[i]))
                         + 1e-9 * (size + self->unknowns[i]->nominal) / delta;

      if (!self->directional)
        self->column[i] = difference;
      self->matrix[i * self->n_columns + k] = self->column[i];
      if (isfinite (self->column[i]) && fabs (difference - self->column[i]) <= tolerance)
        continue;
      ls_finding_add (self->check->findings, LS_FINDING_WARNING, "directional-derivative", 0,
                      self->unknowns[i]->name,
                      _ ("%s: the derivative with respect to %s is %.9g, by differences %.9g"),
                      self->check->kind_name, self->knowns[k]->name, self->column[i], difference);
    }
}

/* Returns: whether the instance can still be used. */
static gboolean
check_column (Comparison *self, gsize k)
{
  const double one = 1;
  double value = self->values[k];
  double delta = 1e-5 * fmax (fabs (value), self->knowns[k]->nominal);
  gboolean good;

  good = (!self->directional
          || ls_run_check_status (self->check, _ ("reading directional derivatives"),
                                  ls_instance_get_directional_derivative (
                                      self->check->instance, self->unknown_references,
                                      self->n_unknowns, &self->known_references[k], 1, &one,
                                      self->column)))
         && ls_run_check_status (self->check, _ ("evaluating differences"),
                                 evaluate (self, k, value - delta, self->low))
         && ls_run_check_status (self->check, _ ("evaluating differences"),
                                 evaluate (self, k, value + delta, self->high))
         && ls_run_check_status (self->check, _ ("evaluating differences"),
                                 set_known (self, k, value));
  if (good)
    compare (self, k, delta);
  return good;
}

/* Current values of the knowns: inputs have their start values. */
static gboolean
get_knowns (Comparison *self)
{
  LsInstance *instance = self->check->instance;

  if (self->n_states > 0
      && !ls_run_check_status (self->check, _ ("reading the states"),
                               ls_instance_get_states (instance, self->values)))
    return FALSE;
  for (gsize k = self->n_states; k < self->n_knowns; k++)
    self->values[k] = self->knowns[k]->start_real;
  return TRUE;
}

/* Products of one matrix differ by rounding only; for differences see compare(). */
static gboolean
check_row (Comparison *self, gsize i)
{
  g_autofree double *row = g_new0 (double, self->n_columns + 1);
  const double *expected = self->matrix + i * self->n_columns, one = 1;
  double size = 0;

  if (!ls_run_check_status (self->check, _ ("reading adjoint derivatives"),
                            ls_instance_get_adjoint_derivative (
                                self->check->instance, &self->unknown_references[i], 1,
                                self->known_references, self->n_columns, &one, row)))
    return FALSE;
  for (gsize k = 0; k < self->n_columns; k++)
    size = fmax (size, fabs (expected[k]));
  for (gsize k = 0; k < self->n_columns; k++)
    if (!(fabs (row[k] - expected[k]) <= (self->directional ? 1e-9 : 1e-3) * size))
      ls_finding_add (self->check->findings, LS_FINDING_WARNING, "adjoint-derivative", 0,
                      self->unknowns[i]->name,
                      self->directional
                          ? _ ("%s: the derivative with respect to %s is %.9g by adjoint "
                               "derivatives, %.9g by directional ones")
                          : _ ("%s: the derivative with respect to %s is %.9g by adjoint "
                               "derivatives, %.9g by differences"),
                      self->check->kind_name, self->knowns[k]->name, row[k], expected[k]);
  return TRUE;
}

gboolean
ls_run_check_derivatives (LsRunCheck *check)
{
  g_return_val_if_fail (check != NULL, FALSE);

  const guint capabilities = ls_instance_get_capabilities (check->instance);
  Comparison self;
  gboolean lives = TRUE;

  if ((capabilities & (LS_CAN_DIRECTIONAL_DERIVATIVE | LS_CAN_ADJOINT_DERIVATIVE)) == 0)
    return TRUE;
  prepare (&self, check);
  if (self.n_unknowns > 0)
    lives = get_knowns (&self);
  for (gsize k = 0; lives && self.n_unknowns > 0 && k < self.n_columns; k++)
    lives = check_column (&self, k);
  if ((capabilities & LS_CAN_ADJOINT_DERIVATIVE) != 0)
    for (gsize i = 0; lives && self.n_columns > 0 && i < MIN (self.n_unknowns, MAX_UNKNOWNS); i++)
      lives = check_row (&self, i);
  clear (&self);
  return lives;
}
