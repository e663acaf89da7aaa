/* lockstep-workbench: the window of Lockstep. */
#include <glib/gi18n-lib.h>
#include <locale.h>
#include "app/application.h"

int
main (int argc, char **argv)
{
  g_autoptr (LsApplication) application = NULL;

  setlocale (LC_ALL, "");
  /* GTK looks for OpenGL even if nothing is drawn with it: that loads a compiler for shaders. */
  g_setenv ("GDK_GL", "disable", FALSE);
  bindtextdomain (GETTEXT_PACKAGE, LS_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_prgname ("lockstep-workbench");
  g_set_application_name (_ ("Lockstep"));
  application = ls_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
