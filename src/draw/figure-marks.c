/* Time marks on an orbit. */
#include "draw/figure-impl.h"

#include <math.h>

#include "core/base/language.h"
#include "draw/text.h"

/* Radius of a dot, and distance of its label, px. */
#define RADIUS 2.8
#define LABEL_GAP 4.0
/* Minimum distance of consecutive dots, px. */
#define LEAST_DISTANCE 9.0
/* Maximum distance of dots of several runs that share a label, px. */
#define SAME_PLACE 18.0
/* Maximum number of marks per run; beyond it every second one, every third, … */
#define MAX_MARKS 2000
#define DIGITS 6

typedef struct
{
  double x, y, width, height;
} Box;

typedef struct
{
  double time, x, y;
  LsColor color;
} Mark;

typedef struct
{
  const LsFigure *figure;
  const LsPane *pane;
  cairo_t *cr;
  const LsTheme *theme;
  GArray *marks; /* Mark */
  GArray *taken; /* Box: areas of dots and labels */
} Marks;

static gboolean
is_free (const Marks *self, const Box *box)
{
  const LsPane *pane = self->pane;

  if (box->x < pane->left || box->x + box->width > pane->left + pane->width || box->y < pane->top
      || box->y + box->height > pane->top + pane->height)
    return FALSE;
  for (guint i = 0; i < self->taken->len; i++)
    {
      const Box *other = &g_array_index (self->taken, Box, i);

      if (box->x < other->x + other->width && other->x < box->x + box->width
          && box->y < other->y + other->height && other->y < box->y + box->height)
        return FALSE;
    }
  return TRUE;
}

/* Whether a label at the same time and place exists already. */
static gboolean
is_told (const Marks *self, guint index)
{
  const Mark *mark = &g_array_index (self->marks, Mark, index);

  for (guint i = 0; i < index; i++)
    {
      const Mark *other = &g_array_index (self->marks, Mark, i);

      if (other->time == mark->time
          && hypot (other->x - mark->x, other->y - mark->y) < SAME_PLACE * self->theme->scale)
        return TRUE;
    }
  return FALSE;
}

/* Places the label to the right, left, below or above, wherever there is room. */
static gboolean
find_place (const Marks *self, const Mark *mark, Box *box)
{
  const double gap = (RADIUS + LABEL_GAP) * self->theme->scale;
  const double places[][2] = { { mark->x + gap, mark->y - box->height / 2 },
                               { mark->x - gap - box->width, mark->y - box->height / 2 },
                               { mark->x - box->width / 2, mark->y + gap },
                               { mark->x - box->width / 2, mark->y - gap - box->height } };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      box->x = places[i][0];
      box->y = places[i][1];
      if (is_free (self, box))
        return TRUE;
    }
  return FALSE;
}

static void
draw_label (const Marks *self, const Mark *mark)
{
  char number[LS_NUMBER_SIZE];
  g_autofree char *text = g_strdup_printf ("%s s", ls_number_display (mark->time, DIGITS, number));
  g_autoptr (PangoLayout) layout = ls_text_new_plain (self->cr, self->theme, 0.85, text);
  LsColor background = self->theme->background;
  Box box = { 0 };

  ls_text_get_size (layout, &box.width, &box.height);
  if (!find_place (self, mark, &box))
    return;
  g_array_append_val (self->taken, box);
  background.a = 0.75;
  ls_color_set_source (&background, self->cr);
  cairo_rectangle (self->cr, box.x - 1, box.y, box.width + 2, box.height);
  cairo_fill (self->cr);
  ls_color_set_source (&self->theme->foreground, self->cr);
  ls_text_show (self->cr, layout, box.x, box.y, 0, 0);
}

static void
draw_dot (const Marks *self, const Mark *mark)
{
  const double s = self->theme->scale;

  cairo_new_path (self->cr);
  cairo_arc (self->cr, mark->x, mark->y, RADIUS * s, 0, 2 * G_PI);
  ls_color_set_source (&self->theme->background, self->cr);
  cairo_fill_preserve (self->cr);
  ls_color_set_source (&mark->color, self->cr);
  cairo_set_line_width (self->cr, 1.4 * s);
  cairo_stroke (self->cr);
}

static gboolean
is_in_pane (const LsPane *pane, double x, double y)
{
  return x >= pane->left && x <= pane->left + pane->width && y >= pane->top
         && y <= pane->top + pane->height;
}

static double
value_at (const Marks *self, const LsSource *source, guint axis, double time)
{
  const char *name = self->figure->names[axis];

  return ls_source_interpolate (source, ls_source_find (source, name), time,
                                ls_figure_is_stairs (self->figure, name));
}

static void
add_mark (const Marks *self, const LsSource *source, double time, double place)
{
  const double r = RADIUS * self->theme->scale;
  const Mark *last
      = self->marks->len > 0 ? &g_array_index (self->marks, Mark, self->marks->len - 1) : NULL;
  Mark mark
      = { time, ls_figure_get_px (self->figure, self->pane, value_at (self, source, 0, place)),
          ls_pane_get_py (self->pane, value_at (self, source, 1, place)),
          ls_palette_get_method_color (self->theme, source->method, source->variant) };
  Box box;

  if (!isfinite (mark.x) || !isfinite (mark.y) || !is_in_pane (self->pane, mark.x, mark.y)
      || (last != NULL
          && hypot (mark.x - last->x, mark.y - last->y) < LEAST_DISTANCE * self->theme->scale))
    return;
  box = (Box){ mark.x - r, mark.y - r, 2 * r, 2 * r };
  g_array_append_val (self->marks, mark);
  g_array_append_val (self->taken, box);
}

static void
add_marks (const Marks *self, const LsSource *source)
{
  const LsFigure *figure = self->figure;
  const gsize n_rows = ls_trace_get_n_rows (source->shown);
  double every = figure->time_marks, first, last;

  if (ls_source_find (source, figure->names[0]) < 0
      || ls_source_find (source, figure->names[1]) < 0)
    return;
  first = ls_trace_get (source->shown, 0, 0);
  last = ls_trace_get (source->shown, 0, n_rows - 1);
  every *= fmax (ceil ((last - first) / every / MAX_MARKS), 1);
  /* A multiple at the end counts despite rounding. */
  for (guint i = 0; i <= MAX_MARKS; i++)
    {
      const double time = (ceil (first / every - 1e-9) + i) * every;

      if (time > last + 1e-9 * every)
        return;
      add_mark (self, source, time, CLAMP (time, first, last));
    }
}

void
ls_figure_draw_marks (const LsFigure *self, const LsPane *pane, cairo_t *cr, const LsTheme *theme)
{
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (Box));
  const Marks all = { self, pane, cr, theme, marks, taken };

  cairo_save (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    if (ls_figure_shows (self, ls_figure_get_source (self, i)))
      add_marks (&all, ls_figure_get_source (self, i));
  for (guint i = 0; i < marks->len; i++)
    if (!is_told (&all, i))
      draw_label (&all, &g_array_index (marks, Mark, i));
  for (guint i = 0; i < marks->len; i++)
    draw_dot (&all, &g_array_index (marks, Mark, i));
  cairo_restore (cr);
}
