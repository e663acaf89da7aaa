/* The rules: a good description breaks none, each change breaks the one it is meant to break. */
#include "core/check/check.h"
#include "core/check/check-impl.h"
#include "core/fmi/check-terminals.h"
#include "core/fmi/fmi-schema.h"
#include "full.h"

#include <string.h>

static const struct
{
  const char *from, *to, *rule, *subject;
} broken[] = {
  { "fmiVersion=\"2.0\"", "fmiVersion=\"2.0.4\"", "attribute-value",
    "element fmiModelDescription" },
  { "author=\"A\"", "autor=\"A\"", "known-attributes", NULL },
  { "<ModelStructure>", "<Extra/><ModelStructure>", "known-elements", "element Extra" },
  { "<BaseUnit K", "<DisplayUnit name=\"x\"/><BaseUnit K", "element-order",
    "element DisplayUnit “x”" },
  { "<VendorAnnotations>", "<DefaultExperiment/><VendorAnnotations>", "element-once",
    "element DefaultExperiment" },
  { "guid=\"{1}\"", "guid=\"\"", "guid-not-empty", "guid" },
  { "modelName=\"full\"", "modelName=\"\"", "model-name-not-empty", "modelName" },
  { "\"structured\"", "\"fancy\"", "attribute-value", NULL },
  { "2026-01-31T12:00:00Z", "yesterday", "attribute-value", NULL },
  { "full_me", "full-me", "model-identifier", "ModelExchange" },
  { "canGetAndSetFMUstate=\"true\"", "", "serialize-needs-state", "CoSimulation" },
  { "stopTime=\"3.5\"", "stopTime=\"0.5\"", "experiment-interval", NULL },
  { "stopTime=\"3.5\"", "stopTime=\"INF\"", "experiment-finite", NULL },
  { "tolerance=\"1e-4\"", "tolerance=\"0\"", "experiment-tolerance", NULL },
  { "stepSize=\"0.25\"", "stepSize=\"-1\"", "experiment-step-size", NULL },
  { "<Category name=\"logEvents\"/>", "<Category name=\"logAll\"/>", "log-category-unique",
    "logAll" },
  { "</VendorAnnotations>", "<Tool name=\"X\"/></VendorAnnotations>", "vendor-annotation-unique",
    "X" },
  { "<Unit name=\"bar/s\"/>", "<Unit name=\"bar/s\"/><Unit name=\"K\"/>", "unit-unique", "K" },
  { "factor=\"1e5\"", "factor=\"0\"", "unit-factor", "bar" },
  { "<DisplayUnit name=\"degC\"", "<DisplayUnit name=\"degC\"/><DisplayUnit name=\"degC\"",
    "display-unit-unique", "K" },
  { "offset=\"-273.15\"", "factor=\"0\"", "display-unit-factor", "K" },
  { "</TypeDefinitions>", "<SimpleType name=\"Mode\"><Boolean/></SimpleType></TypeDefinitions>",
    "type-unique", "Mode" },
  { "<SimpleType name=\"Pressure\"",
    "<SimpleType name=\"hidden\"><Real/></SimpleType>"
    "<SimpleType name=\"Pressure\"",
    "type-name-differs", "hidden" },
  { "<Item name=\"on\"", "<Item name=\"off\"", "item-name-unique", "Mode" },
  { "value=\"-1\"", "value=\"0\"", "item-value-unique", "Mode" },
  { "max=\"INF\" nominal", "max=\"-1\" nominal", "bounds-order", "Pressure" },
  { "nominal=\"2\"", "nominal=\"0\"", "nominal-positive", "Pressure" },
  { "nominal=\"5\"", "nominal=\"-5\"", "nominal-positive", "twice" },
  { "unit=\"bar/s\"", "unit=\"Bar/s\"", "unit-declared", "der(p)" },
  { "displayUnit=\"degC\"", "displayUnit=\"degF\"", "display-unit-declared", NULL },
  { "unit=\"K\" displayUnit", "displayUnit", "display-unit-needs-unit", NULL },
  { "name=\"hidden\"", "name=\"\"", "variable-name-not-empty", "" },
  { "name=\"hidden\"", "name=\"twice\"", "variable-name-unique", "twice" },
  { "name=\"hidden\"", "name=\"2nd\"", "structured-name", "2nd" },
  { "variability=\"discrete\"", "", "continuous-is-real", "mode" },
  { "causality=\"parameter\" variability=\"tunable\"", "causality=\"parameter\"",
    "continuous-is-real", "n" },
  { "causality=\"calculatedParameter\" variability=\"tunable\"",
    "causality=\"calculatedParameter\"", "causality-variability", "twice" },
  { "initial=\"exact\"", "initial=\"approx\"", "initial-allowed", "flag" },
  { "causality=\"input\"", "causality=\"input\" initial=\"exact\"", "initial-allowed", NULL },
  { "causality=\"independent\" variability=\"continuous\"><Real/>",
    "causality=\"independent\" variability=\"discrete\"><Integer/>", "independent-is-real",
    "time" },
  { "name=\"hidden\" valueReference=\"9\" variability=\"fixed\"",
    "name=\"hidden\" valueReference=\"9\" causality=\"independent\"", "independent-once",
    "hidden" },
  { "valueReference=\"1\" description",
    "valueReference=\"1\""
    " canHandleMultipleSetPerTimeInstant=\"true\" description",
    "multiple-set-is-input", "p" },
  { " start=\"300\"", "", "start-required", "T[1].'in & out'" },
  { " start=\"-3\"", "", "start-required", "n" },
  { "<Real nominal=\"5\"/>", "<Real start=\"5\"/>", "start-forbidden", "twice" },
  { "start=\"300\"", "start=\"NaN\"", "start-finite", NULL },
  { "start=\"1.5\"", "start=\"7.5\"", "start-in-bounds", "p" },
  { "min=\"-4\" max=\"9\"", "min=\"4\" max=\"-9\"", "bounds-order", "n" },
  { "declaredType=\"Mode\"", "", "attribute-missing",
    "element Enumeration in ScalarVariable “mode”" },
  { "declaredType=\"Mode\"", "declaredType=\"Modus\"", "declared-type-exists", "mode" },
  { "declaredType=\"Mode\"", "declaredType=\"Pressure\"", "declared-type-matches", "mode" },
  { "variability=\"discrete\"><Enumeration declaredType=\"Mode\"/>",
    "variability=\"discrete\" initial=\"exact\"><Enumeration declaredType=\"Mode\" start=\"5\"/>",
    "start-is-item", "mode" },
  { "nominal=\"5\"", "reinit=\"true\"", "reinit-is-state", "twice" },
  { "derivative=\"2\"/>", "derivative=\"3\"/>", "derivative-of-other", "der(p)" },
  { "<Real nominal=\"5\"/>", "<Real derivative=\"10\"/>", "derivative-of-continuous", "twice" },
  { "<Real nominal=\"5\"/>", "<Real derivative=\"2\"/>", "derivative-continuous", "twice" },
  /* Duplicate value references that are no aliases */
  { "name=\"T[1].'in &amp; out'\" valueReference=\"3\"",
    "name=\"T[1].'in &amp; out'\" valueReference=\"1\"", "value-reference-unique",
    "T[1].'in & out'" },
  { "variability=\"fixed\"><Real/>", "variability=\"constant\"><Real start=\"0\"/>", NULL, NULL },
  { "valueReference=\"9\" variability=\"fixed\"><Real/>",
    "valueReference=\"4\" variability=\"constant\"><Real start=\"0\"/>", "value-reference-constant",
    "hidden" },
  { "valueReference=\"9\"", "valueReference=\"1\"", "value-reference-unit", "hidden" },
  { "valueReference=\"9\"", "valueReference=\"4\"", NULL, NULL },
  { "<Unknown index=\"8\"/></Outputs>", "</Outputs>", "output-in-model-structure", "mode" },
  { "<Unknown index=\"8\"/></Outputs>", "<Unknown index=\"8\"/><Unknown index=\"8\"/></Outputs>",
    "outputs-unique", "mode" },
  { "<Unknown index=\"8\"/></Outputs>", "<Unknown index=\"8\"/><Unknown index=\"4\"/></Outputs>",
    "outputs-are-outputs", "T[1].'in & out'" },
  { "<Derivatives>", "<Derivatives><Unknown index=\"3\"/>", "derivatives-unique", "der(p)" },
  { "index=\"2\" dependencies=\"2\"", "index=\"2\" dependencies=\"5\"", "dependencies-known", "p" },
  { "dependencies=\"1 2 4\"", "dependencies=\"1 4 2\"", "dependencies-order", "der(p)" },
  { "<Unknown index=\"8\"/></Outputs>",
    "<Unknown index=\"8\" dependencies=\"4\" dependenciesKind=\"constant\"/></Outputs>",
    "dependencies-kind-real", "mode" },
  { "<Unknown index=\"9\" dependencies=\"5\"/>",
    "<Unknown index=\"9\" dependencies=\"5\" dependenciesKind=\"fixed\"/>",
    "dependencies-kind-initial", "twice" },
  { "<Unknown index=\"9\" dependencies=\"5\"/>", "", "initial-unknowns-complete", "twice" },
  { "<Unknown index=\"9\" dependencies=\"5\"/>", "<Unknown index=\"9\"/><Unknown index=\"10\"/>",
    "initial-unknowns-allowed", "hidden" },
  { "<Unknown index=\"3\"/><Unknown index=\"8\"/>", "<Unknown index=\"8\"/><Unknown index=\"3\"/>",
    "initial-unknowns-order", "der(p)" },
  { "<Unknown index=\"3\"/><Unknown index=\"8\"/>",
    "<Unknown index=\"3\"/><Unknown index=\"3\"/><Unknown index=\"8\"/>", "initial-unknowns-unique",
    "der(p)" },
};

