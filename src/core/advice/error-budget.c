#include "core/advice/error-budget.h"

#include "core/advice/followed.h"
#include "core/record/error-norms.h"
#include "core/reference/reference-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Part of the work for the runs and the reference. */
#define COMPARISON_SHARE 0.8
/* A part is small beside another that is this many times as large. */
#define MUCH 3.0

typedef struct
{
  LsErrorBudget *budget;
  const LsModel *model;
  LsAssembly *assembly;
  guint *columns; /* by row of the assembly: in traces; 0: not Real */
  LsReference *inputs;
  LsTrace *alone; /* columns as the signals of the comparison */
  gsize n_steps;
  double origin, stop_time;
  LsBudgetProgressFunc progress;
  gpointer user_data;
  guint component; /* now alone */
} Making;

static void
clear_row (gpointer data)
{
  LsBudgetRow *row = data;

  g_free (row->signal);
  g_free (row->feeds);
}

void
ls_error_budget_free (LsErrorBudget *self)
{
  if (self == NULL)
    return;
  ls_comparison_unref (self->comparison);
  g_array_unref (self->rows);
  for (guint i = 0; i < self->n_components; i++)
    g_free (self->problems[i]);
  g_free (self->problems);
  g_free (self);
}

static void
compare_progress (LsComparison *comparison,
                  G_GNUC_UNUSED LsComparisonStage stage,
                  G_GNUC_UNUSED guint run,
                  double fraction,
                  gpointer user_data)
{
  const Making *making = user_data;

  if (making->progress != NULL
      && !making->progress (COMPARISON_SHARE * fraction, making->user_data))
    ls_comparison_cancel (comparison);
}

static gboolean
is_wanted (gpointer user_data)
{
  const Making *making = user_data;
  const double done = (double)making->component / making->budget->n_components;

  return making->progress == NULL
         || making->progress (COMPARISON_SHARE + (1 - COMPARISON_SHARE) * done, making->user_data);
}

/* All Real outputs. (transfer full) */
static char **
list_signals (Making *making)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < making->assembly->n_rows; i++)
    if (making->assembly->rows[i].position >= 0)
      {
        g_ptr_array_add (names, ls_assembly_name_row (making->assembly, i));
        making->columns[i] = names->len;
      }
  g_ptr_array_add (names, NULL);
  return (char **)g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/* The run, and one with a quarter of its step, which gives the reference the times in between. */
static gboolean
compare (Making *making,
         const LsMethodChoice *choice,
         double step_size,
         const char *reference,
         LsLog *log,
         GError **error)
{
  const double steps[] = { step_size, step_size / LS_FOLLOWED_PARTS };
  g_auto (GStrv) signals = list_signals (making);
  g_autoptr (GPtrArray) methods = g_ptr_array_new ();
  LsComparison *comparison;

  g_ptr_array_add (methods, (gpointer)choice);
  comparison
      = ls_comparison_new (making->model, methods, steps, G_N_ELEMENTS (steps), making->origin,
                           making->stop_time, (const char *const *)signals, error);
  making->budget->comparison = comparison;
  if (comparison == NULL || !ls_comparison_set_reference (comparison, reference, error)
      || !ls_comparison_execute (comparison, log, compare_progress, making, error))
    return FALSE;
  if (ls_comparison_get_reference (comparison) != NULL)
    return TRUE;
  return ls_fail (error, LS_ERROR_RUN, _ ("there is no reference: %s"),
                  ls_comparison_get_reference_problem (comparison));
}

/* The reference at the communication points of the run and between them. */
static gboolean
sample_inputs (Making *making, GError **error)
{
  LsRun *run = ls_comparison_get_run (making->budget->comparison, 0);
  LsTrace *fine = ls_reference_get_trace (ls_comparison_get_reference (making->budget->comparison));
  const double h = ls_run_get_step_size (run), length = making->stop_time - making->origin;
  g_autofree double *times = NULL;
  gsize n;
  gboolean any;

  making->n_steps = (gsize)ceil (length / h * (1 - 1e-9));
  n = making->n_steps * LS_FOLLOWED_PARTS + 1;
  times = g_new (double, n);
  for (gsize i = 0; i < n; i++)
    {
      const gsize step = i / LS_FOLLOWED_PARTS;
      const double begin = (double)step * h, end = fmin ((double)(step + 1) * h, length);

      times[i] = begin + (double)(i % LS_FOLLOWED_PARTS) / LS_FOLLOWED_PARTS * (end - begin);
    }
  times[n - 1] = length;
  making->inputs = ls_reference_alloc ("file", ls_trace_get_n_columns (fine) - 1);
  making->inputs->trace = ls_reference_make_trace (
      making->model, ls_comparison_get_signals (making->budget->comparison));
  return ls_reference_sample (making->inputs, fine, making->origin, times, n, &any, error);
}

