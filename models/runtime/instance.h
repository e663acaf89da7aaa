/* Shared by the files of the runtime: the instance behind an fmi2Component. */
#pragma once

#include "model.h"

/* Mandatory functions are always exported. Optional functions are exported, but return an error
 * if the runtime is built with FMU_PLAIN, as FMI 2.0, 2.1.1 requires for missing capabilities;
 * they are not exported with FMU_BASIC, which some exporting tools do in practice. */
#ifdef FMU_INNER
#define FMU_EXPORT __attribute__ ((visibility ("hidden"))) /* behind those of FMI 1.0 or 3.0 */
#else
#define FMU_EXPORT __attribute__ ((visibility ("default")))
#endif
#define FMU_HIDDEN __attribute__ ((visibility ("hidden")))
#ifdef FMU_BASIC
#define FMU_OPTIONAL FMU_HIDDEN
#else
#define FMU_OPTIONAL FMU_EXPORT
#endif

#ifdef FMU_PLAIN
#define FMU_HAS_OPTIONS false
#else
#define FMU_HAS_OPTIONS true
#endif

/* An FMU may provide only one of the interfaces. */
#ifdef FMU_NO_MODEL_EXCHANGE
#define FMU_ME_EXPORT FMU_HIDDEN
#define FMU_HAS_MODEL_EXCHANGE false
#else
#define FMU_ME_EXPORT FMU_EXPORT
#define FMU_HAS_MODEL_EXCHANGE true
#endif
#ifdef FMU_NO_CO_SIMULATION
#define FMU_CS_EXPORT FMU_HIDDEN
#define FMU_HAS_CO_SIMULATION false
#else
#define FMU_CS_EXPORT FMU_EXPORT
#define FMU_HAS_CO_SIMULATION true
#endif

#define FMU_MAX_DEGREE 3 /* of input polynomials */

/* States of the state machines in FMI 2.0, 3.2.3 and 4.2.4; bits, to form sets. */
typedef enum
{
  FMU_INSTANTIATED = 1 << 0,
  FMU_INITIALIZATION = 1 << 1,
  FMU_EVENT_MODE = 1 << 2,
  FMU_CONTINUOUS_TIME = 1 << 3,
  FMU_STEP_COMPLETE = 1 << 4,
  FMU_STEP_FAILED = 1 << 5,
  FMU_TERMINATED = 1 << 6,
  FMU_FAILED = 1 << 7,
} FmuPhase;

#define FMU_INITIALIZED (FMU_EVENT_MODE | FMU_CONTINUOUS_TIME | FMU_STEP_COMPLETE | FMU_STEP_FAILED)
#define FMU_READABLE (FMU_INITIALIZATION | FMU_INITIALIZED | FMU_TERMINATED | FMU_FAILED)
#define FMU_ANY (FMU_INSTANTIATED | FMU_READABLE)

/* Head of the memory of an instance. A rollback restores this and the values that follow it. */
typedef struct
{
  size_t size; /* bytes, including the values */
  char guid[48];
  fmi2Type kind;
  FmuPhase phase;
  fmi2Boolean set_up;
  fmi2Boolean stop_time_defined;
  fmi2Boolean terminated; /* requested by the model */
  fmi2Status step_status; /* of the last fmi2DoStep */
  /* s. In Co-Simulation, time is counted from the last communication point, so that late times
   * lose no digits. */
  double t, origin, elapsed; /* origin + elapsed; also the origin of the input polynomials */
  double last_time;       /* s; value of fmi2LastSuccessfulTime */
  double start_time, stop_time;
  double tolerance;       /* parameter solver_tolerance */
  double asked_tolerance; /* from fmi2SetupExperiment; 0: none */
  double h_solver;        /* s; next step of the solver; 0: not chosen yet */
  double next_event_time; /* s */
} FmuMemory;

