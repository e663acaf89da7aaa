#include "app/plot/plot-export.h"
#include <glib/gi18n-lib.h>
#include "app/report.h"

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

char *
ls_export_ask (GtkWidget *parent, const char *title, const char *name, const char *const *endings)
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
  if (gtk_native_dialog_run (GTK_NATIVE_DIALOG (dialog)) != GTK_RESPONSE_ACCEPT)
    return NULL;
  path = gtk_file_chooser_get_filename (chooser);
  if (path == NULL || has_ending (path, endings))
    return g_steal_pointer (&path);
  return g_strconcat (path, ".", endings[0], NULL);
}

void
ls_export_report (GtkWidget *parent, const GError *error)
{
  ls_report_problem (parent, _ ("The file was not written"), error->message);
}

typedef struct
{
  LsFigure *figure;
} Drawing;

static void
draw_cb (cairo_t *cr, double width, double height, gpointer user_data)
{
  Drawing *drawing = user_data;

  ls_color_set_source (&ls_theme_get_light ()->background, cr);
  cairo_paint (cr);
  ls_figure_draw (drawing->figure, cr, width, height, ls_theme_get_light ());
}

/* One file per run; with several the method comes before the ending. */
static gboolean
write_runs (LsComparison *comparison, const char *path, GError **error)
{
  guint n = ls_comparison_get_n_runs (comparison);
  g_autofree char *stem = g_strndup (path, strlen (path) - strlen (".csv"));

  for (guint i = 0; i < n; i++)
    {
      LsRun *run = ls_comparison_get_run (comparison, i);
      g_autofree char *each
          = g_strdup_printf ("%s-%u-%s.csv", stem, i + 1, ls_run_get_choice (run)->method);

      if (!ls_trace_write_csv (ls_run_get_trace (run), n == 1 ? path : each, error))
        return FALSE;
    }
  return TRUE;
}

void
ls_plot_export (GtkWidget *parent, LsPlotArea *area, LsComparison *comparison, const char *project)
{
  static const char *const endings[] = { "png", "svg", "pdf", "csv", NULL };
  LsFigure *figure = ls_plot_area_get_figure (area);
  Drawing drawing = { figure };
  g_autofree char *name = g_strdup_printf ("%s-%s", project != NULL ? project : "figure",
                                           ls_figure_kind_id (ls_figure_get_kind (figure)));
  g_autofree char *path = ls_export_ask (parent, _ ("Export Figure"), name, endings);
  g_autoptr (GError) error = NULL;
  gboolean done;

  if (path == NULL)
    return;
  if (g_str_has_suffix (path, ".csv"))
    done = write_runs (comparison, path, &error);
  else
    done = ls_export (path, MAX (gtk_widget_get_allocated_width (GTK_WIDGET (area)), 320),
                      MAX (gtk_widget_get_allocated_height (GTK_WIDGET (area)), 240), 2, draw_cb,
                      &drawing, &error);
  ls_plot_area_redraw (area);
  if (!done)
    ls_export_report (parent, error);
}
