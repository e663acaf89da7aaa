#include "app/window/history-control.h"
#include <glib/gi18n-lib.h>
#include "app/plot/plot-overlay.h"
#include "app/help/help-window.h"
#include "app/run/history-page.h"
#include "app/run/history-row.h"
#include "app/run/runs-panel.h"
#include "app/window/bars.h"

struct _LsHistoryControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsPlots *plots;
  LsRunHistory *history;
  GtkWidget *page, *panel;
  GHashTable *hidden; /* LsTrace *: runs of the present comparison, hidden before it has ended */
  guint base;         /* id of the run that differences are taken from; 0: the reference */
  GtkWidget *deleted_bar;     /* (nullable): with the button "Undo" */
  LsComparison *comparison;   /* (nullable): present comparison */
  guint number, number_ended; /* number of the present one, and of the last one that ended */
  guint overlays_id;
};

G_DEFINE_TYPE (LsHistoryControl, ls_history_control, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  SIGNAL_EDITED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

/* Whether the run belongs to the comparison shown in the plots. */
static gboolean
is_present (LsHistoryControl *self, const LsPastRun *run)
{
  return run->comparison != 0 && run->comparison == self->number;
}

static LsPlotOverlay *
overlay_new (LsHistoryControl *self, const LsPastRun *run)
{
  LsPlotOverlay *overlay = g_new0 (LsPlotOverlay, 1);
  const gboolean present = is_present (self, run);

  overlay->trace = ls_trace_ref (run->trace);
  if (!g_str_equal (run->name, run->origin) || run->comparison == 0)
    overlay->label = g_strdup (run->name);
  else if (!present)
    /* Translators: an earlier run, number of the comparison that it was part of. */
    overlay->label = g_strdup_printf (_ ("%s (comparison %u)"), run->name, run->comparison);
  overlay->color = ls_history_get_color (run);
  overlay->run = present ? (int)run->index : -1;
  overlay->shown = run->shown;
  return overlay;
}

static gboolean
is_kept (LsHistoryControl *self, guint index)
{
  for (guint i = 0; i < ls_run_history_get_n (self->history); i++)
    {
      const LsPastRun *run = ls_run_history_get (self->history, i);

      if (is_present (self, run) && run->index == index)
        return TRUE;
    }
  return FALSE;
}

/* Adds hidden overlays for deleted runs of the present comparison, which would otherwise be
 * drawn. */
static void
hide_deleted (LsHistoryControl *self, GPtrArray *overlays)
{
  LsComparison *comparison = self->comparison;

  if (comparison == NULL || self->number_ended != self->number)
    return;
  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    {
      LsPlotOverlay *overlay;

      if (is_kept (self, i))
        continue;
      overlay = g_new0 (LsPlotOverlay, 1);
      overlay->trace = ls_trace_ref (ls_run_get_trace (ls_comparison_get_run (comparison, i)));
      overlay->color = g_strdup (ls_run_get_choice (ls_comparison_get_run (comparison, i))->method);
      overlay->run = (int)i;
      overlay->deleted = TRUE;
      g_ptr_array_add (overlays, overlay);
    }
}

/* Adds hidden overlays for runs under way. */
static void
hide_running (LsHistoryControl *self, GPtrArray *overlays)
{
  LsComparison *comparison = self->comparison;

  for (guint i = 0; comparison != NULL && i < ls_comparison_get_n_runs (comparison); i++)
    {
      LsRun *run = ls_comparison_get_run (comparison, i);
      LsPlotOverlay *overlay;

      if (!g_hash_table_contains (self->hidden, ls_run_get_trace (run)))
        continue;
      overlay = g_new0 (LsPlotOverlay, 1);
      overlay->trace = ls_trace_ref (ls_run_get_trace (run));
      overlay->color = g_strdup (ls_run_get_choice (run)->method);
      overlay->run = (int)i;
      g_ptr_array_add (overlays, overlay);
    }
}

static void
show_overlays (LsHistoryControl *self)
{
  g_autoptr (GPtrArray) overlays
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_plot_overlay_free);

  for (guint i = 0; i < ls_run_history_get_n (self->history); i++)
    {
      const LsPastRun *run = ls_run_history_get (self->history, i);

      if (run->shown || is_present (self, run))
        g_ptr_array_add (overlays, overlay_new (self, run));
    }
  hide_deleted (self, overlays);
  hide_running (self, overlays);
  ls_plots_set_overlays (self->plots, overlays);
}

