/* Whether a figure keeps its curves as an image, and what becomes of that. */
#include "draw/figure-impl.h"

static void
layer_free (LsLayer *self)
{
  g_clear_pointer (&self->image, cairo_surface_destroy);
  g_array_unref (self->panes);
  g_free (self->font);
  g_free (self);
}

void
ls_figure_set_buffered (LsFigure *self, gboolean buffered)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->layer, layer_free);
  if (!buffered)
    return;
  self->layer = g_new0 (LsLayer, 1);
  self->layer->panes = g_array_new (FALSE, FALSE, sizeof (LsPlaced));
  self->layer->settled = TRUE;
}

void
ls_figure_layer_drop (LsFigure *self)
{
  if (self->layer != NULL)
    self->layer->valid = self->layer->is_part = FALSE;
}

gboolean
ls_figure_is_settled (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, TRUE);

  return self->layer == NULL || self->layer->settled;
}

void
ls_figure_settle (LsFigure *self)
{
  if (!ls_figure_is_settled (self))
    ls_figure_layer_drop (self);
}
