/* For the files that make up the master. */
#pragma once

#include "core/cosim/master.h"

/* One connection between variables (indices in the descriptions) of systems. */
typedef struct
{
  guint from, output, to, input;
  guint row; /* of the output in Ω */
  gboolean real;
} LsLink;

/* Where a recorded signal comes from. */
typedef enum
{
  LS_SIGNAL_OUTPUT, /* network y */
  LS_SIGNAL_INPUT,  /* network u */
  LS_SIGNAL_OTHER   /* asked of the system */
} LsSignalKind;

typedef struct
{
  LsSignalKind kind;
  guint index; /* global, or variable for the other kind */
  guint system;
} LsSignal;

struct LsMaster
{
  const LsCouplingMethod *method;
  gpointer state;
  LsNetwork network;
  LsLog *log;
  double start_time, stop_time, step_size;
  guint64 n_steps, step; /* of the grid */
  gboolean broken;       /* nothing more can be done */
  LsLink *links;
  guint n_links, n_other_links; /* the other ones, not real, come first */
  LsSignal *signals;
  guint n_signals;
  /* The other signals, system by system. */
  guint *other_variables, *other_positions, *other_offset;
  double *other_values;
};

/* Fills the network with initialised systems. */
gboolean ls_master_build (LsMaster *self, const LsModel *model, double tolerance, GError **error);
void ls_master_clear_network (LsMaster *self);
/* Sets an error that quotes the log, else says that @what failed. */
void ls_master_set_error (LsMaster *self, const char *what, GError **error);
