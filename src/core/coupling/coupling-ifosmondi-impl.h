/* IFOSMONDI-JFM: what its files share. */
#pragma once

#include "core/coupling/costarica.h"
#include "core/coupling/coupling-hermite.h"
#include "core/coupling/coupling-missiles-global.h"
#include "core/num/nonlinear.h"

/* Relative error that integrations are taken to have, for differences. */
#define LS_IFOSMONDI_NOISE 1e-12

/* The unknowns z are values, then slopes, of the outputs that feed something, at the end of the
 * step: inputs that one output feeds are the same. */
typedef struct
{
  LsNetwork *network;
  LsCostarica *costarica;
  LsNonlinear *solver;
  LsNonlinear *second; /* (nullable): takes over where algebraic loops defeat the first */
  const char *solver_id;
  double eps;
  guint min_iterations;
  gboolean diverged; /* the last step was refused because the iteration did not converge */
  guint n_active;
  guint *active;  /* n_active: global outputs */
  int *unknown;   /* n_out: position among the active, or -1 */
  double *scale;  /* 2 n_active: nominals, for slopes over h */
  guint *measure; /* 2 n_active: slopes are measured by their values */
  double *z;      /* 2 n_active */
  /* Derivatives of the map: four for each active output and fed input of a system. */
  gsize n_entries;
  guint *rows, *columns; /* n_entries */
  double *entries;       /* n_entries */
  gsize *entry;          /* n_out: where those of an active output begin */
  guint *fed;            /* n_in: number of a fed input among those of its system */
  double h;              /* of the present step, s */
  gboolean first;        /* no slope is known at its beginning */
  gboolean has_slopes;
  gboolean begins_smooth;     /* slopes are looked for where there are none from a step */
  double *du;                 /* n_in: slopes at the beginning */
  double *known;              /* n_in x LS_HERMITE_N_COEFF: part of the polynomials that is known */
  double *polynomial;         /* n_in x LS_HERMITE_N_COEFF */
  double *y, *dy;             /* n_out: of the last evaluation */
  double *y_other, *dy_other; /* n_out: of a perturbed one */
  /* For the first guess: the active outputs where the last step ended and began. */
  gboolean has_past;
  double h_past;
  double *last;                /* 2 n_active */
  double *past;                /* 2 n_active */
  double *foretold;            /* n_active: values of the first guess */
  guint64 n_judged, n_limited; /* steps; those that eps limits the accuracy of */
  double sum_guesses;          /* of the decimal logarithms of the residuals of first guesses */
  double *errors;              /* n_out: by how much outputs differ from what was foretold */
  /* For the guess by MISSILES; all %NULL without. */
  LsGlobal *global;
  LsEstimator **estimators;          /* one per system; %NULL: extrapolated; borrowed */
  double *constant, *slope_constant; /* n_out */
} LsIfosmondi;

/* The known parts of the polynomials of this step. */
void ls_ifosmondi_fill_known (LsIfosmondi *self);
/* Makes the list of the derivatives that may not be 0. Returns: how many. */
gsize ls_ifosmondi_list_entries (LsIfosmondi *self);
/* A first guess of z. */
LsStatus ls_ifosmondi_guess (LsIfosmondi *self);
/* Notes whether the step or eps decided about its accuracy, when it has been accepted. */
void ls_ifosmondi_judge (LsIfosmondi *self);
/* Operations of the methods. */
void ls_ifosmondi_conclude (gpointer state, const LsNetwork *network);
char *ls_ifosmondi_describe (gpointer state, const LsNetwork *network);
/* The map and its derivatives, for the solver; @user_data is the state. */
LsStatus ls_ifosmondi_map (const double z[], double image[], gpointer user_data);
LsStatus
ls_ifosmondi_entries (const double z[], const double image[], double entries[], gpointer user_data);
LsStatus
ls_ifosmondi_jacobian (const double z[], const double image[], double j[], gpointer user_data);
