#include "app/window/load-control.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/fmu-store.h"
#include "app/base/report.h"
#include "app/base/widgets.h"
#include "app/canvas/canvas.h"
#include "app/document/load.h"
#include "app/document/replaced.h"
#include "app/window/bars.h"
#include "app/window/model-problems.h"
#include "app/window/table-drop.h"

/* Delay before the progress bar appears, ms. */
#define GRACE_TIME 120
#define PULSE_TIME 100

typedef struct Pending Pending;

struct _LsLoadControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsSaveControl *save;
  LsRecentMenu *recent;
  LsRecoveryControl *recovery;
  LsStoredRuns *stored;
  LsRunControl *run;
  LsImportControl *import;
  Pending *pending;        /* (nullable): files being opened */
  GtkWidget *left_out_bar; /* (nullable) */
  guint n_edits;           /* counter of edits */
  guint n_asked;           /* models loaded whose question is not answered yet */
};

G_DEFINE_TYPE (LsLoadControl, ls_load_control, G_TYPE_OBJECT)

enum
{
  SIGNAL_LEAVING,
  SIGNAL_ENDED,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

/* Work to do after loading. */
struct Pending
{
  LsLoadControl *control;
  LsLoad *load;
  LsRecoveryCopy *leftover; /* (nullable): copy whose model is opened */
  gboolean run;             /* run the model immediately */
  guint n_edits;            /* value at the start of loading */
  char *model;              /* (nullable): model to open after the FMUs */
  LsPoint at;
  gboolean has_place;
  GtkWidget *bar, *progress;
  guint pulse_id;
};

static void
pending_free (Pending *self)
{
  if (self->control->pending == self)
    self->control->pending = NULL;
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
ls_load_control_abandon (LsLoadControl *self)
{
  g_return_if_fail (LS_IS_LOAD_CONTROL (self));

  g_clear_pointer (&self->pending, pending_free);
}

gboolean
ls_load_control_is_loading (LsLoadControl *self)
{
  g_return_val_if_fail (LS_IS_LOAD_CONTROL (self), FALSE);

  return self->pending != NULL || self->n_asked > 0;
}

static void
show_leftover (Pending *self, LsModel *model)
{
  LsLoadControl *control = self->control;
  LsDocument *document = control->frame->document;
  LsRecovery *recovery = ls_recovery_control_get (control->recovery);
  LsRecoveryCopy *leftover = self->leftover;

  ls_stored_runs_expect (control->stored, leftover->runs);
  if (leftover->copy != NULL)
    ls_document_take_unsaved (document, model, leftover->path);
  else
    ls_document_take (document, model, leftover->path);
  if (!ls_recovery_is_writing (recovery))
    ls_recovery_adopt (recovery, g_steal_pointer (&self->leftover));
}

/* Before the model is replaced: keeps a copy of unsaved work and clears data of the model. */
static void
let_go (LsLoadControl *self)
{
  ls_recovery_control_keep (self->recovery);
  ls_save_control_forget_change (self->save);
  g_signal_emit (self, signals[SIGNAL_LEAVING], 0);
}

static void
show_model (Pending *self, LsModel *model)
{
  LsLoadControl *control = self->control;
  LsDocument *document = control->frame->document;

  let_go (control);
  if (self->leftover == NULL)
    ls_document_take (document, model, ls_load_get_path (self->load));
  else
    show_leftover (self, model);
  if (ls_document_get_path (document) != NULL)
    ls_recent_menu_remember (control->recent, ls_document_get_path (document));
  ls_model_problems_list (control->frame);
  ls_model_problems_show_left_out (control->frame, &control->left_out_bar);
  if (self->run)
    ls_run_control_begin (control->run, FALSE);
}

/* What was loaded while the document was edited; holds its control. */
typedef struct
{
  Pending *pending;
  LsModel *model; /* (nullable): taken over by the document */
} Asked;

static void
asked_free (gpointer data)
{
  Asked *self = data;
  LsLoadControl *control = self->pending->control;

  g_clear_pointer (&self->model, ls_model_free);
  pending_free (self->pending);
  control->n_asked--;
  g_signal_emit (control, signals[SIGNAL_ENDED], 0);
  g_object_unref (control);
  g_free (self);
}

static void
may_replace_cb (G_GNUC_UNUSED gpointer object, gboolean go_on, gpointer data)
{
  Asked *asked = data;

  if (go_on)
    show_model (asked->pending, g_steal_pointer (&asked->model));
}

/* Asks about edits made during loading, too. */
static void
ask_to_replace (Pending *self, LsModel *model)
{
  LsLoadControl *control = g_object_ref (self->control);
  Asked *asked = g_new (Asked, 1);

  *asked = (Asked){ self, model };
  control->n_asked++;
  control->pending = NULL;
  g_clear_handle_id (&self->pulse_id, g_source_remove);
  g_clear_pointer (&self->bar, gtk_widget_destroy);
  ls_save_control_ask (control->save, control, may_replace_cb, asked, asked_free);
}

/* Frees @self. */
static gboolean
finish_model (Pending *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsModel) model = ls_load_take_model (self->load, &error);
  g_autofree char *base = g_path_get_basename (ls_load_get_path (self->load));
  g_autofree char *title = g_strdup_printf (_ ("“%s” could not be opened"),
                                            self->leftover != NULL ? self->leftover->title : base);

  if (model == NULL)
    {
      ls_report_problem (GTK_WIDGET (self->control->frame->window), title, error->message);
      pending_free (self);
      return FALSE;
    }
  if (self->n_edits != self->control->n_edits)
    {
      ask_to_replace (self, g_steal_pointer (&model));
      return TRUE;
    }
  show_model (self, g_steal_pointer (&model));
  pending_free (self);
  return TRUE;
}

static void
finish_fmus (Pending *self)
{
  LsLoadControl *control = self->control;

  if (ls_document_in_group (control->frame->document))
    return;
  ls_canvas_place_files (LS_CANVAS (control->frame->canvas), ls_load_get_paths (self->load),
                         self->has_place ? &self->at : NULL);
}

static gboolean
pulse_cb (gpointer user_data)
{
  gtk_progress_bar_pulse (GTK_PROGRESS_BAR (((Pending *)user_data)->progress));
  return G_SOURCE_CONTINUE;
}

static void
show_progress (Pending *self)
{
  g_autofree char *base = g_path_get_basename (ls_load_get_path (self->load));
  g_autofree char *name = g_filename_display_name (base);
  g_autofree char *text = g_strdup_printf (_ ("Opening “%s”…"), name);
  guint n_done, n;

  ls_load_get_progress (self->load, &n_done, &n);
  ls_bars_set_text (self->bar, text);
  if (n > 1)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), (double)n_done / n);
}

