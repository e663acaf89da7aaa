/* Outputs and connections of a model. */
#pragma once

#include "core/model/omega.h"

/**
 * LsRow: an output, a row of Ω.
 * @position: index among the Real outputs of its component, or -1
 * @state: index of the state of the component that it equals, or -1
 */
typedef struct
{
  guint component;
  const LsVariable *variable;
  int position, state;
} LsRow;

/**
 * LsWire: a connection. The input becomes @factor × value + @offset, or the entry of @map for the
 * value.
 * @from, @to: components
 * @row: index of the output
 * @position: index of the input among the Real inputs of its component, or -1
 * @map: (nullable): element-type LsMapEntry
 * @real: the output is a Real: part of Ω for coupling methods. Other values are passed on after
 *   each step and held, converted if the input is a Real
 * @parameter: the output is a calculated parameter: passed on before the run
 * @continuous: connects a Real output with a Real input of continuous variability
 * @smooth: @continuous, and the output has continuous variability, too
 */
typedef struct
{
  guint from, to, row;
  const LsVariable *output, *input;
  int position;
  double factor, offset;
  GArray *map;
  gboolean real, parameter, continuous, smooth;
} LsWire;

/**
 * LsAssembly: the structure of a model for a run. Immutable, so that all parts of a run can share
 * it.
 * @names, @descriptions: @n_components, in model order; the descriptions are borrowed from the
 *   FMUs, which must outlive the assembly, unlike the model
 * @n_rows, @rows: outputs, component by component
 * @n_wires, @wires: first the @n_others wires from outputs other than Reals, then those from Reals
 *   by input, then parameters
 * @row_first, @row_wires: wires by row: those of row i are row_wires[row_first[i]] up to
 *   row_first[i + 1]; @to_first, @to_wires: by component they lead to
 */
typedef struct
{
  guint n_components;
  char **names;
  const LsDescription **descriptions;
  guint n_rows;
  LsRow *rows;
  guint n_wires, n_others;
  LsWire *wires;
  guint *row_first, *row_wires;
  guint *to_first, *to_wires;
} LsAssembly;

/* @model: must have passed ls_model_check() */
LsAssembly *ls_assembly_new (const LsModel *model);
void ls_assembly_free (LsAssembly *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsAssembly, ls_assembly_free)

/* Value for a Real input of a wire from an output other than a Real: applies the table of the wire
 * to @value, a Boolean being 0 or 1; without factor and offset, which the network does not apply,
 * either. */
double ls_wire_look_up (const LsWire *self, double value);

/* Whether its target is set in events of a Clock only, during a run (@running) or before it. */
gboolean ls_wire_follows_clock (const LsWire *self, gboolean running);
/* Returns: (transfer full): "component.variable" */
char *ls_assembly_name_row (const LsAssembly *self, guint row);
/* Orders by component and name, independently of the order of the model. For g_qsort_with_data();
 * @user_data: the assembly */
int ls_assembly_compare_rows (gconstpointer a, gconstpointer b, gpointer user_data);
/* Whether the input of wire @a precedes that of wire @b: by component, then by index. */
gboolean ls_assembly_is_before (const LsAssembly *self, guint a, guint b);
