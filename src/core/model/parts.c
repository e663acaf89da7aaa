/* Connections, connectors and systems as items: copied and freed. */
#include "core/model/model-impl.h"

#include <math.h>

LsConnection *
ls_connection_copy (const LsConnection *self)
{
  LsConnection *copy;

  g_return_val_if_fail (self != NULL, NULL);
  copy = g_new (LsConnection, 1);
  *copy = *self;
  copy->output = g_strdup (self->output);
  copy->input = g_strdup (self->input);
  copy->points = g_array_new (FALSE, FALSE, sizeof (LsPoint));
  if (self->points != NULL)
    g_array_append_vals (copy->points, self->points->data, self->points->len);
  copy->hops = self->hops != NULL ? ls_hops_copy (self->hops) : NULL;
  copy->map = self->map != NULL ? g_array_copy (self->map) : NULL;
  copy->transformation = g_strdup (self->transformation);
  copy->xml = g_strdup (self->xml);
  return copy;
}

void
ls_connection_free (LsConnection *self)
{
  if (self == NULL)
    return;
  g_free (self->output);
  g_free (self->input);
  g_clear_pointer (&self->points, g_array_unref);
  g_clear_pointer (&self->hops, g_array_unref);
  g_clear_pointer (&self->map, g_array_unref);
  g_free (self->transformation);
  g_free (self->xml);
  g_free (self);
}

void
ls_connector_free (gpointer data)
{
  LsConnector *connector = data;

  g_free (connector->name);
  g_free (connector->unit_name);
  g_free (connector->variable);
  g_free (connector);
}

LsConnector *
ls_connector_complete (LsConnector *self)
{
  g_free (self->variable);
  self->variable = g_new0 (LsVariable, 1);
  self->variable->name = self->name;
  self->variable->causality = self->causality;
  self->variable->type = self->type;
  self->variable->unit_name = self->unit_name;
  self->variable->min = -INFINITY;
  self->variable->max = INFINITY;
  self->variable->nominal = 1.0;
  self->variable->unit = self->variable->declared_type = self->variable->derivative_of = -1;
  return self;
}

GPtrArray *
ls_connectors_copy (const GPtrArray *self)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func (ls_connector_free);

  for (guint i = 0; self != NULL && i < self->len; i++)
    {
      LsConnector *connector = g_memdup2 (self->pdata[i], sizeof (LsConnector));

      connector->name = g_strdup (connector->name);
      connector->unit_name = g_strdup (connector->unit_name);
      connector->variable = NULL;
      g_ptr_array_add (copy, ls_connector_complete (connector));
    }
  return copy;
}

LsSubsystem *
ls_subsystem_copy (const LsSubsystem *self)
{
  LsSubsystem *copy = g_new (LsSubsystem, 1);

  *copy = *self;
  copy->name = g_strdup (self->name);
  copy->xml = g_strdup (self->xml);
  copy->connectors = ls_connectors_copy (self->connectors);
  return copy;
}

void
ls_subsystem_free (LsSubsystem *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self->xml);
  g_clear_pointer (&self->connectors, g_ptr_array_unref);
  g_free (self);
}

static void
hop_clear (gpointer data)
{
  LsHop *hop = data;

  g_free (hop->connector);
  g_free (hop->xml);
}

GArray *
ls_hops_new (void)
{
  GArray *hops = g_array_new (FALSE, FALSE, sizeof (LsHop));

  g_array_set_clear_func (hops, hop_clear);
  return hops;
}

void
ls_hops_add (GArray *hops, guint subsystem, const char *connector, const char *xml)
{
  LsHop hop = { subsystem, g_strdup (connector), g_strdup (xml) };

  g_array_append_val (hops, hop);
}

GArray *
ls_hops_copy (const GArray *hops)
{
  GArray *copy = ls_hops_new ();

  for (guint i = 0; i < hops->len; i++)
    {
      const LsHop *hop = &g_array_index (hops, LsHop, i);

      ls_hops_add (copy, hop->subsystem, hop->connector, hop->xml);
    }
  return copy;
}

LsPiece *
ls_piece_copy (const LsPiece *self)
{
  LsPiece *copy = g_memdup2 (self, sizeof *self);

  copy->from_connector = g_strdup (self->from_connector);
  copy->to_connector = g_strdup (self->to_connector);
  copy->xml = g_strdup (self->xml);
  return copy;
}

void
ls_piece_free (gpointer piece)
{
  LsPiece *self = piece;

  g_free (self->from_connector);
  g_free (self->to_connector);
  g_free (self->xml);
  g_free (self);
}

LsRemark *
ls_remark_copy (const LsRemark *self)
{
  LsRemark *copy = g_new (LsRemark, 1);

  g_return_val_if_fail (self != NULL, NULL);
  *copy = *self;
  copy->text = g_strdup (self->text);
  return copy;
}

void
ls_remark_free (LsRemark *self)
{
  if (self == NULL)
    return;
  g_free (self->text);
  g_free (self);
}
