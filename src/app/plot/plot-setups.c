/* Set-ups of the views of a panel, from the model or from a template. */
#include <string.h>
#include "app/plot/plot-panel-private.h"

/* The set-up of @experiment for a kind of plot, or an empty one. (transfer full) */
static LsPlotSetup *
find_setup (const LsExperiment *experiment, const char *kind, guint place)
{
  const LsPlotSetup *saved = ls_experiment_find_plot (experiment, kind, place);
  LsPlotSetup *setup = saved != NULL ? ls_plot_setup_copy (saved) : ls_plot_setup_new (kind);

  /* Default: the first orbit of the model. */
  if (strcmp (kind, "orbit") == 0 && setup->orbit_x == NULL && setup->orbit_y == NULL
      && experiment->orbits->len > 0)
    {
      const LsOrbitChoice *orbit = g_ptr_array_index (experiment->orbits, 0);

      setup->orbit_x = g_strdup (orbit->x);
      setup->orbit_y = g_strdup (orbit->y);
    }
  return setup;
}

void
ls_plot_panel_load_setups (LsPlotPanel *self, const LsExperiment *experiment)
{
  g_hash_table_remove_all (self->setups);
  for (LsPlotView view = 0; view < ls_plot_view_get_n (); view++)
    {
      LsPlotSetup *setup = find_setup (experiment, ls_plot_view_get_id (view), self->place);

      g_hash_table_insert (self->setups, g_strdup (setup->kind), setup);
    }
}

/* Whether the runs have all signals of the set-up: they may precede a rename. */
static gboolean
knows_all (LsPlotPanel *self, const LsPlotSetup *setup)
{
  const char *const *all
      = self->comparison != NULL ? ls_comparison_get_signals (self->comparison) : NULL;

  for (guint i = 0; all != NULL && i < setup->panes->len; i++)
    {
      const LsPaneChoice *pane = setup->panes->pdata[i];

      for (guint k = 0; k < pane->left->len; k++)
        if (!g_strv_contains (all, pane->left->pdata[k]))
          return FALSE;
      for (guint k = 0; k < pane->right->len; k++)
        if (!g_strv_contains (all, pane->right->pdata[k]))
          return FALSE;
    }
  return TRUE;
}

gboolean
ls_plot_panel_take_setups (LsPlotPanel *self, const LsExperiment *experiment)
{
  gboolean shown = FALSE;

  for (LsPlotView view = 0; view < ls_plot_view_get_n (); view++)
    {
      const char *id = ls_plot_view_get_id (view);
      const LsPlotSetup *present = g_hash_table_lookup (self->setups, id);
      LsPlotSetup *setup = find_setup (experiment, id, self->place);

      /* Keep the default axes of the present set-up. */
      if (present != NULL && setup->orbit_x == NULL && setup->orbit_y == NULL)
        {
          setup->orbit_x = g_strdup (present->orbit_x);
          setup->orbit_y = g_strdup (present->orbit_y);
        }
      if (present != NULL && (ls_plot_setup_equal (present, setup) || !knows_all (self, setup)))
        {
          ls_plot_setup_free (setup);
          continue;
        }
      shown = shown || view == self->view;
      g_hash_table_insert (self->setups, g_strdup (id), setup);
    }
  return shown;
}

gboolean
ls_plot_panel_adopt_setup (LsPlotPanel *self, LsPlotSetup *setup)
{
  const LsPlotView view = ls_plot_view_find (setup->kind);
  const LsPlotSetup *present;

  if (view == ls_plot_view_get_n ())
    {
      ls_plot_setup_free (setup);
      return FALSE;
    }
  present = g_hash_table_lookup (self->setups, setup->kind);
  setup->place = present != NULL ? present->place : 0;
  g_hash_table_insert (self->setups, g_strdup (setup->kind), setup);
  if (self->view != view)
    ls_plot_panel_set_view (self, view);
  else
    g_signal_emit_by_name (self, "setup-replaced");
  ls_plot_panel_setup_changed (self);
  return TRUE;
}
