/* Geometry of the diagram on the example FMUs: ports, wires, hits. */
#include "core/ssp/ssp.h"
#include "draw/diagram.h"

#include "unit.h"

#include <math.h>

static const LsConnection *
wire (LsModel *model, guint from, const char *output, guint to, const char *input)
{
  g_autoptr (GError) error = NULL;
  guint id = ls_model_connect (model, from, output, to, input, &error);

  g_assert_no_error (error);
  return ls_model_find_connection (model, id);
}

/* Blocks on a loose raster, each input fed by some output. */
static LsModel *
random_model (guint n, guint32 seed)
{
  g_autoptr (LsFmu) fmu = unit_open_fmu ("LS_TEST_MODELS", "right-body.fmu");
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  LsModel *model = ls_model_new ();
  g_autofree guint *ids = g_new (guint, n);

  for (guint i = 0; i < n; i++)
    {
      double x = 300.0 * (i % 5) + 10 * g_rand_int_range (random, 0, 5);
      double y = 220.0 * (i / 5) + 10 * g_rand_int_range (random, 0, 5);

      ids[i] = ls_model_add_component (model, fmu, NULL, x, y);
    }
  for (guint i = 0; i < n; i++)
    {
      guint from = (guint)g_rand_int_range (random, 0, (gint32)n);

      wire (model, ids[from], "x", ids[i], "x_left");
      from = (guint)g_rand_int_range (random, 0, (gint32)n);
      wire (model, ids[from], "v", ids[i], "v_left");
    }
  return model;
}

/* Length of the part of a segment strictly inside the rectangle. */
static gboolean
passes (const LsPoint *a, const LsPoint *b, const LsRect *rect)
{
  return MAX (a->x, b->x) > rect->x && MIN (a->x, b->x) < rect->x + rect->width
         && MAX (a->y, b->y) > rect->y && MIN (a->y, b->y) < rect->y + rect->height;
}

static void
check_wire (const LsModel *model, const LsDiagram *diagram, const LsConnection *connection)
{
  guint n;
  const LsPoint *points = ls_diagram_get_wire (diagram, connection->id, &n);
  LsPoint from, to;
  double dx, dy;

  g_assert_cmpuint (n, >=, 2);
  g_assert_true (
      ls_diagram_get_port (diagram, connection->from, connection->output, &from, &dx, &dy));
  g_assert_cmpfloat (points[0].x, ==, from.x);
  g_assert_cmpfloat (points[0].y, ==, from.y);
  /* Leaves the port the way it looks. */
  g_assert_cmpfloat ((points[1].x - from.x) * dx + (points[1].y - from.y) * dy, >, 0);
  g_assert_true (ls_diagram_get_port (diagram, connection->to, connection->input, &to, &dx, &dy));
  g_assert_cmpfloat (points[n - 1].x, ==, to.x);
  g_assert_cmpfloat (points[n - 1].y, ==, to.y);
  g_assert_cmpfloat ((points[n - 2].x - to.x) * dx + (points[n - 2].y - to.y) * dy, >, 0);
  for (guint i = 0; i + 1 < n; i++)
    {
      g_assert_true (points[i].x == points[i + 1].x || points[i].y == points[i + 1].y);
      for (guint k = 0; k < ls_model_get_n_components (model); k++)
        {
          LsRect rect;

          g_assert_true (ls_diagram_get_component_rect (
              diagram, ls_model_get_component (model, k)->id, &rect));
          g_assert_false (passes (&points[i], &points[i + 1], &rect));
        }
    }
}

static void
check_wires (const LsModel *model, const LsDiagram *diagram)
{
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    check_wire (model, diagram, ls_model_get_connection (model, i));
}

static void
test_wires (void)
{
  for (guint32 seed = 1; seed <= 12; seed++)
    {
      g_autoptr (LsModel) model = random_model (5 + 2 * seed, seed);
      g_autoptr (LsDiagram) diagram = ls_diagram_new (model);

      check_wires (model, diagram);
    }
}

/* So many wires are laid in haste: still at right angles and around blocks. */
static void
test_many_wires (void)
{
  g_autoptr (LsModel) model = random_model (120, 9);
  g_autoptr (LsDiagram) diagram = ls_diagram_new (model);

  check_wires (model, diagram);
}

