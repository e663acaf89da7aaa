/* What is shown of an FMU that has ended a run: a mark on its block, and a bar with what can be done. */
#pragma once

#include "app/window/frame.h"
#include "core/run/comparison.h"

/* Before a run: removes the marks of earlier ones. */
void ls_death_bar_forget (const LsFrame *frame);
/**
 * ls_death_bar_show:
 * @comparison: has ended
 * @index: of a failed run
 *
 * Shows why an FMU ended the run, in a bar that goes with the next run, and in Messages.
 * Returns: %FALSE if none did
 */
gboolean ls_death_bar_show (const LsFrame *frame, LsComparison *comparison, guint index);
