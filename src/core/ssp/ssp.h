/* Models as files: SSP 1.0 (.ssp archives, .ssd in a folder). */
#pragma once

#include "core/model/model.h"

/**
 * ls_ssp_read:
 * @path: an .ssp, an .ssd, or an .fmu (gives a model of that one component)
 *
 * FMUs that are missing or broken do not fail the whole: the component is
 * there with its problem said. Elements of SSP that this program does not use
 * are kept for writing. Version 1.0 and 2.0 documents are read.
 *
 * Returns: (transfer full): the model, or %NULL with an error naming file and line.
 */
LsModel *ls_ssp_read (const char *path, GError **error);

/**
 * ls_ssp_read_checked:
 * @faults: (out) (transfer full) (element-type LsRemark): what is not as the standard says of documents,
 *   when the model cannot be read; otherwise %NULL: the model has it among its problems
 *
 * The same as ls_ssp_read(), for those who want to know all that is wrong.
 */
LsModel *ls_ssp_read_checked (const char *path, GPtrArray **faults, GError **error);

/**
 * ls_ssp_write:
 * @path: what to write: a name ending in .ssp; the FMUs go into resources/
 *
 * Atomic; the document is valid against the SSP 1.0 schema.
 */
gboolean ls_ssp_write (LsModel *model, const char *path, GError **error);
/* A copy of @model was given results, and was written: @model learns where its FMUs are in the
 * archive now, and what its results are. */
void     ls_ssp_adopt (LsModel *model, const LsModel *written);
