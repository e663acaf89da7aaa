/* Builds schemas from lines of text. */
#include "core/schema/schema-impl.h"

#include <libxml/xmlschemastypes.h>
#include <string.h>

static const LsSchemaKind kinds[] = {
  { "anyURI", XML_SCHEMAS_ANYURI, 0, NULL, NULL },
  { "boolean", XML_SCHEMAS_BOOLEAN, 0, NULL, NULL },
  { "byte", XML_SCHEMAS_BYTE, 0, "-128", "127" },
  { "dateTime", XML_SCHEMAS_DATETIME, 0, NULL, NULL },
  { "double", XML_SCHEMAS_DOUBLE, 0, NULL, NULL },
  { "float", XML_SCHEMAS_FLOAT, 0, NULL, NULL },
  { "hexBinary", XML_SCHEMAS_HEXBINARY, 0, NULL, NULL },
  { "ID", XML_SCHEMAS_NCNAME, 0, NULL, NULL },
  { "int", XML_SCHEMAS_INT, 0, "-2147483648", "2147483647" },
  { "integer", XML_SCHEMAS_LONG, XML_SCHEMAS_ULONG, "-9223372036854775808",
    "18446744073709551615" },
  { "long", XML_SCHEMAS_LONG, 0, "-9223372036854775808", "9223372036854775807" },
  { "normalizedString", XML_SCHEMAS_NORMSTRING, 0, NULL, NULL },
  { "nonNegativeInteger", XML_SCHEMAS_NNINTEGER, 0, "0", "∞" },
  { "short", XML_SCHEMAS_SHORT, 0, "-32768", "32767" },
  { "unsignedByte", XML_SCHEMAS_UBYTE, 0, "0", "255" },
  { "unsignedInt", XML_SCHEMAS_UINT, 0, "0", "4294967295" },
  { "unsignedLong", XML_SCHEMAS_ULONG, 0, "0", "18446744073709551615" },
  { "unsignedShort", XML_SCHEMAS_USHORT, 0, "0", "65535" },
};

static const LsSchemaKind *
find_kind (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].name, name))
      return &kinds[i];
  g_error ("there is no kind of value called %s", name);
}

/* Parses the text after the colon. */
static void
set_value (LsSchemaAttribute *self, const char *text)
{
  g_autofree char *word = g_strdup (text);
  gsize length = strlen (word);

  if (length > 1 && word[length - 1] == '*')
    {
      self->list = TRUE;
      word[--length] = '\0';
    }
  if (word[0] == '(' || word[0] == '/')
    word[--length] = '\0';
  if (word[0] == '(')
    self->choices = g_strsplit (word + 1, "|", -1);
  else if (word[0] == '/')
    {
      self->form = g_intern_string (word + 1);
      self->pattern = xmlRegexpCompile ((const xmlChar *)self->form);
      g_assert (self->pattern != NULL);
    }
  else if (g_str_equal (word, "nonempty"))
    self->nonempty = TRUE;
  else
    self->kind = find_kind (word);
}

static void
add_attribute (LsSchemaType *type, const char *word)
{
  LsSchemaAttribute *attribute;
  const char *colon = strchr (word, ':');
  g_autofree char *name = colon != NULL ? g_strndup (word, (gsize)(colon - word)) : g_strdup (word);

  if (g_str_equal (word, "*"))
    {
      type->any_attribute = TRUE;
      return;
    }
  attribute = g_new0 (LsSchemaAttribute, 1);
  attribute->required = g_str_has_suffix (name, "!");
  if (attribute->required)
    name[strlen (name) - 1] = '\0';
  attribute->name = g_intern_string (name);
  if (colon != NULL)
    set_value (attribute, colon + 1);
  g_ptr_array_add (type->attributes, attribute);
}

/* Parses and removes the multiplicity at the end of @word. */
static void
cut_occurrence (char *word, guint *min, guint *max)
{
  gsize length = strlen (word);
  char *brace = strchr (word, '{');

  *min = *max = 1;
  if (brace != NULL)
    {
      *min = (guint)g_ascii_digit_value (brace[1]);
      *max = (guint)g_ascii_digit_value (brace[3]);
      *brace = '\0';
      return;
    }
  switch (word[length - 1])
    {
    case '?':
      *min = 0;
      break;
    case '*':
      *min = 0;
      *max = G_MAXUINT;
      break;
    case '+':
      *max = G_MAXUINT;
      break;
    default:
      return;
    }
  word[length - 1] = '\0';
}

static void
add_child (const LsSchema *self, LsSchemaParticle *particle, const char *word)
{
  const char *equal = strchr (word, '=');
  const char *colon = strchr (word, ':');
  g_autofree char *prefix = colon != NULL ? g_strndup (word, (gsize)(colon - word)) : NULL;
  const char *start = colon != NULL ? colon + 1 : word;
  g_autofree char *name
      = equal != NULL ? g_strndup (start, (gsize)(equal - start)) : g_strdup (start);
  LsSchemaChild *child;

  if (g_str_equal (word, "any"))
    {
      particle->any = TRUE;
      return;
    }
  child = g_new0 (LsSchemaChild, 1);
  child->name = g_intern_string (name);
  child->type_name = g_intern_string (equal != NULL ? equal + 1 : name);
  child->href = prefix != NULL ? g_hash_table_lookup (self->prefixes, prefix) : self->href;
  g_ptr_array_add (particle->children, child);
}

