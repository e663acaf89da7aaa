/* Models: edits, their undoing, and the words for what is not allowed. */
#include "core/model/model.h"
#include "core/model/model-runs.h"

#include "make-fmu.h"

#include <math.h>
#include <string.h>

static const char *models; /* folder of the example FMUs */

static LsFmu *
open_example (const char *name)
{
  g_autofree char *file = g_strconcat (name, ".fmu", NULL);
  g_autofree char *path = g_build_filename (models, file, NULL);
  g_autoptr (GError) error = NULL;
  LsFmu *fmu = ls_fmu_open (path, &error);

  g_assert_no_error (error);
  return fmu;
}

static guint
add (LsModel *model, LsFmu *fmu, const char *name)
{
  g_autoptr (LsFmu) owned = fmu;

  return ls_model_add_component (model, owned, name, 0.0, 0.0);
}

static guint
add_example (LsModel *model, const char *fmu, const char *name)
{
  return add (model, open_example (fmu), name);
}

static const char *
get_name (const LsModel *model, guint id)
{
  return ls_model_find_component (model, id)->name;
}

static void
check_message (GError **error, const char *wanted)
{
  g_assert_error (*error, LS_ERROR, LS_ERROR_MODEL);
  g_assert_cmpstr ((*error)->message, ==, wanted);
  g_clear_error (error);
}

static void
test_names (void)
{
  static const char *const bad[] = { "a\nb", "\x7f", "\xc3", "\xef\xbf\xbe" };
  g_autoptr (LsModel) model = ls_model_new ();
  g_autoptr (GError) error = NULL;
  guint prey = add_example (model, "prey", NULL);

  g_assert_cmpuint (prey, !=, 0);
  g_assert_cmpstr (get_name (model, prey), ==, "prey");
  g_assert_cmpstr (get_name (model, add_example (model, "prey", NULL)), ==, "prey_2");
  g_assert_cmpstr (get_name (model, add_example (model, "prey", "prey 2")), ==, "prey_2_2");
  g_assert_cmpstr (get_name (model, add_example (model, "prey", " a.b\tc\x01 ")), ==, "a_b_c_");
  g_assert_cmpstr (get_name (model, add_example (model, "prey", "")), ==, "component");
  g_assert_cmpstr (get_name (model, add_example (model, "prey", "\xff")), ==, "\xef\xbf\xbd");
  g_assert_cmpstr (get_name (model, add (model, test_make_source ("Plant.Sine", "1", ""), NULL)),
                   ==, "Sine");
  g_assert_true (ls_model_rename_component (model, prey, "Füchse und Hasen", &error));
  g_assert_true (ls_model_rename_component (model, prey, "Füchse und Hasen", &error));
  g_assert_nonnull (ls_model_find_component_by_name (model, "Füchse und Hasen"));
  g_assert_null (ls_model_find_component_by_name (model, "prey"));
  g_assert_false (ls_model_rename_component (model, prey, "", &error));
  check_message (&error, "A component needs a name");
  g_assert_false (ls_model_rename_component (model, prey, "a.b", &error));
  check_message (&error,
                 "“a.b” has a point; points separate the name of a component from its variables");
  g_assert_false (ls_model_rename_component (model, prey, "prey_2", &error));
  check_message (&error, "There is a component called “prey_2” already");
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_assert_false (ls_model_rename_component (model, prey, bad[i], &error));
      check_message (&error, "The name has characters that cannot be shown or saved");
    }
  g_assert_cmpstr (get_name (model, prey), ==, "Füchse und Hasen");
}

/* The first free number, whatever was used and freed before. */
static void
test_free_numbers (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint ids[5];

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    ids[i] = add_example (model, "prey", NULL);
  g_assert_cmpstr (get_name (model, ids[4]), ==, "prey_5");
  ls_model_remove_component (model, ids[3]);
  g_assert_true (ls_model_rename_component (model, ids[1], "hare", NULL));
  g_assert_cmpstr (get_name (model, add_example (model, "prey", NULL)), ==, "prey_2");
  g_assert_cmpstr (get_name (model, add_example (model, "prey", NULL)), ==, "prey_4");
  g_assert_cmpstr (get_name (model, add_example (model, "prey", NULL)), ==, "prey_6");
  ls_model_remove_component (model, ids[0]);
  g_assert_cmpstr (get_name (model, add_example (model, "prey", NULL)), ==, "prey");
  g_assert_cmpstr (get_name (model, add_example (model, "prey", "prey_2")), ==, "prey_2_2");
  g_assert_cmpstr (get_name (model, add_example (model, "prey", NULL)), ==, "prey_7");
}

