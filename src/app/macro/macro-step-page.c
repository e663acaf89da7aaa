#include "app/macro/macro-step-page.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/macro/macro-step-area.h"
#include "app/macro/macro-step-job.h"
#include "app/macro/macro-step-words.h"
#include "app/run/settings.h"
#include "app/base/widgets.h"
#include "core/base/number.h"

/* Animation. */
#define FRAME_TIME 40  /* ms */
#define PHASE_TIME 2.0 /* s at speed 1 */
/* Maximum length of a method name in the list, characters. */
#define MAX_NAME 16

struct _LsMacroStepPage
{
  GtkBox parent_instance;
  LsDocument *document;
  LsMacroStepJob *job;       /* (nullable): created for the first step */
  LsComparison *comparison;  /* (nullable): of the present document, for manual changes of values */
  guint serial;              /* incremented when the document changes in a way that affects runs */
  GCancellable *cancellable; /* (nullable): of the running computation */
  gboolean stale, filling;
  gboolean shows_outputs; /* the next step is shown with its outputs */
  guint play_id;
  GtkWidget *method_combo, *time_entry, *play_button, *speed, *status_label;
  GtkWidget *earlier_button, *later_button, *back_button, *next_button;
  LsMacroStepArea *area;
};

G_DEFINE_TYPE (LsMacroStepPage, ls_macro_step_page, GTK_TYPE_BOX)

static guint values_changed_signal;

/* ---- Content ---------------------------------------------------------------------------- */

static const LsMacroStep *
get_step (LsMacroStepPage *self)
{
  return ls_macro_step_area_get_step (self->area);
}

/* Values on the wires of the diagram. */
static void
show_values (LsMacroStepPage *self)
{
  const LsMacroStep *step = get_step (self);
  g_autoptr (GHashTable) values = NULL;

  if (step != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    values = ls_macro_step_list_values (step, ls_macro_step_area_get_view (self->area),
                                        ls_document_get_model (self->document));
  g_signal_emit (self, values_changed_signal, 0, values);
}

static void
update (LsMacroStepPage *self)
{
  const LsMacroStep *step = get_step (self);
  const gboolean can_step = step != NULL && self->cancellable == NULL;

  gtk_widget_set_sensitive (self->back_button, ls_macro_step_area_can_move (self->area, -1));
  gtk_widget_set_sensitive (self->next_button, ls_macro_step_area_can_move (self->area, 1));
  gtk_widget_set_sensitive (self->earlier_button, can_step && step->index > 0);
  gtk_widget_set_sensitive (self->later_button,
                            can_step && (step->n_steps == 0 || step->index + 1 < step->n_steps));
  gtk_widget_set_sensitive (self->play_button, step != NULL);
}

static void
view_changed_cb (LsMacroStepPage *self)
{
  update (self);
  show_values (self);
}

/* ---- Computing -------------------------------------------------------------------------- */

/* The status label shows how the start of the step was reached. */
static void
tell_step (LsMacroStepPage *self, const LsMacroStep *step)
{
  char time[LS_NUMBER_SIZE];
  g_autofree char *text = ls_macro_step_describe_start (step);

  self->filling = TRUE;
  gtk_entry_set_text (GTK_ENTRY (self->time_entry), ls_number_format_short (step->time, 12, time));
  self->filling = FALSE;
  gtk_label_set_text (GTK_LABEL (self->status_label), text);
}

static void
computed_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (LsMacroStepPage) self = LS_MACRO_STEP_PAGE (user_data);
  g_autoptr (GError) error = NULL;
  GCancellable *cancellable = g_task_get_cancellable (G_TASK (result));
  LsMacroStep *step = ls_macro_step_job_finish (result, &error);

  if (g_application_get_default () != NULL)
    g_application_release (g_application_get_default ());
  /* Another step was requested in the meantime, or the page was destroyed. */
  if (cancellable != self->cancellable)
    {
      g_clear_pointer (&step, ls_macro_step_free);
      return;
    }
  g_clear_object (&self->cancellable);
  gtk_label_set_text (GTK_LABEL (self->status_label), "");
  if (step != NULL)
    tell_step (self, step);
  ls_macro_step_area_set_step (self->area, step, step == NULL ? error->message : NULL);
  if (step != NULL && self->shows_outputs)
    ls_macro_step_area_show_outputs (self->area);
  self->shows_outputs = FALSE;
}

