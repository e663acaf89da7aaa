/* Geometry: the y axis of SSP points up, that of the canvas down. */
#include "core/base/number.h"
#include "core/ssp/ssp-read-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>

/* Blocks outside of these sizes are in units other than px ("1 unit = 1 px"). */
#define SMALL_BLOCK 80.0
#define LARGE_BLOCK 1000.0
#define MAX_COORDINATE 1e6
/* Spacing of blocks that are placed automatically. */
#define GAP 80.0

typedef struct
{
  LsComponent *component;
  double x1, y1, x2, y2, rotation; /* as in the document */
} Place;

static gboolean
read_place (LsComponent *component, const xmlNode *node, Place *place, GError **error)
{
  static const char *const names[] = { "x1", "y1", "x2", "y2" };
  double values[4] = { NAN, NAN, NAN, NAN };

  *place = (Place){ .component = component };
  for (guint i = 0; i < 4; i++)
    if (!ls_xml_get_real (node, names[i], &values[i], NULL, error))
      return FALSE;
  if (!ls_xml_get_real (node, "rotation", &place->rotation, NULL, error))
    return FALSE;
  for (guint i = 0; i < 4; i++)
    if (!(fabs (values[i]) <= MAX_COORDINATE))
      place->component = NULL; /* missing or invalid */
  place->x1 = values[0];
  place->y1 = values[1];
  place->x2 = values[2];
  place->y2 = values[3];
  return TRUE;
}

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

/* 1, or the value of the series 1, 2, 5, 10, ... that makes the median block size large enough to
 * read. */
static double
choose_scale (const GArray *places)
{
  static const double steps[] = { 1.0, 2.0, 5.0 };
  g_autofree double *sizes = g_new (double, MAX (places->len, 1));
  double middle, scale = 1.0;

  for (guint i = 0; i < places->len; i++)
    {
      const Place *place = &g_array_index (places, Place, i);

      sizes[i] = fmax (fabs (place->x2 - place->x1), fabs (place->y2 - place->y1));
    }
  qsort (sizes, places->len, sizeof *sizes, compare_sizes);
  middle = places->len > 0 ? sizes[places->len / 2] : SMALL_BLOCK;
  if (middle <= 0.0)
    return 1.0;
  if (middle > LARGE_BLOCK)
    scale = pow (10.0, -ceil (log10 (middle / LARGE_BLOCK)));
  for (int i = 0; i < 18 && scale * middle < SMALL_BLOCK; i++)
    scale = steps[(i + 1) % 3] * pow (10.0, (i + 1) / 3);
  return scale;
}

/* Removes the rounding of scaling, which would make a saved model differ. */
static double
round_off (double value)
{
  return round (value * 1e6) / 1e6 + 0.0;
}

/* A block that has to grow for its connectors keeps its centre. */
static void
set_place (const Place *place, double scale)
{
  LsComponent *component = place->component;
  double x = scale * (place->x1 + place->x2) / 2.0;
  double y = -scale * (place->y1 + place->y2) / 2.0;
  double width, height;
  gboolean upside_down = place->y1 > place->y2;

  ls_component_get_natural_size (component, &width, &height);
  component->width = fmax (width, round_off (scale * fabs (place->x2 - place->x1)));
  component->height = fmax (height, round_off (scale * fabs (place->y2 - place->y1)));
  component->x = round_off (x - component->width / 2.0);
  component->y = round_off (y - component->height / 2.0);
  /* A flip about the other axis is a flip and a rotation by 180 degrees. */
  component->flip = (place->x1 > place->x2) != upside_down;
  component->rotation = (int)lround (fmod (place->rotation, 360.0) / 90.0) * 90;
  component->rotation = ((component->rotation + (upside_down ? 180 : 0)) % 360 + 360) % 360;
}

typedef struct
{
  double left, top, right, bottom;
} Box;

static void
extend (Box *box, const LsComponent *component)
{
  box->left = fmin (box->left, component->x);
  box->top = fmin (box->top, component->y);
  box->right = fmax (box->right, component->x + component->width);
  box->bottom = fmax (box->bottom, component->y + component->height);
}

