/* What helper processes cost against the same run in this process, and what they gain. */
#include "bench.h"

#include "core/base/team.h"
#include "core/helper/helper.h"
#include "core/helper/isolation.h"
#include "core/run/run.h"
#include "core/ssp/ssp.h"

#include <math.h>
#include <signal.h>

#define N_TURNS 7u

/* A model and how it is run. */
typedef struct
{
  const char *model;   /* NULL: two components that compute for 60 µs, */
  const char *version; /* of FMUs with this end of their names */
  double step;         /* s */
  guint n_steps;
  LsIsolation isolation;
  guint n_threads; /* of the run in this process; 0: as many as help */
} Case;

static guint
add (LsModel *model, const char *file, const char *name, GError **error)
{
  g_autofree char *path = g_build_filename (ls_bench_get_build (), file, NULL);
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, error);

  return fmu != NULL ? ls_model_add_component (model, fmu, name, 0, 0) : 0;
}

static LsModel *
make_busy (const char *version, GError **error)
{
  g_autoptr (LsModel) model = ls_model_new ();
  g_autofree char *first = g_strdup_printf ("tests/fmus/busy-prey%s.fmu", version);
  g_autofree char *second = g_strdup_printf ("tests/fmus/busy-predator%s.fmu", version);
  const guint prey = add (model, first, "prey", error);
  const guint predator = prey != 0 ? add (model, second, "predator", error) : 0;

  if (predator == 0 || ls_model_connect (model, prey, "population", predator, "prey", error) == 0
      || ls_model_connect (model, predator, "population", prey, "predators", error) == 0)
    return NULL;
  return g_steal_pointer (&model);
}

/* Time of the stepping, s; NAN with an error. */
static double
time_run (const LsModel *model, const Case *one, LsIsolation isolation, GError **error)
{
  g_autoptr (LsMethodChoice) choice = ls_method_choice_new ("ni-jacobi");
  g_autoptr (LsRun) run
      = ls_run_new (model, choice, 0, one->n_steps * one->step, one->step, NULL, error);
  LsRunResult result;
  gboolean done;

  if (run == NULL)
    return NAN;
  ls_isolation_set (isolation);
  ls_team_set_threads (isolation == LS_ISOLATION_NONE ? one->n_threads : 0);
  done = ls_run_execute (run, NULL, NULL, NULL, error);
  ls_isolation_set (LS_ISOLATION_NONE);
  ls_run_get_result (run, &result);
  ls_run_result_clear (&result);
  return done ? result.wall_time : NAN;
}

/* Runs in turns in helpers and here. @above: (out): median of what helpers add, s. Returns: median
 * of the ratios; NAN with an error */
static double
compare (const Case *one, double *above, GError **error)
{
  g_autofree char *path
      = one->model != NULL ? g_build_filename (ls_bench_get_build (), one->model, NULL) : NULL;
  g_autoptr (LsModel) model
      = path != NULL ? ls_ssp_read (path, error) : make_busy (one->version, error);
  double ratios[N_TURNS], more[N_TURNS];

  for (guint i = 0; model != NULL && i < N_TURNS; i++)
    {
      const double here = time_run (model, one, LS_ISOLATION_NONE, error);
      const double there = isnan (here) ? NAN : time_run (model, one, one->isolation, error);

      if (isnan (there))
        return NAN;
      ratios[i] = there / here;
      more[i] = there - here;
    }
  *above = model != NULL ? ls_bench_median (more, N_TURNS) : NAN;
  return model != NULL ? ls_bench_median (ratios, N_TURNS) : NAN;
}

static double
measure_ratio (gpointer data, GError **error)
{
  double above;

  return compare (data, &above, error);
}

/* µs per macro step and FMU, of two. */
static double
measure_above (gpointer data, GError **error)
{
  const Case *one = data;
  double above;

  return isnan (compare (one, &above, error)) ? NAN : 1e6 * above / one->n_steps / 2;
}

static void
ignore_message (gpointer user G_GNUC_UNUSED,
                HostMessageKind kind G_GNUC_UNUSED,
                int status G_GNUC_UNUSED,
                double value G_GNUC_UNUSED,
                const char *category G_GNUC_UNUSED,
                const char *text G_GNUC_UNUSED)
{
}

