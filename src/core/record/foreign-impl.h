/* Shared by the files that read results of other programs. */
#pragma once

#include "core/record/foreign.h"

/* A text parted into lines and fields. */
typedef struct
{
  const char *path;
  const char *at, *end; /* the text ends with a NUL */
  gulong line;          /* of @at, from 1 */
  char separator;
  GString *field; /* the last one read, without quotes and blanks around it */
} LsScanner;

/* The separator of the line at @at: the first of tabulator, semicolon and comma that is there. */
char ls_scanner_guess (const LsScanner *self);
/* Whether the line at @at holds nothing but blanks; it is passed over then. */
gboolean ls_scanner_skip_empty (LsScanner *self);
/* Reads one field; @more: (out): whether the line has another one. At the end of a line the next
 * one is begun. */
gboolean ls_scanner_next (LsScanner *self, gboolean *more, GError **error);
/* Number, with a decimal comma where @comma says so; empty and "nan" are NaN. */
gboolean ls_scanner_parse (const char *text, gboolean comma, double *value);
