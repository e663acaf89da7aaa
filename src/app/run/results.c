#include "app/run/results.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/plot/plot-export.h"
#include "core/base/file.h"
#include "core/base/number.h"

struct _LsResults
{
  GtkBox parent_instance;
  LsComparison *comparison; /* (nullable) */
  GtkListStore *store;
  char *project;
  GtkWidget *stack, *view, *note_label, *export_button, *title_label;
};

G_DEFINE_TYPE (LsResults, ls_results, GTK_TYPE_BOX)

/* Columns of the store; the errors of the signals come after the fixed ones. */
enum
{
  COLUMN_RUN,
  COLUMN_STATE,
  COLUMN_STEPS,
  COLUMN_CALLS,
  COLUMN_TIME,
  N_FIXED_COLUMNS
};

static void
add_column (LsResults *self, const char *title, int column, gboolean number)
{
  GtkCellRenderer *renderer = gtk_cell_renderer_text_new ();
  GtkTreeViewColumn *view_column
      = gtk_tree_view_column_new_with_attributes (title, renderer, "text", column, NULL);

  if (number)
    {
      g_object_set (renderer, "xalign", 1.0, NULL);
      gtk_tree_view_column_set_alignment (view_column, 1.0);
    }
  gtk_tree_view_column_set_resizable (view_column, TRUE);
  gtk_tree_view_append_column (GTK_TREE_VIEW (self->view), view_column);
}

static void
build_columns (LsResults *self)
{
  GtkTreeView *view = GTK_TREE_VIEW (self->view);
  const char *const *signal_names = ls_comparison_get_signals (self->comparison);
  guint n = N_FIXED_COLUMNS + g_strv_length ((char **)signal_names);
  g_autofree GType *types = g_new (GType, n);

  while (gtk_tree_view_get_n_columns (view) > 0)
    gtk_tree_view_remove_column (view, gtk_tree_view_get_column (view, 0));
  for (guint i = 0; i < n; i++)
    types[i] = G_TYPE_STRING;
  g_clear_object (&self->store);
  self->store = gtk_list_store_newv ((int)n, types);
  add_column (self, _ ("Run"), COLUMN_RUN, FALSE);
  for (guint i = N_FIXED_COLUMNS; i < n; i++)
    add_column (self, signal_names[i - N_FIXED_COLUMNS], (int)i, TRUE);
  add_column (self, _ ("Outcome"), COLUMN_STATE, FALSE);
  add_column (self, _ ("Macro steps"), COLUMN_STEPS, TRUE);
  add_column (self, _ ("Steps of FMUs"), COLUMN_CALLS, TRUE);
  add_column (self, _ ("Time, s"), COLUMN_TIME, TRUE);
  /* Takes the room that is left, so that the columns stay close. */
  gtk_tree_view_append_column (view, gtk_tree_view_column_new ());
  gtk_tree_view_set_model (view, GTK_TREE_MODEL (self->store));
}

static const char *
state_text (LsRunState state)
{
  switch (state)
    {
    case LS_RUN_RUNNING:
      return _ ("running");
    case LS_RUN_DONE:
      return _ ("done");
    case LS_RUN_CANCELLED:
      return _ ("cancelled");
    case LS_RUN_FAILED:
      return _ ("failed");
    default:
      return _ ("waiting");
    }
}

static void
fill_error (LsResults *self, GtkTreeIter *iter, guint run, guint signal)
{
  double error = ls_comparison_get_error (self->comparison, run, signal);
  char number[LS_NUMBER_SIZE];
  g_autofree char *text = NULL;

  if (isfinite (error))
    {
      ls_number_format_short (error, 3, number);
      /* Nothing can be said below the reference's own error. */
      text = ls_comparison_is_limited (self->comparison, run, signal)
                 ? g_strdup_printf (_ ("%s (limit)"), number)
                 : g_strdup (number);
    }
  gtk_list_store_set (self->store, iter, N_FIXED_COLUMNS + signal, text != NULL ? text : "–", -1);
}

