/* What the files that write an SSP share. */
#pragma once

#include "core/model/ssp-origin.h"
#include "core/ssp/ssp-xml.h"

/**
 * LsSspNode: a system in the document being written.
 * @node: (nullable): made when the first thing in it is written
 * @has_elements, @has_connections: it had these lists, and nothing was in them
 * @last_element, @last_connection: of what this program does not understand, in a system that is written
 *   anew; it stands behind the rest
 * @index: (nullable): text of the ends -> GPtrArray of Connection elements
 * @pieces: set of texts of the ends, the pieces of connections that are to be there
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
 * @sources: component id -> URI of its FMU in the archive; what is missing keeps its source
 * @parts: (nullable): source of another file of the document -> its URI in the archive
 * @base: (nullable): what the document that @doc begins with says: only what differs is written;
 *   %NULL: all is written anew
 * @found: (nullable): number of an element of the document as it was read -> element of @doc
 * @system: the top-level System of @doc
 * @systems: by id of the subsystem; 0 is the top level
 * @components: id -> Component element
 * @scale: canvas units per unit of length of @doc
 * @is_moved: something is at another place than in @base, or came, or went: what has no place in the
 *   document, and the scale, would be chosen otherwise when it is read
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
  gboolean       is_moved;
} LsSspWriter;

/* Returns: (transfer full): the text of the document, or %NULL with %LS_ERROR_MODEL. */
char *ls_ssp_write_document (const LsModel *model, GHashTable *sources, GHashTable *parts,
                             GError **error);

/* ssp-write-system.c: the top-level system and all in it. */
void       ls_ssp_write_systems (LsSspWriter *self);
/* The system @id, made with those around it. */
LsSspNode *ls_ssp_write_node (LsSspWriter *self, guint id);
/* ssp-write-connection.c: all of them, when the components are there; those that went leave @doc. */
void       ls_ssp_write_connections (LsSspWriter *self);
/* Before components that were read get their new names. */
void       ls_ssp_follow_renames (LsSspWriter *self);
/* ssp-write-component.c */
void       ls_ssp_write_geometry (LsSspWriter *self, xmlNode *node, const LsComponent *component);
/* Returns: its element, the last of @elements */
xmlNode   *ls_ssp_write_component (LsSspWriter *self, xmlNode *elements, const LsComponent *component);
/* Only what differs from @base, into @node, which was read. */
void       ls_ssp_patch_component (LsSspWriter *self, xmlNode *node, const LsComponent *component,
                                   const LsComponent *base);
/* Whether both are at the same place and of the same size within their systems. */
gboolean   ls_ssp_same_place (const LsModel *model, const LsComponent *component, const LsModel *base,
                              const LsComponent *other);
/* A port of the component that a connection is about to name is declared. */
void       ls_ssp_declare_port (LsSspWriter *self, const LsComponent *component, const char *name);
/* ssp-write-values.c: of a component that is written anew, and of one that was read. */
void       ls_ssp_write_values (xmlNode *node, const LsComponent *component);
void       ls_ssp_patch_values (LsSspWriter *self, xmlNode *node, const LsComponent *component,
                                const LsComponent *base);
/* Takes out of the document what set values of @base, which is not in the model any more. */
void       ls_ssp_drop_values (LsSspWriter *self, const LsComponent *base);
/* A length or coordinate, in the units of the document, without the noise of scaling. */
double     ls_ssp_write_length (const LsSspWriter *self, double value);
/* The element of @doc that @id was read from, or %NULL. */
xmlNode   *ls_ssp_write_find (const LsSspWriter *self, LsPlaceKind kind, guint id);
/* Takes it out of @doc with all in it, which is not found any more. */
void       ls_ssp_write_remove (LsSspWriter *self, xmlNode *node);
/* ssp-transform.c */
/* Lets @connection do in addition what the Connection element in @xml says of factor and offset. */
void ls_ssp_add_transform (LsConnection *connection, const char *xml);
void ls_ssp_write_transform (LsSspWriter *self, xmlNode *node, const LsConnection *connection);
/* ssp-write-geometry.c */
/* @subsystem: (nullable): in which the connection stands */
void ls_ssp_write_points (const LsSspWriter *self, xmlNode *node, const GArray *points,
                          const LsSubsystem *subsystem);
void ls_ssp_write_notes (LsSspWriter *self, xmlNode *system, guint subsystem);
/* ssp-write-types.c: the name to refer to, after the definition was added, or %NULL when there is none. */
const char *ls_ssp_write_unit (LsSspWriter *self, const LsUnit *unit);
char       *ls_ssp_write_enumeration (LsSspWriter *self, const LsDeclaredType *type);
/* ssp-write-experiment.c */
void ls_ssp_write_experiment (LsSspWriter *self);

/* Children as the schema orders them (SSP 2.0 adds the last two). */
extern const char *const ls_ssp_root_order[];
extern const char *const ls_ssp_system_order[];
extern const char *const ls_ssp_component_order[];
extern const char *const ls_ssp_connection_order[];
