/* FMI 3.0: where values are kept. Elements of arrays have places for the sizes that the arrays
 * begin with; in Reconfiguration Mode arrays may become smaller and as large again, and elements
 * that are not there keep their places. */
#include "core/fmi/fmi3-instance.h"

#include <string.h>

/* ---- Variables of references ------------------------------------------------------------- */

static void
index_references (LsInstanceFmi3 *self, const LsDescription *description)
{
  guint32 largest = 0;

  for (guint i = 0; i < description->n_variables; i++)
    largest = MAX (largest, description->variables[i].value_reference);
  if (largest / 16 < description->n_variables + 64)
    {
      self->n_dense = largest + 1;
      self->dense = g_new0 (const LsVariable *, self->n_dense);
    }
  else
    self->by_reference = g_hash_table_new (NULL, NULL);
  /* An alias comes after its variable. */
  for (guint i = description->n_variables; i-- > 0;)
    {
      const LsVariable *variable = &description->variables[i];

      if (self->dense != NULL)
        self->dense[variable->value_reference] = variable;
      else
        g_hash_table_insert (self->by_reference, GUINT_TO_POINTER (variable->value_reference),
                             (gpointer)variable);
    }
}

const LsVariable *
ls_instance_fmi3_find (const LsInstanceFmi3 *self, guint32 reference)
{
  if (self->dense != NULL)
    return reference < self->n_dense ? self->dense[reference] : NULL;
  return g_hash_table_lookup (self->by_reference, GUINT_TO_POINTER (reference));
}

/* An integer with the bits of @text. */
static gint64
parse_integer (const char *text)
{
  return text[0] == '-' ? g_ascii_strtoll (text, NULL, 10)
                        : (gint64)g_ascii_strtoull (text, NULL, 10);
}

static void
start_element (LsInstanceFmi3 *self, const LsVariable *variable)
{
  const gsize place = self->offsets[variable->array - 1] + variable->element;
  gint64 integer;

  if (variable->type == LS_TYPE_STRING)
    {
      g_free (self->strings[place]);
      self->strings[place] = g_strdup (variable->start != NULL ? variable->start : "");
    }
  else if (variable->type == LS_TYPE_REAL || variable->start == NULL)
    self->elements[place] = variable->start_real;
  else
    {
      integer = variable->type == LS_TYPE_BOOLEAN ? variable->start_real != 0.0
                                                  : parse_integer (variable->start);
      memcpy (&self->elements[place], &integer, sizeof integer);
    }
}

void
ls_instance_fmi3_start_arrays (LsInstanceFmi3 *self)
{
  const LsDescription *description = ls_fmu_get_description (self->base.fmu);

  for (guint i = 0; i < description->n_variables; i++)
    if (description->variables[i].array > 0 && !description->variables[i].is_alias)
      start_element (self, &description->variables[i]);
  for (guint i = 0; i < self->n_sizes; i++)
    self->sizes[i] = self->size_variables[i]->size;
  *self->lag = 0.0;
}

/* ---- Sizes of arrays --------------------------------------------------------------------- */

static gboolean
is_changeable (const LsVariable *variable)
{
  return variable->is_structural && variable->sizes_arrays
         && variable->variability == LS_VARIABILITY_TUNABLE;
}

static guint
find_size (const LsInstanceFmi3 *self, const char *name)
{
  for (guint i = 0; name != NULL && i < self->n_sizes; i++)
    if (strcmp (self->size_variables[i]->name, name) == 0)
      return i;
  return G_MAXUINT;
}

/* Structural parameters that may change in a run, and arrays that have them as sizes. */
static void
list_sizes (LsInstanceFmi3 *self, const LsDescription *description)
{
  self->size_variables = g_new0 (const LsVariable *, description->n_variables + 1);
  for (guint i = 0; i < description->n_variables; i++)
    if (is_changeable (&description->variables[i]) && !description->variables[i].is_alias)
      self->size_variables[self->n_sizes++] = &description->variables[i];
  self->shapes = g_new0 (LsFmi3Shape, description->n_arrays + 1);
  self->shaped_for = g_new0 (guint64, self->n_sizes + 1);
  for (guint i = 0; i < description->n_arrays; i++)
    {
      const LsArray *array = &description->arrays[i];
      LsFmi3Shape *shape = &self->shapes[i];

      shape->sized_by = g_new0 (guint, array->n_dimensions + 1);
      shape->dimensions = g_memdup2 (array->dimensions, array->n_dimensions * sizeof (guint64));
      for (guint k = 0; k < array->n_dimensions; k++)
        shape->sized_by[k] = find_size (self, array->sized_by[k]);
    }
}

static void
update_shapes (LsInstanceFmi3 *self)
{
  const LsDescription *description = ls_fmu_get_description (self->base.fmu);

  if (self->n_sizes > 0)
    memcpy (self->shaped_for, self->sizes, self->n_sizes * sizeof (guint64));
  for (guint i = 0; i < description->n_arrays; i++)
    {
      const LsArray *array = &description->arrays[i];
      LsFmi3Shape *shape = &self->shapes[i];

      shape->n = array->n_dimensions > 0 ? 1 : array->n;
      for (guint k = 0; k < array->n_dimensions; k++)
        {
          if (shape->sized_by[k] != G_MAXUINT)
            shape->dimensions[k] = self->sizes[shape->sized_by[k]];
          shape->n *= shape->dimensions[k];
        }
    }
}

