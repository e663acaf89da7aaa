#include "damage.h"

#include <string.h>
#include <zip.h>

/* Longest part that is removed, repeated or overwritten, bytes. */
#define MAX_PART 64

static gsize
find_place (GRand *random, gsize size)
{
  return size == 0 ? 0 : (gsize)g_rand_int_range (random, 0, (gint32)MIN (size, G_MAXINT32));
}

/* Of lengths and counts in binary files. */
static void
change_length (GRand *random, GByteArray *bytes, gsize at)
{
  static const guint32 lengths[] = { 0,       1,          0x7f,       0xff,       0x100,     0xffff,
                                     0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff };
  const guint32 length = lengths[g_rand_int_range (random, 0, G_N_ELEMENTS (lengths))];

  if (at + sizeof length <= bytes->len)
    memcpy (bytes->data + at, &length, sizeof length);
}

/* Of numbers, names and marks in text, from @at on. */
static void
change_word (GRand *random, GByteArray *bytes, gsize at)
{
  static const char *const words[]
      = { "",     "-1",   "0",      "1e999", "-1e308", "nan",  "INF",      "99999999999999999999",
          "%s%n", "\"",   "<",      ">",     "&",      "]]>",  "&#0;",     "\xff\xfe",
          "\n",   "../x", "/x",     ",,",    ";",      "\t",   "\xc3\x28", "true",
          "[",    "]",    "x.y.z.", "'",     "\\",     "\r\n", "-0x1p-3",  "é" };
  const char *word = words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))];
  gsize end = at;

  while (end < bytes->len && g_ascii_isalnum (bytes->data[end]))
    end++;
  if (end > at)
    g_byte_array_remove_range (bytes, (guint)at, (guint)(end - at));
  if (at <= bytes->len && *word != '\0')
    {
      g_autofree guint8 *rest = g_memdup2 (bytes->data + at, bytes->len - at);
      const guint n_rest = bytes->len - (guint)at;

      g_byte_array_set_size (bytes, (guint)at);
      g_byte_array_append (bytes, (const guint8 *)word, (guint)strlen (word));
      g_byte_array_append (bytes, rest, n_rest);
    }
}

/* A part once more, at another place. */
static void
repeat_part (GRand *random, GByteArray *bytes, gsize at, gsize n)
{
  const gsize to = find_place (random, bytes->len);
  g_autofree guint8 *part = g_memdup2 (bytes->data + at, n);
  g_autofree guint8 *rest = g_memdup2 (bytes->data + to, bytes->len - to);
  const guint n_rest = bytes->len - (guint)to;

  g_byte_array_set_size (bytes, (guint)to);
  g_byte_array_append (bytes, part, (guint)n);
  g_byte_array_append (bytes, rest, n_rest);
}

static void
damage_once (GRand *random, GByteArray *bytes)
{
  const gsize at = find_place (random, bytes->len);
  const gsize part = (gsize)g_rand_int_range (random, 1, MAX_PART);
  const gsize n = MIN (part, bytes->len - at);

  if (bytes->len == 0)
    return;
  switch (g_rand_int_range (random, 0, 8))
    {
    case 0:
      bytes->data[at] ^= (guint8)(1u << g_rand_int_range (random, 0, 8));
      break;
    case 1:
      bytes->data[at] = (guint8)g_rand_int_range (random, 0, 256);
      break;
    case 2:
      change_length (random, bytes, g_rand_boolean (random) ? at : at & ~(gsize)3);
      break;
    case 3:
      g_byte_array_remove_range (bytes, (guint)at, (guint)n);
      break;
    case 4:
      repeat_part (random, bytes, at, n);
      break;
    case 5:
      if (g_rand_int_range (random, 0, 3) == 0)
        g_byte_array_set_size (bytes, (guint)at);
      break;
    default:
      change_word (random, bytes, at);
    }
}

