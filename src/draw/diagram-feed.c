/* Overlay of a diagram: direct feed-through in blocks, and wires of algebraic loops. */
#include "draw/diagram-impl.h"

static void
draw_path (const LsDiagram *self, cairo_t *cr, const LsTheme *theme, const LsFeedPath *path)
{
  static const double dash[] = { 5, 4 };
  LsPoint a, b;
  double ax, ay, bx, by;

  if (!ls_diagram_get_port (self, path->component, path->input->name, &a, &ax, &ay)
      || !ls_diagram_get_port (self, path->component, path->output->name, &b, &bx, &by))
    return;
  a = (LsPoint){ a.x - ax * LS_PORT_LENGTH, a.y - ay * LS_PORT_LENGTH };
  b = (LsPoint){ b.x - bx * LS_PORT_LENGTH, b.y - by * LS_PORT_LENGTH };
  cairo_move_to (cr, a.x, a.y);
  cairo_curve_to (cr, a.x - 40 * ax, a.y - 40 * ay, b.x - 40 * bx, b.y - 40 * by, b.x, b.y);
  cairo_set_dash (cr, dash, path->in_loop ? 0 : 2, 0);
  ls_color_set_source (path->in_loop ? &theme->error : &theme->foreground, cr);
  cairo_set_line_width (cr, path->in_loop ? 2.6 : 1.6);
  cairo_stroke (cr);
}

void
ls_diagram_draw_feed (const LsDiagram *self, cairo_t *cr, const LsTheme *theme, const LsFeed *feed)
{
  GHashTableIter iter;
  gpointer id;

  g_return_if_fail (self != NULL && theme != NULL && feed != NULL);
  cairo_save (cr);
  cairo_new_path (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  g_hash_table_iter_init (&iter, feed->connections);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    {
      guint n;
      const LsPoint *points = ls_diagram_get_wire (self, GPOINTER_TO_UINT (id), &n);

      for (guint i = 0; i < n; i++)
        cairo_line_to (cr, points[i].x, points[i].y);
      ls_color_set_source (&theme->error, cr);
      cairo_set_line_width (cr, 2.6);
      cairo_stroke (cr);
    }
  for (guint i = 0; i < feed->paths->len; i++)
    draw_path (self, cr, theme, &g_array_index (feed->paths, LsFeedPath, i));
  cairo_restore (cr);
}
