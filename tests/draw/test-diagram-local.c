/* Small changes of a diagram: what is found by looking at their surroundings only is what a whole
 * update finds. */
#include "draw/diagram.h"

#include "unit.h"

#include <string.h>

#define COLUMNS 6

static const char *const outputs[] = { "x", "v" };
static const char *const inputs[] = { "x_left", "v_left" };

static LsModel *
make_model (guint n, guint n_columns)
{
  g_autoptr (LsFmu) fmu = unit_open_fmu ("LS_TEST_MODELS", "right-body.fmu");
  LsModel *model = ls_model_new ();

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("block%u", i);

      ls_model_add_component (model, fmu, name, 300.0 * (i % n_columns), 200.0 * (i / n_columns));
    }
  return model;
}

static guint
pick (GRand *random, guint n)
{
  return (guint)g_rand_int_range (random, 0, (gint32)n);
}

static guint
pick_component (const LsModel *model, GRand *random)
{
  return ls_model_get_component (model, pick (random, ls_model_get_n_components (model)))->id;
}

/* An input that is fed gets no other wire: then nothing changes. */
static void
connect_some (LsModel *model, GRand *random)
{
  const guint from = pick_component (model, random), to = pick_component (model, random);

  ls_model_connect (model, from, outputs[pick (random, 2)], to, inputs[pick (random, 2)], NULL);
}

/* Also between grid points, far out, turned and flipped. Returns: the item */
static guint
place_some (LsModel *model, GRand *random)
{
  const guint item = pick_component (model, random);
  LsPlacement place;

  ls_model_get_item_placement (model, item, &place);
  place.x += g_rand_int_range (random, -12, 13) * (pick (random, 4) == 0 ? 3.7 : 10);
  place.y += g_rand_int_range (random, -12, 13) * (pick (random, 20) == 0 ? 70 : 10);
  if (pick (random, 6) == 0)
    ls_placement_turn (&place, 1);
  if (pick (random, 6) == 0)
    ls_placement_flip (&place);
  ls_model_place_item (model, item, &place);
  return item;
}

/* Returns: the item at which the wire begins */
static guint
bend_some (LsModel *model, GRand *random)
{
  const LsConnection *connection
      = ls_model_get_connection (model, pick (random, ls_model_get_n_connections (model)));
  const LsPoint points[] = { { 10.0 * pick (random, 150), 10.0 * pick (random, 100) },
                             { 10.0 * pick (random, 150), 10.0 * pick (random, 100) } };

  ls_model_set_connection_points (model, connection->id, points, pick (random, 3));
  return connection->from;
}

static void
change_some (LsModel *model, GRand *random, LsDiagram *diagram)
{
  const guint kind = pick (random, 12), n = ls_model_get_n_connections (model);

  if (kind < 5 || n == 0)
    ls_diagram_update (diagram, place_some (model, random));
  else if (kind > 9)
    {
      for (guint i = 0; i < 4; i++)
        place_some (model, random);
      bend_some (model, random);
      ls_diagram_update_places (diagram);
    }
  else if (kind < 6)
    ls_diagram_update (diagram, bend_some (model, random));
  else
    {
      if (kind < 8)
        ls_model_disconnect (model, ls_model_get_connection (model, pick (random, n))->id);
      if (kind > 6)
        connect_some (model, random);
      ls_diagram_update_wires (diagram);
    }
}

/* @zoom: the smaller, the less is drawn */
static cairo_surface_t *
draw (const LsDiagram *diagram, double zoom)
{
  const LsRect all = ls_diagram_get_extents (diagram);
  cairo_surface_t *surface = cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, (int)(zoom * all.width) + 1, (int)(zoom * all.height) + 1);
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, zoom, zoom);
  cairo_translate (cr, -all.x, -all.y);
  ls_diagram_draw (diagram, cr, zoom, ls_theme_get_light (), NULL);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static void
