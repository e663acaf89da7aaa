/* Parameter sets (SSV), mappings (SSM) and signal dictionaries (SSB) that a system names. */
#include "fuzz.h"

#include "core/ssp/ssp.h"

#include <string.h>

static const char system_structure[]
    = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<ssd:SystemStructureDescription version=\"1.0\" name=\"values\""
      " xmlns:ssd=\"http://ssp-standard.org/SSP1/SystemStructureDescription\""
      " xmlns:ssc=\"http://ssp-standard.org/SSP1/SystemStructureCommon\">\n"
      "<ssd:System name=\"root\"><ssd:Connectors>"
      "<ssd:Connector name=\"k\" kind=\"parameter\"><ssc:Real unit=\"N/m\"/></ssd:Connector>"
      "<ssd:Connector name=\"n\" kind=\"parameter\"><ssc:Integer/></ssd:Connector>"
      "</ssd:Connectors><ssd:ParameterBindings>"
      "<ssd:ParameterBinding source=\"values.ssv\">"
      "<ssd:ParameterMapping source=\"names.ssm\"/></ssd:ParameterBinding>"
      "</ssd:ParameterBindings>"
      "<ssd:SignalDictionaries>"
      "<ssd:SignalDictionary name=\"bus\" source=\"bus.ssb\"/></ssd:SignalDictionaries>"
      "<ssd:Elements><ssd:SignalDictionaryReference name=\"r\" dictionary=\"bus\">"
      "<ssd:Connectors><ssd:Connector name=\"k\" kind=\"inout\"/></ssd:Connectors>"
      "</ssd:SignalDictionaryReference></ssd:Elements>"
      "</ssd:System></ssd:SystemStructureDescription>\n";

static const char empty_set[]
    = "<ssv:ParameterSet version=\"1.0\" name=\"s\""
      " xmlns:ssv=\"http://ssp-standard.org/SSP1/SystemStructureParameterValues\">"
      "<ssv:Parameters><ssv:Parameter name=\"k\"><ssv:Real value=\"1\" unit=\"N/m\"/>"
      "</ssv:Parameter></ssv:Parameters></ssv:ParameterSet>";

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *path
      = fuzz_write ("SystemStructure.ssd", system_structure, strlen (system_structure));
  const gboolean maps = g_strstr_len ((const char *)data, (gssize)size, "Mapping") != NULL;

  fuzz_write ("values.ssv", maps ? (const void *)empty_set : data,
              maps ? strlen (empty_set) : size);
  fuzz_write ("names.ssm", data, size);
  fuzz_write ("bus.ssb", data, size);
  ls_model_free (ls_ssp_read (path, NULL));
  return 0;
}
