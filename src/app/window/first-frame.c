#include "app/window/first-frame.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "app/base/later.h"

struct _LsFirstFrame
{
  GObject parent_instance;
  const LsFrame *frame;
  LsLoadControl *load;
  gboolean measures;
};

G_DEFINE_TYPE (LsFirstFrame, ls_first_frame, G_TYPE_OBJECT)

/* Time since the start of the process, ms, from /proc. */
static double
time_since_start (void)
{
  g_autofree char *text = NULL;
  const char *fields;
  unsigned long long start = 0;

  if (!g_file_get_contents ("/proc/self/stat", &text, NULL, NULL))
    return NAN;
  /* The name in parentheses may contain spaces; starttime, field 22, is the 20th field after
   * it. */
  fields = strrchr (text, ')');
  if (fields == NULL
      || sscanf (
             fields + 1,
             " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
             &start)
             != 1)
    return NAN;
  struct timespec now;
  clock_gettime (CLOCK_BOOTTIME, &now);
  return 1e3 * ((double)now.tv_sec - (double)start / (double)sysconf (_SC_CLK_TCK))
         + (double)now.tv_nsec * 1e-6;
}

static void
after_paint_cb (GdkFrameClock *clock, LsFirstFrame *self)
{
  g_signal_handlers_disconnect_by_func (clock, after_paint_cb, self);
  ls_later_begin ();
  if (!self->measures)
    return;
  gdk_display_sync (gtk_widget_get_display (GTK_WIDGET (self->frame->window)));
  g_print ("%.0f\n", time_since_start ());
  gtk_widget_destroy (GTK_WIDGET (self->frame->window));
}

/* Waits for the frame that shows the loaded model. */
static gboolean
first_draw_cb (LsFirstFrame *self)
{
  GtkWidget *window = GTK_WIDGET (self->frame->window);

  if (ls_load_control_is_loading (self->load))
    return GDK_EVENT_PROPAGATE;
  g_signal_handlers_disconnect_by_func (self->frame->canvas, first_draw_cb, self);
  g_signal_handlers_disconnect_by_func (self->frame->start_page, first_draw_cb, self);
  g_signal_connect_object (gtk_widget_get_frame_clock (window), "after-paint",
                           G_CALLBACK (after_paint_cb), self, 0);
  return GDK_EVENT_PROPAGATE;
}

void
ls_first_frame_measure (LsFirstFrame *self)
{
  g_return_if_fail (LS_IS_FIRST_FRAME (self));

  self->measures = TRUE;
}

static void
ls_first_frame_class_init (G_GNUC_UNUSED LsFirstFrameClass *klass)
{
}

static void
ls_first_frame_init (G_GNUC_UNUSED LsFirstFrame *self)
{
}

LsFirstFrame *
ls_first_frame_new (const LsFrame *frame, LsLoadControl *load)
{
  LsFirstFrame *self = g_object_new (LS_TYPE_FIRST_FRAME, NULL);

  g_return_val_if_fail (frame != NULL && LS_IS_LOAD_CONTROL (load), NULL);
  self->frame = frame;
  self->load = load;
  g_signal_connect_object (frame->canvas, "draw", G_CALLBACK (first_draw_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (frame->start_page, "draw", G_CALLBACK (first_draw_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}
