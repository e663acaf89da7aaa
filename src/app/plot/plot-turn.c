#include "app/plot/plot-turn.h"

/* Time for rendering plots in one frame, µs. */
#define FRAME_BUDGET 8000
/* Frames; with up to as many plots, each has its turn before. */
#define MAX_WAITED 6

/* Plots that wait; the first of them renders next. */
static GQueue waiting = G_QUEUE_INIT;

/* Adds @spent to the time used in this frame. Returns: the sum, µs */
static gint64
count (GtkWidget *plot, gint64 spent)
{
  static gint64 frame, spent_in_frame;
  GdkFrameClock *clock = gtk_widget_get_frame_clock (plot);
  const gint64 now = clock != NULL ? gdk_frame_clock_get_frame_counter (clock) : 0;

  if (now != frame)
    spent_in_frame = 0;
  frame = now;
  spent_in_frame += spent;
  return spent_in_frame;
}

gboolean
ls_plot_turn_take (GtkWidget *plot, guint *n_waited)
{
  g_return_val_if_fail (GTK_IS_WIDGET (plot) && n_waited != NULL, TRUE);

  const gboolean first = g_queue_is_empty (&waiting) || g_queue_peek_head (&waiting) == plot;

  if ((count (plot, 0) < FRAME_BUDGET && first) || *n_waited >= MAX_WAITED)
    return TRUE;
  (*n_waited)++;
  if (g_queue_find (&waiting, plot) == NULL)
    g_queue_push_tail (&waiting, plot);
  gtk_widget_queue_draw (plot);
  return FALSE;
}

void
ls_plot_turn_end (GtkWidget *plot, gint64 spent)
{
  g_return_if_fail (GTK_IS_WIDGET (plot) && spent >= 0);

  g_queue_remove (&waiting, plot);
  count (plot, spent);
}

void
ls_plot_turn_forget (GtkWidget *plot)
{
  g_queue_remove (&waiting, plot);
}
