/* Many runs at a glance: scatter, parallel coordinates, heat map, curves of a signal, and the
 * sensitivities that follow from them. */
#pragma once

#include <cairo.h>
#include "core/base/status.h"
#include "draw/theme.h"

typedef enum
{
  LS_SPREAD_CURVES,   /* a signal of each run over time */
  LS_SPREAD_SCATTER,  /* a column over another one */
  LS_SPREAD_PARALLEL, /* an axis for each column, a line for each run */
  LS_SPREAD_HEAT,     /* two columns across and upwards, the third as colour */
  LS_SPREAD_BARS      /* sensitivities, the largest on top */
} LsSpreadKind;

/**
 * LsSpread:
 *
 * Rows are runs, columns their parameters and measures. Use on the drawing thread only.
 */
typedef struct LsSpread LsSpread;

LsSpread *ls_spread_new (LsSpreadKind kind, guint n_rows);
void ls_spread_free (LsSpread *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsSpread, ls_spread_free)

/* @values: one per row, copied; NaN: unknown. Returns: index of the column */
guint ls_spread_add_column (LsSpread *self, const char *name, const double values[], gboolean logarithmic);
/* Columns of scatter and heat map; @color: only of the latter */
void ls_spread_set_axes (LsSpread *self, guint x, guint y, guint color);
/* @name: of the signal, with its unit; @times, @values: @n samples, copied */
void ls_spread_set_signal (LsSpread *self, const char *name);
void ls_spread_add_curve (LsSpread *self, guint row, const double times[], const double values[], guint n);
/* @first, @second: names of the two kinds of bars, @note: what whiskers are */
void ls_spread_set_bars (LsSpread *self, const char *first, const char *second, const char *note);
/* Values of a parameter with the half widths of their whiskers; margin NaN: none */
void ls_spread_add_bar (LsSpread *self, const char *name, const double values[2], const double margins[2]);

/* @row: drawn above all others; -1: none */
void ls_spread_choose (LsSpread *self, int row);
/* Rows outside are drawn faintly; NaN: no limit */
void ls_spread_set_limits (LsSpread *self, guint column, double low, double high);
void ls_spread_get_limits (const LsSpread *self, guint column, double *low, double *high);
guint ls_spread_get_n_rows (const LsSpread *self);
guint ls_spread_get_n_columns (const LsSpread *self);
/* Least and greatest value; %FALSE without any. */
gboolean ls_spread_get_range (const LsSpread *self, guint column, double *low, double *high);
gboolean ls_spread_is_within (const LsSpread *self, guint row);
guint ls_spread_count_within (const LsSpread *self);

void ls_spread_draw (LsSpread *self, cairo_t *cr, double width, double height, const LsTheme *theme);
/* Row at a point of the last drawing, px; -1: none near */
int ls_spread_find (const LsSpread *self, double px, double py);
/* Column whose axis is at that point (parallel coordinates), with the value there; -1: none */
int ls_spread_find_axis (const LsSpread *self, double px, double py, double *value);
/* Returns: (transfer full): description in sentences (for screen readers) */
char *ls_spread_describe (const LsSpread *self);
