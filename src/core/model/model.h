/* A coupled model: components, connections, parameters, geometry. */
#pragma once

#include "core/base/tempdir.h"
#include "core/fmi/fmu.h"
#include "core/model/experiment.h"

/* Connectors of a component whose FMU is missing, as its SSP knows them; immutable, shared by copies. */
typedef struct LsMissingFmu LsMissingFmu;

/* The attribute "implementation" of a Component of SSP. */
typedef enum
{
  LS_IMPLEMENTATION_ANY, /* the program chooses: Co-Simulation where there is one */
  LS_IMPLEMENTATION_CO_SIMULATION,
  LS_IMPLEMENTATION_MODEL_EXCHANGE
} LsImplementation;

/* A connector of a system, as its SSP has it. @x, @y: the middle of what stands for it on the canvas
 * within the system, which counts from there as of its components; @variable: the same as views of
 * components have it */
typedef struct
{
  char       *name;
  LsCausality causality;
  LsType      type;
  char       *unit_name; /* (nullable) */
  double      x, y;
  LsVariable *variable;
} LsConnector;

/**
 * LsSubsystem: a System of SSP within the model, which holds components and further systems.
 * @id: of its own count, never 0: that is the top level
 * @name: as in the file; the components in it are called "name.component"
 * @parent: id of the subsystem around it, or 0
 * @x, @y, @width, @height, @rotation, @flip: as of LsComponent, on the canvas of @parent
 * @origin_x, @origin_y: the coordinates of what is in it count from here, so that all
 *   components can be shown on one canvas without covering each other
 * @connectors: element-type LsConnector
 * @removed: with all that was in it; it keeps its place in the list, so that ids hold
 * @xml: the System element as read, without what became part of the model
 */
typedef struct
{
  guint      id;
  char      *name;
  guint      parent;
  double     x, y, width, height;
  int        rotation;
  gboolean   flip;
  double     origin_x, origin_y;
  GPtrArray *connectors;
  gboolean   removed;
  char      *xml;
} LsSubsystem;

/* On its way a connection passes through the connector of a subsystem. */
typedef struct
{
  guint subsystem;
  char *connector;
  char *xml; /* (nullable): the Connection element that ends here, as read */
} LsHop;

/**
 * LsComponent: an FMU placed in the model.
 * @id: never used again in the same model, never 0
 * @name: unique in the model; a signal is "name.variable"; in a subsystem it is "system.component"
 * @subsystem: id of the subsystem it is in, or 0
 * @source: (nullable): where the FMU comes from, as in the SSP ("resources/prey.fmu") or an absolute path
 * @fmu: (nullable): %NULL when the file is missing or broken: @problem says why; with an FMU it
 *   says what became of its file since
 * @values: name of variable -> text of the changed parameter or start value (both owned)
 * @x, @y, @width, @height: block on the canvas, in canvas units (1 unit = 1 px at zoom 1), y downwards
 * @rotation: degrees counterclockwise, a multiple of 90; turns the block about its centre, after the flip
 * @flip: inputs on the right
 * @xml: (nullable): the Component element of the SSP as read: what this program does not use is written again from it
 * @archive: (nullable): keeps the unpacked SSP the FMU was read from
 * @stand_in: (nullable): connectors where @fmu is %NULL
 * @without: (nullable): ids of capabilities that runs do without, %NULL-terminated
 * @line: of the file it was read from, or 0
 * @implementation: which interface of the FMU the model asks for
 * @solver: (nullable): "dopri5:tolerance=1e-8": integrates the FMU by its Model Exchange interface;
 *   %NULL: the FMU's own way, where it has one
 */
typedef struct
{
  guint       id;
  char       *name;
  guint       subsystem;
  char       *source;
  LsFmu      *fmu;
  char       *problem;
  GHashTable *values;
  double      x, y, width, height;
  int         rotation;
  gboolean    flip;
  char       *xml;
  LsTempdir  *archive;
  LsMissingFmu  *stand_in;
  char      **without;
  LsImplementation implementation;
  char       *solver;
  guint       line;
} LsComponent;

typedef struct
{
  double x, y;
} LsPoint;

/* One line of a table for values that are not Real. */
typedef struct
{
  int source, target;
} LsMapEntry;

