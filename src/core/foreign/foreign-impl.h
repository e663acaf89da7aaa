/* For implementers of readers: one const record and file per format; and the common parts of text
 * readers. */
#pragma once

#include "core/foreign/foreign.h"

typedef struct
{
  LsItem item; /* includes file endings, by which a file is recognised as a result */
  /* (nullable): endings used by other kinds of files, too, accepted for tables only;
   * %NULL-terminated */
  const char *const *table_endings;
  /* Mandatory. As ls_foreign_read() or, where @is_table, ls_foreign_read_table(); @info receives
   * the properties of the file. */
  LsTrace *(*read) (const char *path, gboolean is_table, LsForeign *info, GError **error);
} LsForeignReader;

/* Scanner that splits text into lines and fields. */
typedef struct
{
  const char *path;
  const char *at, *end; /* the text ends with a NUL */
  gulong line;          /* line number of @at, from 1 */
  char separator;       /* ' ': any number of spaces and tabs */
  GString *field;       /* the last field read, without quotes and surrounding white space */
  gboolean quoted;      /* the last field was quoted */
} LsScanner;

/* The separator of the line at @at: the first of tab, semicolon, comma and space that occurs
 * there. */
char ls_scanner_guess (const LsScanner *self);
/* Skips the line at @at if it is blank. Returns: whether it was. */
gboolean ls_scanner_skip_empty (LsScanner *self);
/* Skips the line at @at if it is a comment (“#” or “%”). Returns: whether it was. */
gboolean ls_scanner_skip_comment (LsScanner *self);
void ls_scanner_skip_line (LsScanner *self);
/* Reads one field; @more: (out): whether the line has another one. After the last field of a line
 * the scanner is at the next line. */
gboolean ls_scanner_next (LsScanner *self, gboolean *more, GError **error);
/* Whether a number in the field may have a decimal comma. */
gboolean ls_scanner_takes_comma (const LsScanner *self);
/* Parses a number, with a decimal comma if @comma; an empty text and "nan" are NaN. */
gboolean ls_scanner_parse (const char *text, gboolean comma, double *value);

/* A column of the file. */
typedef struct
{
  char *name, *unit;
  guint n_values; /* array size; 1 for a number, 0 for a column without numbers */
} LsForeignColumn;

/* First occurrence of a decimal sign. */
typedef struct
{
  char *text;
  gulong line;
} LsForeignSign;

/* A file being read. */
typedef struct
{
  LsScanner scanner;
  gboolean is_table; /* as for ls_foreign_read_table() */
  GArray *columns;   /* LsForeignColumn */
  guint time;
  double time_factor; /* s */
  gboolean steps;     /* the second column is a step counter */
  LsForeignSign comma, point;
  GArray *row; /* double, time first */
  char *words; /* (nullable): content of the first column without numbers */
  LsTrace *trace;
} LsForeignText;

/* Text of a file as UTF-8, NUL-terminated, converted from Unicode or, if it is none, from
 * Windows-1252; (transfer full) (nullable). */
char *ls_foreign_load (const char *path, gsize *size, GError **error);
/* Reads the lines before the first line of numbers: names, units, comments. Sets columns, time, its
 * factor, and @info. */
gboolean ls_foreign_read_head (LsForeignText *self, LsForeign *info, GError **error);
