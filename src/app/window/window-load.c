/* Opening in the background. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/fmu-store.h"
#include "app/base/report.h"
#include "app/base/widgets.h"
#include "app/window/window-private.h"
#include "core/lesson/lesson.h"

/* What is opened within this time needs no word about it, ms. */
#define GRACE_TIME 120
#define PULSE_TIME 100
/* Of places where the file is not as the standard says: listed; the rest is counted. */
#define MAX_FAULTS 20u

/* What is to happen once the files are there. */
struct LsPending
{
  LsWindow *window;
  LsLoad *load;
  LsRecoveryCopy *leftover; /* (nullable): its model is what is opened */
  gboolean run;             /* the model at once */
  guint n_edits;            /* when it was begun */
  char *model;              /* (nullable): to open after the FMUs */
  LsPoint at;
  gboolean has_place;
  GtkWidget *bar, *progress;
  guint pulse_id;
};

static void
pending_free (LsPending *self)
{
  if (self->window->pending == self)
    self->window->pending = NULL;
  g_clear_handle_id (&self->pulse_id, g_source_remove);
  g_signal_handlers_disconnect_by_data (self->load, self);
  ls_load_abandon (self->load);
  g_object_unref (self->load);
  if (self->bar != NULL)
    gtk_widget_destroy (self->bar);
  g_clear_pointer (&self->leftover, ls_recovery_copy_free);
  g_free (self->model);
  g_free (self);
}

void
ls_window_load_abandon (LsWindow *self)
{
  g_clear_pointer (&self->pending, pending_free);
}

gboolean
ls_window_is_loading (LsWindow *self)
{
  return self->pending != NULL;
}

static void
add_note (LsWindow *self, const LsRemark *note)
{
  const LsLogLevel level = note->error ? LS_LOG_ERROR : note->info ? LS_LOG_INFO : LS_LOG_WARNING;
  g_autofree char *text = note->line > 0
                              ? g_strdup_printf (_ ("Line %u: %s"), note->line, note->text)
                              : g_strdup (note->text);

  ls_messages_add (LS_MESSAGES (self->messages), level, NULL, note->info ? note->text : text, NAN);
}

/* What a model says about itself on opening: what of its file is not as it should be, settings of
 * other tools, missing FMUs. */
static void
list_problems (LsWindow *self)
{
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
          ngettext ("The file is not as SSP wants it in %u more place; “lockstep check” names all",
                    "The file is not as SSP wants it in %u more places; “lockstep check” names all",
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

static void
show_leftover (LsPending *self, LsModel *model)
{
  LsWindow *window = self->window;
  LsRecoveryCopy *leftover = self->leftover;

  ls_window_results_expect (window, leftover->runs);
  if (leftover->copy != NULL)
    ls_document_take_unsaved (window->document, model, leftover->path);
  else
    ls_document_take (window->document, model, leftover->path);
  if (!ls_recovery_is_writing (window->recovery))
    ls_recovery_adopt (window->recovery, g_steal_pointer (&self->leftover));
}

static void
show_model (LsPending *self, LsModel *model)
{
  LsWindow *window = self->window;
  const char *path = ls_load_get_path (self->load);

  ls_window_let_go (window);
  if (self->leftover == NULL)
    ls_document_take (window->document, model, path);
  else
    show_leftover (self, model);
  ls_window_project_changed (window);
  if (ls_document_get_path (window->document) != NULL)
    ls_window_remember (window, ls_document_get_path (window->document));
  list_problems (window);
  if (self->run)
    ls_window_run (window);
}

static gboolean
finish_model (LsPending *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsModel) model = ls_load_take_model (self->load, &error);
  g_autofree char *base = g_path_get_basename (ls_load_get_path (self->load));
  g_autofree char *title = g_strdup_printf (_ ("“%s” could not be opened"),
                                            self->leftover != NULL ? self->leftover->title : base);

  if (model == NULL)
    {
      ls_report_problem (GTK_WIDGET (self->window), title, error->message);
      return FALSE;
    }
  /* Edited while the file was being read: that is asked about too. */
  if (self->n_edits != self->window->n_edits && !ls_window_confirm_close (self->window))
    return FALSE;
  show_model (self, g_steal_pointer (&model));
  return TRUE;
}

static void
finish_fmus (LsPending *self)
{
  LsWindow *window = self->window;

  if (ls_document_in_group (window->document))
    return;
  ls_canvas_place_files (LS_CANVAS (window->canvas), ls_load_get_paths (self->load),
                         self->has_place ? &self->at : NULL);
}

static gboolean
pulse_cb (gpointer user_data)
{
  gtk_progress_bar_pulse (GTK_PROGRESS_BAR (((LsPending *)user_data)->progress));
  return G_SOURCE_CONTINUE;
}

static void
show_progress (LsPending *self)
{
  g_autofree char *base = g_path_get_basename (ls_load_get_path (self->load));
  g_autofree char *name = g_filename_display_name (base);
  g_autofree char *text = g_strdup_printf (_ ("Opening “%s”…"), name);
  guint n_done, n;

  ls_load_get_progress (self->load, &n_done, &n);
  ls_window_bar_set_text (self->bar, text);
  if (n > 1)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), (double)n_done / n);
}

