/* lockstep info and lockstep check, as a user calls them. Usage: test-info-check LOCKSTEP MODELS
 * FMUS */
#include <glib.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <sys/wait.h>

static const char *program, *models, *fmus;

typedef struct
{
  int status;
  char *output, *errors;
} Result;

static void
clear (Result *self)
{
  g_free (self->output);
  g_free (self->errors);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Result, clear)

static Result
call (const char *command, const char *option, const char *directory, const char *file)
{
  g_autofree char *path = file != NULL ? g_build_filename (directory, file, NULL) : NULL;
  const char *arguments[5] = { program, command };
  g_autoptr (GError) error = NULL;
  Result result = { 0, NULL, NULL };
  int n = 2, wait_status;

  if (option != NULL)
    arguments[n++] = option;
  if (path != NULL)
    arguments[n++] = path;
  g_spawn_sync (NULL, (char **)arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &result.output,
                &result.errors, &wait_status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (wait_status));
  result.status = WEXITSTATUS (wait_status);
  return result;
}

static void
assert_contains (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("“%s” is not in “%s”", part, text);
}

static JsonObject *
parse (JsonParser *parser, const char *text)
{
  g_autoptr (GError) error = NULL;

  json_parser_load_from_data (parser, text, -1, &error);
  g_assert_no_error (error);
  return json_node_get_object (json_parser_get_root (parser));
}

static void
test_info (void)
{
  g_auto (Result) result = call ("info", NULL, models, "prey.fmu");

  g_assert_cmpint (result.status, ==, 0);
  g_assert_cmpstr (result.errors, ==, "");
  assert_contains (result.output, "model name");
  assert_contains (result.output, "Prey of the Lotka-Volterra equations");
  assert_contains (result.output, "Co-Simulation\n");
  assert_contains (result.output, "Model Exchange\n");
  assert_contains (result.output, "continuous Real input, start 1, unit 1");
  assert_contains (result.output, "derivative of population");
}

static void
test_info_json (void)
{
  g_auto (Result) result = call ("info", "--json", models, "prey.fmu");
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *root = parse (parser, result.output);
  JsonObject *interfaces = json_object_get_object_member (root, "interfaces");
  JsonObject *steps = json_object_get_object_member (interfaces, "co_simulation");
  JsonArray *variables = json_object_get_array_member (root, "variables");
  JsonObject *first = json_array_get_object_element (variables, 0);
  JsonObject *structure = json_object_get_object_member (root, "model_structure");
  JsonObject *derivative
      = json_array_get_object_element (json_object_get_array_member (structure, "derivatives"), 0);

  g_assert_cmpint (result.status, ==, 0);
  g_assert_cmpstr (json_object_get_string_member (root, "model_name"), ==, "prey");
  g_assert_cmpint (json_object_get_int_member (root, "n_states"), ==, 1);
  g_assert_true (json_object_get_boolean_member (steps, "can_handle_variable_step"));
  g_assert_cmpint (json_object_get_int_member (steps, "max_output_derivative_order"), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (first, "name"), ==, "population");
  g_assert_cmpstr (json_object_get_string_member (first, "causality"), ==, "output");
  g_assert_cmpfloat (json_object_get_double_member (first, "start"), ==, 1);
  g_assert_cmpfloat (json_object_get_double_member (first, "min"), ==, 0);
  g_assert_true (json_object_get_null_member (first, "max"));
  g_assert_cmpstr (json_object_get_string_member (derivative, "variable"), ==, "der(population)");
  g_assert_cmpuint (
      json_array_get_length (json_object_get_array_member (derivative, "dependencies")), ==, 2);
}

/* An FMU for another platform can be looked at, but not checked to the end. */
static void
test_other_platform (void)
{
  g_auto (Result) info = call ("info", NULL, fmus, "no-binary.fmu");
  g_auto (Result) check = call ("check", NULL, fmus, "no-binary.fmu");

  g_assert_cmpint (info.status, ==, 0);
  assert_contains (info.output, "darwin64");
  g_assert_cmpint (check.status, ==, 1);
  assert_contains (check.output, "error binary-loads CoSimulation: ");
  assert_contains (check.output, "there are binaries for: darwin64");
}

static void
test_check (void)
{
  static const char *const good[]
      = { "prey.fmu", "predator.fmu", "left-body.fmu", "right-body.fmu" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_auto (Result) result = call ("check", NULL, models, good[i]);

      g_assert_cmpint (result.status, ==, 0);
      assert_contains (result.output, ": 0 errors, 0 warnings, 0 notes\n");
    }
}

static void
test_check_json (void)
{
  g_auto (Result) result = call ("check", "--json", fmus, "missing-symbol.fmu");
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *root = parse (parser, result.output);
  JsonObject *finding
      = json_array_get_object_element (json_object_get_array_member (root, "findings"), 0);

  g_assert_cmpint (result.status, ==, 1);
  g_assert_cmpint (json_object_get_int_member (root, "errors"), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (finding, "level"), ==, "error");
  g_assert_cmpstr (json_object_get_string_member (finding, "rule"), ==, "binary-loads");
  assert_contains (json_object_get_string_member (finding, "message"), "fmi2DoStep");
}

