#include "app/window/lesson-control.h"
#include <glib/gi18n-lib.h>
#include "app/base/widgets.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "app/base/later.h"
#include "app/base/report.h"
#include "app/canvas/canvas.h"
#include "app/lesson/lesson-panel.h"
#include "app/macro/macro-step-page.h"
#include "core/base/number.h"
#include "core/base/places.h"

/* Width of the lesson panel, px. */
#define WIDTH 380

struct _LsLessonControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsPlots *plots;
  LsLectureControl *lecture;
  LsRunControl *run;
  LsSaveControl *save;
  LsRecoveryControl *recovery;
  LsLoadControl *load;
  /* Progress of the last button pressed. */
  const LsLessonButton *button; /* (nullable): of the lesson shown */
  guint next;                   /* index of the next action */
  gboolean is_busy;             /* an action is being executed */
  gboolean is_asked;            /* whether the model may be replaced: not answered yet */
  gboolean is_opened;           /* what the answer led to */
  gboolean is_unchecked;        /* problems of the lesson are shown when its model is loaded */
  guint menu_id;
};

G_DEFINE_TYPE (LsLessonControl, ls_lesson_control, G_TYPE_OBJECT)

static LsLessonPanel *
get_panel (LsLessonControl *self)
{
  return LS_LESSON_PANEL (self->frame->lesson_panel);
}

static LsLesson *
get_lesson (LsLessonControl *self)
{
  return ls_lesson_panel_get_lesson (get_panel (self));
}

/* Hides widgets that leave too little space for the lesson. */
static void
make_room (LsLessonControl *self)
{
  const LsFrame *frame = self->frame;
  const gboolean has_room = !gtk_widget_get_visible (frame->lesson_panel);

  ls_plot_desk_set_brief (ls_plots_get_desk (self->plots), LS_BRIEF_IN_LESSON, !has_room);
  ls_plot_desk_set_few (ls_plots_get_desk (self->plots), !has_room);
  /* Hidden pages must not determine the width of the visible one. */
  gtk_stack_set_hhomogeneous (GTK_STACK (frame->lower_stack), has_room);
  if (ls_lecture_control_is_on (self->lecture))
    return;
  /* The library is hidden too: a lesson places its own components. */
  gtk_widget_set_visible (frame->left_side, has_room);
  gtk_widget_set_visible (frame->link_button, has_room);
}

static void
update_actions (LsLessonControl *self)
{
  LsLesson *lesson = get_lesson (self);
  const guint page = ls_lesson_panel_get_page (get_panel (self));
  const gboolean has_next = lesson != NULL && page + 1 < ls_lesson_get_n_pages (lesson);

  ls_frame_set_enabled (self->frame, "lesson-previous", lesson != NULL && page > 0);
  ls_frame_set_enabled (self->frame, "lesson-next", has_next);
  ls_frame_set_enabled (self->frame, "lesson-step",
                        has_next || ls_lesson_panel_get_next_button (get_panel (self)) != NULL);
  ls_frame_set_enabled (self->frame, "lesson-close", lesson != NULL);
  ls_frame_set_enabled (self->frame, "show-lesson", lesson != NULL);
}

/* ---- Actions ---------------------------------------------------------------------------- */

/* Copies to the document what actions can have changed in @model. */
static void
take_over_component (LsLessonControl *self, const LsComponent *now, const LsComponent *wanted)
{
  g_autoptr (GPtrArray) variables = ls_component_list_settable (now);
  LsComponentSettings settings
      = { now->implementation, wanted->without, now->solver, now->inner_steps, now->own_step };
  static const char *const none[] = { NULL };
  const char *const *before = now->without != NULL ? (const char *const *)now->without : none;
  const char *const *after = wanted->without != NULL ? (const char *const *)wanted->without : none;

  if (!g_strv_equal (before, after))
    ls_document_set_settings (self->frame->document, now->id, &settings, NULL);
  for (guint i = 0; i < variables->len; i++)
    {
      const char *name = ((const LsVariable *)g_ptr_array_index (variables, i))->name;
      const char *value = g_hash_table_lookup (wanted->values, name);

      if (g_strcmp0 (g_hash_table_lookup (now->values, name), value) != 0)
        ls_document_set_value (self->frame->document, now->id, name, value, NULL);
    }
}

