/* What an answer of a system begins with: the state of its common part, and what has happened. */
#pragma once

#include "core/remote/message.h"

#include "core/system/system-impl.h"

/* In the order in which they follow, where there are any; then the result, where @status is %LS_OK. */
typedef enum
{
  LS_ANSWER_LOG = 1 << 0,    /* number of entries, each: level, time, component, call, message */
  LS_ANSWER_FAULT = 1 << 1,  /* code, culprit, whether that is doubted */
  LS_ANSWER_INFO = 1 << 2,   /* capabilities with reasons, degrees, quantised states */
  LS_ANSWER_CLOCK = 1 << 3,  /* number of calls, time, s */
  LS_ANSWER_EVENTS = 1 << 4, /* number of events, times, values of both sides */
  LS_ANSWER_FIRED = 1 << 5,  /* number, LsFired */
  LS_ANSWER_VALUES = 1 << 6, /* number, what was read last, read again after a step */
  LS_ANSWER_ENDED = 1 << 7   /* has requested the end of the simulation */
} LsAnswerPart;

/* Times relative to the start of the run, s. */
typedef struct
{
  gint32 status;
  guint32 parts;
  double time, last_time, last_step, event_time;
  guint64 n_steps;
} LsAnswerHead;

/* Operations of a class: the pointers after its name. */
#define LS_N_OPERATIONS ((sizeof (LsSystemClass) - sizeof (const char *)) / sizeof (gpointer))

/* The parts of LsSystemInfo that differ between systems of one component. */
static inline void
ls_answer_put_info (GByteArray *message, const LsSystem *system)
{
  const LsSystemInfo *info = system->info;

  for (guint i = 0; i < LS_N_CAPABILITIES; i++)
    {
      ls_message_put_count (message, info->has[i]);
      ls_message_put_text (message, info->reasons[i]);
    }
  ls_message_put_count (message, (guint64)info->step_degree << 32 | info->input_degree);
  ls_message_put_count (message, system->n_quantised);
}
