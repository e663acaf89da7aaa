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

/* A label that wraps, left aligned; @dim: less prominent. */
GtkWidget *ls_label_new_wrapped (const char *text, gboolean dim);

/* A label with explanations: hidden while it is empty, and in lectures. In its container already. */
void ls_label_make_footnote (GtkLabel *label);
/* Sets the text of the label @widget, with powers of ten: ls_text_raise_exponents(). */
void ls_label_show (GtkWidget *widget, const char *text);

/* As gtk_tree_view_column_set_title(), which takes underscores for mnemonics: here "T_air" is shown as
 * such. */
void ls_column_set_title (GtkTreeViewColumn *column, const char *title);

void ls_widget_set_accessible_name (GtkWidget *widget, const char *name);

/* A filter called @name for files that end in one of @endings (".csv", %NULL-terminated), in lower
 * or upper case. */
void ls_file_chooser_add_endings (GtkFileChooser *chooser, const char *name, const char *const endings[]);

/* @path: (nullable): %NULL if none was chosen */
typedef void (*LsFileFunc) (GtkWidget *widget, const char *path);
/* Shows a modal file chooser, titled @title, and returns: @func is called with its end unless @widget is
 * destroyed before. @action: to open or save; @name: (nullable): proposed for saving; @filter, @endings: as
 * above */
void ls_file_chooser_ask (GtkWidget *widget,
                          const char *title,
                          GtkFileChooserAction action,
                          const char *name,
                          const char *filter,
                          const char *const endings[],
                          LsFileFunc func);

/* For a menu that is created each time it is shown. */
void ls_menu_destroy_when_hidden (GtkWidget *menu);
/* Returns: (transfer full): the files that were dropped; @reporter: (nullable): a widget in the window
 * that reports the others */
GStrv ls_drop_list_paths (GtkSelectionData *data, GtkWidget *reporter);
