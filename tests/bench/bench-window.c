/* The window, on a display of its own. */
#include "bench.h"

#include "core/base/number.h"
#include "core/base/status.h"
#include "core/ssp/ssp.h"

#include <math.h>
#include <string.h>

/* Milliseconds from the start of the program to its first frame, @model opened.
 * The program measures itself; display, session bus and window manager are
 * there before. */
static double
measure_opening (const char *model, GError **error)
{
  g_autofree char *program
      = g_build_filename (ls_bench_get_build (), "src", "app", "lockstep-workbench", NULL);
  const char *arguments[]
      = { LS_SOURCE_DIR "/tests/gui-run.sh", program, "--measure-first-frame", model, NULL };
  g_autofree char *said = NULL;
  g_autofree char *complaint = NULL;
  double value;
  int status;

  if (!g_spawn_sync (NULL, (char **)arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &said, &complaint,
                     &status, error))
    return NAN;
  if (g_spawn_check_wait_status (status, NULL) && ls_number_parse (said, &value))
    return value;
  g_set_error (error, LS_ERROR, LS_ERROR_RUN, "the window did not come up: %s%s", said, complaint);
  return NAN;
}

/* @data: one of the example models. */
static double
measure_first_frame (gpointer data, GError **error)
{
  g_autofree char *model = g_build_filename (ls_bench_get_build (), "models", data, NULL);

  return measure_opening (model, error);
}

/* A chain of @n bodies, each connected to its neighbours, in a file of its own. (transfer full)
 */
static char *
write_chain (guint n, GError **error)
{
  const char *build = ls_bench_get_build ();
  g_autofree char *path = g_build_filename (build, "models", "chain-body.fmu", NULL);
  char *written = g_build_filename (build, "tests", "bench", "chain.ssp", NULL);
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, error);
  g_autoptr (LsModel) model = ls_model_new ();
  guint before = 0;

  for (guint i = 0; fmu != NULL && i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("body%u", i);
      const guint id
          = ls_model_add_component (model, fmu, name, 200.0 * (i % 100), 160.0 * (i / 100));

      if (before != 0)
        {
          ls_model_connect (model, before, "x", id, "x_left", NULL);
          ls_model_connect (model, id, "x", before, "x_right", NULL);
        }
      before = id;
    }
  if (fmu != NULL)
    ls_ssp_write (model, written, error);
  return written;
}

/* A chain of @data bodies. */
static double
measure_first_frame_of_chain (gpointer data, GError **error)
{
  g_autofree char *path = write_chain (GPOINTER_TO_UINT (data), error);

  return *error != NULL ? NAN : measure_opening (path, error);
}

static gboolean
spawn (const char *const arguments[], char **said, GError **error)
{
  g_autofree char *complaint = NULL;
  int status;

  if (!g_spawn_sync (NULL, (char **)arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, said, &complaint,
                     &status, error))
    return FALSE;
  if (g_spawn_check_wait_status (status, NULL))
    return TRUE;
  g_set_error (error, LS_ERROR, LS_ERROR_RUN, "%s: %s%s", arguments[0], *said, complaint);
  return FALSE;
}

/* Runs of two bodies that the window is watched during. */
typedef struct
{
  const char *file; /* model, made for it */
  double stop_time;
  const char *methods[4];
  double step_sizes[6];
} Watched;

enum
{
  LONG,
  MANY,
  N_WATCHED
};

static const Watched watched[N_WATCHED] = {
  [LONG] = { "long.ssp", 2, { "ni-jacobi" }, { 2e-6 } },
  [MANY] = { "many.ssp",
             10,
             { "ni-jacobi", "gauss-seidel", "costarica", "missiles" },
             { 2e-2, 1e-2, 5e-3, 2e-3, 1e-3, 5e-4 } },
};

