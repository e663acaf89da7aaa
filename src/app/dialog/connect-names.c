#include "app/dialog/connect-names.h"
#include <glib/gi18n-lib.h>
#include "app/document/equal-names.h"
#include "app/base/widgets.h"

/* Maximum number of check boxes; calling the dialog again shows the others. */
#define MAX_ROWS 300

typedef struct
{
  GtkWidget *dialog;
  LsDocument *document;
  GPtrArray *suggestions; /* LsSuggestion */
  GPtrArray *checks;      /* GtkCheckButton, of the dialog */
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  g_object_unref (self->document);
  g_ptr_array_unref (self->suggestions);
  g_ptr_array_unref (self->checks);
  g_free (self);
}

static gboolean
is_ticked (Question *self, guint index)
{
  return gtk_toggle_button_get_active (g_ptr_array_index (self->checks, index));
}

static void
update_button (Question *self)
{
  gboolean any = FALSE;

  for (guint i = 0; i < self->checks->len; i++)
    any = any || is_ticked (self, i);
  gtk_dialog_set_response_sensitive (GTK_DIALOG (self->dialog), GTK_RESPONSE_ACCEPT, any);
}

/* An input has one source: ticking one output unticks the others. */
static void
toggled_cb (Question *self, GtkToggleButton *button)
{
  const LsSuggestion *chosen;
  guint index;

  if (gtk_toggle_button_get_active (button) && g_ptr_array_find (self->checks, button, &index))
    {
      chosen = g_ptr_array_index (self->suggestions, index);
      for (guint i = 0; i < self->checks->len; i++)
        {
          const LsSuggestion *other = g_ptr_array_index (self->suggestions, i);

          if (i != index && other->to == chosen->to && g_str_equal (other->input, chosen->input))
            gtk_toggle_button_set_active (g_ptr_array_index (self->checks, i), FALSE);
        }
    }
  update_button (self);
}

/* "Real [m], same name" */
static char *
describe (LsModel *model, const LsSuggestion *suggestion)
{
  static const char *const reasons[]
      = { N_ ("same name"), N_ ("name of the component"), N_ ("the only output in this unit") };
  const LsVariable *input = ls_component_find_variable (
      ls_model_find_component (model, suggestion->to), suggestion->input);
  g_autofree char *unit
      = input->unit_name != NULL ? g_strdup_printf (" [%s]", input->unit_name) : g_strdup ("");

  return g_strdup_printf ("%s%s, %s", ls_type_name (input->type), unit,
                          _ (reasons[suggestion->reason]));
}

static void
add_checks (Question *self, GtkWidget *box)
{
  LsModel *model = ls_document_get_model (self->document);

  for (guint i = 0; i < self->suggestions->len && i < MAX_ROWS; i++)
    {
      const LsSuggestion *suggestion = g_ptr_array_index (self->suggestions, i);
      g_autofree char *text = g_strdup_printf (
          "%s.%s → %s.%s", ls_model_find_component (model, suggestion->from)->name,
          suggestion->output, ls_model_find_component (model, suggestion->to)->name,
          suggestion->input);
      GtkWidget *check = gtk_check_button_new_with_label (text);

      g_autofree char *why = describe (model, suggestion);
      GtkWidget *reason = gtk_label_new (why);

      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (check), suggestion->alone);
      g_ptr_array_add (self->checks, check);
      atk_object_set_description (gtk_widget_get_accessible (check), why);
      gtk_style_context_add_class (gtk_widget_get_style_context (reason), "dim-label");
      gtk_label_set_xalign (GTK_LABEL (reason), 0);
      gtk_grid_attach (GTK_GRID (box), check, 0, (int)i, 1, 1);
      gtk_grid_attach (GTK_GRID (box), reason, 1, (int)i, 1, 1);
    }
  for (guint i = 0; i < self->checks->len; i++)
    g_signal_connect_swapped (g_ptr_array_index (self->checks, i), "toggled",
                              G_CALLBACK (toggled_cb), self);
}

static void
connect_ticked (Question *self)
{
  ls_document_begin_group (self->document, _ ("Connect Automatically"));
  for (guint i = 0; i < self->checks->len; i++)
    {
      const LsSuggestion *suggestion = g_ptr_array_index (self->suggestions, i);

      if (is_ticked (self, i))
        ls_document_connect (self->document, suggestion->from, suggestion->output, suggestion->to,
                             suggestion->input, NULL);
    }
  ls_document_end_group (self->document);
}

static void
response_cb (Question *self, int response)
{
  if (response == GTK_RESPONSE_ACCEPT)
    connect_ticked (self);
  gtk_widget_destroy (self->dialog);
}

static void
add_content (Question *self)
{
  GtkWidget *area = gtk_dialog_get_content_area (GTK_DIALOG (self->dialog));
  GtkWidget *scrolled = gtk_scrolled_window_new (NULL, NULL);
  GtkWidget *box = gtk_grid_new ();
  GtkWidget *label = ls_label_new_wrapped (
      self->suggestions->len > 0
          ? _ ("These outputs match open inputs by name, type and unit. If several match the "
               "same input, none is ticked.")
          : _ ("No open input has an output that matches by name, or as the only one by unit."),
      FALSE);

  gtk_grid_set_column_spacing (GTK_GRID (box), 18);
  gtk_grid_set_row_spacing (GTK_GRID (box), 3);
  gtk_box_set_spacing (GTK_BOX (area), 12);
  gtk_container_set_border_width (GTK_CONTAINER (area), 12);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 60);
  gtk_container_add (GTK_CONTAINER (area), label);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 400);
  gtk_scrolled_window_set_max_content_width (GTK_SCROLLED_WINDOW (scrolled), 700);
  add_checks (self, box);
  gtk_container_add (GTK_CONTAINER (scrolled), box);
  gtk_container_add (GTK_CONTAINER (area), scrolled);
  gtk_widget_show_all (area);
  gtk_widget_set_visible (scrolled, self->suggestions->len > 0);
}

GtkWidget *
ls_connect_names_show (GtkWindow *parent, LsDocument *document)
{
  Question *self = g_new0 (Question, 1);

  g_return_val_if_fail (GTK_IS_WINDOW (parent) && LS_IS_DOCUMENT (document), NULL);
  self->document = g_object_ref (document);
  self->suggestions = ls_equal_names_list (ls_document_get_model (document), MAX_ROWS);
  self->checks = g_ptr_array_new ();
  self->dialog = gtk_dialog_new_with_buttons (_ ("Connect Automatically"), parent,
                                              GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                              _ ("_Close"), GTK_RESPONSE_CANCEL, NULL);
  if (self->suggestions->len > 0)
    {
      gtk_dialog_add_button (GTK_DIALOG (self->dialog), _ ("C_onnect"), GTK_RESPONSE_ACCEPT);
      gtk_dialog_set_default_response (GTK_DIALOG (self->dialog), GTK_RESPONSE_ACCEPT);
    }
  add_content (self);
  if (self->suggestions->len > 0)
    update_button (self);
  g_object_set_data_full (G_OBJECT (self->dialog), "question", self, question_free);
  g_signal_connect_swapped (self->dialog, "response", G_CALLBACK (response_cb), self);
  gtk_window_present (GTK_WINDOW (self->dialog));
  return self->dialog;
}
