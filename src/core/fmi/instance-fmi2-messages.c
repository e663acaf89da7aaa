/* The logger callback of FMI 2.0: formats the FMU's printf arguments for our log. */
#include "core/fmi/instance-fmi2.h"

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

struct LsFmi2Messages
{
  GMutex lock;
  const LsDescription *description; /* (nullable): NULL after the instance is abandoned */
  LsLog *log;                       /* (nullable) */
  GHashTable *names; /* class of type and value reference -> name, borrowed; created on demand */
  char *last;        /* (nullable) */
};

void
ls_fmi2_know (LsInstanceFmi2 *self)
{
  g_mutex_lock (&known_lock);
  if (known == NULL)
    known = g_hash_table_new (NULL, NULL);
  g_hash_table_add (known, self);
  g_mutex_unlock (&known_lock);
}

void
ls_fmi2_forget (LsInstanceFmi2 *self)
{
  g_mutex_lock (&known_lock);
  g_hash_table_remove (known, self);
  g_mutex_unlock (&known_lock);
}

LsInstanceFmi2 *
ls_fmi2_find (fmi2ComponentEnvironment environment)
{
  LsInstance *called = ls_instance_get_last_called ();
  gpointer self = NULL;

  g_mutex_lock (&known_lock);
  if (known != NULL && g_hash_table_contains (known, environment))
    self = environment;
  else if (known != NULL && g_hash_table_contains (known, called))
    self = called;
  g_mutex_unlock (&known_lock);
  return self;
}

char *
ls_fmi2_stop_known (const char *function)
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
          LsInstanceFmi2 *self = key;

          if (self->base.stage == LS_STAGE_FATAL)
            continue;
          g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", self->base.name);
          ls_log_write (self->base.log, LS_LOG_ERROR, self->base.name, NULL, NAN,
                        /* Translators: a function. */
                        _ ("a thread of this FMU, or of another one in the run, has called %s; it "
                           "is not called any more"),
                        function);
          self->base.stage = LS_STAGE_FATAL;
        }
    }
  g_mutex_unlock (&known_lock);
  return names->len > 0 ? g_string_free (g_steal_pointer (&names), FALSE) : NULL;
}

LsFmi2Messages *
ls_fmi2_messages_new (const LsDescription *description, LsLog *log)
{
  LsFmi2Messages *self = g_new0 (LsFmi2Messages, 1);

  self->description = description;
  self->log = log != NULL ? ls_log_ref (log) : NULL;
  g_mutex_init (&self->lock);
  return self;
}

void
ls_fmi2_messages_detach (LsFmi2Messages *self)
{
  g_mutex_lock (&self->lock);
  self->description = NULL;
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->log, ls_log_unref);
  g_mutex_unlock (&self->lock);
}

/* Returns: (transfer full) (nullable): the log, for one message. */
static LsLog *
ref_log (LsFmi2Messages *self)
{
  LsLog *log;

  g_mutex_lock (&self->lock);
  log = self->log != NULL ? ls_log_ref (self->log) : NULL;
  g_mutex_unlock (&self->lock);
  return log;
}

void
ls_fmi2_messages_free (LsFmi2Messages *self)
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
ls_fmi2_messages_take (LsFmi2Messages *self)
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

static char
type_letter (LsType type)
{
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
find_name (LsFmi2Messages *self, char type, guint32 reference)
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

          *own = make_key (type_letter (variable->type), variable->value_reference);
          g_hash_table_replace (self->names, own, variable->name);
        }
    }
  return g_hash_table_lookup (self->names, &key);
}

/* Length of a reference "#r12#" at @text, or 0. */
static gsize
parse_reference (const char *text, char *type, guint32 *reference)
{
  guint64 number = 0;
  gsize i = 2;

  if (text[0] != '#' || text[1] == '\0' || strchr ("ribs", text[1]) == NULL)
    return 0;
  while (g_ascii_isdigit (text[i]) && number <= G_MAXUINT32)
    number = number * 10 + (guint64)(text[i++] - '0');
  if (i == 2 || text[i] != '#' || number > G_MAXUINT32)
    return 0;
  *type = text[1];
  *reference = (guint32)number;
  return i + 1;
}

char *
ls_fmi2_messages_expand (LsFmi2Messages *self, const char *text)
{
  GString *expanded = g_string_new (NULL);

  g_mutex_lock (&self->lock);
  while (*text != '\0')
    {
      char type;
      guint32 reference;
      gsize length = parse_reference (text, &type, &reference);
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
level_of (fmi2Status status)
{
  switch (status)
    {
    case fmi2OK:
    case fmi2Pending:
      return LS_LOG_INFO;
    case fmi2Warning:
    case fmi2Discard:
      return LS_LOG_WARNING;
    case fmi2Error:
    case fmi2Fatal:
    default:
      return LS_LOG_ERROR;
    }
}

void
ls_fmi2_messages_receive (LsInstanceFmi2 *self,
                          fmi2Status status,
                          const char *category,
                          const char *raw)
{
  g_autofree char *expanded = NULL, *text = NULL;
  g_autoptr (LsLog) log = ref_log (self->messages);

  expanded = strchr (raw, '#') != NULL ? ls_fmi2_messages_expand (self->messages, raw) : NULL;
  text = g_utf8_make_valid (expanded != NULL ? expanded : raw, -1);
  g_strchomp (text);
  if (category != NULL && *category != '\0' && g_utf8_validate (category, -1, NULL))
    ls_log_write (log, level_of (status), self->base.name, self->call, self->base.time, "[%s] %s",
                  category, text);
  else
    ls_log_write (log, level_of (status), self->base.name, self->call, self->base.time, "%s", text);
  /* Errors of failed calls quote the last message of the FMU. */
  g_mutex_lock (&self->messages->lock);
  if (status != fmi2OK || self->component == NULL)
    {
      g_free (self->messages->last);
      self->messages->last = g_steal_pointer (&text);
    }
  g_mutex_unlock (&self->messages->lock);
}

void
ls_fmi2_logger (fmi2ComponentEnvironment environment,
                fmi2String instance_name G_GNUC_UNUSED,
                fmi2Status status,
                fmi2String category,
                fmi2String message,
                ...)
{
  LsInstanceFmi2 *self = ls_fmi2_find (environment);
  va_list arguments;
  char *text;

  if (self == NULL || message == NULL)
    return;
  va_start (arguments, message);
  text = host_format_message (message, arguments);
  va_end (arguments);
  if (text != NULL)
    ls_fmi2_messages_receive (self, status, category, text);
  free (text);
}
