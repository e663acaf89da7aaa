/* FMI 1.0: values, by functions of FMI 2.0. Negated aliases, states and their derivatives have
 * value references that the FMU does not know. */
#include "core/fmi/fmi1-instance.h"

#include <math.h>
#include <string.h>

#define SELF ((LsInstanceFmi1 *)component)

static void
add_proxy (LsInstanceFmi1 *self, guint32 reference, int what, guint32 number)
{
  LsFmi1Proxy *proxy = g_new (LsFmi1Proxy, 1);

  *proxy = (LsFmi1Proxy){ .number = number };
  proxy->what = what;
  if (self->proxies == NULL)
    self->proxies = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_hash_table_insert (self->proxies, GUINT_TO_POINTER (reference), proxy);
}

void
ls_instance_fmi1_init_values (LsInstanceFmi1 *self)
{
  const LsDescription *description = ls_fmu_get_description (self->base.base.fmu);
  const LsVariable *variables = description->variables;

  for (guint i = 0; i < description->n_variables; i++)
    if (variables[i].is_negated)
      add_proxy (self, variables[i].value_reference, LS_FMI1_NEGATED, variables[i].negates);
  for (guint k = 0; k < description->derivatives.n; k++)
    {
      const LsVariable *derivative = &variables[description->derivatives.items[k].variable];

      add_proxy (self, derivative->value_reference, LS_FMI1_DERIVATIVE, k);
      add_proxy (self, variables[derivative->derivative_of].value_reference, LS_FMI1_STATE, k);
    }
  self->states = g_new0 (double, 2 * (gsize)description->derivatives.n + 1);
  self->truths = g_byte_array_new ();
  self->given = g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

void
ls_instance_fmi1_clear_values (LsInstanceFmi1 *self)
{
  g_clear_pointer (&self->proxies, g_hash_table_unref);
  g_clear_pointer (&self->given, g_hash_table_unref);
  g_clear_pointer (&self->late, g_hash_table_unref);
  g_clear_pointer (&self->truths, g_byte_array_unref);
  g_clear_pointer (&self->states, g_free);
}

static const LsFmi1Proxy *
find_proxy (const LsInstanceFmi1 *self, guint32 reference)
{
  return g_hash_table_lookup (self->proxies, GUINT_TO_POINTER (reference));
}

/* Whether the FMU itself knows all of @references. */
static gboolean
knows (const LsInstanceFmi1 *self, const fmi2ValueReference references[], size_t n)
{
  for (size_t i = 0; i < n && self->proxies != NULL; i++)
    if (find_proxy (self, references[i]) != NULL)
      return FALSE;
  return TRUE;
}

gboolean
ls_instance_fmi1_knows_item (LsInstance *instance, const LsBatchItem *item)
{
  const LsInstanceFmi1 *self = (const LsInstanceFmi1 *)instance;

  return knows (self, item->inputs, item->n_inputs) && knows (self, item->outputs, item->n_outputs);
}

/* ---- Initialization ---------------------------------------------------------------------- */

fmi2Status
ls_instance_fmi1_initialize (LsInstanceFmi1 *self)
{
  const gboolean tolerant = !isnan (self->tolerance), stops = !isnan (self->stop_time);
  fmi2Status status;

  if (G_LIKELY (self->is_initialized))
    return fmi2OK;
  self->is_initialized = TRUE;
  self->late = g_hash_table_new (NULL, NULL);
  if (self->base.base.kind->kind == LS_KIND_CO_SIMULATION)
    return LS_FMI1_CALL (self, InitializeSlave, self->start_time, stops,
                         stops ? self->stop_time : 0.0);
  self->event = (fmi1EventInfo){ .iterationConverged = fmi1True };
  status
      = LS_FMI1_CALL (self, Initialize, tolerant, tolerant ? self->tolerance : 0.0, &self->event);
  self->has_event = TRUE;
  return status;
}

/* ---- Reading ----------------------------------------------------------------------------- */

/* Reads all states, or all derivatives, into their half of the memory, once: @have. */
static fmi2Status
fetch (LsInstanceFmi1 *self, const LsFmi1Proxy *proxy, gboolean have[2], double *value)
{
  const gsize n = ls_fmu_get_description (self->base.base.fmu)->derivatives.n;
  const guint half = proxy->what == LS_FMI1_DERIVATIVE;
  double *all = self->states + half * n;
  fmi2Status status = fmi2OK;

  if (!have[half])
    status = half ? LS_FMI1_CALL (self, GetDerivatives, all, n)
                  : LS_FMI1_CALL (self, GetContinuousStates, all, n);
  have[half] = TRUE;
  *value = all[proxy->number];
  return status;
}

static fmi2Status
get_one_real (LsInstanceFmi1 *self, guint32 reference, gboolean have[2], double *value)
{
  const LsFmi1Proxy *proxy = find_proxy (self, reference);
  fmi2Status status;

  if (proxy == NULL)
    return LS_FMI1_CALL (self, GetReal, &reference, 1, value);
  if (proxy->what != LS_FMI1_NEGATED)
    return fetch (self, proxy, have, value);
  status = LS_FMI1_CALL (self, GetReal, &proxy->number, 1, value);
  *value = -*value;
  return status;
}

static fmi2Status
get_real (fmi2Component component, const fmi2ValueReference references[], size_t n, double values[])
{
  fmi2Status status = ls_instance_fmi1_initialize (SELF);
  gboolean have[2] = { FALSE, FALSE };

  if (G_UNLIKELY (status > fmi2Warning))
    return status;
  if (G_LIKELY (knows (SELF, references, n)))
    return LS_FMI1_CALL (SELF, GetReal, references, n, values);
  for (size_t i = 0; i < n && status <= fmi2Warning; i++)
    {
      const fmi2Status one = get_one_real (SELF, references[i], have, &values[i]);

      status = MAX (status, one);
    }
  return status;
}

static fmi2Status
get_integer (fmi2Component component, const fmi2ValueReference references[], size_t n, int values[])
{
  fmi2Status status = ls_instance_fmi1_initialize (SELF);

  if (status > fmi2Warning)
    return status;
  if (knows (SELF, references, n))
    return LS_FMI1_CALL (SELF, GetInteger, references, n, values);
  for (size_t i = 0; i < n && status <= fmi2Warning; i++)
    {
      const LsFmi1Proxy *proxy = find_proxy (SELF, references[i]);
      const guint32 reference = proxy != NULL ? proxy->number : references[i];
      const fmi2Status one = LS_FMI1_CALL (SELF, GetInteger, &reference, 1, &values[i]);

      values[i] = proxy != NULL && values[i] != G_MININT ? -values[i] : values[i];
      status = MAX (status, one);
    }
  return status;
}

static fmi2Status
get_boolean (fmi2Component component, const fmi2ValueReference references[], size_t n, int values[])
{
  fmi2Status status = ls_instance_fmi1_initialize (SELF);

  for (size_t i = 0; i < n && status <= fmi2Warning; i++)
    {
      const LsFmi1Proxy *proxy = SELF->proxies != NULL ? find_proxy (SELF, references[i]) : NULL;
      const guint32 reference = proxy != NULL ? proxy->number : references[i];
      fmi1Boolean truth = fmi1False;
      const fmi2Status one = LS_FMI1_CALL (SELF, GetBoolean, &reference, 1, &truth);

      values[i] = (truth != fmi1False) != (proxy != NULL);
      status = MAX (status, one);
    }
  return status;
}

static fmi2Status
get_string (fmi2Component component,
            const fmi2ValueReference references[],
            size_t n,
            fmi2String values[])
{
  const fmi2Status status = ls_instance_fmi1_initialize (SELF);

  return status > fmi2Warning ? status : LS_FMI1_CALL (SELF, GetString, references, n, values);
}

/* ---- Setting ----------------------------------------------------------------------------- */

/* Until initialization mode ends: an input may get another value than the one with which the FMU
 * was initialized. */
static void
note_given (LsInstanceFmi1 *self,
            const fmi2ValueReference references[],
            size_t n,
            const double values[])
{
  for (size_t i = 0; i < n; i++)
    {
      const gpointer key = GUINT_TO_POINTER (references[i]);
      const double *given = g_hash_table_lookup (self->given, key);

      if (!self->is_initialized)
        g_hash_table_insert (self->given, key, g_memdup2 (&values[i], sizeof values[i]));
      else if (given != NULL && *given == values[i])
        g_hash_table_remove (self->late, key);
      else
        g_hash_table_add (self->late, key);
    }
}

static fmi2Status
set_real (fmi2Component component,
          const fmi2ValueReference references[],
          size_t n,
          const double values[])
{
  fmi2Status status = fmi2OK;

  SELF->has_event = FALSE;
  if (G_UNLIKELY (SELF->given != NULL))
    note_given (SELF, references, n, values);
  if (G_LIKELY (knows (SELF, references, n)))
    return LS_FMI1_CALL (SELF, SetReal, references, n, values);
  for (size_t i = 0; i < n && status <= fmi2Warning; i++)
    {
      const LsFmi1Proxy *proxy = find_proxy (SELF, references[i]);
      const guint32 reference = proxy != NULL ? proxy->number : references[i];
      const double value = proxy != NULL ? -values[i] : values[i];
      /* States are set all together only. */
      const fmi2Status one = proxy != NULL && proxy->what != LS_FMI1_NEGATED
                                 ? fmi2Error
                                 : LS_FMI1_CALL (SELF, SetReal, &reference, 1, &value);

      status = MAX (status, one);
    }
  return status;
}

static fmi2Status
set_integer (fmi2Component component,
             const fmi2ValueReference references[],
             size_t n,
             const int values[])
{
  fmi2Status status = fmi2OK;

  SELF->has_event = FALSE;
  if (knows (SELF, references, n))
    return LS_FMI1_CALL (SELF, SetInteger, references, n, values);
  for (size_t i = 0; i < n && status <= fmi2Warning; i++)
    {
      const LsFmi1Proxy *proxy = find_proxy (SELF, references[i]);
      const guint32 reference = proxy != NULL ? proxy->number : references[i];
      const int value = proxy != NULL && values[i] != G_MININT ? -values[i] : values[i];
      const fmi2Status one = LS_FMI1_CALL (SELF, SetInteger, &reference, 1, &value);

      status = MAX (status, one);
    }
  return status;
}

static fmi2Status
set_boolean (fmi2Component component,
             const fmi2ValueReference references[],
             size_t n,
             const int values[])
{
  fmi2Status status = fmi2OK;

  SELF->has_event = FALSE;
  for (size_t i = 0; i < n && status <= fmi2Warning; i++)
    {
      const LsFmi1Proxy *proxy = SELF->proxies != NULL ? find_proxy (SELF, references[i]) : NULL;
      const guint32 reference = proxy != NULL ? proxy->number : references[i];
      const fmi1Boolean truth = (values[i] != 0) != (proxy != NULL);
      const fmi2Status one = LS_FMI1_CALL (SELF, SetBoolean, &reference, 1, &truth);

      status = MAX (status, one);
    }
  return status;
}

static fmi2Status
set_string (fmi2Component component,
            const fmi2ValueReference references[],
            size_t n,
            const fmi2String values[])
{
  SELF->has_event = FALSE;
  return LS_FMI1_CALL (SELF, SetString, references, n, values);
}

void
ls_instance_fmi1_connect_values (LsInstanceFmi1 *self)
{
  LsFmi2Functions *fmi = self->base.fmi;

  fmi->GetReal = get_real;
  fmi->GetInteger = get_integer;
  fmi->GetBoolean = get_boolean;
  fmi->GetString = get_string;
  fmi->SetReal = set_real;
  fmi->SetInteger = set_integer;
  fmi->SetBoolean = set_boolean;
  fmi->SetString = set_string;
}
