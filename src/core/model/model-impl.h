/* What the files of this folder share. */
#pragma once

#include "core/model/model.h"

/* What a model was read from, beyond what this program uses (ssp-origin.h). */
typedef struct LsOrigin LsOrigin;
LsOrigin *ls_origin_ref (LsOrigin *self);
void      ls_origin_unref (LsOrigin *self);

/* A piece of a connection that is not complete. An end that is a component: its id; else 0, and
 * the system whose connector it is. */
typedef struct
{
  guint from_component, from_subsystem, to_component, to_subsystem;
  char *from_connector, *to_connector;
  char *xml; /* (nullable): the Connection element, when it was part of a connection */
} LsPiece;

/**
 * LsModel:
 * @by_id, @by_name: LsComponent, borrowed from @components
 * @wires: connection id -> LsConnection, borrowed from @connections
 * @fed: set of LsConnection, equal where they feed the same input
 * @next_id: of components and connections alike
 * @subsystems: element-type LsSubsystem; parents before what is in them
 * @connectors: element-type LsConnector, of the top level
 * @pieces: element-type LsPiece, in the order of the file
 * @texts: element-type LsNote, in the order of drawing
 * @next_note: id
 * @notes: element-type LsRemark, what was remarkable when the model was read
 * @suggested_step: step size that another tool left in the file, s; 0: none
 * @suggested_by: (nullable): name of that tool
 * @origin: (nullable)
 * @results: (nullable): what is saved with it in place of what @origin has, where @has_results says so
 */
struct LsModel
{
  char         *name;
  LsExperiment *experiment;
  GPtrArray    *components;
  GPtrArray    *connections;
  GHashTable   *by_id, *by_name;
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

/* Appends without a check; what the pointers own goes to the model. */
void  ls_model_take_component (LsModel *self, LsComponent *component);
/* Returns: (transfer full): one that may be, with an id and no hops, not in the model yet; %NULL with
 * the errors of ls_model_check_connection(). */
LsConnection *ls_model_make_connection (
    LsModel *self, guint from, const char *output, guint to, const char *input, GError **error);
void  ls_model_take_connection (LsModel *self, LsConnection *connection);
guint ls_model_take_id (LsModel *self);

/* Returns: (transfer full): @wish without what a name may not hold, made unique. */
char    *ls_model_make_name (const LsModel *self, const char *wish);
/* Returns: (transfer full): @wish without what a name may not hold. */
char    *ls_text_clean_name (const char *wish);
/* Whether XML can hold @text and it has no control characters. */
gboolean ls_text_is_clean (const char *text);

/* Appends; the model owns it. Returns: it. */
LsSubsystem *ls_model_take_subsystem (LsModel *self, LsSubsystem *subsystem);
void         ls_connector_free (gpointer connector);
/* Fills in what follows from the rest. Returns: @self */
LsConnector *ls_connector_complete (LsConnector *self);
GPtrArray   *ls_connectors_copy (const GPtrArray *self);
/* The connectors that a new connection goes through are those of its systems. */
void         ls_model_declare_hops (LsModel *self, LsConnection *connection);
LsPiece     *ls_piece_copy (const LsPiece *self);
void         ls_piece_free (gpointer piece);
void         ls_subsystem_free (LsSubsystem *self);
LsSubsystem *ls_subsystem_copy (const LsSubsystem *self);
GArray      *ls_hops_new (void);
GArray      *ls_hops_copy (const GArray *hops);
/* What @connection goes through: @hops where they fit, else connectors that are called after the
 * output, from system to system. (transfer full) (element-type LsHop) */
GArray      *ls_connection_make_hops (const LsModel *self, const LsConnection *connection);
/* The system that holds the piece of a connection between @a and @b, where each is a component
 * (@component TRUE: the system it is in) or a connector of a system. */
guint        ls_edge_find_system (const LsModel *self, guint a, gboolean a_component, guint b,
                                  gboolean b_component);

LsMissingFmu *ls_missing_fmu_new (guint n);
LsMissingFmu *ls_missing_fmu_ref (LsMissingFmu *self);
void       ls_missing_fmu_unref (LsMissingFmu *self);
/* Borrowed; ls_missing_fmu_index() after they were filled in. Names, units are owned by the stand-in. */
LsVariable *ls_missing_fmu_get_variables (LsMissingFmu *self, guint *n);
void        ls_missing_fmu_index (LsMissingFmu *self);

/* Returns: (nullable): the unit definition of @variable in the FMU. */
const LsUnit     *ls_component_get_unit (const LsComponent *self, const LsVariable *variable);
/* Returns: (nullable): the declared type of @variable in the FMU. */
const LsDeclaredType *ls_component_get_type (const LsComponent *self, const LsVariable *variable);

/* Whether the FMU, where there is one, has the interface. */
gboolean ls_component_check_implementation (const LsComponent *self, LsImplementation implementation,
                                            GError **error);

typedef enum
{
  LS_UNITS_SAME,     /* or not comparable, which is taken for the same */
  LS_UNITS_UNKNOWN,  /* names differ, and one is not defined */
  LS_UNITS_SCALED,   /* same dimension, other factor or offset */
  LS_UNITS_DIFFERENT /* other dimension */
} LsUnitsRelation;
LsUnitsRelation ls_units_compare (const LsComponent *a, const LsVariable *x,
                                  const LsComponent *b, const LsVariable *y);
/* Ends of a connection; %FALSE when a variable is not there. */
gboolean        ls_connection_find_ends (const LsModel *self, const LsConnection *connection,
                                         const LsComponent *components[2], const LsVariable *variables[2]);
gboolean        ls_maps_equal (const GArray *a, const GArray *b);
/* Integer and Enumeration fit each other. */
gboolean        ls_types_fit (LsType from, LsType to);
