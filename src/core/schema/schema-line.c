/* Line numbers of faults, from the text of the document. */
#include "core/schema/schema.h"

#include <string.h>

/* @tag: the "<" of the last element found, in line @tag_line */
typedef struct
{
  const char *at, *end;
  guint line;
  const char *tag;
  guint tag_line;
} Scan;

static gboolean
starts (const Scan *self, const char *text)
{
  gsize length = strlen (text);

  return (gsize)(self->end - self->at) >= length && memcmp (self->at, text, length) == 0;
}

static void
advance (Scan *self)
{
  self->line += *self->at == '\n';
  self->at++;
}

static void
skip_behind (Scan *self, const char *text)
{
  while (self->at < self->end && !starts (self, text))
    advance (self);
  self->at = MIN (self->at + strlen (text), self->end);
}

/* Quotes and brackets inside may contain the closing character. */
static void
skip_document_type (Scan *self)
{
  guint depth = 0;

  for (; self->at < self->end; advance (self))
    {
      const char sign = *self->at;

      if (sign == '"' || sign == '\'')
        {
          advance (self);
          while (self->at < self->end && *self->at != sign)
            advance (self);
          if (self->at == self->end)
            return;
        }
      else if (starts (self, "<!--"))
        {
          skip_behind (self, "-->");
          self->at--;
        }
      else if (sign == '<')
        depth++;
      else if (sign == '>' && --depth == 0)
        return;
    }
}

/* In a well-formed document "<" begins markup, except in the three constructs skipped here. */
static gboolean
next_tag (Scan *self)
{
  while (self->at < self->end)
    {
      if (*self->at != '<')
        advance (self);
      else if (starts (self, "<!--"))
        skip_behind (self, "-->");
      else if (starts (self, "<![CDATA["))
        skip_behind (self, "]]>");
      else if (starts (self, "<?"))
        skip_behind (self, "?>");
      else if (starts (self, "<!"))
        skip_document_type (self);
      else if (starts (self, "</"))
        advance (self);
      else
        {
          self->tag = self->at;
          self->tag_line = self->line;
          advance (self);
          return TRUE;
        }
    }
  return FALSE;
}

/* Advances to the attribute @name between the current position and the end of the tag. Returns:
 * whether it was found. */
static gboolean
reach_attribute (Scan *self, const char *name)
{
  const gsize length = strlen (name);

  while (self->at < self->end && *self->at != '>')
    {
      if (*self->at == '"' || *self->at == '\'')
        {
          const char quote = *self->at;

          do
            advance (self);
          while (self->at < self->end && *self->at != quote);
        }
      else if (g_ascii_isspace (*self->at))
        {
          advance (self);
          if (starts (self, name) && self->at + length < self->end
              && (self->at[length] == '=' || g_ascii_isspace (self->at[length])))
            return TRUE;
          continue;
        }
      if (self->at < self->end)
        advance (self);
    }
  return FALSE;
}

static Scan
begin_tag (const Scan *self)
{
  return (Scan){ self->tag, self->end, self->tag_line, NULL, 0 };
}

/* Returns: the line of the attribute @name in the last tag found, or of the tag. @reached: position
 * of the attribute found before, where the search starts: attributes mostly come in the order of
 * the text, and there may be many. */
static guint
find_attribute (const Scan *self, Scan *reached, const char *name)
{
  Scan scan = *reached;

  if (!reach_attribute (&scan, name))
    {
      scan = begin_tag (self);
      if (!reach_attribute (&scan, name))
        return self->tag_line;
    }
  *reached = scan;
  return scan.line;
}

/* Depth-first, in the order of the text. */
static const xmlNode *
next_node (const xmlNode *root, const xmlNode *node)
{
  const xmlNode *next = ls_xml_child (node, NULL);

  while (next == NULL && node != root)
    {
      next = ls_xml_next (node, NULL);
      node = node->parent;
    }
  return next;
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  const guint x = (*(const LsSchemaFault *const *)a)->line;
  const guint y = (*(const LsSchemaFault *const *)b)->line;

  return (x > y) - (x < y);
}

void
ls_schema_locate (GPtrArray *faults, const xmlNode *root, const char *data, gsize size)
{
  g_autoptr (GHashTable) nodes = NULL;
  Scan scan = { data, data + size, 1, NULL, 0 };

  /* Encodings other than ASCII supersets have a zero byte in the first characters. */
  if (faults->len == 0 || memchr (data, '\0', MIN (size, 4)) != NULL)
    return;
  nodes = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < faults->len; i++)
    g_hash_table_add (nodes, (gpointer)((const LsSchemaFault *)faults->pdata[i])->node);
  for (const xmlNode *node = root; node != NULL && next_tag (&scan); node = next_node (root, node))
    {
      Scan reached = begin_tag (&scan);

      if (!g_hash_table_contains (nodes, node))
        continue;
      for (guint i = 0; i < faults->len; i++)
        {
          LsSchemaFault *fault = faults->pdata[i];

          if (fault->node == node)
            fault->line = fault->attribute != NULL
                              ? find_attribute (&scan, &reached, fault->attribute)
                              : scan.tag_line;
        }
    }
  g_ptr_array_sort (faults, compare_lines);
}
