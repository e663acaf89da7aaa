/* Numbers quoted in a lesson, computed from the runs before them. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "core/base/number.h"
#include "core/lesson/lesson-impl.h"

/* Quoted numbers are rounded; relative accuracy of the value before rounding. */
#define SLACK 1e-9

/* Definition of a number: a signal, one or two runs or the reference, and two times. */
typedef struct
{
  LsComparison *comparison;
  int signal;
  guint runs[2];
  LsTrace *trace; /* of the first run or the reference */
  guint column;
  double times[2];
} Question;

typedef struct
{
  const char *id;
  const char *usage;
  gboolean has_signal;
  guint n_runs, n_times, n_needed; /* @n_needed: required times */
  gboolean of_reference;           /* whether the reference is allowed instead of a run */
  double (*get) (const Question *question);
} Measure;

static double
get_error (const Question *q)
{
  return ls_comparison_get_error (q->comparison, q->runs[0], (guint)q->signal);
}

static double
get_estimate (const Question *q)
{
  return ls_comparison_get_estimate (q->comparison, q->runs[0], (guint)q->signal);
}

static double
get_error_ratio (const Question *q)
{
  return get_error (q) / ls_comparison_get_error (q->comparison, q->runs[1], (guint)q->signal);
}

static double
get_segment_error (const Question *q)
{
  return ls_comparison_get_segment_error (q->comparison, q->runs[0], (guint)q->signal, q->times[0],
                                          q->times[1]);
}

static double
get_order (const Question *q)
{
  LsOrderFit fit;
  const guint method = q->runs[0] / ls_comparison_get_n_step_sizes (q->comparison);

  return ls_comparison_get_order (q->comparison, method, (guint)q->signal, &fit) ? fit.order : NAN;
}

/* Value in the row nearest to the time. */
static double
get_at (const Question *q)
{
  const gssize row
      = ls_trace_find_row (q->trace, q->times[0] + 1e-9 * fmax (1.0, fabs (q->times[0])));

  return row >= 0 ? ls_trace_get (q->trace, q->column, (gsize)row) : NAN;
}

static double
get_extreme (const Question *q, double sign)
{
  double extreme = -HUGE_VAL;

  for (gsize i = 0; i < ls_trace_get_n_rows (q->trace); i++)
    {
      const double time = ls_trace_get (q->trace, 0, i);

      if (time >= q->times[0] && time <= q->times[1])
        extreme = fmax (extreme, sign * ls_trace_get (q->trace, q->column, i));
    }
  return isfinite (extreme) ? sign * extreme : NAN;
}

static double
get_max (const Question *q)
{
  return get_extreme (q, 1);
}

static double
get_min (const Question *q)
{
  return get_extreme (q, -1);
}

#define COUNT(name, field)                                                                         \
  static double get_##name (const Question *q)                                                     \
  {                                                                                                \
    LsRunResult result;                                                                            \
    double n;                                                                                      \
    ls_run_get_result (ls_comparison_get_run (q->comparison, q->runs[0]), &result);                \
    n = (double)result.counts.field;                                                               \
    ls_run_result_clear (&result);                                                                 \
    return n;                                                                                      \
  }

COUNT (steps, macro_steps)
COUNT (calls, do_step)
COUNT (rollbacks, rollbacks)
COUNT (iterations, iterations)
COUNT (linearisations, linearisations)
COUNT (rejected, rejected_steps)
COUNT (jumps, discontinuities)
COUNT (jump_time, discontinuity_times[0])

static const Measure measures[] = {
  { "error", "SIGNAL RUN", TRUE, 1, 0, 0, FALSE, get_error },
  { "estimate", "SIGNAL RUN", TRUE, 1, 0, 0, FALSE, get_estimate },
  { "error-ratio", "SIGNAL RUN RUN", TRUE, 2, 0, 0, FALSE, get_error_ratio },
  { "segment-error", "SIGNAL RUN FROM TO", TRUE, 1, 2, 2, FALSE, get_segment_error },
  { "order", "SIGNAL RUN", TRUE, 1, 0, 0, FALSE, get_order },
  { "at", "SIGNAL RUN TIME", TRUE, 1, 1, 1, TRUE, get_at },
  { "max", "SIGNAL RUN [FROM TO]", TRUE, 1, 2, 0, TRUE, get_max },
  { "min", "SIGNAL RUN [FROM TO]", TRUE, 1, 2, 0, TRUE, get_min },
  { "steps", "RUN", FALSE, 1, 0, 0, FALSE, get_steps },
  { "calls", "RUN", FALSE, 1, 0, 0, FALSE, get_calls },
  { "rollbacks", "RUN", FALSE, 1, 0, 0, FALSE, get_rollbacks },
  { "iterations", "RUN", FALSE, 1, 0, 0, FALSE, get_iterations },
  { "linearisations", "RUN", FALSE, 1, 0, 0, FALSE, get_linearisations },
  { "rejected", "RUN", FALSE, 1, 0, 0, FALSE, get_rejected },
  { "jumps", "RUN", FALSE, 1, 0, 0, FALSE, get_jumps },
  { "jump-time", "RUN", FALSE, 1, 0, 0, FALSE, get_jump_time },
};

