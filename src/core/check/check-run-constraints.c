/* Run check of constraints on the states: Jacobian and projections against residuals. */
#include "core/check/check-run-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Further columns are not compared, to limit the time for large models. */
#define MAX_STATES 100
/* Displacement of the states off the constraints, relative to the greater of value and nominal. */
#define OFF 1e-4

typedef struct
{
  LsRunCheck *check;
  guint n_x, max, m;
  const LsVariable **states;
  double *x, *nominals, *moved, *way; /* n_x */
  double *phi, *low, *high;           /* max */
  double *d, *differences;            /* max x n_x */
} Constraints;

static void
prepare (Constraints *self, LsRunCheck *check)
{
  const LsDescription *description = ls_instance_get_description (check->instance);
  const gsize max = description->constraints.max;
  gsize n;

  *self = (Constraints){ .check = check, .max = (guint)max };
  self->n_x = ls_description_get_n_states (description);
  n = self->n_x;
  self->states = g_new0 (const LsVariable *, n + 1);
  for (gsize i = 0; i < n; i++)
    {
      guint derivative = description->derivatives.items[i].variable;

      self->states[i] = &description->variables[description->variables[derivative].derivative_of];
    }
  self->x = g_new0 (double, 4 * n + 3 * max + 2 * max * n + 1);
  self->nominals = self->x + n;
  self->moved = self->nominals + n;
  self->way = self->moved + n;
  self->phi = self->way + n;
  self->low = self->phi + max;
  self->high = self->low + max;
  self->d = self->high + max;
  self->differences = self->d + max * n;
}

static gboolean
add_error (Constraints *self, const char *name, const char *format, ...) G_GNUC_PRINTF (3, 4);

/* Returns: %FALSE. */
static gboolean
add_error (Constraints *self, const char *name, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  ls_finding_add (self->check->findings, LS_FINDING_ERROR, "constraints", 0, name, "%s: %s",
                  self->check->kind_name, message);
  return FALSE;
}

/* Evaluates the residuals at @x. */
static LsStatus
evaluate (Constraints *self, const double x[], double phi[])
{
  LsStatus status = ls_instance_set_states (self->check->instance, x);

  return status == LS_OK ? ls_instance_get_constraints (self->check->instance, phi) : status;
}

static gboolean
check_residuals (Constraints *self)
{
  if (!ls_run_check_status (self->check, _ ("reading the constraints"),
                            evaluate (self, self->x, self->phi)))
    return FALSE;
  for (guint i = 0; i < self->m; i++)
    if (!isfinite (self->phi[i]))
      return add_error (self, "fmi2Constraint", _ ("the residual of constraint %u is %g"), i + 1,
                        self->phi[i]);
  return TRUE;
}

static double
get_delta (const Constraints *self, guint j, double part)
{
  return part * fmax (fabs (self->x[j]), self->nominals[j]);
}

/* Computes column @j by differences; compares it with the Jacobian if available. */
static gboolean
check_column (Constraints *self, guint j, gboolean compare)
{
  const double delta = get_delta (self, j, 1e-5);

  memcpy (self->moved, self->x, self->n_x * sizeof (double));
  self->moved[j] = self->x[j] - delta;
  if (!ls_run_check_status (self->check, _ ("reading the constraints"),
                            evaluate (self, self->moved, self->low)))
    return FALSE;
  self->moved[j] = self->x[j] + delta;
  if (!ls_run_check_status (self->check, _ ("reading the constraints"),
                            evaluate (self, self->moved, self->high)))
    return FALSE;
  for (guint i = 0; i < self->m; i++)
    {
      const double difference = (self->high[i] - self->low[i]) / (2 * delta);
      const double value = self->d[(gsize)i * self->n_x + j];
      const double size = fmax (fabs (self->high[i]), fabs (self->low[i]));
      /* As for directional derivatives: truncation error, and rounding of the values. */
      const double tolerance
          = 1e-4 * fmax (fabs (difference), fabs (value)) + 1e-9 * (size + 1) / delta;

      self->differences[(gsize)i * self->n_x + j] = difference;
      if (compare && !(fabs (difference - value) <= tolerance))
        ls_finding_add (self->check->findings, LS_FINDING_ERROR, "constraint-jacobian", 0,
                        self->states[j]->name,
                        _ ("%s: the derivative of constraint %u with respect to it is %.9g, by "
                           "differences %.9g"),
                        self->check->kind_name, i + 1, value, difference);
    }
  return TRUE;
}

static gboolean
check_jacobian (Constraints *self, gboolean has_jacobian)
{
  LsInstance *instance = self->check->instance;

  if (has_jacobian
      && (!ls_run_check_status (self->check, _ ("setting the states"),
                                ls_instance_set_states (instance, self->x))
          || !ls_run_check_status (self->check, _ ("reading the Jacobian of the constraints"),
                                   ls_instance_get_constraint_jacobian (instance, self->d))))
    return FALSE;
  for (guint j = 0; j < MIN (self->n_x, MAX_STATES); j++)
    if (!check_column (self, j, has_jacobian))
      return FALSE;
  return TRUE;
}

/* Change of residual @i when all states move by @part of their size. */
static double
get_size (const Constraints *self, guint i, double part)
{
  double sum = 0;

  for (guint j = 0; j < self->n_x; j++)
    sum += fabs (self->differences[(gsize)i * self->n_x + j]) * get_delta (self, j, part);
  return sum;
}

