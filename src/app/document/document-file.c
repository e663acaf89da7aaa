#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/document/document-private.h"
#include "core/ssp/ssp.h"

/* Programs write a file in several steps; check it after this time without changes, ms. */
#define QUIET_TIME 300

const char *
ls_document_get_path (LsDocument *self)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self), NULL);

  return self->path;
}

const char *
ls_document_get_title (LsDocument *self)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self), NULL);

  return self->title != NULL ? self->title : _ ("Untitled");
}

gboolean
ls_document_can_save_in_place (LsDocument *self)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self), FALSE);

  return self->path != NULL && g_str_has_suffix (self->path, ".ssp");
}

static gboolean
stamps_equal (const struct stat *a, const struct stat *b)
{
  return a->st_ino == b->st_ino && a->st_size == b->st_size
         && a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

gboolean
ls_document_is_file_changed (LsDocument *self)
{
  struct stat now = { 0 };

  g_return_val_if_fail (LS_IS_DOCUMENT (self), FALSE);
  return self->path != NULL && stat (self->path, &now) == 0 && !stamps_equal (&now, &self->stamp);
}

static gboolean
look_cb (gpointer user_data)
{
  LsDocument *self = user_data;

  self->monitor_id = 0;
  /* A deleted file is not a change to import: saving creates it again. Neither is this program's
   * own write. */
  if (self->saving_model == NULL && ls_document_is_file_changed (self)
      && stat (self->path, &self->stamp) == 0)
    {
      ls_document_emit_file_changed (self);
    }
  return G_SOURCE_REMOVE;
}

static void
monitor_changed_cb (LsDocument *self)
{
  g_clear_handle_id (&self->monitor_id, g_source_remove);
  self->monitor_id = g_timeout_add (QUIET_TIME, look_cb, self);
}

static void
remember_file (LsDocument *self, const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (absolute);
  g_autofree char *base = g_path_get_basename (absolute);

  ls_document_forget_file (self);
  self->path = g_steal_pointer (&absolute);
  self->title = g_filename_display_name (base);
  if (stat (self->path, &self->stamp) != 0)
    memset (&self->stamp, 0, sizeof self->stamp);
  /* NULL without inotify: changes are not reported; nothing else depends on the monitor. */
  self->monitor = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_swapped (self->monitor, "changed", G_CALLBACK (monitor_changed_cb), self);
}

void
ls_document_reset (LsDocument *self)
{
  g_return_if_fail (LS_IS_DOCUMENT (self));

  ls_document_forget_file (self);
  ls_document_take_model (self, ls_model_new ());
}

void
ls_document_take (LsDocument *self, LsModel *model, const char *path)
{
  g_return_if_fail (LS_IS_DOCUMENT (self));

  /* Neither an FMU nor a document of libcosim is written. */
  if (path == NULL || g_str_has_suffix (path, ".fmu") || g_str_has_suffix (path, ".xml"))
    ls_document_forget_file (self);
  else
    remember_file (self, path);
  ls_document_take_model (self, model);
}

void
ls_document_take_unsaved (LsDocument *self, LsModel *model, const char *path)
{
  g_return_if_fail (LS_IS_DOCUMENT (self));

  ls_document_take (self, model, path);
  ls_document_mark_modified (self);
}

LsModel *
ls_document_begin_save (LsDocument *self)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self), NULL);

  self->saving = (int)self->undo->len;
  self->saving_model = self->model;
  /* The next edit is not merged with earlier ones. */
  self->last_time = 0;
  return ls_model_copy (self->model);
}

void
ls_document_end_save (LsDocument *self, const LsModel *written, const char *path)
{
  g_return_if_fail (LS_IS_DOCUMENT (self));

  const gboolean same = self->saving_model == self->model;

  self->saving_model = NULL;
  if (written == NULL || !same)
    return;
  ls_ssp_adopt (self->model, written);
  remember_file (self, path);
  self->saved = self->saving;
  self->last_time = 0;
  ls_document_emit_state (self);
}

void
ls_document_mark_modified (LsDocument *self)
{
  g_return_if_fail (LS_IS_DOCUMENT (self));

  self->saved = self->saving = -1;
  ls_document_emit_changed (self, 0, 0);
}
