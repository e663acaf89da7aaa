/* One variable over the step: name, value at the start, curve, value at the end. Each has its own
 * range, as units differ. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "core/base/language.h"
#include "draw/text.h"
#include "present/macro-step-impl.h"

#define DIGITS 5
/* A frame that would have fewer lines of text in its width has no value at the start beside it,
 * which the ticks tell as well. */
#define LEAST_FRAME 5.0
/* Distance between name, values and frame. */
#define GAP 9.0
/* Maximum fraction of the width for names. */
#define NAME 0.4

typedef LsMacroPicture Picture;
typedef LsMacroBox Box;

/* ---- Values ----------------------------------------------------------------------------- */

static double
inner (const LsMacroStepIteration *iteration, guint output, guint point)
{
  return iteration->inner[(gsize)output * LS_MACRO_STEP_POINTS + point];
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
                const LsMacroStepIteration *iteration,
                const LsMacroRow *row,
                double range[2])
{
  const int output = row->of_input ? step->source[row->index] : (int)row->index;

  for (guint p = 0; p < LS_MACRO_STEP_POINTS; p++)
    {
      if (row->of_input)
        widen (range, ls_macro_step_get_input (iteration, row->index,
                                               (double)p / (LS_MACRO_STEP_POINTS - 1)));
      if (output >= 0)
        widen (range, inner (iteration, (guint)output, p));
    }
  if (output >= 0)
    widen (range, iteration->y[output]);
  if (!row->of_input)
    widen (range, step->y_start[row->index]);
}

/* Common range of all iterations, so that the axis does not change between them. */
static void
get_range (const LsMacroStep *step, const LsMacroRow *row, double range[2])
{
  double middle;

  range[0] = HUGE_VAL;
  range[1] = -HUGE_VAL;
  for (guint r = 0; r < step->iterations->len; r++)
    widen_by_round (step, g_ptr_array_index (step->iterations, r), row, range);
  if (range[0] > range[1])
    range[0] = range[1] = 0.0;
  middle = 0.5 * (range[0] + range[1]);
  if (range[1] - range[0] <= 1e-9 * fmax (fabs (middle), 1e-300))
    {
      range[0] = middle - 0.5 * fmax (fabs (middle), 1.0) * 1e-3;
      range[1] = middle + 0.5 * fmax (fabs (middle), 1.0) * 1e-3;
    }
}

static double
get_start (const LsMacroStep *step, const LsMacroStepIteration *iteration, const LsMacroRow *row)
{
  return row->of_input ? ls_macro_step_get_input (iteration, row->index, 0.0)
                       : step->y_start[row->index];
}

static double
get_end (const LsMacroStepIteration *iteration, const LsMacroRow *row)
{
  return row->of_input ? ls_macro_step_get_input (iteration, row->index, 1.0)
                       : iteration->y[row->index];
}

/* ---- Texts ------------------------------------------------------------------------------ */

/* (transfer full): "left.x [m]" */
static char *
make_name (const LsMacroStep *step, const LsMacroRow *row)
{
  const char *name = row->of_input ? step->inputs[row->index] : step->outputs[row->index];
  const int output = row->of_input ? step->source[row->index] : (int)row->index;
  const char *unit = output >= 0 ? step->units[output] : NULL;
  const gboolean has_unit = unit != NULL && *unit != '\0' && !g_str_equal (unit, "1");

  if (row->n_hidden > 0)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%s and %u more", "%s and %u more", row->n_hidden), name,
        row->n_hidden);
  return has_unit ? g_strdup_printf ("%s [%s]", name, unit) : g_strdup (name);
}

static PangoLayout *
layout_value (const Picture *self, double value)
{
  char number[LS_NUMBER_SIZE];

  return ls_text_new_plain (self->cr, self->theme, 0.9,
                            isfinite (value) ? ls_number_display (value, DIGITS, number) : "–");
}

static void
widen_by_text (double *width, PangoLayout *layout)
{
  double own;

  ls_text_get_size (layout, &own, NULL);
  *width = fmax (*width, own);
  g_object_unref (layout);
}

