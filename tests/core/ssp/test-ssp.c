/* SSP: what is read is what was written, and nothing that was there is lost. */
#include "core/base/xml.h"
#include "core/ssp/ssp.h"

#include "make-fmu.h"
#include "ssp-test.h"

#include <math.h>
#include <string.h>

static void
test_example (void)
{
  g_autofree char *path = ssp_test_get_example ("lotka-volterra.ssp");
  g_autoptr (LsModel) model = ssp_test_read (path);
  g_autoptr (LsModel) back = NULL;
  g_autoptr (GError) error = NULL;
  LsExperiment *experiment = ls_model_get_experiment (model);
  const LsComponent *prey = ls_model_find_component_by_name (model, "prey");
  g_autoptr (GPtrArray) remarks = ls_model_list_remarks (model);

  g_assert_cmpstr (ls_model_get_name (model), ==, "lotka_volterra");
  g_assert_cmpuint (ls_model_get_n_components (model), ==, 2);
  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 2);
  g_assert_cmpuint (remarks->len, ==, 0);
  g_assert_true (ls_model_check (model, &error));
  g_assert_cmpfloat (experiment->stop_time, ==, 20.0);
  g_assert_cmpuint (experiment->step_sizes->len, ==, 1);
  g_assert_cmpfloat (g_array_index (experiment->step_sizes, double, 0), ==, 0.1);
  g_assert_cmpuint (experiment->methods->len, ==, 2);
  g_assert_cmpuint (experiment->signals->len, ==, 2);
  g_assert_cmpuint (experiment->orbits->len, ==, 1);
  /* x1 = 120, y1 = 120, x2 = 300, y2 = 240, the y axis up */
  g_assert_cmpfloat (prey->x, ==, 120.0);
  g_assert_cmpfloat (prey->y, ==, -240.0);
  g_assert_cmpfloat (prey->width, ==, 180.0);
  g_assert_cmpfloat (prey->height, ==, 120.0);
  back = ssp_test_go_round (model);
}

static void
test_fmu (void)
{
  g_autofree char *path = ssp_test_get_example ("prey.fmu");
  g_autoptr (LsModel) model = ssp_test_read (path);
  g_autoptr (LsModel) back = NULL;

  g_assert_cmpuint (ls_model_get_n_components (model), ==, 1);
  g_assert_cmpstr (ls_model_get_component (model, 0)->name, ==, "prey");
  back = ssp_test_go_round (model);
  g_assert_cmpstr (ls_model_get_component (back, 0)->source, ==, "resources/prey.fmu");
}

static guint
add (LsModel *model, LsFmu *fmu, const char *name, double x, double y)
{
  g_autoptr (LsFmu) owned = fmu;

  return ls_model_add_component (model, owned, name, x, y);
}

/* All that a model can hold: every type of value, awkward names, points, options. */
static LsModel *
make_rich_model (void)
{
  g_autofree char *prey = ssp_test_get_example ("prey.fmu");
  LsPoint points[] = { { 10.25, -20.0 }, { 30.0, 40.125 } };
  LsModel *model = ls_model_new ();
  LsExperiment *experiment = ls_model_get_experiment (model);
  guint a = add (model, test_make_types ("types & <more>"), "a \"b\" <c> & ü", 10.0, 20.0);
  guint b = add (model, test_make_types ("types & <more>"), "b", 400.5, 20.0);
  guint wire;
  double steps[] = { 0.1, 1.0 / 3.0, 1e-3 };

  add (model, ls_fmu_open (prey, NULL), "prey", 0.0, 300.0);
  ls_model_set_name (model, "rich & <strange>");
  wire = ls_model_connect (model, a, "real_out", b, "real_in", NULL);
  ls_model_set_connection_points (model, wire, points, 2);
  ls_model_connect (model, a, "mode_out", b, "whole_in", NULL);
  ls_model_connect (model, b, "text_out", b, "text_in", NULL);
  /* Converted on the way. */
  g_assert_cmpuint (ls_model_connect (model, b, "flag_out", a, "real_in", NULL), >, 0);
  g_assert_cmpuint (ls_model_connect (model, b, "flag_out", a, "whole_in", NULL), >, 0);
  g_assert_true (ls_model_set_value (model, a, "real", "2.50", NULL));
  g_assert_true (ls_model_set_value (model, a, "whole", "5", NULL));
  g_assert_true (ls_model_set_value (model, a, "flag", "false", NULL));
  g_assert_true (ls_model_set_value (model, a, "text", " a <b> & \"c\" ’ ", NULL));
  g_assert_true (ls_model_set_value (model, a, "mode", "3", NULL));
  g_assert_true (ls_model_set_value (model, b, "real_in", "-.5", NULL));
  ls_model_set_solver (model, a, "radau5:tolerance=1e-7:max-step=0.1");
  experiment->start_time = -1.0;
  experiment->stop_time = 1.0 / 3.0;
  g_array_append_vals (experiment->step_sizes, steps, 3);
  experiment->tolerance = 1.0 / 3e5;
  experiment->estimate = LS_ESTIMATE_NEVER;
  experiment->reference = g_strdup ("results of <others>/ö.mat");
  g_ptr_array_add (experiment->methods,
                   ls_method_choice_parse ("missiles:affine-term=off:x=a=b", NULL));
  g_ptr_array_add (experiment->methods, ls_method_choice_parse ("ni-jacobi", NULL));
  g_ptr_array_add (experiment->signals, g_strdup ("b.real_out"));
  ls_experiment_add_orbit (experiment, "b.real_out", "prey.population");
  return model;
}

