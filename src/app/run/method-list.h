/* Coupling methods with explanations, check boxes and options. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

#define LS_TYPE_METHOD_LIST (ls_method_list_get_type ())
G_DECLARE_FINAL_TYPE (LsMethodList, ls_method_list, LS, METHOD_LIST, GtkBox)

GtkWidget *ls_method_list_new (LsDocument *document);
/* Builds the rows from the document; call before the list is shown. */
void ls_method_list_refresh (LsMethodList *self);
