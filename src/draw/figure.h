/* Figures: trajectories, orbit, error, difference, steps and activity of one or more runs, on any
 * Cairo surface. */
#pragma once

#include <cairo.h>
#include "core/model/plot-setup.h"
#include "core/record/activity.h"
#include "draw/figure-kind.h"
#include "draw/theme.h"

/**
 * LsFigure:
 *
 * Trajectory: one pane per unit of the signals, time axis shared; colour by method, line style by
 * signal within a pane. Orbit: one pane, y signal over x signal, start marked by a dot, equal
 * treatment of all runs. Error: |run - reference| over time on a logarithmic axis (or linear), one
 * pane per signal group. Difference: run - base over time with a tube of tolerance about zero, the
 * base being interpolated. Steps: step size, iterations, residual and rejected steps over time, as
 * stairs, one pane per quantity with data. Activity: a row for each state or component that has
 * events, with a mark for each event and their number beside it. Traces may still be growing; each
 * figure has its own pyramids. Use on the drawing thread only.
 */
typedef struct LsFigure LsFigure;

LsFigure    *ls_figure_new (const LsFigureKind *kind);
void         ls_figure_free (LsFigure *self);
/**
 * ls_figure_copy:
 *
 * Copies the figure for drawing on another thread: settings and view, with the same traces.
 * Pyramids and differences are computed again, not in the background.
 *
 * Returns: (transfer full)
 */
LsFigure    *ls_figure_copy (const LsFigure *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsFigure, ls_figure_free)
const LsFigureKind *ls_figure_get_kind (const LsFigure *self);

/**
 * ls_figure_apply_setup:
 *
 * Title, axes, panes, captions, names of signals, orbit and marks of time. Names of runs are set by
 * the caller, who knows their keys in the set-up.
 */
void ls_figure_apply_setup (LsFigure *self, const LsPlotSetup *setup);
/* Drops all sources. */
void ls_figure_clear (LsFigure *self);
/**
 * ls_figure_add_run:
 * @trace: a reference is held
 * @label: for the legend
 * @method: id of the coupling method (decides the colour), or %LS_PALETTE_PREFIX with a number
 * Returns: index of the source; sources of the same colour differ automatically.
 */
guint ls_figure_add_run (LsFigure *self, LsTrace *trace, const char *label, const char *method);
/* Steps: @steps has the columns of ls_run_get_steps(); its last row is valid to the last time of
 * @trace. */
guint ls_figure_add_steps (LsFigure *self, LsTrace *steps, LsTrace *trace, const char *label,
                           const char *method);
/* Activity: @trace of the same run provides the reached time. References to both are held. */
guint ls_figure_add_activity (LsFigure *self, LsActivity *activity, LsTrace *trace,
                              const char *label, const char *method);
/* Difference: the base subtracted from every run; %NULL: the reference, else the first run. A reference is held. */
void  ls_figure_set_base (LsFigure *self, LsTrace *trace, const char *label);
/* Difference: half width of the tube relative to the range of the base; 0: none. */
void  ls_figure_set_tube (LsFigure *self, double share);
/* Half width of the tube for a signal, in its unit. */
double ls_figure_get_tube (const LsFigure *self, const char *signal);
guint ls_figure_get_n_runs (const LsFigure *self);
/**
 * ls_figure_add_estimate:
 * @run: index from ls_figure_add_run()
 * @trace: its estimated error over time, not negative; a reference is held
 *
 * Error: a paler curve of the colour of the run, shown and named with it, also without a reference.
 */
void  ls_figure_add_estimate (LsFigure *self, guint run, LsTrace *trace);
/* Label in the legend. (transfer none) */
const char *ls_figure_get_label (const LsFigure *self, guint source);
/* Changes the label in the legend. */
void  ls_figure_set_label (LsFigure *self, guint source, const char *label);
/* Late steps of a run with a pace, marked at the time axis. */
void  ls_figure_set_late (LsFigure *self, guint source, LsTrace *late);
/* Changes the colour: @method as for ls_figure_add_run(). */
void  ls_figure_set_color (LsFigure *self, guint source, const char *method);
/* Sets the reference, dashed and below the runs; %NULL removes it. */
void  ls_figure_set_reference (LsFigure *self, LsTrace *trace, const char *label);
void  ls_figure_set_visible (LsFigure *self, guint source, gboolean visible);
/* Trajectory and error: displayed signals; %NULL-terminated, copied. */
void  ls_figure_set_signals (LsFigure *self, const char *const *signals);
/**
 * ls_figure_set_panes:
 * @panes: (nullable): element-type LsPaneChoice, copied; %NULL or empty: one pane per unit of the
 * signals
 *
 * Not for an orbit. A pane with signals on the right axis has two y axes.
 */
