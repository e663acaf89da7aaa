/* What only SSP 2.0 can say: arrays, their elements and values, types of FMI 3.0; and documents
 * that stay of 1.0 while nothing needs it. */
#include "core/base/zip.h"
#include "core/model/wire.h"
#include "core/ssp/ssp-xml.h"
#include "make-fmu.h"
#include "ssp-test.h"

#include <string.h>

static const char *fmus; /* folder of the FMUs for tests */

static LsFmu *
open_arrays (void)
{
  g_autofree char *path = g_build_filename (fmus, "arrays.fmu", NULL);
  g_autoptr (GError) error = NULL;
  LsFmu *fmu = ls_fmu_open (path, &error);

  g_assert_no_error (error);
  return fmu;
}

/* Two components "a" and "b" with arrays. */
static LsModel *
make_model (void)
{
  g_autoptr (LsFmu) fmu = open_arrays ();
  LsModel *model = ls_model_new ();

  ls_model_add_component (model, fmu, "a", 0, 0);
  ls_model_add_component (model, fmu, "b", 300, 0);
  return model;
}

static guint
get_id (const LsModel *model, const char *name)
{
  return ls_model_find_component_by_name (model, name)->id;
}

static void
wire (LsModel *model, const char *output, const char *input)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) pairs = ls_model_list_pairs (model, get_id (model, "a"), output,
                                                  get_id (model, "b"), input, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < pairs->len; i++)
    {
      const LsPair *pair = &g_array_index (pairs, LsPair, i);

      ls_model_connect (model, get_id (model, "a"), pair->output->name, get_id (model, "b"),
                        pair->input->name, &error);
      g_assert_no_error (error);
    }
}

static guint
count (const char *text, const char *what)
{
  guint n = 0;

  for (const char *at = text; (at = strstr (at, what)) != NULL; at++)
    n++;
  return n;
}

static char *
write_text (LsModel *model)
{
  g_autofree char *path = ssp_test_get_file ("written.ssp");

  ssp_test_write (model, path);
  return ssp_test_read_document (path);
}

/* Without wires of arrays nothing needs 2.0; with them types are those of FMI 3.0. */
static void
test_version (void)
{
  g_autoptr (LsModel) model = make_model ();
  g_autofree char *one = NULL, *two = NULL;
  g_autofree char *version = NULL;
  g_autoptr (LsModel) back = NULL;

  ls_model_connect (model, get_id (model, "a"), "r", get_id (model, "b"), "s", NULL);
  one = write_text (model);
  g_assert_null (strstr (one, "version=\"2.0\""));
  g_assert_cmpuint (count (one, "<ssc:Real/>"), ==, 4);
  g_assert_null (strstr (one, "Dimension"));
  wire (model, "p", "v");
  back = ssp_test_go_round (model);
  version = ls_ssp_get_version (back);
  g_assert_cmpstr (version, ==, "2.0");
  two = write_text (back);
  g_assert_cmpuint (count (two, "version=\"2.0\""), ==, 1);
  g_assert_cmpuint (count (two, "<Connection") + count (two, "<ssd:Connection "), ==, 2);
  g_assert_cmpuint (count (two, "<ssc:Dimension size=\"2\"/>"), ==, 2);
  g_assert_cmpuint (count (two, "<ssc:Dimension size=\"3\"/>"), ==, 2);
  g_assert_cmpuint (count (two, "<ssc:Float64/>"), ==, 6);
  g_assert_cmpuint (ls_model_get_n_connections (back), ==, 7);
}

/* A wire of whole arrays that loses an element is one of elements, and the other way round. */
static void
test_elements (void)
{
  g_autoptr (LsModel) model = make_model ();
  g_autoptr (LsModel) whole = NULL, parts = NULL, again = NULL;
  g_autofree char *text = NULL, *made_whole = NULL;
  const LsConnection *third;

  wire (model, "y", "u");
  whole = ssp_test_go_round (model);
  third = ls_model_get_connection (whole, 2);
  g_assert_cmpstr (third->input, ==, "u[3]");
  ls_model_disconnect (whole, third->id);
  parts = ssp_test_go_round (whole);
  text = write_text (parts);
  g_assert_cmpuint (count (text, "<ssd:Connection "), ==, 2);
  g_assert_cmpuint (count (text, "startIndices=\"1\" endIndices=\"1\""), ==, 1);
  g_assert_cmpuint (count (text, "startIndices=\"2\" endIndices=\"2\""), ==, 1);
  g_assert_cmpuint (ls_model_get_n_connections (parts), ==, 2);
  ls_model_connect (parts, get_id (parts, "a"), "r", get_id (parts, "b"), "u[3]", NULL);
  again = ssp_test_go_round (parts);
  made_whole = write_text (again);
  g_assert_cmpuint (count (made_whole, "startConnector=\"r\" endElement=\"b\""), ==, 1);
  g_assert_cmpuint (count (made_whole, "endIndices=\"3\""), ==, 1);
}

