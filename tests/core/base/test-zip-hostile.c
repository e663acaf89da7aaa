/* Archives made to do harm, and damaged ones. */
#include "core/base/reader.h"
#include "core/base/status.h"
#include "core/base/zip-read.h"
#include "core/base/zip.h"
#include "zip-unit.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zip.h>

typedef struct
{
  const char *name;
  guint32 mode; /* 0: none */
  gboolean encrypted;
} Entry;

/* A good entry goes first, so that an archive has to be looked at whole. */
static void
make (const char *path, const Entry *entries, guint n)
{
  int code;
  zip_t *zip = zip_open (path, ZIP_CREATE | ZIP_TRUNCATE, &code);

  g_assert_cmpint (zip_file_add (zip, "good", zip_source_buffer (zip, "x", 1, 0), 0), ==, 0);
  for (guint i = 0; i < n; i++)
    {
      const Entry *entry = &entries[i];
      zip_int64_t index
          = zip_file_add (zip, entry->name, zip_source_buffer (zip, "/etc/passwd", 11, 0), 0);

      g_assert_cmpint (index, >=, 0);
      if (entry->mode != 0)
        zip_file_set_external_attributes (zip, index, 0, ZIP_OPSYS_UNIX, entry->mode << 16);
      if (entry->encrypted)
        zip_file_set_encryption (zip, index, ZIP_EM_AES_256, "secret");
    }
  g_assert_cmpint (zip_close (zip), ==, 0);
}

/* Puts @to in place of every @from in the archive; both are of one length. */
static void
patch (const char *path, const char *from, const char *to, gsize length)
{
  g_autofree char *data = NULL;
  gsize size;
  guint n = 0;

  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  for (gsize i = 0; i + length <= size; i++)
    {
      if (memcmp (data + i, from, length) == 0)
        {
          memcpy (data + i, to, length);
          n++;
        }
    }
  g_assert_cmpuint (n, >, 0);
  g_assert_true (g_file_set_contents (path, data, size, NULL));
}

static guint
count_files (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* Refused before anything was written, with a message of archive, entry and reason. */
static void
assert_refused (Fixture *fixture, LsError code, const char *entry, const char *why)
{
  g_autoptr (GError) error = NULL;

  if (ls_zip_extract (fixture->path, fixture->target, &error))
    g_error ("not refused: entry %s %s", entry, why);
  g_assert_error (error, LS_ERROR, (int)code);
  if (strstr (error->message, why) == NULL || strstr (error->message, fixture->path) == NULL
      || strstr (error->message, entry) == NULL)
    g_error ("“%s” does not say “%s”", error->message, why);
  g_assert_cmpuint (count_files (fixture->target), ==, 0);
  /* The archive and the target, and nothing beside them. */
  g_assert_cmpuint (count_files (ls_tempdir_get_path (fixture->directory)), ==, 2);
}

static void
test_names (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *deep = g_strnfill (90, 'd');
  const struct
  {
    const char *name, *why;
  } cases[] = { { "../evil", "leads out" },      { "a/../../evil", "leads out" },
                { "a/b/..", "leads out" },       { "..", "leads out" },
                { "/tmp/evil", "absolute" },     { "//evil", "absolute" },
                { "C:/evil", "drive letter" },   { "c:evil", "drive letter" },
                { "..\\evil", "backslash" },     { "a\\b", "backslash" },
                { "a\nb", "control character" }, { "a\tb", "control character" },
                { ".", "has no name" },          { deep, "too many folders" } };

  for (gsize i = 1; i < strlen (deep); i += 2)
    deep[i] = '/';
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Entry entry = { cases[i].name, 0, FALSE };

      make (fixture->path, &entry, 1);
      assert_refused (fixture, LS_ERROR_FORMAT, "entry", cases[i].why);
    }
}

static void
test_special_files (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const Entry link = { "link", S_IFLNK | 0777, FALSE };
  const guint32 types[] = { S_IFCHR, S_IFBLK, S_IFIFO, S_IFSOCK };

  make (fixture->path, &link, 1);
  assert_refused (fixture, LS_ERROR_FORMAT, "“link”", "symbolic link");
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      const Entry entry = { "special", types[i] | 0666, FALSE };

      make (fixture->path, &entry, 1);
      assert_refused (fixture, LS_ERROR_FORMAT, "“special”", "special file");
    }
}

