/* Errors of runs relative to the reference. */
#include "draw/figure-impl.h"

#include <glib/gi18n-lib.h>

static const char *
get_placeholder (const LsFigure *self)
{
  return self->reference == NULL && self->estimates->len == 0
             ? _ ("The error appears once the reference is computed.")
             : NULL;
}

static void
describe (G_GNUC_UNUSED const LsFigure *self, const char *names, GString *text)
{
  g_string_append_printf (text,
                          self->reference != NULL
                              ? _ ("Error of %s against the reference, over time.")
                              : _ ("Estimated error of %s, over time."),
                          names);
}

static const LsFigureOps ops = {
  .get_placeholder = get_placeholder,
  .describe = describe,
};

const LsFigureKind ls_figure_error = {
  .item = {
    .id = "error",
    .name = N_ ("Error"),
    .summary = N_ ("Error of signals against the reference"),
  },
  .against = LS_AGAINST_REFERENCE,
  .can_be_logarithmic = TRUE,
  .is_logarithmic = TRUE,
  .from_zero = TRUE,
  .axis = N_ ("error of %s"),
  .empty = N_ ("No run yet. Press Run (F5) to see the error against the reference."),
  .starting = N_ ("The error is shown as soon as the reference is computed."),
  .ops = &ops,
};
