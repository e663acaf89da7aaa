#include "app/window/fmu-control.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/file-dialog.h"
#include "app/base/fmu-store.h"
#include "app/base/report.h"
#include "app/document/fetch.h"
#include "app/window/bars.h"

/* Maximum number of names in a sentence. */
#define MAX_NAMES 3

struct _LsFmuControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsFmuWatch *watch;
  GtkWidget *changed_bar; /* (nullable): "changed on disk" */
  GtkWidget *missing_bar; /* (nullable) */
};

G_DEFINE_TYPE (LsFmuControl, ls_fmu_control, G_TYPE_OBJECT)
static const LsComponent *
find (LsFmuControl *self, const GArray *ids, guint index)
{
  return ls_model_find_component (ls_document_get_model (self->frame->document),
                                  g_array_index (ids, guint, index));
}

/* Path at which the FMU of a component was expected. */
static const char *
get_place (const LsComponent *component)
{
  return component->fmu != NULL ? ls_fmu_get_path (component->fmu) : component->source;
}

static char *
get_file_name (const LsComponent *component)
{
  g_autofree char *base = g_path_get_basename (get_place (component));
  g_autofree char *unescaped
      = component->fmu == NULL ? g_uri_unescape_string (base, NULL) : g_strdup (base);

  return g_filename_display_name (unescaped != NULL ? unescaped : base);
}

/* Returns: (element-type char *): names of the files without duplicates */
static GPtrArray *
list_files (LsFmuControl *self, const GArray *ids)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < ids->len; i++)
    {
      g_autofree char *name = get_file_name (find (self, ids, i));

      if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_ptr_array_add (names, g_steal_pointer (&name));
    }
  return names;
}

/* "“prey.fmu”", "“prey.fmu”, “predator.fmu” and 3 more" */
static char *
join_names (const GPtrArray *names)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < names->len && i < MAX_NAMES; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      g_string_append_printf (text, _ ("“%s”"), (char *)names->pdata[i]);
    }
  if (names->len > MAX_NAMES)
    g_string_append_printf (
        text, g_dngettext (GETTEXT_PACKAGE, " and %u more", " and %u more", names->len - MAX_NAMES),
        names->len - MAX_NAMES);
  return g_string_free (text, FALSE);
}

static void
replace (LsFmuControl *self, const char *name, const GArray *ids, const GPtrArray *fmus)
{
  g_autoptr (GPtrArray) broken = NULL;

  if (ids->len == 0)
    return;
  ls_document_replace_fmus (self->frame->document, name, (const guint *)ids->data,
                            (LsFmu *const *)fmus->pdata, ids->len, &broken);
  ls_report_broken (GTK_WIDGET (self->frame->window), broken);
}

static GPtrArray *
fmus_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify)ls_fmu_unref);
}

/* All FMUs that could be opened are in the store now. */
static void
reload_cb (gpointer user_data)
{
  LsFmuControl *self = user_data;
  g_autoptr (GArray) ids = ls_fmu_watch_list_changed (self->watch);
  g_autoptr (GArray) read = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) fmus = fmus_new ();

  for (guint i = 0; i < ids->len && !ls_document_in_group (self->frame->document); i++)
    {
      const LsComponent *component = find (self, ids, i);
      g_autoptr (GError) error = NULL;
      LsFmu *fmu = ls_fmu_store_get (ls_fmu_get_path (component->fmu), &error);

      if (fmu == NULL)
        {
          ls_report_problem (GTK_WIDGET (self->frame->window), _ ("The FMU was not reloaded"),
                             error->message);
          continue;
        }
      g_array_append_val (read, component->id);
      g_ptr_array_add (fmus, fmu);
    }
  replace (self, _ ("Reload FMUs"), read, fmus);
}

static GPtrArray *
paths_new (void)
{
  return g_ptr_array_new_with_free_func (g_free);
}

static void
reload (LsFmuControl *self)
{
  g_autoptr (GArray) ids = ls_fmu_watch_list_changed (self->watch);
  g_autoptr (GPtrArray) paths = paths_new ();

  for (guint i = 0; i < ids->len; i++)
    g_ptr_array_add (paths, g_strdup (ls_fmu_get_path (find (self, ids, i)->fmu)));
  g_ptr_array_add (paths, NULL);
  ls_fetch_fmus (GTK_WIDGET (self->frame->window), (char **)paths->pdata, reload_cb,
                 g_object_ref (self), g_object_unref);
}

