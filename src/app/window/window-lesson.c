/* Lessons in the window: what their buttons do, one action after the other. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "app/base/later.h"
#include "app/lesson/lesson-panel.h"
#include "app/macro/macro-step-page.h"
#include "app/base/report.h"
#include "app/window/window-private.h"
#include "core/base/number.h"
#include "core/run/places.h"

/* Of the text, px. */
#define WIDTH 380

/* The button that was pressed, on its way. */
struct LsLessonCourse
{
  const LsLessonButton *button; /* (nullable): of the lesson shown */
  guint next;                   /* action */
  gboolean is_busy;             /* with an action */
  gboolean edits;               /* it is the lesson that edits */
  gboolean has_work;            /* the model has unsaved edits that are not the lesson's */
  guint menu_id;
};

static LsLessonPanel *
get_panel (LsWindow *self)
{
  return LS_LESSON_PANEL (self->lesson_panel);
}

static LsLesson *
get_lesson (LsWindow *self)
{
  return ls_lesson_panel_get_lesson (get_panel (self));
}

void
ls_window_lesson_make_room (LsWindow *self)
{
  const gboolean has_room = !gtk_widget_get_visible (self->lesson_panel);

  for (guint i = 0; i < LS_N_PLOTS; i++)
    ls_plot_panel_set_brief (LS_PLOT_PANEL (self->plots[i]), !has_room);
  /* Pages that are not shown do not make the shown one wide. */
  gtk_stack_set_hhomogeneous (GTK_STACK (self->lower_stack), has_room);
  if (self->lecture != NULL)
    return;
  /* Text on the left is enough; what is placed comes from the lesson. */
  gtk_widget_set_visible (self->library, has_room);
  gtk_widget_set_visible (self->link_button, has_room);
  gtk_widget_set_visible (self->plots[LS_N_PLOTS - 1], has_room);
}

static void
update_actions (LsWindow *self)
{
  LsLesson *lesson = get_lesson (self);
  const guint page = ls_lesson_panel_get_page (get_panel (self));

  ls_window_set_action_enabled (self, "lesson-previous", lesson != NULL && page > 0);
  ls_window_set_action_enabled (self, "lesson-next",
                                lesson != NULL && page + 1 < ls_lesson_get_n_pages (lesson));
  ls_window_set_action_enabled (self, "lesson-close", lesson != NULL);
  ls_window_set_action_enabled (self, "show-lesson", lesson != NULL);
}

/* Whose edits they are. */
static void
document_changed_cb (LsWindow *self)
{
  if (!self->course->edits)
    self->course->has_work = ls_document_is_dirty (self->document);
}

static void
state_changed_cb (LsWindow *self)
{
  if (!ls_document_is_dirty (self->document))
    self->course->has_work = FALSE;
}

gboolean
ls_window_lesson_has_work (LsWindow *self)
{
  return self->course->has_work;
}

/* ---- What actions do -------------------------------------------------------------------- */

/* Makes the document say what @model says, where actions can have changed it. */
static void
take_over_component (LsWindow *self, const LsComponent *now, const LsComponent *wanted)
{
  g_autoptr (GPtrArray) variables = ls_component_list_settable (now);
  LsComponentSettings settings = { now->implementation, wanted->without, now->solver };
  static const char *const none[] = { NULL };
  const char *const *before = now->without != NULL ? (const char *const *)now->without : none;
  const char *const *after = wanted->without != NULL ? (const char *const *)wanted->without : none;

  if (!g_strv_equal (before, after))
    ls_document_set_settings (self->document, now->id, &settings, NULL);
  for (guint i = 0; i < variables->len; i++)
    {
      const char *name = ((const LsVariable *)g_ptr_array_index (variables, i))->name;
      const char *value = g_hash_table_lookup (wanted->values, name);

      if (g_strcmp0 (g_hash_table_lookup (now->values, name), value) != 0)
        ls_document_set_value (self->document, now->id, name, value, NULL);
    }
}

static void
take_over (LsWindow *self, LsModel *model)
{
  LsModel *now = ls_document_get_model (self->document);

  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *wanted = ls_model_get_component (model, i);

      take_over_component (self, ls_model_find_component (now, wanted->id), wanted);
    }
  if (!ls_experiment_equal (ls_model_get_experiment (now), ls_model_get_experiment (model)))
    ls_document_set_experiment (self->document, ls_model_get_experiment (model));
}

/* All edits that follow each other are one entry of the history. */
static gboolean
do_edits (LsWindow *self, GError **error)
{
  LsLessonCourse *course = self->course;
  const GPtrArray *actions = course->button->actions;
  g_autoptr (LsModel) model = ls_model_copy (ls_document_get_model (self->document));

  for (; course->next < actions->len; course->next++)
    {
      const LsLessonAction *action = g_ptr_array_index (actions, course->next);

      if (!ls_lesson_action_is_edit (action))
        break;
      if (!ls_lesson_action_apply (action, model, error))
        {
          g_prefix_error (error, _ ("line %u: "), action->line);
          return FALSE;
        }
    }
  course->edits = TRUE;
  ls_document_begin_group (self->document, course->button->label);
  take_over (self, model);
  ls_document_end_group (self->document);
  course->edits = FALSE;
  return TRUE;
}

