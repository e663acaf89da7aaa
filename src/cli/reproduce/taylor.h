/* An integrator that shares nothing with those of the core: Taylor series of high order in extended
 * precision, whose coefficients come from the equations by recurrences. */
#pragma once

#include <glib.h>

/**
 * LsTaylor:
 *
 * Equations as a list of operations. The first entries are the states; later ones refer to earlier ones
 * by index.
 */
typedef struct LsTaylor LsTaylor;

LsTaylor *ls_taylor_new (guint n_states);
void ls_taylor_free (LsTaylor *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsTaylor, ls_taylor_free)

guint ls_taylor_constant (LsTaylor *self, long double value);
guint ls_taylor_add (LsTaylor *self, guint a, guint b);
guint ls_taylor_subtract (LsTaylor *self, guint a, guint b);
guint ls_taylor_multiply (LsTaylor *self, guint a, guint b);
guint ls_taylor_divide (LsTaylor *self, guint a, guint b);
/* @value times @a. */
guint ls_taylor_scale (LsTaylor *self, long double value, guint a);
void ls_taylor_set_derivative (LsTaylor *self, guint state, guint entry);

/* From @x0 at 0 to each of the increasing @times; @x: (out): a row of the states for each. */
void ls_taylor_integrate (
    LsTaylor *self, const double x0[], const double times[], guint n_times, double x[]);
