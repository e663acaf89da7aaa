#include "present/macro-step.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "draw/text.h"
#include "present/macro-step-impl.h"

#define MARGIN 8.0
/* Distances below the heading, between components, between halves. */
#define HEADING_GAP 6.0
#define GAP 10.0
/* Fraction of the width for residual and matrix; for a residual only. */
#define SIDE 0.22
#define SIDE_NUMBER 0.14
/* Minimum height of a lane in lines of text. */
#define LEAST_LANE 1.2

typedef LsMacroPicture Picture;
typedef LsMacroBox Box;

/* ---- Components, one below the other ---------------------------------------------------- */

/* Lanes of a component: (transfer full) (element-type LsMacroRow): at most @most; the last one
 * counts the hidden ones. */
static GArray *
list_rows (const LsMacroStep *step, guint system, gboolean of_inputs, guint most)
{
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (LsMacroRow));
  const guint n = of_inputs ? step->n_in : step->n_out;
  const guint *systems = of_inputs ? step->in_system : step->out_system;

  for (guint i = 0; i < n; i++)
    {
      const LsMacroRow row = { .of_input = of_inputs, .index = i };

      if (systems[i] != system)
        continue;
      if (rows->len < most)
        g_array_append_val (rows, row);
      else
        g_array_index (rows, LsMacroRow, most - 1).n_hidden++;
    }
  return rows;
}

/* Maximum number of inputs or outputs of a component. */
static guint
count_lanes (const LsMacroStep *step)
{
  guint most = 1;

  for (guint k = 0; k < step->n_systems; k++)
    {
      g_autoptr (GArray) inputs = list_rows (step, k, TRUE, G_MAXUINT);
      g_autoptr (GArray) outputs = list_rows (step, k, FALSE, G_MAXUINT);

      most = MAX (most, MAX (inputs->len, outputs->len));
    }
  return most;
}

/* Time axis below the frames of the last row, from the start of the step to its end. */
static void
draw_time (const Picture *self, const Box *box)
{
  const double start = self->step->time, end = start + self->iteration->h;
  const guint most = (guint)CLAMP (box->width / (5.0 * self->line), 1.0, 5.0);
  LsTicks ticks;

  /* As many ticks as fit. */
  for (guint wanted = most; wanted > 0; wanted--)
    {
      ls_ticks_linear (&ticks, start, end, wanted);
      if (ticks.n * 1.2 * ls_macro_picture_measure (self, &ticks) <= box->width)
        break;
    }
  for (guint i = 0; i < ticks.n; i++)
    {
      const double x = ls_macro_box_to_x (box, (ticks.values[i] - start) / (end - start));
      g_autofree char *power = ticks.exponent != 0
                                   ? g_strdup_printf ("%s·10^%d", ticks.labels[i], ticks.exponent)
                                   : g_strdup (ticks.labels[i]);
      g_autofree char *markup = ls_text_markup_power (power);
      g_autofree char *label = g_strconcat (markup, i + 1 == ticks.n ? " s" : "", NULL);
      PangoLayout *layout = ls_text_new (self->cr, self->theme, 0.8, label);

      cairo_move_to (self->cr, x, box->y + box->height);
      cairo_line_to (self->cr, x, box->y + box->height + 4);
      ls_macro_picture_stroke (self, &self->theme->muted, 1.0, FALSE);
      ls_color_set_source (&self->theme->muted, self->cr);
      ls_text_show (self->cr, layout, x, box->y + box->height + 4, 0.5, 0);
      g_object_unref (layout);
    }
}

/* The heading of a half is bold in its phases. */
static void
draw_head (const Picture *self, const Box *box, const char *text, gboolean strong)
{
  g_autofree char *markup = strong ? g_strdup_printf ("<b>%s</b>", text) : g_strdup (text);
  PangoLayout *layout = ls_text_new (self->cr, self->theme, 0.9, markup);

  ls_color_set_source (strong ? &self->theme->foreground : &self->theme->muted, self->cr);
  ls_text_limit (layout, box->width);
  ls_text_show (self->cr, layout, box->x, box->y, 0, 0);
  g_object_unref (layout);
}

/* @height: of a component */
static void
draw_half (
    const Picture *self, const Box *box, double height, guint first, guint n, gboolean inputs)
{
  const guint most = (guint)fmax (height / (0.8 * self->line), 1.0);
  LsMacroColumns columns = { 0 };
  Box last = { 0 };

  for (guint k = 0; k < n; k++)
    {
      g_autoptr (GArray) rows = list_rows (self->step, first + k, inputs, most);

      ls_macro_rows_measure (self, (const LsMacroRow *)(void *)rows->data, rows->len, box->width,
                             height / MAX (rows->len, 1), &columns);
    }
  for (guint k = 0; k < n; k++)
    {
      g_autoptr (GArray) rows = list_rows (self->step, first + k, inputs, most);

      for (guint i = 0; i < rows->len; i++)
        {
          last = (Box){ box->x, box->y + self->line + k * (height + GAP) + i * height / rows->len,
                        box->width, height / rows->len };
          ls_macro_row_draw (self, &g_array_index (rows, LsMacroRow, i), &columns, &last);
        }
    }
  draw_head (self, box, inputs ? _ ("inputs of a component") : _ ("outputs of a component"),
             inputs ? self->view->phase != LS_MACRO_PHASE_INTEGRATE
                    : self->view->phase == LS_MACRO_PHASE_INTEGRATE);
  if (last.width > 0)
    {
      Box frame;

      ls_macro_columns_get_frame (&columns, &last, &frame);
      draw_time (self, &frame);
    }
}

