#include "draw/figure-data.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "core/record/trace-part.h"
#include "core/record/trace-writer.h"
#include "draw/figure-impl.h"

void
ls_figure_data_free (LsFigureData *self)
{
  g_free (self->label);
  g_free (self->method);
  g_clear_pointer (&self->trace, ls_trace_unref);
  g_free (self);
}

/* The visible time range; NaN if not zoomed. */
static void
get_frame (const LsFigure *self, double frame[2])
{
  frame[0] = frame[1] = NAN;
  if (!self->kind->x_is_signal && self->x_zoomed)
    ls_figure_get_time_zoom (self, frame);
}

static gboolean
has_any (const LsFigure *self, const LsSource *source)
{
  for (guint i = 0; self->names != NULL && self->names[i] != NULL; i++)
    if (ls_source_find (source, self->names[i]) > 0)
      return TRUE;
  return FALSE;
}

/* A run outside the visible range is not displayed. */
static gboolean
reaches (const LsSource *source, const double frame[2])
{
  const gsize n = ls_trace_get_n_rows (source->shown);

  return !(ls_trace_get (source->shown, 0, n - 1) < frame[0])
         && !(ls_trace_get (source->shown, 0, 0) > frame[1]);
}

static LsFigureData *
make_data (const LsFigure *self, const LsSource *source, const double frame[2], GError **error)
{
  g_autoptr (LsTrace) trace = ls_trace_copy_part (source->shown, (const char *const *)self->names,
                                                  frame[0], frame[1], error);
  LsFigureData *data;

  if (trace == NULL)
    return NULL;
  data = g_new (LsFigureData, 1);
  data->label = g_strdup (source->label);
  data->method = source == self->reference ? NULL : g_strdup (source->method);
  data->is_estimate = source->estimate_of >= 0;
  data->trace = g_steal_pointer (&trace);
  return data;
}

GPtrArray *
ls_figure_list_data (LsFigure *self, GError **error)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_figure_data_free);
  const guint first = self->reference != NULL ? 1 : 0;
  const guint n = self->sources->len + self->estimates->len;
  double frame[2];

  ls_figure_finish (self);
  get_frame (self, frame);
  for (guint i = 0; i <= n && self->kind->no_numbers == NULL; i++)
    {
      /* The reference is the first source, but the last in the list. */
      const LsSource *source = i < n ? ls_figure_get_source (self, i + first) : self->reference;
      LsFigureData *data;

      if (source == NULL || !ls_figure_shows (self, source) || !has_any (self, source)
          || !reaches (source, frame))
        continue;
      if ((data = make_data (self, source, frame, error)) == NULL)
        return NULL;
      g_ptr_array_add (list, data);
    }
  if (list->len > 0)
    return g_steal_pointer (&list);
  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT, "%s",
               self->kind->no_numbers != NULL ? _ (self->kind->no_numbers)
                                              : _ ("Nothing to export: the plot is empty."));
  return NULL;
}

/* @next: next row of each trace.
 * Returns: the earliest time of these, or NaN at the end */
static double
get_earliest (const GPtrArray *list, const gsize next[])
{
  double earliest = NAN;

  for (guint i = 0; i < list->len; i++)
    {
      const LsTrace *trace = ((const LsFigureData *)list->pdata[i])->trace;

      if (next[i] < ls_trace_get_n_rows (trace) && !(ls_trace_get (trace, 0, next[i]) >= earliest))
        earliest = ls_trace_get (trace, 0, next[i]);
    }
  return earliest;
}

/* An empty table for all traces of @list. */
static LsTrace *
make_joined (const GPtrArray *list)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) units = g_ptr_array_new ();

  for (guint i = 0; i < list->len; i++)
    {
      const LsFigureData *data = list->pdata[i];

      for (guint k = 1; k < ls_trace_get_n_columns (data->trace); k++)
        {
          g_ptr_array_add (names, list->len > 1 ? g_strdup_printf (
                                      "%s (%s)", ls_trace_get_name (data->trace, k), data->label)
                                                : g_strdup (ls_trace_get_name (data->trace, k)));
          g_ptr_array_add (units, (char *)ls_trace_get_unit (data->trace, k));
        }
    }
  return ls_trace_new (names->len, (const char *const *)names->pdata,
                       (const char *const *)units->pdata);
}

LsTrace *
ls_figure_join_data (const GPtrArray *list, GError **error)
{
  g_return_val_if_fail (list != NULL, NULL);

  g_autoptr (LsTrace) joined = make_joined (list);
  g_autofree gsize *next = g_new0 (gsize, list->len);
  g_autofree double *row = g_new (double, ls_trace_get_n_columns (joined));
  double time;

  while (!isnan (time = get_earliest (list, next)))
    {
      guint column = 1;

      row[0] = time;
      for (guint i = 0; i < list->len; i++)
        {
          const LsTrace *trace = ((const LsFigureData *)list->pdata[i])->trace;
          const gboolean has_row
              = next[i] < ls_trace_get_n_rows (trace) && ls_trace_get (trace, 0, next[i]) == time;

          for (guint k = 1; k < ls_trace_get_n_columns (trace); k++)
            row[column++] = has_row ? ls_trace_get (trace, k, next[i]) : NAN;
          next[i] += has_row;
        }
      if (!ls_trace_append (joined, row))
        {
          ls_trace_set_error (joined, time, error);
          return NULL;
        }
    }
  return g_steal_pointer (&joined);
}

/* Replaces characters that are invalid in file names. */
static char *
make_name (const LsFigureData *data)
{
  char *name = g_strdup (data->method != NULL ? data->method : "reference");

  if (g_str_has_prefix (name, LS_PALETTE_PREFIX))
    {
      char *point;

      g_free (name);
      name = g_path_get_basename (data->label);
      if ((point = strrchr (name, '.')) != NULL && point != name)
        *point = '\0';
      g_strcanon (name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_", '_');
    }
  return name;
}

gboolean
ls_figure_write_data (
    LsFigure *self, const char *path, LsProgressFunc progress, gpointer user_data, GError **error)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  g_autoptr (GPtrArray) list = ls_figure_list_data (self, error);
  const char *ending = strrchr (path, '.');
  g_autofree char *stem = g_strndup (path, ending != NULL ? (gsize)(ending - path) : strlen (path));

  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      const LsFigureData *data = g_ptr_array_index (list, i);
      g_autofree char *name = make_name (data);
      g_autofree char *each
          = g_strdup_printf ("%s-%u-%s%s%s", stem, i + 1, name,
                             data->is_estimate ? "-estimated" : "", ending != NULL ? ending : "");

      LsProgressPart part = { progress, user_data, i, list->len };

      if (!ls_trace_write_with_progress (data->trace, list->len == 1 ? path : each,
                                         ls_progress_of_part, &part, error))
        return FALSE;
    }
  return list != NULL;
}
