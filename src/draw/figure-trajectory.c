/* Signals over time. */
#include "draw/figure-impl.h"

#include <glib/gi18n-lib.h>

const LsFigureKind ls_figure_trajectory = {
  .item = {
    .id = "trajectory",
    .name = N_ ("Trajectories"),
    .summary = N_ ("Signals over time"),
  },
  .can_be_logarithmic = TRUE,
  .empty = N_ ("No run yet. Press Run (F5) to see the outputs over time."),
};
