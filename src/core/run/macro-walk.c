#include "core/run/macro-walk.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "core/base/interrupt.h"
#include "core/master/master-impl.h"
#include "core/master/master-point.h"
#include "core/run/macro-step-impl.h"
#include "core/run/run-impl.h"

/* Maximum number of saved states, i.e. of steps back without a new run. */
#define N_POINTS 32u
#define POLL_INTERVAL 20000 /* µs */

struct LsMacroWalk
{
  LsModel *model;
  LsMethodChoice *choice;
  const LsCouplingMethod *method;
  LsOptions *options;
  LsMasterSettings settings;
  GArray *changes;  /* LsRunChange */
  LsMaster *master; /* (nullable): at the start of step @index */
  guint64 index;
  guint n_changed;   /* number of entries of @changes already applied */
  char *reason;      /* (nullable): why points are not supported */
  GPtrArray *points; /* Place, in the order of time */
  /* Progress of the current call. */
  LsMacroStepProgressFunc progress;
  gpointer user_data;
  double done, share, from, to; /* fraction of the work before, and of the current part; time range
                                 * of the current part, s */
  double *reached;              /* fraction of the work done */
};

/* A point with its step index and its number of applied changes. */
typedef struct
{
  LsMasterPoint *point;
  guint64 index;
  guint n_changed;
} Place;

static void
place_free (gpointer data)
{
  Place *self = data;

  ls_master_point_free (self->point);
  g_free (self);
}

LsMacroWalk *
ls_macro_walk_new (const LsMacroWalkSettings *settings, GError **error)
{
  g_return_val_if_fail (settings != NULL, NULL);

  g_autoptr (LsMacroWalk) self = g_new0 (LsMacroWalk, 1);

  self->points = g_ptr_array_new_with_free_func (place_free);
  self->changes = ls_run_changes_copy (settings->changes);
  self->model = ls_model_copy (settings->model);
  self->choice = ls_method_choice_copy (settings->choice);
  self->method = ls_coupling_method_find (self->choice->method, error);
  if (self->method == NULL)
    return NULL;
  self->options = ls_coupling_method_read_options (self->choice, error);
  if (self->options == NULL || !ls_model_check (self->model, error))
    return NULL;
  self->settings = (LsMasterSettings){ .method = self->method,
                                       .options = self->options,
                                       .start_time = settings->start,
                                       .stop_time = settings->stop,
                                       .step_size = settings->step,
                                       .tolerance = NAN,
                                       .relative_tolerance = settings->tolerance };
  return ls_master_check_settings (&self->settings, error) ? g_steal_pointer (&self) : NULL;
}

/* Frees the points before the master they belong to. */
static void
drop_master (LsMacroWalk *self)
{
  g_ptr_array_set_size (self->points, 0);
  g_clear_pointer (&self->master, ls_master_free);
}

void
ls_macro_walk_free (LsMacroWalk *self)
{
  if (self == NULL)
    return;
  drop_master (self);
  g_ptr_array_unref (self->points);
  g_array_unref (self->changes);
  if (self->options != NULL)
    ls_options_free (self->options);
  ls_method_choice_free (self->choice);
  ls_model_free (self->model);
  g_free (self->reason);
  g_free (self);
}

/* Points are held while the run goes on, which some FMUs do not bear. */
static char *
explain_points (const LsMaster *master)
{
  const LsNetwork *network = &master->network;
  char *reason = ls_master_explain_points (master);

  for (guint k = 0; k < network->n_systems && reason == NULL; k++)
    if (ls_system_loses_steps (network->systems[k]))
      reason = g_strdup_printf (_ ("%s loses steps that may be rolled back"),
                                ls_system_get_info (network->systems[k])->name);
  return reason;
}

/* ---- Stepping --------------------------------------------------------------------------- */

static gboolean
begin (LsMacroWalk *self, GError **error)
{
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);

  drop_master (self);
  self->index = 0;
  self->n_changed = 0;
  self->master = ls_master_new (self->model, &self->settings, log, error);
  if (self->master == NULL)
    return FALSE;
  g_free (self->reason);
  self->reason = explain_points (self->master);
  return TRUE;
}

/* Times that differ by less are equal, as requested times are rounded absolute times. */
static double
get_slack (const LsMacroWalk *self)
{
  const double size = fmax (fabs (self->settings.start_time), fabs (self->settings.stop_time));

  return fmax (1e-9 * self->settings.step_size, 4.0 * DBL_EPSILON * size);
}

/* Times here are relative to the start. */
static gboolean
is_after (const LsMacroWalk *self, double a, double b)
{
  return a > b + get_slack (self);
}

