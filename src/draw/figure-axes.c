/* Grid, frame, ticks and axis titles. */
#include "draw/figure-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "draw/text.h"

static double
label_width (const LsFigurePlan *self, const char *label)
{
  g_autofree char *markup = ls_text_markup_power (label);
  g_autoptr (PangoLayout) layout = ls_text_new (self->cr, self->theme, 0.95, markup);
  double width;

  ls_text_get_size (layout, &width, NULL);
  return width;
}

double
ls_figure_measure_labels (const LsFigurePlan *self, const LsTicks *ticks)
{
  double widest = 0;

  for (guint i = 0; i < ticks->n; i++)
    widest = MAX (widest, label_width (self, ticks->labels[i]));
  return widest;
}

const char *
ls_figure_get_title_of (const LsFigure *self, const char *name)
{
  const char *title = g_hash_table_lookup (self->titles, name);

  if (title == NULL && self->kind->ops != NULL && self->kind->ops->get_title != NULL)
    title = self->kind->ops->get_title (name);
  return title != NULL ? title : name;
}

static char *
axis_title (const char *names, const char *unit)
{
  return unit[0] != '\0' ? g_strdup_printf ("%s [%s]", names, unit) : g_strdup (names);
}

/* Common title of the signals of a pane: the variable name if all have the same one in different
 * components, else their number. */
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

/* @brief: common title instead of all names; the legend lists them. */
static char *
y_title (const LsFigure *self, const LsPane *pane, gboolean brief)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *common = NULL;
  g_autofree char *title = NULL;
  g_auto (GStrv) parts = NULL;

  for (guint j = 0; j < pane->signals->len; j++)
    g_string_append_printf (
        names, "%s%s", j > 0 ? ", " : "",
        ls_figure_get_title_of (self, self->names[g_array_index (pane->signals, guint, j)]));
  if (brief && pane->signals->len > 1)
    common = common_name (self, pane);
  title = axis_title (common != NULL ? common : names->str, pane->unit);
  if (self->kind->axis == NULL)
    return g_steal_pointer (&title);
  /* "difference of %s from %s" */
  parts = g_strsplit (_ (self->kind->axis), "%s", 3);
  if (g_strv_length (parts) == 3)
    return g_strconcat (parts[0], title, parts[1], self->base != NULL ? self->base->label : "",
                        parts[2], NULL);
  return g_strjoinv (title, parts);
}

/* Full title if it fits, else brief; without ellipsis. */
static PangoLayout *
layout_y_title (const LsFigurePlan *self, const LsPane *pane, double room)
{
  g_autofree char *title = y_title (self->figure, pane, FALSE);
  g_autofree char *brief = NULL;
  guint index = 0;
  g_autofree char *axis = NULL;
  const char *caption;
  PangoLayout *layout;
  double width;

  g_ptr_array_find (self->figure->panes, pane, &index);
  axis = g_strdup_printf ("y%u", index + 1);
  caption = ls_figure_get_caption (self->figure, axis);
  layout = ls_text_new_plain (self->cr, self->theme, 1, caption != NULL ? caption : title);

  ls_text_get_size (layout, &width, NULL);
  if (caption == NULL && width > room && pane->signals->len > 1)
    {
      g_object_unref (layout);
      brief = y_title (self->figure, pane, TRUE);
      layout = ls_text_new_plain (self->cr, self->theme, 1, brief);
    }
  return layout;
}

gboolean
ls_figure_cuts_titles (const LsFigurePlan *self, double height)
{
  for (guint i = 0; i < self->figure->panes->len; i++)
    {
      const LsPane *pane = g_ptr_array_index (self->figure->panes, i);
      g_autoptr (PangoLayout) layout = layout_y_title (self, pane, height);
      double width;

      ls_text_get_size (layout, &width, NULL);
      if (width > height)
        return TRUE;
    }
  return FALSE;
}

/* Title above the upper end of the axis, beside the common power of ten. */
static void
draw_title_above (const LsFigurePlan *self, const LsPane *pane, gboolean power, gboolean shared)
{
  const double s = self->theme->scale, shift = power ? 3.5 * self->em : 0;
  const double room = pane->width / (shared ? 2 : 1) - shift;
  g_autoptr (PangoLayout) layout = layout_y_title (self, pane, room);

  ls_text_limit (layout, room);
  ls_text_show (self->cr, layout,
                pane->twin ? pane->left + pane->width - shift : pane->left + shift,
                pane->top - 2 * s, pane->twin ? 1 : 0, 1);
}

gboolean
ls_figure_has_twin (const LsFigure *self, guint i)
{
  const LsPane *pane = g_ptr_array_index (self->panes, i);

  return pane->twin
         || (i + 1 < self->panes->len
             && ((const LsPane *)g_ptr_array_index (self->panes, i + 1))->twin);
}

static char *
x_title (const LsFigure *self)
{
  const char *unit = "";

  if (ls_figure_get_caption (self, "x") != NULL)
    return g_strdup (ls_figure_get_caption (self, "x"));
  if (!self->kind->x_is_signal)
    return g_strdup (_ ("time [s]"));
  for (guint i = 0; ls_figure_get_source (self, i) != NULL && unit[0] == '\0'; i++)
    {
      const LsSource *source = ls_figure_get_source (self, i);
      int column = ls_source_find (source, self->names[0]);

      if (column >= 0 && ls_trace_get_unit (source->shown, (guint)column) != NULL)
        unit = ls_trace_get_unit (source->shown, (guint)column);
    }
  return axis_title (ls_figure_get_title_of (self, self->names[0]),
                     strcmp (unit, "1") == 0 ? "" : unit);
}

static double
crisp (double position)
{
  return floor (position) + 0.5;
}

