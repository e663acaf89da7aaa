#include "present/figure-run.h"

void
ls_figure_add_run_of_kind (LsFigure *figure, LsRun *run, const char *label)
{
  const char *method = ls_run_get_choice (run)->method;
  LsTrace *trace = ls_run_get_trace (run);
  guint index;

  g_return_if_fail (figure != NULL);
  switch (ls_figure_get_kind (figure)->subject)
    {
    case LS_FIGURE_OF_STEPS:
      ls_figure_add_steps (figure, ls_run_get_steps (run), trace, label, method);
      break;
    case LS_FIGURE_OF_EVENTS:
      ls_figure_add_activity (figure, ls_run_get_activity (run), trace, label, method);
      break;
    case LS_FIGURE_OF_BONDS:
      ls_figure_add_steps (figure, ls_run_get_bonds (run), trace, label, method);
      break;
    case LS_FIGURE_OF_SAMPLES:
    default:
      index = ls_figure_add_run (figure, trace, label, method);
      if (ls_run_get_late (run) != NULL)
        ls_figure_set_late (figure, index, ls_run_get_late (run));
    }
}

void
ls_figure_add_estimates (LsFigure *figure, LsComparison *comparison)
{
  g_return_if_fail (figure != NULL && comparison != NULL);

  if (ls_figure_get_kind (figure)->against != LS_AGAINST_REFERENCE)
    return;
  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    {
      g_autoptr (LsErrorEstimate) estimate
          = ls_run_get_estimate (ls_comparison_get_run (comparison, i), NULL);

      if (estimate != NULL)
        ls_figure_add_estimate (figure, i, estimate->trace);
    }
}
