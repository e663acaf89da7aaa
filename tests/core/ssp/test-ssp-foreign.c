/* SSPs of other programs: nested systems, parameters from everywhere, and
 * what Lockstep does not use, which has to survive. */
#include "core/base/zip.h"
#include "make-fmu.h"
#include "ssp-test.h"

#include <glib/gstdio.h>
#include <string.h>

/* An FMU of all types as "types" in the folder of the test. */
static void
make_types (void)
{
  g_autoptr (LsFmu) fmu = test_make_types ("types");

  g_assert_nonnull (fmu);
}

static const char *
get_value (const LsModel *model, const char *component, const char *variable)
{
  return ls_model_get_value (model, ls_model_find_component_by_name (model, component)->id,
                             variable);
}

/* Everything this program does not use, in one document. */
static const char *const rich_document = SSP_HEAD
    "<!-- a comment -->\n"
    "<ssd:System name=\"plant\" id=\"top\" description=\"what it is\">\n"
    "<ssd:Connectors><ssd:Connector name=\"outside\" kind=\"input\"><ssc:Real/></ssd:Connector>"
    "</ssd:Connectors>\n"
    "<ssd:Elements>\n"
    "<ssd:Component name=\"a\" id=\"ida\" description=\"first\" source=\"types\" "
    "implementation=\"CoSimulation\">"
    "<ssd:Connectors><ssd:Connector name=\"real_in\" kind=\"input\" description=\"here\">"
    "<ssc:Real/><ssd:ConnectorGeometry x=\"0\" y=\"0.25\"/></ssd:Connector>"
    "<ssd:Connector name=\"real\" kind=\"parameter\"/></ssd:Connectors>"
    "<ssd:ElementGeometry x1=\"0\" y1=\"0\" x2=\"200\" y2=\"150\" iconSource=\"icon.svg\"/>"
    "<ssd:Annotations><ssc:Annotation type=\"org.example.one\"><note xmlns=\"urn:one\">\n  "
    "keep   <b>this</b>\n</note></ssc:Annotation></ssd:Annotations>"
    "</ssd:Component>\n"
    "<ssd:SignalDictionaryReference name=\"bus\" dictionary=\"d\"/>\n"
    "<ssd:Component name=\"b\" source=\"types\"/>\n"
    "</ssd:Elements>\n"
    "<ssd:Connections>"
    "<ssd:Connection startConnector=\"outside\" endElement=\"a\" endConnector=\"real_in\"/>"
    "<ssd:Connection startElement=\"a\" startConnector=\"real_out\" endElement=\"bus\" "
    "endConnector=\"s\"/>"
    "<ssd:Connection startElement=\"a\" startConnector=\"real_out\" endElement=\"b\" "
    "endConnector=\"real_in\" id=\"idc\" suppressUnitConversion=\"true\">"
    "<ssc:LinearTransformation factor=\"2\"/>"
    "<ssd:ConnectionGeometry pointsX=\"10 20.5\" pointsY=\"-1 0\"/>"
    "<ssd:Annotations><ssc:Annotation type=\"org.example.wire\"><w xmlns=\"urn:w\"/>"
    "</ssc:Annotation></ssd:Annotations></ssd:Connection>"
    "</ssd:Connections>\n"
    "<ssd:SignalDictionaries><ssd:SignalDictionary name=\"d\" source=\"d.ssb\"/>"
    "</ssd:SignalDictionaries>\n"
    "<ssd:SystemGeometry x1=\"0\" y1=\"0\" x2=\"500\" y2=\"400\"/>\n"
    "<ssd:GraphicalElements><ssd:Note x1=\"1\" y1=\"2\" x2=\"3\" y2=\"4\" text=\"look here\"/>"
    "</ssd:GraphicalElements>\n"
    "<ssd:Annotations><ssc:Annotation type=\"org.example.two\"><s xmlns=\"urn:s\"/>"
    "</ssc:Annotation></ssd:Annotations>\n"
    "</ssd:System>\n"
    "<ssd:Units><ssc:Unit name=\"furlong\"><ssc:BaseUnit m=\"1\" factor=\"201.168\"/></ssc:Unit>"
    "</ssd:Units>\n"
    "<ssd:DefaultExperiment stopTime=\"3\"><ssd:Annotations><ssc:Annotation "
    "type=\"org.example.three\"/></ssd:Annotations></ssd:DefaultExperiment>\n"
    "<ssd:Annotations><ssc:Annotation type=\"org.example.four\"><x:any xmlns:x=\"urn:x\" "
    "x:y=\"1\"/></ssc:Annotation><ssc:Annotation type=\"org.lockstep\"><experiment "
    "xmlns=\"org.lockstep\" step-size=\"0.1 0.01\" later=\"kept\"><future/></experiment>"
    "</ssc:Annotation></ssd:Annotations>\n" SSP_TAIL;

