#include "core/fmi/probe.h"

#include "core/fmi/instance.h"

#include <math.h>

/* Creates an instance whose messages are discarded: only statuses matter. */
static LsInstance *
make (LsFmu *fmu, gboolean initialise)
{
  const LsDescription *description = ls_fmu_get_description (fmu);
  const LsDefaultExperiment *experiment = &description->experiment;
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  /* Named after the model: many components may share the result. */
  LsInstance *instance
      = ls_instance_new (fmu, LS_KIND_CO_SIMULATION, description->model_name, log, FALSE, NULL);

  if (instance == NULL || !initialise)
    return instance;
  if (ls_instance_setup (instance, NAN, experiment->has_start_time ? experiment->start_time : 0.0,
                         NAN)
          == LS_OK
      && ls_instance_enter_initialization (instance) == LS_OK)
    return instance;
  ls_instance_free (instance);
  return NULL;
}

/* Value references of Real inputs or continuous Real outputs: other variables have no
 * derivatives. */
static guint32 *
list_references (const LsDescription *description, LsCausality causality, gsize *n)
{
  guint32 *references = g_new0 (guint32, description->n_variables + 1);

  *n = 0;
  for (guint i = 0; i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];

      if (variable->causality == causality && variable->type == LS_TYPE_REAL
          && (causality == LS_CAUSALITY_INPUT
              || variable->variability == LS_VARIABILITY_CONTINUOUS))
        references[(*n)++] = variable->value_reference;
    }
  return references;
}

static gboolean
takes (LsInstance *instance, const guint32 references[], gsize n, int order)
{
  g_autofree double *zeros = g_new0 (double, n + 1);
  g_autofree int *orders = g_new0 (int, n + 1);

  for (gsize j = 0; j < n; j++)
    orders[j] = order;
  return ls_instance_set_input_derivatives (instance, references, n, orders, zeros) == LS_OK;
}

/* @known: (out): %FALSE if there are no inputs or no instance */
static guint
ask (LsFmu *fmu, gboolean initialise, gboolean *known)
{
  gsize n;
  g_autofree guint32 *references
      = list_references (ls_fmu_get_description (fmu), LS_CAUSALITY_INPUT, &n);
  LsInstance *instance = n > 0 ? make (fmu, initialise) : NULL;
  guint order = 0;

  *known = instance != NULL;
  if (instance == NULL)
    return LS_INPUT_DERIVATIVES_MAX;
  if ((ls_instance_get_capabilities (instance) & LS_CAN_INPUT_DERIVATIVES) != 0)
    while (order < LS_INPUT_DERIVATIVES_MAX && takes (instance, references, n, (int)order + 1))
      order++;
  ls_instance_free (instance);
  return order;
}

/* The standard allows the call in three states, but FMUs may support it in two only. */
static guint
find_out (LsFmu *fmu, gboolean *known)
{
  gboolean initialised;
  guint order = ask (fmu, FALSE, known), second;

  if (!*known || order > 0)
    return order;
  second = ask (fmu, TRUE, &initialised);
  return initialised ? second : order;
}

guint
ls_probe_input_derivatives (LsFmu *fmu)
{
  g_return_val_if_fail (fmu != NULL, 0);

  static GMutex lock;
  int order;

  if (!ls_fmu_get_description (fmu)->co_simulation.can_interpolate_inputs)
    return 0;
  g_mutex_lock (&lock);
  order = ls_fmu_get_input_order (fmu);
  if (order < 0)
    {
      gboolean known;

      order = (int)find_out (fmu, &known);
      if (known)
        ls_fmu_set_input_order (fmu, order);
    }
  g_mutex_unlock (&lock);
  return (guint)order;
}

/* The FMU's preferred step size, or a thousandth of its default experiment. */
static double
choose_step (const LsDefaultExperiment *experiment)
{
  const double start = experiment->has_start_time ? experiment->start_time : 0.0;
  const double stop = experiment->has_stop_time ? experiment->stop_time : start + 1.0;

  if (experiment->has_step_size && experiment->step_size > 0.0)
    return experiment->step_size;
  return stop > start ? (stop - start) / 1000.0 : 1e-3;
}

typedef enum
{
  REFUSED,
  NOT_KNOWN, /* not supported, or values not finite */
  GIVEN
} Slopes;

static Slopes
ask_slopes (LsInstance *instance, const guint32 references[], gsize n)
{
  g_autofree double *values = g_new (double, n + 1);
  g_autofree int *orders = g_new (int, n + 1);
  LsStatus status;

  for (gsize i = 0; i < n; i++)
    {
      orders[i] = 1;
      values[i] = NAN;
    }
  status = ls_instance_get_output_derivatives (instance, references, n, orders, values);
  if (status != LS_OK)
    return status == LS_STOP ? REFUSED : NOT_KNOWN;
  for (gsize i = 0; i < n; i++)
    if (!isfinite (values[i]))
      return NOT_KNOWN;
  return GIVEN;
}

