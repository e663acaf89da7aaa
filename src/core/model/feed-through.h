/* Direct feed-through of components and the resulting algebraic loops. */
#pragma once

#include "core/model/model.h"

/* Direct feed-through from @input to @output; @in_loop: part of an algebraic loop. */
typedef struct
{
  guint             component;
  const LsVariable *input, *output;
  gboolean          in_loop;
} LsFeedPath;

/**
 * LsFeed:
 * @paths: element-type LsFeedPath
 * @connections: set of ids: connections in loops
 * @loops: element-type char *: the outputs of each loop, "a.y, b.y"
 *
 * From ModelStructure of the FMUs; an output without declared dependencies depends on all inputs.
 * Valid until the model changes.
 */
typedef struct
{
  GArray     *paths;
  GHashTable *connections;
  GPtrArray  *loops;
} LsFeed;

LsFeed *ls_feed_new (const LsModel *model);
void    ls_feed_free (LsFeed *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsFeed, ls_feed_free)
