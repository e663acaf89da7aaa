#include "app/canvas/canvas.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/base/style.h"
#include "app/canvas/canvas-accessible.h"
#include "app/canvas/canvas-drag.h"
#include "app/canvas/canvas-draw.h"
#include "app/canvas/canvas-drop.h"
#include "app/canvas/canvas-keys.h"
#include "app/canvas/canvas-map.h"
#include "app/canvas/canvas-marks.h"
#include "app/canvas/canvas-menu.h"
#include "app/canvas/canvas-pointer.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-select.h"
#include "app/canvas/canvas-system.h"
#include "app/canvas/canvas-view.h"

G_DEFINE_TYPE (LsCanvas, ls_canvas, GTK_TYPE_DRAWING_AREA)

enum
{
  SIGNAL_SELECTION_CHANGED,
  SIGNAL_VIEW_CHANGED,
  SIGNAL_HINT_CHANGED,
  SIGNAL_HOVER_CHANGED,
  SIGNAL_FOCUS_CHANGED,
  SIGNAL_PROBLEM,
  SIGNAL_OPEN_FILE,
  SIGNAL_SYSTEM_CHANGED,
  SIGNAL_SIGNAL_DROPPED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

/* Scale of lines and of text in blocks on a large screen, where blocks are drawn larger as well. */
#define SCALE_LARGE 1.25
/* Minimum text size then, relative to that of the window. */
#define TEXT_LARGE 0.8

static void
forget_things (LsCanvas *self)
{
  ls_canvas_cancel (self);
  ls_canvas_selection_drop (self);
  ls_canvas_marks_clear (self);
}

static void
say_loops (LsCanvas *self)
{
  guint n = self->shown.feed->loops->len;
  g_autofree char *text
      = n == 0 ? g_strdup (_ ("No algebraic loop"))
               : g_strdup_printf (g_dngettext (NULL, "%u algebraic loop: %s",
                                               "%u algebraic loops, the first: %s", n),
                                  n, (const char *)g_ptr_array_index (self->shown.feed->loops, 0));

  ls_canvas_set_hint (self, text);
}

void
ls_canvas_set_feed_shown (LsCanvas *self, gboolean shown)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  g_clear_pointer (&self->shown.feed, ls_feed_free);
  if (shown)
    {
      self->shown.feed = ls_feed_new (ls_canvas_get_model (self));
      say_loops (self);
    }
  else
    ls_canvas_set_hint (self, "");
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ls_canvas_set_values (LsCanvas *self, GHashTable *values)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  g_clear_pointer (&self->shown.values, g_hash_table_unref);
  self->shown.values = values != NULL ? g_hash_table_ref (values) : NULL;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
update_diagram (LsCanvas *self, guint parts, guint component)
{
  if (parts == LS_EDIT_GEOMETRY && component == 0)
    ls_diagram_update_places (self->diagram);
  else if (parts == LS_EDIT_GEOMETRY)
    ls_diagram_update (self->diagram, component);
  else if (parts == LS_EDIT_CONNECTIONS)
    ls_diagram_update_wires (self->diagram);
  else if ((parts & ~(guint)(LS_EDIT_VALUES | LS_EDIT_EXPERIMENT)) != 0)
    ls_diagram_update (self->diagram, 0);
}

static void
document_changed_cb (LsCanvas *self, guint parts, guint component)
{
  /* While blocks are dragged, only their surroundings are redrawn (canvas-pointer.c). */
  if (self->drag.kind != LS_DRAG_MOVE && self->drag.kind != LS_DRAG_BEND)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  ls_canvas_check_system (self);
  update_diagram (self, parts, component);
  ls_canvas_map_forget (self);
  if ((parts & (LS_EDIT_COMPONENTS | LS_EDIT_CONNECTIONS | LS_EDIT_NOTES)) != 0)
    {
      ls_canvas_marks_prune (self);
      if (self->wire.active
          && ls_model_find_component (ls_canvas_get_model (self), self->wire.component) == NULL)
        ls_canvas_wire_cancel (self);
    }
  if (self->shown.feed != NULL && (parts & (LS_EDIT_COMPONENTS | LS_EDIT_CONNECTIONS)) != 0)
    ls_canvas_set_feed_shown (self, TRUE);
  if ((parts & (LS_EDIT_COMPONENTS | LS_EDIT_CONNECTIONS | LS_EDIT_NOTES)) != 0)
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
  if (self->shown.feed != NULL)
    ls_canvas_set_feed_shown (self, TRUE);
  ls_diagram_update (self->diagram, 0);
  g_signal_emit (self, signals[SIGNAL_SYSTEM_CHANGED], 0);
  ls_canvas_selection_changed (self);
  if (gtk_widget_get_realized (GTK_WIDGET (self)))
    ls_canvas_zoom_fit (self);
  else
    ls_canvas_zoom_fit_later (self);
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
  g_return_val_if_fail (LS_IS_CANVAS (self), NULL);

  return self->document;
}

LsDiagram *
ls_canvas_get_diagram (LsCanvas *self)
{
  g_return_val_if_fail (LS_IS_CANVAS (self), NULL);

  return self->diagram;
}

static void
ls_canvas_size_allocate (GtkWidget *widget, GtkAllocation *allocation)
{
  LsCanvas *self = LS_CANVAS (widget);

  GTK_WIDGET_CLASS (ls_canvas_parent_class)->size_allocate (widget, allocation);
  if (allocation->width > 1 && allocation->height > 1)
    ls_canvas_follow_size (self);
}

static void
ls_canvas_style_updated (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ls_canvas_parent_class)->style_updated (widget);
  ls_style_get_theme (widget, &LS_CANVAS (widget)->theme);
  if (LS_CANVAS (widget)->view.large)
    {
      LS_CANVAS (widget)->theme.scale = SCALE_LARGE;
      LS_CANVAS (widget)->theme.font = ls_style_get_font (widget, 1.0);
      LS_CANVAS (widget)->theme.least_text = TEXT_LARGE * ls_style_get_lecture_text ();
    }
  gtk_widget_queue_draw (widget);
}

