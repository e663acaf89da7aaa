#include "core/text/table.h"

#include "core/base/number.h"

#include <math.h>
#include <string.h>

LsTable *
ls_table_new (guint n_columns, guint n_rows, guint n_left)
{
  LsTable *self = g_new0 (LsTable, 1);

  self->n_columns = n_columns;
  self->n_rows = n_rows;
  self->n_left = n_left;
  self->cells = g_new0 (char *, n_columns *n_rows + 1);
  return self;
}

void
ls_table_free (LsTable *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_columns * self->n_rows; i++)
    g_free (self->cells[i]);
  g_free (self->cells);
  g_free (self);
}

void
ls_table_set (LsTable *self, guint row, guint column, char *text)
{
  g_return_if_fail (self != NULL);

  char **cell = &self->cells[row * self->n_columns + column];

  g_free (*cell);
  *cell = text;
  /* Names of variables may contain line breaks, which would break the table. */
  for (char *c = text; c != NULL && *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      *c = ' ';
}

void
ls_table_set_number (
    LsTable *self, guint row, guint column, const char *mark, double value, int digits)
{
  char text[LS_NUMBER_SIZE];

  g_return_if_fail (self != NULL);
  ls_table_set (self, row, column,
                isfinite (value)
                    ? g_strconcat (mark, ls_number_format_short (value, digits, text), NULL)
                    : g_strdup ("–"));
}

static const char *
get_cell (const LsTable *self, guint row, guint column)
{
  const char *cell = self->cells[row * self->n_columns + column];

  return cell != NULL ? cell : "";
}

static glong
get_width (const LsTable *self, guint column)
{
  glong width = 0;

  for (guint i = 0; i < self->n_rows; i++)
    width = MAX (width, g_utf8_strlen (get_cell (self, i, column), -1));
  return width;
}

void
ls_table_append_text (const LsTable *self, GString *out)
{
  g_return_if_fail (self != NULL && out != NULL);

  for (guint row = 0; row < self->n_rows; row++)
    {
      const gsize start = out->len;

      for (guint column = 0; column < self->n_columns; column++)
        {
          const char *cell = get_cell (self, row, column);
          const int padding = (int)(get_width (self, column) - g_utf8_strlen (cell, -1));
          const char *gap = column > 0 ? "  " : "";

          if (column < self->n_left)
            g_string_append_printf (out, "%s%s%*s", gap, cell, padding, "");
          else
            g_string_append_printf (out, "%s%*s%s", gap, padding, "", cell);
        }
      while (out->len > start && out->str[out->len - 1] == ' ')
        g_string_truncate (out, out->len - 1);
      g_string_append_c (out, '\n');
    }
}

static void
append_escaped (GString *out, const char *text)
{
  for (; *text != '\0'; text++)
    {
      if (strchr ("|\\*_`<", *text) != NULL)
        g_string_append_c (out, '\\');
      g_string_append_c (out, *text == '\n' ? ' ' : *text);
    }
}

void
ls_table_append_markdown (const LsTable *self, GString *out)
{
  g_return_if_fail (self != NULL);

  for (guint row = 0; row < self->n_rows; row++)
    {
      g_string_append_c (out, '|');
      for (guint column = 0; column < self->n_columns; column++)
        {
          g_string_append_c (out, ' ');
          append_escaped (out, get_cell (self, row, column));
          g_string_append (out, " |");
        }
      g_string_append_c (out, '\n');
      for (guint column = 0; row == 0 && column < self->n_columns; column++)
        g_string_append (out, column < self->n_left ? "| --- " : "| ---: ");
      if (row == 0)
        g_string_append (out, "|\n");
    }
}

static void
append_latex (GString *out, const char *text)
{
  static const struct
  {
    const char *plain, *latex;
  } words[] = { { "\\", "\\textbackslash{}" },
                { "{", "\\{" },
                { "}", "\\}" },
                { "&", "\\&" },
                { "%", "\\%" },
                { "$", "\\$" },
                { "#", "\\#" },
                { "_", "\\_" },
                { "~", "\\textasciitilde{}" },
                { "^", "\\textasciicircum{}" },
                { "≲", "$\\lesssim$" },
                { "±", "$\\pm$" },
                { "–", "--" } };

  while (*text != '\0')
    {
      guint i = 0;

      while (i < G_N_ELEMENTS (words) && !g_str_has_prefix (text, words[i].plain))
        i++;
      if (i < G_N_ELEMENTS (words))
        {
          g_string_append (out, words[i].latex);
          text += strlen (words[i].plain);
        }
      else
        g_string_append_c (out, *text++);
    }
}

void
ls_table_append_latex (const LsTable *self, GString *out)
{
  g_return_if_fail (self != NULL);

  g_string_append (out, "\\begin{tabular}{");
  for (guint column = 0; column < self->n_columns; column++)
    g_string_append_c (out, column < self->n_left ? 'l' : 'r');
  g_string_append (out, "}\n\\toprule\n");
  for (guint row = 0; row < self->n_rows; row++)
    {
      for (guint column = 0; column < self->n_columns; column++)
        {
          g_string_append (out, column > 0 ? " & " : "");
          append_latex (out, get_cell (self, row, column));
        }
      g_string_append (out, row == 0 ? " \\\\\n\\midrule\n" : " \\\\\n");
    }
  g_string_append (out, "\\bottomrule\n\\end{tabular}\n");
}
