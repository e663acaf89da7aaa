/* lockstep-workbench: the window of Lockstep. */
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <signal.h>
#include "app/window/application.h"
#include "core/base/language.h"
#include "core/base/reader.h"
#include "core/fmi/fmu.h"
#include "core/fmi/guard.h"
#include "core/helper/isolation.h"
#include "core/record/trace.h"

/* A trace of ten million rows has half a gigabyte: freeing it takes time and is done on a
 * thread. */
typedef struct
{
  GDestroyNotify free_trace;
  gpointer trace;
} Disposal;

static void
dispose_cb (gpointer data, G_GNUC_UNUSED gpointer user_data)
{
  Disposal *self = data;

  self->free_trace (self->trace);
  g_free (self);
}

static void
dispose (GDestroyNotify free_trace, gpointer trace)
{
  static gsize pool; /* one for the process, never freed */
  Disposal *disposal = g_new (Disposal, 1);

  if (g_once_init_enter (&pool))
    g_once_init_leave (&pool, (gsize)g_thread_pool_new (dispose_cb, NULL, 1, FALSE, NULL));
  *disposal = (Disposal){ free_trace, trace };
  g_thread_pool_push ((GThreadPool *)pool, disposal, NULL);
}

int
main (int argc, char **argv)
{
  g_autoptr (LsApplication) application = NULL;

  setlocale (LC_ALL, "");
  ls_trace_set_dispose (dispose);
  ls_guard_keep_process ();
  ls_isolation_set (LS_ISOLATION_GROUPED);
  ls_reader_set_contained (TRUE);
  ls_fmu_set_with_icons (TRUE);
  /* Exceeding the file size limit is an error like a full disk; SIGXFSZ would kill the
   * process. */
  signal (SIGXFSZ, SIG_IGN);
  /* GTK would initialise OpenGL without using it, which loads a shader compiler. */
  g_setenv ("GDK_GL", "disable", FALSE);
  ls_language_bind (LS_LOCALE_DIR);
  textdomain (GETTEXT_PACKAGE);
  g_set_prgname ("lockstep-workbench");
  g_set_application_name (_ ("Lockstep"));
  application = ls_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
