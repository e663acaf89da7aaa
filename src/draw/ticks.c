#include "draw/ticks.h"

#include <float.h>
#include <langinfo.h>
#include <math.h>
#include <string.h>
#include "core/base/language.h"

#define MAX_TICKS ((int)G_N_ELEMENTS (((LsTicks *)0)->values))
#define MINUS "\xe2\x88\x92" /* U+2212, as wide as a plus */

/* Limits of magnitudes beyond which a common power of ten is separated. */
#define LARGE 1e5
#define SMALL 1e-3

/* m * 10^e as decimal digits, without rounding: m and e are integers. */
static void
format_decimal (char *label, gsize size, gint64 m, int e)
{
  char digits[32];
  g_autoptr (GString) text = g_string_new (m < 0 ? MINUS : "");

  if (m == 0)
    {
      g_strlcpy (label, "0", size);
      return;
    }
  g_snprintf (digits, sizeof digits, "%" G_GINT64_FORMAT, ABS (m));
  if (e >= 0)
    {
      g_string_append (text, digits);
      for (int i = 0; i < e; i++)
        g_string_append_c (text, '0');
    }
  else
    {
      int whole = (int)strlen (digits) + e;

      g_string_append_len (text, whole > 0 ? digits : "0", whole > 0 ? whole : 1);
      g_string_append (text, nl_langinfo (RADIXCHAR));
      for (int i = whole; i < 0; i++)
        g_string_append_c (text, '0');
      g_string_append (text, digits + MAX (whole, 0));
    }
  g_strlcpy (label, text->str, size);
}

/* m * 10^e, correctly rounded while powers of ten are exact. */
static double
scale_decimal (gint64 m, int e)
{
  if (e < 0 && e >= -300)
    return (double)m / pow (10, -e);
  return (double)m * pow (10, e);
}

/* The smallest step of 1, 2 or 5 times a power of ten above @raw. */
static void
choose_step (double raw, int *multiple, int *power)
{
  static const int multiples[] = { 1, 2, 5, 10 };
  gsize i = 0;

  *power = (int)floor (log10 (raw));
  while (i < 3 && multiples[i] * pow (10, *power) < raw * (1 - 1e-9))
    i++;
  *multiple = multiples[i];
  if (*multiple == 10)
    {
      *multiple = 1;
      *power += 1;
    }
}

static int
choose_exponent (double largest)
{
  if (largest >= LARGE || (largest > 0 && largest < SMALL))
    return 3 * (int)floor (floor (log10 (largest) + 1e-9) / 3);
  return 0;
}

/* An empty range, or one too narrow for double precision, has one tick. */
static void
set_single (LsTicks *self, double value)
{
  char text[LS_NUMBER_SIZE];

  self->n = 1;
  self->values[0] = value == 0 ? 0 : value;
  ls_number_display (fabs (self->values[0]), 6, text);
  g_snprintf (self->labels[0], sizeof self->labels[0], "%s%s", value < 0 ? MINUS : "", text);
}

void
ls_ticks_linear (LsTicks *self, double min, double max, guint wanted)
{
  double raw, largest, slack, step = 1;
  int multiple = 1, power = 0;
  gint64 first = 0, last = 0;

  g_return_if_fail (self != NULL);
  memset (self, 0, sizeof *self);
  if (!isfinite (min) || !isfinite (max))
    return;
  if (min > max)
    {
      double swap = min;

      min = max;
      max = swap;
    }
  wanted = CLAMP (wanted, 1, MAX_TICKS / 2);
  raw = max / wanted - min / wanted;
  largest = MAX (fabs (min), fabs (max));
  if (raw <= largest * 1e-14 || raw < 1e-300)
    {
      set_single (self, min);
      return;
    }
  /* If the step is wider than the range, use the next smaller one. */
  for (int i = 0; i < 4; i++, raw /= 2)
    {
      choose_step (raw, &multiple, &power);
      step = scale_decimal (multiple, power);
      /* A tick at an end counts despite rounding. */
      slack = 1e-9 + 4 * DBL_EPSILON * largest / step;
      first = (gint64)ceil (min / step - slack);
      last = (gint64)floor (max / step + slack);
      if (last > first)
        break;
    }
  self->exponent = choose_exponent (MAX (ABS (first), ABS (last)) * step);
  for (gint64 i = first; i <= last && self->n < (guint)MAX_TICKS; i++)
    {
      self->values[self->n] = scale_decimal (i * multiple, power);
      format_decimal (self->labels[self->n], sizeof self->labels[0], i * multiple,
                      power - self->exponent);
      self->n++;
    }
}

