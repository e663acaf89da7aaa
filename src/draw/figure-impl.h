/* Shared by the source files of the figure. */
#pragma once

#include "core/model/plot-setup.h"
#include "core/record/pyramid.h"
#include "draw/figure.h"
#include "draw/ticks.h"

/**
 * LsSource: a run, or the reference.
 * @method: (nullable): %NULL for the reference
 * @shown: (nullable): plotted data: @trace itself or, in an error figure, the absolute difference;
 * %NULL if none
 * @clock: (nullable): of steps: its last time is the end of the last row
 * @activity: (nullable): of an activity; @events: element-type GArray of double, times by source;
 *   @n_events: already read
 * @least: smallest positive value of each column in its first @least_rows rows; 0 if there is none
 * @pyramids: element-type LsPyramid, by column of @shown, created on demand
 * @n_rows, @n_reference_rows: rows that @shown was computed from
 */
typedef struct LsPreparation LsPreparation;

/* Rows of a difference outside a tube of half width @tube, so far; @first: time of the first one, s */
typedef struct
{
  double tube, first;
  gsize  n_rows, n_outside;
} LsOutside;

typedef struct
{
  LsTrace   *trace, *clock;
  LsTrace   *late; /* (nullable) */
  LsPreparation *preparation; /* (nullable): running on another thread */
  LsActivity *activity;
  GPtrArray *events;
  gsize      n_events;
  char      *label, *method;
  gint       estimate_of; /* index of the run whose error it estimates; -1: none */
  guint      variant;
  gboolean   visible, unlisted;
  LsTrace   *shown;
  double    *least;
  gsize     *least_rows;
  LsOutside *outside; /* (nullable): by column of @shown */
  GPtrArray *pyramids;
  gsize      n_rows, n_reference_rows;
  char      *problem;
} LsSource;

/**
 * LsPreparation:
 * @draft: the source after preparation; owned by the worker until @done
 * @opponent: (nullable): the trace to subtract
 *
 * Shared by its source and the worker; if the source is freed first, the result is dropped.
 */
struct LsPreparation
{
  gatomicrefcount references;
  LsSource *draft;
  LsTrace  *opponent;
  gboolean  absolute, least;
  char    **names;
  double   *tubes; /* (nullable): of a difference, by name */
  gint      done;  /* atomic */
};

/* Range of an axis; for a logarithmic pane exponents of ten. */
typedef struct
{
  double min, max;
} LsSpan;

/* Values of runs that are left out of the range of an axis, @span in values, when there were @n_rows rows. */
typedef struct
{
  LsSpan span;
  gsize  n_rows, n_below, n_above;
  guint  n_runs;
} LsOutlying;

/* @key: identifies the pane; @twin: it is the right y axis of the previous pane; @position: number
 * of its first signal among those in its place, for the dashes */
typedef struct
{
  char    *key, *unit;
  gboolean twin;
  guint    position;
  GArray  *signals; /* guint, indices into the figure's list */
  gboolean logarithmic;
  gboolean zoomed;
  LsSpan   zoom;                /* valid if zoomed */
  LsSpan   y;                   /* of the last drawing */
  LsOutlying outlying;
  double   left, top, width, height; /* of the last drawing, px */
} LsPane;

/* An area that can be clicked, px */
typedef struct
{
  LsTarget target;
  guint    index;
  double   left, top, width, height;
} LsHit;

typedef enum { LS_ACTION_NONE, LS_ACTION_ZOOM, LS_ACTION_PAN } LsAction;

/* Inset: an enlarged part; @pane: its index */
typedef struct
{
  gboolean shown;
  guint    pane;
  LsSpan   x, y;
} LsInset;

/* Where a pane is in the image of a figure */
typedef struct
{
  double left, top, width, height; /* px */
  LsSpan y;
} LsPlaced;

/**
 * LsLayer: legend and curves of a buffered figure as an image
 * @image: (nullable): transparent, @scale times as many pixels
 * @theme, @font, @width, @height, @em, @title_height, @entry_focus: what it was drawn for
 * @legend_height, @legend_width, @n_hits: of its legend
 * @x: range of the x axis
 * @panes: element-type LsPlaced
 * @valid: %FALSE: all must be drawn
 * @settled: it has been drawn for just these ranges
 * @kept_edges: labels would have had room for other edges
 * @is_part: curves of a drawing that was interrupted are in it, up to @next_curve of @next_pane
 */
typedef struct
{
  cairo_surface_t *image;
  LsTheme  theme;
  char    *font;
  double   width, height, scale, em, title_height, legend_height, legend_width;
  int      entry_focus;
  guint    n_hits;
  LsSpan   x;
  GArray  *panes;
  gboolean valid, settled, kept_edges, is_part;
  guint    next_pane, next_curve;
} LsLayer;

