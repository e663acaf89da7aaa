/* FMI 1.0: descriptions, and instances of FMUs made for it. */
#include "core/base/tempdir.h"
#include "core/check/check.h"
#include "core/fmi/instance.h"
#include "core/helper/isolation.h"

#include <math.h>
#include <string.h>

static const char *examples, *fmus;

static const char text[]
    = "<?xml version=\"1.0\"?>\n"
      "<fmiModelDescription fmiVersion=\"1.0\" modelName=\"a\" modelIdentifier=\"a\" guid=\"g\""
      " numberOfContinuousStates=\"2\" numberOfEventIndicators=\"3\">\n"
      "  <UnitDefinitions><BaseUnit unit=\"K\"><DisplayUnitDefinition displayUnit=\"degC\""
      " offset=\"-273.15\"/></BaseUnit></UnitDefinitions>\n"
      "  <TypeDefinitions><Type name=\"Mode\"><EnumerationType><Item name=\"off\"/><Item"
      " name=\"on\"/></EnumerationType></Type></TypeDefinitions>\n"
      "  <DefaultExperiment startTime=\"0\" stopTime=\"2\"/>\n"
      "  <ModelVariables>\n"
      "    <ScalarVariable name=\"p\" valueReference=\"1\" variability=\"parameter\"><Real"
      " start=\"2\"/></ScalarVariable>\n"
      "    <ScalarVariable name=\"q\" valueReference=\"2\" variability=\"parameter\"><Real"
      " unit=\"K\"/></ScalarVariable>\n"
      "    <ScalarVariable name=\"r\" valueReference=\"3\" variability=\"parameter\"><Real"
      " start=\"4\" fixed=\"false\"/></ScalarVariable>\n"
      "    <ScalarVariable name=\"u\" valueReference=\"4\" causality=\"input\"><Real"
      "/></ScalarVariable>\n"
      "    <ScalarVariable name=\"w\" valueReference=\"5\" causality=\"input\"><Real"
      " start=\"1\"/></ScalarVariable>\n"
      "    <ScalarVariable name=\"y\" valueReference=\"6\" causality=\"output\"><Real"
      "/><DirectDependency><Name>u</Name></DirectDependency></ScalarVariable>\n"
      "    <ScalarVariable name=\"z\" valueReference=\"7\" causality=\"output\"><Real"
      " start=\"5\"/></ScalarVariable>\n"
      "    <ScalarVariable name=\"minus_z\" valueReference=\"7\" alias=\"negatedAlias\"><Real"
      "/></ScalarVariable>\n"
      "    <ScalarVariable name=\"mode\" valueReference=\"1\" causality=\"internal\"><Enumeration"
      " declaredType=\"Mode\" start=\"2\"/></ScalarVariable>\n"
      "    <ScalarVariable name=\"c\" valueReference=\"2\" variability=\"constant\"><Integer"
      " start=\"3\"/></ScalarVariable>\n"
      "    <ScalarVariable name=\"state[1]\" valueReference=\"8\"><Real/></ScalarVariable>\n"
      "  </ModelVariables>\n"
      "</fmiModelDescription>\n";

static LsDescription *
read_text (const char *document, GError **error)
{
  return ls_description_read_memory (document, strlen (document), "a.xml", error);
}

static char *
replace (const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, 2);

  g_assert_nonnull (parts[1]);
  return g_strjoinv (to, parts);
}

static void
assert_kind (const LsDescription *self,
             const char *name,
             LsCausality causality,
             LsVariability variability,
             LsInitial initial)
{
  const LsVariable *variable = ls_description_find (self, name);

  g_assert_cmpint (variable->causality, ==, causality);
  g_assert_cmpint (variable->variability, ==, variability);
  g_assert_cmpint (variable->initial, ==, initial);
}

/* Variables are those of later versions; states, their derivatives and a negated alias have value
 * references of their own. */
