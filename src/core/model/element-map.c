#include "core/model/element-map.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Of an array: first and last index of a range, from 0. */
typedef struct
{
  guint64 first, last;
} Range;

void
ls_element_map_clear (LsElementMap *self)
{
  g_clear_pointer (&self->output, g_free);
  g_clear_pointer (&self->input, g_free);
  self->transposed = FALSE;
}

/* Returns: (nullable): the array that @port stands for. */
static const LsArray *
get_array (const LsComponent *component, const LsVariable *port)
{
  if (port->n_elements == 0 || ls_variable_is_terminal (port))
    return NULL;
  return &ls_fmu_get_description (component->fmu)->arrays[port->array - 1];
}

static gboolean
parse_range (const char *text, guint64 size, Range *range)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  char *dash = strchr (trimmed, '-');

  if (dash != NULL)
    *dash = '\0';
  g_strstrip (trimmed);
  if (!g_ascii_string_to_unsigned (trimmed, 10, 1, size, &range->first, NULL))
    return FALSE;
  range->last = range->first;
  if (dash != NULL
      && !g_ascii_string_to_unsigned (g_strstrip (dash + 1), 10, range->first, size, &range->last,
                                      NULL))
    return FALSE;
  range->first--;
  range->last--;
  return TRUE;
}

/* @text: (nullable). Returns: (transfer full) (element-type Range): one for each dimension. */
static GArray *
parse (const LsComponent *component, const LsVariable *port, const char *text, GError **error)
{
  const LsArray *array = get_array (component, port);
  const gboolean is_all = text == NULL || text[strspn (text, " ")] == '\0';
  g_auto (GStrv) parts = g_strsplit (is_all ? "" : text, ",", -1);
  g_autofree char *size = ls_component_describe_size (component, port);
  g_autoptr (GArray) ranges = g_array_new (FALSE, TRUE, sizeof (Range));
  gboolean good = is_all || (array != NULL && g_strv_length (parts) == array->n_dimensions);

  for (guint i = 0; good && array != NULL && i < array->n_dimensions; i++)
    {
      Range range = { 0, array->dimensions[i] - 1 };

      good = is_all || parse_range (parts[i], array->dimensions[i], &range);
      g_array_append_val (ranges, range);
    }
  if (good)
    return g_steal_pointer (&ranges);
  if (array == NULL)
    return ls_fail_null (error, LS_ERROR_MODEL, _ ("%s.%s is no array: leave the elements empty"),
                         component->name, port->name);
  return ls_fail_null (error, LS_ERROR_MODEL,
                       _ ("“%s” is not a part of %s.%s[%s]: type an index or a range such as 1-2 "
                          "for each dimension, separated by commas"),
                       text, component->name, port->name, size);
}

/* Number of elements along each dimension, without those of one element. */
static GArray *
list_lengths (const GArray *ranges, gboolean transposed)
{
  GArray *lengths = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < ranges->len; i++)
    {
      const guint k = transposed ? ranges->len - 1 - i : i;
      const Range *range = &g_array_index (ranges, Range, k);
      const guint64 length = range->last - range->first + 1;

      if (length > 1)
        g_array_append_val (lengths, length);
    }
  return lengths;
}

/* Appends the elements in the ranges: the last index fastest, or, @transposed, the first. */
static GPtrArray *
list_elements (const LsComponent *component,
               const LsVariable *port,
               const GArray *ranges,
               gboolean transposed)
{
  const LsArray *array = get_array (component, port);
  const guint n = ranges->len;
  GPtrArray *elements = g_ptr_array_new ();
  g_autofree guint64 *at = g_new0 (guint64, n + 1);
  guint moved = 0;

  if (array == NULL)
    {
      g_ptr_array_add (elements, (gpointer)port);
      return elements;
    }
  for (guint i = 0; i < n; i++)
    at[i] = g_array_index (ranges, Range, i).first;
  while (moved < n)
    {
      guint64 index = 0;

      for (guint i = 0; i < n; i++)
        index = index * array->dimensions[i] + at[i];
      g_ptr_array_add (elements,
                       &ls_fmu_get_description (component->fmu)->variables[array->first + index]);
      for (moved = 0; moved < n; moved++)
        {
          const guint i = transposed ? moved : n - 1 - moved;

          if (at[i]++ < g_array_index (ranges, Range, i).last)
            break;
          at[i] = g_array_index (ranges, Range, i).first;
        }
    }
  return elements;
}

static GArray *
pair_elements (const GPtrArray *outputs, const GPtrArray *inputs)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (LsPair));

  for (guint i = 0; i < outputs->len; i++)
    {
      const LsPair pair = { .output = outputs->pdata[i], .input = inputs->pdata[i] };

      g_array_append_val (pairs, pair);
    }
  return pairs;
}

static gboolean
have_equal_lengths (const GArray *a, const GArray *b)
{
  return a->len == b->len
         && (a->len == 0 || memcmp (a->data, b->data, a->len * sizeof (guint64)) == 0);
}

static char *
describe_lengths (const GArray *lengths)
{
  GString *text = g_string_new (lengths->len == 0 ? "1" : NULL);

  for (guint i = 0; i < lengths->len; i++)
    g_string_append_printf (text, "%s%" G_GUINT64_FORMAT, i > 0 ? "×" : "",
                            g_array_index (lengths, guint64, i));
  return g_string_free (text, FALSE);
}

