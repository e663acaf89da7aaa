/* Connections through the connectors of subsystems. */
#pragma once

#include "core/model/model.h"

/**
 * LsThrough: a path between a component and a connector of a subsystem.
 * @component, @variable: its end; @variable is borrowed from the model
 * @hops: element-type LsHop: the connectors along the path, including that one
 */
typedef struct
{
  guint       component;
  const char *variable;
  GArray     *hops;
} LsThrough;

/* Returns: (transfer full) (nullable): the path from the source of a connector. */
LsThrough *ls_through_find_source (const LsModel *model, guint subsystem, const char *connector);
/* Returns: (transfer full) (element-type LsThrough): the paths to the sinks of an unconnected
 * connector. */
GPtrArray *ls_through_list_sinks (const LsModel *model, guint subsystem, const char *connector);
void       ls_through_free (LsThrough *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsThrough, ls_through_free)

/**
 * ls_model_connect_through:
 * @source, @sink: (nullable): the path out of a subsystem, and that into one
 *
 * As ls_model_connect(), along existing connectors.
 * Returns: id, or 0 with the error of ls_model_check_connection()
 */
guint ls_model_connect_through (LsModel *self, guint from, const char *output, const LsThrough *source,
                                guint to, const char *input, const LsThrough *sink, GError **error);

/* Pieces of incomplete connections (LsEdge without a connection). */
GPtrArray *ls_model_copy_pieces (const LsModel *self); /* (transfer full) */
void       ls_model_set_pieces (LsModel *self, const GPtrArray *pieces);
/* Returns: (transfer full): the remaining pieces of a connection without its piece in @system. */
GPtrArray *ls_connection_list_other_pieces (const LsModel *model, const LsConnection *connection,
                                            guint system);
