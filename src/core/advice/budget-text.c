/* Error budgets in words. */
#include "core/advice/budget-text.h"

#include "core/base/number.h"
#include "core/run/comparison-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define DIGITS 4

static void
set_figure (LsTable *table, guint row, guint column, double value, double uncertainty)
{
  char number[LS_NUMBER_SIZE], margin[LS_NUMBER_SIZE];
  g_autofree char *figure = NULL;

  if (!isfinite (value) || !isfinite (uncertainty))
    {
      ls_table_set_number (table, row, column, "", value, DIGITS);
      return;
    }
  figure = g_strconcat (ls_number_format_short (value, DIGITS, number), " ± ",
                        ls_number_format_short (uncertainty, 1, margin), NULL);
  ls_table_set (table, row, column,
                ls_error_mark_limit (figure, value < LS_REFERENCE_LIMIT_FACTOR * uncertainty));
}

LsTable *
ls_error_budget_make_table (const LsErrorBudget *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  LsTable *table = ls_table_new (LS_BUDGET_N_COLUMNS, self->rows->len + 1, 1);

  ls_table_set (table, 0, 0, g_strdup (_ ("Output")));
  ls_table_set (table, 0, 1, g_strdup (_ ("Error (%)")));
  ls_table_set (table, 0, 2, g_strdup (_ ("Own solver (%)")));
  ls_table_set (table, 0, 3, g_strdup (_ ("Coupling (%)")));
  ls_table_set (table, 0, 4, g_strdup (_ ("Feeds")));
  for (guint i = 0; i < self->rows->len; i++)
    {
      const LsBudgetRow *row = &g_array_index (self->rows, LsBudgetRow, i);

      ls_table_set (table, i + 1, 0, g_strdup (row->signal));
      set_figure (table, i + 1, 1, row->total, row->uncertainty);
      set_figure (table, i + 1, 2, row->own, row->uncertainty);
      set_figure (table, i + 1, 3, row->coupling, NAN);
      ls_table_set (table, i + 1, 4, g_strdup (*row->feeds != '\0' ? row->feeds : "–"));
    }
  return table;
}

char *
ls_error_budget_describe (const LsErrorBudget *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_autofree char *conclusion = ls_error_budget_conclude (self);
  const LsModel *model = ls_comparison_get_model (self->comparison);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < self->n_components; i++)
    if (self->problems[i] != NULL)
      /* Translators: a component and why. */
      g_string_append_printf (out, _ ("%s could not run alone: %s\n"),
                              ls_model_get_component (model, i)->name, self->problems[i]);
  g_string_append_printf (
      out, _ ("Reference: %s."),
      ls_reference_get_description (ls_comparison_get_reference (self->comparison)));
  g_string_append_printf (out, "\n%s\n", conclusion);
  return g_string_free (out, FALSE);
}
