/* Runs the measurements whose names match, prints a table, writes a list. */
#include "bench.h"

#include "core/base/file.h"
#include "core/base/number.h"

#include <json-glib/json-glib.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* One line per file bench-….c. */
static const LsBench *const lists[] = {
  ls_bench_base, ls_bench_coupling, ls_bench_draw, ls_bench_events, ls_bench_isolation,
  ls_bench_ode,  ls_bench_own,      ls_bench_pan,  ls_bench_plot,   ls_bench_qss,
  ls_bench_run,  ls_bench_start,    ls_bench_vary, ls_bench_window,
};

static gboolean
matches (const char *name, char **patterns)
{
  if (patterns == NULL || *patterns == NULL)
    return TRUE;
  for (; *patterns != NULL; patterns++)
    {
      if (strstr (name, *patterns) != NULL || g_pattern_match_simple (*patterns, name))
        return TRUE;
    }
  return FALSE;
}

static gboolean
measure (const LsBench *bench, double *value, GError **error)
{
  g_autofree double *values = g_new (double, bench->n_runs);
  g_autoptr (GError) local_error = NULL;

  for (guint i = 0; i < bench->n_runs; i++)
    {
      values[i] = bench->measure (bench->data, &local_error);
      if (local_error != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&local_error));
          return FALSE;
        }
    }
  *value = ls_bench_median (values, bench->n_runs);
  return TRUE;
}

static void
print_row (const LsBench *bench, double value, gboolean holds)
{
  char shown[LS_NUMBER_SIZE], goal[LS_NUMBER_SIZE];

  ls_number_format_short (value, 4, shown);
  ls_number_format_short (bench->goal, 4, goal);
  printf ("%-44s %12s %-10s %10s  %s\n", bench->name, shown, bench->unit,
          isnan (bench->goal) ? "-" : goal,
          isnan (bench->goal) ? "-"
          : holds             ? "yes"
                              : "NO");
  fflush (stdout);
}

static void
append_record (JsonBuilder *builder, const LsBench *bench, double value, gboolean holds)
{
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "name");
  json_builder_add_string_value (builder, bench->name);
  json_builder_set_member_name (builder, "value");
  json_builder_add_double_value (builder, value);
  json_builder_set_member_name (builder, "unit");
  json_builder_add_string_value (builder, bench->unit);
  json_builder_set_member_name (builder, "goal");
  if (isnan (bench->goal))
    json_builder_add_null_value (builder);
  else
    json_builder_add_double_value (builder, bench->goal);
  json_builder_set_member_name (builder, "holds");
  json_builder_add_boolean_value (builder, holds);
  json_builder_end_object (builder);
}

/* What cannot be measured does not keep the others from it. */
static void
append_failure (JsonBuilder *builder, const LsBench *bench, const GError *error)
{
  printf ("%-44s could not be measured: %s\n", bench->name, error->message);
  fflush (stdout);
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "name");
  json_builder_add_string_value (builder, bench->name);
  json_builder_set_member_name (builder, "value");
  json_builder_add_null_value (builder);
  json_builder_set_member_name (builder, "error");
  json_builder_add_string_value (builder, error->message);
  json_builder_set_member_name (builder, "holds");
  json_builder_add_boolean_value (builder, FALSE);
  json_builder_end_object (builder);
}

/* Returns: how many were measured or tried. */
static int
run_all (char **patterns, JsonBuilder *builder, gboolean *all_hold)
{
  int n = 0, n_goals = 0, n_held = 0;

  printf ("%-44s %12s %-10s %10s  %s\n", "name", "value", "unit", "goal", "holds");
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      for (const LsBench *bench = lists[i]; bench->name != NULL; bench++)
        {
          g_autoptr (GError) error = NULL;
          double value;
          gboolean holds;

          if (!matches (bench->name, patterns))
            continue;
          n++;
          n_goals += !isnan (bench->goal);
          if (!measure (bench, &value, &error))
            {
              *all_hold = FALSE;
              append_failure (builder, bench, error);
              continue;
            }
          holds = isnan (bench->goal) || value <= bench->goal;
          n_held += holds && !isnan (bench->goal);
          *all_hold = *all_hold && holds;
          print_row (bench, value, holds);
          append_record (builder, bench, value, holds);
        }
    }
  if (n_goals > 0)
    printf ("%d of %d goals hold\n", n_held, n_goals);
  return n;
}

static gboolean
write_list (JsonBuilder *builder, const char *path, GError **error)
{
  g_autoptr (JsonNode) root = json_builder_get_root (builder);
  g_autofree char *text = json_to_string (root, TRUE);

  return path == NULL || ls_file_write (path, text, strlen (text), error);
}

int
main (int argc, char **argv)
{
  g_autofree char *output = NULL;
  g_auto (GStrv) patterns = NULL;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Write the results as JSON", "FILE" },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &patterns, NULL, "[PATTERN…]" },
    { NULL, 0, 0, 0, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (GError) error = NULL;
  gboolean all_hold = TRUE;
  int n = -1;

  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
  g_option_context_add_main_entries (context, entries, NULL);
  json_builder_begin_array (builder);
  if (g_option_context_parse (context, &argc, &argv, &error))
    n = run_all (patterns, builder, &all_hold);
  json_builder_end_array (builder);
  if (n > 0 && !write_list (builder, output, &error))
    n = -1;
  if (n == 0)
    fprintf (stderr, "lockstep-bench: nothing has such a name\n");
  if (n < 0)
    fprintf (stderr, "lockstep-bench: %s\n", error->message);
  return n > 0 && all_hold ? 0 : 1;
}
