#include "app/canvas/canvas-item.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/canvas/canvas-marks.h"
#include "app/canvas/canvas-note.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-system.h"
#include "app/canvas/canvas-view.h"
#include "app/canvas/canvas-wire.h"

struct _LsCanvasItem
{
  AtkObject parent_instance;
  LsCanvas *canvas; /* (nullable): weak */
  LsHitKind kind;
  guint id; /* of the block, of the block of a port, or of the wire */
  char *variable;
};

static void component_init (AtkComponentIface *iface);
static void action_init (AtkActionIface *iface);

G_DEFINE_TYPE_WITH_CODE (LsCanvasItem,
                         ls_canvas_item,
                         ATK_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (ATK_TYPE_COMPONENT, component_init)
                             G_IMPLEMENT_INTERFACE (ATK_TYPE_ACTION, action_init))

char *
ls_canvas_item_key (LsHitKind kind, guint id, const char *variable)
{
  return g_strdup_printf ("%d %u %s", kind, id, variable != NULL ? variable : "");
}

AtkObject *
ls_canvas_item_get (LsCanvas *canvas, LsHitKind kind, guint id, const char *variable)
{
  g_return_val_if_fail (LS_IS_CANVAS (canvas), NULL);

  static const AtkRole roles[]
      = { ATK_ROLE_UNKNOWN, ATK_ROLE_ICON,        ATK_ROLE_PUSH_BUTTON, ATK_ROLE_STATIC,
          ATK_ROLE_ICON,    ATK_ROLE_PUSH_BUTTON, ATK_ROLE_PARAGRAPH };
  g_autofree char *key = ls_canvas_item_key (kind, id, variable);
  LsCanvasItem *self = g_hash_table_lookup (canvas->access.items, key);

  if (self != NULL)
    return ATK_OBJECT (self);
  self = g_object_new (LS_TYPE_CANVAS_ITEM, NULL);
  self->canvas = canvas;
  g_object_add_weak_pointer (G_OBJECT (canvas), (gpointer *)&self->canvas);
  self->kind = kind;
  self->id = id;
  self->variable = g_strdup (variable);
  atk_object_set_role (ATK_OBJECT (self), roles[kind]);
  g_hash_table_insert (canvas->access.items, g_steal_pointer (&key), self);
  return ATK_OBJECT (self);
}

AtkObject *
ls_canvas_item_get_for_hit (LsCanvas *canvas, const LsHit *hit)
{
  g_return_val_if_fail (LS_IS_CANVAS (canvas) && hit != NULL, NULL);

  switch (hit->kind)
    {
    case LS_HIT_COMPONENT:
    case LS_HIT_SYSTEM:
    case LS_HIT_NOTE:
      return ls_canvas_item_get (canvas, hit->kind, hit->component, NULL);
    case LS_HIT_CONNECTOR:
      if (hit->variable == NULL)
        return NULL;
      return ls_canvas_item_get (canvas, hit->kind, hit->component, hit->variable->name);
    case LS_HIT_PORT:
      return ls_canvas_item_get (canvas, hit->kind, hit->component, hit->variable->name);
    case LS_HIT_CONNECTION:
      return ls_canvas_item_get (canvas, hit->kind, hit->connection, NULL);
    default:
      return NULL;
    }
}

static LsModel *
get_model (LsCanvasItem *self)
{
  if (self->canvas == NULL || self->canvas->document == NULL)
    return NULL;
  return ls_canvas_get_model (self->canvas);
}

/* Inputs, then outputs, in the order of the children of a block. */
static GPtrArray *
list_ports (LsCanvasItem *self, const LsComponent *component)
{
  LsModel *model = get_model (self);
  GPtrArray *ports = component != NULL ? ls_model_list_side (model, component, TRUE) : NULL;

  if (ports == NULL)
    return g_ptr_array_new ();

  g_ptr_array_extend_and_steal (ports, ls_model_list_side (model, component, FALSE));
  return ports;
}

static int
find_port (LsCanvasItem *self,
           const LsComponent *component,
           const char *name,
           const LsVariable **variable)
{
  g_autoptr (GPtrArray) ports = list_ports (self, component);

  for (guint i = 0; i < ports->len; i++)
    {
      const LsVariable *port = g_ptr_array_index (ports, i);

      if (!g_str_equal (port->name, name))
        continue;
      if (variable != NULL)
        *variable = port;
      return (int)i;
    }
  return -1;
}

