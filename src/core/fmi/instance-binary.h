/* Instances over a shared library: common to all FMI versions. */
#pragma once

#include "core/base/dylib.h"
#include "core/fmi/instance-messages.h"
#include "core/fmi/surroundings.h"

/* Kind of values last requested from a Model Exchange instance since its time, states or inputs
 * changed. */
typedef enum
{
  LS_ASKED_NOTHING,
  LS_ASKED_VALUES, /* and directional derivatives */
  LS_ASKED_DERIVATIVES,
  LS_ASKED_INDICATORS
} LsAsked;

/* Initialises the base of a new instance; is_here is already set. */
void     ls_instance_init (LsInstance *self, const LsInstanceKind *kind, LsFmu *fmu,
                           const char *name, LsLog *log);
/* @name: (out) (transfer full): the name of its file. Returns: (transfer full): the path of the
 * library, or %NULL with an error. */
char    *ls_instance_find_library (LsInstance *self, char **name, GError **error);
/* Loads it into this process. Returns: %FALSE with an error. */
gboolean ls_instance_open_library (LsInstance *self, const char *path, const char *name,
                                   GError **error);
void     ls_instance_set_load_error (LsInstance *self, const char *path, const GError *problem,
                                     GError **error);
/* @lent: (nullable): library that was loaded for an undeclared dependency */
void     ls_instance_say_lent (LsInstance *self, const char *name, const char *lent);
/* Fails if the FMU allows one instance per process and there is one already. */
gboolean ls_instance_take_once (LsInstance *self, GError **error);
/* %LS_ERROR_FMU: @function returned NULL; quotes the last message of the FMU. */
void     ls_instance_set_null_error (LsInstance *self, const char *function, GError **error);
/* Logs that an instance after a fatal error is not freed. */
void     ls_instance_say_abandoned (LsInstance *self);
/* Frees the base and @self, whose component is already freed. */
void     ls_instance_release (LsInstance *self);
/* Instead, after a fatal error: everything reachable from the FMU is kept for the life of the
 * process. */
void     ls_instance_abandon (LsInstance *self);

/* Operation of kinds: the call recorded in the base. */
const char *ls_instance_get_call (const LsInstance *self);
/* "fmi2Discard" */
const char *ls_instance_status_name (const LsInstance *self, int status, char buffer[static 24]);
/**
 * ls_instance_judge:
 * @status: anything but OK; the numbers are the same in all versions
 *
 * Logs the status of the current call, changes the stage after Error and Fatal.
 * Returns: the corresponding LsStatus.
 */
LsStatus    ls_instance_judge (LsInstance *self, int status);
/* Logs that the function of the current call is missing in the binary. Returns: %LS_STOP. */
LsStatus    ls_instance_miss (LsInstance *self);
/* Logs that the current call, a step of @h, s, does not advance the clock. Returns: %LS_STOP. */
LsStatus    ls_instance_refuse_step (LsInstance *self, double h);
/* Notes and logs that the FMU has asked for it in the current call. Returns: %LS_STOP. */
LsStatus    ls_instance_end_simulation (LsInstance *self);

/* A function of a version, and the place of its pointer in the table of that version. */
typedef struct
{
  const char *name; /* without the prefix */
  gsize offset;
} LsFunction;

/* Fills @table with the functions @prefix + name of the library; %NULL where absent. */
void     ls_instance_find_functions (LsInstance *self, const char *prefix,
                                     const LsFunction functions[], guint n, gpointer table);
gboolean ls_functions_have (const LsFunction functions[], guint n, gconstpointer table,
                            const char *name);
/* The same, also of an instance in a helper, whose library has functions that the core does not call
 * by @table. */
gboolean ls_instance_has_function (const LsInstance *self, const LsFunction functions[], guint n,
                                   gconstpointer table, const char *name);
void     ls_instance_set_lack_error (LsInstance *self, const char *file, const char *prefix,
                                     const char *name, GError **error);
/* Returns: %FALSE with an error that names the first of @names (%NULL-terminated) that is missing
 * in the binary @file. */
gboolean ls_instance_require (LsInstance *self, const char *prefix, const LsFunction functions[],
                              guint n, gconstpointer table, const char *const *names,
                              const char *file, GError **error);

/* Makes nominal values of states usable: positive and finite; with @failed those of the description
 * in place of the FMU's. */
void ls_instance_settle_nominals (const LsInstance *self, gboolean failed, double nominals[]);

/* Absolute time of the FMU at @time. The FMU's own value of its next event time is used exactly:
 * the conversion to relative time and back may differ in the last digit, and just before the event
 * the FMU would not detect it. */
double ls_instance_get_clock (const LsInstance *self, double time);
