#include "core/base/xml-keep.h"

#include "core/base/xml-pack.h"

#include <string.h>
#include <zlib.h>

/* The number of packed bytes, then these deflated. */
GBytes *
ls_xml_keep (const xmlDoc *document, GError **error)
{
  g_return_val_if_fail (document != NULL, NULL);

  g_autoptr (GByteArray) packed = ls_xml_pack (document, (const char *)document->URL, error);
  guint64 n;
  uLongf size;
  guint8 *data;

  if (packed == NULL)
    return NULL;
  n = packed->len;
  size = compressBound (n);
  data = g_malloc (sizeof n + size);
  memcpy (data, &n, sizeof n);
  /* With room for the bound only memory can be missing. */
  if (compress2 (data + sizeof n, &size, packed->data, n, Z_BEST_SPEED) != Z_OK)
    g_error ("out of memory");
  return g_bytes_new_take (g_realloc (data, sizeof n + size), sizeof n + size);
}

xmlDoc *
ls_xml_take_out (GBytes *kept)
{
  g_return_val_if_fail (kept != NULL && g_bytes_get_size (kept) > sizeof (guint64), NULL);

  gsize size;
  const guint8 *from = g_bytes_get_data (kept, &size);
  guint64 n;
  uLongf n_packed;
  guint8 *data;
  g_autoptr (GBytes) packed = NULL;

  memcpy (&n, from, sizeof n);
  n_packed = n;
  data = g_malloc (n);
  if (uncompress (data, &n_packed, from + sizeof n, size - sizeof n) != Z_OK)
    g_error ("out of memory");
  packed = g_bytes_new_take (data, n);
  return ls_xml_unpack (packed, "SSP");
}
