/* Figures that are drawings of a model. */
#include "cli/reproduce/papers.h"

#include "core/ssp/ssp.h"
#include "draw/diagram.h"
#include "draw/export.h"

#include <glib/gi18n-lib.h>
#include <stdio.h>

static void
draw_diagram (cairo_t *cr, double width, double height, gpointer diagram)
{
  const LsTheme *theme = ls_theme_get_light ();
  const LsRect extents = ls_diagram_get_extents (diagram);
  const double zoom = MIN (width / extents.width, height / extents.height);

  ls_color_set_source (&theme->background, cr);
  cairo_paint (cr);
  cairo_translate (cr, 0.5 * (width - zoom * extents.width),
                   0.5 * (height - zoom * extents.height));
  cairo_scale (cr, zoom, zoom);
  cairo_translate (cr, -extents.x, -extents.y);
  ls_diagram_draw (diagram, cr, zoom, theme, NULL);
}

gboolean
ls_reproduce_diagram (const LsReproduction *self, GError **error)
{
  g_autofree char *path = g_build_filename (self->folder, self->published->model, NULL);
  g_autoptr (LsModel) model = ls_ssp_read (path, error);
  g_autoptr (LsDiagram) diagram = NULL;
  LsRect extents;

  if (model == NULL)
    return FALSE;
  diagram = ls_diagram_new (model);
  extents = ls_diagram_get_extents (diagram);
  printf (_ ("%s: a drawing, see --output.\n"), _ (self->published->title));
  return self->output == NULL
         || ls_export (self->output, extents.width, extents.height, 1, draw_diagram, diagram,
                       error);
}
