/* Inside of the monolithic model, shared by building (monolith.c) and evaluating (monolith-step.c).
 */
#pragma once

#include "core/fmi/instance.h"
#include "core/model/omega.h"
#include "core/run/monolith.h"

/**
 * LsPart: one component.
 * @x_offset, @n_states: its states in those of the whole
 * @inputs, @u, @n_inputs: value references and last values of its connected continuous inputs
 * @changed: whether @u holds something the instance has not been told yet
 * @tell_steps: whether the FMU wants fmi2CompletedIntegratorStep
 * @running: in continuous-time mode, so that it has to be terminated
 * @reals, @values, @places, @n_reals: recorded Real variables: references, buffer, index of the
 * signal
 * @others, @other_places, @n_others: recorded variables of other types
 */
typedef struct
{
  const LsComponent *component;
  LsInstance *instance;
  guint x_offset, n_states;
  guint32 *inputs;
  double *u;
  guint n_inputs;
  gboolean changed;
  gboolean tell_steps;
  gboolean running;
  guint32 *reals;
  double *values;
  guint *places;
  guint n_reals;
  const LsVariable **others;
  guint *other_places;
  guint n_others;
} LsPart;

/* Where one output goes: input @input of part @part, which gets @factor × value + @offset. */
typedef struct
{
  guint output; /* index in the batch */
  guint part;
  guint input;
  double factor, offset;
} LsRoute;

/* Outputs of one part that are read together, and where they go. */
typedef struct
{
  guint part;
  guint n_outputs;
  guint32 *outputs;
  double *y;
  guint n_routes;
  LsRoute *routes;
} LsBatch;

/* A connection that carries no continuous Real: passed on while initialising only. */
typedef struct
{
  guint from, to; /* parts */
  const LsVariable *output, *input;
  const LsConnection *connection;
} LsDiscreteRoute;

/* Returns: (transfer full): @text, a value of the output, as the input is to get it. */
char *ls_monolith_transform (const LsModel *model, const LsDiscreteRoute *route, const char *text);

struct LsMonolith
{
  const LsModel *model;
  LsLog *log;
  double stop_time; /* s */
  LsOmega *omega;
  guint n_parts;
  LsPart *parts;
  GArray *batches;         /* LsBatch */
  GArray *discrete_routes; /* LsDiscreteRoute */
  guint n_states;
  double *nominals, *start, *dx;
  char *problem;
};

/* Reads all batches in order and passes the values on. @any: (out) (optional): whether an input
 * changed. */
LsStatus ls_monolith_pass_on (LsMonolith *self, gboolean *any);
/* Keeps @message (taken) as the problem and writes it to the log. Returns %LS_STOP. */
LsStatus ls_monolith_complain (
    LsMonolith *self, const LsPart *part, const char *call, double t, char *message);
/* Fills parts, batches and routes from model and signals (before any instance exists). */
gboolean ls_monolith_wire (LsMonolith *self, const char *const *signals, GError **error);