static void
fill_row (LsResults *self, GtkTreeIter *iter, guint run, gboolean errors)
{
  LsRun *record = ls_comparison_get_run (self->comparison, run);
  g_autofree char *label = ls_run_get_label (record);
  g_autofree char *steps = NULL, *calls = NULL, *time = NULL, *state = NULL;
  LsRunResult result = { 0 };
  char number[LS_NUMBER_SIZE];

  ls_run_get_result (record, &result);
  steps = g_strdup_printf ("%" G_GUINT64_FORMAT, result.counts.macro_steps);
  calls = g_strdup_printf ("%" G_GUINT64_FORMAT, result.counts.do_step);
  time = g_strdup (ls_number_format_short (result.wall_time, 3, number));
  state = result.message != NULL
              ? g_strdup_printf ("%s: %s", state_text (result.state), result.message)
              : g_strdup (state_text (result.state));
  gtk_list_store_set (self->store, iter, COLUMN_RUN, label, COLUMN_STATE, state, COLUMN_STEPS,
                      steps, COLUMN_CALLS, calls, COLUMN_TIME, time, -1);
  for (guint i = 0; errors && ls_comparison_get_signals (self->comparison)[i] != NULL; i++)
    fill_error (self, iter, run, i);
  ls_run_result_clear (&result);
}

static void
fill_note (LsResults *self)
{
  LsReference *reference = ls_comparison_get_reference (self->comparison);
  const char *problem = ls_comparison_get_reference_problem (self->comparison);
  g_autofree char *text = NULL;

  if (problem != NULL)
    text = g_strdup_printf (_ ("No errors are given: %s"), problem);
  else if (reference != NULL)
    text = g_strdup_printf (
        _ ("100 · RMS of the difference over the range of the reference (%s). “limit” marks what "
           "is below three times the reference’s own error."),
        ls_reference_get_description (reference));
  gtk_label_set_text (GTK_LABEL (self->note_label), text != NULL ? text : "");
  gtk_widget_set_visible (self->note_label, text != NULL);
}

void
ls_results_refresh (LsResults *self)
{
  GtkTreeIter iter;
  gboolean ended;

  if (self->comparison == NULL)
    return;
  ended = ls_comparison_get_reference (self->comparison) != NULL
          || ls_comparison_get_reference_problem (self->comparison) != NULL;
  for (guint i = 0; i < ls_comparison_get_n_runs (self->comparison); i++)
    if (gtk_tree_model_iter_nth_child (GTK_TREE_MODEL (self->store), &iter, NULL, (int)i))
      fill_row (self, &iter, i, ended);
  fill_note (self);
}

void
ls_results_show (LsResults *self, LsComparison *comparison)
{
  GtkTreeIter iter;

  g_clear_pointer (&self->comparison, ls_comparison_unref);
  gtk_widget_set_sensitive (self->export_button, comparison != NULL);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack),
                                    comparison != NULL ? "table" : "empty");
  if (comparison == NULL)
    return;
  self->comparison = ls_comparison_ref (comparison);
  build_columns (self);
  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    gtk_list_store_append (self->store, &iter);
  ls_results_refresh (self);
}

void
ls_results_set_project (LsResults *self, const char *project)
{
  g_free (self->project);
  self->project = g_strdup (project);
}

static void
export_clicked_cb (LsResults *self)
{
  static const char *const endings[] = { "csv", "json", NULL };
  g_autofree char *name
      = g_strdup_printf ("%s-errors", self->project != NULL ? self->project : "results");
  g_autofree char *path = ls_export_ask (GTK_WIDGET (self), _ ("Export Results"), name, endings);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (path == NULL || self->comparison == NULL)
    return;
  text = g_str_has_suffix (path, ".json") ? ls_comparison_to_json (self->comparison)
                                          : ls_comparison_to_csv (self->comparison);
  if (!ls_file_write (path, text, strlen (text), &error))
    ls_export_report (GTK_WIDGET (self), error);
}

static void
ls_results_finalize (GObject *object)
{
  LsResults *self = LS_RESULTS (object);

  g_clear_pointer (&self->comparison, ls_comparison_unref);
  g_clear_object (&self->store);
  g_free (self->project);
  G_OBJECT_CLASS (ls_results_parent_class)->finalize (object);
}

static void
ls_results_class_init (LsResultsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_results_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/lockstep/Workbench/results.ui");
  gtk_widget_class_bind_template_child (widget_class, LsResults, stack);
  gtk_widget_class_bind_template_child (widget_class, LsResults, view);
  gtk_widget_class_bind_template_child (widget_class, LsResults, note_label);
  gtk_widget_class_bind_template_child (widget_class, LsResults, title_label);
  gtk_widget_class_bind_template_child (widget_class, LsResults, export_button);
  gtk_widget_class_bind_template_callback (widget_class, export_clicked_cb);
}

static void
ls_results_init (LsResults *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
