/* What carries messages between the orchestrator and its workers. */
#pragma once

#include <glib.h>

/**
 * LsTransport: the first member of an implementation. Of one thread.
 * @n_peers: of the orchestrator: its workers; of a worker: 1, the orchestrator
 */
typedef struct LsTransport LsTransport;
struct LsTransport
{
  guint n_peers;
  /* Sends @size bytes; @data stays as it is until the next message from @peer has been received.
   * Returns: %FALSE with %LS_ERROR_RUN when the peer is lost. */
  gboolean (*send) (LsTransport *self, guint peer, const guint8 *data, gsize size, GError **error);
  /* Waits for the next message of @peer, or with @peer = n_peers of any. @message: replaced by it.
   * Returns: the peer; -1 with %LS_ERROR_RUN when one is lost, %LS_ERROR_CANCELLED when the
   * calculation is interrupted (core/base/interrupt.h). */
  int (*receive) (LsTransport *self, guint peer, GByteArray *message, GError **error);
  /* Returns: (nullable): (transfer full): who @peer is, for messages: "rank 2 on node7" */
  char *(*describe) (LsTransport *self, guint peer);
  void (*free) (LsTransport *self);
};

/* A pair of connected sockets (SOCK_SEQPACKET is limited in size: SOCK_STREAM), for workers that are
 * threads or processes of the same machine. @descriptors: (transfer full): one per peer */
LsTransport *ls_transport_socket_new (const int descriptors[], guint n);
void ls_transport_free (LsTransport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsTransport, ls_transport_free)