static void
add_particle (const LsSchema *self, LsSchemaType *type, const char *text)
{
  LsSchemaParticle *particle = g_new0 (LsSchemaParticle, 1);
  g_autofree char *word = g_strdup (text);
  g_auto (GStrv) names = NULL;

  cut_occurrence (word, &particle->min, &particle->max);
  particle->children = g_ptr_array_new ();
  if (*word == '(')
    {
      word[strlen (word) - 1] = '\0';
      names = g_strsplit (word + 1, "|", -1);
    }
  else
    names = g_strsplit (word, "|", -1);
  for (guint i = 0; names[i] != NULL; i++)
    add_child (self, particle, names[i]);
  g_ptr_array_add (type->particles, particle);
  g_assert (type->particles->len <= LS_SCHEMA_MAX_PARTICLES);
}

static void
include (const LsSchema *self, LsSchemaType *type, const char *text)
{
  g_autofree char *name = g_strdup (text);
  const gboolean optional = g_str_has_suffix (name, "?");
  const LsSchemaType *base;

  if (optional)
    name[strlen (name) - 1] = '\0';
  base = g_hash_table_lookup (self->types, name);
  g_assert (base != NULL);
  if (base->standard != NULL)
    type->base = base;
  type->any_attribute |= base->any_attribute;
  type->mixed |= base->mixed;
  g_ptr_array_extend (type->attributes, base->attributes, NULL, NULL);
  for (guint i = 0; i < base->particles->len; i++)
    {
      LsSchemaParticle *particle = g_memdup2 (base->particles->pdata[i], sizeof (LsSchemaParticle));

      if (optional)
        particle->min = 0;
      g_ptr_array_add (type->particles, particle);
    }
  g_assert (type->particles->len <= LS_SCHEMA_MAX_PARTICLES);
}

static void
add_word (const LsSchema *self, LsSchemaType *type, const char *word)
{
  if (word[0] == '[')
    {
      if (word[1] != self->version)
        return;
      word += 3;
    }
  if (word[0] == '@')
    add_attribute (type, word + 1);
  else if (word[0] == '&')
    include (self, type, word + 1);
  else if (g_str_equal (word, "~"))
    type->mixed = TRUE;
  else if (word[0] == '$')
    type->standard = g_intern_string (word + 1);
  else if (word[0] == '#')
    type->text = find_kind (word + 1);
  else if (g_str_equal (word, "free"))
    type->free = TRUE;
  else if (g_str_equal (word, "global"))
    type->global = TRUE;
  else if (*word != '\0')
    add_particle (self, type, word);
}

/* @name: key in the table */
static LsSchemaType *
add_type (LsSchema *self, const char *name)
{
  LsSchemaType *type = g_new0 (LsSchemaType, 1);

  type->name = g_intern_string (name);
  type->href = self->href;
  type->attributes = g_ptr_array_new ();
  type->particles = g_ptr_array_new ();
  g_hash_table_insert (self->types, (gpointer)type->name, type);
  return type;
}

/* A type of XML Schema itself: any content, or a value. */
static void
add_built_in (LsSchema *self, const char *name, xmlSchemaValType value)
{
  g_autofree char *key = g_strconcat ("xs:", name, NULL);
  LsSchemaType *type = add_type (self, key);
  LsSchemaKind *kind;

  type->standard = g_intern_string (name);
  type->free = value == XML_SCHEMAS_ANYTYPE;
  if (type->free)
    return;
  kind = g_new0 (LsSchemaKind, 1);
  kind->name = type->standard;
  kind->type = value;
  type->text = kind;
}

/* Elements without a description may have each of these. */
static void
add_all_built_in (LsSchema *self)
{
  self->href = LS_SCHEMA_HREF;
  for (xmlSchemaValType i = XML_SCHEMAS_STRING; i <= XML_SCHEMAS_ANYSIMPLETYPE; i++)
    {
      const xmlSchemaType *type = xmlSchemaGetBuiltInType (i);

      if (type != NULL)
        add_built_in (self, (const char *)type->name, i);
    }
  self->href = NULL;
}

static void
add_line (LsSchema *self, const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  LsSchemaType *type;

  if (g_str_equal (words[0], "namespace"))
    {
      self->href = g_str_equal (words[1], "-") ? NULL : g_intern_string (words[2]);
      g_hash_table_insert (self->prefixes, g_strdup (words[1]), (gpointer)self->href);
      return;
    }
  type = add_type (self, words[0]);
  for (guint i = 1; words[i] != NULL; i++)
    add_word (self, type, words[i]);
}

static void
resolve (LsSchema *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->types);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const LsSchemaType *type = value;

      for (guint i = 0; i < type->particles->len; i++)
        {
          const LsSchemaParticle *particle = type->particles->pdata[i];

          for (guint k = 0; k < particle->children->len; k++)
            {
              LsSchemaChild *child = particle->children->pdata[k];

              child->type = g_hash_table_lookup (self->types, child->type_name);
              if (child->type == NULL)
                g_error ("there is no type %s", child->type_name);
            }
        }
    }
}

const LsSchema *
ls_schema_new (const char *const lines[], char version)
{
  static gsize initialised = 0;
  LsSchema *self = g_new0 (LsSchema, 1);

  /* The library creates its types on first use, which is not thread-safe. */
  if (g_once_init_enter (&initialised))
    {
      xmlSchemaInitTypes ();
      g_once_init_leave (&initialised, 1);
    }
  self->version = version;
  self->types = g_hash_table_new (g_str_hash, g_str_equal);
  self->prefixes = g_hash_table_new (g_str_hash, g_str_equal);
  add_all_built_in (self);
  for (guint i = 0; lines[i] != NULL; i++)
    add_line (self, lines[i]);
  resolve (self);
  return self;
}
