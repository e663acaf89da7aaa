/* How COSTARICA evaluates a system, as far as known before a run. */
#include "core/coupling/costarica-use.h"
#include "core/coupling/trials.h"

#include <glib/gi18n-lib.h>
#include <string.h>

const char *const ls_costarica_uses[] = { "auto", "always", "never", NULL };

/* Values of the option "force", in the order of LsCostaricaKind. */
static const char *const kinds[] = { "integrate", "estimate", "extrapolate" };

LsCostaricaStrategy
ls_costarica_strategy_read (const LsOptions *options)
{
  g_return_val_if_fail (options != NULL, (LsCostaricaStrategy){ 0 });

  LsCostaricaStrategy strategy = { .force = ls_options_get_text (options, "force") };
  const char *use = ls_options_get_text (options, "estimator");

  while (strcmp (ls_costarica_uses[strategy.use], use) != 0)
    strategy.use++;
  return strategy;
}

/* Returns: length of @text up to the slash before the next component, or to its end; @word: (out):
 * the last "=" in that part, or %NULL */
static gsize
find_item (const char *text, const char **word)
{
  gsize length = strcspn (text, "/");

  *word = memrchr (text, '=', length);
  /* Names may contain slashes. */
  while (*word == NULL && text[length] == '/')
    {
      length += 1 + strcspn (text + length + 1, "/");
      *word = memrchr (text, '=', length);
    }
  return length;
}

static int
find_kind (const char *word, gsize length)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strlen (kinds[i]) == length && strncmp (kinds[i], word, length) == 0)
      return (int)i;
  return -1;
}

static gboolean
has_forced (const LsCostaricaStrategy *strategy)
{
  return strategy->force != NULL && strcmp (strategy->force, LS_COSTARICA_NO_FORCE) != 0;
}

/* Returns: the LsCostaricaKind forced for the component @name, or -1 */
static int
find_forced (const LsCostaricaStrategy *strategy, const char *name)
{
  const char *text = has_forced (strategy) ? strategy->force : "";

  while (*text != '\0')
    {
      const char *word;
      gsize length = find_item (text, &word);

      if (word != NULL && (gsize)(word - text) == strlen (name)
          && strncmp (text, name, strlen (name)) == 0)
        return find_kind (word + 1, length - (gsize)(word + 1 - text));
      text += length + (text[length] == '/');
    }
  return -1;
}

static gboolean
refuse_item (const char *const names[], const char *text, gsize length, GError **error)
{
  g_autofree char *item = g_strndup (text, length);
  g_autofree char *known = g_strjoinv (", ", (char **)names);

  /* Translators: what was given, and the names of the components. */
  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
               _ ("force: “%s” is invalid; expected a component, “=” and one of integrate, "
                  "estimate, extrapolate. The components are: %s."),
               item, known);
  return FALSE;
}

/* Returns: the index of the name equal to the first @length characters of @text, or -1 */
static int
find_name (const char *const names[], const char *text, gsize length)
{
  for (int k = 0; names[k] != NULL; k++)
    if (strlen (names[k]) == length && strncmp (text, names[k], length) == 0)
      return k;
  return -1;
}

static gboolean
check_strategy (const LsCostaricaStrategy *strategy, const char *const names[], GError **error)
{
  const char *text = has_forced (strategy) ? strategy->force : "";
  g_autofree gboolean *named = g_new0 (gboolean, g_strv_length ((char **)names) + 1);

  while (*text != '\0')
    {
      const char *word;
      gsize length = find_item (text, &word);
      int k = word != NULL ? find_name (names, text, (gsize)(word - text)) : -1;

      if (k < 0 || find_kind (word + 1, length - (gsize)(word + 1 - text)) < 0)
        return refuse_item (names, text, length, error);
      if (named[k])
        {
          g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                       _ ("force: the component “%s” is named twice."), names[k]);
          return FALSE;
        }
      named[k] = TRUE;
      text += length + (text[length] == '/');
    }
  return TRUE;
}

gboolean
ls_costarica_strategy_check (const LsCostaricaStrategy *strategy,
                             const LsNetwork *network,
                             GError **error)
{
  g_return_val_if_fail (strategy != NULL && network != NULL, FALSE);

  g_autofree const char **names = g_new0 (const char *, network->n_systems + 1);

  for (guint k = 0; k < network->n_systems; k++)
    names[k] = ls_system_get_info (network->systems[k])->name;
  return check_strategy (strategy, names, error);
}

