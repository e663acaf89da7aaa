#include "app/window/plot-desk.h"
#include "app/base/widgets.h"

/* Plots shown where there is room for few. */
#define FEW 2

/* Size of a window for one plot, px. */
#define OWN_WIDTH 900
#define OWN_HEIGHT 600

struct _LsPlotDesk
{
  GObject parent_instance;
  const LsFrame *frame;
  GtkWidget *tabs, *grid;
  GPtrArray *panels;     /* LsPlotPanel of @layout */
  GHashTable *windows;   /* LsPlotPanel -> GtkWindow of its own */
  LsLayout *layout;      /* shown; views as lessons have set them */
  LsLayout *followed;    /* as the model has it */
  LsPlotPanel *alone;    /* (nullable): has the window */
  LsPlotPanel *used;     /* (nullable): focused last */
  gboolean few;          /* there is room for few plots */
  guint brief;           /* LsBriefReason */
  gboolean is_following; /* views are set by the layout */
};

G_DEFINE_TYPE (LsPlotDesk, ls_plot_desk, G_TYPE_OBJECT)

static guint panel_added_signal, alone_changed_signal, arranged_signal;

GPtrArray *
ls_plot_desk_get_panels (LsPlotDesk *self)
{
  g_return_val_if_fail (LS_IS_PLOT_DESK (self), NULL);

  return self->panels;
}

static LsExperiment *
get_experiment (LsPlotDesk *self)
{
  return ls_model_get_experiment (ls_document_get_model (self->frame->document));
}

LsPlotPanel *
ls_plot_desk_find (LsPlotDesk *self, guint place)
{
  g_return_val_if_fail (LS_IS_PLOT_DESK (self), NULL);

  for (guint i = 0; i < self->panels->len; i++)
    if (ls_plot_panel_get_place (self->panels->pdata[i]) == place)
      return self->panels->pdata[i];
  return NULL;
}

LsPlotPanel *
ls_plot_desk_get_used (LsPlotDesk *self)
{
  g_return_val_if_fail (LS_IS_PLOT_DESK (self), NULL);

  return self->used != NULL ? self->used : self->panels->pdata[0];
}

gboolean
ls_plot_desk_is_detached (LsPlotDesk *self, LsPlotPanel *panel)
{
  g_return_val_if_fail (LS_IS_PLOT_DESK (self), FALSE);

  return g_hash_table_contains (self->windows, panel);
}

LsPlotPanel *
ls_plot_desk_get_alone (LsPlotDesk *self)
{
  g_return_val_if_fail (LS_IS_PLOT_DESK (self), NULL);

  return self->alone;
}

const LsLayout *
ls_plot_desk_get_layout (LsPlotDesk *self)
{
  g_return_val_if_fail (LS_IS_PLOT_DESK (self), NULL);

  return self->layout;
}

gboolean
ls_plot_desk_is_following (LsPlotDesk *self)
{
  g_return_val_if_fail (LS_IS_PLOT_DESK (self), FALSE);

  return self->is_following;
}

LsPlotGrid *
ls_plot_desk_get_grid (LsPlotDesk *self)
{
  g_return_val_if_fail (LS_IS_PLOT_DESK (self), NULL);

  return LS_PLOT_GRID (self->grid);
}

LsLayoutTabs *
ls_plot_desk_get_tabs (LsPlotDesk *self)
{
  g_return_val_if_fail (LS_IS_PLOT_DESK (self), NULL);

  return LS_LAYOUT_TABS (self->tabs);
}

static void
focus (LsPlotPanel *panel)
{
  ls_widget_focus (GTK_WIDGET (ls_plot_panel_get_area (panel)));
}

/* ---- What is shown where ------------------------------------------------------------------- */

/* The panel of a place, unless it is elsewhere or there is no room for it. */
static GtkWidget *
find_shown (gpointer user_data, guint place)
{
  LsPlotDesk *self = user_data;
  LsPlotPanel *panel = ls_plot_desk_find (self, place);
  const gboolean is_narrow = self->few && get_experiment (self)->layouts->len == 0;
  guint index = 0;

  if (panel == NULL || g_hash_table_contains (self->windows, panel)
      || (self->alone != NULL && self->alone != panel))
    return NULL;
  g_ptr_array_find (self->panels, panel, &index);
  return is_narrow && index >= FEW && self->alone != panel ? NULL : GTK_WIDGET (panel);
}