void  ls_figure_set_panes (LsFigure *self, const GPtrArray *panes);
/* Signals that are constant between events; %NULL-terminated, copied. */
void  ls_figure_set_stairs (LsFigure *self, const char *const *signals);
/* Orbit: signals of the x and y axis. */
void  ls_figure_set_orbit (LsFigure *self, const char *x, const char *y);
/* Orbit: a dot with its time at every multiple of @every, s, on every run; 0: none. Overlapping
 * dots are omitted. */
void  ls_figure_set_time_marks (LsFigure *self, double every);
/* Display name of a signal in legend, axes and values; @text: (nullable): %NULL: its own name */
void  ls_figure_set_name (LsFigure *self, const char *signal, const char *text);
void  ls_figure_clear_names (LsFigure *self);
void  ls_figure_set_title (LsFigure *self, const char *title);
/* @axis: "x", or "y1", "y2", … from above, right axes counted; @text: (nullable): %NULL: default */
void  ls_figure_set_caption (LsFigure *self, const char *axis, const char *text);
void  ls_figure_clear_captions (LsFigure *self);
/* (nullable): the caption that was set. */
const char *ls_figure_get_caption (const LsFigure *self, const char *axis);
guint ls_figure_get_n_panes (const LsFigure *self);
/* Displayed signals, in order; a signal in two panes occurs twice. (transfer none) (nullable)
 * (array zero-terminated=1) */
const char *const *ls_figure_get_signals (const LsFigure *self);
/* Time range of the displayed data, s, including the expected range; %FALSE without data. */
gboolean ls_figure_get_data_range (const LsFigure *self, double range[2]);
/* Expected time range while a run grows (so that the axis does not jump); NaN: from the data. */
void  ls_figure_set_time_range (LsFigure *self, double start, double stop);
/* Y axes of trajectories, orbits and errors; logarithmic by default for errors. Values that are not
 * positive are omitted; other kinds ignore this. */
void  ls_figure_set_logarithmic (LsFigure *self, gboolean logarithmic);
gboolean ls_figure_get_logarithmic (const LsFigure *self);
/* Time axis, or x axis of an orbit; it starts at the smallest positive time or value. Resets zooms. */
void     ls_figure_set_logarithmic_x (LsFigure *self, gboolean logarithmic);
gboolean ls_figure_get_logarithmic_x (const LsFigure *self);
/* Text to display instead of curves while there is no data; translated. */
void  ls_figure_set_placeholder (LsFigure *self, const char *text);

/* Whether expensive work for many rows is done on another thread: the curves appear at a later
 * update. Default: off. */
void     ls_figure_set_background (LsFigure *self, gboolean background);
/* Whether such work is running; then call updates until it has finished. */
gboolean ls_figure_is_preparing (const LsFigure *self);
/* Waits for that work. */
void     ls_figure_finish (LsFigure *self);
/* Reads new data.
 * Returns: whether anything visible changed. */
gboolean ls_figure_update (LsFigure *self);
void     ls_figure_draw (LsFigure *self, cairo_t *cr, double width, double height, const LsTheme *theme);
/* Likewise; a figure whose curves are kept as an image ends after the curve at which @deadline,
 * monotonic, µs, has passed, and goes on at the next call unless figure, size or theme have changed
 * meanwhile. What was drawn of it until then is of no use.
 * Returns: whether it is drawn. */
gboolean ls_figure_draw_until (LsFigure *self, cairo_t *cr, double width, double height,
                               const LsTheme *theme, gint64 deadline);
/* Least height in which curves can be read, px, with title, axes and a brief legend, whose texts are
 * measured on @cr. */
double   ls_figure_measure_least_height (const LsFigure *self, cairo_t *cr, const LsTheme *theme);
/* Whether the curves are kept as an image, so that pointing and panning do not draw them again; for
 * image surfaces. Default: off. While panning, the image moves by whole pixels and only what comes
 * into sight is drawn; then the figure is not settled. */
void     ls_figure_set_buffered (LsFigure *self, gboolean buffered);
/* Whether the last drawing is the exact one. */
gboolean ls_figure_is_settled (const LsFigure *self);
/* Draws all curves again the next time if they are not. */
void     ls_figure_settle (LsFigure *self);

/* View. Box and positions in pixels of the last drawing. Time is zoomed in all panes together, the
 * other axis only in the pane at that position. */
void     ls_figure_zoom_box (LsFigure *self, double x0, double y0, double x1, double y1);
/* The area to which a drag zooms, both as x0, y0, x1, y1: a flat drag has the whole height of its
 * pane, so that it zooms time alone, a narrow one the whole width.
 * Returns: whether the drag is long enough and in a pane. */
