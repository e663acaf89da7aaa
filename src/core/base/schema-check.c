/* Documents against schemas, and what is wrong in words. */
#include "core/base/schema-impl.h"

#include <glib/gi18n-lib.h>
#include <libxml/xmlschemastypes.h>
#include <string.h>

#define XSI_HREF "http://www.w3.org/2001/XMLSchema-instance"
/* Names that a sentence lists, and signs of a value that it quotes. */
#define MAX_LISTED 16u
#define MAX_QUOTED 60
/* Longer names are not compared with what may have been meant. */
#define MAX_COMPARED 32u

/* @ids: text -> element that has it */
typedef struct
{
  GPtrArray *faults;
  guint limit;
  GHashTable *ids;
} Check;

/* An element and where it belongs. @child: (nullable): %NULL for any; @kept: it stands right */
typedef struct
{
  const xmlNode *node;
  const LsSchemaChild *child;
  guint particle;
  gboolean kept;
} Place;

void
ls_schema_fault_free (LsSchemaFault *self)
{
  if (self == NULL)
    return;
  g_free (self->subject);
  g_free (self->text);
  g_free (self->attribute);
  g_free (self);
}

static char *
clip (const char *text)
{
  return g_utf8_strlen (text, -1) <= MAX_QUOTED
             ? g_strdup (text)
             : g_strdup_printf ("%.*s…", (int)(g_utf8_offset_to_pointer (text, MAX_QUOTED) - text),
                                text);
}

static char *
describe (const xmlNode *node)
{
  g_autofree char *name = ls_xml_get (node, "name");
  g_autofree char *element = clip ((const char *)node->name);
  g_autofree char *clipped = NULL;

  if (name == NULL || *name == '\0')
    {
      g_autofree char *outer = ls_xml_get (node->parent, "name");

      if (outer == NULL || *outer == '\0')
        return g_strdup_printf (_ ("element %s"), element);
      clipped = clip (outer);
      return g_strdup_printf (_ ("element %s in %s “%s”"), element,
                              (const char *)node->parent->name, clipped);
    }
  clipped = clip (name);
  return g_strdup_printf (_ ("element %s “%s”"), element, clipped);
}

static void G_GNUC_PRINTF (5, 6) add_fault (Check *self,
                                            const char *rule,
                                            const xmlNode *node,
                                            const xmlAttr *attribute,
                                            const char *format,
                                            ...)
{
  LsSchemaFault *fault;
  va_list arguments;

  if (self->faults->len >= self->limit)
    return;
  fault = g_new0 (LsSchemaFault, 1);
  fault->rule = rule;
  fault->node = node;
  fault->line = (guint)MAX (xmlGetLineNo (node), 1);
  fault->subject = describe (node);
  if (attribute != NULL)
    fault->attribute = attribute->ns != NULL && attribute->ns->prefix != NULL
                           ? g_strdup_printf ("%s:%s", attribute->ns->prefix, attribute->name)
                           : g_strdup ((const char *)attribute->name);
  va_start (arguments, format);
  fault->text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_ptr_array_add (self->faults, fault);
}

/* Letters to change, add or take away, or swap with the next one, to come from @a to @b. */
static guint
count_changes (const char *a, const char *b)
{
  const guint n = (guint)strlen (a), m = (guint)strlen (b);
  guint rows[3][MAX_COMPARED + 1];

  if (n > MAX_COMPARED || m > MAX_COMPARED)
    return G_MAXUINT;
  for (guint k = 0; k <= m; k++)
    rows[0][k] = k;
  for (guint i = 1; i <= n; i++)
    {
      guint *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];

      row[0] = i;
      for (guint k = 1; k <= m; k++)
        {
          row[k] = MIN (MIN (row[k - 1], last[k]) + 1, last[k - 1] + (a[i - 1] != b[k - 1]));
          if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
            row[k] = MIN (row[k], before[k - 2] + 1);
        }
    }
  return rows[n % 3][m];
}

/* Returns: (nullable): the one of @names that is most like @name. */
static const char *
find_alike (const GPtrArray *names, const char *name)
{
  const char *found = NULL;
  guint least = 3;

  for (guint i = 0; i < names->len; i++)
    {
      const char *candidate = names->pdata[i];
      guint changes
          = g_ascii_strcasecmp (candidate, name) == 0 ? 0 : count_changes (candidate, name);

      if (changes < least && changes * 3 <= strlen (name))
        {
          least = changes;
          found = candidate;
        }
    }
  return found;
}

