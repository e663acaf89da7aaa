#include "app/window/stored-runs.h"
#include <glib/gi18n-lib.h>
#include "app/document/kept-runs.h"
#include "app/base/report.h"
#include "core/run/run-history-file.h"

struct _LsStoredRuns
{
  GObject parent_instance;
  const LsFrame *frame;
  LsHistoryControl *history;
  GCancellable *cancellable; /* cancels reading for the present model */
  gboolean loading;
  GPtrArray *expected; /* (nullable): files of runs of the model being loaded */
};

G_DEFINE_TYPE (LsStoredRuns, ls_stored_runs, G_TYPE_OBJECT)

static GSimpleAction *
get_action (LsStoredRuns *self)
{
  return ls_frame_get_action (self->frame, "keep-results");
}

static gboolean
is_kept (LsStoredRuns *self)
{
  g_autoptr (GVariant) state = g_action_get_state (G_ACTION (get_action (self)));

  return g_variant_get_boolean (state);
}

static gboolean
has_results (const LsModel *model)
{
  g_autofree char *folder = ls_model_get_results (model);

  return folder != NULL;
}

/* Source of the runs. */
typedef struct
{
  LsModel *model;
  GPtrArray *paths; /* (nullable): files to read instead of the model */
} Source;

static void
source_free (gpointer data)
{
  Source *self = data;

  ls_model_free (self->model);
  g_clear_pointer (&self->paths, g_ptr_array_unref);
  g_free (self);
}

/* Reads all readable files. */
static GPtrArray *
read_files (const GPtrArray *paths, GError **error)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_past_run_free);

  for (guint i = 0; i < paths->len; i++)
    {
      GError **problem = error == NULL || *error != NULL ? NULL : error;
      GPtrArray *runs = ls_kept_runs_read (paths->pdata[i], problem);

      if (runs != NULL)
        g_ptr_array_extend_and_steal (all, runs);
    }
  return all;
}

/* Runs, and the error of unreadable ones. */
typedef struct
{
  GPtrArray *runs; /* (nullable) */
  GError *error;
} Outcome;

static void
outcome_free (gpointer data)
{
  Outcome *self = data;

  g_clear_pointer (&self->runs, g_ptr_array_unref);
  g_clear_error (&self->error);
  g_free (self);
}

static void
read_thread (GTask *task,
             G_GNUC_UNUSED gpointer source,
             gpointer data,
             G_GNUC_UNUSED GCancellable *cancellable)
{
  const Source *from = data;
  Outcome *outcome = g_new0 (Outcome, 1);

  outcome->runs = from->paths != NULL ? read_files (from->paths, &outcome->error)
                                      : ls_run_history_load (from->model, &outcome->error);
  g_task_return_pointer (task, outcome, outcome_free);
}

static void
read_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (LsStoredRuns) self = LS_STORED_RUNS (user_data);
  const Source *from = g_task_get_task_data (G_TASK (result));
  Outcome *outcome = g_task_propagate_pointer (G_TASK (result), NULL);
  GPtrArray *runs = outcome->runs;

  /* Another model was opened, or the window closed, in the meantime. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    {
      outcome_free (outcome);
      return;
    }
  self->loading = FALSE;
  if (outcome->error != NULL)
    ls_report_problem (GTK_WIDGET (self->frame->window), _ ("The saved runs were not read"),
                       outcome->error->message);
  if (runs != NULL && has_results (from->model))
    g_simple_action_set_state (get_action (self), g_variant_new_boolean (TRUE));
  while (runs != NULL && runs->len > 0)
    ls_history_control_add (self->history, g_ptr_array_steal_index (runs, runs->len - 1));
  outcome_free (outcome);
}

void
ls_stored_runs_expect (LsStoredRuns *self, GPtrArray *paths)
{
  g_return_if_fail (LS_IS_STORED_RUNS (self) && paths != NULL);

  g_clear_pointer (&self->expected, g_ptr_array_unref);
  if (paths->len > 0)
    self->expected = g_ptr_array_ref (paths);
}

static void
model_replaced_cb (LsStoredRuns *self)
{
  Source *source = g_new0 (Source, 1);
  g_autoptr (GTask) task = NULL;

  source->model = ls_model_copy (ls_document_get_model (self->frame->document));
  source->paths = g_steal_pointer (&self->expected);
  g_simple_action_set_state (get_action (self), g_variant_new_boolean (FALSE));
  self->loading = source->paths != NULL || has_results (source->model);
  if (!self->loading)
    {
      source_free (source);
      return;
    }
  /* No source object: a task may drop the last reference on its worker thread. */
  task = g_task_new (NULL, self->cancellable, read_cb, g_object_ref (self));
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, source, source_free);
  g_task_run_in_thread (task, read_thread);
}

static void
keep_cb (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  g_simple_action_set_state (action, state);
  /* Mark the document as modified. */
  ls_document_mark_modified (((LsStoredRuns *)user_data)->frame->document);
}

static void
changed_cb (LsStoredRuns *self)
{
  if (is_kept (self))
    ls_document_mark_modified (self->frame->document);
}

LsRunHistory *
ls_stored_runs_take (LsStoredRuns *self, LsModel *model)
{
  g_autofree char *folder = NULL;

  g_return_val_if_fail (LS_IS_STORED_RUNS (self) && model != NULL, NULL);

  folder = ls_model_get_results (model);
  /* Runs that are still being read remain in the file. */
  if (self->loading)
    return NULL;
  if (is_kept (self))
    return ls_run_history_copy_pinned (ls_history_control_get (self->history));
  if (folder != NULL)
    ls_model_set_results (model, NULL);
  return NULL;
}

static const GActionEntry entries[] = {
  { .name = "keep-results", .state = "false", .change_state = keep_cb },
};

gboolean
ls_stored_runs_is_loading (LsStoredRuns *self)
{
  g_return_val_if_fail (LS_IS_STORED_RUNS (self), FALSE);

  return self->loading;
}

void
ls_stored_runs_forget (LsStoredRuns *self)
{
  g_return_if_fail (LS_IS_STORED_RUNS (self));

  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
}

static void
ls_stored_runs_dispose (GObject *object)
{
  LsStoredRuns *self = LS_STORED_RUNS (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->expected, g_ptr_array_unref);
  G_OBJECT_CLASS (ls_stored_runs_parent_class)->dispose (object);
}

static void
ls_stored_runs_class_init (LsStoredRunsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_stored_runs_dispose;
}

static void
ls_stored_runs_init (LsStoredRuns *self)
{
  self->cancellable = g_cancellable_new ();
}

LsStoredRuns *
ls_stored_runs_new (const LsFrame *frame, LsHistoryControl *history, LsImportControl *import)
{
  LsStoredRuns *self = g_object_new (LS_TYPE_STORED_RUNS, NULL);

  g_return_val_if_fail (
      frame != NULL && LS_IS_HISTORY_CONTROL (history) && LS_IS_IMPORT_CONTROL (import), NULL);
  self->frame = frame;
  self->history = history;
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (frame->document, "model-replaced", G_CALLBACK (model_replaced_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (history, "edited", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (import, "imported", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}
