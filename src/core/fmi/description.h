/* Contents of modelDescription.xml, independent of the FMI version. */
#pragma once

#include "core/base/integer.h"
#include "core/base/status.h"

typedef enum
{
  LS_TYPE_REAL,
  LS_TYPE_INTEGER,
  LS_TYPE_BOOLEAN,
  LS_TYPE_STRING,
  LS_TYPE_ENUMERATION
} LsType;

/* Types of FMI 3.0 that share a LsType: the range of an integer, the precision of a real. A Binary
 * is a String of hexadecimal digits; a Clock is a Boolean, true where it ticks. */
typedef enum
{
  LS_FORMAT_DEFAULT, /* FMI 1.0 and 2.0: double, int, the Booleans and strings of the version */
  LS_FORMAT_FLOAT64,
  LS_FORMAT_FLOAT32,
  LS_FORMAT_INT8,
  LS_FORMAT_UINT8,
  LS_FORMAT_INT16,
  LS_FORMAT_UINT16,
  LS_FORMAT_INT32,
  LS_FORMAT_UINT32,
  LS_FORMAT_INT64,
  LS_FORMAT_UINT64,
  LS_FORMAT_BOOLEAN,
  LS_FORMAT_STRING,
  LS_FORMAT_BINARY,
  LS_FORMAT_ENUMERATION,
  LS_FORMAT_CLOCK,
  LS_N_FORMATS
} LsFormat;

typedef enum
{
  LS_CAUSALITY_LOCAL, /* the standard's default */
  LS_CAUSALITY_PARAMETER,
  LS_CAUSALITY_CALCULATED_PARAMETER,
  LS_CAUSALITY_INPUT,
  LS_CAUSALITY_OUTPUT,
  LS_CAUSALITY_INDEPENDENT
} LsCausality;

typedef enum
{
  LS_VARIABILITY_CONSTANT,
  LS_VARIABILITY_FIXED,
  LS_VARIABILITY_TUNABLE,
  LS_VARIABILITY_DISCRETE,
  LS_VARIABILITY_CONTINUOUS
} LsVariability;

typedef enum
{
  LS_INITIAL_NONE,
  LS_INITIAL_EXACT,
  LS_INITIAL_APPROX,
  LS_INITIAL_CALCULATED
} LsInitial;

/* Names as in the files: "Real", "calculatedParameter", "continuous", "exact". */
const char *ls_type_name (LsType type);
const char *ls_causality_name (LsCausality causality);
const char *ls_variability_name (LsVariability variability);
const char *ls_initial_name (LsInitial initial);

typedef enum
{
  LS_DEPENDENCY_DEPENDENT,
  LS_DEPENDENCY_CONSTANT,
  LS_DEPENDENCY_FIXED,
  LS_DEPENDENCY_TUNABLE,
  LS_DEPENDENCY_DISCRETE
} LsDependencyKind;

const char *ls_dependency_name (LsDependencyKind kind);

/* Exponents of kg, m, s, A, K, mol, cd, rad; value_in_base = factor * value + offset.
 * For a display unit: value_in_display_unit = factor * value + offset. */
typedef struct
{
  char  *name;
  double factor, offset;
  gboolean inverse; /* FMI 3 display units */
} LsDisplayUnit;

/* Number of exponents of a unit: "kg", "m", ... */
#define LS_N_BASE_UNITS 8u
extern const char *const ls_base_unit_names[LS_N_BASE_UNITS];

typedef struct
{
  char          *name;
  gboolean       has_base;
  int            exponents[LS_N_BASE_UNITS];
  double         factor, offset;
  guint          n_display_units;
  LsDisplayUnit *display_units;
  int            line; /* in the file */
} LsUnit;

typedef struct
{
  char  *name;
  gint64 value;
  char  *description; /* (nullable) */
} LsEnumerationItem;

/* When a Clock of FMI 3.0 ticks. */
typedef enum
{
  LS_INTERVAL_CONSTANT,
  LS_INTERVAL_FIXED,
  LS_INTERVAL_TUNABLE,
  LS_INTERVAL_CHANGING,
  LS_INTERVAL_COUNTDOWN,
  LS_INTERVAL_TRIGGERED
} LsIntervalVariability;

/* @interval, @shift: s, from decimals or fractions; @has_interval: given in the file */
typedef struct
{
  LsIntervalVariability variability;
  gboolean              has_interval;
  double                interval, shift;
  gboolean              is_input, is_output;
  gboolean              has_priority, can_be_deactivated, supports_fraction;
  guint                 priority;
} LsClock;

