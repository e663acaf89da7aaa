/* Redrawing of long curves and large diagrams, routing. Processor time: a
 * redraw waits for nobody. */
#include "bench.h"

#include "draw/diagram.h"
#include "draw/figure.h"

#include <math.h>

#define N_POINTS 1000000
/* A grid of blocks, with two wires into each. */
typedef struct
{
  guint n_blocks;
  int n_columns;
  LsModel *model;
  LsDiagram *diagram;
  guint next; /* block or wire to be changed */
} Grid;

static Grid thousand = { .n_blocks = 1000, .n_columns = 40 };
static Grid ten_thousand = { .n_blocks = 10000, .n_columns = 100 };

/* Once the pyramid is there, as while zooming, resizing or pointing. */
static double
measure_points (gpointer data G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  static LsFigure *figure;
  static cairo_surface_t *surface;
  cairo_t *cr;
  double start;

  if (figure == NULL)
    {
      static const char *const names[] = { "a.y" };
      LsTrace *trace = ls_trace_new (1, names, NULL);

      for (guint i = 0; i < N_POINTS; i++)
        {
          const double row[] = { i * 1e-6, sin (i * 2e-5) + 0.2 * sin (i * 1.7) };

          ls_trace_append (trace, row);
        }
      figure = ls_figure_new (LS_FIGURE_TRAJECTORY);
      ls_figure_add_run (figure, trace, "a", "missiles");
      ls_trace_unref (trace);
      surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1200, 400);
      cr = cairo_create (surface);
      ls_figure_draw (figure, cr, 1200, 400, ls_theme_get_light ());
      cairo_destroy (cr);
    }
  cr = cairo_create (surface);
  start = ls_bench_cpu_time ();
  ls_figure_draw (figure, cr, 1200, 400, ls_theme_get_light ());
  start = ls_bench_cpu_time () - start;
  cairo_destroy (cr);
  return 1e3 * start;
}

/* The i-th wire: from a neighbour mostly, now and then from afar. */
static LsConnection
make_wire (const Grid *grid, const LsModel *model, guint i, GRand *random)
{
  guint to = i / 2;
  const int n = (int)grid->n_blocks;
  int from = (int)to + g_rand_int_range (random, -2, 3)
             + grid->n_columns * g_rand_int_range (random, -1, 2);

  if (g_rand_int_range (random, 0, 20) == 0)
    from = g_rand_int_range (random, 0, n);
  from = CLAMP (from, 0, n - 1);
  return (LsConnection){ .id = 1000000 + i,
                         .from = ls_model_get_component (model, (guint)from)->id,
                         .output = (char *)(i % 2 ? "v" : "x"),
                         .to = ls_model_get_component (model, to)->id,
                         .input = (char *)(i % 2 ? "v_left" : "x_left") };
}

static LsModel *
get_model (Grid *grid, GError **error)
{
  LsModel *model = grid->model;
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autoptr (LsFmu) fmu = NULL;
  g_autofree char *path
      = g_build_filename (ls_bench_get_build (), "models", "right-body.fmu", NULL);

  if (model != NULL)
    return model;
  if ((fmu = ls_fmu_open (path, error)) == NULL)
    return NULL;
  model = grid->model = ls_model_new ();
  for (guint i = 0; i < grid->n_blocks; i++)
    {
      const guint column = i % (guint)grid->n_columns, line = i / (guint)grid->n_columns;

      g_autofree char *name = g_strdup_printf ("block%u", i);

      ls_model_add_component (model, fmu, name, 260.0 * column + 10 * (i * 7 % 4),
                              160.0 * line + 10 * (i * 5 % 4));
    }
  for (guint i = 0; i < 2 * grid->n_blocks; i++)
    {
      LsConnection wire = make_wire (grid, model, i, random);

      wire.points = g_array_new (FALSE, FALSE, sizeof (LsPoint));
      ls_model_insert_connection (model, &wire, i);
      g_array_unref (wire.points);
    }
  return model;
}

static LsDiagram *
get_diagram (Grid *grid, GError **error)
{
  if (grid->diagram == NULL && get_model (grid, error) != NULL)
    grid->diagram = ls_diagram_new (grid->model);
  return grid->diagram;
}

static double
measure_blocks (gpointer data, GError **error)
{
  const LsDiagram *diagram = get_diagram (data, error);
  cairo_surface_t *surface;
  cairo_t *cr;
  double zoom, start;
  LsRect extents;

  if (diagram == NULL)
    return NAN;
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1200, 800);
  cr = cairo_create (surface);
  extents = ls_diagram_get_extents (diagram);
  zoom = MIN (1200 / extents.width, 800 / extents.height);
  cairo_scale (cr, zoom, zoom);
  cairo_translate (cr, -extents.x, -extents.y);
  start = ls_bench_cpu_time ();
  ls_diagram_draw (diagram, cr, zoom, ls_theme_get_light (), NULL);
  start = ls_bench_cpu_time () - start;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return 1e3 * start;
}

/* Takes a wire away and puts it back; each run another one. */
static double
measure_route (gpointer data, GError **error)
{
  Grid *grid = data;
  LsModel *model = get_model (data, error);
  LsDiagram *diagram = get_diagram (data, error);
  guint index = (37 * grid->next++) % (2 * grid->n_blocks);
  LsConnection *wire;
  double start;

  if (model == NULL || diagram == NULL)
    return NAN;
  wire = ls_connection_copy (ls_model_get_connection (model, index));
  ls_model_disconnect (model, wire->id);
  ls_diagram_update_wires (diagram);
  ls_model_insert_connection (model, wire, index);
  start = ls_bench_cpu_time ();
  ls_diagram_update_wires (diagram);
  start = ls_bench_cpu_time () - start;
  ls_connection_free (wire);
  return 1e3 * start;
}

