#include "app/variations/plan-row.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/base/widgets.h"
#include "core/base/language.h"
#include "core/base/number.h"
#include "core/vary/run-measure.h"
#include "core/vary/varied.h"

#define MAX_POINTS 1000000

struct LsPlanRow
{
  LsDocument *document; /* borrowed */
  char *name;           /* of the parameter; %NULL for a measure */
  guint index;
  char *definition;      /* in the plan, as the row has seen it */
  char *shown;           /* what the row made of @definition */
  GtkWidget *box, *text; /* @text: values, or the measure */
  GtkWidget *low, *high, *logarithmic, *n;
  GtkWidget *problem;
};

static const LsVariationPlan *
get_plan (const LsPlanRow *row)
{
  return ls_model_get_experiment (ls_document_get_model (row->document))->variation;
}

static void
set_problem (LsPlanRow *row, const char *problem)
{
  GtkWidget *const entries[] = { row->text, row->low, row->high };

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    if (entries[i] != NULL)
      ls_entry_set_problem (GTK_ENTRY (entries[i]), problem);
  gtk_label_set_text (GTK_LABEL (row->problem), problem != NULL ? problem : "");
  gtk_widget_set_visible (row->problem, problem != NULL);
}

static char *
get_typed (GtkWidget *entry)
{
  return ls_number_typed_to_c (gtk_entry_get_text (GTK_ENTRY (entry)));
}

char *
ls_plan_row_get_text (const LsPlanRow *row)
{
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;
  guint n;

  if (row->name == NULL)
    return g_strdup (gtk_entry_get_text (GTK_ENTRY (row->text)));
  if (row->low == NULL)
    return g_strdup_printf ("%s=%s", row->name, gtk_entry_get_text (GTK_ENTRY (row->text)));
  low = get_typed (row->low);
  high = get_typed (row->high);
  n = (guint)gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (row->n));
  return n > 1 ? g_strdup_printf (
             "%s=%s:%s%s:%u", row->name, low, high,
             gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (row->logarithmic)) ? ":log" : "", n)
               : g_strdup_printf (
                   "%s=%s:%s%s", row->name, low, high,
                   gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (row->logarithmic)) ? ":log"
                                                                                       : "");
}

/* Whether the model takes it; the reason is shown. */
static gboolean
check (LsPlanRow *row, const char *text)
{
  const LsModel *model = ls_document_get_model (row->document);
  g_autoptr (GError) error = NULL;

  if (row->name != NULL)
    {
      g_autoptr (LsVaried) varied = ls_varied_parse (text, &error);

      if (varied != NULL)
        ls_varied_resolve (varied, model, &error);
    }
  else
    {
      g_autoptr (LsRunMeasure) measure = ls_run_measure_parse (text, &error);

      if (measure != NULL)
        ls_run_measure_resolve (measure, model, &error);
    }
  set_problem (row, error != NULL ? error->message : NULL);
  return error == NULL;
}

/* @definition: of the plan, which the widgets show */
static void
set_shown (LsPlanRow *row, const char *definition)
{
  g_free (row->definition);
  row->definition = g_strdup (definition);
  g_free (row->shown);
  row->shown = ls_plan_row_get_text (row);
}

/* A valid text becomes part of the plan; an invalid one stays in the entry with its reason. */
static void
commit (LsPlanRow *row)
{
  g_autofree char *text = ls_plan_row_get_text (row);
  LsModel *model = ls_document_get_model (row->document);
  g_autoptr (LsExperiment) experiment = ls_experiment_copy (ls_model_get_experiment (model));
  GPtrArray *list
      = row->name != NULL ? experiment->variation->parameters : experiment->variation->measures;

  if (row->index >= list->len || !check (row, text) || strcmp (row->shown, text) == 0)
    return;
  g_free (list->pdata[row->index]);
  list->pdata[row->index] = g_strdup (text);
  set_shown (row, text);
  ls_document_set_experiment (row->document, experiment);
}