void
ls_figure_draw_grid (const LsFigurePlan *self, guint i)
{
  const LsPane *pane = g_ptr_array_index (self->figure->panes, i);
  const LsTicks *ticks = &self->y_ticks[i];
  cairo_t *cr = self->cr;

  if (pane->twin)
    return;
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
  if (ls_figure_get_rows (self->figure) != NULL)
    ls_figure_get_rows (self->figure)->draw_rules (self, pane);
  cairo_stroke (cr);
}

/* Minor ticks 2 to 9 in each decade, if there is room. */
static void
draw_minor_ticks (const LsFigurePlan *self, const LsPane *pane)
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
        cairo_move_to (self->cr, crisp (pane->twin ? pane->left + pane->width : pane->left),
                       crisp (y));
        cairo_rel_line_to (self->cr, (pane->twin ? 1 : -1) * LS_FIGURE_TICK / 2 * s, 0);
      }
}

/* The same along the bottom. */
static void
draw_minor_x_ticks (const LsFigurePlan *self, const LsPane *pane, double bottom)
{
  const LsSpan *x = &self->figure->x;
  double s = self->theme->scale;

  if (!self->figure->logarithmic_x || pane->width / (x->max - x->min) < 24 * s)
    return;
  for (int power = (int)floor (x->min); power <= (int)ceil (x->max); power++)
    for (int multiple = 2; multiple <= 9; multiple++)
      {
        double at = ls_figure_get_px (self->figure, pane, multiple * pow (10, power));

        if (at < pane->left || at > pane->left + pane->width)
          continue;
        cairo_move_to (self->cr, crisp (at), bottom);
        cairo_rel_line_to (self->cr, 0, LS_FIGURE_TICK / 2 * s);
      }
}

void
ls_figure_draw_frame (const LsFigurePlan *self, guint i)
{
  const LsPane *pane = g_ptr_array_index (self->figure->panes, i);
  const LsTicks *ticks = &self->y_ticks[i];
  double s = self->theme->scale, bottom = crisp (pane->top + pane->height);
  double edge = pane->twin ? pane->left + pane->width : pane->left;
  cairo_t *cr = self->cr;

  ls_color_set_source (&self->theme->muted, cr);
  cairo_set_line_width (cr, 1 * s);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_move_to (cr, crisp (edge), pane->top);
  cairo_line_to (cr, crisp (edge), bottom);
  for (guint k = 0; k < ticks->n; k++)
    {
      cairo_move_to (cr, crisp (edge), crisp (ls_pane_get_py (pane, ticks->values[k])));
      cairo_rel_line_to (cr, (pane->twin ? 1 : -1) * LS_FIGURE_TICK * s, 0);
    }
  if (pane->twin)
    {
      draw_minor_ticks (self, pane);
      cairo_stroke (cr);
      return;
    }
  cairo_move_to (cr, crisp (pane->left), bottom);
  cairo_line_to (cr, pane->left + pane->width, bottom);
  for (guint k = 0; k < self->x_ticks.n; k++)
    {
      double x = ls_figure_get_px (self->figure, pane, self->x_ticks.values[k]);

      cairo_move_to (cr, crisp (x), bottom);
      cairo_rel_line_to (cr, 0, LS_FIGURE_TICK * s);
    }
  draw_minor_x_ticks (self, pane, bottom);
  draw_minor_ticks (self, pane);
  cairo_stroke (cr);
}

static void
draw_label (
    const LsFigurePlan *self, const char *label, double x, double y, double align_x, double align_y)
{
  g_autofree char *markup = ls_text_markup_power (label);
  g_autoptr (PangoLayout) layout = ls_text_new (self->cr, self->theme, 0.95, markup);

  ls_text_show (self->cr, layout, x, y, align_x, align_y);
}

static void
draw_exponent (
    const LsFigurePlan *self, int exponent, double x, double y, double align_x, double align_y)
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

void
ls_figure_draw_y_labels (const LsFigurePlan *self, guint i)
{
  const LsPane *pane = g_ptr_array_index (self->figure->panes, i);
  const LsTicks *ticks = &self->y_ticks[i];
  double s = self->theme->scale;
  g_autoptr (PangoLayout) layout = NULL;

  if (ls_figure_get_rows (self->figure) != NULL)
    {
      ls_figure_get_rows (self->figure)->draw_labels (self, pane);
      return;
    }
  layout = layout_y_title (self, pane, pane->height);
  ls_text_limit (layout, pane->height);
  ls_color_set_source (&self->theme->foreground, self->cr);
  for (guint k = 0; k < ticks->n; k++)
    draw_label (self, ticks->labels[k],
                pane->twin ? pane->left + pane->width + (LS_FIGURE_TICK + 4) * s
                           : pane->left - (LS_FIGURE_TICK + 4) * s,
                ls_pane_get_py (pane, ticks->values[k]), pane->twin ? 0 : 1, 0.5);
  draw_exponent (self, ticks->exponent, pane->twin ? pane->left + pane->width : pane->left,
                 pane->top - 3 * s, pane->twin ? 1 : 0, 1);
  if (self->titles_above)
    {
      draw_title_above (self, pane, ticks->exponent != 0, ls_figure_has_twin (self->figure, i));
      return;
    }
  ls_text_show_upwards (self->cr, layout,
                        pane->twin ? self->width - LS_FIGURE_PAD * s - self->em : LS_FIGURE_PAD * s,
                        pane->top + pane->height / 2, 0.5, 0);
}

void
ls_figure_draw_x_labels (const LsFigurePlan *self)
{
  const LsFigure *figure = self->figure;
  const LsPane *pane = g_ptr_array_index (figure->panes, figure->panes->len - 1);
  double s = self->theme->scale, y = pane->top + pane->height + (LS_FIGURE_TICK + 3) * s;
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
