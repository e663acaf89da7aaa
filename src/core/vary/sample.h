/* Samples: which combinations of values of parameters are run. */
#pragma once

#include "core/base/item.h"
#include "core/vary/varied.h"

/**
 * LsSampleKind:
 * @n_default: number in "lhs:N" if it is not given; 0: takes no number
 * @max_parameters: 0: any number
 * @fill: appends rows of fractions of the ranges, one per parameter, 0 to 1, to @fractions
 *   (element-type double); @n: the number
 */
typedef struct
{
  LsItem item;
  guint n_default;
  guint max_parameters;
  void (*fill) (const GPtrArray *parameters, guint n, gulong seed, GArray *fractions);
} LsSampleKind;

extern LsItemList ls_sample_kinds;

/**
 * LsSample:
 * @kind: (nullable): %NULL: from a table
 * @n: the number in its name: points, base points or trajectories
 * @values: row-major, @n_rows x @n_parameters
 */
typedef struct
{
  const LsSampleKind *kind;
  guint n, n_rows, n_parameters;
  double *values;
} LsSample;

/**
 * ls_sample_new:
 * @text: "grid", "lhs:100", … or a CSV file with a column for each parameter
 * @parameters: (element-type LsVaried): resolved; for a table those without range are appended
 * @seed: of random numbers: the same sample for the same seed
 *
 * Returns: (transfer full): %NULL with %LS_ERROR_ARGUMENT, %LS_ERROR_FILE or %LS_ERROR_FORMAT.
 */
LsSample *ls_sample_new (const char *text, GPtrArray *parameters, gulong seed, GError **error);
void ls_sample_free (LsSample *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsSample, ls_sample_free)

/* Returns: number of rows that have the values of an earlier one. */
guint ls_sample_count_repeated (const LsSample *self);
const double *ls_sample_get_row (const LsSample *self, guint row);

/* Those with a meaning of their own: numbers of points are in the ranges; a Latin hypercube gives
 * starting points; sensitivities are concluded from the others. */
extern const LsSampleKind ls_sample_grid, ls_sample_lhs, ls_sample_saltelli, ls_sample_morris;
