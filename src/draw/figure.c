#include "draw/figure-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

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
  ls_figure_set_buffered (self, FALSE);
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

void
ls_figure_set_late (LsFigure *self, guint source, LsTrace *late)
{
  g_return_if_fail (self != NULL && source < self->sources->len && late != NULL);

  LsSource *found = g_ptr_array_index (self->sources, source);

  g_clear_pointer (&found->late, ls_trace_unref);
  found->late = ls_trace_ref (late);
  self->changed = TRUE;
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
