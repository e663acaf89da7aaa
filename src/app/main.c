/* lockstep-workbench: the window of Lockstep. */
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <signal.h>
#include "app/application.h"
#include "core/base/language.h"

int
main (int argc, char **argv)
{
  g_autoptr (LsApplication) application = NULL;

  setlocale (LC_ALL, "");
  /* A file larger than is allowed is an error like a full disk, not the end of the program. */
  signal (SIGXFSZ, SIG_IGN);
  /* GTK looks for OpenGL even if nothing is drawn with it: that loads a compiler for shaders. */
  g_setenv ("GDK_GL", "disable", FALSE);
  ls_language_bind (LS_LOCALE_DIR);
  textdomain (GETTEXT_PACKAGE);
  g_set_prgname ("lockstep-workbench");
  g_set_application_name (_ ("Lockstep"));
  application = ls_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
