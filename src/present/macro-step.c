#include "present/macro-step.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "draw/text.h"
#include "present/macro-step-impl.h"

#define MARGIN 8.0
/* Below the heading. */
#define HEADING_GAP 6.0
#define GAP 10.0
/* Part of the width that residual and matrix take. */
#define SIDE 0.27
/* Lines of text that the frame of a component is at least high. */
#define LEAST_LINES 2.0
/* For the value of an input, and for that of each output: with less room they are left out. */
#define VALUE_LINES 3.2
#define OUTPUT_LINES 2.0

typedef LsMacroPicture Picture;
typedef LsMacroBox Box;

/* ---- Values ----------------------------------------------------------------------------- */

static double
inner (const LsMacroStepRound *round, guint output, guint point)
{
  return round->inner[(gsize)output * LS_MACRO_STEP_POINTS + point];
}

static void
widen (double range[2], double value)
{
  if (!isfinite (value))
    return;
  range[0] = fmin (range[0], value);
  range[1] = fmax (range[1], value);
}

static void
widen_by_round (const LsMacroStep *step,
                const LsMacroStepRound *round,
                guint system,
                gboolean of_inputs,
                double range[2])
{
  for (guint j = 0; of_inputs && j < step->n_in; j++)
    for (guint p = 0; step->in_system[j] == system && p < LS_MACRO_STEP_POINTS; p++)
      {
        widen (range, ls_macro_step_get_input (round, j, (double)p / (LS_MACRO_STEP_POINTS - 1)));
        if (step->source[j] >= 0)
          widen (range, inner (round, (guint)step->source[j], p));
      }
  for (guint i = 0; !of_inputs && i < step->n_out; i++)
    if (step->out_system[i] == system)
      {
        widen (range, step->y_start[i]);
        widen (range, round->y[i]);
        for (guint p = 0; p < LS_MACRO_STEP_POINTS; p++)
          widen (range, inner (round, i, p));
      }
}

/* The same for all rounds, so that nothing jumps from one to the next. */
static void
get_range (const LsMacroStep *step, guint system, gboolean of_inputs, double range[2])
{
  double middle;

  range[0] = HUGE_VAL;
  range[1] = -HUGE_VAL;
  for (guint r = 0; r < step->rounds->len; r++)
    widen_by_round (step, g_ptr_array_index (step->rounds, r), system, of_inputs, range);
  if (range[0] > range[1])
    range[0] = range[1] = 0.0;
  middle = 0.5 * (range[0] + range[1]);
  if (range[1] - range[0] <= 1e-12 * fmax (fabs (middle), 1e-300))
    {
      range[0] = middle - 0.5 * fmax (fabs (middle), 1.0) * 1e-3;
      range[1] = middle + 0.5 * fmax (fabs (middle), 1.0) * 1e-3;
    }
}

/* ---- Curves ----------------------------------------------------------------------------- */

static void
draw_inner (const Picture *self,
            const Box *box,
            const double range[2],
            guint output,
            double share,
            const LsColor *color,
            gboolean dashed)
{
  const guint last = LS_MACRO_STEP_POINTS - 1;

  cairo_new_path (self->cr);
  for (guint p = 0; p <= last; p++)
    {
      const double value = inner (self->round, output, p);

      if ((double)p / last > share + 1e-9 || !isfinite (value))
        break;
      cairo_line_to (self->cr, ls_macro_box_to_x (box, (double)p / last),
                     ls_macro_box_to_y (box, range, value));
    }
  ls_macro_picture_stroke (self, color, 2.0, dashed);
}

/* What the source of input @j really did, dashed, and where it came to. */
static void
draw_source (const Picture *self, const Box *box, const double range[2], guint j)
{
  const LsMacroStep *step = self->step;
  const guint source = (guint)step->source[j];

  draw_inner (self, box, range, source, 1.0, &self->theme->muted, TRUE);
  if (isfinite (self->round->y[source]))
    ls_macro_picture_dot (self, ls_macro_box_to_x (box, 1.0),
                          ls_macro_box_to_y (box, range, self->round->y[source]),
                          &self->theme->muted,
                          self->round->kinds[step->out_system[source]] == LS_MACRO_STEP_ESTIMATED);
}

