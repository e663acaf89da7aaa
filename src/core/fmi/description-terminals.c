#include "core/fmi/description-terminals.h"

#include "core/fmi/description-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Maximum depth of nested terminals. */
#define MAX_DEPTH 64u

/* The variable that an alias is another name of. */
static const LsVariable *
find_variable (const LsDescription *self, const char *name)
{
  const LsVariable *variable = ls_description_find (self, name);

  for (guint i = 0; variable != NULL && variable->is_alias && i < self->n_variables; i++)
    if (!self->variables[i].is_alias
        && self->variables[i].value_reference == variable->value_reference)
      return &self->variables[i];
  return variable;
}

static const LsArray *
find_array (const LsDescription *self, const char *name)
{
  for (guint i = 0; i < self->n_arrays; i++)
    if (strcmp (self->arrays[i].name, name) == 0)
      return &self->arrays[i];
  return NULL;
}

static void
add_member (GArray *members, const LsTerminalMember *like, const char *suffix, guint variable)
{
  const LsTerminalMember member
      = { like->name != NULL ? g_strconcat (like->name, suffix, NULL) : NULL,
          like->match != NULL ? g_strconcat (like->match, suffix, NULL) : NULL, like->kind,
          g_strdup (like->kind_name), variable };

  g_array_append_val (members, member);
}

/* @name: (nullable): of a variable or an array, whose elements are members then. */
static void
add_members (const LsDescription *self,
             const char *name,
             const LsTerminalMember *like,
             GArray *members)
{
  const LsVariable *variable = name != NULL ? find_variable (self, name) : NULL;
  const LsArray *array = name != NULL && variable == NULL ? find_array (self, name) : NULL;

  if (variable != NULL)
    add_member (members, like, "", variable->index);
  for (guint i = 0; array != NULL && i < array->n; i++)
    add_member (members, like, self->variables[array->first + i].name + strlen (array->name),
                array->first + i);
}

static LsMemberKind
parse_kind (const char *text)
{
  if (g_strcmp0 (text, "signal") == 0)
    return LS_MEMBER_SIGNAL;
  if (g_strcmp0 (text, "inflow") == 0)
    return LS_MEMBER_INFLOW;
  return g_strcmp0 (text, "outflow") == 0 ? LS_MEMBER_OUTFLOW : LS_MEMBER_OTHER;
}

static void
read_member (const LsDescription *self, const xmlNode *node, GArray *members)
{
  g_autofree char *variable = ls_xml_get (node, "variableName");
  g_autofree char *name = ls_xml_get (node, "memberName");
  g_autofree char *kind = ls_xml_get (node, "variableKind");
  const LsTerminalMember like = { name, name, parse_kind (kind), kind, 0 };

  add_members (self, variable, &like, members);
}

/* The output of a stream is connected with the input at the other terminal; the output comes first.
 */
static void
read_stream (const LsDescription *self, const xmlNode *node, GArray *members)
{
  static char kind[] = "stream";
  g_autofree char *in = ls_xml_get (node, "inStreamVariableName");
  g_autofree char *out = ls_xml_get (node, "outStreamVariableName");
  g_autofree char *in_name = ls_xml_get (node, "inStreamMemberName");
  g_autofree char *out_name = ls_xml_get (node, "outStreamMemberName");
  const LsTerminalMember goes_out = { out_name, out_name, LS_MEMBER_STREAM_OUT, kind, 0 };
  const LsTerminalMember comes_in = { in_name, out_name, LS_MEMBER_STREAM_IN, kind, 0 };

  g_autoptr (GArray) outs = g_array_new (FALSE, FALSE, sizeof (LsTerminalMember));
  g_autoptr (GArray) ins = g_array_new (FALSE, FALSE, sizeof (LsTerminalMember));

  add_members (self, out, &goes_out, outs);
  add_members (self, in, &comes_in, ins);
  for (guint i = 0; i < MAX (outs->len, ins->len); i++)
    {
      if (i < outs->len)
        g_array_append_val (members, g_array_index (outs, LsTerminalMember, i));
      if (i < ins->len)
        g_array_append_val (members, g_array_index (ins, LsTerminalMember, i));
    }
}

