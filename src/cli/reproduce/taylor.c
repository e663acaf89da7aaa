#include "cli/reproduce/taylor.h"

#include <math.h>

/* Terms of a series, and what the last ones may add to it. */
#define ORDER 28
#define SMALL 1e-19L

typedef enum
{
  STATE,
  CONSTANT,
  ADD,
  SUBTRACT,
  MULTIPLY,
  DIVIDE
} Operation;

typedef struct
{
  Operation operation;
  guint a, b;
  long double c[ORDER + 1];
} Entry;

struct LsTaylor
{
  GArray *entries;    /* Entry */
  guint n;            /* states */
  guint *derivatives; /* entries */
};

static guint
append (LsTaylor *self, Operation operation, guint a, guint b, long double value)
{
  Entry entry = { operation, a, b, { value } };

  g_array_append_val (self->entries, entry);
  return self->entries->len - 1;
}

LsTaylor *
ls_taylor_new (guint n_states)
{
  LsTaylor *self = g_new0 (LsTaylor, 1);

  self->entries = g_array_new (FALSE, TRUE, sizeof (Entry));
  self->n = n_states;
  self->derivatives = g_new0 (guint, n_states);
  for (guint i = 0; i < n_states; i++)
    append (self, STATE, 0, 0, 0);
  return self;
}

void
ls_taylor_free (LsTaylor *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->entries);
  g_free (self->derivatives);
  g_free (self);
}

guint
ls_taylor_constant (LsTaylor *self, long double value)
{
  return append (self, CONSTANT, 0, 0, value);
}

guint
ls_taylor_add (LsTaylor *self, guint a, guint b)
{
  return append (self, ADD, a, b, 0);
}

guint
ls_taylor_subtract (LsTaylor *self, guint a, guint b)
{
  return append (self, SUBTRACT, a, b, 0);
}

guint
ls_taylor_multiply (LsTaylor *self, guint a, guint b)
{
  return append (self, MULTIPLY, a, b, 0);
}

guint
ls_taylor_divide (LsTaylor *self, guint a, guint b)
{
  return append (self, DIVIDE, a, b, 0);
}

guint
ls_taylor_scale (LsTaylor *self, long double value, guint a)
{
  return ls_taylor_multiply (self, ls_taylor_constant (self, value), a);
}

void
ls_taylor_set_derivative (LsTaylor *self, guint state, guint entry)
{
  g_return_if_fail (state < self->n && entry < self->entries->len);
  self->derivatives[state] = entry;
}

/* Coefficient @k of one entry from those of its operands. */
static void
evaluate (Entry *entry, const Entry *a, const Entry *b, guint k)
{
  long double sum = 0;

  switch (entry->operation)
    {
    case STATE:
    case CONSTANT:
      return;
    case ADD:
      sum = a->c[k] + b->c[k];
      break;
    case SUBTRACT:
      sum = a->c[k] - b->c[k];
      break;
    case MULTIPLY:
      for (guint j = 0; j <= k; j++)
        sum += a->c[j] * b->c[k - j];
      break;
    case DIVIDE:
      sum = a->c[k];
      for (guint j = 1; j <= k; j++)
        sum -= b->c[j] * entry->c[k - j];
      sum /= b->c[0];
      break;
    }
  entry->c[k] = sum;
}

static void
expand (LsTaylor *self, const long double x[])
{
  Entry *entries = (Entry *)(void *)self->entries->data;

  for (guint i = 0; i < self->n; i++)
    entries[i].c[0] = x[i];
  for (guint k = 0; k <= ORDER; k++)
    {
      for (guint i = 0; k > 0 && i < self->n; i++)
        entries[i].c[k] = entries[self->derivatives[i]].c[k - 1] / k;
      for (guint e = self->n; e < self->entries->len; e++)
        evaluate (&entries[e], &entries[entries[e].a], &entries[entries[e].b], k);
    }
}

/* So far that the last two terms are as good as nothing beside the greatest state. */
static long double
choose_step (const LsTaylor *self)
{
  const Entry *entries = (const Entry *)(const void *)self->entries->data;
  long double size = 0, step = INFINITY;

  for (guint i = 0; i < self->n; i++)
    size = fmaxl (size, fabsl (entries[i].c[0]));
  for (guint i = 0; i < self->n; i++)
    for (guint k = ORDER - 1; k <= ORDER; k++)
      if (entries[i].c[k] != 0)
        step = fminl (step, powl (SMALL * size / fabsl (entries[i].c[k]), 1.0L / k));
  return step;
}

static void
sum (const LsTaylor *self, long double h, long double x[])
{
  for (guint i = 0; i < self->n; i++)
    {
      const Entry *state = &g_array_index (self->entries, Entry, i);

      x[i] = state->c[ORDER];
      for (guint k = ORDER; k-- > 0;)
        x[i] = x[i] * h + state->c[k];
    }
}

void
ls_taylor_integrate (
    LsTaylor *self, const double x0[], const double times[], guint n_times, double x[])
{
  g_autofree long double *now = g_new (long double, self->n);
  g_autofree long double *there = g_new (long double, self->n);
  long double t = 0;
  guint done = 0;

  for (guint i = 0; i < self->n; i++)
    now[i] = x0[i];
  while (done < n_times)
    {
      long double step;

      expand (self, now);
      step = fminl (choose_step (self), times[n_times - 1] - t);
      for (; done < n_times && times[done] - t <= step; done++)
        {
          sum (self, times[done] - t, there);
          for (guint i = 0; i < self->n; i++)
            x[done * self->n + i] = (double)there[i];
        }
      sum (self, step, now);
      t += step;
    }
}