/* A factor of one element alone keeps the others from being one Connection. */
static void
test_transform (void)
{
  g_autoptr (LsModel) model = make_model ();
  g_autoptr (LsModel) back = NULL;
  g_autofree char *text = NULL;

  wire (model, "y", "u");
  for (guint i = 0; i < 3; i++)
    g_assert_true (ls_model_set_connection_transformation (
        model, ls_model_get_connection (model, i)->id, 2.0, 1.0, NULL));
  back = ssp_test_go_round (model);
  text = write_text (back);
  g_assert_cmpuint (count (text, "LinearTransformation factor=\"2\" offset=\"1\""), ==, 1);
  g_assert_cmpfloat (ls_model_get_connection (back, 2)->factor, ==, 2.0);
  g_assert_true (ls_model_set_connection_transformation (
      back, ls_model_get_connection (back, 1)->id, 3.0, 1.0, NULL));
  g_clear_pointer (&text, g_free);
  text = write_text (back);
  g_assert_cmpuint (count (text, "<ssd:Connection "), ==, 3);
  g_assert_cmpuint (count (text, "factor=\"2\""), ==, 2);
}

static void
set_value (LsModel *model, const char *variable, const char *value)
{
  g_autoptr (GError) error = NULL;

  ls_model_set_value (model, get_id (model, "b"), variable, value, &error);
  g_assert_no_error (error);
}

/* Values of arrays are one Parameter, in row-major order. */
static void
test_values (void)
{
  g_autoptr (LsModel) model = make_model ();
  g_autoptr (LsModel) back = NULL, changed = NULL, reset = NULL;
  g_autofree char *text = NULL;

  set_value (model, "v[1,2]", "7");
  set_value (model, "v[2,1]", "-1.5");
  back = ssp_test_go_round (model);
  text = write_text (back);
  g_assert_nonnull (strstr (text, "<ssv:Real value=\"0 7 0 -1.5 0 0\"/>"));
  g_assert_cmpuint (count (text, "<ssc:Dimension size=\"2\"/>"), ==, 1);
  g_assert_cmpuint (count (text, "<ssc:Dimension size=\"3\"/>"), ==, 1);
  g_assert_cmpstr (ls_model_get_value (back, get_id (back, "b"), "v[2,1]"), ==, "-1.5");
  set_value (back, "v[2,3]", "4");
  set_value (back, "u[1]", "9");
  changed = ssp_test_go_round (back);
  g_clear_pointer (&text, g_free);
  text = write_text (changed);
  g_assert_nonnull (strstr (text, "value=\"0 7 0 -1.5 0 4\""));
  g_assert_nonnull (strstr (text, "value=\"9 0 0\""));
  g_assert_cmpuint (count (text, "<ssc:Dimension size=\"3\"/>"), ==, 2);
  for (guint i = 1; i <= 6; i++)
    {
      g_autofree char *name = g_strdup_printf ("v[%u,%u]", (i - 1) / 3 + 1, (i - 1) % 3 + 1);

      set_value (changed, name, NULL);
    }
  reset = ssp_test_go_round (changed);
  g_clear_pointer (&text, g_free);
  text = write_text (reset);
  g_assert_null (strstr (text, "name=\"v\""));
  g_assert_nonnull (strstr (text, "value=\"9 0 0\""));
}

#define HEAD                                                                                       \
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"                                                   \
  "<ssd:SystemStructureDescription xmlns:ssd=\"http://ssp-standard.org/SSP1/"                      \
  "SystemStructureDescription\" xmlns:ssc=\"http://ssp-standard.org/SSP1/"                         \
  "SystemStructureCommon\" xmlns:ssv=\"http://ssp-standard.org/SSP1/"                              \
  "SystemStructureParameterValues\" version=\"2.0\" name=\"m\">\n"

static LsModel *
read_text (const char *text)
{
  g_autofree char *fmu = g_build_filename (fmus, "arrays.fmu", NULL);
  g_autoptr (GString) document = g_string_new (text);
  g_autofree char *path = NULL;

  g_string_replace (document, "ARRAYS", fmu, 0);
  path = ssp_test_write_file ("document.ssd", document->str);
  return ssp_test_read (path);
}

