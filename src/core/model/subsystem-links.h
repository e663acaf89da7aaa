/* Connections through the connectors of subsystems. */
#pragma once

#include "core/model/model.h"

/**
 * LsSubsystemPath: a path between a component and a connector of a subsystem.
 * @component, @variable: its end; @variable is borrowed from the model
 * @hops: element-type LsHop: the connectors along the path, including that one
 */
typedef struct
{
  guint       component;
  const char *variable;
  GArray     *hops;
} LsSubsystemPath;

/* Returns: (transfer full) (nullable): the path from the source of a connector. */
LsSubsystemPath *ls_subsystem_path_find_source (const LsModel *model, guint subsystem, const char *connector);
/* Returns: (transfer full) (element-type LsSubsystemPath): the paths to the sinks of an unconnected
 * connector. */
GPtrArray *ls_subsystem_path_list_sinks (const LsModel *model, guint subsystem, const char *connector);
void       ls_subsystem_path_free (LsSubsystemPath *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsSubsystemPath, ls_subsystem_path_free)

/**
 * ls_model_connect_through:
 * @source, @sink: (nullable): the path out of a subsystem, and that into one
 *
 * As ls_model_connect(), along existing connectors.
 * Returns: id, or 0 with the error of ls_model_check_connection()
 */
guint ls_model_connect_through (LsModel *self, guint from, const char *output, const LsSubsystemPath *source,
                                guint to, const char *input, const LsSubsystemPath *sink, GError **error);

/* Pieces of incomplete connections (LsEdge without a connection). */
GPtrArray *ls_model_copy_pieces (const LsModel *self); /* (transfer full) */
void       ls_model_set_pieces (LsModel *self, const GPtrArray *pieces);
/* Returns: (transfer full): the remaining pieces of a connection without its piece in @system. */
GPtrArray *ls_connection_list_other_pieces (const LsModel *model, const LsConnection *connection,
                                            guint system);
