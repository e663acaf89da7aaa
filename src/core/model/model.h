/* A coupled model: components, connections, parameters, geometry. */
#pragma once

#include "core/base/tempdir.h"
#include "core/fmi/fmu.h"
#include "core/model/experiment.h"

/* Connectors of a component whose FMU is missing, as declared in the SSP; immutable, shared by
 * copies. */
typedef struct LsMissingFmu LsMissingFmu;

/* The attribute "implementation" of a Component of SSP. */
typedef enum
{
  LS_IMPLEMENTATION_ANY, /* chosen by the program: Co-Simulation if available */
  LS_IMPLEMENTATION_CO_SIMULATION,
  LS_IMPLEMENTATION_MODEL_EXCHANGE
} LsImplementation;

/* A connector of a system, as in the SSP. @x, @y: the centre of its symbol on the canvas inside the
 * system, in the coordinates of its components; @variable: the connector in the form of a
 * component's variable */
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
 * LsSubsystem: a System of SSP within the model, which contains components and further systems.
 * @id: numbered separately from components, never 0, which is the top level
 * @name: as in the file; the components in it are called "name.component"
 * @parent: id of the enclosing subsystem, or 0
 * @x, @y, @width, @height, @rotation, @flip: as of LsComponent, on the canvas of @parent
 * @origin_x, @origin_y: origin of the coordinates of its content, so that all components can be
 *   shown on one canvas without overlap
 * @connectors: element-type LsConnector
 * @removed: it was removed with its content; it stays in the list, as ids are positions
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

/* A connector of a subsystem along a connection. */
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
 * @subsystem: id of its subsystem, or 0
 * @source: (nullable): path of the FMU, as in the SSP ("resources/prey.fmu") or an absolute path
 * @fmu: (nullable): %NULL if the file is missing or invalid, with the reason in @problem; with an
 *   FMU that describes changes of its file since
 * @values: name of variable -> text of the changed parameter or start value (both owned)
 * @x, @y, @width, @height: block on the canvas, in canvas units (1 unit = 1 px at zoom 1), y downwards
 * @rotation: degrees counterclockwise, a multiple of 90; rotates the block about its centre, after
 *   the flip
 * @flip: inputs on the right
 * @xml: (nullable): the Component element of the SSP as read: written back with the parts this
 *   program does not use
 * @archive: (nullable): keeps the unpacked SSP the FMU was read from
 * @stand_in: (nullable): connectors if @fmu is %NULL
 * @without: (nullable): ids of capabilities to be ignored in runs, %NULL-terminated
 * @line: in the file it was read from, or 0
 * @implementation: interface of the FMU required by the model
 * @solver: (nullable): "dopri5:tolerance=1e-8": solver for the FMU's Model Exchange interface;
 *   %NULL: the FMU's own solver (Co-Simulation), if any
 * @inner_steps: (nullable): steps inside each macro step, of ls_pace_list_inner(); %NULL: one
 * @own_step: (nullable): step of its own: "0.01" (s), "10x" (macro steps), "macro" (the macro step,
 *   whatever @step_hint says)
 * @step_hint: step that the file suggests for it by an annotation of another tool, s; 0: none
 * @macro_step: of the run that a copy is made for, s; 0: none
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
  char       *inner_steps, *own_step;
  double      step_hint, macro_step;
  guint       line;
} LsComponent;

typedef struct
{
  double x, y;
} LsPoint;

/* One entry of a mapping for values that are not Real. */
typedef struct
{
  int source, target;
} LsMapEntry;

/**
 * LsConnection: output to input.
 * @points: element-type LsPoint: bends set by hand, canvas units; empty: routed by the program
 * @hops: (nullable): element-type LsHop: connectors of subsystems along the way, from output to
 *   input
 * @factor, @offset: input = @factor × output + @offset, after the conversion of units; 1 and 0 by default
 * @keep_units: no unit conversion (suppressUnitConversion)
 * @map: (nullable): element-type LsMapEntry, replaces @factor and @offset for Integer, Boolean and
 *   Enumeration; values without entry are passed unchanged
 * @transformation: (nullable): description of a transformation in the SSP that is not supported;
 *   ls_model_check() rejects such a model
 * @line: in the file it was read from, or 0
 * @flow: id of the connection with the flow of the power bond whose effort this one carries, or 0;
 *   read it by core/model/bond.h: that connection may have been removed
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
  guint   flow;
  char   *xml;
} LsConnection;

/**
 * LsNote: text on the canvas.
 * @id: never used again in the same model, never 0; numbered separately from components
 * @subsystem: id of its subsystem, or 0
 * @text: may contain line breaks
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
 * The order of components and connections is preserved (it is the order of Ω). Not thread-safe: a
 * run uses a copy. FMUs are shared between copies.
 */