static const LsMethodChoice *
get_choice (GPtrArray *methods, LsMacroStepPage *self)
{
  const int active = gtk_combo_box_get_active (GTK_COMBO_BOX (self->method_combo));

  return methods->len == 0 ? NULL
                           : g_ptr_array_index (methods, CLAMP (active, 0, (int)methods->len - 1));
}

/* (nullable) (transfer full): manual changes of values in the run of this step */
static GArray *
list_changes (LsMacroStepPage *self, const LsMethodChoice *choice, double step)
{
  g_autofree char *wanted = ls_method_choice_to_text (choice);

  for (guint i = 0; self->comparison != NULL && i < ls_comparison_get_n_runs (self->comparison);
       i++)
    {
      LsRun *run = ls_comparison_get_run (self->comparison, i);
      g_autofree char *text = ls_method_choice_to_text (ls_run_get_choice (run));

      if (g_str_equal (text, wanted) && ls_run_get_step_size (run) == step)
        return ls_run_list_changes (run);
    }
  return NULL;
}

static void
order (LsMacroStepPage *self, const LsMethodChoice *choice, double time)
{
  LsModel *model = ls_document_get_model (self->document);
  const LsExperiment *experiment = ls_model_get_experiment (model);
  g_autofree char *origin = NULL, *stop_origin = NULL;
  g_autoptr (GArray) steps = ls_settings_list_step_sizes (self->document, &origin);
  const double step = g_array_index (steps, double, 0);
  g_autoptr (GArray) changes = list_changes (self, choice, step);
  g_autofree char *text = ls_method_choice_to_text (choice);
  /* The number identifies the changes, because they are only ever added. */
  g_autofree char *run
      = g_strdup_printf ("%u %u %s", self->serial, changes != NULL ? changes->len : 0, text);
  const LsMacroWalkSettings settings
      = { .model = model,
          .choice = choice,
          .start = experiment->start_time,
          .stop = ls_settings_get_stop_time (self->document, &stop_origin),
          .step = step,
          .tolerance = experiment->tolerance > 0 ? experiment->tolerance : 0.0,
          .changes = changes };

  if (self->job == NULL)
    self->job = ls_macro_step_job_new ();
  self->cancellable = g_cancellable_new ();
  /* Hold the application while FMU functions are called. */
  if (g_application_get_default () != NULL)
    g_application_hold (g_application_get_default ());
  ls_macro_step_job_look (self->job, self, &settings, run, time, self->cancellable, computed_cb);
}

static void
compute (LsMacroStepPage *self)
{
  g_autoptr (GPtrArray) methods = ls_settings_list_methods (self->document);
  g_autofree char *typed = ls_number_typed_to_c (gtk_entry_get_text (GTK_ENTRY (self->time_entry)));
  double time;

  self->stale = FALSE;
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (ls_model_get_n_components (ls_document_get_model (self->document)) == 0
      || get_choice (methods, self) == NULL)
    {
      ls_macro_step_area_set_step (self->area, NULL,
                                   _ ("What happens within one macro step: inputs, integrations, "
                                      "outputs, residual. Open a model to see it."));
      return;
    }
  if (!ls_number_parse (typed, &time))
    {
      ls_entry_set_problem (GTK_ENTRY (self->time_entry), _ ("Enter a time in seconds."));
      return;
    }
  ls_entry_set_problem (GTK_ENTRY (self->time_entry), NULL);
  order (self, get_choice (methods, self), time);
  gtk_label_set_text (GTK_LABEL (self->status_label), _ ("Computing…"));
  update (self);
}

static void
compute_when_seen (LsMacroStepPage *self)
{
  self->stale = TRUE;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    compute (self);
}

/* ---- Navigation and animation ----------------------------------------------------------- */

static void
stop_playing (LsMacroStepPage *self)
{
  g_clear_handle_id (&self->play_id, g_source_remove);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->play_button), FALSE);
}

static gboolean
play_cb (gpointer user_data)
{
  LsMacroStepPage *self = user_data;
  const double speed = gtk_range_get_value (GTK_RANGE (self->speed));

  if (ls_macro_step_area_advance (self->area, FRAME_TIME * 1e-3 * speed / PHASE_TIME))
    return G_SOURCE_CONTINUE;
  self->play_id = 0;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->play_button), FALSE);
  return G_SOURCE_REMOVE;
}

