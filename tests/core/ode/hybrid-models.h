/* Small hybrid models with events in closed form, and what runs them. */
#pragma once

#include "core/ode/hybrid.h"

#include <float.h>
#include <math.h>

#define MAX_EVENTS 64

/* A model, and the times of its events. */
typedef struct Model Model;
struct Model
{
  guint n, n_z;
  double start[2];
  double parameter;
  void (*f) (const Model *self, double t, const double x[], double dx[]);
  void (*z) (const Model *self, double t, const double x[], double z[]);
  /* Returns: whether the states have changed. */
  gboolean (*event) (
      Model *self, double t, const LsHybridCauses *causes, double x[], LsHybridOutcome *outcome);
  gboolean (*wants) (const Model *self, double t);
  double first_time; /* of a time event; 0 for none */
  int mode;
  guint n_events;
  double times[MAX_EVENTS];
  LsHybridCauses causes[MAX_EVENTS];
};

/* Whether the root finding of the solver itself is asked where events are. */
extern gboolean unit_solver_locates;

void ball_f (const Model *self, double t, const double x[], double dx[]);
void ball_z (const Model *self, double t, const double x[], double z[]);
gboolean ball_event (
    Model *self, double t, const LsHybridCauses *causes, double x[], LsHybridOutcome *outcome);
void growth_f (const Model *self, double t, const double x[], double dx[]);
void growth_z (const Model *self, double t, const double x[], double z[]);
gboolean growth_event (
    Model *self, double t, const LsHybridCauses *causes, double x[], LsHybridOutcome *outcome);
void abs_z (const Model *self, double t, const double x[], double z[]);
LsStatus unit_derivatives (double t, const double x[], double dx[], gpointer user_data);
LsStatus unit_indicators (double t, const double x[], double z[], gpointer user_data);
LsStatus unit_event (double t,
                     const LsHybridCauses *causes,
                     double x[],
                     LsHybridOutcome *outcome,
                     gpointer user_data);
LsHybrid *unit_make (Model *model, const char *method, double rtol, double max_step, LsLog *log);
void unit_run (Model *model, const char *method, double t_end, double max_step);
void unit_for_each_method (void (*test) (const char *method));
