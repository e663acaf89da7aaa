#include "draw/map.h"

#include "core/base/language.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/text.h"
#include "draw/ticks.h"

#define PAD 10.0
#define TICK 4.0
/* Minimum width of a pane, px; further panes start a new row. */
#define LEAST_WIDTH 230.0
/* The factor with the most saturated colour; likewise its inverse. */
#define STRONGEST 2.0
#define BAR_HEIGHT 10.0
#define BAR_WIDTH 200.0

typedef struct
{
  double *values;
  guint n;
  gboolean logarithmic;
  double min, max; /* edges of the outer cells; exponents of ten on a logarithmic axis */
  char *title;
} Axis;

typedef struct
{
  char *label;
  double *factors;
  double left, right, top, bottom; /* px, of the last drawing */
} Pane;

struct LsMap
{
  Axis x, y;
  char *title;
  GPtrArray *panes; /* Pane */
  double margin;
  gboolean has_mark;
  double mark_x, mark_y;
};

typedef struct
{
  const LsMap *map;
  cairo_t *cr;
  const LsTheme *theme;
  double em;
} Pen;

static void
pane_free (gpointer data)
{
  Pane *self = data;

  g_free (self->label);
  g_free (self->factors);
  g_free (self);
}

static double
get_position (const Axis *axis, double value)
{
  return axis->logarithmic ? log10 (value) : value;
}

static void
prepare_axis (Axis *self, const double values[], guint n, gboolean logarithmic)
{
  double half;

  self->values = g_memdup2 (values, n * sizeof (double));
  self->n = n;
  self->logarithmic = logarithmic;
  self->min = get_position (self, values[0]);
  self->max = get_position (self, values[n - 1]);
  half = 0.5 * (self->max - self->min) / (n - 1.0);
  self->min -= half;
  self->max += half;
}

LsMap *
ls_map_new (const double x[],
            guint n_x,
            gboolean x_logarithmic,
            const double y[],
            guint n_y,
            gboolean y_logarithmic)
{
  LsMap *self;

  g_return_val_if_fail (n_x > 1 && n_y > 1, NULL);

  self = g_new0 (LsMap, 1);
  self->panes = g_ptr_array_new_with_free_func (pane_free);
  prepare_axis (&self->x, x, n_x, x_logarithmic);
  prepare_axis (&self->y, y, n_y, y_logarithmic);
  return self;
}

void
ls_map_free (LsMap *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->panes);
  g_free (self->x.values);
  g_free (self->x.title);
  g_free (self->y.values);
  g_free (self->y.title);
  g_free (self->title);
  g_free (self);
}

void
ls_map_set_margin (LsMap *self, double margin)
{
  g_return_if_fail (self != NULL);

  self->margin = margin;
}

void
ls_map_set_titles (LsMap *self, const char *title, const char *x_title, const char *y_title)
{
  g_return_if_fail (self != NULL);

  g_free (self->title);
  g_free (self->x.title);
  g_free (self->y.title);
  self->title = g_strdup (title);
  self->x.title = g_strdup (x_title);
  self->y.title = g_strdup (y_title);
}

guint
ls_map_add_pane (LsMap *self, const char *label, const double factors[])
{
  Pane *pane = g_new0 (Pane, 1);

  g_return_val_if_fail (self != NULL, 0);
  pane->label = g_strdup (label);
  pane->factors = g_memdup2 (factors, (gsize)self->x.n * self->y.n * sizeof (double));
  g_ptr_array_add (self->panes, pane);
  return self->panes->len - 1;
}

void
ls_map_set_mark (LsMap *self, double x, double y)
{
  g_return_if_fail (self != NULL);

  self->has_mark = TRUE;
  self->mark_x = x;
  self->mark_y = y;
}

/* ---- Positions -------------------------------------------------------------------------- */

static double
get_px (const LsMap *self, const Pane *pane, double position)
{
  return pane->left
         + (position - self->x.min) / (self->x.max - self->x.min) * (pane->right - pane->left);
}