static void
test_description (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsDescription) self = read_text (text, &error);
  const LsVariable *state, *minus;

  g_assert_no_error (error);
  assert_kind (self, "p", LS_CAUSALITY_PARAMETER, LS_VARIABILITY_FIXED, LS_INITIAL_EXACT);
  assert_kind (self, "q", LS_CAUSALITY_CALCULATED_PARAMETER, LS_VARIABILITY_FIXED,
               LS_INITIAL_CALCULATED);
  assert_kind (self, "r", LS_CAUSALITY_CALCULATED_PARAMETER, LS_VARIABILITY_FIXED,
               LS_INITIAL_APPROX);
  assert_kind (self, "u", LS_CAUSALITY_INPUT, LS_VARIABILITY_CONTINUOUS, LS_INITIAL_NONE);
  assert_kind (self, "z", LS_CAUSALITY_OUTPUT, LS_VARIABILITY_CONTINUOUS, LS_INITIAL_EXACT);
  assert_kind (self, "mode", LS_CAUSALITY_LOCAL, LS_VARIABILITY_DISCRETE, LS_INITIAL_EXACT);
  assert_kind (self, "c", LS_CAUSALITY_LOCAL, LS_VARIABILITY_CONSTANT, LS_INITIAL_EXACT);
  g_assert_true (self->model_exchange.present && !self->co_simulation.present);
  g_assert_cmpfloat (self->units[0].display_units[0].offset, ==, -273.15);
  g_assert_cmpint (self->declared_types[0].items[1].value, ==, 2);
  /* The name of the first state is taken. */
  g_assert_cmpuint (self->n_variables, ==, 11 + 4);
  g_assert_cmpuint (self->derivatives.n, ==, 2);
  state = ls_description_find (self, "state_[2]");
  g_assert_cmpint (ls_description_find (self, "der(state_[2])")->derivative_of, ==,
                   (int)state->index);
  minus = ls_description_find (self, "minus_z");
  g_assert_cmpuint (minus->negates, ==, 7);
  g_assert_cmpuint (minus->value_reference, !=, 7);
  g_assert_cmpuint (minus->value_reference, !=, state->value_reference);
  /* y depends on one input and on the states, z on all that there is. */
  g_assert_true (ls_unknown_depends_on (&self->outputs.items[0], 3));
  g_assert_false (ls_unknown_depends_on (&self->outputs.items[0], 4));
  g_assert_true (ls_unknown_depends_on (&self->outputs.items[0], state->index));
  g_assert_false (self->outputs.items[1].has_dependencies);
}

/* What breaks a rule is named with its line; what cannot be read is refused. */
static const struct
{
  const char *from, *to, *rule;
  int line;
} broken[] = {
  { "modelIdentifier=\"a\"", "modelIdentifier=\"a b\"", "model-identifier", 2 },
  { "modelName", "autor=\"x\" modelName", "known-attributes", 2 },
  { "offset=\"-273.15\"", "offset=\"cold\"", NULL, 3 },
  { "numberOfEventIndicators=\"3\"", "", "attribute-missing", 2 },
  { "numberOfEventIndicators=\"3\"", "numberOfEventIndicators=\"-3\"", NULL, 2 },
  { "numberOfContinuousStates=\"2\"", "numberOfContinuousStates=\"4000000000\"", NULL, 2 },
  { "<Item name=\"on\"/>", "<Item/>", NULL, 4 },
  { "<DefaultExperiment", "<LogCategories/><DefaultExperiment", "known-elements", 5 },
  { "stopTime=\"2\"", "stopTime=\"-2\"", "experiment-interval", 5 },
  { "variability=\"parameter\"><Real start=\"2\"", "variability=\"tunable\"><Real start=\"2\"",
    NULL, 7 },
  { "unit=\"K\"/>", "unit=\"K\" fixed=\"true\"/>", "fixed-needs-start", 8 },
  { "causality=\"input\"><Real/>", "causality=\"input\"><Real/><DirectDependency/>",
    "direct-dependency-of-output", 10 },
  { "<Name>u</Name>", "<Name>p</Name>", "direct-dependency-is-input", 12 },
  { "causality=\"output\"><Real start", "causality=\"out\"><Real start", NULL, 13 },
  { "alias=\"negatedAlias\"", "", "value-reference-unique", 14 },
  { "declaredType=\"Mode\"", "declaredType=\"Node\"", "declared-type-exists", 15 },
  { "causality=\"internal\"", "variability=\"continuous\"", "continuous-is-real", 15 },
  { "<Integer start=\"3\"/>", "<Integer/>", "start-required", 16 },
  { "<Integer start=\"3\"/>", "<Integer start=\"3.5\"/>", NULL, 16 },
};

