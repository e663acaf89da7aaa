/* Checks XML files of an FMU against the schemas of the standard. */
#pragma once

#include "core/fmi/finding.h"
#include "core/schema/schema.h"

/**
 * ls_check_document:
 * @document: modelDescription.xml, terminalsAndIcons.xml or buildDescription.xml, of FMI 1.0 to
 *   3.x; others are ignored
 * @data: the text it was read from, @size bytes
 * @findings: (inout): findings are appended
 */
void ls_check_document (const xmlDoc *document, const char *data, gsize size, GPtrArray *findings);
