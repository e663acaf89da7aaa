/* Icons in files of strangers: PNG images, decoded by whom reader.h says. */
#pragma once

#include <glib.h>

/* Pixels of the longer side: larger images are made smaller, by averages. */
#define LS_ICON_SIZE 256u

/**
 * LsIcon:
 * @pixels: @height rows of @width pixels from above, 32 bits each in the byte order of the machine: opacity,
 *   red, green, blue from the highest byte on, colours multiplied by the opacity
 */
typedef struct
{
  guint   width, height;
  GBytes *pixels;
} LsIcon;

/* Returns: (transfer full): the image in a file; %NULL with %LS_ERROR_FILE, %LS_ERROR_FORMAT, or
 * %LS_ERROR_LIMIT if it has more than 4 MiB or 4096 pixels on a side. */
LsIcon *ls_icon_read (const char *path, GError **error);
void    ls_icon_free (LsIcon *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsIcon, ls_icon_free)

/* For the reader: an image of @size bytes as bytes that ls_icon_read() takes apart. */
GBytes *ls_icon_decode (const void *data, gsize size, const char *name, GError **error);