static void
check_broken (const char *from, const char *to, const char *rule, int line)
{
  g_autofree char *changed = replace (from, to);
  g_autofree char *place = g_strdup_printf ("a.xml:%d: ", line);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsDescription) self = read_text (changed, &error);
  g_autoptr (GPtrArray) findings = self != NULL ? ls_check_description (self) : NULL;
  gboolean found = FALSE;

  g_assert_true ((rule == NULL) == (self == NULL));
  if (rule == NULL)
    {
      if (!g_str_has_prefix (error->message, place))
        g_error ("“%s”: “%s” does not begin with “%s”", to, error->message, place);
      return;
    }
  for (guint i = 0; i < findings->len; i++)
    {
      const LsFinding *finding = findings->pdata[i];

      found = found || (g_str_equal (finding->rule, rule) && finding->line == line);
    }
  if (!found)
    g_error ("“%s” does not break the rule %s in line %d", to, rule, line);
}

static void
test_broken (void)
{
  g_autoptr (LsDescription) good = read_text (text, NULL);
  g_autoptr (GPtrArray) findings = ls_check_description (good);

  /* That z is taken to depend on everything is said. */
  g_assert_cmpuint (findings->len, ==, 1);
  g_assert_cmpstr (((LsFinding *)findings->pdata[0])->rule, ==, "direct-dependency");
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    check_broken (broken[i].from, broken[i].to, broken[i].rule, broken[i].line);
}

/* No mutation crashes or hangs; what is refused names the file. */
static void
test_mutations (void)
{
  GRand *random = g_rand_new_with_seed (10);
  guint n_read = 0;

  for (int i = 0; i < 3000; i++)
    {
      g_autofree char *changed = g_strdup (text);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsDescription) self = NULL;

      for (int k = g_rand_int_range (random, 1, 4); k > 0; k--)
        changed[g_rand_int_range (random, 100, (int)sizeof text - 1)]
            = "0123456789 \"<>/=aCx-"[g_rand_int_range (random, 0, 20)];
      self = read_text (changed, &error);
      if (self != NULL)
        g_ptr_array_unref (ls_check_description (self));
      else
        g_assert_true (g_str_has_prefix (error->message, "a.xml"));
      n_read += self != NULL;
    }
  g_rand_free (random);
  /* Otherwise they would be too coarse to reach the rules behind the syntax. */
  g_assert_cmpuint (n_read, >, 100);
}

/* ---- FMUs -------------------------------------------------------------------------------- */

static LsFmu *
open_fmu (const char *folder, const char *name)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.fmu", folder, name);
  g_autoptr (GError) error = NULL;
  LsFmu *fmu = ls_fmu_open (path, &error);

  g_assert_no_error (error);
  return fmu;
}

static LsInstance *
start (LsFmu *fmu, LsKind kind, LsLog *log)
{
  g_autoptr (GError) error = NULL;
  LsInstance *self = ls_instance_new (fmu, kind, "i", log, FALSE, &error);

  g_assert_no_error (error);
  g_assert_cmpint (ls_instance_setup (self, NAN, 0.0, NAN), ==, LS_OK);
  g_assert_cmpint (ls_instance_enter_initialization (self), ==, LS_OK);
  return self;
}

