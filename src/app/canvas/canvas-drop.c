#include "app/canvas/canvas-drop.h"
#include <glib/gi18n-lib.h>
#include "app/base/fmu-store.h"
#include "app/base/widgets.h"
#include "app/canvas/canvas-drag.h"
#include "app/canvas/canvas-marks.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-view.h"

/* Size of the future block, to find a free place for it. */
static void
natural_size (LsFmu *fmu, double *width, double *height)
{
  LsComponent probe = { .fmu = fmu, .name = ls_fmu_get_description (fmu)->model_name };

  ls_component_get_natural_size (&probe, width, height);
}

/* A visible place beside the block that was added last: where wires between them are short. */
static LsPoint
find_place (LsCanvas *self, const LsRect *last, const LsPoint *at, double width, double height)
{
  const double gap = 4 * LS_DIAGRAM_GRID;
  const LsPoint wishes[] = { { last->x + last->width + 2 * gap, last->y },
                             { last->x, last->y + last->height + gap },
                             { last->x - 2 * gap - width, last->y },
                             { last->x, last->y - gap - height },
                             *at };

  return last->width > 0 ? ls_canvas_find_place (self, wishes, G_N_ELEMENTS (wishes), width, height)
                         : ls_canvas_find_place (self, at, 1, width, height);
}

/* @last: (inout): where the block is that was added last; empty: nowhere */
static gboolean
place_file (LsCanvas *self, const char *path, const LsPoint *at, LsRect *last)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsFmu) fmu = ls_fmu_store_get (path, &error);
  LsPoint place;
  double width, height;
  guint id;

  if (fmu == NULL)
    {
      g_autofree char *base = g_path_get_basename (path);
      g_autofree char *title = g_strdup_printf (_ ("“%s” could not be opened"), base);
      ls_canvas_problem (self, title, error->message);
      return FALSE;
    }
  natural_size (fmu, &width, &height);
  place = find_place (self, last, at, width, height);
  id = ls_document_add_fmu (self->document, fmu, ls_canvas_get_system (self), place.x, place.y);
  if (id == 0)
    return FALSE;
  ls_canvas_select_component (self, id, TRUE);
  *last = (LsRect){ place.x, place.y, width, height };
  return TRUE;
}

/* Where the component of the system shown is that was added last; empty: there is none. */
static LsRect
find_last (LsCanvas *self)
{
  LsModel *model = ls_canvas_get_model (self);
  LsRect rect;

  for (guint i = ls_model_get_n_components (model); i > 0; i--)
    if (ls_diagram_get_component_rect (self->diagram, ls_model_get_component (model, i - 1)->id,
                                       &rect))
      return rect;
  return (LsRect){ 0 };
}

/* What was added comes into sight; a view that nobody chose shows the whole diagram. */
static void
show_added (LsCanvas *self, const LsRect *last, gboolean pointed)
{
  if (ls_canvas_is_in_sight (self, last))
    return;
  if (self->view.by_hand || pointed)
    ls_canvas_show_rect (self, last);
  else
    ls_canvas_zoom_fit (self);
}

guint
ls_canvas_place_files (LsCanvas *self, char **paths, const LsPoint *at)
{
  g_return_val_if_fail (LS_IS_CANVAS (self), 0);

  double px = at != NULL ? at->x : gtk_widget_get_allocated_width (GTK_WIDGET (self)) * 0.2;
  double py = at != NULL ? at->y : gtk_widget_get_allocated_height (GTK_WIDGET (self)) * 0.3;
  LsPoint place;
  LsRect last = at != NULL ? (LsRect){ 0 } : find_last (self);
  guint n = 0;

  if (paths[0] == NULL)
    return 0;
  ls_canvas_to_model (self, px, py, &place.x, &place.y);
  ls_canvas_cancel (self);
  ls_canvas_clear_selection (self);
  /* A single file needs no group: its undo entry contains its name. */
  if (paths[1] != NULL)
    ls_document_begin_group (self->document, _ ("Add components"));
  for (guint i = 0; paths[i] != NULL; i++)
    n += place_file (self, paths[i], &place, &last) ? 1 : 0;
  if (paths[1] != NULL)
    ls_document_end_group (self->document);
  if (n > 0)
    show_added (self, &last, at != NULL);
  return n;
}

static gboolean
is_model (const char *path)
{
  return g_str_has_suffix (path, ".ssp") || g_str_has_suffix (path, ".ssd");
}

static void
ls_canvas_drag_data_received (GtkWidget *widget,
                              G_GNUC_UNUSED GdkDragContext *context,
                              int x,
                              int y,
                              GtkSelectionData *data,
                              G_GNUC_UNUSED guint info,
                              G_GNUC_UNUSED guint time)
{
  LsCanvas *self = LS_CANVAS (widget);
  g_auto (GStrv) files = ls_drop_list_paths (data, widget);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *model = NULL;

  for (guint i = 0; files[i] != NULL; i++)
    if (is_model (files[i]) && model == NULL)
      model = g_strdup (files[i]);
    else
      g_ptr_array_add (paths, g_strdup (files[i]));
  g_ptr_array_add (paths, NULL);
  gtk_widget_grab_focus (widget);
  ls_canvas_place_files (self, (char **)paths->pdata, &(LsPoint){ x, y });
  if (model != NULL)
    g_signal_emit_by_name (self, "open-file", model, NULL);
}

void
ls_canvas_drop_init (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  gtk_drag_dest_set (GTK_WIDGET (self), GTK_DEST_DEFAULT_ALL, NULL, 0, GDK_ACTION_COPY);
  gtk_drag_dest_add_uri_targets (GTK_WIDGET (self));
}

void
ls_canvas_drop_class_init (GtkWidgetClass *klass)
{
  klass->drag_data_received = ls_canvas_drag_data_received;
}
