#include "core/master/master.h"

#include "core/assembly/crew.h"
#include "core/assembly/initialise.h"
#include "core/assembly/network-build.h"
#include "core/base/large-pages.h"
#include "core/master/master-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Maximum halvings of a rejected or discarded macro step. */
#define MAX_HALVINGS 12u
/* Fewer components do not take the memory for which large pages are of use. */
#define MANY_SYSTEMS 1000u
/* Maximum substeps of a macro step. */
#define MAX_PARTS 100000u

static gboolean refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, LS_ERROR, LS_ERROR_ARGUMENT, message);
  return FALSE;
}

static gboolean
check_step_size (double h, double interval, GError **error)
{
  if (isnan (h))
    return refuse (error, _ ("The step size is not a number."));
  if (isinf (h))
    return refuse (error, _ ("The step size is infinite."));
  if (h == 0.0)
    return refuse (error, _ ("The step size is 0 s; it has to be positive."));
  if (h < 0.0)
    return refuse (error, _ ("The step size of %g s is negative."), h);
  if (h > interval * (1.0 + 1e-9))
    return refuse (error, _ ("The step size of %g s is longer than the interval of %g s."), h,
                   interval);
  if (interval / h > 1e15)
    return refuse (error, _ ("The step size of %g s is too small for an interval of %g s."), h,
                   interval);
  return TRUE;
}

gboolean
ls_master_check_settings (const LsMasterSettings *settings, GError **error)
{
  g_return_val_if_fail (settings != NULL, FALSE);

  double start = settings->start_time, stop = settings->stop_time;

  if (settings->method == NULL)
    return refuse (error, _ ("No coupling method is chosen."));
  if (!isfinite (start))
    return refuse (error, _ ("The start time is not a finite number."));
  if (!isfinite (stop))
    return refuse (error, _ ("The stop time is not a finite number."));
  if (start < 0.0)
    return refuse (error, _ ("The start time of %g s is negative."), start);
  if (stop <= start)
    return refuse (error, _ ("The stop time of %g s is not after the start time of %g s."), stop,
                   start);
  if (!isnan (settings->tolerance)
      && !(isfinite (settings->tolerance) && settings->tolerance > 0.0))
    return refuse (error, _ ("The tolerance of %g is not a positive number."), settings->tolerance);
  if (settings->relative_tolerance < 0.0 || settings->relative_tolerance >= 1.0)
    return refuse (error, _ ("The tolerance of %g is not between 0 and 1."),
                   settings->relative_tolerance);
  if (settings->relative_tolerance > 0.0 && settings->method->estimate == NULL)
    return refuse (error,
                   _ ("%s does not estimate its error: it takes a step size, not a tolerance."),
                   ls_coupling_method_get_name (settings->method));
  return check_step_size (settings->step_size, stop - start, error);
}

static gboolean
is_exchange (const LsModel *model)
{
  for (guint k = 0; k < ls_model_get_n_components (model); k++)
    if (!ls_component_uses_model_exchange (ls_model_get_component (model, k)))
      return FALSE;
  return TRUE;
}

/* Warns about FMUs that reject derivatives announced in their descriptions: fallback of the method,
 * if it uses them. */
static void
warn_of_less (LsMaster *self, const LsOptions *options)
{
  for (guint k = 0; k < self->network.n_systems; k++)
    {
      LsSystem *system = self->network.systems[k];
      const LsSystemInfo *info = ls_system_get_info (system);
      const gboolean takes_less = ls_system_lacks_input_derivatives (system);
      g_autofree char *instead = NULL;

      if (!takes_less && !ls_system_lacks_output_derivatives (system))
        continue;
      instead = ls_coupling_method_explain_options (self->method, info, options, NULL);
      if (instead != NULL)
        ls_log_write (self->log, LS_LOG_WARNING, info->name,
                      takes_less ? "fmi2SetRealInputDerivatives" : "fmi2GetRealOutputDerivatives",
                      NAN, "%s", instead);
    }
}

