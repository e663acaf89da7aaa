/* Reads modelDescription.xml: the reader is chosen by its version. */
#include "core/fmi/description-impl.h"
#include "core/fmi/fmi-schema.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Whether @version is "@number", "@number.1", but not that of a draft, "@number-beta.1". */
static gboolean
is_version (const char *version, const char *number)
{
  const gsize n = strlen (number);

  return strncmp (version, number, n) == 0 && (version[n] == '\0' || version[n] == '.')
         && strchr (version, '-') == NULL;
}

static LsDescription *
read_document (xmlDoc *document, const char *name, GHashTable *sizes, GError **error)
{
  g_autoptr (LsDescription) self = g_new0 (LsDescription, 1);
  const xmlNode *root = xmlDocGetRootElement (document);
  const LsPlace place = { root, "fmiModelDescription", NULL };

  self->path = g_strdup (name);
  self->remarks = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_finding_free);
  self->by_name = g_hash_table_new (g_str_hash, g_str_equal);
  if ((self->fmi_version = ls_place_require (&place, "fmiVersion", error)) == NULL)
    return NULL;
  if (is_version (self->fmi_version, "1.0"))
    {
      if (!ls_description_read_fmi1 (self, root, error))
        return NULL;
    }
  else if (is_version (self->fmi_version, "2.0"))
    {
      if (!ls_description_read_fmi2 (self, root, error))
        return NULL;
    }
  else if (is_version (self->fmi_version, "3.0"))
    {
      if (!ls_description_read_fmi3 (self, root, sizes, error))
        return NULL;
    }
  else
    {
      ls_place_set_error (&place, error,
                          _ ("this is an FMI %s FMU; it cannot be run by this version of "
                             "Lockstep, which reads FMI 1.0, 2.0 and 3.0"),
                          self->fmi_version);
      return NULL;
    }
  return g_steal_pointer (&self);
}

LsDescription *
ls_description_read_memory (const char *data, gsize size, const char *name, GError **error)
{
  g_return_val_if_fail (name != NULL, NULL);

  return ls_description_read_sized (data, size, name, NULL, error);
}

LsDescription *
ls_description_read_sized (
    const char *data, gsize size, const char *name, GHashTable *sizes, GError **error)
{
  g_return_val_if_fail (name != NULL, NULL);

  g_autoptr (xmlDoc) document = ls_xml_read_memory (data, size, name, "fmiModelDescription", error);

  g_autoptr (LsDescription) self
      = document != NULL ? read_document (document, name, sizes, error) : NULL;

  if (self == NULL)
    return NULL;
  ls_check_document (document, data, size, self->remarks);
  return g_steal_pointer (&self);
}
