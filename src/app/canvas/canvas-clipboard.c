/* Copy, cut, paste and duplicate. The clipboard contains an SSP document, to exchange it with
 * other windows, processes or text editors. */
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/canvas/canvas-drag.h"
#include "app/canvas/canvas-marks.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-select.h"
#include "app/canvas/canvas-view.h"
#include "core/ssp/fragment.h"

enum
{
  TARGET_XML,
  TARGET_TEXT
};

static LsModel *
selected_fragment (LsCanvas *self)
{
  g_autoptr (GArray) ids = ls_canvas_list_selected (self);

  /* Subsystems cannot be copied. */
  for (guint i = ids->len; i-- > 0;)
    if (g_array_index (ids, guint, i) & LS_ITEM_SUBSYSTEM)
      g_array_remove_index (ids, i);
  if (ids->len == 0)
    return NULL;
  return ls_fragment_new (ls_canvas_get_model (self), (const guint *)(void *)ids->data, ids->len);
}

static void
get_cb (G_GNUC_UNUSED GtkClipboard *clipboard, GtkSelectionData *data, guint info, gpointer text)
{
  if (info == TARGET_XML)
    gtk_selection_data_set (data, gtk_selection_data_get_target (data), 8, text,
                            (int)strlen (text));
  else
    gtk_selection_data_set_text (data, text, -1);
}

static void
clear_cb (G_GNUC_UNUSED GtkClipboard *clipboard, gpointer text)
{
  g_free (text);
}

static GtkClipboard *
get_clipboard (LsCanvas *self)
{
  return gtk_widget_get_clipboard (GTK_WIDGET (self), GDK_SELECTION_CLIPBOARD);
}

/* Returns: whether the selection was copied to the clipboard */
static gboolean
copy (LsCanvas *self)
{
  g_autoptr (LsModel) fragment = selected_fragment (self);
  GtkTargetList *list;
  GtkTargetEntry *targets;
  int n_targets;
  g_autoptr (GError) error = NULL;
  char *text;

  if (fragment == NULL)
    return FALSE;
  if ((text = ls_fragment_write (fragment, &error)) == NULL)
    {
      ls_canvas_problem (self, _ ("The components could not be copied"), error->message);
      return FALSE;
    }
  list = gtk_target_list_new (NULL, 0);
  gtk_target_list_add (list, gdk_atom_intern_static_string ("text/xml"), 0, TARGET_XML);
  gtk_target_list_add_text_targets (list, TARGET_TEXT);
  targets = gtk_target_table_new_from_list (list, &n_targets);
  gtk_clipboard_set_with_data (get_clipboard (self), targets, (guint)n_targets, get_cb, clear_cb,
                               text);
  gtk_clipboard_set_can_store (get_clipboard (self), NULL, 0);
  gtk_target_table_free (targets, n_targets);
  gtk_target_list_unref (list);
  return TRUE;
}

void
ls_canvas_copy (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  ls_canvas_cancel (self);
  copy (self);
}

void
ls_canvas_cut (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  ls_canvas_cancel (self);
  if (!copy (self))
    return;
  ls_document_begin_group (self->document, _ ("Cut"));
  ls_canvas_delete_selection (self);
  ls_document_end_group (self->document);
}

static LsRect
bounds (const LsModel *fragment)
{
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

  for (guint i = 0; i < ls_model_get_n_components (fragment); i++)
    {
      LsPlacement place;
      LsRect box;

      ls_component_get_placement (ls_model_get_component (fragment, i), &place);
      ls_placement_get_box (&place, &box.x, &box.y, &box.width, &box.height);
      left = MIN (left, box.x);
      top = MIN (top, box.y);
      right = MAX (right, box.x + box.width);
      bottom = MAX (bottom, box.y + box.height);
    }
  for (guint i = 0; i < ls_model_get_n_notes (fragment); i++)
    {
      const LsNote *note = ls_model_get_note (fragment, i);

      left = MIN (left, note->x);
      top = MIN (top, note->y);
      right = MAX (right, note->x + note->width);
      bottom = MAX (bottom, note->y + note->height);
    }
  return (LsRect){ left, top, right - left, bottom - top };
}