typedef struct
{
  fmi2CallbackFunctions callbacks;
  char *name;
  unsigned log_categories; /* bits of FmuCategory */
  void *data;              /* of the model, read from its resources */

  FmuMemory *memory;
  /* Values, in the memory block of @memory. Row k of @u is the k-th derivative. */
  double *x, *u, *p, *q;
  double *z_last; /* Co-Simulation: indicators at the last check for events */
  int *integers, *booleans, *fresh; /* fresh: input derivatives are set for this step */
  char (*strings)[FMU_STRING_SIZE];

  /* FMI 3.0: a step ends at an event, which is handled in event mode. */
  bool stops_at_events, event_pending;
  double *sampled; /* inputs at four times of a step, in @scratch */

  /* Computed on demand, in @scratch. */
  bool outputs_known, derivatives_known;
  double *dx, *y, *u_stage, *scale, *x_new, *z, *work;
  FmuJacobian jacobian;
  size_t jacobian_size; /* number of values, from jacobian.fx on */
} Fmu;

typedef enum
{
  FMU_LOG_EVENTS,
  FMU_LOG_WARNING,
  FMU_LOG_DISCARD,
  FMU_LOG_ERROR,
  FMU_LOG_FATAL,
  FMU_LOG_PENDING,
  FMU_LOG_ALL,
} FmuCategory;

/* log.c */

/* Sends a message, printf style, to the logger if its category, or FMU_LOG_ALL, is enabled. */
void fmu_log (Fmu *self, fmi2Status status, FmuCategory category, const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

/* Logs the message as an error, changes to the error state, returns fmi2Error. */
fmi2Status fmu_fail (Fmu *self, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

/* Whether @function may be called: fails outside of @phases (which also excludes the wrong
 * interface, whose phases are never reached). */
bool fmu_may (Fmu *self, unsigned phases, const char *function);

/* Likewise for an optional function; where optional functions are omitted, it logs an error
 * without changing to the error state. */
bool fmu_may_option (Fmu *self, unsigned phases, const char *function);

/* variables.c */

const FmuReal *fmu_find_real (fmi2ValueReference reference);

/* Sets start values. */
void fmu_set_start_values (Fmu *self);

/* evaluate.c */

FmuPoint fmu_point (const Fmu *self);

/* Invalidates computed values; call after any change of time, states, inputs or parameters. */
void fmu_forget (Fmu *self);

/* Update dx and y; return true if all values are finite. */
bool fmu_update_derivatives (Fmu *self);
bool fmu_update_outputs (Fmu *self);
/* @product = J @seed, or with @adjoint J^T @seed, J of @unknowns by @knowns; @name: of the function. */
fmi2Status fmu_multiply_jacobian (Fmu *self, const char *name, bool adjoint,
                                  const fmi2ValueReference unknowns[], size_t n_unknowns,
                                  const fmi2ValueReference knowns[], size_t n_knowns,
                                  const fmi2Real seed[], fmi2Real product[]);

/* One derivative; does not compute the others if the model provides derivative(). */
double fmu_get_derivative (Fmu *self, unsigned i);

/* Writes the inputs at @elapsed, s, after the last communication point; same for @elapsed
 * below. */
void fmu_inputs_at (const Fmu *self, double elapsed, double u[]);

/* @t, s, becomes a communication point: resets the elapsed time. */
void fmu_set_time (Fmu *self, double t);

/* Advances time to @elapsed, with the input polynomials. */
void fmu_move_to (Fmu *self, double elapsed);

/* events.c */

/* One event iteration at the present point. */
FmuEvent fmu_event (Fmu *self);

/* Iterates events until no iteration is requested; returns false if the limit is exceeded. */
bool fmu_settle_events (Fmu *self);

/* Indicators at @elapsed, with states @x and the inputs at that time. */
void fmu_indicators (const Fmu *self, double elapsed, const double x[], double z[]);

/* solver.c */

/* Integrates over @length, s, from a communication point. On fmi2Discard the instance is at the
 * last time reached. */
fmi2Status fmu_advance (Fmu *self, double length);