static void
clip_to_block (cairo_t *cr, const LsModel *model, const LsDiagram *diagram, guint id)
{
  LsRect rect;

  if (ls_diagram_get_component_rect (diagram, id, &rect))
    cairo_rectangle (cr, rect.x - 36, rect.y - 36, rect.width + 72, rect.height + 72);
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const LsConnection *wire = ls_model_get_connection (model, i);
      guint n = 0;
      const LsPoint *points;
      double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

      if (wire->from != id && wire->to != id)
        continue;
      points = ls_diagram_get_wire (diagram, wire->id, &n);
      for (guint k = 0; k < n; k++)
        {
          left = MIN (left, points[k].x);
          right = MAX (right, points[k].x);
          top = MIN (top, points[k].y);
          bottom = MAX (bottom, points[k].y);
        }
      if (n > 0)
        cairo_rectangle (cr, left - 36, top - 36, right - left + 72, bottom - top + 72);
    }
}

/* A step of a drag: one block moves by a grid point, and what it and its wires cover
 * before and after is drawn again, as the canvas does with all in sight. */
static double
measure_drag (gpointer data, GError **error)
{
  Grid *grid = data;
  LsModel *model = get_model (data, error);
  LsDiagram *diagram = get_diagram (data, error);
  const LsComponent *block;
  cairo_surface_t *surface;
  cairo_t *cr;
  LsRect extents;
  double zoom, start;

  if (model == NULL || diagram == NULL)
    return NAN;
  block = ls_model_get_component (model, 17 * (grid->next / 7) % grid->n_blocks);
  grid->next++;
  extents = ls_diagram_get_extents (diagram);
  zoom = MIN (1200 / extents.width, 800 / extents.height);
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1200, 800);
  cr = cairo_create (surface);
  cairo_scale (cr, zoom, zoom);
  cairo_translate (cr, -extents.x, -extents.y);
  start = ls_bench_cpu_time ();
  clip_to_block (cr, model, diagram, block->id);
  ls_model_move_component (model, block->id, block->x + (grid->next % 2 ? 10 : -10), block->y);
  ls_diagram_update (diagram, block->id);
  clip_to_block (cr, model, diagram, block->id);
  cairo_clip (cr);
  ls_diagram_draw (diagram, cr, zoom, ls_theme_get_light (), NULL);
  start = ls_bench_cpu_time () - start;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return 1e3 * start;
}

/* The longest of such steps with 50 blocks, some of which have wires across the whole diagram. */
static double
measure_longest_drag (gpointer data, GError **error)
{
  double longest = 0;

  for (guint i = 0; i < 350; i++)
    longest = MAX (longest, measure_drag (data, error));
  return longest;
}

/* The whole diagram from nothing: blocks, all wires, crossings. */
static double
measure_open (gpointer data, GError **error)
{
  const LsModel *model = get_model (data, error);
  LsDiagram *diagram;
  double start = ls_bench_cpu_time ();

  if (model == NULL)
    return NAN;
  diagram = ls_diagram_new (model);
  start = ls_bench_cpu_time () - start;
  ls_diagram_free (diagram);
  return start;
}

/* All blocks in columns anew. */
static double
measure_layout (gpointer data, GError **error)
{
  const LsModel *model = get_model (data, error);
  const LsDiagram *diagram = get_diagram (data, error);
  const guint n = ((const Grid *)data)->n_blocks;
  g_autofree guint *ids = g_new (guint, n);
  g_autofree LsPoint *positions = g_new (LsPoint, n);
  double start;

  if (model == NULL || diagram == NULL)
    return NAN;
  for (guint i = 0; i < n; i++)
    ids[i] = ls_model_get_component (model, i)->id;
  start = ls_bench_cpu_time ();
  ls_diagram_layout (diagram, ids, n, positions);
  return ls_bench_cpu_time () - start;
}

const LsBench ls_bench_draw[] = {
  { "redraw-1e6-points", "ms", 16, 11, measure_points, NULL },
  { "redraw-1000-blocks-2000-wires", "ms", 16, 11, measure_blocks, &thousand },
  { "route-one-wire-1000-blocks", "ms", 5, 51, measure_route, &thousand },
  { "drag-1000-blocks-2000-wires", "ms", 16, 51, measure_drag, &thousand },
  { "open-1000-blocks-2000-wires", "s", 1, 3, measure_open, &thousand },
  { "layout-1000-blocks-2000-wires", "s", 1, 3, measure_layout, &thousand },
  { "redraw-10000-blocks-20000-wires", "ms", 16, 11, measure_blocks, &ten_thousand },
  { "route-one-wire-10000-blocks", "ms", 5, 51, measure_route, &ten_thousand },
  { "drag-10000-blocks-20000-wires", "ms", 16, 51, measure_drag, &ten_thousand },
  { "longest-drag-10000-blocks-20000-wires", "ms", 50, 1, measure_longest_drag, &ten_thousand },
  { "open-10000-blocks-20000-wires", "s", 5, 1, measure_open, &ten_thousand },
  { "layout-10000-blocks-20000-wires", "s", 5, 1, measure_layout, &ten_thousand },
  { NULL, NULL, 0, 0, NULL, NULL },
};
