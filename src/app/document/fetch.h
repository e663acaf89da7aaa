/* Opens FMUs on a worker thread before they are needed. */
#pragma once

#include <gtk/gtk.h>

/**
 * ls_fetch_fmus:
 * @widget: its window shows the progress and a Cancel button if loading takes long
 * @paths: %NULL-terminated
 * @then: called when all FMUs or their errors are in the store (ls_fmu_store_get()), immediately if they are
 *   already; not called if @widget was destroyed by then or the work was cancelled
 * @free_data: (nullable): for @user_data, called in every case
 *
 * Main thread only.
 */
void ls_fetch_fmus (GtkWidget *widget,
                    char **paths,
                    void (*then) (gpointer user_data),
                    gpointer user_data,
                    GDestroyNotify free_data);