static double
get_py (const LsMap *self, const Pane *pane, double position)
{
  return pane->bottom
         - (position - self->y.min) / (self->y.max - self->y.min) * (pane->bottom - pane->top);
}

void
ls_map_locate (const LsMap *self, guint pane, guint ix, guint iy, double *px, double *py)
{
  g_return_if_fail (self != NULL && px != NULL && py != NULL);

  const Pane *at = g_ptr_array_index (self->panes, pane);

  *px = get_px (self, at, get_position (&self->x, self->x.values[ix]));
  *py = get_py (self, at, get_position (&self->y, self->y.values[iy]));
}

gboolean
ls_map_find (const LsMap *self, double px, double py, guint *pane, guint *ix, guint *iy)
{
  g_return_val_if_fail (self != NULL && pane != NULL && ix != NULL && iy != NULL, FALSE);

  for (guint i = 0; i < self->panes->len; i++)
    {
      const Pane *at = g_ptr_array_index (self->panes, i);

      if (px < at->left || px >= at->right || py <= at->top || py > at->bottom)
        continue;
      *pane = i;
      *ix = MIN ((guint)((px - at->left) / (at->right - at->left) * self->x.n), self->x.n - 1);
      *iy = MIN ((guint)((at->bottom - py) / (at->bottom - at->top) * self->y.n), self->y.n - 1);
      return TRUE;
    }
  return FALSE;
}

/* Panes in rows and columns in the space left by the titles. */
static void
lay_out (LsMap *self, const Pen *pen, double width, double height)
{
  const guint n = self->panes->len;
  const guint room = CLAMP ((guint)(width / LEAST_WIDTH), 1, MAX (n, 1));
  const guint rows = (n + room - 1) / room;
  const guint columns = (n + MAX (rows, 1) - 1) / MAX (rows, 1);
  const double above = PAD + (self->title != NULL ? 1.6 * pen->em : 0.0);
  const double below = 1.6 * pen->em + BAR_HEIGHT + PAD;
  const double each_width = (width - 2.0 * PAD) / columns;
  const double each_height = (height - above - below) / MAX (rows, 1);

  for (guint i = 0; i < n; i++)
    {
      Pane *pane = g_ptr_array_index (self->panes, i);

      pane->left = floor (PAD + i % columns * each_width + 5.2 * pen->em);
      pane->right = floor (PAD + (i % columns + 1) * each_width - 0.8 * pen->em);
      pane->top = floor (above + i / columns * each_height + 1.5 * pen->em);
      pane->bottom = floor (above + (i / columns + 1) * each_height - 2.5 * pen->em);
      pane->right = fmax (pane->right, pane->left + 1.0);
      pane->bottom = fmax (pane->bottom, pane->top + 1.0);
    }
}

/* ---- Colours and boundary --------------------------------------------------------------- */

/* Blue for decay, orange for growth, background colour at the boundary; equal differences in
 * lightness for users who do not see colours. */
static LsColor
get_color (const LsTheme *theme, double factor, double margin)
{
  const LsColor decay = ls_palette_get_method_color (theme, "missiles", 0);
  const LsColor growth = ls_palette_get_method_color (theme, "ni-jacobi", 0);
  double strength;

  if (isnan (factor))
    return theme->muted;
  strength = fmin (fabs (log (fmax (factor, 1e-30))) / log (STRONGEST), 1.0);
  return ls_color_mix (&theme->background, factor > 1.0 + margin ? &growth : &decay,
                       0.25 + 0.7 * sqrt (strength));
}

