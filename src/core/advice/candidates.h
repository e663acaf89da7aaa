/* Methods that advice tries, and what components could offer them. */
#pragma once

#include "core/coupling/coupling.h"

/**
 * LsWish: a capability that a component lacks.
 * @methods: (nullable): ids of the methods that would then use it instead of a substitute: "missiles,
 *   costarica"
 */
typedef struct
{
  char *component;
  LsCapability capability;
  char *methods;
} LsWish;

/* Returns: (transfer full): element-type LsMethodChoice: all methods with macro steps, with their
 * defaults and with each way to extrapolate or interpolate inputs that their options name. */
GPtrArray *ls_advice_list_candidates (void);
/* Returns: (transfer full): element-type LsWish: what components lack, with the methods that would
 * use it. */
GPtrArray *ls_advice_list_wishes (const LsModel *model);
