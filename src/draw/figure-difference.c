/* Difference of runs, with a tolerance tube about zero. */
#include "draw/figure-impl.h"

#include <glib/gi18n-lib.h>

static const char *
get_placeholder (const LsFigure *self)
{
  const LsSource *only = self->sources->len == 1 ? self->sources->pdata[0] : NULL;

  return only != NULL && (self->base == NULL || self->base->trace == only->trace)
             ? _ ("A difference needs two runs: choose another method or step size as well.")
             : NULL;
}

static void
describe (const LsFigure *self, const char *names, GString *text)
{
  g_string_append_printf (text, _ ("Difference of %s from %s, over time."), names,
                          self->base != NULL ? self->base->label : "");
}

static const LsFigureOps ops = {
  .get_placeholder = get_placeholder,
  .describe = describe,
};

const LsFigureKind ls_figure_difference = {
  .item = {
    .id = "difference",
    .name = N_ ("Difference of Runs"),
    .summary = N_ ("Difference of signals to the reference or to a run"),
  },
  .against = LS_AGAINST_BASE,
  .axis = N_ ("difference of %s from %s"),
  .empty = N_ ("No run yet. Press Run (F5) to see the differences of runs to the reference."),
  .ops = &ops,
};