static void
changed_response_cb (LsFmuControl *self, int response)
{
  gtk_widget_destroy (self->changed_bar);
  if (response == GTK_RESPONSE_YES && !ls_document_in_group (self->frame->document))
    reload (self);
}

/* File for a missing component, given that @path was chosen for @wanted: this one, or a file in
 * the same folder. Returns: (transfer full) (nullable) */
static char *
find_file (const LsComponent *component, const char *wanted, const char *path)
{
  g_autofree char *name = get_file_name (component);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *beside = g_build_filename (folder, name, NULL);

  if (g_str_equal (name, wanted))
    return g_strdup (path);
  return g_file_test (beside, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&beside) : NULL;
}

/* The user located the file @wanted at @path. */
typedef struct
{
  LsFmuControl *control;
  char *wanted, *path;
} Found;

static void show_missing (LsFmuControl *self);

/* Shows files that are still missing, even if the work was cancelled. */
static void
found_free (gpointer data)
{
  Found *self = data;

  if (!gtk_widget_in_destruction (GTK_WIDGET (self->control->frame->window)))
    show_missing (self->control);
  g_object_unref (self->control);
  g_free (self->wanted);
  g_free (self->path);
  g_free (self);
}

/* All FMUs that could be opened are in the store now. */
static void
take_place_cb (gpointer user_data)
{
  LsFmuControl *self = ((Found *)user_data)->control;
  const char *wanted = ((Found *)user_data)->wanted, *path = ((Found *)user_data)->path;
  g_autoptr (GArray) ids = ls_fmu_watch_list_missing (self->watch);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GPtrArray) fmus = fmus_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (LsFmu) first = ls_fmu_store_get (path, &error);

  if (first == NULL)
    {
      ls_report_problem (GTK_WIDGET (self->frame->window), _ ("Could not use the FMU"),
                         error->message);
      return;
    }
  for (guint i = 0; i < ids->len && !ls_document_in_group (self->frame->document); i++)
    {
      g_autofree char *file = find_file (find (self, ids, i), wanted, path);
      LsFmu *fmu = file != NULL ? ls_fmu_store_get (file, NULL) : NULL;

      if (fmu == NULL)
        continue;
      g_array_append_val (found, g_array_index (ids, guint, i));
      g_ptr_array_add (fmus, fmu);
    }
  replace (self, _ ("Locate FMUs"), found, fmus);
}

static void
take_place (LsFmuControl *self, const char *wanted, const char *path)
{
  g_autoptr (GArray) ids = ls_fmu_watch_list_missing (self->watch);
  g_autoptr (GPtrArray) paths = paths_new ();
  Found *found = g_new (Found, 1);

  g_ptr_array_add (paths, g_strdup (path));
  for (guint i = 0; i < ids->len; i++)
    {
      char *file = find_file (find (self, ids, i), wanted, path);

      if (file != NULL)
        g_ptr_array_add (paths, file);
    }
  g_ptr_array_add (paths, NULL);
  *found = (Found){ g_object_ref (self), g_strdup (wanted), g_strdup (path) };
  ls_fetch_fmus (GTK_WIDGET (self->frame->window), (char **)paths->pdata, take_place_cb, found,
                 found_free);
}

static void
located_cb (gpointer object, const char *path, gpointer wanted)
{
  LsFmuControl *self = object;

  if (path != NULL && !ls_document_in_group (self->frame->document))
    take_place (self, wanted, path);
  else
    show_missing (self);
}

static void
locate (LsFmuControl *self)
{
  static const char *const endings[] = { ".fmu", NULL };
  g_autoptr (GArray) ids = ls_fmu_watch_list_missing (self->watch);
  char *wanted = ids->len > 0 ? get_file_name (find (self, ids, 0)) : NULL;
  g_autofree char *title = g_strdup_printf (_ ("Locate “%s”"), wanted);
  GtkFileChooserNative *chooser;

  if (wanted == NULL)
    return;
  chooser = gtk_file_chooser_native_new (title, self->frame->window, GTK_FILE_CHOOSER_ACTION_OPEN,
                                         _ ("_Use"), _ ("_Cancel"));
  ls_file_chooser_add_endings (GTK_FILE_CHOOSER (chooser), _ ("FMUs"), endings);
  ls_file_chooser_show_for_path (chooser, self, located_cb, wanted, g_free);
}

