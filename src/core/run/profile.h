/* How the time of a run divides between its components and the master. */
#pragma once

#include "core/master/master.h"

/**
 * LsProfile:
 * @left: steps up to the next sample
 *
 * Reading clocks around every call would cost more than the calls of light components, so a few
 * steps are taken as samples: what they show holds for the time since the sample before, measured
 * too. Their number follows from their cost, 0.2 % of the time at most; steps of 10 ms and more are
 * all samples. Between them ls_profile_is_due() is a decrement.
 *
 * Accuracy: the cost of reading the clock (some 25 ns for wall time, 300 ns for CPU time, which is
 * read only where calls take more than 2 µs) is taken off each call and known to a tenth, so that
 * the share is good to a few per cent where calls take 100 ns, and better where they take longer.
 *
 * On one thread, that of the master.
 */
typedef struct
{
  guint left;
  guint32 random;
  guint n_steps;  /* up to the next sample */
  gboolean cpu;   /* the present sample is of CPU time */
  gboolean light; /* calls are so short that wall time is CPU time */
  double begun;
  LsCallClock calls;
  double last[2], inside[2], covered[2]; /* s: wall, CPU */
  double cost[2];                        /* of one reading of the clock, s */
} LsProfile;

/* At the beginning of the first step; that one is a sample. */
void ls_profile_init (LsProfile *self);
/* Whether the step to come is a sample: once per step. */
static inline gboolean
ls_profile_is_due (LsProfile *self)
{
  return --self->left == 0;
}
/* Around a step that is a sample. */
void ls_profile_begin (LsProfile *self, LsMaster *master);
void ls_profile_end (LsProfile *self, LsMaster *master);
/* @wall, @cpu: time that was spent on something else, s */
void ls_profile_skip (LsProfile *self, double wall, double cpu);
/* @wall, @cpu: (inout): time of all steps, made that in calls of components, s; 0 without steps */
void ls_profile_divide (const LsProfile *self, double *wall, double *cpu);