static void
check_start (Constraints *self)
{
  for (guint i = 0; i < self->m; i++)
    if (self->n_x <= MAX_STATES && fabs (self->phi[i]) > get_size (self, i, 1e-6))
      ls_finding_add (self->check->findings, LS_FINDING_WARNING, "constraints-start", 0,
                      "fmi2Constraint",
                      _ ("%s: constraint %u does not hold at the start: its residual is %g"),
                      self->check->kind_name, i + 1, self->phi[i]);
}

/* Moves the states slightly off the constraints, each by a different amount. */
static void
move_off (Constraints *self)
{
  for (guint j = 0; j < self->n_x; j++)
    self->moved[j] = self->x[j] + get_delta (self, j, OFF * (1 + j % 3) / 3);
}

/* After the projection step of the FMU, residuals must be at most a hundredth of those before. */
static gboolean
check_way (
    Constraints *self, const char *call, const char *stage, LsStatus status, gboolean unmoved)
{
  LsInstance *instance = self->check->instance;

  if (!ls_run_check_status (self->check, stage, status))
    return FALSE;
  if (unmoved
      && (!ls_run_check_status (self->check, _ ("reading the states"),
                                ls_instance_get_states (instance, self->x))
          || memcmp (self->x, self->moved, self->n_x * sizeof (double)) != 0))
    return add_error (self, call, _ ("it changes the states without being asked to"));
  for (guint j = 0; j < self->n_x; j++)
    if (!isfinite (self->way[j]))
      return add_error (self, call, _ ("what it adds to “%s” is %g"), self->states[j]->name,
                        self->way[j]);
  if ((ls_instance_get_capabilities (instance) & LS_CAN_CONSTRAINTS) == 0)
    return TRUE;
  if (!ls_run_check_status (self->check, _ ("reading the constraints"),
                            evaluate (self, self->moved, self->low)))
    return FALSE;
  for (guint j = 0; j < self->n_x; j++)
    self->moved[j] += self->way[j];
  if (!ls_run_check_status (self->check, _ ("reading the constraints"),
                            evaluate (self, self->moved, self->high)))
    return FALSE;
  for (guint i = 0; i < self->m; i++)
    if (!(fabs (self->high[i]) <= 0.01 * fabs (self->low[i]) + get_size (self, i, 0.01 * OFF)))
      add_error (self, call, _ ("it changes the residual of constraint %u from %g to %g"), i + 1,
                 self->low[i], self->high[i]);
  return TRUE;
}

static gboolean
check_ways (Constraints *self, guint can)
{
  LsInstance *instance = self->check->instance;
  g_autofree double *start = g_memdup2 (self->x, (self->n_x + 1) * sizeof (double));
  const gsize size = self->n_x * sizeof (double);

  move_off (self);
  if ((can & LS_CAN_PROJECTION_STEP) != 0
      && (!ls_run_check_status (self->check, _ ("setting the states"),
                                ls_instance_set_states (instance, self->moved))
          || !check_way (self, "fmi2ProjectionStep", _ ("a projection step"),
                         ls_instance_get_projection_step (instance, self->way), TRUE)))
    return FALSE;
  memcpy (self->x, start, size);
  move_off (self);
  if ((can & LS_CAN_PROJECTION) != 0
      && (!ls_run_check_status (self->check, _ ("setting the states"),
                                ls_instance_set_states (instance, self->moved))
          || !check_way (self, "fmi2Projection", _ ("a projection"),
                         ls_instance_project (instance, 1e-8, 20, FALSE, self->way), TRUE)))
    return FALSE;
  memcpy (self->x, start, size);
  return TRUE;
}

static gboolean
check (Constraints *self, guint can)
{
  LsInstance *instance = self->check->instance;

  if (!ls_run_check_status (self->check, _ ("reading the number of constraints"),
                            ls_instance_get_n_constraints (instance, &self->m)))
    return FALSE;
  if (self->m == 0)
    return TRUE;
  if (!ls_run_check_status (self->check, _ ("reading the states"),
                            ls_instance_get_states (instance, self->x))
      || !ls_run_check_status (self->check, _ ("reading the nominals"),
                               ls_instance_get_nominals (instance, self->nominals)))
    return FALSE;
  if ((can & LS_CAN_CONSTRAINTS) != 0)
    {
      if (!check_residuals (self)
          || !check_jacobian (self, (can & LS_CAN_CONSTRAINT_JACOBIAN) != 0))
        return FALSE;
      check_start (self);
    }
  return check_ways (self, can)
         && ls_run_check_status (self->check, _ ("setting the states"),
                                 ls_instance_set_states (instance, self->x));
}

gboolean
ls_run_check_constraints (LsRunCheck *run)
{
  g_return_val_if_fail (run != NULL, FALSE);

  const guint can = ls_instance_get_capabilities (run->instance);
  Constraints self;
  gboolean lives;

  if ((can & (LS_CAN_CONSTRAINTS | LS_CAN_PROJECTION_STEP | LS_CAN_PROJECTION)) == 0
      || ls_description_get_n_states (ls_instance_get_description (run->instance)) == 0)
    return TRUE;
  prepare (&self, run);
  lives = check (&self, can);
  g_free (self.states);
  g_free (self.x);
  return lives;
}
