#include "present/report.h"

#include "core/base/language.h"
#include "core/report/report-format.h"
#include "core/run/comparison-text.h"
#include "draw/diagram.h"
#include "draw/export.h"
#include "draw/figure.h"
#include "draw/text.h"
#include "present/charts.h"
#include "present/figure-run.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* A4 portrait, points. */
#define WIDTH 595.0
#define HEIGHT 842.0
#define MARGIN 36.0
#define INNER (WIDTH - 2 * MARGIN)
#define DIAGRAM_HEIGHT 150.0
#define FOOT 34.0
#define MAX_ROWS 24u
/* Between plots. */
#define GAP 10.0
/* Text sizes relative to the theme's font. */
#define TITLE 1.7
#define BODY 0.85
#define SMALL 0.72

typedef struct
{
  LsComparison *comparison;
  const LsExperiment *look; /* layouts and set-ups of plots */
  LsTheme theme;
  cairo_t *cr;
  double y;
  LsProgressFunc progress; /* (nullable) */
  gpointer progress_data;
  guint n_figures, n_all;
  gboolean cancelled;
} Page;

static double
put (Page *self, double size, const LsColor *color, const char *text)
{
  g_autoptr (PangoLayout) layout = ls_text_new_plain (self->cr, &self->theme, size, text);
  double height;

  pango_layout_set_width (layout, (int)(INNER * PANGO_SCALE));
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  ls_text_get_size (layout, NULL, &height);
  ls_color_set_source (color, self->cr);
  ls_text_show (self->cr, layout, MARGIN, self->y, 0, 0);
  self->y += height + 3;
  return height;
}

static void
put_title (Page *self)
{
  const char *name = ls_comparison_get_model_name (self->comparison);
  LsRun *run = ls_comparison_get_run (self->comparison, 0);
  char start[LS_NUMBER_SIZE], stop[LS_NUMBER_SIZE];
  g_autofree char *range = g_strdup_printf (
      _ ("Comparison of %u runs, t = %s to %s s"), ls_comparison_get_n_runs (self->comparison),
      ls_number_localise (ls_number_format (ls_run_get_start_time (run), start)),
      ls_number_localise (ls_number_format (ls_run_get_stop_time (run), stop)));

  put (self, TITLE, &self->theme.foreground, name != NULL && *name != '\0' ? name : _ ("Model"));
  put (self, BODY, &self->theme.muted, range);
}

static void
put_diagram (Page *self)
{
  g_autoptr (LsDiagram) diagram = ls_diagram_new (ls_comparison_get_model (self->comparison));
  LsRect extents = ls_diagram_get_extents (diagram);
  double zoom = MIN (MIN (INNER / extents.width, DIAGRAM_HEIGHT / extents.height), 0.8);
  double height = zoom * extents.height;

  self->y += 4;
  cairo_save (self->cr);
  cairo_translate (self->cr, MARGIN + (INNER - zoom * extents.width) / 2, self->y);
  cairo_scale (self->cr, zoom, zoom);
  cairo_translate (self->cr, -extents.x, -extents.y);
  ls_diagram_draw (diagram, self->cr, zoom, &self->theme, NULL);
  cairo_restore (self->cr);
  self->y += height + 6;
}

/* Methods with options, step sizes, reference. */
static void
put_settings (Page *self)
{
  LsComparison *comparison = self->comparison;
  const guint n_steps = ls_comparison_get_n_step_sizes (comparison);
  LsReference *reference = ls_comparison_get_reference (comparison);
  g_autoptr (GString) methods = g_string_new (NULL);
  g_autoptr (GString) steps = g_string_new (NULL);
  g_autofree char *text = NULL, *reference_text = NULL;
  char number[LS_NUMBER_SIZE];

  for (guint m = 0; m < ls_comparison_get_n_methods (comparison); m++)
    {
      g_autofree char *name = ls_run_get_name (ls_comparison_get_run (comparison, m * n_steps));

      g_string_append_printf (methods, "%s%s", m > 0 ? "; " : "", name);
    }
  for (guint k = 0; k < n_steps; k++)
    g_string_append_printf (
        steps, "%s%s", k > 0 ? ", " : "",
        ls_number_localise (ls_number_format (
            ls_run_get_step_size (ls_comparison_get_run (comparison, k)), number)));
  text = g_strdup_printf (_ ("Methods: %s. Step sizes: %s s."), methods->str, steps->str);
  put (self, BODY, &self->theme.foreground, text);
  if (reference != NULL)
    reference_text = g_strdup_printf (
        _ ("Reference: %s. Error: 100 · RMS of the difference over the range of the reference."),
        ls_reference_get_description (reference));
  else
    reference_text = g_strdup_printf (_ ("No errors: there is no reference, %s."),
                                      ls_comparison_get_reference_problem (comparison) != NULL
                                          ? ls_comparison_get_reference_problem (comparison)
                                          : "");
  put (self, BODY, &self->theme.foreground, reference_text);
}

