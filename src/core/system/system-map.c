/* Factors, offsets and tables of connections, applied to values set in the component. */
#include "core/system/system-impl.h"

#include <math.h>

static void
make_factors (LsSystem *self)
{
  if (self->in_factors != NULL)
    return;
  self->in_factors = g_new (double, self->info->n_in + 1);
  self->in_offsets = g_new0 (double, self->info->n_in + 1);
  for (guint j = 0; j < self->info->n_in; j++)
    self->in_factors[j] = 1.0;
}

void
ls_system_set_input_map (LsSystem *self,
                         guint variable,
                         double factor,
                         double offset,
                         const LsMapEntry *entries,
                         guint n_entries)
{
  LsInputMap map = { variable, factor, offset, n_entries, NULL };

  g_return_if_fail (factor != 0.0);
  if (factor == 1.0 && offset == 0.0 && n_entries == 0)
    return;
  for (guint j = 0; j < self->info->n_in; j++)
    if (self->info->inputs[j] == variable)
      {
        make_factors (self);
        self->in_factors[j] = factor;
        self->in_offsets[j] = offset;
        self->info->input_nominals[j] /= fabs (factor);
      }
  if (self->maps == NULL)
    self->maps = g_array_new (FALSE, FALSE, sizeof (LsInputMap));
  if (n_entries > 0)
    {
      map.entries = g_new (LsMapEntry, n_entries);
      for (guint i = 0; i < n_entries; i++)
        map.entries[i] = entries[i];
    }
  g_array_append_val (self->maps, map);
}

void
ls_system_clear_maps (LsSystem *self)
{
  for (guint i = 0; self->maps != NULL && i < self->maps->len; i++)
    g_free (g_array_index (self->maps, LsInputMap, i).entries);
  g_clear_pointer (&self->maps, g_array_unref);
  g_clear_pointer (&self->in_factors, g_free);
  g_clear_pointer (&self->in_offsets, g_free);
}

double
ls_system_map_input (const LsSystem *self, guint input, double value)
{
  if (self->in_factors == NULL)
    return value;
  return self->in_factors[input] * value + self->in_offsets[input];
}

const double *
ls_system_map_inputs (const LsSystem *self, const double u[], double mapped[])
{
  if (G_LIKELY (self->in_factors == NULL))
    return u;
  for (guint j = 0; j < self->info->n_in; j++)
    mapped[j] = self->in_factors[j] * u[j] + self->in_offsets[j];
  return mapped;
}

const double *
ls_system_map_polynomials (LsSystem *self, guint degree, const double u[])
{
  const gsize each = (gsize)degree + 1;

  if (G_LIKELY (self->in_factors == NULL))
    return u;
  for (guint j = 0; j < self->info->n_in; j++)
    {
      for (guint p = 0; p <= degree; p++)
        self->mapped[j * each + p] = self->in_factors[j] * u[j * each + p];
      self->mapped[j * each] += self->in_offsets[j];
    }
  return self->mapped;
}

void
ls_system_unmap_inputs (const LsSystem *self, double u[])
{
  for (guint j = 0; self->in_factors != NULL && j < self->info->n_in; j++)
    u[j] = (u[j] - self->in_offsets[j]) / self->in_factors[j];
}

void
ls_system_map_linearisation (const LsSystem *self, LsLinearisation *result)
{
  guint n_u = self->info->n_in;

  if (self->in_factors == NULL)
    return;
  for (guint i = 0; i < self->info->n_state; i++)
    for (guint j = 0; j < n_u; j++)
      result->b[(gsize)i * n_u + j] *= self->in_factors[j];
  for (guint i = 0; i < self->info->n_out; i++)
    for (guint j = 0; j < n_u; j++)
      result->d[(gsize)i * n_u + j] *= self->in_factors[j];
}

double
ls_system_map_value (const LsSystem *self, guint variable, double value)
{
  const LsType type = self->variables[variable].type;

  for (guint i = 0; self->maps != NULL && i < self->maps->len; i++)
    {
      const LsInputMap *map = &g_array_index (self->maps, LsInputMap, i);

      if (map->variable == variable)
        return ls_convert_value (value, type, map->factor, map->offset, map->entries,
                                 map->n_entries);
    }
  return value;
}
