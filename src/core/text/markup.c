/* Blocks of a text: the beginning of each line determines the kind of its block. */
#include "core/text/markup.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "core/text/markup-impl.h"
#include "core/base/status.h"

typedef struct
{
  LsMarkup *markup;
  char **lines;
  guint n, i; /* number of lines, index of the next one */
} Reader;

static void
block_free (LsMarkupBlock *self)
{
  g_free (self->text);
  g_free (self->info);
  g_clear_pointer (&self->spans, g_ptr_array_unref);
  g_clear_pointer (&self->cells, g_ptr_array_unref);
  g_free (self->right);
  g_free (self);
}

static void
field_free (LsMarkupField *self)
{
  g_free (self->name);
  g_free (self->value);
  g_free (self);
}

static void
problem_free (LsMarkupProblem *self)
{
  g_free (self->text);
  g_free (self);
}

LsMarkup *
ls_markup_new (void)
{
  LsMarkup *self = g_new0 (LsMarkup, 1);

  self->fields = g_ptr_array_new_with_free_func ((GDestroyNotify)field_free);
  self->blocks = g_ptr_array_new_with_free_func ((GDestroyNotify)block_free);
  self->problems = g_ptr_array_new_with_free_func ((GDestroyNotify)problem_free);
  return self;
}

LsMarkupBlock *
ls_markup_add_block (LsMarkup *self)
{
  LsMarkupBlock *block = g_new0 (LsMarkupBlock, 1);

  g_ptr_array_add (self->blocks, block);
  return block;
}

void
ls_markup_add_field (LsMarkup *self, guint line, const char *name, const char *value)
{
  LsMarkupField *field = g_new0 (LsMarkupField, 1);

  field->line = line;
  field->name = g_strdup (name);
  field->value = g_strdup (value);
  g_ptr_array_add (self->fields, field);
}

static LsMarkupBlock *
add_block (Reader *self, LsMarkupKind kind)
{
  LsMarkupBlock *block = ls_markup_add_block (self->markup);

  block->kind = kind;
  block->line = self->i + 1;
  return block;
}

static const char *
skip_space (const char *text)
{
  while (*text == ' ' || *text == '\t')
    text++;
  return text;
}

/* Length of the run of backticks at the beginning of the line if it is a fence (3 or more), else
 * 0. */
static gsize
get_fence (const char *line)
{
  const gsize length = strspn (skip_space (line), "`");

  return length >= 3 ? length : 0;
}

/* A fence is closed by one of at least as many backticks, so it may contain shorter ones. */
static gboolean
ends_fence (const char *line, gsize length)
{
  const gsize own = get_fence (line);

  return own >= length && *skip_space (skip_space (line) + own) == '\0';
}

static gboolean
is_rule (const char *line)
{
  const gsize length = strspn (line, "-");

  return length >= 3 && *skip_space (line + length) == '\0';
}

static guint
get_level (const char *line)
{
  const gsize level = strspn (line, "#");

  return level >= 1 && level <= 6 && line[level] == ' ' ? (guint)level : 0;
}

/* Returns: the position after the marker of a list item; %NULL if the line has none. */
static const char *
skip_mark (const char *line, guint *length)
{
  const char *text = skip_space (line);
  const gsize digits = strspn (text, "0123456789");

  *length = digits > 0 ? (guint)digits + 1 : 1;
  if (digits > 0 ? text[digits] != '.' : *text != '-' && *text != '*')
    return NULL;
  return text[*length] == ' ' ? skip_space (text + *length) : NULL;
}

/* Whether the line ends a paragraph without an empty line. */
static gboolean
begins_block (const char *line)
{
  guint length;
  const char *text = skip_space (line);

  return *text == '\0' || get_fence (line) > 0 || is_rule (line) || get_level (line) > 0
         || *text == '|' || *text == '>' || g_str_has_prefix (text, "![")
         || g_str_has_prefix (text, "$$") || skip_mark (line, &length) != NULL;
}

static const char *
peek (const Reader *self)
{
  return self->i < self->n ? self->lines[self->i] : NULL;
}

/* ---- One function per kind of block ------------------------------------------------------ */

static void
read_header (Reader *self)
{
  const guint begin = self->i;

  for (self->i++; self->i < self->n && !is_rule (self->lines[self->i]); self->i++)
    {
      const char *line = self->lines[self->i];
      const char *colon = strchr (line, ':');
      g_autofree char *name = NULL, *value = NULL;

      if (*skip_space (line) == '\0')
        continue;
      if (colon == NULL)
        {
          ls_markup_take_problem (self->markup, self->i + 1,
                                  g_strdup (_ ("A line of the header that is not “name: value”")));
          continue;
        }
      name = g_strstrip (g_strndup (line, (gsize)(colon - line)));
      value = g_strstrip (g_strdup (colon + 1));
      ls_markup_add_field (self->markup, self->i + 1, name, value);
    }
  if (self->i == self->n)
    ls_markup_take_problem (self->markup, begin + 1,
                            g_strdup (_ ("The header is not closed by a line “---”")));
  self->i++;
}

