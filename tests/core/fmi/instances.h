/* Instances of the example FMUs and of the FMU made to fail. Arguments: [ISOLATION] FMU-DIRECTORY… */
#pragma once

#include "core/fmi/instance.h"
#include "core/helper/isolation.h"

/* Reads the arguments. */
LsIsolation init_instances (int *argc, char ***argv);
LsFmu *open_fmu (const char *name);
LsInstance *start (const char *name, LsKind kind, LsLog *log);
void initialise (LsInstance *self);
const guint32 *reference (LsInstance *self, const char *name);
double get (LsInstance *self, const char *name);
/* For ls_log_new(): appends to a GString, a line for each entry. */
void collect (const LsLogEntry *entry, gpointer user_data);
/* Of the FMU that fails on demand: from 0.5 s on with @fault. */
LsInstance *start_faulty (const char *fault, LsKind kind, LsLog *log);
