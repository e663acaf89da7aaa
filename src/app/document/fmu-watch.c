#include "app/document/fmu-watch.h"
#include <glib/gi18n-lib.h>

/* Exporting tools write in several steps; check after this time without changes, ms. */
#define QUIET_TIME 400

struct _LsFmuWatch
{
  GObject parent_instance;
  LsDocument *document;
  GHashTable *monitors; /* path -> GFileMonitor */
  guint look_id, refresh_id;
  gboolean looking, dirty;
  char *told; /* (nullable): states last reported, as a string */
};

G_DEFINE_TYPE (LsFmuWatch, ls_fmu_watch, G_TYPE_OBJECT)

static guint noticed_signal;

static LsModel *
get_model (LsFmuWatch *self)
{
  return ls_document_get_model (self->document);
}

/* Whether the FMU is a file outside the SSP, which others may write. */
static gboolean
is_outside (LsFmuWatch *self, const LsComponent *component)
{
  const char *path = ls_document_get_path (self->document);

  if (component->fmu == NULL || component->source == NULL)
    return FALSE;
  return g_path_is_absolute (component->source)
         || (path != NULL && g_str_has_suffix (path, ".ssd"));
}

static LsFmuFile
get_state (LsFmuWatch *self, const LsComponent *component)
{
  return is_outside (self, component) ? ls_fmu_get_file_state (component->fmu) : LS_FMU_FILE_SAME;
}

static const char *
describe (LsFmuFile state)
{
  switch (state)
    {
    case LS_FMU_FILE_CHANGED:
      return _ ("The FMU changed on disk; the opened version is in use");
    case LS_FMU_FILE_GONE:
      return _ ("The FMU is no longer on disk; the opened version is in use");
    default:
      return NULL;
    }
}

static gboolean
look_cb (gpointer user_data)
{
  LsFmuWatch *self = user_data;

  self->look_id = 0;
  ls_fmu_watch_look (self);
  return G_SOURCE_REMOVE;
}

static void
file_changed_cb (LsFmuWatch *self)
{
  g_clear_handle_id (&self->look_id, g_source_remove);
  self->look_id = g_timeout_add (QUIET_TIME, look_cb, self);
}

static GFileMonitor *
monitor_new (LsFmuWatch *self, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  /* NULL without inotify; files are checked before a run in any case. */
  GFileMonitor *monitor = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);

  if (monitor != NULL)
    g_signal_connect_object (monitor, "changed", G_CALLBACK (file_changed_cb), self,
                             G_CONNECT_SWAPPED);
  return monitor;
}

static void
monitor_free (gpointer monitor)
{
  if (monitor == NULL)
    return;
  g_file_monitor_cancel (monitor);
  g_object_unref (monitor);
}

/* Monitors the files of the present model; existing monitors are reused. */
static void
refresh_monitors (LsFmuWatch *self)
{
  GHashTable *monitors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, monitor_free);

  for (guint i = 0; i < ls_model_get_n_components (get_model (self)); i++)
    {
      const LsComponent *component = ls_model_get_component (get_model (self), i);
      gpointer key, monitor;
      const char *path;

      if (!is_outside (self, component))
        continue;
      path = ls_fmu_get_path (component->fmu);
      if (g_hash_table_contains (monitors, path))
        continue;
      if (g_hash_table_steal_extended (self->monitors, path, &key, &monitor))
        g_hash_table_insert (monitors, key, monitor);
      else
        g_hash_table_insert (monitors, g_strdup (path), monitor_new (self, path));
    }
  g_hash_table_unref (self->monitors);
  self->monitors = monitors;
}

static gboolean
is_missing (const LsComponent *component)
{
  return component->fmu == NULL && component->source != NULL;
}

/* Whether a problem was set here. */
static gboolean
is_own (const char *problem)
{
  gboolean found = FALSE;

  for (int state = LS_FMU_FILE_SAME; state <= LS_FMU_FILE_GONE && !found; state++)
    found = g_strcmp0 (describe ((LsFmuFile)state), problem) == 0;
  return found;
}

/* A component without an FMU already has its own problem text, one whose FMU has crashed, too. */
static void
mark (LsFmuWatch *self, const LsComponent *component, LsFmuFile state)
{
  const char *problem = describe (state);

  if (problem == NULL && !is_own (component->problem))
    return;
  if (component->fmu != NULL && g_strcmp0 (component->problem, problem) != 0)
    ls_document_set_problem (self->document, component->id, problem);
}

