#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/canvas/canvas-private.h"
#include "app/base/style.h"

G_DEFINE_TYPE (LsCanvas, ls_canvas, GTK_TYPE_DRAWING_AREA)

enum
{
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_VIEW_CHANGED,
  SIGNAL_HINT_CHANGED,
  SIGNAL_HOVER_CHANGED,
  SIGNAL_PROBLEM,
  SIGNAL_OPEN_FILE,
  SIGNAL_SYSTEM_CHANGED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

/* Distance from which a thing counts as hit, px. */
#define TOLERANCE 6.0

static void
forget_things (LsCanvas *self)
{
  ls_canvas_cancel (self);
  g_hash_table_remove_all (self->components);
  g_hash_table_remove_all (self->connections);
  memset (&self->hover, 0, sizeof self->hover);
  memset (&self->highlight, 0, sizeof self->highlight);
  memset (&self->focus, 0, sizeof self->focus);
}

static gboolean
hit_exists (LsCanvas *self, const LsHit *hit)
{
  LsModel *model = ls_canvas_get_model (self);

  LsRect rect;

  if (hit->kind == LS_HIT_CONNECTION)
    return ls_model_find_connection (model, hit->connection) != NULL;
  if (hit->kind == LS_HIT_SYSTEM || hit->kind == LS_HIT_CONNECTOR || hit->kind == LS_HIT_NOTE)
    return ls_diagram_get_component_rect (self->diagram, hit->component, &rect);
  return hit->kind == LS_HIT_NOTHING || ls_model_find_component (model, hit->component) != NULL;
}

static void
prune_hit (LsCanvas *self, LsHit *hit)
{
  if (!hit_exists (self, hit))
    memset (hit, 0, sizeof *hit);
}

static void
say_loops (LsCanvas *self)
{
  guint n = self->feed->loops->len;
  g_autofree char *text
      = n == 0 ? g_strdup (_ ("No algebraic loop"))
               : g_strdup_printf (g_dngettext (NULL, "%u algebraic loop: %s",
                                               "%u algebraic loops, the first: %s", n),
                                  n, (const char *)g_ptr_array_index (self->feed->loops, 0));

  ls_canvas_set_hint (self, text);
}

void
ls_canvas_set_feed_shown (LsCanvas *self, gboolean shown)
{
  g_clear_pointer (&self->feed, ls_feed_free);
  if (shown)
    {
      self->feed = ls_feed_new (ls_canvas_get_model (self));
      say_loops (self);
    }
  else
    ls_canvas_set_hint (self, "");
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ls_canvas_set_values (LsCanvas *self, GHashTable *values)
{
  g_clear_pointer (&self->values, g_hash_table_unref);
  self->values = values != NULL ? g_hash_table_ref (values) : NULL;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
document_changed_cb (LsCanvas *self, guint parts, guint component)
{
  /* While blocks are dragged their surroundings alone are drawn again (canvas-pointer.c). */
  if (self->drag != LS_DRAG_MOVE && self->drag != LS_DRAG_BEND)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  ls_canvas_check_system (self);
  ls_diagram_update (self->diagram, parts == LS_PART_GEOMETRY ? component : 0);
  if ((parts & (LS_PART_COMPONENTS | LS_PART_CONNECTIONS | LS_PART_NOTES)) != 0)
    {
      prune_hit (self, &self->hover);
      prune_hit (self, &self->highlight);
      prune_hit (self, &self->focus);
      if (self->wire.active
          && ls_model_find_component (ls_canvas_get_model (self), self->wire.component) == NULL)
        ls_canvas_wire_cancel (self);
    }
  if (self->feed != NULL && (parts & (LS_PART_COMPONENTS | LS_PART_CONNECTIONS)) != 0)
    ls_canvas_set_feed_shown (self, TRUE);
  if ((parts & (LS_PART_COMPONENTS | LS_PART_CONNECTIONS | LS_PART_NOTES)) != 0)
    {
      ls_canvas_accessible_update (self);
      ls_canvas_selection_prune (self);
    }
}

static void
model_replaced_cb (LsCanvas *self)
{
  forget_things (self);
  ls_diagram_set_model (self->diagram, ls_canvas_get_model (self));
  if (self->feed != NULL)
    ls_canvas_set_feed_shown (self, TRUE);
  ls_diagram_update (self->diagram, 0);
  ls_canvas_accessible_update (self);
  ls_canvas_selection_changed (self);
  g_signal_emit (self, signals[SIGNAL_SYSTEM_CHANGED], 0);
  if (gtk_widget_get_realized (GTK_WIDGET (self)))
    ls_canvas_zoom_fit (self);
  else
    self->fit_pending = TRUE;
}

void
ls_canvas_set_document (LsCanvas *self, LsDocument *document)
{
  g_return_if_fail (self->document == NULL);

  self->document = g_object_ref (document);
  self->diagram = ls_diagram_new (ls_document_get_model (document));
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "model-replaced", G_CALLBACK (model_replaced_cb), self,
                           G_CONNECT_SWAPPED);
}

LsDocument *
ls_canvas_get_document (LsCanvas *self)
{
  return self->document;
}

LsDiagram *
ls_canvas_get_diagram (LsCanvas *self)
{
  return self->diagram;
}

LsModel *
ls_canvas_get_model (LsCanvas *self)
{
  return ls_document_get_model (self->document);
}

void
ls_canvas_to_model (LsCanvas *self, double px, double py, double *x, double *y)
{
  *x = (px - self->offset_x) / self->zoom;
  *y = (py - self->offset_y) / self->zoom;
}

void
ls_canvas_hit (LsCanvas *self, double px, double py, LsHit *hit)
{
  double x, y;

  ls_canvas_to_model (self, px, py, &x, &y);
  memset (hit, 0, sizeof *hit);
  ls_diagram_hit (self->diagram, x, y, TOLERANCE / self->zoom, hit);
}

gboolean
ls_canvas_hit_equal (const LsHit *a, const LsHit *b)
{
  if (a->kind != b->kind)
    return FALSE;
  switch (a->kind)
    {
    case LS_HIT_COMPONENT:
    case LS_HIT_SYSTEM:
    case LS_HIT_NOTE:
      return a->component == b->component;
    case LS_HIT_PORT:
    case LS_HIT_CONNECTOR:
      return a->component == b->component && a->variable == b->variable;
    case LS_HIT_CONNECTION:
      return a->connection == b->connection;
    default:
      return TRUE;
    }
}

double
ls_canvas_get_zoom (LsCanvas *self)
{
  return self->zoom;
}

static void
view_changed (LsCanvas *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_VIEW_CHANGED], 0);
}

