#include "app/run/run-bar.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#include "app/run/method-list.h"
#include "app/run/pace-box.h"
#include "app/run/settings.h"
#include "app/base/widgets.h"
#include "core/base/language.h"
#include "core/base/number.h"
#include "core/coupling/coupling.h"
#include "core/master/master.h"

/* More step sizes in one comparison are probably a typing error. */
#define MAX_STEP_SIZES 20

/* Fields, in the order in which errors are reported. */
enum
{
  STEP,
  STOP,
  START,
  TOLERANCE,
  N_FIELDS
};

struct _LsRunBar
{
  GtkBox parent_instance;
  LsDocument *document;
  GtkWidget *method_list;
  gboolean updating;
  char *problems[N_FIELDS]; /* (nullable) */
  GtkWidget *methods_button, *methods_label, *methods_scrolled;
  GtkWidget *step_entry, *step_origin_label, *stop_entry, *stop_origin_label;
  GtkWidget *start_label, *start_entry, *tolerance_label, *tolerance_entry;
  GtkWidget *problem_label, *pace;
};

G_DEFINE_TYPE (LsRunBar, ls_run_bar, GTK_TYPE_BOX)

static guint validity_changed_signal;

const char *
ls_run_bar_get_problem (LsRunBar *self)
{
  g_return_val_if_fail (LS_IS_RUN_BAR (self), NULL);

  for (guint i = 0; i < N_FIELDS; i++)
    if (self->problems[i] != NULL)
      return self->problems[i];
  return ls_pace_box_get_problem (LS_PACE_BOX (self->pace));
}

static void
clear_problems (LsRunBar *self)
{
  for (guint i = 0; i < N_FIELDS; i++)
    g_clear_pointer (&self->problems[i], g_free);
}

static void
show_problem (LsRunBar *self)
{
  const char *problem = ls_run_bar_get_problem (self);

  ls_entry_set_problem (GTK_ENTRY (self->step_entry), self->problems[STEP]);
  ls_entry_set_problem (GTK_ENTRY (self->stop_entry), self->problems[STOP]);
  ls_entry_set_problem (GTK_ENTRY (self->start_entry), self->problems[START]);
  ls_entry_set_problem (GTK_ENTRY (self->tolerance_entry), self->problems[TOLERANCE]);
  gtk_label_set_text (GTK_LABEL (self->problem_label), problem != NULL ? problem : "");
  gtk_widget_set_visible (self->problem_label, problem != NULL);
  gtk_widget_set_tooltip_text (self->problem_label, problem);
  g_signal_emit (self, validity_changed_signal, 0);
}

/* Checks a positive number; @limit: maximum if finite */
static char *
judge (const char *what, const char *text, double limit, double *value)
{
  if (*text == '\0')
    return g_strdup_printf (_ ("%s is empty: enter a number of seconds above 0."), what);
  if (!ls_number_parse_typed (text, value))
    return g_strdup_printf (_ ("%s “%s” is not a number: enter seconds, such as 0.001 or 1e-3."),
                            what, text);
  if (*value <= 0)
    return g_strdup_printf (_ ("%s must be greater than 0 s."), what);
  if (isfinite (limit) && *value > limit)
    return g_strdup_printf (_ ("%s must not be larger than the interval, %g s."), what, limit);
  return NULL;
}

/* Parses "0.1; 0.05" or "0.1 0.05". A comma can be a decimal point: it separates numbers only
 * before a space. @step_sizes: (out caller-allocates): those before the first error */
static char *
judge_step_sizes (const char *text, double limit, GArray *step_sizes)
{
  g_auto (GStrv) parts = g_strsplit_set (text, "; \t", -1);
  char *problem = NULL;
  double value;

  for (guint i = 0; parts[i] != NULL && problem == NULL; i++)
    {
      if (g_str_has_suffix (parts[i], ","))
        parts[i][strlen (parts[i]) - 1] = '\0';
      if (*parts[i] == '\0')
        continue;
      problem = judge (_ ("Step size"), parts[i], limit, &value);
      if (problem == NULL && step_sizes->len == MAX_STEP_SIZES)
        problem = g_strdup_printf (_ ("At most %d step sizes can be compared at once."),
                                   MAX_STEP_SIZES);
      if (problem == NULL)
        g_array_append_val (step_sizes, value);
    }
  if (problem == NULL && step_sizes->len == 0)
    problem = judge (_ ("Step size"), "", limit, &value);
  return problem;
}

