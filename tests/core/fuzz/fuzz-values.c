/* Parameter sets (SSV), mappings (SSM) and signal dictionaries (SSB) that a system names. */
#include "fuzz.h"

#include "core/ssp/ssp.h"

#include <string.h>

#define SYSTEM                                                                                     \
  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"                                                   \
  "<ssd:SystemStructureDescription version=\"1.0\" name=\"values\""                                \
  " xmlns:ssd=\"http://ssp-standard.org/SSP1/SystemStructureDescription\""                         \
  " xmlns:ssv=\"http://ssp-standard.org/SSP1/SystemStructureParameterValues\""                     \
  " xmlns:ssm=\"http://ssp-standard.org/SSP1/SystemStructureParameterMapping\""                    \
  " xmlns:ssb=\"http://ssp-standard.org/SSP1/SystemStructureSignalDictionary\""                    \
  " xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\">\n"                           \
  "<ssd:System name=\"root\"><ssd:Connectors>"                                                     \
  "<ssd:Connector name=\"k\" kind=\"parameter\"><ssc:Real unit=\"N/m\"/></ssd:Connector>"          \
  "<ssd:Connector name=\"n\" kind=\"parameter\"><ssc:Integer/></ssd:Connector>"                    \
  "</ssd:Connectors><ssd:ParameterBindings>"                                                       \
  "<ssd:ParameterBinding"
/* Values reach components directly, by a connector of the system, and by one of a system in it. */
#define REST                                                                                       \
  "</ssd:ParameterBinding></ssd:ParameterBindings>"                                                \
  "<ssd:SignalDictionaries>"                                                                       \
  "<ssd:SignalDictionary name=\"bus\" source=\"bus.ssb\"/></ssd:SignalDictionaries>"               \
  "<ssd:Elements><ssd:SignalDictionaryReference name=\"r\" dictionary=\"bus\">"                    \
  "<ssd:Connectors><ssd:Connector name=\"k\" kind=\"inout\"/></ssd:Connectors>"                    \
  "</ssd:SignalDictionaryReference>"                                                               \
  "<ssd:Component name=\"one\" source=\"resources/m.fmu\"><ssd:ParameterBindings>"                 \
  "<ssd:ParameterBinding source=\"values.ssv\" prefix=\"p.\"/></ssd:ParameterBindings>"            \
  "</ssd:Component>"                                                                               \
  "<ssd:System name=\"inner\"><ssd:Connectors><ssd:Connector name=\"k\" kind=\"parameter\"/>"      \
  "</ssd:Connectors><ssd:Elements><ssd:Component name=\"two\" source=\"resources/m.fmu\"/>"        \
  "</ssd:Elements><ssd:Connections><ssd:Connection startConnector=\"k\" endElement=\"two\""        \
  " endConnector=\"k\"><ssc:LinearTransformation factor=\"2\" offset=\"1\"/></ssd:Connection>"     \
  "</ssd:Connections></ssd:System></ssd:Elements><ssd:Connections>"                                \
  "<ssd:Connection startConnector=\"k\" endElement=\"inner\" endConnector=\"k\"/>"                 \
  "<ssd:Connection startElement=\"one\" startConnector=\"n\" endConnector=\"n\"/>"                 \
  "</ssd:Connections></ssd:System></ssd:SystemStructureDescription>\n"

static const char in_files[]
    = SYSTEM " source=\"values.ssv\"><ssd:ParameterMapping source=\"names.ssm\"/>" REST;
static const char empty_set[]
    = "<ssv:ParameterSet version=\"1.0\" name=\"s\""
      " xmlns:ssv=\"http://ssp-standard.org/SSP1/SystemStructureParameterValues\">"
      "<ssv:Parameters><ssv:Parameter name=\"k\"><ssv:Real value=\"1\" unit=\"N/m\"/>"
      "</ssv:Parameter></ssv:Parameters></ssv:ParameterSet>";

/* The content of a document without its declaration, for inside of another. */
static char *
strip (const uint8_t *data, size_t size)
{
  const char *text = (const char *)data, *end = g_strstr_len (text, (gssize)size, "?>");
  const gsize start = end != NULL ? (gsize)(end + 2 - text) : 0;

  return g_strndup (text + start, size - start);
}

/* A set in the system itself. */
static char *
write_inside (const uint8_t *data, size_t size, gboolean maps)
{
  g_autofree char *text = strip (data, size);

  return g_strconcat (SYSTEM "><ssd:ParameterValues>", maps ? empty_set : text,
                      "</ssd:ParameterValues>", maps ? "<ssd:ParameterMapping>" : "",
                      maps ? text : "", maps ? "</ssd:ParameterMapping>" : "", REST, NULL);
}

/* In files of their own, or in the system: half of the inputs each. */
int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const gboolean maps = g_strstr_len ((const char *)data, (gssize)size, "Mapping") != NULL;
  g_autofree char *inside = size % 2 == 0 ? write_inside (data, size, maps) : NULL;
  const char *text = inside != NULL ? inside : in_files;

  fuzz_need_fmu ();
  fuzz_write ("values.ssv", maps ? (const void *)empty_set : data,
              maps ? strlen (empty_set) : size);
  fuzz_write ("names.ssm", data, size);
  fuzz_write ("bus.ssb", data, size);
  ls_model_free (ls_ssp_read (fuzz_write ("SystemStructure.ssd", text, strlen (text)), NULL));
  return 0;
}
