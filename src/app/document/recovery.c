/* A copy is three files of one name: .lock, held by the program that edits, tells that it lives;
 * .ini names what was edited; .ssp is the model, written whole or not at all. */
#include "app/document/recovery.h"
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include "app/preferences.h"
#include "core/model/ssp.h"

/* From an edit to the copy, ms. With the time to write it this is what can be lost. */
#define DELAY 1500
#define GROUP "model"

struct _LsRecovery
{
  GObject parent_instance;
  LsDocument *document;
  char *stem; /* (nullable): path without ending; NULL until the first copy */
  int lock;
  guint timeout_id;
  gboolean writing, stale; /* @stale: edited since the copy under way was begun */
};

G_DEFINE_TYPE (LsRecovery, ls_recovery, G_TYPE_OBJECT)

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "lockstep", "recovery", NULL);
}

static int
lock_file (const char *path, int flags)
{
  int lock = open (path, flags | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);

  if (lock >= 0 && flock (lock, LOCK_EX | LOCK_NB) == 0)
    return lock;
  if (lock >= 0)
    close (lock);
  return -1;
}

static void
remove_file (const char *stem, const char *ending)
{
  g_autofree char *path = g_strconcat (stem, ending, NULL);

  g_unlink (path);
}

/* The lock goes last: who finds one without a copy may take it away. */
static void
remove_copy (const char *stem)
{
  remove_file (stem, ".ssp");
  remove_file (stem, ".ini");
}

static gboolean
make_place (LsRecovery *self)
{
  g_autofree char *folder = get_folder ();
  g_autofree char *id = g_uuid_string_random ();
  g_autofree char *stem = g_build_filename (folder, id, NULL);
  g_autofree char *lock = g_strconcat (stem, ".lock", NULL);

  if (self->stem != NULL)
    return TRUE;
  if (g_mkdir_with_parents (folder, 0700) != 0 || (self->lock = lock_file (lock, O_CREAT)) < 0)
    return FALSE;
  self->stem = g_steal_pointer (&stem);
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
  g_autofree char *note = g_strconcat (copy->stem, ".ini", NULL);
  g_autoptr (GKeyFile) file = g_key_file_new ();

  g_key_file_set_string (file, GROUP, "title", copy->title);
  if (copy->path != NULL)
    g_key_file_set_string (file, GROUP, "path", copy->path);
  /* A copy that cannot be written (a full disk) is no reason to disturb: saving will say so. */
  g_task_return_boolean (task, g_key_file_save_to_file (file, note, NULL)
                                   && ls_ssp_write (copy->model, archive, NULL));
}

static void schedule (LsRecovery *self);

static void
written_cb (G_GNUC_UNUSED GObject *source, G_GNUC_UNUSED GAsyncResult *result, gpointer user_data)
{
  g_autoptr (LsRecovery) self = LS_RECOVERY (user_data);

  self->writing = FALSE;
  if (g_application_get_default () != NULL)
    g_application_release (g_application_get_default ());
  if (self->document == NULL || !ls_document_is_dirty (self->document))
    remove_copy (self->stem);
  else if (self->stale)
    schedule (self);
  self->stale = FALSE;
}

static gboolean
timeout_cb (gpointer user_data)
{
  LsRecovery *self = user_data;
  g_autoptr (GTask) task = NULL;
  Copy *copy;

  self->timeout_id = 0;
  if (!ls_preferences_keeps_copies () || !ls_document_is_dirty (self->document)
      || !make_place (self))
    return G_SOURCE_REMOVE;
  copy = g_new0 (Copy, 1);
  copy->model = ls_model_copy (ls_document_get_model (self->document));
  copy->stem = g_strdup (self->stem);
  copy->path = g_strdup (ls_document_get_path (self->document));
  copy->title = g_strdup (ls_document_get_title (self->document));
  self->writing = TRUE;
  /* A program that ends meanwhile would leave a copy of what was saved. */
  if (g_application_get_default () != NULL)
    g_application_hold (g_application_get_default ());
  /* Not as its source: a task ends on whichever thread is the last to let it go. */
  task = g_task_new (NULL, NULL, written_cb, g_object_ref (self));
  g_task_set_task_data (task, copy, copy_free);
  g_task_run_in_thread (task, write_cb);
  return G_SOURCE_REMOVE;
}

/* Not put off by further edits: who edits on and on would never get a copy. */
static void
schedule (LsRecovery *self)
{
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
  if (ls_document_is_dirty (self->document) || self->writing)
    return;
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  if (self->stem != NULL)
    remove_copy (self->stem);
}

LsRecovery *
ls_recovery_new (LsDocument *document)
{
  LsRecovery *self = g_object_new (LS_TYPE_RECOVERY, NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "state-changed", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

gboolean
ls_recovery_is_writing (LsRecovery *self)
{
  return self->writing;
}

void
ls_recovery_adopt (LsRecovery *self, LsLeftover *leftover)
{
  g_return_if_fail (!self->writing);

  if (self->stem != NULL)
    {
      remove_copy (self->stem);
      remove_file (self->stem, ".lock");
      close (self->lock);
      g_free (self->stem);
    }
  self->stem = g_steal_pointer (&leftover->stem);
  self->lock = leftover->lock;
  leftover->lock = -1;
  ls_leftover_free (leftover);
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

  if (self->stem != NULL)
    {
      remove_copy (self->stem);
      remove_file (self->stem, ".lock");
      close (self->lock);
      g_free (self->stem);
    }
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
}

void
ls_leftover_free (LsLeftover *self)
{
  if (self->lock >= 0)
    close (self->lock);
  g_free (self->copy);
  g_free (self->path);
  g_free (self->title);
  g_free (self->stem);
  g_free (self);
}

void
ls_leftover_discard (LsLeftover *self)
{
  remove_copy (self->stem);
  remove_file (self->stem, ".lock");
}

/* Returns: (nullable): what stands beside the lock at @path; nothing when its program lives. */
static LsLeftover *
leftover_new (const char *path)
{
  int lock = lock_file (path, 0);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *note = NULL;
  LsLeftover *self;

  if (lock < 0)
    return NULL;
  self = g_new0 (LsLeftover, 1);
  self->lock = lock;
  self->stem = g_strndup (path, strlen (path) - strlen (".lock"));
  self->copy = g_strconcat (self->stem, ".ssp", NULL);
  note = g_strconcat (self->stem, ".ini", NULL);
  if (!g_file_test (self->copy, G_FILE_TEST_IS_REGULAR))
    {
      ls_leftover_discard (self);
      ls_leftover_free (self);
      return NULL;
    }
  g_key_file_load_from_file (file, note, G_KEY_FILE_NONE, NULL);
  self->path = g_key_file_get_string (file, GROUP, "path", NULL);
  self->title = g_key_file_get_string (file, GROUP, "title", NULL);
  if (self->title == NULL)
    self->title = g_path_get_basename (self->copy);
  return self;
}

GPtrArray *
ls_leftover_list (void)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_leftover_free);
  g_autofree char *folder = get_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      LsLeftover *leftover = g_str_has_suffix (name, ".lock") ? leftover_new (path) : NULL;

      if (leftover != NULL)
        g_ptr_array_add (list, leftover);
    }
  return list;
}
