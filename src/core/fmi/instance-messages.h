/* Messages of FMUs, of all versions. */
#pragma once

#include "core/fmi/instance-impl.h"

#include <stdarg.h>

LsMessages *ls_messages_new (const LsDescription *description, LsLog *log);
/* From now on nothing is logged, and neither the log nor the description is accessed. */
void        ls_messages_detach (LsMessages *self);
void        ls_messages_free (LsMessages *self);
/* Returns: (transfer full) (nullable): the last message of the FMU, which is cleared. */
char       *ls_messages_take (LsMessages *self);
/* Registers @self as valid environment of callbacks, from creation to destruction; an abandoned
 * instance stays registered for ever. */
void        ls_messages_know (LsInstance *self);
void        ls_messages_forget (LsInstance *self);
/* Returns: (nullable): the instance a callback belongs to: @environment, if valid, else the
 * instance last called by the current thread. */
LsInstance *ls_messages_find (gconstpointer environment);
/* Disables all instances after a thread of one of them has called @function, and logs it for each.
 * Returns: (transfer full) (nullable): their names. */
char       *ls_messages_stop_known (const char *function);
/* Logs a message of the FMU; @text: with references to variables. */
void        ls_messages_write (LsInstance *self, int status, const char *category,
                               const char *text);
/* Likewise for a message of printf style, FMI 1.0 and 2.0. */
void        ls_messages_format (LsInstance *self, int status, const char *category,
                                const char *format, va_list arguments) G_GNUC_PRINTF (4, 0);
/* Returns: (transfer full): @text with "#r12#" (FMI 3.0: "#12#") replaced by names of variables,
 * "##" by "#". */
char       *ls_messages_expand (LsMessages *self, const char *text);
