#include "app/start/thumbnails.h"
#include <string.h>
#include "core/base/zip.h"
#include "core/ssp/ssp.h"
#include "draw/diagram.h"
#include "draw/sketch.h"

/* Limit for reading an example's document, whose beginning contains the description, bytes. */
#define MAX_DOCUMENT (16u << 20)
#define MARGIN 6
/* Width of the sketch beside a diagram, relative to the height. */
#define SKETCH_ASPECT 1.15

struct LsThumbnails
{
  gatomicrefcount ref_count;
  gint stopped;
  char **paths;
  int width, height, scale;
  LsTheme theme;
  LsThumbnailFunc func;
  gpointer user_data;
};

typedef struct
{
  LsThumbnails *owner;
  const char *path;
  cairo_surface_t *surface;
  char *description;
} Thumbnail;

static void
unref (LsThumbnails *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_strfreev (self->paths);
  g_free (self);
}

static void
thumbnail_free (gpointer data)
{
  Thumbnail *self = data;

  if (self->surface != NULL)
    cairo_surface_destroy (self->surface);
  g_free (self->description);
  unref (self->owner);
  g_free (self);
}

static gboolean
deliver_cb (gpointer user_data)
{
  Thumbnail *self = user_data;

  if (!g_atomic_int_get (&self->owner->stopped))
    self->owner->func (self->path, self->surface, self->description, self->owner->user_data);
  return G_SOURCE_REMOVE;
}

static void
start_element_cb (G_GNUC_UNUSED GMarkupParseContext *context,
                  G_GNUC_UNUSED const char *element,
                  const char **names,
                  const char **values,
                  gpointer user_data,
                  GError **error)
{
  char **description = user_data;

  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_equal (names[i], "description"))
      *description = g_strdup (values[i]);
  /* Stop after the first element. */
  g_set_error_literal (error, G_MARKUP_ERROR, G_MARKUP_ERROR_PARSE, "");
}

static char *
read_description (const char *path)
{
  static const GMarkupParser parser = { .start_element = start_element_cb };
  char *description = NULL;
  g_autoptr (GMarkupParseContext) context
      = g_markup_parse_context_new (&parser, 0, &description, NULL);
  g_autofree char *text = NULL;
  gsize size = 0;

  if (g_str_has_suffix (path, ".ssp"))
    text = ls_zip_read_entry (path, "SystemStructure.ssd", MAX_DOCUMENT, &size, NULL);
  else
    g_file_get_contents (path, &text, &size, NULL);
  if (text != NULL)
    g_markup_parse_context_parse (context, text, (gssize)size, NULL);
  return description;
}

/* The whole diagram, centred in the rectangle from (0, 0). */
static void
draw_model (const LsThumbnails *self, const LsModel *model, cairo_t *cr, double width)
{
  g_autoptr (LsDiagram) diagram = ls_diagram_new (model);
  LsDiagramLook look = { NULL, NULL, NULL, FALSE };
  LsRect extents = ls_diagram_get_extents (diagram);
  double zoom = MIN ((width - 2 * MARGIN) / MAX (extents.width, 1),
                     (self->height - 2 * MARGIN) / MAX (extents.height, 1));

  zoom = MIN (zoom, 1);
  cairo_save (cr);
  cairo_translate (cr, (width - zoom * extents.width) / 2,
                   (self->height - zoom * extents.height) / 2);
  cairo_scale (cr, zoom, zoom);
  cairo_translate (cr, -extents.x, -extents.y);
  ls_diagram_draw (diagram, cr, zoom * self->scale, &self->theme, &look);
  cairo_restore (cr);
}

/* Curves of a result in the rectangle from (@x, 0) to the right edge. */
static void
draw_sketch (const LsThumbnails *self, const LsSketch *sketch, cairo_t *cr, double x)
{
  cairo_save (cr);
  cairo_translate (cr, x, 0);
  if (x > 0)
    {
      ls_color_set_source (&self->theme.grid, cr);
      cairo_rectangle (cr, 0, MARGIN, 1, self->height - 2 * MARGIN);
      cairo_fill (cr);
    }
  ls_sketch_draw (sketch, cr, self->width - x, self->height, &self->theme);
  cairo_restore (cr);
}

/* The diagram with the sketch beside it, or either. @model, @sketch: (nullable), not both %NULL */
static cairo_surface_t *
draw (const LsThumbnails *self, const LsModel *model, const LsSketch *sketch)
{
  cairo_surface_t *surface = cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, self->width * self->scale, self->height * self->scale);
  const double x = model == NULL    ? 0
                   : sketch == NULL ? self->width
                                    : MAX (self->width - self->height * SKETCH_ASPECT, 0);
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, self->scale, self->scale);
  cr = cairo_create (surface);
  ls_color_set_source (&self->theme.background, cr);
  cairo_paint (cr);
  if (model != NULL)
    draw_model (self, model, cr, x);
  if (sketch != NULL)
    draw_sketch (self, sketch, cr, x);
  cairo_destroy (cr);
  return surface;
}

/* @path: of a model or a lesson; what cannot be read has no picture */
static Thumbnail *
thumbnail_new (LsThumbnails *self, const char *path)
{
  Thumbnail *thumbnail = g_new0 (Thumbnail, 1);
  const gboolean lesson = g_str_has_suffix (path, ".md");
  g_autofree char *curves = ls_sketch_find (path);
  g_autoptr (LsSketch) sketch = ls_sketch_read (curves, NULL);
  g_autoptr (LsModel) model = lesson ? NULL : ls_ssp_read (path, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  thumbnail->owner = self;
  thumbnail->path = path;
  thumbnail->description = lesson ? NULL : read_description (path);
  if (model != NULL || (lesson && sketch != NULL))
    thumbnail->surface = draw (self, model, sketch);
  return thumbnail;
}

static gpointer
worker (gpointer user_data)
{
  LsThumbnails *self = user_data;

  for (guint i = 0; self->paths[i] != NULL && !g_atomic_int_get (&self->stopped); i++)
    g_idle_add_full (G_PRIORITY_LOW, deliver_cb, thumbnail_new (self, self->paths[i]),
                     thumbnail_free);
  unref (self);
  return NULL;
}

LsThumbnails *
ls_thumbnails_start (char **paths,
                     int width,
                     int height,
                     int scale,
                     const LsTheme *theme,
                     LsThumbnailFunc func,
                     gpointer user_data)
{
  LsThumbnails *self = g_new0 (LsThumbnails, 1);

  g_return_val_if_fail (theme != NULL, NULL);
  g_atomic_ref_count_init (&self->ref_count);
  g_atomic_ref_count_inc (&self->ref_count); /* of the worker */
  self->paths = g_strdupv (paths);
  self->width = width;
  self->height = height;
  self->scale = scale;
  self->theme = *theme;
  self->func = func;
  self->user_data = user_data;
  g_thread_unref (g_thread_new ("thumbnails", worker, self));
  return self;
}

void
ls_thumbnails_stop (LsThumbnails *self)
{
  g_return_if_fail (self != NULL);

  g_atomic_int_set (&self->stopped, TRUE);
  unref (self);
}
