#include "present/solver-chart.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Points of one line. */
typedef struct
{
  char *name;
  GArray *x, *y; /* double */
} Line;

static void
line_free (gpointer data)
{
  Line *self = data;

  g_free (self->name);
  g_array_unref (self->x);
  g_array_unref (self->y);
  g_free (self);
}

/* Solver with its options except the one that varies: "dopri5:locator=cvode". */
static char *
make_name (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ":", -1);
  g_autoptr (GString) name = g_string_new (parts[0]);

  for (guint i = 1; parts[0] != NULL && parts[i] != NULL; i++)
    if (!g_str_has_prefix (parts[i], "step=") && !g_str_has_prefix (parts[i], "tolerance=")
        && !g_str_has_prefix (parts[i], "quantum="))
      g_string_append_printf (name, ":%s", parts[i]);
  return g_string_free (g_steal_pointer (&name), FALSE);
}

static Line *
find_line (GPtrArray *lines, const char *text)
{
  g_autofree char *name = make_name (text);
  Line *line;

  for (guint i = 0; i < lines->len; i++)
    if (strcmp (((Line *)lines->pdata[i])->name, name) == 0)
      return lines->pdata[i];
  line = g_new (Line, 1);
  line->name = g_steal_pointer (&name);
  line->x = g_array_new (FALSE, FALSE, sizeof (double));
  line->y = g_array_new (FALSE, FALSE, sizeof (double));
  g_ptr_array_add (lines, line);
  return line;
}

static GPtrArray *
list_lines (const LsSolverTable *table)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (line_free);

  for (guint i = 0; i < table->entries->len; i++)
    {
      const LsSolverEntry *entry = &g_array_index (table->entries, LsSolverEntry, i);
      const double error = ls_solver_table_get_error (table, i);
      Line *line;

      if (!entry->done || entry->run.message != NULL)
        continue;
      line = find_line (lines, entry->text);
      g_array_append_val (line->x, entry->run.cpu_time);
      g_array_append_val (line->y, error);
    }
  return lines;
}

GPtrArray *
ls_solver_chart_new (const LsSolverTable *table)
{
  g_return_val_if_fail (table != NULL, NULL);

  g_autoptr (GPtrArray) lines = list_lines (table);
  GPtrArray *charts = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_chart_free);
  LsChart *chart = ls_chart_new ();

  ls_chart_set_x_axis (chart, _ ("CPU time [s]"), TRUE);
  ls_chart_set_y_axis (chart, _ ("error of the worst signal [%]"), TRUE);
  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = lines->pdata[i];
      /* Solvers have no fixed colours; use those of the palette. */
      g_autofree char *color = g_strdup_printf (LS_PALETTE_PREFIX "%u", i % LS_N_PALETTE);

      ls_chart_add_series (chart, color, line->name, LS_CHART_POINTS,
                           (const double *)(void *)line->x->data,
                           (const double *)(void *)line->y->data, line->x->len);
    }
  g_ptr_array_add (charts, chart);
  return charts;
}
