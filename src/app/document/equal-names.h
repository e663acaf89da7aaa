/* Connections that names suggest. */
#pragma once

#include "core/model/model.h"

/**
 * LsSuggestion:
 * @from, @to: ids of components
 * @alone: no other output is suggested for this input
 */
typedef struct
{
  guint from, to;
  char *output, *input;
  gboolean alone;
} LsSuggestion;

/**
 * ls_equal_names_list:
 *
 * For every open input the outputs of other components that may feed it and are called the same,
 * case aside; or, where the input is called like a component, the only output of that one which
 * fits ("prey" of the predator is the population of "prey").
 *
 * Returns: (transfer full) (element-type LsSuggestion): by inputs, in the order of the model
 */
GPtrArray *ls_equal_names_list (const LsModel *model);