/* Before the first step values may still be undefined; but an FMU that fails there would abort a
 * run. */
static gboolean
give_slopes (LsFmu *fmu, LsInstance *instance, const guint32 references[], gsize n, gboolean *known)
{
  const double h = choose_step (&ls_fmu_get_description (fmu)->experiment);
  double reached;

  *known = ls_instance_exit_initialization (instance) == LS_OK;
  if (!*known)
    return TRUE;
  if (ask_slopes (instance, references, n) == REFUSED)
    return FALSE;
  *known = ls_instance_do_step (instance, h, TRUE, &reached) == LS_OK;
  return !*known || ask_slopes (instance, references, n) == GIVEN;
}

static gboolean
find_out_slopes (LsFmu *fmu, gboolean *known)
{
  gsize n;
  g_autofree guint32 *references
      = list_references (ls_fmu_get_description (fmu), LS_CAUSALITY_OUTPUT, &n);
  LsInstance *instance = n > 0 ? make (fmu, TRUE) : NULL;
  gboolean gives = TRUE;

  *known = instance != NULL;
  if (instance == NULL)
    return TRUE;
  if ((ls_instance_get_capabilities (instance) & LS_CAN_OUTPUT_DERIVATIVES) != 0)
    gives = give_slopes (fmu, instance, references, n, known);
  ls_instance_free (instance);
  return gives;
}

gboolean
ls_probe_output_derivatives (LsFmu *fmu)
{
  g_return_val_if_fail (fmu != NULL, FALSE);

  static GMutex lock;
  int gives;

  if (ls_fmu_get_description (fmu)->co_simulation.max_output_derivative_order == 0)
    return FALSE;
  g_mutex_lock (&lock);
  gives = ls_fmu_get_output_derivatives (fmu);
  if (gives < 0)
    {
      gboolean known;

      gives = find_out_slopes (fmu, &known);
      if (known)
        ls_fmu_set_output_derivatives (fmu, gives);
    }
  g_mutex_unlock (&lock);
  return gives != 0;
}

/* Change of an input, relative to its size: far above rounding. */
#define CHANGE 1e-3

typedef struct
{
  LsInstance *instance;
  guint32 *inputs, *outputs;
  gsize n_in, n_out;
  double *u, *moved, *y, *y_moved;
} Reading;

static void
clear_reading (Reading *self)
{
  if (self->instance != NULL)
    ls_instance_free (self->instance);
  g_free (self->inputs);
  g_free (self->outputs);
  g_free (self->u);
}

/* All Real outputs: feed-through need not come from continuous ones. */
static guint32 *
list_outputs (const LsDescription *description, gsize *n)
{
  guint32 *references = g_new0 (guint32, description->n_variables + 1);

  *n = 0;
  for (guint i = 0; i < description->n_variables; i++)
    if (description->variables[i].causality == LS_CAUSALITY_OUTPUT
        && description->variables[i].type == LS_TYPE_REAL)
      references[(*n)++] = description->variables[i].value_reference;
  return references;
}

static void
list_reading (Reading *self, const LsDescription *description)
{
  self->inputs = list_references (description, LS_CAUSALITY_INPUT, &self->n_in);
  self->outputs = list_outputs (description, &self->n_out);
  self->u = g_new0 (double, 2 * (self->n_in + self->n_out) + 1);
  self->moved = self->u + self->n_in;
  self->y = self->moved + self->n_in;
  self->y_moved = self->y + self->n_out;
}

/* Whether outputs change with the inputs, which then have their values again. */
static LsStatus
look (const Reading *self, gboolean *changed)
{
  LsStatus status = ls_instance_get_real (self->instance, self->outputs, self->n_out, self->y);

  *changed = FALSE;
  if (status == LS_OK)
    status = ls_instance_set_real (self->instance, self->inputs, self->n_in, self->moved);
  if (status == LS_OK)
    status = ls_instance_get_real (self->instance, self->outputs, self->n_out, self->y_moved);
  if (status == LS_OK)
    status = ls_instance_set_real (self->instance, self->inputs, self->n_in, self->u);
  for (gsize i = 0; i < self->n_out && status == LS_OK; i++)
    *changed |= isfinite (self->y_moved[i]) && self->y_moved[i] != self->y[i];
  return status;
}

static int
ask_reading (Reading *self, double h)
{
  gboolean before = FALSE, after = FALSE;
  double reached;

  if (ls_instance_get_real (self->instance, self->inputs, self->n_in, self->u) != LS_OK)
    return -1;
  for (gsize j = 0; j < self->n_in; j++)
    self->moved[j] = self->u[j] + CHANGE * fmax (fabs (self->u[j]), 1.0);
  if (look (self, &before) != LS_OK || ls_instance_exit_initialization (self->instance) != LS_OK
      || ls_instance_do_step (self->instance, h, TRUE, &reached) != LS_OK)
    return -1;
  if (look (self, &after) != LS_OK)
    return 0;
  return after ? 1 : before ? 0 : -1;
}

