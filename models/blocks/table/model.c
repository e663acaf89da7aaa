/* Values over time from resources/table.csv: each column behind the time is an output. What
 * describes it is written for each file; this is the same for all. */
#include "table.h"

#include <math.h>

enum
{
  LINEAR
};

/* Column @i + 1 is the output with that value reference; outputs without a column are 0. */
#define OUTPUT(i)                                                                                  \
  {                                                                                                \
    .reference = (i) + 1, .role = FMU_OUTPUT, .index = (i)                                         \
  }
#define TEN(i)                                                                                     \
  OUTPUT (i), OUTPUT ((i) + 1), OUTPUT ((i) + 2), OUTPUT ((i) + 3), OUTPUT ((i) + 4),              \
      OUTPUT ((i) + 5), OUTPUT ((i) + 6), OUTPUT ((i) + 7), OUTPUT ((i) + 8), OUTPUT ((i) + 9)
#define HUNDRED(i)                                                                                 \
  TEN (i), TEN ((i) + 10), TEN ((i) + 20), TEN ((i) + 30), TEN ((i) + 40), TEN ((i) + 50),         \
      TEN ((i) + 60), TEN ((i) + 70), TEN ((i) + 80), TEN ((i) + 90)

static const FmuReal reals[TABLE_MAX_OUTPUTS] = {
  HUNDRED (0),   HUNDRED (100), HUNDRED (200), HUNDRED (300), HUNDRED (400),
  HUNDRED (500), HUNDRED (600), HUNDRED (700), HUNDRED (800), HUNDRED (900),
};
static const FmuInteger booleans[] = {
  { .reference = TABLE_LINEAR, .role = FMU_PARAMETER, .start = 1 },
};

/* Number of rows whose time has come; in q, more by one, once it is decided at an event. */
static size_t
get_row (const FmuPoint *at)
{
  return at->q[0] != 0 ? (size_t)at->q[0] - 1 : table_count (at->data, at->t);
}

static double
get_value (const FmuPoint *at, size_t row, size_t column)
{
  const Table *table = at->data;

  return table->values[row * table->n_columns + column];
}

static double
get_slope (const FmuPoint *at, size_t row, size_t column)
{
  const Table *table = at->data;

  if (!at->booleans[LINEAR] || row == 0 || row == table->n_rows)
    return 0;
  return (get_value (at, row, column) - get_value (at, row - 1, column))
         / (table_time (table, row) - table_time (table, row - 1));
}

static void
outputs (const FmuPoint *at, double y[])
{
  const Table *table = at->data;
  const size_t row = get_row (at);
  const size_t before = row > 0 ? row - 1 : 0;
  const double elapsed = at->t - table_time (table, before);

  for (size_t i = 1; i < table->n_columns; i++)
    y[i - 1] = get_value (at, before, i) + get_slope (at, row, i) * elapsed;
}

static void
jacobian (const FmuPoint *at, FmuJacobian *j)
{
  const Table *table = at->data;
  const size_t row = get_row (at);

  for (size_t i = 1; i < table->n_columns; i++)
    j->gt[i - 1] = get_slope (at, row, i);
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
  FMU_TABLE (booleans),
  .n_y = TABLE_MAX_OUTPUTS,
  .n_q = 1,
  .open = table_open,
  .close = table_close,
  .outputs = outputs,
  .jacobian = jacobian,
  .event = event,
};
