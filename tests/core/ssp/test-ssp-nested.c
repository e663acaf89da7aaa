/* Systems within systems: kept as they are, run as one list of components. */
#include "make-fmu.h"
#include "ssp-test.h"

#include <string.h>

#define REAL(name, kind)                                                                           \
  "<ssd:Connector name=\"" name "\" kind=\"" kind "\"><ssc:Real/></ssd:Connector>"

/* a.y -> s.u -> s.in.x and s.deep.u -> s.deep.in.x; s.deep.out.y -> s.deep.y -> s.y -> b.x, with a
 * factor on the first piece and another on the last. */
static const char *const document = SSP_HEAD
    "<ssd:System name=\"top\"><ssd:Elements>\n"
    "<ssd:Component name=\"a\" source=\"types\"><ssd:ElementGeometry x1=\"0\" y1=\"-100\" "
    "x2=\"200\" "
    "y2=\"100\"/></ssd:Component>\n"
    "<ssd:System name=\"s\" description=\"a part\"><ssd:Connectors>" REAL ("u", "input") REAL (
        "y",
        "output") "</ssd:Connectors>\n"
                  "<ssd:ElementGeometry x1=\"400\" y1=\"-100\" x2=\"600\" "
                  "y2=\"100\"/><ssd:Elements>\n"
                  "<ssd:Component name=\"in\" source=\"types\"><ssd:ElementGeometry x1=\"10\" "
                  "y1=\"10\" x2=\"210\" "
                  "y2=\"210\" rotation=\"90\"/></ssd:Component>\n"
                  "<ssd:System name=\"deep\"><ssd:Connectors>" REAL ("u", "input") REAL ("y",
                                                                                         "output")
                      REAL ("spare",
                            "input") "</ssd:Connectors><ssd:Elements>\n"
                                     "<ssd:Component name=\"in\" source=\"types\"/><ssd:Component "
                                     "name=\"out\" source=\"types\"/>\n"
                                     "</ssd:Elements><ssd:Connections>\n"
                                     "<ssd:Connection startConnector=\"u\" endElement=\"in\" "
                                     "endConnector=\"real_in\"/>\n"
                                     "<ssd:Connection startConnector=\"spare\" endElement=\"out\" "
                                     "endConnector=\"real_in\"/>\n"
                                     "<ssd:Connection startElement=\"out\" "
                                     "startConnector=\"real_out\" endConnector=\"y\">"
                                     "<ssc:LinearTransformation factor=\"2\" "
                                     "offset=\"1\"/></ssd:Connection>\n"
                                     "</ssd:Connections><ssd:Annotations><ssc:Annotation "
                                     "type=\"org.example\"><q xmlns=\"urn:q\">"
                                     " <!-- x --> a  &amp;  b "
                                     "<![CDATA[<raw>]]></q></ssc:Annotation></ssd:Annotations></"
                                     "ssd:System>\n"
                                     "</ssd:Elements><ssd:Connections>\n"
                                     "<ssd:Connection startConnector=\"u\" endElement=\"in\" "
                                     "endConnector=\"real_in\"/>\n"
                                     "<ssd:Connection startConnector=\"u\" endElement=\"deep\" "
                                     "endConnector=\"u\" id=\"wire\"/>\n"
                                     "<ssd:Connection startElement=\"deep\" startConnector=\"y\" "
                                     "endConnector=\"y\"/>\n"
                                     "</ssd:Connections></ssd:System>\n"
                                     "<ssd:Component name=\"b\" source=\"types\"/>\n"
                                     "</ssd:Elements><ssd:Connections>\n"
                                     "<ssd:Connection startElement=\"a\" "
                                     "startConnector=\"real_out\" endElement=\"s\" "
                                     "endConnector=\"u\"/>\n"
                                     "<ssd:Connection startElement=\"s\" startConnector=\"y\" "
                                     "endElement=\"b\" "
                                     "endConnector=\"real_in\"><ssc:LinearTransformation "
                                     "factor=\"3\" offset=\"-1\"/>"
                                     "</ssd:Connection>\n"
                                     "</ssd:Connections></ssd:System>" SSP_TAIL;