static void
missing_response_cb (LsFmuControl *self, int response)
{
  gtk_widget_destroy (self->missing_bar);
  if (response == GTK_RESPONSE_YES)
    locate (self);
}

static void
show_changed (LsFmuControl *self)
{
  g_autoptr (GArray) ids = ls_fmu_watch_list_changed (self->watch);
  g_autoptr (GPtrArray) names = list_files (self, ids);
  g_autofree char *joined = join_names (names);
  g_autofree char *text = g_strdup_printf (
      _ ("%s: changed on disk. The model uses the version that was opened."), joined);

  if (self->changed_bar != NULL)
    gtk_widget_destroy (self->changed_bar);
  if (ids->len == 0)
    return;
  self->changed_bar = ls_bars_add (self->frame, GTK_MESSAGE_WARNING, text, _ ("_Reload"),
                                   GTK_RESPONSE_YES, _ ("_Keep Mine"), GTK_RESPONSE_NO, NULL);
  g_signal_connect_swapped (self->changed_bar, "response", G_CALLBACK (changed_response_cb), self);
  g_signal_connect (self->changed_bar, "destroy", G_CALLBACK (gtk_widget_destroyed),
                    &self->changed_bar);
}

/* An FMU opened before its file was deleted can still be run and saved; otherwise only
 * connections and values are kept. */
static char *
describe_missing (LsFmuControl *self, const GArray *ids)
{
  g_autoptr (GPtrArray) names = list_files (self, ids);
  g_autofree char *joined = join_names (names);

  for (guint i = 0; i < ids->len; i++)
    if (find (self, ids, i)->fmu == NULL)
      return g_strdup_printf (_ ("%s: not found. Connections and values are kept until it is."),
                              joined);
  return g_strdup_printf (
      _ ("%s: no longer on disk. The model uses the version that was opened; saving includes it."),
      joined);
}

static void
show_missing (LsFmuControl *self)
{
  g_autoptr (GArray) ids = ls_fmu_watch_list_missing (self->watch);
  g_autofree char *text = NULL;

  if (self->missing_bar != NULL)
    gtk_widget_destroy (self->missing_bar);
  if (ids->len == 0)
    return;
  text = describe_missing (self, ids);
  self->missing_bar = ls_bars_add (self->frame, GTK_MESSAGE_WARNING, text, _ ("_Locate…"),
                                   GTK_RESPONSE_YES, _ ("_Close"), GTK_RESPONSE_CLOSE, NULL);
  g_signal_connect_swapped (self->missing_bar, "response", G_CALLBACK (missing_response_cb), self);
  g_signal_connect (self->missing_bar, "destroy", G_CALLBACK (gtk_widget_destroyed),
                    &self->missing_bar);
}

static void
noticed_cb (LsFmuControl *self)
{
  show_changed (self);
  show_missing (self);
}

static void
ls_fmu_control_dispose (GObject *object)
{
  LsFmuControl *self = LS_FMU_CONTROL (object);

  g_clear_object (&self->watch);
  G_OBJECT_CLASS (ls_fmu_control_parent_class)->dispose (object);
}

static void
ls_fmu_control_class_init (LsFmuControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_fmu_control_dispose;
}

static void
ls_fmu_control_init (G_GNUC_UNUSED LsFmuControl *self)
{
}

LsFmuControl *
ls_fmu_control_new (const LsFrame *frame, LsFmuWatch *watch)
{
  LsFmuControl *self = g_object_new (LS_TYPE_FMU_CONTROL, NULL);

  g_return_val_if_fail (frame != NULL && LS_IS_FMU_WATCH (watch), NULL);
  self->frame = frame;
  self->watch = g_object_ref (watch);
  g_signal_connect_object (watch, "noticed", G_CALLBACK (noticed_cb), self, G_CONNECT_SWAPPED);
  return self;
}
