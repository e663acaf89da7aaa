/* Where a block stands and which way it looks, as one value. */
#pragma once

#include "core/model/model.h"

/* As in #LsComponent: the size is that before the turn. */
typedef struct
{
  double   x, y, width, height;
  int      rotation;
  gboolean flip;
} LsPlacement;

void ls_component_get_placement (const LsComponent *self, LsPlacement *placement);
void ls_model_place_component (LsModel *self, guint id, const LsPlacement *placement);
/* Turns by @quarters of 90 degrees clockwise about the centre. */
void ls_placement_turn (LsPlacement *self, int quarters);
/* Inputs and outputs change sides. */
void ls_placement_flip (LsPlacement *self);
/* Corner and size of what is seen: of a block turned by a quarter the other way round. */
void ls_placement_get_box (const LsPlacement *self, double *x, double *y, double *width,
                           double *height);
/* Moves so that the seen box has its upper left corner there. */
void ls_placement_move_box (LsPlacement *self, double x, double y);

/* What stands on a canvas, by one number: a component has its id, others have one of these bits with
 * theirs; of a connector of the system shown it is the place in the list. */
#define LS_ITEM_SUBSYSTEM (1u << 31)
#define LS_ITEM_NOTE (1u << 30)
#define LS_ITEM_CONNECTOR (1u << 29)
#define LS_ITEM_BITS (LS_ITEM_SUBSYSTEM | LS_ITEM_NOTE | LS_ITEM_CONNECTOR)
#define LS_ITEM_IS_COMPONENT(item) (((item) & LS_ITEM_BITS) == 0)
#define LS_ITEM_ID(item) ((item) & ~LS_ITEM_BITS)

/* Component, subsystem or note; in the coordinates of components. %FALSE: there is no such thing. */
gboolean ls_model_get_item_placement (const LsModel *self, guint item, LsPlacement *placement);
void     ls_model_place_item (LsModel *self, guint item, const LsPlacement *placement);
/* The subsystem it is in, or 0. */
guint    ls_model_get_item_system (const LsModel *self, guint item);
/* Returns: (transfer full): a name for people. */
char    *ls_model_get_item_name (const LsModel *self, guint item);

/* Puts a component into a subsystem, for which it takes another name. */
void     ls_model_put_into (LsModel *self, guint component, guint subsystem);

/**
 * ls_model_add_copy:
 * @component: of any model
 *
 * Adds to the top level a copy with an id of its own and, where its name is taken, another name.
 * Returns: its id
 */
guint ls_model_add_copy (LsModel *self, const LsComponent *component, double x, double y);

/**
 * ls_model_add_connection_copy:
 * @from, @to: components of this model
 *
 * Adds a copy between other components, with its factor, offset and bends moved by (@dx, @dy).
 * Returns: its id, or 0 with the error of ls_model_check_connection()
 */
guint ls_model_add_connection_copy (LsModel *self, const LsConnection *connection, guint from,
                                    guint to, double dx, double dy, GError **error);
