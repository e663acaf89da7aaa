/* A document that is saved again is the same but for what was changed. */
#include "core/ssp/ssp-xml.h"
#include "make-fmu.h"
#include "ssp-test.h"

#include <libxml/c14n.h>
#include <string.h>

#define SET(parameters)                                                                            \
  "<ssv:ParameterSet xmlns:ssv=\"http://ssp-standard.org/SSP1/SystemStructureParameterValues\" "   \
  "version=\"1.0\" name=\"set\"><ssv:Parameters>" parameters                                       \
  "</ssv:Parameters></ssv:ParameterSet>"

/* What other tools write and this program has no use for, and what it reads: a parameter with unit
 * and description, one of another file, one through a mapping and one at the connector of the
 * system; a connection written backwards, one that leads nowhere; generation data. */
static const char *const document
    = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<SystemStructureDescription xmlns=\"http://ssp-standard.org/SSP1/"
      "SystemStructureDescription\" "
      "xmlns:c=\"http://ssp-standard.org/SSP1/SystemStructureCommon\" version=\"1.0\" "
      "name=\"test\"\n"
      "  generationTool=\"Some tool\" generationDateAndTime=\"2020-01-02T03:04:05Z\" "
      "author=\"A\">\n"
      "  <!-- first -->\n"
      "  <System name=\"top\">\n"
      "    <Connectors>\n"
      "      <Connector name=\"in\" kind=\"input\"><c:Real unit=\"cm\"/></Connector>\n"
      "    </Connectors>\n"
      "    <ParameterBindings>\n"
      "      <ParameterBinding source=\"outer.ssv\">\n"
      "        <ParameterMapping source=\"names.ssm\"/>\n"
      "      </ParameterBinding>\n"
      "      <ParameterBinding source=\"direct.ssv\"/>\n"
      "      <ParameterBinding prefix=\"a.\">\n"
      "        <ParameterValues>\n"
      "          <v:ParameterSet xmlns:v=\"http://ssp-standard.org/SSP1/"
      "SystemStructureParameterValues\" version=\"1.0\" name=\"sizes\">\n"
      "            <v:Parameters>\n"
      "              <v:Parameter name=\"real\" description=\"how long\"><v:Real value=\"250\" "
      "unit=\"cm\"/></v:Parameter>\n"
      "            </v:Parameters>\n"
      "            <v:Units><c:Unit name=\"cm\"><c:BaseUnit m=\"1\" factor=\"0.01\"/></c:Unit>"
      "</v:Units>\n"
      "          </v:ParameterSet>\n"
      "        </ParameterValues>\n"
      "      </ParameterBinding>\n"
      "      <ParameterBinding>\n"
      "        <ParameterValues>\n"
      "          <v:ParameterSet xmlns:v=\"http://ssp-standard.org/SSP1/"
      "SystemStructureParameterValues\" version=\"1.0\" name=\"outside\">\n"
      "            <v:Parameters>\n"
      "              <v:Parameter name=\"in\"><v:Real value=\"7\"/></v:Parameter>\n"
      "            </v:Parameters>\n"
      "          </v:ParameterSet>\n"
      "        </ParameterValues>\n"
      "      </ParameterBinding>\n"
      "    </ParameterBindings>\n"
      "    <Elements>\n"
      "      <Component name=\"a\" source=\"types.fmu\"/>\n"
      "      <SignalDictionaryReference name=\"bus\" dictionary=\"d\"/>\n"
      "      <Component name=\"b\" source=\"types.fmu\" description=\"the second\"/>\n"
      "    </Elements>\n"
      "    <Connections>\n"
      "      <Connection startElement=\"b\" startConnector=\"real_in\" endElement=\"a\" "
      "endConnector=\"real_out\"/>\n"
      "      <Connection startConnector=\"in\" endElement=\"a\" endConnector=\"real_in\">\n"
      "        <c:LinearTransformation factor=\"2\"/>\n"
      "      </Connection>\n"
      "      <Connection startElement=\"a\" startConnector=\"flag_out\" endElement=\"bus\" "
      "endConnector=\"s\"/>\n"
      "      <Connection startElement=\"a\" startConnector=\"flag_out\" endElement=\"nobody\" "
      "endConnector=\"s\"/>\n"
      "    </Connections>\n"
      "    <SignalDictionaries><SignalDictionary name=\"d\" source=\"d.ssb\"/>"
      "</SignalDictionaries>\n"
      "  </System>\n"
      "  <Units>\n"
      "    <c:Unit name=\"furlong\"><c:BaseUnit m=\"1\" factor=\"201.168\"/></c:Unit>\n"
      "    <c:Unit name=\"cm\"><c:BaseUnit m=\"1\" factor=\"0.01\"/></c:Unit>\n"
      "  </Units>\n"
      "</SystemStructureDescription>\n";

