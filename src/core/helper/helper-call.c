/* Instances in helpers, and messages of calls. */
#include "core/helper/helper-impl.h"

#include "core/base/status.h"
#include "core/helper/isolation.h"

#include <sched.h>

/* Data areas of a helper, bytes; memory that is not touched is not used. */
#define SINGLE_AREA (8u << 20)
#define GROUP_AREA (64u << 20)

/* FMI statuses above it end a message. */
#define WARNING 1
#define FATAL 4

/* ---- Which helper ------------------------------------------------------------------------ */

/* Those that take further instances of their thread. */
static GMutex lock;
static GPtrArray *groups;

/* Nested calls of ls_isolation_keep_helpers(). */
static _Thread_local guint n_kept;

static gboolean
has_file (LsHelper *self, const char *file)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->remotes);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (g_strcmp0 (((LsRemote *)value)->file, file) == 0)
      return TRUE;
  return FALSE;
}

/* A sandbox cannot be opened later: the folder was known when the helper started, or not. */
static gboolean
may_read (LsHelper *self, const char *folder)
{
  if ((self->request->permissions & (HOST_ALLOW_ALL | HOST_ALLOW_FILES)) != 0)
    return TRUE;
  for (const char *one = self->request->folders; *one != '\0'; one += strlen (one) + 1)
    if (g_str_equal (one, folder))
      return TRUE;
  return FALSE;
}

/* FMUs of one file share a helper; others are spread over as many as leave one processor to this
 * program. */
static LsHelper *
find_group (const char *file, const char *folder, gsize needs)
{
  const guint most = MAX (g_get_num_processors (), 2) - 1;
  LsHelper *least = NULL;
  guint n = 0;

  for (guint i = 0; groups != NULL && i < groups->len; i++)
    {
      LsHelper *helper = groups->pdata[i];

      if (helper->parent != getpid () || helper->thread != g_thread_self ()
          || helper->fate != LS_FATE_ALIVE || needs > helper->request_size
          || !may_read (helper, folder))
        continue;
      n++;
      if (has_file (helper, file))
        return helper;
      if (least == NULL || helper->n_remotes < least->n_remotes)
        least = helper;
    }
  return n >= most || (least != NULL && least->n_remotes == 0) ? least : NULL;
}

/* An FMU that is allowed more has a process of its own. */
static LsHelper *
take_helper (const char *file,
             const char *folder,
             gsize needs,
             gboolean alone,
             const LsPermission *permission,
             GError **error)
{
  const gboolean grouped
      = !alone && permission == NULL && ls_isolation_get () == LS_ISOLATION_GROUPED;
  LsHelper *self = NULL;

  g_mutex_lock (&lock);
  if (grouped)
    self = find_group (file, folder, needs);
  g_mutex_unlock (&lock);
  if (self != NULL)
    return self;
  self = ls_helper_start (needs, grouped ? GROUP_AREA : SINGLE_AREA, permission, error);
  if (self == NULL || !grouped)
    return self;
  g_mutex_lock (&lock);
  if (groups == NULL)
    groups = g_ptr_array_new ();
  g_ptr_array_add (groups, self);
  g_mutex_unlock (&lock);
  return self;
}

LsRemote *
ls_remote_new (const LsRemoteClass *klass,
               gpointer user,
               const char *name,
               const char *file,
               const char *folder,
               gsize needs,
               gboolean alone,
               GError **error)
{
  g_return_val_if_fail (name != NULL, NULL);

  g_autofree char *digest
      = klass->make_digest != NULL && ls_permissions_exist () ? klass->make_digest (user) : NULL;
  g_autoptr (LsPermission) permission = digest != NULL ? ls_permissions_find (digest) : NULL;
  LsHelper *helper = take_helper (file, folder, needs, alone, permission, error);
  LsRemote *self;

  if (helper == NULL)
    return NULL;
  self = g_new0 (LsRemote, 1);
  self->helper = helper;
  self->klass = klass;
  self->user = user;
  self->name = g_strdup (name);
  self->file = g_strdup (file);
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->token = ++helper->n_tokens;
  helper->kept = NULL;
  g_hash_table_insert (helper->remotes, &self->token, self);
  helper->n_remotes++;
  return self;
}

