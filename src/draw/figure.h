/* Figures: trajectories, orbit and error of one or more runs, on any Cairo surface. */
#pragma once

#include <cairo.h>
#include "core/model/plot-setup.h"
#include "core/record/activity.h"
#include "draw/figure-kind.h"
#include "draw/theme.h"

/**
 * LsFigure:
 *
 * Trajectory: one pane per unit of the signals, time axis shared; colour by
 * method, line style by signal within a pane. Orbit: one pane, y signal over x
 * signal, start marked by a dot, equal treatment of all runs. Error: |run -
 * reference| over time on a logarithmic axis (or linear), one pane per signal
 * group. Difference: run - base over time with a tube of tolerance about zero, the base being
 * interpolated. Steps: step size, iterations, residual and rejected steps over time, as stairs, a
 * pane for each that says anything. Activity: a row for each state or component that has events, with
 * a mark for each event and their number beside it. Reads traces that are still growing; keeps pyramids of its own.
 * One thread (the one that draws).
 */
typedef struct LsFigure LsFigure;

LsFigure    *ls_figure_new (const LsFigureKind *kind);
void         ls_figure_free (LsFigure *self);
/**
 * ls_figure_copy:
 *
 * The same figure, to be drawn on another thread: all that is set and the view, of the same traces.
 * What is made of these, pyramids and differences, it makes anew. Without a background.
 *
 * Returns: (transfer full)
 */
LsFigure    *ls_figure_copy (const LsFigure *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsFigure, ls_figure_free)
const LsFigureKind *ls_figure_get_kind (const LsFigure *self);

/**
 * ls_figure_apply_setup:
 *
 * Title, axes, panes, captions, names of signals, orbit and marks of time. What the runs are called
 * is for the caller, who knows how they are called there.
 */
void ls_figure_apply_setup (LsFigure *self, const LsPlotSetup *setup);
/* Drops all sources. */
void ls_figure_clear (LsFigure *self);
/**
 * ls_figure_add_run:
 * @trace: kept by reference
 * @label: for the legend
 * @method: id of the coupling method (decides the colour), or %LS_PALETTE_PREFIX with a number
 * Returns: index of the source; those of the same colour are told apart automatically.
 */
guint ls_figure_add_run (LsFigure *self, LsTrace *trace, const char *label, const char *method);
/* Steps: @steps has the columns of ls_run_get_steps(); its last row holds to the last time of @trace. */
guint ls_figure_add_steps (LsFigure *self, LsTrace *steps, LsTrace *trace, const char *label,
                           const char *method);
/* Activity: @trace of the same run says how far it has come. Both are kept by reference. */
guint ls_figure_add_activity (LsFigure *self, LsActivity *activity, LsTrace *trace,
                              const char *label, const char *method);
/* Difference: what is taken away from every run; %NULL: the first run. Kept by reference. */
void  ls_figure_set_base (LsFigure *self, LsTrace *trace, const char *label);
/* Difference: half the width of the tube, of the range of the base; 0: none. */
void  ls_figure_set_tube (LsFigure *self, double share);
/* That half width for a signal, in its unit. */
double ls_figure_get_tube (const LsFigure *self, const char *signal);
guint ls_figure_get_n_runs (const LsFigure *self);
/* What it is called in the legend. (transfer none) */
const char *ls_figure_get_label (const LsFigure *self, guint source);
/* Another name in the legend. */
void  ls_figure_set_label (LsFigure *self, guint source, const char *label);
/* Another colour: @method as of ls_figure_add_run(). */
void  ls_figure_set_color (LsFigure *self, guint source, const char *method);
/* Dashed, beneath the runs; replaces an earlier one; %NULL takes it away. */
void  ls_figure_set_reference (LsFigure *self, LsTrace *trace, const char *label);
void  ls_figure_set_visible (LsFigure *self, guint source, gboolean visible);
/* Trajectory and error: which signals; %NULL-terminated, copied. */
void  ls_figure_set_signals (LsFigure *self, const char *const *signals);
/**
 * ls_figure_set_panes:
 * @panes: (nullable): element-type LsPaneChoice, copied; %NULL or empty: a pane for each unit of the
 *   signals that are set
 *
 * Not for an orbit. A pane with signals over the right axis has two y axes.
 */
void  ls_figure_set_panes (LsFigure *self, const GPtrArray *panes);
/* Signals that keep their value until they jump; %NULL-terminated, copied. */
void  ls_figure_set_stairs (LsFigure *self, const char *const *signals);
/* Orbit. */
void  ls_figure_set_orbit (LsFigure *self, const char *x, const char *y);
/* Orbit: a dot with its time at every multiple of @every, s, on every run; 0: none. Where dots would
 * cover each other some are left out. */
void  ls_figure_set_time_marks (LsFigure *self, double every);
/* What a signal is called in legend, axes and values; @text: (nullable): %NULL: as it is */
void  ls_figure_set_name (LsFigure *self, const char *signal, const char *text);
void  ls_figure_clear_names (LsFigure *self);
void  ls_figure_set_title (LsFigure *self, const char *title);
/* @axis: "x", or "y1", "y2", … from above, right axes counted; @text: (nullable): %NULL: as usual */
void  ls_figure_set_caption (LsFigure *self, const char *axis, const char *text);
void  ls_figure_clear_captions (LsFigure *self);
/* (nullable): what was set. */
const char *ls_figure_get_caption (const LsFigure *self, const char *axis);
guint ls_figure_get_n_panes (const LsFigure *self);
/* What is shown, in order; a signal that stands in two panes occurs twice. (transfer none)
 * (nullable) (array zero-terminated=1) */
