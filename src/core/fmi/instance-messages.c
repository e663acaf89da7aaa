/* Messages of FMUs: references to variables are replaced by names, printf arguments formatted. */
#include "core/fmi/instance-messages.h"

#include "host/format.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Valid environments of callbacks. Some FMUs pass a wrong pointer, so each is looked up here before
 * it is dereferenced. */
static GMutex known_lock;
static GHashTable *known;

struct LsMessages
{
  GMutex lock;
  const LsDescription *description; /* (nullable): NULL after the instance is abandoned */
  LsLog *log;                       /* (nullable) */
  GHashTable *names; /* class of type and value reference -> name, borrowed; created on demand */
  char *last;        /* (nullable) */
  gboolean is_third; /* FMI 3.0 */
};

void
ls_messages_know (LsInstance *self)
{
  g_mutex_lock (&known_lock);
  if (known == NULL)
    known = g_hash_table_new (NULL, NULL);
  g_hash_table_add (known, self);
  g_mutex_unlock (&known_lock);
}

void
ls_messages_forget (LsInstance *self)
{
  g_mutex_lock (&known_lock);
  g_hash_table_remove (known, self);
  g_mutex_unlock (&known_lock);
}

LsInstance *
ls_messages_find (gconstpointer environment)
{
  LsInstance *called = ls_instance_get_last_called ();
  gpointer self = NULL;

  /* Most callbacks, and in the innermost loop. */
  if (G_LIKELY (environment != NULL && environment == called))
    return called;

  g_mutex_lock (&known_lock);
  if (known != NULL && g_hash_table_contains (known, environment))
    self = (gpointer)environment;
  else if (known != NULL && g_hash_table_contains (known, called))
    self = called;
  g_mutex_unlock (&known_lock);
  return self;
}

char *
ls_messages_stop_known (const char *function)
{
  g_autoptr (GString) names = g_string_new (NULL);
  GHashTableIter iter;
  gpointer key;

  g_mutex_lock (&known_lock);
  if (known != NULL)
    {
      g_hash_table_iter_init (&iter, known);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        {
          LsInstance *self = key;

          if (self->stage == LS_STAGE_FATAL)
            continue;
          g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", self->name);
          ls_log_write (self->log, LS_LOG_ERROR, self->name, NULL, NAN,
                        /* Translators: a function. */
                        _ ("a thread of this FMU, or of another one in the run, has called %s; it "
                           "is not called any more"),
                        function);
          self->stage = LS_STAGE_FATAL;
        }
    }
  g_mutex_unlock (&known_lock);
  return names->len > 0 ? g_string_free (g_steal_pointer (&names), FALSE) : NULL;
}

LsMessages *
ls_messages_new (const LsDescription *description, LsLog *log)
{
  LsMessages *self = g_new0 (LsMessages, 1);

  self->description = description;
  self->is_third = description->fmi_version[0] == '3';
  self->log = log != NULL ? ls_log_ref (log) : NULL;
  g_mutex_init (&self->lock);
  return self;
}

void
ls_messages_detach (LsMessages *self)
{
  g_mutex_lock (&self->lock);
  self->description = NULL;
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->log, ls_log_unref);
  g_mutex_unlock (&self->lock);
}

/* Returns: (transfer full) (nullable): the log, for one message. */
static LsLog *
ref_log (LsMessages *self)
{
  LsLog *log;

  g_mutex_lock (&self->lock);
  log = self->log != NULL ? ls_log_ref (self->log) : NULL;
  g_mutex_unlock (&self->lock);
  return log;
}

void
ls_messages_free (LsMessages *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->log, ls_log_unref);
  g_mutex_clear (&self->lock);
  g_free (self->last);
  g_free (self);
}

char *
ls_messages_take (LsMessages *self)
{
  char *last;

  g_mutex_lock (&self->lock);
  last = g_steal_pointer (&self->last);
  g_mutex_unlock (&self->lock);
  return last;
}

static gint64
make_key (char type, guint32 reference)
{
  return (gint64)type << 32 | reference;
}

