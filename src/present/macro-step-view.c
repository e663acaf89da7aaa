/* Texts of the macro step plot: phases and values at wires. */
#include "core/base/language.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include "present/macro-step-impl.h"

LsMacroView
ls_macro_view_get_last (const LsMacroStep *step)
{
  g_return_val_if_fail (step != NULL, (LsMacroView){ 0 });

  return (LsMacroView){ .iteration = step->iterations->len - 1,
                        .phase = LS_MACRO_PHASE_RESIDUAL,
                        .share = 1.0 };
}

gboolean
ls_macro_view_move (LsMacroView *self, const LsMacroStep *step, int direction)
{
  g_return_val_if_fail (self != NULL && step != NULL, FALSE);

  const int n = (int)step->iterations->len * LS_N_MACRO_PHASES;
  const int at = (int)(self->iteration * LS_N_MACRO_PHASES + self->phase) + direction;

  if (at < 0 || at >= n)
    return FALSE;
  self->iteration = (guint)at / LS_N_MACRO_PHASES;
  self->phase = (LsMacroPhase)((guint)at % LS_N_MACRO_PHASES);
  self->share = 1.0;
  return TRUE;
}

const LsMacroStepIteration *
ls_macro_view_get_iteration (const LsMacroStep *step, const LsMacroView *view)
{
  return g_ptr_array_index (step->iterations, view->iteration);
}

gboolean
ls_macro_iteration_is_estimated (const LsMacroStep *step, const LsMacroStepIteration *iteration)
{
  for (guint k = 0; k < step->n_systems; k++)
    if (iteration->kinds[k] == LS_MACRO_STEP_ESTIMATED)
      return TRUE;
  return FALSE;
}

/* How the inputs are determined, by the kind of the method. */
static const char *
tell_inputs (const LsMacroStep *step, guint iteration)
{
  const LsMacroStepIteration *now = g_ptr_array_index (step->iterations, iteration);
  const LsMacroStepIteration *before
      = iteration > 0 ? g_ptr_array_index (step->iterations, iteration - 1) : NULL;

  if (step->n_matrix > 0)
    return _ ("inputs, solved from one linear system of the linearised components");
  if (step->iterations->len == 1)
    return _ ("inputs, determined for the whole step from earlier values");
  if (before == NULL)
    return _ ("inputs, an initial guess for the whole step");
  if (ls_macro_iteration_is_estimated (step, before)
      && !ls_macro_iteration_is_estimated (step, now))
    return _ ("inputs on which the estimators converged: now the components take the step, once");
  return _ ("inputs, corrected by the residual of the previous iteration");
}

static const char *
tell_residual (const LsMacroStep *step, guint iteration)
{
  if (iteration + 1 < step->iterations->len)
    return _ ("residual: input-output mismatch; another iteration follows");
  if (step->iterations->len == 1)
    return _ ("residual: input-output mismatch; the step is left as it is");
  return _ ("residual: input-output mismatch; the step is done");
}

char *
ls_macro_step_get_phase_text (const LsMacroStep *step, const LsMacroView *view)
{
  g_return_val_if_fail (step != NULL && view != NULL, NULL);

  const LsMacroStepIteration *iteration = ls_macro_view_get_iteration (step, view);
  const char *what;

  switch (view->phase)
    {
    case LS_MACRO_PHASE_INPUTS:
      what = tell_inputs (step, view->iteration);
      break;
    case LS_MACRO_PHASE_INTEGRATE:
      what = ls_macro_iteration_is_estimated (step, iteration)
                 ? _ ("estimators predict the end of the step, no component is integrated")
                 : _ ("all components integrate at once, each by itself, with these inputs");
      break;
    case LS_MACRO_PHASE_OUTPUTS:
      what = _ ("computed outputs (dashed), applied inputs (solid)");
      break;
    default:
      what = tell_residual (step, view->iteration);
      break;
    }
  /* Translators: number of the iteration, number of iterations, what is shown */
  return g_strdup_printf (_ ("Iteration %u of %u: %s"), view->iteration + 1, step->iterations->len,
                          what);
}

gboolean
ls_macro_view_has_final_inputs (const LsMacroView *view, guint iteration)
{
  return iteration < view->iteration
         || (iteration == view->iteration && view->phase == LS_MACRO_PHASE_RESIDUAL);
}