/* For items that are neither components nor connections. */
static gboolean
get_item_hit (LsCanvasItem *self, LsHit *hit)
{
  LsRect rect;

  if (!ls_diagram_get_component_rect (self->canvas->diagram, self->id, &rect))
    return FALSE;
  *hit = (LsHit){ .kind = self->kind, .component = self->id };
  if (self->kind == LS_HIT_CONNECTOR)
    hit->variable = ls_canvas_find_connector (self->canvas, self->id, self->variable);
  return self->kind != LS_HIT_CONNECTOR || hit->variable != NULL;
}

gboolean
ls_canvas_item_get_hit (LsCanvasItem *self, LsHit *hit)
{
  g_return_val_if_fail (LS_IS_CANVAS_ITEM (self) && hit != NULL, FALSE);

  LsModel *model = get_model (self);
  const LsComponent *component;

  *hit = (LsHit){ 0 };
  if (model == NULL)
    return FALSE;
  if (self->kind == LS_HIT_CONNECTION)
    {
      guint n;

      if (ls_model_find_connection (model, self->id) == NULL
          || ls_diagram_get_wire (self->canvas->diagram, self->id, &n) == NULL)
        return FALSE;
      *hit = (LsHit){ self->kind, 0, NULL, self->id };
      return TRUE;
    }
  if (!LS_ITEM_IS_COMPONENT (self->id))
    return get_item_hit (self, hit);
  component = ls_model_find_component (model, self->id);
  if (component == NULL || component->subsystem != ls_canvas_get_system (self->canvas))
    return FALSE;
  *hit = (LsHit){ self->kind, self->id, NULL, 0 };
  return self->kind == LS_HIT_COMPONENT
         || find_port (self, component, self->variable, &hit->variable) >= 0;
}

static const char *
ls_canvas_item_get_name (AtkObject *object)
{
  LsCanvasItem *self = LS_CANVAS_ITEM (object);
  LsModel *model = get_model (self);
  LsHit hit;
  g_autofree char *name = NULL;

  if (!ls_canvas_item_get_hit (self, &hit))
    return NULL;
  if (hit.kind == LS_HIT_CONNECTION)
    {
      const LsConnection *connection = ls_model_find_connection (model, hit.connection);

      name = g_strdup_printf (_ ("wire %s.%s to %s.%s"),
                              ls_model_find_component (model, connection->from)->name,
                              ls_model_name_port (model, connection->from, connection->output),
                              ls_model_find_component (model, connection->to)->name,
                              ls_model_name_port (model, connection->to, connection->input));
    }
  else if (hit.kind == LS_HIT_PORT || hit.kind == LS_HIT_CONNECTOR)
    name = g_strdup (self->variable);
  else if (hit.kind == LS_HIT_SYSTEM)
    name = ls_model_get_subsystem_path (model, LS_ITEM_ID (self->id));
  else if (hit.kind == LS_HIT_NOTE)
    name = g_strdup (ls_model_find_note (model, LS_ITEM_ID (self->id))->text);
  else
    name = g_strdup (ls_model_find_component (model, self->id)->name);
  /* Interned: the caller does not own the name. */
  return g_intern_string (name);
}

static const char *
ls_canvas_item_get_description (AtkObject *object)
{
  LsCanvasItem *self = LS_CANVAS_ITEM (object);
  LsHit hit;
  const LsComponent *component;

  if (!ls_canvas_item_get_hit (self, &hit) || hit.kind == LS_HIT_NOTE)
    return NULL;
  if (hit.kind == LS_HIT_CONNECTION)
    return self->canvas->shown.values != NULL
               ? g_hash_table_lookup (self->canvas->shown.values, GUINT_TO_POINTER (hit.connection))
               : NULL;
  if (hit.kind == LS_HIT_SYSTEM)
    return _ ("system");
  if (hit.kind == LS_HIT_CONNECTOR)
    return hit.variable->causality == LS_CAUSALITY_OUTPUT ? _ ("output of the system")
                                                          : _ ("input of the system");
  component = ls_model_find_component (get_model (self), hit.component);
  if (hit.kind == LS_HIT_COMPONENT)
    return component->problem != NULL ? g_intern_string (component->problem) : NULL;
  if (ls_variable_is_terminal (hit.variable))
    return ls_model_count_open (get_model (self), component, hit.variable) == 0
               ? _ ("terminal, connected")
               : _ ("terminal, open");
  if (hit.variable->causality == LS_CAUSALITY_OUTPUT)
    return _ ("output");
  return ls_model_count_open (get_model (self), component, hit.variable) == 0
             ? _ ("input, connected")
             : _ ("input, open");
}

