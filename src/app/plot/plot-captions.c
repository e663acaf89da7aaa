/* Dialog for the labels of a plot (title, axes, legend) and for saving its look as a file. */
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/plot/plot-export.h"
#include "app/plot/plot-panel-private.h"
#include "app/base/report.h"
#include "app/base/file-dialog.h"
#include "app/base/widgets.h"

/* Maximum number of vertical axes with an entry. */
#define MAX_AXES 8u

typedef struct
{
  LsPlotPanel *panel; /* owned */
  GtkWidget *grid, *title;
  int n_rows;
  GPtrArray *entries; /* for axes, then signals, then runs */
  GPtrArray *keys;    /* their keys: axis, signal or run */
  guint n_axes, n_signals;
  GPtrArray *seen; /* while they are added: signals listed so far, borrowed, %NULL-terminated */
} Captions;

/* Height above which the list is scrolled, px. */
#define MAX_HEIGHT 460

static GtkWidget *
add_entry (Captions *self, const char *name, const char *text)
{
  GtkWidget *label = gtk_label_new (name), *entry = gtk_entry_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_entry_set_text (GTK_ENTRY (entry), text != NULL ? text : "");
  gtk_entry_set_width_chars (GTK_ENTRY (entry), 40);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  ls_widget_set_accessible_name (entry, name);
  gtk_grid_attach (GTK_GRID (self->grid), label, 0, self->n_rows, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), entry, 1, self->n_rows++, 1, 1);
  return entry;
}

static void
add_heading (Captions *self, const char *text)
{
  GtkWidget *label = gtk_label_new (NULL);
  g_autofree char *markup = g_markup_printf_escaped ("<b>%s</b>", text);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_margin_top (label, 6);
  gtk_grid_attach (GTK_GRID (self->grid), label, 0, self->n_rows++, 2, 1);
}

static void
add_axis (Captions *self, const char *axis, const char *name)
{
  const LsPlotSetup *setup = ls_plot_panel_get_setup (self->panel);
  GtkWidget *entry = add_entry (self, name, ls_plot_setup_get_caption (setup, axis));

  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _ ("by its signals"));
  g_ptr_array_add (self->entries, entry);
  g_ptr_array_add (self->keys, g_strdup (axis));
}

static void
add_axes (Captions *self)
{
  const LsFigureKind *kind = ls_plot_view_get_figure (self->panel->view);
  const gboolean rows = kind != NULL && ls_figure_kind_has_rows (kind);
  const guint n = ls_figure_get_n_panes (ls_plot_panel_get_figure (self->panel));

  add_axis (self, "x", _ ("Horizontal axis"));
  for (guint i = 0; i < MIN (n, MAX_AXES) && !rows; i++)
    {
      g_autofree char *axis = g_strdup_printf ("y%u", i + 1);
      g_autofree char *name = n > 1 ? g_strdup_printf (_ ("Vertical axis %u"), i + 1)
                                    : g_strdup (_ ("Vertical axis"));

      add_axis (self, axis, name);
    }
}

/* Signals with their names, which appear in the legend or in the axis titles. */
static void
add_signals (Captions *self)
{
  LsPlotPanel *panel = self->panel;
  const LsFigureKind *kind = ls_plot_view_get_figure (panel->view);
  const LsPlotSetup *setup = ls_plot_panel_get_setup (panel);
  const char *const *names = ls_figure_get_signals (ls_plot_panel_get_figure (panel));

  if ((kind != NULL && kind->subject != LS_FIGURE_OF_SAMPLES) || names == NULL || names[0] == NULL)
    return;
  add_heading (self, _ ("Signals"));
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *name = g_strdup_printf (_ ("Signal %s"), names[i]);
      GtkWidget *entry;

      /* A signal in two panes is listed once. */
      if (g_strv_contains ((const char *const *)self->seen->pdata, names[i]))
        continue;
      g_ptr_array_insert (self->seen, 0, (gpointer)names[i]);
      entry = add_entry (self, names[i], ls_plot_setup_get_name (setup, names[i]));
      ls_widget_set_accessible_name (entry, name);
      g_ptr_array_add (self->entries, entry);
      g_ptr_array_add (self->keys, g_strdup (names[i]));
      self->n_signals++;
    }
}

/* The series of a chart; their labels contain run and signal. */
static void
add_series (Captions *self)
{
  GPtrArray *charts = ls_chart_area_get_charts (LS_CHART_AREA (self->panel->charts));
  const LsPlotSetup *setup = ls_plot_panel_get_setup (self->panel);
  const LsChart *chart = charts != NULL && charts->len > 0 ? charts->pdata[0] : NULL;

  add_axis (self, "x", _ ("Horizontal axis"));
  add_axis (self, "y1", _ ("Vertical axis"));
  self->n_axes = self->entries->len;
  if (chart != NULL && ls_chart_get_n_series (chart) > 0)
    add_heading (self, _ ("Legend"));
  for (guint i = 0; chart != NULL && i < ls_chart_get_n_series (chart); i++)
    {
      const char *label = ls_chart_get_label (chart, i);

      g_ptr_array_add (self->entries,
                       add_entry (self, label, ls_plot_setup_get_label (setup, label)));
      g_ptr_array_add (self->keys, g_strdup (label));
    }
}

