/* From a model to started systems: connections, consistent initial values. */
#pragma once

#include "core/assembly/network.h"

/* Returns: (transfer full): the system for @component of the model, not yet started. */
typedef LsSystem *(*LsNetworkCreateFunc) (const LsComponent *component, gpointer user_data,
                                          GError **error);

/* Creates the systems of @model and connects them. log, origin and stop_time of @self must be set,
 * all else 0; after a failure, too, it must be cleared. */
gboolean ls_network_build (LsNetwork *self, const LsModel *model, LsNetworkCreateFunc create,
                           gpointer user_data, GError **error);
/* Solves for consistent values before initialisation mode ends, and again after the first event
 * iteration. Returns: %FALSE; if @error is not set, it is in the log. */
gboolean ls_network_start (LsNetwork *self, GError **error);
void ls_network_clear (LsNetwork *self);