static void
ended_cb (LsPending *self)
{
  g_autofree char *model = g_strdup (self->model);
  LsWindow *window = self->window;

  if (ls_load_is_model (self->load))
    finish_model (self);
  else
    finish_fmus (self);
  pending_free (self);
  ls_window_update_state (window);
  if (model != NULL)
    ls_window_open (window, model);
  ls_window_lesson_continue (window);
}

static void
response_cb (LsPending *self)
{
  ls_window_load_abandon (self->window);
}

static void
go_on_in_background (LsPending *self)
{
  GtkWidget *area;
  guint n_done, n;

  self->bar = ls_window_add_bar (self->window, GTK_MESSAGE_INFO, "", _ ("Stop _Opening"),
                                 GTK_RESPONSE_CANCEL, NULL);
  area = gtk_info_bar_get_content_area (GTK_INFO_BAR (self->bar));
  self->progress = gtk_progress_bar_new ();
  gtk_widget_set_valign (self->progress, GTK_ALIGN_CENTER);
  ls_widget_set_accessible_name (self->progress, _ ("Progress of opening"));
  gtk_container_add (GTK_CONTAINER (area), self->progress);
  gtk_widget_show (self->progress);
  ls_load_get_progress (self->load, &n_done, &n);
  if (n == 1)
    self->pulse_id = g_timeout_add (PULSE_TIME, pulse_cb, self);
  show_progress (self);
  g_signal_connect_swapped (self->bar, "response", G_CALLBACK (response_cb), self);
  g_signal_connect_swapped (self->load, "progress", G_CALLBACK (show_progress), self);
  g_signal_connect_swapped (self->load, "ended", G_CALLBACK (ended_cb), self);
}

/* Small files are there before anybody could see that they are awaited. */
static LsPending *
pending_new (LsWindow *window, LsLoad *load)
{
  LsPending *self = g_new0 (LsPending, 1);

  ls_window_load_abandon (window);
  self->window = window;
  self->load = load;
  self->n_edits = window->n_edits;
  window->pending = self;
  ls_load_start (load);
  return self;
}

static gboolean
open_now (LsPending *self)
{
  gboolean opened = TRUE;

  if (!ls_load_wait (self->load, GRACE_TIME))
    {
      go_on_in_background (self);
      return TRUE;
    }
  opened = finish_model (self);
  pending_free (self);
  return opened;
}

gboolean
ls_window_open_anyway (LsWindow *self, const char *path, gboolean run)
{
  LsPending *pending = pending_new (self, ls_load_new_model (path));

  pending->run = run;
  return open_now (pending);
}

