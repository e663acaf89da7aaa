/* Shared by the files that read an SSP. */
#pragma once

#include "core/model/ssp-origin.h"
#include "core/ssp/ssp-xml.h"

/* A document beyond these limits is rejected: %LS_ERROR_LIMIT. */
#define LS_SSP_MAX_COMPONENTS  10000u
#define LS_SSP_MAX_CONNECTIONS 100000u

/**
 * LsSspElement: a component, a system or anything else below Elements.
 * @component: (nullable): borrowed from the model; %NULL for a system
 * @children: (nullable): name -> LsSspElement, of a system
 * @kinds: (nullable): name of a connector of a system -> LsCausality
 * @subsystem: (nullable): borrowed from the model; %NULL for a component and the top level
 */
typedef struct LsSspElement LsSspElement;
struct LsSspElement
{
  char         *name;
  xmlNode      *node;
  LsSspElement *parent;
  LsComponent  *component;
  GHashTable   *children;
  GHashTable   *kinds;
  LsSubsystem  *subsystem;
};

/**
 * LsSspPort: an end of a Connection.
 * @element: (nullable): a component or a system; %NULL: the file has none of this name
 * @declared: name of the connector in the file
 * @written: that name and the indices of the Connection, "x[2,3]"
 * @connector: name of the variable: of an element of an array, "x[2,3]"
 */
typedef struct
{
  const LsSspElement *element;
  char *declared, *written, *connector;
} LsSspPort;

/**
 * LsSspEdge:
 * @node: the Connection element, shared by the elements of an array
 * @system: the system whose Connections element contains it
 */
typedef struct
{
  xmlNode *node;
  const LsSspElement *system;
  LsSspPort from, to;
  gboolean used;
} LsSspEdge;

/**
 * LsSspReader:
 * @name: of the file, for messages
 * @directory: base of relative sources
 * @archived: whether sources must lie within it
 * @elements: all elements, owned
 * @root: the top-level system
 * @fmus: path -> LsFmu
 * @n_passed: number of connections followed for values of connectors
 * @n_places: number of plots in layouts
 * @plots_cut: whether it is said that there are too many
 * @left_out: (nullable): the last Connection that is said to be left out
 * @only_sizes: structural parameters alone are read, and nothing else is said or changed
 */
typedef struct
{
  LsModel      *model;
  LsOrigin     *origin;
  const char   *name;
  char         *directory;
  gboolean      archived;
  xmlDoc       *doc;
  GPtrArray    *elements;
  LsSspElement *root;
  GHashTable   *fmus;
  guint         n_passed;
  guint         n_places;
  gboolean      plots_cut;
  const xmlNode *left_out;
  gboolean      only_sizes;
} LsSspReader;