static const LsVariable *
find (LsInstance *self, const char *name)
{
  return ls_description_find (ls_instance_get_description (self), name);
}

static void
set_text (LsInstance *self, const char *name, const char *value)
{
  g_autoptr (GError) error = NULL;

  ls_instance_set_text (self, find (self, name), value, &error);
  g_assert_no_error (error);
}

static void
assert_text (LsInstance *self, const char *name, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *value = ls_instance_get_text (self, find (self, name), &error);

  g_assert_no_error (error);
  g_assert_cmpstr (value, ==, expected);
}

/* Values come out as they went in, with the other sign through a negated alias. */
static void
test_values (void)
{
  g_autoptr (LsFmu) fmu = open_fmu (fmus, "first");
  g_autoptr (LsInstance) self = start (fmu, LS_KIND_CO_SIMULATION, NULL);

  assert_text (self, "x", "1");
  assert_text (self, "minus_x", "-1");
  assert_text (self, "also_x", "1");
  set_text (self, "minus_u", "3");
  assert_text (self, "u", "-3");
  assert_text (self, "minus_k", "-7");
  set_text (self, "minus_k", "8");
  assert_text (self, "k", "-8");
  assert_text (self, "prompt", "true");
  set_text (self, "prompt", "false");
  assert_text (self, "pending", "true");
  set_text (self, "s", "b c");
  assert_text (self, "s", "b c");
}

/* The FMU is initialized with the inputs that were set before anything was read. A later value of
 * an input is told, unless it is the first again. */
static void
test_initialization (void)
{
  static const char *const later[] = { NULL, "4", "5" };
  g_autoptr (LsFmu) fmu = open_fmu (fmus, "first");

  for (guint i = 0; i < G_N_ELEMENTS (later); i++)
    {
      g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
      LsInstance *self = start (fmu, LS_KIND_CO_SIMULATION, log);

      set_text (self, "u", "5");
      assert_text (self, "at_start", "5");
      if (later[i] != NULL)
        {
          set_text (self, "u", "6");
          set_text (self, "u", later[i]);
        }
      g_assert_cmpint (ls_instance_exit_initialization (self), ==, LS_OK);
      assert_text (self, "at_start", "5");
      g_assert_cmpuint (ls_log_count (log, LS_LOG_WARNING), ==, i == 1 ? 1 : 0);
      ls_instance_free (self);
    }
}

/* Steps that are pending are waited for; one that is discarded tells how far it came. */
static void
test_steps (void)
{
  g_autoptr (LsFmu) fmu = open_fmu (fmus, "first");
  double reached, value;

  for (int pending = 0; pending < 2; pending++)
    {
      LsInstance *self = start (fmu, LS_KIND_CO_SIMULATION, NULL);

      set_text (self, "pending", pending ? "true" : "false");
      set_text (self, "refused_from", "0.75");
      g_assert_cmpint (ls_instance_exit_initialization (self), ==, LS_OK);
      g_assert_cmpint (ls_instance_do_step (self, 0.5, TRUE, &reached), ==, LS_OK);
      g_assert_cmpfloat (reached, ==, 0.5);
      ls_instance_get_number (self, find (self, "minus_x"), &value);
      /* Two roundings. */
      g_assert_cmpfloat_with_epsilon (value, -exp (-0.5), 1e-15);
      g_assert_cmpint (ls_instance_do_step (self, 0.5, TRUE, &reached), ==, LS_RETRY);
      g_assert_cmpfloat (reached, ==, 0.75);
      g_assert_cmpint (ls_instance_terminate (self), ==, LS_OK);
      g_assert_cmpint (ls_instance_reset (self), ==, LS_OK);
      g_assert_cmpint (ls_instance_setup (self, NAN, 0.0, NAN), ==, LS_OK);
      g_assert_cmpint (ls_instance_enter_initialization (self), ==, LS_OK);
      assert_text (self, "x", "1");
      ls_instance_free (self);
    }
}