static void
typed_cb (LsPlanRow *row)
{
  g_autofree char *text = ls_plan_row_get_text (row);

  check (row, text);
}

static void
commit_cb (LsPlanRow *row)
{
  commit (row);
}

static gboolean
focus_out_cb (LsPlanRow *row)
{
  commit (row);
  return GDK_EVENT_PROPAGATE;
}

/* The editor frees the row. */
static void
remove_cb (LsPlanRow *row)
{
  LsModel *model = ls_document_get_model (row->document);
  g_autoptr (LsExperiment) experiment = ls_experiment_copy (ls_model_get_experiment (model));
  LsVariationPlan *plan = experiment->variation;

  g_ptr_array_remove_index (row->name != NULL ? plan->parameters : plan->measures, row->index);
  ls_document_set_experiment (row->document, experiment);
}

static GtkWidget *
add_entry (LsPlanRow *row, const char *name, const char *text, int width)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_width_chars (GTK_ENTRY (entry), width);
  gtk_entry_set_text (GTK_ENTRY (entry), text);
  ls_widget_set_accessible_name (entry, name);
  gtk_widget_set_tooltip_text (entry, name);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (typed_cb), row);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (commit_cb), row);
  g_signal_connect_swapped (entry, "focus-out-event", G_CALLBACK (focus_out_cb), row);
  gtk_box_pack_start (GTK_BOX (row->box), entry, FALSE, TRUE, 0);
  return entry;
}

static GtkWidget *
add_number (LsPlanRow *row, const char *format, double value)
{
  char text[LS_NUMBER_SIZE];
  g_autofree char *name = g_strdup_printf (format, row->name);
  g_autofree char *shown = ls_number_localise (g_strdup (ls_number_format (value, text)));

  return add_entry (row, name, shown, 7);
}

static void
add_range (LsPlanRow *row, const LsVaried *varied)
{
  g_autofree char *scale = g_strdup_printf (_ ("Logarithmic: %s"), row->name);
  g_autofree char *points = g_strdup_printf (_ ("Points of the grid: %s"), row->name);

  row->low = add_number (row, _ ("Lower end: %s"), varied->low);
  gtk_box_pack_start (GTK_BOX (row->box), gtk_label_new (C_ ("range", "to")), FALSE, TRUE, 0);
  row->high = add_number (row, _ ("Upper end: %s"), varied->high);
  row->logarithmic = gtk_check_button_new_with_label ("log");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (row->logarithmic), varied->logarithmic);
  gtk_widget_set_tooltip_text (row->logarithmic, _ ("Equal factors instead of equal differences"));
  ls_widget_set_accessible_name (row->logarithmic, scale);
  row->n = gtk_spin_button_new_with_range (1, MAX_POINTS, 1);
  gtk_entry_set_width_chars (GTK_ENTRY (row->n), 3);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (row->n), MAX (varied->n, 1));
  gtk_widget_set_tooltip_text (row->n, _ ("Number of points of a grid; 1: left to the program"));
  ls_widget_leave_wheel (row->n);
  ls_widget_set_accessible_name (row->n, points);
  gtk_widget_set_no_show_all (row->n, strcmp (get_plan (row)->sample, "grid") != 0);
  gtk_box_pack_start (GTK_BOX (row->box), row->logarithmic, FALSE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (row->box), row->n, FALSE, TRUE, 0);
  g_signal_connect_swapped (row->logarithmic, "toggled", G_CALLBACK (commit_cb), row);
  g_signal_connect_swapped (row->n, "value-changed", G_CALLBACK (commit_cb), row);
}

static void
add_remove (LsPlanRow *row, const char *name)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic", GTK_ICON_SIZE_MENU);
  g_autofree char *label = g_strdup_printf (_ ("Remove %s"), name);

  gtk_button_set_relief (GTK_BUTTON (button), GTK_RELIEF_NONE);
  gtk_widget_set_tooltip_text (button, label);
  ls_widget_set_accessible_name (button, label);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (remove_cb), row);
  gtk_box_pack_end (GTK_BOX (row->box), button, FALSE, TRUE, 0);
}

