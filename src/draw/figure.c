#include "draw/figure-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

LsFigure *
ls_figure_new (const LsFigureKind *kind)
{
  LsFigure *self = g_new0 (LsFigure, 1);

  g_return_val_if_fail (kind != NULL, NULL);
  self->kind = kind;
  self->logarithmic = kind->is_logarithmic;
  self->sources = g_ptr_array_new_with_free_func (ls_source_free);
  self->estimates = g_ptr_array_new_with_free_func (ls_source_free);
  self->panes = g_ptr_array_new_with_free_func (ls_pane_free);
  self->captions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->titles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->hits = g_array_new (FALSE, FALSE, sizeof (LsHit));
  self->entry_focus = -1;
  self->future = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  self->history = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  self->time_start = self->time_stop = NAN;
  self->linked_time = self->mark = NAN;
  self->cursor_x = self->cursor_y = NAN;
  self->changed = TRUE;
  return self;
}

void
ls_figure_free (LsFigure *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->sources);
  g_ptr_array_unref (self->estimates);
  g_clear_pointer (&self->spare, g_ptr_array_unref);
  g_clear_pointer (&self->reference, ls_source_free);
  g_clear_pointer (&self->base, ls_source_free);
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  g_strfreev (self->stairs);
  g_ptr_array_unref (self->panes);
  g_array_unref (self->hits);
  g_ptr_array_unref (self->history);
  g_ptr_array_unref (self->future);
  g_hash_table_unref (self->captions);
  g_hash_table_unref (self->titles);
  g_strfreev (self->signals);
  g_strfreev (self->names);
  g_free (self->orbit_x);
  g_free (self->orbit_y);
  g_free (self->title);
  g_free (self->placeholder);
  g_free (self);
}

const LsFigureKind *
ls_figure_get_kind (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->kind;
}

void
ls_figure_clear (LsFigure *self)
{
  if (self->spare == NULL)
    self->spare = g_ptr_array_new_with_free_func (ls_source_free);
  g_ptr_array_extend_and_steal (self->spare, g_steal_pointer (&self->sources));
  self->sources = g_ptr_array_new_with_free_func (ls_source_free);
  g_ptr_array_set_size (self->estimates, 0);
  if (self->reference != NULL)
    g_ptr_array_add (self->spare, g_steal_pointer (&self->reference));
  g_clear_pointer (&self->base, ls_source_free);
  self->inset.shown = FALSE;
  self->mark = self->linked_time = NAN;
  self->changed = TRUE;
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

/* Reuses pyramids from before a clear, as usually the same runs are added again. */
static void
take_spare (LsFigure *self, LsSource *source)
{
  for (guint i = 0; self->spare != NULL && i < self->spare->len; i++)
    {
      LsSource *old = g_ptr_array_index (self->spare, i);

      if (old->shown != source->trace || old->preparation != NULL)
        continue;
      ls_source_take_pyramids (source, old);
      return;
    }
}

guint
ls_figure_add_run (LsFigure *self, LsTrace *trace, const char *label, const char *method)
{
  LsSource *source = ls_source_new (trace, label, method != NULL ? method : "");

  g_return_val_if_fail (self != NULL, 0);
  for (guint i = 0; i < self->sources->len; i++)
    {
      const LsSource *other = g_ptr_array_index (self->sources, i);

      if (ls_palette_get_method_index (other->method)
          == ls_palette_get_method_index (source->method))
        source->variant++;
    }
  if (!ls_figure_is_relative (self))
    {
      ls_source_set_shown (source, ls_trace_ref (trace));
      take_spare (self, source);
    }
  g_ptr_array_add (self->sources, source);
  self->changed = TRUE;
  return self->sources->len - 1;
}

guint
ls_figure_add_steps (
    LsFigure *self, LsTrace *steps, LsTrace *trace, const char *label, const char *method)
{
  g_return_val_if_fail (self != NULL, 0);

  guint index = ls_figure_add_run (self, steps, label, method);

  ((LsSource *)g_ptr_array_index (self->sources, index))->clock = ls_trace_ref (trace);
  return index;
}

guint
ls_figure_add_activity (
    LsFigure *self, LsActivity *activity, LsTrace *trace, const char *label, const char *method)
{
  g_return_val_if_fail (self != NULL, 0);

  guint index = ls_figure_add_steps (self, ls_activity_get_trace (activity), trace, label, method);
  LsSource *source = g_ptr_array_index (self->sources, index);

  source->activity = ls_activity_ref (activity);
  source->events = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  return index;
}

/* Translators: the legend of an estimated error; %s: a run. */
static char *
name_estimate (const LsSource *run)
{
  return g_strdup_printf (_ ("%s, estimated"), run->label);
}

void
ls_figure_add_estimate (LsFigure *self, guint run, LsTrace *trace)
{
  g_return_if_fail (self != NULL && run < self->sources->len && trace != NULL);

  const LsSource *of = g_ptr_array_index (self->sources, run);
  LsSource *source;

  g_return_if_fail (self->kind->against == LS_AGAINST_REFERENCE);
  source = ls_source_new (trace, NULL, of->method);
  g_free (source->label);
  source->label = name_estimate (of);
  source->estimate_of = (int)run;
  source->variant = of->variant;
  source->visible = of->visible;
  ls_source_set_shown (source, ls_trace_ref (trace));
  g_ptr_array_add (self->estimates, source);
  self->changed = TRUE;
}

/* (transfer none) (nullable) */
static LsSource *
find_estimate (const LsFigure *self, guint run)
{
  for (guint i = 0; i < self->estimates->len; i++)
    {
      LsSource *source = g_ptr_array_index (self->estimates, i);

      if (source->estimate_of == (int)run)
        return source;
    }
  return NULL;
}

void
ls_figure_set_base (LsFigure *self, LsTrace *trace, const char *label)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->base, ls_source_free);
  if (trace != NULL)
    {
      self->base = ls_source_new (trace, label, NULL);
      ls_source_set_shown (self->base, ls_trace_ref (trace));
    }
  for (guint i = 0; i < self->sources->len && self->kind->against == LS_AGAINST_BASE; i++)
    {
      ls_source_forget_preparation (g_ptr_array_index (self->sources, i));
      ls_source_set_shown (g_ptr_array_index (self->sources, i), NULL);
    }
  self->changed = TRUE;
}

