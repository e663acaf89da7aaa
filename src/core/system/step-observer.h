/* Word of what happens within a macro step, for those who show one. */
#pragma once

#include "core/base/status.h"

/**
 * LsStepObserver:
 * @integrated: a system was integrated over @h, s, with polynomials @u, its n_in x (@degree + 1),
 * and came to outputs @y, its n_out
 * @estimated: the same by the estimator in its place
 * @factorised: the matrix of MISSILES, @n x @n, row-major, as it is about to be factorised
 *
 * Called on the thread of the run, within a step; arguments hold for the call alone. A run without
 * one takes the same path as ever: what inputs are held in never looks for it.
 */
typedef struct
{
  void (*integrated) (
      guint system, double h, guint degree, const double u[], const double y[], gpointer user_data);
  void (*estimated) (
      guint system, double h, guint degree, const double u[], const double y[], gpointer user_data);
  void (*factorised) (guint n, const double matrix[], gpointer user_data);
  gpointer user_data;
} LsStepObserver;
