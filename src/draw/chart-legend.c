/* Legend of a chart: in a free corner, or else in rows above or in a column beside. */
#include "draw/chart-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "draw/text.h"

#define SAMPLE 26.0
/* Between the legend and the edges of the pane, px. */
#define MARGIN 6.0
/* Maximum part of the pane covered by a legend inside. */
#define MAX_WIDTH 0.62
#define MAX_HEIGHT 0.7

/* Maximum fraction of the width for a legend beside the pane, and maximum lines of a name. */
#define COLUMN 0.4
#define MAX_LINES 2
/* Minimum gain in pane area that justifies a legend beside it, and minimum fraction of the width
 * left to the pane: in less, the labels of its axis collide. */
#define GAIN 1.05
#define MIN_PANE 0.42
/* A legend in rows leaves out notes, then entries, beyond these fractions of the height: the
 * smaller one where less than that many lines would be left to the pane. */
#define ABOVE 0.3
#define MAX_ABOVE 0.45
#define PANE_LINES 7

typedef struct
{
  double left, top, right, bottom;
} Box;

/* @series: provides line, marker or both before the text */
typedef struct
{
  PangoLayout *layout;
  const LsSeries *series;
  gboolean line, marker;
  double width, height; /* including the sample */
} Entry;

static void
entry_clear (gpointer data)
{
  g_object_unref (((Entry *)data)->layout);
}

/* ---- Entries ---------------------------------------------------------------------------- */

/* Whether groups and members need fewer entries than all series. */
static gboolean
is_grouped (const LsChart *self)
{
  guint n_groups = 0, n_members = 0;

  for (guint i = 0; i < self->series->len; i++)
    {
      const LsSeries *series = g_ptr_array_index (self->series, i);

      if (series->group == NULL
          || (series->name != NULL && strcmp (series->name, series->label) != 0))
        return FALSE;
      n_groups += series->marker == 0;
      n_members = MAX (n_members, series->marker + 1);
    }
  return n_groups > 1 && n_members > 1;
}

/* @max_width: of sample and text; wider text is wrapped if @wrap, else ellipsised. */
static void
add_entry (GArray *entries,
           const LsChartPlan *plan,
           const LsSeries *series,
           const char *text,
           double max_width,
           gboolean wrap)
{
  const double sample = 1.25 * SAMPLE * plan->scale;
  const double room = fmax (max_width - sample, sample);
  Entry entry = { .layout = ls_text_new_plain (plan->cr, plan->theme, 0.95, text),
                  .series = series,
                  .line = TRUE,
                  .marker = TRUE };

  if (wrap)
    ls_text_wrap (entry.layout, room, MAX_LINES);
  else
    ls_text_limit (entry.layout, room);
  ls_text_get_size (entry.layout, &entry.width, &entry.height);
  entry.width += sample;
  entry.height += 0.15 * plan->em;
  g_array_append_val (entries, entry);
}

static void
add_groups (GArray *entries, const LsChartPlan *self, double max_width, gboolean wrap)
{
  guint n_members = 0;

  for (guint i = 0; i < self->chart->series->len; i++)
    {
      const LsSeries *series = g_ptr_array_index (self->chart->series, i);
      const char *note = self->is_brief || series->group_note == NULL ? "" : series->group_note;
      g_autofree char *text = g_strconcat (series->group, note, NULL);

      n_members = MAX (n_members, series->marker + 1);
      if (series->marker > 0)
        continue;
      add_entry (entries, self, series, text, max_width, wrap);
      g_array_index (entries, Entry, entries->len - 1).marker = FALSE;
    }
  /* Members of the first group represent all groups. */
  for (guint i = 0; i < MIN (n_members, self->chart->series->len); i++)
    {
      const LsSeries *series = g_ptr_array_index (self->chart->series, i);

      add_entry (entries, self, series, series->member, max_width, wrap);
      g_array_index (entries, Entry, entries->len - 1).line = FALSE;
    }
}

/* (transfer full) */
static GArray *
list_entries (const LsChartPlan *self, double max_width, gboolean wrap)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));

  g_array_set_clear_func (entries, entry_clear);
  if (is_grouped (self->chart))
    add_groups (entries, self, max_width, wrap);
  else
    for (guint i = 0; i < self->chart->series->len; i++)
      {
        const LsSeries *series = g_ptr_array_index (self->chart->series, i);
        g_autofree char *text = ls_series_make_text (series);

        add_entry (entries, self, series, text, max_width, wrap);
      }
  return entries;
}