static LsMatching
parse_rule (const char *text)
{
  static const char *const rules[] = { "plug", "bus", "sequence" };

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    if (g_strcmp0 (text, rules[i]) == 0)
      return (LsMatching)i;
  return LS_MATCHING_NONE;
}

/* Reads on which half of the icon the terminal is. @middle: of the icon */
static void
read_area (LsTerminal *self, const xmlNode *node, double middle)
{
  const xmlNode *area = ls_xml_child (node, "TerminalGraphicalRepresentation");
  double x[2] = { 0, 0 };
  gboolean present[2] = { FALSE, FALSE };

  self->has_area = area != NULL && ls_xml_get_real (area, "x1", &x[0], &present[0], NULL)
                   && ls_xml_get_real (area, "x2", &x[1], &present[1], NULL) && present[0]
                   && present[1];
  self->left = self->has_area && (x[0] + x[1]) / 2 < middle;
}

static LsTerminal *read_terminals (const LsDescription *self,
                                   const xmlNode *parent,
                                   const char *around,
                                   double middle,
                                   guint depth,
                                   guint *n);

static void
read_terminal (const LsDescription *self,
               LsTerminal *terminal,
               const xmlNode *node,
               const char *around,
               double middle,
               guint depth)
{
  GArray *members = g_array_new (FALSE, FALSE, sizeof (LsTerminalMember));

  terminal->own_name = ls_xml_get (node, "name");
  if (terminal->own_name == NULL)
    terminal->own_name = g_strdup ("");
  terminal->name = around != NULL ? g_strconcat (around, ".", terminal->own_name, NULL)
                                  : g_strdup (terminal->own_name);
  terminal->description = ls_xml_get (node, "description");
  terminal->kind = ls_xml_get (node, "terminalKind");
  terminal->rule = ls_xml_get (node, "matchingRule");
  terminal->matching = parse_rule (terminal->rule);
  terminal->line = (int)xmlGetLineNo (node);
  read_area (terminal, node, middle);
  for (const xmlNode *c = ls_xml_child (node, "TerminalMemberVariable"); c != NULL;
       c = ls_xml_next (c, "TerminalMemberVariable"))
    read_member (self, c, members);
  for (const xmlNode *c = ls_xml_child (node, "TerminalStreamMemberVariable"); c != NULL;
       c = ls_xml_next (c, "TerminalStreamMemberVariable"))
    read_stream (self, c, members);
  terminal->n_members = members->len;
  terminal->members = (LsTerminalMember *)(void *)g_array_free (members, FALSE);
  if (depth < MAX_DEPTH)
    terminal->terminals
        = read_terminals (self, node, terminal->name, middle, depth + 1, &terminal->n_terminals);
}

static LsTerminal *
read_terminals (const LsDescription *self,
                const xmlNode *parent,
                const char *around,
                double middle,
                guint depth,
                guint *n)
{
  LsTerminal *terminals;
  guint i = 0;

  *n = ls_count_children (parent, "Terminal");
  terminals = g_new0 (LsTerminal, MAX (*n, 1));
  for (const xmlNode *c = ls_xml_child (parent, "Terminal"); c != NULL;
       c = ls_xml_next (c, "Terminal"))
    read_terminal (self, &terminals[i++], c, around, middle, depth);
  return terminals;
}

/* Calls @func for the inputs and outputs among the members. */
static void
for_each_port (LsDescription *self,
               const LsTerminal *terminal,
               void (*func) (LsVariable *variable, gpointer user_data),
               gpointer user_data)
{
  for (guint i = 0; i < terminal->n_members; i++)
    {
      LsVariable *variable = &self->variables[terminal->members[i].variable];

      if (variable->causality == LS_CAUSALITY_INPUT || variable->causality == LS_CAUSALITY_OUTPUT)
        func (variable, user_data);
    }
  for (guint i = 0; i < terminal->n_terminals; i++)
    for_each_port (self, &terminal->terminals[i], func, user_data);
}

