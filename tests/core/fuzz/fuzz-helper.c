/* What a helper process has written into the area that it shares with the core. */
#include "fuzz.h"

#include "core/helper/helper-impl.h"

#include <string.h>

#define DATA_SIZE 4096u

static guint n_received;

static void
receive (gpointer user,
         HostMessageKind kind,
         int status,
         double value G_GNUC_UNUSED,
         const char *category,
         const char *text)
{
  (void)user, (void)kind, (void)status;
  n_received += (guint)(strlen (category) + strlen (text));
}

static void
do_nothing (gpointer user)
{
  (void)user;
}

static void
warn (gpointer user, const char *call)
{
  (void)user, (void)call;
}

static double
get_time (gpointer user)
{
  (void)user;
  return 1.0;
}

static char *
make_digest (gpointer user)
{
  return user != NULL ? g_strdup ("1234") : NULL;
}

/* Writes @n bytes, and zeros over what the input before has left: most inputs are shorter than the
 * ring by far. @used: (inout): bytes that are not zero */
static void
put (void *place, gsize size, const uint8_t *data, gsize n, gsize *used)
{
  n = MIN (n, size);
  memcpy (place, data, n);
  if (*used > n)
    memset ((char *)place + n, 0, *used - n);
  *used = n;
}

/* The input is the head of the area, and the rest of it begins the record, the ring and the
 * results. */
static void
fill (HostResponse *response, const uint8_t *data, size_t size)
{
  static gsize used[3];
  const gsize head = G_STRUCT_OFFSET (HostResponse, record), n = MIN (size, head);

  memset (response, 0, head);
  memcpy (response, data, n);
  put (&response->record, sizeof response->record, data + n, size - n, &used[0]);
  put (response->ring, sizeof response->ring, data + n, size - n, &used[1]);
  put (response->results, sizeof response->results, data + n, size - n, &used[2]);
  memset (response->denied_path, 'x', sizeof response->denied_path);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const LsRemoteClass klass = { .receive = receive,
                                       .mended = do_nothing,
                                       .warned = warn,
                                       .denied = warn,
                                       .get_time = get_time,
                                       .make_digest = make_digest };
  static LsRemoteCall calls[HOST_MAX_CALLS];
  static HostRequest *request;
  static HostResponse *response;
  LsHelper helper = { .calls = calls, .response_size = DATA_SIZE, .n_remotes = 1 };
  LsRemote remote = { .helper = &helper, .klass = &klass, .name = (char *)"a", .token = 1 };
  guint64 result;

  if (request == NULL)
    {
      request = g_malloc0 (sizeof *request + DATA_SIZE);
      response = g_malloc0 (sizeof *response + DATA_SIZE);
    }
  fill (response, data, size);
  request->taken = 0;
  helper.request = request;
  helper.response = response;
  helper.remotes = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_hash_table_insert (helper.remotes, &remote.token, &remote);
  helper.n_calls = 3;
  remote.user = size % 2 == 0 ? &remote : NULL;
  for (guint i = 0; i < helper.n_calls; i++)
    calls[i] = (LsRemoteCall){ &remote, "fmi2DoStep", FALSE };
  ls_helper_take_messages (&helper);
  ls_helper_tell_denials (&helper);
  for (guint i = 0; i < 8; i++)
    ls_helper_get_result (&helper, i, &result);
  g_hash_table_unref (helper.remotes);
  return 0;
}
