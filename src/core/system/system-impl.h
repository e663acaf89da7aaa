/* For the files that make up the FMI system: its struct and shared steps. */
#pragma once

#include "core/fmi/instance.h"
#include "core/system/system.h"

/* What becomes of a value that is not Real, on its way to an input. */
typedef struct
{
  guint variable;
  double factor, offset;
  guint n_entries;
  LsMapEntry *entries;
} LsInputMap;

typedef struct LsSystemExchange LsSystemExchange;

struct LsSystem
{
  LsSystemInfo *info;
  LsComponent *component; /* a copy of its own */
  LsFmu *fmu;
  LsLog *log;
  LsInstance *instance;
  LsSystemExchange *me; /* (nullable): where the instance is one of Model Exchange */
  LsInstance *twin; /* Model Exchange, for the linearisation; (nullable); may be @instance */
  LsInstance *clock; /* Model Exchange, for derivatives with respect to time; (nullable) */
  gboolean owns_clock;
  guint quiet, pause; /* times that it did not depend on time; steps not to ask */
  LsSavedState *saved;
  gboolean may_return; /* to @saved, which is of @saved_time, s */
  double saved_time;
  guint n_taken; /* saved states that are with others, who may go back to them */
  double origin; /* s; times are counted from it on */
  double stop_time, tolerance;
  double end_time; /* what the next step has to reach, s; NaN: time + h */
  guint last_degree;

  guint32 *in_refs, *out_refs;
  guint32 *point_refs;   /* states, their derivatives, outputs */
  /* What has derivatives: only what is continuous, FMI 2.0, section 2.1.9. */
  guint n_unknown;
  guint32 *unknown_refs; /* derivatives, outputs */
  guint *unknown_rows;   /* where they stand in a column */
  guint32 *known_refs;   /* states, inputs */
  guint8 *known_fixed;   /* n_state + n_in: 1 for an input that is not continuous */
  guint32 *poly_refs;    /* inputs, once per order of derivative */
  int *poly_orders;
  /* Outputs that have slopes: the continuous ones. */
  guint n_slope;
  guint32 *slope_refs;
  guint *slope_rows; /* which outputs they are */
  int *ones;         /* n_out */

  /* What becomes of the values of sources: n_in each; NULL when all stay as they are. */
  double *in_factors, *in_offsets;
  GArray *maps; /* (nullable): element-type LsInputMap */

  const LsStepObserver *step_observer; /* (nullable) */
  guint looked_at_index;

  LsLinearisation *start; /* (nullable): for the slopes where a run starts */

  double *in_values;   /* n_in */
  double *poly_values; /* n_in x degree */
  double *low_inputs;  /* n_in x as many as a polynomial of lower degree has */
  double *point;       /* 2 n_state + n_out */
  double *column;      /* n_state + n_out */
  double *column_low;  /* as many */
  double *known;       /* n_state + n_in */
  guint32 *read_refs;  /* as many as there are variables, like the next two */
  guint *read_index;
  double *read_reals;
};

/* Makes the instance called @name and sets the component's values; %NULL with an error. */
LsInstance *ls_system_instantiate (LsSystem *self, LsKind kind, GError **error);
/* The Model Exchange twin, where the linearisation needs one; without it the capability goes. */
void ls_system_add_twin (LsSystem *self);
/* Out of initialisation mode; without success the twin and the capability go. */
void ls_system_start_twin (LsSystem *self);

/* What the component says of the slopes of its outputs, n_out; it has the capability. */
LsStatus ls_system_get_output_slopes (LsSystem *self, double dy[]);

/* Sets inputs of @instance that come as values of their sources, @u (n_in). */
LsStatus ls_system_set_mapped (LsSystem *self, LsInstance *instance, const double u[]);
/* system-map.c: @u as the component takes it; may be @u itself. @mapped: n_in, to hold it. */
const double *ls_system_map_inputs (const LsSystem *self, const double u[], double mapped[]);
/* Columns of B and D become those with respect to the values of the sources. */
void     ls_system_map_linearisation (const LsSystem *self, LsLinearisation *result);
void     ls_system_clear_maps (LsSystem *self);

/* Of a slave: inputs follow polynomials up to degree @order, the highest order of derivatives that
 * the FMU takes. */
void ls_system_info_limit_inputs (LsSystemInfo *self, guint order);
/* Takes a capability away with a reason. */
void ls_system_info_deny (LsSystemInfo *self, LsCapability capability, const char *reason);