LsMaster *
ls_master_new (const LsModel *model, const LsMasterSettings *settings, LsLog *log, GError **error)
{
  g_return_val_if_fail (model != NULL && settings != NULL, NULL);

  g_autoptr (LsMaster) self = NULL;
  g_autoptr (LsOptions) defaults = NULL;
  g_autoptr (LsLog) whole_log = NULL;
  const LsOptions *options = settings->options;

  if (!ls_master_check_settings (settings, error))
    return NULL;
  self = g_new0 (LsMaster, 1);
  self->events = ls_master_events_new ();
  whole_log = log != NULL ? ls_log_ref (log) : ls_log_new (NULL, NULL);
  self->log = ls_log_new_from (whole_log, settings->start_time);
  self->method = settings->method;
  self->origin = settings->start_time;
  self->stop_time = settings->stop_time - settings->start_time;
  self->step_size = settings->step_size;
  /* A remainder below 1e-9 of a step is rounding. */
  if (options == NULL)
    options = defaults = ls_options_new (self->method->options, self->method->n_options);
  ls_coupling_method_read_repairs (self->method, options, &self->balance, &self->end_outputs);
  self->n_steps = (guint64)ceil (self->stop_time / self->step_size * (1.0 - 1e-9));
  if (!ls_master_build (self, model, settings->tolerance, whole_log, error)
      || !ls_master_plan_changes (self, model, error))
    return NULL;
  self->network.has_loops = ls_initialise_has_loops (self->network.initialise);
  if (settings->activity != NULL)
    ls_master_begin_activity (self, settings->activity);
  /* Before prepare(): methods may use the tolerance. */
  if (settings->relative_tolerance > 0.0)
    ls_master_add_control (self, settings->relative_tolerance);
  warn_of_less (self, options);
  self->state = self->method->prepare (&self->network, options, error);
  if (self->state == NULL || !ls_master_add_clocks (self, error))
    return NULL;
  if (!self->method->asynchronous)
    self->network.crew = ls_crew_new (&self->network);
  self->resolves = self->method->lags && self->network.has_loops && is_exchange (model);
  ls_master_warn_of_loops (self);
  if (self->network.n_systems >= MANY_SYSTEMS)
    ls_large_pages_use ();
  return g_steal_pointer (&self);
}

void
ls_master_free (LsMaster *self)
{
  if (self == NULL)
    return;
  if (self->state != NULL)
    self->method->free (self->state);
  ls_network_clear (&self->network);
  ls_master_clear_signals (self);
  ls_master_events_free (self->events);
  ls_master_clocks_free (self->clocks);
  g_clear_pointer (&self->changes, g_ptr_array_unref);
  g_clear_pointer (&self->limits, g_array_unref);
  g_free (self->sizes);
  g_free (self->projection_inputs);
  ls_log_unref (self->log);
  g_free (self);
}

void
ls_master_set_clock (LsMaster *self, LsCallClock *clock)
{
  g_return_if_fail (self != NULL);

  for (guint k = 0; k < self->network.n_systems; k++)
    ls_system_set_clock (self->network.systems[k], clock);
  self->network.clock = clock;
}

/* Length of the retry after a rejected or discarded step of @h, s. */
static double
choose_shorter (const LsMaster *self, double h)
{
  const LsNetwork *network = &self->network;
  const double tick
      = network->n_systems > 0 ? ls_system_get_tick (network->systems[network->failed]) : INFINITY;

  if (tick > network->time && tick < network->time + h)
    return tick - network->time;
  return self->network.next_step > 0.0 ? self->network.next_step : 0.5 * h;
}

/* Length of the next substep after one of @h on the way to @end, s. After a discontinuity the
 * reason for short steps is gone; after a search for a jump (@searched) without result the step is
 * doubled. */
static double
choose_part (const LsMaster *self, double h, double end, gboolean searched)
{
  if (self->network.next_step > 0.0)
    return self->network.next_step;
  if (self->network.restarted)
    return end - self->network.time;
  return searched ? 2.0 * h : h;
}

static gboolean
fail_parts (LsMaster *self, double end, double h, GError **error)
{
  self->broken = TRUE;
  g_set_error (error, LS_ERROR, LS_ERROR_RUN,
               _ ("Macro step to t = %.9g s abandoned after %u substeps, at t = %.9g s; the last "
                  "one was %.3g s long."),
               self->origin + end, MAX_PARTS, ls_master_get_time (self), h);
  return FALSE;
}

/* Steps to the next grid point, in substeps if a component or the location of a jump requires them.
 */
