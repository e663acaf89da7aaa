/* A published picture: the example of two bodies. */
#include "cli/reproduce/papers.h"

static const LsPublished published[] = {
  { .id = "dummy-figure-1",
    .title = "Two bodies",
    .run = ls_reproduce_diagram,
    .model = "two-bodies.ssp" },
};

const LsPaper ls_paper_dummy = { published, G_N_ELEMENTS (published) };
