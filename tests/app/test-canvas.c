/* The canvas by pointer and keyboard, in process. */
#include "fixture.h"

typedef struct
{
  LsWindow *window;
  LsDocument *document;
  LsModel *model;
  LsCanvas *canvas;
  GtkWidget *widget;
} Fixture;

static void
set_up (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  self->window = ls_test_window_new ();
  self->document = ls_window_get_document (self->window);
  self->model = ls_document_get_model (self->document);
  self->canvas = ls_window_get_canvas (self->window);
  self->widget = GTK_WIDGET (self->canvas);
  ls_test_place (self->window, "prey", 60, 60);
  ls_test_place (self->window, "predator", 400, 60);
}

static void
tear_down (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  ls_test_window_free (self->window);
}

static guint
id_of (Fixture *self, const char *name)
{
  return ls_model_find_component_by_name (self->model, name)->id;
}

/* From output to input and from input to output. */
static void
test_wire (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  ls_test_drag (self->widget, ls_test_port (self->canvas, "prey", "population"),
                ls_test_port (self->canvas, "predator", "prey"));
  ls_test_drag (self->widget, ls_test_port (self->canvas, "prey", "predators"),
                ls_test_port (self->canvas, "predator", "population"));
  g_assert_cmpuint (ls_model_get_n_connections (self->model), ==, 2);
  g_assert_nonnull (ls_model_find_source (self->model, id_of (self, "prey"), "predators"));
  ls_document_undo (self->document);
  g_assert_cmpuint (ls_model_get_n_connections (self->model), ==, 1);
}

/* The reason is there while the pointer is on the wrong port, and nothing is connected. */
static void
test_verdict (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  LsPoint from = ls_test_port (self->canvas, "prey", "population");
  LsPoint wrong = ls_test_port (self->canvas, "predator", "population");
  LsPoint right = ls_test_port (self->canvas, "predator", "prey");

  ls_test_press (self->widget, from.x, from.y, GDK_BUTTON_PRIMARY, 0);
  ls_test_move (self->widget, wrong.x, wrong.y);
  g_assert_nonnull (strstr (ls_canvas_get_hint (self->canvas), "predator.population"));
  ls_test_move (self->widget, right.x, right.y);
  g_assert_cmpstr (ls_canvas_get_hint (self->canvas), ==,
                   "Connect prey.population to predator.prey");
  ls_test_key (self->widget, GDK_KEY_Escape, 0);
  g_assert_cmpstr (ls_canvas_get_hint (self->canvas), ==, "");
  ls_test_release (self->widget, right.x, right.y, GDK_BUTTON_PRIMARY);
  g_assert_cmpuint (ls_model_get_n_connections (self->model), ==, 0);
}

static void
test_move_snaps (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const LsComponent *prey = ls_model_find_component_by_name (self->model, "prey");
  LsPoint from = { prey->x + 40, prey->y + 12 };
  double x = prey->x, y = prey->y;

  ls_test_drag (self->widget, from, (LsPoint){ from.x + 43, from.y + 68 });
  g_assert_cmpfloat (prey->x, ==, x + 40); /* the grid is 10 units, the zoom 1 */
  g_assert_cmpfloat (prey->y, ==, y + 70);
  ls_document_undo (self->document);
  g_assert_cmpfloat (prey->x, ==, x);
}

/* Esc in the middle puts the block back and leaves no entry. */
static void
test_move_cancelled (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const LsComponent *prey = ls_model_find_component_by_name (self->model, "prey");
  double x = prey->x;

  ls_test_press (self->widget, prey->x + 40, prey->y + 12, GDK_BUTTON_PRIMARY, 0);
  ls_test_move (self->widget, prey->x + 140, prey->y + 62);
  g_assert_cmpfloat (prey->x, >, x);
  ls_test_key (self->widget, GDK_KEY_Escape, 0);
  g_assert_cmpfloat (prey->x, ==, x);
  ls_test_release (self->widget, 0, 0, GDK_BUTTON_PRIMARY);
  g_assert_cmpstr (ls_document_get_undo_name (self->document), ==, "Add predator");
}

