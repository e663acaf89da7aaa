/* Small helpers for widgets. */
#pragma once

#include <gtk/gtk.h>

/* Destroys all children. */
void ls_container_clear (GtkWidget *container);

/**
 * ls_entry_set_problem:
 * @problem: (nullable): a sentence that names the mistake and the valid values; %NULL: valid
 *
 * Marks the entry by colour and icon and sets its accessible description.
 */
void ls_entry_set_problem (GtkEntry *entry, const char *problem);

/* As ls_number_parse(), with a comma or a point; "1,000" only where the locale has the comma. */
gboolean ls_number_parse_typed (const char *text, double *value);
/* Converts a typed number to the C locale for values of a model; other text is unchanged. (transfer
 * full) */
char *ls_number_typed_to_c (const char *text);

/* In row @row: a caption with a mnemonic, and @widget, with the accessible name @name. */
void ls_grid_add_row (GtkWidget *grid, int row, const char *caption, const char *name, GtkWidget *widget);

/* In row @row: a caption with a mnemonic and an entry, with the accessible name @name, that
 * activates the default of the dialog. */
GtkWidget *ls_grid_add_entry (
    GtkWidget *grid, int row, const char *caption, const char *name, const char *text);
/* The last of the content @area of a dialog: a hidden progress bar with the accessible name @name,
 * and an empty label @said: (out). Shows the rest. */
GtkWidget *ls_dialog_add_progress (GtkWidget *area, const char *name, GtkWidget **said);

/* A label that wraps, left aligned; @dim: less prominent. */
GtkWidget *ls_label_new_wrapped (const char *text, gboolean dim);

/* A label with explanations: hidden while it is empty, and in lectures. In its container already.
 */
void ls_label_make_footnote (GtkLabel *label);
/* Its whole text as tooltip while it is ellipsized, unless it has a tooltip of its own. */
void ls_label_add_tooltip (GtkLabel *label);
/* Where space is scarce, the chosen entry is ellipsized, down to a width of @chars. */
void ls_combo_shorten (GtkComboBox *combo, int chars);
/* Sets the text of the label @widget, with powers of ten: ls_text_raise_exponents(). */
void ls_label_show (GtkWidget *widget, const char *text);

/* As gtk_tree_view_column_set_title(), which takes underscores for mnemonics: here "T_air" is shown
 * as such. */
void ls_column_set_title (GtkTreeViewColumn *column, const char *title);

/* Gives it the focus also when it is not drawn yet: GTK takes keys for a widget without a window of
 * the display for a mistake of the program, and drops them. */
void ls_widget_focus (GtkWidget *widget);

/* The wheel scrolls what the chooser or number is in, instead of changing it unnoticed. */
void ls_widget_leave_wheel (GtkWidget *widget);

void ls_widget_set_accessible_name (GtkWidget *widget, const char *name);

/* For a menu that is created each time it is shown. */
void ls_menu_destroy_when_hidden (GtkWidget *menu);
/* Returns: (transfer full): the files that were dropped; @reporter: (nullable): a widget in the
 * window that reports the others */
GStrv ls_drop_list_paths (GtkSelectionData *data, GtkWidget *reporter);