static LsModel *
open_document (void)
{
  g_autoptr (LsFmu) fmu = test_make_types ("types.fmu");
  char *files[4] = { NULL };
  LsModel *model;

  g_assert_nonnull (fmu);
  files[0] = ssp_test_write_file (
      "outer.ssv", SET ("<ssv:Parameter name=\"gain\"><ssv:Integer value=\"4\"/></ssv:Parameter>"));
  files[1] = ssp_test_write_file (
      "names.ssm", "<ssm:ParameterMapping xmlns:ssm=\"http://ssp-standard.org/SSP1/"
                   "SystemStructureParameterMapping\" version=\"1.0\">"
                   "<ssm:MappingEntry source=\"gain\" target=\"b.whole\"/></ssm:ParameterMapping>");
  files[2] = ssp_test_write_file (
      "direct.ssv",
      SET ("<ssv:Parameter name=\"b.text\"><ssv:String value=\"x y\"/></ssv:Parameter>"
           "<ssv:Parameter name=\"b.flag\"><ssv:Boolean value=\"false\"/></ssv:Parameter>"));
  files[3] = ssp_test_write_file ("same.ssd", document);
  model = ssp_test_read (files[3]);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    g_free (files[i]);
  return model;
}

static guint
get_id (const LsModel *model, const char *name)
{
  return ls_model_find_component_by_name (model, name)->id;
}

static const char *
get_value (const LsModel *model, const char *component, const char *variable)
{
  return ls_model_get_value (model, get_id (model, component), variable);
}

/* @lines: with the white space between elements */
static char *
canonicalize (const char *text, gboolean lines)
{
  g_autoptr (xmlDoc) doc = ls_xml_read_memory (text, strlen (text), "text", NULL, NULL);
  xmlChar *memory = NULL;
  char *copy;

  g_assert_nonnull (doc);
  if (!lines)
    ls_ssp_xml_strip (xmlDocGetRootElement (doc));
  g_assert_cmpint (xmlC14NDocDumpMemory (doc, NULL, XML_C14N_1_0, NULL, 1, &memory), >, 0);
  copy = g_strdup ((const char *)memory);
  xmlFree (memory);
  return copy;
}

/* Writes it; the document is @document where each of @edits, pairs of texts, was replaced once.
 * Returns: the model read again, which is equal. */
static LsModel *
check_written (LsModel *model, const char *const edits[])
{
  const gboolean lines = edits[0] == NULL;
  g_autofree char *path = ssp_test_get_file ("written.ssp");
  g_autoptr (GString) wanted = g_string_new (document);
  g_autofree char *text = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *found = NULL;
  g_autoptr (GError) error = NULL;
  LsModel *back;

  for (guint i = 0; edits[i] != NULL; i += 2)
    g_assert_cmpuint (g_string_replace (wanted, edits[i], edits[i + 1], 1), ==, 1);
  /* FMUs go into the archive. */
  g_string_replace (wanted, "source=\"types.fmu\"", "source=\"resources/types.fmu\"", 0);
  g_assert_true (ls_ssp_write (model, path, &error));
  g_assert_no_error (error);
  text = ssp_test_read_document (path);
  expected = canonicalize (wanted->str, lines);
  found = canonicalize (text, lines);
  g_assert_cmpstr (found, ==, expected);
  back = ssp_test_read (path);
  g_assert_true (ls_model_equal (model, back));
  return back;
}

static void
set_value (LsModel *model, const char *component, const char *variable, const char *value)
{
  g_autoptr (GError) error = NULL;

  ls_model_set_value (model, get_id (model, component), variable, value, &error);
  g_assert_no_error (error);
}