static void
test_encrypted (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const Entry entry = { "secret", 0, TRUE };

  make (fixture->path, &entry, 1);
  assert_refused (fixture, LS_ERROR_FORMAT, "“secret”", "encrypted");
}

static void
test_twice (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const Entry same[] = { { "name-1", 0, FALSE }, { "name-2", 0, FALSE } };
  const Entry tidied[] = { { "a/b", 0, FALSE }, { "./a//b", 0, FALSE } };
  const Entry both[] = { { "both-1", 0, FALSE }, { "both-1/", 0, FALSE } };
  const Entry inside[] = { { "x", 0, FALSE }, { "x/y", 0, FALSE } };
  const Entry around[] = { { "x/y", 0, FALSE }, { "x", 0, FALSE } };

  make (fixture->path, same, 2);
  patch (fixture->path, "name-2", "name-1", 6);
  assert_refused (fixture, LS_ERROR_FORMAT, "“name-1”", "occurs twice");
  make (fixture->path, tidied, 2);
  assert_refused (fixture, LS_ERROR_FORMAT, "“./a//b”", "occurs twice");
  make (fixture->path, both, 2);
  assert_refused (fixture, LS_ERROR_FORMAT, "“both-1/”", "both a file and a folder");
  make (fixture->path, inside, 2);
  assert_refused (fixture, LS_ERROR_FORMAT, "“x/y”", "lies in a file");
  make (fixture->path, around, 2);
  assert_refused (fixture, LS_ERROR_FORMAT, "“x”", "both a file and a folder");
}

/* Not hostile: some tools write an entry for the folder that they pack. By both ways of reading. */
static void
test_folder_itself (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const Entry entries[] = { { "./", 0, FALSE }, { "./a/b", 0, FALSE } };

  make (fixture->path, entries, 2);
  for (int contained = 0; contained < 2; contained++)
    {
      g_autofree char *target = g_strdup_printf ("%s/%d", fixture->target, contained);
      g_autofree char *file = g_build_filename (target, "a", "b", NULL);
      g_autoptr (GError) error = NULL;

      ls_reader_set_contained (contained);
      g_assert_cmpint (g_mkdir (target, 0755), ==, 0);
      ls_zip_extract (fixture->path, target, &error);
      g_assert_no_error (error);
      g_assert_true (g_file_test (file, G_FILE_TEST_IS_REGULAR));
    }
  ls_reader_set_contained (FALSE);
}

/* Not hostile: some tools write a folder once for every file in it. */
static void
test_folder_twice (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const Entry entries[] = { { "a-1/", 0, FALSE }, { "a-2/", 0, FALSE }, { "a-1/b", 0, FALSE } };
  g_autoptr (GError) error = NULL;
  g_autofree char *file = g_build_filename (fixture->target, "a-1", "b", NULL);

  make (fixture->path, entries, 3);
  patch (fixture->path, "a-2/", "a-1/", 4);
  ls_zip_extract (fixture->path, fixture->target, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_test (file, G_FILE_TEST_IS_REGULAR));
}

static void
make_zeros (const char *path, gsize size)
{
  g_autofree char *zeros = g_malloc0 (size);
  int code;
  zip_t *zip = zip_open (path, ZIP_CREATE | ZIP_TRUNCATE, &code);

  g_assert_cmpint (zip_file_add (zip, "zeros", zip_source_buffer (zip, zeros, size, 0), 0), ==, 0);
  g_assert_cmpint (zip_close (zip), ==, 0);
}

/* Zeros pack to a thousandth: small ones are fine, large ones are not. */
static void
test_ratio (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;

  make_zeros (fixture->path, 100 << 20);
  assert_refused (fixture, LS_ERROR_LIMIT, "“zeros”", "a thousand times");
  make_zeros (fixture->path, 1 << 20);
  g_assert_true (ls_zip_extract (fixture->path, fixture->target, &error));
  g_assert_no_error (error);
}

