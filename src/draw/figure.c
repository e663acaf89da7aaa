#include "draw/figure-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "core/record/measure.h"

static const char *const kind_ids[] = { "trajectory", "orbit", "error" };

const char *
ls_figure_kind_id (LsFigureKind kind)
{
  g_return_val_if_fail ((gsize)kind < G_N_ELEMENTS (kind_ids), NULL);
  return kind_ids[kind];
}

gboolean
ls_figure_kind_parse (const char *id, LsFigureKind *kind)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kind_ids); i++)
    if (g_strcmp0 (id, kind_ids[i]) == 0)
      {
        *kind = (LsFigureKind)i;
        return TRUE;
      }
  return FALSE;
}

static void
free_pyramid (gpointer pyramid)
{
  if (pyramid != NULL)
    ls_pyramid_free (pyramid);
}

static void
source_set_shown (LsSource *self, LsTrace *shown)
{
  g_clear_pointer (&self->pyramids, g_ptr_array_unref);
  g_clear_pointer (&self->least, g_free);
  if (self->shown != NULL)
    ls_trace_unref (self->shown);
  self->shown = shown;
  if (shown == NULL)
    return;
  self->pyramids = g_ptr_array_new_with_free_func (free_pyramid);
  g_ptr_array_set_size (self->pyramids, (int)ls_trace_get_n_columns (shown));
}

static LsSource *
source_new (LsTrace *trace, const char *label, const char *method)
{
  LsSource *self = g_new0 (LsSource, 1);

  self->trace = ls_trace_ref (trace);
  self->label = g_strdup (label != NULL ? label : "");
  self->method = g_strdup (method);
  self->visible = TRUE;
  return self;
}

static void
source_free (gpointer data)
{
  LsSource *self = data;

  source_set_shown (self, NULL);
  ls_trace_unref (self->trace);
  g_free (self->label);
  g_free (self->method);
  g_free (self->problem);
  g_free (self);
}

static void
pane_free (gpointer data)
{
  LsPane *self = data;

  g_free (self->unit);
  g_array_unref (self->signals);
  g_free (self);
}

LsFigure *
ls_figure_new (LsFigureKind kind)
{
  LsFigure *self = g_new0 (LsFigure, 1);

  self->kind = kind;
  self->logarithmic = kind == LS_FIGURE_ERROR;
  self->sources = g_ptr_array_new_with_free_func (source_free);
  self->panes = g_ptr_array_new_with_free_func (pane_free);
  self->history = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  self->time_start = self->time_stop = NAN;
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
  g_clear_pointer (&self->reference, source_free);
  g_ptr_array_unref (self->panes);
  g_ptr_array_unref (self->history);
  g_strfreev (self->signals);
  g_strfreev (self->names);
  g_free (self->orbit_x);
  g_free (self->orbit_y);
  g_free (self->title);
  g_free (self->placeholder);
  g_free (self);
}

LsFigureKind
ls_figure_get_kind (const LsFigure *self)
{
  return self->kind;
}

void
ls_figure_clear (LsFigure *self)
{
  g_ptr_array_set_size (self->sources, 0);
  g_clear_pointer (&self->reference, source_free);
  self->changed = TRUE;
}

guint
ls_figure_add_run (LsFigure *self, LsTrace *trace, const char *label, const char *method)
{
  LsSource *source = source_new (trace, label, method != NULL ? method : "");

  for (guint i = 0; i < self->sources->len; i++)
    {
      const LsSource *other = g_ptr_array_index (self->sources, i);

      if (strcmp (other->method, source->method) == 0)
        source->variant++;
    }
  if (self->kind != LS_FIGURE_ERROR)
    source_set_shown (source, ls_trace_ref (trace));
  g_ptr_array_add (self->sources, source);
  self->changed = TRUE;
  return self->sources->len - 1;
}

void
ls_figure_set_reference (LsFigure *self, LsTrace *trace, const char *label)
{
  g_clear_pointer (&self->reference, source_free);
  self->changed = TRUE;
  for (guint i = 0; i < self->sources->len && self->kind == LS_FIGURE_ERROR; i++)
    source_set_shown (g_ptr_array_index (self->sources, i), NULL);
  if (trace == NULL)
    return;
  self->reference = source_new (trace, label, NULL);
  source_set_shown (self->reference, ls_trace_ref (trace));
}

void
ls_figure_set_visible (LsFigure *self, guint source, gboolean visible)
{
  g_return_if_fail (source < self->sources->len);
  ((LsSource *)g_ptr_array_index (self->sources, source))->visible = visible;
  self->changed = TRUE;
}

void
ls_figure_set_signals (LsFigure *self, const char *const *signals)
{
  g_strfreev (self->signals);
  self->signals = g_strdupv ((char **)signals);
  self->changed = TRUE;
}