static void
test_survival (void)
{
  static const char *const kept[] = {
    "<!-- a comment -->",
    "id=\"top\"",
    "description=\"what it is\"",
    "name=\"outside\"",
    "id=\"ida\"",
    "description=\"first\"",
    "implementation=\"CoSimulation\"",
    "description=\"here\"",
    "<ssd:ConnectorGeometry x=\"0\" y=\"0.25\"/>",
    "<ssd:Connector name=\"real\" kind=\"parameter\"/>",
    "iconSource=\"icon.svg\"",
    "<note xmlns=\"urn:one\">\n  keep   <b>this</b>\n</note>",
    "<ssd:SignalDictionaryReference name=\"bus\" dictionary=\"d\"/>",
    "startConnector=\"outside\" endElement=\"first\"",
    "endElement=\"bus\"",
    "id=\"idc\"",
    "suppressUnitConversion=\"true\"",
    "<ssc:LinearTransformation factor=\"2\"/>",
    "pointsX=\"10 20.5\" pointsY=\"-1 0\"",
    "<w xmlns=\"urn:w\"/>",
    "<ssd:SignalDictionary name=\"d\" source=\"d.ssb\"/>",
    "<ssd:SystemGeometry x1=\"0\" y1=\"0\" x2=\"500\" y2=\"400\"/>",
    "text=\"look here\"",
    "<s xmlns=\"urn:s\"/>",
    "name=\"furlong\"",
    "org.example.three",
    "<x:any xmlns:x=\"urn:x\"",
    "step-size=\"0.1 0.01\"",
    "later=\"kept\"",
    "<future/>",
  };
  g_autofree char *path = NULL;
  g_autofree char *file = ssp_test_get_file ("first.ssp");
  g_autofree char *text = NULL;
  g_autoptr (LsModel) model = NULL;
  g_autoptr (LsModel) back = NULL;
  g_autoptr (GError) error = NULL;

  make_types ();
  path = ssp_test_write_file ("rich.ssd", rich_document);
  model = ssp_test_read (path);
  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 1);
  g_assert_null (ls_model_get_connection (model, 0)->transformation);
  g_assert_cmpfloat (ls_model_get_connection (model, 0)->factor, ==, 2.0);
  g_assert_true (ls_model_get_connection (model, 0)->keep_units);
  g_assert_true (ls_model_check (model, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (ls_model_get_n_notes (model), ==, 1);
  g_assert_cmpint (ls_model_get_component (model, 0)->implementation, ==,
                   LS_IMPLEMENTATION_CO_SIMULATION);
  g_assert_true (ssp_test_has_remark (model, "it does not start at a component"));
  /* What is kept follows the names. */
  g_assert_true (
      ls_model_rename_component (model, ls_model_get_component (model, 0)->id, "first", NULL));
  back = ssp_test_go_round (model);
  text = ssp_test_read_document (file);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    if (strstr (text, kept[i]) == NULL)
      g_error ("%s is not in %s", kept[i], text);
  /* A wire drawn anew has no transformation; what hung on a removed component goes with it. */
  ls_model_remove_component (back, ls_model_get_component (back, 0)->id);
  ssp_test_write (back, file);
  g_free (text);
  text = ssp_test_read_document (file);
  g_assert_null (strstr (text, "<ssd:Connection "));
  g_assert_nonnull (strstr (text, "<future/>"));
}

/* in -> s.u -> s.deep.u -> inner, and back out; all through connectors of systems. */
static void
test_nested (void)
{
  static const char *const document = SSP_HEAD
      "<ssd:System name=\"top\"><ssd:Elements>"
      "<ssd:Component name=\"a\" source=\"types\"/>"
      "<ssd:System name=\"s\"><ssd:Connectors><ssd:Connector name=\"u\" kind=\"input\"/>"
      "<ssd:Connector name=\"y\" kind=\"output\"/></ssd:Connectors><ssd:Elements>"
      "<ssd:System name=\"deep\"><ssd:Connectors><ssd:Connector name=\"u\" kind=\"input\"/>"
      "<ssd:Connector name=\"y\" kind=\"output\"/></ssd:Connectors><ssd:Elements>"
      "<ssd:Component name=\"b.x\" source=\"types\"/></ssd:Elements><ssd:Connections>"
      "<ssd:Connection startConnector=\"u\" endElement=\"b.x\" endConnector=\"real_in\"/>"
      "<ssd:Connection startConnector=\"u\" endElement=\"nobody\" endConnector=\"real_in\"/>"
      "<ssd:Connection startElement=\"b.x\" startConnector=\"real_out\" endConnector=\"y\"/>"
      "</ssd:Connections></ssd:System></ssd:Elements><ssd:Connections>"
      "<ssd:Connection startElement=\"\" startConnector=\"u\" endElement=\"deep\" "
      "endConnector=\"u\">"
      "<ssc:LinearTransformation factor=\"3\" offset=\"-1\"/></ssd:Connection>"
      "<ssd:Connection startElement=\"deep\" startConnector=\"y\" endConnector=\"y\"/>"
      "</ssd:Connections></ssd:System>"
      "</ssd:Elements><ssd:Connections>"
      "<ssd:Connection startElement=\"a\" startConnector=\"real_out\" endElement=\"s\" "
      "endConnector=\"u\"/>"
      "<ssd:Connection startElement=\"a\" startConnector=\"real_in\" endElement=\"s\" "
      "endConnector=\"y\"/>" /* the wrong way round */
      "<ssd:Connection startElement=\"a\" startConnector=\"flag_in\" endElement=\"a\" "
      "endConnector=\"flag_out\"/>"
      "<ssd:Connection startElement=\"s\" startConnector=\"y\" endElement=\"a\" "
      "endConnector=\"real_in\"/>"
      "</ssd:Connections></ssd:System>" SSP_TAIL;
  g_autofree char *path = NULL;
  g_autoptr (GString) wires = g_string_new (NULL);
  g_autoptr (LsModel) model = NULL;
  g_autoptr (LsModel) back = NULL;

  make_types ();
  path = ssp_test_write_file ("nested.ssd", document);
  model = ssp_test_read (path);
  g_assert_cmpuint (ls_model_get_n_components (model), ==, 2);
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const LsConnection *wire = ls_model_get_connection (model, i);
      g_autofree char *text = ls_model_describe_connection (model, wire);

      g_autofree char *way = ls_model_describe_transform (model, wire);

      g_string_append_printf (wires, "%s%s%s\n", text, way != NULL ? ": " : "",
                              way != NULL ? way : "");
    }
  g_assert_cmpstr (wires->str, ==,
                   "s.deep.b_x.real_out → a.real_in\n"
                   "a.flag_out → a.flag_in\n"
                   "a.real_out → s.deep.b_x.real_in: times 3 minus 1\n");
  g_assert_cmpuint (ls_model_get_n_subsystems (model), ==, 2);
  g_assert_true (ssp_test_has_remark (model, "is called “s.deep.b_x” here"));
  g_assert_true (ssp_test_has_remark (model, "the file has no such element"));
  g_assert_true (ssp_test_has_remark (model, "the input is connected already"));
  back = ssp_test_go_round (model);
  g_assert_cmpuint (ls_model_get_n_connections (back), ==, 3);
}

