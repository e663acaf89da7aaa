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

GPtrArray *
ls_model_list_side (const LsModel *self, const LsComponent *component, gboolean is_input)
{
  GPtrArray *ports;

  g_return_val_if_fail (self != NULL && component != NULL, NULL);
  ports
      = is_input ? ls_model_list_inputs (self, component) : ls_model_list_outputs (self, component);
  return ls_component_fold_side (component, ports, is_input);
}

const LsVariable *
ls_model_find_port (
    const LsModel *self, guint id, const char *name, const LsComponent **component, GError **error)
{
  g_return_val_if_fail (self != NULL && name != NULL, NULL);

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

/* A terminal and a variable: one member is to be chosen. */
static gboolean
check_terminals (const LsComponent *from,
                 const LsVariable *output,
                 const LsComponent *to,
                 const LsVariable *input,
                 GError **error)
{
  const gboolean at_output = ls_variable_is_terminal (output);

  if (!at_output && !ls_variable_is_terminal (input))
    return TRUE;
  return ls_fail (error, LS_ERROR_MODEL, _ ("%s.%s is a terminal, %s.%s is not: choose a member"),
                  (at_output ? from : to)->name, (at_output ? output : input)->name,
                  (at_output ? to : from)->name, (at_output ? input : output)->name);
}

/* Fails if all pairs are connected already. */
static GArray *
match_terminals (const LsModel *self,
                 const LsComponent *from,
                 const LsVariable *x,
                 const LsComponent *to,
                 const LsVariable *y,
                 GError **error)
{
  g_autoptr (GArray) pairs = NULL;
  guint n = 0;

  if (from == to && x == y)
    return ls_fail_null (error, LS_ERROR_MODEL, _ ("%s.%s is one terminal: a wire needs two"),
                         from->name, x->name);
  if ((pairs = ls_model_match_terminals (from, x, to, y, NULL, error)) == NULL)
    return NULL;
  for (guint i = 0; i < pairs->len; i++)
    n += ls_model_has_pair (self, from->id, to->id, &g_array_index (pairs, LsPair, i));
  if (n < pairs->len)
    return g_steal_pointer (&pairs);
  return ls_fail_null (error, LS_ERROR_MODEL, _ ("%s.%s and %s.%s are connected already"),
                       from->name, x->name, to->name, y->name);
}

gboolean
ls_model_has_pair (const LsModel *self, guint from, guint to, const LsPair *pair)
{
  const LsConnection *source;

  g_return_val_if_fail (self != NULL && pair != NULL, FALSE);
  source = ls_model_find_source (self, pair->back ? from : to, pair->input->name);
  return source != NULL && source->from == (pair->back ? to : from)
         && strcmp (source->output, pair->output->name) == 0;
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
      || (y = ls_model_find_port (self, to, input, &target, error)) == NULL)
    return NULL;
  if (ls_variable_is_terminal (x) && ls_variable_is_terminal (y))
    return match_terminals (self, source, x, target, y, error);
  if (!check_terminals (source, x, target, y, error) || !check_sizes (source, x, target, y, error))
    return NULL;
  outputs = ls_component_list_members (source, x);
  inputs = ls_component_list_members (target, y);
  pairs = g_array_new (FALSE, FALSE, sizeof (LsPair));
  for (guint i = 0; i < outputs->len; i++)
    {
      const LsPair pair = { .output = outputs->pdata[i], .input = inputs->pdata[i] };

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
  g_return_val_if_fail (self != NULL && output != NULL && input != NULL, FALSE);

  g_autoptr (GArray) pairs = ls_model_list_pairs (self, from, output, to, input, error);
  const LsComponent *component;
  const LsVariable *port = ls_model_find_port (self, from, output, &component, NULL);
  const gboolean may_have = port != NULL && ls_variable_is_terminal (port);

  for (guint i = 0; pairs != NULL && i < pairs->len; i++)
    {
      const LsPair *pair = &g_array_index (pairs, LsPair, i);

      const guint source = pair->back ? to : from, target = pair->back ? from : to;

      if (!(may_have && ls_model_has_pair (self, from, to, pair))
          && !ls_model_check_connection (self, source, pair->output->name, target,
                                         pair->input->name, error))
        return FALSE;
    }
  return pairs != NULL;
}

static const LsVariable *
find_member_port (const LsModel *self, guint id, const char *name)
{
  const LsComponent *component = ls_model_find_component (self, id);
  const LsVariable *variable
      = component != NULL ? ls_component_find_variable (component, name) : NULL;

  return variable != NULL ? ls_component_get_port (component, variable) : NULL;
}

const char *
ls_model_name_port (const LsModel *self, guint id, const char *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, NULL);

  const LsVariable *port = find_member_port (self, id, name);

  return port != NULL ? port->name : name;
}

