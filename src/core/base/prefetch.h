/* Memory that is used soon: asked for while something else is computed, so that it is in the cache when its turn
 * comes. For runs of thousands of components, which find none of their memory there from the step before. */
#pragma once

#include <glib.h>

/* Minimum number of components: fewer stay in the cache. */
#define LS_PREFETCH_LEAST 256u
/* A pointer is asked for one stage before the memory it leads to: stage 0 is this many components
 * ahead, stages 1 and 2 each a third of it less. */
#define LS_PREFETCH_AHEAD 9u
#define LS_PREFETCH_STAGES 3u

/* @start: any address */
static inline void
ls_prefetch (gconstpointer start, gsize size)
{
  const char *line = (const char *)start - ((guintptr)start & 63);

  for (; line < (const char *)start + size; line += 64)
    __builtin_prefetch (line);
}

/* The component, at component @k, whose stage @stage is due. */
static inline guint
ls_prefetch_find (guint k, guint stage)
{
  return k + LS_PREFETCH_AHEAD - stage * (LS_PREFETCH_AHEAD / LS_PREFETCH_STAGES);
}