/* Connectors of systems that feed each other in a circle. */
static void
test_circle (void)
{
  static const char *const document = SSP_HEAD
      "<ssd:System name=\"top\"><ssd:Elements>"
      "<ssd:Component name=\"a\" source=\"types\"/><ssd:System name=\"s\"><ssd:Connections>"
      "<ssd:Connection startConnector=\"u\" endConnector=\"y\"/></ssd:Connections></ssd:System>"
      "</ssd:Elements><ssd:Connections>"
      "<ssd:Connection startElement=\"s\" startConnector=\"y\" endElement=\"s\" "
      "endConnector=\"u\"/>"
      "<ssd:Connection startElement=\"s\" startConnector=\"y\" endElement=\"a\" "
      "endConnector=\"real_in\"/>"
      "</ssd:Connections></ssd:System>" SSP_TAIL;
  g_autofree char *path = NULL;
  g_autoptr (LsModel) model = NULL;
  g_autoptr (LsModel) back = NULL;

  make_types ();
  path = ssp_test_write_file ("circle.ssd", document);
  model = ssp_test_read (path);
  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 0);
  back = ssp_test_go_round (model);
}

/* What goes through a signal dictionary is not connected, which is said of both of its ends. */
static void
test_dictionary (void)
{
  static const char *const document = SSP_HEAD
      "<ssd:System name=\"top\"><ssd:Elements>"
      "<ssd:Component name=\"a\" source=\"types\"/><ssd:Component name=\"b\" source=\"types\"/>"
      "<ssd:Component name=\"c\" source=\"types\"/>"
      "<ssd:SignalDictionaryReference name=\"bus\" dictionary=\"d\"/></ssd:Elements>"
      "<ssd:Connections>"
      "<ssd:Connection startElement=\"a\" startConnector=\"real_out\" endElement=\"bus\" "
      "endConnector=\"s\"/>"
      "<ssd:Connection startElement=\"bus\" startConnector=\"s\" endElement=\"b\" "
      "endConnector=\"real_in\"/>"
      "<ssd:Connection startElement=\"c\" startConnector=\"real_in\" endElement=\"bus\" "
      "endConnector=\"s\"/>"
      "</ssd:Connections><ssd:SignalDictionaries><ssd:SignalDictionary name=\"d\" "
      "source=\"d.ssb\"/></ssd:SignalDictionaries></ssd:System>" SSP_TAIL;
  static const char reason[] = "“bus” refers to a signal dictionary, which is not supported";
  static const char *const inputs[] = { "bus.s → b.real_in", "c.real_in → bus.s" };
  g_autofree char *path = NULL;
  g_autoptr (LsModel) model = NULL;
  g_autoptr (LsModel) back = NULL;
  g_autoptr (GPtrArray) left_out = NULL;

  make_types ();
  path = ssp_test_write_file ("dictionary.ssd", document);
  model = ssp_test_read (path);
  g_assert_cmpuint (ls_model_get_n_connections (model), ==, 0);
  left_out = ls_model_list_left_out (model);
  g_assert_cmpuint (left_out->len, ==, G_N_ELEMENTS (inputs));
  for (guint i = 0; i < left_out->len; i++)
    {
      const LsRemark *remark = left_out->pdata[i];

      g_assert_nonnull (strstr (remark->text, reason));
      g_assert_true (ssp_test_has_remark (model, inputs[i]));
    }
  g_assert_true (ssp_test_has_remark (model, "a.real_out → bus.s"));
  back = ssp_test_go_round (model);
}

