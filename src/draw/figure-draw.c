/* Lays a figure out and draws it: measured first, so that no label covers another. */
#include "draw/figure-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "draw/text.h"
#include "draw/ticks.h"

#define LINE_WIDTH 1.5
#define REFERENCE_WIDTH 2.2
#define PAD 10.0
#define TICK 4.0

/* All lengths in px. */
typedef struct
{
  LsFigure *figure;
  cairo_t *cr;
  const LsTheme *theme;
  double width, height, em;        /* em: height of a line of text */
  double left, right, top, bottom; /* edges of the panes together */
  double title_height, legend_height, exponent_height;
  LsTicks x_ticks;
  LsTicks *y_ticks; /* per pane */
  double x_label_width;
} Plan;

gboolean
ls_figure_has_shared_pane (const LsFigure *self)
{
  for (guint i = 0; i < self->panes->len; i++)
    if (((const LsPane *)g_ptr_array_index (self->panes, i))->signals->len > 1)
      return TRUE;
  return FALSE;
}

void
ls_figure_style (const LsFigure *self,
                 const LsSource *source,
                 guint position,
                 const LsTheme *theme,
                 LsStroke *stroke)
{
  gboolean reference = source != NULL && source == self->reference;
  gboolean shared = self->kind != LS_FIGURE_ORBIT && ls_figure_has_shared_pane (self);

  stroke->figure = self;
  stroke->source = (LsSource *)source;
  stroke->line_width = (reference ? REFERENCE_WIDTH : LINE_WIDTH) * theme->scale;
  if (source == NULL)
    stroke->color = theme->foreground;
  else
    stroke->color = ls_palette_get_method_color (theme, source->method, source->variant);
  stroke->dash = ls_palette_get_dash (shared || source == NULL ? position : source->variant,
                                      reference, &stroke->n_dash);
}

static double
label_width (const Plan *self, const char *label)
{
  g_autofree char *markup = ls_text_markup_power (label);
  g_autoptr (PangoLayout) layout = ls_text_new (self->cr, self->theme, 0.95, markup);
  double width;

  ls_text_get_size (layout, &width, NULL);
  return width;
}

static double
widest_label (const Plan *self, const LsTicks *ticks)
{
  double widest = 0;

  for (guint i = 0; i < ticks->n; i++)
    widest = MAX (widest, label_width (self, ticks->labels[i]));
  return widest;
}

static char *
axis_title (const char *names, const char *unit)
{
  return unit[0] != '\0' ? g_strdup_printf ("%s [%s]", names, unit) : g_strdup (names);
}

/* What the signals of a pane have in common: the variable's name when they are
 * the same variable of several components, else how many they are. */
static char *
common_name (const LsFigure *self, const LsPane *pane)
{
  const char *common = NULL;

  for (guint j = 0; j < pane->signals->len; j++)
    {
      const char *name = self->names[g_array_index (pane->signals, guint, j)];
      const char *point = strchr (name, '.');
      const char *variable = point != NULL ? point + 1 : name;

      if (common != NULL && strcmp (common, variable) != 0)
        return g_strdup_printf (
            g_dngettext (GETTEXT_PACKAGE, "%u signal", "%u signals", pane->signals->len),
            pane->signals->len);
      common = variable;
    }
  return g_strdup (common);
}

/* @brief: several signals by what they have in common; the legend names them. */
static char *
y_title (const LsFigure *self, const LsPane *pane, gboolean brief)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *common = NULL;
  g_autofree char *title = NULL;

  for (guint j = 0; j < pane->signals->len; j++)
    g_string_append_printf (names, "%s%s", j > 0 ? ", " : "",
                            self->names[g_array_index (pane->signals, guint, j)]);
  if (brief && pane->signals->len > 1)
    common = common_name (self, pane);
  title = axis_title (common != NULL ? common : names->str, pane->unit);
  if (self->kind == LS_FIGURE_ERROR)
    return g_strdup_printf (_ ("error of %s"), title);
  return g_steal_pointer (&title);
}

/* Whole where it fits beside the pane, else brief. */
static PangoLayout *
layout_y_title (const Plan *self, const LsPane *pane)
{
  g_autofree char *title = y_title (self->figure, pane, FALSE);
  g_autofree char *brief = NULL;
  PangoLayout *layout = ls_text_new_plain (self->cr, self->theme, 1, title);
  double width;

  ls_text_get_size (layout, &width, NULL);
  if (width > pane->height && pane->signals->len > 1)
    {
      g_object_unref (layout);
      brief = y_title (self->figure, pane, TRUE);
      layout = ls_text_new_plain (self->cr, self->theme, 1, brief);
    }
  ls_text_limit (layout, pane->height);
  return layout;
}