/* What the lesson itself has changed is not asked about. */
static gboolean
open_model (LsWindow *self, const char *name, GError **error)
{
  LsLesson *lesson = get_lesson (self);
  g_autofree char *path = ls_lesson_find_model (lesson, name != NULL            ? name
                                                        : lesson->model != NULL ? lesson->model
                                                                                : "");

  if (path == NULL)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_FILE,
                   _ ("The model “%s” is neither beside the lesson nor among the examples."),
                   name != NULL ? name : "");
      return FALSE;
    }
  if (self->course->has_work && !ls_window_confirm_close (self))
    {
      g_set_error (error, LS_ERROR, LS_ERROR_CANCELLED, _ ("The model stays as it is."));
      return FALSE;
    }
  return ls_window_open_anyway (self, path, FALSE);
}

static gboolean
run_again (LsWindow *self)
{
  LsRunJob *before = self->job;

  ls_window_run (self);
  return ls_window_run_is_busy (self) || self->job != before;
}

static void
show_page (LsWindow *self, const char *name)
{
  const struct
  {
    const char *name;
    GtkWidget *stack, *page;
  } pages[] = {
    { "plots", self->lower_stack, self->plots_box },
    { "results", self->lower_stack, self->results },
    { "messages", self->lower_stack, self->messages },
    { "stability", self->lower_stack, self->stability },
    { "macro-step", self->lower_stack, self->macro_step },
    { "component", self->side_stack, self->inspector },
    { "omega", self->side_stack, self->omega_view },
    { "inputs", self->side_stack, self->open_inputs },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    if (g_str_equal (pages[i].name, name))
      gtk_stack_set_visible_child (GTK_STACK (pages[i].stack), pages[i].page);
}

static void
select_component (LsWindow *self, const char *name)
{
  const LsComponent *component
      = ls_model_find_component_by_name (ls_document_get_model (self->document), name);

  if (component != NULL)
    ls_canvas_select_component (LS_CANVAS (self->canvas), component->id, FALSE);
}

static void
zoom (LsWindow *self, char *const *words)
{
  double range[2];

  if (words[1] != NULL && ls_number_parse (words[0], &range[0])
      && ls_number_parse (words[1], &range[1]))
    ls_window_plots_zoom (self, range);
  else
    ls_window_plots_zoom (self, NULL);
}

/* All that takes no time and changes no model. */
static void
do_view (LsWindow *self, const LsLessonAction *action)
{
  LsLesson *lesson = get_lesson (self);
  char **words = action->words;

  if (action->verb == LS_LESSON_SHOW)
    show_page (self, words[0]);
  else if (action->verb == LS_LESSON_SELECT)
    select_component (self, words[0]);
  else if (action->verb == LS_LESSON_PLOT)
    ls_window_plots_set_view (self, (guint)(*words[0] - '1'), words[1]);
  else if (action->verb == LS_LESSON_ZOOM)
    zoom (self, words);
  else if (action->verb == LS_LESSON_MACRO_STEP)
    {
      double time = 0.0;

      ls_number_parse (words[1], &time);
      gtk_stack_set_visible_child (GTK_STACK (self->lower_stack), self->macro_step);
      ls_macro_step_page_look (LS_MACRO_STEP_PAGE (self->macro_step), words[0], time);
    }
  else if (action->verb == LS_LESSON_PAGE)
    ls_lesson_panel_set_page (
        get_panel (self),
        ls_lesson_find_page (lesson, words[0], ls_lesson_panel_get_page (get_panel (self))));
}

/* ---- One after the other ---------------------------------------------------------------- */

static void
stop_course (LsWindow *self, const char *text, gboolean is_problem)
{
  self->course->button = NULL;
  ls_lesson_panel_set_status (get_panel (self), text, is_problem);
  update_actions (self);
}

static gboolean
do_action (LsWindow *self, const LsLessonAction *action, GError **error)
{
  LsLessonCourse *course = self->course;

  if (ls_lesson_action_is_edit (action))
    return do_edits (self, error);
  course->next++;
  if (action->verb == LS_LESSON_OPEN)
    return open_model (self, action->words[0], error);
  if (action->verb == LS_LESSON_RUN)
    return run_again (self);
  do_view (self, action);
  return TRUE;
}

void
ls_window_lesson_continue (LsWindow *self)
{
  LsLessonCourse *course = self->course;
  g_autoptr (GError) error = NULL;

  while (course != NULL && course->button != NULL && !course->is_busy)
    {
      const GPtrArray *actions = course->button->actions;
      gboolean goes_on;

      /* A run or a model that is under way calls again when it is there. */
      if (ls_window_run_is_busy (self) || ls_window_is_loading (self))
        return;
      if (course->next == actions->len)
        {
          g_autofree char *text = g_strdup_printf (_ ("Done: %s"), course->button->label);

          stop_course (self, text, FALSE);
          return;
        }
      course->is_busy = TRUE;
      goes_on = do_action (self, g_ptr_array_index (actions, course->next), &error);
      course->is_busy = FALSE;
      if (!goes_on)
        stop_course (self,
                     error != NULL ? error->message
                                   : _ ("This did not go: the bar above or the messages say why."),
                     TRUE);
    }
}

static void
button_cb (LsWindow *self, guint line)
{
  LsLesson *lesson = get_lesson (self);

  self->course->button = ls_lesson_find_button (lesson, line);
  self->course->next = 0;
  ls_lesson_panel_set_status (get_panel (self), NULL, FALSE);
  if (self->course->button == NULL)
    return;
  /* What was still under way, a run that is paused say, has had its time. */
  if (self->job != NULL)
    ls_run_job_cancel (self->job);
  ls_window_lesson_continue (self);
}

/* ---- Opening and closing ---------------------------------------------------------------- */

static void
show_panel (LsWindow *self, gboolean show)
{
  if (show == gtk_widget_get_visible (self->lesson_panel))
    return;
  if (show)
    gtk_paned_set_position (GTK_PANED (self->lesson_paned), WIDTH);
  gtk_widget_set_visible (self->lesson_panel, show);
  ls_window_lesson_make_room (self);
  ls_canvas_zoom_fit_later (LS_CANVAS (self->canvas));
}

static void
close_lesson (LsWindow *self)
{
  const gboolean had_focus
      = gtk_window_get_focus (GTK_WINDOW (self)) != NULL
        && gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (self)), self->lesson_panel);

  self->course->button = NULL;
  show_panel (self, FALSE);
  ls_lesson_panel_show (get_panel (self), NULL);
  update_actions (self);
  if (had_focus)
    gtk_widget_grab_focus (self->canvas);
}

