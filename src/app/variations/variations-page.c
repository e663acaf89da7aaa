#include "app/variations/variations-page.h"
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include "app/base/report.h"
#include "app/base/file-dialog.h"
#include "app/base/widgets.h"
#include "app/variations/calibration-pane.h"
#include "app/variations/plan-editor.h"
#include "app/variations/plan-setting.h"
#include "app/variations/use-values.h"
#include "app/variations/variation-area.h"
#include "app/variations/variation-job.h"
#include "app/variations/variation-rows.h"
#include "app/variations/variation-views.h"
#include "core/base/language.h"
#include "core/base/number.h"

/* Delay after the last edit, ms. */
#define DELAY 250
/* Curves that are read and drawn: more cover each other. */
#define MAX_CURVES 500
/* Least time between plots of runs under way, µs. */
#define PLOT_TIME 300000

struct _LsVariationsPage
{
  GtkBox parent_instance;
  LsDocument *document;
  LsVariationJob *job; /* (nullable) */
  guint prepare_id;
  int chosen;     /* row before the rows were made anew */
  gboolean stale; /* the rows are not of the present plan and model */
  GtkWidget *editor, *rows, *stack, *empty_label;
  GtkWidget *run_button, *cancel_button, *use_button, *more_button, *progress, *status_label;
  GtkWidget *setting_label, *views, *area, *calibration;
  gint64 plotted; /* when the plot was made, µs */
  GSimpleActionGroup *actions;
};

G_DEFINE_TYPE (LsVariationsPage, ls_variations_page, GTK_TYPE_BOX)

static LsVariation *
get_variation (LsVariationsPage *self)
{
  return self->job != NULL ? ls_variation_job_get_variation (self->job, NULL) : NULL;
}

static gboolean
is_running (LsVariationsPage *self)
{
  return self->job != NULL && ls_variation_job_get_stage (self->job) == LS_VARIATION_RUNNING;
}

/* ---- Status ------------------------------------------------------------------------------- */

static char *
describe_state (LsVariationsPage *self)
{
  const char *problem;
  const LsVariation *variation = ls_variation_job_get_variation (self->job, &problem);
  const int chosen = ls_variation_rows_get_chosen (LS_VARIATION_ROWS (self->rows));
  g_autofree char *run = NULL;
  g_autofree char *counts = NULL;
  guint n_rows, n_done, n_failed;

  if (variation == NULL)
    return g_strdup (problem != NULL ? problem : _ ("The sample is being made"));
  n_rows = variation->sample->n_rows;
  n_failed = ls_variation_count (variation, LS_ROW_FAILED);
  n_done = ls_variation_count (variation, LS_ROW_DONE);
  if (problem != NULL && n_done + n_failed < n_rows)
    return g_strdup (problem);
  /* Translators: numbers of runs. */
  counts = g_strdup_printf (_ ("%u of %u runs done, %u failed"), n_done, n_rows, n_failed);
  run = chosen >= 0 ? ls_variation_rows_describe (variation, (guint)chosen) : NULL;
  return run != NULL ? g_strdup_printf ("%s · %s", counts, run) : g_steal_pointer (&counts);
}

static void
show_status (LsVariationsPage *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->status_label), text);
}

static void
show_progress (LsVariationsPage *self)
{
  guint n_done = 0, n_rows = 0;
  double elapsed;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->progress, is_running (self));
  if (!is_running (self))
    return;
  ls_variation_job_get_progress (self->job, &n_done, &n_rows);
  elapsed = ls_variation_job_get_elapsed (self->job);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress),
                                 n_rows > 0 ? (double)n_done / n_rows : 0);
  text = n_done > 0
             /* Translators: numbers of runs, then seconds. */
             ? g_strdup_printf (_ ("%u of %u, %.0f s left"), n_done, n_rows,
                                elapsed * (n_rows - n_done) / n_done)
             : g_strdup_printf (_ ("%u of %u"), n_done, n_rows);
  gtk_progress_bar_set_text (GTK_PROGRESS_BAR (self->progress), text);
}

