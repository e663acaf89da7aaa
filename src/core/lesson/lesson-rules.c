/* Verbs of lessons: arguments and effect on a model. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "core/base/number.h"
#include "core/coupling/coupling.h"
#include "core/system/system.h"
#include "core/lesson/lesson-impl.h"

#define ANY 100u

static gboolean
refuse (GError **error, const char *format, const char *word)
{
  g_autofree char *text = NULL;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  text = g_strdup_printf (format, word);
#pragma GCC diagnostic pop
  return ls_fail (error, LS_ERROR_ARGUMENT, "%s", text);
}

/* ---- Parsing of words ------------------------------------------------------------------- */

static gboolean
parse_number (const char *word, double least, double *value, GError **error)
{
  if (!ls_number_parse (word, value))
    return refuse (error, _ ("“%s” is not a number"), word);
  if (*value <= least)
    return refuse (error, _ ("%s is too small"), word);
  return TRUE;
}

static gboolean
check_choice (const char *word, const LsModel *model, GError **error)
{
  g_autoptr (LsMethodChoice) choice = ls_method_choice_parse (word, error);

  return choice != NULL && ls_coupling_method_check_choice (choice, model, error);
}

static gboolean
check_signals (char *const *words, const LsModel *model, GError **error)
{
  for (; model != NULL && *words != NULL; words++)
    if (!ls_model_find_signal (model, *words, NULL, NULL, error))
      return FALSE;
  return TRUE;
}

static void
set_signals (GPtrArray *signals, char *const *words)
{
  g_ptr_array_set_size (signals, 0);
  for (; *words != NULL; words++)
    g_ptr_array_add (signals, g_strdup (*words));
}

/* ---- Methods, steps, times -------------------------------------------------------------- */

static gboolean
apply_methods (const LsLessonAction *action, LsModel *model, GError **error)
{
  LsExperiment *experiment = ls_model_get_experiment (model);
  g_autoptr (GPtrArray) choices
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);

  for (char **word = action->words; *word != NULL; word++)
    {
      if (!check_choice (*word, model, error))
        return FALSE;
      g_ptr_array_add (choices, ls_method_choice_parse (*word, NULL));
    }
  g_ptr_array_set_size (experiment->methods, 0);
  while (choices->len > 0)
    g_ptr_array_add (experiment->methods, g_ptr_array_steal_index (choices, 0));
  return TRUE;
}

static gboolean
apply_step (const LsLessonAction *action, LsModel *model, GError **error)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (double));

  for (char **word = action->words; *word != NULL; word++)
    {
      double h;

      if (!parse_number (*word, 0, &h, error))
        return FALSE;
      g_array_append_val (steps, h);
    }
  g_array_set_size (ls_model_get_experiment (model)->step_sizes, 0);
  g_array_append_vals (ls_model_get_experiment (model)->step_sizes, steps->data, steps->len);
  return TRUE;
}

static gboolean
apply_tolerance (const LsLessonAction *action, LsModel *model, GError **error)
{
  double tolerance = 0;

  if (!g_str_equal (action->words[0], "off")
      && !parse_number (action->words[0], 0, &tolerance, error))
    return FALSE;
  ls_model_get_experiment (model)->tolerance = tolerance;
  return TRUE;
}

static gboolean
apply_start (const LsLessonAction *action, LsModel *model, GError **error)
{
  return parse_number (action->words[0], -HUGE_VAL, &ls_model_get_experiment (model)->start_time,
                       error);
}

static gboolean
apply_stop (const LsLessonAction *action, LsModel *model, GError **error)
{
  LsExperiment *experiment = ls_model_get_experiment (model);
  double stop;

  if (!parse_number (action->words[0], experiment->start_time, &stop, error))
    return FALSE;
  experiment->stop_time = stop;
  return TRUE;
}

static gboolean
apply_reference (const LsLessonAction *action, LsModel *model, GError **error)
{
  static const char *const known[] = { "monolithic", "extrapolated", "finest", NULL };
  LsExperiment *experiment = ls_model_get_experiment (model);

  if (!g_strv_contains (known, action->words[0]))
    return refuse (error,
                   _ ("“%s” is not a reference; expected monolithic, extrapolated or finest"),
                   action->words[0]);
  g_free (experiment->reference);
  experiment->reference = g_strdup (action->words[0]);
  return TRUE;
}

static gboolean
apply_signals (const LsLessonAction *action, LsModel *model, GError **error)
{
  if (!check_signals (action->words, model, error))
    return FALSE;
  set_signals (ls_model_get_experiment (model)->signals, action->words);
  return TRUE;
}

static gboolean
apply_orbit (const LsLessonAction *action, LsModel *model, GError **error)
{
  LsExperiment *experiment = ls_model_get_experiment (model);

  if (!check_signals (action->words, model, error))
    return FALSE;
  g_ptr_array_set_size (experiment->orbits, 0);
  ls_experiment_add_orbit (experiment, action->words[0], action->words[1]);
  return TRUE;
}

