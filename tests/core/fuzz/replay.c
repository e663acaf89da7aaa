/* Runs a target over files, whole, cut short and changed at random: the same changes each time.
 *
 * Usage: NAME N FILE|FOLDER…: N changes of each file */
#include "change.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* Larger files are tried as they are: their changes would take minutes. */
#define LARGEST (1u << 18)

static guint n_inputs;

static void
try (const guint8 *data, gsize size)
{
  /* A copy of exactly its size: the sanitizer sees the first byte read beyond it. */
  guint8 *copy = size > 0 ? g_memdup2 (data, size) : g_malloc (1);

  LLVMFuzzerTestOneInput (copy, size);
  g_free (copy);
  n_inputs++;
}

/* A bit, a byte, a number of text, a part taken out or written twice, or the end cut off. */
static void
change (GRand *rand, GByteArray *data)
{
  static const char *const texts[] = { "-1", "1e999", "NaN", "4294967296", "\"", "<", "\n", "" };
  const guint at = (guint)g_rand_int_range (rand, 0, (gint32)data->len);
  const guint most = (guint)g_rand_int_range (rand, 1, 65), n = MIN (data->len - at, most);
  const char *text = texts[g_rand_int_range (rand, 0, G_N_ELEMENTS (texts))];
  g_autofree guint8 *part = NULL;

  switch (g_rand_int_range (rand, 0, 6))
    {
    case 0:
      data->data[at] ^= (guint8)(1 << g_rand_int_range (rand, 0, 8));
      break;
    case 1:
      data->data[at] = (guint8)g_rand_int_range (rand, 0, 256);
      break;
    case 2:
      memcpy (data->data + at, text, MIN (strlen (text), data->len - at));
      break;
    case 3:
      g_byte_array_remove_range (data, at, n);
      break;
    case 4:
      part = g_memdup2 (data->data + at, n);
      g_byte_array_append (data, part, n);
      break;
    default:
      g_byte_array_set_size (data, at);
    }
}

/* Half of the changes of a document are along its structure. */
static void
change_one (GRand *rand, GByteArray *data)
{
  g_autoptr (GString) text = NULL;

  if (data->data[0] == '<' && g_rand_boolean (rand))
    text = g_string_new_len ((const char *)data->data, data->len);
  if (text == NULL || !fuzz_change_document (rand, text))
    {
      change (rand, data);
      return;
    }
  g_byte_array_set_size (data, 0);
  g_byte_array_append (data, (const guint8 *)text->str, (guint)text->len);
}

static void
try_file (const char *path, int n_changes)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20);
  g_autoptr (GError) error = NULL;
  g_autofree char *data = NULL;
  gsize size;

  if (!g_file_get_contents (path, &data, &size, &error))
    g_error ("%s", error->message);
  try ((guint8 *)data, size);
  for (int i = 0; i < n_changes && size > 0 && size <= LARGEST; i++)
    {
      g_autoptr (GByteArray) changed = g_byte_array_new ();

      g_byte_array_append (changed, (guint8 *)data, (guint)size);
      for (int k = g_rand_int_range (rand, 0, 4); k >= 0 && changed->len > 0; k--)
        change_one (rand, changed);
      try (changed->data, changed->len);
    }
}

static void
try_all (const char *path, int n_changes)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  GDir *folder = g_dir_open (path, 0, NULL);
  const char *name;

  if (folder == NULL)
    {
      try_file (path, n_changes);
      return;
    }
  while ((name = g_dir_read_name (folder)) != NULL)
    g_ptr_array_add (names, g_build_filename (path, name, NULL));
  g_dir_close (folder);
  for (guint i = 0; i < names->len; i++)
    try_all (names->pdata[i], n_changes);
}

int
main (int argc, char **argv)
{
  if (argc < 3)
    g_error ("Usage: %s N FILE|FOLDER…", argv[0]);
  LLVMFuzzerInitialize (&argc, &argv);
  for (int i = 2; i < argc; i++)
    try_all (argv[i], atoi (argv[1]));
  g_print ("%s 1 - %u inputs\n1..1\n", n_inputs > 0 ? "ok" : "not ok", n_inputs);
  return 0;
}
