#include "app/canvas/canvas-keys.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/canvas/canvas-drag.h"
#include "app/canvas/canvas-marks.h"
#include "app/canvas/canvas-menu.h"
#include "app/canvas/canvas-move.h"
#include "app/canvas/canvas-note.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-system.h"
#include "app/canvas/canvas-view.h"
#include "app/canvas/canvas-wire.h"

/* Tab order: every block with its ports, then the wires; while a wire is drawn, only compatible
 * ports. */
static void
append_ports (LsCanvas *self, GArray *stops, guint component, GPtrArray *ports)
{
  for (guint i = 0; i < ports->len; i++)
    {
      LsHit hit = { LS_HIT_PORT, component, g_ptr_array_index (ports, i), 0 };

      if (!self->wire.active
          || (ls_canvas_wire_get_mark (self, component, hit.variable->name) & LS_MARK_FITS) != 0)
        g_array_append_val (stops, hit);
    }
}

/* Ports of a subsystem represent ports of components within it. */
static void
append_item (LsCanvas *self, GArray *stops, guint item)
{
  LsModel *model = ls_canvas_get_model (self);
  LsHit hit;

  ls_canvas_get_item_hit (self, item, &hit);
  if (hit.kind == LS_HIT_COMPONENT)
    {
      const LsComponent *component = ls_model_find_component (model, item);
      g_autoptr (GPtrArray) inputs = ls_model_list_side (model, component, TRUE);
      g_autoptr (GPtrArray) outputs = ls_model_list_side (model, component, FALSE);

      if (!self->wire.active)
        g_array_append_val (stops, hit);
      append_ports (self, stops, item, inputs);
      append_ports (self, stops, item, outputs);
      return;
    }
  if (self->wire.active && (hit.kind == LS_HIT_NOTE || item == self->wire.shown))
    return;
  g_array_append_val (stops, hit);
  if (hit.kind == LS_HIT_SYSTEM)
    {
      g_autoptr (GPtrArray) ports = ls_canvas_list_connectors (self, item);

      for (guint i = 0; i < ports->len; i++)
        {
          LsHit port = { LS_HIT_CONNECTOR, item, ports->pdata[i], 0 };

          g_array_append_val (stops, port);
        }
    }
}

static GArray *
list_stops (LsCanvas *self)
{
  GArray *stops = g_array_new (FALSE, FALSE, sizeof (LsHit));

  for (guint i = 0; i < ls_diagram_get_n_items (self->diagram); i++)
    append_item (self, stops, ls_diagram_get_item (self->diagram, i));
  for (guint i = 0; !self->wire.active && i < ls_diagram_get_n_connections (self->diagram); i++)
    {
      LsHit hit = { LS_HIT_CONNECTION, 0, NULL, ls_diagram_get_connection (self->diagram, i) };

      g_array_append_val (stops, hit);
    }
  return stops;
}

static int
find_stop (GArray *stops, const LsHit *hit)
{
  for (guint i = 0; i < stops->len; i++)
    if (ls_canvas_hit_equal (&g_array_index (stops, LsHit, i), hit))
      return (int)i;
  return -1;
}

static void
go_to (LsCanvas *self, const LsHit *hit)
{
  LsHit target = *hit;
  LsPoint tip = { self->wire.x, self->wire.y };

  ls_canvas_set_focus_item (self, &target);
  ls_canvas_scroll_to (self, &target);
  if (self->wire.active)
    {
      LsRect rect;

      if (target.variable != NULL)
        ls_diagram_get_port (self->diagram, target.component, target.variable->name, &tip, NULL,
                             NULL);
      else if (ls_diagram_get_component_rect (self->diagram, target.component, &rect))
        tip = (LsPoint){ rect.x + rect.width / 2, rect.y + rect.height / 2 };
      ls_canvas_wire_move (self, tip.x, tip.y, &target);
    }
  else if (target.kind == LS_HIT_CONNECTION)
    ls_canvas_select_connection (self, target.connection, FALSE);
  else if ((target.component & LS_ITEM_CONNECTOR) != 0)
    ls_canvas_clear_selection (self);
  else if (!ls_canvas_is_component_selected (self, target.component)
           || ls_canvas_get_n_selected (self) != 1)
    ls_canvas_select_component (self, target.component, FALSE);
}

