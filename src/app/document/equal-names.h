/* Connections that names suggest. */
#pragma once

#include "core/model/model.h"

/* Why two ports are thought to belong together. */
typedef enum
{
  LS_SUGGEST_NAME,      /* called the same */
  LS_SUGGEST_COMPONENT, /* the input is called like the component */
  LS_SUGGEST_UNIT       /* no other output has the type and unit */
} LsSuggestReason;

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
  LsSuggestReason reason;
} LsSuggestion;

/**
 * ls_equal_names_list:
 * @max: no further input is looked at when there are so many
 *
 * For every open input the outputs of other components that may feed it and are called the same,
 * case aside; or, where the input is called like a component, the only output of that one which
 * fits ("prey" of the predator is the population of "prey"); or else the only output of another
 * component with the type and the unit of the input, where it has one.
 *
 * Returns: (transfer full) (element-type LsSuggestion): by inputs, in the order of the model
 */
GPtrArray *ls_equal_names_list (const LsModel *model, guint max);

