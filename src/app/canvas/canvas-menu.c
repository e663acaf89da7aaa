#include "app/canvas/canvas-menu.h"
#include <glib/gi18n-lib.h>
#include "app/base/signal-menu.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-system.h"
#include "app/canvas/canvas-view.h"
#include "core/base/language.h"
#include "core/model/wire.h"

/* Members of a terminal in a tooltip. */
#define MAX_MEMBERS 12u

static void
add_signals_of (GPtrArray *signals, const LsComponent *component, const char *name)
{
  const LsVariable *port = ls_component_find_port (component, name);
  g_autoptr (GPtrArray) members = NULL;

  if (port == NULL || port->type == LS_TYPE_STRING)
    return;
  members = ls_component_list_members (component, port);
  for (guint i = 0; i < members->len; i++)
    g_ptr_array_add (signals, g_strconcat (component->name, ".",
                                           ((const LsVariable *)members->pdata[i])->name, NULL));
}

/* Those of a port or a connection, or the outputs of a block. @title: (out) (transfer full)
 * (nullable): what several are together */
static GPtrArray *
list_signals (LsCanvas *self, const LsHit *hit, char **title)
{
  LsModel *model = ls_canvas_get_model (self);
  const LsComponent *component = LS_ITEM_IS_COMPONENT (hit->component)
                                     ? ls_model_find_component (model, hit->component)
                                     : NULL;
  GPtrArray *signals = g_ptr_array_new_with_free_func (g_free);

  if (hit->kind == LS_HIT_PORT && component != NULL)
    {
      add_signals_of (signals, component, hit->variable->name);
      if (signals->len > 1)
        *title = g_strconcat (component->name, ".", hit->variable->name, NULL);
    }
  else if (hit->kind == LS_HIT_CONNECTION)
    {
      g_autoptr (GArray) wire = ls_model_list_wire (model, hit->connection);

      for (guint i = 0; i < wire->len; i++)
        {
          const LsConnection *connection
              = ls_model_find_connection (model, g_array_index (wire, guint, i));

          add_signals_of (signals, ls_model_find_component (model, connection->from),
                          connection->output);
        }
      if (signals->len > 1)
        *title = ls_model_describe_wire (model, ls_model_find_connection (model, hit->connection));
    }
  else if (hit->kind == LS_HIT_COMPONENT && component != NULL)
    {
      g_autoptr (GPtrArray) outputs = ls_component_list_outputs (component);

      for (guint i = 0; i < outputs->len; i++)
        add_signals_of (signals, component, ((const LsVariable *)outputs->pdata[i])->name);
      if (signals->len > 1)
        *title = g_strdup_printf (_ ("Outputs of %s"), component->name);
    }
  return signals;
}

static void
add_signals (LsCanvas *self, GMenu *menu, const LsHit *hit)
{
  g_autofree char *title = NULL;
  g_autoptr (GPtrArray) signals = list_signals (self, hit, &title);

  if (signals->len == 0)
    return;
  g_ptr_array_add (signals, NULL);
  ls_signal_menu_append (menu, (const char *const *)signals->pdata, title);
}

static gboolean
is_source_code (LsCanvas *self)
{
  const LsComponent *component = ls_model_find_component (ls_document_get_model (self->document),
                                                          ls_canvas_get_selected_component (self));

  return component != NULL && component->fmu != NULL && ls_fmu_is_source_code (component->fmu);
}