/* An entry that unpacks to 8 MiB but announces 1000 bytes: counted, and stopped at once. */
static void
test_lying_size (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const char real[] = { 0, 0, (char)0x80, 0 };
  const char said[] = { (char)0xe8, 3, 0, 0 };
  g_autofree char *unpacked = g_build_filename (fixture->target, "zeros", NULL);
  g_autoptr (GError) error = NULL;
  struct stat info;

  make_zeros (fixture->path, 8 << 20);
  patch (fixture->path, real, said, 4);
  g_assert_false (ls_zip_extract (fixture->path, fixture->target, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "“zeros”"));
  g_assert_cmpint (g_stat (unpacked, &info), ==, 0);
  g_assert_cmpint (info.st_size, <=, 1 << 16);
  g_clear_error (&error);
  g_assert_null (ls_zip_read_entry (fixture->path, "zeros", 5000, NULL, &error));
  g_assert_nonnull (error);
}

static void
append_16 (GString *data, guint value)
{
  g_string_append_c (data, value & 0xff);
  g_string_append_c (data, value >> 8);
}

static void
append_32 (GString *data, guint64 value)
{
  append_16 (data, value & 0xffff);
  append_16 (data, value >> 16 & 0xffff);
}

static void
append_64 (GString *data, guint64 value)
{
  append_32 (data, value & 0xffffffff);
  append_32 (data, value >> 32);
}

/* What the local header and the directory have in common; sizes stand in the extra field. */
static void
append_header (GString *data)
{
  append_16 (data, 45); /* version needed */
  append_16 (data, 0);
  append_16 (data, 8); /* deflated */
  append_32 (data, 0); /* time */
  append_32 (data, 0); /* checksum */
  append_32 (data, 0xffffffff);
  append_32 (data, 0xffffffff);
  append_16 (data, 5);  /* length of the name */
  append_16 (data, 20); /* of the extra field */
}

static void
append_extra (GString *data, guint64 size, guint packed)
{
  g_string_append (data, "zeros");
  append_16 (data, 1); /* zip64 */
  append_16 (data, 16);
  append_64 (data, size);
  append_64 (data, packed);
}

/* An archive whose one entry says that @packed bytes become @size. */
static void
make_announced (const char *path, guint64 size, guint packed)
{
  g_autoptr (GString) data = g_string_new (NULL);
  gsize directory;

  g_string_append_len (data, "PK\3\4", 4);
  append_header (data);
  append_extra (data, size, packed);
  for (guint i = 0; i < packed; i++)
    g_string_append_c (data, 0);
  directory = data->len;
  g_string_append_len (data, "PK\1\2", 4);
  append_16 (data, 45); /* version made by */
  append_header (data);
  append_16 (data, 0); /* comment */
  append_16 (data, 0); /* disk */
  append_16 (data, 0); /* internal attributes */
  append_32 (data, 0); /* external attributes */
  append_32 (data, 0); /* offset of the entry */
  append_extra (data, size, packed);
  size = data->len - directory;
  g_string_append_len (data, "PK\5\6", 4);
  append_32 (data, 0);
  append_16 (data, 1);
  append_16 (data, 1);
  append_32 (data, size);
  append_32 (data, directory);
  append_16 (data, 0);
  g_assert_true (g_file_set_contents (path, data->str, data->len, NULL));
}

/* Ten gigabytes of zeros are refused by what they announce, in no time. */
static void
test_announced_size (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  const clock_t start = clock ();
  g_autoptr (GError) error = NULL;

  make_announced (fixture->path, G_GUINT64_CONSTANT (10) << 30, 5000);
  assert_refused (fixture, LS_ERROR_LIMIT, "“zeros”", "more than 4 GiB");
  make_announced (fixture->path, G_MAXUINT64 - 10, 5000);
  assert_refused (fixture, LS_ERROR_LIMIT, "“zeros”", "more than 4 GiB");
  g_assert_null (ls_zip_read_entry (fixture->path, "zeros", 1 << 20, NULL, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_LIMIT);
  make_announced (fixture->path, G_GUINT64_CONSTANT (3) << 30, 5000);
  assert_refused (fixture, LS_ERROR_LIMIT, "“zeros”", "a thousand times");
  /* Milliseconds, where unpacking would take many seconds of the processor. */
  g_assert_cmpint (clock () - start, <, 2 * CLOCKS_PER_SEC);
}

static void
test_too_many (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  int code;
  zip_t *zip = zip_open (fixture->path, ZIP_CREATE, &code);

  for (guint i = 0; i <= LS_ZIP_MAX_ENTRIES; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);

      zip_file_add (zip, name, zip_source_buffer (zip, "", 0, 0), 0);
    }
  g_assert_cmpint (zip_close (zip), ==, 0);
  assert_refused (fixture, LS_ERROR_LIMIT, "", "more than 100000 entries");
}

