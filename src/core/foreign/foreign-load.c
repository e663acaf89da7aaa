/* Loads text files of other programs and converts them to UTF-8. */
#include "core/foreign/foreign-impl.h"

#include "core/base/reader.h"
#include "core/base/status.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Spreadsheets write “Unicode text” as UTF-16. (transfer full) (nullable) */
static char *
convert_wide (const char *data, gsize size, gsize *length)
{
  static const struct
  {
    const char *mark, *name;
  } forms[] = { { "\xff\xfe", "UTF-16LE" }, { "\xfe\xff", "UTF-16BE" } };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    if (size >= 2 && memcmp (data, forms[i].mark, 2) == 0)
      return g_convert (data + 2, (gssize)size - 2, "UTF-8", forms[i].name, NULL, length, NULL);
  return NULL;
}

/* Text that is not UTF-8 is most likely Windows-1252. */
static void
make_valid (char **data, gsize *size)
{
  gsize length;
  char *converted;

  if (g_utf8_validate (*data, (gssize)*size, NULL))
    return;
  converted = g_convert (*data, (gssize)*size, "UTF-8", "WINDOWS-1252", NULL, &length, NULL);
  if (converted == NULL)
    return;
  g_free (*data);
  *data = converted;
  *size = length;
}

char *
ls_foreign_load (const char *path, gsize *size, GError **error)
{
  static const char mark[] = "\xef\xbb\xbf";
  g_autoptr (GError) local = NULL;
  g_autofree char *data = NULL;
  g_autofree char *wide = NULL;

  if (!g_file_get_contents (ls_reader_get_place (path), &data, size, &local))
    return ls_fail_null (error, LS_ERROR_FILE, "%s", local->message);
  wide = convert_wide (data, *size, size);
  if (wide != NULL)
    {
      g_free (data);
      data = g_steal_pointer (&wide);
    }
  if (memchr (data, '\0', *size) != NULL)
    return ls_fail_null (error, LS_ERROR_FORMAT, _ ("%s: this is not text"), path);
  if (g_str_has_prefix (data, mark))
    {
      *size -= strlen (mark);
      memmove (data, data + strlen (mark), *size + 1);
    }
  make_valid (&data, size);
  /* Line ends of old Macintosh systems. */
  if (strchr (data, '\n') == NULL)
    g_strdelimit (data, "\r", '\n');
  return g_steal_pointer (&data);
}
