/* Points of connections, and notes, in the units of the document. */
#include "core/base/number.h"
#include "core/ssp/ssp-write-impl.h"

void
ls_ssp_write_points (const LsSspWriter *self,
                     xmlNode *node,
                     const GArray *points,
                     const LsSubsystem *subsystem)
{
  double left = subsystem != NULL ? subsystem->origin_x : 0.0;
  double top = subsystem != NULL ? subsystem->origin_y : 0.0;
  g_autoptr (GString) x = g_string_new (NULL);
  g_autoptr (GString) y = g_string_new (NULL);
  char text[LS_NUMBER_SIZE];
  xmlNode *geometry = ls_xml_child (node, "ConnectionGeometry");

  if (points->len == 0)
    {
      if (geometry != NULL)
        ls_ssp_xml_remove (geometry);
      return;
    }
  for (guint i = 0; i < points->len; i++)
    {
      const LsPoint *point = &g_array_index (points, LsPoint, i);
      const char *space = i > 0 ? " " : "";

      ls_number_format (ls_ssp_write_length (self, point->x - left), text);
      g_string_append_printf (x, "%s%s", space, text);
      ls_number_format (ls_ssp_write_length (self, -(point->y - top)), text);
      g_string_append_printf (y, "%s%s", space, text);
    }
  geometry = ls_ssp_xml_ensure (node, LS_SSD_HREF, "ConnectionGeometry", ls_ssp_connection_order);
  ls_ssp_xml_set (geometry, "pointsX", x->str);
  ls_ssp_xml_set (geometry, "pointsY", y->str);
}

static void
write_note (LsSspWriter *self, xmlNode *node, const LsNote *note)
{
  const LsSubsystem *subsystem = ls_model_find_subsystem (self->model, note->subsystem);
  double left = note->x - (subsystem != NULL ? subsystem->origin_x : 0.0);
  double top = note->y - (subsystem != NULL ? subsystem->origin_y : 0.0);

  ls_ssp_xml_set_real (node, "x1", ls_ssp_write_length (self, left));
  ls_ssp_xml_set_real (node, "y1", ls_ssp_write_length (self, -(top + note->height)));
  ls_ssp_xml_set_real (node, "x2", ls_ssp_write_length (self, left + note->width));
  ls_ssp_xml_set_real (node, "y2", ls_ssp_write_length (self, -top));
  ls_ssp_xml_set (node, "text", note->text);
}

static gboolean
has_changed (const LsSspWriter *self, const LsNote *note, const LsNote *base)
{
  const LsSubsystem *a = ls_model_find_subsystem (self->model, note->subsystem);
  const LsSubsystem *b = ls_model_find_subsystem (self->base, base->subsystem);

  return !g_str_equal (note->text, base->text)
         || note->x - (a != NULL ? a->origin_x : 0.0) != base->x - (b != NULL ? b->origin_x : 0.0)
         || note->y - (a != NULL ? a->origin_y : 0.0) != base->y - (b != NULL ? b->origin_y : 0.0)
         || note->width != base->width || note->height != base->height;
}

/* Removes notes that are no longer in the model. */
static void
drop_notes (LsSspWriter *self, guint subsystem)
{
  for (guint i = 0; self->base != NULL && i < self->base->texts->len; i++)
    {
      const LsNote *base = self->base->texts->pdata[i];
      xmlNode *node
          = base->subsystem == subsystem && ls_model_find_note (self->model, base->id) == NULL
                ? ls_ssp_write_find (self, LS_PLACE_NOTE, base->id)
                : NULL;

      if (node != NULL)
        ls_ssp_write_remove (self, node);
    }
}

void
ls_ssp_write_notes (LsSspWriter *self, xmlNode *system, guint subsystem)
{
  xmlNode *elements = ls_xml_child (system, "GraphicalElements");
  const guint n = elements != NULL ? (guint)xmlChildElementCount (elements) : 0;
  xmlNode *next;

  /* The notes of a copied system are already notes of the model. */
  for (xmlNode *node = ls_xml_child (elements, "Note"); node != NULL; node = next)
    {
      next = ls_xml_next (node, "Note");
      if (node->_private == NULL)
        ls_ssp_xml_remove (node);
    }
  drop_notes (self, subsystem);
  for (guint i = 0; i < self->model->texts->len; i++)
    {
      const LsNote *note = self->model->texts->pdata[i];
      const LsNote *base = self->base != NULL ? ls_model_find_note (self->base, note->id) : NULL;
      xmlNode *node = base != NULL ? ls_ssp_write_find (self, LS_PLACE_NOTE, note->id) : NULL;

      if (note->subsystem != subsystem || (node != NULL && !has_changed (self, note, base)))
        continue;
      elements = ls_ssp_xml_ensure (system, LS_SSD_HREF, "GraphicalElements", ls_ssp_system_order);
      write_note (self, node != NULL ? node : ls_ssp_xml_add (elements, LS_SSD_HREF, "Note"), note);
    }
  if (n > 0 && ls_xml_child (elements, NULL) == NULL)
    ls_ssp_xml_remove (elements);
}