static double
cell_width (Page *self, const char *text, double size)
{
  g_autoptr (PangoLayout) layout = ls_text_new_plain (self->cr, &self->theme, size, text);
  double width;

  ls_text_get_size (layout, &width, NULL);
  return width;
}

/* Columns as wide as their cells; @size is reduced until the table fits. */
static double
measure_table (Page *self, const LsTable *table, double widths[])
{
  double size = SMALL;

  for (;; size *= 0.92)
    {
      double sum = 0;

      for (guint column = 0; column < table->n_columns; column++)
        {
          widths[column] = 0;
          for (guint row = 0; row < MIN (table->n_rows, MAX_ROWS + 1); row++)
            widths[column]
                = MAX (widths[column],
                       cell_width (self, table->cells[row * table->n_columns + column], size));
          sum += widths[column] + 8;
        }
      if (sum <= INNER || size < 0.3)
        return size;
    }
}

/* Cells have numbers as commands print them; powers of ten are raised as all text is. */
static void
localise (LsTable *table)
{
  for (guint i = table->n_columns; i < table->n_rows * table->n_columns; i++)
    if (i % table->n_columns >= table->n_left && table->cells[i] != NULL)
      ls_number_localise (table->cells[i]);
}

static void
put_table (Page *self, LsTable *table)
{
  g_autofree double *widths = g_new0 (double, table->n_columns);
  g_autoptr (PangoLayout) line_layout = NULL;
  guint n_rows = MIN (table->n_rows, MAX_ROWS + 1);
  double size, x, line;

  localise (table);
  size = measure_table (self, table, widths);
  line_layout = ls_text_new_plain (self->cr, &self->theme, size, "Xg");
  self->y += 3;
  ls_text_get_size (line_layout, NULL, &line);
  for (guint row = 0; row < n_rows; row++)
    {
      x = MARGIN;
      for (guint column = 0; column < table->n_columns; column++)
        {
          gboolean left = column < table->n_left;

          ls_text_draw (self->cr, &self->theme, size,
                        row == 0 ? &self->theme.muted : &self->theme.foreground,
                        table->cells[row * table->n_columns + column],
                        left ? x : x + widths[column], self->y, left ? 0 : 1, 0);
          x += widths[column] + 8;
        }
      self->y += line + 2;
      if (row > 0)
        continue;
      ls_color_set_source (&self->theme.grid, self->cr);
      cairo_set_line_width (self->cr, 0.7);
      cairo_move_to (self->cr, MARGIN, self->y - 1);
      cairo_line_to (self->cr, MARGIN + INNER, self->y - 1);
      cairo_stroke (self->cr);
    }
  if (n_rows < table->n_rows)
    {
      g_autofree char *rest = g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "and %u more", "and %u more", table->n_rows - n_rows),
          table->n_rows - n_rows);

      put (self, SMALL, &self->theme.muted, rest);
    }
}

/* Runs with their errors, what they estimate of them, and their power bonds. */
static void
put_tables (Page *self)
{
  g_autoptr (LsTable) runs = ls_report_make_table (self->comparison);
  g_autoptr (LsTable) estimates = ls_report_make_estimates (self->comparison);
  g_autoptr (LsTable) bonds = ls_report_make_bonds (self->comparison);
  const char *mark = ls_report_explain_mark (self->comparison);

  put_table (self, runs);
  if (mark != NULL)
    put (self, SMALL, &self->theme.muted, mark);
  if (estimates != NULL)
    {
      put (self, BODY, &self->theme.foreground, _ ("Errors estimated without the reference:"));
      put_table (self, estimates);
    }
  if (bonds == NULL)
    return;
  put (self, BODY, &self->theme.foreground, _ ("Residual energy of the power bonds:"));
  put_table (self, bonds);
}

static void
apply_setup (LsFigure *figure, const LsPlotSetup *setup)
{
  ls_figure_apply_setup (figure, setup);
  for (guint i = 0; i < ls_figure_get_n_runs (figure); i++)
    {
      g_autofree char *label = g_strdup (ls_figure_get_label (figure, i));

      ls_figure_set_label (figure, i, ls_plot_setup_get_label (setup, label));
    }
}

