/* Problems with published or otherwise independent solutions. */
#pragma once

#include "core/ode/ode.h"

#define LS_TEST_MAX_STATES 28

/**
 * LsTestProblem:
 * @t_end: s; from 0
 * @expected: states there, computed in quadruple precision by a Radau method of order 17 with
 *   halved steps; they agree with the published values to the digits of those
 * @atol: per unit of relative tolerance: states of very different size need different ones
 * @amplification: what a relative error of the steps may have grown to at the end
 * @is_stiff: of no use with an explicit method
 */
typedef struct
{
  const char *name;
  guint n;
  LsStatus (*derivatives) (double t, const double x[], double dx[], gpointer user_data);
  LsStatus (*jacobian) (
      double t, const double x[], const double dx[], double jacobian[], gpointer user_data);
  double t_end;
  double start[LS_TEST_MAX_STATES], expected[LS_TEST_MAX_STATES];
  double atol;
  double amplification;
  gboolean is_stiff;
} LsTestProblem;

extern const LsTestProblem ls_test_arenstorf, ls_test_brusselator, ls_test_pleiades;
extern const LsTestProblem ls_test_hires, ls_test_oregonator, ls_test_robertson;
extern const LsTestProblem ls_test_robertson_long, ls_test_van_der_pol, ls_test_van_der_pol_mild;

/* Arguments as ls_ode_new_full(), with atol = rtol @problem->atol; fails the test otherwise. */
LsOde *ls_test_make (const LsOdeMethod *method,
                     const LsTestProblem *problem,
                     const LsOdeDetails *details,
                     double rtol);

/* Greatest |x - expected| / |expected| over the states. */
double ls_test_get_error (const LsTestProblem *problem, const double x[]);
