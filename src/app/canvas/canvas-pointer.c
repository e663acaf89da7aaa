/* The pointer on the canvas: select, move, band, wire, pan, zoom. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/canvas/canvas-private.h"

static void
set_cursor (LsCanvas *self, const char *name)
{
  GdkWindow *window = gtk_widget_get_window (GTK_WIDGET (self));
  g_autoptr (GdkCursor) cursor = NULL;

  if (name != NULL)
    cursor = gdk_cursor_new_from_name (gdk_window_get_display (window), name);
  gdk_window_set_cursor (window, cursor);
}

void
ls_canvas_hold_space (LsCanvas *self, gboolean held)
{
  if (self->space_held == held)
    return;
  self->space_held = held;
  if (self->drag == LS_DRAG_NONE && gtk_widget_get_realized (GTK_WIDGET (self)))
    set_cursor (self, held ? "grab" : NULL);
}

static void
start_pan (LsCanvas *self)
{
  self->drag = LS_DRAG_PAN;
  self->start_offset_x = self->offset_x;
  self->start_offset_y = self->offset_y;
  set_cursor (self, "grabbing");
}

static void
start_band (LsCanvas *self)
{
  GHashTableIter iter;
  gpointer key;

  self->drag = LS_DRAG_BAND;
  g_clear_pointer (&self->band_before, g_hash_table_unref);
  if (!self->press_extends)
    {
      ls_canvas_clear_selection (self);
      return;
    }
  self->band_before = g_hash_table_new (NULL, NULL);
  g_hash_table_iter_init (&iter, self->components);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_hash_table_add (self->band_before, key);
}

static void
begin_group (LsCanvas *self)
{
  g_autofree char *first = ls_model_get_item_name (ls_canvas_get_model (self), self->moved[0]);
  g_autofree char *name = self->n_moved == 1
                              ? g_strdup_printf (_ ("Move %s"), first)
                              : g_strdup_printf (g_dngettext (NULL, "Move %u component",
                                                              "Move %u components", self->n_moved),
                                                 self->n_moved);

  ls_document_begin_group (self->document, name);
}

static void
start_move (LsCanvas *self)
{
  guint n = 0;

  g_free (self->moved);
  g_free (self->moved_from);
  self->moved = g_new0 (guint, g_hash_table_size (self->components));
  self->moved_from = g_new0 (LsPoint, g_hash_table_size (self->components));
  for (guint i = 0; i < ls_diagram_get_n_items (self->diagram); i++)
    {
      guint id = ls_diagram_get_item (self->diagram, i);
      LsRect rect;

      if (!ls_canvas_is_component_selected (self, id)
          || !ls_diagram_get_component_rect (self->diagram, id, &rect))
        continue;
      self->moved[n] = id;
      self->moved_from[n++] = (LsPoint){ rect.x, rect.y };
    }
  self->n_moved = n;
  self->drag = LS_DRAG_MOVE;
  begin_group (self);
  set_cursor (self, "grabbing");
}

static void
queue_moved (LsCanvas *self)
{
  for (guint i = 0; i < self->n_moved; i++)
    ls_canvas_queue_component (self, self->moved[i]);
}

/* All keep their distances. Alt held down: neither grid nor lines. */
static void
move_to_pointer (LsCanvas *self, guint state)
{
  double dx = (self->pointer_x - self->press_x) / self->zoom;
  double dy = (self->pointer_y - self->press_y) / self->zoom;
  LsRect first;
  g_autofree LsPoint *positions = NULL;

  ls_canvas_snap (self, &dx, &dy, (state & GDK_MOD1_MASK) != 0);
  if (!ls_diagram_get_component_rect (self->diagram, self->moved[0], &first)
      || (first.x == self->moved_from[0].x + dx && first.y == self->moved_from[0].y + dy))
    return;
  positions = g_new (LsPoint, self->n_moved);
  for (guint i = 0; i < self->n_moved; i++)
    positions[i] = (LsPoint){ self->moved_from[i].x + dx, self->moved_from[i].y + dy };
  queue_moved (self);
  ls_document_move (self->document, self->moved, positions, self->n_moved);
  queue_moved (self);
}