GByteArray *
damage_bytes (GRand *random, gconstpointer sound, gsize size)
{
  GByteArray *bytes = g_byte_array_sized_new ((guint)size + 1);

  if (size > 0)
    g_byte_array_append (bytes, sound, (guint)size);
  for (int n = g_rand_int_range (random, 1, 5); n > 0; n--)
    damage_once (random, bytes);
  return bytes;
}

typedef struct
{
  char *name;
  GByteArray *bytes;
} Entry;

struct DamageArchive
{
  GArray *entries;
};

static void
clear_entry (gpointer data)
{
  Entry *entry = data;

  g_free (entry->name);
  g_byte_array_unref (entry->bytes);
}

DamageArchive *
damage_archive_read (const char *path)
{
  DamageArchive *self = g_new0 (DamageArchive, 1);
  int code;
  zip_t *zip = zip_open (path, ZIP_RDONLY, &code);

  g_assert_nonnull (zip);
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_set_clear_func (self->entries, clear_entry);
  for (zip_int64_t i = 0; i < zip_get_num_entries (zip, 0); i++)
    {
      zip_stat_t info;
      zip_file_t *file = zip_fopen_index (zip, (zip_uint64_t)i, 0);
      Entry entry = { .bytes = g_byte_array_new () };

      g_assert_cmpint (zip_stat_index (zip, (zip_uint64_t)i, 0, &info), ==, 0);
      entry.name = g_strdup (info.name);
      g_byte_array_set_size (entry.bytes, (guint)info.size);
      g_assert_cmpint (zip_fread (file, entry.bytes->data, info.size), ==, (zip_int64_t)info.size);
      zip_fclose (file);
      g_array_append_val (self->entries, entry);
    }
  zip_close (zip);
  return self;
}

void
damage_archive_free (DamageArchive *self)
{
  g_array_unref (self->entries);
  g_free (self);
}

void
damage_archive_add (DamageArchive *self, const char *name, const char *text)
{
  Entry entry = { g_strdup (name), g_byte_array_new () };

  g_byte_array_append (entry.bytes, (const guint8 *)text, (guint)strlen (text));
  g_array_append_val (self->entries, entry);
}

void
damage_archive_remove (DamageArchive *self, const char *end)
{
  for (guint i = self->entries->len; i-- > 0;)
    if (g_str_has_suffix (g_array_index (self->entries, Entry, i).name, end))
      g_array_remove_index (self->entries, i);
}

/* Of the entries that are text, at random. */
static guint
choose_text (const DamageArchive *self, GRand *random)
{
  guint i;

  do
    i = (guint)g_rand_int_range (random, 0, (gint32)self->entries->len);
  while (memchr (g_array_index (self->entries, Entry, i).bytes->data, 0,
                 g_array_index (self->entries, Entry, i).bytes->len)
             != NULL
         || g_array_index (self->entries, Entry, i).bytes->len == 0);
  return i;
}

void
damage_archive_write (const DamageArchive *self, const char *path, GRand *random)
{
  const guint chosen = random != NULL ? choose_text (self, random) : G_MAXUINT;
  g_autoptr (GByteArray) damaged = NULL;
  int code;
  zip_t *zip = zip_open (path, ZIP_CREATE | ZIP_TRUNCATE, &code);

  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);
      const GByteArray *bytes = entry->bytes;
      zip_int64_t index;

      if (i == chosen)
        bytes = damaged = damage_bytes (random, bytes->data, bytes->len);
      if (g_str_has_suffix (entry->name, "/"))
        continue;
      index = zip_file_add (zip, entry->name, zip_source_buffer (zip, bytes->data, bytes->len, 0),
                            ZIP_FL_ENC_UTF_8);
      g_assert_cmpint (index, >=, 0);
      zip_set_file_compression (zip, (zip_uint64_t)index, ZIP_CM_STORE, 0);
    }
  if (zip_close (zip) != 0)
    g_error ("%s: %s", path, zip_strerror (zip));
}