/* Ticks of the values, as many as have room, one at least. */
static void
get_ticks (const Picture *self, const double range[2], double height, LsTicks *ticks)
{
  ls_ticks_linear (ticks, range[0], range[1], (guint)CLAMP (height / (2.0 * self->line), 1.0, 4.0));
  ls_ticks_thin (ticks, FALSE, self->line * (range[1] - range[0]) / height);
  for (guint i = 0; ticks->exponent != 0 && i < ticks->n; i++)
    {
      const gsize length = strlen (ticks->labels[i]);

      g_snprintf (ticks->labels[i] + length, sizeof ticks->labels[i] - length, "·10^%d",
                  ticks->exponent);
    }
}

void
ls_macro_rows_measure (const Picture *self,
                       const LsMacroRow rows[],
                       guint n,
                       double width,
                       double height,
                       LsMacroColumns *columns)
{
  for (guint k = 0; k < n; k++)
    {
      g_autofree char *name = make_name (self->step, &rows[k]);
      double range[2];
      LsTicks ticks;

      get_range (self->step, &rows[k], range);
      get_ticks (self, range, height, &ticks);
      columns->ticks = fmax (columns->ticks, ls_macro_picture_measure (self, &ticks));
      widen_by_text (&columns->name, ls_text_new_plain (self->cr, self->theme, 0.9, name));
      for (guint r = 0; r < self->step->iterations->len; r++)
        {
          const LsMacroStepIteration *iteration = g_ptr_array_index (self->step->iterations, r);

          widen_by_text (&columns->start,
                         layout_value (self, get_start (self->step, iteration, &rows[k])));
          widen_by_text (&columns->end, layout_value (self, get_end (iteration, &rows[k])));
        }
    }
  columns->name = fmin (columns->name, NAME * width);
  if (width - columns->name - columns->start - columns->ticks - columns->end - 4 * GAP
      < LEAST_FRAME * self->line)
    columns->start = 0.0;
}

void
ls_macro_columns_get_frame (const LsMacroColumns *self, const Box *box, Box *frame)
{
  *frame = *box;
  frame->x += self->name + GAP + (self->start > 0.0 ? self->start + GAP : 0.0) + self->ticks;
  frame->width = fmax (box->x + box->width - self->end - GAP - frame->x, 1.0);
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
      const double value = inner (self->iteration, output, p);

      if ((double)p / last > share + 1e-9 || !isfinite (value))
        break;
      cairo_line_to (self->cr, ls_macro_box_to_x (box, (double)p / last),
                     ls_macro_box_to_y (box, range, value));
    }
  ls_macro_picture_stroke (self, color, 2.0, dashed);
}

/* Computed trajectory of the source of input @j, dashed, with a dot at its end. */
static void
draw_source (const Picture *self, const Box *box, const double range[2], guint j)
{
  const LsMacroStep *step = self->step;
  const guint source = (guint)step->source[j];

  draw_inner (self, box, range, source, 1.0, &self->theme->muted, TRUE);
  if (isfinite (self->iteration->y[source]))
    ls_macro_picture_dot (
        self, ls_macro_box_to_x (box, 1.0),
        ls_macro_box_to_y (box, range, self->iteration->y[source]), &self->theme->muted,
        self->iteration->kinds[step->out_system[source]] == LS_MACRO_STEP_ESTIMATED);
}

/* Input applied to the component; from the output phase on also the computed trajectory of its
 * source. */
static void
draw_input (const Picture *self, const Box *box, const double range[2], guint j)
{
  const double grown = self->view->phase == LS_MACRO_PHASE_INPUTS ? self->view->share : 1.0;
  const guint last = LS_MACRO_STEP_POINTS - 1;

  if (self->view->phase >= LS_MACRO_PHASE_OUTPUTS && self->step->source[j] >= 0)
    draw_source (self, box, range, j);
  cairo_new_path (self->cr);
  for (guint p = 0; p <= last && (double)p / last <= grown + 1e-9; p++)
    cairo_line_to (self->cr, ls_macro_box_to_x (box, (double)p / last),
                   ls_macro_box_to_y (
                       box, range, ls_macro_step_get_input (self->iteration, j, (double)p / last)));
  ls_macro_picture_stroke (self, &self->theme->selection, 2.5, FALSE);
}

/* The estimator computes the end of the step only, so a straight line is drawn. */
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

