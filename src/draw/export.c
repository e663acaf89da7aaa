#include "draw/export.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>

#include "core/base/file.h"

/* Cairo limits image surfaces to 32767 pixels per side. */
#define MAX_PIXELS 32767.0

typedef cairo_surface_t *(*SurfaceFunc) (LsFileWriter *writer,
                                         double width,
                                         double height,
                                         double scale);

static cairo_status_t
write_stream (void *closure, const unsigned char *data, unsigned int length)
{
  FILE *stream = closure;

  return fwrite (data, 1, length, stream) == length ? CAIRO_STATUS_SUCCESS
                                                    : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_surface_t *
create_png (G_GNUC_UNUSED LsFileWriter *writer, double width, double height, double scale)
{
  cairo_surface_t *surface = cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, (int)ceil (width * scale), (int)ceil (height * scale));

  cairo_surface_set_device_scale (surface, scale, scale);
  return surface;
}

static cairo_surface_t *
create_svg (LsFileWriter *writer, double width, double height, G_GNUC_UNUSED double scale)
{
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (
      write_stream, ls_file_writer_get_stream (writer), width, height);

  cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PT);
  return surface;
}

static cairo_surface_t *
create_pdf (LsFileWriter *writer, double width, double height, G_GNUC_UNUSED double scale)
{
  return cairo_pdf_surface_create_for_stream (write_stream, ls_file_writer_get_stream (writer),
                                              width, height);
}

typedef struct
{
  LsItem item;
  SurfaceFunc create;
  gboolean bitmap;
} Format;

static const Format png = {
  { "png", "PNG", N_ ("A picture of pixels"), (const char *const[]){ ".png", NULL } },
  create_png,
  TRUE,
};
static const Format svg = {
  { "svg", "SVG", N_ ("A drawing that scales"), (const char *const[]){ ".svg", NULL } },
  create_svg,
  FALSE,
};
static const Format pdf = {
  { "pdf", "PDF", N_ ("A page"), (const char *const[]){ ".pdf", NULL } },
  create_pdf,
  FALSE,
};

LsItemList ls_export_formats = { &png.item, &svg.item, &pdf.item, NULL };

static cairo_status_t
draw_page (
    cairo_surface_t *surface, double width, double height, LsDrawFunc draw, gpointer user_data)
{
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  draw (cr, width, height, user_data);
  cairo_show_page (cr);
  status = cairo_status (cr);
  cairo_destroy (cr);
  return status;
}

static cairo_status_t
finish (cairo_surface_t *surface, gboolean bitmap, LsFileWriter *writer)
{
  cairo_status_t status = CAIRO_STATUS_SUCCESS;

  if (bitmap)
    status = cairo_surface_write_to_png_stream (surface, write_stream,
                                                ls_file_writer_get_stream (writer));
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  return status;
}

gboolean
ls_export_check_path (const char *path, GError **error)
{
  g_autofree const char **endings = NULL;
  g_autofree char *list = NULL;

  if (ls_items_find_ending (ls_export_formats, path) != NULL)
    return TRUE;
  endings = ls_items_list_endings (NULL, ls_export_formats, NULL);
  list = g_strjoinv (", ", (char **)endings);
  return ls_fail (error, LS_ERROR_ARGUMENT, _ ("%s: the name of a drawing ends in one of %s"), path,
                  list);
}

gboolean
ls_export (const char *path,
           double width,
           double height,
           double scale,
           LsDrawFunc draw,
           gpointer user_data,
           GError **error)
{
  return ls_export_with_progress (path, width, height, scale, draw, user_data, NULL, NULL, error);
}

gboolean
ls_export_with_progress (const char *path,
                         double width,
                         double height,
                         double scale,
                         LsDrawFunc draw,
                         gpointer user_data,
                         LsProgressFunc progress,
                         gpointer progress_data,
                         GError **error)
{
  const Format *format = (const Format *)ls_items_find_ending (ls_export_formats, path);
  g_autoptr (LsFileWriter) writer = NULL;
  cairo_surface_t *surface;
  cairo_status_t status;

  if (!ls_export_check_path (path, error))
    return FALSE;
  if (!format->bitmap)
    scale = 1;
  if (!(width >= 1) || !(height >= 1) || !(scale > 0) || width * scale > MAX_PIXELS
      || height * scale > MAX_PIXELS)
    return ls_fail (error, LS_ERROR_ARGUMENT,
                    _ ("%s: a drawing is at least 1 and at most %d pixels wide and high"), path,
                    (int)MAX_PIXELS);
  if ((writer = ls_file_writer_new (path, error)) == NULL)
    return FALSE;
  surface = format->create (writer, width, height, scale);
  status = cairo_surface_status (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = draw_page (surface, width, height, draw, user_data);
  if (status == CAIRO_STATUS_SUCCESS)
    status = finish (surface, format->bitmap, writer);
  cairo_surface_destroy (surface);
  if (status != CAIRO_STATUS_SUCCESS)
    return ls_fail (error, LS_ERROR_FILE, _ ("%s: cannot write the drawing: %s"), path,
                    cairo_status_to_string (status));
  if (progress != NULL && !progress (1, progress_data))
    return ls_fail (error, LS_ERROR_CANCELLED, _ ("%s was not written: cancelled"), path);
  return ls_file_writer_commit (writer, error);
}
