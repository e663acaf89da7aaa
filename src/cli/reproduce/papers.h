/* The tables and figures of the papers that can be computed again, as data: a file and a list for
 * each paper, and what computes them. */
#pragma once

#include <glib.h>

#define LS_PUBLISHED_MAX_METHODS 6
#define LS_PUBLISHED_MAX_STEPS 8

/* What of a comparison of coupling methods is shown. */
typedef enum
{
  LS_PUBLISHED_TRAJECTORY, /* over time, cut out where @to > @from */
  LS_PUBLISHED_TABLE,      /* errors and CPU times */
  LS_PUBLISHED_ORBIT,
  LS_PUBLISHED_CONVERGENCE
} LsPublishedKind;

/**
 * LsPublishedMethod:
 * @method: as on the command line; left out, with a word, where there is none
 * @column: what the paper calls it
 * @errors, @times: published error in % and CPU time in s per step size; 0: none given
 */
typedef struct
{
  const char *method, *column;
  double errors[2], times[2];
} LsPublishedMethod;

#define LS_PUBLISHED_MAX_RUNS 4

/**
 * LsPublishedRun: of a single FMU
 * @name: what the paper calls it, marked with N_()
 * @fmu: file of the example models
 * @solver: as on the command line
 * @values: (nullable): name, value, …, %NULL
 * @published: (nullable): what the paper prints of it: bounds of two signals, as text
 */
typedef struct
{
  const char *name, *fmu, *solver;
  const char *const *values;
  const char *published[2];
} LsPublishedRun;

typedef struct LsPublished LsPublished;

/**
 * LsReproduction:
 * @output: (nullable): file of the picture
 * @folder: of the example models
 */
typedef struct
{
  const LsPublished *published;
  const char *output;
  const char *folder;
} LsReproduction;

/**
 * LsPublished:
 * @id: "missiles-table-4"
 * @title: marked with N_()
 * @run: prints it, and draws it where a file is wanted; %FALSE with an error
 * @is_text: there is no picture of it
 * @model: file of the example models
 * @values: (nullable): "component.variable=value", %NULL-terminated
 * @signals: errors of, or what is drawn; %NULL-terminated
 * @steps: s, ends with 0
 * @runs: of single FMUs, instead of model and methods
 * @orders: (nullable): what the text says of orders, marked with N_()
 * @remark: (nullable): misprints and what the paper leaves open, marked with N_()
 */
struct LsPublished
{
  const char *id, *title;
  gboolean (*run) (const LsReproduction *self, GError **error);
  gboolean is_text;
  LsPublishedKind kind;
  const char *model;
  const char *const *values;
  const char *signals[4];
  double stop_time, from, to;
  double steps[LS_PUBLISHED_MAX_STEPS];
  LsPublishedMethod methods[LS_PUBLISHED_MAX_METHODS];
  LsPublishedRun runs[LS_PUBLISHED_MAX_RUNS];
  const char *orders, *remark;
};

typedef struct
{
  const LsPublished *published;
  guint n;
} LsPaper;

guint ls_published_get_n (void);
const LsPublished *ls_published_get (guint index);
/* Returns: (nullable): the one called @id. */
const LsPublished *ls_published_find (const char *id);

/* What computes them: each as LsPublished.run. */
gboolean ls_reproduce_coupling (const LsReproduction *self, GError **error);
gboolean ls_reproduce_diagram (const LsReproduction *self, GError **error);
gboolean ls_reproduce_estimator_step (const LsReproduction *self, GError **error);
gboolean ls_reproduce_pendulum (const LsReproduction *self, GError **error);
gboolean ls_reproduce_battery (const LsReproduction *self, GError **error);
gboolean ls_reproduce_transitions (const LsReproduction *self, GError **error);
gboolean ls_reproduce_quantiser (const LsReproduction *self, GError **error);
gboolean ls_reproduce_quanta (const LsReproduction *self, GError **error);
gboolean ls_reproduce_stiff (const LsReproduction *self, GError **error);
gboolean ls_reproduce_solvers (const LsReproduction *self, GError **error);
gboolean ls_reproduce_first_event (const LsReproduction *self, GError **error);
