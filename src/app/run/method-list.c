#include "app/run/method-list.h"
#include <glib/gi18n-lib.h>
#include "app/run/settings.h"
#include "app/base/widgets.h"
#include "core/base/language.h"
#include "core/coupling/coupling.h"

/* Rows: the methods chosen in the document, then the other methods. */
#define PROBLEM "problem-label" /* of an entry */

typedef struct
{
  LsMethodList *list;
  const LsCouplingMethod *method;
  LsMethodChoice *choice;
  LsOptions *options;
  gboolean chosen;
  char *problem; /* (nullable): why options in the model are invalid */
  GtkWidget *check, *label;
  GtkWidget *explanations; /* missing capabilities of components; depends on the options */
  GtkWidget *details;      /* options; filled only for chosen methods */
  GtkWidget *problem_label;
} Row;

struct _LsMethodList
{
  GtkBox parent_instance;
  LsDocument *document;
  GPtrArray *rows;  /* Row */
  GPtrArray *infos; /* LsSystemInfo of the components */
  GHashTable *open; /* ids of the methods whose options are expanded */
};

G_DEFINE_TYPE (LsMethodList, ls_method_list, GTK_TYPE_BOX)

static void
row_free (gpointer data)
{
  Row *row = data;

  ls_method_choice_free (row->choice);
  ls_options_free (row->options);
  g_free (row->problem);
  g_free (row);
}

/* A fixed width: the height of the popover follows from it. */
static GtkWidget *
label_new (const char *text, int width, gboolean dim)
{
  GtkWidget *label = ls_label_new_wrapped (text, dim);

  gtk_label_set_width_chars (GTK_LABEL (label), width);
  gtk_label_set_max_width_chars (GTK_LABEL (label), width);
  return label;
}

static void
commit (LsMethodList *self)
{
  g_autoptr (GPtrArray) methods = g_ptr_array_new ();

  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = g_ptr_array_index (self->rows, i);

      if (row->chosen)
        g_ptr_array_add (methods, row->choice);
    }
  /* An empty list would mean the default methods. */
  if (methods->len > 0)
    ls_settings_set_methods (self->document, methods);
}

/* @problem: (nullable): a sentence */
static void
show_row_problem (Row *row, const char *problem)
{
  ls_label_show (row->problem_label, problem);
  gtk_widget_set_visible (row->problem_label, problem != NULL);
}

/* "MISSILES, affine-term=off" */
static void
show_title (Row *row)
{
  const char *name = ls_coupling_method_get_name (row->method);
  g_autofree char *options = ls_options_to_text (row->options, ", ");
  g_autofree char *whole
      = *options != '\0' ? g_strdup_printf ("%s, %s", name, options) : g_strdup (name);
  g_autofree char *bold = g_markup_printf_escaped ("<b>%s</b>", whole);

  gtk_label_set_markup (GTK_LABEL (row->label), bold);
  ls_widget_set_accessible_name (row->check, whole);
}

/* Lists missing capabilities of the components and what the method does instead. Returns: whether
 * the method can run. */
static gboolean
show_explanations (Row *row)
{
  gboolean possible = TRUE;

  ls_container_clear (row->explanations);
  for (guint i = 0; i < row->list->infos->len; i++)
    {
      const LsSystemInfo *info = g_ptr_array_index (row->list->infos, i);
      gboolean here = TRUE;
      g_autofree char *text
          = ls_coupling_method_explain_options (row->method, info, row->options, &here);
      g_autofree char *line = NULL;

      possible = possible && here;
      if (text == NULL)
        continue;
      line = g_strdup_printf ("%s %s: %s", here ? "•" : "✗", info->name, text);
      gtk_container_add (GTK_CONTAINER (row->explanations), label_new (line, 64, FALSE));
    }
  gtk_widget_show_all (row->explanations);
  return possible;
}

