#include "app/run/results.h"
#include <glib/gi18n-lib.h>
#include <langinfo.h>
#include <math.h>
#include <string.h>
#include "app/base/export-job.h"
#include "app/base/widgets.h"
#include "app/plot/plot-export.h"
#include "core/base/language.h"
#include "core/model/bond.h"
#include "core/report/report-format.h"
#include "core/run/bond-result.h"
#include "core/run/comparison-text.h"

/* Horizontal margin of a cell, px. */
#define CELL_MARGIN 5

struct _LsResults
{
  GtkBox parent_instance;
  LsComparison *comparison; /* (nullable) */
  GtkListStore *store;      /* one row per run, in order */
  GtkTreeModel *filter;     /* of the store; the view sorts it */
  char *project;
  guint n_bonds;  /* number of columns of power bonds, the last ones of the store */
  guint n_orders; /* number of columns of orders, which follow those of the errors */
  GtkTreeViewColumn *
      *estimate_columns; /* (nullable): per signal; they follow those of the orders */
  GtkWidget *stack, *view, *note_label, *export_button, *title_label, *copy_button, *filter_entry;
};

G_DEFINE_TYPE (LsResults, ls_results, GTK_TYPE_BOX)

static guint cell_activated_signal;

/* Columns of the store; the columns of the errors follow the fixed ones. */
enum
{
  COLUMN_RUN,
  COLUMN_STATE,
  COLUMN_STEPS,
  COLUMN_CALLS,
  COLUMN_TIME,
  COLUMN_FMU_TIME,
  COLUMN_MEMORY,
  N_FIXED_COLUMNS
};

/* Reads the number at the beginning of a cell: "7·10⁻⁷ (limit)". */
static gboolean
read_number (const char *cell, double *value)
{
  g_autofree char *text = ls_text_lower_exponent (cell);
  char *end;

  g_strdelimit (text, nl_langinfo (RADIXCHAR), '.');
  *value = g_ascii_strtod (text, &end);
  return end != text;
}

/* Sorts numbers by value, before other texts, and texts in locale order. */
static int
compare_cells (GtkTreeModel *model, GtkTreeIter *a, GtkTreeIter *b, gpointer column)
{
  g_autofree char *text_a = NULL, *text_b = NULL;
  gboolean a_is_number, b_is_number;
  double x, y;

  gtk_tree_model_get (model, a, GPOINTER_TO_INT (column), &text_a, -1);
  gtk_tree_model_get (model, b, GPOINTER_TO_INT (column), &text_b, -1);
  if (text_a == NULL || text_b == NULL)
    return (text_a == NULL) - (text_b == NULL);
  a_is_number = read_number (text_a, &x);
  b_is_number = read_number (text_b, &y);
  if (a_is_number && b_is_number)
    return (x > y) - (x < y);
  if (!a_is_number && !b_is_number)
    return g_utf8_collate (text_a, text_b);
  return b_is_number - a_is_number;
}

static gboolean
is_visible_cb (GtkTreeModel *model, GtkTreeIter *iter, gpointer user_data)
{
  LsResults *self = user_data;
  g_autofree char *wanted
      = g_utf8_casefold (gtk_entry_get_text (GTK_ENTRY (self->filter_entry)), -1);
  g_autofree char *run = NULL, *state = NULL, *folded = NULL, *both = NULL;

  gtk_tree_model_get (model, iter, COLUMN_RUN, &run, COLUMN_STATE, &state, -1);
  both = g_strdup_printf ("%s %s", run != NULL ? run : "", state != NULL ? state : "");
  folded = g_utf8_casefold (both, -1);
  return strstr (folded, wanted) != NULL;
}

static void
filter_changed_cb (LsResults *self)
{
  if (self->filter != NULL)
    gtk_tree_model_filter_refilter (GTK_TREE_MODEL_FILTER (self->filter));
}