/* What the button does: runs what is open, or failed runs once more. */
static void
show_button (LsVariationsPage *self)
{
  const LsVariation *variation = get_variation (self);
  const guint n_open = variation != NULL ? ls_variation_count (variation, LS_ROW_OPEN) : 0;
  const guint n_failed = variation != NULL ? ls_variation_count (variation, LS_ROW_FAILED) : 0;
  const guint n = n_open > 0 ? n_open : n_failed;
  const gboolean resumes = variation != NULL && n_open < variation->sample->n_rows;
  g_autofree char *text
      = n == 0 ? g_strdup (_ ("Run Variation"))
        : n_open == 0
            ? g_strdup_printf (ngettext ("Run %u Failed Again", "Run %u Failed Again", n), n)
        : resumes ? g_strdup_printf (ngettext ("Resume %u Run", "Resume %u Runs", n), n)
                  : g_strdup_printf (ngettext ("Run %u Variation", "Run %u Variations", n), n);

  gtk_button_set_label (GTK_BUTTON (self->run_button), text);
  gtk_widget_set_sensitive (self->run_button, n > 0 && !is_running (self) && !self->stale);
  gtk_widget_set_visible (self->run_button, !is_running (self));
  gtk_widget_set_visible (self->cancel_button, is_running (self));
}

static void
show_empty (LsVariationsPage *self)
{
  LsModel *model = ls_document_get_model (self->document);
  const char *problem = NULL;
  const gboolean has_rows
      = self->job != NULL && ls_variation_job_get_variation (self->job, &problem) != NULL;

  gtk_label_set_text (
      GTK_LABEL (self->empty_label),
      ls_model_get_n_components (model) == 0 ? _ ("The model is empty. Open one, or add an FMU.")
      : problem != NULL                      ? problem
      : self->job != NULL                    ? _ ("The sample is being made")
                          : _ ("No parameter is varied yet. Tick parameters in the properties of a "
                               "component, or press Add…"));
  gtk_widget_set_visible (self->views, has_rows);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack),
                                    !has_rows ? "empty"
                                    : ls_variation_views_is_table (LS_VARIATION_VIEWS (self->views))
                                        ? "rows"
                                        : "plot");
}

static void
show_setting (LsVariationsPage *self)
{
  LsRunSettings settings = { 0 };
  g_autoptr (LsMethodChoice) choice = ls_plan_setting_read (self->document, &settings);
  g_autofree char *method = choice != NULL ? ls_method_choice_to_text (choice) : g_strdup ("–");
  char number[LS_NUMBER_SIZE], stop[LS_NUMBER_SIZE];
  g_autofree char *text = NULL;

  ls_number_display (settings.stop_time, 6, stop);
  text = settings.tolerance > 0
             /* Translators: method, coupling tolerance, stop time. */
             ? g_strdup_printf (_ ("Each run: %s, tolerance %s, up to %s s"), method,
                                ls_number_display (settings.tolerance, 6, number), stop)
             /* Translators: method, macro step, stop time. */
             : g_strdup_printf (_ ("Each run: %s, h = %s s, up to %s s"), method,
                                ls_number_display (settings.step_size, 6, number), stop);

  gtk_label_set_text (GTK_LABEL (self->setting_label), text);
}

static void
enable (LsVariationsPage *self, const char *name, gboolean enabled)
{
  g_simple_action_set_enabled (
      G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (self->actions), name)), enabled);
}

static void
refresh (LsVariationsPage *self)
{
  const LsVariation *variation = get_variation (self);
  g_autofree char *state = self->job != NULL ? describe_state (self) : g_strdup ("");

  show_status (self, state);
  show_progress (self);
  show_button (self);
  show_empty (self);
  show_setting (self);
  gtk_widget_set_sensitive (
      self->use_button,
      variation != NULL && ls_variation_rows_get_chosen (LS_VARIATION_ROWS (self->rows)) >= 0);
  enable (self, "export",
          variation != NULL
              && ls_variation_count (variation, LS_ROW_OPEN) < variation->sample->n_rows);
  enable (self, "copy-command", variation != NULL);
}

