/* Common parts of systems over FMUs, for both interfaces. */
#pragma once

#include "core/fmi/instance.h"
#include "core/system/system-fmu.h"
#include "core/system/system-impl.h"

/* The arrays of steps and linearisations are one block: of thousands of components every line of the
 * cache counts. */
typedef struct
{
  LsSystem base;
  LsInstance *instance;
  LsInstance *twin;  /* Model Exchange, for the linearisation; (nullable); may be @instance */
  gpointer block;
  gsize block_size;    /* bytes, without those of differences */
  guint32 *in_refs, *out_refs;
  guint32 *point_refs; /* states, their derivatives, outputs */
  /* Variables with derivatives: only continuous ones, FMI 2.0, section 2.1.9. */
  guint n_unknown;
  guint32 *unknown_refs; /* derivatives, outputs */
  guint *unknown_rows;   /* their positions in a column */
  guint32 *known_refs;   /* states, inputs */
  guint8 *known_fixed;   /* n_state + n_in: 1 for an input that is not continuous */
  double *column;        /* n_state + n_out */
  double *column_low;    /* n_state + n_out */
  double *known;         /* n_state + n_in: for differences */

  LsComponent *component; /* a copy */
  LsFmu *fmu;
  LsInstance *clock; /* Model Exchange, for derivatives with respect to time; (nullable) */
  gboolean owns_clock;
  gboolean twin_started;
  GArray *twin_values; /* (nullable): discrete values for @twin or @clock, where not @instance */
  double tolerance;
  guint32 *read_refs;  /* size: number of variables, as for the next two */
  guint *read_index;
  double *read_reals;
} LsSystemFmu;

/* ---- system-fmu.c: functions with the names of operations implement these ---- */

/* Initialises everything but the instance. @self: of the size of the implementation. */
gboolean ls_system_fmu_init (LsSystemFmu *self, const LsSystemClass *klass,
                             const LsComponent *component, double start_time, double stop_time,
                             double tolerance, LsLog *log, GError **error);
void ls_system_fmu_clear (LsSystemFmu *self);
/* Creates the instance called @name and sets the values of the component; %NULL with an error. */
LsInstance *ls_system_fmu_instantiate (LsSystemFmu *self, LsKind kind, GError **error);
gboolean ls_system_fmu_is_continuous (const LsSystemFmu *self, guint variable);
/* Takes the next @n elements of @size bytes of a block. */
static inline gpointer
ls_system_fmu_take (char **next, gsize n, gsize size)
{
  char *first = *next;

  *next += n * size;
  return first;
}
void ls_system_fmu_forget_inputs (LsSystem *system);
LsStatus ls_system_fmu_get_inputs (LsSystem *system, double u[]);
LsStatus ls_system_fmu_get_states (LsSystem *system, double x[]);
LsStatus ls_system_fmu_get_state_derivatives (LsSystem *system, double dx[]);
void ls_system_fmu_set_clock (LsSystem *system, LsCallClock *clock);
guint ls_system_fmu_list_channels (const LsSystem *system,
                                   gconstpointer channels[LS_SYSTEM_MAX_CHANNELS]);
LsStatus ls_system_fmu_terminate (LsSystem *system);
double ls_system_fmu_get_event_time (const LsSystem *system);
guint64 ls_system_fmu_get_n_ticks (const LsSystem *system, const LsVariable *clock, double *time);
LsStatus ls_system_fmu_set_some_inputs (LsSystem *system, const guint indices[], guint n,
                                        const double values[]);
LsStatus ls_system_fmu_get_some_outputs (LsSystem *system, const guint indices[], guint n,
                                         double values[]);
gboolean ls_system_fmu_has_feed (const LsSystem *system);
LsStatus ls_system_fmu_get_feed (LsSystem *system, guint input, double seed,
                                 const guint outputs[], guint n, double column[]);

/* ---- system-fmu-values.c ---- */

LsStatus ls_system_fmu_read (LsSystem *system, const guint variables[], guint n, double values[]);
LsStatus ls_system_fmu_get_typed (LsSystem *system, const LsVariable *variable,
                                  LsSystemValue *value);
gboolean ls_system_fmu_set_text (LsSystem *system, const LsVariable *variable, const char *text,
                                 GError **error);
char *ls_system_fmu_get_text (LsSystem *system, guint variable, GError **error);
/* For an instance of Co-Simulation: sets the value in the twin used for derivatives, too: after the
 * initialisation, when that is next used, as it needs event mode. */
LsStatus ls_system_fmu_set_twins (LsSystemFmu *self, const LsVariable *variable,
                                  const LsSystemValue *value);
/* Sets the values that @twin, in continuous-time mode, does not have yet, by an event at the reached
 * time with states @x and inputs @u. */
LsStatus ls_system_fmu_update_twin (LsSystemFmu *self, LsInstance *twin, const double x[],
                                    const double u[]);
/* Only sets them, in initialisation or event mode. */
LsStatus ls_system_fmu_set_new_values (LsSystemFmu *self, LsInstance *twin);
/* Sets @value in @instance immediately. */
LsStatus ls_system_fmu_set_typed (LsInstance *instance, const LsVariable *variable,
                                  const LsSystemValue *value);

/* ---- system-fmu-linearise.c: by directional derivatives, otherwise by differences ---- */

/* Creates the Model Exchange twin if the linearisation needs one; on failure removes the
 * capability. */
void ls_system_fmu_add_twin (LsSystemFmu *self);
/* Leaves initialisation mode; on failure removes the twin and the capability. */
void ls_system_fmu_start_twin (LsSystemFmu *self);
/* Reads x, f and y for the current inputs. */
LsStatus ls_system_fmu_read_point (LsSystemFmu *self, LsLinearisation *result);
LsStatus ls_system_fmu_linearise (LsSystem *system, const double u[], LsLinearisation *result);

/* ---- system-fmu-time.c: on a twin ---- */

gboolean ls_system_fmu_enable_time_derivative (LsSystem *system);
LsStatus ls_system_fmu_get_time_derivatives (LsSystem *system, const LsLinearisation *point,
                                             const double u[], double h, double ft[], double gt[],
                                             gboolean *changes);

/* Entries that the records of both interfaces share. */
#define LS_SYSTEM_FMU_OPERATIONS                                  \
  .terminate = ls_system_fmu_terminate,                           \
  .set_clock = ls_system_fmu_set_clock,                           \
  .list_channels = ls_system_fmu_list_channels,                   \
  .get_event_time = ls_system_fmu_get_event_time,                 \
  .get_n_ticks = ls_system_fmu_get_n_ticks,                       \
  .get_inputs = ls_system_fmu_get_inputs,                         \
  .set_some_inputs = ls_system_fmu_set_some_inputs,               \
  .get_some_outputs = ls_system_fmu_get_some_outputs,             \
  .read = ls_system_fmu_read,                                     \
  .forget_inputs = ls_system_fmu_forget_inputs,                   \
  .get_typed = ls_system_fmu_get_typed,                           \
  .set_text = ls_system_fmu_set_text,                             \
  .get_text = ls_system_fmu_get_text,                             \
  .get_states = ls_system_fmu_get_states,                         \
  .get_state_derivatives = ls_system_fmu_get_state_derivatives,   \
  .enable_time_derivative = ls_system_fmu_enable_time_derivative, \
  .get_time_derivatives = ls_system_fmu_get_time_derivatives,     \
  .has_feed = ls_system_fmu_has_feed,                             \
  .get_feed = ls_system_fmu_get_feed
