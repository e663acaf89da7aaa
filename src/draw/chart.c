#include "draw/chart-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "core/base/language.h"
#include "core/base/number.h"

static void
series_free (gpointer data)
{
  LsSeries *self = data;

  g_free (self->label);
  g_free (self->name);
  g_free (self->note);
  g_free (self->group);
  g_free (self->member);
  g_free (self->group_note);
  g_free (self->method);
  g_free (self->x);
  g_free (self->y);
  g_free (self);
}

LsChart *
ls_chart_new (void)
{
  LsChart *self = g_new0 (LsChart, 1);

  self->series = g_ptr_array_new_with_free_func (series_free);
  self->triangles = g_array_new (FALSE, FALSE, sizeof (LsTriangle));
  self->x.title = g_strdup ("");
  self->y.title = g_strdup ("");
  return self;
}

void
ls_chart_free (LsChart *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->series);
  g_array_unref (self->triangles);
  g_strfreev (self->categories);
  g_free (self->x.title);
  g_free (self->y.title);
  g_free (self->x.caption);
  g_free (self->y.caption);
  g_free (self->title);
  g_free (self);
}

void
ls_chart_set_title (LsChart *self, const char *title)
{
  g_return_if_fail (self != NULL);

  g_free (self->title);
  self->title = g_strdup (title);
}

void
ls_chart_set_note (LsChart *self, guint series, const char *note)
{
  LsSeries *found;

  g_return_if_fail (series < self->series->len);
  found = g_ptr_array_index (self->series, series);
  g_free (found->note);
  found->note = g_strdup (note);
}

guint
ls_chart_get_n_series (const LsChart *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->series->len;
}

const char *
ls_chart_get_label (const LsChart *self, guint series)
{
  g_return_val_if_fail (series < self->series->len, NULL);
  return ((const LsSeries *)g_ptr_array_index (self->series, series))->label;
}

void
ls_chart_apply_setup (LsChart *self, const LsPlotSetup *setup)
{
  g_return_if_fail (self != NULL);

  g_free (self->x.caption);
  g_free (self->y.caption);
  self->x.caption = g_strdup (ls_plot_setup_get_caption (setup, "x"));
  self->y.caption = g_strdup (ls_plot_setup_get_caption (setup, "y1"));
  for (guint i = 0; i < self->series->len; i++)
    {
      LsSeries *series = g_ptr_array_index (self->series, i);

      g_free (series->name);
      series->name = g_strdup (ls_plot_setup_get_label (setup, series->label));
    }
}

char *
ls_series_make_text (const LsSeries *self)
{
  return g_strconcat (self->name != NULL ? self->name : self->label,
                      self->note != NULL ? self->note : "", NULL);
}

const char *
ls_axis_get_title (const LsAxis *self)
{
  return self->caption != NULL ? self->caption : self->title;
}

static void
set_axis (LsAxis *axis, const char *title, gboolean logarithmic)
{
  g_free (axis->title);
  axis->title = g_strdup (title != NULL ? title : "");
  axis->logarithmic = logarithmic;
}

void
ls_chart_set_x_axis (LsChart *self, const char *title, gboolean logarithmic)
{
  g_return_if_fail (self != NULL);

  set_axis (&self->x, title, logarithmic);
}

void
ls_chart_set_y_axis (LsChart *self, const char *title, gboolean logarithmic)
{
  g_return_if_fail (self != NULL);

  set_axis (&self->y, title, logarithmic);
}

void
ls_chart_set_categories (LsChart *self, const char *const *names)
{
  g_return_if_fail (self != NULL && names != NULL);

  g_strfreev (self->categories);
  self->categories = g_strdupv ((char **)names);
}

/* The x of a point in words. (transfer full) */
static char *
show_x (const LsChart *self, double x, char *(*show) (double value, char buffer[LS_NUMBER_SIZE]))
{
  const guint n = self->categories != NULL ? g_strv_length (self->categories) : 0;
  char number[LS_NUMBER_SIZE];

  return g_strdup (x >= 1 && x <= n ? self->categories[(guint)x - 1] : show (x, number));
}

