/* What the files of the figure share. */
#pragma once

#include "core/model/plot-setup.h"
#include "core/record/pyramid.h"
#include "draw/figure.h"
#include "draw/ticks.h"

/**
 * LsSource: a run, or the reference.
 * @method: (nullable): %NULL for the reference
 * @shown: (nullable): what is drawn: @trace itself or, in an error figure, the
 *   absolute difference; %NULL while there is none
 * @clock: (nullable): of steps: its last time is where the last row ends
 * @activity: (nullable): of an activity; @events: element-type GArray of double, times by source;
 *   @n_events: taken in
 * @least: least positive value of each column, of its first @least_rows rows; 0 where there is none
 * @pyramids: element-type LsPyramid, by column of @shown, made when needed
 * @n_rows, @n_reference_rows: rows that @shown was made of
 */
typedef struct LsPreparation LsPreparation;

/* Rows of a difference outside of its tube, which is half so wide as @tube says, so far; @first: s */
typedef struct
{
  double tube, first;
  gsize  n_rows, n_outside;
} LsOutside;

typedef struct
{
  LsTrace   *trace, *clock;
  LsPreparation *preparation; /* (nullable): what is made of it on another thread just now */
  LsActivity *activity;
  GPtrArray *events;
  gsize      n_events;
  char      *label, *method;
  guint      variant;
  gboolean   visible;
  LsTrace   *shown;
  double    *least;
  gsize     *least_rows;
  LsOutside *outside; /* (nullable): by column of @shown */
  GPtrArray *pyramids;
  gsize      n_rows, n_reference_rows;
  char      *problem;
} LsSource;

/* Part of an axis; in a logarithmic pane the numbers are powers of ten. */
typedef struct
{
  double min, max;
} LsSpan;

/* @key: by which it is found again; @twin: the right y axis of the pane before it;
 * @position: of its first signal among those of its place, for the dashes */
typedef struct
{
  char    *key, *unit;
  gboolean twin;
  guint    position;
  GArray  *signals; /* guint, into the figure's list */
  gboolean logarithmic;
  gboolean zoomed;
  LsSpan   zoom;                /* valid when zoomed */
  LsSpan   y;                   /* as last drawn */
  double   left, top, width, height; /* as last drawn, px */
} LsPane;

typedef enum { LS_ACTION_NONE, LS_ACTION_ZOOM, LS_ACTION_PAN } LsAction;

/* A zone shown enlarged; @pane: its index */
typedef struct
{
  gboolean shown;
  guint    pane;
  LsSpan   x, y;
} LsInset;

struct LsFigure
{
  const LsFigureKind *kind;
  GPtrArray   *sources; /* LsSource */
  GPtrArray   *spare;   /* (nullable): LsSource: of before a clear, until the next update */
  LsSource    *reference;
  char       **signals; /* as set, may be NULL */
  char       **names;   /* what is shown now, in order */
  char       **stairs;  /* (nullable): signals that are constant between their rows */
  GPtrArray   *choices; /* (nullable): LsPaneChoice */
  LsSource    *base;    /* (nullable): of a difference */
  double       tube;    /* share of the base's range */
  char        *orbit_x, *orbit_y;
  char        *title, *placeholder;
  GHashTable  *captions; /* axis: text */
  GHashTable  *titles;   /* signal: text */
  double       time_marks; /* s, 0: none */
  double       time_start, time_stop;
  GPtrArray   *panes; /* LsPane */
  gboolean     changed, background;
  gboolean     logarithmic, logarithmic_x;
  LsInset      inset;
  gboolean     follow;
  double       linked_time, mark; /* s, NaN: none */

  gboolean     x_zoomed;
  LsSpan       x_zoom, x; /* as the panes' */
  GPtrArray   *history, *future;
  LsAction     action;
  double       cursor_x, cursor_y; /* px, NaN: none */
  gboolean     drawn;              /* whether panes have been laid out */
};

/* figure-panes.c */
/* Panes after the sources and signals. */
void        ls_figure_arrange (LsFigure *self);
void        ls_pane_free (gpointer pane);
/* How many signals stand in the place of a pane, both axes together. */
guint       ls_figure_count_in_place (const LsFigure *self, guint pane);

