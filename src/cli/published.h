/* The tables and figures of the papers that can be computed again, as data. */
#pragma once

#include <glib.h>

#define LS_PUBLISHED_MAX_METHODS 5
#define LS_PUBLISHED_MAX_STEPS 8

typedef enum
{
  LS_PUBLISHED_TABLE,      /* errors and CPU times */
  LS_PUBLISHED_TRAJECTORY, /* over time, cut out where @to > @from */
  LS_PUBLISHED_ORBIT,
  LS_PUBLISHED_CONVERGENCE,
  LS_PUBLISHED_DIAGRAM,
  LS_PUBLISHED_SINGLE_STEP, /* error of the estimator over one step */
  LS_PUBLISHED_SOLVERS      /* of single FMUs: tables of their own */
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

/**
 * LsPublished:
 * @id: "missiles-table-4"
 * @title: marked with N_()
 * @model: file of the example models
 * @values: (nullable): "component.variable=value", %NULL-terminated
 * @signals: errors of, or what is drawn; %NULL-terminated
 * @steps: s, ends with 0
 * @orders: (nullable): what the text says of orders, marked with N_()
 * @remark: (nullable): misprints and what the paper leaves open, marked with N_()
 */
typedef struct
{
  const char *id, *title;
  LsPublishedKind kind;
  const char *model;
  const char *const *values;
  const char *signals[3];
  double stop_time, from, to;
  double steps[LS_PUBLISHED_MAX_STEPS];
  LsPublishedMethod methods[LS_PUBLISHED_MAX_METHODS];
  const char *orders, *remark;
} LsPublished;

guint ls_published_get_n (void);
const LsPublished *ls_published_get (guint index);
/* Returns: (nullable): the one called @id. */
const LsPublished *ls_published_find (const char *id);
