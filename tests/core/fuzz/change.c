/* Changes of documents along their structure. Bytes changed at random leave hardly any document
 * well-formed: it would be refused before what is meant to be tried. */
#include "change.h"

#include <string.h>

typedef struct
{
  gsize from, to; /* [from, to) */
} Part;

static const char *const odd_values[] = {
  "",           "-1",    "0",    "1",     "2",          "3",         "1e999",
  "-1e308",     "NaN",   "INF",  "true",  "4294967296", "65536",     "9223372036854775808",
  "1e-320",     "0.1",   "a b",  "1 2 3", "-0",         "&lt;&#10;", "18446744073709551615",
  "2147483648", "-128",  "0x10", " 1 ",   "a[1]",       "a.b",       "der(x)",
  "\xc3\xa4",   "false", "../x", "x,y",   "%s",
};

static gsize
choose_place (GRand *rand, const GString *text)
{
  return (gsize)g_rand_int_range (rand, 0, (gint32)text->len);
}

/* First @word at @place or behind it, or else from the beginning. */
static const char *
find_word (const GString *text, gsize place, const char *word)
{
  const char *found = strstr (text->str + place, word);

  return found != NULL ? found : strstr (text->str, word);
}

/* Between the quotes of an attribute. */
static gboolean
find_value (GRand *rand, const GString *text, Part *part)
{
  const char *start = find_word (text, choose_place (rand, text), "=\"");
  const char *end = start != NULL ? strchr (start + 2, '"') : NULL;

  if (end == NULL)
    return FALSE;
  *part = (Part){ (gsize)(start + 2 - text->str), (gsize)(end - text->str) };
  return TRUE;
}

/* From the space before the name to the closing quote. */
static gboolean
find_attribute (GRand *rand, const GString *text, Part *part)
{
  if (!find_value (rand, text, part))
    return FALSE;
  for (part->from -= 2; part->from > 0 && !g_ascii_isspace (text->str[part->from]);)
    part->from--;
  part->to++;
  return TRUE;
}

/* The name behind a "<" of an opening tag. */
static gboolean
find_tag (GRand *rand, const GString *text, Part *part)
{
  const char *start = find_word (text, choose_place (rand, text), "<");

  while (start != NULL && !g_ascii_isalpha (start[1]))
    start = strchr (start + 1, '<');
  if (start == NULL)
    return FALSE;
  part->from = (gsize)(start + 1 - text->str);
  part->to = part->from + strcspn (start + 1, " />\t\r\n");
  return part->to < text->len;
}

/* A whole element, from "<" on; one with an element of the same name inside ends too early. */
static gboolean
find_element (GRand *rand, const GString *text, Part *part)
{
  g_autofree char *close = NULL;
  const char *end;
  Part name;

  if (!find_tag (rand, text, &name) || (end = strchr (text->str + name.to, '>')) == NULL)
    return FALSE;
  part->from = name.from - 1;
  if (end[-1] != '/')
    {
      close = g_strdup_printf ("</%.*s>", (int)(name.to - name.from), text->str + name.from);
      if ((end = strstr (end, close)) == NULL)
        return FALSE;
      end += strlen (close) - 1;
    }
  part->to = (gsize)(end + 1 - text->str);
  return TRUE;
}

static char *
copy_part (const GString *text, Part part)
{
  return g_strndup (text->str + part.from, part.to - part.from);
}

static void
replace_part (GString *text, Part part, const char *with)
{
  g_string_erase (text, (gssize)part.from, (gssize)(part.to - part.from));
  g_string_insert (text, (gssize)part.from, with);
}

/* ---- Changes ---------------------------------------------------------------------------- */

static gboolean
set_value (GRand *rand, GString *text)
{
  Part part;

  if (!find_value (rand, text, &part))
    return FALSE;
  replace_part (text, part, odd_values[g_rand_int_range (rand, 0, G_N_ELEMENTS (odd_values))]);
  return TRUE;
}

/* References then lead elsewhere. */
static gboolean
copy_value (GRand *rand, GString *text)
{
  g_autofree char *copy = NULL;
  Part from, to;

  if (!find_value (rand, text, &from) || !find_value (rand, text, &to))
    return FALSE;
  copy = copy_part (text, from);
  replace_part (text, to, copy);
  return TRUE;
}

static gboolean
remove_attribute (GRand *rand, GString *text)
{
  Part part;

  if (!find_attribute (rand, text, &part))
    return FALSE;
  replace_part (text, part, "");
  return TRUE;
}

static gboolean
copy_attribute (GRand *rand, GString *text)
{
  g_autofree char *copy = NULL;
  Part part, name;

  if (!find_attribute (rand, text, &part) || !find_tag (rand, text, &name))
    return FALSE;
  copy = copy_part (text, part);
  g_string_insert (text, (gssize)name.to, copy);
  return TRUE;
}

static gboolean
remove_element (GRand *rand, GString *text)
{
  Part part;

  if (!find_element (rand, text, &part))
    return FALSE;
  replace_part (text, part, "");
  return TRUE;
}

/* Beside another element, or behind itself. */
static gboolean
copy_element (GRand *rand, GString *text)
{
  g_autofree char *copy = NULL;
  Part part, other;

  if (!find_element (rand, text, &part))
    return FALSE;
  copy = copy_part (text, part);
  if (g_rand_boolean (rand) && find_element (rand, text, &other))
    part = other;
  g_string_insert (text, (gssize)(g_rand_boolean (rand) ? part.to : part.from), copy);
  return TRUE;
}

/* Both tags of an element. */
static gboolean
rename_element (GRand *rand, GString *text)
{
  g_autofree char *name = NULL;
  Part part, from, element;
  gsize n;

  if (!find_tag (rand, text, &from) || !find_element (rand, text, &element))
    return FALSE;
  name = copy_part (text, from);
  n = strcspn (text->str + element.from + 1, " />\t\r\n");
  if (text->str[element.to - 2] != '/')
    {
      part = (Part){ element.to - 1 - n, element.to - 1 };
      replace_part (text, part, name);
    }
  part = (Part){ element.from + 1, element.from + 1 + n };
  replace_part (text, part, name);
  return TRUE;
}

static gboolean (*const changes[]) (GRand *rand, GString *text)
    = { set_value,      set_value,      copy_value,   copy_value,    remove_attribute,
        copy_attribute, remove_element, copy_element, rename_element };

gboolean
fuzz_change_document (GRand *rand, GString *text)
{
  return text->len > 0 && memchr (text->str, '\0', text->len) == NULL
         && changes[g_rand_int_range (rand, 0, G_N_ELEMENTS (changes))](rand, text);
}
