/* A comparison for people: a table in plain text. */
#include "core/run/comparison-impl.h"

#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define ERROR_DIGITS 5
#define TIME_DIGITS 3
/* Columns after the errors: wall, CPU, macro steps, doStep. */
#define N_COSTS 4

typedef struct
{
  guint n_columns, n_rows; /* the head is row 0 */
  char **cells;            /* row-major, owned */
} Table;

static void
set_cell (Table *table, guint row, guint column, char *text)
{
  table->cells[row * table->n_columns + column] = text;
}

static void
set_number (Table *table, guint row, guint column, const char *mark, double value, int digits)
{
  char text[LS_NUMBER_SIZE];

  set_cell (table, row, column,
            isfinite (value)
                ? g_strconcat (mark, ls_number_format_short (value, digits, text), NULL)
                : g_strdup ("–"));
}

static void
fill_head (Table *table, LsComparison *self)
{
  guint column = 0;

  set_cell (table, 0, column++, g_strdup (_ ("Method")));
  set_cell (table, 0, column++, g_strdup (_ ("Step (s)")));
  for (guint i = 0; i < self->n_signals; i++)
    set_cell (table, 0, column++, g_strdup_printf (_ ("%s (%%)"), self->signals[i]));
  set_cell (table, 0, column++, g_strdup (_ ("Wall (s)")));
  set_cell (table, 0, column++, g_strdup (_ ("CPU (s)")));
  set_cell (table, 0, column++, g_strdup (_ ("Macro steps")));
  set_cell (table, 0, column, g_strdup (_ ("doStep")));
}

static void
fill_run (Table *table, LsComparison *self, guint index, gboolean *any_limited)
{
  LsRun *run = ls_comparison_get_run (self, index);
  const guint row = index + 1;
  guint column = 0;
  char text[LS_NUMBER_SIZE];
  LsRunResult result;

  ls_run_get_result (run, &result);
  set_cell (table, row, column++, ls_run_get_name (run));
  set_cell (table, row, column++, g_strdup (ls_number_format (ls_run_get_step_size (run), text)));
  for (guint i = 0; i < self->n_signals; i++)
    {
      const gboolean limited = ls_comparison_is_limited (self, index, i);
      *any_limited |= limited;
      set_number (table, row, column++, limited ? "≲ " : "",
                  ls_comparison_get_error (self, index, i), ERROR_DIGITS);
    }
  set_number (table, row, column++, "", result.wall_time, TIME_DIGITS);
  set_number (table, row, column++, "", result.cpu_time, TIME_DIGITS);
  set_cell (table, row, column++,
            g_strdup_printf ("%" G_GUINT64_FORMAT, result.counts.macro_steps));
  set_cell (table, row, column, g_strdup_printf ("%" G_GUINT64_FORMAT, result.counts.do_step));
  ls_run_result_clear (&result);
}

/* The first column is text and to the left, the others are numbers and to the right. */
static void
append_table (GString *out, const Table *table)
{
  for (guint row = 0; row < table->n_rows; row++)
    {
      for (guint column = 0; column < table->n_columns; column++)
        {
          const char *cell = table->cells[row * table->n_columns + column];
          glong width = 0, padding;
          for (guint i = 0; i < table->n_rows; i++)
            width = MAX (width, g_utf8_strlen (table->cells[i * table->n_columns + column], -1));
          padding = width - g_utf8_strlen (cell, -1);
          if (column == 0)
            g_string_append_printf (out, "%s%*s", cell, (int)padding, "");
          else
            g_string_append_printf (out, "  %*s%s", (int)padding, "", cell);
        }
      g_string_append_c (out, '\n');
    }
}

static void
append_reference (GString *out, LsComparison *self, gboolean any_limited)
{
  LsReference *reference = ls_comparison_get_reference (self);
  const char *problem = ls_comparison_get_reference_problem (self);
  char text[LS_NUMBER_SIZE];

  if (reference == NULL)
    {
      if (problem != NULL)
        g_string_append_printf (out, _ ("No errors: there is no reference, %s.\n"), problem);
      return;
    }
  g_string_append_printf (out, _ ("Reference: %s. Its own error:"),
                          ls_reference_get_description (reference));
  for (guint i = 0; i < self->n_signals; i++)
    g_string_append_printf (
        out, "%s %s %s %%", i > 0 ? "," : "", self->signals[i],
        ls_number_format_short (ls_reference_get_error (reference, i), 2, text));
  g_string_append (out, ".\n");
  if (any_limited)
    g_string_append (out, _ ("≲: less than three times the reference's own error, which limits "
                             "what can be said here.\n"));
}

static void
append_problems (GString *out, LsComparison *self)
{
  for (guint i = 0; i < self->runs->len; i++)
    {
      LsRun *run = ls_comparison_get_run (self, i);
      g_autofree char *label = ls_run_get_label (run);
      LsRunResult result;

      ls_run_get_result (run, &result);
      if (result.state == LS_RUN_FAILED)
        /* Translators: a run and why it failed. */
        g_string_append_printf (out, _ ("%s failed: %s\n"), label, result.message);
      else if (result.state == LS_RUN_CANCELLED)
        g_string_append_printf (out, "%s: %s\n", label, result.message);
      ls_run_result_clear (&result);
    }
}

char *
ls_comparison_to_table (LsComparison *self)
{
  Table table = { .n_columns = 2 + self->n_signals + N_COSTS, .n_rows = self->runs->len + 1 };
  GString *out = g_string_new (NULL);
  char start[LS_NUMBER_SIZE], stop[LS_NUMBER_SIZE];
  gboolean any_limited = FALSE;

  table.cells = g_new0 (char *, table.n_columns *table.n_rows + 1);
  fill_head (&table, self);
  for (guint i = 0; i < self->runs->len; i++)
    fill_run (&table, self, i, &any_limited);
  g_string_append_printf (out, _ ("%s, t = %s to %s s. Error: 100 · RMS / (max − min).\n\n"),
                          self->model_name != NULL ? self->model_name : "",
                          ls_number_format (self->start_time, start),
                          ls_number_format (self->stop_time, stop));
  append_table (out, &table);
  g_string_append_c (out, '\n');
  append_reference (out, self, any_limited);
  append_problems (out, self);
  g_strfreev (table.cells);
  return g_string_free (out, FALSE);
}
