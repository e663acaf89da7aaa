#include "app/window/table-drop.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/fmu-store.h"
#include "app/base/report.h"
#include "app/canvas/canvas.h"
#include "app/document/table-fmu.h"
#include "app/panel/messages.h"

/* A table that is made to be placed. */
typedef struct
{
  const LsFrame *frame;
  GtkWidget *window; /* keeps the frame */
  char *file;
  LsPoint at;
} TableDrop;

static void
table_drop_free (gpointer data)
{
  TableDrop *self = data;

  g_object_unref (self->window);
  g_free (self->file);
  g_free (self);
}

static void
make_table_thread (GTask *task,
                   G_GNUC_UNUSED gpointer source,
                   gpointer data,
                   G_GNUC_UNUSED GCancellable *cancellable)
{
  const TableDrop *drop = data;
  GError *error = NULL;
  LsTableFmu *made = ls_table_fmu_make (drop->file, &error);

  if (made != NULL)
    g_task_return_pointer (task, made, (GDestroyNotify)ls_table_fmu_free);
  else
    g_task_return_error (task, error);
}

static void
table_made_cb (G_GNUC_UNUSED GObject *object, GAsyncResult *result, gpointer data)
{
  const TableDrop *drop = data;
  const LsFrame *frame = drop->frame;
  g_autoptr (GError) error = NULL;
  g_autoptr (LsTableFmu) made = g_task_propagate_pointer (G_TASK (result), &error);
  g_autofree char *name = g_filename_display_basename (drop->file);

  if (made == NULL)
    ls_report_problem (GTK_WIDGET (frame->window), _ ("The table could not be read"),
                       error->message);
  else if (!ls_document_in_group (frame->document))
    {
      char *const paths[] = { made->path, NULL };

      ls_fmu_store_put (made->path, made->fmu);
      ls_canvas_place_files (LS_CANVAS (frame->canvas), (char **)paths, &drop->at);
      ls_messages_add (LS_MESSAGES (frame->messages), LS_LOG_INFO, name, made->understood, NAN);
    }
}

void
ls_table_drop (const LsFrame *frame, const char *file, const LsPoint *at)
{
  g_return_if_fail (frame != NULL && file != NULL && at != NULL);

  g_autoptr (GTask) task = NULL;
  TableDrop *drop = g_new0 (TableDrop, 1);

  drop->frame = frame;
  drop->window = GTK_WIDGET (g_object_ref (frame->window));
  drop->file = g_strdup (file);
  drop->at = *at;
  task = g_task_new (NULL, NULL, table_made_cb, drop);
  g_task_set_task_data (task, drop, table_drop_free);
  g_task_run_in_thread (task, make_table_thread);
}
