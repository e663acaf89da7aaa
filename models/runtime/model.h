/* What a model is to the FMI runtime: a const record of its variables and
 * equations. One model.c defines `fmu_model`; compiled together with the
 * sources of this folder it is a shared library with both kinds of FMI 2.0.
 *
 *   der(x) = f (t, x, u, p, q)        y = g (t, x, u, p, q)
 *
 * x continuous states, u inputs, p parameters, q discrete Reals that change at
 * events only, y outputs that are not themselves states. All functions are pure
 * but for what they are told to write, and are called by one thread per instance. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "core/fmi/fmi2-api.h"

#define FMU_STRING_SIZE 256 /* bytes of a String variable, with its end */

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

/* A Real: @index counts within its role, where %FMU_PARAMETER and %FMU_TUNABLE
 * share p. @start is ignored for what is computed. @nominal (positive) scales the
 * absolute tolerance of a state; 0 stands for 1. */
typedef struct
{
  fmi2ValueReference reference;
  FmuRole role;
  unsigned index;
  double start;
  double nominal;
} FmuReal;

/* An Integer, Boolean, Enumeration or String passes through the runtime by its
 * place in its table; roles are input, output and parameter. */
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

/* Where equations are evaluated. Integers, Booleans and Strings are indexed by
 * place in the tables of the model. */
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
  const void *data; /* what open() gave */
} FmuPoint;

/* Partial derivatives, each row-major with the unknowns as rows, all zero before
 * the call. @ft and @gt are with respect to time. */
typedef struct
{
  double *fx, *fu, *fp, *ft;
  double *gx, *gu, *gp, *gt;
} FmuJacobian;

/* What an event may change. */
typedef struct
{
  double *x;
  double *q;
  bool states_changed;
  bool again;             /* another iteration is wanted at this instant */
  bool terminate;         /* the model asks for the end of the simulation */
  double next_event_time; /* s; INFINITY for none */
} FmuEvent;

/* In an FmuModel: a table, an array of the name of the entry, and its length. */
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

  /* Optional. Reads what the model needs of the folder of resources, for one instance; it does not
   * change after that. NULL with a message when it cannot. */
  void *(*open) (const char *resource_uri, char message[FMU_STRING_SIZE]);
  void (*close) (void *data);

  /* Mandatory when n_x > 0, n_y > 0, either; jacobian() not beside partial(). */
  void (*derivatives) (const FmuPoint *at, double dx[]);
  void (*outputs) (const FmuPoint *at, double y[]);
  void (*jacobian) (const FmuPoint *at, FmuJacobian *jacobian);

  /* Optional, for many states: one derivative alone, as derivatives() gives it. */
  double (*derivative) (const FmuPoint *at, unsigned i);
  /* In the place of jacobian(), for models with states only: the derivative of derivative @i with
   * respect to state @j. */
  double (*partial) (const FmuPoint *at, unsigned i, unsigned j);

  /* Optional: sets outputs that are no Reals from the values at @at, in place. */
  void (*discrete_outputs) (const FmuPoint *at,
                            int integers[],
                            int booleans[],
                            char (*strings)[FMU_STRING_SIZE]);

  /* Mandatory when n_z > 0: relations hold where z > 0; they are frozen in q
   * between events. */
  void (*indicators) (const FmuPoint *at, double z[]);

  /* Optional. Called after initialisation and at every event, with the values
   * of @at->x and @at->q in @event to be changed in place. Writes next_event_time
   * whenever it has one. */
  void (*event) (const FmuPoint *at, FmuEvent *event);

  /* Optional: whether the model wants an event after a step that an importer has completed. */
  bool (*completed) (const FmuPoint *at);

  /* Constraints on the states, at most FMU_MAX_CONSTRAINTS, for models that are linked with
   * constraints.c: residuals c, and their partial derivatives d, n_c times n_x, all zero before the
   * call. Only the first active() of them hold now; without it all do. */
  unsigned n_c;
  unsigned (*active) (const FmuPoint *at);
  void (*constraints) (const FmuPoint *at, double c[]);
  void (*constraint_jacobian) (const FmuPoint *at, double d[]);
  /* Optional: moves @x, the states of @at, to where they hold; false where it cannot. Slaves call
   * it after every step of their solver. */
  bool (*project) (const FmuPoint *at, double x[]);
} FmuModel;

/* Of models with constraints: most of these, and most states. */
#define FMU_MAX_CONSTRAINTS 8
#define FMU_MAX_CONSTRAINED 32

extern const FmuModel fmu_model;
