#include "app/canvas/canvas-pointer.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/canvas/canvas-bend.h"
#include "app/canvas/canvas-drag.h"
#include "app/canvas/canvas-guides.h"
#include "app/canvas/canvas-map.h"
#include "app/canvas/canvas-marks.h"
#include "app/canvas/canvas-menu.h"
#include "app/canvas/canvas-move.h"
#include "app/canvas/canvas-note.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-select.h"
#include "app/canvas/canvas-view.h"
#include "app/canvas/canvas-wire.h"

static void
start_pan (LsCanvas *self)
{
  self->drag.kind = LS_DRAG_PAN;
  self->drag.start_offset_x = self->view.offset_x;
  self->drag.start_offset_y = self->view.offset_y;
  ls_canvas_set_cursor (self, "grabbing");
}

static void
start_band (LsCanvas *self)
{
  GHashTableIter iter;
  gpointer key;

  self->drag.kind = LS_DRAG_BAND;
  g_clear_pointer (&self->drag.band_before, g_hash_table_unref);
  if (!self->drag.extends)
    {
      ls_canvas_clear_selection (self);
      return;
    }
  self->drag.band_before = g_hash_table_new (NULL, NULL);
  g_hash_table_iter_init (&iter, self->selection.items);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_hash_table_add (self->drag.band_before, key);
}

/* Starts a wire at a connector, from the output that is connected to it. */
static void
press_on_connector (LsCanvas *self, const LsHit *hit)
{
  if (hit->variable == NULL)
    return;
  self->drag.kind = LS_DRAG_WIRE;
  ls_canvas_wire_start (self, hit->component, hit->variable, FALSE);
  if (!self->wire.active)
    self->drag.kind = LS_DRAG_NONE;
}

/* Double click: opens a subsystem, or the text of a note. */
static void
open_hit (LsCanvas *self, const LsHit *hit)
{
  if (hit->kind != LS_HIT_SYSTEM && hit->kind != LS_HIT_NOTE)
    return;
  ls_canvas_cancel (self);
  if (hit->kind == LS_HIT_SYSTEM)
    ls_canvas_enter (self, LS_ITEM_ID (hit->component));
  else
    ls_canvas_open_note (self, LS_ITEM_ID (hit->component), 0, 0);
}

static void
press_on (LsCanvas *self, const LsHit *hit)
{
  switch (hit->kind)
    {
    case LS_HIT_PORT:
      self->drag.kind = LS_DRAG_WIRE;
      ls_canvas_wire_start (self, hit->component, hit->variable, FALSE);
      break;
    case LS_HIT_CONNECTOR:
      press_on_connector (self, hit);
      break;
    case LS_HIT_COMPONENT:
    case LS_HIT_SYSTEM:
    case LS_HIT_NOTE:
      self->drag.kind = LS_DRAG_PRESSED;
      /* Keep a multiple selection: the press may start a drag of all blocks. */
      if (self->drag.extends || !ls_canvas_is_component_selected (self, hit->component))
        ls_canvas_select_component (self, hit->component, self->drag.extends);
      break;
    case LS_HIT_CONNECTION:
      ls_canvas_select_connection (self, hit->connection, self->drag.extends);
      if (!self->drag.extends)
        self->drag.kind = LS_DRAG_PRESSED_WIRE;
      break;
    default:
      start_band (self);
      break;
    }
}

static void
secondary_press (LsCanvas *self, const LsHit *hit, const GdkEvent *event)
{
  if (hit->kind == LS_HIT_CONNECTION && !ls_canvas_is_connection_selected (self, hit->connection))
    ls_canvas_select_connection (self, hit->connection, FALSE);
  else if ((hit->kind == LS_HIT_COMPONENT || hit->kind == LS_HIT_PORT || hit->kind == LS_HIT_SYSTEM
            || hit->kind == LS_HIT_NOTE)
           && !ls_canvas_is_component_selected (self, hit->component))
    ls_canvas_select_component (self, hit->component, FALSE);
  else if (hit->kind == LS_HIT_NOTHING)
    ls_canvas_clear_selection (self);
  ls_canvas_popup (self, event);
}