/* What the component is told; from the phase of outputs on what its source really did. */
static void
draw_inputs (const Picture *self, const Box *box, const double range[2], guint system)
{
  const LsMacroStep *step = self->step;
  const double grown = self->view->phase == LS_MACRO_PHASE_INPUTS ? self->view->share : 1.0;
  const guint last = LS_MACRO_STEP_POINTS - 1;

  for (guint j = 0; j < step->n_in; j++)
    {
      if (step->in_system[j] != system)
        continue;
      if (self->view->phase >= LS_MACRO_PHASE_OUTPUTS && step->source[j] >= 0)
        draw_source (self, box, range, j);
      cairo_new_path (self->cr);
      for (guint p = 0; p <= last && (double)p / last <= grown + 1e-9; p++)
        cairo_line_to (self->cr, ls_macro_box_to_x (box, (double)p / last),
                       ls_macro_box_to_y (
                           box, range, ls_macro_step_get_input (self->round, j, (double)p / last)));
      ls_macro_picture_stroke (self, &self->theme->selection, 2.5, FALSE);
      if (box->height >= VALUE_LINES * self->line)
        ls_macro_picture_value (self, box, range, ls_macro_step_get_input (self->round, j, 0.0),
                                0.0);
    }
}

/* The estimator knows the end of the step alone: a straight line leads there. */
static void
draw_estimate (
    const Picture *self, const Box *box, const double range[2], guint i, double value, double grown)
{
  const double start = self->step->y_start[i];

  cairo_new_path (self->cr);
  cairo_move_to (self->cr, ls_macro_box_to_x (box, 0.0), ls_macro_box_to_y (box, range, start));
  cairo_line_to (self->cr, ls_macro_box_to_x (box, grown),
                 ls_macro_box_to_y (box, range, start + grown * (value - start)));
  ls_macro_picture_stroke (self, &self->theme->foreground, 1.5, TRUE);
}

/* By how much it was wrong, in the words of the figure. */
static void
draw_truth (const Picture *self, const Box *box, guint n_told, guint i, double estimate)
{
  g_autofree char *text
      = g_strdup_printf (_ ("estimate − truth: %.2g"), estimate - self->round->y[i]);

  ls_text_draw (self->cr, self->theme, 0.8, &self->theme->foreground, text, box->x + 8,
                box->y + box->height - 3 - n_told * self->line, 0, 1);
}

static guint
count_outputs (const LsMacroStep *step, guint system)
{
  guint n = 0;

  for (guint i = 0; i < step->n_out; i++)
    n += step->out_system[i] == system;
  return n;
}

static void
draw_output (const Picture *self,
             const Box *box,
             const double range[2],
             guint i,
             double grown,
             guint *n_told)
{
  const LsMacroStep *step = self->step;
  const gboolean estimated = self->round->kinds[step->out_system[i]] == LS_MACRO_STEP_ESTIMATED;
  const double estimate = ls_macro_step_get_estimate (step, self->view->round, i);

  if (estimated)
    draw_estimate (self, box, range, i, self->round->y[i], grown);
  else
    draw_inner (self, box, range, i, grown, &self->theme->foreground, FALSE);
  ls_macro_picture_dot (self, ls_macro_box_to_x (box, 0.0),
                        ls_macro_box_to_y (box, range, step->y_start[i]), &self->theme->foreground,
                        FALSE);
  /* What was foretold stays beside what came. */
  if (isfinite (estimate) && self->view->phase >= LS_MACRO_PHASE_INTEGRATE)
    {
      draw_estimate (self, box, range, i, estimate, 1.0);
      ls_macro_picture_dot (self, ls_macro_box_to_x (box, 1.0),
                            ls_macro_box_to_y (box, range, estimate), &self->theme->selection,
                            TRUE);
    }
  if (grown < 1.0 || !isfinite (self->round->y[i]))
    return;
  ls_macro_picture_dot (self, ls_macro_box_to_x (box, 1.0),
                        ls_macro_box_to_y (box, range, self->round->y[i]), &self->theme->foreground,
                        estimated);
  if (box->height >= count_outputs (step, step->out_system[i]) * OUTPUT_LINES * self->line)
    ls_macro_picture_value (self, box, range, self->round->y[i], 1.0);
  if (isfinite (estimate))
    draw_truth (self, box, (*n_told)++, i, estimate);
}

static void
draw_outputs (const Picture *self, const Box *box, const double range[2], guint system)
{
  const LsMacroPhase phase = self->view->phase;
  const double grown = phase < LS_MACRO_PHASE_INTEGRATE    ? 0.0
                       : phase == LS_MACRO_PHASE_INTEGRATE ? self->view->share
                                                           : 1.0;
  guint n_told = 0;

  for (guint i = 0; i < self->step->n_out; i++)
    if (self->step->out_system[i] == system)
      draw_output (self, box, range, i, grown, &n_told);
}

