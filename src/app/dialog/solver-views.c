#include "app/dialog/solver-views.h"
#include <glib/gi18n-lib.h>
#include "app/base/export-job.h"
#include "app/plot/plot-export.h"
#include "app/base/widgets.h"
#include "present/charts.h"
#include "present/solver-chart.h"

typedef struct
{
  GtkWidget *area, *export;
  char *name; /* (nullable) */
} Views;

static void
views_free (gpointer data)
{
  Views *self = data;

  g_free (self->name);
  g_free (self);
}

static void
draw_charts (cairo_t *cr, double width, double height, gpointer charts)
{
  LsChartPicture picture = { charts, ls_theme_get_light () };

  ls_charts_draw (cr, width, height, &picture);
}

static void
file_chosen_cb (gpointer area, const char *path, G_GNUC_UNUSED gpointer data)
{
  GPtrArray *charts = ls_chart_area_get_charts (area);

  if (charts == NULL)
    return;
  if (ls_items_find_ending (ls_chart_formats, path) != NULL)
    ls_export_start_text (area, path, ls_chart_to_csv (charts->pdata[0]));
  else
    ls_export_start_drawing (area, path, 640, 420, LS_EXPORT_SCALE, draw_charts, charts);
}

static void
export_cb (Views *self)
{
  g_autofree const char **endings
      = ls_items_list_endings (NULL, ls_export_formats, ls_chart_formats);
  g_autofree char *name = g_strdup_printf ("%s-solvers", self->name);

  ls_export_ask (self->area, _ ("Export Work–Precision"), name, endings, self->area, file_chosen_cb,
                 NULL, NULL);
}

void
ls_solver_views_set (GtkWidget *views, const LsSolverTable *result, const char *name)
{
  g_return_if_fail (GTK_IS_WIDGET (views));

  Views *self = g_object_get_data (G_OBJECT (views), "views");
  GPtrArray *charts = result != NULL ? ls_solver_chart_new (result) : NULL;
  const gboolean any = charts != NULL && ls_chart_get_n_series (charts->pdata[0]) > 0;

  g_free (self->name);
  self->name = g_strdup (name);
  if (any)
    ls_chart_set_title (charts->pdata[0], name);
  else
    g_clear_pointer (&charts, g_ptr_array_unref);
  ls_chart_area_set_charts (LS_CHART_AREA (self->area), charts,
                            _ ("Errors over CPU times come here, a line for each solver: give "
                               "several tolerances."));
  gtk_widget_set_sensitive (self->export, any);
}

GtkWidget *
ls_solver_views_new (GtkWidget *table)
{
  Views *self = g_new0 (Views, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *stack = gtk_stack_new (), *switcher = gtk_stack_switcher_new ();

  g_return_val_if_fail (GTK_IS_WIDGET (table), NULL);
  self->area = g_object_new (LS_TYPE_CHART_AREA, NULL);
  self->export = gtk_button_new_with_mnemonic (_ ("_Export…"));
  ls_widget_set_accessible_name (self->area, _ ("Solvers: error over CPU time"));
  gtk_widget_set_tooltip_text (
      self->export, _ ("Save error over CPU time as PNG, SVG or PDF, or its points as CSV"));
  gtk_stack_add_titled (GTK_STACK (stack), table, "table", _ ("Table"));
  gtk_stack_add_titled (GTK_STACK (stack), self->area, "chart", _ ("Work–Precision"));
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), GTK_STACK (stack));
  gtk_box_pack_start (GTK_BOX (row), switcher, FALSE, FALSE, 0);
  gtk_box_pack_end (GTK_BOX (row), self->export, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), row, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), stack, TRUE, TRUE, 0);
  g_object_set_data_full (G_OBJECT (box), "views", self, views_free);
  g_signal_connect_swapped (self->export, "clicked", G_CALLBACK (export_cb), self);
  ls_solver_views_set (box, NULL, NULL);
  return box;
}
