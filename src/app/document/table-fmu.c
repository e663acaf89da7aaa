#include "app/document/table-fmu.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "core/base/places.h"
#include "core/run/table-source.h"

/* Named after the file, in a folder named after its content. */
static char *
make_path (const char *file, GError **error)
{
  g_autofree char *content = NULL;
  gsize length;
  g_autofree char *sum = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *base = g_path_get_basename (file);
  g_autofree char *name = NULL;
  char *dot = strrchr (base, '.');

  if (!g_file_get_contents (file, &content, &length, error))
    return NULL;
  if (dot != NULL && dot != base)
    *dot = '\0';
  sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *)content, length);
  folder = g_build_filename (g_get_user_data_dir (), "lockstep", "tables", sum, NULL);
  if (g_mkdir_with_parents (folder, 0700) != 0)
    return ls_fail_null (error, LS_ERROR_FILE, _ ("%s: the folder cannot be made"), folder);
  name = g_strconcat (base, ".fmu", NULL);
  return g_build_filename (folder, name, NULL);
}

LsTableFmu *
ls_table_fmu_make (const char *file, GError **error)
{
  g_return_val_if_fail (file != NULL, NULL);

  g_autofree char *blocks = ls_places_find_blocks ();
  g_autoptr (LsTableFmu) self = g_new0 (LsTableFmu, 1);

  if (blocks == NULL)
    return ls_fail_null (error, LS_ERROR_FILE, _ ("The built-in blocks are not installed"));
  if ((self->path = make_path (file, error)) == NULL
      || !ls_table_source_write (blocks, file, FALSE, self->path, &self->understood, error)
      || (self->fmu = ls_fmu_open (self->path, error)) == NULL)
    return NULL;
  return g_steal_pointer (&self);
}

void
ls_table_fmu_free (LsTableFmu *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_free (self->understood);
  g_clear_pointer (&self->fmu, ls_fmu_unref);
  g_free (self);
}