static void
test_no_archive (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (ls_zip_extract ("/nonexistent.fmu", fixture->target, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
  g_clear_error (&error);
  g_assert_false (ls_zip_extract (fixture->target, fixture->target, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
  g_assert_true (g_file_set_contents (fixture->path, "not a zip, not even close", -1, NULL));
  assert_refused (fixture, LS_ERROR_FORMAT, "", "is not a zip archive");
  g_assert_true (g_file_set_contents (fixture->path, "", 0, NULL));
  assert_refused (fixture, LS_ERROR_FORMAT, "", "archive");
}

static char *
make_sound (const char *path, gsize *size)
{
  g_autofree char *text = g_strnfill (3000, 'a');
  int code;
  zip_t *zip = zip_open (path, ZIP_CREATE | ZIP_TRUNCATE, &code);
  char *data = NULL;

  zip_file_add (zip, "modelDescription.xml", zip_source_buffer (zip, text, 3000, 0), 0);
  zip_dir_add (zip, "binaries", 0);
  zip_file_add (zip, "binaries/linux64/a.so", zip_source_buffer (zip, text, 1000, 0), 0);
  zip_file_add (zip, "resources/b", zip_source_buffer (zip, "some text", 9, 0), 0);
  g_assert_cmpint (zip_close (zip), ==, 0);
  g_assert_true (g_file_get_contents (path, &data, size, NULL));
  return data;
}

/* Damaged archives are unpacked or refused with an error, quickly, and never
 * beside the target. */
static void
test_mutations (Fixture *fixture, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2026);
  gsize size;
  g_autofree char *sound = make_sound (fixture->path, &size);
  const clock_t start = clock ();
  guint n_refused = 0;

  for (int i = 0; i < 2000; i++)
    {
      g_autoptr (LsTempdir) target = ls_tempdir_new (NULL);
      g_autofree char *bytes = g_memdup2 (sound, size);
      g_autoptr (GError) error = NULL;
      gsize length
          = g_rand_int_range (rand, 0, 8) == 0 ? (gsize)g_rand_int_range (rand, 0, size) : size;
      gboolean done;

      for (int n = g_rand_int_range (rand, 1, 8); n > 0; n--)
        bytes[g_rand_int_range (rand, 0, size)] = (char)g_rand_int_range (rand, 0, 256);
      g_assert_true (g_file_set_contents_full (fixture->path, bytes, length,
                                               G_FILE_SET_CONTENTS_NONE, 0600, NULL));
      done = ls_zip_extract (fixture->path, ls_tempdir_get_path (target), &error);
      g_assert_true (done == (error == NULL));
      n_refused += !done;
      g_assert_cmpuint (count_files (ls_tempdir_get_path (fixture->directory)), ==, 2);
    }
  g_assert_cmpuint (n_refused, >, 1000);
  /* A second or two of the processor; the bound is for sanitizers. */
  g_assert_cmpint (clock () - start, <, 60 * CLOCKS_PER_SEC);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/base/zip/hostile/names", test_names);
  add ("/base/zip/hostile/special-files", test_special_files);
  add ("/base/zip/hostile/encrypted", test_encrypted);
  add ("/base/zip/hostile/twice", test_twice);
  add ("/base/zip/hostile/folder-itself", test_folder_itself);
  add ("/base/zip/hostile/folder-twice", test_folder_twice);
  add ("/base/zip/hostile/ratio", test_ratio);
  add ("/base/zip/hostile/lying-size", test_lying_size);
  add ("/base/zip/hostile/announced-size", test_announced_size);
  add ("/base/zip/hostile/too-many", test_too_many);
  add ("/base/zip/hostile/no-archive", test_no_archive);
  add ("/base/zip/hostile/mutations", test_mutations);
  return g_test_run ();
}
