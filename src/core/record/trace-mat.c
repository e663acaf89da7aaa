/* MATLAB v4 files in the layout of Dymola and OpenModelica, read by libmatio; the format is
 * described in trace-writer-mat.c. */
#include "core/record/trace.h"

#include "core/base/reader.h"
#include "core/record/trace-pack.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <matio.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define TRAJECTORY "Atrajectory"
#define INFO_ROWS 4u
#define HEAD_SIZE 20u /* header of a matrix in a file, bytes */

/* A file being read; its matrices are accessed with one column per variable. */
typedef struct
{
  const char *path;
  mat_t *file;
  gboolean normal; /* binNormal: one row per variable in the file */
} Reader;

/* Element @i, in storage order. matio gives the numbers of version 4, of whatever format, as
 * doubles and texts as bytes. */
static double
get_element (const matvar_t *matrix, gsize i)
{
  if (matrix->data_type == MAT_T_DOUBLE)
    return ((const double *)matrix->data)[i];
  return matrix->data_type == MAT_T_UINT8 ? ((const guint8 *)matrix->data)[i] : NAN;
}

/* With @variables the number of variables of a matrix with texts or numbers per variable, else
 * their length. */
static gsize
count (const Reader *self, const matvar_t *matrix, gboolean variables)
{
  return matrix->dims[variables == !self->normal];
}

/* Entry @i of variable @variable in such a matrix. */
static double
get (const Reader *self, const matvar_t *matrix, gsize i, gsize variable)
{
  const gsize row = self->normal ? variable : i, column = self->normal ? i : variable;

  return get_element (matrix, column * matrix->dims[0] + row);
}

/* The same for the tables of data, which are transposed. */
static gsize
count_data (const Reader *self, const matvar_t *table, gboolean variables)
{
  return table->dims[variables == self->normal];
}

static double
get_datum (const Reader *self, const matvar_t *table, gsize point, gsize variable)
{
  const gsize row = self->normal ? point : variable, column = self->normal ? variable : point;

  return get_element (table, column * table->dims[0] + row);
}

static matvar_t *
read_matrix (const Reader *self, const char *name, GError **error)
{
  matvar_t *matrix = Mat_VarRead (self->file, name);

  if (matrix != NULL && matrix->rank == 2 && !matrix->isComplex
      && (matrix->data != NULL || matrix->dims[0] == 0 || matrix->dims[1] == 0))
    return matrix;
  g_set_error (error, LS_ERROR, LS_ERROR_FORMAT,
               matrix == NULL ? _ ("%s: there is no matrix “%s”: it is not a result in the layout "
                                   "of Dymola and OpenModelica")
                              : _ ("%s: the matrix “%s” is not one of numbers in two dimensions"),
               self->path, name);
  Mat_VarFree (matrix);
  return NULL;
}

/* Texts are matrices of numbers; one that is no character becomes a question mark. */
static char
get_character (double number)
{
  return number >= 0.0 && number < 256.0 ? (char)(guchar)number : '?';
}

static gboolean
read_class (Reader *self, GError **error)
{
  matvar_t *matrix = read_matrix (self, "Aclass", error);
  g_autofree char *kind = NULL;

  if (matrix == NULL)
    return FALSE;
  self->normal = TRUE;
  if (matrix->dims[0] >= INFO_ROWS)
    {
      kind = g_malloc0 (matrix->dims[1] + 1);
      for (gsize k = 0; k < matrix->dims[1]; k++)
        kind[k] = get_character (get_element (matrix, k * matrix->dims[0] + 3));
      self->normal = !g_str_has_prefix (kind, "binTrans");
    }
  Mat_VarFree (matrix);
  return TRUE;
}

/* Without padding blanks or zeros. (transfer full) */
static char *
get_text (const Reader *self, const matvar_t *matrix, gsize variable)
{
  const gsize length = count (self, matrix, FALSE);
  g_autofree char *text = g_malloc0 (length + 1);

  for (gsize k = 0; k < length; k++)
    text[k] = get_character (get (self, matrix, k, variable));
  return g_utf8_make_valid (g_strchomp (text), -1);
}

/* Text in the last brackets. (transfer full) */
static char *
get_unit (const Reader *self, const matvar_t *descriptions, gsize variable)
{
  g_autofree char *text = get_text (self, descriptions, variable);
  char *begin = strrchr (text, '['), *end = begin != NULL ? strpbrk (begin, "|]") : NULL;

  return end != NULL ? g_strndup (begin + 1, (gsize)(end - begin - 1)) : g_strdup ("");
}

