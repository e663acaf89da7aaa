/* Reports on algebraic loops, as text and as bytes. */
#include "core/assembly/loop-report.h"

#include "core/base/language.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Maximum number of names; the rest is only counted. */
#define MAX_NAMES 8u
/* Members, discrete ones, time, start, solution, residuals, residual, condition, gain, by
 * differences, unique, number of solutions. */
#define FORMAT "a(asasdadadaddddbbt)"

void
ls_loop_report_free (LsLoopReport *self)
{
  if (self == NULL)
    return;
  g_strfreev (self->members);
  g_strfreev (self->discrete);
  g_free (self->start);
  g_free (self->solution);
  g_free (self->residuals);
  g_free (self);
}

char *
ls_loop_list_names (const char *const names[], guint n)
{
  GString *text = g_string_new (NULL);
  /* A single remaining name takes no more room than its count. */
  guint told = n <= MAX_NAMES + 1 ? n : MAX_NAMES;

  for (guint i = 0; i < told; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", names[i]);
  if (told < n)
    g_string_append_printf (
        text, g_dngettext (GETTEXT_PACKAGE, " and %u more", " and %u more", n - told), n - told);
  return g_string_free (text, FALSE);
}

static char *
list_all (const LsLoopReport *self)
{
  g_autofree const char **names = g_new0 (const char *, self->n + self->n_discrete + 1);

  for (guint i = 0; i < self->n; i++)
    names[i] = self->members[i];
  for (guint i = 0; i < self->n_discrete; i++)
    names[self->n + i] = self->discrete[i];
  return ls_loop_list_names (names, self->n + self->n_discrete);
}

char *
ls_loop_report_describe (const LsLoopReport *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_autofree char *names = list_all (self);
  guint steps = self->n_residuals > 0 ? self->n_residuals - 1 : 0;
  GString *text = g_string_new (NULL);

  /* Translators: names of signals, number of them. */
  g_string_append_printf (text, _ ("algebraic loop through %s (%u)"), names,
                          self->n + self->n_discrete);
  if (self->n == 0)
    return g_string_free (text, FALSE);
  g_string_append (text, ": ");
  g_string_append_printf (text,
                          g_dngettext (GETTEXT_PACKAGE, "%u step of Newton's method",
                                       "%u steps of Newton's method", steps),
                          steps);
  g_string_append_printf (text, _ (", residual %.2g, condition %.3g"), self->residual,
                          self->condition);
  if (self->by_differences)
    g_string_append (text, _ (", derivatives by differences"));
  if (!self->unique)
    g_string_append (text, _ ("; it is singular: one of many solutions, the start values"));
  return g_string_free (text, FALSE);
}

char *
ls_loop_report_describe_values (const LsLoopReport *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  GString *text = g_string_new (NULL);
  char from[LS_NUMBER_SIZE], to[LS_NUMBER_SIZE];
  guint told = self->n <= MAX_NAMES + 1 ? self->n : MAX_NAMES;

  for (guint i = 0; i < told; i++)
    g_string_append_printf (text, "%s%s: %s → %s", i > 0 ? "; " : "", self->members[i],
                            ls_number_show (self->start[i], 7, from),
                            ls_number_show (self->solution[i], 7, to));
  if (told < self->n)
    g_string_append (text, "; …");
  return g_string_free (text, FALSE);
}

static GVariant *
pack_numbers (const double values[], guint n)
{
  return g_variant_new_fixed_array (G_VARIANT_TYPE_DOUBLE, values, n, sizeof (double));
}

static GVariant *
pack_names (char **names, guint n)
{
  return g_variant_new_strv ((const char *const *)names, n);
}

GBytes *
ls_loop_reports_pack (const GPtrArray *reports)
{
  GVariantBuilder builder;
  g_autoptr (GVariant) all = NULL;

  g_variant_builder_init (&builder, G_VARIANT_TYPE (FORMAT));
  for (guint i = 0; i < reports->len; i++)
    {
      const LsLoopReport *report = reports->pdata[i];

      g_variant_builder_add (
          &builder, "(@as@asd@ad@ad@addddbbt)", pack_names (report->members, report->n),
          pack_names (report->discrete, report->n_discrete), report->time,
          pack_numbers (report->start, report->n), pack_numbers (report->solution, report->n),
          pack_numbers (report->residuals, report->n_residuals), report->residual,
          report->condition, report->gain, report->by_differences, report->unique,
          report->n_solutions);
    }
  all = g_variant_ref_sink (g_variant_builder_end (&builder));
  return g_variant_get_data_as_bytes (all);
}

static double *
unpack_numbers (GVariant *value, gsize *n)
{
  const double *numbers = g_variant_get_fixed_array (value, n, sizeof (double));

  return g_memdup2 (numbers, *n * sizeof (double));
}

static LsLoopReport *
unpack (GVariant *child)
{
  LsLoopReport *report = g_new0 (LsLoopReport, 1);
  g_autoptr (GVariant) start = NULL, solution = NULL, residuals = NULL;
  gsize n_start, n_solution, n_residuals;

  g_variant_get (child, "(^as^asd@ad@ad@addddbbt)", &report->members, &report->discrete,
                 &report->time, &start, &solution, &residuals, &report->residual,
                 &report->condition, &report->gain, &report->by_differences, &report->unique,
                 &report->n_solutions);
  report->n = g_strv_length (report->members);
  report->n_discrete = g_strv_length (report->discrete);
  report->start = unpack_numbers (start, &n_start);
  report->solution = unpack_numbers (solution, &n_solution);
  report->residuals = unpack_numbers (residuals, &n_residuals);
  report->n_residuals = (guint)n_residuals;
  if (n_start == report->n && n_solution == report->n)
    return report;
  ls_loop_report_free (report);
  return NULL;
}

GPtrArray *
ls_loop_reports_unpack (gconstpointer data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GVariant) all
      = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (FORMAT), bytes, FALSE));
  g_autoptr (GPtrArray) reports
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_loop_report_free);

  if (!g_variant_is_normal_form (all))
    return NULL;
  for (gsize i = 0; i < g_variant_n_children (all); i++)
    {
      g_autoptr (GVariant) child = g_variant_get_child_value (all, i);
      LsLoopReport *report = unpack (child);

      if (report == NULL)
        return NULL;
      g_ptr_array_add (reports, report);
    }
  return g_steal_pointer (&reports);
}