static void
test_rich (void)
{
  g_autoptr (LsModel) model = make_rich_model ();
  g_autoptr (LsModel) back = ssp_test_go_round (model);
  g_autoptr (LsModel) copy = ls_model_copy (back);
  const LsComponent *a = ls_model_get_component (back, 0);

  g_assert_cmpstr (ls_model_get_value (back, a->id, "mode"), ==, "auto");
  g_assert_cmpstr (a->solver, ==, "radau5:tolerance=1e-7:max-step=0.1");
  g_assert_null (ls_model_get_component (back, 1)->solver);
  g_assert_cmpstr (ls_model_get_value (back, a->id, "text"), ==, " a <b> & \"c\" ’ ");
  /* One FMU used twice is there once, under a name made of an awkward one. */
  g_assert_cmpstr (a->source, ==, ls_model_get_component (back, 1)->source);
  g_assert_true (a->fmu == ls_model_get_component (back, 1)->fmu);
  g_assert_true (ls_model_equal (back, copy));
}

static LsPlotSetup *
make_setup (const char *title, guint place)
{
  LsPlotSetup *setup = ls_plot_setup_new ("trajectory");

  setup->title = g_strdup (title);
  setup->place = place;
  return setup;
}

/* Layouts with setups of single plots; those of all plots of a kind stay where versions without
 * layouts look for them, and no other one does. */
static void
test_layouts (void)
{
  g_autoptr (LsModel) model = make_rich_model ();
  LsExperiment *experiment = ls_model_get_experiment (model);
  g_autoptr (LsModel) back = NULL;
  g_autofree char *path = ssp_test_get_file ("first.ssp");
  g_autofree char *text = NULL;
  const char *layout;
  LsLayout *first;

  ls_experiment_set_plot (experiment, make_setup ("common", 0));
  first = ls_experiment_ensure_layouts (experiment)->pdata[0];
  ls_layout_insert (first, 3, LS_SIDE_BELOW, ls_layout_node_new_plot ("trajectory", 4));
  g_free (first->name);
  first->name = g_strdup ("Mine <&>");
  ls_layout_node_find (first->root, 3)->share = 1.0 / 3;
  ls_experiment_set_plot (experiment, make_setup ("own", 4));
  g_ptr_array_add (experiment->layouts, ls_layout_new_from (&ls_layout_templates[3], 5));
  experiment->layout = 1;
  back = ssp_test_go_round (model);
  g_assert_cmpuint (ls_model_get_experiment (back)->layout, ==, 1);
  g_assert_cmpstr (ls_experiment_find_plot (ls_model_get_experiment (back), "trajectory", 4)->title,
                   ==, "own");
  g_assert_cmpstr (ls_experiment_find_plot (ls_model_get_experiment (back), "trajectory", 1)->title,
                   ==, "common");
  text = ssp_test_read_document (path);
  layout = strstr (text, "<layout ");
  g_assert_nonnull (layout);
  g_assert_nonnull (strstr (layout, "title=\"own\""));
  g_assert_null (strstr (layout, "title=\"common\""));
  g_assert_null (g_strstr_len (text, layout - text, "title=\"own\""));
  g_assert_nonnull (g_strstr_len (text, layout - text, "title=\"common\""));
}

