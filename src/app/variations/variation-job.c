#include "app/variations/variation-job.h"
#include <glib/gi18n-lib.h>
#include "app/variations/variation-follow.h"
#include "core/coupling/coupling.h"
#include "core/vary/variation-table.h"

struct _LsVariationJob
{
  GObject parent_instance;
  LsModel *model;
  LsMethodChoice *choice;
  LsRunSettings settings;
  LsVariationPlan *plan;
  LsVariation *variation; /* (nullable): main thread after "prepared" */
  char *folder, *table, *traces, *problem;
  LsVariationStage stage;
  gboolean dropped;
  guint n_open; /* at the start of the run */
  gint64 start, end;
  GPtrArray *sensitivities; /* (nullable): LsSensitivity[], one per measure */
  GHashTable *curves;       /* row -> LsTrace */
  GCancellable *cancellable;
};

G_DEFINE_TYPE (LsVariationJob, ls_variation_job, G_TYPE_OBJECT)

enum
{
  SIGNAL_PREPARED,
  SIGNAL_PROGRESS,
  SIGNAL_ENDED,
  SIGNAL_ANALYSED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static void
emit (LsVariationJob *self, guint signal)
{
  if (!self->dropped)
    g_signal_emit (self, signals[signal], 0);
}

/* ---- Preparing, on a worker thread -------------------------------------------------------- */

static gboolean
read_measures (const LsVariationPlan *plan, GPtrArray *measures, GError **error)
{
  for (guint i = 0; i < plan->measures->len; i++)
    {
      LsRunMeasure *measure = ls_run_measure_parse (plan->measures->pdata[i], error);

      if (measure == NULL)
        return FALSE;
      g_ptr_array_add (measures, measure);
    }
  return TRUE;
}

static LsVariation *
make_variation (LsVariationJob *self, GError **error)
{
  g_autoptr (GPtrArray) parameters
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_varied_free);
  g_autoptr (GPtrArray) measures
      = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_run_measure_free);
  g_autoptr (GPtrArray) texts = g_ptr_array_new ();

  g_ptr_array_extend (texts, self->plan->parameters, NULL, NULL);
  g_ptr_array_add (texts, NULL);
  if (!ls_coupling_method_check_choice (self->choice, self->model, error)
      || !ls_varied_parse_all ((const char *const *)texts->pdata, parameters, error)
      || !read_measures (self->plan, measures, error))
    return NULL;
  return ls_variation_new (&self->settings, g_steal_pointer (&parameters),
                           g_steal_pointer (&measures), self->plan->sample, self->plan->seed,
                           error);
}

static void
prepare_cb (GTask *task,
            G_GNUC_UNUSED gpointer source,
            gpointer data,
            G_GNUC_UNUSED GCancellable *cancellable)
{
  LsVariationJob *self = data;
  GError *error = NULL;
  g_autoptr (LsVariation) variation = make_variation (self, &error);
  g_autofree char *key = NULL;

  if (variation == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  key = ls_variation_table_make_key (variation);
  self->folder = g_build_filename (g_get_user_data_dir (), "lockstep", "variations", key, NULL);
  self->table = g_build_filename (self->folder, "table.csv", NULL);
  self->traces = g_build_filename (self->folder, "traces", NULL);
  if (g_file_test (self->table, G_FILE_TEST_EXISTS)
      && !ls_variation_table_read (variation, self->table, &error))
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&variation), (GDestroyNotify)ls_variation_free);
}

static void
prepared_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (LsVariationJob) self = LS_VARIATION_JOB (user_data);
  g_autoptr (GError) error = NULL;

  self->variation = g_task_propagate_pointer (G_TASK (result), &error);
  self->stage = LS_VARIATION_IDLE;
  if (error != NULL)
    self->problem = g_strdup (error->message);
  emit (self, SIGNAL_PREPARED);
}

LsVariationJob *
ls_variation_job_new (LsModel *model, LsMethodChoice *choice, const LsRunSettings *settings)
{
  g_return_val_if_fail (model != NULL && choice != NULL && settings != NULL, NULL);

  LsVariationJob *self = g_object_new (LS_TYPE_VARIATION_JOB, NULL);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, prepared_cb, g_object_ref (self));

  self->model = model;
  self->choice = choice;
  self->settings = *settings;
  self->settings.model = model;
  self->settings.choice = choice;
  self->plan = ls_variation_plan_copy (ls_model_get_experiment (model)->variation);
  /* The task data outlives the thread function by the reference of the callback. */
  g_task_set_task_data (task, self, NULL);
  g_task_run_in_thread (task, prepare_cb);
  return self;
}

/* ---- The process -------------------------------------------------------------------------- */

