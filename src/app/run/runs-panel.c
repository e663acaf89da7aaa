#include "app/run/runs-panel.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/base/style.h"
#include "app/base/widgets.h"
#include "app/run/history-row.h"
#include "core/base/language.h"
#include "core/run/comparison-text.h"
#include "draw/theme.h"

/* Signals with a column; the others are in the table of results. */
#define MAX_ERRORS 4u

/* Least, and most that its columns ask for, px. */
#define LEAST_WIDTH 412
#define MAX_WIDTH 480

/* Of names and titles that are shortened where there is no room, so that the numbers are whole. */
#define NAME_CHARS 16
#define TITLE_CHARS 8

typedef enum
{
  GROUP_NONE,
  GROUP_METHOD,
  GROUP_STEP
} Group;

struct _LsRunsPanel
{
  GtkBox parent_instance;
  GtkWidget *filter, *group, *view;
  GtkTreeStore *store;
  LsRunHistory *history; /* (nullable) */
  GPtrArray *signals;    /* char *: with columns */
  guint base;
};

G_DEFINE_TYPE (LsRunsPanel, ls_runs_panel, GTK_TYPE_BOX)

static guint changed_signal, base_chosen_signal, cell_activated_signal;

/* Those of the errors follow. */
enum
{
  COLUMN_ID, /* 0: the reference, or a group */
  COLUMN_IS_RUN,
  COLUMN_HAS_BASE, /* can be a base */
  COLUMN_SHOWN,
  COLUMN_IS_BASE,
  COLUMN_COLOR,
  COLUMN_NAME,
  COLUMN_TIP, /* markup */
  N_FIXED
};

/* ---- Content ------------------------------------------------------------------------------- */

static char *
make_color (LsRunsPanel *self, const LsPastRun *run)
{
  g_autofree char *id = run != NULL ? ls_history_get_color (run) : NULL;
  LsTheme theme;
  LsColor color;

  ls_style_get_theme (self->view, &theme);
  color = ls_palette_get_method_color (&theme, id, 0);
  return g_strdup_printf ("#%02x%02x%02x", (guint)lround (255 * color.r),
                          (guint)lround (255 * color.g), (guint)lround (255 * color.b));
}

/* (transfer full): "5.80", "≲ 0.12" where the reference limits it, "≈ 1.30" as estimated, "–" */
static char *
make_error (const LsPastRun *run, const char *signal)
{
  const int column = ls_trace_find (run->trace, signal);
  char number[LS_NUMBER_SIZE];

  if (column < 1)
    return g_strdup ("");
  if (isfinite (run->errors[column - 1]))
    return g_strconcat (run->limited[column - 1] ? LS_ERROR_LIMIT_MARK : "",
                        ls_error_display (run->errors[column - 1], LS_ERROR_DIGITS, number), NULL);
  if (isfinite (run->estimates[column - 1]))
    return g_strconcat (
        "≈ ", ls_error_display (run->estimates[column - 1], LS_ERROR_DIGITS, number), NULL);
  return g_strdup ("–");
}

static gboolean
is_wanted (LsRunsPanel *self, const LsPastRun *run)
{
  g_autofree char *wanted = g_utf8_casefold (gtk_entry_get_text (GTK_ENTRY (self->filter)), -1);
  g_autofree char *text = g_strdup_printf ("%s %s %s", run->name, run->origin, run->state);
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return strstr (folded, wanted) != NULL;
}

/* (transfer full) */
static char *
make_group (LsRunsPanel *self, const LsPastRun *run)
{
  const int group = gtk_combo_box_get_active (GTK_COMBO_BOX (self->group));
  g_auto (GStrv) parts = NULL;
  char number[LS_NUMBER_SIZE];

  if (group == GROUP_STEP && isfinite (run->step_size))
    return g_strdup_printf (_ ("h = %s s"), ls_number_display (run->step_size, 4, number));
  if (group == GROUP_METHOD && run->method != NULL)
    {
      /* "MISSILES, h = 0.001 s": the method comes first. */
      parts = g_strsplit (run->origin, ", h = ", 2);
      return g_strdup (parts[0]);
    }
  return g_strdup (_ ("Others"));
}

