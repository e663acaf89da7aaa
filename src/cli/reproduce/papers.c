#include "cli/reproduce/papers.h"

#include <string.h>

static const LsPaper *const papers[]
    = { &ls_paper_missiles, &ls_paper_costarica, &ls_paper_constraints, &ls_paper_quantised,
        &ls_paper_assimulo };

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
