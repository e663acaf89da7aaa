#include "draw/spread-impl.h"

#include "core/base/language.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static void
column_free (gpointer data)
{
  LsSpreadColumn *self = data;

  g_free (self->name);
  g_free (self->values);
  g_free (self);
}

static void
curve_free (gpointer data)
{
  LsSpreadCurve *self = data;

  g_free (self->times);
  g_free (self->values);
  g_free (self);
}

static void
bar_free (gpointer data)
{
  g_free (((LsSpreadBar *)data)->name);
  g_free (data);
}

LsSpread *
ls_spread_new (LsSpreadKind kind, guint n_rows)
{
  LsSpread *self = g_new0 (LsSpread, 1);

  self->kind = kind;
  self->n_rows = n_rows;
  self->chosen = -1;
  self->columns = g_ptr_array_new_with_free_func (column_free);
  self->curves = g_ptr_array_new_with_free_func (curve_free);
  self->bars = g_ptr_array_new_with_free_func (bar_free);
  return self;
}

void
ls_spread_free (LsSpread *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->curves);
  g_ptr_array_unref (self->bars);
  g_free (self->signal);
  g_free (self->titles[0]);
  g_free (self->titles[1]);
  g_free (self->note);
  g_free (self);
}

const LsSpreadColumn *
ls_spread_get_column (const LsSpread *self, guint column)
{
  return self->columns->pdata[MIN (column, self->columns->len - 1)];
}

guint
ls_spread_get_stride (const LsSpread *self)
{
  return (self->n_rows + LS_SPREAD_MAX_DRAWN - 1) / LS_SPREAD_MAX_DRAWN;
}

guint
ls_spread_get_n_drawn (const LsSpread *self)
{
  const guint stride = MAX (ls_spread_get_stride (self), 1);

  return (self->n_rows + stride - 1) / stride;
}

guint
ls_spread_add_column (LsSpread *self, const char *name, const double values[], gboolean logarithmic)
{
  g_return_val_if_fail (self != NULL && name != NULL && values != NULL, 0);

  LsSpreadColumn *column = g_new0 (LsSpreadColumn, 1);

  column->name = g_strdup (name);
  column->values = g_memdup2 (values, self->n_rows * sizeof *values);
  column->logarithmic = logarithmic;
  column->low = column->high = column->least = column->greatest = NAN;
  for (guint i = 0; i < self->n_rows; i++)
    if (isfinite (values[i]))
      {
        column->least = fmin (column->least, values[i]);
        column->greatest = fmax (column->greatest, values[i]);
      }
  g_ptr_array_add (self->columns, column);
  return self->columns->len - 1;
}

void
ls_spread_set_axes (LsSpread *self, guint x, guint y, guint color)
{
  g_return_if_fail (self != NULL);

  self->x = x;
  self->y = y;
  self->color = color;
}

void
ls_spread_set_signal (LsSpread *self, const char *name)
{
  g_return_if_fail (self != NULL);

  g_free (self->signal);
  self->signal = g_strdup (name);
}

void
ls_spread_add_curve (
    LsSpread *self, guint row, const double times[], const double values[], guint n)
{
  g_return_if_fail (self != NULL && times != NULL && values != NULL);

  LsSpreadCurve *curve = g_new (LsSpreadCurve, 1);

  *curve = (LsSpreadCurve){ row, n, g_memdup2 (times, n * sizeof *times),
                            g_memdup2 (values, n * sizeof *values) };
  g_ptr_array_add (self->curves, curve);
}

void
ls_spread_set_bars (LsSpread *self, const char *first, const char *second, const char *note)
{
  g_return_if_fail (self != NULL);

  self->titles[0] = g_strdup (first);
  self->titles[1] = g_strdup (second);
  self->note = g_strdup (note);
}

