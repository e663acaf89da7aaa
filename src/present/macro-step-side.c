/* Side panel of the macro step plot: residual of each iteration, and the matrix of MISSILES. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include "core/base/language.h"
#include "draw/text.h"
#include "present/macro-step-impl.h"

/* Number of colours of the scale beside the matrix. */
#define N_SHADES 64

static void
widen (double range[2], double value)
{
  if (!isfinite (value))
    return;
  range[0] = fmin (range[0], value);
  range[1] = fmax (range[1], value);
}

static const LsMacroStepIteration *
get_round (const LsMacroPicture *self, guint iteration)
{
  return g_ptr_array_index (self->step->iterations, iteration);
}

/* ---- Residuals -------------------------------------------------------------------------- */

/* Range in decades; %FALSE if no residual is known or all are 0. */
static gboolean
get_decades (const LsMacroPicture *self, double range[2])
{
  range[0] = HUGE_VAL;
  range[1] = -HUGE_VAL;
  for (guint r = 0; r < self->step->iterations->len; r++)
    {
      const double residual = get_round (self, r)->residual;

      widen (range, residual > 0 ? log10 (residual) : NAN);
    }
  if (range[0] > range[1])
    return FALSE;
  range[0] = floor (range[0]);
  range[1] = fmax (ceil (range[1]), range[0] + 1.0);
  return TRUE;
}

/* Ticks at whole decades, as many as fit. */
static void
make_decade_ticks (const LsMacroPicture *self, double height, const double range[2], LsTicks *ticks)
{
  const int first = (int)range[0], last = (int)range[1];
  const int wanted = MAX ((int)(0.7 * height / (1.6 * self->line)), 1);
  const int stride = MAX (((last - first) + wanted - 1) / wanted, 1);

  ticks->n = 0;
  ticks->exponent = 0;
  for (int d = first; d <= last && ticks->n < G_N_ELEMENTS (ticks->values); d += stride)
    {
      ticks->values[ticks->n] = d;
      g_snprintf (ticks->labels[ticks->n], sizeof ticks->labels[0], d < 0 ? "10^−%d" : "10^%d",
                  ABS (d));
      ticks->n++;
    }
}

static void
draw_residual (const LsMacroPicture *self, const LsMacroBox *box, const double range[2], guint r)
{
  const guint n = self->step->iterations->len;
  const LsMacroStepIteration *iteration = get_round (self, r);
  const double x = ls_macro_box_to_x (box, (r + 0.5) / n);
  const gboolean low
      = iteration->residual > 0 && log10 (iteration->residual) < 0.5 * (range[0] + range[1]);
  char text[LS_NUMBER_SIZE];
  double y;

  if (!(iteration->residual > 0))
    return;
  ls_number_display (iteration->residual, 2, text);
  y = ls_macro_box_to_y (box, range, log10 (iteration->residual));
  ls_macro_picture_dot (self, x, y, &self->theme->selection,
                        ls_macro_iteration_is_estimated (self->step, iteration));
  if (r == self->view->iteration || n <= 4)
    ls_text_draw (self->cr, self->theme, 0.85, &self->theme->foreground, text, x,
                  y + (low ? -6 : 6), r + 1 == n && n > 1 ? 0.8 : 0.5, low ? 1 : 0);
}

/* Iteration numbers below the dots, as many as fit. */
static void
draw_round_numbers (const LsMacroPicture *self, const LsMacroBox *box)
{
  const guint n = self->step->iterations->len;
  const guint stride = MAX ((guint)ceil (2.2 * self->line * n / box->width), 1);

  for (guint r = 0; r < n; r += stride)
    {
      g_autofree char *text = g_strdup_printf ("%u", r + 1);

      ls_text_draw (self->cr, self->theme, 0.8, &self->theme->muted, text,
                    ls_macro_box_to_x (box, (r + 0.5) / n), box->y + box->height + 2, 0.5, 0);
    }
}

/* Bold during the residual phase. */
static void
draw_residual_title (const LsMacroPicture *self, LsMacroBox *box, const char *title)
{
  g_autofree char *strong = g_strdup_printf ("<b>%s</b>", title);

  ls_macro_picture_title (self, box, self->view->phase == LS_MACRO_PHASE_RESIDUAL ? strong : title);
}

/* A single residual is shown as a number. */
static double
draw_one_residual (const LsMacroPicture *self, const LsMacroBox *box)
{
  const double residual = get_round (self, 0)->residual;
  LsMacroBox rest = *box;
  char text[LS_NUMBER_SIZE];

  ls_number_display (residual, 2, text);
  draw_residual_title (self, &rest, _ ("residual"));
  if (ls_macro_view_has_final_inputs (self->view, 0))
    ls_text_draw (self->cr, self->theme, 1.4, &self->theme->foreground,
                  isfinite (residual) ? text : "–", rest.x, rest.y, 0, 0);
  return rest.y + 1.9 * self->line - box->y;
}

