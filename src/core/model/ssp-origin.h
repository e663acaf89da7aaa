/* What a model was read from, beyond what this program uses. */
#pragma once

#include "core/model/model-impl.h"

#include <libxml/tree.h>

/**
 * LsOrigin: immutable once the model is read, shared by its copies.
 * @skeleton: (nullable): the document, without the components and connections that became part of the model
 * @archive: (nullable): the unpacked SSP
 * @fmu_entries: set of paths in @archive, of the FMUs that were opened
 * @scale: canvas units per unit of length in the document
 */
struct LsOrigin
{
  gatomicrefcount ref_count;
  xmlDoc         *skeleton;
  LsTempdir      *archive;
  GHashTable     *fmu_entries;
  double          scale;
};

LsOrigin *ls_origin_new (void);
