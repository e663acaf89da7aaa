/* Data of a spread, shared by its drawings. */
#pragma once

#include "draw/spread.h"
#include "draw/text.h"
#include "draw/ticks.h"

/* Rows beyond this number are drawn in part: more would cover each other, and take seconds. */
#define LS_SPREAD_MAX_DRAWN 5000u

typedef struct
{
  char *name;
  double *values;
  gboolean logarithmic;
  double low, high;       /* limits, NaN: none */
  double least, greatest; /* of the values; NaN without any */
} LsSpreadColumn;

typedef struct
{
  guint row, n;
  double *times, *values;
} LsSpreadCurve;

typedef struct
{
  char *name;
  double values[2], margins[2];
} LsSpreadBar;

/* An axis of positions: values, or their logarithms to base 10 */
typedef struct
{
  double min, max;
  gboolean logarithmic;
  const char *title;
} LsSpreadAxis;

typedef struct
{
  LsSpreadAxis x, y;
  double left, right, top, bottom; /* px */
} LsSpreadFrame;

struct LsSpread
{
  LsSpreadKind kind;
  guint n_rows, x, y, color;
  GPtrArray *columns, *curves, *bars;
  char *signal, *titles[2], *note;
  int chosen;
  LsSpreadFrame frame; /* of the last drawing */
};

typedef struct
{
  const LsSpread *spread;
  cairo_t *cr;
  const LsTheme *theme;
  double em;
} LsSpreadPen;

const LsSpreadColumn *ls_spread_get_column (const LsSpread *self, guint column);
/* Distance between drawn rows. */
guint ls_spread_get_stride (const LsSpread *self);
/* Runs drawn one by one, with that stride. */
guint ls_spread_get_n_drawn (const LsSpread *self);
LsSpreadAxis ls_spread_make_axis (const LsSpreadColumn *column);
double ls_spread_get_position (const LsSpreadAxis *axis, double value);
double ls_spread_get_px (const LsSpreadFrame *frame, double value);
double ls_spread_get_py (const LsSpreadFrame *frame, double value);

/* Makes room above the frame for the title of a vertical axis that is longer than the axis. */
void ls_spread_make_room (const LsSpreadPen *pen, LsSpreadFrame *frame, const char *title);
void ls_spread_draw_frame (const LsSpreadPen *pen, const LsSpreadFrame *frame);
/* The same without the vertical axis. */
void ls_spread_draw_x (const LsSpreadPen *pen, const LsSpreadFrame *frame);
/* Ticks of a vertical axis at @x, labels to its left. */
void ls_spread_draw_scale (const LsSpreadPen *pen, const LsSpreadAxis *axis, double x, double top, double bottom);
LsColor ls_spread_get_color (const LsSpreadPen *pen, const LsSpreadColumn *column, double value);
void ls_spread_draw_color_bar (const LsSpreadPen *pen, const LsSpreadColumn *column, double x, double top,
                               double bottom);
void ls_spread_draw_parallel (const LsSpreadPen *pen, double width, double height);
double ls_spread_get_axis_px (const LsSpread *self, guint column);
void ls_spread_draw_bars (const LsSpreadPen *pen, double width, double height);