struct LsFigure
{
  const LsFigureKind *kind;
  GPtrArray   *sources; /* LsSource */
  GPtrArray   *estimates; /* LsSource: estimated errors of runs in an error figure */
  GPtrArray   *spare;   /* (nullable): LsSource: sources before a clear, until the next update */
  LsSource    *reference;
  char       **signals; /* as set; may be %NULL */
  char       **names;   /* displayed names, in order */
  char       **stairs;  /* (nullable): signals that are constant between samples */
  GPtrArray   *choices; /* (nullable): LsPaneChoice */
  LsSource    *base;    /* (nullable): base of a difference */
  double       tube;    /* fraction of the base's range */
  char        *orbit_x, *orbit_y;
  char        *title, *placeholder;
  GHashTable  *captions; /* axis: text */
  GHashTable  *titles;   /* signal: text */
  double       time_marks; /* s, 0: none */
  double       time_start, time_stop;
  GPtrArray   *panes; /* LsPane */
  gboolean     changed, background;
  gboolean     logarithmic, logarithmic_x;
  gboolean     full;     /* runs that diverged set the ranges, too */
  LsOutlying   outlying; /* orbit: of the x axis */
  GArray      *hits;     /* LsHit: of the last drawing, those of the legend first */
  int          entry_focus;
  gboolean     brief_legend;
  LsInset      inset;
  gboolean     follow;
  double       linked_time, mark; /* s, NaN: none */

  gboolean     x_zoomed;
  LsSpan       x_zoom, x; /* as in LsPane */
  GPtrArray   *history, *future;
  LsAction     action;
  double       cursor_x, cursor_y; /* px, NaN: none */
  gboolean     drawn;              /* panes have been laid out */
  double       exponent_height;    /* of the last drawing, px */
  LsLayer     *layer;              /* (nullable): of a buffered figure */
};

/* figure-panes.c */
/* Arranges panes for the sources and signals. */
void        ls_figure_arrange (LsFigure *self);
void        ls_pane_free (gpointer pane);
/* Number of signals in the place of a pane, both axes together. */
guint       ls_figure_count_in_place (const LsFigure *self, guint pane);

/* figure-source.c */
LsSource   *ls_source_new (LsTrace *trace, const char *label, const char *method);
void        ls_source_free (gpointer source);
/* @shown: (transfer full) (nullable) */
void        ls_source_set_shown (LsSource *self, LsTrace *shown);
/* Computes errors, or differences from the base (@absolute: %FALSE), for new rows.
 * Returns: whether it changed. */
gboolean    ls_source_update_difference (LsSource *self, const LsTrace *reference, gboolean absolute);
/* End of validity of the last row, s. */
double      ls_source_get_end (const LsSource *self);
/* Smallest positive value of a column so far; 0 if there is none. */
double      ls_source_get_least (LsSource *self, guint column);

/* Fraction of the rows of a difference outside a tube of half width @tube, and the first time
 * outside, s; NaN: none. */
void        ls_source_count_outside (LsSource *self, guint column, double tube, double *first,
                                     double *share);
/* Moves the pyramids of @from, which has the same rows. */
void        ls_source_take_pyramids (LsSource *self, LsSource *from);
/* Column of @shown for the signal, or -1. */
int         ls_source_find (const LsSource *self, const char *name);
LsPyramid  *ls_source_get_pyramid (LsSource *self, guint column);
/* Whether every known difference is exactly zero. */
gboolean    ls_source_is_exact (const LsSource *self);
/* Reads new events of an activity. */
void        ls_source_take_events (LsSource *self);
void        ls_preparation_unref (LsPreparation *self);
void        ls_source_forget_preparation (LsSource *self);

/* figure-prepare.c */
/* Whether the rows of @source, or their differences from @opponent (nullable), can be plotted now;
 * else their preparation runs. @changed: set to %TRUE when it has finished. */
gboolean    ls_source_is_prepared (const LsFigure *self, LsSource *source, LsTrace *opponent,
                                   gboolean *changed);
/* Waits until one preparation is done. Returns: whether there was any. */
gboolean    ls_figure_wait_for_preparation (const LsFigure *self);

/* figure-query.c */
/* Whether curves are errors against an uncertain reference, as the label says. */
gboolean    ls_figure_has_uncertainty (const LsFigure *self);
/* Whether curves are relative to another trace. */
gboolean    ls_figure_is_relative (const LsFigure *self);
gboolean    ls_figure_is_stairs (const LsFigure *self, const char *name);
/* Whether there is at least one row to plot. */
gboolean    ls_figure_has_data (const LsFigure *self);
/* Whether the source is plotted by this kind of figure now. */
gboolean    ls_figure_shows (const LsFigure *self, const LsSource *source);
/* Whether it would be, were it visible. */
gboolean    ls_figure_has (const LsFigure *self, const LsSource *source);
/* The i-th of all sources, the reference first; NULL after the last. */
LsSource   *ls_figure_get_source (const LsFigure *self, guint i);

