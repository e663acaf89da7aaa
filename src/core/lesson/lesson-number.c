/* Numbers in the text of a lesson that no run can verify. */
#include <glib/gi18n-lib.h>
#include <string.h>
#include "core/base/number.h"
#include "core/lesson/lesson-impl.h"

/* @known: element-type double: of actions, marked numbers and the header */
typedef struct
{
  GArray *known;
  GPtrArray *problems;
} Search;

/* The number in @text[0 to length], in the C locale or with a decimal comma. */
static gboolean
parse (const char *text, gsize length, double *value)
{
  g_autofree char *number = g_strndup (text, length);

  g_strdelimit (number, ",", '.');
  return ls_number_parse (number, value);
}

static void
add_known (Search *self, const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, " @:=", -1);
  double value;

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0' && parse (words[i], strlen (words[i]), &value))
      g_array_append_val (self->known, value);
}

static void
add_event (Search *self, const LsLessonEvent *event)
{
  if (event->value != NULL)
    add_known (self, event->value->quoted);
  for (guint i = 0; event->button != NULL && i < event->button->actions->len; i++)
    {
      const LsLessonAction *action = g_ptr_array_index (event->button->actions, i);

      for (guint k = 0; action->words[k] != NULL; k++)
        add_known (self, action->words[k]);
    }
}

static gboolean
is_known (const Search *self, double value)
{
  for (guint i = 0; i < self->known->len; i++)
    if (g_array_index (self->known, double, i) == value)
      return TRUE;
  return FALSE;
}

/* Whether a percent sign follows, after a space or none, if not in the next span. */
static gboolean
is_percentage (const char *after)
{
  while (g_unichar_isspace (g_utf8_get_char (after)))
    after = g_utf8_next_char (after);
  return *after == '%';
}

static gpointer
make_regex (G_GNUC_UNUSED gpointer data)
{
  return g_regex_new ("(?<![\\w.,])\\d+([.,]\\d+)?(e[-+]?\\d+)?(?![\\w])", G_REGEX_OPTIMIZE, 0,
                      NULL);
}

/* Whole numbers count things, or are times and sizes of the model; others, percentages and tables
 * are results. */
static void
search_span (Search *self, const LsMarkupSpan *span, gboolean in_table)
{
  static GOnce once = G_ONCE_INIT;
  const GRegex *regex = g_once (&once, make_regex, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  if ((span->style & (LS_SPAN_CODE | LS_SPAN_FORMULA)) != 0 || span->target != NULL)
    return;
  g_regex_match (regex, span->text, 0, &match);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      int start, end;
      double value;
      g_autofree char *number = g_match_info_fetch (match, 0);

      g_match_info_fetch_pos (match, 0, &start, &end);
      if ((in_table || strpbrk (number, ".,e") != NULL || is_percentage (span->text + end))
          && parse (number, strlen (number), &value) && !is_known (self, value))
        {
          LsMarkupProblem *problem = g_new0 (LsMarkupProblem, 1);

          problem->line = span->line;
          problem->text = g_strdup_printf (_ ("“%s” is not verified by a run: write [%s](value:…), "
                                              "or name it in “given:” of the "
                                              "header"),
                                           number, number);
          g_ptr_array_add (self->problems, problem);
        }
    }
}

static void
search_spans (Search *self, const GPtrArray *spans, gboolean in_table)
{
  for (guint i = 0; spans != NULL && i < spans->len; i++)
    search_span (self, g_ptr_array_index (spans, i), in_table);
}

static void
problem_free (LsMarkupProblem *self)
{
  g_free (self->text);
  g_free (self);
}

GPtrArray *
ls_lesson_list_unverified (const LsLesson *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_autoptr (GArray) known = g_array_new (FALSE, FALSE, sizeof (double));
  GPtrArray *problems = g_ptr_array_new_with_free_func ((GDestroyNotify)problem_free);
  Search search = { known, problems };
  const char *given = ls_markup_get_field (self->markup, "given");

  if (given != NULL)
    add_known (&search, given);
  for (guint i = 0; i < self->events->len; i++)
    add_event (&search, g_ptr_array_index (self->events, i));
  for (guint i = 0; i < self->markup->blocks->len; i++)
    {
      const LsMarkupBlock *block = g_ptr_array_index (self->markup->blocks, i);

      search_spans (&search, block->spans, FALSE);
      for (guint k = 0; block->cells != NULL && k < block->cells->len; k++)
        search_spans (&search, g_ptr_array_index (block->cells, k), TRUE);
    }
  return problems;
}
