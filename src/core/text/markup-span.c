/* Inline text: emphasis, code, links, formulas. */
#include "core/text/markup-impl.h"
#include <glib/gi18n-lib.h>
#include <string.h>

/* Maximum nesting; emphasis in a link in emphasis in a table needs less. */
#define MAX_DEPTH 8

typedef struct
{
  LsMarkup *markup;
  GPtrArray *spans;
  GString *plain; /* text since the last span */
  guint line, plain_line;
  guint style;
  const char *target; /* (nullable) */
  guint depth;
} Reader;

void
ls_markup_span_free (LsMarkupSpan *self)
{
  g_free (self->text);
  g_free (self->target);
  g_free (self);
}

static void
add (GPtrArray *spans, const char *text, gsize length, guint style, const char *target, guint line)
{
  LsMarkupSpan *span;

  if (length == 0)
    return;
  span = g_new0 (LsMarkupSpan, 1);
  span->text = g_strndup (text, length);
  g_strdelimit (span->text, "\n", ' ');
  span->style = style;
  span->target = g_strdup (target);
  span->line = line;
  g_ptr_array_add (spans, span);
}

static void
flush (Reader *self)
{
  add (self->spans, self->plain->str, self->plain->len, self->style, self->target,
       self->plain_line);
  g_string_truncate (self->plain, 0);
}

static void
count_lines (Reader *self, const char *from, const char *to)
{
  for (; from < to; from++)
    self->line += *from == '\n';
}

static void read_text (Reader *self, const char *text, const char *end);

/* Adds the spans of the text between two marks, in another style. */
static void
read_inner (Reader *self, const char *from, const char *to, guint style, const char *target)
{
  const guint outer = self->style;
  const char *outer_target = self->target;

  flush (self);
  self->style |= style;
  if (target != NULL)
    self->target = target;
  self->depth++;
  read_text (self, from, to);
  flush (self);
  self->depth--;
  self->style = outer;
  self->target = outer_target;
}

/* Returns: (nullable): the next @mark before @end that is not escaped by a backslash. */
static const char *
find_mark (const char *text, const char *end, const char *mark)
{
  const gsize length = strlen (mark);

  for (; text + length <= end; text++)
    if (*text == '\\' && text + 1 < end)
      text++;
    else if (strncmp (text, mark, length) == 0)
      return text;
  return NULL;
}

/* Finds the closing mark of emphasis, skipping nested emphasis: in a run of three or more stars the
 * last two are the "**"; a run of two does not close "*". */
static const char *
find_stars (const char *text, const char *end, gboolean strong)
{
  const char *found;

  while ((found = find_mark (text, end, strong ? "**" : "*")) != NULL)
    {
      const gsize n = strspn (found, "*");

      if (strong || n != 2)
        return strong && n > 2 && found + n <= end ? found + n - 2 : found;
      text = found + n;
    }
  return NULL;
}

/* Returns: the position after the emphasis. */
static const char *
read_emphasis (Reader *self, const char *text, const char *end)
{
  const gboolean strong = text + 1 < end && text[1] == '*';
  const char *mark = strong ? "**" : "*";
  const char *from = text + strlen (mark);
  const char *to = find_stars (from, end, strong);

  if (from >= end || g_ascii_isspace (*from) || to == from)
    {
      g_string_append_len (self->plain, text, from - text);
      return from;
    }
  if (to == NULL)
    {
      ls_markup_take_problem (self->markup, self->line,
                              g_strdup_printf (_ ("“%s” is not closed"), mark));
      g_string_append_len (self->plain, text, from - text);
      return from;
    }
  read_inner (self, from, to, strong ? LS_SPAN_STRONG : LS_SPAN_EMPHASIS, NULL);
  return to + strlen (mark);
}

static const char *
read_code (Reader *self, const char *text, const char *end)
{
  const char *to = text + 1 < end ? memchr (text + 1, '`', (gsize)(end - text - 1)) : NULL;

  if (to == NULL)
    {
      ls_markup_take_problem (self->markup, self->line, g_strdup (_ ("“`” is not closed")));
      g_string_append_c (self->plain, *text);
      return text + 1;
    }
  flush (self);
  add (self->spans, text + 1, (gsize)(to - text - 1), self->style | LS_SPAN_CODE, self->target,
       self->line);
  count_lines (self, text, to);
  self->plain_line = self->line;
  return to + 1;
}

/* A dollar sign without a closing one is literal. */
static const char *
read_formula (Reader *self, const char *text, const char *end)
{
  const char *to = find_mark (text + 1, end, "$");

  if (to == NULL || to == text + 1)
    {
      g_string_append_c (self->plain, *text);
      return text + 1;
    }
  flush (self);
  ls_markup_parse_formula (self->spans, text + 1, (gsize)(to - text - 1), self->line);
  count_lines (self, text, to);
  self->plain_line = self->line;
  return to + 1;
}