static void
draw_systems (const Picture *self, const Box *box, guint first, guint n)
{
  /* For heading and time axis. */
  const double height = (box->height - 2 * self->line - (n - 1) * GAP) / n;
  Box half = { box->x, box->y, (box->width - 2 * GAP) / 2.0, box->height };

  if (half.width < 10.0 || height < 2.0)
    return;
  draw_half (self, &half, height, first, n, TRUE);
  half.x += half.width + 2 * GAP;
  draw_half (self, &half, height, first, n, FALSE);
}

/* ---- Public functions ------------------------------------------------------------------- */

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

/* Draws the names of the phases, the current one filled.
 * Returns: the left end, as they are right-aligned */
static double
draw_phases (const Picture *self, double right)
{
  const char *const names[LS_N_MACRO_PHASES]
      = { C_ ("phase", "inputs"), C_ ("phase", "integration"), C_ ("phase", "outputs"),
          C_ ("phase", "residual") };
  const double pad = 0.4 * self->line;

  for (guint i = LS_N_MACRO_PHASES; i-- > 0;)
    {
      const gboolean here = i == (guint)self->view->phase;
      g_autofree char *text = g_strdup_printf ("%u %s", i + 1, names[i]);
      PangoLayout *layout = ls_text_new_plain (self->cr, self->theme, 0.9, text);
      double width, height;

      ls_text_get_size (layout, &width, &height);
      right -= width + 2 * pad;
      cairo_rectangle (self->cr, right, 3, width + 2 * pad, height + 2);
      ls_color_set_source (here ? &self->theme->foreground : &self->theme->grid, self->cr);
      cairo_fill (self->cr);
      ls_color_set_source (here ? &self->theme->background : &self->theme->foreground, self->cr);
      ls_text_show (self->cr, layout, right + pad, 4, 0, 0);
      g_object_unref (layout);
      right -= 3;
    }
  return right;
}

static double
draw_heading (const Picture *self, double width, guint first, guint n)
{
  g_autofree char *phase = ls_macro_step_get_phase_text (self->step, self->view);
  g_autofree char *title = make_heading (self, first, n);
  PangoLayout *layout = ls_text_new_plain (self->cr, self->theme, 1.0, title);
  PangoLayout *line = ls_text_new_plain (self->cr, self->theme, 0.9, phase);
  double w, h, w2, h2;

  ls_text_limit (layout, draw_phases (self, width - MARGIN) - 2 * MARGIN);
  ls_text_limit (line, width - 2 * MARGIN);
  ls_text_get_size (layout, &w, &h);
  ls_text_get_size (line, &w2, &h2);
  ls_color_set_source (&self->theme->foreground, self->cr);
  ls_text_show (self->cr, layout, MARGIN, 2, 0, 0);
  ls_text_show (self->cr, line, MARGIN, 4 + h, 0, 0);
  g_object_unref (layout);
  g_object_unref (line);
  return h + h2 + HEADING_GAP + 2;
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
  g_return_val_if_fail (step != NULL, 0);

  const double line = get_line_height (cr, theme);
  /* Heading, half headings, time axis and margins occur once. */
  const double room = height - (1.0 / 0.9 + 3.0) * line - HEADING_GAP - MARGIN + GAP;
  const double row = LEAST_LANE * line * count_lanes (step) + GAP;

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
  g_return_if_fail (step != NULL && view != NULL && theme != NULL);

  const Picture self = { step, view,  ls_macro_view_get_iteration (step, view),
                         cr,   theme, get_line_height (cr, theme) };
  const guint n = ls_macro_step_get_n_rows (step, cr, height, theme);
  const guint first = MIN (view->first, step->n_systems - n);
  /* A single number needs less width than a curve or a matrix. */
  const gboolean number = step->iterations->len == 1 && step->n_matrix == 0;
  const double side_width = number ? SIDE_NUMBER * width : fmax (SIDE * width, 120.0);
  Box rows, side;
  double top, side_gap;

  ls_color_set_source (&theme->background, cr);
  cairo_paint (cr);
  top = draw_heading (&self, width, first, n);
  /* The last time label extends beyond its frame. */
  side_gap = 1.6 * self.line;
  rows = (Box){ MARGIN, top, width - 2 * MARGIN - side_gap - side_width, height - top - MARGIN };
  side = (Box){ rows.x + rows.width + side_gap, top, side_width, height - top - MARGIN };
  if (rows.height < 10 || rows.width < 40)
    return;
  draw_systems (&self, &rows, first, n);
  ls_macro_picture_draw_side (&self, &side);
}
