#include "app/window/layout-edits.h"
#include "app/base/widgets.h"
#include <math.h>
#include <string.h>
#include "app/window/plot-box.h"

struct _LsLayoutEdits
{
  GObject parent_instance;
  const LsFrame *frame;
  LsPlotDesk *desk;
  LsPlotPanel *target; /* (nullable) (weak): lit up while another one is dragged */
};

G_DEFINE_TYPE (LsLayoutEdits, ls_layout_edits, G_TYPE_OBJECT)

static LsExperiment *
get_experiment (LsLayoutEdits *self)
{
  return ls_model_get_experiment (ls_document_get_model (self->frame->document));
}

static GPtrArray *
get_panels (LsLayoutEdits *self)
{
  return ls_plot_desk_get_panels (self->desk);
}

static void
focus (LsPlotPanel *panel)
{
  ls_widget_focus (GTK_WIDGET (ls_plot_panel_get_area (panel)));
}

/* ---- Plots --------------------------------------------------------------------------------- */

/* A copy of the experiment whose layout shown is that of the window. (transfer full) */
static LsExperiment *
begin_edit (LsLayoutEdits *self, LsLayout **layout)
{
  LsExperiment *experiment;
  GPtrArray *layouts;

  ls_plot_grid_flush (ls_plot_desk_get_grid (self->desk));
  experiment = ls_experiment_copy (get_experiment (self));
  layouts = ls_experiment_ensure_layouts (experiment);
  ls_layout_free (layouts->pdata[experiment->layout]);
  *layout = layouts->pdata[experiment->layout]
      = ls_layout_copy (ls_plot_desk_get_layout (self->desk));
  return experiment;
}

static void
end_edit (LsLayoutEdits *self, const LsExperiment *experiment)
{
  ls_document_set_experiment (self->frame->document, experiment);
  ls_plot_desk_follow (self->desk);
}

/* Whether another plot of the layout is of this kind. */
static gboolean
is_shown_twice (const LsLayout *layout, const char *view)
{
  g_autoptr (GPtrArray) plots = ls_layout_list_plots (layout);
  guint n = 0;

  for (guint i = 0; i < plots->len; i++)
    n += strcmp (((const LsLayoutNode *)plots->pdata[i])->view, view) == 0;
  return n > 1;
}

/* Two plots of a kind in a layout look as they are each set up. */
static void
give_setup (LsExperiment *experiment, const char *view, guint place, guint from)
{
  const LsPlotSetup *saved = ls_experiment_find_plot (experiment, view, from);
  LsPlotSetup *setup = saved != NULL ? ls_plot_setup_copy (saved) : ls_plot_setup_new (view);

  setup->place = place;
  ls_experiment_set_plot (experiment, setup);
}

static void
view_kind_changed_cb (LsLayoutEdits *self, LsPlotPanel *panel)
{
  const char *view = ls_plot_view_get_id (ls_plot_panel_get_view (panel));
  const guint place = ls_plot_panel_get_place (panel);
  g_autoptr (LsExperiment) experiment = NULL;
  LsLayout *layout;
  LsLayoutNode *plot;

  if (ls_plot_desk_is_following (self->desk))
    return;
  experiment = begin_edit (self, &layout);
  plot = ls_layout_node_find (layout->root, place);
  g_free (plot->view);
  plot->view = g_strdup (view);
  if (is_shown_twice (layout, view))
    give_setup (experiment, view, place, place);
  end_edit (self, experiment);
}

static void
split (LsLayoutEdits *self, LsPlotPanel *panel, LsSide side)
{
  const char *view = ls_plot_view_get_id (ls_plot_panel_get_view (panel));
  const guint place = ls_plot_panel_get_place (panel);
  LsLayout *layout;
  g_autoptr (LsExperiment) experiment = begin_edit (self, &layout);
  const guint other = ls_experiment_next_place (experiment);

  ls_layout_insert (layout, place, side, ls_layout_node_new_plot (view, other));
  give_setup (experiment, view, other, place);
  ls_plot_desk_set_alone (self->desk, NULL);
  end_edit (self, experiment);
  if (ls_plot_desk_find (self->desk, other) != NULL)
    focus (ls_plot_desk_find (self->desk, other));
}