static GPtrArray *
check (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsDescription) description
      = ls_description_read_memory (text, strlen (text), "a.xml", &error);

  g_assert_no_error (error);
  return ls_check_description (description);
}

static gboolean
has_finding (const GPtrArray *findings, const char *rule, const char *subject)
{
  for (guint i = 0; i < findings->len; i++)
    {
      const LsFinding *finding = findings->pdata[i];

      if (g_str_equal (finding->rule, rule)
          && (subject == NULL || g_strcmp0 (finding->subject, subject) == 0))
        return TRUE;
    }
  return FALSE;
}

static void
test_good (void)
{
  g_autoptr (GPtrArray) findings = check (full_description);

  for (guint i = 0; i < findings->len; i++)
    {
      const LsFinding *finding = findings->pdata[i];

      g_error ("%s: %s: %s", finding->rule, finding->subject, finding->message);
    }
}

static void
test_rules (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      const char *at = strstr (full_description, broken[i].from);
      g_autofree char *text = NULL;
      g_autoptr (GPtrArray) findings = NULL;

      if (at == NULL)
        g_error ("“%s” is not in the description", broken[i].from);
      text = g_strdup_printf ("%.*s%s%s", (int)(at - full_description), full_description,
                              broken[i].to, at + strlen (broken[i].from));
      findings = check (text);
      if (broken[i].rule == NULL && findings->len > 0)
        g_error ("“%s” breaks %s", broken[i].to, ((LsFinding *)findings->pdata[0])->rule);
      if (broken[i].rule != NULL && !has_finding (findings, broken[i].rule, broken[i].subject))
        g_error ("“%s” does not break %s", broken[i].to, broken[i].rule);
    }
}

