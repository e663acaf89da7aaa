/* Files of values over time as FMUs of the table block. */
#pragma once

#include "core/fmi/fmu.h"

/* @path: the FMU, kept with the data of the user, because the model may not be saved;
 * @understood: what the columns were taken for */
typedef struct
{
  char  *path, *understood;
  LsFmu *fmu;
} LsTableFmu;

/* On a worker thread. Returns: (transfer full): %NULL with an error that names @file. */
LsTableFmu *ls_table_fmu_make (const char *file, GError **error);
void        ls_table_fmu_free (LsTableFmu *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsTableFmu, ls_table_fmu_free)
