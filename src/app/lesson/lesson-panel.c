#include "app/lesson/lesson-panel.h"
#include <glib/gi18n-lib.h>
#include "app/text/text-view.h"

struct _LsLessonPanel
{
  GtkBox parent_instance;
  LsLesson *lesson; /* (nullable) */
  guint page;
  GHashTable *done; /* element-type LsLessonButton, of @lesson */
  GtkWidget *title_label, *text, *status_label, *progress_label;
};

G_DEFINE_TYPE (LsLessonPanel, ls_lesson_panel, GTK_TYPE_BOX)

static guint button_activated_signal, link_activated_signal, close_requested_signal;

static void
show_page (LsLessonPanel *self)
{
  g_autofree char *folder = g_path_get_dirname (self->lesson->path);
  const guint n = MAX (ls_lesson_get_n_pages (self->lesson), 1);
  g_autofree char *progress = NULL;
  const LsLessonButton *button;
  const guint answer = ls_lesson_find_answer (self->lesson, self->page, &button);
  g_autofree char *hint = NULL;
  guint first, last;

  if (button != NULL && !g_hash_table_contains (self->done, button))
    hint = g_strdup_printf (_ ("The answer appears after “%s”."), button->label);
  /* Translators: pages of a lesson: "2 of 6" */
  progress = g_strdup_printf (_ ("%u of %u"), self->page + 1, n);
  ls_lesson_get_page (self->lesson, self->page, &first, &last);
  ls_text_view_show (LS_TEXT_VIEW (self->text), self->lesson->markup, first,
                     hint != NULL ? answer : last, folder);
  gtk_label_set_text (GTK_LABEL (self->progress_label), progress);
  ls_lesson_panel_set_status (self, hint, FALSE);
}

void
ls_lesson_panel_show (LsLessonPanel *self, LsLesson *lesson)
{
  g_return_if_fail (LS_IS_LESSON_PANEL (self));

  g_hash_table_remove_all (self->done);
  g_clear_pointer (&self->lesson, ls_lesson_free);
  self->lesson = lesson;
  self->page = 0;
  if (lesson == NULL)
    return;
  gtk_label_set_text (GTK_LABEL (self->title_label), lesson->title);
  gtk_widget_set_tooltip_text (self->title_label, lesson->summary);
  show_page (self);
}

LsLesson *
ls_lesson_panel_get_lesson (LsLessonPanel *self)
{
  g_return_val_if_fail (LS_IS_LESSON_PANEL (self), NULL);

  return self->lesson;
}

guint
ls_lesson_panel_get_page (LsLessonPanel *self)
{
  g_return_val_if_fail (LS_IS_LESSON_PANEL (self), 0);

  return self->page;
}

void
ls_lesson_panel_set_page (LsLessonPanel *self, int page)
{
  g_return_if_fail (LS_IS_LESSON_PANEL (self));

  if (self->lesson == NULL || page < 0 || (guint)page >= ls_lesson_get_n_pages (self->lesson)
      || (guint)page == self->page)
    return;
  self->page = (guint)page;
  show_page (self);
}

void
ls_lesson_panel_set_done (LsLessonPanel *self, const LsLessonButton *done)
{
  g_return_if_fail (LS_IS_LESSON_PANEL (self) && done != NULL);

  const LsLessonButton *button, *next;
  guint answer, first, last;

  if (self->lesson == NULL || !g_hash_table_add (self->done, (gpointer)done))
    return;
  answer = ls_lesson_find_answer (self->lesson, self->page, &button);
  ls_lesson_get_page (self->lesson, self->page, &first, &last);
  next = ls_lesson_panel_get_next_button (self);
  if (button == done)
    ls_text_view_append (LS_TEXT_VIEW (self->text), self->lesson->markup, answer, last);
  else if (next != NULL)
    ls_text_view_reveal_button (LS_TEXT_VIEW (self->text), next->line);
}

const LsLessonButton *
ls_lesson_panel_get_next_button (LsLessonPanel *self)
{
  g_return_val_if_fail (LS_IS_LESSON_PANEL (self), NULL);

  for (guint i = 0; self->lesson != NULL && i < self->lesson->events->len; i++)
    {
      const LsLessonEvent *event = g_ptr_array_index (self->lesson->events, i);

      if (event->button != NULL && event->button->page == self->page
          && !g_hash_table_contains (self->done, event->button))
        return event->button;
    }
  return NULL;
}

void
ls_lesson_panel_set_status (LsLessonPanel *self, const char *text, gboolean is_problem)
{
  g_return_if_fail (LS_IS_LESSON_PANEL (self));

  GtkStyleContext *context = gtk_widget_get_style_context (self->status_label);

  gtk_label_set_text (GTK_LABEL (self->status_label), text != NULL ? text : "");
  gtk_widget_set_visible (self->status_label, text != NULL && *text != '\0');
  if (is_problem)
    gtk_style_context_add_class (context, GTK_STYLE_CLASS_ERROR);
  else
    gtk_style_context_remove_class (context, GTK_STYLE_CLASS_ERROR);
}

void
ls_lesson_panel_focus (LsLessonPanel *self)
{
  g_return_if_fail (LS_IS_LESSON_PANEL (self));

  ls_text_view_focus (LS_TEXT_VIEW (self->text));
}

static void
button_cb (LsLessonPanel *self, guint line)
{
  g_signal_emit (self, button_activated_signal, 0, line);
}

static void
link_cb (LsLessonPanel *self, const char *target)
{
  g_signal_emit (self, link_activated_signal, 0, target);
}

static void
close_cb (LsLessonPanel *self)
{
  g_signal_emit (self, close_requested_signal, 0);
}

static void
ls_lesson_panel_finalize (GObject *object)
{
  g_clear_pointer (&LS_LESSON_PANEL (object)->lesson, ls_lesson_free);
  g_clear_pointer (&LS_LESSON_PANEL (object)->done, g_hash_table_unref);
  G_OBJECT_CLASS (ls_lesson_panel_parent_class)->finalize (object);
}

static void
ls_lesson_panel_class_init (LsLessonPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_lesson_panel_finalize;
  g_type_ensure (LS_TYPE_TEXT_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/lockstep/Workbench/lesson-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonPanel, title_label);
  gtk_widget_class_bind_template_child (widget_class, LsLessonPanel, text);
  gtk_widget_class_bind_template_child (widget_class, LsLessonPanel, status_label);
  gtk_widget_class_bind_template_child (widget_class, LsLessonPanel, progress_label);
  gtk_widget_class_bind_template_callback (widget_class, button_cb);
  gtk_widget_class_bind_template_callback (widget_class, link_cb);
  gtk_widget_class_bind_template_callback (widget_class, close_cb);
  button_activated_signal
      = g_signal_new ("button-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  link_activated_signal
      = g_signal_new ("link-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                      NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  close_requested_signal = g_signal_new ("close-requested", G_TYPE_FROM_CLASS (klass),
                                         G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_lesson_panel_init (LsLessonPanel *self)
{
  self->done = g_hash_table_new (NULL, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
}
