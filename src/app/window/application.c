#include "app/window/application.h"
#include <glib/gi18n-lib.h>
#include "app/dialog/about.h"
#include "app/dialog/preferences-dialog.h"
#include "app/base/fmu-store.h"
#include "app/window/ui-benchmark.h"
#include "app/base/names.h"
#include "app/base/preferences.h"
#include "app/window/window.h"
#include "core/base/team.h"
#include "core/helper/isolation.h"

struct _LsApplication
{
  GtkApplication parent_instance;
  gboolean run, measure, measure_run; /* command-line options */
};

G_DEFINE_TYPE (LsApplication, ls_application, GTK_TYPE_APPLICATION)

static const struct
{
  const char *action;
  const char *keys[4];
} accelerators[] = {
  { "win.new", { "<Primary>n" } },
  { "win.open", { "<Primary>o" } },
  { "win.open-folder", { "<Primary><Shift>o" } },
  { "win.reload", { "<Primary>F5" } },
  { "win.save", { "<Primary>s" } },
  { "win.save-as", { "<Primary><Shift>s" } },
  { "win.export-diagram", { "<Primary>e" } },
  { "win.close", { "<Primary>w" } },
  { "app.preferences", { "<Primary>comma" } },
  { "app.quit", { "<Primary>q" } },
  { "win.undo", { "<Primary>z" } },
  { "win.redo", { "<Primary><Shift>z", "<Primary>y" } },
  { "win.add-fmu", { "<Primary>i" } },
  { "win.rename", { "F2" } },
  { "win.disconnect", { "<Primary><Shift>d" } },
  { "win.duplicate", { "<Primary>d" } },
  { "win.rotate-right", { "<Primary>r" } },
  { "win.rotate-left", { "<Primary><Shift>r" } },
  { "win.flip", { "<Primary><Shift>f" } },
  { "win.find", { "<Primary>f" } },
  { "win.print", { "<Primary>p" } },
  { "win.replace-fmu", { "<Primary><Shift>i" } },
  { "win.show-map", { "<Primary><Shift>m" } },
  { "win.show-feed", { "<Primary>t" } },
  { "win.arrange", { "<Primary>l" } },
  { "win.reset-route", { "<Primary><Shift>l" } },
  { "win.connect-names", { "<Primary>k" } },
  { "win.add-note", { "<Primary><Shift>n" } },
  { "win.enter-system", { "<Alt>Down" } },
  { "win.leave-system", { "<Alt>Up" } },
  { "win.zoom-in", { "<Primary>plus", "<Primary>equal", "<Primary>KP_Add" } },
  { "win.zoom-out", { "<Primary>minus", "<Primary>KP_Subtract" } },
  { "win.zoom-fit", { "<Primary>0", "<Primary>KP_0" } },
  { "win.zoom-one", { "<Primary>1" } },
  { "win.show-library", { "<Alt>1" } },
  { "win.show-diagram", { "<Alt>2", "F6" } },
  { "win.show-component", { "<Alt>3" } },
  { "win.show-omega", { "<Alt>4" } },
  { "win.show-inputs", { "<Alt>8" } },
  { "win.show-plots", { "<Alt>5" } },
  { "win.show-results", { "<Alt>6" } },
  { "win.show-messages", { "<Alt>7" } },
  { "win.show-history", { "<Primary>h" } },
  { "win.enqueue", { "<Primary><Shift>F5" } },
  { "win.show-start", { "<Alt>9" } },
  { "win.lecture", { "F11" } },
  { "win.plot::split-right", { "<Primary>backslash" } },
  { "win.plot::split-below", { "<Primary><Shift>backslash", "<Primary>bar" } },
  { "win.plot::close", { "<Primary><Shift>w" } },
  { "win.plot::maximise", { "F12" } },
  { "win.plot::own-window", { "<Shift>F12" } },
  { "win.plot::next", { "<Shift>F6" } },
  { "win.step-layout(1)", { "<Primary>Page_Down" } },
  { "win.step-layout(-1)", { "<Primary>Page_Up" } },
  { "win.lesson-previous", { "<Alt>Page_Up" } },
  { "win.lesson-next", { "<Alt>Page_Down" } },
  { "win.show-lesson", { "F9" } },
  { "win.show-stability", { "<Alt>0" } },
  { "win.show-variations", { "<Primary><Shift>v" } },
  { "win.show-macro-step", { "<Shift>F7" } },
  { "win.run", { "F5" } },
  { "win.cancel", { "<Shift>F5" } },
  { "win.step", { "F7" } },
  { "win.pause", { "F8" } },
  { "win.play", { "<Primary>space" } },
  { "win.methods", { "<Primary>m" } },
  { "win.menu", { "F10" } },
  { "win.help", { "F1" } },
  { "win.show-help-overlay", { "<Primary>question", "<Primary>F1" } },
};

static void
about_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer self)
{
  ls_about_show (gtk_application_get_active_window (self));
}

static void
close_window_cb (gpointer window, G_GNUC_UNUSED gpointer user_data)
{
  gtk_window_close (window);
}

/* Closes every window like its user does, so that each asks about unsaved changes. */
static void
quit_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer self)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (self));

  g_list_foreach (windows, close_window_cb, NULL);
}

static void
preferences_cb (G_GNUC_UNUSED GSimpleAction *action,
                G_GNUC_UNUSED GVariant *parameter,
                gpointer self)
{
  ls_preferences_dialog_show (gtk_application_get_active_window (self));
}

