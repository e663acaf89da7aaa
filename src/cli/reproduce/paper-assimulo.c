/* Discontinuities handled with events in Assimulo (Fredriksson, Andersson, Åkesson, 2014). */
#include "cli/reproduce/papers.h"

#include <glib/gi18n-lib.h>

static const LsPublished published[] = {
  { .id = "assimulo-tables",
    .is_text = TRUE,
    .title = N_ ("Event handling in Assimulo, tables 1 to 4: solvers with events"),
    .run = ls_reproduce_solvers,
    .remark = N_ (
        "Tolerances are the loosest with an error from 1e-6 to 2e-6 at the end. The models are "
        "written anew from their equations: the Furuta pendulum has 6 event indicators here and 17 "
        "events, in the paper 32 and 21; the clutches 12 and 33 indicators. The input of the "
        "clutches is not published; ours goes down to zero at 0.375 s and stays there until 1.125 "
        "s, "
        "three times. RungeKutta34 has a longest step here, as its error does not see what time "
        "alone drives.") },
  { .id = "assimulo-fig-3",
    .title = N_ ("Event handling in Assimulo, figure 3: the first event of the input"),
    .run = ls_reproduce_first_event,
    .remark
    = N_ ("The clutches up to 0.4 s, where only the first one acts: its normal force is the "
          "positive part of cos (pi t / 0.75 s), ours, as the trace is not published. CVode(I) "
          "reports an indicator that is zero at the end of a step, and stays zero, at that end: "
          "0.3784 s is where a step of theirs has ended. The paper prints 0.0375 s, a misprint "
          "of 0.375 s.") },
};

const LsPaper ls_paper_assimulo = { published, G_N_ELEMENTS (published) };
