/* Robust ranges: a run that diverged does not set the range of an axis, so that it does not flatten
 * the others; a mark at the edge shows how many values are outside. */
#include "draw/figure-impl.h"

#include <math.h>

/* How far a curve may leave the range of the reference before it is left out, relative to that
 * range: the others keep a fifth of the height. Without a reference a run of usual range stands for
 * it, which is less sure: they keep an eleventh. */
#define REFERENCE_SLACK 2.0
#define USUAL_SLACK 5.0
/* Errors and differences above this part of the signal's range mean a diverged run; on a
 * logarithmic axis they flatten the other curves only when much greater. */
#define DIVERGED 2.0
#define DIVERGED_LOGARITHMIC 1e3
/* A reference whose range is less than that of its size is constant. */
#define CONSTANT 1e-9

static const LsSpan anything = { -INFINITY, INFINITY }, nothing = { INFINITY, -INFINITY };

gboolean
ls_source_get_span (LsSource *self, const char *name, LsSpan *span)
{
  int column = ls_source_find (self, name);

  *span = nothing;
  return column >= 0
         && ls_pyramid_get_range (ls_source_get_pyramid (self, (guint)column), 0,
                                  ls_trace_get_n_rows (self->shown), &span->min, &span->max);
}

/* Of several signals together; @signals: indices into the names. */
static LsSpan
join_spans (const LsFigure *self, LsSource *source, const GArray *signals)
{
  LsSpan joined = nothing, span;

  for (guint j = 0; j < signals->len; j++)
    if (ls_source_get_span (source, self->names[g_array_index (signals, guint, j)], &span))
      joined = (LsSpan){ MIN (joined.min, span.min), MAX (joined.max, span.max) };
  return joined;
}

static gboolean
varies (const LsSpan *span)
{
  return span->max - span->min > CONSTANT * MAX (fabs (span->min), fabs (span->max))
         && isfinite (span->max - span->min);
}

static int
compare_widths (gconstpointer a, gconstpointer b)
{
  const LsSpan *x = a, *y = b;
  const double difference = (x->max - x->min) - (y->max - y->min);

  return (difference > 0) - (difference < 0);
}

/* Of the run whose range is the median of all, the narrower one of two. */
static LsSpan
find_usual (const LsFigure *self, const GArray *signals)
{
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (LsSpan));

  for (guint i = 0; i < self->sources->len; i++)
    {
      LsSource *source = g_ptr_array_index (self->sources, i);
      const LsSpan span
          = ls_figure_shows (self, source) ? join_spans (self, source, signals) : nothing;

      if (span.min <= span.max)
        g_array_append_val (spans, span);
    }
  g_array_sort (spans, compare_widths);
  return spans->len > 1 ? g_array_index (spans, LsSpan, (spans->len - 1) / 2) : nothing;
}

/* Errors and differences, by the range of what they are taken from. */
static LsSpan
allow_relative (const LsFigure *self, const GArray *signals)
{
  LsSource *opponent = self->kind->against == LS_AGAINST_REFERENCE ? self->reference : self->base;
  const LsSpan span = opponent != NULL && opponent->shown != NULL && opponent->preparation == NULL
                          ? join_spans (self, opponent, signals)
                          : nothing;
  const double limit
      = (self->logarithmic ? DIVERGED_LOGARITHMIC : DIVERGED) * (span.max - span.min);

  return varies (&span) ? (LsSpan){ -limit, limit } : anything;
}

LsSpan
ls_figure_get_allowed (const LsFigure *self, const GArray *signals)
{
  LsSpan span = nothing;
  double slack = REFERENCE_SLACK;

  if (self->full || self->kind->subject != LS_FIGURE_OF_SAMPLES)
    return anything;
  if (ls_figure_is_relative (self))
    return allow_relative (self, signals);
  if (self->reference != NULL && ls_figure_shows (self, self->reference))
    span = join_spans (self, self->reference, signals);
  if (!varies (&span))
    {
      span = find_usual (self, signals);
      slack = USUAL_SLACK;
    }
  if (!varies (&span))
    return anything;
  slack *= span.max - span.min;
  return (LsSpan){ span.min - slack, span.max + slack };
}

LsSpan
ls_figure_join_allowed (const LsFigure *self, const GArray *signals)
{
  const LsSpan allowed = ls_figure_get_allowed (self, signals);
  LsSpan joined = nothing, all = nothing, span;

  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    for (guint j = 0; j < signals->len; j++)
      {
        LsSource *source = ls_figure_get_source (self, i);

        if (!ls_figure_shows (self, source)
            || !ls_source_get_span (source, self->names[g_array_index (signals, guint, j)], &span))
          continue;
        all = (LsSpan){ MIN (all.min, span.min), MAX (all.max, span.max) };
        if (span.min >= allowed.min && span.max <= allowed.max)
          joined = (LsSpan){ MIN (joined.min, span.min), MAX (joined.max, span.max) };
      }
  return joined.min <= joined.max ? joined : all;
}

gboolean
ls_figure_leaves_out (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (!self->drawn)
    return FALSE;
  for (guint i = 0; i < self->panes->len; i++)
    if (((const LsPane *)g_ptr_array_index (self->panes, i))->outlying.n_runs > 0)
      return TRUE;
  return self->outlying.n_runs > 0;
}

void
ls_figure_set_full (LsFigure *self, gboolean full)
{
  g_return_if_fail (self != NULL);

  self->full = full;
  self->changed = TRUE;
}

gboolean
ls_figure_get_full (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->full;
}
