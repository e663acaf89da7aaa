/* Lessons: text with buttons that set a model up, and numbers that a run has to confirm. */
#pragma once

#include "core/base/log.h"
#include "core/model/model.h"
#include "core/text/markup.h"

/* What an action does; what is said in a lesson's file is its id. */
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
  LS_N_LESSON_VERBS
} LsLessonVerb;


/* @words: what follows the verb, %NULL-terminated */
typedef struct
{
  LsLessonVerb verb;
  guint line;
  char **words;
} LsLessonAction;

/* @line: of the fence; @actions: element-type LsLessonAction */
typedef struct
{
  guint line, page;
  char *label;
  GPtrArray *actions;
} LsLessonButton;

/* A number in the text. @quoted: as it stands there; @words: how it is had from the runs before it
 */
typedef struct
{
  guint line;
  char *quoted;
  char **words;
} LsLessonValue;

/* What of a lesson has to be done in the order of the file: one of both. */
typedef struct
{
  LsLessonButton *button;
  LsLessonValue *value;
} LsLessonEvent;

/**
 * LsLesson:
 * @path: of its file; @title; @summary: (nullable), one sentence
 * @model: (nullable): of the header: opened with the lesson
 * @markup: all of it; its problems are those of the text
 * @pages: element-type guint, index of the first block of each; every heading "# …" begins one
 * @events: element-type LsLessonEvent
 */
typedef struct
{
  char *path, *title, *summary, *model;
  LsMarkup *markup;
  GArray *pages;
  GPtrArray *events;
} LsLesson;

/* Reads the file; what is wrong with its content is in @markup->problems. %LS_ERROR_FILE,
 * %LS_ERROR_FORMAT when it cannot be read. */
LsLesson *ls_lesson_read (const char *path, GError **error);
void ls_lesson_free (LsLesson *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsLesson, ls_lesson_free)

/* Returns: (transfer full) (element-type char *): files of the lessons that come with the program,
 * in the language of the locale where they are in it; by the "number" of their header. */
GPtrArray *ls_lesson_list (void);
/* Returns: (transfer full) (nullable): "de" of NAME.de.md; %NULL for NAME.md */
char *ls_lesson_get_language (const char *path);
/* Returns: (transfer full): of NAME.md, or of a version of it, the file for readers of @languages,
 * as g_get_language_names() has them; the original where there is none. */
char *ls_lesson_find_version (const char *path, const char *const *languages);
/* Returns: (transfer full) (element-type char *): files in other languages beside NAME.md. */
GPtrArray *ls_lesson_list_versions (const char *path);
/* Whether a file is a lesson: text that ends in .md. */
gboolean ls_lesson_is_lesson (const char *path);
guint ls_lesson_get_n_pages (const LsLesson *self);
/* Blocks of a page, @last not included. */
void ls_lesson_get_page (const LsLesson *self, guint page, guint *first, guint *last);
/* Returns: (transfer full): the heading of a page. */
char *ls_lesson_get_page_title (const LsLesson *self, guint page);
/* (nullable) (transfer none): the button whose fence is in that line. */
const LsLessonButton *ls_lesson_find_button (const LsLesson *self, guint line);
/* Returns: (transfer full) (nullable): the file of a model: beside the lesson, else among the
 * examples. */
char *ls_lesson_find_model (const LsLesson *self, const char *name);
/* Page that "3", "next" or "previous" means, from @page; -1 where there is none. */
int ls_lesson_find_page (const LsLesson *self, const char *word, guint page);

/**
 * ls_lesson_check:
 *
 * Adds to the problems of the text whatever an action or a number could not be done with: unknown
 * verbs, methods, options, signals, components, capabilities, pages, missing models and pictures.
 * NAME.de.md is held against NAME.md too: the same pages, buttons and numbers. Nothing is run.
 *
 * Returns: (transfer none) (element-type LsMarkupProblem): all problems, in the order of lines
 */
const GPtrArray *ls_lesson_check (LsLesson *self);

/* Whether it changes what a model says. */
gboolean ls_lesson_action_is_edit (const LsLessonAction *self);
/* Does such an action. %LS_ERROR_ARGUMENT or %LS_ERROR_MODEL. */
gboolean ls_lesson_action_apply (const LsLessonAction *self, LsModel *model, GError **error);

/* @problem: (nullable): why there is no number @found; @holds: @found rounds to what is quoted */
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
 * Presses every button in the order of the file, on copies, and computes every number.
 *
 * Returns: (transfer full) (element-type LsLessonFinding): one for each number; %NULL with an error
 * that names the line when an action fails
 */
GPtrArray *ls_lesson_try (LsLesson *self, LsLog *log, GError **error);
