#include "app/plot/plot-view.h"

/* The item of a view; %NULL beyond the last. A chart with the id of a figure is omitted: the
 * figure is used. */
static const LsItem *
get_item (LsPlotView view)
{
  const guint n = ls_items_get_n (ls_figure_kinds);
  guint place = n;

  if (view < n)
    return ls_figure_kinds[view];
  for (guint i = 0; ls_chart_kinds[i] != NULL; i++)
    if (ls_items_find (ls_figure_kinds, ls_chart_kinds[i]->id) == NULL && place++ == view)
      return ls_chart_kinds[i];
  return NULL;
}

guint
ls_plot_view_get_n (void)
{
  guint n = 0;

  while (get_item (n) != NULL)
    n++;
  return n;
}

LsPlotView
ls_plot_view_find (const char *id)
{
  LsPlotView view = 0;

  while (get_item (view) != NULL && g_strcmp0 (get_item (view)->id, id) != 0)
    view++;
  return view;
}

const char *
ls_plot_view_get_id (LsPlotView view)
{
  return get_item (view)->id;
}

const char *
ls_plot_view_get_title (LsPlotView view)
{
  return ls_item_get_name (get_item (view));
}

const LsFigureKind *
ls_plot_view_get_figure (LsPlotView view)
{
  return view < ls_items_get_n (ls_figure_kinds) ? (const LsFigureKind *)get_item (view) : NULL;
}

const LsChartKind *
ls_plot_view_get_chart (LsPlotView view)
{
  return ls_plot_view_get_figure (view) == NULL ? (const LsChartKind *)get_item (view) : NULL;
}

gboolean
ls_plot_view_is_orbit (LsPlotView view)
{
  const LsFigureKind *kind = ls_plot_view_get_figure (view);

  return kind != NULL && kind->x_is_signal;
}

gboolean
ls_plot_view_is_error (LsPlotView view)
{
  const LsFigureKind *kind = ls_plot_view_get_figure (view);

  return kind != NULL && kind->against == LS_AGAINST_REFERENCE;
}
