#include "core/fmi/dependencies.h"

#include "core/fmi/instance.h"

#include <math.h>

/* ---- What is asked ----------------------------------------------------------------------- */

static const LsInterface *
get_interface (const LsDescription *description)
{
  return description->co_simulation.present ? &description->co_simulation
                                            : &description->model_exchange;
}

static gboolean
is_coarse (const LsDescription *description, const LsUnknown *unknown)
{
  gboolean coarse = !unknown->has_dependencies;

  coarse |= description->variables[unknown->variable].array > 0;
  for (guint i = 0; i < unknown->n_dependencies; i++)
    coarse |= description->variables[unknown->dependencies[i]].array > 0;
  return coarse;
}

static gboolean
may_know (const LsDescription *description)
{
  if (!get_interface (description)->provides_per_element_dependencies)
    return FALSE;
  for (guint i = 0; i < description->outputs.n; i++)
    if (is_coarse (description, &description->outputs.items[i]))
      return TRUE;
  return FALSE;
}

/* The messages of this trial instance are discarded. */
static LsInstance *
make (LsFmu *fmu)
{
  const LsDescription *description = ls_fmu_get_description (fmu);
  const LsDefaultExperiment *experiment = &description->experiment;
  const LsKind kind
      = description->co_simulation.present ? LS_KIND_CO_SIMULATION : LS_KIND_MODEL_EXCHANGE;
  g_autoptr (LsLog) log = ls_log_new (NULL, NULL);
  LsInstance *instance = ls_instance_new (fmu, kind, description->model_name, log, FALSE, NULL);

  if (instance != NULL
      && (ls_instance_setup (instance, NAN,
                             experiment->has_start_time ? experiment->start_time : 0.0, NAN)
              != LS_OK
          || ls_instance_enter_initialization (instance) != LS_OK))
    g_clear_pointer (&instance, ls_instance_free);
  return instance;
}

/* ---- Answers ----------------------------------------------------------------------------- */

/* A variable @reference of the FMU, and element @element of it, from 1. Returns: the index, or -1
 */
static int
find_element (const LsDescription *description, guint32 reference, gsize element)
{
  for (guint i = 0; i < description->n_arrays; i++)
    if (description->arrays[i].value_reference == reference)
      return element >= 1 && element <= description->arrays[i].n
                 ? (int)(description->arrays[i].first + element - 1)
                 : -1;
  for (guint i = 0; i < description->n_variables; i++)
    if (description->variables[i].value_reference == reference
        && description->variables[i].array == 0)
      return element <= 1 ? (int)i : -1;
  return -1;
}

/* Element 0 stands for all. Returns: %FALSE if there is no such variable */
static gboolean
add_dependencies (const LsDescription *description, const LsDependency *from, GArray *indices)
{
  gsize first = from->independent_element, last = first;

  if (first == 0)
    for (guint i = 0; i < description->n_arrays; i++)
      if (description->arrays[i].value_reference == from->independent)
        first = 1, last = description->arrays[i].n;
  for (gsize element = first; element <= last; element++)
    {
      const int index = find_element (description, from->independent, element);

      if (index < 0)
        return FALSE;
      g_array_append_val (indices, index);
    }
  return TRUE;
}

static int
compare_indices (gconstpointer a, gconstpointer b)
{
  return *(const int *)a - *(const int *)b;
}

/* The dependencies of an output among the answers for its variable; those of the description stay
 * if they cannot be understood. */
static void
read_answers (const LsDescription *description,
              const LsVariable *output,
              GArray *answers,
              LsUnknown *to)
{
  g_autoptr (GArray) indices = g_array_new (FALSE, FALSE, sizeof (int));

  for (guint i = 0; i < answers->len; i++)
    {
      const LsDependency *answer = &g_array_index (answers, LsDependency, i);

      if (answer->element != 0 && answer->element != output->element + 1)
        continue;
      if (!add_dependencies (description, answer, indices))
        return;
    }
  g_array_sort (indices, compare_indices);
  g_free (to->dependencies);
  g_free (to->kinds);
  to->has_dependencies = TRUE;
  to->has_kinds = FALSE;
  to->n_dependencies = indices->len;
  to->kinds = g_new0 (LsDependencyKind, indices->len + 1);
  to->dependencies = (guint *)g_array_free (g_steal_pointer (&indices), FALSE);
}

static void
ask_list (LsInstance *instance, const LsDescription *description, LsUnknowns *unknowns)
{
  for (guint i = 0; i < unknowns->n; i++)
    {
      LsUnknown *unknown = &unknowns->items[i];
      const LsVariable *variable = &description->variables[unknown->variable];
      g_autoptr (GArray) answers = g_array_new (FALSE, FALSE, sizeof (LsDependency));
      const guint32 reference = variable->array > 0
                                    ? description->arrays[variable->array - 1].value_reference
                                    : variable->value_reference;

      if (is_coarse (description, unknown)
          && ls_instance_list_dependencies (instance, reference, answers) == LS_OK)
        read_answers (description, variable, answers, unknown);
    }
}

/* Dependencies are those of the initialization before its end, and of the run after it (FMI 3.0,
 * 2.2.10). Returns: (transfer full) */
static LsKnownUnknowns *
ask (LsInstance *instance, const LsDescription *description)
{
  LsKnownUnknowns *known = g_new0 (LsKnownUnknowns, 1);

  ls_unknowns_copy (&known->outputs, &description->outputs);
  ls_unknowns_copy (&known->initial_unknowns, &description->initial_unknowns);
  ask_list (instance, description, &known->initial_unknowns);
  if (ls_instance_exit_initialization (instance) == LS_OK)
    ask_list (instance, description, &known->outputs);
  return known;
}

LsFmu *
ls_fmu_ask_dependencies (LsFmu *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  static GMutex lock;
  g_autoptr (LsInstance) instance = NULL;
  const LsKnownUnknowns *known;
  LsFmu *copy;

  if (!may_know (ls_fmu_get_description (self)))
    return ls_fmu_ref (self);
  g_mutex_lock (&lock);
  if (ls_fmu_get_known (self) == NULL && (instance = make (self)) != NULL)
    ls_fmu_set_known (self, ask (instance, ls_fmu_get_description (self)));
  known = ls_fmu_get_known (self);
  g_mutex_unlock (&lock);
  copy = known != NULL ? ls_fmu_copy (self, known, NULL) : NULL;
  return copy != NULL ? copy : ls_fmu_ref (self);
}