static gboolean
step_in_parts (LsMaster *self, double end, double h, GError **error)
{
  guint halvings = 0;
  gboolean searched = self->network.next_step > 0.0;

  for (guint i = 0; i < MAX_PARTS; i++)
    {
      double remaining = end - self->network.time;

      h = fmin (h, ls_master_get_limit (self) - self->network.time);
      gboolean last = h >= remaining * (1.0 - 1e-9);
      double target = last ? end : self->network.time + h;
      LsStatus status = ls_master_advance (self, last ? remaining : h, target);

      if (status == LS_OK && last)
        return TRUE;
      if (status == LS_OK)
        {
          h = choose_part (self, h, end, searched);
          continue;
        }
      if (status == LS_RETRY)
        self->network.counts.rejected_steps++;
      searched = self->network.next_step > 0.0;
      if (status != LS_RETRY || !ls_master_can_shorten (self)
          || (!searched && ++halvings > MAX_HALVINGS))
        return ls_master_fail (self, status, last ? remaining : h, error);
      h = choose_shorter (self, last ? remaining : h);
    }
  return fail_parts (self, end, h, error);
}

static G_GNUC_NO_INLINE gboolean
say_ended (const LsMaster *self, GError **error)
{
  g_set_error (error, LS_ERROR, LS_ERROR_RUN, _ ("The run has ended at t = %.9g s."),
               ls_master_get_time (self));
  return FALSE;
}

/* Handles a step of @h to @end whose status is not LS_OK. */
static G_GNUC_NO_INLINE gboolean
step_again (LsMaster *self, LsStatus status, double end, double h, GError **error)
{
  if (status == LS_RETRY)
    self->network.counts.rejected_steps++;
  if (status == LS_RETRY && ls_master_can_shorten (self))
    return step_in_parts (self, end, choose_shorter (self, h), error);
  return ls_master_fail (self, status, h, error);
}

/* Changes at the start time. */
static gboolean
begin_changes (LsMaster *self, GError **error)
{
  gboolean jumped = FALSE;
  LsStatus status = ls_master_make_changes (self, &jumped);

  if (status == LS_OK && jumped)
    status = ls_master_settle (self, jumped);
  if (status == LS_OK)
    status = ls_master_note_changes (self);
  return status == LS_OK || ls_master_fail (self, status, 0.0, error);
}

static double
choose_last_step (const LsMaster *self, double end)
{
  const double h = end - self->network.time;

  return fabs (h - self->step_size) <= 1e-9 * h ? self->step_size : h;
}

gboolean
ls_master_step (LsMaster *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  /* Exactly the same number in every step but the last, so that data depending on it can be reused.
   */
  double h = self->step_size;
  double end;
  LsStatus status;

  if (G_UNLIKELY (self->broken || self->done))
    return say_ended (self, error);
  if (G_UNLIKELY (self->has_events))
    ls_master_forget_events (self);
  if (G_UNLIKELY (self->next_change < self->changes->len) && !begin_changes (self, error))
    return FALSE;
  if (G_UNLIKELY (self->network.control != NULL))
    return ls_master_step_adaptively (self, error);
  /* No summation of steps, which accumulates rounding. Conversion from signed integers is a single
   * instruction. */
  end = (double)(gint64)(self->step + 1) * h;
  if (G_UNLIKELY (self->step + 1 == self->n_steps))
    h = choose_last_step (self, end = self->stop_time);
  if (G_UNLIKELY (ls_master_get_limit (self) < end))
    {
      if (!step_in_parts (self, end, end - self->network.time, error))
        return FALSE;
      status = LS_OK;
    }
  else
    status = ls_master_advance (self, h, end);
  if (G_UNLIKELY (status != LS_OK) && !step_again (self, status, end, h, error))
    return FALSE;
  self->last_step = h;
  self->step++;
  self->done = self->step == self->n_steps;
  self->network.counts.macro_steps++;
  return TRUE;
}

void
ls_master_set_observer (LsMaster *self, LsObserveFunc observe, gpointer user_data)
{
  g_return_if_fail (self != NULL);

  self->network.observe = observe;
  self->network.observe_data = user_data;
}

gboolean
ls_master_finish (LsMaster *self, GError **error)
{
  gboolean well = TRUE;

  g_return_val_if_fail (self != NULL, FALSE);
  if (self->method->conclude != NULL && !self->broken && ls_master_is_done (self))
    self->method->conclude (self->state, &self->network);
  if (self->network.control != NULL && !self->broken && ls_master_is_done (self))
    ls_master_warn_of_swings (self);
  for (guint k = 0; k < self->network.n_systems; k++)
    if (ls_system_terminate (self->network.systems[k]) != LS_OK && well)
      {
        ls_master_set_error (self, "fmi2Terminate", error);
        well = FALSE;
      }
  self->broken = TRUE;
  return well;
}
