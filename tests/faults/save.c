/* Saves a document as the window does: save MODEL TARGET. What failed goes to standard error, with
 * status 1; a document that says to be saved then, or not to be when it was, ends with 3. */
#include "app/document/document.h"
#include "core/ssp/ssp.h"

static int
save (LsDocument *document, const char *path)
{
  g_autoptr (GError) error = NULL;
  LsModel *copy = ls_document_begin_save (document);
  const gboolean written = ls_ssp_write (copy, path, &error);

  ls_document_end_save (document, written ? copy : NULL, path);
  ls_model_free (copy);
  if (!written)
    g_printerr ("%s\n", error->message);
  if (ls_document_is_dirty (document) == written)
    return 3;
  return written ? 0 : 1;
}

int
main (int argc, char *argv[])
{
  g_autoptr (LsDocument) document = ls_document_new ();
  g_autoptr (GError) error = NULL;
  LsModel *model = argc == 3 ? ls_ssp_read (argv[1], &error) : NULL;

  if (model == NULL)
    {
      g_printerr ("%s\n", error != NULL ? error->message : "save MODEL TARGET");
      return 1;
    }
  ls_model_get_experiment (model)->stop_time = 7.5;
  ls_document_take_unsaved (document, model, argv[1]);
  return save (document, argv[2]);
}
