#include "core/num/laplace.h"

#include <math.h>

/* n!, exact in the range used: 20! < 2^63. */
static guint64
factorial (guint n)
{
  guint64 product = 1;

  for (guint i = 2; i <= n; i++)
    product *= i;
  return product;
}

/* One term of the sum: j^(n/2) (2j)! / ((n/2 - j)! j! (j - 1)! (k - j)! (2j - k)!). */
static long double
get_term (guint half, guint k, guint j)
{
  long double power = 1.0L;

  for (guint i = 0; i < half; i++)
    power *= j;
  return power * (long double)factorial (2 * j)
         / ((long double)factorial (half - j) * (long double)factorial (j)
            * (long double)factorial (j - 1) * (long double)factorial (k - j)
            * (long double)factorial (2 * j - k));
}

void
ls_stehfest_get_weights (guint n, double weights[])
{
  guint half = n / 2;

  g_return_if_fail (n % 2 == 0 && n >= LS_STEHFEST_MIN && n <= LS_STEHFEST_MAX);

  for (guint k = 1; k <= n; k++)
    {
      long double sum = 0.0L;

      for (guint j = (k + 1) / 2; j <= MIN (k, half); j++)
        sum += get_term (half, k, j);
      weights[k - 1] = (double)((k + half) % 2 == 0 ? sum : -sum);
    }
}