/* figure-update.c */
/* Text to display instead of missing curves; (transfer none). */
const char *ls_figure_get_placeholder (const LsFigure *self);

/* figure-range.c */
/* Sets the ranges of both axes for the next drawing, in @x of the figure and @y of the panes. */
void        ls_figure_choose_ranges (LsFigure *self);
double      ls_pane_get_axis (const LsPane *self, double value); /* value to axis, -inf for log of 0 */
double      ls_pane_get_value (const LsPane *self, double axis);
/* The same for the x axis. */
double      ls_figure_get_axis (const LsFigure *self, double value);
double      ls_figure_get_value (const LsFigure *self, double axis);
/* Smallest positive time of the displayed data; 1 if there is none. */
double      ls_figure_get_least_x (const LsFigure *self);
/* Value of the x axis at a pixel. */
double      ls_figure_get_x (const LsFigure *self, const LsPane *pane, double px);
double      ls_figure_get_px (const LsFigure *self, const LsPane *pane, double x);
double      ls_pane_get_py (const LsPane *self, double value);

/* figure-robust.c */
/* Range of a signal over all rows; %FALSE if there is none. */
gboolean    ls_source_get_span (LsSource *self, const char *name, LsSpan *span);
/* Range that curves may have without being left out; @signals: element-type guint, indices into the names. */
LsSpan      ls_figure_get_allowed (const LsFigure *self, const GArray *signals);
/* Range of all visible curves of these signals that are not left out. */
LsSpan      ls_figure_join_allowed (const LsFigure *self, const GArray *signals);
/* figure-outlying.c */
/* Counts what is outside the ranges chosen. */
void        ls_figure_count_outlying (LsFigure *self);
/* Whether any was found. */
gboolean    ls_figure_has_outlying (const LsFigure *self);
void        ls_figure_describe_outlying (const LsFigure *self, GString *text);

/* figure-curve.c */
typedef struct
{
  const LsFigure *figure;
  const LsPane   *pane;
  LsSource       *source;
  LsColor         color;
  double          line_width;
  const double   *dash;
  int             n_dash;
  gboolean        stairs;
} LsStroke;

void        ls_stroke_trajectory (const LsStroke *self, cairo_t *cr, int column);
void        ls_stroke_orbit (const LsStroke *self, cairo_t *cr, int x, int y);

/* figure-pane.c */
void        ls_figure_style (const LsFigure *self, const LsSource *source, guint position,
                             const LsTheme *theme, LsStroke *stroke);
/* Draws all curves of a pane, clipped to it. */
void        ls_figure_draw_curves (const LsFigure *self, const LsPane *pane, cairo_t *cr,
                                   const LsTheme *theme);
/* Likewise from curve @next on, at least one, as long as @deadline, monotonic, µs, has not passed.
 * Returns: whether all are drawn */
gboolean    ls_figure_draw_curves_until (const LsFigure *self, const LsPane *pane, cairo_t *cr,
                                         const LsTheme *theme, guint *next, gint64 deadline);

/* figure-axes.c: all lengths in px */
typedef struct
{
  LsFigure *figure;
  cairo_t *cr;
  const LsTheme *theme;
  double width, height, em;        /* width: without a legend beside the panes; em: line height */
  double left, right, top, bottom; /* edges of all panes together */
  double title_height, legend_height, legend_width, exponent_height;
  double least_frame;              /* height without legend in which curves can be read */
  gboolean titles_above;           /* pane titles above, because they are too long beside the panes */
  gboolean marks_above;            /* what is outside the axes is counted above the panes */
  LsTicks x_ticks;
  LsTicks *y_ticks; /* per pane */
  gint64 deadline;  /* of the curves of a figure with an image; monotonic, µs */
  gboolean is_part; /* it has passed before all curves were drawn */
} LsFigurePlan;

/* figure-buffer.c */
/* Legend and curves have changed. */
void        ls_figure_layer_drop (LsFigure *self);

/* figure-layer.c: legend and curves as an image, for a buffered figure on an image surface */
/* At the beginning of a drawing: sets the room of the legend if the image still has the one to draw. */
gboolean    ls_figure_layer_begin (LsFigurePlan *self);
/* While the view is being moved, edges that still have room for labels stay as in the image. */
void        ls_figure_layer_keep_edges (LsFigurePlan *self);
/* Draws legend and curves, from the image as far as it has them, until the deadline of the plan.
 * Returns: %FALSE without image: nothing was drawn */
