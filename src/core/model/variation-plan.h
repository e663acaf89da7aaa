/* The plan of variations and of calibration: which parameters take which values, how they are run and
 * what is measured, as plain data; saved with the model. Texts are those of the command line. */
#pragma once

#include "core/base/status.h"

/* Simultaneous runs. */
#define LS_VARIATION_MAX_JOBS 1024

/**
 * LsVariationPlan:
 * @parameters: element-type char *, "left.k=1:2:log", "left.k=1,2"
 * @measures: element-type char *, "max(left.x)"; empty: final values of the outputs
 * @sample: "grid", "lhs:100", … or a table (.csv)
 * @seed: of random numbers
 * @n_jobs: simultaneous runs; 0: one per processor
 * @traces: whether the signals of each run are kept
 * @method: (nullable): "missiles:order=2"; %NULL: the first of the experiment
 * @step_size: macro step, s; 0: the first of the experiment
 * @tolerance: coupling tolerance, with @step_size as maximum; 0: fixed steps if there is a @step_size, else
 *   that of the experiment
 * @data: (nullable): file of measured signals that parameters are calibrated to
 */
typedef struct
{
  GPtrArray *parameters, *measures;
  char *sample;
  guint seed, n_jobs;
  gboolean traces;
  char *method;
  double step_size, tolerance;
  char *data;
} LsVariationPlan;

LsVariationPlan *ls_variation_plan_new (void);
LsVariationPlan *ls_variation_plan_copy (const LsVariationPlan *self);
void ls_variation_plan_free (LsVariationPlan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsVariationPlan, ls_variation_plan_free)
gboolean ls_variation_plan_equal (const LsVariationPlan *a, const LsVariationPlan *b);
/* Whether it is as ls_variation_plan_new() makes it. */
gboolean ls_variation_plan_is_default (const LsVariationPlan *self);

/* Returns: (transfer full): "left.k" of "left.k=1:2" */
char *ls_variation_plan_get_name (const LsVariationPlan *self, guint parameter);
/* Index of the parameter called @name; -1: it is not varied. */
int ls_variation_plan_find (const LsVariationPlan *self, const char *name);
/* Replaces the definition of the parameter called @name, or adds one; @definition: (nullable): %NULL
 * removes it */
void ls_variation_plan_set (LsVariationPlan *self, const char *name, const char *definition);
/* @step_size: (inout): macro step, s; @tolerance: (inout): coupling tolerance, 0: fixed steps; both as of the
 * experiment before and of the plan's runs after */
void ls_variation_plan_choose_steps (const LsVariationPlan *self, double *step_size, double *tolerance);
/* A component got another name. */
void ls_variation_plan_rename (LsVariationPlan *self, const char *old, const char *name);