/* A declared type (SimpleType): provides defaults for attributes of variables. */
typedef struct
{
  char              *name;
  char              *description;
  LsType             type;
  char              *quantity, *unit, *display_unit; /* (nullable) */
  gboolean           relative, unbounded;
  gboolean           has_min, has_max, has_nominal;
  double             min, max, nominal;
  guint              n_items;
  LsEnumerationItem *items;
  int                line; /* in the file */
} LsDeclaredType;

/**
 * LsVariable: a scalar variable, or an element of an array, with the attributes of its declared type filled in.
 * @index: 0-based position in ModelVariables; with arrays: in the list of all elements
 * @value_reference: unique per class of type (FMI 3.0: unique); of an element of an array, and in
 *   FMI 1.0 of a negated alias, a state or its derivative a number that no variable has, which
 *   stands for it
 * @array: 1-based index into the arrays, 0 for none; @element: its position there
 * @n_elements: number of elements of a variable that stands for a whole array (LsArray), else 0
 * @sizes_arrays: a structural parameter or constant that is the size of an array; @size: its value
 *   in this description
 * @terminal: 1-based index of the terminal (LsTerminal) whose port it is shown in, 0 for none
 * @clock: (nullable): of a Clock. One that the importer ticks is no port: its causality here is
 *   local; @n_clocks, @clocks: indices of the Clocks of a clocked variable
 * @start: text of the start value as in the file, or %NULL
 * @start_real: the start value of numbers and booleans (0/1), 0 if absent
 * @min, @max: bounds; -inf/+inf where there are none
 * @nominal: positive; 1 if not given (and @has_nominal is %FALSE)
 * @derivative_of: index of the state whose time derivative this is, or -1
 * @declared_type: index into the declared types, or -1
 * @unit: index into the units, or -1; @unit_name is set in both cases
 */
typedef struct
{
  guint         index;
  char         *name;
  char         *description; /* (nullable) */
  guint32       value_reference;
  LsType        type;
  LsFormat      format;
  guint         array;
  guint         element;
  guint         n_elements;
  guint         terminal;
  LsCausality   causality;
  LsVariability variability;
  LsInitial     initial;
  gboolean      can_handle_multiple_set;
  char         *start;
  double        start_real;
  gboolean      has_min, has_max, has_nominal;
  double        min, max, nominal;
  char         *quantity, *unit_name, *display_unit; /* (nullable) */
  gboolean      relative, unbounded, reinit;
  int           declared_type;
  int           unit;
  int           derivative_of;
  int           line; /* in the file */
  gboolean      has_initial; /* @initial is given in the file */
  gboolean      has_reinit;
  gboolean      has_can_handle_multiple_set;
  char         *declared_type_name; /* (nullable): as in the file */
  char         *annotations;        /* (nullable): the Annotations element as written */
  char         *mime_type;          /* (nullable): of a Binary, as at the variable */
  /* FMI 1.0: it is the negative value, or the opposite, of value reference @negates of the FMU */
  gboolean      is_negated;
  guint32       negates;
  /* FMI 3.0 */
  gboolean      is_structural; /* a parameter set in configuration mode */
  gboolean      sizes_arrays, intermediate_update, is_alias, is_state;
  guint64       size;
  guint         previous; /* 1-based index of the variable with the previous value; 0: none */
  LsClock      *clock;
  guint         n_clocks;
  guint        *clocks;
} LsVariable;

/* An array of FMI 3.0: its elements are @n variables from @first on, the last index fastest, called
 * "x[1]" or "x[2,3]". @whole: stands for all of them where the array is one port: its first element
 * under the name of the array; zero without elements */
typedef struct
{
  char    *name;
  guint32  value_reference;
  guint    first, n;
  guint    n_dimensions;
  guint64 *dimensions;
  char   **sized_by;
  gboolean is_resized; /* by ls_description_read_sized(): its start values do not count any more */
  LsVariable whole;
} LsArray;

/* Where element @element is if only @dimensions elements, at most as many as here, are left in each
 * direction; -1 if it is not left. */
gssize ls_array_locate (const LsArray *self, guint element, const guint64 dimensions[]);

/* How members of a terminal find those of another; others than the first three are not known here. */
typedef enum
{
  LS_MATCHING_PLUG,     /* all, by name */
  LS_MATCHING_BUS,      /* those that both have, by name */
  LS_MATCHING_SEQUENCE, /* all, by order */
  LS_MATCHING_NONE
} LsMatching;

/* A flow, which sums to zero at a connection, is positive into the FMU (inflow) or out of it
 * (outflow); a stream is a quantity carried by that flow, into the FMU or out of it. */