void
ls_canvas_zoom_at (LsCanvas *self, double px, double py, double factor)
{
  double zoom = CLAMP (self->zoom * factor, ZOOM_MIN, ZOOM_MAX);

  /* The point under the pointer stays where it is. */
  self->offset_x = px - (px - self->offset_x) * zoom / self->zoom;
  self->offset_y = py - (py - self->offset_y) * zoom / self->zoom;
  self->zoom = zoom;
  view_changed (self);
}

void
ls_canvas_zoom_by (LsCanvas *self, double factor)
{
  ls_canvas_zoom_at (self, gtk_widget_get_allocated_width (GTK_WIDGET (self)) / 2.0,
                     gtk_widget_get_allocated_height (GTK_WIDGET (self)) / 2.0, factor);
}

void
ls_canvas_zoom_one (LsCanvas *self)
{
  ls_canvas_zoom_by (self, 1 / self->zoom);
}

void
ls_canvas_zoom_fit (LsCanvas *self)
{
  double width = gtk_widget_get_allocated_width (GTK_WIDGET (self));
  double height = gtk_widget_get_allocated_height (GTK_WIDGET (self));
  LsRect extents;

  self->fit_pending = FALSE;
  if (self->document == NULL || ls_diagram_get_n_items (self->diagram) == 0)
    {
      self->zoom = 1;
      self->offset_x = self->offset_y = 0;
    }
  else
    {
      extents = ls_diagram_get_extents (self->diagram);
      if (self->large)
        extents = (LsRect){ extents.x + BORDER_LARGE, extents.y + BORDER_LARGE,
                            fmax (extents.width - 2 * BORDER_LARGE, 1),
                            fmax (extents.height - 2 * BORDER_LARGE, 1) };
      /* Small diagrams are not blown up: text has its natural size at 1. */
      self->zoom = CLAMP (MIN (width / extents.width, height / extents.height), ZOOM_MIN,
                          self->large ? ZOOM_LARGE : 1.25);
      self->offset_x = (width - extents.width * self->zoom) / 2 - extents.x * self->zoom;
      self->offset_y = (height - extents.height * self->zoom) / 2 - extents.y * self->zoom;
    }
  view_changed (self);
}

