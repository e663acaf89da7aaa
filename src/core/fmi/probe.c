#include "core/fmi/probe.h"

#include "core/fmi/instance.h"

#include <math.h>

/* Nobody hears what an FMU says of it: an answer is all that is wanted. */
static LsInstance *
make (LsFmu *fmu, gboolean initialise)
{
  const LsDefaultExperiment *experiment = &ls_fmu_get_description (fmu)->experiment;
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  LsInstance *instance = ls_instance_new (fmu, LS_KIND_CO_SIMULATION, "probe", log, FALSE, NULL);

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

/* Of continuous inputs: others have no derivatives. */
static guint32 *
list_inputs (const LsDescription *description, gsize *n)
{
  guint32 *references = g_new0 (guint32, description->n_variables + 1);

  *n = 0;
  for (guint i = 0; i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];

      if (variable->causality == LS_CAUSALITY_INPUT && variable->type == LS_TYPE_REAL)
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

/* @known: (out): whether there was somebody to ask */
static guint
ask (LsFmu *fmu, gboolean initialise, gboolean *known)
{
  gsize n;
  g_autofree guint32 *references = list_inputs (ls_fmu_get_description (fmu), &n);
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

/* All three states of the standard will do for the call, but FMUs may know of two only. */
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
