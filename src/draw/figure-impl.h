/* What the files of the figure share. */
#pragma once

#include "core/record/pyramid.h"
#include "draw/figure.h"

/**
 * LsSource: a run, or the reference.
 * @method: (nullable): %NULL for the reference
 * @shown: (nullable): what is drawn: @trace itself or, in an error figure, the
 *   absolute difference; %NULL while there is none
 * @least: least positive value of each column of an error, 0 where there is none
 * @pyramids: element-type LsPyramid, by column of @shown, made when needed
 * @n_rows, @n_reference_rows: rows that @shown was made of
 */
typedef struct
{
  LsTrace   *trace;
  char      *label, *method;
  guint      variant;
  gboolean   visible;
  LsTrace   *shown;
  double    *least;
  GPtrArray *pyramids;
  gsize      n_rows, n_reference_rows;
  char      *problem;
} LsSource;

/* Part of an axis; in a logarithmic pane the numbers are powers of ten. */
typedef struct
{
  double min, max;
} LsSpan;

typedef struct
{
  char    *unit;
  GArray  *signals; /* guint, into the figure's list */
  gboolean logarithmic;
  gboolean zoomed;
  LsSpan   zoom;                /* valid when zoomed */
  LsSpan   y;                   /* as last drawn */
  double   left, top, width, height; /* as last drawn, px */
} LsPane;

typedef enum { LS_ACTION_NONE, LS_ACTION_ZOOM, LS_ACTION_PAN } LsAction;

struct LsFigure
{
  LsFigureKind kind;
  GPtrArray   *sources; /* LsSource */
  LsSource    *reference;
  char       **signals; /* as set, may be NULL */
  char       **names;   /* what is shown now, in order */
  char        *orbit_x, *orbit_y;
  char        *title, *placeholder;
  double       time_start, time_stop;
  GPtrArray   *panes; /* LsPane */
  gboolean     changed;
  gboolean     logarithmic;

  gboolean     x_zoomed;
  LsSpan       x_zoom, x; /* as the panes' */
  GPtrArray   *history;
  LsAction     action;
  double       cursor_x, cursor_y; /* px, NaN: none */
  gboolean     drawn;              /* whether panes have been laid out */
};

/* figure.c */
/* Panes after the sources and signals. */
void        ls_figure_arrange (LsFigure *self);
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
} LsStroke;

void        ls_stroke_trajectory (const LsStroke *self, cairo_t *cr, int column);
void        ls_stroke_orbit (const LsStroke *self, cairo_t *cr, int x, int y);

/* figure-draw.c */
/* Signals are told apart by dashes when a pane has several of them. */
gboolean    ls_figure_has_shared_pane (const LsFigure *self);
void        ls_figure_style (const LsFigure *self, const LsSource *source, guint position,
                             const LsTheme *theme, LsStroke *stroke);

/* figure-legend.c */
/* Height used; draws when @cr is to be drawn on. Entries in rows from (@x, @y) on, @width wide. */
double      ls_figure_legend (const LsFigure *self, cairo_t *cr, const LsTheme *theme, double x,
                              double y, double width, double max_height, gboolean draw);

/* figure-cursor.c */
/* Value of a column at a time between rows; NaN outside. */
double      ls_source_interpolate (const LsSource *self, int column, double time);
void        ls_figure_draw_cursor (const LsFigure *self, cairo_t *cr, const LsTheme *theme);
