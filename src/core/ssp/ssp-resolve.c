/* The files that URIs of a document name. */
#include "core/ssp/ssp-read-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Whether @path is @directory or below it; both canonical. */
static gboolean
is_below (const char *path, const char *directory)
{
  gsize length = strlen (directory);

  return strncmp (path, directory, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

char *
ls_ssp_resolve_within (const char *directory, const char *uri, GError **error)
{
  /* URIs should be escaped, but not every program does so. */
  g_autofree char *unescaped = g_uri_unescape_string (uri, NULL);
  char *path = g_canonicalize_filename (unescaped != NULL ? unescaped : uri, directory);

  if (!is_below (path, directory))
    {
      g_set_error (error, LS_ERROR, LS_ERROR_FILE, _ ("“%s” points out of the archive"), uri);
      g_clear_pointer (&path, g_free);
    }
  return path;
}

char *
ls_ssp_resolve (const LsSspReader *self, const char *uri, GError **error)
{
  g_autofree char *scheme = g_uri_parse_scheme (uri);
  g_autofree char *unescaped = NULL;
  char *path;

  if (scheme != NULL && g_ascii_strcasecmp (scheme, "file") == 0)
    {
      g_autoptr (GError) local_error = NULL;

      if ((path = g_filename_from_uri (uri, NULL, &local_error)) == NULL)
        g_set_error (error, LS_ERROR, LS_ERROR_FILE, _ ("“%s” is not a usable URI: %s"), uri,
                     local_error->message);
      return path;
    }
  if (scheme != NULL && strlen (scheme) > 1)
    return ls_fail_null (error, LS_ERROR_FILE, _ ("“%s” is not a file"), uri);
  if (self->archived)
    return ls_ssp_resolve_within (self->directory, uri, error);
  unescaped = g_uri_unescape_string (uri, NULL);
  return g_canonicalize_filename (unescaped != NULL ? unescaped : uri, self->directory);
}