void
ls_figure_set_orbit (LsFigure *self, const char *x, const char *y)
{
  g_free (self->orbit_x);
  g_free (self->orbit_y);
  self->orbit_x = g_strdup (x);
  self->orbit_y = g_strdup (y);
  self->changed = TRUE;
}

void
ls_figure_set_title (LsFigure *self, const char *title)
{
  g_free (self->title);
  self->title = g_strdup (title);
}

void
ls_figure_set_time_range (LsFigure *self, double start, double stop)
{
  self->time_start = start;
  self->time_stop = stop;
}

void
ls_figure_set_placeholder (LsFigure *self, const char *text)
{
  g_free (self->placeholder);
  self->placeholder = g_strdup (text);
}

void
ls_figure_set_logarithmic (LsFigure *self, gboolean logarithmic)
{
  self->logarithmic = logarithmic && self->kind == LS_FIGURE_ERROR;
  g_ptr_array_set_size (self->panes, 0);
  self->changed = TRUE;
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
  return i < self->sources->len ? g_ptr_array_index (self->sources, i) : NULL;
}

gboolean
ls_figure_shows (const LsFigure *self, const LsSource *source)
{
  return source->visible && source->shown != NULL && ls_trace_get_n_rows (source->shown) > 0
         && !(source == self->reference && self->kind == LS_FIGURE_ERROR);
}

int
ls_source_find (const LsSource *self, const char *name)
{
  return self->shown != NULL && name != NULL ? ls_trace_find (self->shown, name) : -1;
}

LsPyramid *
ls_source_get_pyramid (LsSource *self, guint column)
{
  LsPyramid *pyramid = g_ptr_array_index (self->pyramids, column);

  if (pyramid == NULL)
    {
      pyramid = ls_pyramid_new (self->shown, column);
      g_ptr_array_index (self->pyramids, column) = pyramid;
    }
  ls_pyramid_update (pyramid);
  return pyramid;
}

gboolean
ls_source_is_exact (const LsSource *self)
{
  if (self->least == NULL || self->shown == NULL)
    return FALSE;
  for (guint j = 1; j < ls_trace_get_n_columns (self->shown); j++)
    if (self->least[j] > 0)
      return FALSE;
  return TRUE;
}

gboolean
ls_figure_has_data (const LsFigure *self)
{
  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    {
      const LsSource *source = ls_figure_get_source (self, i);

      if (!ls_figure_shows (self, source))
        continue;
      for (guint j = 0; self->names != NULL && self->names[j] != NULL; j++)
        if (ls_source_find (source, self->names[j]) >= 0)
          return TRUE;
    }
  return FALSE;
}

const char *
ls_figure_get_placeholder (const LsFigure *self)
{
  if (self->placeholder != NULL && self->placeholder[0] != '\0')
    return self->placeholder;
  for (guint i = 0; i < self->sources->len; i++)
    {
      const LsSource *source = g_ptr_array_index (self->sources, i);

      if (source->problem != NULL)
        return source->problem;
    }
  if (self->kind == LS_FIGURE_ERROR && self->sources->len > 0 && self->reference == NULL)
    return _ ("The error is shown when the reference is there.");
  return _ ("Nothing to show yet.");
}

/* The absolute values of a difference, and the least positive one per column:
 * the pyramid's least value is of no use on a logarithmic axis when it is 0. */
static LsTrace *
absolute_trace (const LsTrace *difference, double *least)
{
  guint n_columns = ls_trace_get_n_columns (difference);
  gsize n_rows = ls_trace_get_n_rows (difference);
  g_autofree const char **names = g_new (const char *, n_columns);
  g_autofree const char **units = g_new (const char *, n_columns);
  g_autofree double *row = g_new (double, n_columns);
  LsTrace *absolute;

  for (guint j = 1; j < n_columns; j++)
    {
      names[j - 1] = ls_trace_get_name (difference, j);
      units[j - 1] = ls_trace_get_unit (difference, j);
    }
  absolute = ls_trace_new (n_columns - 1, names, units);
  for (gsize i = 0; i < n_rows; i++)
    {
      row[0] = ls_trace_get (difference, 0, i);
      for (guint j = 1; j < n_columns; j++)
        {
          row[j] = fabs (ls_trace_get (difference, j, i));
          if (row[j] > 0 && isfinite (row[j]) && (least[j] == 0 || row[j] < least[j]))
            least[j] = row[j];
        }
      if (!ls_trace_append (absolute, row))
        break;
    }
  return absolute;
}