gboolean ls_figure_get_zoom_area (const LsFigure *self, const double drag[4], double area[4]);
void     ls_figure_zoom_at (LsFigure *self, double x, double y, double factor);
void     ls_figure_pan (LsFigure *self, double dx, double dy);
gboolean ls_figure_zoom_back (LsFigure *self);
/* Reverts the last step back, unless the view has changed since. */
gboolean ls_figure_zoom_forward (LsFigure *self);
gboolean ls_figure_can_go_forward (const LsFigure *self);
void     ls_figure_zoom_all (LsFigure *self);
/* Zooms the time (or x) axis only, to link figures; %NULL: whole range. */
void     ls_figure_zoom_time (LsFigure *self, const double range[2]);
/* @range: (out): of the axis.
 * Returns: %FALSE if the whole range is displayed. */
gboolean ls_figure_get_time_zoom (const LsFigure *self, double range[2]);
gboolean ls_figure_is_zoomed (const LsFigure *self);
/* What can be clicked in a figure: its legend, and the marks of what is outside. */
typedef enum { LS_TARGET_NONE, LS_TARGET_RUN, LS_TARGET_SIGNAL, LS_TARGET_OUTLYING } LsTarget;
/* @index: (out): of the run, or of the signal among those displayed. */
LsTarget ls_figure_find_target (const LsFigure *self, double x, double y, guint *index);
/* The entries of the legend in the last drawing that stand for a run or a signal. */
guint    ls_figure_get_n_entries (const LsFigure *self);
/* @text: (out) (transfer full): what is said of the entry: its label and whether it is hidden */
LsTarget ls_figure_get_entry (const LsFigure *self, guint entry, guint *index, char **text);
/* Frames an entry; -1: none. */
void     ls_figure_set_entry_focus (LsFigure *self, int entry);
int      ls_figure_get_entry_focus (const LsFigure *self);
/* Whether a legend of many runs takes two lines at most, because there is a list of them elsewhere. */
void     ls_figure_set_brief_legend (LsFigure *self, gboolean brief);
/* Whether a run that leaves the legend is hidden, or gone; default: hidden, so that it is still listed. */
void     ls_figure_set_listed (LsFigure *self, guint source, gboolean listed);
/* As a picture on its own: the legend has all runs that are shown, and no others. */
void     ls_figure_list_shown (LsFigure *self);
/* Whether curves that leave the range of the reference, or of most runs, by far set the ranges of axes, too;
 * by default they do not, and marks at the edges tell how many values are outside. */
void     ls_figure_set_full (LsFigure *self, gboolean full);
gboolean ls_figure_get_full (const LsFigure *self);
/* Whether there were such marks in the last drawing. */
gboolean ls_figure_leaves_out (const LsFigure *self);
/* Leaves the zoom; without one, shows all values if some are outside, or no longer. */
void     ls_figure_show_all (LsFigure *self);
gboolean ls_figure_can_show_all (const LsFigure *self);
/* Shows the visible part enlarged in an inset, and the whole figure with a frame around that part.
 * %FALSE without zoom. */
gboolean ls_figure_make_inset (LsFigure *self);
void     ls_figure_remove_inset (LsFigure *self);
gboolean ls_figure_has_inset (const LsFigure *self);
/* A zoomed time axis follows growing runs. */
void     ls_figure_set_follow (LsFigure *self, gboolean follow);
gboolean ls_figure_get_follow (const LsFigure *self);
/* Ranges of the axes of a pane in the last drawing; %FALSE if nothing was drawn. */
gboolean ls_figure_get_range (const LsFigure *self, guint pane, double x[2], double y[2]);
/* Position of the pane, px. */
gboolean ls_figure_get_pane (const LsFigure *self, guint pane, double *left, double *top, double *width,
                             double *height);
/* Sets a cursor line at the pointer with values beside it; NaN removes it.
 * Returns: (transfer full) (nullable): the values as text. */
char    *ls_figure_set_cursor (LsFigure *self, double x, double y);
/* Values at the cursor as text, as from ls_figure_set_cursor(). (transfer full) (nullable) */
char    *ls_figure_read_cursor (const LsFigure *self);
/* Moves the cursor along the time (or x) axis by a fraction of the width; starts at the middle. */
void     ls_figure_move_cursor (LsFigure *self, double share);
/* Time at the cursor, s; NaN without cursor. Orbit: time of the nearest point. */
double   ls_figure_get_cursor_time (const LsFigure *self);
/* Cursor of another figure: a line (on an orbit dots) at that time, s; NaN: none. */
void     ls_figure_set_linked_time (LsFigure *self, double time);
/* A second, fixed cursor, s: values at the cursor then include the difference from it; NaN: none.
 * Not for an orbit. */
void     ls_figure_set_mark (LsFigure *self, double time);
double   ls_figure_get_mark (const LsFigure *self);
/* Returns: (transfer full): description in sentences: axes, ranges, curves, last values (for screen
 * readers). */
char    *ls_figure_describe (const LsFigure *self);
