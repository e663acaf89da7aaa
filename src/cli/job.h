/* What the commands that compute share: opening a model, settings with their
 * defaults, progress on the terminal, cancelling by Ctrl-C. One job per process. */
#pragma once

#include "cli/time-range.h"

#include "core/base/log.h"
#include "core/model/model.h"
#include "core/run/comparison.h"

/**
 * LsJobOptions:
 *
 * Texts as given on the command line, for GOptionContext; %NULL what was not given.
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
  char *output_file;
  char *events_file; /* of one run: when what had an event */
  LsTimeRange part;       /* of one run: what of it is written */
  gboolean quiet;
  gboolean json;    /* of one run: what came of it goes to the standard output so */
  gboolean one_run; /* one method and one step size are wanted */
  gboolean allow_incomplete; /* of whose file something is left out */
} LsJobOptions;

void ls_job_options_clear (LsJobOptions *self);

/**
 * LsJob:
 * @model: as read
 * @methods: (element-type LsMethodChoice)
 * @step_sizes: (element-type double), s
 * @signals: (nullable): borrowed from the options
 * @log: prints to stderr
 */
typedef struct
{
  LsModel *model;
  GPtrArray *methods;
  GArray *step_sizes;
  double start_time, stop_time; /* s */
  double tolerance;             /* 0: all steps have one size */
  char *reference;              /* of the experiment, a path as it can be opened; (nullable) */
  const char *const *signals;
  LsLog *log;
  gboolean quiet;
} LsJob;

/* What is wrong with what is given is said in order of importance: first that a file of @n @paths is not there, then
 * that there is no such method. Returns: exit status, 0 when nothing is. */
int ls_job_check (int n, char *const paths[], const LsJobOptions *options);
/* Exit status. */
#define LS_JOB_INCOMPLETE 3
/* All was done, and numbers of a run grew beyond any sense. */
#define LS_JOB_DIVERGED 4

/**
 * ls_job_open:
 * @path: .ssp, .ssd or .fmu
 * @status: (out): exit status that fits the error; %LS_JOB_INCOMPLETE when something of the file is left out,
 *   which is told on stderr
 *
 * Reads the model, prints its remarks and takes what the options leave open from
 * the model's experiment or the FMUs' default experiments, saying so on stderr.
 *
 * Returns: %FALSE with an error.
 */
gboolean ls_job_open (
    LsJob *self, const char *path, const LsJobOptions *options, int *status, GError **error);
/* Without a model: what a single FMU needs. */
void ls_job_open_alone (LsJob *self, const LsJobOptions *options);
/**
 * ls_job_store:
 * @path: where to write the model, a name ending in .ssp; may be where it was read from
 * @reference: (nullable): as for ls_job_prepare()
 *
 * Makes what the job does the experiment of its model, and writes this; at once or not at all.
 */
gboolean ls_job_store (LsJob *self, const char *path, const char *reference, GError **error);
void ls_job_clear (LsJob *self);

/**
 * ls_job_prepare:
 * @reference: (nullable): as asked for; %NULL: the experiment's, with a note
 *
 * Sets the reference and the tolerance of @comparison. Methods that do not estimate their error
 * keep their step, with a note. Returns: %FALSE with an error.
 */
gboolean
ls_job_prepare (LsJob *self, LsComparison *comparison, const char *reference, GError **error);

/**
 * ls_job_make_comparison:
 * @signals: (nullable): to measure; %NULL: those of the job
 *
 * Of all that an opened job says, prepared as by ls_job_prepare().
 *
 * Returns: (transfer full): %NULL with an error.
 */
LsComparison *ls_job_make_comparison (LsJob *self,
                                      const char *const *signals,
                                      const char *reference,
                                      GError **error);
/* Does it with progress on the terminal, until the end or Ctrl-C. Returns: as
 * ls_comparison_execute(). */
gboolean ls_job_execute (LsJob *self, LsComparison *comparison, GError **error);

/* Tells that a crash cannot take away any more what the job has come to. */
void ls_job_set_written (void);

/* One line on stderr, rewritten by the next; nothing when stderr is no terminal or the job is
 * quiet. */
void ls_job_show_progress (const LsJob *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
void ls_job_clear_progress (void);
/* One line that stays, on stderr, unless the job is quiet. */
void ls_job_note (const LsJob *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Calls @cancel from the signal handler at the first Ctrl-C (or SIGTERM, SIGHUP; it may only set
 * atomic flags); the second one ends the process. %NULL: no longer. */
void ls_job_set_cancel (void (*cancel) (gpointer data), gpointer data);
