/* lockstep: the command line of Lockstep. */
#include "cli/command.h"

#include "core/base/language.h"
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <signal.h>

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  /* A file larger than is allowed is an error like a full disk, not the end of the program. */
  signal (SIGXFSZ, SIG_IGN);
  /* Messages follow the user's language; numbers keep their point, so that what
   * is printed can be read back by this and other programs. */
  setlocale (LC_NUMERIC, "C");
  ls_language_bind (LS_LOCALE_DIR);
  textdomain (GETTEXT_PACKAGE); /* of what is counted: ngettext */
  return ls_command_dispatch (argc, argv);
}