static void
test_band_and_delete (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  ls_test_drag (self->widget, (LsPoint){ 5, 5 },
                (LsPoint){ gtk_widget_get_allocated_width (self->widget) - 5,
                           gtk_widget_get_allocated_height (self->widget) - 5 });
  g_assert_cmpuint (ls_canvas_get_n_selected (self->canvas), ==, 2);
  ls_test_key (self->widget, GDK_KEY_Delete, 0);
  g_assert_cmpuint (ls_model_get_n_components (self->model), ==, 0);
  ls_document_undo (self->document);
  g_assert_cmpuint (ls_model_get_n_components (self->model), ==, 2);
}

/* Tab to an output, Return, Tab to the input that fits, Return. */
static void
test_wire_by_keyboard (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  gtk_widget_grab_focus (self->widget);
  ls_canvas_clear_selection (self->canvas);
  for (int i = 0; i < 3; i++)
    gtk_widget_child_focus (self->widget, GTK_DIR_TAB_FORWARD); /* prey, its input, its output */
  ls_test_key (self->widget, GDK_KEY_Return, 0);
  g_assert_nonnull (strstr (ls_canvas_get_hint (self->canvas), "prey.population"));
  while (strstr (ls_canvas_get_hint (self->canvas), "to predator.prey") == NULL)
    gtk_widget_child_focus (self->widget, GTK_DIR_TAB_FORWARD);
  ls_test_key (self->widget, GDK_KEY_Return, 0);
  g_assert_cmpuint (ls_model_get_n_connections (self->model), ==, 1);
  g_assert_nonnull (ls_model_find_source (self->model, id_of (self, "predator"), "prey"));
}

static void
test_nudge_merges (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const LsComponent *prey = ls_model_find_component_by_name (self->model, "prey");
  double x = prey->x;

  ls_canvas_select_component (self->canvas, prey->id, FALSE);
  for (int i = 0; i < 5; i++)
    ls_test_key (self->widget, GDK_KEY_Right, 0);
  g_assert_cmpfloat (prey->x, ==, x + 50);
  ls_document_undo (self->document);
  g_assert_cmpfloat (prey->x, ==, x);
}

/* The point under the pointer stays where it is. */
static void
test_zoom_at_pointer (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  LsPoint before = ls_test_port (self->canvas, "prey", "population");
  LsPoint after;
  g_autoptr (GdkEvent) event = gdk_event_new (GDK_SCROLL);

  event->any.window = g_object_ref (gtk_widget_get_window (self->widget));
  gdk_event_set_device (event, gdk_seat_get_pointer (gdk_display_get_default_seat (
                                   gtk_widget_get_display (self->widget))));
  event->scroll.direction = GDK_SCROLL_UP;
  event->scroll.state = GDK_CONTROL_MASK;
  event->scroll.x = before.x;
  event->scroll.y = before.y;
  gtk_widget_event (self->widget, event);
  g_assert_cmpfloat (ls_canvas_get_zoom (self->canvas), >, 1);
  after = ls_test_port (self->canvas, "prey", "population");
  g_assert_cmpfloat_with_epsilon (after.x, before.x, 2); /* whole pixels */
  g_assert_cmpfloat_with_epsilon (after.y, before.y, 2);
}

/* A wire straight across gets two bends where it is dragged; they go with both blocks. */
static void
test_bend (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const LsComponent *prey = ls_model_find_component_by_name (self->model, "prey");
  g_autoptr (GError) error = NULL;
  guint id = ls_document_connect (self->document, id_of (self, "prey"), "population",
                                  id_of (self, "predator"), "prey", &error);
  const LsConnection *wire = ls_model_find_connection (self->model, id);
  LsPoint from = ls_test_port (self->canvas, "prey", "population");
  LsPoint to = ls_test_port (self->canvas, "predator", "prey");
  LsPoint middle = { (from.x + to.x) / 2, from.y };
  LsPoint first;
  double x = prey->x;

  g_assert_no_error (error);
  ls_test_drag (self->widget, middle, (LsPoint){ middle.x, middle.y + 60 });
  g_assert_cmpuint (wire->points->len, >=, 2);
  g_assert_cmpstr (ls_document_get_undo_name (self->document), ==,
                   "Bend prey.population → predator.prey");
  first = g_array_index (wire->points, LsPoint, 1);
  ls_canvas_select_all (self->canvas);
  ls_test_key (self->widget, GDK_KEY_Right, 0);
  g_assert_cmpfloat (prey->x, ==, x + 10);
  g_assert_cmpfloat (g_array_index (wire->points, LsPoint, 1).x, ==, first.x + 10);
  ls_document_undo (self->document);
  g_assert_cmpfloat (g_array_index (wire->points, LsPoint, 1).x, ==, first.x);
  ls_canvas_reset_routes (self->canvas);
  g_assert_cmpuint (wire->points->len, ==, 0);
  ls_document_undo (self->document);
  ls_document_undo (self->document);
  g_assert_cmpuint (wire->points->len, ==, 0);
}