/* The row of a group, which is made for its first run; %NULL at the top without groups. */
static gboolean
find_group (LsRunsPanel *self, const LsPastRun *run, GtkTreeIter *parent)
{
  GtkTreeModel *model = GTK_TREE_MODEL (self->store);
  g_autofree char *name = NULL;

  if (gtk_combo_box_get_active (GTK_COMBO_BOX (self->group)) == GROUP_NONE)
    return FALSE;
  name = make_group (self, run);
  for (gboolean more = gtk_tree_model_get_iter_first (model, parent); more;
       more = gtk_tree_model_iter_next (model, parent))
    {
      g_autofree char *other = NULL;
      gboolean has_base;

      gtk_tree_model_get (model, parent, COLUMN_NAME, &other, COLUMN_HAS_BASE, &has_base, -1);
      if (!has_base && g_strcmp0 (name, other) == 0)
        return TRUE;
    }
  gtk_tree_store_insert_with_values (self->store, parent, NULL, -1, COLUMN_NAME, name, -1);
  return TRUE;
}

/* The view lays out every row that is set: only what differs is. */
static void
set_text (LsRunsPanel *self, GtkTreeIter *iter, int column, const char *text)
{
  g_autofree char *old = NULL;

  gtk_tree_model_get (GTK_TREE_MODEL (self->store), iter, column, &old, -1);
  if (g_strcmp0 (old, text) != 0)
    gtk_tree_store_set (self->store, iter, column, text, -1);
}

static void
set_flag (LsRunsPanel *self, GtkTreeIter *iter, int column, gboolean flag)
{
  gboolean old;

  gtk_tree_model_get (GTK_TREE_MODEL (self->store), iter, column, &old, -1);
  if (old != flag)
    gtk_tree_store_set (self->store, iter, column, flag, -1);
}

static void
set_run (LsRunsPanel *self, GtkTreeIter *iter, const LsPastRun *run)
{
  g_autofree char *color = make_color (self, run), *state = ls_history_describe_end (run);
  g_autofree char *tip = g_markup_printf_escaped ("%s\n%s", run->name, state);

  set_flag (self, iter, COLUMN_SHOWN, run->shown);
  set_flag (self, iter, COLUMN_IS_BASE, run->id == self->base);
  set_text (self, iter, COLUMN_COLOR, color);
  set_text (self, iter, COLUMN_NAME, run->name);
  set_text (self, iter, COLUMN_TIP, tip);
  for (guint i = 0; i < self->signals->len; i++)
    {
      g_autofree char *error = make_error (run, self->signals->pdata[i]);

      set_text (self, iter, (int)(N_FIXED + i), error);
    }
}

static void
add_run (LsRunsPanel *self, const LsPastRun *run, int position)
{
  GtkTreeIter parent, iter;
  const gboolean grouped = find_group (self, run, &parent);

  gtk_tree_store_insert_with_values (self->store, &iter, grouped ? &parent : NULL, position,
                                     COLUMN_ID, run->id, COLUMN_IS_RUN, TRUE, COLUMN_HAS_BASE, TRUE,
                                     -1);
  set_run (self, &iter, run);
}

static void
fill (LsRunsPanel *self)
{
  const guint n = self->history != NULL ? ls_run_history_get_n (self->history) : 0;
  g_autofree char *color = make_color (self, NULL);

  gtk_tree_store_clear (self->store);
  gtk_tree_view_set_show_expanders (GTK_TREE_VIEW (self->view),
                                    gtk_combo_box_get_active (GTK_COMBO_BOX (self->group))
                                        != GROUP_NONE);
  if (n > 0)
    gtk_tree_store_insert_with_values (self->store, NULL, NULL, -1, COLUMN_HAS_BASE, TRUE,
                                       COLUMN_IS_BASE, self->base == 0, COLUMN_COLOR, color,
                                       COLUMN_NAME, _ ("Reference"), -1);
  for (guint i = 0; i < n; i++)
    if (is_wanted (self, ls_run_history_get (self->history, i)))
      add_run (self, ls_run_history_get (self->history, i), -1);
  gtk_tree_view_expand_all (GTK_TREE_VIEW (self->view));
}