static void
add_runs (Captions *self)
{
  LsComparison *comparison = self->panel->comparison;
  const LsPlotSetup *setup = ls_plot_panel_get_setup (self->panel);

  if (comparison != NULL && ls_comparison_get_n_runs (comparison) > 0)
    add_heading (self, _ ("Runs"));
  for (guint i = 0; comparison != NULL && i < ls_comparison_get_n_runs (comparison); i++)
    {
      char *label = ls_comparison_get_label (comparison, i);

      g_ptr_array_add (self->entries,
                       add_entry (self, label, ls_plot_setup_get_label (setup, label)));
      g_ptr_array_add (self->keys, label);
    }
}

static void
take (Captions *self, const char *title)
{
  LsPlotSetup *setup = ls_plot_panel_edit_setup (self->panel);

  g_free (setup->title);
  setup->title = *title != '\0' ? g_strdup (title) : NULL;
  for (guint i = 0; i < self->entries->len; i++)
    {
      const char *text = gtk_entry_get_text (GTK_ENTRY (self->entries->pdata[i]));

      if (i < self->n_axes)
        ls_plot_setup_set_caption (setup, self->keys->pdata[i], text);
      else if (i < self->n_axes + self->n_signals)
        ls_plot_setup_set_name (setup, self->keys->pdata[i], text);
      else
        ls_plot_setup_set_label (setup, self->keys->pdata[i], text);
    }
  ls_plot_panel_setup_changed (self->panel);
}

static void
captions_free (gpointer data, G_GNUC_UNUSED GClosure *closure)
{
  Captions *self = data;

  g_ptr_array_unref (self->entries);
  g_ptr_array_unref (self->keys);
  g_object_unref (self->panel);
  g_free (self);
}

static void
response_cb (GtkWidget *dialog, int response, gpointer captions)
{
  Captions *self = captions;

  if (response == GTK_RESPONSE_ACCEPT)
    take (self, gtk_entry_get_text (GTK_ENTRY (self->title)));
  gtk_widget_destroy (dialog);
}

static void
add_all (Captions *self)
{
  self->title = add_entry (self, _ ("Title"), ls_plot_panel_get_setup (self->panel)->title);
  if (ls_plot_panel_is_chart (self->panel))
    {
      add_series (self);
      return;
    }
  self->seen = g_ptr_array_new ();
  g_ptr_array_add (self->seen, NULL);
  add_axes (self);
  self->n_axes = self->entries->len;
  add_signals (self);
  add_runs (self);
  g_clear_pointer (&self->seen, g_ptr_array_unref);
}

void
ls_plot_panel_edit_captions (LsPlotPanel *self)
{
  GtkWidget *dialog = gtk_dialog_new_with_buttons (
      _ ("Captions"), GTK_WINDOW (gtk_widget_get_toplevel (GTK_WIDGET (self))),
      GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, _ ("_Cancel"), GTK_RESPONSE_CANCEL,
      _ ("_Apply"), GTK_RESPONSE_ACCEPT, NULL);
  GtkWidget *scrolled = gtk_scrolled_window_new (NULL, NULL);
  Captions *captions = g_new0 (Captions, 1);

  *captions = (Captions){ .panel = g_object_ref (self),
                          .grid = gtk_grid_new (),
                          .entries = g_ptr_array_new (),
                          .keys = g_ptr_array_new_with_free_func (g_free) };
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  gtk_container_set_border_width (GTK_CONTAINER (captions->grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (captions->grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (captions->grid), 12);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), MAX_HEIGHT);
  gtk_container_add (GTK_CONTAINER (scrolled), captions->grid);
  gtk_container_add (GTK_CONTAINER (gtk_dialog_get_content_area (GTK_DIALOG (dialog))), scrolled);
  add_all (captions);
  gtk_widget_show_all (scrolled);
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), captions, captions_free, 0);
  gtk_widget_show (dialog);
}

static void
template_file_chosen_cb (gpointer self, const char *path, G_GNUC_UNUSED gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (!ls_plot_setup_save (ls_plot_panel_get_setup (self), path, &error))
    ls_export_report (self, error);
}

void
ls_plot_panel_save_template (LsPlotPanel *self)
{
  static const char *const endings[] = { ".lsplot", NULL };

  ls_export_ask (GTK_WIDGET (self), _ ("Save Plot as Template"), ls_plot_view_get_id (self->view),
                 endings, self, template_file_chosen_cb, NULL, NULL);
}

static void
template_chosen_cb (gpointer self, const char *path, G_GNUC_UNUSED gpointer data)
{
  g_autoptr (GError) error = NULL;
  LsPlotSetup *setup = path != NULL ? ls_plot_setup_load (path, &error) : NULL;

  if (setup == NULL)
    {
      if (error != NULL)
        ls_report_problem (self, _ ("The template cannot be used"), error->message);
      return;
    }
  if (!ls_plot_panel_adopt_setup (self, setup))
    ls_report_problem (self, _ ("The template cannot be used"), _ ("Unknown plot type."));
}

void
ls_plot_panel_load_template (LsPlotPanel *self)
{
  static const char *const endings[] = { ".lsplot", NULL };

  ls_file_chooser_ask (GTK_WIDGET (self), _ ("Apply Template"), GTK_FILE_CHOOSER_ACTION_OPEN, NULL,
                       _ ("Templates of plots"), endings, template_chosen_cb, NULL, NULL);
}