static void
play_toggled_cb (LsMacroStepPage *self)
{
  if (!gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->play_button)))
    {
      g_clear_handle_id (&self->play_id, g_source_remove);
      return;
    }
  /* At the end, play from the beginning. */
  if (get_step (self) != NULL && !ls_macro_step_area_can_move (self->area, 1))
    ls_macro_step_area_restart (self->area);
  if (self->play_id == 0)
    self->play_id = g_timeout_add (FRAME_TIME, play_cb, self);
}

static void
move_phase (LsMacroStepPage *self, int direction)
{
  stop_playing (self);
  ls_macro_step_area_move (self->area, direction);
}

static void
back_cb (LsMacroStepPage *self)
{
  move_phase (self, -1);
}

static void
next_cb (LsMacroStepPage *self)
{
  move_phase (self, 1);
}

static void
go_to (LsMacroStepPage *self, double time)
{
  char text[LS_NUMBER_SIZE];

  stop_playing (self);
  self->filling = TRUE;
  gtk_entry_set_text (GTK_ENTRY (self->time_entry), ls_number_format_short (time, 12, text));
  self->filling = FALSE;
  compute_when_seen (self);
}

static void
earlier_cb (LsMacroStepPage *self)
{
  const LsMacroStep *step = get_step (self);

  if (step != NULL)
    go_to (self,
           fmax (step->time - 0.5 * step->h,
                 ls_model_get_experiment (ls_document_get_model (self->document))->start_time));
}

static void
later_cb (LsMacroStepPage *self)
{
  const LsMacroStep *step = get_step (self);

  if (step != NULL)
    go_to (self, step->time + 1.5 * step->h);
}

static void
changed_cb (LsMacroStepPage *self)
{
  if (!self->filling && self->document != NULL)
    compute_when_seen (self);
}

