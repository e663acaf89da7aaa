/* Messages over sockets: the length, then the bytes. */
#include "core/remote/transport.h"

#include "core/base/interrupt.h"
#include "core/base/status.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

/* Between looks at an interruption, ms. */
#define PATIENCE 50

typedef struct
{
  LsTransport base;
  int *descriptors;
  struct pollfd *polled;
} Socket;

static gboolean
fail_lost (LsTransport *self, guint peer, GError **error)
{
  g_autofree char *who = self->describe (self, peer);

  /* Translators: "rank 2 on node7". */
  return ls_fail (error, LS_ERROR_RUN, _ ("%s has ended"), who);
}

static gboolean
write_whole (int descriptor, const guint8 *data, gsize size)
{
  while (size > 0)
    {
      const gssize n = send (descriptor, data, size, MSG_NOSIGNAL);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      data += n;
      size -= (gsize)n;
    }
  return TRUE;
}

static gboolean
read_whole (int descriptor, guint8 *data, gsize size)
{
  while (size > 0)
    {
      const gssize n = recv (descriptor, data, size, 0);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      data += n;
      size -= (gsize)n;
    }
  return TRUE;
}

static gboolean
send_message (LsTransport *base, guint peer, const guint8 *data, gsize size, GError **error)
{
  const Socket *self = (const Socket *)base;
  const guint64 length = size;

  return (write_whole (self->descriptors[peer], (const guint8 *)&length, sizeof length)
          && write_whole (self->descriptors[peer], data, size))
         || fail_lost (base, peer, error);
}

/* Returns: the peer that has sent something, or -1. */
static int
wait_for_any (const Socket *self, guint peer, GError **error)
{
  const guint first = peer < self->base.n_peers ? peer : 0;
  const guint n = peer < self->base.n_peers ? 1 : self->base.n_peers;

  for (;;)
    {
      for (guint i = 0; i < n; i++)
        self->polled[i] = (struct pollfd){ .fd = self->descriptors[first + i], .events = POLLIN };
      if (poll (self->polled, n, PATIENCE) > 0)
        for (guint i = 0; i < n; i++)
          if (self->polled[i].revents != 0)
            return (int)(first + i);
      if (ls_interrupt_is_wanted ())
        {
          g_set_error_literal (error, LS_ERROR, LS_ERROR_CANCELLED, _ ("cancelled"));
          return -1;
        }
    }
}

static int
receive (LsTransport *base, guint peer, GByteArray *message, GError **error)
{
  const Socket *self = (const Socket *)base;
  const int from = wait_for_any (self, peer, error);
  guint64 length = 0;

  if (from < 0)
    return -1;
  if (!read_whole (self->descriptors[from], (guint8 *)&length, sizeof length) || length > G_MAXINT)
    {
      fail_lost (base, (guint)from, error);
      return -1;
    }
  g_byte_array_set_size (message, (guint)length);
  if (read_whole (self->descriptors[from], message->data, (gsize)length))
    return from;
  fail_lost (base, (guint)from, error);
  return -1;
}

static char *
describe (LsTransport *base, guint peer)
{
  /* Translators: one of several, from 1. */
  return base->n_peers > 1 ? g_strdup_printf (_ ("worker %u"), peer + 1)
                           : g_strdup (_ ("the other end"));
}

static void
free_socket (LsTransport *base)
{
  Socket *self = (Socket *)base;

  for (guint i = 0; i < base->n_peers; i++)
    close (self->descriptors[i]);
  g_free (self->descriptors);
  g_free (self->polled);
  g_free (self);
}

LsTransport *
ls_transport_socket_new (const int descriptors[], guint n)
{
  Socket *self = g_new0 (Socket, 1);

  self->base = (LsTransport){ .n_peers = n,
                              .send = send_message,
                              .receive = receive,
                              .describe = describe,
                              .free = free_socket };
  self->descriptors = g_memdup2 (descriptors, n * sizeof (int));
  self->polled = g_new0 (struct pollfd, n + 1);
  return &self->base;
}

void
ls_transport_free (LsTransport *self)
{
  if (self != NULL)
    self->free (self);
}
