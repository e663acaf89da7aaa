/* lockstep run FILE.fmu: one FMU alone, by a solver or as a slave. */
#pragma once

#include "cli/job.h"

#include "core/run/simulation.h"

/**
 * LsSingleOptions:
 *
 * What only a single FMU can be told, as texts of the command line; %NULL what was not given.
 */
typedef struct
{
  char *input_file;
  char *output_interval;
  GPtrArray *start_values; /* (nullable): name, value, name, value, … */
} LsSingleOptions;

/* Takes "--start-value NAME VALUE" out of the arguments, which GOptionContext cannot.
 * %FALSE with %LS_ERROR_ARGUMENT. */
gboolean
ls_single_take_start_values (LsSingleOptions *self, int *argc, char **argv, GError **error);
void ls_single_options_clear (LsSingleOptions *self);

/* Whether @path is to be run alone: an FMU for which no coupling method is asked, but something
 * that only a single one can have; or one that is no slave. */
gboolean
ls_single_is_wanted (const LsSingleOptions *self, const char *path, const LsJobOptions *options);
/* Start, stop and output interval: those of the FMU's default experiment where nothing is given. */
gboolean ls_single_read_times (const LsSingleOptions *self,
                               const LsJobOptions *options,
                               LsSimulationSettings *settings,
                               GError **error);
/* "--option: “text” is not a number"; @value stays where @text is %NULL. */
gboolean
ls_single_read_number (const char *option, const char *text, double *value, GError **error);
/* Returns: the exit status. */
int ls_single_run (const LsSingleOptions *self, const char *path, const LsJobOptions *options);