#define PARAMETER(name, type, value)                                                               \
  "<ssv:Parameter name=\"" name "\"><ssv:" type " value=\"" value "\"/></ssv:Parameter>"
#define SET(parameters)                                                                            \
  "<ssv:ParameterSet version=\"1.0\" name=\"p\" "                                                  \
  "xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\" "                              \
  "xmlns:ssv=\"http://ssp-standard.org/SSP1/"                                                      \
  "SystemStructureParameterValues\"><ssv:Parameters>" parameters "</ssv:Parameters>"               \
  "<ssv:Units><ssc:Unit name=\"cm\"><ssc:BaseUnit m=\"1\" factor=\"0.01\"/></ssc:Unit>"            \
  "</ssv:Units></ssv:ParameterSet>"

static const char *const parameter_document = SSP_HEAD
    "<ssd:System name=\"top\"><ssd:ParameterBindings>"
    "<ssd:ParameterBinding source=\"outer.ssv\"/>"
    "<ssd:ParameterBinding prefix=\"b.\"><ssd:ParameterValues>" SET (
        PARAMETER ("whole", "Integer", "6") PARAMETER (
            "real",
            "Real",
            "1e9")) "</ssd:ParameterValues></ssd:ParameterBinding>"
                    "<ssd:ParameterBinding source=\"mapped.ssv\"><ssd:ParameterMapping>"
                    "<ssm:ParameterMapping version=\"1.0\"><ssm:MappingEntry source=\"gain\" "
                    "target=\"b.real_in\">"
                    "<ssc:LinearTransformation factor=\"2\" offset=\"1\"/></ssm:MappingEntry>"
                    "</ssm:ParameterMapping></ssd:ParameterMapping></ssd:ParameterBinding>"
                    "<ssd:ParameterBinding source=\"http://example.org/p.ssv\"/>"
                    "<ssd:ParameterBinding source=\"gone.ssv\"/>"
                    "</ssd:ParameterBindings><ssd:Elements>"
                    "<ssd:Component name=\"a\" source=\"types\"><ssd:ParameterBindings>"
                    "<ssd:ParameterBinding "
                    "source=\"inner.ssv\"/></ssd:ParameterBindings></ssd:Component>"
                    "<ssd:Component name=\"b\" "
                    "source=\"types\"/></ssd:Elements></ssd:System>" SSP_TAIL;

