/* Structure of a lesson: pages, buttons, numbers. */
#include "core/lesson/lesson.h"
#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>
#include "core/base/number.h"
#include "core/lesson/lesson-impl.h"
#include "core/base/places.h"

static const char button_word[] = "button";
static const char value_scheme[] = "value:";

static void
action_free (LsLessonAction *self)
{
  g_strfreev (self->words);
  g_free (self);
}

static void
event_free (LsLessonEvent *self)
{
  if (self->button != NULL)
    {
      g_free (self->button->label);
      g_ptr_array_unref (self->button->actions);
      g_free (self->button);
    }
  if (self->value != NULL)
    {
      g_free (self->value->quoted);
      g_strfreev (self->value->words);
      g_free (self->value);
    }
  g_free (self);
}

void
ls_lesson_free (LsLesson *self)
{
  g_free (self->path);
  g_free (self->title);
  g_free (self->summary);
  g_free (self->model);
  ls_markup_free (self->markup);
  g_array_unref (self->pages);
  g_ptr_array_unref (self->events);
  g_free (self);
}

/* ---- Parsing ---------------------------------------------------------------------------- */

static void
add_problem (LsLesson *self, guint line, GError *error)
{
  ls_markup_take_problem (self->markup, line, g_strdup (error->message));
  g_error_free (error);
}

static char *
list_verbs (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < LS_N_LESSON_VERBS; i++)
    g_string_append_printf (text, i > 0 ? ", %s" : "%s", ls_lesson_rules[i].id);
  return g_string_free (text, FALSE);
}

/* Checks the verb and its number of words; adds a problem if wrong. */
static gboolean
find_verb (LsLesson *self, LsLessonAction *action, char **words)
{
  const guint n = g_strv_length (words) - 1;
  g_autofree char *known = NULL;

  for (guint i = 0; i < LS_N_LESSON_VERBS; i++)
    {
      const LsLessonRule *rule = &ls_lesson_rules[i];

      if (!g_str_equal (rule->id, words[0]))
        continue;
      action->verb = (LsLessonVerb)i;
      if (n >= rule->least && n <= rule->most)
        return TRUE;
      ls_markup_take_problem (self->markup, action->line,
                              g_strdup_printf (_ ("“%s” is followed by: %s"), rule->id,
                                               *rule->usage != '\0' ? rule->usage : _ ("nothing")));
      return FALSE;
    }
  known = list_verbs ();
  ls_markup_take_problem (
      self->markup, action->line,
      g_strdup_printf (_ ("there is no action “%s”; there are: %s"), words[0], known));
  return FALSE;
}

/* Returns: whether the line had an action, valid or not */
static gboolean
read_action (LsLesson *self, LsLessonButton *button, const char *text, guint line)
{
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;
  LsLessonAction *action;

  /* Empty line or comment. */
  if (*text == '\0' || *text == '#')
    return FALSE;
  if (!g_shell_parse_argv (text, NULL, &words, &error))
    {
      ls_markup_take_problem (self->markup, line, g_strdup (error->message));
      return TRUE;
    }
  action = g_new0 (LsLessonAction, 1);
  action->line = line;
  if (!find_verb (self, action, words))
    {
      g_free (action);
      return TRUE;
    }
  action->words = g_strdupv (words + 1);
  g_ptr_array_add (button->actions, action);
  return TRUE;
}

static void
read_button (LsLesson *self, const LsMarkupBlock *block, guint page)
{
  LsLessonEvent *event = g_new0 (LsLessonEvent, 1);
  LsLessonButton *button = g_new0 (LsLessonButton, 1);
  g_auto (GStrv) lines = g_strsplit (block->text, "\n", -1);
  gboolean does_something = FALSE;

  button->line = block->line;
  button->page = page;
  button->label = g_strstrip (g_strdup (block->info + strlen (button_word)));
  button->actions = g_ptr_array_new_with_free_func ((GDestroyNotify)action_free);
  if (*button->label == '\0')
    ls_markup_take_problem (self->markup, block->line, g_strdup (_ ("a button needs a label")));
  for (guint i = 0; lines[i] != NULL; i++)
    does_something |= read_action (self, button, g_strstrip (lines[i]), block->line + 1 + i);
  if (!does_something)
    ls_markup_take_problem (self->markup, block->line, g_strdup (_ ("a button that does nothing")));
  event->button = button;
  g_ptr_array_add (self->events, event);
}

/* The text of a number may consist of several spans: all with the same target. */
static void
read_values (LsLesson *self, const GPtrArray *spans)
{
  for (guint i = 0; spans != NULL && i < spans->len; i++)
    {
      const LsMarkupSpan *span = g_ptr_array_index (spans, i);
      LsLessonEvent *event;
      LsLessonValue *value;
      GError *error = NULL;
      char **words;

      if (span->target == NULL || !g_str_has_prefix (span->target, value_scheme))
        continue;
      if (!g_shell_parse_argv (span->target + strlen (value_scheme), NULL, &words, &error))
        {
          add_problem (self, span->line, error);
          continue;
        }
      value = g_new0 (LsLessonValue, 1);
      value->line = span->line;
      value->quoted = g_strdup (span->text);
      value->words = words;
      event = g_new0 (LsLessonEvent, 1);
      event->value = value;
      g_ptr_array_add (self->events, event);
    }
}

