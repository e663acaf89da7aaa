#include "draw/figure-kind.h"

#include "draw/figure-kinds.h"

#define ENTRY(record) &record.item,

LsItemList ls_figure_kinds = { LS_FIGURE_KINDS (ENTRY) NULL };

const LsFigureKind *
ls_figure_kind_find (const char *id)
{
  return (const LsFigureKind *)ls_items_find (ls_figure_kinds, id);
}
