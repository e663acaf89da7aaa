/* Functions of FMI 1.0 that are called in a helper process; Booleans have one byte. */
#include "core/fmi/remote-fmi1.h"

#include "core/fmi/remote-call.h"

#include <string.h>

static const char *const names[LS_N_FMI1_INDICES] = {
#define NAME(name) "fmi" #name,
  LS_FMI1_FUNCTIONS (NAME)
#undef NAME
};

/* The component given to the functions is the remote instance. */
#define INDEX(name) LS_FMI1_INDEX_##name

char **
ls_fmi1_list_symbols (const char *prefix)
{
  char **symbols = g_new0 (char *, LS_N_FMI1_INDICES + 1);

  for (guint i = 0; i < LS_N_FMI1_INDICES; i++)
    symbols[i] = g_strconcat (prefix, names[i] + strlen ("fmi"), NULL);
  return symbols;
}

/* ---- Both kinds -------------------------------------------------------------------------- */

static fmi1Status
remote_SetDebugLogging (fmi1Component component, fmi1Boolean on)
{
  LsRemote *self = component;

  LS_REMOTE_MAKE_ROOM (self, 0, 0);
  ls_remote_begin (self, INDEX (SetDebugLogging));
  ls_call_value (self, (guint64)on);
  return (fmi1Status)ls_remote_finish (self, INDEX (SetDebugLogging));
}

