#include "app/window/death-bar.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/export-job.h"
#include "app/panel/messages.h"
#include "app/plot/plot-export.h"
#include "app/run/settings.h"
#include "app/window/bars.h"
#include "core/base/language.h"
#include "core/base/status.h"

/* Of "Smaller Step". */
#define DIVISOR 10.0

enum
{
  RESPONSE_RESTART = 1,
  RESPONSE_RESUME,
  RESPONSE_SMALLER,
  RESPONSE_LOG,
  RESPONSE_REPORT
};

/* A run of a comparison, which keeps it. */
typedef struct
{
  LsComparison *comparison;
  guint index;
} Told;

static Told *
told_new (LsComparison *comparison, guint index)
{
  Told *self = g_new0 (Told, 1);

  self->comparison = ls_comparison_ref (comparison);
  self->index = index;
  return self;
}

static void
told_free (gpointer data)
{
  Told *self = data;

  ls_comparison_unref (self->comparison);
  g_free (self);
}

/* Written on a worker thread: a helper is asked what the system holds back. */
static gboolean
write_report (const char *path,
              gpointer data,
              G_GNUC_UNUSED LsProgressFunc progress,
              G_GNUC_UNUSED gpointer progress_data,
              GError **error)
{
  const Told *told = data;
  g_autofree char *text
      = ls_run_report_fault (ls_comparison_get_run (told->comparison, told->index));

  return g_file_set_contents (path, text, -1, error);
}

static void
report_file_chosen_cb (gpointer window, const char *path, gpointer data)
{
  const Told *told = data;

  ls_export_start (window, path, write_report, told_new (told->comparison, told->index), told_free,
                   NULL, NULL);
}

static void
save_report (const LsFrame *frame, const Told *told)
{
  static const char *const endings[] = { ".txt", NULL };
  g_autofree char *project = ls_frame_get_project (frame);
  g_autofree char *name = g_strdup_printf ("%s-%s", project, _ ("report"));

  ls_export_ask (GTK_WIDGET (frame->window), _ ("Save Report"), name, endings, frame->window,
                 report_file_chosen_cb, told_new (told->comparison, told->index), told_free);
}

static void
take_smaller_steps (const LsFrame *frame)
{
  g_autofree char *origin = NULL;
  g_autoptr (GArray) sizes = ls_settings_list_step_sizes (frame->document, &origin);

  for (guint i = 0; i < sizes->len; i++)
    g_array_index (sizes, double, i) /= DIVISOR;
  ls_settings_set_step_sizes (frame->document, sizes);
}

static void
response_cb (GtkWidget *bar, int response)
{
  const LsFrame *frame = ls_frame_find (bar);

  if (response == RESPONSE_LOG)
    ls_frame_show_lower (frame, frame->messages);
  else if (response == RESPONSE_REPORT)
    save_report (frame, g_object_get_data (G_OBJECT (bar), "told"));
  else
    {
      /* A change of settings may close the bar. */
      g_object_ref (bar);
      if (response == RESPONSE_SMALLER)
        take_smaller_steps (frame);
      gtk_widget_destroy (bar);
      g_object_unref (bar);
      if (response == RESPONSE_SMALLER || response == RESPONSE_RESTART)
        ls_frame_command (frame, "run", NULL);
      else if (response == RESPONSE_RESUME)
        ls_frame_command (frame, "resume", NULL);
    }
}

/* Ids of the blocks that are marked. (transfer none) */
static GArray *
get_marked (const LsFrame *frame)
{
  GArray *ids = g_object_get_data (G_OBJECT (frame->window), "crashed");

  if (ids != NULL)
    return ids;
  ids = g_array_new (FALSE, FALSE, sizeof (guint));
  g_object_set_data_full (G_OBJECT (frame->window), "crashed", ids, (GDestroyNotify)g_array_unref);
  return ids;
}

