/* Internals of a run, for its source files and for comparisons that execute it in another process. */
#pragma once

#include "core/run/run.h"

#include <semaphore.h>

/* Replaces the result of the run; the message of @result is (transfer full). */
void ls_run_adopt_result (LsRun *self, LsRunResult *result);
/* @estimate: (transfer full) (nullable); @why: (nullable): why there is none */
void ls_run_adopt_estimate (LsRun *self, LsErrorEstimate *estimate, const char *why);
/* @loops: (transfer full): element-type LsLoopReport */
void ls_run_adopt_loops (LsRun *self, GPtrArray *loops);

typedef gboolean (*LsRunExecute) (LsRun *self, LsLog *log, LsRunProgressFunc progress,
                                  gpointer user_data, GError **error);
/* run-culprit.c: after a run that ended as a process with several FMUs did: which of them did it is
 * found, and said in place of @problem. @execute: ls_run_execute() */
void ls_run_find_culprit (LsRun *self, LsRunExecute execute, LsLog *log, GError **problem);

/* Requests of the user to the thread of the run. */
enum
{
  LS_REQUEST_CANCEL = 1,
  LS_REQUEST_PAUSE = 2,
  LS_REQUEST_STEP = 4,
  LS_REQUEST_VALUES = 8
};


#define LS_N_STEP_COLUMNS 4

/* What the loop over macro steps remembers of the steps so far.
 * @step: last row of the step data; @same: length of steps that would repeat that row, s
 * @iterations, @rejected_steps: counts up to that row
 */
typedef struct
{
  double step[1 + LS_N_STEP_COLUMNS];
  double same;
  guint64 iterations, rejected_steps;
} LsStepMemory;

/* Where a run goes on after the death of an FMU. */
typedef struct
{
  gatomicrefcount references;
  GBytes *master;
  double time;                      /* s */
  double wall_time, cpu_time;       /* of the steps so far, s */
  gsize n_rows, n_steps, n_events, n_bonds; /* recorded so far */
  guint64 *event_counts;            /* per source of the activity */
  LsStepMemory memory;
} LsRunCheckpoint;

void ls_run_checkpoint_unref (LsRunCheckpoint *self); /* @self: (nullable) */

struct LsRun
{
  gatomicrefcount references;
  LsModel *model;
  LsMethodChoice *choice;
  const LsCouplingMethod *method;
  LsOptions *options;
  double start_time, stop_time, step_size; /* s */
  double tolerance;                        /* 0: fixed steps */
  double pace;                             /* 0: as fast as possible */
  char **signals;
  LsTrace *late; /* (nullable): with a pace */
  LsTrace *trace, *steps, *bonds;
  LsActivity *activity;
  gboolean keeps_checkpoints;
  LsRun *before; /* (nullable): the run that this one resumes, until it executes */
  gint requests;   /* atomic: requests, bits of Wish */
  sem_t requested; /* posted after each change of @requests: a signal handler may do that, too */
  gint waiting;    /* atomic: the run is paused */
  gint changed;    /* atomic: a value was set */
  LsRunProgressFunc recorded; /* (nullable) */
  gpointer recorded_data;
  LsLogBook *book;
  GMutex lock; /* protects the members below */
  LsRunResult result;
  GPtrArray *loops; /* (nullable): LsLoopReport */
  LsErrorEstimate *estimate; /* (nullable) */
  char *no_estimate;         /* (nullable): why not */
  LsRunCheckpoint *checkpoint; /* (nullable): the last one; before the execution: where it begins */
  char *no_checkpoint;         /* (nullable): why there are none */
  GArray *changes; /* LsRunChange: values to set */
  GArray *taken;   /* LsRunChange: values already set */
};

LsMasterSettings ls_run_make_settings (const LsRun *self);
/* (transfer full) (element-type LsRunChange) */
GArray *ls_run_changes_new (void);
GArray *ls_run_changes_copy (const GArray *changes); /* @changes: (nullable) */
