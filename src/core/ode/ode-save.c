/* Saves and restores a solver. */
#include "core/ode/ode-impl.h"

#include <string.h>

/* Header of the buffer; followed by states, previous states, correction and the private state of
 * the method. */
typedef struct
{
  double time, previous_time, next_step, origin;
  gboolean has_step, is_corrected, next_is_wanted;
} Saved;

void
ls_ode_memory_free (gpointer state)
{
  LsOdeMemory *memory = state;

  g_free (memory->arrays);
  g_free (memory);
}

gsize
ls_ode_memory_get_size (gpointer state)
{
  const LsOdeMemory *memory = state;

  return memory->control_size + memory->n_arrays * sizeof (double);
}

void
ls_ode_memory_save (gpointer state, gpointer buffer)
{
  const LsOdeMemory *memory = state;

  /* memcpy() wants no %NULL, even of no bytes. */
  if (memory->control != NULL)
    memcpy (buffer, memory->control, memory->control_size);
  memcpy ((char *)buffer + memory->control_size, memory->arrays,
          memory->n_arrays * sizeof (double));
}

void
ls_ode_memory_restore (gpointer state, gconstpointer buffer)
{
  const LsOdeMemory *memory = state;

  if (memory->control != NULL)
    memcpy (memory->control, buffer, memory->control_size);
  memcpy (memory->arrays, (const char *)buffer + memory->control_size,
          memory->n_arrays * sizeof (double));
}

gboolean
ls_ode_is_copied (const LsOde *self)
{
  return self->method->save != NULL;
}

void
ls_ode_visit_counts (LsOde *self, LsVisitMemoryFunc func, gpointer user_data)
{
  func (&self->counts, sizeof self->counts, user_data);
  func (&self->n_stalled, sizeof self->n_stalled, user_data);
}

/* The states are always saved. */
static gsize
get_common_size (const LsOde *self)
{
  return sizeof (Saved) + (ls_ode_is_copied (self) ? 3 : 1) * self->problem.n * sizeof (double);
}

gsize
ls_ode_get_saved_size (const LsOde *self)
{
  gsize size = get_common_size (self);

  if (self->problem.n > 0 && ls_ode_is_copied (self))
    size += self->method->get_saved_size (self->state);
  return size;
}

void
ls_ode_save (const LsOde *self, gpointer buffer)
{
  const guint n = self->problem.n;
  Saved *saved = buffer;
  double *arrays = (double *)(saved + 1);

  *saved = (Saved){ .time = self->time,
                    .previous_time = self->previous_time,
                    .next_step = self->next_step,
                    .origin = self->origin,
                    .has_step = self->has_step,
                    .is_corrected = self->is_corrected,
                    .next_is_wanted = self->next_is_wanted };
  memcpy (arrays, self->x, n * sizeof (double));
  if (n == 0 || !ls_ode_is_copied (self))
    return;
  memcpy (arrays + n, self->x_previous, n * sizeof (double));
  memcpy (arrays + 2 * n, self->correction, n * sizeof (double));
  self->method->save (self->state, arrays + 3 * n);
}

/* Soft restart from the saved states with the saved step size. */
static LsStatus
restore_states (LsOde *self, const Saved *saved, const double x[])
{
  self->time = self->previous_time = saved->time;
  self->has_step = self->is_corrected = FALSE;
  if (self->problem.n == 0)
    return LS_OK;
  memcpy (self->x, x, self->problem.n * sizeof (double));
  return self->method->restart (self->state, saved->next_step > 0.0);
}

LsStatus
ls_ode_restore (LsOde *self, gconstpointer buffer)
{
  const guint n = self->problem.n;
  const Saved *saved = buffer;
  const double *arrays = (const double *)(saved + 1);

  self->next_step = saved->next_step;
  self->next_is_wanted = saved->next_is_wanted;
  self->origin = saved->origin;
  if (n == 0 || !ls_ode_is_copied (self))
    return restore_states (self, saved, arrays);
  self->time = saved->time;
  self->previous_time = saved->previous_time;
  self->has_step = saved->has_step;
  self->is_corrected = saved->is_corrected;
  memcpy (self->x, arrays, n * sizeof (double));
  memcpy (self->x_previous, arrays + n, n * sizeof (double));
  memcpy (self->correction, arrays + 2 * n, n * sizeof (double));
  self->method->restore (self->state, arrays + 3 * n);
  return LS_OK;
}
