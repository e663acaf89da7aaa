/* Verification of lessons: names without a run, numbers with runs. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include "core/base/number.h"
#include "core/run/run-estimate.h"
#include "core/ssp/ssp.h"
#include "core/lesson/lesson-impl.h"

/* Creates the runs of the current @model, not executed. */
static LsComparison *
make_comparison (LsModel *model, GError **error)
{
  const LsExperiment *experiment = ls_model_get_experiment (model);
  g_autoptr (GPtrArray) methods = ls_lesson_list_methods (model);
  const double step = ls_model_get_default_step_size (model, NULL);
  const double stop = isnan (experiment->stop_time) ? ls_model_get_default_stop_time (model, NULL)
                                                    : experiment->stop_time;
  const gboolean has_steps = experiment->step_sizes->len > 0;
  g_autoptr (LsComparison) comparison = ls_comparison_new (
      model, methods, has_steps ? (const double *)experiment->step_sizes->data : &step,
      has_steps ? experiment->step_sizes->len : 1, experiment->start_time, stop, NULL, error);

  if (comparison == NULL)
    return NULL;
  for (guint i = 0; experiment->tolerance > 0 && i < ls_comparison_get_n_runs (comparison); i++)
    if (!ls_run_set_tolerance (ls_comparison_get_run (comparison, i), experiment->tolerance, error))
      return NULL;
  if (experiment->reference != NULL
      && !ls_comparison_set_reference (comparison, experiment->reference, error))
    return NULL;
  /* As in the window. */
  ls_comparison_set_estimate (comparison, LS_ESTIMATE_TIME);
  return g_steal_pointer (&comparison);
}

/* The model opened by an "open" action. %NULL with an error. */
static LsModel *
open_model (LsLesson *self, const char *name, GError **error)
{
  g_autofree char *path = name != NULL ? ls_lesson_find_model (self, name) : NULL;

  if (path == NULL)
    return ls_fail_null (error, LS_ERROR_FILE,
                         _ ("the model “%s” is neither beside the lesson nor among the examples"),
                         name != NULL ? name : "");
  return ls_ssp_read (path, error);
}

static void
take_error (LsLesson *self, guint line, GError **error)
{
  ls_markup_take_problem (self->markup, line, g_strdup ((*error)->message));
  g_clear_error (error);
}

static guint
get_model_line (const LsLesson *self)
{
  for (guint i = 0; i < self->markup->fields->len; i++)
    {
      const LsMarkupField *field = g_ptr_array_index (self->markup->fields, i);

      if (g_str_equal (field->name, "model"))
        return field->line;
    }
  return 1;
}

/* ---- Without runs ----------------------------------------------------------------------- */

/* State while reading the file. */
typedef struct
{
  LsLesson *lesson;
  LsModel *model; /* (nullable): as changed by the actions so far */
  LsModel *run;   /* (nullable): as of the last run */
} State;

static void
check_action (State *self, const LsLessonAction *action)
{
  const LsLessonRule *rule = &ls_lesson_rules[action->verb];
  GError *error = NULL;

  if (rule->check != NULL && !rule->check (self->lesson, action, self->model, &error))
    take_error (self->lesson, action->line, &error);
  else if (action->verb == LS_LESSON_OPEN)
    {
      const char *name = action->words[0] != NULL ? action->words[0] : self->lesson->model;

      g_clear_pointer (&self->model, ls_model_free);
      self->model = open_model (self->lesson, name, &error);
    }
  else if (self->model == NULL && (rule->apply != NULL || action->verb == LS_LESSON_RUN))
    g_set_error (&error, LS_ERROR, LS_ERROR_ARGUMENT, _ ("no model is open here"));
  else if (rule->apply != NULL)
    rule->apply (action, self->model, &error);
  else if (action->verb == LS_LESSON_RUN)
    {
      LsComparison *comparison = make_comparison (self->model, &error);

      g_clear_pointer (&comparison, ls_comparison_unref);
      g_clear_pointer (&self->run, ls_model_free);
      self->run = ls_model_copy (self->model);
    }
  if (error != NULL)
    take_error (self->lesson, action->line, &error);
}

static void
check_event (State *self, const LsLessonEvent *event)
{
  GError *error = NULL;

  for (guint i = 0; event->button != NULL && i < event->button->actions->len; i++)
    check_action (self, g_ptr_array_index (event->button->actions, i));
  if (event->value == NULL)
    return;
  if (self->run == NULL)
    ls_markup_take_problem (self->lesson->markup, event->value->line,
                            g_strdup (_ ("nothing was run before this number")));
  else if (!ls_lesson_check_value (event->value, self->run, &error))
    take_error (self->lesson, event->value->line, &error);
}

