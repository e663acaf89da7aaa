#include "core/run/simulation.h"

#include "core/base/interrupt.h"
#include "core/fmi/guard.h"
#include "core/run/divergence.h"
#include "core/run/simulation-input.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define PROGRESS_INTERVAL 20000 /* µs */
#define DEFAULT_INTERVALS 500.0
/* Steps per rate measurement, and number of measurements before a run may fail for it. */
#define PACE 20000u
#define BELIEVED 5u

/* Internal times are relative to the start. */
typedef struct
{
  const LsSimulationSettings *settings; /* from 0 to the stop time */
  double origin;                        /* s: the start time */
  LsLog *log;
  LsInstance *instance;
  LsMeSolver *me_solver; /* (nullable) */
  LsTrace *trace;
  LsSimulationResult *result;
  /* Recorded variables. */
  guint n_signals, n_reals;
  const LsVariable **signals;
  guint32 *real_refs;
  guint *real_places;
  double *reals, *row;
  const LsVariable *no_number; /* (nullable): the first output that was none */
  double no_number_time;       /* s, since the start */
  LsSimulationInput input;
  guint64 next;    /* index of the next output time */
  double step_end; /* s; of the current step of Co-Simulation */
  LsInterrupt interrupt;
  guint64 n_steps;
  double paced; /* start of the current rate measurement, s */
} Work;

static double
get_output_time (const Work *self, guint64 index)
{
  const LsSimulationSettings *settings = self->settings;
  double t = (double)index * settings->output_interval;

  /* The last interval may be shorter; one within rounding is skipped. */
  return t > settings->stop_time - 1e-9 * settings->output_interval ? settings->stop_time : t;
}

static gboolean
fail (Work *self, const char *what, GError **error)
{
  g_autofree char *said = ls_log_take_error (self->log);

  if (self->interrupt.wanted)
    g_set_error (error, LS_ERROR, LS_ERROR_CANCELLED,
                 _ ("cancelled at t = %g s; results so far are kept"), self->result->time);
  else if (said != NULL)
    g_set_error_literal (error, LS_ERROR, LS_ERROR_RUN, said);
  else
    g_set_error (error, LS_ERROR, LS_ERROR_RUN, "%s: %s", self->settings->name, what);
  return FALSE;
}

static gboolean
add_signal (Work *self, const LsVariable *variable, const char *name, GError **error)
{
  if (variable == NULL || variable->type == LS_TYPE_STRING)
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    variable == NULL ? _ ("the FMU has no variable “%s”")
                                     : _ ("the variable “%s” is text, not a number"),
                    name);
  if (variable->type == LS_TYPE_REAL)
    {
      self->real_refs[self->n_reals] = variable->value_reference;
      self->real_places[self->n_reals++] = self->n_signals;
    }
  self->signals[self->n_signals++] = variable;
  return TRUE;
}

static gboolean
list_signals (Work *self, GError **error)
{
  const LsDescription *description = ls_fmu_get_description (self->settings->fmu);
  const char *const *names = self->settings->signals;
  g_autoptr (GPtrArray) results = NULL;
  gsize most = names != NULL ? g_strv_length ((char **)names) : description->n_variables;

  self->signals = g_new0 (const LsVariable *, most + 1);
  self->real_refs = g_new0 (guint32, most + 1);
  self->real_places = g_new0 (guint, most + 1);
  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    if (!add_signal (self, ls_description_find (description, names[i]), names[i], error))
      return FALSE;
  results = names == NULL ? ls_description_list_results (description) : g_ptr_array_new ();
  for (guint i = 0; i < results->len; i++)
    {
      const LsVariable *variable = g_ptr_array_index (results, i);

      if (variable->type != LS_TYPE_STRING && !add_signal (self, variable, variable->name, error))
        return FALSE;
    }
  self->reals = g_new0 (double, self->n_reals + 1);
  self->row = g_new0 (double, self->n_signals + 1);
  return TRUE;
}

