/* A CSV file of numbers, the first column the time. */
#pragma once

#include "model.h"

#define TABLE_MAX_OUTPUTS 1000
#define TABLE_LINEAR 2000 /* value reference */

/* @values: row by row; times do not decrease */
typedef struct
{
  size_t n_rows, n_columns;
  double *values;
} Table;

/* FmuModel.open and close: reads table.csv in the resources. */
void *table_open (const char *resource_uri, char message[FMU_STRING_SIZE]);
void table_close (void *data);

double table_time (const Table *table, size_t row);
/* Number of rows with times up to @t. */
size_t table_count (const Table *table, double t);