static char *
list (const GPtrArray *names)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < names->len && i < MAX_LISTED; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *)names->pdata[i]);
  if (names->len > MAX_LISTED)
    g_string_append (text, ", …");
  return g_string_free (text, FALSE);
}

static void
add_unknown_attribute (Check *self,
                       const xmlNode *node,
                       const xmlAttr *attribute,
                       const LsSchemaType *type)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *name = clip ((const char *)attribute->name);
  g_autofree char *possible = NULL;
  const char *alike;

  for (guint i = 0; i < type->attributes->len; i++)
    {
      const LsSchemaAttribute *known = type->attributes->pdata[i];

      if (xmlHasNsProp ((xmlNode *)node, (const xmlChar *)known->name, NULL) == NULL)
        g_ptr_array_add (names, (gpointer)known->name);
    }
  possible = list (names);
  alike = attribute->ns == NULL ? find_alike (names, name) : NULL;
  if (attribute->ns != NULL)
    add_fault (self, "known-attributes", node, attribute,
               _ ("attribute %s of the namespace “%s” is not expected here"), name,
               (const char *)attribute->ns->href);
  else if (alike != NULL)
    add_fault (self, "known-attributes", node, attribute,
               _ ("attribute %s is not known; perhaps %s was meant (possible: %s)"), name, alike,
               possible);
  else if (names->len > 0)
    add_fault (self, "known-attributes", node, attribute,
               _ ("attribute %s is not known (possible: %s)"), name, possible);
  else
    add_fault (self, "known-attributes", node, attribute,
               _ ("attribute %s is not known; no other can be there"), name);
}

static gboolean
is_of_kind (const LsSchemaKind *kind, const char *text)
{
  xmlSchemaType *type = xmlSchemaGetBuiltInType (kind->type);

  if (xmlSchemaValidatePredefinedType (type, (const xmlChar *)text, NULL) == 0)
    return TRUE;
  return kind->other != 0
         && xmlSchemaValidatePredefinedType (xmlSchemaGetBuiltInType (kind->other),
                                             (const xmlChar *)text, NULL)
                == 0;
}

static void
add_wrong_kind (Check *self,
                const xmlNode *node,
                const xmlAttr *attribute,
                const LsSchemaKind *kind,
                const char *text)
{
  const char *name = (const char *)attribute->name;

  if (kind->low != NULL)
    add_fault (self, "attribute-value", node, attribute,
               _ ("attribute %s: “%s” is not an integer from %s to %s"), name, text, kind->low,
               kind->high);
  else if (kind->type == XML_SCHEMAS_DOUBLE || kind->type == XML_SCHEMAS_FLOAT)
    add_fault (self, "attribute-value", node, attribute, _ ("attribute %s: “%s” is not a number"),
               name, text);
  else if (kind->type == XML_SCHEMAS_BOOLEAN)
    add_fault (self, "attribute-value", node, attribute,
               _ ("attribute %s: “%s” is neither true nor false"), name, text);
  else if (kind->type == XML_SCHEMAS_DATETIME)
    add_fault (self, "attribute-value", node, attribute,
               _ ("attribute %s: “%s” is not a date and time like 2026-01-31T12:00:00Z"), name,
               text);
  else if (kind->type == XML_SCHEMAS_HEXBINARY)
    add_fault (self, "attribute-value", node, attribute,
               _ ("attribute %s: “%s” is not made of pairs of hexadecimal digits"), name, text);
  else if (kind->type == XML_SCHEMAS_NCNAME)
    add_fault (
        self, "attribute-value", node, attribute,
        _ ("attribute %s: “%s” is not a name that XML allows: a letter, then letters, digits, "
           "“-”, “_” or “.”"),
        name, text);
  else
    add_fault (self, "attribute-value", node, attribute, _ ("attribute %s: “%s” is not a URI"),
               name, text);
}

/* One value, of a list or alone. Returns: whether it is right. */
static gboolean
check_value (Check *self,
             const xmlNode *node,
             const xmlAttr *attribute,
             const LsSchemaAttribute *known,
             const char *text)
{
  g_autofree char *quoted = NULL, *choices = NULL;

  if (known->kind != NULL ? is_of_kind (known->kind, text)
      : known->choices != NULL
          ? g_strv_contains ((const char *const *)known->choices, text)
          : known->pattern == NULL || xmlRegexpExec (known->pattern, (const xmlChar *)text) == 1)
    return TRUE;
  quoted = clip (text);
  if (known->kind != NULL)
    add_wrong_kind (self, node, attribute, known->kind, quoted);
  else if (known->choices != NULL)
    {
      choices = g_strjoinv (", ", known->choices);
      if (known->choices[1] == NULL)
        add_fault (self, "attribute-value", node, attribute, _ ("attribute %s: “%s” is not “%s”"),
                   known->name, quoted, choices);
      else
        add_fault (self, "attribute-value", node, attribute, _ ("attribute %s: “%s” is none of %s"),
                   known->name, quoted, choices);
    }
  else
    add_fault (self, "attribute-value", node, attribute,
               _ ("attribute %s: “%s” does not have the form %s"), known->name, quoted,
               known->form);
  return FALSE;
}

