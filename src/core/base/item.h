/* Lists of what there may be more of: formats of files, kinds of plots. */
#pragma once

#include "core/base/status.h"

/**
 * LsItem: what every entry of such a list tells of itself; its record begins with it.
 * @id: what it is called by files and on the command line: "mat"
 * @name: what people see: "MATLAB"; a word of the language is marked with N_()
 * @summary: marked with N_(): one line
 * @endings: (nullable): of files, in small letters, %NULL-terminated: ".mat"
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
const char   *ls_item_get_summary (const LsItem *self);
/* Whether @path ends as files of @self do, in small or capital letters. */
gboolean      ls_item_has_ending (const LsItem *self, const char *path);

guint         ls_items_get_n (LsItemList items);
/* Returns: (nullable): the one called @id. */
const LsItem *ls_items_find (LsItemList items, const char *id);
/* Returns: (nullable): the first one whose files end as @path does. */
const LsItem *ls_items_find_ending (LsItemList items, const char *path);
/* Returns: (transfer container): the ids, %NULL-terminated. */
const char  **ls_items_list_ids (LsItemList items);
/* Returns: (transfer container): the endings, %NULL-terminated, each once: @first (nullable), then those of
 * @items and @more (nullable). */
const char  **ls_items_list_endings (const char *first, LsItemList items, LsItemList more);
/* Returns: (transfer full): "CSV, MATLAB" */
char         *ls_items_join_names (LsItemList items);
/* Returns: (transfer full): a line each for help texts: id or endings, and summary, in columns. */
char         *ls_items_describe (LsItemList items);
