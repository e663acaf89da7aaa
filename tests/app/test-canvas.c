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
  g_assert_cmpstr (ls_document_get_undo_name (self->document), ==, "Add component");
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
  return g_test_run ();
}