/* (transfer full) */
static char *
write_watched (const Watched *self, GError **error)
{
  const char *build = ls_bench_get_build ();
  g_autofree char *path = g_build_filename (build, "models", "two-bodies.ssp", NULL);
  char *written = g_build_filename (build, "tests", "bench", self->file, NULL);
  g_autoptr (LsModel) model = ls_ssp_read (path, error);
  LsExperiment *experiment;

  if (model == NULL)
    return written;
  experiment = ls_model_get_experiment (model);
  experiment->stop_time = self->stop_time;
  g_array_set_size (experiment->step_sizes, 0);
  for (guint i = 0; i < G_N_ELEMENTS (self->step_sizes) && self->step_sizes[i] > 0; i++)
    g_array_append_val (experiment->step_sizes, self->step_sizes[i]);
  g_ptr_array_set_size (experiment->methods, 0);
  for (guint i = 0; i < G_N_ELEMENTS (self->methods) && self->methods[i] != NULL; i++)
    g_ptr_array_add (experiment->methods, ls_method_choice_new (self->methods[i]));
  ls_ssp_write (model, written, error);
  return written;
}

enum
{
  STALL,
  WORK,
  WALL,
  CPU,
  FRAME,
  N_VALUES
};

/* What the window says when the model is run twice: as in src/app/window/ui-benchmark.h. */
static gboolean
run_in_window (const Watched *runs, double values[N_VALUES], GError **error)
{
  const char *build = ls_bench_get_build ();
  g_autofree char *program = g_build_filename (build, "src", "app", "lockstep-workbench", NULL);
  g_autofree char *model = write_watched (runs, error);
  const char *arguments[]
      = { LS_SOURCE_DIR "/tests/gui-run.sh", program, "--measure-run", model, NULL };
  g_autofree char *said = NULL;
  g_auto (GStrv) parts = NULL;

  if (*error != NULL || !spawn (arguments, &said, error))
    return FALSE;
  parts = g_strsplit (g_strstrip (said), " ", -1);
  for (guint i = 0; i < N_VALUES; i++)
    if (i >= g_strv_length (parts) || !ls_number_parse (parts[i], &values[i]))
      {
        g_set_error (error, LS_ERROR, LS_ERROR_RUN, "the window said: %s", said);
        return FALSE;
      }
  return TRUE;
}

/* One of the values, measured for the @next-th time: the rows of the table share the runs. */
static double
get_value (guint runs, guint value, guint *next, GError **error)
{
  static GArray *all[N_WATCHED];
  double values[N_VALUES];

  if (all[runs] == NULL)
    all[runs] = g_array_new (FALSE, FALSE, sizeof values);
  if (*next >= all[runs]->len)
    {
      if (!run_in_window (&watched[runs], values, error))
        return NAN;
      g_array_append_vals (all[runs], values, 1);
    }
  return ((const double (*)[N_VALUES]) (gpointer)all[runs]->data)[(*next)++][value];
}

#define OF(runs, value) GUINT_TO_POINTER ((runs)*N_VALUES + (value))

/* @data: which value of which runs. The stall is the longest time between two turns of the main
 * loop, which other programs make longer; the work is the processor time of its longest turn. */
static double
measure_value (gpointer data, GError **error)
{
  static guint next[N_WATCHED * N_VALUES];
  const guint which = GPOINTER_TO_UINT (data);

  return get_value (which / N_VALUES, which % N_VALUES, &next[which], error);
}

/* Processor time of the run in the window over that of the same run on the command line: other
 * programs take less of it than of the wall. */
static double
measure_slowdown (G_GNUC_UNUSED gpointer data, GError **error)
{
  static guint next;
  const char *build = ls_bench_get_build ();
  g_autofree char *program = g_build_filename (build, "src", "cli", "lockstep", NULL);
  g_autofree char *model = g_build_filename (build, "tests", "bench", "long.ssp", NULL);
  const char *arguments[] = { program, "compare", model, "--json", "-q", NULL };
  const double in_window = get_value (LONG, CPU, &next, error);
  g_autofree char *said = NULL;
  const char *found;
  g_auto (GStrv) parts = NULL;
  double alone;

  if (isnan (in_window) || !spawn (arguments, &said, error))
    return NAN;
  found = strstr (said, "\"cpu_time_s\":");
  parts = found != NULL ? g_strsplit_set (found + strlen ("\"cpu_time_s\":"), ",}\n", 2) : NULL;
  if (parts != NULL && ls_number_parse (parts[0], &alone))
    return in_window / alone;
  g_set_error (error, LS_ERROR, LS_ERROR_RUN, "no time in what the command line said");
  return NAN;
}