static LsModel *
make (void)
{
  g_autofree char *path = NULL;
  ls_fmu_unref (test_make_types ("types"));
  path = ssp_test_write_file ("nested.ssd", document);
  return ssp_test_read (path);
}

static char *
list_wires (const LsModel *model)
{
  g_autoptr (GPtrArray) wires = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    g_ptr_array_add (wires,
                     ls_model_describe_connection (model, ls_model_get_connection (model, i)));
  g_ptr_array_add (wires, NULL);
  return g_strjoinv ("\n", (char **)wires->pdata);
}

static void
test_read (void)
{
  g_autoptr (LsModel) model = make ();
  g_autofree char *wires = list_wires (model);
  g_autofree char *path = NULL;
  g_autoptr (GArray) edges = NULL;
  const LsComponent *component;
  const LsVariable *variable;
  const LsConnection *wire;
  const LsEdge *edge;

  g_assert_cmpstr (wires, ==,
                   "s.deep.out.real_out → b.real_in\n"
                   "a.real_out → s.in.real_in\n"
                   "a.real_out → s.deep.in.real_in");
  g_assert_cmpuint (ls_model_get_n_subsystems (model), ==, 2);
  path = ls_model_get_subsystem_path (model, 2);
  g_assert_cmpstr (path, ==, "s.deep");
  g_assert_cmpuint (ls_model_find_subsystem (model, 2)->connectors->len, ==, 3);
  g_assert_cmpint (ls_model_find_subsystem (model, 1)->x, ==, 400);
  g_assert_true (ls_model_find_signal (model, "s.deep.out.real_out", &component, &variable, NULL));
  g_assert_cmpstr (ls_model_get_local_name (model, component), ==, "out");
  /* 3 (2 y + 1) - 1 */
  wire = ls_model_get_connection (model, 0);
  g_assert_cmpfloat (wire->factor, ==, 6.0);
  g_assert_cmpfloat (wire->offset, ==, 2.0);
  /* In "s": from its own input to the block of "deep". */
  edges = ls_model_list_edges (model, 1);
  g_assert_cmpuint (edges->len, ==, 3);
  edge = &g_array_index (edges, LsEdge, 2);
  g_assert_cmpuint (edge->from_subsystem, ==, 1);
  g_assert_cmpuint (edge->to_subsystem, ==, 2);
  g_assert_cmpstr (edge->to_connector, ==, "u");
  g_assert_true (ssp_test_has_remark (model, "it does not start at a component"));
}

/* What lies where within a system is as it was, and nothing is lost or there twice. */
static void
test_kept (void)
{
  static const char *const kept[] = {
    "<ssd:System name=\"s\" description=\"a part\">",
    "<ssd:ElementGeometry x1=\"10\" y1=\"10\" x2=\"210\" y2=\"210\" rotation=\"90\"/>",
    "<q xmlns=\"urn:q\"> <!-- x --> a  &amp;  b <![CDATA[<raw>]]></q>",
    "id=\"wire\"",
    "<ssd:Connection startConnector=\"spare\" endElement=\"out\" endConnector=\"real_in\"/>",
    "<ssc:LinearTransformation factor=\"2\" offset=\"1\"/>",
    "<ssc:LinearTransformation factor=\"3\" offset=\"-1\"/>",
  };
  g_autoptr (LsModel) model = make ();
  g_autofree char *file = ssp_test_get_file ("first.ssp");
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = NULL;

  ls_model_free (ssp_test_go_round (model));
  text = ssp_test_read_document (file);

  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    {
      if (strstr (text, kept[i]) == NULL)
        g_error ("%s is not in %s", kept[i], text);
      g_assert_null (strstr (strstr (text, kept[i]) + 1, kept[i]));
    }
  parts = g_strsplit (text, "<ssd:Connection ", -1);
  g_assert_cmpuint (g_strv_length (parts), ==, 9);
}

