/* Draws the clipped part: wires in as few strokes as possible (one per style), then blocks. */
#include <math.h>

#include "core/model/bond.h"
#include "draw/diagram-impl.h"
#include "draw/text.h"

#define WIRE_WIDTH 1.4
#define ARRAY_WIDTH 3.2
#define COUNT_SIZE 0.85 /* of the number of elements, relative to the font */
#define CORNER 5.0
#define HOP 4.5
#define DOT 3.2
#define BARB 9.0
#define GRID_STEP 20.0
/* Minimum distance of background grid lines, px. */
#define GRID_PIXELS 9.0

/* State of a drawing. */
typedef struct
{
  const LsDiagram *diagram;
  cairo_t *cr;
  double zoom;
  const LsTheme *theme;
  const LsDiagramLook *look;
  LsRect clip;
  GPtrArray *nodes, *wires; /* visible ones, in their order */
} Job;

static void
draw_grid (const Job *self)
{
  double step = GRID_STEP;
  LsColor color = self->theme->grid;

  while (step * self->zoom < GRID_PIXELS)
    step *= 5;
  color.a *= 0.6;
  ls_color_set_source (&color, self->cr);
  cairo_set_line_width (self->cr, 1 / MAX (self->zoom, 1e-3));
  for (double x = ceil (self->clip.x / step) * step; x < self->clip.x + self->clip.width; x += step)
    {
      cairo_move_to (self->cr, x, self->clip.y);
      cairo_rel_line_to (self->cr, 0, self->clip.height);
    }
  for (double y = ceil (self->clip.y / step) * step; y < self->clip.y + self->clip.height;
       y += step)
    {
      cairo_move_to (self->cr, self->clip.x, y);
      cairo_rel_line_to (self->cr, self->clip.width, 0);
    }
  cairo_stroke (self->cr);
}

/* Corners and bends only: Cairo strokes rectilinear paths fastest. */
static void
path_plain (cairo_t *cr, const LsWire *wire, gboolean whole)
{
  guint first = whole || wire->branch_end == 0 ? 1 : wire->branch_end;
  LsPoint at
      = whole || wire->branch_end == 0 ? g_array_index (wire->points, LsPoint, 0) : wire->branch;

  cairo_move_to (cr, at.x, at.y);
  for (guint i = first; i < wire->points->len; i++)
    {
      const LsPoint *point = &g_array_index (wire->points, LsPoint, i);

      cairo_line_to (cr, point->x, point->y);
    }
}

/* The piece to @to with a half-circle hop over each crossed wire. */
static void
path_piece (cairo_t *cr, const LsPoint *from, const LsPoint *to, const GArray *hops, guint *hop)
{
  double way = to->x > from->x ? 1 : -1;

  while (*hop < hops->len && from->y == to->y)
    {
      const LsPoint *at = &g_array_index (hops, LsPoint, *hop);

      if (at->y != from->y || (at->x - from->x) * way < 0 || (to->x - at->x) * way < 0)
        break;
      cairo_line_to (cr, at->x - way * HOP, at->y);
      if (way > 0)
        cairo_arc (cr, at->x, at->y, HOP, G_PI, 2 * G_PI);
      else
        cairo_arc_negative (cr, at->x, at->y, HOP, 0, -G_PI);
      *hop += 1;
    }
  cairo_line_to (cr, to->x, to->y);
}

static double
distance (const LsPoint *a, const LsPoint *b)
{
  return fabs (a->x - b->x) + fabs (a->y - b->y);
}

static LsPoint
towards (const LsPoint *from, const LsPoint *to, double length)
{
  double all = distance (from, to);

  return (LsPoint){ from->x + (to->x - from->x) / all * length,
                    from->y + (to->y - from->y) / all * length };
}

