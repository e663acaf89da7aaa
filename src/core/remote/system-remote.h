/* A system that is somewhere else: each operation is a request to a worker. */
#pragma once

#include "core/remote/pool.h"
#include "core/system/system.h"

/**
 * LsRemoteOrder: what a system is made of.
 * @pool: borrowed as long as the system lives; @worker: where it is
 * @parcel: what the function of ls_serve() makes it of
 * @variables: @n_variables, borrowed as long as the system lives; @by_name: (nullable): the same by
 *   name
 * @keeps: (nullable) (transfer full): freed by @let_go after the system
 */
typedef struct
{
  LsPool *pool;
  guint worker;
  GByteArray *parcel;
  const LsVariable *variables;
  guint n_variables;
  GHashTable *by_name;
  gpointer keeps;
  GDestroyNotify let_go;
} LsRemoteOrder;

/**
 * ls_system_remote_new:
 *
 * As ls_system_new(). Results are those of the system that the worker makes, bit for bit. Operations
 * that give nothing back (saving, going back, values that are set) go with the next that does; if one
 * fails, that one has its status. A fault names the worker. Variables that were read are read again
 * by the worker after each step, and come with its answer.
 *
 * Returns: (transfer full): %NULL with an error that names the worker
 */
LsSystem *ls_system_remote_new (const LsRemoteOrder *order, double start_time, double stop_time,
                                double tolerance, LsLog *log, GError **error);
/* Returns: (nullable): its workers; %NULL of a system of this process */
LsPool   *ls_system_remote_get_pool (const LsSystem *self);
