/* Functions of an FMI 2.0 FMU in a helper process, as those of a loaded library. */
#pragma once

#include "core/fmi/instance-fmi2.h"

/* Starts or joins a helper and loads the binary @path there. @lent: (out) (transfer full): library
 * loaded before for an undeclared dependency. Returns: %FALSE with an error. */
gboolean    ls_remote_fmi2_load (LsInstanceFmi2 *self, const char *path, char **lent,
                                 GError **error);
/* @name: without the prefix */
gboolean    ls_remote_fmi2_has_function (const LsInstanceFmi2 *self, const char *name);
/* Returns: @text, the result of fmi2GetVersion or fmi2GetTypesPlatform. */
const char *ls_remote_fmi2_get_constant (LsInstanceFmi2 *self, const char *function, char text[64]);
/* Calls fmi2Instantiate; component stays %NULL if it returns NULL or the helper dies. */
void        ls_remote_fmi2_instantiate (LsInstanceFmi2 *self, LsKind kind, const char *uri,
                                        gboolean debug);
/* Unloads the binary and leaves the helper; its death in that is logged. */
void        ls_remote_fmi2_close (LsInstanceFmi2 *self);
/* Returns: (transfer full) (nullable): addresses of all functions of the binary, in the order of
 * LS_FMI2_FUNCTIONS and LS_FMI2_CONSTRAINT_FUNCTIONS, 0: missing; %NULL if it cannot be loaded. */
guint64    *ls_remote_fmi2_look_into (LsFmu *fmu, const char *path);

/* Logs the death of the helper; nothing is called any more. */
void        ls_remote_fmi2_report_death (LsInstanceFmi2 *self);
void        ls_remote_fmi2_set_death (LsInstanceFmi2 *self, GError **error);

/* A step as part of a message for several instances: sets inputs, calls doStep at @time, s, for @step,
 * s, gets outputs. Returns: %FALSE if there is no room. */
gboolean    ls_remote_fmi2_write_lane (LsInstanceFmi2 *self, const LsBatchItem *lane, double time,
                                       double step, const double u[]);
/* After the answer: statuses to lane, outputs to @y. */
void        ls_remote_fmi2_read_lane (LsInstanceFmi2 *self, const LsBatchItem *lane, double y[]);
