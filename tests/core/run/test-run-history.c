/* What stays of comparisons, and what is saved of it with the model. */
#include "core/run/run-history-file.h"
#include "core/record/trace-writer.h"

#include "core/base/file.h"
#include "core/base/number.h"
#include "core/report/report-format.h"
#include "core/ssp/ssp.h"
#include "examples.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static LsComparison *
compare (const LsModel *model)
{
  g_autoptr (GPtrArray) methods
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  const double steps[] = { 1e-2 };
  GError *error = NULL;
  LsComparison *comparison;

  g_ptr_array_add (methods, ls_method_choice_parse ("ni-jacobi", NULL));
  g_ptr_array_add (methods, ls_method_choice_parse ("missiles", NULL));
  comparison = ls_comparison_new (model, methods, steps, 1, 0, 1, NULL, &error);
  g_assert_no_error (error);
  ls_comparison_execute (comparison, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return comparison;
}

static LsTrace *
make_trace (guint n_rows)
{
  static const char *const names[] = { "left.x", "b, “c”.y" };
  static const char *const units[] = { "m", "" };
  LsTrace *trace = ls_trace_new (2, names, units);

  for (guint i = 0; i < n_rows; i++)
    ls_trace_append (trace, (double[]){ 0.1 * i, sin (i), i == 1 ? NAN : exp (0.1 * i) });
  return trace;
}

static void
test_comparisons (void)
{
  g_autoptr (LsModel) model = example_two_bodies ();
  g_autoptr (LsComparison) comparison = compare (model);
  g_autoptr (LsRunHistory) history = ls_run_history_new ();
  guint number = ls_run_history_begin (history), index;
  LsPastRun *run;

  g_assert_cmpuint (ls_run_history_add (history, number, comparison, 1000), ==, 0);
  g_assert_cmpuint (ls_run_history_get_n (history), ==, 2);
  run = ls_run_history_get (history, 1);
  g_assert_cmpstr (run->method, ==, "missiles");
  g_assert_cmpfloat (run->errors[0], ==, ls_comparison_get_error (comparison, 1, 0));
  g_assert_true (run->shown && !run->pinned);
  /* Bodies that NI-Jacobi lets grow, and MISSILES does not. */
  g_assert_null (run->divergence);
  g_assert_nonnull (ls_comparison_get_divergence (comparison, 0));
  g_assert_cmpstr (ls_run_history_get (history, 0)->divergence, ==,
                   ls_comparison_get_divergence (comparison, 0));
  run->pinned = TRUE;
  /* What is pinned stays shown. */
  number = ls_run_history_begin (history);
  g_assert_true (run->shown && !ls_run_history_get (history, 0)->shown);
  ls_run_history_add (history, number, comparison, 2000);
  g_assert_cmpuint (ls_run_history_get_n (history), ==, 4);
  g_assert_true (ls_run_history_get (history, 3) == run);
  /* Taken away and put back. */
  g_assert_true (ls_run_history_take (history, run->id, &index) == run);
  g_assert_null (ls_run_history_find (history, run->id));
  ls_run_history_put (history, run, index);
  g_assert_true (ls_run_history_get (history, 3) == run);
}

/* Where @text says "(limit)", and with @limited only. */
static void
check_mark (const char *text, gboolean limited, const char *end)
{
  g_test_message ("%s", text);
  g_assert_true (g_str_has_suffix (text, end));
  g_assert_cmpint (strstr (text, "% (limit)") != NULL, ==, limited);
  g_assert_cmpint (strstr (text, " (limit)") != NULL, ==, limited);
}

/* MISSILES is so much better than the finest run of NI-Jacobi that what is measured is the error of
 * that reference; NI-Jacobi at ten times the step has ten times its error. The mark stands wherever
 * the figure does. */
static void
test_limited (void)
{
  const double steps[] = { 0.1, 0.01 };
  enum
  {
    GOOD = 1,
    COARSE = 2
  };
  g_autoptr (LsModel) model = example_lotka_volterra ();
  g_autoptr (GPtrArray) methods
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  g_autoptr (LsRunHistory) history = ls_run_history_new ();
  g_autoptr (LsComparison) comparison = NULL;
  g_auto (GStrv) rows = NULL;
  g_autofree char *csv = NULL;
  GError *error = NULL;

  g_ptr_array_add (methods, ls_method_choice_parse ("missiles", NULL));
  g_ptr_array_add (methods, ls_method_choice_parse ("ni-jacobi", NULL));
  comparison = ls_comparison_new (model, methods, steps, 2, 0, 2, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (ls_comparison_set_reference (comparison, "finest", NULL));
  ls_comparison_set_estimate (comparison, INFINITY);
  ls_comparison_execute (comparison, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  ls_run_history_add (history, ls_run_history_begin (history), comparison, 1000);
  g_assert_nonnull (ls_report_explain_mark (comparison));
  csv = ls_report_make ("csv", comparison);
  rows = g_strsplit (csv, "\n", -1);
  g_assert_true (
      g_str_has_suffix (rows[0], ",limited(prey.population),limited(predator.population)"));
  for (guint run = GOOD; run <= COARSE; run++)
    {
      const gboolean limited = run == GOOD;
      g_autofree char *said
          = ls_comparison_describe_error (comparison, run, 0, ls_number_format_short);
      g_autofree char *kept
          = ls_past_run_show_error (ls_run_history_get (history, run), 1, ls_number_format_short);

      const char *signal;
      LsErrorFigure figure, past;
      g_autofree char *shown = NULL;

      /* One figure for a run: of the comparison and of the history. */
      g_assert_true (ls_comparison_get_figure (comparison, run, &figure));
      g_assert_true (ls_past_run_get_figure (ls_run_history_get (history, run), &past, &signal));
      g_assert_cmpstr (signal, ==, "prey.population");
      g_assert_cmpfloat (figure.percent, ==, past.percent);
      shown = ls_error_figure_show (&past, ls_number_format_short);
      g_assert_cmpstr (shown, ==, kept);
      g_assert_cmpint (ls_comparison_is_limited (comparison, run, 0), ==, limited);
      check_mark (said, limited, " %)");
      check_mark (kept, limited, limited ? " % (limit)" : " %");
      g_assert_true (g_str_has_suffix (rows[1 + run], limited ? ",1,1" : ",0,0"));
    }
}

/* The first signal with an error, else the first with an estimate. */
static void
test_figure (void)
{
  const double none[] = { NAN, NAN, NAN }, errors[] = { NAN, 5.8, 99 };
  const double estimates[] = { NAN, NAN, 1.3 };
  const gboolean limited[] = { FALSE, TRUE, FALSE };
  LsErrorFigure figure;
  g_autofree char *error = NULL;
  g_autofree char *estimate = NULL;

  g_assert_false (ls_error_figure_choose (&figure, 3, none, limited, none));
  g_assert_false (ls_error_figure_choose (&figure, 0, NULL, NULL, NULL));
  g_assert_true (ls_error_figure_choose (&figure, 3, errors, limited, estimates));
  g_assert_cmpuint (figure.signal, ==, 1);
  error = ls_error_figure_show (&figure, ls_number_format_short);
  g_assert_cmpstr (error, ==, "5.8 % (limit)");
  g_assert_true (ls_error_figure_choose (&figure, 3, none, limited, estimates));
  g_assert_cmpuint (figure.signal, ==, 2);
  estimate = ls_error_figure_show (&figure, ls_number_format_short);
  g_assert_cmpstr (estimate, ==, "≈ 1.3 %");
}

/* Beyond the bound the oldest ones go, but not what is pinned and not the latest. */
static void
test_bound (void)
{
  g_autoptr (LsModel) model = example_two_bodies ();
  g_autoptr (LsComparison) comparison = compare (model);
  g_autoptr (LsRunHistory) history = ls_run_history_new ();
  guint first = 0, n_gone = 0;

  for (guint i = 0; i < LS_RUN_HISTORY_COUNT; i++)
    {
      const guint number = ls_run_history_begin (history);

      n_gone += ls_run_history_add (history, number, comparison, 1000 + i);
      if (i == 0)
        {
          first = ls_run_history_get (history, 0)->id;
          ls_run_history_get (history, 0)->pinned = TRUE;
        }
    }
  g_assert_cmpuint (ls_run_history_get_n (history), ==, LS_RUN_HISTORY_COUNT + 2 + 1);
  g_assert_cmpuint (n_gone, ==, 2 * LS_RUN_HISTORY_COUNT - (LS_RUN_HISTORY_COUNT + 3));
  g_assert_nonnull (ls_run_history_find (history, first));
}

/* The errors of an import are those of the run that it is a copy of. */
static void
test_import (void)
{
  g_autoptr (LsModel) model = example_two_bodies ();
  g_autoptr (LsComparison) comparison = compare (model);
  g_autofree char *folder = g_dir_make_tmp ("history-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "run.csv", NULL);
  g_autoptr (LsImport) import = NULL;
  g_autoptr (LsPastRun) run = NULL;
  GError *error = NULL;
  int column;

  ls_trace_write (ls_run_get_trace (ls_comparison_get_run (comparison, 1)), path, &error);
  g_assert_no_error (error);
  import = ls_import_read (path, model, NULL, &error);
  g_assert_no_error (error);
  run = ls_past_run_new_import (import, path, ls_comparison_get_reference (comparison), 0);
  column = ls_trace_find (run->trace, "left.x");
  g_assert_cmpint (column, >, 0);
  g_assert_cmpfloat (run->errors[column - 1], ==, ls_comparison_get_error (comparison, 1, 0));
  g_assert_true (run->pinned && run->shown);
  g_unlink (path);
  g_rmdir (folder);
}

static LsPastRun *
make_run (void)
{
  g_autoptr (LsTrace) trace = make_trace (50);
  LsPastRun *run = ls_past_run_new (trace, "a run");

  ls_past_run_set_note (run, "two\nlines <&> \x01 “quoted”");
  run->method = g_strdup ("missiles");
  run->divergence = g_strdup ("x grew");
  run->color = 3;
  run->pinned = TRUE;
  run->errors[0] = 0.125;
  run->limited[0] = TRUE;
  run->estimates[1] = 0.25;
  run->step_size = 1e-3;
  run->when = 1234567;
  return run;
}

static void
test_store (void)
{
  g_autofree char *folder = g_dir_make_tmp ("history-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "model.ssp", NULL);
  g_autoptr (LsModel) model = example_two_bodies ();
  g_autoptr (LsRunHistory) history = ls_run_history_new ();
  LsPastRun *unpinned = make_run ();
  GError *error = NULL;

  unpinned->pinned = FALSE;
  ls_run_history_add_run (history, unpinned);
  ls_run_history_add_run (history, make_run ());
  ls_run_history_store (history, model, &error);
  g_assert_no_error (error);
  /* Twice: what was read is written again. */
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LsModel) back = NULL;
      g_autoptr (GPtrArray) runs = NULL;
      const LsPastRun *run;

      ls_ssp_write (model, path, &error);
      g_assert_no_error (error);
      back = ls_ssp_read (path, &error);
      g_assert_no_error (error);
      runs = ls_run_history_load (back, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (runs->len, ==, 1);
      run = g_ptr_array_index (runs, 0);
      g_assert_cmpstr (run->name, ==, "a run");
      g_assert_cmpstr (run->note, ==, "two\nlines <&>   “quoted”");
      g_assert_cmpstr (run->method, ==, "missiles");
      g_assert_cmpstr (run->divergence, ==, "x grew");
      g_assert_cmpuint (run->color, ==, 3);
      g_assert_true (run->pinned && run->shown);
      g_assert_cmpfloat (run->errors[0], ==, 0.125);
      g_assert_true (run->limited[0] && !run->limited[1]);
      g_assert_true (isnan (run->errors[1]) && isnan (run->wall_time));
      g_assert_true (isnan (run->estimates[0]) && run->estimates[1] == 0.25);
      g_assert_cmpint (run->when, ==, 1234567);
      g_assert_cmpstr (ls_trace_get_unit (run->trace, 1), ==, "m");
      g_assert_cmpstr (ls_trace_get_name (run->trace, 2), ==, "b, “c”.y");
      g_assert_cmpuint (ls_trace_get_n_rows (run->trace), ==, 50);
      for (guint k = 0; k < 50; k++)
        g_assert_cmpfloat (ls_trace_get (run->trace, 1, k), ==,
                           ls_trace_get (unpinned->trace, 1, k));
      g_assert_true (isnan (ls_trace_get (run->trace, 2, 1)));
      ls_model_free (g_steal_pointer (&model));
      model = g_steal_pointer (&back);
    }
  ls_model_set_results (model, NULL);
  g_assert_true (ls_ssp_write (model, path, NULL));
  ls_model_free (g_steal_pointer (&model));
  model = ls_ssp_read (path, NULL);
  g_assert_null (ls_run_history_load (model, &error));
  g_assert_no_error (error);
  g_unlink (path);
  g_rmdir (folder);
}

/* Files as somebody else could have put them there: a message, no more. */
static void
test_hostile (void)
{
  static const struct
  {
    const char *index, *csv, *message;
  } files[] = {
    { NULL, NULL, "results.xml" },
    { "", NULL, "results.xml" },
    { "<Results><Run", NULL, "results.xml" },
    { "<Other/>", NULL, "Results" },
    { "<Results><Run/></Results>", NULL, "no file" },
    { "<Results><Run file='../1.csv'/></Results>", "time,x\n0,1\n", "no file" },
    { "<Results><Run file='/etc/passwd'/></Results>", NULL, "no file" },
    { "<Results><Run file='2.csv'/></Results>", "time,x\n0,1\n", "2.csv" },
    { "<Results><Run file='1.csv'/></Results>", "time,x\n0,one\n", "1.csv" },
    { "<Results><Run file='1.csv' color='a'/></Results>", "time,x\n0,1\n", "color" },
    { "<Results><Run file='1.csv' when='1e99'/></Results>", "time,x\n0,1\n", "when" },
    { "<Results><Run file='1.csv'><Column error='much'/></Run></Results>", "time,x\n0,1\n",
      "error" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (LsTempdir) folder = ls_tempdir_new (NULL);
      g_autofree char *index = g_build_filename (ls_tempdir_get_path (folder), "results.xml", NULL);
      g_autofree char *csv = g_build_filename (ls_tempdir_get_path (folder), "1.csv", NULL);
      g_autoptr (LsModel) model = ls_model_new ();
      g_autoptr (GError) error = NULL;

      if (files[i].index != NULL)
        g_assert_true (g_file_set_contents (index, files[i].index, -1, NULL));
      if (files[i].csv != NULL)
        g_assert_true (g_file_set_contents (csv, files[i].csv, -1, NULL));
      ls_model_set_results (model, folder);
      g_test_message ("%s", files[i].index);
      g_assert_null (ls_run_history_load (model, &error));
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, files[i].message));
      g_assert_null (strstr (error->message, ls_tempdir_get_path (folder)));
    }
}

static void
test_many (void)
{
  g_autoptr (LsTempdir) folder = ls_tempdir_new (NULL);
  g_autofree char *index = g_build_filename (ls_tempdir_get_path (folder), "results.xml", NULL);
  g_autofree char *csv = g_build_filename (ls_tempdir_get_path (folder), "1.csv", NULL);
  g_autoptr (GString) text = g_string_new ("<Results>");
  g_autoptr (LsModel) model = ls_model_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i <= LS_RESULTS_MAX_RUNS; i++)
    g_string_append (text, "<Run file='1.csv'/>");
  g_string_append (text, "</Results>");
  g_assert_true (g_file_set_contents (index, text->str, -1, NULL));
  g_assert_true (g_file_set_contents (csv, "time,x\n0,1\n", -1, NULL));
  ls_model_set_results (model, folder);
  g_assert_null (ls_run_history_load (model, &error));
  g_assert_nonnull (strstr (error->message, "more than"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/run/history/comparisons", test_comparisons);
  g_test_add_func ("/core/run/history/limited", test_limited);
  g_test_add_func ("/core/run/history/bound", test_bound);
  g_test_add_func ("/core/run/history/figure", test_figure);
  g_test_add_func ("/core/run/history/import", test_import);
  g_test_add_func ("/core/run/history/store", test_store);
  g_test_add_func ("/core/run/history/hostile", test_hostile);
  g_test_add_func ("/core/run/history/many", test_many);
  return g_test_run ();
}