/**
 * LsConnection: output to input.
 * @points: element-type LsPoint: bends set by hand, canvas units; empty: routed by the program
 * @hops: (nullable): element-type LsHop: connectors of subsystems that it goes through, from output to input
 * @factor, @offset: input = @factor × output + @offset, after the conversion of units; 1 and 0 by default
 * @keep_units: values are passed unconverted whatever the units (suppressUnitConversion)
 * @map: (nullable): element-type LsMapEntry, in place of @factor and @offset, for Integer, Boolean and
 *   Enumeration; a value that it does not name is passed as it is
 * @transformation: (nullable): what the SSP wants done to values but this program does not understand;
 *   ls_model_check() refuses such a model
 * @line: of the file it was read from, or 0
 * @xml: (nullable): the Connection element of the SSP as read
 */
typedef struct
{
  guint   id;
  guint   line;
  guint   from;      /* component id */
  char   *output;    /* variable of @from */
  guint   to;
  char   *input;
  GArray *points;
  GArray *hops;
  double  factor, offset;
  gboolean keep_units;
  GArray *map;
  char   *transformation;
  char   *xml;
} LsConnection;

/**
 * LsNote: text on the canvas.
 * @id: never used again in the same model, never 0; of its own count, not that of components
 * @subsystem: id of the subsystem it is in, or 0
 * @text: may have line ends
 * @x, @y, @width, @height: canvas units, as of LsComponent
 */
typedef struct
{
  guint  id;
  guint  subsystem;
  char  *text;
  double x, y, width, height;
} LsNote;

/**
 * LsModel:
 *
 * Order of components and connections is kept (it is the order of Ω). Not
 * thread-safe: a run gets a copy. FMUs are shared between copies.
 */
typedef struct LsModel LsModel;

LsModel      *ls_model_new (void);
LsModel      *ls_model_copy (const LsModel *self);
void          ls_model_free (LsModel *self);
/* Whether both say the same: names, FMUs, values, geometry, connections in the same order,
 * experiments. Ids may differ. */
gboolean      ls_model_equal (const LsModel *a, const LsModel *b);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsModel, ls_model_free)

const char   *ls_model_get_name (const LsModel *self);
void          ls_model_set_name (LsModel *self, const char *name);
/* Borrowed and writable: the experiment saved with the model. */
LsExperiment *ls_model_get_experiment (LsModel *self);

/* Components */
guint              ls_model_get_n_components (const LsModel *self);
const LsComponent *ls_model_get_component (const LsModel *self, guint index);
const LsComponent *ls_model_find_component (const LsModel *self, guint id);
const LsComponent *ls_model_find_component_by_name (const LsModel *self, const char *name);
int                ls_model_get_component_index (const LsModel *self, guint id);

/**
 * ls_model_add_component:
 * @fmu: kept by reference
 * @name: (nullable): wished name; made unique ("prey 2" would be "prey_2"); %NULL: from the FMU's model name
 * @x, @y: upper left corner of the block
 *
 * Block size is chosen from the connectors (ls_component_get_natural_size()).
 * Returns: id of the component.
 */
guint    ls_model_add_component (LsModel *self, LsFmu *fmu, const char *name, double x, double y);
/* Puts back what was removed, with its id, at @index (for undo). @component is copied. */
void     ls_model_insert_component (LsModel *self, const LsComponent *component, guint index);
/* Removes it with its connections. */
void     ls_model_remove_component (LsModel *self, guint id);
void     ls_model_move_component (LsModel *self, guint id, double x, double y);
/* @problem: (nullable): what is wrong with the FMU, or with the file it came from */
void     ls_model_set_problem (LsModel *self, guint id, const char *problem);
/* %FALSE with %LS_ERROR_MODEL when the FMU has no such interface. */
gboolean ls_model_set_implementation (LsModel *self, guint id, LsImplementation implementation, GError **error);
/* @capabilities: (nullable): ids, %NULL-terminated; takes the place of all that were switched off. */
void     ls_model_set_without (LsModel *self, guint id, const char *const *capabilities);
/* %FALSE with %LS_ERROR_MODEL when the name is empty, has a point or control characters, or is taken.
 * Signals of the experiment follow. */
