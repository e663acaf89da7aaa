#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* newlocale(), getline() */
#endif
#include "table.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_COLUMNS (TABLE_MAX_OUTPUTS + 1)

typedef struct
{
  Table *table;
  size_t n_allocated; /* numbers */
  char *message;
} Reader;

static bool
is_separator (char c)
{
  return c == ',' || c == ';' || c == '\t';
}

static bool
append (Reader *self, size_t used, double value)
{
  if (used == self->n_allocated)
    {
      size_t n = 2 * self->n_allocated + 64;
      double *values = realloc (self->table->values, n * sizeof (double));

      if (values == NULL)
        return false;
      self->table->values = values;
      self->n_allocated = n;
    }
  self->table->values[used] = value;
  return true;
}

/* A line of numbers; false with a message. A first line that is none is the header. */
static bool
read_line (Reader *self, const char *line, size_t number)
{
  Table *table = self->table;
  size_t used = table->n_rows * table->n_columns, n = 0;
  const char *p = line;

  while (*p != '\0' && *p != '\n' && *p != '\r')
    {
      char *end;
      double value = strtod (p, &end);

      if (end == p && n == 0 && table->n_rows == 0 && number == 1)
        return true;
      while (*end == ' ' || *end == '\r')
        end++;
      if (end == p || !isfinite (value) || n == MAX_COLUMNS
          || (*end != '\0' && *end != '\n' && !is_separator (*end)))
        {
          snprintf (self->message, FMU_STRING_SIZE, "table.csv:%zu: field %zu is not a number",
                    number, n + 1);
          return false;
        }
      if (!append (self, used + n++, value))
        {
          snprintf (self->message, FMU_STRING_SIZE, "table.csv: too large");
          return false;
        }
      p = is_separator (*end) ? end + 1 : end;
    }
  if (n == 0)
    return true;
  if (table->n_rows == 0)
    table->n_columns = n;
  if (n != table->n_columns || n < 2)
    {
      snprintf (self->message, FMU_STRING_SIZE, "table.csv:%zu: %zu fields where %zu are wanted",
                number, n, table->n_columns < 2 ? (size_t)2 : table->n_columns);
      return false;
    }
  table->n_rows++;
  if (table->n_rows < 2
      || table_time (table, table->n_rows - 1) >= table_time (table, table->n_rows - 2))
    return true;
  snprintf (self->message, FMU_STRING_SIZE, "table.csv:%zu: the time goes back", number);
  return false;
}

static bool
read_lines (Reader *self, FILE *file)
{
  char *line = NULL;
  size_t size = 0, number = 0;
  bool good = true;

  while (good && getline (&line, &size, file) >= 0)
    good = read_line (self, line, ++number);
  free (line);
  if (good && self->table->n_rows == 0)
    snprintf (self->message, FMU_STRING_SIZE, "table.csv: has no numbers");
  return good && self->table->n_rows > 0;
}

/* Path in a folder that FMI 2.0 gives as a file URI, with percent escapes, FMI 3.0 as a path. */
static char *
make_path (const char *uri)
{
  static const char name[] = "/table.csv";
  const bool is_uri = strncmp (uri, "file:", 5) == 0;
  const char *from = is_uri ? uri + 5 : uri;
  char *path, *to;

  if (is_uri && strncmp (from, "//", 2) == 0)
    {
      from = strchr (from + 2, '/');
      if (from == NULL)
        return NULL;
    }
  path = to = malloc (strlen (from) + sizeof name);
  if (path == NULL)
    return NULL;
  while (*from != '\0')
    {
      unsigned byte;

      if (is_uri && *from == '%' && sscanf (from + 1, "%2x", &byte) == 1)
        {
          *to++ = (char)byte;
          from += 3;
        }
      else
        *to++ = *from++;
    }
  memcpy (to, name, sizeof name);
  return path;
}

void *
table_open (const char *resource_uri, char message[FMU_STRING_SIZE])
{
  char *path = resource_uri != NULL ? make_path (resource_uri) : NULL;
  FILE *file = path != NULL ? fopen (path, "r") : NULL;
  Reader reader = { calloc (1, sizeof (Table)), 0, message };
  /* Numbers have a point whatever the language of the program around. */
  locale_t c = newlocale (LC_ALL_MASK, "C", (locale_t)0);
  locale_t before = c != (locale_t)0 ? uselocale (c) : (locale_t)0;
  bool good = false;

  if (file == NULL || reader.table == NULL)
    snprintf (message, FMU_STRING_SIZE, "resources/table.csv cannot be read");
  else
    good = read_lines (&reader, file);
  if (c != (locale_t)0)
    {
      uselocale (before);
      freelocale (c);
    }
  if (file != NULL)
    fclose (file);
  free (path);
  if (good)
    return reader.table;
  table_close (reader.table);
  return NULL;
}

void
table_close (void *data)
{
  Table *table = data;

  if (table != NULL)
    free (table->values);
  free (table);
}

double
table_time (const Table *table, size_t row)
{
  return table->values[row * table->n_columns];
}

size_t
table_count (const Table *table, double t)
{
  size_t low = 0, high = table->n_rows;

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (table_time (table, middle) <= t)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}