static void
test_names (void)
{
  static const char *const good[]
      = { "a",      "_a1",           "a.b",    "a[1]",     "a[1,22].b",
          "der(a)", "der(a.b[3],2)", "'#1'.b", "'it\\'s'", "robot.axis.'motor #234'.inertia" };
  static const char *const bad[]
      = { "",      "1",       "a.",      ".a", "a[]", "a[1",   "a[1,]", "a[x]",  "a b", "der(a",
          "der()", "der(a,)", "der(a,2", "''", "'a",  "'\\x'", "a-b",   "a[1]b", "ä" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    if (!ls_check_is_structured_name (good[i]))
      g_error ("%s is a structured name", good[i]);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    if (ls_check_is_structured_name (bad[i]))
      g_error ("%s is not a structured name", bad[i]);
}

/* Directory of the FMUs and what running them has to find, or nothing. */
static const char *models, *fmus;

static void
test_run (void)
{
  const struct
  {
    const char *directory, *name, *rule;
  } expected[] = {
    { models, "prey.fmu", NULL },
    { models, "predator.fmu", NULL },
    { models, "left-body.fmu", NULL },
    { models, "right-body.fmu", NULL },
    { fmus, "types.fmu", NULL },
    { fmus, "events.fmu", NULL },
    { fmus, "faulty.fmu", NULL },
    { fmus, "cs-only.fmu", NULL },
    { fmus, "me-only.fmu", NULL },
    { fmus, "capless-prey.fmu", "functions-exported" },
    { fmus, "missing-symbol.fmu", "binary-loads" },
    { fmus, "missing-library.fmu", "binary-loads" },
    { fmus, "no-binary.fmu", "binary-loads" },
    { fmus, "wide-wrong.fmu", "adjoint-derivative" },
    { fmus, "null-instance.fmu", "instantiate" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *path = g_build_filename (expected[i].directory, expected[i].name, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsFmu) fmu = ls_fmu_open (path, &error);
      g_autoptr (GPtrArray) findings = NULL;

      g_assert_no_error (error);
      findings = ls_check_description (ls_fmu_get_description (fmu));
      ls_check_run (fmu, findings);
      if (expected[i].rule != NULL)
        g_assert_true (has_finding (findings, expected[i].rule, NULL));
      else if (findings->len > 0)
        g_error ("%s: %s", path, ((LsFinding *)findings->pdata[0])->message);
    }
}

/* A function that a flag or a variable asks for is named; one that nothing asks for is not. */
static void
test_announced (void)
{
  static const char *const missing[]
      = { "fmi3GetAdjointDerivative", "fmi3SetFMUState", "fmi3EnterConfigurationMode" };
  g_autofree char *path = g_build_filename (fmus, "wide-less.fmu", NULL);
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, NULL);
  g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_finding_free);

  g_assert_nonnull (fmu);
  ls_check_run (fmu, findings);
  for (guint i = 0; i < G_N_ELEMENTS (missing); i++)
    g_assert_true (has_finding (findings, "functions-announced", missing[i]));
  g_assert_false (has_finding (findings, "functions-announced", "fmi3GetShiftFraction"));
  g_assert_false (has_finding (findings, "functions-announced", "fmi3ExitConfigurationMode"));
}

