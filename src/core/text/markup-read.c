/* Files of marked-up text. */
#include "core/text/markup.h"

#include "core/base/reader.h"
#include "core/base/status.h"
#include "core/text/markup-pack.h"

#include <glib/gi18n-lib.h>
#include <sys/stat.h>

#define MAX_SIZE (4 * 1024 * 1024)

static gboolean
check_size (const char *path, GError **error)
{
  struct stat info;

  if (stat (ls_reader_get_place (path), &info) == 0 && info.st_size > MAX_SIZE)
    return ls_fail (error, LS_ERROR_LIMIT, _ ("%s: more than 4 MiB of text"), path);
  return TRUE;
}

LsMarkup *
ls_markup_read_own (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) problem = NULL;
  gsize size;

  g_return_val_if_fail (path != NULL, NULL);
  if (!check_size (path, error))
    return NULL;
  if (!g_file_get_contents (ls_reader_get_place (path), &text, &size, &problem))
    return ls_fail_null (error, LS_ERROR_FILE, "%s: %s", path, problem->message);
  if (!g_utf8_validate (text, (gssize)size, NULL))
    return ls_fail_null (error, LS_ERROR_FORMAT, _ ("%s: not a text in UTF-8"), path);
  return ls_markup_parse (g_str_has_prefix (text, "\xef\xbb\xbf") ? text + 3 : text);
}

LsMarkup *
ls_markup_read (const char *path, GError **error)
{
  LsReaderTask task = { .kind = LS_READER_MARKUP };
  g_autoptr (GBytes) answer = NULL;
  LsMarkup *self;

  g_return_val_if_fail (path != NULL, NULL);
  if (!ls_reader_is_contained ())
    return ls_markup_read_own (path, error);
  if (!check_size (path, error)
      || (answer = ls_reader_ask_path (&task, path, MAX_SIZE, error)) == NULL)
    return NULL;
  self = ls_markup_unpack (answer);
  return self != NULL ? self : ls_reader_refuse (path, error);
}
