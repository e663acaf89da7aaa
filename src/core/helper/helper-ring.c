/* Messages of FMUs, in a ring that the helper writes. */
#include "core/helper/helper-impl.h"

static void
copy_from_ring (const LsHelper *self, guint64 at, void *to, gsize size)
{
  const gsize first = MIN (size, HOST_RING_SIZE - at % HOST_RING_SIZE);

  memcpy (to, self->response->ring + at % HOST_RING_SIZE, first);
  memcpy ((char *)to + first, self->response->ring, size - first);
}

static void
pass_on (LsHelper *self, const HostMessage *message, const char *texts, gsize size)
{
  LsRemote *remote = g_hash_table_lookup (self->remotes, &message->environment);
  const char *category = texts, *text = memchr (texts, '\0', size);

  if (remote == NULL && self->n_calls > 0)
    remote = self->calls[MIN (self->response->current, self->n_calls - 1)].owner;
  if (remote != NULL && text != NULL && memchr (text + 1, '\0', size - (gsize)(text + 1 - texts)))
    remote->klass->receive (remote->user, (HostMessageKind)message->kind, message->status,
                            message->value, category, text + 1);
}

/* The ring is written by the FMU: sizes are checked, and each message is copied before it is read.
 */
void
ls_helper_take_messages (LsHelper *self)
{
  const guint64 written = __atomic_load_n (&self->response->written, __ATOMIC_ACQUIRE);
  guint64 taken = self->request->taken;

  while (written - taken >= sizeof (HostMessage) && written - taken <= HOST_RING_SIZE)
    {
      g_autofree char *bytes = NULL;
      HostMessage message;

      copy_from_ring (self, taken, &message, sizeof message);
      if (message.size < sizeof message || message.size > written - taken || message.size % 8 != 0)
        break;
      bytes = g_malloc (message.size);
      copy_from_ring (self, taken, bytes, message.size);
      taken += message.size;
      pass_on (self, &message, bytes + sizeof message, message.size - sizeof message);
    }
  __atomic_store_n (&self->request->taken, written, __ATOMIC_RELEASE);
}