#define DEFINE_VALUES(name, type)                                                                  \
  static fmi1Status remote_Get##name (fmi1Component component, const fmi1ValueReference r[],       \
                                      size_t n, type values[])                                     \
  {                                                                                                \
    return (fmi1Status)ls_remote_get (component, INDEX (Get##name), r, n, values, sizeof *values,  \
                                      n, FALSE);                                                   \
  }                                                                                                \
  static fmi1Status remote_Set##name (fmi1Component component, const fmi1ValueReference r[],       \
                                      size_t n, const type values[])                               \
  {                                                                                                \
    return (fmi1Status)ls_remote_set (component, INDEX (Set##name), r, n, values, sizeof *values,  \
                                      n, FALSE);                                                   \
  }

DEFINE_VALUES (Real, fmi1Real)
DEFINE_VALUES (Integer, fmi1Integer)
DEFINE_VALUES (Boolean, fmi1Boolean)

static fmi1Status
remote_GetString (fmi1Component component,
                  const fmi1ValueReference r[],
                  size_t n,
                  fmi1String values[])
{
  return (fmi1Status)ls_remote_get_texts (component, INDEX (GetString), r, n, NULL,
                                          (gconstpointer *)values, n, FALSE);
}

static fmi1Status
remote_SetString (fmi1Component component,
                  const fmi1ValueReference r[],
                  size_t n,
                  const fmi1String values[])
{
  return (fmi1Status)ls_remote_set_texts (component, INDEX (SetString), r, n, NULL,
                                          (const gconstpointer *)values, n, FALSE);
}

#define DEFINE_PLAIN(name)                                                                         \
  static fmi1Status remote_##name (fmi1Component component)                                        \
  {                                                                                                \
    return (fmi1Status)ls_remote_call (component, INDEX (name));                                   \
  }

DEFINE_PLAIN (Terminate)
DEFINE_PLAIN (TerminateSlave)
DEFINE_PLAIN (ResetSlave)
DEFINE_PLAIN (CancelStep)

static void
remote_FreeModelInstance (fmi1Component component)
{
  ls_remote_call_free (component, INDEX (FreeModelInstance));
}

static void
remote_FreeSlaveInstance (fmi1Component component)
{
  ls_remote_call_free (component, INDEX (FreeSlaveInstance));
}

/* ---- Model Exchange ---------------------------------------------------------------------- */

static fmi1Status
remote_SetTime (fmi1Component component, fmi1Real time)
{
  return (fmi1Status)ls_remote_set_time (component, INDEX (SetTime), time);
}

static fmi1Status
remote_SetContinuousStates (fmi1Component component, const fmi1Real x[], size_t n)
{
  return (fmi1Status)ls_remote_set_vector (component, INDEX (SetContinuousStates), x, n);
}

#define DEFINE_VECTOR(name)                                                                        \
  static fmi1Status remote_##name (fmi1Component component, fmi1Real values[], size_t n)           \
  {                                                                                                \
    return (fmi1Status)ls_remote_get_vector (component, INDEX (name), values, n);                  \
  }

DEFINE_VECTOR (GetDerivatives)
DEFINE_VECTOR (GetEventIndicators)
DEFINE_VECTOR (GetContinuousStates)
DEFINE_VECTOR (GetNominalContinuousStates)

static fmi1Status
remote_CompletedIntegratorStep (fmi1Component component, fmi1Boolean *event)
{
  return (fmi1Status)ls_remote_call_for (component, INDEX (CompletedIntegratorStep), NULL, event,
                                         sizeof *event);
}

static fmi1Status
remote_EventUpdate (fmi1Component component, fmi1Boolean intermediate, fmi1EventInfo *info)
{
  const guint64 word = (guint64)intermediate;

  return (fmi1Status)ls_remote_call_for (component, INDEX (EventUpdate), &word, info, sizeof *info);
}

static fmi1Status
remote_Initialize (fmi1Component component,
                   fmi1Boolean tolerant,
                   fmi1Real tolerance,
                   fmi1EventInfo *info)
{
  LsRemote *self = component;
  fmi1Status status;
  gsize out;

  LS_REMOTE_MAKE_ROOM (self, sizeof *info + 256, sizeof *info);
  out = ls_remote_prepare (self, INDEX (Initialize), info, sizeof *info);
  ls_remote_begin (self, INDEX (Initialize));
  ls_call_value (self, (guint64)tolerant);
  ls_call_real (self, tolerance);
  ls_call_out (self, sizeof *info);
  status = (fmi1Status)ls_remote_finish (self, INDEX (Initialize));
  if (status <= fmi1Warning)
    ls_remote_read (self, out, info, sizeof *info);
  return status;
}

/* ---- Co-Simulation ----------------------------------------------------------------------- */

static fmi1Status
remote_InitializeSlave (fmi1Component component, fmi1Real start, fmi1Boolean stops, fmi1Real stop)
{
  LsRemote *self = component;

  LS_REMOTE_MAKE_ROOM (self, 0, 0);
  ls_remote_begin (self, INDEX (InitializeSlave));
  ls_call_real (self, start);
  ls_call_value (self, (guint64)stops);
  ls_call_real (self, stop);
  return (fmi1Status)ls_remote_finish (self, INDEX (InitializeSlave));
}

static void
write_step (LsRemote *self, double time, double step, gboolean is_new)
{
  ls_remote_begin (self, INDEX (DoStep));
  ls_call_real (self, time);
  ls_call_real (self, step);
  ls_call_value (self, (guint64)is_new);
}

void
ls_remote_fmi1_write_step (LsRemote *self,
                           double time,
                           double step,
                           gboolean no_set_state_prior G_GNUC_UNUSED)
{
  write_step (self, time, step, TRUE);
}

static fmi1Status
remote_DoStep (fmi1Component component, fmi1Real time, fmi1Real step, fmi1Boolean is_new)
{
  LsRemote *self = component;

  LS_REMOTE_MAKE_ROOM (self, 0, 0);
  write_step (self, time, step, is_new);
  return (fmi1Status)ls_remote_finish (self, INDEX (DoStep));
}

static fmi1Status
remote_SetRealInputDerivatives (fmi1Component component,
                                const fmi1ValueReference r[],
                                size_t n,
                                const fmi1Integer orders[],
                                const fmi1Real values[])
{
  return (fmi1Status)ls_remote_set_input_derivatives (component, INDEX (SetRealInputDerivatives), r,
                                                      n, orders, values);
}

static fmi1Status
remote_GetRealOutputDerivatives (fmi1Component component,
                                 const fmi1ValueReference r[],
                                 size_t n,
                                 const fmi1Integer orders[],
                                 fmi1Real values[])
{
  return (fmi1Status)ls_remote_get_output_derivatives (component, INDEX (GetRealOutputDerivatives),
                                                       r, n, orders, values, n, FALSE);
}

#define DEFINE_STATUS(name, type)                                                                  \
  static fmi1Status remote_##name (fmi1Component component, const fmi1StatusKind kind,             \
                                   type *value)                                                    \
  {                                                                                                \
    const guint64 word = (guint64)kind;                                                            \
                                                                                                   \
    return (fmi1Status)ls_remote_call_for (component, INDEX (name), &word, value, sizeof *value);  \
  }

DEFINE_STATUS (GetStatus, fmi1Status)
DEFINE_STATUS (GetRealStatus, fmi1Real)

/* Functions without an entry are called by the core in other ways, or not at all. */
static const LsFmi1Functions functions = {
#define ENTRY(name) .name = remote_##name,
  ENTRY (SetDebugLogging) ENTRY (GetReal) ENTRY (SetReal) ENTRY (GetInteger) ENTRY (SetInteger)
      ENTRY (GetBoolean) ENTRY (SetBoolean) ENTRY (GetString) ENTRY (SetString) ENTRY (Terminate)
          ENTRY (TerminateSlave) ENTRY (ResetSlave) ENTRY (CancelStep) ENTRY (FreeModelInstance)
              ENTRY (FreeSlaveInstance) ENTRY (SetTime) ENTRY (SetContinuousStates)
                  ENTRY (GetDerivatives) ENTRY (GetEventIndicators) ENTRY (GetContinuousStates)
                      ENTRY (GetNominalContinuousStates) ENTRY (CompletedIntegratorStep)
                          ENTRY (EventUpdate) ENTRY (Initialize) ENTRY (InitializeSlave)
                              ENTRY (DoStep) ENTRY (SetRealInputDerivatives)
                                  ENTRY (GetRealOutputDerivatives) ENTRY (GetStatus)
                                      ENTRY (GetRealStatus)
#undef ENTRY
};