/* Estimator error as text, away from the curve. */
static void
draw_truth (const Picture *self, const Box *box, const double range[2], guint i, double estimate)
{
  char number[LS_NUMBER_SIZE];
  g_autofree char *text = g_strdup_printf (
      _ ("estimate − truth: %s"), ls_number_display (estimate - self->iteration->y[i], 2, number));
  const double middle = 0.5 * (range[0] + range[1]);
  const gboolean below = self->step->y_start[i] > middle;

  ls_text_draw (self->cr, self->theme, 0.8, &self->theme->foreground, text, box->x + 8,
                box->y + (below ? box->height - 1 : 1), 0, below ? 1 : 0);
}

static double
get_grown (const Picture *self)
{
  if (self->view->phase < LS_MACRO_PHASE_INTEGRATE)
    return 0.0;
  return self->view->phase == LS_MACRO_PHASE_INTEGRATE ? self->view->share : 1.0;
}

static void
draw_output (const Picture *self, const Box *box, const double range[2], guint i)
{
  const LsMacroStep *step = self->step;
  const gboolean estimated = self->iteration->kinds[step->out_system[i]] == LS_MACRO_STEP_ESTIMATED;
  const double estimate = ls_macro_step_get_estimate (step, self->view->iteration, i);
  const double grown = get_grown (self);

  if (estimated)
    draw_estimate (self, box, range, i, self->iteration->y[i], grown);
  else
    draw_inner (self, box, range, i, grown, &self->theme->foreground, FALSE);
  ls_macro_picture_dot (self, ls_macro_box_to_x (box, 0.0),
                        ls_macro_box_to_y (box, range, step->y_start[i]), &self->theme->foreground,
                        FALSE);
  /* The estimate remains visible beside the computed output. */
  if (isfinite (estimate) && self->view->phase >= LS_MACRO_PHASE_INTEGRATE)
    {
      draw_estimate (self, box, range, i, estimate, 1.0);
      ls_macro_picture_dot (self, ls_macro_box_to_x (box, 1.0),
                            ls_macro_box_to_y (box, range, estimate), &self->theme->selection,
                            TRUE);
    }
  if (grown < 1.0 || !isfinite (self->iteration->y[i]))
    return;
  ls_macro_picture_dot (self, ls_macro_box_to_x (box, 1.0),
                        ls_macro_box_to_y (box, range, self->iteration->y[i]),
                        &self->theme->foreground, estimated);
  if (isfinite (estimate))
    draw_truth (self, box, range, i, estimate);
}

/* Whether the value at the end is already displayed. */
static gboolean
is_final (const Picture *self, const LsMacroRow *row)
{
  if (row->of_input)
    return self->view->phase > LS_MACRO_PHASE_INPUTS || self->view->share >= 1.0;
  return get_grown (self) >= 1.0;
}

static void
draw_value (const Picture *self, double value, double x, double y, double align)
{
  PangoLayout *layout = layout_value (self, value);

  ls_color_set_source (&self->theme->foreground, self->cr);
  ls_text_show (self->cr, layout, x, y, align, 0.5);
  g_object_unref (layout);
}

void
ls_macro_row_draw (const Picture *self,
                   const LsMacroRow *row,
                   const LsMacroColumns *columns,
                   const Box *box)
{
  const double middle = box->y + 0.5 * box->height;
  g_autofree char *name = make_name (self->step, row);
  PangoLayout *layout = ls_text_new_plain (self->cr, self->theme, 0.9, name);
  double range[2];
  LsTicks ticks;
  Box frame;

  ls_macro_columns_get_frame (columns, box, &frame);
  get_range (self->step, row, range);
  ls_text_limit (layout, columns->name);
  ls_color_set_source (&self->theme->foreground, self->cr);
  ls_text_show (self->cr, layout, box->x, middle, 0, 0.5);
  g_object_unref (layout);
  get_ticks (self, range, frame.height, &ticks);
  if (columns->start > 0.0)
    draw_value (self, get_start (self->step, self->iteration, row), frame.x - columns->ticks - GAP,
                middle, 1);
  if (is_final (self, row))
    draw_value (self, get_end (self->iteration, row), frame.x + frame.width + GAP, middle, 0);
  ls_macro_picture_frame (self, &frame, range, &ticks);
  if (row->of_input)
    draw_input (self, &frame, range, row->index);
  else
    draw_output (self, &frame, range, row->index);
}
