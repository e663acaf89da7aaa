/* The options of lockstep plot. */
#include "cli/plot-options.h"

#include "core/base/number.h"
#include "core/base/suggest.h"
#include "core/record/trace-writer.h"
#include "draw/export.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Kinds of plots of a model that are neither figures nor charts of runs. */
static const LsItem diagram = { "diagram", N_ ("Diagram"), N_ ("The model as it is drawn"), NULL };
static const LsItem macro_step
    = { "macro-step", N_ ("Macro Step"), N_ ("What a method does within one macro step"), NULL };
static LsItemList other_kinds = { &diagram, &macro_step, NULL };

gboolean
ls_plot_options_are_orbit (const LsPlotOptions *options)
{
  return options->figure_kind != NULL && options->figure_kind->x_is_signal;
}

/* Whether data is exported instead of a plot. */
gboolean
ls_plot_options_want_numbers (const LsPlotOptions *options)
{
  return ls_items_find_ending (ls_trace_writers, options->common.output_file) != NULL;
}

/* All values of --kind. (transfer container) (element-type LsItem), %NULL-terminated */
GPtrArray *
ls_plot_list_kinds (void)
{
  const LsItem *const *const lists[] = { ls_figure_kinds, ls_chart_kinds, other_kinds };
  GPtrArray *kinds = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint k = 0; lists[i][k] != NULL; k++)
      if (i == 0 || ls_items_find (ls_figure_kinds, lists[i][k]->id) == NULL)
        g_ptr_array_add (kinds, (gpointer)lists[i][k]);
  g_ptr_array_add (kinds, NULL);
  return kinds;
}

static gboolean
refuse_kind (const char *kind, GError **error)
{
  g_autoptr (GPtrArray) kinds = ls_plot_list_kinds ();
  g_autofree const char **ids = ls_items_list_ids ((const LsItem *const *)kinds->pdata);
  g_autofree char *list = g_strjoinv (", ", (char **)ids);

  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
               _ ("--kind: “%s” is invalid; expected one of %s"), kind, list);
  ls_suggest_add (error, kind, ids);
  return FALSE;
}

static gboolean
read_kind (LsPlotOptions *options, GError **error)
{
  const char *kind = options->kind != NULL    ? options->kind
                     : options->orbit != NULL ? ls_figure_orbit.item.id
                                              : ls_figure_trajectory.item.id;

  options->diagram = strcmp (kind, diagram.id) == 0;
  options->macro_step = strcmp (kind, macro_step.id) == 0;
  options->chart_kind = (const LsChartKind *)ls_items_find (ls_chart_kinds, kind);
  if (options->chart_kind == NULL)
    options->figure_kind = ls_figure_kind_find (kind);
  return options->diagram || options->macro_step || options->chart_kind != NULL
         || options->figure_kind != NULL || refuse_kind (kind, error);
}

static gboolean
read_orbit (LsPlotOptions *options, GError **error)
{
  if (options->orbit == NULL)
    return TRUE;
  options->orbit_signals = g_strsplit (options->orbit, ",", -1);
  if (g_strv_length (options->orbit_signals) == 2 && options->orbit_signals[0][0] != '\0'
      && options->orbit_signals[1][0] != '\0')
    return TRUE;
  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
               _ ("--orbit: “%s” is not two signals separated by a comma"), options->orbit);
  return FALSE;
}

static gboolean
read_size (LsPlotOptions *options, GError **error)
{
  g_auto (GStrv) parts = NULL;

  if (options->size == NULL)
    return TRUE;
  parts = g_strsplit (options->size, "x", -1);
  if (g_strv_length (parts) == 2 && ls_number_parse (parts[0], &options->width)
      && ls_number_parse (parts[1], &options->height) && options->width >= 50
      && options->height >= 50 && options->width <= 20000 && options->height <= 20000)
    return TRUE;
  g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
               _ ("--size: “%s” is not WIDTHxHEIGHT from 50 to 20000 (like 960x600)"),
               options->size);
  return FALSE;
}

/* Whether data export and time range are supported for this kind. */
gboolean
ls_plot_options_check_numbers (const LsPlotOptions *options, GError **error)
{
  const gboolean orbit = ls_plot_options_are_orbit (options);
  const gboolean picture
      = options->diagram || options->macro_step
        || (options->chart_kind != NULL && options->chart_kind->is_stack)
        || (options->figure_kind != NULL && options->figure_kind->no_numbers != NULL);
  const gboolean framed = ls_time_range_is_wanted (&options->look.part);

  if (ls_plot_options_want_numbers (options)
      && (picture
          || (options->chart_kind != NULL
              && ls_items_find_ending (ls_chart_formats, options->common.output_file) == NULL)))
    g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                 options->chart_kind != NULL && !picture
                     ? _ ("the points of --kind %s are written as .csv, .png, .svg or .pdf")
                     : _ ("--kind %s is written as .png, .svg or .pdf"),
                 options->kind);
  else if (framed
           && (options->diagram || options->macro_step || options->chart_kind != NULL || orbit))
    g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                 _ ("--from and --to cannot be combined with --kind %s"),
                 options->kind != NULL ? options->kind : "orbit");
  else
    return TRUE;
  return FALSE;
}

void
ls_plot_options_clear (LsPlotOptions *options)
{
  ls_job_options_clear (&options->common);
  ls_plot_look_clear (&options->look);
  g_free (options->kind);
  g_free (options->orbit);
  g_free (options->size);
  g_free (options->reference);
  g_free (options->title);
  g_free (options->at);
  g_strfreev (options->orbit_signals);
  g_strfreev (options->overlays);
}

gboolean
ls_plot_options_read (LsPlotOptions *options, GError **error)
{
  return read_kind (options, error) && read_orbit (options, error) && read_size (options, error);
}