/* Applies the user's changes at the current time. */
static gboolean
make_changes (LsMacroWalk *self, GError **error)
{
  const double time = ls_master_get_elapsed (self->master);

  for (; self->n_changed < self->changes->len; self->n_changed++)
    {
      const LsRunChange *change = &g_array_index (self->changes, LsRunChange, self->n_changed);

      if (is_after (self, change->time - self->settings.start_time, time))
        return TRUE;
      if (!ls_master_set_value (self->master, change->signal, change->value, error))
        return FALSE;
    }
  return TRUE;
}

static void
keep_point (LsMacroWalk *self)
{
  const Place *last
      = self->points->len > 0 ? g_ptr_array_index (self->points, self->points->len - 1) : NULL;
  LsMasterPoint *point;
  Place *place;

  /* After a rollback the following points already exist and are identical. */
  if (self->reason != NULL || (last != NULL && last->index >= self->index))
    return;
  point = ls_master_take_point (self->master);
  if (point == NULL)
    return;
  place = g_new0 (Place, 1);
  *place = (Place){ point, self->index, self->n_changed };
  g_ptr_array_add (self->points, place);
  if (self->points->len > N_POINTS)
    g_ptr_array_remove_index (self->points, 0);
}

static gboolean
go_to_place (LsMacroWalk *self, const Place *place, GError **error)
{
  if (!ls_master_go_to_point (self->master, place->point, error))
    return FALSE;
  self->index = place->index;
  self->n_changed = place->n_changed;
  return TRUE;
}

/* Called at every model evaluation, since a step may be long. */
static gboolean
is_cancelled (gpointer user_data)
{
  const LsMacroWalk *self = user_data;

  return self->progress != NULL && !self->progress (*self->reached, self->user_data);
}

static void
note_time (LsMacroWalk *self)
{
  const double part
      = (ls_master_get_elapsed (self->master) - self->from) / fmax (self->to - self->from, 1e-300);

  *self->reached = self->done + self->share * CLAMP (part, 0.0, 1.0);
}

/* One step; saves a point if it is one of the last before @time. */
static gboolean
step (LsMacroWalk *self, double time, GError **error)
{
  const double left = time - ls_master_get_elapsed (self->master);

  if (left <= N_POINTS * self->settings.step_size)
    keep_point (self);
  note_time (self);
  if (ls_interrupt_is_wanted () || !make_changes (self, error)
      || !ls_master_step (self->master, error))
    return FALSE;
  self->index++;
  return TRUE;
}

/* The last point at or before @time. */
static const Place *
find_place (const LsMacroWalk *self, double time)
{
  for (guint i = self->points->len; i-- > 0;)
    {
      const Place *place = g_ptr_array_index (self->points, i);

      if (!is_after (self, ls_master_point_get_time (place->point), time))
        return place;
    }
  return NULL;
}

static const Place *
find_index (const LsMacroWalk *self, guint64 index)
{
  for (guint i = 0; i < self->points->len; i++)
    if (((const Place *)g_ptr_array_index (self->points, i))->index == index)
      return g_ptr_array_index (self->points, i);
  return NULL;
}

/* Nearest current or saved state before @time; if none, a new run from the start. */
static gboolean
approach (LsMacroWalk *self, double time, LsMacroStart *way, GError **error)
{
  *way = LS_MACRO_START_CONTINUED;
  if (self->master != NULL && is_after (self, ls_master_get_elapsed (self->master), time))
    {
      const Place *place = find_place (self, time);

      if (place == NULL)
        drop_master (self);
      else if (!go_to_place (self, place, error))
        return FALSE;
      *way = LS_MACRO_START_RESTORED;
    }
  if (self->master == NULL)
    *way = LS_MACRO_START_RERUN;
  return self->master != NULL || begin (self, error);
}

/* From the start to step @index. */
static gboolean
begin_and_count (LsMacroWalk *self, guint64 index, double time, GError **error)
{
  if (!begin (self, error))
    return FALSE;
  while (self->index < index)
    if (!step (self, time, error))
      return FALSE;
  return TRUE;
}

/* With step size control the step containing @time is known only after it: step beyond it, then
 * roll back or repeat. */
static gboolean
go_by_tolerance (LsMacroWalk *self, double time, LsMacroStart *way, GError **error)
{
  const Place *place;
  guint64 index;

  do
    if (!step (self, time, error))
      return FALSE;
  while (!ls_master_is_done (self->master)
         && !is_after (self, ls_master_get_elapsed (self->master), time));
  index = self->index - 1;
  place = find_index (self, index);
  if (place != NULL)
    return go_to_place (self, place, error);
  *way = LS_MACRO_START_RERUN;
  return begin_and_count (self, index, time, error);
}

static gboolean
is_there (const LsMacroWalk *self, double time)
{
  const LsMasterSettings *settings = &self->settings;
  const double span = settings->stop_time - settings->start_time;
  const double end = ls_master_get_elapsed (self->master) + settings->step_size;
  /* A time equal to the end of a step, up to rounding, belongs to the next step. */
  const double last = time - get_slack (self);

  return end > last + 1e-9 * span || end >= span;
}

