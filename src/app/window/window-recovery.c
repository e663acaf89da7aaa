/* Work that would be lost: what an earlier program left, what another model takes the place of,
 * finished runs. */
#include <glib/gi18n-lib.h>
#include "app/document/replaced.h"
#include "app/base/later.h"
#include "app/window/window-private.h"

/* From a change of the history to its copy, ms. */
#define DELAY 1500

/* ---- What a program left that did not end as it should ----------------------------------- */

/* A bar per leftover; it owns it. */
static void
leftover_response_cb (GtkWidget *bar, int response)
{
  LsWindow *self = LS_WINDOW (gtk_widget_get_toplevel (bar));
  LsRecoveryCopy *leftover = g_object_steal_data (G_OBJECT (bar), "leftover");

  gtk_widget_destroy (bar);
  if (response != GTK_RESPONSE_YES)
    {
      ls_recovery_copy_discard (leftover);
      ls_recovery_copy_free (leftover);
      return;
    }
  /* What is in this window now stays there. */
  if (ls_document_is_dirty (self->document) || ls_document_get_path (self->document) != NULL)
    {
      self = ls_window_new (gtk_window_get_application (GTK_WINDOW (self)));
      gtk_window_present (GTK_WINDOW (self));
    }
  ls_window_restore (self, leftover);
}

static void
offer (LsWindow *self, LsRecoveryCopy *leftover)
{
  const gboolean unsaved = leftover->copy != NULL;
  g_autofree char *text = g_strdup_printf (
      unsaved ? _ ("“%s” had unsaved changes when the program ended unexpectedly.")
              : _ ("“%s” had finished runs when the program ended unexpectedly."),
      leftover->title);
  GtkWidget *bar = ls_window_add_bar (
      self, GTK_MESSAGE_QUESTION, text, _ ("_Restore"), GTK_RESPONSE_YES,
      unsaved ? _ ("_Discard Changes") : _ ("_Discard Runs"), GTK_RESPONSE_NO, NULL);

  g_object_set_data_full (G_OBJECT (bar), "leftover", leftover,
                          (GDestroyNotify)ls_recovery_copy_free);
  g_signal_connect (bar, "response", G_CALLBACK (leftover_response_cb), NULL);
}

static gboolean
offer_leftovers_cb (gpointer user_data)
{
  LsWindow *self = user_data;
  g_autoptr (GPtrArray) leftovers = ls_recovery_copy_list ();

  self->leftovers_id = 0;
  ls_window_journal_offer (self);
  while (leftovers->len > 0)
    offer (self, g_ptr_array_steal_index (leftovers, 0));
  return G_SOURCE_REMOVE;
}

/* ---- What another model takes the place of ----------------------------------------------- */

static void
kept_cb (gpointer window)
{
  LsWindow *self = window;

  if (gtk_window_get_application (GTK_WINDOW (self)) != NULL)
    ls_window_fill_recent (self);
}

/* What a lesson has set up it sets up again. */
static void
keep (LsWindow *self)
{
  if (ls_window_lesson_has_work (self))
    ls_replaced_keep (ls_document_get_model (self->document),
                      ls_document_get_title (self->document), ls_document_get_path (self->document),
                      self->run_history, G_OBJECT (self), kept_cb);
}

void
ls_window_let_go (LsWindow *self)
{
  keep (self);
  ls_window_forget_bars (self);
  ls_window_run_forget (self);
}

GMenuModel *
ls_window_recovery_list_replaced (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GPtrArray) list = ls_replaced_list ();

  for (guint i = 0; i < list->len; i++)
    {
      const LsRecoveryCopy *leftover = g_ptr_array_index (list, i);
      g_autoptr (GDateTime) when = g_date_time_new_from_unix_local (leftover->when);
      g_autofree char *time = g_date_time_format (when, "%x %R");
      g_autoptr (GString) label = g_string_new (NULL);
      g_autoptr (GMenuItem) item = NULL;

      /* Translators: model, date and time. */
      g_string_printf (label, _ ("%s, %s"), leftover->title, time);
      g_string_replace (label, "_", "__", 0); /* no mnemonics */
      item = g_menu_item_new (label->str, NULL);
      g_menu_item_set_action_and_target (item, "win.open-replaced", "s", leftover->copy);
      g_menu_append_item (menu, item);
    }
  return G_MENU_MODEL (menu);
}

static void
open_replaced_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LsWindow *self = user_data;
  const char *copy = g_variant_get_string (parameter, NULL);
  LsRecoveryCopy *leftover = ls_replaced_find (copy);

  if (leftover == NULL)
    ls_window_fill_recent (self);
  else if (ls_window_confirm_close (self))
    ls_window_restore (self, leftover);
  else
    ls_recovery_copy_free (leftover);
}

/* ---- Finished runs ----------------------------------------------------------------------- */

static gboolean
runs_cb (gpointer user_data)
{
  LsWindow *self = user_data;

  self->runs_id = 0;
  /* Of those that are not read yet the files stay. */
  if (!self->results_loading)
    ls_recovery_keep_runs (self->recovery, self->run_history, NULL, NULL);
  return G_SOURCE_REMOVE;
}

void
ls_window_recovery_runs_changed (LsWindow *self)
{
  if (self->runs_id == 0 && self->recovery != NULL)
    self->runs_id = g_timeout_add (DELAY, runs_cb, self);
}

static void
end_journal (gpointer data)
{
  g_autoptr (LsRunJournal) journal = data;

  ls_run_journal_end (journal);
}

void
ls_window_recovery_runs_ended (LsWindow *self)
{
  LsRunJournal *journal = g_steal_pointer (&self->journal);

  if (journal == NULL)
    return;
  if (self->results_loading)
    end_journal (journal);
  else
    ls_recovery_keep_runs (self->recovery, self->run_history, end_journal, journal);
}

/* ---- Life -------------------------------------------------------------------------------- */

static const GActionEntry entries[] = {
  { .name = "open-replaced", .parameter_type = "s", .activate = open_replaced_cb },
};

void
ls_window_recovery_init (LsWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  /* After the first frame. */
  self->leftovers_id = ls_later_add (offer_leftovers_cb, self);
}

void
ls_window_recovery_dispose (LsWindow *self)
{
  g_clear_handle_id (&self->leftovers_id, g_source_remove);
  g_clear_handle_id (&self->runs_id, g_source_remove);
  g_clear_pointer (&self->expected, g_ptr_array_unref);
  if (self->recovery == NULL)
    return;
  keep (self);
  g_clear_object (&self->recovery);
}
