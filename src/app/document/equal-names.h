/* Suggests connections by names. */
#pragma once

#include "core/model/model.h"

/* Why two ports are assumed to belong together. */
typedef enum
{
  LS_SUGGEST_NAME,      /* equal names */
  LS_SUGGEST_COMPONENT, /* the input is named like the component */
  LS_SUGGEST_UNIT       /* no other output has the type and unit */
} LsSuggestReason;

/**
 * LsSuggestion:
 * @from, @to: ids of components
 * @alone: only suggestion for this input
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
 * @max: number of suggestions after which no further input is considered
 *
 * For each unconnected input, in this order of preference: compatible outputs of other components with the
 * same name, ignoring case; or, where the input is named like a component, its only compatible output
 * ("prey" of the predator is the population of "prey"); or the only output of another component with the
 * type and unit of the input, if it has a unit.
 *
 * Returns: (transfer full) (element-type LsSuggestion): by inputs, in the order of the model
 */
GPtrArray *ls_equal_names_list (const LsModel *model, guint max);

