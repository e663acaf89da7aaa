/* The window as a whole: open, run, cancel, problems. */
#include <math.h>
#include "app/base/fmu-store.h"
#include "app/document/fetch.h"
#include "app/panel/messages.h"
#include "app/window/window-private.h"
#include "core/base/tempdir.h"
#include "fixture.h"

/* Beyond it something hangs; how fast a cancel is, is no matter for a test. */
#define CANCEL_TIME (30 * G_USEC_PER_SEC)

/* What is unsaved is copied first. */
static gboolean
has_begun (gpointer window)
{
  return ls_run_control_get_job (LS_WINDOW (window)->run) != NULL;
}

static gboolean
has_ended (gpointer window)
{
  return has_begun (window) && !ls_run_control_is_busy (LS_WINDOW (window)->run);
}

typedef struct
{
  const char *name;
  GtkWidget *entry;
} Search;

static void
search_cb (GtkWidget *widget, gpointer user_data)
{
  Search *search = user_data;

  if (GTK_IS_ENTRY (widget)
      && g_strcmp0 (atk_object_get_name (gtk_widget_get_accessible (widget)), search->name) == 0)
    search->entry = widget;
  else if (GTK_IS_CONTAINER (widget))
    gtk_container_forall (GTK_CONTAINER (widget), search_cb, search);
}

/* The entry of the run bar with this accessible name. */
static GtkWidget *
find_entry (LsWindow *window, const char *name)
{
  Search search = { name, NULL };

  search_cb (window->frame.run_bar, &search);
  g_assert_nonnull (search.entry);
  return search.entry;
}

/* Many steps of little work each: far along the time the predators of NI-Jacobi grow so fast that a
 * single step of the FMU takes longer than anybody waits for a cancel. */
static void
set_endless (LsWindow *window)
{
  gtk_entry_set_text (GTK_ENTRY (find_entry (window, "Stop time")), "100");
  gtk_entry_set_text (GTK_ENTRY (find_entry (window, "Step size")), "1e-6");
}

static void
activate (LsWindow *window, const char *action)
{
  g_action_group_activate_action (G_ACTION_GROUP (window), action, NULL);
}

static gboolean
is_enabled (LsWindow *window, const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (window), action);
}

/* The status line, which says at its end what FMUs are kept from as soon as that is known. */
static void
assert_status (LsWindow *window, const char *start, const char *expected)
{
  g_autofree char *text = g_strndup (ls_test_label (GTK_WIDGET (window), start), strlen (expected));

  g_assert_cmpstr (text, ==, expected);
}

static void
test_status (void)
{
  LsWindow *window = ls_test_window_new ();

  assert_status (window, "0 comp", "0 components, 0 connections, 0 inputs open; zoom 100 %");
  g_assert_false (is_enabled (window, "run"));
  ls_test_place (window, "prey", 80, 80);
  assert_status (window, "1 comp",
                 "1 component, 0 connections, 1 input open, 1 selected; zoom 100 %");
  g_assert_true (is_enabled (window, "run"));
  ls_test_window_free (window);
}

/* The errors on screen are those of the comparison, and MISSILES is far better. */
static void
test_run (void)
{
  LsWindow *window = ls_test_window_new ();
  LsComparison *comparison;
  const char *text;

  ls_test_window_open (window, "two-bodies.ssp");
  activate (window, "run");
  g_assert_false (is_enabled (window, "run"));
  g_assert_true (is_enabled (window, "cancel"));
  ls_test_wait (has_ended, window);
  ls_test_settle ();
  comparison = ls_run_job_get_comparison (ls_run_control_get_job (window->run));
  g_assert_cmpuint (ls_comparison_get_n_runs (comparison), ==, 2);
  /* Independent computation with exact propagation: 5.8008 % for NI-Jacobi at 1e-3. */
  g_assert_cmpfloat_with_epsilon (ls_comparison_get_error (comparison, 0, 0), 5.8008, 0.01);
  g_assert_cmpfloat (ls_comparison_get_error (comparison, 1, 0), <, 1e-5);
  text = ls_test_label (GTK_WIDGET (window->frame.run_status), "");
  g_assert_nonnull (text);
  g_assert_nonnull (strstr (text, "left.x error: NI-Jacobi 5.80 %; "));
  g_assert_nonnull (strstr (text, "; MISSILES "));
  g_assert_true (is_enabled (window, "run"));
  ls_test_window_free (window);
}