static gboolean
key_cb (LsMacroStepPage *self, GdkEventKey *event)
{
  if (event->keyval == GDK_KEY_Right)
    next_cb (self);
  else if (event->keyval == GDK_KEY_Left)
    back_cb (self);
  else if (event->keyval == GDK_KEY_Page_Down)
    later_cb (self);
  else if (event->keyval == GDK_KEY_Page_Up)
    earlier_cb (self);
  else if (event->keyval == GDK_KEY_space)
    gtk_button_clicked (GTK_BUTTON (self->play_button));
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

/* ---- Public functions ------------------------------------------------------------------- */

/* The combo box is as wide as its longest name; the picture shows the full name. */
static void
shorten (char **name)
{
  if (g_utf8_strlen (*name, -1) > MAX_NAME)
    {
      g_autofree char *start = g_utf8_substring (*name, 0, MAX_NAME - 1);

      g_free (*name);
      *name = g_strconcat (start, "…", NULL);
    }
}

static void
list_methods (LsMacroStepPage *self, const char *wanted)
{
  GtkComboBoxText *combo = GTK_COMBO_BOX_TEXT (self->method_combo);
  g_autoptr (GPtrArray) methods = ls_settings_list_methods (self->document);
  const int active = gtk_combo_box_get_active (GTK_COMBO_BOX (combo));
  int chosen = CLAMP (active, 0, (int)methods->len - 1);

  self->filling = TRUE;
  gtk_combo_box_text_remove_all (combo);
  for (guint i = 0; i < methods->len; i++)
    {
      const LsMethodChoice *choice = g_ptr_array_index (methods, i);
      g_autofree char *text = ls_method_choice_to_text (choice);
      const LsCouplingMethod *method = ls_coupling_method_find (choice->method, NULL);
      g_autoptr (LsOptions) options
          = method != NULL ? ls_coupling_method_read_options (choice, NULL) : NULL;
      g_autofree char *name = options != NULL ? ls_coupling_method_make_name (method, options)
                                              : g_strdup (choice->method);

      shorten (&name);
      gtk_combo_box_text_append_text (combo, name);
      if (g_strcmp0 (text, wanted) == 0)
        chosen = (int)i;
    }
  gtk_combo_box_set_active (GTK_COMBO_BOX (combo), chosen);
  self->filling = FALSE;
}

static void
document_changed_cb (LsMacroStepPage *self, guint parts)
{
  if ((parts & (guint) ~(LS_EDIT_GEOMETRY | LS_EDIT_NOTES)) == 0)
    return;
  if ((parts & LS_EDIT_EXPERIMENT) != 0)
    list_methods (self, NULL);
  self->serial++;
  g_clear_pointer (&self->comparison, ls_comparison_unref);
  compute_when_seen (self);
}

void
ls_macro_step_page_set_document (LsMacroStepPage *self, LsDocument *document)
{
  g_return_if_fail (LS_IS_MACRO_STEP_PAGE (self));

  self->document = document;
  list_methods (self, NULL);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

void
ls_macro_step_page_look (LsMacroStepPage *self, const char *method, double time)
{
  g_return_if_fail (LS_IS_MACRO_STEP_PAGE (self));

  list_methods (self, method);
  self->shows_outputs = TRUE;
  go_to (self, time);
}

void
ls_macro_step_page_set_brief (LsMacroStepPage *self, gboolean brief)
{
  g_return_if_fail (LS_IS_MACRO_STEP_PAGE (self));

  gtk_widget_set_visible (self->speed, !brief);
}

void
ls_macro_step_page_set_comparison (LsMacroStepPage *self, LsComparison *comparison)
{
  g_return_if_fail (LS_IS_MACRO_STEP_PAGE (self));

  g_clear_pointer (&self->comparison, ls_comparison_unref);
  self->comparison = ls_comparison_ref (comparison);
}

static void
ls_macro_step_page_map (GtkWidget *widget)
{
  LsMacroStepPage *self = LS_MACRO_STEP_PAGE (widget);

  GTK_WIDGET_CLASS (ls_macro_step_page_parent_class)->map (widget);
  if (self->stale && self->document != NULL)
    compute (self);
  else
    show_values (self);
}

static void
ls_macro_step_page_unmap (GtkWidget *widget)
{
  stop_playing (LS_MACRO_STEP_PAGE (widget));
  GTK_WIDGET_CLASS (ls_macro_step_page_parent_class)->unmap (widget);
  show_values (LS_MACRO_STEP_PAGE (widget));
}

static void
ls_macro_step_page_dispose (GObject *object)
{
  LsMacroStepPage *self = LS_MACRO_STEP_PAGE (object);

  g_clear_handle_id (&self->play_id, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->job, ls_macro_step_job_free);
  g_clear_pointer (&self->comparison, ls_comparison_unref);
  G_OBJECT_CLASS (ls_macro_step_page_parent_class)->dispose (object);
}

#define BIND(child) gtk_widget_class_bind_template_child (widget_class, LsMacroStepPage, child)

static void
ls_macro_step_page_class_init (LsMacroStepPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_macro_step_page_dispose;
  widget_class->map = ls_macro_step_page_map;
  widget_class->unmap = ls_macro_step_page_unmap;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/lockstep/Workbench/macro-step-page.ui");
  BIND (method_combo);
  BIND (time_entry);
  BIND (area);
  BIND (play_button);
  BIND (speed);
  BIND (status_label);
  BIND (earlier_button);
  BIND (later_button);
  BIND (back_button);
  BIND (next_button);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, earlier_cb);
  gtk_widget_class_bind_template_callback (widget_class, later_cb);
  gtk_widget_class_bind_template_callback (widget_class, back_cb);
  gtk_widget_class_bind_template_callback (widget_class, next_cb);
  gtk_widget_class_bind_template_callback (widget_class, play_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, key_cb);
  gtk_widget_class_bind_template_callback (widget_class, view_changed_cb);
  values_changed_signal
      = g_signal_new ("values-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                      NULL, G_TYPE_NONE, 1, G_TYPE_HASH_TABLE);
}

static void
ls_macro_step_page_init (LsMacroStepPage *self)
{
  g_type_ensure (LS_TYPE_MACRO_STEP_AREA);
  gtk_widget_init_template (GTK_WIDGET (self));
  self->stale = TRUE;
  ls_combo_shorten (GTK_COMBO_BOX (self->method_combo), 9); /* beside a lesson */
  ls_label_make_footnote (GTK_LABEL (self->status_label));
  ls_label_add_tooltip (GTK_LABEL (self->status_label));
  gtk_range_set_value (GTK_RANGE (self->speed), 1.0);
}