static void
ls_canvas_dispose (GObject *object)
{
  LsCanvas *self = LS_CANVAS (object);

  g_clear_object (&self->view.pinch);
  g_clear_pointer (&self->shown.feed, ls_feed_free);
  g_clear_pointer (&self->shown.values, g_hash_table_unref);
  ls_canvas_map_forget (self);
  g_clear_pointer (&self->diagram, ls_diagram_free);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (ls_canvas_parent_class)->dispose (object);
}

static void
ls_canvas_finalize (GObject *object)
{
  LsCanvas *self = LS_CANVAS (object);

  ls_canvas_wire_clear (&self->wire);
  ls_canvas_selection_finalize (self);
  g_clear_pointer (&self->drag.band_before, g_hash_table_unref);
  ls_canvas_accessible_finalize_items (self);
  g_free (self->move.ids);
  g_free (self->move.from);
  g_clear_pointer (&self->bend.from, g_array_unref);
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
  signals[SIGNAL_FOCUS_CHANGED] = new_signal (type, "focus-changed", 0);
  signals[SIGNAL_PROBLEM] = new_signal (type, "problem", 2);
  signals[SIGNAL_OPEN_FILE] = new_signal (type, "open-file", 1);
  signals[SIGNAL_SYSTEM_CHANGED] = new_signal (type, "system-changed", 0);
  signals[SIGNAL_SIGNAL_DROPPED]
      = g_signal_new ("signal-dropped", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                      3, G_TYPE_STRING, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
}

static void
ls_canvas_init (LsCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  ls_canvas_view_init (self);
  ls_canvas_selection_init (self);
  ls_canvas_accessible_init_items (self);
  self->theme = *ls_theme_get_light ();
  gtk_widget_set_can_focus (widget, TRUE);
  gtk_widget_set_has_tooltip (widget, TRUE);
  gtk_widget_add_events (widget, GDK_BUTTON_PRESS_MASK | GDK_BUTTON_RELEASE_MASK
                                     | GDK_POINTER_MOTION_MASK | GDK_SCROLL_MASK
                                     | GDK_SMOOTH_SCROLL_MASK | GDK_LEAVE_NOTIFY_MASK
                                     | GDK_TOUCHPAD_GESTURE_MASK | GDK_KEY_PRESS_MASK
                                     | GDK_KEY_RELEASE_MASK | GDK_FOCUS_CHANGE_MASK);
  self->shown.map = TRUE;
  ls_canvas_drop_init (self);
  ls_canvas_map_init (self);
}