/* Columns by the way of the signals, nothing on top of another, the same each time. */
static void
test_layout (void)
{
  g_autoptr (LsModel) model = random_model (40, 11);
  g_autoptr (LsDiagram) diagram = ls_diagram_new (model);
  guint ids[40];
  LsPoint first[40], second[40];

  for (guint i = 0; i < 40; i++)
    ids[i] = ls_model_get_component (model, i)->id;
  ls_diagram_layout (diagram, ids, 40, first);
  ls_diagram_layout (diagram, ids, 40, second);
  g_assert_cmpmem (first, sizeof first, second, sizeof second);
  for (guint i = 0; i < 40; i++)
    ls_model_move_component (model, ids[i], first[i].x, first[i].y);
  ls_diagram_update (diagram, 0);
  for (guint i = 0; i < 40; i++)
    for (guint k = 0; k < i; k++)
      {
        LsRect a, b;

        ls_diagram_get_component_rect (diagram, ids[i], &a);
        ls_diagram_get_component_rect (diagram, ids[k], &b);
        g_assert_true (a.x >= b.x + b.width || b.x >= a.x + a.width || a.y >= b.y + b.height
                       || b.y >= a.y + a.height);
      }
  check_wires (model, diagram);
}

/* A chain without a loop: each right of what feeds it. */
static void
test_layout_chain (void)
{
  g_autoptr (LsFmu) fmu = unit_open_fmu ("LS_TEST_MODELS", "right-body.fmu");
  g_autoptr (LsModel) model = ls_model_new ();
  g_autoptr (LsDiagram) diagram = NULL;
  guint ids[5];
  LsPoint positions[5];

  for (guint i = 0; i < 5; i++)
    ids[i] = ls_model_add_component (model, fmu, NULL, 50.0 * (7 * i % 5), 300.0 * (3 * i % 5));
  for (guint i = 0; i < 4; i++)
    wire (model, ids[i], "x", ids[i + 1], "x_left");
  diagram = ls_diagram_new (model);
  ls_diagram_layout (diagram, ids, 5, positions);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat (positions[i].x + 120, <, positions[i + 1].x);
}

/* The same model has the same wires. */
static void
test_deterministic (void)
{
  g_autoptr (LsModel) model = random_model (20, 7);
  g_autoptr (LsDiagram) first = ls_diagram_new (model);
  g_autoptr (LsDiagram) second = ls_diagram_new (model);

  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      guint id = ls_model_get_connection (model, i)->id, n, m;
      const LsPoint *a = ls_diagram_get_wire (first, id, &n);
      const LsPoint *b = ls_diagram_get_wire (second, id, &m);

      g_assert_cmpmem (a, n * sizeof *a, b, m * sizeof *b);
    }
}

/* A block that is dragged around leaves all wires in order. */
static void
test_update (void)
{
  g_autoptr (LsModel) model = random_model (15, 3);
  g_autoptr (LsDiagram) diagram = ls_diagram_new (model);
  guint id = ls_model_get_component (model, 7)->id;
  const double places[][2] = { { 1700, 300 }, { -900, -500 }, { 500, 1100 }, { 1650, 20 } };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      ls_model_move_component (model, id, places[i][0], places[i][1]);
      ls_diagram_update (diagram, id);
      check_wires (model, diagram);
    }
  ls_model_remove_component (model, id);
  ls_diagram_update (diagram, 0);
  check_wires (model, diagram);
}

static void
test_points_by_hand (void)
{
  g_autoptr (LsFmu) fmu = unit_open_fmu ("LS_TEST_MODELS", "prey.fmu");
  g_autoptr (LsFmu) other = unit_open_fmu ("LS_TEST_MODELS", "predator.fmu");
  g_autoptr (LsModel) model = ls_model_new ();
  guint a = ls_model_add_component (model, fmu, "prey", 0, 0);
  guint b = ls_model_add_component (model, other, "predator", 400, 0);
  const LsConnection *connection = wire (model, a, "population", b, "prey");
  const LsPoint hand[] = { { 300, 200 }, { 350, 200 } };
  g_autoptr (LsDiagram) diagram = NULL;
  const LsPoint *points;
  guint n, found = 0;

  ls_model_set_connection_points (model, connection->id, hand, G_N_ELEMENTS (hand));
  diagram = ls_diagram_new (model);
  points = ls_diagram_get_wire (diagram, connection->id, &n);
  for (guint i = 0; i < n; i++)
    found += points[i].x == hand[MIN (found, 1)].x && points[i].y == hand[MIN (found, 1)].y;
  g_assert_cmpuint (found, ==, G_N_ELEMENTS (hand));
}

