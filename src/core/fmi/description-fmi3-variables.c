/* ModelVariables of FMI 3.0: arrays become one variable for each element. */
#include "core/fmi/description-fmi3-impl.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdint.h>

#define MAX_DIMENSIONS 32

static LsFormat
find_format (const xmlNode *node)
{
  for (guint i = LS_FORMAT_FLOAT64; i < LS_N_FORMATS; i++)
    if (ls_xml_is (node, ls_format_get_name ((LsFormat)i)))
      return (LsFormat)i;
  return LS_FORMAT_DEFAULT;
}

/* ---- First pass: names, references and sizes --------------------------------------------- */

static gboolean
read_base (LsFmi3Reader *reader, LsFmi3Base *self, GError **error)
{
  LsPlace place = ls_fmi3_get_place (self);
  const LsFmi3Base *other;
  gboolean present;

  if ((self->name = ls_place_require (&place, "name", error)) == NULL)
    return FALSE;
  place.name = self->name;
  if (!ls_fmi3_read_reference (&place, "valueReference", &self->reference, &present, error))
    return FALSE;
  if (!present)
    {
      ls_place_set_error (&place, error, _ ("attribute %s is missing"), "valueReference");
      return FALSE;
    }
  other = g_hash_table_lookup (reader->by_reference, GUINT_TO_POINTER (self->reference));
  if (other != NULL)
    {
      ls_place_set_error (&place, error, _ ("the value reference %u is that of “%s”, too"),
                          self->reference, other->name);
      return FALSE;
    }
  g_hash_table_insert (reader->by_reference, GUINT_TO_POINTER (self->reference), self);
  return TRUE;
}

static gboolean
read_bases (LsFmi3Reader *self, const xmlNode *list, GError **error)
{
  self->bases = g_new0 (LsFmi3Base, ls_count_children (list, NULL));
  for (const xmlNode *c = ls_xml_child (list, NULL); c != NULL; c = ls_xml_next (c, NULL))
    {
      LsFmi3Base *base = &self->bases[self->n];

      if ((base->format = find_format (c)) == LS_FORMAT_DEFAULT)
        continue;
      base->node = c;
      self->n++;
      if (!read_base (self, base, error))
        return FALSE;
    }
  return TRUE;
}

/* A size that is not that of the file keeps to the bounds of its parameter. */
static gboolean
check_size (const LsFmi3Base *base, gint64 value, GError **error)
{
  const LsPlace place = ls_fmi3_get_place (base);
  double min = 1.0, max = INFINITY;

  if (!ls_place_get_real (&place, "min", &min, NULL, error)
      || !ls_place_get_real (&place, "max", &max, NULL, error))
    return FALSE;
  if ((double)value >= min && (double)value <= max)
    return TRUE;
  ls_place_set_error (&place, error, _ ("%jd is not within %.17g and %.17g"), (intmax_t)value, min,
                      max);
  return FALSE;
}

/* The size that a structural parameter or constant has. */
static gboolean
read_size (LsFmi3Reader *reader,
           const LsPlace *place,
           guint32 reference,
           guint64 *size,
           gboolean *changed,
           GError **error)
{
  LsFmi3Base *base = g_hash_table_lookup (reader->by_reference, GUINT_TO_POINTER (reference));
  g_autofree char *causality = base != NULL ? ls_xml_get (base->node, "causality") : NULL;
  g_autofree char *variability = base != NULL ? ls_xml_get (base->node, "variability") : NULL;
  g_autofree char *start = base != NULL ? ls_xml_get (base->node, "start") : NULL;
  const char *given = reader->sizes != NULL && g_strcmp0 (causality, "structuralParameter") == 0
                          ? g_hash_table_lookup (reader->sizes, base->name)
                          : NULL;
  gint64 value = 0;

  if (base == NULL || base->format != LS_FORMAT_UINT64
      || (g_strcmp0 (causality, "structuralParameter") != 0
          && g_strcmp0 (variability, "constant") != 0))
    {
      ls_place_set_error (place, error,
                          _ ("the size with value reference %u is not a UInt64 that is constant "
                             "or a structural parameter"),
                          reference);
      return FALSE;
    }
  base->is_size = TRUE;
  if (given == NULL)
    given = start;
  if (given == NULL || !ls_text_to_integer (given, 0, LS_DESCRIPTION_MAX_VARIABLES, &value))
    {
      ls_place_set_error (place, error, _ ("the size “%s” has no value that can be used: %s"),
                          base->name, given != NULL ? given : _ ("nothing"));
      return FALSE;
    }
  if (given != start && !check_size (base, value, error))
    return FALSE;
  *size = base->size = (guint64)value;
  *changed |= g_strcmp0 (given, start) != 0;
  return TRUE;
}