/* Layouts too deep or with too many plots are cut, mistakes in them are said. */
static void
test_bad_layouts (void)
{
  g_autoptr (GString) text = g_string_new (
      SSP_HEAD "<ssd:System name=\"s\"><ssd:Annotations><ssc:Annotation type=\"org.lockstep\">"
               "<ls:experiment xmlns:ls=\"urn:x-lockstep:annotation\">");
  g_autoptr (LsModel) model = NULL;
  g_autoptr (GPtrArray) plots = NULL;
  g_autofree char *path = NULL;
  const LsExperiment *experiment;

  g_string_append (text, "<ls:layout name=\"a\"/><ls:layout><ls:row><ls:view/></ls:row></ls:layout>"
                         "<ls:layout name=\"b\"><ls:row share=\"nan\"><ls:view kind=\"future\" "
                         "share=\"-1\"/></ls:row></ls:layout><ls:layout name=\"deep\">");
  for (guint i = 0; i < 200; i++)
    g_string_append (text, "<ls:row><ls:view kind=\"error\"/>");
  for (guint i = 0; i < 200; i++)
    g_string_append (text, "</ls:row>");
  g_string_append (text, "</ls:layout><ls:layout name=\"wide\"><ls:column>");
  for (guint i = 0; i < 1000; i++)
    g_string_append (text, "<ls:view kind=\"error\"/>");
  g_string_append (text, "</ls:column></ls:layout></ls:experiment></ssc:Annotation>"
                         "</ssd:Annotations></ssd:System>" SSP_TAIL);
  path = ssp_test_write_file ("layouts.ssd", text->str);
  model = ssp_test_read (path);
  experiment = ls_model_get_experiment (model);
  g_assert_cmpuint (experiment->layouts->len, ==, 3);
  g_assert_cmpstr (((LsLayout *)experiment->layouts->pdata[0])->name, ==, "b");
  g_assert_cmpstr (((LsLayout *)experiment->layouts->pdata[0])->root->view, ==, "future");
  g_assert_cmpfloat (((LsLayout *)experiment->layouts->pdata[0])->root->share, ==, 1);
  plots = ls_layout_list_plots (experiment->layouts->pdata[2]);
  g_assert_cmpuint (plots->len, <, 100);
  g_assert_cmpuint (ls_experiment_next_place (experiment), ==, 101);
  g_assert_true (ssp_test_has_remark (model, "“-1”"));
  g_assert_true (ssp_test_has_remark (model, "at most 100, nested at most 16"));
}

/* Every child of @node that is an element is one of @allowed. */
static void
check_children (const xmlNode *node, const char *const allowed[])
{
  for (const xmlNode *child = ls_xml_child (node, NULL); child != NULL;
       child = ls_xml_next (child, NULL))
    {
      if (!g_strv_contains (allowed, (const char *)child->name))
        g_test_message ("%s in %s", child->name, node->name);
      g_assert_true (g_strv_contains (allowed, (const char *)child->name));
    }
}

/* Versions 2 of OMSimulator's library (Model.cpp, System.cpp, ComponentFMUCS.cpp) refuse a document
 * with any element of the standard that they do not know: these are those that they do. */
