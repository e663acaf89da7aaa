/* New rows of the runs taken in: what is prepared, how panes are arranged, the range that follows.
 */
#include "draw/figure-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

const char *
ls_figure_get_placeholder (const LsFigure *self)
{
  const char *why = NULL;

  if (self->placeholder != NULL && self->placeholder[0] != '\0')
    return self->placeholder;
  for (guint i = 0; i < self->sources->len; i++)
    {
      const LsSource *source = g_ptr_array_index (self->sources, i);

      if (source->problem != NULL)
        return source->problem;
    }
  if (ls_figure_is_preparing (self))
    return _ ("The curves are being prepared…");
  if (self->sources->len > 0 && self->kind->ops != NULL && self->kind->ops->get_placeholder != NULL)
    why = self->kind->ops->get_placeholder (self);
  return why != NULL ? why : _ ("Nothing to show yet.");
}

/* Trace to which curves are relative; %NULL if not available. */
static LsTrace *
get_opponent (LsFigure *self)
{
  if (self->kind->against == LS_AGAINST_REFERENCE)
    return self->reference != NULL ? self->reference->trace : NULL;
  if (self->base == NULL && self->reference != NULL)
    ls_figure_set_base (self, self->reference->trace, self->reference->label);
  else if (self->base == NULL && self->sources->len > 0)
    {
      const LsSource *first = g_ptr_array_index (self->sources, 0);

      ls_figure_set_base (self, first->trace, first->label);
    }
  return self->base != NULL ? self->base->trace : NULL;
}

/* With follow, the visible time range ends at the last time of the runs. */
static void
follow (LsFigure *self)
{
  double time = -INFINITY, shift;

  for (guint i = 0; i < self->sources->len; i++)
    {
      const LsSource *source = g_ptr_array_index (self->sources, i);
      const LsTrace *trace = source->clock != NULL ? source->clock : source->trace;
      gsize n = ls_trace_get_n_rows (trace);

      if (source->visible && n > 0)
        time = MAX (time, ls_trace_get (trace, 0, n - 1));
    }
  shift = ls_figure_get_axis (self, time) - self->x_zoom.max;
  if (!self->follow || !self->x_zoomed || !isfinite (shift) || self->kind->x_is_signal)
    return;
  self->x_zoom.min += shift;
  self->x_zoom.max += shift;
}

gboolean
ls_figure_update (LsFigure *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  LsTrace *opponent = ls_figure_is_relative (self) ? get_opponent (self) : NULL;
  gboolean changed = self->changed, base_is_there;

  /* Update the names before preparation, including new ones. */
  if (self->background && changed)
    ls_figure_arrange (self);
  /* The tube width depends on the base. */
  base_is_there = self->base == NULL || ls_source_is_prepared (self, self->base, NULL, &changed);
  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    {
      LsSource *source = ls_figure_get_source (self, i);
      const LsTrace *trace = source->clock != NULL ? source->clock : source->trace;
      gsize n_rows = ls_trace_get_n_rows (trace);

      if (ls_figure_is_relative (self) && source != self->reference && source->estimate_of < 0)
        {
          /* The base itself has no curve. */
          if (opponent == NULL || !base_is_there
              || (self->kind->against == LS_AGAINST_BASE && opponent == source->trace)
              || !ls_source_is_prepared (self, source, opponent, &changed))
            continue;
          changed |= ls_source_update_difference (source, opponent,
                                                  self->kind->against == LS_AGAINST_REFERENCE)
                     && source->visible;
          continue;
        }
      if (!ls_source_is_prepared (self, source, NULL, &changed))
        continue;
      changed |= source->n_rows != n_rows && source->visible;
      if (source->activity != NULL)
        ls_source_take_events (source);
      source->n_rows = n_rows;
    }
  if (changed)
    {
      ls_figure_arrange (self);
      follow (self);
      ls_figure_layer_drop (self);
    }
  self->changed = FALSE;
  g_clear_pointer (&self->spare, g_ptr_array_unref);
  return changed;
}

void
ls_figure_finish (LsFigure *self)
{
  g_return_if_fail (self != NULL);

  ls_figure_update (self);
  while (ls_figure_wait_for_preparation (self))
    ls_figure_update (self);
}