static char *
x_title (const LsFigure *self)
{
  const char *unit = "";

  if (self->kind != LS_FIGURE_ORBIT)
    return g_strdup (_ ("time [s]"));
  for (guint i = 0; ls_figure_get_source (self, i) != NULL && unit[0] == '\0'; i++)
    {
      const LsSource *source = ls_figure_get_source (self, i);
      int column = ls_source_find (source, self->names[0]);

      if (column >= 0 && ls_trace_get_unit (source->shown, (guint)column) != NULL)
        unit = ls_trace_get_unit (source->shown, (guint)column);
    }
  return axis_title (self->names[0], strcmp (unit, "1") == 0 ? "" : unit);
}

static void
choose_y_ticks (Plan *self, guint i)
{
  const LsPane *pane = g_ptr_array_index (self->figure->panes, i);
  guint wanted = (guint)CLAMP (pane->height / (self->em * 1.8), 2, 9);

  if (pane->logarithmic)
    ls_ticks_logarithmic (&self->y_ticks[i], pow (10, pane->y.min), pow (10, pane->y.max), wanted);
  else
    ls_ticks_linear (&self->y_ticks[i], pane->y.min, pane->y.max, wanted);
  if (self->y_ticks[i].exponent != 0)
    self->exponent_height = self->em * 1.3;
}

/* As many as fit beside each other. */
static void
choose_x_ticks (Plan *self)
{
  const LsSpan *x = &self->figure->x;
  double width = self->right - self->left;
  guint wanted = (guint)CLAMP (width / (self->em * 4), 2, 12);

  for (; wanted > 0; wanted--)
    {
      double distance = INFINITY;

      ls_ticks_linear (&self->x_ticks, x->min, x->max, wanted);
      if (self->x_ticks.n > 1)
        distance = (self->x_ticks.values[1] - self->x_ticks.values[0]) / (x->max - x->min) * width;
      if (widest_label (self, &self->x_ticks) + self->em <= distance)
        return;
    }
}

static void
place_panes (Plan *self)
{
  GPtrArray *panes = self->figure->panes;
  double s = self->theme->scale;
  double gap = MAX (12 * s, self->exponent_height + 4 * s);
  double height = (self->bottom - self->top - gap * (panes->len - 1)) / panes->len;

  for (guint i = 0; i < panes->len; i++)
    {
      LsPane *pane = g_ptr_array_index (panes, i);

      pane->left = self->left;
      pane->width = MAX (self->right - self->left, 10);
      pane->height = MAX (height, 10);
      pane->top = self->top + i * (pane->height + gap);
    }
}

static void
plan_rows (Plan *self)
{
  double s = self->theme->scale;
  double top = PAD * s + self->title_height;

  if (self->legend_height > 0)
    top += self->legend_height + 8 * s;
  self->top = top + MAX (self->exponent_height, self->em * 0.4);
  self->bottom = self->height - PAD * s - 2 * self->em - (TICK + 8) * s;
  place_panes (self);
}

static void
plan (Plan *self)
{
  LsFigure *figure = self->figure;
  double s = self->theme->scale, labels = 0;

  self->title_height = figure->title != NULL && figure->title[0] != '\0' ? self->em * 1.7 : 0;
  self->left = PAD * s;
  self->right = self->width - PAD * s - self->em;
  self->legend_height = ls_figure_legend (figure, self->cr, self->theme, 0, 0,
                                          self->width - 2 * PAD * s, self->height * 0.3, FALSE);
  plan_rows (self);
  for (guint i = 0; i < figure->panes->len; i++)
    choose_y_ticks (self, i);
  plan_rows (self); /* once more: exponents need room */
  for (guint i = 0; i < figure->panes->len; i++)
    {
      choose_y_ticks (self, i);
      labels = MAX (labels, widest_label (self, &self->y_ticks[i]));
    }
  self->left = PAD * s + self->em + 6 * s + labels + (TICK + 4) * s;
  place_panes (self);
  choose_x_ticks (self);
}

static double
crisp (double position)
{
  return floor (position) + 0.5;
}

static void
draw_grid (const Plan *self, guint i)
{
  const LsPane *pane = g_ptr_array_index (self->figure->panes, i);
  const LsTicks *ticks = &self->y_ticks[i];
  cairo_t *cr = self->cr;

  ls_color_set_source (&self->theme->grid, cr);
  cairo_set_line_width (cr, 1 * self->theme->scale);
  cairo_set_dash (cr, NULL, 0, 0);
  for (guint k = 0; k < ticks->n; k++)
    {
      cairo_move_to (cr, pane->left, crisp (ls_pane_get_py (pane, ticks->values[k])));
      cairo_rel_line_to (cr, pane->width, 0);
    }
  for (guint k = 0; k < self->x_ticks.n; k++)
    {
      double x = ls_figure_get_px (self->figure, pane, self->x_ticks.values[k]);

      cairo_move_to (cr, crisp (x), pane->top);
      cairo_rel_line_to (cr, 0, pane->height);
    }
  cairo_stroke (cr);
}

