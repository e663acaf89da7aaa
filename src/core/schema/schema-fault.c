/* Messages for faults in a document, limited in length. */
#include "core/schema/schema-impl.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Maximum number of names listed and of characters quoted in a message. */
#define MAX_LISTED 16u
#define MAX_QUOTED 60
/* Longer names get no suggestions. */
#define MAX_COMPARED 32u

void
ls_schema_fault_free (LsSchemaFault *self)
{
  if (self == NULL)
    return;
  g_free (self->subject);
  g_free (self->text);
  g_free (self->attribute);
  g_free (self);
}

char *
ls_schema_clip (const char *text)
{
  return g_utf8_strlen (text, -1) <= MAX_QUOTED
             ? g_strdup (text)
             : g_strdup_printf ("%.*s…", (int)(g_utf8_offset_to_pointer (text, MAX_QUOTED) - text),
                                text);
}

char *
ls_schema_describe (const xmlNode *node)
{
  g_autofree char *name = ls_xml_get (node, "name");
  g_autofree char *element = ls_schema_clip ((const char *)node->name);
  g_autofree char *clipped = NULL;

  if (name == NULL || *name == '\0')
    {
      g_autofree char *outer = ls_xml_get (node->parent, "name");

      if (outer == NULL || *outer == '\0')
        return g_strdup_printf (_ ("element %s"), element);
      clipped = ls_schema_clip (outer);
      return g_strdup_printf (_ ("element %s in %s “%s”"), element,
                              (const char *)node->parent->name, clipped);
    }
  clipped = ls_schema_clip (name);
  return g_strdup_printf (_ ("element %s “%s”"), element, clipped);
}

/* Returns: (transfer full) */
static char *
describe_once (LsSchemaCheck *self, const xmlNode *node)
{
  if (self->described != node)
    {
      g_free (self->subject);
      self->subject = ls_schema_describe (node);
      self->described = node;
    }
  return g_strdup (self->subject);
}

void
ls_schema_add_fault (LsSchemaCheck *self,
                     const char *rule,
                     const xmlNode *node,
                     const xmlAttr *attribute,
                     const char *format,
                     ...)
{
  LsSchemaFault *fault;
  va_list arguments;

  if (self->faults->len >= self->limit)
    return;
  fault = g_new0 (LsSchemaFault, 1);
  fault->rule = rule;
  fault->node = node;
  fault->line = (guint)MAX (xmlGetLineNo (node), 1);
  fault->subject = describe_once (self, node);
  if (attribute != NULL)
    fault->attribute = attribute->ns != NULL && attribute->ns->prefix != NULL
                           ? g_strdup_printf ("%s:%s", attribute->ns->prefix, attribute->name)
                           : g_strdup ((const char *)attribute->name);
  va_start (arguments, format);
  fault->text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_ptr_array_add (self->faults, fault);
}

/* Edit distance from @a to @b: letters to change, insert, delete, or swap with the next one. */
static guint
count_changes (const char *a, const char *b)
{
  const guint n = (guint)strlen (a), m = (guint)strlen (b);
  guint rows[3][MAX_COMPARED + 1];

  if (n > MAX_COMPARED || m > MAX_COMPARED)
    return G_MAXUINT;
  for (guint k = 0; k <= m; k++)
    rows[0][k] = k;
  for (guint i = 1; i <= n; i++)
    {
      guint *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];

      row[0] = i;
      for (guint k = 1; k <= m; k++)
        {
          row[k] = MIN (MIN (row[k - 1], last[k]) + 1, last[k - 1] + (a[i - 1] != b[k - 1]));
          if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
            row[k] = MIN (row[k], before[k - 2] + 1);
        }
    }
  return rows[n % 3][m];
}

const char *
ls_schema_find_alike (const GPtrArray *names, const char *name)
{
  const char *found = NULL;
  guint least = 3;

  for (guint i = 0; i < names->len; i++)
    {
      const char *candidate = names->pdata[i];
      guint changes
          = g_ascii_strcasecmp (candidate, name) == 0 ? 0 : count_changes (candidate, name);

      if (changes < least && changes * 3 <= strlen (name))
        {
          least = changes;
          found = candidate;
        }
    }
  return found;
}

char *
ls_schema_list_names (const GPtrArray *names)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < names->len && i < MAX_LISTED; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *)names->pdata[i]);
  if (names->len > MAX_LISTED)
    g_string_append (text, ", …");
  return g_string_free (text, FALSE);
}