static gboolean
read_dimension (
    LsFmi3Reader *reader, LsFmi3Base *base, const xmlNode *node, guint64 *size, GError **error)
{
  const LsPlace place = { node, "Dimension of", base->name };
  gboolean has_start, has_reference;
  guint32 reference;
  gint64 start = 0;

  if (!ls_place_get_integer (&place, "start", 0, G_MAXINT64, &start, &has_start, error)
      || !ls_fmi3_read_reference (&place, "valueReference", &reference, &has_reference, error))
    return FALSE;
  if (has_start == has_reference)
    {
      ls_place_set_error (&place, error, _ ("it has to have either start or valueReference"));
      return FALSE;
    }
  *size = (guint64)start;
  return has_start || read_size (reader, &place, reference, size, &base->is_resized, error);
}

static gboolean
read_dimensions (LsFmi3Reader *reader, LsFmi3Base *self, GError **error)
{
  const guint n = ls_count_children (self->node, "Dimension");
  const LsPlace place = ls_fmi3_get_place (self);
  guint64 total = 1;

  self->n = 1;
  if (n == 0)
    return TRUE;
  if (n > MAX_DIMENSIONS || self->format == LS_FORMAT_CLOCK)
    {
      ls_place_set_error (&place, error, _ ("an array of %u dimensions is not supported"), n);
      return FALSE;
    }
  self->dimensions = g_new0 (guint64, n);
  for (const xmlNode *c = ls_xml_child (self->node, "Dimension"); c != NULL;
       c = ls_xml_next (c, "Dimension"))
    {
      guint64 *size = &self->dimensions[self->n_dimensions++];

      if (!read_dimension (reader, self, c, size, error))
        return FALSE;
      if (*size > LS_DESCRIPTION_MAX_VARIABLES || total * *size > LS_DESCRIPTION_MAX_VARIABLES)
        {
          ls_place_set_error (&place, error, _ ("the array has more than %u elements"),
                              LS_DESCRIPTION_MAX_VARIABLES);
          return FALSE;
        }
      total *= *size;
    }
  self->n = (guint)total;
  return TRUE;
}

static gboolean
read_all_dimensions (LsFmi3Reader *self, GError **error)
{
  guint64 total = 0, n_aliases = 0;

  for (guint i = 0; i < self->n; i++)
    {
      LsFmi3Base *base = &self->bases[i];

      if (!read_dimensions (self, base, error))
        return FALSE;
      base->first = (guint)total;
      total += base->n;
      n_aliases += (guint64)base->n * ls_count_children (base->node, "Alias");
      if (total + n_aliases > LS_DESCRIPTION_MAX_VARIABLES)
        return ls_fail (error, LS_ERROR_LIMIT, _ ("%s: there are more than %u variables"),
                        self->description->path, LS_DESCRIPTION_MAX_VARIABLES);
    }
  self->n_elements = (guint)total;
  self->description->variables = g_new0 (LsVariable, total + n_aliases);
  return TRUE;
}

/* ---- Start values ------------------------------------------------------------------------ */

static gboolean
parse_start (LsVariable *self)
{
  gint64 low, high, integer = 0;
  guint64 large;
  gboolean boolean;
  char *end;

  switch (self->type)
    {
    case LS_TYPE_REAL:
      return ls_text_to_real (self->start, &self->start_real);
    case LS_TYPE_BOOLEAN:
      if (!ls_text_to_boolean (self->start, &boolean))
        return FALSE;
      self->start_real = boolean;
      return TRUE;
    case LS_TYPE_STRING:
      return self->format != LS_FORMAT_BINARY || ls_text_is_binary (self->start);
    case LS_TYPE_INTEGER:
    case LS_TYPE_ENUMERATION:
    default:
      ls_format_get_range (self->format, &low, &high);
      if (ls_text_to_integer (self->start, low, high, &integer))
        {
          self->start_real = (double)integer;
          return TRUE;
        }
      errno = 0;
      large = g_ascii_strtoull (self->start, &end, 10);
      self->start_real = (double)large;
      return self->format == LS_FORMAT_UINT64 && g_ascii_isdigit (self->start[0]) && *end == '\0'
             && errno == 0;
    }
}

/* Start values of Strings and Binaries are elements, those of other types words of an
 * attribute. */
static GPtrArray *
list_starts (const LsFmi3Base *self)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;
  char *rest, *word;

  if (ls_format_get_type (self->format) == LS_TYPE_STRING)
    {
      for (const xmlNode *c = ls_xml_child (self->node, "Start"); c != NULL;
           c = ls_xml_next (c, "Start"))
        {
          char *value = ls_xml_get (c, "value");

          g_ptr_array_add (list, value != NULL ? value : g_strdup (""));
        }
      return list;
    }
  rest = text = ls_xml_get (self->node, "start");
  while (text != NULL && (word = ls_next_word (&rest)) != NULL)
    g_ptr_array_add (list, g_strdup (word));
  return list;
}