static void
draw_cells (const Pen *pen, const Pane *pane)
{
  const LsMap *map = pen->map;
  const double width = (pane->right - pane->left) / map->x.n;
  const double height = (pane->bottom - pane->top) / map->y.n;

  cairo_save (pen->cr);
  cairo_set_antialias (pen->cr, CAIRO_ANTIALIAS_NONE);
  for (guint iy = 0; iy < map->y.n; iy++)
    for (guint ix = 0; ix < map->x.n; ix++)
      {
        const LsColor color
            = get_color (pen->theme, pane->factors[(gsize)iy * map->x.n + ix], map->margin);

        ls_color_set_source (&color, pen->cr);
        cairo_rectangle (pen->cr, pane->left + ix * width, pane->bottom - (iy + 1) * height, width,
                         height);
        cairo_fill (pen->cr);
      }
  cairo_restore (pen->cr);
}

/* Signed distance of the factor from the boundary: positive for growth. The cube root of the
 * logarithm balances fast growth and slow decay. */
static double
get_level (const LsMap *self, const Pane *pane, guint ix, guint iy)
{
  return cbrt (log (fmax (pane->factors[(gsize)iy * self->x.n + ix], 1e-30)) - self->margin);
}

/* Intersection of the boundary with the edge between two cell centres; %FALSE if there is none. */
static gboolean
cut (const LsMap *self, const Pane *pane, const guint from[2], const guint to[2], double at[2])
{
  const double a = get_level (self, pane, from[0], from[1]);
  const double b = get_level (self, pane, to[0], to[1]);
  const double share = a / (a - b);
  const double x0 = get_position (&self->x, self->x.values[from[0]]);
  const double x1 = get_position (&self->x, self->x.values[to[0]]);
  const double y0 = get_position (&self->y, self->y.values[from[1]]);
  const double y1 = get_position (&self->y, self->y.values[to[1]]);

  /* Also excludes NaN. */
  if (!((a > 0.0 && b <= 0.0) || (a <= 0.0 && b > 0.0)))
    return FALSE;
  at[0] = get_px (self, pane, x0 + share * (x1 - x0));
  at[1] = get_py (self, pane, y0 + share * (y1 - y0));
  return TRUE;
}

/* Marching squares: connects the intersections in each square of four centres in pairs. */
static void
draw_border (const Pen *pen, const Pane *pane)
{
  const LsMap *map = pen->map;

  ls_color_set_source (&pen->theme->foreground, pen->cr);
  cairo_set_line_width (pen->cr, 1.6 * fmax (pen->theme->scale, 1.0));
  cairo_set_line_cap (pen->cr, CAIRO_LINE_CAP_ROUND);
  for (guint iy = 0; iy + 1 < map->y.n; iy++)
    for (guint ix = 0; ix + 1 < map->x.n; ix++)
      {
        const guint corners[5][2]
            = { { ix, iy }, { ix + 1, iy }, { ix + 1, iy + 1 }, { ix, iy + 1 }, { ix, iy } };
        double at[2];
        guint n = 0;

        for (guint edge = 0; edge < 4; edge++)
          if (cut (map, pane, corners[edge], corners[edge + 1], at))
            {
              if (n++ % 2 == 0)
                cairo_move_to (pen->cr, at[0], at[1]);
              else
                cairo_line_to (pen->cr, at[0], at[1]);
            }
      }
  cairo_stroke (pen->cr);
}

/* ---- Axes and titles -------------------------------------------------------------------- */

static void
make_ticks (const Axis *axis, double length, double room, LsTicks *ticks)
{
  const guint wanted = (guint)CLAMP (length / room, 2, 12);

  if (axis->logarithmic)
    ls_ticks_logarithmic (ticks, pow (10, axis->min), pow (10, axis->max), wanted);
  else
    ls_ticks_linear (ticks, axis->min, axis->max, wanted);
}

static void
draw_tick (const Pen *pen, double x0, double y0, double x1, double y1)
{
  cairo_set_line_width (pen->cr, 1);
  cairo_move_to (pen->cr, floor (x0) + 0.5, floor (y0) + 0.5);
  cairo_line_to (pen->cr, floor (x1) + 0.5, floor (y1) + 0.5);
  cairo_stroke (pen->cr);
}