/* To the start of the step containing @time, from the nearest state. */
static gboolean
go_there (LsMacroWalk *self, double time, LsMacroStart *way, GError **error)
{
  if (!approach (self, time, way, error))
    return FALSE;
  self->from = ls_master_get_elapsed (self->master);
  self->to = time;
  if (self->settings.relative_tolerance > 0 && !go_by_tolerance (self, time, way, error))
    return FALSE;
  while (self->settings.relative_tolerance <= 0 && !is_there (self, time))
    if (!step (self, time, error))
      return FALSE;
  return make_changes (self, error);
}

/* ---- The step --------------------------------------------------------------------------- */

/* Rolls back, computes the trajectories inside the step, restores its end. */
static gboolean
follow_here (LsMacroWalk *self, LsMacroStep *step, const Place *place, GError **error)
{
  g_autoptr (LsMasterPoint) end = ls_master_take_point (self->master);
  const Place after = { end, self->index, self->n_changed };

  if (end == NULL)
    return ls_fail (error, LS_ERROR_RUN, _ ("a component does not save its state"));
  if (!go_to_place (self, place, error) || !make_changes (self, error))
    return FALSE;
  ls_macro_step_follow (step, self->master);
  return go_to_place (self, &after, error);
}

/* Without rollback: a second run from the start up to the step. */
static gboolean
follow_twin (const LsMacroWalk *self, LsMacroStep *step, GError **error)
{
  LsMacroWalk twin = *self;
  gboolean done;

  twin.master = NULL;
  twin.reason = NULL;
  twin.points = g_ptr_array_new_with_free_func (place_free);
  twin.done = 0.5;
  twin.from = 0.0;
  twin.to = step->time - twin.settings.start_time;
  done = begin_and_count (&twin, step->index, twin.to, error) && make_changes (&twin, error);
  if (done)
    ls_macro_step_follow (step, twin.master);
  drop_master (&twin);
  g_ptr_array_unref (twin.points);
  g_free (twin.reason);
  return done;
}

static LsMacroStep *
look (LsMacroWalk *self, double time, GError **error)
{
  LsMacroStart way;
  LsMacroStep *step;
  const Place *place;

  if (!go_there (self, time, &way, error))
    return NULL;
  keep_point (self);
  step = ls_macro_step_record (self->master, self->model, self->index, error);
  if (step == NULL)
    return NULL;
  self->index++;
  step->way = way;
  step->reason = g_strdup (self->reason);
  step->n_steps = self->settings.relative_tolerance > 0 ? 0 : ls_master_get_n_steps (self->master);
  step->method = g_strdup (self->choice->method);
  step->name = ls_coupling_method_make_name (self->method, self->options);
  place = find_index (self, step->index);
  if (place != NULL ? follow_here (self, step, place, error) : follow_twin (self, step, error))
    return step;
  ls_macro_step_free (step);
  return NULL;
}

LsMacroStep *
ls_macro_walk_look (LsMacroWalk *self,
                    double time,
                    LsMacroStepProgressFunc progress,
                    gpointer user_data,
                    GError **error)
{
  g_return_val_if_fail (self != NULL, NULL);

  LsInterrupt interrupt = { is_cancelled, self, .interval = POLL_INTERVAL };
  double reached = 0.0;
  LsMacroStep *step;

  if (!(time >= self->settings.start_time && time < self->settings.stop_time))
    return ls_fail_null (error, LS_ERROR_ARGUMENT,
                         _ ("there is no macro step at %g s: the run goes from %g to %g s"), time,
                         self->settings.start_time, self->settings.stop_time);
  self->progress = progress;
  self->user_data = user_data;
  self->done = 0.0;
  self->share = 0.5;
  self->reached = &reached;
  ls_interrupt_enter (&interrupt);
  step = look (self, time - self->settings.start_time, error);
  ls_interrupt_leave (&interrupt);
  if (step == NULL && interrupt.wanted)
    {
      g_clear_error (error);
      g_set_error (error, LS_ERROR, LS_ERROR_CANCELLED, _ ("cancelled"));
    }
  /* Step failed: the time of the master is undefined. */
  if (step == NULL)
    drop_master (self);
  return step;
}

LsMacroStep *
ls_macro_step_compute (const LsModel *model,
                       const LsMethodChoice *choice,
                       double start,
                       double stop,
                       double step,
                       double time,
                       LsMacroStepProgressFunc progress,
                       gpointer user_data,
                       GError **error)
{
  g_return_val_if_fail (model != NULL, NULL);

  const LsMacroWalkSettings settings
      = { .model = model, .choice = choice, .start = start, .stop = stop, .step = step };
  g_autoptr (LsMacroWalk) walk = ls_macro_walk_new (&settings, error);

  return walk != NULL ? ls_macro_walk_look (walk, time, progress, user_data, error) : NULL;
}