static AtkObject *
ls_canvas_item_get_parent (AtkObject *object)
{
  LsCanvasItem *self = LS_CANVAS_ITEM (object);

  if (self->canvas == NULL)
    return NULL;
  if (self->kind == LS_HIT_PORT)
    return ls_canvas_item_get (self->canvas, LS_HIT_COMPONENT, self->id, NULL);
  if (self->kind == LS_HIT_CONNECTOR && (self->id & LS_ITEM_SUBSYSTEM) != 0)
    return ls_canvas_item_get (self->canvas, LS_HIT_SYSTEM, self->id, NULL);
  return gtk_widget_get_accessible (GTK_WIDGET (self->canvas));
}

static GPtrArray *
list_children (LsCanvasItem *self)
{
  if (self->kind == LS_HIT_SYSTEM)
    return ls_canvas_list_connectors (self->canvas, self->id);
  return list_ports (self, ls_model_find_component (get_model (self), self->id));
}

static int
ls_canvas_item_get_n_children (AtkObject *object)
{
  LsCanvasItem *self = LS_CANVAS_ITEM (object);
  LsHit hit;
  g_autoptr (GPtrArray) ports = NULL;

  if (!ls_canvas_item_get_hit (self, &hit)
      || (hit.kind != LS_HIT_COMPONENT && hit.kind != LS_HIT_SYSTEM))
    return 0;
  ports = list_children (self);
  return (int)ports->len;
}

static AtkObject *
ls_canvas_item_ref_child (AtkObject *object, int index)
{
  LsCanvasItem *self = LS_CANVAS_ITEM (object);
  LsHit hit;
  g_autoptr (GPtrArray) ports = NULL;

  if (!ls_canvas_item_get_hit (self, &hit)
      || (hit.kind != LS_HIT_COMPONENT && hit.kind != LS_HIT_SYSTEM))
    return NULL;
  ports = list_children (self);
  if (index < 0 || index >= (int)ports->len)
    return NULL;
  return g_object_ref (
      ls_canvas_item_get (self->canvas, hit.kind == LS_HIT_SYSTEM ? LS_HIT_CONNECTOR : LS_HIT_PORT,
                          self->id, ((const LsVariable *)g_ptr_array_index (ports, index))->name));
}

static int
find_connector (LsCanvasItem *self)
{
  g_autoptr (GPtrArray) ports = ls_canvas_list_connectors (self->canvas, self->id);

  for (guint i = 0; i < ports->len; i++)
    if (g_str_equal (((const LsVariable *)ports->pdata[i])->name, self->variable))
      return (int)i;
  return -1;
}

static int
ls_canvas_item_get_index_in_parent (AtkObject *object)
{
  LsCanvasItem *self = LS_CANVAS_ITEM (object);
  const LsDiagram *diagram;
  LsHit hit;

  if (!ls_canvas_item_get_hit (self, &hit))
    return -1;
  diagram = self->canvas->diagram;
  if (hit.kind == LS_HIT_PORT)
    return find_port (self, ls_model_find_component (get_model (self), self->id), self->variable,
                      NULL);
  if (hit.kind == LS_HIT_CONNECTOR && (self->id & LS_ITEM_SUBSYSTEM) != 0)
    return find_connector (self);
  if (hit.kind != LS_HIT_CONNECTION)
    {
      for (guint i = 0; i < ls_diagram_get_n_items (diagram); i++)
        if (ls_diagram_get_item (diagram, i) == self->id)
          return (int)i;
      return -1;
    }
  for (guint i = 0; i < ls_diagram_get_n_connections (diagram); i++)
    if (ls_diagram_get_connection (diagram, i) == self->id)
      return (int)(ls_diagram_get_n_items (diagram) + i);
  return -1;
}

