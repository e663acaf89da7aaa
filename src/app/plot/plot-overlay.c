#include "app/plot/plot-overlay.h"
#include <glib/gi18n-lib.h>
#include "app/plot/plot-legend.h"
#include "app/plot/plot-panel-private.h"

void
ls_plot_overlay_free (LsPlotOverlay *self)
{
  ls_trace_unref (self->trace);
  g_free (self->label);
  g_free (self->color);
  g_free (self);
}

/* Without a comparison the overlays are the only runs: an orbit uses the first two signals unless
 * the set-up names existing ones. */
static void
apply_alone (LsPlotPanel *self, const LsPlotOverlay *first)
{
  const LsPlotSetup *setup = ls_plot_panel_get_setup (self);
  const guint n = ls_trace_get_n_columns (first->trace);

  if (self->comparison != NULL || !ls_plot_view_is_orbit (self->view) || n < 3)
    return;
  if (setup->orbit_x == NULL || ls_trace_find (first->trace, setup->orbit_x) < 0
      || setup->orbit_y == NULL || ls_trace_find (first->trace, setup->orbit_y) < 0)
    ls_figure_set_orbit (ls_plot_panel_get_figure (self), ls_trace_get_name (first->trace, 1),
                         ls_trace_get_name (first->trace, 2));
}

/* Earlier runs have samples, but no data on steps and power bonds. */
static gboolean
takes_overlays (LsPlotPanel *self)
{
  const LsFigureKind *kind = ls_plot_view_get_figure (self->view);

  return kind != NULL && kind->subject != LS_FIGURE_OF_STEPS && kind->subject != LS_FIGURE_OF_BONDS;
}

gboolean
ls_plot_panel_has_overlays (LsPlotPanel *self)
{
  for (guint i = 0; self->overlays != NULL && i < self->overlays->len; i++)
    {
      const LsPlotOverlay *overlay = g_ptr_array_index (self->overlays, i);

      if (overlay->run < 0 && overlay->shown)
        return takes_overlays (self);
    }
  return FALSE;
}

void
ls_plot_panel_add_overlays (LsPlotPanel *self)
{
  LsFigure *figure = ls_plot_panel_get_figure (self);

  if (self->overlays == NULL || !takes_overlays (self))
    return;
  for (guint i = 0; i < self->overlays->len; i++)
    {
      const LsPlotOverlay *overlay = g_ptr_array_index (self->overlays, i);

      if (overlay->run < 0 && overlay->shown)
        ls_figure_add_run (figure, overlay->trace, overlay->label, overlay->color);
    }
}

void
ls_plot_panel_apply_overlays (LsPlotPanel *self)
{
  LsFigure *figure = ls_plot_panel_get_figure (self);

  for (guint i = 0; self->overlays != NULL && self->comparison == NULL && i < self->overlays->len;
       i++)
    {
      const LsPlotOverlay *overlay = g_ptr_array_index (self->overlays, i);

      if (overlay->run < 0 && overlay->shown)
        apply_alone (self, overlay);
    }
  for (guint i = 0; self->overlays != NULL && self->comparison != NULL && i < self->overlays->len;
       i++)
    {
      const LsPlotOverlay *overlay = g_ptr_array_index (self->overlays, i);
      const guint run = (guint)overlay->run;

      if (overlay->run < 0 || run >= ls_comparison_get_n_runs (self->comparison)
          || ls_plot_panel_is_chart (self))
        continue;
      if (overlay->label != NULL)
        ls_figure_set_label (figure, run, overlay->label);
      ls_figure_set_visible (figure, run, overlay->shown);
      ls_figure_set_listed (figure, run, !overlay->deleted);
      ls_figure_set_color (figure, run, overlay->color);
    }
}

LsTrace *
ls_plot_panel_find_base (LsPlotPanel *self, guint index, char **label)
{
  const guint n_runs = ls_comparison_get_n_runs (self->comparison);
  LsReference *reference = self->ended ? ls_comparison_get_reference (self->comparison) : NULL;
  guint n = n_runs;

  if (reference != NULL && index == 0)
    {
      *label = g_strdup (_ ("Reference"));
      return ls_reference_get_trace (reference);
    }
  index -= reference != NULL;
  if (index < n_runs)
    {
      *label = ls_comparison_get_label (self->comparison, index);
      return ls_run_get_trace (ls_comparison_get_run (self->comparison, index));
    }
  for (guint i = 0; self->overlays != NULL && i < self->overlays->len; i++)
    {
      const LsPlotOverlay *overlay = g_ptr_array_index (self->overlays, i);

      if (overlay->run >= 0 || !overlay->shown || n++ < index)
        continue;
      *label = g_strdup (overlay->label);
      return overlay->trace;
    }
  return NULL;
}

/* The samples of the run that is drawn as source @index. */
static LsTrace *
find_drawn (LsPlotPanel *self, guint index)
{
  guint n = self->comparison != NULL ? ls_comparison_get_n_runs (self->comparison) : 0;

  if (index < n)
    return ls_run_get_trace (ls_comparison_get_run (self->comparison, index));
  for (guint i = 0; self->overlays != NULL && i < self->overlays->len; i++)
    {
      const LsPlotOverlay *overlay = g_ptr_array_index (self->overlays, i);

      if (overlay->run < 0 && overlay->shown && n++ == index)
        return overlay->trace;
    }
  return NULL;
}

static void
legend_activated_cb (LsPlotPanel *self, int target, guint index)
{
  const char *const *signals = ls_figure_get_signals (ls_plot_panel_get_figure (self));
  LsTrace *trace = target == LS_TARGET_RUN ? find_drawn (self, index) : NULL;

  if (trace != NULL)
    g_signal_emit_by_name (self, "run-toggled", trace);
  else if (target == LS_TARGET_SIGNAL && ls_plot_panel_has_signals (self))
    g_signal_emit_by_name (self, "signal-unwanted", signals[index]);
}

void
ls_plot_panel_init_legend (LsPlotPanel *self)
{
  ls_plot_legend_attach (LS_PLOT_AREA (self->area));
  g_signal_connect_swapped (self->area, "legend-activated", G_CALLBACK (legend_activated_cb), self);
}
