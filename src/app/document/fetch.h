/* FMUs that are not opened yet, opened on a thread before they are needed. */
#pragma once

#include <gtk/gtk.h>

/**
 * ls_fetch_fmus:
 * @widget: in whose window work that takes time is shown, with a button to cancel it
 * @paths: %NULL-terminated
 * @then: called when ls_fmu_store_get() has them all, or why there is none; at once where it has
 *   them already; not when @widget was destroyed by then or the work was cancelled
 * @free_data: (nullable): for @user_data, whatever comes
 *
 * Main thread only.
 */
void ls_fetch_fmus (GtkWidget *widget,
                    char **paths,
                    void (*then) (gpointer user_data),
                    gpointer user_data,
                    GDestroyNotify free_data);
