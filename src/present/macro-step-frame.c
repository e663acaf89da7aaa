/* Frames with ticks, dots and values of the macro step plot. */
#include <math.h>
#include "draw/text.h"
#include "present/macro-step-impl.h"

#define DOT 4.0
/* Distance between tick labels and frame. */
#define LABEL_GAP 4.0
#define LABEL_SIZE 0.8

double
ls_macro_box_to_x (const LsMacroBox *box, double share)
{
  return box->x + share * box->width;
}

double
ls_macro_box_to_y (const LsMacroBox *box, const double range[2], double value)
{
  const double margin = 0.15 * box->height;

  return box->y + box->height - margin
         - (value - range[0]) / (range[1] - range[0]) * (box->height - 2.0 * margin);
}

void
ls_macro_picture_stroke (const LsMacroPicture *self,
                         const LsColor *color,
                         double width,
                         gboolean dashed)
{
  const double dash[] = { 5.0 * self->theme->scale, 4.0 * self->theme->scale };

  cairo_set_dash (self->cr, dash, dashed ? 2 : 0, 0.0);
  cairo_set_line_width (self->cr, width * self->theme->scale);
  ls_color_set_source (color, self->cr);
  cairo_stroke (self->cr);
  cairo_set_dash (self->cr, NULL, 0, 0.0);
}

void
ls_macro_picture_dot (
    const LsMacroPicture *self, double x, double y, const LsColor *color, gboolean hollow)
{
  cairo_new_path (self->cr);
  cairo_arc (self->cr, x, y, DOT * self->theme->scale, 0.0, 2.0 * G_PI);
  ls_color_set_source (hollow ? &self->theme->background : color, self->cr);
  cairo_fill_preserve (self->cr);
  ls_macro_picture_stroke (self, color, 1.5, FALSE);
}

void
ls_macro_picture_title (const LsMacroPicture *self, LsMacroBox *box, const char *title)
{
  PangoLayout *layout = ls_text_new (self->cr, self->theme, 0.9, title);

  ls_text_limit (layout, box->width);
  ls_color_set_source (&self->theme->muted, self->cr);
  ls_text_show (self->cr, layout, box->x, box->y, 0, 0);
  g_object_unref (layout);
  box->y += self->line + 2;
  box->height -= self->line + 2;
}

static PangoLayout *
label_new (const LsMacroPicture *self, const char *label)
{
  g_autofree char *markup = ls_text_markup_power (label);

  return ls_text_new (self->cr, self->theme, LABEL_SIZE, markup);
}

double
ls_macro_picture_measure (const LsMacroPicture *self, const LsTicks *ticks)
{
  double widest = 0.0;

  for (guint i = 0; i < ticks->n; i++)
    {
      PangoLayout *layout = label_new (self, ticks->labels[i]);
      double width, height;

      ls_text_get_size (layout, &width, &height);
      widest = fmax (widest, width);
      g_object_unref (layout);
    }
  return widest + LABEL_GAP;
}

void
ls_macro_picture_frame (const LsMacroPicture *self,
                        const LsMacroBox *box,
                        const double range[2],
                        const LsTicks *ticks)
{
  for (guint i = 0; i < ticks->n; i++)
    {
      const double y = ls_macro_box_to_y (box, range, ticks->values[i]);
      PangoLayout *layout = label_new (self, ticks->labels[i]);

      cairo_move_to (self->cr, box->x, y);
      cairo_line_to (self->cr, box->x + box->width, y);
      ls_macro_picture_stroke (self, &self->theme->grid, 1.0, FALSE);
      ls_color_set_source (&self->theme->muted, self->cr);
      ls_text_show (self->cr, layout, box->x - LABEL_GAP, y, 1, 0.5);
      g_object_unref (layout);
    }
  cairo_rectangle (self->cr, box->x, box->y, box->width, box->height);
  ls_macro_picture_stroke (self, &self->theme->muted, 1.0, FALSE);
}
