/* Wires between ports. */
#include "core/model/wire.h"

#include <glib/gi18n-lib.h>
#include <string.h>

GPtrArray *
ls_model_list_input_ports (const LsModel *self, const LsComponent *component)
{
  g_return_val_if_fail (self != NULL && component != NULL, NULL);

  return ls_component_fold (component, ls_model_list_inputs (self, component));
}

GPtrArray *
ls_model_list_output_ports (const LsModel *self, const LsComponent *component)
{
  g_return_val_if_fail (self != NULL && component != NULL, NULL);

  return ls_component_fold (component, ls_model_list_outputs (self, component));
}

const LsVariable *
ls_model_find_port (
    const LsModel *self, guint id, const char *name, const LsComponent **component, GError **error)
{
  const LsVariable *port;

  *component = ls_model_find_component (self, id);
  if (*component == NULL)
    return ls_fail_null (error, LS_ERROR_MODEL,
                         _ ("The component of “%s” is not in the model any more"), name);
  if ((port = ls_component_find_port (*component, name)) == NULL)
    return ls_fail_null (error, LS_ERROR_MODEL, _ ("%s has no variable “%s”"), (*component)->name,
                         name);
  return port;
}

/* "[3]", "[2×3]", "" */
static char *
bracket_size (const LsComponent *component, const LsVariable *port)
{
  g_autofree char *size = ls_component_describe_size (component, port);

  return size != NULL ? g_strdup_printf ("[%s]", size) : g_strdup ("");
}

static gboolean
check_sizes (const LsComponent *from,
             const LsVariable *output,
             const LsComponent *to,
             const LsVariable *input,
             GError **error)
{
  g_autofree char *out_size = bracket_size (from, output);
  g_autofree char *in_size = bracket_size (to, input);

  if (strcmp (out_size, in_size) == 0
      || (MAX (output->n_elements, 1) == 1 && MAX (input->n_elements, 1) == 1))
    return TRUE;
  return ls_fail (error, LS_ERROR_MODEL, _ ("%s.%s%s cannot feed %s.%s%s: the sizes differ"),
                  from->name, output->name, out_size, to->name, input->name, in_size);
}

GArray *
ls_model_list_pairs (const LsModel *self,
                     guint from,
                     const char *output,
                     guint to,
                     const char *input,
                     GError **error)
{
  const LsComponent *source, *target;
  const LsVariable *x, *y;
  g_autoptr (GPtrArray) outputs = NULL;
  g_autoptr (GPtrArray) inputs = NULL;
  GArray *pairs;

  g_return_val_if_fail (self != NULL && output != NULL && input != NULL, NULL);
  if ((x = ls_model_find_port (self, from, output, &source, error)) == NULL
      || (y = ls_model_find_port (self, to, input, &target, error)) == NULL
      || !check_sizes (source, x, target, y, error))
    return NULL;
  outputs = ls_component_list_members (source, x);
  inputs = ls_component_list_members (target, y);
  pairs = g_array_new (FALSE, FALSE, sizeof (LsPair));
  for (guint i = 0; i < outputs->len; i++)
    {
      const LsPair pair = { outputs->pdata[i], inputs->pdata[i] };

      g_array_append_val (pairs, pair);
    }
  return pairs;
}

gboolean
ls_model_check_wire (const LsModel *self,
                     guint from,
                     const char *output,
                     guint to,
                     const char *input,
                     GError **error)
{
  g_autoptr (GArray) pairs = ls_model_list_pairs (self, from, output, to, input, error);

  for (guint i = 0; pairs != NULL && i < pairs->len; i++)
    {
      const LsPair *pair = &g_array_index (pairs, LsPair, i);

      if (!ls_model_check_connection (self, from, pair->output->name, to, pair->input->name, error))
        return FALSE;
    }
  return pairs != NULL;
}

const char *
ls_model_name_port (const LsModel *self, guint id, const char *name)
{
  const LsComponent *component = ls_model_find_component (self, id);
  const LsVariable *variable
      = component != NULL ? ls_component_find_variable (component, name) : NULL;

  return variable != NULL ? ls_component_get_port (component, variable)->name : name;
}

GArray *
ls_model_list_wire (const LsModel *self, guint id)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (guint));
  const LsConnection *wire;
  const char *output, *input;

  g_return_val_if_fail (self != NULL, ids);
  if ((wire = ls_model_find_connection (self, id)) == NULL)
    return ids;
  output = ls_model_name_port (self, wire->from, wire->output);
  input = ls_model_name_port (self, wire->to, wire->input);
  for (guint i = 0; i < ls_model_get_n_connections (self); i++)
    {
      const LsConnection *other = ls_model_get_connection (self, i);

      if (other->from == wire->from && other->to == wire->to
          && strcmp (ls_model_name_port (self, other->from, other->output), output) == 0
          && strcmp (ls_model_name_port (self, other->to, other->input), input) == 0)
        g_array_append_val (ids, other->id);
    }
  return ids;
}

char *
ls_model_describe_wire (const LsModel *self, const LsConnection *connection)
{
  g_return_val_if_fail (self != NULL && connection != NULL, NULL);

  LsConnection whole = *connection;

  whole.output = (char *)ls_model_name_port (self, connection->from, connection->output);
  whole.input = (char *)ls_model_name_port (self, connection->to, connection->input);
  return ls_model_describe_connection (self, &whole);
}

guint
ls_model_count_open (const LsModel *self, const LsComponent *component, const LsVariable *port)
{
  g_autoptr (GPtrArray) members = NULL;
  guint n = 0;

  g_return_val_if_fail (self != NULL && component != NULL && port != NULL, 0);
  members = ls_component_list_members (component, port);
  for (guint i = 0; i < members->len; i++)
    n += ls_model_find_source (self, component->id, ((const LsVariable *)members->pdata[i])->name)
         == NULL;
  return n;
}