void
ls_spread_add_bar (LsSpread *self,
                   const char *name,
                   const double values[2],
                   const double margins[2])
{
  g_return_if_fail (self != NULL && name != NULL);

  LsSpreadBar *bar = g_new (LsSpreadBar, 1);
  guint at = 0;

  *bar = (LsSpreadBar){ g_strdup (name), { values[0], values[1] }, { margins[0], margins[1] } };
  /* The one with the largest bar first. */
  while (at < self->bars->len
         && fmax (values[0], values[1]) <= fmax (((LsSpreadBar *)self->bars->pdata[at])->values[0],
                                                 ((LsSpreadBar *)self->bars->pdata[at])->values[1]))
    at++;
  g_ptr_array_insert (self->bars, (int)at, bar);
}

/* ---- Choice ------------------------------------------------------------------------------- */

void
ls_spread_choose (LsSpread *self, int row)
{
  g_return_if_fail (self != NULL);

  self->chosen = row;
}

void
ls_spread_set_limits (LsSpread *self, guint column, double low, double high)
{
  g_return_if_fail (self != NULL && column < self->columns->len);

  LsSpreadColumn *of = self->columns->pdata[column];

  of->low = low;
  of->high = high;
}

void
ls_spread_get_limits (const LsSpread *self, guint column, double *low, double *high)
{
  g_return_if_fail (self != NULL && column < self->columns->len);

  const LsSpreadColumn *of = self->columns->pdata[column];

  *low = of->low;
  *high = of->high;
}

guint
ls_spread_get_n_rows (const LsSpread *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->n_rows;
}

guint
ls_spread_get_n_columns (const LsSpread *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->columns->len;
}

gboolean
ls_spread_get_range (const LsSpread *self, guint column, double *low, double *high)
{
  g_return_val_if_fail (self != NULL && column < self->columns->len, FALSE);

  const LsSpreadColumn *of = self->columns->pdata[column];

  *low = of->least;
  *high = of->greatest;
  return !isnan (of->least);
}

gboolean
ls_spread_is_within (const LsSpread *self, guint row)
{
  g_return_val_if_fail (self != NULL && row < self->n_rows, FALSE);

  for (guint i = 0; i < self->columns->len; i++)
    {
      const LsSpreadColumn *column = self->columns->pdata[i];
      const double value = column->values[row];

      /* A run without a value is within no limits. */
      if ((!isnan (column->low) && !(value >= column->low))
          || (!isnan (column->high) && !(value <= column->high)))
        return FALSE;
    }
  return TRUE;
}

guint
ls_spread_count_within (const LsSpread *self)
{
  g_return_val_if_fail (self != NULL, 0);

  guint n = 0;

  for (guint i = 0; i < self->n_rows; i++)
    n += ls_spread_is_within (self, i);
  return n;
}

/* ---- Finding ------------------------------------------------------------------------------ */

/* Distance of a point from the polyline of a row, px upwards. */
static double
get_parallel_distance (const LsSpread *self, guint row, double px, double py)
{
  for (guint i = 0; i + 1 < self->columns->len; i++)
    {
      const double x0 = ls_spread_get_axis_px (self, i), x1 = ls_spread_get_axis_px (self, i + 1);
      LsSpreadFrame frame = self->frame;
      double y0, y1;

      if (px < x0 || px > x1)
        continue;
      frame.y = ls_spread_make_axis (self->columns->pdata[i]);
      y0 = ls_spread_get_py (&frame, ls_spread_get_column (self, i)->values[row]);
      frame.y = ls_spread_make_axis (self->columns->pdata[i + 1]);
      y1 = ls_spread_get_py (&frame, ls_spread_get_column (self, i + 1)->values[row]);
      return fabs (y0 + (px - x0) / (x1 - x0) * (y1 - y0) - py);
    }
  return INFINITY;
}

static double
get_curve_distance (const LsSpread *self, guint row, double px, double py)
{
  double least = INFINITY;

  for (guint i = 0; i < self->curves->len; i++)
    {
      const LsSpreadCurve *curve = self->curves->pdata[i];

      for (guint k = 0; k + 1 < curve->n && curve->row == row; k++)
        {
          const double x0 = ls_spread_get_px (&self->frame, curve->times[k]);
          const double x1 = ls_spread_get_px (&self->frame, curve->times[k + 1]);
          const double y0 = ls_spread_get_py (&self->frame, curve->values[k]);
          const double y1 = ls_spread_get_py (&self->frame, curve->values[k + 1]);

          if (px >= x0 && px <= x1)
            least
                = fmin (least, fabs (y0 + (x1 > x0 ? (px - x0) / (x1 - x0) : 0) * (y1 - y0) - py));
        }
    }
  return least;
}