static void
test_cancel (void)
{
  LsWindow *window = ls_test_window_new ();
  LsRunResult result = { 0 };
  gint64 start;

  ls_test_window_open (window, "lotka-volterra.ssp");
  set_endless (window);
  activate (window, "run");
  ls_test_wait (has_begun, window);
  ls_test_settle ();
  g_assert_true (ls_run_job_is_running (ls_run_control_get_job (window->run)));
  start = g_get_monotonic_time ();
  activate (window, "cancel");
  ls_test_wait (has_ended, window);
  g_assert_cmpint (g_get_monotonic_time () - start, <, CANCEL_TIME);
  ls_run_get_result (
      ls_comparison_get_run (ls_run_job_get_comparison (ls_run_control_get_job (window->run)), 0),
      &result);
  g_assert_cmpint (result.state, ==, LS_RUN_CANCELLED);
  ls_run_result_clear (&result);
  ls_test_window_free (window);
}

/* Closing while running neither waits nor crashes. */
static void
test_close_while_running (void)
{
  LsWindow *window = ls_test_window_new ();
  g_autoptr (LsRunJob) job = NULL;

  ls_test_window_open (window, "lotka-volterra.ssp");
  set_endless (window);
  activate (window, "run");
  ls_test_wait (has_begun, window);
  job = g_object_ref (ls_run_control_get_job (window->run));
  ls_test_window_free (window);
  for (int i = 0; i < 500 && ls_run_job_is_running (job); i++)
    ls_test_settle ();
  g_assert_false (ls_run_job_is_running (job));
}

/* A wrong number is marked where it is, the run button says why it cannot be pressed. */
static void
test_wrong_numbers (void)
{
  static const char *const wrong[] = { "abc", "-5", "", "1e400", "0", "nan", "3" };
  LsWindow *window = ls_test_window_new ();
  GtkWidget *entry;

  ls_test_window_open (window, "two-bodies.ssp");
  entry = find_entry (window, "Step size");
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      gtk_entry_set_text (GTK_ENTRY (entry), wrong[i]);
      g_assert_false (is_enabled (window, "run"));
      g_assert_nonnull (ls_test_label (window->frame.run_bar, "Step size "));
      g_assert_true (gtk_style_context_has_class (gtk_widget_get_style_context (entry), "error"));
    }
  gtk_entry_set_text (GTK_ENTRY (entry), "0.002");
  g_assert_true (is_enabled (window, "run"));
  g_assert_false (gtk_style_context_has_class (gtk_widget_get_style_context (entry), "error"));
  ls_test_window_free (window);
}

/* Several step sizes are all run, and the labels tell them apart. */
static void
test_step_sizes (void)
{
  LsWindow *window = ls_test_window_new ();
  LsComparison *comparison;
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  ls_test_window_open (window, "two-bodies.ssp");
  gtk_entry_set_text (GTK_ENTRY (find_entry (window, "Step size")), "1e-3 1e-4");
  g_assert_true (is_enabled (window, "run"));
  activate (window, "run");
  ls_test_wait (has_ended, window);
  comparison = ls_run_job_get_comparison (ls_run_control_get_job (window->run));
  g_assert_cmpuint (ls_comparison_get_n_runs (comparison), ==, 4);
  first = ls_comparison_get_label (comparison, 0);
  second = ls_comparison_get_label (comparison, 1);
  g_assert_cmpstr (first, !=, second);
  /* The same computation. */
  g_assert_cmpfloat_with_epsilon (ls_comparison_get_error (comparison, 0, 0), 5.8008, 0.01);
  g_assert_cmpfloat_with_epsilon (ls_comparison_get_error (comparison, 1, 0), 0.29329, 0.001);
  g_assert_cmpstr (gtk_entry_get_text (GTK_ENTRY (find_entry (window, "Step size"))), ==,
                   "0.001; 0.0001");
  /* A comma is a point, unless it could part thousands; never does it make two numbers of one. */
  gtk_entry_set_text (GTK_ENTRY (find_entry (window, "Step size")), "1,000");
  g_assert_false (is_enabled (window, "run"));
  gtk_entry_set_text (GTK_ENTRY (find_entry (window, "Step size")), "0,002");
  g_assert_true (is_enabled (window, "run"));
  ls_test_window_free (window);
}

