/* Events of states or components: a row for each with event marks and counts; several runs share a
 * row. */
#include "draw/figure-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "core/base/language.h"
#include "draw/text.h"

/* Part of a row filled by the marks of all runs, and minimum row height with separated marks, px.
 */
#define FILLED 0.8
#define LEAST_ROW 4.0
/* Opacity of columns with one event, relative to those with most; quantised so that adjacent
 * columns form one shape. */
#define FAINTEST 0.35
#define N_SHADES 4
/* Maximum fraction of the width for names. */
#define NAME_SHARE 0.3
#define MAX_DESCRIBED 40u

/* The source named as row @row; usually its index equals the row. */
static int
find_row (const LsFigure *self, const LsSource *source, guint row)
{
  const char *name = self->names[row];

  if (row < ls_activity_get_n (source->activity)
      && strcmp (ls_activity_get_name (source->activity, row), name) == 0)
    return (int)row;
  for (guint i = 0; i < ls_activity_get_n (source->activity); i++)
    if (strcmp (ls_activity_get_name (source->activity, i), name) == 0)
      return (int)i;
  return -1;
}

static char **
choose_names (const LsFigure *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *names = g_ptr_array_new ();

  for (guint r = 0; r < self->sources->len; r++)
    {
      const LsSource *source = g_ptr_array_index (self->sources, r);

      for (guint i = 0; source->activity != NULL && i < ls_activity_get_n (source->activity); i++)
        if (g_hash_table_add (known, (gpointer)ls_activity_get_name (source->activity, i)))
          g_ptr_array_add (names, g_strdup (ls_activity_get_name (source->activity, i)));
    }
  g_ptr_array_add (names, NULL);
  return (char **)g_ptr_array_free (names, FALSE);
}

/* The first name is the top row; row i reaches from n - i - 1 to n - i. */
static guint
count_rows (const LsFigure *self)
{
  return self->names != NULL ? g_strv_length (self->names) : 0;
}

static LsSpan
get_span (const LsFigure *self)
{
  return (LsSpan){ 0, MAX (count_rows (self), 1u) };
}

static double
row_height (const LsPane *pane)
{
  return pane->height / (pane->y.max - pane->y.min);
}

/* Rows that are at least partly visible, [first, last). */
static void
list_visible (const LsFigure *self, const LsPane *pane, guint *first, guint *last)
{
  const double n = count_rows (self);

  *first = (guint)CLAMP (floor (n - pane->y.max), 0, n);
  *last = (guint)CLAMP (ceil (n - pane->y.min), 0, n);
}

static double
row_top (const LsFigure *self, const LsPane *pane, guint row)
{
  return pane->top + (pane->y.max - (count_rows (self) - (double)row)) * row_height (pane);
}

static guint
count_shown (const LsFigure *self)
{
  guint n = 0;

  for (guint r = 0; r < self->sources->len; r++)
    n += ls_figure_shows (self, g_ptr_array_index (self->sources, r));
  return n;
}