static GMenu *
menu_new (LsCanvas *self, const LsHit *hit)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) edit = g_menu_new ();
  g_autoptr (GMenu) view = g_menu_new ();

  add_signals (self, menu, hit);
  if (ls_canvas_get_selected_component (self) != 0)
    {
      g_menu_append (edit, _ ("Rename…"), "win.rename");
      g_menu_append (edit, _ ("Replace FMU…"), "win.replace-fmu");
      if (is_source_code (self))
        g_menu_append (edit, _ ("Compile Sources…"), "win.compile-fmu");
    }
  if (ls_canvas_get_selected_system (self) != 0)
    g_menu_append (edit, _ ("Enter System"), "win.enter-system");
  if (ls_canvas_get_selected_note (self) != 0)
    g_menu_append (edit, _ ("Edit Note…"), "win.edit-note");
  if (ls_canvas_get_n_components_selected (self) > 0)
    {
      g_menu_append (edit, _ ("Cut"), "win.cut");
      g_menu_append (edit, _ ("Copy"), "win.copy");
      g_menu_append (edit, _ ("Duplicate"), "win.duplicate");
      g_menu_append (edit, _ ("Rotate Right"), "win.rotate-right");
      g_menu_append (edit, _ ("Flip"), "win.flip");
    }
  if (ls_canvas_get_n_selected (self) > 0)
    {
      g_menu_append (edit, _ ("Reset Route"), "win.reset-route");
      g_menu_append (edit, _ ("Disconnect"), "win.disconnect");
      g_menu_append (edit, _ ("Delete"), "win.delete");
    }
  else
    {
      g_menu_append (edit, _ ("Add FMU…"), "win.add-fmu");
      g_menu_append (edit, _ ("Add Note…"), "win.add-note");
      g_menu_append (edit, _ ("Paste"), "win.paste");
      g_menu_append (edit, _ ("Arrange Automatically"), "win.arrange");
    }
  g_menu_append (edit, _ ("Select All"), "win.select-all");
  if (ls_canvas_get_system (self) != 0)
    g_menu_append (view, _ ("Leave System"), "win.leave-system");
  g_menu_append (view, _ ("Fit in Window"), "win.zoom-fit");
  g_menu_append (view, _ ("Natural Size"), "win.zoom-one");
  g_menu_append (view, _ ("Export Diagram…"), "win.export-diagram");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (edit));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (view));
  return menu;
}

static void
popup_at_focus (LsCanvas *self, GtkMenu *menu)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GdkRectangle area = { gtk_widget_get_allocated_width (widget) / 2,
                        gtk_widget_get_allocated_height (widget) / 2, 1, 1 };
  guint id = ls_canvas_get_selected_component (self);
  LsRect rect;

  if (id != 0 && ls_diagram_get_component_rect (self->diagram, id, &rect))
    area = (GdkRectangle){ (int)(rect.x * self->view.zoom + self->view.offset_x),
                           (int)(rect.y * self->view.zoom + self->view.offset_y),
                           (int)(rect.width * self->view.zoom) + 1,
                           (int)(rect.height * self->view.zoom) + 1 };
  gtk_menu_popup_at_rect (menu, gtk_widget_get_window (widget), &area, GDK_GRAVITY_SOUTH_WEST,
                          GDK_GRAVITY_NORTH_WEST, NULL);
}

void
ls_canvas_popup (LsCanvas *self, const GdkEvent *event)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  g_autoptr (GMenu) model = NULL;
  GtkWidget *menu;
  LsHit hit = self->marks.focus;
  double x, y;

  if (event != NULL && gdk_event_get_coords (event, &x, &y))
    ls_canvas_hit (self, x, y, &hit);
  model = menu_new (self, &hit);
  menu = gtk_menu_new_from_model (G_MENU_MODEL (model));
  atk_object_set_name (gtk_widget_get_accessible (menu), _ ("Diagram menu"));
  gtk_menu_attach_to_widget (GTK_MENU (menu), GTK_WIDGET (self), NULL);
  g_signal_connect (menu, "selection-done", G_CALLBACK (gtk_widget_destroy), NULL);
  if (event != NULL)
    gtk_menu_popup_at_pointer (GTK_MENU (menu), event);
  else
    popup_at_focus (self, GTK_MENU (menu));
}

