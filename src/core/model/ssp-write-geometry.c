/* Bends of wires and notes, in the units of the document. */
#include "core/base/number.h"
#include "core/model/ssp-write-impl.h"

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
write_note (const LsSspWriter *self, xmlNode *elements, const LsNote *note)
{
  const LsSubsystem *subsystem = ls_model_find_subsystem (self->model, note->subsystem);
  xmlNode *node = ls_ssp_xml_add (elements, LS_SSD_HREF, "Note");
  double left = note->x - (subsystem != NULL ? subsystem->origin_x : 0.0);
  double top = note->y - (subsystem != NULL ? subsystem->origin_y : 0.0);

  ls_ssp_xml_set_real (node, "x1", ls_ssp_write_length (self, left));
  ls_ssp_xml_set_real (node, "y1", ls_ssp_write_length (self, -(top + note->height)));
  ls_ssp_xml_set_real (node, "x2", ls_ssp_write_length (self, left + note->width));
  ls_ssp_xml_set_real (node, "y2", ls_ssp_write_length (self, -top));
  ls_ssp_xml_set (node, "text", note->text);
}

void
ls_ssp_write_notes (const LsSspWriter *self, xmlNode *system, guint subsystem)
{
  xmlNode *elements = ls_xml_child (system, "GraphicalElements");
  xmlNode *next;

  for (xmlNode *node = ls_xml_child (elements, "Note"); node != NULL; node = next)
    {
      next = ls_xml_next (node, "Note");
      ls_ssp_xml_remove (node);
    }
  for (guint i = 0; i < self->model->texts->len; i++)
    {
      const LsNote *note = self->model->texts->pdata[i];

      if (note->subsystem != subsystem)
        continue;
      elements = ls_ssp_xml_ensure (system, LS_SSD_HREF, "GraphicalElements", ls_ssp_system_order);
      write_note (self, elements, note);
    }
  if (elements != NULL && ls_xml_child (elements, NULL) == NULL)
    ls_ssp_xml_remove (elements);
}