static void
show_grid (LsPlotDesk *self)
{
  ls_plot_grid_show (LS_PLOT_GRID (self->grid), self->layout->root, find_shown, self);
}

void
ls_plot_desk_set_alone (LsPlotDesk *self, LsPlotPanel *panel)
{
  g_return_if_fail (LS_IS_PLOT_DESK (self));

  if (self->alone == panel)
    return;
  if (self->alone != NULL)
    ls_plot_panel_set_maximised (self->alone, FALSE);
  self->alone = panel;
  if (panel != NULL)
    ls_plot_panel_set_maximised (panel, TRUE);
  show_grid (self);
  gtk_widget_set_visible (self->frame->left_paned, panel == NULL);
  g_signal_emit (self, alone_changed_signal, 0, panel != NULL);
}

void
ls_plot_desk_maximise (LsPlotDesk *self, LsPlotPanel *panel, gboolean maximise)
{
  g_return_if_fail (LS_IS_PLOT_DESK (self) && LS_IS_PLOT_PANEL (panel));

  GtkWindow *own = g_hash_table_lookup (self->windows, panel);

  if (own == NULL)
    ls_plot_desk_set_alone (self, maximise ? panel : NULL);
  else if (maximise)
    gtk_window_maximize (own);
  else
    gtk_window_unmaximize (own);
  if (own != NULL)
    ls_plot_panel_set_maximised (panel, maximise);
  focus (panel);
}

/* ---- Windows of their own ------------------------------------------------------------------ */

void
ls_plot_desk_attach (LsPlotDesk *self, LsPlotPanel *panel)
{
  g_return_if_fail (LS_IS_PLOT_DESK (self) && LS_IS_PLOT_PANEL (panel));

  GtkWidget *window = g_hash_table_lookup (self->windows, panel);

  gtk_container_remove (GTK_CONTAINER (window), GTK_WIDGET (panel));
  g_hash_table_remove (self->windows, panel);
  ls_plot_panel_set_detached (panel, FALSE);
  ls_plot_panel_set_maximised (panel, FALSE);
}

static gboolean
window_closed_cb (GtkWidget *window, G_GNUC_UNUSED GdkEvent *event, gpointer user_data)
{
  LsPlotDesk *self = user_data;
  LsPlotPanel *panel = LS_PLOT_PANEL (gtk_bin_get_child (GTK_BIN (window)));

  ls_plot_desk_attach (self, panel);
  show_grid (self);
  focus (panel);
  return GDK_EVENT_STOP;
}

static void
title_window (LsPlotDesk *self, LsPlotPanel *panel)
{
  GtkWindow *window = g_hash_table_lookup (self->windows, panel);
  g_autofree char *title
      = g_strdup_printf ("%s – %s", ls_plot_view_get_title (ls_plot_panel_get_view (panel)),
                         ls_document_get_title (self->frame->document));

  if (window != NULL)
    gtk_window_set_title (window, title);
}

/* The keys and commands of the main window work in it. */
static void
detach (LsPlotDesk *self, LsPlotPanel *panel)
{
  GtkWidget *window = gtk_window_new (GTK_WINDOW_TOPLEVEL);

  ls_plot_desk_set_alone (self, NULL);
  g_hash_table_insert (self->windows, panel, window);
  show_grid (self);
  gtk_container_add (GTK_CONTAINER (window), GTK_WIDGET (panel));
  ls_frame_attach_to (self->frame, GTK_WINDOW (window));
  gtk_widget_insert_action_group (window, "win", G_ACTION_GROUP (self->frame->window));
  gtk_window_set_application (GTK_WINDOW (window),
                              gtk_window_get_application (self->frame->window));
  gtk_window_set_default_size (GTK_WINDOW (window), OWN_WIDTH, OWN_HEIGHT);
  title_window (self, panel);
  ls_plot_panel_set_detached (panel, TRUE);
  g_signal_connect_object (window, "delete-event", G_CALLBACK (window_closed_cb), self, 0);
  gtk_widget_show (window);
  focus (panel);
}

