/* ModelStructure of FMI 3.0: an entry of an array becomes one for each element. */
#include "core/fmi/description-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Entries of more dependencies than this in all are taken as dependent on everything. */
#define MAX_DEPENDENCIES 20000000u

/* Elements from @first on. */
typedef struct
{
  guint first, n;
} Range;

typedef struct
{
  LsDescription *description;
  GHashTable *by_reference; /* value reference -> Range */
  guint64 n_dependencies;
} Reader;

static GHashTable *
index_references (const LsDescription *self)
{
  GHashTable *table = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  for (guint i = 0; i < self->n_variables; i++)
    {
      const LsVariable *variable = &self->variables[i];
      const Range range = { i, 1 };

      if (variable->array == 0 && !variable->is_alias)
        g_hash_table_insert (table, GUINT_TO_POINTER (variable->value_reference),
                             g_memdup2 (&range, sizeof range));
    }
  for (guint i = 0; i < self->n_arrays; i++)
    {
      const Range range = { self->arrays[i].first, self->arrays[i].n };

      g_hash_table_insert (table, GUINT_TO_POINTER (self->arrays[i].value_reference),
                           g_memdup2 (&range, sizeof range));
    }
  return table;
}

static const Range *
find (Reader *self, const char *text)
{
  gint64 reference;

  return text != NULL && ls_text_to_integer (text, 0, G_MAXUINT32, &reference)
             ? g_hash_table_lookup (self->by_reference, GUINT_TO_POINTER ((guint32)reference))
             : NULL;
}

/* The attribute names variables; @self receives their elements, and their kinds if those of the
 * file fit. */
static gboolean
read_dependencies (Reader *reader, LsUnknown *self, const LsPlace *place, GError **error)
{
  g_autofree char *text = ls_xml_get (place->node, "dependencies");
  g_autofree Range *ranges = NULL;
  char *rest = text;
  const char *word;
  guint n = 0, total = 0;
  LsUnknown words = { .n_dependencies = 0 };

  if (text == NULL)
    return TRUE;
  ranges = g_new0 (Range, ls_count_words (text) + 1);
  while ((word = ls_next_word (&rest)) != NULL)
    {
      const Range *range = find (reader, word);

      if (range == NULL)
        {
          ls_place_set_error (place, error,
                              _ ("dependencies: “%s” is not the value reference of a variable"),
                              word);
          return FALSE;
        }
      ranges[n++] = *range;
      total += range->n;
    }
  self->has_dependencies = TRUE;
  self->dependencies = g_new0 (guint, total + 1);
  self->kinds = g_new0 (LsDependencyKind, total + 1);
  words.n_dependencies = n;
  words.kinds = g_new0 (LsDependencyKind, n + 1);
  ls_unknown_settle_kinds (reader->description, &words, place);
  self->has_kinds = words.has_kinds;
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < ranges[i].n; k++)
      {
        self->kinds[self->n_dependencies] = words.kinds[i];
        self->dependencies[self->n_dependencies++] = ranges[i].first + k;
      }
  g_free (words.kinds);
  return TRUE;
}

/* Copies the entry of the first element for the others. */
static void
spread (Reader *reader, LsUnknown *self, const Range *range)
{
  reader->n_dependencies += (guint64)self->n_dependencies * range->n;
  if (reader->n_dependencies > MAX_DEPENDENCIES)
    {
      g_clear_pointer (&self->dependencies, g_free);
      g_clear_pointer (&self->kinds, g_free);
      self->has_dependencies = self->has_kinds = FALSE;
      self->n_dependencies = 0;
    }
  for (guint i = 1; i < range->n; i++)
    {
      const gsize n = self->n_dependencies;

      self[i] = *self;
      self[i].variable = range->first + i;
      self[i].dependencies
          = n > 0 ? g_memdup2 (self->dependencies, n * sizeof *self->dependencies) : NULL;
      self[i].kinds = n > 0 ? g_memdup2 (self->kinds, n * sizeof *self->kinds) : NULL;
    }
}

