#include "cli/reproduce/papers.h"

#include "cli/reproduce/trust.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Of no paper: all that is checked independently. */
static const LsPublished trust[] = {
  { .id = "trust",
    .title = N_ ("Numbers you can trust"),
    .run = ls_reproduce_trust,
    .remark = N_ ("Deviations are relative to the greatest value of a signal, of events to their "
                  "time. Solvers have a tolerance of 1e-10, quantised states a quantum of 1e-7, "
                  "coupling methods steps of 0.01 s, 0.001 s on the two bodies.") },
};

static const LsPaper ours = { trust, G_N_ELEMENTS (trust) };

static const LsPaper *const papers[]
    = { &ls_paper_missiles,  &ls_paper_costarica, &ls_paper_constraints,
        &ls_paper_quantised, &ls_paper_assimulo,  &ours };

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