/* Dragged back into line the bends are gone, not only straight: the program lays the wire again. */
static void
test_unbend (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  LsPoint from, to, middle;
  g_autoptr (GError) error = NULL;
  const LsConnection *wire;
  guint id = ls_document_connect (self->document, id_of (self, "prey"), "population",
                                  id_of (self, "predator"), "prey", &error);

  g_assert_no_error (error);
  wire = ls_model_find_connection (self->model, id);
  from = ls_test_port (self->canvas, "prey", "population");
  to = ls_test_port (self->canvas, "predator", "prey");
  middle = (LsPoint){ (from.x + to.x) / 2, from.y };
  ls_test_drag (self->widget, middle, (LsPoint){ middle.x, middle.y + 60 });
  g_assert_cmpuint (wire->points->len, >=, 4);
  ls_test_drag (self->widget, (LsPoint){ middle.x, middle.y + 60 }, middle);
  g_assert_cmpuint (wire->points->len, ==, 0);
  ls_document_undo (self->document);
  g_assert_cmpuint (wire->points->len, >=, 4);
}

/* A copy below what nearly fills the view is put where it can be seen. */
static void
test_copy_in_sight (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  double width = gtk_widget_get_allocated_width (self->widget);
  double height = gtk_widget_get_allocated_height (self->widget);
  AtkObject *root = gtk_widget_get_accessible (self->widget);

  for (int i = 0; i < 4; i++)
    {
      LsPoint centre;

      ls_canvas_select_component (self->canvas, id_of (self, "prey"), FALSE);
      ls_canvas_duplicate (self->canvas);
      ls_test_settle ();
      centre = ls_test_centre (
          self->canvas,
          ls_test_find (root, ls_model_get_component (self->model, (guint)i + 2)->name));
      g_assert_cmpfloat (centre.x, >, 0);
      g_assert_cmpfloat (centre.x, <, width);
      g_assert_cmpfloat (centre.y, >, 0);
      g_assert_cmpfloat (centre.y, <, height);
    }
}

/* Clockwise: inputs from the left to the top; four times is none, and one entry. */
static void
test_rotate (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  LsDiagram *diagram = ls_canvas_get_diagram (self->canvas);
  guint id = id_of (self, "prey");
  LsPoint tip;
  double dx, dy;

  ls_canvas_select_component (self->canvas, id, FALSE);
  ls_canvas_rotate (self->canvas, 1);
  g_assert_true (ls_diagram_get_port (diagram, id, "predators", &tip, &dx, &dy));
  g_assert_cmpfloat (dy, ==, -1);
  g_assert_cmpstr (ls_document_get_undo_name (self->document), ==, "Rotate prey");
  ls_document_undo (self->document);
  ls_canvas_flip (self->canvas);
  g_assert_true (ls_diagram_get_port (diagram, id, "predators", &tip, &dx, &dy));
  g_assert_cmpfloat (dx, ==, 1);
}

static void
test_align (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const LsComponent *prey = ls_model_find_component_by_name (self->model, "prey");
  const LsComponent *predator = ls_model_find_component_by_name (self->model, "predator");

  ls_canvas_select_component (self->canvas, prey->id, FALSE);
  for (int i = 0; i < 3; i++)
    ls_test_key (self->widget, GDK_KEY_Down, GDK_SHIFT_MASK);
  g_assert_cmpfloat (prey->y, ==, predator->y + 150);
  ls_canvas_select_all (self->canvas);
  ls_canvas_align (self->canvas, LS_ALIGN_TOP);
  g_assert_cmpfloat (prey->y, ==, predator->y);
  g_assert_cmpstr (ls_document_get_undo_name (self->document), ==, "Align top 2 components");
  ls_document_undo (self->document);
  g_assert_cmpfloat (prey->y, ==, predator->y + 150);
}

