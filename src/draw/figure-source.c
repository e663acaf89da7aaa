/* Data source of a figure: the rows of a run, or values computed from them. */
#include "draw/figure-impl.h"

#include <math.h>

#include "core/record/error-norms.h"

static void
free_pyramid (gpointer pyramid)
{
  if (pyramid != NULL)
    ls_pyramid_free (pyramid);
}

void
ls_source_set_shown (LsSource *self, LsTrace *shown)
{
  g_clear_pointer (&self->pyramids, g_ptr_array_unref);
  g_clear_pointer (&self->least, g_free);
  g_clear_pointer (&self->least_rows, g_free);
  g_clear_pointer (&self->outside, g_free);
  if (self->shown != NULL)
    ls_trace_unref (self->shown);
  self->shown = shown;
  if (shown == NULL)
    return;
  self->pyramids = g_ptr_array_new_with_free_func (free_pyramid);
  g_ptr_array_set_size (self->pyramids, (int)ls_trace_get_n_columns (shown));
}

void
ls_source_take_pyramids (LsSource *self, LsSource *from)
{
  for (guint i = 0; i < self->pyramids->len; i++)
    {
      gpointer *place = &g_ptr_array_index (self->pyramids, i);

      free_pyramid (*place);
      *place = g_steal_pointer (&g_ptr_array_index (from->pyramids, i));
    }
  if (self->least == NULL)
    {
      self->least = g_steal_pointer (&from->least);
      self->least_rows = g_steal_pointer (&from->least_rows);
    }
}

LsSource *
ls_source_new (LsTrace *trace, const char *label, const char *method)
{
  LsSource *self = g_new0 (LsSource, 1);

  self->trace = ls_trace_ref (trace);
  self->label = g_strdup (label != NULL ? label : "");
  self->method = g_strdup (method);
  self->visible = TRUE;
  self->estimate_of = -1;
  return self;
}

void
ls_preparation_unref (LsPreparation *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  ls_source_free (self->draft);
  g_clear_pointer (&self->opponent, ls_trace_unref);
  g_strfreev (self->names);
  g_free (self->tubes);
  g_free (self);
}

void
ls_source_forget_preparation (LsSource *self)
{
  g_clear_pointer (&self->preparation, ls_preparation_unref);
}