static void
extend_by_block (Box *box, const LsSubsystem *subsystem)
{
  const LsComponent block = {
    .x = subsystem->x, .y = subsystem->y, .width = subsystem->width, .height = subsystem->height
  };

  extend (box, &block);
}

/* Places the blocks of nested systems; those without geometry go below all others. */
static gboolean
place_blocks (LsSspReader *self, const LsSspElement *system, Box *box, GError **error)
{
  g_autoptr (GPtrArray) rest = g_ptr_array_new ();
  double x;

  for (guint i = 0; i < self->elements->len; i++)
    {
      const LsSspElement *element = self->elements->pdata[i];
      LsSubsystem *subsystem = element->subsystem;
      LsComponent block = { .name = element->name };
      Place place;

      if (subsystem == NULL || element->parent != system)
        continue;
      if (!read_place (&block, ls_xml_child (element->node, "ElementGeometry"), &place, error))
        return FALSE;
      if (place.component == NULL)
        {
          g_ptr_array_add (rest, subsystem);
          continue;
        }
      set_place (&place, self->origin->scale);
      subsystem->x = block.x;
      subsystem->y = block.y;
      subsystem->width = block.width;
      subsystem->height = block.height;
      subsystem->rotation = block.rotation;
      subsystem->flip = block.flip;
      extend_by_block (box, subsystem);
    }
  x = isfinite (box->left) ? box->left : 0.0;
  for (guint i = 0; i < rest->len; i++)
    {
      LsSubsystem *subsystem = rest->pdata[i];
      double top = i > 0                  ? ((LsSubsystem *)rest->pdata[i - 1])->y
                   : isfinite (box->left) ? box->bottom + GAP
                                          : 0.0;

      ls_subsystem_get_natural_size (subsystem, &subsystem->width, &subsystem->height);
      subsystem->x = x;
      subsystem->y = top;
      x += subsystem->width + GAP;
      extend_by_block (box, subsystem);
    }
  return TRUE;
}

/* Places connectors as given in the file, relative to the box of the system; otherwise beside its
 * contents. */
static gboolean
place_connectors (LsSspReader *self, const LsSspElement *system, const Box *box, GError **error)
{
  static const char *const names[] = { "x1", "y1", "x2", "y2" };
  const GPtrArray *connectors = ls_model_get_connectors (
      self->model, system->subsystem != NULL ? system->subsystem->id : 0);
  const xmlNode *geometry = ls_xml_child (system->node, "SystemGeometry");
  const xmlNode *node = ls_xml_child (ls_xml_child (system->node, "Connectors"), "Connector");
  double corner[4] = { NAN, NAN, NAN, NAN };
  guint n[2] = { 0, 0 };

  for (guint i = 0; i < 4; i++)
    if (!ls_xml_get_real (geometry, names[i], &corner[i], NULL, error))
      return FALSE;
  for (guint i = 0; i < connectors->len; i++)
    {
      LsConnector *connector = connectors->pdata[i];
      gboolean input = connector->causality == LS_CAUSALITY_INPUT;
      const xmlNode *own;
      double x = NAN, y = NAN;

      while (node != NULL && !ls_ssp_xml_has (node, "name", connector->name))
        node = ls_xml_next (node, "Connector");
      own = ls_xml_child (node, "ConnectorGeometry");
      if (!ls_xml_get_real (own, "x", &x, NULL, error)
          || !ls_xml_get_real (own, "y", &y, NULL, error))
        return FALSE;
      x = self->origin->scale * (corner[0] + x * (corner[2] - corner[0]));
      y = -self->origin->scale * (corner[1] + y * (corner[3] - corner[1]));
      if (!(fabs (x) <= MAX_COORDINATE) || !(fabs (y) <= MAX_COORDINATE))
        {
          gboolean empty = !isfinite (box->left);

          x = empty ? (input ? -120.0 : 480.0) : (input ? box->left - 120.0 : box->right + 120.0);
          y = (empty ? 0.0 : box->top) + 20.0 + 40.0 * n[input];
        }
      n[input]++;
      connector->x = round_off (x);
      connector->y = round_off (y);
    }
  return TRUE;
}

