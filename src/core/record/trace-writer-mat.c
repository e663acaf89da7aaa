/* Traces as MATLAB v4 files in the layout of Dymola and OpenModelica, by libmatio. "name" and
 * "description" contain a text per variable, "dataInfo" four numbers per variable: its table (1:
 * constants in data_1; 0 and others: data_2), its column there, negative for a negated variable,
 * and two numbers not used here. The fourth line of "Aclass" states whether the matrices are
 * transposed (binTrans) or not (binNormal). */
#include "core/record/trace-writer-impl.h"

#include "core/base/file.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <matio.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TRAJECTORY "Atrajectory"
#define INFO_ROWS 4u
#define HEAD_SIZE 20u /* of a matrix in a file, bytes */
#define ROWS_AT_ONCE 65536u

/* @size: expected number of bytes */
typedef struct
{
  mat_t *file;
  gsize size;
} Output;

static gboolean
write_matrix (Output *file,
              const char *name,
              enum matio_classes class,
              enum matio_types type,
              gsize n_rows,
              gsize n_columns,
              const void *data)
{
  size_t sizes[] = { n_rows, n_columns };
  matvar_t *matrix
      = Mat_VarCreate (name, class, type, 2, sizes, (void *)data, MAT_F_DONT_COPY_DATA);
  const gboolean done
      = matrix != NULL && Mat_VarWrite (file->file, matrix, MAT_COMPRESSION_NONE) == 0;

  if (matrix != NULL)
    file->size += HEAD_SIZE + strlen (name) + 1 + n_rows * n_columns * Mat_SizeOf (type);
  Mat_VarFree (matrix);
  return done;
}

static gboolean
write_class (Output *file)
{
  static const char *const lines[INFO_ROWS] = { TRAJECTORY, "1.1", "", "binTrans" };
  char text[INFO_ROWS * (sizeof TRAJECTORY - 1)];

  memset (text, ' ', sizeof text);
  for (guint i = 0; i < INFO_ROWS; i++)
    for (guint k = 0; lines[i][k] != '\0'; k++)
      text[k * INFO_ROWS + i] = lines[i][k];
  return write_matrix (file, "Aclass", MAT_C_CHAR, MAT_T_UINT8, INFO_ROWS, sizeof TRAJECTORY - 1,
                       text);
}

/* One column per text, padded with zeros. */
static gboolean
write_texts (Output *file, const char *name, char *const texts[], guint n)
{
  g_autofree char *data = NULL;
  gsize length = 1;

  for (guint i = 0; i < n; i++)
    length = MAX (length, strlen (texts[i]));
  data = g_malloc0 (length * n);
  for (guint i = 0; i < n; i++)
    memcpy (data + i * length, texts[i], strlen (texts[i]));
  return write_matrix (file, name, MAT_C_CHAR, MAT_T_UINT8, length, n, data);
}

static gboolean
write_names (Output *file, const LsTrace *self)
{
  const guint n = ls_trace_get_n_columns (self);
  g_auto (GStrv) names = g_new0 (char *, n + 1);
  g_auto (GStrv) descriptions = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      const char *unit = ls_trace_get_unit (self, i);

      names[i] = g_strdup (ls_trace_get_name (self, i));
      descriptions[i] = *unit != '\0' ? g_strdup_printf ("[%s]", unit) : g_strdup ("");
    }
  return write_texts (file, "name", names, n) && write_texts (file, "description", descriptions, n);
}

/* Location and interpolation of each variable. */
static gboolean
write_info (Output *file, const LsTrace *self, gsize n_rows)
{
  const guint n = ls_trace_get_n_columns (self);
  g_autofree gint32 *info = g_new0 (gint32, INFO_ROWS * n);
  const double ends[] = { n_rows > 0 ? ls_trace_get (self, 0, 0) : 0.0,
                          n_rows > 0 ? ls_trace_get (self, 0, n_rows - 1) : 0.0 };

  for (guint i = 0; i < n; i++)
    {
      /* Linear interpolation, undefined outside. */
      const gint32 column[INFO_ROWS] = { i == 0 ? 0 : 2, (gint32)i + 1, 0, -1 };

      memcpy (info + (gsize)INFO_ROWS * i, column, sizeof column);
    }
  return write_matrix (file, "dataInfo", MAT_C_INT32, MAT_T_INT32, INFO_ROWS, n, info)
         && write_matrix (file, "data_1", MAT_C_DOUBLE, MAT_T_DOUBLE, 1, 2, ends);
}

/* The samples of all rows, transposed as required by the format. (transfer full) (nullable): %NULL
 * if out of memory, or with @error if cancelled */
