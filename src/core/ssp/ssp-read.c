/* Opens SSP archives, documents and FMUs as models. */
#include "core/base/xml-keep.h"
#include "core/base/zip.h"
#include "core/ssp/ssp-read-impl.h"
#include "core/ssp/ssp.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define DOCUMENT "SystemStructure.ssd"
#define OSP_ROOT "OspSystemStructure"

static void
element_free (gpointer data)
{
  LsSspElement *element = data;

  g_free (element->name);
  g_clear_pointer (&element->children, g_hash_table_unref);
  g_clear_pointer (&element->kinds, g_hash_table_unref);
  g_free (element);
}

static void
reader_clear (LsSspReader *self)
{
  g_clear_pointer (&self->model, ls_model_free);
  g_clear_pointer (&self->origin, ls_origin_unref);
  g_clear_pointer (&self->doc, xmlFreeDoc);
  g_clear_pointer (&self->elements, g_ptr_array_unref);
  g_clear_pointer (&self->fmus, g_hash_table_unref);
  g_free (self->directory);
}

static gboolean
check_version (const LsSspReader *self, GError **error)
{
  const xmlNode *root = xmlDocGetRootElement (self->doc);
  g_autofree char *version = ls_xml_get (root, "version");

  /* Drafts of version 1.0 differ in details; both forms are read. */
  if (version == NULL || g_str_has_prefix (version, "1.") || g_str_has_prefix (version, "2.")
      || g_str_has_prefix (version, "Draft"))
    return TRUE;
  ls_xml_set_error (error, root, _ ("version %s of SSP is not known"), version);
  return FALSE;
}

static void
set_name (LsSspReader *self)
{
  g_autofree char *name = ls_xml_get (xmlDocGetRootElement (self->doc), "name");
  g_autofree char *stem = g_path_get_basename (self->name);
  char *point = strrchr (stem, '.');

  if (point != NULL && point != stem)
    *point = '\0';
  ls_model_set_name (self->model, name != NULL && *name != '\0' ? name : stem);
}

/* Content outside of the SSP namespace cannot be extended: such a document is written anew. */
static void
keep_rest (LsSspReader *self)
{
  xmlNode *root = xmlDocGetRootElement (self->doc);

  if (root->ns != NULL && xmlStrEqual (root->ns->href, (const xmlChar *)LS_SSD_HREF))
    {
      self->origin->is_standard = TRUE;
      return;
    }
  ls_ssp_note (
      self, root,
      _ ("The document is not in the namespace of SSP 1.0: once the model is changed, what "
         "Lockstep does not use is not saved"));
  for (guint i = 0; i < self->model->components->len; i++)
    g_clear_pointer (&((LsComponent *)self->model->components->pdata[i])->xml, g_free);
  for (guint i = 0; i < self->model->subsystems->len; i++)
    g_clear_pointer (&((LsSubsystem *)self->model->subsystems->pdata[i])->xml, g_free);
  for (guint i = 0; i < self->model->connections->len; i++)
    {
      LsConnection *connection = self->model->connections->pdata[i];

      g_clear_pointer (&connection->xml, g_free);
      for (guint k = 0; connection->hops != NULL && k < connection->hops->len; k++)
        g_clear_pointer (&g_array_index (connection->hops, LsHop, k).xml, g_free);
    }
}

/* Innermost first: each system is removed from its parent, so its XML contains no nested
 * systems. */
static void
keep_subsystems (LsSspReader *self)
{
  for (guint i = self->elements->len; i-- > 0;)
    {
      LsSspElement *element = self->elements->pdata[i];

      if (element->component != NULL && element->parent != self->root)
        {
          ls_ssp_xml_remove (element->node);
          element->node = NULL;
        }
      else if (element->subsystem != NULL)
        {
          element->subsystem->xml = ls_ssp_xml_dump (element->node);
          if (element->parent != self->root)
            {
              ls_ssp_xml_remove (element->node);
              element->node = NULL;
            }
        }
    }
}

static gboolean
read_document (LsSspReader *self, GError **error)
{
  xmlNode *root = xmlDocGetRootElement (self->doc);

  if (!check_version (self, error))
    return FALSE;
  if (ls_xml_child (root, "System") == NULL)
    {
      ls_xml_set_error (error, root, _ ("there is no System"));
      return FALSE;
    }
  if ((self->origin->document = ls_xml_keep (self->doc, error)) == NULL)
    return FALSE;
  self->origin->version = ls_xml_get (root, "version");
  ls_origin_number (self->doc);
  ls_ssp_xml_strip (root);
  set_name (self);
  if (!ls_ssp_read_elements (self, error))
    return FALSE;
  ls_ssp_read_sizes (self);
  if (!ls_ssp_read_experiment (self, error) || !ls_ssp_read_geometry (self, error)
      || !ls_ssp_read_notes (self, error) || !ls_ssp_read_connections (self, error))
    return FALSE;
  ls_ssp_read_bonds (self);
  ls_ssp_read_settings (self);
  ls_ssp_read_parameters (self);
  /* Parameter bindings have been edited in place: the remaining ones stay with the component. */
  for (guint i = 0; i < self->elements->len; i++)
    {
      LsSspElement *element = self->elements->pdata[i];

      if (element->component != NULL)
        element->component->xml = ls_ssp_xml_dump (element->node);
    }
  keep_subsystems (self);
  /* Frees the nodes with their content: no element->node is valid afterwards. */
  for (guint i = self->elements->len; i-- > 0;)
    {
      LsSspElement *element = self->elements->pdata[i];

      if (element->parent == self->root
          && (element->component != NULL || element->children != NULL))
        ls_ssp_xml_remove (element->node); /* at the top level: nested ones are already removed */
    }
  keep_rest (self);
  return TRUE;
}

