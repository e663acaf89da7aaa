/* Quantised state systems (SOEP, 2016). */
#include "cli/reproduce/papers.h"

#include <glib/gi18n-lib.h>

static const LsPublished published[] = {
  { .id = "quantised-example",
    .title = N_ ("Quantised states, worked example: times of transitions by QSS1"),
    .run = ls_reproduce_transitions,
    .model = "transitions.ssp",
    .signals = { "x1.x", "x2.x", "x3.x" },
    .stop_time = 3,
    .remark = N_ ("The quantum is 1. The ceiling function of the paper and a quantum of 1 have the "
                  "same transitions while states fall.") },
  { .id = "quantised-fig-1",
    .title = N_ ("Quantised states, figure 1: LIQSS beside QSS on a stiff model"),
    .run = ls_reproduce_stiff,
    .model = "stiff-pair.ssp",
    .signals = { "slow.x", "fast.x" },
    .stop_time = 500,
    .orders = N_ ("LIQSS3 performs best on stiff systems"),
    .remark = N_ ("The figure is one of another paper, without values. Ours is the stiff pair of "
                  "the literature, whose counts at a quantum of 1 are published: 21 and 15995 by "
                  "QSS1.") },
  { .id = "quantised-fig-2",
    .title = N_ ("Quantised states, figure 2: quantisation function of QSS1"),
    .run = ls_reproduce_quantiser,
    .orders = N_ ("|x − q| is the quantum at an event, then q = x and constant"),
    .remark = N_ ("The paper prints no values; the state is x1 of our model achilles.") },
  { .id = "quantised-fig-3",
    .title = N_ ("Quantised states, figure 3: the worked example over time"),
    .run = ls_reproduce_transitions,
    .model = "transitions.ssp",
    .signals = { "x1.x", "x2.x", "x3.x" },
    .stop_time = 3,
    .remark = N_ ("The quantum is 1. The ceiling function of the paper and a quantum of 1 have the "
                  "same transitions while states fall.") },
  { .id = "quantised-fig-4",
    .title = N_ ("Quantised states, figure 4: quantisation function of QSS2"),
    .run = ls_reproduce_quantiser,
    .orders = N_ ("|x − q| is the quantum at an event, then q = x with the slope of x"),
    .remark
    = N_ ("The paper prints no values; the state is x1 of our model achilles. The slope of q is "
          "that of x after the event; the paper uses the one before, which differs by the jump "
          "of q. At the start a state sends changes sooner, in steps that double.") },
  { .id = "quantised-steps",
    .title = N_ ("Quantised states: steps against the quantum, orders 1 to 3"),
    .run = ls_reproduce_quanta,
    .model = "achilles.ssp",
    .signals = { "achilles.x" },
    .stop_time = 10,
    .orders = N_ ("slopes −1, −1/2 and −1/3") },
};

const LsPaper ls_paper_quantised = { published, G_N_ELEMENTS (published) };