/* The time axes of trajectories and errors go together while they are linked. */
static void
test_link_time (void)
{
  LsWindow *window = ls_test_window_new ();
  LsPlotArea *trajectory = ls_plot_panel_get_area (ls_plots_get (window->plots, 0));
  LsPlotArea *error
      = ls_plot_panel_get_area (ls_plots_get (window->plots, ls_plot_view_find ("error")));
  double of_trajectory[2], of_error[2];

  ls_test_window_open (window, "two-bodies.ssp");
  activate (window, "run");
  ls_test_wait (has_ended, window);
  ls_test_settle ();
  ls_plot_area_zoom_by (trajectory, 2);
  g_assert_true (ls_figure_get_time_zoom (ls_plot_area_get_figure (trajectory), of_trajectory));
  g_assert_true (ls_figure_get_time_zoom (ls_plot_area_get_figure (error), of_error));
  g_assert_cmpmem (of_trajectory, sizeof of_trajectory, of_error, sizeof of_error);
  ls_plot_area_zoom_all (error);
  g_assert_false (ls_figure_get_time_zoom (ls_plot_area_get_figure (trajectory), of_trajectory));
  activate (window, "link-time");
  ls_plot_area_zoom_by (error, 2);
  g_assert_false (ls_figure_get_time_zoom (ls_plot_area_get_figure (trajectory), of_trajectory));
  activate (window, "link-time");
  ls_test_window_free (window);
}

static GtkWindow *
find_dialog (LsWindow *window)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *item = windows; item != NULL; item = item->next)
    if (GTK_IS_DIALOG (item->data)
        && gtk_window_get_transient_for (item->data) == GTK_WINDOW (window))
      return item->data;
  return NULL;
}

/* The list of open inputs follows the model; connecting by names is one step to undo. */
static void
test_open_inputs (void)
{
  LsWindow *window = ls_test_window_new ();
  LsModel *model = ls_document_get_model (ls_window_get_document (window));

  ls_test_place (window, "prey", 80, 80);
  ls_test_place (window, "predator", 300, 80);
  ls_test_settle ();
  g_assert_nonnull (ls_test_label (window->frame.open_inputs, "prey.predators"));
  g_assert_nonnull (ls_test_label (window->frame.open_inputs, "predator.prey"));
  activate (window, "connect-names");
  g_assert_nonnull (find_dialog (window));
  gtk_dialog_response (GTK_DIALOG (find_dialog (window)), GTK_RESPONSE_ACCEPT);
  g_assert_null (find_dialog (window));
  ls_test_settle ();
  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 1);
  g_assert_null (ls_test_label (window->frame.open_inputs, "predator.prey"));
  activate (window, "undo");
  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 0);
  activate (window, "connect-names");
  gtk_dialog_response (GTK_DIALOG (find_dialog (window)), GTK_RESPONSE_CANCEL);
  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 0);
  ls_test_window_free (window);
}

/* A file that is no FMU: a message that stays, and nothing else changes. */
static void
test_bad_files (void)
{
  LsWindow *window = ls_test_window_new ();
  g_autoptr (LsTempdir) folder = ls_tempdir_new (NULL);
  g_autofree char *fmu = g_build_filename (ls_tempdir_get_path (folder), "bad.fmu", NULL);
  g_autofree char *ssp = g_build_filename (ls_tempdir_get_path (folder), "bad.ssp", NULL);
  char *paths[] = { fmu, NULL };

  g_assert_true (g_file_set_contents (fmu, "hello", -1, NULL));
  g_assert_true (g_file_set_contents (ssp, "hello", -1, NULL));
  ls_test_window_open (window, "two-bodies.ssp");
  g_assert_cmpuint (ls_canvas_place_files (ls_window_get_canvas (window), paths, NULL), ==, 0);
  g_assert_false (ls_window_open (window, ssp));
  g_assert_cmpuint (ls_messages_get_n (LS_MESSAGES (window->frame.messages)), ==, 2);
  g_assert_nonnull (ls_test_label (window->frame.info_box, "“bad.fmu” could not be opened"));
  g_assert_nonnull (ls_test_label (window->frame.info_box, "“bad.ssp” could not be opened"));
  g_assert_cmpuint (
      ls_model_get_n_components (ls_document_get_model (ls_window_get_document (window))), ==, 2);
  g_assert_false (ls_document_is_dirty (ls_window_get_document (window)));
  ls_test_window_free (window);
}