/* Start time: not negative. */
static char *
judge_start (const char *text, double *value)
{
  char *problem = NULL;

  if (!ls_number_parse_typed (text, value))
    problem = judge (_ ("Start time"), text, INFINITY, value);
  else if (*value < 0)
    problem = g_strdup_printf (_ ("The start time of %g s is negative."), *value);
  if (problem != NULL)
    *value = NAN;
  return problem;
}

/* A tolerance supported by all chosen methods; empty: none. @value: (out): 0 for none */
static char *
judge_tolerance (LsRunBar *self, double *value)
{
  const char *text = gtk_entry_get_text (GTK_ENTRY (self->tolerance_entry));
  g_autoptr (GPtrArray) methods = ls_settings_list_methods (self->document);

  *value = 0;
  if (*text == '\0')
    return NULL;
  if (!ls_number_parse_typed (text, value) || *value <= 0)
    return g_strdup_printf (_ ("Tolerance “%s” is not a number between 0 and 1 like 1e-4; empty: "
                               "all steps are equal."),
                            text);
  for (guint i = 0; i < methods->len; i++)
    {
      const LsMethodChoice *choice = g_ptr_array_index (methods, i);
      const LsMasterSettings settings = { .method = ls_coupling_method_find (choice->method, NULL),
                                          .stop_time = 1,
                                          .step_size = 1,
                                          .tolerance = NAN,
                                          .relative_tolerance = *value };
      g_autoptr (GError) error = NULL;

      if (settings.method != NULL && !ls_master_check_settings (&settings, &error))
        return g_strdup (error->message);
    }
  return NULL;
}

static const char *
get_typed (GtkWidget *entry)
{
  return gtk_entry_get_text (GTK_ENTRY (entry));
}

static void
validate (LsRunBar *self)
{
  g_autoptr (GArray) step_sizes = g_array_new (FALSE, FALSE, sizeof (double));
  double start = NAN, stop = NAN, tolerance;

  clear_problems (self);
  self->problems[START] = judge_start (get_typed (self->start_entry), &start);
  self->problems[STOP] = judge (_ ("Stop time"), get_typed (self->stop_entry), INFINITY, &stop);
  if (self->problems[STOP] == NULL && stop <= start)
    self->problems[STOP]
        = g_strdup_printf (_ ("Stop time must be after the start time, %g s."), start);
  self->problems[STEP] = judge_step_sizes (
      get_typed (self->step_entry),
      self->problems[STOP] == NULL && isfinite (start) ? stop - start : INFINITY, step_sizes);
  self->problems[TOLERANCE] = judge_tolerance (self, &tolerance);
  show_problem (self);
}

static void
entry_changed_cb (LsRunBar *self)
{
  if (!self->updating)
    validate (self);
}

static void
show_text (GtkWidget *entry, const char *text)
{
  if (!g_str_equal (gtk_entry_get_text (GTK_ENTRY (entry)), text))
    gtk_entry_set_text (GTK_ENTRY (entry), text);
}

static char *
step_sizes_to_text (const GArray *step_sizes)
{
  GString *text = g_string_new (NULL);
  char number[LS_NUMBER_SIZE];

  for (guint i = 0; i < step_sizes->len; i++)
    g_string_append_printf (
        text, "%s%s", i > 0 ? "; " : "",
        ls_number_localise (ls_number_format (g_array_index (step_sizes, double, i), number)));
  return g_string_free (text, FALSE);
}

static void
show_methods (LsRunBar *self)
{
  g_autoptr (GPtrArray) methods = ls_settings_list_methods (self->document);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) whole = g_string_new (NULL); /* one line per method, with its options */

  for (guint i = 0; i < methods->len; i++)
    {
      const LsMethodChoice *choice = g_ptr_array_index (methods, i);
      const LsCouplingMethod *method = ls_coupling_method_find (choice->method, NULL);
      const char *name = method != NULL ? ls_coupling_method_get_name (method) : choice->method;

      g_string_append_printf (text, "%s%s%s", i > 0 ? ", " : "", name,
                              choice->options->len > 0 ? "*" : "");
      g_string_append_printf (whole, "%s%s", i > 0 ? "\n" : "", name);
      for (guint k = 0; k < choice->options->len; k++)
        g_string_append_printf (whole, ", %s", (const char *)choice->options->pdata[k]);
    }
  /* If the button changes its width, GTK moves the popover and does not resize it for expanded
   * options any more: the label is updated when the popover is closed. */
  if (!gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->methods_button)))
    gtk_label_set_text (GTK_LABEL (self->methods_label), text->str);
  gtk_widget_set_tooltip_text (self->methods_button, whole->str);
}

