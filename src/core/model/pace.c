/* Steps of a component other than the macro steps: the settings and their limits. */
#include "core/model/pace.h"

#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Steps whose ratio differs from a whole number by less are rounded decimal numbers. */
#define WHOLE 1e-9
/* Limit of steps in a macro step, and of macro steps in a step. */
#define MAX_RATIO 1e6

static const char *const inner[] = { "1", "2", "4", "8", "auto", NULL };

const char *const *
ls_pace_list_inner (void)
{
  return inner;
}

static gboolean
parse_inner (const char *text, LsPace *pace, GError **error)
{
  if (text == NULL || strcmp (text, "1") == 0)
    return TRUE;
  if (!g_strv_contains (inner, text))
    return ls_fail (error, LS_ERROR_MODEL,
                    _ ("“%s” is no number of inner steps; accepted: 1, 2, 4, 8, auto"), text);
  pace->kind = LS_PACE_INNER;
  pace->inner = (guint)g_ascii_strtoull (text, NULL, 10);
  return TRUE;
}

/* "0.01": s; "10x": macro steps; "macro": one macro step, whatever a file suggests. */
static gboolean
parse_own (const char *text, double macro_step, LsPace *pace, GError **error)
{
  const gsize length = strlen (text);
  const gboolean relative = length > 1 && text[length - 1] == 'x';
  g_autofree char *digits = g_strndup (text, relative ? length - 1 : length);
  double number;

  if (strcmp (text, "macro") == 0)
    return TRUE;
  if (!ls_number_parse (digits, &number) || !isfinite (number) || number <= 0.0
      || (relative && (number != floor (number) || number > MAX_RATIO)))
    return ls_fail (error, LS_ERROR_MODEL,
                    _ ("“%s” is no step of a component; accepted: seconds (0.01), macro steps "
                       "(10x), macro"),
                    text);
  pace->kind = LS_PACE_OWN;
  pace->step = !relative ? number : macro_step > 0.0 ? number * macro_step : NAN;
  return TRUE;
}

static gboolean
can_vary (const LsComponent *component)
{
  return ls_fmu_get_description (component->fmu)->co_simulation.can_handle_variable_step
         && !(component->without != NULL
              && g_strv_contains ((const char *const *)component->without, "variable-step"));
}

/* Returns: (nullable): why the component cannot have the steps, a clause */
static const char *
find_obstacle (const LsComponent *component, const LsPace *pace)
{
  if (pace->kind == LS_PACE_MACRO)
    return NULL;
  if (ls_component_uses_model_exchange (component))
    return _ ("a solver of Lockstep integrates it, and follows its inputs within the step");
  if (pace->kind == LS_PACE_OWN || can_vary (component))
    return NULL;
  return ls_fmu_get_description (component->fmu)->co_simulation.can_handle_variable_step
             ? _ ("its variable step is switched off")
             : _ ("its step is fixed (canHandleVariableCommunicationStepSize is not set)");
}

/* Settles what a step of its own is in a run: nothing special, or inner steps, where it meets all
 * macro steps. A component whose step may vary is made to meet: the ratio is rounded. */
static gboolean
settle (LsPace *pace, const LsComponent *component, GError **error)
{
  const double h = component->macro_step;
  const double ratio = pace->step / h, parts = h / pace->step;
  const gboolean varies = can_vary (component);

  if (fmax (ratio, parts) > MAX_RATIO)
    return ls_fail (error, LS_ERROR_MODEL,
                    _ ("its step of %g s is too far from the macro step of %g s"), pace->step, h);
  pace->meets = varies;
  if (fabs (ratio - 1.0) < WHOLE)
    pace->kind = LS_PACE_MACRO;
  else if (ratio < 1.0 && (varies || fabs (parts - round (parts)) < WHOLE * parts))
    {
      pace->kind = LS_PACE_INNER;
      pace->inner = (guint)ceil (parts * (1.0 - WHOLE));
    }
  else if (varies)
    pace->step = round (ratio) * h;
  if (varies && pace->kind == LS_PACE_OWN && round (ratio) == 1.0)
    pace->kind = LS_PACE_MACRO;
  return TRUE;
}

static double
get_internal_step (const LsComponent *component)
{
  return ls_component_uses_model_exchange (component)
             ? 0.0
             : ls_fmu_get_description (component->fmu)->co_simulation.fixed_internal_step;
}

/* FMI 3.0, fixedInternalStepSize: steps of the component are multiples of it. Where macro steps are
 * not, and nothing else is chosen, it has a grid of its own: the greatest multiple within a macro
 * step, or one. */
static gboolean
fit_internal_step (LsPace *pace, const LsComponent *component, GError **error)
{
  const double internal = get_internal_step (component), h = component->macro_step;
  const guint parts = pace->inner > 0 ? pace->inner : LS_PACE_MOST_INNER;
  const double step = pace->kind == LS_PACE_OWN     ? pace->step
                      : pace->kind == LS_PACE_INNER ? h / parts
                                                    : h;
  const double ratio = step / internal;

  if (!(internal > 0.0) || !(h > 0.0) || fabs (ratio - round (ratio)) < WHOLE * fmax (ratio, 1.0))
    return TRUE;
  if (pace->kind == LS_PACE_MACRO && component->own_step == NULL)
    {
      *pace = (LsPace){ .kind = LS_PACE_OWN, .step = internal * fmax (floor (ratio), 1.0) };
      return TRUE;
    }
  return ls_fail (error, LS_ERROR_MODEL,
                  _ ("its steps of %g s are no multiples of %g s, the step inside it "
                     "(fixedInternalStepSize)"),
                  step, internal);
}

static gboolean
read_pace (const LsComponent *component, LsPace *pace, GError **error)
{
  const char *obstacle;

  *pace = (LsPace){ .kind = LS_PACE_MACRO };
  if (!parse_inner (component->inner_steps, pace, error))
    return FALSE;
  if (component->own_step != NULL && pace->kind == LS_PACE_INNER)
    return ls_fail (error, LS_ERROR_MODEL,
                    _ ("inner steps (%s) and a step of its own (%s) exclude each other"),
                    component->inner_steps, component->own_step);
  if (component->own_step != NULL
      && !parse_own (component->own_step, component->macro_step, pace, error))
    return FALSE;
  if (component->fmu == NULL)
    return TRUE;
  obstacle = find_obstacle (component, pace);
  if (obstacle != NULL)
    return ls_fail (
        error, LS_ERROR_MODEL, /* Translators: setting, a clause. */ pace->kind == LS_PACE_INNER
                                   ? _ ("inner steps (%s) are not possible: %s")
                                   : _ ("a step of its own (%s) is not possible: %s"),
        pace->kind == LS_PACE_INNER ? component->inner_steps : component->own_step, obstacle);
  /* Suggestions of other tools are no commands: solvers of Lockstep need none. */
  if (pace->kind == LS_PACE_MACRO && component->own_step == NULL && component->step_hint > 0.0
      && !ls_component_uses_model_exchange (component))
    *pace = (LsPace){ .kind = LS_PACE_OWN, .step = component->step_hint };
  if (pace->kind == LS_PACE_OWN && component->macro_step > 0.0 && !settle (pace, component, error))
    return FALSE;
  return fit_internal_step (pace, component, error);
}

gboolean
ls_component_get_pace (const LsComponent *component, LsPace *pace, GError **error)
{
  g_return_val_if_fail (component != NULL, FALSE);

  if (read_pace (component, pace, error))
    return TRUE;
  g_prefix_error (error, "%s: ", component->name);
  return FALSE;
}