/* Number of hops on the part shared with another wire. */
static guint
skip_hops (const LsWire *wire)
{
  const LsPoint *p = (const LsPoint *)(void *)wire->points->data;
  guint hop = 0;

  for (guint i = 1; i <= wire->branch_end; i++)
    {
      LsPoint to = i == wire->branch_end ? wire->branch : p[i];

      while (hop < wire->hops->len && p[i - 1].y == to.y)
        {
          const LsPoint *at = &g_array_index (wire->hops, LsPoint, hop);

          if (at->y != to.y || at->x < MIN (p[i - 1].x, to.x) || at->x > MAX (p[i - 1].x, to.x))
            break;
          hop++;
        }
    }
  return hop;
}

static void
path_fine (cairo_t *cr, const LsWire *wire, gboolean whole)
{
  gboolean branch = !whole && wire->branch_end > 0;
  const LsPoint *p = (const LsPoint *)(void *)wire->points->data;
  guint n = wire->points->len, hop = 0;
  LsPoint at = branch ? wire->branch : p[0];

  cairo_move_to (cr, at.x, at.y);
  hop = branch ? skip_hops (wire) : 0;
  for (guint i = branch ? wire->branch_end : 1; i < n; i++)
    {
      double radius = CORNER;
      LsPoint before = p[i], after;

      if (i + 1 < n)
        {
          radius = MIN (radius, MIN (distance (&p[i - 1], &p[i]), distance (&p[i], &p[i + 1])) / 2);
          before = towards (&p[i], &p[i - 1], radius);
        }
      path_piece (cr, &at, &before, wire->hops, &hop);
      if (i + 1 == n)
        break;
      after = towards (&p[i], &p[i + 1], radius);
      cairo_curve_to (cr, (before.x + p[i].x) / 2, (before.y + p[i].y) / 2, (after.x + p[i].x) / 2,
                      (after.y + p[i].y) / 2, after.x, after.y);
      at = after;
    }
}

static void
path_wire (const Job *self, const LsWire *wire, gboolean whole)
{
  if (wire->points->len < 2)
    return;
  if (self->zoom >= LS_ZOOM_LABELS)
    path_fine (self->cr, wire, whole);
  else
    path_plain (self->cr, wire, whole);
}

/* Whether it stands for several elements of an array, or members of a terminal. */
static gboolean
is_bus (const LsWire *wire)
{
  return wire->is_array && wire->others != NULL;
}

static void
stroke_marked (const Job *self, const LsWire *wire, LsMark mark)
{
  static const double dash[] = { 6, 3 };
  LsColor color = self->theme->wire;

  if (mark & (LS_MARK_SELECTED | LS_MARK_HOVER | LS_MARK_FOCUS))
    color = self->theme->wire_selected;
  if (mark & LS_MARK_FADED)
    color.a *= 0.35;
  if (mark & LS_MARK_FOCUS)
    cairo_set_dash (self->cr, dash, 2, 0);
  ls_color_set_source (&color, self->cr);
  cairo_set_line_width (self->cr, is_bus (wire)             ? ARRAY_WIDTH + 0.8
                                  : mark & LS_MARK_SELECTED ? 2.6
                                                            : 2);
  path_wire (self, wire, TRUE);
  cairo_stroke (self->cr);
  cairo_set_dash (self->cr, NULL, 0, 0);
}

/* At small zoom, lines are one pixel wide and paler: it looks as thin as fractions of pixels and is
 * drawn much faster. */
static void
set_wire_line (const Job *self)
{
  LsColor color = self->theme->wire;

  if (self->zoom < LS_ZOOM_PORTS)
    {
      color = ls_theme_get_far_wire (self->theme);
      cairo_set_antialias (self->cr, CAIRO_ANTIALIAS_NONE);
      cairo_set_line_width (self->cr, 1 / self->zoom);
    }
  else
    cairo_set_line_width (self->cr, MAX (WIRE_WIDTH, 0.8 / self->zoom));
  ls_color_set_source (&color, self->cr);
}

/* Two strokes instead of one for all: arrays are few. */
static void
stroke_array (const Job *self, const LsWire *wire)
{
  const double width = cairo_get_line_width (self->cr);

  cairo_stroke (self->cr);
  cairo_set_line_width (self->cr, MAX (ARRAY_WIDTH, width));
  path_wire (self, wire, FALSE);
  cairo_stroke (self->cr);
  cairo_set_line_width (self->cr, width);
}

