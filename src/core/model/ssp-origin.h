/* What a model was read from, beyond what this program uses. */
#pragma once

#include "core/model/model-impl.h"

#include <libxml/tree.h>

typedef enum
{
  LS_PLACE_COMPONENT,
  LS_PLACE_SUBSYSTEM, /* 0: the top level */
  LS_PLACE_NOTE
} LsPlaceKind;

/**
 * LsSetter: what of the document gave a variable its value.
 * @parameter: number of the Parameter element, or 0 when it is in another file
 * @scope: number of the component or system that is bound
 * @plain: the value stands in the document under the name of the variable: no mapping, no connector on
 *   the way
 */
typedef struct
{
  guint    parameter, scope;
  gboolean plain;
} LsSetter;

/**
 * LsOrigin: immutable once the model is read, shared by its copies.
 * @document: (nullable): as it was read; its elements are numbered from 1, in the order of the text
 * @baseline: (nullable): the model that it gave: what differs from it is written, the rest of @document stays
 * @is_standard: @document is in the namespace of SSP 1.0, so that elements can be added to it
 * @places: number of components, subsystems, notes (LS_PLACE_ of the id) -> number of the element
 * @setters: "id of the component\nvariable" -> GArray of LsSetter, the last of which won
 * @archive: (nullable): the unpacked SSP
 * @directory: (nullable): where a document lies that came from no archive; its relative sources start there
 * @fmu_entries: set of paths in @archive, of the FMUs that were opened
 * @scale: canvas units per unit of length in the document
 */
struct LsOrigin
{
  gatomicrefcount ref_count;
  xmlDoc         *document;
  LsModel        *baseline;
  gboolean        is_standard;
  GHashTable     *places;
  GHashTable     *setters;
  LsTempdir      *archive;
  char           *directory;
  GHashTable     *fmu_entries;
  double          scale;
};

LsOrigin *ls_origin_new (void);

/* Numbers the elements of @doc from 1, in the order of the text, in their _private. */
void      ls_origin_number (xmlDoc *doc);
/* Remembers where a thing of the model stands; @node is of the document that was numbered. */
void      ls_origin_set_place (LsOrigin *self, LsPlaceKind kind, guint id, const xmlNode *node);
/* Returns: number of the element, or 0. */
guint     ls_origin_get_place (const LsOrigin *self, LsPlaceKind kind, guint id);
void      ls_origin_add_setter (LsOrigin *self, guint component, const char *variable, LsSetter setter);
/* Returns: (nullable) (element-type LsSetter) */
GArray   *ls_origin_get_setters (const LsOrigin *self, guint component, const char *variable);
/* Returns: (transfer full) (element-type char *): names of the variables of @component that have setters, borrowed. */
GPtrArray *ls_origin_list_set (const LsOrigin *self, guint component);
