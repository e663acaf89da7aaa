#include "app/variations/calibration-job.h"
#include <glib/gi18n-lib.h>
#include "app/variations/variation-process.h"
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
  LsCalibration *calibration; /* (nullable): main thread after it was published */
  char *problem;
  gboolean running, dropped;
  GCancellable *cancellable;
  GMutex lock;
  /* From the worker thread, for notify_cb(). */
  LsCalibration *made;
  char *text, *ended_problem;
  gboolean notified, ended;
};

G_DEFINE_TYPE (LsCalibrationJob, ls_calibration_job, G_TYPE_OBJECT)

static guint changed_signal;

static void
hold_application (gboolean hold)
{
  GApplication *application = g_application_get_default ();

  if (application == NULL)
    return;
  if (hold)
    g_application_hold (application);
  else
    g_application_release (application);
}

/* ---- On the main thread ------------------------------------------------------------------- */

static gboolean
notify_cb (gpointer user_data)
{
  LsCalibrationJob *self = user_data;
  g_autofree char *text = NULL;
  gboolean ended;

  g_mutex_lock (&self->lock);
  text = g_steal_pointer (&self->text);
  ended = self->ended;
  self->notified = FALSE;
  if (self->made != NULL)
    self->calibration = g_steal_pointer (&self->made);
  if (ended)
    self->problem = g_steal_pointer (&self->ended_problem);
  g_mutex_unlock (&self->lock);
  if (text != NULL && self->calibration != NULL)
    ls_calibration_take (self->calibration, text);
  if (ended)
    {
      self->running = FALSE;
      hold_application (FALSE);
    }
  if (!self->dropped)
    g_signal_emit (self, changed_signal, 0);
  return G_SOURCE_REMOVE;
}

/* ---- On the worker thread ------------------------------------------------------------------ */

/* With the lock. */
static void
notify (LsCalibrationJob *self)
{
  if (self->notified)
    return;
  self->notified = TRUE;
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, notify_cb, g_object_ref (self), g_object_unref);
}

static void
text_cb (const char *text, gpointer user_data)
{
  LsCalibrationJob *self = user_data;

  g_mutex_lock (&self->lock);
  g_free (self->text);
  self->text = g_strdup (text);
  notify (self);
  g_mutex_unlock (&self->lock);
}

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

/* Returns: (transfer full) (nullable): why it failed */
static char *
work (LsCalibrationJob *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsTempdir) folder = ls_tempdir_new (&error);
  LsCalibration *calibration = folder != NULL ? make_calibration (self, &error) : NULL;
  g_autofree char *table = NULL;

  if (calibration == NULL)
    return g_strdup (error->message);
  g_mutex_lock (&self->lock);
  self->made = calibration;
  notify (self);
  g_mutex_unlock (&self->lock);
  table = g_build_filename (ls_tempdir_get_path (folder), "fit.csv", NULL);
  return ls_variation_process_execute (
      &(LsVariationProcess){ .model = self->model,
                             .plan = self->plan,
                             .settings = &self->settings,
                             .folder = ls_tempdir_get_path (folder),
                             .table = table,
                             .cancellable = self->cancellable,
                             .calibrates = TRUE },
      text_cb, self);
}

static gpointer
worker (gpointer user_data)
{
  g_autoptr (LsCalibrationJob) self = user_data;
  char *problem = work (self);

  g_mutex_lock (&self->lock);
  self->ended = TRUE;
  self->ended_problem = problem;
  notify (self);
  g_mutex_unlock (&self->lock);
  return NULL;
}

/* ---- Use ---------------------------------------------------------------------------------- */

LsCalibrationJob *
ls_calibration_job_new (LsModel *model, LsMethodChoice *choice, const LsRunSettings *settings)
{
  g_return_val_if_fail (model != NULL && choice != NULL && settings != NULL, NULL);

  LsCalibrationJob *self = g_object_new (LS_TYPE_CALIBRATION_JOB, NULL);

  self->model = model;
  self->choice = choice;
  self->settings = *settings;
  self->settings.model = model;
  self->settings.choice = choice;
  self->plan = ls_variation_plan_copy (ls_model_get_experiment (model)->variation);
  self->running = TRUE;
  hold_application (TRUE);
  g_thread_unref (g_thread_new ("calibration", worker, g_object_ref (self)));
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
  ls_calibration_free (self->made);
  ls_variation_plan_free (self->plan);
  ls_method_choice_free (self->choice);
  ls_model_free (self->model);
  g_free (self->problem);
  g_free (self->ended_problem);
  g_free (self->text);
  g_object_unref (self->cancellable);
  g_mutex_clear (&self->lock);
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
  g_mutex_init (&self->lock);
  self->cancellable = g_cancellable_new ();
}
