/* Signals: "component.variable". Variable names may have points, names of components
 * have them behind the subsystems they are in. */
#include "core/model/model-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The component whose name is @signal up to one of its points, the first that has the rest for a
 * variable; else any of them. @rest: (out): behind that point */
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
    {
      g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                   _ ("“%s” is not a signal; signals are written as component.variable"), signal);
      return FALSE;
    }
  if ((owner = find_owner (self, signal, &rest)) == NULL)
    {
      g_autofree char *name = g_strndup (signal, (gsize)(point - signal));

      g_set_error (error, LS_ERROR, LS_ERROR_MODEL,
                   _ ("“%s”: the model has no component called “%s”"), signal, name);
      return FALSE;
    }
  if ((found = ls_component_find_variable (owner, rest)) == NULL)
    {
      g_set_error (error, LS_ERROR, LS_ERROR_MODEL, _ ("“%s”: %s has no variable “%s”"), signal,
                   owner->name, rest);
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
      g_autoptr (GPtrArray) outputs = ls_component_list_outputs (component);

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
