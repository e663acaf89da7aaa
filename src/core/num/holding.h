/* Which values a linear system has to be given, one for each step, so that it goes where it would with
 * polynomial inputs. */
#pragma once

#include "core/num/realise.h"

/**
 * LsHolding:
 *
 * With inputs held at v over a step of h, x' = A x + B u reaches another state than with polynomials
 * u (t): e (n+1) = E e (n) + G v - P u, E = exp (h A), G = h phi_1 (h A) B, P u the integral of
 * exp (A (h - t)) B u (t). The mean of u makes the first moment of the input right, no more: the
 * deviation e adds up to second order. Here v makes e 0 at the end of the step where it can; else it is
 * the first of those two values, of this step and the next, with which e is 0, or least, after both:
 * third order. Where that would not keep e bounded, v is the mean.
 *
 * Its functions run within steps and do not check their pointers, which must not be %NULL.
 */
typedef struct LsHolding LsHolding;

LsHolding *ls_holding_new (guint n_most, guint n_u);
void ls_holding_free (LsHolding *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsHolding, ls_holding_free)

/**
 * ls_holding_prepare:
 * @system: of the sizes above
 * @scales: n_u: by which inputs are measured; 0 for one that must be given its mean
 * @h: s
 *
 * Returns: %LS_STOP where the system cannot be followed over @h
 */
LsStatus ls_holding_prepare (LsHolding *self, const LsRealisation *system, const double scales[], double h);
/* Whether values other than means are chosen. */
gboolean ls_holding_steers (const LsHolding *self);
/* @a: n_u x (@degree + 1), powers of the time since the beginning of the step; @deviation: e, n_most;
 * @held: (out): v, n_u. Allocates nothing. */
void ls_holding_choose (LsHolding *self, guint degree, const double a[], const double deviation[],
                        double held[]);
/* e at the end of a step that had @held. */
void ls_holding_deviate (LsHolding *self, guint degree, const double a[], const double held[],
                         double deviation[]);
/* @dx: (out): n_most: what x changes by over the step, of polynomials @a, where x' = @f at its beginning
 * with inputs @u. */
void ls_holding_move (LsHolding *self, const double f[], const double u[], guint degree, const double a[],
                      double dx[]);
/* The inverse of it without inputs: the x' that moves x by @dx, both n_most. %LS_STOP if there is none. */
LsStatus ls_holding_find_slope (LsHolding *self, const double dx[], double f[]);