static void
add_logarithmic (LsTicks *self, int multiple, int power, double min, double max)
{
  double value = scale_decimal (multiple, power);
  char exponent[16];

  if (value < min * (1 - 1e-9) || value > max * (1 + 1e-9) || self->n == (guint)MAX_TICKS)
    return;
  g_snprintf (exponent, sizeof exponent, "%s%d", power < 0 ? MINUS : "", ABS (power));
  self->values[self->n] = value;
  if (multiple == 1)
    g_snprintf (self->labels[self->n], sizeof self->labels[0], "10^%s", exponent);
  else
    g_snprintf (self->labels[self->n], sizeof self->labels[0],
                "%d\xc2\xb7"
                "10^%s",
                multiple, exponent);
  self->n++;
}

/* Ticks at every @stride-th power of ten, counted from 10^0, so that they are stable when the range
 * changes. */
static void
add_decades (LsTicks *self, double min, double max, int first, int last, int stride)
{
  for (int power = first; power <= last; power++)
    if (power % stride == 0)
      add_logarithmic (self, 1, power, min, max);
}

void
ls_ticks_logarithmic (LsTicks *self, double min, double max, guint wanted)
{
  static const int strides[] = { 1, 2, 3, 5, 10, 20, 50, 100, 200 };
  int first, last;
  double decades;

  g_return_if_fail (self != NULL);
  memset (self, 0, sizeof *self);
  if (!(min > 0) || !(max > 0) || !isfinite (min) || !isfinite (max))
    return;
  if (min > max)
    {
      double swap = min;

      min = max;
      max = swap;
    }
  wanted = CLAMP (wanted, 1, MAX_TICKS / 2);
  decades = log10 (max) - log10 (min);
  first = (int)floor (log10 (min));
  last = (int)ceil (log10 (max));
  if (decades >= 1 && 3 * decades > wanted)
    {
      for (gsize i = 0; i < G_N_ELEMENTS (strides); i++)
        {
          self->n = 0;
          add_decades (self, min, max, first, last, strides[i]);
          if (self->n <= MAX (wanted, 2))
            break;
        }
      /* A single power of ten does not show the scale. */
      if (self->n > 1)
        return;
      self->n = 0;
    }
  for (int power = first; power <= last; power++)
    {
      add_logarithmic (self, 1, power, min, max);
      add_logarithmic (self, 2, power, min, max);
      add_logarithmic (self, 5, power, min, max);
    }
  /* Less than a decade: plain numbers are clearer than a single power of ten. */
  if (self->n < 3)
    ls_ticks_linear (self, min, max, wanted);
}

static double
find_least_distance (const LsTicks *self, gboolean logarithmic)
{
  double least = INFINITY;

  for (guint i = 1; i < self->n; i++)
    least = fmin (least, logarithmic ? fabs (log10 (self->values[i] / self->values[i - 1]))
                                     : fabs (self->values[i] - self->values[i - 1]));
  return least;
}

void
ls_ticks_thin (LsTicks *self, gboolean logarithmic, double least)
{
  g_return_if_fail (self != NULL);

  while (self->n > 1 && find_least_distance (self, logarithmic) < least)
    {
      guint first = 0, n = 0;

      for (guint i = 0; self->n % 2 == 0 && i < self->n; i++)
        if (self->values[i] == 0)
          first = i % 2;
      for (guint i = first; i < self->n; i += 2, n++)
        {
          self->values[n] = self->values[i];
          memmove (self->labels[n], self->labels[i], sizeof self->labels[n]);
        }
      self->n = n;
    }
}