static void
close_plot (LsLayoutEdits *self, LsPlotPanel *panel)
{
  const guint place = ls_plot_panel_get_place (panel);
  LsLayout *layout;
  g_autoptr (LsExperiment) experiment = begin_edit (self, &layout);
  g_autoptr (LsLayoutNode) plot = ls_layout_take (layout, place);

  if (plot == NULL)
    {
      gtk_widget_error_bell (GTK_WIDGET (panel));
      return;
    }
  ls_experiment_remove_plots (experiment, place);
  end_edit (self, experiment);
  focus (get_panels (self)->pdata[0]);
}

static void
move_plot (LsLayoutEdits *self, LsPlotPanel *panel, LsPlotPanel *beside, LsSide side)
{
  LsLayout *layout;
  g_autoptr (LsExperiment) experiment = begin_edit (self, &layout);

  ls_layout_move (layout, ls_plot_panel_get_place (panel), ls_plot_panel_get_place (beside), side);
  end_edit (self, experiment);
  focus (panel);
}

static void
shares_changed_cb (LsLayoutEdits *self)
{
  LsLayout *layout;
  g_autoptr (LsExperiment) experiment = begin_edit (self, &layout);

  ls_plot_grid_read_shares (ls_plot_desk_get_grid (self->desk), layout->root);
  ls_plot_desk_adopt (self->desk, layout);
  end_edit (self, experiment);
}

/* ---- Moving -------------------------------------------------------------------------------- */

static void
plot_dragged_cb (LsLayoutEdits *self, double x, double y, gboolean dropped, LsPlotPanel *panel)
{
  GdkRectangle box;
  LsPlotPanel *target = isfinite (x) ? ls_plot_box_find_at (get_panels (self), x, y, &box) : NULL;

  if (target == panel || (target != NULL && ls_plot_desk_is_detached (self->desk, target)))
    target = NULL;
  if (self->target != NULL)
    ls_plot_panel_set_drop_side (self->target, -1);
  g_set_weak_pointer (&self->target, dropped ? NULL : target);
  if (target == NULL)
    return;
  if (!dropped)
    {
      ls_plot_panel_set_drop_side (target, (int)ls_plot_box_find_side (&box, x, y));
      return;
    }
  if (ls_plot_desk_is_detached (self->desk, panel))
    ls_plot_desk_attach (self->desk, panel);
  move_plot (self, panel, target, ls_plot_box_find_side (&box, x, y));
}

/* By keys: to that side of the nearest plot there. */
static void
move_towards (LsLayoutEdits *self, LsPlotPanel *panel, LsSide side)
{
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  LsPlotPanel *nearest;

  for (guint i = 0; i < get_panels (self)->len; i++)
    if (!ls_plot_desk_is_detached (self->desk, get_panels (self)->pdata[i]))
      g_ptr_array_add (others, get_panels (self)->pdata[i]);
  nearest = ls_plot_box_find_nearest (others, panel, side);
  if (nearest != NULL)
    move_plot (self, panel, nearest, side);
  else
    gtk_widget_error_bell (GTK_WIDGET (panel));
}

static void
focus_next (LsLayoutEdits *self, LsPlotPanel *panel)
{
  guint index = 0;

  g_ptr_array_find (get_panels (self), panel, &index);
  for (guint i = 1; i <= get_panels (self)->len; i++)
    {
      GtkWidget *next = get_panels (self)->pdata[(index + i) % get_panels (self)->len];

      if (!gtk_widget_get_mapped (next))
        continue;
      gtk_window_present (GTK_WINDOW (gtk_widget_get_toplevel (next)));
      focus (LS_PLOT_PANEL (next));
      return;
    }
}

