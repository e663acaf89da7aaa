/* lockstep check, of lessons: their texts, actions and numbers. */
#include "cli/check-files.h"

#include "core/fmi/finding.h"
#include "core/lesson/lesson.h"

#include <glib/gi18n-lib.h>

static LsFinding *
add_lesson_finding (GPtrArray *findings, LsFindingLevel level, guint line, char *message)
{
  LsFinding *finding = g_new0 (LsFinding, 1);

  finding->level = level;
  finding->rule = "lesson";
  finding->line = (int)line;
  finding->message = message;
  g_ptr_array_add (findings, finding);
  return finding;
}

/* Checks every number of a lesson by runs of its buttons. */
static gboolean
try_lesson (LsLesson *lesson, GPtrArray *findings, GError **error)
{
  g_autoptr (GPtrArray) numbers = ls_lesson_try (lesson, NULL, error);

  for (guint i = 0; numbers != NULL && i < numbers->len; i++)
    {
      const LsLessonFinding *number = numbers->pdata[i];
      g_autofree char *what = g_strjoinv (" ", number->value->words);
      char *message = number->problem != NULL
                          ? g_strdup_printf (_ ("“%s” (%s): %s"), number->value->quoted, what,
                                             number->problem)
                          : g_strdup_printf (_ ("“%s” (%s): a run gives %.6g"),
                                             number->value->quoted, what, number->found);

      add_lesson_finding (findings, number->holds ? LS_FINDING_NOTE : LS_FINDING_ERROR,
                          number->value->line, message);
    }
  return numbers != NULL;
}

/* @version: (nullable): file name of a translation */
static void
add_unverified (const LsLesson *lesson, const char *version, GPtrArray *findings)
{
  g_autoptr (GPtrArray) problems = ls_lesson_list_unverified (lesson);

  for (guint i = 0; i < problems->len; i++)
    {
      const LsMarkupProblem *problem = problems->pdata[i];

      add_lesson_finding (findings, LS_FINDING_WARNING, problem->line, g_strdup (problem->text))
          ->subject
          = g_strdup (version);
    }
}

/* Translations have the same buttons and numbers, so that the runs of the original apply to all. */
static void
check_versions (const char *path, GPtrArray *findings)
{
  g_autoptr (GPtrArray) versions = ls_lesson_list_versions (path);

  for (guint i = 0; i < versions->len; i++)
    {
      g_autoptr (LsLesson) lesson = ls_lesson_read (versions->pdata[i], NULL);
      const GPtrArray *problems = lesson != NULL ? ls_lesson_check (lesson) : NULL;

      for (guint k = 0; problems != NULL && k < problems->len; k++)
        {
          const LsMarkupProblem *problem = problems->pdata[k];

          add_lesson_finding (findings, LS_FINDING_ERROR, problem->line, g_strdup (problem->text))
              ->subject
              = g_path_get_basename (versions->pdata[i]);
        }
      g_autofree char *name = g_path_get_basename (versions->pdata[i]);

      if (lesson != NULL)
        add_unverified (lesson, name, findings);
      else
        add_lesson_finding (findings, LS_FINDING_ERROR, 1, g_strdup (_ ("cannot be read")))->subject
            = g_steal_pointer (&name);
    }
}

GPtrArray *
ls_file_check_lesson (const char *path, gboolean numbers, GError **error)
{
  g_autoptr (LsLesson) lesson = ls_lesson_read (path, error);
  g_autoptr (GPtrArray) findings = NULL;
  const GPtrArray *problems;

  if (lesson == NULL)
    return NULL;
  findings = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_finding_free);
  problems = ls_lesson_check (lesson);
  for (guint i = 0; i < problems->len; i++)
    {
      const LsMarkupProblem *problem = problems->pdata[i];

      add_lesson_finding (findings, LS_FINDING_ERROR, problem->line, g_strdup (problem->text));
    }
  add_unverified (lesson, NULL, findings);
  check_versions (path, findings);
  if (numbers && problems->len == 0 && !try_lesson (lesson, findings, error))
    return NULL;
  return g_steal_pointer (&findings);
}
