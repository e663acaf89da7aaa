#include "core/advice/candidates.h"

#include "core/model/pace.h"

#include <math.h>
#include <string.h>

/* Options that choose between ways to foretell inputs: each of their values is tried. */
static const char *const varied[] = { "extrapolation", "interpolation", NULL };

/* Steps inside the macro step: where an end is well corrected, four are near to polynomials. */
#define INNER_STEPS 4u

LsSetting *
ls_setting_copy (const LsSetting *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  LsSetting *copy = g_new (LsSetting, 1);

  *copy = *self;
  copy->choice = ls_method_choice_copy (self->choice);
  return copy;
}

void
ls_setting_free (LsSetting *self)
{
  if (self == NULL)
    return;
  ls_method_choice_free (self->choice);
  g_free (self);
}

char *
ls_setting_to_text (const LsSetting *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  char *method = ls_method_choice_to_text (self->choice), *text;

  if (self->inner_steps == 0)
    return method;
  text = g_strdup_printf ("%s, inner-steps=%u", method, self->inner_steps);
  g_free (method);
  return text;
}

const char *
ls_wish_way_id (LsWishWay way)
{
  static const char *const ids[] = { "not-tried", "withheld", "emulated" };

  return ids[way];
}

static void
add (GPtrArray *candidates, const char *method, const LsOption *option, const char *value)
{
  g_autofree char *text = option != NULL ? g_strdup_printf ("%s:%s=%s", method, option->name, value)
                                         : g_strdup (method);
  LsSetting setting = { .choice = ls_method_choice_parse (text, NULL) };

  if (setting.choice != NULL)
    g_ptr_array_add (candidates, g_memdup2 (&setting, sizeof setting));
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

/* Calls @func with each component and its capabilities. */
static void
visit (const LsModel *model,
       void (*func) (const LsComponent *component, LsSystemInfo *info, gpointer user_data),
       gpointer user_data)
{
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);
      LsSystemInfo *info = ls_system_info_new (component, NULL);

      if (info == NULL)
        continue;
      func (component, info, user_data);
      ls_system_info_free (info);
    }
}

static void
note_held (G_GNUC_UNUSED const LsComponent *component, LsSystemInfo *info, gpointer user_data)
{
  gboolean *any = user_data;

  *any |= info->n_in > 0 && !info->has[LS_CAPABILITY_POLYNOMIAL_INPUTS];
}

static void
note_inner (const LsComponent *component, LsSystemInfo *info, gpointer user_data)
{
  LsPace pace;

  if (info->n_in > 0 && !info->has[LS_CAPABILITY_POLYNOMIAL_INPUTS]
      && info->has[LS_CAPABILITY_VARIABLE_STEP] && ls_component_get_pace (component, &pace, NULL)
      && pace.kind == LS_PACE_MACRO)
    g_array_append_val (user_data, component->id);
}

GArray *
ls_advice_list_inner (const LsModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);

  GArray *ids = g_array_new (FALSE, FALSE, sizeof (guint));

  visit (model, note_inner, ids);
  return ids;
}

static void
set_inner (LsModel *model, guint id, guint steps)
{
  g_autofree char *text = g_strdup_printf ("%u", steps);

  ls_model_set_inner_steps (model, id, text);
}

void
ls_advice_apply (LsModel *model, const LsSetting *setting)
{
  g_return_if_fail (model != NULL && setting != NULL);

  if (setting->inner_steps == 0)
    return;
  g_autoptr (GArray) ids = ls_advice_list_inner (model);
  for (guint i = 0; i < ids->len; i++)
    set_inner (model, g_array_index (ids, guint, i), setting->inner_steps);
}

static void
add_method (GPtrArray *candidates, const LsCouplingMethod *method, gboolean held, gboolean inner)
{
  const char *id = ls_coupling_method_get_id (method);
  guint n;
  const LsOption *options = ls_coupling_method_get_options (method, &n);

  add (candidates, id, NULL, NULL);
  for (guint i = 0; i < n; i++)
    if (g_strv_contains (varied, options[i].name))
      add_values (candidates, id, &options[i]);
    else if (strcmp (options[i].name, "balance") == 0)
      /* "auto" is on where inputs are held. */
      add (candidates, id, &options[i], held ? "off" : "on");
  if (!inner)
    return;
  add (candidates, id, NULL, NULL);
  ((LsSetting *)candidates->pdata[candidates->len - 1])->inner_steps = INNER_STEPS;
}

GPtrArray *
ls_advice_list_candidates (const LsModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);

  GPtrArray *candidates = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_setting_free);
  g_autoptr (GArray) ids = ls_advice_list_inner (model);
  gboolean held = FALSE;

  visit (model, note_held, &held);
  for (guint m = 0; m < ls_coupling_method_get_n (); m++)
    if (!ls_coupling_method_is_asynchronous (ls_coupling_method_get (m)))
      add_method (candidates, ls_coupling_method_get (m), held, ids->len > 0);
  return candidates;
}

