#include "app/variations/use-values.h"
#include <glib/gi18n-lib.h>
#include "app/base/report.h"
#include "core/vary/varied.h"

static gboolean
use_value (LsDocument *document, const LsVaried *varied, double value, GError **error)
{
  g_autofree char *text = ls_varied_format (varied, value);
  const LsComponent *component = NULL;
  const LsVariable *variable = NULL;

  return ls_model_find_signal (ls_document_get_model (document), varied->name, &component,
                               &variable, error)
         && ls_document_set_value (document, component->id, variable->name, text, error);
}

gboolean
ls_use_values (LsDocument *document,
               const GPtrArray *parameters,
               const double values[],
               const char *name,
               GtkWidget *reporter)
{
  g_return_val_if_fail (LS_IS_DOCUMENT (document) && parameters != NULL, FALSE);

  g_autoptr (GError) error = NULL;
  gboolean done = TRUE;

  ls_document_begin_group (document, name);
  for (guint i = 0; i < parameters->len && done; i++)
    done = use_value (document, parameters->pdata[i], values[i], &error);
  if (done)
    {
      ls_document_end_group (document);
      return TRUE;
    }
  ls_document_cancel_group (document);
  ls_report_problem (reporter, _ ("The values could not be used"), error->message);
  return FALSE;
}