static gboolean
has_ending (const char *path, const char *ending)
{
  gsize length = strlen (path), n = strlen (ending);

  return length > n && g_ascii_strcasecmp (path + length - n, ending) == 0;
}

/* "OspSystemStructure.xml", "OspSystemStructure_Bond.xml" */
static gboolean
is_osp (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  return g_str_has_prefix (name, OSP_ROOT) && has_ending (name, ".xml");
}

/* @faults: (out): see ls_ssp_read_checked() */
static LsModel *
read_structure (
    const char *path, const char *file, LsTempdir *archive, GPtrArray **faults, GError **error)
{
  g_autofree char *directory = g_path_get_dirname (file);
  g_autofree char *data = NULL;
  g_autoptr (GError) local_error = NULL;
  LsSspReader reader = { .name = path, .archived = archive != NULL };
  LsModel *model = NULL;
  gboolean is_good = TRUE;
  gsize size;

  if (!g_file_get_contents (file, &data, &size, &local_error))
    return ls_fail_null (error, LS_ERROR_FILE, "%s: %s", path, local_error->message);
  reader.directory = g_canonicalize_filename (directory, NULL);
  reader.model = ls_model_new ();
  reader.origin = ls_origin_new ();
  reader.origin->archive = archive != NULL ? ls_tempdir_ref (archive) : NULL;
  reader.origin->directory = archive == NULL ? g_strdup (reader.directory) : NULL;
  reader.elements = g_ptr_array_new_with_free_func (element_free);
  reader.fmus
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify)ls_fmu_unref);
  reader.doc = ls_xml_read_memory (data, size, path,
                                   is_osp (path) ? OSP_ROOT : "SystemStructureDescription", error);
  if (reader.doc != NULL && is_osp (path))
    {
      *faults = g_ptr_array_new_with_free_func ((GDestroyNotify)ls_remark_free);
      is_good = ls_ssp_translate_osp (&reader, error);
    }
  else if (reader.doc != NULL)
    *faults = ls_ssp_survey (&reader, data, size);
  if (reader.doc != NULL && !is_osp (path))
    ls_ssp_keep_texts (&reader, data);
  if (reader.doc != NULL && is_good && read_document (&reader, error))
    {
      model = g_steal_pointer (&reader.model);
      g_ptr_array_extend_and_steal (model->notes, g_steal_pointer (faults));
      reader.origin->baseline = ls_model_copy (model);
      reader.origin->free_baseline = ls_model_free;
      model->origin = g_steal_pointer (&reader.origin);
    }
  reader_clear (&reader);
  return model;
}

static LsModel *
read_archive (const char *path, GPtrArray **faults, GError **error)
{
  g_autoptr (LsTempdir) archive = ls_tempdir_new (error);
  g_autofree char *file = NULL;

  if (archive == NULL || !ls_zip_extract (path, ls_tempdir_get_path (archive), error))
    return NULL;
  file = g_build_filename (ls_tempdir_get_path (archive), DOCUMENT, NULL);
  if (!g_file_test (file, G_FILE_TEST_IS_REGULAR))
    return ls_fail_null (error, LS_ERROR_FORMAT, _ ("%s: this is not an SSP: there is no %s in it"),
                         path, DOCUMENT);
  return read_structure (path, file, archive, faults, error);
}

static LsModel *
read_fmu (const char *path, GError **error)
{
  g_autoptr (LsFmu) fmu = ls_fmu_open (path, error);
  LsModel *model;

  if (fmu == NULL)
    return NULL;
  model = ls_model_new ();
  ls_model_set_name (model, ls_fmu_get_description (fmu)->model_name);
  ls_model_add_component (model, fmu, NULL, 0.0, 0.0);
  return model;
}

gboolean
ls_ssp_is_model (const char *path)
{
  g_return_val_if_fail (path != NULL, FALSE);
  return has_ending (path, ".ssp") || has_ending (path, ".ssd") || is_osp (path);
}

LsModel *
ls_ssp_read_checked (const char *path, GPtrArray **faults, GError **error)
{
  g_return_val_if_fail (path != NULL && faults != NULL, NULL);
  *faults = NULL;
  if (has_ending (path, ".fmu") || g_file_test (path, G_FILE_TEST_IS_DIR))
    return read_fmu (path, error);
  if (has_ending (path, ".ssd") || is_osp (path))
    {
      /* Checked first: opening a pipe would block. */
      if (g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return ls_fail_null (error, LS_ERROR_FILE, _ ("%s: is not a regular file"), path);
      return read_structure (path, path, NULL, faults, error);
    }
  if (has_ending (path, ".ssp"))
    return read_archive (path, faults, error);
  return ls_fail_null (error, LS_ERROR_FILE,
                       _ ("%s: the name ends neither in .ssp nor in .ssd nor in .fmu"), path);
}

char *
ls_ssp_get_version (const LsModel *model)
{
  g_return_val_if_fail (model != NULL, NULL);
  return model->origin != NULL ? g_strdup (model->origin->version) : NULL;
}

LsModel *
ls_ssp_read (const char *path, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  GPtrArray *faults;
  LsModel *model = ls_ssp_read_checked (path, &faults, error);

  g_clear_pointer (&faults, g_ptr_array_unref);
  return model;
}
