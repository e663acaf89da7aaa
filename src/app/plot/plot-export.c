#include "app/plot/plot-export.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/report.h"
#include "core/base/file.h"
#include "draw/figure-data.h"

static gboolean
has_ending (const char *path, const char *const *endings)
{
  for (guint i = 0; endings[i] != NULL; i++)
    {
      g_autofree char *ending = g_strconcat (".", endings[i], NULL);

      if (g_str_has_suffix (path, ending))
        return TRUE;
    }
  return FALSE;
}

/* The filters only help to find files: the name typed decides the format. */
static void
add_filters (GtkFileChooser *chooser, const char *const *endings)
{
  GtkFileFilter *any = gtk_file_filter_new ();

  for (guint i = 0; endings[i] != NULL; i++)
    {
      g_autofree char *pattern = g_strconcat ("*.", endings[i], NULL);

      gtk_file_filter_add_pattern (any, pattern);
    }
  gtk_file_filter_set_name (any, _ ("All formats that can be written"));
  gtk_file_chooser_add_filter (chooser, any);
}

/* Only the name without its ending is selected in the dialog: who types a whole name over it gets
 * "a.svg.png" for "a.svg". The ending that was typed is meant. */
static char *
drop_second_ending (const char *path, const char *const *endings)
{
  const char *point = strrchr (path, '.');
  g_autofree char *typed = point != NULL ? g_strndup (path, (gsize)(point - path)) : NULL;

  if (typed == NULL || !has_ending (path, endings) || !has_ending (typed, endings))
    return g_strdup (path);
  return g_steal_pointer (&typed);
}

/* The dialog itself asked about the name as it was typed. */
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
  g_autofree char *completed = has_ending (path, endings)
                                   ? drop_second_ending (path, endings)
                                   : g_strconcat (path, ".", endings[0], NULL);

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
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_toplevel (parent));
  g_autoptr (GtkFileChooserNative) dialog = gtk_file_chooser_native_new (
      title, window, GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"), _ ("_Cancel"));
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (dialog);
  g_autofree char *suggestion = g_strconcat (name, ".", endings[0], NULL);
  g_autofree char *path = NULL;

  gtk_file_chooser_set_do_overwrite_confirmation (chooser, TRUE);
  gtk_file_chooser_set_current_name (chooser, suggestion);
  add_filters (chooser, endings);
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
  ls_report_problem (parent, _ ("The file was not written"), error->message);
}

typedef struct
{
  LsFigure *figure;
  GPtrArray *charts; /* (nullable): instead of it */
} Drawing;

static void
draw_cb (cairo_t *cr, double width, double height, gpointer user_data)
{
  Drawing *drawing = user_data;
  LsChartPicture picture = { .charts = drawing->charts, .theme = ls_theme_get_light () };

  ls_color_set_source (&ls_theme_get_light ()->background, cr);
  cairo_paint (cr);
  if (drawing->charts != NULL)
    ls_charts_draw (cr, width, height, &picture);
  else
    ls_figure_draw (drawing->figure, cr, width, height, ls_theme_get_light ());
}

/* One file per run; with several the method comes before the ending. */
static gboolean
write_runs (LsComparison *comparison, const char *path, GError **error)
{
  guint n = ls_comparison_get_n_runs (comparison);
  const char *ending = strrchr (path, '.');
  g_autofree char *stem = g_strndup (path, (gsize)(ending - path));

  for (guint i = 0; i < n; i++)
    {
      LsRun *run = ls_comparison_get_run (comparison, i);
      g_autofree char *each
          = g_strdup_printf ("%s-%u-%s%s", stem, i + 1, ls_run_get_choice (run)->method, ending);

      if (!ls_trace_write (ls_run_get_trace (run), n == 1 ? path : each, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_numbers (const char *path)
{
  return g_str_has_suffix (path, ".csv") || g_str_has_suffix (path, ".mat");
}

/* The points of a chart. */
static gboolean
write_points (const GPtrArray *charts, const char *path, GError **error)
{
  g_autofree char *text = charts->len > 0 ? ls_chart_to_csv (charts->pdata[0]) : NULL;

  if (text != NULL && g_str_has_suffix (path, ".csv"))
    return ls_file_write (path, text, strlen (text), error);
  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
               text == NULL ? _ ("Nothing is shown that could be written.")
                            : _ ("The points of this plot are written as CSV."));
  return FALSE;
}

static void
get_size (LsPlotArea *area, LsChartArea *charts, int *width, int *height)
{
  GtkWidget *widget = charts != NULL ? GTK_WIDGET (charts) : GTK_WIDGET (area);

  *width = MAX (gtk_widget_get_allocated_width (widget), 320);
  *height = MAX (gtk_widget_get_allocated_height (widget), 240);
}

void
ls_plot_export (GtkWidget *parent,
                LsPlotArea *area,
                LsChartArea *charts,
                LsComparison *comparison,
                const char *kind,
                const char *project)
{
  static const char *const endings[] = { "png", "svg", "pdf", "csv", "mat", NULL };
  Drawing drawing = { ls_plot_area_get_figure (area),
                      charts != NULL ? ls_chart_area_get_charts (charts) : NULL };
  g_autofree char *name = g_strdup_printf ("%s-%s", project != NULL ? project : "figure", kind);
  gboolean shown = FALSE;
  g_autofree char *path = ls_export_ask_choice (
      parent, _ ("Export Figure"), name, endings,
      _ ("Numbers (CSV, MATLAB): only what is shown, over the time framed"), &shown);
  g_autoptr (GError) error = NULL;
  gboolean done;
  int width, height;

  if (path == NULL)
    return;
  ls_figure_finish (drawing.figure);
  get_size (area, charts, &width, &height);
  /* Earlier runs alone have no others behind them. */
  if (is_numbers (path) && (shown || comparison == NULL))
    done = drawing.charts != NULL ? write_points (drawing.charts, path, &error)
                                  : ls_figure_write_data (drawing.figure, path, &error);
  else if (is_numbers (path))
    done = write_runs (comparison, path, &error);
  else
    done = ls_export (path, width, height, 2, draw_cb, &drawing, &error);
  ls_plot_area_redraw (area);
  if (!done)
    ls_export_report (parent, error);
}

void
ls_plot_copy (LsPlotArea *area, LsChartArea *charts)
{
  Drawing drawing = { ls_plot_area_get_figure (area),
                      charts != NULL ? ls_chart_area_get_charts (charts) : NULL };
  int width, height;
  cairo_surface_t *surface;
  cairo_t *cr;
  g_autoptr (GdkPixbuf) pixbuf = NULL;

  ls_figure_finish (drawing.figure);
  get_size (area, charts, &width, &height);
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 2 * width, 2 * height);
  cairo_surface_set_device_scale (surface, 2, 2);
  cr = cairo_create (surface);
  draw_cb (cr, width, height, &drawing);
  cairo_destroy (cr);
  pixbuf = gdk_pixbuf_get_from_surface (surface, 0, 0, 2 * width, 2 * height);
  cairo_surface_destroy (surface);
  if (pixbuf != NULL)
    gtk_clipboard_set_image (gtk_widget_get_clipboard (GTK_WIDGET (area), GDK_SELECTION_CLIPBOARD),
                             pixbuf);
  ls_plot_area_redraw (area);
}