typedef enum
{
  LS_MEMBER_SIGNAL,
  LS_MEMBER_INFLOW,
  LS_MEMBER_OUTFLOW,
  LS_MEMBER_STREAM_IN,
  LS_MEMBER_STREAM_OUT,
  LS_MEMBER_OTHER
} LsMemberKind;

/* A scalar member of a terminal; one of an array is as many, "x[1]" and so on. @match: (nullable): by
 * which a name is matched: its own, or of a stream that of the one going out; @variable: index */
typedef struct
{
  char        *name, *match; /* (nullable) */
  LsMemberKind kind;
  char        *kind_name; /* as in the file */
  guint        variable;
} LsTerminalMember;

/**
 * LsTerminal: variables that are connected together (terminalsAndIcons.xml)
 * @name: of one in another with those around it, "outer.inner"; @own_name: as in the file
 * @members: without those whose variable does not exist
 * @terminals: those in it
 * @has_area: it has a place on the icon: @left: on its left half
 * @whole: stands for it where it is one port: @n_elements inputs and outputs, those of the terminals in
 *   it too; its causality decides the side of the block. No port, and @n_elements 0, if it has fewer
 *   than two, or no rule to match them.
 */
typedef struct LsTerminal LsTerminal;
struct LsTerminal
{
  char             *name, *own_name;
  char             *description, *kind; /* (nullable) */
  char             *rule;               /* as in the file */
  LsMatching        matching;
  guint             n_members;
  LsTerminalMember *members;
  guint             n_terminals;
  LsTerminal       *terminals;
  gboolean          has_area, left;
  LsVariable        whole;
  int               line; /* in the file */
};

/* Name of the type in the standard of the description: "Real", "Float32". */
const char *ls_variable_type_name (const LsVariable *variable);
LsType      ls_format_get_type (LsFormat format);
/* "Float64"; "" for the default */
const char *ls_format_get_name (LsFormat format);
/* Range of an integer format; that of 64 bits without sign ends at %G_MAXINT64. */
void        ls_format_get_range (LsFormat format, gint64 *minimum, gint64 *maximum);
/* The least and the greatest integer of @format. */
void        ls_format_get_limits (LsFormat format, LsInteger *minimum, LsInteger *maximum);
/* The integer of 64 bits that an FMU gives and takes, for UInt64 one without sign. */
LsInteger   ls_long_to_integer (LsFormat format, gint64 value);
/* The nearest double. */
double      ls_long_to_number (LsFormat format, gint64 value);
/* Returns: %FALSE, with @value unchanged, if it is not in the range of @format. */
gboolean    ls_integer_to_long (LsFormat format, LsInteger integer, gint64 *value);

/**
 * LsUnknown: an entry of ModelStructure.
 * @variable: index of the variable
 * @has_dependencies: %FALSE: depends on everything (attribute absent)
 * @dependencies: @n_dependencies indices of variables
 * @kinds: one per dependency; all "dependent" if not given in the file
 */
typedef struct
{
  guint             variable;
  gboolean          has_dependencies;
  gboolean          has_kinds;
  guint             n_dependencies;
  guint            *dependencies;
  LsDependencyKind *kinds;
  int               line; /* in the file */
} LsUnknown;

typedef struct
{
  guint      n;
  LsUnknown *items;
} LsUnknowns;

/* Element ModelExchange or CoSimulation; flags that do not exist for the kind are FALSE. */
typedef struct
{
  gboolean present;
  char    *model_identifier;
  gboolean needs_execution_tool;
  gboolean can_be_instantiated_only_once_per_process;
  gboolean can_not_use_memory_management_functions;
  gboolean can_get_and_set_state;
  gboolean can_serialize_state;
  gboolean provides_directional_derivative;
  /* Model Exchange */
  gboolean completed_integrator_step_not_needed;
  /* Co-Simulation */
  gboolean can_handle_variable_step;
  gboolean can_interpolate_inputs;
  guint    max_output_derivative_order;
  gboolean can_run_asynchronously;
  char   **source_files; /* (nullable) */
  int      line; /* in the file */
  /* FMI 3.0 */
  gboolean provides_adjoint_derivatives;
  gboolean provides_per_element_dependencies;
  gboolean provides_evaluate_discrete_states;
  gboolean provides_intermediate_update;
  gboolean might_return_early;
  gboolean can_return_early_after_intermediate_update;
  gboolean has_event_mode;
  double   fixed_internal_step; /* s; 0: none */
  gboolean is_scheduled; /* of co_simulation: it stands for Scheduled Execution */
} LsInterface;