void
ls_canvas_zoom_fit_later (LsCanvas *self)
{
  self->fit_pending = TRUE;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
ls_canvas_set_large (LsCanvas *self, gboolean large)
{
  self->large = large;
}

void
ls_canvas_show_component (LsCanvas *self, guint id)
{
  LsHit hit = { .kind = LS_HIT_COMPONENT, .component = id };
  LsRect rect;

  ls_canvas_reveal (self, id);
  if (!ls_diagram_get_component_rect (self->diagram, id, &rect))
    return;
  ls_canvas_select_component (self, id, FALSE);
  ls_canvas_set_focus_item (self, &hit);
  /* From afar a block could not be read. */
  self->zoom = MAX (self->zoom, 0.7);
  self->offset_x = gtk_widget_get_allocated_width (GTK_WIDGET (self)) / 2.0
                   - (rect.x + rect.width / 2) * self->zoom;
  self->offset_y = gtk_widget_get_allocated_height (GTK_WIDGET (self)) / 2.0
                   - (rect.y + rect.height / 2) * self->zoom;
  view_changed (self);
}

void
ls_canvas_pan (LsCanvas *self, double dx, double dy)
{
  self->offset_x += dx;
  self->offset_y += dy;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
queue_rect (LsCanvas *self, double x, double y, double width, double height)
{
  /* Names beneath blocks, port labels and line widths reach beyond the geometry. */
  const double margin = 36;
  double left = (x - margin) * self->zoom + self->offset_x;
  double top = (y - margin) * self->zoom + self->offset_y;

  gtk_widget_queue_draw_area (GTK_WIDGET (self), floor (left), floor (top),
                              ceil ((width + 2 * margin) * self->zoom) + 2,
                              ceil ((height + 2 * margin) * self->zoom) + 2);
}

void
ls_canvas_queue_rect (LsCanvas *self, const LsRect *rect)
{
  queue_rect (self, rect->x, rect->y, rect->width, rect->height);
}

static void
queue_wire (LsCanvas *self, guint connection)
{
  guint n = 0;
  const LsPoint *points = ls_diagram_get_wire (self->diagram, connection, &n);
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

  for (guint i = 0; i < n; i++)
    {
      left = MIN (left, points[i].x);
      right = MAX (right, points[i].x);
      top = MIN (top, points[i].y);
      bottom = MAX (bottom, points[i].y);
    }
  if (n > 0)
    queue_rect (self, left, top, right - left, bottom - top);
}

void
ls_canvas_queue_component (LsCanvas *self, guint id)
{
  LsModel *model = ls_canvas_get_model (self);
  LsRect rect;

  if (ls_diagram_get_component_rect (self->diagram, id, &rect))
    queue_rect (self, rect.x, rect.y, rect.width, rect.height);
  if (id & LS_ITEM_NOTE)
    return;
  /* Wires of a system are those of what is in it. */
  if (id & LS_ITEM_SUBSYSTEM)
    {
      gtk_widget_queue_draw (GTK_WIDGET (self));
      return;
    }
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const LsConnection *connection = ls_model_get_connection (model, i);

      if (connection->from == id || connection->to == id)
        queue_wire (self, connection->id);
    }
}

/* Redraws what a mark is on. */
static void
queue_hit (LsCanvas *self, const LsHit *hit)
{
  LsRect rect;

  if (hit->kind == LS_HIT_CONNECTION)
    queue_wire (self, hit->connection);
  else if (hit->kind != LS_HIT_NOTHING
           && ls_diagram_get_component_rect (self->diagram, hit->component, &rect))
    queue_rect (self, rect.x, rect.y, rect.width, rect.height);
}

static gboolean
replace_hit (LsCanvas *self, LsHit *present, const LsHit *hit)
{
  if (ls_canvas_hit_equal (present, hit))
    return FALSE;
  queue_hit (self, present);
  *present = *hit;
  queue_hit (self, present);
  return TRUE;
}

void
ls_canvas_set_hover (LsCanvas *self, const LsHit *hit)
{
  if (!ls_canvas_hit_equal (&self->quiet, hit))
    memset (&self->quiet, 0, sizeof self->quiet);
  if (replace_hit (self, &self->hover, hit))
    g_signal_emit (self, signals[SIGNAL_HOVER_CHANGED], 0);
}

void
ls_canvas_get_hover (LsCanvas *self, LsHit *hit)
{
  *hit = self->hover;
}

void
ls_canvas_set_highlight (LsCanvas *self, const LsHit *hit)
{
  replace_hit (self, &self->highlight, hit);
}

void
ls_canvas_set_focus_item (LsCanvas *self, const LsHit *hit)
{
  if (replace_hit (self, &self->focus, hit))
    ls_canvas_accessible_focus_changed (self);
}

const char *
ls_canvas_get_hint (LsCanvas *self)
{
  return self->hint != NULL ? self->hint : "";
}

void
ls_canvas_set_hint (LsCanvas *self, const char *hint)
{
  if (g_strcmp0 (self->hint, hint) == 0)
    return;
  g_free (self->hint);
  self->hint = g_strdup (hint);
  g_signal_emit (self, signals[SIGNAL_HINT_CHANGED], 0);
}

void
ls_canvas_problem (LsCanvas *self, const char *title, const char *message)
{
  g_signal_emit (self, signals[SIGNAL_PROBLEM], 0, title, message);
}

static void
ls_canvas_size_allocate (GtkWidget *widget, GtkAllocation *allocation)
{
  LsCanvas *self = LS_CANVAS (widget);

  GTK_WIDGET_CLASS (ls_canvas_parent_class)->size_allocate (widget, allocation);
  if (self->fit_pending && allocation->width > 1 && allocation->height > 1)
    ls_canvas_zoom_fit (self);
}

static void
ls_canvas_style_updated (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ls_canvas_parent_class)->style_updated (widget);
  ls_style_get_theme (widget, &LS_CANVAS (widget)->theme);
  if (LS_CANVAS (widget)->large)
    {
      LS_CANVAS (widget)->theme.scale *= SCALE_LARGE;
      LS_CANVAS (widget)->theme.least_text = TEXT_LARGE;
    }
  gtk_widget_queue_draw (widget);
}

