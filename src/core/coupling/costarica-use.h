/* How COSTARICA evaluates each system. */
#pragma once

#include "core/coupling/coupling-impl.h"

typedef enum
{
  LS_COSTARICA_AUTO,   /* estimator for systems without rollback */
  LS_COSTARICA_ALWAYS, /* estimator for all systems that can be linearised */
  LS_COSTARICA_NEVER
} LsCostaricaUse;

typedef enum
{
  LS_COSTARICA_INTEGRATE,
  LS_COSTARICA_ESTIMATE,
  LS_COSTARICA_EXTRAPOLATE
} LsCostaricaKind;

/**
 * LsCostaricaStrategy: user's choice of evaluation per component.
 * @trials: whether trial steps may take the place of a linearisation
 * @force: (nullable): "left=estimate/right=integrate", overrides @use, or %LS_COSTARICA_NO_FORCE; borrowed
 */
typedef struct
{
  LsCostaricaUse use;
  gboolean trials;
  const char *force;
} LsCostaricaStrategy;

/* "auto", "always", "never", choices of the option "estimator"; %NULL-terminated, in the order above. */
extern const char *const ls_costarica_uses[];
#define LS_COSTARICA_NO_FORCE "none"

/* Options; a method that always uses the estimator has the second one only. */
#define LS_COSTARICA_OPTION_ESTIMATOR                                                              \
  {                                                                                                \
    .name = "estimator", .type = LS_OPTION_CHOICE, .initial = "auto",                              \
    .choices = ls_costarica_uses,                                                                  \
    .summary                                                                                       \
        = N_ ("Where COSTARICA's estimator takes the place of integration until the iteration "    \
              "has converged: for components without rollback, for all that can be "               \
              "linearised, or for none.")                                                          \
  }
#define LS_COSTARICA_OPTION_FORCE                                                                  \
  {                                                                                                \
    .name = "force", .type = LS_OPTION_TEXT, .initial = LS_COSTARICA_NO_FORCE,                     \
    .summary = N_ ("Treatment of single components during the iteration, overriding "              \
                   "the choice by capability: integrate, estimate or extrapolate, as "             \
                   "in left=estimate/right=integrate.")                                            \
  }

/* @options must have both options above. */
LsCostaricaStrategy ls_costarica_strategy_read (const LsOptions *options);
/* %FALSE with %LS_ERROR_ARGUMENT for an unknown component, an unknown kind or a repeated component. */
gboolean
ls_costarica_strategy_check (const LsCostaricaStrategy *strategy, const LsNetwork *network, GError **error);
/* The same check for options that include "force"; @names: (array zero-terminated=1): of all systems */
gboolean
ls_costarica_check_options (const LsOptions *options, const char *const names[], GError **error);
LsCostaricaKind ls_costarica_choose (const LsSystemInfo *info, const LsCostaricaStrategy *strategy);
/* Whether it is estimated, linearised by trial steps. */
gboolean ls_costarica_tries (const LsSystemInfo *info, const LsCostaricaStrategy *strategy);
/* Returns: (transfer full) (nullable): how the system is evaluated and why, a translated sentence; %NULL if
 * it is integrated in every iteration. @possible: (out): %FALSE if the forced kind is not possible */
char *
ls_costarica_explain (const LsSystemInfo *info, const LsCostaricaStrategy *strategy, gboolean *possible);
