/* Observes the events within a macro step, for their display. */
#pragma once

#include "core/base/status.h"

/**
 * LsStepObserver:
 * @integrated: called after the integration of a system over @h, s, with input polynomials @u, n_in
 *   x (@degree + 1), and outputs @y at the end, n_out
 * @estimated: likewise, for the estimator used instead of an integration
 * @factorised: called before the factorisation of the matrix of MISSILES, @n x @n, row-major
 * @accepted: (nullable): called after a step of all systems from @begin, s since the start, to the time
 *   that the network has reached, with its values there; repetitions of the step are over
 *
 * Called on the thread of the run, within a step; arguments are valid during the call only. Batched
 * steps with held inputs bypass observers.
 */
typedef struct
{
  void (*integrated) (
      guint system, double h, guint degree, const double u[], const double y[], gpointer user_data);
  void (*estimated) (
      guint system, double h, guint degree, const double u[], const double y[], gpointer user_data);
  void (*factorised) (guint n, const double matrix[], gpointer user_data);
  void (*accepted) (double begin, gpointer user_data);
  gpointer user_data;
} LsStepObserver;