/* Number of elements with a slash through the wire, before the input: wires of one output part. */
static void
draw_count (const Job *self, const LsWire *wire)
{
  const LsPoint *points = (const LsPoint *)(void *)wire->points->data;
  const guint n = wire->points->len;
  g_autofree char *text = g_strdup_printf ("%u", 1 + wire->others->len);
  PangoLayout *layout;
  LsPoint at;

  if (n < 2)
    return;
  at = towards (&points[n - 1], &points[n - 2],
                MIN (14, distance (&points[n - 1], &points[n - 2]) / 2));
  ls_color_set_source (&self->theme->foreground, self->cr);
  cairo_set_line_width (self->cr, WIRE_WIDTH);
  cairo_move_to (self->cr, at.x - 3, at.y + 5);
  cairo_line_to (self->cr, at.x + 3, at.y - 5);
  cairo_stroke (self->cr);
  layout = ls_text_new_plain (self->cr, self->theme, COUNT_SIZE, text);
  ls_text_show (self->cr, layout, at.x + 4, at.y - 4, 0, 1);
  g_object_unref (layout);
}

static void
draw_counts (const Job *self)
{
  for (guint i = 0; i < self->wires->len; i++)
    {
      const LsWire *wire = g_ptr_array_index (self->wires, i);

      if (is_bus (wire))
        draw_count (self, wire);
    }
}

static void
draw_wires (const Job *self)
{
  const GPtrArray *wires = self->wires;

  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_MITER);
  cairo_set_line_cap (self->cr, CAIRO_LINE_CAP_BUTT);
  set_wire_line (self);
  for (guint i = 0; i < wires->len; i++)
    {
      const LsWire *wire = g_ptr_array_index (wires, i);

      if (ls_wire_get_mark (wire, self->look) != LS_MARK_NONE)
        continue;
      if (is_bus (wire))
        stroke_array (self, wire);
      else
        path_wire (self, wire, FALSE);
      /* One long path with curves is slower than its pieces. */
      if (self->zoom >= LS_ZOOM_LABELS)
        cairo_stroke (self->cr);
    }
  cairo_stroke (self->cr);
  cairo_set_antialias (self->cr, CAIRO_ANTIALIAS_DEFAULT);
  for (guint i = 0; i < wires->len; i++)
    {
      const LsWire *wire = g_ptr_array_index (wires, i);
      LsMark mark = ls_wire_get_mark (wire, self->look);

      if (mark != LS_MARK_NONE)
        stroke_marked (self, wire, mark);
    }
}

/* One barb before the mark of the input, or on the last part of the wire that has room for it: as
 * of the half arrows of bond graphs. */
static void
path_half_arrow (const Job *self, const LsWire *wire)
{
  const LsPoint *points = (const LsPoint *)(void *)wire->points->data;

  for (guint i = wire->points->len; i-- > 1;)
    {
      double dx = points[i - 1].x - points[i].x, dy = points[i - 1].y - points[i].y;
      const double length = hypot (dx, dy);

      if (length < 2 * BARB)
        continue;
      dx *= BARB / length;
      dy *= BARB / length;
      cairo_move_to (self->cr, points[i].x + dx, points[i].y + dy);
      cairo_rel_line_to (self->cr, dx + 0.7 * dy, dy - 0.7 * dx);
      return;
    }
}

static void
draw_bonds (const Job *self)
{
  g_autoptr (GArray) bonds = ls_model_list_bonds (self->diagram->model);

  for (guint i = 0; i < bonds->len; i++)
    {
      const LsBond *bond = &g_array_index (bonds, LsBond, i);
      const LsWire *wires[] = { ls_diagram_find_wire (self->diagram, bond->effort),
                                ls_diagram_find_wire (self->diagram, bond->flow) };

      for (guint k = 0; k < G_N_ELEMENTS (wires); k++)
        if (wires[k] != NULL)
          path_half_arrow (self, wires[k]);
    }
  set_wire_line (self);
  cairo_stroke (self->cr);
}

