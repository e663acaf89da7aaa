#include "app/window/lead-control.h"
#include <glib/gi18n-lib.h>
#include "app/base/export-job.h"
#include "app/base/report.h"
#include "app/help/help-window.h"
#include "app/macro/macro-step-page.h"
#include "app/plot/plot-export.h"
#include "app/run/run-status.h"
#include "app/run/run-values.h"
#include "core/run/preset.h"
#include "present/report.h"

struct _LsLeadControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsRunControl *run;
  LsRunValues *values; /* shown during a run */
};

G_DEFINE_TYPE (LsLeadControl, ls_lead_control, G_TYPE_OBJECT)

static void
set_paused (LsLeadControl *self, gboolean paused)
{
  LsComparison *comparison = ls_run_control_get_running (self->run);

  g_simple_action_set_state (ls_frame_get_action (self->frame, "pause"),
                             g_variant_new_boolean (paused));
  if (comparison == NULL)
    return;
  if (paused)
    ls_comparison_pause (comparison);
  else
    ls_comparison_continue (comparison);
  ls_run_status_show_progress (LS_RUN_STATUS (self->frame->run_status),
                               ls_run_control_get_job (self->run));
}

static void
started_cb (LsLeadControl *self, gboolean paused)
{
  if (paused)
    set_paused (self, TRUE);
}

static void
pause_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *state, gpointer user_data)
{
  set_paused (user_data, g_variant_get_boolean (state));
}

/* Executes one macro step. A run that is not paused is paused first; without a run one is
 * started. */
static void
step_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer user_data)
{
  LsLeadControl *self = user_data;
  LsComparison *comparison = ls_run_control_get_running (self->run);
  LsRun *run;

  if (comparison == NULL)
    {
      ls_run_control_begin (self->run, TRUE);
      return;
    }
  run = ls_comparison_get_paused (comparison);
  if (run != NULL)
    ls_run_take_step (run);
  else
    set_paused (self, TRUE);
}

/* If a run is paused, its next macro step is shown. */
static void
show_macro_step_cb (G_GNUC_UNUSED GSimpleAction *action,
                    G_GNUC_UNUSED GVariant *parameter,
                    gpointer user_data)
{
  LsLeadControl *self = user_data;
  LsComparison *comparison = ls_run_control_get_running (self->run);
  LsRun *run = comparison != NULL ? ls_comparison_get_paused (comparison) : NULL;

  if (run != NULL)
    {
      g_autofree char *method = ls_method_choice_to_text (ls_run_get_choice (run));

      ls_macro_step_page_look (LS_MACRO_STEP_PAGE (self->frame->macro_step), method,
                               ls_run_get_time (run));
    }
  ls_frame_focus_lower (self->frame, self->frame->macro_step);
}

static void
preset_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LsLeadControl *self = user_data;
  LsModel *model = ls_document_get_model (self->frame->document);
  g_autoptr (LsExperiment) experiment = ls_experiment_copy (ls_model_get_experiment (model));
  g_autoptr (GError) error = NULL;

  if (ls_preset_apply (g_variant_get_string (parameter, NULL), model, experiment, &error))
    ls_document_set_experiment (self->frame->document, experiment);
  else
    ls_report_problem (GTK_WIDGET (self->frame->window), _ ("The runs were not set up"),
                       error->message);
}

/* What a report shows, and how: copied, for another thread. */
typedef struct
{
  LsComparison *comparison;
  LsExperiment *look;
} Report;

static void
report_free (gpointer data)
{
  Report *self = data;

  ls_comparison_unref (self->comparison);
  ls_experiment_free (self->look);
  g_free (self);
}

static gboolean
write_report (const char *path,
              gpointer data,
              LsProgressFunc progress,
              gpointer progress_data,
              GError **error)
{
  const Report *report = data;

  return ls_report_write_with_progress (report->comparison, report->look, path, progress,
                                        progress_data, error);
}

static void
report_file_chosen_cb (gpointer object, const char *path, gpointer comparison)
{
  LsLeadControl *self = object;
  Report *report = g_new (Report, 1);

  report->comparison = ls_comparison_ref (comparison);
  report->look = ls_experiment_copy (
      ls_model_get_experiment (ls_document_get_model (self->frame->document)));
  ls_export_start (GTK_WIDGET (self->frame->window), path, write_report, report, report_free, NULL,
                   NULL);
}

static void
report_cb (G_GNUC_UNUSED GSimpleAction *action,
           G_GNUC_UNUSED GVariant *parameter,
           gpointer user_data)
{
  g_autofree const char **endings = ls_items_list_endings (".pdf", ls_export_formats, NULL);
  LsLeadControl *self = user_data;
  g_autofree char *project = ls_frame_get_project (self->frame);
  g_autofree char *name = g_strdup_printf ("%s-report", project);
  LsComparison *comparison = ls_run_control_get_ended (self->run);

  if (comparison != NULL)
    ls_export_ask (GTK_WIDGET (self->frame->window), _ ("Save Report"), name, endings, self,
                   report_file_chosen_cb, ls_comparison_ref (comparison),
                   (GDestroyNotify)ls_comparison_unref);
}

static const GActionEntry entries[] = {
  { .name = "pause", .state = "false", .change_state = pause_cb },
  { .name = "step", .activate = step_cb },
  { .name = "show-macro-step", .activate = show_macro_step_cb },
  { .name = "preset", .parameter_type = "s", .activate = preset_cb },
  { .name = "report", .activate = report_cb },
};

void
ls_lead_control_update (LsLeadControl *self)
{
  g_return_if_fail (LS_IS_LEAD_CONTROL (self));

  const LsFrame *frame = self->frame;
  LsComparison *running = ls_run_control_get_running (self->run);
  gboolean empty = ls_model_get_n_components (ls_document_get_model (frame->document)) == 0;

  if (running == NULL)
    g_simple_action_set_state (ls_frame_get_action (frame, "pause"), g_variant_new_boolean (FALSE));
  ls_frame_set_enabled (frame, "pause", running != NULL);
  ls_frame_set_enabled (frame, "step", !empty);
  ls_frame_set_enabled (frame, "report", ls_run_control_get_ended (self->run) != NULL);
  ls_frame_set_enabled (frame, "preset", running == NULL && !empty);
  ls_run_values_set_comparison (self->values, running);
}

static void
ls_lead_control_dispose (GObject *object)
{
  LsLeadControl *self = LS_LEAD_CONTROL (object);

  g_clear_object (&self->values);
  G_OBJECT_CLASS (ls_lead_control_parent_class)->dispose (object);
}

static void
ls_lead_control_class_init (LsLeadControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_lead_control_dispose;
}

static void
ls_lead_control_init (LsLeadControl *self)
{
  self->values = LS_RUN_VALUES (g_object_ref_sink (ls_run_values_new ()));
  ls_help_set_place (GTK_WIDGET (self->values), "run#while-it-runs");
}

LsLeadControl *
ls_lead_control_new (const LsFrame *frame, LsRunControl *run)
{
  g_return_val_if_fail (frame != NULL && LS_IS_RUN_CONTROL (run), NULL);

  LsLeadControl *self = g_object_new (LS_TYPE_LEAD_CONTROL, NULL);
  GtkBox *box = GTK_BOX (gtk_widget_get_parent (frame->lower_stack));

  self->frame = frame;
  self->run = run;
  gtk_box_pack_start (box, GTK_WIDGET (self->values), FALSE, TRUE, 0);
  gtk_box_reorder_child (box, GTK_WIDGET (self->values), 1);
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (run, "started", G_CALLBACK (started_cb), self, G_CONNECT_SWAPPED);
  return self;
}