/* Names of the ports at the ends of a connection. */
typedef struct
{
  guint from, to;
  const char *output, *input;
  gboolean is_terminal; /* both are terminals */
} Ends;

static Ends
get_ends (const LsModel *self, const LsConnection *connection)
{
  const LsVariable *x = find_member_port (self, connection->from, connection->output);
  const LsVariable *y = find_member_port (self, connection->to, connection->input);

  return (Ends){ connection->from, connection->to, x != NULL ? x->name : connection->output,
                 y != NULL ? y->name : connection->input,
                 x != NULL && y != NULL && ls_variable_is_terminal (x)
                     && ls_variable_is_terminal (y) };
}

static gboolean
are_ends (const LsModel *self, const LsConnection *connection, const Ends *ends)
{
  Ends other;

  if ((connection->from != ends->from || connection->to != ends->to)
      && !(ends->is_terminal && connection->from == ends->to && connection->to == ends->from))
    return FALSE;
  other = get_ends (self, connection);
  if (other.from == ends->from && other.to == ends->to && strcmp (other.output, ends->output) == 0
      && strcmp (other.input, ends->input) == 0)
    return TRUE;
  return ends->is_terminal && other.from == ends->to && other.to == ends->from
         && strcmp (other.output, ends->input) == 0 && strcmp (other.input, ends->output) == 0;
}

GArray *
ls_model_list_wire (const LsModel *self, guint id)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (guint));
  const LsConnection *wire;
  Ends ends;

  g_return_val_if_fail (self != NULL, ids);
  if ((wire = ls_model_find_connection (self, id)) == NULL)
    return ids;
  ends = get_ends (self, wire);
  for (guint i = 0; i < ls_model_get_n_connections (self); i++)
    {
      const LsConnection *other = ls_model_get_connection (self, i);

      if (are_ends (self, other, &ends))
        g_array_append_val (ids, other->id);
    }
  return ids;
}

gboolean
ls_model_is_terminal_wire (const LsModel *self, guint id)
{
  const LsConnection *wire;

  g_return_val_if_fail (self != NULL, FALSE);
  wire = ls_model_find_connection (self, id);
  return wire != NULL && get_ends (self, wire).is_terminal;
}

char *
ls_model_describe_wire (const LsModel *self, const LsConnection *connection)
{
  g_return_val_if_fail (self != NULL && connection != NULL, NULL);

  const Ends ends = get_ends (self, connection);
  LsConnection whole = *connection;

  if (ends.is_terminal)
    return g_strdup_printf ("%s.%s ↔ %s.%s", ls_model_find_component (self, ends.from)->name,
                            ends.output, ls_model_find_component (self, ends.to)->name, ends.input);
  whole.output = (char *)ends.output;
  whole.input = (char *)ends.input;
  return ls_model_describe_connection (self, &whole);
}

guint
ls_model_count_open (const LsModel *self, const LsComponent *component, const LsVariable *port)
{
  g_autoptr (GPtrArray) members = NULL;
  guint n = 0;

  g_return_val_if_fail (self != NULL && component != NULL && port != NULL, 0);
  members = ls_component_list_sinks (component, port);
  for (guint i = 0; i < members->len; i++)
    n += ls_model_find_source (self, component->id, ((const LsVariable *)members->pdata[i])->name)
         == NULL;
  return n;
}
