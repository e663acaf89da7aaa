/* The examples in words: in which group they stand, and what one learns from each. */
#pragma once

#include <glib.h>

/* Groups; the last one is of examples that are not described here. */
#define LS_EXAMPLE_GROUPS 8u

/**
 * LsExample:
 * @name: of the file
 * @group: index of ls_example_get_group()
 * @title, @lesson: untranslated; @lesson: (nullable)
 */
typedef struct
{
  const char *name;
  guint group;
  const char *title, *lesson;
} LsExample;

/* Returns: (nullable): the title of a group, translated; %NULL after the last one */
const char *ls_example_get_group (guint i);
/* Returns: (nullable): the examples in the order to be shown; %NULL after the last one */
const LsExample *ls_example_get (guint i);
/* Returns: (nullable): %NULL for a file that is not described here; it stands in the last group */
const LsExample *ls_example_find (const char *name);
