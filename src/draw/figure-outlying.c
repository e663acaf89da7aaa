/* How many values of runs that are left out are outside the ranges of axes. */
#include "draw/figure-impl.h"

#include <math.h>

/* Counts what runs that are left out have outside @span. */
static void
count (const LsFigure *self, const GArray *signals, const LsSpan *span, LsOutlying *found)
{
  const LsSpan allowed = ls_figure_get_allowed (self, signals);
  g_autofree gboolean *is_counted = g_new0 (gboolean, self->sources->len + 1);

  *found = (LsOutlying){ .span = *span, .n_rows = found->n_rows };
  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    {
      LsSource *source = ls_figure_get_source (self, i);
      const gsize before = found->n_below + found->n_above;
      guint run;

      for (guint j = 0; ls_figure_shows (self, source) && j < signals->len; j++)
        {
          const char *name = self->names[g_array_index (signals, guint, j)];
          LsSpan own;

          if (ls_source_get_span (source, name, &own)
              && (own.min < allowed.min || own.max > allowed.max))
            ls_pyramid_count_outside (
                ls_source_get_pyramid (source, (guint)ls_source_find (source, name)), span->min,
                span->max, &found->n_below, &found->n_above);
        }
      if (found->n_below + found->n_above == before)
        continue;
      /* An estimate belongs to its run; the reference comes first. */
      run = source->estimate_of >= 0 ? (guint)source->estimate_of + (self->reference != NULL) : i;
      found->n_runs += !is_counted[run];
      is_counted[run] = TRUE;
    }
}

/* Changes with the curves that are there and their rows. */
static gsize
count_rows (const LsFigure *self)
{
  gsize n = self->sources->len;

  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    {
      const LsSource *source = ls_figure_get_source (self, i);

      if (ls_figure_shows (self, source))
        n += (i + 1) * ls_trace_get_n_rows (source->shown);
    }
  return n;
}

/* Counts again only if curves or axis have changed. @zoomed: the axis is as the user wants it */
static void
update (const LsFigure *self,
        const GArray *signals,
        gboolean zoomed,
        const LsSpan *span,
        gsize n_rows,
        LsOutlying *found)
{
  if (zoomed || self->full || self->kind->subject != LS_FIGURE_OF_SAMPLES)
    {
      *found = (LsOutlying){ .span = { -INFINITY, INFINITY } };
      return;
    }
  if (found->n_rows == n_rows && found->span.min == span->min && found->span.max == span->max)
    return;
  found->n_rows = n_rows;
  count (self, signals, span, found);
}

void
ls_figure_count_outlying (LsFigure *self)
{
  const gsize n_rows = count_rows (self);
  const guint first = 0;
  LsSpan span;

  for (guint i = 0; i < self->panes->len; i++)
    {
      LsPane *pane = g_ptr_array_index (self->panes, i);

      /* Errors below a logarithmic axis are zeros, not outliers. */
      span = (LsSpan){ pane->logarithmic ? -INFINITY : pane->y.min,
                       ls_pane_get_value (pane, pane->y.max) };
      update (self, pane->signals, pane->zoomed, &span, n_rows, &pane->outlying);
    }
  if (self->kind->x_is_signal && self->names != NULL && self->names[0] != NULL)
    {
      g_autoptr (GArray) signals = g_array_new (FALSE, FALSE, sizeof (guint));

      g_array_append_val (signals, first);
      span = (LsSpan){ self->logarithmic_x ? -INFINITY : self->x.min,
                       ls_figure_get_value (self, self->x.max) };
      update (self, signals, self->x_zoomed, &span, n_rows, &self->outlying);
    }
}

static gboolean
is_any (const LsOutlying *found)
{
  return found->n_below > 0 || found->n_above > 0;
}

gboolean
ls_figure_has_outlying (const LsFigure *self)
{
  for (guint i = 0; i < self->panes->len; i++)
    if (is_any (&((const LsPane *)g_ptr_array_index (self->panes, i))->outlying))
      return TRUE;
  return is_any (&self->outlying);
}
