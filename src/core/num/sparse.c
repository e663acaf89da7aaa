#include "core/num/sparse.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include <suitesparse/klu.h>

struct LsSparse
{
  int n;
  gsize n_values;
  int *starts, *rows; /* compressed columns */
  double *values;
  klu_common common;
  klu_symbolic *symbolic;
  klu_numeric *numeric;
};

typedef struct
{
  guint row, column;
  gsize entry;
} Place;

static int
compare_places (gconstpointer a, gconstpointer b, gpointer user_data G_GNUC_UNUSED)
{
  const Place *left = a, *right = b;

  if (left->column != right->column)
    return left->column < right->column ? -1 : 1;
  return left->row < right->row ? -1 : left->row > right->row;
}

static void
compress (
    LsSparse *self, const guint rows[], const guint columns[], gsize n_entries, gsize positions[])
{
  g_autofree Place *places = g_new (Place, n_entries + 1);
  gsize count = 0;

  for (gsize i = 0; i < n_entries; i++)
    places[i] = (Place){ rows[i], columns[i], i };
  g_qsort_with_data (places, (int)n_entries, sizeof (Place), compare_places, NULL);
  self->rows = g_new0 (int, n_entries + 1);
  for (gsize i = 0; i < n_entries; i++)
    {
      const Place *last = i > 0 ? &places[i - 1] : NULL;

      if (last == NULL || last->row != places[i].row || last->column != places[i].column)
        {
          self->rows[count++] = (int)places[i].row;
          self->starts[places[i].column + 1] = (int)count;
        }
      positions[places[i].entry] = count - 1;
    }
  /* Columns without entries begin where the previous one ends. */
  for (int j = 1; j <= self->n; j++)
    self->starts[j] = MAX (self->starts[j], self->starts[j - 1]);
  self->n_values = count;
  self->values = g_new0 (double, count + 1);
}

LsSparse *
ls_sparse_new (
    guint n, const guint rows[], const guint columns[], gsize n_entries, gsize positions[])
{
  g_autoptr (LsSparse) self = NULL;

  g_return_val_if_fail (n > 0 && n <= G_MAXINT && n_entries <= G_MAXINT, NULL);

  self = g_new0 (LsSparse, 1);
  self->n = (int)n;
  self->starts = g_new0 (int, (gsize)n + 1);
  compress (self, rows, columns, n_entries, positions);
  klu_defaults (&self->common);
  self->symbolic = klu_analyze (self->n, self->starts, self->rows, &self->common);
  return self->symbolic != NULL ? g_steal_pointer (&self) : NULL;
}

void
ls_sparse_free (LsSparse *self)
{
  if (self == NULL)
    return;
  klu_free_numeric (&self->numeric, &self->common);
  klu_free_symbolic (&self->symbolic, &self->common);
  g_free (self->starts);
  g_free (self->rows);
  g_free (self->values);
  g_free (self);
}

double *
ls_sparse_get_values (LsSparse *self, gsize *n)
{
  if (n != NULL)
    *n = self->n_values;
  return self->values;
}

/* Whether the factors are accurate enough for solving. */
static gboolean
is_regular (LsSparse *self, double least)
{
  return klu_rcond (self->symbolic, self->numeric, &self->common) && isfinite (self->common.rcond)
         && self->common.rcond > least;
}

static gboolean
is_finite (const LsSparse *self)
{
  for (gsize i = 0; i < self->n_values; i++)
    if (!isfinite (self->values[i]))
      return FALSE;
  return TRUE;
}

/* Refactorises with the pivots of the last factorisation. Bad pivots show in a wide range of
 * diagonal entries and in growth. */
static gboolean
refactorise (LsSparse *self)
{
  if (self->numeric == NULL)
    return FALSE;
  return klu_refactor (self->starts, self->rows, self->values, self->symbolic, self->numeric,
                       &self->common)
         && self->common.status == KLU_OK && is_regular (self, 1e-10)
         && klu_rgrowth (self->starts, self->rows, self->values, self->symbolic, self->numeric,
                         &self->common)
         && self->common.rgrowth > 1e-6;
}

LsStatus
ls_sparse_factorise (LsSparse *self)
{
  if (!is_finite (self))
    return LS_STOP;
  if (refactorise (self))
    return LS_OK;
  klu_free_numeric (&self->numeric, &self->common);
  self->numeric
      = klu_factor (self->starts, self->rows, self->values, self->symbolic, &self->common);
  if (self->numeric == NULL || self->common.status != KLU_OK)
    return LS_STOP;
  return is_regular (self, 16.0 * DBL_EPSILON) ? LS_OK : LS_STOP;
}

void
ls_sparse_solve (LsSparse *self, double b[])
{
  klu_solve (self->symbolic, self->numeric, self->n, 1, b, &self->common);
}
