/* OspSystemStructure.xml of libcosim: what it has is in the model, what is not supported is said.
 */
#include "core/model/bond.h"
#include "make-fmu.h"
#include "ssp-test.h"

#include <string.h>

#define HEAD                                                                                       \
  "<OspSystemStructure xmlns=\"http://opensimulationplatform.com/MSMI/OSPSystemStructure\" "       \
  "version=\"0.1\">\n"
#define VARIABLE(simulator, name) "<Variable simulator=\"" simulator "\" name=\"" name "\"/>"

static LsModel *
read_structure (const char *before, const char *values, const char *behind)
{
  g_autofree char *left = ssp_test_get_example ("left-body.fmu");
  g_autofree char *right = ssp_test_get_example ("right-body.fmu");
  g_autofree char *text = g_strconcat (
      HEAD, before, "<Simulators>\n<Simulator name=\"left\" source=\"", left, "\">", values,
      "</Simulator>\n<Simulator name=\"right\" source=\"", right,
      "\" stepSize=\"2e-3\"/>\n</Simulators>\n", behind, "</OspSystemStructure>", NULL);
  g_autofree char *path = ssp_test_write_file ("OspSystemStructure.xml", text);

  return ssp_test_read (path);
}

static const LsConnection *
find (const LsModel *model, const char *component, const char *input)
{
  return ls_model_find_source (model, ls_model_find_component_by_name (model, component)->id,
                               input);
}

/* Ends in any order, a function of one value, a bond named by one of its ends. */
static void
test_whole (void)
{
  g_autoptr (LsModel) model = read_structure (
      "<StartTime>0.5</StartTime><EndTime>2</EndTime><BaseStepSize>1e-3</BaseStepSize>"
      "<Algorithm>fixedStep</Algorithm>",
      "<InitialValues><InitialValue variable=\"x\"><Real "
      "value=\"1.25\"/></InitialValue></InitialValues>",
      "<Functions><LinearTransformation name=\"twice\" factor=\"2\" offset=\"0.5\"/></Functions>"
      "<Connections><VariableConnection powerBond=\"b\">" VARIABLE ("right", "v_left") VARIABLE (
          "left",
          "v") "</VariableConnection><VariableConnection powerBond=\"b\">" VARIABLE ("right", "F")
          VARIABLE ("left", "F") "</VariableConnection>"
                                 "<SignalConnection>" VARIABLE (
                                     "left",
                                     "x") "<Signal function=\"twice\" name=\"in\"/>"
                                          "</SignalConnection><SignalConnection><Signal "
                                          "function=\"twice\" name=\"out\"/>" VARIABLE (
                                              "right",
                                              "x_left") "</SignalConnection></Connections>");
  const LsExperiment *experiment = ls_model_get_experiment (model);
  g_autoptr (GArray) bonds = ls_model_list_bonds (model);
  g_autofree char *origin = NULL;

  g_assert_cmpuint (ls_model_get_n_components (model), ==, 2);
  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 3);
  g_assert_cmpfloat (find (model, "right", "x_left")->factor, ==, 2);
  g_assert_cmpfloat (find (model, "right", "x_left")->offset, ==, 0.5);
  g_assert_true (find (model, "right", "x_left")->keep_units);
  g_assert_cmpfloat (find (model, "right", "v_left")->factor, ==, 1);
  g_assert_cmpstr (
      ls_model_get_value (model, ls_model_find_component_by_name (model, "left")->id, "x"), ==,
      "1.25");
  g_assert_cmpfloat (ls_model_find_component_by_name (model, "right")->step_hint, ==, 2e-3);
  g_assert_cmpfloat (experiment->start_time, ==, 0.5);
  g_assert_cmpfloat (experiment->stop_time, ==, 2);
  g_assert_cmpfloat (ls_model_get_default_step_size (model, &origin), ==, 1e-3);
  g_assert_cmpstr (origin, ==, "libcosim");
  g_assert_cmpuint (bonds->len, ==, 1);
  g_assert_cmpuint (g_array_index (bonds, LsBond, 0).effort, ==, find (model, "left", "F")->id);
  g_assert_true (ls_model_check (model, NULL));
}

static const LsRemark *
find_error (const LsModel *model, const char *words)
{
  const GPtrArray *notes = ls_model_get_notes (model);

  for (guint i = 0; i < notes->len; i++)
    if (strstr (((const LsRemark *)notes->pdata[i])->text, words) != NULL)
      return notes->pdata[i];
  return NULL;
}

/* Groups of variables, in groups, by the file beside the structure. */
static void
test_groups (void)
{
  static const char *const group
      = "<OspModelDescription "
        "xmlns=\"https://open-simulation-platform.com/OspModelDescription/1.0.0\" "
        "version=\"1.0\"><VariableGroups><Generic name=\"all\"><LinearMechanicalPort name=\"port\">"
        "<Force name=\"force\"><Variable ref=\"F\"/></Force><LinearVelocity name=\"velocity\">"
        "<Variable ref=\"%s\"/></LinearVelocity></LinearMechanicalPort></Generic></VariableGroups>"
        "</OspModelDescription>";
  static const char *const connection
      = "<Connections>\n<VariableGroupConnection><VariableGroup simulator=\"left\" name=\"port\"/>"
        "<VariableGroup simulator=\"right\" "
        "name=\"port\"/></VariableGroupConnection></Connections>";
  g_autofree char *left = g_strdup_printf (group, "v");
  g_autofree char *right = g_strdup_printf (group, "v_left");
  g_autoptr (LsModel) missing = read_structure ("", "", connection);
  g_autofree G_GNUC_UNUSED char *left_file
      = ssp_test_write_file ("left-body_OspModelDescription.xml", left);
  g_autofree G_GNUC_UNUSED char *right_file
      = ssp_test_write_file ("right-body_OspModelDescription.xml", right);
  g_autoptr (LsModel) model = read_structure ("", "", connection);
  const LsRemark *error = find_error (missing, "there is no OspModelDescription.xml");

  g_assert_nonnull (error);
  g_assert_true (error->error);
  g_assert_cmpuint (error->line, ==, 7); /* counted in the document that is written */
  g_assert_cmpuint (ls_model_get_n_connections (missing), ==, 0);
  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 2);
  g_assert_nonnull (find (model, "left", "F"));
  g_assert_nonnull (find (model, "right", "v_left"));
}

/* Neither sums nor other algorithms: each is said, with its line, and sums are errors. */
static void
test_refused (void)
{
  g_autoptr (LsModel) model = read_structure (
      "<Algorithm>ecco</Algorithm>", "",
      "<Functions>\n<Sum name=\"sum\" inputCount=\"2\"/><LinearTransformation name=\"open\"/>"
      "</Functions>");
  const LsRemark *sum = find_error (model, "“sum” is left out: Sum is not supported");
  const LsRemark *algorithm = find_error (model, "The algorithm “ecco”");

  g_assert_true (sum != NULL && sum->error);
  g_assert_cmpuint (sum->line, ==, 7);
  g_assert_true (algorithm != NULL && !algorithm->error);
  g_assert_nonnull (find_error (model, "“open” is left out: one of its ends is not connected"));
}

int
main (int argc, char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);
  ssp_test_init (argc, argv);
  g_test_add_func ("/core/ssp/osp/whole", test_whole);
  g_test_add_func ("/core/ssp/osp/groups", test_groups);
  g_test_add_func ("/core/ssp/osp/refused", test_refused);
  result = g_test_run ();
  test_clear_folder ();
  return result;
}