static LsFigure *
figure_new (const Page *page, const LsFigureKind *kind, guint place)
{
  LsComparison *comparison = page->comparison;
  LsFigure *figure = ls_figure_new (kind);
  LsReference *reference = ls_comparison_get_reference (comparison);
  const LsExperiment *experiment = page->look;
  const LsPlotSetup *setup = ls_experiment_find_plot (experiment, kind->item.id, place);

  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    {
      LsRun *run = ls_comparison_get_run (comparison, i);
      g_autofree char *label = ls_comparison_get_label (comparison, i);

      ls_figure_add_run_of_kind (figure, run, label);
    }
  ls_figure_add_estimates (figure, comparison);
  ls_figure_set_signals (figure, ls_comparison_get_signals (comparison));
  if (reference != NULL)
    {
      g_autofree char *label
          = ls_comparison_add_uncertainty (comparison, _ ("Reference"), ls_number_display);

      ls_figure_set_reference (figure, ls_reference_get_trace (reference), label);
    }
  if (kind->x_is_signal && experiment->orbits->len > 0)
    {
      const LsOrbitChoice *orbit = g_ptr_array_index (experiment->orbits, 0);

      ls_figure_set_orbit (figure, orbit->x, orbit->y);
    }
  if (setup != NULL)
    apply_setup (figure, setup);
  return figure;
}

/* Asks for cancellation before each plot, the longest part of the work. */
static gboolean
begin_figure (Page *self)
{
  if (self->progress != NULL && !self->cancelled)
    self->cancelled
        = !self->progress ((double)self->n_figures++ / self->n_all, self->progress_data);
  return !self->cancelled;
}

/* Where on the page; @place: of the layout */
typedef struct
{
  double x, y, width, height;
  guint place;
} Spot;

static void
put_figure (Page *self, const LsFigureKind *kind, Spot spot)
{
  g_autoptr (LsFigure) figure = NULL;

  if (!begin_figure (self))
    return;
  figure = figure_new (self, kind, spot.place);
  cairo_save (self->cr);
  cairo_translate (self->cr, spot.x, spot.y);
  cairo_scale (self->cr, 0.62, 0.62);
  ls_figure_update (figure);
  ls_figure_draw (figure, self->cr, spot.width / 0.62, spot.height / 0.62, &self->theme);
  cairo_restore (self->cr);
}

static void
put_chart (Page *self, const LsChartKind *kind, Spot spot)
{
  g_autoptr (GPtrArray) charts
      = begin_figure (self) ? ls_charts_new_for (self->comparison, kind) : g_ptr_array_new ();
  LsChartPicture picture = { charts, &self->theme };
  const LsPlotSetup *setup = ls_experiment_find_plot (self->look, kind->item.id, spot.place);

  if (setup != NULL && charts->len > 0)
    {
      ls_chart_set_title (charts->pdata[0], setup->title);
      ls_chart_apply_setup (charts->pdata[0], setup);
    }

  cairo_save (self->cr);
  cairo_translate (self->cr, spot.x, spot.y);
  cairo_scale (self->cr, 0.62, 0.62);
  cairo_rectangle (self->cr, 0, 0, spot.width / 0.62, spot.height / 0.62);
  cairo_clip (self->cr);
  ls_charts_draw (self->cr, spot.width / 0.62, spot.height / 0.62, &picture);
  cairo_restore (self->cr);
}

/* A layout as it is on screen: rows and columns share the spot. */
static void
put_node (Page *self, const LsLayoutNode *node, Spot spot)
{
  const LsFigureKind *kind = node->view != NULL ? ls_figure_kind_find (node->view) : NULL;
  const LsChartKind *chart
      = node->view != NULL ? (const LsChartKind *)ls_items_find (ls_chart_kinds, node->view) : NULL;
  const double room
      = (node->across ? spot.width : spot.height) - GAP * ((double)node->children->len - 1);
  double shares = 0;

  spot.place = node->place;
  if (kind != NULL)
    put_figure (self, kind, spot);
  else if (chart != NULL)
    put_chart (self, chart, spot);
  for (guint i = 0; i < node->children->len; i++)
    shares += ((const LsLayoutNode *)node->children->pdata[i])->share;
  for (guint i = 0; i < node->children->len; i++)
    {
      const LsLayoutNode *child = node->children->pdata[i];
      const double size = room * child->share / shares;

      if (node->across)
        spot.width = size;
      else
        spot.height = size;
      put_node (self, child, spot);
      if (node->across)
        spot.x += size + GAP;
      else
        spot.y += size + GAP;
    }
}

