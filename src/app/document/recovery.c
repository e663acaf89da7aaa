/* Copies a document and its runs as it is edited. */
#include "app/document/recovery.h"
#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>
#include "app/document/kept-runs.h"
#include "app/base/preferences.h"
#include "core/ssp/ssp.h"

/* Delay from an edit to its copy, ms. With the time to write it this is the most work that can be
 * lost. */
#define DELAY 1500

struct _LsRecovery
{
  GObject parent_instance;
  LsDocument *document;
  char *stem; /* (nullable): path without ending; NULL until the first copy */
  int lock;
  guint timeout_id;
  gboolean writing, stale; /* @stale: edited since the copy being written was begun */
  gboolean current;        /* the copy equals the document */
  gboolean leave;          /* the files are to stay */
  LsKeptRuns *runs;
  GArray *waiting; /* Waiting: for the copy being written, or the next one */
};

typedef struct
{
  GDestroyNotify done;
  gpointer data;
} Waiting;

G_DEFINE_TYPE (LsRecovery, ls_recovery, G_TYPE_OBJECT)

/* A copy is needed for unsaved edits, and for a model without a file that has runs. */
static gboolean
needs_copy (LsRecovery *self)
{
  return self->document != NULL
         && (ls_document_is_dirty (self->document)
             || (ls_document_get_path (self->document) == NULL
                 && (self->leave || ls_kept_runs_has_any (self->runs))
                 && ls_model_get_n_components (ls_document_get_model (self->document)) > 0));
}

static gboolean
may_copy (const LsRecovery *self)
{
  return self->leave || ls_preferences_keeps_copies ();
}

static void
remove_copy (LsRecovery *self)
{
  self->current = FALSE;
  if (self->stem == NULL)
    return;
  ls_recovery_copy_remove_file (self->stem, ".ssp");
  if (!ls_kept_runs_has_any (self->runs))
    ls_recovery_copy_remove_file (self->stem, ".ini");
}

static gboolean
make_place (LsRecovery *self)
{
  g_autofree char *folder = ls_recovery_get_folder ();
  g_autofree char *id = g_uuid_string_random ();
  g_autofree char *stem = g_build_filename (folder, id, NULL);
  g_autofree char *lock = g_strconcat (stem, ".lock", NULL);

  if (self->stem != NULL)
    return TRUE;
  if (g_mkdir_with_parents (folder, 0700) != 0
      || (self->lock = ls_recovery_lock (lock, O_CREAT)) < 0)
    return FALSE;
  self->stem = g_steal_pointer (&stem);
  ls_kept_runs_set_stem (self->runs, self->stem);
  return TRUE;
}

typedef struct
{
  LsModel *model;
  char *stem, *path, *title;
} Copy;

static void
copy_free (gpointer data)
{
  Copy *copy = data;

  ls_model_free (copy->model);
  g_free (copy->stem);
  g_free (copy->path);
  g_free (copy->title);
  g_free (copy);
}

/* Worker thread. */
static void
write_cb (GTask *task,
          G_GNUC_UNUSED gpointer source,
          gpointer data,
          G_GNUC_UNUSED GCancellable *cancellable)
{
  Copy *copy = data;
  g_autofree char *archive = g_strconcat (copy->stem, ".ssp", NULL);

  /* A failed write (disk full) is not reported here: saving will report it. */
  g_task_return_boolean (task, ls_recovery_copy_write_note (copy->stem, copy->title, copy->path)
                                   && ls_ssp_write (copy->model, archive, NULL));
}

static void schedule (LsRecovery *self);
static gboolean write_now (LsRecovery *self);

static void
tell_waiting (LsRecovery *self)
{
  g_autoptr (GArray) waiting = g_steal_pointer (&self->waiting);

  self->waiting = g_array_new (FALSE, FALSE, sizeof (Waiting));
  for (guint i = 0; i < waiting->len; i++)
    {
      const Waiting *one = &g_array_index (waiting, Waiting, i);

      one->done (one->data);
    }
}

static void
written_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (LsRecovery) self = LS_RECOVERY (user_data);
  const gboolean stale = self->stale;

  self->writing = self->stale = FALSE;
  self->current = !stale && g_task_propagate_boolean (G_TASK (result), NULL);
  if (g_application_get_default () != NULL)
    g_application_release (g_application_get_default ());
  if (!needs_copy (self))
    remove_copy (self);
  else if (stale && self->waiting->len > 0 && write_now (self))
    return;
  else if (stale)
    schedule (self);
  tell_waiting (self);
}

static gboolean
write_now (LsRecovery *self)
{
  g_autoptr (GTask) task = NULL;
  Copy *copy;

  g_clear_handle_id (&self->timeout_id, g_source_remove);
  if (!may_copy (self) || !needs_copy (self) || !make_place (self))
    return FALSE;
  copy = g_new0 (Copy, 1);
  copy->model = ls_model_copy (ls_document_get_model (self->document));
  copy->stem = g_strdup (self->stem);
  copy->path = g_strdup (ls_document_get_path (self->document));
  copy->title = g_strdup (ls_document_get_title (self->document));
  self->writing = TRUE;
  /* Exiting during the write would leave a copy of a saved document. */
  if (g_application_get_default () != NULL)
    g_application_hold (g_application_get_default ());
  /* No source object: a task may drop the last reference on its worker thread. */
  task = g_task_new (NULL, NULL, written_cb, g_object_ref (self));
  g_task_set_task_data (task, copy, copy_free);
  g_task_run_in_thread (task, write_cb);
  return TRUE;
}

