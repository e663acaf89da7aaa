/* Deeds of the reader that a lesson waits for. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "core/base/number.h"
#include "core/base/status.h"
#include "core/run/comparison-text.h"
#include "core/lesson/lesson-impl.h"

/* What is counted: of the model, or of the last comparison. */
typedef struct
{
  const char *id;
  gboolean is_limit; /* the number is the greatest allowed one */
  guint (*count) (const LsModel *model, LsComparison *comparison);
  const char *missing; /* untranslated, with the number found and the wanted one */
} Deed;

static guint
count_components (const LsModel *model, G_GNUC_UNUSED LsComparison *comparison)
{
  return ls_model_get_n_components (model);
}

static guint
count_connections (const LsModel *model, G_GNUC_UNUSED LsComparison *comparison)
{
  return ls_model_get_n_connections (model);
}

static guint
count_open_inputs (const LsModel *model, G_GNUC_UNUSED LsComparison *comparison)
{
  return ls_model_count_open_inputs (model);
}

static guint
count_step_sizes (const LsModel *model, G_GNUC_UNUSED LsComparison *comparison)
{
  const guint n = ls_model_get_experiment ((LsModel *)model)->step_sizes->len;

  return MAX (n, 1);
}

static guint
count_errors (G_GNUC_UNUSED const LsModel *model, LsComparison *comparison)
{
  LsErrorFigure figure;
  guint n = 0;

  for (guint i = 0; comparison != NULL && i < ls_comparison_get_n_runs (comparison); i++)
    n += ls_comparison_get_figure (comparison, i, &figure);
  return n;
}

static const Deed deeds[] = {
  { "components", FALSE, count_components,
    N_ ("The diagram has %u components; the lesson continues with %u.") },
  { "connections", FALSE, count_connections,
    N_ ("The diagram has %u connections; the lesson continues with %u.") },
  { "open-inputs", TRUE, count_open_inputs,
    N_ ("%u inputs are not connected yet; the lesson continues with %u.") },
  { "step-sizes", FALSE, count_step_sizes,
    N_ ("%u step sizes are entered; the lesson continues with %u.") },
  { "errors", FALSE, count_errors,
    N_ ("%u finished runs have an error; the lesson continues with %u. Press Run.") },
};

static const Deed *
find_deed (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (deeds); i++)
    if (g_str_equal (deeds[i].id, id))
      return &deeds[i];
  return NULL;
}

gboolean
ls_lesson_check_expect (G_GNUC_UNUSED LsLesson *lesson,
                        const LsLessonAction *action,
                        G_GNUC_UNUSED const LsModel *model,
                        GError **error)
{
  double number;

  if (find_deed (action->words[0]) == NULL)
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("“%s” cannot be expected: components, connections, open-inputs, step-sizes "
                       "and errors can"),
                    action->words[0]);
  if (!ls_number_parse (action->words[1], &number) || number < 0 || number > G_MAXINT
      || number != floor (number))
    return ls_fail (error, LS_ERROR_ARGUMENT, _ ("“%s” is not a whole number"), action->words[1]);
  return TRUE;
}

gboolean
ls_lesson_action_expect (const LsLessonAction *self,
                         const LsModel *model,
                         LsComparison *comparison,
                         GError **error)
{
  g_return_val_if_fail (self != NULL && self->verb == LS_LESSON_EXPECT && model != NULL, FALSE);

  const Deed *deed = find_deed (self->words[0]);
  double wanted = 0;
  guint found;

  if (!ls_lesson_check_expect (NULL, self, model, error))
    return FALSE;
  ls_number_parse (self->words[1], &wanted);
  found = deed->count (model, comparison);
  if (deed->is_limit ? found <= wanted : found >= wanted)
    return TRUE;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return ls_fail (error, LS_ERROR_ARGUMENT, _ (deed->missing), found, (guint)wanted);
#pragma GCC diagnostic pop
}
