/* Values over time from resources/table.csv. */
#include "table.h"

#include <math.h>

enum
{
  COLUMN
};
enum
{
  LINEAR
};

static const FmuReal reals[] = {
  { .reference = 1, .role = FMU_OUTPUT },
};
static const FmuInteger integers[] = {
  { .reference = 2, .role = FMU_PARAMETER, .start = 1 },
};
static const FmuInteger booleans[] = {
  { .reference = 3, .role = FMU_PARAMETER, .start = 1 },
};

/* Number of rows whose time has come; in q, more by one, once it is decided at an event. */
static size_t
get_row (const FmuPoint *at)
{
  return at->q[0] != 0 ? (size_t)at->q[0] - 1 : table_count (at->data, at->t);
}

static double
get_value (const FmuPoint *at, size_t row)
{
  const Table *table = at->data;
  const int column = at->integers[COLUMN];

  if (column < 1 || (size_t)column >= table->n_columns)
    return NAN;
  return table->values[row * table->n_columns + (size_t)column];
}

static double
get_slope (const FmuPoint *at, size_t row)
{
  const Table *table = at->data;

  if (!at->booleans[LINEAR] || row == 0 || row == table->n_rows)
    return 0;
  return (get_value (at, row) - get_value (at, row - 1))
         / (table_time (table, row) - table_time (table, row - 1));
}

static void
outputs (const FmuPoint *at, double y[])
{
  const size_t row = get_row (at);
  const size_t before = row > 0 ? row - 1 : 0;

  y[0] = get_value (at, before) + get_slope (at, row) * (at->t - table_time (at->data, before));
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  j->gt[0] = get_slope (at, get_row (at));
}

static void
event (const FmuPoint *at, FmuEvent *event)
{
  const Table *table = at->data;
  const size_t row = table_count (table, at->t);

  event->q[0] = (double)row + 1;
  event->next_event_time = row < table->n_rows ? table_time (table, row) : INFINITY;
}

const FmuModel fmu_model = {
  .name = "table",
  .guid = "{f2b21f1e-6b3c-4a0e-9a55-3d1c5f0b7b08}",
  FMU_TABLE (reals),
  FMU_TABLE (integers),
  FMU_TABLE (booleans),
  .n_y = 1,
  .n_q = 1,
  .open = table_open,
  .close = table_close,
  .outputs = outputs,
  .jacobian = jacobian,
  .event = event,
};