/* Tab moves the focus within the canvas, and out of it after the last item. */
static gboolean
ls_canvas_focus (GtkWidget *widget, GtkDirectionType direction)
{
  LsCanvas *self = LS_CANVAS (widget);
  gboolean forward = direction == GTK_DIR_TAB_FORWARD;
  g_autoptr (GArray) stops = NULL;
  int index;

  if (self->document == NULL)
    return FALSE;
  stops = list_stops (self);
  if (!gtk_widget_has_focus (widget))
    {
      gtk_widget_grab_focus (widget);
      index = forward || stops->len == 0 ? 0 : (int)stops->len - 1;
      if (self->marks.focus.kind == LS_HIT_NOTHING && stops->len > 0)
        go_to (self, &g_array_index (stops, LsHit, index));
      return TRUE;
    }
  if (!forward && direction != GTK_DIR_TAB_BACKWARD)
    return TRUE; /* arrow keys are handled by the canvas */
  index = find_stop (stops, &self->marks.focus);
  if (index < 0)
    index = forward ? 0 : (int)stops->len - 1;
  else
    index += forward ? 1 : -1;
  if (self->wire.active && stops->len > 0)
    index = (index + (int)stops->len) % (int)stops->len; /* wraps around until Return or Esc */
  if (index >= 0 && index < (int)stops->len)
    {
      go_to (self, &g_array_index (stops, LsHit, index));
      return TRUE;
    }
  ls_canvas_set_focus_item (self, &(LsHit){ 0 });
  return self->wire.active;
}

static void
activate (LsCanvas *self)
{
  if (self->wire.active)
    {
      if (self->wire.target.kind != LS_HIT_NOTHING)
        ls_canvas_wire_finish (self);
      return;
    }
  if (self->marks.focus.kind == LS_HIT_SYSTEM
      || (self->marks.focus.kind == LS_HIT_NOTHING && ls_canvas_get_selected_system (self) != 0))
    {
      ls_canvas_enter (self, self->marks.focus.kind == LS_HIT_SYSTEM
                                 ? LS_ITEM_ID (self->marks.focus.component)
                                 : ls_canvas_get_selected_system (self));
      return;
    }
  if (self->marks.focus.kind == LS_HIT_NOTE
      || (self->marks.focus.kind == LS_HIT_NOTHING && ls_canvas_get_selected_note (self) != 0))
    {
      ls_canvas_open_note (self,
                           self->marks.focus.kind == LS_HIT_NOTE
                               ? LS_ITEM_ID (self->marks.focus.component)
                               : ls_canvas_get_selected_note (self),
                           0, 0);
      return;
    }
  if ((self->marks.focus.kind == LS_HIT_PORT || self->marks.focus.kind == LS_HIT_CONNECTOR)
      && self->marks.focus.variable != NULL)
    ls_canvas_wire_start (self, self->marks.focus.component, self->marks.focus.variable, TRUE);
  else if (self->marks.focus.kind == LS_HIT_COMPONENT)
    {
      ls_canvas_select_component (self, self->marks.focus.component, FALSE);
      g_signal_emit_by_name (self, "selection-changed");
    }
}

