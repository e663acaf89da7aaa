/* Models as files: SSP 1.0 (.ssp archives, .ssd in a folder); libcosim's documents, read only. */
#pragma once

#include "core/model/model.h"

/* Whether the file is one of a model, by its name: .ssp, .ssd, or libcosim's OspSystemStructure*.xml. */
gboolean ls_ssp_is_model (const char *path);

/**
 * ls_ssp_read:
 * @path: an .ssp, an .ssd, an OspSystemStructure*.xml of libcosim, or an .fmu (gives a model of that one component)
 *
 * Missing or broken FMUs are not an error: the component is read, with its problem set. SSP
 * elements that Lockstep does not use are kept for writing. Reads documents of versions 1.0 and
 * 2.0.
 *
 * Returns: (transfer full): the model, or %NULL with an error that names file and line.
 */
LsModel *ls_ssp_read (const char *path, GError **error);

/**
 * ls_ssp_read_checked:
 * @faults: (out) (transfer full) (element-type LsRemark): schema faults, when the model cannot be
 *   read; otherwise %NULL: they are among the problems of the model
 *
 * Like ls_ssp_read(), but reports all faults.
 */
LsModel *ls_ssp_read_checked (const char *path, GPtrArray **faults, GError **error);

/* Returns: (transfer full) (nullable): version of SSP of the document that @model was read from. */
char *ls_ssp_get_version (const LsModel *model);

/**
 * ls_ssp_write:
 * @path: file to write, ending in .ssp; FMUs are stored in resources/
 *
 * Atomic; the document is one of SSP 1.0 unless something needs 2.0: arrays and Clocks that are
 * connected, values of arrays, or what was read from one of 2.0.
 */
gboolean ls_ssp_write (LsModel *model, const char *path, GError **error);
/* Updates @model after @written, a copy of it with results, was written: sets the places of its
 * FMUs in the archive, and its results. */
void     ls_ssp_adopt (LsModel *model, const LsModel *written);