static void
draw_x_axis (const Pen *pen, const Pane *pane)
{
  const LsMap *map = pen->map;
  g_autoptr (PangoLayout) title = ls_text_new_plain (pen->cr, pen->theme, 1, map->x.title);
  LsTicks ticks;

  make_ticks (&map->x, pane->right - pane->left, 5 * pen->em, &ticks);
  ls_color_set_source (&pen->theme->foreground, pen->cr);
  for (guint i = 0; i < ticks.n; i++)
    {
      g_autoptr (PangoLayout) label = ls_text_new_tick (pen->cr, pen->theme, &ticks, i);
      const double x = get_px (map, pane, get_position (&map->x, ticks.values[i]));

      draw_tick (pen, x, pane->bottom, x, pane->bottom + TICK);
      ls_text_show (pen->cr, label, x, pane->bottom + TICK + 1, 0.5, 0);
    }
  ls_text_limit (title, pane->right - pane->left);
  ls_text_show (pen->cr, title, 0.5 * (pane->left + pane->right), pane->bottom + 2.2 * pen->em, 0.5,
                1);
}

static void
draw_y_axis (const Pen *pen, const Pane *pane)
{
  const LsMap *map = pen->map;
  g_autoptr (PangoLayout) title = ls_text_new_plain (pen->cr, pen->theme, 1, map->y.title);
  double width, widest = 0.0;
  LsTicks ticks;

  make_ticks (&map->y, pane->bottom - pane->top, 2.2 * pen->em, &ticks);
  ls_color_set_source (&pen->theme->foreground, pen->cr);
  for (guint i = 0; i < ticks.n; i++)
    {
      g_autoptr (PangoLayout) label = ls_text_new_tick (pen->cr, pen->theme, &ticks, i);
      const double y = get_py (map, pane, get_position (&map->y, ticks.values[i]));

      ls_text_get_size (label, &width, NULL);
      widest = fmax (widest, width);
      draw_tick (pen, pane->left - TICK, y, pane->left, y);
      ls_text_show (pen->cr, label, pane->left - TICK - 2, y, 1, 0.5);
    }
  ls_text_limit (title, pane->bottom - pane->top);
  ls_text_show_upwards (pen->cr, title, pane->left - TICK - 8 - widest,
                        0.5 * (pane->top + pane->bottom), 0.5, 1);
}

static void
draw_mark (const Pen *pen, const Pane *pane)
{
  const LsMap *map = pen->map;
  const double x = get_px (map, pane, get_position (&map->x, map->mark_x));
  const double y = get_py (map, pane, get_position (&map->y, map->mark_y));
  const double r = 5.0 * fmax (pen->theme->scale, 1.0);

  if (!(x >= pane->left && x <= pane->right && y >= pane->top && y <= pane->bottom))
    return;
  ls_color_set_source (&pen->theme->background, pen->cr);
  cairo_new_path (pen->cr);
  cairo_arc (pen->cr, x, y, r, 0, 2 * G_PI);
  cairo_fill_preserve (pen->cr);
  ls_color_set_source (&pen->theme->foreground, pen->cr);
  cairo_set_line_width (pen->cr, 2);
  cairo_stroke (pen->cr);
}

static void
draw_pane (const Pen *pen, const Pane *pane)
{
  g_autoptr (PangoLayout) label = ls_text_new_plain (pen->cr, pen->theme, 1, pane->label);

  draw_cells (pen, pane);
  cairo_save (pen->cr);
  cairo_rectangle (pen->cr, pane->left, pane->top, pane->right - pane->left,
                   pane->bottom - pane->top);
  cairo_clip (pen->cr);
  draw_border (pen, pane);
  if (pen->map->has_mark)
    draw_mark (pen, pane);
  cairo_restore (pen->cr);
  draw_x_axis (pen, pane);
  draw_y_axis (pen, pane);
  cairo_rectangle (pen->cr, pane->left + 0.5, pane->top + 0.5, pane->right - pane->left - 1,
                   pane->bottom - pane->top - 1);
  cairo_set_line_width (pen->cr, 1);
  cairo_stroke (pen->cr);
  ls_text_limit (label, pane->right - pane->left);
  ls_text_show (pen->cr, label, 0.5 * (pane->left + pane->right), pane->top - 3, 0.5, 1);
}

