/* The log: counts, limits and forwards entries. */
#include "core/base/log.h"
#include "core/base/language.h"
#include "core/base/log-book.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define N_LEVELS (LS_LOG_ERROR + 1)

struct LsLog
{
  gatomicrefcount ref_count;
  LsLog *whole;    /* (nullable): the log that this one forwards to; it has all members below */
  double origin;   /* s */
  LsLogBook *book; /* (nullable) */
  GMutex lock;     /* guards all below, and serialises calls of func */
  LsLogFunc func;
  gpointer user_data;
  guint counts[N_LEVELS];
  GHashTable *passed;                /* component name ("" for the master) to entries seen */
  char *last_error, *last_component; /* of it */
  char *culprit;
  gint fault;      /* atomic; -1: none */
  gint is_doubted; /* atomic: the culprit */
};

/* An entry, or a fault where @message is %NULL. */
typedef struct
{
  LsLog *log;
  guint place;
  LsLogLevel level;
  char *component, *call, *message;
  double time;
  int fault;
  gboolean taken; /* by ls_log_take_error() */
} Shelved;

struct LsLogShelf
{
  GArray *entries; /* Shelved */
};

static _Thread_local LsLogShelf *shelf;
static _Thread_local guint shelf_place;

LsLog *
ls_log_new (LsLogFunc func, gpointer user_data)
{
  LsLog *self = g_new0 (LsLog, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->func = func;
  self->user_data = user_data;
  self->fault = -1;
  self->passed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

LsLog *
ls_log_new_from (LsLog *log, double origin)
{
  LsLog *self;

  g_return_val_if_fail (log != NULL, NULL);
  if (origin == 0.0)
    return ls_log_ref (log);
  self = ls_log_new (NULL, NULL);
  self->whole = ls_log_ref (log);
  self->origin = origin;
  return self;
}

LsLog *
ls_log_new_with_book (LsLog *log, LsLogBook *book)
{
  LsLog *self = ls_log_new (NULL, NULL);

  g_return_val_if_fail (log != NULL, NULL);
  self->whole = ls_log_ref (log);
  self->book = ls_log_book_ref (book);
  return self;
}

double
ls_log_get_origin (const LsLog *self)
{
  double origin = 0.0;

  for (; self != NULL; self = self->whole)
    origin += self->origin;
  return origin;
}

/* Returns: the log that stores the entries; @time: (nullable) (inout): converted to its time. */
static LsLog *
get_whole (LsLog *self, double *time)
{
  for (; self != NULL && self->whole != NULL; self = self->whole)
    if (time != NULL)
      *time += self->origin;
  return self;
}

LsLog *
ls_log_ref (LsLog *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ls_log_unref (LsLog *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  ls_log_unref (self->whole);
  ls_log_book_unref (self->book);
  g_hash_table_unref (self->passed);
  g_free (self->last_error);
  g_free (self->last_component);
  g_free (self->culprit);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* Counts an entry of @component; returns the number of its entries so far. */
static gulong
count_component (LsLog *self, const char *component)
{
  const char *key = component != NULL ? component : "";
  gulong *count = g_hash_table_lookup (self->passed, key);

  if (count == NULL)
    {
      count = g_new0 (gulong, 1);
      g_hash_table_insert (self->passed, g_strdup (key), count);
    }
  return ++*count;
}

/* An FMU may write any bytes: messages are made valid UTF-8 without a trailing newline. */
static char *
tidy_message (const char *text)
{
  char *valid = g_utf8_make_valid (text, -1);
  gsize length = strlen (valid);

  while (length > 0 && (valid[length - 1] == '\n' || valid[length - 1] == '\r'))
    valid[--length] = '\0';
  return valid;
}

/* Adds @entry to the books of @self and of all logs it forwards to. */
static void
keep (LsLog *self, const LsLogEntry *entry)
{
  for (; self != NULL; self = self->whole)
    if (self->book != NULL)
      ls_log_book_add (self->book, entry);
}

static void
pass_on (LsLog *self, const LsLogEntry *entry)
{
  gulong seen = count_component (self, entry->component);

  if (self->func == NULL || seen > LS_LOG_MAX_ENTRIES)
    return;
  self->func (entry, self->user_data);
  if (seen == LS_LOG_MAX_ENTRIES)
    {
      g_autofree char *text = g_strdup_printf (
          _ ("This was message number %u; further ones of this component are not shown"),
          LS_LOG_MAX_ENTRIES);
      LsLogEntry notice = { LS_LOG_WARNING, entry->component, NULL, entry->time, text };

      self->func (&notice, self->user_data);
    }
}

static void
put_on_shelf (LsLog *self, const LsLogEntry *entry, int fault)
{
  const Shelved shelved = { .log = ls_log_ref (self),
                            .place = shelf_place,
                            .level = entry->level,
                            .component = g_strdup (entry->component),
                            .call = g_strdup (entry->call),
                            .message = g_strdup (entry->message),
                            .time = entry->time,
                            .fault = fault };

  g_array_append_val (shelf->entries, shelved);
}

static void
write_text (LsLog *first, LsLogEntry *entry, const char *text)
{
  g_autofree char *message = tidy_message (text);
  LsLog *self = get_whole (first, &entry->time);

  entry->message = message;
  g_mutex_lock (&self->lock);
  self->counts[entry->level]++;
  if (entry->level == LS_LOG_ERROR)
    {
      g_free (self->last_error);
      self->last_error = ls_log_entry_format (entry);
      g_free (self->last_component);
      self->last_component = g_strdup (entry->component);
    }
  keep (first, entry);
  pass_on (self, entry);
  g_mutex_unlock (&self->lock);
}

void
ls_log_write (LsLog *self,
              LsLogLevel level,
              const char *component,
              const char *call,
              double time,
              const char *format,
              ...)
{
  g_autofree char *text = NULL;
  LsLogEntry entry = { level, component, call, time, NULL };
  va_list arguments;

  if (self == NULL)
    return;
  g_return_if_fail ((guint)level < N_LEVELS);
  if (level < LS_LOG_INFO)
    return;
  va_start (arguments, format);
  entry.message = text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (shelf != NULL)
    put_on_shelf (self, &entry, -1);
  else
    write_text (self, &entry, text);
}

void
ls_log_set_fault (LsLog *self, int code, const char *component)
{
  LsLog *whole = get_whole (self, NULL);

  if (whole == NULL)
    return;
  if (shelf != NULL)
    {
      put_on_shelf (self, &(LsLogEntry){ .component = component }, code);
      return;
    }
  g_mutex_lock (&whole->lock);
  g_free (whole->culprit);
  whole->culprit = g_strdup (component != NULL ? component : whole->last_component);
  g_mutex_unlock (&whole->lock);
  for (; self != NULL; self = self->whole)
    g_atomic_int_set (&self->fault, code);
}

void
ls_log_doubt_culprit (LsLog *self)
{
  for (; self != NULL; self = self->whole)
    g_atomic_int_set (&self->is_doubted, 1);
}

gboolean
ls_log_doubts_culprit (const LsLog *self)
{
  return self != NULL && g_atomic_int_get (&self->is_doubted) != 0;
}

char *
ls_log_get_culprit (LsLog *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  char *component;

  if ((self = get_whole (self, NULL)) == NULL)
    return NULL;
  g_mutex_lock (&self->lock);
  component = g_strdup (self->culprit);
  g_mutex_unlock (&self->lock);
  return component;
}

int
ls_log_get_fault (const LsLog *self)
{
  return self != NULL ? g_atomic_int_get (&self->fault) : -1;
}

/* The same of what is on the shelf, of the present place. */
static char *
take_shelved_error (void)
{
  for (guint i = shelf->entries->len; i-- > 0;)
    {
      Shelved *shelved = &g_array_index (shelf->entries, Shelved, i);
      LsLogEntry entry = { shelved->level, shelved->component, shelved->call, shelved->time, NULL };

      if (shelved->place != shelf_place || shelved->taken)
        return NULL;
      if (shelved->message == NULL || shelved->level != LS_LOG_ERROR)
        continue;
      entry.message = shelved->message;
      get_whole (shelved->log, &entry.time);
      shelved->taken = TRUE;
      return ls_log_entry_format (&entry);
    }
  return NULL;
}

char *
ls_log_take_error (LsLog *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  char *text;

  if ((self = get_whole (self, NULL)) == NULL)
    return NULL;
  if (shelf != NULL)
    return take_shelved_error ();
  g_mutex_lock (&self->lock);
  text = g_steal_pointer (&self->last_error);
  g_mutex_unlock (&self->lock);
  return text;
}

guint
ls_log_count (LsLog *self, LsLogLevel level)
{
  guint count;

  g_return_val_if_fail (self != NULL && (guint)level < N_LEVELS, 0);
  self = get_whole (self, NULL);
  g_mutex_lock (&self->lock);
  count = self->counts[level];
  g_mutex_unlock (&self->lock);
  return count;
}

/* Whether the message names the component itself, with its file: "Pump (Pump.fmu) …" */
static gboolean
is_about (const char *message, const char *component)
{
  const gsize length = strlen (component);

  return message != NULL && g_str_has_prefix (message, component)
         && g_str_has_prefix (message + length, " (");
}

char *
ls_log_entry_format (const LsLogEntry *entry)
{
  g_return_val_if_fail (entry != NULL, NULL);

  g_autoptr (GString) line = g_string_new (NULL);
  char number[LS_NUMBER_SIZE];

  if (entry->component != NULL && !is_about (entry->message, entry->component))
    g_string_append_printf (line, "%s: ", entry->component);
  if (entry->call != NULL)
    g_string_append (line, entry->call);
  if (!isnan (entry->time))
    {
      ls_number_show (entry->time, 12, number);
      g_string_append_printf (line, _ ("%sat t = %s s"), entry->call != NULL ? " " : "", number);
    }
  if (entry->call != NULL || !isnan (entry->time))
    g_string_append (line, ": ");
  g_string_append (line, entry->message != NULL ? entry->message : "");
  return g_string_free (g_steal_pointer (&line), FALSE);
}

const char *
ls_log_level_name (LsLogLevel level)
{
  static const char *const names[N_LEVELS] = { "debug", "info", "warning", "error" };

  g_return_val_if_fail ((guint)level < N_LEVELS, "error");
  return names[level];
}

/* ---- Shelves ---- */

static void
clear_shelved (gpointer data)
{
  Shelved *self = data;

  ls_log_unref (self->log);
  g_free (self->component);
  g_free (self->call);
  g_free (self->message);
}

LsLogShelf *
ls_log_shelf_new (void)
{
  LsLogShelf *self = g_new0 (LsLogShelf, 1);

  self->entries = g_array_new (FALSE, FALSE, sizeof (Shelved));
  g_array_set_clear_func (self->entries, clear_shelved);
  return self;
}

void
ls_log_shelf_free (LsLogShelf *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->entries);
  g_free (self);
}

void
ls_log_put_on_shelf (LsLogShelf *chosen, guint place)
{
  shelf = chosen;
  shelf_place = place;
}

static gint
compare_places (gconstpointer a, gconstpointer b)
{
  const Shelved *x = *(const Shelved *const *)a, *y = *(const Shelved *const *)b;

  return (x->place > y->place) - (x->place < y->place);
}

static void
write_shelved (const Shelved *self)
{
  LsLogEntry entry = { self->level, self->component, self->call, self->time, NULL };

  if (self->message == NULL)
    ls_log_set_fault (self->log, self->fault, self->component);
  else
    write_text (self->log, &entry, self->message);
  if (self->taken)
    g_free (ls_log_take_error (self->log));
}

void
ls_log_clear_shelves (LsLogShelf *const shelves[], guint n, guint last)
{
  g_autoptr (GPtrArray) all = NULL;

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < shelves[i]->entries->len; k++)
      {
        if (all == NULL)
          all = g_ptr_array_new ();
        g_ptr_array_add (all, &g_array_index (shelves[i]->entries, Shelved, k));
      }
  if (all == NULL)
    return;
  /* One place is on one shelf only, in the order of writing: g_ptr_array_sort() is stable. */
  g_ptr_array_sort (all, compare_places);
  for (guint i = 0; i < all->len && ((const Shelved *)all->pdata[i])->place <= last; i++)
    write_shelved (all->pdata[i]);
  for (guint i = 0; i < n; i++)
    g_array_set_size (shelves[i]->entries, 0);
}