void
ls_plot_desk_switch_window (LsPlotDesk *self, LsPlotPanel *panel)
{
  g_return_if_fail (LS_IS_PLOT_DESK (self) && LS_IS_PLOT_PANEL (panel));

  if (!g_hash_table_contains (self->windows, panel))
    {
      detach (self, panel);
      return;
    }
  ls_plot_desk_attach (self, panel);
  show_grid (self);
  focus (panel);
}

/* ---- The layout of the model --------------------------------------------------------------- */

static LsPlotView
find_view (const LsLayoutNode *plot)
{
  const LsPlotView view = ls_plot_view_find (plot->view);

  return view < ls_plot_view_get_n () ? view : ls_plot_view_find (ls_figure_trajectory.item.id);
}

static void
maximise_wanted_cb (LsPlotDesk *self, gboolean maximise, LsPlotPanel *panel)
{
  ls_plot_desk_maximise (self, panel, maximise);
}

static void
focus_child_cb (LsPlotDesk *self, GtkWidget *child, GtkContainer *panel)
{
  if (child != NULL)
    self->used = LS_PLOT_PANEL (panel);
}

static LsPlotPanel *
add_panel (LsPlotDesk *self, LsPlotView view, guint place)
{
  GtkWidget *panel = g_object_ref_sink (ls_plot_panel_new (view, place));

  ls_plot_panel_set_brief (LS_PLOT_PANEL (panel), self->brief != 0);
  g_signal_connect_object (panel, "maximise-wanted", G_CALLBACK (maximise_wanted_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (panel, "set-focus-child", G_CALLBACK (focus_child_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (panel, "view-kind-changed", G_CALLBACK (title_window), self,
                           G_CONNECT_SWAPPED);
  return LS_PLOT_PANEL (panel);
}

static void
drop_panel (LsPlotDesk *self, LsPlotPanel *panel)
{
  if (g_hash_table_contains (self->windows, panel))
    ls_plot_desk_attach (self, panel);
  if (self->alone == panel)
    ls_plot_desk_set_alone (self, NULL);
  if (self->used == panel)
    self->used = NULL;
}

/* Panels stay as they are where their plot is still there. */
static void
fill (LsPlotDesk *self)
{
  g_autoptr (GPtrArray) plots = ls_layout_list_plots (self->layout);
  GPtrArray *before = self->panels;
  g_autoptr (GPtrArray) added = g_ptr_array_new ();
  GPtrArray *panels = g_ptr_array_new_with_free_func (g_object_unref);

  self->is_following = TRUE;
  for (guint i = 0; i < plots->len; i++)
    {
      const LsLayoutNode *plot = plots->pdata[i];
      LsPlotPanel *panel = ls_plot_desk_find (self, plot->place);

      if (panel != NULL)
        g_object_ref (panel);
      else
        g_ptr_array_add (added, panel = add_panel (self, find_view (plot), plot->place));
      ls_plot_panel_set_view (panel, find_view (plot));
      g_ptr_array_add (panels, panel);
    }
  self->is_following = FALSE;
  for (guint i = 0; i < before->len; i++)
    if (!g_ptr_array_find (panels, before->pdata[i], NULL))
      drop_panel (self, before->pdata[i]);
  self->panels = panels;
  show_grid (self);
  for (guint i = 0; i < before->len; i++)
    if (!g_ptr_array_find (panels, before->pdata[i], NULL))
      gtk_widget_destroy (before->pdata[i]);
  g_ptr_array_unref (before);
  for (guint i = 0; i < added->len; i++)
    g_signal_emit (self, panel_added_signal, 0, added->pdata[i]);
  g_signal_emit (self, arranged_signal, 0);
}

static void
show_tabs (LsPlotDesk *self)
{
  const LsExperiment *experiment = get_experiment (self);

  ls_layout_tabs_show (LS_LAYOUT_TABS (self->tabs), experiment->layouts,
                       MIN (experiment->layout, MAX (experiment->layouts->len, 1) - 1));
}

void
ls_plot_desk_follow (LsPlotDesk *self)
{
  g_return_if_fail (LS_IS_PLOT_DESK (self));

  g_autoptr (LsLayout) layout = ls_experiment_copy_layout (get_experiment (self));

  show_tabs (self);
  if (self->followed != NULL && ls_layout_equal (layout, self->followed))
    return;
  g_clear_pointer (&self->layout, ls_layout_free);
  g_clear_pointer (&self->followed, ls_layout_free);
  self->layout = ls_layout_copy (layout);
  self->followed = g_steal_pointer (&layout);
  fill (self);
}

void
ls_plot_desk_adopt (LsPlotDesk *self, const LsLayout *layout)
{
  g_return_if_fail (LS_IS_PLOT_DESK (self) && layout != NULL);

  ls_layout_free (self->layout);
  ls_layout_free (self->followed);
  self->layout = ls_layout_copy (layout);
  self->followed = ls_layout_copy (layout);
}

void
ls_plot_desk_set_view (LsPlotDesk *self, guint index, LsPlotView view)
{
  g_return_if_fail (LS_IS_PLOT_DESK (self) && view < ls_plot_view_get_n ());

  LsPlotPanel *panel = index < self->panels->len ? self->panels->pdata[index] : NULL;
  LsLayoutNode *plot
      = panel != NULL ? ls_layout_node_find (self->layout->root, ls_plot_panel_get_place (panel))
                      : NULL;

  if (plot == NULL)
    return;
  g_free (plot->view);
  plot->view = g_strdup (ls_plot_view_get_id (view));
  self->is_following = TRUE;
  ls_plot_panel_set_view (panel, view);
  self->is_following = FALSE;
}

void
ls_plot_desk_set_few (LsPlotDesk *self, gboolean few)
{
  g_return_if_fail (LS_IS_PLOT_DESK (self));

  self->few = few;
  show_grid (self);
}

void
ls_plot_desk_set_brief (LsPlotDesk *self, LsBriefReason reason, gboolean brief)
{
  g_return_if_fail (LS_IS_PLOT_DESK (self));

  self->brief = brief ? self->brief | reason : self->brief & ~(guint)reason;
  for (guint i = 0; i < self->panels->len; i++)
    ls_plot_panel_set_brief (self->panels->pdata[i], self->brief != 0);
}

/* ---- Life cycle ---------------------------------------------------------------------------- */

static void
ls_plot_desk_dispose (GObject *object)
{
  LsPlotDesk *self = LS_PLOT_DESK (object);

  g_hash_table_remove_all (self->windows);
  G_OBJECT_CLASS (ls_plot_desk_parent_class)->dispose (object);
}

static void
ls_plot_desk_finalize (GObject *object)
{
  LsPlotDesk *self = LS_PLOT_DESK (object);

  g_hash_table_unref (self->windows);
  g_ptr_array_unref (self->panels);
  ls_layout_free (self->layout);
  ls_layout_free (self->followed);
  G_OBJECT_CLASS (ls_plot_desk_parent_class)->finalize (object);
}

static void
ls_plot_desk_class_init (LsPlotDeskClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_plot_desk_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_plot_desk_finalize;
  panel_added_signal = g_signal_new ("panel-added", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 1, LS_TYPE_PLOT_PANEL);
  alone_changed_signal = g_signal_new ("alone-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                       NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  arranged_signal
      = g_signal_new ("arranged", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_plot_desk_init (LsPlotDesk *self)
{
  self->panels = g_ptr_array_new_with_free_func (g_object_unref);
  self->windows = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify)gtk_widget_destroy);
}

LsPlotDesk *
ls_plot_desk_new (const LsFrame *frame)
{
  LsPlotDesk *self = g_object_new (LS_TYPE_PLOT_DESK, NULL);
  GtkWidget *box;

  g_return_val_if_fail (frame != NULL, NULL);
  self->frame = frame;
  self->tabs = ls_layout_tabs_new ();
  self->grid = ls_plot_grid_new ();
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_show (box);
  gtk_box_pack_start (GTK_BOX (box), self->tabs, FALSE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (box), self->grid, TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (frame->plots_box), box, TRUE, TRUE, 0);
  return self;
}
