#include "app/start/thumbnails.h"
#include <string.h>
#include "core/base/zip.h"
#include "core/ssp/ssp.h"
#include "draw/diagram.h"

/* Limit for reading an example's document, whose beginning contains the description, bytes. */
#define MAX_DOCUMENT (16u << 20)
#define MARGIN 6

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

static cairo_surface_t *
draw (const LsThumbnails *self, const LsModel *model)
{
  g_autoptr (LsDiagram) diagram = ls_diagram_new (model);
  cairo_surface_t *surface = cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, self->width * self->scale, self->height * self->scale);
  LsDiagramLook look = { NULL, NULL, NULL, FALSE };
  LsRect extents = ls_diagram_get_extents (diagram);
  double zoom = MIN ((self->width - 2 * MARGIN) / MAX (extents.width, 1),
                     (self->height - 2 * MARGIN) / MAX (extents.height, 1));
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, self->scale, self->scale);
  cr = cairo_create (surface);
  ls_color_set_source (&self->theme.background, cr);
  cairo_paint (cr);
  zoom = MIN (zoom, 1);
  cairo_translate (cr, (self->width - zoom * extents.width) / 2,
                   (self->height - zoom * extents.height) / 2);
  cairo_scale (cr, zoom, zoom);
  cairo_translate (cr, -extents.x, -extents.y);
  ls_diagram_draw (diagram, cr, zoom * self->scale, &self->theme, &look);
  cairo_destroy (cr);
  return surface;
}

static gpointer
worker (gpointer user_data)
{
  LsThumbnails *self = user_data;

  for (guint i = 0; self->paths[i] != NULL && !g_atomic_int_get (&self->stopped); i++)
    {
      Thumbnail *thumbnail = g_new0 (Thumbnail, 1);
      g_autoptr (LsModel) model = ls_ssp_read (self->paths[i], NULL);

      g_atomic_ref_count_inc (&self->ref_count);
      thumbnail->owner = self;
      thumbnail->path = self->paths[i];
      thumbnail->description = read_description (self->paths[i]);
      if (model != NULL)
        thumbnail->surface = draw (self, model);
      g_idle_add_full (G_PRIORITY_LOW, deliver_cb, thumbnail, thumbnail_free);
    }
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
