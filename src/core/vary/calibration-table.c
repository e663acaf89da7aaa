#include "core/vary/calibration-table.h"

#include "core/base/csv.h"
#include "core/base/file.h"
#include "core/base/number.h"

#include <math.h>

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