void
ls_chart_set_counts (LsChart *self)
{
  g_return_if_fail (self != NULL);

  self->y.counts = TRUE;
}

guint
ls_chart_add_series (LsChart *self,
                     const char *method,
                     const char *label,
                     LsChartStyle style,
                     const double x[],
                     const double y[],
                     guint n)
{
  LsSeries *series = g_new0 (LsSeries, 1);

  g_return_val_if_fail (self != NULL, 0);
  series->method = g_strdup (method);
  series->label = g_strdup (label != NULL ? label : "");
  series->style = style;
  series->x = g_memdup2 (x, n * sizeof (double));
  series->y = g_memdup2 (y, n * sizeof (double));
  series->n = n;
  for (guint i = 0; i < self->series->len; i++)
    {
      const LsSeries *other = g_ptr_array_index (self->series, i);

      /* Series of a group have the same style. */
      if (g_strcmp0 (other->method, method) == 0)
        series->variant = MAX (series->variant, other->variant + 1);
      series->index = MAX (series->index, other->index + 1);
    }
  series->marker = series->index;
  g_ptr_array_add (self->series, series);
  return self->series->len - 1;
}

void
ls_chart_set_group (LsChart *self, guint series, const char *group, const char *member, guint place)
{
  LsSeries *own;

  g_return_if_fail (series < self->series->len);
  own = g_ptr_array_index (self->series, series);
  g_free (own->group);
  g_free (own->member);
  own->group = g_strdup (group);
  own->member = g_strdup (member);
  own->marker = place;
  for (guint i = 0; i < series; i++)
    {
      const LsSeries *other = g_ptr_array_index (self->series, i);

      if (g_strcmp0 (other->group, group) != 0 || g_strcmp0 (other->method, own->method) != 0)
        continue;
      own->variant = other->variant;
      own->index = other->index;
      return;
    }
}

void
ls_chart_set_group_note (LsChart *self, guint series, const char *note)
{
  LsSeries *own;

  g_return_if_fail (series < self->series->len);
  own = g_ptr_array_index (self->series, series);
  g_free (own->group_note);
  own->group_note = g_strdup (note);
}

void
ls_chart_add_triangle (LsChart *self, guint series, double slope, double x_min, double x_max)
{
  const LsTriangle triangle = { series, slope, x_min, x_max };

  g_return_if_fail (series < self->series->len);
  g_array_append_val (self->triangles, triangle);
}

double
ls_axis_get (const LsAxis *self, double value)
{
  if (!isfinite (value) || (self->logarithmic && !(value > 0)))
    return NAN;
  return self->logarithmic ? log10 (value) : value;
}

/* Adds a margin; widens a range of a single value. */
static void
widen (LsAxis *axis)
{
  double margin;

  if (axis->counts)
    {
      axis->min = 0;
      axis->max = 1.08 * fmax (axis->max, 1);
      return;
    }
  margin = 0.05 * (axis->max - axis->min);
  if (!(margin > 0))
    margin = axis->logarithmic ? 0.5 : fmax (0.05 * fabs (axis->max), 1e-12);
  axis->min -= margin;
  axis->max += margin;
}

