#include "core/base/icon.h"

#include "core/base/reader.h"
#include "core/base/status.h"

#include <glib/gi18n-lib.h>
#include <png.h>
#include <string.h>
#include <unistd.h>

#define MAX_FILE ((guint64)4 << 20)
#define MAX_SIDE 4096u

/* Before the pixels of what the reader answers. */
typedef struct
{
  guint32 width, height;
} Head;

/* Average of the square of @step pixels from (@x, @y) on, premultiplied. */
static guint32
average (const png_image *image, const guint8 *pixels, guint x, guint y, guint step)
{
  const guint right = MIN (x + step, image->width), bottom = MIN (y + step, image->height);
  const guint n = (right - x) * (bottom - y);
  guint64 sums[4] = { 0, 0, 0, 0 };

  for (guint j = y; j < bottom; j++)
    for (guint i = x; i < right; i++)
      {
        const guint8 *pixel = pixels + 4 * ((gsize)j * image->width + i);

        for (guint k = 0; k < 3; k++)
          sums[k] += (guint64)pixel[k] * pixel[3];
        sums[3] += pixel[3];
      }
  sums[3] /= n;
  for (guint k = 0; k < 3; k++)
    sums[k] = MIN ((sums[k] / n + 127) / 255, sums[3]);
  return (guint32)(sums[3] << 24 | sums[0] << 16 | sums[1] << 8 | sums[2]);
}

static GBytes *
pack (const png_image *image, const guint8 *pixels)
{
  const guint step = (MAX (image->width, image->height) + LS_ICON_SIZE - 1) / LS_ICON_SIZE;
  const Head head = { (image->width + step - 1) / step, (image->height + step - 1) / step };
  const gsize size = sizeof head + (gsize)4 * head.width * head.height;
  guint8 *bytes = g_malloc (size);
  guint8 *at = bytes + sizeof head;

  memcpy (bytes, &head, sizeof head);
  for (guint y = 0; y < head.height; y++)
    for (guint x = 0; x < head.width; x++, at += 4)
      {
        const guint32 pixel = average (image, pixels, x * step, y * step, step);

        memcpy (at, &pixel, sizeof pixel);
      }
  return g_bytes_new_take (bytes, size);
}

GBytes *
ls_icon_decode (const void *data, gsize size, const char *name, GError **error)
{
  png_image image = { .version = PNG_IMAGE_VERSION };
  g_autofree guint8 *pixels = NULL;
  GBytes *bytes = NULL;

  g_return_val_if_fail (data != NULL && name != NULL, NULL);
  if (png_image_begin_read_from_memory (&image, data, size) == 0)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_FORMAT, "%s: %s", name, image.message);
      return NULL;
    }
  image.format = PNG_FORMAT_RGBA;
  if (image.width == 0 || image.height == 0 || image.width > MAX_SIDE || image.height > MAX_SIDE)
    g_set_error (error, LS_ERROR, LS_ERROR_LIMIT,
                 _ ("%s: an image of %u × %u pixels; at most %u on a side are read"), name,
                 image.width, image.height, MAX_SIDE);
  else if (png_image_finish_read (&image, NULL, pixels = g_malloc (PNG_IMAGE_SIZE (image)), 0, NULL)
           == 0)
    g_set_error (error, LS_ERROR, LS_ERROR_FORMAT, "%s: %s", name, image.message);
  else
    bytes = pack (&image, pixels);
  png_image_free (&image);
  return bytes;
}

/* Takes @bytes. Returns: (nullable) */
static LsIcon *
unpack (GBytes *bytes)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  LsIcon *self = NULL;
  Head head;

  if (size >= sizeof head)
    {
      memcpy (&head, data, sizeof head);
      if (head.width > 0 && head.height > 0 && head.width <= LS_ICON_SIZE
          && head.height <= LS_ICON_SIZE
          && size == sizeof head + (gsize)4 * head.width * head.height)
        {
          self = g_new0 (LsIcon, 1);
          self->width = head.width;
          self->height = head.height;
          self->pixels = g_bytes_new (data + sizeof head, size - sizeof head);
        }
    }
  g_bytes_unref (bytes);
  return self;
}

static GBytes *
read_here (const char *path, GError **error)
{
  guint64 size;
  g_autoptr (GMappedFile) map = NULL;
  g_autoptr (GError) file_error = NULL;
  const int file = ls_reader_open (path, MAX_FILE, &size, error);

  if (file < 0)
    return NULL;
  map = g_mapped_file_new_from_fd (file, FALSE, &file_error);
  close (file);
  if (map == NULL || size == 0)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_FILE, "%s: %s", path,
                   file_error != NULL ? file_error->message : _ ("the file is empty"));
      return NULL;
    }
  return ls_icon_decode (g_mapped_file_get_contents (map), g_mapped_file_get_length (map), path,
                         error);
}

LsIcon *
ls_icon_read (const char *path, GError **error)
{
  LsReaderTask task = { .kind = LS_READER_ICON };
  GBytes *bytes;
  LsIcon *self;

  g_return_val_if_fail (path != NULL, NULL);
  bytes = ls_reader_is_contained () ? ls_reader_ask_path (&task, path, MAX_FILE, error)
                                    : read_here (path, error);
  if (bytes == NULL)
    return NULL;
  self = unpack (bytes);
  return self != NULL ? self : ls_reader_refuse (path, error);
}

void
ls_icon_free (LsIcon *self)
{
  if (self == NULL)
    return;
  g_bytes_unref (self->pixels);
  g_free (self);
}
