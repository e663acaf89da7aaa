/* Coupling method, macro step and tolerance of the runs of a plan: of the model, unless they are chosen. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"
#include "core/vary/run-pool.h"

#define LS_TYPE_PLAN_SETTING (ls_plan_setting_get_type ())
G_DECLARE_FINAL_TYPE (LsPlanSetting, ls_plan_setting, LS, PLAN_SETTING, GtkGrid)

/* Follows it until the end. */
void ls_plan_setting_set_document (LsPlanSetting *self, LsDocument *document);
/* Shows the plan of the document, which has changed. */
void ls_plan_setting_update (LsPlanSetting *self);
/* (nullable): why what is typed is not part of the plan */
const char *ls_plan_setting_get_problem (LsPlanSetting *self);

/* Times, step size and tolerance of the runs of the plan go into @settings. Returns: (transfer full)
 * (nullable): their method, not checked; %NULL: the model has none */
LsMethodChoice *ls_plan_setting_read (LsDocument *document, LsRunSettings *settings);
