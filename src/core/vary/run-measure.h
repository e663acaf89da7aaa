/* Measures: a number for a run, such as the greatest value of a signal. */
#pragma once

#include "core/base/item.h"
#include "core/model/model.h"
#include "core/record/trace.h"

/* What a kind of measure gets: @level: its second argument; @data: that as a file, else %NULL */
typedef struct
{
  const LsTrace *trace;
  guint column;
  double level;
  const LsTrace *data;
} LsRunMeasureInput;

typedef enum { LS_MEASURE_PLAIN, LS_MEASURE_LEVEL, LS_MEASURE_FILE } LsMeasureArgument;

/* @evaluate: NaN where it is not defined */
typedef struct
{
  LsItem item;
  LsMeasureArgument argument;
  double (*evaluate) (const LsRunMeasureInput *input);
} LsRunMeasureKind;

extern LsItemList ls_run_measure_kinds;

/**
 * LsRunMeasure:
 * @name: "peak", or the text as given: "max(left.x)"
 * @signal: "left.x"
 */
typedef struct
{
  char *name, *signal;
  const LsRunMeasureKind *kind;
  char *file;
  double level;
  LsTrace *data;
} LsRunMeasure;

/**
 * ls_run_measure_parse:
 * @text: "max(left.x)", "crossing(left.x, 0.5)", "norm(left.x, measured.csv)" or with a name,
 *   "peak=max(left.x)"
 *
 * Returns: (transfer full): %NULL with %LS_ERROR_ARGUMENT naming the mistake.
 */
LsRunMeasure *ls_run_measure_parse (const char *text, GError **error);
void ls_run_measure_free (LsRunMeasure *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsRunMeasure, ls_run_measure_free)
/* Whether the model has the signal; reads the file. */
gboolean ls_run_measure_resolve (LsRunMeasure *self, const LsModel *model, GError **error);
/* The measure of a run with its signal recorded. */
double ls_run_measure_evaluate (const LsRunMeasure *self, const LsTrace *trace);
