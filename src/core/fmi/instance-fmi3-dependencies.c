/* FMI 3.0: fmi3GetVariableDependencies. */
#include "core/fmi/fmi3-instance.h"

#include <glib/gi18n-lib.h>

static LsStatus
count (LsInstanceFmi3 *self, guint32 dependent, size_t *n)
{
  *n = 0;
  LS_FMI3_RETURN_CALL (self, GetNumberOfVariableDependencies, dependent, n);
}

/* Each element of an array may depend on each variable; a little more is no harm. */
static LsStatus
check_number (LsInstanceFmi3 *self, guint32 dependent, size_t n)
{
  const LsDescription *description = ls_fmu_get_description (self->base.fmu);
  size_t elements = 1;

  for (guint i = 0; i < description->n_arrays; i++)
    if (description->arrays[i].value_reference == dependent)
      elements = description->arrays[i].n;
  if (n / (elements + 1) <= (size_t)description->n_variables + 1)
    return LS_OK;
  ls_log_write (self->base.log, LS_LOG_ERROR, self->base.name, self->base.call, self->base.time,
                _ ("%zu dependencies are more than there can be"), n);
  return LS_STOP;
}

static LsStatus
list (LsInstanceFmi3 *self,
      guint32 dependent,
      size_t elements[],
      fmi3ValueReference independents[],
      size_t independent_elements[],
      fmi3DependencyKind kinds[],
      size_t n)
{
  LS_FMI3_RETURN_CALL (self, GetVariableDependencies, dependent, elements, independents,
                       independent_elements, kinds, n);
}

LsStatus
ls_instance_fmi3_list_dependencies (LsInstance *instance, guint32 dependent, GArray *found)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  g_autofree size_t *elements = NULL, *independent_elements = NULL;
  g_autofree fmi3ValueReference *independents = NULL;
  g_autofree fmi3DependencyKind *kinds = NULL;
  size_t n;
  LsStatus status = count (self, dependent, &n);

  if (status == LS_OK)
    status = check_number (self, dependent, n);
  if (status != LS_OK || n == 0)
    return status;
  elements = g_new0 (size_t, n);
  independent_elements = g_new0 (size_t, n);
  independents = g_new0 (fmi3ValueReference, n);
  kinds = g_new0 (fmi3DependencyKind, n);
  status = list (self, dependent, elements, independents, independent_elements, kinds, n);
  for (size_t i = 0; i < n && status == LS_OK; i++)
    {
      const LsDependency dependency = { elements[i], independents[i], independent_elements[i] };

      if (kinds[i] != fmi3Independent)
        g_array_append_val (found, dependency);
    }
  return status;
}