/* ssp-note.c: adds a warning to the remarks of the model. @node: (nullable): its place in the document. */
void ls_ssp_note (LsSspReader *self, const xmlNode *node, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Likewise, for information that is no fault. */
void ls_ssp_inform (LsSspReader *self, const xmlNode *node, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Likewise, for errors: lost or invalid content. */
void ls_ssp_log_error (LsSspReader *self, const xmlNode *node, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* ssp-resolve.c. Returns: (transfer full): path of the file with the given URI in the document, or %NULL with an
 * error (%LS_ERROR_FILE). */
char *ls_ssp_resolve (const LsSspReader *self, const char *uri, GError **error);
/* Likewise, for a file that must lie within @directory, a canonical path. */
char *ls_ssp_resolve_within (const char *directory, const char *uri, GError **error);

/* ssp-check.c: schema faults of the document, whose text is @data, and of the documents it refers
 * to.
 * Returns: (transfer full) (element-type LsRemark) */
GPtrArray *ls_ssp_survey (const LsSspReader *self, const char *data, gsize size);
/* Returns: (transfer full): @message with the path of the archive in place of the folder it was
 * unpacked to. */
char *ls_ssp_name_archive (const LsSspReader *self, const char *message);
/* ssp-connector.c: what a Connector declares. %FALSE: of a kind that has no values to connect */
gboolean   ls_ssp_read_kind (const xmlNode *connector, LsCausality *causality);
/* @unit: (out) (transfer full) (nullable): of a Real or Float */
LsType     ls_ssp_read_type (const xmlNode *connector, char **unit);
/* Returns: (transfer full) (nullable): "2,3" for a matrix, "" for a single value; %NULL: unknown,
 * of a size that stands elsewhere */
char      *ls_ssp_read_shape (const xmlNode *connector);
/* Returns: (transfer full) (element-type char *): "x[1,1]", "x[1,2]" ..., the last index fastest;
 * @name itself for the shape "". */
GPtrArray *ls_ssp_name_elements (const char *name, const char *shape);
/* Returns: likewise for @connector; its name alone where the shape is not known. */
GPtrArray *ls_ssp_list_elements (const xmlNode *connector);
/* ssp-elements.c: converts the tree of systems to a list of components. */
gboolean ls_ssp_read_elements (LsSspReader *self, GError **error);
/* ssp-arrays.c: sizes of arrays at the ends of Connections */
void       ls_ssp_edge_free (gpointer edge);
/* Returns: (transfer full) (element-type LsSspEdge): all Connections */
GPtrArray *ls_ssp_list_edges (const LsSspReader *self);
/* Returns: (transfer full): LsSspPort of @edges -> its shape, as ls_ssp_read_shape(); what no
 * connector says follows from the other ends. Its keys are those of @edges. */
GHashTable *ls_ssp_find_shapes (const GPtrArray *edges);
/* Returns: (transfer full) (element-type char *) (nullable): names of the variables at an end; %NULL:
 * its indices name none. */
GPtrArray *ls_ssp_list_ends (const LsSspPort *port, GHashTable *shapes);
/* Whether the shapes of two ends are the same; a single value fits an array of one. */
gboolean   ls_ssp_fit (const LsSspPort *from, const LsSspPort *to, GHashTable *shapes);
/* ssp-kept.c: keeps the bytes of meta data and signatures in @text, the document. */
void       ls_ssp_keep_texts (LsSspReader *self, const char *text);
/* ssp-connections.c: reads the connections of all systems. */
gboolean ls_ssp_read_connections (LsSspReader *self, GError **error);
/* ssp-transform.c: reads factor, offset and map of @connection from its Connection element; its
 * ends must be set. A transformation that is not supported becomes text. */
void     ls_ssp_read_transform (LsSspReader *self, LsConnection *connection, const xmlNode *node);
/* ssp-parameters.c: sets the sizes of arrays, on which the connectors of components depend. */
void     ls_ssp_read_sizes (LsSspReader *self);
/* Sets the applicable values, and removes them from the document. */
void     ls_ssp_read_parameters (LsSspReader *self);
/* ssp-geometry.c */
gboolean ls_ssp_read_geometry (LsSspReader *self, GError **error);
/* Notes of all systems, after ls_ssp_read_geometry(). */
gboolean ls_ssp_read_notes (LsSspReader *self, GError **error);
/* @subsystem: (nullable): the system that contains @connection */
GArray  *ls_ssp_read_points (const LsSspReader *self, const xmlNode *connection,
                             const LsSubsystem *subsystem);
/* ssp-experiment.c */
gboolean ls_ssp_read_experiment (LsSspReader *self, GError **error);
/* ssp-bonds.c: after the connections */
void     ls_ssp_read_bonds (LsSspReader *self);
/* ssp-osp.c: replaces the document, an OspSystemStructure, by one of SSP; with remarks. Fails only with
 * %LS_ERROR_READER. */
gboolean ls_ssp_translate_osp (LsSspReader *self, GError **error);
/* ssp-settings.c: settings of other tools, after the elements have been read */
void     ls_ssp_read_settings (LsSspReader *self);