static double *
gather_rows (const LsTrace *self,
             gsize n_rows,
             const char *path,
             LsProgressFunc progress,
             gpointer user_data,
             GError **error)
{
  const guint n = ls_trace_get_n_columns (self);
  g_autofree double *rows = g_try_new (double, n_rows *n + 1);

  for (gsize k = 0; rows != NULL && k < n_rows; k++)
    {
      /* The second half of the progress is that of writing the file. */
      if (k % ROWS_AT_ONCE == 0
          && !ls_trace_check_cancelled (path, 0.5 * (double)k / (double)n_rows, progress, user_data,
                                        error))
        return NULL;
      for (guint i = 0; i < n; i++)
        rows[k * n + i] = ls_trace_get (self, i, k);
    }
  return g_steal_pointer (&rows);
}

/* libmatio does not report a full disk; an incomplete file must not replace the existing one. */
static gboolean
is_whole (const Output *self, const char *temporary, const char *path, GError **error)
{
  const int failure = errno;
  struct stat status;

  if (stat (temporary, &status) == 0
      && (!S_ISREG (status.st_mode) || (gsize)status.st_size == self->size))
    return TRUE;
  return ls_fail (error, LS_ERROR_FILE, _ ("%s cannot be written: %s"), path,
                  g_strerror (failure != 0 ? failure : ENOSPC));
}

static gboolean
write_file (const LsTrace *self,
            const char *path,
            LsProgressFunc progress,
            gpointer user_data,
            GError **error)
{
  const gsize n_rows = ls_trace_get_n_rows (self);
  g_autoptr (LsFileWriter) writer = ls_file_writer_new (path, error);
  g_autoptr (GError) cancelled = NULL;
  g_autofree double *rows = NULL;
  Output file = { NULL, 0 };
  gboolean done;
  int failure;

  if (writer == NULL)
    return FALSE;
  rows = gather_rows (self, n_rows, path, progress, user_data, &cancelled);
  if (cancelled != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cancelled));
      return FALSE;
    }
  errno = 0;
  file.file = Mat_CreateVer (ls_file_writer_get_temporary (writer), NULL, MAT_FT_MAT4);
  done = rows != NULL && file.file != NULL && write_class (&file) && write_names (&file, self)
         && write_info (&file, self, n_rows)
         && write_matrix (&file, "data_2", MAT_C_DOUBLE, MAT_T_DOUBLE,
                          ls_trace_get_n_columns (self), n_rows, rows);
  failure = rows == NULL ? ENOMEM : errno;
  if (file.file != NULL && Mat_Close (file.file) != 0)
    done = FALSE;
  if (done && !is_whole (&file, ls_file_writer_get_temporary (writer), path, error))
    return FALSE;
  if (done)
    return ls_trace_check_cancelled (path, 1, progress, user_data, error)
           && ls_file_writer_commit (writer, error);
  return ls_fail (error, LS_ERROR_FILE, _ ("%s cannot be written: %s"), path,
                  g_strerror (failure != 0 ? failure
                              : errno != 0 ? errno
                                           : EIO));
}

/* The format has 32-bit row counts, and all rows are gathered in memory before writing. */
static gboolean
check (const char *path, double n_rows, guint n_columns, GError **error)
{
  const double size = ls_trace_get_size (n_rows, n_columns);
  const double memory = (double)sysconf (_SC_PHYS_PAGES) * (double)sysconf (_SC_PAGESIZE);

  if (n_rows > G_MAXINT32)
    g_set_error (
        error, LS_ERROR, LS_ERROR_LIMIT,
        /* Translators: a file; numbers of rows. */
        _ ("%s: a MATLAB file of version 4 has at most %.0f rows, not %.4g; write CSV, or a "
           "part of the time"),
        path, (double)G_MAXINT32, n_rows);
  else if (memory > 0.0 && size > memory)
    g_set_error (
        error, LS_ERROR, LS_ERROR_LIMIT,
        /* Translators: a file; two sizes in GB. */
        _ ("%s: to write a MATLAB file takes %.3g GB of memory, but there are %.3g GB; write "
           "CSV, or a part of the time"),
        path, 1e-9 * size, 1e-9 * memory);
  else
    return TRUE;
  return FALSE;
}

static double
guess_size (double n_rows, guint n_columns, G_GNUC_UNUSED const LsTrace *self)
{
  return ls_trace_get_size (n_rows, n_columns);
}

const LsTraceWriter ls_trace_writer_mat = {
  .item = {
    .id = "mat",
    .name = "MATLAB",
    .summary = N_ ("MATLAB v4 in the layout of Dymola and OpenModelica, with units"),
    .endings = (const char *const[]){ ".mat", NULL },
  },
  .write = write_file,
  .guess_size = guess_size,
  .check = check,
};
