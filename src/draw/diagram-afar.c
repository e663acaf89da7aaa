/* Large diagrams from afar: blocks of a few pixels and wires as thin lines are set pixel by pixel,
 * which takes a tenth of the time of as many paths. */
#include "draw/diagram-impl.h"

/* Diagrams with fewer blocks and wires are drawn as paths at any zoom. */
#define MANY_ITEMS 2500u
/* Smaller blocks have no border, px. */
#define MIN_BORDERED 4
/* Selected blocks are found from any distance, px. */
#define MIN_SELECTED 6

typedef struct
{
  guint32 *pixels;
  int width, height;
  cairo_matrix_t to_pixel; /* from canvas units */
  int line;                /* width, px */
} Raster;

static guint32
to_argb (LsColor color)
{
  return (guint32)lround (255 * color.a) << 24 | (guint32)lround (255 * color.a * color.r) << 16
         | (guint32)lround (255 * color.a * color.g) << 8
         | (guint32)lround (255 * color.a * color.b);
}

/* Up to, but without, @right and @bottom. */
static void
fill (Raster *self, int left, int top, int right, int bottom, guint32 color)
{
  left = MAX (left, 0);
  top = MAX (top, 0);
  right = MIN (right, self->width);
  bottom = MIN (bottom, self->height);
  for (int y = top; y < bottom; y++)
    {
      guint32 *row = self->pixels + (gsize)y * (gsize)self->width;

      for (int x = left; x < right; x++)
        row[x] = color;
    }
}

/* Within the limits of an int, whatever the diagram has. */
static int
to_int (double value)
{
  return (int)floor (CLAMP (value, -1e8, 1e8));
}

static int
column_of (const Raster *self, double x)
{
  return to_int (self->to_pixel.xx * x + self->to_pixel.x0);
}

static int
row_of (const Raster *self, double y)
{
  return to_int (self->to_pixel.yy * y + self->to_pixel.y0);
}

static void
draw_wire (Raster *self, const LsWire *wire, guint32 color, int width)
{
  for (guint i = 0; i + 1 < wire->points->len; i++)
    {
      const LsRect piece = ls_wire_get_piece (wire, i);

      fill (self, column_of (self, piece.x), row_of (self, piece.y),
            column_of (self, piece.x + piece.width) + width,
            row_of (self, piece.y + piece.height) + width, color);
    }
}

/* @least: minimum size, px */
static void
draw_node (Raster *self, const LsNode *node, guint32 color, guint32 border, int width, int least)
{
  const int left = column_of (self, node->rect.x), top = row_of (self, node->rect.y);
  const int right = MAX (column_of (self, node->rect.x + node->rect.width), left + least);
  const int bottom = MAX (row_of (self, node->rect.y + node->rect.height), top + least);

  fill (self, left, top, right, bottom, border);
  if (MIN (right - left, bottom - top) >= MIN_BORDERED * self->line)
    fill (self, left + width, top + width, right - width, bottom - width, color);
}

LsMark
ls_wire_get_mark (const LsWire *wire, const LsDiagramLook *look)
{
  LsMark mark = LS_MARK_NONE;

  if (wire->id & LS_WIRE_LOOSE)
    return LS_MARK_FADED;
  if (look == NULL || look->connection == NULL)
    return LS_MARK_NONE;
  mark = look->connection (wire->id, look->user_data);
  for (guint i = 0; wire->others != NULL && i < wire->others->len; i++)
    mark |= look->connection (g_array_index (wire->others, guint, i), look->user_data);
  return mark;
}

LsColor
ls_theme_get_far_wire (const LsTheme *theme)
{
  return ls_color_mix (&theme->wire, &theme->background, 0.45);
}

#define MARKED (LS_MARK_SELECTED | LS_MARK_HOVER | LS_MARK_FOCUS)

/* First those that are not marked. */
static void
draw_wires (Raster *self, const GPtrArray *wires, const LsTheme *theme, const LsDiagramLook *look)
{
  const guint32 plain = to_argb (ls_theme_get_far_wire (theme));
  const guint32 marked = to_argb (theme->wire_selected);
  g_autoptr (GPtrArray) others = g_ptr_array_new ();

  for (guint i = 0; i < wires->len; i++)
    {
      LsWire *wire = g_ptr_array_index (wires, i);

      if ((ls_wire_get_mark (wire, look) & MARKED) != 0)
        g_ptr_array_add (others, wire);
      else
        draw_wire (self, wire, plain, self->line);
    }
  for (guint i = 0; i < others->len; i++)
    draw_wire (self, g_ptr_array_index (others, i), marked, 2 * self->line);
}

