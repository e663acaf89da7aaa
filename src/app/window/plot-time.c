#include "app/window/plot-time.h"
#include <math.h>
#include "app/base/window-state.h"

struct _LsPlotTime
{
  GObject parent_instance;
  const LsFrame *frame;
  LsPlotDesk *desk;
  gboolean linking; /* a time axis is being copied to the other plots */
};

G_DEFINE_TYPE (LsPlotTime, ls_plot_time, G_TYPE_OBJECT)

static LsPlotPanel *
get_panel (LsPlotTime *self, guint index)
{
  return ls_plot_desk_get_panels (self->desk)->pdata[index];
}

static LsPlotArea *
get_area (LsPlotTime *self, guint index)
{
  return ls_plot_panel_get_area (get_panel (self, index));
}

static guint
get_n (LsPlotTime *self)
{
  return ls_plot_desk_get_panels (self->desk)->len;
}

/* Whether the plot has a time axis. */
static gboolean
is_over_time (LsPlotTime *self, guint index)
{
  LsPlotView view = ls_plot_panel_get_view (get_panel (self, index));

  return ls_plot_view_get_figure (view) != NULL && !ls_plot_view_is_orbit (view);
}

static gboolean
is_time_linked (LsPlotTime *self)
{
  GAction *action = G_ACTION (ls_frame_get_action (self->frame, "link-time"));
  g_autoptr (GVariant) state = g_action_get_state (action);

  return g_variant_get_boolean (state);
}

/* Copies the time axis to the other plots; their change signals are ignored meanwhile. */
static void
link_to (LsPlotTime *self, guint index)
{
  if (self->linking || !is_time_linked (self) || !is_over_time (self, index))
    return;
  self->linking = TRUE;
  for (guint i = 0; i < get_n (self); i++)
    if (i != index && is_over_time (self, i))
      ls_plot_area_follow_time (get_area (self, i), get_area (self, index));
  self->linking = FALSE;
}

static guint
find_area (LsPlotTime *self, LsPlotArea *area)
{
  guint i = 0;

  while (i + 1 < get_n (self) && get_area (self, i) != area)
    i++;
  return i;
}

static void
plot_view_changed_cb (LsPlotTime *self, LsPlotArea *area)
{
  link_to (self, find_area (self, area));
}

/* The plot over time other than @index that is zoomed, else any; their number: none. */
static guint
find_time (LsPlotTime *self, guint index)
{
  const guint n = get_n (self);
  guint found = n;

  for (guint i = n; i-- > 0;)
    {
      double range[2];

      if (i != index && is_over_time (self, i)
          && (found == n
              || ls_figure_get_time_zoom (ls_plot_area_get_figure (get_area (self, i)), range)))
        found = i;
    }
  return found;
}

/* Gives a plot the time axis of the others. */
static void
link_from_others (LsPlotTime *self, guint index)
{
  const guint other = find_time (self, index);

  if (is_time_linked (self) && is_over_time (self, index) && other < get_n (self))
    link_to (self, other);
}

static void
cursor_moved_cb (LsPlotTime *self, double time, LsPlotArea *area)
{
  for (guint i = 0; i < get_n (self); i++)
    if (get_area (self, i) != area && (is_over_time (self, i) || isfinite (time)))
      ls_plot_area_show_time (get_area (self, i), time);
    else if (get_area (self, i) != area)
      ls_plot_area_show_time (get_area (self, i), NAN);
}

void
ls_plot_time_show (LsPlotTime *self, double time)
{
  g_return_if_fail (LS_IS_PLOT_TIME (self));

  for (guint i = 0; i < get_n (self); i++)
    ls_plot_area_show_time (get_area (self, i), time);
}

void
ls_plot_time_follow (LsPlotTime *self, LsPlotPanel *panel)
{
  g_return_if_fail (LS_IS_PLOT_TIME (self) && LS_IS_PLOT_PANEL (panel));

  link_from_others (self, find_area (self, ls_plot_panel_get_area (panel)));
}

void
ls_plot_time_add (LsPlotTime *self, LsPlotPanel *panel)
{
  g_return_if_fail (LS_IS_PLOT_TIME (self) && LS_IS_PLOT_PANEL (panel));

  LsPlotArea *area = ls_plot_panel_get_area (panel);

  g_signal_connect_object (area, "view-changed", G_CALLBACK (plot_view_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (area, "cursor-moved", G_CALLBACK (cursor_moved_cb), self,
                           G_CONNECT_SWAPPED);
}

void
ls_plot_time_zoom (LsPlotTime *self, const double range[2])
{
  g_return_if_fail (LS_IS_PLOT_TIME (self));

  for (guint i = 0; i < get_n (self); i++)
    if (!is_over_time (self, i))
      continue;
    else if (range == NULL)
      ls_plot_area_zoom_all (get_area (self, i));
    else
      {
        ls_figure_zoom_time (ls_plot_area_get_figure (get_area (self, i)), range);
        ls_plot_area_redraw (get_area (self, i));
      }
}

static void
link_time_cb (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  const guint n = get_n (user_data);

  g_simple_action_set_state (action, state);
  ls_window_state_set_switch ("plots", "link-time", g_variant_get_boolean (state));
  if (find_time (user_data, n) < n)
    link_to (user_data, find_time (user_data, n));
}

static void
ls_plot_time_class_init (G_GNUC_UNUSED LsPlotTimeClass *klass)
{
}

static void
ls_plot_time_init (G_GNUC_UNUSED LsPlotTime *self)
{
}

LsPlotTime *
ls_plot_time_new (const LsFrame *frame, LsPlotDesk *desk)
{
  static const GActionEntry entries[]
      = { { .name = "link-time", .state = "true", .change_state = link_time_cb } };
  LsPlotTime *self = g_object_new (LS_TYPE_PLOT_TIME, NULL);
  const gboolean linked = ls_window_state_get_switch ("plots", "link-time", TRUE);

  g_return_val_if_fail (frame != NULL && LS_IS_PLOT_DESK (desk), NULL);
  self->frame = frame;
  self->desk = desk;
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  g_simple_action_set_state (ls_frame_get_action (frame, "link-time"),
                             g_variant_new_boolean (linked));
  return self;
}