/* The same model of both versions: the same bits. */
static void
test_same_steps (void)
{
  g_autoptr (LsFmu) second = open_fmu (examples, "prey");
  g_autoptr (LsFmu) first = open_fmu (examples, "fmi1/prey");
  LsInstance *instances[]
      = { start (second, LS_KIND_CO_SIMULATION, NULL), start (first, LS_KIND_CO_SIMULATION, NULL) };

  for (int i = 0; i < 2; i++)
    g_assert_cmpint (ls_instance_exit_initialization (instances[i]), ==, LS_OK);
  for (int k = 0; k < 50; k++)
    {
      double reached, y[2], dy[2];

      for (int i = 0; i < 2; i++)
        {
          LsInstance *self = instances[i];
          const LsVariable *output = find (self, "population"), *input = find (self, "predators");
          const double u = 1.0 + 0.1 * k, du = 1.0;

          g_assert_cmpint (ls_instance_set_number (self, input, u), ==, LS_OK);
          g_assert_cmpint (ls_instance_set_input_derivatives (self, &input->value_reference, 1,
                                                              (const int[]){ 1 }, &du),
                           ==, LS_OK);
          g_assert_cmpint (ls_instance_do_step (self, 0.1, TRUE, &reached), ==, LS_OK);
          ls_instance_get_number (self, output, &y[i]);
          g_assert_cmpint (ls_instance_get_output_derivatives (self, &output->value_reference, 1,
                                                               (const int[]){ 1 }, &dy[i]),
                           ==, LS_OK);
        }
      g_assert_cmpfloat (y[0], ==, y[1]);
      g_assert_cmpfloat (dy[0], ==, dy[1]);
    }
  for (int i = 0; i < 2; i++)
    ls_instance_free (instances[i]);
}

/* Model Exchange: states and their derivatives, at once and as variables. */
static void
test_exchange (void)
{
  g_autoptr (LsFmu) fmu = open_fmu (examples, "fmi1/prey-exchange");
  g_autoptr (LsInstance) self = start (fmu, LS_KIND_MODEL_EXCHANGE, NULL);
  const double x = 0.25;
  LsEventInfo info;
  double dx, value;

  set_text (self, "predators", "3");
  g_assert_cmpint (ls_instance_exit_initialization (self), ==, LS_OK);
  g_assert_cmpint (ls_instance_update_discrete_states (self, &info), ==, LS_OK);
  g_assert_false (info.has_next_time || info.terminate);
  g_assert_cmpint (ls_instance_enter_continuous_time_mode (self), ==, LS_OK);
  g_assert_cmpint (ls_instance_set_time (self, 0.5), ==, LS_OK);
  g_assert_cmpint (ls_instance_set_states (self, &x), ==, LS_OK);
  g_assert_cmpint (ls_instance_get_state_derivatives (self, &dx), ==, LS_OK);
  ls_instance_get_number (self, find (self, "der(population)"), &value);
  g_assert_cmpfloat (value, ==, dx);
  ls_instance_get_number (self, find (self, "der(state[1])"), &value);
  g_assert_cmpfloat (value, ==, dx);
  ls_instance_get_number (self, find (self, "state[1]"), &value);
  g_assert_cmpfloat (value, ==, x);
  g_assert_false (ls_instance_can_reset (self));
  g_assert_cmpint (ls_instance_get_capabilities (self) & LS_CAN_SAVE_STATE, ==, 0);
}

/* ---- What cannot be run ------------------------------------------------------------------ */

static void
write_file (const char *folder, const char *name, const char *contents)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, contents, -1, NULL));
}

