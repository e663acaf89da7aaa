/* FMI 3.0: descriptions, and instances of FMUs made for it. */
#include "core/check/check.h"
#include "core/fmi/instance.h"
#include "core/helper/isolation.h"
#include "core/model/model.h"
#include "core/system/system.h"

#include <math.h>
#include <string.h>

static const char *examples, *fmus;

static const char text[]
    = "<?xml version=\"1.0\"?>\n"
      "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"a\" instantiationToken=\"t\">\n"
      "  <CoSimulation modelIdentifier=\"a\" hasEventMode=\"true\"/>\n"
      "  <ModelVariables>\n"
      "    <UInt64 name=\"m\" valueReference=\"4\" causality=\"structuralParameter\" "
      "start=\"2\"/>\n"
      "    <Float64 name=\"x\" valueReference=\"7\" causality=\"local\" initial=\"exact\""
      " start=\"1 2 3 4 5 6\"><Dimension valueReference=\"4\"/><Dimension start=\"3\"/>"
      "<Alias name=\"w\"/></Float64>\n"
      "    <Float64 name=\"der(x)\" valueReference=\"8\" derivative=\"7\"><Dimension"
      " valueReference=\"4\"/><Dimension start=\"3\"/></Float64>\n"
      "    <Float32 name=\"u\" valueReference=\"9\" causality=\"input\" start=\"7\"><Dimension"
      " valueReference=\"4\"/></Float32>\n"
      "    <Clock name=\"c\" valueReference=\"10\" causality=\"input\""
      " intervalVariability=\"constant\" intervalCounter=\"1\" resolution=\"4\""
      " shiftCounter=\"1\"/>\n"
      "    <Int16 name=\"k\" valueReference=\"11\" clocks=\"10\" previous=\"12\"/>\n"
      "    <Int16 name=\"l\" valueReference=\"12\" initial=\"exact\" start=\"-5\"/>\n"
      "    <Float64 name=\"t\" valueReference=\"0\" causality=\"independent\"/>\n"
      "  </ModelVariables>\n"
      "  <ModelStructure>\n"
      "    <ContinuousStateDerivative valueReference=\"8\" dependencies=\"7 9\"/>\n"
      "    <EventIndicator valueReference=\"7\"/>\n"
      "  </ModelStructure>\n"
      "</fmiModelDescription>\n";

static LsDescription *
read_text (const char *document, GHashTable *sizes, GError **error)
{
  return ls_description_read_sized (document, strlen (document), "a.xml", sizes, error);
}

static LsDescription *
replace (const char *from, const char *to, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, from, 2);
  g_autofree char *changed = g_strjoinv (to, parts);

  g_assert_nonnull (parts[1]);
  return read_text (changed, NULL, error);
}

/* Elements stand in row-major order, with names and start values of their own. */
static void
test_description (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsDescription) self = read_text (text, NULL, &error);
  const LsVariable *x, *clock;

  g_assert_no_error (error);
  g_assert_cmpuint (self->n_variables, ==, 1 + 6 + 6 + 2 + 5 - 1 + 6);
  x = ls_description_find (self, "x[2,1]");
  g_assert_cmpfloat (x->start_real, ==, 4.0);
  g_assert_cmpuint (x->element, ==, 3);
  g_assert_cmpint (ls_description_find (self, "der(x)[2,1]")->derivative_of, ==, (int)x->index);
  g_assert_cmpuint (ls_description_find (self, "w[2,1]")->value_reference, ==, x->value_reference);
  g_assert_true (ls_description_find (self, "m")->is_structural);
  g_assert_true (ls_description_find (self, "m")->sizes_arrays);
  /* One start value is that of all elements; references of elements are nobody else's. */
  g_assert_cmpfloat (ls_description_find (self, "u[2]")->start_real, ==, 7.0);
  for (guint i = 0; i < self->n_variables; i++)
    for (guint k = 0; k < i; k++)
      g_assert_true (self->variables[i].is_alias
                     || self->variables[i].value_reference != self->variables[k].value_reference);
  clock = ls_description_find (self, "c");
  g_assert_cmpfloat (clock->clock->interval, ==, 0.25);
  g_assert_cmpfloat (clock->clock->shift, ==, 0.25);
  g_assert_cmpuint (ls_description_find (self, "k")->clocks[0], ==, clock->index);
  g_assert_cmpuint (ls_description_find (self, "k")->previous, ==,
                    ls_description_find (self, "l")->index + 1);
  g_assert_cmpuint (self->derivatives.n, ==, 6);
  g_assert_cmpuint (self->derivatives.items[5].n_dependencies, ==, 6 + 2);
  g_assert_cmpuint (self->n_event_indicators, ==, 6);
}