static void
arrange_wanted_cb (LsLayoutEdits *self, const char *what, LsPlotPanel *panel)
{
  static const char *const sides[] = { "left", "right", "above", "below" };

  g_object_ref (panel);
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    if (g_str_has_prefix (what, "split-") && strcmp (what + strlen ("split-"), sides[i]) == 0)
      split (self, panel, (LsSide)i);
    else if (g_str_has_prefix (what, "move-") && strcmp (what + strlen ("move-"), sides[i]) == 0)
      move_towards (self, panel, (LsSide)i);
  if (strcmp (what, "close") == 0)
    close_plot (self, panel);
  else if (strcmp (what, "own-window") == 0)
    ls_plot_desk_switch_window (self->desk, panel);
  else if (strcmp (what, "maximise") == 0)
    ls_plot_desk_maximise (self->desk, panel, ls_plot_desk_get_alone (self->desk) != panel);
  else if (strcmp (what, "next") == 0)
    focus_next (self, panel);
  g_object_unref (panel);
}

static void
arrange_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LsLayoutEdits *self = user_data;

  ls_frame_show_lower (self->frame, self->frame->plots_box);
  arrange_wanted_cb (self, g_variant_get_string (parameter, NULL),
                     ls_plot_desk_get_used (self->desk));
}

/* ---- Tabs ---------------------------------------------------------------------------------- */

/* Which one is looked at is no edit of the model, but kept with it. */
static void
tab_chosen_cb (LsLayoutEdits *self, guint index)
{
  get_experiment (self)->layout = index;
  ls_plot_desk_set_alone (self->desk, NULL);
  ls_plot_desk_follow (self->desk);
}

static void
tab_moved_cb (LsLayoutEdits *self, guint from, guint to)
{
  g_autoptr (LsExperiment) experiment = ls_experiment_copy (get_experiment (self));
  LsLayout *layout = g_ptr_array_steal_index (experiment->layouts, from);

  g_ptr_array_insert (experiment->layouts, (int)to, layout);
  experiment->layout = to;
  end_edit (self, experiment);
}

static void
tab_renamed_cb (LsLayoutEdits *self, const char *name)
{
  LsLayout *layout;
  g_autoptr (LsExperiment) experiment = begin_edit (self, &layout);

  g_free (layout->name);
  layout->name = g_strdup (name);
  end_edit (self, experiment);
}

static void
new_layout_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LsLayoutEdits *self = user_data;
  const char *id = g_variant_get_string (parameter, NULL);
  const LsLayoutTemplate *form = ls_layout_templates;
  g_autoptr (LsExperiment) experiment = NULL;
  LsLayout *layout;

  while (form->id != NULL && strcmp (form->id, id) != 0)
    form++;
  if (form->id == NULL)
    return;
  experiment = begin_edit (self, &layout);
  layout = ls_layout_new_from (form, ls_experiment_next_place (experiment));
  experiment->layout++;
  g_ptr_array_insert (experiment->layouts, (int)experiment->layout, layout);
  ls_plot_desk_set_alone (self->desk, NULL);
  ls_frame_show_lower (self->frame, self->frame->plots_box);
  end_edit (self, experiment);
}

static void
close_layout_cb (G_GNUC_UNUSED GSimpleAction *action,
                 G_GNUC_UNUSED GVariant *parameter,
                 gpointer user_data)
{
  LsLayoutEdits *self = user_data;
  LsLayout *layout;
  g_autoptr (LsExperiment) experiment = begin_edit (self, &layout);
  g_autoptr (GPtrArray) plots = ls_layout_list_plots (layout);

  if (experiment->layouts->len < 2)
    {
      gtk_widget_error_bell (GTK_WIDGET (ls_plot_desk_get_grid (self->desk)));
      return;
    }
  for (guint i = 0; i < plots->len; i++)
    ls_experiment_remove_plots (experiment, ((const LsLayoutNode *)plots->pdata[i])->place);
  g_ptr_array_remove_index (experiment->layouts, experiment->layout);
  experiment->layout = MIN (experiment->layout, experiment->layouts->len - 1);
  end_edit (self, experiment);
}

