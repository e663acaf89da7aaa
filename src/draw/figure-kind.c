#include "draw/figure-kind.h"

/* One line per kind. */
/* clang-format off */
LsItemList ls_figure_kinds = {
  &ls_figure_trajectory.item,
  &ls_figure_orbit.item,
  &ls_figure_error.item,
  &ls_figure_difference.item,
  &ls_figure_steps.item,
  &ls_figure_activity.item,
  NULL,
};
/* clang-format on */

const LsFigureKind *
ls_figure_kind_find (const char *id)
{
  return (const LsFigureKind *)ls_items_find (ls_figure_kinds, id);
}