static gboolean
read_unknowns (
    Reader *reader, LsUnknowns *self, const xmlNode *structure, const char *list, GError **error)
{
  guint total = 0;

  for (const xmlNode *c = ls_xml_child (structure, list); c != NULL; c = ls_xml_next (c, list))
    {
      LsPlace place = { c, "entry of", list };
      g_autofree char *text = ls_place_require (&place, "valueReference", error);
      const Range *range = find (reader, text);

      if (text == NULL)
        return FALSE;
      if (range == NULL)
        {
          ls_place_set_error (&place, error, _ ("attribute %s: no variable has value reference %s"),
                              "valueReference", text);
          return FALSE;
        }
      if (total + range->n > LS_DESCRIPTION_MAX_VARIABLES)
        {
          ls_place_set_error (&place, error, _ ("the list has more than %u elements"),
                              LS_DESCRIPTION_MAX_VARIABLES);
          return FALSE;
        }
      total += range->n;
    }
  self->items = g_new0 (LsUnknown, total + 1);
  for (const xmlNode *c = ls_xml_child (structure, list); c != NULL; c = ls_xml_next (c, list))
    {
      LsPlace place = { c, list, NULL };
      g_autofree char *text = ls_xml_get (c, "valueReference");
      const Range *range = find (reader, text);
      LsUnknown *unknown = &self->items[self->n];

      if (range->n == 0)
        continue;
      unknown->line = (int)xmlGetLineNo (c);
      unknown->variable = range->first;
      place.name = reader->description->variables[range->first].name;
      self->n++;
      if (!read_dependencies (reader, unknown, &place, error))
        return FALSE;
      spread (reader, unknown, range);
      self->n += range->n - 1;
    }
  return TRUE;
}

/* The states are found through the derivatives. */
static gboolean
check_derivatives (const LsDescription *self, const xmlNode *structure, GError **error)
{
  for (guint i = 0; i < self->derivatives.n; i++)
    {
      const LsVariable *variable = &self->variables[self->derivatives.items[i].variable];
      const LsPlace place = { structure, "ContinuousStateDerivative", variable->name };

      if (variable->type != LS_TYPE_REAL || variable->derivative_of < 0
          || self->variables[variable->derivative_of].type != LS_TYPE_REAL)
        {
          ls_place_set_error (&place, error,
                              _ ("the variable is no derivative: it has to be a Float64 or Float32 "
                                 "with the attribute derivative, as has its state"));
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
ls_description_read_fmi3_structure (LsDescription *self, const xmlNode *root, GError **error)
{
  const xmlNode *structure = ls_xml_child (root, "ModelStructure");
  const LsPlace place = { root, "fmiModelDescription", NULL };
  Reader reader = { .description = self };
  gboolean done;

  if (structure == NULL)
    {
      ls_place_remark (&place, self->remarks, LS_FINDING_ERROR, "model-structure-present",
                       _ ("element %s is missing"), "ModelStructure");
      return TRUE;
    }
  reader.by_reference = index_references (self);
  done = read_unknowns (&reader, &self->outputs, structure, "Output", error)
         && read_unknowns (&reader, &self->derivatives, structure, "ContinuousStateDerivative",
                           error)
         && read_unknowns (&reader, &self->clocked_states, structure, "ClockedState", error)
         && read_unknowns (&reader, &self->initial_unknowns, structure, "InitialUnknown", error)
         && read_unknowns (&reader, &self->event_indicators, structure, "EventIndicator", error)
         && check_derivatives (self, structure, error);
  g_hash_table_unref (reader.by_reference);
  for (guint i = 0; done && i < self->derivatives.n; i++)
    self->variables[self->variables[self->derivatives.items[i].variable].derivative_of].is_state
        = TRUE;
  self->n_event_indicators = self->event_indicators.n;
  return done;
}
