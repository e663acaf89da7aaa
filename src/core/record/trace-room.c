/* Estimates the size of samples in memory and in files, and checks it against the free space. */
#include "core/base/status.h"
#include "core/record/trace-file.h"
#include "core/record/trace-writer-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

double
ls_trace_get_size (double n_rows, guint n_columns)
{
  return sizeof (double) * n_rows * (1.0 + n_columns);
}

gboolean
ls_trace_check_room (double n_rows, guint n_columns, GError **error)
{
  const double size = ls_trace_get_size (n_rows, n_columns);
  const double limit = (double)ls_trace_get_memory_limit ();
  double room;

  /* Below the memory limit no disk space is needed. */
  if (size <= limit)
    return TRUE;
  room = limit + ls_trace_file_get_room ();
  if (size <= room)
    return TRUE;
  /* Translators: numbers of rows and of signals; two sizes in GB. */
  g_set_error (
      error, LS_ERROR, LS_ERROR_LIMIT,
      _ ("%.4g rows of %u signals take %.3g GB, but memory and disk have room for %.3g GB; "
         "record fewer signals, or longer steps"),
      n_rows, n_columns, 1e-9 * size, 1e-9 * room);
  return FALSE;
}

/* Maximum size of a new file @path in bytes; infinite if unknown. */
static double
get_room (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  struct statvfs info;
  struct rlimit limit;
  double room = INFINITY;

  if (statvfs (path, &info) == 0 || statvfs (folder, &info) == 0)
    room = (double)info.f_bavail * (double)info.f_frsize;
  if (getrlimit (RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    room = MIN (room, (double)limit.rlim_cur);
  return room;
}

/* Devices and pipes have no known limit. */
static gboolean
is_file (const char *path)
{
  struct stat status;

  return stat (path, &status) != 0 || S_ISREG (status.st_mode);
}

gboolean
ls_trace_check_size (const char *path, double size, double taken, GError **error)
{
  const double room = is_file (path) ? get_room (path) - taken : INFINITY;
  g_autofree char *wanted = NULL;
  g_autofree char *there = NULL;

  if (size <= room)
    return TRUE;
  wanted = g_format_size ((guint64)MIN (size, (double)G_MAXINT64));
  there = g_format_size ((guint64)MAX (room, 0.0));
  return ls_fail (
      error, LS_ERROR_LIMIT,
      /* Translators: a file; two sizes, as “5.2 GB”. */
      _ ("%s: about %s are to be written, but there is room for %s; record fewer signals or "
         "longer steps, or write a part of the time"),
      path, wanted, there);
}