static void
make_trace (Work *self)
{
  g_autofree const char **names = g_new0 (const char *, self->n_signals + 1);
  g_autofree const char **units = g_new0 (const char *, self->n_signals + 1);

  for (guint i = 0; i < self->n_signals; i++)
    {
      names[i] = self->signals[i]->name;
      units[i] = self->signals[i]->unit_name != NULL ? self->signals[i]->unit_name : "";
    }
  self->trace = ls_trace_new (self->n_signals, names, units);
  ls_trace_set_origin (self->trace, self->origin);
}

static LsStatus
read_other (Work *self, guint signal)
{
  const LsVariable *variable = self->signals[signal];
  double *value = &self->row[1 + signal];
  const LsStatus status = ls_instance_get_number (self->instance, variable, value);
  gint64 integer;

  if (G_LIKELY (status != LS_OK || !(fabs (*value) >= LS_INTEGER_LIMIT)))
    return status;
  if (ls_instance_get_long (self->instance, &variable->value_reference, 1, &integer) != LS_OK)
    return LS_STOP;
  ls_trace_note_integer (self->trace, 1 + signal, ls_trace_get_n_rows (self->trace),
                         ls_long_to_integer (variable->format, integer));
  return LS_OK;
}

/* Of variables that are no outputs some are not defined at all times. */
static void
look_at_outputs (Work *self, double t)
{
  for (guint i = 0; i < self->n_reals && self->no_number == NULL; i++)
    {
      const LsVariable *variable = self->signals[self->real_places[i]];

      if (isfinite (self->reals[i]) || variable->causality != LS_CAUSALITY_OUTPUT)
        continue;
      self->no_number = variable;
      self->no_number_time = t;
    }
}

/* A run with such outputs is recorded to its end, and has failed. */
static gboolean
check_outputs (Work *self, GError **error)
{
  if (self->no_number == NULL)
    return TRUE;
  ls_log_write (self->log, LS_LOG_ERROR, self->settings->name, NULL, self->no_number_time,
                _ ("the output “%s” is not a finite number"), self->no_number->name);
  ls_log_set_fault (self->log, LS_ERROR_VALUES, NULL);
  return fail (self, "", error);
}

/* The instance is at time @t. */
static LsStatus
record (Work *self, double t)
{
  LsStatus status = LS_OK;

  if (self->n_reals > 0)
    status = ls_instance_get_real (self->instance, self->real_refs, self->n_reals, self->reals);
  for (guint i = 0; i < self->n_reals; i++)
    self->row[1 + self->real_places[i]] = self->reals[i];
  if (status == LS_OK)
    look_at_outputs (self, t);
  for (guint i = 0; i < self->n_signals && status == LS_OK; i++)
    if (self->signals[i]->type != LS_TYPE_REAL)
      status = read_other (self, i);
  self->row[0] = t;
  if (status == LS_OK && !ls_trace_append (self->trace, self->row))
    {
      g_autoptr (GError) error = NULL;

      ls_trace_set_error (self->trace, self->origin + t, &error);
      ls_log_write (self->log, LS_LOG_ERROR, self->settings->name, NULL, t, "%s", error->message);
      return LS_STOP;
    }
  return status;
}

static gboolean
is_recorded (const Work *self, double t)
{
  gsize n = ls_trace_get_n_rows (self->trace);

  return n > 0 && ls_trace_get_elapsed (self->trace, n - 1) == t;
}

static gboolean
is_cancelled (gpointer user_data)
{
  const Work *self = user_data;

  ls_guard_mend ();
  return self->settings->progress != NULL
         && !self->settings->progress (self->result->time, self->settings->progress_data);
}