static AtkStateSet *
ls_canvas_item_ref_state_set (AtkObject *object)
{
  LsCanvasItem *self = LS_CANVAS_ITEM (object);
  AtkStateSet *states = ATK_OBJECT_CLASS (ls_canvas_item_parent_class)->ref_state_set (object);
  LsHit hit;

  if (!ls_canvas_item_get_hit (self, &hit))
    {
      atk_state_set_add_state (states, ATK_STATE_DEFUNCT);
      return states;
    }
  atk_state_set_add_state (states, ATK_STATE_ENABLED);
  atk_state_set_add_state (states, ATK_STATE_SENSITIVE);
  atk_state_set_add_state (states, ATK_STATE_VISIBLE);
  atk_state_set_add_state (states, ATK_STATE_FOCUSABLE);
  if (gtk_widget_get_mapped (GTK_WIDGET (self->canvas)))
    atk_state_set_add_state (states, ATK_STATE_SHOWING);
  if (hit.kind != LS_HIT_PORT && hit.kind != LS_HIT_CONNECTOR)
    atk_state_set_add_state (states, ATK_STATE_SELECTABLE);
  if ((hit.kind != LS_HIT_PORT && hit.kind != LS_HIT_CONNECTION
       && ls_canvas_is_component_selected (self->canvas, self->id))
      || (hit.kind == LS_HIT_CONNECTION
          && ls_canvas_is_connection_selected (self->canvas, self->id)))
    atk_state_set_add_state (states, ATK_STATE_SELECTED);
  if (gtk_widget_has_focus (GTK_WIDGET (self->canvas))
      && ls_canvas_hit_equal (&hit, &self->canvas->marks.focus))
    atk_state_set_add_state (states, ATK_STATE_FOCUSED);
  return states;
}

static AtkAttributeSet *
ls_canvas_item_get_attributes (AtkObject *object)
{
  static const char *const kinds[] = { "", "block", "port", "wire", "system", "connector", "note" };
  AtkAttribute *attribute = g_new0 (AtkAttribute, 1);

  attribute->name = g_strdup ("lockstep-kind");
  attribute->value = g_strdup (kinds[LS_CANVAS_ITEM (object)->kind]);
  return g_slist_prepend (NULL, attribute);
}

/* Extents in canvas units. */
static gboolean
get_rect (LsCanvasItem *self, LsRect *rect)
{
  LsDiagram *diagram = self->canvas != NULL ? self->canvas->diagram : NULL;
  LsPoint tip;
  double dx, dy;
  guint n = 0;
  const LsPoint *points;
  double right, bottom;

  if (diagram == NULL)
    return FALSE;
  if (self->variable == NULL && self->kind != LS_HIT_CONNECTION)
    return ls_diagram_get_component_rect (diagram, self->id, rect);
  if (self->kind != LS_HIT_CONNECTION)
    {
      if (!ls_diagram_get_port (diagram, self->id, self->variable, &tip, &dx, &dy))
        return FALSE;
      /* Centred at the tip, where a wire starts and ends. */
      *rect = (LsRect){ tip.x - 5, tip.y - 5, 10, 10 };
      return TRUE;
    }
  points = ls_diagram_get_wire (diagram, self->id, &n);
  if (n == 0)
    return FALSE;
  *rect = (LsRect){ points[0].x, points[0].y, 0, 0 };
  right = rect->x;
  bottom = rect->y;
  for (guint i = 1; i < n; i++)
    {
      rect->x = MIN (rect->x, points[i].x);
      rect->y = MIN (rect->y, points[i].y);
      right = MAX (right, points[i].x);
      bottom = MAX (bottom, points[i].y);
    }
  rect->width = right - rect->x;
  rect->height = bottom - rect->y;
  return TRUE;
}

static void
ls_canvas_item_get_extents (
    AtkComponent *component, int *x, int *y, int *width, int *height, AtkCoordType coordinates)
{
  LsCanvasItem *self = LS_CANVAS_ITEM (component);
  int canvas_x = 0, canvas_y = 0, canvas_width, canvas_height;
  LsRect rect;

  *x = *y = *width = *height = 0;
  if (!get_rect (self, &rect))
    return;
  if (coordinates != ATK_XY_PARENT)
    atk_component_get_extents (
        ATK_COMPONENT (gtk_widget_get_accessible (GTK_WIDGET (self->canvas))), &canvas_x, &canvas_y,
        &canvas_width, &canvas_height, coordinates);
  *x = canvas_x + (int)floor (rect.x * self->canvas->view.zoom + self->canvas->view.offset_x);
  *y = canvas_y + (int)floor (rect.y * self->canvas->view.zoom + self->canvas->view.offset_y);
  *width = (int)ceil (rect.width * self->canvas->view.zoom);
  *height = (int)ceil (rect.height * self->canvas->view.zoom);
}

static gboolean
ls_canvas_item_grab_focus (AtkComponent *component)
{
  LsCanvasItem *self = LS_CANVAS_ITEM (component);
  LsHit hit;

  if (!ls_canvas_item_get_hit (self, &hit))
    return FALSE;
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  ls_canvas_set_focus_item (self->canvas, &hit);
  return TRUE;
}