static double
get_distance (const LsSpread *self, guint row, double px, double py)
{
  if (self->kind == LS_SPREAD_PARALLEL)
    return get_parallel_distance (self, row, px, py);
  if (self->kind == LS_SPREAD_CURVES)
    return get_curve_distance (self, row, px, py);
  return hypot (
      ls_spread_get_px (&self->frame, ls_spread_get_column (self, self->x)->values[row]) - px,
      ls_spread_get_py (&self->frame, ls_spread_get_column (self, self->y)->values[row]) - py);
}

int
ls_spread_find (const LsSpread *self, double px, double py)
{
  g_return_val_if_fail (self != NULL, -1);

  /* A cell of a heat map is found from all over it. */
  double least = self->kind == LS_SPREAD_HEAT ? INFINITY : 12;
  int found = -1;

  if (self->kind == LS_SPREAD_BARS || px < self->frame.left || px > self->frame.right
      || py < self->frame.top || py > self->frame.bottom)
    return -1;
  for (guint i = 0; i < self->n_rows && self->columns->len > 0; i++)
    {
      const double distance = get_distance (self, i, px, py);

      if (distance < least && ls_spread_is_within (self, i))
        {
          least = distance;
          found = (int)i;
        }
    }
  return found;
}

int
ls_spread_find_axis (const LsSpread *self, double px, double py, double *value)
{
  g_return_val_if_fail (self != NULL && value != NULL, -1);

  const LsSpreadFrame *frame = &self->frame;

  for (guint i = 0; i < self->columns->len && self->kind == LS_SPREAD_PARALLEL; i++)
    {
      const LsSpreadAxis axis = ls_spread_make_axis (self->columns->pdata[i]);
      const double share = CLAMP ((frame->bottom - py) / (frame->bottom - frame->top), 0.0, 1.0);
      const double position = axis.min + share * (axis.max - axis.min);

      if (fabs (ls_spread_get_axis_px (self, i) - px) > 10)
        continue;
      *value = axis.logarithmic ? pow (10, position) : position;
      return (int)i;
    }
  return -1;
}

/* ---- Description -------------------------------------------------------------------------- */

static void
describe_columns (const LsSpread *self, GString *text)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      const LsSpreadColumn *column = self->columns->pdata[i];

      if (self->kind != LS_SPREAD_PARALLEL && i != self->x && i != self->y
          && (i != self->color || self->kind != LS_SPREAD_HEAT))
        continue;
      g_string_append_printf (text, _ (" %s from %.4g to %.4g."), column->name, column->least,
                              column->greatest);
    }
}

char *
ls_spread_describe (const LsSpread *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  static const char *const names[]
      = { N_ ("Curves"), N_ ("Scatter plot"), N_ ("Parallel coordinates"), N_ ("Heat map"),
          N_ ("Sensitivities") };
  g_autoptr (GString) text = g_string_new (_ (names[self->kind]));

  if (self->kind == LS_SPREAD_BARS)
    for (guint i = 0; i < self->bars->len; i++)
      {
        const LsSpreadBar *bar = self->bars->pdata[i];

        g_string_append_printf (text, "%s %s: %s %.3g, %s %.3g", i > 0 ? ";" : ".", bar->name,
                                self->titles[0], bar->values[0], self->titles[1], bar->values[1]);
      }
  else if (self->kind == LS_SPREAD_CURVES)
    g_string_append_printf (text, _ (" of %s, %u runs."), self->signal, self->curves->len);
  else
    {
      g_string_append_printf (text, _ (" of %u runs, %u within the limits."), self->n_rows,
                              ls_spread_count_within (self));
      describe_columns (self, text);
    }
  if (self->kind == LS_SPREAD_BARS)
    g_string_append_c (text, '.');
  if (self->chosen >= 0)
    g_string_append_printf (text, _ (" Run %d is chosen."), self->chosen);
  return ls_text_raise_exponents (text->str);
}
