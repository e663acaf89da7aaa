/* A wired model as one system of equations, for tests: an instance for Model Exchange of every
 * component in its SystemStructure.ssd, with the connections of that file. */
#pragma once

#include "unit.h"

typedef struct
{
  Unit *unit;
  char *name;
  unsigned n_x;
  double *x; /* in the states of the model */
} WiredComponent;

typedef struct
{
  Unit *unit;
  fmi2ValueReference reference;
} WiredVariable;

typedef struct
{
  double t;                /* s */
  GArray *components;      /* WiredComponent */
  GArray *sources, *sinks; /* WiredVariable; a connection each */
  GHashTable *by_name;
  unsigned n_x;
  double *x, *work; /* states; three times as many numbers */
} Wired;

/* @structure is relative to @root, the name of a variable of the environment. Stops the test where
 * a component, a connector or a connection does not fit the FMUs. At time 0, in Continuous-Time
 * Mode, with start values from the file. */
Wired *wired_new (const char *root, const char *structure);
void wired_free (Wired *self);

/* "component.variable" */
WiredVariable wired_find (Wired *self, const char *name);
double wired_get (Wired *self, const char *name);

/* Passes values along the connections until nothing changes: for models without algebraic loop. */
void wired_pass (Wired *self);

/* @n steps of the classical method of order 4: nothing in common with the solver of the slaves.
 * @pass solves for the inputs. */
void wired_integrate (Wired *self, double t_end, int n, void (*pass) (Wired *self));

/* Event Mode and back for all components, at the present time. */
void wired_event (Wired *self);
