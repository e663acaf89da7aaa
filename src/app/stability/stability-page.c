#include "app/stability/stability-page.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/base/parameter-button.h"
#include "app/base/report.h"
#include "app/run/settings.h"
#include "app/stability/stability-area.h"
#include "app/stability/stability-job.h"
#include "app/base/widgets.h"
#include "core/base/language.h"

/* Points along the axes: fine enough to look smooth, few enough for interactive updates. */
#define N_STEPS 90u
#define N_VALUES 60u
/* Delay after the last edit before computing, ms. */
#define DELAY 250
/* Initial ranges relative to the step and the parameter value of the model. */
#define STEPS_BELOW 10.0
#define STEPS_ABOVE 100.0
#define VALUE_SPAN 100.0

struct _LsStabilityPage
{
  GtkBox parent_instance;
  LsDocument *document;
  LsStabilityJob *job;   /* (nullable): running */
  LsStabilityJob *shown; /* (nullable): job whose map is shown */
  guint compute_id;
  char *refused;     /* (nullable): why methods are omitted, for the status */
  gboolean stale;    /* the map does not match the present model */
  gboolean unlisted; /* the list of parameters is outdated */
  gboolean filling;  /* entries are being set by the program */
  gboolean steps_logarithmic, values_logarithmic;

  GtkWidget *step_from_entry, *step_to_entry, *value_from_entry, *value_to_entry;
  GtkWidget *parameter_button, *unit_label, *status_label, *open_button, *area;
};

G_DEFINE_TYPE (LsStabilityPage, ls_stability_page, GTK_TYPE_BOX)

static guint case_opened_signal;

/* ---- The parameter ---------------------------------------------------------------------- */

/* (nullable): "left.c" */
static const char *
get_parameter (LsStabilityPage *self)
{
  return ls_parameter_button_get_active (LS_PARAMETER_BUTTON (self->parameter_button));
}

/* Component and variable of "left.c". */
static const LsVariable *
find_variable (LsStabilityPage *self, const char *parameter, const LsComponent **component)
{
  LsModel *model = ls_document_get_model (self->document);

  for (guint i = 0; parameter != NULL && i < ls_model_get_n_components (model); i++)
    {
      const gsize length = strlen (ls_model_get_component (model, i)->name);

      *component = ls_model_get_component (model, i);
      if (strncmp (parameter, (*component)->name, length) == 0 && parameter[length] == '.')
        {
          const LsVariable *variable
              = ls_component_find_variable (*component, parameter + length + 1);

          if (variable != NULL)
            return variable;
        }
    }
  return NULL;
}

/* Value in the model; NaN without a parameter. */
static double
get_value (LsStabilityPage *self, const char *parameter)
{
  const LsComponent *component;
  const LsVariable *variable = find_variable (self, parameter, &component);
  const char *text = variable != NULL ? ls_model_get_value (ls_document_get_model (self->document),
                                                            component->id, variable->name)
                                      : NULL;
  double value;

  return text != NULL && ls_number_parse (text, &value) ? value : NAN;
}

static gboolean
is_parameter (const LsVariable *variable)
{
  return variable->causality == LS_CAUSALITY_PARAMETER && variable->type == LS_TYPE_REAL;
}

static GPtrArray *
list_parameters (gpointer user_data)
{
  LsStabilityPage *self = user_data;

  return ls_model_list_settable (ls_document_get_model (self->document), is_parameter);
}

/* ---- Ranges ----------------------------------------------------------------------------- */

static void
fill (LsStabilityPage *self, GtkWidget *entry, double value)
{
  char text[LS_NUMBER_SIZE];

  self->filling = TRUE;
  gtk_entry_set_text (GTK_ENTRY (entry), ls_number_show (value, 4, text));
  self->filling = FALSE;
}