static GtkTreeViewColumn *
add_column (LsResults *self, const char *title, int column, gboolean number)
{
  GtkCellRenderer *renderer = gtk_cell_renderer_text_new ();
  GtkTreeViewColumn *view_column
      = gtk_tree_view_column_new_with_attributes (NULL, renderer, "text", column, NULL);

  ls_column_set_title (view_column, title);
  g_object_set (renderer, "xpad", CELL_MARGIN, NULL);
  if (number)
    {
      g_object_set (renderer, "xalign", 1.0, NULL);
      gtk_tree_view_column_set_alignment (view_column, 1.0);
    }
  gtk_tree_view_column_set_resizable (view_column, TRUE);
  gtk_tree_view_column_set_sort_column_id (view_column, column);
  gtk_tree_view_append_column (GTK_TREE_VIEW (self->view), view_column);
  return view_column;
}

static void
build_columns (LsResults *self)
{
  GtkTreeView *view = GTK_TREE_VIEW (self->view);
  const char *const *signal_names = ls_comparison_get_signals (self->comparison);
  guint n_signals = g_strv_length ((char **)signal_names);
  g_autoptr (GArray) bonds = ls_model_list_bonds (ls_comparison_get_model (self->comparison));
  guint n = N_FIXED_COLUMNS + 3 * n_signals + bonds->len;
  g_autofree GType *types = g_new (GType, n);
  GtkTreeModel *sorted;

  while (gtk_tree_view_get_n_columns (view) > 0)
    gtk_tree_view_remove_column (view, gtk_tree_view_get_column (view, 0));
  for (guint i = 0; i < n; i++)
    types[i] = G_TYPE_STRING;
  g_clear_object (&self->filter);
  g_clear_object (&self->store);
  self->store = gtk_list_store_newv ((int)n, types);
  self->n_orders = ls_comparison_get_n_step_sizes (self->comparison) > 1 ? n_signals : 0;
  g_free (self->estimate_columns);
  self->estimate_columns = g_new (GtkTreeViewColumn *, n_signals + 1);
  add_column (self, _ ("Run"), COLUMN_RUN, FALSE);
  for (guint i = 0; i < n_signals; i++)
    {
      /* Translators: column of the errors of a signal as the runs estimate them. */
      g_autofree char *title = g_strdup_printf (_ ("%s, estimated"), signal_names[i]);

      add_column (self, signal_names[i], (int)(N_FIXED_COLUMNS + i), TRUE);
      self->estimate_columns[i]
          = add_column (self, title, (int)(N_FIXED_COLUMNS + 2 * n_signals + i), TRUE);
    }
  for (guint i = 0; i < self->n_orders; i++)
    {
      g_autofree char *title = g_strdup_printf (_ ("Order of %s"), signal_names[i]);

      add_column (self, title, (int)(N_FIXED_COLUMNS + n_signals + i), TRUE);
    }
  self->n_bonds = bonds->len;
  for (guint i = 0; i < bonds->len; i++)
    {
      g_autofree char *bond = ls_model_name_bond (ls_comparison_get_model (self->comparison),
                                                  g_array_index (bonds, LsBond, i));
      /* Translators: column of the residual energy of a power bond. */
      g_autofree char *title = g_strdup_printf (_ ("Residual energy %s, J"), bond);

      add_column (self, title, (int)(n - bonds->len + i), TRUE);
    }
  add_column (self, _ ("Status"), COLUMN_STATE, FALSE);
  add_column (self, _ ("Macro steps"), COLUMN_STEPS, TRUE);
  add_column (self, _ ("Steps of FMUs"), COLUMN_CALLS, TRUE);
  add_column (self, _ ("Time (s)"), COLUMN_TIME, TRUE);
  /* Translators: the part of the time that is spent in calls of the FMUs. */
  add_column (self, _ ("In FMUs (s)"), COLUMN_FMU_TIME, TRUE);
  /* Translators: the greatest memory of the program during a run. */
  add_column (self, _ ("Memory (MB)"), COLUMN_MEMORY, TRUE);
  /* The last column takes the free space, so that the others stay narrow. */
  gtk_tree_view_append_column (view, gtk_tree_view_column_new ());
  self->filter = gtk_tree_model_filter_new (GTK_TREE_MODEL (self->store), NULL);
  gtk_tree_model_filter_set_visible_func (GTK_TREE_MODEL_FILTER (self->filter), is_visible_cb, self,
                                          NULL);
  sorted = gtk_tree_model_sort_new_with_model (self->filter);
  for (guint i = 0; i < n; i++)
    gtk_tree_sortable_set_sort_func (GTK_TREE_SORTABLE (sorted), (int)i, compare_cells,
                                     GINT_TO_POINTER (i), NULL);
  gtk_tree_view_set_model (view, sorted);
  g_object_unref (sorted);
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
  g_autofree char *error
      = ls_comparison_show_error (self->comparison, run, signal, LS_ERROR_DIGITS, ls_error_display);
  /* The error is not significant below the estimated error of the reference. */
  g_autofree char *text
      = ls_error_mark_limit (error, ls_comparison_is_limited (self->comparison, run, signal));

  gtk_list_store_set (self->store, iter, N_FIXED_COLUMNS + signal, text, -1);
}