static void
read_block (LsLesson *self, guint index)
{
  const LsMarkupBlock *block = g_ptr_array_index (self->markup->blocks, index);
  const gsize length = strlen (button_word);

  if (block->kind == LS_MARKUP_HEADING && block->level == 1)
    g_array_append_val (self->pages, index);
  if (self->pages->len == 0)
    ls_markup_take_problem (self->markup, block->line,
                            g_strdup (_ ("a lesson begins with the heading of its first page, "
                                         "“# …”")));
  if (block->kind == LS_MARKUP_CODE && g_str_has_prefix (block->info, button_word)
      && (block->info[length] == '\0' || block->info[length] == ' '))
    read_button (self, block, MAX (self->pages->len, 1) - 1);
  read_values (self, block->spans);
  for (guint i = 0; block->cells != NULL && i < block->cells->len; i++)
    read_values (self, g_ptr_array_index (block->cells, i));
}

static void
read_header (LsLesson *self)
{
  static const char *const known[]
      = { "title", "summary", "model", "number", "minutes", "given", NULL };

  for (guint i = 0; i < self->markup->fields->len; i++)
    {
      const LsMarkupField *field = g_ptr_array_index (self->markup->fields, i);

      if (!g_strv_contains (known, field->name))
        ls_markup_take_problem (
            self->markup, field->line,
            g_strdup_printf (
                _ ("“%s” is not known in the header: title, summary, model and number are"),
                field->name));
    }
  self->title = g_strdup (ls_markup_get_field (self->markup, "title"));
  self->summary = g_strdup (ls_markup_get_field (self->markup, "summary"));
  self->model = g_strdup (ls_markup_get_field (self->markup, "model"));
  if (self->title == NULL || *self->title == '\0')
    {
      ls_markup_take_problem (
          self->markup, 1, g_strdup (_ ("the header, between two lines “---”, has no “title: …”")));
      g_free (self->title);
      self->title = g_path_get_basename (self->path);
    }
}

LsLesson *
ls_lesson_read (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  LsMarkup *markup = ls_markup_read (path, error);
  LsLesson *self;

  if (markup == NULL)
    return NULL;
  self = g_new0 (LsLesson, 1);
  self->path = g_canonicalize_filename (path, NULL);
  self->markup = markup;
  self->pages = g_array_new (FALSE, FALSE, sizeof (guint));
  self->events = g_ptr_array_new_with_free_func ((GDestroyNotify)event_free);
  read_header (self);
  for (guint i = 0; i < markup->blocks->len; i++)
    read_block (self, i);
  if (markup->blocks->len == 0)
    ls_markup_take_problem (markup, 1, g_strdup (_ ("there is no page: each begins with “# …”")));
  return self;
}

gboolean
ls_lesson_is_lesson (const char *path)
{
  g_return_val_if_fail (path != NULL, FALSE);
  return g_str_has_suffix (path, ".md");
}

/* ---- Accessors -------------------------------------------------------------------------- */

guint
ls_lesson_get_n_pages (const LsLesson *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->pages->len;
}

void
ls_lesson_get_page (const LsLesson *self, guint page, guint *first, guint *last)
{
  g_return_if_fail (self != NULL);

  *first = page < self->pages->len ? g_array_index (self->pages, guint, page) : 0;
  *last = page + 1 < self->pages->len ? g_array_index (self->pages, guint, page + 1)
                                      : self->markup->blocks->len;
}

guint
ls_lesson_find_answer (const LsLesson *self, guint page, const LsLessonButton **button)
{
  gboolean is_asked = FALSE;
  guint first, last;

  g_return_val_if_fail (self != NULL && button != NULL, 0);

  *button = NULL;
  ls_lesson_get_page (self, page, &first, &last);
  for (guint i = first; i + 1 < last; i++)
    {
      const LsMarkupBlock *block = g_ptr_array_index (self->markup->blocks, i);

      is_asked = is_asked || block->kind == LS_MARKUP_QUOTE;
      if (is_asked && block->kind == LS_MARKUP_CODE)
        *button = ls_lesson_find_button (self, block->line);
      if (*button != NULL)
        return i + 1;
    }
  return last;
}

const LsLessonButton *
ls_lesson_find_button (const LsLesson *self, guint line)
{
  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->events->len; i++)
    {
      const LsLessonEvent *event = g_ptr_array_index (self->events, i);

      if (event->button != NULL && event->button->line == line)
        return event->button;
    }
  return NULL;
}

char *
ls_lesson_find_model (const LsLesson *self, const char *name)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autofree char *beside = g_canonicalize_filename (name, folder);
  g_autofree char *examples = ls_places_find_models ();
  g_autofree char *example
      = examples != NULL ? g_canonicalize_filename (name, examples) : g_strdup ("");

  if (g_file_test (beside, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&beside);
  return g_file_test (example, G_FILE_TEST_EXISTS) ? g_steal_pointer (&example) : NULL;
}

int
ls_lesson_find_page (const LsLesson *self, const char *word, guint page)
{
  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (word != NULL, 0);

  double number;
  int found;

  if (g_str_equal (word, "next"))
    found = (int)page + 1;
  else if (g_str_equal (word, "previous"))
    found = (int)page - 1;
  else if (ls_number_parse (word, &number) && number >= 1 && number <= 1e6)
    found = (int)number - 1;
  else
    return -1;
  return found >= 0 && (guint)found < self->pages->len ? found : -1;
}
