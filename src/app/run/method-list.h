/* The coupling methods in words, to be ticked and set. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

#define LS_TYPE_METHOD_LIST (ls_method_list_get_type ())
G_DECLARE_FINAL_TYPE (LsMethodList, ls_method_list, LS, METHOD_LIST, GtkBox)

GtkWidget *ls_method_list_new (LsDocument *document);
/* Builds the rows from the document as it is now; to be called when the list is to be seen. */
void ls_method_list_refresh (LsMethodList *self);
