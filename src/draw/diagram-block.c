/* Blocks: name, model name, ports and problem marks. */
#include <math.h>

#include "draw/diagram-impl.h"
#include "draw/text.h"

#define RADIUS 6.0
#define TITLE_SIZE 13.0 /* canvas units */
#define SMALL_SIZE 10.5
#define NOTE_SIZE 12.0
#define NOTE_MARGIN 8.0
/* Maximum title height relative to the header: the line height includes unused space. */
#define MAX_TITLE 1.15
/* Maximum size of a port name relative to the port distance. */
#define MAX_PORT 0.9

/* Text size at this zoom, canvas units. */
static double
get_size (const LsTheme *theme, double zoom, double size)
{
  return fmax (size * theme->scale, theme->least_text / zoom);
}

/* @size: canvas units */
static PangoLayout *
new_label (LsDiagram *self,
           const LsTheme *theme,
           const char *text,
           double size,
           gboolean bold,
           double width)
{
  PangoLayout *layout = pango_layout_new (self->label_context);
  PangoFontDescription *font = pango_font_description_from_string (theme->font);

  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  if (bold)
    pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_text (layout, text, -1);
  ls_text_limit (layout, width);
  return layout;
}

static void
path_rounded (cairo_t *cr, const LsRect *rect, double radius)
{
  double left = rect->x + radius, right = rect->x + rect->width - radius;
  double top = rect->y + radius, bottom = rect->y + rect->height - radius;

  cairo_new_sub_path (cr);
  cairo_arc (cr, right, top, radius, -G_PI / 2, 0);
  cairo_arc (cr, right, bottom, radius, 0, G_PI / 2);
  cairo_arc (cr, left, bottom, radius, G_PI / 2, G_PI);
  cairo_arc (cr, left, top, radius, G_PI, 3 * G_PI / 2);
  cairo_close_path (cr);
}

