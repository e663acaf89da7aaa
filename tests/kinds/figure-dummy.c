/* A kind of figures: signals over time, as stairs that begin at 0. */
#include "draw/figure-impl.h"

static void
describe (G_GNUC_UNUSED const LsFigure *self, const char *names, GString *text)
{
  g_string_append_printf (text, "Dummy of %s.", names);
}

static const LsFigureOps ops = { .describe = describe };

const LsFigureKind ls_figure_dummy = {
  .item = { .id = "dummy", .name = "Dummy", .summary = "Stairs from the dummy" },
  .is_stairs = TRUE,
  .from_zero = TRUE,
  .axis = "dummy of %s",
  .ops = &ops,
};
