/* Measurements with goals: run by "./dev bench", read by people and machines. */
#pragma once

#include <glib.h>

/**
 * LsBench:
 * @name: what is measured, "area/what" ("num/phi-2x2")
 * @unit: of the value; "" for a ratio
 * @goal: greatest value that is good, or NAN when there is none
 * @n_runs: how often to measure; the median counts
 * @measure: measures once. Returns the value, or NAN with @error set. What is
 *   compared is best run in turns within one call, and its ratio returned: then
 *   both see the same machine.
 * @data: (nullable): passed to @measure
 */
typedef struct
{
  const char *name;
  const char *unit;
  double goal;
  guint n_runs;
  double (*measure) (gpointer data, GError **error);
  gpointer data;
} LsBench;

/* Returns: (transfer none): the folder of the build with programs, models and FMUs */
const char *ls_bench_get_build (void);

typedef struct LsModel LsModel;
/* @n bodies in a row between two walls, the first one off its place. @fmu_file: below the build */
LsModel *ls_bench_make_chain (guint n, const char *fmu_file, GError **error);

/* Lists, each ended by a record without name; one per file bench-….c, named in main.c. */
extern const LsBench ls_bench_base[];
extern const LsBench ls_bench_coupling[];
extern const LsBench ls_bench_draw[];
extern const LsBench ls_bench_events[];
extern const LsBench ls_bench_isolation[];
extern const LsBench ls_bench_ode[];
extern const LsBench ls_bench_own[];
extern const LsBench ls_bench_pan[];
extern const LsBench ls_bench_plot[];
extern const LsBench ls_bench_qss[];
extern const LsBench ls_bench_run[];
extern const LsBench ls_bench_start[];
extern const LsBench ls_bench_vary[];
extern const LsBench ls_bench_window[];

/* Processor time of this thread, s. */
double ls_bench_cpu_time (void);
/* Time that only goes forward, s. */
double ls_bench_wall_time (void);

/**
 * ls_bench_ratio:
 * @a: what is measured
 * @b: what it is measured against
 * @n_turns: how often each runs, in turns a b b a a b …
 *
 * Returns: median over the turns of the processor time of @a over that of @b.
 */
double
ls_bench_ratio (void (*a) (gpointer data), void (*b) (gpointer data), gpointer data, guint n_turns);

/* Median of @n values, which are sorted in place; NAN when @n is 0. */
double ls_bench_median (double values[], guint n);