/* One value is that of all elements. If the sizes were changed, the values of the file do not
 * count (FMI 3.0, section 2.4.7.5), but one for all is what the FMU is likely to have. */
static gboolean
set_starts (LsFmi3Reader *reader, const LsFmi3Base *base, GError **error)
{
  const LsPlace place = ls_fmi3_get_place (base);
  g_autoptr (GPtrArray) starts = list_starts (base);

  if (starts->len == 0 || (base->is_resized && starts->len != 1))
    return TRUE;
  if (starts->len != 1 && starts->len != base->n)
    {
      ls_place_set_error (&place, error, _ ("there are %u start values for %u elements"),
                          starts->len, base->n);
      return FALSE;
    }
  for (guint i = 0; i < base->n; i++)
    {
      LsVariable *variable = &reader->description->variables[base->first + i];

      variable->start = g_strdup (starts->pdata[starts->len == 1 ? 0 : i]);
      if (!parse_start (variable))
        {
          ls_place_set_error (&place, error, _ ("attribute %s: “%s” is not of type %s"), "start",
                              variable->start, ls_variable_type_name (variable));
          return FALSE;
        }
    }
  return TRUE;
}

/* ---- Elements and aliases ---------------------------------------------------------------- */

/* "x[2,3]" */
static char *
make_name (const char *name, const LsFmi3Base *base, guint element)
{
  guint indices[MAX_DIMENSIONS];
  GString *text;

  if (base->n_dimensions == 0)
    return g_strdup (name);
  for (guint d = base->n_dimensions; d-- > 0;)
    {
      indices[d] = element % (guint)base->dimensions[d];
      element /= (guint)base->dimensions[d];
    }
  text = g_string_new (name);
  for (guint d = 0; d < base->n_dimensions; d++)
    g_string_append_printf (text, "%c%u", d == 0 ? '[' : ',', indices[d] + 1);
  g_string_append_c (text, ']');
  return g_string_free (text, FALSE);
}

/* A number that no variable has as value reference. */
static guint32
take_reference (LsFmi3Reader *self)
{
  while (g_hash_table_contains (self->by_reference, GUINT_TO_POINTER (self->free_reference)))
    self->free_reference++;
  return self->free_reference++;
}

static void
copy_texts (LsVariable *self)
{
  self->description = g_strdup (self->description);
  self->quantity = g_strdup (self->quantity);
  self->unit_name = g_strdup (self->unit_name);
  self->display_unit = g_strdup (self->display_unit);
  self->declared_type_name = g_strdup (self->declared_type_name);
  self->mime_type = g_strdup (self->mime_type);
  self->annotations = g_strdup (self->annotations);
  self->start = g_strdup (self->start);
  self->clock = g_memdup2 (self->clock, sizeof *self->clock);
  self->clocks
      = self->clocks != NULL ? g_memdup2 (self->clocks, self->n_clocks * sizeof (guint)) : NULL;
}

static void
name_element (LsFmi3Reader *reader, LsVariable *self, char *name)
{
  LsDescription *description = reader->description;

  self->name = name;
  self->index = (guint)(self - description->variables);
  if (!g_hash_table_contains (description->by_name, name))
    g_hash_table_insert (description->by_name, name, self);
}

static void
spread (LsFmi3Reader *reader, const LsFmi3Base *base)
{
  LsDescription *description = reader->description;
  LsVariable *first = &description->variables[base->first];

  for (guint i = 1; i < base->n; i++)
    {
      first[i] = *first;
      copy_texts (&first[i]);
      first[i].element = i;
      if (first->derivative_of >= 0)
        first[i].derivative_of = first->derivative_of + (int)i;
      if (first->previous > 0)
        first[i].previous = first->previous + i;
    }
  for (guint i = 0; i < base->n; i++)
    {
      first[i].value_reference
          = base->n_dimensions == 0 ? base->reference : take_reference (reader);
      first[i].array = base->n_dimensions == 0 ? 0 : description->n_arrays;
      name_element (reader, &first[i], make_name (base->name, base, i));
    }
}

/* Returns: (transfer full): for each dimension the variable that is its size, or %NULL. */
static char **
name_sizes (LsFmi3Reader *reader, const LsFmi3Base *base)
{
  char **names = g_new0 (char *, base->n_dimensions + 1);
  const xmlNode *node = ls_xml_child (base->node, "Dimension");

  for (guint i = 0; i < base->n_dimensions; i++, node = ls_xml_next (node, "Dimension"))
    {
      const LsPlace place = { node, "Dimension of", base->name };
      const LsFmi3Base *size = NULL;
      gboolean found = FALSE;
      guint32 reference;

      if (ls_fmi3_read_reference (&place, "valueReference", &reference, &found, NULL) && found)
        size = g_hash_table_lookup (reader->by_reference, GUINT_TO_POINTER (reference));
      names[i] = size != NULL ? g_strdup (size->name) : NULL;
    }
  return names;
}

