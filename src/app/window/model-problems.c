#include "app/window/model-problems.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/panel/messages.h"
#include "app/window/bars.h"

/* Maximum number of schema violations listed; the others are counted. */
#define MAX_FAULTS 20u
/* Maximum number of omitted items listed in the bar; Messages contains all. */
#define MAX_LEFT_OUT 5u

static void
add_note (const LsFrame *self, const LsRemark *note)
{
  const LsLogLevel level = note->error ? LS_LOG_ERROR : note->info ? LS_LOG_INFO : LS_LOG_WARNING;
  g_autofree char *text = note->line > 0
                              ? g_strdup_printf (_ ("Line %u: %s"), note->line, note->text)
                              : g_strdup (note->text);

  ls_messages_add (LS_MESSAGES (self->messages), level, NULL, note->info ? note->text : text, NAN);
}

void
ls_model_problems_list (const LsFrame *self)
{
  g_return_if_fail (self != NULL);

  LsModel *model = ls_document_get_model (self->document);
  const GPtrArray *notes = ls_model_get_notes (model);
  guint n_faults = 0;

  for (guint i = 0; i < notes->len; i++)
    {
      const LsRemark *note = notes->pdata[i];

      n_faults += note->schema;
      if (!note->schema || n_faults <= MAX_FAULTS)
        add_note (self, note);
    }
  if (n_faults > MAX_FAULTS)
    {
      g_autofree char *text = g_strdup_printf (
          ngettext ("%u more violation of the SSP schema; “lockstep check” lists all",
                    "%u more violations of the SSP schema; “lockstep check” lists all",
                    n_faults - MAX_FAULTS),
          n_faults - MAX_FAULTS);

      ls_messages_add (LS_MESSAGES (self->messages), LS_LOG_WARNING, NULL, text, NAN);
    }
  for (guint i = 0; i < ls_model_get_n_components (model); i++)
    {
      const LsComponent *component = ls_model_get_component (model, i);

      if (component->problem != NULL)
        ls_messages_add (LS_MESSAGES (self->messages), LS_LOG_ERROR, component->name,
                         component->problem, NAN);
    }
}

static char *
describe_left_out (const GPtrArray *left_out, const char *file)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text,
                          ngettext ("%u part of “%s” could not be used; runs leave it out.",
                                    "%u parts of “%s” could not be used; runs leave them out.",
                                    left_out->len),
                          left_out->len, file);
  for (guint i = 0; i < left_out->len && i < MAX_LEFT_OUT; i++)
    g_string_append_printf (text, "\n• %s", ((const LsRemark *)left_out->pdata[i])->text);
  if (left_out->len > MAX_LEFT_OUT)
    g_string_append_printf (
        text, ngettext ("\n• and %u more", "\n• and %u more", left_out->len - MAX_LEFT_OUT),
        left_out->len - MAX_LEFT_OUT);
  return g_string_free (text, FALSE);
}

static void
left_out_response_cb (GtkWidget *bar, int response, gpointer user_data)
{
  const LsFrame *self = user_data;

  if (response == GTK_RESPONSE_HELP)
    ls_frame_focus_lower (self, self->messages);
  else
    gtk_widget_destroy (bar);
}

void
ls_model_problems_show_left_out (const LsFrame *self, GtkWidget **bar)
{
  g_return_if_fail (self != NULL && bar != NULL);

  LsDocument *document = self->document;
  g_autoptr (GPtrArray) left_out = ls_model_list_left_out (ls_document_get_model (document));
  const char *title = ls_document_get_title (document);
  g_autofree char *text = NULL;

  if (*bar != NULL)
    gtk_widget_destroy (*bar);
  if (left_out->len == 0)
    return;
  text = describe_left_out (left_out, title);
  *bar = ls_bars_add (self, GTK_MESSAGE_WARNING, text, _ ("Show in _Log"), GTK_RESPONSE_HELP,
                      _ ("_Close"), GTK_RESPONSE_CLOSE, NULL);
  g_signal_connect (*bar, "response", G_CALLBACK (left_out_response_cb), (gpointer)self);
  g_signal_connect (*bar, "destroy", G_CALLBACK (gtk_widget_destroyed), bar);
}
