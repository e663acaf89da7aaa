#include "cli/reproduce/show.h"

#include "draw/export.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

#define WIDTH 960.0
#define HEIGHT 600.0

void
ls_show_table (const LsTable *table)
{
  g_autoptr (GString) text = g_string_new (NULL);

  ls_table_append_text (table, text);
  fputs (text->str, stdout);
}

void
ls_show_set_heads (LsTable *table, const char *const heads[])
{
  for (guint i = 0; i < table->n_columns; i++)
    ls_table_set (table, 0, i, g_strdup (_ (heads[i])));
}

void
ls_show_title (const LsPublished *published)
{
  printf ("%s\n\n", _ (published->title));
}

void
ls_show_remarks (const LsPublished *published)
{
  if (published->orders != NULL)
    printf (_ ("The paper: %s.\n"), _ (published->orders));
  if (published->remark != NULL)
    printf ("%s\n", _ (published->remark));
}

static void
draw_figure (cairo_t *cr, double width, double height, gpointer figure)
{
  ls_figure_draw (figure, cr, width, height, ls_theme_get_light ());
}

static void
draw_chart (cairo_t *cr, double width, double height, gpointer chart)
{
  ls_chart_draw (chart, cr, width, height, ls_theme_get_light ());
}

gboolean
ls_show_export_figure (const LsReproduction *self, LsFigure *figure, GError **error)
{
  if (self->output == NULL)
    return TRUE;
  ls_figure_set_title (figure, _ (self->published->title));
  ls_figure_update (figure);
  return ls_export (self->output, WIDTH, HEIGHT, 1, draw_figure, figure, error);
}

gboolean
ls_show_export_chart (const LsReproduction *self, LsChart *chart, GError **error)
{
  if (self->output == NULL)
    return TRUE;
  ls_chart_set_title (chart, _ (self->published->title));
  return ls_export (self->output, WIDTH, HEIGHT, 1, draw_chart, chart, error);
}

LsTrace *
ls_show_cut (LsTrace *trace, double from, double to)
{
  const guint n = ls_trace_get_n_columns (trace);
  g_autofree const char **names = g_new0 (const char *, n);
  g_autofree const char **units = g_new0 (const char *, n);
  g_autofree double *row = g_new (double, n);
  LsTrace *part;

  if (!(to > from))
    return ls_trace_ref (trace);
  for (guint i = 1; i < n; i++)
    {
      names[i - 1] = ls_trace_get_name (trace, i);
      units[i - 1] = ls_trace_get_unit (trace, i);
    }
  part = ls_trace_new (n - 1, names, units);
  for (gsize r = 0; r < ls_trace_get_n_rows (trace); r++)
    {
      for (guint i = 0; i < n; i++)
        row[i] = ls_trace_get (trace, i, r);
      if (row[0] >= from && row[0] <= to && !ls_trace_append (part, row))
        break;
    }
  return part;
}