/* 2 to 9 in each decade, when decades are not too close. */
static void
draw_minor_ticks (const Plan *self, const LsPane *pane)
{
  double s = self->theme->scale;

  if (!pane->logarithmic || pane->height / (pane->y.max - pane->y.min) < 24 * s)
    return;
  for (int power = (int)floor (pane->y.min); power <= (int)ceil (pane->y.max); power++)
    for (int multiple = 2; multiple <= 9; multiple++)
      {
        double y = ls_pane_get_py (pane, multiple * pow (10, power));

        if (y < pane->top || y > pane->top + pane->height)
          continue;
        cairo_move_to (self->cr, crisp (pane->left), crisp (y));
        cairo_rel_line_to (self->cr, -TICK / 2 * s, 0);
      }
}

static void
draw_frame (const Plan *self, guint i)
{
  const LsPane *pane = g_ptr_array_index (self->figure->panes, i);
  const LsTicks *ticks = &self->y_ticks[i];
  double s = self->theme->scale, bottom = crisp (pane->top + pane->height);
  cairo_t *cr = self->cr;

  ls_color_set_source (&self->theme->muted, cr);
  cairo_set_line_width (cr, 1 * s);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_move_to (cr, crisp (pane->left), pane->top);
  cairo_line_to (cr, crisp (pane->left), bottom);
  cairo_line_to (cr, pane->left + pane->width, bottom);
  for (guint k = 0; k < ticks->n; k++)
    {
      cairo_move_to (cr, crisp (pane->left), crisp (ls_pane_get_py (pane, ticks->values[k])));
      cairo_rel_line_to (cr, -TICK * s, 0);
    }
  for (guint k = 0; k < self->x_ticks.n; k++)
    {
      double x = ls_figure_get_px (self->figure, pane, self->x_ticks.values[k]);

      cairo_move_to (cr, crisp (x), bottom);
      cairo_rel_line_to (cr, 0, TICK * s);
    }
  draw_minor_ticks (self, pane);
  cairo_stroke (cr);
}

static void
draw_label (const Plan *self, const char *label, double x, double y, double align_x, double align_y)
{
  g_autofree char *markup = ls_text_markup_power (label);
  g_autoptr (PangoLayout) layout = ls_text_new (self->cr, self->theme, 0.95, markup);

  ls_text_show (self->cr, layout, x, y, align_x, align_y);
}

static void
draw_exponent (const Plan *self, int exponent, double x, double y, double align_x, double align_y)
{
  char label[32];

  if (exponent == 0)
    return;
  g_snprintf (label, sizeof label,
              "\xc3\x97\xe2\x80\x89"
              "10^%s%d",
              exponent < 0 ? "\xe2\x88\x92" : "", ABS (exponent));
  draw_label (self, label, x, y, align_x, align_y);
}

static void
draw_y_labels (const Plan *self, guint i)
{
  const LsPane *pane = g_ptr_array_index (self->figure->panes, i);
  const LsTicks *ticks = &self->y_ticks[i];
  double s = self->theme->scale;
  g_autoptr (PangoLayout) layout = layout_y_title (self, pane);

  ls_color_set_source (&self->theme->foreground, self->cr);
  for (guint k = 0; k < ticks->n; k++)
    draw_label (self, ticks->labels[k], pane->left - (TICK + 4) * s,
                ls_pane_get_py (pane, ticks->values[k]), 1, 0.5);
  draw_exponent (self, ticks->exponent, pane->left, pane->top - 3 * s, 0, 1);
  ls_text_show_upwards (self->cr, layout, PAD * s, pane->top + pane->height / 2, 0.5, 0);
}

static void
draw_x_labels (const Plan *self)
{
  const LsFigure *figure = self->figure;
  const LsPane *pane = g_ptr_array_index (figure->panes, figure->panes->len - 1);
  double s = self->theme->scale, y = pane->top + pane->height + (TICK + 3) * s;
  g_autofree char *title = x_title (figure);
  g_autoptr (PangoLayout) layout = ls_text_new_plain (self->cr, self->theme, 1, title);

  ls_color_set_source (&self->theme->foreground, self->cr);
  for (guint k = 0; k < self->x_ticks.n; k++)
    draw_label (self, self->x_ticks.labels[k],
                ls_figure_get_px (figure, pane, self->x_ticks.values[k]), y, 0.5, 0);
  ls_text_limit (layout, pane->width * 0.8);
  ls_text_show (self->cr, layout, pane->left + pane->width / 2, y + self->em + 3 * s, 0.5, 0);
  draw_exponent (self, self->x_ticks.exponent, pane->left + pane->width, y + self->em + 3 * s, 1,
                 0);
}

