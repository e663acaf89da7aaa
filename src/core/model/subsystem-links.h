/* Connections through the connectors of subsystems. */
#pragma once

#include "core/model/model.h"

/**
 * LsThrough: a way between a component and a connector of a subsystem.
 * @component, @variable: its end; @variable is borrowed from the model
 * @hops: element-type LsHop: the connectors on the way, that one included
 */
typedef struct
{
  guint       component;
  const char *variable;
  GArray     *hops;
} LsThrough;

/* Returns: (transfer full) (nullable): where the value of a connector comes from. */
LsThrough *ls_through_find_source (const LsModel *model, guint subsystem, const char *connector);
/* Returns: (transfer full) (element-type LsThrough): where a connector leads that nothing feeds. */
GPtrArray *ls_through_list_sinks (const LsModel *model, guint subsystem, const char *connector);
void       ls_through_free (LsThrough *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsThrough, ls_through_free)

/**
 * ls_model_connect_through:
 * @source, @sink: (nullable): the way out of a subsystem, and that into one
 *
 * As ls_model_connect(), along connectors that are there.
 * Returns: id, or 0 with the error of ls_model_check_connection()
 */
guint ls_model_connect_through (LsModel *self, guint from, const char *output, const LsThrough *source,
                                guint to, const char *input, const LsThrough *sink, GError **error);

/* Pieces of connections that are not complete (LsEdge without a connection). */
GPtrArray *ls_model_copy_pieces (const LsModel *self); /* (transfer full) */
void       ls_model_set_pieces (LsModel *self, const GPtrArray *pieces);
/* Returns: (transfer full): what is left of a connection when its piece in @system is taken away. */
GPtrArray *ls_connection_list_other_pieces (const LsModel *model, const LsConnection *connection,
                                            guint system);
