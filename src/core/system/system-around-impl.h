/* Common parts of systems around another one: what is passed on to it. */
#pragma once

#include "core/system/system-impl.h"

/* The first member of an implementation. @inner: owned */
typedef struct
{
  LsSystem base;
  LsSystem *inner;
} LsSystemAround;

/* Initialises the common part. @info: (transfer full); @inner: (transfer full): in initialisation
 * mode */
void ls_system_around_init (LsSystemAround *self, const LsSystemClass *klass, LsSystemInfo *info,
                            LsSystem *inner);
void ls_system_around_clear (LsSystemAround *self);

static inline LsSystem *
ls_system_around_get_inner (const LsSystem *system)
{
  return ((const LsSystemAround *)system)->inner;
}

/* Implementations of operations. Inputs are already converted. */
double ls_system_around_get_time (const LsSystem *system);
LsStatus ls_system_around_terminate (LsSystem *system);
gboolean ls_system_around_has_ended (const LsSystem *system);
gboolean ls_system_around_loses_steps (const LsSystem *system);
void ls_system_around_set_clock (LsSystem *system, LsCallClock *clock);
guint ls_system_around_list_channels (const LsSystem *system,
                                      gconstpointer channels[LS_SYSTEM_MAX_CHANNELS]);
LsStatus ls_system_around_evaluate (LsSystem *system, const double u[], double y[]);
LsStatus ls_system_around_get_inputs (LsSystem *system, double u[]);
void ls_system_around_forget_inputs (LsSystem *system);
LsStatus ls_system_around_set_some_inputs (LsSystem *system, const guint indices[], guint n,
                                           const double values[]);
LsStatus ls_system_around_get_some_outputs (LsSystem *system, const guint indices[], guint n,
                                            double values[]);
LsStatus ls_system_around_read (LsSystem *system, const guint variables[], guint n,
                                double values[]);
LsStatus ls_system_around_get_typed (LsSystem *system, const LsVariable *variable,
                                     LsSystemValue *value);
LsStatus ls_system_around_set_typed (LsSystem *system, const LsVariable *variable,
                                     const LsSystemValue *value);
gboolean ls_system_around_set_text (LsSystem *system, const LsVariable *variable, const char *text,
                                    GError **error);
char *ls_system_around_get_text (LsSystem *system, guint variable, GError **error);
LsStatus ls_system_around_get_states (LsSystem *system, double x[]);
LsStatus ls_system_around_get_state_derivatives (LsSystem *system, double dx[]);
LsStatus ls_system_around_read_point (LsSystem *system, const double u[], LsLinearisation *result);
LsStatus ls_system_around_linearise (LsSystem *system, const double u[], LsLinearisation *result);
LsStatus ls_system_around_find_output_derivatives (LsSystem *system, const double u[],
                                                   const double du[], double h, double dy[]);
gboolean ls_system_around_has_feed (const LsSystem *system);
LsStatus ls_system_around_get_feed (LsSystem *system, guint input, double seed,
                                    const guint outputs[], guint n, double column[]);

/* Entries that the records of all these systems share. */
#define LS_SYSTEM_AROUND_OPERATIONS                              \
  .terminate = ls_system_around_terminate,                       \
  .has_ended = ls_system_around_has_ended,                       \
  .loses_steps = ls_system_around_loses_steps,                   \
  .set_clock = ls_system_around_set_clock,                       \
  .list_channels = ls_system_around_list_channels,               \
  .get_inputs = ls_system_around_get_inputs,                     \
  .forget_inputs = ls_system_around_forget_inputs,               \
  .set_some_inputs = ls_system_around_set_some_inputs,           \
  .read = ls_system_around_read,                                 \
  .get_typed = ls_system_around_get_typed,                       \
  .set_text = ls_system_around_set_text,                         \
  .get_text = ls_system_around_get_text