typedef struct LsModel LsModel;

LsModel      *ls_model_new (void);
LsModel      *ls_model_copy (const LsModel *self);
/* Returns: (transfer full) (nullable): a copy where some FMUs know more of the dependencies of their
 * outputs: ls_fmu_ask_dependencies(), which runs code of them; %NULL if none does */
LsModel      *ls_model_copy_known (const LsModel *self);
void          ls_model_free (LsModel *self);
/* Whether both have the same content: names, FMUs, values, geometry, connections in the same order,
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
 * @name: (nullable): preferred name; made unique ("prey 2" would be "prey_2"); %NULL: from the
 *   FMU's model name
 * @x, @y: upper left corner of the block
 *
 * The block size is computed from the connectors (ls_component_get_natural_size()).
 * Returns: id of the component.
 */
guint    ls_model_add_component (LsModel *self, LsFmu *fmu, const char *name, double x, double y);
/* Restores a removed component, with its id, at @index (for undo). @component is copied. */
void     ls_model_insert_component (LsModel *self, const LsComponent *component, guint index);
/* Removes the component with its connections. */
void     ls_model_remove_component (LsModel *self, guint id);
void     ls_model_move_component (LsModel *self, guint id, double x, double y);
/* @problem: (nullable): error of the FMU, or of the file it came from */
void     ls_model_set_problem (LsModel *self, guint id, const char *problem);
/* %FALSE with %LS_ERROR_MODEL if the FMU has no such interface. */
gboolean ls_model_set_implementation (LsModel *self, guint id, LsImplementation implementation, GError **error);
/* @capabilities: (nullable): ids, %NULL-terminated; replaces all that were ignored before. */
void     ls_model_set_without (LsModel *self, guint id, const char *const *capabilities);
/* %FALSE with %LS_ERROR_MODEL if the name is empty, contains a point or control characters, or is
 * already used. Signals of the experiment are renamed, too. */
gboolean ls_model_rename_component (LsModel *self, guint id, const char *name, GError **error);
LsComponent *ls_component_copy (const LsComponent *self);
void         ls_component_free (LsComponent *self);
void         ls_component_get_natural_size (const LsComponent *self, double *width, double *height);

/* Connectors: inputs and outputs of the FMU (of @stand_in if it is missing) in file order. Returns:
 * (transfer container) (element-type const LsVariable *). */
GPtrArray *ls_component_list_inputs (const LsComponent *self);
GPtrArray *ls_component_list_outputs (const LsComponent *self);
/* Parameters and changeable start values in file order, inputs included. */
GPtrArray *ls_component_list_settable (const LsComponent *self);
/* All @n variables of the FMU or of @stand_in. */
const LsVariable *ls_component_get_variables (const LsComponent *self, guint *n);
/* Returns: (nullable): the variable @name of the FMU or of @stand_in. */
const LsVariable *ls_component_find_variable (const LsComponent *self, const char *name);
/* Ports: what a block shows at its sides. An array of FMI 3.0 is one port, with one wire for all its
 * elements (wire.h), and so is a terminal with its members (terminal.h), which may be inputs and
 * outputs; runs and files know connections of single variables. */
/* Returns: the variable that stands for the terminal (LsTerminal) or array (LsArray) of @variable, or
 * @variable itself. */
const LsVariable *ls_component_get_port (const LsComponent *self, const LsVariable *variable);
/* The same of arrays alone, as files know no terminals. */
const LsVariable *ls_component_get_whole (const LsComponent *self, const LsVariable *variable);
const LsVariable *ls_component_find_whole (const LsComponent *self, const char *name);
/* Returns: (nullable): the variable @name, or the one that stands for the array or terminal @name. */
const LsVariable *ls_component_find_port (const LsComponent *self, const char *name);
/* Returns: (transfer container) (element-type LsVariable): the elements of an array, the inputs and
 * outputs of a terminal, or @port itself. */
