/* Orbit: one signal over another. */
#include "draw/figure-impl.h"

#include "core/base/language.h"

#include <glib/gi18n-lib.h>

#define DIGITS 4

static char **
choose_names (const LsFigure *self)
{
  const LsSource *first = ls_figure_get_source (self, 0);
  g_auto (GStrv) all = NULL;

  if (self->orbit_x != NULL && self->orbit_y != NULL)
    return g_strdupv ((char *[]){ self->orbit_x, self->orbit_y, NULL });
  all = first != NULL ? ls_figure_list_columns (first->trace) : g_new0 (char *, 1);
  if (g_strv_length (all) < 2)
    return g_new0 (char *, 1);
  return g_strdupv ((char *[]){ all[0], all[1], NULL });
}

static void
append_marks (const LsFigure *self, GString *text)
{
  char every[LS_NUMBER_SIZE];

  ls_number_display (self->time_marks, DIGITS, every);
  if (self->time_marks > 0)
    g_string_append_printf (text, _ (" Time marks stand every %s s."), every);
}

static void
describe (const LsFigure *self, G_GNUC_UNUSED const char *names, GString *text)
{
  g_string_append_printf (text, _ ("Orbit of %s over %s."),
                          ls_figure_get_title_of (self, self->names[1]),
                          ls_figure_get_title_of (self, self->names[0]));
  append_marks (self, text);
}

static const LsFigureOps ops = {
  .choose_names = choose_names,
  .describe = describe,
};

const LsFigureKind ls_figure_orbit = {
  .item = {
    .id = "orbit",
    .name = N_ ("Orbit"),
    .summary = N_ ("One signal over another"),
  },
  .x_is_signal = TRUE,
  .can_be_logarithmic = TRUE,
  .empty = N_ ("No run yet. Press Run (F5) to see one output over another."),
  .ops = &ops,
};
