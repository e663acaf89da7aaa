/* Values of a trace between its rows. */
#pragma once

#include "core/record/trace.h"

/* Linear between rows, after an event at its time; NaN outside of the trace. */
double ls_trace_interpolate (const LsTrace *trace, guint column, double time);