/* On persistently stiff models an explicit solver takes equally short steps to the end. */
static LsStatus
check_pace (Work *self, double t)
{
  const LsSimulationSettings *settings = self->settings;
  double needed;

  if (++self->n_steps % PACE != 0)
    return LS_OK;
  needed = (double)self->n_steps
           + (double)PACE * (settings->stop_time - t) / fmax (t - self->paced, 1e-300);
  self->paced = t;
  if (settings->max_steps == 0 || self->n_steps < BELIEVED * PACE
      || needed <= (double)settings->max_steps)
    return LS_OK;
  ls_log_write (
      self->log, LS_LOG_ERROR, settings->name, NULL, t,
      _ ("the solver is stopped: at this rate it would take %.2g steps. On a stiff model, "
         "stability limits the steps of explicit solvers; use an implicit one"),
      needed);
  return LS_STOP;
}

static LsStatus
report (Work *self, double t)
{
  self->result->time = self->origin + t;
  if (self->me_solver != NULL && check_pace (self, t) != LS_OK)
    return LS_STOP;
  return ls_interrupt_is_wanted () ? LS_STOP : LS_OK;
}

/* Records output times inside a step by dense output, including its end. An output time that
 * exceeds the end by rounding only is recorded in the next step, at the exact time. */
static LsStatus
observe (double from G_GNUC_UNUSED, double to, gpointer user_data)
{
  Work *self = user_data;
  LsStatus status = LS_OK;

  while (status == LS_OK && self->next > 0)
    {
      double t = get_output_time (self, self->next);

      if (t > to)
        break;
      self->next = t >= self->settings->stop_time ? 0 : self->next + 1;
      status = ls_me_solver_place (self->me_solver, t);
      if (status == LS_OK)
        status = record (self, t);
    }
  return status == LS_OK ? report (self, to) : status;
}

static LsStatus
at_event (double t, gboolean after, gpointer user_data)
{
  Work *self = user_data;

  return !after && is_recorded (self, t) ? LS_OK : record (self, t);
}

static void
get_inputs (double t, double u[], gpointer user_data)
{
  const Work *self = user_data;

  ls_simulation_input_get (&self->input, t, u);
}

static LsStatus
set_discrete (double t, gpointer user_data)
{
  Work *self = user_data;

  return ls_simulation_input_set_discrete (&self->input, t);
}

