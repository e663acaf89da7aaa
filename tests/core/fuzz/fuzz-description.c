/* modelDescription.xml of every version of FMI, and the rules checked on what was read. */
#include "fuzz.h"

#include "core/check/check.h"
#include "core/fmi/fmi-schema.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (LsDescription) self
      = ls_description_read_memory ((const char *)data, size, "modelDescription.xml", NULL);
  g_autoptr (GPtrArray) findings = NULL;

  if (self == NULL)
    return 0;
  findings = ls_check_description (self);
  ls_findings_judge (findings);
  ls_description_explain_interface (self);
  return 0;
}