static void
read_code (Reader *self)
{
  LsMarkupBlock *block = add_block (self, LS_MARKUP_CODE);
  const char *first = peek (self);
  const gsize indent = (gsize)(skip_space (first) - first);
  const gsize fence = get_fence (first);
  g_autoptr (GString) text = g_string_new (NULL);

  block->info = g_strstrip (g_strdup (skip_space (first) + fence));
  for (self->i++; self->i < self->n && !ends_fence (self->lines[self->i], fence); self->i++)
    {
      const char *line = self->lines[self->i];

      if (text->len > 0 || self->i + 1 > block->line + 1)
        g_string_append_c (text, '\n');
      g_string_append (text, line + MIN (indent, strspn (line, " ")));
    }
  if (self->i == self->n)
    ls_markup_take_problem (self->markup, block->line, g_strdup (_ ("“```” is not closed")));
  self->i++;
  block->text = g_strdup (text->str);
}

static void
read_heading (Reader *self)
{
  LsMarkupBlock *block = add_block (self, LS_MARKUP_HEADING);
  g_autofree char *text = g_strdup (peek (self));

  block->level = get_level (text);
  block->spans
      = ls_markup_parse_spans (self->markup, g_strstrip (text + block->level), block->line);
  self->i++;
}

/* Appends the continuation lines. */
static char *
read_lines (Reader *self, const char *first)
{
  GString *text = g_string_new (first);

  for (self->i++; self->i < self->n && !begins_block (self->lines[self->i]); self->i++)
    {
      g_string_append_c (text, '\n');
      g_string_append (text, skip_space (self->lines[self->i]));
    }
  g_strchomp (text->str);
  return g_string_free (text, FALSE);
}

static void
read_paragraph (Reader *self)
{
  LsMarkupBlock *block = add_block (self, LS_MARKUP_PARAGRAPH);
  g_autofree char *text = read_lines (self, skip_space (peek (self)));

  block->spans = ls_markup_parse_spans (self->markup, text, block->line);
}

static void
read_item (Reader *self)
{
  LsMarkupBlock *block = add_block (self, LS_MARKUP_ITEM);
  const char *line = peek (self);
  const char *mark = skip_space (line);
  guint length;
  const char *content = skip_mark (line, &length);
  g_autofree char *text = read_lines (self, content);

  block->level = MIN ((guint)(mark - line) / 2, LS_MARKUP_MAX_LEVEL);
  block->text = length > 1 ? g_strndup (mark, length) : g_strdup ("•");
  block->spans = ls_markup_parse_spans (self->markup, text, block->line);
}

static void
read_quote (Reader *self)
{
  LsMarkupBlock *block = add_block (self, LS_MARKUP_QUOTE);
  g_autoptr (GString) text = g_string_new (NULL);

  for (; self->i < self->n && *skip_space (self->lines[self->i]) == '>'; self->i++)
    {
      if (text->len > 0)
        g_string_append_c (text, '\n');
      g_string_append (text, skip_space (skip_space (self->lines[self->i]) + 1));
    }
  block->spans = ls_markup_parse_spans (self->markup, text->str, block->line);
}

static void
read_picture (Reader *self)
{
  const char *line = skip_space (peek (self));
  const char *middle = strstr (line, "](");
  const char *end = middle != NULL ? strchr (middle, ')') : NULL;
  LsMarkupBlock *block;

  if (end == NULL || *skip_space (end + 1) != '\0' || middle == line + 2)
    {
      ls_markup_take_problem (self->markup, self->i + 1,
                              g_strdup (_ ("A picture is “![text in its place](file)” alone on its "
                                           "line")));
      self->i++;
      return;
    }
  block = add_block (self, LS_MARKUP_PICTURE);
  block->text = g_strndup (line + 2, (gsize)(middle - line - 2));
  block->info = g_strstrip (g_strndup (middle + 2, (gsize)(end - middle - 2)));
  self->i++;
}

/* "$$ … $$" on one line or several. */
static void
read_formula (Reader *self)
{
  LsMarkupBlock *block = add_block (self, LS_MARKUP_FORMULA);
  g_autoptr (GString) text = g_string_new (skip_space (peek (self)) + 2);
  const char *end;

  while ((end = strstr (text->str, "$$")) == NULL && self->i + 1 < self->n
         && *skip_space (self->lines[self->i + 1]) != '\0')
    {
      g_string_append_c (text, ' ');
      g_string_append (text, skip_space (self->lines[++self->i]));
    }
  self->i++;
  if (end == NULL)
    ls_markup_take_problem (self->markup, block->line, g_strdup (_ ("“$$” is not closed")));
  else
    g_string_truncate (text, (gsize)(end - text->str));
  g_strstrip (text->str);
  block->spans = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_markup_span_free);
  ls_markup_parse_formula (block->spans, text->str, strlen (text->str), block->line);
}

