/* Numbers you can trust: what is found independently, beside what the program finds. */
#pragma once

#include "cli/reproduce/papers.h"

#include "core/record/trace.h"

/* Who is checked: those of a kind have errors of one size. */
typedef enum
{
  LS_TRUST_REFERENCE,
  LS_TRUST_SOLVERS,       /* one-step ones */
  LS_TRUST_MULTISTEP,     /* solvers that go on from several steps */
  LS_TRUST_SCHEDULES,     /* quantised states, second and third order */
  LS_TRUST_HELD,          /* coupling methods that hold inputs over a step, without iterating, and all
                             others */
  LS_TRUST_ITERATED,      /* and those that iterate */
  LS_TRUST_EXTRAPOLATING, /* coupling methods with polynomials */
  LS_N_TRUST_GROUPS
} LsTrustGroup;

/**
 * LsTrustModel: what is known of a model
 * @file: of the example models, .ssp or .fmu
 * @values: (nullable): start values of an FMU: name, value, …, %NULL
 * @signals: %NULL-terminated
 * @stop_time, @step: s; the step is that of the coupling methods and of the rows
 * @exact: (nullable): the signals at @n times
 * @is_driven: by time, so that it is another one at another time
 */
typedef struct
{
  const char *file;
  const char *const *values;
  const char *signals[5];
  double stop_time, step;
  void (*exact) (const double times[], guint n, double x[]);
  gboolean is_driven;
} LsTrustModel;

/* Cases of one check, and the worst of them. */
typedef struct
{
  guint cases, failed;
  double deviation;
  char *where;
} LsTrustFigure;

void ls_trust_figure_clear (LsTrustFigure *self);
/* @deviation: NaN for a run that has failed. */
void ls_trust_figure_add (LsTrustFigure *self, double deviation, const char *model, const char *who);

guint ls_trust_count_signals (const LsTrustModel *model);
/* (transfer full): those that are checked: texts as on the command line. */
char **ls_trust_list (LsTrustGroup group);
/* Whether @group can run @model: solvers run FMUs, coupling methods run models. */
gboolean ls_trust_fits (LsTrustGroup group, const LsTrustModel *model);
/* Rows at every step from @start on. (transfer full) (nullable): %NULL when it has failed. */
LsTrace *ls_trust_run (
    const char *folder, const LsTrustModel *model, LsTrustGroup group, const char *who, double start);
/* The greatest difference of a signal, at times after @start, over its greatest value. @x: rows of
 * the signals at multiples of the step, from 0 on. */
double ls_trust_compare (const LsTrustModel *model, const LsTrace *trace, double start, const double x[]);
/* The times of the rows, from 0 on. (transfer full) */
double *ls_trust_list_times (const LsTrustModel *model, guint *n);

extern const LsTrustModel ls_trust_closed[];
extern const guint ls_trust_n_closed;
extern const LsTrustModel ls_trust_series[];
extern const guint ls_trust_n_series;

/* Event times in closed form, by all of @group. */
void ls_trust_check_events (const char *folder, LsTrustGroup group, LsTrustFigure *figure);

/* How many times too small the reference's own bound is; @above: too large. */
void ls_trust_check_bound (const char *folder, gboolean above, LsTrustFigure *figure);
