/* What the parts of the check of a running FMU share: variables of one kind, and judging a call. */
#include "core/check/check-run-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>

LsVariableSet *
ls_variable_set_new (const LsDescription *description, LsVariableFilter filter)
{
  LsVariableSet *self = g_new0 (LsVariableSet, 1);

  g_return_val_if_fail (description != NULL, NULL);
  self->variables = g_new0 (const LsVariable *, description->n_variables + 1);
  self->references = g_new0 (guint32, description->n_variables + 1);
  self->values = g_new0 (double, description->n_variables + 1);
  for (guint i = 0; i < description->n_variables; i++)
    if (filter (&description->variables[i]))
      {
        self->variables[self->n] = &description->variables[i];
        self->references[self->n++] = description->variables[i].value_reference;
      }
  return self;
}

gboolean
ls_run_check_status (LsRunCheck *self, const char *stage, LsStatus status)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (stage != NULL, FALSE);

  g_autofree char *said = NULL;

  if (status == LS_OK)
    return TRUE;
  said = ls_log_take_error (self->log);
  ls_finding_add (self->findings, LS_FINDING_ERROR, "life-cycle", 0, self->kind_name, "%s: %s",
                  stage, said != NULL ? said : _ ("the FMU discards the call"));
  return FALSE;
}

gboolean
ls_run_check_finite (LsRunCheck *self,
                     const char *stage,
                     const LsVariable *const *variables,
                     gsize n,
                     const double values[])
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (stage != NULL, FALSE);

  gboolean finite = TRUE;

  for (gsize i = 0; i < n; i++)
    if (!isfinite (values[i]))
      {
        finite = FALSE;
        ls_finding_add (self->findings, LS_FINDING_ERROR, "values-finite", 0, variables[i]->name,
                        _ ("%s, %s: the value is %g"), self->kind_name, stage, values[i]);
      }
  return finite;
}

void
ls_variable_set_free (LsVariableSet *self)
{
  g_free (self->variables);
  g_free (self->references);
  g_free (self->values);
  g_free (self);
}
