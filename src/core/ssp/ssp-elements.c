/* Components of an SSP: those of nested systems, too, become one flat list. */
#include "core/ssp/ssp-read-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Connectors that the document declares for a component whose FMU is missing. */
typedef struct
{
  GHashTable *by_name; /* name -> LsVariable, owned by @variables */
  GPtrArray *variables;
} Known;

static void
known_free (gpointer data)
{
  Known *self = data;

  for (guint i = 0; i < self->variables->len; i++)
    {
      LsVariable *variable = self->variables->pdata[i];

      g_free (variable->name);
      g_free (variable->unit_name);
      g_free (variable);
    }
  g_ptr_array_unref (self->variables);
  g_hash_table_unref (self->by_name);
  g_free (self);
}

static Known *
known_new (void)
{
  Known *self = g_new (Known, 1);

  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  self->variables = g_ptr_array_new ();
  return self;
}

/* Returns: (nullable): a new variable, or %NULL when @name already exists. */
static LsVariable *
known_add (Known *self, const char *name, LsCausality causality)
{
  LsVariable *variable;

  if (name == NULL || *name == '\0' || g_hash_table_contains (self->by_name, name))
    return NULL;
  variable = g_new0 (LsVariable, 1);
  variable->name = g_strdup (name);
  variable->causality = causality;
  g_hash_table_insert (self->by_name, variable->name, variable);
  g_ptr_array_add (self->variables, variable);
  return variable;
}

static LsMissingFmu *
known_to_stand_in (const Known *self)
{
  LsMissingFmu *stand_in = ls_missing_fmu_new (self->variables->len);
  guint n;
  LsVariable *variables = ls_missing_fmu_get_variables (stand_in, &n);

  for (guint i = 0; i < n; i++)
    {
      const LsVariable *known = self->variables->pdata[i];

      variables[i].name = g_strdup (known->name);
      variables[i].unit_name = g_strdup (known->unit_name);
      variables[i].type = known->type;
      variables[i].causality = known->causality;
    }
  ls_missing_fmu_index (stand_in);
  return stand_in;
}

static void
know_connectors (Known *known, const xmlNode *element)
{
  const xmlNode *node = ls_xml_child (ls_xml_child (element, "Connectors"), "Connector");

  for (; node != NULL; node = ls_xml_next (node, "Connector"))
    {
      g_autoptr (GPtrArray) names = NULL;
      LsCausality causality;

      if (!ls_ssp_read_kind (node, &causality))
        continue;
      names = ls_ssp_list_elements (node);
      for (guint i = 0; i < names->len; i++)
        {
          LsVariable *variable = known_add (known, names->pdata[i], causality);

          if (variable != NULL)
            variable->type = ls_ssp_read_type (node, &variable->unit_name);
        }
    }
}

/* Connectors are optional in the document: add those that connections refer to. */
static void
know_connection (const LsSspElement *system,
                 const xmlNode *connection,
                 const char *const names[2],
                 LsCausality causality,
                 GHashTable *missing)
{
  g_autofree char *element = ls_xml_get (connection, names[0]);
  g_autofree char *connector = ls_xml_get (connection, names[1]);
  LsSspElement *child = element != NULL ? g_hash_table_lookup (system->children, element) : NULL;
  Known *known = child != NULL ? g_hash_table_lookup (missing, child) : NULL;

  if (known != NULL)
    known_add (known, connector, causality);
}

static void
know_connections (const LsSspElement *system, GHashTable *missing)
{
  static const char *const start[] = { "startElement", "startConnector" };
  static const char *const end[] = { "endElement", "endConnector" };
  const xmlNode *node = ls_xml_child (ls_xml_child (system->node, "Connections"), "Connection");

  for (; node != NULL; node = ls_xml_next (node, "Connection"))
    {
      know_connection (system, node, start, LS_CAUSALITY_OUTPUT, missing);
      know_connection (system, node, end, LS_CAUSALITY_INPUT, missing);
    }
}

static void
make_stand_ins (LsSspReader *self)
{
  g_autoptr (GHashTable) missing = g_hash_table_new_full (NULL, NULL, NULL, known_free);

  for (guint i = 0; i < self->elements->len; i++)
    {
      LsSspElement *element = self->elements->pdata[i];
      Known *known;

      if (element->component == NULL || element->component->fmu != NULL)
        continue;
      known = known_new ();
      know_connectors (known, element->node);
      g_hash_table_insert (missing, element, known);
    }
  for (guint i = 0; i < self->elements->len && g_hash_table_size (missing) > 0; i++)
    {
      const LsSspElement *element = self->elements->pdata[i];

      if (element->children != NULL)
        know_connections (element, missing);
    }
  for (guint i = 0; i < self->elements->len; i++)
    {
      LsSspElement *element = self->elements->pdata[i];
      const Known *known = g_hash_table_lookup (missing, element);

      if (known != NULL)
        element->component->stand_in = known_to_stand_in (known);
    }
}