/* Updates the choice (as text) from the options; defaults are omitted. */
static void
take_options (Row *row)
{
  guint n;
  const LsOption *options = ls_coupling_method_get_options (row->method, &n);

  g_ptr_array_set_size (row->choice->options, 0);
  for (guint i = 0; i < n; i++)
    if (!ls_options_is_initial (row->options, options[i].name))
      g_ptr_array_add (row->choice->options,
                       g_strdup_printf ("%s=%s", options[i].name,
                                        ls_options_get_text (row->options, options[i].name)));
  g_clear_pointer (&row->problem, g_free);
  show_row_problem (row, NULL);
  show_title (row);
  show_explanations (row);
  commit (row->list);
}

/* Whether a run accepts the option and the components that it names exist. Checks only this
 * option: others may be invalid themselves. */
static gboolean
check_text (Row *row, const char *name, const char *value, GError **error)
{
  const LsModel *model = ls_document_get_model (row->list->document);
  const guint n = ls_model_get_n_components (model);
  g_autofree const char **names = g_new0 (const char *, n + 1);
  guint n_options;
  const LsOption *list = ls_coupling_method_get_options (row->method, &n_options);
  g_autoptr (LsOptions) options = ls_options_new (list, n_options);

  for (guint i = 0; i < n; i++)
    names[i] = ls_model_get_component (model, i)->name;
  return ls_options_set (options, name, value, error)
         && ls_coupling_method_check_options (row->method, options, names, error);
}

static gboolean
set_option (Row *row, const char *name, const char *value, GError **error)
{
  if (!ls_options_set (row->options, name, value, error))
    return FALSE;
  take_options (row);
  return TRUE;
}

static void
switch_cb (Row *row, G_GNUC_UNUSED GParamSpec *spec, GtkSwitch *widget)
{
  set_option (row, gtk_widget_get_name (GTK_WIDGET (widget)),
              gtk_switch_get_active (widget) ? "on" : "off", NULL);
}

static void
choice_cb (Row *row, GtkComboBoxText *combo)
{
  g_autofree char *value = gtk_combo_box_text_get_active_text (combo);

  set_option (row, gtk_widget_get_name (GTK_WIDGET (combo)), value, NULL);
}

/* Shows the error below the entry, with the same text as a failed run. */
static void
show_field_problem (GtkEntry *entry, const GError *error)
{
  GtkWidget *label = g_object_get_data (G_OBJECT (entry), PROBLEM);

  ls_entry_set_problem (entry, error != NULL ? error->message : NULL);
  ls_label_show (label, error != NULL ? error->message : NULL);
  gtk_widget_set_visible (label, error != NULL);
}

static void
number_cb (Row *row, GtkEntry *entry)
{
  g_autofree char *value = ls_number_typed_to_c (gtk_entry_get_text (entry));
  g_autoptr (GError) error = NULL;

  set_option (row, gtk_widget_get_name (GTK_WIDGET (entry)), value, &error);
  show_field_problem (entry, error);
}

static void
text_cb (Row *row, GtkEntry *entry)
{
  const char *name = gtk_widget_get_name (GTK_WIDGET (entry)), *value = gtk_entry_get_text (entry);
  g_autoptr (GError) error = NULL;

  if (check_text (row, name, value, &error))
    set_option (row, name, value, &error);
  show_field_problem (entry, error);
}

/* Checks the text again: components may have been renamed, or the file edited elsewhere. */
static void
judge_text (Row *row, GtkEntry *entry)
{
  g_autoptr (GError) error = NULL;

  check_text (row, gtk_widget_get_name (GTK_WIDGET (entry)), gtk_entry_get_text (entry), &error);
  show_field_problem (entry, error);
}

/* Range and default of the option. */
static char *
make_tooltip (const LsOption *option)
{
  g_autofree char *initial = g_strdup (option->initial);
  g_autofree char *range = NULL;
  char least[LS_NUMBER_SIZE], greatest[LS_NUMBER_SIZE];

  if (option->type == LS_OPTION_REAL)
    ls_number_localise (initial);
  if (option->type == LS_OPTION_INTEGER || option->type == LS_OPTION_REAL)
    {
      const gboolean has_unit = option->unit != NULL && *option->unit != '\0';

      range = g_strdup_printf (option->type == LS_OPTION_INTEGER
                                   ? _ ("A whole number from %s to %s%s%s")
                                   : _ ("A number from %s to %s%s%s"),
                               ls_number_display (option->minimum, 10, least),
                               ls_number_display (option->maximum, 10, greatest),
                               has_unit ? " " : "", has_unit ? option->unit : "");
    }
  /* Translators: of an option. */
  return range != NULL ? g_strdup_printf (_ ("%s\nDefault: %s"), range, initial)
                       : g_strdup_printf (_ ("Default: %s"), initial);
}