/* Whether the row of @iter is that of a run which is still to be listed. */
static gboolean
is_current (LsRunsPanel *self, GtkTreeIter *iter)
{
  const LsPastRun *run;
  guint id;

  gtk_tree_model_get (GTK_TREE_MODEL (self->store), iter, COLUMN_ID, &id, -1);
  run = ls_run_history_find (self->history, id);
  return run != NULL && is_wanted (self, run);
}

/* Changes what differs of a list without groups, whose first row is the reference. Runs keep their
 * order, so that a row of another run is that of a later one. */
static void
update (LsRunsPanel *self)
{
  GtkTreeModel *model = GTK_TREE_MODEL (self->store);
  g_autofree char *color = make_color (self, NULL);
  GtkTreeIter iter;
  gboolean more;
  int position = 0;
  guint id;

  gtk_tree_model_get_iter_first (model, &iter);
  set_flag (self, &iter, COLUMN_IS_BASE, self->base == 0);
  set_text (self, &iter, COLUMN_COLOR, color);
  for (more = gtk_tree_model_iter_next (model, &iter); more;)
    more = is_current (self, &iter) ? gtk_tree_model_iter_next (model, &iter)
                                    : gtk_tree_store_remove (self->store, &iter);
  for (guint i = 0; i < ls_run_history_get_n (self->history); i++)
    {
      const LsPastRun *run = ls_run_history_get (self->history, i);

      if (!is_wanted (self, run))
        continue;
      if (!gtk_tree_model_iter_nth_child (model, &iter, NULL, ++position))
        id = 0;
      else
        gtk_tree_model_get (model, &iter, COLUMN_ID, &id, -1);
      if (id == run->id)
        set_run (self, &iter, run);
      else
        add_run (self, run, position);
    }
  while (gtk_tree_model_iter_nth_child (model, &iter, NULL, position + 1))
    gtk_tree_store_remove (self->store, &iter);
}

/* ---- What the user does -------------------------------------------------------------------- */

static gboolean
get_row (LsRunsPanel *self, const char *path, GtkTreeIter *iter, guint *id, gboolean *is_run)
{
  if (!gtk_tree_model_get_iter_from_string (GTK_TREE_MODEL (self->store), iter, path))
    return FALSE;
  gtk_tree_model_get (GTK_TREE_MODEL (self->store), iter, COLUMN_ID, id, COLUMN_IS_RUN, is_run, -1);
  return TRUE;
}

static void
shown_toggled_cb (LsRunsPanel *self, const char *path)
{
  GtkTreeIter iter;
  gboolean is_run;
  guint id;
  LsPastRun *run;

  if (!get_row (self, path, &iter, &id, &is_run) || !is_run
      || (run = ls_run_history_find (self->history, id)) == NULL)
    return;
  run->shown = !run->shown;
  gtk_tree_store_set (self->store, &iter, COLUMN_SHOWN, run->shown, -1);
  g_signal_emit (self, changed_signal, 0);
}

static gboolean
mark_base_cb (GtkTreeModel *model,
              G_GNUC_UNUSED GtkTreePath *path,
              GtkTreeIter *iter,
              gpointer user_data)
{
  LsRunsPanel *self = user_data;
  gboolean has_base;
  guint id;

  gtk_tree_model_get (model, iter, COLUMN_ID, &id, COLUMN_HAS_BASE, &has_base, -1);
  gtk_tree_store_set (self->store, iter, COLUMN_IS_BASE, has_base && id == self->base, -1);
  return FALSE;
}