static LsVariationProcess
make_process (LsVariationJob *self)
{
  return (LsVariationProcess){ .model = self->model,
                               .plan = self->plan,
                               .settings = &self->settings,
                               .folder = self->folder,
                               .table = self->table,
                               .traces = self->traces,
                               .cancellable = self->cancellable };
}

char *
ls_variation_job_get_command (LsVariationJob *self, const char *model)
{
  g_return_val_if_fail (LS_IS_VARIATION_JOB (self) && model != NULL, NULL);

  const LsVariationProcess process = make_process (self);

  return ls_variation_process_make_command (&process, model);
}

static void
follow_cb (gpointer owner, const GPtrArray *lines, gboolean ended, const char *problem)
{
  LsVariationJob *self = owner;

  for (guint i = 0; i < lines->len; i++)
    ls_variation_table_take_line (self->variation, lines->pdata[i]);
  g_free (self->problem);
  self->problem = g_strdup (problem);
  if (!ended)
    {
      emit (self, SIGNAL_PROGRESS);
      return;
    }
  self->stage = LS_VARIATION_IDLE;
  self->end = g_get_monotonic_time ();
  emit (self, SIGNAL_ENDED);
}

void
ls_variation_job_run (LsVariationJob *self, gboolean retry)
{
  g_return_if_fail (LS_IS_VARIATION_JOB (self) && self->variation != NULL
                    && self->stage == LS_VARIATION_IDLE);

  const LsVariation *variation = self->variation;
  LsVariationProcess process = make_process (self);

  process.retry = retry;
  process.n_rows = variation->sample->n_rows;
  process.is_known = g_new0 (gboolean, process.n_rows);
  self->n_open = 0;
  for (guint i = 0; i < process.n_rows; i++)
    {
      process.is_known[i] = variation->states[i] == LS_ROW_DONE
                            || (variation->states[i] == LS_ROW_FAILED && !retry);
      self->n_open += !process.is_known[i];
      if (!process.is_known[i])
        self->variation->states[i] = LS_ROW_OPEN;
    }
  self->stage = LS_VARIATION_RUNNING;
  self->start = g_get_monotonic_time ();
  g_cancellable_reset (self->cancellable);
  ls_variation_follow (self, &process, follow_cb);
}

void
ls_variation_job_cancel (LsVariationJob *self)
{
  g_return_if_fail (LS_IS_VARIATION_JOB (self));

  g_cancellable_cancel (self->cancellable);
}

void
ls_variation_job_drop (LsVariationJob *self)
{
  ls_variation_job_cancel (self);
  self->dropped = TRUE;
}

LsVariationStage
ls_variation_job_get_stage (LsVariationJob *self)
{
  g_return_val_if_fail (LS_IS_VARIATION_JOB (self), LS_VARIATION_IDLE);

  return self->stage;
}

LsVariation *
ls_variation_job_get_variation (LsVariationJob *self, const char **error)
{
  g_return_val_if_fail (LS_IS_VARIATION_JOB (self), NULL);

  if (error != NULL)
    *error = self->problem;
  return self->variation;
}

void
ls_variation_job_get_progress (LsVariationJob *self, guint *n_done, guint *n_rows)
{
  g_return_if_fail (LS_IS_VARIATION_JOB (self) && self->variation != NULL);

  *n_rows = self->n_open;
  *n_done = self->n_open - MIN (ls_variation_count (self->variation, LS_ROW_OPEN), self->n_open);
}

double
ls_variation_job_get_elapsed (LsVariationJob *self)
{
  g_return_val_if_fail (LS_IS_VARIATION_JOB (self), 0);

  const gint64 end = self->stage == LS_VARIATION_RUNNING ? g_get_monotonic_time () : self->end;

  return (double)(end - self->start) * 1e-6;
}

const char *
ls_variation_job_get_table (LsVariationJob *self)
{
  g_return_val_if_fail (LS_IS_VARIATION_JOB (self), NULL);

  return self->table;
}

/* ---- Sensitivities and curves ------------------------------------------------------------- */

typedef struct
{
  LsVariationJob *job;
  GPtrArray *outputs; /* double[] */
  GArray *rows;       /* guint */
  GPtrArray *sensitivities, *traces;
} Analysis;

static void
free_trace (gpointer trace)
{
  if (trace != NULL)
    ls_trace_unref (trace);
}

static void
analysis_free (gpointer data)
{
  Analysis *self = data;

  g_clear_pointer (&self->outputs, g_ptr_array_unref);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->sensitivities, g_ptr_array_unref);
  g_clear_pointer (&self->traces, g_ptr_array_unref);
  g_free (self);
}

