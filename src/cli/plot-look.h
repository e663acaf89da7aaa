/* Appearance of plots of the command line: the settings that the window has in its menus. */
#pragma once

#include "cli/time-range.h"

#include "core/model/experiment.h"
#include "draw/chart.h"
#include "draw/figure.h"

/**
 * LsPlotLook:
 *
 * Texts as given on the command line, for GOptionContext; %NULL if not given.
 */
typedef struct
{
  char *template_file;
  gboolean as_saved, log_x, log_y, linear_y;
  char *time_marks;
  LsTimeRange part;  /* visible time range */
  char **names; /* "SIGNAL=TEXT" */

  /* Parsed by ls_plot_look_read(): */
  LsPlotSetup *setup; /* (nullable): from the template */
  double every;       /* s; 0: not given */
} LsPlotLook;

void ls_plot_look_clear (LsPlotLook *self);
void ls_plot_look_add_options (LsPlotLook *self, GOptionContext *context);
/* Returns: %FALSE with %LS_ERROR_ARGUMENT, or the errors of ls_plot_setup_load(). */
gboolean ls_plot_look_read (LsPlotLook *self, GError **error);
/* Plot set-up for a kind of plot: from the model (@experiment, nullable) if requested, from the
 * template if it is for this kind, and from the options. (transfer full) */
LsPlotSetup *
ls_plot_look_make_setup (const LsPlotLook *self, const LsExperiment *experiment, const char *kind);
/* Call after adding the runs (and the signals of an orbit): applies appearance, names of runs,
 * visible time range. @title: (nullable): title to display */
void ls_plot_look_apply (const LsPlotLook *self,
                         const LsExperiment *experiment,
                         const char *title,
                         LsFigure *figure);