static gboolean
ls_canvas_button_press (GtkWidget *widget, GdkEventButton *event)
{
  LsCanvas *self = LS_CANVAS (widget);
  LsHit hit;

  if (event->type == GDK_2BUTTON_PRESS && event->button == GDK_BUTTON_PRIMARY && !self->wire.active)
    {
      ls_canvas_hit (self, event->x, event->y, &hit);
      open_hit (self, &hit);
    }
  if (event->type != GDK_BUTTON_PRESS)
    return GDK_EVENT_STOP;
  gtk_widget_grab_focus (widget);
  if (self->drag.kind != LS_DRAG_NONE)
    return GDK_EVENT_STOP;
  if (!self->wire.active)
    ls_canvas_set_hint (self, ""); /* hint of the last wire */
  self->drag.press_x = self->drag.pointer_x = event->x;
  self->drag.press_y = self->drag.pointer_y = event->y;
  self->drag.extends = (event->state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0;
  ls_canvas_hit (self, event->x, event->y, &hit);
  if (event->button == GDK_BUTTON_PRIMARY && !self->wire.active
      && ls_canvas_map_contains (self, event->x, event->y))
    {
      self->drag.kind = LS_DRAG_MAP;
      ls_canvas_map_go (self, event->x, event->y);
      return GDK_EVENT_STOP;
    }
  if (self->wire.active)
    {
      /* A wire started by keyboard can be ended by a click. */
      ls_canvas_wire_move (self, self->wire.x, self->wire.y, &hit);
      ls_canvas_wire_finish (self);
    }
  else if (gdk_event_triggers_context_menu ((GdkEvent *)event))
    secondary_press (self, &hit, (GdkEvent *)event);
  else if (event->button == GDK_BUTTON_MIDDLE || self->drag.space_held)
    start_pan (self);
  else if (event->button == GDK_BUTTON_PRIMARY)
    {
      ls_canvas_set_focus_item (self, &hit);
      press_on (self, &hit);
    }
  return GDK_EVENT_STOP;
}

/* Whether the pointer has moved beyond the drag threshold since the button press. */
static gboolean
is_far (LsCanvas *self)
{
  return gtk_drag_check_threshold (GTK_WIDGET (self), (int)self->drag.press_x,
                                   (int)self->drag.press_y, (int)self->drag.pointer_x,
                                   (int)self->drag.pointer_y);
}

static void
drag_to_pointer (LsCanvas *self, double x, double y, guint state, const LsHit *hit)
{
  LsRect band;

  switch (self->drag.kind)
    {
    case LS_DRAG_PRESSED:
      if (is_far (self) && g_hash_table_size (self->selection.items) > 0)
        {
          self->drag.kind = LS_DRAG_MOVE;
          ls_canvas_move_start (self);
          ls_canvas_move_to_pointer (self, state);
        }
      break;
    case LS_DRAG_MOVE:
      ls_canvas_move_to_pointer (self, state);
      break;
    case LS_DRAG_PRESSED_WIRE:
      if (is_far (self) && ls_canvas_get_selected_connection (self) != 0)
        {
          double from_x, from_y;

          ls_canvas_to_model (self, self->drag.press_x, self->drag.press_y, &from_x, &from_y);
          if (!ls_canvas_bend_start (self, ls_canvas_get_selected_connection (self), from_x,
                                     from_y))
            break;
          self->drag.kind = LS_DRAG_BEND;
          ls_canvas_set_cursor (self, "grabbing");
          ls_canvas_bend_move (self, x, y);
        }
      break;
    case LS_DRAG_BEND:
      ls_canvas_bend_move (self, x, y);
      break;
    case LS_DRAG_BAND:
      ls_canvas_to_model (self, MIN (self->drag.press_x, self->drag.pointer_x),
                          MIN (self->drag.press_y, self->drag.pointer_y), &band.x, &band.y);
      band.width = fabs (self->drag.pointer_x - self->drag.press_x) / self->view.zoom;
      band.height = fabs (self->drag.pointer_y - self->drag.press_y) / self->view.zoom;
      ls_canvas_select_band (self, &band);
      break;
    case LS_DRAG_PAN:
      ls_canvas_pan (self,
                     self->drag.start_offset_x + self->drag.pointer_x - self->drag.press_x
                         - self->view.offset_x,
                     self->drag.start_offset_y + self->drag.pointer_y - self->drag.press_y
                         - self->view.offset_y);
      break;
    case LS_DRAG_WIRE:
      ls_canvas_wire_move (self, x, y, hit);
      break;
    case LS_DRAG_MAP:
      ls_canvas_map_go (self, self->drag.pointer_x, self->drag.pointer_y);
      break;
    default:
      break;
    }
}

static gboolean
ls_canvas_motion_notify (GtkWidget *widget, GdkEventMotion *event)
{
  LsCanvas *self = LS_CANVAS (widget);
  LsHit hit;
  double x, y;

  self->drag.pointer_x = event->x;
  self->drag.pointer_y = event->y;
  ls_canvas_to_model (self, event->x, event->y, &x, &y);
  ls_canvas_hit (self, event->x, event->y, &hit);
  if (self->drag.kind == LS_DRAG_NONE || self->drag.kind == LS_DRAG_WIRE)
    ls_canvas_set_hover (self, &hit);
  drag_to_pointer (self, x, y, event->state, &hit);
  if (self->drag.kind == LS_DRAG_NONE)
    ls_canvas_set_cursor (self, self->drag.space_held          ? "grab"
                                : hit.kind == LS_HIT_PORT      ? "crosshair"
                                : hit.kind == LS_HIT_CONNECTOR ? "crosshair"
                                : hit.kind == LS_HIT_COMPONENT || hit.kind == LS_HIT_SYSTEM
                                        || hit.kind == LS_HIT_NOTE
                                    ? "pointer"
                                    : NULL);
  return GDK_EVENT_STOP;
}

/* A click on one block of a multiple selection selects this block only. */
static void
click (LsCanvas *self)
{
  LsHit hit;

  ls_canvas_hit (self, self->drag.press_x, self->drag.press_y, &hit);
  if ((hit.kind == LS_HIT_COMPONENT || hit.kind == LS_HIT_SYSTEM || hit.kind == LS_HIT_NOTE)
      && !self->drag.extends)
    ls_canvas_select_component (self, hit.component, FALSE);
}

/* The signal at which the wire begins is dropped elsewhere in the window. Returns: %FALSE if the
 * pointer is over the diagram */
static gboolean
drop_outside (LsCanvas *self, const GdkEventButton *event)
{
  const LsComponent *component
      = ls_model_find_component (ls_canvas_get_model (self), self->wire.component);
  g_autofree char *signal = NULL;

  if (component == NULL
      || (event->x >= 0 && event->x < gtk_widget_get_allocated_width (GTK_WIDGET (self))
          && event->y >= 0 && event->y < gtk_widget_get_allocated_height (GTK_WIDGET (self))))
    return FALSE;
  signal = g_strconcat (component->name, ".", self->wire.variable, NULL);
  ls_canvas_wire_cancel (self);
  g_signal_emit_by_name (self, "signal-dropped", signal, event->x_root, event->y_root);
  return TRUE;
}

static gboolean
ls_canvas_button_release (GtkWidget *widget, GdkEventButton *event)
{
  LsCanvas *self = LS_CANVAS (widget);
  LsDragKind drag = self->drag.kind;

  self->drag.kind = LS_DRAG_NONE;
  switch (drag)
    {
    case LS_DRAG_PRESSED:
      click (self);
      break;
    case LS_DRAG_MOVE:
    case LS_DRAG_BEND:
      ls_canvas_clear_guides (self);
      ls_document_end_group (self->document);
      break;
    case LS_DRAG_WIRE:
      /* The pointer is on the port now: a tooltip would cover the new connection. */
      ls_canvas_marks_keep_quiet (self);
      if (!drop_outside (self, event))
        ls_canvas_wire_finish (self);
      break;
    default:
      break;
    }
  gtk_widget_queue_draw (widget);
  ls_canvas_set_cursor (self, NULL);
  return GDK_EVENT_STOP;
}

static gboolean
ls_canvas_scroll (GtkWidget *widget, GdkEventScroll *event)
{
  LsCanvas *self = LS_CANVAS (widget);
  double dx = 0, dy = 0;

  switch (event->direction)
    {
    case GDK_SCROLL_UP:
      dy = -1;
      break;
    case GDK_SCROLL_DOWN:
      dy = 1;
      break;
    case GDK_SCROLL_LEFT:
      dx = -1;
      break;
    case GDK_SCROLL_RIGHT:
      dx = 1;
      break;
    default:
      dx = event->delta_x;
      dy = event->delta_y;
      break;
    }
  if ((event->state & GDK_CONTROL_MASK) != 0)
    ls_canvas_zoom_at (self, event->x, event->y, pow (ZOOM_STEP, -dy));
  else if ((event->state & GDK_SHIFT_MASK) != 0)
    ls_canvas_pan (self, -48 * (dy + dx), 0);
  else
    ls_canvas_pan (self, -48 * dx, -48 * dy);
  return GDK_EVENT_STOP;
}

static gboolean
ls_canvas_leave_notify (GtkWidget *widget, G_GNUC_UNUSED GdkEventCrossing *event)
{
  LsHit nothing = { 0 };

  ls_canvas_set_hover (LS_CANVAS (widget), &nothing);
  return GDK_EVENT_PROPAGATE;
}

void
ls_canvas_pointer_class_init (GtkWidgetClass *klass)
{
  klass->button_press_event = ls_canvas_button_press;
  klass->button_release_event = ls_canvas_button_release;
  klass->motion_notify_event = ls_canvas_motion_notify;
  klass->scroll_event = ls_canvas_scroll;
  klass->leave_notify_event = ls_canvas_leave_notify;
}
