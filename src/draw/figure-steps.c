/* Step data of runs: one pane per significant column. */
#include "draw/figure-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Columns of the runs; the reference has none. */
static char **
choose_names (const LsFigure *self)
{
  const LsSource *first = self->sources->len > 0 ? g_ptr_array_index (self->sources, 0)
                                                 : ls_figure_get_source (self, 0);

  return first != NULL ? ls_figure_list_columns (first->trace) : g_new0 (char *, 1);
}

static gboolean
wants_logarithm (G_GNUC_UNUSED const LsFigure *self, const char *key)
{
  return strcmp (key, "step_size") == 0 || strcmp (key, "residual") == 0;
}

static const char *
get_title (const char *name)
{
  if (strcmp (name, "step_size") == 0)
    return _ ("step size");
  if (strcmp (name, "iterations") == 0)
    return _ ("iterations");
  if (strcmp (name, "residual") == 0)
    return _ ("residual");
  return strcmp (name, "rejected_steps") == 0 ? _ ("rejected steps") : NULL;
}

static const char *
get_placeholder (G_GNUC_UNUSED const LsFigure *self)
{
  return _ ("No step has been taken yet.");
}

static void
describe (G_GNUC_UNUSED const LsFigure *self, G_GNUC_UNUSED const char *names, GString *text)
{
  g_string_append (text, _ ("Steps of the runs over time."));
}

static const LsFigureOps ops = {
  .choose_names = choose_names,
  .wants_logarithm = wants_logarithm,
  .get_title = get_title,
  .get_placeholder = get_placeholder,
  .describe = describe,
};

const LsFigureKind ls_figure_steps = {
  .item = {
    .id = "steps",
    .name = N_ ("Steps"),
    .summary = N_ ("Step sizes, iterations, residuals and rejected steps over time"),
  },
  .subject = LS_FIGURE_OF_STEPS,
  .pane_per_column = TRUE,
  .is_stairs = TRUE,
  .from_zero = TRUE,
  .least_top = 1,
  .empty = N_ ("No run yet. Press Run (F5) to see step sizes, iterations and residuals."),
  .ops = &ops,
};
