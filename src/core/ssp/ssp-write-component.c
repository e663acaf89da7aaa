/* Components as SSP elements: connectors, geometry, settings. */
#include "core/base/number.h"
#include "core/ssp/ssp-write-impl.h"

double
ls_ssp_write_length (const LsSspWriter *self, double value)
{
  char text[LS_NUMBER_SIZE];

  /* Twelve digits: a resolution of a millionth of a canvas unit at ten thousand screens distance.
   * Adding zero removes the sign of -0. */
  return g_ascii_strtod (ls_number_format_short (value / self->scale, 12, text), NULL) + 0.0;
}

static void
set_length (const LsSspWriter *self, xmlNode *node, const char *name, double value)
{
  ls_ssp_xml_set_real (node, name, ls_ssp_write_length (self, value));
}

static void
write_connector (LsSspWriter *self,
                 xmlNode *connectors,
                 const LsComponent *component,
                 const LsVariable *variable)
{
  xmlNode *node = ls_ssp_xml_add (connectors, LS_SSD_HREF, "Connector");

  ls_ssp_xml_set (node, "name", variable->name);
  ls_ssp_xml_set (node, "kind", ls_causality_name (variable->causality));
  ls_ssp_write_type (self, node, component, variable, connectors);
}

void
ls_ssp_declare_port (LsSspWriter *self, const LsComponent *component, const char *name)
{
  const LsVariable *variable = ls_component_find_whole (component, name);
  xmlNode *node = g_hash_table_lookup (self->components, GUINT_TO_POINTER (component->id));
  xmlNode *connectors;

  if (component->fmu == NULL || variable == NULL || node == NULL)
    return;
  connectors = ls_ssp_xml_ensure (node, LS_SSD_HREF, "Connectors", ls_ssp_component_order);
  variable = ls_component_get_whole (component, variable);
  if (ls_ssp_find_connector (connectors, variable->name) == NULL)
    write_connector (self, connectors, component, variable);
}

static gboolean
is_port (const LsVariable *variable, const GPtrArray *ports)
{
  return g_ptr_array_find ((GPtrArray *)ports, variable, NULL);
}

/* A Clock or an array is declared where it is connected, by ls_ssp_declare_port(), so that a file
 * without such connections stays one of SSP 1.0. */
static gboolean
is_declared (const LsVariable *variable)
{
  return variable->clock == NULL && variable->array == 0;
}

static void
write_connectors (LsSspWriter *self, xmlNode *node, const LsComponent *component)
{
  g_autoptr (GHashTable) present = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  xmlNode *connectors = ls_ssp_xml_ensure (node, LS_SSD_HREF, "Connectors", ls_ssp_component_order);
  xmlNode *child = ls_xml_child (connectors, "Connector");
  g_autoptr (GPtrArray) inputs = ls_model_list_inputs (self->model, component);
  g_autoptr (GPtrArray) outputs = ls_model_list_outputs (self->model, component);
  const LsVariable *variables;
  guint n;

  for (; child != NULL; child = ls_xml_next (child, "Connector"))
    {
      char *name = ls_xml_get (child, "name");

      if (name != NULL)
        g_hash_table_add (present, name);
    }
  variables = ls_component_get_variables (component, &n);
  for (guint i = 0; i < n; i++)
    if ((is_port (&variables[i], inputs) || is_port (&variables[i], outputs))
        && !g_hash_table_contains (present, variables[i].name) && is_declared (&variables[i]))
      write_connector (self, connectors, component, &variables[i]);
  if (ls_xml_child (connectors, NULL) == NULL)
    ls_ssp_xml_remove (connectors);
}

void
ls_ssp_write_geometry (LsSspWriter *self, xmlNode *node, const LsComponent *component)
{
  xmlNode *geometry
      = ls_ssp_xml_ensure (node, LS_SSD_HREF, "ElementGeometry", ls_ssp_component_order);
  const LsSubsystem *subsystem = ls_model_find_subsystem (self->model, component->subsystem);
  double left = component->x - (subsystem != NULL ? subsystem->origin_x : 0.0);
  double top = component->y - (subsystem != NULL ? subsystem->origin_y : 0.0);
  double right = left + component->width;
  g_autofree char *rotation = g_strdup_printf ("%d", component->rotation);

  set_length (self, geometry, "x1", component->flip ? right : left);
  set_length (self, geometry, "y1", -(top + component->height));
  set_length (self, geometry, "x2", component->flip ? left : right);
  set_length (self, geometry, "y2", -top);
  ls_ssp_xml_set (geometry, "rotation", component->rotation != 0 ? rotation : NULL);
}