check_pictures (const LsDiagram *a, const LsDiagram *b, double zoom)
{
  cairo_surface_t *first = draw (a, zoom), *second = draw (b, zoom);
  const gsize size = (gsize)cairo_image_surface_get_stride (first)
                     * (gsize)cairo_image_surface_get_height (first);

  g_assert_true (
      memcmp (cairo_image_surface_get_data (first), cairo_image_surface_get_data (second), size)
      == 0);
  cairo_surface_destroy (first);
  cairo_surface_destroy (second);
}

static void
check_equal (const LsModel *model, const LsDiagram *a, const LsDiagram *b)
{
  const LsRect all = ls_diagram_get_extents (a), other = ls_diagram_get_extents (b);

  g_assert_cmpmem (&all, sizeof all, &other, sizeof other);
  g_assert_cmpuint (ls_diagram_get_n_connections (a), ==, ls_diagram_get_n_connections (b));
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const guint id = ls_model_get_connection (model, i)->id;
      guint n, m;
      const LsPoint *x = ls_diagram_get_wire (a, id, &n), *y = ls_diagram_get_wire (b, id, &m);

      g_assert_cmpuint (ls_diagram_get_connection (a, i), ==, id);
      g_assert_cmpmem (x, n * sizeof *x, y, m * sizeof *y);
    }
}

static void
check_hits (const LsDiagram *a, const LsDiagram *b, GRand *random)
{
  const LsRect all = ls_diagram_get_extents (a);

  for (guint i = 0; i < 200; i++)
    {
      const double x = g_rand_double_range (random, all.x, all.x + all.width);
      const double y = g_rand_double_range (random, all.y, all.y + all.height);
      LsHit first = { 0 }, second = { 0 };

      ls_diagram_hit (a, x, y, 6, &first);
      ls_diagram_hit (b, x, y, 6, &second);
      g_assert_cmpint (first.kind, ==, second.kind);
      g_assert_cmpuint (first.component, ==, second.component);
      g_assert_cmpuint (first.connection, ==, second.connection);
      g_assert_true (first.variable == second.variable);
    }
}

/* Blocks moved and turned, wires bent, added and removed, at random: also so many of them that they
 * are routed in haste. */
static void
test_like_whole (gconstpointer data)
{
  const guint n = GPOINTER_TO_UINT (data);
  g_autoptr (GRand) random = g_rand_new_with_seed (n);
  g_autoptr (LsModel) model = make_model (n, COLUMNS);
  g_autoptr (LsDiagram) local = NULL;
  g_autoptr (LsDiagram) whole = NULL;

  for (guint i = 0; i < 2 * n; i++)
    connect_some (model, random);
  local = ls_diagram_new (model);
  whole = ls_diagram_new (model);
  for (guint i = 0; i < 1000 / n; i++)
    {
      change_some (model, random, local);
      ls_diagram_update (whole, 0);
      check_equal (model, local, whole);
      if (i % 4 != 0)
        continue;
      check_pictures (local, whole, 1);
      check_pictures (local, whole, 0.2);
      check_hits (local, whole, random);
    }
}

/* Wires between many blocks that are moved together keep their shape, also far away; the others are
 * in order. */
static void
test_together (void)
{
  const guint n = 120;
  g_autoptr (GRand) random = g_rand_new_with_seed (n);
  g_autoptr (LsModel) model = make_model (n, 10);
  g_autoptr (LsDiagram) diagram = NULL;
  g_autoptr (LsDiagram) before = NULL;
  const double by[][2] = { { 30, -50 }, { 9000, 4000 } };

  for (guint i = 0; i < 2 * n; i++)
    connect_some (model, random);
  diagram = ls_diagram_new (model);
  before = ls_diagram_new (model);
  for (guint k = 0; k < G_N_ELEMENTS (by); k++)
    {
      for (guint i = 0; i < n; i++)
        {
          const LsComponent *component = ls_model_get_component (model, i);

          ls_model_move_component (model, component->id, component->x + by[k][0],
                                   component->y + by[k][1]);
        }
      ls_diagram_update_places (diagram);
    }
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const guint id = ls_model_get_connection (model, i)->id;
      guint n_points, m;
      const LsPoint *x = ls_diagram_get_wire (before, id, &n_points);
      const LsPoint *y = ls_diagram_get_wire (diagram, id, &m);

      g_assert_cmpuint (n_points, ==, m);
      for (guint k = 0; k < m; k++)
        {
          g_assert_cmpfloat (x[k].x + by[0][0] + by[1][0], ==, y[k].x);
          g_assert_cmpfloat (x[k].y + by[0][1] + by[1][1], ==, y[k].y);
        }
    }
}

