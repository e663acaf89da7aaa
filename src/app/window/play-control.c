#include "app/window/play-control.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/widgets.h"
#include "app/canvas/canvas.h"
#include "core/base/language.h"

/* A whole run takes that long at speed 1, s. */
#define WHOLE 10.0

/* Shown times per whole run by the keys of the slider. */
#define KEY_STEPS 100

struct _LsPlayControl
{
  GObject parent_instance;
  const LsFrame *frame;
  LsPlots *plots;
  LsComparison *comparison;  /* (nullable): whose values are on the wires */
  GArray *columns;           /* Column: of @columns_of and the present model */
  const LsTrace *columns_of; /* (nullable): not found yet; only compared */
  GtkWidget *bar, *play, *slider, *time, *runs, *speed, *loop;
  guint tick_id;
  gint64 last; /* of the frame clock, µs */
  double now;  /* s */
  gboolean is_updating;
};

G_DEFINE_TYPE (LsPlayControl, ls_play_control, G_TYPE_OBJECT)

typedef struct
{
  guint connection; /* id */
  guint index;      /* in the trace */
} Column;

static const double speeds[] = { 0.1, 0.25, 0.5, 1, 2, 4 };
#define SPEED_ONE 3

/* ---- What is shown at a time --------------------------------------------------------------- */

static LsRun *
get_run (LsPlayControl *self)
{
  const int index = gtk_combo_box_get_active (GTK_COMBO_BOX (self->runs));

  return self->comparison != NULL && index >= 0
                 && (guint)index < ls_comparison_get_n_runs (self->comparison)
             ? ls_comparison_get_run (self->comparison, (guint)index)
             : NULL;
}

/* Wires whose output was recorded: found once for a run and a model, not for each frame. */
static void
find_columns (LsPlayControl *self, const LsTrace *trace)
{
  LsModel *model = ls_document_get_model (self->frame->document);

  if (trace == self->columns_of)
    return;
  self->columns_of = trace;
  g_array_set_size (self->columns, 0);
  for (guint i = 0; i < ls_model_get_n_connections (model); i++)
    {
      const LsConnection *connection = ls_model_get_connection (model, i);
      const LsComponent *from = ls_model_find_component (model, connection->from);
      g_autofree char *signal
          = from != NULL ? g_strdup_printf ("%s.%s", from->name, connection->output) : NULL;
      const int index = signal != NULL ? ls_trace_find (trace, signal) : -1;
      const Column column = { connection->id, (guint)index };

      if (index > 0)
        g_array_append_val (self->columns, column);
    }
}

/* Text for each wire; (transfer full). */
static GHashTable *
make_values (LsPlayControl *self, const LsTrace *trace, gsize row)
{
  GHashTable *values = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  char number[LS_NUMBER_SIZE];

  find_columns (self, trace);
  for (guint i = 0; i < self->columns->len; i++)
    {
      const Column *column = &g_array_index (self->columns, Column, i);
      const double value = ls_trace_get (trace, column->index, row);

      g_hash_table_insert (values, GUINT_TO_POINTER (column->connection),
                           g_strdup (ls_number_display (value, 4, number)));
    }
  return values;
}

static void
model_changed_cb (LsPlayControl *self)
{
  self->columns_of = NULL;
}

static void
show_values (LsPlayControl *self)
{
  LsRun *run = get_run (self);
  const LsTrace *trace = run != NULL ? ls_run_get_trace (run) : NULL;
  const gssize row = trace != NULL ? ls_trace_find_row (trace, self->now) : -1;
  g_autoptr (GHashTable) values = row >= 0 ? make_values (self, trace, (gsize)row) : NULL;

  ls_canvas_set_values (LS_CANVAS (self->frame->canvas), values);
}

static void
show_time (LsPlayControl *self)
{
  g_autofree char *text = g_strdup_printf ("t = %.4g s", self->now);

  self->is_updating = TRUE;
  gtk_range_set_value (GTK_RANGE (self->slider), self->now);
  self->is_updating = FALSE;
  gtk_label_set_text (GTK_LABEL (self->time), ls_number_localise (text));
  ls_plot_time_show (ls_plots_get_time (self->plots), self->now);
  show_values (self);
}

/* ---- Playing ------------------------------------------------------------------------------- */

