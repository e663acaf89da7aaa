/* Lists of runs: what is made anew when a run is added or ticked, with many runs in them. */
#include "app/run/history-page.h"
#include "app/run/history-row.h"
#include "app/run/runs-panel.h"
#include "fixture.h"

#define N_RUNS 24

typedef struct
{
  LsRunHistory *history;
  GtkWidget *page, *panel, *windows[2];
  GHashTable *rows; /* GtkWidget of the page that are known */
  guint n_touched;  /* rows of the page of which something has changed */
  GtkWidget *last_touched;
  guint n_set, n_inserted, n_deleted; /* of the panel */
} Lists;

static guint
add_run (Lists *self)
{
  const char *const names[] = { "left.x" };
  LsTrace *trace = ls_trace_new (1, names, NULL);
  LsPastRun *run;

  for (guint i = 0; i < 3; i++)
    g_assert_true (ls_trace_append (trace, (const double[]){ i, 2.0 * i }));
  run = ls_past_run_new (trace, "a run");
  ls_trace_unref (trace);
  return ls_run_history_add_run (self->history, run);
}

static GtkWidget *
find (GtkWidget *widget, GType type)
{
  GtkWidget *found = NULL;

  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  if (GTK_IS_CONTAINER (widget))
    {
      g_autoptr (GList) children = gtk_container_get_children (GTK_CONTAINER (widget));

      for (GList *l = children; l != NULL && found == NULL; l = l->next)
        found = find (l->data, type);
    }
  return found;
}

static void
touched_cb (GtkWidget *row, G_GNUC_UNUSED GParamSpec *spec, Lists *self)
{
  self->n_touched += self->last_touched != row;
  self->last_touched = row;
}

static void
row_touched_cb (GtkWidget *part, GParamSpec *spec, Lists *self)
{
  touched_cb (gtk_widget_get_ancestor (part, LS_TYPE_HISTORY_ROW), spec, self);
}

static void
watch_cb (GtkWidget *widget, gpointer self)
{
  if (GTK_IS_LABEL (widget))
    g_signal_connect (widget, "notify::label", G_CALLBACK (row_touched_cb), self);
  if (GTK_IS_TOGGLE_BUTTON (widget))
    g_signal_connect (widget, "notify::active", G_CALLBACK (row_touched_cb), self);
  if (GTK_IS_CONTAINER (widget))
    gtk_container_foreach (GTK_CONTAINER (widget), watch_cb, self);
}

/* Number of rows of the page that were not there the last time. */
static guint
count_new (Lists *self, guint *n)
{
  g_autoptr (GList) rows
      = gtk_container_get_children (GTK_CONTAINER (find (self->page, GTK_TYPE_LIST_BOX)));
  guint n_new = 0;

  *n = g_list_length (rows);
  for (GList *l = rows; l != NULL; l = l->next)
    if (g_hash_table_add (self->rows, l->data))
      {
        n_new++;
        watch_cb (l->data, self);
      }
  return n_new;
}

static void
count_cb (guint *n)
{
  ++*n;
}

static void
refresh (Lists *self)
{
  self->n_set = self->n_inserted = self->n_deleted = self->n_touched = 0;
  self->last_touched = NULL;
  ls_history_page_refresh (LS_HISTORY_PAGE (self->page));
  ls_runs_panel_show (LS_RUNS_PANEL (self->panel), self->history, 0);
}

static void
set_up (Lists *self)
{
  GtkTreeModel *model;
  guint n;

  self->history = ls_run_history_new ();
  for (guint i = 0; i < N_RUNS; i++)
    add_run (self);
  self->rows = g_hash_table_new (NULL, NULL);
  self->page = ls_history_page_new (self->history);
  self->panel = ls_runs_panel_new ();
  for (guint i = 0; i < 2; i++)
    {
      self->windows[i] = gtk_window_new (GTK_WINDOW_TOPLEVEL);
      gtk_container_add (GTK_CONTAINER (self->windows[i]), i == 0 ? self->page : self->panel);
      gtk_widget_show (self->windows[i]);
      gtk_test_widget_wait_for_draw (self->windows[i]);
    }
  refresh (self);
  model = gtk_tree_view_get_model (GTK_TREE_VIEW (find (self->panel, GTK_TYPE_TREE_VIEW)));
  g_signal_connect_swapped (model, "row-changed", G_CALLBACK (count_cb), &self->n_set);
  g_signal_connect_swapped (model, "row-inserted", G_CALLBACK (count_cb), &self->n_inserted);
  g_signal_connect_swapped (model, "row-deleted", G_CALLBACK (count_cb), &self->n_deleted);
  g_assert_cmpint (gtk_tree_model_iter_n_children (model, NULL), ==, N_RUNS + 1);
  g_assert_cmpuint (count_new (self, &n), ==, N_RUNS);
}

