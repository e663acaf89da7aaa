/* Methods that advice tries, and what components could offer them. */
#pragma once

#include "core/coupling/coupling.h"

/**
 * LsSetting: a method, and how components are stepped.
 * @inner_steps: in each macro step of the components of ls_advice_list_inner(); 0: as in the model
 */
typedef struct
{
  LsMethodChoice *choice;
  guint inner_steps;
} LsSetting;

LsSetting *ls_setting_copy (const LsSetting *self);
void ls_setting_free (LsSetting *self);
/* Returns: (transfer full): "missiles:balance=off", "missiles, inner-steps=4" */
char *ls_setting_to_text (const LsSetting *self);

/* How a model can be given what a component lacks, to see what that is worth. */
typedef enum
{
  LS_WISH_NOT_TRIED, /* it cannot, or there was no time */
  LS_WISH_WITHHELD,  /* the component has it, and is only to do without */
  LS_WISH_EMULATED   /* polynomial inputs: by steps inside the macro step */
} LsWishWay;

/* "not-tried", "withheld", "emulated" */
const char *ls_wish_way_id (LsWishWay way);
/* Steps inside the macro step that stand for polynomial inputs: their error is near that of polynomials
 * (data/help/methods-reference.md, the table of inner steps). */
#define LS_WISH_INNER_STEPS 8u

/**
 * LsWish: a capability that a component lacks, or several.
 * @components: their names
 * @methods: (nullable): ids of the methods that would then use it instead of a substitute: "missiles,
 *   costarica"
 * @way: how its worth was found
 * @setting: (nullable): the cheapest of these methods with it that keeps the error and is cheaper than
 *   the best without; %NULL: none
 * @step_size, @cost: of that, s; @error: %; @calls: steps that the component would save are not counted
 */
typedef struct
{
  char **components;
  LsCapability capability;
  char *methods;
  LsWishWay way;
  LsSetting *setting;
  double step_size, error, cost;
  guint64 calls;
} LsWish;

/* Returns: (transfer full): element-type LsSetting: all methods with macro steps: with their defaults,
 * with each way to extrapolate or interpolate inputs that their options name, with the balance of inputs
 * switched over, and with steps inside the macro step, where the model has components for these. */
GPtrArray *ls_advice_list_candidates (const LsModel *model);
/* Returns: (transfer full): element-type guint: ids of the components that hold their inputs, can vary
 * their step, and are not set to other steps than the macro steps. */
GArray *ls_advice_list_inner (const LsModel *model);
/* Makes the components of ls_advice_list_inner() take the steps of @setting. */
void ls_advice_apply (LsModel *model, const LsSetting *setting);
/* Returns: (transfer full): element-type LsWish: what components lack, with the methods that would
 * use it: each component alone, then for each capability all together; not tried. */
GPtrArray *ls_advice_list_wishes (const LsModel *model);
/* Gives @model, a copy, what is wished, and says how. */
LsWishWay ls_advice_grant (LsModel *model, const LsWish *wish);