static double
get_time (gpointer user G_GNUC_UNUSED)
{
  return NAN;
}

static LsRemote *
start (GError **error)
{
  static const LsRemoteClass klass = { .receive = ignore_message, .get_time = get_time };

  return ls_remote_new (&klass, NULL, "bench", "bench.fmu", "/nonexistent", 1000, TRUE, error);
}

/* ms from the request until a helper answers, in its sandbox. */
static double
measure_start (gpointer data G_GNUC_UNUSED, GError **error)
{
  const double before = ls_bench_wall_time ();
  LsRemote *remote = start (error);
  const double after = ls_bench_wall_time ();

  if (remote == NULL)
    return NAN;
  g_free (ls_remote_free (remote));
  return 1e3 * (after - before);
}

typedef struct
{
  pid_t pid;
  double time; /* of the signal, s */
} Victim;

static gpointer
kill_later (gpointer data)
{
  Victim *self = data;

  /* By then the other thread waits for the answer, which cannot be observed. */
  g_usleep (20000);
  self->time = ls_bench_wall_time ();
  kill (self->pid, SIGKILL);
  return NULL;
}

/* ms from the death of a helper until who waits for its answer is told. */
static double
measure_death (gpointer data G_GNUC_UNUSED, GError **error)
{
  LsRemote *remote = start (error);
  Victim victim;
  GThread *thread;
  double told;

  if (remote == NULL)
    return NAN;
  victim.pid = remote->helper->pid;
  kill (victim.pid, SIGSTOP); /* gives no answer */
  thread = g_thread_new ("kill", kill_later, &victim);
  ls_call_begin (remote, HOST_NOTHING, 0);
  ls_call_end (remote, "nothing");
  ls_remote_flush (remote, NULL);
  told = ls_bench_wall_time ();
  g_thread_join (thread);
  g_free (ls_remote_free (remote));
  return 1e3 * (told - victim.time);
}

#define GROUPED(model, n_steps)                                                                    \
  {                                                                                                \
    model, NULL, 1e-3, n_steps, LS_ISOLATION_GROUPED, 1                                            \
  }
static const Case grouped = GROUPED ("models/lotka-volterra.ssp", 20000);
static const Case grouped3 = GROUPED ("models/fmi3/lotka-volterra.ssp", 20000);
static const Case grouped_both = GROUPED ("models/fmi3/lotka-volterra-both.ssp", 20000);
static const Case many = GROUPED ("models/chain-1000.ssp", 50);
static const Case parallel = { NULL, "", 1e-2, 1000, LS_ISOLATION_EACH, 1 };
static const Case parallel3 = { NULL, "-fmi3", 1e-2, 1000, LS_ISOLATION_EACH, 1 };
static const Case threads = { NULL, "", 1e-2, 1000, LS_ISOLATION_EACH, 0 };

const LsBench ls_bench_isolation[] = {
  { "isolation/grouped, added per step and FMU", "µs", 0.3, 3, measure_above, (gpointer)&grouped },
  { "isolation/grouped, FMI 3.0, added per step and FMU", "µs", 0.3, 3, measure_above,
    (gpointer)&grouped3 },
  { "isolation/grouped, FMI 3.0 and 2.0, added per step and FMU", "µs", 0.3, 3, measure_above,
    (gpointer)&grouped_both },
  { "isolation/two FMUs of 60 µs, each, against one thread", "", 1, 3, measure_ratio,
    (gpointer)&parallel },
  { "isolation/two FMUs of 60 µs, FMI 3.0, each, against one thread", "", 1, 3, measure_ratio,
    (gpointer)&parallel3 },
  { "isolation/two FMUs of 60 µs, each, against threads", "", NAN, 3, measure_ratio,
    (gpointer)&threads },
  { "isolation/1000 FMUs, grouped, against one thread", "", 2.5, 1, measure_ratio,
    (gpointer)&many },
  { "isolation/start of a helper", "ms", 5, 15, measure_start, NULL },
  { "isolation/death is told", "ms", 5, 15, measure_death, NULL },
  { NULL, NULL, 0, 0, NULL, NULL },
};
