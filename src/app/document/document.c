#include "app/document/document-private.h"
#include <glib/gi18n-lib.h>

G_DEFINE_TYPE (LsDocument, ls_document, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  SIGNAL_MODEL_REPLACED,
  SIGNAL_STATE_CHANGED,
  SIGNAL_FILE_CHANGED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

/* Moves by arrow keys within this time are merged in one undo entry, µs. */
#define MERGE_TIME (G_USEC_PER_SEC)

void
ls_document_emit_changed (LsDocument *self, LsEditScope parts, guint component)
{
  if (self->holding)
    {
      self->held |= parts;
      return;
    }
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0, parts, component);
  ls_document_emit_state (self);
}

void
ls_document_hold (LsDocument *self)
{
  g_return_if_fail (!self->holding);

  self->holding = TRUE;
  self->held = 0;
}

void
ls_document_release (LsDocument *self)
{
  g_return_if_fail (self->holding);

  self->holding = FALSE;
  if (self->held != 0)
    ls_document_emit_changed (self, self->held, 0);
}

void
ls_document_emit_state (LsDocument *self)
{
  g_signal_emit (self, signals[SIGNAL_STATE_CHANGED], 0);
}

void
ls_document_emit_file_changed (LsDocument *self)
{
  g_signal_emit (self, signals[SIGNAL_FILE_CHANGED], 0);
}

void
ls_document_take_model (LsDocument *self, LsModel *model)
{
  LsModel *old = self->model;

  self->model = model;
  self->saving_model = NULL;
  g_clear_pointer (&self->group, ls_change_free);
  g_ptr_array_set_size (self->undo, 0);
  g_ptr_array_set_size (self->redo, 0);
  self->saved = 0;
  g_signal_emit (self, signals[SIGNAL_MODEL_REPLACED], 0);
  /* No view uses the old model any more. */
  ls_model_free (old);
  ls_document_emit_changed (self, LS_EDIT_ALL, 0);
}

LsModel *
ls_document_get_model (LsDocument *self)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self), NULL);

  return self->model;
}

gboolean
ls_document_is_dirty (LsDocument *self)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self), FALSE);

  return self->saved != (int)self->undo->len || self->group != NULL;
}

const char *
ls_document_get_undo_name (LsDocument *self)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self), NULL);

  if (self->group != NULL || self->undo->len == 0)
    return NULL;
  return ls_change_get_name (g_ptr_array_index (self->undo, self->undo->len - 1));
}

const char *
ls_document_get_redo_name (LsDocument *self)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self), NULL);

  if (self->group != NULL || self->redo->len == 0)
    return NULL;
  return ls_change_get_name (g_ptr_array_index (self->redo, self->redo->len - 1));
}

static void
announce (LsDocument *self, const LsChange *change)
{
  ls_document_emit_changed (self, ls_change_get_scope (change), ls_change_get_component (change));
}

void
ls_document_undo (LsDocument *self)
{
  LsChange *change;

  g_return_if_fail (LS_IS_DOCUMENT (self));
  if (ls_document_get_undo_name (self) == NULL)
    return;
  change = g_ptr_array_steal_index (self->undo, self->undo->len - 1);
  ls_change_revert (change, self->model);
  g_ptr_array_add (self->redo, change);
  self->last_time = 0;
  announce (self, change);
}

void
ls_document_redo (LsDocument *self)
{
  LsChange *change;

  g_return_if_fail (LS_IS_DOCUMENT (self));
  if (ls_document_get_redo_name (self) == NULL)
    return;
  change = g_ptr_array_steal_index (self->redo, self->redo->len - 1);
  ls_change_apply (change, self->model);
  g_ptr_array_add (self->undo, change);
  self->last_time = 0;
  announce (self, change);
}

/* Puts an applied change on the undo stack. This clears the redo stack and with it perhaps the
 * saved state. */
static void
stack (LsDocument *self, LsChange *change)
{
  gint64 now = g_get_monotonic_time ();
  LsChange *last = self->undo->len > 0 ? g_ptr_array_index (self->undo, self->undo->len - 1) : NULL;
  gboolean mergeable
      = last != NULL && now - self->last_time < MERGE_TIME && self->saved != (int)self->undo->len;

  if (self->saved > (int)self->undo->len)
    self->saved = -1;
  if (self->saving > (int)self->undo->len)
    self->saving = -1;
  g_ptr_array_set_size (self->redo, 0);
  if (mergeable && ls_change_merge (last, change))
    ls_change_free (change);
  else
    g_ptr_array_add (self->undo, change);
  self->last_time = now;
}