/* ---- Estimator and computed output ------------------------------------------------------ */

double
ls_macro_step_get_estimate (const LsMacroStep *step, guint iteration, guint output)
{
  g_return_val_if_fail (step != NULL, NAN);

  const guint system = step->out_system[output];
  const LsMacroStepIteration *last = g_ptr_array_index (step->iterations, iteration);

  if (last->kinds[system] != LS_MACRO_STEP_INTEGRATED)
    return NAN;
  for (guint r = iteration; r-- > 0;)
    {
      const LsMacroStepIteration *before = g_ptr_array_index (step->iterations, r);

      if (before->kinds[system] == LS_MACRO_STEP_ESTIMATED && before->h == last->h)
        return before->y[output];
    }
  return NAN;
}

/* ---- Wires ------------------------------------------------------------------------------ */

char *
ls_macro_step_get_wire_text (const LsMacroStep *step, const LsMacroView *view, guint input)
{
  g_return_val_if_fail (step != NULL && view != NULL, NULL);

  const LsMacroStepIteration *iteration = ls_macro_view_get_iteration (step, view);
  const int source = step->source[input];
  const gboolean told = iteration->kinds[step->in_system[input]] != LS_MACRO_STEP_NOT;
  double output, difference;

  if (view->phase <= LS_MACRO_PHASE_INTEGRATE)
    return told ? g_strdup_printf ("%.5g", ls_macro_step_get_input (iteration, input, view->share))
                : NULL;
  output = source >= 0 ? iteration->y[source] : NAN;
  if (!isfinite (output))
    return NULL;
  if (view->phase == LS_MACRO_PHASE_OUTPUTS)
    return g_strdup_printf ("%.5g", output);
  difference = output - ls_macro_step_get_input (iteration, input, 1.0);
  return told ? g_strdup_printf ("Δ %.2g", difference) : NULL;
}

/* ---- Screen readers --------------------------------------------------------------------- */

static void
describe_output (const LsMacroStep *step, const LsMacroView *view, guint output, GString *text)
{
  const LsMacroStepIteration *iteration = ls_macro_view_get_iteration (step, view);
  const double estimate = ls_macro_step_get_estimate (step, view->iteration, output);

  g_string_append_printf (text,
                          iteration->kinds[step->out_system[output]] == LS_MACRO_STEP_ESTIMATED
                              ? _ (" %s is estimated to go from %.6g to %.6g.")
                              : _ (" %s goes from %.6g to %.6g."),
                          step->outputs[output], step->y_start[output], iteration->y[output]);
  if (isfinite (estimate))
    g_string_append_printf (text, _ (" The estimator had predicted %.6g: error %.2g."), estimate,
                            estimate - iteration->y[output]);
}

static void
describe_systems (const LsMacroStep *step, const LsMacroView *view, GString *text)
{
  const LsMacroStepIteration *iteration = ls_macro_view_get_iteration (step, view);

  for (guint j = 0; j < step->n_in; j++)
    g_string_append_printf (text, _ (" %s from %.6g to %.6g."), step->inputs[j],
                            ls_macro_step_get_input (iteration, j, 0.0),
                            ls_macro_step_get_input (iteration, j, 1.0));
  for (guint i = 0; view->phase > LS_MACRO_PHASE_INPUTS && i < step->n_out; i++)
    if (isfinite (iteration->y[i]))
      describe_output (step, view, i, text);
}

char *
ls_macro_step_describe (const LsMacroStep *step, const LsMacroView *view)
{
  g_return_val_if_fail (step != NULL && view != NULL, NULL);

  g_autofree char *phase = ls_macro_step_get_phase_text (step, view);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, _ ("%s, macro step from %.6g to %.6g s. %s."), step->name,
                          step->time, step->time + step->h, phase);
  describe_systems (step, view, text);
  if (view->phase == LS_MACRO_PHASE_RESIDUAL)
    g_string_append_printf (text, _ (" Residual %.3g."),
                            ls_macro_view_get_iteration (step, view)->residual);
  if (step->n_matrix > 0)
    g_string_append_printf (text, _ (" Matrix of %u unknowns, condition %.3g."), step->n_matrix,
                            step->condition);
  return ls_text_raise_exponents (text->str);
}