/* ---- Plots -------------------------------------------------------------------------------- */

static void
plot (LsVariationsPage *self)
{
  const char *placeholder = NULL;
  LsSpread *spread;

  if (get_variation (self) == NULL
      || ls_variation_views_is_table (LS_VARIATION_VIEWS (self->views)))
    return;
  self->plotted = g_get_monotonic_time ();
  spread = ls_variation_views_make (LS_VARIATION_VIEWS (self->views), self->job, &placeholder);
  ls_variation_area_show (LS_VARIATION_AREA (self->area), spread, placeholder);
}

/* Sensitivities and curves, on a worker thread. */
static void
analyse (LsVariationsPage *self)
{
  if (get_variation (self) != NULL)
    ls_variation_job_analyse (self->job, MAX_CURVES);
}

static void
view_changed_cb (LsVariationsPage *self)
{
  refresh (self);
  plot (self);
}

static void
limits_changed_cb (LsVariationsPage *self)
{
  const LsSpread *spread = ls_variation_area_get_spread (LS_VARIATION_AREA (self->area));
  /* Translators: numbers of runs. */
  g_autofree char *text
      = g_strdup_printf (_ ("%u of %u runs within the limits"), ls_spread_count_within (spread),
                         ls_spread_get_n_rows (spread));

  show_status (self, text);
}

static void
row_pointed_cb (LsVariationsPage *self, int row)
{
  ls_variation_rows_choose (LS_VARIATION_ROWS (self->rows), row);
}

/* ---- The job ------------------------------------------------------------------------------ */

static void
drop_job (LsVariationsPage *self)
{
  if (self->job == NULL)
    return;
  ls_variation_rows_show (LS_VARIATION_ROWS (self->rows), NULL);
  g_signal_handlers_disconnect_by_data (self->job, self);
  ls_variation_job_drop (self->job);
  g_clear_object (&self->job);
}

static void
prepared_cb (LsVariationsPage *self)
{
  ls_variation_rows_show (LS_VARIATION_ROWS (self->rows), get_variation (self));
  ls_variation_views_show (LS_VARIATION_VIEWS (self->views), get_variation (self));
  ls_variation_rows_choose (LS_VARIATION_ROWS (self->rows), self->chosen);
  refresh (self);
  plot (self);
  analyse (self);
}

static void
progress_cb (LsVariationsPage *self)
{
  ls_variation_rows_update (LS_VARIATION_ROWS (self->rows));
  refresh (self);
  if (g_get_monotonic_time () - self->plotted > PLOT_TIME)
    plot (self);
}

static void prepare_soon (LsVariationsPage *self);

static void
ended_cb (LsVariationsPage *self)
{
  ls_variation_rows_update (LS_VARIATION_ROWS (self->rows));
  refresh (self);
  plot (self);
  analyse (self);
  if (self->stale)
    prepare_soon (self);
}

static gboolean
has_plan (LsVariationsPage *self)
{
  LsModel *model = ls_document_get_model (self->document);
  const LsVariationPlan *plan = ls_model_get_experiment (model)->variation;

  return ls_model_get_n_components (model) > 0
         && (plan->parameters->len > 0 || g_str_has_suffix (plan->sample, ".csv"));
}

static void
prepare (LsVariationsPage *self)
{
  LsModel *model = ls_document_get_model (self->document);
  LsRunSettings settings = { 0 };
  g_autoptr (LsMethodChoice) choice = ls_plan_setting_read (self->document, &settings);
  const int chosen = ls_variation_rows_get_chosen (LS_VARIATION_ROWS (self->rows));

  self->stale = FALSE;
  drop_job (self);
  if (has_plan (self) && choice != NULL)
    {
      self->job
          = ls_variation_job_new (ls_model_copy (model), g_steal_pointer (&choice), &settings);
      self->chosen = chosen;
      g_signal_connect_swapped (self->job, "prepared", G_CALLBACK (prepared_cb), self);
      g_signal_connect_swapped (self->job, "progress", G_CALLBACK (progress_cb), self);
      g_signal_connect_swapped (self->job, "analysed", G_CALLBACK (plot), self);
      g_signal_connect_swapped (self->job, "ended", G_CALLBACK (ended_cb), self);
    }
  refresh (self);
}