/* FMI 3.0 has one range of value references for all types. */
static char
type_letter (const LsMessages *self, LsType type)
{
  if (self->is_third)
    return '#';
  switch (type)
    {
    case LS_TYPE_REAL:
      return 'r';
    case LS_TYPE_BOOLEAN:
      return 'b';
    case LS_TYPE_STRING:
      return 's';
    case LS_TYPE_INTEGER:
    case LS_TYPE_ENUMERATION:
    default:
      return 'i';
    }
}

/* Called with the lock held. The first of several aliases is used. */
static const char *
find_name (LsMessages *self, char type, guint32 reference)
{
  gint64 key = make_key (type, reference);

  if (self->description == NULL)
    return NULL;
  if (self->names == NULL)
    {
      self->names = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
      for (guint i = self->description->n_variables; i-- > 0;)
        {
          const LsVariable *variable = &self->description->variables[i];
          gint64 *own = g_new (gint64, 1);

          *own = make_key (type_letter (self, variable->type), variable->value_reference);
          g_hash_table_replace (self->names, own, variable->name);
        }
    }
  return g_hash_table_lookup (self->names, &key);
}

/* Length of a reference "#r12#", or "#12#" in FMI 3.0, at @text, or 0. */
static gsize
parse_reference (const LsMessages *self, const char *text, char *type, guint32 *reference)
{
  const gsize first = self->is_third ? 1 : 2;
  guint64 number = 0;
  gsize i = first;

  if (text[0] != '#' || text[1] == '\0' || (!self->is_third && strchr ("ribs", text[1]) == NULL))
    return 0;
  while (g_ascii_isdigit (text[i]) && number <= G_MAXUINT32)
    number = number * 10 + (guint64)(text[i++] - '0');
  if (i == first || text[i] != '#' || number > G_MAXUINT32)
    return 0;
  *type = self->is_third ? '#' : text[1];
  *reference = (guint32)number;
  return i + 1;
}

char *
ls_messages_expand (LsMessages *self, const char *text)
{
  GString *expanded = g_string_new (NULL);

  g_mutex_lock (&self->lock);
  while (*text != '\0')
    {
      char type;
      guint32 reference;
      gsize length = parse_reference (self, text, &type, &reference);
      const char *name = length > 0 ? find_name (self, type, reference) : NULL;

      if (name != NULL)
        {
          g_string_append (expanded, name);
          text += length;
        }
      else if (text[0] == '#' && text[1] == '#')
        {
          g_string_append_c (expanded, '#');
          text += 2;
        }
      else
        g_string_append_c (expanded, *text++);
    }
  g_mutex_unlock (&self->lock);
  return g_string_free (expanded, FALSE);
}

static LsLogLevel
level_of (int status)
{
  switch (status)
    {
    case 0:
    case 5: /* Pending */
      return LS_LOG_INFO;
    case 1:
    case 2:
      return LS_LOG_WARNING;
    default:
      return LS_LOG_ERROR;
    }
}

void
ls_messages_write (LsInstance *self, int status, const char *category, const char *message)
{
  g_autoptr (LsLog) log = ref_log (self->messages);
  g_autofree char *expanded
      = strchr (message, '#') != NULL ? ls_messages_expand (self->messages, message) : NULL;
  g_autofree char *text = g_utf8_make_valid (expanded != NULL ? expanded : message, -1);

  g_strchomp (text);
  if (category != NULL && *category != '\0' && g_utf8_validate (category, -1, NULL))
    ls_log_write (log, level_of (status), self->name, self->call, self->time, "[%s] %s", category,
                  text);
  else
    ls_log_write (log, level_of (status), self->name, self->call, self->time, "%s", text);
  /* Errors of failed calls quote the last message of the FMU. */
  g_mutex_lock (&self->messages->lock);
  if (status != 0 || !self->is_held)
    {
      g_free (self->messages->last);
      self->messages->last = g_steal_pointer (&text);
    }
  g_mutex_unlock (&self->messages->lock);
}

void
ls_messages_format (
    LsInstance *self, int status, const char *category, const char *format, va_list arguments)
{
  char *text = host_format_message (format, arguments);

  if (text != NULL)
    ls_messages_write (self, status, category, text);
  free (text);
}