static const char *
find_bracket (const char *text, const char *end)
{
  int depth = 0;

  for (; text < end; text++)
    if (*text == '\\' && text + 1 < end)
      text++;
    else if (*text == '[')
      depth++;
    else if (*text == ']' && --depth == 0)
      return text;
  return NULL;
}

static const char *
read_link (Reader *self, const char *text, const char *end)
{
  const char *middle = find_bracket (text, end);
  const char *to = middle != NULL && middle + 1 < end && middle[1] == '('
                       ? memchr (middle, ')', (gsize)(end - middle))
                       : NULL;
  g_autofree char *target = NULL;

  /* Brackets without a target are literal. */
  if (to == NULL)
    {
      g_string_append_c (self->plain, *text);
      return text + 1;
    }
  target = g_strstrip (g_strndup (middle + 2, (gsize)(to - middle - 2)));
  if (*target == '\0' || middle == text + 1)
    ls_markup_take_problem (self->markup, self->line,
                            g_strdup (_ ("A link without text or target")));
  read_inner (self, text + 1, middle, 0, target);
  count_lines (self, middle, to);
  self->plain_line = self->line;
  return to + 1;
}

static void
read_text (Reader *self, const char *text, const char *end)
{
  while (text < end)
    {
      if (self->plain->len == 0)
        self->plain_line = self->line;
      if (*text == '\\' && text + 1 < end && g_ascii_ispunct (text[1]))
        {
          g_string_append_c (self->plain, text[1]);
          text += 2;
        }
      else if (*text == '*' && self->depth < MAX_DEPTH)
        text = read_emphasis (self, text, end);
      else if (*text == '`')
        text = read_code (self, text, end);
      else if (*text == '$')
        text = read_formula (self, text, end);
      else if (*text == '[' && self->depth < MAX_DEPTH)
        text = read_link (self, text, end);
      else
        {
          self->line += *text == '\n';
          g_string_append_c (self->plain, *text++);
        }
    }
}

GPtrArray *
ls_markup_parse_spans (LsMarkup *self, const char *text, guint line)
{
  g_autoptr (GPtrArray) spans
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_markup_span_free);
  g_autoptr (GString) plain = g_string_new (NULL);
  Reader reader
      = { .markup = self, .spans = spans, .plain = plain, .line = line, .plain_line = line };

  read_text (&reader, text, text + strlen (text));
  flush (&reader);
  return g_steal_pointer (&spans);
}

/* Letters are italic, as usual in formulas; x_1 and x^{n+1} become subscript and superscript. */
void
ls_markup_parse_formula (GPtrArray *spans, const char *text, gsize length, guint line)
{
  const char *end = text + length;
  const char *from = text;

  while (text < end)
    {
      const guint style = *text == '_' ? LS_SPAN_SUBSCRIPT : LS_SPAN_SUPERSCRIPT;
      const char *to;

      if ((*text != '_' && *text != '^') || text + 1 >= end)
        {
          text++;
          continue;
        }
      add (spans, from, (gsize)(text - from), LS_SPAN_FORMULA, NULL, line);
      text++;
      to = *text == '{' ? memchr (text, '}', (gsize)(end - text)) : NULL;
      if (to != NULL)
        {
          add (spans, text + 1, (gsize)(to - text - 1), LS_SPAN_FORMULA | style, NULL, line);
          text = to + 1;
        }
      else
        {
          to = MIN (g_utf8_next_char (text), end);
          add (spans, text, (gsize)(to - text), LS_SPAN_FORMULA | style, NULL, line);
          text = to;
        }
      from = text;
    }
  add (spans, from, (gsize)(text - from), LS_SPAN_FORMULA, NULL, line);
}

char *
ls_markup_get_text (const GPtrArray *spans)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; spans != NULL && i < spans->len; i++)
    g_string_append (text, ((const LsMarkupSpan *)g_ptr_array_index (spans, i))->text);
  return g_string_free (text, FALSE);
}

void
ls_markup_take_problem (LsMarkup *self, guint line, char *text)
{
  g_return_if_fail (self != NULL);

  LsMarkupProblem *problem = g_new0 (LsMarkupProblem, 1);
  guint at = self->problems->len;

  problem->line = line;
  problem->text = text;
  while (at > 0 && ((LsMarkupProblem *)g_ptr_array_index (self->problems, at - 1))->line > line)
    at--;
  g_ptr_array_insert (self->problems, (int)at, problem);
}
