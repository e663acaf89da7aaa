/* Numbers as text, by the locale-independent functions of GLib. */
#include "core/base/number.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Powers of ten that are exact in 64 bits of mantissa. */
#define MAX_POWER 27
/* Digits that always fit into 64 bits. */
#define MAX_DIGITS 19

/* Digits with at most one point. Returns: the end; %NULL for none, or more digits than fit.
 * @exponent: decreased by the number of decimals */
static const char *
scan_digits (const char *text, guint64 *digits, int *exponent)
{
  const char *point = NULL, *c;
  guint n = 0;

  for (c = text; g_ascii_isdigit (*c) || (*c == '.' && point == NULL); c++)
    if (*c == '.')
      point = c;
    else
      {
        *digits = 10 * *digits + (guint64)(*c - '0');
        /* Multiples of 2^64 are 0 here. */
        n += n > 0 || *digits > 0;
        if (n > MAX_DIGITS)
          return NULL;
      }
  *exponent -= point != NULL ? (int)(c - point) - 1 : 0;
  return c > text + (point != NULL) ? c : NULL;
}

static const char *
scan_exponent (const char *text, int *exponent)
{
  const gboolean negative = text[0] != '\0' && text[1] == '-';
  const char *c = text + 1 + (negative || text[1] == '+');
  int value = 0;

  for (; g_ascii_isdigit (*c) && value < 1000; c++)
    value = 10 * value + (*c - '0');
  *exponent += negative ? -value : value;
  return g_ascii_isdigit (c[-1]) ? c : NULL;
}

/* Most numbers of files, in a quarter of the time of strtod(): digits times or divided by a power
 * of ten is right to one unit of the extended precision, and its rounding is that of the number
 * unless the middle between two doubles lies that near. Returns: whether the whole text is decided
 * so. */
static gboolean
parse_quickly (const char *text, double *value)
{
  static const long double powers[MAX_POWER + 1]
      = { 1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
          1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
          1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L };
  const gboolean negative = *text == '-';
  guint64 digits = 0;
  int exponent = 0;
  const char *end = scan_digits (text + (negative || *text == '+'), &digits, &exponent);
  long double product;
  double low, high;

  if (end != NULL && (*end == 'e' || *end == 'E'))
    end = scan_exponent (end, &exponent);
  if (LDBL_MANT_DIG < 64 || end == NULL || *end != '\0' || abs (exponent) > MAX_POWER)
    return FALSE;
  product = exponent < 0 ? (long double)digits / powers[-exponent]
                         : (long double)digits * powers[exponent];
  low = (double)(product - product * LDBL_EPSILON);
  high = (double)(product + product * LDBL_EPSILON);
  *value = negative ? -low : low;
  return low == high;
}

gboolean
ls_number_parse (const char *text, double *value)
{
  const char *start = text;
  char *end;
  double parsed;
  gsize length;

  if (text == NULL)
    return FALSE;
  if (parse_quickly (text, value))
    return TRUE;
  while (g_ascii_isspace (*start))
    start++;
  /* strtod() would also accept "nan", "inf" and hexadecimal. */
  length = strspn (start, "+-.0123456789eE");
  if (length == 0)
    return FALSE;
  errno = 0;
  parsed = g_ascii_strtod (start, &end);
  if (end != start + length || (errno == ERANGE && fabs (parsed) > 1.0) || !isfinite (parsed))
    return FALSE;
  while (g_ascii_isspace (*end))
    end++;
  if (*end != '\0')
    return FALSE;
  *value = parsed;
  return TRUE;
}

static char *
format_special (double value, char buffer[32])
{
  g_strlcpy (buffer, isnan (value) ? "nan" : value > 0 ? "inf" : "-inf", LS_NUMBER_SIZE);
  return buffer;
}

char *
ls_number_format_short (double value, int digits, char buffer[32])
{
  char format[16];

  if (!isfinite (value))
    return format_special (value, buffer);
  g_snprintf (format, sizeof format, "%%.%dg", CLAMP (digits, 1, 17));
  return g_ascii_formatd (buffer, LS_NUMBER_SIZE, format, value);
}

