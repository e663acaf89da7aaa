/* The SSP that a model was read from, including data not used by this program. */
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
 * LsSetter: element of the document that set the value of a variable.
 * @parameter: number of the Parameter element, or 0 if it is in another file
 * @scope: number of the component or system with the parameter binding
 * @plain: the parameter has the name of the variable: no mapping and no connector in between
 */
typedef struct
{
  guint    parameter, scope;
  gboolean plain;
} LsSetter;

/**
 * LsOrigin: immutable once the model is read, shared by its copies.
 * @document: (nullable): as read, by ls_xml_keep(): most models are never written
 * @version: (nullable): of SSP, as @document says
 * @baseline: (nullable): the model read from it: only differences from it are written, the rest of
 *   @document is unchanged
 * @is_standard: @document is in the namespace of SSP 1.0, so that elements can be added to it
 * @places: number of components, subsystems, notes (LS_PLACE_ of the id) -> number of the element
 * @setters: "id of the component\nvariable" -> GArray of LsSetter, the last of which won
 * @kept: number of an element of meta data or a signature -> its bytes
 * @archive: (nullable): the unpacked SSP
 * @directory: (nullable): folder of a document outside an archive; base of its relative sources
 * @fmu_entries: set of paths in @archive, of the FMUs that were opened
 * @scale: canvas units per unit of length in the document
 */
struct LsOrigin
{
  gatomicrefcount ref_count;
  GBytes         *document;
  char           *version;
  LsModel        *baseline;
  void          (*free_baseline) (LsModel *model);
  gboolean        is_standard;
  GHashTable     *places;
  GHashTable     *setters;
  GHashTable     *kept;
  LsTempdir      *archive;
  char           *directory;
  GHashTable     *fmu_entries;
  double          scale;
};

LsOrigin *ls_origin_new (void);

/* Numbers the elements of @doc from 1, in the order of the text, in their _private. */
void      ls_origin_number (xmlDoc *doc);
/* Records the element of an item of the model; @node is in the numbered document. */
void      ls_origin_set_place (LsOrigin *self, LsPlaceKind kind, guint id, const xmlNode *node);
/* Returns: number of the element, or 0. */
guint     ls_origin_get_place (const LsOrigin *self, LsPlaceKind kind, guint id);
void      ls_origin_add_setter (LsOrigin *self, guint component, const char *variable, LsSetter setter);
/* Returns: (nullable) (element-type LsSetter) */
GArray   *ls_origin_get_setters (const LsOrigin *self, guint component, const char *variable);
/* Returns: (transfer full) (element-type char *): names of the variables of @component with
 * setters, borrowed. */
GPtrArray *ls_origin_list_set (const LsOrigin *self, guint component);