static double
get_step_size (LsStabilityPage *self)
{
  g_autofree char *origin = NULL;
  g_autoptr (GArray) steps = ls_settings_list_step_sizes (self->document, &origin);

  return g_array_index (steps, double, 0);
}

static void
fill_steps (LsStabilityPage *self)
{
  const double h = get_step_size (self);

  fill (self, self->step_from_entry, h / STEPS_BELOW);
  fill (self, self->step_to_entry, h * STEPS_ABOVE);
}

static void
fill_values (LsStabilityPage *self)
{
  const char *parameter = get_parameter (self);
  const LsComponent *component;
  const LsVariable *variable = find_variable (self, parameter, &component);
  const double value = get_value (self, parameter);
  const gboolean is_positive = value > 0.0;

  gtk_widget_set_sensitive (self->value_from_entry, variable != NULL);
  gtk_widget_set_sensitive (self->value_to_entry, variable != NULL);
  gtk_label_set_text (GTK_LABEL (self->unit_label),
                      variable != NULL && variable->unit_name != NULL ? variable->unit_name : "");
  if (variable == NULL || !isfinite (value))
    return;
  fill (self, self->value_from_entry,
        fmax (is_positive ? value / VALUE_SPAN : value - 1.0, variable->min));
  fill (self, self->value_to_entry,
        fmin (is_positive ? value * VALUE_SPAN : value + 1.0, variable->max));
}

/* Reads a range as "FROM:TO:N". Returns: (transfer full): %NULL if invalid, which is shown at the
 * entries */
static double *
read_range (GtkWidget *from, GtkWidget *to, gboolean positive, guint *n, gboolean *logarithmic)
{
  g_autofree char *a = ls_number_typed_to_c (gtk_entry_get_text (GTK_ENTRY (from)));
  g_autofree char *b = ls_number_typed_to_c (gtk_entry_get_text (GTK_ENTRY (to)));
  g_autofree char *text = g_strdup_printf ("%s:%s", a, b);
  const char *problem = NULL;
  double *range = NULL;
  double first, last;

  if (!ls_number_parse (a, &first) || !ls_number_parse (b, &last))
    problem = _ ("Both bounds must be numbers.");
  else if (positive && first <= 0.0)
    problem = _ ("Macro steps must be greater than 0 s.");
  else if (first >= last)
    problem = _ ("The lower bound must be less than the upper one.");
  else
    range = ls_stability_make_range (text, *n, n, logarithmic, NULL);
  ls_entry_set_problem (GTK_ENTRY (from), problem);
  ls_entry_set_problem (GTK_ENTRY (to), problem);
  return range;
}

/* ---- Computing -------------------------------------------------------------------------- */

static void
set_status (LsStabilityPage *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->status_label), text);
}

static void
drop_job (LsStabilityPage *self)
{
  if (self->job == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->job, self);
  ls_stability_job_cancel (self->job);
  g_clear_object (&self->job);
}

static void
show_text (LsStabilityPage *self, const char *text)
{
  ls_stability_area_show (LS_STABILITY_AREA (self->area), NULL, NULL, NAN, NAN, text);
  g_clear_object (&self->shown);
  set_status (self, "");
}

static void
progress_cb (LsStabilityPage *self)
{
  g_autofree char *text
      = g_strdup_printf (_ ("Computing: %.0f %%"), 100 * ls_stability_job_get_fraction (self->job));

  set_status (self, text);
}

static char *
title_parameter (LsStabilityPage *self, const char *parameter)
{
  const LsComponent *component;
  const LsVariable *variable = find_variable (self, parameter, &component);

  return variable != NULL && variable->unit_name != NULL
             ? g_strdup_printf ("%s [%s]", parameter, variable->unit_name)
             : g_strdup (parameter);
}

