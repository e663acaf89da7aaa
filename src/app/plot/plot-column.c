#include "app/plot/plot-column.h"
#include "app/plot/plot-sheet.h"

struct _LsPlotColumn
{
  GtkScrolledWindow parent_instance;
  GtkWidget *plots;
};

G_DEFINE_TYPE (LsPlotColumn, ls_plot_column, GTK_TYPE_SCROLLED_WINDOW)

static int
measure_tallest (GtkWidget *widget)
{
  int least;

  if (GTK_IS_PANED (widget))
    return MAX (measure_tallest (gtk_paned_get_child1 (GTK_PANED (widget))),
                measure_tallest (gtk_paned_get_child2 (GTK_PANED (widget))));
  gtk_widget_get_preferred_height (widget, &least, NULL);
  return least;
}

/* One plot of the column can always be seen whole; other columns determine the height of the row.
 */
static void
ls_plot_column_get_preferred_height (GtkWidget *widget, int *minimum, int *natural)
{
  *minimum = *natural = measure_tallest (LS_PLOT_COLUMN (widget)->plots);
}

static void
ls_plot_column_class_init (LsPlotColumnClass *klass)
{
  GTK_WIDGET_CLASS (klass)->get_preferred_height = ls_plot_column_get_preferred_height;
}

static void
ls_plot_column_init (LsPlotColumn *self)
{
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
}

GtkWidget *
ls_plot_column_new (GtkWidget *plots)
{
  LsPlotColumn *self = g_object_new (LS_TYPE_PLOT_COLUMN, "visible", TRUE, NULL);
  GtkWidget *sheet = ls_plot_sheet_new ();

  self->plots = plots;
  gtk_container_add (GTK_CONTAINER (sheet), plots);
  gtk_container_add (GTK_CONTAINER (self), sheet);
  return GTK_WIDGET (self);
}

GtkWidget *
ls_plot_column_get_plots (LsPlotColumn *self)
{
  g_return_val_if_fail (LS_IS_PLOT_COLUMN (self), NULL);

  return self->plots;
}

void
ls_plot_column_show_plot (GtkWidget *plot)
{
  g_return_if_fail (GTK_IS_WIDGET (plot));

  for (GtkWidget *sheet = gtk_widget_get_ancestor (plot, LS_TYPE_PLOT_SHEET); sheet != NULL;
       sheet = gtk_widget_get_ancestor (gtk_widget_get_parent (sheet), LS_TYPE_PLOT_SHEET))
    {
      g_autoptr (GtkAdjustment) adjustment = NULL;
      int y;

      g_object_get (sheet, "vadjustment", &adjustment, NULL);
      if (gtk_widget_translate_coordinates (plot, gtk_bin_get_child (GTK_BIN (sheet)), 0, 0, NULL,
                                            &y))
        gtk_adjustment_clamp_page (adjustment, y, y + gtk_widget_get_allocated_height (plot));
    }
}
