/* Shared by the files that write an SSP. */
#pragma once

#include "core/model/ssp-origin.h"
#include "core/ssp/ssp-xml.h"

/**
 * LsSspNode: a system in the document being written.
 * @node: (nullable): created with its first content
 * @has_elements, @has_connections: the document that was read has these lists, and they are empty
 * @last_element, @last_connection: last unsupported element in a system that is written anew;
 *   unsupported elements are moved to the end
 * @index: (nullable): key of the ends -> GPtrArray of Connection elements
 * @pieces: set of keys of the ends: the pieces that belong to the model
 */
typedef struct
{
  xmlNode    *node, *elements, *connections;
  gboolean    has_elements, has_connections;
  xmlNode    *last_element, *last_connection;
  GHashTable *index, *pieces;
} LsSspNode;

/**
 * LsSspWriter:
 * @sources: component id -> URI of its FMU in the archive; missing components keep their source
 * @parts: (nullable): source of another file of the document -> its URI in the archive
 * @base: (nullable): the model as it was read from the document that @doc was copied from: only
 *   differences are written; %NULL: everything is written anew
 * @found: (nullable): number of an element of the document as it was read -> element of @doc
 * @system: the top-level System of @doc
 * @systems: by id of the subsystem; 0 is the top level
 * @components: id -> Component element
 * @scale: canvas units per unit of length of @doc
 * @is_2: the document needs SSP 2.0, so that types are those of FMI 3.0
 * @wires: id of a connection -> of the first one of the whole arrays that it connects, or 0
 * @is_moved: an item was moved, added or removed since @base: then automatic places, and the scale,
 *   would change on reading, so they are written
 */
typedef struct
{
  const LsModel *model;
  GHashTable    *sources, *parts;
  const LsModel *base;
  GPtrArray     *found;
  xmlDoc        *doc;
  xmlNode       *system;
  LsSspNode     *systems;
  GHashTable    *components;
  double         scale;
  gboolean       is_2;
  GHashTable    *wires;
  gboolean       is_moved;
} LsSspWriter;

/* Returns: (transfer full): the text of the document, or %NULL with %LS_ERROR_MODEL. */
char *ls_ssp_write_document (const LsModel *model, GHashTable *sources, GHashTable *parts,
                             GError **error);

/* ssp-write-system.c: the top-level system and its contents. */
void       ls_ssp_write_systems (LsSspWriter *self);
/* ssp-write-node.c: before all others: the systems, and whether anything was moved. */
void       ls_ssp_write_open (LsSspWriter *self);
/* The system @id, created with its parents. */
LsSspNode *ls_ssp_write_node (LsSspWriter *self, guint id);
/* The element of @doc from which @id was read, or %NULL. */
xmlNode   *ls_ssp_write_find (const LsSspWriter *self, LsPlaceKind kind, guint id);
/* Removes @node and its contents from @doc; ls_ssp_write_find() no longer returns them. */
void       ls_ssp_write_remove (LsSspWriter *self, xmlNode *node);
/* ssp-write-connection.c: all connections, after the components have been written, and before
 * removed ones leave @doc. */
void       ls_ssp_write_connections (LsSspWriter *self);
/* Whether subsystem @id, or one that it is in, has been removed. */
gboolean   ls_ssp_is_removed (const LsModel *model, guint id);
/* Renames the ends of connections before components that were read get their new names. */
void       ls_ssp_follow_renames (LsSspWriter *self);
/* ssp-write-array.c: whether arrays or Clocks of FMI 3.0 are in the document, for which there is SSP
 * 2.0 only. */
gboolean   ls_ssp_write_needs_2 (const LsSspWriter *self);
/* Returns: the first one of the connections that together connect two arrays, element by element and
 * in the same way; 0: @connection is written by itself. */