static void
component_init (AtkComponentIface *iface)
{
  iface->get_extents = ls_canvas_item_get_extents;
  iface->grab_focus = ls_canvas_item_grab_focus;
}

static int
ls_canvas_item_get_n_actions (AtkAction *action)
{
  LsHitKind kind = LS_CANVAS_ITEM (action)->kind;

  return kind == LS_HIT_PORT || kind == LS_HIT_CONNECTOR ? 1
         : kind == LS_HIT_SYSTEM || kind == LS_HIT_NOTE  ? 3
                                                         : 2;
}

static const char *
ls_canvas_item_get_action_name (AtkAction *action, int index)
{
  LsHitKind kind = LS_CANVAS_ITEM (action)->kind;

  if (kind == LS_HIT_PORT || kind == LS_HIT_CONNECTOR)
    return index == 0 ? "connect" : NULL;
  if (index == 2)
    return kind == LS_HIT_SYSTEM ? "enter" : kind == LS_HIT_NOTE ? "edit" : NULL;
  return index == 0 ? "select" : index == 1 ? "delete" : NULL;
}

/* The action of a port is that of Return: start a wire, or end the wire being drawn. */
static gboolean
do_port (LsCanvasItem *self, const LsHit *hit)
{
  LsPoint tip = { 0, 0 };

  ls_canvas_set_focus_item (self->canvas, hit);
  if (!self->canvas->wire.active)
    {
      ls_canvas_wire_start (self->canvas, hit->component, hit->variable, TRUE);
      return TRUE;
    }
  ls_diagram_get_port (self->canvas->diagram, hit->component, self->variable, &tip, NULL, NULL);
  ls_canvas_wire_move (self->canvas, tip.x, tip.y, hit);
  ls_canvas_wire_finish (self->canvas);
  return TRUE;
}

static gboolean
ls_canvas_item_do_action (AtkAction *action, int index)
{
  LsCanvasItem *self = LS_CANVAS_ITEM (action);
  LsHit hit;

  if (!ls_canvas_item_get_hit (self, &hit) || index < 0
      || index >= ls_canvas_item_get_n_actions (action))
    return FALSE;
  if (hit.kind == LS_HIT_PORT || hit.kind == LS_HIT_CONNECTOR)
    return do_port (self, &hit);
  if (index == 2 && hit.kind == LS_HIT_SYSTEM)
    ls_canvas_enter (self->canvas, LS_ITEM_ID (self->id));
  else if (index == 2)
    ls_canvas_open_note (self->canvas, LS_ITEM_ID (self->id), 0, 0);
  if (index == 2)
    return TRUE;
  if (hit.kind != LS_HIT_CONNECTION)
    ls_canvas_select_component (self->canvas, self->id, FALSE);
  else
    ls_canvas_select_connection (self->canvas, self->id, FALSE);
  if (index == 1)
    ls_canvas_delete_selection (self->canvas);
  return TRUE;
}

static void
action_init (AtkActionIface *iface)
{
  iface->get_n_actions = ls_canvas_item_get_n_actions;
  iface->get_name = ls_canvas_item_get_action_name;
  iface->do_action = ls_canvas_item_do_action;
}

static void
ls_canvas_item_finalize (GObject *object)
{
  LsCanvasItem *self = LS_CANVAS_ITEM (object);

  g_clear_weak_pointer (&self->canvas);
  g_free (self->variable);
  G_OBJECT_CLASS (ls_canvas_item_parent_class)->finalize (object);
}

static void
ls_canvas_item_class_init (LsCanvasItemClass *klass)
{
  AtkObjectClass *atk_class = ATK_OBJECT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_canvas_item_finalize;
  atk_class->get_name = ls_canvas_item_get_name;
  atk_class->get_description = ls_canvas_item_get_description;
  atk_class->get_parent = ls_canvas_item_get_parent;
  atk_class->get_n_children = ls_canvas_item_get_n_children;
  atk_class->ref_child = ls_canvas_item_ref_child;
  atk_class->get_index_in_parent = ls_canvas_item_get_index_in_parent;
  atk_class->ref_state_set = ls_canvas_item_ref_state_set;
  atk_class->get_attributes = ls_canvas_item_get_attributes;
}

static void
ls_canvas_item_init (G_GNUC_UNUSED LsCanvasItem *self)
{
}