/* Places the remaining blocks in rows below those that have a place. */
static void
place_rest (const GPtrArray *rest, Box *box)
{
  guint n_columns = (guint)ceil (sqrt ((double)rest->len));
  gboolean empty = !isfinite (box->left);
  double left = empty ? 0.0 : box->left;
  double x = left, y = empty ? 0.0 : box->bottom + GAP, row_height = 0.0;

  for (guint i = 0; i < rest->len; i++)
    {
      LsComponent *component = rest->pdata[i];

      ls_component_get_natural_size (component, &component->width, &component->height);
      if (i > 0 && i % n_columns == 0)
        {
          x = left;
          y += row_height + GAP;
          row_height = 0.0;
        }
      component->x = x;
      component->y = y;
      x += component->width + GAP;
      row_height = fmax (row_height, component->height);
      extend (box, component);
    }
}

/* Places the blocks of one system, in its own coordinates. */
static gboolean
place_system (LsSspReader *self, const LsSspElement *system, Box *box, GError **error)
{
  g_autoptr (GPtrArray) rest = g_ptr_array_new ();

  *box = (Box){ INFINITY, INFINITY, -INFINITY, -INFINITY };
  for (guint i = 0; i < self->elements->len; i++)
    {
      const LsSspElement *element = self->elements->pdata[i];
      Place place;

      if (element->component == NULL || element->parent != system)
        continue;
      if (!read_place (element->component, ls_xml_child (element->node, "ElementGeometry"), &place,
                       error))
        return FALSE;
      if (place.component == NULL)
        {
          g_ptr_array_add (rest, element->component);
          continue;
        }
      set_place (&place, self->origin->scale);
      extend (box, element->component);
    }
  place_rest (rest, box);
  return place_blocks (self, system, box, error) && place_connectors (self, system, box, error);
}

static gboolean
read_scale (LsSspReader *self, GError **error)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));

  for (guint i = 0; i < self->elements->len; i++)
    {
      const LsSspElement *element = self->elements->pdata[i];
      Place place;

      if (element->component == NULL)
        continue;
      if (!read_place (element->component, ls_xml_child (element->node, "ElementGeometry"), &place,
                       error))
        return FALSE;
      if (place.component != NULL)
        g_array_append_val (places, place);
    }
  if (self->origin->scale == 0.0)
    self->origin->scale = choose_scale (places);
  return TRUE;
}

/* Places the contents of a subsystem below @all on the canvas shared by all components. */
static gboolean
place_subsystem (LsSspReader *self, const LsSspElement *element, Box *all, GError **error)
{
  LsSubsystem *subsystem = element->subsystem;
  Box box;

  if (!place_system (self, element, &box, error))
    return FALSE;
  if (!isfinite (box.left))
    return TRUE;
  subsystem->origin_x = isfinite (all->left) ? round (all->left - box.left) : 0.0;
  subsystem->origin_y = isfinite (all->left) ? round (all->bottom + GAP - box.top) : 0.0;
  all->left = fmin (all->left, box.left + subsystem->origin_x);
  all->top = fmin (all->top, box.top + subsystem->origin_y);
  all->right = fmax (all->right, box.right + subsystem->origin_x);
  all->bottom = fmax (all->bottom, box.bottom + subsystem->origin_y);
  for (guint i = 0; i < self->elements->len; i++)
    {
      const LsSspElement *inner = self->elements->pdata[i];

      if (inner->component == NULL || inner->parent != element)
        continue;
      inner->component->x += subsystem->origin_x;
      inner->component->y += subsystem->origin_y;
    }
  return TRUE;
}

