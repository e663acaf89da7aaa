/* lockstep: the command line of Lockstep. */
#include "cli/command.h"

#include <glib/gi18n-lib.h>
#include <locale.h>

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  /* Messages follow the user's language; numbers keep their point, so that what
   * is printed can be read back by this and other programs. */
  setlocale (LC_NUMERIC, "C");
  bindtextdomain (GETTEXT_PACKAGE, LS_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  return ls_command_dispatch (argc, argv);
}
