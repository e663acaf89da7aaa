/* Chunks of rows never move and are found through tables of growing size: readers need no lock. */
#include "core/record/trace.h"

#include "core/base/status.h"
#include "core/record/trace-file.h"
#include "core/record/trace-integers.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

/* Rows are kept in chunks of 2^shift rows; within a chunk each column is contiguous. Pointers to
 * chunks are kept in tables of FIRST_TABLE, 2 FIRST_TABLE, 4 FIRST_TABLE ... entries, so that
 * neither a chunk nor a table is ever moved: N_TABLES of them suffice for more rows than fit into
 * memory. The writer publishes a row by storing n_rows with release order; a thread that loads it
 * with acquire order sees the row, its chunk and its table. */
#define FIRST_TABLE 64u
#define N_TABLES 32u
/* At most 512 rows are unused: 5 % of a trace of 10 000 rows. */
#define MAX_SHIFT 9u
#define MIN_SHIFT 4u
#define CHUNK_SIZE (256u * 1024u) /* target size in bytes with many columns */

/* Bytes that each trace may hold in memory regardless of the limit: small ones need no file. */
#define OWN_MEMORY ((gsize)1 << 20)
/* Default memory limit of all traces, bytes. */
#define USUAL_LIMIT ((gsize)1 << 30)

/* Bytes freed in about a millisecond. */
#define LONG_SIZE ((gsize)16 << 20)

/* Rounding error of a time computed as a multiple of the step, relative to the number of steps. */
#define GRID_TOLERANCE 1e-13

struct LsTrace
{
  gatomicrefcount ref_count;
  guint n_columns;
  guint shift;
  double origin;                /* s: reference of the times in the first column */
  double grid_start, grid_step; /* s; 0: all rows are communication points */
  gsize stride;                 /* rows of a chunk, a power of two */
  char **names;
  char **units;
  GHashTable *by_name;  /* name -> column + 1 */
  gsize capacity;       /* rows; writer only */
  gsize n_own;          /* number of chunks in memory, the first ones; the others are in the file */
  LsTraceFile *file;    /* (nullable); writer only */
  double *place, *full; /* position of the next row, end of the chunk; writer only */
  _Atomic gsize n_rows;
  _Atomic gsize memory; /* bytes */
  _Atomic (double **) tables[N_TABLES];
  _Atomic (LsTraceIntegers *) integers; /* (nullable) */
};

static LsTraceDisposeFunc dispose_trace;

/* Bytes of chunks of all traces in memory, and their limit; 0: not determined yet. */
static _Atomic gsize held_by_all, limit_of_all;

/* A quarter of the memory of the machine, but at most USUAL_LIMIT: a file is hardly slower. */
static gsize
choose_limit (void)
{
  const char *said = g_getenv ("LOCKSTEP_TRACE_MEMORY");
  const long n_pages = sysconf (_SC_PHYS_PAGES), page = sysconf (_SC_PAGESIZE);
  guint64 megabytes;

  if (said != NULL && g_ascii_string_to_unsigned (said, 10, 1, G_MAXUINT32, &megabytes, NULL))
    return (gsize)megabytes << 20;
  return n_pages > 0 && page > 0 ? MIN (USUAL_LIMIT, (gsize)n_pages / 4 * (gsize)page)
                                 : USUAL_LIMIT;
}

gsize
ls_trace_get_memory_limit (void)
{
  gsize limit = atomic_load_explicit (&limit_of_all, memory_order_relaxed);

  if (limit == 0)
    {
      limit = choose_limit ();
      atomic_store_explicit (&limit_of_all, limit, memory_order_relaxed);
    }
  return limit;
}

void
ls_trace_set_memory_limit (gsize limit)
{
  atomic_store_explicit (&limit_of_all, limit > 0 ? limit : choose_limit (), memory_order_relaxed);
}

/* Returns: the table of chunk @index; @entry: (out): its index there. */
static guint
locate_chunk (gsize index, gsize *entry)
{
  guint table = g_bit_storage (index / FIRST_TABLE + 1) - 1;

  *entry = index - FIRST_TABLE * (((gsize)1 << table) - 1);
  return table;
}

static double *
get_chunk (const LsTrace *self, gsize index)
{
  gsize entry;
  guint table = locate_chunk (index, &entry);

  return atomic_load_explicit (&self->tables[table], memory_order_relaxed)[entry];
}

static gsize
get_chunk_size (const LsTrace *self)
{
  return self->stride * self->n_columns * sizeof (double);
}