/* Hatches the current path. */
static void
draw_hatching (cairo_t *cr, const LsRect *rect, LsColor color)
{
  cairo_save (cr);
  cairo_clip (cr);
  color.a = 0.35;
  ls_color_set_source (&color, cr);
  cairo_set_line_width (cr, 1);
  for (double x = -rect->height; x < rect->width; x += 9)
    {
      cairo_move_to (cr, rect->x + x, rect->y + rect->height);
      cairo_rel_line_to (cr, rect->height, -rect->height);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* A triangle with an exclamation mark, at the upper right corner. */
static void
draw_warning_sign (cairo_t *cr, const LsRect *rect, const LsTheme *theme)
{
  double x = rect->x + rect->width - 13, y = rect->y + 6;

  cairo_new_path (cr);
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x + 8, y + 14);
  cairo_line_to (cr, x - 8, y + 14);
  cairo_close_path (cr);
  ls_color_set_source (&theme->error, cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (cr, 2);
  cairo_fill_preserve (cr);
  cairo_stroke (cr);
  ls_color_set_source (&theme->background, cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_move_to (cr, x, y + 4.5);
  cairo_line_to (cr, x, y + 9);
  cairo_move_to (cr, x, y + 12.2);
  cairo_line_to (cr, x, y + 12.3);
  cairo_stroke (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
}

static void
draw_focus (cairo_t *cr, const LsRect *rect, const LsTheme *theme)
{
  static const double dash[] = { 4, 3 };
  LsRect around = { rect->x - 4, rect->y - 4, rect->width + 8, rect->height + 8 };

  cairo_save (cr);
  path_rounded (cr, &around, RADIUS + 3);
  ls_color_set_source (&theme->selection, cr);
  cairo_set_line_width (cr, 1.5);
  cairo_set_dash (cr, dash, 2, 0);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* Upper part of the body; separate path because cairo_clip() is slow. */
static void
draw_header (const LsNode *node, cairo_t *cr, const LsTheme *theme, double radius)
{
  const LsRect *rect = &node->rect;
  LsColor tint = ls_color_mix (&theme->block, &theme->block_border, 0.13);

  if (node->sideways || node->header < 20 || node->broken || node->kind == LS_NODE_CONNECTOR)
    return;
  cairo_move_to (cr, rect->x, rect->y + node->header);
  cairo_arc (cr, rect->x + radius, rect->y + radius, radius, G_PI, 3 * G_PI / 2);
  cairo_arc (cr, rect->x + rect->width - radius, rect->y + radius, radius, -G_PI / 2, 0);
  cairo_line_to (cr, rect->x + rect->width, rect->y + node->header);
  cairo_close_path (cr);
  ls_color_set_source (&tint, cr);
  cairo_fill (cr);
}

/* Subsystem: two sheets behind, shifted to the right and below. */
static void
path_sheets (cairo_t *cr, const LsRect *rect, double radius)
{
  LsRect sheet = { rect->x + 5, rect->y + 5, rect->width, rect->height };

  cairo_new_path (cr);
  path_rounded (cr, &sheet, radius);
}

static void
draw_body (const LsNode *node, cairo_t *cr, const LsTheme *theme, LsMark mark)
{
  const LsRect *rect = &node->rect;
  const LsColor *border = &theme->block_border;
  double corner = node->kind == LS_NODE_CONNECTOR ? 2 * RADIUS : RADIUS;
  double radius = MIN (corner, MIN (rect->width, rect->height) / 2);

  cairo_new_path (cr);
  path_rounded (cr, rect, radius);
  if (node->kind == LS_NODE_SYSTEM)
    path_sheets (cr, rect, radius);
  ls_color_set_source (mark & LS_MARK_SELECTED ? &theme->block_selected : &theme->block, cr);
  cairo_fill_preserve (cr);
  if (node->kind == LS_NODE_SYSTEM)
    {
      ls_color_set_source (border, cr);
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
      path_rounded (cr, rect, radius);
      ls_color_set_source (mark & LS_MARK_SELECTED ? &theme->block_selected : &theme->block, cr);
      cairo_fill_preserve (cr);
    }
  if (node->broken)
    draw_hatching (cr, rect, theme->error);
  cairo_new_path (cr);
  if (!(mark & LS_MARK_SELECTED))
    draw_header (node, cr, theme, radius);
  if (node->broken)
    border = &theme->error;
  if (mark & (LS_MARK_SELECTED | LS_MARK_HOVER))
    border = &theme->selection;
  path_rounded (cr, rect, radius);
  ls_color_set_source (border, cr);
  cairo_set_line_width (cr, mark & LS_MARK_SELECTED ? 2.2 : 1.3);
  cairo_stroke (cr);
}

static void
show (cairo_t *cr, PangoLayout *layout, const LsColor *color, double x, double y, double align_x)
{
  ls_color_set_source (color, cr);
  ls_text_show (cr, layout, x, y, align_x, 0.5);
}

/* Title and subtitle in the header, or the title alone if there is no room for both. */
static void
show_title (const LsNode *node, cairo_t *cr, const LsTheme *theme, double middle, double room)
{
  const double x = node->rect.x + node->rect.width / 2;
  double first, second = 0;

  ls_text_get_size (node->title_label, NULL, &first);
  if (node->subtitle_label != NULL)
    ls_text_get_size (node->subtitle_label, NULL, &second);
  if (first + second > room)
    second = 0;
  show (cr, node->title_label, &theme->foreground, x, middle - second / 2, 0.5);
  if (second > 0)
    show (cr, node->subtitle_label, &theme->muted, x, middle + first / 2, 0.5);
}

static void
draw_title (LsDiagram *self, LsNode *node, cairo_t *cr, double zoom, const LsTheme *theme)
{
  const LsRect *rect = &node->rect;
  const double room = rect->width - (node->broken ? 48 : 16);
  const gboolean both
      = node->subtitle != NULL && (node->sideways || node->header >= LS_NODE_HEADER);
  double middle = rect->y + (node->sideways ? rect->height : node->header) / 2;

  if (node->title_label == NULL)
    node->title_label
        = new_label (self, theme, node->title, get_size (theme, zoom, TITLE_SIZE), TRUE, room);
  if (both && node->subtitle_label == NULL)
    node->subtitle_label
        = new_label (self, theme, node->subtitle, get_size (theme, zoom, SMALL_SIZE), FALSE, room);
  if (!node->sideways && node->header < 16)
    middle = rect->y - 10; /* no room inside */
  show_title (node, cr, theme, middle, MAX_TITLE * (node->sideways ? rect->height : node->header));
}

/* The name of a connector fills its shape. */
static void
draw_connector_name (LsDiagram *self, LsNode *node, cairo_t *cr, double zoom, const LsTheme *theme)
{
  const LsRect *rect = &node->rect;

  if (node->title_label == NULL)
    node->title_label = new_label (self, theme, node->title, get_size (theme, zoom, SMALL_SIZE),
                                   FALSE, rect->width - 12);
  show (cr, node->title_label, &theme->foreground, rect->x + rect->width / 2,
        rect->y + rect->height / 2, 0.5);
}

/* Number of letters of the longest port name on a side. */
static double
count_letters (const LsNode *node, gboolean input)
{
  glong longest = 0;

  for (guint i = 0; i < node->ports->len; i++)
    {
      const LsPort *port = &g_array_index (node->ports, LsPort, i);

      if (port->input == input)
        longest = MAX (longest, g_utf8_strlen (port->name, -1));
    }
  return (double)longest;
}

/* Distributes the width to the names of both sides in proportion to their lengths. */
static double
get_port_room (const LsNode *node, gboolean input)
{
  const double length
      = node->sideways ? (node->rect.height - LS_NODE_HEADER) / 2 : node->rect.width;
  const double own = count_letters (node, input), other = count_letters (node, !input);

  if (node->sideways || !(other > 0))
    return length - 16;
  return (length - 20) * own / (own + other);
}

static void
draw_port_label (LsDiagram *self,
                 const LsNode *node,
                 LsPort *port,
                 cairo_t *cr,
                 double zoom,
                 const LsTheme *theme,
                 LsMark mark)
{
  const double room = get_port_room (node, port->input);
  double in = LS_PORT_LENGTH + 7; /* from the tip */
  LsColor color = theme->foreground;

  if (room < 12)
    return;
  if (port->label == NULL)
    port->label = new_label (self, theme, port->name,
                             fmin (get_size (theme, zoom, SMALL_SIZE), MAX_PORT * LS_PORT_PITCH),
                             FALSE, room);
  if (mark & LS_MARK_FADED)
    color.a = 0.4;
  ls_color_set_source (&color, cr);
  if (node->sideways)
    ls_text_show_upwards (cr, port->label, port->tip.x, port->tip.y - port->dy * in,
                          port->dy < 0 ? 1 : 0, 0.5);
  else
    show (cr, port->label, &color, port->tip.x - port->dx * in, port->tip.y, port->dx < 0 ? 0 : 1);
}

static LsMark
get_mark (const LsDiagramLook *look, guint component, const char *variable)
{
  if (look == NULL || look->component == NULL)
    return LS_MARK_NONE;
  return look->component (component, variable, look->user_data);
}

void
ls_node_draw (LsDiagram *self,
              LsNode *node,
              cairo_t *cr,
              double zoom,
              const LsTheme *theme,
              const LsDiagramLook *look)
{
  LsMark mark = get_mark (look, node->id, NULL);

  draw_body (node, cr, theme, mark);
  if (zoom >= LS_ZOOM_PORTS)
    ls_node_draw_icon (node, cr, theme);
  if (node->broken)
    draw_warning_sign (cr, &node->rect, theme);
  if (mark & LS_MARK_FOCUS)
    draw_focus (cr, &node->rect, theme);
  if (zoom >= LS_ZOOM_LABELS && node->kind == LS_NODE_CONNECTOR)
    draw_connector_name (self, node, cr, zoom, theme);
  else if (zoom >= LS_ZOOM_LABELS)
    draw_title (self, node, cr, zoom, theme);
  for (guint i = 0; i < node->ports->len; i++)
    {
      LsPort *port = &g_array_index (node->ports, LsPort, i);
      LsMark port_mark = get_mark (look, node->id, port->name);

      ls_port_draw (port, cr, theme, port_mark);
      if (zoom >= LS_ZOOM_PORT_LABELS && node->kind != LS_NODE_CONNECTOR)
        draw_port_label (self, node, port, cr, zoom, theme, port_mark);
    }
}

/* A sheet of paper with text, clipped to the sheet. */
void
ls_node_draw_note (LsDiagram *self,
                   LsNode *node,
                   cairo_t *cr,
                   double zoom,
                   const LsTheme *theme,
                   const LsDiagramLook *look)
{
  const LsRect *rect = &node->rect;
  LsMark mark = get_mark (look, node->id, NULL);
  gboolean marked = (mark & (LS_MARK_SELECTED | LS_MARK_HOVER)) != 0;
  LsColor paper = ls_color_mix (&theme->background, &theme->warning, 0.10);
  LsColor edge = ls_color_mix (&theme->background, &theme->warning, 0.45);

  cairo_rectangle (cr, rect->x, rect->y, rect->width, rect->height);
  ls_color_set_source (&paper, cr);
  cairo_fill_preserve (cr);
  ls_color_set_source (marked ? &theme->selection : &edge, cr);
  cairo_set_line_width (cr, mark & LS_MARK_SELECTED ? 2.2 : 1);
  cairo_stroke (cr);
  if (mark & LS_MARK_FOCUS)
    draw_focus (cr, rect, theme);
  if (zoom < LS_ZOOM_PORTS || rect->width < 4 * NOTE_MARGIN || rect->height < 4 * NOTE_MARGIN)
    return;
  if (node->title_label == NULL)
    {
      PangoLayout *layout = new_label (self, theme, node->title, get_size (theme, zoom, NOTE_SIZE),
                                       FALSE, rect->width - 2 * NOTE_MARGIN);

      pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_width (layout, (int)((rect->width - 2 * NOTE_MARGIN) * PANGO_SCALE));
      pango_layout_set_height (layout, (int)((rect->height - 2 * NOTE_MARGIN) * PANGO_SCALE));
      node->title_label = layout;
    }
  ls_color_set_source (&theme->foreground, cr);
  cairo_move_to (cr, rect->x + NOTE_MARGIN, rect->y + NOTE_MARGIN);
  pango_cairo_show_layout (cr, node->title_label);
}
