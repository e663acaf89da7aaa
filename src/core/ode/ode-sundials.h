/* Common parts of the SUNDIALS solvers. */
#pragma once

#include "core/ode/ode-impl.h"

#include <nvector/nvector_serial.h>

/* Context and vectors of one solver. */
typedef struct
{
  LsOde *ode;
  SUNContext context;
  N_Vector x, dense;
} LsOdeSundials;

/* Returns: %FALSE when out of memory. Needs ls_ode_sundials_clear() in either case. */
gboolean ls_ode_sundials_init (LsOdeSundials *self, LsOde *ode);
void ls_ode_sundials_clear (LsOdeSundials *self);

/* Callback for SUNDIALS. @user_data: an LsOdeSundials. */
int ls_ode_sundials_evaluate (realtype t, N_Vector x, N_Vector dx, void *user_data);

/* Callback for SUNDIALS: weights 1 / (rtol |x| + atol), or -1 where the denominator is 0. SUNDIALS
 * could compute them itself, but CVodeSVtolerances() during a run leaves CVODE 6.4.1 with a
 * dangling pointer. */
int ls_ode_sundials_get_weights (N_Vector x, N_Vector weights, void *user_data);

/* Error handler that discards messages: failures are reported by return codes, nothing goes to
 * stderr. */
void ls_ode_sundials_ignore_message (
    int code, const char *module, const char *function, char *message, void *user_data);