static void
check_for_omsimulator (const char *text)
{
  static const char *const of_root[]
      = { "System", "Units", "Enumerations", "DefaultExperiment", NULL };
  static const char *const of_system[]
      = { "ElementGeometry", "ParameterBindings", "Connections", "Connectors",
          "Elements",        "Annotations",       NULL };
  static const char *const of_component[]
      = { "Connectors", "ElementGeometry", "ParameterBindings", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (xmlDoc) doc = ls_xml_read_memory (text, strlen (text), "test", NULL, &error);
  const xmlNode *root = xmlDocGetRootElement (doc), *system = ls_xml_child (root, "System");

  g_assert_no_error (error);
  check_children (root, of_root);
  check_children (system, of_system);
  for (const xmlNode *node = ls_xml_child (ls_xml_child (system, "Elements"), "Component");
       node != NULL; node = ls_xml_next (node, "Component"))
    check_children (node, of_component);
}

static void
test_omsimulator (void)
{
  static const char *const examples[] = { "lotka-volterra.ssp", "two-bodies.ssp", "achilles.ssp",
                                          "chain-10.ssp", "building-10.ssp" };
  static const char *const old = SSP_HEAD
      "<ssd:System name=\"s\"><ssd:Elements><ssd:Component name=\"a\" source=\"a.fmu\"/>"
      "</ssd:Elements></ssd:System>\n<ssd:Annotations>"
      "<ssc:Annotation type=\"org.lockstep\"><experiment xmlns=\"urn:x-lockstep:annotation\" "
      "step-size=\"0.25\"/></ssc:Annotation></ssd:Annotations>" SSP_TAIL;
  g_autofree char *path = ssp_test_get_file ("old.ssd");
  g_autofree char *file = ssp_test_get_file ("first.ssp");
  g_autofree char *text = NULL;
  g_autoptr (LsModel) model = NULL;
  g_autoptr (LsModel) back = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *example = ssp_test_get_example (examples[i]);
      g_autofree char *document = ssp_test_read_document (example);

      check_for_omsimulator (document);
    }
  g_assert_true (g_file_set_contents (path, old, -1, NULL));
  model = ssp_test_read (path);
  back = ssp_test_go_round (model);
  g_assert_cmpfloat (g_array_index (ls_model_get_experiment (back)->step_sizes, double, 0), ==,
                     0.25);
  text = ssp_test_read_document (file);
  check_for_omsimulator (text);
}

/* Flip, rotation and a scale come back. */
static void
test_geometry (void)
{
  static const char *const document = SSP_HEAD
      "<ssd:System name=\"s\"><ssd:Elements>\n"
      "<ssd:Component name=\"a\" source=\"a.fmu\"><ssd:ElementGeometry x1=\"-10\" "
      "y1=\"-10\" x2=\"10\" y2=\"10\" rotation=\"-90\" iconSource=\"i.png\"/></ssd:Component>"
      "<ssd:Component name=\"b\" source=\"b.fmu\"><ssd:ElementGeometry x1=\"60\" y1=\"0.1\" "
      "x2=\"40\" y2=\"19.9\"/></ssd:Component>"
      "<ssd:Component name=\"c\" source=\"c.fmu\"><ssd:ElementGeometry x1=\"80\" y1=\"20\" "
      "x2=\"100\" y2=\"0\"/></ssd:Component>"
      "<ssd:Component name=\"d\" source=\"d.fmu\"/>"
      "</ssd:Elements></ssd:System>" SSP_TAIL;
  g_autofree char *path = ssp_test_get_file ("geometry.ssd");
  g_autoptr (LsModel) model = NULL;
  g_autoptr (LsModel) back = NULL;
  g_autofree char *text = NULL;
  g_autofree char *file = ssp_test_get_file ("first.ssp");
  const LsComponent *c[4];

  g_assert_true (g_file_set_contents (path, document, -1, NULL));
  model = ssp_test_read (path);
  for (guint i = 0; i < 4; i++)
    c[i] = ls_model_get_component (model, i);
  /* Blocks of 20 are of 100 here; the natural size is wider, the centre stays. */
  g_assert_cmpfloat (c[0]->x + c[0]->width / 2.0, ==, 0.0);
  g_assert_cmpfloat (c[0]->height, ==, 100.0);
  g_assert_cmpint (c[0]->rotation, ==, 270);
  g_assert_false (c[0]->flip);
  g_assert_cmpfloat (c[1]->x + c[1]->width / 2.0, ==, 250.0);
  g_assert_cmpfloat (c[1]->y + c[1]->height / 2.0, ==, -50.0);
  g_assert_true (c[1]->flip);
  g_assert_cmpint (c[2]->rotation, ==, 180);
  g_assert_true (c[2]->flip);
  /* What has no place stands below the others. */
  g_assert_cmpfloat (c[3]->y, >, c[0]->y + c[0]->height);
  back = ssp_test_go_round (model);
  text = ssp_test_read_document (file);
  g_assert_nonnull (strstr (text, "iconSource=\"i.png\""));
  /* The places are those of the document as long as nothing is moved. */
  g_assert_null (strstr (text, "canvas-scale"));
  ls_model_move_component (model, c[0]->id, 10.0, 20.0);
  ssp_test_write (model, file);
  g_free (text);
  text = ssp_test_read_document (file);
  g_assert_nonnull (strstr (text, "canvas-scale=\"5\""));
}

