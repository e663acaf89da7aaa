/* Rules of terminalsAndIcons.xml beyond its schema (FMI 3.0, section 2.4.9). */
#include "core/fmi/check-terminals.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Of a document within the limits of the XML reader. */
#define MAX_DEPTH 64u

typedef struct
{
  const LsDescription *description;
  const char *folder; /* (nullable) */
  GPtrArray *findings;
} Check;

static int
get_line (const xmlNode *node)
{
  return (int)xmlGetLineNo (node);
}

/* Whether it is a variable, an array, or an alias of one. */
static gboolean
is_variable (const LsDescription *self, const char *name)
{
  const gsize length = strlen (name);

  if (ls_description_find (self, name) != NULL)
    return TRUE;
  for (guint i = 0; i < self->n_arrays; i++)
    if (strcmp (self->arrays[i].name, name) == 0)
      return TRUE;
  for (guint i = 0; i < self->n_variables; i++)
    if (self->variables[i].is_alias && self->variables[i].array > 0
        && strncmp (self->variables[i].name, name, length) == 0
        && self->variables[i].name[length] == '[')
      return TRUE;
  return FALSE;
}

static void
check_variable (const Check *self, const xmlNode *node, const char *attribute, const char *terminal)
{
  g_autofree char *name = ls_xml_get (node, attribute);

  if (name != NULL && !is_variable (self->description, name))
    ls_finding_add (self->findings, LS_FINDING_ERROR, "terminal-variable", get_line (node),
                    terminal, _ ("%s: modelDescription.xml has no variable “%s”"), attribute, name);
}

/* A name of the standard, or one in reverse domain notation. */
static gboolean
is_known (const char *text, const char *const *names)
{
  return text == NULL || g_strv_contains (names, text) || strchr (text, '.') != NULL;
}

/* Names of members of one terminal are unique; those by which they are matched have to be there. */
static void
check_member_name (const Check *self,
                   const xmlNode *node,
                   const char *attribute,
                   const char *terminal,
                   gboolean is_matched,
                   GHashTable *names)
{
  char *name = ls_xml_get (node, attribute);

  if (name == NULL && is_matched)
    ls_finding_add (self->findings, LS_FINDING_ERROR, "terminal-member-name", get_line (node),
                    terminal, "%s",
                    _ ("a member has no memberName, by which plug and bus match members"));
  else if (name != NULL && g_hash_table_contains (names, name))
    ls_finding_add (self->findings, LS_FINDING_ERROR, "terminal-member-name", get_line (node),
                    terminal, _ ("there are two members called “%s”"), name);
  if (name != NULL)
    g_hash_table_add (names, name);
}

/* Returns: number of inflow and outflow members. */
static guint
check_members (const Check *self,
               const xmlNode *node,
               const char *terminal,
               gboolean is_matched,
               GHashTable *names)
{
  static const char *const kinds[] = { "signal", "inflow", "outflow", NULL };
  guint n_flows = 0;

  for (const xmlNode *c = ls_xml_child (node, "TerminalMemberVariable"); c != NULL;
       c = ls_xml_next (c, "TerminalMemberVariable"))
    {
      g_autofree char *kind = ls_xml_get (c, "variableKind");

      check_variable (self, c, "variableName", terminal);
      check_member_name (self, c, "memberName", terminal, is_matched, names);
      n_flows += g_strcmp0 (kind, "inflow") == 0 || g_strcmp0 (kind, "outflow") == 0;
      if (!is_known (kind, kinds))
        ls_finding_add (self->findings, LS_FINDING_WARNING, "terminal-variable-kind", get_line (c),
                        terminal,
                        _ ("variableKind “%s” is invalid; expected signal, inflow, outflow or "
                           "reverse domain notation"),
                        kind);
    }
  return n_flows;
}

static void
check_streams (
    const Check *self, const xmlNode *node, const char *terminal, guint n_flows, GHashTable *names)
{
  const xmlNode *first = ls_xml_child (node, "TerminalStreamMemberVariable");

  for (const xmlNode *c = first; c != NULL; c = ls_xml_next (c, "TerminalStreamMemberVariable"))
    {
      check_variable (self, c, "inStreamVariableName", terminal);
      check_variable (self, c, "outStreamVariableName", terminal);
      check_member_name (self, c, "inStreamMemberName", terminal, FALSE, names);
      check_member_name (self, c, "outStreamMemberName", terminal, FALSE, names);
    }
  if (first != NULL && n_flows != 1)
    ls_finding_add (self->findings, LS_FINDING_ERROR, "terminal-stream", get_line (first), terminal,
                    _ ("a terminal with stream members has one inflow or outflow member, not %u"),
                    n_flows);
}