/* ---- Components ------------------------------------------------------------------------- */

static gboolean
set_value (const char *signal, const char *value, LsModel *model, GError **error)
{
  const LsComponent *component;
  const LsVariable *variable;

  return ls_model_find_signal (model, signal, &component, &variable, error)
         && ls_model_set_value (model, component->id, variable->name, value, error);
}

static gboolean
apply_set (const LsLessonAction *action, LsModel *model, GError **error)
{
  return set_value (action->words[0], action->words[1], model, error);
}

static gboolean
apply_reset (const LsLessonAction *action, LsModel *model, GError **error)
{
  return set_value (action->words[0], NULL, model, error);
}

/* Disables or re-enables capabilities of a component; without names: all. */
static void
switch_capabilities (LsModel *model, const LsComponent *component, char *const *ids, gboolean off)
{
  g_autoptr (GPtrArray) without = g_ptr_array_new ();
  g_auto (GStrv) before = g_strdupv (component->without);

  for (guint i = 0; before != NULL && before[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *)ids, before[i]) && (off || *ids != NULL))
      g_ptr_array_add (without, before[i]);
  for (; off && *ids != NULL; ids++)
    g_ptr_array_add (without, *ids);
  g_ptr_array_add (without, NULL);
  ls_model_set_without (model, component->id, (const char *const *)without->pdata);
}

static gboolean
apply_without (const LsLessonAction *action, LsModel *model, GError **error)
{
  const char *name = action->words[0];
  LsCapability capability;

  for (char **word = action->words + 1; *word != NULL; word++)
    if (!ls_capability_find (*word, &capability, error))
      return FALSE;
  if (!g_str_equal (name, "all") && ls_model_find_component_by_name (model, name) == NULL)
    return refuse (error, _ ("there is no component “%s” in the model"), name);
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);

      if (g_str_equal (name, "all") || g_str_equal (name, component->name))
        switch_capabilities (model, component, action->words + 1,
                             action->verb == LS_LESSON_WITHOUT);
    }
  return TRUE;
}

/* ---- Actions of the window only --------------------------------------------------------- */

static gboolean
check_open (LsLesson *lesson,
            const LsLessonAction *action,
            G_GNUC_UNUSED const LsModel *model,
            GError **error)
{
  const char *name = action->words[0] != NULL ? action->words[0] : lesson->model;
  g_autofree char *path = name != NULL ? ls_lesson_find_model (lesson, name) : NULL;

  if (name == NULL)
    return refuse (error, "%s", _ ("the header names no model, so that one has to be named here"));
  return path != NULL
         || refuse (error, _ ("the model “%s” is neither beside the lesson nor among the examples"),
                    name);
}

static gboolean
check_plot (G_GNUC_UNUSED LsLesson *lesson,
            const LsLessonAction *action,
            G_GNUC_UNUSED const LsModel *model,
            GError **error)
{
  static const char *const kinds[] = { "trajectory", "orbit",       "error",          "difference",
                                       "steps",      "convergence", "work-precision", NULL };

  if (!g_strv_contains (kinds, action->words[1]))
    return refuse (error,
                   _ ("“%s” is not a plot; expected trajectory, orbit, error, difference, steps, "
                      "convergence or work-precision"),
                   action->words[1]);
  return strlen (action->words[0]) == 1 && strchr ("12", *action->words[0]) != NULL
             ? TRUE
             : refuse (error, _ ("“%s” is no place for a plot; expected 1 or 2"), action->words[0]);
}

static gboolean
check_zoom (G_GNUC_UNUSED LsLesson *lesson,
            const LsLessonAction *action,
            G_GNUC_UNUSED const LsModel *model,
            GError **error)
{
  double from, to;

  if (action->words[1] == NULL)
    return g_str_equal (action->words[0], "all")
           || refuse (error, _ ("“%s” is not “all”, nor two times"), action->words[0]);
  return parse_number (action->words[0], -HUGE_VAL, &from, error)
         && parse_number (action->words[1], from, &to, error);
}

static gboolean
check_show (G_GNUC_UNUSED LsLesson *lesson,
            const LsLessonAction *action,
            G_GNUC_UNUSED const LsModel *model,
            GError **error)
{
  static const char *const pages[]
      = { "diagram",    "plots",     "results", "messages", "stability",
          "macro-step", "component", "omega",   "inputs",   NULL };

  return g_strv_contains (pages, action->words[0])
         || refuse (error,
                    _ ("“%s” cannot be shown: diagram, plots, results, messages, stability, "
                       "macro-step, component, omega and inputs can"),
                    action->words[0]);
}