char *
ls_ssp_name_archive (const LsSspReader *self, const char *message)
{
  g_autoptr (GString) text = g_string_new (message);

  if (self->archived)
    {
      g_autofree char *folder = g_strconcat (self->directory, "/", NULL);

      g_string_replace (text, folder, "", 0);
    }
  return g_strdup (text->str);
}

static LsFmu *
open_fmu (LsSspReader *self, const char *uri, GError **error)
{
  g_autofree char *path = ls_ssp_resolve (self, uri, error);
  LsFmu *fmu;

  if (path == NULL)
    return NULL;
  if ((fmu = g_hash_table_lookup (self->fmus, path)) != NULL)
    return ls_fmu_ref (fmu);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return ls_fail_null (error, LS_ERROR_FILE, _ ("The FMU %s is missing"), uri);
  if ((fmu = ls_fmu_open (path, error)) == NULL)
    return NULL;
  if (self->archived && g_str_has_prefix (path, self->directory))
    g_hash_table_add (self->origin->fmu_entries, g_strdup (path + strlen (self->directory) + 1));
  g_hash_table_insert (self->fmus, g_steal_pointer (&path), ls_fmu_ref (fmu));
  return fmu;
}

static gboolean
is_fmu_type (const char *type)
{
  return type == NULL || *type == '\0' || g_str_has_prefix (type, "application/x-fmu");
}

static void
read_source (LsSspReader *self, LsComponent *component, const xmlNode *node)
{
  g_autofree char *type = ls_xml_get (node, "type");
  g_autoptr (GError) error = NULL;

  component->source = ls_xml_get (node, "source");
  if (!is_fmu_type (type))
    component->problem
        = g_strdup_printf (_ ("It is of the kind %s; Lockstep places FMUs only"), type);
  else if (component->source == NULL || *component->source == '\0')
    component->problem = g_strdup (_ ("The file does not say which FMU it is"));
  else if ((component->fmu = open_fmu (self, component->source, &error)) == NULL)
    component->problem = ls_ssp_name_archive (self, error->message);
  if (self->origin->archive != NULL)
    component->archive = ls_tempdir_ref (self->origin->archive);
}

/* Reads the implementation, and Lockstep's settings in an annotation. */
static void
read_settings (LsComponent *component, const xmlNode *node)
{
  const xmlNode *own = ls_xml_child (ls_ssp_xml_find_annotation (node), "component");
  g_autofree char *without = own != NULL ? ls_xml_get (own, "without") : NULL;

  component->solver = own != NULL ? ls_xml_get (own, "solver") : NULL;
  component->inner_steps = own != NULL ? ls_xml_get (own, "inner-steps") : NULL;
  component->own_step = own != NULL ? ls_xml_get (own, "own-step") : NULL;
  if (ls_ssp_xml_has (node, "implementation", "CoSimulation"))
    component->implementation = LS_IMPLEMENTATION_CO_SIMULATION;
  else if (ls_ssp_xml_has (node, "implementation", "ModelExchange"))
    component->implementation = LS_IMPLEMENTATION_MODEL_EXCHANGE;
  if (without != NULL)
    {
      g_auto (GStrv) parts = g_strsplit_set (without, " \t\r\n", -1);
      g_autoptr (GPtrArray) list = g_ptr_array_new ();

      for (guint i = 0; parts[i] != NULL; i++)
        if (*parts[i] != '\0')
          g_ptr_array_add (list, parts[i]);
      g_ptr_array_add (list, NULL);
      if (list->len > 1)
        component->without = g_strdupv ((char **)list->pdata);
    }
}

/* White space is allowed in existing names; points are not. */
static char *
make_name (LsSspReader *self, const xmlNode *node, const char *path, const char *wish)
{
  const char *point = *path != '\0' ? "." : "";
  char *name = g_strconcat (path, point, wish, NULL);

  if (strchr (wish, '.') == NULL && ls_text_is_clean (wish)
      && ls_model_find_component_by_name (self->model, name) == NULL)
    return name;
  for (guint i = 1; i == 1 || ls_model_find_component_by_name (self->model, name) != NULL; i++)
    {
      g_autofree char *clean = ls_text_clean_name (wish);
      g_autofree char *number = i > 1 ? g_strdup_printf ("_%u", i) : g_strdup ("");

      g_free (name);
      name = g_strconcat (path, point, clean, number, NULL);
    }
  ls_ssp_note (self, node, _ ("The component “%s” of the file is called “%s” here"), wish, name);
  return name;
}

static void
read_connectors (GPtrArray *connectors, const xmlNode *system)
{
  const xmlNode *node = ls_xml_child (ls_xml_child (system, "Connectors"), "Connector");

  for (; node != NULL; node = ls_xml_next (node, "Connector"))
    {
      g_autoptr (GPtrArray) names = NULL;
      LsCausality causality;

      if (!ls_ssp_read_kind (node, &causality))
        continue;
      names = ls_ssp_list_elements (node);
      for (guint i = 0; i < names->len; i++)
        {
          LsConnector *connector = g_new0 (LsConnector, 1);

          connector->name = g_strdup (names->pdata[i]);
          connector->causality = causality;
          connector->type = ls_ssp_read_type (node, &connector->unit_name);
          g_ptr_array_add (connectors, ls_connector_complete (connector));
        }
    }
}

