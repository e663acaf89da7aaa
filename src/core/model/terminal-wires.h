/* Wires between terminals, and their checks. */
#pragma once

#include "core/model/wire.h"

/* Returns: (transfer full) (element-type guint): the first connection of each wire between terminals. */
GArray    *ls_model_list_terminal_wires (const LsModel *self);
/* Returns: (transfer full) (element-type char *): members that should be connected and are not, those
 * connected otherwise than they match, flows with the wrong sign or that go to several terminals. */
GPtrArray *ls_model_list_terminal_remarks (const LsModel *self);
