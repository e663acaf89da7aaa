/* For implementers of readers: one const record per form of file, one file each; and what those that read
 * text share. */
#pragma once

#include "core/foreign/foreign.h"

typedef struct
{
  LsItem item; /* with endings, by which a file is known as a result */
  /* (nullable): endings that other files have too, for who is asked for a table; %NULL-terminated */
  const char *const *table_endings;
  /* Mandatory. As ls_foreign_read() or, where @is_table, ls_foreign_read_table(); what the file said beyond its
   * numbers goes to @info. */
  LsTrace *(*read) (const char *path, gboolean is_table, LsForeign *info, GError **error);
} LsForeignReader;

extern const LsForeignReader ls_foreign_reader_text;
extern const LsForeignReader ls_foreign_reader_mat;

/* A text parted into lines and fields. */
typedef struct
{
  const char *path;
  const char *at, *end; /* the text ends with a NUL */
  gulong line;          /* of @at, from 1 */
  char separator;       /* ' ': blanks and tabulators, however many */
  GString *field;       /* the last one read, without quotes and blanks around it */
  gboolean quoted;      /* it was in quotes */
} LsScanner;

/* The separator of the line at @at: the first of tabulator, semicolon, comma and blank there. */
char ls_scanner_guess (const LsScanner *self);
/* Whether the line at @at holds nothing but blanks; it is passed over then. */
gboolean ls_scanner_skip_empty (LsScanner *self);
/* Whether the line at @at is a remark, behind “#” or “%”; it is passed over then. */
gboolean ls_scanner_skip_comment (LsScanner *self);
void ls_scanner_skip_line (LsScanner *self);
/* Reads one field; @more: (out): whether the line has another one. At the end of a line the next
 * one is begun. */
gboolean ls_scanner_next (LsScanner *self, gboolean *more, GError **error);
/* Whether the field may have a decimal comma. */
gboolean ls_scanner_takes_comma (const LsScanner *self);
/* Number, with a decimal comma where @comma says so; empty and "nan" are NaN. */
gboolean ls_scanner_parse (const char *text, gboolean comma, double *value);

/* What stands in one field of every line. */
typedef struct
{
  char *name, *unit;
  guint n_values; /* of an array; 1 for a number, 0 when it is no number */
} LsForeignColumn;

/* Where a decimal sign was seen first. */
typedef struct
{
  char *text;
  gulong line;
} LsForeignSign;

/* A file being read. */
typedef struct
{
  LsScanner scanner;
  gboolean is_table; /* as ls_foreign_read_table() wants it */
  GArray *columns;   /* LsForeignColumn */
  guint time;
  double time_factor; /* s */
  gboolean steps;     /* the second column counts steps */
  LsForeignSign comma, point;
  GArray *row; /* double, time first */
  char *words; /* (nullable): what stands in the first column without numbers */
  LsTrace *trace;
} LsForeignText;

/* The text of a file as UTF-8 with a NUL behind it, whatever Unicode or, failing that, Windows-1252
 * it is in; (transfer full) (nullable). */
char *ls_foreign_load (const char *path, gsize *size, GError **error);
/* Reads what stands before the first line of numbers: names, units, remarks. Sets columns, time,
 * its factor, and @info. */
gboolean ls_foreign_read_head (LsForeignText *self, LsForeign *info, GError **error);
