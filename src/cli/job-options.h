/* GOptionContext entries shared by several commands, for a pointer to LsJobOptions. */
#pragma once

#include "cli/job.h"

/* Of commands that run by one method with one step: LsJobOptions.one_run. */
#define LS_JOB_OPTION_METHOD(common)                                                               \
  {                                                                                                \
    "method", 'm', 0, G_OPTION_ARG_STRING_ARRAY, &(common)->methods,                               \
        N_ ("Coupling method with options (see lockstep methods)"), N_ ("NAME[:OPTION=VALUE]…")    \
  }

#define LS_JOB_OPTION_STEP_SIZE(common)                                                            \
  {                                                                                                \
    "step-size", 'H', 0, G_OPTION_ARG_STRING, &(common)->step_sizes, N_ ("Macro step in seconds"), \
        "H"                                                                                        \
  }

#define LS_JOB_OPTION_METHODS(common)                                                              \
  {                                                                                                \
    "method", 'm', 0, G_OPTION_ARG_STRING_ARRAY, &(common)->methods,                               \
        N_ ("Coupling method with options (repeatable; see lockstep methods)"),                    \
        N_ ("NAME[:OPTION=VALUE]…")                                                                \
  }

#define LS_JOB_OPTION_STEP_SIZES(common)                                                           \
  {                                                                                                \
    "step-size", 'H', 0, G_OPTION_ARG_STRING, &(common)->step_sizes,                               \
        N_ ("Macro steps in seconds, separated by commas"), "H1,H2,…"                              \
  }

#define LS_JOB_OPTION_TOLERANCE(common)                                                            \
  {                                                                                                \
    "tolerance", 0, 0, G_OPTION_ARG_STRING, &(common)->tolerance,                                  \
        N_ ("Coupling tolerance, relative to the range of each output; --step-size becomes the "   \
            "maximum"),                                                                            \
        "TOL"                                                                                      \
  }

#define LS_JOB_OPTION_TIMES(common)                                                                \
  { "start-time", 0, 0, G_OPTION_ARG_STRING, &(common)->start_time, N_ ("Start time in seconds"),  \
    "T" },                                                                                         \
  {                                                                                                \
    "stop-time", 0, 0, G_OPTION_ARG_STRING, &(common)->stop_time, N_ ("Stop time in seconds"), "T" \
  }

#define LS_JOB_OPTION_WITHOUT(texts)                                                               \
  {                                                                                                \
    "without", 0, 0, G_OPTION_ARG_STRING_ARRAY, texts,                                             \
        N_ ("Ignore a capability of a component, like rollback (repeatable)"),                     \
        N_ ("COMPONENT:CAPABILITY")                                                                \
  }

#define LS_JOB_OPTIONS_STEPS(common)                                                               \
  { "inner-steps", 0, 0, G_OPTION_ARG_STRING_ARRAY, &(common)->inner_steps,                        \
    N_ ("Steps of a component inside each macro step: 1, 2, 4, 8 or auto (repeatable)"),           \
    N_ ("COMPONENT:NUMBER") },                                                                     \
  {                                                                                                \
    "own-step", 0, 0, G_OPTION_ARG_STRING_ARRAY, &(common)->own_steps,                             \
        N_ ("Step of a component in seconds, or in macro steps like 10x; macro: the macro step, "  \
            "overriding the file (repeatable)"),                                                   \
        N_ ("COMPONENT:STEP")                                                                      \
  }

/* Of runs: in addition to the changes of the model. */
#define LS_JOB_OPTION_AT(common)                                                                   \
  {                                                                                                \
    "at", 0, 0, G_OPTION_ARG_STRING_ARRAY, &(common)->changes,                                     \
        N_ ("Set an unconnected input or a tunable parameter at this time of the run "             \
            "(repeatable)"),                                                                       \
        N_ ("TIME:COMPONENT.VARIABLE=NUMBER")                                                      \
  }

/* For commands that compute errors. */
#define LS_JOB_OPTION_SIGNALS(common)                                                              \
  {                                                                                                \
    "signal", 's', 0, G_OPTION_ARG_STRING_ARRAY, &(common)->signals,                               \
        N_ ("Print errors of this signal (repeatable; default: the signals of the model)"),        \
        N_ ("COMPONENT.VARIABLE")                                                                  \
  }

#define LS_JOB_OPTION_ESTIMATE(common)                                                             \
  {                                                                                                \
    "estimate", 0, 0, G_OPTION_ARG_NONE, &(common)->estimate,                                      \
        N_ ("Estimate errors without a reference, by runs with twice and four times the step "     \
            "size"),                                                                               \
        NULL                                                                                       \
  }

#define LS_JOB_OPTION_REFERENCE(file)                                                              \
  {                                                                                                \
    "reference", 'r', 0, G_OPTION_ARG_FILENAME, file,                                              \
        N_ ("Reference for errors: monolithic, extrapolated, finest or a file, .csv or .mat"),     \
        N_ ("REFERENCE")                                                                           \
  }

#define LS_JOB_OPTION_JSON(flag)                                                                   \
  {                                                                                                \
    "json", 0, 0, G_OPTION_ARG_NONE, flag, N_ ("Print the result as JSON"), NULL                   \
  }

#define LS_JOB_OPTION_CSV(flag)                                                                    \
  {                                                                                                \
    "csv", 0, 0, G_OPTION_ARG_NONE, flag, N_ ("Print the result as CSV"), NULL                     \
  }

#define LS_JOB_OPTION_INCOMPLETE(common)                                                           \
  {                                                                                                \
    "allow-incomplete", 0, 0, G_OPTION_ARG_NONE, &(common)->allow_incomplete,                      \
        N_ ("Run a model even if parts of its file could not be used"), NULL                       \
  }

#define LS_JOB_OPTION_QUIET(common)                                                                \
  {                                                                                                \
    "quiet", 'q', 0, G_OPTION_ARG_NONE, &(common)->quiet, N_ ("No progress and no notes"), NULL    \
  }

#define LS_JOB_OPTION_END                                                                          \
  {                                                                                                \
    NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL                                                \
  }
