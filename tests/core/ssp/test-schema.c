/* Documents against our description of the standards: sentences, lines, and the verdict of the
 * schemas of the standards on thousands of changed documents. */
#include "core/fmi/fmi-schema.h"
#include "core/ssp/ssp-schema.h"
#include "full.h"
#include "schema-changes.h"
#include "schema-documents.h"

#include <libxml/parser.h>
#include <libxml/xmlschemas.h>
#include <string.h>

/* Folder of the schemas of the standards, which need not be there. */
static const char *schemas;

/* Changes to each document. */
#define N_CHANGES 2500

static GPtrArray *
check (const xmlDoc *doc, const char *text)
{
  GPtrArray *faults = ls_ssp_check_document (doc, text, strlen (text), 1000);
  GPtrArray *findings;

  if (faults != NULL)
    return faults;
  findings = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_finding_free);
  ls_check_document (doc, text, strlen (text), findings);
  return findings;
}

static xmlDoc *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  xmlDoc *doc = ls_xml_read_memory (text, strlen (text), "a.xml", NULL, &error);

  g_assert_no_error (error);
  return doc;
}

/* One change to @text, and what is said of it. */
typedef struct
{
  const char *text, *from, *to;
  guint line; /* counted from that of @to */
  const char *rule, *subject, *says;
} Case;

