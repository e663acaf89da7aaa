/* Advice in words, for the command line and the window. */
#pragma once

#include "core/advice/advice.h"
#include "core/text/table.h"

#define LS_ADVICE_N_COLUMNS 6u

/* Returns: (transfer container): element-type LsTrial: what keeps the error by cost, then the others by
 * error. */
GPtrArray *ls_advice_list_by_cost (const LsAdvice *advice);
/* Returns: (transfer full): method, step, error, cost, calls and verdict of each trial, in that order;
 * row 0: titles. */
LsTable *ls_advice_make_table (const LsAdvice *advice);
/* Returns: (transfer full): translated sentences, one in each line: cost, reference, the
 * recommendation and wishes. */
char *ls_advice_describe (const LsAdvice *advice);
