/* Fields of text in columns, whatever parts them. */
#include "core/record/foreign-impl.h"

#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* A longer one is no number and no name that anybody means. */
#define MAX_FIELD 65536u

static gboolean
at_line_end (const LsScanner *self)
{
  return self->at >= self->end || *self->at == '\n'
         || (*self->at == '\r' && (self->at + 1 >= self->end || self->at[1] == '\n'));
}

char
ls_scanner_guess (const LsScanner *self)
{
  static const char separators[] = { '\t', ';', ',' };
  gboolean found[G_N_ELEMENTS (separators)] = { FALSE };
  gboolean quoted = FALSE;

  for (const char *c = self->at; c < self->end && *c != '\n'; c++)
    {
      quoted ^= *c == '"';
      for (guint i = 0; !quoted && i < G_N_ELEMENTS (separators); i++)
        found[i] |= *c == separators[i];
    }
  for (guint i = 0; i < G_N_ELEMENTS (separators); i++)
    if (found[i])
      return separators[i];
  return ',';
}

static void
end_line (LsScanner *self)
{
  self->at += self->at < self->end && *self->at == '\r';
  self->line += self->at < self->end;
  self->at += self->at < self->end;
}

gboolean
ls_scanner_skip_empty (LsScanner *self)
{
  const char *c = self->at;

  while (c < self->end && (*c == ' ' || *c == '\t' || *c == '\r'))
    c++;
  if (c < self->end && *c != '\n')
    return FALSE;
  self->at = c;
  end_line (self);
  return TRUE;
}

static gboolean
scan_quoted (LsScanner *self, GError **error)
{
  const gulong first = self->line;

  for (self->at++; self->at < self->end && self->field->len < MAX_FIELD; self->at++)
    {
      if (*self->at == '"' && self->at + 1 < self->end && self->at[1] == '"')
        self->at++;
      else if (*self->at == '"')
        {
          self->at++;
          return TRUE;
        }
      self->line += *self->at == '\n';
      g_string_append_c (self->field, *self->at);
    }
  g_set_error (error, LS_ERROR, LS_ERROR_FORMAT, _ ("%s:%lu: a quote is not closed"), self->path,
               first);
  return FALSE;
}

static void
skip_blanks (LsScanner *self)
{
  while (self->at < self->end && (*self->at == ' ' || *self->at == '\t')
         && *self->at != self->separator)
    self->at++;
}

gboolean
ls_scanner_next (LsScanner *self, gboolean *more, GError **error)
{
  g_string_truncate (self->field, 0);
  skip_blanks (self);
  if (self->at < self->end && *self->at == '"' && !scan_quoted (self, error))
    return FALSE;
  while (!at_line_end (self) && *self->at != self->separator && self->field->len < MAX_FIELD)
    g_string_append_c (self->field, *self->at++);
  if (self->field->len >= MAX_FIELD)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_LIMIT,
                   _ ("%s:%lu: a field is longer than %u characters"), self->path, self->line,
                   MAX_FIELD);
      return FALSE;
    }
  g_strstrip (self->field->str);
  *more = !at_line_end (self);
  if (*more)
    self->at++;
  else
    end_line (self);
  return TRUE;
}

gboolean
ls_scanner_parse (const char *text, gboolean comma, double *value)
{
  static const struct
  {
    const char *word;
    double value;
  } words[] = { { "", NAN },     { "nan", NAN },   { "inf", INFINITY }, { "-inf", -INFINITY },
                { "true", 1.0 }, { "false", 0.0 }, { "-nan", NAN },     { "+inf", INFINITY } };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (text, words[i].word) == 0)
      {
        *value = words[i].value;
        return TRUE;
      }
  if (comma && strchr (text, ',') != NULL && strchr (text, '.') == NULL)
    {
      g_autofree char *point = g_strdelimit (g_strdup (text), ",", '.');

      return ls_number_parse (point, value);
    }
  return ls_number_parse (text, value);
}
