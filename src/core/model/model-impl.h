/* Shared by the files of this folder. */
#pragma once

#include "core/model/model.h"

/* The SSP a model was read from, including data not used by this program (ssp-origin.h). */
typedef struct LsOrigin LsOrigin;
LsOrigin *ls_origin_ref (LsOrigin *self);
void      ls_origin_unref (LsOrigin *self);

/* A piece of an incomplete connection. An end at a component has its id; otherwise that is 0, and
 * the system of the connector is given. */
typedef struct
{
  guint from_component, from_subsystem, to_component, to_subsystem;
  char *from_connector, *to_connector;
  char *xml; /* (nullable): the Connection element, if it was part of a connection */
} LsPiece;

/**
 * LsModel:
 * @by_id, @by_name: LsComponent, borrowed from @components
 * @numbers: name -> the number up to which, exclusive, "name_2", "name_3" … are used
 * @wires: connection id -> LsConnection, borrowed from @connections
 * @fed: set of LsConnection, equal if they have the same input
 * @next_id: shared by components and connections
 * @subsystems: element-type LsSubsystem; parents before their children
 * @connectors: element-type LsConnector, of the top level
 * @pieces: element-type LsPiece, in the order of the file
 * @texts: element-type LsNote, in the order of drawing
 * @next_note: id
 * @notes: element-type LsRemark, remarks on reading the model
 * @suggested_step: step size of another tool in the file, s; 0: none
 * @suggested_by: (nullable): name of that tool
 * @origin: (nullable)
 * @results: (nullable): if @has_results, results to be saved with the model, replacing those of
 *   @origin
 */
struct LsModel
{
  char         *name;
  LsExperiment *experiment;
  GPtrArray    *components;
  GPtrArray    *connections;
  GHashTable   *by_id, *by_name, *numbers;
  GHashTable   *wires, *fed;
  guint         next_id;
  GPtrArray    *subsystems;
  GPtrArray    *connectors;
  GPtrArray    *pieces;
  GPtrArray    *texts;
  guint         next_note;
  GPtrArray    *notes;
  double        suggested_step;
  char         *suggested_by;
  LsOrigin     *origin;
  LsTempdir    *results;
  gboolean      has_results;
};

/* Gives the FMU of @component the sizes of arrays that its values ask for; values of elements that
 * are no more are removed, and its block grows to have room for its ports. %FALSE, with the FMU as before, if a connection would lose its end. */
gboolean ls_model_resize_component (LsModel *self, LsComponent *component, GError **error);
/* Appends without a check; the model takes ownership. */
void  ls_model_take_component (LsModel *self, LsComponent *component);
/* Returns: (transfer full): a valid connection, with an id and without hops, not yet in the model;
 * %NULL with the errors of ls_model_check_connection(). */
LsConnection *ls_model_make_connection (
    LsModel *self, guint from, const char *output, guint to, const char *input, GError **error);
void  ls_model_take_connection (LsModel *self, LsConnection *connection);
guint ls_model_take_id (LsModel *self);

/* Returns: (transfer full): @wish without characters not allowed in names, made unique. */
char    *ls_model_make_name (const LsModel *self, const char *wish);
/* Returns: (transfer full): @name, or the first of "name_2", "name_3" … that no component has. */
char    *ls_model_find_free_name (const LsModel *self, const char *name);
/* No component is found by @name any more. */
void     ls_model_free_name (LsModel *self, const char *name);
/* Returns: (transfer full): @wish without characters not allowed in names. */
char    *ls_text_clean_name (const char *wish);
/* Whether @text is valid in XML and has no control characters. */
gboolean ls_text_is_clean (const char *text);

/* Appends; the model takes ownership. Returns: @subsystem. */
LsSubsystem *ls_model_take_subsystem (LsModel *self, LsSubsystem *subsystem);
void         ls_connector_free (gpointer connector);
/* Sets the members derived from others. Returns: @self */
LsConnector *ls_connector_complete (LsConnector *self);
GPtrArray   *ls_connectors_copy (const GPtrArray *self);
/* Creates the missing connectors of subsystems along a new connection. */
void         ls_model_declare_hops (LsModel *self, LsConnection *connection);
LsPiece     *ls_piece_copy (const LsPiece *self);
void         ls_piece_free (gpointer piece);
void         ls_subsystem_free (LsSubsystem *self);
LsSubsystem *ls_subsystem_copy (const LsSubsystem *self);
GArray      *ls_hops_new (void);
/* Copies the texts; @xml: (nullable) */
void         ls_hops_add (GArray *hops, guint subsystem, const char *connector, const char *xml);
GArray      *ls_hops_copy (const GArray *hops);
/* Returns: (transfer full) (element-type LsHop): the hops of @connection if they are consistent,
 * else connectors named after output and input, from system to system. */
GArray      *ls_connection_make_hops (const LsModel *self, const LsConnection *connection);
/* The system that contains the piece of a connection between @a and @b, each of which is a
 * component (@a_component, @b_component TRUE: the system it is in) or a connector of a system. */
guint        ls_edge_find_system (const LsModel *self, guint a, gboolean a_component, guint b,
                                  gboolean b_component);

LsMissingFmu *ls_missing_fmu_new (guint n);
/* Borrowed; ls_missing_fmu_index() has to be called after filling them in. Names and units are
 * owned by the LsMissingFmu. */
LsVariable *ls_missing_fmu_get_variables (LsMissingFmu *self, guint *n);
void        ls_missing_fmu_index (LsMissingFmu *self);

/* Returns: (nullable): the unit definition of @variable in the FMU. */
const LsUnit     *ls_component_get_unit (const LsComponent *self, const LsVariable *variable);
/* Returns: (nullable): the declared type of @variable in the FMU. */
const LsDeclaredType *ls_component_get_type (const LsComponent *self, const LsVariable *variable);

/* Whether the FMU, if any, has the interface. */
gboolean ls_component_check_implementation (const LsComponent *self, LsImplementation implementation,
                                            GError **error);

typedef enum
{
  LS_UNITS_SAME,     /* or not comparable, which is treated as equal */
  LS_UNITS_UNKNOWN,  /* names differ, and one is undefined */
  LS_UNITS_SCALED,   /* same dimension, other factor or offset */
  LS_UNITS_DIFFERENT /* other dimension */
} LsUnitsRelation;
LsUnitsRelation ls_units_compare (const LsComponent *a, const LsVariable *x,
                                  const LsComponent *b, const LsVariable *y);
/* Looks up the ends of a connection; %FALSE if a variable does not exist. */
gboolean        ls_connection_find_ends (const LsModel *self, const LsConnection *connection,
                                         const LsComponent *components[2], const LsVariable *variables[2]);
gboolean        ls_maps_equal (const GArray *a, const GArray *b);
/* Integer and Enumeration are compatible; a Binary is with a Binary only, a Clock with a Clock. */
gboolean        ls_types_fit (const LsVariable *output, const LsVariable *input);