static gboolean
check_select (G_GNUC_UNUSED LsLesson *lesson,
              const LsLessonAction *action,
              const LsModel *model,
              GError **error)
{
  return model == NULL || ls_model_find_component_by_name (model, action->words[0]) != NULL
         || refuse (error, _ ("there is no component “%s” in the model"), action->words[0]);
}

static gboolean
check_macro_step (G_GNUC_UNUSED LsLesson *lesson,
                  const LsLessonAction *action,
                  const LsModel *model,
                  GError **error)
{
  g_autoptr (LsModel) copy = model != NULL ? ls_model_copy (model) : NULL;
  g_autoptr (GPtrArray) methods = copy != NULL ? ls_lesson_list_methods (copy) : NULL;
  gboolean is_chosen = methods == NULL;
  double time;

  if (!check_choice (action->words[0], model, error)
      || !parse_number (action->words[1], -HUGE_VAL, &time, error))
    return FALSE;
  for (guint i = 0; !is_chosen && i < methods->len; i++)
    {
      g_autofree char *text = ls_method_choice_to_text (g_ptr_array_index (methods, i));

      is_chosen = g_str_equal (text, action->words[0]);
    }
  return is_chosen || refuse (error, _ ("“%s” is not among the chosen methods"), action->words[0]);
}

static gboolean
check_page (LsLesson *lesson,
            const LsLessonAction *action,
            G_GNUC_UNUSED const LsModel *model,
            GError **error)
{
  const char *word = action->words[0];

  /* The page of the button is unknown here; a middle page has both neighbours. */
  if (g_str_equal (word, "next") || g_str_equal (word, "previous"))
    return TRUE;
  return ls_lesson_find_page (lesson, word, 0) >= 0
         || refuse (error, _ ("there is no page “%s”: a number, next and previous are known"),
                    word);
}

const LsLessonRule ls_lesson_rules[LS_N_LESSON_VERBS] = {
  [LS_LESSON_OPEN] = { "open", 0, 1, "[MODEL]", check_open, NULL },
  [LS_LESSON_METHODS] = { "methods", 1, ANY, "METHOD[:OPTION=VALUE]…", NULL, apply_methods },
  [LS_LESSON_STEP] = { "step", 1, ANY, "SECONDS…", NULL, apply_step },
  [LS_LESSON_TOLERANCE] = { "tolerance", 1, 1, "TOLERANCE|off", NULL, apply_tolerance },
  [LS_LESSON_START] = { "start", 1, 1, "SECONDS", NULL, apply_start },
  [LS_LESSON_STOP] = { "stop", 1, 1, "SECONDS", NULL, apply_stop },
  [LS_LESSON_REFERENCE] = { "reference", 1, 1, "monolithic|finest", NULL, apply_reference },
  [LS_LESSON_SIGNALS] = { "signals", 1, ANY, "COMPONENT.VARIABLE…", NULL, apply_signals },
  [LS_LESSON_ORBIT] = { "orbit", 2, 2, "COMPONENT.VARIABLE COMPONENT.VARIABLE", NULL, apply_orbit },
  [LS_LESSON_SET] = { "set", 2, 2, "COMPONENT.VARIABLE VALUE", NULL, apply_set },
  [LS_LESSON_RESET] = { "reset", 1, 1, "COMPONENT.VARIABLE", NULL, apply_reset },
  [LS_LESSON_WITHOUT] = { "without", 2, ANY, "COMPONENT|all CAPABILITY…", NULL, apply_without },
  [LS_LESSON_WITH] = { "with", 1, ANY, "COMPONENT|all [CAPABILITY…]", NULL, apply_without },
  [LS_LESSON_PLOT] = { "plot", 2, 2, "1|2 KIND", check_plot, NULL },
  [LS_LESSON_RUN] = { "run", 0, 0, "", NULL, NULL },
  [LS_LESSON_ZOOM] = { "zoom", 1, 2, "FROM TO|all", check_zoom, NULL },
  [LS_LESSON_SHOW] = { "show", 1, 1, "PAGE", check_show, NULL },
  [LS_LESSON_SELECT] = { "select", 1, 1, "COMPONENT", check_select, NULL },
  [LS_LESSON_MACRO_STEP] = { "macro-step", 2, 2, "METHOD SECONDS", check_macro_step, NULL },
  [LS_LESSON_PAGE] = { "page", 1, 1, "NUMBER|next|previous", check_page, NULL },
  [LS_LESSON_EXPECT]
  = { "expect", 2, 2, "components|connections|open-inputs|step-sizes|errors NUMBER",
      ls_lesson_check_expect, NULL },
};

gboolean
ls_lesson_action_is_edit (const LsLessonAction *self)
{
  g_return_val_if_fail (self != NULL, FALSE);
  return ls_lesson_rules[self->verb].apply != NULL;
}

gboolean
ls_lesson_action_apply (const LsLessonAction *self, LsModel *model, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return ls_lesson_rules[self->verb].apply (self, model, error);
}