static void
check_id (Check *self, const xmlNode *node, const xmlAttr *attribute, char *text)
{
  const xmlNode *first = g_hash_table_lookup (self->ids, g_strstrip (text));
  g_autofree char *quoted = NULL, *other = NULL;

  if (first == NULL)
    {
      g_hash_table_insert (self->ids, g_strdup (text), (gpointer)node);
      return;
    }
  quoted = clip (text);
  other = describe (first);
  add_fault (self, "id-unique", node, attribute,
             _ ("attribute %s: “%s” is the one of %s in line %ld already"),
             (const char *)attribute->name, quoted, other, xmlGetLineNo (first));
}

static void
check_text (Check *self,
            const xmlNode *node,
            const xmlAttr *attribute,
            const LsSchemaAttribute *known)
{
  g_autofree char *text = NULL;
  char *rest;

  if (known->kind == NULL && known->choices == NULL && known->pattern == NULL && !known->nonempty)
    return;
  text = ls_xml_get (node, known->name);
  if (known->nonempty)
    {
      if (*text == '\0')
        add_fault (self, "attribute-value", node, attribute, _ ("attribute %s is empty"),
                   known->name);
      return;
    }
  if (!known->list)
    {
      if (check_value (self, node, attribute, known, text) && known->kind != NULL
          && g_str_equal (known->kind->name, "ID"))
        check_id (self, node, attribute, text);
      return;
    }
  rest = text;
  while (*(rest += strspn (rest, " \t\r\n")) != '\0')
    {
      char *end = rest + strcspn (rest, " \t\r\n");
      const gboolean last = *end == '\0';

      *end = '\0';
      /* One of a list is enough to find the rest. */
      if (!check_value (self, node, attribute, known, rest) || last)
        return;
      rest = end + 1;
    }
}

static const LsSchemaAttribute *
find_attribute (const LsSchemaType *type, const char *name)
{
  for (guint i = 0; i < type->attributes->len; i++)
    {
      const LsSchemaAttribute *attribute = type->attributes->pdata[i];

      if (g_str_equal (attribute->name, name))
        return attribute;
    }
  return NULL;
}

static void
check_attributes (Check *self, const xmlNode *node, const LsSchemaType *type)
{
  for (const xmlAttr *attribute = node->properties; attribute != NULL; attribute = attribute->next)
    {
      const LsSchemaAttribute *known
          = attribute->ns == NULL ? find_attribute (type, (const char *)attribute->name) : NULL;

      if (known != NULL)
        check_text (self, node, attribute, known);
      else if (!type->any_attribute
               && (attribute->ns == NULL
                   || !xmlStrEqual (attribute->ns->href, (const xmlChar *)XSI_HREF)))
        add_unknown_attribute (self, node, attribute, type);
    }
  for (guint i = 0; i < type->attributes->len; i++)
    {
      const LsSchemaAttribute *known = type->attributes->pdata[i];

      if (known->required
          && xmlHasNsProp ((xmlNode *)node, (const xmlChar *)known->name, NULL) == NULL)
        add_fault (self, "attribute-missing", node, NULL, _ ("attribute %s is missing"),
                   known->name);
    }
}

static const char *
get_href (const xmlNode *node)
{
  return node->ns != NULL ? (const char *)node->ns->href : NULL;
}

/* @strict: whether the namespace counts. Returns: (nullable): what @node is in @particle. */
static const LsSchemaChild *
find_child (const LsSchemaParticle *particle, const xmlNode *node, gboolean strict)
{
  for (guint i = 0; i < particle->children->len; i++)
    {
      const LsSchemaChild *child = particle->children->pdata[i];

      if (ls_xml_is (node, child->name)
          && (!strict || g_strcmp0 (child->href, get_href (node)) == 0))
        return child;
    }
  return NULL;
}

/* Index of the particle that @node belongs to, or their number; @child: (out): (nullable) for any.
 */