static const Measure *
find_measure (const LsLessonValue *value, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);
  const guint n = g_strv_length (value->words);

  for (guint i = 0; n > 0 && i < G_N_ELEMENTS (measures); i++)
    {
      const Measure *measure = &measures[i];
      const guint n_names = 1 + measure->has_signal + measure->n_runs;

      g_string_append_printf (known, i > 0 ? ", %s" : "%s", measure->id);
      if (!g_str_equal (measure->id, value->words[0]))
        continue;
      if (n == n_names + measure->n_times || n == n_names + measure->n_needed)
        return measure;
      return ls_fail_null (error, LS_ERROR_ARGUMENT, _ ("“%s” is followed by: %s"), measure->id,
                           measure->usage);
    }
  return ls_fail_null (error, LS_ERROR_ARGUMENT, _ ("there is no number “%s”; there are: %s"),
                       n > 0 ? value->words[0] : "", known->str);
}

/* Parses "ni-jacobi:extrapolation=1@0.05" as method and step size, 0 for any. */
static LsMethodChoice *
parse_run (const char *word, double *step, GError **error)
{
  const char *at = strrchr (word, '@');
  g_autofree char *method = at != NULL ? g_strndup (word, (gsize)(at - word)) : g_strdup (word);

  *step = 0;
  if (at != NULL && (!ls_number_parse (at + 1, step) || *step <= 0))
    return ls_fail_null (error, LS_ERROR_ARGUMENT, _ ("“%s” is no step size, s"), at + 1);
  return ls_method_choice_parse (method, error);
}

static gboolean
is_choice (const LsMethodChoice *a, const LsMethodChoice *b)
{
  g_autofree char *first = ls_method_choice_to_text (a);
  g_autofree char *second = ls_method_choice_to_text (b);

  return g_str_equal (first, second);
}

static gboolean
check_run (const char *word, LsModel *model, gboolean of_reference, GError **error)
{
  g_autoptr (GPtrArray) methods = ls_lesson_list_methods (model);
  const GArray *steps = ls_model_get_experiment (model)->step_sizes;
  g_autoptr (LsMethodChoice) choice = NULL;
  double step;
  gboolean has_method = FALSE, has_step;

  if (of_reference && g_str_equal (word, "reference"))
    return TRUE;
  choice = parse_run (word, &step, error);
  if (choice == NULL)
    return FALSE;
  for (guint i = 0; i < methods->len; i++)
    has_method |= is_choice (choice, g_ptr_array_index (methods, i));
  has_step = step == 0 && steps->len <= 1;
  for (guint i = 0; i < steps->len; i++)
    has_step |= fabs (g_array_index (steps, double, i) - step) <= 1e-9 * step;
  if (has_method && has_step)
    return TRUE;
  return ls_fail (error, LS_ERROR_ARGUMENT,
                  has_method ? _ ("“%s” is ambiguous; name the step size, too")
                             : _ ("“%s” is not a previous run"),
                  word);
}

gboolean
ls_lesson_check_value (const LsLessonValue *value, LsModel *model, GError **error)
{
  const Measure *measure = find_measure (value, error);
  char **words = value->words + 1;
  double number, half;

  if (measure == NULL)
    return FALSE;
  if (!ls_lesson_parse_quoted (value->quoted, &number, &half))
    return ls_fail (error, LS_ERROR_ARGUMENT, _ ("“%s” does not begin with a number"),
                    value->quoted);
  if (measure->has_signal && !ls_model_find_signal (model, *words++, NULL, NULL, error))
    return FALSE;
  for (guint i = 0; i < measure->n_runs; i++)
    if (!check_run (*words++, model, measure->of_reference, error))
      return FALSE;
  for (; *words != NULL; words++)
    if (!ls_number_parse (*words, &number))
      return ls_fail (error, LS_ERROR_ARGUMENT, _ ("“%s” is not a time"), *words);
  return TRUE;
}