/* Sanitizers would end the process in a way of their own. */
static void
leave_crash_alone (void)
{
  static const char *const names[] = { "ASAN_OPTIONS", "TSAN_OPTIONS" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *options = g_getenv (names[i]);
      g_autofree char *more
          = g_strdup_printf ("%s:handle_segv=0", options != NULL ? options : "verbosity=0");

      g_setenv (names[i], more, TRUE);
    }
}

/* An FMU that crashes is a finding, of both interfaces if it does so in a process of its own. */
static void
test_crash (void)
{
  g_auto (Result) apart = { 0 }, result = { 0 };

  apart = call ("check", NULL, fmus, "crash.fmu");
  g_assert_cmpint (apart.status, ==, 1);
  assert_contains (apart.output, "error instantiate CoSimulation: check (crash.fmu) crashed in "
                                 "fmi2Instantiate: segmentation fault");
  assert_contains (apart.output, "error instantiate ModelExchange: ");
  assert_contains (apart.output, ": 2 errors, 0 warnings");
  leave_crash_alone ();
  result = call ("check", "--isolation=none", fmus, "crash.fmu");
  g_assert_cmpint (result.status, ==, 1);
  assert_contains (result.output, "error survives the FMU crashes the process");
  assert_contains (result.output, ": 1 error, 0 warnings");
}

/* What is shipped keeps the rules that it is held to. */
static void
test_shipped (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) directory = g_dir_open (models, 0, &error);
  const char *name;
  guint n = 0;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (directory)) != NULL)
    if (g_str_has_suffix (name, ".fmu"))
      {
        g_auto (Result) result = call ("check", NULL, models, name);

        if (result.status != 0)
          g_test_fail_printf ("%s: %s%s", name, result.output, result.errors);
        n++;
      }
  g_assert_cmpuint (n, >=, 50);
}

/* Parameter sets and mappings by themselves, by the version that they say. */
static void
test_part (void)
{
  static const char *const text
      = "<ssv:ParameterSet version=\"%s\" name=\"p\" "
        "xmlns:ssv=\"http://ssp-standard.org/SSP1/SystemStructureParameterValues\">\n"
        "<ssv:Parameters>\n<ssv:Parameter name=\"k\"><ssv:%s value=\"1\"/></ssv:Parameter>\n"
        "</ssv:Parameters></ssv:ParameterSet>\n";
  static const struct
  {
    const char *version, *type;
    int status;
  } parts[] = { { "1.0", "Real", 0 }, { "1.0", "Float64", 1 }, { "2.0", "Float64", 0 } };
  g_autofree char *folder = g_dir_make_tmp ("part-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "values.ssv", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *document = g_strdup_printf (text, parts[i].version, parts[i].type);

      g_assert_true (g_file_set_contents (path, document, -1, NULL));
      g_auto (Result) result = call ("check", NULL, folder, "values.ssv");
      g_assert_cmpint (result.status, ==, parts[i].status);
      assert_contains (result.output, parts[i].status == 0 ? "0 errors" : "values.ssv:3: error");
    }
  g_assert_true (g_file_set_contents (path, "<other/>", -1, NULL));
  g_auto (Result) other = call ("check", NULL, folder, "values.ssv");
  g_assert_cmpint (other.status, ==, 1);
  assert_contains (other.errors, "begins no document of SSP");
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_wrong_usage (void)
{
  static const char *const commands[] = { "info", "check" };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_auto (Result) none = call (commands[i], NULL, NULL, NULL);
      g_auto (Result) option = call (commands[i], "--colour", models, "prey.fmu");
      g_auto (Result) absent = call (commands[i], NULL, models, "absent.fmu");

      g_assert_cmpint (none.status, ==, 2);
      g_assert_cmpint (option.status, ==, 2);
      assert_contains (option.errors, "--colour");
      g_assert_cmpint (absent.status, ==, 1);
      assert_contains (absent.errors, "absent.fmu");
      g_assert_cmpstr (absent.output, ==, "");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 4);
  program = argv[1];
  models = argv[2];
  fmus = argv[3];
  /* The texts compared are the untranslated ones. */
  g_setenv ("LC_ALL", "C.UTF-8", TRUE);
  g_test_add_func ("/cli/info/text", test_info);
  g_test_add_func ("/cli/info/json", test_info_json);
  g_test_add_func ("/cli/info/other-platform", test_other_platform);
  g_test_add_func ("/cli/check/text", test_check);
  g_test_add_func ("/cli/check/json", test_check_json);
  g_test_add_func ("/cli/check/crash", test_crash);
  g_test_add_func ("/cli/check/part", test_part);
  g_test_add_func ("/cli/check/shipped", test_shipped);
  g_test_add_func ("/cli/wrong-usage", test_wrong_usage);
  return g_test_run ();
}
