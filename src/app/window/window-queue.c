/* Comparisons that wait for the one that is under way. */
#include <glib/gi18n-lib.h>
#include "app/base/report.h"
#include "app/window/window-private.h"

/* Each holds a copy of the model; more than that nobody means. */
#define MAX_QUEUE 50u

typedef struct
{
  LsComparison *comparison;
  char *title;
  gboolean ready; /* it can run */
} LsQueued;

static void
queued_free (gpointer data)
{
  LsQueued *self = data;

  ls_comparison_unref (self->comparison);
  g_free (self->title);
  g_free (self);
}

/* "NI-Jacobi, MISSILES and 2 more" (transfer full) */
static char *
make_title (LsComparison *comparison)
{
  g_autoptr (GString) title = g_string_new (NULL);
  const guint n = ls_comparison_get_n_runs (comparison);

  for (guint i = 0; i < n && i < 3; i++)
    {
      g_autofree char *label = ls_run_get_label (ls_comparison_get_run (comparison, i));

      g_string_append_printf (title, "%s%s", i > 0 ? "; " : "", label);
    }
  if (n > 3)
    g_string_append_printf (title, ngettext (" and %u more", " and %u more", n - 3), n - 3);
  return g_string_free (g_steal_pointer (&title), FALSE);
}

static void
show (LsWindow *self)
{
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();

  for (GList *l = self->queue.head; l != NULL; l = l->next)
    g_ptr_array_add (titles, ((LsQueued *)l->data)->title);
  ls_history_page_show_queue (LS_HISTORY_PAGE (self->history_page), titles);
  ls_run_status_set_waiting (LS_RUN_STATUS (self->run_status), self->queue.length);
}

static int
compare (gconstpointer queued, gconstpointer comparison)
{
  return ((const LsQueued *)queued)->comparison != comparison;
}

/* What cannot run is said now, and not when its turn has come. */
static void
checked_cb (LsWindow *self, LsComparison *comparison, const GError *error)
{
  GList *link = g_queue_find_custom (&self->queue, comparison, compare);

  if (link == NULL)
    return;
  ((LsQueued *)link->data)->ready = TRUE;
  if (error != NULL)
    {
      queued_free (link->data);
      g_queue_delete_link (&self->queue, link);
      show (self);
      ls_report_problem (GTK_WIDGET (self), _ ("The run cannot start"), error->message);
    }
  ls_window_queue_next (self);
}

static void
enqueue_cb (G_GNUC_UNUSED GSimpleAction *action,
            G_GNUC_UNUSED GVariant *parameter,
            gpointer user_data)
{
  LsWindow *self = user_data;
  LsComparison *comparison;
  LsQueued *queued;

  if (!ls_window_run_is_busy (self))
    {
      ls_window_run (self);
      return;
    }
  if (self->queue.length >= MAX_QUEUE || (comparison = ls_window_run_prepare (self)) == NULL)
    return;
  queued = g_new0 (LsQueued, 1);
  queued->comparison = comparison;
  queued->title = make_title (comparison);
  g_queue_push_tail (&self->queue, queued);
  show (self);
  ls_window_check (self, comparison, ls_window_import_get_cancellable (self), checked_cb);
}

static void
moved_cb (LsWindow *self, guint index, gboolean up)
{
  LsQueued *queued = g_queue_pop_nth (&self->queue, index);

  if (queued == NULL)
    return;
  g_queue_push_nth (&self->queue, queued, up ? (int)MAX (index, 1) - 1 : (int)index + 1);
  show (self);
}

static void
removed_cb (LsWindow *self, guint index)
{
  LsQueued *queued = g_queue_pop_nth (&self->queue, index);

  g_clear_pointer (&queued, queued_free);
  show (self);
}

void
ls_window_queue_next (LsWindow *self)
{
  LsQueued *queued = g_queue_peek_head (&self->queue);

  if (ls_window_run_is_busy (self) || queued == NULL || !queued->ready)
    return;
  g_queue_pop_head (&self->queue);
  show (self);
  ls_window_run_start (self, queued->comparison);
  queued_free (queued);
}

void
ls_window_queue_forget (LsWindow *self)
{
  g_queue_clear_full (&self->queue, queued_free);
}

static const GActionEntry entries[] = {
  { .name = "enqueue", .activate = enqueue_cb },
};

void
ls_window_queue_update (LsWindow *self)
{
  const gboolean empty = ls_model_get_n_components (ls_document_get_model (self->document)) == 0;

  ls_window_set_action_enabled (
      self, "enqueue", !empty && ls_run_bar_get_problem (LS_RUN_BAR (self->run_bar)) == NULL);
}

void
ls_window_queue_init (LsWindow *self)
{
  g_queue_init (&self->queue);
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (self->history_page, "queue-moved", G_CALLBACK (moved_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->history_page, "queue-removed", G_CALLBACK (removed_cb), self,
                           G_CONNECT_SWAPPED);
}
