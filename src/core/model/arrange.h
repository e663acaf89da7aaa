/* Placement of a block (position, size, rotation, flip) as one value. */
#pragma once

#include "core/model/model.h"

/* As in #LsComponent: the size before the rotation. */
typedef struct
{
  double   x, y, width, height;
  int      rotation;
  gboolean flip;
} LsPlacement;

void ls_component_get_placement (const LsComponent *self, LsPlacement *placement);
/* Rotates by @quarters of 90 degrees clockwise about the centre. */
void ls_placement_turn (LsPlacement *self, int quarters);
/* Swaps the sides of inputs and outputs. */
void ls_placement_flip (LsPlacement *self);
/* Corner and size of the bounding box: width and height are swapped for a block rotated by 90
 * degrees. */
void ls_placement_get_box (const LsPlacement *self, double *x, double *y, double *width,
                           double *height);
/* Moves the upper left corner of the bounding box there. */
void ls_placement_move_box (LsPlacement *self, double x, double y);

/* Items on a canvas as one number: a component is its id, other items are their id with one of
 * these bits; for a connector of the displayed system the index in its list. */
#define LS_ITEM_SUBSYSTEM (1u << 31)
#define LS_ITEM_NOTE (1u << 30)
#define LS_ITEM_CONNECTOR (1u << 29)
#define LS_ITEM_BITS (LS_ITEM_SUBSYSTEM | LS_ITEM_NOTE | LS_ITEM_CONNECTOR)
#define LS_ITEM_IS_COMPONENT(item) (((item) & LS_ITEM_BITS) == 0)
#define LS_ITEM_ID(item) ((item) & ~LS_ITEM_BITS)

/* For components, subsystems and notes, in the coordinates of components. %FALSE: no such item. */
gboolean ls_model_get_item_placement (const LsModel *self, guint item, LsPlacement *placement);
void     ls_model_place_item (LsModel *self, guint item, const LsPlacement *placement);
/* The subsystem that contains it, or 0. */
guint    ls_model_get_item_system (const LsModel *self, guint item);
/* Returns: (transfer full): a displayable name. */
char    *ls_model_get_item_name (const LsModel *self, guint item);

/* Moves a component into a subsystem, which changes its name. */
void     ls_model_put_into (LsModel *self, guint component, guint subsystem);

/**
 * ls_model_add_copy:
 * @component: of any model
 *
 * Adds a copy to the top level, with a new id and, if its name is already used, a new name.
 * Returns: its id
 */
guint ls_model_add_copy (LsModel *self, const LsComponent *component, double x, double y);

/**
 * ls_model_add_connection_copy:
 * @from, @to: components of this model
 *
 * Adds a copy of the connection between these components, with its factor, offset and bends moved
 * by (@dx, @dy).
 * Returns: its id, or 0 with the error of ls_model_check_connection()
 */
guint ls_model_add_connection_copy (LsModel *self, const LsConnection *connection, guint from,
                                    guint to, double dx, double dy, GError **error);