static void append_line (GString *text, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
append_line (GString *text, const char *format, ...)
{
  va_list arguments;

  if (text->len > 0)
    g_string_append_c (text, '\n');
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
}

static const char *
get_kind (const LsVariable *variable)
{
  switch (variable->causality)
    {
    case LS_CAUSALITY_OUTPUT:
      return _ ("Output");
    case LS_CAUSALITY_CALCULATED_PARAMETER:
      return _ ("Calculated parameter");
    case LS_CAUSALITY_PARAMETER:
      return _ ("Parameter");
    default:
      return _ ("Input");
    }
}

static void
describe_array (LsModel *model, const LsComponent *component, const LsVariable *port, GString *text)
{
  const guint n_open = ls_model_count_open (model, component, port);
  g_autofree char *size = ls_component_describe_size (component, port);

  append_line (text, _ ("Array of %s"), size);
  if (ls_variable_is_source (port))
    return;
  if (n_open == 0)
    append_line (text, "%s", _ ("All elements are connected"));
  else
    append_line (text,
                 g_dngettext (NULL, "%u element is not connected and keeps its start value",
                              "%u elements are not connected and keep their start values", n_open),
                 n_open);
}

/* What each member is connected with. */
static void
describe_member (LsModel *model,
                 const LsComponent *component,
                 const LsVariable *member,
                 GString *text)
{
  const LsConnection *source = ls_model_find_source (model, component->id, member->name);

  if (ls_variable_is_source (member))
    append_line (text, "%s, %s", member->name, _ ("output"));
  else if (source == NULL)
    append_line (text, "%s, %s", member->name, _ ("input, open"));
  else
    append_line (text, _ ("%s, fed by %s.%s"), member->name,
                 ls_model_find_component (model, source->from)->name, source->output);
}

static void
describe_terminal (LsModel *model,
                   const LsComponent *component,
                   const LsVariable *port,
                   GString *text)
{
  const LsTerminal *terminal = ls_component_get_terminal (component, port);
  g_autoptr (GPtrArray) members = ls_component_list_members (component, port);

  append_line (text, "%s.%s", component->name, port->name);
  append_line (text, _ ("Terminal, matched as %s"), terminal->rule);
  if (terminal->kind != NULL)
    append_line (text, "%s", terminal->kind);
  if (port->description != NULL)
    append_line (text, "%s", port->description);
  for (guint i = 0; i < MIN (members->len, MAX_MEMBERS); i++)
    describe_member (model, component, members->pdata[i], text);
  if (members->len > MAX_MEMBERS)
    append_line (text, "…");
}

static void
describe_port (LsModel *model,
               const LsComponent *component,
               const LsVariable *variable,
               GString *text)
{
  gboolean output = ls_variable_is_source (variable);
  const char *unit = variable->unit_name;
  g_autofree char *value = g_strdup (ls_model_get_value (model, component->id, variable->name));
  const LsConnection *source
      = output ? NULL : ls_model_find_source (model, component->id, variable->name);

  if (ls_variable_is_terminal (variable))
    {
      describe_terminal (model, component, variable, text);
      return;
    }
  if (value != NULL && variable->type == LS_TYPE_REAL)
    ls_number_localise (value);
  append_line (text, "%s.%s", component->name, variable->name);
  append_line (text, "%s, %s%s%s%s", get_kind (variable), ls_type_name (variable->type),
               unit != NULL ? " [" : "", unit != NULL ? unit : "", unit != NULL ? "]" : "");
  if (variable->description != NULL)
    append_line (text, "%s", variable->description);
  if (variable->n_elements > 0)
    describe_array (model, component, variable, text);
  else if (source != NULL)
    append_line (text, _ ("From %s.%s"), ls_model_find_component (model, source->from)->name,
                 source->output);
  else if (!output && value != NULL)
    append_line (text, _ ("Not connected: holds its start value %s"), value);
  else if (value != NULL)
    append_line (text, _ ("Start value %s"), value);
}

static void
describe_system (LsModel *model, guint id, GString *text)
{
  g_autofree char *path = ls_model_get_subsystem_path (model, id);
  guint n = 0;

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    n += ls_model_is_within (model, ls_model_get_component (model, i)->subsystem, id);
  append_line (text, "%s", path);
  append_line (text,
               g_dngettext (NULL, "A system of %u component; a double click enters it",
                            "A system of %u components; a double click enters it", n),
               n);
}

static void
describe_connector (LsCanvas *self, const LsHit *hit, GString *text)
{
  LsModel *model = ls_canvas_get_model (self);
  const LsVariable *variable = hit->variable;
  g_autoptr (LsSubsystemPath) origin = NULL;
  gboolean output;

  if (variable == NULL)
    return;
  output = variable->causality == LS_CAUSALITY_OUTPUT;
  append_line (text, "%s", variable->name);
  append_line (text, "%s, %s%s%s%s",
               output ? _ ("Output of the system") : _ ("Input of the system"),
               ls_type_name (variable->type), variable->unit_name != NULL ? " [" : "",
               variable->unit_name != NULL ? variable->unit_name : "",
               variable->unit_name != NULL ? "]" : "");
  origin = ls_canvas_find_origin (self, hit->component, variable->name);
  if (origin != NULL)
    append_line (text, _ ("From %s.%s"), ls_model_find_component (model, origin->component)->name,
                 origin->variable);
  else
    append_line (text, "%s", _ ("No source"));
}

static void
describe_component (const LsComponent *component, GString *text)
{
  append_line (text, "%s", component->name);
  if (component->problem != NULL)
    append_line (text, "%s", component->problem);
  if (component->fmu != NULL)
    {
      const LsDescription *description = ls_fmu_get_description (component->fmu);

      append_line (text, _ ("Model %s, FMI %s"), description->model_name, description->fmi_version);
      if (description->description != NULL)
        append_line (text, "%s", description->description);
    }
}

/* Shows the tooltip beside the block, so that it does not cover the ports. */
static void
set_tip_area (LsCanvas *self, const LsHit *hit, GtkTooltip *tooltip)
{
  LsRect rect;
  GdkRectangle area;

  if (hit->kind == LS_HIT_CONNECTION
      || !ls_diagram_get_component_rect (self->diagram, hit->component, &rect))
    return;
  ls_canvas_get_area (self, &rect, &area);
  gtk_tooltip_set_tip_area (tooltip, &area);
}

gboolean
ls_canvas_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  LsCanvas *self = LS_CANVAS (widget);
  LsModel *model;
  LsHit hit;
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->diagram == NULL || self->drag.kind != LS_DRAG_NONE || self->wire.active)
    return FALSE;
  model = ls_canvas_get_model (self);
  hit = self->marks.focus;
  if (!keyboard)
    ls_canvas_hit (self, x, y, &hit);
  if (!keyboard && hit.kind != LS_HIT_NOTHING && ls_canvas_hit_equal (&hit, &self->marks.quiet))
    return FALSE;
  if (hit.kind == LS_HIT_PORT)
    describe_port (model, ls_model_find_component (model, hit.component), hit.variable, text);
  else if (hit.kind == LS_HIT_SYSTEM)
    describe_system (model, LS_ITEM_ID (hit.component), text);
  else if (hit.kind == LS_HIT_CONNECTOR)
    describe_connector (self, &hit, text);
  else if (hit.kind == LS_HIT_COMPONENT)
    describe_component (ls_model_find_component (model, hit.component), text);
  else if (hit.kind == LS_HIT_CONNECTION)
    {
      g_autofree char *wire
          = ls_model_describe_wire (model, ls_model_find_connection (model, hit.connection));

      append_line (text, "%s", wire);
    }
  if (text->len == 0)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text->str);
  set_tip_area (self, &hit, tooltip);
  return TRUE;
}
