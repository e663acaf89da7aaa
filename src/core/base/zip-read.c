/* Reading of zip archives by libzip: no statement of an archive about itself is trusted. */
#include "core/base/zip-read.h"

#include "core/base/status.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#define CHUNK 65536u
#define RATIO_FREE (G_GUINT64_CONSTANT (64) << 20) /* bytes, below which no ratio is checked */
#define UNIX_MODE(a) ((a) >> 16)                   /* of the external attributes */

typedef struct
{
  const char *path;
  zip_t *zip;
  guint64 packed_size; /* bytes of the archive itself */
  guint64 n_unpacked;  /* bytes, counted */
  GHashTable *kinds;   /* normalised name to KIND_… */
} Reader;

enum
{
  KIND_FILE = 1,
  KIND_FOLDER,        /* with an entry of its own */
  KIND_IMPLIED_FOLDER /* of a file's path */
};

/* Sets an error naming archive and entry; control characters of the name are escaped. */
static gboolean
refuse (const Reader *self, LsError code, const char *entry, const char *why, GError **error)
{
  g_autofree char *valid = g_utf8_make_valid (entry, -1);
  g_autoptr (GString) shown = g_string_new (NULL);

  for (const char *c = valid; *c != '\0' && shown->len < 200; c = g_utf8_next_char (c))
    {
      if (g_ascii_iscntrl (*c))
        g_string_append_printf (shown, "\\x%02x", (unsigned char)*c);
      else
        g_string_append_unichar (shown, g_utf8_get_char (c));
    }
  return ls_fail (error, code, _ ("%s: entry “%s”: %s"), self->path, shown->str, why);
}

static gboolean
refuse_zip_error (const Reader *self, const char *entry, zip_error_t *problem, GError **error)
{
  return refuse (self, LS_ERROR_FORMAT, entry, zip_error_strerror (problem), error);
}

const char *
ls_zip_name_problem (const char *entry)
{
  guint depth = 0;

  if (*entry == '\0')
    return _ ("has no name");
  if (strlen (entry) > LS_ZIP_MAX_NAME)
    return _ ("has too long a name");
  if (*entry == '/')
    return _ ("has an absolute path");
  if (g_ascii_isalpha (entry[0]) && entry[1] == ':')
    return _ ("has a drive letter");
  for (const char *c = entry; *c != '\0'; c++)
    {
      if (*c == '\\')
        return _ ("has a backslash in its name");
      if (g_ascii_iscntrl (*c))
        return _ ("has a control character in its name");
      if (c == entry || c[-1] == '/')
        {
          depth++;
          if (c[0] == '.' && c[1] == '.' && (c[2] == '/' || c[2] == '\0'))
            return _ ("leads out of the archive");
        }
    }
  if (depth > LS_ZIP_MAX_DEPTH)
    return _ ("lies in too many folders");
  return NULL;
}

/* "./a//b/" is "a/b", so that two spellings of one name are recognised. */
static char *
tidy_name (const char *entry)
{
  g_auto (GStrv) parts = g_strsplit (entry, "/", -1);
  g_autoptr (GString) name = g_string_new (NULL);

  for (char **part = parts; *part != NULL; part++)
    {
      if (**part == '\0' || strcmp (*part, ".") == 0)
        continue;
      if (name->len > 0)
        g_string_append_c (name, '/');
      g_string_append (name, *part);
    }
  return g_string_free (g_steal_pointer (&name), FALSE);
}

static int
kind_of (const Reader *self, const char *name)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (self->kinds, name));
}

/* Records that @name is a @kind and that its parents are folders. */
static gboolean
claim_name (Reader *self, const char *entry, const char *name, int kind, GError **error)
{
  int before = kind_of (self, name);

  /* Some tools repeat the folder entries for every file. */
  if (before == KIND_FOLDER && kind == KIND_FOLDER)
    return TRUE;
  if (before == kind)
    return refuse (self, LS_ERROR_FORMAT, entry, _ ("occurs twice"), error);
  if (before == KIND_FILE || (before != 0 && kind == KIND_FILE))
    return refuse (self, LS_ERROR_FORMAT, entry, _ ("is both a file and a folder"), error);
  g_hash_table_insert (self->kinds, g_strdup (name), GINT_TO_POINTER (kind));
  for (const char *slash = strchr (name, '/'); slash != NULL; slash = strchr (slash + 1, '/'))
    {
      g_autofree char *parent = g_strndup (name, slash - name);

      before = kind_of (self, parent);
      if (before == KIND_FILE)
        return refuse (self, LS_ERROR_FORMAT, entry, _ ("lies in a file"), error);
      if (before == 0)
        g_hash_table_insert (self->kinds, g_steal_pointer (&parent),
                             GINT_TO_POINTER (KIND_IMPLIED_FOLDER));
    }
  return TRUE;
}