/* ---- Loading ----------------------------------------------------------------------------- */

gboolean
ls_remote_fmi1_open (LsInstanceFmi1 *self,
                     const char *const prefixes[2],
                     const char *path,
                     const char *file,
                     GError **error)
{
  LsInstance *base = &self->base.base;
  const LsDescription *description = ls_fmu_get_description (base->fmu);
  const gsize needs = 4 * LS_REMOTE_TEXTS_SIZE + 64 * (gsize)description->n_variables
                      + 16 * (gsize)description->n_event_indicators;
  g_auto (GStrv) first = ls_fmi1_list_symbols (prefixes[0]);
  g_auto (GStrv) second = ls_fmi1_list_symbols (prefixes[1]);

  if (!ls_remote_open (base, needs, (const char *const *)first, LS_N_FMI1_INDICES, path, file,
                       error))
    return FALSE;
  if (base->remote->functions[INDEX (GetVersion)] == 0)
    ls_remote_find (base->remote, (const char *const *)second, LS_N_FMI1_INDICES);
  base->remote->names = names;
  ls_remote_fill (base->remote, &functions, &self->first, LS_N_FMI1_INDICES);
  return TRUE;
}

#define N_CALLBACKS 4 /* logger, memory, its release, end of steps: none */

/* Functions of the helper; the logger finds the instance by the call that is being made. */
static gboolean
find_callbacks (LsRemote *self, const char *name, guint64 *address, guint64 callbacks[N_CALLBACKS])
{
  gsize out;

  ls_call_begin (self, HOST_CALLBACKS, 0);
  ls_call_value (self, 0);
  ls_call_value (self, FALSE);
  ls_call_end (self, name);
  if (ls_remote_flush (self, address) > fmi1Warning || *address == 0)
    return FALSE;
  ls_call_begin (self, HOST_COPY, 0);
  out = ls_call_out (self, N_CALLBACKS * sizeof *callbacks);
  ls_call_value (self, *address);
  ls_call_value (self, N_CALLBACKS * sizeof *callbacks);
  ls_call_end (self, name);
  if (ls_remote_flush (self, NULL) > fmi1Warning)
    return FALSE;
  ls_remote_read (self, out, callbacks, N_CALLBACKS * sizeof *callbacks);
  return TRUE;
}

static void
write_text (LsRemote *self, const char *text)
{
  ls_call_in (self, text, strlen (text) + 1);
}

/* The callbacks are passed by value: on x86-64 on the stack, behind the integers in registers, of
 * which there are six; on AArch64 by an address in their place. */
static void
write_arguments (
    LsRemote *self, guint n_callbacks, guint64 address, const guint64 callbacks[], gboolean logs)
{
#if defined(__x86_64__)
  (void)address;
  /* fmiInstantiateModel() has two integers before, and the last one in a register. */
  for (guint i = 2; n_callbacks == 3 && i < 6; i++)
    ls_call_value (self, i == 2 ? (guint64)logs : 0);
  for (guint i = 0; i < n_callbacks; i++)
    ls_call_value (self, callbacks[i]);
  if (n_callbacks == 4)
    ls_call_value (self, (guint64)logs);
#else
  (void)n_callbacks, (void)callbacks;
  ls_call_value (self, address);
  ls_call_value (self, (guint64)logs);
#endif
}

fmi1Component
ls_remote_fmi1_instantiate (LsInstanceFmi1 *instance,
                            gboolean steps,
                            const char *location,
                            gboolean logs)
{
  const LsInstance *base = &instance->base.base;
  LsRemote *self = base->remote;
  const char *token = ls_fmu_get_description (base->fmu)->guid;
  const guint index = steps ? INDEX (InstantiateSlave) : INDEX (InstantiateModel);
  guint64 callbacks[N_CALLBACKS], address;

  if (!find_callbacks (self, names[index], &address, callbacks)
      || !ls_remote_make_room (self, strlen (base->name) + strlen (token) + strlen (location) + 256,
                               0))
    return NULL;
  ls_call_begin (self, self->functions[index], 0);
  write_text (self, base->name);
  write_text (self, token);
  if (steps)
    {
      write_text (self, location);
      write_text (self, "application/x-fmu-sharedlibrary");
      ls_call_real (self, 0.0);
      ls_call_value (self, fmi1False);
      ls_call_value (self, fmi1False);
    }
  write_arguments (self, steps ? 4 : 3, address, callbacks, logs);
  ls_call_end (self, names[index]);
  return ls_remote_flush (self, &self->component) <= fmi1Warning && self->component != 0 ? self
                                                                                         : NULL;
}
