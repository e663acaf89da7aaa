#include "cli/overlay.h"

#include "core/run/import.h"

#include <glib/gi18n-lib.h>

static void
note (const LsJob *job, const char *path, const LsImport *import)
{
  g_autofree char *name = g_path_get_basename (path);
  g_auto (GStrv) lines = g_strsplit (import->words, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    ls_job_note (job, "%s: %s", name, lines[i]);
}

GPtrArray *
ls_overlays_read (const LsJob *job, const LsComparison *comparison, char **paths, GError **error)
{
  g_autoptr (GPtrArray) overlays = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_import_free);

  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    {
      LsImport *import = ls_import_read (paths[i], ls_comparison_get_model (comparison),
                                         ls_comparison_get_signals (comparison), error);

      if (import == NULL)
        return NULL;
      note (job, paths[i], import);
      g_ptr_array_add (overlays, import);
    }
  return g_steal_pointer (&overlays);
}

void
ls_overlays_add (const GPtrArray *overlays, char **paths, LsFigure *figure)
{
  for (guint i = 0; i < overlays->len; i++)
    {
      const LsImport *import = g_ptr_array_index (overlays, i);
      g_autofree char *name = g_path_get_basename (paths[i]);
      /* From the end of the palette: the methods begin at its start. */
      g_autofree char *color
          = g_strdup_printf (LS_PALETTE_PREFIX "%u", LS_N_PALETTE - 1 - i % LS_N_PALETTE);

      ls_figure_add_run (figure, import->trace, name, color);
    }
}