GArray *
ls_model_map_elements (const LsModel *self,
                       guint from,
                       const char *output,
                       guint to,
                       const char *input,
                       const LsElementMap *map,
                       GError **error)
{
  const LsComponent *source, *target;
  const LsVariable *x, *y;
  g_autoptr (GArray) out_ranges = NULL, in_ranges = NULL;
  g_autoptr (GArray) out_lengths = NULL, in_lengths = NULL;
  g_autoptr (GPtrArray) outputs = NULL, inputs = NULL;
  g_autofree char *out_size = NULL, *in_size = NULL;

  g_return_val_if_fail (self != NULL && map != NULL, NULL);
  if ((x = ls_model_find_port (self, from, output, &source, error)) == NULL
      || (y = ls_model_find_port (self, to, input, &target, error)) == NULL
      || (out_ranges = parse (source, x, map->output, error)) == NULL
      || (in_ranges = parse (target, y, map->input, error)) == NULL)
    return NULL;
  out_lengths = list_lengths (out_ranges, map->transposed);
  in_lengths = list_lengths (in_ranges, FALSE);
  if (have_equal_lengths (out_lengths, in_lengths))
    {
      outputs = list_elements (source, x, out_ranges, map->transposed);
      inputs = list_elements (target, y, in_ranges, FALSE);
      return pair_elements (outputs, inputs);
    }
  out_size = describe_lengths (out_lengths);
  in_size = describe_lengths (in_lengths);
  return ls_fail_null (error, LS_ERROR_MODEL,
                       _ ("%s elements of %s.%s cannot feed %s of %s.%s: the sizes differ"),
                       out_size, source->name, x->name, in_size, target->name, y->name);
}

/* The smallest ranges that hold all elements of one end. @ids: of connections */
static char *
find_ranges (const LsModel *self, const GArray *ids, gboolean of_outputs)
{
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (Range));
  const LsArray *array = NULL;
  GString *text;
  gboolean is_all = TRUE;

  for (guint i = 0; i < ids->len; i++)
    {
      const LsConnection *wire = ls_model_find_connection (self, g_array_index (ids, guint, i));
      const LsComponent *component
          = ls_model_find_component (self, of_outputs ? wire->from : wire->to);
      const LsVariable *element
          = ls_component_find_variable (component, of_outputs ? wire->output : wire->input);
      guint64 rest;

      if (element == NULL
          || (array = get_array (component, ls_component_get_port (component, element))) == NULL)
        return NULL;
      rest = element->element;
      for (guint k = array->n_dimensions; k-- > 0; rest /= array->dimensions[k])
        {
          const guint64 at = rest % array->dimensions[k];
          const Range single = { at, at };
          Range *range;

          if (i == 0)
            {
              g_array_prepend_val (ranges, single);
              continue;
            }
          range = &g_array_index (ranges, Range, k);
          range->first = MIN (range->first, at);
          range->last = MAX (range->last, at);
        }
    }
  text = g_string_new (NULL);
  for (guint k = 0; k < ranges->len; k++)
    {
      const Range *range = &g_array_index (ranges, Range, k);

      is_all &= range->first == 0 && range->last == array->dimensions[k] - 1;
      g_string_append_printf (text, "%s%" G_GUINT64_FORMAT, k > 0 ? ", " : "", range->first + 1);
      if (range->last > range->first)
        g_string_append_printf (text, "-%" G_GUINT64_FORMAT, range->last + 1);
    }
  return g_string_free (text, is_all);
}

/* Whether the connections are these pairs, in any order. */
static gboolean
are_pairs (const LsModel *self, const GArray *ids, const GArray *pairs)
{
  g_autoptr (GHashTable) outputs = g_hash_table_new (g_str_hash, g_str_equal); /* by input */

  for (guint i = 0; i < pairs->len; i++)
    g_hash_table_insert (outputs, g_array_index (pairs, LsPair, i).input->name,
                         g_array_index (pairs, LsPair, i).output->name);
  if (ids->len != pairs->len)
    return FALSE;
  for (guint i = 0; i < ids->len; i++)
    {
      const LsConnection *wire = ls_model_find_connection (self, g_array_index (ids, guint, i));

      if (g_strcmp0 (g_hash_table_lookup (outputs, wire->input), wire->output) != 0)
        return FALSE;
    }
  return TRUE;
}

gboolean
ls_model_find_map (const LsModel *self, guint id, LsElementMap *map)
{
  const LsConnection *wire;
  const char *output, *input;
  g_autoptr (GArray) ids = NULL;

  g_return_val_if_fail (self != NULL && map != NULL, FALSE);
  ids = ls_model_list_wire (self, id);
  *map = (LsElementMap){ NULL, NULL, FALSE };
  if ((wire = ls_model_find_connection (self, id)) == NULL || ls_model_is_terminal_wire (self, id))
    return FALSE;
  output = ls_model_name_port (self, wire->from, wire->output);
  input = ls_model_name_port (self, wire->to, wire->input);
  map->output = find_ranges (self, ids, TRUE);
  map->input = find_ranges (self, ids, FALSE);
  for (int transposed = 0; transposed <= 1; transposed++)
    {
      g_autoptr (GArray) pairs = NULL;

      map->transposed = transposed;
      pairs = ls_model_map_elements (self, wire->from, output, wire->to, input, map, NULL);
      if (pairs != NULL && are_pairs (self, ids, pairs))
        return TRUE;
    }
  ls_element_map_clear (map);
  return FALSE;
}
