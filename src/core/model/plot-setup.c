#include "core/model/plot-setup.h"

#include "core/base/texts.h"

#include <string.h>

LsPaneChoice *
ls_pane_choice_new (void)
{
  LsPaneChoice *self = g_new (LsPaneChoice, 1);

  self->left = g_ptr_array_new_with_free_func (g_free);
  self->right = g_ptr_array_new_with_free_func (g_free);
  return self;
}

LsPaneChoice *
ls_pane_choice_copy (const LsPaneChoice *self)
{
  LsPaneChoice *copy = g_new (LsPaneChoice, 1);

  g_return_val_if_fail (self != NULL, NULL);
  copy->left = ls_texts_copy (self->left);
  copy->right = ls_texts_copy (self->right);
  return copy;
}

void
ls_pane_choice_free (LsPaneChoice *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->left);
  g_ptr_array_unref (self->right);
  g_free (self);
}

LsPlotSetup *
ls_plot_setup_new (const char *kind)
{
  g_return_val_if_fail (kind != NULL, NULL);

  LsPlotSetup *self = g_new0 (LsPlotSetup, 1);

  self->kind = g_strdup (kind);
  self->signals = g_ptr_array_new_with_free_func (g_free);
  self->panes = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_pane_choice_free);
  self->labels = g_ptr_array_new_with_free_func (g_free);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->captions = g_ptr_array_new_with_free_func (g_free);
  return self;
}

LsPlotSetup *
ls_plot_setup_copy (const LsPlotSetup *self)
{
  LsPlotSetup *copy;

  g_return_val_if_fail (self != NULL, NULL);
  copy = ls_plot_setup_new (self->kind);
  copy->title = g_strdup (self->title);
  copy->logarithmic = g_strdup (self->logarithmic);
  copy->logarithmic_x = g_strdup (self->logarithmic_x);
  copy->time_marks = self->time_marks;
  copy->place = self->place;
  copy->orbit_x = g_strdup (self->orbit_x);
  copy->orbit_y = g_strdup (self->orbit_y);
  g_ptr_array_unref (copy->signals);
  copy->signals = ls_texts_copy (self->signals);
  for (guint i = 0; i < self->panes->len; i++)
    g_ptr_array_add (copy->panes, ls_pane_choice_copy (self->panes->pdata[i]));
  g_ptr_array_unref (copy->labels);
  copy->labels = ls_texts_copy (self->labels);
  g_ptr_array_unref (copy->names);
  copy->names = ls_texts_copy (self->names);
  g_ptr_array_unref (copy->captions);
  copy->captions = ls_texts_copy (self->captions);
  return copy;
}

void
ls_plot_setup_free (LsPlotSetup *self)
{
  if (self == NULL)
    return;
  g_free (self->kind);
  g_free (self->title);
  g_free (self->logarithmic);
  g_free (self->logarithmic_x);
  g_free (self->orbit_x);
  g_free (self->orbit_y);
  g_ptr_array_unref (self->signals);
  g_ptr_array_unref (self->panes);
  g_ptr_array_unref (self->labels);
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->captions);
  g_free (self);
}

gboolean
ls_plot_setup_equal (const LsPlotSetup *a, const LsPlotSetup *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  if (g_strcmp0 (a->kind, b->kind) != 0 || g_strcmp0 (a->title, b->title) != 0
      || g_strcmp0 (a->logarithmic, b->logarithmic) != 0 || g_strcmp0 (a->orbit_x, b->orbit_x) != 0
      || g_strcmp0 (a->orbit_y, b->orbit_y) != 0 || a->panes->len != b->panes->len
      || g_strcmp0 (a->logarithmic_x, b->logarithmic_x) != 0 || a->time_marks != b->time_marks
      || a->place != b->place || !ls_texts_equal (a->names, b->names)
      || !ls_texts_equal (a->labels, b->labels) || !ls_texts_equal (a->captions, b->captions)
      || !ls_texts_equal (a->signals, b->signals))
    return FALSE;
  for (guint i = 0; i < a->panes->len; i++)
    {
      const LsPaneChoice *x = a->panes->pdata[i], *y = b->panes->pdata[i];

      if (!ls_texts_equal (x->left, y->left) || !ls_texts_equal (x->right, y->right))
        return FALSE;
    }
  return TRUE;
}

/* Looks up a text in a list of alternating keys and texts. */
static const char *
find_text (const GPtrArray *pairs, const char *key)
{
  for (guint i = 0; i + 1 < pairs->len; i += 2)
    if (strcmp (pairs->pdata[i], key) == 0)
      return pairs->pdata[i + 1];
  return NULL;
}

static void
set_text (GPtrArray *pairs, const char *key, const char *text)
{
  for (guint i = 0; i + 1 < pairs->len; i += 2)
    if (strcmp (pairs->pdata[i], key) == 0)
      {
        g_ptr_array_remove_range (pairs, i, 2);
        break;
      }
  if (text == NULL)
    return;
  g_ptr_array_add (pairs, g_strdup (key));
  g_ptr_array_add (pairs, g_strdup (text));
}

const char *
ls_plot_setup_get_label (const LsPlotSetup *self, const char *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, NULL);

  const char *text = find_text (self->labels, name);

  return text != NULL ? text : name;
}

void
ls_plot_setup_set_label (LsPlotSetup *self, const char *name, const char *text)
{
  g_return_if_fail (self != NULL && name != NULL);

  set_text (self->labels, name, text != NULL && strcmp (text, name) != 0 ? text : NULL);
}

const char *
ls_plot_setup_get_name (const LsPlotSetup *self, const char *signal)
{
  g_return_val_if_fail (self != NULL && signal != NULL, NULL);

  const char *text = find_text (self->names, signal);

  return text != NULL ? text : signal;
}

void
ls_plot_setup_set_name (LsPlotSetup *self, const char *signal, const char *text)
{
  g_return_if_fail (self != NULL && signal != NULL);

  const gboolean other = text != NULL && *text != '\0' && strcmp (text, signal) != 0;

  set_text (self->names, signal, other ? text : NULL);
}

const char *
ls_plot_setup_get_caption (const LsPlotSetup *self, const char *axis)
{
  g_return_val_if_fail (self != NULL, NULL);

  return find_text (self->captions, axis);
}

void
ls_plot_setup_set_caption (LsPlotSetup *self, const char *axis, const char *text)
{
  g_return_if_fail (self != NULL);

  set_text (self->captions, axis, text != NULL && *text != '\0' ? text : NULL);
}
