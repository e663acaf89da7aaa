#include "cli/overlay.h"

#include "core/foreign/foreign-parts.h"
#include "core/foreign/import.h"

#include <glib/gi18n-lib.h>

/* @name: of the file, or of the folder of several files */
typedef struct
{
  char *name;
  LsImport *import;
} Overlay;

static void
overlay_free (gpointer data)
{
  Overlay *self = data;

  g_free (self->name);
  ls_import_free (self->import);
  g_free (self);
}

static void
note (const LsJob *job, const Overlay *overlay)
{
  g_auto (GStrv) lines = g_strsplit (overlay->import->words, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    ls_job_note (job, "%s: %s", overlay->name, lines[i]);
}

/* @paths: a file or folder, or the files of one run */
static Overlay *
read_one (const LsComparison *comparison, char **paths, GError **error)
{
  const LsModel *model = ls_comparison_get_model (comparison);
  const char *const *signals = ls_comparison_get_signals (comparison);
  const gboolean parts = paths[1] != NULL;
  g_autofree char *path = parts ? g_path_get_dirname (paths[0]) : g_strdup (paths[0]);
  LsImport *import = parts
                         ? ls_import_read_parts ((const char *const *)paths, model, signals, error)
                         : ls_import_read (path, model, signals, error);
  Overlay *overlay;

  if (import == NULL)
    return NULL;
  overlay = g_new (Overlay, 1);
  overlay->name = g_path_get_basename (path);
  overlay->import = import;
  return overlay;
}

GPtrArray *
ls_overlays_read (const LsJob *job, const LsComparison *comparison, char **paths, GError **error)
{
  static const char *const none[] = { NULL };
  g_autoptr (GPtrArray) overlays = g_ptr_array_new_with_free_func (overlay_free);
  g_autoptr (GPtrArray) groups
      = ls_foreign_group_parts (paths != NULL ? (const char *const *)paths : none);

  for (guint i = 0; i < groups->len; i++)
    {
      Overlay *overlay = read_one (comparison, groups->pdata[i], error);

      if (overlay == NULL)
        return NULL;
      g_ptr_array_add (overlays, overlay);
      note (job, overlay);
    }
  return g_steal_pointer (&overlays);
}

void
ls_overlays_add (const GPtrArray *overlays, LsFigure *figure)
{
  for (guint i = 0; i < overlays->len; i++)
    {
      const Overlay *overlay = g_ptr_array_index (overlays, i);
      /* From the end of the palette, as methods use its start. */
      g_autofree char *color
          = g_strdup_printf (LS_PALETTE_PREFIX "%u", LS_N_PALETTE - 1 - i % LS_N_PALETTE);

      ls_figure_add_run (figure, overlay->import->trace, overlay->name, color);
    }
}
