#include "core/run/preset.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Number of runs of a convergence study, each with half the previous step. */
#define N_CONVERGENCE 5
#define N_WORK 6

static const char *const four[] = { "ni-jacobi", "ifosmondi-jfm", "missiles", "costarica", NULL };
static const char *const published[]
    = { "ni-jacobi", "ifosmondi-jfm:eps=1e-2", "ifosmondi-jfm:eps=1e-5",
        "missiles:preset=as-published", NULL };

static void
set_methods (LsExperiment *experiment, const char *const *methods)
{
  g_ptr_array_set_size (experiment->methods, 0);
  for (guint i = 0; methods[i] != NULL; i++)
    {
      LsMethodChoice *choice = ls_method_choice_parse (methods[i], NULL);

      if (choice != NULL)
        g_ptr_array_add (experiment->methods, choice);
    }
}

/* The largest step size times @factor, and its halves. */
static void
set_steps (const LsModel *model, LsExperiment *experiment, double factor, guint n)
{
  char *origin = NULL;
  double longest = 0;

  for (guint i = 0; i < experiment->step_sizes->len; i++)
    longest = fmax (longest, g_array_index (experiment->step_sizes, double, i));
  if (longest == 0)
    {
      longest = ls_model_get_default_step_size (model, &origin);
      g_free (origin);
    }
  g_array_set_size (experiment->step_sizes, 0);
  for (guint i = 0; i < n; i++)
    {
      double step = ldexp (longest * factor, -(int)i);

      g_array_append_val (experiment->step_sizes, step);
    }
}

gboolean
ls_preset_apply (const char *id, const LsModel *model, LsExperiment *experiment, GError **error)
{
  g_return_val_if_fail (id != NULL, FALSE);

  if (strcmp (id, "four-methods") == 0)
    set_methods (experiment, four);
  else if (strcmp (id, "as-published") == 0)
    set_methods (experiment, published);
  else if (strcmp (id, "convergence") == 0)
    set_steps (model, experiment, 1, N_CONVERGENCE);
  else if (strcmp (id, "work-precision") == 0)
    set_steps (model, experiment, 4, N_WORK);
  else
    return ls_fail (error, LS_ERROR_ARGUMENT, _ ("there is no set of runs “%s”"), id);
  return TRUE;
}
