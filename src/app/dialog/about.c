#include "app/dialog/about.h"
#include <glib/gi18n-lib.h>

void
ls_about_show (GtkWindow *parent)
{
  gtk_show_about_dialog (parent, "program-name", _ ("Lockstep"), "version", LS_VERSION,
                         "logo-icon-name", "org.lockstep.Workbench", "comments",
                         _ ("Couple FMUs on a canvas, run them with several methods, and compare "
                            "the coupling errors."),
                         "license-type", GTK_LICENSE_GPL_3_0, "title", _ ("About Lockstep"), NULL);
}