static GtkWidget *
editor_new (Row *row, const LsOption *option)
{
  const char *value = ls_options_get_text (row->options, option->name);
  g_autofree char *shown = g_strdup (value);
  g_autofree char *tooltip = NULL;
  GtkWidget *widget;

  switch (option->type)
    {
    case LS_OPTION_SWITCH:
      widget = gtk_switch_new ();
      gtk_switch_set_active (GTK_SWITCH (widget),
                             ls_options_get_switch (row->options, option->name));
      g_signal_connect_data (widget, "notify::active", G_CALLBACK (switch_cb), row, NULL,
                             G_CONNECT_SWAPPED);
      break;
    case LS_OPTION_CHOICE:
      widget = gtk_combo_box_text_new ();
      for (guint i = 0; option->choices[i] != NULL; i++)
        {
          gtk_combo_box_text_append_text (GTK_COMBO_BOX_TEXT (widget), option->choices[i]);
          if (g_str_equal (option->choices[i], value))
            gtk_combo_box_set_active (GTK_COMBO_BOX (widget), (int)i);
        }
      g_signal_connect_swapped (widget, "changed", G_CALLBACK (choice_cb), row);
      break;
    default:
      widget = gtk_entry_new ();
      gtk_entry_set_width_chars (GTK_ENTRY (widget), 10);
      if (option->type == LS_OPTION_REAL)
        ls_number_localise (shown);
      gtk_entry_set_text (GTK_ENTRY (widget), shown);
      g_signal_connect_swapped (widget, "changed",
                                G_CALLBACK (option->type == LS_OPTION_TEXT ? text_cb : number_cb),
                                row);
      break;
    }
  gtk_widget_set_name (widget, option->name);
  gtk_widget_set_halign (widget, GTK_ALIGN_START);
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  ls_widget_set_accessible_name (widget, option->name);
  tooltip = make_tooltip (option);
  gtk_widget_set_tooltip_text (widget, tooltip);
  return widget;
}

static void
expanded_cb (Row *row, G_GNUC_UNUSED GParamSpec *spec, GtkExpander *expander)
{
  const char *id = ls_coupling_method_get_id (row->method);

  if (gtk_expander_get_expanded (expander))
    g_hash_table_add (row->list->open, (gpointer)id);
  else
    g_hash_table_remove (row->list->open, id);
}

/* Collapsed by default: all options of a dozen methods are too many to read. */
static GtkWidget *
expander_new (Row *row, guint n_options)
{
  g_autofree char *text = g_strdup_printf (_ ("Options (%u)"), n_options);
  g_autofree char *name
      = g_strdup_printf (_ ("%s: options"), ls_coupling_method_get_name (row->method));
  GtkWidget *expander = gtk_expander_new (text);
  g_autofree char *changed = ls_options_to_text (row->options, ", ");

  ls_widget_set_accessible_name (expander, name);
  gtk_expander_set_expanded (
      GTK_EXPANDER (expander),
      *changed != '\0'
          || g_hash_table_contains (row->list->open, ls_coupling_method_get_id (row->method)));
  g_signal_connect_swapped (expander, "notify::expanded", G_CALLBACK (expanded_cb), row);
  return expander;
}

static GtkWidget *
problem_label_new (void)
{
  GtkWidget *label = ls_label_new_wrapped ("", FALSE);

  gtk_style_context_add_class (gtk_widget_get_style_context (label), "error");
  gtk_widget_set_no_show_all (label, TRUE);
  return label;
}

