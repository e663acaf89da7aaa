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
  char *locator;
  GPtrArray *start_values; /* (nullable): name, value, name, value, … */
} LsSingleOptions;

/* Takes "--start-value NAME VALUE" out of the arguments, which GOptionContext cannot.
 * %FALSE with %LS_ERROR_ARGUMENT. */
gboolean
ls_single_take_start_values (LsSingleOptions *self, int *argc, char **argv, GError **error);
void ls_single_options_clear (LsSingleOptions *self);

/* What of a single FMU alone "run" and "compare" can be told. */
#define LS_SINGLE_OPTIONS(single)                                                                  \
  { "input-file",                                                                                  \
    0,                                                                                             \
    0,                                                                                             \
    G_OPTION_ARG_FILENAME,                                                                         \
    &(single)->input_file,                                                                         \
    N_ ("Inputs of a single FMU over time"),                                                       \
    N_ ("IN.csv") },                                                                               \
      { "output-interval",                                                                         \
        0,                                                                                         \
        0,                                                                                         \
        G_OPTION_ARG_STRING,                                                                       \
        &(single)->output_interval,                                                                \
        N_ ("Time between two rows of a single FMU in seconds"),                                   \
        "H" },                                                                                     \
  {                                                                                                \
    "locator", 0, 0, G_OPTION_ARG_STRING, &(single)->locator,                                      \
        N_ ("Who finds the times of events of a single FMU with a solver of CVODE: own, or "       \
            "CVODE's "                                                                             \
            "root finding, for comparison"),                                                       \
        "own|cvode"                                                                                \
  }

/* Whether one of them is there. */
gboolean ls_single_has_options (const LsSingleOptions *self);

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
/* The same with "--tolerance", between 0 and 1. */
gboolean ls_single_read_tolerance (const char *text, double *value, GError **error);
/**
 * ls_single_add_locators:
 * @solvers: one, or several separated by commas
 * @locator: (nullable): what --locator says: one, or several separated by commas
 *
 * Returns: (transfer full): the solvers of CVODE with each locator, the others as they are; %NULL
 * with %LS_ERROR_ARGUMENT when there is none of CVODE or no such locator.
 */
char *ls_single_add_locators (const char *solvers, const char *locator, GError **error);
/* Returns: the exit status. */
int ls_single_run (const LsSingleOptions *self, const char *path, const LsJobOptions *options);
