/* Members of terminals, matched. */
#include "core/model/terminal.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Two ends that are matched. @pairs: LsPair; @left_out: (nullable) */
typedef struct
{
  const LsComponent *components[2];
  GArray *pairs;
  GPtrArray *left_out;
} Match;

static const LsVariable *
get_variable (const LsComponent *component, const LsTerminalMember *member)
{
  return &ls_fmu_get_description (component->fmu)->variables[member->variable];
}

static const char *
get_name (const LsComponent *component, const LsTerminalMember *member)
{
  return member->name != NULL ? member->name : get_variable (component, member)->name;
}

static gboolean
is_flow (const LsTerminalMember *member)
{
  return member->kind == LS_MEMBER_INFLOW || member->kind == LS_MEMBER_OUTFLOW;
}

/* Whether members of both kinds can be connected: streams in opposite directions, and all others
 * with each other. */
static gboolean
are_kinds_equal (const LsTerminalMember *a, const LsTerminalMember *b)
{
  if (a->kind == LS_MEMBER_STREAM_IN || a->kind == LS_MEMBER_STREAM_OUT)
    return b->kind == (a->kind == LS_MEMBER_STREAM_IN ? LS_MEMBER_STREAM_OUT : LS_MEMBER_STREAM_IN);
  return b->kind != LS_MEMBER_STREAM_IN && b->kind != LS_MEMBER_STREAM_OUT;
}

