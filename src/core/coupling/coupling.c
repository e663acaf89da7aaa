#include "core/coupling/coupling-impl.h"

#include "core/assembly/end-outputs.h"
#include "core/coupling/coupling-methods.h"
#include "core/base/suggest.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define ENTRY(record) &record,

static const LsCouplingMethod *const methods[] = { LS_COUPLING_METHODS (ENTRY) };

guint
ls_coupling_method_get_n (void)
{
  return G_N_ELEMENTS (methods);
}

const LsCouplingMethod *
ls_coupling_method_get (guint index)
{
  g_return_val_if_fail (index < G_N_ELEMENTS (methods), NULL);

  return methods[index];
}

const LsCouplingMethod *
ls_coupling_method_find (const char *id, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);
  const char *names[G_N_ELEMENTS (methods) + 1] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      names[i] = methods[i]->id;
      if (g_strcmp0 (methods[i]->id, id) == 0)
        return methods[i];
      g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", methods[i]->id);
    }
  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
               _ ("There is no coupling method “%s”. There are: %s."), id != NULL ? id : "",
               known->str);
  ls_suggest_add (error, id != NULL ? id : "", names);
  return NULL;
}

const char *
ls_coupling_method_get_id (const LsCouplingMethod *method)
{
  return method->id;
}

const char *
ls_coupling_method_get_name (const LsCouplingMethod *method)
{
  return _ (method->name);
}

char *
ls_coupling_method_make_name (const LsCouplingMethod *method, const LsOptions *options)
{
  g_autofree char *changed = ls_options_to_text (options, ", ");

  g_return_val_if_fail (method != NULL, NULL);
  return g_strconcat (ls_coupling_method_get_name (method), *changed != '\0' ? ", " : "", changed,
                      NULL);
}

const char *
ls_coupling_method_get_summary (const LsCouplingMethod *method)
{
  return _ (method->summary);
}

const char *
ls_coupling_method_get_source (const LsCouplingMethod *method)
{
  return _ (method->source);
}

const char *
ls_coupling_method_get_estimate (const LsCouplingMethod *method)
{
  return method->estimate != NULL ? _ (method->estimate) : NULL;
}

const LsOption *
ls_coupling_method_get_options (const LsCouplingMethod *method, guint *n)
{
  if (n != NULL)
    *n = method->n_options;
  return method->options;
}

gboolean
ls_coupling_method_is_asynchronous (const LsCouplingMethod *method)
{
  return method->asynchronous;
}

gboolean
ls_coupling_no_memory (gpointer state G_GNUC_UNUSED,
                       LsVisitMemoryFunc func G_GNUC_UNUSED,
                       gpointer user_data G_GNUC_UNUSED)
{
  return TRUE;
}

gboolean
ls_coupling_unknown_memory (gpointer state G_GNUC_UNUSED,
                            LsVisitMemoryFunc func G_GNUC_UNUSED,
                            gpointer user_data G_GNUC_UNUSED)
{
  return FALSE;
}

gboolean
ls_coupling_method_visit_state (const LsCouplingMethod *method,
                                gpointer state,
                                LsVisitMemoryFunc func,
                                gpointer user_data)
{
  return method->visit_state != NULL && method->visit_state (state, func, user_data);
}

static gboolean
is_given_before (const LsMethodChoice *choice, guint index, const char *name)
{
  const gsize length = strlen (name);

  for (guint i = 0; i < index; i++)
    {
      const char *text = choice->options->pdata[i];

      if (strncmp (text, name, length) == 0 && text[length] == '=')
        return TRUE;
    }
  return FALSE;
}

LsOptions *
ls_coupling_method_read_options (const LsMethodChoice *choice, GError **error)
{
  g_return_val_if_fail (choice != NULL, NULL);

  const LsCouplingMethod *method = ls_coupling_method_find (choice->method, error);
  g_autoptr (LsOptions) options = NULL;

  if (method == NULL)
    return NULL;
  options = ls_options_new (method->options, method->n_options);
  for (guint i = 0; choice->options != NULL && i < choice->options->len; i++)
    {
      const char *text = choice->options->pdata[i];
      const char *sign = strchr (text, '=');
      g_autofree char *name = sign != NULL ? g_strndup (text, (gsize)(sign - text)) : NULL;

      if (sign == NULL)
        {
          g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                       _ ("The option “%s” of %s has no value: write NAME=VALUE."), text,
                       method->id);
          return NULL;
        }
      if (is_given_before (choice, i, name))
        {
          g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT, _ ("%s: the option “%s” is given twice"),
                       method->id, name);
          return NULL;
        }
      if (!ls_options_set (options, name, sign + 1, error))
        {
          g_prefix_error (error, "%s: ", method->id);
          return NULL;
        }
    }
  return g_steal_pointer (&options);
}

const char *const ls_coupling_repairs[] = { "auto", "on", "off", NULL };

static gboolean
has_option (const LsCouplingMethod *method, const char *name)
{
  for (guint i = 0; i < method->n_options; i++)
    if (strcmp (method->options[i].name, name) == 0)
      return TRUE;
  return FALSE;
}

static LsRepair
read_repair (const LsCouplingMethod *method, const LsOptions *options, const char *name)
{
  const char *wish = has_option (method, name) ? ls_options_get_text (options, name) : "off";

  if (strcmp (wish, "auto") != 0)
    return strcmp (wish, "on") == 0 ? LS_REPAIR_ON : LS_REPAIR_OFF;
  return method->is_published != NULL && method->is_published (options) ? LS_REPAIR_OFF
                                                                        : LS_REPAIR_AUTO;
}

