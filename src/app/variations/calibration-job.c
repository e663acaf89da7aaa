#include "app/variations/calibration-job.h"
#include <glib/gi18n-lib.h>
#include "app/variations/variation-follow.h"
#include "core/base/tempdir.h"
#include "core/coupling/coupling.h"
#include "core/vary/calibration-table.h"

struct _LsCalibrationJob
{
  GObject parent_instance;
  LsModel *model;
  LsMethodChoice *choice;
  LsRunSettings settings;
  LsVariationPlan *plan;
  LsTempdir *folder;
  LsCalibration *calibration; /* (nullable): once the data have been read */
  char *table, *problem;
  gboolean running, dropped;
  GCancellable *cancellable;
};

G_DEFINE_TYPE (LsCalibrationJob, ls_calibration_job, G_TYPE_OBJECT)

static guint changed_signal;

static void
emit_changed (LsCalibrationJob *self)
{
  if (!self->dropped)
    g_signal_emit (self, changed_signal, 0);
}

/* ---- Preparing, on a worker thread -------------------------------------------------------- */

/* With the data: mistakes of the plan are found before there is a process. */
static LsCalibration *
make_calibration (LsCalibrationJob *self, GError **error)
{
  GPtrArray *parameters = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_varied_free);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->plan->parameters->len; i++)
    g_ptr_array_add (texts, ls_varied_make_range_text (self->plan->parameters->pdata[i]));
  g_ptr_array_add (texts, NULL);
  if (ls_coupling_method_check_choice (self->choice, self->model, error)
      && ls_varied_parse_all ((const char *const *)texts->pdata, parameters, error))
    return ls_calibration_new (&self->settings, parameters, self->plan->data, NULL, 1, error);
  g_ptr_array_unref (parameters);
  return NULL;
}

static void
prepare_cb (GTask *task,
            G_GNUC_UNUSED gpointer source,
            gpointer data,
            G_GNUC_UNUSED GCancellable *cancellable)
{
  LsCalibrationJob *self = data;
  GError *error = NULL;
  LsCalibration *calibration = NULL;

  self->folder = ls_tempdir_new (&error);
  if (self->folder != NULL)
    {
      self->table = g_build_filename (ls_tempdir_get_path (self->folder), "fit.csv", NULL);
      calibration = make_calibration (self, &error);
    }
  if (calibration == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, calibration, (GDestroyNotify)ls_calibration_free);
}

/* ---- On the main thread ------------------------------------------------------------------- */

static void
follow_cb (gpointer owner, const GPtrArray *lines, gboolean ended, const char *problem)
{
  LsCalibrationJob *self = owner;

  /* Each is the whole table. */
  if (lines->len > 0)
    ls_calibration_take (self->calibration, lines->pdata[lines->len - 1]);
  self->running = !ended;
  self->problem = g_strdup (problem);
  if (ended)
    g_clear_pointer (&self->folder, ls_tempdir_unref);
  emit_changed (self);
}

static void
prepared_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (LsCalibrationJob) self = LS_CALIBRATION_JOB (user_data);
  g_autoptr (GError) error = NULL;

  self->calibration = g_task_propagate_pointer (G_TASK (result), &error);
  if (error != NULL)
    self->problem = g_strdup (error->message);
  self->running = error == NULL;
  if (self->running)
    ls_variation_follow (self,
                         &(LsVariationProcess){ .model = self->model,
                                                .plan = self->plan,
                                                .settings = &self->settings,
                                                .folder = ls_tempdir_get_path (self->folder),
                                                .table = self->table,
                                                .cancellable = self->cancellable,
                                                .calibrates = TRUE },
                         follow_cb);
  ls_variation_hold_application (FALSE);
  emit_changed (self);
}

/* ---- Use ---------------------------------------------------------------------------------- */

LsCalibrationJob *
ls_calibration_job_new (LsModel *model, LsMethodChoice *choice, const LsRunSettings *settings)
{
  g_return_val_if_fail (model != NULL && choice != NULL && settings != NULL, NULL);

  LsCalibrationJob *self = g_object_new (LS_TYPE_CALIBRATION_JOB, NULL);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, prepared_cb, g_object_ref (self));

  self->model = model;
  self->choice = choice;
  self->settings = *settings;
  self->settings.model = model;
  self->settings.choice = choice;
  self->plan = ls_variation_plan_copy (ls_model_get_experiment (model)->variation);
  self->running = TRUE;
  ls_variation_hold_application (TRUE);
  /* The task data outlives the thread function by the reference of the callback. */
  g_task_set_task_data (task, self, NULL);
  g_task_run_in_thread (task, prepare_cb);
  return self;
}

void
ls_calibration_job_cancel (LsCalibrationJob *self)
{
  g_return_if_fail (LS_IS_CALIBRATION_JOB (self));

  g_cancellable_cancel (self->cancellable);
}

void
ls_calibration_job_drop (LsCalibrationJob *self)
{
  ls_calibration_job_cancel (self);
  self->dropped = TRUE;
}

gboolean
ls_calibration_job_is_running (LsCalibrationJob *self)
{
  g_return_val_if_fail (LS_IS_CALIBRATION_JOB (self), FALSE);

  return self->running;
}

LsCalibration *
ls_calibration_job_get_calibration (LsCalibrationJob *self, const char **problem)
{
  g_return_val_if_fail (LS_IS_CALIBRATION_JOB (self), NULL);

  if (problem != NULL)
    *problem = self->problem;
  return self->calibration;
}

static void
ls_calibration_job_finalize (GObject *object)
{
  LsCalibrationJob *self = LS_CALIBRATION_JOB (object);

  ls_calibration_free (self->calibration);
  ls_variation_plan_free (self->plan);
  ls_method_choice_free (self->choice);
  ls_model_free (self->model);
  g_clear_pointer (&self->folder, ls_tempdir_unref);
  g_free (self->table);
  g_free (self->problem);
  g_object_unref (self->cancellable);
  G_OBJECT_CLASS (ls_calibration_job_parent_class)->finalize (object);
}

static void
ls_calibration_job_class_init (LsCalibrationJobClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_calibration_job_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_calibration_job_init (LsCalibrationJob *self)
{
  self->cancellable = g_cancellable_new ();
}