/* A wire starts where a value comes from, or at the input of a component that stands behind. */
static void
press_on_connector (LsCanvas *self, const LsHit *hit)
{
  if (hit->variable == NULL)
    return;
  self->drag = LS_DRAG_WIRE;
  ls_canvas_wire_start (self, hit->component, hit->variable, FALSE);
  if (!self->wire.active)
    self->drag = LS_DRAG_NONE;
}

/* Double click: into a system, or the text of a note. */
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
      self->drag = LS_DRAG_WIRE;
      ls_canvas_wire_start (self, hit->component, hit->variable, FALSE);
      break;
    case LS_HIT_CONNECTOR:
      press_on_connector (self, hit);
      break;
    case LS_HIT_COMPONENT:
    case LS_HIT_SYSTEM:
    case LS_HIT_NOTE:
      self->drag = LS_DRAG_PRESSED;
      /* A press on one of several selected blocks may be the start of moving them all. */
      if (self->press_extends || !ls_canvas_is_component_selected (self, hit->component))
        ls_canvas_select_component (self, hit->component, self->press_extends);
      break;
    case LS_HIT_CONNECTION:
      ls_canvas_select_connection (self, hit->connection, self->press_extends);
      if (!self->press_extends)
        self->drag = LS_DRAG_PRESSED_WIRE;
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
  if (self->drag != LS_DRAG_NONE)
    return GDK_EVENT_STOP;
  if (!self->wire.active)
    ls_canvas_set_hint (self, ""); /* what the last wire left */
  self->press_x = self->pointer_x = event->x;
  self->press_y = self->pointer_y = event->y;
  self->press_extends = (event->state & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0;
  ls_canvas_hit (self, event->x, event->y, &hit);
  if (event->button == GDK_BUTTON_PRIMARY && !self->wire.active
      && ls_canvas_map_contains (self, event->x, event->y))
    {
      self->drag = LS_DRAG_MAP;
      ls_canvas_map_go (self, event->x, event->y);
      return GDK_EVENT_STOP;
    }
  if (self->wire.active)
    {
      /* A wire begun by keyboard can be ended by a click. */
      ls_canvas_wire_move (self, self->wire.x, self->wire.y, &hit);
      ls_canvas_wire_finish (self);
    }
  else if (gdk_event_triggers_context_menu ((GdkEvent *)event))
    secondary_press (self, &hit, (GdkEvent *)event);
  else if (event->button == GDK_BUTTON_MIDDLE || self->space_held)
    start_pan (self);
  else if (event->button == GDK_BUTTON_PRIMARY)
    {
      ls_canvas_set_focus_item (self, &hit);
      press_on (self, &hit);
    }
  return GDK_EVENT_STOP;
}

/* From where the button went down: more than a hand that is not still. */
static gboolean
is_far (LsCanvas *self)
{
  return gtk_drag_check_threshold (GTK_WIDGET (self), (int)self->press_x, (int)self->press_y,
                                   (int)self->pointer_x, (int)self->pointer_y);
}

