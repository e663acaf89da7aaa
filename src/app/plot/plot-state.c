/* What a panel shows, and by which set-up. The widget follows by its signals. */
#include "app/plot/plot-panel-private.h"

gboolean
ls_plot_panel_is_chart (LsPlotPanel *self)
{
  return ls_plot_view_get_figure (self->view) == NULL;
}

gboolean
ls_plot_panel_has_signals (LsPlotPanel *self)
{
  const LsFigureKind *kind = ls_plot_view_get_figure (self->view);

  return kind != NULL && kind->subject == LS_FIGURE_OF_SAMPLES;
}

LsFigure *
ls_plot_panel_get_figure (LsPlotPanel *self)
{
  return ls_plot_area_get_figure (LS_PLOT_AREA (self->area));
}

LsPlotView
ls_plot_panel_get_view (LsPlotPanel *self)
{
  return self->view;
}

LsPlotSetup *
ls_plot_panel_edit_setup (LsPlotPanel *self)
{
  const char *id = ls_plot_view_get_id (self->view);
  LsPlotSetup *setup = g_hash_table_lookup (self->setups, id);

  if (setup == NULL)
    {
      setup = ls_plot_setup_new (id);
      g_hash_table_insert (self->setups, g_strdup (id), setup);
    }
  return setup;
}

const LsPlotSetup *
ls_plot_panel_get_setup (LsPlotPanel *self)
{
  return ls_plot_panel_edit_setup (self);
}

void
ls_plot_panel_setup_changed (LsPlotPanel *self)
{
  g_signal_emit_by_name (self, "setup-changed");
}

void
ls_plot_panel_set_view (LsPlotPanel *self, LsPlotView view)
{
  g_return_if_fail (LS_IS_PLOT_PANEL (self));

  if (self->view == view)
    return;
  self->view = view;
  g_signal_emit_by_name (self, "view-kind-changed");
}