gboolean
ls_chart_choose_ranges (LsChart *self)
{
  self->x.min = self->y.min = INFINITY;
  self->x.max = self->y.max = -INFINITY;
  for (guint i = 0; i < self->series->len; i++)
    {
      const LsSeries *series = g_ptr_array_index (self->series, i);

      for (guint k = 0; k < series->n; k++)
        {
          const double x = ls_axis_get (&self->x, series->x[k]);
          const double y = ls_axis_get (&self->y, series->y[k]);

          if (isnan (x) || isnan (y))
            continue;
          self->x.min = fmin (self->x.min, x);
          self->x.max = fmax (self->x.max, x);
          self->y.min = fmin (self->y.min, y);
          self->y.max = fmax (self->y.max, y);
        }
    }
  self->drawn = self->x.max >= self->x.min;
  if (!self->drawn)
    return FALSE;
  widen (&self->x);
  widen (&self->y);
  if (self->categories != NULL)
    {
      self->x.min = 0.5;
      self->x.max = g_strv_length (self->categories) + 0.5;
      /* The smallest bar is seen, too. */
      if (self->y.logarithmic)
        self->y.min = floor (self->y.min) - 1;
    }
  return TRUE;
}

gboolean
ls_chart_get_range (const LsChart *self, double x[2], double y[2])
{
  if (!self->drawn)
    return FALSE;
  x[0] = self->x.logarithmic ? pow (10, self->x.min) : self->x.min;
  x[1] = self->x.logarithmic ? pow (10, self->x.max) : self->x.max;
  y[0] = self->y.logarithmic ? pow (10, self->y.min) : self->y.min;
  y[1] = self->y.logarithmic ? pow (10, self->y.max) : self->y.max;
  return TRUE;
}

/* Appends a CSV field. */
static void
append_field (GString *text, const char *field)
{
  g_auto (GStrv) parts = g_strsplit (field, "\"", -1);
  g_autofree char *doubled = g_strjoinv ("\"\"", parts);

  g_string_append_printf (text, strpbrk (field, ",\"\r\n") != NULL ? "\"%s\"" : "%s", doubled);
}

static const LsItem points
    = { "csv", "CSV", N_ ("The points of a chart"), (const char *const[]){ ".csv", NULL } };

LsItemList ls_chart_formats = { &points, NULL };

char *
ls_chart_to_csv (const LsChart *self)
{
  GString *text = g_string_new ("series,");

  g_return_val_if_fail (self != NULL, NULL);
  append_field (text, ls_axis_get_title (&self->x));
  g_string_append_c (text, ',');
  append_field (text, ls_axis_get_title (&self->y));
  g_string_append_c (text, '\n');
  for (guint i = 0; i < self->series->len; i++)
    {
      const LsSeries *series = g_ptr_array_index (self->series, i);

      for (guint k = 0; k < series->n; k++)
        {
          g_autofree char *x = show_x (self, series->x[k], ls_number_format);
          char y[LS_NUMBER_SIZE];

          if (isnan (ls_axis_get (&self->x, series->x[k]))
              || isnan (ls_axis_get (&self->y, series->y[k])))
            continue;
          append_field (text, series->name != NULL ? series->name : series->label);
          g_string_append_c (text, ',');
          append_field (text, x);
          g_string_append_printf (text, ",%s\n", ls_number_format (series->y[k], y));
        }
    }
  return g_string_free (text, FALSE);
}

static char *
show_short (double value, char buffer[LS_NUMBER_SIZE])
{
  return ls_number_display (value, 3, buffer);
}

char *
ls_chart_describe (const LsChart *self)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, NULL);
  /* Translators: title of the y axis, title of the x axis. */
  g_string_append_printf (text, _ ("%s over %s."), ls_axis_get_title (&self->y),
                          ls_axis_get_title (&self->x));
  for (guint i = 0; i < self->series->len; i++)
    {
      const LsSeries *series = g_ptr_array_index (self->series, i);
      g_autofree char *name = ls_series_make_text (series);
      char y[LS_NUMBER_SIZE];

      g_string_append_printf (text, " %s:", name);
      for (guint k = 0; k < MIN (series->n, 8u); k++)
        {
          g_autofree char *x = show_x (self, series->x[k], show_short);

          g_string_append_printf (text, "%s %s (%s)", k > 0 ? "," : "",
                                  ls_number_display (series->y[k], 3, y), x);
        }
      g_string_append (text, series->n > 8 ? ", …." : ".");
    }
  return g_string_free (text, FALSE);
}
