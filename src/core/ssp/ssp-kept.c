/* Meta data and signatures of an SSP: written byte for byte as they were read, since a signature
 * may be of these bytes. */
#include "core/ssp/ssp-read-impl.h"
#include "core/ssp/ssp-write-impl.h"

#include <string.h>

/* Begin of the comment in place of an element, until its bytes are inserted. */
#define MARK "lockstep-kept-"

/* @number: of the element, as ls_origin_number(); @depth: of elements within the one kept */
typedef struct
{
  LsOrigin *origin;
  const char *start;
  guint number, kept, depth;
} Scan;

static gboolean
is_kept_name (const char *name, gsize length)
{
  const char *colon = memchr (name, ':', length);
  const char *local = colon != NULL ? colon + 1 : name;
  const gsize n = length - (gsize)(local - name);

  return (n == 8 && strncmp (local, "MetaData", n) == 0)
         || (n == 9 && strncmp (local, "Signature", n) == 0);
}

/* Behind @end, or the end of the text. */
static const char *
skip (const char *text, const char *end)
{
  const char *found = strstr (text, end);

  return found != NULL ? found + strlen (end) : text + strlen (text);
}

/* Behind the tag that begins at @tag; quotes may hold ">". */
static const char *
skip_tag (const char *tag)
{
  char quote = '\0';

  for (; *tag != '\0'; tag++)
    if (quote != '\0')
      quote = *tag == quote ? '\0' : quote;
    else if (*tag == '"' || *tag == '\'')
      quote = *tag;
    else if (*tag == '>')
      return tag + 1;
  return tag;
}

static void
keep (Scan *self, const char *end)
{
  g_hash_table_insert (self->origin->kept, GUINT_TO_POINTER (self->kept),
                       g_strndup (self->start, (gsize)(end - self->start)));
  self->start = NULL;
}

static void
take_tag (Scan *self, const char *tag, const char *end)
{
  const gboolean closes = tag[1] == '/', empty = end[-2] == '/';

  if (!closes)
    {
      self->number++;
      if (self->start == NULL && is_kept_name (tag + 1, strcspn (tag + 1, " \t\r\n/>")))
        {
          self->start = tag;
          self->kept = self->number;
          self->depth = 0;
        }
    }
  if (self->start == NULL)
    return;
  if (closes)
    self->depth--;
  else if (!empty)
    self->depth++;
  if (self->depth == 0)
    keep (self, end);
}

void
ls_ssp_keep_texts (LsSspReader *self, const char *text)
{
  const xmlChar *encoding = self->doc->encoding;
  Scan scan = { .origin = self->origin };

  /* The document is written as UTF-8, and entities of its own would not be the same elements. */
  if ((encoding != NULL && g_ascii_strcasecmp ((const char *)encoding, "UTF-8") != 0)
      || self->doc->intSubset != NULL)
    return;
  while ((text = strchr (text, '<')) != NULL)
    {
      const char *tag = text;

      if (g_str_has_prefix (tag, "<!--"))
        text = skip (tag, "-->");
      else if (g_str_has_prefix (tag, "<![CDATA["))
        text = skip (tag, "]]>");
      else if (g_str_has_prefix (tag, "<?"))
        text = skip (tag, "?>");
      else
        {
          text = skip_tag (tag);
          take_tag (&scan, tag, text);
        }
    }
}

/* The recursion depth is that of the document, which is limited. */
static void
mark (LsSspWriter *self, xmlNode *node)
{
  const GHashTable *kept = self->model->origin->kept;
  xmlNode *next;

  for (node = node->children; node != NULL; node = next)
    {
      next = node->next;
      if (node->type != XML_ELEMENT_NODE)
        continue;
      if (g_hash_table_contains ((GHashTable *)kept, node->_private))
        {
          g_autofree char *text = g_strdup_printf (MARK "%u", GPOINTER_TO_UINT (node->_private));
          xmlNode *comment = xmlNewDocComment (self->doc, (const xmlChar *)text);

          xmlReplaceNode (node, comment);
          xmlFreeNode (node);
        }
      else
        mark (self, node);
    }
}

void
ls_ssp_mark_kept (LsSspWriter *self)
{
  if (self->base != NULL)
    mark (self, xmlDocGetRootElement (self->doc));
}

char *
ls_ssp_restore_kept (const LsSspWriter *self, char *text)
{
  GString *restored;
  const char *from = text, *found;

  if (self->base == NULL)
    return text;
  restored = g_string_new (NULL);
  while ((found = strstr (from, "<!--" MARK)) != NULL)
    {
      const guint number = (guint)g_ascii_strtoull (found + strlen ("<!--" MARK), NULL, 10);
      const char *kept = g_hash_table_lookup (self->model->origin->kept, GUINT_TO_POINTER (number));
      const char *end = skip (found, "-->");

      g_string_append_len (restored, from, found - from);
      if (kept != NULL)
        g_string_append (restored, kept);
      else
        g_string_append_len (restored, found, end - found);
      from = end;
    }
  g_string_append (restored, from);
  g_free (text);
  return g_string_free (restored, FALSE);
}