/* Arrays pass the connectors of nested systems, whose sizes may not be said; saved again they stay
 * as they were. */
static void
test_nested (void)
{
  static const char *const document
      = HEAD "<ssd:System name=\"top\"><ssd:Elements>"
             "<ssd:Component name=\"a\" source=\"ARRAYS\"/>"
             "<ssd:System name=\"s\"><ssd:Connectors>"
             "<ssd:Connector name=\"in\" kind=\"input\"><ssc:Float64/><ssc:Dimension/>"
             "</ssd:Connector>"
             "<ssd:Connector name=\"m\" kind=\"input\"><ssc:Float64/><ssc:Dimension size=\"2\"/>"
             "<ssc:Dimension size=\"3\"/></ssd:Connector>"
             "</ssd:Connectors><ssd:Elements><ssd:Component name=\"b\" source=\"ARRAYS\"/>"
             "</ssd:Elements><ssd:Connections>"
             "<ssd:Connection startConnector=\"in\" endElement=\"b\" endConnector=\"u\"/>"
             "<ssd:Connection startConnector=\"m\" startIndices=\"2 3\" endElement=\"b\" "
             "endConnector=\"s\"/>"
             "</ssd:Connections></ssd:System></ssd:Elements><ssd:Connections>"
             "<ssd:Connection startElement=\"a\" startConnector=\"y\" endElement=\"s\" "
             "endConnector=\"in\"/>"
             "<ssd:Connection startElement=\"a\" startConnector=\"p\" endElement=\"s\" "
             "endConnector=\"m\"/>"
             "</ssd:Connections></ssd:System></ssd:SystemStructureDescription>\n";
  g_autoptr (LsModel) model = read_text (document);
  g_autofree char *text = write_text (model);
  g_autoptr (LsModel) back = NULL;

  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 4);
  g_assert_cmpstr (ls_model_get_connection (model, 2)->output, ==, "y[3]");
  g_assert_cmpstr (ls_model_get_connection (model, 3)->output, ==, "p[2,3]");
  g_assert_cmpuint (count (text, "<ssd:Connection "), ==, 4);
  ls_model_disconnect (model, ls_model_get_connection (model, 3)->id);
  back = ssp_test_go_round (model);
  g_clear_pointer (&text, g_free);
  text = write_text (back);
  g_assert_null (strstr (text, "\"2 3\""));
  g_assert_cmpuint (ls_model_get_n_connections (back), ==, 3);
}

/* The values of an array in a unit of the file are those of the FMU when one of them is changed. */
static void
test_units (void)
{
  static const char *const document
      = HEAD "<ssd:System name=\"top\"><ssd:ParameterBindings><ssd:ParameterBinding>"
             "<ssd:ParameterValues><ssv:ParameterSet version=\"2.0\" name=\"p\"><ssv:Parameters>"
             "<ssv:Parameter name=\"b.u\"><ssv:Float64 value=\"100 200 300\" unit=\"cm\"/>"
             "<ssc:Dimension size=\"3\"/></ssv:Parameter></ssv:Parameters></ssv:ParameterSet>"
             "</ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings><ssd:Elements>"
             "<ssd:Component name=\"b\" source=\"metres\"/></ssd:Elements></ssd:System>"
             "<ssd:Units><ssc:Unit name=\"cm\"><ssc:BaseUnit m=\"1\" factor=\"0.01\"/></ssc:Unit>"
             "</ssd:Units></ssd:SystemStructureDescription>\n";
  g_autoptr (LsFmu) fmu = open_arrays ();
  g_autofree char *path
      = g_build_filename (ls_fmu_get_directory (fmu), "modelDescription.xml", NULL);
  g_autofree char *folder = g_build_filename (test_get_folder (), "metres", NULL);
  g_autofree char *copy = g_build_filename (folder, "modelDescription.xml", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GString) description = NULL;
  g_autoptr (LsModel) model = NULL, back = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  description = g_string_new (text);
  g_assert_cmpuint (
      g_string_replace (description, "start=\"0 0 0\"", "start=\"0 0 0\" unit=\"m\"", 1), ==, 1);
  g_assert_cmpuint (g_string_replace (description, "<ModelVariables>",
                                      "<UnitDefinitions><Unit name=\"m\"><BaseUnit m=\"1\"/></Unit>"
                                      "</UnitDefinitions><ModelVariables>",
                                      1),
                    ==, 1);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (copy, description->str, -1, NULL));
  model = read_text (document);
  g_assert_cmpstr (ls_model_get_value (model, get_id (model, "b"), "u[2]"), ==, "2");
  set_value (model, "u[1]", "5");
  back = ssp_test_go_round (model);
  g_assert_cmpstr (ls_model_get_value (back, get_id (back, "b"), "u[1]"), ==, "5");
  g_assert_cmpstr (ls_model_get_value (back, get_id (back, "b"), "u[2]"), ==, "2");
}

