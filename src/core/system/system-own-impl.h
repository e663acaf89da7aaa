/* Common parts of systems other than FMUs: variables, values and saved points. */
#pragma once

#include "core/system/system-impl.h"

/**
 * LsSystemOwn: variables are u1, u2, ... (inputs), y1, ... (outputs), x1, ... (states), in this order
 * @n_x: number of states, published or not
 * @memory: @n_memory, everything that the next steps depend on: @time, @x, @u, @du and additions of
 *   the implementation at the end
 * @time: s; @x: n_x; @u, @du: n_in, inputs and their time derivatives at the time reached
 * @y: n_out, computed by @update
 * @saved: (nullable): n_memory
 * @update: mandatory: computes outputs @y at @time with @x and @u
 */
typedef struct LsSystemOwn LsSystemOwn;

struct LsSystemOwn
{
  LsSystem base;
  LsVariable *variables;
  guint n_x;
  gsize n_memory;
  double *memory, *saved;
  double *time, *x, *u, *du, *y;
  LsStatus (*update) (LsSystemOwn *self);
};

/* Initialises everything that @klass does not. @n_more: numbers added at the end of the memory. All
 * capabilities are set, and can be denied by ls_system_own_deny(). No direct feed-through. */
void ls_system_own_init (LsSystemOwn *self, const LsSystemClass *klass, const char *name,
                         guint n_in, guint n_out, guint n_x, gsize n_more, double start_time,
                         double stop_time, LsLog *log);
void ls_system_own_clear (LsSystemOwn *self);
/* @missing: bits 1 << LsCapability: capabilities to switch off, with those that depend on them. */
void ls_system_own_switch_off (LsSystemOwn *self, guint missing);
/* Sets inputs and their time derivatives to the values of polynomials of @degree at @h. */
void ls_system_own_set_inputs (LsSystemOwn *self, double h, guint degree, const double u[]);
/* The end of step(), with the states there: inputs, time, outputs and their derivatives. */
LsStatus ls_system_own_finish_step (LsSystem *system, double h, double end, guint degree,
                                    const double u[], double y[], double dy[]);

/* Implementations of operations. */
LsStatus ls_system_own_start (LsSystem *system);
double   ls_system_own_get_time (const LsSystem *system);
LsStatus ls_system_own_evaluate (LsSystem *system, const double u[], double y[]);
LsStatus ls_system_own_get_inputs (LsSystem *system, double u[]);
LsStatus ls_system_own_set_some_inputs (LsSystem *system, const guint indices[], guint n,
                                        const double values[]);
LsStatus ls_system_own_get_some_outputs (LsSystem *system, const guint indices[], guint n,
                                         double values[]);
LsStatus ls_system_own_read (LsSystem *system, const guint variables[], guint n, double values[]);
LsStatus ls_system_own_get_typed (LsSystem *system, const LsVariable *variable,
                                  LsSystemValue *value);
LsStatus ls_system_own_set_typed (LsSystem *system, const LsVariable *variable,
                                  const LsSystemValue *value);
LsStatus ls_system_own_get_states (LsSystem *system, double x[]);
LsStatus ls_system_own_save (LsSystem *system, gboolean expected);
LsStatus ls_system_own_restore (LsSystem *system);
LsStatus ls_system_own_save_state (LsSystem *system, LsSavedState **state);
LsStatus ls_system_own_restore_state (LsSystem *system, LsSavedState *state);
void     ls_system_own_free_state (LsSystem *system, LsSavedState *state);
GBytes  *ls_system_own_serialize_state (LsSystem *system, LsSavedState *state, GError **error);
LsSavedState *ls_system_own_deserialize_state (LsSystem *system, GBytes *bytes, GError **error);
void     ls_system_own_visit_state (LsSystem *system, LsVisitMemoryFunc func, gpointer user_data);
/* For systems without explicit time dependence. */
gboolean ls_system_own_enable_time_derivative (LsSystem *system);
LsStatus ls_system_own_get_no_time_derivatives (LsSystem *system, const LsLinearisation *point,
                                                const double u[], double h, double ft[],
                                                double gt[], gboolean *changes);

/* Entries that the records of all these systems share. */
#define LS_SYSTEM_OWN_OPERATIONS                      \
  .start = ls_system_own_start,                       \
  .get_time = ls_system_own_get_time,                 \
  .evaluate = ls_system_own_evaluate,                 \
  .get_inputs = ls_system_own_get_inputs,             \
  .set_some_inputs = ls_system_own_set_some_inputs,   \
  .get_some_outputs = ls_system_own_get_some_outputs, \
  .read = ls_system_own_read,                         \
  .get_typed = ls_system_own_get_typed,               \
  .save = ls_system_own_save,                         \
  .restore = ls_system_own_restore,                   \
  .save_state = ls_system_own_save_state,             \
  .restore_state = ls_system_own_restore_state,       \
  .free_state = ls_system_own_free_state,             \
  .serialize_state = ls_system_own_serialize_state,   \
  .deserialize_state = ls_system_own_deserialize_state, \
  .visit_state = ls_system_own_visit_state,           \
  .get_states = ls_system_own_get_states,             \
  .enable_time_derivative = ls_system_own_enable_time_derivative