/* Other sizes: the start values of the file do not fit and are dropped, single ones stay. */
static void
test_sizes (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) sizes = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (LsDescription) self = NULL;

  g_hash_table_insert (sizes, (gpointer) "m", (gpointer) "4");
  self = read_text (text, sizes, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (self->derivatives.n, ==, 12);
  g_assert_null (ls_description_find (self, "x[4,3]")->start);
  g_assert_cmpfloat (ls_description_find (self, "u[4]")->start_real, ==, 7.0);
}

/* An FMU of neither of the two kinds is run by its partitions, within steps. */
static void
test_interfaces (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsDescription) both = read_text (text, NULL, &error);
  g_autoptr (LsDescription) scheduled
      = replace ("<CoSimulation modelIdentifier=\"a\" hasEventMode=\"true\"/>",
                 "<ScheduledExecution modelIdentifier=\"a\"/>", &error);

  g_assert_no_error (error);
  g_assert_null (ls_description_explain_interface (both));
  g_assert_null (ls_description_explain_interface (scheduled));
  g_assert_true (scheduled->co_simulation.is_scheduled);
  g_assert_false (both->co_simulation.is_scheduled);
}

static const struct
{
  const char *from, *to, *message;
} bad[] = {
  { "valueReference=\"8\"", "valueReference=\"7\"",
    "a.xml:7: variable “der(x)”: the value reference 7 is that of “x”, too" },
  { "<Dimension start=\"3\"/><Alias", "<Dimension/><Alias",
    "a.xml:6: Dimension of “x”: it has to have either start or valueReference" },
  { "<Dimension start=\"3\"/><Alias", "<Dimension valueReference=\"12\"/><Alias",
    "a.xml:6: Dimension of “x”: the size with value reference 12 is not a UInt64" },
  { "structuralParameter", "parameter", "is not a UInt64 that is constant or a structural" },
  { "start=\"2\"", "start=\"-2\"", "the size “m” has no value that can be used: -2" },
  { "start=\"2\"", "start=\"10000000\"", "the size “m” has no value that can be used" },
  { "1 2 3 4 5 6", "1 2 3 4 5", "there are 5 start values for 6 elements" },
  { "1 2 3 4 5 6", "1 2 3 4 5 x", "a.xml:6: variable “x”: attribute start: “x” is not of type" },
  { "start=\"-5\"", "start=\"40000\"", "“40000” is not of type Int16" },
  { "derivative=\"7\"", "derivative=\"99\"", "no variable has value reference 99" },
  { "derivative=\"7\"", "derivative=\"9\"", "attribute derivative: “u” has 2 elements, not 6" },
  { "clocks=\"10\"", "clocks=\"11\"", "clocks: “11” is not the value reference of a Clock" },
  { "intervalCounter=\"1\"", "intervalCounter=\"0\"", "the interval of a periodic Clock is 0 s" },
  { "intervalCounter=\"1\"", "", "attribute intervalDecimal is missing" },
  { "dependencies=\"7 9\"", "dependencies=\"7 99\"",
    "a.xml:15: ContinuousStateDerivative “der(x)[1,1]”: dependencies: “99” is not the value" },
  { "<EventIndicator valueReference=\"7\"", "<EventIndicator valueReference=\"77\"",
    "a.xml:16: entry of “EventIndicator”: attribute valueReference: no variable has" },
  { "valueReference=\"11\"", "valueReference=\"11\" variability=\"continuous\"",
    "a variable of type Int16 cannot be continuous" },
};

