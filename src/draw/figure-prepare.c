/* Expensive work for millions of rows on another thread: differences from a reference, and pyramids
 * of long curves. */
#include "draw/figure-impl.h"

/* Maximum number of rows processed at once on the drawing thread; a pyramid over them takes a
 * millisecond, a difference slightly more. */
#define LIMIT 100000u

/* For who waits until any preparation is done. */
static GMutex lock;
static GCond prepared;

/* Runs on the worker thread. */
static void
prepare (gpointer data, G_GNUC_UNUSED gpointer user_data)
{
  LsPreparation *self = data;
  double first, share;

  if (self->opponent != NULL)
    ls_source_update_difference (self->draft, self->opponent, self->absolute);
  for (guint i = 0; self->names[i] != NULL && self->draft->shown != NULL; i++)
    {
      const int column = ls_source_find (self->draft, self->names[i]);

      if (column < 0)
        continue;
      ls_source_get_pyramid (self->draft, (guint)column);
      if (self->least)
        ls_source_get_least (self->draft, (guint)column);
      if (self->tubes != NULL)
        ls_source_count_outside (self->draft, (guint)column, self->tubes[i], &first, &share);
    }
  g_mutex_lock (&lock);
  g_atomic_int_set (&self->done, 1);
  g_cond_broadcast (&prepared);
  g_mutex_unlock (&lock);
  ls_preparation_unref (self);
}

static double *
list_tubes (const LsFigure *self, char **names)
{
  double *tubes = g_new0 (double, g_strv_length (names) + 1);

  for (guint i = 0; names[i] != NULL; i++)
    tubes[i] = ls_figure_get_tube (self, names[i]);
  return tubes;
}

static void
begin (const LsFigure *self, LsSource *source, LsTrace *opponent)
{
  static gsize pool; /* one per program, never freed */
  LsPreparation *preparation = g_new0 (LsPreparation, 1);

  if (g_once_init_enter (&pool))
    g_once_init_leave (&pool, (gsize)g_thread_pool_new (prepare, NULL, 1, FALSE, NULL));
  g_atomic_ref_count_init (&preparation->references);
  g_atomic_ref_count_inc (&preparation->references);
  preparation->draft = ls_source_new (source->trace, source->label, source->method);
  if (opponent != NULL)
    preparation->opponent = ls_trace_ref (opponent);
  else
    ls_source_set_shown (preparation->draft, ls_trace_ref (source->shown));
  preparation->absolute = self->kind->against == LS_AGAINST_REFERENCE;
  preparation->least = self->logarithmic || self->logarithmic_x || preparation->absolute;
  preparation->names = self->names != NULL ? g_strdupv (self->names) : g_new0 (char *, 1);
  if (self->kind->against == LS_AGAINST_BASE && opponent != NULL)
    preparation->tubes = list_tubes (self, preparation->names);
  source->preparation = preparation;
  g_thread_pool_push ((GThreadPool *)pool, preparation, NULL);
}

/* Takes the results of the draft; only its pyramids if the curve is the run itself. */
static void
adopt (LsSource *self)
{
  LsSource *draft = self->preparation->draft;

  if (self->preparation->opponent != NULL)
    {
      ls_source_set_shown (self, NULL);
      self->shown = g_steal_pointer (&draft->shown);
      self->pyramids = g_steal_pointer (&draft->pyramids);
      self->least = g_steal_pointer (&draft->least);
      self->least_rows = g_steal_pointer (&draft->least_rows);
      self->outside = g_steal_pointer (&draft->outside);
      g_free (self->problem);
      self->problem = g_steal_pointer (&draft->problem);
      self->n_rows = draft->n_rows;
      self->n_reference_rows = draft->n_reference_rows;
    }
  for (guint i = 0; draft->pyramids != NULL && i < draft->pyramids->len; i++)
    if (draft->pyramids->pdata[i] != NULL)
      {
        if (self->pyramids->pdata[i] != NULL)
          ls_pyramid_free (self->pyramids->pdata[i]);
        self->pyramids->pdata[i] = g_steal_pointer (&draft->pyramids->pdata[i]);
      }
  if (self->least == NULL)
    {
      self->least = g_steal_pointer (&draft->least);
      self->least_rows = g_steal_pointer (&draft->least_rows);
    }
  ls_source_forget_preparation (self);
}

/* Whether a difference of many rows must be computed. */
static gboolean
is_long_difference (const LsFigure *self, const LsSource *source, const LsTrace *opponent)
{
  const gsize n_rows = ls_trace_get_n_rows (source->trace);
  const gboolean grown
      = source->n_rows != n_rows || source->n_reference_rows != ls_trace_get_n_rows (opponent);

  if (n_rows < LIMIT || !grown)
    return FALSE;
  /* Errors are computed from the start, others continue. */
  return self->kind->against == LS_AGAINST_REFERENCE || source->shown == NULL
         || n_rows > source->n_rows + LIMIT;
}

/* Whether a pyramid of many rows must be computed. */
static gboolean
has_long_column (const LsFigure *self, const LsSource *source)
{
  const gsize n_rows = source->shown != NULL ? ls_trace_get_n_rows (source->shown) : 0;

  for (guint i = 0; n_rows > LIMIT && self->names != NULL && self->names[i] != NULL; i++)
    {
      const int column = ls_source_find (source, self->names[i]);
      const LsPyramid *pyramid = column > 0 ? source->pyramids->pdata[column] : NULL;

      if (column > 0 && (pyramid == NULL || ls_pyramid_get_n_rows (pyramid) + LIMIT < n_rows))
        return TRUE;
    }
  return FALSE;
}

gboolean
ls_source_is_prepared (const LsFigure *self, LsSource *source, LsTrace *opponent, gboolean *changed)
{
  const gboolean relative = opponent != NULL;

  if (source->preparation != NULL)
    {
      if (g_atomic_int_get (&source->preparation->done) == 0)
        return FALSE;
      adopt (source);
      *changed = TRUE;
    }
  if (!self->background || source->activity != NULL)
    return TRUE;
  if (relative ? is_long_difference (self, source, opponent) || has_long_column (self, source)
               : has_long_column (self, source))
    {
      begin (self, source,
             relative && is_long_difference (self, source, opponent) ? opponent : NULL);
      return FALSE;
    }
  return TRUE;
}

void
ls_figure_set_background (LsFigure *self, gboolean background)
{
  g_return_if_fail (self != NULL);

  self->background = background;
}

static LsPreparation *
find_preparation (const LsFigure *self)
{
  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    if (ls_figure_get_source (self, i)->preparation != NULL)
      return ls_figure_get_source (self, i)->preparation;
  return self->base != NULL ? self->base->preparation : NULL;
}

gboolean
ls_figure_is_preparing (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return find_preparation (self) != NULL;
}

gboolean
ls_figure_wait_for_preparation (const LsFigure *self)
{
  const LsPreparation *next = find_preparation (self);

  g_mutex_lock (&lock);
  while (next != NULL && g_atomic_int_get (&next->done) == 0)
    g_cond_wait (&prepared, &lock);
  g_mutex_unlock (&lock);
  return next != NULL;
}
