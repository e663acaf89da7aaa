#include "cli/reproduce/trust.h"

#include "cli/reproduce/show.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>

static const char *const groups[LS_N_TRUST_GROUPS] = {
  N_ ("reference"),   N_ ("one-step solvers"), N_ ("multistep solvers"), N_ ("quantised states"),
  N_ ("held inputs"), N_ ("iterated, held"),   N_ ("polynomial inputs"),
};

/* All of a group on all of the models, beside what is exact. */
static void
check_models (const char *folder,
              const LsTrustModel models[],
              guint n,
              LsTrustGroup group,
              LsTrustFigure *figure)
{
  g_auto (GStrv) list = ls_trust_list (group);

  for (guint i = 0; i < n; i++)
    {
      guint n_times;
      g_autofree double *times = ls_trust_list_times (&models[i], &n_times);
      g_autofree double *x = g_new (double, n_times *ls_trust_count_signals (&models[i]));

      models[i].exact (times, n_times, x);
      for (guint k = 0; list[k] != NULL && ls_trust_fits (group, &models[i]); k++)
        {
          g_autoptr (LsTrace) trace = ls_trust_run (folder, &models[i], group, list[k], 0);

          ls_trust_figure_add (figure,
                               trace != NULL ? ls_trust_compare (&models[i], trace, 0, x) : NAN,
                               models[i].file, list[k]);
        }
    }
}

/* The rows of a run from 0 on, one for each step. */
static double *
take_rows (const LsTrustModel *model, const LsTrace *trace)
{
  const guint n = ls_trust_count_signals (model);
  guint n_times;
  g_autofree double *times = ls_trust_list_times (model, &n_times);
  double *x = g_new (double, n_times *n);

  for (guint i = 0; i < n_times; i++)
    {
      const gssize row = ls_trace_find_row (trace, times[i] + 0.5 * model->step);

      for (guint s = 0; s < n; s++)
        x[i * n + s] = ls_trace_get (trace, (guint)ls_trace_find (trace, model->signals[s]),
                                     (gsize)MAX (row, 0));
    }
  return x;
}

static void
check_shifted (const char *folder,
               const LsTrustModel *model,
               double start,
               LsTrustGroup group,
               LsTrustFigure *figure)
{
  g_auto (GStrv) list = ls_trust_list (group);

  for (guint k = 0; list[k] != NULL && ls_trust_fits (group, model); k++)
    {
      g_autoptr (LsTrace) first = ls_trust_run (folder, model, group, list[k], 0);
      g_autoptr (LsTrace) shifted = ls_trust_run (folder, model, group, list[k], start);
      g_autofree double *x = first != NULL ? take_rows (model, first) : NULL;

      ls_trust_figure_add (
          figure, x != NULL && shifted != NULL ? ls_trust_compare (model, shifted, start, x) : NAN,
          model->file, list[k]);
    }
}

/* What depends on no time is the same at any time. */
static void
check_shift (const char *folder, double start, LsTrustGroup group, LsTrustFigure *figure)
{
  for (guint i = 0; i < ls_trust_n_closed; i++)
    if (!ls_trust_closed[i].is_driven)
      check_shifted (folder, &ls_trust_closed[i], start, group, figure);
  for (guint i = 0; i < ls_trust_n_series; i++)
    check_shifted (folder, &ls_trust_series[i], start, group, figure);
}

typedef enum
{
  CLOSED,
  SERIES,
  SHIFTED,
  EVENTS,
  BELOW,
  ABOVE
} Kind;

static const char *const kinds[]
    = { N_ ("closed forms"), N_ ("Taylor series"),       N_ ("shifted time"),
        N_ ("events"),       N_ ("own bound too small"), N_ ("own bound too large") };

/* Reasons of the bounds stand in the help, page "trust". */
typedef struct
{
  Kind kind;
  LsTrustGroup group;
  double bound;
  double start; /* of shifted time, s */
} Check;