static guint32
unix_mode (const Reader *self, guint64 index)
{
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;

  if (zip_file_get_external_attributes (self->zip, index, 0, &system, &attributes) != 0)
    return 0;
  /* Checked for every host system that an entry claims to come from: other tools apply these bits
   * and could create a link where this one sees a file. */
  return UNIX_MODE (attributes);
}

static gboolean
within_ratio (guint64 unpacked, guint64 packed)
{
  return unpacked <= RATIO_FREE || unpacked / LS_ZIP_MAX_RATIO <= packed;
}

static gboolean
check_size (Reader *self, const zip_stat_t *info, guint64 size, guint64 total, GError **error)
{
  if (size > LS_ZIP_MAX_SIZE || total > LS_ZIP_MAX_SIZE)
    return refuse (self, LS_ERROR_LIMIT, info->name, _ ("unpacks to more than 4 GiB"), error);
  if (!within_ratio (size, info->comp_size) || !within_ratio (total, self->packed_size))
    return refuse (self, LS_ERROR_LIMIT, info->name,
                   _ ("unpacks to more than a thousand times its packed size"), error);
  return TRUE;
}

static gboolean
stat_entry (Reader *self, guint64 index, zip_stat_t *info, GError **error)
{
  const zip_uint64_t needed = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE;

  zip_stat_init (info);
  if (zip_stat_index (self->zip, index, ZIP_FL_ENC_GUESS, info) != 0
      || (info->valid & needed) != needed)
    return ls_fail (error, LS_ERROR_FORMAT, _ ("%s: entry number %lu is damaged"), self->path,
                    (gulong)index + 1);
  if ((info->valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 && info->encryption_method != ZIP_EM_NONE)
    return refuse (self, LS_ERROR_FORMAT, info->name, _ ("is encrypted"), error);
  return TRUE;
}

/* All checks possible from the central directory, before any file is written. */
static gboolean
check_entry (Reader *self, guint64 index, guint64 *total, GError **error)
{
  zip_stat_t info;
  const char *problem;
  guint32 type = unix_mode (self, index) & S_IFMT;
  g_autofree char *name = NULL;
  gboolean is_folder;

  if (!stat_entry (self, index, &info, error))
    return FALSE;
  problem = ls_zip_name_problem (info.name);
  if (problem != NULL)
    return refuse (self, LS_ERROR_FORMAT, info.name, problem, error);
  if (type == S_IFLNK)
    return refuse (self, LS_ERROR_FORMAT, info.name, _ ("is a symbolic link"), error);
  if (type != 0 && type != S_IFREG && type != S_IFDIR)
    return refuse (self, LS_ERROR_FORMAT, info.name, _ ("is a special file"), error);
  name = tidy_name (info.name);
  is_folder = g_str_has_suffix (info.name, "/");
  if (*name == '\0')
    return is_folder ? TRUE : refuse (self, LS_ERROR_FORMAT, info.name, _ ("has no name"), error);
  if (!claim_name (self, info.name, name, is_folder ? KIND_FOLDER : KIND_FILE, error))
    return FALSE;
  /* Sizes near 2^64 must not wrap around. */
  *total = info.size > LS_ZIP_MAX_SIZE ? info.size : *total + info.size;
  return check_size (self, &info, info.size, *total, error);
}

static gboolean
check_all (Reader *self, GError **error)
{
  zip_int64_t n = zip_get_num_entries (self->zip, 0);
  guint64 total = 0;

  if (n == 0)
    return ls_fail (error, LS_ERROR_FORMAT, _ ("%s: the archive is empty"), self->path);
  if (n > LS_ZIP_MAX_ENTRIES)
    return ls_fail (error, LS_ERROR_LIMIT, _ ("%s: holds more than %u entries"), self->path,
                    LS_ZIP_MAX_ENTRIES);
  for (zip_int64_t i = 0; i < n; i++)
    {
      if (!check_entry (self, i, &total, error))
        return FALSE;
    }
  return TRUE;
}

static void
reader_clear (Reader *self)
{
  if (self->zip != NULL)
    zip_discard (self->zip);
  g_clear_pointer (&self->kinds, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reader, reader_clear)

static gboolean
reader_open (Reader *self, int archive, const char *path, GError **error)
{
  const int file = dup (archive); /* libzip closes it */
  struct stat info;
  zip_error_t problem;
  int code = 0;

  self->path = path;
  if (file < 0 || fstat (file, &info) != 0)
    {
      if (file >= 0)
        close (file);
      return ls_fail (error, LS_ERROR_FILE, "%s: %s", path, g_strerror (errno));
    }
  self->packed_size = info.st_size;
  lseek (file, 0, SEEK_SET);
  self->zip = zip_fdopen (file, 0, &code);
  if (self->zip == NULL)
    {
      close (file);
      zip_error_init_with_code (&problem, code);
      if (code == ZIP_ER_NOZIP)
        g_set_error (error, LS_ERROR, LS_ERROR_FORMAT, _ ("%s: is not a zip archive"), path);
      else
        g_set_error (error, LS_ERROR, code == ZIP_ER_OPEN ? LS_ERROR_FILE : LS_ERROR_FORMAT,
                     _ ("%s: the archive cannot be read: %s"), path, zip_error_strerror (&problem));
      zip_error_fini (&problem);
      return FALSE;
    }
  self->kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return TRUE;
}

static gboolean
write_all (int fd, const char *data, gsize size)
{
  while (size > 0)
    {
      gssize n = write (fd, data, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;
      data += n;
      size -= n;
    }
  return TRUE;
}

static gboolean
copy_content (Reader *self, const zip_stat_t *info, zip_file_t *file, int fd, GError **error)
{
  g_autofree char *chunk = g_malloc (CHUNK);
  guint64 size = 0;
  zip_int64_t n;

  while ((n = zip_fread (file, chunk, CHUNK)) > 0)
    {
      size += n;
      self->n_unpacked += n;
      if (!check_size (self, info, size, self->n_unpacked, error))
        return FALSE;
      if (size > info->size)
        return refuse (self, LS_ERROR_FORMAT, info->name, _ ("is larger than it says"), error);
      if (!write_all (fd, chunk, n))
        return refuse (self, LS_ERROR_FILE, info->name, g_strerror (errno), error);
    }
  if (n < 0)
    return refuse_zip_error (self, info->name, zip_file_get_error (file), error);
  if (size < info->size)
    return refuse (self, LS_ERROR_FORMAT, info->name, _ ("is shorter than it says"), error);
  return TRUE;
}

static gboolean
extract_file (Reader *self, guint64 index, const zip_stat_t *info, int fd, GError **error)
{
  zip_file_t *file = zip_fopen_index (self->zip, index, 0);
  gboolean done;

  if (file == NULL)
    return refuse_zip_error (self, info->name, zip_get_error (self->zip), error);
  done = copy_content (self, info, file, fd, error);
  zip_fclose (file);
  return done;
}

static gboolean
extract_entry (Reader *self, guint64 index, const LsZipTarget *target, GError **error)
{
  zip_stat_t info;
  g_autofree char *name = NULL;
  LsZipKind kind;
  gboolean done;
  int fd;

  if (!stat_entry (self, index, &info, error))
    return FALSE;
  name = tidy_name (info.name);
  /* "./": some tools write an entry for the folder that they pack. */
  if (*name == '\0')
    return TRUE;
  /* Programs among the resources of an FMU stay executable. */
  kind = g_str_has_suffix (info.name, "/")          ? LS_ZIP_FOLDER
         : (unix_mode (self, index) & S_IXUSR) != 0 ? LS_ZIP_PROGRAM
                                                    : LS_ZIP_FILE;
  errno = 0;
  fd = target->open (target->user, name, kind);
  if (fd < 0)
    return (kind == LS_ZIP_FOLDER && errno == 0)
           || refuse (self, LS_ERROR_FILE, info.name, g_strerror (errno), error);
  done = extract_file (self, index, &info, fd, error);
  if (close (fd) != 0 && done)
    done = refuse (self, LS_ERROR_FILE, info.name, g_strerror (errno), error);
  return done;
}

gboolean
ls_zip_unpack (int archive, const char *path, const LsZipTarget *target, GError **error)
{
  g_auto (Reader) self = { 0 };
  zip_int64_t n;

  if (!reader_open (&self, archive, path, error) || !check_all (&self, error))
    return FALSE;
  n = zip_get_num_entries (self.zip, 0);
  for (zip_int64_t i = 0; i < n; i++)
    {
      if (!extract_entry (&self, i, target, error))
        return FALSE;
    }
  return TRUE;
}

/* Reads up to the limit, growing with the bytes actually read. */
static char *
read_content (
    Reader *self, const char *entry, zip_file_t *file, gsize max_size, gsize *size, GError **error)
{
  g_autofree char *chunk = g_malloc (CHUNK);
  g_autoptr (GByteArray) content = g_byte_array_new ();
  zip_int64_t n;

  while ((n = zip_fread (file, chunk, CHUNK)) > 0)
    {
      if ((gsize)n > max_size - content->len)
        {
          refuse (self, LS_ERROR_LIMIT, entry, _ ("is too large"), error);
          return NULL;
        }
      g_byte_array_append (content, (const guint8 *)chunk, n);
    }
  if (n < 0)
    {
      refuse_zip_error (self, entry, zip_file_get_error (file), error);
      return NULL;
    }
  if (size != NULL)
    *size = content->len;
  g_byte_array_append (content, (const guint8 *)"", 1);
  return (char *)g_byte_array_free (g_steal_pointer (&content), FALSE);
}

char *
ls_zip_get_entry (
    int archive, const char *path, const char *entry, gsize max_size, gsize *size, GError **error)
{
  g_auto (Reader) self = { 0 };
  zip_int64_t index;
  zip_stat_t info;
  zip_file_t *file;
  char *content;

  /* A byte array has 32-bit sizes, and needs one byte for the NUL. */
  max_size = MIN (max_size, G_MAXUINT - 1);
  if (!reader_open (&self, archive, path, error))
    return NULL;
  index = zip_name_locate (self.zip, entry, ZIP_FL_ENC_GUESS);
  if (index < 0)
    {
      refuse (&self, LS_ERROR_FILE, entry, _ ("is not in the archive"), error);
      return NULL;
    }
  if (!stat_entry (&self, index, &info, error))
    return NULL;
  if (info.size > max_size)
    {
      refuse (&self, LS_ERROR_LIMIT, entry, _ ("is too large"), error);
      return NULL;
    }
  file = zip_fopen_index (self.zip, index, 0);
  if (file == NULL)
    {
      refuse_zip_error (&self, entry, zip_get_error (self.zip), error);
      return NULL;
    }
  content = read_content (&self, entry, file, max_size, size, error);
  zip_fclose (file);
  return content;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

char **
ls_zip_get_names (int archive, const char *path, const char *folder, GError **error)
{
  g_auto (Reader) self = { 0 };
  g_autofree char *prefix = NULL;
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *names;

  if (!reader_open (&self, archive, path, error))
    return NULL;
  prefix = g_strconcat (folder, "/", NULL);
  names = g_ptr_array_new ();
  for (zip_int64_t i = 0; i < zip_get_num_entries (self.zip, 0); i++)
    {
      const char *entry = zip_get_name (self.zip, (zip_uint64_t)i, ZIP_FL_ENC_GUESS);
      const char *rest
          = entry != NULL && g_str_has_prefix (entry, prefix) ? entry + strlen (prefix) : "";
      g_autofree char *name = g_strndup (rest, strcspn (rest, "/"));

      if (*name == '\0' || g_hash_table_contains (seen, name))
        continue;
      g_ptr_array_add (names, g_strdup (name));
      g_hash_table_add (seen, g_steal_pointer (&name));
    }
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return (char **)g_ptr_array_free (names, FALSE);
}