/* Factors act on what is in the unit of the target already; tables are looked up. */
static void
test_mappings (void)
{
  static const char document[] = SSP_HEAD
      "<ssd:System "
      "name=\"top\"><ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>" SET (
          "<ssv:Parameter name=\"length\"><ssv:Real value=\"250\" "
          "unit=\"cm\"/></ssv:Parameter>" PARAMETER ("on", "Boolean",
                                                     "1") PARAMETER ("gear", "Integer", "3")
              PARAMETER ("state", "Enumeration", "running") PARAMETER (
                  "level", "Integer",
                  "2")) "</ssd:ParameterValues><ssd:ParameterMapping><ssm:ParameterMapping "
                        "version=\"1.0\">"
                        "<ssm:MappingEntry source=\"length\" target=\"a.real\">"
                        "<ssc:LinearTransformation factor=\"2\" offset=\"1\"/></ssm:MappingEntry>"
                        "<ssm:MappingEntry source=\"length\" target=\"b.real\" "
                        "suppressUnitConversion=\"true\">"
                        "<ssc:LinearTransformation factor=\"0.02\"/></ssm:MappingEntry>"
                        "<ssm:MappingEntry source=\"on\" "
                        "target=\"a.flag\"><ssc:BooleanMappingTransformation>"
                        "<ssc:MapEntry source=\"true\" "
                        "target=\"false\"/></ssc:BooleanMappingTransformation>"
                        "</ssm:MappingEntry>"
                        "<ssm:MappingEntry source=\"gear\" "
                        "target=\"a.whole\"><ssc:IntegerMappingTransformation>"
                        "<ssc:MapEntry source=\"1\" target=\"5\"/><ssc:MapEntry source=\"3\" "
                        "target=\"6\"/>"
                        "</ssc:IntegerMappingTransformation></ssm:MappingEntry>"
                        "<ssm:MappingEntry source=\"level\" "
                        "target=\"b.whole\"><ssc:IntegerMappingTransformation>"
                        "<ssc:MapEntry source=\"1\" "
                        "target=\"5\"/></ssc:IntegerMappingTransformation>"
                        "</ssm:MappingEntry>"
                        "<ssm:MappingEntry source=\"state\" target=\"a.mode\">"
                        "<ssc:EnumerationMappingTransformation><ssc:MapEntry source=\"running\" "
                        "target=\"auto\"/>"
                        "</ssc:EnumerationMappingTransformation></ssm:MappingEntry>"
                        "</ssm:ParameterMapping></ssd:ParameterMapping></ssd:ParameterBinding>"
                        "</ssd:ParameterBindings><ssd:Elements><ssd:Component name=\"a\" "
                        "source=\"types\"/>"
                        "<ssd:Component name=\"b\" "
                        "source=\"types\"/></ssd:Elements></ssd:System>" SSP_TAIL;
  g_autofree char *path = ssp_test_write_file ("mappings.ssd", document);
  g_autoptr (LsModel) model = NULL;
  g_autoptr (LsModel) back = NULL;

  make_types ();
  model = ssp_test_read (path);
  g_assert_cmpstr (get_value (model, "a", "real"), ==, "6");
  g_assert_cmpstr (get_value (model, "b", "real"), ==, "5");
  g_assert_cmpstr (get_value (model, "a", "flag"), ==, "false");
  g_assert_cmpstr (get_value (model, "a", "whole"), ==, "6");
  g_assert_cmpstr (get_value (model, "b", "whole"), ==, "2");
  g_assert_cmpstr (get_value (model, "a", "mode"), ==, "auto");
  back = ssp_test_go_round (model);
}

