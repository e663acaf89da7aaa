#include "app/plot/plot-export.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/base/export-job.h"
#include "app/base/report.h"
#include "app/plot/figure-chooser.h"
#include "core/record/trace-writer.h"
#include "draw/figure-data.h"

#define MM_PER_INCH 25.4
#define POINTS_PER_INCH 72
/* Pixels per inch on a usual screen; of a copy, and of a bitmap unless another resolution is
 * chosen. */
#define SCREEN 96
#define RESOLUTION 192
/* Size of an exported chart of a dialog, points. */
#define CHART_WIDTH 640
#define CHART_HEIGHT 400

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

/* A question about a file that exists, and what is done then. */
typedef struct
{
  GWeakRef object;
  char *path;
  LsPathFunc func;
  gpointer data;
  GDestroyNotify free_data;
} Replacing;

static void
replacing_free (gpointer data)
{
  Replacing *self = data;

  g_weak_ref_clear (&self->object);
  if (self->free_data != NULL)
    self->free_data (self->data);
  g_free (self->path);
  g_free (self);
}

static void
replace_cb (GtkWidget *question, int response, gpointer data)
{
  const Replacing *self = data;
  g_autoptr (GObject) object = g_weak_ref_get ((GWeakRef *)&self->object);

  gtk_widget_hide (question);
  if (response == GTK_RESPONSE_ACCEPT && object != NULL)
    self->func (object, self->path, self->data);
  gtk_widget_destroy (question);
}

/* Needed for a completed name: the dialog has asked about the typed name only. */
static void
ask_to_replace (GtkWindow *window, Replacing *replacing)
{
  g_autofree char *name = g_path_get_basename (replacing->path);
  GtkWidget *question = gtk_message_dialog_new (
      window, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, GTK_MESSAGE_QUESTION,
      GTK_BUTTONS_NONE, _ ("“%s” exists already. Replace it?"), name);

  gtk_dialog_add_buttons (GTK_DIALOG (question), _ ("_Cancel"), GTK_RESPONSE_CANCEL, _ ("_Replace"),
                          GTK_RESPONSE_ACCEPT, NULL);
  g_object_set_data_full (G_OBJECT (question), "replacing", replacing, replacing_free);
  g_signal_connect (question, "response", G_CALLBACK (replace_cb), replacing);
  gtk_window_present (GTK_WINDOW (question));
}

void
ls_export_complete (GtkWindow *window,
                    const char *path,
                    const char *const *endings,
                    gpointer object,
                    LsPathFunc func,
                    gpointer data,
                    GDestroyNotify free_data)
{
  g_return_if_fail (GTK_IS_WINDOW (window) && endings != NULL && G_IS_OBJECT (object));

  Replacing *self = g_new0 (Replacing, 1);

  g_weak_ref_init (&self->object, object);
  self->path = has_ending (path, endings) ? drop_second_ending (path, endings)
                                          : g_strconcat (path, endings[0], NULL);
  self->func = func;
  self->data = data;
  self->free_data = free_data;
  if (!g_str_equal (self->path, path) && g_file_test (self->path, G_FILE_TEST_EXISTS))
    {
      ask_to_replace (window, self);
      return;
    }
  func (object, self->path, data);
  replacing_free (self);
}

/* What is asked for; taken apart when the name has been chosen. */
typedef struct
{
  GtkWindow *window; /* not a reference: the chooser goes with it */
  char **endings;
  LsPathFunc func;
  gpointer data;
  GDestroyNotify free_data;
} Asked;

static void
asked_free (gpointer data)
{
  Asked *self = data;

  g_strfreev (self->endings);
  if (self->free_data != NULL)
    self->free_data (self->data);
  g_free (self);
}

static void
named_cb (gpointer object, const char *path, gpointer data)
{
  Asked *self = data;

  if (path != NULL)
    ls_export_complete (self->window, path, (const char *const *)self->endings, object, self->func,
                        g_steal_pointer (&self->data), g_steal_pointer (&self->free_data));
}