guint      ls_ssp_write_find_whole (LsSspWriter *self, const LsConnection *connection);
/* @name: "x[2,3]". Returns: (transfer full): "x" */
char      *ls_ssp_strip_indices (const char *name);
/* Sets an end of a Connection to @name, "x" or "x[2,3]". @is_array: x is an array there */
void       ls_ssp_write_end (xmlNode *node, gboolean is_start, const char *name, gboolean is_array);
/* Returns: (transfer full): the name at that end, with its indices */
char      *ls_ssp_read_end (const xmlNode *node, gboolean is_start);
/* The version that the content of the document needs. */
void       ls_ssp_write_version (LsSspWriter *self);
/* ssp-kept.c: replaces meta data and signatures that were read by marks, when all else is
 * written; the marks by their bytes after it. @text: (transfer full) */
void       ls_ssp_mark_kept (LsSspWriter *self);
char      *ls_ssp_restore_kept (const LsSspWriter *self, char *text);
/* ssp-write-component.c */
void       ls_ssp_write_geometry (LsSspWriter *self, xmlNode *node, const LsComponent *component);
/* Returns: its element, appended to @elements */
xmlNode   *ls_ssp_write_component (LsSspWriter *self, xmlNode *elements, const LsComponent *component);
/* Writes only the differences from @base to @node, which was read. */
void       ls_ssp_patch_component (LsSspWriter *self, xmlNode *node, const LsComponent *component,
                                   const LsComponent *base);
/* Whether both have the same place and size within their systems. */
gboolean   ls_ssp_same_place (const LsModel *model, const LsComponent *component, const LsModel *base,
                              const LsComponent *other);
/* Declares a port of the component for a connection. */
void       ls_ssp_declare_port (LsSspWriter *self, const LsComponent *component, const char *name);
/* ssp-write-values.c: values of a component that is written anew, and of one that was read. */
void       ls_ssp_write_values (xmlNode *node, const LsComponent *component);
void       ls_ssp_patch_values (LsSspWriter *self, xmlNode *node, const LsComponent *component,
                                const LsComponent *base);
/* Removes the values of @base, a component that is no longer in the model, from the document. */
void       ls_ssp_drop_values (LsSspWriter *self, const LsComponent *base);
/* A length or coordinate in the units of the document, without rounding noise of the scaling. */
double     ls_ssp_write_length (const LsSspWriter *self, double value);
/* ssp-transform.c */
/* Composes factor and offset of the Connection element in @xml with those of @connection. */
void ls_ssp_add_transform (LsConnection *connection, const char *xml);
void ls_ssp_write_transform (LsSspWriter *self, xmlNode *node, const LsConnection *connection);
/* ssp-write-geometry.c */
/* @subsystem: (nullable): the system that contains the connection */
void ls_ssp_write_points (const LsSspWriter *self, xmlNode *node, const GArray *points,
                          const LsSubsystem *subsystem);
void ls_ssp_write_notes (LsSspWriter *self, xmlNode *system, guint subsystem);
/* ssp-write-types.c */
xmlNode    *ls_ssp_find_connector (const xmlNode *connectors, const char *name);
/* Type of a connector, and sizes of that of an array. @owner: (nullable): Connectors with those of
 * the sizes */
void        ls_ssp_write_type (LsSspWriter *self, xmlNode *connector, const LsComponent *component,
                               const LsVariable *variable, xmlNode *owner);
/* Adds the definition. Returns: (nullable): the name to refer to, or %NULL
 * without a definition. */
const char *ls_ssp_write_unit (LsSspWriter *self, const LsUnit *unit);
char       *ls_ssp_write_enumeration (LsSspWriter *self, const LsDeclaredType *type);
/* ssp-write-experiment.c */
void ls_ssp_write_experiment (LsSspWriter *self);
/* Lockstep's annotation of the top-level system: OMSimulator 2 does not open files with annotations of
 * the whole document, but ignores foreign ones of systems. */
xmlNode *ls_ssp_write_ensure_annotation (LsSspWriter *self);
/* After the experiment. */
void ls_ssp_write_bonds (LsSspWriter *self);

/* Order of children by the schemas. */
extern const char *const ls_ssp_root_order[];
extern const char *const ls_ssp_system_order[];
extern const char *const ls_ssp_component_order[];
extern const char *const ls_ssp_connection_order[];