/* The matrices of a result; freed by clear_result(). */
typedef struct
{
  matvar_t *names, *descriptions, *info, *constants, *data;
  gsize n; /* variables */
} Result;

static void
clear_result (Result *self)
{
  Mat_VarFree (self->names);
  Mat_VarFree (self->descriptions);
  Mat_VarFree (self->info);
  Mat_VarFree (self->constants);
  Mat_VarFree (self->data);
}

/* @column: index of @variable in its @table, from 0; @sign: -1 for a negated variable. %FALSE if
 * the table has no such column. */
static gboolean
find_place (const Reader *self,
            const Result *result,
            gsize variable,
            const matvar_t **table,
            gsize *column,
            double *sign)
{
  const double place = get (self, result->info, 1, variable);

  *table = get (self, result->info, 0, variable) == 1.0 ? result->constants : result->data;
  *sign = place < 0.0 ? -1.0 : 1.0;
  *column = fabs (place) >= 1.0 && fabs (place) <= 1e9 ? (gsize)fabs (place) - 1 : G_MAXSIZE;
  return *column < count_data (self, *table, TRUE) && count_data (self, *table, FALSE) > 0;
}

static gboolean
check_result (const Reader *self, const Result *result, GError **error)
{
  const matvar_t *table;
  gsize column;
  double sign;

  if (result->n == 0 || count (self, result->info, FALSE) < 2
      || count (self, result->info, TRUE) != result->n
      || count (self, result->descriptions, TRUE) < result->n)
    return ls_fail (error, LS_ERROR_FORMAT,
                    _ ("%s: the sizes of “name”, “description” and “dataInfo” do not fit"),
                    self->path);
  for (gsize i = 0; i < result->n; i++)
    if (!find_place (self, result, i, &table, &column, &sign))
      {
        g_autofree char *name = get_text (self, result->names, i);
        return ls_fail (error, LS_ERROR_FORMAT,
                        _ ("%s: “dataInfo” says that “%s” is where there are no data"), self->path,
                        name);
      }
  return TRUE;
}

static gboolean
fill (const Reader *self, const Result *result, LsTrace *trace, GError **error)
{
  const gsize n_rows = count_data (self, result->data, FALSE);
  g_autofree double *row = g_new (double, result->n + 1);

  for (gsize k = 0; k < n_rows; k++)
    {
      row[0] = get_datum (self, result->data, k, 0);
      if (!isfinite (row[0]) || (k > 0 && row[0] < get_datum (self, result->data, k - 1, 0)))
        return ls_fail (error, LS_ERROR_FORMAT,
                        isfinite (row[0]) ? _ ("%s: the time in row %zu of “data_2” goes back")
                                          : _ ("%s: there is no time in row %zu of “data_2”"),
                        self->path, k + 1);
      for (gsize i = 1; i < result->n; i++)
        {
          const matvar_t *table;
          gsize column;
          double sign;

          find_place (self, result, i, &table, &column, &sign);
          row[i] = sign * get_datum (self, table, table == result->data ? k : 0, column);
        }
      if (!ls_trace_append (trace, row))
        return ls_fail (error, LS_ERROR_LIMIT, _ ("%s: there is not enough memory for it"),
                        self->path);
    }
  return TRUE;
}

/* The first variable is the time, whatever its name. */
static LsTrace *
make_trace (const Reader *self, const Result *result, GError **error)
{
  g_auto (GStrv) names = g_new0 (char *, result->n + 1);
  g_auto (GStrv) units = g_new0 (char *, result->n + 1);
  g_autoptr (LsTrace) trace = NULL;

  for (gsize i = 1; i < result->n; i++)
    {
      names[i - 1] = get_text (self, result->names, i);
      units[i - 1] = get_unit (self, result->descriptions, i);
    }
  trace
      = ls_trace_new ((guint)result->n - 1, (const char *const *)names, (const char *const *)units);
  return fill (self, result, trace, error) ? g_steal_pointer (&trace) : NULL;
}

static LsTrace *
read_all (Reader *self, GError **error)
{
  Result result = { 0 };
  LsTrace *trace = NULL;

  if (read_class (self, error) && (result.names = read_matrix (self, "name", error)) != NULL
      && (result.descriptions = read_matrix (self, "description", error)) != NULL
      && (result.info = read_matrix (self, "dataInfo", error)) != NULL
      && (result.constants = read_matrix (self, "data_1", error)) != NULL
      && (result.data = read_matrix (self, "data_2", error)) != NULL)
    {
      result.n = count (self, result.names, TRUE);
      if (check_result (self, &result, error))
        trace = make_trace (self, &result, error);
    }
  clear_result (&result);
  return trace;
}

