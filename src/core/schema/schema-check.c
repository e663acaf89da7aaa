/* Checks the elements of documents against schemas. */
#include "core/schema/schema-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* An element and its position in the schema. @child: (nullable): %NULL for any; @kept: its position
 * is correct */
typedef struct
{
  const xmlNode *node;
  const LsSchemaChild *child;
  guint particle;
  gboolean kept;
} Place;

static const char *
get_href (const xmlNode *node)
{
  return node->ns != NULL ? (const char *)node->ns->href : NULL;
}

/* @strict: whether the namespace has to match. Returns: (nullable): the child of @particle that
 * describes @node. */
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

/* Returns: index of the particle that @node belongs to, or the number of particles; @child: (out)
 * (nullable): %NULL for any. */
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
add_unknown_element (LsSchemaCheck *self, const xmlNode *node, const LsSchemaType *type)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *possible = NULL;
  const char *parent = (const char *)node->parent->name;
  const char *alike;

  for (guint i = 0; i < type->particles->len; i++)
    add_names (type->particles->pdata[i], names);
  possible = ls_schema_list_names (names);
  alike = ls_schema_find_alike (names, (const char *)node->name);
  if (alike != NULL)
    ls_schema_add_fault (self, "known-elements", node, NULL,
                         _ ("not known in %s; perhaps %s was meant (possible: %s)"), parent, alike,
                         possible);
  else if (names->len > 0)
    ls_schema_add_fault (self, "known-elements", node, NULL, _ ("not known in %s (possible: %s)"),
                         parent, possible);
  else
    ls_schema_add_fault (self, "known-elements", node, NULL,
                         _ ("not allowed: %s has no child elements"), parent);
}

/* Reports an element that is not @kept; the correctly placed elements around it determine where it
 * belongs. */
static void
add_misplaced (LsSchemaCheck *self, const Place *places, guint n, guint index)
{
  const guint own = places[index].particle;
  const Place *after = NULL;

  for (guint i = 0; i < index; i++)
    if (places[i].kept && places[i].particle > own)
      {
        ls_schema_add_fault (self, "element-order", places[index].node, NULL,
                             _ ("stands in the wrong place: it has to come before %s, in line %ld"),
                             (const char *)places[i].node->name, xmlGetLineNo (places[i].node));
        return;
      }
  for (guint i = index + 1; i < n; i++)
    if (places[i].kept && places[i].particle < own)
      after = &places[i];
  if (after != NULL)
    ls_schema_add_fault (self, "element-order", places[index].node, NULL,
                         _ ("stands in the wrong place: it has to come after %s, in line %ld"),
                         (const char *)after->node->name, xmlGetLineNo (after->node));
}

static void
add_one_too_many (LsSchemaCheck *self, const xmlNode *node, const LsSchemaParticle *particle)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *possible = NULL;

  add_names (particle, names);
  possible = ls_schema_list_names (names);
  if (names->len > 1)
    ls_schema_add_fault (self, "element-once", node, NULL,
                         _ ("one too many: of these there can be only %u: %s"), particle->max,
                         possible);
  else
    ls_schema_add_fault (self, "element-once", node, NULL, _ ("one too many: there can be only %u"),
                         particle->max);
}

/* Keeps a longest subsequence in the required order, so that one element too far ahead is reported,
 * not the ten that follow it. */
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

static void check_element (LsSchemaCheck *self, const xmlNode *node, const LsSchemaType *declared);

/* Where any element may be, those that the schema knows are checked. */
static void
check_any (LsSchemaCheck *self, const xmlNode *node)
{
  const LsSchemaType *type = g_hash_table_lookup (self->schema->types, (const char *)node->name);

  if (type != NULL && (type->global || type == self->root)
      && g_strcmp0 (type->href, get_href (node)) == 0)
    check_element (self, node, type);
  else
    check_element (self, node, NULL);
}

/* @count: number of preceding elements of the same particle */
static void
check_place (LsSchemaCheck *self,
             const LsSchemaType *type,
             const Place *places,
             guint n,
             guint index,
             guint count)
{
  const Place *place = &places[index];
  const LsSchemaParticle *particle = type->particles->pdata[place->particle];
  const xmlNode *node = place->node;

  if (place->child != NULL && g_strcmp0 (place->child->href, get_href (node)) != 0)
    ls_schema_add_fault (self, "namespace", node, NULL,
                         _ ("is in the namespace “%s”, and has to be in “%s”"),
                         get_href (node) != NULL ? get_href (node) : "",
                         place->child->href != NULL ? place->child->href : "");
  if (count >= particle->max)
    add_one_too_many (self, node, particle);
  else if (!place->kept)
    add_misplaced (self, places, n, index);
  if (place->child != NULL)
    check_element (self, node, place->child->type);
  else
    check_any (self, node);
}

