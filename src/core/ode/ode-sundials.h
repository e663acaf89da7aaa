/* For the solvers that are SUNDIALS' own. */
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

/* Returns: %FALSE when memory is out; to be cleared in any case. */
gboolean ls_ode_sundials_init (LsOdeSundials *self, LsOde *ode);
void ls_ode_sundials_clear (LsOdeSundials *self);

/* For SUNDIALS' lists of callbacks. @user_data: an LsOdeSundials. */
int ls_ode_sundials_evaluate (realtype t, N_Vector x, N_Vector dx, void *user_data);

/* Likewise: 1 / (rtol |x| + atol), or -1 where that is 0. SUNDIALS could compute these itself, but
 * CVodeSVtolerances() in the middle of a run leaves CVODE 6.4.1 with a pointer to nothing. */
int ls_ode_sundials_get_weights (N_Vector x, N_Vector weights, void *user_data);

/* What went wrong is told by codes: nothing is to be written to stderr. */
void ls_ode_sundials_ignore_message (
    int code, const char *module, const char *function, char *message, void *user_data);