void
ls_fmu_watch_look (LsFmuWatch *self)
{
  g_return_if_fail (LS_IS_FMU_WATCH (self));

  LsModel *model = get_model (self);
  g_autoptr (GString) found = g_string_new (NULL);

  self->looking = TRUE;
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);
      LsFmuFile state = get_state (self, component);

      if (state != LS_FMU_FILE_SAME || is_missing (component))
        g_string_append_printf (found, "%u:%d ", component->id, (int)state);
      mark (self, component, state);
    }
  self->looking = FALSE;
  if (g_strcmp0 (found->str, self->told) == 0)
    return;
  g_free (self->told);
  self->told = g_strdup (found->str);
  g_signal_emit (self, noticed_signal, 0);
}

static gboolean
refresh_cb (gpointer user_data)
{
  LsFmuWatch *self = user_data;

  self->refresh_id = 0;
  refresh_monitors (self);
  ls_fmu_watch_look (self);
  return G_SOURCE_REMOVE;
}

static void
refresh_later (LsFmuWatch *self)
{
  if (self->refresh_id == 0 && !self->looking)
    self->refresh_id = g_idle_add_full (G_PRIORITY_LOW, refresh_cb, self, NULL);
}

static void
document_changed_cb (LsFmuWatch *self, guint parts)
{
  if ((parts & LS_EDIT_COMPONENTS) != 0)
    refresh_later (self);
}

/* After a save, FMUs are stored in the SSP and no longer watched. */
static void
state_changed_cb (LsFmuWatch *self)
{
  gboolean dirty = ls_document_is_dirty (self->document);

  if (self->dirty && !dirty)
    refresh_later (self);
  self->dirty = dirty;
}

static void
model_replaced_cb (LsFmuWatch *self)
{
  g_clear_pointer (&self->told, g_free);
  refresh_later (self);
}

GArray *
ls_fmu_watch_list_changed (LsFmuWatch *self)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (guint));

  g_return_val_if_fail (LS_IS_FMU_WATCH (self), NULL);
  for (guint i = 0; i < ls_model_get_n_components (get_model (self)); i++)
    {
      const LsComponent *component = ls_model_get_component (get_model (self), i);

      if (get_state (self, component) == LS_FMU_FILE_CHANGED)
        g_array_append_val (ids, component->id);
    }
  return ids;
}

GArray *
ls_fmu_watch_list_missing (LsFmuWatch *self)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (guint));

  g_return_val_if_fail (LS_IS_FMU_WATCH (self), NULL);
  for (guint i = 0; i < ls_model_get_n_components (get_model (self)); i++)
    {
      const LsComponent *component = ls_model_get_component (get_model (self), i);

      if (is_missing (component) || get_state (self, component) == LS_FMU_FILE_GONE)
        g_array_append_val (ids, component->id);
    }
  return ids;
}

LsFmuWatch *
ls_fmu_watch_new (LsDocument *document)
{
  LsFmuWatch *self = g_object_new (LS_TYPE_FMU_WATCH, NULL);

  g_return_val_if_fail (LS_IS_DOCUMENT (document), NULL);
  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "state-changed", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "model-replaced", G_CALLBACK (model_replaced_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

static void
ls_fmu_watch_dispose (GObject *object)
{
  LsFmuWatch *self = LS_FMU_WATCH (object);

  g_clear_handle_id (&self->look_id, g_source_remove);
  g_clear_handle_id (&self->refresh_id, g_source_remove);
  g_clear_pointer (&self->monitors, g_hash_table_unref);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (ls_fmu_watch_parent_class)->dispose (object);
}

static void
ls_fmu_watch_finalize (GObject *object)
{
  g_free (LS_FMU_WATCH (object)->told);
  G_OBJECT_CLASS (ls_fmu_watch_parent_class)->finalize (object);
}

static void
ls_fmu_watch_class_init (LsFmuWatchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_fmu_watch_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_fmu_watch_finalize;
  noticed_signal = g_signal_new ("noticed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_fmu_watch_init (LsFmuWatch *self)
{
  self->monitors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, monitor_free);
}