static void
stop (LsPlayControl *self)
{
  if (self->tick_id != 0)
    gtk_widget_remove_tick_callback (self->bar, self->tick_id);
  self->tick_id = 0;
  gtk_button_set_label (GTK_BUTTON (self->play), _ ("_Play"));
}

static gboolean
tick_cb (G_GNUC_UNUSED GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  LsPlayControl *self = user_data;
  GtkAdjustment *range = gtk_range_get_adjustment (GTK_RANGE (self->slider));
  const double start = gtk_adjustment_get_lower (range);
  const double end = gtk_adjustment_get_upper (range);
  const double speed = speeds[MAX (gtk_combo_box_get_active (GTK_COMBO_BOX (self->speed)), 0)];
  const gint64 time = gdk_frame_clock_get_frame_time (clock);
  const double passed = self->last > 0 ? (double)(time - self->last) / G_USEC_PER_SEC : 0;

  self->last = time;
  self->now += passed * speed * (end - start) / WHOLE;
  if (self->now >= end && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->loop)))
    self->now = start + fmod (self->now - end, end - start);
  self->now = MIN (self->now, end);
  show_time (self);
  if (self->now < end)
    return G_SOURCE_CONTINUE;
  self->tick_id = 0;
  stop (self);
  return G_SOURCE_REMOVE;
}

static void
play (LsPlayControl *self)
{
  GtkAdjustment *range = gtk_range_get_adjustment (GTK_RANGE (self->slider));

  if (get_run (self) == NULL || self->tick_id != 0)
    return;
  if (self->now >= gtk_adjustment_get_upper (range))
    self->now = gtk_adjustment_get_lower (range);
  self->last = 0;
  self->tick_id = gtk_widget_add_tick_callback (self->bar, tick_cb, self, NULL);
  gtk_button_set_label (GTK_BUTTON (self->play), _ ("_Pause"));
}

static void
play_clicked_cb (LsPlayControl *self)
{
  if (self->tick_id != 0)
    stop (self);
  else
    play (self);
}

static void
slider_moved_cb (LsPlayControl *self)
{
  if (self->is_updating)
    return;
  self->now = gtk_range_get_value (GTK_RANGE (self->slider));
  show_time (self);
}

/* ---- Bar ----------------------------------------------------------------------------------- */

static void
take_runs (LsPlayControl *self)
{
  LsComparison *comparison = ls_plots_get_comparison (self->plots);
  GtkComboBoxText *combo = GTK_COMBO_BOX_TEXT (self->runs);
  LsRun *run;

  stop (self);
  self->columns_of = NULL;
  g_clear_pointer (&self->comparison, ls_comparison_unref);
  gtk_combo_box_text_remove_all (combo);
  gtk_widget_set_sensitive (self->play, comparison != NULL);
  gtk_widget_set_sensitive (self->slider, comparison != NULL);
  if (comparison == NULL || ls_comparison_get_n_runs (comparison) == 0)
    return;
  self->comparison = ls_comparison_ref (comparison);
  for (guint i = 0; i < ls_comparison_get_n_runs (comparison); i++)
    {
      g_autofree char *label = ls_comparison_get_label (comparison, i);

      gtk_combo_box_text_append_text (combo, label);
    }
  run = ls_comparison_get_run (comparison, 0);
  self->is_updating = TRUE;
  self->now = ls_run_get_start_time (run);
  gtk_range_set_range (GTK_RANGE (self->slider), ls_run_get_start_time (run),
                       ls_run_get_stop_time (run));
  gtk_range_set_increments (GTK_RANGE (self->slider),
                            (ls_run_get_stop_time (run) - ls_run_get_start_time (run)) / KEY_STEPS,
                            (ls_run_get_stop_time (run) - ls_run_get_start_time (run)) / 10);
  self->is_updating = FALSE;
  gtk_combo_box_set_active (GTK_COMBO_BOX (combo), 0);
}

static void
run_chosen_cb (LsPlayControl *self)
{
  if (gtk_widget_get_visible (self->bar) && get_run (self) != NULL)
    show_values (self);
}

static void
close_clicked_cb (LsPlayControl *self)
{
  stop (self);
  gtk_widget_hide (self->bar);
  ls_plot_time_show (ls_plots_get_time (self->plots), NAN);
  ls_canvas_set_values (LS_CANVAS (self->frame->canvas), NULL);
}

