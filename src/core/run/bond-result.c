#include "core/run/bond-result.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "core/base/language.h"
#include "core/base/number.h"
#include "core/run/bond-recorder.h"

static void
result_clear (gpointer data)
{
  LsBondResult *self = data;

  g_free (self->name);
  g_free (self->effort);
  g_free (self->flow);
}

static guint
get_column (guint index, LsBondColumn column)
{
  return 1 + index * LS_N_BOND_COLUMNS + column;
}

double
ls_bond_find_greatest (LsRun *run, guint index)
{
  const LsTrace *trace = ls_run_get_bonds (run);
  const guint column = get_column (index, LS_BOND_ENERGY);
  double greatest = 0.0;

  for (gsize i = 0; i < ls_trace_get_n_rows (trace); i++)
    greatest = fmax (greatest, fabs (ls_trace_get (trace, column, i)));
  return greatest;
}

GArray *
ls_bond_results_new (LsRun *run)
{
  const LsModel *model = ls_run_get_model (run);
  const LsTrace *trace = ls_run_get_bonds (run);
  const gsize n_rows = ls_trace_get_n_rows (trace);
  g_autoptr (GArray) bonds = ls_model_list_bonds (model);
  GArray *results = g_array_new (FALSE, FALSE, sizeof (LsBondResult));

  g_array_set_clear_func (results, result_clear);
  for (guint i = 0; i < bonds->len && n_rows > 0; i++)
    {
      const LsBond bond = g_array_index (bonds, LsBond, i);
      LsBondResult result
          = { .name = ls_model_name_bond (model, bond),
              .effort = ls_model_name_bond_end (model, bond.effort),
              .flow = ls_model_name_bond_end (model, bond.flow),
              .unit = ls_trace_get_unit (trace, get_column (i, LS_BOND_ENERGY)),
              .energy = ls_trace_get (trace, get_column (i, LS_BOND_ENERGY), n_rows - 1),
              .exchanged = ls_trace_get (trace, get_column (i, LS_BOND_EXCHANGED), n_rows - 1) };

      g_array_append_val (results, result);
    }
  return results;
}

char *
ls_bond_result_describe (const LsBondResult *self)
{
  char residual[LS_NUMBER_SIZE], exchanged[LS_NUMBER_SIZE];

  ls_number_show (self->energy, 3, residual);
  ls_number_show (self->exchanged, 3, exchanged);
  if (*self->unit == '\0')
    /* Translators: two energies in the product of the units of effort and flow. */
    return g_strdup_printf (_ ("residual energy %s of %s exchanged (unit unknown)"), residual,
                            exchanged);
  /* Translators: two energies in joule. */
  return g_strdup_printf (_ ("residual energy %s J of %s J exchanged"), residual, exchanged);
}
