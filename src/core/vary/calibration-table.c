#include "core/vary/calibration-table.h"

#include "core/base/csv.h"
#include "core/base/file.h"
#include "core/base/number.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define DIGITS 9
#define HEADER "quantity,name,with,value"

/* @name, @with: (nullable) */
static void
add (GString *text, const char *quantity, const char *name, const char *with, double value)
{
  char number[LS_NUMBER_SIZE];

  g_string_append_printf (text, "%s,", quantity);
  ls_csv_append_field (text, name != NULL ? name : "");
  g_string_append_c (text, ',');
  ls_csv_append_field (text, with != NULL ? with : "");
  g_string_append_printf (text, ",%s\n", isfinite (value) ? ls_number_format (value, number) : "");
}

static const char *
get_name (const LsCalibration *self, guint i)
{
  return ((const LsVaried *)self->parameters->pdata[i])->name;
}

gboolean
ls_calibration_write (const LsCalibration *self, const char *path, GError **error)
{
  g_return_val_if_fail (self != NULL && self->values != NULL && path != NULL, FALSE);

  const guint p = self->parameters->len;
  g_autoptr (GString) text = g_string_new (HEADER "\n");

  for (guint i = 0; i < p; i++)
    {
      add (text, "value", get_name (self, i), NULL, self->values[i]);
      add (text, "standard error", get_name (self, i), NULL, self->errors[i]);
      add (text, "at end", get_name (self, i), NULL, self->is_at_end[i]);
    }
  for (guint i = 0; i < p; i++)
    for (guint k = 0; k < p; k++)
      add (text, "correlation", get_name (self, i), get_name (self, k),
           self->correlation[i * p + k]);
  for (guint i = 0; self->signals[i] != NULL; i++)
    add (text, "residual rms", self->signals[i], NULL, self->rms[i]);
  add (text, "runs", NULL, NULL, self->n_runs);
  add (text, "residuals", NULL, NULL, self->n_residuals);
  add (text, "converged", NULL, NULL, self->converged);
  add (text, "done", NULL, NULL, self->is_done);
  return ls_file_write (path, text->str, text->len, error);
}

/* ---- Reading ------------------------------------------------------------------------------ */

static int
find_parameter (const LsCalibration *self, const char *name)
{
  for (guint i = 0; i < self->parameters->len; i++)
    if (strcmp (get_name (self, i), name) == 0)
      return (int)i;
  return -1;
}

static int
find_signal (const LsCalibration *self, const char *name)
{
  for (guint i = 0; self->signals[i] != NULL; i++)
    if (strcmp (self->signals[i], name) == 0)
      return (int)i;
  return -1;
}

static void
take_line (LsCalibration *self, const char *line)
{
  g_autoptr (GPtrArray) fields = ls_csv_split (line);
  const char *quantity = fields->pdata[0];
  double value;
  int i, k;

  if (fields->len != 4)
    return;
  if (!ls_number_parse (fields->pdata[3], &value))
    value = NAN;
  i = find_parameter (self, fields->pdata[1]);
  k = find_parameter (self, fields->pdata[2]);
  if (strcmp (quantity, "value") == 0 && i >= 0)
    self->values[i] = value;
  else if (strcmp (quantity, "standard error") == 0 && i >= 0)
    self->errors[i] = value;
  else if (strcmp (quantity, "at end") == 0 && i >= 0)
    self->is_at_end[i] = value != 0;
  else if (strcmp (quantity, "correlation") == 0 && i >= 0 && k >= 0)
    self->correlation[(guint)i * self->parameters->len + (guint)k] = value;
  else if (strcmp (quantity, "residual rms") == 0
           && (i = find_signal (self, fields->pdata[1])) >= 0)
    self->rms[i] = value;
  else if (strcmp (quantity, "runs") == 0 && value >= 0 && value < G_MAXUINT)
    self->n_runs = (guint)value;
  else if (strcmp (quantity, "converged") == 0)
    self->converged = value == 1;
  else if (strcmp (quantity, "done") == 0)
    self->is_done = value == 1;
}

void
ls_calibration_take (LsCalibration *self, const char *text)
{
  g_return_if_fail (self != NULL && text != NULL);

  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  ls_calibration_clear_results (self);
  for (guint i = 1; lines[0] != NULL && lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      take_line (self, lines[i]);
}

/* ---- For people --------------------------------------------------------------------------- */

LsTable *
ls_calibration_list_parameters (const LsCalibration *self)
{
  g_return_val_if_fail (self != NULL && self->values != NULL, NULL);

  const guint p = self->parameters->len;
  LsTable *table = ls_table_new (3 + p, 1 + p, 1);

  ls_table_set (table, 0, 0, g_strdup (_ ("Parameter")));
  ls_table_set (table, 0, 1, g_strdup (_ ("Value")));
  ls_table_set (table, 0, 2, g_strdup (_ ("Standard error")));
  for (guint i = 0; i < p; i++)
    {
      ls_table_set (table, 0, 3 + i,
                    g_strdup_printf (_ ("Correlation with %s"), get_name (self, i)));
      ls_table_set (table, 1 + i, 0, g_strdup (get_name (self, i)));
      ls_table_set_number (table, 1 + i, 1, "", self->values[i], DIGITS);
      ls_table_set_number (table, 1 + i, 2, "", self->errors[i], 3);
      for (guint k = 0; k < p; k++)
        ls_table_set_number (table, 1 + i, 3 + k, "", self->correlation[i * p + k], 3);
    }
  return table;
}

LsTable *
ls_calibration_list_signals (const LsCalibration *self)
{
  g_return_val_if_fail (self != NULL && self->rms != NULL, NULL);

  const guint n = g_strv_length (self->signals);
  LsTable *table = ls_table_new (2, 1 + n, 1);

  ls_table_set (table, 0, 0, g_strdup (_ ("Signal")));
  ls_table_set (table, 0, 1, g_strdup (_ ("RMS of residuals")));
  for (guint i = 0; i < n; i++)
    {
      ls_table_set (table, 1 + i, 0, g_strdup (self->signals[i]));
      ls_table_set_number (table, 1 + i, 1, "", self->rms[i], 4);
    }
  return table;
}

char *
ls_calibration_describe_doubts (const LsCalibration *self)
{
  g_return_val_if_fail (self != NULL && self->values != NULL, NULL);

  g_autoptr (GPtrArray) doubts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->parameters->len; i++)
    if (self->is_at_end[i])
      g_ptr_array_add (
          doubts, g_strdup_printf (_ ("%s is at an end of its range: the data may lead beyond it"),
                                   get_name (self, i)));
    else if (!isfinite (self->errors[i]))
      g_ptr_array_add (doubts,
                       g_strdup_printf (_ ("the data do not determine %s"), get_name (self, i)));
  g_ptr_array_add (doubts, NULL);
  return doubts->len > 1 ? g_strjoinv ("\n", (char **)doubts->pdata) : NULL;
}
