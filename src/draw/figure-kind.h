/* Kinds of figures, as data: what is drawn of the runs, and what goes with it. */
#pragma once

#include "core/base/item.h"

/* What curves are drawn against. */
typedef enum
{
  LS_AGAINST_NOTHING,
  LS_AGAINST_REFERENCE, /* how far from it, whatever the sign */
  LS_AGAINST_BASE       /* another run is taken away; a tube about zero */
} LsAgainst;

/* What of a run is added to the figure. */
typedef enum { LS_FIGURE_OF_SAMPLES, LS_FIGURE_OF_STEPS, LS_FIGURE_OF_EVENTS } LsFigureSubject;

typedef struct LsFigureOps LsFigureOps;

/**
 * LsFigureKind:
 * @item: its name is the title: "Trajectories"
 * @x_is_signal: the x axis is a signal and not the time: two signals are chosen
 * @pane_per_column: a pane for every column, and none is chosen
 * @is_stairs: all columns are constant between their rows
 * @can_be_logarithmic: the y axes, as is wanted
 * @is_logarithmic: they are so to begin with
 * @from_zero: linear y axes begin at 0
 * @least_top: and reach at least so far; 0: as far as the data
 * @axis: (nullable): marked with N_(): title of a y axis with the signals in it: "error of %s"
 * @no_numbers: (nullable): marked with N_(): why what is shown cannot be written as columns over time
 * @empty, @starting: (nullable): marked with N_(): what to say before the first run, and before it has results;
 *   %NULL: that of others
 * @ops: (nullable): what no flag can say
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

/* In the order of menus; the records are #LsFigureKind. */
extern LsItemList ls_figure_kinds;

extern const LsFigureKind ls_figure_trajectory, ls_figure_orbit, ls_figure_error, ls_figure_difference;
extern const LsFigureKind ls_figure_steps, ls_figure_activity;
/* Short for what programs name most. */
#define LS_FIGURE_TRAJECTORY (&ls_figure_trajectory)
#define LS_FIGURE_ORBIT (&ls_figure_orbit)
#define LS_FIGURE_ERROR (&ls_figure_error)
#define LS_FIGURE_DIFFERENCE (&ls_figure_difference)
#define LS_FIGURE_STEPS (&ls_figure_steps)
#define LS_FIGURE_ACTIVITY (&ls_figure_activity)

/* Returns: (nullable): the kind called @id. */
const LsFigureKind *ls_figure_kind_find (const char *id);
