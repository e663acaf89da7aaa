/* FMI 3.0: values of type Binary, whose sizes the FMU gives. */
#include "core/fmi/binary-value.h"
#include "core/fmi/fmi3-instance.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static LsStatus
refuse_binary (LsInstanceFmi3 *self, guint32 reference, gsize size, gconstpointer value)
{
  const LsVariable *variable = ls_instance_fmi3_find (self, reference);

  ls_log_write (self->base.log, LS_LOG_ERROR, self->base.name, self->base.call, self->base.time,
                value == NULL ? _ ("%s has %zu bytes, but no address")
                              : _ ("%s has %zu bytes; values of more than %zu are not read"),
                variable != NULL ? variable->name : "", size, LS_BINARY_MAX_SIZE);
  return LS_STOP;
}

static LsStatus
call_get_binary (LsInstanceFmi3 *self,
                 const guint32 references[],
                 gsize n,
                 size_t sizes[],
                 fmi3Binary values[],
                 gsize n_values)
{
  LS_FMI3_RETURN_CALL (self, GetBinary, references, n, sizes, values, n_values);
}

LsStatus
ls_instance_fmi3_get_binaries (LsInstanceFmi3 *self,
                               const guint32 references[],
                               gsize n,
                               gsize n_values)
{
  fmi3Binary *values = self->raw;
  size_t *sizes = (size_t *)self->raw + self->n_raw;
  LsStatus status;
  gsize bad;

  /* What the FMU does not write is no value of an earlier call. */
  memset (values, 0, n_values * sizeof *values);
  memset (sizes, 0, n_values * sizeof *sizes);
  status = call_get_binary (self, references, n, sizes, values, n_values);
  bad = status == LS_OK ? ls_binary_find_bad (sizes, (gconstpointer *)values, n_values) : n_values;
  return bad == n_values
             ? status
             : refuse_binary (self, references[MIN (bad, n - 1)], sizes[bad], values[bad]);
}