gboolean ls_model_rename_component (LsModel *self, guint id, const char *name, GError **error);
LsComponent *ls_component_copy (const LsComponent *self);
void         ls_component_free (LsComponent *self);
void         ls_component_get_natural_size (const LsComponent *self, double *width, double *height);

/* Connectors: inputs and outputs of the FMU (of @stand_in when it is missing) in file order. */
GPtrArray *ls_component_list_inputs (const LsComponent *self);  /* (transfer container) (element-type const LsVariable *) */
GPtrArray *ls_component_list_outputs (const LsComponent *self); /* likewise */
/* Parameters and changeable start values in file order, inputs included. */
GPtrArray *ls_component_list_settable (const LsComponent *self);
/* All @n variables of the FMU or of the stand-in. */
const LsVariable *ls_component_get_variables (const LsComponent *self, guint *n);
/* Returns: (nullable): the variable called @name, of the FMU or of @stand_in. */
const LsVariable *ls_component_find_variable (const LsComponent *self, const char *name);
/* Whether its value can be changed before a run. */
gboolean          ls_variable_is_settable (const LsVariable *variable);

/**
 * ls_model_set_value:
 * @value: (nullable): text in the C locale, or %NULL to go back to the FMU's own
 *
 * %FALSE with %LS_ERROR_MODEL naming component and variable and what is allowed
 * (type, min, max, unit, items) when @value is not.
 */
gboolean    ls_model_set_value (LsModel *self, guint id, const char *variable, const char *value, GError **error);
/* Returns: (nullable): the changed value, or the FMU's start value. */
const char *ls_model_get_value (const LsModel *self, guint id, const char *variable);
/* The check alone: a sentence on what is allowed, without the name of the variable. */
gboolean    ls_component_check_value (const LsComponent *self, const LsVariable *variable, const char *value,
                                      GError **error);
/* Likewise without the component: items of enumerations are not known then, and any name passes. */
gboolean    ls_variable_check_value (const LsVariable *variable, const char *value, GError **error);

/* Switches a capability of the component off for runs, by its id ("rollback"): to try what other
 * FMUs lack. Saved with the model. An unknown id is an error when a run begins. */
void        ls_model_add_without (LsModel *self, guint id, const char *capability);
/* @solver: (nullable): name and options; an unknown one is an error when a run begins. */
void        ls_model_set_solver (LsModel *self, guint id, const char *solver);

/* Connections */
guint               ls_model_get_n_connections (const LsModel *self);
const LsConnection *ls_model_get_connection (const LsModel *self, guint index);
const LsConnection *ls_model_find_connection (const LsModel *self, guint id);
/* Whether values can come from it: an output or a calculated parameter. */
gboolean            ls_variable_is_source (const LsVariable *variable);
/* Whether @output may feed @input by what they are: a parameter can be fed by a calculated one only, which
 * is known before a run begins. */
gboolean            ls_variables_fit (const LsVariable *output, const LsVariable *input);
/* Returns: (transfer container): element-type LsVariable: inputs and outputs of @component, then the
 * parameters that connections have made ports of. */
GPtrArray          *ls_model_list_inputs (const LsModel *self, const LsComponent *component);
GPtrArray          *ls_model_list_outputs (const LsModel *self, const LsComponent *component);
/* Returns: (nullable): what feeds the input. */
const LsConnection *ls_model_find_source (const LsModel *self, guint to, const char *input);
/**
 * ls_model_check_connection:
 *
 * Whether output may feed input: they exist, ls_variables_fit(), types
 * fit (Integer and Enumeration fit each other), units have the same dimension
 * (values are converted then), the input is not fed yet. %FALSE with %LS_ERROR_MODEL saying why not, in a sentence for people.
 */
gboolean            ls_model_check_connection (const LsModel *self, guint from, const char *output,
                                               guint to, const char *input, GError **error);
/* Returns: id, or 0 with the error of the check. */
guint               ls_model_connect (LsModel *self, guint from, const char *output,
                                      guint to, const char *input, GError **error);
