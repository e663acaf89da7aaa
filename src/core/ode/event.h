/* Location of events in a step that has been taken, for every solver alike; and what is
 * suspicious about a sequence of events. */
#pragma once

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
 * section 3.1); so an indicator that reaches 0 and stays there has an event, and one that comes
 * from below and stays has none. Found is the first one among all indicators by the Illinois
 * method with weights, by bisection where a value is exactly 0 (Assimulo, "Event handling",
 * sections 3.3 and 3.4). Two changes of one indicator in one step are not seen.
 */
typedef struct LsEventLocator LsEventLocator;

/* For @n indicators, also none. */
LsEventLocator *ls_event_locator_new (guint n);
void ls_event_locator_free (LsEventLocator *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsEventLocator, ls_event_locator_free)

/* At the start, after every event and after a rollback: @z, n, are the indicators of now. */
void ls_event_locator_start (LsEventLocator *self, const double z[]);

/**
 * ls_event_locator_locate:
 * @t_low, @t_high: the step, s; @t_low is where ls_event_locator_start() was called, or where
 *   the last call ended that found nothing
 * @func: is asked at @t_high first
 * @found: (out): whether there is an event
 * @t_event: (out): right end of the bracket it lies in, where the new domains hold; @t_high
 *   where there is none
 *
 * The bracket is at most max (1e-13 max |t|, 4 ulp, 1e-16 of the step) long. After an event has
 * been found ls_event_locator_start() has to be called before the next step.
 *
 * Returns: what @func did; %LS_RETRY also for an indicator that is not a number (see
 *   ls_event_locator_get_broken()). Nothing has changed then.
 */
LsStatus ls_event_locator_locate (LsEventLocator *self,
                                  double t_low,
                                  double t_high,
                                  LsIndicatorsFunc func,
                                  gpointer user_data,
                                  gboolean *found,
                                  double *t_event);
/* Of the event found last: n, borrowed; 1 where z rises above 0, -1 where it falls, else 0. */
const gint8 *ls_event_locator_get_fired (const LsEventLocator *self);
/* Index of the indicator that was not a number in the last call, or -1. */
int ls_event_locator_get_broken (const LsEventLocator *self);
/* Calls of the function so far. */
guint64 ls_event_locator_get_evaluations (const LsEventLocator *self);
/* Domains of now, for saving and bringing back; @z: (out): n */
void ls_event_locator_save (const LsEventLocator *self, double z[]);

typedef enum
{
  LS_EVENTS_ORDINARY,
  LS_EVENTS_CHATTERING, /* one indicator fires again and again; said once each time it begins */
  LS_EVENTS_STUCK,      /* very many events, and time does not go on */
  LS_EVENTS_ZENO        /* the times between events shrink geometrically, to nothing */
} LsEventPattern;

/**
 * LsChatterDetector:
 *
 * Counts for each indicator how often it fires; forgotten after more than three steps without any
 * event. More than five in a row, within a thousandth of the simulation, are chattering.
 */
typedef struct LsChatterDetector LsChatterDetector;

/* @span: length of the simulation, s */
LsChatterDetector *ls_chatter_detector_new (guint n, double span);
void ls_chatter_detector_free (LsChatterDetector *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsChatterDetector, ls_chatter_detector_free)
/* All that @from, of as many indicators, has seen and nothing else: for going back in time. */
void ls_chatter_detector_copy (LsChatterDetector *self, const LsChatterDetector *from);
/* A step without an event has been accepted. */
void ls_chatter_detector_step (LsChatterDetector *self);
/**
 * ls_chatter_detector_event:
 * @fired: (nullable): as ls_event_locator_get_fired(); %NULL for an event without indicators
 *
 * Returns: what the events up to the one at @t, s, look like.
 */
LsEventPattern ls_chatter_detector_event (LsChatterDetector *self, double t, const gint8 fired[]);
/* The indicator that the last answer is about, or -1. */
int ls_chatter_detector_get_culprit (const LsChatterDetector *self);
