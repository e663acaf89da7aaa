/* How figures of the command line look: what the window has in its menus. */
#pragma once

#include "cli/time-range.h"

#include "core/model/experiment.h"
#include "draw/chart.h"
#include "draw/figure.h"

/**
 * LsPlotLook:
 *
 * Texts as given on the command line, for GOptionContext; %NULL what was not given.
 */
typedef struct
{
  char *template_file;
  gboolean as_saved, log_x, log_y, linear_y;
  char *time_marks;
  LsTimeRange part;  /* what is framed */
  char **names; /* "SIGNAL=TEXT" */

  /* Made of these by ls_plot_look_read() */
  LsPlotSetup *setup; /* (nullable): of the template */
  double every;       /* s; 0: not given */
} LsPlotLook;

void ls_plot_look_clear (LsPlotLook *self);
void ls_plot_look_add_options (LsPlotLook *self, GOptionContext *context);
/* Returns: %FALSE with %LS_ERROR_ARGUMENT, or the errors of ls_plot_setup_load(). */
gboolean ls_plot_look_read (LsPlotLook *self, GError **error);
/* The set-up for a kind of plot: that of the model (@experiment, nullable) when that is wanted, the
 * template when it is for this kind, and what the options say. (transfer full) */
LsPlotSetup *
ls_plot_look_make_setup (const LsPlotLook *self, const LsExperiment *experiment, const char *kind);
/* With its runs (and the signals of an orbit) added: look, what runs are called, time framed.
 * @title: (nullable): what is wanted above it */
void ls_plot_look_apply (const LsPlotLook *self,
                         const LsExperiment *experiment,
                         const char *title,
                         LsFigure *figure);