static void
ls_canvas_dispose (GObject *object)
{
  LsCanvas *self = LS_CANVAS (object);

  g_clear_object (&self->pinch);
  g_clear_pointer (&self->feed, ls_feed_free);
  g_clear_pointer (&self->values, g_hash_table_unref);
  g_clear_pointer (&self->diagram, ls_diagram_free);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (ls_canvas_parent_class)->dispose (object);
}

static void
ls_canvas_finalize (GObject *object)
{
  LsCanvas *self = LS_CANVAS (object);

  ls_canvas_wire_clear (&self->wire);
  g_hash_table_unref (self->components);
  g_hash_table_unref (self->connections);
  g_clear_pointer (&self->band_before, g_hash_table_unref);
  g_hash_table_unref (self->items);
  g_ptr_array_unref (self->announced);
  g_free (self->moved);
  g_free (self->moved_from);
  g_clear_pointer (&self->bent_from, g_array_unref);
  g_free (self->hint);
  G_OBJECT_CLASS (ls_canvas_parent_class)->finalize (object);
}

static guint
new_signal (GType type, const char *name, guint n_strings)
{
  return g_signal_new (name, type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, n_strings,
                       G_TYPE_STRING, G_TYPE_STRING);
}

static void
ls_canvas_class_init (LsCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_canvas_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_canvas_finalize;
  widget_class->draw = ls_canvas_draw;
  widget_class->size_allocate = ls_canvas_size_allocate;
  widget_class->style_updated = ls_canvas_style_updated;
  widget_class->query_tooltip = ls_canvas_query_tooltip;
  ls_canvas_pointer_class_init (widget_class);
  ls_canvas_keys_class_init (widget_class);
  ls_canvas_drop_class_init (widget_class);
  gtk_widget_class_set_accessible_type (widget_class, ls_canvas_accessible_get_type ());
  gtk_widget_class_set_css_name (widget_class, "diagram");

  signals[SIGNAL_SELECTION_CHANGED] = new_signal (type, "selection-changed", 0);
  signals[SIGNAL_VIEW_CHANGED] = new_signal (type, "view-changed", 0);
  signals[SIGNAL_HINT_CHANGED] = new_signal (type, "hint-changed", 0);
  signals[SIGNAL_HOVER_CHANGED] = new_signal (type, "hover-changed", 0);
  signals[SIGNAL_PROBLEM] = new_signal (type, "problem", 2);
  signals[SIGNAL_OPEN_FILE] = new_signal (type, "open-file", 1);
  signals[SIGNAL_SYSTEM_CHANGED] = new_signal (type, "system-changed", 0);
}

