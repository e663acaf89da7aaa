/* Which worker has which component of a model. */
#pragma once

#include "core/model/model.h"
#include "core/remote/pool.h"
#include "core/system/system.h"

typedef struct LsPlacement LsPlacement;

/**
 * ls_placement_new:
 * @pool: borrowed; with at least one worker
 * @nodes: the machine of each worker, by any name; @own: that of this process: workers there use its
 *   unpacked FMUs, others get them, once per machine and content
 */
LsPlacement *ls_placement_new (LsPool *pool, const char *const nodes[], const char *own);
void         ls_placement_free (LsPlacement *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsPlacement, ls_placement_free)

/**
 * ls_placement_prepare:
 * @measures: whether components are shared out by the time of a step, the longest first, each to the
 *   worker that has least; each kind (FMU, solver and steps) is made and stepped once for it. Otherwise
 *   by their number
 * @step_size: of a macro step, s
 *
 * Shares out the components of @model and sends what the workers lack.
 *
 * Returns: %FALSE with an error
 */
gboolean ls_placement_prepare (LsPlacement *self, const LsModel *model, gboolean measures,
                               double start_time, double stop_time, double step_size, GError **error);
/* The worker of a component; 0 for an unknown one. */
guint    ls_placement_find (const LsPlacement *self, const char *component);
/* What its components take for a step together, s; NaN: not measured. */
double   ls_placement_get_cost (const LsPlacement *self, guint worker);
/* For ls_system_set_maker(), with a placement as @user_data. */
LsSystem *ls_placement_make (const LsComponent *component, double start_time, double stop_time,
                             double tolerance, LsLog *log, gpointer user_data, GError **error);

/* Shares out @n costs: @owners (out): for each, which of @n_workers; @loads (out): n_workers, sums. */
void     ls_placement_share (const double costs[], guint n, guint n_workers, guint owners[],
                             double loads[]);

/* For ls_serve(): systems of components, as ls_placement_make() asks for. @user_data: (GHashTable) as
 * of ls_parcel_open() */
LsSystem *ls_placement_serve (LsMessageReader *parcel, double start_time, double stop_time,
                              double tolerance, LsLog *log, gpointer user_data, GError **error);
/* (transfer full): for that */
GHashTable *ls_placement_new_fmus (void);