/* Wrong sizes and indices are said once for each Connection; it stays in the document. */
static void
test_wrong (void)
{
  static const char *const document
      = HEAD "<ssd:System name=\"top\"><ssd:ParameterBindings><ssd:ParameterBinding>"
             "<ssd:ParameterValues><ssv:ParameterSet version=\"2.0\" name=\"p\"><ssv:Parameters>"
             "<ssv:Parameter name=\"b.v\"><ssv:Float64 value=\"1 2 3\"/></ssv:Parameter>"
             "<ssv:Parameter name=\"b.u\"><ssv:Float64 value=\" 1 2\n3 \"/></ssv:Parameter>"
             "<ssv:Parameter name=\"a.u\"><ssv:Float64 value=\"1 two 3\"/></ssv:Parameter>"
             "</ssv:Parameters></ssv:ParameterSet></ssd:ParameterValues></ssd:ParameterBinding>"
             "</ssd:ParameterBindings><ssd:Elements>"
             "<ssd:Component name=\"a\" source=\"ARRAYS\"/>"
             "<ssd:Component name=\"b\" source=\"ARRAYS\"/></ssd:Elements><ssd:Connections>"
             "<ssd:Connection startElement=\"a\" startConnector=\"y\" endElement=\"b\" "
             "endConnector=\"v\"/>"
             "<ssd:Connection startElement=\"a\" startConnector=\"y\" startIndices=\"4\" "
             "endElement=\"b\" endConnector=\"s\"/>"
             "<ssd:Connection startElement=\"a\" startConnector=\"p\" startIndices=\"1\" "
             "endElement=\"b\" endConnector=\"s\"/>"
             "<ssd:Connection startElement=\"a\" startConnector=\"r\" "
             "endElement=\"b\" endConnector=\"s\"/>"
             "</ssd:Connections></ssd:System></ssd:SystemStructureDescription>\n";
  g_autoptr (LsModel) model = read_text (document);
  g_autofree char *text = write_text (model);

  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 1);
  g_assert_true (ssp_test_has_remark (model, "a.y → b.v: the connection is left out: the sizes"));
  g_assert_true (ssp_test_has_remark (model, "“y[4]” is not an element of the array “y”"));
  g_assert_true (ssp_test_has_remark (model, "“p[1]” is not an element of the array “p”"));
  g_assert_true (ssp_test_has_remark (model, "it has 3 values for the 6 elements of b.v"));
  g_assert_cmpstr (ls_model_get_value (model, get_id (model, "b"), "u[3]"), ==, "3");
  g_assert_cmpstr (ls_model_get_value (model, get_id (model, "b"), "v[1,1]"), ==, "0");
  /* All of an array or nothing. */
  g_assert_true (ssp_test_has_remark (model, "A value of the file is left out: a.u[2]: "));
  g_assert_cmpuint (g_hash_table_size (ls_model_find_component_by_name (model, "a")->values), ==,
                    0);
  g_assert_cmpuint (count (text, "<ssd:Connection "), ==, 4);
}