/* What the document says, and saving it as it is. */
static void
test_unchanged (void)
{
  static const char *const none[] = { NULL };
  g_autoptr (LsModel) model = open_document ();
  g_autoptr (LsModel) back = NULL;
  g_autoptr (LsModel) again = NULL;

  /* 7 cm at the connector of the system, twice that in m at the input. */
  g_assert_cmpstr (get_value (model, "a", "real"), ==, "2.5");
  /* Rounding of 2 * 0.07. */
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (get_value (model, "a", "real_in"), NULL), 0.14,
                                  1e-15);
  g_assert_cmpstr (get_value (model, "b", "whole"), ==, "4");
  g_assert_cmpstr (get_value (model, "b", "text"), ==, "x y");
  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 1);
  back = check_written (model, none);
  /* From the archive, too, with the files that it names. */
  again = check_written (back, none);
}

/* Values that stand in the document are changed there; those of other files are won over, since
 * these belong to others. */
static void
test_values (void)
{
  static const char *const edits[]
      = { "<v:Real value=\"250\" unit=\"cm\"/>", "<v:Real value=\"3\"/>",
          "<v:Parameter name=\"in\"><v:Real value=\"7\"/></v:Parameter>",
          "<v:Parameter name=\"in\"><v:Real value=\"7\"/></v:Parameter>"
          "<v:Parameter name=\"a.real_in\"><v:Real value=\"0.5\"/></v:Parameter>"
          "<v:Parameter name=\"b.flag\"><v:Boolean value=\"true\"/></v:Parameter>"
          "<v:Parameter name=\"b.whole\"><v:Integer value=\"5\"/></v:Parameter>",
          NULL };
  g_autoptr (LsModel) model = open_document ();
  g_autoptr (LsModel) back = NULL;

  set_value (model, "a", "real", "3");
  set_value (model, "a", "real_in", "0.5");
  set_value (model, "b", "whole", "5");
  set_value (model, "b", "flag", "true");
  back = check_written (model, edits);
}

/* What stands in the document alone goes when the FMU's own value is wanted; a new value of what
 * had none stands at the component. */
static void
test_reset (void)
{
  static const char *const edits[] = {
    "<ParameterBinding prefix=\"a.\">\n"
    "        <ParameterValues>\n"
    "          <v:ParameterSet xmlns:v=\"http://ssp-standard.org/SSP1/"
    "SystemStructureParameterValues\" version=\"1.0\" name=\"sizes\">\n"
    "            <v:Parameters>\n"
    "              <v:Parameter name=\"real\" description=\"how long\"><v:Real value=\"250\" "
    "unit=\"cm\"/></v:Parameter>\n"
    "            </v:Parameters>\n"
    "            <v:Units><c:Unit name=\"cm\"><c:BaseUnit m=\"1\" factor=\"0.01\"/></c:Unit>"
    "</v:Units>\n"
    "          </v:ParameterSet>\n"
    "        </ParameterValues>\n"
    "      </ParameterBinding>\n",
    "",
    "xmlns:c=",
    "xmlns:ssv=\"http://ssp-standard.org/SSP1/SystemStructureParameterValues\" xmlns:c=",
    "description=\"the second\"/>",
    "description=\"the second\"><ParameterBindings><ParameterBinding><ParameterValues>"
    "<ssv:ParameterSet version=\"1.0\" name=\"values\"><ssv:Parameters><ssv:Parameter "
    "name=\"real\"><ssv:Real value=\"2\"/></ssv:Parameter></ssv:Parameters>"
    "</ssv:ParameterSet></ParameterValues></ParameterBinding></ParameterBindings></Component>",
    NULL
  };
  g_autoptr (LsModel) model = open_document ();
  g_autoptr (LsModel) back = NULL;

  set_value (model, "a", "real", NULL);
  set_value (model, "b", "real", "2");
  back = check_written (model, edits);
}

/* Connections, also those of others, follow a new name; so do values, where they stand in the
 * document. */