static gboolean
prepare_now_cb (gpointer user_data)
{
  LsVariationsPage *self = user_data;

  self->prepare_id = 0;
  if (!is_running (self))
    prepare (self);
  return G_SOURCE_REMOVE;
}

/* After the last edit, while the page is mapped; runs under way are finished first. */
static void
prepare_soon (LsVariationsPage *self)
{
  self->stale = TRUE;
  g_clear_handle_id (&self->prepare_id, g_source_remove);
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->prepare_id = g_timeout_add (DELAY, prepare_now_cb, self);
  refresh (self);
}

/* ---- Commands ----------------------------------------------------------------------------- */

static void
run_cb (LsVariationsPage *self)
{
  const LsVariation *variation = get_variation (self);
  const char *problem = ls_plan_editor_get_problem (LS_PLAN_EDITOR (self->editor));

  if (problem != NULL)
    {
      show_status (self, problem);
      return;
    }
  ls_variation_job_run (self->job, ls_variation_count (variation, LS_ROW_OPEN) == 0);
  refresh (self);
}

static void
cancel_cb (LsVariationsPage *self)
{
  if (self->job != NULL)
    ls_variation_job_cancel (self->job);
}

static void
chosen_cb (LsVariationsPage *self)
{
  ls_variation_area_choose (LS_VARIATION_AREA (self->area),
                            ls_variation_rows_get_chosen (LS_VARIATION_ROWS (self->rows)));
  if (self->document != NULL)
    refresh (self);
}

static void
use_cb (LsVariationsPage *self)
{
  const LsVariation *variation = get_variation (self);
  const int row = ls_variation_rows_get_chosen (LS_VARIATION_ROWS (self->rows));

  if (variation != NULL && row >= 0)
    ls_use_values (self->document, variation->parameters,
                   ls_sample_get_row (variation->sample, (guint)row), _ ("Use the Values of a Run"),
                   GTK_WIDGET (self));
}

static void
copied_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (LsVariationsPage) self = LS_VARIATIONS_PAGE (user_data);
  g_autoptr (GError) error = NULL;

  if (!g_file_copy_finish (G_FILE (source), result, &error)
      && gtk_widget_get_parent (GTK_WIDGET (self)) != NULL)
    ls_report_problem (GTK_WIDGET (self), _ ("The file was not written"), error->message);
}

static void
export_chosen_cb (gpointer object, const char *path, G_GNUC_UNUSED gpointer data)
{
  LsVariationsPage *self = LS_VARIATIONS_PAGE (object);
  g_autoptr (GFile) from = NULL;
  g_autoptr (GFile) to = NULL;

  /* The job may have been dropped meanwhile. */
  if (path == NULL || get_variation (self) == NULL)
    return;
  from = g_file_new_for_path (ls_variation_job_get_table (self->job));
  to = g_file_new_for_path (path);
  g_file_copy_async (from, to, G_FILE_COPY_OVERWRITE, G_PRIORITY_DEFAULT, NULL, NULL, NULL,
                     copied_cb, g_object_ref (self));
}

static void
export_cb (G_GNUC_UNUSED GSimpleAction *action,
           G_GNUC_UNUSED GVariant *parameter,
           gpointer user_data)
{
  static const char *const endings[] = { ".csv", NULL };

  ls_file_chooser_ask (GTK_WIDGET (user_data), _ ("Export the Table"), GTK_FILE_CHOOSER_ACTION_SAVE,
                       "variations.csv", _ ("Tables (.csv)"), endings, export_chosen_cb, NULL,
                       NULL);
}