/* ---- Computation ------------------------------------------------------------------------ */

static gboolean
find_run (LsComparison *comparison, const char *word, guint *index, GError **error)
{
  double step;
  g_autoptr (LsMethodChoice) choice = parse_run (word, &step, error);

  if (choice == NULL)
    return FALSE;
  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    {
      LsRun *run = ls_comparison_get_run (comparison, i);

      *index = i;
      if (is_choice (choice, ls_run_get_choice (run))
          && (step == 0 || fabs (ls_run_get_step_size (run) - step) <= 1e-9 * step))
        return TRUE;
    }
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("“%s” is not a previous run"), word);
}

static gboolean
find_signal (Question *question, const char *name, gboolean is_reference, GError **error)
{
  const char *const *signals = ls_comparison_get_signals (question->comparison);
  LsReference *reference = ls_comparison_get_reference (question->comparison);
  int column;

  question->signal = 0;
  while (signals[question->signal] != NULL && !g_str_equal (signals[question->signal], name))
    question->signal++;
  question->trace
      = !is_reference
            ? ls_run_get_trace (ls_comparison_get_run (question->comparison, question->runs[0]))
        : reference != NULL ? ls_reference_get_trace (reference)
                            : NULL;
  column = question->trace != NULL ? ls_trace_find (question->trace, name) : -1;
  if (signals[question->signal] == NULL || column < 0)
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("%s is not among the signals of the runs before it"), name);
  question->column = (guint)column;
  return TRUE;
}

double
ls_lesson_compute (const LsLessonValue *value, LsComparison *comparison, GError **error)
{
  const Measure *measure = find_measure (value, error);
  Question question = { .comparison = comparison, .times = { -HUGE_VAL, HUGE_VAL } };
  char **words = value->words + 1;
  const char *signal = NULL;
  gboolean is_reference;
  double found;

  if (measure == NULL)
    return NAN;
  if (measure->has_signal)
    signal = *words++;
  is_reference = measure->of_reference && g_str_equal (*words, "reference");
  for (guint i = 0; i < measure->n_runs; i++, words++)
    if (!is_reference && !find_run (comparison, *words, &question.runs[i], error))
      return NAN;
  if (signal != NULL && !find_signal (&question, signal, is_reference, error))
    return NAN;
  for (guint i = 0; i < 2 && *words != NULL; i++, words++)
    if (!ls_number_parse (*words, &question.times[i]))
      question.times[i] = NAN;
  found = measure->get (&question);
  if (!isfinite (found))
    g_set_error_literal (error, LS_ERROR, LS_ERROR_RUN, _ ("the runs before it do not give it"));
  return found;
}

gboolean
ls_lesson_parse_quoted (const char *quoted, double *number, double *half)
{
  g_autofree char *copy = g_strdup (quoted);
  const char *text = copy + strspn (copy, " ");
  /* U+2212 is a minus sign, too. */
  const gboolean minus = g_str_has_prefix (text, "−");
  const char *digits = minus ? text + strlen ("−") : text;
  char *comma = copy + strcspn (copy, ".,"), *end, *exponent;
  int power = 0;
  const char *point;

  /* Decimal comma, as in 18,5. */
  if (*comma == ',' && g_ascii_isdigit (comma[1]))
    *comma = '.';
  *number = g_ascii_strtod (digits, &end);
  if (end == digits || !isfinite (*number))
    return FALSE;
  if (minus)
    *number = -*number;
  exponent = strpbrk (digits, "eE");
  if (exponent != NULL && exponent < end)
    power = atoi (exponent + 1);
  else
    exponent = end;
  point = memchr (digits, '.', (gsize)(exponent - digits));
  *half = 0.5 * pow (10.0, power - (point != NULL ? (int)(exponent - point) - 1 : 0));
  *half *= 1 + SLACK;
  return TRUE;
}

GPtrArray *
ls_lesson_list_methods (LsModel *model)
{
  static const char *const usual[] = { "ni-jacobi", "missiles" };
  const GPtrArray *chosen = ls_model_get_experiment (model)->methods;
  GPtrArray *methods = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);

  for (guint i = 0; i < chosen->len; i++)
    g_ptr_array_add (methods, ls_method_choice_copy (g_ptr_array_index (chosen, i)));
  for (guint i = 0; methods->len < 2 && chosen->len == 0; i++)
    g_ptr_array_add (methods, ls_method_choice_new (usual[i]));
  return methods;
}