static void
tear_down (Lists *self)
{
  for (guint i = 0; i < 2; i++)
    gtk_widget_destroy (self->windows[i]);
  g_hash_table_unref (self->rows);
  ls_run_history_free (self->history);
}

/* Nothing has changed: nothing is made or set. */
static void
test_unchanged (void)
{
  Lists self = { 0 };
  guint n;

  set_up (&self);
  refresh (&self);
  g_assert_cmpuint (count_new (&self, &n), ==, 0);
  g_assert_cmpuint (self.n_touched, ==, 0);
  g_assert_cmpuint (self.n_set + self.n_inserted + self.n_deleted, ==, 0);
  tear_down (&self);
}

/* One row of each list for a run that is added, ticked, renamed or deleted. */
static void
test_one_changed (void)
{
  Lists self = { 0 };
  guint n, id;

  set_up (&self);
  id = add_run (&self);
  refresh (&self);
  g_assert_cmpuint (count_new (&self, &n), ==, 1);
  g_assert_cmpuint (n, ==, N_RUNS + 1);
  g_assert_cmpuint (self.n_touched, ==, 0);
  g_assert_cmpuint (self.n_inserted, ==, 1);
  g_assert_cmpuint (self.n_deleted, ==, 0);

  ls_run_history_find (self.history, id - 5)->shown ^= TRUE;
  refresh (&self);
  g_assert_cmpuint (count_new (&self, &n), ==, 0);
  g_assert_cmpuint (self.n_touched, ==, 1);
  g_assert_cmpuint (self.n_set, ==, 1);
  g_assert_cmpuint (self.n_inserted + self.n_deleted, ==, 0);

  ls_past_run_set_name (ls_run_history_find (self.history, id - 7), "another name");
  refresh (&self);
  g_assert_cmpuint (count_new (&self, &n), ==, 0);
  g_assert_cmpuint (self.n_touched, ==, 1);
  g_assert_cmpuint (self.n_set, ==, 2); /* its name, and its tooltip */

  ls_past_run_free (ls_run_history_take (self.history, id - 3, &n));
  refresh (&self);
  g_assert_cmpuint (count_new (&self, &n), ==, 0);
  g_assert_cmpuint (n, ==, N_RUNS);
  g_assert_cmpuint (self.n_touched, ==, 0);
  g_assert_cmpuint (self.n_deleted, ==, 1);
  g_assert_cmpuint (self.n_set + self.n_inserted, ==, 0);
  tear_down (&self);
}

/* Each row is that of the run in its place, whatever came and went. */
static void
test_order (void)
{
  Lists self = { 0 };
  g_autoptr (GList) rows = NULL;
  LsPastRun *run;
  GtkTreeModel *model;
  GtkTreeIter iter;
  guint index, id;

  set_up (&self);
  id = add_run (&self);
  run = ls_run_history_take (self.history, id - 4, &index);
  refresh (&self);
  add_run (&self);
  ls_run_history_put (self.history, run, index + 1);
  ls_past_run_free (ls_run_history_take (self.history, id, &index));
  refresh (&self);
  rows = gtk_container_get_children (GTK_CONTAINER (find (self.page, GTK_TYPE_LIST_BOX)));
  model = gtk_tree_view_get_model (GTK_TREE_VIEW (find (self.panel, GTK_TYPE_TREE_VIEW)));
  g_assert_cmpuint (g_list_length (rows), ==, ls_run_history_get_n (self.history));
  g_assert_cmpint (gtk_tree_model_iter_n_children (model, NULL), ==, (int)g_list_length (rows) + 1);
  for (guint i = 0; i < g_list_length (rows); i++)
    {
      const guint wanted = ls_run_history_get (self.history, i)->id;

      g_assert_cmpuint (ls_history_row_get_id (g_list_nth_data (rows, i)), ==, wanted);
      g_assert_true (gtk_tree_model_iter_nth_child (model, &iter, NULL, (int)i + 1));
      gtk_tree_model_get (model, &iter, 0, &id, -1); /* the first column is the id */
      g_assert_cmpuint (id, ==, wanted);
    }
  tear_down (&self);
}

int
main (int argc, char **argv)
{
  if (!ls_test_init (&argc, &argv))
    return 77;
  g_test_add_func ("/runs/unchanged", test_unchanged);
  g_test_add_func ("/runs/one-changed", test_one_changed);
  g_test_add_func ("/runs/order", test_order);
  return g_test_run ();
}