static void
assert_refused (LsFmu *fmu, LsKind kind, const char *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (ls_instance_new (fmu, kind, "i", NULL, FALSE, &error));
  if (strstr (error->message, message) == NULL)
    g_error ("“%s” is not in “%s”", message, error->message);
}

static void
test_refused (void)
{
  g_autoptr (LsFmu) stepless = open_fmu (fmus, "first-stepless");

  assert_refused (stepless, LS_KIND_CO_SIMULATION, "lacks the function first_fmiDoStep");
  assert_refused (stepless, LS_KIND_MODEL_EXCHANGE, "has no interface for Model Exchange");
}

static void
test_refused_folders (void)
{
  static const char implementation[]
      = "<Implementation><CoSimulation_Tool><Capabilities/><Model entryPoint=\"file:///a\""
        " type=\"b\"/></CoSimulation_Tool></Implementation></fmiModelDescription>";
  g_autoptr (LsTempdir) tempdir = ls_tempdir_new (NULL);
  const char *folder = ls_tempdir_get_path (tempdir);
  g_autofree char *tool = replace ("</fmiModelDescription>", implementation);
  g_autofree char *other = replace ("modelIdentifier=\"a\"", "modelIdentifier=\"other\"");
  g_autoptr (LsFmu) small = NULL, wrong = NULL, coupled = NULL;
  g_autofree char *library = NULL;
  gsize size;

  /* A binary of 32 bits only. */
  write_file (folder, "modelDescription.xml", text);
  write_file (folder, "binaries/linux32/a.so", "");
  small = ls_fmu_open (folder, NULL);
  assert_refused (small, LS_KIND_MODEL_EXCHANGE, "there are binaries for: linux32");

  /* Functions with another identifier. */
  {
    g_autoptr (LsFmu) first = open_fmu (examples, "fmi1/prey-exchange");
    g_autofree char *from = g_build_filename (ls_fmu_get_directory (first), "binaries",
                                              ls_fmu_get_platform (), "prey.so", NULL);
    g_autofree char *to
        = g_build_filename (folder, "binaries", ls_fmu_get_platform (), "other.so", NULL);
    g_autofree char *parent = g_path_get_dirname (to);

    g_assert_true (g_file_get_contents (from, &library, &size, NULL));
    g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
    g_assert_true (g_file_set_contents (to, library, (gssize)size, NULL));
  }
  write_file (folder, "modelDescription.xml", other);
  wrong = ls_fmu_open (folder, NULL);
  assert_refused (wrong, LS_KIND_MODEL_EXCHANGE, "lacks the function other_fmiGetVersion");

  /* A tool. */
  write_file (folder, "modelDescription.xml", tool);
  coupled = ls_fmu_open (folder, NULL);
  g_assert_nonnull (strstr (ls_description_explain_interface (ls_fmu_get_description (coupled)),
                            "CoSimulation_Tool"));
}

int
main (int argc, char **argv)
{
  LsIsolation isolation = LS_ISOLATION_NONE;

  g_test_init (&argc, &argv, NULL);
  /* The same in helper processes. */
  if (argc > 1 && ls_isolation_parse (argv[1], &isolation, NULL))
    argv++, argc--;
  ls_isolation_set (isolation);
  g_assert_cmpint (argc, >=, 3);
  examples = argv[1];
  fmus = argv[2];
  g_test_add_func ("/fmi1/description", test_description);
  g_test_add_func ("/fmi1/broken", test_broken);
  g_test_add_func ("/fmi1/mutations", test_mutations);
  g_test_add_func ("/fmi1/values", test_values);
  g_test_add_func ("/fmi1/initialization", test_initialization);
  g_test_add_func ("/fmi1/steps", test_steps);
  g_test_add_func ("/fmi1/same-steps", test_same_steps);
  g_test_add_func ("/fmi1/exchange", test_exchange);
  g_test_add_func ("/fmi1/refused", test_refused);
  g_test_add_func ("/fmi1/refused-folders", test_refused_folders);
  return g_test_run ();
}
