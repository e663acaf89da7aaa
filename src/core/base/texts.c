#include "core/base/texts.h"

#include <string.h>

GPtrArray *
ls_texts_copy (const GPtrArray *texts)
{
  g_return_val_if_fail (texts != NULL, NULL);

  GPtrArray *copy = g_ptr_array_new_full (texts->len, g_free);

  for (guint i = 0; i < texts->len; i++)
    g_ptr_array_add (copy, g_strdup (texts->pdata[i]));
  return copy;
}

gboolean
ls_texts_equal (const GPtrArray *a, const GPtrArray *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (strcmp (a->pdata[i], b->pdata[i]) != 0)
      return FALSE;
  return TRUE;
}
