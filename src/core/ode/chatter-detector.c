/* Detects chattering, Zeno behaviour and events without progress in time. */
#include "core/ode/event.h"

#include <math.h>
#include <string.h>

/* QUIET_STEPS: the counts are reset after more event-free steps than this. CHATTER: more events of
 * an indicator than this are chattering. */
#define QUIET_STEPS 3u
#define CHATTER 5u
/* A solver whose steps run from event to event takes no event-free steps, so the events counted
 * must also lie within this fraction of the simulated time span. */
#define CHATTER_SHARE 1e-3
/* Time is stuck after this many events within this fraction of the simulated time span. Sliding
 * along a switching surface causes an event every 1e-13 of the time, the resolution of event
 * location. */
#define STUCK_EVENTS 10000u
#define STUCK_SHARE 1e-8
/* Zeno behaviour: this many shrinking intervals in a row, the last one below this fraction of the
 * time. */
#define ZENO_STREAK 8u
#define ZENO_LEAST 1e-12
#define ZENO_RATIO 0.99

/* Events of one indicator in one direction. */
typedef struct
{
  double time, interval; /* s; NaN before the first event and interval */
  guint streak;
} Sequence;

struct LsChatterDetector
{
  guint n;
  double span;
  guint *counts;       /* n; events per indicator */
  double *begun;       /* n; time of the first counted event, s */
  Sequence *sequences; /* 2 n + 1: falling, rising per indicator; the last entry for events without
                        * indicators */
  guint quiet;
  double advance; /* s; start of the events without progress */
  guint n_stuck;
  int culprit;
};

LsChatterDetector *
ls_chatter_detector_new (guint n, double span)
{
  LsChatterDetector *self = g_new0 (LsChatterDetector, 1);

  self->n = n;
  self->span = span;
  self->counts = g_new0 (guint, n + 1);
  self->begun = g_new0 (double, n + 1);
  self->sequences = g_new0 (Sequence, 2 * (gsize)n + 1);
  for (guint i = 0; i <= 2 * n; i++)
    self->sequences[i].time = self->sequences[i].interval = NAN;
  self->advance = -INFINITY;
  self->culprit = -1;
  return self;
}

void
ls_chatter_detector_free (LsChatterDetector *self)
{
  if (self == NULL)
    return;
  g_free (self->counts);
  g_free (self->begun);
  g_free (self->sequences);
  g_free (self);
}

void
ls_chatter_detector_step (LsChatterDetector *self)
{
  if (++self->quiet <= QUIET_STEPS)
    return;
  for (guint i = 0; i < self->n; i++)
    self->counts[i] = 0;
}

void
ls_chatter_detector_copy (LsChatterDetector *self, const LsChatterDetector *from)
{
  g_return_if_fail (self->n == from->n);

  memcpy (self->counts, from->counts, self->n * sizeof (guint));
  memcpy (self->begun, from->begun, self->n * sizeof (double));
  memcpy (self->sequences, from->sequences, (2 * (gsize)self->n + 1) * sizeof (Sequence));
  self->quiet = from->quiet;
  self->advance = from->advance;
  self->n_stuck = from->n_stuck;
}

void
ls_chatter_detector_visit_state (LsChatterDetector *self,
                                 LsVisitMemoryFunc func,
                                 gpointer user_data)
{
  func (self->counts, self->n * sizeof (guint), user_data);
  func (self->begun, self->n * sizeof (double), user_data);
  func (self->sequences, (2 * (gsize)self->n + 1) * sizeof (Sequence), user_data);
  LS_VISIT_MEMBERS (self, quiet, n_stuck, func, user_data);
}

static gboolean
is_zeno (Sequence *self, double t)
{
  double interval = t - self->time;

  self->streak = interval < ZENO_RATIO * self->interval ? self->streak + 1 : 0;
  self->interval = interval;
  self->time = t;
  return self->streak >= ZENO_STREAK && interval < ZENO_LEAST * fmax (1.0, fabs (t));
}

static gboolean
is_stuck (LsChatterDetector *self, double t)
{
  if (t - self->advance >= STUCK_SHARE * self->span)
    {
      self->advance = t;
      self->n_stuck = 0;
    }
  return ++self->n_stuck > STUCK_EVENTS;
}

/* Does not stop at the first match: the sequence of every indicator must be updated. */
static gboolean
find_zeno (LsChatterDetector *self, double t, const gint8 fired[])
{
  gboolean found = FALSE;

  if (fired == NULL)
    return is_zeno (&self->sequences[2 * self->n], t);
  for (guint i = 0; i < self->n; i++)
    if (fired[i] != 0 && is_zeno (&self->sequences[2 * i + (fired[i] > 0)], t))
      {
        self->culprit = (int)i;
        found = TRUE;
      }
  return found;
}

static gboolean
is_chattering (LsChatterDetector *self, guint i, double t)
{
  if (self->counts[i] == 0 || t - self->begun[i] > CHATTER_SHARE * self->span)
    {
      self->counts[i] = 0;
      self->begun[i] = t;
    }
  return ++self->counts[i] == CHATTER + 1;
}

LsEventPattern
ls_chatter_detector_event (LsChatterDetector *self, double t, const gint8 fired[])
{
  gboolean chatters = FALSE;

  self->culprit = -1;
  self->quiet = 0;
  if (find_zeno (self, t, fired))
    return LS_EVENTS_ZENO;
  for (guint i = 0; fired != NULL && i < self->n; i++)
    if (fired[i] != 0 && is_chattering (self, i, t))
      {
        self->culprit = (int)i;
        chatters = TRUE;
      }
  if (is_stuck (self, t))
    return LS_EVENTS_STUCK;
  return chatters ? LS_EVENTS_CHATTERING : LS_EVENTS_ORDINARY;
}

int
ls_chatter_detector_get_culprit (const LsChatterDetector *self)
{
  return self->culprit;
}