static void
draw_residuals (const LsMacroPicture *self, LsMacroBox box)
{
  double range[2], labels;
  LsTicks ticks;

  draw_residual_title (self, &box, _ ("residual by iteration"));
  box.height -= self->line;
  if (!get_decades (self, range))
    {
      /* All inputs equal their sources, or there are no connected inputs. */
      ls_text_draw (self->cr, self->theme, 0.9, &self->theme->muted, _ ("none: all inputs match"),
                    box.x + 0.5 * box.width, box.y + 0.5 * box.height, 0.5, 0.5);
      return;
    }
  make_decade_ticks (self, box.height, range, &ticks);
  labels = ls_macro_picture_measure (self, &ticks);
  box.x += labels;
  box.width -= labels;
  ls_macro_picture_frame (self, &box, range, &ticks);
  draw_round_numbers (self, &box);
  for (guint r = 0; r < self->step->iterations->len; r++)
    if (ls_macro_view_has_final_inputs (self->view, r))
      draw_residual (self, &box, range, r);
}

/* ---- Matrix ----------------------------------------------------------------------------- */

static LsColor
heat (const LsTheme *theme, double value, double greatest)
{
  static const LsColor positive = { 0.90, 0.62, 0.0, 1 }, negative = { 0.0, 0.45, 0.70, 1 };
  const double share = greatest > 0 ? sqrt (fmin (fabs (value) / greatest, 1.0)) : 0.0;

  return ls_color_mix (&theme->background, value > 0 ? &positive : &negative, share);
}

static void
fill_rect (const LsMacroPicture *self, double x, double y, double w, double h, const LsColor *color)
{
  cairo_rectangle (self->cr, x, y, w, h);
  ls_color_set_source (color, self->cr);
  cairo_fill (self->cr);
}

/* Colour scale from the largest positive to the largest negative value, with 0 in the middle. */
static void
draw_scale (const LsMacroPicture *self, const LsMacroBox *box, double greatest)
{
  g_autofree char *high = g_strdup_printf ("%.2g", greatest);
  g_autofree char *low = g_strdup_printf ("−%s", high);
  const char *const texts[] = { high, "0", low };

  for (int i = 0; i < N_SHADES; i++)
    {
      const double value = greatest * (1.0 - 2.0 * (i + 0.5) / N_SHADES);
      const LsColor color = heat (self->theme, value, greatest);

      fill_rect (self, box->x, box->y + i * box->height / N_SHADES, box->width,
                 box->height / N_SHADES + 0.5, &color);
    }
  for (int i = 0; i < 3; i++)
    ls_text_draw (self->cr, self->theme, 0.8, &self->theme->muted, texts[i],
                  box->x + box->width + 4, box->y + 0.5 * i * box->height, 0, 0.5 * i);
}

/* Black or white, whichever has more contrast with the cell. */
static LsColor
get_ink (const LsColor *ground)
{
  static const LsColor black = { 0, 0, 0, 1 }, white = { 1, 1, 1, 1 };

  return ls_color_get_contrast (ground, &black) > ls_color_get_contrast (ground, &white) ? black
                                                                                         : white;
}

static void
draw_entries (const LsMacroPicture *self, double x, double y, double side, double greatest)
{
  const guint n = self->step->n_matrix;

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      {
        const double value = self->step->matrix[i * n + j];
        const LsColor color = heat (self->theme, value, greatest), ink = get_ink (&color);
        g_autofree char *entry = NULL;

        fill_rect (self, x + j * side, y + i * side, side - 1, side - 1, &color);
        if (side < 3.0 * self->line)
          continue;
        entry = g_strdup_printf ("%.2g", value);
        ls_text_draw (self->cr, self->theme, 0.8, &ink, entry, x + (j + 0.5) * side,
                      y + (i + 0.5) * side, 0.5, 0.5);
      }
}

static void
draw_matrix (const LsMacroPicture *self, const LsMacroBox *box)
{
  const LsMacroStep *step = self->step;
  const guint n = step->n_matrix;
  /* The scale with its labels is beside the matrix. */
  const double scale = 0.6 * self->line, labels = 3.6 * self->line;
  LsMacroBox rest = *box;
  double greatest = 0.0, side;
  g_autofree char *title
      = g_strdup_printf (_ ("%u × %u matrix, condition %.3g"), n, n, step->condition);

  for (guint i = 0; i < n * n; i++)
    greatest = fmax (greatest, fabs (step->matrix[i]));
  ls_macro_picture_title (self, &rest, title);
  side = fmin (rest.width - scale - labels - 8, rest.height) / n;
  if (side < 1.0)
    return;
  draw_entries (self, rest.x, rest.y, side, greatest);
  draw_scale (self, &(LsMacroBox){ rest.x + n * side + 8, rest.y, scale, n * side - 1 }, greatest);
}

void
ls_macro_picture_draw_side (const LsMacroPicture *self, const LsMacroBox *box)
{
  LsMacroBox rest = *box;

  if (self->step->iterations->len == 1)
    rest.y += draw_one_residual (self, box);
  else
    {
      LsMacroBox upper = *box;

      upper.height = self->step->n_matrix > 0 ? 0.5 * box->height : box->height;
      draw_residuals (self, upper);
      rest.y += upper.height + 0.5 * self->line;
    }
  rest.height = box->y + box->height - rest.y;
  if (self->step->n_matrix > 0)
    draw_matrix (self, &rest);
}