/* Megabytes in memory with @data open and at rest, what it shares with other programs included. */
static double
measure_resident (gpointer data, GError **error)
{
  const char *build = ls_bench_get_build ();
  g_autofree char *program = g_build_filename (build, "src", "app", "lockstep-workbench", NULL);
  g_autofree char *model = g_build_filename (build, "models", data, NULL);
  const char *arguments[] = { LS_SOURCE_DIR "/tests/gui-run.sh",
                              LS_SOURCE_DIR "/tests/bench/resident.sh", program, model, NULL };
  g_autofree char *said = NULL;
  double value;

  if (!spawn (arguments, &said, error))
    return NAN;
  if (ls_number_parse (g_strstrip (said), &value))
    return value;
  g_set_error (error, LS_ERROR, LS_ERROR_RUN, "no number in “%s”", said);
  return NAN;
}

/* s for 40 steps of a drag, 0.4 s of rest in them, in a window of 1000 blocks: by pointer, until
 * the change can be undone, as its journey does it. */
static double
measure_drag (G_GNUC_UNUSED gpointer data, GError **error)
{
  const char *build = ls_bench_get_build ();
  const char *arguments[] = { LS_SOURCE_DIR "/tests/gui-run.sh",
                              LS_SOURCE_DIR "/tests/person/large-model.py", build, NULL };
  g_autofree char *said = NULL;
  g_auto (GStrv) words = NULL;
  const char *found;
  double value;

  /* What else fails is for the journey to tell. */
  spawn (arguments, &said, NULL);
  if (said == NULL)
    said = g_strdup ("nothing ran");
  found = strstr (said, "steps of a drag");
  found = found != NULL ? strstr (found, "took ") : NULL;
  words = g_strsplit_set (found != NULL ? found : "", " \n", 3);
  if (g_strv_length (words) > 1 && ls_number_parse (words[1], &value))
    return value;
  g_set_error (error, LS_ERROR, LS_ERROR_RUN, "no time of the drag: %s", said);
  return NAN;
}

const LsBench ls_bench_window[] = {
  { "window/drag among 1000 blocks", "s", 4, 1, measure_drag, NULL },
  { "window/resident, an example open", "MB", 100, 1, measure_resident,
    (gpointer) "two-bodies.ssp" },
  { "window/resident, 1000 blocks open", "MB", NAN, 1, measure_resident,
    (gpointer) "chain-1000.ssp" },
  { "window/first frame with a model", "ms", 300, 5, measure_first_frame,
    (gpointer) "lotka-volterra.ssp" },
  { "window/1000 blocks, 2000 wires opened", "ms", 1000, 3, measure_first_frame,
    (gpointer) "chain-1000.ssp" },
  { "window/10 000 blocks, 20 000 wires opened", "ms", 5000, 3, measure_first_frame_of_chain,
    GUINT_TO_POINTER (10000) },
  { "window/longest stall, 1e6 macro steps", "ms", 50, 3, measure_value, OF (LONG, STALL) },
  { "window/most work in a turn, 1e6 macro steps", "ms", 50, 3, measure_value, OF (LONG, WORK) },
  { "window/curves drawn anew every, while it runs", "ms", 1000.0 / 30, 3, measure_value,
    OF (LONG, FRAME) },
  { "window/longest stall, 24 runs beside 24 kept", "ms", 100, 3, measure_value, OF (MANY, STALL) },
  { "window/most work in a turn, 24 runs beside 24 kept", "ms", 100, 3, measure_value,
    OF (MANY, WORK) },
  { "window/run, of the command line's time", "", 1.05, 3, measure_slowdown, NULL },
  { NULL, NULL, 0, 0, NULL, NULL },
};