static void
forget_calls (LsRemote *self)
{
  LsHelper *helper = self->helper;

  for (guint i = 0; i < helper->n_calls; i++)
    if (helper->calls[i].owner == self)
      helper->calls[i].owner = NULL;
}

/* Whether it may serve further instances. */
static gboolean
is_kept (LsHelper *self)
{
  gboolean found;

  g_mutex_lock (&lock);
  found = groups != NULL && g_ptr_array_find (groups, self, NULL);
  g_mutex_unlock (&lock);
  return found && self->fate == LS_FATE_ALIVE && self->thread == g_thread_self ();
}

static void
leave_groups (LsHelper *self)
{
  g_mutex_lock (&lock);
  if (groups != NULL)
    g_ptr_array_remove_fast (groups, self);
  g_mutex_unlock (&lock);
}

void
ls_isolation_keep_helpers (void)
{
  n_kept++;
}

/* Returns: (nullable): a helper of this thread without instances */
static LsHelper *
find_idle (void)
{
  LsHelper *idle = NULL;

  g_mutex_lock (&lock);
  for (guint i = 0; groups != NULL && i < groups->len && idle == NULL; i++)
    {
      LsHelper *helper = groups->pdata[i];

      if (helper->n_remotes == 0 && helper->thread == g_thread_self ()
          && helper->parent == getpid ())
        idle = helper;
    }
  g_mutex_unlock (&lock);
  return idle;
}

void
ls_isolation_let_helpers_go (void)
{
  LsHelper *idle;

  g_return_if_fail (n_kept > 0);
  if (--n_kept > 0)
    return;
  while ((idle = find_idle ()) != NULL)
    {
      leave_groups (idle);
      g_free (ls_helper_stop (idle));
    }
}

char *
ls_remote_free (LsRemote *self)
{
  LsHelper *helper;
  char *death = NULL;

  if (self == NULL)
    return NULL;
  helper = self->helper;
  helper->kept = NULL;
  forget_calls (self);
  g_hash_table_remove (helper->remotes, &self->token);
  if (helper->culprit == self)
    helper->culprit = NULL;
  if (--helper->n_remotes == 0 && (n_kept == 0 || !is_kept (helper)))
    {
      leave_groups (helper);
      death = ls_helper_stop (helper);
    }
  g_free (self->name);
  g_free (self->file);
  g_free (self->functions);
  g_clear_pointer (&self->texts, g_ptr_array_unref);
  g_clear_pointer (&self->ahead.asked, g_byte_array_unref);
  g_clear_pointer (&self->ahead.results, g_byte_array_unref);
  g_free (self);
  return death;
}

gboolean
ls_remote_listen (LsRemote *self)
{
  ls_helper_take_messages (self->helper);
  return !ls_remote_is_dead (self);
}

gboolean
ls_remote_is_dead (const LsRemote *self)
{
  return self->helper->fate != LS_FATE_ALIVE;
}

int
ls_remote_get_error (const LsRemote *self)
{
  g_return_val_if_fail (self != NULL, 0);

  switch (self->helper->fate)
    {
    case LS_FATE_HUNG:
      return LS_ERROR_HUNG;
    case LS_FATE_DENIED:
      return LS_ERROR_DENIED;
    case LS_FATE_MEMORY:
      return LS_ERROR_MEMORY;
    case LS_FATE_CANCELLED:
      return LS_ERROR_CANCELLED;
    default:
      return LS_ERROR_CRASHED;
    }
}

/* ---- Libraries --------------------------------------------------------------------------- */

