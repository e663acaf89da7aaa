/* Random changes of XML documents: attributes of all types, elements, their order, names and
 * namespaces, text and white space, attributes of XMLSchema-instance. */
#include "schema-changes.h"

#define XSI_HREF "http://www.w3.org/2001/XMLSchema-instance"
#define PICK(rand, array) ((array)[g_rand_int_range ((rand), 0, G_N_ELEMENTS (array))])

/* @node, @other: elements picked at random; may be the same */
typedef struct
{
  GRand *rand;
  xmlNode *root, *node, *other;
} Spot;

/* Values that are right for some types and wrong for others. */
static const char *const values[] = {
  "",
  " ",
  "1",
  "-1",
  "+1",
  "1.5",
  "1.",
  ".5",
  ".",
  "1 ",
  " 1",
  "\n1\t",
  "\t 7 8\r\n9 ",
  "1e5",
  "-1.5E-3",
  "1.5e",
  "1e+",
  "1 2e- 3",
  "1e5.5",
  "--1",
  "007",
  "-0",
  "0x10",
  "1,5",
  "INF",
  "-INF",
  "+INF",
  "inf",
  " NaN ",
  "-INF ",
  "nan",
  "127",
  "128",
  "-128",
  "-129",
  "255",
  "256",
  "32767",
  "32768",
  "-32768",
  "-32769",
  "65535",
  "65536",
  "2147483647",
  "2147483648",
  "-2147483648",
  "-2147483649",
  "4294967295",
  "4294967296",
  "9223372036854775807",
  "9223372036854775808",
  "-9223372036854775808",
  "-9223372036854775809",
  "18446744073709551615",
  "18446744073709551616",
  "-99999999999999999999",
  "10000000000000000000000000000000",
  "00000000000000000000000000000000000000001",
  "true",
  " true\n",
  "True",
  "false",
  "0",
  "1 0 true",
  "1 2",
  "1  2",
  "1 a",
  "a",
  "a b",
  " a ",
  "_",
  "a:b",
  "é",
  "1a",
  "any",
  "input",
  " input",
  "input ",
  "Input",
  "constant",
  "fixed",
  "changing",
  "exact",
  "flat",
  "dependent fixed",
  "dependent\tfixed ",
  "dependent,fixed",
  "file",
  "SSD",
  "general",
  "authenticity",
  "1.0",
  " 1.0",
  "1.0-x",
  "1.0-x\ny",
  "2.0",
  "2.0 ",
  "3.0",
  "3.0.0",
  "3.01",
  "3.0-beta\t1",
  "system",
  "c",
  "top",
  "#",
  "##",
  "%zz",
  "%20",
  "a b.fmu",
  "http://[",
  ":",
  "00FF",
  "00f",
  "00 FF",
  " 00FF ",
  "2026-01-31T12:00:00",
  "2026-01-31T12:00:00.5+01:00",
  " 2026-01-31T12:00:00Z",
  "2026-01-31T12:00:00Z\n",
  "2026-02-31T12:00:00Z",
  "2024-02-29T24:00:00Z",
  "2026-01-31",
  "2026-01-31T12:00:00+15:00",
};

static const char *const names[]
    = { "name",        "id",          "description", "source", "value",     "version", "type",
        "x1",          "unit",        "kind",        "factor", "sorce",     "Item",    "Real",
        "Annotations", "Units",       "Unit",        "any",    "Connector", "System",  "start",
        "Tool",        "displayUnit", "target",      "min",    "size",      "lang" };

static const char *const namespaces[]
    = { "http://ssp-standard.org/SSP1/SystemStructureDescription",
        "http://ssp-standard.org/SSP1/SystemStructureCommon",
        "http://ssp-standard.org/SSP1/SystemStructureParameterValues",
        "http://ssp-standard.org/SSP1/SystemStructureParameterMapping",
        "http://ssp-standard.org/SSP1/SystemStructureSignalDictionary",
        "http://fmi-standard.org",
        "http://www.w3.org/XML/1998/namespace",
        XSI_HREF };

