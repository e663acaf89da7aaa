#include "core/remote/serve.h"

#include "core/base/status.h"
#include "core/base/tempdir.h"
#include "core/remote/serve-impl.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <time.h>

#define N_MEASURED 5u

/**
 * Server:
 * @systems: handle to LsServed
 * @folder: (nullable): of FMUs received
 * @out: answers; @result: of the request at hand
 */
typedef struct
{
  LsTransport *transport;
  LsServeFunc make;
  gpointer user_data;
  GHashTable *systems;
  LsTempdir *folder;
  GByteArray *out, *result;
  gboolean ends;
} Server;

static const char *
get_folder (Server *self, GError **error)
{
  if (self->folder == NULL)
    self->folder = ls_tempdir_new (error);
  return self->folder != NULL ? ls_tempdir_get_path (self->folder) : NULL;
}

/* @name: as the orchestrator says: below the folder, whatever it is. */
static gboolean
is_below (const char *name)
{
  g_auto (GStrv) parts = name != NULL ? g_strsplit (name, "/", -1) : NULL;

  for (guint i = 0; parts != NULL && parts[i] != NULL; i++)
    if (*parts[i] == '\0' || g_str_equal (parts[i], ".."))
      return FALSE;
  return parts != NULL && parts[0] != NULL;
}

static gboolean
keep_file (Server *self, LsMessageReader *arguments, GError **error)
{
  const char *name = ls_message_take_text (arguments);
  const int mode = (int)ls_message_get_count (arguments);
  gsize size;
  const char *data = ls_message_take_bytes (arguments, &size);
  const char *folder = get_folder (self, error);
  g_autofree char *path = NULL, *parent = NULL;

  if (folder == NULL)
    return FALSE;
  if (!is_below (name) || arguments->bad)
    return ls_fail (error, LS_ERROR_RUN, _ ("a file of an FMU has the name “%s”"),
                    name != NULL ? name : "");
  path = g_build_filename (folder, name, NULL);
  parent = g_path_get_dirname (path);
  if (g_mkdir_with_parents (parent, 0700) != 0)
    return ls_fail (error, LS_ERROR_FILE, "%s: %s", parent, g_strerror (errno));
  return g_file_set_contents_full (path, data, (gssize)size, G_FILE_SET_CONTENTS_NONE, mode & 0700,
                                   error);
}

/* Returns: the shortest time of several steps with the present inputs, s; disturbances only
 * lengthen steps. */
static double
time_steps (LsSystem *system, double h)
{
  const LsSystemInfo *info = ls_system_get_info (system);
  g_autofree double *u = g_new0 (double, info->n_in + 1), *y = g_new0 (double, info->n_out + 1);
  gint64 shortest = G_MAXINT64;

  if (ls_system_get_inputs (system, u) != LS_OK || ls_system_evaluate (system, u, y) != LS_OK
      || ls_system_start (system) != LS_OK)
    return 0.0;
  for (guint i = 0; i < N_MEASURED; i++)
    {
      const gint64 begin = g_get_monotonic_time ();
      gboolean event;

      if (ls_system_step (system, h, 0, u, y, NULL, &event) != LS_OK)
        break;
      shortest = MIN (shortest, g_get_monotonic_time () - begin);
    }
  return shortest < G_MAXINT64 ? 1e-6 * (double)shortest : 0.0;
}

/* Errors are reported when the system is made for the run. */
static double
measure (Server *self, LsMessageReader *arguments)
{
  const double start_time = ls_message_get_real (arguments);
  const double stop_time = ls_message_get_real (arguments);
  const double h = ls_message_get_real (arguments);
  g_autoptr (LsSystem) system = NULL;
  gsize size;
  const guint8 *data = ls_message_take_bytes (arguments, &size);
  LsMessageReader parcel = { .at = data, .end = data != NULL ? data + size : NULL };

  system = self->make (&parcel, start_time, stop_time, NAN, NULL, self->user_data, NULL);
  return system != NULL ? time_steps (system, h) : 0.0;
}

/* Where it is, or the error. */
static void
answer_file (Server *self, LsMessageReader *arguments)
{
  GError *error = NULL;
  const gboolean well = keep_file (self, arguments, &error);

  ls_message_put_count (self->result, (guint64)(well != FALSE));
  if (well)
    ls_message_put_text (self->result, ls_tempdir_get_path (self->folder));
  else
    ls_served_put_error (self->result, error);
}

static LsServed *
create (Server *self, LsMessageReader *arguments, LsStatus *status)
{
  const double start_time = ls_message_get_real (arguments);
  const double stop_time = ls_message_get_real (arguments);
  const double tolerance = ls_message_get_real (arguments);
  LsServed *served = ls_served_new ();
  GError *error = NULL;
  gsize size;
  const guint8 *data = ls_message_take_bytes (arguments, &size);
  LsMessageReader parcel = { .at = data, .end = data != NULL ? data + size : NULL };

  served->system = self->make (&parcel, start_time, stop_time, tolerance, served->log,
                               self->user_data, &error);
  *status = served->system != NULL ? LS_OK : LS_STOP;
  if (served->system != NULL)
    ls_served_describe (served, self->result);
  else
    ls_served_put_error (self->result, error);
  return served;
}