static void
take_over (LsLessonControl *self, LsModel *model)
{
  LsModel *now = ls_document_get_model (self->frame->document);

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *wanted = ls_model_get_component (model, i);

      take_over_component (self, ls_model_find_component (now, wanted->id), wanted);
    }
  if (!ls_experiment_equal (ls_model_get_experiment (now), ls_model_get_experiment (model)))
    ls_document_set_experiment (self->frame->document, ls_model_get_experiment (model));
}

/* Consecutive edits are one undo entry. */
static gboolean
do_edits (LsLessonControl *self, GError **error)
{
  const GPtrArray *actions = self->button->actions;
  g_autoptr (LsModel) model = ls_model_copy (ls_document_get_model (self->frame->document));

  for (; self->next < actions->len; self->next++)
    {
      const LsLessonAction *action = g_ptr_array_index (actions, self->next);

      if (!ls_lesson_action_is_edit (action))
        break;
      if (!ls_lesson_action_apply (action, model, error))
        {
          g_prefix_error (error, _ ("line %u: "), action->line);
          return FALSE;
        }
    }
  ls_recovery_control_set_lesson_edits (self->recovery, TRUE);
  ls_document_begin_group (self->frame->document, self->button->label);
  take_over (self, model);
  ls_document_end_group (self->frame->document);
  ls_recovery_control_set_lesson_edits (self->recovery, FALSE);
  return TRUE;
}

static const char *
failed_text (void)
{
  return _ ("The action failed. See the bar above or Messages.");
}

static void stop_course (LsLessonControl *self, const char *text, gboolean is_problem);

/* An answer at once is looked at by open_model(), a later one goes on with the course. */
static void
may_open_cb (gpointer object, gboolean go_on, gpointer path)
{
  LsLessonControl *self = object;

  self->is_asked = FALSE;
  self->is_opened = go_on && ls_load_control_open (self->load, path, FALSE);
  if (self->is_busy)
    return;
  if (!go_on)
    stop_course (self, _ ("The model stays as it is."), TRUE);
  else if (!self->is_opened)
    stop_course (self, failed_text (), TRUE);
  else
    ls_lesson_control_continue (self);
}

/* Edits made by the lesson itself need no confirmation. */
static gboolean
open_model (LsLessonControl *self, const char *name, GError **error)
{
  LsLesson *lesson = get_lesson (self);
  g_autofree char *path = ls_lesson_find_model (lesson, name != NULL            ? name
                                                        : lesson->model != NULL ? lesson->model
                                                                                : "");

  if (path == NULL)
    return ls_fail (error, LS_ERROR_FILE,
                    _ ("The model “%s” is neither beside the lesson nor among the examples."),
                    name != NULL ? name : "");
  if (!ls_recovery_control_has_work (self->recovery))
    return ls_load_control_open (self->load, path, FALSE);
  self->is_asked = self->is_opened = TRUE;
  ls_save_control_ask (self->save, self, may_open_cb, g_steal_pointer (&path), g_free);
  return self->is_opened;
}

static gboolean
run_again (LsLessonControl *self)
{
  LsRunJob *before = ls_run_control_get_job (self->run);

  ls_run_control_begin (self->run, FALSE);
  return ls_run_control_is_busy (self->run) || ls_run_control_get_job (self->run) != before;
}

