#include "core/model/bond.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "core/model/model-impl.h"

/* Exponents of kg, m, s, A, K; those of rad are not counted, as many files omit them. */
#define N_EXPONENTS 5u

static const int power[N_EXPONENTS] = { 1, 2, -3, 0, 0 };

/* Force, torque, voltage, pressure, temperature. */
static const int efforts[][N_EXPONENTS] = { { 1, 1, -2, 0, 0 },
                                            { 1, 2, -2, 0, 0 },
                                            { 1, 2, -3, -1, 0 },
                                            { 1, -1, -2, 0, 0 },
                                            { 0, 0, 0, 0, 1 } };

/* Unit of the output of a connection, which its values have in a bond. */
static const LsUnit *
get_unit (const LsModel *self, const LsConnection *connection)
{
  const LsComponent *components[2];
  const LsVariable *variables[2];
  const LsUnit *unit;

  if (!ls_connection_find_ends (self, connection, components, variables))
    return NULL;
  unit = ls_component_get_unit (components[0], variables[0]);
  return unit != NULL && unit->has_base ? unit : NULL;
}

static gboolean
is_effort (const LsUnit *unit)
{
  for (guint i = 0; unit != NULL && i < G_N_ELEMENTS (efforts); i++)
    if (memcmp (unit->exponents, efforts[i], sizeof efforts[i]) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_power (const LsUnit *effort, const LsUnit *flow)
{
  for (guint i = 0; i < LS_N_BASE_UNITS - 1; i++)
    if (effort->exponents[i] + flow->exponents[i] != (i < N_EXPONENTS ? power[i] : 0))
      return FALSE;
  return TRUE;
}

static gboolean
is_opposite (const LsConnection *a, const LsConnection *b)
{
  return a != b && a->from == b->to && a->to == b->from && a->from != a->to;
}

/* Some FMUs call their continuous variables discrete. */
static gboolean
is_real (const LsModel *self, const LsConnection *connection)
{
  const LsComponent *components[2];
  const LsVariable *variables[2];

  if (!ls_connection_find_ends (self, connection, components, variables))
    return FALSE;
  for (guint i = 0; i < 2; i++)
    if (variables[i]->type != LS_TYPE_REAL)
      return FALSE;
  return TRUE;
}

GArray *
ls_model_list_bonds (const LsModel *self)
{
  GArray *bonds = g_array_new (FALSE, FALSE, sizeof (LsBond));

  g_return_val_if_fail (self != NULL, bonds);
  for (guint i = 0; i < self->connections->len; i++)
    {
      const LsConnection *effort = self->connections->pdata[i];
      const LsConnection *flow
          = effort->flow != 0 ? ls_model_find_connection (self, effort->flow) : NULL;
      const LsBond bond = { effort->id, effort->flow };

      /* An FMU may have been replaced by one with other variables since. */
      if (flow != NULL && is_opposite (effort, flow) && is_real (self, effort)
          && is_real (self, flow))
        g_array_append_val (bonds, bond);
    }
  return bonds;
}

gboolean
ls_model_find_bond (const LsModel *self, guint connection, LsBond *bond)
{
  g_return_val_if_fail (self != NULL, FALSE);

  g_autoptr (GArray) bonds = ls_model_list_bonds (self);

  for (guint i = 0; i < bonds->len; i++)
    {
      *bond = g_array_index (bonds, LsBond, i);
      if (bond->effort == connection || bond->flow == connection)
        return TRUE;
    }
  return FALSE;
}

/* Whether the connection is in another bond than that with @partner. */
static gboolean
is_taken (const LsModel *self, guint connection, guint partner)
{
  LsBond other;

  return ls_model_find_bond (self, connection, &other) && other.effort != partner
         && other.flow != partner;
}

static gboolean
check_units (const LsModel *self, const LsConnection *e, const LsConnection *f, GError **error)
{
  const LsUnit *effort = get_unit (self, e), *flow = get_unit (self, f);

  if (effort == NULL || flow == NULL || is_power (effort, flow))
    return TRUE;
  return ls_fail (error, LS_ERROR_MODEL, _ ("%s times %s is no power"), effort->name, flow->name);
}

gboolean
ls_model_check_bond (const LsModel *self, LsBond bond, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  const LsConnection *effort = ls_model_find_connection (self, bond.effort);
  const LsConnection *flow = ls_model_find_connection (self, bond.flow);

  if (effort == NULL || flow == NULL)
    return ls_fail (error, LS_ERROR_MODEL, _ ("there is no such connection"));
  if (!is_opposite (effort, flow))
    return ls_fail (error, LS_ERROR_MODEL,
                    _ ("effort and flow have to connect the same two components in opposite "
                       "directions"));
  if (!is_real (self, effort) || !is_real (self, flow))
    return ls_fail (error, LS_ERROR_MODEL, _ ("effort and flow have to be Reals"));
  if (is_taken (self, bond.effort, bond.flow) || is_taken (self, bond.flow, bond.effort))
    return ls_fail (error, LS_ERROR_MODEL, _ ("one of the connections is in another power bond"));
  return check_units (self, effort, flow, error);
}

GArray *
ls_model_list_bond_partners (const LsModel *self, guint connection)
{
  g_return_val_if_fail (self != NULL, NULL);

  const LsConnection *record = ls_model_find_connection (self, connection);
  GArray *partners = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n_known = 0;

  for (guint i = 0; record != NULL && i < self->connections->len; i++)
    {
      const LsConnection *other = self->connections->pdata[i];

      if (!is_opposite (record, other) || !is_real (self, record) || !is_real (self, other)
          || is_taken (self, other->id, connection) || !check_units (self, record, other, NULL))
        continue;
      if (get_unit (self, record) != NULL && get_unit (self, other) != NULL)
        g_array_insert_val (partners, n_known++, other->id);
      else
        g_array_append_val (partners, other->id);
    }
  return partners;
}

LsBond
ls_model_order_bond (const LsModel *self, LsBond bond)
{
  const LsConnection *effort = ls_model_find_connection (self, bond.effort);
  const LsConnection *flow = ls_model_find_connection (self, bond.flow);

  if (effort != NULL && flow != NULL && !is_effort (get_unit (self, effort))
      && is_effort (get_unit (self, flow)))
    return (LsBond){ bond.flow, bond.effort };
  return bond;
}

void
ls_model_set_bond (LsModel *self, guint effort, guint flow)
{
  LsConnection *connection = g_hash_table_lookup (self->wires, GUINT_TO_POINTER (effort));

  g_return_if_fail (connection != NULL);
  connection->flow = flow;
}

/* The first later connection that makes a bond with @effort, by known units. */
static gboolean
find_flow (const LsModel *self, const LsConnection *effort, GHashTable *used, LsBond *bond)
{
  const LsUnit *unit = get_unit (self, effort);

  if (!is_effort (unit) || !is_real (self, effort))
    return FALSE;
  for (guint i = 0; i < self->connections->len; i++)
    {
      const LsConnection *flow = self->connections->pdata[i];
      const LsUnit *other;

      if (!is_opposite (effort, flow) || g_hash_table_contains (used, flow) || !is_real (self, flow)
          || (other = get_unit (self, flow)) == NULL || !is_power (unit, other))
        continue;
      *bond = (LsBond){ effort->id, flow->id };
      g_hash_table_add (used, (gpointer)flow);
      return TRUE;
    }
  return FALSE;
}

GArray *
ls_model_list_possible_bonds (const LsModel *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) bonds = ls_model_list_bonds (self);
  GArray *possible = g_array_new (FALSE, FALSE, sizeof (LsBond));

  for (guint i = 0; i < bonds->len; i++)
    {
      const LsBond *bond = &g_array_index (bonds, LsBond, i);

      g_hash_table_add (used, (gpointer)ls_model_find_connection (self, bond->effort));
      g_hash_table_add (used, (gpointer)ls_model_find_connection (self, bond->flow));
    }
  for (guint i = 0; i < self->connections->len; i++)
    {
      LsBond bond;

      if (!g_hash_table_contains (used, self->connections->pdata[i])
          && find_flow (self, self->connections->pdata[i], used, &bond))
        g_array_append_val (possible, bond);
    }
  return possible;
}

gboolean
ls_model_get_bond_units (const LsModel *self, LsBond bond, double factors[2], double offsets[2])
{
  g_return_val_if_fail (self != NULL, FALSE);

  const guint ids[2] = { bond.effort, bond.flow };
  const LsUnit *units[2];

  for (guint i = 0; i < 2; i++)
    {
      const LsConnection *connection = ls_model_find_connection (self, ids[i]);

      units[i] = connection != NULL ? get_unit (self, connection) : NULL;
    }
  for (guint i = 0; i < 2; i++)
    {
      const gboolean known = units[0] != NULL && units[1] != NULL;

      factors[i] = known ? units[i]->factor : 1.0;
      offsets[i] = known ? units[i]->offset : 0.0;
    }
  return units[0] != NULL && units[1] != NULL;
}

char *
ls_model_name_bond_end (const LsModel *self, guint connection)
{
  g_return_val_if_fail (self != NULL, NULL);

  const LsConnection *record = ls_model_find_connection (self, connection);
  const LsComponent *to = record != NULL ? ls_model_find_component (self, record->to) : NULL;

  return to != NULL ? g_strdup_printf ("%s.%s", to->name, record->input) : g_strdup ("?");
}

char *
ls_model_name_bond (const LsModel *self, LsBond bond)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_autofree char *effort = ls_model_name_bond_end (self, bond.effort);
  g_autofree char *flow = ls_model_name_bond_end (self, bond.flow);

  return g_strdup_printf ("%s*%s", effort, flow);
}
