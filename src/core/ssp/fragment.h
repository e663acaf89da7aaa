/* Parts of a model as text, for the clipboard. */
#pragma once

#include "core/model/model.h"

/**
 * ls_fragment_new:
 * @ids: @n ids of components of @model, and of notes (%LS_ITEM_NOTE)
 *
 * Returns: (transfer full): a model of these components and the connections among them
 */
LsModel *ls_fragment_new (const LsModel *model, const guint ids[], guint n);
/* Returns: (transfer full): an SSP 1.0 document with the absolute paths of its FMUs, or %NULL with
 * an error (%LS_ERROR_MODEL). */
char    *ls_fragment_write (const LsModel *fragment, GError **error);
/* Returns: (transfer full): the model of such a document, or %NULL with an error. */
LsModel *ls_fragment_read (const char *text, gsize size, GError **error);