/* Adds an applied change to the open group or the undo stack, and notifies. */
void
ls_document_push_applied (LsDocument *self, LsChange *change)
{
  LsEditScope parts = ls_change_get_scope (change);
  guint component = ls_change_get_component (change);

  if (self->group != NULL)
    ls_change_group_add (self->group, change);
  else
    stack (self, change);
  ls_document_emit_changed (self, parts, component);
}

void
ls_document_push (LsDocument *self, LsChange *change)
{
  ls_change_apply (change, self->model);
  ls_document_push_applied (self, change);
}

void
ls_document_begin_group (LsDocument *self, const char *name)
{
  g_return_if_fail (self->group == NULL);

  self->group = ls_change_new_group (name);
}

void
ls_document_end_group (LsDocument *self)
{
  g_autoptr (LsChange) group = g_steal_pointer (&self->group);

  g_return_if_fail (group != NULL);
  if (!ls_change_group_is_empty (group))
    stack (self, g_steal_pointer (&group));
  self->last_time = 0;
  ls_document_emit_state (self);
}

void
ls_document_cancel_group (LsDocument *self)
{
  g_autoptr (LsChange) group = g_steal_pointer (&self->group);

  g_return_if_fail (group != NULL);
  ls_change_revert (group, self->model);
  announce (self, group);
}

gboolean
ls_document_in_group (LsDocument *self)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self), FALSE);

  return self->group != NULL;
}

guint
ls_document_add_fmu (LsDocument *self, LsFmu *fmu, guint subsystem, double x, double y)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self), 0);

  guint index = ls_model_get_n_components (self->model);
  guint id = ls_model_add_component (self->model, fmu, NULL, x, y);

  if (id != 0 && subsystem != 0)
    ls_model_put_into (self->model, id, subsystem);
  /* The model chooses name and id; the change is made afterwards. */
  if (id != 0)
    ls_document_push_applied (
        self, ls_change_new_insert_component (self->model,
                                              ls_model_find_component (self->model, id), index));
  return id;
}

/* Signals of removed components can neither be recorded nor plotted. */
void
ls_document_forget_signals (LsDocument *self)
{
  g_autoptr (LsExperiment) experiment = ls_experiment_copy (ls_model_get_experiment (self->model));

  ls_model_forget_signals (self->model, experiment);
  ls_document_set_experiment (self, experiment);
}

gboolean
ls_document_rename (LsDocument *self, guint id, const char *name, GError **error)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self), FALSE);

  g_autoptr (LsChange) change = ls_change_new_rename (self->model, id, name);

  if (g_str_equal (ls_model_find_component (self->model, id)->name, name))
    return TRUE;
  if (!ls_model_rename_component (self->model, id, name, error))
    return FALSE;
  ls_document_push_applied (self, g_steal_pointer (&change));
  return TRUE;
}

void
ls_document_disconnect (LsDocument *self, guint connection)
{
  g_return_if_fail (LS_IS_DOCUMENT (self));

  if (ls_model_find_connection (self->model, connection) != NULL)
    ls_document_push (self, ls_change_new_remove_connection (self->model, connection));
}

void
ls_document_set_experiment (LsDocument *self, const LsExperiment *experiment)
{
  g_return_if_fail (LS_IS_DOCUMENT (self));

  if (!ls_experiment_equal (ls_model_get_experiment (self->model), experiment))
    ls_document_push (self, ls_change_new_experiment (self->model, experiment));
}

void
ls_document_forget_file (LsDocument *self)
{
  g_clear_handle_id (&self->monitor_id, g_source_remove);
  if (self->monitor != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->monitor, self);
      g_file_monitor_cancel (self->monitor);
      g_clear_object (&self->monitor);
    }
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->title, g_free);
}

static void
ls_document_finalize (GObject *object)
{
  LsDocument *self = LS_DOCUMENT (object);

  ls_document_forget_file (self);
  ls_change_free (self->group);
  g_ptr_array_unref (self->undo);
  g_ptr_array_unref (self->redo);
  ls_model_free (self->model);
  G_OBJECT_CLASS (ls_document_parent_class)->finalize (object);
}

static void
ls_document_class_init (LsDocumentClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_document_finalize;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[SIGNAL_MODEL_REPLACED] = g_signal_new ("model-replaced", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                                 NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_STATE_CHANGED] = g_signal_new ("state-changed", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                                NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_FILE_CHANGED]
      = g_signal_new ("file-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_document_init (LsDocument *self)
{
  self->model = ls_model_new ();
  self->undo = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_change_free);
  self->redo = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_change_free);
}

LsDocument *
ls_document_new (void)
{
  return g_object_new (LS_TYPE_DOCUMENT, NULL);
}
