/* ModelVariables of FMI 3.0: arrays become one variable for each element. */
#include "core/fmi/description-impl.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MAX_DIMENSIONS 32

/* A variable of the file. */
typedef struct
{
  const xmlNode *node;
  char *name;
  guint32 reference;
  LsFormat format;
  guint n_dimensions; /* 0: a scalar */
  guint64 *dimensions;
  guint n;     /* number of elements */
  guint first; /* index of the first one */
  gboolean is_size;
} Base;

typedef struct
{
  LsDescription *description;
  GHashTable *units, *types; /* name -> index + 1 */
  GHashTable *sizes;         /* (nullable): see ls_description_read_sized() */
  guint n;
  Base *bases;
  GHashTable *by_reference; /* value reference -> Base, borrowed */
  guint32 free_reference;   /* for elements: not used so far */
  guint n_elements;
} Reader;

static LsPlace
get_place (const Base *self)
{
  return (LsPlace){ self->node, "variable", self->name };
}

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
read_reference (const LsPlace *place,
                const char *attribute,
                guint32 *reference,
                gboolean *present,
                GError **error)
{
  gint64 value = 0;

  if (!ls_place_get_integer (place, attribute, 0, G_MAXUINT32, &value, present, error))
    return FALSE;
  *reference = (guint32)value;
  return TRUE;
}