/* Bytes of the matrix that follows a header of five numbers, without the header; -1 if it is
 * invalid. Its type is MOPT in decimal: M the machine, P the number format, T 0 for numbers and 1
 * for text (MAT-File Format, version 4). */
static goffset
get_matrix_size (const guchar bytes[HEAD_SIZE], goffset left)
{
  static const goffset sizes[] = { 8, 4, 4, 2, 2, 1 };
  gint32 head[HEAD_SIZE / sizeof (gint32)];
  gboolean swapped;
  goffset size;

  memcpy (head, bytes, HEAD_SIZE);
  for (guint i = 0; i < G_N_ELEMENTS (head); i++)
    head[i] = GINT32_FROM_LE (head[i]);
  swapped = head[0] < 0 || head[0] > 1051;
  for (guint i = 0; swapped && i < G_N_ELEMENTS (head); i++)
    head[i] = (gint32)GUINT32_SWAP_LE_BE ((guint32)head[i]);
  /* M is 1 in the files of machines with the other byte order; matio goes by it alone, and would
   * read sizes that were not checked. */
  if (swapped != (head[0] >= 1000))
    return -1;
  if (head[0] < 0 || head[0] > 1051 || head[0] / 100 % 10 != 0 || head[0] / 10 % 10 > 5
      || head[0] % 10 > 1 || head[1] < 0 || head[2] < 0 || (head[3] & ~1) != 0 || head[4] < 1)
    return -1;
  size = sizes[head[0] / 10 % 10] * (1 + head[3]);
  if (head[1] > 0 && head[2] > left / head[1])
    return -1;
  size *= (goffset)head[1] * head[2];
  return size <= left - head[4] ? size + head[4] : -1;
}

/* Checks the sizes in the headers against the file size: libmatio trusts them and would allocate
 * any amount of memory. */
static gboolean
is_sound (const char *path)
{
  FILE *file = fopen (ls_reader_get_place (path), "rb");
  guchar head[HEAD_SIZE];
  struct stat info;
  goffset at = 0;
  gboolean sound = file != NULL && fstat (fileno (file), &info) == 0 && info.st_size > 0;

  while (sound && at < info.st_size)
    {
      goffset size = -1;

      if (fseeko (file, at, SEEK_SET) == 0 && fread (head, 1, HEAD_SIZE, file) == HEAD_SIZE)
        size = get_matrix_size (head, info.st_size - at - HEAD_SIZE);
      sound = size >= 0;
      at += HEAD_SIZE + size;
    }
  if (file != NULL)
    fclose (file);
  return sound;
}

/* Versions 5 and 7.3 begin with a text header. matio's reader of version 5 may hang or crash on a
 * damaged file, so these versions are rejected here. */
static gboolean
is_newer (const char *path)
{
  static const char text[] = "MATLAB ";
  char head[sizeof text] = "";
  FILE *file = fopen (ls_reader_get_place (path), "rb");
  gboolean newer = file != NULL && fread (head, 1, sizeof text - 1, file) == sizeof text - 1
                   && strcmp (head, text) == 0;

  if (file != NULL)
    fclose (file);
  return newer;
}

/* By the reader. */
static LsTrace *
read_contained (const char *path, GError **error)
{
  LsReaderTask task = { .kind = LS_READER_MAT };
  g_autoptr (GBytes) answer = ls_reader_ask_path (&task, path, G_MAXINT64, error);
  g_auto (LsTablePack) table = { 0 };

  return answer != NULL ? ls_trace_unpack (answer, path, &table, NULL, error) : NULL;
}

LsTrace *
ls_trace_read_mat (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  Reader reader = { .path = path };
  LsTrace *trace;

  if (ls_reader_is_contained ())
    return read_contained (path, error);
  reader.file = is_sound (path) ? Mat_Open (ls_reader_get_place (path), MAT_ACC_RDONLY) : NULL;
  if (reader.file == NULL)
    {
      if (is_newer (path))
        g_set_error (error, LS_ERROR, LS_ERROR_FORMAT,
                     _ ("%s: this MATLAB file is newer than version 4, which simulators write and "
                        "which alone is read; save it in MATLAB with “-v4”"),
                     path);
      else if (g_file_test (ls_reader_get_place (path), G_FILE_TEST_IS_REGULAR))
        g_set_error (error, LS_ERROR, LS_ERROR_FORMAT,
                     _ ("%s: this is no MATLAB file of version 4, or a damaged one"), path);
      else
        g_set_error (error, LS_ERROR, LS_ERROR_FILE, _ ("%s: there is no such file"), path);
      return NULL;
    }
  trace = read_all (&reader, error);
  Mat_Close (reader.file);
  return trace;
}