/* ---- Components, one below the other ---------------------------------------------------- */

static const char *
get_local_name (const LsMacroStep *step, guint system, const char *name)
{
  const gsize length = strlen (step->names[system]);

  return strncmp (name, step->names[system], length) == 0 && name[length] == '.' ? name + length + 1
                                                                                 : name;
}

/* "left: inputs (F [N], v [m/s])": what follows the colon's word. */
static void
append_variable (GString *title, guint *n, const char *name, const char *unit)
{
  g_string_append (title, (*n)++ == 0 ? " (" : ", ");
  g_string_append (title, name);
  if (unit != NULL && *unit != '\0' && !g_str_equal (unit, "1"))
    g_string_append_printf (title, " [%s]", unit);
}

/* With the power of ten that the labels of the axis leave out. */
static char *
make_title (const LsMacroStep *step, guint system, gboolean of_inputs, int exponent)
{
  GString *title = g_string_new (NULL);
  g_autofree char *escaped = NULL;
  guint n = 0;

  g_string_printf (title, of_inputs ? _ ("%s: inputs") : _ ("%s: outputs"), step->names[system]);
  for (guint j = 0; of_inputs && j < step->n_in; j++)
    if (step->in_system[j] == system)
      append_variable (title, &n, get_local_name (step, system, step->inputs[j]),
                       step->source[j] >= 0 ? step->units[step->source[j]] : NULL);
  for (guint i = 0; !of_inputs && i < step->n_out; i++)
    if (step->out_system[i] == system)
      append_variable (title, &n, get_local_name (step, system, step->outputs[i]), step->units[i]);
  if (n > 0)
    g_string_append_c (title, ')');
  escaped = g_markup_escape_text (title->str, -1);
  g_string_free (title, TRUE);
  return exponent == 0 ? g_steal_pointer (&escaped)
                       : g_strdup_printf ("%s · 10<sup>%d</sup>", escaped, exponent);
}

typedef struct
{
  double ranges[2][2]; /* inputs, outputs */
  LsTicks ticks[2];
} Row;

/* The time below the frames of the last row, from the beginning of the step to its end. */
static void
draw_time (const Picture *self, const Box *box)
{
  const double start = self->step->time, end = start + self->round->h;
  LsTicks ticks;

  ls_ticks_linear (&ticks, start, end, (guint)CLAMP (box->width / (6.0 * self->line), 2.0, 5.0));
  for (guint i = 0; i < ticks.n; i++)
    {
      const double x = ls_macro_box_to_x (box, (ticks.values[i] - start) / (end - start));

      cairo_move_to (self->cr, x, box->y + box->height);
      cairo_line_to (self->cr, x, box->y + box->height + 4);
      ls_macro_picture_stroke (self, &self->theme->muted, 1.0, FALSE);
      ls_text_draw (self->cr, self->theme, 0.8, &self->theme->muted, ticks.labels[i], x,
                    box->y + box->height + 4, 0.5, 0);
    }
  if (ticks.exponent != 0)
    {
      g_autofree char *power = g_strdup_printf ("· 10<sup>%d</sup>", ticks.exponent);
      PangoLayout *layout = ls_text_new (self->cr, self->theme, 0.8, power);

      ls_text_show (self->cr, layout, box->x + box->width, box->y + box->height - 2, 1, 1);
      g_object_unref (layout);
    }
}

static void
draw_half (
    const Picture *self, Box box, guint system, const Row *row, gboolean of_inputs, gboolean last)
{
  const guint half = of_inputs ? 0 : 1;
  g_autofree char *title = make_title (self->step, system, of_inputs, row->ticks[half].exponent);

  ls_macro_picture_title (self, &box, title);
  ls_macro_picture_frame (self, &box, row->ranges[half], &row->ticks[half]);
  cairo_save (self->cr);
  if (of_inputs)
    draw_inputs (self, &box, row->ranges[half], system);
  else
    draw_outputs (self, &box, row->ranges[half], system);
  cairo_restore (self->cr);
  if (last)
    draw_time (self, &box);
}

