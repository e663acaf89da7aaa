/* Inside of COSTARICA, for the files that make it up. */
#pragma once

#include "core/coupling/costarica.h"
#include "core/num/extrapolate.h"

typedef struct
{
  LsCostaricaKind kind;
  LsEstimator *estimator;          /* (nullable) */
  LsLinearisation *point;          /* of the estimator, and for slopes; (nullable) */
  LsExtrapolate *past;             /* of the outputs; (nullable) */
  double *ft, *gt;                 /* with respect to time; %NULL where not asked for */
  gboolean reads_slopes;           /* what it says of its slopes is better than C f + D u' */
  gboolean estimated;              /* the estimator is that of this step */
  gboolean saved, moved;           /* a saved point is kept; it is no longer there */
  gboolean derived;                /* slopes from the linearisation */
  double *end_inputs, *end_slopes; /* n_in: at the end of the step */
} LsCostaricaPart;

struct LsCostarica
{
  LsNetwork *network;
  LsEstimatorSettings settings;
  guint degree;
  gboolean slopes;
  gboolean saves_all; /* also those that are estimated, so that a refused step can be shortened */
  LsCostaricaPart *parts; /* one per system */
  double h;
  const double *du;     /* of the inputs at the beginning; %NULL: not known */
  double *coefficients; /* n_out x 4 */
  /* The outputs before the last step, for differences. */
  gboolean has_past;
  double h_past;
  double *y_past;           /* n_out */
  double *ahead, *dy_ahead; /* n_out: extrapolated */
};

/* costarica-estimate.c */
/* Makes the estimator of @part and what it needs. */
void ls_costarica_prepare_estimator (LsCostarica *self, LsCostaricaPart *part, LsSystem *system);
/* At the beginning of the step, where the system has to be; sets @failed of the network. */
LsStatus ls_costarica_linearise (LsCostarica *self, guint system);
/* Y = G : a + c for the polynomials @u; @y, @dy (nullable): of all systems. */
void ls_costarica_ask_estimator (
    const LsCostarica *self, guint system, const double u[], double y[], double dy[]);

/* costarica-extrapolate.c */
/* Slope backwards from the value @y at the end of a step of @h; second order where the step before
 * is known. */
double ls_costarica_get_difference (const LsCostarica *self, guint output, double y, double h);
/* Fills what is ahead of the outputs of @system at the end of the step. */
void ls_costarica_extrapolate (LsCostarica *self, guint system);
/* Copies it; @y, @dy (nullable): of all systems. */
void ls_costarica_take_ahead (const LsCostarica *self, guint system, double y[], double dy[]);
