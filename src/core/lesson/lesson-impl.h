/* For the files that make up lessons. */
#pragma once

#include "core/lesson/lesson.h"
#include "core/run/comparison.h"

/**
 * LsLessonRule: one verb.
 * @least, @most: number of words after it
 * @usage: what follows it, for messages
 * @check: (nullable): adds problems; @model (nullable): as the actions before have made it
 * @apply: (nullable): of those that change a model
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

/* By verb. */
extern const LsLessonRule ls_lesson_rules[LS_N_LESSON_VERBS];

/* Checks the form, and the names against @model as the last run had it. */
gboolean ls_lesson_check_value (const LsLessonValue *value, LsModel *model, GError **error);
/* From the runs of @comparison, which have ended; NaN with an error. */
double ls_lesson_compute (const LsLessonValue *value, LsComparison *comparison, GError **error);
/* @number: in @quoted, where it is the first one; @half: half a unit of its last digit. %FALSE
 * without one. */
gboolean ls_lesson_parse_quoted (const char *quoted, double *number, double *half);

/* The methods of @model, or those that are run without any. */
GPtrArray *ls_lesson_list_methods (LsModel *model);
/* The runs of @model as it is, not begun. */
LsComparison *ls_lesson_make_comparison (LsModel *model, GError **error);

/* Adds to the problems where a version in another language is not as the original: pages, buttons
 * and numbers. Nothing for an original. */
void ls_lesson_compare (LsLesson *self);
