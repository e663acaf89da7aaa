#include "cli/reproduce/papers.h"

#include "cli/paper-list.h"

#include <string.h>

#define ENTRY(record) &record,

static const LsPaper *const papers[] = { LS_PAPER_LIST (ENTRY) };

guint
ls_published_get_n (void)
{
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (papers); i++)
    n += papers[i]->n;
  return n;
}

const LsPublished *
ls_published_get (guint index)
{
  for (guint i = 0; i < G_N_ELEMENTS (papers); i++)
    {
      if (index < papers[i]->n)
        return &papers[i]->published[index];
      index -= papers[i]->n;
    }
  g_return_val_if_reached (NULL);
}

const LsPublished *
ls_published_find (const char *id)
{
  for (guint i = 0; i < ls_published_get_n (); i++)
    if (strcmp (ls_published_get (i)->id, id) == 0)
      return ls_published_get (i);
  return NULL;
}
