/* Instantiation of FMI 3.0 FMUs in a helper process: callbacks, inputs and Clocks that live there.
 */
#include "core/fmi/remote-fmi3.h"
#include "host/clocks.h"

#include <string.h>

#define INDEX(name) LS_FMI3_INDEX_##name

/* Address of a callback in the helper. */
static guint64
find_callback (LsRemote *self, HostCallback callback, guint index)
{
  guint64 address = 0;

  ls_call_begin (self, HOST_CALLBACK, 0);
  ls_call_value (self, callback);
  ls_call_end (self, ls_fmi3_names[index]);
  ls_remote_flush (self, &address);
  return address;
}

/* Gives the helper its copy of the inputs, which steps renew. */
static void
place_inputs (LsRemote *self, HostInputs *inputs, guint index)
{
  const guint64 setters[]
      = { self->functions[INDEX (SetFloat64)], self->functions[INDEX (SetFloat32)] };

  for (guint i = 0; i < inputs->n_groups; i++)
    host_inputs_get_groups (inputs)[i].function
        = setters[host_inputs_get_groups (inputs)[i].is_single];
  inputs->environment = self->token;
  inputs->component = self->component;
  if (!ls_remote_make_room (self, inputs->size, 0))
    return;
  ls_call_begin (self, HOST_INPUTS, 0);
  ls_call_in (self, inputs, inputs->size);
  ls_call_value (self, 0);
  ls_call_end (self, ls_fmi3_names[index]);
  ls_remote_flush (self, &inputs->memory);
}

/* The Clocks whose values the helper reads in a clock update. */
static void
place_clocks (LsRemote *self, const LsInstanceFmi3 *instance, guint index)
{
  HostClocks head = { .environment = self->token,
                      .component = self->component,
                      .get_clock = self->functions[INDEX (GetClock)],
                      .get_interval = self->functions[INDEX (GetIntervalDecimal)],
                      .n_outs = instance->n_outs };
  g_autoptr (GByteArray) block = g_byte_array_new ();

  g_byte_array_append (block, (const guint8 *)&head, sizeof head);
  g_byte_array_append (block, (const guint8 *)instance->out_refs,
                       instance->n_outs * (guint)sizeof *instance->out_refs);
  for (guint i = 0; i < instance->n_clocks; i++)
    if (instance->clocks[i]->clock->variability == LS_INTERVAL_COUNTDOWN)
      {
        g_byte_array_append (block, (const guint8 *)&instance->clocks[i]->value_reference,
                             sizeof instance->clocks[i]->value_reference);
        head.n_countdowns++;
      }
  memcpy (block->data, &head, sizeof head);
  if (!ls_remote_make_room (self, block->len, 0))
    return;
  ls_call_begin (self, HOST_CLOCKS, 0);
  ls_call_in (self, block->data, block->len);
  ls_call_end (self, ls_fmi3_names[index]);
  ls_remote_flush (self, NULL);
}

static void
write_text (LsRemote *self, const char *text)
{
  if (text != NULL)
    ls_call_in (self, text, strlen (text) + 1);
  else
    ls_call_value (self, 0);
}

/* What the three functions begin with. */
static gboolean
begin_instantiate (
    const LsInstanceFmi3 *instance, guint index, const char *resources, gboolean debug, gsize size)
{
  LsRemote *self = instance->base.remote;
  const char *token = ls_fmu_get_description (instance->base.fmu)->guid;

  if (!ls_remote_make_room (self,
                            strlen (instance->base.name) + strlen (token) + size + 256
                                + (resources != NULL ? strlen (resources) : 0),
                            0))
    return FALSE;
  ls_call_begin (self, self->functions[index], 0);
  write_text (self, instance->base.name);
  write_text (self, token);
  write_text (self, resources);
  ls_call_value (self, fmi3False);
  ls_call_value (self, debug != FALSE);
  return TRUE;
}

static void
instantiate_scheduled (LsInstanceFmi3 *instance, const char *resources, gboolean debug)
{
  static const HostCallback needed[]
      = { HOST_LOG_MESSAGE, HOST_CLOCK_UPDATE, HOST_LOCK_PREEMPTION, HOST_UNLOCK_PREEMPTION };
  const guint index = INDEX (InstantiateScheduledExecution);
  LsRemote *self = instance->base.remote;
  guint64 callbacks[G_N_ELEMENTS (needed)];

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    callbacks[i] = find_callback (self, needed[i], index);
  if (!begin_instantiate (instance, index, resources, debug, 0))
    return;
  ls_call_value (self, self->token);
  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    ls_call_value (self, callbacks[i]);
  ls_call_end (self, ls_fmi3_names[index]);
  if (ls_remote_flush (self, &self->component) > fmi3Warning || self->component == 0)
    return;
  instance->component = self;
  place_clocks (self, instance, index);
}

void
ls_remote_fmi3_instantiate (LsInstanceFmi3 *instance,
                            LsKind kind,
                            const char *resources,
                            gboolean debug,
                            const guint32 intermediate[],
                            gsize n)
{
  LsRemote *self = instance->base.remote;
  const gboolean steps = kind == LS_KIND_CO_SIMULATION;
  const guint index = steps ? INDEX (InstantiateCoSimulation) : INDEX (InstantiateModelExchange);
  guint64 log, update;

  if (instance->base.kind->schedules)
    {
      instantiate_scheduled (instance, resources, debug);
      return;
    }
  log = find_callback (self, HOST_LOG_MESSAGE, index);
  update = n > 0 ? find_callback (self, HOST_INTERMEDIATE_UPDATE, index) : 0;
  if (!begin_instantiate (instance, index, resources, debug, 4 * n))
    return;
  if (steps)
    {
      ls_call_value (self, instance->event_mode != FALSE);
      ls_call_value (self, instance->event_mode != FALSE);
      ls_call_in (self, intermediate, n * sizeof *intermediate);
      ls_call_value (self, n);
    }
  ls_call_value (self, self->token);
  ls_call_value (self, log);
  if (steps)
    ls_call_value (self, update);
  ls_call_end (self, ls_fmi3_names[index]);
  if (ls_remote_flush (self, &self->component) > fmi3Warning || self->component == 0)
    return;
  instance->component = self;
  if (instance->polynomials != NULL)
    place_inputs (self, instance->polynomials, index);
}