static void
add_array (LsFmi3Reader *reader, LsFmi3Base *base)
{
  LsDescription *self = reader->description;
  LsArray *array = &self->arrays[self->n_arrays++];

  array->name = g_strdup (base->name);
  array->value_reference = base->reference;
  array->first = base->first;
  array->n = base->n;
  array->is_resized = base->is_resized;
  array->n_dimensions = base->n_dimensions;
  array->sized_by = name_sizes (reader, base);
  array->dimensions = g_memdup2 (base->dimensions, base->n_dimensions * sizeof (guint64));
}

/* An array without elements has no variable to hold its attributes. */
static gboolean
read_variable (LsFmi3Reader *reader, LsFmi3Base *base, GError **error)
{
  LsDescription *self = reader->description;

  if (base->n_dimensions > 0)
    add_array (reader, base);
  if (base->n == 0)
    return TRUE;
  self->n_variables = base->first + 1;
  if (!ls_fmi3_read_attributes (reader, &self->variables[base->first], base, error))
    return FALSE;
  spread (reader, base);
  self->n_variables = base->first + base->n;
  return set_starts (reader, base, error);
}

/* An alias is a local variable with the value of another one, as in FMI 2.0. */
static gboolean
add_aliases (LsFmi3Reader *reader, const LsFmi3Base *base, GError **error)
{
  LsDescription *self = reader->description;

  for (const xmlNode *c = ls_xml_child (base->node, "Alias"); c != NULL;
       c = ls_xml_next (c, "Alias"))
    {
      const LsPlace place = { c, "Alias of", base->name };
      g_autofree char *name = ls_place_require (&place, "name", error);

      if (name == NULL)
        return FALSE;
      for (guint i = 0; i < base->n; i++)
        {
          LsVariable *alias = &self->variables[self->n_variables++];

          *alias = self->variables[base->first + i];
          copy_texts (alias);
          g_clear_pointer (&alias->start, g_free);
          g_free (alias->description);
          alias->description = ls_xml_get (c, "description");
          alias->causality = LS_CAUSALITY_LOCAL;
          alias->initial = LS_INITIAL_CALCULATED;
          alias->is_alias = TRUE;
          alias->is_structural = alias->sizes_arrays = FALSE;
          alias->reinit = alias->has_reinit = FALSE;
          alias->line = (int)xmlGetLineNo (c);
          alias->derivative_of = -1;
          name_element (reader, alias, make_name (name, base, i));
        }
    }
  return TRUE;
}

static gboolean
read_all (LsFmi3Reader *self, const xmlNode *list, GError **error)
{
  if (!read_bases (self, list, error) || !read_all_dimensions (self, error))
    return FALSE;
  self->description->arrays = g_new0 (LsArray, self->n);
  for (guint i = 0; i < self->n; i++)
    if (!read_variable (self, &self->bases[i], error))
      return FALSE;
  self->description->n_variables = self->n_elements;
  for (guint i = 0; i < self->n; i++)
    if (!add_aliases (self, &self->bases[i], error))
      return FALSE;
  return TRUE;
}

static void
clear (LsFmi3Reader *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      g_free (self->bases[i].name);
      g_free (self->bases[i].dimensions);
    }
  g_free (self->bases);
  g_hash_table_unref (self->units);
  g_hash_table_unref (self->types);
  g_hash_table_unref (self->by_reference);
}

gboolean
ls_description_read_fmi3_variables (LsDescription *self,
                                    const xmlNode *root,
                                    GHashTable *sizes,
                                    GError **error)
{
  const LsPlace place = { root, "fmiModelDescription", NULL };
  const xmlNode *list = ls_xml_child (root, "ModelVariables");
  LsFmi3Reader reader = { .description = self, .sizes = sizes };
  gboolean done;

  if (list == NULL)
    {
      ls_place_set_error (&place, error, _ ("element %s is missing"), "ModelVariables");
      return FALSE;
    }
  if (ls_count_children (list, NULL) > LS_DESCRIPTION_MAX_VARIABLES)
    return ls_fail (error, LS_ERROR_LIMIT, _ ("%s: there are more than %u variables"), self->path,
                    LS_DESCRIPTION_MAX_VARIABLES);
  reader.units = ls_index_names (self->units, sizeof (LsUnit), self->n_units);
  reader.types
      = ls_index_names (self->declared_types, sizeof (LsDeclaredType), self->n_declared_types);
  reader.by_reference = g_hash_table_new (NULL, NULL);
  done = read_all (&reader, list, error);
  clear (&reader);
  return done;
}
