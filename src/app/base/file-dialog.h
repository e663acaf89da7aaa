/* File choosers and questions that return at once: what was chosen comes by a call. */
#pragma once

#include <gtk/gtk.h>

/* A filter called @name for files that end in one of @endings (".csv", %NULL-terminated), in lower
 * or upper case. */
void ls_file_chooser_add_endings (GtkFileChooser *chooser, const char *name, const char *const endings[]);

/* @chooser: (nullable): with what was chosen, not after the call; %NULL: nothing was */
typedef void (*LsChosenFunc) (gpointer object, GtkFileChooser *chooser, gpointer data);
/* The window that @chooser stands above; (nullable) */
GtkWindow *ls_file_chooser_get_parent (gpointer chooser);
/* Returns: (transfer full) (nullable): what was chosen in @chooser, %NULL if that is %NULL */
GStrv ls_file_chooser_list_paths (GtkFileChooser *chooser);
/**
 * ls_file_chooser_show:
 * @chooser: (transfer full): a #GtkFileChooserNative or a #GtkFileChooserDialog, with a parent window
 * @object: a #GObject; @func is not called after it was disposed of
 * @data: (nullable); @free_data: (nullable): called in any case
 *
 * Shows it above its window and returns. It goes with its window.
 */
void ls_file_chooser_show (gpointer chooser,
                           gpointer object,
                           LsChosenFunc func,
                           gpointer data,
                           GDestroyNotify free_data);

/* @path: (nullable): %NULL if nothing was chosen */
typedef void (*LsPathFunc) (gpointer object, const char *path, gpointer data);
/* A chooser titled @title for one file; @name: (nullable): proposed for saving; @filter, @endings: as above;
 * the others as in ls_file_chooser_show() */
void ls_file_chooser_ask (GtkWidget *widget,
                          const char *title,
                          GtkFileChooserAction action,
                          const char *name,
                          const char *filter,
                          const char *const endings[],
                          LsPathFunc func,
                          gpointer data,
                          GDestroyNotify free_data);
/* The same for an existing chooser, (transfer full). */
void ls_file_chooser_show_for_path (gpointer chooser,
                                    gpointer object,
                                    LsPathFunc func,
                                    gpointer data,
                                    GDestroyNotify free_data);
