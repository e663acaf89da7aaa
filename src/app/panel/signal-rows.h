/* Rows of the list of signals: the components of a model, and below each what it declares and a run
 * can record, outputs first. A component with many variables gets them when it is expanded: an FMU
 * may have a hundred thousand. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

/* Columns of the store. */
enum
{
  LS_SIGNAL_ROW_TITLE,
  LS_SIGNAL_ROW_NAME, /* %NULL: a component, or a row that says that there are more */
  LS_SIGNAL_ROW_UNIT,
  LS_SIGNAL_ROW_ABOUT,
  LS_SIGNAL_ROW_RECORDED,
  LS_SIGNAL_ROW_PLOTTED,
  LS_SIGNAL_ROW_IS_SIGNAL,
  LS_SIGNAL_ROW_COMPONENT, /* id */
  LS_SIGNAL_ROW_IS_FILLED, /* of a component: its variables are rows */
  LS_SIGNAL_N_COLUMNS
};

typedef struct
{
  LsDocument *document; /* (nullable) until it is set */
  GHashTable *recorded, *plotted; /* sets of signals: what is ticked */
  GtkTreeStore *store;
} LsSignalRows;

void ls_signal_rows_init (LsSignalRows *self);
void ls_signal_rows_clear (LsSignalRows *self);
/* Adds all components to an empty store. Returns: whether their variables are few and all of them
 * are rows */
gboolean ls_signal_rows_fill (LsSignalRows *self);
/* Adds what contains @wanted, folded by g_utf8_casefold(), in its name or description, with its
 * components, to an empty store. */
void ls_signal_rows_fill_found (LsSignalRows *self, const char *wanted);
/* Adds the variables of the component at @iter, if that was not done yet. */
void ls_signal_rows_fill_component (LsSignalRows *self, GtkTreeIter *iter);
/* Shows what is in @recorded and @plotted. */
void ls_signal_rows_update (LsSignalRows *self);
/* Finds the row of a signal of the component with an id, whose variables become rows.
 * @found: (out) */
gboolean ls_signal_rows_find (LsSignalRows *self,
                              guint component,
                              const char *signal,
                              GtkTreeIter *found);