static char *
copy_text (const char *const texts[], guint i)
{
  return g_strdup (texts != NULL && texts[i] != NULL ? texts[i] : "");
}

LsTrace *
ls_trace_new (guint n_columns, const char *const names[], const char *const units[])
{
  LsTrace *self;
  gsize held = 0;

  g_return_val_if_fail (n_columns < G_MAXINT && (n_columns == 0 || names != NULL), NULL);
  self = g_new0 (LsTrace, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->n_columns = n_columns + 1;
  self->names = g_new0 (char *, self->n_columns + 1);
  self->units = g_new0 (char *, self->n_columns + 1);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < self->n_columns; i++)
    {
      self->names[i] = i == 0 ? g_strdup ("time") : copy_text (names, i - 1);
      self->units[i] = i == 0 ? g_strdup ("s") : copy_text (units, i - 1);
      held += strlen (self->names[i]) + strlen (self->units[i]) + 2 * (1 + sizeof (char *));
      if (!g_hash_table_contains (self->by_name, self->names[i]))
        g_hash_table_insert (self->by_name, self->names[i], GUINT_TO_POINTER (i + 1));
    }
  self->shift = MAX_SHIFT;
  while (self->shift > MIN_SHIFT
         && ((gsize)self->n_columns * sizeof (double) << self->shift) > CHUNK_SIZE)
    self->shift--;
  self->stride = (gsize)1 << self->shift;
  atomic_init (&self->memory, sizeof *self + held);
  return self;
}

LsTrace *
ls_trace_new_like (const LsTrace *other)
{
  g_return_val_if_fail (other != NULL, NULL);

  LsTrace *self = ls_trace_new (other->n_columns - 1, (const char *const *)other->names + 1,
                                (const char *const *)other->units + 1);

  ls_trace_set_origin (self, ls_trace_get_origin (other));
  return self;
}