/* A component whose FMU is not there keeps what the document says of it. */
static void
test_missing (void)
{
  static const char *const document = SSP_HEAD
      "<ssd:System name=\"s\">\n"
      "<ssd:ParameterBindings><ssd:ParameterBinding prefix=\"a.\"><ssd:ParameterValues>"
      "<ssv:ParameterSet version=\"1.0\" name=\"p\"><ssv:Parameters>"
      "<ssv:Parameter name=\"k\"><ssv:Real value=\"7\"/></ssv:Parameter></ssv:Parameters>"
      "</ssv:ParameterSet></ssd:ParameterValues></ssd:ParameterBinding>"
      "</ssd:ParameterBindings>\n"
      "<ssd:Elements>\n"
      "<ssd:Component name=\"a\" source=\"resources/gone.fmu\"><ssd:Connectors>"
      "<ssd:Connector name=\"y\" kind=\"output\"><ssc:Real/></ssd:Connector>"
      "<ssd:Connector name=\"n\" kind=\"input\"><ssc:Integer/></ssd:Connector>"
      "</ssd:Connectors></ssd:Component>"
      "<ssd:Component name=\"b\" source=\"broken.fmu\"/>"
      "<ssd:Component name=\"c\" type=\"application/x-ssp-package\" source=\"c.ssp\"/>"
      "<ssd:Component name=\"d\" source=\"http://example.org/d.fmu\"/>"
      "</ssd:Elements><ssd:Connections>"
      "<ssd:Connection startElement=\"a\" startConnector=\"y\" endElement=\"b\" "
      "endConnector=\"u\"/>"
      "</ssd:Connections></ssd:System>" SSP_TAIL;
  g_autofree char *path = ssp_test_get_file ("missing.ssd");
  g_autofree char *broken = ssp_test_get_file ("broken.fmu");
  g_autofree char *file = ssp_test_get_file ("first.ssp");
  g_autofree char *text = NULL;
  g_autoptr (LsModel) model = NULL;
  g_autoptr (LsModel) back = NULL;
  g_autoptr (GError) error = NULL;
  const LsComponent *a;

  g_assert_true (g_file_set_contents (path, document, -1, NULL));
  g_assert_true (g_file_set_contents (broken, "not a zip", -1, NULL));
  model = ssp_test_read (path);
  g_assert_cmpuint (ls_model_get_n_components (model), ==, 4);
  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 1);
  a = ls_model_get_component (model, 0);
  g_assert_null (a->fmu);
  g_assert_cmpstr (a->problem, ==, "The FMU resources/gone.fmu is missing");
  g_assert_cmpint (ls_component_find_variable (a, "n")->type, ==, LS_TYPE_INTEGER);
  g_assert_nonnull (ls_component_find_variable (ls_model_get_component (model, 1), "u"));
  g_assert_true (ssp_test_has_remark (model, "broken.fmu"));
  g_assert_true (ssp_test_has_remark (model, "Lockstep places FMUs only"));
  g_assert_true (ssp_test_has_remark (model, "is not a file"));
  g_assert_false (ls_model_check (model, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_MODEL);
  g_assert_true (ls_model_rename_component (model, a->id, "first", NULL));
  back = ssp_test_go_round (model);
  text = ssp_test_read_document (file);
  g_assert_nonnull (strstr (text, "source=\"resources/gone.fmu\""));
  g_assert_nonnull (strstr (text, "<ssv:Real value=\"7\"/>"));
  g_assert_nonnull (strstr (text, "<ssd:ParameterBinding prefix=\"first.\">"));
}

int
main (int argc, char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);
  ssp_test_init (argc, argv);
  g_test_add_func ("/core/model/ssp/example", test_example);
  g_test_add_func ("/core/model/ssp/fmu", test_fmu);
  g_test_add_func ("/core/model/ssp/rich", test_rich);
  g_test_add_func ("/core/model/ssp/layouts", test_layouts);
  g_test_add_func ("/core/model/ssp/bad-layouts", test_bad_layouts);
  g_test_add_func ("/core/model/ssp/omsimulator", test_omsimulator);
  g_test_add_func ("/core/model/ssp/geometry", test_geometry);
  g_test_add_func ("/core/model/ssp/missing", test_missing);
  result = g_test_run ();
  test_clear_folder ();
  return result;
}
