/* What the files of the runtime share: the instance behind an fmi2Component. */
#pragma once

#include "model.h"

/* Mandatory functions are always exported. The others are there but refuse where the
 * runtime is built as FMU_PLAIN, as FMI 2.0, 2.1.1 wants it of what an FMU is not capable
 * of; they are missing where it is built as FMU_BASIC, as some exporters do all the same. */
#define FMU_EXPORT __attribute__ ((visibility ("default")))
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

/* An FMU may have but one of the kinds. */
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

/* States of the machines in FMI 2.0, 3.2.3 and 4.2.4, as bits for sets of them. */
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

/* Head of the memory of an instance: everything that a rollback brings back is
 * in it and in the values that follow it. */
typedef struct
{
  size_t size; /* bytes, with the values */
  char guid[48];
  fmi2Type kind;
  FmuPhase phase;
  fmi2Boolean set_up;
  fmi2Boolean stop_time_defined;
  fmi2Boolean terminated; /* on the wish of the model */
  fmi2Status step_status; /* of the last fmi2DoStep */
  /* s. A slave counts from the last communication point on, so that late times cost no digits. */
  double t, origin, elapsed; /* origin + elapsed; also the origin of the input polynomials */
  double last_time;       /* s; what fmi2LastSuccessfulTime tells */
  double start_time, stop_time;
  double tolerance;       /* parameter solver_tolerance */
  double asked_tolerance; /* from fmi2SetupExperiment; 0 for none */
  double h_solver;        /* s; step the solver takes next; 0 for none yet */
  double next_event_time; /* s */
} FmuMemory;

typedef struct
{
  fmi2CallbackFunctions callbacks;
  char *name;
  unsigned log_categories; /* bits of FmuCategory */
  void *data;              /* of the model, from its resources */

  FmuMemory *memory;
  /* Values, in the block of @memory. Row k of @u is the k-th derivative. */
  double *x, *u, *p, *q;
  double *z_last; /* of a slave: indicators as they were when events were last looked for */
  int *integers, *booleans, *fresh; /* fresh: derivatives of the input are set for this step */
  char (*strings)[FMU_STRING_SIZE];

  /* Computed on demand, in @scratch. */
  bool outputs_known, derivatives_known;
  double *dx, *y, *u_stage, *scale, *x_new, *z, *work;
  FmuJacobian jacobian;
  size_t jacobian_size; /* numbers, from jacobian.fx on */
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

/* Sends a message, printf style, to the callback if its category is on; a
 * category on is its own bit or that of FMU_LOG_ALL. */
void fmu_log (Fmu *self, fmi2Status status, FmuCategory category, const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

/* Logs the message as an error, moves the instance to the error state, returns fmi2Error. */
fmi2Status fmu_fail (Fmu *self, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

/* Refuses @function outside of @phases (or where the kind is wrong: those phases
 * are then never reached). */
bool fmu_may (Fmu *self, unsigned phases, const char *function);

/* The same for a function that is optional: refuses it where options are left out, without
 * harm to the instance. */
bool fmu_may_option (Fmu *self, unsigned phases, const char *function);

/* variables.c */

const FmuReal *fmu_find_real (fmi2ValueReference reference);

/* Puts start values. */
void fmu_set_start_values (Fmu *self);

/* evaluate.c */

FmuPoint fmu_point (const Fmu *self);

/* To be called after any change of time, states, inputs or parameters. */
void fmu_forget (Fmu *self);

/* Bring dx and y up to date; true if all are finite. */
bool fmu_update_derivatives (Fmu *self);
bool fmu_update_outputs (Fmu *self);

/* One derivative, without the others where the model can do that. */
double fmu_get_derivative (Fmu *self, unsigned i);

/* Writes the inputs @elapsed, s, after the last communication point, as times are told below. */
void fmu_inputs_at (const Fmu *self, double elapsed, double u[]);

/* Forgets what was elapsed: @t, s, is a communication point. */
void fmu_set_time (Fmu *self, double t);

/* Moves there and takes the input polynomials along. */
void fmu_move_to (Fmu *self, double elapsed);

/* events.c */

/* One event iteration at the present point. */
FmuEvent fmu_event (Fmu *self);

/* Event iterations until none is wanted; false if there is no end to them. */
bool fmu_settle_events (Fmu *self);

/* Indicators there, with states @x and the inputs of that time. */
void fmu_indicators (const Fmu *self, double elapsed, const double x[], double z[]);

/* solver.c */

/* Integrates over @length, s, from a communication point on. On fmi2Discard the instance is at the last
 * time reached. */
fmi2Status fmu_advance (Fmu *self, double length);