static void
show_page (LsLessonControl *self, const char *name)
{
  const struct
  {
    const char *name;
    GtkWidget *stack, *page;
  } pages[] = {
    { "plots", self->frame->lower_stack, self->frame->plots_box },
    { "results", self->frame->lower_stack, self->frame->results },
    { "messages", self->frame->lower_stack, self->frame->messages },
    { "stability", self->frame->lower_stack, self->frame->stability },
    { "macro-step", self->frame->lower_stack, self->frame->macro_step },
    { "component", self->frame->side_stack, self->frame->inspector },
    { "omega", self->frame->side_stack, self->frame->omega_view },
    { "inputs", self->frame->side_stack, self->frame->open_inputs },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    if (g_str_equal (pages[i].name, name))
      gtk_stack_set_visible_child (GTK_STACK (pages[i].stack), pages[i].page);
}

static void
zoom (LsLessonControl *self, char *const *words)
{
  double range[2];

  if (words[1] != NULL && ls_number_parse (words[0], &range[0])
      && ls_number_parse (words[1], &range[1]))
    ls_plot_time_zoom (ls_plots_get_time (self->plots), range);
  else
    ls_plot_time_zoom (ls_plots_get_time (self->plots), NULL);
}

/* Actions that complete immediately and do not change the model. */
static void
do_view (LsLessonControl *self, const LsLessonAction *action)
{
  LsLesson *lesson = get_lesson (self);
  char **words = action->words;

  if (action->verb == LS_LESSON_SHOW)
    show_page (self, words[0]);
  else if (action->verb == LS_LESSON_SELECT)
    ls_frame_select_component (self->frame, words[0]);
  else if (action->verb == LS_LESSON_PLOT)
    ls_plots_set_view (self->plots, (guint)(*words[0] - '1'), words[1]);
  else if (action->verb == LS_LESSON_ZOOM)
    zoom (self, words);
  else if (action->verb == LS_LESSON_MACRO_STEP)
    {
      double time = 0.0;

      ls_number_parse (words[1], &time);
      ls_frame_show_lower (self->frame, self->frame->macro_step);
      ls_macro_step_page_look (LS_MACRO_STEP_PAGE (self->frame->macro_step), words[0], time);
    }
  else if (action->verb == LS_LESSON_PAGE)
    ls_lesson_panel_set_page (
        get_panel (self),
        ls_lesson_find_page (lesson, words[0], ls_lesson_panel_get_page (get_panel (self))));
}

/* ---- Sequence --------------------------------------------------------------------------- */

static void
stop_course (LsLessonControl *self, const char *text, gboolean is_problem)
{
  self->button = NULL;
  ls_lesson_panel_set_status (get_panel (self), text, is_problem);
  update_actions (self);
}

static gboolean
do_action (LsLessonControl *self, const LsLessonAction *action, GError **error)
{

  if (ls_lesson_action_is_edit (action))
    return do_edits (self, error);
  self->next++;
  if (action->verb == LS_LESSON_OPEN)
    return open_model (self, action->words[0], error);
  if (action->verb == LS_LESSON_RUN)
    return run_again (self);
  if (action->verb == LS_LESSON_EXPECT)
    {
      LsRunJob *job = ls_run_control_get_job (self->run);

      return ls_lesson_action_expect (action, ls_document_get_model (self->frame->document),
                                      job != NULL ? ls_run_job_get_comparison (job) : NULL, error);
    }
  do_view (self, action);
  return TRUE;
}

static void
report_problems (LsLessonControl *self, LsLesson *lesson, const GPtrArray *problems)
{
  g_autofree char *base = g_path_get_basename (lesson->path);
  g_autofree char *title
      = g_strdup_printf (ngettext ("“%s” has %u problem; the rest is shown",
                                   "“%s” has %u problems; the rest is shown", problems->len),
                         base, problems->len);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < problems->len; i++)
    {
      const LsMarkupProblem *problem = g_ptr_array_index (problems, i);

      g_string_append_printf (text, i > 0 ? "\n%u: %s" : "%u: %s", problem->line, problem->text);
    }
  ls_report_problem (GTK_WIDGET (self->frame->window), title, text->str);
}

/* A model that is loaded removes the messages of the one before, and those of the lesson with it.
 */
static void
check (LsLessonControl *self)
{
  LsLesson *lesson = get_lesson (self);
  const GPtrArray *problems;

  if (!self->is_unchecked || lesson == NULL || ls_load_control_is_loading (self->load))
    return;
  self->is_unchecked = FALSE;
  problems = ls_lesson_check (lesson);
  if (problems->len > 0)
    report_problems (self, lesson, problems);
}