/* Only what belongs to no system, and its beginning and end. Returns: (nullable): the system */
static LsServed *
do_own (Server *self, const LsRequestHead *head, LsMessageReader *arguments, LsStatus *status)
{
  LsServed *served = NULL;

  switch ((LsAsk)head->ask)
    {
    case LS_ASK_END:
      self->ends = TRUE;
      break;
    case LS_ASK_WHO:
      ls_pool_put_who (self->result);
      break;
    case LS_ASK_FILE:
      answer_file (self, arguments);
      break;
    case LS_ASK_MEASURE:
      ls_message_put_real (self->result, measure (self, arguments));
      break;
    case LS_ASK_FREE:
      g_hash_table_remove (self->systems, GUINT_TO_POINTER (head->handle));
      break;
    case LS_ASK_CREATE:
      served = create (self, arguments, status);
      g_hash_table_insert (self->systems, GUINT_TO_POINTER (head->handle), served);
      break;
    default:
      *status = LS_STOP;
    }
  return served;
}

static LsStatus
do_with_system (LsServed *self, LsAsk ask, LsMessageReader *arguments, GByteArray *result)
{
  if (ask >= LS_ASK_SAVE && ask <= LS_ASK_DESERIALIZE)
    return ls_served_do_points (self, ask, arguments, result);
  if (ask >= LS_ASK_GET_STATES && ask <= LS_ASK_LOSES_STEPS)
    return ls_served_do_derivatives (self, ask, arguments, result);
  return ls_served_do_values (self, ask, arguments, result);
}

/* Returns: (nullable): the system */
static LsServed *
do_request (Server *self, const LsRequestHead *head, LsMessageReader *arguments, LsStatus *status)
{
  LsServed *served = g_hash_table_lookup (self->systems, GUINT_TO_POINTER (head->handle));

  *status = LS_OK;
  if (head->ask <= LS_ASK_FREE)
    return do_own (self, head, arguments, status);
  if (served == NULL || served->system == NULL)
    {
      *status = LS_STOP;
      return NULL;
    }
  /* Failures of requests without an answer are reported with the next answer. */
  if (served->status == LS_OK)
    *status = do_with_system (served, (LsAsk)head->ask, arguments, self->result);
  else
    *status = served->status;
  served->status = head->answered ? LS_OK : *status;
  return served;
}

static void
put_answer (Server *self, const LsRequestHead *head, LsServed *served, LsStatus status)
{
  const guint place = self->out->len;
  guint64 size = 0;

  ls_message_put_count (self->out, size);
  if (served != NULL)
    ls_served_put_head (served, (LsAsk)head->ask, status, self->out);
  ls_message_put (self->out, self->result->data, self->result->len);
  size = self->out->len - place - sizeof size;
  memcpy (self->out->data + place, &size, sizeof size);
}

static double
read_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Returns: %FALSE with an error for a message that is none. */
static gboolean
do_requests (Server *self, const GByteArray *message, GError **error)
{
  LsMessageReader all = { message->data, message->data + message->len, FALSE };
  double cpu_time = read_clock ();

  g_byte_array_set_size (self->out, 0);
  ls_message_put_real (self->out, 0.0);
  while (all.at < all.end && !self->ends)
    {
      const guint8 *begin = all.at;
      LsRequestHead head;
      LsMessageReader arguments;
      LsServed *served;
      LsStatus status;

      ls_message_get (&all, &head, sizeof head);
      if (all.bad || head.ask >= LS_N_ASKS || head.size < sizeof head
          || head.size > (gsize)(all.end - begin))
        return ls_fail (error, LS_ERROR_RUN, _ ("a message of the orchestrator is invalid"));
      arguments = (LsMessageReader){ .at = all.at, .end = begin + head.size };
      all.at = begin + head.size;
      g_byte_array_set_size (self->result, 0);
      served = do_request (self, &head, &arguments, &status);
      if (head.answered)
        put_answer (self, &head, served, status);
    }
  cpu_time = read_clock () - cpu_time;
  memcpy (self->out->data, &cpu_time, sizeof cpu_time);
  return TRUE;
}

gboolean
ls_serve (LsTransport *transport, LsServeFunc make, gpointer user_data, GError **error)
{
  g_return_val_if_fail (transport != NULL && make != NULL, FALSE);

  Server self = { .transport = transport, .make = make, .user_data = user_data };
  g_autoptr (GByteArray) message = g_byte_array_new ();
  gboolean well = TRUE;

  self.systems = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)ls_served_free);
  self.out = g_byte_array_new ();
  self.result = g_byte_array_new ();
  while (well && !self.ends)
    well = transport->receive (transport, 0, message, error) >= 0
           && do_requests (&self, message, error)
           && (self.out->len <= sizeof (double)
               || transport->send (transport, 0, self.out->data, self.out->len, error));
  g_hash_table_unref (self.systems);
  g_byte_array_unref (self.out);
  g_byte_array_unref (self.result);
  g_clear_pointer (&self.folder, ls_tempdir_unref);
  return well;
}