/* @y: upper edge */
static void
draw_entry (const LsChartPlan *self, const Entry *entry, double x, double y)
{
  const double sample = SAMPLE * self->scale;
  int n_lines = pango_layout_get_line_count (entry->layout);
  const double middle = y + 0.5 * entry->height / MAX (n_lines, 1);

  ls_chart_plan_style (self, entry->series);
  if (entry->line)
    {
      cairo_move_to (self->cr, x, middle);
      cairo_line_to (self->cr, x + sample, middle);
      cairo_stroke (self->cr);
    }
  else /* for all colours */
    ls_color_set_source (&self->theme->foreground, self->cr);
  if (entry->marker && ls_series_has_markers (entry->series))
    ls_chart_plan_draw_marker (self, entry->series->marker, x + 0.5 * sample, middle);
  ls_color_set_source (&self->theme->foreground, self->cr);
  ls_text_show (self->cr, entry->layout, x + 1.25 * sample, y, 0, 0);
}

/* Number of the entries from @first on, which have no room. */
static void
draw_rest (const LsChartPlan *self, const GArray *entries, guint first, double x, double y)
{
  const guint n = entries->len - first;
  g_autofree char *text
      = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "and %u more", "and %u more", n), n);

  ls_text_draw (self->cr, self->theme, 0.95, &self->theme->muted, text, x, y, 0, 0);
}

/* All entries below each other, as far as there is room. */
static void
draw_column (const LsChartPlan *self, const GArray *entries, double x, double y, double bottom)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);
      const gboolean is_last = i + 1 == entries->len;

      /* A line is kept for the number of those without room. */
      if (i > 0 && y + entry->height * (is_last ? 1 : 2) > bottom)
        {
          draw_rest (self, entries, i, x, y);
          return;
        }
      draw_entry (self, entry, x, y);
      y += entry->height;
    }
}

static void
measure_column (const GArray *entries, double *width, double *height)
{
  *width = *height = 0;
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      *width = fmax (*width, entry->width);
      *height += entry->height;
    }
}

/* ---- Above the pane --------------------------------------------------------------------- */

/* Draws entries in rows, as far as there is room.
 * Returns: their height */
static double
lay_rows (const LsChartPlan *self, double top, double max_height, gboolean draw)
{
  const double left = LS_CHART_PAD, right = self->width - LS_CHART_PAD;
  g_autoptr (GArray) entries = list_entries (self, right - left, FALSE);
  double x = left, y = top, height = 0;

  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      if (x > left && x + entry->width > right)
        {
          x = left;
          y += entry->height;
          if (i + 1 < entries->len && y + 2 * entry->height - top > max_height)
            {
              if (draw)
                draw_rest (self, entries, i, x, y);
              return y + entry->height - top;
            }
        }
      height = y + entry->height - top;
      if (draw)
        draw_entry (self, entry, x, y);
      x += entry->width + 1.2 * self->em;
    }
  return height;
}

/* ---- Inside the pane -------------------------------------------------------------------- */

/* Whether the line intersects the box, by clipping at each side. */
static gboolean
crosses (const Box *box, double x0, double y0, double x1, double y1)
{
  const double way[4] = { x0 - x1, x1 - x0, y0 - y1, y1 - y0 };
  const double room[4] = { x0 - box->left, box->right - x0, y0 - box->top, box->bottom - y0 };
  double from = 0, to = 1;

  for (int side = 0; side < 4; side++)
    {
      if (way[side] == 0 && room[side] < 0)
        return FALSE;
      if (way[side] < 0)
        from = fmax (from, room[side] / way[side]);
      else if (way[side] > 0)
        to = fmin (to, room[side] / way[side]);
    }
  return from <= to;
}

static gboolean
series_crosses (const LsChartPlan *self, const LsSeries *series, const Box *box)
{
  double last_x = NAN, last_y = NAN;

  for (guint i = 0; i < series->n; i++)
    {
      const double x = ls_chart_plan_get_px (self, ls_axis_get (&self->chart->x, series->x[i]));
      const double y = ls_chart_plan_get_py (self, ls_axis_get (&self->chart->y, series->y[i]));
      const gboolean joined = isfinite (last_y) && series->style != LS_CHART_MARKS;
      const double corner = series->style == LS_CHART_STAIRS ? last_y : y;

      if (!isfinite (x) || !isfinite (y))
        continue;
      if (crosses (box, x, y, x, y)
          || (joined
              && (crosses (box, last_x, last_y, x, corner) || crosses (box, x, corner, x, y))))
        return TRUE;
      last_x = x;
      last_y = y;
    }
  return FALSE;
}

