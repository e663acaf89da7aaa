/* One model by one solver or method, beside what is known of it. */
#include "cli/reproduce/trust.h"

#include "core/base/number.h"
#include "core/coupling/coupling.h"
#include "core/ssp/ssp.h"
#include "core/reference/reference.h"
#include "core/run/run.h"
#include "core/run/simulation.h"
#include "core/run/solver-comparison.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Of a solver; of a quantised state. */
#define TOLERANCE 1e-10
#define QUANTUM "1e-7"

void
ls_trust_figure_clear (LsTrustFigure *self)
{
  g_clear_pointer (&self->where, g_free);
}

void
ls_trust_figure_add (LsTrustFigure *self, double deviation, const char *model, const char *who)
{
  self->cases++;
  if (isnan (deviation))
    {
      self->failed++;
      deviation = INFINITY;
    }
  if (self->where != NULL && deviation <= self->deviation)
    return;
  self->deviation = deviation;
  g_free (self->where);
  self->where = g_strdup_printf ("%s, %s", model, who);
}

guint
ls_trust_count_signals (const LsTrustModel *model)
{
  return g_strv_length ((char **)model->signals);
}

static gboolean
is_model (const LsTrustModel *model)
{
  return g_str_has_suffix (model->file, ".ssp");
}

gboolean
ls_trust_fits (LsTrustGroup group, const LsTrustModel *model)
{
  if (group == LS_TRUST_REFERENCE || group == LS_TRUST_SCHEDULES)
    return TRUE;
  return (group == LS_TRUST_SOLVERS || group == LS_TRUST_MULTISTEP) != is_model (model);
}

static gboolean
is_listed (const char *const *ids, const char *id)
{
  return g_strv_contains (ids, id);
}

/* Any other is expected to be no worse than held inputs are. */
static LsTrustGroup
find_group (const char *id)
{
  static const char *const iterated[] = { "iterated-jacobi", "iterated-gauss-seidel", NULL };
  static const char *const extrapolating[] = { "missiles", "ifosmondi-jfm", "costarica", NULL };

  if (ls_qss_method_find (id) != NULL)
    return LS_TRUST_SCHEDULES;
  if (is_listed (iterated, id))
    return LS_TRUST_ITERATED;
  return is_listed (extrapolating, id) ? LS_TRUST_EXTRAPOLATING : LS_TRUST_HELD;
}

static void
list_solvers (GStrvBuilder *list, gboolean one_step)
{
  for (guint i = 0; i < ls_ode_method_get_n (); i++)
    {
      const LsOdeMethod *method = ls_ode_method_get (i);

      /* Euler's methods have no tolerance. */
      if (!ls_ode_method_has_fixed_step (method) && ls_ode_method_is_one_step (method) == one_step)
        g_strv_builder_add (list, ls_ode_method_get_id (method));
    }
}

static void
list_schedules (GStrvBuilder *list)
{
  for (guint i = 0; i < ls_qss_method_get_n (); i++)
    {
      const LsQssMethod *method = ls_qss_method_get (i);
      g_autofree char *text
          = g_strdup_printf ("%s:quantum=" QUANTUM, ls_qss_method_get_id (method));

      /* The first order needs an event for every quantum. */
      if (ls_qss_method_get_order (method) > 1)
        g_strv_builder_add (list, text);
    }
}

static void
list_methods (GStrvBuilder *list, LsTrustGroup group)
{
  for (guint i = 0; i < ls_coupling_method_get_n (); i++)
    {
      const char *id = ls_coupling_method_get_id (ls_coupling_method_get (i));

      if (find_group (id) == group)
        g_strv_builder_add (list, id);
    }
}

char **
ls_trust_list (LsTrustGroup group)
{
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();

  if (group == LS_TRUST_REFERENCE)
    g_strv_builder_add (list, "reference");
  else if (group == LS_TRUST_SOLVERS || group == LS_TRUST_MULTISTEP)
    list_solvers (list, group == LS_TRUST_SOLVERS);
  else if (group == LS_TRUST_SCHEDULES)
    list_schedules (list);
  else
    list_methods (list, group);
  return g_strv_builder_end (list);
}

double *
ls_trust_list_times (const LsTrustModel *model, guint *n)
{
  double *times;

  *n = (guint)lround (model->stop_time / model->step) + 1;
  times = g_new (double, *n);
  for (guint i = 0; i < *n; i++)
    times[i] = i * model->step;
  return times;
}

