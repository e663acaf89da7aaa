/* Interface between a model and the FMI runtime: a const record of variables and equations. One
 * model.c defines `fmu_model`; compiled together with the sources of this folder it is a shared
 * library with both interfaces of FMI 2.0.
 *
 *   der(x) = f (t, x, u, p, q)        y = g (t, x, u, p, q)
 *
 * x continuous states, u inputs, p parameters, q discrete Reals that change at events only,
 * y outputs that are not themselves states. All functions are pure except for their output
 * arguments, and are called by one thread per instance. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "core/fmi/fmi2-api.h"

#define FMU_STRING_SIZE 256 /* bytes of a String variable, including the terminating NUL */

typedef enum
{
  FMU_TIME,
  FMU_STATE,
  FMU_DERIVATIVE, /* of the state of the same index */
  FMU_INPUT,
  FMU_OUTPUT,
  FMU_DISCRETE,
  FMU_PARAMETER,        /* set before the end of initialisation */
  FMU_TUNABLE,          /* a parameter that may also be set between steps and at events */
  FMU_SOLVER_TOLERANCE, /* relative; used by fmi2DoStep, kept by the runtime */
} FmuRole;

/* A Real: @index counts within its role; %FMU_PARAMETER and %FMU_TUNABLE share p. @start is
 * ignored for computed variables. @nominal (positive) scales the absolute tolerance of a state; 0
 * means 1. */
typedef struct
{
  fmi2ValueReference reference;
  FmuRole role;
  unsigned index;
  double start;
  double nominal;
} FmuReal;

/* An Integer, Boolean, Enumeration or String, identified in the runtime by its index in its
 * table; the role is input, output or parameter. */
typedef struct
{
  fmi2ValueReference reference;
  FmuRole role;
  int start;
} FmuInteger;

typedef struct
{
  fmi2ValueReference reference;
  FmuRole role;
  const char *start;
} FmuString;

/* Point at which equations are evaluated. Integers, Booleans and Strings are indexed as in the
 * tables of the model. */
typedef struct
{
  double t; /* s */
  const double *x;
  const double *u;
  const double *p;
  const double *q;
  const int *integers;
  const int *booleans;
  char (*strings)[FMU_STRING_SIZE];
  const void *data; /* result of open() */
} FmuPoint;

/* Partial derivatives, each row-major with the unknowns as rows, all zero before
 * the call. @ft and @gt are with respect to time. */
typedef struct
{
  double *fx, *fu, *fp, *ft;
  double *gx, *gu, *gp, *gt;
} FmuJacobian;

/* Values that an event may change. */
typedef struct
{
  double *x;
  double *q;
  bool states_changed;
  bool again;             /* requests another iteration at this instant */
  bool terminate;         /* requests the end of the simulation */
  double next_event_time; /* s; INFINITY for none */
} FmuEvent;

/* Initialises an entry of an FmuModel with a table, an array of the same name, and its length. */
#define FMU_TABLE(name) .name = name, .n_##name = sizeof name / sizeof name[0]

typedef struct
{
  const char *name; /* modelIdentifier */
  const char *guid; /* as in modelDescription.xml */

  const FmuReal *reals;
  size_t n_reals;
  const FmuInteger *integers;
  size_t n_integers;
  const FmuInteger *booleans;
  size_t n_booleans;
  const FmuString *strings;
  size_t n_strings;

  unsigned n_x, n_u, n_p, n_y, n_q, n_z;

  /* Optional. Reads the data that the model needs from its resources folder, for one instance;
   * constant afterwards. NULL with a message on failure. */
  void *(*open) (const char *resource_uri, char message[FMU_STRING_SIZE]);
  void (*close) (void *data);

  /* derivatives() is mandatory if n_x > 0, outputs() if n_y > 0; jacobian() in both cases, unless there
   * is partial(). */
  void (*derivatives) (const FmuPoint *at, double dx[]);
  void (*outputs) (const FmuPoint *at, double y[]);
  void (*jacobian) (const FmuPoint *at, FmuJacobian *jacobian);

  /* Optional, for many states: a single derivative, equal to that of derivatives(). */
  double (*derivative) (const FmuPoint *at, unsigned i);
  /* Alternative to jacobian(), for models that have states only: the derivative of derivative @i
   * with respect to state @j. */
  double (*partial) (const FmuPoint *at, unsigned i, unsigned j);

  /* Optional: sets Integer, Boolean and String outputs from the values at @at, in place. */
  void (*discrete_outputs) (const FmuPoint *at,
                            int integers[],
                            int booleans[],
                            char (*strings)[FMU_STRING_SIZE]);

  /* Mandatory if n_z > 0: a relation is true where z > 0; relations are frozen in q between
   * events. */
  void (*indicators) (const FmuPoint *at, double z[]);

  /* Optional. Called after initialisation and at every event; @event has the values of @at->x and
   * @at->q, to be changed in place. Writes next_event_time if there is a time event. */
  void (*event) (const FmuPoint *at, FmuEvent *event);

  /* Optional: whether the model requests an event after a completed integrator step. */
  bool (*completed) (const FmuPoint *at);

  /* Constraints on the states, at most FMU_MAX_CONSTRAINTS, for models linked with constraints.c:
   * residuals c, and their partial derivatives d, n_c by n_x, all zero before the call. Only the
   * first active() constraints are active; without that function all are. */
  unsigned n_c;
  unsigned (*active) (const FmuPoint *at);
  void (*constraints) (const FmuPoint *at, double c[]);
  void (*constraint_jacobian) (const FmuPoint *at, double d[]);
  /* Optional: projects @x, the states of @at, onto the constraints; false on failure. In
   * Co-Simulation it is called after every step of the solver. */
  bool (*project) (const FmuPoint *at, double x[]);
} FmuModel;

/* Maximum number of constraints, and of states of models with constraints. */
#define FMU_MAX_CONSTRAINTS 8
#define FMU_MAX_CONSTRAINED 32

extern const FmuModel fmu_model;
