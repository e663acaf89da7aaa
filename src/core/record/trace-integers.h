/* Samples of a trace that are integers beyond 53 bits, exactly. */
#pragma once

#include "core/base/integer.h"

/* One writer, any readers, on any threads. */
typedef struct LsTraceIntegers LsTraceIntegers;

LsTraceIntegers *ls_trace_integers_new (void);
void             ls_trace_integers_free (LsTraceIntegers *self);
/* Writer: rows of a column do not decrease; of equal ones the last counts. */
void ls_trace_integers_add (LsTraceIntegers *self, guint column, gsize row, LsInteger value);
gboolean ls_trace_integers_get (LsTraceIntegers *self, guint column, gsize row, LsInteger *value);
/* Bytes */
gsize ls_trace_integers_get_size (LsTraceIntegers *self);