static void
write_settings (xmlNode *node, const LsComponent *component)
{
  static const char *const names[] = { NULL, "CoSimulation", "ModelExchange" };
  g_autofree char *without
      = component->without != NULL ? g_strjoinv (" ", component->without) : NULL;
  xmlNode *own;

  if (component->implementation != LS_IMPLEMENTATION_ANY
      || !ls_ssp_xml_has (node, "implementation", "any"))
    ls_ssp_xml_set (node, "implementation", names[component->implementation]);
  if (without == NULL && component->solver == NULL && component->inner_steps == NULL
      && component->own_step == NULL && ls_ssp_xml_find_annotation (node) == NULL)
    return;
  own = ls_ssp_xml_ensure_own (ls_ssp_xml_ensure_annotation (node, ls_ssp_component_order),
                               "component");
  ls_ssp_xml_set (own, "without", without);
  ls_ssp_xml_set (own, "solver", component->solver);
  ls_ssp_xml_set (own, "inner-steps", component->inner_steps);
  ls_ssp_xml_set (own, "own-step", component->own_step);
  ls_ssp_xml_drop_empty_own (own);
}

static const char *
get_source (const LsSspWriter *self, const LsComponent *component)
{
  const char *source = g_hash_table_lookup (self->sources, GUINT_TO_POINTER (component->id));

  return source != NULL ? source : component->source;
}

xmlNode *
ls_ssp_write_component (LsSspWriter *self, xmlNode *elements, const LsComponent *component)
{
  const char *source = get_source (self, component);
  xmlNode *node = NULL;

  if (component->xml != NULL)
    node = ls_ssp_xml_paste (elements, component->xml, "Component");
  if (node == NULL)
    {
      node = ls_ssp_xml_add (elements, LS_SSD_HREF, "Component");
      ls_ssp_xml_set (node, "type", "application/x-fmu-sharedlibrary");
    }
  ls_ssp_xml_strip (node);
  ls_ssp_xml_set (node, "name", ls_model_get_local_name (self->model, component));
  if (source != NULL)
    ls_ssp_xml_set (node, "source", source);
  if (component->fmu != NULL)
    write_connectors (self, node, component);
  ls_ssp_write_geometry (self, node, component);
  write_settings (node, component);
  ls_ssp_write_values (node, component);
  return node;
}

/* Whether both URIs refer to the same file of an archive. */
static gboolean
is_same_source (const char *a, const char *b)
{
  g_autofree char *x = g_uri_unescape_string (a, NULL);
  g_autofree char *y = g_uri_unescape_string (b, NULL);
  g_autofree char *first = g_canonicalize_filename (x != NULL ? x : a, "/");
  g_autofree char *second = g_canonicalize_filename (y != NULL ? y : b, "/");

  return g_str_equal (first, second);
}

static void
patch_source (LsSspWriter *self, xmlNode *node, const LsComponent *component)
{
  const char *source = get_source (self, component);
  g_autofree char *old = ls_xml_get (node, "source");

  if (source != NULL && (old == NULL || !is_same_source (old, source)))
    ls_ssp_xml_set (node, "source", source);
}

gboolean
ls_ssp_same_place (const LsModel *model,
                   const LsComponent *component,
                   const LsModel *base,
                   const LsComponent *other)
{
  const LsSubsystem *a = ls_model_find_subsystem (model, component->subsystem);
  const LsSubsystem *b = ls_model_find_subsystem (base, other->subsystem);

  return component->x - (a != NULL ? a->origin_x : 0.0)
             == other->x - (b != NULL ? b->origin_x : 0.0)
         && component->y - (a != NULL ? a->origin_y : 0.0)
                == other->y - (b != NULL ? b->origin_y : 0.0)
         && component->width == other->width && component->height == other->height
         && component->rotation == other->rotation && component->flip == other->flip;
}

static gboolean
has_same_settings (const LsComponent *a, const LsComponent *b)
{
  static const char *const none[] = { NULL };

  return a->implementation == b->implementation && g_strcmp0 (a->solver, b->solver) == 0
         && g_strcmp0 (a->inner_steps, b->inner_steps) == 0
         && g_strcmp0 (a->own_step, b->own_step) == 0
         && g_strv_equal (a->without != NULL ? (const char *const *)a->without : none,
                          b->without != NULL ? (const char *const *)b->without : none);
}

void
ls_ssp_patch_component (LsSspWriter *self,
                        xmlNode *node,
                        const LsComponent *component,
                        const LsComponent *base)
{
  const char *name = ls_model_get_local_name (self->model, component);

  /* The name in the file may be invalid in the model, so only a changed name is written. */
  if (!g_str_equal (name, ls_model_get_local_name (self->base, base)))
    ls_ssp_xml_set (node, "name", name);
  patch_source (self, node, component);
  if (!ls_ssp_same_place (self->model, component, self->base, base)
      || (self->is_moved && ls_xml_child (node, "ElementGeometry") == NULL))
    ls_ssp_write_geometry (self, node, component);
  if (!has_same_settings (component, base))
    write_settings (node, component);
}
