/* Attributes of variables of FMI 3.0, links between them, and clocks. */
#include "core/fmi/description-fmi3-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

gboolean
ls_fmi3_read_reference (const LsPlace *place,
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
  /* An input that is not triggered is ticked by the importer. */
  if (clock->variability != LS_INTERVAL_TRIGGERED)
    self->causality = LS_CAUSALITY_LOCAL;
  self->initial = LS_INITIAL_NONE;
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
static const LsFmi3Base *
read_link (LsFmi3Reader *reader, const LsPlace *place, const char *attribute, GError **error)
{
  guint32 reference = 0;
  gboolean present;
  const LsFmi3Base *base;

  if (!ls_fmi3_read_reference (place, attribute, &reference, &present, error) || !present)
    return NULL;
  base = g_hash_table_lookup (reader->by_reference, GUINT_TO_POINTER (reference));
  if (base == NULL)
    ls_place_set_error (place, error, _ ("attribute %s: no variable has value reference %u"),
                        attribute, reference);
  return base;
}

static gboolean
read_links (LsFmi3Reader *reader,
            LsVariable *self,
            const LsFmi3Base *base,
            const LsPlace *place,
            GError **error)
{
  static const char *const attributes[] = { "derivative", "previous" };
  GError *problem = NULL;

  self->derivative_of = -1;
  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
    {
      const LsFmi3Base *other = read_link (reader, place, attributes[i], &problem);

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
read_clocks (LsFmi3Reader *reader, LsVariable *self, const LsPlace *place, GError **error)
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
      const LsFmi3Base *clock
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
settle_declared_type (LsFmi3Reader *reader,
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
      ls_place_remark (place, reader->description->remarks, LS_FINDING_ERROR,
                       "declared-type-matches",
                       _ ("the declared type %s is of type %s, the variable of type %s"),
                       type->name, ls_type_name (type->type), ls_variable_type_name (self));
      self->declared_type = -1;
    }
  self->unit = ls_look_up (reader->units, self->unit_name);
}

/* Everything but name, reference and start, which differ between elements. */
gboolean
ls_fmi3_read_attributes (LsFmi3Reader *reader,
                         LsVariable *self,
                         const LsFmi3Base *base,
                         GError **error)
{
  const LsPlace place = ls_fmi3_get_place (base);
  const LsPlace annotations = { ls_xml_child (base->node, "Annotations"), "Annotations", NULL };
  gboolean has_relative, has_unbounded;

  self->line = (int)xmlGetLineNo (base->node);
  self->format = base->format;
  self->type = ls_format_get_type (base->format);
  self->sizes_arrays = base->is_size;
  self->size = base->size;
  self->can_handle_multiple_set = TRUE;
  self->description = ls_xml_get (base->node, "description");
  self->declared_type_name = ls_xml_get (base->node, "declaredType");
  self->quantity = ls_xml_get (base->node, "quantity");
  self->unit_name = ls_xml_get (base->node, "unit");
  self->display_unit = ls_xml_get (base->node, "displayUnit");
  self->mime_type = ls_xml_get (base->node, "mimeType");
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
