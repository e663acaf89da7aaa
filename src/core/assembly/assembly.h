/* Who feeds whom in a model.
 *
 * Index of the room, in the order of reading: assembly (outputs and wires), flow (in which order they
 * can be known), loop (equations of an algebraic loop), wire-loop (which they are), wired (instances
 * that evaluate them: the monolithic reference, quantised states); network (systems that do:
 * coupling methods), initialise, -loop, -probe, -slopes (values that agree on a network); then what a
 * macro step takes: rollback-log, jump-detector, step-estimate, step-control. */
#pragma once

#include "core/model/omega.h"

/**
 * LsRow: an output, a row of Ω.
 * @position: among the Real outputs of its component, or -1
 * @state: which state of the component it is, or -1
 */
typedef struct
{
  guint component;
  const LsVariable *variable;
  int position, state;
} LsRow;

/**
 * LsWire: a connection. The input gets @factor × value + @offset, or what @map makes of the value.
 * @from, @to: components
 * @row: the output
 * @position: of the input among the Real inputs of its component, or -1
 * @map: (nullable): element-type LsMapEntry
 * @real: the output is a Real: part of Ω for coupling methods. What is not is passed on after each
 *   step, and held, converted where the input is a Real; @parameter: it is a calculated parameter: passed on before the run
 * @continuous: it feeds a Real input that may change at any time
 * @smooth: and may do so itself
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
 * LsAssembly: a model as it is run. Immutable, so that all parts of a run can share one.
 * @names, @descriptions: @n_components, in model order; the descriptions are those of the FMUs,
 *   which have to outlive the assembly, unlike the model
 * @n_rows, @rows: outputs, component by component
 * @n_wires, @wires: first @n_others that are not Real, then the others by input, then parameters
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

/* Of a model that ls_model_check() has nothing against. */
LsAssembly *ls_assembly_new (const LsModel *model);
void ls_assembly_free (LsAssembly *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsAssembly, ls_assembly_free)

/* What the table of a wire from no Real makes of @value, a Boolean as 0 or 1; factor and offset are
 * still to come. As a network has it for a Real input. */
double ls_wire_look_up (const LsWire *self, double value);
/* What the input gets. */
double ls_wire_convert (const LsWire *self, double value);

/* Returns: (transfer full): "component.variable" */
char *ls_assembly_name_row (const LsAssembly *self, guint row);
/* By component and name: an order that does not depend on that of the model. For
 * g_qsort_with_data(); @user_data: the assembly */
int ls_assembly_compare_rows (gconstpointer a, gconstpointer b, gpointer user_data);
/* Whether wire @a comes before @b in such an order of their inputs. */
gboolean ls_assembly_is_before (const LsAssembly *self, guint a, guint b);
