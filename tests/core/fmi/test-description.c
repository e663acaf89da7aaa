/* Reading modelDescription.xml: all that can be in it, what is wrong with bad ones, and damage. */
#include "core/check/check.h"
#include "full.h"

#include <math.h>
#include <string.h>

static LsDescription *
read_text (const char *text, GError **error)
{
  return ls_description_read_memory (text, strlen (text), "a.xml", error);
}

static LsDescription *
read_full (void)
{
  g_autoptr (GError) error = NULL;
  LsDescription *self = read_text (full_description, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (self->remarks->len, ==, 0);
  return self;
}

static void
test_head (void)
{
  g_autoptr (LsDescription) self = read_full ();

  g_assert_cmpstr (self->model_name, ==, "full");
  g_assert_cmpstr (self->guid, ==, "{1}");
  g_assert_cmpstr (self->description, ==, "All of it");
  g_assert_cmpstr (self->author, ==, "A");
  g_assert_cmpstr (self->version, ==, "1.2");
  g_assert_cmpstr (self->copyright, ==, "C");
  g_assert_cmpstr (self->license, ==, "L");
  g_assert_cmpstr (self->generation_tool, ==, "T");
  g_assert_cmpstr (self->generation_time, ==, "2026-01-31T12:00:00Z");
  g_assert_cmpstr (self->naming_convention, ==, "structured");
  g_assert_cmpuint (self->n_event_indicators, ==, 2);
  g_assert_cmpuint (self->n_log_categories, ==, 2);
  g_assert_cmpstr (self->log_categories[1], ==, "logEvents");
  g_assert_cmpstr (self->log_descriptions[0], ==, "everything");
  g_assert_cmpstr (self->log_descriptions[1], ==, "");
  g_assert_cmpuint (self->n_vendor_annotations, ==, 1);
  g_assert_cmpstr (self->vendor_annotations[0].name, ==, "X");
  g_assert_cmpstr (self->vendor_annotations[0].xml, ==,
                   "<Tool name=\"X\"><x:thing xmlns:x=\"urn:x\" a=\"1\">text &amp; more"
                   "</x:thing></Tool>");
}

static void
test_interfaces (void)
{
  g_autoptr (LsDescription) self = read_full ();
  const LsInterface *me = &self->model_exchange, *cs = &self->co_simulation;

  g_assert_true (me->present);
  g_assert_cmpstr (me->model_identifier, ==, "full_me");
  g_assert_true (me->completed_integrator_step_not_needed);
  g_assert_true (me->needs_execution_tool);
  g_assert_false (me->can_get_and_set_state);
  g_assert_cmpstr (me->source_files[1], ==, "b/c.c");
  g_assert_null (me->source_files[2]);
  g_assert_true (cs->present);
  g_assert_cmpstr (cs->model_identifier, ==, "full_cs");
  g_assert_true (cs->can_handle_variable_step);
  g_assert_true (cs->can_interpolate_inputs);
  g_assert_cmpuint (cs->max_output_derivative_order, ==, 3);
  g_assert_true (cs->can_run_asynchronously);
  g_assert_true (cs->can_be_instantiated_only_once_per_process);
  g_assert_true (cs->can_not_use_memory_management_functions);
  g_assert_true (cs->can_get_and_set_state);
  g_assert_true (cs->can_serialize_state);
  g_assert_true (cs->provides_directional_derivative);
  g_assert_null (cs->source_files);
  g_assert_cmpfloat (self->experiment.start_time, ==, 1);
  g_assert_cmpfloat (self->experiment.stop_time, ==, 3.5);
  g_assert_cmpfloat (self->experiment.tolerance, ==, 1e-4);
  g_assert_cmpfloat (self->experiment.step_size, ==, 0.25);
}

static void
test_units_and_types (void)
{
  g_autoptr (LsDescription) self = read_full ();
  const int bar[] = { 1, -1, -2, 0, 0, 0, 0, 0 };

  g_assert_cmpuint (self->n_units, ==, 3);
  g_assert_cmpmem (self->units[1].exponents, sizeof bar, bar, sizeof bar);
  g_assert_cmpfloat (self->units[1].factor, ==, 1e5);
  g_assert_cmpfloat (self->units[0].display_units[0].factor, ==, 1);
  g_assert_cmpfloat (self->units[0].display_units[0].offset, ==, -273.15);
  g_assert_false (self->units[2].has_base);
  g_assert_cmpuint (self->n_declared_types, ==, 2);
  g_assert_cmpint (self->declared_types[1].type, ==, LS_TYPE_ENUMERATION);
  g_assert_cmpuint (self->declared_types[1].n_items, ==, 2);
  g_assert_cmpint (self->declared_types[1].items[1].value, ==, -1);
  g_assert_cmpstr (self->declared_types[1].items[0].description, ==, "rest");
}

static void
test_variables (void)
{
  g_autoptr (LsDescription) self = read_full ();
  const LsVariable *p = ls_description_find (self, "p");
  const LsVariable *t = ls_description_find (self, "T[1].'in & out'");
  const LsVariable *n = ls_description_find (self, "n");

  g_assert_cmpuint (self->n_variables, ==, 10);
  /* The maximum is the variable's own, the rest comes from the type. */
  g_assert_cmpfloat (p->min, ==, 0);
  g_assert_cmpfloat (p->max, ==, 7);
  g_assert_cmpfloat (p->nominal, ==, 2);
  g_assert_cmpfloat (p->start_real, ==, 1.5);
  g_assert_cmpstr (p->quantity, ==, "P");
  g_assert_cmpstr (p->unit_name, ==, "bar");
  g_assert_cmpint (p->unit, ==, 1);
  g_assert_true (p->relative && p->unbounded && p->reinit);
  g_assert_cmpint (p->initial, ==, LS_INITIAL_APPROX);
  g_assert_cmpint (self->variables[2].derivative_of, ==, 1);
  g_assert_cmpint (t->initial, ==, LS_INITIAL_NONE);
  g_assert_false (t->can_handle_multiple_set);
  g_assert_cmpstr (t->display_unit, ==, "degC");
  g_assert_nonnull (strstr (t->annotations, "<Tool name=\"Y\"/>"));
  g_assert_cmpfloat (n->min, ==, -4);
  g_assert_cmpfloat (n->start_real, ==, -3);
  g_assert_cmpint (n->initial, ==, LS_INITIAL_EXACT);
  g_assert_cmpfloat (ls_description_find (self, "flag")->start_real, ==, 1);
  g_assert_cmpstr (ls_description_find (self, "text")->start, ==, "a < b");
  g_assert_cmpuint (ls_description_find (self, "text")->value_reference, ==, G_MAXUINT32);
  g_assert_cmpint (ls_description_find (self, "text")->initial, ==, LS_INITIAL_EXACT);
  g_assert_cmpint (ls_description_find (self, "mode")->declared_type, ==, 1);
  g_assert_cmpint (ls_description_find (self, "twice")->initial, ==, LS_INITIAL_CALCULATED);
  g_assert_cmpfloat (ls_description_find (self, "twice")->nominal, ==, 5);
  g_assert_cmpint (ls_description_find (self, "hidden")->initial, ==, LS_INITIAL_CALCULATED);
  g_assert_cmpfloat (ls_description_find (self, "hidden")->max, ==, INFINITY);
  g_assert_null (ls_description_find (self, "absent"));
}

static void
test_structure (void)
{
  g_autoptr (LsDescription) self = read_full ();
  const LsUnknown *derivative = &self->derivatives.items[0];

  g_assert_cmpuint (ls_description_get_n_states (self), ==, 1);
  g_assert_cmpuint (self->outputs.n, ==, 2);
  g_assert_cmpuint (self->outputs.items[1].variable, ==, 7);
  g_assert_false (self->outputs.items[1].has_dependencies);
  g_assert_cmpint (self->outputs.items[0].kinds[0], ==, LS_DEPENDENCY_FIXED);
  g_assert_cmpuint (derivative->variable, ==, 2);
  g_assert_cmpuint (derivative->n_dependencies, ==, 3);
  g_assert_cmpuint (derivative->dependencies[2], ==, 3);
  g_assert_cmpint (derivative->kinds[2], ==, LS_DEPENDENCY_DISCRETE);
  g_assert_cmpuint (self->initial_unknowns.n, ==, 4);
  g_assert_true (self->initial_unknowns.items[0].has_dependencies);
  g_assert_cmpuint (self->initial_unknowns.items[0].n_dependencies, ==, 0);
}

/* One change of the good description and what the message has to contain. */
static const struct
{
  const char *from, *to, *message;
} bad[] = {
  { "</ModelVariables>", "", "a.xml:4" },
  { "<fmiModelDescription fmiVersion=\"2.0\"", "<fmiModelDescription", "fmiVersion is missing" },
  { "fmiVersion=\"2.0\"", "fmiVersion=\"4.0\"",
    "a.xml:5: fmiModelDescription: this is an FMI 4.0" },
  { "fmiVersion=\"2.0\"", "fmiVersion=\"3.0-beta.2\"", "this is an FMI 3.0-beta.2 FMU" },
  { "fmiVersion=\"2.0\"", "fmiVersion=\"3.0\"", "attribute instantiationToken is missing" },
  { "modelName=\"full\"", "", "modelName is missing" },
  { "guid=\"{1}\"", "", "guid is missing" },
  { "numberOfEventIndicators=\"2\"", "numberOfEventIndicators=\"-2\"",
    "“-2” is not an integer from 0" },
  { "modelIdentifier=\"full_me\"", "", "a.xml:7: ModelExchange: attribute modelIdentifier" },
  { "maxOutputDerivativeOrder=\"3\"", "maxOutputDerivativeOrder=\"x\"", "“x” is not an integer" },
  { "canSerializeFMUstate=\"true\"", "canSerializeFMUstate=\"yes\"",
    "“yes” is neither true nor false" },
  { "<File name=\"a.c\"/>", "<File/>", "File: attribute name is missing" },
  { "<Unit name=\"bar/s\"/>", "<Unit/>", "a.xml:15: unit: attribute name is missing" },
  { "kg=\"1\"", "kg=\"1.5\"", "base unit of “bar”: attribute kg: “1.5” is not an integer" },
  { "factor=\"1e5\"", "factor=\"1e5x\"", "“1e5x” is not a number" },
  { "offset=\"-273.15\"", "offset=\"-273,15\"",
    "a.xml:13: display unit “degC”: attribute offset: “-273,15” is not a number" },
  { "<SimpleType name=\"Mode\"><Enumeration quantity=\"M\">", "<SimpleType name=\"Mode\"><Enum>",
    "a.xml:" },
  { "value=\"-1\"", "", "item of type “Mode”: attribute value is missing" },
  { "nominal=\"2\"", "nominal=\"two\"", "a.xml:18: type “Pressure”: attribute nominal: “two”" },
  { "stopTime=\"3.5\"", "stopTime=\"later\"", "a.xml:22: DefaultExperiment: attribute stopTime" },
  { "<Tool name=\"X\">", "<Tool>", "Tool: attribute name is missing" },
  { "name=\"hidden\"", "", "a.xml:34: variable: attribute name is missing" },
  { "name=\"hidden\" valueReference=\"9\"", "name=\"hidden\"",
    "a.xml:34: variable “hidden”: attribute valueReference is missing" },
  { "valueReference=\"9\"", "valueReference=\"4294967296\"", "“4294967296” is not an integer" },
  { "valueReference=\"9\"", "valueReference=\"-1\"", "“-1” is not an integer" },
  { "causality=\"calculatedParameter\"", "causality=\"computed\"",
    "a.xml:33: variable “twice”: attribute causality: “computed” is invalid; expected local, "
    "parameter" },
  { "variability=\"discrete\"", "variability=\"Discrete\"",
    "“Discrete” is invalid; expected constant" },
  { "initial=\"approx\"", "initial=\"guess\"",
    "“guess” is invalid; expected exact, approx, calculated" },
  { "<Real nominal=\"5\"/>", "", "a.xml:33: variable “twice”: there is no Real" },
  { "<Real nominal=\"5\"/>", "<Real/><Integer/>", "there are two types, Real and Integer" },
  { "start=\"1.5\"", "start=\"1.5 bar\"", "a.xml:26: variable “p”: attribute start: “1.5 bar”" },
  { "start=\"-3\"", "start=\"-3.0\"", "variable “n”: attribute start: “-3.0” is not of type" },
  { "start=\"-3\"", "start=\"3000000000\"", "“3000000000” is not of type Integer" },
  { "<Boolean start=\"1\"/>", "<Boolean start=\"2\"/>", "“2” is not of type Boolean" },
  { "min=\"-4\"", "min=\"low\"", "a.xml:29: variable “n”: attribute min: “low”" },
  { "numberOfEventIndicators=\"2\"", "numberOfEventIndicators=\"1000000000\"",
    "attribute numberOfEventIndicators: “1000000000” is not an integer from 0 to 1000000" },
  { "derivative=\"2\"", "derivative=\"11\"", "“11” is not an integer from 1 to 10" },
  { "derivative=\"2\"", "derivative=\"0\"", "“0” is not an integer from 1 to 10" },
  { "<Unknown index=\"8\"/></Outputs>", "<Unknown/></Outputs>",
    "unknown of “Outputs”: attribute index is missing" },
  { "<Unknown index=\"8\"/></Outputs>", "<Unknown index=\"11\"/></Outputs>",
    "a.xml:37: unknown of “Outputs”: attribute index: “11” is not an integer from 1 to 10" },
  { "dependencies=\"1 2 4\"", "dependencies=\"1 2 40\"",
    "Derivatives “der(p)”: dependencies: “40” is not the index" },
  { "fmiModelDescription", "modelDescription", "a.xml:" },
  { "<?xml", "<!DOCTYPE x [<!ENTITY a \"b\">]><?xml", "a.xml:1" },
};

static char *
change (const char *from, const char *to)
{
  const char *at = strstr (full_description, from);

  g_assert_nonnull (at);
  return g_strdup_printf ("%.*s%s%s", (int)(at - full_description), full_description, to,
                          at + strlen (from));
}

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *text = change (bad[i].from, bad[i].to);
      g_autoptr (GError) error = NULL;

      g_assert_null (read_text (text, &error));
      if (error->domain != LS_ERROR || strstr (error->message, bad[i].message) == NULL)
        g_error ("“%s” -> “%s”: “%s” is not in “%s”", bad[i].from, bad[i].to, bad[i].message,
                 error->message);
    }
}