/**
 * ls_model_set_connection_transformation:
 * @factor: not 0, finite
 * @offset: finite, in the unit of the input
 *
 * input = @factor × output + @offset, after the conversion of units. Drops a map.
 * %FALSE with %LS_ERROR_MODEL for numbers that cannot be, and for connections of Booleans,
 * Enumerations and Strings when they are not 1 and 0.
 */
gboolean            ls_model_set_connection_transformation (LsModel *self, guint id, double factor, double offset,
                                                            GError **error);
/* @keep_units: pass values as they are, whatever the units of the ends. */
void                ls_model_set_connection_keep_units (LsModel *self, guint id, gboolean keep_units);
/* What a run does: input = @factor × output + @offset, conversion of units included. */
void                ls_model_get_connection_transform (const LsModel *self, const LsConnection *connection,
                                                       double *factor, double *offset);
/* What becomes of @value, a Boolean as 0 or 1: what @entries (@n) say, else @factor × value + @offset, rounded
 * where the input's @type is not Real. */
double              ls_convert_value (double value, LsType type, double factor, double offset,
                                      const LsMapEntry *entries, guint n);
/* What the units alone do on the way; 1 and 0 when they are the same, not known or not comparable. */
void                ls_model_get_unit_conversion (const LsModel *self, guint from, const char *output,
                                                  guint to, const char *input, double *factor, double *offset);
/* Returns: (transfer full) (nullable): what happens to values on the way, in words ("converted from km/h to
 * m/s, then times 2 plus 1"), or %NULL when they are passed as they are. */
char               *ls_model_describe_transform (const LsModel *self, const LsConnection *connection);
/* For undo; copied. */
void                ls_model_insert_connection (LsModel *self, const LsConnection *connection, guint index);
void                ls_model_disconnect (LsModel *self, guint id);
void                ls_model_set_connection_points (LsModel *self, guint id, const LsPoint *points, guint n);
/* Returns: (transfer full): "prey.population → predator.prey". */
char               *ls_model_describe_connection (const LsModel *self, const LsConnection *connection);
LsConnection       *ls_connection_copy (const LsConnection *self);
void                ls_connection_free (LsConnection *self);
int                 ls_model_get_connection_index (const LsModel *self, guint id);

/* Subsystems: the systems within the system of an SSP. A run knows components and connections alone. */
guint              ls_model_get_n_subsystems (const LsModel *self);
const LsSubsystem *ls_model_get_subsystem (const LsModel *self, guint index);
/* Returns: (nullable): %NULL for 0, the top level. */
const LsSubsystem *ls_model_find_subsystem (const LsModel *self, guint id);
/* Returns: (transfer full): "outer.inner", "" for 0. */
char              *ls_model_get_subsystem_path (const LsModel *self, guint id);
/* Returns: (element-type LsConnector): of the subsystem, or of the whole model for 0. */
const GPtrArray   *ls_model_get_connectors (const LsModel *self, guint subsystem);
/* Whether the subsystem is @around or within it. */
gboolean           ls_model_is_within (const LsModel *self, guint subsystem, guint around);
/* Takes away an empty subsystem, or puts it back. */
void               ls_model_set_subsystem_removed (LsModel *self, guint id, gboolean removed);
void               ls_subsystem_get_natural_size (const LsSubsystem *self, double *width, double *height);
void               ls_model_place_subsystem (LsModel *self, guint id, double x, double y, double width,
                                             double height);
/* The part of the name behind the path of its subsystem. */
const char        *ls_model_get_local_name (const LsModel *self, const LsComponent *component);

/**
 * LsEdge: one piece of a connection within one system, as a diagram of that system shows it.
 * @connection: id, or 0 for a piece that is part of no connection, since it leads to no component
 *   or comes from none
 * @from_component, @to_component: id, or 0 when the end is a connector of a system
 * @from_subsystem, @to_subsystem: id of that system then: one in this system, or this one itself
 */
typedef struct
{
  guint       connection;
  guint       from_component, from_subsystem;
  const char *from_connector;
  guint       to_component, to_subsystem;
  const char *to_connector;
} LsEdge;

/* Returns: (transfer container) (element-type LsEdge): what a diagram of @subsystem (0: the top level) shows;
 * strings are borrowed. */
GArray *ls_model_list_edges (const LsModel *self, guint subsystem);