static void
report_problems (LsWindow *self, LsLesson *lesson, const GPtrArray *problems)
{
  g_autofree char *base = g_path_get_basename (lesson->path);
  g_autofree char *title = g_strdup_printf (
      ngettext ("“%s” has %u problem; it is shown as far as it goes",
                "“%s” has %u problems; it is shown as far as it goes", problems->len),
      base, problems->len);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < problems->len; i++)
    {
      const LsMarkupProblem *problem = g_ptr_array_index (problems, i);

      g_string_append_printf (text, i > 0 ? "\n%u: %s" : "%u: %s", problem->line, problem->text);
    }
  ls_report_problem (GTK_WIDGET (self), title, text->str);
}

gboolean
ls_window_open_lesson (LsWindow *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  LsLesson *lesson = ls_lesson_read (path, &error);
  const GPtrArray *problems;

  if (lesson == NULL || ls_lesson_get_n_pages (lesson) == 0)
    {
      ls_report_problem (GTK_WIDGET (self), _ ("The lesson could not be opened"),
                         error != NULL ? error->message
                                       : _ ("It has no page: each begins with a heading, “# …”."));
      g_clear_pointer (&lesson, ls_lesson_free);
      return FALSE;
    }
  problems = ls_lesson_check (lesson);
  self->course->button = NULL;
  ls_lesson_panel_show (get_panel (self), lesson);
  show_panel (self, TRUE);
  update_actions (self);
  ls_lesson_panel_focus (get_panel (self));
  /* Beside the model it is about, where no other one is in the way. */
  if (lesson->model != NULL
      && ls_model_get_n_components (ls_document_get_model (self->document)) == 0
      && !ls_document_is_dirty (self->document))
    open_model (self, NULL, NULL);
  ls_canvas_zoom_fit_later (LS_CANVAS (self->canvas));
  if (problems->len > 0)
    report_problems (self, lesson, problems);
  return TRUE;
}

/* Another lesson beside this one. */
static void
link_cb (LsWindow *self, const char *target)
{
  g_autofree char *folder = g_path_get_dirname (get_lesson (self)->path);
  g_autofree char *path = g_canonicalize_filename (target, folder);

  ls_window_open (self, path);
}

static void
set_page (LsWindow *self, int change)
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
  { .name = "lesson-close", .activate = close_cb },
  { .name = "show-lesson", .activate = show_cb },
};

/* After the first frame: the lessons that come with the program. */
static gboolean
fill_menu_cb (gpointer user_data)
{
  LsWindow *self = user_data;
  g_autoptr (GPtrArray) paths = ls_lesson_list ();

  self->course->menu_id = 0;
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
      g_menu_append_item (self->lessons_menu, item);
    }
  return G_SOURCE_REMOVE;
}

void
ls_window_lesson_init (LsWindow *self)
{
  self->course = g_new0 (LsLessonCourse, 1);
  self->course->menu_id = ls_later_add (fill_menu_cb, self);
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (self->document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "state-changed", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->lesson_panel, "button-activated", G_CALLBACK (button_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->lesson_panel, "link-activated", G_CALLBACK (link_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->lesson_panel, "close-requested", G_CALLBACK (close_lesson), self,
                           G_CONNECT_SWAPPED);
  update_actions (self);
}

void
ls_window_lesson_dispose (LsWindow *self)
{
  if (self->course != NULL)
    g_clear_handle_id (&self->course->menu_id, g_source_remove);
  g_clear_pointer (&self->course, g_free);
}
