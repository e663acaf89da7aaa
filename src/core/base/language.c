#include "core/base/language.h"

#include "core/base/executable.h"

#include <glib/gi18n-lib.h>
#include <langinfo.h>
#include <string.h>

void
ls_language_bind (const char *installed)
{
  g_return_if_fail (installed != NULL);

  g_autofree char *built = ls_executable_find_built ("po");
  g_autofree char *moved = ls_executable_find_shared ("locale");
  const char *places[] = { built, moved };
  const char *found = installed;

  for (guint i = G_N_ELEMENTS (places); i-- > 0;)
    if (places[i] != NULL && g_file_test (places[i], G_FILE_TEST_IS_DIR))
      found = places[i];
  bindtextdomain (GETTEXT_PACKAGE, found);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
}

char *
ls_number_localise (char *text)
{
  const char *sign = nl_langinfo (RADIXCHAR);
  char *point = strchr (text, '.');

  /* Not all callers support a decimal sign of several bytes; users of those locales know the point
   * as well. */
  if (point != NULL && sign[0] != '\0' && sign[1] == '\0')
    *point = sign[0];
  return text;
}

char *
ls_number_show (double value, int digits, char buffer[LS_NUMBER_SIZE])
{
  return ls_number_localise (ls_number_format_short (value, digits, buffer));
}