static void
ended_cb (Pending *self)
{
  g_autofree char *model = g_strdup (self->model);
  LsLoadControl *control = self->control;

  if (ls_load_is_model (self->load))
    finish_model (self);
  else
    {
      finish_fmus (self);
      pending_free (self);
    }
  if (!ls_load_control_is_loading (control))
    g_signal_emit (control, signals[SIGNAL_ENDED], 0);
  if (model != NULL)
    ls_frame_command (control->frame, "open-path", model);
}

static void
response_cb (Pending *self)
{
  ls_load_control_abandon (self->control);
}

static void
go_on_in_background (Pending *self)
{
  GtkWidget *area;
  guint n_done, n;

  self->bar = ls_bars_add (self->control->frame, GTK_MESSAGE_INFO, "", _ ("Stop _Opening"),
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

/* Starts loading; the caller waits briefly, so that small files need no progress bar. */
static Pending *
pending_new (LsLoadControl *control, LsLoad *load)
{
  Pending *self = g_new0 (Pending, 1);

  ls_load_control_abandon (control);
  self->control = control;
  self->load = load;
  self->n_edits = control->n_edits;
  control->pending = self;
  ls_load_start (load);
  return self;
}

static gboolean
open_now (Pending *self)
{
  if (ls_load_wait (self->load, GRACE_TIME))
    return finish_model (self);
  go_on_in_background (self);
  return TRUE;
}

gboolean
ls_load_control_open (LsLoadControl *self, const char *path, gboolean run)
{
  Pending *pending;

  g_return_val_if_fail (LS_IS_LOAD_CONTROL (self) && path != NULL, FALSE);

  pending = pending_new (self, ls_load_new_model (path));
  pending->run = run;
  return open_now (pending);
}

static gboolean
are_stored (char **paths)
{
  for (guint i = 0; paths[i] != NULL; i++)
    if (!ls_fmu_store_has (paths[i]))
      return FALSE;
  return TRUE;
}

/* Loads FMUs that are not cached. Returns: whether this takes long; then they are placed later at
 * @at (nullable), and @model (nullable) is opened after them */
static gboolean
place_later (LsLoadControl *self, char **paths, const LsPoint *at, const char *model)
{
  Pending *pending;

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
ls_load_control_place_files (LsLoadControl *self, char **paths)
{
  g_return_if_fail (LS_IS_LOAD_CONTROL (self) && paths != NULL);

  if (!place_later (self, paths, NULL, NULL))
    ls_canvas_place_files (LS_CANVAS (self->frame->canvas), paths, NULL);
}

/* Same condition as in the canvas. */
static gboolean
is_model (const char *path)
{
  return g_str_has_suffix (path, ".ssp") || g_str_has_suffix (path, ".ssd");
}

/* One file of values over time is a table; others, as those of one run in parts, are results. */
static gboolean
is_table (const GPtrArray *results)
{
  return results->len == 1 && g_str_has_suffix (results->pdata[0], ".csv");
}

/* Runs before the handler of the canvas, to load FMUs on a worker thread before they are
 * placed. */
static void
drag_data_received_cb (GtkWidget *canvas,
                       G_GNUC_UNUSED GdkDragContext *context,
                       int x,
                       int y,
                       GtkSelectionData *data,
                       G_GNUC_UNUSED guint info,
                       G_GNUC_UNUSED guint time,
                       LsLoadControl *self)
{
  g_auto (GStrv) files = ls_drop_list_paths (data, NULL);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *model = NULL;

  for (guint i = 0; files[i] != NULL; i++)
    if (ls_import_is_result (files[i]))
      g_ptr_array_add (results, g_strdup (files[i]));
    else if (!is_model (files[i]))
      g_ptr_array_add (paths, g_strdup (files[i]));
    else if (model == NULL)
      model = g_strdup (files[i]);
  /* Results alone are imported, not placed. */
  if (results->len > 0 && paths->len == 0 && model == NULL)
    {
      g_signal_stop_emission_by_name (canvas, "drag-data-received");
      if (is_table (results))
        {
          ls_table_drop (self->frame, results->pdata[0], &(LsPoint){ x, y });
          return;
        }
      g_ptr_array_add (results, NULL);
      ls_import_control_read (self->import, (char **)results->pdata);
      return;
    }
  g_ptr_array_add (paths, NULL);
  if (place_later (self, (char **)paths->pdata, &(LsPoint){ x, y }, model))
    g_signal_stop_emission_by_name (canvas, "drag-data-received");
}

void
ls_load_control_restore (LsLoadControl *self, LsRecoveryCopy *leftover)
{
  Pending *pending;

  g_return_if_fail (LS_IS_LOAD_CONTROL (self) && leftover != NULL);

  pending = pending_new (
      self, ls_load_new_model (leftover->copy != NULL ? leftover->copy : leftover->path));
  pending->leftover = leftover;
  open_now (pending);
}

static void
edited_cb (LsLoadControl *self)
{
  self->n_edits++;
}

/* What is to be opened in place of the model; holds it until it is. */
typedef struct
{
  LsRecoveryCopy *leftover; /* (nullable) */
} Replacement;

static void
replacement_free (gpointer data)
{
  Replacement *self = data;

  g_clear_pointer (&self->leftover, ls_recovery_copy_free);
  g_free (self);
}

static void
may_restore_cb (gpointer object, gboolean go_on, gpointer data)
{
  Replacement *replacement = data;

  if (go_on)
    ls_load_control_restore (object, g_steal_pointer (&replacement->leftover));
}

static void
open_replaced_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LsLoadControl *self = user_data;
  const char *copy = g_variant_get_string (parameter, NULL);
  Replacement *replacement = g_new0 (Replacement, 1);

  replacement->leftover = ls_replaced_find (copy);
  if (replacement->leftover != NULL)
    {
      ls_save_control_ask (self->save, self, may_restore_cb, replacement, replacement_free);
      return;
    }
  ls_recent_menu_fill (self->recent);
  replacement_free (replacement);
}

void
ls_load_control_begin_new (LsLoadControl *self)
{
  g_return_if_fail (LS_IS_LOAD_CONTROL (self));

  let_go (self);
  ls_load_control_abandon (self);
  ls_document_reset (self->frame->document);
  ls_model_problems_show_left_out (self->frame, &self->left_out_bar);
}

static const GActionEntry entries[] = {
  { .name = "open-replaced", .parameter_type = "s", .activate = open_replaced_cb },
};

static void
ls_load_control_dispose (GObject *object)
{
  LsLoadControl *self = LS_LOAD_CONTROL (object);

  ls_load_control_abandon (self);
  if (self->left_out_bar != NULL)
    gtk_widget_destroy (self->left_out_bar);
  G_OBJECT_CLASS (ls_load_control_parent_class)->dispose (object);
}

static void
ls_load_control_class_init (LsLoadControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_load_control_dispose;
  signals[SIGNAL_LEAVING] = g_signal_new ("leaving", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_ENDED] = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_load_control_init (G_GNUC_UNUSED LsLoadControl *self)
{
}

LsLoadControl *
ls_load_control_new (const LsFrame *frame,
                     LsSaveControl *save,
                     LsRecentMenu *recent,
                     LsRecoveryControl *recovery,
                     LsStoredRuns *stored,
                     LsRunControl *run,
                     LsImportControl *import)
{
  LsLoadControl *self = g_object_new (LS_TYPE_LOAD_CONTROL, NULL);

  g_return_val_if_fail (frame != NULL && LS_IS_SAVE_CONTROL (save) && LS_IS_RECENT_MENU (recent)
                            && LS_IS_RECOVERY_CONTROL (recovery) && LS_IS_STORED_RUNS (stored)
                            && LS_IS_RUN_CONTROL (run) && LS_IS_IMPORT_CONTROL (import),
                        NULL);
  self->frame = frame;
  self->save = save;
  self->recent = recent;
  self->recovery = recovery;
  self->stored = stored;
  self->run = run;
  self->import = import;
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (frame->document, "changed", G_CALLBACK (edited_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (frame->canvas, "drag-data-received", G_CALLBACK (drag_data_received_cb),
                           self, 0);
  return self;
}