/* All frames stand below each other, whatever their labels are. */
static void
draw_systems (const Picture *self, const Box *box, guint first, guint n)
{
  const double height = (box->height - self->line - (n - 1) * GAP) / n;
  g_autofree Row *rows = g_new0 (Row, n);
  double labels[2] = { 0.0, 0.0 }, width;

  for (guint k = 0; k < n; k++)
    for (guint half = 0; half < 2; half++)
      {
        get_range (self->step, first + k, half == 0, rows[k].ranges[half]);
        ls_macro_picture_get_ticks (self, height - self->line, rows[k].ranges[half],
                                    &rows[k].ticks[half]);
        labels[half] = fmax (labels[half], ls_macro_picture_measure (self, &rows[k].ticks[half]));
      }
  width = (box->width - GAP - labels[0] - labels[1]) / 2.0;
  if (width < 10.0)
    return;
  for (guint k = 0; k < n; k++)
    {
      Box half = { box->x + labels[0], box->y + k * (height + GAP), width, height };

      draw_half (self, half, first + k, &rows[k], TRUE, k + 1 == n);
      half.x += width + GAP + labels[1];
      draw_half (self, half, first + k, &rows[k], FALSE, k + 1 == n);
    }
}

/* ---- All of it -------------------------------------------------------------------------- */

static char *
make_heading (const Picture *self, guint first, guint n)
{
  const LsMacroStep *step = self->step;
  g_autofree char *title = g_strdup_printf (_ ("%s: from %.6g to %.6g s"), step->name, step->time,
                                            step->time + step->h);

  if (n == step->n_systems)
    return g_steal_pointer (&title);
  /* Translators: the step that is shown, the components of it that are in sight. */
  return g_strdup_printf (_ ("%s; components %u to %u of %u"), title, first + 1, first + n,
                          step->n_systems);
}

static double
draw_heading (const Picture *self, double width, guint first, guint n)
{
  g_autofree char *phase = ls_macro_step_get_phase_text (self->step, self->view);
  g_autofree char *title = make_heading (self, first, n);
  PangoLayout *layout = ls_text_new_plain (self->cr, self->theme, 1.0, title);
  PangoLayout *line = ls_text_new_plain (self->cr, self->theme, 0.9, phase);
  double w, h, w2, h2;

  ls_text_limit (layout, width - 2 * MARGIN);
  ls_text_limit (line, width - 2 * MARGIN);
  ls_text_get_size (layout, &w, &h);
  ls_text_get_size (line, &w2, &h2);
  ls_color_set_source (&self->theme->foreground, self->cr);
  ls_text_show (self->cr, layout, MARGIN, 2, 0, 0);
  ls_color_set_source (&self->theme->muted, self->cr);
  ls_text_show (self->cr, line, MARGIN, 2 + h, 0, 0);
  g_object_unref (layout);
  g_object_unref (line);
  return h + h2 + HEADING_GAP;
}

static double
get_line_height (cairo_t *cr, const LsTheme *theme)
{
  PangoLayout *layout = ls_text_new_plain (cr, theme, 0.9, "0");
  double width, height;

  ls_text_get_size (layout, &width, &height);
  g_object_unref (layout);
  return height;
}

guint
ls_macro_step_get_n_rows (const LsMacroStep *step, cairo_t *cr, double height, const LsTheme *theme)
{
  const double line = get_line_height (cr, theme);
  /* Heading, time and margins are there once. */
  const double room = height - (1.0 / 0.9 + 2.0) * line - HEADING_GAP - MARGIN + GAP;
  const double row = (1.0 + LEAST_LINES) * line + 2 + GAP;

  return (guint)CLAMP (room / row, 1.0, (double)step->n_systems);
}

void
ls_macro_step_draw (const LsMacroStep *step,
                    const LsMacroView *view,
                    cairo_t *cr,
                    double width,
                    double height,
                    const LsTheme *theme)
{
  const Picture self = { step, view,  ls_macro_view_get_round (step, view),
                         cr,   theme, get_line_height (cr, theme) };
  const guint n = ls_macro_step_get_n_rows (step, cr, height, theme);
  const guint first = MIN (view->first, step->n_systems - n);
  const double side_width = fmax (SIDE * width, 120.0);
  Box rows, side;
  double top, side_gap;

  ls_color_set_source (&theme->background, cr);
  cairo_paint (cr);
  top = draw_heading (&self, width, first, n);
  /* The last label of the time reaches beyond its frame. */
  side_gap = 1.6 * self.line;
  rows = (Box){ MARGIN, top, width - 2 * MARGIN - side_gap - side_width, height - top - MARGIN };
  side = (Box){ rows.x + rows.width + side_gap, top, side_width, height - top - MARGIN };
  if (rows.height < 10 || rows.width < 40)
    return;
  draw_systems (&self, &rows, first, n);
  ls_macro_picture_draw_side (&self, &side);
}