/* The sample does not change after it was made. */
static void
analyse_cb (GTask *task,
            G_GNUC_UNUSED gpointer source,
            gpointer data,
            G_GNUC_UNUSED GCancellable *cancellable)
{
  Analysis *self = data;
  const LsSample *sample = self->job->variation->sample;

  for (guint i = 0; i < self->outputs->len; i++)
    {
      LsSensitivity *indices = g_new (LsSensitivity, sample->n_parameters);

      ls_sensitivity_compute (sample, self->outputs->pdata[i], indices);
      g_ptr_array_add (self->sensitivities, indices);
    }
  for (guint i = 0; i < self->rows->len; i++)
    {
      g_autofree char *name
          = g_strdup_printf ("run-%06u.csv", g_array_index (self->rows, guint, i));
      g_autofree char *path = g_build_filename (self->job->traces, name, NULL);

      /* %NULL without a file: it was run without. */
      g_ptr_array_add (self->traces, ls_trace_read_csv (path, NULL));
    }
  g_task_return_boolean (task, TRUE);
}

static void
analysed_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (LsVariationJob) self = LS_VARIATION_JOB (user_data);
  Analysis *analysis = g_task_get_task_data (G_TASK (result));

  g_clear_pointer (&self->sensitivities, g_ptr_array_unref);
  if (analysis->sensitivities->len > 0)
    self->sensitivities = g_ptr_array_ref (analysis->sensitivities);
  for (guint i = 0; i < analysis->rows->len; i++)
    if (analysis->traces->pdata[i] != NULL)
      g_hash_table_insert (self->curves,
                           GUINT_TO_POINTER (g_array_index (analysis->rows, guint, i)),
                           g_steal_pointer (&analysis->traces->pdata[i]));
  emit (self, SIGNAL_ANALYSED);
}

void
ls_variation_job_analyse (LsVariationJob *self, guint n_curves)
{
  g_return_if_fail (LS_IS_VARIATION_JOB (self) && self->variation != NULL && n_curves > 0);

  const LsVariation *variation = self->variation;
  const gboolean complete = ls_variation_count (variation, LS_ROW_OPEN) == 0;
  const guint stride = 1 + (MAX (variation->sample->n_rows, 1) - 1) / n_curves;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, analysed_cb, g_object_ref (self));
  Analysis *analysis = g_new0 (Analysis, 1);

  analysis->job = self;
  analysis->outputs = g_ptr_array_new_with_free_func (g_free);
  analysis->rows = g_array_new (FALSE, FALSE, sizeof (guint));
  analysis->sensitivities = g_ptr_array_new_with_free_func (g_free);
  analysis->traces = g_ptr_array_new_with_free_func (free_trace);
  for (guint i = 0;
       i < variation->measures->len && complete && ls_sensitivity_is_possible (variation->sample);
       i++)
    g_ptr_array_add (analysis->outputs, ls_variation_list_results (variation, i));
  /* From all over the sample: the first runs of a grid are a corner of it. */
  for (guint i = 0; i < variation->sample->n_rows; i += stride)
    if (variation->states[i] == LS_ROW_DONE
        && !g_hash_table_contains (self->curves, GUINT_TO_POINTER (i)))
      g_array_append_val (analysis->rows, i);
  g_task_set_task_data (task, analysis, analysis_free);
  g_task_run_in_thread (task, analyse_cb);
}

const LsSensitivity *
ls_variation_job_get_sensitivity (LsVariationJob *self, guint measure)
{
  g_return_val_if_fail (LS_IS_VARIATION_JOB (self), NULL);

  return self->sensitivities != NULL && measure < self->sensitivities->len
             ? self->sensitivities->pdata[measure]
             : NULL;
}

LsTrace *
ls_variation_job_get_curve (LsVariationJob *self, guint row)
{
  g_return_val_if_fail (LS_IS_VARIATION_JOB (self), NULL);

  return g_hash_table_lookup (self->curves, GUINT_TO_POINTER (row));
}

static void
ls_variation_job_finalize (GObject *object)
{
  LsVariationJob *self = LS_VARIATION_JOB (object);

  ls_variation_free (self->variation);
  ls_variation_plan_free (self->plan);
  ls_method_choice_free (self->choice);
  ls_model_free (self->model);
  g_free (self->folder);
  g_free (self->table);
  g_free (self->traces);
  g_free (self->problem);
  g_object_unref (self->cancellable);
  g_clear_pointer (&self->sensitivities, g_ptr_array_unref);
  g_hash_table_unref (self->curves);
  G_OBJECT_CLASS (ls_variation_job_parent_class)->finalize (object);
}

static void
ls_variation_job_class_init (LsVariationJobClass *klass)
{
  static const char *const names[N_SIGNALS] = { "prepared", "progress", "ended", "analysed" };

  G_OBJECT_CLASS (klass)->finalize = ls_variation_job_finalize;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                               NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_variation_job_init (LsVariationJob *self)
{
  self->cancellable = g_cancellable_new ();
  self->curves = g_hash_table_new_full (NULL, NULL, NULL, free_trace);
}
