/* Shared by the source files of COSTARICA. */
#pragma once

#include "core/coupling/costarica.h"
#include "core/coupling/trials.h"
#include "core/num/extrapolate.h"

typedef struct
{
  LsCostaricaKind kind;
  LsEstimator *estimator;          /* (nullable) */
  LsLinearisation *point;          /* for the estimator and for time derivatives; (nullable) */
  LsTrials *trials;                /* (nullable): where @point comes from */
  LsExtrapolate *past;             /* past outputs; (nullable) */
  double *ft, *gt;                 /* df/dt and dg/dt (partial); %NULL if not needed */
  gboolean reads_derivatives;      /* the system's output derivatives replace C f + D u' */
  gboolean estimated;              /* @estimator is prepared for this step */
  gboolean was_estimated;          /* or was for a step of the run */
  gboolean saved, moved;           /* state saved at the start of the step; system has left that state */
  gboolean derived;                /* time derivatives of outputs from the linearisation */
  double *end_inputs, *end_slopes; /* n_in: inputs and their time derivatives at the end of the step */
} LsCostaricaPart;

struct LsCostarica
{
  LsNetwork *network;
  LsEstimatorSettings settings;
  guint degree;
  gboolean slopes;
  gboolean saves_all; /* also save systems that are estimated, so that a rejected step can be shortened */
  gboolean integrates_all; /* no system is estimated or extrapolated */
  LsCostaricaPart *parts;  /* one per system */
  double h;
  const double *du;     /* time derivatives of the inputs at the start; %NULL: unknown */
  double *given;        /* (nullable): n_in x (degree + 1): what components with trials are given */
  double *coefficients; /* n_out x 4 */
  /* Previous outputs, for backward differences. */
  gboolean has_past;
  double h_past;
  double *y_past;           /* n_out */
  double *ahead, *dy_ahead; /* n_out: extrapolated */
};

/* costarica-state.c */
/* After the kind of a part has changed. */
void ls_costarica_update_integrates_all (LsCostarica *self);

/* costarica-estimate.c */
/* Creates the estimator of @part and its work arrays. */
void ls_costarica_prepare_estimator (LsCostarica *self, LsCostaricaPart *part, LsSystem *system);
/* Prepares the estimator; the system must be at the start of the step. Sets @failed of the network on
 * failure. */
LsStatus ls_costarica_linearise (LsCostarica *self, guint system);
/* Y = G : a + c for the polynomials @u; @y, @dy (nullable): of all systems. */
void ls_costarica_ask_estimator (
    const LsCostarica *self, guint system, const double u[], double y[], double dy[]);

/* costarica-extrapolate.c */
/* Backward difference from @y at the end of a step of @h s; second order if the previous step is known. */
double ls_costarica_get_difference (const LsCostarica *self, guint output, double y, double h);
/* Fills @ahead and @dy_ahead for the outputs of @system at the end of the step. */
void ls_costarica_extrapolate (LsCostarica *self, guint system);
/* Copies @ahead and @dy_ahead of @system; @y, @dy (nullable): of all systems. */
void ls_costarica_copy_ahead (const LsCostarica *self, guint system, double y[], double dy[]);