void
ls_figure_set_tube (LsFigure *self, double share)
{
  g_return_if_fail (self != NULL);

  self->tube = isfinite (share) && share > 0 ? share : 0;
  self->changed = TRUE;
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

void
ls_figure_set_late (LsFigure *self, guint source, LsTrace *late)
{
  g_return_if_fail (self != NULL && source < self->sources->len && late != NULL);

  LsSource *found = g_ptr_array_index (self->sources, source);

  g_clear_pointer (&found->late, ls_trace_unref);
  found->late = ls_trace_ref (late);
}

void
ls_figure_set_label (LsFigure *self, guint source, const char *label)
{
  LsSource *found, *estimate;

  g_return_if_fail (source < self->sources->len);
  found = g_ptr_array_index (self->sources, source);
  g_free (found->label);
  found->label = g_strdup (label != NULL ? label : "");
  if ((estimate = find_estimate (self, source)) != NULL)
    {
      g_free (estimate->label);
      estimate->label = name_estimate (found);
    }
  self->changed = TRUE;
}

void
ls_figure_set_color (LsFigure *self, guint source, const char *method)
{
  LsSource *found, *estimate;

  g_return_if_fail (source < self->sources->len && method != NULL);
  found = g_ptr_array_index (self->sources, source);
  g_free (found->method);
  found->method = g_strdup (method);
  if ((estimate = find_estimate (self, source)) != NULL)
    {
      g_free (estimate->method);
      estimate->method = g_strdup (method);
    }
  self->changed = TRUE;
}

void
ls_figure_set_reference (LsFigure *self, LsTrace *trace, const char *label)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->reference, ls_source_free);
  self->changed = TRUE;
  for (guint i = 0; i < self->sources->len && self->kind->against == LS_AGAINST_REFERENCE; i++)
    {
      ls_source_forget_preparation (g_ptr_array_index (self->sources, i));
      ls_source_set_shown (g_ptr_array_index (self->sources, i), NULL);
    }
  if (trace == NULL)
    return;
  self->reference = ls_source_new (trace, label, NULL);
  ls_source_set_shown (self->reference, ls_trace_ref (trace));
  take_spare (self, self->reference);
}