static void
ended_cb (LsStabilityPage *self)
{
  g_autoptr (LsStabilityJob) job = g_steal_pointer (&self->job);
  const GError *error;
  const LsStability *stability = ls_stability_job_get_result (job, &error);
  const char *parameter = stability != NULL ? ls_stability_get_parameter (stability) : NULL;
  g_autofree char *title = title_parameter (self, parameter);
  const LsStabilityLook look = { .steps_logarithmic = self->steps_logarithmic,
                                 .values_logarithmic = self->values_logarithmic,
                                 .parameter_title = title };
  g_autofree char *note = NULL;

  g_signal_handlers_disconnect_by_data (job, self);
  if (stability == NULL)
    {
      show_text (self, error->message);
      return;
    }
  note = ls_stability_describe_loops (stability);
  ls_stability_area_show (LS_STABILITY_AREA (self->area), stability, &look, get_step_size (self),
                          get_value (self, parameter), NULL);
  g_clear_object (&self->shown);
  self->shown = g_steal_pointer (&job);
  set_status (
      self, self->refused != NULL ? self->refused
            : note != NULL        ? note
            : parameter != NULL   ? _ (
                    "Point at the map to see the growth of errors. The ring marks the present model.")
                                : _ ("Choose a parameter for a map."));
}

/* Methods of the document that support stability analysis; the reasons for omitted ones go to the
 * status. Returns: (transfer full): empty with @error */
static GPtrArray *
list_methods (LsStabilityPage *self, GError **error)
{
  g_autoptr (GPtrArray) all = ls_settings_list_methods (self->document);
  GPtrArray *told = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_method_choice_free);
  GError *first = NULL;

  g_clear_pointer (&self->refused, g_free);
  for (guint i = 0; i < all->len; i++)
    {
      const LsMethodChoice *choice = g_ptr_array_index (all, i);
      g_autoptr (GError) why = NULL;
      char *text;

      if (ls_stability_check_method (choice, ls_document_get_model (self->document), &why))
        {
          g_ptr_array_add (told, ls_method_choice_copy (choice));
          continue;
        }
      text = self->refused != NULL ? g_strdup_printf ("%s %s", self->refused, why->message)
                                   : g_strdup (why->message);
      g_free (self->refused);
      self->refused = text;
      if (first == NULL)
        first = g_steal_pointer (&why);
    }
  if (told->len == 0 && first != NULL)
    g_propagate_error (error, g_steal_pointer (&first));
  g_clear_error (&first);
  return told;
}

static LsStability *
make_stability (LsStabilityPage *self, GError **error)
{
  const char *parameter = get_parameter (self);
  g_autoptr (GPtrArray) methods = NULL;
  guint n_steps = N_STEPS, n_values = N_VALUES;
  g_autofree double *values = NULL;
  g_autofree double *steps = read_range (self->step_from_entry, self->step_to_entry, TRUE, &n_steps,
                                         &self->steps_logarithmic);

  if (parameter != NULL)
    values = read_range (self->value_from_entry, self->value_to_entry, FALSE, &n_values,
                         &self->values_logarithmic);
  if (steps == NULL || (parameter != NULL && values == NULL))
    return NULL;
  if (!ls_model_check (ls_document_get_model (self->document), error))
    return NULL;
  methods = list_methods (self, error);
  if (methods->len == 0)
    return NULL;
  return ls_stability_new (ls_document_get_model (self->document), methods, steps, n_steps,
                           parameter, values, n_values, error);
}

static void
compute (LsStabilityPage *self)
{
  g_autoptr (GError) error = NULL;
  LsModel *model = ls_document_get_model (self->document);
  g_autofree char *origin = NULL;
  LsStability *stability;

  self->stale = FALSE;
  drop_job (self);
  if (ls_model_get_n_components (model) == 0)
    {
      show_text (self,
                 _ ("Shows the stable macro steps of each method. Requires linear components."));
      return;
    }
  stability = make_stability (self, &error);
  if (stability == NULL)
    {
      show_text (self, error != NULL ? error->message : _ ("Correct the marked ranges."));
      return;
    }
  self->job = ls_stability_job_new (stability, ls_model_get_experiment (model)->start_time,
                                    ls_settings_get_stop_time (self->document, &origin));
  g_signal_connect_swapped (self->job, "progress", G_CALLBACK (progress_cb), self);
  g_signal_connect_swapped (self->job, "ended", G_CALLBACK (ended_cb), self);
  set_status (self, _ ("Computing…"));
  ls_stability_job_start (self->job);
}

