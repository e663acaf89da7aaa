#include "app/document/load.h"
#include "app/base/fmu-store.h"
#include "core/base/file.h"
#include "core/ssp/ssp.h"

struct _LsLoad
{
  GObject parent_instance;
  char **paths;
  gboolean is_model;
  gboolean abandoned, told; /* main thread */

  GMutex lock;
  GCond cond;
  guint n_done; /* of @paths */
  gboolean ended;
  guint notify_id;

  /* Worker; main thread after the end. */
  LsModel *model;
  LsFmu **fmus;      /* (nullable) each: that one has an error */
  GError **problems; /* (nullable) each */
  GError *error;
};

G_DEFINE_TYPE (LsLoad, ls_load, G_TYPE_OBJECT)

enum
{
  SIGNAL_PROGRESS,
  SIGNAL_ENDED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

/* Errors are stored too: the caller that needs the FMU reports them. */
static void
store_fmus (LsLoad *self)
{
  for (guint i = 0; !self->is_model && self->paths[i] != NULL; i++)
    if (self->fmus[i] != NULL)
      ls_fmu_store_put (self->paths[i], self->fmus[i]);
    else
      ls_fmu_store_put_problem (self->paths[i], self->problems[i]);
}

static gboolean
notify_cb (gpointer user_data)
{
  LsLoad *self = user_data;
  gboolean ended;

  g_mutex_lock (&self->lock);
  self->notify_id = 0;
  ended = self->ended;
  g_mutex_unlock (&self->lock);
  if (self->abandoned || self->told)
    return G_SOURCE_REMOVE;
  if (!ended)
    {
      g_signal_emit (self, signals[SIGNAL_PROGRESS], 0);
      return G_SOURCE_REMOVE;
    }
  self->told = TRUE;
  store_fmus (self);
  g_signal_emit (self, signals[SIGNAL_ENDED], 0);
  return G_SOURCE_REMOVE;
}

/* Worker thread. */
static void
publish (LsLoad *self, gboolean ended)
{
  g_mutex_lock (&self->lock);
  self->n_done++;
  self->ended = ended;
  if (self->notify_id == 0)
    self->notify_id
        = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, notify_cb, g_object_ref (self), g_object_unref);
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->lock);
}

static gpointer
worker (gpointer user_data)
{
  g_autoptr (LsLoad) self = user_data;
  guint n = g_strv_length (self->paths);

  if (self->is_model)
    {
      g_autofree char *folder = g_path_get_dirname (self->paths[0]);

      self->model = ls_ssp_read (self->paths[0], &self->error);
      publish (self, TRUE);
      /* Remove temporary files of a save that was killed. */
      ls_file_sweep (folder);
      return NULL;
    }
  for (guint i = 0; i < n; i++)
    {
      self->fmus[i] = ls_fmu_open (self->paths[i], &self->problems[i]);
      publish (self, i + 1 == n);
    }
  return NULL;
}

static LsLoad *
load_new (char **paths, gboolean is_model)
{
  LsLoad *self = g_object_new (LS_TYPE_LOAD, NULL);

  self->paths = g_strdupv (paths);
  self->fmus = g_new0 (LsFmu *, g_strv_length (paths) + 1);
  self->problems = g_new0 (GError *, g_strv_length (paths) + 1);
  self->is_model = is_model;
  return self;
}

LsLoad *
ls_load_new_model (const char *path)
{
  char *paths[] = { (char *)path, NULL };

  return load_new (paths, TRUE);
}

LsLoad *
ls_load_new_fmus (char **paths)
{
  g_return_val_if_fail (paths[0] != NULL, NULL);

  return load_new (paths, FALSE);
}

void
ls_load_start (LsLoad *self)
{
  g_return_if_fail (LS_IS_LOAD (self));

  /* Detached: a file system may never answer, so nothing joins the thread. */
  g_thread_unref (g_thread_new ("load", worker, g_object_ref (self)));
}

gboolean
ls_load_wait (LsLoad *self, guint time)
{
  gint64 end = g_get_monotonic_time () + time * G_TIME_SPAN_MILLISECOND;
  gboolean ended;

  g_return_val_if_fail (LS_IS_LOAD (self), FALSE);
  g_mutex_lock (&self->lock);
  while (!self->ended && g_cond_wait_until (&self->cond, &self->lock, end))
    ;
  ended = self->ended;
  g_mutex_unlock (&self->lock);
  if (ended && !self->told)
    {
      self->told = TRUE;
      store_fmus (self);
    }
  return ended;
}

void
ls_load_abandon (LsLoad *self)
{
  g_return_if_fail (LS_IS_LOAD (self));

  self->abandoned = TRUE;
}

LsModel *
ls_load_take_model (LsLoad *self, GError **error)
{
  g_return_val_if_fail (LS_IS_LOAD (self), NULL);

  if (self->model == NULL && self->error != NULL)
    g_propagate_error (error, g_error_copy (self->error));
  return g_steal_pointer (&self->model);
}

void
ls_load_get_progress (LsLoad *self, guint *n_done, guint *n)
{
  g_return_if_fail (LS_IS_LOAD (self) && n_done != NULL && n != NULL);

  g_mutex_lock (&self->lock);
  *n_done = self->n_done;
  g_mutex_unlock (&self->lock);
  *n = g_strv_length (self->paths);
}

gboolean
ls_load_is_model (LsLoad *self)
{
  g_return_val_if_fail (LS_IS_LOAD (self), FALSE);

  return self->is_model;
}

const char *
ls_load_get_path (LsLoad *self)
{
  guint n_done, n;

  g_return_val_if_fail (LS_IS_LOAD (self), NULL);
  ls_load_get_progress (self, &n_done, &n);
  return self->paths[MIN (n_done, n - 1)];
}

char **
ls_load_get_paths (LsLoad *self)
{
  g_return_val_if_fail (LS_IS_LOAD (self), NULL);

  return self->paths;
}

static void
ls_load_finalize (GObject *object)
{
  LsLoad *self = LS_LOAD (object);

  for (guint i = 0; self->paths[i] != NULL; i++)
    {
      if (self->fmus[i] != NULL)
        ls_fmu_unref (self->fmus[i]);
      g_clear_error (&self->problems[i]);
    }
  g_free (self->fmus);
  g_free (self->problems);
  g_strfreev (self->paths);
  ls_model_free (self->model);
  g_clear_error (&self->error);
  g_cond_clear (&self->cond);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (ls_load_parent_class)->finalize (object);
}

static void
ls_load_class_init (LsLoadClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_load_finalize;
  signals[SIGNAL_PROGRESS]
      = g_signal_new ("progress", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_ENDED]
      = g_signal_new ("ended", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_load_init (LsLoad *self)
{
  g_mutex_init (&self->lock);
  g_cond_init (&self->cond);
}
