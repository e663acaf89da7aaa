#include "app/window/queue-control.h"
#include <glib/gi18n-lib.h>
#include "app/base/report.h"
#include "app/run/history-page.h"
#include "app/run/run-bar.h"
#include "app/run/run-status.h"
#include "app/run/settings.h"
#include "app/window/run-check.h"

/* Queue limit: each entry copies the model. */
#define MAX_QUEUE 50u

typedef struct
{
  LsComparison *comparison;
  char *title;
  gboolean ready; /* checked and able to run */
} LsQueued;

static void
queued_free (gpointer data)
{
  LsQueued *self = data;

  ls_comparison_unref (self->comparison);
  g_free (self->title);
  g_free (self);
}

struct _LsQueueControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsRunControl *run;
  GtkWidget *page;        /* shows the queue */
  GQueue queue;           /* LsQueued */
  GCancellable *checking; /* for all entries of the queue */
};

G_DEFINE_TYPE (LsQueueControl, ls_queue_control, G_TYPE_OBJECT)

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
show (LsQueueControl *self)
{
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();

  for (GList *l = self->queue.head; l != NULL; l = l->next)
    g_ptr_array_add (titles, ((LsQueued *)l->data)->title);
  ls_history_page_show_queue (LS_HISTORY_PAGE (self->page), titles);
  ls_run_status_set_waiting (LS_RUN_STATUS (self->frame->run_status), self->queue.length);
}

/* Starts the next entry if no run is in progress. */
static void
begin_next (LsQueueControl *self)
{
  LsQueued *queued = g_queue_peek_head (&self->queue);

  if (ls_run_control_is_busy (self->run) || queued == NULL || !queued->ready)
    return;
  g_queue_pop_head (&self->queue);
  show (self);
  ls_run_control_start (self->run, queued->comparison);
  queued_free (queued);
}

static int
compare (gconstpointer queued, gconstpointer comparison)
{
  return ((const LsQueued *)queued)->comparison != comparison;
}

/* Reports an entry that cannot run when it is queued, not at its turn. */
static void
checked_cb (LsComparison *comparison, const GError *error, gpointer user_data)
{
  LsQueueControl *self = user_data;
  GList *link = g_queue_find_custom (&self->queue, comparison, compare);

  if (link == NULL)
    return;
  ((LsQueued *)link->data)->ready = TRUE;
  if (error != NULL)
    {
      queued_free (link->data);
      g_queue_delete_link (&self->queue, link);
      show (self);
      ls_report_problem (GTK_WIDGET (self->frame->window), _ ("The run cannot start"),
                         error->message);
    }
  begin_next (self);
}

static void
enqueue_cb (G_GNUC_UNUSED GSimpleAction *action,
            G_GNUC_UNUSED GVariant *parameter,
            gpointer user_data)
{
  LsQueueControl *self = user_data;
  LsComparison *comparison;
  LsQueued *queued;

  if (!ls_run_control_is_busy (self->run))
    {
      ls_run_control_begin (self->run, FALSE);
      return;
    }
  if (self->queue.length >= MAX_QUEUE || (comparison = ls_run_control_prepare (self->run)) == NULL)
    return;
  queued = g_new0 (LsQueued, 1);
  queued->comparison = comparison;
  queued->title = make_title (comparison);
  g_queue_push_tail (&self->queue, queued);
  show (self);
  ls_run_check (comparison, self->checking, checked_cb, G_OBJECT (self));
}

static void
moved_cb (LsQueueControl *self, guint index, gboolean up)
{
  LsQueued *queued = g_queue_pop_nth (&self->queue, index);

  if (queued == NULL)
    return;
  g_queue_push_nth (&self->queue, queued, up ? (int)MAX (index, 1) - 1 : (int)index + 1);
  show (self);
}

static void
removed_cb (LsQueueControl *self, guint index)
{
  LsQueued *queued = g_queue_pop_nth (&self->queue, index);

  g_clear_pointer (&queued, queued_free);
  show (self);
}

void
ls_queue_control_forget (LsQueueControl *self)
{
  g_return_if_fail (LS_IS_QUEUE_CONTROL (self));

  g_queue_clear_full (&self->queue, queued_free);
  g_cancellable_cancel (self->checking);
  g_object_unref (self->checking);
  self->checking = g_cancellable_new ();
}

gboolean
ls_queue_control_is_empty (const LsQueueControl *self)
{
  return self->queue.length == 0;
}

static void
estimate_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *state, gpointer user_data)
{
  const LsQueueControl *self = user_data;
  LsEstimateChoice choice;

  if (ls_estimate_choice_find (g_variant_get_string (state, NULL), &choice))
    ls_settings_set_estimate (self->frame->document, choice);
}

static const GActionEntry entries[] = {
  { .name = "enqueue", .activate = enqueue_cb },
  { .name = "estimate-errors",
    .parameter_type = "s",
    .state = "'short-runs'",
    .change_state = estimate_cb },
};

void
ls_queue_control_update (LsQueueControl *self)
{
  g_return_if_fail (LS_IS_QUEUE_CONTROL (self));

  const LsFrame *frame = self->frame;
  const LsEstimateChoice estimate
      = ls_model_get_experiment (ls_document_get_model (frame->document))->estimate;
  const gboolean empty = ls_model_get_n_components (ls_document_get_model (frame->document)) == 0;

  g_simple_action_set_state (ls_frame_get_action (frame, "estimate-errors"),
                             g_variant_new_string (ls_estimate_choice_id (estimate)));
  ls_frame_set_enabled (frame, "enqueue",
                        !empty && ls_run_bar_get_problem (LS_RUN_BAR (frame->run_bar)) == NULL);
}

static void
ls_queue_control_dispose (GObject *object)
{
  LsQueueControl *self = LS_QUEUE_CONTROL (object);

  g_queue_clear_full (&self->queue, queued_free);
  if (self->checking != NULL)
    g_cancellable_cancel (self->checking);
  g_clear_object (&self->checking);
  g_clear_object (&self->page);
  G_OBJECT_CLASS (ls_queue_control_parent_class)->dispose (object);
}

static void
ls_queue_control_class_init (LsQueueControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_queue_control_dispose;
}

static void
ls_queue_control_init (LsQueueControl *self)
{
  g_queue_init (&self->queue);
  self->checking = g_cancellable_new ();
}

LsQueueControl *
ls_queue_control_new (const LsFrame *frame, LsRunControl *run, GtkWidget *page)
{
  LsQueueControl *self = g_object_new (LS_TYPE_QUEUE_CONTROL, NULL);

  g_return_val_if_fail (frame != NULL && LS_IS_RUN_CONTROL (run), NULL);
  self->frame = frame;
  self->run = run;
  self->page = g_object_ref (page);
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (page, "queue-moved", G_CALLBACK (moved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "queue-removed", G_CALLBACK (removed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (run, "idle", G_CALLBACK (begin_next), self, G_CONNECT_SWAPPED);
  return self;
}
