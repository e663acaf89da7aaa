#include "app/base/widgets.h"
#include "app/base/style.h"
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <string.h>
#include "app/base/report.h"
#include "core/base/language.h"

static void
destroy_cb (GtkWidget *widget, G_GNUC_UNUSED gpointer user_data)
{
  gtk_widget_destroy (widget);
}

void
ls_container_clear (GtkWidget *container)
{
  gtk_container_foreach (GTK_CONTAINER (container), destroy_cb, NULL);
}

void
ls_entry_set_problem (GtkEntry *entry, const char *problem)
{
  g_return_if_fail (GTK_IS_ENTRY (entry));

  GtkStyleContext *context = gtk_widget_get_style_context (GTK_WIDGET (entry));
  AtkObject *accessible = gtk_widget_get_accessible (GTK_WIDGET (entry));
  g_autofree char *shown = problem != NULL ? ls_text_raise_exponents (problem) : g_strdup ("");

  if (problem != NULL)
    {
      gtk_style_context_add_class (context, GTK_STYLE_CLASS_ERROR);
      gtk_entry_set_icon_from_icon_name (entry, GTK_ENTRY_ICON_SECONDARY, "dialog-error-symbolic");
      gtk_entry_set_icon_tooltip_text (entry, GTK_ENTRY_ICON_SECONDARY, shown);
    }
  else
    {
      gtk_style_context_remove_class (context, GTK_STYLE_CLASS_ERROR);
      gtk_entry_set_icon_from_icon_name (entry, GTK_ENTRY_ICON_SECONDARY, NULL);
    }
  atk_object_set_description (accessible, shown);
  atk_object_notify_state_change (accessible, ATK_STATE_INVALID_ENTRY, problem != NULL);
}

/* "1,000" can mean a thousand: ambiguous where the locale has a decimal point, so it is rejected.
 */
static gboolean
is_grouping (const char *text, const char *comma)
{
  const char *first = text + strspn (text, "+-");
  gsize before = (gsize)(comma - first);

  return !g_str_equal (localeconv ()->decimal_point, ",") && before >= 1 && before <= 3
         && *first != '0' && strspn (comma + 1, "0123456789") == 3;
}

char *
ls_number_typed_to_c (const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  /* A number copied from a table or a plot. */
  g_autofree char *copy = ls_text_lower_exponent (stripped);
  char *comma = strchr (copy, ',');
  double value;

  if (strcmp (copy, stripped) != 0 && comma == NULL)
    return g_steal_pointer (&copy);

  if (comma == NULL || strchr (copy, '.') != NULL || strchr (comma + 1, ',') != NULL
      || is_grouping (copy, comma))
    return g_strdup (text);
  *comma = '.';
  /* "a,b" in a text variable is not a number and keeps its comma. */
  return ls_number_parse (copy, &value) ? g_steal_pointer (&copy) : g_strdup (text);
}

gboolean
ls_number_parse_typed (const char *text, double *value)
{
  g_autofree char *copy = ls_number_typed_to_c (text);

  return ls_number_parse (copy, value);
}

void
ls_grid_add_row (GtkWidget *grid, int row, const char *caption, const char *name, GtkWidget *widget)
{
  g_return_if_fail (GTK_IS_GRID (grid) && caption != NULL && GTK_IS_WIDGET (widget));

  GtkWidget *label = gtk_label_new_with_mnemonic (caption);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), widget);
  ls_widget_set_accessible_name (widget, name);
  gtk_grid_attach (GTK_GRID (grid), label, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), widget, 1, row, 1, 1);
}

GtkWidget *
ls_grid_add_entry (
    GtkWidget *grid, int row, const char *caption, const char *name, const char *text)
{
  g_return_val_if_fail (GTK_IS_GRID (grid), NULL);

  GtkWidget *entry = gtk_entry_new ();

  gtk_entry_set_text (GTK_ENTRY (entry), text);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  ls_grid_add_row (grid, row, caption, name, entry);
  return entry;
}

GtkWidget *
ls_dialog_add_progress (GtkWidget *area, const char *name, GtkWidget **said)
{
  g_return_val_if_fail (GTK_IS_CONTAINER (area) && said != NULL, NULL);

  GtkWidget *progress = gtk_progress_bar_new ();

  *said = ls_label_new_wrapped ("", FALSE);
  ls_widget_set_accessible_name (progress, name);
  gtk_container_add (GTK_CONTAINER (area), progress);
  gtk_container_add (GTK_CONTAINER (area), *said);
  gtk_widget_show_all (area);
  gtk_widget_hide (progress);
  return progress;
}

void
ls_label_show (GtkWidget *widget, const char *text)
{
  g_return_if_fail (GTK_IS_LABEL (widget));

  g_autofree char *shown = text != NULL ? ls_text_raise_exponents (text) : NULL;

  gtk_label_set_text (GTK_LABEL (widget), shown != NULL ? shown : "");
}