static void
drag_to_pointer (LsCanvas *self, double x, double y, guint state, const LsHit *hit)
{
  LsRect band;

  switch (self->drag)
    {
    case LS_DRAG_PRESSED:
      if (is_far (self) && g_hash_table_size (self->components) > 0)
        {
          start_move (self);
          move_to_pointer (self, state);
        }
      break;
    case LS_DRAG_MOVE:
      move_to_pointer (self, state);
      break;
    case LS_DRAG_PRESSED_WIRE:
      if (is_far (self) && ls_canvas_get_selected_connection (self) != 0)
        {
          double from_x, from_y;

          ls_canvas_to_model (self, self->press_x, self->press_y, &from_x, &from_y);
          ls_canvas_bend_start (self, ls_canvas_get_selected_connection (self), from_x, from_y);
          if (self->drag != LS_DRAG_BEND)
            break;
          set_cursor (self, "grabbing");
          ls_canvas_bend_move (self, x, y);
        }
      break;
    case LS_DRAG_BEND:
      ls_canvas_bend_move (self, x, y);
      break;
    case LS_DRAG_BAND:
      ls_canvas_to_model (self, MIN (self->press_x, self->pointer_x),
                          MIN (self->press_y, self->pointer_y), &band.x, &band.y);
      band.width = fabs (self->pointer_x - self->press_x) / self->zoom;
      band.height = fabs (self->pointer_y - self->press_y) / self->zoom;
      ls_canvas_select_band (self, &band);
      break;
    case LS_DRAG_PAN:
      ls_canvas_pan (self, self->start_offset_x + self->pointer_x - self->press_x - self->offset_x,
                     self->start_offset_y + self->pointer_y - self->press_y - self->offset_y);
      break;
    case LS_DRAG_WIRE:
      ls_canvas_wire_move (self, x, y, hit);
      break;
    case LS_DRAG_MAP:
      ls_canvas_map_go (self, self->pointer_x, self->pointer_y);
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

  self->pointer_x = event->x;
  self->pointer_y = event->y;
  ls_canvas_to_model (self, event->x, event->y, &x, &y);
  ls_canvas_hit (self, event->x, event->y, &hit);
  if (self->drag == LS_DRAG_NONE || self->drag == LS_DRAG_WIRE)
    ls_canvas_set_hover (self, &hit);
  drag_to_pointer (self, x, y, event->state, &hit);
  if (self->drag == LS_DRAG_NONE)
    set_cursor (self, self->space_held               ? "grab"
                      : hit.kind == LS_HIT_PORT      ? "crosshair"
                      : hit.kind == LS_HIT_CONNECTOR ? "crosshair"
                      : hit.kind == LS_HIT_COMPONENT || hit.kind == LS_HIT_SYSTEM
                              || hit.kind == LS_HIT_NOTE
                          ? "pointer"
                          : NULL);
  return GDK_EVENT_STOP;
}

/* A click on one of several selected blocks selects it alone. */
static void
click (LsCanvas *self)
{
  LsHit hit;

  ls_canvas_hit (self, self->press_x, self->press_y, &hit);
  if ((hit.kind == LS_HIT_COMPONENT || hit.kind == LS_HIT_SYSTEM || hit.kind == LS_HIT_NOTE)
      && !self->press_extends)
    ls_canvas_select_component (self, hit.component, FALSE);
}

static gboolean
ls_canvas_button_release (GtkWidget *widget, G_GNUC_UNUSED GdkEventButton *event)
{
  LsCanvas *self = LS_CANVAS (widget);
  LsDragKind drag = self->drag;

  self->drag = LS_DRAG_NONE;
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
      /* The pointer rests on the port now; a tooltip would cover what was done. */
      self->quiet = self->hover;
      ls_canvas_wire_finish (self);
      break;
    default:
      break;
    }
  gtk_widget_queue_draw (widget);
  set_cursor (self, NULL);
  return GDK_EVENT_STOP;
}

/* Esc: puts back what the drag has done so far. Returns: whether there was something to cancel. */
gboolean
ls_canvas_cancel (LsCanvas *self)
{
  LsDragKind drag = self->drag;
  gboolean wire = self->wire.active;

  self->drag = LS_DRAG_NONE;
  ls_canvas_clear_guides (self);
  if (drag == LS_DRAG_MOVE || drag == LS_DRAG_BEND)
    ls_document_cancel_group (self->document);
  if (wire)
    ls_canvas_wire_cancel (self);
  if (drag == LS_DRAG_NONE && !wire)
    return FALSE;
  if (gtk_widget_get_realized (GTK_WIDGET (self)))
    set_cursor (self, NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return TRUE;
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