/* Notes */
guint         ls_model_get_n_notes (const LsModel *self);
const LsNote *ls_model_get_note (const LsModel *self, guint index);
/* Returns: (nullable) */
const LsNote *ls_model_find_note (const LsModel *self, guint id);
/* Returns: id; @text is made valid UTF-8 that XML can hold. */
guint         ls_model_add_note (LsModel *self, const char *text, double x, double y, double width, double height);
/* The same in a subsystem; coordinates are those of its components. */
guint         ls_model_add_note_in (LsModel *self, guint subsystem, const char *text, double x, double y,
                                    double width, double height);
/* For undo; copied. */
void          ls_model_insert_note (LsModel *self, const LsNote *note, guint index);
void          ls_model_remove_note (LsModel *self, guint id);
void          ls_model_set_note_text (LsModel *self, guint id, const char *text);
void          ls_model_place_note (LsModel *self, guint id, double x, double y, double width, double height);
LsNote       *ls_note_copy (const LsNote *self);
void          ls_note_free (LsNote *self);

/* Results that are saved with the model: the files of a folder. What is in them core/run knows; other
 * programs pass over them, as over all below extra/. */
#define LS_MODEL_RESULTS "extra/org.lockstep/results"
/* @folder: (nullable): its files take the place of those that there were; %NULL: there are none any
 * more. */
void  ls_model_set_results (LsModel *self, LsTempdir *folder);
/* Returns: (transfer full) (nullable): where they are now, as long as the model or a copy lives. */
char *ls_model_get_results (const LsModel *self);

/* Signals: "component.variable". @component, @variable may be %NULL. */
gboolean ls_model_find_signal (const LsModel *self, const char *signal, const LsComponent **component,
                               const LsVariable **variable, GError **error);
/* How values in @unit become those of the signal: @factor × value + @offset; 1 and 0 when @unit is
 * empty or the same. %FALSE (and 1 and 0) when no FMU of the model defines how. */
gboolean ls_model_find_unit_conversion (const LsModel *self, const char *signal, const char *unit,
                                        double *factor, double *offset);
/* Takes those out of @experiment that the model does not have any more; those of a component whose
 * FMU could not be opened stay. */
void     ls_model_forget_signals (const LsModel *self, LsExperiment *experiment);
/* Returns: (transfer full): all real, integer and boolean outputs as signals, in order, %NULL-terminated. */
char   **ls_model_list_output_signals (const LsModel *self);
/* From the default experiments of the FMUs: the longest stop time, the smallest
 * step size (else stop/1000); 1 s where no FMU says. The step size that another tool left in the file goes
 * before, and the origin is the name of that tool then. @origin: (out) (optional) (transfer full): whose it is. */
double   ls_model_get_default_stop_time (const LsModel *self, char **origin);
double   ls_model_get_default_step_size (const LsModel *self, char **origin);

/**
 * LsRemark: something that is not as it should be.
 * @line: of the file that the model was read from, or 0
 * @error: a run is impossible, or something of the file was lost
 * @info: it is no fault: what other tools' settings in the file mean here
 * @schema: the document is not made as the standard says; all that could be read was read
 */
typedef struct
{
  guint    line;
  gboolean error, info, schema;
  char    *text;
} LsRemark;

LsRemark  *ls_remark_copy (const LsRemark *self);
void       ls_remark_free (LsRemark *self);
/* Returns: (element-type LsRemark): what was found while the file was read. */
const GPtrArray *ls_model_get_notes (const LsModel *self);
/* Returns: (transfer container) (element-type LsRemark): those of what of the file is in no run: wires
 * to nowhere, values that do not fit, parameter sets that are not there. */
GPtrArray *ls_model_list_left_out (const LsModel *self);
/* Returns: (transfer full) (element-type LsRemark): those and what is not as it should be now, with places. */
GPtrArray *ls_model_list_problems (const LsModel *self);
/* Returns: (transfer full) (element-type char *): sentences on what is not as
 * it should be: missing FMUs, inputs that nothing feeds (they keep their start value), ... */
GPtrArray *ls_model_list_remarks (const LsModel *self);
/* The first thing that makes a run impossible; %TRUE when there is none. */
gboolean   ls_model_check (const LsModel *self, GError **error);
