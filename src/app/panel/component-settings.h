/* Settings of a component: interface, solver, ignored capabilities. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"

#define LS_TYPE_COMPONENT_SETTINGS (ls_component_settings_get_type ())
G_DECLARE_FINAL_TYPE (LsComponentSettingsBox, ls_component_settings, LS, COMPONENT_SETTINGS, GtkBox)

void ls_component_settings_set_document (LsComponentSettingsBox *self, LsDocument *document);
/* @id: of the component, or 0 */
void ls_component_settings_set_component (LsComponentSettingsBox *self, guint id);