static void
check_pictures (LsLesson *self)
{
  g_autofree char *folder = g_path_get_dirname (self->path);

  for (guint i = 0; i < self->markup->blocks->len; i++)
    {
      const LsMarkupBlock *block = g_ptr_array_index (self->markup->blocks, i);
      g_autofree char *path
          = block->kind == LS_MARKUP_PICTURE ? g_canonicalize_filename (block->info, folder) : NULL;

      if (path != NULL && !g_file_test (path, G_FILE_TEST_EXISTS))
        ls_markup_take_problem (self->markup, block->line,
                                g_strdup_printf (_ ("there is no picture “%s”"), block->info));
    }
}

const GPtrArray *
ls_lesson_check (LsLesson *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  State state = { .lesson = self };
  GError *error = NULL;

  check_pictures (self);
  if (self->model != NULL && (state.model = open_model (self, self->model, &error)) == NULL)
    take_error (self, get_model_line (self), &error);
  for (guint i = 0; i < self->events->len; i++)
    check_event (&state, g_ptr_array_index (self->events, i));
  g_clear_pointer (&state.model, ls_model_free);
  g_clear_pointer (&state.run, ls_model_free);
  ls_lesson_compare (self);
  return self->markup->problems;
}

/* ---- With runs -------------------------------------------------------------------------- */

static void
finding_free (LsLessonFinding *self)
{
  g_free (self->problem);
  g_free (self);
}

static LsLessonFinding *
finding_new (const LsLessonValue *value, LsComparison *comparison)
{
  LsLessonFinding *self = g_new0 (LsLessonFinding, 1);
  g_autoptr (GError) error = NULL;
  double quoted, half;

  self->value = value;
  self->found = NAN;
  if (comparison == NULL)
    self->problem = g_strdup (_ ("nothing was run before this number"));
  else if (!ls_lesson_parse_quoted (value->quoted, &quoted, &half))
    self->problem = g_strdup_printf (_ ("“%s” does not begin with a number"), value->quoted);
  else
    {
      self->found = ls_lesson_compute (value, comparison, &error);
      self->holds = fabs (self->found - quoted) <= half;
      if (error != NULL)
        self->problem = g_strdup (error->message);
    }
  return self;
}

typedef struct
{
  LsLesson *lesson;
  LsLog *log;
  LsModel *model;
  LsComparison *comparison; /* (nullable): of the last run */
} Trial;

static gboolean
try_action (Trial *self, const LsLessonAction *action, GError **error)
{
  const char *name = action->words[0] != NULL ? action->words[0] : self->lesson->model;

  if (action->verb == LS_LESSON_OPEN)
    {
      g_clear_pointer (&self->model, ls_model_free);
      self->model = open_model (self->lesson, name, error);
      return self->model != NULL;
    }
  if (!ls_lesson_action_is_edit (action) && action->verb != LS_LESSON_RUN)
    return TRUE;
  if (self->model == NULL)
    return ls_fail (error, LS_ERROR_ARGUMENT, _ ("no model is open here"));
  if (action->verb != LS_LESSON_RUN)
    return ls_lesson_action_apply (action, self->model, error);
  g_clear_pointer (&self->comparison, ls_comparison_unref);
  self->comparison = make_comparison (self->model, error);
  return self->comparison != NULL
         && ls_comparison_execute (self->comparison, self->log, NULL, NULL, error);
}

static gboolean
try_event (Trial *self, const LsLessonEvent *event, GPtrArray *findings, GError **error)
{
  for (guint i = 0; event->button != NULL && i < event->button->actions->len; i++)
    {
      const LsLessonAction *action = g_ptr_array_index (event->button->actions, i);

      if (!try_action (self, action, error))
        {
          g_prefix_error (error, "%s:%u: ", self->lesson->path, action->line);
          return FALSE;
        }
    }
  if (event->value != NULL)
    g_ptr_array_add (findings, finding_new (event->value, self->comparison));
  return TRUE;
}

GPtrArray *
ls_lesson_try (LsLesson *self, LsLog *log, GError **error)
{
  g_return_val_if_fail (self != NULL, NULL);

  Trial trial = { .lesson = self, .log = log };
  g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func ((GDestroyNotify)finding_free);
  gboolean went_well = TRUE;

  if (self->model != NULL)
    trial.model = open_model (self, self->model, error);
  went_well = self->model == NULL || trial.model != NULL;
  for (guint i = 0; went_well && i < self->events->len; i++)
    went_well = try_event (&trial, g_ptr_array_index (self->events, i), findings, error);
  g_clear_pointer (&trial.model, ls_model_free);
  g_clear_pointer (&trial.comparison, ls_comparison_unref);
  return went_well ? g_steal_pointer (&findings) : NULL;
}