static gboolean
is_null (gpointer pointer)
{
  return *(gpointer *)pointer == NULL;
}

/* Nothing keeps a closed window alive. */
static void
test_no_leak (void)
{
  LsWindow *window = ls_test_window_new ();
  gpointer canvas = ls_window_get_canvas (window), document = ls_window_get_document (window);

  ls_test_window_open (window, "lotka-volterra.ssp");
  activate (window, "run");
  ls_test_wait (has_ended, window);
  g_object_add_weak_pointer (canvas, &canvas);
  g_object_add_weak_pointer (document, &document);
  ls_test_window_free (window);
  ls_test_wait (is_null, &canvas);
  ls_test_wait (is_null, &document);
}

typedef struct
{
  gboolean then, freed;
} Fetched;

static void
then_cb (gpointer user_data)
{
  ((Fetched *)user_data)->then = TRUE;
}

static void
freed_cb (gpointer user_data)
{
  ((Fetched *)user_data)->freed = TRUE;
}

static gboolean
is_freed (gpointer user_data)
{
  return ((Fetched *)user_data)->freed;
}

/* FMUs are opened on a thread before somebody wants to have them, broken ones too. */
static void
test_fetch (void)
{
  LsWindow *window = ls_test_window_new ();
  g_autofree char *good = g_build_filename (LS_EXAMPLES, "capacitor.fmu", NULL);
  g_autofree char *bad = g_build_filename (LS_EXAMPLES, "two-bodies.ssp", NULL);
  char *paths[] = { good, bad, NULL };
  Fetched fetched = { FALSE, FALSE };
  g_autoptr (GError) error = NULL;
  g_autoptr (LsFmu) fmu = NULL;

  ls_fetch_fmus (GTK_WIDGET (window), paths, then_cb, &fetched, freed_cb);
  g_assert_false (fetched.then);
  ls_test_wait (is_freed, &fetched);
  g_assert_true (fetched.then);
  g_assert_true (ls_fmu_store_has (good) && ls_fmu_store_has (bad));
  fmu = ls_fmu_store_get (good, NULL);
  g_assert_nonnull (fmu);
  g_assert_null (ls_fmu_store_get (bad, &error));
  g_assert_nonnull (error);
  /* What is there already is taken at once. */
  paths[1] = NULL;
  fetched = (Fetched){ FALSE, FALSE };
  ls_fetch_fmus (GTK_WIDGET (window), paths, then_cb, &fetched, freed_cb);
  g_assert_true (fetched.then && fetched.freed);
  /* And nothing comes to a window that is closed. */
  paths[0] = bad;
  fetched = (Fetched){ FALSE, FALSE };
  ls_fetch_fmus (GTK_WIDGET (window), paths, then_cb, &fetched, freed_cb);
  ls_test_window_free (window);
  ls_test_wait (is_freed, &fetched);
  g_assert_false (fetched.then);
}

int
main (int argc, char **argv)
{
  if (!ls_test_init (&argc, &argv))
    return 77;
  g_test_add_func ("/window/status", test_status);
  g_test_add_func ("/window/run", test_run);
  g_test_add_func ("/window/cancel", test_cancel);
  g_test_add_func ("/window/close-while-running", test_close_while_running);
  g_test_add_func ("/window/wrong-numbers", test_wrong_numbers);
  g_test_add_func ("/window/step-sizes", test_step_sizes);
  g_test_add_func ("/window/link-time", test_link_time);
  g_test_add_func ("/window/open-inputs", test_open_inputs);
  g_test_add_func ("/window/bad-files", test_bad_files);
  g_test_add_func ("/window/fetch", test_fetch);
  g_test_add_func ("/window/no-leak", test_no_leak);
  return g_test_run ();
}