/* Inserts @fragment at a free place near (@x, @y) and selects it. */
static void
insert (LsCanvas *self, const char *name, const LsModel *fragment, double x, double y)
{
  LsRect box = bounds (fragment);
  LsPoint place = ls_diagram_find_place (self->diagram, x, y, box.width, box.height);
  LsRect target = { place.x, place.y, box.width, box.height };
  g_autoptr (GArray) added
      = ls_document_insert (self->document, name, fragment, ls_canvas_get_system (self),
                            place.x - box.x, place.y - box.y);

  ls_canvas_select_components (self, added);
  ls_canvas_show_rect (self, &target);
}

/* A free place below the box, or else a visible one on the right, on the left, or above. */
static LsPoint
find_near (LsCanvas *self, const LsRect *box)
{
  const double gap = 4 * LS_DIAGRAM_GRID;
  const LsPoint wishes[] = { { box->x + gap, box->y + box->height },
                             { box->x + box->width + gap, box->y },
                             { box->x - box->width - gap, box->y },
                             { box->x, box->y - box->height - gap } };

  return ls_canvas_find_place (self, wishes, G_N_ELEMENTS (wishes), box->width, box->height);
}

void
ls_canvas_duplicate (LsCanvas *self)
{
  g_autoptr (LsModel) fragment = NULL;
  LsPoint place;
  LsRect box;

  g_return_if_fail (LS_IS_CANVAS (self));

  ls_canvas_cancel (self);
  if ((fragment = selected_fragment (self)) == NULL)
    return;
  box = bounds (fragment);
  place = find_near (self, &box);
  insert (self, _ ("Duplicate"), fragment, place.x, place.y);
}

/* The pointer position if it is over the canvas, else about the centre of the visible part;
 * canvas units. */
static LsPoint
paste_point (LsCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int width = gtk_widget_get_allocated_width (widget);
  int height = gtk_widget_get_allocated_height (widget);
  int x = -1, y = -1;
  LsPoint point;

  if (gtk_widget_get_realized (widget))
    gdk_window_get_device_position (
        gtk_widget_get_window (widget),
        gdk_seat_get_pointer (gdk_display_get_default_seat (gtk_widget_get_display (widget))), &x,
        &y, NULL);
  if (x < 0 || y < 0 || x >= width || y >= height)
    {
      x = width / 2 - 60;
      y = height / 2 - 40;
    }
  ls_canvas_to_model (self, x, y, &point.x, &point.y);
  return point;
}

static void
received_cb (G_GNUC_UNUSED GtkClipboard *clipboard, GtkSelectionData *data, gpointer user_data)
{
  g_autoptr (LsCanvas) self = user_data;
  g_autoptr (LsModel) fragment = NULL;
  g_autoptr (GError) error = NULL;
  int length = gtk_selection_data_get_length (data);
  LsPoint point;

  /* The window may have been closed, or a drag started, in the meantime. */
  if (self->document == NULL || ls_document_in_group (self->document))
    return;
  if (length <= 0)
    {
      ls_canvas_set_hint (self, _ ("Nothing to paste: copy components of a diagram first"));
      return;
    }
  fragment
      = ls_fragment_read ((const char *)gtk_selection_data_get_data (data), (gsize)length, &error);
  if (fragment == NULL
      || ls_model_get_n_components (fragment) + ls_model_get_n_notes (fragment) == 0)
    {
      ls_canvas_problem (self, _ ("The clipboard could not be pasted"),
                         error != NULL ? error->message : _ ("It holds no components"));
      return;
    }
  point = paste_point (self);
  insert (self, _ ("Paste"), fragment, point.x, point.y);
}

void
ls_canvas_paste (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  ls_canvas_cancel (self);
  gtk_clipboard_request_contents (get_clipboard (self), gdk_atom_intern_static_string ("text/xml"),
                                  received_cb, g_object_ref (self));
}
