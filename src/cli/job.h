/* Shared by computing commands: opening a model, settings with defaults, progress on the terminal,
 * cancelling by Ctrl-C. One job per process. */
#pragma once

#include "cli/time-range.h"

#include "core/base/log.h"
#include "core/model/model.h"
#include "core/run/comparison.h"

/**
 * LsJobOptions:
 *
 * Texts from the command line, for GOptionContext; %NULL if not given.
 */
typedef struct
{
  char **methods;
  char *step_sizes; /* one number, or several separated by commas */
  char *start_time, *stop_time;
  char *tolerance;
  char **signals;
  char **without; /* "component:capability" */
  char **solvers; /* "component:solver" */
  char **inner_steps; /* "component:number" */
  char **own_steps;   /* "component:step" */
  char **changes;     /* "time:component.variable=number" */
  char *output_file;
  char *events_file; /* single run: file for event times */
  LsTimeRange part;       /* single run: time range to write */
  gboolean quiet;
  gboolean json;    /* single run: print the result as JSON to the standard output */
  gboolean one_run; /* exactly one method and one step size are allowed */
  gboolean planned; /* the plan of variations comes before the experiment */
  double pace;          /* single run: times the clock; 0: as fast as possible */
  int restarts;         /* single run: how often it goes on after the death of an FMU */
  gboolean estimate;    /* estimate errors, whatever that costs */
  gboolean no_estimate; /* never */
  gboolean allow_incomplete; /* simulate models even if parts of the file are left out */
} LsJobOptions;

void ls_job_options_clear (LsJobOptions *self);

/**
 * LsJob:
 * @path: of the model
 * @model: as read
 * @methods: (element-type LsMethodChoice)
 * @step_sizes: (element-type double), s
 * @signals: (nullable): borrowed from the options
 * @log: prints to stderr
 */
typedef struct
{
  const char *path;
  LsModel *model;
  GPtrArray *methods;
  GArray *step_sizes;
  double start_time, stop_time; /* s */
  double tolerance;             /* 0: fixed steps */
  char *reference;              /* (nullable): from the experiment; a path that can be opened, or a kind */
  const char *const *signals;
  LsLog *log;
  gboolean quiet;
} LsJob;

/* Validates the arguments and reports the most important error: first a missing file among @n
 * @paths, then an unknown method.
 * Returns: exit status, 0 without error */
int ls_job_check (int n, char *const paths[], const LsJobOptions *options);
/* Exit status. */
#define LS_JOB_INCOMPLETE 3
/* All runs completed, but a run diverged. */
#define LS_JOB_DIVERGED 4

/* Returns: the exit status; an @error is printed. */
typedef int (*LsJobFunc) (LsJob *job, gconstpointer user_data, GError **error);
/**
 * ls_job_do:
 * @path: .ssp, .ssd or .fmu
 *
 * Reads the model, prints its remarks, and calls @func. Options that are not given are taken from the
 * model's experiment or the FMUs' default experiments, with a note on stderr.
 *
 * Returns: exit status; %LS_JOB_INCOMPLETE if parts of the file are left out, which is reported on
 * stderr
 */
int ls_job_do (const char *path, const LsJobOptions *options, LsJobFunc func, gconstpointer user_data);
/* @func: called by ls_job_do() when the model is read and before anything runs; %FALSE with an error:
 * nothing does. */
typedef gboolean (*LsJobOpenedFunc) (const LsJob *job, gpointer user_data, GError **error);
void ls_job_set_opened_func (LsJobOpenedFunc func, gpointer user_data);
/* Further SIGTERMs do not end the process: who sends several also sends a last signal. */
void ls_job_set_patient (void);
/* For a single FMU, without model. */
void ls_job_open_alone (LsJob *self, const LsJobOptions *options);
/**
 * ls_job_store:
 * @path: output file of the model, ending in .ssp; may be the input file
 * @reference: (nullable): as for ls_job_prepare()
 *
 * Sets the experiment of the model to the settings of the job, and writes the model atomically.
 */
gboolean ls_job_store (LsJob *self, const char *path, const char *reference, GError **error);
void ls_job_clear (LsJob *self);

/**
 * ls_job_prepare:
 * @reference: (nullable): requested reference; %NULL: the experiment's, with a note
 *
 * Sets the reference and the tolerance of @comparison. Methods without error estimate have fixed
 * steps, with a note. Returns: %FALSE with an error.
 */
gboolean
ls_job_prepare (LsJob *self, LsComparison *comparison, const char *reference, GError **error);

/**
 * ls_job_make_comparison:
 * @signals: (nullable): signals to compute errors for; %NULL: those of the job
 *
 * Creates the comparison of an opened job, prepared as by ls_job_prepare().
 *
 * Returns: (transfer full): %NULL with an error.
 */
LsComparison *ls_job_make_comparison (LsJob *self,
                                      const char *const *signals,
                                      const char *reference,
                                      GError **error);
/* Executes with progress on the terminal, until the end or Ctrl-C.
 * Returns: as ls_comparison_execute() */
gboolean ls_job_execute (LsJob *self, LsComparison *comparison, GError **error);

/* Call when results are written: a crash message then states that they are not lost. */
void ls_job_set_written (void);

/* A status line on stderr, replaced by the next one; not shown if stderr is no terminal or the job
 * is quiet. */
void ls_job_show_progress (const LsJob *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
void ls_job_clear_progress (void);
/* A permanent line on stderr, unless the job is quiet. */
void ls_job_note (const LsJob *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Only sets atomic flags. */
typedef void (*LsJobCancelFunc) (gpointer data);
/* Until ls_job_end(), which clears the progress, the first Ctrl-C (or SIGTERM, SIGHUP) cancels: calls
 * @cancel (nullable); the second one ends the process. */
void ls_job_begin (LsJobCancelFunc cancel, gpointer data);
void ls_job_end (void);
gboolean ls_job_is_cancelled (void);
