#include "check.h"

#include <math.h>

void
assert_close (double value, double expected, double tolerance)
{
  g_assert_cmpfloat_with_epsilon (value, expected, tolerance * fmax (1, fabs (expected)));
}

Unit *
unit_new_slave (const char *library, const char *xml)
{
  return unit_new (library, xml, fmi2CoSimulation);
}

Unit *
unit_new_exchange (const char *library, const char *xml)
{
  return unit_new (library, xml, fmi2ModelExchange);
}

void
check_description (Unit *unit)
{
  g_autoptr (GRegex) regex
      = g_regex_new ("valueReference=\"(\\d+)\"[^>]*>\\s*<Real[^>]*start=\"([^\"]+)\"", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  unsigned n = 0;

  for (g_regex_match (regex, unit->xml, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *reference = g_match_info_fetch (match, 1);
      g_autofree char *start = g_match_info_fetch (match, 2);

      g_assert_cmpfloat (unit_get (unit, (unsigned)g_ascii_strtoull (reference, NULL, 10)), ==,
                         g_ascii_strtod (start, NULL));
      n++;
    }
  g_assert_cmpuint (n, >=, 3);
  unit_free (unit);
}

/* References of the variables that @pattern finds in the model description. */
static GArray *
find_references (Unit *unit, const char *pattern)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  GArray *references = g_array_new (FALSE, FALSE, sizeof (fmi2ValueReference));

  for (g_regex_match (regex, unit->xml, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *text = g_match_info_fetch (match, 1);
      fmi2ValueReference reference = (fmi2ValueReference)g_ascii_strtoull (text, NULL, 10);
      g_array_append_val (references, reference);
    }
  g_assert_cmpuint (references->len, >, 0);
  return references;
}

static GArray *
find_knowns (Unit *unit)
{
  return find_references (unit, "name=\"(?!solver_tolerance)[^\"]+\" valueReference=\"(\\d+)\"[^>]*"
                                "variability=\"(?!discrete)[^>]*>\\s*<Real[^>]* start=");
}

static GArray *
find_unknowns (Unit *unit)
{
  return find_references (
      unit, "valueReference=\"(\\d+)\"[^>]*initial=\"calculated\"[^>]*>\\s*<Real(?![^>]* start=)");
}

/* (g (known + d) - g (known - d)) / 2 d */
static double
difference (Unit *unit, fmi2ValueReference unknown, fmi2ValueReference known, double d)
{
  double value = unit_get (unit, known);
  double up;
  double down;

  unit_set (unit, known, value + d);
  up = unit_get (unit, unknown);
  unit_set (unit, known, value - d);
  down = unit_get (unit, unknown);
  unit_set (unit, known, value);
  return (up - down) / (2 * d);
}

/* The error of a central difference falls by four when its step is halved, unless the
 * equations are bilinear in what is varied and nothing but round-off is left. */
static void
check_partial (Unit *unit, fmi2ValueReference unknown, fmi2ValueReference known)
{
  double d = 1e-2 * fmax (1, fabs (unit_get (unit, known)));
  double exact = unit_partial (unit, unknown, known);
  double error_1 = fabs (difference (unit, unknown, known, d) - exact);
  double error_2 = fabs (difference (unit, unknown, known, d / 2) - exact);
  double rounding = 1e-12 * (fabs (unit_get (unit, unknown)) / d + fabs (exact) + 1);

  if (error_1 > rounding)
    /* The next term of a difference is (d / x)^2 = 1e-4 times numbers of the equations of up to
     * 100. */
    g_assert_cmpfloat_with_epsilon (error_1 / error_2, 4, 0.1);
}

void
check_partials (Unit *unit)
{
  g_autoptr (GArray) knowns = find_knowns (unit);
  g_autoptr (GArray) unknowns = find_unknowns (unit);

  /* Initialization Mode is where states and parameters can be set and are knowns. */
  unit_ok (unit->SetupExperiment (unit->c, fmi2False, 0, 0.7, fmi2False, 0));
  unit_ok (unit->EnterInitializationMode (unit->c));
  for (unsigned j = 0; j < knowns->len; j++)
    {
      fmi2ValueReference known = g_array_index (knowns, fmi2ValueReference, j);
      unit_set (unit, known, unit_get (unit, known) * 1.1 + 0.3);
    }
  for (unsigned i = 0; i < unknowns->len; i++)
    for (unsigned j = 0; j < knowns->len; j++)
      check_partial (unit, g_array_index (unknowns, fmi2ValueReference, i),
                     g_array_index (knowns, fmi2ValueReference, j));
  unit_free (unit);
}

/* What the output is at the end of a step of @h with cubic inputs. */
static double
output_after (
    Unit *unit, fmi2FMUstate start, const GArray *inputs, fmi2ValueReference output, double h)
{
  unit_ok (unit->SetFMUstate (unit->c, start));
  for (unsigned i = 0; i < inputs->len; i++)
    {
      fmi2ValueReference input = g_array_index (inputs, fmi2ValueReference, i);

      unit_set (unit, input, 0.8 - 0.3 * i);
      unit_set_derivative (unit, input, 1, 0.9 / h);
      unit_set_derivative (unit, input, 2, -2.1 / (h * h));
      unit_set_derivative (unit, input, 3, 3.5 / (h * h * h));
    }
  unit_ok (unit->DoStep (unit->c, 0, h, fmi2False));
  return unit_get (unit, output);
}

void
check_output_derivatives (Unit *unit, double h)
{
  g_autoptr (GArray) inputs
      = find_references (unit, "valueReference=\"(\\d+)\" causality=\"input\"");
  g_autoptr (GArray) outputs
      = find_references (unit, "valueReference=\"(\\d+)\" causality=\"output\"");
  fmi2FMUstate start = NULL;

  unit_ok (unit->GetFMUstate (unit->c, &start));
  for (unsigned i = 0; i < outputs->len; i++)
    {
      fmi2ValueReference output = g_array_index (outputs, fmi2ValueReference, i);
      double y = output_after (unit, start, inputs, output, h);
      double exact = unit_output_derivative (unit, output);
      double error[2];

      for (int k = 0; k < 2; k++)
        {
          /* The input polynomials stay those of a step of h. */
          double d = 1e-3 * h / (k + 1);
          double y_d;

          unit_ok (unit->SetFMUstate (unit->c, start));
          output_after (unit, start, inputs, output, h);
          for (unsigned j = 0; j < inputs->len; j++)
            {
              unit_set_derivative (unit, g_array_index (inputs, fmi2ValueReference, j), 1,
                                   (0.9 - 2.1 + 3.5 / 2) / h);
              unit_set_derivative (unit, g_array_index (inputs, fmi2ValueReference, j), 2,
                                   (-2.1 + 3.5) / (h * h));
              unit_set_derivative (unit, g_array_index (inputs, fmi2ValueReference, j), 3,
                                   3.5 / (h * h * h));
            }
          unit_ok (unit->DoStep (unit->c, h, d, fmi2False));
          y_d = unit_get (unit, output);
          error[k] = fabs ((y_d - y) / d - exact);
        }
      /* A one-sided difference is of order 1. */
      if (error[0] > 1e-6 * (fabs (exact) + fabs (y) / h))
        g_assert_cmpfloat_with_epsilon (error[0] / error[1], 2, 0.05);
      g_assert_cmpfloat (error[0], <=, 0.02 * (fabs (exact) + fabs (y) / h));
    }
  unit_ok (unit->FreeFMUstate (unit->c, &start));
  unit_free (unit);
}
