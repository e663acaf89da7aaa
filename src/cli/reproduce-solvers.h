/* lockstep reproduce assimulo-tables: solvers with events beside published figures. */
#pragma once

#include <glib.h>

/* @folder: of the example models. Prints the tables; %FALSE with an error. */
gboolean ls_reproduce_solvers (const char *folder, GError **error);
