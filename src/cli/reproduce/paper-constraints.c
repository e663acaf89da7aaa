/* Simulation of high-index DAEs and ODEs with constraints in FMI (Najafi, 2017). */
#include "cli/reproduce/papers.h"

#include <glib/gi18n-lib.h>

static const char *const as_printed[] = { "as_printed", "true", NULL };
static const char *const by_events[] = { "step_events", "true", "power_tolerance", "1e-5", NULL };

#define FIRST_TEST "radau5:tolerance=1e-4:absolute-tolerance=1e-4"
#define LONG_TEST "radau5:tolerance=1e-5:absolute-tolerance=1e-5:max-step=0.1"
#define DRIVE "cvode-bdf:tolerance=1e-4"

#define OPEN_BATTERY                                                                               \
  N_ ("The model of the paper is not public, and its figures print no values. Ours is "            \
      "battery-pack: 99 cells, a drive of ten minutes that we made up.")

static const LsPublished published[] = {
  { .id = "constraints-fig-4",
    .title = N_ ("Constraints in FMI, figure 4: pendulum without constraints"),
    .run = ls_reproduce_pendulum,
    .signals = { "x", "y", "drift" },
    .stop_time = 10,
    .runs = { { N_ ("without constraints"),
                "pendulum.fmu",
                FIRST_TEST ":projection=off",
                as_printed,
                { N_ ("grows"), NULL } } },
    .remark = N_ ("The force is the printed one, which holds on the length alone: off it the drift "
                  "grows exponentially. The time shown is not printed; ours is 10 s.") },
  { .id = "constraints-fig-5",
    .title = N_ ("Constraints in FMI, figure 5: pendulum with constraints"),
    .run = ls_reproduce_pendulum,
    .signals = { "x", "y", "drift" },
    .stop_time = 10,
    .runs
    = { { N_ ("with constraints"), "pendulum.fmu", FIRST_TEST, as_printed, { "≤ 1e-4", NULL } } },
    .remark = N_ ("The paper projects where the drift is above the tolerance, we after every "
                  "step.") },
  { .id = "constraints-fig-6",
    .title = N_ ("Constraints in FMI, figure 6: energy of the pendulum, 300 s"),
    .run = ls_reproduce_pendulum,
    .signals = { "energy" },
    .stop_time = 300,
    .runs
    = { { N_ ("without the energy"), "pendulum.fmu", LONG_TEST, as_printed, { "≤ 1e-5", "9e-3" } },
        { N_ ("with the energy"),
          "pendulum-energy.fmu",
          LONG_TEST,
          as_printed,
          { "≤ 1e-5", "≤ 1e-5" } } },
    .remark = N_ ("Projecting after every step, not only where the drift is above the tolerance, "
                  "leaves less of the drift of the energy: the published value is an upper bound "
                  "of ours.") },
  { .id = "constraints-fig-7",
    .title = N_ ("Constraints in FMI, figure 7: battery vehicle, restarts of the solver"),
    .run = ls_reproduce_battery,
    .signals = { "power" },
    .stop_time = 600,
    .runs = { { N_ ("without constraints"),
                "battery-pack.fmu",
                DRIVE ":projection=off",
                NULL,
                { NULL, NULL } },
              { N_ ("by step events"),
                "battery-pack.fmu",
                DRIVE ":projection=off",
                by_events,
                { N_ ("hours"), NULL } },
              { N_ ("by projection"), "battery-pack.fmu", DRIVE, NULL, { N_ ("seconds"), NULL } } },
    .remark = OPEN_BATTERY },
  { .id = "constraints-fig-8",
    .title = N_ ("Constraints in FMI, figure 8: state of charge of the battery"),
    .run = ls_reproduce_battery,
    .signals = { "charge" },
    .stop_time = 600,
    .runs = { { N_ ("by step events"),
                "battery-pack.fmu",
                DRIVE ":projection=off",
                by_events,
                { N_ ("hours"), NULL } },
              { N_ ("by projection"), "battery-pack.fmu", DRIVE, NULL, { N_ ("seconds"), NULL } } },
    .remark = OPEN_BATTERY },
};

const LsPaper ls_paper_constraints = { published, G_N_ELEMENTS (published) };