static void
test_lists (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  const LsComponent *right
      = ls_model_find_component (model, add_example (model, "right-body", "right"));
  g_autoptr (GPtrArray) inputs = ls_component_list_inputs (right);
  g_autoptr (GPtrArray) outputs = ls_component_list_outputs (right);
  g_autoptr (GPtrArray) settable = ls_component_list_settable (right);
  g_auto (GStrv) signals = ls_model_list_output_signals (model);
  g_autofree char *joined = g_strjoinv (" ", signals);
  double width, height;

  g_assert_cmpuint (inputs->len, ==, 2);
  g_assert_cmpstr (((const LsVariable *)inputs->pdata[0])->name, ==, "x_left");
  g_assert_cmpuint (outputs->len, ==, 3);
  g_assert_cmpstr (((const LsVariable *)outputs->pdata[2])->name, ==, "F");
  /* x, v (initial exact), both inputs, six parameters; not F and the derivatives. */
  g_assert_cmpuint (settable->len, ==, 10);
  g_assert_cmpstr (joined, ==, "right.x right.v right.F");
  ls_component_get_natural_size (right, &width, &height);
  g_assert_cmpfloat (width, ==, right->width);
  g_assert_cmpfloat (height, ==, right->height);
  g_assert_cmpfloat (fmod (width, 10.0), ==, 0.0);
  g_assert_cmpfloat (height, >=, 3 * 20.0);
}

static void
test_connections (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint left = add_example (model, "left-body", "left");
  guint right = add_example (model, "right-body", "right");
  guint prey = add_example (model, "prey", "prey");
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  guint wire;

  g_assert_cmpuint (ls_model_connect (model, prey, "population", left, "F", &error), ==, 0);
  check_message (&error,
                 "prey.population (1) cannot feed left.F (N): the units measure different things");
  g_assert_cmpuint (ls_model_connect (model, right, "x_left", left, "F", &error), ==, 0);
  check_message (&error, "right.x_left is an input; drag from an output");
  g_assert_cmpuint (ls_model_connect (model, right, "m", left, "F", &error), ==, 0);
  check_message (&error, "right.m is a parameter; drag from an output");
  g_assert_cmpuint (ls_model_connect (model, right, "F", left, "x", &error), ==, 0);
  check_message (&error, "left.x is an output; drop on an input");
  g_assert_cmpuint (ls_model_connect (model, right, "G", left, "F", &error), ==, 0);
  check_message (&error, "right has no variable “G”");
  g_assert_null (ls_model_find_source (model, left, "F"));
  wire = ls_model_connect (model, right, "F", left, "F", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (wire, !=, 0);
  g_assert_cmpuint (ls_model_find_source (model, left, "F")->id, ==, wire);
  g_assert_false (ls_model_check_connection (model, right, "F", left, "F", &error));
  check_message (&error, "left.F is fed by right.F already; remove that wire first");
  text = ls_model_describe_connection (model, ls_model_find_connection (model, wire));
  g_assert_cmpstr (text, ==, "right.F → left.F");
  ls_model_disconnect (model, wire);
  g_assert_null (ls_model_find_connection (model, wire));
  g_assert_cmpuint (ls_model_connect (model, right, "F", left, "F", &error), >, wire);
  g_assert_cmpuint (ls_model_connect (model, left, "x", right, "x_left", &error), !=, 0);
  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 2);
  ls_model_remove_component (model, left);
  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 0);
  g_assert_null (ls_model_find_source (model, right, "x_left"));
  g_assert_cmpuint (ls_model_get_n_components (model), ==, 2);
}