/* An FMU may bring a set of values along, and nothing from outside of it. */
static void
test_within (void)
{
  static const char document[] = SSP_HEAD
      "<ssd:System name=\"top\"><ssd:ParameterBindings>"
      "<ssd:ParameterBinding source=\"set.ssv\" sourceBase=\"component\"/>"
      "</ssd:ParameterBindings><ssd:Elements>"
      "<ssd:Component name=\"a\" source=\"types\"><ssd:ParameterBindings><ssd:ParameterBinding "
      "source=\"my%20set.ssv\" sourceBase=\"component\"/></ssd:ParameterBindings></ssd:Component>"
      "<ssd:Component name=\"b\" source=\"types\"><ssd:ParameterBindings><ssd:ParameterBinding "
      "source=\"../within.ssd\" sourceBase=\"component\"/></ssd:ParameterBindings></ssd:Component>"
      "</ssd:Elements></ssd:System>" SSP_TAIL;
  g_autofree char *path = ssp_test_write_file ("within.ssd", document);
  g_autofree char *set = NULL;
  g_autoptr (LsModel) model = NULL;
  g_autoptr (LsModel) back = NULL;

  make_types ();
  set = ssp_test_write_file ("types/my set.ssv", SET (PARAMETER ("whole", "Integer", "7")));
  g_assert_nonnull (set);
  model = ssp_test_read (path);
  g_assert_cmpstr (get_value (model, "a", "whole"), ==, "7");
  g_assert_true (ssp_test_has_remark (model, "“../within.ssd” points out of the archive"));
  g_assert_true (ssp_test_has_remark (model, "“set.ssv” refers to a missing FMU"));
  back = ssp_test_go_round (model);
  g_assert_cmpstr (get_value (back, "a", "whole"), ==, "7");
}

static void
test_parameters (void)
{
  g_autofree char *outer = NULL;
  g_autofree char *inner = NULL;
  g_autofree char *mapped = NULL;
  g_autofree char *path = ssp_test_write_file ("parameters.ssd", parameter_document);
  g_autofree char *file = ssp_test_get_file ("first.ssp");
  g_autofree char *text = NULL;
  g_autoptr (LsModel) model = NULL;
  g_autoptr (LsModel) back = NULL;

  outer = ssp_test_write_file ("outer.ssv", SET (PARAMETER ("a.mode", "Enumeration", "auto")
                                                     PARAMETER ("a.flag", "Boolean", "false")
                                                         PARAMETER ("c.k", "Real", "1")));
  inner = ssp_test_write_file (
      "inner.ssv",
      SET (PARAMETER ("mode", "Enumeration", "off") PARAMETER (
          "text", "String", "x y") "<ssv:Parameter name=\"real\">"
                                   "<ssv:Real value=\"250\" unit=\"cm\"/></ssv:Parameter>"));
  mapped = ssp_test_write_file (
      "mapped.ssv", SET (PARAMETER ("gain", "Real", "4") PARAMETER ("other", "Real", "4")));
  g_assert_true (outer != NULL && inner != NULL && mapped != NULL);
  make_types ();
  model = ssp_test_read (path);
  /* What stands further out wins. */
  g_assert_cmpstr (get_value (model, "a", "mode"), ==, "auto");
  g_assert_cmpstr (get_value (model, "a", "flag"), ==, "false");
  g_assert_cmpstr (get_value (model, "a", "text"), ==, "x y");
  g_assert_cmpstr (get_value (model, "a", "real"), ==, "2.5");
  g_assert_cmpstr (get_value (model, "b", "whole"), ==, "6");
  g_assert_cmpstr (get_value (model, "b", "real"), ==, "1");
  g_assert_cmpstr (get_value (model, "b", "real_in"), ==, "9");
  g_assert_true (ssp_test_has_remark (model, "b.real: “1e9” is too large"));
  g_assert_true (ssp_test_has_remark (model, "http://example.org/p.ssv"));
  g_assert_true (ssp_test_has_remark (model, "gone.ssv"));
  back = ssp_test_go_round (model);
  text = ssp_test_read_document (file);
  /* Bindings stay as they are. */
  g_assert_nonnull (strstr (text, "<ssv:Real value=\"1e9\"/>"));
  g_assert_nonnull (strstr (text, "source=\"http://example.org/p.ssv\""));
  g_assert_nonnull (strstr (text, "source=\"gone.ssv\""));
  g_assert_nonnull (strstr (text, "outer.ssv"));
  g_assert_cmpstr (get_value (back, "a", "mode"), ==, "auto");
  g_assert_cmpstr (get_value (back, "a", "real"), ==, "2.5");
}

