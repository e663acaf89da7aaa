/* Plot set-up of a figure, as stored with a model. */
#include "draw/figure-impl.h"

#include <math.h>
#include <string.h>

void
ls_figure_set_time_marks (LsFigure *self, double every)
{
  g_return_if_fail (self != NULL);

  self->time_marks = isfinite (every) && every > 0 ? every : 0;
  self->changed = TRUE;
}

void
ls_figure_set_name (LsFigure *self, const char *signal, const char *text)
{
  g_return_if_fail (self != NULL);

  if (text != NULL && *text != '\0')
    g_hash_table_insert (self->titles, g_strdup (signal), g_strdup (text));
  else
    g_hash_table_remove (self->titles, signal);
  self->changed = TRUE;
}

void
ls_figure_clear_names (LsFigure *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_remove_all (self->titles);
  self->changed = TRUE;
}

void
ls_figure_apply_setup (LsFigure *self, const LsPlotSetup *setup)
{
  g_return_if_fail (self != NULL && setup != NULL);

  ls_figure_set_title (self, setup->title);
  if (setup->logarithmic != NULL)
    ls_figure_set_logarithmic (self, strcmp (setup->logarithmic, "yes") == 0);
  ls_figure_set_logarithmic_x (self, g_strcmp0 (setup->logarithmic_x, "yes") == 0);
  if (setup->signals->len > 0)
    {
      g_autoptr (GStrvBuilder) signals = g_strv_builder_new ();
      g_auto (GStrv) names = NULL;

      for (guint i = 0; i < setup->signals->len; i++)
        g_strv_builder_add (signals, setup->signals->pdata[i]);
      names = g_strv_builder_end (signals);
      ls_figure_set_signals (self, (const char *const *)names);
    }
  ls_figure_set_panes (self, setup->panes);
  ls_figure_set_time_marks (self, setup->time_marks);
  if (setup->orbit_x != NULL && setup->orbit_y != NULL)
    ls_figure_set_orbit (self, setup->orbit_x, setup->orbit_y);
  ls_figure_clear_captions (self);
  for (guint i = 0; i + 1 < setup->captions->len; i += 2)
    ls_figure_set_caption (self, setup->captions->pdata[i], setup->captions->pdata[i + 1]);
  ls_figure_clear_names (self);
  for (guint i = 0; i + 1 < setup->names->len; i += 2)
    ls_figure_set_name (self, setup->names->pdata[i], setup->names->pdata[i + 1]);
}