void
ls_death_bar_forget (const LsFrame *frame)
{
  GArray *ids;

  g_return_if_fail (frame != NULL);

  ids = get_marked (frame);
  for (guint i = 0; i < ids->len; i++)
    {
      const guint id = g_array_index (ids, guint, i);
      const LsComponent *component
          = ls_model_find_component (ls_document_get_model (frame->document), id);

      if (component != NULL && component->fmu != NULL)
        ls_document_set_problem (frame->document, id, NULL);
    }
  g_array_set_size (ids, 0);
}

/* The block in the document, which may have changed since the run began. */
static void
mark_block (const LsFrame *frame, LsRun *run, const LsRunResult *result)
{
  const LsModel *model = ls_document_get_model (frame->document);
  const LsComponent *then, *now;

  if (result->culprit < 0)
    return;
  then = ls_model_get_component (ls_run_get_model (run), (guint)result->culprit);
  now = ls_model_find_component (model, then->id);
  if (now != NULL && g_str_equal (now->name, then->name) && now->fmu != NULL)
    {
      ls_document_set_problem (frame->document, now->id, result->message);
      g_array_append_val (get_marked (frame), now->id);
    }
}

/* Returns: (transfer full) (nullable): label of the button; @why: (out) (transfer full)
 * (nullable): why there is none */
static char *
make_resume_label (const Told *told, char **why)
{
  LsRun *run = ls_comparison_get_run (told->comparison, told->index);
  const double time = ls_run_get_checkpoint (run, why);
  char text[LS_NUMBER_SIZE];

  /* Translators: time in seconds. */
  return isnan (time)
             ? NULL
             : g_strdup_printf (_ ("Restart _From t = %s s"), ls_number_display (time, 5, text));
}

static void
add_bar (const LsFrame *frame, Told *told, const char *message)
{
  g_autofree char *why = NULL;
  g_autofree char *label = make_resume_label (told, &why);
  /* Translators: message of a crash, reason. */
  g_autofree char *text
      = why != NULL ? g_strdup_printf (_ ("%s Restarts begin at the start: %s."), message, why)
                    : g_strdup (message);
  GtkWidget *bar = ls_bars_add_problem (frame, text, _ ("_Restart"), RESPONSE_RESTART,
                                        _ ("S_maller Step"), RESPONSE_SMALLER, _ ("Show in _Log"),
                                        RESPONSE_LOG, _ ("Save Re_port…"), RESPONSE_REPORT,
                                        _ ("Close"), GTK_RESPONSE_CLOSE, NULL);

  if (label != NULL)
    ls_bars_add_first (bar, label, RESPONSE_RESUME);
  g_object_set_data_full (G_OBJECT (bar), "told", told, told_free);
  g_signal_connect (bar, "response", G_CALLBACK (response_cb), NULL);
}

/* Of several runs only the first one has a bar: what can be done is the same. */
static gboolean
is_first (LsComparison *comparison, guint index)
{
  gboolean found = FALSE;

  for (guint i = 0; i < index && !found; i++)
    {
      LsRunResult result;

      ls_run_get_result (ls_comparison_get_run (comparison, i), &result);
      found = result.state == LS_RUN_FAILED && ls_error_get_fault_id (result.fault) != NULL;
      ls_run_result_clear (&result);
    }
  return !found;
}

gboolean
ls_death_bar_show (const LsFrame *frame, LsComparison *comparison, guint index)
{
  LsRun *run;
  LsRunResult result;
  gboolean is_death;

  g_return_val_if_fail (frame != NULL && comparison != NULL, FALSE);

  run = ls_comparison_get_run (comparison, index);
  ls_run_get_result (run, &result);
  is_death = result.state == LS_RUN_FAILED && result.message != NULL
             && ls_error_get_fault_id (result.fault) != NULL;
  if (is_death)
    {
      ls_messages_add (LS_MESSAGES (frame->messages), LS_LOG_ERROR, NULL, result.message, NAN);
      if (is_first (comparison, index))
        add_bar (frame, told_new (comparison, index), result.message);
      mark_block (frame, run, &result);
    }
  ls_run_result_clear (&result);
  return is_death;
}
