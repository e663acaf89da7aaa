#include "app/window/signals-control.h"
#include <glib/gi18n-lib.h>
#include "app/canvas/canvas.h"
#include "app/panel/signals.h"

struct _LsSignalsControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsPlots *plots;
};

G_DEFINE_TYPE (LsSignalsControl, ls_signals_control, G_TYPE_OBJECT)

static void
record (LsSignalsControl *self, const char *const *signals, gboolean on)
{
  LsModel *model = ls_document_get_model (self->frame->document);
  g_autoptr (LsExperiment) experiment = ls_experiment_copy (ls_model_get_experiment (model));

  for (guint i = 0; signals[i] != NULL; i++)
    ls_model_set_recorded (model, experiment, signals[i], on);
  ls_document_set_experiment (self->frame->document, experiment);
}

static void
record_cb (LsSignalsControl *self, const char *signal, gboolean on)
{
  record (self, (const char *const[]){ signal, NULL }, on);
}

static void
plot_cb (LsSignalsControl *self, const char *signal, gboolean on)
{
  ls_plots_plot (self->plots, NULL, (const char *const[]){ signal, NULL }, on);
}

static void
record_signals_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *names, gpointer user_data)
{
  g_autofree const char **signals = g_variant_get_strv (names, NULL);

  record (user_data, signals, TRUE);
}

static void
plot_signals_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *names, gpointer user_data)
{
  LsSignalsControl *self = user_data;
  g_autofree const char **signals = g_variant_get_strv (names, NULL);

  ls_plots_plot (self->plots, NULL, signals, TRUE);
}

static void
show_signal_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *name, gpointer user_data)
{
  LsSignalsControl *self = user_data;

  gtk_stack_set_visible_child (GTK_STACK (self->frame->left_stack), self->frame->signals);
  ls_signals_show (LS_SIGNALS (self->frame->signals), g_variant_get_string (name, NULL));
}

static void
show_signals_cb (G_GNUC_UNUSED GSimpleAction *action,
                 G_GNUC_UNUSED GVariant *parameter,
                 gpointer user_data)
{
  LsSignalsControl *self = user_data;

  ls_frame_leave_start (self->frame);
  gtk_stack_set_visible_child (GTK_STACK (self->frame->left_stack), self->frame->signals);
  ls_frame_focus_first (self->frame, self->frame->signals);
}

static void
signal_dropped_cb (LsSignalsControl *self, const char *signal, double x, double y)
{
  ls_plots_drop (self->plots, signal, x, y);
}

static void
plotted_changed_cb (LsSignalsControl *self)
{
  g_auto (GStrv) names = ls_plots_list_plotted (self->plots);

  ls_signals_set_plotted (
      LS_SIGNALS (self->frame->signals), (const char *const *)names,
      ls_plot_view_get_title (ls_plot_panel_get_view (ls_plots_get_active (self->plots))));
}

static const GActionEntry entries[] = {
  { .name = "record-signals", .parameter_type = "as", .activate = record_signals_cb },
  { .name = "plot-signals", .parameter_type = "as", .activate = plot_signals_cb },
  { .name = "show-signal", .parameter_type = "s", .activate = show_signal_cb },
  { .name = "show-signals", .activate = show_signals_cb },
};

static void
ls_signals_control_class_init (G_GNUC_UNUSED LsSignalsControlClass *klass)
{
}

static void
ls_signals_control_init (G_GNUC_UNUSED LsSignalsControl *self)
{
}

LsSignalsControl *
ls_signals_control_new (const LsFrame *frame, LsPlots *plots)
{
  LsSignalsControl *self = g_object_new (LS_TYPE_SIGNALS_CONTROL, NULL);

  g_return_val_if_fail (frame != NULL && LS_IS_PLOTS (plots), NULL);
  self->frame = frame;
  self->plots = plots;
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (frame->signals, "record", G_CALLBACK (record_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (frame->signals, "plot", G_CALLBACK (plot_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (frame->canvas, "signal-dropped", G_CALLBACK (signal_dropped_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (plots, "plotted-changed", G_CALLBACK (plotted_changed_cb), self,
                           G_CONNECT_SWAPPED);
  plotted_changed_cb (self);
  return self;
}
