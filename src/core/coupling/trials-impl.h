/* Shared by the source files of trials. */
#pragma once

#include "core/assembly/balance.h"
#include "core/coupling/trials.h"
#include "core/num/extrapolate.h"
#include "core/num/holding.h"
#include "core/num/realise.h"

#define LS_TRIALS_STATES 6u
#define LS_TRIALS_BLOCKS (LS_TRIALS_STATES + 1u)
#define LS_TRIALS_STEPS (2u * LS_TRIALS_BLOCKS - 1u)

struct LsTrials
{
  LsNetwork *network;
  LsCounts *counts; /* of the present linearisation: of one of several threads */
  LsSystem *system;
  guint index, n_in, n_out, in, out;
  LsSystemInfo *info;
  gboolean holds; /* its inputs */
  double *scales; /* n_in: of its inputs; 0: not connected, or not continuous */
  LsRealisation *model;
  LsHolding *holding;
  guint blocks;         /* 0: @model is not valid */
  guint n_seen;         /* steps whose outputs tell x' */
  double *d;            /* n_out x n_in */
  double h;             /* of @holding */
  double *f, *gt;       /* x' and the outputs' own slopes at the reached time: n_most, n_out */
  double *deviation;    /* n_most */
  double change;        /* of inputs, in trials */
  gboolean has_tried;   /* a greater one */
  LsExtrapolate *past;  /* outputs */
  gboolean has_ahead;   /* @ahead is of the reached time */
  gboolean worth;       /* matrices predict outputs better than @past */
  double blind;         /* greatest error of @ahead of late, relative to nominal plus value */
  double missed;        /* by the means of this step, of outputs, relative to nominal plus value */
  double wrong, wanted; /* greatest defect of late, and greatest @missed */
  gboolean gave_up;     /* inputs are chosen no more: the component is not linear */
  gboolean steers;      /* inputs of this step are chosen */
  gboolean follows;     /* @f and @predicted of the reached time are known */
  /* Of the step that was given last: */
  double *u, *polynomial, *held; /* n_in, n_in x 4, n_in */
  guint degree;
  double *moved;      /* n_most: what x changes by */
  double *predicted;   /* n_out: outputs at the end */
  /* Work arrays */
  double *none;       /* n_in zeros */
  double *base, *run; /* LS_TRIALS_STEPS x n_out */
  double *markov;     /* LS_TRIALS_STEPS x n_out x n_in */
  double *start, *y;  /* n_out: outputs at the reached time; n_out */
  double *ahead;        /* n_out: extrapolated to the end of the step */
  double *coefficients; /* n_out x 4 */
  double *shown;      /* LS_TRIALS_STATES x n_out */
};

/* trials-explore.c */
/* Change of output @i with the change @dx of the states, and its nominal plus value. */
double ls_trials_get_change (const LsTrials *self, guint i, const double dx[]);
double ls_trials_get_size (const LsTrials *self, guint i);
/* Trials from the reached time: for matrices if @anew, and x'. */
LsStatus ls_trials_explore (LsTrials *self, double h, gboolean anew);
/* Matrices over a step of @h. %FALSE if there are none. */
gboolean ls_trials_prepare_holding (LsTrials *self, double h);
