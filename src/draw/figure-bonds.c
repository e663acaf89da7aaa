/* Residual power and energy of power bonds over time: one pane per column. */
#include "draw/figure-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What was exchanged, of which the residual energy is a part, would hide it. */
static char **
choose_names (const LsFigure *self)
{
  const LsSource *first = self->sources->len > 0 ? g_ptr_array_index (self->sources, 0)
                                                 : ls_figure_get_source (self, 0);
  g_auto (GStrv) all = first != NULL ? ls_figure_list_columns (first->trace) : NULL;
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; all != NULL && all[i] != NULL; i++)
    if (!g_str_has_prefix (all[i], "exchanged_energy("))
      g_ptr_array_add (names, g_strdup (all[i]));
  g_ptr_array_add (names, NULL);
  return (char **)g_ptr_array_free (names, FALSE);
}

/* Of "residual_power(right.v_left*left.F)". Kept for good: there are few. */
static const char *
get_title (const char *name)
{
  const char *bond = strchr (name, '('), *star = bond != NULL ? strchr (bond, '*') : NULL;
  g_autofree char *effort = NULL;
  g_autofree char *flow = NULL;
  g_autofree char *title = NULL;

  if (star == NULL)
    return NULL;
  effort = g_strndup (bond + 1, (gsize)(star - bond - 1));
  flow = g_strndup (star + 1, strlen (star) - 2);
  /* Translators: effort and flow of a power bond. */
  title
      = g_strdup_printf (g_str_has_prefix (name, "residual_power") ? _ ("residual power %s · %s")
                                                                   : _ ("residual energy %s · %s"),
                         effort, flow);
  return g_intern_string (title);
}

static const char *
get_placeholder (G_GNUC_UNUSED const LsFigure *self)
{
  return _ ("No power bonds. Mark two connections as effort and flow in the inspector, and use a "
            "method with macro steps.");
}

static void
describe (G_GNUC_UNUSED const LsFigure *self, const char *names, GString *text)
{
  g_string_append_printf (text, _ ("Residual power and energy of power bonds over time: %s."),
                          names);
}

static const LsFigureOps ops = {
  .choose_names = choose_names,
  .get_title = get_title,
  .get_placeholder = get_placeholder,
  .describe = describe,
};

const LsFigureKind ls_figure_bonds = {
  .item = {
    .id = "bonds",
    .name = N_ ("Power Bonds"),
    .summary = N_ ("Power and energy that the coupling adds at each power bond, over time"),
  },
  .subject = LS_FIGURE_OF_BONDS,
  .pane_per_column = TRUE,
  .empty = N_ ("No run yet. Press Run (F5) to see the energy that the coupling adds at power bonds."),
  .ops = &ops,
};