static void
test_sentences (void)
{
  const Case cases[] = {
    { ssp_1, " stopTime=\"1\"", "\n  stoptime=\"1\"", 1, "known-attributes",
      "element DefaultExperiment in SystemStructureDescription “all”",
      "attribute stoptime is not known; perhaps stopTime was meant (possible: stopTime)" },
    { ssp_1, "type=\"t\" implementation", "\nwidth=\"3\" type=\"t\" implementation", 1,
      "known-attributes", "element Component “one”",
      "attribute width is not known (possible: id, description)" },
    { ssp_1, "startConnector=\"y\" ", "\n\n", 0, "attribute-missing", "element Connection",
      "attribute startConnector is missing" },
    { ssp_1, "x2=\"1e2\"", "\n x2=\"1,2\"", 1, "attribute-value",
      "element ElementGeometry in System “system”", "attribute x2: “1,2” is not a number" },
    { ssp_1, "kind=\"input\"", "kind=\"in\"", 0, "attribute-value", "element Connector “u”",
      "attribute kind: “in” is invalid; expected input, output, parameter, calculatedParameter, "
      "inout" },
    { ssp_1, "suppressUnitConversion=\"false\"", "suppressUnitConversion=\"no\"", 0,
      "attribute-value", "element Connection",
      "attribute suppressUnitConversion: “no” is neither true nor false" },
    { ssp_1, "pointsX=\"1 2.5\"", "pointsX=\"1 x 2.5\"", 0, "attribute-value",
      "element ConnectionGeometry", "attribute pointsX: “x” is not a number" },
    { ssp_1, "value=\"-3\"", "value=\"99999999999\"", 0, "attribute-value",
      "element Integer in Parameter “b”",
      "attribute value: “99999999999” is not an integer from -2147483648 to 2147483647" },
    { ssp_1, "name=\"inner\"", "name=\"\"", 0, "attribute-value", "element System",
      "attribute name is empty" },
    { ssp_1, "id=\"c\"", "id=\"system\"", 0, "id-unique", "element Connection",
      "attribute id: “system” is already used by element System “system” in line 10" },
    { ssp_1, "id=\"c\"", "id=\"1 c\"", 0, "attribute-value", "element Connection",
      "attribute id: “1 c” is not a name that XML allows: a letter, then letters, digits, “-”, “_” "
      "or “.”" },
    { ssp_1, "2026-01-31T12:00:00Z", "yesterday", 0, "attribute-value", NULL,
      "attribute generationDateAndTime: “yesterday” is not a date and time like "
      "2026-01-31T12:00:00Z" },
    { ssp_1, "<ssd:SystemGeometry", "<ssd:Geometry/>\n<ssd:SystemGeometry", 0, "known-elements",
      "element Geometry in System “system”",
      "not known in System (possible: Connectors, ElementGeometry, ParameterBindings, Elements, "
      "Connections, SignalDictionaries, SystemGeometry, GraphicalElements, Annotations)" },
    { ssp_1, "<ssd:SystemGeometry",
      "<ssd:Elements><ssd:System name=\"l\"/></ssd:Elements>"
      "<ssd:SystemGeometry",
      0, "element-once", "element Elements in System “system”",
      "one too many: there can be only 1" },
    { ssp_1, "<ssc:Real unit=\"m\"/>",
      "<ssd:Annotations><ssc:Annotation type=\"t\"/>"
      "</ssd:Annotations><ssc:Real/>",
      0, "element-order", "element Annotations in Connector “u”",
      "stands in the wrong place: it has to come after ConnectorGeometry, in line 12" },
    { ssp_1, "</ssd:Component>",
      "<ssd:Connectors><ssd:Connector name=\"q\" kind=\"input\"/>"
      "</ssd:Connectors></ssd:Component>",
      0, "element-order", "element Connectors in Component “one”",
      "stands in the wrong place: it has to come before Annotations, in line 52" },
    { ssp_1, "<ssd:GraphicalElements>",
      "<ssd:SystemGeometry x1=\"0\" y1=\"0\" x2=\"1\" y2=\"1\"/>"
      "<ssd:GraphicalElements>",
      0, "element-once", "element SystemGeometry in System “system”",
      "one too many: there can be only 1" },
    { ssp_1, "<ssc:Real unit=\"m\"/>", "<ssc:Real/><ssc:Integer/>", 0, "element-once",
      "element Integer in Connector “u”",
      "one too many: of these there can be only 1: Real, Integer, Boolean, String, Enumeration, "
      "Binary" },
    { ssp_1, "<ssv:Integer value=\"-3\"/>", "", 0, "element-missing", "element Parameter “b”",
      "one of these is missing in it: Real, Integer, Boolean, String, Enumeration, Binary" },
    { ssp_1, "<ssd:Connectors>", "<ssd:Connectors>word", 0, "no-text",
      "element Connectors in System “system”",
      "there is text in it, “word”, where only elements can be" },
    { ssp_1, "<ssc:LinearTransformation factor=\"2\"/>", "<ssd:LinearTransformation/>", 0,
      "namespace", "element LinearTransformation",
      "is in the namespace “http://ssp-standard.org/SSP1/SystemStructureDescription”, and has to "
      "be "
      "in “http://ssp-standard.org/SSP1/SystemStructureCommon”" },
    { ssp_2, "value=\"-128\"", "value=\"-129\"", 0, "attribute-value",
      "element Int8 in Parameter “c”",
      "attribute value: “-129” is not an integer from -128 to 127" },
    { fmi_3, "valueReference=\"3\" initial", "initial", 0, "attribute-missing",
      "element Float32 “f”", "attribute valueReference is missing" },
    { ssp_1, "<ssc:Boolean/>", "<ssc:Boolean>\n</ssc:Boolean>", 0, "no-text",
      "element Boolean in Connector “y”", "contains white space, must be empty" },
    { ssp_1, "<ssd:SystemGeometry ", "<ssd:SystemGeometry\n xsi:type=\"ssd:TGeometry\" ", 1,
      "attribute-value", "element SystemGeometry in System “system”",
      "attribute xsi:type: “ssd:TGeometry” is not a known type" },
    { ssp_1, "<ssd:Connections>", "<ssd:Connections xsi:type=\"ssd:TSystem\">", 0,
      "attribute-value", "element Connections in System “system”",
      "attribute xsi:type: “ssd:TSystem” cannot be the type of this element" },
    { ssp_1, "<ssd:Connections>", "<ssd:Connections\n xsi:nil=\"false\">", 1, "known-attributes",
      "element Connections in System “system”",
      "attribute xsi:nil is not allowed: the element cannot be nil" },
    { ssp_1, "<ssd:Connections>", "<ssd:Connections xsi:types=\"\">", 0, "known-attributes",
      "element Connections in System “system”",
      "attribute types of the namespace “http://www.w3.org/2001/XMLSchema-instance” is not "
      "expected "
      "here" },
    { ssp_1, "<y/>", "<y xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"\nxsi:type=\"xs:int\">a</y>",
      0, "element-value", "element y", "its text “a” is not a value of the type int" },
    { ssp_1, "iconRotation=\"0\"", "iconRotation=\"1e\"", 0, "attribute-value",
      "element ElementGeometry in System “system”",
      "attribute iconRotation: “1e” is not a number" },
    { fmi_3, "<x/>", "<Annotations/>", 0, "element-missing", "element Annotations",
      "Annotation is missing in it" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *c = &cases[i];
      const char *at = strstr (c->text, c->from);
      g_autofree char *head = NULL, *text = NULL;
      g_autoptr (xmlDoc) doc = NULL;
      g_autoptr (GPtrArray) faults = NULL;
      guint line = 1;

      g_assert_nonnull (at);
      head = g_strndup (c->text, (gsize)(at - c->text));
      text = g_strconcat (head, c->to, at + strlen (c->from), NULL);
      doc = parse (text);
      faults = check (doc, text);
      g_assert_cmpuint (faults->len, ==, 1);
      for (const char *p = head; *p != '\0'; p++)
        line += *p == '\n';
      if (g_str_has_prefix (c->text, "<?xml") && c->text == fmi_3)
        {
          const LsFinding *finding = faults->pdata[0];

          g_assert_cmpstr (finding->message, ==, c->says);
          g_assert_cmpstr (finding->subject, ==, c->subject);
          g_assert_cmpuint ((guint)finding->line, ==, line + c->line);
        }
      else
        {
          const LsSchemaFault *fault = faults->pdata[0];

          g_assert_cmpstr (fault->text, ==, c->says);
          g_assert_cmpstr (fault->rule, ==, c->rule);
          if (c->subject != NULL)
            g_assert_cmpstr (fault->subject, ==, c->subject);
          if (c->subject != NULL)
            g_assert_cmpuint (fault->line, ==, line + c->line);
        }
    }
}

static void
test_several (void)
{
  static const guint expected[] = { 12, 13, 15, 16, 18, 19, 22, 23, 25, 26 };
  g_autofree char *text = NULL;
  g_autoptr (xmlDoc) doc = NULL;
  g_autoptr (GPtrArray) faults = NULL, few = NULL;
  g_auto (GStrv) parts = g_strsplit (ssp_1, "<ssd:Connector name=", -1);

  text = g_strjoinv ("<ssd:Connector a=\"\"\n  b=\"\"\n  name=", parts);
  doc = parse (text);
  faults = check (doc, text);
  g_assert_cmpuint (faults->len, ==, 10);
  for (guint i = 0; i < faults->len; i++)
    g_assert_cmpuint (((LsSchemaFault *)faults->pdata[i])->line, ==, expected[i]);
  few = ls_ssp_check_document (doc, text, strlen (text), 3);
  g_assert_cmpuint (few->len, ==, 3);
}

/* Long names and values, and what is no UTF-8 text, are quoted in part. */
static void
test_long (void)
{
  g_autofree char *name = g_strnfill (40000, 'x');
  g_autofree char *text = g_strdup_printf ("<SystemStructureDescription %s=\"%s\"/>", name, name);
  g_autoptr (xmlDoc) doc = parse (text);
  g_autoptr (GPtrArray) faults = check (doc, text);

  g_assert_cmpuint (faults->len, ==, 1);
  g_assert_cmpstr (((LsSchemaFault *)faults->pdata[0])->rule, ==, "namespace");
  g_clear_pointer (&faults, g_ptr_array_unref);
  g_clear_pointer (&doc, xmlFreeDoc);
  g_free (text);
  text = g_strdup_printf ("<a:SystemStructureDescription xmlns:a=\"http://ssp-standard.org/SSP1/"
                          "SystemStructureDescription\" version=\"1.0\" name=\"n\" %s=\"%s\">"
                          "<a:System name=\"%s\" %s=\"\"/></a:SystemStructureDescription>",
                          name, name, name, name);
  doc = parse (text);
  faults = check (doc, text);
  g_assert_cmpuint (faults->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpuint (strlen (((LsSchemaFault *)faults->pdata[i])->text), <, 400);
      g_assert_cmpuint (strlen (((LsSchemaFault *)faults->pdata[i])->subject), <, 400);
    }
}

/* Of the standard, with everything that can be embedded. */
static xmlSchema *
open_schema (const char *const files[])
{
  g_autoptr (GString) text
      = g_string_new ("<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">");
  xmlSchemaParserCtxt *context;
  xmlSchema *schema;

  for (guint i = 0; files[i] != NULL; i += 2)
    {
      if (files[i + 1] != NULL && *files[i + 1] != '\0')
        g_string_append_printf (text, "<xs:import namespace=\"%s%s\" schemaLocation=\"%s/%s\"/>",
                                "http://ssp-standard.org/SSP1/", files[i + 1], schemas, files[i]);
      else
        g_string_append_printf (text, "<xs:include schemaLocation=\"%s/%s\"/>", schemas, files[i]);
    }
  g_string_append (text, "</xs:schema>");
  context = xmlSchemaNewMemParserCtxt (text->str, (int)text->len);
  schema = xmlSchemaParse (context);
  xmlSchemaFreeParserCtxt (context);
  g_assert_nonnull (schema);
  return schema;
}

static void
keep_first (void *data, xmlErrorPtr error)
{
  char **first = data;

  if (*first == NULL)
    *first = g_strdup (error->message);
}

/* Returns: (transfer full) (nullable): what the schema of the standard says. */
static char *
validate (xmlSchema *schema, xmlDoc *doc)
{
  xmlSchemaValidCtxt *context = xmlSchemaNewValidCtxt (schema);
  char *first = NULL;
  int result;

  xmlSchemaSetValidStructuredErrors (context, (xmlStructuredErrorFunc)keep_first, &first);
  result = xmlSchemaValidateDoc (context, doc);
  xmlSchemaFreeValidCtxt (context);
  if (result == 0)
    g_clear_pointer (&first, g_free);
  else if (first == NULL)
    first = g_strdup ("is not valid");
  return first;
}

/* Where the schemas are not what the standards say: that of FMI 2.0 accepts three interfaces and
 * more; that of FMI 3.0 rejects dimensions and annotations of Enumerations. Attributes for
 * constraints, an extension of ours (fmi-schema.c), are none of the names that the changes know.
 * @rejected: by us, not by the schema; or the other way round */
static gboolean
is_gap (const xmlNode *root, gboolean rejected)
{
  const xmlNode *variable = ls_xml_child (ls_xml_child (root, "ModelVariables"), NULL);
  guint n = 0;

  for (const xmlNode *node = ls_xml_child (root, NULL); node != NULL;
       node = ls_xml_next (node, NULL))
    n += ls_xml_is (node, "ModelExchange") || ls_xml_is (node, "CoSimulation");
  for (; variable != NULL; variable = ls_xml_next (variable, NULL))
    if (!rejected && ls_xml_is (variable, "Enumeration")
        && (ls_xml_child (variable, "Dimension") != NULL
            || ls_xml_child (variable, "Annotations") != NULL))
      return TRUE;
  return rejected && n > 2;
}

/* Rewrites a value that libxml2 misjudges to one that XML Schema judges the same, whatever its
 * type. All these types collapse white space, but libxml2 rejects it around one value of most types
 * of integers, before dates, and behind INF and NaN; it accepts numbers without digits after the
 * "e", and rejects integers of more than 24 digits. */
static char *
mend_text (char *text)
{
  static const char *const rules[][2]
      = { { "^\\s*([-+]?[0-9]+|-?INF|NaN|[-0-9]{10}T[-+0-9:.Z]+)\\s*$", "\\1" },
          { "(?<!\\S)([-+0-9.]+)[eE][-+]?(?!\\S)", "\\1x" },
          { "^([1-9][0-9]{23})[0-9]+$", "\\1" } };
  static GRegex *forms[G_N_ELEMENTS (rules)];

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      char *mended;

      if (forms[i] == NULL)
        forms[i] = g_regex_new (rules[i][0], G_REGEX_DOLLAR_ENDONLY | G_REGEX_OPTIMIZE, 0, NULL);
      mended = g_regex_replace (forms[i], text, -1, 0, rules[i][1], 0, NULL);
      g_free (text);
      text = mended;
    }
  return text;
}

/* Nor does libxml2 collapse the white space of an xsi:type. */
static void
mend_value (xmlAttr *attribute)
{
  xmlChar *content = xmlNodeGetContent ((xmlNode *)attribute);
  g_autofree char *text = g_strdup ((const char *)content);

  xmlFree (content);
  if (attribute->ns == NULL)
    text = mend_text (text);
  else if (xmlStrEqual (attribute->name, (const xmlChar *)"type"))
    g_strstrip (text);
  xmlSetNsProp (attribute->parent, attribute->ns, attribute->name, (const xmlChar *)text);
}

/* Nor does it take white space in a CDATA section for white space. */
static void
mend (xmlNode *node)
{
  xmlNode *next;

  for (xmlAttr *attribute = node->properties; attribute != NULL; attribute = attribute->next)
    mend_value (attribute);
  for (node = node->children; node != NULL; node = next)
    {
      next = node->next;
      if (node->type == XML_ELEMENT_NODE)
        mend (node);
      else if (node->type == XML_CDATA_SECTION_NODE && xmlIsBlankNode (node))
        xmlFreeNode (xmlReplaceNode (node, xmlNewDocText (node->doc, node->content)));
    }
}

/* A version that selects another schema. */
static gboolean
is_second (const xmlNode *root)
{
  g_autofree char *version = ls_xml_get (root, "version");

  return version != NULL && g_str_has_prefix (version, "2.")
         && !g_str_has_prefix ((const char *)root->name, "fmi");
}

/* Returns: (transfer full) */
static char *
write_changed (GRand *rand, xmlDoc *original, guint n)
{
  g_autoptr (xmlDoc) doc = xmlCopyDoc (original, 1);
  xmlChar *dump;
  char *changed;
  int size;

  for (guint i = 0; i < n; i++)
    change_document (rand, doc);
  xmlDocDumpMemory (doc, &dump, &size);
  changed = g_strndup ((const char *)dump, (gsize)size);
  xmlFree (dump);
  return changed;
}

/* Returns: (transfer full) (nullable): %NULL if @changed is no document of the kind of @original:
 * other roots, which a schema may know, are refused where a file is read. */
static xmlDoc *
read_changed (const xmlDoc *original, const char *changed)
{
  const xmlNode *root = xmlDocGetRootElement (original);
  xmlDoc *again
      = ls_xml_read_memory (changed, strlen (changed), "a.xml", (const char *)root->name, NULL);

  if (again != NULL && is_second (root) != is_second (xmlDocGetRootElement (again)))
    g_clear_pointer (&again, xmlFreeDoc);
  return again;
}
static const char *
get_text (const GPtrArray *faults, const xmlNode *root)
{
  return g_str_has_prefix ((const char *)root->name, "fmi")
             ? ((LsFinding *)faults->pdata[0])->message
             : ((LsSchemaFault *)faults->pdata[0])->text;
}

/* Documents of a kind: those that are wrong, those of which the schema says something else than
 * we do, and those of these where the schema is wrong */
typedef struct
{
  guint n, n_bad, n_different, n_gaps;
} Counts;

static void
compare_one (const char *name, xmlDoc *doc, const char *text, xmlSchema *schema, Counts *counts)
{
  g_autoptr (GPtrArray) faults = check (doc, text);
  g_autofree char *says = NULL;
  xmlNode *root = xmlDocGetRootElement (doc);

  mend (root);
  says = validate (schema, doc);
  counts->n++;
  counts->n_bad += says != NULL;
  if ((says != NULL) == (faults->len > 0))
    return;
  if (is_gap (root, faults->len > 0))
    {
      counts->n_gaps++;
      return;
    }
  counts->n_different++;
  g_test_message ("%s", text);
  g_test_message ("%s: we say: %s; the schema says: %s", name,
                  faults->len > 0 ? get_text (faults, root) : "well", says != NULL ? says : "well");
}

/* Both say the same of the document and of all that comes of a change. */
static void
compare (const char *name, const char *text, xmlSchema *schema)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (xmlDoc) original = parse (text);
  Counts counts = { 0 };

  for (guint i = 0; i <= N_CHANGES; i++)
    {
      /* Twice: a second change may hide the first one, or make it good. */
      g_autofree char *changed = write_changed (rand, original, i > 0 ? 1 + i % 2 : 0);
      g_autoptr (xmlDoc) doc = read_changed (original, changed);

      if (doc != NULL)
        compare_one (name, doc, changed, schema, &counts);
      if (i == 0)
        g_assert_cmpuint (counts.n_bad, ==, 0);
    }
  g_test_message ("%s: %u of %u documents are wrong; %u verdicts differ, %u more where the schema"
                  " is wrong",
                  name, counts.n_bad, counts.n, counts.n_different, counts.n_gaps);
  if (counts.n_different > 0)
    g_test_fail ();
}