/* The order is fitted to all runs of a method and shown in each of their rows. */
static void
fill_order (LsResults *self, GtkTreeIter *iter, guint run, guint signal)
{
  guint n_signals = g_strv_length ((char **)ls_comparison_get_signals (self->comparison));
  guint method = run / ls_comparison_get_n_step_sizes (self->comparison);
  char number[LS_NUMBER_SIZE];
  LsOrderFit fit;
  gboolean known = ls_comparison_get_order (self->comparison, method, signal, &fit);

  gtk_list_store_set (self->store, iter, N_FIXED_COLUMNS + n_signals + signal,
                      known ? ls_number_display (fit.order, 3, number) : "–", -1);
}

static void
fill_estimate (LsResults *self, GtkTreeIter *iter, guint run, guint signal)
{
  guint n_signals = g_strv_length ((char **)ls_comparison_get_signals (self->comparison));
  g_autofree char *text = ls_comparison_show_estimate (self->comparison, run, signal,
                                                       LS_ERROR_DIGITS, ls_error_display);

  gtk_list_store_set (self->store, iter, N_FIXED_COLUMNS + 2 * n_signals + signal, text, -1);
}

static void
fill_bonds (LsResults *self, GtkTreeIter *iter, LsRun *run)
{
  const guint first
      = (guint)gtk_tree_model_get_n_columns (GTK_TREE_MODEL (self->store)) - self->n_bonds;
  g_autoptr (GArray) results = ls_bond_results_new (run);

  for (guint i = 0; i < self->n_bonds; i++)
    {
      char number[LS_NUMBER_SIZE];

      gtk_list_store_set (self->store, iter, first + i,
                          i < results->len ? ls_number_display (
                              g_array_index (results, LsBondResult, i).energy, 3, number)
                                           : "–",
                          -1);
    }
}

static void
fill_row (LsResults *self, GtkTreeIter *iter, guint run, gboolean errors)
{
  LsRun *record = ls_comparison_get_run (self->comparison, run);
  g_autofree char *name = ls_run_get_label (record);
  g_autofree char *label = ls_text_raise_exponents (name);
  g_autofree char *steps = NULL, *calls = NULL, *time = NULL, *said = NULL, *state = NULL;
  g_autofree char *fmu_time = NULL, *memory = NULL;
  LsRunResult result = { 0 };
  char number[LS_NUMBER_SIZE];

  ls_run_get_result (record, &result);
  steps = g_strdup_printf ("%" G_GUINT64_FORMAT, result.counts.macro_steps);
  calls = g_strdup_printf ("%" G_GUINT64_FORMAT, result.counts.do_step);
  time = g_strdup (ls_number_display (result.wall_time, 3, number));
  fmu_time = g_strdup (ls_number_display (result.component_wall_time, 3, number));
  if (result.peak_memory > 0)
    memory = g_strdup (ls_number_display ((double)result.peak_memory / 1e6, 4, number));
  said = ls_comparison_get_divergence (self->comparison, run) != NULL ? g_strdup_printf (
             "%s: %s", _ ("diverged"), ls_comparison_get_divergence (self->comparison, run))
         : result.message != NULL
             ? g_strdup_printf ("%s: %s", state_text (result.state), result.message)
             : g_strdup (state_text (result.state));
  state = ls_text_raise_exponents (said);
  gtk_list_store_set (self->store, iter, COLUMN_RUN, label, COLUMN_STATE, state, COLUMN_STEPS,
                      steps, COLUMN_CALLS, calls, COLUMN_TIME, time, COLUMN_FMU_TIME, fmu_time,
                      COLUMN_MEMORY, memory != NULL ? memory : "–", -1);
  for (guint i = 0; errors && ls_comparison_get_signals (self->comparison)[i] != NULL; i++)
    {
      fill_error (self, iter, run, i);
      fill_estimate (self, iter, run, i);
    }
  for (guint i = 0; errors && i < self->n_orders; i++)
    fill_order (self, iter, run, i);
  if (self->n_bonds > 0)
    fill_bonds (self, iter, record);
  ls_run_result_clear (&result);
}

