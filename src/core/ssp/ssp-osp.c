/* OspSystemStructure.xml of libcosim (Open Simulation Platform), translated to a document of SSP:
 * each element gets the line of its OSP element. */
#include "core/base/number.h"
#include "core/base/zip.h"
#include "core/ssp/ssp-read-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define OSP "com.opensimulationplatform"
#define OSP_HREF "http://opensimulationplatform.com/SSP/OSPAnnotations"
#define MAX_DESCRIPTION ((gsize)64 << 20)

/**
 * Osp:
 * @root: of the file
 * @system, @connections: in the new document
 * @descriptions, @groups: name of a simulator -> xmlDoc: its modelDescription.xml, its
 *   OspModelDescription.xml; only where they were found
 */
typedef struct
{
  LsSspReader *reader;
  const xmlNode *root;
  xmlNode *system, *connections;
  GHashTable *descriptions, *groups;
  GError *problem; /* of the process that reads files: connections would be missing */
} Osp;

/* An end of a connection, or a signal of a function. */
typedef struct
{
  char *owner, *name;
} End;

static void
end_clear (End *end)
{
  g_free (end->owner);
  g_free (end->name);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (End, end_clear)

static End
read_end (const xmlNode *node, const char *owner)
{
  return (End){ node != NULL ? ls_xml_get (node, owner) : NULL,
                node != NULL ? ls_xml_get (node, "name") : NULL };
}

static xmlNode *
add (xmlNode *parent, const char *href, const char *name, const xmlNode *like)
{
  xmlNode *node = ls_ssp_xml_add (parent, href, name);

  node->line = like->line;
  return node;
}

static char *
get_text (const xmlNode *root, const char *name)
{
  const xmlNode *node = ls_xml_child (root, name);
  xmlChar *content = node != NULL ? xmlNodeGetContent (node) : NULL;
  char *text = content != NULL ? g_strstrip (g_strdup ((const char *)content)) : NULL;

  xmlFree (content);
  return text;
}

/* ---- Simulators ------------------------------------------------------------------------- */

static void
keep_problem (Osp *self, const GError *error)
{
  if (self->problem == NULL && g_error_matches (error, LS_ERROR, LS_ERROR_READER))
    self->problem = g_error_copy (error);
}

/* What an FMU says of itself, and of groups of its variables in a file beside the structure or the
 * FMU. Problems with an FMU are reported when its component is read, unless the process that reads
 * them failed here. */
static void
read_descriptions (Osp *self, const char *name, const char *source)
{
  g_autofree char *path = ls_ssp_resolve (self->reader, source, NULL);
  gsize size = 0;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = path != NULL ? ls_zip_read_entry (path, "modelDescription.xml",
                                                            MAX_DESCRIPTION, &size, &error)
                                       : NULL;
  xmlDoc *doc = text != NULL ? ls_xml_read_memory (text, size, path, NULL, &error) : NULL;
  g_autofree char *model = NULL;
  g_autofree char *file = NULL;
  g_autofree char *folder = NULL;

  keep_problem (self, error);
  if (doc == NULL)
    return;
  g_hash_table_insert (self->descriptions, g_strdup (name), doc);
  model = ls_xml_get (xmlDocGetRootElement (doc), "modelName");
  file = g_strconcat (model != NULL ? model : "", "_OspModelDescription.xml", NULL);
  folder = g_path_get_dirname (path);
  for (guint i = 0; i < 2 && model != NULL; i++)
    {
      g_autofree char *place
          = ls_ssp_resolve_within (i == 0 ? self->reader->directory : folder, file, NULL);

      if (place == NULL || !g_file_test (place, G_FILE_TEST_IS_REGULAR))
        continue;
      g_clear_error (&error);
      doc = ls_xml_read (place, "OspModelDescription", &error);
      keep_problem (self, error);
      if (doc != NULL)
        g_hash_table_insert (self->groups, g_strdup (name), doc);
      return;
    }
}

static void
add_values (xmlNode *component, const xmlNode *values)
{
  xmlNode *parameters;

  if (ls_xml_child (values, "InitialValue") == NULL)
    return;
  parameters = add (component, LS_SSD_HREF, "ParameterBindings", values);
  parameters = add (parameters, LS_SSD_HREF, "ParameterBinding", values);
  parameters = add (parameters, LS_SSD_HREF, "ParameterValues", values);
  parameters = add (parameters, LS_SSV_HREF, "ParameterSet", values);
  ls_ssp_xml_set (parameters, "version", "1.0");
  ls_ssp_xml_set (parameters, "name", "InitialValues");
  parameters = add (parameters, LS_SSV_HREF, "Parameters", values);
  for (const xmlNode *node = ls_xml_child (values, "InitialValue"); node != NULL;
       node = ls_xml_next (node, "InitialValue"))
    {
      const xmlNode *typed = ls_xml_child (node, NULL);
      g_autofree char *variable = ls_xml_get (node, "variable");
      g_autofree char *value = typed != NULL ? ls_xml_get (typed, "value") : NULL;
      xmlNode *parameter;

      if (variable == NULL || value == NULL)
        continue;
      parameter = add (parameters, LS_SSV_HREF, "Parameter", node);
      ls_ssp_xml_set (parameter, "name", variable);
      ls_ssp_xml_set (add (parameter, LS_SSV_HREF, (const char *)typed->name, typed), "value",
                      value);
    }
}

/* Returns: an element of OSP's annotation of @owner. */
static xmlNode *
add_annotation (xmlNode *owner, const char *name, const xmlNode *like)
{
  xmlNode *node = add (owner, LS_SSD_HREF, "Annotations", like);

  node = add (node, LS_SSC_HREF, "Annotation", like);
  ls_ssp_xml_set (node, "type", OSP);
  node = xmlNewChild (node, NULL, (const xmlChar *)name, NULL);
  xmlSetNs (node, xmlNewNs (node, (const xmlChar *)OSP_HREF, NULL));
  node->line = like->line;
  return node;
}

static void
add_simulator (Osp *self, xmlNode *elements, const xmlNode *node)
{
  g_autofree char *name = ls_xml_get (node, "name");
  g_autofree char *source = ls_xml_get (node, "source");
  g_autofree char *step = ls_xml_get (node, "stepSize");
  xmlNode *component = add (elements, LS_SSD_HREF, "Component", node);

  ls_ssp_xml_set (component, "name", name);
  ls_ssp_xml_set (component, "type", "application/x-fmu-sharedlibrary");
  ls_ssp_xml_set (component, "source", source);
  ls_ssp_xml_set (component, "implementation", "CoSimulation");
  add_values (component, ls_xml_child (node, "InitialValues"));
  if (step != NULL)
    ls_ssp_xml_set (add_annotation (component, "StepSizeHint", node), "value", step);
  if (name != NULL && source != NULL)
    read_descriptions (self, name, source);
}

/* ---- Connections ------------------------------------------------------------------------ */

/* libcosim passes values as they are, whatever their units. */
static void
add_connection (
    Osp *self, const End *from, const End *to, const xmlNode *function, const xmlNode *like)
{
  xmlNode *node = add (self->connections, LS_SSD_HREF, "Connection", like);
  g_autofree char *factor = function != NULL ? ls_xml_get (function, "factor") : NULL;
  g_autofree char *offset = function != NULL ? ls_xml_get (function, "offset") : NULL;

  ls_ssp_xml_set (node, "startElement", from->owner);
  ls_ssp_xml_set (node, "startConnector", from->name);
  ls_ssp_xml_set (node, "endElement", to->owner);
  ls_ssp_xml_set (node, "endConnector", to->name);
  ls_ssp_xml_set (node, "suppressUnitConversion", "true");
  if (factor == NULL && offset == NULL)
    return;
  node = add (node, LS_SSC_HREF, "LinearTransformation", function);
  ls_ssp_xml_set (node, "factor", factor);
  ls_ssp_xml_set (node, "offset", offset);
}

static gboolean
is_input (const Osp *self, const End *end)
{
  const xmlDoc *doc
      = end->owner != NULL ? g_hash_table_lookup (self->descriptions, end->owner) : NULL;
  const xmlNode *node
      = doc != NULL
            ? ls_xml_child (ls_xml_child (xmlDocGetRootElement (doc), "ModelVariables"), NULL)
            : NULL;

  for (; node != NULL; node = ls_xml_next (node, NULL))
    if (end->name != NULL && ls_ssp_xml_has (node, "name", end->name))
      return ls_ssp_xml_has (node, "causality", "input")
             || ls_ssp_xml_has (node, "causality", "parameter");
  return FALSE;
}

/* Bonds are named after the inputs of their connections. */
static void
add_bonds (Osp *self, xmlNode *experiment)
{
  const xmlNode *list = ls_xml_child (self->root, "Connections");
  const xmlNode *node = ls_xml_child (list, "VariableConnection");
  g_autoptr (GHashTable) open = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (; node != NULL; node = ls_xml_next (node, "VariableConnection"))
    {
      g_autofree char *bond = ls_xml_get (node, "powerBond");
      const xmlNode *first = ls_xml_child (node, "Variable");
      g_auto (End) a = read_end (first, "simulator");
      g_auto (End) b
          = read_end (first != NULL ? ls_xml_next (first, "Variable") : NULL, "simulator");
      const End *to = is_input (self, &a) ? &a : &b;
      g_autofree char *input = g_strdup_printf ("%s.%s", to->owner, to->name);
      const char *other = bond != NULL ? g_hash_table_lookup (open, bond) : NULL;
      xmlNode *made;

      if (bond == NULL)
        continue;
      if (other == NULL)
        {
          g_hash_table_insert (open, g_steal_pointer (&bond), g_steal_pointer (&input));
          continue;
        }
      made = xmlNewChild (experiment, experiment->ns, (const xmlChar *)"bond", NULL);
      made->line = node->line;
      ls_ssp_xml_set (made, "effort", other);
      ls_ssp_xml_set (made, "flow", input);
    }
}

static void
add_variables (Osp *self, const xmlNode *node)
{
  const xmlNode *first = ls_xml_child (node, "Variable");
  g_auto (End) a = read_end (first, "simulator");
  g_auto (End) b = read_end (first != NULL ? ls_xml_next (first, "Variable") : NULL, "simulator");

  /* Which is the output is found when the document is read. */
  add_connection (self, &a, &b, NULL, node);
}

/* Depth first, as groups may be in groups. */
static const xmlNode *
find_group (const xmlNode *parent, const char *name)
{
  for (const xmlNode *node = ls_xml_child (parent, NULL); node != NULL;
       node = ls_xml_next (node, NULL))
    {
      const xmlNode *found = ls_ssp_xml_has (node, "name", name) ? node : find_group (node, name);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
list_variables (const xmlNode *group, GPtrArray *names)
{
  for (const xmlNode *node = ls_xml_child (group, NULL); node != NULL;
       node = ls_xml_next (node, NULL))
    if (ls_xml_is (node, "Variable"))
      g_ptr_array_add (names, ls_xml_get (node, "ref"));
    else
      list_variables (node, names);
}

/* Returns: (transfer full) (element-type char *) (nullable): the variables of a group, in order. */
static GPtrArray *
list_group (const Osp *self, const End *end)
{
  const xmlDoc *doc = end->owner != NULL ? g_hash_table_lookup (self->groups, end->owner) : NULL;
  const xmlNode *group
      = doc != NULL && end->name != NULL
            ? find_group (ls_xml_child (xmlDocGetRootElement (doc), "VariableGroups"), end->name)
            : NULL;
  GPtrArray *names = group != NULL ? g_ptr_array_new_with_free_func (g_free) : NULL;

  if (names != NULL)
    list_variables (group, names);
  return names;
}

static void
add_group (Osp *self, const xmlNode *node)
{
  const xmlNode *first = ls_xml_child (node, "VariableGroup");
  g_auto (End) a = read_end (first, "simulator");
  g_auto (End) b
      = read_end (first != NULL ? ls_xml_next (first, "VariableGroup") : NULL, "simulator");
  g_autoptr (GPtrArray) x = list_group (self, &a);
  g_autoptr (GPtrArray) y = list_group (self, &b);

  if (x == NULL || y == NULL || x->len != y->len)
    {
      ls_ssp_log_error (
          self->reader, node,
          x != NULL && y != NULL
              ? _ ("%s.%s — %s.%s: the connection is left out: the groups have different sizes")
              : _ ("%s.%s — %s.%s: the connection is left out: there is no "
                   "OspModelDescription.xml with such groups"),
          a.owner, a.name, b.owner, b.name);
      return;
    }
  for (guint i = 0; i < x->len; i++)
    {
      const End from = { a.owner, x->pdata[i] }, to = { b.owner, y->pdata[i] };

      add_connection (self, &from, &to, NULL, node);
    }
}

/* The variable connected to the signal @name of a function; its fields are %NULL if there is none.
 */
static End
find_signal (const Osp *self, const char *function, const char *name)
{
  const xmlNode *node = ls_xml_child (ls_xml_child (self->root, "Connections"), "SignalConnection");

  for (; node != NULL; node = ls_xml_next (node, "SignalConnection"))
    {
      const xmlNode *signal = ls_xml_child (node, "Signal");

      if (signal != NULL && ls_ssp_xml_has (signal, "function", function)
          && ls_ssp_xml_has (signal, "name", name))
        return read_end (ls_xml_child (node, "Variable"), "simulator");
    }
  return (End){ NULL, NULL };
}

/* A function of one value is on the way of a connection; sums are not. */
static void
add_function (Osp *self, const xmlNode *node)
{
  g_autofree char *name = ls_xml_get (node, "name");
  const gboolean is_linear = ls_xml_is (node, "LinearTransformation");
  const gboolean is_single = ls_xml_is (node, "Sum") && ls_ssp_xml_has (node, "inputCount", "1");
  g_auto (End) from = find_signal (self, name, is_linear ? "in" : "in[0]");
  g_auto (End) to = find_signal (self, name, "out");

  if ((is_linear || is_single) && from.owner != NULL && to.owner != NULL)
    add_connection (self, &from, &to, is_linear ? node : NULL, node);
  else if (is_linear || is_single)
    ls_ssp_log_error (self->reader, node,
                      _ ("The function “%s” is left out: one of its ends is not connected"),
                      name != NULL ? name : "");
  else
    ls_ssp_log_error (
        self->reader, node,
        _ ("The function “%s” is left out: %s is not supported; sum by a block or in a "
           "component. Inputs connected to it keep their start values"),
        name != NULL ? name : "", (const char *)node->name);
}

static void
add_connections (Osp *self)
{
  const xmlNode *node = ls_xml_child (ls_xml_child (self->root, "Connections"), NULL);

  for (; node != NULL; node = ls_xml_next (node, NULL))
    if (ls_xml_is (node, "VariableConnection"))
      add_variables (self, node);
    else if (ls_xml_is (node, "VariableGroupConnection"))
      add_group (self, node);
  node = ls_xml_child (ls_xml_child (self->root, "Functions"), NULL);
  for (; node != NULL; node = ls_xml_next (node, NULL))
    add_function (self, node);
}

/* ---- The whole -------------------------------------------------------------------------- */

/* The step, and the bonds in Lockstep's own annotation. */
static void
add_annotations (Osp *self)
{
  g_autofree char *algorithm = get_text (self->root, "Algorithm");
  g_autofree char *step = get_text (self->root, "BaseStepSize");
  xmlNode *node;

  if (algorithm != NULL && !g_str_equal (algorithm, "fixedStep"))
    ls_ssp_note (
        self->reader, ls_xml_child (self->root, "Algorithm"),
        _ ("The algorithm “%s” of libcosim is not used: give a tolerance to have steps chosen"),
        algorithm);
  if (step != NULL)
    {
      node = add_annotation (self->system, "Algorithm", ls_xml_child (self->root, "BaseStepSize"));
      node = xmlNewChild (node, node->ns, (const xmlChar *)"FixedStepAlgorithm", NULL);
      node->line = ls_xml_child (self->root, "BaseStepSize")->line;
      ls_ssp_xml_set (node, "baseStepSize", step);
    }
  node = ls_xml_child (self->system, "Annotations");
  node = add (node != NULL ? node : add (self->system, LS_SSD_HREF, "Annotations", self->root),
              LS_SSC_HREF, "Annotation", self->root);
  ls_ssp_xml_set (node, "type", LS_OWN_TYPE);
  node = ls_ssp_xml_ensure_own (node, "experiment");
  add_bonds (self, node);
  ls_ssp_xml_drop_empty_own (node);
}

static void
add_times (Osp *self, xmlNode *root)
{
  g_autofree char *start = get_text (self->root, "StartTime");
  g_autofree char *end = get_text (self->root, "EndTime");
  xmlNode *node;

  if (start == NULL && end == NULL)
    return;
  node = add (root, LS_SSD_HREF, "DefaultExperiment", self->root);
  ls_ssp_xml_set (node, "startTime", start);
  ls_ssp_xml_set (node, "stopTime", end);
}

static void
translate (Osp *self, xmlNode *root)
{
  const xmlNode *node = ls_xml_child (ls_xml_child (self->root, "Simulators"), "Simulator");
  xmlNode *elements;

  self->system = add (root, LS_SSD_HREF, "System", self->root);
  elements = add (self->system, LS_SSD_HREF, "Elements", self->root);
  for (; node != NULL; node = ls_xml_next (node, "Simulator"))
    add_simulator (self, elements, node);
  self->connections = add (self->system, LS_SSD_HREF, "Connections", self->root);
  add_connections (self);
  add_annotations (self);
  add_times (self, root);
}

gboolean
ls_ssp_translate_osp (LsSspReader *self, GError **error)
{
  Osp osp = { .reader = self,
              .root = xmlDocGetRootElement (self->doc),
              .descriptions
              = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)xmlFreeDoc),
              .groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                               (GDestroyNotify)xmlFreeDoc) };
  xmlDoc *doc = xmlNewDoc ((const xmlChar *)"1.0");
  xmlNode *root = xmlNewNode (NULL, (const xmlChar *)"SystemStructureDescription");
  g_autofree char *folder = g_path_get_basename (self->directory);

  xmlDocSetRootElement (doc, root);
  xmlSetNs (root, xmlNewNs (root, (const xmlChar *)LS_SSD_HREF, (const xmlChar *)"ssd"));
  ls_ssp_xml_set (root, "version", "1.0");
  ls_ssp_xml_set (root, "name", folder);
  if (self->doc->URL != NULL)
    doc->URL = xmlStrdup (self->doc->URL);
  translate (&osp, root);
  g_hash_table_unref (osp.descriptions);
  g_hash_table_unref (osp.groups);
  xmlFreeDoc (self->doc);
  self->doc = doc;
  if (osp.problem != NULL)
    g_propagate_error (error, osp.problem);
  return osp.problem == NULL;
}
