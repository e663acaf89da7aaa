/* Runs saved with a model: their index, and their samples. What was read is saved again, and is the
 * same then. */
#include "fuzz.h"

#include "core/model/model.h"
#include "core/run/run-history-file.h"

#include <string.h>

static const char samples[] = "time,a.x\n0,1\n0.1,2\n0.2,3\n";

static void
same_run (const LsPastRun *one, const LsPastRun *other)
{
  g_assert_cmpstr (one->name, ==, other->name);
  g_assert_cmpstr (one->origin, ==, other->origin);
  g_assert_cmpstr (one->method, ==, other->method);
  g_assert_cmpint (one->when, ==, other->when);
  g_assert_cmpint (one->shown, ==, other->shown);
  g_assert_cmpuint (ls_trace_get_n_rows (one->trace), ==, ls_trace_get_n_rows (other->trace));
  g_assert_cmpuint (ls_trace_get_n_columns (one->trace), ==, ls_trace_get_n_columns (other->trace));
}

/* @runs: (transfer full) */
static void
save_again (LsModel *model, GPtrArray *runs)
{
  g_autoptr (LsRunHistory) history = ls_run_history_new ();
  GPtrArray *again;
  guint n;

  g_ptr_array_set_free_func (runs, NULL);
  for (guint i = 0; i < runs->len; i++)
    ls_run_history_add_run (history, runs->pdata[i]);
  g_ptr_array_unref (runs);
  g_assert_true (ls_run_history_store (history, model, NULL));
  again = ls_run_history_load (model, NULL);
  n = ls_run_history_get_n (history);
  if (n > 0)
    g_assert_true (again != NULL && again->len == n);
  for (guint i = 0; i < n; i++)
    same_run (ls_run_history_get (history, i), again->pdata[i]);
  g_clear_pointer (&again, g_ptr_array_unref);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *memory = fuzz_folder ();
  LsTempdir *folder = ls_tempdir_new (NULL);
  g_autofree char *index = NULL, *table = NULL;
  GPtrArray *runs;
  LsModel *model;

  g_assert_true (memory != NULL && folder != NULL);
  index = g_build_filename (ls_tempdir_get_path (folder), "results.xml", NULL);
  table = g_build_filename (ls_tempdir_get_path (folder), "1.csv", NULL);
  g_assert_true (g_file_set_contents (index, (const char *)data, (gssize)size, NULL));
  g_assert_true (g_file_set_contents (table, samples, (gssize)strlen (samples), NULL));
  model = ls_model_new ();
  ls_model_set_results (model, folder);
  runs = ls_run_history_load (model, NULL);
  if (runs != NULL)
    save_again (model, runs);
  ls_model_free (model);
  ls_tempdir_unref (folder);
  return 0;
}