static void
test_rename (void)
{
  static const char *const edits[]
      = { "<Component name=\"a\"",
          "<Component name=\"first\"",
          "<ParameterBinding prefix=\"a.\">",
          "<ParameterBinding prefix=\"a.\">",
          "endElement=\"a\" endConnector=\"real_out\"",
          "endElement=\"first\" endConnector=\"real_out\"",
          "endElement=\"a\" endConnector=\"real_in\"",
          "endElement=\"first\" endConnector=\"real_in\"",
          "startElement=\"a\" startConnector=\"flag_out\" endElement=\"bus\"",
          "startElement=\"first\" startConnector=\"flag_out\" endElement=\"bus\"",
          "startElement=\"a\" startConnector=\"flag_out\" endElement=\"nobody\"",
          "startElement=\"first\" startConnector=\"flag_out\" endElement=\"nobody\"",
          "<Component name=\"b\"",
          "<Component name=\"a\"",
          "startElement=\"b\"",
          "startElement=\"a\"",
          NULL };
  g_autofree char *path = ssp_test_get_file ("renamed.ssp");
  g_autoptr (LsModel) model = open_document ();
  g_autoptr (LsModel) back = NULL;
  g_autofree char *text = NULL;

  g_assert_true (ls_model_rename_component (model, get_id (model, "a"), "first", NULL));
  g_assert_true (ls_model_rename_component (model, get_id (model, "b"), "a", NULL));
  g_assert_true (ls_ssp_write (model, path, NULL));
  text = ssp_test_read_document (path);
  for (guint i = 0; edits[i] != NULL; i += 2)
    if (i != 2)
      g_assert_nonnull (strstr (text, edits[i + 1]));
  back = ssp_test_read (path);
  g_assert_true (ls_model_equal (model, back));
}

/* With a component goes what hangs on it, and nothing else. */
static void
test_remove (void)
{
  static const char *const edits[]
      = { "      <Component name=\"b\" source=\"types.fmu\" description=\"the second\"/>\n",
          "",
          "name=\"a\" source=\"types.fmu\"/>",
          "name=\"a\" source=\"types.fmu\"><ElementGeometry x1=\"0\" y1=\"-140\" x2=\"160\" "
          "y2=\"0\"/></Component>",
          "<Connection startElement=\"b\" startConnector=\"real_in\" endElement=\"a\" "
          "endConnector=\"real_out\"/>",
          "",
          NULL };
  static const char *const none[] = { NULL };
  g_autoptr (LsModel) model = open_document ();
  g_autoptr (LsModel) whole = ls_model_copy (model);
  g_autoptr (LsModel) back = NULL;
  g_autoptr (LsModel) again = NULL;

  ls_model_remove_component (model, get_id (model, "b"));
  back = check_written (model, edits);
  /* Undone: as it was. */
  again = check_written (whole, none);
}

/* A wire, a time and a place are changed where they stand; one is added. */
static void
test_others (void)
{
  static const char *const edits[] = {
    "<Connection startElement=\"b\" startConnector=\"real_in\" endElement=\"a\" "
    "endConnector=\"real_out\"/>",
    "<Connection startElement=\"b\" startConnector=\"real_in\" endElement=\"a\" "
    "endConnector=\"real_out\"><c:LinearTransformation factor=\"4\" offset=\"0\"/></Connection>",
    "endElement=\"nobody\" endConnector=\"s\"/>",
    "endElement=\"nobody\" endConnector=\"s\"/><Connection startElement=\"a\" "
    "startConnector=\"flag_out\" endElement=\"b\" endConnector=\"flag_in\"/>",
    "<Component name=\"a\" source=\"types.fmu\"/>",
    "<Component name=\"a\" source=\"types.fmu\"><Connectors><Connector name=\"flag_out\" "
    "kind=\"output\"><c:Boolean/></Connector></Connectors></Component>",
    "description=\"the second\"/>",
    "description=\"the second\"><Connectors><Connector name=\"flag_in\" "
    "kind=\"input\"><c:Boolean/></Connector></Connectors></Component>",
    "</Units>\n</System",
    "</Units><DefaultExperiment stopTime=\"3\"/></System",
    NULL
  };
  g_autoptr (LsModel) model = open_document ();
  g_autoptr (LsModel) back = NULL;
  g_autoptr (GError) error = NULL;

  ls_model_set_connection_transformation (model, ls_model_get_connection (model, 0)->id, 4.0, 0.0,
                                          &error);
  g_assert_no_error (error);
  ls_model_connect (model, get_id (model, "a"), "flag_out", get_id (model, "b"), "flag_in", &error);
  g_assert_no_error (error);
  ls_model_get_experiment (model)->stop_time = 3.0;
  back = check_written (model, edits);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  ssp_test_init (argc, argv);
  g_test_add_func ("/core/model/ssp-same/unchanged", test_unchanged);
  g_test_add_func ("/core/model/ssp-same/values", test_values);
  g_test_add_func ("/core/model/ssp-same/reset", test_reset);
  g_test_add_func ("/core/model/ssp-same/rename", test_rename);
  g_test_add_func ("/core/model/ssp-same/remove", test_remove);
  g_test_add_func ("/core/model/ssp-same/others", test_others);
  status = g_test_run ();
  test_clear_folder ();
  return status;
}
