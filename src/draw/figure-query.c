/* What there is to show of a figure, without changing it. */
#include "draw/figure-impl.h"

#include <math.h>
#include <string.h>

const LsFigureKind *
ls_figure_get_kind (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->kind;
}

gboolean
ls_figure_is_relative (const LsFigure *self)
{
  return self->kind->against != LS_AGAINST_NOTHING;
}

gboolean
ls_figure_has_uncertainty (const LsFigure *self)
{
  return self->kind->against == LS_AGAINST_REFERENCE && self->reference != NULL
         && strstr (self->reference->label, "±") != NULL;
}

const LsFigureRows *
ls_figure_get_rows (const LsFigure *self)
{
  return self->kind->ops != NULL ? self->kind->ops->rows : NULL;
}

gboolean
ls_figure_is_stairs (const LsFigure *self, const char *name)
{
  return self->kind->is_stairs
         || (self->stairs != NULL && g_strv_contains ((const char *const *)self->stairs, name));
}

double
ls_figure_get_tube (const LsFigure *self, const char *signal)
{
  g_return_val_if_fail (self != NULL, NAN);

  int column = self->base != NULL ? ls_source_find (self->base, signal) : -1;
  double min, max;

  if (column < 0 || self->tube <= 0
      || !ls_pyramid_get_range (ls_source_get_pyramid (self->base, (guint)column), 0,
                                ls_trace_get_n_rows (self->base->shown), &min, &max))
    return 0;
  return self->tube * (max - min);
}

guint
ls_figure_get_n_runs (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->sources->len;
}

const char *
ls_figure_get_label (const LsFigure *self, guint source)
{
  g_return_val_if_fail (source < self->sources->len, NULL);
  return ((const LsSource *)g_ptr_array_index (self->sources, source))->label;
}

const char *
ls_figure_get_caption (const LsFigure *self, const char *axis)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_hash_table_lookup (self->captions, axis);
}

guint
ls_figure_get_n_panes (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->panes->len;
}

const char *const *
ls_figure_get_signals (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (const char *const *)self->names;
}

gboolean
ls_figure_get_logarithmic_x (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->logarithmic_x;
}

gboolean
ls_figure_get_logarithmic (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->logarithmic;
}

double
ls_figure_get_mark (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, NAN);

  return self->mark;
}

LsSource *
ls_figure_get_source (const LsFigure *self, guint i)
{
  if (self->reference != NULL)
    {
      if (i == 0)
        return self->reference;
      i--;
    }
  if (i < self->sources->len)
    return g_ptr_array_index (self->sources, i);
  i -= self->sources->len;
  return i < self->estimates->len ? g_ptr_array_index (self->estimates, i) : NULL;
}

gboolean
ls_figure_has (const LsFigure *self, const LsSource *source)
{
  const LsFigureRows *rows = ls_figure_get_rows (self);

  if (source->preparation != NULL)
    return FALSE;
  if (rows != NULL)
    return rows->shows (source);
  return source->shown != NULL && ls_trace_get_n_rows (source->shown) > 0
         && !(source == self->reference
              && (ls_figure_is_relative (self) || self->kind->subject != LS_FIGURE_OF_SAMPLES));
}

gboolean
ls_figure_shows (const LsFigure *self, const LsSource *source)
{
  return source->visible && ls_figure_has (self, source);
}

gboolean
ls_figure_has_data (const LsFigure *self)
{
  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    {
      const LsSource *source = ls_figure_get_source (self, i);

      if (!ls_figure_shows (self, source))
        continue;
      if (ls_figure_get_rows (self) != NULL)
        return TRUE;
      for (guint j = 0; self->names != NULL && self->names[j] != NULL; j++)
        if (ls_source_find (source, self->names[j]) >= 0)
          return TRUE;
    }
  return FALSE;
}
