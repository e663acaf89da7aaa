#include "app/plot/plot-sheet.h"

/* Parts of a page by which keys and the wheel scroll. */
#define STEP 0.1
#define PAGE 0.9

struct _LsPlotSheet
{
  GtkBin parent_instance;
  GtkAdjustment *across, *down; /* (nullable) */
  gboolean is_allocating;
};

G_DEFINE_TYPE_WITH_CODE (LsPlotSheet,
                         ls_plot_sheet,
                         GTK_TYPE_BIN,
                         G_IMPLEMENT_INTERFACE (GTK_TYPE_SCROLLABLE, NULL))

/* As GtkScrollable names them. */
enum
{
  PROP_HADJUSTMENT = 1,
  PROP_VADJUSTMENT,
  PROP_HSCROLL_POLICY,
  PROP_VSCROLL_POLICY
};

/* ---- Sizes --------------------------------------------------------------------------------- */

static GtkWidget *
get_child (LsPlotSheet *self)
{
  return gtk_bin_get_child (GTK_BIN (self));
}

static void
ls_plot_sheet_get_preferred_width (GtkWidget *widget, int *minimum, int *natural)
{
  gtk_widget_get_preferred_width (get_child (LS_PLOT_SHEET (widget)), minimum, natural);
}

static void
ls_plot_sheet_get_preferred_height (GtkWidget *widget, int *minimum, int *natural)
{
  gtk_widget_get_preferred_height (get_child (LS_PLOT_SHEET (widget)), minimum, natural);
}

static void
configure (GtkAdjustment *adjustment, int size, int room)
{
  const double value = gtk_adjustment_get_value (adjustment);

  gtk_adjustment_configure (adjustment, CLAMP (value, 0, size - room), 0, size, STEP * room,
                            PAGE * room, room);
}

static void
place_child (LsPlotSheet *self)
{
  const GtkAllocation place
      = { -(int)gtk_adjustment_get_value (self->across),
          -(int)gtk_adjustment_get_value (self->down), (int)gtk_adjustment_get_upper (self->across),
          (int)gtk_adjustment_get_upper (self->down) };

  gtk_widget_size_allocate (get_child (self), (GtkAllocation *)&place);
}

static void
ls_plot_sheet_size_allocate (GtkWidget *widget, GtkAllocation *allocation)
{
  LsPlotSheet *self = LS_PLOT_SHEET (widget);
  GtkRequisition least;

  gtk_widget_set_allocation (widget, allocation);
  if (gtk_widget_get_realized (widget))
    gdk_window_move_resize (gtk_widget_get_window (widget), allocation->x, allocation->y,
                            allocation->width, allocation->height);
  gtk_widget_get_preferred_size (get_child (self), &least, NULL);
  self->is_allocating = TRUE;
  configure (self->across, MAX (allocation->width, least.width), allocation->width);
  configure (self->down, MAX (allocation->height, least.height), allocation->height);
  self->is_allocating = FALSE;
  place_child (self);
}

/* At once, also while what is around is being allocated: a request for another time would be lost.
 */
static void
scrolled_cb (LsPlotSheet *self)
{
  if (!self->is_allocating && gtk_widget_get_realized (GTK_WIDGET (self)))
    place_child (self);
}

/* A window of its own cuts what is scrolled away. */
static void
ls_plot_sheet_realize (GtkWidget *widget)
{
  GtkAllocation allocation;
  GdkWindowAttr attributes = { .window_type = GDK_WINDOW_CHILD, .wclass = GDK_INPUT_OUTPUT };
  GdkWindow *window;

  gtk_widget_set_realized (widget, TRUE);
  gtk_widget_get_allocation (widget, &allocation);
  attributes.x = allocation.x;
  attributes.y = allocation.y;
  attributes.width = allocation.width;
  attributes.height = allocation.height;
  attributes.visual = gtk_widget_get_visual (widget);
  attributes.event_mask = gtk_widget_get_events (widget) | GDK_SCROLL_MASK | GDK_SMOOTH_SCROLL_MASK;
  window = gdk_window_new (gtk_widget_get_parent_window (widget), &attributes,
                           GDK_WA_X | GDK_WA_Y | GDK_WA_VISUAL);
  gtk_widget_set_window (widget, window);
  gtk_widget_register_window (widget, window);
}

/* ---- Adjustments --------------------------------------------------------------------------- */

static void
set_adjustment (LsPlotSheet *self, GtkAdjustment **place, GtkAdjustment *adjustment)
{
  if (*place != NULL)
    g_signal_handlers_disconnect_by_data (*place, self);
  g_clear_object (place);
  if (adjustment == NULL)
    adjustment = gtk_adjustment_new (0, 0, 0, 0, 0, 0);
  *place = g_object_ref_sink (adjustment);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (scrolled_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
ls_plot_sheet_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  LsPlotSheet *self = LS_PLOT_SHEET (object);

  if (id == PROP_HADJUSTMENT)
    set_adjustment (self, &self->across, g_value_get_object (value));
  else if (id == PROP_VADJUSTMENT)
    set_adjustment (self, &self->down, g_value_get_object (value));
  else if (id != PROP_HSCROLL_POLICY && id != PROP_VSCROLL_POLICY)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
ls_plot_sheet_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  LsPlotSheet *self = LS_PLOT_SHEET (object);

  if (id == PROP_HADJUSTMENT || id == PROP_VADJUSTMENT)
    g_value_set_object (value, id == PROP_HADJUSTMENT ? self->across : self->down);
  else if (id == PROP_HSCROLL_POLICY || id == PROP_VSCROLL_POLICY)
    g_value_set_enum (value, GTK_SCROLL_MINIMUM);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

/* ---- The widget ---------------------------------------------------------------------------- */

static void
ls_plot_sheet_dispose (GObject *object)
{
  LsPlotSheet *self = LS_PLOT_SHEET (object);

  g_clear_object (&self->across);
  g_clear_object (&self->down);
  G_OBJECT_CLASS (ls_plot_sheet_parent_class)->dispose (object);
}

static void
ls_plot_sheet_class_init (LsPlotSheetClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ls_plot_sheet_set_property;
  object_class->get_property = ls_plot_sheet_get_property;
  object_class->dispose = ls_plot_sheet_dispose;
  widget_class->get_preferred_width = ls_plot_sheet_get_preferred_width;
  widget_class->get_preferred_height = ls_plot_sheet_get_preferred_height;
  widget_class->size_allocate = ls_plot_sheet_size_allocate;
  widget_class->realize = ls_plot_sheet_realize;
  gtk_widget_class_set_accessible_role (widget_class, ATK_ROLE_VIEWPORT);
  g_object_class_override_property (object_class, PROP_HADJUSTMENT, "hadjustment");
  g_object_class_override_property (object_class, PROP_VADJUSTMENT, "vadjustment");
  g_object_class_override_property (object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
  g_object_class_override_property (object_class, PROP_VSCROLL_POLICY, "vscroll-policy");
}

static void
ls_plot_sheet_init (LsPlotSheet *self)
{
  gtk_widget_set_has_window (GTK_WIDGET (self), TRUE);
  set_adjustment (self, &self->across, NULL);
  set_adjustment (self, &self->down, NULL);
}

GtkWidget *
ls_plot_sheet_new (void)
{
  return g_object_new (LS_TYPE_PLOT_SHEET, "visible", TRUE, NULL);
}