int
ls_probe_reading (LsFmu *fmu)
{
  g_return_val_if_fail (fmu != NULL, 0);

  static GMutex lock;
  const LsDescription *description = ls_fmu_get_description (fmu);
  Reading self = { 0 };
  int answers;

  g_mutex_lock (&lock);
  answers = ls_fmu_get_reading (fmu);
  if (answers < 0)
    {
      list_reading (&self, description);
      self.instance = self.n_in > 0 && self.n_out > 0 ? make (fmu, TRUE) : NULL;
      if (self.instance != NULL)
        answers = ask_reading (&self, choose_step (&description->experiment));
      if (answers >= 0)
        ls_fmu_set_reading (fmu, answers);
      clear_reading (&self);
    }
  g_mutex_unlock (&lock);
  return answers;
}

/* Steps that are compared, and what part of the change of an output is a difference: of a step less
 * it is a quarter or more, of a solver that begins anew its own tolerance. */
#define N_TENTATIVE 4
#define DIFFERENCE 0.02

/* With other inputs, as much is at rest with those of the start. @y: (out): outputs at first, then
 * after the steps */
static gboolean
follow (const Reading *self, double h, gboolean final, double *y)
{
  double reached;
  gboolean done = ls_instance_get_real (self->instance, self->inputs, self->n_in, self->u) == LS_OK;

  for (gsize j = 0; j < self->n_in && done; j++)
    self->moved[j] = self->u[j] + CHANGE * fmax (fabs (self->u[j]), 1.0);
  done = done && ls_instance_exit_initialization (self->instance) == LS_OK
         && ls_instance_set_real (self->instance, self->inputs, self->n_in, self->moved) == LS_OK
         && ls_instance_get_real (self->instance, self->outputs, self->n_out, y) == LS_OK;
  for (guint k = 0; k < N_TENTATIVE && done; k++)
    done = ls_instance_do_step (self->instance, h, final, &reached) == LS_OK;
  return done
         && ls_instance_get_real (self->instance, self->outputs, self->n_out, y + self->n_out)
                == LS_OK;
}

/* The same in an instance of its own: no other call can matter. */
static gboolean
follow_anew (LsFmu *fmu, Reading *self, gboolean final, double *y)
{
  gboolean done;

  self->instance = make (fmu, TRUE);
  done = self->instance != NULL
         && follow (self, choose_step (&ls_fmu_get_description (fmu)->experiment), final, y);
  g_clear_pointer (&self->instance, ls_instance_free);
  return done;
}

/* @moved: (out): whether any output has changed. Returns: whether all changes are the same */
static gboolean
are_alike (const Reading *self, const double *a, const double *b, gboolean *moved)
{
  const gsize n = self->n_out;
  gboolean alike = TRUE;

  *moved = FALSE;
  for (gsize i = 0; i < n; i++)
    {
      const double change = fmax (fabs (a[n + i] - a[i]), fabs (b[n + i] - b[i]));

      if (!isfinite (change) || change <= 1e-12 * fabs (a[i]))
        continue;
      *moved = TRUE;
      alike &= fabs (a[n + i] - b[n + i]) <= DIFFERENCE * change;
    }
  return alike;
}

/* Who differs from itself, by chance, is not judged. Returns: -1 if unknown */
static int
ask_tentative (LsFmu *fmu, Reading *self)
{
  g_autofree double *final = g_new0 (double, 4 * self->n_out + 1);
  double *other = final + 2 * self->n_out;
  gboolean moved;

  if (self->n_out == 0 || !follow_anew (fmu, self, TRUE, final)
      || !follow_anew (fmu, self, FALSE, other))
    return -1;
  if (are_alike (self, final, other, &moved))
    return moved ? 1 : -1;
  return follow_anew (fmu, self, TRUE, other) && are_alike (self, final, other, &moved) ? 0 : -1;
}

gboolean
ls_probe_tentative_steps (LsFmu *fmu)
{
  g_return_val_if_fail (fmu != NULL, FALSE);

  static GMutex lock;
  const LsDescription *description = ls_fmu_get_description (fmu);
  int answer;

  g_mutex_lock (&lock);
  answer = ls_fmu_get_tentative_steps (fmu);
  if (answer < 0)
    {
      Reading self = { 0 };

      list_reading (&self, description);
      answer = ask_tentative (fmu, &self);
      clear_reading (&self);
      if (answer >= 0)
        ls_fmu_set_tentative_steps (fmu, answer);
    }
  g_mutex_unlock (&lock);
  return answer != 0;
}