static void G_GNUC_PRINTF (2, 3) leave_out (Match *self, const char *format, ...)
{
  va_list arguments;

  if (self->left_out == NULL)
    return;
  va_start (arguments, format);
  g_ptr_array_add (self->left_out, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

static gboolean
is_number (const LsVariable *variable)
{
  return variable->type == LS_TYPE_REAL || variable->type == LS_TYPE_INTEGER;
}

/* Adds the pair, or leaves it out. @is_strict: two members of the same causality are an error */
static gboolean
add_pair (Match *self, const LsTerminalMember *members[2], gboolean is_strict, GError **error)
{
  const LsVariable *variables[2];
  gboolean back;

  for (guint i = 0; i < 2; i++)
    variables[i] = get_variable (self->components[i], members[i]);
  back = ls_variables_fit (variables[1], variables[0]);
  if (back || ls_variables_fit (variables[0], variables[1]))
    {
      const LsPair pair = { variables[back ? 1 : 0], variables[back ? 0 : 1], back,
                            is_flow (members[0]) && members[0]->kind == members[1]->kind };

      if (pair.is_negated && !is_number (pair.output))
        return ls_fail (error, LS_ERROR_MODEL,
                        _ ("the flow %s.%s cannot be negated for %s.%s: it is no number"),
                        self->components[0]->name, variables[0]->name, self->components[1]->name,
                        variables[1]->name);
      g_array_append_val (self->pairs, pair);
      return TRUE;
    }
  if (is_strict && variables[0]->causality == variables[1]->causality
      && variables[0]->causality != LS_CAUSALITY_PARAMETER
      && variables[0]->causality != LS_CAUSALITY_CALCULATED_PARAMETER)
    return ls_fail (error, LS_ERROR_MODEL, _ ("%s.%s and %s.%s are both of causality %s"),
                    self->components[0]->name, variables[0]->name, self->components[1]->name,
                    variables[1]->name, ls_causality_name (variables[0]->causality));
  leave_out (self, _ ("%s.%s (%s) and %s.%s (%s) belong together, but a wire cannot connect them"),
             self->components[0]->name, variables[0]->name,
             ls_causality_name (variables[0]->causality), self->components[1]->name,
             variables[1]->name, ls_causality_name (variables[1]->causality));
  return TRUE;
}

static const LsTerminalMember *
find_member (const LsTerminal *terminal, const LsTerminalMember *like)
{
  for (guint i = 0; like->match != NULL && i < terminal->n_members; i++)
    if (g_strcmp0 (terminal->members[i].match, like->match) == 0
        && are_kinds_equal (like, &terminal->members[i]))
      return &terminal->members[i];
  return NULL;
}

/* A member of end @k that the other end does not have. */
static gboolean
lack (Match *self,
      const LsTerminal *const terminals[2],
      guint k,
      const LsTerminalMember *member,
      GError **error)
{
  const char *name = get_name (self->components[k], member);

  if (terminals[k]->matching == LS_MATCHING_PLUG)
    return ls_fail (error, LS_ERROR_MODEL,
                    _ ("%s.%s is a plug, all of whose members have to be connected: %s.%s has no "
                       "member “%s”"),
                    self->components[k]->name, terminals[k]->name, self->components[1 - k]->name,
                    terminals[1 - k]->name, name);
  leave_out (self, _ ("%s.%s has no member “%s” of %s.%s"), self->components[1 - k]->name,
             terminals[1 - k]->name, name, self->components[k]->name, terminals[k]->name);
  return TRUE;
}

static gboolean
match_names (Match *self, const LsTerminal *const terminals[2], gboolean is_strict, GError **error)
{
  for (guint i = 0; i < terminals[0]->n_members; i++)
    {
      const LsTerminalMember *member = &terminals[0]->members[i];
      const LsTerminalMember *members[2] = { member, find_member (terminals[1], member) };

      if (members[1] == NULL ? !lack (self, terminals, 0, member, error)
                             : !add_pair (self, members, is_strict, error))
        return FALSE;
    }
  for (guint i = 0; i < terminals[1]->n_members; i++)
    if (find_member (terminals[0], &terminals[1]->members[i]) == NULL
        && !lack (self, terminals, 1, &terminals[1]->members[i], error))
      return FALSE;
  return TRUE;
}

/* The counterpart of member @i by order: the output of a stream, which is followed by its input, is
 * connected with the input of the other end. */
static guint
get_partner (const LsTerminal *terminal, guint i)
{
  switch (terminal->members[i].kind)
    {
    case LS_MEMBER_STREAM_OUT:
      return i + 1;
    case LS_MEMBER_STREAM_IN:
      return i - 1;
    default:
      return i;
    }
}

/* Where one end is matched by name, the names have to agree with the order. */
static gboolean
check_order (Match *self,
             const LsTerminal *const terminals[2],
             const LsTerminalMember *const members[2],
             GError **error)
{
  const gboolean by_name = terminals[0]->matching != LS_MATCHING_SEQUENCE
                           || terminals[1]->matching != LS_MATCHING_SEQUENCE;

  if (are_kinds_equal (members[0], members[1])
      && (!by_name || g_strcmp0 (members[0]->match, members[1]->match) == 0))
    return TRUE;
  return ls_fail (
      error, LS_ERROR_MODEL, _ ("in the order of members, “%s” of %s.%s meets “%s” of %s.%s"),
      get_name (self->components[0], members[0]), self->components[0]->name, terminals[0]->name,
      get_name (self->components[1], members[1]), self->components[1]->name, terminals[1]->name);
}

static gboolean
match_order (Match *self, const LsTerminal *const terminals[2], GError **error)
{
  if (terminals[0]->n_members != terminals[1]->n_members)
    return ls_fail (error, LS_ERROR_MODEL,
                    _ ("members are matched by order: %s.%s has %u, %s.%s has %u"),
                    self->components[0]->name, terminals[0]->name, terminals[0]->n_members,
                    self->components[1]->name, terminals[1]->name, terminals[1]->n_members);
  for (guint i = 0; i < terminals[0]->n_members; i++)
    {
      const guint k = get_partner (terminals[1], i);
      const LsTerminalMember *members[2]
          = { &terminals[0]->members[i],
              &terminals[1]->members[MIN (k, terminals[1]->n_members - 1)] };

      if (!check_order (self, terminals, members, error) || !add_pair (self, members, TRUE, error))
        return FALSE;
    }
  return TRUE;
}

static const LsTerminal *
find_terminal (const LsTerminal *parent, const char *name)
{
  for (guint i = 0; i < parent->n_terminals; i++)
    if (strcmp (parent->terminals[i].own_name, name) == 0)
      return &parent->terminals[i];
  return NULL;
}

static gboolean match (Match *self, const LsTerminal *const terminals[2], GError **error);

/* Terminals in terminals: by order if both ends are sequences, else by name. */
static gboolean
match_inner (Match *self, const LsTerminal *const terminals[2], GError **error)
{
  const gboolean by_order = terminals[0]->matching == LS_MATCHING_SEQUENCE
                            && terminals[1]->matching == LS_MATCHING_SEQUENCE;

  for (guint k = 0; k < 2; k++)
    for (guint i = 0; i < terminals[k]->n_terminals; i++)
      {
        const LsTerminal *mine = &terminals[k]->terminals[i];
        const LsTerminal *other = !by_order ? find_terminal (terminals[1 - k], mine->own_name)
                                  : i < terminals[1 - k]->n_terminals
                                      ? &terminals[1 - k]->terminals[i]
                                      : NULL;
        const LsTerminal *inner[2] = { mine, other };

        if (other == NULL && terminals[k]->matching != LS_MATCHING_BUS)
          return ls_fail (error, LS_ERROR_MODEL, _ ("%s.%s has no counterpart of %s.%s"),
                          self->components[1 - k]->name, terminals[1 - k]->name,
                          self->components[k]->name, mine->name);
        if (other == NULL)
          leave_out (self, _ ("%s.%s has no counterpart of %s.%s"), self->components[1 - k]->name,
                     terminals[1 - k]->name, self->components[k]->name, mine->name);
        else if (k == 0 && !match (self, inner, error))
          return FALSE;
      }
  return TRUE;
}

static gboolean
match (Match *self, const LsTerminal *const terminals[2], GError **error)
{
  gboolean is_strict = FALSE, by_order = FALSE;

  for (guint k = 0; k < 2; k++)
    {
      by_order |= terminals[k]->matching == LS_MATCHING_SEQUENCE;
      is_strict |= terminals[k]->matching != LS_MATCHING_BUS;
      if (terminals[k]->matching != LS_MATCHING_NONE)
        continue;
      leave_out (self, _ ("the members of %s.%s are left out: its matching rule is “%s”"),
                 self->components[k]->name, terminals[k]->name,
                 terminals[k]->rule != NULL ? terminals[k]->rule : "");
      return TRUE;
    }
  if (by_order ? !match_order (self, terminals, error)
               : !match_names (self, terminals, is_strict, error))
    return FALSE;
  return match_inner (self, terminals, error);
}

GArray *
ls_model_match_terminals (const LsComponent *a,
                          const LsVariable *x,
                          const LsComponent *b,
                          const LsVariable *y,
                          GPtrArray *left_out,
                          GError **error)
{
  g_return_val_if_fail (a != NULL && x != NULL && b != NULL && y != NULL, NULL);

  const LsTerminal *terminals[2]
      = { ls_component_get_terminal (a, x), ls_component_get_terminal (b, y) };
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (LsPair));
  Match self = { { a, b }, pairs, left_out };

  g_return_val_if_fail (terminals[0] != NULL && terminals[1] != NULL, NULL);
  if (!match (&self, terminals, error))
    return NULL;
  if (pairs->len == 0)
    return ls_fail_null (error, LS_ERROR_MODEL,
                         _ ("%s.%s and %s.%s have no members that a wire can connect"), a->name,
                         x->name, b->name, y->name);
  return g_steal_pointer (&pairs);
}