/* Co-Simulation can do without states, Model Exchange cannot. */
static void
test_wrong_derivatives (void)
{
  static const struct
  {
    const char *to, *message;
  } cases[] = {
    { "", "a.xml:38: Derivatives “der(p)”: the variable is no derivative" },
    { "derivative=\"5\"", "the state “n” is not a Real" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = change ("derivative=\"2\"", cases[i].to);
      g_autofree char *exchange = change ("derivative=\"2\"", cases[i].to);
      char *slave = strstr (exchange, "<CoSimulation");
      g_autoptr (GError) error = NULL;
      g_autoptr (LsDescription) self = read_text (text, &error);
      const LsFinding *remark;

      g_assert_no_error (error);
      g_assert_true (self->co_simulation.present);
      g_assert_false (self->model_exchange.present);
      g_assert_cmpuint (ls_description_get_n_states (self), ==, 0);
      remark = g_ptr_array_index (self->remarks, self->remarks->len - 1);
      g_assert_nonnull (strstr (remark->message, cases[i].message));
      g_assert_cmpint (remark->level, ==, LS_FINDING_ERROR);

      /* An unknown element is passed over. */
      memcpy (slave, "<NoSimulation", strlen ("<NoSimulation"));
      g_assert_null (read_text (exchange, &error));
      g_assert_nonnull (strstr (error->message, cases[i].message));
    }
}

/* Kinds that do not fit are passed over with a word: a dependency of any kind is one. The
 * Reference FMU Feedthrough 0.0.39 names two dependencies and one kind. */
static void
test_wrong_kinds (void)
{
  static const struct
  {
    const char *from, *to, *message;
    guint n_dependencies;
  } cases[] = {
    { "dependencies=\"1 2 4\"", "dependencies=\"1 2\"",
      "dependenciesKind has 3 entries, dependencies has 2", 2 },
    { "dependencies=\"1 2 4\"", "", "dependenciesKind has 3 entries, dependencies has 0", 0 },
    { "dependent constant discrete", "constant", "dependenciesKind has 1 entries", 3 },
    { "dependent constant discrete", "dependent constant linear", "“linear” is not a kind", 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = change (cases[i].from, cases[i].to);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsDescription) self = read_text (text, &error);
      const LsUnknown *unknown;
      const LsFinding *remark = NULL;

      g_assert_no_error (error);
      unknown = &self->derivatives.items[0];
      g_assert_false (unknown->has_kinds);
      g_assert_cmpuint (unknown->n_dependencies, ==, cases[i].n_dependencies);
      for (guint j = 0; j < unknown->n_dependencies; j++)
        g_assert_cmpint (unknown->kinds[j], ==, LS_DEPENDENCY_DEPENDENT);
      for (guint j = 0; j < self->remarks->len && remark == NULL; j++)
        if (strstr (((LsFinding *)self->remarks->pdata[j])->message, cases[i].message) != NULL)
          remark = self->remarks->pdata[j];
      g_assert_nonnull (remark);
      g_assert_cmpint (remark->level, ==, LS_FINDING_WARNING);
      g_assert_nonnull (strstr (remark->message, "the kinds are ignored"));
    }
}

/* The message names the line where it is beyond what 16 bits hold, too. There the
 * parser knows it from the text that follows only, which may be a line further. */
static void
test_long_file (void)
{
  g_autoptr (GString) text = g_string_new (
      "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"m\" guid=\"g\"><ModelVariables>\n");
  g_autoptr (GError) error = NULL;

  for (int i = 2; i <= 100000; i++)
    g_string_append_printf (
        text, "<ScalarVariable name=\"v%d\" valueReference=\"%d\"><Real/></ScalarVariable>\n", i,
        i);
  g_string_append (text, "<ScalarVariable name=\"last\">\n<Real/></ScalarVariable>\n"
                         "</ModelVariables></fmiModelDescription>");
  g_assert_null (read_text (text->str, &error));
  g_assert_true (g_str_has_prefix (error->message, "a.xml:100001: variable “last”")
                 || g_str_has_prefix (error->message, "a.xml:100002: variable “last”"));
}

static void
test_too_many (void)
{
  const char *variable = "<ScalarVariable/>";
  g_autoptr (GString) text = g_string_new (
      "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"m\" guid=\"g\"><ModelVariables>");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i <= LS_DESCRIPTION_MAX_VARIABLES; i++)
    g_string_append (text, variable);
  g_string_append (text, "</ModelVariables></fmiModelDescription>");
  g_assert_null (read_text (text->str, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_LIMIT);
}

/* Puts something else in the place of a letter or digit, so that most of the
 * damage is beyond what the XML parser notices. */
static void
change_word (GString *text, GRand *random)
{
  static const char letters[] = "0123456789-.eReal truxp";
  gsize at = (gsize)g_rand_int_range (random, 60, (gint32)text->len);

  while (at < text->len && !g_ascii_isalnum (text->str[at]))
    at++;
  if (at < text->len)
    text->str[at] = letters[g_rand_int_range (random, 0, sizeof letters - 1)];
}

/* Removes, doubles or moves a whole line, which leaves most documents well-formed. */
static void
change_lines (GString *text, GRand *random)
{
  g_auto (GStrv) lines = g_strsplit (text->str, "\n", -1);
  int n = (int)g_strv_length (lines);
  int from = g_rand_int_range (random, 5, n - 1), to = g_rand_int_range (random, 5, n - 1);
  char *line = lines[from], *old = lines[to];

  if (g_rand_boolean (random))
    {
      lines[from] = old;
      lines[to] = line;
    }
  else
    {
      lines[to] = g_strdup (g_rand_boolean (random) ? line : "");
      g_free (old);
    }
  g_string_truncate (text, 0);
  for (int i = 0; i < n; i++)
    g_string_append_printf (text, "%s\n", lines[i]);
}

static void
change_bytes (GString *text, GRand *random)
{
  static const char *const pieces[]
      = { "\"",      "<",     ">",   "/>",         "=",   "0",   "-1",    "4294967295",
          "&#0;",    "&amp;", "]]>", "<!--",       "INF", "NaN", "1e999", "dependencies=\"",
          "<Real/>", "\xff",  "\n",  "index=\"2\"" };
  gssize at = g_rand_int_range (random, 0, (gint32)text->len);
  gssize length = MIN (g_rand_int_range (random, 1, 40), (gssize)text->len - at);

  if (g_rand_boolean (random))
    g_string_erase (text, at, length);
  else
    g_string_insert (text, at, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
}

static char *
mutate (GRand *random)
{
  GString *text = g_string_new (full_description);

  for (int n = g_rand_int_range (random, 1, 4); n > 0; n--)
    {
      int kind = g_rand_int_range (random, 0, 8);

      if (kind == 0)
        change_bytes (text, random);
      else if (kind < 4)
        change_lines (text, random);
      else
        change_word (text, random);
    }
  return g_string_free (text, FALSE);
}

/* Whatever is done to a description, it is read or refused with a message that
 * names the file; what is read can be checked. The seed is fixed, so that a
 * failure can be repeated. */
static void
test_mutations (void)
{
  GRand *random = g_rand_new_with_seed (20);
  gint64 begin = g_get_monotonic_time ();
  guint n_read = 0;

  for (int i = 0; i < 3000; i++)
    {
      g_autofree char *text = mutate (random);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsDescription) self = read_text (text, &error);

      if (self != NULL)
        {
          g_ptr_array_unref (ls_check_description (self));
          n_read++;
        }
      else if (!g_str_has_prefix (error->message, "a.xml:"))
        g_error ("mutation %d: %s", i, error->message);
    }
  g_rand_free (random);
  g_test_message ("%u of 3000 mutations could be read", n_read);
  g_assert_cmpuint (n_read, >, 300);
  /* A millisecond each is plenty; the bound is against a runaway. */
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 60 * G_USEC_PER_SEC);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fmi/description/head", test_head);
  g_test_add_func ("/fmi/description/interfaces", test_interfaces);
  g_test_add_func ("/fmi/description/units-and-types", test_units_and_types);
  g_test_add_func ("/fmi/description/variables", test_variables);
  g_test_add_func ("/fmi/description/structure", test_structure);
  g_test_add_func ("/fmi/description/bad", test_bad);
  g_test_add_func ("/fmi/description/wrong-derivatives", test_wrong_derivatives);
  g_test_add_func ("/fmi/description/wrong-kinds", test_wrong_kinds);
  g_test_add_func ("/fmi/description/long-file", test_long_file);
  g_test_add_func ("/fmi/description/too-many", test_too_many);
  g_test_add_func ("/fmi/description/mutations", test_mutations);
  return g_test_run ();
}