static void
test_bad_documents (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (replace (bad[i].from, bad[i].to, &error));
      if (strstr (error->message, bad[i].message) == NULL)
        g_error ("“%s”: “%s” is not in “%s”", bad[i].to, bad[i].message, error->message);
    }
}

/* No mutation crashes or hangs; what is refused names the file. */
static void
test_mutations (void)
{
  GRand *random = g_rand_new_with_seed (30);
  guint n_read = 0;

  for (int i = 0; i < 3000; i++)
    {
      g_autofree char *changed = g_strdup (text);
      g_autoptr (GError) error = NULL;
      g_autoptr (LsDescription) self = NULL;

      for (int k = g_rand_int_range (random, 1, 4); k > 0; k--)
        changed[g_rand_int_range (random, 100, (int)sizeof text - 1)]
            = "0123456789 \"<>/=aCx-"[g_rand_int_range (random, 0, 20)];
      self = read_text (changed, NULL, &error);
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
start (LsFmu *fmu, LsKind kind)
{
  g_autoptr (GError) error = NULL;
  LsInstance *self = ls_instance_new (fmu, kind, "i", NULL, FALSE, &error);

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
assert_text (LsInstance *self, const char *name, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *value = ls_instance_get_text (self, find (self, name), &error);

  g_assert_no_error (error);
  g_assert_cmpstr (value, ==, expected);
}

static void
set_text (LsInstance *self, const char *name, const char *value)
{
  g_autoptr (GError) error = NULL;

  ls_instance_set_text (self, find (self, name), value, &error);
  g_assert_no_error (error);
}

/* Values of every type come out as they went in; an element that is set leaves the others. */
static void
test_values (void)
{
  g_autoptr (LsFmu) fmu = open_fmu (fmus, "third");
  g_autoptr (LsInstance) self = start (fmu, LS_KIND_CO_SIMULATION);
  g_autoptr (GError) error = NULL;

  assert_text (self, "y[3]", "6");
  set_text (self, "u[2]", "20");
  assert_text (self, "y[1]", "1");
  assert_text (self, "y[3]", "24");
  assert_text (self, "sums[3]", "24");
  assert_text (self, "large_out", "18446744073709551615");
  set_text (self, "large_in", "9007199254740993"); /* no double */
  assert_text (self, "large_out", "9007199254740993");
  set_text (self, "small_in", "-128");
  assert_text (self, "small_out", "-128");
  set_text (self, "flags_in[2]", "true");
  assert_text (self, "flags_out[1]", "true");
  assert_text (self, "flags_out[2]", "true");
  assert_text (self, "text_out", "a b");
  assert_text (self, "bytes_out", "00ff10");
  set_text (self, "bytes_in", "ABcd");
  assert_text (self, "bytes_out", "abcd");
  set_text (self, "bytes_in", "");
  assert_text (self, "bytes_out", "");
  set_text (self, "m[2,2]", "40");
  assert_text (self, "trace", "41");
  set_text (self, "single_in", "0.1");
  assert_text (self, "single_out", "0.10000000149011612");
  g_assert_false (ls_instance_set_text (self, find (self, "small_in"), "128", &error));
  g_assert_nonnull (strstr (error->message, "“128” is not of type Int8"));
  g_clear_error (&error);
  g_assert_false (ls_instance_set_text (self, find (self, "bytes_in"), "abc", &error));
  g_assert_nonnull (strstr (error->message, "is not of type Binary"));
}

/* The periodic Clock ticks at 0.05, 0.15 ...; the countdown of 0.25 s begins at the event at 0.3;
 * intervals of the third grow from 0.125: 0.125, 0.375, 0.875. Steps need not meet any of them, and
 * a rollback takes them back. */
static void
test_clocks (void)
{
  g_autoptr (LsFmu) fmu = open_fmu (fmus, "third");
  const double steps[] = { 0.1, 0.07, 1.0 };

  for (guint k = 0; k < G_N_ELEMENTS (steps); k++)
    {
      g_autoptr (LsInstance) self = start (fmu, LS_KIND_CO_SIMULATION);
      LsSavedState *state = NULL;
      double reached, value;

      g_assert_cmpint (ls_instance_exit_initialization (self), ==, LS_OK);
      while (ls_instance_get_time (self) < 1.0 - 1e-9)
        {
          const double h = fmin (steps[k], 1.0 - ls_instance_get_time (self));

          g_assert_cmpint (ls_instance_save (self, &state), ==, LS_OK);
          for (int again = 0; again < 2; again++)
            {
              if (again)
                g_assert_cmpint (ls_instance_restore (self, state), ==, LS_OK);
              g_assert_cmpint (ls_instance_do_step (self, h, FALSE, &reached), ==, LS_OK);
            }
        }
      assert_text (self, "ticks", "10");
      assert_text (self, "grown", "3");
      g_assert_cmpint (ls_instance_get_number (self, find (self, "last_tick"), &value), ==, LS_OK);
      /* Rounding of 0.05 + 9 * 0.1. */
      g_assert_cmpfloat_with_epsilon (value, 0.95, 1e-15);
      g_assert_cmpint (ls_instance_get_number (self, find (self, "fired"), &value), ==, LS_OK);
      g_assert_cmpfloat_with_epsilon (value, 0.55, 1e-15);
      ls_instance_free_state (self, state);
    }
}

/* A serialised state keeps the elements of arrays and the Clocks. */
static void
test_serialise (void)
{
  g_autoptr (LsFmu) fmu = open_fmu (fmus, "third");
  g_autoptr (LsInstance) self = start (fmu, LS_KIND_CO_SIMULATION);
  g_autoptr (LsInstance) other = start (fmu, LS_KIND_CO_SIMULATION);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  LsSavedState *state = NULL, *copy;
  double reached;

  set_text (self, "u[1]", "10");
  g_assert_cmpint (ls_instance_exit_initialization (self), ==, LS_OK);
  g_assert_cmpint (ls_instance_do_step (self, 0.5, TRUE, &reached), ==, LS_OK);
  g_assert_cmpint (ls_instance_save (self, &state), ==, LS_OK);
  bytes = ls_instance_serialize (self, state, &error);
  g_assert_no_error (error);
  copy = ls_instance_deserialize (other, bytes, &error);
  g_assert_no_error (error);
  g_assert_cmpint (ls_instance_restore (other, copy), ==, LS_OK);
  g_assert_cmpint (ls_instance_do_step (other, 0.5, TRUE, &reached), ==, LS_OK);
  assert_text (other, "ticks", "10");
  set_text (other, "u[2]", "0");
  assert_text (other, "y[3]", "13");
  ls_instance_free_state (self, state);
  ls_instance_free_state (other, copy);
}

/* The same model of both versions: the same bits, step by step. */
static void
test_same_steps (void)
{
  g_autoptr (LsFmu) second = open_fmu (examples, "prey");
  g_autoptr (LsFmu) third = open_fmu (examples, "fmi3/prey");
  LsInstance *a = start (second, LS_KIND_CO_SIMULATION), *b = start (third, LS_KIND_CO_SIMULATION);

  g_assert_cmpint (ls_instance_exit_initialization (a), ==, LS_OK);
  g_assert_cmpint (ls_instance_exit_initialization (b), ==, LS_OK);
  for (int k = 0; k < 50; k++)
    {
      const double input = 1.0 + 0.1 * k;
      double reached, y[2];

      for (int i = 0; i < 2; i++)
        {
          LsInstance *self = i == 0 ? a : b;

          g_assert_cmpint (ls_instance_set_number (self, find (self, "predators"), input), ==,
                           LS_OK);
          g_assert_cmpint (ls_instance_do_step (self, 0.1, TRUE, &reached), ==, LS_OK);
          ls_instance_get_number (self, find (self, "population"), &y[i]);
        }
      g_assert_cmpfloat (y[0], ==, y[1]);
    }
  ls_instance_free (a);
  ls_instance_free (b);
}

/* A Binary feeds a Binary only, though both are kept as text; integers of any size feed each other.
 */
static void
test_wires (void)
{
  static const struct
  {
    const char *output, *input;
    gboolean fits;
  } wires[] = { { "bytes_out", "bytes_in", TRUE }, { "bytes_out", "text_in", FALSE },
                { "text_out", "bytes_in", FALSE }, { "large_out", "small_in", TRUE },
                { "y[2]", "u[3]", TRUE },          { "flags_out[1]", "flags_in[2]", TRUE },
                { "y[2]", "small_in", FALSE } };
  g_autoptr (LsFmu) fmu = open_fmu (fmus, "third");
  g_autoptr (LsModel) model = ls_model_new ();
  guint a = ls_model_add_component (model, fmu, "a", 0.0, 0.0);
  guint b = ls_model_add_component (model, fmu, "b", 0.0, 0.0);

  for (guint i = 0; i < G_N_ELEMENTS (wires); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (
          ls_model_check_connection (model, a, wires[i].output, b, wires[i].input, &error), ==,
          wires[i].fits);
      if (!wires[i].fits)
        g_assert_nonnull (strstr (error->message, "the types differ"));
    }
}

static guint
index_of (LsSystem *system, const char *name)
{
  return ls_system_find_variable (system, name)->index;
}

/* Integers pass a wire exactly, beyond the 53 bits of a number, and not at all where they do not
 * fit. */
static void
test_exact_wires (void)
{
  g_autoptr (LsFmu) fmu = open_fmu (fmus, "third");
  g_autoptr (LsModel) model = ls_model_new ();
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *value = NULL;
  LsSystem *ends[2];

  for (guint i = 0; i < 2; i++)
    {
      const guint id = ls_model_add_component (model, fmu, i == 0 ? "a" : "b", 0.0, 0.0);

      ends[i] = ls_system_new (ls_model_find_component (model, id), 0.0, 1.0, 1e-6, log, &error);
      g_assert_no_error (error);
      g_assert_cmpint (ls_system_start (ends[i]), ==, LS_OK);
    }
  g_assert_cmpint (ls_system_copy_value (ends[0], index_of (ends[0], "large_out"), ends[1],
                                         index_of (ends[1], "large_in")),
                   ==, LS_OK);
  value = ls_system_get_text (ends[1], index_of (ends[1], "large_out"), &error);
  g_assert_no_error (error);
  g_assert_cmpstr (value, ==, "18446744073709551615");
  g_assert_cmpint (ls_system_copy_value (ends[0], index_of (ends[0], "large_out"), ends[1],
                                         index_of (ends[1], "small_in")),
                   ==, LS_STOP);
  for (guint i = 0; i < 2; i++)
    ls_system_free (ends[i]);
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
  g_test_add_func ("/fmi3/description", test_description);
  g_test_add_func ("/fmi3/sizes", test_sizes);
  g_test_add_func ("/fmi3/interfaces", test_interfaces);
  g_test_add_func ("/fmi3/bad-documents", test_bad_documents);
  g_test_add_func ("/fmi3/mutations", test_mutations);
  g_test_add_func ("/fmi3/values", test_values);
  g_test_add_func ("/fmi3/clocks", test_clocks);
  g_test_add_func ("/fmi3/serialise", test_serialise);
  g_test_add_func ("/fmi3/same-steps", test_same_steps);
  g_test_add_func ("/fmi3/wires", test_wires);
  g_test_add_func ("/fmi3/exact-wires", test_exact_wires);
  return g_test_run ();
}