const char *const *ls_figure_get_signals (const LsFigure *self);
/* The times of what is shown, s, the range that is expected included; %FALSE when nothing is. */
gboolean ls_figure_get_data_range (const LsFigure *self, double range[2]);
/* Time range to expect while a run grows (so that the axis does not jump); NaN: from the data. */
void  ls_figure_set_time_range (LsFigure *self, double start, double stop);
/* The y axes of trajectories, orbits and errors; an error's are by default. What is not positive has
 * no place there; other kinds stay as they are. */
void  ls_figure_set_logarithmic (LsFigure *self, gboolean logarithmic);
gboolean ls_figure_get_logarithmic (const LsFigure *self);
/* The time axis, or the x axis of an orbit; it begins at the least positive time or value. Zooms are
 * forgotten. */
void     ls_figure_set_logarithmic_x (LsFigure *self, gboolean logarithmic);
gboolean ls_figure_get_logarithmic_x (const LsFigure *self);
/* What to say instead of curves while there is nothing to show; translated text. */
void  ls_figure_set_placeholder (LsFigure *self, const char *text);

/* Whether what takes long with many rows is done on another thread: curves come when they are ready,
 * at an update. Not by default. */
void     ls_figure_set_background (LsFigure *self, gboolean background);
/* Whether there is such work; then updates are to be made until there is none. */
gboolean ls_figure_is_preparing (const LsFigure *self);
/* Waits for it. */
void     ls_figure_finish (LsFigure *self);
/* Takes in what has grown. Returns: whether anything visible changed. */
gboolean ls_figure_update (LsFigure *self);
void     ls_figure_draw (LsFigure *self, cairo_t *cr, double width, double height, const LsTheme *theme);

/* View. Box and positions in pixels of the last drawing. Time is zoomed in all
 * panes together, the other axis in the pane hit. */
void     ls_figure_zoom_box (LsFigure *self, double x0, double y0, double x1, double y1);
void     ls_figure_zoom_at (LsFigure *self, double x, double y, double factor);
void     ls_figure_pan (LsFigure *self, double dx, double dy);
gboolean ls_figure_zoom_back (LsFigure *self);
/* What a step back has undone; until the view is changed otherwise. */
gboolean ls_figure_zoom_forward (LsFigure *self);
gboolean ls_figure_can_go_forward (const LsFigure *self);
void     ls_figure_zoom_all (LsFigure *self);
/* The zoom of the time (or x) axis alone, so that figures can be tied; %NULL: all of it. */
void     ls_figure_zoom_time (LsFigure *self, const double range[2]);
/* @range: (out): of the axis. Returns: %FALSE when all of it is shown. */
gboolean ls_figure_get_time_zoom (const LsFigure *self, double range[2]);
gboolean ls_figure_is_zoomed (const LsFigure *self);
/* The part shown becomes a zone framed in the whole figure, and is shown enlarged beside it. %FALSE
 * when nothing is zoomed. */
gboolean ls_figure_make_inset (LsFigure *self);
void     ls_figure_remove_inset (LsFigure *self);
gboolean ls_figure_has_inset (const LsFigure *self);
/* While runs grow, a zoomed time axis moves with them. */
void     ls_figure_set_follow (LsFigure *self, gboolean follow);
gboolean ls_figure_get_follow (const LsFigure *self);
/* Ranges of the axes of a pane in the last drawing; %FALSE when nothing was drawn. */
gboolean ls_figure_get_range (const LsFigure *self, guint pane, double x[2], double y[2]);
/* Where the pane is, px. */
gboolean ls_figure_get_pane (const LsFigure *self, guint pane, double *left, double *top, double *width,
                             double *height);
/* A cursor line at the pointer with values beside it; NaN takes it away. Returns: (transfer full) (nullable): the values as text. */
char    *ls_figure_set_cursor (LsFigure *self, double x, double y);
/* Its values as text, as ls_figure_set_cursor() gave them. (transfer full) (nullable) */
char    *ls_figure_read_cursor (const LsFigure *self);
/* Moves it along the time (or x) axis by a part of the width; from the middle where there is none. */
void     ls_figure_move_cursor (LsFigure *self, double share);
/* The time at the cursor, s; NaN when there is none. Of an orbit: of the point next to it. */
double   ls_figure_get_cursor_time (const LsFigure *self);
/* The cursor of another figure: a line (on an orbit dots) at that time, s; NaN: none. */
void     ls_figure_set_linked_time (LsFigure *self, double time);
/* A second cursor that stays, s: the values at the cursor are then given with what they differ by;
 * NaN: none. Not for an orbit. */
void     ls_figure_set_mark (LsFigure *self, double time);
double   ls_figure_get_mark (const LsFigure *self);
/* Returns: (transfer full): what the figure shows, in sentences: axes, ranges, curves, last values (for screen readers). */
char    *ls_figure_describe (const LsFigure *self);