void
ls_source_free (gpointer data)
{
  LsSource *self = data;

  ls_source_forget_preparation (self);
  ls_source_set_shown (self, NULL);
  ls_trace_unref (self->trace);
  g_clear_pointer (&self->clock, ls_trace_unref);
  g_clear_pointer (&self->late, ls_trace_unref);
  g_clear_pointer (&self->activity, ls_activity_unref);
  g_clear_pointer (&self->events, g_ptr_array_unref);
  g_free (self->label);
  g_free (self->method);
  g_free (self->problem);
  g_free (self);
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

/* Considers the columns examined so far: all that are shown on a logarithmic axis. */
gboolean
ls_source_is_exact (const LsSource *self)
{
  gboolean seen = FALSE;

  if (self->least == NULL || self->shown == NULL)
    return FALSE;
  for (guint j = 1; j < ls_trace_get_n_columns (self->shown); j++)
    {
      seen = seen || self->least_rows[j] > 0;
      if (self->least[j] > 0)
        return FALSE;
    }
  return seen;
}

double
ls_source_get_end (const LsSource *self)
{
  const LsTrace *trace = self->clock != NULL ? self->clock : self->shown;
  gsize n = ls_trace_get_n_rows (trace);

  return n > 0 ? ls_trace_get (trace, 0, n - 1) : NAN;
}

double
ls_source_get_least (LsSource *self, guint column)
{
  gsize n_rows = ls_trace_get_n_rows (self->shown);

  if (self->least == NULL)
    {
      self->least = g_new0 (double, ls_trace_get_n_columns (self->shown));
      self->least_rows = g_new0 (gsize, ls_trace_get_n_columns (self->shown));
    }
  for (gsize i = self->least_rows[column]; i < n_rows; i++)
    {
      double value = ls_trace_get (self->shown, column, i);

      if (value > 0 && isfinite (value)
          && (self->least[column] == 0 || value < self->least[column]))
        self->least[column] = value;
    }
  self->least_rows[column] = n_rows;
  return self->least[column];
}

void
ls_source_count_outside (LsSource *self, guint column, double tube, double *first, double *share)
{
  const gsize n_rows = ls_trace_get_n_rows (self->shown);
  LsOutside *outside;

  if (self->outside == NULL)
    self->outside = g_new0 (LsOutside, ls_trace_get_n_columns (self->shown));
  outside = &self->outside[column];
  if (outside->n_rows == 0 || outside->tube != tube)
    *outside = (LsOutside){ .tube = tube, .first = NAN };
  for (gsize i = outside->n_rows; i < n_rows; i++)
    if (!(fabs (ls_trace_get (self->shown, column, i)) <= tube) && outside->n_outside++ == 0)
      outside->first = ls_trace_get (self->shown, 0, i);
  outside->n_rows = n_rows;
  *first = outside->first;
  *share = n_rows > 0 ? (double)outside->n_outside / (double)n_rows : 0;
}

static LsTrace *
absolute_trace (const LsTrace *difference)
{
  guint n_columns = ls_trace_get_n_columns (difference);
  gsize n_rows = ls_trace_get_n_rows (difference);
  g_autofree double *row = g_new (double, n_columns);
  LsTrace *absolute = ls_trace_new_like (difference);

  for (gsize i = 0; i < n_rows; i++)
    {
      row[0] = ls_trace_get_elapsed (difference, i);
      for (guint j = 1; j < n_columns; j++)
        row[j] = fabs (ls_trace_get (difference, j, i));
      if (!ls_trace_append (absolute, row))
        break;
    }
  return absolute;
}

static void
update_error (LsSource *self, const LsTrace *reference)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsTrace) difference = ls_measure_difference (self->trace, reference, &error);

  ls_source_set_shown (self, difference != NULL ? absolute_trace (difference) : NULL);
  if (difference == NULL)
    self->problem = g_strdup (error->message);
  /* Examine all columns, since exactness is also needed without logarithmic axis. */
  for (guint j = 1; self->shown != NULL && j < ls_trace_get_n_columns (self->shown); j++)
    ls_source_get_least (self, j);
}

/* Processes new rows only: both traces may be growing. */
static void
update_distance (LsSource *self, const LsTrace *base)
{
  g_autoptr (GError) error = NULL;

  if (self->shown == NULL)
    {
      LsTrace *distance = ls_measure_distance_new (self->trace, base, &error);

      if (distance == NULL)
        {
          self->problem = g_strdup (error->message);
          return;
        }
      ls_source_set_shown (self, distance);
    }
  ls_measure_distance_continue (self->shown, self->trace, base);
}

gboolean
ls_source_update_difference (LsSource *self, const LsTrace *reference, gboolean absolute)
{
  gsize n_rows = ls_trace_get_n_rows (self->trace);
  gsize n_reference_rows = ls_trace_get_n_rows (reference);

  if (self->n_rows == n_rows && self->n_reference_rows == n_reference_rows
      && (self->shown != NULL || self->problem != NULL))
    return FALSE;
  self->n_rows = n_rows;
  self->n_reference_rows = n_reference_rows;
  g_clear_pointer (&self->problem, g_free);
  if (n_rows == 0 || n_reference_rows == 0)
    return FALSE;
  if (absolute)
    update_error (self, reference);
  else
    update_distance (self, reference);
  return TRUE;
}

void
ls_source_take_events (LsSource *self)
{
  const LsTrace *trace = ls_activity_get_trace (self->activity);
  const gsize n_rows = ls_trace_get_n_rows (trace);

  while (self->events->len < ls_activity_get_n (self->activity))
    g_ptr_array_add (self->events, g_array_new (FALSE, FALSE, sizeof (double)));
  for (; self->n_events < n_rows; self->n_events++)
    {
      const double time = ls_trace_get (trace, 0, self->n_events);
      const guint source = (guint)ls_trace_get (trace, 1, self->n_events);

      g_array_append_val ((GArray *)g_ptr_array_index (self->events, source), time);
    }
}