/* Edits go to the right system; wires across systems make connectors where there are none. */
static void
test_edits (void)
{
  g_autoptr (LsModel) model = make ();
  g_autoptr (LsModel) back = NULL;
  g_autoptr (GError) error = NULL;
  guint in = ls_model_find_component_by_name (model, "s.in")->id;
  guint out = ls_model_find_component_by_name (model, "s.deep.out")->id;
  g_autofree char *wires = NULL;

  g_assert_true (ls_model_rename_component (model, in, "s.inner", &error));
  g_assert_cmpstr (ls_model_find_component (model, in)->name, ==, "s.inner");
  g_assert_true (ls_model_rename_component (model, in, "within", &error));
  g_assert_cmpstr (ls_model_find_component (model, in)->name, ==, "s.within");
  g_assert_false (ls_model_rename_component (model, in, "x.y", &error));
  g_clear_error (&error);
  g_assert_cmpuint (ls_model_connect (model, out, "real_out",
                                      ls_model_find_component_by_name (model, "a")->id, "real_in",
                                      &error),
                    !=, 0);
  g_assert_no_error (error);
  ls_model_remove_component (model, ls_model_find_component_by_name (model, "s.deep.in")->id);
  {
    g_autofree char *file = ssp_test_get_file ("edited.ssp");
    g_autofree char *text = NULL;

    ssp_test_write (model, file);
    back = ssp_test_read (file);
    text = ssp_test_read_document (file);
    /* What led to the removed component is gone. */
    g_assert_null (strstr (text, "id=\"wire\""));
  }
  wires = list_wires (back);
  g_assert_nonnull (strstr (wires, "s.deep.out.real_out → a.real_in"));
  g_assert_nonnull (strstr (wires, "a.real_out → s.within.real_in"));
  g_assert_nonnull (strstr (wires, "s.deep.out.real_out → b.real_in"));
  g_assert_cmpuint (ls_model_get_n_connections (back), ==, 3);
}

/* Every problem has its line. */
static void
test_lines (void)
{
  g_autofree char *path = ssp_test_write_file (
      "lines.ssd", SSP_HEAD "<ssd:System name=\"top\">\n<ssd:Elements>\n"
                            "<ssd:Component name=\"a\" source=\"gone.fmu\"/>\n"
                            "</ssd:Elements>\n<ssd:Connections>\n"
                            "<ssd:Connection startElement=\"a\" startConnector=\"y\" "
                            "endElement=\"nobody\" endConnector=\"u\"/>\n"
                            "</ssd:Connections></ssd:System>" SSP_TAIL);
  g_autoptr (LsModel) model = ssp_test_read (path);
  g_autoptr (GPtrArray) problems = ls_model_list_problems (model);
  gboolean missing = FALSE, nobody = FALSE;

  for (guint i = 0; i < problems->len; i++)
    {
      const LsRemark *remark = problems->pdata[i];

      missing |= remark->line == 5 && remark->error && strstr (remark->text, "gone.fmu") != NULL;
      nobody |= remark->line == 8 && remark->error && strstr (remark->text, "nobody") != NULL;
    }
  g_assert_true (missing);
  g_assert_true (nobody);
}

int
main (int argc, char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);
  ssp_test_init (argc, argv);
  g_test_add_func ("/core/model/ssp-nested/read", test_read);
  g_test_add_func ("/core/model/ssp-nested/kept", test_kept);
  g_test_add_func ("/core/model/ssp-nested/edits", test_edits);
  g_test_add_func ("/core/model/ssp-nested/lines", test_lines);
  result = g_test_run ();
  test_clear_folder ();
  return result;
}