void
ls_lesson_control_continue (LsLessonControl *self)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (LS_IS_LESSON_CONTROL (self));

  check (self);
  while (self->button != NULL && !self->is_busy)
    {
      const GPtrArray *actions = self->button->actions;
      gboolean goes_on;

      /* Continued by the end of the run or of loading. */
      if (self->is_asked || ls_run_control_is_busy (self->run)
          || ls_load_control_is_loading (self->load))
        return;
      if (self->next == actions->len)
        {
          g_autofree char *text = g_strdup_printf (_ ("Done: %s"), self->button->label);

          ls_lesson_panel_set_done (get_panel (self), self->button);
          stop_course (self, text, FALSE);
          return;
        }
      self->is_busy = TRUE;
      goes_on = do_action (self, g_ptr_array_index (actions, self->next), &error);
      self->is_busy = FALSE;
      if (!goes_on)
        stop_course (self, error != NULL ? error->message : failed_text (), TRUE);
    }
}

static void
press (LsLessonControl *self, const LsLessonButton *button)
{
  self->button = button;
  self->next = 0;
  ls_lesson_panel_set_status (get_panel (self), NULL, FALSE);
  if (button == NULL)
    return;
  /* Cancel a run still in progress, for example a paused one. */
  ls_run_control_cancel (self->run);
  ls_lesson_control_continue (self);
}

static void
button_cb (LsLessonControl *self, guint line)
{
  press (self, ls_lesson_find_button (get_lesson (self), line));
}

/* ---- Opening and closing ---------------------------------------------------------------- */

static void
show_panel (LsLessonControl *self, gboolean show)
{
  if (show == gtk_widget_get_visible (self->frame->lesson_panel))
    return;
  if (show && !ls_lecture_control_is_on (self->lecture))
    gtk_paned_set_position (GTK_PANED (self->frame->lesson_paned), WIDTH);
  gtk_widget_set_visible (self->frame->lesson_panel, show);
  make_room (self);
  ls_canvas_zoom_fit_later (LS_CANVAS (self->frame->canvas));
}

static void
close_lesson (LsLessonControl *self)
{
  const gboolean had_focus = gtk_window_get_focus (self->frame->window) != NULL
                             && gtk_widget_is_ancestor (gtk_window_get_focus (self->frame->window),
                                                        self->frame->lesson_panel);

  self->button = NULL;
  show_panel (self, FALSE);
  ls_lesson_panel_show (get_panel (self), NULL);
  update_actions (self);
  if (had_focus)
    ls_widget_focus (self->frame->canvas);
}

gboolean
ls_lesson_control_open (LsLessonControl *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  LsLesson *lesson;

  g_return_val_if_fail (LS_IS_LESSON_CONTROL (self) && path != NULL, FALSE);

  lesson = ls_lesson_read (path, &error);
  if (lesson == NULL || ls_lesson_get_n_pages (lesson) == 0)
    {
      ls_report_problem (GTK_WIDGET (self->frame->window), _ ("The lesson could not be opened"),
                         error != NULL ? error->message
                                       : _ ("It has no page: each begins with a heading, “# …”."));
      g_clear_pointer (&lesson, ls_lesson_free);
      return FALSE;
    }
  self->is_unchecked = TRUE;
  self->button = NULL;
  ls_lesson_panel_show (get_panel (self), lesson);
  show_panel (self, TRUE);
  update_actions (self);
  ls_lesson_panel_focus (get_panel (self));
  if (lesson->model == NULL)
    ls_frame_leave_start (self->frame);
  /* Open the model of the lesson, unless there is another one. */
  if (lesson->model != NULL
      && ls_model_get_n_components (ls_document_get_model (self->frame->document)) == 0
      && !ls_document_is_dirty (self->frame->document))
    open_model (self, NULL, NULL);
  ls_canvas_zoom_fit_later (LS_CANVAS (self->frame->canvas));
  check (self);
  return TRUE;
}

/* Opens another lesson, relative to this one. */
static void
link_cb (LsLessonControl *self, const char *target)
{
  g_autofree char *folder = g_path_get_dirname (get_lesson (self)->path);
  g_autofree char *path = g_canonicalize_filename (target, folder);

  ls_frame_command (self->frame, "open-path", path);
}

