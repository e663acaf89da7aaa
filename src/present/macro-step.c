#include "present/macro-step.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "draw/text.h"

#define MARGIN 10.0
#define GAP 14.0
/* More rows than these are too flat to be read. */
#define MAX_ROWS 4u
/* Part of the width that residual and matrix take. */
#define SIDE 0.27
#define DOT 4.0

typedef struct
{
  double x, y, width, height;
} Box;

typedef struct
{
  const LsMacroStep *step;
  const LsMacroView *view;
  const LsMacroStepRound *round;
  cairo_t *cr;
  const LsTheme *theme;
  double line; /* height of a line of text */
} Picture;

/* ---- How far it is told ----------------------------------------------------------------- */

LsMacroView
ls_macro_view_get_last (const LsMacroStep *step)
{
  return (LsMacroView){ step->rounds->len - 1, LS_MACRO_PHASE_RESIDUAL, 1.0 };
}

gboolean
ls_macro_view_move (LsMacroView *self, const LsMacroStep *step, int direction)
{
  const int n = (int)step->rounds->len * LS_N_MACRO_PHASES;
  const int at = (int)(self->round * LS_N_MACRO_PHASES + self->phase) + direction;

  if (at < 0 || at >= n)
    return FALSE;
  self->round = (guint)at / LS_N_MACRO_PHASES;
  self->phase = (LsMacroPhase)((guint)at % LS_N_MACRO_PHASES);
  self->share = 1.0;
  return TRUE;
}

static const LsMacroStepRound *
get_round (const LsMacroStep *step, const LsMacroView *view)
{
  return g_ptr_array_index (step->rounds, view->round);
}

static gboolean
is_estimated (const LsMacroStep *step, const LsMacroStepRound *round)
{
  for (guint k = 0; k < step->n_systems; k++)
    if (round->kinds[k] == LS_MACRO_STEP_ESTIMATED)
      return TRUE;
  return FALSE;
}

char *
ls_macro_step_get_phase_text (const LsMacroStep *step, const LsMacroView *view)
{
  const LsMacroStepRound *round = get_round (step, view);
  const gboolean estimated = is_estimated (step, round);
  const char *what;

  switch (view->phase)
    {
    case LS_MACRO_PHASE_INPUTS:
      what = step->n_matrix > 0 ? _ ("inputs, solved from the linearised components")
                                : _ ("inputs, as they are decided for the whole step");
      break;
    case LS_MACRO_PHASE_INTEGRATE:
      what = estimated ? _ ("estimators foretell the end of the step")
                       : _ ("all components integrate, each by itself");
      break;
    case LS_MACRO_PHASE_OUTPUTS:
      what = _ ("outputs against the inputs that they feed");
      break;
    default:
      what = _ ("residual: how far inputs and outputs are apart");
      break;
    }
  /* Translators: number of the iteration, number of iterations, what is shown */
  return g_strdup_printf (_ ("Round %u of %u: %s"), view->round + 1, step->rounds->len, what);
}

/* ---- Curves ----------------------------------------------------------------------------- */

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

