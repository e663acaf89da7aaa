/* Power bonds: two connections in opposite directions whose values multiply to a power. */
#pragma once

#include "core/model/model.h"

/**
 * LsBond:
 * @effort, @flow: ids of connections: force and velocity, torque and angular velocity, voltage and
 *   current, pressure and volume flow, temperature and entropy flow. They connect the same two
 *   components in opposite directions; either may be the one with the effort.
 */
typedef struct
{
  guint effort, flow;
} LsBond;

/* Bonds marked in the model, in the order of their efforts, without those that lack a connection.
 * Returns: (transfer full) (element-type LsBond) */
GArray  *ls_model_list_bonds (const LsModel *self);
/* Pairs of connections in no bond, with units whose product is a power; each connection once.
 * Returns: (transfer full) (element-type LsBond) */
GArray  *ls_model_list_possible_bonds (const LsModel *self);
/* %FALSE if the connection is in no bond. */
gboolean ls_model_find_bond (const LsModel *self, guint connection, LsBond *bond);
/**
 * ls_model_check_bond:
 *
 * Whether two connections can be a bond: Reals between the same two components, in
 * opposite directions; the product of their units is a power, if both units are defined; neither is
 * in another bond. %FALSE with %LS_ERROR_MODEL and the reason as a sentence for users.
 */
gboolean ls_model_check_bond (const LsModel *self, LsBond bond, GError **error);
/* Connections that can be in a bond with @connection, the present partner among them; those first
 * whose units say so.
 * Returns: (transfer full) (element-type guint) */
GArray  *ls_model_list_bond_partners (const LsModel *self, guint connection);
/* The same two connections, effort and flow exchanged where their units say so. */
LsBond   ls_model_order_bond (const LsModel *self, LsBond bond);
/* @flow: 0: the connection @effort is in no bond. No check. */
void     ls_model_set_bond (LsModel *self, guint effort, guint flow);
/* From values of the outputs to SI units: @factors × value + @offsets, of effort and flow. %FALSE (and
 * 1 and 0) if one of the units is not defined. */
gboolean ls_model_get_bond_units (const LsModel *self, LsBond bond, double factors[2], double offsets[2]);
/* A connection as bonds name it: its input, "right.v_left". (transfer full) */
char    *ls_model_name_bond_end (const LsModel *self, guint connection);
/* "right.v_left*left.F": effort and flow. (transfer full) */
char    *ls_model_name_bond (const LsModel *self, LsBond bond);
