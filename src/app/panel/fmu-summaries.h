/* Capabilities of FMUs, read from their descriptions on a worker thread, without unpacking. */
#pragma once

#include <glib.h>

typedef struct LsFmuSummaries LsFmuSummaries;

/* @badges: letters and signs, "CS ↶ ∂"; @text: their meaning and a description of the FMU; both
 * "" on failure; @trouble: (nullable): why the FMU cannot be read, or not be run here */
typedef void (*LsFmuSummaryFunc) (const char *path,
                                  const char *badges,
                                  const char *text,
                                  const char *trouble,
                                  gpointer user_data);

/* @func: called on the main thread, once for each of @paths, until ls_fmu_summaries_stop() */
LsFmuSummaries *ls_fmu_summaries_start (char **paths, LsFmuSummaryFunc func, gpointer user_data);
void ls_fmu_summaries_stop (LsFmuSummaries *self);