/* By trial: 15, 16, 17 digits. */
static char *
format_by_trial (double value, char buffer[32])
{
  /* Fifteen digits always survive the conversion from text to double and back, so %.15g is the
   * shortest if it round-trips; subnormal numbers carry fewer digits. */
  int digits = fpclassify (value) == FP_SUBNORMAL ? 1 : 15;
  char exact[LS_NUMBER_SIZE];

  for (; digits < 17; digits++)
    {
      ls_number_format_short (value, digits, buffer);
      if (g_ascii_strtod (buffer, NULL) == value)
        break;
    }
  /* Seventeen digits always round-trip; 12345678901234568 needs them, but no exponent. */
  ls_number_format_short (value, 17, exact);
  if (digits == 17 || strlen (exact) < strlen (buffer))
    g_strlcpy (buffer, exact, LS_NUMBER_SIZE);
  return buffer;
}

#if LDBL_MANT_DIG >= 64
/* The 17 digits of most numbers fit into the 64-bit mantissa of a long double, which also decides
 * whether fewer digits round-trip. Undecided cases are tried by printing and parsing. */
#define MIN_COMMON 1e-10
#define MAX_COMMON 1e15
/* In units of the 17th digit: ten times the error of one product of 64 bits there. */
#define DOUBT 0.05L

/* @size 10^@power, rounded once: powers up to 27 are exact. */
static long double
scale (double size, int power)
{
  static const long double powers[]
      = { 1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
          1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
          1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L };

  return (long double)size * powers[power];
}

/* Formats @seventeen like %g: 17 digits, whose trailing zeros are omitted; the first digit has the
 * place value 10^@exponent. */
static void
write_digits (guint64 seventeen, int exponent, gboolean negative, char *text)
{
  char digits[17];
  int n = 17, i = 0;

  for (int k = 17; k-- > 0; seventeen /= 10)
    digits[k] = (char)('0' + seventeen % 10);
  while (n > 1 && digits[n - 1] == '0')
    n--;
  if (negative)
    *text++ = '-';
  if (exponent >= 0)
    for (; i <= exponent; i++)
      *text++ = digits[i];
  else if (exponent >= -4)
    *text++ = '0';
  else
    *text++ = digits[i++];
  if (i < n)
    *text++ = '.';
  for (int k = -1; k > exponent && exponent >= -4; k--)
    *text++ = '0';
  for (; i < n; i++)
    *text++ = digits[i];
  if (exponent < -4)
    {
      *text++ = 'e';
      *text++ = '-';
      *text++ = (char)('0' + -exponent / 10);
      *text++ = (char)('0' + -exponent % 10);
    }
  *text = '\0';
}

/* Returns: %FALSE if undecided. */
static gboolean
format_common (double value, char buffer[32])
{
  const double size = fabs (value);
  long double x, half;
  gboolean is_power;
  int binary, exponent;

  if (!(size >= MIN_COMMON && size < MAX_COMMON))
    return FALSE;
  /* The doubles below a power of two are closer together than those above. */
  is_power = frexp (size, &binary) == 0.5;
  /* log10 (2), rounded down: the exponent is at most one too small. */
  exponent = (int)floor ((binary - 1) * 0.30102999566);
  x = scale (size, 16 - exponent);
  if (x >= 1e17L)
    x = scale (size, 16 - ++exponent);
  /* Half the distance to the next double. */
  half = scale (ldexp (1.0, binary - (is_power ? 55 : 54)), 16 - exponent);
  for (guint drop = 100; drop > 0; drop /= 10)
    {
      const guint64 whole = (guint64)x, low = whole % drop;
      const long double rest = (long double)low + (x - (long double)whole);
      const guint64 rounded = whole - low + (rest > 0.5L * drop ? drop : 0);
      const long double gap = fabsl ((long double)rounded - x);

      if (fabsl (rest - 0.5L * drop) < DOUBT || fabsl (gap - half) < DOUBT)
        return FALSE;
      if (drop > 1 && gap > half && !is_power)
        continue;
      if (gap > half && is_power)
        return FALSE;
      if (rounded >= 100000000000000000u)
        return FALSE;
      write_digits (rounded, exponent, value < 0, buffer);
      return TRUE;
    }
  return FALSE;
}
#else
static gboolean
format_common (double value G_GNUC_UNUSED, char buffer[32] G_GNUC_UNUSED)
{
  return FALSE;
}
#endif

char *
ls_number_format (double value, char buffer[32])
{
  if (!isfinite (value))
    return format_special (value, buffer);
  if (value == 0)
    {
      g_strlcpy (buffer, signbit (value) ? "-0" : "0", LS_NUMBER_SIZE);
      return buffer;
    }
  return format_common (value, buffer) ? buffer : format_by_trial (value, buffer);
}

int
ls_compare_indices (gconstpointer a, gconstpointer b)
{
  const guint first = *(const guint *)a, second = *(const guint *)b;

  return (first > second) - (first < second);
}
