#include "app/canvas/canvas-map.h"
#include <math.h>
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-view.h"

#define WIDTH 190.0
#define HEIGHT 120.0
#define MARGIN 10.0
/* Minimum number of blocks: smaller models need no map. */
#define MIN_BLOCKS 12
/* Up to so many, each is to be seen; more of them show how dense they are. */
#define MAX_SINGLE 1000

/* @map: position of the map, px; @scale: px of the map per canvas unit */
static gboolean
place_map (LsCanvas *self, LsRect *map, double *scale)
{
  double width = gtk_widget_get_allocated_width (GTK_WIDGET (self));
  double height = gtk_widget_get_allocated_height (GTK_WIDGET (self));
  LsRect extents;

  if (!self->shown.map || self->diagram == NULL
      || ls_diagram_get_n_items (self->diagram) < MIN_BLOCKS)
    return FALSE;
  extents = ls_diagram_get_extents (self->diagram);
  if ((extents.width * self->view.zoom < width * 1.05
       && extents.height * self->view.zoom < height * 1.05)
      || width < 2.5 * WIDTH || height < 1.8 * HEIGHT)
    return FALSE;
  *scale = MIN (WIDTH / extents.width, HEIGHT / extents.height);
  map->width = ceil (extents.width * *scale);
  map->height = ceil (extents.height * *scale);
  map->x = width - map->width - MARGIN;
  map->y = height - map->height - MARGIN;
  return TRUE;
}

static void
draw_blocks (LsCanvas *self, cairo_t *cr, double scale)
{
  const LsRect extents = ls_diagram_get_extents (self->diagram);
  const double least = ls_diagram_get_n_items (self->diagram) > MAX_SINGLE ? 0 : 1.5;

  for (int selected = 0; selected <= 1; selected++)
    {
      for (guint i = 0; i < ls_diagram_get_n_items (self->diagram); i++)
        {
          guint id = ls_diagram_get_item (self->diagram, i);
          LsRect rect;

          if (ls_canvas_is_component_selected (self, id) == selected
              && ls_diagram_get_component_rect (self->diagram, id, &rect))
            cairo_rectangle (cr, (rect.x - extents.x) * scale, (rect.y - extents.y) * scale,
                             MAX (rect.width * scale, selected ? 1.5 : least),
                             MAX (rect.height * scale, selected ? 1.5 : least));
        }
      ls_color_set_source (selected ? &self->theme.selection : &self->theme.block_border, cr);
      cairo_fill (cr);
    }
}

void
ls_canvas_map_forget (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  g_clear_pointer (&self->shown.map_picture, cairo_surface_destroy);
}

void
ls_canvas_map_init (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  g_signal_connect (self, "selection-changed", G_CALLBACK (ls_canvas_map_forget), NULL);
  g_signal_connect (self, "system-changed", G_CALLBACK (ls_canvas_map_forget), NULL);
  g_signal_connect (self, "style-updated", G_CALLBACK (ls_canvas_map_forget), NULL);
}

/* The blocks are drawn once for many frames. */
static void
show_blocks (LsCanvas *self, cairo_t *cr, const LsRect *map, double scale)
{
  if (self->shown.map_picture == NULL || self->shown.map_width != map->width
      || self->shown.map_height != map->height)
    {
      cairo_t *own;

      ls_canvas_map_forget (self);
      self->shown.map_picture = cairo_surface_create_similar (
          cairo_get_target (cr), CAIRO_CONTENT_COLOR_ALPHA, (int)map->width, (int)map->height);
      self->shown.map_width = map->width;
      self->shown.map_height = map->height;
      own = cairo_create (self->shown.map_picture);
      draw_blocks (self, own, scale);
      cairo_destroy (own);
    }
  cairo_set_source_surface (cr, self->shown.map_picture, 0, 0);
  cairo_paint (cr);
}

/* Returns early if the map is outside of the clip rectangle. */
void
ls_canvas_map_draw (LsCanvas *self, cairo_t *cr)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  double scale, left, top, right, bottom;
  double width = gtk_widget_get_allocated_width (GTK_WIDGET (self));
  double height = gtk_widget_get_allocated_height (GTK_WIDGET (self));
  LsRect map, extents;
  GdkRectangle clip;

  if (!place_map (self, &map, &scale) || !gdk_cairo_get_clip_rectangle (cr, &clip)
      || clip.x > map.x + map.width || clip.x + clip.width < map.x - 2
      || clip.y > map.y + map.height || clip.y + clip.height < map.y - 2)
    return;
  extents = ls_diagram_get_extents (self->diagram);
  cairo_save (cr);
  cairo_rectangle (cr, map.x - 1, map.y - 1, map.width + 2, map.height + 2);
  ls_color_set_source (&self->theme.background, cr);
  cairo_fill_preserve (cr);
  ls_color_set_source (&self->theme.block_border, cr);
  cairo_set_line_width (cr, 1);
  cairo_stroke_preserve (cr);
  cairo_clip (cr);
  cairo_translate (cr, map.x, map.y);
  show_blocks (self, cr, &map, scale);
  left = (-self->view.offset_x / self->view.zoom - extents.x) * scale;
  top = (-self->view.offset_y / self->view.zoom - extents.y) * scale;
  right = left + width / self->view.zoom * scale;
  bottom = top + height / self->view.zoom * scale;
  cairo_rectangle (cr, left, top, right - left, bottom - top);
  ls_color_set_source (&self->theme.accent, cr);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
  cairo_restore (cr);
}

gboolean
ls_canvas_map_contains (LsCanvas *self, double px, double py)
{
  double scale;
  LsRect map;

  g_return_val_if_fail (LS_IS_CANVAS (self), FALSE);
  return place_map (self, &map, &scale) && px >= map.x && py >= map.y && px <= map.x + map.width
         && py <= map.y + map.height;
}

void
ls_canvas_map_go (LsCanvas *self, double px, double py)
{
  double scale, x, y;
  LsRect map, extents;

  g_return_if_fail (LS_IS_CANVAS (self));
  if (!place_map (self, &map, &scale))
    return;
  extents = ls_diagram_get_extents (self->diagram);
  x = extents.x + CLAMP (px - map.x, 0, map.width) / scale;
  y = extents.y + CLAMP (py - map.y, 0, map.height) / scale;
  ls_canvas_pan (self,
                 gtk_widget_get_allocated_width (GTK_WIDGET (self)) / 2.0 - x * self->view.zoom
                     - self->view.offset_x,
                 gtk_widget_get_allocated_height (GTK_WIDGET (self)) / 2.0 - y * self->view.zoom
                     - self->view.offset_y);
}

void
ls_canvas_set_map_shown (LsCanvas *self, gboolean shown)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  self->shown.map = shown;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