static LsMark
get_mark (const LsNode *node, const LsDiagramLook *look)
{
  return look != NULL && look->component != NULL ? look->component (node->id, NULL, look->user_data)
                                                 : LS_MARK_NONE;
}

/* First those that are not marked. */
static void
draw_nodes (Raster *self, const GPtrArray *nodes, const LsTheme *theme, const LsDiagramLook *look)
{
  const guint32 color = to_argb (theme->block), edge = to_argb (theme->block_border);
  const guint32 chosen = to_argb (theme->block_selected), marked = to_argb (theme->selection);
  const guint32 bad = to_argb (theme->error);
  g_autoptr (GPtrArray) others = g_ptr_array_new ();

  for (guint i = 0; i < nodes->len; i++)
    {
      LsNode *node = g_ptr_array_index (nodes, i);

      if (node->kind == LS_NODE_NOTE)
        continue;
      if ((get_mark (node, look) & MARKED) != 0)
        g_ptr_array_add (others, node);
      else
        draw_node (self, node, color, node->broken ? bad : edge, self->line, 1);
    }
  for (guint i = 0; i < others->len; i++)
    {
      const LsNode *node = g_ptr_array_index (others, i);
      const gboolean is_selected = (get_mark (node, look) & LS_MARK_SELECTED) != 0;

      draw_node (self, node, is_selected ? chosen : color, marked, 2 * self->line,
                 is_selected ? MIN_SELECTED * self->line : 1);
    }
}

/* Pixels of what the clip touches. Returns: (nullable): %NULL for a surface that is no picture of
 * pixels, or one that is turned. @left, @top: (out): where it is to be shown */
static cairo_surface_t *
raster_begin (Raster *self, cairo_t *cr, double *left, double *top)
{
  double right, bottom, scale, scale_y;
  cairo_surface_t *surface, *target = cairo_get_group_target (cr);
  const cairo_surface_type_t type = cairo_surface_get_type (target);

  cairo_get_matrix (cr, &self->to_pixel);
  cairo_surface_get_device_scale (target, &scale, &scale_y);
  if ((type != CAIRO_SURFACE_TYPE_IMAGE && type != CAIRO_SURFACE_TYPE_XLIB
       && type != CAIRO_SURFACE_TYPE_XCB)
      || self->to_pixel.xy != 0 || self->to_pixel.yx != 0 || self->to_pixel.xx <= 0
      || self->to_pixel.yy <= 0 || scale != scale_y)
    return NULL;
  cairo_save (cr);
  cairo_identity_matrix (cr);
  cairo_clip_extents (cr, left, top, &right, &bottom);
  cairo_restore (cr);
  *left = floor (*left);
  *top = floor (*top);
  self->width = (int)ceil ((ceil (right) - *left) * scale);
  self->height = (int)ceil ((ceil (bottom) - *top) * scale);
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, self->width, self->height);
  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS
      || cairo_image_surface_get_stride (surface) != 4 * self->width)
    {
      cairo_surface_destroy (surface);
      return NULL;
    }
  self->line = MAX (1, (int)lround (scale));
  self->to_pixel.x0 = (self->to_pixel.x0 - *left) * scale;
  self->to_pixel.y0 = (self->to_pixel.y0 - *top) * scale;
  self->to_pixel.xx *= scale;
  self->to_pixel.yy *= scale;
  self->pixels = (guint32 *)(void *)cairo_image_surface_get_data (surface);
  cairo_surface_set_device_scale (surface, scale, scale);
  return surface;
}

gboolean
ls_diagram_draw_afar (const LsDiagram *self,
                      cairo_t *cr,
                      double zoom,
                      const LsTheme *theme,
                      const LsDiagramLook *look,
                      const GPtrArray *nodes,
                      const GPtrArray *wires)
{
  Raster raster;
  cairo_surface_t *surface;
  double left, top;

  if (zoom >= LS_ZOOM_PORTS || self->nodes->len + self->wires->len < MANY_ITEMS
      || (surface = raster_begin (&raster, cr, &left, &top)) == NULL)
    return FALSE;
  cairo_surface_flush (surface);
  draw_wires (&raster, wires, theme, look);
  draw_nodes (&raster, nodes, theme, look);
  cairo_surface_mark_dirty (surface);
  cairo_save (cr);
  cairo_identity_matrix (cr);
  cairo_set_source_surface (cr, surface, left, top);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_surface_destroy (surface);
  return TRUE;
}