gboolean
ls_ssp_read_geometry (LsSspReader *self, GError **error)
{
  Box all;

  if (!read_scale (self, error) || !place_system (self, self->root, &all, error))
    return FALSE;
  for (guint i = 0; i < self->elements->len; i++)
    {
      const LsSspElement *element = self->elements->pdata[i];

      if (element->subsystem != NULL && !place_subsystem (self, element, &all, error))
        return FALSE;
    }
  return TRUE;
}

static GArray *
read_list (const xmlNode *node, const char *name)
{
  g_autofree char *text = ls_xml_get (node, name);
  g_auto (GStrv) parts = g_strsplit_set (text != NULL ? text : "", " \t\r\n", -1);
  GArray *list = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; parts[i] != NULL; i++)
    {
      double value;

      if (ls_number_parse (parts[i], &value) && fabs (value) <= MAX_COORDINATE)
        g_array_append_val (list, value);
    }
  return list;
}

GArray *
ls_ssp_read_points (const LsSspReader *self,
                    const xmlNode *connection,
                    const LsSubsystem *subsystem)
{
  double left = subsystem != NULL ? subsystem->origin_x : 0.0;
  double top = subsystem != NULL ? subsystem->origin_y : 0.0;
  const xmlNode *node = ls_xml_child (connection, "ConnectionGeometry");
  g_autoptr (GArray) x = read_list (node, "pointsX");
  g_autoptr (GArray) y = read_list (node, "pointsY");
  GArray *points = g_array_new (FALSE, FALSE, sizeof (LsPoint));

  /* Coordinate lists of different length define no points. */
  for (guint i = 0; x->len == y->len && i < x->len; i++)
    {
      LsPoint point = { left + round_off (self->origin->scale * g_array_index (x, double, i)),
                        top + round_off (-self->origin->scale * g_array_index (y, double, i)) };

      g_array_append_val (points, point);
    }
  return points;
}

static gboolean
read_note (LsSspReader *self, const xmlNode *node, const LsSubsystem *subsystem, GError **error)
{
  static const char *const names[] = { "x1", "y1", "x2", "y2" };
  g_autofree char *text = ls_xml_get (node, "text");
  double corner[4] = { 0.0, 0.0, 0.0, 0.0 }, scale = self->origin->scale;
  double left = subsystem != NULL ? subsystem->origin_x : 0.0;
  double top = subsystem != NULL ? subsystem->origin_y : 0.0;
  guint id;

  if (self->model->texts->len >= LS_SSP_MAX_COMPONENTS)
    return ls_fail (error, LS_ERROR_LIMIT, _ ("%s: has more than %u notes"), self->name,
                    LS_SSP_MAX_COMPONENTS);
  for (guint i = 0; i < 4; i++)
    if (!ls_xml_get_real (node, names[i], &corner[i], NULL, error))
      return FALSE;
  for (guint i = 0; i < 4; i++)
    if (!(fabs (corner[i]) <= MAX_COORDINATE))
      corner[i] = 0.0;
  id = ls_model_add_note (self->model, subsystem != NULL ? subsystem->id : 0,
                          text != NULL ? text : "",
                          left + round_off (scale * fmin (corner[0], corner[2])),
                          top + round_off (-scale * fmax (corner[1], corner[3])),
                          round_off (scale * fabs (corner[2] - corner[0])),
                          round_off (scale * fabs (corner[3] - corner[1])));
  ls_origin_set_place (self->origin, LS_PLACE_NOTE, id, node);
  return TRUE;
}

gboolean
ls_ssp_read_notes (LsSspReader *self, GError **error)
{
  for (guint i = 0; i < self->elements->len; i++)
    {
      const LsSspElement *element = self->elements->pdata[i];
      const xmlNode *graphics = ls_xml_child (element->node, "GraphicalElements");
      const xmlNode *node = ls_xml_child (graphics, "Note");

      for (; element->children != NULL && node != NULL; node = ls_xml_next (node, "Note"))
        if (!read_note (self, node, element->subsystem, error))
          return FALSE;
    }
  return TRUE;
}
