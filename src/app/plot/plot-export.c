#include "app/plot/plot-export.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/base/export-job.h"
#include "app/base/report.h"
#include "app/base/widgets.h"
#include "core/record/trace-writer.h"
#include "draw/figure-data.h"

/* Pixels per point of a bitmap. */
#define SCALE 2

static gboolean
has_ending (const char *path, const char *const *endings)
{
  const LsItem any = { .endings = endings };

  return ls_item_has_ending (&any, path);
}

/* The dialog selects the name without its ending, so that typing "a.svg" gives "a.svg.png". The
 * ending that was typed is used. */
static char *
drop_second_ending (const char *path, const char *const *endings)
{
  const char *point = strrchr (path, '.');
  g_autofree char *typed = point != NULL ? g_strndup (path, (gsize)(point - path)) : NULL;

  if (typed == NULL || !has_ending (path, endings) || !has_ending (typed, endings))
    return g_strdup (path);
  return g_steal_pointer (&typed);
}

/* Needed for a completed name: the dialog has asked about the typed name only. */
static gboolean
may_replace (GtkWindow *window, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  GtkWidget *question;
  int response;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  question = gtk_message_dialog_new (window, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                     GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE,
                                     _ ("“%s” exists already. Replace it?"), name);
  gtk_dialog_add_buttons (GTK_DIALOG (question), _ ("_Cancel"), GTK_RESPONSE_CANCEL, _ ("_Replace"),
                          GTK_RESPONSE_ACCEPT, NULL);
  response = gtk_dialog_run (GTK_DIALOG (question));
  gtk_widget_destroy (question);
  return response == GTK_RESPONSE_ACCEPT;
}

char *
ls_export_complete (GtkWindow *window, const char *path, const char *const *endings)
{
  g_return_val_if_fail (GTK_IS_WINDOW (window) && endings != NULL, NULL);

  g_autofree char *completed = has_ending (path, endings) ? drop_second_ending (path, endings)
                                                          : g_strconcat (path, endings[0], NULL);

  if (!g_str_equal (completed, path) && !may_replace (window, completed))
    return NULL;
  return g_steal_pointer (&completed);
}

char *
ls_export_ask (GtkWidget *parent, const char *title, const char *name, const char *const *endings)
{
  return ls_export_ask_choice (parent, title, name, endings, NULL, NULL);
}