/* Why the first run without estimates has none. (transfer full) (nullable) */
static char *
explain_estimates (LsComparison *comparison)
{
  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    {
      g_autofree char *why = NULL;
      g_autofree char *label = NULL;

      ls_error_estimate_free (ls_run_get_estimate (ls_comparison_get_run (comparison, i), &why));
      if (why == NULL)
        continue;
      label = ls_comparison_get_label (comparison, i);
      /* Translators: a run and the reason. */
      return g_strdup_printf (_ ("%s has no estimate: %s."), label, why);
    }
  return NULL;
}

/* Why the first method without an order has none. (transfer full) (nullable) */
static char *
explain_order (LsComparison *comparison)
{
  const guint n_steps = ls_comparison_get_n_step_sizes (comparison);
  const char *const *signals = ls_comparison_get_signals (comparison);
  LsOrderFit fit;

  for (guint m = 0; n_steps > 1 && m < ls_comparison_get_n_methods (comparison); m++)
    for (guint i = 0; signals[i] != NULL; i++)
      if (!ls_comparison_get_order (comparison, m, i, &fit))
        {
          g_autofree char *name = ls_run_get_name (ls_comparison_get_run (comparison, m * n_steps));

          /* Translators: a method, a signal and the reason. */
          return g_strdup_printf (_ ("%s has no order in %s: %s."), name, signals[i],
                                  ls_order_explain (&fit));
        }
  return NULL;
}

static void
append_sentence (GString *text, const char *sentence)
{
  if (sentence != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", sentence);
}

static void
fill_note (LsResults *self)
{
  LsReference *reference = ls_comparison_get_reference (self->comparison);
  const char *problem = ls_comparison_get_reference_problem (self->comparison);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *why = explain_estimates (self->comparison);
  g_autofree char *order = explain_order (self->comparison);

  if (problem != NULL)
    g_string_append_printf (text, _ ("Errors are not available: %s"), problem);
  else if (reference != NULL)
    g_string_append_printf (
        text,
        _ ("100 · RMS of the difference over the range of the reference (%s). “limit” marks "
           "errors below three times the reference’s own error."),
        ls_reference_get_description (reference));
  if (ls_comparison_has_estimates (self->comparison))
    append_sentence (text, _ ("“Estimated” errors are from runs with twice and four times the "
                              "step, without the reference."));
  append_sentence (text, why);
  if (reference != NULL)
    append_sentence (text, order);
  gtk_label_set_text (GTK_LABEL (self->note_label), text->str);
}

void
ls_results_refresh (LsResults *self)
{
  GtkTreeIter iter;
  gboolean ended;

  g_return_if_fail (LS_IS_RESULTS (self));
  if (self->comparison == NULL)
    return;
  ended = ls_comparison_get_reference (self->comparison) != NULL
          || ls_comparison_get_reference_problem (self->comparison) != NULL;
  for (guint i = 0; i < ls_comparison_get_n_runs (self->comparison); i++)
    if (gtk_tree_model_iter_nth_child (GTK_TREE_MODEL (self->store), &iter, NULL, (int)i))
      fill_row (self, &iter, i, ended);
  /* A column that nothing is known of would only take room. */
  for (guint i = 0; ls_comparison_get_signals (self->comparison)[i] != NULL; i++)
    gtk_tree_view_column_set_visible (self->estimate_columns[i],
                                      ended && ls_comparison_has_estimates (self->comparison));
  fill_note (self);
}

void
ls_results_show (LsResults *self, LsComparison *comparison)
{
  GtkTreeIter iter;

  g_return_if_fail (LS_IS_RESULTS (self));
  g_clear_pointer (&self->comparison, ls_comparison_unref);
  gtk_widget_set_sensitive (self->export_button, comparison != NULL);
  gtk_widget_set_sensitive (self->copy_button, comparison != NULL);
  gtk_widget_set_sensitive (self->filter_entry, comparison != NULL);
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
  g_return_if_fail (LS_IS_RESULTS (self));

  g_free (self->project);
  self->project = g_strdup (project);
}

static void
file_chosen_cb (gpointer self, const char *path, gpointer comparison)
{
  ls_export_start_text (
      self, path, ls_report_make (ls_items_find_ending (ls_report_formats, path)->id, comparison));
}

static void
export_clicked_cb (LsResults *self)
{
  g_autofree const char **endings = ls_items_list_endings (".csv", ls_report_formats, NULL);
  g_autofree char *name
      = g_strdup_printf ("%s-errors", self->project != NULL ? self->project : "results");

  if (self->comparison != NULL)
    ls_export_ask (GTK_WIDGET (self), _ ("Export Results"), name, endings, self, file_chosen_cb,
                   ls_comparison_ref (self->comparison), (GDestroyNotify)ls_comparison_unref);
}

static void
copy_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LsResults *self = user_data;
  g_autofree char *text = NULL;

  if (self->comparison == NULL)
    return;
  text = ls_report_make (g_variant_get_string (parameter, NULL), self->comparison);
  gtk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self), GDK_SELECTION_CLIPBOARD),
                          text, -1);
}

