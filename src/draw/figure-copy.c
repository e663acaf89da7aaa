/* Copy of a figure for another thread. */
#include "draw/figure-impl.h"

/* Data computed from rows is computed again in the copy. */
static LsSource *
copy_source (const LsSource *self, gboolean made)
{
  LsSource *copy = ls_source_new (self->trace, self->label, self->method);

  copy->variant = self->variant;
  copy->estimate_of = self->estimate_of;
  copy->visible = self->visible;
  copy->unlisted = self->unlisted;
  if (self->clock != NULL)
    copy->clock = ls_trace_ref (self->clock);
  if (self->late != NULL)
    copy->late = ls_trace_ref (self->late);
  if (self->activity != NULL)
    {
      copy->activity = ls_activity_ref (self->activity);
      copy->events = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
    }
  if (!made)
    ls_source_set_shown (copy, ls_trace_ref (self->trace));
  return copy;
}

static void
copy_texts (GHashTable *from, GHashTable *to)
{
  GHashTableIter iter;
  gpointer key, text;

  g_hash_table_iter_init (&iter, from);
  while (g_hash_table_iter_next (&iter, &key, &text))
    g_hash_table_insert (to, g_strdup (key), g_strdup (text));
}

/* Zooms are restored by pane keys. */
static void
copy_panes (const LsFigure *self, LsFigure *copy)
{
  for (guint i = 0; i < self->panes->len; i++)
    {
      const LsPane *pane = g_ptr_array_index (self->panes, i);
      LsPane *twin = g_new (LsPane, 1);

      *twin = *pane;
      twin->key = g_strdup (pane->key);
      twin->unit = g_strdup (pane->unit);
      twin->signals = g_array_copy (pane->signals);
      g_ptr_array_add (copy->panes, twin);
    }
}

static void
copy_sources (const LsFigure *self, LsFigure *copy)
{
  const gboolean made = ls_figure_is_relative (self);

  for (guint i = 0; i < self->sources->len; i++)
    g_ptr_array_add (copy->sources, copy_source (g_ptr_array_index (self->sources, i), made));
  for (guint i = 0; i < self->estimates->len; i++)
    g_ptr_array_add (copy->estimates, copy_source (g_ptr_array_index (self->estimates, i), FALSE));
  if (self->reference != NULL)
    copy->reference = copy_source (self->reference, FALSE);
  if (self->base != NULL)
    copy->base = copy_source (self->base, FALSE);
}

static void
copy_view (const LsFigure *self, LsFigure *copy)
{
  copy->logarithmic = self->logarithmic;
  copy->logarithmic_x = self->logarithmic_x;
  copy->time_start = self->time_start;
  copy->time_stop = self->time_stop;
  copy->linked_time = self->linked_time;
  copy->mark = self->mark;
  copy->full = self->full;
  copy->brief_legend = self->brief_legend;
  copy->entry_focus = self->entry_focus;
  copy->x_zoomed = self->x_zoomed;
  copy->x_zoom = self->x_zoom;
  copy->cursor_x = self->cursor_x;
  copy->cursor_y = self->cursor_y;
}

LsFigure *
ls_figure_copy (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  LsFigure *copy = ls_figure_new (self->kind);

  copy_sources (self, copy);
  copy_panes (self, copy);
  copy_view (self, copy);
  copy_texts (self->captions, copy->captions);
  copy_texts (self->titles, copy->titles);
  copy->signals = g_strdupv (self->signals);
  copy->names = g_strdupv (self->names);
  copy->stairs = g_strdupv (self->stairs);
  if (self->choices != NULL)
    ls_figure_set_panes (copy, self->choices);
  copy->inset = self->inset;
  copy->tube = self->tube;
  copy->orbit_x = g_strdup (self->orbit_x);
  copy->orbit_y = g_strdup (self->orbit_y);
  copy->title = g_strdup (self->title);
  copy->placeholder = g_strdup (self->placeholder);
  copy->time_marks = self->time_marks;
  return copy;
}
