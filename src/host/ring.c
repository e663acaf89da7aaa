/* Messages to the core, from any thread of the FMU, in a ring that the core empties. */
#include "host/host.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t main_thread;
static uint64_t written;

void
host_ring_init (void)
{
  main_thread = pthread_self ();
}

static uint64_t
get_room (void)
{
  return HOST_RING_SIZE - (written - __atomic_load_n (&host_request->taken, __ATOMIC_ACQUIRE));
}

/* Wakes the core to empty the ring, and polls until it is empty. A futex would cost the core a
 * system call for each message it takes, to save a wait that rarely occurs. */
static void
ask_for_room (void)
{
  const uint32_t number = host_request->word - 1;

  __atomic_store_n (&host_response->word, number, __ATOMIC_SEQ_CST);
  if (__atomic_load_n (&host_request->sleeping, __ATOMIC_SEQ_CST))
    host_futex_wake (&host_response->word);
  while (get_room () < HOST_RING_SIZE)
    usleep (50);
}

static void
put (const void *bytes, size_t size)
{
  const size_t at = written % HOST_RING_SIZE;
  const size_t first = size < HOST_RING_SIZE - at ? size : HOST_RING_SIZE - at;

  memcpy (host_response->ring + at, bytes, first);
  memcpy (host_response->ring, (const char *)bytes + first, size - first);
  written += size;
}

void
host_ring_write (HostMessageKind kind,
                 uint64_t environment,
                 int status,
                 double value,
                 const char *category,
                 const char *text)
{
  static const char zeros[8];
  const size_t n_category = strnlen (category, HOST_TEXT_SIZE);
  const size_t n_text = strnlen (text, HOST_RING_SIZE / 2);
  const size_t size = sizeof (HostMessage) + n_category + 1 + n_text + 1;
  const HostMessage message = { .size = (uint32_t)((size + 7) / 8 * 8),
                                .status = status,
                                .environment = environment,
                                .kind = kind,
                                .value = value };

  pthread_mutex_lock (&lock);
  if (get_room () < message.size && pthread_equal (pthread_self (), main_thread)
      && host_response->phase == HOST_BUSY)
    ask_for_room ();
  if (get_room () < message.size)
    host_response->lost++;
  else
    {
      put (&message, sizeof message);
      put (category, n_category);
      put (zeros, 1);
      put (text, n_text);
      put (zeros, message.size - size + 1);
      __atomic_store_n (&host_response->written, written, __ATOMIC_RELEASE);
    }
  pthread_mutex_unlock (&lock);
}