void
ls_export_name (gpointer chooser,
                const char *name,
                const char *const *endings,
                gpointer object,
                LsPathFunc func,
                gpointer data,
                GDestroyNotify free_data)
{
  g_return_if_fail (GTK_IS_FILE_CHOOSER (chooser) && endings != NULL && func != NULL);

  g_autofree char *suggestion = g_strconcat (name, endings[0], NULL);
  Asked *asked = g_new (Asked, 1);

  gtk_file_chooser_set_do_overwrite_confirmation (chooser, TRUE);
  gtk_file_chooser_set_current_name (chooser, suggestion);
  /* The filters only help to find files: the typed name decides the format. */
  ls_file_chooser_add_endings (chooser, _ ("All formats that can be written"), endings);
  *asked = (Asked){ ls_file_chooser_get_parent (chooser), g_strdupv ((char **)endings), func, data,
                    free_data };
  ls_file_chooser_show_for_path (chooser, object, named_cb, asked, asked_free);
}

void
ls_export_ask (GtkWidget *parent,
               const char *title,
               const char *name,
               const char *const *endings,
               gpointer object,
               LsPathFunc func,
               gpointer data,
               GDestroyNotify free_data)
{
  g_return_if_fail (GTK_IS_WIDGET (parent));

  ls_export_name (gtk_file_chooser_native_new (title, GTK_WINDOW (gtk_widget_get_toplevel (parent)),
                                               GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Export"),
                                               _ ("_Cancel")),
                  name, endings, object, func, data, free_data);
}

void
ls_export_report (GtkWidget *parent, const GError *error)
{
  g_return_if_fail (GTK_IS_WIDGET (parent));

  ls_report_problem (parent, _ ("The file was not written"), error->message);
}

typedef struct
{
  LsPicture picture;        /* a copy; none: data of the runs */
  LsComparison *comparison; /* (nullable) */
  LsFigureSize size;
} Export;

static void
export_free (gpointer data)
{
  Export *self = data;

  ls_picture_clear (&self->picture);
  g_clear_pointer (&self->comparison, ls_comparison_unref);
  g_free (self);
}

static double
to_points (double mm)
{
  return mm * POINTS_PER_INCH / MM_PER_INCH;
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
  Export *self = data;

  if (self->picture.figure == NULL)
    return write_runs (self->comparison, path, progress, progress_data, error);
  if (is_numbers (path))
    return ls_figure_write_data (self->picture.figure, path, progress, progress_data, error);
  return ls_export_with_progress (path, to_points (self->size.width), to_points (self->size.height),
                                  self->size.resolution / POINTS_PER_INCH, ls_picture_draw,
                                  &self->picture, progress, progress_data, error);
}

/* As on the screen. */
static LsFigureSize
get_size (LsPlotArea *area, LsChartArea *charts)
{
  GtkWidget *widget = charts != NULL ? GTK_WIDGET (charts) : GTK_WIDGET (area);
  const int width = MAX (gtk_widget_get_allocated_width (widget), 320);
  const int height = MAX (gtk_widget_get_allocated_height (widget), 240);

  return (LsFigureSize){ width * MM_PER_INCH / SCREEN, height * MM_PER_INCH / SCREEN, RESOLUTION,
                         FALSE };
}

/* Writes the points of a chart, or its picture. */
static void
export_charts (GtkWidget *parent, const Export *export, const char *path)
{
  GPtrArray *charts = export->picture.charts;
  g_autoptr (GError) error = NULL;

  if (!is_numbers (path))
    ls_export_start_drawing (
        parent, path, to_points (export->size.width), to_points (export->size.height),
        export->size.resolution / POINTS_PER_INCH, ls_picture_draw, (gpointer) & export->picture);
  else if (charts->len > 0 && ls_items_find_ending (ls_chart_formats, path) != NULL)
    ls_export_start_text (parent, path, ls_chart_to_csv (charts->pdata[0]));
  else
    {
      g_set_error (&error, LS_ERROR, LS_ERROR_ARGUMENT,
                   charts->len == 0 ? _ ("Nothing to export: the plot is empty.")
                                    : _ ("The points of this plot are written as CSV."));
      ls_export_report (parent, error);
    }
}

