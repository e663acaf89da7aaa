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

/* Behind the name of a tag: an empty part. */
static gboolean
find_place_of_attribute (GRand *rand, const GString *text, Part *part)
{
  if (!find_tag (rand, text, part))
    return FALSE;
  part->from = part->to;
  return TRUE;
}

/* Before or behind an element: an empty part. */
static gboolean
find_place_of_element (GRand *rand, const GString *text, Part *part)
{
  if (!find_element (rand, text, part))
    return FALSE;
  if (g_rand_boolean (rand))
    part->from = part->to;
  else
    part->to = part->from;
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

typedef gboolean (*FindFunc) (GRand *rand, const GString *text, Part *part);

static gboolean
remove_found (GRand *rand, GString *text, FindFunc find)
{
  Part part;

  if (!find (rand, text, &part))
    return FALSE;
  replace_part (text, part, "");
  return TRUE;
}

/* Writes what @find finds over what @place finds. */
static gboolean
copy_found (GRand *rand, GString *text, FindFunc find, FindFunc place)
{
  g_autofree char *copy = NULL;
  Part from, to;

  if (!find (rand, text, &from) || !place (rand, text, &to))
    return FALSE;
  copy = copy_part (text, from);
  replace_part (text, to, copy);
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

/* Copied values let references lead elsewhere. */
gboolean
fuzz_change_document (GRand *rand, GString *text)
{
  if (text->len == 0 || memchr (text->str, '\0', text->len) != NULL)
    return FALSE;
  switch (g_rand_int_range (rand, 0, 9))
    {
    case 0:
    case 1:
      return set_value (rand, text);
    case 2:
    case 3:
      return copy_found (rand, text, find_value, find_value);
    case 4:
      return remove_found (rand, text, find_attribute);
    case 5:
      return copy_found (rand, text, find_attribute, find_place_of_attribute);
    case 6:
      return remove_found (rand, text, find_element);
    case 7:
      return copy_found (rand, text, find_element, find_place_of_element);
    default:
      return rename_element (rand, text);
    }
}