char *
ls_export_ask_choice (GtkWidget *parent,
                      const char *title,
                      const char *name,
                      const char *const *endings,
                      const char *choice,
                      gboolean *chosen)
{
  g_return_val_if_fail (GTK_IS_WIDGET (parent) && endings != NULL, NULL);

  GtkWindow *window = GTK_WINDOW (gtk_widget_get_toplevel (parent));
  g_autoptr (GtkFileChooserNative) dialog = gtk_file_chooser_native_new (
      title, window, GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (dialog);
  g_autofree char *suggestion = g_strconcat (name, endings[0], NULL);
  g_autofree char *path = NULL;

  gtk_file_chooser_set_do_overwrite_confirmation (chooser, TRUE);
  gtk_file_chooser_set_current_name (chooser, suggestion);
  /* The filters only help to find files: the typed name decides the format. */
  ls_file_chooser_add_endings (chooser, _ ("All formats that can be written"), endings);
  if (choice != NULL)
    {
      gtk_file_chooser_add_choice (chooser, "choice", choice, NULL, NULL);
      gtk_file_chooser_set_choice (chooser, "choice", *chosen ? "true" : "false");
    }
  if (gtk_native_dialog_run (GTK_NATIVE_DIALOG (dialog)) != GTK_RESPONSE_ACCEPT)
    return NULL;
  if (choice != NULL)
    *chosen = g_strcmp0 (gtk_file_chooser_get_choice (chooser, "choice"), "true") == 0;
  path = gtk_file_chooser_get_filename (chooser);
  return path != NULL ? ls_export_complete (window, path, endings) : NULL;
}

void
ls_export_report (GtkWidget *parent, const GError *error)
{
  g_return_if_fail (GTK_IS_WIDGET (parent));

  ls_report_problem (parent, _ ("The file was not written"), error->message);
}

typedef struct
{
  LsFigure *figure;         /* (nullable): a copy; %NULL: data of the runs */
  LsComparison *comparison; /* (nullable) */
  int width, height;
} Export;

static void
export_free (gpointer data)
{
  Export *self = data;

  g_clear_pointer (&self->figure, ls_figure_free);
  g_clear_pointer (&self->comparison, ls_comparison_unref);
  g_free (self);
}

static void
draw_figure (cairo_t *cr, double width, double height, gpointer figure)
{
  ls_color_set_source (&ls_theme_get_light ()->background, cr);
  cairo_paint (cr);
  ls_figure_finish (figure);
  ls_figure_draw (figure, cr, width, height, ls_theme_get_light ());
}

static void
draw_charts (cairo_t *cr, double width, double height, gpointer charts)
{
  LsChartPicture picture = { .charts = charts, .theme = ls_theme_get_light () };

  ls_color_set_source (&ls_theme_get_light ()->background, cr);
  cairo_paint (cr);
  ls_charts_draw (cr, width, height, &picture);
}

/* Writes one file per run; with several runs, number and method precede the ending. */
static gboolean
write_runs (LsComparison *comparison,
            const char *path,
            LsProgressFunc progress,
            gpointer progress_data,
            GError **error)
{
  guint n = ls_comparison_get_n_runs (comparison);
  const char *ending = strrchr (path, '.');
  g_autofree char *stem = g_strndup (path, (gsize)(ending - path));

  for (guint i = 0; i < n; i++)
    {
      LsRun *run = ls_comparison_get_run (comparison, i);
      LsProgressPart part = { progress, progress_data, i, n };
      g_autofree char *each
          = g_strdup_printf ("%s-%u-%s%s", stem, i + 1, ls_run_get_choice (run)->method, ending);

      if (!ls_trace_write_with_progress (ls_run_get_trace (run), n == 1 ? path : each,
                                         ls_progress_of_part, &part, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_numbers (const char *path)
{
  return ls_items_find_ending (ls_trace_writers, path) != NULL;
}

/* Worker thread. */
static gboolean
write_cb (const char *path,
          gpointer data,
          LsProgressFunc progress,
          gpointer progress_data,
          GError **error)
{
  const Export *self = data;

  if (self->figure == NULL)
    return write_runs (self->comparison, path, progress, progress_data, error);
  if (is_numbers (path))
    return ls_figure_write_data (self->figure, path, progress, progress_data, error);
  return ls_export_with_progress (path, self->width, self->height, SCALE, draw_figure, self->figure,
                                  progress, progress_data, error);
}

static void
get_size (LsPlotArea *area, LsChartArea *charts, int *width, int *height)
{
  GtkWidget *widget = charts != NULL ? GTK_WIDGET (charts) : GTK_WIDGET (area);

  *width = MAX (gtk_widget_get_allocated_width (widget), 320);
  *height = MAX (gtk_widget_get_allocated_height (widget), 240);
}

/* Writes the points of a chart, or its picture. */
static void
export_charts (GtkWidget *parent, LsChartArea *area, const char *path)
{
  GPtrArray *charts = ls_chart_area_get_charts (area);
  g_autoptr (GError) error = NULL;
  int width, height;

  get_size (NULL, area, &width, &height);
  if (!is_numbers (path))
    ls_export_start_drawing (parent, path, width, height, draw_charts, charts);
  else if (charts->len > 0 && ls_items_find_ending (ls_chart_formats, path) != NULL)
    ls_export_start_text (parent, path, ls_chart_to_csv (charts->pdata[0]));
  else
    {
      g_set_error (&error, LS_ERROR, LS_ERROR_ARGUMENT,
                   charts->len == 0 ? _ ("Nothing is shown that could be written.")
                                    : _ ("The points of this plot are written as CSV."));
      ls_export_report (parent, error);
    }
}

void
ls_plot_export (GtkWidget *parent,
                LsPlotArea *area,
                LsChartArea *charts,
                LsComparison *comparison,
                const char *kind,
                const char *project)
{
  g_return_if_fail (GTK_IS_WIDGET (parent));

  g_autofree const char **endings
      = ls_items_list_endings (NULL, ls_export_formats, ls_trace_writers);
  g_autofree char *name = g_strdup_printf ("%s-%s", project != NULL ? project : "figure", kind);
  gboolean shown = FALSE;
  g_autofree char *path = ls_export_ask_choice (
      parent, _ ("Export Figure"), name, endings,
      _ ("Numbers (CSV, MATLAB): only what is shown, over the time framed"), &shown);
  /* Imported or earlier runs have no comparison: the plotted data are written. */
  const gboolean runs = path != NULL && is_numbers (path) && !shown && comparison != NULL;
  Export *export;

  if (path == NULL)
    return;
  if (charts != NULL && !runs)
    {
      export_charts (parent, charts, path);
      return;
    }
  export = g_new0 (Export, 1);
  get_size (area, charts, &export->width, &export->height);
  if (runs)
    export->comparison = ls_comparison_ref (comparison);
  else
    {
      export->figure = ls_figure_copy (ls_plot_area_get_figure (area));
      ls_figure_list_shown (export->figure);
    }
  ls_export_start (parent, path, write_cb, export, export_free, NULL, NULL);
}

typedef struct
{
  LsFigure *figure;
  cairo_surface_t *surface;
  int width, height;
} Copy;

static void
copy_free (gpointer data)
{
  Copy *self = data;

  g_clear_pointer (&self->figure, ls_figure_free);
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  g_free (self);
}

static void
paint (Copy *self, LsDrawFunc draw, gpointer user_data)
{
  cairo_t *cr;

  self->surface
      = cairo_image_surface_create (CAIRO_FORMAT_RGB24, SCALE * self->width, SCALE * self->height);
  cairo_surface_set_device_scale (self->surface, SCALE, SCALE);
  cr = cairo_create (self->surface);
  draw (cr, self->width, self->height, user_data);
  cairo_destroy (cr);
}

static void
paint_thread (GTask *task,
              G_GNUC_UNUSED gpointer source,
              gpointer data,
              G_GNUC_UNUSED GCancellable *cancellable)
{
  Copy *self = data;

  paint (self, draw_figure, self->figure);
  g_task_return_boolean (task, TRUE);
}

static void
to_clipboard (GtkWidget *widget, const Copy *self)
{
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_get_from_surface (
      self->surface, 0, 0, SCALE * self->width, SCALE * self->height);

  if (pixbuf != NULL)
    gtk_clipboard_set_image (gtk_widget_get_clipboard (widget, GDK_SELECTION_CLIPBOARD), pixbuf);
}

static void
painted_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GtkWidget) widget = user_data;

  /* The window may have been closed in the meantime. */
  if (gtk_widget_has_screen (widget))
    to_clipboard (widget, g_task_get_task_data (G_TASK (result)));
}

void
ls_plot_copy (LsPlotArea *area, LsChartArea *charts)
{
  Copy *copy = g_new0 (Copy, 1);
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (LS_IS_PLOT_AREA (area));
  get_size (area, charts, &copy->width, &copy->height);
  if (charts != NULL)
    {
      paint (copy, draw_charts, ls_chart_area_get_charts (charts));
      to_clipboard (GTK_WIDGET (area), copy);
      copy_free (copy);
      return;
    }
  copy->figure = ls_figure_copy (ls_plot_area_get_figure (area));
  ls_figure_list_shown (copy->figure);
  task = g_task_new (NULL, NULL, painted_cb, g_object_ref (area));
  g_task_set_task_data (task, copy, copy_free);
  g_task_run_in_thread (task, paint_thread);
}