/* Size and resolution that were entered last stand when the next figure is written; 0: none. */
static LsFigureSize last_size;

static void
figure_named_cb (gpointer parent, const char *path, gpointer data)
{
  const Export *asked = data;
  /* Imported or earlier runs have no comparison: the plotted data are written. */
  const gboolean runs = is_numbers (path) && !asked->size.shown_only && asked->comparison != NULL;
  Export *export;

  last_size = asked->size;
  last_size.shown_only = FALSE;
  if (asked->picture.charts != NULL && !runs)
    {
      export_charts (parent, asked, path);
      return;
    }
  export = g_new0 (Export, 1);
  export->size = asked->size;
  if (runs)
    export->comparison = ls_comparison_ref (asked->comparison);
  else
    export->picture = ls_picture_copy (&asked->picture);
  ls_export_start (parent, path, write_cb, export, export_free, NULL, NULL);
}

/* Of a figure, all that is shown. */
static LsPicture
take_picture (LsPlotArea *area, LsChartArea *charts)
{
  LsPicture picture = { .figure = NULL };

  if (charts != NULL)
    picture.charts = g_ptr_array_ref (ls_chart_area_get_charts (charts));
  else
    {
      picture.figure = ls_figure_copy (ls_plot_area_get_figure (area));
      ls_figure_list_shown (picture.figure);
    }
  return picture;
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
  Export *export = g_new0 (Export, 1);

  export->size = last_size.width > 0 ? last_size : get_size (area, charts);
  export->picture = take_picture (area, charts);
  if (comparison != NULL)
    export->comparison = ls_comparison_ref (comparison);
  ls_export_name (ls_figure_chooser_new (parent, &export->picture, &export->size), name, endings,
                  parent, figure_named_cb, export, export_free);
}

static void
to_clipboard (GtkWidget *widget, cairo_surface_t *surface)
{
  g_autoptr (GdkPixbuf) pixbuf
      = gdk_pixbuf_get_from_surface (surface, 0, 0, cairo_image_surface_get_width (surface),
                                     cairo_image_surface_get_height (surface));

  if (pixbuf != NULL)
    gtk_clipboard_set_image (gtk_widget_get_clipboard (widget, GDK_SELECTION_CLIPBOARD), pixbuf);
}

void
ls_plot_copy (LsPlotArea *area, LsChartArea *charts)
{
  g_return_if_fail (LS_IS_PLOT_AREA (area));

  const LsFigureSize size = get_size (area, charts);
  LsPicture picture = take_picture (area, charts);

  ls_picture_paint (&picture, (int)ceil (size.width * RESOLUTION / MM_PER_INCH),
                    (int)ceil (size.height * RESOLUTION / MM_PER_INCH),
                    (double)RESOLUTION / POINTS_PER_INCH, GTK_WIDGET (area), to_clipboard);
  ls_picture_clear (&picture);
}

/* ---- Charts of dialogs --------------------------------------------------------------------- */

static void
draw_charts (cairo_t *cr, double width, double height, gpointer charts)
{
  LsChartPicture picture = { charts, ls_theme_get_light () };

  ls_charts_draw (cr, width, height, &picture);
}

static void
charts_named_cb (gpointer area, const char *path, G_GNUC_UNUSED gpointer data)
{
  GPtrArray *charts = ls_chart_area_get_charts (area);

  if (charts == NULL)
    return;
  if (ls_items_find_ending (ls_chart_formats, path) != NULL)
    ls_export_start_text (area, path, ls_chart_to_csv (charts->pdata[0]));
  else
    ls_export_start_drawing (area, path, CHART_WIDTH, CHART_HEIGHT, LS_EXPORT_SCALE, draw_charts,
                             charts);
}

void
ls_export_charts (LsChartArea *area, const char *title, const char *name)
{
  g_return_if_fail (LS_IS_CHART_AREA (area));

  g_autofree const char **endings
      = ls_items_list_endings (NULL, ls_export_formats, ls_chart_formats);

  ls_export_ask (GTK_WIDGET (area), title, name, endings, area, charts_named_cb, NULL, NULL);
}
