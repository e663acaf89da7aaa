/* FMI 3.0 has no derivatives of inputs: their polynomials are evaluated in intermediate updates, in
 * the process of the FMU. */
#include "core/fmi/fmi3-instance.h"

#include <math.h>
#include <string.h>

/* Up to this length a list is searched as fast as a table. */
#define FEW 8

static gboolean
follows (const LsVariable *variable)
{
  return variable->causality == LS_CAUSALITY_INPUT && variable->intermediate_update
         && variable->type == LS_TYPE_REAL;
}

/* Whether @variable is set by the same call as the one before it, if that follows a polynomial. */
static gboolean
goes_with (const LsVariable *variable, const LsVariable *before)
{
  return before != NULL && before->array == variable->array && before->format == variable->format;
}

static HostInputs *
make_inputs (const LsDescription *description)
{
  const LsVariable *before = NULL;
  guint n = 0, n_groups = 0, n_references = 0;
  HostInputs *self;

  for (guint i = 0; i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];

      if (!follows (variable))
        continue;
      n++;
      n_groups += !goes_with (variable, before);
      n_references += variable->element == 0;
      before = variable;
    }
  if (n == 0)
    return NULL;
  self = g_malloc0 (host_inputs_measure (n, n_groups, n_references));
  *self = (HostInputs){ .size = host_inputs_measure (n, n_groups, n_references),
                        .n = n,
                        .n_groups = n_groups,
                        .n_references = n_references };
  return self;
}

/* Inputs that nothing sets stay at their start. */
static void
fill_inputs (HostInputs *self, const LsDescription *description)
{
  HostInputGroup *group = host_inputs_get_groups (self) - 1;
  const LsVariable *before = NULL;
  guint n = 0, n_references = 0;

  for (guint i = 0; i < description->n_variables; i++)
    {
      const LsVariable *variable = &description->variables[i];

      if (!follows (variable))
        continue;
      if (!goes_with (variable, before))
        *++group = (HostInputGroup){ .is_single = variable->format == LS_FORMAT_FLOAT32,
                                     .first_reference = n_references };
      group->n_values++;
      if (variable->element == 0)
        {
          group->n_references++;
          host_inputs_get_references (self)[n_references++]
              = variable->array == 0 ? variable->value_reference
                                     : description->arrays[variable->array - 1].value_reference;
        }
      host_inputs_get_rows (self)[n++] = variable->start_real;
      before = variable;
    }
}

void
ls_instance_fmi3_init_inputs (LsInstanceFmi3 *self)
{
  const LsDescription *description = ls_fmu_get_description (self->base.fmu);

  if ((self->base.capabilities & LS_CAN_INPUT_DERIVATIVES) == 0
      || (self->polynomials = make_inputs (description)) == NULL)
    return;
  fill_inputs (self->polynomials, description);
  self->input_references = g_new0 (guint32, self->polynomials->n);
  if (self->polynomials->n > FEW)
    self->places = g_hash_table_new (NULL, NULL);
  for (guint i = 0, n = 0; i < description->n_variables; i++)
    if (follows (&description->variables[i]))
      {
        const guint32 reference = description->variables[i].value_reference;

        self->input_references[n++] = reference;
        if (self->places != NULL)
          g_hash_table_insert (self->places, GUINT_TO_POINTER (reference), GUINT_TO_POINTER (n));
      }
}

/* Of an input that follows a polynomial, from 1; 0 for others. */
static inline guint
find_place (const LsInstanceFmi3 *self, guint32 reference)
{
  if (G_UNLIKELY (self->places != NULL))
    return GPOINTER_TO_UINT (g_hash_table_lookup (self->places, GUINT_TO_POINTER (reference)));
  for (guint k = 0; k < self->polynomials->n; k++)
    if (self->input_references[k] == reference)
      return k + 1;
  return 0;
}

/* An array that follows polynomials is set as a whole within the step, with the size it began with.
 */
gboolean
ls_instance_fmi3_follows_inputs (LsInstanceFmi3 *self)
{
  const LsDescription *description = ls_fmu_get_description (self->base.fmu);

  if (self->polynomials == NULL || self->n_sizes == 0)
    return TRUE;
  for (guint i = 0; i < description->n_arrays; i++)
    if (description->arrays[i].n > 0
        && follows (&description->variables[description->arrays[i].first])
        && ls_instance_fmi3_get_shape (self, i + 1)->n != description->arrays[i].n)
      {
        self->polynomials->is_active = FALSE;
        return FALSE;
      }
  return TRUE;
}

/* Copied through memory, as ISO C has no cast from function pointers. */
void
ls_instance_fmi3_aim_inputs (LsInstanceFmi3 *self)
{
  HostInputGroup *groups = host_inputs_get_groups (self->polynomials);

  self->polynomials->component = (guint64)(guintptr)self->component;
  for (guint i = 0; i < self->polynomials->n_groups; i++)
    if (groups[i].is_single)
      memcpy (&groups[i].function, &self->fmi.SetFloat32, sizeof self->fmi.SetFloat32);
    else
      memcpy (&groups[i].function, &self->fmi.SetFloat64, sizeof self->fmi.SetFloat64);
}

void
ls_instance_fmi3_keep_inputs (
    LsInstanceFmi3 *self, int order, const guint32 *references, gsize n, const double values[])
{
  double *row;

  if (order < 0 || order > (int)LS_FMI3_MAX_DEGREE || self->polynomials == NULL)
    return;
  row = host_inputs_get_rows (self->polynomials) + (gsize)order * self->polynomials->n;
  for (gsize i = 0; i < n; i++)
    {
      const guint place = find_place (self, references[i]);

      if (place > 0)
        row[place - 1] = values[i];
    }
}

void
ls_instance_fmi3_judge_inputs (LsInstanceFmi3 *self, int status)
{
  const char *now = self->base.call;

  self->base.call = "fmi3SetFloat64";
  ls_instance_judge (&self->base, status);
  self->base.call = now;
}

/* Inside a step: only inputs that follow polynomials are set. */
void
ls_instance_fmi3_update_intermediate (fmi3InstanceEnvironment environment,
                                      fmi3Float64 time,
                                      fmi3Boolean set_requested,
                                      fmi3Boolean get_allowed G_GNUC_UNUSED,
                                      fmi3Boolean step_finished G_GNUC_UNUSED,
                                      fmi3Boolean can_return_early G_GNUC_UNUSED,
                                      fmi3Boolean *early_return_requested,
                                      fmi3Float64 *early_return_time G_GNUC_UNUSED)
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)ls_messages_find (environment);
  int status = fmi3OK;

  if (early_return_requested != NULL)
    *early_return_requested = fmi3False;
  if (set_requested && self != NULL && self->polynomials != NULL && self->polynomials->is_active)
    status = host_inputs_set (self->polynomials, time);
  if (status != fmi3OK)
    ls_instance_fmi3_judge_inputs (self, status);
}
