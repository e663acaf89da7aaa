#include "app/window/signals-control.h"
#include <glib/gi18n-lib.h>
#include "app/canvas/canvas.h"
#include "app/panel/signals.h"
#include "core/model/block.h"

struct _LsSignalsControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsPlots *plots;
};

G_DEFINE_TYPE (LsSignalsControl, ls_signals_control, G_TYPE_OBJECT)

static LsExperiment *
get_experiment (LsSignalsControl *self)
{
  return ls_model_get_experiment (ls_document_get_model (self->frame->document));
}

/* ---- Plotted signals ------------------------------------------------------------------------ */

static gboolean
has_choice (LsPlotPanel *panel)
{
  return ls_plot_panel_has_signals (panel)
         && !ls_plot_view_is_orbit (ls_plot_panel_get_view (panel));
}

/* The plot in which signals are chosen: the one used last, or the first one whose kind has signals.
 */
static LsPlotPanel *
get_active (LsSignalsControl *self)
{
  LsPlotPanel *used = ls_plot_desk_get_used (ls_plots_get_desk (self->plots));

  if (has_choice (used))
    return used;
  for (guint i = 0; i < ls_plots_get_n (self->plots); i++)
    if (has_choice (ls_plots_get (self->plots, i)))
      return ls_plots_get (self->plots, i);
  ls_plot_panel_set_view (ls_plots_get (self->plots, 0), ls_plot_view_find ("trajectory"));
  return ls_plots_get (self->plots, 0);
}

/* What the set-up lists, else what is connected to scopes, else what is recorded. */
static GStrv
list_plotted (LsSignalsControl *self, LsPlotPanel *panel)
{
  LsModel *model = ls_document_get_model (self->frame->document);
  const GPtrArray *chosen = ls_plot_panel_get_setup (panel)->signals;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) scoped = NULL;

  for (guint i = 0; i < chosen->len; i++)
    g_strv_builder_add (builder, chosen->pdata[i]);
  if (chosen->len > 0)
    return g_strv_builder_end (builder);
  scoped = ls_block_list_scoped (model);
  return scoped[0] != NULL ? g_steal_pointer (&scoped)
                           : ls_model_list_recorded (model, get_experiment (self));
}

static GPtrArray *
change_list (GStrv before, const char *const *signals, gboolean on)
{
  GPtrArray *after = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; before[i] != NULL; i++)
    if (on || !g_strv_contains (signals, before[i]))
      g_ptr_array_add (after, g_strdup (before[i]));
  for (guint i = 0; on && signals[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *)before, signals[i]))
      g_ptr_array_add (after, g_strdup (signals[i]));
  return after;
}

static void
show_plotted (LsSignalsControl *self)
{
  g_auto (GStrv) names = list_plotted (self, get_active (self));

  ls_signals_set_plotted (LS_SIGNALS (self->frame->signals), (const char *const *)names,
                          ls_plot_view_get_title (ls_plot_panel_get_view (get_active (self))));
}

/* Shows signals in a plot, or no longer; they are recorded from the next run on. One signal
 * remains.
 * @panel: (nullable): the active one */
static void
plot (LsSignalsControl *self, LsPlotPanel *panel, const char *const *signals, gboolean on)
{
  LsModel *model = ls_document_get_model (self->frame->document);
  LsPlotPanel *where = panel != NULL ? panel : get_active (self);
  g_autoptr (LsExperiment) experiment = ls_experiment_copy (get_experiment (self));
  g_autoptr (LsPlotSetup) setup = ls_plot_setup_copy (ls_plot_panel_get_setup (where));
  g_auto (GStrv) before = list_plotted (self, where);
  GPtrArray *after = change_list (before, signals, on);

  if (after->len == 0 && before[0] != NULL)
    g_ptr_array_add (after, g_strdup (before[0]));
  g_ptr_array_unref (setup->signals);
  setup->signals = after;
  ls_experiment_set_plot (experiment, g_steal_pointer (&setup));
  for (guint i = 0; on && signals[i] != NULL; i++)
    ls_model_set_recorded (model, experiment, signals[i], TRUE);
  ls_document_set_experiment (self->frame->document, experiment);
  show_plotted (self);
}

/* ---- Commands ------------------------------------------------------------------------------- */

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
  plot (self, NULL, (const char *const[]){ signal, NULL }, on);
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

  plot (self, NULL, signals, TRUE);
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

/* At a place on the screen. */
static void
signal_dropped_cb (LsSignalsControl *self, const char *signal, double x, double y)
{
  for (guint i = 0; i < ls_plots_get_n (self->plots); i++)
    {
      GtkWidget *area = GTK_WIDGET (ls_plot_panel_get_area (ls_plots_get (self->plots, i)));
      int left, top;

      if (!gtk_widget_get_mapped (area))
        continue;
      gdk_window_get_origin (gtk_widget_get_window (area), &left, &top);
      if (x < left || y < top || x >= left + gtk_widget_get_allocated_width (area)
          || y >= top + gtk_widget_get_allocated_height (area))
        continue;
      g_signal_emit_by_name (area, "signal-dropped", signal, x - left, y - top);
      return;
    }
}

static void
signal_wanted_cb (LsSignalsControl *self, const char *signal, LsPlotPanel *panel)
{
  plot (self, panel, (const char *const[]){ signal, NULL }, TRUE);
}

static void
signal_unwanted_cb (LsSignalsControl *self, const char *signal, LsPlotPanel *panel)
{
  plot (self, panel, (const char *const[]){ signal, NULL }, FALSE);
}

static void
panel_added_cb (LsSignalsControl *self, LsPlotPanel *panel)
{
  g_signal_connect_object (panel, "signal-wanted", G_CALLBACK (signal_wanted_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (panel, "signal-unwanted", G_CALLBACK (signal_unwanted_cb), self,
                           G_CONNECT_SWAPPED);
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
  g_signal_connect_object (plots, "plotted-changed", G_CALLBACK (show_plotted), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (plots, "panel-added", G_CALLBACK (panel_added_cb), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < ls_plots_get_n (plots); i++)
    panel_added_cb (self, ls_plots_get (plots, i));
  show_plotted (self);
  return self;
}