static void
pinch_begin_cb (LsCanvas *self)
{
  self->pinch_from = self->zoom;
}

static void
pinch_cb (LsCanvas *self, double scale, GtkGesture *gesture)
{
  double x, y;

  if (gtk_gesture_get_bounding_box_center (gesture, &x, &y))
    ls_canvas_zoom_at (self, x, y, self->pinch_from * scale / self->zoom);
}

static void
ls_canvas_init (LsCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->zoom = 1;
  self->fit_pending = TRUE;
  self->components = g_hash_table_new (NULL, NULL);
  self->connections = g_hash_table_new (NULL, NULL);
  self->items = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->announced = g_ptr_array_new_with_free_func (g_free);
  self->theme = *ls_theme_get_light ();
  gtk_widget_set_can_focus (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_add_events (widget, GDK_BUTTON_PRESS_MASK | GDK_BUTTON_RELEASE_MASK
                                     | GDK_POINTER_MOTION_MASK | GDK_SCROLL_MASK
                                     | GDK_SMOOTH_SCROLL_MASK | GDK_LEAVE_NOTIFY_MASK
                                     | GDK_TOUCHPAD_GESTURE_MASK | GDK_KEY_PRESS_MASK
                                     | GDK_KEY_RELEASE_MASK | GDK_FOCUS_CHANGE_MASK);
  self->map_shown = TRUE;
  self->pinch = gtk_gesture_zoom_new (widget);
  g_signal_connect_swapped (self->pinch, "begin", G_CALLBACK (pinch_begin_cb), self);
  g_signal_connect_swapped (self->pinch, "scale-changed", G_CALLBACK (pinch_cb), self);
  ls_canvas_drop_init (self);
}