static void
set_page (LsLessonControl *self, int change)
{
  ls_lesson_panel_set_page (get_panel (self),
                            (int)ls_lesson_panel_get_page (get_panel (self)) + change);
  update_actions (self);
}

static void
previous_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer self)
{
  set_page (self, -1);
}

static void
next_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer self)
{
  set_page (self, 1);
}

/* What comes next in a lecture: the next button, then the next page. */
static void
step_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer user_data)
{
  LsLessonControl *self = user_data;
  const LsLessonButton *button = ls_lesson_panel_get_next_button (get_panel (self));

  if (self->button != NULL)
    return;
  if (button != NULL)
    press (self, button);
  else
    set_page (self, 1);
}

static void
close_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer self)
{
  close_lesson (self);
}

static void
show_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer self)
{
  ls_lesson_panel_focus (get_panel (self));
}

static const GActionEntry entries[] = {
  { .name = "lesson-previous", .activate = previous_cb },
  { .name = "lesson-next", .activate = next_cb },
  { .name = "lesson-step", .activate = step_cb },
  { .name = "lesson-close", .activate = close_cb },
  { .name = "show-lesson", .activate = show_cb },
};

/* Adds the installed lessons to the menu; after the first frame. */
static gboolean
fill_menu_cb (gpointer user_data)
{
  LsLessonControl *self = user_data;
  g_autoptr (GPtrArray) paths = ls_lesson_list ();

  self->menu_id = 0;
  for (guint i = 0; i < paths->len; i++)
    {
      const char *path = g_ptr_array_index (paths, i);
      g_autoptr (LsMarkup) markup = ls_markup_read (path, NULL);
      const char *title = markup != NULL ? ls_markup_get_field (markup, "title") : NULL;
      g_autoptr (GMenuItem) item = NULL;

      if (title == NULL)
        continue;
      item = g_menu_item_new (title, NULL);
      g_menu_item_set_action_and_target (item, "win.open-path", "s", path);
      g_menu_append_item (self->frame->lessons_menu, item);
    }
  return G_SOURCE_REMOVE;
}

static void
ls_lesson_control_dispose (GObject *object)
{
  LsLessonControl *self = LS_LESSON_CONTROL (object);

  self->button = NULL;
  g_clear_handle_id (&self->menu_id, g_source_remove);
  G_OBJECT_CLASS (ls_lesson_control_parent_class)->dispose (object);
}

static void
ls_lesson_control_class_init (LsLessonControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_lesson_control_dispose;
}

static void
ls_lesson_control_init (G_GNUC_UNUSED LsLessonControl *self)
{
}

LsLessonControl *
ls_lesson_control_new (const LsFrame *frame,
                       LsPlots *plots,
                       LsLectureControl *lecture,
                       LsRunControl *run,
                       LsSaveControl *save,
                       LsRecoveryControl *recovery,
                       LsLoadControl *load)
{
  LsLessonControl *self = g_object_new (LS_TYPE_LESSON_CONTROL, NULL);

  g_return_val_if_fail (frame != NULL && LS_IS_PLOTS (plots) && LS_IS_LECTURE_CONTROL (lecture)
                            && LS_IS_RUN_CONTROL (run) && LS_IS_SAVE_CONTROL (save)
                            && LS_IS_RECOVERY_CONTROL (recovery) && LS_IS_LOAD_CONTROL (load),
                        NULL);
  self->frame = frame;
  self->plots = plots;
  self->lecture = lecture;
  self->run = run;
  self->save = save;
  self->recovery = recovery;
  self->load = load;
  self->menu_id = ls_later_add (fill_menu_cb, self);
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (lecture, "left", G_CALLBACK (make_room), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (frame->lesson_panel, "button-activated", G_CALLBACK (button_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (frame->lesson_panel, "link-activated", G_CALLBACK (link_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (frame->lesson_panel, "close-requested", G_CALLBACK (close_lesson), self,
                           G_CONNECT_SWAPPED);
  update_actions (self);
  return self;
}
