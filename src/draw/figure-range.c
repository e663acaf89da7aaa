#include "draw/figure-impl.h"

#include <math.h>

/* Margin between curves and frame, relative to the range. */
#define MARGIN 0.05
/* Decades below the maximum of the lowest curve on an error axis: near a change of sign an error is
 * arbitrarily small, which is not meaningful. */
#define DECADES_BELOW 4

double
ls_pane_get_axis (const LsPane *self, double value)
{
  if (!self->logarithmic)
    return value;
  if (value < 0)
    return NAN;
  return value > 0 ? log10 (value) : -INFINITY;
}

double
ls_pane_get_value (const LsPane *self, double axis)
{
  return self->logarithmic ? pow (10, axis) : axis;
}

double
ls_figure_get_axis (const LsFigure *self, double value)
{
  if (!self->logarithmic_x)
    return value;
  if (value < 0)
    return NAN;
  return value > 0 ? log10 (value) : -INFINITY;
}

double
ls_figure_get_value (const LsFigure *self, double axis)
{
  return self->logarithmic_x ? pow (10, axis) : axis;
}

double
ls_figure_get_px (const LsFigure *self, const LsPane *pane, double x)
{
  double axis = ls_figure_get_axis (self, x);

  /* A zero on a logarithmic axis, such as the start time, is placed just outside the frame. */
  if (axis == -INFINITY)
    return pane->left - 2;
  return pane->left + (axis - self->x.min) / (self->x.max - self->x.min) * pane->width;
}

double
ls_figure_get_x (const LsFigure *self, const LsPane *pane, double px)
{
  return ls_figure_get_value (
      self, self->x.min + (px - pane->left) / pane->width * (self->x.max - self->x.min));
}

double
ls_pane_get_py (const LsPane *self, double value)
{
  double axis = ls_pane_get_axis (self, value);
  double bottom = self->top + self->height;

  /* A zero on a logarithmic axis is placed just below the frame. */
  if (axis == -INFINITY)
    return bottom + 2;
  return bottom - (axis - self->y.min) / (self->y.max - self->y.min) * self->height;
}

static void
widen (LsSpan *span, double min, double max)
{
  span->min = MIN (span->min, min);
  span->max = MAX (span->max, max);
}

static void
add_margin (LsSpan *span, double share)
{
  double width = span->max - span->min;
  double size = MAX (fabs (span->min), fabs (span->max));

  if (!isfinite (width))
    return;
  if (width <= size * 1e-12)
    width = size > 0 ? size * 0.1 / MAX (share, 1e-3) * share : 1 / MAX (share, 1e-3) * share;
  if (width <= 0)
    width = 1;
  span->min -= share * width;
  span->max += share * width;
  if (span->max <= span->min)
    {
      span->min -= MAX (size * 0.05, 1e-300);
      span->max += MAX (size * 0.05, 1e-300);
    }
}

/* Of the displayed signal @index. */
static LsSpan
signal_range (const LsFigure *self, guint index)
{
  g_autoptr (GArray) signals = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_append_val (signals, index);
  return ls_figure_join_allowed (self, signals);
}

/* Orbit, exponents of ten: the range of its curve. */
static LsSpan
positive_range (const LsFigure *self, const char *name)
{
  double least = INFINITY, greatest = 0;
  LsSpan span = { -1, 0 };

  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    {
      LsSource *source = ls_figure_get_source (self, i);
      LsSpan own;
      double low;

      if (!ls_figure_shows (self, source) || !ls_source_get_span (source, name, &own)
          || own.max <= 0)
        continue;
      low = own.min > 0 ? own.min
                        : ls_source_get_least (source, (guint)ls_source_find (source, name));
      least = MIN (least, low);
      greatest = MAX (greatest, own.max);
    }
  if (greatest > 0)
    span = (LsSpan){ log10 (least), log10 (greatest) };
  add_margin (&span, MARGIN);
  return span;
}

/* Exponents of ten, whole decades. Error axes are limited from below, as errors approach zero at
 * every change of sign; other signals show their whole range. */
static LsSpan
error_range (const LsFigure *self, const LsPane *pane)
{
  const double limit = ls_figure_join_allowed (self, pane->signals).max;
  double least = INFINITY, greatest = 0, lowest_top = INFINITY;
  LsSpan span;

  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    for (guint j = 0; j < pane->signals->len; j++)
      {
        LsSource *source = ls_figure_get_source (self, i);
        const char *name = self->names[g_array_index (pane->signals, guint, j)];
        LsSpan own;

        if (!ls_figure_shows (self, source) || !ls_source_get_span (source, name, &own)
            || own.max <= 0 || own.max > limit)
          continue;
        least = MIN (least, ls_source_get_least (source, (guint)ls_source_find (source, name)));
        lowest_top = MIN (lowest_top, own.max);
        greatest = MAX (greatest, own.max);
      }
  if (greatest <= 0)
    return (LsSpan){ -16, -12 };
  if (self->kind->against == LS_AGAINST_REFERENCE)
    least = MAX (least, lowest_top * pow (10, -DECADES_BELOW));
  span.min = floor (log10 (least) + 1e-9);
  span.max = ceil (log10 (greatest) - 1e-9);
  if (span.max - span.min < 1)
    span.max = span.min + 1;
  return span;
}