/* For xsi:type. The prefixes are declared in the root by use_type(). */
static const char *const types[] = { "xs:string",
                                     "xs:double",
                                     "xs:int",
                                     "xs:anyType",
                                     "xs:anySimpleType",
                                     "xs:NMTOKEN",
                                     "xs:nothing",
                                     "string",
                                     "xs:token",
                                     "fmiBaseUnit",
                                     "fmiType",
                                     "fmiScalarVariable",
                                     "fmiImplementation",
                                     "fmiCoSimulationCapabilities",
                                     "fmiCoSimulationModel",
                                     "fmi2Unit",
                                     " fmi2Unit\n",
                                     "ssc:fmi2Unit",
                                     "fmi2SimpleType",
                                     "fmi2Annotation",
                                     "fmi2ScalarVariable",
                                     "fmi2VariableDependency",
                                     "fmi3ModelExchange",
                                     "fmi3CoSimulation",
                                     "fmi3ScheduledExecution",
                                     "fmi3InterfaceType",
                                     "fmi3Unit",
                                     "fmi3Unknown",
                                     "fmi3Annotations",
                                     "fmi3AbstractVariable",
                                     "fmi3MandatorilyTypedInitializableVariable",
                                     "fmi3Float32",
                                     "fmi3Float64",
                                     "fmi3Int64",
                                     "fmi3String",
                                     "fmi3Enumeration",
                                     "fmi3VariableAlias",
                                     "fmi3FloatVariableAlias",
                                     "fmi3Terminal",
                                     "ssd:TElement",
                                     "ssd:TComponent",
                                     "ssd:TSystem",
                                     "ssd:TSignalDictionaryReference",
                                     "ssd:TConnectors",
                                     "ssd:TParameterBindings",
                                     "ssd:TSignalDictionaries",
                                     "ssd:TDefaultExperiment",
                                     "ssc:TEnumerations",
                                     "ssc:TEnumeration",
                                     "ssc:TUnits",
                                     "ssc:TUnit",
                                     "ssc:TAnnotations",
                                     "ssc:TGenericInteger",
                                     "ssc:ContentType",
                                     "ssc:SignatureType",
                                     "ssv:TParameters",
                                     "ssv:TParameter",
                                     "ssm:TMappingEntry",
                                     "ssb:TDictionaryEntry",
                                     "TUnit",
                                     "undeclared:TUnit",
                                     "a b",
                                     ":",
                                     "" };

static void
collect (xmlNode *node, GPtrArray *nodes)
{
  g_ptr_array_add (nodes, node);
  for (node = ls_xml_child (node, NULL); node != NULL; node = ls_xml_next (node, NULL))
    collect (node, nodes);
}

static xmlAttr *
pick_attribute (Spot *self)
{
  xmlAttr *attribute = self->node->properties;

  for (int n = g_rand_int_range (self->rand, 0, 8);
       attribute != NULL && attribute->next != NULL && n > 0; n--)
    attribute = attribute->next;
  return attribute;
}

/* Returns: the namespace, declared in @node unless it is known there. */
static xmlNs *
get_namespace (xmlNode *node, const char *href, const char *prefix)
{
  xmlNs *known = xmlSearchNsByHref (node->doc, node, (const xmlChar *)href);

  return known != NULL && known->prefix != NULL
             ? known
             : xmlNewNs (node, (const xmlChar *)href, (const xmlChar *)prefix);
}

static void
set_value (Spot *self)
{
  xmlAttr *attribute = pick_attribute (self);

  if (attribute != NULL)
    xmlSetNsProp (self->node, attribute->ns, attribute->name,
                  (const xmlChar *)PICK (self->rand, values));
}

static void
remove_attribute (Spot *self)
{
  xmlAttr *attribute = pick_attribute (self);

  if (attribute != NULL)
    xmlRemoveProp (attribute);
}

static void
add_attribute (Spot *self)
{
  xmlSetNsProp (self->node, NULL, (const xmlChar *)PICK (self->rand, names),
                (const xmlChar *)PICK (self->rand, values));
}

static void
add_foreign_attribute (Spot *self)
{
  xmlNs *space = get_namespace (self->node, PICK (self->rand, namespaces), "p");

  if (space != NULL)
    xmlSetNsProp (self->node, space, (const xmlChar *)PICK (self->rand, names),
                  (const xmlChar *)PICK (self->rand, values));
}

static void
rename_element (Spot *self)
{
  xmlNodeSetName (self->node, (const xmlChar *)PICK (self->rand, names));
}

/* A root with the name of another element is not a document of this kind. */
static void
rename_as_other (Spot *self)
{
  xmlNodeSetName (self->node, self->other->name);
}

static void
remove_element (Spot *self)
{
  if (self->node != self->root)
    {
      xmlUnlinkNode (self->node);
      xmlFreeNode (self->node);
    }
}

static void
swap_elements (Spot *self)
{
  xmlNode *next = ls_xml_next (self->node, NULL);

  if (self->node != self->root && next != NULL)
    xmlAddNextSibling (next, self->node);
}

