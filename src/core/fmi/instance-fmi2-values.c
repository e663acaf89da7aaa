/* FMI 2.0: values and directional derivatives. These run in the innermost loop of a run: one
 * indirect call, no allocation, no logging unless a call fails. */
#include "core/fmi/fmi2-instance.h"

#define DEFINE_ACCESS(function, name, value_type)                                                  \
  LsStatus ls_instance_fmi2_##function (LsInstance *instance, const guint32 *references, gsize n,  \
                                        value_type values[])                                       \
  {                                                                                                \
    LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;                                             \
                                                                                                   \
    if (n == 0)                                                                                    \
      return LS_OK;                                                                                \
    LS_FMI2_RETURN_CALL (self, name, references, n, values);                                       \
  }

DEFINE_ACCESS (get_real, GetReal, double)
DEFINE_ACCESS (get_integer, GetInteger, int)
DEFINE_ACCESS (get_boolean, GetBoolean, int)
DEFINE_ACCESS (get_string, GetString, const char *)
DEFINE_ACCESS (set_real, SetReal, const double)
DEFINE_ACCESS (set_integer, SetInteger, const int)
DEFINE_ACCESS (set_boolean, SetBoolean, const int)
DEFINE_ACCESS (set_string, SetString, const char *const)

LsStatus
ls_instance_fmi2_get_directional_derivative (LsInstance *instance,
                                             const guint32 *unknowns,
                                             gsize n_unknowns,
                                             const guint32 *knowns,
                                             gsize n_knowns,
                                             const double d_knowns[],
                                             double d_unknowns[])
{
  LsInstanceFmi2 *self = (LsInstanceFmi2 *)instance;

  if (n_unknowns == 0)
    return LS_OK;
  LS_FMI2_RETURN_CALL (self, GetDirectionalDerivative, unknowns, n_unknowns, knowns, n_knowns,
                       d_knowns, d_unknowns);
}
