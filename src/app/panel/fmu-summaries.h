/* What FMUs can do, read from their descriptions in the background, without unpacking them. */
#pragma once

#include <glib.h>

typedef struct LsFmuSummaries LsFmuSummaries;

/* @badges: a few letters and signs, "CS ↶ ∂"; @text: the same in words, and what the FMU is; both
 * "" when it cannot be read; @trouble: (nullable): why it cannot be read, or not be run here */
typedef void (*LsFmuSummaryFunc) (const char *path,
                                  const char *badges,
                                  const char *text,
                                  const char *trouble,
                                  gpointer user_data);

/* @func: called on the main thread, once for each of @paths, until ls_fmu_summaries_stop() */
LsFmuSummaries *ls_fmu_summaries_start (char **paths, LsFmuSummaryFunc func, gpointer user_data);
void ls_fmu_summaries_stop (LsFmuSummaries *self);
