#include "core/num/dense-lu.h"

#include <math.h>

static void
swap (double *a, double *b)
{
  const double kept = *a;

  *a = *b;
  *b = kept;
}

/* Row of the greatest entry of column @k from row @k on. */
static guint
find_pivot (guint n, const double a[], guint k)
{
  guint pivot = k;

  for (guint i = k + 1; i < n; i++)
    if (fabs (a[(gsize)i * n + k]) > fabs (a[(gsize)pivot * n + k]))
      pivot = i;
  return pivot;
}

LsStatus
ls_dense_factorise (guint n, double a[], guint pivots[])
{
  for (guint k = 0; k < n; k++)
    {
      double *row_k = a + (gsize)k * n, *row_p;

      pivots[k] = find_pivot (n, a, k);
      row_p = a + (gsize)pivots[k] * n;
      if (row_p[k] == 0.0 || !isfinite (row_p[k]))
        return LS_STOP;
      if (row_p != row_k)
        for (guint j = 0; j < n; j++)
          swap (&row_k[j], &row_p[j]);
      for (guint i = k + 1; i < n; i++)
        {
          double *row_i = a + (gsize)i * n;
          const double factor = row_i[k] / row_k[k];

          row_i[k] = factor;
          if (factor == 0.0)
            continue;
          for (guint j = k + 1; j < n; j++)
            row_i[j] -= factor * row_k[j];
        }
    }
  return LS_OK;
}

void
ls_dense_solve (guint n, const double a[], const guint pivots[], double b[])
{
  for (guint k = 0; k < n; k++)
    if (pivots[k] != k)
      swap (&b[k], &b[pivots[k]]);
  for (guint i = 1; i < n; i++)
    {
      const double *row = a + (gsize)i * n;
      double sum = b[i];

      for (guint j = 0; j < i; j++)
        sum -= row[j] * b[j];
      b[i] = sum;
    }
  for (guint i = n; i-- > 0;)
    {
      const double *row = a + (gsize)i * n;
      double sum = b[i];

      for (guint j = i + 1; j < n; j++)
        sum -= row[j] * b[j];
      b[i] = sum / row[i];
    }
}

static guint
find_complex_pivot (guint n, const double a[], guint k)
{
  double greatest = -1.0;
  guint pivot = k;

  for (guint i = k; i < n; i++)
    {
      const double *entry = a + 2 * ((gsize)i * n + k);
      const double size = fabs (entry[0]) + fabs (entry[1]);

      if (size > greatest)
        {
          greatest = size;
          pivot = i;
        }
    }
  return pivot;
}

/* a := a / b */
static void
divide (double a[], const double b[])
{
  const double length = b[0] * b[0] + b[1] * b[1];
  const double re = (a[0] * b[0] + a[1] * b[1]) / length;

  a[1] = (a[1] * b[0] - a[0] * b[1]) / length;
  a[0] = re;
}

LsStatus
ls_dense_complex_factorise (guint n, double a[], guint pivots[])
{
  for (guint k = 0; k < n; k++)
    {
      double *row_k = a + 2 * (gsize)k * n, *row_p;

      pivots[k] = find_complex_pivot (n, a, k);
      row_p = a + 2 * (gsize)pivots[k] * n;
      if ((row_p[2 * k] == 0.0 && row_p[2 * k + 1] == 0.0)
          || !isfinite (row_p[2 * k] + row_p[2 * k + 1]))
        return LS_STOP;
      if (row_p != row_k)
        for (guint j = 0; j < 2 * n; j++)
          swap (&row_k[j], &row_p[j]);
      for (guint i = k + 1; i < n; i++)
        {
          double *row_i = a + 2 * (gsize)i * n;
          double re, im;

          divide (&row_i[2 * k], &row_k[2 * k]);
          re = row_i[2 * k];
          im = row_i[2 * k + 1];
          if (re == 0.0 && im == 0.0)
            continue;
          for (guint j = k + 1; j < n; j++)
            {
              row_i[2 * j] -= re * row_k[2 * j] - im * row_k[2 * j + 1];
              row_i[2 * j + 1] -= re * row_k[2 * j + 1] + im * row_k[2 * j];
            }
        }
    }
  return LS_OK;
}

/* @result: b_i minus the product of row @i of a triangle, columns [@begin, @end), with @b. */
static void
subtract_row (guint n,
              const double a[],
              guint i,
              guint begin,
              guint end,
              const double b_re[],
              const double b_im[],
              double result[])
{
  const double *row = a + 2 * (gsize)i * n;

  result[0] = b_re[i];
  result[1] = b_im[i];
  for (guint j = begin; j < end; j++)
    {
      result[0] -= row[2 * j] * b_re[j] - row[2 * j + 1] * b_im[j];
      result[1] -= row[2 * j] * b_im[j] + row[2 * j + 1] * b_re[j];
    }
}

void
ls_dense_complex_solve (
    guint n, const double a[], const guint pivots[], double b_re[], double b_im[])
{
  double value[2];

  for (guint k = 0; k < n; k++)
    if (pivots[k] != k)
      {
        swap (&b_re[k], &b_re[pivots[k]]);
        swap (&b_im[k], &b_im[pivots[k]]);
      }
  for (guint i = 1; i < n; i++)
    {
      subtract_row (n, a, i, 0, i, b_re, b_im, value);
      b_re[i] = value[0];
      b_im[i] = value[1];
    }
  for (guint i = n; i-- > 0;)
    {
      subtract_row (n, a, i, i + 1, n, b_re, b_im, value);
      divide (value, a + 2 * ((gsize)i * n + i));
      b_re[i] = value[0];
      b_im[i] = value[1];
    }
}
