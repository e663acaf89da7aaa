/* A batch: a step of several Co-Simulation instances in helper processes, its items, of any FMI versions.
 * One message to each helper, all of which work at the same time. */
#pragma once

#include "core/fmi/instance-impl.h"
#include "core/fmi/remote-call.h"

/**
 * LsBatchKind: what differs between the versions; LsInstanceKind.batch
 * @set, @step, @get: the functions for Reals and doStep, in LsRemote.names
 * @is_counted: their number follows the values (FMI 3.0)
 */
typedef struct LsBatchKind
{
  guint set, step, get;
  gboolean is_counted;
  /* Optional. Whether messages can set these inputs and get these outputs; asked when one is written. */
  gboolean (*fits) (LsInstance *self, const LsBatchItem *item);
  /* Whether a message can have the step of @h, s, now; otherwise it is made by hold_step(). Prepares
   * @self for it, and may be called again. @length: (out): what doStep is given, s */
  gboolean (*begin) (LsInstance *self, const LsBatchItem *item, double h, const double u[],
                     double *length);
  /* doStep from the time of the clock, whose only doubles are time and length; the call is to be
   * ended. If it has starts, the last one is the end of the step, and places_out of step_calls is set. */
  void     (*write_step) (LsRemote *remote, double time, double length, gboolean no_set_state_prior);
  /* Judges doStep by step and places of step_calls; sets its get to -1 if outputs are others since. */
  LsStatus (*end) (LsInstance *self, const LsBatchItem *item, double h);
  /* As LsInstanceKind.get_real(), whose time a clock would count twice. */
  LsStatus (*get_real) (LsInstance *self, const guint32 *references, gsize n, double values[]);
  /* The whole item by messages of its own. */
  LsStatus (*hold_step) (LsInstance *self, const LsBatchItem *item, double h, const double u[],
                         double y[]);
} LsBatchKind;

/**
 * ls_remote_hold_batch:
 * @items: @n instances in helper processes, of kinds that have a batch
 * @h: length of the step, s
 *
 * As ls_instance_hold_steps(). Instances that need an answer within the step go one by one, after the
 * others have stepped.
 */
LsStatus ls_remote_hold_batch (const LsBatchItem items[], guint n, double h, const double u[],
                               double y[], LsBatchResult *result);
