/* lockstep: the command line of Lockstep. */
#include "cli/command.h"

#include "core/base/language.h"
#include "core/base/reader.h"

#include <glib/gi18n-lib.h>
#include <locale.h>
#include <signal.h>

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  /* A file above the size limit (SIGXFSZ) is an error like a full disk and must not end the
   * program. */
  signal (SIGXFSZ, SIG_IGN);
  /* Messages are in the user's language; numbers have a decimal point, so that output can be read
   * by this and other programs. */
  setlocale (LC_NUMERIC, "C");
  ls_language_bind (LS_LOCALE_DIR);
  textdomain (GETTEXT_PACKAGE); /* for ngettext() */
  ls_reader_set_contained (TRUE);
  return ls_command_dispatch (argc, argv);
}
