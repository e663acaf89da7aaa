/* Runs saved with a model: their index, and their samples. */
#include "fuzz.h"

#include "core/model/model.h"
#include "core/run/run-history-file.h"

#include <string.h>

static const char samples[] = "time,a.x\n0,1\n0.1,2\n0.2,3\n";

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
  g_clear_pointer (&runs, g_ptr_array_unref);
  ls_model_free (model);
  ls_tempdir_unref (folder);
  return 0;
}
