/* Distribution of the time of a run over its components and the master. */
#pragma once

#include "core/master/master.h"

/**
 * LsProfile:
 * @left: steps up to the next sample
 *
 * Reading clocks around every call would cost more than the calls of light components, so only some
 * steps are samples. The fractions of a sample are applied to the measured time since the last one.
 * The cost of samples is at most 0.2 % of the time, with that of having the calls of all components
 * timed; steps of 10 ms and more of few components are all samples. For other steps
 * ls_profile_is_due() is only a decrement.
 *
 * Accuracy: the cost of reading the clock (some 25 ns for wall time, 300 ns for CPU time, which is
 * read only where calls take more than 2 µs) is subtracted from each call and known to a tenth, so
 * that the fraction is accurate to a few per cent for calls of 100 ns, and better for longer calls.
 *
 * Use on the thread of the master only.
 */
typedef struct
{
  guint left;
  guint32 random;
  guint n_steps;  /* steps of the run, up to the next sample */
  gboolean cpu;   /* the current sample measures CPU time */
  gboolean light; /* calls are so short that wall time is used as CPU time */
  double begun, switching; /* s: start of the present sample, and how long having calls timed took */
  LsCallClock calls;
  double last[2], inside[2], covered[2]; /* s: wall, CPU */
  double cost[2];                        /* cost of one clock reading, s */
} LsProfile;

/* Call before the first step, which is a sample. */
void ls_profile_init (LsProfile *self);
/* Whether the next step is a sample; call once per step. */
static inline gboolean
ls_profile_is_due (LsProfile *self)
{
  return --self->left == 0;
}
/* Call before and after a step that is a sample. */
void ls_profile_begin (LsProfile *self, LsMaster *master);
void ls_profile_end (LsProfile *self, LsMaster *master);
/* Excludes other work: @wall, @cpu: its time, s */
void ls_profile_skip (LsProfile *self, double wall, double cpu);
/* @wall, @cpu: (inout): time of all steps, replaced by the part in component calls, s; 0 without
 * steps */
void ls_profile_divide (const LsProfile *self, double *wall, double *cpu);
