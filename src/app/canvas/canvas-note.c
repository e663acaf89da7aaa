#include "app/canvas/canvas-note.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/base/widgets.h"
#include "app/canvas/canvas-drag.h"
#include "app/canvas/canvas-marks.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-view.h"

/* Size used by the diagram, canvas units. */
#define TEXT_SIZE 12.0
#define MARGIN 8.0
#define MAX_WIDTH 280.0
#define MIN_WIDTH 60.0

typedef struct
{
  LsCanvas *canvas;
  guint id; /* 0: a new note */
  double x, y;
  GtkWidget *popover, *view;
  gboolean cancelled;
} Editor;

static void
measure (LsCanvas *self, const char *text, double *width, double *height)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoFontDescription *font = pango_font_description_from_string (self->theme.font);
  int w, h;

  pango_font_description_set_absolute_size (font, TEXT_SIZE * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_get_size (layout, &w, &h);
  if (w > MAX_WIDTH * PANGO_SCALE)
    {
      pango_layout_set_width (layout, (int)(MAX_WIDTH * PANGO_SCALE));
      pango_layout_get_size (layout, &w, &h);
    }
  /* On the grid, with a margin because fonts differ between computers. */
  *width
      = MAX (ceil ((1.04 * w / PANGO_SCALE + 2 * MARGIN + 2) / LS_DIAGRAM_GRID) * LS_DIAGRAM_GRID,
             MIN_WIDTH);
  *height = ceil ((1.04 * h / PANGO_SCALE + 2 * MARGIN) / LS_DIAGRAM_GRID) * LS_DIAGRAM_GRID;
}

static char *
get_text (Editor *self)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  GtkTextIter start, end;
  g_autofree char *text = NULL;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
  return g_strdup (g_strchomp (text));
}

/* Saves the text; an empty note is deleted. */
static void
commit (Editor *self)
{
  LsCanvas *canvas = self->canvas;
  g_autofree char *text = get_text (self);
  double width, height;

  if (ls_document_in_group (canvas->document))
    return;
  measure (canvas, text, &width, &height);
  if (self->id != 0 && ls_model_find_note (ls_canvas_get_model (canvas), self->id) == NULL)
    return;
  if (self->id != 0 && *text == '\0')
    ls_document_remove_note (canvas->document, self->id);
  else if (self->id != 0)
    ls_document_set_note (canvas->document, self->id, text, width, height);
  else if (*text != '\0')
    {
      LsPoint place = ls_diagram_find_room (canvas->diagram, self->x, self->y, width, height,
                                            LS_DIAGRAM_GRID);
      LsNote note = { .subsystem = ls_canvas_get_system (canvas),
                      .text = text,
                      .x = place.x,
                      .y = place.y,
                      .width = width,
                      .height = height };
      guint id = ls_document_add_note (canvas->document, &note);

      LsHit hit = { .kind = LS_HIT_NOTE, .component = LS_ITEM_NOTE | id };

      ls_canvas_select_component (canvas, hit.component, FALSE);
      ls_canvas_set_focus_item (canvas, &hit);
      ls_canvas_scroll_to (canvas, &hit);
    }
}

static void
closed_cb (Editor *self)
{
  GtkWidget *popover = self->popover;

  if (!self->cancelled && self->canvas->document != NULL)
    commit (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  self->cancelled = TRUE;
  gtk_widget_destroy (popover);
}

static gboolean
key_cb (G_GNUC_UNUSED GtkWidget *view, GdkEventKey *event, Editor *self)
{
  gboolean enter = event->keyval == GDK_KEY_Return || event->keyval == GDK_KEY_KP_Enter;

  if (event->keyval == GDK_KEY_Escape)
    self->cancelled = TRUE;
  else if (!enter || (event->state & GDK_CONTROL_MASK) == 0)
    return GDK_EVENT_PROPAGATE;
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  return GDK_EVENT_STOP;
}

static void
done_cb (Editor *self)
{
  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

static GtkWidget *
build (Editor *self, const char *text)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scrolled = gtk_scrolled_window_new (NULL, NULL);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Done"));
  GtkWidget *label = gtk_label_new (_ ("Ctrl+Return: apply; Esc: cancel"));

  self->view = gtk_text_view_new ();
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (self->view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (self->view), FALSE);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view)), text, -1);
  ls_widget_set_accessible_name (self->view, _ ("Text of the note"));
  gtk_widget_set_size_request (scrolled, 280, 110);
  gtk_scrolled_window_set_shadow_type (GTK_SCROLLED_WINDOW (scrolled), GTK_SHADOW_IN);
  gtk_container_add (GTK_CONTAINER (scrolled), self->view);
  gtk_style_context_add_class (gtk_widget_get_style_context (label), "dim-label");
  gtk_box_pack_start (GTK_BOX (row), label, TRUE, TRUE, 0);
  gtk_box_pack_end (GTK_BOX (row), button, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), scrolled, TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (box), row, FALSE, FALSE, 0);
  g_object_set (box, "margin", 6, NULL);
  g_signal_connect (self->view, "key-press-event", G_CALLBACK (key_cb), self);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (done_cb), self);
  gtk_widget_show_all (box);
  return box;
}

void
ls_canvas_open_note (LsCanvas *canvas, guint id, double x, double y)
{
  g_return_if_fail (LS_IS_CANVAS (canvas));

  const LsNote *note = id != 0 ? ls_model_find_note (ls_canvas_get_model (canvas), id) : NULL;
  LsRect rect = { x, y, 1, 1 };
  GdkRectangle at;
  Editor *self;

  if (id != 0 && note == NULL)
    return;
  self = g_new0 (Editor, 1);
  self->canvas = canvas;
  self->id = id;
  self->x = x;
  self->y = y;
  if (id != 0)
    ls_diagram_get_component_rect (canvas->diagram, LS_ITEM_NOTE | id, &rect);
  ls_canvas_get_area (canvas, &rect, &at);
  self->popover = gtk_popover_new (GTK_WIDGET (canvas));
  ls_widget_set_accessible_name (self->popover, _ ("Note"));
  gtk_container_add (GTK_CONTAINER (self->popover), build (self, note != NULL ? note->text : ""));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &at);
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_BOTTOM);
  g_object_set_data_full (G_OBJECT (self->popover), "editor", self, g_free);
  /* On the popover, because it handles Esc first. */
  g_signal_connect (self->popover, "key-press-event", G_CALLBACK (key_cb), self);
  g_signal_connect_swapped (self->popover, "closed", G_CALLBACK (closed_cb), self);
  gtk_popover_popup (GTK_POPOVER (self->popover));
  gtk_widget_grab_focus (self->view);
}

void
ls_canvas_add_note (LsCanvas *self)
{
  double x, y;

  g_return_if_fail (LS_IS_CANVAS (self));

  ls_canvas_cancel (self);
  ls_canvas_to_model (self, gtk_widget_get_allocated_width (GTK_WIDGET (self)) * 0.4,
                      gtk_widget_get_allocated_height (GTK_WIDGET (self)) * 0.3, &x, &y);
  ls_canvas_open_note (self, 0, x, y);
}

void
ls_canvas_edit_note (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  guint id = ls_canvas_get_selected_note (self);

  ls_canvas_cancel (self);
  if (id != 0)
    ls_canvas_open_note (self, id, 0, 0);
}