static void
fill_copy_menu (GMenu *menu)
{
  for (guint i = 0; ls_report_formats[i] != NULL; i++)
    {
      const char *label = ls_report_get_copy_label (ls_report_formats[i]);
      g_autofree char *action = g_strconcat ("results.copy::", ls_report_formats[i]->id, NULL);

      if (label != NULL)
        g_menu_append (menu, label, action);
    }
}

/* Index of the signal of a column; 0 for columns without one. */
static guint
find_signal (LsResults *self, GtkTreeViewColumn *column)
{
  guint n_signals = g_strv_length ((char **)ls_comparison_get_signals (self->comparison));
  int id = column != NULL ? gtk_tree_view_column_get_sort_column_id (column) : -1;

  if (id < N_FIXED_COLUMNS || n_signals == 0)
    return 0;
  return (guint)(id - N_FIXED_COLUMNS) % n_signals;
}

static void
row_activated_cb (LsResults *self, GtkTreePath *path, GtkTreeViewColumn *column)
{
  GtkTreeModelSort *sorted
      = GTK_TREE_MODEL_SORT (gtk_tree_view_get_model (GTK_TREE_VIEW (self->view)));
  GtkTreePath *filtered = gtk_tree_model_sort_convert_path_to_child_path (sorted, path);
  GtkTreePath *row = gtk_tree_model_filter_convert_path_to_child_path (
      GTK_TREE_MODEL_FILTER (self->filter), filtered);

  if (row != NULL && self->comparison != NULL)
    g_signal_emit (self, cell_activated_signal, 0, (guint)gtk_tree_path_get_indices (row)[0],
                   find_signal (self, column));
  gtk_tree_path_free (filtered);
  g_clear_pointer (&row, gtk_tree_path_free);
}

static void
ls_results_finalize (GObject *object)
{
  LsResults *self = LS_RESULTS (object);

  g_clear_pointer (&self->comparison, ls_comparison_unref);
  g_clear_object (&self->filter);
  g_clear_object (&self->store);
  g_free (self->project);
  g_free (self->estimate_columns);
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
  gtk_widget_class_bind_template_child (widget_class, LsResults, copy_button);
  gtk_widget_class_bind_template_child (widget_class, LsResults, filter_entry);
  gtk_widget_class_bind_template_callback (widget_class, export_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, filter_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  cell_activated_signal
      = g_signal_new ("cell-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                      NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
}

static const GActionEntry entries[] = {
  { .name = "copy", .parameter_type = "s", .activate = copy_cb },
};

static void
ls_results_init (LsResults *self)
{
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (GMenu) menu = g_menu_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  ls_label_make_footnote (GTK_LABEL (self->note_label));
  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "results", G_ACTION_GROUP (actions));
  fill_copy_menu (menu);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->copy_button), G_MENU_MODEL (menu));
}