static void
rename_layout_cb (G_GNUC_UNUSED GSimpleAction *action,
                  G_GNUC_UNUSED GVariant *parameter,
                  gpointer user_data)
{
  LsLayoutEdits *self = user_data;

  ls_frame_show_lower (self->frame, self->frame->plots_box);
  ls_layout_tabs_rename (ls_plot_desk_get_tabs (self->desk),
                         ls_plot_desk_get_layout (self->desk)->name);
}

static void
step_layout_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LsLayoutEdits *self = user_data;
  const guint n = MAX (get_experiment (self)->layouts->len, 1);
  const guint index
      = (get_experiment (self)->layout + n + (guint)g_variant_get_int32 (parameter)) % n;

  if (n > 1)
    tab_chosen_cb (self, index);
}

static void
shift_layout_cb (G_GNUC_UNUSED GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  LsLayoutEdits *self = user_data;
  const int n = (int)get_experiment (self)->layouts->len;
  const int from = (int)get_experiment (self)->layout;
  const int to = from + g_variant_get_int32 (parameter);

  if (to >= 0 && to < n)
    tab_moved_cb (self, (guint)from, (guint)to);
}

static const GActionEntry entries[] = {
  { .name = "plot", .parameter_type = "s", .activate = arrange_cb },
  { .name = "new-layout", .parameter_type = "s", .activate = new_layout_cb },
  { .name = "rename-layout", .activate = rename_layout_cb },
  { .name = "close-layout", .activate = close_layout_cb },
  { .name = "step-layout", .parameter_type = "i", .activate = step_layout_cb },
  { .name = "shift-layout", .parameter_type = "i", .activate = shift_layout_cb },
};

static void
panel_added_cb (LsLayoutEdits *self, LsPlotPanel *panel)
{
  g_signal_connect_object (panel, "arrange-wanted", G_CALLBACK (arrange_wanted_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (panel, "plot-dragged", G_CALLBACK (plot_dragged_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (panel, "view-kind-changed", G_CALLBACK (view_kind_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
ls_layout_edits_dispose (GObject *object)
{
  g_clear_weak_pointer (&LS_LAYOUT_EDITS (object)->target);
  G_OBJECT_CLASS (ls_layout_edits_parent_class)->dispose (object);
}

static void
ls_layout_edits_class_init (LsLayoutEditsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_layout_edits_dispose;
}

static void
ls_layout_edits_init (G_GNUC_UNUSED LsLayoutEdits *self)
{
}

LsLayoutEdits *
ls_layout_edits_new (const LsFrame *frame, LsPlotDesk *desk)
{
  LsLayoutEdits *self = g_object_new (LS_TYPE_LAYOUT_EDITS, NULL);
  LsLayoutTabs *tabs;

  g_return_val_if_fail (frame != NULL && LS_IS_PLOT_DESK (desk), NULL);
  self->frame = frame;
  self->desk = desk;
  tabs = ls_plot_desk_get_tabs (desk);
  ls_frame_add_actions (frame, entries, G_N_ELEMENTS (entries), self);
  g_signal_connect_object (desk, "panel-added", G_CALLBACK (panel_added_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ls_plot_desk_get_grid (desk), "shares-changed",
                           G_CALLBACK (shares_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tabs, "chosen", G_CALLBACK (tab_chosen_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tabs, "moved", G_CALLBACK (tab_moved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tabs, "renamed", G_CALLBACK (tab_renamed_cb), self, G_CONNECT_SWAPPED);
  return self;
}
