#include "core/system/solver.h"

#include "core/qss/qss-options.h"
#include "core/model/experiment.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const projections[] = { "on", "weighted", "off", NULL };
static const char *const locators[] = { "own", "cvode", NULL };

/* In a coupled model the error of a component's solver must be far below that of the coupling, and
 * invisible to iterations over a step. */
static const LsOption options[] = {
  { .name = "tolerance",
    .type = LS_OPTION_REAL,
    .initial = "1e-10",
    .minimum = 1e-15,
    .maximum = 0.1,
    .summary = N_ ("Relative tolerance of the states in one step of the solver") },
  { .name = "absolute-tolerance",
    .type = LS_OPTION_REAL,
    .initial = "0",
    .minimum = 0,
    .maximum = 1,
    .summary = N_ ("Absolute tolerance, relative to the nominal values; 0: a hundredth of the "
                   "relative one") },
  { .name = "max-step",
    .type = LS_OPTION_REAL,
    .initial = "0",
    .minimum = 0,
    .maximum = 1e300,
    .unit = "s",
    .summary = N_ ("Longest step of the solver; 0: a fiftieth of the run; no bound if longer than "
                   "the run") },
  { .name = "step",
    .type = LS_OPTION_REAL,
    .initial = "0",
    .minimum = 0,
    .maximum = 1e300,
    .unit = "s",
    .summary = N_ ("Step of the solvers that do not choose it themselves; 0: 0.01 s") },
  { .name = "soft-events",
    .type = LS_OPTION_REAL,
    .initial = "0",
    .minimum = 0,
    .maximum = 1,
    .summary = N_ ("Events that the FMU asks for after a step and that move no state by more than "
                   "this part of its nominal value do not restart the solver") },
  { .name = "projection",
    .type = LS_OPTION_CHOICE,
    .initial = "on",
    .choices = projections,
    .summary = N_ ("Constraint projection: by the FMU if supported (on), by the least change "
                   "relative to the tolerances (weighted), or none (off)") },
  { .name = "locator",
    .type = LS_OPTION_CHOICE,
    .initial = "own",
    .choices = locators,
    .summary = N_ ("Event location: by Lockstep, for all solvers alike (own), or by the root "
                   "finding of CVODE, for comparison (cvode)") },
};

/* Options of quantised states. */
static const LsOption schedule_options[] = { LS_QSS_OPTIONS };

const LsOption *
ls_solver_get_schedule_options (guint *n)
{
  *n = G_N_ELEMENTS (schedule_options);
  return schedule_options;
}

const LsOption *
ls_solver_get_options (guint *n)
{
  *n = G_N_ELEMENTS (options);
  return options;
}

const char *
ls_solver_get_id (const LsSolver *solver)
{
  return solver->schedule != NULL ? ls_qss_method_get_id (solver->schedule)
                                  : ls_ode_method_get_id (solver->method);
}

gboolean
ls_solver_is_known (const char *id)
{
  return ls_ode_method_find (id) != NULL || ls_qss_method_find (id) != NULL;
}

void
ls_solver_take_tolerance (LsSolver *solver, const char *text, double tolerance)
{
  const char *name = solver->schedule != NULL ? ":quantum=" : ":tolerance=";

  if (text == NULL || strstr (text, name) == NULL)
    solver->settings.rtol = tolerance;
}

static gboolean
find_method (const char *id, LsSolver *solver, GError **error)
{
  g_autoptr (GString) known = NULL;

  solver->method = ls_ode_method_find (id);
  solver->schedule = solver->method == NULL ? ls_qss_method_find (id) : NULL;
  if (solver->method != NULL || solver->schedule != NULL)
    return TRUE;
  known = g_string_new (NULL);
  for (guint i = 0; i < ls_ode_method_get_n (); i++)
    g_string_append_printf (known, "%s%s", i > 0 ? ", " : "",
                            ls_ode_method_get_id (ls_ode_method_get (i)));
  for (guint i = 0; i < ls_qss_method_get_n (); i++)
    g_string_append_printf (known, ", %s", ls_qss_method_get_id (ls_qss_method_get (i)));
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("There is no solver “%s”. There are: %s."), id,
                  known->str);
}

static gboolean
read_option (LsOptions *values, const char *solver, const char *text, GError **error)
{
  const char *sign = strchr (text, '=');
  g_autofree char *name = sign != NULL ? g_strndup (text, (gsize)(sign - text)) : NULL;

  if (sign == NULL)
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("The option “%s” of %s has no value: write NAME=VALUE."), text, solver);
  if (ls_options_set (values, name, sign + 1, error))
    return TRUE;
  g_prefix_error (error, "%s: ", solver);
  return FALSE;
}

static void
take_schedule_settings (LsSolver *solver, const LsOptions *values)
{
  solver->settings = (LsHybridSettings){
    .rtol = ls_options_get_real (values, "quantum"),
    .atol = ls_options_get_real (values, "absolute-quantum"),
    .max_step = ls_options_get_real (values, "max-step"),
  };
  solver->pass_limit = (guint)ls_options_get_integer (values, "pass-limit");
  solver->projection = LS_SOLVER_PROJECTION_ON;
}

static void
take_settings (LsSolver *solver, const LsOptions *values)
{
  solver->settings = (LsHybridSettings){
    .rtol = ls_options_get_real (values, "tolerance"),
    .atol = ls_options_get_real (values, "absolute-tolerance"),
    .max_step = ls_options_get_real (values, "max-step"),
    .fixed_step = ls_options_get_real (values, "step"),
    .soft_events = ls_options_get_real (values, "soft-events"),
  };
  solver->settings.solver_locates = g_str_equal (ls_options_get_text (values, "locator"), "cvode");
  solver->pass_limit = 0;
  for (guint i = 0; projections[i] != NULL; i++)
    if (g_str_equal (ls_options_get_text (values, "projection"), projections[i]))
      solver->projection = (LsSolverProjection)i;
}

gboolean
ls_solver_parse (const char *text, LsSolver *solver, GError **error)
{
  g_autoptr (LsMethodChoice) choice = NULL;
  g_autoptr (LsOptions) values = NULL;

  choice = ls_method_choice_parse (text != NULL && *text != '\0' ? text : LS_SOLVER_DEFAULT, error);
  if (choice == NULL || !find_method (choice->method, solver, error))
    return FALSE;
  values = solver->schedule != NULL
               ? ls_options_new (schedule_options, G_N_ELEMENTS (schedule_options))
               : ls_options_new (options, G_N_ELEMENTS (options));
  for (guint i = 0; choice->options != NULL && i < choice->options->len; i++)
    if (!read_option (values, choice->method, choice->options->pdata[i], error))
      return FALSE;
  if (solver->schedule != NULL)
    take_schedule_settings (solver, values);
  else
    take_settings (solver, values);
  if (!solver->settings.solver_locates || ls_ode_method_finds_roots (solver->method))
    return TRUE;
  return ls_fail (error, LS_ERROR_ARGUMENT,
                  _ ("%s: locator=cvode is for cvode-bdf and cvode-adams"), choice->method);
}