static void
copy_command_cb (G_GNUC_UNUSED GSimpleAction *action,
                 G_GNUC_UNUSED GVariant *parameter,
                 gpointer user_data)
{
  LsVariationsPage *self = user_data;
  const char *path = ls_document_get_path (self->document);
  g_autofree char *text
      = ls_variation_job_get_command (self->job, path != NULL ? path : "model.ssp");

  gtk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self), GDK_SELECTION_CLIPBOARD),
                          text, -1);
  show_status (self, text);
}

/* ---- Following the document --------------------------------------------------------------- */

static void
document_changed_cb (LsVariationsPage *self, guint parts)
{
  if ((parts & (guint) ~(LS_EDIT_GEOMETRY | LS_EDIT_NOTES)) != 0)
    prepare_soon (self);
}

static void
model_replaced_cb (LsVariationsPage *self)
{
  drop_job (self);
  refresh (self);
  prepare_soon (self);
}

void
ls_variations_page_set_document (LsVariationsPage *self, LsDocument *document)
{
  g_return_if_fail (LS_IS_VARIATIONS_PAGE (self) && self->document == NULL);

  self->document = g_object_ref (document);
  ls_plan_editor_set_document (LS_PLAN_EDITOR (self->editor), document);
  ls_calibration_pane_set_document (LS_CALIBRATION_PANE (self->calibration), document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "model-replaced", G_CALLBACK (model_replaced_cb), self,
                           G_CONNECT_SWAPPED);
  model_replaced_cb (self);
}

void
ls_variations_page_stop (LsVariationsPage *self)
{
  g_return_if_fail (LS_IS_VARIATIONS_PAGE (self));

  g_clear_handle_id (&self->prepare_id, g_source_remove);
  drop_job (self);
  /* Not any more when the page is destroyed. */
  if (self->calibration != NULL)
    ls_calibration_pane_stop (LS_CALIBRATION_PANE (self->calibration));
}

static void
ls_variations_page_map (GtkWidget *widget)
{
  LsVariationsPage *self = LS_VARIATIONS_PAGE (widget);

  GTK_WIDGET_CLASS (ls_variations_page_parent_class)->map (widget);
  if (self->stale && self->document != NULL)
    prepare_soon (self);
}

static void
ls_variations_page_dispose (GObject *object)
{
  LsVariationsPage *self = LS_VARIATIONS_PAGE (object);

  ls_variations_page_stop (self);
  g_clear_object (&self->document);
  g_clear_object (&self->actions);
  G_OBJECT_CLASS (ls_variations_page_parent_class)->dispose (object);
}

#define BIND(child) gtk_widget_class_bind_template_child (widget_class, LsVariationsPage, child)

static void
ls_variations_page_class_init (LsVariationsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_variations_page_dispose;
  widget_class->map = ls_variations_page_map;
  g_type_ensure (LS_TYPE_CALIBRATION_PANE);
  g_type_ensure (LS_TYPE_PLAN_EDITOR);
  g_type_ensure (LS_TYPE_VARIATION_ROWS);
  g_type_ensure (LS_TYPE_VARIATION_VIEWS);
  g_type_ensure (LS_TYPE_VARIATION_AREA);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/lockstep/Workbench/variations-page.ui");
  BIND (editor);
  BIND (rows);
  BIND (stack);
  BIND (empty_label);
  BIND (run_button);
  BIND (cancel_button);
  BIND (use_button);
  BIND (more_button);
  BIND (progress);
  BIND (status_label);
  BIND (setting_label);
  BIND (views);
  BIND (area);
  BIND (calibration);
  gtk_widget_class_bind_template_callback (widget_class, run_cb);
  gtk_widget_class_bind_template_callback (widget_class, cancel_cb);
  gtk_widget_class_bind_template_callback (widget_class, use_cb);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, view_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, limits_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_pointed_cb);
}

static void
ls_variations_page_init (LsVariationsPage *self)
{
  static const GActionEntry entries[] = {
    { .name = "export", .activate = export_cb },
    { .name = "copy-command", .activate = copy_command_cb },
  };

  gtk_widget_init_template (GTK_WIDGET (self));
  ls_label_add_tooltip (GTK_LABEL (self->status_label));
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "variations", G_ACTION_GROUP (self->actions));
}