static void
test_hit (void)
{
  g_autoptr (LsModel) model = random_model (12, 5);
  g_autoptr (LsDiagram) diagram = ls_diagram_new (model);
  LsHit hit;

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      guint id = ls_model_get_component (model, i)->id;
      LsRect rect;
      LsPoint tip;
      double dx, dy;

      g_assert_true (ls_diagram_get_component_rect (diagram, id, &rect));
      ls_diagram_hit (diagram, rect.x + rect.width / 2, rect.y + rect.height / 2, 4, &hit);
      g_assert_cmpint (hit.kind, ==, LS_HIT_COMPONENT);
      g_assert_cmpuint (hit.component, ==, id);
      g_assert_true (ls_diagram_get_port (diagram, id, "v_left", &tip, &dx, &dy));
      ls_diagram_hit (diagram, tip.x - 3 * dx, tip.y - 3 * dy, 4, &hit);
      g_assert_cmpint (hit.kind, ==, LS_HIT_PORT);
      g_assert_cmpuint (hit.component, ==, id);
      g_assert_cmpstr (hit.variable->name, ==, "v_left");
    }
  ls_diagram_hit (diagram, -5000, -5000, 4, &hit);
  g_assert_cmpint (hit.kind, ==, LS_HIT_NOTHING);
}

/* Halfway between two blocks, beside nothing else. */
static void
test_hit_wire (void)
{
  g_autoptr (LsFmu) fmu = unit_open_fmu ("LS_TEST_MODELS", "prey.fmu");
  g_autoptr (LsFmu) other = unit_open_fmu ("LS_TEST_MODELS", "predator.fmu");
  g_autoptr (LsModel) model = ls_model_new ();
  guint a = ls_model_add_component (model, fmu, "prey", 0, 0);
  guint b = ls_model_add_component (model, other, "predator", 400, 0);
  const LsConnection *connection = wire (model, a, "population", b, "prey");
  g_autoptr (LsDiagram) diagram = ls_diagram_new (model);
  LsPoint tip;
  LsHit hit;

  g_assert_true (ls_diagram_get_port (diagram, a, "population", &tip, NULL, NULL));
  ls_diagram_hit (diagram, tip.x + 40, tip.y + 3, 4, &hit);
  g_assert_cmpint (hit.kind, ==, LS_HIT_CONNECTION);
  g_assert_cmpuint (hit.connection, ==, connection->id);
  ls_diagram_hit (diagram, tip.x + 40, tip.y + 6, 4, &hit);
  g_assert_cmpint (hit.kind, ==, LS_HIT_NOTHING);
}

static void
test_place (void)
{
  g_autoptr (LsModel) model = random_model (10, 2);
  g_autoptr (LsDiagram) diagram = ls_diagram_new (model);
  LsPoint place = ls_diagram_find_place (diagram, 303, 207, 120, 60);

  g_assert_cmpfloat (fmod (place.x, LS_DIAGRAM_GRID), ==, 0);
  g_assert_cmpfloat (fmod (place.y, LS_DIAGRAM_GRID), ==, 0);
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      LsRect rect;

      ls_diagram_get_component_rect (diagram, ls_model_get_component (model, i)->id, &rect);
      g_assert_true (place.x >= rect.x + rect.width || place.x + 120 <= rect.x
                     || place.y >= rect.y + rect.height || place.y + 60 <= rect.y);
    }
}

