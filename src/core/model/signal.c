/* Signals: "component.variable". Names of variables may contain points, those of components do if
 * they are in subsystems. */
#include "core/base/suggest.h"
#include "core/model/model-impl.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Maximum number of names compared for a suggestion, to limit the time. */
#define MAX_NAMES 100000u

/* The component whose name is @signal up to one of its points, preferably the first one that has
 * the rest as a variable. @rest: (out): text after that point */
static const LsComponent *
find_owner (const LsModel *self, const char *signal, const char **rest)
{
  const LsComponent *owner = NULL;

  for (const char *point = strchr (signal, '.'); point != NULL; point = strchr (point + 1, '.'))
    {
      g_autofree char *name = g_strndup (signal, (gsize)(point - signal));
      const LsComponent *found = ls_model_find_component_by_name (self, name);

      if (found == NULL)
        continue;
      owner = found;
      *rest = point + 1;
      if (ls_component_find_variable (found, point + 1) != NULL)
        break;
    }
  return owner;
}

/* Suggests a similar "component.variable" of the model. */
static void
suggest_signal (const LsModel *self, const char *signal, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->components->len && names->len < MAX_NAMES; i++)
    {
      const LsComponent *component = self->components->pdata[i];
      guint n;
      const LsVariable *variables = ls_component_get_variables (component, &n);

      for (guint k = 0; k < n && names->len < MAX_NAMES; k++)
        g_ptr_array_add (names, g_strconcat (component->name, ".", variables[k].name, NULL));
    }
  g_ptr_array_add (names, NULL);
  ls_suggest_add (error, signal, (const char *const *)names->pdata);
}

gboolean
ls_model_find_signal (const LsModel *self,
                      const char *signal,
                      const LsComponent **component,
                      const LsVariable **variable,
                      GError **error)
{
  const LsComponent *owner;
  const LsVariable *found;
  const char *point, *rest = NULL;

  g_return_val_if_fail (self != NULL && signal != NULL, FALSE);
  point = strchr (signal, '.');
  if (point == NULL || point == signal || point[1] == '\0')
    return ls_fail (error, LS_ERROR_MODEL,
                    _ ("“%s” is not a signal; signals are written as component.variable"), signal);
  if ((owner = find_owner (self, signal, &rest)) == NULL)
    {
      g_autofree char *name = g_strndup (signal, (gsize)(point - signal));

      g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                   _ ("“%s”: the model has no component called “%s”"), signal, name);
      suggest_signal (self, signal, error);
      return FALSE;
    }
  if ((found = ls_component_find_variable (owner, rest)) == NULL)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("“%s”: %s has no variable “%s”"), signal,
                   owner->name, rest);
      suggest_signal (self, signal, error);
      return FALSE;
    }
  if (component != NULL)
    *component = owner;
  if (variable != NULL)
    *variable = found;
  return TRUE;
}

char **
ls_model_list_output_signals (const LsModel *self)
{
  GPtrArray *signals;

  g_return_val_if_fail (self != NULL, NULL);
  signals = g_ptr_array_new ();
  for (guint i = 0; i < self->components->len; i++)
    {
      const LsComponent *component = self->components->pdata[i];
      g_autoptr (GPtrArray) outputs
          = component->fmu != NULL
                ? ls_description_list_results (ls_fmu_get_description (component->fmu))
                : ls_component_list_outputs (component);

      for (guint j = 0; j < outputs->len; j++)
        {
          const LsVariable *output = outputs->pdata[j];

          if (output->type != LS_TYPE_STRING)
            g_ptr_array_add (signals, g_strdup_printf ("%s.%s", component->name, output->name));
        }
    }
  g_ptr_array_add (signals, NULL);
  return (char **)g_ptr_array_free (signals, FALSE);
}

char **
ls_model_list_recorded (const LsModel *self, const LsExperiment *experiment)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *recorded;

  g_return_val_if_fail (self != NULL && experiment != NULL, NULL);
  if (experiment->signals->len == 0)
    return ls_model_list_output_signals (self);
  recorded = g_ptr_array_new ();
  for (guint i = 0; i < experiment->signals->len; i++)
    if (g_hash_table_add (seen, experiment->signals->pdata[i]))
      g_ptr_array_add (recorded, g_strdup (experiment->signals->pdata[i]));
  g_ptr_array_add (recorded, NULL);
  return (char **)g_ptr_array_free (recorded, FALSE);
}

/* Both are without duplicates. */
static gboolean
is_same_set (GPtrArray *names, char **others)
{
  g_autoptr (GHashTable) set = g_hash_table_new (g_str_hash, g_str_equal);
  gboolean same = names->len == g_strv_length (others);

  for (guint i = 0; same && i < names->len; i++)
    g_hash_table_add (set, others[i]);
  for (guint i = 0; same && i < names->len; i++)
    same = g_hash_table_contains (set, names->pdata[i]);
  return same;
}

void
ls_model_set_recorded (const LsModel *self,
                       LsExperiment *experiment,
                       const char *signal,
                       gboolean recorded)
{
  g_return_if_fail (self != NULL && experiment != NULL && signal != NULL);

  g_auto (GStrv) before = ls_model_list_recorded (self, experiment);
  g_auto (GStrv) outputs = ls_model_list_output_signals (self);

  if (g_strv_contains ((const char *const *)before, signal) == recorded)
    return;
  g_ptr_array_set_size (experiment->signals, 0);
  for (guint i = 0; before[i] != NULL; i++)
    if (recorded || strcmp (before[i], signal) != 0)
      g_ptr_array_add (experiment->signals, g_strdup (before[i]));
  if (recorded)
    g_ptr_array_add (experiment->signals, g_strdup (signal));
  /* Just the outputs is the default, which outputs of later components join. */
  if (is_same_set (experiment->signals, outputs))
    g_ptr_array_set_size (experiment->signals, 0);
}

