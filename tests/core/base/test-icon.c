/* Icons: pixels, sizes, what is no image, by the reader and in this process. */
#include "core/base/icon.h"

#include "core/base/reader.h"
#include "core/base/status.h"
#include "core/base/tempdir.h"

#include <png.h>
#include <string.h>

/* Whether lockstep-reader decodes, or this process; the reader does not run under a sanitizer. */
static void
choose (gconstpointer contained)
{
  ls_reader_set_contained (contained != NULL && !LS_HAS_SANITIZER);
}

/* Half opaque red on the left, blue on the right. Returns: (transfer full): a PNG file */
static char *
make_png (guint width, guint height, gsize *size)
{
  png_image image = {
    .version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_RGBA
  };
  g_autofree guint8 *pixels = g_malloc0 (PNG_IMAGE_SIZE (image));
  png_alloc_size_t n = 0;
  char *data;

  for (gsize i = 0; i < (gsize)width * height; i++)
    {
      const gboolean left = i % width < width / 2;

      pixels[4 * i] = left ? 255 : 0;
      pixels[4 * i + 2] = left ? 0 : 255;
      pixels[4 * i + 3] = left ? 128 : 255;
    }
  g_assert_true (png_image_write_get_memory_size (image, n, 0, pixels, 0, NULL));
  data = g_malloc (n);
  g_assert_true (png_image_write_to_memory (&image, data, &n, 0, pixels, 0, NULL));
  *size = n;
  return data;
}

static LsIcon *
read_bytes (const char *data, gsize size, GError **error)
{
  g_autoptr (LsTempdir) folder = ls_tempdir_new (NULL);
  g_autofree char *path = g_build_filename (ls_tempdir_get_path (folder), "icon.png", NULL);

  g_assert_true (g_file_set_contents (path, data, (gssize)size, NULL));
  return ls_icon_read (path, error);
}

static void
assert_halves (const LsIcon *icon)
{
  const guint32 *pixels = g_bytes_get_data (icon->pixels, NULL);

  /* Colours multiplied by the opacity. */
  g_assert_cmphex (pixels[0], ==, 0x80800000);
  g_assert_cmphex (pixels[icon->width - 1], ==, 0xff0000ff);
}

static void
test_pixels (gconstpointer contained)
{
  gsize size;
  g_autofree char *data = make_png (6, 4, &size);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsIcon) icon = NULL;

  choose (contained);
  icon = read_bytes (data, size, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (icon->width, ==, 6);
  g_assert_cmpuint (icon->height, ==, 4);
  g_assert_cmpuint (g_bytes_get_size (icon->pixels), ==, 4 * 6 * 4);
  assert_halves (icon);
}

static void
test_large (gconstpointer contained)
{
  gsize size;
  g_autofree char *data = make_png (1000, 500, &size);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsIcon) icon = NULL;

  choose (contained);
  icon = read_bytes (data, size, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (icon->width, ==, 250);
  g_assert_cmpuint (icon->height, ==, 125);
  assert_halves (icon);
}

static void
assert_refused (const char *data, gsize size, int code)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsIcon) icon = read_bytes (data, size, &error);

  g_assert_error (error, LS_ERROR, code);
  g_assert_nonnull (strstr (error->message, "icon.png"));
  g_assert_null (icon);
}

static void
test_bad (gconstpointer contained)
{
  gsize size;
  g_autofree char *data = make_png (64, 64, &size);
  gsize wide_size;
  g_autofree char *too_wide = make_png (4097, 1, &wide_size);

  choose (contained);
  /* Up to the last pixel: nothing depends on what comes after it. */
  for (gsize n = 1; n + 16 < size; n += 7)
    assert_refused (data, n, LS_ERROR_FORMAT);
  assert_refused ("<svg/>", 6, LS_ERROR_FORMAT);
  assert_refused (too_wide, wide_size, LS_ERROR_LIMIT);
  data[size / 2] ^= 1; /* against its sum */
  assert_refused (data, size, LS_ERROR_FORMAT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (int contained = 0; contained < 2; contained++)
    {
      const gpointer data = GINT_TO_POINTER (contained);
      const char *where = contained ? "reader" : "here";
      g_autofree char *pixels = g_strdup_printf ("/icon/pixels/%s", where);
      g_autofree char *large = g_strdup_printf ("/icon/large/%s", where);
      g_autofree char *bad = g_strdup_printf ("/icon/bad/%s", where);

      g_test_add_data_func (pixels, data, test_pixels);
      g_test_add_data_func (large, data, test_large);
      g_test_add_data_func (bad, data, test_bad);
    }
  return g_test_run ();
}