static void
count_port (LsVariable *variable, gpointer user_data)
{
  guint *n = user_data;

  n[variable->causality == LS_CAUSALITY_OUTPUT]++;
}

static void
claim_port (LsVariable *variable, gpointer user_data)
{
  if (variable->terminal == 0)
    variable->terminal = GPOINTER_TO_UINT (user_data);
}

/* A variable and a terminal may have the same name. */
static char *
make_port_name (const LsDescription *self, const LsTerminal *terminal)
{
  if (ls_description_find (self, terminal->name) == NULL
      && find_array (self, terminal->name) == NULL)
    return g_strdup (terminal->name);
  return g_strdup_printf (_ ("terminal %s"), terminal->name);
}

/* A single variable is a port already. */
static void
make_port (LsDescription *self, guint index)
{
  LsTerminal *terminal = &self->terminals[index];
  guint n[2] = { 0, 0 };
  gboolean is_input;

  for_each_port (self, terminal, count_port, n);
  if (terminal->matching == LS_MATCHING_NONE || n[0] + n[1] < 2)
    return;
  is_input = n[1] == 0 || (n[0] > 0 && (terminal->has_area ? terminal->left : n[0] > n[1]));
  terminal->whole = (LsVariable){ .index = G_MAXUINT,
                                  .name = make_port_name (self, terminal),
                                  .description = terminal->description,
                                  .terminal = index + 1,
                                  .n_elements = n[0] + n[1],
                                  .causality = is_input ? LS_CAUSALITY_INPUT : LS_CAUSALITY_OUTPUT,
                                  .variability = LS_VARIABILITY_CONTINUOUS,
                                  .unit = -1,
                                  .declared_type = -1,
                                  .derivative_of = -1,
                                  .line = terminal->line };
  for_each_port (self, terminal, claim_port, GUINT_TO_POINTER (index + 1));
}

/* The middle of the icon, between the sides of its coordinate system. */
static double
read_middle (const xmlNode *root)
{
  const xmlNode *graphics = ls_xml_child (root, "GraphicalRepresentation");
  const xmlNode *system = graphics != NULL ? ls_xml_child (graphics, "CoordinateSystem") : NULL;
  double x[2] = { -100, 100 };

  if (system != NULL)
    {
      ls_xml_get_real (system, "x1", &x[0], NULL, NULL);
      ls_xml_get_real (system, "x2", &x[1], NULL, NULL);
    }
  return (x[0] + x[1]) / 2;
}

/* The file lies in a temporary folder, which says nothing to anybody. */
static void
note_unreadable (LsDescription *self, const char *path, const GError *error)
{
  const char *message = error->message;
  char *end = NULL;
  guint64 line = 0;

  if (g_str_has_prefix (message, path) && message[strlen (path)] == ':')
    {
      message += strlen (path) + 1;
      line = g_ascii_strtoull (message, &end, 10);
      message = line > 0 && *end == ':' ? end + 1 : message;
    }
  ls_finding_add (self->remarks, LS_FINDING_ERROR, "terminals-readable", (int)line,
                  "terminalsAndIcons.xml", _ ("the terminals cannot be read: %s"),
                  message + strspn (message, " "));
}

void
ls_description_read_terminals (LsDescription *self, const char *path)
{
  g_autoptr (xmlDoc) document = NULL;
  g_autoptr (GError) error = NULL;
  const xmlNode *root, *terminals;

  g_return_if_fail (self != NULL && path != NULL && self->terminals == NULL);
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return;
  if ((document = ls_xml_read (path, "fmiTerminalsAndIcons", &error)) == NULL)
    {
      note_unreadable (self, path, error);
      return;
    }
  root = xmlDocGetRootElement (document);
  if ((terminals = ls_xml_child (root, "Terminals")) == NULL)
    return;
  self->terminals
      = read_terminals (self, terminals, NULL, read_middle (root), 0, &self->n_terminals);
  for (guint i = 0; i < self->n_terminals; i++)
    make_port (self, i);
}

const char *
ls_member_kind_name (const LsTerminalMember *member)
{
  g_return_val_if_fail (member != NULL, "");
  return member->kind_name != NULL ? member->kind_name : "";
}