void
ls_coupling_method_read_repairs (const LsCouplingMethod *method,
                                 const LsOptions *options,
                                 LsRepair *balance,
                                 LsRepair *end_outputs)
{
  *balance = read_repair (method, options, "balance");
  *end_outputs = read_repair (method, options, "feed-through");
}

gboolean
ls_coupling_method_check_options (const LsCouplingMethod *method,
                                  const LsOptions *options,
                                  const char *const names[],
                                  GError **error)
{
  g_return_val_if_fail (method != NULL, FALSE);

  return method->check_options == NULL || method->check_options (options, names, error);
}

char *
ls_coupling_explain_held_inputs (const LsSystemInfo *info)
{
  if (info->n_in == 0 || info->input_degree == LS_SYSTEM_MAX_DEGREE)
    return NULL;
  if (info->has[LS_CAPABILITY_POLYNOMIAL_INPUTS])
    return g_strdup_printf (
        _ ("Its inputs follow polynomials up to degree %u, the nearest to those "
           "of higher ones: the FMU takes no derivatives of order %u."),
        info->input_degree, info->input_degree + 1);
  return g_strdup_printf (_ ("Its inputs are held at the mean of each polynomial: %s."),
                          info->reasons[LS_CAPABILITY_POLYNOMIAL_INPUTS]);
}

gboolean
ls_coupling_method_check_choice (const LsMethodChoice *choice, const LsModel *model, GError **error)
{
  g_return_val_if_fail (choice != NULL, FALSE);

  const guint n = model != NULL ? ls_model_get_n_components (model) : 0;
  const LsCouplingMethod *method = ls_coupling_method_find (choice->method, error);
  g_autoptr (LsOptions) options = NULL;
  g_autofree const char **names = g_new0 (const char *, n + 1);

  if (method == NULL || (options = ls_coupling_method_read_options (choice, error)) == NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    names[i] = ls_model_get_component (model, i)->name;
  return n == 0 || ls_coupling_method_check_options (method, options, names, error);
}

/* How direct feed-through of a component is corrected at the ends of steps; %NULL if it is not. */
static const char *
explain_ends (const LsSystemInfo *info, LsRepair repair)
{
  if (!ls_end_outputs_wants (info, repair))
    return NULL;
  switch (info->end_way)
    {
    case LS_END_READ:
      return _ (
          "Its outputs with direct feed-through are read again at the end of a step, with the "
          "inputs there.");
    case LS_END_DERIVATIVES:
      return _ (
          "Its outputs with direct feed-through are corrected by directional derivatives to "
          "the inputs at the end of a step, as it does not answer to them before the next one.");
    case LS_END_DIFFERENCES:
      return _ ("Its outputs with direct feed-through are corrected by differences from "
                "initialization mode to the inputs at the end of a step, as it does not answer to "
                "them before the next one.");
    case LS_END_NONE:
    default:
      return NULL;
    }
}

static void
append (GString *text, const char *sentence)
{
  if (sentence != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", sentence);
}

/* @instead: (transfer full) (nullable): what the method says; the rest is the same for all. */
static char *
add_repairs (const LsCouplingMethod *method,
             const LsSystemInfo *info,
             const LsOptions *options,
             char *instead)
{
  g_autoptr (GString) text = g_string_new (instead);
  LsRepair balance, ends;

  g_free (instead);
  ls_coupling_method_read_repairs (method, options, &balance, &ends);
  if (ls_balance_wants (info, balance) && !(method->tries != NULL && method->tries (info, options)))
    append (text, _ ("What its inputs, and the inputs connected to it, miss of the integral of "
                     "their sources on a step is compensated on the next one."));
  append (text, explain_ends (info, ends));
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

char *
ls_coupling_method_explain (const LsCouplingMethod *method,
                            const LsSystemInfo *info,
                            gboolean *possible)
{
  return ls_coupling_method_explain_options (method, info, NULL, possible);
}

char *
ls_coupling_method_explain_options (const LsCouplingMethod *method,
                                    const LsSystemInfo *info,
                                    const LsOptions *options,
                                    gboolean *possible)
{
  g_autoptr (LsOptions) defaults = NULL;
  char *instead = NULL;
  gboolean unused;

  if (possible == NULL)
    possible = &unused;
  *possible = TRUE;
  if (options == NULL)
    options = defaults = ls_options_new (method->options, method->n_options);
  if (method->explain_options != NULL)
    instead = method->explain_options (info, options, possible);
  else if (method->explain != NULL)
    instead = method->explain (info, possible);
  return *possible ? add_repairs (method, info, options, instead) : instead;
}

char *
ls_coupling_explain_steps (const LsSystemInfo *const infos[], guint n)
{
  const LsSystemInfo *lasting = NULL;

  for (guint k = 0; k < n; k++)
    if (!infos[k]->has[LS_CAPABILITY_VARIABLE_STEP])
      return g_strdup_printf (_ ("All steps are equal, whatever the tolerance, because of %s: %s."),
                              infos[k]->name, infos[k]->reasons[LS_CAPABILITY_VARIABLE_STEP]);
    else if (lasting == NULL && !infos[k]->has[LS_CAPABILITY_ROLLBACK])
      lasting = infos[k];
  if (lasting == NULL)
    return g_strdup (_ ("A rejected step is repeated in shorter ones."));
  return g_strdup_printf (_ ("A step that turns out too long is kept, and the next one is "
                             "shorter: %s cannot be rolled back (%s)."),
                          lasting->name, lasting->reasons[LS_CAPABILITY_ROLLBACK]);
}