/**
 * LsConstraints:
 * @max: maximum number of simultaneous constraints on the continuous states; 0: none
 * @has_projection, @has_projection_step, @has_residuals, @has_jacobian: available functions:
 *   fmi2Projection, fmi2ProjectionStep, fmi2Constraint, fmi2ConstraintJacobian
 * @line: in the file; 0 if there are no such attributes
 *
 * An extension of Model Exchange (Najafi 2017): attributes of fmiModelDescription and ModelExchange
 * or, so that the file stays valid, of an element Constraints in a vendor annotation.
 */
typedef struct
{
  guint    max;
  gboolean has_projection, has_projection_step, has_residuals, has_jacobian;
  int      line;
} LsConstraints;

typedef struct
{
  gboolean has_start_time, has_stop_time, has_tolerance, has_step_size;
  double   start_time, stop_time, tolerance, step_size; /* s, s, 1, s */
  int      line; /* in the file */
} LsDefaultExperiment;

typedef struct
{
  char *name;
  char *xml; /* the Tool element as written */
} LsVendorAnnotation;

typedef struct
{
  char                *path; /* for messages */
  char                *fmi_version;
  char                *model_name;
  char                *guid; /* FMI 3.0: the instantiation token */
  char                *description, *author, *version, *copyright, *license; /* (nullable) */
  char                *generation_tool, *generation_time, *naming_convention; /* (nullable) */
  guint                n_event_indicators;
  gboolean             couples_tool; /* FMI 1.0: Co-Simulation with a tool */
  /* An FMU for Scheduled Execution alone is stepped: its partitions are activated within steps. It has
   * @co_simulation, too. */
  LsInterface          model_exchange, co_simulation, scheduled_execution;
  LsConstraints        constraints;
  LsDefaultExperiment  experiment;
  guint                n_units;
  LsUnit              *units;
  guint                n_declared_types;
  LsDeclaredType      *declared_types;
  guint                n_log_categories;
  char               **log_categories;      /* %NULL-terminated */
  char               **log_descriptions;    /* as many; "" where absent */
  guint                n_vendor_annotations;
  LsVendorAnnotation  *vendor_annotations;
  guint                n_variables;
  LsVariable          *variables;
  guint                n_arrays;
  LsArray             *arrays;
  guint                n_terminals;
  LsTerminal          *terminals;
  LsUnknowns           outputs, derivatives, initial_unknowns;
  LsUnknowns           clocked_states, event_indicators; /* FMI 3.0 */
  GHashTable          *by_name; /* name -> LsVariable, borrowed; the first of equal names */
  GPtrArray           *remarks; /* (element-type LsFinding): violations only detectable while
                                 * reading */
} LsDescription;

/* Returns: (nullable): translated sentence why the FMU cannot be run by any of its interfaces. */
const char *ls_description_explain_interface (const LsDescription *self);
/* 1, 2 or 3: of the FMI version. */
guint ls_description_get_major (const LsDescription *self);

/* Maximum number of variables, and of event indicators, in a description. */
#define LS_DESCRIPTION_MAX_VARIABLES 1000000u

/**
 * ls_description_read_memory:
 * @data: a modelDescription.xml, @size bytes
 * @name: name of the file for messages
 *
 * Reads the complete file. Errors name file, line and variable; tolerable violations of the
 * standard are left to ls_check_description().
 *
 * Returns: (transfer full): the description.
 */
LsDescription    *ls_description_read_memory (const char *data, gsize size, const char *name,
                                              GError **error);
/**
 * ls_description_read_sized:
 * @sizes: (nullable) (element-type utf8 utf8): values of structural parameters by name, in place of
 *   their start values; others are ignored
 *
 * As ls_description_read_memory(), with other sizes of arrays (FMI 3.0).
 */
LsDescription    *ls_description_read_sized (const char *data, gsize size, const char *name,
                                             GHashTable *sizes, GError **error);
void              ls_description_free (LsDescription *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsDescription, ls_description_free)

/* Returns: (transfer container) (element-type LsVariable): variables to record by default: the
 * outputs; if there are none, the discrete and continuous local variables. */
GPtrArray        *ls_description_list_results (const LsDescription *self);

/* @to: (out): free with ls_unknowns_clear() */
void              ls_unknowns_copy (LsUnknowns *to, const LsUnknowns *from);
void              ls_unknowns_clear (LsUnknowns *self);
/* Returns: (nullable): the entry of the variable with index @variable. */
const LsUnknown  *ls_unknowns_find (const LsUnknowns *self, guint variable);
/* @self: (nullable); without dependencies in the file the unknown depends on all variables. */
gboolean          ls_unknown_depends_on (const LsUnknown *self, guint variable);
/* Returns: (nullable): the variable @name. */
const LsVariable *ls_description_find (const LsDescription *self, const char *name);
/* Returns: number of continuous states (entries of Derivatives). */
guint             ls_description_get_n_states (const LsDescription *self);