static guint32
get_pixel (cairo_surface_t *surface, int x, int y)
{
  const guint8 *row = cairo_image_surface_get_data (surface)
                      + (gsize)y * (gsize)cairo_image_surface_get_stride (surface);

  return ((const guint32 *)(const void *)row)[x] & 0xffffff;
}

static LsMark
mark_last_cb (guint component, G_GNUC_UNUSED const char *variable, gpointer last)
{
  return component == GPOINTER_TO_UINT (last) ? LS_MARK_SELECTED : LS_MARK_NONE;
}

#define WIDTH 700
#define HEIGHT 400
#define ZOOM 0.04

/* @part: only that is drawn, px */
static cairo_surface_t *
draw_afar (const LsDiagram *diagram, guint selected, const cairo_rectangle_int_t *part)
{
  const LsDiagramLook look
      = { .component = mark_last_cb, .user_data = GUINT_TO_POINTER (selected) };
  const LsRect all = ls_diagram_get_extents (diagram);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  ls_color_set_source (&ls_theme_get_light ()->background, cr);
  cairo_paint (cr);
  cairo_rectangle (cr, part->x, part->y, part->width, part->height);
  cairo_clip (cr);
  cairo_scale (cr, ZOOM, ZOOM);
  cairo_translate (cr, -all.x, -all.y);
  ls_diagram_draw (diagram, cr, ZOOM, ls_theme_get_light (), &look);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* A large diagram from afar: each block is there, the selected one stands out, and a part of it
 * that is drawn again is as it was. */
static void
test_afar (void)
{
  g_autoptr (LsModel) model = make_model (2600, 52);
  g_autoptr (LsDiagram) diagram = ls_diagram_new (model);
  const LsRect all = ls_diagram_get_extents (diagram);
  const guint last = ls_model_get_component (model, 2599)->id;
  const cairo_rectangle_int_t whole = { 0, 0, WIDTH, HEIGHT }, part = { 133, 71, 210, 97 };
  cairo_surface_t *first = draw_afar (diagram, last, &whole);
  cairo_surface_t *second = draw_afar (diagram, last, &part);
  const guint32 background = get_pixel (first, WIDTH - 1, HEIGHT - 1);
  guint32 plain = 0;

  for (guint i = 0; i < 2600; i++)
    {
      const guint id = ls_model_get_component (model, i)->id;
      LsRect rect;
      guint32 pixel;

      g_assert_true (ls_diagram_get_component_rect (diagram, id, &rect));
      pixel = get_pixel (first, (int)((rect.x + rect.width / 2 - all.x) * ZOOM),
                         (int)((rect.y + rect.height / 2 - all.y) * ZOOM));
      plain = i == 0 ? pixel : plain;
      g_assert_cmphex (pixel, !=, background);
      if (id == last)
        g_assert_cmphex (pixel, !=, plain);
      else
        g_assert_cmphex (pixel, ==, plain);
    }
  for (int y = part.y; y < part.y + part.height; y++)
    for (int x = part.x; x < part.x + part.width; x++)
      g_assert_cmphex (get_pixel (second, x, y), ==, get_pixel (first, x, y));
  cairo_surface_destroy (first);
  cairo_surface_destroy (second);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/draw/diagram-local/few", GUINT_TO_POINTER (8), test_like_whole);
  g_test_add_data_func ("/draw/diagram-local/some", GUINT_TO_POINTER (40), test_like_whole);
  g_test_add_data_func ("/draw/diagram-local/many", GUINT_TO_POINTER (100), test_like_whole);
  g_test_add_func ("/draw/diagram-local/together", test_together);
  g_test_add_func ("/draw/diagram-local/afar", test_afar);
  return g_test_run ();
}
