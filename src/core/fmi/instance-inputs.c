/* Records the input values set: the standard allows reading inputs, but not every FMU supports it,
 * and after an error of an FMU they cannot be read. */
#include "core/fmi/instance-impl.h"

void
ls_instance_keep_inputs (LsInstance *self)
{
  const LsDescription *description = ls_fmu_get_description (self->fmu);

  g_return_if_fail (self->inputs == NULL);
  self->inputs = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint i = 0; i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];

      if (variable->causality == LS_CAUSALITY_INPUT && variable->type == LS_TYPE_REAL
          && variable->start != NULL)
        g_hash_table_insert (self->inputs, GUINT_TO_POINTER (variable->value_reference),
                             g_memdup2 (&variable->start_real, sizeof variable->start_real));
    }
}

void
ls_instance_forget_inputs (LsInstance *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->inputs, g_hash_table_unref);
}

void
ls_instance_record_inputs (LsInstance *self,
                           const guint32 *references,
                           gsize n,
                           const double values[])
{
  for (gsize i = 0; i < n; i++)
    {
      double *kept = g_hash_table_lookup (self->inputs, GUINT_TO_POINTER (references[i]));

      if (kept != NULL)
        *kept = values[i];
    }
}