void
ls_figure_set_visible (LsFigure *self, guint source, gboolean visible)
{
  g_return_if_fail (source < self->sources->len);
  ((LsSource *)g_ptr_array_index (self->sources, source))->visible = visible;
  if (find_estimate (self, source) != NULL)
    find_estimate (self, source)->visible = visible;
  self->changed = TRUE;
}

void
ls_figure_set_signals (LsFigure *self, const char *const *signals)
{
  g_return_if_fail (self != NULL);

  g_strfreev (self->signals);
  self->signals = g_strdupv ((char **)signals);
  self->changed = TRUE;
}

void
ls_figure_set_panes (LsFigure *self, const GPtrArray *panes)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->choices, g_ptr_array_unref);
  self->changed = TRUE;
  self->inset.shown = FALSE;
  if (panes == NULL || panes->len == 0)
    return;
  self->choices = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_pane_choice_free);
  for (guint i = 0; i < panes->len; i++)
    g_ptr_array_add (self->choices, ls_pane_choice_copy (g_ptr_array_index (panes, i)));
}

void
ls_figure_set_stairs (LsFigure *self, const char *const *signals)
{
  g_return_if_fail (self != NULL);

  g_strfreev (self->stairs);
  self->stairs = g_strdupv ((char **)signals);
  self->changed = TRUE;
}

void
ls_figure_set_orbit (LsFigure *self, const char *x, const char *y)
{
  g_return_if_fail (self != NULL);

  g_free (self->orbit_x);
  g_free (self->orbit_y);
  self->orbit_x = g_strdup (x);
  self->orbit_y = g_strdup (y);
  self->changed = TRUE;
}

void
ls_figure_set_title (LsFigure *self, const char *title)
{
  g_return_if_fail (self != NULL);

  g_free (self->title);
  self->title = g_strdup (title);
}

void
ls_figure_set_caption (LsFigure *self, const char *axis, const char *text)
{
  g_return_if_fail (self != NULL);

  if (text != NULL && *text != '\0')
    g_hash_table_insert (self->captions, g_strdup (axis), g_strdup (text));
  else
    g_hash_table_remove (self->captions, axis);
}

void
ls_figure_clear_captions (LsFigure *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_remove_all (self->captions);
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

void
ls_figure_set_time_range (LsFigure *self, double start, double stop)
{
  g_return_if_fail (self != NULL);

  self->time_start = start;
  self->time_stop = stop;
}

void
ls_figure_set_placeholder (LsFigure *self, const char *text)
{
  g_return_if_fail (self != NULL);

  g_free (self->placeholder);
  self->placeholder = g_strdup (text);
}

/* Zooms are in coordinates of the previous axis. */
static void
forget_zooms (LsFigure *self)
{
  g_ptr_array_set_size (self->panes, 0);
  g_ptr_array_set_size (self->history, 0);
  g_ptr_array_set_size (self->future, 0);
  self->x_zoomed = FALSE;
  self->inset.shown = FALSE;
  self->changed = TRUE;
}

void
ls_figure_set_logarithmic (LsFigure *self, gboolean logarithmic)
{
  g_return_if_fail (self != NULL);

  if (self->logarithmic == logarithmic || !self->kind->can_be_logarithmic)
    return;
  self->logarithmic = logarithmic;
  forget_zooms (self);
}

void
ls_figure_set_logarithmic_x (LsFigure *self, gboolean logarithmic)
{
  g_return_if_fail (self != NULL);

  if (self->logarithmic_x == logarithmic)
    return;
  self->logarithmic_x = logarithmic;
  forget_zooms (self);
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
ls_figure_shows (const LsFigure *self, const LsSource *source)
{
  return source->visible && ls_figure_has (self, source);
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
    }
  self->changed = FALSE;
  g_clear_pointer (&self->spare, g_ptr_array_unref);
  return changed;
}

void
ls_figure_set_linked_time (LsFigure *self, double time)
{
  g_return_if_fail (self != NULL);

  self->linked_time = time;
}

void
ls_figure_set_mark (LsFigure *self, double time)
{
  g_return_if_fail (self != NULL);

  self->mark = self->kind->x_is_signal ? NAN : time;
}

double
ls_figure_get_mark (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, NAN);

  return self->mark;
}
