#include "draw/figure-kind.h"

#include "draw/figure-impl.h"
#include "draw/figure-kinds.h"

#define ENTRY(record) &record.item,

LsItemList ls_figure_kinds = { LS_FIGURE_KINDS (ENTRY) NULL };

const LsFigureKind *
ls_figure_kind_find (const char *id)
{
  return (const LsFigureKind *)ls_items_find (ls_figure_kinds, id);
}

gboolean
ls_figure_kind_has_rows (const LsFigureKind *self)
{
  return self->ops != NULL && self->ops->rows != NULL;
}
