/* Internals of LsEndOutputs, for its source files. */
#pragma once

#include "core/assembly/end-outputs.h"

/* @through: connected inputs with direct feed-through; @fed: outputs that have it from them
 * @d: n_out x n_in, valid if @has_d
 * @noted: the values that its inputs have at the end of a step are needed
 * @whole: every output that is read has feed-through, so it is read again when corrected
 * @unread: no outputs have been read after this step; @has_loose: inputs that are not connected */
typedef struct
{
  LsEndWay way;
  guint n_in, n_out, in, out; /* sizes and first global indices */
  guint n_through, n_fed;
  guint *through, *fed;
  double *d;
  gboolean has_d, noted, whole, unread, has_loose;
} LsEndPart;

/* Pause of the comparison of raw and corrected outputs of a system, after votes for the corrected
 * ones only.
 * @left: its remaining steps; 0: no pause, but comparison for @n_awake steps
 * @next: length of the next pause, steps */
typedef struct
{
  guint left, n_awake, next;
} LsEndRest;

/* One step does not show which of both is the output of a stiff component: where its states
 * follow an input within the step, they have followed the one that was held, and y = g (x, u held)
 * is right, or nearer. Over several steps the wrong one of both has the jumps of u - u held in it.
 * @raw, @corrected: values of this step, the last two before it; @score: votes for the raw one */
typedef struct
{
  double raw[3], corrected[3]; /* newest first */
  double bend;                 /* greatest second difference of late */
  guint n;
  int score;
  gboolean takes_raw;
  gboolean looped; /* part of an algebraic loop, which raw values do not solve */
} LsEndChoice;

/* Systems that are corrected together: one, or those of an algebraic loop, over whose @n inputs it
 * goes. */
typedef struct
{
  guint n_systems, n;
  guint *systems, *inputs, *owners; /* @owners: of the inputs */
  double *matrix, *change;
  guint *pivots;
} LsEndStage;

struct LsEndOutputs
{
  LsNetwork *network;
  LsEndPart *parts;           /* n_systems */
  LsEndRest *rests;           /* n_systems */
  LsEndChoice *choices;       /* n_out */
  double *at;                 /* n_in: inputs that the outputs belong to */
  GArray *stages;             /* LsEndStage */
  GArray *alone;              /* guint: their systems, if there are no loops */
  GArray *noted, *outputs;    /* guint: systems with anything to correct; their outputs */
  double *u, *old_u, *before; /* of one system */
  double *column; /* n_out: each system has its place, as several may be corrected at once */
  gboolean has_said;
  gboolean leaves_loops; /* some are not among the stages */
};

/* end-outputs-build.c: */
double ls_end_outputs_get_nominal (const LsEndOutputs *self, guint system, guint input);
/* D of a system at the inputs @u (its n_in), by differences. */
LsStatus ls_end_outputs_find_differences (LsEndOutputs *self, guint system, double u[]);
