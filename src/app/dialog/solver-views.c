#include "app/dialog/solver-views.h"
#include <glib/gi18n-lib.h>
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
export_cb (Views *self)
{
  g_autofree char *name = g_strdup_printf ("%s-solvers", self->name);

  ls_export_charts (LS_CHART_AREA (self->area), _ ("Export Work–Precision"), name);
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
                            _ ("Error over CPU time, one line per solver. Enter several "
                               "tolerances."));
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