gboolean    ls_figure_layer_draw (LsFigurePlan *self);

#define LS_FIGURE_PAD 10.0
#define LS_FIGURE_TICK 4.0
double      ls_figure_measure_labels (const LsFigurePlan *self, const LsTicks *ticks);
void        ls_figure_draw_grid (const LsFigurePlan *self, guint pane);
void        ls_figure_draw_frame (const LsFigurePlan *self, guint pane);
/* Whether the title of any pane is longer than @height of the panes. */
gboolean    ls_figure_cuts_titles (const LsFigurePlan *self, double height);
void        ls_figure_draw_y_labels (const LsFigurePlan *self, guint pane);
void        ls_figure_draw_x_labels (const LsFigurePlan *self);
/* Whether both axes of the pane are in use. */
gboolean    ls_figure_has_twin (const LsFigure *self, guint pane);
/* Display name of a signal: as set, translated for steps, else its name. */
const char *ls_figure_get_title_of (const LsFigure *self, const char *name);

/* For implementers of kinds: specific behaviour; each member may be %NULL. */
struct LsFigureOps
{
  /* Columns to display, in order, instead of the signals that were set. (transfer full) */
  char **(*choose_names) (const LsFigure *self);
  /* Logarithmic y axis of a pane, if not selectable by the user. */
  gboolean (*wants_logarithm) (const LsFigure *self, const char *key);
  /* Translated title of a column. */
  const char *(*get_title) (const char *name);
  /* Why existing runs have no display; %NULL: no specific reason. */
  const char *(*get_placeholder) (const LsFigure *self);
  /* Writes the first sentence of the description; @names: titles of the signals. Default:
   * “Trajectories of …”. */
  void (*describe) (const LsFigure *self, const char *names, GString *text);
  /* %NULL for curves, else the rows to draw instead, in one pane. */
  const struct LsFigureRows *rows;
};

/* Rows below each other instead of curves, in one pane: the figure draws the time axis and its grid, the rest
 * is here. All members are mandatory; figure-activity.c is an example. */
typedef struct LsFigureRows
{
  /* Whether @source has any data. */
  gboolean (*shows) (const LsSource *source);
  LsSpan (*get_span) (const LsFigure *self); /* of the y axis */
  void (*draw) (const LsFigure *self, const LsPane *pane, cairo_t *cr, const LsTheme *theme);
  /* Widths left and right of the pane, px; labels there; lines between the rows, added to the path. */
  void (*measure) (const LsFigurePlan *self, double *left, double *right);
  void (*draw_labels) (const LsFigurePlan *self, const LsPane *pane);
  void (*draw_rules) (const LsFigurePlan *self, const LsPane *pane);
  void (*append_values) (const LsFigure *self, const LsPane *pane, double time, double py, GString *text);
  char *(*make_label) (const LsSource *source); /* of a run, for the legend; (transfer full) */
  void (*describe) (const LsFigure *self, GString *text);
} LsFigureRows;

/* (nullable) */
const LsFigureRows *ls_figure_get_rows (const LsFigure *self);
/* Names of all columns of a trace except time. (transfer full) */
char      **ls_figure_list_columns (const LsTrace *trace);

/* figure-marks.c */
/* Draws time marks on an orbit. */
void        ls_figure_draw_marks (const LsFigure *self, const LsPane *pane, cairo_t *cr,
                                  const LsTheme *theme);

/* figure-inset.c */
void        ls_figure_draw_inset (const LsFigure *self, cairo_t *cr, const LsTheme *theme);

/* figure-legend.c */
/* Places the legend above the panes or beside them, whichever leaves them more room: sets
 * @legend_height or @legend_width. */
void        ls_figure_legend_place (LsFigurePlan *plan);
/* Height of a legend in a figure of the least height. */
double      ls_figure_legend_get_least (const LsFigurePlan *plan);
void        ls_figure_legend_draw (const LsFigurePlan *plan);

/* figure-near.c */
/* Orbit: the row of the visible sources with the point nearest to the pixel; %NULL if none is near. */
const LsSource *ls_figure_find_point (const LsFigure *self, const LsPane *pane, double px, double py,
                                      gsize *row);

/* figure-target.c */
/* Writes how many values are outside the axes, above the panes, where they cover no curve. */
void        ls_figure_draw_outlying (const LsFigurePlan *self);
void        ls_figure_add_hit (LsFigure *self, LsTarget target, guint index, double left, double top,
                               double width, double height);

/* figure-cursor.c */
/* Value of a column at a time between rows: interpolated linearly or, for stairs, held from the row
 * before; NaN outside. */
double      ls_source_interpolate (const LsSource *self, int column, double time, gboolean stairs);
void        ls_figure_draw_cursor (const LsFigure *self, cairo_t *cr, const LsTheme *theme);
