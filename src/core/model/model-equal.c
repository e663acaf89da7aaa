/* Comparison of models by content. */
#include "core/model/model-impl.h"

#include <string.h>

static gboolean
values_equal (const LsComponent *a, const LsComponent *b)
{
  GHashTableIter iter;
  gpointer name, value;

  if (g_hash_table_size (a->values) != g_hash_table_size (b->values))
    return FALSE;
  g_hash_table_iter_init (&iter, a->values);
  while (g_hash_table_iter_next (&iter, &name, &value))
    if (g_strcmp0 (value, g_hash_table_lookup (b->values, name)) != 0)
      return FALSE;
  return TRUE;
}

/* The same FMU may have been opened twice. */
static gboolean
fmus_equal (const LsComponent *a, const LsComponent *b)
{
  const LsDescription *x, *y;

  if (a->fmu == b->fmu || a->fmu == NULL || b->fmu == NULL)
    return a->fmu == b->fmu;
  x = ls_fmu_get_description (a->fmu);
  y = ls_fmu_get_description (b->fmu);
  return g_strcmp0 (x->guid, y->guid) == 0 && g_strcmp0 (x->model_name, y->model_name) == 0;
}

static gboolean
withouts_equal (char *const *a, char *const *b)
{
  static char *const none[] = { NULL };

  return g_strv_equal ((const char *const *)(a != NULL ? a : none),
                       (const char *const *)(b != NULL ? b : none));
}

/* Positions are compared relative to the subsystem, not on the common canvas. */
static void
get_origin (const LsModel *model, guint id, double origin[2])
{
  const LsSubsystem *subsystem = ls_model_find_subsystem (model, id);

  origin[0] = subsystem != NULL ? subsystem->origin_x : 0.0;
  origin[1] = subsystem != NULL ? subsystem->origin_y : 0.0;
}

static gboolean
subsystems_equal (const LsSubsystem *a, const LsSubsystem *b)
{
  return g_str_equal (a->name, b->name) && a->parent == b->parent && a->x == b->x && a->y == b->y
         && a->width == b->width && a->height == b->height && a->rotation == b->rotation
         && a->flip == b->flip && a->removed == b->removed;
}

static gboolean
components_equal (const LsModel *m, const LsComponent *a, const LsModel *n, const LsComponent *b)
{
  double o[2], p[2];

  get_origin (m, a->subsystem, o);
  get_origin (n, b->subsystem, p);
  return g_str_equal (a->name, b->name) && a->subsystem == b->subsystem
         && a->x - o[0] == b->x - p[0] && a->y - o[1] == b->y - p[1] && a->width == b->width
         && a->height == b->height && a->rotation == b->rotation && a->flip == b->flip
         && g_strcmp0 (a->solver, b->solver) == 0 && g_strcmp0 (a->inner_steps, b->inner_steps) == 0
         && g_strcmp0 (a->own_step, b->own_step) == 0 && a->step_hint == b->step_hint
         && a->implementation == b->implementation && withouts_equal (a->without, b->without)
         && fmus_equal (a, b) && values_equal (a, b);
}

static gboolean
notes_equal (const LsModel *m, const LsNote *a, const LsModel *n, const LsNote *b)
{
  double o[2], p[2];

  get_origin (m, a->subsystem, o);
  get_origin (n, b->subsystem, p);
  return g_str_equal (a->text, b->text) && a->subsystem == b->subsystem
         && a->x - o[0] == b->x - p[0] && a->y - o[1] == b->y - p[1] && a->width == b->width
         && a->height == b->height;
}

gboolean
ls_maps_equal (const GArray *a, const GArray *b)
{
  guint n = a != NULL ? a->len : 0;

  return n == (b != NULL ? b->len : 0)
         && (n == 0 || memcmp (a->data, b->data, n * sizeof (LsMapEntry)) == 0);
}

/* Index of the connection with the flow of its power bond; -1: it has no bond, or no longer. */
static int
get_flow_index (const LsModel *model, const LsConnection *connection)
{
  return connection->flow != 0 ? ls_model_get_connection_index (model, connection->flow) : -1;
}

static gboolean
connections_equal (const LsModel *a, const LsConnection *x, const LsModel *b, const LsConnection *y)
{
  return g_str_equal (x->output, y->output) && g_str_equal (x->input, y->input)
         && x->factor == y->factor && x->offset == y->offset && x->keep_units == y->keep_units
         && get_flow_index (a, x) == get_flow_index (b, y) && ls_maps_equal (x->map, y->map)
         && g_strcmp0 (x->transformation, y->transformation) == 0
         && ls_model_get_component_index (a, x->from) == ls_model_get_component_index (b, y->from)
         && ls_model_get_component_index (a, x->to) == ls_model_get_component_index (b, y->to)
         && x->points->len == y->points->len
         && (x->points->len == 0
             || memcmp (x->points->data, y->points->data, x->points->len * sizeof (LsPoint)) == 0);
}

gboolean
ls_model_equal (const LsModel *a, const LsModel *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);
  if (!g_str_equal (a->name, b->name) || a->components->len != b->components->len
      || a->connections->len != b->connections->len || a->texts->len != b->texts->len
      || a->subsystems->len != b->subsystems->len
      || !ls_experiment_equal (a->experiment, b->experiment))
    return FALSE;
  for (guint i = 0; i < a->components->len; i++)
    if (!components_equal (a, a->components->pdata[i], b, b->components->pdata[i]))
      return FALSE;
  for (guint i = 0; i < a->subsystems->len; i++)
    if (!subsystems_equal (a->subsystems->pdata[i], b->subsystems->pdata[i]))
      return FALSE;
  for (guint i = 0; i < a->connections->len; i++)
    if (!connections_equal (a, a->connections->pdata[i], b, b->connections->pdata[i]))
      return FALSE;
  for (guint i = 0; i < a->texts->len; i++)
    if (!notes_equal (a, a->texts->pdata[i], b, b->texts->pdata[i]))
      return FALSE;
  return TRUE;
}
