/* Text with headings, lists, tables and links, from files in a subset of Markdown: lessons and
 * help. */
#pragma once

#include <glib.h>

/* Styles of a span; flags that can be combined. */
typedef enum
{
  LS_SPAN_STRONG = 1 << 0,
  LS_SPAN_EMPHASIS = 1 << 1,
  LS_SPAN_CODE = 1 << 2,
  LS_SPAN_FORMULA = 1 << 3,
  LS_SPAN_SUBSCRIPT = 1 << 4,
  LS_SPAN_SUPERSCRIPT = 1 << 5
} LsSpanStyle;

/**
 * LsMarkupSpan:
 * @style: flags of #LsSpanStyle
 * @target: (nullable): of a link, as written in the file
 * @line: in the file, from 1
 */
typedef struct
{
  guint style;
  char *text;
  char *target;
  guint line;
} LsMarkupSpan;

/* Of items of lists; deeper ones have this. */
#define LS_MARKUP_MAX_LEVEL 16u

typedef enum
{
  LS_MARKUP_PARAGRAPH,
  LS_MARKUP_HEADING, /* @level from 1 */
  LS_MARKUP_ITEM,    /* of a list, @level from 0; @text: "•" or its number, "2." */
  LS_MARKUP_QUOTE,
  LS_MARKUP_CODE,    /* @text: lines verbatim; @info: text after the opening fence */
  LS_MARKUP_TABLE,   /* @cells */
  LS_MARKUP_PICTURE, /* @text: alternative text; @info: file name */
  LS_MARKUP_FORMULA, /* @spans, a displayed formula */
  LS_MARKUP_RULE
} LsMarkupKind;

/**
 * LsMarkupBlock:
 * @line: its first line, from 1
 * @spans: (nullable): element-type LsMarkupSpan, the inline text, if any
 * @cells: (nullable): element-type GPtrArray of LsMarkupSpan, row by row, @n_columns each; the
 * first row is the head
 * @right: (nullable): @n_columns; whether the column is right-aligned
 */
typedef struct
{
  LsMarkupKind kind;
  guint line, level;
  char *text, *info;
  GPtrArray *spans;
  GPtrArray *cells;
  guint n_columns;
  gboolean *right;
} LsMarkupBlock;

/* "name: value" of the header; @line from 1 */
typedef struct
{
  guint line;
  char *name, *value;
} LsMarkupField;

/* A problem found in line @line. */
typedef struct
{
  guint line;
  char *text;
} LsMarkupProblem;

/**
 * LsMarkup:
 * @fields: element-type LsMarkupField, from the header between two lines "---" at the beginning
 * @blocks: element-type LsMarkupBlock
 * @problems: element-type LsMarkupProblem, in the order of lines; the text can still be displayed
 *
 * Supported: "#" headings, paragraphs, "-", "*" and "1." lists by indentation, "> " quotes, tables
 * with a line "| --- |", fenced code, "![text](file)" alone on a line, "$$" formulas, "---" rules;
 * in a line **strong**, *emphasis*, `code`, [text](target), $x_1$ and a backslash before a literal
 * character.
 */
typedef struct
{
  GPtrArray *fields, *blocks, *problems;
} LsMarkup;

LsMarkup *ls_markup_parse (const char *text);
/* %LS_ERROR_FILE if it cannot be read, %LS_ERROR_FORMAT if it is not UTF-8 text, %LS_ERROR_LIMIT
 * beyond 4 MiB. By the process for files of strangers where ls_reader_is_contained(). */
LsMarkup *ls_markup_read (const char *path, GError **error);
/* The same in this process: files that are installed with this program. */
LsMarkup *ls_markup_read_own (const char *path, GError **error);
void ls_markup_free (LsMarkup *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsMarkup, ls_markup_free)

/* (nullable) (transfer none): value of the field @name. */
const char *ls_markup_get_field (const LsMarkup *self, const char *name);
/* Adds a problem, sorted by line. @text: (transfer full) */
void ls_markup_take_problem (LsMarkup *self, guint line, char *text);
/* Returns: (transfer full): the text without styles. */
char *ls_markup_get_text (const GPtrArray *spans);