char *
ls_remote_load (LsRemote *self, const char *path, const char *lent)
{
  g_return_val_if_fail (self != NULL && path != NULL, NULL);

  char said[1024];
  gsize library, error;

  ls_helper_settle (self->helper);
  ls_call_begin (self, HOST_LOAD, 0);
  ls_call_in (self, path, strlen (path) + 1);
  if (lent != NULL)
    ls_call_in (self, lent, strlen (lent) + 1);
  else
    ls_call_value (self, 0);
  library = ls_call_out (self, 8);
  error = ls_call_out (self, sizeof said);
  ls_call_value (self, sizeof said);
  ls_call_end (self, "dlopen");
  if (ls_remote_flush (self, NULL) > WARNING)
    return g_strdup (self->helper->death);
  ls_remote_read (self, library, &self->library, 8);
  ls_remote_read (self, error, said, sizeof said);
  said[sizeof said - 1] = '\0';
  return self->library != 0 ? NULL : g_utf8_make_valid (said, -1);
}

void
ls_remote_find (LsRemote *self, const char *const names[], guint n)
{
  g_return_if_fail (self != NULL);

  g_autoptr (GString) packed = g_string_new (NULL);
  gsize out;

  for (guint i = 0; i < n; i++)
    g_string_append_len (packed, names[i], (gssize)strlen (names[i]) + 1);
  self->names = names;
  g_free (self->functions);
  self->functions = g_new0 (guint64, n);
  ls_helper_settle (self->helper);
  ls_call_begin (self, HOST_FIND, 0);
  ls_call_value (self, self->library);
  ls_call_in (self, packed->str, packed->len);
  ls_call_value (self, n);
  out = ls_call_out (self, n * sizeof *self->functions);
  ls_call_end (self, "dlsym");
  if (ls_remote_flush (self, NULL) <= WARNING)
    ls_remote_read (self, out, self->functions, n * sizeof *self->functions);
}

/* ---- Messages ---------------------------------------------------------------------------- */

gboolean
ls_helper_get_result (const LsHelper *self, guint i, guint64 *result)
{
  if (i >= self->n_calls || i >= self->n_done)
    return FALSE;
  *result = self->response->results[i];
  return TRUE;
}

static void
keep_ahead (LsRemote *self, int status)
{
  LsAhead *ahead = &self->ahead;

  if (ahead->state == LS_AHEAD_NONE)
    return;
  ahead->state = LS_AHEAD_READY;
  ahead->status = status;
  if (status <= WARNING)
    ls_remote_read (self, ahead->out, ahead->results->data, ahead->results->len);
}

/* A failure of @call, made for another instance than the one that has sent it. */
static void
tell_later (const LsRemoteCall *call, int status)
{
  if (call->owner == NULL || call->is_ahead)
    return;
  call->owner->late_status = status;
  call->owner->late_call = call->name;
}

/* Leaves the calls from @first on that are not those of @owner: those after a failure are not made.
 */
static void
keep_others (LsHelper *self, guint first, const LsRemote *owner)
{
  guint n = 0;

  for (guint i = first; i < self->n_calls; i++)
    if (self->calls[i].owner != owner)
      {
        self->calls[n] = self->calls[i];
        self->request->calls[n++] = self->request->calls[i];
      }
  self->n_calls = n;
  if (n == 0)
    ls_helper_clear (self);
}

static gboolean
has_status (const LsHelper *self, guint i)
{
  return ((const HostCall *)(const void *)(self->request->data + self->request->calls[i]))->flags
         != 0;
}

/* Reads the results up to the first that is worse than Warning: of @self (nullable) it is @status,
 * of others it is noted. Returns: the number of calls read; 0: the helper is dead */
static guint
read_results (LsHelper *helper, LsRemote *self, guint64 *last, int *status)
{
  const guint n = helper->n_calls;

  for (guint i = 0; i < n; i++)
    {
      const LsRemoteCall *call = &helper->calls[i];
      guint64 result;
      int said;

      if (!ls_helper_get_result (helper, i, &result))
        return 0;
      if (i + 1 == n && last != NULL)
        *last = result;
      if (!has_status (helper, i))
        continue;
      if (G_UNLIKELY ((result & HOST_MENDED) != 0) && call->owner != NULL)
        call->owner->klass->mended (call->owner->user);
      said = (int)(guint32)result;
      if (call->is_ahead && call->owner != NULL)
        keep_ahead (call->owner, said);
      else if (G_UNLIKELY (said == WARNING) && call->owner != NULL
               && (i + 1 < n || call->owner != self))
        call->owner->klass->warned (call->owner->user, call->name);
      if (G_LIKELY (said == 0) || (said == WARNING && i + 1 < n))
        continue;
      if (call->owner == self && self != NULL && !call->is_ahead)
        {
          self->failed = call->name;
          *status = said;
        }
      else if (said > WARNING)
        tell_later (call, said);
      return i + 1;
    }
  return n;
}