/* Draws at all zooms, with an empty model too, without Cairo complaining. */
static void
test_draw (void)
{
  g_autoptr (LsModel) model = random_model (12, 4);
  g_autoptr (LsModel) empty = ls_model_new ();
  g_autoptr (LsDiagram) diagram = ls_diagram_new (model);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 200);
  cairo_t *cr = cairo_create (surface);
  const LsDiagramLook look = { .grid = TRUE };

  for (double zoom = 0.05; zoom < 5; zoom *= 1.7)
    {
      cairo_save (cr);
      cairo_scale (cr, zoom, zoom);
      ls_diagram_draw (diagram, cr, zoom, ls_theme_get_dark (), &look);
      cairo_restore (cr);
    }
  ls_diagram_set_model (diagram, empty);
  ls_diagram_draw (diagram, cr, 1, ls_theme_get_light (), NULL);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* What is drawn, one pixel per canvas unit, its upper left corner that of the extents. */
typedef struct
{
  cairo_surface_t *surface;
  LsRect extents;
} Sheet;

static cairo_t *
sheet_begin (Sheet *self, const LsDiagram *diagram)
{
  cairo_t *cr;

  self->extents = ls_diagram_get_extents (diagram);
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int)self->extents.width + 1,
                                              (int)self->extents.height + 1);
  cr = cairo_create (self->surface);
  cairo_translate (cr, -self->extents.x, -self->extents.y);
  return cr;
}

static guint32
sheet_get (Sheet *self, double x, double y)
{
  const guint8 *data;

  cairo_surface_flush (self->surface);
  data = cairo_image_surface_get_data (self->surface);
  data += (int)(y - self->extents.y) * cairo_image_surface_get_stride (self->surface);
  return ((const guint32 *)(const void *)data)[(int)(x - self->extents.x)];
}

/* Pixels within a part that are drawn, or drawn in another colour than that of its first one. */
static guint
sheet_count (Sheet *self, const LsRect *part, gboolean other_than_first)
{
  guint32 first = other_than_first ? sheet_get (self, part->x + 2, part->y + 2) : 0;
  guint n = 0;

  for (double y = part->y + 2; y < part->y + part->height - 2; y++)
    for (double x = part->x + 2; x < part->x + part->width - 2; x++)
      n += sheet_get (self, x, y) != first;
  return n;
}

static gboolean
is_color (guint32 pixel, const LsColor *color)
{
  /* Colours are stored as whole multiples of 1 / 255. */
  return fabs ((pixel >> 16 & 0xff) - 255 * color->r) <= 2
         && fabs ((pixel >> 8 & 0xff) - 255 * color->g) <= 2
         && fabs ((pixel & 0xff) - 255 * color->b) <= 2 && (pixel >> 24) > 250;
}

/* In the middle of its longest piece, where nothing lies over it. */
static guint32
look_at_wire (Sheet *sheet, const LsDiagram *diagram, guint id)
{
  guint n, best = 0;
  const LsPoint *p = ls_diagram_get_wire (diagram, id, &n);

  g_assert_cmpuint (n, >=, 2);
  for (guint i = 0; i + 1 < n; i++)
    if (fabs (p[i + 1].x - p[i].x) + fabs (p[i + 1].y - p[i].y)
        > fabs (p[best + 1].x - p[best].x) + fabs (p[best + 1].y - p[best].y))
      best = i;
  return sheet_get (sheet, (p[best].x + p[best + 1].x) / 2, (p[best].y + p[best + 1].y) / 2);
}

/* The joint of two bodies is a loop: both wires and a way through each block, in full and in the
 * colour of errors. */
static void
test_feed_loop (void)
{
  g_autoptr (LsModel) model = unit_open ("feed-through.ssp");
  g_autoptr (LsDiagram) diagram = ls_diagram_new (model);
  g_autoptr (LsFeed) feed = ls_feed_new (model);
  const LsTheme *theme = ls_theme_get_light ();
  Sheet sheet;
  cairo_t *cr = sheet_begin (&sheet, diagram);

  g_assert_cmpuint (feed->loops->len, ==, 1);
  g_assert_cmpuint (g_hash_table_size (feed->connections), ==, ls_model_get_n_connections (model));
  ls_diagram_draw_feed (diagram, cr, theme, feed);
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      guint id = ls_model_get_connection (model, i)->id;

      g_assert_true (is_color (look_at_wire (&sheet, diagram, id), &theme->error));
    }
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      LsRect rect;

      ls_diagram_get_component_rect (diagram, ls_model_get_component (model, i)->id, &rect);
      g_assert_cmpuint (sheet_count (&sheet, &rect, FALSE), >, (guint)(0.5 * rect.width));
    }
  cairo_destroy (cr);
  cairo_surface_destroy (sheet.surface);
}