static guint
find_particle (const LsSchemaType *type, const xmlNode *node, const LsSchemaChild **child)
{
  *child = NULL;
  for (guint i = 0; i < type->particles->len; i++)
    if ((*child = find_child (type->particles->pdata[i], node, TRUE)) != NULL)
      return i;
  for (guint i = 0; i < type->particles->len; i++)
    if (((const LsSchemaParticle *)type->particles->pdata[i])->any)
      return i;
  for (guint i = 0; i < type->particles->len; i++)
    if ((*child = find_child (type->particles->pdata[i], node, FALSE)) != NULL)
      return i;
  return type->particles->len;
}

static void
add_names (const LsSchemaParticle *particle, GPtrArray *names)
{
  for (guint i = 0; i < particle->children->len; i++)
    g_ptr_array_add (names, (gpointer)((const LsSchemaChild *)particle->children->pdata[i])->name);
}

static void
add_unknown_element (Check *self, const xmlNode *node, const LsSchemaType *type)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *possible = NULL;
  const char *parent = (const char *)node->parent->name;
  const char *alike;

  for (guint i = 0; i < type->particles->len; i++)
    add_names (type->particles->pdata[i], names);
  possible = list (names);
  alike = find_alike (names, (const char *)node->name);
  if (alike != NULL)
    add_fault (self, "known-elements", node, NULL,
               _ ("not known in %s; perhaps %s was meant (possible: %s)"), parent, alike, possible);
  else if (names->len > 0)
    add_fault (self, "known-elements", node, NULL, _ ("not known in %s (possible: %s)"), parent,
               possible);
  else
    add_fault (self, "known-elements", node, NULL,
               _ ("not known in %s, in which no element can be"), parent);
}

/* Of an element that is not @kept. What is around it and stands right says where it belongs. */
static void
add_misplaced (Check *self, const Place *places, guint n, guint index)
{
  const guint own = places[index].particle;
  const Place *after = NULL;

  for (guint i = 0; i < index; i++)
    if (places[i].kept && places[i].particle > own)
      {
        add_fault (self, "element-order", places[index].node, NULL,
                   _ ("stands in the wrong place: it has to come before %s, in line %ld"),
                   (const char *)places[i].node->name, xmlGetLineNo (places[i].node));
        return;
      }
  for (guint i = index + 1; i < n; i++)
    if (places[i].kept && places[i].particle < own)
      after = &places[i];
  if (after != NULL)
    add_fault (self, "element-order", places[index].node, NULL,
               _ ("stands in the wrong place: it has to come after %s, in line %ld"),
               (const char *)after->node->name, xmlGetLineNo (after->node));
}

static void
add_one_too_many (Check *self, const xmlNode *node, const LsSchemaParticle *particle)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *possible = NULL;

  add_names (particle, names);
  possible = list (names);
  if (names->len > 1)
    add_fault (self, "element-once", node, NULL,
               _ ("one too many: of these there can be only %u: %s"), particle->max, possible);
  else
    add_fault (self, "element-once", node, NULL, _ ("one too many: there can be only %u"),
               particle->max);
}

/* Keeps as many as can be in the order that they have to have, so that of ten elements behind one
 * that stands too far ahead that one is blamed, not the ten. */
static void
keep_longest (Place *places, guint n, guint n_particles)
{
  g_autofree guint *lengths = g_new0 (guint, n);
  g_autofree int *previous = g_new0 (int, n);
  int last[LS_SCHEMA_MAX_PARTICLES], best = -1;

  for (guint i = 0; i < n_particles; i++)
    last[i] = -1;
  for (guint i = 0; i < n; i++)
    {
      const guint own = places[i].particle;

      previous[i] = -1;
      for (guint k = 0; k <= own; k++)
        if (last[k] >= 0 && (previous[i] < 0 || lengths[last[k]] > lengths[previous[i]]))
          previous[i] = last[k];
      lengths[i] = previous[i] >= 0 ? lengths[previous[i]] + 1 : 1;
      if (last[own] < 0 || lengths[i] > lengths[last[own]])
        last[own] = (int)i;
      if (best < 0 || lengths[i] > lengths[best])
        best = (int)i;
    }
  for (guint i = 0; i < n; i++)
    places[i].kept = FALSE;
  for (; best >= 0; best = previous[best])
    places[best].kept = TRUE;
}

static void check_element (Check *self, const xmlNode *node, const LsSchemaType *type);

