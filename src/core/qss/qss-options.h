/* Options of quantised state methods, for whole models and single components. */
#pragma once

/* Entries of an array of LsOption. */
#define LS_QSS_OPTIONS                                                                             \
  { .name = "quantum",                                                                             \
    .type = LS_OPTION_REAL,                                                                        \
    .initial = "1e-4",                                                                             \
    .minimum = 1e-14,                                                                              \
    .maximum = 0.5,                                                                                \
    .summary = N_ ("Quantum relative to the value of the state") },                                \
      { .name = "absolute-quantum",                                                                \
        .type = LS_OPTION_REAL,                                                                    \
        .initial = "0",                                                                            \
        .minimum = 0,                                                                              \
        .maximum = 1e6,                                                                            \
        .summary = N_ ("Minimum quantum, relative to the nominal value of the state; 0: a "        \
                       "hundredth of the relative one") },                                         \
      { .name = "max-step",                                                                        \
        .type = LS_OPTION_REAL,                                                                    \
        .initial = "0",                                                                            \
        .minimum = 0,                                                                              \
        .maximum = 1e300,                                                                          \
        .unit = "s",                                                                               \
        .summary = N_ ("Longest time between two events of a state; 0: a fiftieth of the run for " \
                       "those that vary with time or inputs, no bound for others") },              \
  {                                                                                                \
    .name = "pass-limit", .type = LS_OPTION_INTEGER, .initial = "20", .minimum = 1,                \
    .maximum = 1e6,                                                                                \
    .summary = N_ ("Maximum events at one time; then steps get a minimum length, and a hundred "   \
                   "times as many without progress end the run")                                   \
  }