/* Conversion from @unit, a unit or display unit of the FMU with the same dimension, to @own. */
static gboolean
find_in_fmu (const LsFmu *fmu, const LsUnit *own, const char *unit, double *factor, double *offset)
{
  const LsDescription *description = ls_fmu_get_description (fmu);

  for (guint i = 0; i < description->n_units; i++)
    {
      const LsUnit *other = &description->units[i];

      if (!other->has_base || other->factor == 0.0
          || memcmp (other->exponents, own->exponents, sizeof own->exponents) != 0)
        continue;
      if (strcmp (other->name, unit) == 0)
        {
          *factor = other->factor / own->factor;
          *offset = (other->offset - own->offset) / own->factor;
          return TRUE;
        }
      for (guint k = 0; k < other->n_display_units; k++)
        {
          const LsDisplayUnit *display = &other->display_units[k];
          /* FMI 2.0, 2.2.2: displayed value = factor × value + offset. */
          const double to_other = other->factor / own->factor;

          if (strcmp (display->name, unit) != 0 || display->factor == 0.0 || display->inverse)
            continue;
          *factor = to_other / display->factor;
          *offset = (other->offset - own->offset) / own->factor
                    - to_other * display->offset / display->factor;
          return TRUE;
        }
    }
  return FALSE;
}

/* Notations of a missing unit. */
static gboolean
is_no_unit (const char *unit)
{
  return *unit == '\0' || strcmp (unit, "-") == 0 || strcmp (unit, "1") == 0;
}

gboolean
ls_model_find_unit_conversion (
    const LsModel *self, const char *signal, const char *unit, double *factor, double *offset)
{
  g_return_val_if_fail (self != NULL && signal != NULL && unit != NULL, FALSE);

  const LsComponent *component;
  const LsVariable *variable;
  const LsUnit *own;

  *factor = 1.0;
  *offset = 0.0;
  if (is_no_unit (unit))
    return TRUE;
  if (!ls_model_find_signal (self, signal, &component, &variable, NULL))
    return FALSE;
  if (g_strcmp0 (variable->unit_name, unit) == 0)
    return TRUE;
  own = ls_component_get_unit (component, variable);
  if (own == NULL || !own->has_base || own->factor == 0.0)
    return FALSE;
  for (guint i = 0; i < self->components->len; i++)
    {
      const LsComponent *other = self->components->pdata[i];

      if (other->fmu != NULL && find_in_fmu (other->fmu, own, unit, factor, offset))
        return isfinite (*factor) && isfinite (*offset);
    }
  return FALSE;
}

/* Signals of a component whose FMU could not be opened count as existing. */
static gboolean
is_missing (const LsModel *self, const char *signal)
{
  const char *rest = NULL;
  const LsComponent *owner = find_owner (self, signal, &rest);

  return owner == NULL
         || (owner->problem == NULL && ls_component_find_variable (owner, rest) == NULL);
}

static void
forget_in (const LsModel *self, GPtrArray *signals)
{
  for (guint i = signals->len; i-- > 0;)
    if (is_missing (self, signals->pdata[i]))
      g_ptr_array_remove_index (signals, i);
}

static void
forget_in_plot (const LsModel *self, LsPlotSetup *plot)
{
  forget_in (self, plot->signals);
  for (guint i = plot->panes->len; i-- > 0;)
    {
      LsPaneChoice *pane = plot->panes->pdata[i];

      forget_in (self, pane->left);
      forget_in (self, pane->right);
      if (pane->left->len + pane->right->len == 0)
        g_ptr_array_remove_index (plot->panes, i);
    }
  for (guint i = plot->names->len & ~1u; i >= 2; i -= 2)
    if (is_missing (self, plot->names->pdata[i - 2]))
      ls_plot_setup_set_name (plot, plot->names->pdata[i - 2], NULL);
  if ((plot->orbit_x != NULL && is_missing (self, plot->orbit_x))
      || (plot->orbit_y != NULL && is_missing (self, plot->orbit_y)))
    {
      g_clear_pointer (&plot->orbit_x, g_free);
      g_clear_pointer (&plot->orbit_y, g_free);
    }
}

void
ls_model_forget_signals (const LsModel *self, LsExperiment *experiment)
{
  g_return_if_fail (self != NULL && experiment != NULL);

  forget_in (self, experiment->signals);
  for (guint i = experiment->changes->len; i-- > 0;)
    if (is_missing (self, ((const LsTimedChange *)experiment->changes->pdata[i])->signal))
      g_ptr_array_remove_index (experiment->changes, i);
  for (guint i = experiment->orbits->len; i-- > 0;)
    {
      const LsOrbitChoice *orbit = experiment->orbits->pdata[i];

      if (is_missing (self, orbit->x) || is_missing (self, orbit->y))
        g_ptr_array_remove_index (experiment->orbits, i);
    }
  for (guint i = 0; i < experiment->plots->len; i++)
    forget_in_plot (self, experiment->plots->pdata[i]);
}