GPtrArray        *ls_component_list_members (const LsComponent *self, const LsVariable *port);
/* The same without the outputs of a terminal: what wires to it may feed. */
GPtrArray        *ls_component_list_sinks (const LsComponent *self, const LsVariable *port);
/* Returns: (nullable): the terminal that @port stands for, or that of a member. */
const LsTerminal *ls_component_get_terminal (const LsComponent *self, const LsVariable *port);
/* Whether it stands for a terminal. */
gboolean          ls_variable_is_terminal (const LsVariable *port);
/* Returns: (transfer full) (nullable): "3", "2×3": sizes of an array; %NULL for a single variable. */
char             *ls_component_describe_size (const LsComponent *self, const LsVariable *port);
/* @variables: (transfer container). Returns: (transfer container): with one port for each array and
 * terminal. */
GPtrArray        *ls_component_fold (const LsComponent *self, GPtrArray *variables);
/* The same for one side of the block: without terminals with inputs and outputs that are on the other. */
GPtrArray        *ls_component_fold_side (const LsComponent *self, GPtrArray *variables, gboolean is_input);
/* Whether it is integrated by a solver of Lockstep over its Model Exchange interface: if a solver is
 * chosen for it, the model requests that interface, or it has no other. */
gboolean          ls_component_uses_model_exchange (const LsComponent *self);
/* Whether times of its events within macro steps are known: of a solver of Lockstep, and of FMUs for
 * Co-Simulation with event mode (FMI 3.0). */
gboolean          ls_component_reports_events (const LsComponent *self);
/* Returns: (transfer full): its FMU with the sizes of arrays that its values of structural
 * parameters ask for; %NULL with an error. */
LsFmu            *ls_component_make_sized (const LsComponent *self, GError **error);
/* Whether its value can be changed before a run. */
gboolean          ls_variable_is_settable (const LsVariable *variable);

/**
 * ls_model_set_value:
 * @value: (nullable): text in the C locale, or %NULL for the FMU's start value
 *
 * A structural parameter that is the size of arrays changes the variables of the component, which
 * then has another FMU.
 *
 * %FALSE with %LS_ERROR_MODEL naming component, variable and the allowed values (type, min, max,
 * unit, items) if @value is not allowed, or a connection would lose its end.
 */
gboolean    ls_model_set_value (LsModel *self, guint id, const char *variable, const char *value, GError **error);
/* Returns: (nullable): the changed value, or the FMU's start value. */
const char *ls_model_get_value (const LsModel *self, guint id, const char *variable);
/* Only checks @value; the error is a sentence on the allowed values, without the name of the
 * variable. */
gboolean    ls_component_check_value (const LsComponent *self, const LsVariable *variable, const char *value,
                                      GError **error);
/* Likewise without the component: the items of enumerations are unknown, so any name is
 * accepted. */
gboolean    ls_variable_check_value (const LsVariable *variable, const char *value, GError **error);

/* Makes runs ignore a capability of the component, by its id ("rollback"), to test methods without
 * it. Saved with the model. Unknown ids are reported at the start of a run. */
void        ls_model_add_without (LsModel *self, guint id, const char *capability);
/* @solver: (nullable): name and options; an unknown one is reported at the start of a run. */
void        ls_model_set_solver (LsModel *self, guint id, const char *solver);
/* @inner_steps: (nullable): an impossible one is reported by ls_model_check(). */
void        ls_model_set_inner_steps (LsModel *self, guint id, const char *inner_steps);
/* @own_step: (nullable): likewise. */
void        ls_model_set_own_step (LsModel *self, guint id, const char *own_step);

/* Connections */
guint               ls_model_get_n_connections (const LsModel *self);
const LsConnection *ls_model_get_connection (const LsModel *self, guint index);
const LsConnection *ls_model_find_connection (const LsModel *self, guint id);
/* Whether it can be the source of a connection: an output or a calculated parameter. */
gboolean            ls_variable_is_source (const LsVariable *variable);
/* Whether the causalities are compatible: a parameter can only be connected to a calculated
 * parameter, which is known before a run. */
gboolean            ls_variables_fit (const LsVariable *output, const LsVariable *input);
/* Returns: (transfer container): element-type LsVariable: inputs and outputs of @component, then
 * the parameters with connections. */