static void
copy_element (Spot *self)
{
  if (self->node != self->root)
    xmlAddNextSibling (self->node, xmlCopyNode (self->node, 1));
}

/* The root too, where any element may be. */
static void
add_other (Spot *self)
{
  xmlAddChild (self->node, xmlCopyNode (self->other, 1));
}

/* Elements without a namespace get one, others another one or none. */
static void
move_to_namespace (Spot *self)
{
  const guint choice = (guint)g_rand_int_range (self->rand, 0, 4);

  if (choice == 0)
    xmlSetNs (self->node, NULL);
  else if (choice == 1)
    xmlNewNs (self->node, (const xmlChar *)PICK (self->rand, namespaces), NULL);
  else
    xmlSetNs (self->node, get_namespace (self->node, PICK (self->rand, namespaces), "q"));
}

static xmlNode *
make_text (Spot *self)
{
  static const char *const texts[] = { " ", "\n", "word", " 1.5 ", "\t", "&#160;", "-3" };
  const char *text = PICK (self->rand, texts);

  switch (g_rand_int_range (self->rand, 0, 5))
    {
    case 0:
      return xmlNewComment ((const xmlChar *)text);
    case 1:
      return xmlNewPI ((const xmlChar *)"pi", (const xmlChar *)text);
    case 2:
      return xmlNewCDataBlock (self->root->doc, (const xmlChar *)text,
                               xmlStrlen ((const xmlChar *)text));
    default:
      return xmlNewDocText (self->root->doc, (const xmlChar *)text);
    }
}

static void
add_text (Spot *self)
{
  xmlNode *first = self->node->children;

  if (first != NULL && g_rand_boolean (self->rand))
    xmlAddPrevSibling (first, make_text (self));
  else
    xmlAddChild (self->node, make_text (self));
}

/* The prefixes of @types, in the root. */
static void
use_type (Spot *self, xmlNs *xsi)
{
  static const struct
  {
    const char *prefix, *href;
  } known[] = { { "xs", "http://www.w3.org/2001/XMLSchema" },
                { "ssd", "http://ssp-standard.org/SSP1/SystemStructureDescription" },
                { "ssc", "http://ssp-standard.org/SSP1/SystemStructureCommon" },
                { "ssv", "http://ssp-standard.org/SSP1/SystemStructureParameterValues" },
                { "ssm", "http://ssp-standard.org/SSP1/SystemStructureParameterMapping" },
                { "ssb", "http://ssp-standard.org/SSP1/SystemStructureSignalDictionary" } };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (xmlSearchNs (self->root->doc, self->root, (const xmlChar *)known[i].prefix) == NULL)
      xmlNewNs (self->root, (const xmlChar *)known[i].href, (const xmlChar *)known[i].prefix);
  xmlSetNsProp (self->node, xsi, (const xmlChar *)"type",
                (const xmlChar *)PICK (self->rand, types));
}

static void
add_instance_attribute (Spot *self)
{
  static const char *const other[]
      = { "nil", "schemaLocation", "noNamespaceSchemaLocation", "types", "name" };
  xmlNs *xsi = get_namespace (self->node, XSI_HREF, "xsi");

  if (g_rand_int_range (self->rand, 0, 3) > 0)
    use_type (self, xsi);
  else
    xmlSetNsProp (self->node, xsi, (const xmlChar *)PICK (self->rand, other),
                  (const xmlChar *)PICK (self->rand, values));
}

/* What changes often, and what few documents get right, several times. */
static void (*const changes[]) (Spot *self) = { set_value,
                                                set_value,
                                                set_value,
                                                remove_attribute,
                                                add_attribute,
                                                rename_element,
                                                rename_as_other,
                                                remove_element,
                                                swap_elements,
                                                copy_element,
                                                add_other,
                                                move_to_namespace,
                                                add_text,
                                                add_text,
                                                add_foreign_attribute,
                                                add_instance_attribute,
                                                add_instance_attribute };

void
change_document (GRand *rand, xmlDoc *doc)
{
  g_autoptr (GPtrArray) nodes = g_ptr_array_new ();
  xmlNode *root = xmlDocGetRootElement (doc);
  Spot spot = { rand, root, NULL, NULL };

  collect (root, nodes);
  spot.node = nodes->pdata[g_rand_int_range (rand, 0, (gint32)nodes->len)];
  spot.other = nodes->pdata[g_rand_int_range (rand, 0, (gint32)nodes->len)];
  /* One element of many, but with rules of its own. */
  if (g_rand_int_range (rand, 0, 30) == 0)
    spot.node = root;
  PICK (rand, changes) (&spot);
}
