/* The appearance of a plot as a file, to be used with another model. */
#include "core/model/plot-setup.h"

#include "core/base/file.h"
#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MAX_PANES 64u

static void
save_text (GKeyFile *file, const char *group, const char *key, const char *text)
{
  if (text != NULL)
    g_key_file_set_string (file, group, key, text);
}

static void
save_signals (GKeyFile *file, const char *group, const char *key, const GPtrArray *signals)
{
  if (signals->len > 0)
    g_key_file_set_string_list (file, group, key, (const char *const *)signals->pdata,
                                signals->len);
}

/* Names may contain characters not allowed in keys: each name is stored with its text in a list. */
static void
save_pairs (GKeyFile *file, const char *group, const GPtrArray *pairs)
{
  for (guint i = 0; i + 1 < pairs->len; i += 2)
    {
      g_autofree char *key = g_strdup_printf ("%u", i / 2 + 1);
      const char *const pair[] = { pairs->pdata[i], pairs->pdata[i + 1] };

      g_key_file_set_string_list (file, group, key, pair, 2);
    }
}

gboolean
ls_plot_setup_save (const LsPlotSetup *self, const char *path, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *text = NULL;
  char number[LS_NUMBER_SIZE];
  gsize size;

  save_text (file, "plot", "kind", self->kind);
  save_text (file, "plot", "title", self->title);
  save_text (file, "plot", "logarithmic", self->logarithmic);
  save_text (file, "plot", "logarithmic-x", self->logarithmic_x);
  save_text (file, "plot", "x", self->orbit_x);
  save_text (file, "plot", "y", self->orbit_y);
  if (self->time_marks > 0)
    save_text (file, "plot", "time-marks", ls_number_format (self->time_marks, number));
  save_signals (file, "plot", "signals", self->signals);
  for (guint i = 0; i < self->panes->len; i++)
    {
      const LsPaneChoice *pane = self->panes->pdata[i];
      g_autofree char *group = g_strdup_printf ("pane %u", i + 1);

      save_signals (file, group, "left", pane->left);
      save_signals (file, group, "right", pane->right);
    }
  save_pairs (file, "labels", self->labels);
  save_pairs (file, "names", self->names);
  save_pairs (file, "captions", self->captions);
  text = g_key_file_to_data (file, &size, NULL);
  return ls_file_write (path, text, size, error);
}

static void
load_signals (GKeyFile *file, const char *group, const char *key, GPtrArray *signals)
{
  g_auto (GStrv) names = g_key_file_get_string_list (file, group, key, NULL, NULL);

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    g_ptr_array_add (signals, g_strdup (names[i]));
}

static void
load_panes (GKeyFile *file, GPtrArray *panes)
{
  for (guint i = 1; i <= MAX_PANES; i++)
    {
      g_autofree char *group = g_strdup_printf ("pane %u", i);
      LsPaneChoice *pane;

      if (!g_key_file_has_group (file, group))
        return;
      pane = ls_pane_choice_new ();
      load_signals (file, group, "left", pane->left);
      load_signals (file, group, "right", pane->right);
      g_ptr_array_add (panes, pane);
    }
}

static void
load_pairs (GKeyFile *file,
            const char *group,
            LsPlotSetup *setup,
            void (*set) (LsPlotSetup *, const char *, const char *))
{
  g_auto (GStrv) keys = g_key_file_get_keys (file, group, NULL, NULL);

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    {
      g_auto (GStrv) pair = g_key_file_get_string_list (file, group, keys[i], NULL, NULL);

      if (pair != NULL && g_strv_length (pair) == 2)
        set (setup, pair[0], pair[1]);
    }
}

static void
load_time_marks (GKeyFile *file, LsPlotSetup *self)
{
  g_autofree char *text = g_key_file_get_string (file, "plot", "time-marks", NULL);
  double every;

  if (text != NULL && ls_number_parse (text, &every) && isfinite (every) && every > 0)
    self->time_marks = every;
}

LsPlotSetup *
ls_plot_setup_load (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) problem = NULL;
  g_autofree char *kind = NULL;
  LsPlotSetup *self;

  if (!g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, &problem))
    {
      /* The message may quote arbitrary bytes of the file. */
      g_autofree char *text = g_utf8_make_valid (problem->message, -1);

      g_set_error (error, LS_ERROR,
                   problem->domain == G_KEY_FILE_ERROR ? LS_ERROR_FORMAT : LS_ERROR_FILE, "%s: %s",
                   path, text);
      return NULL;
    }
  kind = g_key_file_get_string (file, "plot", "kind", NULL);
  if (kind == NULL || *kind == '\0')
    return ls_fail_null (error, LS_ERROR_FORMAT,
                         _ ("%s: this is no template of a plot: it does not say its kind"), path);
  self = ls_plot_setup_new (kind);
  self->title = g_key_file_get_string (file, "plot", "title", NULL);
  self->logarithmic = g_key_file_get_string (file, "plot", "logarithmic", NULL);
  self->logarithmic_x = g_key_file_get_string (file, "plot", "logarithmic-x", NULL);
  self->orbit_x = g_key_file_get_string (file, "plot", "x", NULL);
  self->orbit_y = g_key_file_get_string (file, "plot", "y", NULL);
  load_time_marks (file, self);
  load_signals (file, "plot", "signals", self->signals);
  load_panes (file, self->panes);
  load_pairs (file, "labels", self, ls_plot_setup_set_label);
  load_pairs (file, "names", self, ls_plot_setup_set_name);
  load_pairs (file, "captions", self, ls_plot_setup_set_caption);
  return self;
}