static void
check_graphics (const Check *self, const xmlNode *node, const char *terminal)
{
  g_autofree char *color = ls_xml_get (node, "defaultConnectionColor");
  g_autofree char *icon = ls_xml_get (node, "iconBaseName");
  g_auto (GStrv) parts = NULL;
  guint n = 0;

  if (color != NULL)
    {
      parts = g_strsplit_set (color, " \t\r\n", -1);
      for (guint i = 0; parts[i] != NULL; i++)
        n += *parts[i] != '\0';
      if (n != 3)
        ls_finding_add (self->findings, LS_FINDING_ERROR, "terminal-color", get_line (node),
                        terminal, _ ("defaultConnectionColor has %u numbers instead of 3"), n);
    }
  if (self->folder != NULL && icon != NULL && *icon != '\0')
    {
      g_autofree char *file = g_strconcat (icon, ".png", NULL);
      g_autofree char *path = g_build_filename (self->folder, file, NULL);

      if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
        ls_finding_add (self->findings, LS_FINDING_WARNING, "terminal-icon", get_line (node),
                        terminal, _ ("there is no terminalsAndIcons/%s"), file);
    }
}

static void
check_terminals (const Check *self, const xmlNode *parent, const char *path, guint depth);

/* @name: with those of the terminals around */
static void
check_terminal (const Check *self, const xmlNode *node, const char *name, guint depth)
{
  static const char *const rules[] = { "plug", "bus", "sequence", "none", NULL };
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *rule = ls_xml_get (node, "matchingRule");
  const gboolean is_matched = g_strcmp0 (rule, "plug") == 0 || g_strcmp0 (rule, "bus") == 0;
  const xmlNode *graphics = ls_xml_child (node, "TerminalGraphicalRepresentation");
  guint n_flows;

  if (!is_known (rule, rules))
    ls_finding_add (self->findings, LS_FINDING_WARNING, "terminal-matching-rule", get_line (node),
                    name,
                    _ ("matchingRule “%s” is invalid; expected plug, bus, sequence, none or "
                       "reverse domain notation"),
                    rule);
  n_flows = check_members (self, node, name, is_matched, names);
  check_streams (self, node, name, n_flows, names);
  if (graphics != NULL)
    check_graphics (self, graphics, name);
  if (depth < MAX_DEPTH)
    check_terminals (self, node, name, depth + 1);
  else if (ls_xml_child (node, "Terminal") != NULL)
    ls_finding_add (self->findings, LS_FINDING_WARNING, "terminal-depth", get_line (node), name,
                    _ ("there are terminals in %u others; those further inside are not used"),
                    MAX_DEPTH);
}

static void
check_terminals (const Check *self, const xmlNode *parent, const char *path, guint depth)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (const xmlNode *c = ls_xml_child (parent, "Terminal"); c != NULL;
       c = ls_xml_next (c, "Terminal"))
    {
      g_autofree char *name = ls_xml_get (c, "name");
      g_autofree char *full = NULL;

      if (name == NULL)
        continue; /* against the schema already */
      full = path != NULL ? g_strconcat (path, ".", name, NULL) : g_strdup (name);
      if (g_hash_table_contains (names, name))
        ls_finding_add (self->findings, LS_FINDING_ERROR, "unique-terminal-names", get_line (c),
                        full, "%s", _ ("there are two terminals of this name"));
      check_terminal (self, c, full, depth);
      g_hash_table_add (names, g_steal_pointer (&name));
    }
}

void
ls_check_terminals (const xmlNode *root,
                    const LsDescription *description,
                    const char *folder,
                    GPtrArray *findings)
{
  const Check self = { description, folder, findings };

  g_return_if_fail (root != NULL && description != NULL && findings != NULL);
  check_terminals (&self, ls_xml_child (root, "Terminals"), NULL, 0);
}
