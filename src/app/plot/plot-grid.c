#include "app/plot/plot-grid.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/widgets.h"
#include "app/plot/plot-column.h"
#include "app/plot/plot-sheet.h"

/* Time after the last movement of a divider until the signal is emitted, ms. */
#define REST 400

struct _LsPlotGrid
{
  GtkScrolledWindow parent_instance;
  GtkWidget *box;       /* holds the widget of the root */
  LsLayoutNode *root;   /* (nullable) */
  GHashTable *widgets;  /* LsLayoutNode of @root -> GtkWidget, of those shown */
  gboolean is_placed;   /* the dividers are where they belong */
  gboolean is_changing; /* dividers are moved, but not by the user */
  gboolean is_new;      /* not allocated yet */
  guint place_id, told_id;
};

G_DEFINE_TYPE (LsPlotGrid, ls_plot_grid, GTK_TYPE_SCROLLED_WINDOW)

static guint shares_changed_signal;

static GtkOrientation
get_orientation (const LsLayoutNode *box)
{
  return box->across ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL;
}

/* ---- Dividers ------------------------------------------------------------------------------ */

/* The shares of the children in sight, and their number. */
static double
add_shares (LsPlotGrid *self, const LsLayoutNode *box, guint *n)
{
  double sum = 0;

  *n = 0;
  for (guint i = 0; i < box->children->len; i++)
    if (g_hash_table_contains (self->widgets, box->children->pdata[i]))
      {
        sum += ((const LsLayoutNode *)box->children->pdata[i])->share;
        ++*n;
      }
  return sum;
}

/* A row of n children is n - 1 dividers, one in the other. */
static void
place (LsPlotGrid *self, const LsLayoutNode *node, int width, int height)
{
  GtkWidget *paned = g_hash_table_lookup (self->widgets, node);
  int room, handle = 0, least;
  guint n;
  const double shares = add_shares (self, node, &n);

  if (LS_IS_PLOT_COLUMN (paned))
    {
      paned = ls_plot_column_get_plots (LS_PLOT_COLUMN (paned));
      gtk_widget_get_preferred_height (paned, &least, NULL);
      height = MAX (height, least);
    }
  room = node->across ? width : height;
  if (n > 1)
    gtk_widget_style_get (paned, "handle-size", &handle, NULL);
  room -= handle * ((int)n - 1);
  for (guint i = 0; i < node->children->len; i++)
    {
      const LsLayoutNode *child = node->children->pdata[i];
      const int size = (int)round (room * child->share / shares);

      if (!g_hash_table_contains (self->widgets, child))
        continue;
      if (--n > 0)
        {
          gtk_paned_set_position (GTK_PANED (paned), size);
          paned = gtk_paned_get_child2 (GTK_PANED (paned));
        }
      place (self, child, node->across ? size : width, node->across ? height : size);
    }
}

static gboolean
place_cb (gpointer user_data)
{
  LsPlotGrid *self = user_data;
  const int width = gtk_widget_get_allocated_width (self->box);
  const int height = gtk_widget_get_allocated_height (self->box);

  self->place_id = 0;
  if (self->root == NULL || width <= 1 || height <= 1)
    return G_SOURCE_REMOVE;
  self->is_placed = TRUE;
  self->is_changing = TRUE;
  place (self, self->root, width, height);
  self->is_changing = FALSE;
  return G_SOURCE_REMOVE;
}

static gboolean
told_cb (gpointer user_data)
{
  ((LsPlotGrid *)user_data)->told_id = 0;
  g_signal_emit (user_data, shares_changed_signal, 0);
  return G_SOURCE_REMOVE;
}

void
ls_plot_grid_flush (LsPlotGrid *self)
{
  g_return_if_fail (LS_IS_PLOT_GRID (self));

  if (self->told_id == 0)
    return;
  g_clear_handle_id (&self->told_id, g_source_remove);
  g_signal_emit (self, shares_changed_signal, 0);
}

