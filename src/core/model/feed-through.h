/* Direct feed-through of components and the algebraic loops it closes. */
#pragma once

#include "core/model/model.h"

/* @output follows @input without delay; @in_loop: on the way of an algebraic loop. */
typedef struct
{
  guint             component;
  const LsVariable *input, *output;
  gboolean          in_loop;
} LsFeedPath;

/**
 * LsFeed:
 * @paths: element-type LsFeedPath
 * @connections: set of ids: those in loops
 * @loops: element-type char *: the outputs of each loop, "a.y, b.y"
 *
 * From ModelStructure of the FMUs; an output without dependencies given follows all inputs.
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