static gboolean
set_start_values (Work *self, GError **error)
{
  const char *const *values = self->settings->start_values;
  const LsDescription *description = ls_fmu_get_description (self->settings->fmu);

  for (guint i = 0; values != NULL && values[i] != NULL; i += 2)
    {
      const LsVariable *variable = ls_description_find (description, values[i]);

      if (variable == NULL)
        return ls_fail (error, LS_ERROR_ARGUMENT, _ ("the FMU has no variable “%s”"), values[i]);
      if (!ls_instance_set_text (self->instance, variable, values[i + 1], error))
        {
          g_prefix_error (error, "%s: ", values[i]);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
initialise (Work *self, GError **error)
{
  const LsSimulationSettings *settings = self->settings;
  LsStatus status;

  self->instance = ls_instance_new (
      settings->fmu, settings->solver != NULL ? LS_KIND_MODEL_EXCHANGE : LS_KIND_CO_SIMULATION,
      settings->name, self->log, FALSE, error);
  self->input.instance = self->instance;
  if (self->instance == NULL || !set_start_values (self, error))
    return FALSE;
  ls_instance_set_origin (self->instance, self->origin);
  status = ls_instance_setup (self->instance, settings->tolerance, 0.0, settings->stop_time);
  if (status == LS_OK)
    status = ls_instance_enter_initialization (self->instance);
  if (status == LS_OK)
    status = ls_simulation_input_set (&self->input, 0.0);
  if (status == LS_OK)
    status = ls_instance_exit_initialization (self->instance);
  return status == LS_OK || fail (self, _ ("the FMU cannot be initialised"), error);
}

static gboolean
start_exchange (Work *self, GError **error)
{
  const LsSimulationSettings *settings = self->settings;
  const LsDescription *description = ls_fmu_get_description (settings->fmu);
  const LsMeSolverUser user = { .n_inputs = self->input.n_continuous,
                                .input_refs = self->input.continuous_refs,
                                .get_inputs = get_inputs,
                                .set_discrete = set_discrete,
                                .at_event = at_event,
                                .observe = observe,
                                .user_data = self };
  LsSolver solver = *settings->solver;

  /* Ticks at the start come before the first event iteration, which the solver begins with. */
  ls_simulation_input_start (&self->input);
  if (ls_simulation_input_set_discrete (&self->input, 0.0) != LS_OK)
    return fail (self, _ ("the FMU does not start"), error);
  /* Without states only a maximum step makes the solver evaluate the event indicators in between.
   */
  if (ls_description_get_n_states (description) == 0 && description->n_event_indicators > 0
      && !(solver.settings.max_step > 0.0))
    solver.settings.max_step = settings->output_interval;
  self->me_solver
      = ls_me_solver_new (self->instance, &solver, &user, settings->stop_time, self->log, error);
  return self->me_solver != NULL;
}

static gboolean
integrate (Work *self, GError **error)
{
  const LsSimulationSettings *settings = self->settings;
  LsStatus status;

  if (!start_exchange (self, error))
    return FALSE;
  status = record (self, 0.0);
  while (status == LS_OK && ls_me_solver_get_time (self->me_solver) < settings->stop_time
         && !ls_me_solver_is_terminated (self->me_solver))
    {
      double end = settings->stop_time;

      /* Solver steps end at corners, which not every method would detect. */
      if (settings->input != NULL)
        {
          double t = ls_me_solver_get_time (self->me_solver);
          double jump
              = ls_input_table_get_next_jump (settings->input, self->origin, self->input.segment);

          if (jump <= end)
            ls_me_solver_announce (self->me_solver, jump);
          end = fmin (fmin (jump, end),
                      ls_input_table_get_next_corner (settings->input, self->origin, t));
        }
      status = ls_me_solver_advance (self->me_solver, end);
    }
  ls_me_solver_get_counts (self->me_solver, &self->result->counts);
  self->result->is_kept
      = ls_me_solver_get_projections (self->me_solver, &self->result->projections);
  self->result->terminated = ls_me_solver_is_terminated (self->me_solver);
  return status == LS_OK || fail (self, _ ("the integration cannot continue"), error);
}

/* An event of the FMU itself within a step, or at its end but for rounding. */
static LsStatus
at_own_event (LsEventMoment moment, double time, gpointer user_data)
{
  Work *self = user_data;
  const double end = self->step_end;
  const double t = fabs (time - end) <= ls_simulation_get_slack (end) ? end : time;

  return moment == LS_EVENT_FORGET ? LS_OK : at_event (t, moment == LS_EVENT_AFTER, self);
}

/* Sets the inputs at @t; after a jump or a tick of them the outputs are recorded again where they
 * show it. */
static LsStatus
begin_step (Work *self, double t)
{
  double at = t;
  const gboolean found = ls_simulation_input_find_jump (&self->input, &at);
  const gboolean ticks = ls_simulation_input_has_tick (&self->input, at);
  const gboolean jumps = ticks || (found && t > 0.0);
  LsStatus status = jumps ? ls_instance_expect_jump (self->instance) : LS_OK;

  if (status == LS_OK)
    status = ls_simulation_input_set (&self->input, at);
  if (status == LS_OK && jumps && (ticks || ls_instance_shows_inputs (self->instance)))
    status = record (self, t);
  return status == LS_OK ? ls_simulation_input_set_slopes (&self->input, at) : status;
}

static double
find_step_end (const Work *self, double t, double output)
{
  const LsSimulationSettings *settings = self->settings;
  double corner = INFINITY;

  if (settings->input != NULL
      && ls_fmu_get_description (settings->fmu)->co_simulation.can_handle_variable_step)
    corner = ls_input_table_get_next_corner (settings->input, self->origin, t);
  return corner < output - ls_simulation_get_slack (output) ? corner : output;
}

/* The variable of a Clock that ticks at @t, a time of a tick. */
static const LsVariable *
find_ticking (const Work *self, double t)
{
  const LsInputTable *input = self->settings->input;
  guint i = 0;

  while (!ls_input_table_has_tick (input, i, self->origin, nextafter (t, -INFINITY), t))
    i++;
  return ls_input_table_get_variable (input, i);
}

/* Whether a step of one length ends at @t. */
static gboolean
is_step_end (const LsSimulationSettings *settings, double t)
{
  const double end = fmin (round (t / settings->output_interval) * settings->output_interval,
                           settings->stop_time);

  return fabs (t - end) <= ls_simulation_get_slack (t);
}

/* Without variable steps ticks within a step would have to wait for its end. */
static gboolean
check_ticks (const Work *self, GError **error)
{
  const LsSimulationSettings *settings = self->settings;
  double t = 0.0;

  if (settings->input == NULL
      || ls_fmu_get_description (settings->fmu)->co_simulation.can_handle_variable_step)
    return TRUE;
  do
    t = ls_input_table_get_next_tick (settings->input, self->origin, t);
  while (t <= settings->stop_time && is_step_end (settings, t));
  return t > settings->stop_time
         || ls_fail (error, LS_ERROR_ARGUMENT,
                     _ ("%s: the Clock “%s” of %s ticks at t = %.9g s, within a step: the FMU "
                        "does not support a variable step size"),
                     ls_input_table_get_path (settings->input), find_ticking (self, t)->name,
                     settings->name, self->origin + t);
}

/* Co-Simulation from output time to output time; stops at corners and jumps of inputs in between if
 * the FMU supports variable steps. */
static gboolean
step_slave (Work *self, GError **error)
{
  double t = 0.0;
  LsStatus status = record (self, t);

  ls_simulation_input_start (&self->input);
  ls_instance_allow_end (self->instance);
  ls_instance_set_event_func (self->instance, at_own_event, self);
  while (status == LS_OK && t < self->settings->stop_time)
    {
      const double output = get_output_time (self, self->next);
      const double end = self->step_end = find_step_end (self, t, output);
      double reached = t;

      status = begin_step (self, t);
      if (status == LS_OK)
        status = ls_instance_do_step (self->instance, end - t, TRUE, &reached);
      self->result->do_step++;
      if (status == LS_STOP && ls_instance_has_ended (self->instance))
        {
          self->result->terminated = TRUE;
          self->result->time = self->origin + reached;
          return reached == t || record (self, reached) == LS_OK
                 || fail (self, _ ("the FMU cannot continue"), error);
        }
      if (status != LS_OK)
        break;
      t = end;
      self->next += end == output;
      if (!is_recorded (self, t))
        status = record (self, t);
      if (status == LS_OK)
        status = report (self, t);
    }
  /* A jump at the stop time belongs to the run. */
  if (status == LS_OK && ls_simulation_input_find_jump (&self->input, &t))
    status = begin_step (self, self->settings->stop_time);
  return status == LS_OK || fail (self, _ ("the FMU cannot continue"), error);
}

/* Called once, also after a failure. */
static gboolean
free_instance (gpointer data, GError **error G_GNUC_UNUSED)
{
  Work *self = data;

  ls_me_solver_free (g_steal_pointer (&self->me_solver));
  ls_instance_free (g_steal_pointer (&self->instance));
  return TRUE;
}

static void
clear (Work *self)
{
  ls_log_unref (self->log);
  g_free (self->signals);
  g_free (self->real_refs);
  g_free (self->real_places);
  g_free (self->reals);
  g_free (self->row);
  ls_simulation_input_clear (&self->input);
}

double
ls_simulation_get_default_interval (const LsDescription *description,
                                    double start_time,
                                    double stop_time)
{
  g_return_val_if_fail (description != NULL, NAN);

  return description->experiment.has_step_size ? description->experiment.step_size
                                               : (stop_time - start_time) / DEFAULT_INTERVALS;
}

static gboolean
run (gpointer data, GError **error)
{
  Work *self = data;
  gboolean done;

  const LsSimulationSettings *settings = self->settings;
  const double n_rows
      = ceil ((settings->stop_time - settings->start_time) / settings->output_interval);

  if (!list_signals (self, error) || !ls_trace_check_room (n_rows, self->n_signals, error)
      || (settings->check_room != NULL
          && !settings->check_room (n_rows, self->n_signals, settings->recorded_data, error))
      || (settings->solver == NULL && !check_ticks (self, error)) || !initialise (self, error))
    return FALSE;
  make_trace (self);
  done = self->settings->solver != NULL ? integrate (self, error) : step_slave (self, error);
  ls_guard_mend ();
  if (done && self->settings->recorded != NULL)
    self->settings->recorded (self->trace, self->settings->recorded_data);
  if (done && ls_instance_terminate (self->instance) != LS_OK)
    return fail (self, _ ("the FMU does not terminate properly"), error);
  return done && check_outputs (self, error);
}

gboolean
ls_simulation_run (const LsSimulationSettings *settings,
                   LsLog *log,
                   LsTrace **trace,
                   LsSimulationResult *result,
                   GError **error)
{
  g_return_val_if_fail (settings != NULL && result != NULL, FALSE);

  LsSimulationSettings own = *settings;
  Work work = { .settings = &own,
                .origin = settings->start_time,
                .result = result,
                .next = 1,
                .interrupt = { is_cancelled, &work, .interval = PROGRESS_INTERVAL } };
  GError *problem = NULL;
  gboolean done;

  *result = (LsSimulationResult){ .time = settings->start_time };
  work.log = log != NULL ? ls_log_new_from (log, work.origin) : ls_log_new (NULL, NULL);
  own.start_time = 0.0;
  own.stop_time = settings->stop_time - work.origin;
  ls_simulation_input_init (&work.input, settings->input, work.origin);
  ls_interrupt_enter (&work.interrupt);
  done = ls_guard_run (run, &work, &problem);
  ls_interrupt_leave (&work.interrupt);
  if (!done && work.interrupt.wanted)
    {
      g_clear_error (&problem);
      fail (&work, NULL, &problem);
    }
  /* Also after a failure. */
  *trace = work.trace;
  done = ls_guard_run (free_instance, &work, problem == NULL ? &problem : NULL) && done;
  if (problem != NULL && !work.interrupt.wanted && ls_log_get_fault (work.log) >= 0)
    problem->code = ls_log_get_fault (work.log);
  clear (&work);
  if (problem != NULL)
    g_propagate_error (error, problem);
  return done;
}

char *
ls_simulation_find_divergence (const LsSimulationSettings *settings,
                               const LsTrace *trace,
                               const LsTrace *reference,
                               const double errors_percent[])
{
  g_return_val_if_fail (settings != NULL, NULL);
  g_return_val_if_fail (trace != NULL, NULL);

  const LsDescription *description = ls_fmu_get_description (settings->fmu);
  char *said = NULL;

  for (guint i = 1; i < ls_trace_get_n_columns (trace) && said == NULL; i++)
    {
      const char *name = ls_trace_get_name (trace, i);
      const LsVariable *variable = ls_description_find (description, name);
      const int partner = reference != NULL ? ls_trace_find (reference, name) : -1;
      const LsTrace *beside = partner > 0 ? reference : NULL;
      const double error = errors_percent != NULL ? errors_percent[i - 1] : NAN;

      if (ls_divergence_can_be (variable, beside, error))
        said = ls_divergence_describe (trace, i, variable != NULL ? variable->nominal : 1.0, beside,
                                       (guint)MAX (partner, 0), error);
    }
  return said;
}