static void
add_data (LsZipWriter *zip, const char *entry, const char *data, gsize size)
{
  g_assert_true (ls_zip_writer_add_data (zip, entry, data, size, NULL));
}

/* Files of the archive that are not of the model; two FMUs of one name; an FMU used twice. */
static void
test_archive (void)
{
  static const char *const document = SSP_HEAD
      "<ssd:System name=\"top\"><ssd:Elements>"
      "<ssd:Component name=\"a\" source=\"resources/my%20prey.fmu\"/>"
      "<ssd:Component name=\"b\" source=\"resources/broken.fmu\"/>"
      "<ssd:Component name=\"c\" source=\"../outside.fmu\"/></ssd:Elements></ssd:System>" SSP_TAIL;
  static const char blob[] = "any\0bytes\xff";
  g_autofree char *prey = ssp_test_get_example ("prey.fmu");
  g_autofree char *predator = ssp_test_get_example ("predator.fmu");
  g_autofree char *folder = ssp_test_get_file ("resources-elsewhere");
  g_autofree char *other = g_build_filename (folder, "my prey.fmu", NULL);
  g_autofree char *again = g_build_filename (folder, "again", NULL);
  g_autofree char *copy = g_build_filename (again, "my prey.fmu", NULL);
  g_autofree char *path = ssp_test_get_file ("archive.ssp");
  g_autofree char *file = ssp_test_get_file ("first.ssp");
  g_autofree char *bytes = NULL;
  g_autofree char *predator_bytes = NULL;
  g_autofree char *read_bytes = NULL;
  g_autoptr (LsZipWriter) zip = ls_zip_writer_new (path, NULL);
  g_autoptr (LsModel) model = NULL;
  g_autoptr (LsModel) back = NULL;
  gsize size, predator_size, read_size;

  g_assert_true (g_file_get_contents (prey, &bytes, &size, NULL));
  g_assert_true (g_file_get_contents (predator, &predator_bytes, &predator_size, NULL));
  g_mkdir_with_parents (again, 0700);
  g_assert_true (g_file_set_contents (other, predator_bytes, (gssize)predator_size, NULL));
  g_assert_true (g_file_set_contents (copy, bytes, (gssize)size, NULL));
  add_data (zip, "SystemStructure.ssd", document, strlen (document));
  add_data (zip, "resources/my prey.fmu", bytes, size);
  add_data (zip, "resources/broken.fmu", "broken", 6);
  add_data (zip, "extra/org.example/blob.bin", blob, sizeof blob);
  g_assert_true (ls_zip_writer_commit (zip, NULL));
  model = ssp_test_read (path);
  g_assert_nonnull (ls_model_get_component (model, 0)->fmu);
  g_assert_true (ssp_test_has_remark (model, "b: resources/broken.fmu"));
  g_assert_true (ssp_test_has_remark (model, "points out of the archive"));
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (LsFmu) fmu = ls_fmu_open (i == 0 ? other : copy, NULL);

      ls_model_add_component (model, fmu, NULL, 0.0, 500.0);
    }
  back = ssp_test_go_round (model);
  g_assert_cmpstr (ls_model_get_component (back, 0)->source, ==, "resources/my%20prey.fmu");
  g_assert_cmpstr (ls_model_get_component (back, 3)->source, ==, "resources/my%20prey_2.fmu");
  /* The same bytes from another folder are not stored again. */
  g_assert_cmpstr (ls_model_get_component (back, 4)->source, ==, "resources/my%20prey.fmu");
  read_bytes = ls_zip_read_entry (file, "extra/org.example/blob.bin", 1000, &read_size, NULL);
  g_assert_cmpmem (read_bytes, read_size, blob, sizeof blob);
  g_clear_pointer (&read_bytes, g_free);
  read_bytes = ls_zip_read_entry (file, "resources/broken.fmu", 1000, &read_size, NULL);
  g_assert_cmpmem (read_bytes, read_size, "broken", 6);
  g_clear_pointer (&read_bytes, g_free);
  read_bytes = ls_zip_read_entry (file, "resources/my prey_2.fmu", 1 << 24, &read_size, NULL);
  g_assert_cmpmem (read_bytes, read_size, predator_bytes, predator_size);
  /* An FMU that is not used any more goes. */
  ls_model_remove_component (back, ls_model_get_component (back, 3)->id);
  ssp_test_write (back, path);
  g_clear_pointer (&read_bytes, g_free);
  read_bytes = ls_zip_read_entry (path, "resources/my prey_2.fmu", 1 << 24, &read_size, NULL);
  g_assert_null (read_bytes);
  g_clear_pointer (&read_bytes, g_free);
  read_bytes = ls_zip_read_entry (path, "resources/my prey.fmu", 1 << 24, &read_size, NULL);
  g_assert_cmpmem (read_bytes, read_size, bytes, size);
}