/* The force of the right body follows what it is told at once, the left one has a state between:
 * dashes in one block only, and no wire. */
static void
test_feed_paths (void)
{
  g_autoptr (LsModel) model = unit_open ("two-bodies.ssp");
  g_autoptr (LsDiagram) diagram = ls_diagram_new (model);
  g_autoptr (LsFeed) feed = ls_feed_new (model);
  const LsTheme *theme = ls_theme_get_light ();
  LsRect left, right;
  Sheet sheet;
  cairo_t *cr = sheet_begin (&sheet, diagram);

  g_assert_cmpuint (feed->loops->len, ==, 0);
  g_assert_cmpuint (feed->paths->len, ==, 2);
  ls_diagram_draw_feed (diagram, cr, theme, feed);
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    g_assert_cmpuint (look_at_wire (&sheet, diagram, ls_model_get_connection (model, i)->id), ==,
                      0);
  ls_diagram_get_component_rect (diagram, ls_model_find_component_by_name (model, "left")->id,
                                 &left);
  ls_diagram_get_component_rect (diagram, ls_model_find_component_by_name (model, "right")->id,
                                 &right);
  g_assert_cmpuint (sheet_count (&sheet, &left, FALSE), ==, 0);
  g_assert_cmpuint (sheet_count (&sheet, &right, FALSE), >, (guint)(0.5 * right.width));
  cairo_destroy (cr);
  cairo_surface_destroy (sheet.surface);
}

/* A note is hit, its text is on its paper, and cut off at the edge however long it is. */
static void
test_note (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (LsDiagram) diagram = NULL;
  guint empty = LS_ITEM_NOTE | ls_model_add_note (model, 0, "", 0, 0, 120, 60);
  guint item;
  Sheet sheet;
  LsRect rect, below;
  LsHit hit;
  cairo_t *cr;

  for (int i = 0; i < 200; i++)
    g_string_append (text, "words and words ");
  item = LS_ITEM_NOTE | ls_model_add_note (model, 0, text->str, 200, 0, 120, 60);
  ls_model_add_note (model, 0, "far below", 200, 200, 60, 40);
  diagram = ls_diagram_new (model);
  ls_diagram_hit (diagram, 250, 30, 3, &hit);
  g_assert_cmpint (hit.kind, ==, LS_HIT_NOTE);
  g_assert_cmpuint (hit.component, ==, item);
  cr = sheet_begin (&sheet, diagram);
  ls_diagram_draw (diagram, cr, 1, ls_theme_get_light (), NULL);
  g_assert_true (ls_diagram_get_component_rect (diagram, item, &rect));
  g_assert_cmpuint (sheet_count (&sheet, &rect, TRUE), >, 200);
  below = (LsRect){ rect.x, rect.y + rect.height + 2, rect.width, 60 };
  g_assert_cmpuint (sheet_count (&sheet, &below, TRUE), ==, 0);
  g_assert_true (ls_diagram_get_component_rect (diagram, empty, &rect));
  g_assert_cmpuint (sheet_count (&sheet, &rect, TRUE), ==, 0);
  cairo_destroy (cr);
  cairo_surface_destroy (sheet.surface);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/diagram/feed-loop", test_feed_loop);
  g_test_add_func ("/draw/diagram/feed-paths", test_feed_paths);
  g_test_add_func ("/draw/diagram/note", test_note);
  g_test_add_func ("/draw/diagram/wires", test_wires);
  g_test_add_func ("/draw/diagram/deterministic", test_deterministic);
  g_test_add_func ("/draw/diagram/update", test_update);
  g_test_add_func ("/draw/diagram/points-by-hand", test_points_by_hand);
  g_test_add_func ("/draw/diagram/hit", test_hit);
  g_test_add_func ("/draw/diagram/hit-wire", test_hit_wire);
  g_test_add_func ("/draw/diagram/place", test_place);
  g_test_add_func ("/draw/diagram/draw", test_draw);
  g_test_add_func ("/draw/diagram/many-wires", test_many_wires);
  g_test_add_func ("/draw/diagram/layout", test_layout);
  g_test_add_func ("/draw/diagram/layout-chain", test_layout_chain);
  return g_test_run ();
}
