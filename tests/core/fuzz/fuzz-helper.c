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

/* Content of the area after the input has been written over its first bytes, @part by @part: the
 * ring is longer than most inputs. */
static HostResponse *
fill (const uint8_t *data, size_t size)
{
  HostResponse *response = g_malloc0 (sizeof *response + DATA_SIZE);
  const gsize head = G_STRUCT_OFFSET (HostResponse, record), n = MIN (size, head);

  memcpy (response, data, n);
  if (size > n)
    memcpy (response->ring, data + n, MIN (size - n, sizeof response->ring));
  if (size > n)
    memcpy (response->results, data + n, MIN (size - n, sizeof response->results));
  if (size > n)
    memcpy (&response->record, data + n, MIN (size - n, sizeof response->record));
  memset (response->denied_path, 'x', sizeof response->denied_path);
  return response;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const LsRemoteClass klass = {
    .receive = receive, .mended = do_nothing, .warned = warn, .denied = warn, .get_time = get_time
  };
  LsRemoteCall calls[HOST_MAX_CALLS];
  LsHelper helper = { .calls = calls, .response_size = DATA_SIZE, .n_remotes = 1 };
  LsRemote remote = { .helper = &helper, .klass = &klass, .name = (char *)"a", .token = 1 };
  guint64 result;

  helper.request = g_malloc0 (sizeof *helper.request + DATA_SIZE);
  helper.response = fill (data, size);
  helper.remotes = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_hash_table_insert (helper.remotes, &remote.token, &remote);
  for (guint i = 0; i < HOST_MAX_CALLS; i++)
    calls[i] = (LsRemoteCall){ &remote, "fmi2DoStep", FALSE };
  helper.n_calls = 3;
  ls_helper_take_messages (&helper);
  ls_helper_tell_denials (&helper);
  for (guint i = 0; i < 8; i++)
    ls_helper_get_result (&helper, i, &result);
  g_hash_table_unref (helper.remotes);
  g_free (helper.request);
  g_free ((HostResponse *)helper.response);
  return 0;
}