/* Which types fit which. */
static void
test_types (void)
{
  static const char *const names[] = { "real", "whole", "flag", "text", "mode" };
  g_autoptr (LsModel) model = ls_model_new ();
  guint a = add (model, test_make_types ("types"), "a");
  guint b = add (model, test_make_types ("types"), "b");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint j = 0; j < G_N_ELEMENTS (names); j++)
      {
        g_autofree char *output = g_strconcat (names[i], "_out", NULL);
        g_autofree char *input = g_strconcat (names[j], "_in", NULL);
        g_autoptr (GError) error = NULL;
        /* A Boolean is an Integer, and both are Reals. */
        gboolean fits = i == j || (i == 1 && j == 4) || (i == 4 && j == 1) || (i == 2 && j == 1)
                        || (j == 0 && i != 3);

        g_assert_cmpint (ls_model_check_connection (model, a, output, b, input, &error), ==, fits);
        if (!fits)
          g_assert_nonnull (strstr (error->message, "the types differ"));
      }
}

static gboolean
has_remark (const LsModel *model, const char *wanted)
{
  g_autoptr (GPtrArray) remarks = ls_model_list_remarks (model);

  for (guint i = 0; i < remarks->len; i++)
    if (strstr (remarks->pdata[i], wanted) != NULL)
      return TRUE;
  for (guint i = 0; i < remarks->len; i++)
    g_test_message ("%s", (const char *)remarks->pdata[i]);
  return FALSE;
}

/* Wires an output in @from to an input in @to: refused with @refusal, remarked
 * on with @remark, or neither. */
static void
check_units (const char *from,
             const char *from_base,
             const char *to,
             const char *to_base,
             const char *refusal,
             const char *remark)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint a = add (model, test_make_source ("source", from, from_base), "a");
  guint b = add (model, test_make_sink ("sink", to, to_base), "b");
  g_autoptr (GError) error = NULL;
  guint wire = ls_model_connect (model, a, "y", b, "u", &error);

  g_assert_cmpint (wire == 0, ==, refusal != NULL);
  if (refusal != NULL)
    g_assert_nonnull (strstr (error->message, refusal));
  else if (remark != NULL)
    {
      g_autofree char *way
          = ls_model_describe_transform (model, ls_model_find_connection (model, wire));

      if (way == NULL || strstr (way, remark) == NULL)
        g_assert_true (has_remark (model, remark));
    }
  else
    g_assert_false (has_remark (model, "unit") || has_remark (model, "unconverted"));
}

static void
test_units (void)
{
  const char *force = "kg=\"1\" m=\"1\" s=\"-2\"";

  check_units ("N", force, "N", force, NULL, NULL);
  check_units ("N", force, "kg.m/s2", force, NULL, NULL);
  check_units ("kN", "kg=\"1\" m=\"1\" s=\"-2\" factor=\"1000\"", "N", force, NULL,
               "converted from kN to N: times 1000");
  check_units ("degC", "K=\"1\" offset=\"273.15\"", "K", "K=\"1\"", NULL,
               "converted from degC to K: plus 273.15");
  check_units ("degF", "K=\"1\" factor=\"0.5555555555555556\" offset=\"255.3722222222222\"", "degC",
               "K=\"1\" offset=\"273.15\"", NULL, "times 0.555556 minus 17.7778");
  check_units ("N", force, "m", "m=\"1\"",
               "a.y (N) cannot feed b.u (m): the units measure different things", NULL);
  /* One name for two things is found by what it measures. */
  check_units ("x", "kg=\"1\"", "x", "m=\"1\"", "measure different things", NULL);
  check_units ("widget", "", "widget", "", NULL, NULL);
  check_units ("widget", "", "m", "m=\"1\"", NULL, "cannot be compared");
}