/* Two columns of plots in the remaining space: what the runs have. */
static void
put_chosen (Page *self, Spot all)
{
  LsComparison *comparison = self->comparison;
  Spot left = { all.x, all.y, (all.width - GAP) / 2, (all.height - GAP) / 2, 0 };
  Spot right = { left.x + left.width + GAP, left.y, left.width, left.height, 0 };
  gboolean errors = ls_comparison_get_reference (comparison) != NULL;
  const gboolean any = errors || ls_comparison_has_estimates (comparison);
  gboolean orbit = g_strv_length ((char **)ls_comparison_get_signals (comparison)) > 1;

  put_figure (self, LS_FIGURE_TRAJECTORY, left);
  put_figure (self, orbit ? LS_FIGURE_ORBIT : LS_FIGURE_STEPS, right);
  left.y += left.height + GAP;
  right.y = left.y;
  put_figure (self, any ? LS_FIGURE_ERROR : LS_FIGURE_DIFFERENCE, left);
  if (errors && ls_comparison_get_n_step_sizes (comparison) > 1)
    put_chart (self, LS_CHART_KIND_CONVERGENCE, right);
  else if (errors)
    put_chart (self, LS_CHART_KIND_WORK_PRECISION, right);
  else if (orbit)
    put_figure (self, LS_FIGURE_STEPS, right);
}

static void
put_figures (Page *self)
{
  const Spot all = { MARGIN, self->y, INNER, HEIGHT - MARGIN - FOOT - self->y, 0 };
  g_autoptr (LsLayout) layout = ls_experiment_copy_layout (self->look);
  g_autoptr (GPtrArray) plots = ls_layout_list_plots (layout);

  self->n_all = self->look->layouts->len > 0 ? plots->len : 4;
  if (self->look->layouts->len > 0)
    put_node (self, layout->root, all);
  else
    put_chosen (self, all);
}

/* Every FMU with its generation tool. */
static void
put_versions (Page *self)
{
  const LsModel *model = ls_comparison_get_model (self->comparison);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *date = g_date_time_format_iso8601 (now);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (PangoLayout) layout = NULL;

  g_string_append_printf (text, _ ("Lockstep %s, %s."), LS_VERSION, date);
  for (guint i = 0; i < ls_model_get_n_components ((LsModel *)model); i++)
    {
      const LsComponent *component = ls_model_get_component ((LsModel *)model, i);
      const LsDescription *description
          = component->fmu != NULL ? ls_fmu_get_description (component->fmu) : NULL;

      if (description != NULL)
        g_string_append_printf (
            text, " %s: %s, FMI %s%s%s;", component->name, description->model_name,
            description->fmi_version, description->generation_tool != NULL ? ", " : "",
            description->generation_tool != NULL ? description->generation_tool : "");
    }
  layout = ls_text_new_plain (self->cr, &self->theme, SMALL * 0.9, text->str);
  pango_layout_set_width (layout, (int)(INNER * PANGO_SCALE));
  pango_layout_set_height (layout, (int)(FOOT * PANGO_SCALE));
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  ls_color_set_source (&self->theme.muted, self->cr);
  ls_text_show (self->cr, layout, MARGIN, HEIGHT - MARGIN - FOOT + 8, 0, 0);
}

static void
draw_page (cairo_t *cr, G_GNUC_UNUSED double width, G_GNUC_UNUSED double height, gpointer user_data)
{
  Page *page = user_data;

  page->cr = cr;
  page->y = MARGIN;
  ls_color_set_source (&page->theme.background, cr);
  cairo_paint (cr);
  put_title (page);
  put_diagram (page);
  put_settings (page);
  put_tables (page);
  put_figures (page);
  put_versions (page);
}

gboolean
ls_report_write (LsComparison *comparison, const char *path, GError **error)
{
  return ls_report_write_with_progress (
      comparison, ls_model_get_experiment ((LsModel *)ls_comparison_get_model (comparison)), path,
      NULL, NULL, error);
}

gboolean
ls_report_write_with_progress (LsComparison *comparison,
                               const LsExperiment *look,
                               const char *path,
                               LsProgressFunc progress,
                               gpointer user_data,
                               GError **error)
{
  g_return_val_if_fail (comparison != NULL && look != NULL, FALSE);

  Page page = { .comparison = comparison,
                .look = look,
                .theme = *ls_theme_get_light (),
                .progress = progress,
                .progress_data = user_data };

  if (ls_comparison_get_n_runs (comparison) == 0)
    {
      g_set_error_literal (error, LS_ERROR, LS_ERROR_ARGUMENT, _ ("There is no run to report"));
      return FALSE;
    }
  return ls_export_with_progress (path, WIDTH, HEIGHT, 2, draw_page, &page, progress, user_data,
                                  error);
}