/* Shows the document's values; if an entry is invalid, its text is kept for correction. */
static void
show_experiment (LsRunBar *self)
{
  g_autofree char *step_origin = NULL;
  g_autofree char *stop_origin = NULL;
  g_autoptr (GArray) step_sizes = ls_settings_list_step_sizes (self->document, &step_origin);
  g_autofree char *step_text = step_sizes_to_text (step_sizes);
  double stop_time = ls_settings_get_stop_time (self->document, &stop_origin);
  const LsExperiment *experiment = ls_model_get_experiment (ls_document_get_model (self->document));
  const double tolerance = experiment->tolerance;
  char number[LS_NUMBER_SIZE];

  self->updating = TRUE;
  show_text (self->step_entry, step_text);
  show_text (self->stop_entry, ls_number_localise (ls_number_format (stop_time, number)));
  show_text (self->start_entry,
             ls_number_localise (ls_number_format (experiment->start_time, number)));
  show_text (self->tolerance_entry,
             tolerance > 0 ? ls_number_localise (ls_number_format (tolerance, number)) : "");
  self->updating = FALSE;
  gtk_label_set_text (GTK_LABEL (self->step_origin_label), step_origin);
  gtk_label_set_text (GTK_LABEL (self->stop_origin_label), stop_origin);
  gtk_widget_set_tooltip_text (self->step_origin_label, step_origin);
  gtk_widget_set_tooltip_text (self->stop_origin_label, stop_origin);
  show_methods (self);
  validate (self);
}

static void
document_changed_cb (LsRunBar *self, guint parts)
{
  if ((parts & (LS_EDIT_EXPERIMENT | LS_EDIT_COMPONENTS)) == 0)
    return;
  if (ls_run_bar_get_problem (self) == NULL)
    {
      show_experiment (self);
      return;
    }
  /* Another method may support the typed tolerance. */
  show_methods (self);
  validate (self);
}

static void
model_replaced_cb (LsRunBar *self)
{
  clear_problems (self);
}

static gboolean
are_equal (const GArray *a, const GArray *b)
{
  return a->len == b->len && memcmp (a->data, b->data, a->len * sizeof (double)) == 0;
}

/* Each value is one undo step; an invalid entry does not change its value. */
gboolean
ls_run_bar_commit (LsRunBar *self)
{
  g_return_val_if_fail (LS_IS_RUN_BAR (self), FALSE);

  g_autofree char *origin = NULL;
  g_autofree char *other = NULL;
  g_autoptr (GArray) typed = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) present = ls_settings_list_step_sizes (self->document, &other);
  const LsExperiment *experiment = ls_model_get_experiment (ls_document_get_model (self->document));
  double stop = NAN, start = NAN, tolerance = 0;

  validate (self);
  /* Read all entries first: setting one value resets the others to the document's values. */
  if (self->problems[STEP] == NULL)
    g_free (judge_step_sizes (get_typed (self->step_entry), INFINITY, typed));
  if (self->problems[STOP] == NULL)
    ls_number_parse_typed (get_typed (self->stop_entry), &stop);
  if (self->problems[START] == NULL)
    ls_number_parse_typed (get_typed (self->start_entry), &start);
  if (self->problems[TOLERANCE] == NULL)
    g_free (judge_tolerance (self, &tolerance));
  else
    tolerance = experiment->tolerance;
  if (isfinite (start) && start != experiment->start_time)
    ls_settings_set_start_time (self->document, start);
  if (isfinite (stop) && stop != ls_settings_get_stop_time (self->document, &origin))
    ls_settings_set_stop_time (self->document, stop);
  if (typed->len > 0 && !are_equal (typed, present))
    ls_settings_set_step_sizes (self->document, typed);
  if (tolerance != fmax (experiment->tolerance, 0))
    ls_settings_set_tolerance (self->document, tolerance);
  return ls_run_bar_get_problem (self) == NULL;
}

static void
entry_activate_cb (LsRunBar *self)
{
  ls_run_bar_commit (self);
}

