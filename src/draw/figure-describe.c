/* Description of the figure in sentences, for screen readers. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "core/base/language.h"
#include "draw/figure-impl.h"

#define DIGITS 4

/* (transfer full) */
static char *
join_titles (const LsFigure *self)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; self->names[i] != NULL; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            ls_figure_get_title_of (self, self->names[i]));
  return g_string_free (g_steal_pointer (&names), FALSE);
}

static void
append_what (const LsFigure *self, GString *text)
{
  g_autofree char *names = NULL;

  if (self->title != NULL && self->title[0] != '\0')
    g_string_append_printf (text, "%s. ", self->title);
  names = join_titles (self);
  if (self->kind->ops != NULL && self->kind->ops->describe != NULL)
    self->kind->ops->describe (self, names, text);
  else
    g_string_append_printf (text, _ ("Trajectories of %s over time."), names);
  if (ls_figure_has_uncertainty (self))
    g_string_append_printf (text, " %s.", self->reference->label);
}

static gboolean
column_extremes (LsSource *source, int column, double *min, double *max)
{
  return ls_pyramid_get_range (ls_source_get_pyramid (source, (guint)column), 0,
                               ls_trace_get_n_rows (source->shown), min, max);
}

static void
append_curve (LsSource *source, const char *name, int column, GString *text)
{
  gsize n_rows = ls_trace_get_n_rows (source->shown);
  const char *unit = ls_trace_get_unit (source->shown, (guint)column);
  gboolean has_unit = unit != NULL && strcmp (unit, "1") != 0;
  char low[LS_NUMBER_SIZE], high[LS_NUMBER_SIZE], last[LS_NUMBER_SIZE], time[LS_NUMBER_SIZE];
  double min, max;

  if (!column_extremes (source, column, &min, &max))
    {
      g_string_append_printf (text, _ (" %s, %s: no finite value."), source->label, name);
      return;
    }
  ls_number_display (min, DIGITS, low);
  ls_number_display (max, DIGITS, high);
  ls_number_display (ls_trace_get (source->shown, (guint)column, n_rows - 1), DIGITS, last);
  ls_number_display (ls_trace_get (source->shown, 0, n_rows - 1), DIGITS, time);
  /* translators: run, signal, least and greatest value, unit with a space before it or nothing,
   * last value, its time */
  g_string_append_printf (text, _ (" %s, %s: from %s to %s%s%s, last %s at %s s."), source->label,
                          name, low, high, has_unit ? " " : "", has_unit ? unit : "", last, time);
}

static void
append_tube (const LsFigure *self, LsSource *source, const char *name, int column, GString *text)
{
  double tube = ls_figure_get_tube (self, name), first, share;
  char number[LS_NUMBER_SIZE], when[LS_NUMBER_SIZE];

  ls_source_count_outside (source, (guint)column, tube, &first, &share);
  ls_number_display (tube, DIGITS, number);
  ls_number_display (first, DIGITS, when);
  if (share > 0)
    g_string_append_printf (text,
                            _ (" It leaves the tolerance band of ±%s first at %s s and is "
                               "outside for %.1f %% of the rows."),
                            number, when, 100 * share);
  else
    g_string_append_printf (text, _ (" It stays within the tolerance band of ±%s."), number);
}

static void
append_cursor (const LsFigure *self, GString *text)
{
  g_autofree char *said = ls_figure_read_cursor (self);

  if (said == NULL)
    return;
  g_strdelimit (said, "\n", ';');
  g_string_append_printf (text, _ (" At the cursor: %s."), said);
}

/* The entry of the legend that has the focus. */
static void
append_entry (const LsFigure *self, GString *text)
{
  g_autofree char *words = NULL;
  guint index;

  if (self->entry_focus < 0 || (guint)self->entry_focus >= ls_figure_get_n_entries (self))
    return;
  ls_figure_get_entry (self, (guint)self->entry_focus, &index, &words);
  g_string_append_printf (text, _ (" Legend: %s."), words);
}

static void
append_view (const LsFigure *self, GString *text)
{
  char from[LS_NUMBER_SIZE], to[LS_NUMBER_SIZE];

  if (!self->drawn)
    return;
  ls_number_display (ls_figure_get_value (self, self->x.min), DIGITS, from);
  ls_number_display (ls_figure_get_value (self, self->x.max), DIGITS, to);
  if (self->kind->x_is_signal)
    g_string_append_printf (text, _ (" The horizontal axis goes from %s to %s."), from, to);
  else
    g_string_append_printf (text, _ (" The time axis goes from %s s to %s s."), from, to);
  if (self->logarithmic_x)
    g_string_append (text, _ (" It is logarithmic."));
  if (ls_figure_is_zoomed (self))
    g_string_append (text, _ (" The view is zoomed."));
  ls_figure_describe_outlying (self, text);
  append_entry (self, text);
  if (self->inset.shown)
    {
      ls_number_display (ls_figure_get_value (self, self->inset.x.min), DIGITS, from);
      ls_number_display (ls_figure_get_value (self, self->inset.x.max), DIGITS, to);
      g_string_append_printf (text, _ (" An inset enlarges the part from %s to %s."), from, to);
    }
  if (isfinite (self->mark))
    {
      ls_number_display (self->mark, DIGITS, from);
      g_string_append_printf (text, _ (" A mark stands at %s s."), from);
    }
  if (ls_figure_get_caption (self, "x") != NULL)
    g_string_append_printf (text, _ (" The horizontal axis is called “%s”."),
                            ls_figure_get_caption (self, "x"));
  for (guint i = 0; i < self->panes->len; i++)
    {
      g_autofree char *axis = g_strdup_printf ("y%u", i + 1);

      if (ls_figure_get_caption (self, axis) != NULL)
        g_string_append_printf (text, _ (" The vertical axis %u is called “%s”."), i + 1,
                                ls_figure_get_caption (self, axis));
    }
  append_cursor (self, text);
}

char *
ls_figure_describe (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  const LsFigureRows *rows = ls_figure_get_rows (self);
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->names == NULL || self->panes->len == 0 || !ls_figure_has_data (self))
    return g_strdup (ls_figure_get_placeholder (self));
  append_what (self, text);
  if (rows != NULL)
    rows->describe (self, text);
  append_view (self, text);
  if (rows != NULL)
    return g_string_free (g_steal_pointer (&text), FALSE);
  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    {
      LsSource *source = ls_figure_get_source (self, i);

      for (guint j = 0; ls_figure_shows (self, source) && self->names[j] != NULL; j++)
        {
          int column = ls_source_find (source, self->names[j]);

          if (column >= 0)
            append_curve (source, ls_figure_get_title_of (self, self->names[j]), column, text);
          if (column >= 0 && self->kind->against == LS_AGAINST_BASE && self->tube > 0)
            append_tube (self, source, self->names[j], column, text);
        }
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
