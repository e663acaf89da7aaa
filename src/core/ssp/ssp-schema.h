/* Documents of SSP against what the standard says they may be made of. */
#pragma once

#include "core/schema/schema.h"

/**
 * ls_ssp_check_document:
 * @document: an SSD, SSV, SSM or SSB, of version 1.x or 2.0
 * @data: the text it was read from, @size bytes
 * @limit: of faults
 *
 * Returns: (transfer full) (nullable) (element-type LsSchemaFault): %NULL when the root element is none of
 * SSP.
 */
GPtrArray *ls_ssp_check_document (const xmlDoc *document, const char *data, gsize size, guint limit);