/* 32 degF are 0 degC, 212 degF are 100 degC; then the wire's own factor and offset. */
static void
test_transformation (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  g_autoptr (LsModel) copy = NULL;
  guint a = add (model,
                 test_make_source ("source", "degF",
                                   "K=\"1\" factor=\"0.5555555555555556\" "
                                   "offset=\"255.3722222222222\""),
                 "a");
  guint b = add (model, test_make_sink ("sink", "degC", "K=\"1\" offset=\"273.15\""), "b");
  g_autoptr (GError) error = NULL;
  guint wire = ls_model_connect (model, a, "y", b, "u", &error);
  g_autofree char *way = NULL;
  double factor, offset;

  ls_model_get_connection_transform (model, ls_model_find_connection (model, wire), &factor,
                                     &offset);
  /* Factors and offsets are given with 16 digits: of 255 K and 273 K they leave 1e-13. */
  g_assert_cmpfloat_with_epsilon (factor * 32 + offset, 0.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (factor * 212 + offset, 100.0, 1e-12);
  g_assert_true (ls_model_set_connection_transformation (model, wire, 3.0, -1.0, &error));
  ls_model_get_connection_transform (model, ls_model_find_connection (model, wire), &factor,
                                     &offset);
  /* The same, three times. */
  g_assert_cmpfloat_with_epsilon (factor * 212 + offset, 299.0, 1e-12);
  way = ls_model_describe_transform (model, ls_model_find_connection (model, wire));
  g_assert_nonnull (strstr (way, ", then times 3 minus 1"));
  copy = ls_model_copy (model);
  g_assert_true (ls_model_equal (model, copy));
  ls_model_set_connection_keep_units (model, wire, TRUE);
  g_assert_false (ls_model_equal (model, copy));
  ls_model_get_connection_transform (model, ls_model_find_connection (model, wire), &factor,
                                     &offset);
  g_assert_cmpfloat (factor, ==, 3.0);
  g_assert_cmpfloat (offset, ==, -1.0);
  g_assert_false (ls_model_set_connection_transformation (model, wire, 0.0, 0.0, &error));
  g_assert_nonnull (strstr (error->message, "remove the wire instead"));
  g_clear_error (&error);
  g_assert_false (ls_model_set_connection_transformation (model, wire, NAN, 0.0, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_MODEL);
}

static void
test_notes (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint id = ls_model_add_note (model, 0, "one\r\ntwo\001", 1, 2, 30, 40);
  LsNote *kept;

  g_assert_cmpstr (ls_model_find_note (model, id)->text, ==, "one\ntwo");
  ls_model_place_note (model, id, 5, 6, 7, 8);
  kept = ls_note_copy (ls_model_get_note (model, 0));
  ls_model_remove_note (model, id);
  g_assert_cmpuint (ls_model_get_n_notes (model), ==, 0);
  g_assert_cmpuint (ls_model_add_note (model, 0, "four", 0, 0, 1, 1), !=, id);
  ls_model_insert_note (model, kept, 0);
  g_assert_cmpstr (ls_model_get_note (model, 0)->text, ==, "one\ntwo");
  g_assert_cmpfloat (ls_model_get_note (model, 0)->height, ==, 8);
  ls_note_free (kept);
}

static void
check_value (LsModel *model, guint id, const char *variable, const char *value, const char *reason)
{
  g_autoptr (GError) error = NULL;
  gboolean set = ls_model_set_value (model, id, variable, value, &error);
  g_autofree char *wanted = NULL;

  if (reason == NULL)
    {
      g_autofree char *stripped = g_strstrip (g_strdup (value));

      g_assert_no_error (error);
      g_assert_cmpstr (ls_model_get_value (model, id, variable), ==, stripped);
      return;
    }
  g_assert_false (set);
  wanted = g_strdup_printf ("a.%s: “%s” %s.", variable, value, reason);
  check_message (&error, wanted);
}

static void
test_numbers (void)
{
#define REAL ". Allowed is a number, at least -1, at most 10, in m"
#define WHOLE ". Allowed is a whole number, at least 0, at most 7"
  g_autoptr (LsModel) model = ls_model_new ();
  guint a = add (model, test_make_types ("types"), "a");

  g_assert_cmpstr (ls_model_get_value (model, a, "real"), ==, "1");
  check_value (model, a, "real", " 2.5e0 ", NULL);
  check_value (model, a, "real", "10", NULL);
  check_value (model, a, "real", "abc", "is not a number" REAL);
  check_value (model, a, "real", "1e400", "is beyond the range of numbers" REAL);
  check_value (model, a, "real", "1,5", "has a comma; decimals are written with a point" REAL);
  check_value (model, a, "real", "-5", "is too small" REAL);
  check_value (model, a, "real", "11", "is too large" REAL);
  check_value (model, a, "real", "5 m", "has its unit in it; write the number alone" REAL);
  check_value (model, a, "real", "5 km", "has more than a number in it" REAL);
  check_value (model, a, "real", "", "is empty" REAL);
  check_value (model, a, "real", "nan", "is not a number" REAL);
  check_value (model, a, "real", "0x10", "is not a number" REAL);
  g_assert_cmpstr (ls_model_get_value (model, a, "real"), ==, "10");
  check_value (model, a, "whole", "7", NULL);
  check_value (model, a, "whole", "2.5", "is not a whole number" WHOLE);
  check_value (model, a, "whole", "99999999999",
               "is not in the range from -2147483648 to 2147483647" WHOLE);
  check_value (model, a, "whole", "7.0", "is not a whole number" WHOLE);
  check_value (model, a, "whole", "8", "is too large" WHOLE);
}

static void
test_values (void)
{
#define MODE "is not one of the items. Allowed is one of off (0), on (2), auto (3)"
  g_autoptr (LsModel) model = ls_model_new ();
  guint a = add (model, test_make_types ("types"), "a");
  const LsComponent *component = ls_model_find_component (model, a);
  const LsVariable *mode = ls_component_find_variable (component, "mode");
  g_autoptr (GError) error = NULL;

  check_value (model, a, "flag", "false", NULL);
  check_value (model, a, "flag", "yes", "is neither true nor false. Allowed is true or false");
  check_value (model, a, "text", "any <text> & “more”", NULL);
  check_value (model, a, "text", "a\x02",
               "has characters that cannot be saved. Allowed is text without control characters");
  check_value (model, a, "mode", "auto", NULL);
  g_assert_true (ls_model_set_value (model, a, "mode", "0", &error));
  g_assert_cmpstr (ls_model_get_value (model, a, "mode"), ==, "off");
  check_value (model, a, "mode", "1", MODE);
  check_value (model, a, "mode", "broken", MODE);
  check_value (model, a, "real_in", "3", NULL);
  g_assert_false (ls_model_set_value (model, a, "real_out", "3", &error));
  check_message (&error, "a.real_out cannot be set: the FMU calculates it");
  g_assert_false (ls_model_set_value (model, a, "nothing", "3", &error));
  check_message (&error, "a has no variable “nothing”");
  g_assert_true (ls_model_set_value (model, a, "flag", NULL, &error));
  g_assert_cmpstr (ls_model_get_value (model, a, "flag"), ==, "true");
  /* The check alone, for fields that are being typed in. */
  g_assert_false (ls_component_check_value (component, mode, "x", &error));
  g_clear_error (&error);
  g_assert_true (ls_variable_check_value (mode, "x", &error));
  g_assert_false (
      ls_variable_check_value (ls_component_find_variable (component, "real"), "x", &error));
}

/* Structured names have points. */
static void
test_signals (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  guint id = add (model,
                  test_make_fmu ("structured", "", "",
                                 "<ScalarVariable name=\"motor.shaft.w\" valueReference=\"0\" "
                                 "causality=\"output\"><Real/></ScalarVariable>",
                                 "<Unknown index=\"1\"/>"),
                  "drive");
  const LsComponent *component;
  const LsVariable *variable;
  g_autoptr (GError) error = NULL;

  g_assert_true (
      ls_model_find_signal (model, "drive.motor.shaft.w", &component, &variable, &error));
  g_assert_cmpuint (component->id, ==, id);
  g_assert_cmpstr (variable->name, ==, "motor.shaft.w");
  g_assert_true (ls_model_find_signal (model, "drive.motor.shaft.w", NULL, NULL, NULL));
  g_assert_false (ls_model_find_signal (model, "drive", NULL, NULL, &error));
  check_message (&error, "“drive” is not a signal; signals are written as component.variable");
  g_assert_false (ls_model_find_signal (model, "motor.shaft.w", NULL, NULL, &error));
  check_message (&error, "“motor.shaft.w”: the model has no component called “motor”");
  g_assert_false (ls_model_find_signal (model, "drive.w", NULL, NULL, &error));
  check_message (&error, "“drive.w”: drive has no variable “w”");
}

static LsModel *
make_two_bodies (void)
{
  LsModel *model = ls_model_new ();
  LsPoint points[] = { { 10.0, 20.0 }, { 30.5, -40.0 } };
  guint left = add_example (model, "left-body", "left");
  guint right = add_example (model, "right-body", "right");
  guint wire = ls_model_connect (model, right, "F", left, "F", NULL);

  ls_model_set_connection_points (model, wire, points, 2);
  ls_model_connect (model, left, "x", right, "x_left", NULL);
  ls_model_connect (model, left, "v", right, "v_left", NULL);
  g_assert_true (ls_model_set_value (model, left, "m", "6", NULL));
  g_ptr_array_add (ls_model_get_experiment (model)->signals, g_strdup ("left.x"));
  ls_experiment_add_orbit (ls_model_get_experiment (model), "left.x", "right.x");
  return model;
}

static void
check_recorded (const LsModel *model, const LsExperiment *experiment, const char *expected)
{
  g_auto (GStrv) names = ls_model_list_recorded (model, experiment);
  g_autofree char *joined = g_strjoinv (" ", names);

  g_assert_cmpstr (joined, ==, expected);
}

/* All outputs is no list, however one came back to it; without the last signal it is that again. */
static void
test_recorded (void)
{
  g_autoptr (LsModel) model = make_two_bodies ();
  LsExperiment *experiment = ls_model_get_experiment (model);

  g_ptr_array_set_size (experiment->signals, 0);
  check_recorded (model, experiment, "left.x left.v right.x right.v right.F");
  ls_model_set_recorded (model, experiment, "left.x", TRUE);
  g_assert_cmpuint (experiment->signals->len, ==, 0);
  ls_model_set_recorded (model, experiment, "left.der(v)", TRUE);
  check_recorded (model, experiment, "left.x left.v right.x right.v right.F left.der(v)");
  ls_model_set_recorded (model, experiment, "left.v", FALSE);
  ls_model_set_recorded (model, experiment, "left.der(v)", FALSE);
  check_recorded (model, experiment, "left.x right.x right.v right.F");
  ls_model_set_recorded (model, experiment, "left.v", TRUE);
  g_assert_cmpuint (experiment->signals->len, ==, 0);
  g_ptr_array_add (experiment->signals, g_strdup ("left.v"));
  g_ptr_array_add (experiment->signals, g_strdup ("left.v"));
  check_recorded (model, experiment, "left.v");
  ls_model_set_recorded (model, experiment, "left.v", FALSE);
  check_recorded (model, experiment, "left.x left.v right.x right.v right.F");
}

/* Places, plots and the plan of variations change no run, values and methods do. */
static void
test_runs (void)
{
  g_autoptr (LsModel) a = make_two_bodies ();
  g_autoptr (LsModel) b = ls_model_copy (a);
  guint left = ls_model_find_component_by_name (b, "left")->id;

  ls_model_move_component (b, left, 1000, -50);
  ls_model_set_name (b, "other");
  ls_experiment_set_plot (ls_model_get_experiment (b), ls_plot_setup_new ("error"));
  ls_variation_plan_set (ls_model_get_experiment (b)->variation, "left.m", "left.m=1:2");
  g_assert_false (ls_model_equal (a, b));
  g_assert_true (ls_model_runs_equal (a, b));
  g_ptr_array_add (ls_model_get_experiment (b)->signals, g_strdup ("left.F"));
  g_assert_false (ls_model_runs_equal (a, b));
  g_ptr_array_set_size (ls_model_get_experiment (b)->signals, 1);
  g_assert_true (ls_model_runs_equal (a, b));
  g_assert_true (ls_model_set_value (b, left, "m", "7", NULL));
  g_assert_false (ls_model_runs_equal (a, b));
  g_assert_true (ls_model_set_value (b, left, "m", "6", NULL));
  g_assert_true (ls_model_runs_equal (a, b));
  ls_model_get_experiment (b)->tolerance = 1e-4;
  g_assert_false (ls_model_runs_equal (a, b));
}

/* Whatever of the experiment names a signal follows a rename, and goes back with it. */
static void
test_rename_signals (void)
{
  g_autoptr (LsModel) model = make_two_bodies ();
  g_autoptr (LsModel) before = NULL;
  LsExperiment *experiment = ls_model_get_experiment (model);
  LsPlotSetup *plot = ls_plot_setup_new ("trajectory");
  LsPaneChoice *pane = ls_pane_choice_new ();
  guint left = ls_model_find_component_by_name (model, "left")->id;

  g_ptr_array_add (pane->left, g_strdup ("left.x"));
  g_ptr_array_add (pane->right, g_strdup ("right.x"));
  g_ptr_array_add (pane->right, g_strdup ("left_over.x"));
  g_ptr_array_add (plot->panes, pane);
  g_ptr_array_add (plot->signals, g_strdup ("left.F"));
  plot->orbit_x = g_strdup ("left.v");
  plot->orbit_y = g_strdup ("right.v");
  ls_experiment_set_plot (experiment, plot);
  before = ls_model_copy (model);
  g_assert_true (ls_model_rename_component (model, left, "west", NULL));
  plot = ls_experiment_find_plot (experiment, "trajectory", 0);
  pane = plot->panes->pdata[0];
  g_assert_cmpstr (experiment->signals->pdata[0], ==, "west.x");
  g_assert_cmpstr (((LsOrbitChoice *)experiment->orbits->pdata[0])->x, ==, "west.x");
  g_assert_cmpstr (pane->left->pdata[0], ==, "west.x");
  g_assert_cmpstr (pane->right->pdata[0], ==, "right.x");
  g_assert_cmpstr (pane->right->pdata[1], ==, "left_over.x");
  g_assert_cmpstr (plot->signals->pdata[0], ==, "west.F");
  g_assert_cmpstr (plot->orbit_x, ==, "west.v");
  g_assert_cmpstr (plot->orbit_y, ==, "right.v");
  g_assert_true (ls_model_rename_component (model, left, "left", NULL));
  g_assert_true (ls_model_equal (model, before));
}

/* What was removed is put back with its id and place. */
static void
test_undo_removal (void)
{
  g_autoptr (LsModel) model = make_two_bodies ();
  g_autoptr (LsModel) before = ls_model_copy (model);
  LsComponent *component = ls_component_copy (ls_model_get_component (model, 0));
  LsConnection *wires[3];

  g_assert_true (ls_model_equal (model, before));
  for (guint i = 0; i < 3; i++)
    wires[i] = ls_connection_copy (ls_model_get_connection (model, i));
  ls_model_remove_component (model, component->id);
  g_assert_false (ls_model_equal (model, before));
  ls_model_insert_component (model, component, 0);
  for (guint i = 0; i < 3; i++)
    ls_model_insert_connection (model, wires[i], i);
  g_assert_true (ls_model_equal (model, before));
  g_assert_cmpuint (ls_model_get_component (model, 0)->id, ==, component->id);
  g_assert_cmpint (ls_model_get_connection_index (model, wires[1]->id), ==, 1);
  ls_model_disconnect (model, wires[1]->id);
  g_assert_false (ls_model_equal (model, before));
  ls_model_insert_connection (model, wires[1], 1);
  g_assert_true (ls_model_equal (model, before));
  ls_component_free (component);
  for (guint i = 0; i < 3; i++)
    ls_connection_free (wires[i]);
}

static void
test_undo_edits (void)
{
  g_autoptr (LsModel) model = make_two_bodies ();
  g_autoptr (LsModel) before = ls_model_copy (model);
  guint left = ls_model_get_component (model, 0)->id, id;

  ls_model_move_component (model, left, 1.0, 0.0);
  g_assert_false (ls_model_equal (model, before));
  ls_model_move_component (model, left, 0.0, 0.0);
  g_assert_true (ls_model_equal (model, before));
  g_assert_true (ls_model_rename_component (model, left, "first", NULL));
  g_assert_cmpstr (ls_model_get_experiment (model)->signals->pdata[0], ==, "first.x");
  g_assert_false (ls_model_equal (model, before));
  g_assert_true (ls_model_rename_component (model, left, "left", NULL));
  g_assert_true (ls_model_equal (model, before));
  g_assert_true (ls_model_set_value (model, left, "m", NULL, NULL));
  g_assert_false (ls_model_equal (model, before));
  g_assert_true (ls_model_set_value (model, left, "m", "6", NULL));
  g_assert_true (ls_model_equal (model, before));
  /* An id is never given again, even after what had it is gone. */
  id = add_example (model, "prey", NULL);
  ls_model_remove_component (model, id);
  g_assert_cmpuint (add_example (model, "prey", NULL), >, id);
}

static void
test_remarks (void)
{
  g_autoptr (LsModel) model = make_two_bodies ();
  g_autoptr (LsModel) empty = ls_model_new ();
  g_autoptr (GPtrArray) remarks = ls_model_list_remarks (model);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (remarks->len, ==, 0);
  g_assert_true (ls_model_check (model, &error));
  ls_model_disconnect (model, ls_model_get_connection (model, 1)->id);
  g_assert_true (has_remark (model, "right.x_left is not connected; it holds its start value 1"));
  g_assert_true (ls_model_check (model, &error));
  ls_model_remove_component (model, ls_model_get_component (model, 0)->id);
  g_assert_true (has_remark (model, "“left.x”: the model has no component called “left”"));
  g_assert_false (ls_model_check (empty, &error));
  check_message (&error, "The model is empty: place an FMU first");
}

static void
test_defaults (void)
{
  g_autoptr (LsModel) model = ls_model_new ();
  g_autofree char *none = NULL;
  g_autofree char *stop = NULL;
  g_autofree char *step = NULL;

  g_assert_cmpfloat (ls_model_get_default_stop_time (model, &none), ==, 1.0);
  g_assert_null (none);
  g_assert_cmpfloat (ls_model_get_default_step_size (model, &none), ==, 1e-3);
  g_assert_null (none);
  add_example (model, "left-body", "left");
  add_example (model, "prey", "prey");
  g_assert_cmpfloat (ls_model_get_default_stop_time (model, &stop), ==, 20.0);
  g_assert_cmpstr (stop, ==, "prey");
  g_assert_cmpfloat (ls_model_get_default_step_size (model, &step), ==, 1e-3);
  g_assert_cmpstr (step, ==, "left");
  ls_model_remove_component (model, ls_model_get_component (model, 1)->id);
  ls_model_remove_component (model, ls_model_get_component (model, 0)->id);
  add (model, test_make_fmu ("stop", "", "stopTime=\"50\"", "", ""), NULL);
  g_assert_cmpfloat (ls_model_get_default_step_size (model, NULL), ==, 0.05);
  ls_model_get_experiment (model)->stop_time = 10.0;
  g_assert_cmpfloat (ls_model_get_default_step_size (model, NULL), ==, 0.01);
}

int
main (int argc, char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);
  models = argc > 1 ? argv[1] : "build/models";
  g_test_add_func ("/core/model/model/names", test_names);
  g_test_add_func ("/core/model/model/free-numbers", test_free_numbers);
  g_test_add_func ("/core/model/model/lists", test_lists);
  g_test_add_func ("/core/model/model/connections", test_connections);
  g_test_add_func ("/core/model/model/types", test_types);
  g_test_add_func ("/core/model/model/units", test_units);
  g_test_add_func ("/core/model/model/transformation", test_transformation);
  g_test_add_func ("/core/model/model/notes", test_notes);
  g_test_add_func ("/core/model/model/numbers", test_numbers);
  g_test_add_func ("/core/model/model/values", test_values);
  g_test_add_func ("/core/model/model/signals", test_signals);
  g_test_add_func ("/core/model/model/rename-signals", test_rename_signals);
  g_test_add_func ("/core/model/model/recorded", test_recorded);
  g_test_add_func ("/core/model/model/runs", test_runs);
  g_test_add_func ("/core/model/model/undo-removal", test_undo_removal);
  g_test_add_func ("/core/model/model/undo-edits", test_undo_edits);
  g_test_add_func ("/core/model/model/remarks", test_remarks);
  g_test_add_func ("/core/model/model/defaults", test_defaults);
  result = g_test_run ();
  test_clear_folder ();
  return result;
}
