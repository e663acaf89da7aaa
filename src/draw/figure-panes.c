/* Assignment of signals to panes. */
#include "draw/figure-impl.h"

#include <string.h>

void
ls_pane_free (gpointer data)
{
  LsPane *self = data;

  g_free (self->key);
  g_free (self->unit);
  g_array_unref (self->signals);
  g_free (self);
}

char **
ls_figure_list_columns (const LsTrace *trace)
{
  guint n = ls_trace_get_n_columns (trace);
  char **names = g_new0 (char *, n);

  for (guint j = 1; j < n; j++)
    names[j - 1] = g_strdup (ls_trace_get_name (trace, j));
  return names;
}

/* Names from the kind, else from the panes, else the selected signals, else all. */
static char **
choose_names (const LsFigure *self)
{
  const LsSource *first = ls_figure_get_source (self, 0);

  if (self->kind->ops != NULL && self->kind->ops->choose_names != NULL)
    return self->kind->ops->choose_names (self);
  if (self->signals != NULL && self->signals[0] != NULL)
    return g_strdupv (self->signals);
  return first != NULL ? ls_figure_list_columns (first->trace) : g_new0 (char *, 1);
}

/* Unit from the first source that has one; "1" is not displayed. */
static const char *
find_unit (const LsFigure *self, const char *name)
{
  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    {
      const LsTrace *trace = ls_figure_get_source (self, i)->trace;
      int column = ls_trace_find (trace, name);
      const char *unit = column >= 0 ? ls_trace_get_unit (trace, (guint)column) : NULL;

      if (unit != NULL && unit[0] != '\0')
        return strcmp (unit, "1") == 0 ? "" : unit;
    }
  return "";
}

static gboolean
is_known (const LsFigure *self, const char *name)
{
  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    if (ls_trace_find (ls_figure_get_source (self, i)->trace, name) >= 0)
      return TRUE;
  return FALSE;
}

static LsPane *
find_pane (GPtrArray *panes, const char *key)
{
  for (guint i = 0; i < panes->len; i++)
    {
      LsPane *pane = g_ptr_array_index (panes, i);

      if (strcmp (pane->key, key) == 0)
        return pane;
    }
  return NULL;
}

static gboolean
wants_logarithm (const LsFigure *self, const char *key)
{
  if (self->kind->ops != NULL && self->kind->ops->wants_logarithm != NULL)
    return self->kind->ops->wants_logarithm (self, key);
  return self->kind->can_be_logarithmic && self->logarithmic;
}

/* A pane with the same key keeps its zoom. */
static LsPane *
add_pane (LsFigure *self, GPtrArray *panes, const char *key)
{
  const LsPane *old = find_pane (self->panes, key);
  LsPane *pane = g_new0 (LsPane, 1);

  if (old != NULL)
    *pane = *old;
  pane->key = g_strdup (key);
  pane->unit = NULL;
  pane->twin = FALSE;
  pane->position = 0;
  pane->logarithmic = wants_logarithm (self, key);
  pane->signals = g_array_new (FALSE, FALSE, sizeof (guint));
  g_ptr_array_add (panes, pane);
  return pane;
}

/* The unit of a pane is the common unit of its signals, or none. */
static void
add_signal (const LsFigure *self, LsPane *pane, guint index)
{
  const char *unit = find_unit (self, self->names[index]);

  if (pane->unit == NULL)
    pane->unit = g_strdup (unit);
  else if (strcmp (pane->unit, unit) != 0)
    pane->unit[0] = '\0';
  g_array_append_val (pane->signals, index);
}

/* Whether a column of the step data is significant in any run. */
static gboolean
says_something (const LsFigure *self, const char *name)
{
  for (guint i = 0; i < self->sources->len; i++)
    {
      LsSource *source = g_ptr_array_index (self->sources, i);
      int column = ls_source_find (source, name);

      if (column >= 0 && ls_source_get_least (source, (guint)column) > 0)
        return TRUE;
    }
  return FALSE;
}

static void
arrange_by_unit (LsFigure *self, GPtrArray *panes)
{
  for (guint i = 0; self->names[i] != NULL; i++)
    {
      const char *key
          = self->kind->pane_per_column ? self->names[i] : find_unit (self, self->names[i]);
      LsPane *pane;

      if (self->kind->x_is_signal && (i != 1 || !is_known (self, self->names[0])))
        continue;
      if (!is_known (self, self->names[i])
          || (self->kind->pane_per_column && !says_something (self, self->names[i])))
        continue;
      pane = find_pane (panes, key);
      if (pane == NULL)
        pane = add_pane (self, panes, key);
      add_signal (self, pane, i);
    }
}

static void
fill_pane (LsFigure *self, LsPane *pane, const GPtrArray *signals, GPtrArray *names)
{
  for (guint i = 0; i < signals->len; i++)
    {
      const char *name = g_ptr_array_index (signals, i);

      if (!is_known (self, name))
        continue;
      g_ptr_array_insert (names, (int)names->len - 1, g_strdup (name));
      g_strfreev (self->names);
      self->names = g_strdupv ((char **)names->pdata);
      add_signal (self, pane, names->len - 2);
    }
}

static gboolean
is_any_known (const LsFigure *self, const GPtrArray *signals)
{
  for (guint i = 0; i < signals->len; i++)
    if (is_known (self, g_ptr_array_index (signals, i)))
      return TRUE;
  return FALSE;
}

static void
arrange_by_choice (LsFigure *self, GPtrArray *panes)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (names, NULL);
  for (guint i = 0; i < self->choices->len; i++)
    {
      const LsPaneChoice *choice = g_ptr_array_index (self->choices, i);
      gboolean left = is_any_known (self, choice->left), right = is_any_known (self, choice->right);
      g_autofree char *key = g_strdup_printf ("pane %u", i);
      g_autofree char *right_key = g_strdup_printf ("pane %u, right", i);
      LsPane *pane;
      guint position;

      if (!left && !right)
        continue;
      pane = add_pane (self, panes, key);
      fill_pane (self, pane, left ? choice->left : choice->right, names);
      if (!left || !right)
        continue;
      position = pane->signals->len;
      pane = add_pane (self, panes, right_key);
      pane->twin = TRUE;
      pane->position = position;
      fill_pane (self, pane, choice->right, names);
    }
}

guint
ls_figure_count_in_place (const LsFigure *self, guint index)
{
  const LsPane *pane = g_ptr_array_index (self->panes, index);
  guint n = pane->signals->len;

  if (pane->twin)
    return n + ((const LsPane *)g_ptr_array_index (self->panes, index - 1))->signals->len;
  if (index + 1 < self->panes->len)
    {
      const LsPane *next = g_ptr_array_index (self->panes, index + 1);

      n += next->twin ? next->signals->len : 0;
    }
  return n;
}

void
ls_figure_arrange (LsFigure *self)
{
  GPtrArray *panes = g_ptr_array_new_with_free_func (ls_pane_free);

  g_strfreev (self->names);
  self->names = choose_names (self);
  if (ls_figure_get_rows (self) != NULL)
    {
      LsPane *pane = self->names[0] != NULL ? add_pane (self, panes, self->kind->item.id) : NULL;

      if (pane != NULL)
        pane->unit = g_strdup ("");
    }
  else if (self->choices != NULL && !self->kind->x_is_signal && !self->kind->pane_per_column)
    arrange_by_choice (self, panes);
  else
    arrange_by_unit (self, panes);
  g_ptr_array_unref (self->panes);
  self->panes = panes;
}