static gboolean
source_update_error (LsSource *self, const LsTrace *reference)
{
  gsize n_rows = ls_trace_get_n_rows (self->trace);
  gsize n_reference_rows = ls_trace_get_n_rows (reference);
  g_autoptr (LsTrace) difference = NULL;
  g_autoptr (GError) error = NULL;
  LsTrace *absolute;
  double *least;

  if (self->n_rows == n_rows && self->n_reference_rows == n_reference_rows
      && (self->shown != NULL || self->problem != NULL))
    return FALSE;
  self->n_rows = n_rows;
  self->n_reference_rows = n_reference_rows;
  g_clear_pointer (&self->problem, g_free);
  if (n_rows == 0 || n_reference_rows == 0)
    return FALSE;
  difference = ls_measure_difference (self->trace, reference, &error);
  if (difference == NULL)
    {
      self->problem = g_strdup (error->message);
      source_set_shown (self, NULL);
      return TRUE;
    }
  least = g_new0 (double, ls_trace_get_n_columns (difference));
  absolute = absolute_trace (difference, least);
  source_set_shown (self, absolute);
  self->least = least;
  return TRUE;
}

gboolean
ls_figure_update (LsFigure *self)
{
  gboolean changed = self->changed;

  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    {
      LsSource *source = ls_figure_get_source (self, i);
      gsize n_rows = ls_trace_get_n_rows (source->trace);

      if (self->kind == LS_FIGURE_ERROR && source != self->reference)
        {
          if (self->reference != NULL)
            changed |= source_update_error (source, self->reference->trace) && source->visible;
          continue;
        }
      changed |= source->n_rows != n_rows && source->visible;
      source->n_rows = n_rows;
    }
  if (changed)
    ls_figure_arrange (self);
  self->changed = FALSE;
  return changed;
}

static char **
list_columns (const LsTrace *trace)
{
  guint n = ls_trace_get_n_columns (trace);
  char **names = g_new0 (char *, n);

  for (guint j = 1; j < n; j++)
    names[j - 1] = g_strdup (ls_trace_get_name (trace, j));
  return names;
}

/* The orbit's pair, the signals asked for, or all there are. */
static char **
choose_names (const LsFigure *self)
{
  const LsSource *first = ls_figure_get_source (self, 0);
  g_auto (GStrv) all = NULL;

  if (self->kind != LS_FIGURE_ORBIT && self->signals != NULL && self->signals[0] != NULL)
    return g_strdupv (self->signals);
  all = first != NULL ? list_columns (first->trace) : g_new0 (char *, 1);
  if (self->kind != LS_FIGURE_ORBIT)
    return g_steal_pointer (&all);
  if (self->orbit_x != NULL && self->orbit_y != NULL)
    return g_strdupv ((char *[]){ self->orbit_x, self->orbit_y, NULL });
  if (g_strv_length (all) < 2)
    return g_new0 (char *, 1);
  return g_strdupv ((char *[]){ all[0], all[1], NULL });
}

/* What some source says; "1" is no unit worth writing. */
static const char *
find_unit (const LsFigure *self, const char *name)
{
  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    {
      const LsTrace *trace = ls_figure_get_source (self, i)->trace;
      int column = ls_trace_find (trace, name);
      const char *unit = column >= 0 ? ls_trace_get_unit (trace, (guint)column) : NULL;

      if (unit != NULL && unit[0] != '\0')
        return strcmp (unit, "1") == 0 ? "" : unit;
    }
  return "";
}

static gboolean
is_known (const LsFigure *self, const char *name)
{
  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    if (ls_trace_find (ls_figure_get_source (self, i)->trace, name) >= 0)
      return TRUE;
  return FALSE;
}

static LsPane *
find_pane (GPtrArray *panes, const char *unit)
{
  for (guint i = 0; i < panes->len; i++)
    {
      LsPane *pane = g_ptr_array_index (panes, i);

      if (strcmp (pane->unit, unit) == 0)
        return pane;
    }
  return NULL;
}

static LsPane *
add_pane (LsFigure *self, GPtrArray *panes, const char *unit)
{
  const LsPane *old = find_pane (self->panes, unit);
  LsPane *pane = g_new0 (LsPane, 1);

  if (old != NULL)
    *pane = *old;
  pane->unit = g_strdup (unit);
  pane->logarithmic = self->logarithmic;
  pane->signals = g_array_new (FALSE, FALSE, sizeof (guint));
  g_ptr_array_add (panes, pane);
  return pane;
}

void
ls_figure_arrange (LsFigure *self)
{
  GPtrArray *panes = g_ptr_array_new_with_free_func (pane_free);

  g_strfreev (self->names);
  self->names = choose_names (self);
  for (guint i = 0; self->names[i] != NULL; i++)
    {
      const char *unit = find_unit (self, self->names[i]);
      LsPane *pane;

      if (self->kind == LS_FIGURE_ORBIT && (i != 1 || !is_known (self, self->names[0])))
        continue;
      if (!is_known (self, self->names[i]))
        continue;
      pane = find_pane (panes, unit);
      if (pane == NULL)
        pane = add_pane (self, panes, unit);
      g_array_append_val (pane->signals, i);
    }
  g_ptr_array_unref (self->panes);
  self->panes = panes;
}