static gboolean
compute_cb (gpointer user_data)
{
  LsStabilityPage *self = user_data;

  self->compute_id = 0;
  compute (self);
  return G_SOURCE_REMOVE;
}

/* Computes after the last edit, and only while the page is mapped. */
static void
compute_soon (LsStabilityPage *self)
{
  self->stale = TRUE;
  g_clear_handle_id (&self->compute_id, g_source_remove);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->compute_id = g_timeout_add (DELAY, compute_cb, self);
}

/* ---- Signals ---------------------------------------------------------------------------- */

static void
changed_cb (LsStabilityPage *self)
{
  if (!self->filling && self->document != NULL)
    compute_soon (self);
}

static void
parameter_changed_cb (LsStabilityPage *self)
{
  if (self->filling || self->document == NULL)
    return;
  fill_values (self);
  compute_soon (self);
}

/* Updates the list now if the page is mapped, else when it is. */
static void
list_soon (LsStabilityPage *self)
{
  self->unlisted = TRUE;
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  self->unlisted = FALSE;
  ls_parameter_button_update (LS_PARAMETER_BUTTON (self->parameter_button));
  if (get_parameter (self) == NULL)
    fill_values (self);
}

static void
document_changed_cb (LsStabilityPage *self, guint parts)
{
  if ((parts & (guint)~LS_EDIT_GEOMETRY) == 0)
    return;
  if ((parts & LS_EDIT_COMPONENTS) != 0)
    list_soon (self);
  else if (get_parameter (self) == NULL)
    fill_values (self);
  compute_soon (self);
}

static void
model_replaced_cb (LsStabilityPage *self)
{
  drop_job (self);
  show_text (self, NULL);
  list_soon (self);
  fill_steps (self);
  fill_values (self);
  compute_soon (self);
}

static void
cell_changed_cb (LsStabilityPage *self)
{
  guint method, value, step, n;
  const gboolean has_cell
      = ls_stability_area_get_cell (LS_STABILITY_AREA (self->area), &method, &value, &step);
  const GError *error;
  LsStability *stability;
  g_autofree char *label = NULL;
  g_autofree char *text = NULL;
  char h[LS_NUMBER_SIZE], at[LS_NUMBER_SIZE], factor[LS_NUMBER_SIZE];
  double radius;

  gtk_widget_set_sensitive (self->open_button, has_cell);
  if (!has_cell || self->shown == NULL)
    return;
  stability = ls_stability_job_get_result (self->shown, &error);
  label = ls_stability_make_name (stability, method);
  radius = ls_stability_get_radius (stability, method, value, step);
  /* Translators: method, step, parameter, its value; then by how much errors grow. */
  text = g_strdup_printf (_ ("%s, h = %s s, %s = %s: one step multiplies errors by %s: %s"), label,
                          ls_number_display (ls_stability_get_steps (stability, &n)[step], 4, h),
                          ls_stability_get_parameter (stability),
                          ls_number_display (ls_stability_get_values (stability, &n)[value], 4, at),
                          ls_number_display (radius, 5, factor),
                          ls_stability_is_stable (stability, method, value, step) ? _ ("stable")
                                                                                  : _ ("unstable"));
  set_status (self, text);
  atk_object_set_description (gtk_widget_get_accessible (self->status_label), text);
}