static void
choose_y (const LsFigure *self, LsPane *pane)
{
  LsSpan span;

  if (pane->zoomed)
    {
      pane->y = pane->zoom;
      return;
    }
  if (ls_figure_get_rows (self) != NULL)
    {
      pane->y = ls_figure_get_rows (self)->get_span (self);
      return;
    }
  if (pane->logarithmic)
    {
      pane->y = self->kind->x_is_signal ? positive_range (self, self->names[1])
                                        : error_range (self, pane);
      return;
    }
  span = ls_figure_join_allowed (self, pane->signals);
  if (self->kind->from_zero)
    span.min = 0;
  if (self->kind->least_top > 0)
    span.max = MAX (span.max, self->kind->least_top);
  for (guint j = 0; j < pane->signals->len && self->kind->against == LS_AGAINST_BASE; j++)
    {
      double tube = ls_figure_get_tube (self, self->names[g_array_index (pane->signals, guint, j)]);

      widen (&span, -tube, tube);
    }
  if (!(span.min <= span.max))
    span = (LsSpan){ 0, 1 };
  add_margin (&span, MARGIN);
  pane->y = span;
}

static LsSpan
time_range (const LsFigure *self)
{
  LsSpan span = { INFINITY, -INFINITY };

  if (isfinite (self->time_start) && isfinite (self->time_stop))
    widen (&span, self->time_start, self->time_stop);
  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    {
      const LsSource *source = ls_figure_get_source (self, i);
      gsize n = source->shown != NULL ? ls_trace_get_n_rows (source->shown) : 0;

      if (ls_figure_shows (self, source) && n > 0)
        widen (&span, ls_trace_get (source->shown, 0, 0), ls_trace_get (source->shown, 0, n - 1));
      if (ls_figure_shows (self, source) && source->clock != NULL)
        widen (&span, MIN (span.min, ls_trace_get (source->clock, 0, 0)),
               ls_source_get_end (source));
    }
  return span;
}

gboolean
ls_figure_get_data_range (const LsFigure *self, double range[2])
{
  g_return_val_if_fail (self != NULL, FALSE);

  const LsSpan span = time_range (self);

  range[0] = span.min;
  range[1] = span.max;
  return span.min <= span.max && isfinite (span.min) && isfinite (span.max);
}

double
ls_figure_get_least_x (const LsFigure *self)
{
  double least = INFINITY;

  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    {
      const LsSource *source = ls_figure_get_source (self, i);
      gssize row;

      if (!ls_figure_shows (self, source) || source->shown == NULL)
        continue;
      /* Times do not decrease: the row after the last one that is not positive. */
      row = ls_trace_find_row (source->shown, 0) + 1;
      if ((gsize)row < ls_trace_get_n_rows (source->shown))
        least = MIN (least, ls_trace_get (source->shown, 0, (gsize)row));
      if (source->clock != NULL
          && (gsize)(row = ls_trace_find_row (source->clock, 0) + 1)
                 < ls_trace_get_n_rows (source->clock))
        least = MIN (least, ls_trace_get (source->clock, 0, (gsize)row));
    }
  return isfinite (least) ? least : 1;
}

/* Exponents of ten; times up to zero are omitted. */
static LsSpan
logarithmic_time_range (const LsFigure *self, const LsSpan *times)
{
  LsSpan span;

  if (!(times->max > 0) || !isfinite (times->max))
    return (LsSpan){ -1, 0 };
  span.max = log10 (times->max);
  span.min = log10 (times->min > 0 ? times->min : ls_figure_get_least_x (self));
  if (!(span.min < span.max))
    span.min = span.max - 1;
  return span;
}

static void
choose_orbit_x (LsFigure *self)
{
  if (self->names == NULL || self->names[0] == NULL)
    self->x = self->logarithmic_x ? (LsSpan){ -1, 0 } : (LsSpan){ 0, 1 };
  else if (self->logarithmic_x)
    self->x = positive_range (self, self->names[0]);
  else
    {
      self->x = signal_range (self, 0);
      if (!(self->x.min <= self->x.max) || !isfinite (self->x.min) || !isfinite (self->x.max))
        self->x = (LsSpan){ 0, 1 };
      add_margin (&self->x, MARGIN);
    }
}

void
ls_figure_choose_ranges (LsFigure *self)
{
  LsSpan span;

  for (guint i = 0; i < self->panes->len; i++)
    choose_y (self, g_ptr_array_index (self->panes, i));
  if (self->x_zoomed)
    {
      self->x = self->x_zoom;
      return;
    }
  if (self->kind->x_is_signal)
    {
      choose_orbit_x (self);
      return;
    }
  span = time_range (self);
  if (self->logarithmic_x)
    {
      self->x = logarithmic_time_range (self, &span);
      return;
    }
  if (!(span.min <= span.max) || !isfinite (span.min) || !isfinite (span.max))
    span = (LsSpan){ 0, 1 };
  if (span.min == span.max)
    add_margin (&span, MARGIN);
  self->x = span;
}