static gboolean
add_subsystem (LsSspReader *self, LsSspElement *element, GError **error)
{
  const LsSspElement *parent = element->parent;
  LsSubsystem *subsystem;

  if (self->model->subsystems->len >= LS_SSP_MAX_COMPONENTS)
    return ls_fail (error, LS_ERROR_LIMIT, _ ("%s: has more than %u systems"), self->name,
                    LS_SSP_MAX_COMPONENTS);
  subsystem = g_new0 (LsSubsystem, 1);
  subsystem->name = strchr (element->name, '.') == NULL && ls_text_is_clean (element->name)
                        ? g_strdup (element->name)
                        : ls_text_clean_name (element->name);
  subsystem->parent = parent->subsystem != NULL ? parent->subsystem->id : 0;
  element->subsystem = ls_model_take_subsystem (self->model, subsystem);
  ls_origin_set_place (self->origin, LS_PLACE_SUBSYSTEM, subsystem->id, element->node);
  read_connectors (subsystem->connectors, element->node);
  return TRUE;
}

static gboolean
add_component (LsSspReader *self, LsSspElement *element, GError **error)
{
  guint subsystem = element->parent->subsystem != NULL ? element->parent->subsystem->id : 0;
  g_autofree char *path = ls_model_get_subsystem_path (self->model, subsystem);
  LsComponent *component;

  if (self->model->components->len >= LS_SSP_MAX_COMPONENTS)
    return ls_fail (error, LS_ERROR_LIMIT, _ ("%s: has more than %u components"), self->name,
                    LS_SSP_MAX_COMPONENTS);
  component = g_new0 (LsComponent, 1);
  component->id = ls_model_take_id (self->model);
  component->subsystem = subsystem;
  component->line = (guint)xmlGetLineNo (element->node);
  component->name = make_name (self, element->node, path, element->name);
  component->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  ls_model_take_component (self->model, component);
  element->component = component;
  ls_origin_set_place (self->origin, LS_PLACE_COMPONENT, component->id, element->node);
  read_source (self, component, element->node);
  read_settings (component, element->node);
  return TRUE;
}

static void
read_kinds (LsSspElement *system)
{
  const xmlNode *node = ls_xml_child (ls_xml_child (system->node, "Connectors"), "Connector");

  system->kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (; node != NULL; node = ls_xml_next (node, "Connector"))
    {
      char *name = ls_xml_get (node, "name");
      LsCausality causality;

      if (name != NULL && ls_ssp_read_kind (node, &causality))
        g_hash_table_insert (system->kinds, name, GINT_TO_POINTER (causality));
      else
        g_free (name);
    }
}

static LsSspElement *
add_element (LsSspReader *self, LsSspElement *parent, xmlNode *node, GError **error)
{
  g_autofree char *name = ls_xml_get (node, "name");
  LsSspElement *element;

  if (parent != NULL && (name == NULL || *name == '\0'))
    {
      ls_xml_set_error (error, node, _ ("%s has no name"), (const char *)node->name);
      return NULL;
    }
  element = g_new0 (LsSspElement, 1);
  element->name = g_steal_pointer (&name);
  element->node = node;
  element->parent = parent;
  g_ptr_array_add (self->elements, element);
  if (parent != NULL && !g_hash_table_contains (parent->children, element->name))
    g_hash_table_insert (parent->children, element->name, element);
  else if (parent != NULL)
    ls_ssp_log_error (self, node, _ ("“%s” is there twice; connections are those of the first"),
                      element->name);
  if (ls_xml_is (node, "System"))
    {
      element->children = g_hash_table_new (g_str_hash, g_str_equal);
      read_kinds (element);
    }
  return element;
}

/* The recursion depth is that of the XML document, which is limited. */
static gboolean
read_system (LsSspReader *self, LsSspElement *system, GError **error)
{
  xmlNode *node = ls_xml_child (ls_xml_child (system->node, "Elements"), NULL);

  for (; node != NULL; node = ls_xml_next (node, NULL))
    {
      LsSspElement *element = add_element (self, system, node, error);

      if (element == NULL)
        return FALSE;
      if (ls_xml_is (node, "Component") && !add_component (self, element, error))
        return FALSE;
      if (element->children != NULL)
        {
          if (!add_subsystem (self, element, error) || !read_system (self, element, error))
            return FALSE;
        }
    }
  return TRUE;
}

gboolean
ls_ssp_read_elements (LsSspReader *self, GError **error)
{
  xmlNode *node = ls_xml_child (xmlDocGetRootElement (self->doc), "System");

  self->root = add_element (self, NULL, node, error);
  if (self->root != NULL)
    ls_origin_set_place (self->origin, LS_PLACE_SUBSYSTEM, 0, node);
  if (self->root == NULL || !read_system (self, self->root, error))
    return FALSE;
  read_connectors (self->model->connectors, node);
  make_stand_ins (self);
  return TRUE;
}