/* Applies step and value to the model, as one undo step. */
static gboolean
take_case (
    LsStabilityPage *self, const LsStability *stability, guint value, guint step, GError **error)
{
  const LsComponent *component;
  const LsVariable *variable
      = find_variable (self, ls_stability_get_parameter (stability), &component);
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (double));
  char text[LS_NUMBER_SIZE];
  double h, chosen;
  guint n;

  if (variable == NULL)
    return TRUE;
  /* Rounded: 16 digits of a cell's centre would be meaningless. */
  ls_number_parse (ls_number_format_short (ls_stability_get_steps (stability, &n)[step], 4, text),
                   &h);
  g_array_append_val (steps, h);
  chosen = ls_stability_get_values (stability, &n)[value];
  ls_document_begin_group (self->document, _ ("Apply Point"));
  ls_settings_set_step_sizes (self->document, steps);
  if (ls_document_set_value (self->document, component->id, variable->name,
                             ls_number_format_short (chosen, 4, text), error))
    {
      ls_document_end_group (self->document);
      return TRUE;
    }
  ls_document_cancel_group (self->document);
  return FALSE;
}

static void
open_case_cb (LsStabilityPage *self)
{
  guint method, value, step;
  g_autoptr (GError) error = NULL;
  const GError *problem;

  if (self->shown == NULL
      || !ls_stability_area_get_cell (LS_STABILITY_AREA (self->area), &method, &value, &step))
    return;
  if (!take_case (self, ls_stability_job_get_result (self->shown, &problem), value, step, &error))
    {
      ls_report_problem (GTK_WIDGET (self), _ ("Could not apply this point"), error->message);
      return;
    }
  g_signal_emit (self, case_opened_signal, 0);
}

void
ls_stability_page_set_document (LsStabilityPage *self, LsDocument *document)
{
  g_return_if_fail (self->document == NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "model-replaced", G_CALLBACK (model_replaced_cb), self,
                           G_CONNECT_SWAPPED);
  model_replaced_cb (self);
}

void
ls_stability_page_stop (LsStabilityPage *self)
{
  g_return_if_fail (LS_IS_STABILITY_PAGE (self));

  g_clear_handle_id (&self->compute_id, g_source_remove);
  drop_job (self);
}

static void
ls_stability_page_map (GtkWidget *widget)
{
  LsStabilityPage *self = LS_STABILITY_PAGE (widget);

  GTK_WIDGET_CLASS (ls_stability_page_parent_class)->map (widget);
  if (self->unlisted && self->document != NULL)
    list_soon (self);
  if (self->stale && self->document != NULL)
    compute_soon (self);
}

static void
ls_stability_page_dispose (GObject *object)
{
  LsStabilityPage *self = LS_STABILITY_PAGE (object);

  ls_stability_page_stop (self);
  g_clear_object (&self->shown);
  g_clear_object (&self->document);
  g_clear_pointer (&self->refused, g_free);
  G_OBJECT_CLASS (ls_stability_page_parent_class)->dispose (object);
}

#define BIND(child) gtk_widget_class_bind_template_child (widget_class, LsStabilityPage, child)

static void
ls_stability_page_class_init (LsStabilityPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_stability_page_dispose;
  widget_class->map = ls_stability_page_map;
  g_type_ensure (LS_TYPE_STABILITY_AREA);
  g_type_ensure (LS_TYPE_PARAMETER_BUTTON);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/lockstep/Workbench/stability-page.ui");
  BIND (step_from_entry);
  BIND (step_to_entry);
  BIND (value_from_entry);
  BIND (value_to_entry);
  BIND (parameter_button);
  BIND (unit_label);
  BIND (status_label);
  BIND (open_button);
  BIND (area);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, parameter_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, cell_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, open_case_cb);
  case_opened_signal = g_signal_new ("case-opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_stability_page_init (LsStabilityPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_label_add_tooltip (GTK_LABEL (self->status_label));
  ls_parameter_button_set_source (LS_PARAMETER_BUTTON (self->parameter_button), list_parameters,
                                  self);
}
