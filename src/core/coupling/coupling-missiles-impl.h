/* The state of MISSILES between its steps. */
#pragma once

#include "core/coupling/coupling-hermite.h"
#include "core/coupling/coupling-impl.h"
#include "core/coupling/coupling-missiles-global.h"
#include "core/coupling/estimator.h"
#include "core/coupling/linearisation-reuse.h"
#include "core/coupling/trials.h"
#include "core/num/extrapolate.h"

typedef struct
{
  LsLinearisation *point;      /* %NULL: system is extrapolated */
  LsTrials *trials;            /* (nullable): where @point comes from */
  LsExtrapolate *past;         /* past outputs of an extrapolated system */
  double *ft, *gt;             /* df/dt and dg/dt (partial); %NULL if not needed */
  LsLinearisationReuse *reuse; /* (nullable): %NULL: linearised in every step */
  gboolean reads_derivatives;  /* the system's output derivatives replace C f + D du */
  guint64 n_noted;             /* accepted steps that the estimator knows */
} LsMissilesPart;

typedef struct
{
  LsEstimatorSettings settings;
  double relinearise;       /* maximum linearisation error for reuse of matrices; 0: no reuse */
  LsMissilesPart *parts;    /* one per system */
  LsEstimator **estimators; /* one per system; %NULL: system is extrapolated */
  guint n_systems, n_in;
  LsGlobal *global;
  LsGlobalKind kind;
  gboolean needs_derivatives;
  gboolean has_pasts; /* some systems are extrapolated by past outputs */
  /* What the last accepted step was is noted in an estimator before it is used next: it is then in
   * the cache only once. */
  guint64 n_accepted;
  gboolean passes; /* that step is no history */
  gboolean has_derivatives; /* @du is the slope at the end of the last polynomials */
  double *du;               /* n_in */
  double *known;            /* n_in x LS_HERMITE_N_COEFF: known part of the polynomials */
  double *polynomial;       /* n_in x LS_HERMITE_N_COEFF */
  const LsNetwork *network;
  double *given; /* n_in x LS_HERMITE_N_COEFF: for the components; @polynomial without trials */
  double *y, *dy, *constant, *slope_constant; /* n_out */
  double *coefficients;                       /* n_out x 4 */
  double *errors;                             /* n_out */
  gboolean *is_read;                          /* n_out: feeds an input */
  guint order;                                /* order of the input error */
} LsMissiles;

/* Notes the last accepted step in the estimator of @system, if there is one. */
void ls_missiles_note_step (LsMissiles *self, guint system);

/* Has the outputs of @system extrapolated, as it is not linearised, or no longer. */
void ls_missiles_prepare_extrapolation (LsMissiles *self, const LsNetwork *network, guint system);

/* See #LsCouplingMethod; @state is a #LsMissiles. */
gpointer ls_missiles_prepare (LsNetwork *network, const LsOptions *options, GError **error);
void ls_missiles_release (gpointer state);
gboolean ls_missiles_visit_state (gpointer state, LsVisitMemoryFunc func, gpointer user_data);
void ls_missiles_restored (gpointer state);
