#include "core/vary/sample.h"

#include "core/base/csv.h"
#include "core/base/suggest.h"
#include "core/vary/samples.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MAX_ROWS 10000000u

#define ENTRY(record) &record.item,

LsItemList ls_sample_kinds = { LS_SAMPLES (ENTRY) NULL };

void
ls_sample_free (LsSample *self)
{
  if (self == NULL)
    return;
  g_free (self->values);
  g_free (self);
}

const double *
ls_sample_get_row (const LsSample *self, guint row)
{
  g_return_val_if_fail (self != NULL && row < self->n_rows, NULL);
  return self->values + (gsize)row * self->n_parameters;
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const LsSample *self = user_data;

  return memcmp (ls_sample_get_row (self, *(const guint *)a),
                 ls_sample_get_row (self, *(const guint *)b),
                 self->n_parameters * sizeof *self->values);
}

guint
ls_sample_count_repeated (const LsSample *self)
{
  g_return_val_if_fail (self != NULL, 0);

  g_autofree guint *rows = g_new (guint, self->n_rows);
  guint n = 0;

  for (guint i = 0; i < self->n_rows; i++)
    rows[i] = i;
  g_qsort_with_data (rows, (gint)self->n_rows, sizeof *rows, compare_rows, (gpointer)self);
  for (guint i = 1; i < self->n_rows; i++)
    n += compare_rows (&rows[i - 1], &rows[i], (gpointer)self) == 0;
  return n;
}

static const LsSampleKind *
find_kind (const char *text, guint *n, GError **error)
{
  const char *colon = strchr (text, ':');
  g_autofree char *id = colon != NULL ? g_strndup (text, (gsize)(colon - text)) : g_strdup (text);
  const LsSampleKind *kind = (const LsSampleKind *)ls_items_find (ls_sample_kinds, id);
  guint64 number = kind != NULL ? kind->n_default : 0;

  if (kind == NULL)
    {
      g_autofree const char **ids = ls_items_list_ids (ls_sample_kinds);

      g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                   _ ("“%s” is no sample: grid, lhs:N, sobol:N, random:N, saltelli:N, morris:N or "
                      "a table ending in .csv"),
                   text);
      ls_suggest_add (error, id, ids);
      return NULL;
    }
  if (colon != NULL && kind->n_default == 0)
    return ls_fail_null (error, LS_ERROR_ARGUMENT,
                         _ ("“%s”: a grid has its numbers of points in the ranges, LOW:HIGH:N"),
                         text);
  if (colon != NULL && !g_ascii_string_to_unsigned (colon + 1, 10, 1, MAX_ROWS, &number, NULL))
    return ls_fail_null (error, LS_ERROR_ARGUMENT,
                         _ ("“%s”: the number of points is a whole number from 1 to %u"), text,
                         MAX_ROWS);
  *n = (guint)number;
  return kind;
}

/* Rows of a grid, else of @n points; %FALSE if there are too many. */
static gboolean
check_size (const LsSampleKind *kind, const GPtrArray *parameters, guint n, GError **error)
{
  const guint k = parameters->len;
  double n_rows = kind == &ls_sample_grid ? 1 : (double)n * (k + 2);

  for (guint i = 0; i < k && kind == &ls_sample_grid; i++)
    {
      const LsVaried *varied = parameters->pdata[i];

      n_rows *= varied->values != NULL ? varied->values->len : MAX (varied->n, 1);
    }
  if (kind->max_parameters > 0 && k > kind->max_parameters)
    g_set_error (error, LS_ERROR, LS_ERROR_ARGUMENT,
                 _ ("“%s” takes at most %u parameters, and these are %u"), kind->item.id,
                 kind->max_parameters, k);
  else if (n_rows > MAX_ROWS)
    g_set_error (error, LS_ERROR, LS_ERROR_LIMIT, _ ("%.0f runs are more than %u"), n_rows,
                 MAX_ROWS);
  else
    return TRUE;
  return FALSE;
}

static LsSample *
make_sample (const char *text, const GPtrArray *parameters, gulong seed, GError **error)
{
  g_autoptr (GArray) fractions = g_array_new (FALSE, FALSE, sizeof (double));
  guint n = 0;
  const LsSampleKind *kind = find_kind (text, &n, error);
  LsSample *self;

  if (kind == NULL || !check_size (kind, parameters, n, error))
    return NULL;
  kind->fill (parameters, n, seed, fractions);
  self = g_new0 (LsSample, 1);
  self->kind = kind;
  self->n = n;
  self->n_parameters = parameters->len;
  self->n_rows = fractions->len / parameters->len;
  self->values = g_new (double, fractions->len);
  for (guint i = 0; i < fractions->len; i++)
    self->values[i] = ls_varied_get_value (parameters->pdata[i % parameters->len],
                                           g_array_index (fractions, double, i));
  return self;
}

static gboolean
is_known (const GPtrArray *parameters, const char *name)
{
  for (guint i = 0; i < parameters->len; i++)
    if (strcmp (((const LsVaried *)parameters->pdata[i])->name, name) == 0)
      return TRUE;
  return FALSE;
}

static LsSample *
read_table (const char *path, GPtrArray *parameters, GError **error)
{
  g_autoptr (LsCsvTable) table = ls_csv_read (path, error);
  g_autoptr (LsSample) self = NULL;

  if (table == NULL)
    return NULL;
  if (table->n_rows == 0 || table->n_rows > MAX_ROWS)
    return ls_fail_null (error, LS_ERROR_FORMAT, _ ("%s has %.0f rows, and 1 to %u are possible"),
                         path, (double)table->n_rows, MAX_ROWS);
  for (guint i = 0; i < table->n_columns; i++)
    if (!is_known (parameters, table->names[i]))
      g_ptr_array_add (parameters, ls_varied_new (table->names[i]));
  self = g_new0 (LsSample, 1);
  self->n_rows = (guint)table->n_rows;
  self->n_parameters = parameters->len;
  self->values = g_new (double, (gsize)self->n_rows * self->n_parameters);
  for (guint k = 0; k < parameters->len; k++)
    {
      const char *name = ((const LsVaried *)parameters->pdata[k])->name;
      const int column = ls_csv_table_find (table, name);

      for (guint i = 0; i < self->n_rows; i++)
        {
          const double value = column >= 0 ? table->columns[column][i] : NAN;

          self->values[(gsize)i * self->n_parameters + k] = value;
          if (isfinite (value))
            continue;
          return ls_fail_null (error, LS_ERROR_FORMAT, _ ("%s: row %u has no value of “%s”"), path,
                               i + 1, name);
        }
    }
  return g_steal_pointer (&self);
}

LsSample *
ls_sample_new (const char *text, GPtrArray *parameters, gulong seed, GError **error)
{
  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (parameters != NULL, NULL);

  g_autofree char *lower = g_ascii_strdown (text, -1);

  if (g_str_has_suffix (lower, ".csv"))
    return read_table (text, parameters, error);
  if (parameters->len > 0)
    return make_sample (text, parameters, seed, error);
  return ls_fail_null (
      error, LS_ERROR_ARGUMENT,
      _ ("no parameter is varied: a sample needs one or more, or a table ending in .csv"));
}