static void
wish_free (gpointer data)
{
  LsWish *wish = data;

  g_strfreev (wish->components);
  g_free (wish->methods);
  ls_setting_free (wish->setting);
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

/* @methods: (transfer full) */
static LsWish *
wish_new (const char *component, LsCapability capability, char *methods)
{
  LsWish *wish = g_new0 (LsWish, 1);

  wish->components = g_strdupv ((char *[]){ (char *)component, NULL });
  wish->capability = capability;
  wish->methods = methods;
  wish->step_size = wish->error = wish->cost = NAN;
  return wish;
}

static void
add_wishes (const LsComponent *component, LsSystemInfo *info, gpointer user_data)
{
  for (LsCapability k = 0; k < LS_N_CAPABILITIES; k++)
    {
      char *methods = info->has[k] ? NULL : list_users (info, k);

      if (methods != NULL)
        g_ptr_array_add (user_data, wish_new (component->name, k, methods));
    }
}

/* One wish of all that lack the same. */
static void
add_joint (GPtrArray *wishes, guint n, LsCapability capability)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  const LsWish *first = NULL;
  LsWish *all;
  guint n_lack = 0;

  for (guint i = 0; i < n; i++)
    {
      const LsWish *wish = wishes->pdata[i];

      if (wish->capability != capability)
        continue;
      first = first != NULL ? first : wish;
      g_strv_builder_add (names, wish->components[0]);
      n_lack++;
    }
  if (n_lack < 2)
    return;
  all = wish_new (NULL, capability, g_strdup (first->methods));
  g_strfreev (all->components);
  all->components = g_strv_builder_end (names);
  g_ptr_array_add (wishes, all);
}

GPtrArray *
ls_advice_list_wishes (const LsModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);

  GPtrArray *wishes = g_ptr_array_new_with_free_func (wish_free);
  guint n;

  visit (model, add_wishes, wishes);
  n = wishes->len;
  for (LsCapability k = 0; k < LS_N_CAPABILITIES; k++)
    add_joint (wishes, n, k);
  return wishes;
}

static gboolean
has_capability (const LsComponent *component, LsCapability capability)
{
  LsSystemInfo *info = ls_system_info_new (component, NULL);
  const gboolean has = info != NULL && info->has[capability];

  if (info != NULL)
    ls_system_info_free (info);
  return has;
}

/* Enables a disabled @capability again, with those that it needs.
 * Returns: %FALSE if the component does not support it */
static gboolean
give_back (LsModel *model, const LsComponent *component, LsCapability capability)
{
  g_auto (GStrv) withheld = g_strdupv (component->without);

  ls_model_set_without (model, component->id, NULL);
  if (!has_capability (component, capability))
    {
      ls_model_set_without (model, component->id, (const char *const *)withheld);
      return FALSE;
    }
  for (guint i = 0; withheld != NULL && withheld[i] != NULL; i++)
    {
      g_auto (GStrv) before = g_strdupv (component->without);

      ls_model_add_without (model, component->id, withheld[i]);
      if (!has_capability (component, capability))
        ls_model_set_without (model, component->id, (const char *const *)before);
    }
  return TRUE;
}

static LsWishWay
grant (LsModel *model, const LsComponent *component, LsCapability capability)
{
  g_autoptr (GArray) ids = NULL;

  if (component->without != NULL && give_back (model, component, capability))
    return LS_WISH_WITHHELD;
  if (capability != LS_CAPABILITY_POLYNOMIAL_INPUTS)
    return LS_WISH_NOT_TRIED;
  ids = ls_advice_list_inner (model);
  for (guint i = 0; i < ids->len; i++)
    if (g_array_index (ids, guint, i) == component->id)
      {
        set_inner (model, component->id, LS_WISH_INNER_STEPS);
        return LS_WISH_EMULATED;
      }
  return LS_WISH_NOT_TRIED;
}

LsWishWay
ls_advice_grant (LsModel *model, const LsWish *wish)
{
  g_return_val_if_fail (model != NULL && wish != NULL, LS_WISH_NOT_TRIED);

  LsWishWay way = LS_WISH_NOT_TRIED;

  for (guint i = 0; wish->components[i] != NULL; i++)
    {
      const LsComponent *component = ls_model_find_component_by_name (model, wish->components[i]);
      const LsWishWay one
          = component != NULL ? grant (model, component, wish->capability) : LS_WISH_NOT_TRIED;

      if (one == LS_WISH_NOT_TRIED)
        return LS_WISH_NOT_TRIED;
      way = MAX (way, one);
    }
  return way;
}