/* Nearly in line is in line: the wire comes out straight. */
static void
test_guides (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const LsComponent *prey = ls_model_find_component_by_name (self->model, "prey");
  LsPoint out, in, from = { prey->x + 40, prey->y + 12 };
  g_autoptr (GError) error = NULL;

  ls_document_connect (self->document, id_of (self, "prey"), "population", id_of (self, "predator"),
                       "prey", &error);
  g_assert_no_error (error);
  ls_test_drag (self->widget, from, (LsPoint){ from.x, from.y + 100 });
  from.y += 100;
  ls_test_drag (self->widget, from, (LsPoint){ from.x + 30, from.y - 97 });
  out = ls_test_port (self->canvas, "prey", "population");
  in = ls_test_port (self->canvas, "predator", "prey");
  g_assert_cmpfloat (out.y, ==, in.y);
}

static gboolean
has_four (gpointer model)
{
  return ls_model_get_n_components (model) == 4;
}

/* By way of the clipboard, with the wire between them and a new name. */
static void
test_paste (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  ls_document_connect (self->document, id_of (self, "prey"), "population", id_of (self, "predator"),
                       "prey", &error);
  g_assert_no_error (error);
  ls_canvas_select_all (self->canvas);
  ls_test_key (self->widget, GDK_KEY_c, GDK_CONTROL_MASK);
  ls_test_key (self->widget, GDK_KEY_v, GDK_CONTROL_MASK);
  ls_test_wait (has_four, self->model);
  g_assert_cmpuint (ls_model_get_n_connections (self->model), ==, 2);
  g_assert_nonnull (ls_model_find_component_by_name (self->model, "prey_2"));
  g_assert_cmpuint (ls_canvas_get_n_components_selected (self->canvas), ==, 2);
  ls_document_undo (self->document);
  g_assert_cmpuint (ls_model_get_n_components (self->model), ==, 2);
  ls_canvas_select_all (self->canvas);
  ls_canvas_duplicate (self->canvas);
  g_assert_cmpuint (ls_model_get_n_components (self->model), ==, 4);
  g_assert_cmpuint (ls_model_get_n_connections (self->model), ==, 2);
  ls_document_undo (self->document);
  ls_canvas_select_all (self->canvas);
  ls_test_key (self->widget, GDK_KEY_x, GDK_CONTROL_MASK);
  g_assert_cmpuint (ls_model_get_n_components (self->model), ==, 0);
  g_assert_cmpstr (ls_document_get_undo_name (self->document), ==, "Cut");
  ls_document_undo (self->document);
  g_assert_cmpuint (ls_model_get_n_connections (self->model), ==, 1);
}

/* No block on another, signals from left to right where there is no loop. */
static void
test_arrange (Fixture *self, G_GNUC_UNUSED gconstpointer data)
{
  const LsComponent *prey = ls_model_find_component_by_name (self->model, "prey");
  const LsComponent *predator = ls_model_find_component_by_name (self->model, "predator");
  g_autoptr (GError) error = NULL;
  double x = prey->x;

  ls_document_connect (self->document, predator->id, "population", prey->id, "predators", &error);
  g_assert_no_error (error);
  ls_canvas_arrange (self->canvas);
  g_assert_cmpfloat (predator->x + predator->width, <, prey->x);
  g_assert_cmpstr (ls_document_get_undo_name (self->document), ==, "Arrange");
  ls_document_undo (self->document);
  g_assert_cmpfloat (prey->x, ==, x);
}

#define ADD(name, func) g_test_add ("/canvas/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  if (!ls_test_init (&argc, &argv))
    return 77;
  ADD ("wire", test_wire);
  ADD ("verdict", test_verdict);
  ADD ("move-snaps", test_move_snaps);
  ADD ("move-cancelled", test_move_cancelled);
  ADD ("band-and-delete", test_band_and_delete);
  ADD ("wire-by-keyboard", test_wire_by_keyboard);
  ADD ("nudge-merges", test_nudge_merges);
  ADD ("zoom-at-pointer", test_zoom_at_pointer);
  ADD ("bend", test_bend);
  ADD ("unbend", test_unbend);
  ADD ("copy-in-sight", test_copy_in_sight);
  ADD ("rotate", test_rotate);
  ADD ("align", test_align);
  ADD ("guides", test_guides);
  ADD ("paste", test_paste);
  ADD ("arrange", test_arrange);
  return g_test_run ();
}