/* By the user, unless it is meanwhile given another size: it keeps its share then. */
static void
position_changed_cb (LsPlotGrid *self)
{
  if (self->is_changing || !self->is_placed)
    return;
  g_clear_handle_id (&self->told_id, g_source_remove);
  self->told_id = g_timeout_add (REST, told_cb, self);
}

/* Whether @widget arranges plots, and is none itself. */
static gboolean
is_frame (GtkWidget *widget)
{
  return GTK_IS_PANED (widget) || LS_IS_PLOT_COLUMN (widget) || LS_IS_PLOT_SHEET (widget);
}

static void
scroll_to_focus (LsPlotGrid *self)
{
  GtkWidget *child = gtk_container_get_focus_child (GTK_CONTAINER (self->box));

  while (is_frame (child))
    child = gtk_container_get_focus_child (GTK_CONTAINER (child));
  if (child != NULL)
    ls_plot_column_show_plot (child);
}

static void
ls_plot_grid_size_allocate (GtkWidget *widget, GtkAllocation *allocation)
{
  LsPlotGrid *self = LS_PLOT_GRID (widget);
  const gboolean was_changing = self->is_changing;

  self->is_changing = TRUE;
  GTK_WIDGET_CLASS (ls_plot_grid_parent_class)->size_allocate (widget, allocation);
  self->is_changing = was_changing;
  /* A new plot has the focus before it has a place. */
  if (self->is_placed && self->is_new)
    {
      self->is_new = FALSE;
      scroll_to_focus (self);
    }
  if (!self->is_placed && self->place_id == 0)
    self->place_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, place_cb, self, NULL);
}

void
ls_plot_grid_read_shares (LsPlotGrid *self, LsLayoutNode *root)
{
  g_return_if_fail (LS_IS_PLOT_GRID (self) && root != NULL);

  g_autoptr (GPtrArray) shown = g_ptr_array_new (), read = g_ptr_array_new ();
  double room = 0, before;
  guint n;

  g_ptr_array_add (shown, self->root);
  g_ptr_array_add (read, root);
  for (guint i = 0; i < shown->len; i++, room = 0)
    {
      const LsLayoutNode *box = shown->pdata[i], *to = read->pdata[i];

      before = add_shares (self, box, &n);
      for (guint pass = 0; pass < 2; pass++)
        for (guint k = 0; k < box->children->len && k < to->children->len; k++)
          {
            LsLayoutNode *child = to->children->pdata[k];
            GtkWidget *widget = g_hash_table_lookup (self->widgets, box->children->pdata[k]);
            const int size = widget == NULL ? 0
                             : box->across  ? gtk_widget_get_allocated_width (widget)
                                            : gtk_widget_get_allocated_height (widget);

            if (pass == 0)
              room += size;
            else if (size > 0)
              child->share = round (1000 * before * size / room) / 1000;
            if (pass == 1)
              {
                g_ptr_array_add (shown, box->children->pdata[k]);
                g_ptr_array_add (read, child);
              }
          }
    }
}

/* ---- Widgets ------------------------------------------------------------------------------- */

static GtkWidget *
make_paned (LsPlotGrid *self, const LsLayoutNode *box, GtkWidget *first, GtkWidget *second)
{
  GtkWidget *paned = gtk_paned_new (get_orientation (box));

  gtk_paned_pack1 (GTK_PANED (paned), first, TRUE, FALSE);
  gtk_paned_pack2 (GTK_PANED (paned), second, TRUE, FALSE);
  gtk_widget_show (paned);
  ls_widget_set_accessible_name (paned,
                                 box->across ? _ ("Widths of plots") : _ ("Heights of plots"));
  g_signal_connect_object (paned, "notify::position", G_CALLBACK (position_changed_cb), self,
                           G_CONNECT_SWAPPED);
  return paned;
}

/* Columns beside each other scroll on their own: a single plot stays whole and in sight beside
 * many. Those within rows below each other scroll with them: a scroll bar within another is in the
 * way. */