static const GActionEntry entries[] = {
  { .name = "preferences", .activate = preferences_cb },
  { .name = "about", .activate = about_cb },
  { .name = "quit", .activate = quit_cb },
};

static void
ls_application_startup (GApplication *application)
{
  G_APPLICATION_CLASS (ls_application_parent_class)->startup (application);
  ls_preferences_follow_appearance ();
  ls_names_follow ();
  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries),
                                   application);
  for (guint i = 0; i < G_N_ELEMENTS (accelerators); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (application), accelerators[i].action,
                                           accelerators[i].keys);
}

static LsWindow *
window_new (LsApplication *self)
{
  LsWindow *window = ls_window_new (GTK_APPLICATION (self));

  if (self->measure)
    ls_window_measure_first_frame (window);
  if (self->measure_run)
    ls_measure_run (window);
  return window;
}

static void
ls_application_activate (GApplication *application)
{
  LsWindow *window = window_new (LS_APPLICATION (application));

  ls_window_show_start (window);
  gtk_window_present (GTK_WINDOW (window));
}

static void
ls_application_open (GApplication *application,
                     GFile **files,
                     int n_files,
                     G_GNUC_UNUSED const char *hint)
{
  LsApplication *self = LS_APPLICATION (application);

  for (int i = 0; i < n_files; i++)
    {
      LsWindow *window = window_new (self);
      g_autofree char *path = g_file_get_path (files[i]);
      g_autofree char *uri = g_file_get_uri (files[i]);

      if (self->run)
        ls_window_open_and_run (window, path != NULL ? path : uri);
      else
        ls_window_open (window, path != NULL ? path : uri);
      gtk_window_present (GTK_WINDOW (window));
    }
}

static void
ls_application_shutdown (GApplication *application)
{
  G_APPLICATION_CLASS (ls_application_parent_class)->shutdown (application);
  ls_fmu_store_clear ();
}

static gboolean
take_isolation (GVariantDict *options)
{
  const char *text;
  LsIsolation isolation;
  g_autoptr (GError) error = NULL;

  if (!g_variant_dict_lookup (options, "isolation", "&s", &text) || g_str_equal (text, "auto"))
    return TRUE;
  if (ls_isolation_parse (text, &isolation, &error))
    {
      ls_isolation_set (isolation);
      return TRUE;
    }
  g_printerr ("lockstep-workbench: %s\n", error->message);
  return FALSE;
}

static gboolean
take_threads (GVariantDict *options)
{
  const char *text;
  guint n;
  g_autoptr (GError) error = NULL;

  if (!g_variant_dict_lookup (options, "threads", "&s", &text))
    return TRUE;
  if (ls_team_parse_threads (text, &n, &error))
    {
      ls_team_set_threads (n);
      return TRUE;
    }
  g_printerr ("lockstep-workbench: %s\n", error->message);
  return FALSE;
}

static int
ls_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  LsApplication *self = LS_APPLICATION (application);

  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("%s %s\n", _ ("Lockstep"), LS_VERSION);
      return 0;
    }
  if (!take_isolation (options) || !take_threads (options))
    return 2;
  self->run = g_variant_dict_contains (options, "run");
  self->measure_run = g_variant_dict_contains (options, "measure-run");
  self->run |= self->measure_run;
  self->measure = g_variant_dict_contains (options, "measure-first-frame");
  return -1;
}

static void
ls_application_class_init (LsApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  application_class->startup = ls_application_startup;
  application_class->activate = ls_application_activate;
  application_class->open = ls_application_open;
  application_class->shutdown = ls_application_shutdown;
  application_class->handle_local_options = ls_application_handle_local_options;
}

static void
ls_application_init (LsApplication *self)
{
  static const GOptionEntry options[] = {
    { "run", 'r', 0, G_OPTION_ARG_NONE, NULL, N_ ("Run the comparison of the model at once"),
      NULL },
    { "measure-first-frame", 0, 0, G_OPTION_ARG_NONE, NULL,
      N_ ("Print the time to the first frame in ms and quit"), NULL },
    { "measure-run", 0, 0, G_OPTION_ARG_NONE, NULL,
      N_ ("Run the model, print the longest stall of the window in ms and the times of the "
          "runs in s, and quit"),
      NULL },
    { "isolation", 0, 0, G_OPTION_ARG_STRING, NULL,
      N_ ("Where FMUs run: in this process (none), in shared helper processes (grouped), or each "
          "in its own (each)"),
      N_ ("none|grouped|each|auto") },
    { "threads", 0, 0, G_OPTION_ARG_STRING, NULL,
      N_ ("Threads of each run; auto (default): up to the number of processors, if they save time"),
      "N" },
    { "version", 'v', 0, G_OPTION_ARG_NONE, NULL, N_ ("Print the version"), NULL },
    { NULL, 0, 0, 0, NULL, NULL, NULL }
  };

  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _ ("[MODEL|LESSON…]"));
}

/* Not unique: each start is a process of its own, so that a crash in an FMU affects only its own
 * windows. */
LsApplication *
ls_application_new (void)
{
  return g_object_new (LS_TYPE_APPLICATION, "application-id", "org.lockstep.Workbench", "flags",
                       G_APPLICATION_HANDLES_OPEN | G_APPLICATION_NON_UNIQUE, NULL);
}