static LsPlanRow *
row_new (LsDocument *document, GtkWidget *list, char *name, guint index)
{
  LsPlanRow *row = g_new0 (LsPlanRow, 1);

  row->document = document;
  row->name = name;
  row->index = index;
  row->box = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4));
  row->problem = ls_label_new_wrapped ("", FALSE);
  gtk_label_set_max_width_chars (GTK_LABEL (row->problem), 40);
  gtk_style_context_add_class (gtk_widget_get_style_context (row->problem), "error");
  gtk_widget_set_no_show_all (row->problem, TRUE);
  gtk_box_pack_start (GTK_BOX (list), row->box, FALSE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (list), row->problem, FALSE, TRUE, 0);
  return row;
}

LsPlanRow *
ls_plan_row_new_parameter (LsDocument *document, GtkWidget *list, guint index)
{
  const LsVariationPlan *plan
      = ls_model_get_experiment (ls_document_get_model (document))->variation;
  const char *definition = plan->parameters->pdata[index];
  LsPlanRow *row = row_new (document, list, ls_variation_plan_get_name (plan, index), index);
  GtkWidget *label = gtk_label_new (row->name);
  g_autoptr (LsVaried) varied = ls_varied_parse (definition, NULL);
  g_autofree char *values = g_strdup_printf (_ ("Values: %s"), row->name);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_START);
  gtk_label_set_width_chars (GTK_LABEL (label), 12);
  gtk_widget_set_tooltip_text (label, row->name);
  gtk_box_pack_start (GTK_BOX (row->box), label, TRUE, TRUE, 0);
  if (varied != NULL && varied->values == NULL)
    add_range (row, varied);
  else
    row->text = add_entry (row, values,
                           definition + MIN (strlen (row->name) + 1, strlen (definition)), 18);
  add_remove (row, row->name);
  set_shown (row, definition);
  check (row, definition);
  return row;
}

LsPlanRow *
ls_plan_row_new_measure (LsDocument *document, GtkWidget *list, guint index)
{
  LsModel *model = ls_document_get_model (document);
  const char *definition = ls_model_get_experiment (model)->variation->measures->pdata[index];
  LsPlanRow *row = row_new (document, list, NULL, index);
  g_autofree char *name = g_strdup_printf (_ ("Measure %u"), index + 1);

  row->text = add_entry (row, name, definition, 24);
  gtk_box_set_child_packing (GTK_BOX (row->box), row->text, TRUE, TRUE, 0, GTK_PACK_START);
  add_remove (row, definition);
  set_shown (row, definition);
  check (row, definition);
  return row;
}

static void
disconnect_cb (GtkWidget *widget, gpointer row)
{
  g_signal_handlers_disconnect_by_data (widget, row);
}

/* A focused entry that is destroyed loses the focus: without a row that is no edit. */
void
ls_plan_row_free (LsPlanRow *row)
{
  if (row == NULL)
    return;
  gtk_container_foreach (GTK_CONTAINER (row->box), disconnect_cb, row);
  g_object_unref (row->box);
  g_free (row->definition);
  g_free (row->shown);
  g_free (row->name);
  g_free (row);
}

gboolean
ls_plan_row_is_shown (const LsPlanRow *row)
{
  g_return_val_if_fail (row != NULL, FALSE);

  const LsVariationPlan *plan = get_plan (row);
  const GPtrArray *list = row->name != NULL ? plan->parameters : plan->measures;

  return row->index < list->len && strcmp (row->definition, list->pdata[row->index]) == 0;
}

const char *
ls_plan_row_get_problem (const LsPlanRow *row)
{
  g_return_val_if_fail (row != NULL, NULL);

  return gtk_widget_get_visible (row->problem) ? gtk_label_get_text (GTK_LABEL (row->problem))
                                               : NULL;
}
