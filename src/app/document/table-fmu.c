#include "app/document/table-fmu.h"
#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>
#include "core/base/places.h"
#include "core/base/reader.h"
#include "core/run/table-source.h"

/* Largest table, bytes. */
#define MAX_SIZE ((guint64)1 << 30)
/* A model that is saved has its own copy; one that is not is kept no longer. */
#define MAX_AGE (30 * G_TIME_SPAN_DAY)

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "lockstep", "tables", NULL);
}

/* The content is only added up here: lockstep-results-reader takes it apart. */
static char *
get_checksum (const char *file, GError **error)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  guchar part[65536];
  guint64 size;
  const int content = ls_reader_open (file, MAX_SIZE, &size, error);
  gssize n = 0;

  if (content < 0)
    return NULL;
  while ((n = read (content, part, sizeof part)) > 0 || (n < 0 && errno == EINTR))
    if (n > 0)
      g_checksum_update (sum, part, n);
  close (content);
  if (n < 0)
    return ls_fail_null (error, LS_ERROR_FILE, "%s: %s", file, g_strerror (errno));
  return g_strdup (g_checksum_get_string (sum));
}

static void
remove_table (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

/* Making a table renews the time of its folder. */
static void
remove_old (void)
{
  g_autofree char *tables = get_folder ();
  g_autoptr (GDir) dir = g_dir_open (tables, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *folder = g_build_filename (tables, name, NULL);
      GStatBuf info;

      if (g_lstat (folder, &info) == 0 && S_ISDIR (info.st_mode)
          && g_get_real_time () - (gint64)info.st_mtime * G_USEC_PER_SEC > MAX_AGE)
        remove_table (folder);
    }
}

/* Named after the file, in a folder named after its content. */
static char *
make_path (const char *file, GError **error)
{
  g_autofree char *tables = get_folder ();
  g_autofree char *sum = get_checksum (file, error);
  g_autofree char *folder = NULL;
  g_autofree char *base = g_path_get_basename (file);
  g_autofree char *name = NULL;
  char *dot = strrchr (base, '.');

  if (sum == NULL)
    return NULL;
  if (dot != NULL && dot != base)
    *dot = '\0';
  folder = g_build_filename (tables, sum, NULL);
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
  remove_old ();
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
