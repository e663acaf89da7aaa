/* Splits text into fields, for any separator. */
#include "core/foreign/foreign-impl.h"

#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Limit against malformed files: a longer field is neither a number nor a name. */
#define MAX_FIELD 65536u

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t';
}

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
  gboolean quoted = FALSE, blank = FALSE, words = FALSE;

  for (const char *c = self->at; c < self->end && *c != '\n'; c++)
    {
      quoted ^= *c == '"';
      words |= blank && !g_ascii_isspace (*c);
      blank = !quoted && *c == ' ' && c > self->at;
      for (guint i = 0; !quoted && i < G_N_ELEMENTS (separators); i++)
        found[i] |= *c == separators[i];
    }
  for (guint i = 0; i < G_N_ELEMENTS (separators); i++)
    if (found[i])
      return separators[i];
  return words ? ' ' : ',';
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

  while (c < self->end && (is_blank (*c) || *c == '\r'))
    c++;
  if (c < self->end && *c != '\n')
    return FALSE;
  self->at = c;
  end_line (self);
  return TRUE;
}

void
ls_scanner_skip_line (LsScanner *self)
{
  while (self->at < self->end && *self->at != '\n')
    self->at++;
  end_line (self);
}

gboolean
ls_scanner_skip_comment (LsScanner *self)
{
  const char *c = self->at;

  while (c < self->end && (is_blank (*c) || *c == '"'))
    c++;
  if (c >= self->end || (*c != '#' && *c != '%'))
    return FALSE;
  ls_scanner_skip_line (self);
  return TRUE;
}

/* The rest of a field up to its separator. */
static void
scan_plain (LsScanner *self)
{
  const char separator = self->separator, other = separator == ' ' ? '\t' : separator;
  const gsize room = MAX_FIELD - self->field->len;
  const char *last = (gsize)(self->end - self->at) > room ? self->at + room : self->end, *c;

  for (c = self->at; c < last && *c != separator && *c != other && *c != '\n'; c++)
    if (*c == '\r' && (c + 1 >= self->end || c[1] == '\n'))
      break;
  g_string_append_len (self->field, self->at, c - self->at);
  self->at = c;
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
  return ls_fail (error, LS_ERROR_FORMAT, _ ("%s:%lu: a quote is not closed"), self->path, first);
}

static void
skip_blanks (LsScanner *self)
{
  while (self->at < self->end && is_blank (*self->at)
         && (self->separator == ' ' || *self->at != self->separator))
    self->at++;
}

gboolean
ls_scanner_next (LsScanner *self, gboolean *more, GError **error)
{
  g_string_truncate (self->field, 0);
  skip_blanks (self);
  self->quoted = self->at < self->end && *self->at == '"';
  if (self->quoted && !scan_quoted (self, error))
    return FALSE;
  scan_plain (self);
  if (self->field->len >= MAX_FIELD)
    return ls_fail (error, LS_ERROR_LIMIT, _ ("%s:%lu: a field is longer than %u characters"),
                    self->path, self->line, MAX_FIELD);
  g_strstrip (self->field->str);
  if (self->separator == ' ')
    skip_blanks (self);
  *more = !at_line_end (self);
  if (*more && self->separator != ' ')
    self->at++;
  else if (!*more)
    end_line (self);
  return TRUE;
}

gboolean
ls_scanner_takes_comma (const LsScanner *self)
{
  return self->separator != ',' || self->quoted;
}

/* Output of C libraries for values that are not numbers: "nan(0x1)" and "nan(snan)", and on Windows
 * "-nan(ind)" or, older ones, "1.#QNAN", "-1.#IND00", "1.#INF". */
static gboolean
parse_undefined (const char *text, double *value)
{
  const gboolean negative = *text == '-';

  text += negative || *text == '+';
  if (g_ascii_strncasecmp (text, "nan(", 4) == 0 && strchr (text, ')') == strchr (text, '\0') - 1)
    {
      *value = NAN;
      return TRUE;
    }
  if (text[0] != '1' || (text[1] != '.' && text[1] != ',') || text[2] != '#')
    return FALSE;
  text += 3;
  if (g_ascii_strncasecmp (text, "INF", 3) == 0)
    *value = negative ? -INFINITY : INFINITY;
  else if (g_ascii_strncasecmp (text, "IND", 3) == 0 || g_ascii_strncasecmp (text, "QNAN", 4) == 0
           || g_ascii_strncasecmp (text, "SNAN", 4) == 0)
    *value = NAN;
  else
    return FALSE;
  /* Padded with zeros to the requested number of digits. */
  while (g_ascii_isalpha (*text))
    text++;
  return text[strspn (text, "0")] == '\0';
}

gboolean
ls_scanner_parse (const char *text, gboolean comma, double *value)
{
  static const struct
  {
    const char *word;
    double value;
  } words[] = { { "", NAN },
                { "nan", NAN },
                { "inf", INFINITY },
                { "-inf", -INFINITY },
                { "true", 1.0 },
                { "false", 0.0 },
                { "-nan", NAN },
                { "+inf", INFINITY },
                { "infinity", INFINITY },
                { "-infinity", -INFINITY } };

  if (!comma && ls_number_parse (text, value))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (text, words[i].word) == 0)
      {
        *value = words[i].value;
        return TRUE;
      }
  if (parse_undefined (text, value))
    return TRUE;
  if (comma && strpbrk (text, ",.") != NULL)
    {
      g_autofree char *plain = ls_number_ungroup (text);

      return plain != NULL && ls_number_parse (plain, value);
    }
  return ls_number_parse (text, value);
}
