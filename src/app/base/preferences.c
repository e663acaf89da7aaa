#include "app/base/preferences.h"
#include <gtk/gtk.h>
#include "core/base/executable.h"

#define SCHEMA "org.lockstep.Workbench"

/* The schema is installed, or in a build tree beside the executable's folder. g_settings_new()
 * would abort on a missing schema. */
static GSettingsSchema *
find_schema (void)
{
  GSettingsSchemaSource *standard = g_settings_schema_source_get_default ();
  GSettingsSchema *schema
      = standard != NULL ? g_settings_schema_source_lookup (standard, SCHEMA, TRUE) : NULL;
  g_autofree char *built = ls_executable_find_built ("data");
  g_autofree char *installed = ls_executable_find_shared ("glib-2.0/schemas");
  const char *places[] = { built, installed };

  for (guint i = 0; schema == NULL && i < G_N_ELEMENTS (places); i++)
    {
      GSettingsSchemaSource *source
          = places[i] != NULL
                ? g_settings_schema_source_new_from_directory (places[i], standard, TRUE, NULL)
                : NULL;

      if (source == NULL)
        continue;
      schema = g_settings_schema_source_lookup (source, SCHEMA, FALSE);
      g_settings_schema_source_unref (source);
    }
  return schema;
}

GSettings *
ls_preferences_get (void)
{
  static GSettings *settings;
  static gboolean looked;
  GSettingsSchema *schema;

  if (looked)
    return settings;
  looked = TRUE;
  schema = find_schema ();
  if (schema == NULL)
    return NULL;
  settings = g_settings_new_full (schema, NULL, NULL);
  g_settings_schema_unref (schema);
  return settings;
}

char **
ls_preferences_get_folders (void)
{
  GSettings *settings = ls_preferences_get ();

  return settings != NULL ? g_settings_get_strv (settings, "library-folders") : g_new0 (char *, 1);
}

void
ls_preferences_set_folders (char **folders)
{
  GSettings *settings = ls_preferences_get ();

  if (settings != NULL)
    g_settings_set_strv (settings, "library-folders", (const char *const *)folders);
}

gboolean
ls_preferences_keeps_copies (void)
{
  GSettings *settings = ls_preferences_get ();

  return settings == NULL || g_settings_get_boolean (settings, "keep-copies");
}

static void
appearance_changed_cb (GSettings *settings)
{
  GtkSettings *gtk = gtk_settings_get_default ();
  int appearance = g_settings_get_enum (settings, "appearance");

  if (appearance == 0)
    gtk_settings_reset_property (gtk, "gtk-application-prefer-dark-theme");
  else
    g_object_set (gtk, "gtk-application-prefer-dark-theme", appearance == 2, NULL);
}

void
ls_preferences_follow_appearance (void)
{
  GSettings *settings = ls_preferences_get ();

  if (settings == NULL)
    return;
  g_signal_connect (settings, "changed::appearance", G_CALLBACK (appearance_changed_cb), NULL);
  if (g_settings_get_enum (settings, "appearance") != 0)
    appearance_changed_cb (settings);
}