/* The kinds of schema, and what they are tried on. Those of FMI 1.0 are not among the schemas that
 * we have; other tools bring them along (FMPy), to be put into "fmi1" beside the others. */
static void
test_verdicts (void)
{
  static const char *const ssp_1_files[] = { "ssp1/SystemStructureDescription.xsd",
                                             "SystemStructureDescription",
                                             "ssp1/SystemStructureParameterValues.xsd",
                                             "SystemStructureParameterValues",
                                             "ssp1/SystemStructureParameterMapping.xsd",
                                             "SystemStructureParameterMapping",
                                             "ssp1/SystemStructureSignalDictionary.xsd",
                                             "SystemStructureSignalDictionary",
                                             NULL };
  static const char *const ssp_2_files[] = { "ssp2/SystemStructureDescription.xsd",
                                             "SystemStructureDescription",
                                             "ssp2/SystemStructureParameterValues.xsd",
                                             "SystemStructureParameterValues",
                                             "ssp2/SystemStructureParameterMapping.xsd",
                                             "SystemStructureParameterMapping",
                                             "ssp2/SystemStructureSignalDictionary.xsd",
                                             "SystemStructureSignalDictionary",
                                             NULL };
  static const char *const fmi_1_files[] = { "fmi1/fmiModelDescription.xsd", "", NULL };
  static const char *const fmi_2_files[] = { "fmi2/fmi2ModelDescription.xsd", "", NULL };
  static const char *const fmi_3_files[] = { "fmi3/fmi3ModelDescription.xsd", "", NULL };
  static const char *const terminals_files[] = { "fmi3/fmi3TerminalsAndIcons.xsd", "", NULL };
  static const char *const build_files[] = { "fmi3/fmi3BuildDescription.xsd", "", NULL };
  const struct
  {
    const char *name, *text;
    const char *const *files;
  } kinds[] = {
    { "SSP 1.0", ssp_1, ssp_1_files },
    { "SSP 2.0", ssp_2, ssp_2_files },
    { "SSV 1.0", set_1, ssp_1_files },
    { "FMI 2.0", full_description, fmi_2_files },
    { "FMI 3.0", fmi_3, fmi_3_files },
    { "FMI 2.0, types", fmi_2, fmi_2_files },
    { "FMI 3.0, types", fmi_3_types, fmi_3_files },
    { "terminals", terminals, terminals_files },
    { "build description", build, build_files },
    { "FMI 1.0", fmi_1, fmi_1_files },
  };

  if (schemas == NULL || !g_file_test (schemas, G_FILE_TEST_IS_DIR))
    {
      g_test_skip (
          "the schemas of the standards are not here; LOCKSTEP_SCHEMAS names their folder");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *file = g_build_filename (schemas, kinds[i].files[0], NULL);
      xmlSchema *schema;

      if (!g_file_test (file, G_FILE_TEST_EXISTS))
        {
          g_test_message ("%s: there is no %s", kinds[i].name, file);
          continue;
        }
      schema = open_schema (kinds[i].files);
      compare (kinds[i].name, kinds[i].text, schema);
      xmlSchemaFree (schema);
    }
}

/* Without the schemas too: what is right is said to be. */
static void
test_right (void)
{
  const char *const texts[] = { ssp_1, ssp_2, set_1,       full_description, fmi_1,
                                fmi_2, fmi_3, fmi_3_types, terminals,        build };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (xmlDoc) doc = parse (texts[i]);
      g_autoptr (GPtrArray) faults = check (doc, texts[i]);

      g_assert_cmpuint (faults->len, ==, 0);
    }
}

int
main (int argc, char *argv[])
{
  const char *folder = g_getenv ("LOCKSTEP_SCHEMAS");

  g_test_init (&argc, &argv, NULL);
  schemas = folder != NULL ? folder : argc > 1 ? argv[1] : NULL;
  g_test_add_func ("/schema/right", test_right);
  g_test_add_func ("/schema/sentences", test_sentences);
  g_test_add_func ("/schema/several", test_several);
  g_test_add_func ("/schema/long", test_long);
  g_test_add_func ("/schema/verdicts", test_verdicts);
  return g_test_run ();
}
