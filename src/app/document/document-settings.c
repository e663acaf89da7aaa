/* Edits of component settings and of connection transformations. */
#include "app/document/document-private.h"
#include <glib/gi18n-lib.h>
#include "core/model/bond.h"
#include "core/model/pace.h"

/* Whether the component could take its steps with these settings. */
static gboolean
check_pace (const LsComponent *component, const LsComponentSettings *settings, GError **error)
{
  LsComponent changed = *component;
  LsPace pace;

  changed.implementation = settings->implementation;
  changed.without = settings->without;
  changed.solver = settings->solver;
  changed.inner_steps = settings->inner_steps;
  changed.own_step = settings->own_step;
  return ls_component_get_pace (&changed, &pace, error);
}

gboolean
ls_document_set_settings (LsDocument *self,
                          guint id,
                          const LsComponentSettings *settings,
                          GError **error)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self) && settings != NULL, FALSE);

  const LsComponent *component = ls_model_find_component (self->model, id);
  g_autoptr (LsChange) change = ls_change_new_settings (self->model, id, settings);

  if (component->implementation == settings->implementation
      && g_strcmp0 (component->solver, settings->solver) == 0
      && g_strcmp0 (component->inner_steps, settings->inner_steps) == 0
      && g_strcmp0 (component->own_step, settings->own_step) == 0
      && ((component->without == NULL && settings->without == NULL)
          || (component->without != NULL && settings->without != NULL
              && g_strv_equal ((const char *const *)component->without,
                               (const char *const *)settings->without))))
    return TRUE;
  if (!check_pace (component, settings, error)
      || !ls_model_set_implementation (self->model, id, settings->implementation, error))
    return FALSE;
  ls_model_set_without (self->model, id, (const char *const *)settings->without);
  ls_model_set_solver (self->model, id, settings->solver);
  ls_model_set_inner_steps (self->model, id, settings->inner_steps);
  ls_model_set_own_step (self->model, id, settings->own_step);
  ls_document_push_applied (self, g_steal_pointer (&change));
  return TRUE;
}

static gboolean
set_transformation (
    LsDocument *self, guint id, double factor, double offset, gboolean keep_units, GError **error)
{
  const LsConnection *present = ls_model_find_connection (self->model, id);
  LsConnection *before;

  if (present->factor == factor && present->offset == offset && present->keep_units == keep_units)
    return TRUE;
  before = ls_connection_copy (present);
  if ((present->factor != factor || present->offset != offset)
      && !ls_model_set_connection_transformation (self->model, id, factor, offset, error))
    {
      ls_connection_free (before);
      return FALSE;
    }
  ls_model_set_connection_keep_units (self->model, id, keep_units);
  ls_document_push_applied (
      self, ls_change_new_transformation (before, ls_model_find_connection (self->model, id)));
  ls_connection_free (before);
  return TRUE;
}

gboolean
ls_document_set_bond (LsDocument *self, guint id, guint partner, GError **error)
{
  LsBond present = { 0, 0 }, bond;
  guint old = 0;

  g_return_val_if_fail (LS_IS_DOCUMENT (self), FALSE);
  if (ls_model_find_bond (self->model, id, &present))
    old = present.effort == id ? present.flow : present.effort;
  if (partner == old)
    return TRUE;
  bond = ls_model_order_bond (self->model, (LsBond){ id, partner });
  ls_document_begin_group (self,
                           partner != 0 ? _ ("Mark a power bond") : _ ("Remove a power bond"));
  if (old != 0)
    ls_document_set_flow (self, present.effort, 0);
  if (partner != 0 && !ls_model_check_bond (self->model, bond, error))
    {
      ls_document_cancel_group (self);
      return FALSE;
    }
  if (partner != 0)
    ls_document_set_flow (self, bond.effort, bond.flow);
  ls_document_end_group (self);
  return TRUE;
}

/* Elements of an array have the same type, so that either all are possible or none; members of a
 * terminal are set one by one. */
gboolean
ls_document_set_transformation (
    LsDocument *self, guint id, double factor, double offset, gboolean keep_units, GError **error)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (self), FALSE);

  g_autoptr (GArray) wire = ls_model_list_wire (self->model, id);
  gboolean done = wire->len > 0;
  g_autofree char *name = NULL;

  g_return_val_if_fail (done, FALSE);
  if (wire->len == 1 || ls_model_is_terminal_wire (self->model, id))
    return set_transformation (self, id, factor, offset, keep_units, error);
  name = ls_model_describe_wire (self->model, ls_model_find_connection (self->model, id));
  ls_document_begin_group (self, name);
  ls_document_hold (self);
  for (guint i = 0; done && i < wire->len; i++)
    done = set_transformation (self, g_array_index (wire, guint, i), factor, offset, keep_units,
                               error);
  ls_document_release (self);
  ls_document_end_group (self);
  return done;
}