/* figure-source.c */
LsSource   *ls_source_new (LsTrace *trace, const char *label, const char *method);
void        ls_source_free (gpointer source);
/* @shown: (transfer full) (nullable) */
void        ls_source_set_shown (LsSource *self, LsTrace *shown);
/* Errors, or differences to the base (@absolute: %FALSE), after rows that are new. Returns: whether it changed. */
gboolean    ls_source_update_difference (LsSource *self, const LsTrace *reference, gboolean absolute);
/* Time up to which the last row holds, s. */
double      ls_source_get_end (const LsSource *self);
/* Least positive value of a column so far; 0 where there is none. */
double      ls_source_get_least (LsSource *self, guint column);

/* Part of the rows of a difference that is outside of the tube, of which @tube is half the width, and
 * where they begin, s; NaN: none is. */
void        ls_source_count_outside (LsSource *self, guint column, double tube, double *first,
                                     double *share);
/* What @from, of the same rows, has made of them. */
void        ls_source_take_pyramids (LsSource *self, LsSource *from);

/* figure-prepare.c */
/* Whether the rows of @source, or what they differ by from @opponent (nullable), can be drawn at
 * once; else that is being prepared. @changed: set when it has been. */
gboolean    ls_source_is_prepared (const LsFigure *self, LsSource *source, LsTrace *opponent,
                                   gboolean *changed);
void        ls_source_forget_preparation (LsSource *self);

/* figure.c */
/* Whether curves are made against another trace. */
gboolean    ls_figure_is_relative (const LsFigure *self);
gboolean    ls_figure_is_stairs (const LsFigure *self, const char *name);
/* Whether there is at least one row to draw. */
gboolean    ls_figure_has_data (const LsFigure *self);
/* Column of @shown for the signal, or -1. */
int         ls_source_find (const LsSource *self, const char *name);
/* Whether it is drawn in this kind of figure now. */
gboolean    ls_figure_shows (const LsFigure *self, const LsSource *source);
LsPyramid  *ls_source_get_pyramid (LsSource *self, guint column);
/* The i-th of all sources, the reference first; NULL after the last. */
LsSource   *ls_figure_get_source (const LsFigure *self, guint i);
/* Whether every known difference is exactly zero. */
gboolean    ls_source_is_exact (const LsSource *self);
/* The words for why there are no curves; (transfer none). */
const char *ls_figure_get_placeholder (const LsFigure *self);

/* figure-range.c */
/* Ranges of both axes for the coming drawing, in @x of the figure and @y of the panes. */
void        ls_figure_choose_ranges (LsFigure *self);
double      ls_pane_get_axis (const LsPane *self, double value); /* value to axis, -inf for log of 0 */
double      ls_pane_get_value (const LsPane *self, double axis);
/* The same of the x axis. */
double      ls_figure_get_axis (const LsFigure *self, double value);
double      ls_figure_get_value (const LsFigure *self, double axis);
/* The least positive time of what is shown; 1 where there is none. */
double      ls_figure_get_least_x (const LsFigure *self);
/* The value of the x axis at a pixel. */
double      ls_figure_get_x (const LsFigure *self, const LsPane *pane, double px);
double      ls_figure_get_px (const LsFigure *self, const LsPane *pane, double x);
double      ls_pane_get_py (const LsPane *self, double value);

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

/* figure-draw.c */
/* All curves of a pane, within it. */
void        ls_figure_draw_curves (const LsFigure *self, const LsPane *pane, cairo_t *cr,
                                   const LsTheme *theme);

/* figure-axes.c: all lengths in px */
typedef struct
{
  LsFigure *figure;
  cairo_t *cr;
  const LsTheme *theme;
  double width, height, em;        /* width: without a legend beside; em: height of a line of text */
  double left, right, top, bottom; /* edges of the panes together */
  double title_height, legend_height, legend_width, exponent_height;
  gboolean titles_above;           /* of the panes, because beside them they would be cut */
  LsTicks x_ticks;
  LsTicks *y_ticks; /* per pane */
} LsFigurePlan;