GPtrArray          *ls_model_list_inputs (const LsModel *self, const LsComponent *component);
GPtrArray          *ls_model_list_outputs (const LsModel *self, const LsComponent *component);
/* Returns: (nullable): the connection to the input. */
const LsConnection *ls_model_find_source (const LsModel *self, guint to, const char *input);
/* Number of inputs of all components without a connection. */
guint               ls_model_count_open_inputs (const LsModel *self);
/**
 * ls_model_check_connection:
 *
 * Whether the output may be connected to the input: they exist, ls_variables_fit(), compatible
 * types (also Integer and Enumeration), units of the same dimension (values are then converted),
 * the input is unconnected. %FALSE with %LS_ERROR_MODEL and the reason as a sentence for users.
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
 * input = @factor × output + @offset, after the conversion of units. Removes a map. %FALSE with
 * %LS_ERROR_MODEL for invalid numbers, and for connections of Booleans, Enumerations and Strings
 * unless they are 1 and 0.
 */
gboolean            ls_model_set_connection_transformation (LsModel *self, guint id, double factor, double offset,
                                                            GError **error);
/* @keep_units: %TRUE: no unit conversion. */
void                ls_model_set_connection_keep_units (LsModel *self, guint id, gboolean keep_units);
/* Complete transformation: input = @factor × output + @offset, including unit conversion. */
void                ls_model_get_connection_transform (const LsModel *self, const LsConnection *connection,
                                                       double *factor, double *offset);
/* Returns: the converted @value, a Boolean as 0 or 1: by @entries (@n), else @factor × value +
 * @offset, rounded if the input's @type is not Real. */
double              ls_convert_value (double value, LsType type, double factor, double offset,
                                      const LsMapEntry *entries, guint n);
/* Unit conversion alone; 1 and 0 if the units are equal, unknown or not comparable. */
void                ls_model_get_unit_conversion (const LsModel *self, guint from, const char *output,
                                                  guint to, const char *input, double *factor, double *offset);
/* Returns: (transfer full) (nullable): description of the transformation ("converted from km/h to
 * m/s, then times 2 plus 1"), or %NULL if values are passed unchanged. */
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

/* Subsystems: the systems within the system of an SSP. Runs use components and connections only. */
guint              ls_model_get_n_subsystems (const LsModel *self);
const LsSubsystem *ls_model_get_subsystem (const LsModel *self, guint index);
/* Returns: (nullable): %NULL for 0, the top level. */
const LsSubsystem *ls_model_find_subsystem (const LsModel *self, guint id);
/* Returns: (transfer full): "outer.inner", "" for 0. */
char              *ls_model_get_subsystem_path (const LsModel *self, guint id);
/* Returns: (element-type LsConnector): of the subsystem, or of the whole model for 0. */
const GPtrArray   *ls_model_get_connectors (const LsModel *self, guint subsystem);
/* Whether the subsystem is @around or inside it. */
gboolean           ls_model_is_within (const LsModel *self, guint subsystem, guint around);
/* Removes an empty subsystem, or restores it. */
void               ls_model_set_subsystem_removed (LsModel *self, guint id, gboolean removed);
void               ls_subsystem_get_natural_size (const LsSubsystem *self, double *width, double *height);
void               ls_model_place_subsystem (LsModel *self, guint id, double x, double y, double width,
                                             double height);
/* The name without the path of its subsystem. */
const char        *ls_model_get_local_name (const LsModel *self, const LsComponent *component);

/**
 * LsEdge: the piece of a connection within one system, as shown in its diagram.
 * @connection: id, or 0 for a piece of an incomplete connection, without a component at one of its
 *   ends
 * @from_component, @to_component: id, or 0 if the end is a connector of a system
 * @from_subsystem, @to_subsystem: id of that system: a child of this system, or this system itself
 */
typedef struct
{
  guint       connection;
  guint       from_component, from_subsystem;
  const char *from_connector;
  guint       to_component, to_subsystem;
  const char *to_connector;
} LsEdge;

/* Returns: (transfer container) (element-type LsEdge): the edges in the diagram of @subsystem (0:
 * the top level); strings are borrowed. */
GArray *ls_model_list_edges (const LsModel *self, guint subsystem);

/* Notes */
guint         ls_model_get_n_notes (const LsModel *self);
const LsNote *ls_model_get_note (const LsModel *self, guint index);
/* Returns: (nullable) */
const LsNote *ls_model_find_note (const LsModel *self, guint id);
/* Returns: id; @text is converted to valid UTF-8 and XML. In a subsystem (0: none), in the
 * coordinates of its components. */