static gboolean
entry_focus_out_cb (LsRunBar *self)
{
  if (self->document != NULL)
    ls_run_bar_commit (self);
  return GDK_EVENT_PROPAGATE;
}

static void
methods_toggled_cb (LsRunBar *self)
{
  if (self->method_list == NULL)
    return;
  if (!gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->methods_button)))
    {
      show_methods (self);
      return;
    }
  ls_method_list_refresh (LS_METHOD_LIST (self->method_list));
  /* The widget that got the focus with the popover was destroyed. */
  gtk_widget_child_focus (self->method_list, GTK_DIR_TAB_FORWARD);
}

void
ls_run_bar_set_document (LsRunBar *self, LsDocument *document)
{
  g_return_if_fail (self->document == NULL);

  self->document = g_object_ref (document);
  self->method_list = ls_method_list_new (document);
  gtk_container_add (GTK_CONTAINER (self->methods_scrolled), self->method_list);
  gtk_widget_set_margin_end (self->method_list, 12);
  gtk_widget_show_all (self->methods_scrolled);
  /* Tab scrolls to the focused child. */
  gtk_container_set_focus_vadjustment (
      GTK_CONTAINER (self->method_list),
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->methods_scrolled)));
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "model-replaced", G_CALLBACK (model_replaced_cb), self,
                           G_CONNECT_SWAPPED);
  show_experiment (self);
}

void
ls_run_bar_set_brief (LsRunBar *self, gboolean brief)
{
  g_return_if_fail (LS_IS_RUN_BAR (self));

  gtk_widget_set_visible (self->step_origin_label, !brief);
  gtk_widget_set_visible (self->stop_origin_label, !brief);
  gtk_widget_set_visible (self->start_label, !brief);
  gtk_widget_set_visible (self->start_entry, !brief);
  gtk_widget_set_visible (self->tolerance_label, !brief);
  gtk_widget_set_visible (self->tolerance_entry, !brief);
  gtk_widget_set_visible (self->pace, !brief);
}

double
ls_run_bar_get_pace (LsRunBar *self)
{
  g_return_val_if_fail (LS_IS_RUN_BAR (self), 0);

  return ls_pace_box_get (LS_PACE_BOX (self->pace));
}

void
ls_run_bar_show_methods (LsRunBar *self)
{
  g_return_if_fail (LS_IS_RUN_BAR (self));

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->methods_button), TRUE);
}

static void
ls_run_bar_finalize (GObject *object)
{
  LsRunBar *self = LS_RUN_BAR (object);

  clear_problems (self);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (ls_run_bar_parent_class)->finalize (object);
}

static void
ls_run_bar_class_init (LsRunBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_run_bar_finalize;
  g_type_ensure (LS_TYPE_PACE_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/lockstep/Workbench/run-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, LsRunBar, methods_button);
  gtk_widget_class_bind_template_child (widget_class, LsRunBar, methods_label);
  gtk_widget_class_bind_template_child (widget_class, LsRunBar, methods_scrolled);
  gtk_widget_class_bind_template_child (widget_class, LsRunBar, step_entry);
  gtk_widget_class_bind_template_child (widget_class, LsRunBar, step_origin_label);
  gtk_widget_class_bind_template_child (widget_class, LsRunBar, stop_entry);
  gtk_widget_class_bind_template_child (widget_class, LsRunBar, stop_origin_label);
  gtk_widget_class_bind_template_child (widget_class, LsRunBar, start_label);
  gtk_widget_class_bind_template_child (widget_class, LsRunBar, start_entry);
  gtk_widget_class_bind_template_child (widget_class, LsRunBar, tolerance_label);
  gtk_widget_class_bind_template_child (widget_class, LsRunBar, tolerance_entry);
  gtk_widget_class_bind_template_child (widget_class, LsRunBar, problem_label);
  gtk_widget_class_bind_template_child (widget_class, LsRunBar, pace);
  gtk_widget_class_bind_template_callback (widget_class, entry_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_focus_out_cb);
  gtk_widget_class_bind_template_callback (widget_class, methods_toggled_cb);
  validity_changed_signal = g_signal_new ("validity-changed", G_TYPE_FROM_CLASS (klass),
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_run_bar_init (LsRunBar *self)
{
  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_swapped (self->pace, "changed", G_CALLBACK (show_problem), self);
  self->updating = FALSE;
}
