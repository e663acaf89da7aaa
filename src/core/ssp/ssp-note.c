/* Remarks on what was read. */
#include "core/ssp/ssp-read-impl.h"

#include <glib/gi18n-lib.h>

/* Limits the number of remarks for a malicious document. */
#define MAX_NOTES 200u

/* Remarks about another document begin with its name and line. */
static void
add_note (LsSspReader *self, const xmlNode *node, LsRemark kind, char *text)
{
  GPtrArray *notes = self->model->notes;
  gboolean foreign = node != NULL && node->doc != self->doc;
  LsRemark *note;

  if (self->only_sizes)
    {
      g_free (text);
      return;
    }
  if (notes->len == MAX_NOTES)
    {
      g_free (text);
      text = g_strdup (_ ("More items could not be used"));
      node = NULL;
      foreign = FALSE;
    }
  if (notes->len > MAX_NOTES)
    {
      g_free (text);
      return;
    }
  note = g_new0 (LsRemark, 1);
  note->error = kind.error;
  note->info = kind.info;
  note->line = node != NULL && !foreign ? (guint)xmlGetLineNo (node) : 0;
  if (foreign && node->doc->URL != NULL)
    {
      g_autofree char *base = g_path_get_basename ((const char *)node->doc->URL);

      note->text = g_strdup_printf ("%s:%ld: %s", base, xmlGetLineNo (node), text);
      g_free (text);
    }
  else
    note->text = text;
  g_ptr_array_add (notes, note);
}

void
ls_ssp_note (LsSspReader *self, const xmlNode *node, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  add_note (self, node, (LsRemark){ 0 }, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

void
ls_ssp_log_error (LsSspReader *self, const xmlNode *node, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  add_note (self, node, (LsRemark){ .error = TRUE }, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

void
ls_ssp_inform (LsSspReader *self, const xmlNode *node, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  add_note (self, node, (LsRemark){ .info = TRUE }, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}