/* Outputs of the component alone, as columns of @values (by column of the traces). */
static gboolean
follow (
    Making *making, const LsFollowedInputs *inputs, guint index, GArray *values[], GError **error)
{
  const LsAssembly *assembly = making->assembly;
  g_autofree GArray **outputs = g_new0 (GArray *, assembly->n_rows + 1);

  for (guint i = 0; i < assembly->n_rows; i++)
    if (assembly->rows[i].component == index && assembly->rows[i].position >= 0)
      outputs[assembly->rows[i].position] = values[making->columns[i]];
  making->component = index;
  return ls_followed_run (inputs, ls_model_get_component (making->model, index), index, outputs,
                          is_wanted, making, error);
}

/* What is not known stays NaN. */
static gboolean
make_alone (Making *making, GArray *const values[], GError **error)
{
  const char *const *signals = ls_comparison_get_signals (making->budget->comparison);
  const guint n = g_strv_length ((char **)signals);
  g_autofree double *row = g_new (double, n + 1);

  making->alone = ls_reference_make_trace (making->model, signals);
  ls_trace_set_origin (making->alone, making->origin);
  for (gsize i = 0; i <= making->n_steps; i++)
    {
      row[0] = ls_trace_get_elapsed (making->inputs->trace, i * LS_FOLLOWED_PARTS);
      for (guint k = 1; k <= n; k++)
        row[k] = i < values[k]->len ? g_array_index (values[k], double, i) : NAN;
      if (!ls_trace_append (making->alone, row))
        {
          ls_trace_set_error (making->alone, row[0], error);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
follow_all (Making *making, GError **error)
{
  const guint n = ls_trace_get_n_columns (making->inputs->trace);
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func ((GDestroyNotify)g_array_unref);
  const LsFollowedInputs inputs = { .assembly = making->assembly,
                                    .trace = making->inputs->trace,
                                    .columns = making->columns,
                                    .origin = making->origin,
                                    .stop_time = making->stop_time,
                                    .n_steps = making->n_steps };

  for (guint k = 0; k < n; k++)
    g_ptr_array_add (values, g_array_new (FALSE, FALSE, sizeof (double)));
  for (guint i = 0; i < making->budget->n_components; i++)
    {
      g_autoptr (GError) problem = NULL;

      if (follow (making, &inputs, i, (GArray **)values->pdata, &problem))
        continue;
      if (g_error_matches (problem, LS_ERROR, LS_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      making->budget->problems[i] = g_strdup (problem->message);
    }
  return make_alone (making, (GArray **)values->pdata, error);
}

/* (transfer full) */
static char *
name_feeds (const LsAssembly *assembly, guint row)
{
  GString *text = g_string_new (NULL);

  for (guint k = assembly->row_first[row]; k < assembly->row_first[row + 1]; k++)
    {
      const LsWire *wire = &assembly->wires[assembly->row_wires[k]];

      g_string_append_printf (text, "%s%s.%s", text->len > 0 ? ", " : "", assembly->names[wire->to],
                              wire->input->name);
    }
  return g_string_free (text, FALSE);
}

static void
fill_row (const Making *making, guint row, LsBudgetRow *entry)
{
  LsComparison *comparison = making->budget->comparison;
  const guint column = making->columns[row];
  LsTrace *run = ls_run_get_trace (ls_comparison_get_run (comparison, 0));

  *entry = (LsBudgetRow){
    .signal = ls_assembly_name_row (making->assembly, row),
    .feeds = name_feeds (making->assembly, row),
    .component = making->assembly->rows[row].component,
    .total = ls_comparison_get_error (comparison, 0, column - 1),
    .uncertainty = ls_comparison_get_uncertainty (comparison, column - 1),
  };
  if (making->budget->problems[entry->component] != NULL
      || !ls_measure_error (making->alone, column, making->inputs->trace, column, &entry->own,
                            NULL))
    entry->own = NAN;
  if (isnan (entry->own)
      || !ls_measure_error (run, column, making->alone, column, &entry->coupling, NULL))
    entry->coupling = NAN;
}

static gboolean
make (Making *making,
      const LsMethodChoice *choice,
      double step_size,
      const char *reference,
      LsLog *log,
      GError **error)
{
  if (!compare (making, choice, step_size, reference, log, error) || !sample_inputs (making, error)
      || !follow_all (making, error))
    return FALSE;
  for (guint i = 0; i < making->assembly->n_rows; i++)
    if (making->columns[i] > 0)
      {
        LsBudgetRow row;

        fill_row (making, i, &row);
        g_array_append_val (making->budget->rows, row);
      }
  return TRUE;
}

LsErrorBudget *
ls_error_budget_new (const LsModel *model,
                     const LsMethodChoice *choice,
                     double start_time,
                     double stop_time,
                     double step_size,
                     const char *reference,
                     LsLog *log,
                     LsBudgetProgressFunc progress,
                     gpointer user_data,
                     GError **error)
{
  g_return_val_if_fail (model != NULL, NULL);
  g_return_val_if_fail (choice != NULL, NULL);

  const guint n = ls_model_get_n_components (model);
  g_autoptr (LsErrorBudget) self = g_new0 (LsErrorBudget, 1);
  g_autoptr (LsAssembly) assembly = NULL;
  g_autofree guint *columns = NULL;
  Making making = { .budget = self,
                    .model = model,
                    .origin = start_time,
                    .stop_time = stop_time,
                    .progress = progress,
                    .user_data = user_data };
  gboolean done;

  self->rows = g_array_new (FALSE, FALSE, sizeof (LsBudgetRow));
  g_array_set_clear_func (self->rows, clear_row);
  self->n_components = n;
  self->problems = g_new0 (char *, n + 1);
  if (!ls_model_check (model, error))
    return NULL;
  making.assembly = assembly = ls_assembly_new (model);
  making.columns = columns = g_new0 (guint, assembly->n_rows + 1);
  done = make (&making, choice, step_size, reference, log, error);
  g_clear_pointer (&making.inputs, ls_reference_free);
  g_clear_pointer (&making.alone, ls_trace_unref);
  return done ? g_steal_pointer (&self) : NULL;
}

void
ls_error_budget_sum_up (const LsErrorBudget *self, guint component, double *own, double *coupling)
{
  g_return_if_fail (self != NULL);

  *own = *coupling = NAN;
  for (guint i = 0; i < self->rows->len; i++)
    {
      const LsBudgetRow *row = &g_array_index (self->rows, LsBudgetRow, i);

      if (row->component != component)
        continue;
      *own = fmax (*own, row->own);
      *coupling = fmax (*coupling, row->coupling);
    }
}

/* The component with the greatest own error. */
static guint
find_worst (const LsErrorBudget *self, double *own, double *coupling)
{
  guint worst = 0;

  *own = *coupling = NAN;
  for (guint i = 0; i < self->n_components; i++)
    {
      double a, b;

      ls_error_budget_sum_up (self, i, &a, &b);
      if (isfinite (a) && !(a <= *own))
        {
          worst = i;
          *own = a;
        }
      *coupling = fmax (*coupling, b);
    }
  return worst;
}

char *
ls_error_budget_conclude (const LsErrorBudget *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  double own, coupling;
  const guint worst = find_worst (self, &own, &coupling);
  const LsModel *model = ls_comparison_get_model (self->comparison);
  const char *name = ls_model_get_component (model, worst)->name;

  if (!isfinite (own) || !isfinite (coupling))
    return g_strdup (_ ("Too little is known to attribute the error."));
  if (own > MUCH * coupling)
    return g_strdup_printf (
        /* Translators: a component. */
        _ ("Most of the error comes from the own solver of %s: a shorter step, steps inside the "
           "macro step or a better solver helps, another coupling method does not."),
        name);
  if (coupling > MUCH * own)
    return g_strdup (_ ("Most of the error comes from the coupling: another method or a shorter "
                        "macro step helps, better solvers in the components do not."));
  return g_strdup_printf (_ ("The errors of the coupling and of the own solvers, above all that "
                             "of %s, are of similar size: reducing one of them leaves the other."),
                          name);
}