static void
add_problem (Row *row, const LsOption *option, GtkGrid *grid, GtkWidget *entry, int line)
{
  GtkWidget *label = problem_label_new ();

  gtk_grid_attach (grid, label, 0, line, 3, 1);
  g_object_set_data (G_OBJECT (entry), PROBLEM, label);
  if (option->type == LS_OPTION_TEXT)
    judge_text (row, GTK_ENTRY (entry));
}

static void
add_options (Row *row)
{
  guint n;
  const LsOption *options = ls_coupling_method_get_options (row->method, &n);
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *expander;

  if (n == 0)
    return;
  expander = expander_new (row, n);
  gtk_widget_set_margin_top (grid, 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *name = gtk_label_new (options[i].name);
      GtkWidget *summary = label_new (_ (options[i].summary), 40, TRUE);
      GtkWidget *editor = editor_new (row, &options[i]);

      gtk_label_set_xalign (GTK_LABEL (name), 0);
      gtk_grid_attach (GTK_GRID (grid), name, 0, 2 * (int)i, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), editor, 1, 2 * (int)i, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), summary, 2, 2 * (int)i, 1, 1);
      if (GTK_IS_ENTRY (editor))
        add_problem (row, &options[i], GTK_GRID (grid), editor, 2 * (int)i + 1);
    }
  gtk_container_add (GTK_CONTAINER (expander), grid);
  gtk_container_add (GTK_CONTAINER (row->details), expander);
}

static void
variant_cb (Row *row)
{
  LsMethodList *self = row->list;
  Row *copy = g_new0 (Row, 1);
  guint index;

  copy->list = self;
  copy->method = row->method;
  copy->choice = ls_method_choice_copy (row->choice);
  copy->options = ls_options_copy (row->options);
  copy->chosen = TRUE;
  g_hash_table_add (self->open, (gpointer)ls_coupling_method_get_id (row->method));
  g_ptr_array_find (self->rows, row, &index);
  g_ptr_array_insert (self->rows, (int)index + 1, copy);
  commit (self);
  ls_method_list_refresh (self);
}

/* Created only for a chosen method: all methods have hundreds of widgets. */
static void
fill_details (Row *row)
{
  GtkWidget *variant;

  ls_container_clear (row->details);
  if (!row->chosen)
    return;
  add_options (row);
  variant = gtk_button_new_with_label (_ ("Add Variant"));
  gtk_widget_set_halign (variant, GTK_ALIGN_START);
  gtk_widget_set_tooltip_text (variant, _ ("The same method once more, to compare other options"));
  gtk_container_add (GTK_CONTAINER (row->details), variant);
  g_signal_connect_swapped (variant, "clicked", G_CALLBACK (variant_cb), row);
  gtk_widget_show_all (row->details);
}

static void
toggled_cb (Row *row, GtkToggleButton *button)
{
  guint n_chosen = 0;

  for (guint i = 0; i < row->list->rows->len; i++)
    n_chosen += ((Row *)g_ptr_array_index (row->list->rows, i))->chosen ? 1 : 0;
  if (!gtk_toggle_button_get_active (button) && row->chosen && n_chosen == 1)
    {
      gtk_toggle_button_set_active (button, TRUE);
      show_row_problem (row, _ ("At least one method is needed."));
      return;
    }
  row->chosen = gtk_toggle_button_get_active (button);
  show_row_problem (row, row->problem);
  fill_details (row);
  commit (row->list);
}

static void
add_row (LsMethodList *self, Row *row)
{
  GtkWidget *check = gtk_check_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gboolean possible;

  row->check = check;
  row->label = label_new (NULL, 60, FALSE);
  gtk_container_add (GTK_CONTAINER (check), row->label);
  show_title (row);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (check), row->chosen);
  gtk_container_add (GTK_CONTAINER (self), check);

  gtk_widget_set_margin_start (box, 24);
  gtk_container_add (GTK_CONTAINER (self), box);
  gtk_container_add (GTK_CONTAINER (box),
                     label_new (ls_coupling_method_get_summary (row->method), 64, FALSE));
  gtk_container_add (GTK_CONTAINER (box),
                     label_new (ls_coupling_method_get_source (row->method), 64, TRUE));
  row->explanations = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_container_add (GTK_CONTAINER (box), row->explanations);
  possible = show_explanations (row);
  row->details = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_container_add (GTK_CONTAINER (box), row->details);
  fill_details (row);
  row->problem_label = problem_label_new ();
  gtk_container_add (GTK_CONTAINER (box), row->problem_label);
  if (row->problem != NULL)
    show_row_problem (row, row->problem);

  gtk_widget_set_sensitive (check, possible || row->chosen);
  g_signal_connect_swapped (check, "toggled", G_CALLBACK (toggled_cb), row);
}