static gboolean
plain_key (LsCanvas *self, guint key, gboolean shift)
{
  double step = LS_DIAGRAM_GRID * (shift ? 5 : 1);

  switch (key)
    {
    case GDK_KEY_Left:
      ls_canvas_nudge (self, -step, 0);
      return TRUE;
    case GDK_KEY_Right:
      ls_canvas_nudge (self, step, 0);
      return TRUE;
    case GDK_KEY_Up:
      ls_canvas_nudge (self, 0, -step);
      return TRUE;
    case GDK_KEY_Down:
      ls_canvas_nudge (self, 0, step);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      activate (self);
      return TRUE;
    case GDK_KEY_Delete:
    case GDK_KEY_KP_Delete:
    case GDK_KEY_BackSpace:
      ls_canvas_delete_selection (self);
      return TRUE;
    case GDK_KEY_plus:
    case GDK_KEY_KP_Add:
      ls_canvas_zoom_by (self, ZOOM_STEP);
      return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      ls_canvas_zoom_by (self, 1 / ZOOM_STEP);
      return TRUE;
    case GDK_KEY_space:
      ls_canvas_hold_space (self, TRUE);
      return TRUE;
    case GDK_KEY_h:
    case GDK_KEY_H:
      ls_canvas_flip (self);
      return TRUE;
    case GDK_KEY_Menu:
      ls_canvas_popup (self, NULL);
      return TRUE;
    default:
      return FALSE;
    }
}

/* Clipboard keys are not accelerators of the window, because entries need them for text. */
static gboolean
clipboard_key (LsCanvas *self, guint key)
{
  switch (key)
    {
    case GDK_KEY_a:
      ls_canvas_select_all (self);
      return TRUE;
    case GDK_KEY_c:
    case GDK_KEY_Insert:
      ls_canvas_copy (self);
      return TRUE;
    case GDK_KEY_x:
      ls_canvas_cut (self);
      return TRUE;
    case GDK_KEY_v:
      ls_canvas_paste (self);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
ls_canvas_key_press (GtkWidget *widget, GdkEventKey *event)
{
  LsCanvas *self = LS_CANVAS (widget);
  GdkModifierType modifiers = event->state & gtk_accelerator_get_default_mod_mask ();

  if (event->keyval == GDK_KEY_Escape)
    {
      /* With nothing to cancel and no selection, Esc is left to other handlers (it cancels a
       * run). */
      if (ls_canvas_cancel (self))
        return GDK_EVENT_STOP;
      if (ls_canvas_get_n_selected (self) == 0)
        return ls_canvas_leave (self) ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
      ls_canvas_clear_selection (self);
      return GDK_EVENT_STOP;
    }
  if (modifiers == GDK_CONTROL_MASK && clipboard_key (self, event->keyval))
    return GDK_EVENT_STOP;
  if (event->keyval == GDK_KEY_F10 && modifiers == GDK_SHIFT_MASK)
    {
      ls_canvas_popup (self, NULL);
      return GDK_EVENT_STOP;
    }
  if ((modifiers & ~GDK_SHIFT_MASK) == 0
      && plain_key (self, event->keyval, (modifiers & GDK_SHIFT_MASK) != 0))
    return GDK_EVENT_STOP;
  return GTK_WIDGET_CLASS (g_type_class_peek (GTK_TYPE_DRAWING_AREA))
      ->key_press_event (widget, event);
}

static gboolean
ls_canvas_key_release (GtkWidget *widget, GdkEventKey *event)
{
  if (event->keyval == GDK_KEY_space)
    ls_canvas_hold_space (LS_CANVAS (widget), FALSE);
  return GDK_EVENT_PROPAGATE;
}

static gboolean
ls_canvas_focus_change (GtkWidget *widget, GdkEventFocus *event)
{
  if (!event->in)
    ls_canvas_hold_space (LS_CANVAS (widget), FALSE);
  gtk_widget_queue_draw (widget);
  return GDK_EVENT_PROPAGATE;
}

void
ls_canvas_keys_class_init (GtkWidgetClass *klass)
{
  klass->focus = ls_canvas_focus;
  klass->key_press_event = ls_canvas_key_press;
  klass->key_release_event = ls_canvas_key_release;
  klass->focus_in_event = ls_canvas_focus_change;
  klass->focus_out_event = ls_canvas_focus_change;
}