/* Types of components without FMU; what only 2.0 has among kinds is no port. */
static void
test_missing (void)
{
  static const struct
  {
    const char *name;
    LsType type;
    const char *unit;
  } known[] = { { "f", LS_TYPE_REAL, "m" },      { "i", LS_TYPE_INTEGER, NULL },
                { "x", LS_TYPE_STRING, NULL },   { "t", LS_TYPE_BOOLEAN, NULL },
                { "z[1,1]", LS_TYPE_REAL, "N" }, { "z[2,2]", LS_TYPE_REAL, "N" },
                { "n", LS_TYPE_INTEGER, NULL } };
  static const char *const document
      = HEAD "<ssd:System name=\"top\"><ssd:Elements><ssd:Component name=\"c\"><ssd:Connectors>"
             "<ssd:Connector name=\"f\" kind=\"input\"><ssc:Float32 unit=\"m\"/></ssd:Connector>"
             "<ssd:Connector name=\"i\" kind=\"output\"><ssc:UInt8/></ssd:Connector>"
             "<ssd:Connector name=\"x\" kind=\"output\"><ssc:Binary mime-type=\"a/b\"/>"
             "</ssd:Connector>"
             "<ssd:Connector name=\"t\" kind=\"output\"><ssc:Clock/></ssd:Connector>"
             "<ssd:Connector name=\"z\" kind=\"output\"><ssc:Float64 unit=\"N\"/>"
             "<ssc:Dimension size=\"2\"/><ssc:Dimension size=\"2\"/><ssd:Clock name=\"t\"/>"
             "</ssd:Connector>"
             "<ssd:Connector name=\"n\" kind=\"structuralParameter\"><ssc:UInt64/>"
             "</ssd:Connector>"
             "<ssd:Connector name=\"l\" kind=\"local\"/>"
             "</ssd:Connectors></ssd:Component></ssd:Elements></ssd:System>"
             "</ssd:SystemStructureDescription>\n";
  g_autoptr (LsModel) model = read_text (document);
  const LsComponent *component = ls_model_find_component_by_name (model, "c");
  guint n;

  ls_component_get_variables (component, &n);
  g_assert_cmpuint (n, ==, 9);
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      const LsVariable *variable = ls_component_find_variable (component, known[i].name);

      g_assert_nonnull (variable);
      g_assert_cmpint (variable->type, ==, known[i].type);
      g_assert_cmpstr (variable->unit_name, ==, known[i].unit);
    }
  g_free (write_text (model));
}

/* Meta data and signatures, byte for byte, though the model changes; files that they name go into
 * the archive. */
static void
test_meta_data (void)
{
  static const char *const meta
      = "<ssc:MetaData  kind='general' type=\"text/xml\"><ssc:Content><a  b='1 > 0' ></a><!-- < -->"
        "<![CDATA[<ssc:Signature>]]>&#x9;\n</ssc:Content><ssc:Signature role='authenticity' "
        "type='x'><ssc:Content>q==</ssc:Content></ssc:Signature></ssc:MetaData>";
  static const char *const signature
      = "<ssc:Signature type='y'   role=\"suitability\" source=\"sign.bin\" />";
  g_autofree char *document = g_strconcat (
      HEAD "<ssd:System name=\"top\"><ssd:Elements>"
           "<ssd:Component name=\"a\" source=\"ARRAYS\">",
      meta, signature,
      "</ssd:Component><ssd:Component name=\"b\" source=\"ARRAYS\"/></ssd:Elements></ssd:System>",
      signature, "</ssd:SystemStructureDescription>\n", NULL);
  g_autoptr (LsModel) model = read_text (document);
  g_autoptr (LsModel) back = NULL;
  g_autofree char *text = NULL, *path = ssp_test_get_file ("written.ssp"), *kept = NULL;
  gsize size = 0;

  g_free (ssp_test_write_file ("sign.bin", "signed"));
  for (guint i = 0; i < 2; i++)
    {
      g_free (text);
      text = write_text (model);
      g_assert_cmpuint (count (text, meta), ==, 1);
      g_assert_cmpuint (count (text, signature), ==, 2);
      g_assert_cmpuint (count (text, "lockstep-kept"), ==, 0);
      if (i == 0)
        wire (model, "y", "u");
      ls_model_move_component (model, get_id (model, "a"), 10, 20);
    }
  back = ssp_test_read (path);
  g_assert_cmpuint (ls_model_get_n_connections (back), ==, 3);
  kept = ls_zip_read_entry (path, "sign.bin", 100, &size, NULL);
  g_assert_cmpmem (kept, size, "signed", 6);
  ls_model_remove_component (back, get_id (back, "a"));
  g_free (text);
  text = write_text (back);
  g_assert_cmpuint (count (text, meta), ==, 0);
  g_assert_cmpuint (count (text, signature), ==, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ssp_test_init (argc, argv);
  fmus = argc > 3 ? argv[3] : "build/tests/fmus";
  g_test_add_func ("/core/ssp/2/version", test_version);
  g_test_add_func ("/core/ssp/2/elements", test_elements);
  g_test_add_func ("/core/ssp/2/transform", test_transform);
  g_test_add_func ("/core/ssp/2/values", test_values);
  g_test_add_func ("/core/ssp/2/nested", test_nested);
  g_test_add_func ("/core/ssp/2/units", test_units);
  g_test_add_func ("/core/ssp/2/wrong", test_wrong);
  g_test_add_func ("/core/ssp/2/missing", test_missing);
  g_test_add_func ("/core/ssp/2/meta-data", test_meta_data);
  return g_test_run ();
}