/* @count: of those of its particle before it */
static void
check_place (
    Check *self, const LsSchemaType *type, const Place *places, guint n, guint index, guint count)
{
  const Place *place = &places[index];
  const LsSchemaParticle *particle = type->particles->pdata[place->particle];
  const xmlNode *node = place->node;

  if (place->child != NULL && g_strcmp0 (place->child->href, get_href (node)) != 0)
    add_fault (self, "namespace", node, NULL, _ ("is in the namespace “%s”, and has to be in “%s”"),
               get_href (node) != NULL ? get_href (node) : "",
               place->child->href != NULL ? place->child->href : "");
  if (count >= particle->max)
    add_one_too_many (self, node, particle);
  else if (!place->kept)
    add_misplaced (self, places, n, index);
  if (place->child != NULL)
    check_element (self, node, place->child->type);
}

static void
check_missing (Check *self, const xmlNode *node, const LsSchemaType *type, const guint counts[])
{
  for (guint i = 0; i < type->particles->len; i++)
    {
      const LsSchemaParticle *particle = type->particles->pdata[i];
      g_autoptr (GPtrArray) names = NULL;
      g_autofree char *possible = NULL;

      if (counts[i] >= particle->min)
        continue;
      names = g_ptr_array_new ();
      add_names (particle, names);
      possible = list (names);
      if (names->len > 1)
        add_fault (self, "element-missing", node, NULL, _ ("one of these is missing in it: %s"),
                   possible);
      else
        add_fault (self, "element-missing", node, NULL, _ ("%s is missing in it"), possible);
    }
}

static gboolean
is_text (const xmlNode *node)
{
  return node->type == XML_CDATA_SECTION_NODE
         || (node->type == XML_TEXT_NODE && !xmlIsBlankNode (node));
}

/* Those of its elements that are known. @sorted: (out): whether they stand in the right order */
static GArray *
find_places (Check *self, const xmlNode *node, const LsSchemaType *type, gboolean *sorted)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (Place));
  guint reached = 0;

  *sorted = TRUE;
  for (const xmlNode *child = ls_xml_child (node, NULL); child != NULL;
       child = ls_xml_next (child, NULL))
    {
      Place place = { child, NULL, 0, TRUE };

      place.particle = find_particle (type, child, &place.child);
      if (place.particle == type->particles->len)
        {
          add_unknown_element (self, child, type);
          continue;
        }
      *sorted = *sorted && place.particle >= reached;
      reached = MAX (reached, place.particle);
      g_array_append_val (places, place);
    }
  return places;
}

static void
check_no_text (Check *self, const xmlNode *node)
{
  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    if (is_text (child))
      {
        g_autofree char *quoted = clip ((const char *)child->content);

        add_fault (self, "no-text", node, NULL,
                   _ ("there is text in it, “%s”, where only elements can be"),
                   g_strstrip (quoted));
        return;
      }
}

static void
check_children (Check *self, const xmlNode *node, const LsSchemaType *type)
{
  guint counts[LS_SCHEMA_MAX_PARTICLES] = { 0 };

  if (!type->mixed)
    check_no_text (self, node);
  if (ls_xml_child (node, NULL) != NULL)
    {
      gboolean sorted;
      g_autoptr (GArray) places = find_places (self, node, type, &sorted);
      Place *items = (Place *)(gpointer)places->data;

      if (!sorted)
        keep_longest (items, places->len, type->particles->len);
      for (guint i = 0; i < places->len; i++)
        check_place (self, type, items, places->len, i, counts[items[i].particle]++);
    }
  check_missing (self, node, type, counts);
}

/* As deep as the document, which is bounded. */
static void
check_element (Check *self, const xmlNode *node, const LsSchemaType *type)
{
  if (type->free || self->faults->len >= self->limit)
    return;
  check_attributes (self, node, type);
  check_children (self, node, type);
}

GPtrArray *
ls_schema_check (const LsSchema *self, const xmlNode *root, const char *type_name, guint limit)
{
  GPtrArray *faults = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_schema_fault_free);
  const LsSchemaType *type = g_hash_table_lookup (self->types, type_name);
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Check check = { faults, limit, ids };

  g_return_val_if_fail (type != NULL, faults);
  /* One sentence for all that is in it. */
  if (g_strcmp0 (type->href, get_href (root)) != 0)
    add_fault (
        &check, "namespace", root, NULL,
        _ ("is in the namespace “%s”, and has to be in “%s”; what is in it was not looked at"),
        get_href (root) != NULL ? get_href (root) : "", type->href != NULL ? type->href : "");
  else
    check_element (&check, root, type);
  return faults;
}