/* Sizes may have become those of a saved state. */
const LsFmi3Shape *
ls_instance_fmi3_get_shape (LsInstanceFmi3 *self, guint array)
{
  if (G_UNLIKELY (self->n_sizes > 0
                  && memcmp (self->shaped_for, self->sizes, self->n_sizes * sizeof (guint64)) != 0))
    update_shapes (self);
  return &self->shapes[array - 1];
}

gssize
ls_instance_fmi3_locate (LsInstanceFmi3 *self, const LsVariable *variable)
{
  const LsArray *array = &ls_fmu_get_description (self->base.fmu)->arrays[variable->array - 1];
  const LsFmi3Shape *shape = ls_instance_fmi3_get_shape (self, variable->array);

  return G_LIKELY (shape->n == array->n)
             ? (gssize)variable->element
             : ls_array_locate (array, variable->element, shape->dimensions);
}

gboolean
ls_instance_fmi3_has (LsInstanceFmi3 *self, const LsVariable *variable)
{
  return variable->array == 0 || ls_instance_fmi3_locate (self, variable) >= 0;
}

/* ---- All of them --------------------------------------------------------------------------- */

/* Whether the last value of it is kept: texts are not compared; Clocks tick each time. */
static gboolean
is_held (const LsVariable *variable)
{
  return variable->causality == LS_CAUSALITY_INPUT
         && variable->variability != LS_VARIABILITY_CONTINUOUS && variable->type != LS_TYPE_STRING
         && variable->clock == NULL;
}

static void
list_held (LsInstanceFmi3 *self)
{
  const LsDescription *description = ls_fmu_get_description (self->base.fmu);

  self->held_places = g_new0 (guint, description->n_variables + 1);
  for (guint i = 0; i < description->n_variables; i++)
    if (is_held (&description->variables[i]))
      self->held_places[i] = ++self->n_held;
}

void
ls_instance_fmi3_init_values (LsInstanceFmi3 *self)
{
  const LsDescription *description = ls_fmu_get_description (self->base.fmu);
  gsize n = 0, most = LS_FMI3_CHUNK;
  double *memory;

  index_references (self, description);
  self->plain_reals = TRUE;
  for (guint i = 0; i < description->n_variables; i++)
    if (description->variables[i].type == LS_TYPE_REAL
        && (description->variables[i].array > 0
            || description->variables[i].format != LS_FORMAT_FLOAT64))
      self->plain_reals = FALSE;
  list_held (self);
  self->offsets = g_new0 (gsize, description->n_arrays + 1);
  for (guint i = 0; i < description->n_arrays; i++)
    {
      self->offsets[i] = n;
      n += description->arrays[i].n;
      most = MAX (most, description->arrays[i].n);
    }
  most = MAX (most, self->n_outs);
  self->n_raw = most;
  self->raw = g_malloc0 (most * 16);
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->strings = g_new0 (char *, n + 1);
  list_sizes (self, description);
  self->base.values_size = (n + 2) * sizeof (double) + self->n_clocks * sizeof (LsFmi3Ticks)
                           + self->n_outs * sizeof (LsFmi3Fired)
                           + self->n_held * sizeof (LsFmi3Held) + self->n_sizes * sizeof (guint64);
  memory = g_malloc0 (self->base.values_size);
  self->base.values = memory;
  self->ticks = (LsFmi3Ticks *)memory;
  self->fired = (LsFmi3Fired *)(self->ticks + self->n_clocks);
  self->held = (LsFmi3Held *)(self->fired + self->n_outs);
  self->sizes = (guint64 *)(gpointer)(self->held + self->n_held);
  self->elements = (double *)(gpointer)(self->sizes + self->n_sizes);
  self->lag = self->elements + n;
  ls_instance_fmi3_start_arrays (self);
  update_shapes (self);
}

void
ls_instance_fmi3_clear_values (LsInstanceFmi3 *self)
{
  const LsDescription *description = ls_fmu_get_description (self->base.fmu);
  gsize n = 0;

  for (guint i = 0; i < description->n_arrays; i++)
    n += description->arrays[i].n;
  for (gsize i = 0; self->strings != NULL && i < n; i++)
    g_free (self->strings[i]);
  g_free (self->strings);
  g_free (self->dense);
  g_clear_pointer (&self->by_reference, g_hash_table_unref);
  for (guint i = 0; self->shapes != NULL && i < description->n_arrays; i++)
    {
      g_free (self->shapes[i].sized_by);
      g_free (self->shapes[i].dimensions);
    }
  g_free (self->shapes);
  g_free (self->shaped_for);
  g_free (self->size_variables);
  g_free (self->offsets);
  g_free (self->held_places);
  g_free (self->raw);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
}