static void
base_toggled_cb (LsRunsPanel *self, const char *path)
{
  GtkTreeIter iter;
  gboolean is_run, has_base;
  guint id;

  if (!get_row (self, path, &iter, &id, &is_run))
    return;
  gtk_tree_model_get (GTK_TREE_MODEL (self->store), &iter, COLUMN_HAS_BASE, &has_base, -1);
  if (!has_base)
    return;
  self->base = id;
  gtk_tree_model_foreach (GTK_TREE_MODEL (self->store), mark_base_cb, self);
  g_signal_emit (self, base_chosen_signal, 0, id);
}

/* Return, or a double click: the curve alone. */
static void
row_activated_cb (LsRunsPanel *self, GtkTreePath *path, GtkTreeViewColumn *column)
{
  g_autofree char *text = gtk_tree_path_to_string (path);
  const char *signal = g_object_get_data (G_OBJECT (column), "signal");
  GtkTreeIter iter;
  gboolean is_run;
  guint id;

  if (get_row (self, text, &iter, &id, &is_run) && is_run)
    g_signal_emit (self, cell_activated_signal, 0, id, signal);
}

/* Space draws the run of the row or not, B takes differences from it. */
static gboolean
key_press_cb (LsRunsPanel *self, GdkEventKey *event)
{
  g_autofree char *text = NULL;
  GtkTreePath *path;

  if ((event->keyval != GDK_KEY_space && event->keyval != GDK_KEY_b)
      || (event->state & (GDK_CONTROL_MASK | GDK_MOD1_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  gtk_tree_view_get_cursor (GTK_TREE_VIEW (self->view), &path, NULL);
  if (path == NULL)
    return GDK_EVENT_PROPAGATE;
  text = gtk_tree_path_to_string (path);
  gtk_tree_path_free (path);
  if (event->keyval == GDK_KEY_space)
    shown_toggled_cb (self, text);
  else
    base_toggled_cb (self, text);
  return GDK_EVENT_STOP;
}

/* ---- Columns ------------------------------------------------------------------------------- */

static GtkTreeViewColumn *
add_column (
    LsRunsPanel *self, const char *title, GtkCellRenderer *cell, const char *property, int id)
{
  GtkTreeViewColumn *column
      = gtk_tree_view_column_new_with_attributes (NULL, cell, property, id, NULL);

  ls_column_set_title (column, title);
  gtk_tree_view_append_column (GTK_TREE_VIEW (self->view), column);
  return column;
}

static void
add_toggle (
    LsRunsPanel *self, const char *title, int id, int visible, gboolean radio, GCallback func)
{
  GtkCellRenderer *cell = gtk_cell_renderer_toggle_new ();
  GtkTreeViewColumn *column = add_column (self, title, cell, "active", id);

  gtk_tree_view_column_add_attribute (column, cell, "visible", visible);
  gtk_cell_renderer_toggle_set_radio (GTK_CELL_RENDERER_TOGGLE (cell), radio);
  g_signal_connect_swapped (cell, "toggled", func, self);
}

static void
add_name (LsRunsPanel *self)
{
  GtkCellRenderer *swatch = gtk_cell_renderer_text_new (), *cell = gtk_cell_renderer_text_new ();
  GtkTreeViewColumn *column = add_column (self, _ ("Run"), cell, "text", COLUMN_NAME);

  g_object_set (swatch, "text", "■", NULL);
  gtk_tree_view_column_pack_start (column, swatch, FALSE);
  gtk_tree_view_column_set_attributes (column, swatch, "foreground", COLUMN_COLOR, "visible",
                                       COLUMN_HAS_BASE, NULL);
  gtk_cell_layout_reorder (GTK_CELL_LAYOUT (column), swatch, 0);
  /* Method and step size differ at the beginning and at the end. */
  g_object_set (cell, "ellipsize", PANGO_ELLIPSIZE_MIDDLE, "width-chars", NAME_CHARS, NULL);
  gtk_tree_view_column_set_expand (column, TRUE);
  gtk_tree_view_column_set_resizable (column, TRUE);
  gtk_tree_view_set_expander_column (GTK_TREE_VIEW (self->view), column);
  gtk_tree_view_set_tooltip_column (GTK_TREE_VIEW (self->view), COLUMN_TIP);
}

/* The unit at the end of a title stays in sight. */
static void
shorten_title (GtkTreeViewColumn *column, const char *title)
{
  g_auto (GStrv) parts = g_strsplit (title, ".", -1);
  g_autofree char *text = g_strjoinv (".\342\200\213", parts); /* may break after a point */
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_line_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_line_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (label), 2);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (label), MIN ((int)g_utf8_strlen (title, -1), TITLE_CHARS));
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  ls_label_add_tooltip (GTK_LABEL (label));
  gtk_widget_show (label);
  gtk_tree_view_column_set_widget (column, label);
  gtk_tree_view_column_set_expand (column, TRUE);
}

static void
add_errors (LsRunsPanel *self)
{
  for (guint i = 0; i < self->signals->len; i++)
    {
      GtkCellRenderer *cell = gtk_cell_renderer_text_new ();
      /* Translators: column of the errors of a signal in per cent. */
      g_autofree char *title = g_strdup_printf (_ ("%s, %%"), (char *)self->signals->pdata[i]);
      GtkTreeViewColumn *column = add_column (self, title, cell, "text", (int)(N_FIXED + i));

      g_object_set (cell, "xalign", 1.0, NULL);
      gtk_tree_view_column_set_alignment (column, 1.0);
      shorten_title (column, title);
      g_object_set_data_full (G_OBJECT (column), "signal", g_strdup (self->signals->pdata[i]),
                              g_free);
    }
}

static void
build (LsRunsPanel *self)
{
  GtkTreeView *view = GTK_TREE_VIEW (self->view);
  GType types[N_FIXED + MAX_ERRORS]
      = { G_TYPE_UINT,    G_TYPE_BOOLEAN, G_TYPE_BOOLEAN, G_TYPE_BOOLEAN,
          G_TYPE_BOOLEAN, G_TYPE_STRING,  G_TYPE_STRING,  G_TYPE_STRING };

  for (guint i = 0; i < MAX_ERRORS; i++)
    types[N_FIXED + i] = G_TYPE_STRING;
  while (gtk_tree_view_get_n_columns (view) > 0)
    gtk_tree_view_remove_column (view, gtk_tree_view_get_column (view, 0));
  g_clear_object (&self->store);
  self->store = gtk_tree_store_newv (N_FIXED + MAX_ERRORS, types);
  add_toggle (self, _ ("Show"), COLUMN_SHOWN, COLUMN_IS_RUN, FALSE, G_CALLBACK (shown_toggled_cb));
  add_toggle (self, _ ("Base"), COLUMN_IS_BASE, COLUMN_HAS_BASE, TRUE,
              G_CALLBACK (base_toggled_cb));
  add_name (self);
  add_errors (self);
  gtk_tree_view_set_model (view, GTK_TREE_MODEL (self->store));
}

/* The signals of the newest run. */
static GPtrArray *
list_signals (LsRunHistory *history)
{
  GPtrArray *signals = g_ptr_array_new_with_free_func (g_free);
  const LsTrace *trace
      = ls_run_history_get_n (history) > 0 ? ls_run_history_get (history, 0)->trace : NULL;

  for (guint i = 1; trace != NULL && i < ls_trace_get_n_columns (trace) && i <= MAX_ERRORS; i++)
    g_ptr_array_add (signals, g_strdup (ls_trace_get_name (trace, i)));
  return signals;
}

static gboolean
have_changed (const GPtrArray *a, const GPtrArray *b)
{
  if (a->len != b->len)
    return TRUE;
  for (guint i = 0; i < a->len; i++)
    if (strcmp (a->pdata[i], b->pdata[i]) != 0)
      return TRUE;
  return FALSE;
}

void
ls_runs_panel_show (LsRunsPanel *self, LsRunHistory *history, guint base)
{
  g_return_if_fail (LS_IS_RUNS_PANEL (self) && history != NULL);

  g_autoptr (GPtrArray) signals = list_signals (history);

  self->history = history;
  self->base = base;
  if (have_changed (signals, self->signals))
    {
      g_ptr_array_unref (self->signals);
      self->signals = g_ptr_array_ref (signals);
      build (self);
    }
  if (gtk_combo_box_get_active (GTK_COMBO_BOX (self->group)) == GROUP_NONE
      && ls_run_history_get_n (history) > 0
      && gtk_tree_model_iter_n_children (GTK_TREE_MODEL (self->store), NULL) > 0)
    update (self);
  else
    fill (self);
}

static void
ls_runs_panel_finalize (GObject *object)
{
  LsRunsPanel *self = LS_RUNS_PANEL (object);

  g_ptr_array_unref (self->signals);
  g_clear_object (&self->store);
  G_OBJECT_CLASS (ls_runs_panel_parent_class)->finalize (object);
}

static void
ls_runs_panel_class_init (LsRunsPanelClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_runs_panel_finalize;
  changed_signal
      = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  base_chosen_signal = g_signal_new ("base-chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 1, G_TYPE_UINT);
  cell_activated_signal = g_signal_new ("cell-activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                        NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_STRING);
}

static void
ls_runs_panel_init (LsRunsPanel *self)
{
  static const char *const groups[] = { N_ ("No Groups"), N_ ("By Method"), N_ ("By Step Size") };
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *scrolled = gtk_scrolled_window_new (NULL, NULL);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_set_size_request (GTK_WIDGET (self), LEAST_WIDTH, -1);
  self->signals = g_ptr_array_new_with_free_func (g_free);
  self->filter = gtk_search_entry_new ();
  self->group = gtk_combo_box_text_new ();
  self->view = gtk_tree_view_new ();
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    gtk_combo_box_text_append_text (GTK_COMBO_BOX_TEXT (self->group), _ (groups[i]));
  gtk_combo_box_set_active (GTK_COMBO_BOX (self->group), GROUP_NONE);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->filter), _ ("Filter runs"));
  gtk_entry_set_width_chars (GTK_ENTRY (self->filter), 8);
  ls_widget_set_accessible_name (self->filter, _ ("Filter the runs beside the plots"));
  ls_widget_set_accessible_name (self->group, _ ("Groups of runs"));
  ls_widget_set_accessible_name (self->view, _ ("Runs beside the plots"));
  gtk_tree_view_set_enable_search (GTK_TREE_VIEW (self->view), FALSE);
  gtk_container_set_border_width (GTK_CONTAINER (bar), 3);
  gtk_box_pack_start (GTK_BOX (bar), self->filter, TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (bar), self->group, FALSE, TRUE, 0);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_width (GTK_SCROLLED_WINDOW (scrolled), MAX_WIDTH);
  gtk_container_add (GTK_CONTAINER (scrolled), self->view);
  gtk_box_pack_start (GTK_BOX (self), bar, FALSE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (self), scrolled, TRUE, TRUE, 0);
  build (self);
  g_signal_connect_swapped (self->filter, "search-changed", G_CALLBACK (fill), self);
  g_signal_connect_swapped (self->group, "changed", G_CALLBACK (fill), self);
  g_signal_connect_swapped (self->view, "row-activated", G_CALLBACK (row_activated_cb), self);
  g_signal_connect_swapped (self->view, "key-press-event", G_CALLBACK (key_press_cb), self);
  gtk_widget_show_all (bar);
  gtk_widget_show_all (scrolled);
}

GtkWidget *
ls_runs_panel_new (void)
{
  return g_object_new (LS_TYPE_RUNS_PANEL, "visible", TRUE, NULL);
}