/* Deferred, so that typing a name redraws once. */
static gboolean
overlays_cb (gpointer user_data)
{
  LsHistoryControl *self = user_data;

  self->overlays_id = 0;
  show_overlays (self);
  return G_SOURCE_REMOVE;
}

static void
show_later (LsHistoryControl *self)
{
  if (self->overlays_id == 0)
    self->overlays_id = g_idle_add (overlays_cb, self);
}

static void
changed_cb (LsHistoryControl *self)
{
  ls_runs_panel_show (LS_RUNS_PANEL (self->panel), self->history, self->base);
  show_later (self);
  g_signal_emit (self, signals[SIGNAL_EDITED], 0);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
refresh (LsHistoryControl *self)
{
  const guint n = ls_run_history_get_n (self->history);
  g_autofree char *title
      = n > 0 ? g_strdup_printf (_ ("History (%u)"), n) : g_strdup (_ ("History"));

  ls_history_page_refresh (LS_HISTORY_PAGE (self->page));
  ls_runs_panel_show (LS_RUNS_PANEL (self->panel), self->history, self->base);
  gtk_container_child_set (GTK_CONTAINER (self->frame->lower_stack), self->page, "title", title,
                           NULL);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* A tick beside the plots. */
static void
panel_changed_cb (LsHistoryControl *self)
{
  ls_history_page_refresh (LS_HISTORY_PAGE (self->page));
  show_later (self);
  g_signal_emit (self, signals[SIGNAL_EDITED], 0);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static LsPastRun *
find_run (LsHistoryControl *self, const LsTrace *trace)
{
  for (guint i = 0; i < ls_run_history_get_n (self->history); i++)
    if (ls_run_history_get (self->history, i)->trace == trace)
      return ls_run_history_get (self->history, i);
  return NULL;
}

/* An entry of a legend: the same as the tick beside the plots. */
static void
run_toggled_cb (LsHistoryControl *self, LsTrace *trace)
{
  LsPastRun *run = find_run (self, trace);

  if (run != NULL)
    {
      run->shown = !run->shown;
      ls_runs_panel_show (LS_RUNS_PANEL (self->panel), self->history, self->base);
      panel_changed_cb (self);
      return;
    }
  if (!g_hash_table_remove (self->hidden, trace))
    g_hash_table_add (self->hidden, ls_trace_ref (trace));
  show_later (self);
}

/* What was hidden during the run stays so. */
static void
keep_hidden (LsHistoryControl *self)
{
  GHashTableIter iter;
  gpointer trace;

  g_hash_table_iter_init (&iter, self->hidden);
  while (g_hash_table_iter_next (&iter, &trace, NULL))
    if (find_run (self, trace) != NULL)
      find_run (self, trace)->shown = FALSE;
  g_hash_table_remove_all (self->hidden);
}

static void
base_chosen_cb (LsHistoryControl *self, guint id)
{
  LsPastRun *run = id != 0 ? ls_run_history_find (self->history, id) : NULL;

  self->base = run != NULL ? id : 0;
  if (run != NULL && !run->shown)
    {
      run->shown = TRUE;
      changed_cb (self);
    }
  ls_plots_set_base (self->plots, run != NULL ? run->trace : NULL);
}

static void
panel_activated_cb (LsHistoryControl *self, guint id, const char *signal)
{
  const LsPastRun *run = ls_run_history_find (self->history, id);

  if (run == NULL || !is_present (self, run) || ls_trace_get_n_columns (run->trace) < 2)
    return;
  ls_plots_focus (self->plots, run->index,
                  signal != NULL ? signal : ls_trace_get_name (run->trace, 1));
}

static void
take_comparison (LsHistoryControl *self, LsComparison *comparison)
{
  g_clear_pointer (&self->comparison, ls_comparison_unref);
  if (comparison != NULL)
    self->comparison = ls_comparison_ref (comparison);
}

static void
run_starting_cb (LsHistoryControl *self, LsComparison *comparison)
{
  const LsPastRun *base;

  self->number = ls_run_history_begin (self->history);
  g_hash_table_remove_all (self->hidden);
  /* Differences are taken from what is drawn. */
  base = self->base != 0 ? ls_run_history_find (self->history, self->base) : NULL;
  if (base == NULL || !base->shown)
    base_chosen_cb (self, 0);
  take_comparison (self, comparison);
  refresh (self);
  show_overlays (self);
}

static void
run_ended_cb (LsHistoryControl *self)
{
  ls_run_history_add (self->history, self->number, self->comparison,
                      g_get_real_time () / G_USEC_PER_SEC);
  self->number_ended = self->number;
  keep_hidden (self);
  refresh (self);
}

const LsRunHistory *
ls_history_control_get (LsHistoryControl *self)
{
  g_return_val_if_fail (LS_IS_HISTORY_CONTROL (self), NULL);

  return self->history;
}

GtkWidget *
ls_history_control_get_page (LsHistoryControl *self)
{
  g_return_val_if_fail (LS_IS_HISTORY_CONTROL (self), NULL);

  return self->page;
}

void
ls_history_control_add (LsHistoryControl *self, LsPastRun *run)
{
  guint id;

  g_return_if_fail (LS_IS_HISTORY_CONTROL (self) && run != NULL);

  id = ls_run_history_add_run (self->history, run);
  refresh (self);
  ls_history_page_select (LS_HISTORY_PAGE (self->page), id);
  show_later (self);
}

/* Data for restoring a deleted run. */
typedef struct
{
  LsPastRun *run;
  guint index;
} Deleted;

static void
deleted_free (gpointer data)
{
  Deleted *self = data;

  ls_past_run_free (self->run);
  g_free (self);
}

static void
forget_deleted (LsHistoryControl *self)
{
  GtkWidget *bar = self->deleted_bar;

  self->deleted_bar = NULL;
  if (bar != NULL)
    gtk_widget_destroy (bar);
}

static void
deleted_response_cb (GtkWidget *bar, int response, LsHistoryControl *self)
{
  Deleted *deleted = g_object_get_data (G_OBJECT (bar), "deleted");
  LsPastRun *run = g_steal_pointer (&deleted->run);
  guint id = run->id;

  if (response == GTK_RESPONSE_YES)
    {
      ls_run_history_put (self->history, run, deleted->index);
      refresh (self);
      ls_history_page_select (LS_HISTORY_PAGE (self->page), id);
      changed_cb (self);
    }
  else
    ls_past_run_free (run);
  forget_deleted (self);
}

static void
delete_cb (LsHistoryControl *self, guint id)
{
  Deleted *deleted = g_new0 (Deleted, 1);
  g_autofree char *text = NULL;

  deleted->run = ls_run_history_take (self->history, id, &deleted->index);
  if (deleted->run == NULL)
    {
      g_free (deleted);
      return;
    }
  if (id == self->base)
    base_chosen_cb (self, 0);
  forget_deleted (self);
  text = g_strdup_printf (_ ("Deleted: %s"), deleted->run->name);
  self->deleted_bar = ls_bars_add (self->frame, GTK_MESSAGE_INFO, text, _ ("_Undo"),
                                   GTK_RESPONSE_YES, _ ("_Close"), GTK_RESPONSE_NO, NULL);
  g_object_set_data_full (G_OBJECT (self->deleted_bar), "deleted", deleted, deleted_free);
  g_signal_connect (self->deleted_bar, "response", G_CALLBACK (deleted_response_cb), self);
  refresh (self);
  changed_cb (self);
}

void
ls_history_control_forget (LsHistoryControl *self)
{
  LsRunHistory *old;

  g_return_if_fail (LS_IS_HISTORY_CONTROL (self));

  old = self->history;
  forget_deleted (self);
  g_clear_handle_id (&self->overlays_id, g_source_remove);
  self->history = ls_run_history_new ();
  self->number = self->number_ended = self->base = 0;
  ls_plots_set_base (self->plots, NULL);
  g_hash_table_remove_all (self->hidden);
  take_comparison (self, NULL);
  ls_history_page_set_history (LS_HISTORY_PAGE (self->page), self->history);
  ls_runs_panel_show (LS_RUNS_PANEL (self->panel), self->history, 0);
  ls_run_history_free (old);
  refresh (self);
  show_overlays (self);
}

static void
show_history_cb (G_GNUC_UNUSED GSimpleAction *action,
                 G_GNUC_UNUSED GVariant *parameter,
                 gpointer user_data)
{
  LsHistoryControl *self = user_data;

  ls_frame_focus_lower (self->frame, self->page);
}

static const GActionEntry entries[] = {
  { .name = "show-history", .activate = show_history_cb },
};

static void
ls_history_control_finalize (GObject *object)
{
  LsHistoryControl *self = LS_HISTORY_CONTROL (object);

  ls_run_history_free (self->history);
  g_hash_table_unref (self->hidden);
  G_OBJECT_CLASS (ls_history_control_parent_class)->finalize (object);
}

static void
ls_history_control_dispose (GObject *object)
{
  LsHistoryControl *self = LS_HISTORY_CONTROL (object);

  g_clear_handle_id (&self->overlays_id, g_source_remove);
  g_clear_pointer (&self->comparison, ls_comparison_unref);
  /* The page uses the history and must be destroyed first. */
  if (self->page != NULL)
    gtk_widget_destroy (self->page);
  g_clear_object (&self->page);
  G_OBJECT_CLASS (ls_history_control_parent_class)->dispose (object);
}

static void
ls_history_control_class_init (LsHistoryControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_history_control_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_history_control_finalize;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_EDITED] = g_signal_new ("edited", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_history_control_init (LsHistoryControl *self)
{
  self->history = ls_run_history_new ();
  self->hidden = g_hash_table_new_full (NULL, NULL, (GDestroyNotify)ls_trace_unref, NULL);
  self->page = g_object_ref_sink (ls_history_page_new (self->history));
  self->panel = ls_runs_panel_new ();
  ls_help_set_place (self->page, "runs");
  ls_help_set_place (self->panel, "runs");
}

LsHistoryControl *
ls_history_control_new (const LsFrame *frame, LsPlots *plots, LsRunControl *run)
{
  g_return_val_if_fail (frame != NULL && LS_IS_PLOTS (plots) && LS_IS_RUN_CONTROL (run), NULL);

  LsHistoryControl *self = g_object_new (LS_TYPE_HISTORY_CONTROL, NULL);
  GtkContainer *stack = GTK_CONTAINER (frame->lower_stack);

  self->frame = frame;
  self->plots = plots;
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  gtk_stack_add_titled (GTK_STACK (stack), self->page, "history", _ ("History"));
  gtk_container_child_set (stack, self->page, "position", 3, NULL);
  ls_plots_set_side (plots, self->panel);
  ls_runs_panel_show (LS_RUNS_PANEL (self->panel), self->history, 0);
  g_signal_connect_object (self->panel, "changed", G_CALLBACK (panel_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->panel, "base-chosen", G_CALLBACK (base_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->panel, "cell-activated", G_CALLBACK (panel_activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->page, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->page, "delete", G_CALLBACK (delete_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (plots, "run-toggled", G_CALLBACK (run_toggled_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (run, "starting", G_CALLBACK (run_starting_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (run, "ended", G_CALLBACK (run_ended_cb), self, G_CONNECT_SWAPPED);
  return self;
}