static const Check checks[] = {
  { CLOSED, LS_TRUST_REFERENCE, 1e-11, 0 },
  { CLOSED, LS_TRUST_SOLVERS, 1e-8, 0 },
  { CLOSED, LS_TRUST_MULTISTEP, 1e-7, 0 },
  { CLOSED, LS_TRUST_SCHEDULES, 1e-4, 0 },
  { CLOSED, LS_TRUST_HELD, 0.05, 0 },
  { CLOSED, LS_TRUST_ITERATED, 1e-3, 0 },
  { CLOSED, LS_TRUST_EXTRAPOLATING, 1e-8, 0 },
  { SERIES, LS_TRUST_REFERENCE, 1e-10, 0 },
  { SERIES, LS_TRUST_SOLVERS, 1e-7, 0 },
  { SERIES, LS_TRUST_MULTISTEP, 1e-6, 0 },
  { SERIES, LS_TRUST_SCHEDULES, 1e-3, 0 },
  { SERIES, LS_TRUST_HELD, 0.3, 0 },
  { SERIES, LS_TRUST_ITERATED, 0.01, 0 },
  { SERIES, LS_TRUST_EXTRAPOLATING, 1e-6, 0 },
  { SHIFTED, LS_TRUST_REFERENCE, 1e-9, 1e4 },
  { SHIFTED, LS_TRUST_SOLVERS, 1e-9, 1e4 },
  { SHIFTED, LS_TRUST_MULTISTEP, 1e-9, 1e4 },
  { SHIFTED, LS_TRUST_SCHEDULES, 1e-9, 1e4 },
  { SHIFTED, LS_TRUST_HELD, 1e-9, 1e4 },
  { SHIFTED, LS_TRUST_ITERATED, 1e-9, 1e4 },
  { SHIFTED, LS_TRUST_EXTRAPOLATING, 2e-8, 1e4 },
  { SHIFTED, LS_TRUST_REFERENCE, 1e-6, 1e8 },
  { SHIFTED, LS_TRUST_SOLVERS, 1e-6, 1e8 },
  { SHIFTED, LS_TRUST_MULTISTEP, 1e-6, 1e8 },
  { SHIFTED, LS_TRUST_SCHEDULES, 1e-6, 1e8 },
  { SHIFTED, LS_TRUST_HELD, 1e-6, 1e8 },
  { SHIFTED, LS_TRUST_ITERATED, 1e-6, 1e8 },
  { SHIFTED, LS_TRUST_EXTRAPOLATING, 1e-6, 1e8 },
  { SHIFTED, LS_TRUST_REFERENCE, 1e-5, 1.7e9 },
  { SHIFTED, LS_TRUST_SOLVERS, 1e-5, 1.7e9 },
  { SHIFTED, LS_TRUST_MULTISTEP, 1e-5, 1.7e9 },
  { SHIFTED, LS_TRUST_SCHEDULES, 1e-5, 1.7e9 },
  { SHIFTED, LS_TRUST_HELD, 1e-5, 1.7e9 },
  { SHIFTED, LS_TRUST_ITERATED, 1e-5, 1.7e9 },
  { SHIFTED, LS_TRUST_EXTRAPOLATING, 1e-5, 1.7e9 },
  { EVENTS, LS_TRUST_SOLVERS, 1e-8, 0 },
  { EVENTS, LS_TRUST_MULTISTEP, 1e-8, 0 },
  { EVENTS, LS_TRUST_SCHEDULES, 1e-6, 0 },
  { BELOW, LS_TRUST_REFERENCE, 2, 0 },
  { ABOVE, LS_TRUST_REFERENCE, 100, 0 },
};

static void
do_check (const char *folder, const Check *check, LsTrustFigure *figure)
{
  switch (check->kind)
    {
    case CLOSED:
      check_models (folder, ls_trust_closed, ls_trust_n_closed, check->group, figure);
      break;
    case SERIES:
      check_models (folder, ls_trust_series, ls_trust_n_series, check->group, figure);
      break;
    case SHIFTED:
      check_shift (folder, check->start, check->group, figure);
      break;
    case EVENTS:
      ls_trust_check_events (folder, check->group, figure);
      break;
    case BELOW:
    case ABOVE:
      ls_trust_check_bound (folder, check->kind == ABOVE, figure);
      break;
    }
}

static gboolean
is_held (const Check *check, const LsTrustFigure *figure)
{
  return figure->cases > 0 && figure->failed == 0 && figure->deviation <= check->bound;
}

static void
fill_row (LsTable *table, guint row, const Check *check, const LsTrustFigure *figure)
{
  ls_table_set (table, row, 0,
                check->start > 0
                    ? g_strdup_printf (_ ("%s by %g s"), _ (kinds[check->kind]), check->start)
                    : g_strdup (_ (kinds[check->kind])));
  ls_table_set (table, row, 1, g_strdup (_ (groups[check->group])));
  ls_table_set (table, row, 2, g_strdup (is_held (check, figure) ? _ ("yes") : _ ("no")));
  ls_table_set (table, row, 3, g_strdup (figure->where != NULL ? figure->where : "–"));
  ls_table_set (table, row, 4, g_strdup_printf ("%u", figure->cases));
  ls_table_set (table, row, 5, g_strdup_printf ("%u", figure->failed));
  ls_table_set_number (table, row, 6, "", figure->deviation, 2);
  ls_table_set_number (table, row, 7, "", check->bound, 2);
}

static gboolean
run (const LsReproduction *self, GError **error)
{
  static const char *const heads[]
      = { N_ ("Check"), N_ ("Of"),     N_ ("Holds"),     N_ ("Worst"),
          N_ ("Cases"), N_ ("Failed"), N_ ("Deviation"), N_ ("Bound") };
  g_autoptr (LsTable) table = ls_table_new (G_N_ELEMENTS (heads), G_N_ELEMENTS (checks) + 1, 4);
  guint above = 0;

  ls_show_set_heads (table, heads);
  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    {
      LsTrustFigure figure = { 0 };

      do_check (self->folder, &checks[i], &figure);
      fill_row (table, i + 1, &checks[i], &figure);
      above += !is_held (&checks[i], &figure);
      ls_trust_figure_clear (&figure);
    }
  ls_show_title (self->published);
  ls_show_table (table);
  printf ("\n");
  ls_show_remarks (self->published);
  if (above == 0)
    return TRUE;
  return ls_fail (error, LS_ERROR_RUN, _ ("%u of %u checks are above their bounds"), above,
                  (guint)G_N_ELEMENTS (checks));
}

static const LsPublished trust[] = {
  { .id = "trust",
    .is_text = TRUE,
    .title = N_ ("Numbers you can trust"),
    .run = run,
    .remark = N_ ("Deviations are relative to the greatest value of a signal, of events to their "
                  "time. Solvers have a tolerance of 1e-10, quantised states a quantum of 1e-7, "
                  "coupling methods steps of 0.01 s, 0.001 s on the two bodies.") },
};

const LsPaper ls_paper_trust = { trust, G_N_ELEMENTS (trust) };
