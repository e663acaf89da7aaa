/* The options of lockstep plot: what is drawn, of which signals, and how large. */
#pragma once

#include "cli/job-options.h"
#include "cli/plot-look.h"
#include "draw/figure-kind.h"
#include "present/charts.h"

typedef struct
{
  LsJobOptions common;
  LsPlotLook look;
  char *kind, *orbit, *size, *reference, *title, *at;
  gboolean dark;
  const LsFigureKind *figure_kind; /* (nullable): %NULL for other kinds */
  const LsChartKind *chart_kind;   /* (nullable) */
  gboolean diagram, macro_step;
  char **orbit_signals; /* two, if given */
  char **overlays;
  double width, height; /* 0: not given */
} LsPlotOptions;

/* Reads what the texts of the options say: kind, signals of an orbit, size. */
gboolean ls_plot_options_read (LsPlotOptions *self, GError **error);
/* Whether numbers and a range of time go with the kind, if they are wanted. */
gboolean ls_plot_options_check_numbers (const LsPlotOptions *self, GError **error);
gboolean ls_plot_options_want_numbers (const LsPlotOptions *self);
gboolean ls_plot_options_are_orbit (const LsPlotOptions *self);
void     ls_plot_options_clear (LsPlotOptions *self);
/* All values of --kind. (transfer container) (element-type LsItem), %NULL-terminated */
GPtrArray *ls_plot_list_kinds (void);
