/* Minimum and maximum of blocks of 64 rows, of 8 such blocks, of 64, and so on. */
#include "core/record/pyramid.h"

#include <math.h>

#define BASE_SHIFT 6u /* 64 rows in a block of level 0 */
#define FAN_SHIFT 3u  /* 8 blocks in a block of the next level */
#define N_LEVELS 20u  /* 2^(6 + 3 * 19) rows in a block of the highest */

/* @min > @max: no finite value */
typedef struct
{
  double min, max;
} Range;

struct LsPyramid
{
  LsTrace *trace;
  guint column;
  gsize n_rows;             /* rows processed */
  GArray *levels[N_LEVELS]; /* Range of complete blocks only; incomplete ones are read from the
                             * level below */
};

static const Range empty_range = { INFINITY, -INFINITY };

static void
range_add (Range *self, const Range *other)
{
  if (other->min < self->min)
    self->min = other->min;
  if (other->max > self->max)
    self->max = other->max;
}

static void
range_add_rows (Range *self, const LsPyramid *pyramid, gsize first, gsize last)
{
  const double origin = pyramid->column == 0 ? ls_trace_get_origin (pyramid->trace) : 0.0;

  while (first < last)
    {
      gsize n;
      const double *values = ls_trace_peek (pyramid->trace, pyramid->column, first, &n);

      n = MIN (n, last - first);
      for (gsize i = 0; i < n; i++)
        {
          const double value = origin + values[i];

          if (!isfinite (value))
            continue;
          if (value < self->min)
            self->min = value;
          if (value > self->max)
            self->max = value;
        }
      first += n;
    }
}

static void
range_add_blocks (Range *self, const LsPyramid *pyramid, guint level, gsize first, gsize last)
{
  for (gsize i = first; i < last; i++)
    range_add (self, &g_array_index (pyramid->levels[level], Range, i));
}

LsPyramid *
ls_pyramid_new (LsTrace *trace, guint column)
{
  LsPyramid *self;

  g_return_val_if_fail (trace != NULL && column < ls_trace_get_n_columns (trace), NULL);
  self = g_new0 (LsPyramid, 1);
  self->trace = ls_trace_ref (trace);
  self->column = column;
  for (guint i = 0; i < N_LEVELS; i++)
    self->levels[i] = g_array_new (FALSE, FALSE, sizeof (Range));
  return self;
}

void
ls_pyramid_free (LsPyramid *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < N_LEVELS; i++)
    g_array_unref (self->levels[i]);
  ls_trace_unref (self->trace);
  g_free (self);
}

gsize
ls_pyramid_get_n_rows (const LsPyramid *self)
{
  g_return_val_if_fail (self != NULL, 0);
  return self->n_rows;
}

gsize
ls_pyramid_update (LsPyramid *self)
{
  g_return_val_if_fail (self != NULL, 0);

  gsize n_blocks;

  self->n_rows = ls_trace_get_n_rows (self->trace);
  n_blocks = self->n_rows >> BASE_SHIFT;
  for (gsize i = self->levels[0]->len; i < n_blocks; i++)
    {
      Range range = empty_range;

      range_add_rows (&range, self, i << BASE_SHIFT, (i + 1) << BASE_SHIFT);
      g_array_append_val (self->levels[0], range);
    }
  for (guint level = 1; level < N_LEVELS; level++)
    {
      n_blocks >>= FAN_SHIFT;
      for (gsize i = self->levels[level]->len; i < n_blocks; i++)
        {
          Range range = empty_range;

          range_add_blocks (&range, self, level - 1, i << FAN_SHIFT, (i + 1) << FAN_SHIFT);
          g_array_append_val (self->levels[level], range);
        }
    }
  return self->n_rows;
}

/* Adds blocks [@first, @last) of @level, using blocks of higher levels for complete groups. */
static void
add_from_level (const LsPyramid *self, guint level, gsize first, gsize last, Range *range)
{
  for (;; level++)
    {
      gsize up_first = (first + (1u << FAN_SHIFT) - 1) >> FAN_SHIFT;
      gsize up_last = last >> FAN_SHIFT;

      if (level + 1 == N_LEVELS || up_first >= up_last)
        {
          range_add_blocks (range, self, level, first, last);
          return;
        }
      range_add_blocks (range, self, level, first, up_first << FAN_SHIFT);
      range_add_blocks (range, self, level, up_last << FAN_SHIFT, last);
      first = up_first;
      last = up_last;
    }
}

gboolean
ls_pyramid_get_range (const LsPyramid *self, gsize first, gsize last, double *min, double *max)
{
  g_return_val_if_fail (self != NULL, FALSE);

  Range range = empty_range;
  gsize block_first, block_last;

  last = MIN (last, self->n_rows);
  first = MIN (first, last);
  block_first = (first + (1u << BASE_SHIFT) - 1) >> BASE_SHIFT;
  block_last = last >> BASE_SHIFT;
  if (block_first >= block_last)
    range_add_rows (&range, self, first, last);
  else
    {
      range_add_rows (&range, self, first, block_first << BASE_SHIFT);
      range_add_rows (&range, self, block_last << BASE_SHIFT, last);
      add_from_level (self, 0, block_first, block_last, &range);
    }
  if (range.min > range.max)
    return FALSE;
  *min = range.min;
  *max = range.max;
  return TRUE;
}

/* @n: below and above */
static void
count_rows (const LsPyramid *self, gsize first, gsize last, double min, double max, gsize n[2])
{
  const double origin = self->column == 0 ? ls_trace_get_origin (self->trace) : 0.0;

  while (first < last)
    {
      gsize n_values;
      const double *values = ls_trace_peek (self->trace, self->column, first, &n_values);

      n_values = MIN (n_values, last - first);
      for (gsize i = 0; i < n_values; i++)
        {
          const double value = origin + values[i];

          n[0] += value < min && isfinite (value);
          n[1] += value > max && isfinite (value);
        }
      first += n_values;
    }
}

static void
count_block (const LsPyramid *self, guint level, gsize block, double min, double max, gsize n[2])
{
  const Range *range = &g_array_index (self->levels[level], Range, block);

  if (range->min > range->max || (range->min >= min && range->max <= max))
    return;
  if (level == 0)
    count_rows (self, block << BASE_SHIFT, (block + 1) << BASE_SHIFT, min, max, n);
  for (gsize i = 0; level > 0 && i < 1u << FAN_SHIFT; i++)
    count_block (self, level - 1, (block << FAN_SHIFT) + i, min, max, n);
}

void
ls_pyramid_count_outside (
    const LsPyramid *self, double min, double max, gsize *n_below, gsize *n_above)
{
  g_return_if_fail (self != NULL && n_below != NULL && n_above != NULL);

  gsize n[2] = { 0, 0 };

  for (guint level = 0; level < N_LEVELS; level++)
    {
      /* Blocks that are not part of one of the next level. */
      const gsize first
          = level + 1 < N_LEVELS ? (gsize)self->levels[level + 1]->len << FAN_SHIFT : 0;

      for (gsize i = first; i < self->levels[level]->len; i++)
        count_block (self, level, i, min, max, n);
    }
  count_rows (self, (gsize)self->levels[0]->len << BASE_SHIFT, self->n_rows, min, max, n);
  *n_below += n[0];
  *n_above += n[1];
}