#define LS_FIGURE_PAD 10.0
#define LS_FIGURE_TICK 4.0
double      ls_figure_measure_labels (const LsFigurePlan *self, const LsTicks *ticks);
void        ls_figure_draw_grid (const LsFigurePlan *self, guint pane);
void        ls_figure_draw_frame (const LsFigurePlan *self, guint pane);
/* Whether the title of any pane is longer than the pane is high. */
gboolean    ls_figure_cuts_titles (const LsFigurePlan *self);
void        ls_figure_draw_y_labels (const LsFigurePlan *self, guint pane);
void        ls_figure_draw_x_labels (const LsFigurePlan *self);
/* What a signal is called: as was set, of steps in words, else its name. */
const char *ls_figure_get_title_of (const LsFigure *self, const char *name);

/* figure-activity.c */
/* Events that are new. */
void        ls_source_take_events (LsSource *self);
/* For implementers of kinds: what a kind does itself; each member may be %NULL. */
struct LsFigureOps
{
  /* What is shown, in order, instead of the signals that were set. (transfer full) */
  char **(*choose_names) (const LsFigure *self);
  /* Of the y axis of a pane, where it is not for the user to choose. */
  gboolean (*wants_logarithm) (const LsFigure *self, const char *key);
  /* Another name of a column, translated. */
  const char *(*get_title) (const char *name);
  /* Why nothing is shown, of runs that are there; %NULL: no particular reason. */
  const char *(*get_placeholder) (const LsFigure *self);
  /* The first sentence on what is shown; @names: titles of the signals. Else “Trajectories of …”. */
  void (*describe) (const LsFigure *self, const char *names, GString *text);
  /* %NULL where curves are drawn, else what is drawn instead, in one pane. */
  const struct LsFigureRows *rows;
};

/* Rows beneath each other in place of curves. */
typedef struct LsFigureRows
{
  /* Whether @source has anything. */
  gboolean (*shows) (const LsSource *source);
  LsSpan (*get_span) (const LsFigure *self); /* of the y axis */
  void (*draw) (const LsFigure *self, const LsPane *pane, cairo_t *cr, const LsTheme *theme);
  /* Widths on the left and the right of the pane, px; labels there; lines between the rows, added to the path. */
  void (*measure) (const LsFigurePlan *self, double *left, double *right);
  void (*draw_labels) (const LsFigurePlan *self, const LsPane *pane);
  void (*draw_rules) (const LsFigurePlan *self, const LsPane *pane);
  void (*append_values) (const LsFigure *self, const LsPane *pane, double time, double py, GString *text);
  char *(*make_label) (const LsSource *source); /* of a run, for the legend; (transfer full) */
  void (*describe) (const LsFigure *self, GString *text);
} LsFigureRows;

/* (nullable) */
const LsFigureRows *ls_figure_get_rows (const LsFigure *self);
/* The names of all columns of a trace but the time. (transfer full) */
char      **ls_figure_list_columns (const LsTrace *trace);

/* figure-marks.c */
/* Marks of time on an orbit. */
void        ls_figure_draw_marks (const LsFigure *self, const LsPane *pane, cairo_t *cr,
                                  const LsTheme *theme);

/* figure-inset.c */
void        ls_figure_draw_inset (const LsFigure *self, cairo_t *cr, const LsTheme *theme);

/* Signals are told apart by dashes when a pane has several of them. */
gboolean    ls_figure_has_shared_pane (const LsFigure *self);
void        ls_figure_style (const LsFigure *self, const LsSource *source, guint position,
                             const LsTheme *theme, LsStroke *stroke);

/* figure-legend.c */
/* Above the panes or, where that leaves them more room, beside them: sets @legend_height or
 * @legend_width. */
void        ls_figure_legend_place (LsFigurePlan *plan);
void        ls_figure_legend_draw (const LsFigurePlan *plan);

/* figure-near.c */
/* Of an orbit: the row of the visible sources whose point is nearest to the pixel; %NULL when none is
 * near. */
const LsSource *ls_figure_find_point (const LsFigure *self, const LsPane *pane, double px, double py,
                                      gsize *row);

/* figure-cursor.c */
/* Value of a column at a time between rows, on a straight line or, of stairs, that of the row before;
 * NaN outside. */
double      ls_source_interpolate (const LsSource *self, int column, double time, gboolean stairs);
void        ls_figure_draw_cursor (const LsFigure *self, cairo_t *cr, const LsTheme *theme);
