/* Kinds of figures, as data: content and options of a plot of runs. */
#pragma once

#include "core/base/item.h"

/* Reference of the plotted values. */
typedef enum
{
  LS_AGAINST_NOTHING,
  LS_AGAINST_REFERENCE, /* absolute difference from the reference */
  LS_AGAINST_BASE       /* signed difference from another run; tube about zero */
} LsAgainst;

/* Data of a run that is added to the figure. */
typedef enum { LS_FIGURE_OF_SAMPLES, LS_FIGURE_OF_STEPS, LS_FIGURE_OF_EVENTS, LS_FIGURE_OF_BONDS } LsFigureSubject;

typedef struct LsFigureOps LsFigureOps;

/**
 * LsFigureKind:
 * @item: its name is the title: "Trajectories"
 * @x_is_signal: the x axis is a signal instead of time: the user chooses two signals
 * @pane_per_column: one pane per column; no selection
 * @is_stairs: all columns are constant between rows
 * @can_be_logarithmic: y axes can be switched to logarithmic
 * @is_logarithmic: y axes are initially logarithmic
 * @from_zero: linear y axes start at 0
 * @least_top: minimum upper end of such axes; 0: from the data
 * @axis: (nullable): marked with N_(): title of a y axis with the signals in it: "error of %s";
 * a second %s is the base of a difference
 * @no_numbers: (nullable): marked with N_(): why the data cannot be exported as columns over time
 * @empty, @starting: (nullable): marked with N_(): placeholders before the first run, and before it
 * has results; %NULL: default
 * @ops: (nullable): behaviour that is not covered by the flags
 */
typedef struct
{
  LsItem             item;
  LsFigureSubject    subject;
  LsAgainst          against;
  gboolean           x_is_signal, pane_per_column, is_stairs;
  gboolean           can_be_logarithmic, is_logarithmic, from_zero;
  double             least_top;
  const char        *axis, *no_numbers, *empty, *starting;
  const LsFigureOps *ops;
} LsFigureKind;

/* In menu order; the records are #LsFigureKind. */
extern LsItemList ls_figure_kinds;

extern const LsFigureKind ls_figure_trajectory, ls_figure_orbit, ls_figure_error, ls_figure_difference;
extern const LsFigureKind ls_figure_steps, ls_figure_activity, ls_figure_bonds;
/* Short names of the kinds used most in code. */
#define LS_FIGURE_TRAJECTORY (&ls_figure_trajectory)
#define LS_FIGURE_ORBIT (&ls_figure_orbit)
#define LS_FIGURE_ERROR (&ls_figure_error)
#define LS_FIGURE_DIFFERENCE (&ls_figure_difference)
#define LS_FIGURE_STEPS (&ls_figure_steps)
#define LS_FIGURE_ACTIVITY (&ls_figure_activity)

/* Returns: (nullable): the kind called @id. */
const LsFigureKind *ls_figure_kind_find (const char *id);
/* Whether it draws rows below each other, which have no y axis, instead of curves. */
gboolean            ls_figure_kind_has_rows (const LsFigureKind *self);