static gboolean
timeout_cb (gpointer user_data)
{
  LsRecovery *self = user_data;

  self->timeout_id = 0;
  write_now (self);
  return G_SOURCE_REMOVE;
}

/* Further edits do not postpone the copy: continuous editing would prevent it. */
static void
schedule (LsRecovery *self)
{
  self->current = FALSE;
  if (self->writing)
    self->stale = TRUE;
  else if (self->timeout_id == 0)
    self->timeout_id = g_timeout_add (DELAY, timeout_cb, self);
}

static void
changed_cb (LsRecovery *self)
{
  if (ls_document_is_dirty (self->document))
    schedule (self);
}

static void
state_changed_cb (LsRecovery *self)
{
  if (needs_copy (self) || self->writing)
    return;
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  remove_copy (self);
}

void
ls_recovery_flush (LsRecovery *self, GDestroyNotify done, gpointer data)
{
  const Waiting one = { done, data };

  g_return_if_fail (LS_IS_RECOVERY (self));
  if (self->writing || (needs_copy (self) && !self->current))
    {
      g_array_append_val (self->waiting, one);
      if (self->writing || write_now (self))
        return;
      g_array_set_size (self->waiting, self->waiting->len - 1);
    }
  done (data);
}

void
ls_recovery_keep_runs (LsRecovery *self,
                       const LsRunHistory *history,
                       GDestroyNotify done,
                       gpointer data)
{
  g_return_if_fail (LS_IS_RECOVERY (self));

  const gboolean empty = ls_run_history_get_n (history) == 0 && !ls_kept_runs_has_any (self->runs);

  if (empty || !may_copy (self) || !make_place (self))
    {
      if (done != NULL)
        done (data);
      return;
    }
  ls_kept_runs_update (self->runs, history, ls_document_get_title (self->document),
                       ls_document_get_path (self->document), done, data);
  if (needs_copy (self) && !self->current)
    schedule (self);
}

LsRecovery *
ls_recovery_new (LsDocument *document)
{
  LsRecovery *self = g_object_new (LS_TYPE_RECOVERY, NULL);

  g_return_val_if_fail (LS_IS_DOCUMENT (document), NULL);
  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "state-changed", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

gboolean
ls_recovery_is_writing (LsRecovery *self)
{
  g_return_val_if_fail (LS_IS_RECOVERY (self), FALSE);

  return self->writing;
}

/* The lock is removed last: other processes may delete a lock without a copy. */
static void
leave_place (LsRecovery *self)
{
  if (self->stem == NULL)
    return;
  ls_recovery_copy_remove_files (self->stem);
  ls_recovery_copy_remove_file (self->stem, ".lock");
  close (self->lock);
  g_clear_pointer (&self->stem, g_free);
}

void
ls_recovery_set_leave (LsRecovery *self, gboolean leave)
{
  g_return_if_fail (LS_IS_RECOVERY (self));

  self->leave = leave;
  if (self->document == NULL || !make_place (self))
    return;
  ls_recovery_copy_set_kept (self->stem, leave);
  if (!leave)
    return;
  ls_recovery_copy_write_note (self->stem, ls_document_get_title (self->document),
                               ls_document_get_path (self->document));
  if (needs_copy (self) && !self->current)
    schedule (self);
}

gboolean
ls_recovery_take_request (LsRecovery *self)
{
  g_return_val_if_fail (LS_IS_RECOVERY (self), FALSE);

  return self->stem != NULL && ls_recovery_copy_take_request (self->stem);
}

void
ls_recovery_adopt (LsRecovery *self, LsRecoveryCopy *leftover)
{
  g_return_if_fail (!self->writing);

  if (leftover->stem != NULL)
    {
      leave_place (self);
      self->stem = g_steal_pointer (&leftover->stem);
      self->lock = leftover->lock;
      leftover->lock = -1;
      ls_kept_runs_set_stem (self->runs, self->stem);
      ls_recovery_copy_set_kept (self->stem, FALSE);
    }
  ls_recovery_copy_free (leftover);
}

static void
ls_recovery_dispose (GObject *object)
{
  LsRecovery *self = LS_RECOVERY (object);

  g_clear_handle_id (&self->timeout_id, g_source_remove);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (ls_recovery_parent_class)->dispose (object);
}

static void
ls_recovery_finalize (GObject *object)
{
  LsRecovery *self = LS_RECOVERY (object);

  if (!self->leave)
    leave_place (self);
  else if (self->stem != NULL)
    {
      ls_recovery_copy_set_kept (self->stem, TRUE); /* they are as old as that */
      close (self->lock);
      g_free (self->stem);
    }
  ls_kept_runs_free (self->runs);
  g_array_unref (self->waiting);
  G_OBJECT_CLASS (ls_recovery_parent_class)->finalize (object);
}

static void
ls_recovery_class_init (LsRecoveryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_recovery_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_recovery_finalize;
}

static void
ls_recovery_init (LsRecovery *self)
{
  self->lock = -1;
  self->runs = ls_kept_runs_new ();
  self->waiting = g_array_new (FALSE, FALSE, sizeof (Waiting));
}
