#include "app/window/stale-control.h"
#include "core/model/model-runs.h"

#define STALE_CLASS "stale"

struct _LsStaleControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsPlots *plots;
  guint look_id;
};

G_DEFINE_TYPE (LsStaleControl, ls_stale_control, G_TYPE_OBJECT)

static void
set_stale (LsStaleControl *self, gboolean stale)
{
  GtkWidget *const parts[]
      = { self->frame->plots_box, self->frame->results, self->frame->run_status };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      GtkStyleContext *style = gtk_widget_get_style_context (parts[i]);

      if (stale)
        gtk_style_context_add_class (style, STALE_CLASS);
      else
        gtk_style_context_remove_class (style, STALE_CLASS);
    }
  gtk_widget_set_visible (self->frame->stale_box, stale);
}

static gboolean
look_cb (gpointer user_data)
{
  LsStaleControl *self = user_data;
  LsComparison *comparison = ls_plots_get_comparison (self->plots);

  self->look_id = 0;
  set_stale (self, comparison != NULL
                       && !ls_model_runs_equal (ls_comparison_get_model (comparison),
                                                ls_document_get_model (self->frame->document)));
  return G_SOURCE_REMOVE;
}

/* After all of an edit, which may come in parts. */
static void
look_later (LsStaleControl *self)
{
  if (self->look_id == 0)
    self->look_id = g_idle_add (look_cb, self);
}

static void
document_changed_cb (LsStaleControl *self, guint parts)
{
  if ((parts & ~(guint)(LS_EDIT_GEOMETRY | LS_EDIT_NOTES)) != 0
      && ls_plots_get_comparison (self->plots) != NULL)
    look_later (self);
}

static void
ls_stale_control_dispose (GObject *object)
{
  g_clear_handle_id (&LS_STALE_CONTROL (object)->look_id, g_source_remove);
  G_OBJECT_CLASS (ls_stale_control_parent_class)->dispose (object);
}

static void
ls_stale_control_class_init (LsStaleControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_stale_control_dispose;
}

static void
ls_stale_control_init (G_GNUC_UNUSED LsStaleControl *self)
{
}

LsStaleControl *
ls_stale_control_new (const LsFrame *frame, LsPlots *plots)
{
  LsStaleControl *self = g_object_new (LS_TYPE_STALE_CONTROL, NULL);

  g_return_val_if_fail (frame != NULL && LS_IS_PLOTS (plots), NULL);
  self->frame = frame;
  self->plots = plots;
  g_signal_connect_object (frame->document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (plots, "comparison-changed", G_CALLBACK (look_later), self,
                           G_CONNECT_SWAPPED);
  return self;
}