gboolean
ls_costarica_check_options (const LsOptions *options, const char *const names[], GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  const LsCostaricaStrategy strategy = { .force = ls_options_get_text (options, "force") };

  return check_strategy (&strategy, names, error);
}

gboolean
ls_costarica_tries (const LsSystemInfo *info, const LsCostaricaStrategy *strategy)
{
  return strategy->trials && ls_trials_suit (info)
         && ls_costarica_choose (info, strategy) == LS_COSTARICA_ESTIMATE;
}

static gboolean
can_estimate (const LsSystemInfo *info, const LsCostaricaStrategy *strategy)
{
  return info->has[LS_CAPABILITY_LINEARISATION] || (strategy->trials && ls_trials_suit (info));
}

LsCostaricaKind
ls_costarica_choose (const LsSystemInfo *info, const LsCostaricaStrategy *strategy)
{
  gboolean rollback = info->has[LS_CAPABILITY_ROLLBACK];
  gboolean estimator = can_estimate (info, strategy);
  int forced = find_forced (strategy, info->name);

  if (forced >= 0)
    return (LsCostaricaKind)forced;
  estimator = estimator && strategy->use != LS_COSTARICA_NEVER;
  if (rollback && !(estimator && strategy->use == LS_COSTARICA_ALWAYS))
    return LS_COSTARICA_INTEGRATE;
  return estimator ? LS_COSTARICA_ESTIMATE : LS_COSTARICA_EXTRAPOLATE;
}

/* Returns: (nullable): why the forced kind is not possible for the system */
static char *
explain_impossible (const LsSystemInfo *info, const LsCostaricaStrategy *strategy, int forced)
{
  if (forced == LS_COSTARICA_INTEGRATE && !info->has[LS_CAPABILITY_ROLLBACK])
    return g_strdup_printf (_ ("It cannot be integrated repeatedly, as it cannot be rolled back: "
                               "%s."),
                            info->reasons[LS_CAPABILITY_ROLLBACK]);
  if (forced == LS_COSTARICA_ESTIMATE && !can_estimate (info, strategy))
    return g_strdup_printf (_ ("It cannot be estimated, as it cannot be linearised: %s."),
                            info->reasons[LS_CAPABILITY_LINEARISATION]);
  return NULL;
}

static char *
explain_extrapolation (const LsSystemInfo *info)
{
  const char *rollback = info->reasons[LS_CAPABILITY_ROLLBACK];

  if (info->has[LS_CAPABILITY_ROLLBACK])
    return g_strdup (_ ("Its outputs are extrapolated until the iteration has converged, then it "
                        "is integrated once."));
  if (info->has[LS_CAPABILITY_LINEARISATION])
    return g_strdup_printf (_ ("Its outputs are extrapolated until the iteration has "
                               "converged, as it cannot be rolled back (%s) and no estimator "
                               "is wanted."),
                            rollback);
  return g_strdup_printf (_ ("Its outputs are extrapolated until the iteration has converged, "
                             "as it can neither be rolled back (%s) nor linearised (%s)."),
                          rollback, info->reasons[LS_CAPABILITY_LINEARISATION]);
}

static char *
explain_trials (const LsSystemInfo *info)
{
  g_autofree char *trials = ls_trials_explain (info);

  return g_strdup_printf (
      "%s %s %s", _ ("It is estimated until the iteration has converged, then integrated once."),
      trials, _ ("With algebraic loops it is integrated in every iteration."));
}

char *
ls_costarica_explain (const LsSystemInfo *info,
                      const LsCostaricaStrategy *strategy,
                      gboolean *possible)
{
  char *why_not = explain_impossible (info, strategy, find_forced (strategy, info->name));

  *possible = why_not == NULL;
  if (why_not != NULL)
    return why_not;
  switch (ls_costarica_choose (info, strategy))
    {
    case LS_COSTARICA_ESTIMATE:
      if (ls_costarica_tries (info, strategy))
        return explain_trials (info);
      if (info->has[LS_CAPABILITY_ROLLBACK])
        return g_strdup (_ ("It is estimated until the iteration has converged, then integrated "
                            "once."));
      return g_strdup_printf (_ ("It is estimated until the iteration has converged, then "
                                 "integrated once, as it cannot be rolled back: %s."),
                              info->reasons[LS_CAPABILITY_ROLLBACK]);
    case LS_COSTARICA_EXTRAPOLATE:
      return explain_extrapolation (info);
    case LS_COSTARICA_INTEGRATE:
    default:
      return NULL;
    }
}
