/* A worker: makes systems and does with them what its orchestrator asks for. */
#pragma once

#include "core/remote/message.h"
#include "core/remote/transport.h"
#include "core/system/system.h"

/* Makes a system of @parcel, from LsRemoteOrder. Arguments as of ls_system_new(). */
typedef LsSystem *(*LsServeFunc) (LsMessageReader *parcel, double start_time, double stop_time,
                                  double tolerance, LsLog *log, gpointer user_data, GError **error);

/**
 * ls_serve:
 * @transport: to the orchestrator
 *
 * Answers until the request to end, or until the orchestrator is lost. A failure of a system is an
 * answer; FMUs received are removed at the end.
 *
 * Returns: %FALSE with an error when the orchestrator is lost, or asks for what does not exist
 */
gboolean ls_serve (LsTransport *transport, LsServeFunc make, gpointer user_data, GError **error);