static const char terminals_description[]
    = "<fmiModelDescription fmiVersion='3.0' modelName='t' instantiationToken='t'>"
      "<CoSimulation modelIdentifier='t'/><ModelVariables>"
      "<Float64 name='time' valueReference='0' causality='independent' variability='continuous'/>"
      "<Float64 name='p' valueReference='1' causality='input' start='0'/>"
      "<Float64 name='m' valueReference='2' causality='output'/>"
      "<Float64 name='h' valueReference='3' causality='input' start='0 0'><Dimension start='2'/>"
      "<Alias name='enthalpy'/></Float64>"
      "</ModelVariables><ModelStructure><Output valueReference='2'/></ModelStructure>"
      "</fmiModelDescription>";

/* A line each; what is wrong in the second and third terminal is in line 9 and below. */
static const char terminals_document[] = "<fmiTerminalsAndIcons fmiVersion='3.0'><Terminals>\n"
                                         "<Terminal name='good' matchingRule='plug'>\n"
                                         "<TerminalMemberVariable variableName='p' memberName='p' "
                                         "variableKind='signal'/>\n"
                                         "<TerminalMemberVariable variableName='m' memberName='m' "
                                         "variableKind='inflow'/>\n"
                                         "<TerminalStreamMemberVariable inStreamMemberName='h_in' "
                                         "outStreamMemberName='h_out' inStreamVariableName='h' "
                                         "outStreamVariableName='enthalpy'/>\n"
                                         "<Terminal name='good' matchingRule='org.example.own'/>\n"
                                         "</Terminal>\n"
                                         "<Terminal name='bad' matchingRule='bus'>\n"
                                         "<TerminalMemberVariable variableName='q' "
                                         "variableKind='signal'/>\n"
                                         "<TerminalMemberVariable variableName='p' memberName='a' "
                                         "variableKind='flow'/>\n"
                                         "<TerminalMemberVariable variableName='m' memberName='a' "
                                         "variableKind='signal'/>\n"
                                         "<TerminalStreamMemberVariable inStreamMemberName='i' "
                                         "outStreamMemberName='o' inStreamVariableName='h[3]' "
                                         "outStreamVariableName='h[2]'/>\n"
                                         "<TerminalGraphicalRepresentation x1='0' y1='0' x2='1' "
                                         "y2='1' iconBaseName='missing' "
                                         "defaultConnectionColor='1 2'/>\n"
                                         "</Terminal>\n"
                                         "<Terminal name='bad' matchingRule='socket'/>\n"
                                         "</Terminals></fmiTerminalsAndIcons>\n";

