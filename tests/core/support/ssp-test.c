/* Reading, writing and validating of SSPs in tests. */
#include "ssp-test.h"

#include "core/base/zip.h"
#include "make-fmu.h"

#include <string.h>

static const char *models; /* folder of the example FMUs */
static const char *schema; /* the SSP 1.0 schema, or a file that is not there; 2.0 beside it */

void
ssp_test_init (int argc, char *argv[])
{
  models = argc > 1 ? argv[1] : "build/models";
  schema = argc > 2 ? argv[2] : "";
}

char *
ssp_test_get_example (const char *name)
{
  return g_build_filename (models, name, NULL);
}

char *
ssp_test_get_file (const char *name)
{
  return g_build_filename (test_get_folder (), name, NULL);
}

char *
ssp_test_write_file (const char *name, const char *content)
{
  char *path = ssp_test_get_file (name);

  g_assert_true (g_file_set_contents (path, content, -1, NULL));
  return path;
}

LsModel *
ssp_test_read (const char *path)
{
  g_autoptr (GError) error = NULL;
  LsModel *model = ls_ssp_read (path, &error);

  g_assert_no_error (error);
  g_assert_nonnull (model);
  return model;
}

char *
ssp_test_read_document (const char *path)
{
  char *text = ls_zip_read_entry (path, "SystemStructure.ssd", 1 << 24, NULL, NULL);

  g_assert_nonnull (text);
  return text;
}

static void
validate (const char *path)
{
  g_autofree char *text = ssp_test_read_document (path);
  g_autofree char *file = ssp_test_get_file ("validated.ssd");
  g_autoptr (GString) found = g_string_new (schema);
  const char *command[] = { "xmllint", "--noout", "--nonet", "--schema", NULL, file, NULL };
  g_autofree char *output = NULL;
  int status = -1;

  if (strstr (text, "version=\"2.0\"") != NULL)
    g_string_replace (found, "ssp1", "ssp2", 0);
  command[4] = found->str;
  if (!g_file_test (found->str, G_FILE_TEST_EXISTS))
    {
      g_test_message ("not validated: there is no %s", found->str);
      return;
    }
  g_assert_true (g_file_set_contents (file, text, -1, NULL));
  if (!g_spawn_sync (NULL, (char **)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &output,
                     &status, NULL))
    {
      g_test_message ("not validated: there is no xmllint");
      return;
    }
  if (status != 0)
    g_test_message ("%s%s", output, text);
  g_assert_cmpint (status, ==, 0);
}

void
ssp_test_write (LsModel *model, const char *path)
{
  g_autoptr (GError) error = NULL;

  ls_ssp_write (model, path, &error);
  g_assert_no_error (error);
  validate (path);
}

LsModel *
ssp_test_go_round (LsModel *model)
{
  g_autofree char *first = ssp_test_get_file ("first.ssp");
  g_autofree char *second = ssp_test_get_file ("second.ssp");
  g_autofree char *text = NULL;
  g_autofree char *text_again = NULL;
  LsModel *back;

  ssp_test_write (model, first);
  back = ssp_test_read (first);
  g_assert_true (ls_model_equal (model, back));
  ssp_test_write (back, second);
  text = ssp_test_read_document (first);
  text_again = ssp_test_read_document (second);
  g_assert_cmpstr (text, ==, text_again);
  return back;
}

gboolean
ssp_test_has_remark (const LsModel *model, const char *wanted)
{
  g_autoptr (GPtrArray) remarks = ls_model_list_remarks (model);

  for (guint i = 0; i < remarks->len; i++)
    if (strstr (remarks->pdata[i], wanted) != NULL)
      return TRUE;
  for (guint i = 0; i < remarks->len; i++)
    g_test_message ("remark: %s", (const char *)remarks->pdata[i]);
  return FALSE;
}