static void
check_missing (LsSchemaCheck *self,
               const xmlNode *node,
               const LsSchemaType *type,
               const guint counts[])
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
      possible = ls_schema_list_names (names);
      if (names->len > 1)
        ls_schema_add_fault (self, "element-missing", node, NULL,
                             _ ("one of these is missing in it: %s"), possible);
      else
        ls_schema_add_fault (self, "element-missing", node, NULL, _ ("%s is missing in it"),
                             possible);
    }
}

static gboolean
is_text (const xmlNode *node)
{
  return (node->type == XML_CDATA_SECTION_NODE || node->type == XML_TEXT_NODE)
         && node->content != NULL && *node->content != '\0';
}

/* Returns: the known child elements. @sorted: (out): whether they are in the required order */
static GArray *
find_places (LsSchemaCheck *self, const xmlNode *node, const LsSchemaType *type, gboolean *sorted)
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

/* White space is allowed between elements only, not where there can be none. */
static void
check_no_text (LsSchemaCheck *self, const xmlNode *node, const LsSchemaType *type)
{
  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    if (is_text (child) && !xmlIsBlankNode (child))
      {
        g_autofree char *quoted = ls_schema_clip ((const char *)child->content);

        ls_schema_add_fault (self, "no-text", node, NULL,
                             _ ("there is text in it, “%s”, where only elements can be"),
                             g_strstrip (quoted));
        return;
      }
    else if (is_text (child) && type->particles->len == 0)
      {
        ls_schema_add_fault (self, "no-text", node, NULL,
                             _ ("contains white space, must be empty"));
        return;
      }
}

/* Elements whose content is a value. */
static void
check_value (LsSchemaCheck *self, const xmlNode *node, const LsSchemaType *type)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *quoted = NULL;

  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    if (child->type == XML_ELEMENT_NODE)
      add_unknown_element (self, child, type);
    else if (is_text (child))
      g_string_append (text, (const char *)child->content);
  if (ls_schema_is_of_kind (type->text, text->str))
    return;
  quoted = ls_schema_clip (text->str);
  ls_schema_add_fault (self, "element-value", node, NULL,
                       _ ("its text “%s” is not a value of the type %s"), quoted, type->text->name);
}

static void
check_children (LsSchemaCheck *self, const xmlNode *node, const LsSchemaType *type)
{
  guint counts[LS_SCHEMA_MAX_PARTICLES] = { 0 };

  if (!type->mixed)
    check_no_text (self, node, type);
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

/* The recursion depth is that of the document, which is limited. */
static void
check_element (LsSchemaCheck *self, const xmlNode *node, const LsSchemaType *declared)
{
  const LsSchemaType *type;

  if (self->faults->len >= self->limit)
    return;
  type = ls_schema_get_type (self, node, declared);
  if (type == NULL || type->free)
    {
      for (node = ls_xml_child (node, NULL); node != NULL; node = ls_xml_next (node, NULL))
        check_any (self, node);
      return;
    }
  ls_schema_check_attributes (self, node, type);
  if (type->text != NULL)
    check_value (self, node, type);
  else
    check_children (self, node, type);
}

GPtrArray *
ls_schema_check (const LsSchema *self, const xmlNode *root, const char *type_name, guint limit)
{
  GPtrArray *faults = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_schema_fault_free);
  const LsSchemaType *type = g_hash_table_lookup (self->types, type_name);
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  LsSchemaCheck check = { self, type, faults, limit, ids, NULL, NULL };

  g_return_val_if_fail (type != NULL, faults);
  /* One fault for the whole content. */
  if (g_strcmp0 (type->href, get_href (root)) != 0)
    ls_schema_add_fault (
        &check, "namespace", root, NULL,
        _ ("is in the namespace “%s”, and has to be in “%s”; its content was not checked"),
        get_href (root) != NULL ? get_href (root) : "", type->href != NULL ? type->href : "");
  else
    check_element (&check, root, type);
  g_free (check.subject);
  return faults;
}
