/* Shared by the source files of lessons. */
#pragma once

#include "core/lesson/lesson.h"
#include "core/run/comparison.h"

/**
 * LsLessonRule: one verb.
 * @least, @most: number of words after the verb
 * @usage: expected words, for messages
 * @check: (nullable): adds problems; @model (nullable): as changed by the previous actions
 * @apply: (nullable): for verbs that change a model
 */
typedef struct
{
  const char *id;
  guint least, most;
  const char *usage;
  gboolean (*check) (LsLesson *lesson,
                     const LsLessonAction *action,
                     const LsModel *model,
                     GError **error);
  gboolean (*apply) (const LsLessonAction *action, LsModel *model, GError **error);
} LsLessonRule;

/* Indexed by verb. */
extern const LsLessonRule ls_lesson_rules[LS_N_LESSON_VERBS];

/* Checks the syntax, and the names with @model as it was in the last run. */
gboolean ls_lesson_check_value (const LsLessonValue *value, LsModel *model, GError **error);
/* Computes the number from the finished runs of @comparison; NaN with an error. */
double ls_lesson_compute (const LsLessonValue *value, LsComparison *comparison, GError **error);
/* @number: the first number in @quoted; @half: half a unit of its last digit. %FALSE without
 * number. */
gboolean ls_lesson_parse_quoted (const char *quoted, double *number, double *half);

/* The methods of @model, or the default ones if it has none. */
GPtrArray *ls_lesson_list_methods (LsModel *model);

/* The check of %LS_LESSON_EXPECT: its words. */
gboolean ls_lesson_check_expect (LsLesson *lesson,
                                 const LsLessonAction *action,
                                 const LsModel *model,
                                 GError **error);

/* Adds problems for differences between a translation and its original: pages, buttons, numbers. No
 * effect on an original. */
void ls_lesson_compare (LsLesson *self);