static gboolean
is_free (const LsChartPlan *self, const Box *box)
{
  for (guint i = 0; i < self->chart->series->len; i++)
    if (series_crosses (self, g_ptr_array_index (self->chart->series, i), box))
      return FALSE;
  for (guint i = 0; i < self->chart->triangles->len; i++)
    {
      LsTriangleBox other;

      /* Labels of the triangle: its slope beside it, 1 below. */
      if (ls_chart_plan_place_triangle (
              self, &g_array_index (self->chart->triangles, LsTriangle, i), &other)
          && other.left < box->right && box->left < other.right + 1.5 * self->em
          && other.top < box->bottom && box->top < other.bottom + self->em)
        return FALSE;
    }
  return TRUE;
}

static gboolean
find_corner (LsChartPlan *self)
{
  const double margin = MARGIN * self->scale;
  g_autoptr (GArray) entries = list_entries (self, self->width, FALSE);
  double width, height;

  measure_column (entries, &width, &height);
  if (entries->len == 0 || width > MAX_WIDTH * (self->right - self->left)
      || height > MAX_HEIGHT * (self->bottom - self->top))
    return FALSE;
  for (int corner = 0; corner < 4; corner++)
    {
      const gboolean at_right = corner == 1 || corner == 2, below = corner >= 2;
      const double x = at_right ? self->right - margin - width : self->left + margin;
      const double y = below ? self->bottom - margin - height : self->top + margin;
      const Box box = { x - margin, y - margin, x + width + margin, y + height + margin };

      self->legend_x = x;
      self->legend_y = y;
      if (is_free (self, &box))
        return TRUE;
    }
  return FALSE;
}

/* ---- Public functions ------------------------------------------------------------------- */

/* Tries a column beside the pane. */
static gboolean
place_beside (LsChartPlan *self, double rows)
{
  const double gap = 1.2 * self->em, room = self->bottom - self->top;
  g_autoptr (GArray) column = list_entries (self, COLUMN * self->width, TRUE);
  double width, height, pane;

  measure_column (column, &width, &height);
  pane = self->right - gap - width - self->left;
  if (!self->last || rows <= 2 * self->em || pane < MIN_PANE * self->width
      || (pane * room <= GAIN * (self->right - self->left) * (room - rows) && room >= 2 * rows))
    return FALSE;
  self->legend = LS_CHART_LEGEND_BESIDE;
  self->right -= width + gap;
  self->legend_x = self->right + gap;
  return TRUE;
}

static double
measure_rows (LsChartPlan *self, double max_height)
{
  self->legend_height = max_height;
  return lay_rows (self, self->top, max_height, FALSE) + 0.6 * self->em;
}

void
ls_chart_legend_place (LsChartPlan *self)
{
  const double room = self->bottom - self->top, spare = room - PANE_LINES * self->em;
  const double limit = fmax (CLAMP (spare, ABOVE * room, MAX_ABOVE * room), 2.5 * self->em);
  double rows;

  self->legend = LS_CHART_LEGEND_NONE;
  if (self->chart->series->len == 0 || !self->first)
    return;
  /* Stacked charts are too low for a legend inside, and bars leave no corner empty. */
  self->legend = LS_CHART_LEGEND_INSIDE;
  if (self->last && self->chart->categories == NULL && find_corner (self))
    return;
  self->legend_y = self->top;
  for (self->is_brief = FALSE;; self->is_brief = TRUE)
    {
      rows = measure_rows (self, INFINITY);
      if (place_beside (self, rows))
        return;
      if (self->is_brief || rows <= limit)
        break;
    }
  if (rows > limit)
    rows = measure_rows (self, limit);
  self->legend = LS_CHART_LEGEND_ABOVE;
  self->top += rows;
}

void
ls_chart_legend_draw (const LsChartPlan *self)
{
  g_autoptr (GArray) entries = NULL;
  double width, height;

  if (self->legend == LS_CHART_LEGEND_ABOVE)
    lay_rows (self, self->legend_y, self->legend_height, TRUE);
  if (self->legend == LS_CHART_LEGEND_ABOVE || self->legend == LS_CHART_LEGEND_NONE)
    return;
  entries = self->legend == LS_CHART_LEGEND_INSIDE
                ? list_entries (self, self->width, FALSE)
                : list_entries (self, COLUMN * self->width, TRUE);
  measure_column (entries, &width, &height);
  if (self->legend == LS_CHART_LEGEND_INSIDE)
    {
      /* Background behind the text, to hide the grid. */
      ls_color_set_source (&self->theme->background, self->cr);
      cairo_rectangle (self->cr, self->legend_x - 2, self->legend_y, width + 4, height);
      cairo_fill (self->cr);
    }
  draw_column (self, entries, self->legend_x, self->legend_y, self->height);
}
