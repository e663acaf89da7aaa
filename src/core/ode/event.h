/* Solver-independent location of events within an accepted step, and detection of suspicious event
 * sequences. */
#pragma once

#include "core/base/state-memory.h"
#include "core/base/status.h"

/**
 * LsIndicatorsFunc:
 * @t: time inside the step, s
 * @z: (out): the indicators there, by the dense output of the step
 *
 * %LS_RETRY when a smaller step may help.
 */
typedef LsStatus (*LsIndicatorsFunc) (double t, double z[], gpointer user_data);

/**
 * LsEventLocator:
 *
 * An indicator has two domains, z > 0 and z <= 0, and an event is a change of domain (FMI 2.0,
 * section 3.1); so an indicator that falls to 0 and stays there has an event, and one that rises to
 * 0 and stays has none. Locates the first event of all indicators by the weighted Illinois method,
 * by bisection where a value is exactly 0 (Assimulo, "Event handling", sections 3.3 and 3.4). Two
 * changes of one indicator within a step are not detected.
 */
typedef struct LsEventLocator LsEventLocator;

/* @n: number of indicators, may be 0 */
LsEventLocator *ls_event_locator_new (guint n);
void ls_event_locator_free (LsEventLocator *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsEventLocator, ls_event_locator_free)

/* Call at the start, after every event and after a rollback. @z: n, the current indicators */
void ls_event_locator_start (LsEventLocator *self, const double z[]);

/**
 * ls_event_locator_locate:
 * @t_low, @t_high: ends of the step, s; @t_low is the time of the last ls_event_locator_start(), or
 *   @t_high of the last call if it found no event
 * @func: called at @t_high first
 * @found: (out): whether there is an event
 * @t_event: (out): right end of the bracket of the event, where the new domains hold; @t_high
 *   without an event
 *
 * The bracket is at most max (1e-13 max |t|, 4 ulp, 1e-16 of the step) long. After an event,
 * ls_event_locator_start() must be called before the next step.
 *
 * Returns: the status of @func; %LS_RETRY also for an indicator that is not a number (see
 * ls_event_locator_get_broken()). Unless %LS_OK the locator is unchanged.
 */
LsStatus ls_event_locator_locate (LsEventLocator *self,
                                  double t_low,
                                  double t_high,
                                  LsIndicatorsFunc func,
                                  gpointer user_data,
                                  gboolean *found,
                                  double *t_event);
/* Of the last event: n, borrowed; 1 where z rises above 0, -1 where it falls, else 0. */
const gint8 *ls_event_locator_get_fired (const LsEventLocator *self);
/* Index of the indicator that was not a number in the last call, or -1. */
int ls_event_locator_get_broken (const LsEventLocator *self);
/* Number of calls of the function so far. */
guint64 ls_event_locator_get_evaluations (const LsEventLocator *self);
/* Current domains, to be restored with ls_event_locator_start(). @z: (out): n */
void ls_event_locator_save (const LsEventLocator *self, double z[]);
/* Visits them: see core/base/state-memory.h. */
void ls_event_locator_visit_state (LsEventLocator *self, LsVisitMemoryFunc func, gpointer user_data);

typedef enum
{
  LS_EVENTS_ORDINARY,
  LS_EVENTS_CHATTERING, /* one indicator fires repeatedly; reported once per episode */
  LS_EVENTS_STUCK,      /* very many events without progress in time */
  LS_EVENTS_ZENO        /* the intervals between events shrink geometrically to zero */
} LsEventPattern;

/**
 * LsChatterDetector:
 *
 * Counts the events of each indicator; more than three event-free steps reset the counts. More than
 * five events in a row within a thousandth of the simulated time span are chattering.
 */
typedef struct LsChatterDetector LsChatterDetector;

/* @n: number of indicators. @span: simulated time span, s */
LsChatterDetector *ls_chatter_detector_new (guint n, double span);
void ls_chatter_detector_free (LsChatterDetector *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsChatterDetector, ls_chatter_detector_free)
/* Makes the state of @self that of @from, which has as many indicators; for rollback. */
void ls_chatter_detector_copy (LsChatterDetector *self, const LsChatterDetector *from);
/* Visits that state: see core/base/state-memory.h. */
void ls_chatter_detector_visit_state (LsChatterDetector *self, LsVisitMemoryFunc func, gpointer user_data);
/* Call for each accepted step without an event. */
void ls_chatter_detector_step (LsChatterDetector *self);
/**
 * ls_chatter_detector_event:
 * @fired: (nullable): as ls_event_locator_get_fired(); %NULL for an event without indicators
 *
 * Adds an event at @t, s.
 *
 * Returns: the pattern of the events so far.
 */
LsEventPattern ls_chatter_detector_event (LsChatterDetector *self, double t, const gint8 fired[]);
/* Index of the indicator that caused the last pattern, or -1. */
int ls_chatter_detector_get_culprit (const LsChatterDetector *self);