static LsTrace *
run_fmu (const char *path, const LsTrustModel *model, const char *who, double start, GError **error)
{
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, error);
  LsSolver solver;
  LsSimulationSettings settings = { .fmu = fmu,
                                    .name = model->file,
                                    .solver = &solver,
                                    .start_time = start,
                                    .stop_time = start + model->stop_time,
                                    .output_interval = model->step,
                                    .tolerance = NAN,
                                    .start_values = model->values,
                                    .signals = model->signals };
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (LsTrace) trace = NULL;
  LsSimulationResult result;
  LsSolverReference reference;

  if (fmu == NULL)
    return NULL;
  if (strcmp (who, "reference") == 0)
    {
      if (!ls_solver_reference_make (&settings, log, &reference, error))
        return NULL;
      trace = ls_trace_ref (reference.trace);
      ls_solver_reference_clear (&reference);
      return g_steal_pointer (&trace);
    }
  if (!ls_solver_parse (who, &solver, error))
    return NULL;
  ls_solver_take_tolerance (&solver, who, TOLERANCE);
  return ls_simulation_run (&settings, log, &trace, &result, error) ? g_steal_pointer (&trace)
                                                                    : NULL;
}

static LsTrace *
make_reference (const LsModel *opened, const LsTrustModel *model, double start, GError **error)
{
  g_autoptr (LsReference) reference = NULL;
  guint n;
  g_autofree double *times = ls_trust_list_times (model, &n);

  reference = ls_reference_new (opened, start, times, n, model->signals, NULL, NULL, NULL, error);
  return reference != NULL ? ls_trace_ref (ls_reference_get_trace (reference)) : NULL;
}

static LsTrace *
run_model (
    const char *path, const LsTrustModel *model, const char *who, double start, GError **error)
{
  g_autoptr (LsModel) opened = ls_ssp_read (path, error);
  g_autoptr (LsMethodChoice) choice = NULL;
  g_autoptr (LsRun) run = NULL;

  if (opened == NULL)
    return NULL;
  if (strcmp (who, "reference") == 0)
    return make_reference (opened, model, start, error);
  choice = ls_method_choice_parse (who, error);
  if (choice == NULL)
    return NULL;
  run = ls_run_new (opened, choice, start, start + model->stop_time, model->step, model->signals,
                    error);
  if (run == NULL || !ls_run_execute (run, NULL, NULL, NULL, error))
    return NULL;
  return ls_trace_ref (ls_run_get_trace (run));
}

LsTrace *
ls_trust_run (const char *folder,
              const LsTrustModel *model,
              LsTrustGroup group,
              const char *who,
              double start)
{
  g_autofree char *path = g_build_filename (folder, model->file, NULL);
  g_autoptr (GError) error = NULL;
  LsTrace *trace;

  g_return_val_if_fail (ls_trust_fits (group, model), NULL);
  trace = is_model (model) ? run_model (path, model, who, start, &error)
                           : run_fmu (path, model, who, start, &error);
  if (trace == NULL && error != NULL)
    fprintf (stderr, "%s, %s: %s\n", model->file, who, error->message);
  return trace;
}

double
ls_trust_compare (const LsTrustModel *model, const LsTrace *trace, double start, const double x[])
{
  const guint n = ls_trust_count_signals (model);
  const guint last = (guint)lround (model->stop_time / model->step);
  double worst = 0;

  for (guint s = 0; s < n; s++)
    {
      const int column = ls_trace_find (trace, model->signals[s]);
      double size = 0, difference = 0;
      guint compared = 0;

      if (column < 0)
        return NAN;
      for (guint i = 0; i <= last; i++)
        size = fmax (size, fabs (x[i * n + s]));
      for (gsize row = 0; row < ls_trace_get_n_rows (trace); row++)
        {
          const double k = (ls_trace_get (trace, 0, row) - start) / model->step;
          const double value = ls_trace_get (trace, (guint)column, row);

          /* Rounding of a late time is below a thousandth of a step. */
          if (fabs (k - round (k)) > 1e-3 || k > last + 0.5)
            continue;
          if (!isfinite (value))
            return NAN;
          difference = fmax (difference, fabs (value - x[(guint)lround (k) * n + s]));
          compared++;
        }
      if (compared <= last)
        return NAN;
      worst = fmax (worst, difference / size);
    }
  return worst;
}