static void
append_row (LsMethodList *self, const LsMethodChoice *choice, gboolean chosen)
{
  Row *row;
  const LsCouplingMethod *method = ls_coupling_method_find (choice->method, NULL);
  LsOptions *options;
  g_autoptr (GError) error = NULL;

  /* An unknown method stays in the file and is not shown. */
  if (method == NULL)
    return;
  options = ls_coupling_method_read_options (choice, &error);
  if (options == NULL)
    {
      guint n;
      const LsOption *list = ls_coupling_method_get_options (method, &n);

      options = ls_options_new (list, n);
    }
  row = g_new0 (Row, 1);
  row->list = self;
  row->method = method;
  row->choice = ls_method_choice_copy (choice);
  row->options = options;
  row->chosen = chosen;
  row->problem = error != NULL ? g_strdup (error->message) : NULL;
  g_ptr_array_add (self->rows, row);
}

static gboolean
has_method (LsMethodList *self, const LsCouplingMethod *method)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (((Row *)g_ptr_array_index (self->rows, i))->method == method)
      return TRUE;
  return FALSE;
}

static void
list_rows (LsMethodList *self)
{
  g_autoptr (GPtrArray) chosen = ls_settings_list_methods (self->document);

  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < chosen->len; i++)
    append_row (self, g_ptr_array_index (chosen, i), TRUE);
  for (guint i = 0; i < ls_coupling_method_get_n (); i++)
    {
      const LsCouplingMethod *method = ls_coupling_method_get (i);
      g_autoptr (LsMethodChoice) choice = ls_method_choice_new (ls_coupling_method_get_id (method));

      if (!has_method (self, method))
        append_row (self, choice, FALSE);
    }
}

static void
list_infos (LsMethodList *self)
{
  LsModel *model = ls_document_get_model (self->document);

  g_ptr_array_set_size (self->infos, 0);
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      LsSystemInfo *info = ls_system_info_new (ls_model_get_component (model, i), NULL);

      /* A broken component has no information; its error is shown elsewhere. */
      if (info != NULL)
        g_ptr_array_add (self->infos, info);
    }
}

void
ls_method_list_refresh (LsMethodList *self)
{
  g_return_if_fail (LS_IS_METHOD_LIST (self));

  ls_container_clear (GTK_WIDGET (self));
  list_infos (self);
  list_rows (self);
  for (guint i = 0; i < self->rows->len; i++)
    add_row (self, g_ptr_array_index (self->rows, i));
  gtk_widget_show_all (GTK_WIDGET (self));
}

static void
ls_method_list_finalize (GObject *object)
{
  LsMethodList *self = LS_METHOD_LIST (object);

  g_ptr_array_unref (self->rows);
  g_ptr_array_unref (self->infos);
  g_hash_table_unref (self->open);
  g_clear_object (&self->document);
  G_OBJECT_CLASS (ls_method_list_parent_class)->finalize (object);
}

static void
ls_method_list_class_init (LsMethodListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_method_list_finalize;
}

static void
ls_method_list_init (LsMethodList *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  self->rows = g_ptr_array_new_with_free_func (row_free);
  self->open = g_hash_table_new (g_str_hash, g_str_equal);
  self->infos = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_system_info_free);
}

GtkWidget *
ls_method_list_new (LsDocument *document)
{
  LsMethodList *self = g_object_new (LS_TYPE_METHOD_LIST, NULL);

  g_return_val_if_fail (LS_IS_DOCUMENT (document), NULL);
  self->document = g_object_ref (document);
  return GTK_WIDGET (self);
}