static void
clip_to_pane (cairo_t *cr, const LsPane *pane)
{
  cairo_rectangle (cr, pane->left, pane->top - 1, pane->width + 1, pane->height + 2);
  cairo_clip (cr);
}

static void
draw_start (const LsStroke *stroke, cairo_t *cr, int x, int y)
{
  const LsTrace *trace = stroke->source->shown;
  double px = ls_figure_get_px (stroke->figure, stroke->pane, ls_trace_get (trace, (guint)x, 0));
  double py = ls_pane_get_py (stroke->pane, ls_trace_get (trace, (guint)y, 0));

  if (!isfinite (px) || !isfinite (py) || fabs (px) > 1e6 || fabs (py) > 1e6)
    return;
  cairo_new_path (cr);
  cairo_arc (cr, px, py, 2.6 * stroke->line_width, 0, 2 * G_PI);
  cairo_fill (cr);
}

static void
draw_orbit (const LsFigure *self, LsStroke *stroke, cairo_t *cr)
{
  int x = ls_source_find (stroke->source, self->names[0]);
  int y = ls_source_find (stroke->source, self->names[1]);

  if (x < 0 || y < 0)
    return;
  ls_stroke_orbit (stroke, cr, x, y);
  draw_start (stroke, cr, x, y);
}

static void
draw_curves (const Plan *self, const LsPane *pane)
{
  const LsFigure *figure = self->figure;

  cairo_save (self->cr);
  clip_to_pane (self->cr, pane);
  for (guint i = 0; ls_figure_get_source (figure, i) != NULL; i++)
    for (guint j = 0; j < pane->signals->len; j++)
      {
        LsSource *source = ls_figure_get_source (figure, i);
        const char *name = figure->names[g_array_index (pane->signals, guint, j)];
        int column = ls_source_find (source, name);
        LsStroke stroke;

        if (!ls_figure_shows (figure, source) || column < 0)
          continue;
        ls_figure_style (figure, source, j, self->theme, &stroke);
        stroke.pane = pane;
        if (figure->kind == LS_FIGURE_ORBIT)
          draw_orbit (figure, &stroke, self->cr);
        else
          ls_stroke_trajectory (&stroke, self->cr, column);
      }
  cairo_restore (self->cr);
}

static void
draw_placeholder (const Plan *self)
{
  g_autoptr (PangoLayout) layout
      = ls_text_new_plain (self->cr, self->theme, 1.1, ls_figure_get_placeholder (self->figure));
  double width = MAX (self->width - 4 * PAD * self->theme->scale, 20);

  pango_layout_set_width (layout, (int)(width * PANGO_SCALE));
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  ls_color_set_source (&self->theme->muted, self->cr);
  ls_text_show (self->cr, layout, self->width / 2, self->height / 2, 0.5, 0.5);
}

static void
draw_all (Plan *self)
{
  LsFigure *figure = self->figure;
  double s = self->theme->scale;

  plan (self);
  if (self->title_height > 0)
    ls_text_draw (self->cr, self->theme, 1.15, &self->theme->foreground, figure->title,
                  self->width / 2, PAD * s, 0.5, 0);
  for (guint i = 0; i < figure->panes->len; i++)
    {
      draw_grid (self, i);
      draw_curves (self, g_ptr_array_index (figure->panes, i));
      draw_frame (self, i);
      draw_y_labels (self, i);
    }
  draw_x_labels (self);
  ls_figure_legend (figure, self->cr, self->theme, PAD * s, PAD * s + self->title_height,
                    self->width - 2 * PAD * s, self->height * 0.3, TRUE);
  ls_figure_draw_cursor (figure, self->cr, self->theme);
}

void
ls_figure_draw (LsFigure *self, cairo_t *cr, double width, double height, const LsTheme *theme)
{
  Plan draft = { .figure = self, .cr = cr, .theme = theme, .width = width, .height = height };
  g_autoptr (PangoLayout) layout = NULL;

  if (self->changed)
    ls_figure_update (self);
  cairo_save (cr);
  ls_color_set_source (&theme->background, cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_fill (cr);
  layout = ls_text_new_plain (cr, theme, 1, "0");
  ls_text_get_size (layout, NULL, &draft.em);
  self->drawn = self->panes->len > 0 && ls_figure_has_data (self);
  if (self->drawn)
    {
      ls_figure_choose_ranges (self);
      draft.y_ticks = g_new (LsTicks, self->panes->len);
      draw_all (&draft);
      g_free (draft.y_ticks);
    }
  else
    draw_placeholder (&draft);
  cairo_restore (cr);
}
