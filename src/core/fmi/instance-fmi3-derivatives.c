/* FMI 3.0: directional derivatives, and derivatives of outputs. Arrays take part as a whole. */
#include "core/fmi/fmi3-instance.h"

#include <string.h>

/* References of the FMU for a list of ours, each array once, and the values of all. */
typedef struct
{
  GArray *references; /* guint32 */
  GArray *values;     /* double */
  gsize *places;      /* of each of ours, in @values */
} Whole;

static void
whole_clear (Whole *self)
{
  g_array_unref (self->references);
  g_array_unref (self->values);
  g_free (self->places);
}

static void
whole_init (Whole *self, const LsInstanceFmi3 *instance, const guint32 *references, gsize n)
{
  const LsDescription *description = ls_fmu_get_description (instance->base.fmu);
  g_autoptr (GHashTable) firsts = g_hash_table_new (NULL, NULL); /* array -> place + 1 */

  self->references = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->values = g_array_new (FALSE, TRUE, sizeof (double));
  self->places = g_new0 (gsize, n + 1);
  for (gsize i = 0; i < n; i++)
    {
      const LsVariable *variable = ls_instance_fmi3_find (instance, references[i]);
      const guint array = variable != NULL ? variable->array : 0;
      gsize first = array > 0
                        ? GPOINTER_TO_SIZE (g_hash_table_lookup (firsts, GUINT_TO_POINTER (array)))
                        : 0;

      if (first == 0)
        {
          const guint32 reference
              = array > 0 ? description->arrays[array - 1].value_reference : references[i];

          first = self->values->len + 1;
          g_array_append_val (self->references, reference);
          g_array_set_size (self->values,
                            self->values->len + (array > 0 ? description->arrays[array - 1].n : 1));
          if (array > 0)
            g_hash_table_insert (firsts, GUINT_TO_POINTER (array), GSIZE_TO_POINTER (first));
        }
      self->places[i] = first - 1 + (array > 0 ? variable->element : 0);
    }
}

static double *
whole_get (Whole *self)
{
  return (double *)(gpointer)self->values->data;
}

static LsStatus
get_directional (LsInstanceFmi3 *self,
                 const guint32 *unknowns,
                 gsize n_unknowns,
                 const guint32 *knowns,
                 gsize n_knowns,
                 const double seed[],
                 gsize n_seed,
                 double sensitivity[],
                 gsize n_sensitivity)
{
  LS_FMI3_RETURN_CALL (self, GetDirectionalDerivative, unknowns, n_unknowns, knowns, n_knowns, seed,
                       n_seed, sensitivity, n_sensitivity);
}

/* A state that is an output depends on itself, which some FMUs do not know. */
static void
settle_states (const LsInstanceFmi3 *self,
               const guint32 *unknowns,
               gsize n_unknowns,
               const guint32 *knowns,
               gsize n_knowns,
               const double d_knowns[],
               double d_unknowns[])
{
  for (gsize i = 0; i < n_unknowns; i++)
    {
      const LsVariable *variable = ls_instance_fmi3_find (self, unknowns[i]);

      if (variable == NULL || !variable->is_state)
        continue;
      d_unknowns[i] = 0.0;
      for (gsize j = 0; j < n_knowns; j++)
        if (knowns[j] == unknowns[i])
          d_unknowns[i] += d_knowns[j];
    }
}

LsStatus
ls_instance_fmi3_get_directional_derivative (LsInstance *instance,
                                             const guint32 *unknowns,
                                             gsize n_unknowns,
                                             const guint32 *knowns,
                                             gsize n_knowns,
                                             const double d_knowns[],
                                             double d_unknowns[])
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  Whole left, right;
  LsStatus status;

  if (n_unknowns == 0)
    return LS_OK;
  if (G_LIKELY (self->plain_reals))
    {
      status = get_directional (self, unknowns, n_unknowns, knowns, n_knowns, d_knowns, n_knowns,
                                d_unknowns, n_unknowns);
      if (status == LS_OK)
        settle_states (self, unknowns, n_unknowns, knowns, n_knowns, d_knowns, d_unknowns);
      return status;
    }
  whole_init (&left, self, unknowns, n_unknowns);
  whole_init (&right, self, knowns, n_knowns);
  for (gsize i = 0; i < n_knowns; i++)
    whole_get (&right)[right.places[i]] = d_knowns[i];
  status = get_directional (self, (const guint32 *)(gpointer)left.references->data,
                            left.references->len, (const guint32 *)(gpointer)right.references->data,
                            right.references->len, whole_get (&right), right.values->len,
                            whole_get (&left), left.values->len);
  for (gsize i = 0; i < n_unknowns; i++)
    d_unknowns[i] = whole_get (&left)[left.places[i]];
  whole_clear (&left);
  whole_clear (&right);
  if (status == LS_OK)
    settle_states (self, unknowns, n_unknowns, knowns, n_knowns, d_knowns, d_unknowns);
  return status;
}

/* A warning means that the FMU did not provide the derivatives as requested. */
static LsStatus
get_output_derivatives (LsInstanceFmi3 *self,
                        const guint32 *references,
                        gsize n,
                        const int orders[],
                        double values[],
                        gsize n_values)
{
  fmi3Status status;
  LsStatus result;

  self->base.call = "fmi3GetOutputDerivatives";
  if (self->fmi.GetOutputDerivatives == NULL)
    return ls_instance_miss (&self->base);
  status
      = self->fmi.GetOutputDerivatives (self->component, references, n, orders, values, n_values);
  LS_MEND_FLOATING_POINT (&self->base);
  if (G_LIKELY (status == fmi3OK))
    return LS_OK;
  result = ls_instance_judge (&self->base, (int)status);
  return result == LS_OK ? LS_RETRY : result;
}

LsStatus
ls_instance_fmi3_get_output_derivatives (
    LsInstance *instance, const guint32 *references, gsize n, const int orders[], double values[])
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  g_autofree int *whole_orders = NULL;
  Whole whole;
  LsStatus status;

  if (n == 0)
    return LS_OK;
  if (G_LIKELY (self->plain_reals))
    return get_output_derivatives (self, references, n, orders, values, n);
  /* All of one order. */
  whole_init (&whole, self, references, n);
  whole_orders = g_new0 (int, whole.references->len);
  for (guint i = 0; i < whole.references->len; i++)
    whole_orders[i] = orders[0];
  status = get_output_derivatives (self, (const guint32 *)(gpointer)whole.references->data,
                                   whole.references->len, whole_orders, whole_get (&whole),
                                   whole.values->len);
  for (gsize i = 0; i < n; i++)
    values[i] = whole_get (&whole)[whole.places[i]];
  whole_clear (&whole);
  return status;
}
