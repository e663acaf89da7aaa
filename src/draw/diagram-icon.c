/* Icons of FMUs on their blocks. */
#include <math.h>

#include "draw/diagram-impl.h"

/* Canvas units. */
#define MARGIN 4.0
#define LETTER 6.5 /* of the name of a port */
#define LEAST 16.0
#define MOST 120.0

cairo_surface_t *
ls_icon_make_surface (const LsIcon *icon)
{
  static cairo_user_data_key_t key;
  cairo_surface_t *surface;

  g_return_val_if_fail (icon != NULL, NULL);
  /* Cairo writes to it only if something is drawn on it. */
  surface = cairo_image_surface_create_for_data ((guint8 *)g_bytes_get_data (icon->pixels, NULL),
                                                 CAIRO_FORMAT_ARGB32, (int)icon->width,
                                                 (int)icon->height, 4 * (int)icon->width);
  cairo_surface_set_user_data (surface, &key, g_bytes_ref (icon->pixels),
                               (cairo_destroy_func_t)g_bytes_unref);
  return surface;
}

/* Width that the names of the ports on a side take. */
static double
get_names_width (const LsNode *self, gboolean input)
{
  glong longest = 0;

  for (guint i = 0; i < self->ports->len; i++)
    {
      const LsPort *port = &g_array_index (self->ports, LsPort, i);

      if (port->input == input)
        longest = MAX (longest, g_utf8_strlen (port->name, -1));
    }
  return longest > 0 ? LETTER * (double)longest + 2 * MARGIN : 0;
}

/* Between the names, below the header. %FALSE if there is no room. */
static gboolean
find_place (const LsNode *self, LsRect *place)
{
  const LsRect *rect = &self->rect;
  const double left = get_names_width (self, TRUE), right = get_names_width (self, FALSE);
  const LsRect room
      = { rect->x + left + MARGIN, rect->y + self->header + MARGIN,
          rect->width - left - right - 2 * MARGIN, rect->height - self->header - 2 * MARGIN };
  const double width = cairo_image_surface_get_width (self->icon);
  const double height = cairo_image_surface_get_height (self->icon);
  const double scale
      = fmin (fmin (fmin (room.width, MOST) / width, fmin (room.height, MOST) / height), 1e3);

  if (self->sideways || !(fmax (scale * width, scale * height) >= LEAST))
    return FALSE;
  *place = (LsRect){ room.x + (room.width - scale * width) / 2,
                     room.y + (room.height - scale * height) / 2, scale * width, scale * height };
  return TRUE;
}

/* Icons are made for a white ground. */
static void
draw_plate (cairo_t *cr, const LsRect *place)
{
  cairo_rectangle (cr, place->x - 2, place->y - 2, place->width + 4, place->height + 4);
  cairo_set_source_rgb (cr, 0.93, 0.93, 0.93);
  cairo_fill (cr);
}

void
ls_node_draw_icon (const LsNode *self, cairo_t *cr, const LsTheme *theme)
{
  LsRect place;

  if (self->icon == NULL || !find_place (self, &place))
    return;
  cairo_save (cr);
  if (theme->dark)
    draw_plate (cr, &place);
  cairo_translate (cr, place.x, place.y);
  cairo_scale (cr, place.width / cairo_image_surface_get_width (self->icon),
               place.height / cairo_image_surface_get_height (self->icon));
  cairo_set_source_surface (cr, self->icon, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_GOOD);
  cairo_paint (cr);
  cairo_restore (cr);
}
