#include "app/window/recovery-control.h"
#include <glib/gi18n-lib.h>
#include "app/base/later.h"
#include "app/document/replaced.h"
#include "app/window/bars.h"
#include "app/window/cut-off-runs.h"

/* Delay from a change of the history to its copy, ms. */
#define DELAY 1500

struct _LsRecoveryControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsRecovery *recovery;
  LsRecentMenu *recent;
  LsRunControl *run;
  LsHistoryControl *history;
  LsStoredRuns *stored;
  gboolean lesson_edits; /* a lesson is editing */
  gboolean has_work;     /* unsaved edits by the user, not by a lesson */
  gboolean leaves;       /* the files stay for the next program */
  guint leftovers_id, runs_id;
};

G_DEFINE_TYPE (LsRecoveryControl, ls_recovery_control, G_TYPE_OBJECT)

enum
{
  SIGNAL_RESTORE,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

/* ---- Copies left by a crash -------------------------------------------------------------- */

/* Each bar owns its copy. */
static void
leftover_response_cb (GtkWidget *bar, int response, LsRecoveryControl *self)
{
  LsRecoveryCopy *leftover = g_object_steal_data (G_OBJECT (bar), "leftover");

  gtk_widget_destroy (bar);
  if (response == GTK_RESPONSE_YES)
    {
      g_signal_emit (self, signals[SIGNAL_RESTORE], 0, leftover);
      return;
    }
  ls_recovery_copy_discard (leftover);
  ls_recovery_copy_free (leftover);
}

static void
offer (LsRecoveryControl *self, LsRecoveryCopy *leftover)
{
  const gboolean unsaved = leftover->copy != NULL;
  const gboolean kept = leftover->kept && leftover->runs->len > 0;
  g_autofree char *text = g_strdup_printf (
      kept      ? _ ("The run of “%s” that was kept going has ended.")
      : unsaved ? _ ("“%s” had unsaved changes when the program ended unexpectedly.")
                : _ ("“%s” had finished runs when the program ended unexpectedly."),
      leftover->title);
  GtkWidget *bar = ls_bars_add (self->frame, GTK_MESSAGE_QUESTION, text,
                                kept ? _ ("Show _Results") : _ ("_Restore"), GTK_RESPONSE_YES,
                                unsaved && !kept ? _ ("_Discard Changes") : _ ("_Discard Runs"),
                                GTK_RESPONSE_NO, NULL);

  g_object_set_data_full (G_OBJECT (bar), "leftover", leftover,
                          (GDestroyNotify)ls_recovery_copy_free);
  g_signal_connect_object (bar, "response", G_CALLBACK (leftover_response_cb), self, 0);
}

static void
offer_all (LsRecoveryControl *self)
{
  g_autoptr (GPtrArray) leftovers = ls_recovery_copy_list ();

  while (leftovers->len > 0)
    offer (self, g_ptr_array_steal_index (leftovers, 0));
}

/* ---- Runs that go on without a window ----------------------------------------------------- */

static const char *
get_stem (GtkWidget *bar)
{
  return g_object_get_data (G_OBJECT (bar), "stem");
}

static void
going_response_cb (GtkWidget *bar, int response)
{
  if (response == GTK_RESPONSE_YES)
    ls_recovery_copy_request_window (get_stem (bar));
  gtk_widget_destroy (bar);
}

/* When the run has ended, its results are offered in place of it. */
static gboolean
look_at_going_cb (gpointer data)
{
  GtkWidget *bar = data;
  LsRecoveryControl *self = g_object_get_data (G_OBJECT (bar), "control");

  if (ls_recovery_copy_is_going (get_stem (bar)))
    return G_SOURCE_CONTINUE;
  gtk_widget_destroy (bar);
  offer_all (self);
  return G_SOURCE_REMOVE;
}

static void
forget_going_cb (GtkWidget *bar)
{
  const guint timeout = GPOINTER_TO_UINT (g_object_steal_data (G_OBJECT (bar), "timeout"));

  if (timeout != 0)
    g_source_remove (timeout);
}

static void
offer_going (LsRecoveryControl *self, const char *stem)
{
  g_autofree char *title = ls_recovery_copy_get_title (stem);
  g_autofree char *text = g_strdup_printf (_ ("A run of “%s” continues without a window."), title);
  GtkWidget *bar = ls_bars_add (self->frame, GTK_MESSAGE_INFO, text, _ ("Show _Window"),
                                GTK_RESPONSE_YES, _ ("Close"), GTK_RESPONSE_CLOSE, NULL);
  const guint timeout = g_timeout_add_seconds (1, look_at_going_cb, bar);

  g_object_set_data (G_OBJECT (bar), "control", self);
  g_object_set_data (G_OBJECT (bar), "timeout", GUINT_TO_POINTER (timeout));
  g_object_set_data_full (G_OBJECT (bar), "stem", g_strdup (stem), g_free);
  g_signal_connect (bar, "response", G_CALLBACK (going_response_cb), NULL);
  g_signal_connect (bar, "destroy", G_CALLBACK (forget_going_cb), NULL);
}

static gboolean
offer_leftovers_cb (gpointer user_data)
{
  LsRecoveryControl *self = user_data;
  g_autoptr (GPtrArray) going = ls_recovery_copy_list_going ();

  self->leftovers_id = 0;
  ls_cut_off_runs_offer (self->frame);
  for (guint i = 0; i < going->len; i++)
    offer_going (self, going->pdata[i]);
  offer_all (self);
  return G_SOURCE_REMOVE;
}

/* ---- Replaced models --------------------------------------------------------------------- */

static void
kept_cb (gpointer control)
{
  LsRecoveryControl *self = control;

  if (ls_frame_is_alive (self->frame))
    ls_recent_menu_fill (self->recent);
}

/* Edits by a lesson are not kept: the lesson can repeat them. */
void
ls_recovery_control_keep (LsRecoveryControl *self)
{
  LsDocument *document;

  g_return_if_fail (LS_IS_RECOVERY_CONTROL (self));

  document = self->frame->document;
  if (self->has_work)
    ls_replaced_keep (ls_document_get_model (document), ls_document_get_title (document),
                      ls_document_get_path (document), ls_history_control_get (self->history),
                      G_OBJECT (self), kept_cb);
}

gboolean
ls_recovery_control_has_work (LsRecoveryControl *self)
{
  g_return_val_if_fail (LS_IS_RECOVERY_CONTROL (self), FALSE);

  return self->has_work;
}

void
ls_recovery_control_set_leave (LsRecoveryControl *self, gboolean leave)
{
  g_return_if_fail (LS_IS_RECOVERY_CONTROL (self));

  self->leaves = leave;
  ls_recovery_set_leave (self->recovery, leave);
}

void
ls_recovery_control_set_lesson_edits (LsRecoveryControl *self, gboolean edits)
{
  g_return_if_fail (LS_IS_RECOVERY_CONTROL (self));

  self->lesson_edits = edits;
}

/* Edits by a lesson are not the user's work. */
static void
document_changed_cb (LsRecoveryControl *self)
{
  if (!self->lesson_edits)
    self->has_work = ls_document_is_dirty (self->frame->document);
}

static void
state_changed_cb (LsRecoveryControl *self)
{
  if (!ls_document_is_dirty (self->frame->document))
    self->has_work = FALSE;
}

/* ---- Finished runs ----------------------------------------------------------------------- */

static gboolean
runs_cb (gpointer user_data)
{
  LsRecoveryControl *self = user_data;

  self->runs_id = 0;
  /* Runs that are still being read: their files must stay. */
  if (!ls_stored_runs_is_loading (self->stored))
    ls_recovery_keep_runs (self->recovery, ls_history_control_get (self->history), NULL, NULL);
  return G_SOURCE_REMOVE;
}

static void
runs_changed_cb (LsRecoveryControl *self)
{
  if (self->runs_id == 0 && self->recovery != NULL)
    self->runs_id = g_timeout_add (DELAY, runs_cb, self);
}

static void
end_journal (gpointer data)
{
  g_autoptr (LsRunJournal) journal = data;

  ls_run_journal_end (journal);
}

/* The journal is removed once its runs are stored. */
static void
runs_ended_cb (LsRecoveryControl *self)
{
  LsRunJournal *journal = ls_run_control_take_journal (self->run);

  if (journal == NULL)
    return;
  if (ls_stored_runs_is_loading (self->stored))
    end_journal (journal);
  else
    ls_recovery_keep_runs (self->recovery, ls_history_control_get (self->history), end_journal,
                           journal);
}

LsRecovery *
ls_recovery_control_get (LsRecoveryControl *self)
{
  g_return_val_if_fail (LS_IS_RECOVERY_CONTROL (self), NULL);

  return self->recovery;
}

/* ---- Life cycle -------------------------------------------------------------------------- */

static void
ls_recovery_control_dispose (GObject *object)
{
  LsRecoveryControl *self = LS_RECOVERY_CONTROL (object);

  g_clear_handle_id (&self->leftovers_id, g_source_remove);
  g_clear_handle_id (&self->runs_id, g_source_remove);
  if (self->recovery != NULL && !self->leaves)
    ls_recovery_control_keep (self);
  g_clear_object (&self->recovery);
  G_OBJECT_CLASS (ls_recovery_control_parent_class)->dispose (object);
}

static void
ls_recovery_control_class_init (LsRecoveryControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_recovery_control_dispose;
  signals[SIGNAL_RESTORE] = g_signal_new ("restore", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
ls_recovery_control_init (G_GNUC_UNUSED LsRecoveryControl *self)
{
}

LsRecoveryControl *
ls_recovery_control_new (const LsFrame *frame,
                         LsRecovery *recovery,
                         LsRecentMenu *recent,
                         LsRunControl *run,
                         LsStoredRuns *stored,
                         LsHistoryControl *history)
{
  LsRecoveryControl *self = g_object_new (LS_TYPE_RECOVERY_CONTROL, NULL);

  g_return_val_if_fail (frame != NULL && LS_IS_RECOVERY (recovery) && LS_IS_RECENT_MENU (recent)
                            && LS_IS_RUN_CONTROL (run) && LS_IS_STORED_RUNS (stored)
                            && LS_IS_HISTORY_CONTROL (history),
                        NULL);
  self->frame = frame;
  self->recovery = g_object_ref (recovery);
  self->recent = recent;
  self->run = run;
  self->stored = stored;
  self->history = history;
  /* After the first frame. */
  self->leftovers_id = ls_later_add (offer_leftovers_cb, self);
  g_signal_connect_object (frame->document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (frame->document, "state-changed", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "changed", G_CALLBACK (runs_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (run, "ended", G_CALLBACK (runs_ended_cb), self, G_CONNECT_SWAPPED);
  return self;
}