/* Colour scale. */
static void
draw_bar (const Pen *pen, double width, double height)
{
  const double middle = 0.5 * width, left = middle - 0.5 * BAR_WIDTH;
  const double top = height - PAD - BAR_HEIGHT - 1.2 * pen->em;

  for (guint i = 0; i < (guint)BAR_WIDTH; i++)
    {
      const double share = (i + 0.5) / BAR_WIDTH * 2.0 - 1.0;
      const LsColor color = get_color (pen->theme, pow (STRONGEST, share), 0.0);

      ls_color_set_source (&color, pen->cr);
      cairo_rectangle (pen->cr, left + i, top, 1, BAR_HEIGHT);
      cairo_fill (pen->cr);
    }
  ls_color_set_source (&pen->theme->foreground, pen->cr);
  draw_tick (pen, middle, top - 2, middle, top + BAR_HEIGHT + 2);
  ls_text_draw (pen->cr, pen->theme, 0.9, &pen->theme->foreground, "½", left, top + BAR_HEIGHT + 2,
                0.5, 0);
  ls_text_draw (pen->cr, pen->theme, 0.9, &pen->theme->foreground, "1", middle,
                top + BAR_HEIGHT + 2, 0.5, 0);
  ls_text_draw (pen->cr, pen->theme, 0.9, &pen->theme->foreground, "2", left + BAR_WIDTH,
                top + BAR_HEIGHT + 2, 0.5, 0);
  ls_text_draw (pen->cr, pen->theme, 0.9, &pen->theme->foreground, _ ("errors decay"),
                left - pen->em, top + 0.5 * BAR_HEIGHT, 1, 0.5);
  ls_text_draw (pen->cr, pen->theme, 0.9, &pen->theme->foreground, _ ("errors grow"),
                left + BAR_WIDTH + pen->em, top + 0.5 * BAR_HEIGHT, 0, 0.5);
}

void
ls_map_draw (LsMap *self, cairo_t *cr, double width, double height, const LsTheme *theme)
{
  g_return_if_fail (self != NULL && theme != NULL);

  g_autoptr (PangoLayout) line = ls_text_new_plain (cr, theme, 1, "Xg");
  Pen pen = { .map = self, .cr = cr, .theme = theme };

  ls_text_get_size (line, NULL, &pen.em);
  cairo_save (cr);
  ls_color_set_source (&theme->background, cr);
  cairo_paint (cr);
  lay_out (self, &pen, width, height);
  for (guint i = 0; i < self->panes->len; i++)
    draw_pane (&pen, g_ptr_array_index (self->panes, i));
  if (self->title != NULL)
    ls_text_draw (cr, theme, 1.2, &theme->foreground, self->title, 0.5 * width, PAD, 0.5, 0);
  draw_bar (&pen, width, height);
  cairo_restore (cr);
}

char *
ls_map_describe (const LsMap *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  const gsize n = (gsize)self->x.n * self->y.n;
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, _ ("Map of stability over %s from %g to %g and %s from %g to %g."),
                          self->x.title, self->x.values[0], self->x.values[self->x.n - 1],
                          self->y.title, self->y.values[0], self->y.values[self->y.n - 1]);
  for (guint i = 0; i < self->panes->len; i++)
    {
      const Pane *pane = g_ptr_array_index (self->panes, i);
      gsize n_stable = 0;

      for (gsize k = 0; k < n; k++)
        n_stable += pane->factors[k] <= 1.0 + self->margin;
      g_string_append_c (text, ' ');
      /* Translators: a method, percent of the cells. */
      g_string_append_printf (text, _ ("%s: errors decay in %.0f %% of it."), pane->label,
                              100.0 * (double)n_stable / (double)n);
    }
  return ls_text_raise_exponents (text->str);
}
