#include "app/window/file-control.h"
#include <glib/gi18n-lib.h>
#include "app/base/widgets.h"
#include "app/base/export-job.h"
#include "app/base/file-dialog.h"
#include "app/canvas/canvas.h"
#include "app/panel/library.h"
#include "app/plot/plot-export.h"
#include "app/window/file-chooser.h"

struct _LsFileControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsSaveControl *save;
  LsLoadControl *load;
};

G_DEFINE_TYPE (LsFileControl, ls_file_control, G_TYPE_OBJECT)

static void
open_file_cb (LsFileControl *self, const char *path)
{
  ls_frame_command (self->frame, "open-path", path);
}

static void
may_begin_cb (gpointer object, gboolean go_on, G_GNUC_UNUSED gpointer data)
{
  LsFileControl *self = object;

  if (!go_on)
    return;
  ls_load_control_begin_new (self->load);
  ls_frame_leave_start (self->frame);
  ls_widget_focus (self->frame->canvas);
}

static void
new_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer user_data)
{
  LsFileControl *self = user_data;

  ls_save_control_ask (self->save, self, may_begin_cb, NULL, NULL);
}

static void
model_chosen_cb (gpointer object, const char *path, G_GNUC_UNUSED gpointer data)
{
  LsFileControl *self = object;

  if (path != NULL)
    ls_frame_command (self->frame, "open-path", path);
}

static void
open_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer user_data)
{
  static const char *const patterns[] = { "*.ssp", "*.ssd", "OspSystemStructure*.xml", NULL };
  static const char *const lessons[] = { "*.md", NULL };
  LsFileControl *self = user_data;
  GtkFileChooserNative *dialog = ls_file_chooser_new (self->frame, _ ("Open Model"),
                                                      GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"));

  ls_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), _ ("Models (SSP)"), patterns);
  ls_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), _ ("Lessons"), lessons);
  ls_file_chooser_show_for_path (dialog, self, model_chosen_cb, NULL, NULL);
}

static void
fmus_chosen_cb (gpointer object, GtkFileChooser *chooser, G_GNUC_UNUSED gpointer data)
{
  LsFileControl *self = object;
  g_auto (GStrv) paths = ls_file_chooser_list_paths (chooser);

  if (paths != NULL)
    ls_load_control_place_files (self->load, paths);
}

static void
add_fmu_cb (G_GNUC_UNUSED GSimpleAction *action,
            G_GNUC_UNUSED GVariant *parameter,
            gpointer user_data)
{
  static const char *const patterns[] = { "*.fmu", NULL };
  LsFileControl *self = user_data;
  GtkFileChooserNative *dialog
      = ls_file_chooser_new (self->frame, _ ("Add FMUs"), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Add"));

  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (dialog), TRUE);
  ls_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), _ ("Components (FMU)"), patterns);
  ls_file_chooser_show (dialog, self, fmus_chosen_cb, NULL, NULL);
}

static void
folder_chosen_cb (gpointer object, const char *path, G_GNUC_UNUSED gpointer data)
{
  LsFileControl *self = object;

  if (path != NULL)
    ls_library_add_folder (LS_LIBRARY (self->frame->library), path);
}

static void
open_folder_cb (G_GNUC_UNUSED GSimpleAction *action,
                G_GNUC_UNUSED GVariant *parameter,
                gpointer user_data)
{
  LsFileControl *self = user_data;

  ls_file_chooser_show_for_path (ls_file_chooser_new (self->frame, _ ("Open Library Folder"),
                                                      GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
                                                      _ ("_Open")),
                                 self, folder_chosen_cb, NULL, NULL);
}

static void
reload_cb (G_GNUC_UNUSED GSimpleAction *action,
           G_GNUC_UNUSED GVariant *parameter,
           gpointer user_data)
{
  LsFileControl *self = user_data;
  g_autofree char *path = g_strdup (ls_document_get_path (self->frame->document));

  if (path != NULL)
    ls_frame_command (self->frame, "open-path", path);
}

static void
close_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer self)
{
  gtk_window_close (((LsFileControl *)self)->frame->window);
}

static void
draw_diagram_cb (cairo_t *cr,
                 G_GNUC_UNUSED double width,
                 G_GNUC_UNUSED double height,
                 gpointer user_data)
{
  LsDiagram *diagram = user_data;
  LsRect extents = ls_diagram_get_extents (diagram);
  LsDiagramLook look = { NULL, NULL, NULL, FALSE };

  ls_color_set_source (&ls_theme_get_light ()->background, cr);
  cairo_paint (cr);
  cairo_translate (cr, -extents.x, -extents.y);
  ls_diagram_draw (diagram, cr, 1, ls_theme_get_light (), &look);
}

static void
diagram_file_chosen_cb (gpointer object, const char *path, G_GNUC_UNUSED gpointer data)
{
  LsFileControl *self = object;
  LsDiagram *diagram = ls_canvas_get_diagram (LS_CANVAS (self->frame->canvas));
  LsRect extents = ls_diagram_get_extents (diagram);

  ls_export_start_drawing (GTK_WIDGET (self->frame->window), path, MAX (extents.width, 1),
                           MAX (extents.height, 1), LS_EXPORT_SCALE, draw_diagram_cb, diagram);
}

static void
export_diagram_cb (G_GNUC_UNUSED GSimpleAction *action,
                   G_GNUC_UNUSED GVariant *parameter,
                   gpointer user_data)
{
  g_autofree const char **endings = ls_items_list_endings (".svg", ls_export_formats, NULL);
  LsFileControl *self = user_data;
  g_autofree char *project = ls_frame_get_project (self->frame);
  g_autofree char *name = g_strdup_printf ("%s-diagram", project);

  ls_export_ask (GTK_WIDGET (self->frame->window), _ ("Export Diagram"), name, endings, self,
                 diagram_file_chosen_cb, NULL, NULL);
}

static const GActionEntry entries[] = {
  { .name = "new", .activate = new_cb },
  { .name = "open", .activate = open_cb },
  { .name = "add-fmu", .activate = add_fmu_cb },
  { .name = "open-folder", .activate = open_folder_cb },
  { .name = "reload", .activate = reload_cb },
  { .name = "close", .activate = close_cb },
  { .name = "export-diagram", .activate = export_diagram_cb },
};

static void
library_activated_cb (LsFileControl *self, const char *path)
{
  char *paths[] = { (char *)path, NULL };

  if (g_str_has_suffix (path, ".fmu"))
    ls_load_control_place_files (self->load, paths);
  else
    ls_frame_command (self->frame, "open-path", path);
}

static void
ls_file_control_class_init (G_GNUC_UNUSED LsFileControlClass *klass)
{
}

static void
ls_file_control_init (G_GNUC_UNUSED LsFileControl *self)
{
}

LsFileControl *
ls_file_control_new (const LsFrame *frame, LsSaveControl *save, LsLoadControl *load)
{
  LsFileControl *self = g_object_new (LS_TYPE_FILE_CONTROL, NULL);

  g_return_val_if_fail (frame != NULL && LS_IS_SAVE_CONTROL (save) && LS_IS_LOAD_CONTROL (load),
                        NULL);
  self->frame = frame;
  self->save = save;
  self->load = load;
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (frame->canvas, "open-file", G_CALLBACK (open_file_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (frame->start_page, "file-activated", G_CALLBACK (open_file_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (frame->library, "file-activated", G_CALLBACK (library_activated_cb),
                           self, G_CONNECT_SWAPPED);
  return self;
}