/* The same for all rounds, so that nothing jumps from one to the next. */
static void
get_range (const LsMacroStep *step, guint system, gboolean of_inputs, double range[2])
{
  double middle;

  range[0] = HUGE_VAL;
  range[1] = -HUGE_VAL;
  for (guint r = 0; r < step->rounds->len; r++)
    {
      const LsMacroStepRound *round = g_ptr_array_index (step->rounds, r);

      for (guint j = 0; of_inputs && j < step->n_in; j++)
        for (guint p = 0; step->in_system[j] == system && p < LS_MACRO_STEP_POINTS; p++)
          {
            widen (range,
                   ls_macro_step_get_input (round, j, (double)p / (LS_MACRO_STEP_POINTS - 1)));
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
  if (range[0] > range[1])
    range[0] = range[1] = 0.0;
  middle = 0.5 * (range[0] + range[1]);
  if (range[1] - range[0] <= 1e-12 * fmax (fabs (middle), 1e-300))
    {
      range[0] = middle - 0.5 * fmax (fabs (middle), 1.0) * 1e-3;
      range[1] = middle + 0.5 * fmax (fabs (middle), 1.0) * 1e-3;
    }
}

static double
to_x (const Box *box, double share)
{
  return box->x + share * box->width;
}

static double
to_y (const Box *box, const double range[2], double value)
{
  const double margin = 0.2 * box->height;

  return box->y + box->height - margin
         - (value - range[0]) / (range[1] - range[0]) * (box->height - 2.0 * margin);
}

static void
stroke (const Picture *self, const LsColor *color, double width, gboolean dashed)
{
  const double dash[] = { 5.0 * self->theme->scale, 4.0 * self->theme->scale };

  cairo_set_dash (self->cr, dash, dashed ? 2 : 0, 0.0);
  cairo_set_line_width (self->cr, width * self->theme->scale);
  ls_color_set_source (color, self->cr);
  cairo_stroke (self->cr);
  cairo_set_dash (self->cr, NULL, 0, 0.0);
}

static void
dot (const Picture *self, double x, double y, const LsColor *color, gboolean hollow)
{
  cairo_new_path (self->cr);
  cairo_arc (self->cr, x, y, DOT * self->theme->scale, 0.0, 2.0 * G_PI);
  ls_color_set_source (hollow ? &self->theme->background : color, self->cr);
  cairo_fill_preserve (self->cr);
  stroke (self, color, 1.5, FALSE);
}

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
  gboolean begun = FALSE;

  for (guint p = 0; p <= last; p++)
    {
      const double value = inner (self->round, output, p);

      if ((double)p / last > share + 1e-9 || !isfinite (value))
        break;
      if (!begun)
        cairo_move_to (self->cr, to_x (box, (double)p / last), to_y (box, range, value));
      else
        cairo_line_to (self->cr, to_x (box, (double)p / last), to_y (box, range, value));
      begun = TRUE;
    }
  stroke (self, color, 2.0, dashed);
}

/* The title stands above, where no curve runs through it. */
static void
draw_frame (const Picture *self, Box *box, const char *title)
{
  PangoLayout *layout = ls_text_new_plain (self->cr, self->theme, 0.9, title);

  ls_text_limit (layout, box->width);
  ls_color_set_source (&self->theme->muted, self->cr);
  ls_text_show (self->cr, layout, box->x, box->y, 0, 0);
  g_object_unref (layout);
  box->y += self->line + 2;
  box->height -= self->line + 2;
  cairo_rectangle (self->cr, box->x, box->y, box->width, box->height);
  stroke (self, &self->theme->grid, 1.0, FALSE);
}

static void
draw_value (const Picture *self, const Box *box, const double range[2], double value, double share)
{
  g_autofree char *text = g_strdup_printf ("%.6g", value);
  const gboolean has_room = to_y (box, range, value) - self->line > box->y;

  ls_text_draw (self->cr, self->theme, 0.85, &self->theme->foreground, text,
                to_x (box, share) + (share > 0.5 ? -8 : 8),
                to_y (box, range, value) + (has_room ? -3 : 3), share > 0.5 ? 1 : 0,
                has_room ? 1 : 0);
}

/* What the component is told; from the phase of outputs on what its source really did. */
static void
draw_inputs (const Picture *self, const Box *box, guint system)
{
  const LsMacroStep *step = self->step;
  const double grown = self->view->phase == LS_MACRO_PHASE_INPUTS ? self->view->share : 1.0;
  double range[2];

  get_range (step, system, TRUE, range);
  for (guint j = 0; j < step->n_in; j++)
    {
      const guint n = LS_MACRO_STEP_POINTS;

      if (step->in_system[j] != system)
        continue;
      if (self->view->phase >= LS_MACRO_PHASE_OUTPUTS && step->source[j] >= 0)
        {
          draw_inner (self, box, range, (guint)step->source[j], 1.0, &self->theme->muted, TRUE);
          if (isfinite (self->round->y[step->source[j]]))
            dot (self, to_x (box, 1.0), to_y (box, range, self->round->y[step->source[j]]),
                 &self->theme->muted,
                 self->round->kinds[step->out_system[step->source[j]]] == LS_MACRO_STEP_ESTIMATED);
        }
      for (guint p = 0; p < n && (double)p / (n - 1) <= grown + 1e-9; p++)
        cairo_line_to (
            self->cr, to_x (box, (double)p / (n - 1)),
            to_y (box, range, ls_macro_step_get_input (self->round, j, (double)p / (n - 1))));
      stroke (self, &self->theme->selection, 2.5, FALSE);
      draw_value (self, box, range, ls_macro_step_get_input (self->round, j, 0.0), 0.0);
    }
}

static void
draw_outputs (const Picture *self, const Box *box, guint system)
{
  const LsMacroStep *step = self->step;
  const LsMacroPhase phase = self->view->phase;
  const double grown = phase < LS_MACRO_PHASE_INTEGRATE    ? 0.0
                       : phase == LS_MACRO_PHASE_INTEGRATE ? self->view->share
                                                           : 1.0;
  const gboolean estimated = self->round->kinds[system] == LS_MACRO_STEP_ESTIMATED;
  double range[2];

  get_range (step, system, FALSE, range);
  for (guint i = 0; i < step->n_out; i++)
    {
      if (step->out_system[i] != system)
        continue;
      if (estimated)
        {
          cairo_move_to (self->cr, to_x (box, 0.0), to_y (box, range, step->y_start[i]));
          cairo_line_to (
              self->cr, to_x (box, grown),
              to_y (box, range, step->y_start[i] + grown * (self->round->y[i] - step->y_start[i])));
          stroke (self, &self->theme->foreground, 1.5, TRUE);
        }
      else
        draw_inner (self, box, range, i, grown, &self->theme->foreground, FALSE);
      dot (self, to_x (box, 0.0), to_y (box, range, step->y_start[i]), &self->theme->foreground,
           FALSE);
      if (grown >= 1.0 && isfinite (self->round->y[i]))
        {
          dot (self, to_x (box, 1.0), to_y (box, range, self->round->y[i]),
               &self->theme->foreground, estimated);
          draw_value (self, box, range, self->round->y[i], 1.0);
        }
    }
}

static void
draw_system (const Picture *self, const Box *row, guint system)
{
  Box left = *row, right = *row;
  g_autofree char *inputs = g_strdup_printf (_ ("%s: inputs"), self->step->names[system]);
  g_autofree char *outputs = g_strdup_printf (_ ("%s: outputs"), self->step->names[system]);

  left.width = right.width = (row->width - GAP) / 2.0;
  right.x += left.width + GAP;
  draw_frame (self, &left, inputs);
  draw_frame (self, &right, outputs);
  cairo_save (self->cr);
  draw_inputs (self, &left, system);
  draw_outputs (self, &right, system);
  cairo_restore (self->cr);
}

/* ---- Residual and matrix ---------------------------------------------------------------- */

static gboolean
is_told (const Picture *self, guint round)
{
  return round < self->view->round
         || (round == self->view->round && self->view->phase == LS_MACRO_PHASE_RESIDUAL);
}

/* Decades, so that convergence is a straight line downwards. */
static void
draw_residuals (const Picture *self, Box *box)
{
  const guint n = self->step->rounds->len;
  double range[2] = { HUGE_VAL, -HUGE_VAL };

  draw_frame (self, box, _ ("residual, round by round"));
  for (guint r = 0; r < n; r++)
    {
      const double residual
          = ((LsMacroStepRound *)g_ptr_array_index (self->step->rounds, r))->residual;

      widen (range, residual > 0 ? log10 (residual) : NAN);
    }
  if (range[0] > range[1])
    return;
  range[0] = floor (range[0]);
  range[1] = fmax (ceil (range[1]), range[0] + 1.0);
  for (guint r = 0; r < n; r++)
    {
      const LsMacroStepRound *round = g_ptr_array_index (self->step->rounds, r);
      const double share = (r + 0.5) / n;
      g_autofree char *text = g_strdup_printf ("%.2g", round->residual);

      if (!is_told (self, r) || !(round->residual > 0))
        continue;
      dot (self, to_x (box, share), to_y (box, range, log10 (round->residual)),
           &self->theme->selection, is_estimated (self->step, round));
      if (r == self->view->round || n <= 4)
        ls_text_draw (self->cr, self->theme, 0.85, &self->theme->foreground, text,
                      to_x (box, share), to_y (box, range, log10 (round->residual)) + 6,
                      share > 0.7 ? 1 : 0.5, 0);
    }
}

static LsColor
heat (const LsTheme *theme, double value, double greatest)
{
  static const LsColor positive = { 0.90, 0.62, 0.0, 1 }, negative = { 0.0, 0.45, 0.70, 1 };
  const double share = greatest > 0 ? sqrt (fmin (fabs (value) / greatest, 1.0)) : 0.0;

  return ls_color_mix (&theme->background, value > 0 ? &positive : &negative, share);
}

static void
draw_matrix (const Picture *self, const Box *box)
{
  const LsMacroStep *step = self->step;
  const guint n = step->n_matrix;
  const double side = fmin (box->width, box->height - self->line - 4) / n;
  double greatest = 0.0;
  g_autofree char *text
      = g_strdup_printf (_ ("%u × %u matrix, condition %.3g"), n, n, step->condition);

  for (guint i = 0; i < n * n; i++)
    greatest = fmax (greatest, fabs (step->matrix[i]));
  ls_text_draw (self->cr, self->theme, 0.9, &self->theme->muted, text, box->x, box->y, 0, 0);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      {
        const LsColor color = heat (self->theme, step->matrix[i * n + j], greatest);

        cairo_rectangle (self->cr, box->x + j * side, box->y + self->line + 4 + i * side, side - 1,
                         side - 1);
        ls_color_set_source (&color, self->cr);
        cairo_fill (self->cr);
        if (side > 3.4 * self->line)
          {
            g_autofree char *entry = g_strdup_printf ("%.3g", step->matrix[i * n + j]);

            ls_text_draw (self->cr, self->theme, 0.8, &self->theme->foreground, entry,
                          box->x + (j + 0.5) * side, box->y + self->line + 4 + (i + 0.5) * side,
                          0.5, 0.5);
          }
      }
}

/* ---- All of it -------------------------------------------------------------------------- */

static double
draw_heading (const Picture *self, double width)
{
  g_autofree char *phase = ls_macro_step_get_phase_text (self->step, self->view);
  g_autofree char *title = g_strdup_printf (_ ("%s: from %.6g to %.6g s"), self->step->name,
                                            self->step->time, self->step->time + self->step->h);
  PangoLayout *layout = ls_text_new_plain (self->cr, self->theme, 1.1, title);
  PangoLayout *line = ls_text_new_plain (self->cr, self->theme, 1.0, phase);
  double w, h, w2, h2;

  ls_text_limit (layout, width - 2 * MARGIN);
  ls_text_limit (line, width - 2 * MARGIN);
  ls_text_get_size (layout, &w, &h);
  ls_text_get_size (line, &w2, &h2);
  ls_color_set_source (&self->theme->foreground, self->cr);
  ls_text_show (self->cr, layout, MARGIN, 4, 0, 0);
  ls_color_set_source (&self->theme->muted, self->cr);
  ls_text_show (self->cr, line, MARGIN, 6 + h, 0, 0);
  g_object_unref (layout);
  g_object_unref (line);
  return h + h2 + 12;
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

void
ls_macro_step_draw (const LsMacroStep *step,
                    const LsMacroView *view,
                    cairo_t *cr,
                    double width,
                    double height,
                    const LsTheme *theme)
{
  const Picture self
      = { step, view, get_round (step, view), cr, theme, get_line_height (cr, theme) };
  const guint n_rows = MIN (step->n_systems, MAX_ROWS);
  const double side_width = fmax (SIDE * width, 120.0);
  double top;
  Box row, side;

  ls_color_set_source (&theme->background, cr);
  cairo_paint (cr);
  top = draw_heading (&self, width);
  row = (Box){ MARGIN, top, width - 2 * MARGIN - GAP - side_width,
               (height - top - MARGIN - (n_rows - 1) * GAP) / n_rows };
  side = (Box){ row.x + row.width + GAP, top, side_width, height - top - MARGIN };
  if (row.height < 10 || row.width < 40)
    return;
  for (guint k = 0; k < n_rows; k++, row.y += row.height + GAP)
    draw_system (&self, &row, k);
  if (step->n_matrix > 0)
    {
      Box upper = side;

      upper.height = (side.height - GAP) / 2.0;
      side.y += upper.height + GAP;
      side.height = upper.height;
      draw_residuals (&self, &upper);
      draw_matrix (&self, &side);
    }
  else
    draw_residuals (&self, &side);
}

static void
describe_systems (const LsMacroStep *step, const LsMacroView *view, GString *text)
{
  const LsMacroStepRound *round = get_round (step, view);

  for (guint j = 0; j < step->n_in; j++)
    g_string_append_printf (text, _ (" %s from %.6g to %.6g."), step->inputs[j],
                            ls_macro_step_get_input (round, j, 0.0),
                            ls_macro_step_get_input (round, j, 1.0));
  for (guint i = 0; view->phase > LS_MACRO_PHASE_INPUTS && i < step->n_out; i++)
    if (isfinite (round->y[i]))
      g_string_append_printf (text,
                              round->kinds[step->out_system[i]] == LS_MACRO_STEP_ESTIMATED
                                  ? _ (" %s is estimated to go from %.6g to %.6g.")
                                  : _ (" %s goes from %.6g to %.6g."),
                              step->outputs[i], step->y_start[i], round->y[i]);
}

char *
ls_macro_step_describe (const LsMacroStep *step, const LsMacroView *view)
{
  g_autofree char *phase = ls_macro_step_get_phase_text (step, view);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _ ("%s, macro step from %.6g to %.6g s. %s."), step->name,
                          step->time, step->time + step->h, phase);
  describe_systems (step, view, text);
  if (view->phase == LS_MACRO_PHASE_RESIDUAL)
    g_string_append_printf (text, _ (" Residual %.3g."), get_round (step, view)->residual);
  if (step->n_matrix > 0)
    g_string_append_printf (text, _ (" Matrix of %u unknowns, condition %.3g."), step->n_matrix,
                            step->condition);
  return g_string_free (text, FALSE);
}