static GtkWidget *
make_column (LsPlotGrid *self, const LsLayoutNode *node, GtkWidget *plots)
{
  GtkWidget *column = ls_plot_column_new (plots);

  g_hash_table_insert (self->widgets, (gpointer)node, column);
  return column;
}

/* Returns: (nullable): %NULL where none of the plots is shown */
static GtkWidget *
build (LsPlotGrid *self, const LsLayoutNode *node, LsPlotGridFind find, gpointer user_data)
{
  GtkWidget *widget = node->view != NULL ? find (user_data, node->place) : NULL;

  for (guint i = node->children->len; i-- > 0;)
    {
      GtkWidget *child = build (self, node->children->pdata[i], find, user_data);

      if (child != NULL && node == self->root && node->across && GTK_IS_PANED (child))
        child = make_column (self, node->children->pdata[i], child);
      if (child != NULL)
        widget = widget != NULL ? make_paned (self, node, child, widget) : child;
    }
  if (widget != NULL)
    g_hash_table_insert (self->widgets, (gpointer)node, widget);
  return widget;
}

/* Takes the plots out of their dividers and columns, which are destroyed. */
static void
empty (GtkWidget *widget, gpointer container)
{
  if (is_frame (widget))
    {
      gtk_container_foreach (GTK_CONTAINER (widget), empty, widget);
      gtk_widget_destroy (widget);
    }
  else
    gtk_container_remove (container, widget);
}

void
ls_plot_grid_show (LsPlotGrid *self,
                   const LsLayoutNode *root,
                   LsPlotGridFind find,
                   gpointer user_data)
{
  g_return_if_fail (LS_IS_PLOT_GRID (self) && root != NULL && find != NULL);

  GtkWidget *widget;

  g_clear_handle_id (&self->told_id, g_source_remove);
  gtk_container_foreach (GTK_CONTAINER (self->box), empty, self->box);
  g_hash_table_remove_all (self->widgets);
  ls_layout_node_free (self->root);
  self->root = ls_layout_node_copy (root);
  self->is_placed = FALSE;
  self->is_new = TRUE;
  widget = build (self, self->root, find, user_data);
  if (widget != NULL)
    gtk_box_pack_start (GTK_BOX (self->box), widget, TRUE, TRUE, 0);
  place_cb (self);
}

static void
ls_plot_grid_dispose (GObject *object)
{
  LsPlotGrid *self = LS_PLOT_GRID (object);

  g_clear_handle_id (&self->place_id, g_source_remove);
  g_clear_handle_id (&self->told_id, g_source_remove);
  G_OBJECT_CLASS (ls_plot_grid_parent_class)->dispose (object);
}

static void
ls_plot_grid_finalize (GObject *object)
{
  LsPlotGrid *self = LS_PLOT_GRID (object);

  g_hash_table_unref (self->widgets);
  ls_layout_node_free (self->root);
  G_OBJECT_CLASS (ls_plot_grid_parent_class)->finalize (object);
}

static void
ls_plot_grid_class_init (LsPlotGridClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_plot_grid_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_plot_grid_finalize;
  GTK_WIDGET_CLASS (klass)->size_allocate = ls_plot_grid_size_allocate;
  shares_changed_signal = g_signal_new ("shares-changed", G_TYPE_FROM_CLASS (klass),
                                        G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_plot_grid_init (LsPlotGrid *self)
{
  GtkWidget *sheet = ls_plot_sheet_new ();

  self->widgets = g_hash_table_new (NULL, NULL);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_show (self->box);
  gtk_container_add (GTK_CONTAINER (sheet), self->box);
  gtk_container_add (GTK_CONTAINER (self), sheet);
  g_signal_connect_swapped (self->box, "set-focus-child", G_CALLBACK (scroll_to_focus), self);
}

GtkWidget *
ls_plot_grid_new (void)
{
  return g_object_new (LS_TYPE_PLOT_GRID, "visible", TRUE, "hexpand", TRUE, "vexpand", TRUE, NULL);
}
