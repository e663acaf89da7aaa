/* Ports: shape by type, orientation by signal direction. */
#include "draw/diagram-impl.h"

#define HALF 4.6
#define ARRAY_BAR 7.0
#define TERMINAL_HALF 7.0

/* Shape in a frame with the signal direction as first axis, from 0 to LS_PORT_LENGTH. */
static void
path_shape (cairo_t *cr, LsType type)
{
  const double middle = LS_PORT_LENGTH / 2, end = LS_PORT_LENGTH;

  switch (type)
    {
    case LS_TYPE_INTEGER:
      cairo_rectangle (cr, middle - 4, -4, 8, 8);
      break;
    case LS_TYPE_BOOLEAN:
      cairo_new_sub_path (cr);
      cairo_arc (cr, middle, 0, 4.4, 0, 2 * G_PI);
      break;
    case LS_TYPE_ENUMERATION:
      cairo_move_to (cr, 0, 0);
      cairo_line_to (cr, middle, -HALF);
      cairo_line_to (cr, end, 0);
      cairo_line_to (cr, middle, HALF);
      cairo_close_path (cr);
      break;
    case LS_TYPE_STRING:
      cairo_move_to (cr, 0, -4);
      cairo_line_to (cr, end - 4, -4);
      cairo_line_to (cr, end, 0);
      cairo_line_to (cr, end - 4, 4);
      cairo_line_to (cr, 0, 4);
      cairo_close_path (cr);
      break;
    case LS_TYPE_REAL:
    default:
      cairo_move_to (cr, 0, -HALF);
      cairo_line_to (cr, end, 0);
      cairo_line_to (cr, 0, HALF);
      cairo_close_path (cr);
      break;
    }
}

/* A terminal: a socket, as signals go both ways. */
static void
path_terminal (cairo_t *cr)
{
  const double end = LS_PORT_LENGTH, half = TERMINAL_HALF, round = 3;

  cairo_new_sub_path (cr);
  cairo_arc (cr, end - round, half - round, round, 0, G_PI / 2);
  cairo_arc (cr, round, half - round, round, G_PI / 2, G_PI);
  cairo_arc (cr, round, round - half, round, G_PI, 3 * G_PI / 2);
  cairo_arc (cr, end - round, round - half, round, -G_PI / 2, 0);
  cairo_close_path (cr);
}

static LsColor
port_color (const LsPort *self, const LsTheme *theme, LsMark mark)
{
  if (mark & LS_MARK_FITS)
    return theme->success;
  if (mark & (LS_MARK_SELECTED | LS_MARK_HOVER))
    return theme->selection;
  return self->n_inputs > 0 && !self->connected ? theme->warning : theme->wire;
}

/* A ring: the port is compatible with the wire, or has the keyboard focus. */
static void
draw_ring (const LsPort *self, cairo_t *cr, const LsColor *color, double radius, gboolean dashed)
{
  static const double dash[] = { 3, 2 };
  double x = self->tip.x - self->dx * LS_PORT_LENGTH / 2;
  double y = self->tip.y - self->dy * LS_PORT_LENGTH / 2;

  cairo_save (cr);
  cairo_new_path (cr);
  cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
  ls_color_set_source (color, cr);
  cairo_set_line_width (cr, 1.5);
  cairo_set_dash (cr, dash, dashed ? 2 : 0, 0);
  cairo_stroke (cr);
  cairo_restore (cr);
}

void
ls_port_draw (const LsPort *self, cairo_t *cr, const LsTheme *theme, LsMark mark)
{
  LsType type = self->variable != NULL ? self->variable->type : LS_TYPE_REAL;
  const gboolean is_terminal = self->variable != NULL && ls_variable_is_terminal (self->variable);
  LsColor color = port_color (self, theme, mark), inside = theme->background;
  int flow = self->input ? -1 : 1; /* +1 if the signal leaves the block, else -1 */
  double along_x = flow * self->dx, along_y = flow * self->dy;
  double from = self->input ? 0 : -LS_PORT_LENGTH;
  cairo_matrix_t matrix;

  if (mark & LS_MARK_FADED)
    color.a *= 0.3;
  cairo_save (cr);
  cairo_matrix_init (&matrix, along_x, along_y, -along_y, along_x, self->tip.x + along_x * from,
                     self->tip.y + along_y * from);
  cairo_transform (cr, &matrix);
  cairo_new_path (cr);
  if (is_terminal)
    path_terminal (cr);
  else
    path_shape (cr, type);
  ls_color_set_source (self->connected || (mark & LS_MARK_FITS) ? &color : &inside, cr);
  cairo_fill_preserve (cr);
  ls_color_set_source (&color, cr);
  cairo_set_line_width (cr, mark & LS_MARK_HOVER ? 2 : 1.3);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
  if (self->variable != NULL && self->variable->n_elements > 0 && !is_terminal)
    {
      /* An array: bars beside the shape, as for a stack. */
      cairo_move_to (cr, 1, -ARRAY_BAR);
      cairo_line_to (cr, LS_PORT_LENGTH - 1, -ARRAY_BAR);
      cairo_move_to (cr, 1, ARRAY_BAR);
      cairo_line_to (cr, LS_PORT_LENGTH - 1, ARRAY_BAR);
      cairo_stroke (cr);
    }
  cairo_restore (cr);
  if (mark & LS_MARK_FITS)
    draw_ring (self, cr, &color, 8.5, FALSE);
  if (mark & (LS_MARK_FOCUS | LS_MARK_SELECTED))
    draw_ring (self, cr, &theme->selection, 8.5, (mark & LS_MARK_FOCUS) != 0);
}