static void
draw_dots (const Job *self)
{
  ls_color_set_source (&self->theme->wire, self->cr);
  for (guint i = 0; i < self->wires->len; i++)
    {
      const LsWire *wire = g_ptr_array_index (self->wires, i);

      for (guint k = 0; wire->dots != NULL && k < wire->dots->len; k++)
        {
          const LsPoint *dot = &g_array_index (wire->dots, LsPoint, k);

          cairo_new_sub_path (self->cr);
          cairo_arc (self->cr, dot->x, dot->y, DOT, 0, 2 * G_PI);
        }
    }
  cairo_fill (self->cr);
}

static gboolean
is_marked (const Job *self, const LsNode *node)
{
  return self->look != NULL && self->look->component != NULL
         && self->look->component (node->id, NULL, self->look->user_data) != LS_MARK_NONE;
}

/* At small zoom, unmarked blocks are plain boxes in one path. */
static void
draw_nodes_from_afar (const Job *self)
{
  cairo_t *cr = self->cr;
  const GPtrArray *nodes = self->nodes;

  for (guint i = 0; i < nodes->len; i++)
    {
      const LsNode *node = g_ptr_array_index (nodes, i);

      if (node->kind != LS_NODE_NOTE && !node->broken && !is_marked (self, node))
        cairo_rectangle (cr, node->rect.x, node->rect.y, node->rect.width, node->rect.height);
    }
  ls_color_set_source (&self->theme->block, cr);
  cairo_fill_preserve (cr);
  ls_color_set_source (&self->theme->block_border, cr);
  cairo_set_line_width (cr, MAX (1.3, 0.7 / self->zoom));
  cairo_stroke (cr);
  for (guint i = 0; i < nodes->len; i++)
    {
      LsNode *node = g_ptr_array_index (nodes, i);

      if (node->kind != LS_NODE_NOTE && (node->broken || is_marked (self, node)))
        ls_node_draw ((LsDiagram *)self->diagram, node, cr, self->zoom, self->theme, self->look);
    }
}

static void
draw_nodes (const Job *self)
{
  const GPtrArray *nodes = self->nodes;

  if (self->zoom < LS_ZOOM_PORTS)
    {
      draw_nodes_from_afar (self);
      return;
    }
  for (guint i = 0; i < nodes->len; i++)
    {
      LsNode *node = g_ptr_array_index (nodes, i);

      if (node->kind != LS_NODE_NOTE)
        ls_node_draw ((LsDiagram *)self->diagram, node, self->cr, self->zoom, self->theme,
                      self->look);
    }
}

static void
draw_notes (const Job *self)
{
  const GPtrArray *nodes = self->nodes;

  for (guint i = 0; i < nodes->len; i++)
    {
      LsNode *node = g_ptr_array_index (nodes, i);

      if (node->kind == LS_NODE_NOTE)
        ls_node_draw_note ((LsDiagram *)self->diagram, node, self->cr, self->zoom, self->theme,
                           self->look);
    }
}

/* Labels are cached per font and surface type, without hinting, so that they fit any zoom; a file
 * has its own. */
static void
prepare_labels (LsDiagram *self, cairo_t *cr, double zoom, const LsTheme *theme)
{
  cairo_surface_type_t type = cairo_surface_get_type (cairo_get_target (cr));
  /* Labels with a minimum size depend on the zoom. */
  g_autofree char *key
      = g_strdup_printf ("%d %g %g %s", (int)type, theme->scale,
                         theme->least_text > 0 ? theme->least_text / zoom : 0, theme->font);
  cairo_font_options_t *options;

  if (g_strcmp0 (key, self->label_key) == 0)
    return;
  g_free (self->label_key);
  self->label_key = g_steal_pointer (&key);
  g_clear_object (&self->label_context);
  for (guint i = 0; i < self->nodes->len; i++)
    {
      LsNode *node = g_ptr_array_index (self->nodes, i);

      g_clear_object (&node->title_label);
      g_clear_object (&node->subtitle_label);
      for (guint k = 0; k < node->ports->len; k++)
        g_clear_object (&g_array_index (node->ports, LsPort, k).label);
    }
  self->label_context = pango_cairo_create_context (cr);
  options = cairo_font_options_create ();
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options (self->label_context, options);
  pango_context_set_round_glyph_positions (self->label_context, FALSE);
  cairo_font_options_destroy (options);
}

