/* Inside of a run, for the files that make it and the comparison that has it done elsewhere. */
#pragma once

#include "core/run/run.h"

/* Takes @result, whose message is (transfer full), as that of the run. */
void ls_run_adopt_result (LsRun *self, LsRunResult *result);
/* @loops: (transfer full): element-type LsLoopReport */
void ls_run_adopt_loops (LsRun *self, GPtrArray *loops);

/* What the user wants of the thread that does the run. */
enum
{
  LS_WISH_CANCEL = 1,
  LS_WISH_PAUSE = 2,
  LS_WISH_STEP = 4,
  LS_WISH_VALUES = 8
};

struct LsRun
{
  gatomicrefcount references;
  LsModel *model;
  LsMethodChoice *choice;
  const LsCouplingMethod *method;
  LsOptions *options;
  double start_time, stop_time, step_size; /* s */
  double tolerance;                        /* 0: all steps have one size */
  char **signals;
  LsTrace *trace, *steps;
  LsActivity *activity;
  gint wishes;  /* atomic: bits of Wish */
  gint waiting; /* atomic: it is paused */
  gint changed; /* atomic: a value was set */
  LsRunProgressFunc recorded; /* (nullable) */
  gpointer recorded_data;
  LsLogBook *book;
  GMutex lock; /* of what follows */
  LsRunResult result;
  GPtrArray *loops; /* (nullable): LsLoopReport */
  GArray *changes; /* LsRunChange: values to set */
  GArray *taken;   /* LsRunChange: those that were set */
};

#define LS_N_STEP_COLUMNS 4

LsMasterSettings ls_run_make_settings (const LsRun *self);
void ls_run_change_clear (gpointer change);
