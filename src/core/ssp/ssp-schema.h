/* Checks SSP documents against the structure defined by the standard. */
#pragma once

#include "core/schema/schema.h"

/**
 * ls_ssp_check_document:
 * @document: an SSD, SSV, SSM or SSB, of version 1.x or 2.0
 * @data: its text, @size bytes
 * @limit: maximum number of faults
 *
 * Returns: (transfer full) (nullable) (element-type LsSchemaFault): %NULL when the root element is
 * not that of an SSP document.
 */
GPtrArray *ls_ssp_check_document (const xmlDoc *document, const char *data, gsize size, guint limit);
