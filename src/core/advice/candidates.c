#include "core/advice/candidates.h"

#include <string.h>

/* Options that choose between ways to foretell inputs: each of their values is tried. */
static const char *const varied[] = { "extrapolation", "interpolation", NULL };

static void
add (GPtrArray *candidates, const char *method, const LsOption *option, const char *value)
{
  g_autofree char *text = option != NULL ? g_strdup_printf ("%s:%s=%s", method, option->name, value)
                                         : g_strdup (method);
  LsMethodChoice *choice = ls_method_choice_parse (text, NULL);

  if (choice != NULL)
    g_ptr_array_add (candidates, choice);
}

static void
add_values (GPtrArray *candidates, const char *method, const LsOption *option)
{
  static const char *const switched[] = { "on", "off", NULL };
  const char *const *values = option->type == LS_OPTION_SWITCH   ? switched
                              : option->type == LS_OPTION_CHOICE ? option->choices
                                                                 : NULL;

  for (guint i = 0; values != NULL && values[i] != NULL; i++)
    if (strcmp (values[i], option->initial) != 0)
      add (candidates, method, option, values[i]);
}

GPtrArray *
ls_advice_list_candidates (void)
{
  GPtrArray *candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);

  for (guint m = 0; m < ls_coupling_method_get_n (); m++)
    {
      const LsCouplingMethod *method = ls_coupling_method_get (m);
      const char *id = ls_coupling_method_get_id (method);
      guint n;
      const LsOption *options = ls_coupling_method_get_options (method, &n);

      if (ls_coupling_method_is_asynchronous (method))
        continue;
      add (candidates, id, NULL, NULL);
      for (guint i = 0; i < n; i++)
        if (g_strv_contains (varied, options[i].name))
          add_values (candidates, id, &options[i]);
    }
  return candidates;
}

static void
wish_free (gpointer data)
{
  LsWish *wish = data;

  g_free (wish->component);
  g_free (wish->methods);
  g_free (wish);
}

/* What a method does instead of what a component lacks. (transfer full) (nullable) */
static char *
explain (const LsCouplingMethod *method, const LsSystemInfo *info)
{
  gboolean possible;

  return ls_coupling_method_explain (method, info, &possible);
}

/* (transfer full) (nullable) */
static char *
list_users (LsSystemInfo *info, LsCapability capability)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint m = 0; m < ls_coupling_method_get_n (); m++)
    {
      const LsCouplingMethod *method = ls_coupling_method_get (m);
      g_autofree char *without = explain (method, info);
      g_autofree char *with = NULL;

      info->has[capability] = TRUE;
      with = explain (method, info);
      info->has[capability] = FALSE;
      if (without != NULL && g_strcmp0 (without, with) != 0
          && !ls_coupling_method_is_asynchronous (method))
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "",
                                ls_coupling_method_get_id (method));
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

GPtrArray *
ls_advice_list_wishes (const LsModel *model)
{
  GPtrArray *wishes = g_ptr_array_new_with_free_func (wish_free);

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);
      LsSystemInfo *info = ls_system_info_new (component, NULL);

      for (LsCapability k = 0; info != NULL && k < LS_N_CAPABILITIES; k++)
        {
          char *methods = info->has[k] ? NULL : list_users (info, k);

          if (methods == NULL)
            continue;
          LsWish *wish = g_new (LsWish, 1);
          *wish = (LsWish){ g_strdup (component->name), k, methods };
          g_ptr_array_add (wishes, wish);
        }
      if (info != NULL)
        ls_system_info_free (info);
    }
  return wishes;
}
