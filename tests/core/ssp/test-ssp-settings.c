/* Settings of other tools in annotations: step size and words; kept as they are. */
#include "make-fmu.h"
#include "ssp-test.h"

#include <string.h>

#define OMS(content)                                                                               \
  "<ssd:Annotations><ssc:Annotation type=\"org.openmodelica\"><oms:Annotations "                   \
  "xmlns:oms=\"https://raw.githubusercontent.com/OpenModelica/OMSimulator/master/schema/"          \
  "oms.xsd\">"                                                                                     \
  "<oms:SimulationInformation>" content                                                            \
  "</oms:SimulationInformation></oms:Annotations></ssc:Annotation></ssd:Annotations>"

#define OSP(content)                                                                               \
  "<ssd:Annotations><ssc:Annotation type=\"com.opensimulationplatform\" "                          \
  "xmlns:osp=\"http://opensimulationplatform.com/SSP/OSPAnnotations\">" content                    \
  "</ssc:Annotation></ssd:Annotations>"

/* An empty system, so that no default experiment of an FMU says anything. */
static LsModel *
read_system (const char *in_system, const char *behind)
{
  g_autofree char *text = g_strconcat (SSP_HEAD "<ssd:System name=\"top\">", in_system,
                                       "</ssd:System>", behind, SSP_TAIL, NULL);
  g_autofree char *path = ssp_test_write_file ("settings.ssd", text);

  return ssp_test_read (path);
}

static const LsRemark *
find_info (GPtrArray *problems, const char *words)
{
  for (guint i = 0; i < problems->len; i++)
    {
      const LsRemark *remark = problems->pdata[i];

      if (remark->info && !remark->error && strstr (remark->text, words) != NULL)
        return remark;
    }
  return NULL;
}

static void
check (const char *in_system, const char *behind, double step, const char *tool, const char *words)
{
  g_autoptr (LsModel) model = read_system (in_system, behind);
  g_autoptr (LsModel) copy = ls_model_copy (model);
  g_autoptr (GPtrArray) problems = ls_model_list_problems (copy);
  g_autofree char *origin = NULL;

  g_assert_cmpfloat (ls_model_get_default_step_size (copy, &origin), ==, step);
  g_assert_cmpstr (origin, ==, tool);
  g_assert_nonnull (find_info (problems, words));
}

static void
test_openmodelica (void)
{
  check (OMS ("<oms:FixedStepMaster description=\"oms-ma\" stepSize=\"0.02\"/>"), "", 0.02,
         "OMSimulator", "fixed steps of 0.02 s with its master “oms-ma”");
  check (OMS ("<oms:VariableStepMaster description=\"oms-mav\" relativeTolerance=\"1e-5\" "
              "initialStepSize=\"1e-6\" minimumStepSize=\"1e-12\" maximumStepSize=\"0.25\"/>"),
         "", 0.25, "OMSimulator", "relative tolerance of 1e-5");
  /* Before SSP 1.0 without an annotation. */
  check ("<ssd:SimulationInformation><FixedStepMaster description=\"oms-ma\" stepSize=\"0.5\"/>"
         "</ssd:SimulationInformation>",
         "", 0.5, "OMSimulator", "fixed steps of 0.5 s");
  /* Its newer interface. */
  check ("<ssd:Annotations><ssc:Annotation type=\"org.openmodelica\"><oms:Annotations "
         "xmlns:oms=\"urn:oms\"><oms:SimulationInformation name=\"s\" method=\"euler\" "
         "tolerance=\"1e-4\" stepSize=\"0.125\"/></oms:Annotations></ssc:Annotation>"
         "</ssd:Annotations>",
         "", 0.125, "OMSimulator", "“euler” with steps of 0.125 s");
}

static void
test_osp (void)
{
  check ("",
         "<ssd:DefaultExperiment>" OSP ("<osp:Algorithm><osp:FixedStepAlgorithm "
                                        "baseStepSize=\"1e-4\"/></osp:Algorithm>") "</"
                                                                                   "ssd:"
                                                                                   "DefaultExperime"
                                                                                   "nt>",
         1e-4, "libcosim", "fixed steps of 0.0001 s");
}

/* What a solver of a part does is only said; numbers that are none are said and not used; the
 * experiment of the model itself goes before, since it is looked at first. */
static void
test_words_only (void)
{
  g_autoptr (LsModel) model = read_system (
      "<ssd:Elements><ssd:System name=\"inner\">" OMS (
          "<oms:VariableStepSolver description=\"cvode\" relativeTolerance=\"1e-4\" "
          "maximumStepSize=\"0.1\"/>") "</ssd:System></ssd:Elements>" OMS ("<oms:FixedStepMaster "
                                                                           "description=\"oms-ma\" "
                                                                           "stepSize=\"-1\"/>"),
      "");
  g_autoptr (GPtrArray) problems = ls_model_list_problems (model);
  g_autofree char *origin = NULL;

  g_assert_cmpfloat (ls_model_get_default_step_size (model, &origin), ==, 1e-3);
  g_assert_null (origin);
  g_assert_nonnull (find_info (problems, "system “inner” together with “cvode”"));
  g_assert_true (ssp_test_has_remark (model, "stepSize “-1”"));
}

/* Byte for byte after a save, and still understood. */
static void
test_kept (void)
{
  static const char annotation[] = OMS (
      "\n   <oms:FixedStepMaster   description=\"oms-ma\" stepSize=\"0.020\" />\n <!-- why -->");
  g_autoptr (LsModel) model = read_system (annotation, "");
  g_autofree char *path = ssp_test_get_file ("kept.ssp");
  g_autofree char *document = NULL;
  g_autoptr (LsModel) again = NULL;
  g_autofree char *origin = NULL;

  ssp_test_write (model, path);
  document = ssp_test_read_document (path);
  g_assert_nonnull (strstr (document, "stepSize=\"0.020\"/>\n <!-- why -->"));
  again = ssp_test_read (path);
  g_assert_cmpfloat (ls_model_get_default_step_size (again, &origin), ==, 0.02);
  g_assert_cmpstr (origin, ==, "OMSimulator");
}

int
main (int argc, char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);
  ssp_test_init (argc, argv);
  g_test_add_func ("/core/model/ssp-settings/openmodelica", test_openmodelica);
  g_test_add_func ("/core/model/ssp-settings/osp", test_osp);
  g_test_add_func ("/core/model/ssp-settings/words-only", test_words_only);
  g_test_add_func ("/core/model/ssp-settings/kept", test_kept);
  result = g_test_run ();
  test_clear_folder ();
  return result;
}