gboolean
ls_window_open (LsWindow *self, const char *path)
{
  if (ls_lesson_is_lesson (path))
    return ls_window_open_lesson (self, path);
  return ls_window_confirm_close (self) && ls_window_open_anyway (self, path, FALSE);
}

gboolean
ls_window_open_and_run (LsWindow *self, const char *path)
{
  if (ls_lesson_is_lesson (path))
    return ls_window_open_lesson (self, path);
  return ls_window_open_anyway (self, path, TRUE);
}

static gboolean
are_stored (char **paths)
{
  for (guint i = 0; paths[i] != NULL; i++)
    if (!ls_fmu_store_has (paths[i]))
      return FALSE;
  return TRUE;
}

gboolean
ls_window_place_later (LsWindow *self, char **paths, const LsPoint *at, const char *model)
{
  LsPending *pending;

  if (paths[0] == NULL || are_stored (paths))
    return FALSE;
  pending = pending_new (self, ls_load_new_fmus (paths));
  if (ls_load_wait (pending->load, GRACE_TIME))
    {
      pending_free (pending);
      return FALSE;
    }
  pending->has_place = at != NULL;
  pending->at = at != NULL ? *at : (LsPoint){ 0, 0 };
  pending->model = g_strdup (model);
  go_on_in_background (pending);
  return TRUE;
}

void
ls_window_place_files (LsWindow *self, char **paths)
{
  if (!ls_window_place_later (self, paths, NULL, NULL))
    ls_canvas_place_files (LS_CANVAS (self->canvas), paths, NULL);
}

/* Before the canvas has its turn: FMUs that take time are opened first, and placed then. */
static void
drag_data_received_cb (GtkWidget *canvas,
                       G_GNUC_UNUSED GdkDragContext *context,
                       int x,
                       int y,
                       GtkSelectionData *data,
                       G_GNUC_UNUSED guint info,
                       G_GNUC_UNUSED guint time,
                       LsWindow *self)
{
  g_auto (GStrv) uris = gtk_selection_data_get_uris (data);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *model = NULL;

  for (guint i = 0; uris != NULL && uris[i] != NULL; i++)
    {
      g_autofree char *path = g_filename_from_uri (uris[i], NULL, NULL);

      if (path != NULL && ls_window_is_result (path))
        g_ptr_array_add (results, g_steal_pointer (&path));
      else if (path != NULL && g_str_has_suffix (path, ".fmu"))
        g_ptr_array_add (paths, g_steal_pointer (&path));
      else if (path != NULL && model == NULL)
        model = g_steal_pointer (&path);
    }
  /* Results alone are not for the canvas. */
  if (results->len > 0 && paths->len == 0 && model == NULL)
    {
      g_ptr_array_add (results, NULL);
      ls_window_import (self, (char **)results->pdata);
      g_signal_stop_emission_by_name (canvas, "drag-data-received");
      return;
    }
  g_ptr_array_add (paths, NULL);
  if (ls_window_place_later (self, (char **)paths->pdata, &(LsPoint){ x, y }, model))
    g_signal_stop_emission_by_name (canvas, "drag-data-received");
}

void
ls_window_restore (LsWindow *self, LsRecoveryCopy *leftover)
{
  LsPending *pending = pending_new (
      self, ls_load_new_model (leftover->copy != NULL ? leftover->copy : leftover->path));

  pending->leftover = leftover;
  open_now (pending);
}

static void
edited_cb (LsWindow *self)
{
  self->n_edits++;
}

void
ls_window_load_init (LsWindow *self)
{
  g_signal_connect_object (self->document, "changed", G_CALLBACK (edited_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "drag-data-received", G_CALLBACK (drag_data_received_cb),
                           self, 0);
}

void
ls_window_load_dispose (LsWindow *self)
{
  ls_window_load_abandon (self);
}
