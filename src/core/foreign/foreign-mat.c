/* MATLAB files in the layout of Dymola, which Lockstep writes, too. */
#include "core/foreign/foreign-impl.h"

#include <glib/gi18n-lib.h>

static LsTrace *
read_file (const char *path, G_GNUC_UNUSED gboolean is_table, LsForeign *info, GError **error)
{
  info->tool = _ ("OpenModelica or Dymola");
  info->is_own = TRUE;
  info->time_name = g_strdup ("time");
  return ls_trace_read_mat (path, error);
}

const LsForeignReader ls_foreign_reader_mat = {
  .item = {
    .id = "mat",
    .name = "MATLAB",
    .summary = N_ ("MATLAB v4 in the layout of Dymola and OpenModelica, with units"),
    .endings = (const char *const[]){ ".mat", NULL },
  },
  .read = read_file,
};
