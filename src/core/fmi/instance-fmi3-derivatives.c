/* FMI 3.0: directional and adjoint derivatives, and derivatives of outputs. Arrays take part as a
 * whole. */
#include "core/fmi/fmi3-instance.h"

#include <string.h>

/* References of the FMU for a list of ours, each array once, and the values of all. */
typedef struct
{
  GArray *references; /* guint32 */
  GArray *values;     /* double */
  gsize *places;      /* of each of ours, in @values; G_MAXSIZE: an element that is not there now */
} Whole;

static void
whole_clear (Whole *self)
{
  g_array_unref (self->references);
  g_array_unref (self->values);
  g_free (self->places);
}

static void
whole_init (Whole *self, LsInstanceFmi3 *instance, const guint32 *references, gsize n)
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
      const gssize at = array > 0 ? ls_instance_fmi3_locate (instance, variable) : 0;
      gsize first = array > 0
                        ? GPOINTER_TO_SIZE (g_hash_table_lookup (firsts, GUINT_TO_POINTER (array)))
                        : 0;

      if (at >= 0 && first == 0)
        {
          const guint32 reference
              = array > 0 ? description->arrays[array - 1].value_reference : references[i];

          first = self->values->len + 1;
          g_array_append_val (self->references, reference);
          g_array_set_size (
              self->values,
              self->values->len
                  + (array > 0 ? ls_instance_fmi3_get_shape (instance, array)->n : 1));
          if (array > 0)
            g_hash_table_insert (firsts, GUINT_TO_POINTER (array), GSIZE_TO_POINTER (first));
        }
      self->places[i] = at >= 0 ? first - 1 + (gsize)at : G_MAXSIZE;
    }
}

static double *
whole_get (Whole *self)
{
  return (double *)(gpointer)self->values->data;
}

static double
whole_value (Whole *self, gsize index)
{
  return self->places[index] != G_MAXSIZE ? whole_get (self)[self->places[index]] : 0.0;
}

/* J times a vector of the knowns, or with @adjoint J^T times one of the unknowns. */
typedef struct
{
  gboolean adjoint;
  const guint32 *unknowns, *knowns;
  gsize n_unknowns, n_knowns;
  const double *seed;
  double *product;
} Product;

static LsStatus
multiply (LsInstanceFmi3 *self, const Product *p, gsize n_seed, gsize n_product)
{
  if (p->adjoint)
    LS_FMI3_RETURN_CALL (self, GetAdjointDerivative, p->unknowns, p->n_unknowns, p->knowns,
                         p->n_knowns, p->seed, n_seed, p->product, n_product);
  LS_FMI3_RETURN_CALL (self, GetDirectionalDerivative, p->unknowns, p->n_unknowns, p->knowns,
                       p->n_knowns, p->seed, n_seed, p->product, n_product);
}

static LsStatus
multiply_whole (LsInstanceFmi3 *self, const Product *p)
{
  const gsize n_seed = p->adjoint ? p->n_unknowns : p->n_knowns;
  const gsize n_product = p->adjoint ? p->n_knowns : p->n_unknowns;
  Whole unknowns, knowns, *seed = p->adjoint ? &unknowns : &knowns,
                          *product = p->adjoint ? &knowns : &unknowns;
  Product whole = { .adjoint = p->adjoint };
  LsStatus status;

  whole_init (&unknowns, self, p->unknowns, p->n_unknowns);
  whole_init (&knowns, self, p->knowns, p->n_knowns);
  for (gsize i = 0; i < n_seed; i++)
    if (seed->places[i] != G_MAXSIZE)
      whole_get (seed)[seed->places[i]] = p->seed[i];
  whole.unknowns = (const guint32 *)(gpointer)unknowns.references->data;
  whole.n_unknowns = unknowns.references->len;
  whole.knowns = (const guint32 *)(gpointer)knowns.references->data;
  whole.n_knowns = knowns.references->len;
  whole.seed = whole_get (seed);
  whole.product = whole_get (product);
  status = seed->values->len > 0 && product->values->len > 0
               ? multiply (self, &whole, seed->values->len, product->values->len)
               : LS_OK;
  for (gsize i = 0; i < n_product; i++)
    p->product[i] = whole_value (product, i);
  whole_clear (&unknowns);
  whole_clear (&knowns);
  return status;
}

static LsStatus
find_product (LsInstanceFmi3 *self, const Product *p)
{
  return G_LIKELY (self->plain_reals) ? multiply (self, p, p->adjoint ? p->n_unknowns : p->n_knowns,
                                                  p->adjoint ? p->n_knowns : p->n_unknowns)
                                      : multiply_whole (self, p);
}

static gboolean
is_state (LsInstanceFmi3 *self, guint32 reference)
{
  const LsVariable *variable = ls_instance_fmi3_find (self, reference);

  return variable != NULL && variable->is_state && ls_instance_fmi3_has (self, variable);
}

/* A state that is an output depends on itself, which some FMUs do not know. */
static void
settle_states (LsInstanceFmi3 *self, const Product *p)
{
  for (gsize i = 0; i < p->n_unknowns; i++)
    {
      if (!is_state (self, p->unknowns[i]))
        continue;
      p->product[i] = 0.0;
      for (gsize j = 0; j < p->n_knowns; j++)
        if (p->knowns[j] == p->unknowns[i])
          p->product[i] += p->seed[j];
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
  const Product p = { FALSE, unknowns, knowns, n_unknowns, n_knowns, d_knowns, d_unknowns };
  const LsStatus status = n_unknowns > 0 ? find_product (self, &p) : LS_OK;

  if (status == LS_OK)
    settle_states (self, &p);
  return status;
}

/* The FMU is not asked about states, for the same reason. */
LsStatus
ls_instance_fmi3_get_adjoint_derivative (LsInstance *instance,
                                         const guint32 *unknowns,
                                         gsize n_unknowns,
                                         const guint32 *knowns,
                                         gsize n_knowns,
                                         const double d_unknowns[],
                                         double d_knowns[])
{
  LsInstanceFmi3 *self = (LsInstanceFmi3 *)instance;
  g_autofree guint32 *asked = g_new (guint32, n_unknowns + 1);
  g_autofree double *seed = g_new (double, n_unknowns + 1);
  Product p = { TRUE, asked, knowns, 0, n_knowns, seed, d_knowns };
  LsStatus status = LS_OK;

  for (gsize i = 0; i < n_unknowns; i++)
    if (!is_state (self, unknowns[i]))
      {
        asked[p.n_unknowns] = unknowns[i];
        seed[p.n_unknowns++] = d_unknowns[i];
      }
  memset (d_knowns, 0, n_knowns * sizeof *d_knowns);
  if (p.n_unknowns > 0 && n_knowns > 0)
    status = find_product (self, &p);
  for (gsize i = 0; i < n_unknowns && status == LS_OK; i++)
    for (gsize j = 0; j < n_knowns && is_state (self, unknowns[i]); j++)
      if (knowns[j] == unknowns[i])
        d_knowns[j] += d_unknowns[i];
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
  status = whole.references->len == 0
               ? LS_OK
               : get_output_derivatives (self, (const guint32 *)(gpointer)whole.references->data,
                                         whole.references->len, whole_orders, whole_get (&whole),
                                         whole.values->len);
  for (gsize i = 0; i < n; i++)
    values[i] = whole_value (&whole, i);
  whole_clear (&whole);
  return status;
}