/* ---- Tables ----------------------------------------------------------------------------- */

/* Splits "| a | b |" into cells; a bar in code or after a backslash belongs to the cell. */
static GPtrArray *
split_row (const char *line)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);
  const char *from = skip_space (line) + 1;
  gboolean in_code = FALSE;

  for (const char *c = from; *c != '\0'; c++)
    if (*c == '\\' && c[1] != '\0')
      c++;
    else if (*c == '`')
      in_code = !in_code;
    else if (*c == '|' && !in_code)
      {
        g_ptr_array_add (cells, g_strstrip (g_strndup (from, (gsize)(c - from))));
        from = c + 1;
      }
  if (*skip_space (from) != '\0')
    g_ptr_array_add (cells, g_strstrip (g_strdup (from)));
  return cells;
}

static gboolean
is_separator (const GPtrArray *cells)
{
  for (guint i = 0; i < cells->len; i++)
    {
      const char *cell = g_ptr_array_index (cells, i);

      if (strspn (cell, "-:") != strlen (cell) || strchr (cell, '-') == NULL)
        return FALSE;
    }
  return cells->len > 0;
}

static void
add_row (Reader *self, LsMarkupBlock *block, const GPtrArray *cells)
{
  if (cells->len != block->n_columns)
    ls_markup_take_problem (self->markup, self->i + 1,
                            g_strdup_printf (_ ("A row of %u cells in a table of %u columns"),
                                             cells->len, block->n_columns));
  for (guint k = 0; k < block->n_columns; k++)
    g_ptr_array_add (block->cells,
                     ls_markup_parse_spans (self->markup,
                                            k < cells->len ? g_ptr_array_index (cells, k) : "",
                                            self->i + 1));
}

static void
read_table (Reader *self)
{
  LsMarkupBlock *block = add_block (self, LS_MARKUP_TABLE);
  gboolean has_separator = FALSE;

  block->cells = g_ptr_array_new_with_free_func ((GDestroyNotify)g_ptr_array_unref);
  for (guint row = 0; self->i < self->n && *skip_space (self->lines[self->i]) == '|';
       self->i++, row++)
    {
      g_autoptr (GPtrArray) cells = split_row (self->lines[self->i]);

      if (row == 0)
        {
          block->n_columns = MAX (cells->len, 1);
          block->right = g_new0 (gboolean, block->n_columns);
        }
      if (row == 1 && is_separator (cells))
        {
          has_separator = TRUE;
          for (guint k = 0; k < MIN (cells->len, block->n_columns); k++)
            block->right[k] = g_str_has_suffix (g_ptr_array_index (cells, k), ":");
        }
      else
        add_row (self, block, cells);
    }
  if (!has_separator)
    ls_markup_take_problem (self->markup, block->line,
                            g_strdup (_ ("The second line of a table has to be “| --- | --- |”")));
}

/* ---- Whole text -------------------------------------------------------------------------- */

static void
read_block (Reader *self)
{
  const char *line = peek (self);
  const char *text = skip_space (line);
  guint length;

  if (*text == '\0')
    self->i++;
  else if (get_fence (line) > 0)
    read_code (self);
  else if (get_level (line) > 0)
    read_heading (self);
  else if (is_rule (line))
    {
      add_block (self, LS_MARKUP_RULE);
      self->i++;
    }
  else if (*text == '|')
    read_table (self);
  else if (*text == '>')
    read_quote (self);
  else if (g_str_has_prefix (text, "!["))
    read_picture (self);
  else if (g_str_has_prefix (text, "$$"))
    read_formula (self);
  else if (skip_mark (line, &length) != NULL)
    read_item (self);
  else
    read_paragraph (self);
}

LsMarkup *
ls_markup_parse (const char *text)
{
  g_return_val_if_fail (text != NULL, NULL);

  LsMarkup *self = ls_markup_new ();
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  Reader reader = { .markup = self, .lines = lines, .n = g_strv_length (lines) };

  for (guint i = 0; i < reader.n; i++)
    g_strchomp (lines[i]);
  if (reader.n > 0 && is_rule (lines[0]))
    read_header (&reader);
  while (reader.i < reader.n)
    read_block (&reader);
  return self;
}

void
ls_markup_free (LsMarkup *self)
{
  g_ptr_array_unref (self->fields);
  g_ptr_array_unref (self->blocks);
  g_ptr_array_unref (self->problems);
  g_free (self);
}

const char *
ls_markup_get_field (const LsMarkup *self, const char *name)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < self->fields->len; i++)
    {
      const LsMarkupField *field = g_ptr_array_index (self->fields, i);

      if (g_str_equal (field->name, name))
        return field->value;
    }
  return NULL;
}
