#include "app/canvas/canvas-system.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/base/widgets.h"
#include "app/canvas/canvas-drag.h"
#include "app/canvas/canvas-marks.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-select.h"
#include "app/canvas/canvas-view.h"

LsHitKind
ls_canvas_get_item_kind (guint item)
{
  return item & LS_ITEM_SUBSYSTEM   ? LS_HIT_SYSTEM
         : item & LS_ITEM_NOTE      ? LS_HIT_NOTE
         : item & LS_ITEM_CONNECTOR ? LS_HIT_CONNECTOR
                                    : LS_HIT_COMPONENT;
}

void
ls_canvas_get_item_hit (LsCanvas *self, guint item, LsHit *hit)
{
  g_return_if_fail (LS_IS_CANVAS (self) && hit != NULL);

  *hit = (LsHit){ .kind = ls_canvas_get_item_kind (item), .component = item };
  if (item & LS_ITEM_CONNECTOR)
    hit->variable = ls_canvas_find_connector (self, item, NULL);
}

const LsVariable *
ls_canvas_find_connector (LsCanvas *self, guint item, const char *name)
{
  g_return_val_if_fail (LS_IS_CANVAS (self), NULL);

  LsModel *model = ls_canvas_get_model (self);
  gboolean own = (item & LS_ITEM_CONNECTOR) != 0;
  const GPtrArray *connectors
      = ls_model_get_connectors (model, own ? ls_canvas_get_system (self) : LS_ITEM_ID (item));

  if (own)
    {
      const LsConnector *connector
          = LS_ITEM_ID (item) < connectors->len ? connectors->pdata[LS_ITEM_ID (item)] : NULL;

      return connector != NULL && (name == NULL || g_str_equal (connector->name, name))
                 ? connector->variable
                 : NULL;
    }
  for (guint i = 0; i < connectors->len; i++)
    {
      const LsConnector *connector = connectors->pdata[i];

      if (g_strcmp0 (connector->name, name) == 0)
        return connector->variable;
    }
  return NULL;
}

GPtrArray *
ls_canvas_list_connectors (LsCanvas *self, guint item)
{
  g_return_val_if_fail (LS_IS_CANVAS (self), NULL);

  const GPtrArray *connectors
      = ls_model_get_connectors (ls_canvas_get_model (self), LS_ITEM_ID (item));
  GPtrArray *list = g_ptr_array_new ();

  for (int output = 0; output <= 1; output++)
    for (guint i = 0; i < connectors->len; i++)
      {
        const LsConnector *connector = connectors->pdata[i];

        if (connector->causality == (output ? LS_CAUSALITY_OUTPUT : LS_CAUSALITY_INPUT))
          g_ptr_array_add (list, connector->variable);
      }
  return list;
}

void
ls_canvas_enter (LsCanvas *self, guint subsystem)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  LsModel *model = ls_canvas_get_model (self);

  if (subsystem == ls_canvas_get_system (self)
      || (subsystem != 0 && ls_model_find_subsystem (model, subsystem) == NULL))
    return;
  ls_canvas_cancel (self);
  ls_canvas_selection_drop (self);
  ls_canvas_marks_leave (self);
  ls_diagram_set_system (self->diagram, subsystem);
  g_signal_emit_by_name (self, "system-changed");
  ls_canvas_selection_changed (self);
  ls_canvas_zoom_fit (self);
}

gboolean
ls_canvas_leave (LsCanvas *self)
{
  g_return_val_if_fail (LS_IS_CANVAS (self), FALSE);

  guint left = ls_canvas_get_system (self);
  const LsSubsystem *subsystem = ls_model_find_subsystem (ls_canvas_get_model (self), left);
  LsHit hit = { .kind = LS_HIT_SYSTEM, .component = LS_ITEM_SUBSYSTEM | left };

  if (subsystem == NULL)
    return FALSE;
  ls_canvas_enter (self, subsystem->parent);
  /* Select the subsystem that was left. */
  ls_canvas_select_component (self, hit.component, FALSE);
  ls_canvas_set_focus_item (self, &hit);
  return TRUE;
}

void
ls_canvas_check_system (LsCanvas *self)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  LsModel *model = ls_canvas_get_model (self);
  guint shown = ls_canvas_get_system (self), id = shown;

  for (guint around = shown; around != 0;)
    {
      const LsSubsystem *subsystem = ls_model_find_subsystem (model, around);

      if (subsystem == NULL || subsystem->removed)
        id = subsystem != NULL ? subsystem->parent : 0;
      around = subsystem != NULL ? subsystem->parent : 0;
    }
  if (id != shown)
    ls_canvas_enter (self, id);
}

/* Shows the system that contains a component. */
static void
reveal (LsCanvas *self, guint id)
{
  const LsComponent *component = ls_model_find_component (ls_canvas_get_model (self), id);

  if (component != NULL && component->subsystem != ls_canvas_get_system (self))
    ls_canvas_enter (self, component->subsystem);
}

LsSubsystemPath *
ls_canvas_find_origin (LsCanvas *self, guint item, const char *connector)
{
  g_return_val_if_fail (LS_IS_CANVAS (self), NULL);

  guint subsystem = item & LS_ITEM_CONNECTOR ? ls_canvas_get_system (self) : LS_ITEM_ID (item);

  return ls_subsystem_path_find_source (ls_canvas_get_model (self), subsystem, connector);
}

void
ls_canvas_select_component (LsCanvas *self, guint id, gboolean extend)
{
  g_return_if_fail (LS_IS_CANVAS (self));

  if (LS_ITEM_IS_COMPONENT (id))
    reveal (self, id);
  ls_canvas_select_item (self, id, extend);
}

void
ls_canvas_show_component (LsCanvas *self, guint id)
{
  LsHit hit = { .kind = LS_HIT_COMPONENT, .component = id };
  LsRect rect;

  g_return_if_fail (LS_IS_CANVAS (self));

  reveal (self, id);
  if (!ls_diagram_get_component_rect (self->diagram, id, &rect))
    return;
  ls_canvas_select_component (self, id, FALSE);
  ls_canvas_set_focus_item (self, &hit);
  ls_canvas_center_on (self, &rect);
}