static void
play_cb (G_GNUC_UNUSED GSimpleAction *action, G_GNUC_UNUSED GVariant *parameter, gpointer user_data)
{
  LsPlayControl *self = user_data;

  ls_frame_show_lower (self->frame, self->frame->plots_box);
  gtk_widget_show (self->bar);
  play_clicked_cb (self);
}

static GtkWidget *
add (LsPlayControl *self, GtkWidget *widget, const char *name, gboolean expand)
{
  if (name != NULL)
    ls_widget_set_accessible_name (widget, name);
  gtk_widget_show (widget);
  gtk_box_pack_start (GTK_BOX (self->bar), widget, expand, TRUE, 0);
  return widget;
}

static void
make_bar (LsPlayControl *self)
{
  GtkWidget *close;

  self->bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_container_set_border_width (GTK_CONTAINER (self->bar), 3);
  self->play = add (self, gtk_button_new_with_mnemonic (_ ("_Play")), NULL, FALSE);
  gtk_widget_set_tooltip_text (self->play, _ ("Play through the run, or pause (Ctrl+Space)"));
  self->slider = add (self, gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.01),
                      _ ("Time of the cursor"), TRUE);
  gtk_scale_set_draw_value (GTK_SCALE (self->slider), FALSE);
  self->time = add (self, gtk_label_new (NULL), NULL, FALSE);
  gtk_label_set_width_chars (GTK_LABEL (self->time), 12);
  self->runs
      = add (self, gtk_combo_box_text_new (), _ ("Run whose values are on the wires"), FALSE);
  self->speed = add (self, gtk_combo_box_text_new (), _ ("Speed"), FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++)
    {
      g_autofree char *text = g_strdup_printf ("× %g", speeds[i]);

      gtk_combo_box_text_append_text (GTK_COMBO_BOX_TEXT (self->speed), ls_number_localise (text));
    }
  gtk_combo_box_set_active (GTK_COMBO_BOX (self->speed), SPEED_ONE);
  self->loop = add (self, gtk_check_button_new_with_mnemonic (_ ("_Loop")), NULL, FALSE);
  close = add (self, gtk_button_new_with_mnemonic (_ ("_Close")), NULL, FALSE);
  gtk_box_pack_end (GTK_BOX (gtk_widget_get_parent (self->frame->lower_stack)), self->bar, FALSE,
                    TRUE, 0);
  g_signal_connect_object (self->play, "clicked", G_CALLBACK (play_clicked_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->slider, "value-changed", G_CALLBACK (slider_moved_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->runs, "changed", G_CALLBACK (run_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (close, "clicked", G_CALLBACK (close_clicked_cb), self,
                           G_CONNECT_SWAPPED);
}

static const GActionEntry entries[] = {
  { .name = "play", .activate = play_cb },
};

static void
ls_play_control_dispose (GObject *object)
{
  LsPlayControl *self = LS_PLAY_CONTROL (object);

  if (self->bar != NULL && self->tick_id != 0)
    gtk_widget_remove_tick_callback (self->bar, self->tick_id);
  self->tick_id = 0;
  self->bar = NULL;
  g_clear_pointer (&self->comparison, ls_comparison_unref);
  G_OBJECT_CLASS (ls_play_control_parent_class)->dispose (object);
}

static void
ls_play_control_finalize (GObject *object)
{
  g_array_unref (LS_PLAY_CONTROL (object)->columns);
  G_OBJECT_CLASS (ls_play_control_parent_class)->finalize (object);
}

static void
ls_play_control_class_init (LsPlayControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_play_control_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_play_control_finalize;
}

static void
ls_play_control_init (LsPlayControl *self)
{
  self->columns = g_array_new (FALSE, FALSE, sizeof (Column));
}

LsPlayControl *
ls_play_control_new (const LsFrame *frame, LsPlots *plots)
{
  LsPlayControl *self = g_object_new (LS_TYPE_PLAY_CONTROL, NULL);

  g_return_val_if_fail (frame != NULL && LS_IS_PLOTS (plots), NULL);
  self->frame = frame;
  self->plots = plots;
  make_bar (self);
  take_runs (self);
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (plots, "comparison-changed", G_CALLBACK (take_runs), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (frame->document, "changed", G_CALLBACK (model_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (frame->document, "model-replaced", G_CALLBACK (model_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}
