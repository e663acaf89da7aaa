/* Internals of the monolithic model, shared by construction (monolith.c) and evaluation
 * (monolith-step.c). */
#pragma once

#include "core/assembly/wired.h"
#include "core/ode/projection.h"
#include "core/reference/monolith.h"

/**
 * LsMonolithComponent: one component.
 * @wired: its continuous inputs and states
 * @z_offset, @n_indicators: its event indicators among those of the model
 * @variables, @places: recorded variables (guint): indices in the description and of the signal;
 * @values: work array
 */
typedef struct
{
  const LsComponent *component;
  LsInstance *instance;
  LsWiredPart *wired;
  guint z_offset, n_indicators;
  GArray *variables, *places;
  double *values;
} LsMonolithComponent;

struct LsMonolith
{
  LsLog *log, *whole_log; /* times relative to the start time; as they are */
  LsNetwork network;
  LsWired wired;
  guint n_parts;
  LsMonolithComponent *parts;
  double time; /* time of the current evaluation, s */
  guint n_indicators;
  double *nominals, *start, *dx;
  LsHybridOutcome *outcome; /* of the current event */
  LsProjection *projection; /* (nullable) */
  double *residuals;        /* of one component */
  char *problem;
};

/* Sets time and states of all components and passes values on. */
LsStatus ls_monolith_go_to (LsMonolith *self, double t, const double x[]);
/* For LsWiredUser. Solves a loop: %LS_RETRY, with the problem set, if there is no solution near the
 * last one. */
LsStatus ls_monolith_solve_loop (LsWireLoop *loop, gboolean *any, gpointer user_data);
/* Notes the result of an update of discrete states in the outcome. */
LsStatus ls_monolith_updated (guint component, const LsEventInfo *info, gpointer user_data);
