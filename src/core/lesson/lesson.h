/* Lessons: text with buttons that set up a model, and numbers that are verified by runs. */
#pragma once

#include "core/base/log.h"
#include "core/model/model.h"
#include "core/run/comparison.h"
#include "core/text/markup.h"

/* Effect of an action; the lesson file contains its id. */
typedef enum
{
  LS_LESSON_OPEN,
  LS_LESSON_METHODS,
  LS_LESSON_STEP,
  LS_LESSON_TOLERANCE,
  LS_LESSON_START,
  LS_LESSON_STOP,
  LS_LESSON_REFERENCE,
  LS_LESSON_SIGNALS,
  LS_LESSON_ORBIT,
  LS_LESSON_SET,
  LS_LESSON_RESET,
  LS_LESSON_WITHOUT,
  LS_LESSON_WITH,
  LS_LESSON_PLOT,
  LS_LESSON_RUN,
  LS_LESSON_ZOOM,
  LS_LESSON_SHOW,
  LS_LESSON_SELECT,
  LS_LESSON_MACRO_STEP,
  LS_LESSON_PAGE,
  LS_LESSON_EXPECT,
  LS_N_LESSON_VERBS
} LsLessonVerb;

/* @words: arguments of the verb, %NULL-terminated */
typedef struct
{
  LsLessonVerb verb;
  guint line;
  char **words;
} LsLessonAction;

/* @line: of the code fence; @actions: element-type LsLessonAction */
typedef struct
{
  guint line, page;
  char *label;
  GPtrArray *actions;
} LsLessonButton;

/* A number in the text. @quoted: its text; @words: its definition in terms of the runs before it */
typedef struct
{
  guint line;
  char *quoted;
  char **words;
} LsLessonValue;

/* An item that is processed in file order: exactly one member is set. */
typedef struct
{
  LsLessonButton *button;
  LsLessonValue *value;
} LsLessonEvent;

/**
 * LsLesson:
 * @path: of the file; @title; @summary: (nullable), one sentence
 * @model: (nullable): from the header; opened with the lesson
 * @markup: the whole text and its problems
 * @pages: element-type guint, index of the first block of each; every heading "# …" starts a page
 * @events: element-type LsLessonEvent
 */
typedef struct
{
  char *path, *title, *summary, *model;
  LsMarkup *markup;
  GArray *pages;
  GPtrArray *events;
} LsLesson;

/* Reads the file; errors in its content are in @markup->problems. %LS_ERROR_FILE, %LS_ERROR_FORMAT
 * if it cannot be read. */
LsLesson *ls_lesson_read (const char *path, GError **error);
void ls_lesson_free (LsLesson *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsLesson, ls_lesson_free)

/* Returns: (transfer full) (element-type char *): files of the included lessons, in the language of
 * the locale if available; sorted by the "number" in their header */
GPtrArray *ls_lesson_list (void);
/* Returns: (transfer full) (nullable): "de" of NAME.de.md; %NULL for NAME.md */
char *ls_lesson_get_language (const char *path);
/* Returns: (transfer full): the version of the lesson NAME.md or NAME.LANGUAGE.md for @languages,
 * as from g_get_language_names(); the original if there is none */
char *ls_lesson_find_version (const char *path, const char *const *languages);
/* Returns: (transfer full) (element-type char *): translations beside NAME.md */
GPtrArray *ls_lesson_list_versions (const char *path);
/* Whether the file is a lesson: a text file with extension .md. */
gboolean ls_lesson_is_lesson (const char *path);
guint ls_lesson_get_n_pages (const LsLesson *self);
/* Blocks of a page, @last excluded. */
void ls_lesson_get_page (const LsLesson *self, guint page, guint *first, guint *last);
/**
 * ls_lesson_find_answer:
 * @button: (out) (nullable): the button after which it is shown; %NULL without answer
 *
 * What follows a question (a quote) and the first button after it answers the question.
 *
 * Returns: first block of the answer; the end of the page without one
 */
guint ls_lesson_find_answer (const LsLesson *self, guint page, const LsLessonButton **button);
/* (nullable) (transfer none): the button with its fence in @line. */
const LsLessonButton *ls_lesson_find_button (const LsLesson *self, guint line);
/* Returns: (transfer full) (nullable): the file of a model: beside the lesson, else an example
 * model */
char *ls_lesson_find_model (const LsLesson *self, const char *name);
/* Page for "3", "next" or "previous", relative to @page; -1 if it does not exist. */
int ls_lesson_find_page (const LsLesson *self, const char *word, guint page);

/**
 * ls_lesson_check:
 *
 * Adds problems of actions and numbers: unknown verbs, methods, options, signals, components,
 * capabilities, pages, missing models and images. NAME.de.md is also compared with NAME.md: pages,
 * buttons and numbers must agree. Nothing is simulated.
 *
 * Returns: (transfer none) (element-type LsMarkupProblem): all problems, sorted by line
 */
const GPtrArray *ls_lesson_check (LsLesson *self);

/* Numbers in the text that look like results and are neither verified by a run, nor in an action, nor
 * named in "given" of the header. Returns: (transfer full) (element-type LsMarkupProblem) */
GPtrArray *ls_lesson_list_unverified (const LsLesson *self);

/* Whether the action changes a model. */
gboolean ls_lesson_action_is_edit (const LsLessonAction *self);
/* Applies such an action. %LS_ERROR_ARGUMENT or %LS_ERROR_MODEL. */
gboolean ls_lesson_action_apply (const LsLessonAction *self, LsModel *model, GError **error);

/**
 * ls_lesson_action_expect:
 * @self: of verb %LS_LESSON_EXPECT
 * @comparison: (nullable): the last one, not running
 *
 * Returns: whether the reader has done what the lesson asks for; else @error says what is missing
 */
gboolean ls_lesson_action_expect (const LsLessonAction *self,
                                  const LsModel *model,
                                  LsComparison *comparison,
                                  GError **error);

/* @problem: (nullable): why @found could not be computed; @holds: @found rounds to the quoted
 * number */
typedef struct
{
  const LsLessonValue *value;
  double found;
  gboolean holds;
  char *problem;
} LsLessonFinding;

/**
 * ls_lesson_try:
 *
 * Executes all buttons in file order, on copies, and computes every number.
 *
 * Returns: (transfer full) (element-type LsLessonFinding): one per number; %NULL with an error that
 * names the line if an action fails
 */
GPtrArray *ls_lesson_try (LsLesson *self, LsLog *log, GError **error);
