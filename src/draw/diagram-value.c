/* Values on the wires of a diagram, during inspection of a time of a run. */
#include <math.h>
#include "draw/diagram-impl.h"
#include "draw/text.h"

/* Padding around the text, px at scale 1. */
#define PADDING 3.0

/* The longest piece of a wire, which has the most room. @before: (out): its first point */
static gboolean
find_longest_piece (const LsPoint *points, guint n, guint *before)
{
  double longest = 0.0;

  for (guint i = 0; i + 1 < n; i++)
    {
      const double length
          = fabs (points[i + 1].x - points[i].x) + fabs (points[i + 1].y - points[i].y);

      if (length > longest)
        {
          longest = length;
          *before = i;
        }
    }
  return longest > 0.0;
}

static gboolean
overlaps (const LsRect *a, const LsRect *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height
         && b->y < a->y + a->height;
}

/* First free position along the piece, from its middle outwards. */
static void
place (LsRect *rect, const LsPoint *from, const LsPoint *to, const GArray *taken)
{
  static const double shares[] = { 0.5, 0.35, 0.65, 0.2, 0.8 };

  for (guint k = 0; k < G_N_ELEMENTS (shares); k++)
    {
      gboolean is_free = TRUE;

      rect->x = from->x + shares[k] * (to->x - from->x) - 0.5 * rect->width;
      rect->y = from->y + shares[k] * (to->y - from->y) - 0.5 * rect->height;
      for (guint i = 0; i < taken->len && is_free; i++)
        is_free = !overlaps (rect, &g_array_index (taken, LsRect, i));
      if (is_free)
        return;
    }
}

/* (nullable) (transfer full): values of all connections that share the wire. */
static char *
make_text (const LsWire *wire, GHashTable *values)
{
  const char *own = g_hash_table_lookup (values, GUINT_TO_POINTER (wire->id));
  GString *text = g_string_new (own);

  for (guint i = 0; wire->others != NULL && i < wire->others->len; i++)
    {
      const guint id = g_array_index (wire->others, guint, i);
      const char *other = g_hash_table_lookup (values, GUINT_TO_POINTER (id));

      if (other != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", other);
    }
  return g_string_free (text, text->len == 0);
}

static void
draw_value (cairo_t *cr,
            const LsTheme *theme,
            const char *text,
            const LsPoint *from,
            const LsPoint *to,
            GArray *taken)
{
  const double padding = PADDING * theme->scale;
  PangoLayout *layout = ls_text_new_plain (cr, theme, 1.0 / theme->scale, text);
  LsRect rect;
  double width, height;

  ls_text_get_size (layout, &width, &height);
  rect = (LsRect){ 0, 0, width + 2 * padding, height };
  place (&rect, from, to, taken);
  g_array_append_val (taken, rect);
  cairo_rectangle (cr, rect.x, rect.y, rect.width, rect.height);
  ls_color_set_source (&theme->background, cr);
  cairo_fill_preserve (cr);
  ls_color_set_source (&theme->selection, cr);
  cairo_set_line_width (cr, theme->scale);
  cairo_stroke (cr);
  ls_color_set_source (&theme->foreground, cr);
  ls_text_show (cr, layout, rect.x + padding, rect.y, 0, 0);
  g_object_unref (layout);
}

void
ls_diagram_draw_values (
    const LsDiagram *self, cairo_t *cr, double zoom, const LsTheme *theme, GHashTable *values)
{
  g_return_if_fail (self != NULL);

  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (LsRect));

  cairo_save (cr);
  /* Text has a fixed size on the screen at any zoom. */
  cairo_scale (cr, 1.0 / zoom, 1.0 / zoom);
  for (guint i = 0; i < self->wires->len; i++)
    {
      const LsWire *wire = g_ptr_array_index (self->wires, i);
      g_autofree char *text = make_text (wire, values);
      const LsPoint *points = (const LsPoint *)(void *)wire->points->data;
      guint before = 0;
      LsPoint from, to;

      if (text == NULL || !find_longest_piece (points, wire->points->len, &before))
        continue;
      from = (LsPoint){ points[before].x * zoom, points[before].y * zoom };
      to = (LsPoint){ points[before + 1].x * zoom, points[before + 1].y * zoom };
      draw_value (cr, theme, text, &from, &to, taken);
    }
  cairo_restore (cr);
}