GtkWidget *
ls_label_new_wrapped (const char *text, gboolean dim)
{
  GtkWidget *label = gtk_label_new (NULL);

  ls_label_show (label, text);
  gtk_label_set_line_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
  if (dim)
    gtk_style_context_add_class (gtk_widget_get_style_context (label), GTK_STYLE_CLASS_DIM_LABEL);
  return label;
}

static gboolean
query_tooltip_cb (GtkLabel *label,
                  G_GNUC_UNUSED int x,
                  G_GNUC_UNUSED int y,
                  G_GNUC_UNUSED gboolean by_keyboard,
                  GtkTooltip *tooltip)
{
  g_autofree char *own = gtk_widget_get_tooltip_text (GTK_WIDGET (label));

  if (own != NULL || !pango_layout_is_ellipsized (gtk_label_get_layout (label)))
    return FALSE; /* GTK shows its own, if any */
  gtk_tooltip_set_text (tooltip, gtk_label_get_text (label));
  return TRUE;
}

void
ls_label_add_tooltip (GtkLabel *label)
{
  g_return_if_fail (GTK_IS_LABEL (label));

  gtk_widget_set_has_tooltip (GTK_WIDGET (label), TRUE);
  g_signal_connect (label, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
}

void
ls_combo_shorten (GtkComboBox *combo, int chars)
{
  GList *cells;

  g_return_if_fail (GTK_IS_COMBO_BOX (combo));
  cells = gtk_cell_layout_get_cells (GTK_CELL_LAYOUT (combo));
  for (GList *cell = cells; cell != NULL; cell = cell->next)
    g_object_set (cell->data, "ellipsize", PANGO_ELLIPSIZE_END, "width-chars", chars, NULL);
  g_list_free (cells);
}

static gboolean
leave_wheel_cb (GtkWidget *widget)
{
  g_signal_stop_emission_by_name (widget, "scroll-event");
  return GDK_EVENT_PROPAGATE;
}

void
ls_widget_leave_wheel (GtkWidget *widget)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));

  g_signal_connect (widget, "scroll-event", G_CALLBACK (leave_wheel_cb), NULL);
}

void
ls_widget_set_accessible_name (GtkWidget *widget, const char *name)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));

  atk_object_set_name (gtk_widget_get_accessible (widget), name);
}

static gboolean
destroy_idle_cb (gpointer menu)
{
  gtk_widget_destroy (menu);
  return G_SOURCE_REMOVE;
}

/* Destroy the menu in an idle callback: the "activate" signal of the item follows "hide". */
static void
menu_hidden_cb (GtkWidget *menu)
{
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, destroy_idle_cb, g_object_ref (menu), g_object_unref);
}

void
ls_menu_destroy_when_hidden (GtkWidget *menu)
{
  g_return_if_fail (GTK_IS_WIDGET (menu));

  g_signal_connect (menu, "hide", G_CALLBACK (menu_hidden_cb), NULL);
}

static void
update_footnote (GtkWidget *label)
{
  gtk_widget_set_visible (label, *gtk_label_get_text (GTK_LABEL (label)) != '\0'
                                     && !ls_style_is_lecture (label));
}

void
ls_label_make_footnote (GtkLabel *label)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (label));

  g_return_if_fail (GTK_IS_LABEL (label) && parent != NULL);

  /* Styles of what is hidden are not updated. */
  g_signal_connect_object (parent, "style-updated", G_CALLBACK (update_footnote), label,
                           G_CONNECT_SWAPPED);
  g_signal_connect (label, "notify::label", G_CALLBACK (update_footnote), NULL);
  update_footnote (GTK_WIDGET (label));
}

void
ls_column_set_title (GtkTreeViewColumn *column, const char *title)
{
  g_return_if_fail (column != NULL);

  g_auto (GStrv) parts = g_strsplit (title, "_", -1);
  g_autofree char *escaped = g_strjoinv ("__", parts);

  gtk_tree_view_column_set_title (column, escaped);
}

void
ls_widget_focus (GtkWidget *widget)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));

  if (gtk_widget_get_realized (gtk_widget_get_toplevel (widget)))
    gtk_widget_realize (widget);
  gtk_widget_grab_focus (widget);
}

GStrv
ls_drop_list_paths (GtkSelectionData *data, GtkWidget *reporter)
{
  g_auto (GStrv) uris = gtk_selection_data_get_uris (data);
  GPtrArray *paths = g_ptr_array_new ();

  for (guint i = 0; uris != NULL && uris[i] != NULL; i++)
    {
      char *path = g_filename_from_uri (uris[i], NULL, NULL);

      if (path != NULL)
        g_ptr_array_add (paths, path);
      else if (reporter != NULL)
        ls_report_problem (reporter, _ ("Not a file on this computer"), uris[i]);
    }
  g_ptr_array_add (paths, NULL);
  return (GStrv)g_ptr_array_free (paths, FALSE);
}
