/* IFOSMONDI-JFM: shared by its source files. */
#pragma once

#include "core/coupling/costarica.h"
#include "core/coupling/coupling-hermite.h"
#include "core/coupling/coupling-missiles-global.h"
#include "core/num/nonlinear.h"

/* Relative error assumed for integrations, which sets the finite-difference increments. */
#define LS_IFOSMONDI_NOISE 1e-12
/* The solver that algebraic loops fall back to. */
#define LS_IFOSMONDI_NEWTON "interface-newton"

/* The unknowns z are the values, then the slopes, of the connected outputs at the end of the step. Inputs
 * connected to the same output share its unknowns. */
typedef struct
{
  LsNetwork *network;
  LsCostarica *costarica;
  LsNonlinear *solver;
  LsNonlinear *second; /* (nullable): replaces @solver if that fails on algebraic loops */
  const char *solver_id;
  double eps;
  guint min_iterations;
  gboolean diverged; /* the last step was rejected because the iteration did not converge */
  guint n_active;
  guint *active;  /* n_active: indices of the connected outputs */
  int *unknown;   /* n_out: index in @active, or -1 */
  double *scale;  /* 2 n_active: nominals, divided by h for slopes */
  guint *measure; /* 2 n_active: index of the value that each residual is relative to, also for slopes */
  double *z;      /* 2 n_active */
  /* Jacobian of the map: four entries per pair of an active output and a connected input of its system. */
  gsize n_entries;
  guint *rows, *columns; /* n_entries */
  double *entries;       /* n_entries */
  gsize *entry;          /* n_out: index of the first entry of an active output */
  guint *fed;            /* n_in: index of a connected input among those of its system */
  double h;              /* current macro step, s */
  gboolean first;        /* slopes at the start unknown */
  gboolean has_derivatives;
  gboolean begins_smooth;     /* find output derivatives at starts and restarts */
  double *du;                 /* n_in: slopes at the start */
  double *known;              /* n_in x LS_HERMITE_N_COEFF: known part of the polynomials */
  double *polynomial;         /* n_in x LS_HERMITE_N_COEFF */
  double *y, *dy;             /* n_out: from the last evaluation */
  double *y_other, *dy_other; /* n_out: from a perturbed evaluation */
  /* For the first guess: active outputs at the end and at the start of the last step. */
  gboolean has_past;
  double h_past;
  double *last;                /* 2 n_active */
  double *past;                /* 2 n_active */
  double *predicted;           /* n_active: predicted values (first guess) */
  guint64 n_judged, n_limited; /* steps; steps whose accuracy is limited by eps */
  double sum_guesses;          /* sum of log10 of the residuals of first guesses */
  double *errors;              /* n_out: prediction errors */
  /* For the guess by MISSILES; %NULL otherwise. */
  LsGlobal *global;
  LsEstimator **estimators;          /* one per system; %NULL: extrapolated; borrowed */
  double *constant, *slope_constant; /* n_out */
} LsIfosmondi;

/* coupling-ifosmondi-state.c */
/* Returns: (transfer full): %NULL with an error: options that refer to other components, or a solver that
 * cannot be made */
LsIfosmondi *ls_ifosmondi_new (LsNetwork *network,
                               const LsOptions *options,
                               const LsCostaricaStrategy *strategy,
                               GError **error);
/* Drops the history: first step or discontinuity. */
void ls_ifosmondi_restart (LsIfosmondi *self);
/* Operations of the methods. */
gboolean ls_ifosmondi_visit_state (gpointer state, LsVisitMemoryFunc func, gpointer user_data);
void ls_ifosmondi_restored (gpointer state);
void ls_ifosmondi_free (gpointer state);

/* Computes the known parts of the polynomials of this step. */
void ls_ifosmondi_fill_known (LsIfosmondi *self);
/* Lists the structurally nonzero entries of the Jacobian.
 * Returns: their number */
gsize ls_ifosmondi_list_entries (LsIfosmondi *self);
/* First guess of z. */
LsStatus ls_ifosmondi_guess (LsIfosmondi *self);
/* After an accepted step: records whether macro step or eps limits its accuracy. */
void ls_ifosmondi_judge (LsIfosmondi *self);
/* Operation conclude() of the methods. */
void ls_ifosmondi_conclude (gpointer state, const LsNetwork *network);
char *ls_ifosmondi_describe (gpointer state, const LsNetwork *network);
/* The map and its Jacobian, for the solver; @user_data is the LsIfosmondi. */
LsStatus ls_ifosmondi_map (const double z[], double image[], gpointer user_data);
LsStatus
ls_ifosmondi_entries (const double z[], const double image[], double entries[], gpointer user_data);
LsStatus
ls_ifosmondi_jacobian (const double z[], const double image[], double j[], gpointer user_data);
