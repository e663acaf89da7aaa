/* lockstep run FILE.fmu: simulation of a single FMU, with a solver or by Co-Simulation. */
#pragma once

#include "cli/job.h"

#include "core/run/simulation.h"

/**
 * LsSingleOptions:
 *
 * Options for single FMUs only, as texts from the command line; %NULL if not given.
 */
typedef struct
{
  char *input_file;
  char *output_interval;
  char *locator;
  GPtrArray *start_values; /* (nullable): name, value, name, value, … */
} LsSingleOptions;

/* Removes "--start-value NAME VALUE" from the arguments, as GOptionContext does not support two
 * values. %FALSE with %LS_ERROR_ARGUMENT. */
gboolean
ls_single_take_start_values (LsSingleOptions *self, int *argc, char **argv, GError **error);
void ls_single_options_clear (LsSingleOptions *self);
/* Returns: (transfer full): the FMU, with the sizes of arrays that start values of structural
 * parameters ask for; %NULL with an error. */
LsFmu *ls_single_open_fmu (const LsSingleOptions *self, const char *path, GError **error);

/* Options of "run" and "compare" for a single FMU only. */
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
        N_ ("Event location of a single FMU with a solver of CVODE: own, or the root finding of "  \
            "CVODE, for comparison"),                                                              \
        "own|cvode"                                                                                \
  }

/* Whether any of these options is given. */
gboolean ls_single_has_options (const LsSingleOptions *self);

/* Whether @path is simulated as a single FMU: an FMU without coupling method but with an option for
 * single FMUs, or without Co-Simulation interface. */
gboolean
ls_single_is_wanted (const LsSingleOptions *self, const char *path, const LsJobOptions *options);
/* Start, stop and output interval; defaults from the FMU's default experiment. */
gboolean ls_single_read_times (const LsSingleOptions *self,
                               const LsJobOptions *options,
                               LsSimulationSettings *settings,
                               GError **error);
/* Error "--option: “text” is not a number"; @value is unchanged if @text is %NULL. */
gboolean
ls_single_read_number (const char *option, const char *text, double *value, GError **error);
/* The same for "--tolerance", between 0 and 1. */
gboolean ls_single_read_tolerance (const char *text, double *value, GError **error);
/**
 * ls_single_add_locators:
 * @solvers: one, or several separated by commas
 * @locator: (nullable): argument of --locator: one, or several separated by commas
 *
 * Returns: (transfer full): CVODE solvers with each locator, other solvers unchanged; %NULL with
 * %LS_ERROR_ARGUMENT without CVODE solver or for an unknown locator.
 */
char *ls_single_add_locators (const char *solvers, const char *locator, GError **error);
/* Returns: the exit status. */
int ls_single_run (const LsSingleOptions *self, const char *path, const LsJobOptions *options);