/* A model outlives the file it was read from, and what cannot be written leaves what was there. */
static void
test_loss (void)
{
  g_autofree char *example = ssp_test_get_example ("lotka-volterra.ssp");
  g_autofree char *path = ssp_test_get_file ("loss.ssp");
  g_autofree char *folder = ssp_test_get_file ("no such folder");
  g_autofree char *unwritable = g_build_filename (folder, "x.ssp", NULL);
  g_autofree char *data = NULL;
  g_autofree char *after = NULL;
  g_autoptr (LsModel) model = NULL;
  g_autoptr (LsModel) other = ls_model_new ();
  g_autoptr (GError) error = NULL;
  gsize size, after_size;

  g_assert_true (g_file_get_contents (example, &data, &size, NULL));
  g_assert_true (g_file_set_contents (path, data, (gssize)size, NULL));
  model = ssp_test_read (path);
  ls_model_add_component (other, ls_model_get_component (model, 0)->fmu, NULL, 0.0, 0.0);
  g_assert_false (ls_ssp_write (model, unwritable, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
  g_clear_error (&error);
  ls_model_set_name (model, "bad \x01 name");
  g_assert_false (ls_ssp_write (model, path, &error));
  g_assert_error (error, LS_ERROR, LS_ERROR_MODEL);
  g_assert_true (g_file_get_contents (path, &after, &after_size, NULL));
  g_assert_cmpmem (after, after_size, data, size);
  ls_model_set_name (model, "good name");
  g_assert_cmpint (g_unlink (path), ==, 0);
  ssp_test_write (model, path);
  /* An FMU taken over from a model that is gone. */
  g_clear_pointer (&model, ls_model_free);
  ssp_test_write (other, path);
  model = ssp_test_read (path);
  g_assert_nonnull (ls_model_get_component (model, 0)->fmu);
}

int
main (int argc, char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);
  ssp_test_init (argc, argv);
  g_test_add_func ("/core/model/ssp-foreign/survival", test_survival);
  g_test_add_func ("/core/model/ssp-foreign/nested", test_nested);
  g_test_add_func ("/core/model/ssp-foreign/circle", test_circle);
  g_test_add_func ("/core/model/ssp-foreign/dictionary", test_dictionary);
  g_test_add_func ("/core/model/ssp-foreign/parameters", test_parameters);
  g_test_add_func ("/core/model/ssp-foreign/mappings", test_mappings);
  g_test_add_func ("/core/model/ssp-foreign/within", test_within);
  g_test_add_func ("/core/model/ssp-foreign/archive", test_archive);
  g_test_add_func ("/core/model/ssp-foreign/loss", test_loss);
  result = g_test_run ();
  test_clear_folder ();
  return result;
}