static void
draw_items (const Job *self)
{
  draw_wires (self);
  if (self->zoom >= LS_ZOOM_PORTS)
    draw_bonds (self);
  if (self->zoom >= LS_ZOOM_LABELS)
    draw_dots (self);
  draw_nodes (self);
  if (self->zoom >= LS_ZOOM_LABELS)
    draw_counts (self);
}

void
ls_diagram_draw (const LsDiagram *self,
                 cairo_t *cr,
                 double zoom,
                 const LsTheme *theme,
                 const LsDiagramLook *look)
{
  g_return_if_fail (self != NULL);

  Job job = { .diagram = self, .cr = cr, .zoom = zoom, .theme = theme, .look = look };
  double x0, y0, x1, y1;
  LsRect reach;

  cairo_clip_extents (cr, &x0, &y0, &x1, &y1);
  if (!(x1 > x0) || !(y1 > y0))
    return;
  job.clip = (LsRect){ x0, y0, x1 - x0, y1 - y0 };
  reach = (LsRect){ x0 - 12, y0 - 20, x1 - x0 + 24, y1 - y0 + 40 };
  job.nodes = g_ptr_array_new ();
  job.wires = g_ptr_array_new ();
  ls_diagram_list_within (self, &reach, job.nodes, job.wires);
  cairo_save (cr);
  cairo_new_path (cr);
  /* The label cache is not part of the logical state, hence the cast. */
  prepare_labels ((LsDiagram *)self, cr, zoom, theme);
  if (look != NULL && look->grid)
    draw_grid (&job);
  draw_notes (&job);
  if (!ls_diagram_draw_afar (self, cr, zoom, theme, look, job.nodes, job.wires))
    draw_items (&job);
  cairo_restore (cr);
  g_ptr_array_unref (job.nodes);
  g_ptr_array_unref (job.wires);
}

void
ls_diagram_draw_loose_wire (const LsDiagram *self,
                            cairo_t *cr,
                            guint component,
                            const char *variable,
                            double x,
                            double y,
                            gboolean valid,
                            const LsTheme *theme)
{
  static const double dash[] = { 6, 4 };
  double dx, dy;
  LsPoint tip, out;

  g_return_if_fail (self != NULL && theme != NULL);
  if (!ls_diagram_get_port (self, component, variable, &tip, &dx, &dy))
    return;
  out = (LsPoint){ tip.x + dx * GRID_STEP / 2, tip.y + dy * GRID_STEP / 2 };
  cairo_save (cr);
  ls_color_set_source (valid ? &theme->success : &theme->wire_selected, cr);
  cairo_set_line_width (cr, 2);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (!valid)
    cairo_set_dash (cr, dash, 2, 0);
  cairo_move_to (cr, tip.x, tip.y);
  cairo_line_to (cr, out.x, out.y);
  if (dx != 0)
    {
      double middle = (x - out.x) * dx > 0 ? (out.x + x) / 2 : out.x;

      cairo_line_to (cr, middle, out.y);
      cairo_line_to (cr, middle, y);
    }
  else
    {
      double middle = (y - out.y) * dy > 0 ? (out.y + y) / 2 : out.y;

      cairo_line_to (cr, out.x, middle);
      cairo_line_to (cr, x, middle);
    }
  cairo_line_to (cr, x, y);
  cairo_stroke (cr);
  cairo_arc (cr, x, y, 3.5, 0, 2 * G_PI);
  cairo_fill (cr);
  cairo_restore (cr);
}
