/* Extensible lists of records: file formats, plot types. */
#pragma once

#include "core/base/status.h"

/**
 * LsItem: common part of every entry of such a list; first member of its record.
 * @id: stable name in files and on the command line: "mat"
 * @name: displayed name: "MATLAB"; translatable words are marked with N_()
 * @summary: one line, marked with N_()
 * @endings: (nullable): file name endings in lower case, %NULL-terminated: ".mat"
 */
typedef struct
{
  const char        *id, *name, *summary;
  const char *const *endings;
} LsItem;

/* A list ends with %NULL. */
typedef const LsItem *const LsItemList[];

/* Translated. */
const char   *ls_item_get_name (const LsItem *self);
/* Whether @path has one of the endings of @self; case-insensitive. */
gboolean      ls_item_has_ending (const LsItem *self, const char *path);

guint         ls_items_get_n (LsItemList items);
/* Returns: (nullable): the item with the given @id. */
const LsItem *ls_items_find (LsItemList items, const char *id);
/* Returns: (nullable): the first item with an ending of @path. */
const LsItem *ls_items_find_ending (LsItemList items, const char *path);
/* Returns: (transfer container): the ids, %NULL-terminated. */
const char  **ls_items_list_ids (LsItemList items);
/* Returns: (transfer container): the endings, %NULL-terminated, without duplicates: @first
 * (nullable), then those of @items and @more (nullable). */
const char  **ls_items_list_endings (const char *first, LsItemList items, LsItemList more);
/* Returns: (transfer full): "CSV, MATLAB" */
char         *ls_items_join_names (LsItemList items);
/* Returns: (transfer full): one line per item for help texts: id or endings, and summary, in
 * columns. */
char         *ls_items_describe (LsItemList items);