/* First time, from index @from on, not before @time. */
static guint
find_time (const GArray *times, guint from, double time)
{
  guint low = from, high = times->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (g_array_index (times, double, middle) < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Numbers of events per pixel column.
 * Returns: the largest */
static guint
count_columns (
    const LsFigure *self, const LsPane *pane, const GArray *times, guint counts[], guint n)
{
  const double width = pane->width / n;
  guint greatest = 0, i = find_time (times, 0, ls_figure_get_x (self, pane, pane->left));

  memset (counts, 0, n * sizeof *counts);
  for (guint k = 0; k < n && i < times->len; k++)
    {
      /* The last column includes the end of the axis. */
      const double to = k + 1 < n ? ls_figure_get_x (self, pane, pane->left + (k + 1) * width)
                                  : ls_figure_get_x (self, pane, pane->left + pane->width + 0.01);
      const guint next = find_time (times, i, to);

      counts[k] = next - i;
      greatest = MAX (greatest, counts[k]);
      i = next;
      if (counts[k] > 0 || i >= times->len)
        continue;
      /* Continue at the column of the next event, at least k + 1. */
      k = MAX (k + 1, (guint)CLAMP ((ls_figure_get_px (self, pane, g_array_index (times, double, i))
                                     - pane->left)
                                        / width,
                                    0, n - 1.0))
          - 1;
    }
  return greatest;
}

static guint
choose_shade (guint count, guint greatest)
{
  if (count == 0)
    return 0;
  if (greatest <= 3) /* at most occasional coincidences */
    return N_SHADES;
  return 1 + (guint)floor ((N_SHADES - 1) * log (count) / log (greatest) + 1e-9);
}

static void
draw_events (const LsFigure *self,
             const LsPane *pane,
             cairo_t *cr,
             const LsColor *color,
             const GArray *times,
             double top,
             double height)
{
  const guint n = (guint)CLAMP (ceil (pane->width), 1, 20000);
  const double width = pane->width / n;
  g_autofree guint *counts = g_new (guint, n + 1);
  const guint greatest = count_columns (self, pane, times, counts, n);

  counts[n] = 0;
  for (guint k = 0; k < n && greatest > 0;)
    {
      const guint shade = choose_shade (counts[k], greatest), first = k;
      LsColor shaded = *color;

      while (k < n && choose_shade (counts[k], greatest) == shade)
        k++;
      if (shade == 0)
        continue;
      shaded.a = FAINTEST + (1 - FAINTEST) * shade / N_SHADES;
      ls_color_set_source (&shaded, cr);
      cairo_rectangle (cr, pane->left + first * width, top, (k - first) * width, height);
      cairo_fill (cr);
    }
}

static void
draw_row (const LsFigure *self, const LsPane *pane, cairo_t *cr, const LsTheme *theme, guint row)
{
  const double height = row_height (pane);
  const double filled = height < LEAST_ROW ? height : FILLED * height;
  const guint n = count_shown (self);
  guint place = 0;

  for (guint r = 0; r < self->sources->len; r++)
    {
      const LsSource *source = g_ptr_array_index (self->sources, r);
      const double top
          = row_top (self, pane, row) + (height - filled) / 2 + filled * place / MAX (n, 1u);
      const LsColor color = ls_palette_get_method_color (theme, source->method, source->variant);
      int index;

      if (!ls_figure_shows (self, source))
        continue;
      place++;
      index = find_row (self, source, row);
      if (index >= 0 && (guint)index < source->events->len)
        draw_events (self, pane, cr, &color, g_ptr_array_index (source->events, (guint)index), top,
                     MAX (filled / n - (n > 1 && filled / n > 3 ? 1 : 0), 1));
    }
}

static void
draw (const LsFigure *self, const LsPane *pane, cairo_t *cr, const LsTheme *theme)
{
  guint first, last;

  list_visible (self, pane, &first, &last);
  for (guint row = first; row < last; row++)
    draw_row (self, pane, cr, theme, row);
}

/* "15995", or "20 / 15995" for several runs. */
static char *
count_text (const LsFigure *self, guint row)
{
  GString *text = g_string_new (NULL);

  for (guint r = 0; r < self->sources->len; r++)
    {
      const LsSource *source = g_ptr_array_index (self->sources, r);
      const int index = ls_figure_shows (self, source) ? find_row (self, source, row) : -1;

      if (!ls_figure_shows (self, source))
        continue;
      g_string_append (text, text->len > 0 ? " / " : "");
      if (index >= 0)
        g_string_append_printf (text, "%" G_GUINT64_FORMAT,
                                ls_activity_get_count (source->activity, (guint)index));
      else
        g_string_append (text, "\xe2\x80\x93");
    }
  return g_string_free (text, FALSE);
}

static PangoLayout *
layout_name (const LsFigurePlan *self, const char *text)
{
  PangoLayout *layout = ls_text_new_plain (self->cr, self->theme, 0.95, text);

  ls_text_limit (layout, NAME_SHARE * self->width);
  return layout;
}

/* Interval of rows with a name, so that names do not overlap. */
static guint
choose_stride (const LsFigurePlan *self, const LsPane *pane)
{
  return (guint)MAX (ceil (1.05 * self->em / row_height (pane)), 1);
}

static void
measure (const LsFigurePlan *self, double *names, double *counts)
{
  const LsFigure *figure = self->figure;
  const LsPane *pane = g_ptr_array_index (figure->panes, 0);
  const guint stride = choose_stride (self, pane);
  guint first, last;

  *names = *counts = 0;
  list_visible (figure, pane, &first, &last);
  for (guint row = first; row < last; row += stride)
    {
      g_autofree char *count = count_text (figure, row);
      g_autoptr (PangoLayout) name = layout_name (self, figure->names[row]);
      g_autoptr (PangoLayout) number = layout_name (self, count);
      double width;

      ls_text_get_size (name, &width, NULL);
      *names = MAX (*names, width);
      ls_text_get_size (number, &width, NULL);
      *counts = MAX (*counts, width);
    }
}

static void
draw_labels (const LsFigurePlan *self, const LsPane *pane)
{
  const LsFigure *figure = self->figure;
  const double s = self->theme->scale, height = row_height (pane);
  const guint stride = choose_stride (self, pane);
  guint first, last;

  list_visible (figure, pane, &first, &last);
  for (guint row = first; row < last; row += stride)
    {
      const double middle = row_top (figure, pane, row) + height / 2;
      g_autofree char *count = count_text (figure, row);
      g_autoptr (PangoLayout) name = layout_name (self, figure->names[row]);
      g_autoptr (PangoLayout) number = layout_name (self, count);

      if (middle < pane->top - 1 || middle > pane->top + pane->height + 1)
        continue;
      ls_color_set_source (&self->theme->foreground, self->cr);
      ls_text_show (self->cr, name, pane->left - (LS_FIGURE_TICK + 4) * s, middle, 1, 0.5);
      ls_color_set_source (&self->theme->muted, self->cr);
      ls_text_show (self->cr, number, pane->left + pane->width + 6 * s, middle, 0, 0.5);
    }
}

static void
draw_rules (const LsFigurePlan *self, const LsPane *pane)
{
  guint first, last;

  if (row_height (pane) < 2 * LEAST_ROW)
    return;
  list_visible (self->figure, pane, &first, &last);
  for (guint row = MAX (first, 1u); row < last; row++)
    {
      cairo_move_to (self->cr, pane->left, floor (row_top (self->figure, pane, row)) + 0.5);
      cairo_rel_line_to (self->cr, pane->width, 0);
    }
}

static void
append_values (const LsFigure *self, const LsPane *pane, double time, double py, GString *text)
{
  const double place = (py - pane->top) / row_height (pane) - pane->y.max + count_rows (self);
  const guint row = (guint)CLAMP (floor (place), 0, (double)count_rows (self) - 1);

  g_string_append_printf (text, "\n%s", self->names[row]);
  for (guint r = 0; r < self->sources->len; r++)
    {
      const LsSource *source = g_ptr_array_index (self->sources, r);
      const int index = ls_figure_shows (self, source) ? find_row (self, source, row) : -1;
      const GArray *times;
      guint so_far;
      char last[LS_NUMBER_SIZE];

      if (index < 0 || (guint)index >= source->events->len)
        continue;
      times = g_ptr_array_index (source->events, (guint)index);
      so_far = find_time (times, 0, nextafter (time, INFINITY));
      /* translators: a number of events up to a time */
      g_string_append_printf (text, _ ("\n%s: %u events so far"), source->label, so_far);
      if (so_far > 0)
        g_string_append_printf (
            text, _ (", the last at %s s"),
            ls_number_display (g_array_index (times, double, so_far - 1), 6, last));
    }
}

static char *
make_label (const LsSource *source)
{
  const guint64 total = ls_activity_get_total (source->activity);
  const gsize kept = ls_trace_get_n_rows (ls_activity_get_trace (source->activity));

  if (total <= kept)
    return g_strdup (source->label);
  /* translators: a run; only so many of its events have their times kept */
  return g_strdup_printf (_ ("%s (the first %.0f of %.0f events)"), source->label, (double)kept,
                          (double)total);
}

static void
describe (const LsFigure *self, GString *text)
{
  const guint n = count_rows (self);

  g_string_append_printf (text,
                          g_dngettext (GETTEXT_PACKAGE,
                                       "Events of %u state or component over time.",
                                       "Events of %u states and components over time.", n),
                          n);
  for (guint r = 0; r < self->sources->len; r++)
    {
      const LsSource *source = g_ptr_array_index (self->sources, r);
      g_autofree char *label = NULL;

      if (!ls_figure_shows (self, source))
        continue;
      label = make_label (source);
      g_string_append_printf (text, " %s:", label);
      for (guint row = 0; row < MIN (n, MAX_DESCRIBED); row++)
        {
          const int index = find_row (self, source, row);

          if (index >= 0)
            g_string_append_printf (text, "%s %s %" G_GUINT64_FORMAT, row > 0 ? "," : "",
                                    self->names[row],
                                    ls_activity_get_count (source->activity, (guint)index));
        }
      g_string_append (text, n > MAX_DESCRIBED ? ", …." : ".");
    }
}

static gboolean
shows (const LsSource *source)
{
  return source->activity != NULL && ls_activity_get_n (source->activity) > 0
         && ls_trace_get_n_rows (source->clock) > 0;
}

static const char *
get_placeholder (G_GNUC_UNUSED const LsFigure *self)
{
  return _ ("No events recorded. Use quantised states (QSS1 to LIQSS3), or components with a "
            "solver of Lockstep.");
}

/* No introduction: the rows have their own description. */
static void
describe_kind (G_GNUC_UNUSED const LsFigure *self,
               G_GNUC_UNUSED const char *names,
               G_GNUC_UNUSED GString *text)
{
}

static const LsFigureRows rows = {
  .shows = shows,
  .get_span = get_span,
  .draw = draw,
  .measure = measure,
  .draw_labels = draw_labels,
  .draw_rules = draw_rules,
  .append_values = append_values,
  .make_label = make_label,
  .describe = describe,
};

static const LsFigureOps ops = {
  .choose_names = choose_names,
  .get_placeholder = get_placeholder,
  .describe = describe_kind,
  .rows = &rows,
};

const LsFigureKind ls_figure_activity = {
  .item = {
    .id = "activity",
    .name = N_ ("Activity"),
    .summary = N_ ("A row for each state or component that has events, with a mark for each"),
  },
  .subject = LS_FIGURE_OF_EVENTS,
  .no_numbers = N_ ("An activity has events and no signals: these cannot be written in this "
                    "format."),
  .empty = N_ ("No run yet. Press Run (F5) to see the events of each part over time."),
  .ops = &ops,
};