/* Sends the message, and what is left of it after the failure of a call of another than @self,
 * until all calls are made but those of instances that have failed. */
static int
send_all (LsHelper *helper, LsRemote *self, guint64 *result)
{
  while (helper->n_calls > 0)
    {
      int status = 0;
      guint n;

      ls_helper_post (helper);
      if (!ls_helper_await (helper) || (n = read_results (helper, self, result, &status)) == 0)
        {
          ls_helper_clear (helper);
          return FATAL;
        }
      if (n == helper->n_calls)
        {
          ls_helper_clear (helper);
          return status;
        }
      keep_others (helper, n, helper->calls[n - 1].owner);
      if (status != 0)
        {
          ls_helper_settle (helper);
          return status;
        }
    }
  return 0;
}

int
ls_remote_flush (LsRemote *self, guint64 *result)
{
  LsHelper *helper = self->helper;
  int status = 0;

  self->failed = NULL;
  if (G_UNLIKELY (self->late_status == 0))
    status = send_all (helper, self, result);
  else
    keep_others (helper, 0, self);
  if (G_UNLIKELY (self->late_status != 0))
    {
      status = self->late_status;
      self->failed = self->late_call;
      self->late_status = 0;
    }
  return status;
}

void
ls_helper_settle (LsHelper *self)
{
  send_all (self, NULL, NULL);
}

gboolean
ls_remote_make_room (LsRemote *self, gsize in, gsize out)
{
  LsHelper *helper = self->helper;
  const gsize most_in = LS_CALL_ALIGN (in) + sizeof (LsCallDraft) + 64;
  const gsize most_out = LS_CALL_ALIGN (out) + 64;

  if (G_LIKELY (helper->n_calls < HOST_MAX_CALLS - 2 && most_in <= helper->request_size - helper->in
                && most_out <= helper->response_size - helper->out))
    return TRUE;
  if (helper->n_calls > 0)
    ls_helper_settle (helper);
  return most_in <= helper->request_size && most_out <= helper->response_size;
}

/* ---- Batches ----------------------------------------------------------------------------- */

void
ls_helper_take_part (LsHelper *self, gboolean again, LsHelper **helpers)
{
  if (again)
    {
      self->n_calls = self->n_kept_calls;
      self->in = self->kept_in;
      self->out = self->kept_out;
    }
  else if (self->n_calls > 0)
    ls_helper_settle (self);
  self->is_batch = TRUE;
  self->next = *helpers;
  *helpers = self;
}

/* Who sleeps may be woken on the processor of this thread, and delay it: those that spin have their
 * messages before; and are waited for afterwards, as spinning would take that processor. */
void
ls_helper_exchange (LsHelper *helpers)
{
  for (LsHelper *one = helpers; one != NULL; one = one->next)
    if (one->request->spin > 0 && one->n_calls > 0)
      ls_helper_post (one);
  for (LsHelper *one = helpers; one != NULL; one = one->next)
    if (!one->is_posted && one->n_calls > 0)
      ls_helper_post (one);
  for (LsHelper *one = helpers; one != NULL; one = one->next)
    if (one->request->spin == 0 && one->is_posted)
      ls_helper_await (one);
  for (LsHelper *one = helpers; one != NULL; one = one->next)
    if (one->is_posted)
      ls_helper_await (one);
}

void
ls_helper_end_parts (LsHelper *helpers, gconstpointer items, guint n)
{
  for (LsHelper *one = helpers; one != NULL; one = one->next)
    {
      one->is_batch = FALSE;
      one->kept = one->n_calls > 0 && one->n_done == one->n_calls ? items : NULL;
      one->n_kept = n;
      one->n_kept_calls = one->n_calls;
      one->kept_in = one->in;
      one->kept_out = one->out;
      ls_helper_clear (one);
    }
}