static gboolean
read_base (Reader *reader, Base *self, GError **error)
{
  LsPlace place = get_place (self);
  const Base *other;
  gboolean present;

  if ((self->name = ls_place_require (&place, "name", error)) == NULL)
    return FALSE;
  place.name = self->name;
  if (!read_reference (&place, "valueReference", &self->reference, &present, error))
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
read_bases (Reader *self, const xmlNode *list, GError **error)
{
  self->bases = g_new0 (Base, ls_count_children (list, NULL));
  for (const xmlNode *c = ls_xml_child (list, NULL); c != NULL; c = ls_xml_next (c, NULL))
    {
      Base *base = &self->bases[self->n];

      if ((base->format = find_format (c)) == LS_FORMAT_DEFAULT)
        continue;
      base->node = c;
      self->n++;
      if (!read_base (self, base, error))
        return FALSE;
    }
  return TRUE;
}

/* The size that a structural parameter or constant has. */
static gboolean
read_size (Reader *reader, const LsPlace *place, guint32 reference, guint64 *size, GError **error)
{
  Base *base = g_hash_table_lookup (reader->by_reference, GUINT_TO_POINTER (reference));
  g_autofree char *causality = base != NULL ? ls_xml_get (base->node, "causality") : NULL;
  g_autofree char *variability = base != NULL ? ls_xml_get (base->node, "variability") : NULL;
  g_autofree char *start = base != NULL ? ls_xml_get (base->node, "start") : NULL;
  const char *given = base != NULL && reader->sizes != NULL
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
  *size = (guint64)value;
  return TRUE;
}

static gboolean
read_dimension (
    Reader *reader, const Base *base, const xmlNode *node, guint64 *size, GError **error)
{
  const LsPlace place = { node, "Dimension of", base->name };
  gboolean has_start, has_reference;
  guint32 reference;
  gint64 start = 0;

  if (!ls_place_get_integer (&place, "start", 0, G_MAXINT64, &start, &has_start, error)
      || !read_reference (&place, "valueReference", &reference, &has_reference, error))
    return FALSE;
  if (has_start == has_reference)
    {
      ls_place_set_error (&place, error, _ ("it has to have either start or valueReference"));
      return FALSE;
    }
  *size = (guint64)start;
  return has_start || read_size (reader, &place, reference, size, error);
}

static gboolean
read_dimensions (Reader *reader, Base *self, GError **error)
{
  const guint n = ls_count_children (self->node, "Dimension");
  const LsPlace place = get_place (self);
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
read_all_dimensions (Reader *self, GError **error)
{
  guint64 total = 0, n_aliases = 0;

  for (guint i = 0; i < self->n; i++)
    {
      Base *base = &self->bases[i];

      if (!read_dimensions (self, base, error))
        return FALSE;
      base->first = (guint)total;
      total += base->n;
      n_aliases += (guint64)base->n * ls_count_children (base->node, "Alias");
      if (total + n_aliases > LS_DESCRIPTION_MAX_VARIABLES)
        {
          g_set_error (error, LS_ERROR, LS_ERROR_LIMIT, _ ("%s: there are more than %u variables"),
                       self->description->path, LS_DESCRIPTION_MAX_VARIABLES);
          return FALSE;
        }
    }
  self->n_elements = (guint)total;
  self->description->variables = g_new0 (LsVariable, total + n_aliases);
  return TRUE;
}

/* ---- Second pass: attributes ------------------------------------------------------------- */

static gboolean
read_kind (LsVariable *self, const LsPlace *place, GError **error)
{
  static const char *const causalities[]
      = { "local",  "parameter",   "calculatedParameter", "input",
          "output", "independent", "structuralParameter" };
  guint causality = LS_CAUSALITY_LOCAL, variability, initial = 0;

  if (!ls_place_get_choice (place, "causality", causalities, G_N_ELEMENTS (causalities), &causality,
                            NULL, error))
    return FALSE;
  self->is_structural = causality == G_N_ELEMENTS (causalities) - 1;
  self->causality = self->is_structural ? LS_CAUSALITY_PARAMETER : (LsCausality)causality;
  variability = self->causality == LS_CAUSALITY_PARAMETER
                        || self->causality == LS_CAUSALITY_CALCULATED_PARAMETER
                    ? LS_VARIABILITY_FIXED
                : self->type == LS_TYPE_REAL ? LS_VARIABILITY_CONTINUOUS
                                             : LS_VARIABILITY_DISCRETE;
  if (!ls_place_get_choice (place, "variability", ls_variability_names, 5, &variability, NULL,
                            error)
      || !ls_place_get_choice (place, "initial", ls_initial_names + 1, 3, &initial,
                               &self->has_initial, error))
    return FALSE;
  self->variability = (LsVariability)variability;
  self->initial = self->has_initial ? (LsInitial)(initial + 1)
                                    : ls_initial_default (self->causality, self->variability);
  if (self->type == LS_TYPE_REAL || self->variability != LS_VARIABILITY_CONTINUOUS)
    return TRUE;
  ls_place_set_error (place, error, _ ("a variable of type %s cannot be continuous"),
                      ls_variable_type_name (self));
  return FALSE;
}

static gboolean
read_bounds (LsVariable *self, const LsPlace *place, GError **error)
{
  gint64 low, high;

  self->min = -INFINITY;
  self->max = INFINITY;
  self->nominal = 1;
  if (self->type == LS_TYPE_REAL)
    return ls_place_get_real (place, "min", &self->min, &self->has_min, error)
           && ls_place_get_real (place, "max", &self->max, &self->has_max, error)
           && ls_place_get_real (place, "nominal", &self->nominal, &self->has_nominal, error);
  if (self->type != LS_TYPE_INTEGER && self->type != LS_TYPE_ENUMERATION)
    return TRUE;
  ls_format_get_range (self->format, &low, &high);
  /* The bounds of a UInt64 may be above those of gint64: as real numbers. */
  if (self->format == LS_FORMAT_UINT64)
    return ls_place_get_real (place, "min", &self->min, &self->has_min, error)
           && ls_place_get_real (place, "max", &self->max, &self->has_max, error);
  {
    gint64 minimum = 0, maximum = 0;

    if (!ls_place_get_integer (place, "min", low, high, &minimum, &self->has_min, error)
        || !ls_place_get_integer (place, "max", low, high, &maximum, &self->has_max, error))
      return FALSE;
    if (self->has_min)
      self->min = (double)minimum;
    if (self->has_max)
      self->max = (double)maximum;
  }
  return TRUE;
}

static gboolean
read_decimal_or_fraction (const LsPlace *place,
                          const char *decimal,
                          const char *counter,
                          double resolution,
                          double *value,
                          gboolean *present,
                          GError **error)
{
  gint64 count = 0;
  gboolean counted;

  if (!ls_place_get_real (place, decimal, value, present, error)
      || !ls_place_get_integer (place, counter, 0, G_MAXINT64, &count, &counted, error))
    return FALSE;
  if (counted && !*present)
    {
      *value = (double)count / resolution;
      *present = TRUE;
    }
  return TRUE;
}

static gboolean
read_clock (LsVariable *self, const LsPlace *place, GError **error)
{
  static const char *const names[]
      = { "constant", "fixed", "tunable", "changing", "countdown", "triggered" };
  LsClock *clock = self->clock = g_new0 (LsClock, 1);
  guint variability = LS_INTERVAL_TRIGGERED;
  gint64 resolution = 1, priority = 0;
  gboolean present, shifted;

  if (!ls_place_get_choice (place, "intervalVariability", names, G_N_ELEMENTS (names), &variability,
                            &present, error))
    return FALSE;
  if (!present)
    {
      ls_place_set_error (place, error, _ ("attribute %s is missing"), "intervalVariability");
      return FALSE;
    }
  clock->variability = (LsIntervalVariability)variability;
  if (!ls_place_get_integer (place, "resolution", 1, G_MAXINT64, &resolution, NULL, error)
      || !ls_place_get_integer (place, "priority", 0, G_MAXUINT32, &priority, &clock->has_priority,
                                error)
      || !ls_place_get_boolean (place, "canBeDeactivated", &clock->can_be_deactivated, NULL, error)
      || !ls_place_get_boolean (place, "supportsFraction", &clock->supports_fraction, NULL, error)
      || !read_decimal_or_fraction (place, "intervalDecimal", "intervalCounter", (double)resolution,
                                    &clock->interval, &clock->has_interval, error)
      || !read_decimal_or_fraction (place, "shiftDecimal", "shiftCounter", (double)resolution,
                                    &clock->shift, &shifted, error))
    return FALSE;
  clock->priority = (guint)priority;
  clock->is_input = self->causality == LS_CAUSALITY_INPUT;
  clock->is_output = self->causality == LS_CAUSALITY_OUTPUT;
  self->causality = LS_CAUSALITY_LOCAL;
  if (clock->variability <= LS_INTERVAL_TUNABLE && clock->has_interval && !(clock->interval > 0))
    {
      ls_place_set_error (place, error,
                          _ ("the interval of a periodic Clock is %g s, not positive"),
                          clock->interval);
      return FALSE;
    }
  if (clock->variability == LS_INTERVAL_CONSTANT && !clock->has_interval)
    {
      ls_place_set_error (place, error, _ ("attribute %s is missing"), "intervalDecimal");
      return FALSE;
    }
  return TRUE;
}

/* Returns: the variable of the attribute @attribute; %NULL without the attribute, or with an
 * error, if there is no such variable. */
static const Base *
read_link (Reader *reader, const LsPlace *place, const char *attribute, GError **error)
{
  guint32 reference = 0;
  gboolean present;
  const Base *base;

  if (!read_reference (place, attribute, &reference, &present, error) || !present)
    return NULL;
  base = g_hash_table_lookup (reader->by_reference, GUINT_TO_POINTER (reference));
  if (base == NULL)
    ls_place_set_error (place, error, _ ("attribute %s: no variable has value reference %u"),
                        attribute, reference);
  return base;
}

static gboolean
read_links (
    Reader *reader, LsVariable *self, const Base *base, const LsPlace *place, GError **error)
{
  static const char *const attributes[] = { "derivative", "previous" };
  GError *problem = NULL;

  self->derivative_of = -1;
  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
    {
      const Base *other = read_link (reader, place, attributes[i], &problem);

      if (problem != NULL)
        {
          g_propagate_error (error, problem);
          return FALSE;
        }
      if (other == NULL)
        continue;
      if (other->n != base->n)
        {
          ls_place_set_error (place, error, _ ("attribute %s: “%s” has %u elements, not %u"),
                              attributes[i], other->name, other->n, base->n);
          return FALSE;
        }
      if (i == 0)
        self->derivative_of = (int)other->first;
      else
        self->previous = other->first + 1;
    }
  return TRUE;
}

static gboolean
read_clocks (Reader *reader, LsVariable *self, const LsPlace *place, GError **error)
{
  g_autofree char *text = ls_xml_get (place->node, "clocks");
  char *rest = text;
  const char *word;

  if (text == NULL)
    return TRUE;
  self->clocks = g_new0 (guint, ls_count_words (text) + 1);
  while ((word = ls_next_word (&rest)) != NULL)
    {
      gint64 reference;
      const Base *clock
          = ls_text_to_integer (word, 0, G_MAXUINT32, &reference)
                ? g_hash_table_lookup (reader->by_reference, GUINT_TO_POINTER ((guint32)reference))
                : NULL;

      if (clock == NULL || clock->format != LS_FORMAT_CLOCK)
        {
          ls_place_set_error (place, error,
                              _ ("clocks: “%s” is not the value reference of a Clock"), word);
          return FALSE;
        }
      self->clocks[self->n_clocks++] = clock->first;
    }
  return TRUE;
}

static void
settle_declared_type (Reader *reader,
                      LsVariable *self,
                      const LsPlace *place,
                      gboolean has_relative,
                      gboolean has_unbounded)
{
  const LsDeclaredType *type;

  self->unit = ls_look_up (reader->units, self->unit_name);
  self->declared_type = ls_look_up (reader->types, self->declared_type_name);
  if (self->declared_type < 0)
    return;
  type = &reader->description->declared_types[self->declared_type];
  if (type->type == self->type)
    ls_variable_inherit (self, type, has_relative, has_unbounded);
  else
    {
      ls_place_remark (place, reader->description, LS_FINDING_ERROR, "declared-type-matches",
                       _ ("the declared type %s is of type %s, the variable of type %s"),
                       type->name, ls_type_name (type->type), ls_variable_type_name (self));
      self->declared_type = -1;
    }
  self->unit = ls_look_up (reader->units, self->unit_name);
}

/* Everything but name, reference and start, which differ between elements. */
static gboolean
read_attributes (Reader *reader, LsVariable *self, const Base *base, GError **error)
{
  const LsPlace place = get_place (base);
  const LsPlace annotations = { ls_xml_child (base->node, "Annotations"), "Annotations", NULL };
  gboolean has_relative, has_unbounded;

  self->line = (int)xmlGetLineNo (base->node);
  self->format = base->format;
  self->type = ls_format_get_type (base->format);
  self->sizes_arrays = base->is_size;
  self->can_handle_multiple_set = TRUE;
  self->description = ls_xml_get (base->node, "description");
  self->declared_type_name = ls_xml_get (base->node, "declaredType");
  self->quantity = ls_xml_get (base->node, "quantity");
  self->unit_name = ls_xml_get (base->node, "unit");
  self->display_unit = ls_xml_get (base->node, "displayUnit");
  if (annotations.node != NULL)
    self->annotations = ls_place_dump (&annotations);
  if (!read_kind (self, &place, error) || !read_bounds (self, &place, error)
      || !ls_place_get_boolean (&place, "canHandleMultipleSetPerTimeInstant",
                                &self->can_handle_multiple_set, &self->has_can_handle_multiple_set,
                                error)
      || !ls_place_get_boolean (&place, "intermediateUpdate", &self->intermediate_update, NULL,
                                error)
      || !ls_place_get_boolean (&place, "reinit", &self->reinit, &self->has_reinit, error)
      || !ls_place_get_boolean (&place, "relativeQuantity", &self->relative, &has_relative, error)
      || !ls_place_get_boolean (&place, "unbounded", &self->unbounded, &has_unbounded, error)
      || !read_links (reader, self, base, &place, error)
      || !read_clocks (reader, self, &place, error)
      || (base->format == LS_FORMAT_CLOCK && !read_clock (self, &place, error)))
    return FALSE;
  settle_declared_type (reader, self, &place, has_relative, has_unbounded);
  ls_variable_settle_nominal (reader->description, self, &place);
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
list_starts (const Base *self)
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
 * fit. */
static gboolean
set_starts (Reader *reader, const Base *base, GError **error)
{
  const LsPlace place = get_place (base);
  g_autoptr (GPtrArray) starts = list_starts (base);

  if (starts->len == 0)
    return TRUE;
  if (starts->len != 1 && starts->len != base->n)
    {
      if (reader->sizes != NULL && base->n_dimensions > 0)
        return TRUE;
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
make_name (const char *name, const Base *base, guint element)
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
take_reference (Reader *self)
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
  self->annotations = g_strdup (self->annotations);
  self->start = g_strdup (self->start);
  self->clock = g_memdup2 (self->clock, sizeof *self->clock);
  self->clocks
      = self->clocks != NULL ? g_memdup2 (self->clocks, self->n_clocks * sizeof (guint)) : NULL;
}

static void
name_element (Reader *reader, LsVariable *self, char *name)
{
  LsDescription *description = reader->description;

  self->name = name;
  self->index = (guint)(self - description->variables);
  if (!g_hash_table_contains (description->by_name, name))
    g_hash_table_insert (description->by_name, name, self);
}

static void
spread (Reader *reader, const Base *base)
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

static void
add_array (LsDescription *self, Base *base)
{
  LsArray *array = &self->arrays[self->n_arrays++];

  array->name = g_strdup (base->name);
  array->value_reference = base->reference;
  array->first = base->first;
  array->n = base->n;
  array->n_dimensions = base->n_dimensions;
  array->dimensions = g_memdup2 (base->dimensions, base->n_dimensions * sizeof (guint64));
}

/* An array without elements has no variable to hold its attributes. */
static gboolean
read_variable (Reader *reader, Base *base, GError **error)
{
  LsDescription *self = reader->description;

  if (base->n_dimensions > 0)
    add_array (self, base);
  if (base->n == 0)
    return TRUE;
  self->n_variables = base->first + 1;
  if (!read_attributes (reader, &self->variables[base->first], base, error))
    return FALSE;
  spread (reader, base);
  self->n_variables = base->first + base->n;
  return set_starts (reader, base, error);
}

/* An alias is a local variable with the value of another one, as in FMI 2.0. */
static gboolean
add_aliases (Reader *reader, const Base *base, GError **error)
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
read_all (Reader *self, const xmlNode *list, GError **error)
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
clear (Reader *self)
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
  Reader reader = { .description = self, .sizes = sizes };
  gboolean done;

  if (list == NULL)
    {
      ls_place_set_error (&place, error, _ ("element %s is missing"), "ModelVariables");
      return FALSE;
    }
  if (ls_count_children (list, NULL) > LS_DESCRIPTION_MAX_VARIABLES)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_LIMIT, _ ("%s: there are more than %u variables"),
                   self->path, LS_DESCRIPTION_MAX_VARIABLES);
      return FALSE;
    }
  reader.units = ls_index_names (self->units, sizeof (LsUnit), self->n_units);
  reader.types
      = ls_index_names (self->declared_types, sizeof (LsDeclaredType), self->n_declared_types);
  reader.by_reference = g_hash_table_new (NULL, NULL);
  done = read_all (&reader, list, error);
  clear (&reader);
  return done;
}