/* Each violation once, at its line; the good terminal has none. */
static void
test_terminals (void)
{
  static const struct
  {
    const char *rule, *subject;
    int line;
  } expected[] = {
    { "terminal-variable", "bad", 9 },       { "terminal-member-name", "bad", 9 },
    { "terminal-variable-kind", "bad", 10 }, { "terminal-member-name", "bad", 11 },
    { "terminal-variable", "bad", 12 },      { "terminal-stream", "bad", 12 },
    { "terminal-color", "bad", 13 },         { "terminal-icon", "bad", 13 },
    { "unique-terminal-names", "bad", 15 },  { "terminal-matching-rule", "bad", 15 },
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (LsDescription) description = ls_description_read_memory (
      terminals_description, sizeof terminals_description - 1, "t", &error);
  g_autoptr (xmlDoc) document = NULL;
  g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_finding_free);

  g_assert_no_error (error);
  document
      = ls_xml_read_memory (terminals_document, sizeof terminals_document - 1, "t", NULL, &error);
  g_assert_no_error (error);
  ls_check_document (document, terminals_document, sizeof terminals_document - 1, findings);
  g_assert_cmpuint (findings->len, ==, 0);
  ls_check_terminals (xmlDocGetRootElement (document), description, g_get_tmp_dir (), findings);
  for (guint i = 0; i < MIN (findings->len, G_N_ELEMENTS (expected)); i++)
    {
      const LsFinding *finding = findings->pdata[i];

      g_assert_cmpstr (finding->rule, ==, expected[i].rule);
      g_assert_cmpstr (finding->subject, ==, expected[i].subject);
      g_assert_cmpint (finding->line, ==, expected[i].line);
    }
  g_assert_cmpuint (findings->len, ==, G_N_ELEMENTS (expected));
}

/* Terminals in more others than are used: said once, of that whose inner ones are not. */
static void
test_deep_terminals (void)
{
  const guint n = 70;
  g_autoptr (GString) text = g_string_new ("<fmiTerminalsAndIcons fmiVersion='3.0'><Terminals>");
  g_autoptr (LsDescription) description = ls_description_read_memory (
      terminals_description, sizeof terminals_description - 1, "t", NULL);
  g_autoptr (xmlDoc) document = NULL;
  g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_finding_free);

  for (guint i = 0; i < n; i++)
    g_string_append (text, "<Terminal name='in' matchingRule='plug'>");
  for (guint i = 0; i < n; i++)
    g_string_append (text, "</Terminal>");
  g_string_append (text, "</Terminals></fmiTerminalsAndIcons>");
  document = ls_xml_read_memory (text->str, text->len, "t", NULL, NULL);
  g_assert_nonnull (document);
  ls_check_terminals (xmlDocGetRootElement (document), description, NULL, findings);
  g_assert_cmpuint (findings->len, ==, 1);
  g_assert_true (has_finding (findings, "terminal-depth", NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 3);
  models = argv[1];
  fmus = argv[2];
  g_test_add_func ("/fmi/check/good", test_good);
  g_test_add_func ("/fmi/check/rules", test_rules);
  g_test_add_func ("/fmi/check/names", test_names);
  g_test_add_func ("/fmi/check/run", test_run);
  g_test_add_func ("/fmi/check/announced", test_announced);
  g_test_add_func ("/fmi/check/terminals", test_terminals);
  g_test_add_func ("/fmi/check/deep-terminals", test_deep_terminals);
  return g_test_run ();
}