guint         ls_model_add_note (LsModel *self, guint subsystem, const char *text, double x, double y,
                                 double width, double height);
/* For undo; copied. */
void          ls_model_insert_note (LsModel *self, const LsNote *note, guint index);
void          ls_model_remove_note (LsModel *self, guint id);
void          ls_model_place_note (LsModel *self, guint id, double x, double y, double width, double height);
LsNote       *ls_note_copy (const LsNote *self);
void          ls_note_free (LsNote *self);

/* Results saved with the model: the files of a folder, not interpreted here; other programs ignore
 * them like everything below extra/. */
#define LS_MODEL_RESULTS "extra/org.lockstep/results"
/* @folder: (nullable): its files replace the existing ones; %NULL: removes the results. */
void  ls_model_set_results (LsModel *self, LsTempdir *folder);
/* Returns: (transfer full) (nullable): their current folder, valid while the model or a copy
 * exists. */
char *ls_model_get_results (const LsModel *self);

/* Signals: "component.variable". @component, @variable may be %NULL. */
gboolean ls_model_find_signal (const LsModel *self, const char *signal, const LsComponent **component,
                               const LsVariable **variable, GError **error);
/* Conversion of values in @unit to that of the signal: @factor × value + @offset; 1 and 0 if @unit
 * is empty or the same. %FALSE (and 1 and 0) if no FMU of the model defines the conversion. */
gboolean ls_model_find_unit_conversion (const LsModel *self, const char *signal, const char *unit,
                                        double *factor, double *offset);
/* Removes signals from @experiment that no longer exist in the model, except those of a component
 * whose FMU could not be opened. */
void     ls_model_forget_signals (const LsModel *self, LsExperiment *experiment);
/* Returns: (transfer full) (element-type utf8): names of all variables that can be set, that no
 * connection sets and that @fits accepts, in order. */
GPtrArray *ls_model_list_settable (const LsModel *self, gboolean (*fits) (const LsVariable *variable));
/* Returns: (transfer full): all Real, Integer and Boolean outputs as signals, in order,
 * %NULL-terminated. */
char   **ls_model_list_output_signals (const LsModel *self);
/* Returns: (transfer full): the signals that runs with @experiment record: those it lists, else all
 * outputs; without duplicates, %NULL-terminated. */
char   **ls_model_list_recorded (const LsModel *self, const LsExperiment *experiment);
/* Adds a signal to those recorded, or removes it; without the last one the outputs are recorded. */
void     ls_model_set_recorded (const LsModel *self, LsExperiment *experiment, const char *signal,
                                gboolean recorded);
/* From the default experiments of the FMUs: the longest stop time, the smallest step size (else
 * stop/1000); 1 s if no FMU has a stop time. The step size of another tool in the file has
 * precedence. @origin: (out) (optional) (transfer full): name of the component or tool it is from. */
double   ls_model_get_default_stop_time (const LsModel *self, char **origin);
double   ls_model_get_default_step_size (const LsModel *self, char **origin);

/**
 * LsRemark: a problem of the model or its file.
 * @line: in the file that the model was read from, or 0
 * @error: it prevents a run, or data of the file was lost
 * @info: not a problem: interpretation of other tools' settings in the file
 * @schema: the document violates the schema of the standard; everything readable was read
 */
typedef struct
{
  guint    line;
  gboolean error, info, schema;
  char    *text;
} LsRemark;

LsRemark  *ls_remark_copy (const LsRemark *self);
void       ls_remark_free (LsRemark *self);
/* Returns: (element-type LsRemark): the remarks on reading the file. */
const GPtrArray *ls_model_get_notes (const LsModel *self);
/* Returns: (transfer container) (element-type LsRemark): those on data of the file not used in
 * runs: incomplete connections, invalid values, missing parameter sets. */
GPtrArray *ls_model_list_left_out (const LsModel *self);
/* Returns: (transfer full) (element-type LsRemark): the remarks on reading the file and the current
 * problems of the model. */
GPtrArray *ls_model_list_problems (const LsModel *self);
/* Returns: (transfer full) (element-type char *): the problems as sentences: missing FMUs,
 * unconnected inputs (which keep their start value), ... */
GPtrArray *ls_model_list_remarks (const LsModel *self);
/* The first error that prevents a run; %TRUE if there is none. */
gboolean   ls_model_check (const LsModel *self, GError **error);
