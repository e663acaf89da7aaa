#include "app/canvas/canvas-guides.h"
#include <math.h>
#include "app/canvas/canvas-marks.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-view.h"

/* Distance at which a line attracts a block, px and maximum in canvas units. */
#define PULL 5.0
#define MAX_PULL 6.0

/* Best alignment line so far, along one axis. */
typedef struct
{
  double distance; /* absolute */
  double shift;
  LsRect line;
} Best;

static double
snap (double value)
{
  return round (value / LS_DIAGRAM_GRID) * LS_DIAGRAM_GRID;
}

static void
try_line (Best *best, double shift, const LsRect *line)
{
  if (fabs (shift) >= best->distance)
    return;
  best->distance = fabs (shift);
  best->shift = shift;
  best->line = *line;
}

/* Aligns left edges, centres and right edges of two boxes; the vertical line spans both. */
static void
try_across (Best *best, const LsRect *box, const LsRect *other)
{
  double top = MIN (box->y, other->y);
  double bottom = MAX (box->y + box->height, other->y + other->height);

  for (int i = 0; i <= 2; i++)
    {
      double x = other->x + i * other->width / 2;
      LsRect line = { x, top, 0, bottom - top };

      try_line (best, x - (box->x + i * box->width / 2), &line);
    }
}

static void
try_down (Best *best, const LsRect *box, const LsRect *other)
{
  double left = MIN (box->x, other->x);
  double right = MAX (box->x + box->width, other->x + other->width);

  for (int i = 0; i <= 2; i++)
    {
      double y = other->y + i * other->height / 2;
      LsRect line = { left, y, right - left, 0 };

      try_line (best, y - (box->y + i * box->height / 2), &line);
    }
}

static gboolean
is_moved (LsCanvas *self, guint id)
{
  return ls_canvas_is_component_selected (self, id);
}

/* Bounding box of the moved blocks at the pointer position. */
static LsRect
moved_box (LsCanvas *self, double dx, double dy)
{
  LsRect all = { 0, 0, 0, 0 };
  double right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

  all.x = all.y = G_MAXDOUBLE;
  for (guint i = 0; i < self->move.n; i++)
    {
      LsRect rect = { 0, 0, 0, 0 };

      ls_diagram_get_component_rect (self->diagram, self->move.ids[i], &rect);
      all.x = MIN (all.x, self->move.from[i].x + dx);
      all.y = MIN (all.y, self->move.from[i].y + dy);
      right = MAX (right, self->move.from[i].x + dx + rect.width);
      bottom = MAX (bottom, self->move.from[i].y + dy + rect.height);
    }
  all.width = right - all.x;
  all.height = bottom - all.y;
  return all;
}

/* Wires to blocks that are not moved: a straight wire is preferred to aligned edges. */
static void
try_wires (LsCanvas *self, double dy, const LsRect *now, Best *best)
{
  LsModel *model = ls_canvas_get_model (self);
  double moved_dy = now->y - self->move.from[0].y;

  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const LsConnection *wire = ls_model_get_connection (model, i);
      gboolean from = is_moved (self, wire->from);
      LsPoint a, b;
      double ax, bx, shift;

      if (from == is_moved (self, wire->to)
          || !ls_diagram_get_port (self->diagram, wire->from, wire->output, &a, &ax, NULL)
          || !ls_diagram_get_port (self->diagram, wire->to, wire->input, &b, &bx, NULL) || ax == 0
          || bx == 0)
        continue;
      shift = from ? b.y - (a.y - moved_dy + dy) : a.y - (b.y - moved_dy + dy);
      if (fabs (shift) < best->distance)
        {
          LsRect line = { MIN (a.x, b.x), from ? b.y : a.y, fabs (a.x - b.x), 0 };

          try_line (best, shift, &line);
        }
    }
}

static void
show_guide (LsCanvas *self, guint index, const LsRect *line)
{
  self->move.guides[index] = *line;
  self->move.guide_mask |= 1u << index;
  ls_canvas_queue_rect (self, line);
}

void
ls_canvas_clear_guides (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  for (guint i = 0; i < G_N_ELEMENTS (self->move.guides); i++)
    if ((self->move.guide_mask & 1u << i) != 0)
      ls_canvas_queue_rect (self, &self->move.guides[i]);
  self->move.guide_mask = 0;
}

void
ls_canvas_snap (LsCanvas *self, double *dx, double *dy, gboolean free)
{
  g_return_if_fail (LS_IS_CANVAS (self) && dx != NULL && dy != NULL);

  double pull = MIN (PULL / self->view.zoom, MAX_PULL);
  Best across = { .distance = pull }, down = { .distance = pull };
  LsRect box = moved_box (self, *dx, *dy), view, now = { 0, 0, 0, 0 };

  ls_canvas_clear_guides (self);
  if (free)
    return;
  ls_canvas_to_model (self, 0, 0, &view.x, &view.y);
  view.width = gtk_widget_get_allocated_width (GTK_WIDGET (self)) / self->view.zoom;
  view.height = gtk_widget_get_allocated_height (GTK_WIDGET (self)) / self->view.zoom;
  ls_diagram_get_component_rect (self->diagram, self->move.ids[0], &now);
  try_wires (self, *dy, &now, &down);
  for (guint i = 0; i < ls_diagram_get_n_items (self->diagram); i++)
    {
      guint id = ls_diagram_get_item (self->diagram, i);
      LsRect other;

      if (is_moved (self, id) || !ls_diagram_get_component_rect (self->diagram, id, &other)
          || other.x > view.x + view.width || other.x + other.width < view.x
          || other.y > view.y + view.height || other.y + other.height < view.y)
        continue;
      try_across (&across, &box, &other);
      if (down.distance == pull || down.line.height != 0)
        try_down (&down, &box, &other);
    }
  *dx = across.distance < pull ? *dx + across.shift : snap (*dx);
  *dy = down.distance < pull ? *dy + down.shift : snap (*dy);
  if (across.distance < pull)
    show_guide (self, 0, &across.line);
  if (down.distance < pull)
    show_guide (self, 1, &down.line);
}

void
ls_canvas_draw_guides (LsCanvas *self, cairo_t *cr)
{
  static const double dash[] = { 4, 3 };

  g_return_if_fail (LS_IS_CANVAS (self));
  if (self->move.guide_mask == 0)
    return;
  cairo_save (cr);
  ls_color_set_source (&self->theme.accent, cr);
  cairo_set_line_width (cr, 1 / self->view.zoom);
  cairo_set_dash (cr, dash, 2, 0);
  for (guint i = 0; i < G_N_ELEMENTS (self->move.guides); i++)
    {
      if ((self->move.guide_mask & 1u << i) == 0)
        continue;
      cairo_move_to (cr, self->move.guides[i].x, self->move.guides[i].y);
      cairo_rel_line_to (cr, self->move.guides[i].width, self->move.guides[i].height);
      cairo_stroke (cr);
    }
  cairo_restore (cr);
}