LsTrace *
ls_trace_ref (LsTrace *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ls_trace_set_dispose (LsTraceDisposeFunc dispose)
{
  dispose_trace = dispose;
}

static void
free_trace (gpointer data)
{
  LsTrace *self = data;

  for (gsize i = 0; i < self->n_own; i++)
    g_free (get_chunk (self, i));
  atomic_fetch_sub_explicit (&held_by_all, self->n_own * get_chunk_size (self),
                             memory_order_relaxed);
  ls_trace_file_free (self->file);
  ls_trace_integers_free (atomic_load_explicit (&self->integers, memory_order_relaxed));
  for (guint i = 0; i < N_TABLES; i++)
    g_free (atomic_load_explicit (&self->tables[i], memory_order_relaxed));
  g_hash_table_unref (self->by_name);
  g_strfreev (self->names);
  g_strfreev (self->units);
  g_free (self);
}

void
ls_trace_unref (LsTrace *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (dispose_trace != NULL && ls_trace_get_memory (self) > LONG_SIZE)
    dispose_trace (free_trace, self);
  else
    free_trace (self);
}

void
ls_trace_set_origin (LsTrace *self, double origin)
{
  g_return_if_fail (self != NULL);

  self->origin = origin;
}

double
ls_trace_get_origin (const LsTrace *self)
{
  g_return_val_if_fail (self != NULL, NAN);
  return self->origin;
}

void
ls_trace_set_grid (LsTrace *self, double start, double step)
{
  g_return_if_fail (self != NULL);

  self->grid_start = start;
  self->grid_step = step;
}

gboolean
ls_trace_is_between (const LsTrace *self, gsize row)
{
  g_return_val_if_fail (self != NULL, FALSE);

  double steps;

  if (self->grid_step <= 0 || row + 1 >= ls_trace_get_n_rows (self))
    return FALSE;
  if (isinf (self->grid_step))
    return ls_trace_get_elapsed (self, row) == ls_trace_get_elapsed (self, row + 1)
           || (row > 0 && ls_trace_get_elapsed (self, row) == ls_trace_get_elapsed (self, row - 1));
  steps = (ls_trace_get_elapsed (self, row) - self->grid_start) / self->grid_step;
  return fabs (steps - round (steps)) > GRID_TOLERANCE * fmax (1.0, fabs (steps));
}

guint
ls_trace_get_n_columns (const LsTrace *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->n_columns;
}

const char *
ls_trace_get_name (const LsTrace *self, guint column)
{
  g_return_val_if_fail (column < self->n_columns, NULL);
  return self->names[column];
}

const char *
ls_trace_get_unit (const LsTrace *self, guint column)
{
  g_return_val_if_fail (column < self->n_columns, NULL);
  return self->units[column];
}

int
ls_trace_find (const LsTrace *self, const char *name)
{
  g_return_val_if_fail (name != NULL, -1);
  return GPOINTER_TO_INT (g_hash_table_lookup (self->by_name, name)) - 1;
}

/* After the first chunk in the file no more are allocated in memory: those are the first n_own. */
static gboolean
is_for_memory (const LsTrace *self)
{
  const gsize size = get_chunk_size (self);

  if (self->file != NULL)
    return FALSE;
  return (self->n_own + 1) * size <= OWN_MEMORY
         || atomic_load_explicit (&held_by_all, memory_order_relaxed) + size
                <= ls_trace_get_memory_limit ();
}

static double *
make_chunk (LsTrace *self)
{
  const gsize size = get_chunk_size (self);
  double *chunk;

  if (is_for_memory (self))
    {
      if ((chunk = g_try_malloc (size)) == NULL)
        return NULL;
      self->n_own++;
      atomic_fetch_add_explicit (&held_by_all, size, memory_order_relaxed);
      return chunk;
    }
  if (self->file == NULL)
    self->file = ls_trace_file_new ();
  return ls_trace_file_take (self->file, size);
}

/* Adds a chunk. On failure the trace is unchanged (except for a new table, which is used by the
 * next attempt). */
static G_GNUC_NO_INLINE gboolean
add_chunk (LsTrace *self)
{
  gsize rows = self->stride;
  gsize entry;
  guint table = locate_chunk (self->capacity >> self->shift, &entry);
  double **chunks;
  double *chunk;

  if (table >= N_TABLES)
    return FALSE;
  chunks = atomic_load_explicit (&self->tables[table], memory_order_relaxed);
  if (chunks == NULL)
    {
      gsize n = (gsize)FIRST_TABLE << table;

      if ((chunks = g_try_new0 (double *, n)) == NULL)
        return FALSE;
      atomic_store_explicit (&self->tables[table], chunks, memory_order_relaxed);
      atomic_fetch_add_explicit (&self->memory, n * sizeof *chunks, memory_order_relaxed);
    }
  if ((chunk = make_chunk (self)) == NULL)
    return FALSE;
  chunks[entry] = self->place = chunk;
  self->full = chunk + rows;
  self->capacity += rows;
  atomic_fetch_add_explicit (&self->memory, get_chunk_size (self), memory_order_relaxed);
  return TRUE;
}

double *
ls_trace_begin_row (LsTrace *self, gsize *stride)
{
  g_return_val_if_fail (self != NULL, NULL);

  *stride = self->stride;
  return G_LIKELY (self->place < self->full) || add_chunk (self) ? self->place : NULL;
}

void
ls_trace_publish_row (LsTrace *self)
{
  g_return_if_fail (self != NULL);

  gsize n = atomic_load_explicit (&self->n_rows, memory_order_relaxed);

  self->place++;
  atomic_store_explicit (&self->n_rows, n + 1, memory_order_release);
}

gboolean
ls_trace_append (LsTrace *self, const double row[])
{
  g_return_val_if_fail (self != NULL, FALSE);

  gsize stride;
  double *place = ls_trace_begin_row (self, &stride);

  if (place == NULL)
    return FALSE;
  for (guint i = 0; i < self->n_columns; i++)
    place[i * stride] = row[i];
  ls_trace_publish_row (self);
  return TRUE;
}

void
ls_trace_note_integer (LsTrace *self, guint column, gsize row, LsInteger value)
{
  g_return_if_fail (self != NULL && column < self->n_columns);

  LsTraceIntegers *integers = atomic_load_explicit (&self->integers, memory_order_relaxed);

  if ((double)value.size < LS_INTEGER_LIMIT)
    return;
  if (integers == NULL)
    {
      integers = ls_trace_integers_new ();
      atomic_store_explicit (&self->integers, integers, memory_order_release);
    }
  ls_trace_integers_add (integers, column, row, value);
}

gboolean
ls_trace_get_integer (const LsTrace *self, guint column, gsize row, LsInteger *value)
{
  g_return_val_if_fail (self != NULL && value != NULL, FALSE);

  LsTraceIntegers *integers = atomic_load_explicit (&self->integers, memory_order_acquire);

  return integers != NULL && ls_trace_integers_get (integers, column, row, value);
}

gboolean
ls_trace_append_copy (LsTrace *self, const LsTrace *from, gsize row)
{
  g_return_val_if_fail (self != NULL && from != NULL && from->n_columns == self->n_columns, FALSE);

  const gsize next = ls_trace_get_n_rows (self);
  gsize stride;
  double *place = ls_trace_begin_row (self, &stride);
  LsInteger integer;

  if (place == NULL)
    return FALSE;
  place[0] = ls_trace_get_time_from (from, row, self->origin);
  for (guint i = 1; i < self->n_columns; i++)
    {
      place[i * stride] = ls_trace_get (from, i, row);
      if (ls_trace_get_integer (from, i, row, &integer))
        ls_trace_note_integer (self, i, next, integer);
    }
  ls_trace_publish_row (self);
  return TRUE;
}

gsize
ls_trace_get_n_rows (const LsTrace *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return atomic_load_explicit (&self->n_rows, memory_order_acquire);
}

static const double *
get_address (const LsTrace *self, guint column, gsize row)
{
  gsize mask = self->stride - 1;

  return get_chunk (self, row >> self->shift) + ((gsize)column << self->shift) + (row & mask);
}

double
ls_trace_get (const LsTrace *self, guint column, gsize row)
{
  g_return_val_if_fail (column < self->n_columns && row < ls_trace_get_n_rows (self), 0.0);
  return column == 0 ? self->origin + *get_address (self, 0, row)
                     : *get_address (self, column, row);
}

double
ls_trace_get_elapsed (const LsTrace *self, gsize row)
{
  g_return_val_if_fail (row < ls_trace_get_n_rows (self), 0.0);
  return *get_address (self, 0, row);
}

double
ls_trace_get_time_from (const LsTrace *self, gsize row, double origin)
{
  g_return_val_if_fail (self != NULL, NAN);
  return (self->origin - origin) + ls_trace_get_elapsed (self, row);
}

/* Rounding of the last time, which is the greatest. */
static double
get_rounding (const LsTrace *self)
{
  const gsize n = ls_trace_get_n_rows (self);

  return 2.0 * DBL_EPSILON
         * fmax (fabs (self->origin), n > 0 ? fabs (ls_trace_get (self, 0, n - 1)) : 0.0);
}

double
ls_trace_get_slack (const LsTrace *self, const LsTrace *other)
{
  g_return_val_if_fail (self != NULL, NAN);
  g_return_val_if_fail (other != NULL, NAN);
  return self->origin == other->origin ? 0.0 : fmax (get_rounding (self), get_rounding (other));
}

const double *
ls_trace_peek (const LsTrace *self, guint column, gsize row, gsize *n)
{
  gsize n_rows = ls_trace_get_n_rows (self);
  gsize end = ((row >> self->shift) + 1) << self->shift;

  *n = 0;
  g_return_val_if_fail (column < self->n_columns, NULL);
  if (row >= n_rows)
    return NULL;
  *n = MIN (end, n_rows) - row;
  return get_address (self, column, row);
}

gssize
ls_trace_find_row_from (const LsTrace *self, double origin, double time)
{
  g_return_val_if_fail (self != NULL, 0);

  gsize low = 0, high = ls_trace_get_n_rows (self);

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if ((self->origin - origin) + *get_address (self, 0, middle) <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return (gssize)low - 1;
}

gssize
ls_trace_find_row (const LsTrace *self, double time)
{
  g_return_val_if_fail (self != NULL, 0);
  return ls_trace_find_row_from (self, 0.0, time);
}

gsize
ls_trace_get_memory (const LsTrace *self)
{
  g_return_val_if_fail (self != NULL, 0);

  LsTraceIntegers *integers = atomic_load_explicit (&self->integers, memory_order_acquire);

  return atomic_load_explicit (&self->memory, memory_order_relaxed)
         + (integers != NULL ? ls_trace_integers_get_size (integers) : 0);
}

gsize
ls_trace_get_mapped (const LsTrace *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->file != NULL ? ls_trace_file_get_size (self->file) : 0;
}

void
ls_trace_set_error (const LsTrace *self, double time, GError **error)
{
  g_return_if_fail (self != NULL);

  g_autofree char *problem = self->file != NULL ? ls_trace_file_get_problem (self->file) : NULL;

  if (problem == NULL)
    g_set_error (error, LS_ERROR, LS_ERROR_RUN, _ ("there is no memory to record t = %g s"), time);
  else
    g_set_error (error, LS_ERROR, LS_ERROR_RUN, _ ("t = %g s cannot be recorded: %s"), time,
                 problem);
}
