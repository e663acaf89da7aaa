#include "fixture.h"
#include <string.h>
#include "app/window/application.h"
#include "app/base/fmu-store.h"
#include "app/window/window-private.h"

/* µs */
#define SETTLE_TIME 60000
#define QUIET_TIME 20000
#define MAX_SETTLE_TIME 3000000
#define LOOK_TIME 5 /* ms */

static LsApplication *application;

gboolean
ls_test_init (int *argc, char ***argv)
{
  g_autoptr (GError) error = NULL;

  g_setenv ("LOCKSTEP_MODELS", LS_EXAMPLES, TRUE);
  if (!gtk_init_check (argc, argv))
    {
      g_print ("1..0 # SKIP there is no display\n");
      return FALSE;
    }
  g_test_init (argc, argv, NULL);
  application = ls_application_new ();
  g_assert_true (g_application_register (G_APPLICATION (application), NULL, &error));
  g_assert_no_error (error);
  return TRUE;
}

LsWindow *
ls_test_window_new (void)
{
  LsWindow *window = ls_window_new (GTK_APPLICATION (application));

  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  ls_test_settle ();
  return window;
}

static gboolean
is_loaded (gpointer window)
{
  return !ls_load_control_is_loading (LS_WINDOW (window)->load);
}

/* On a busy machine the model is read in the background. */
void
ls_test_window_open (LsWindow *window, const char *name)
{
  g_autofree char *path = g_build_filename (LS_EXAMPLES, name, NULL);

  g_assert_true (ls_window_open (window, path));
  ls_test_wait (is_loaded, window);
  ls_test_settle ();
}

guint
ls_test_place (LsWindow *window, const char *name, double x, double y)
{
  g_autofree char *path = g_strdup_printf ("%s/%s.fmu", LS_EXAMPLES, name);
  char *paths[] = { path, NULL };
  LsModel *model = ls_document_get_model (ls_window_get_document (window));

  g_assert_cmpuint (
      ls_canvas_place_files (ls_window_get_canvas (window), paths, &(LsPoint){ x, y }), ==, 1);
  ls_test_settle ();
  return ls_model_get_component (model, ls_model_get_n_components (model) - 1)->id;
}

void
ls_test_window_free (LsWindow *window)
{
  gtk_widget_destroy (GTK_WIDGET (window));
  ls_test_settle ();
  ls_fmu_store_clear ();
}

/* Slow machines and tools may take that many times as long, as in journeys. */
static double
get_slow (void)
{
  const char *slow = g_getenv ("SLOW");

  return slow != NULL ? MAX (g_ascii_strtod (slow, NULL), 1) : 1;
}

static gboolean
tick (gpointer ticked)
{
  *(gboolean *)ticked = TRUE;
  return G_SOURCE_CONTINUE;
}

/* Until something happens; what other threads do wakes nobody here, and is looked for in a while.
 * Returns: whether something was done. */
static gboolean
iterate (void)
{
  gboolean ticked = FALSE;
  const guint source = g_timeout_add_full (G_PRIORITY_LOW, LOOK_TIME, tick, &ticked, NULL);

  g_main_context_iteration (NULL, TRUE);
  g_source_remove (source);
  return !ticked;
}

void
ls_test_wait (LsTestCheck check, gpointer user_data)
{
  gint64 end = g_get_monotonic_time () + (gint64)(30 * get_slow () * G_USEC_PER_SEC);

  while (!check (user_data))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      iterate ();
    }
}

/* Until there has been nothing to do for a while; where something moves all the time, not for ever.
 * On a busy machine the time that passes says nothing about what was done in it. */
void
ls_test_settle (void)
{
  gint64 start = g_get_monotonic_time (), busy = start, now = start;

  while (now - start < SETTLE_TIME || (now - busy < QUIET_TIME && now - start < MAX_SETTLE_TIME))
    {
      if (iterate ())
        busy = g_get_monotonic_time ();
      now = g_get_monotonic_time ();
    }
}

static GdkEvent *
event_new (GtkWidget *widget, GdkEventType type, gboolean keyboard)
{
  GdkSeat *seat = gdk_display_get_default_seat (gtk_widget_get_display (widget));
  GdkEvent *event = gdk_event_new (type);

  event->any.window = g_object_ref (gtk_widget_get_window (widget));
  gdk_event_set_device (event,
                        keyboard ? gdk_seat_get_keyboard (seat) : gdk_seat_get_pointer (seat));
  return event;
}

void
ls_test_press (GtkWidget *widget, double x, double y, guint button, guint state)
{
  g_autoptr (GdkEvent) event = event_new (widget, GDK_BUTTON_PRESS, FALSE);

  event->button.x = x;
  event->button.y = y;
  event->button.button = button;
  event->button.state = state;
  gtk_widget_event (widget, event);
}

void
ls_test_move (GtkWidget *widget, double x, double y)
{
  g_autoptr (GdkEvent) event = event_new (widget, GDK_MOTION_NOTIFY, FALSE);

  event->motion.x = x;
  event->motion.y = y;
  gtk_widget_event (widget, event);
}

void
ls_test_release (GtkWidget *widget, double x, double y, guint button)
{
  g_autoptr (GdkEvent) event = event_new (widget, GDK_BUTTON_RELEASE, FALSE);

  event->button.x = x;
  event->button.y = y;
  event->button.button = button;
  gtk_widget_event (widget, event);
}

void
ls_test_drag (GtkWidget *widget, LsPoint from, LsPoint to)
{
  ls_test_press (widget, from.x, from.y, GDK_BUTTON_PRIMARY, 0);
  for (int i = 1; i <= 5; i++)
    ls_test_move (widget, from.x + (to.x - from.x) * i / 5, from.y + (to.y - from.y) * i / 5);
  ls_test_release (widget, to.x, to.y, GDK_BUTTON_PRIMARY);
  ls_test_settle ();
}

void
ls_test_key (GtkWidget *widget, guint keyval, guint state)
{
  g_autoptr (GdkEvent) event = event_new (widget, GDK_KEY_PRESS, TRUE);

  event->key.keyval = keyval;
  event->key.state = state;
  /* As the window does: the focused widget first, then the keys that move the focus. */
  if (!gtk_widget_event (widget, event))
    gtk_bindings_activate_event (G_OBJECT (gtk_widget_get_toplevel (widget)), &event->key);
}

AtkObject *
ls_test_find (AtkObject *root, const char *name)
{
  if (g_strcmp0 (atk_object_get_name (root), name) == 0)
    return root;
  for (int i = 0; i < atk_object_get_n_accessible_children (root); i++)
    {
      /* The canvas keeps its items; the reference is not needed to look at them. */
      g_autoptr (AtkObject) child = atk_object_ref_accessible_child (root, i);
      AtkObject *found = child != NULL ? ls_test_find (child, name) : NULL;

      if (found != NULL)
        return found;
    }
  return NULL;
}

LsPoint
ls_test_centre (LsCanvas *canvas, AtkObject *item)
{
  AtkComponent *component = ATK_COMPONENT (item);
  int left, top, x, y, width, height;

  g_assert_nonnull (item);
  atk_component_get_extents (ATK_COMPONENT (gtk_widget_get_accessible (GTK_WIDGET (canvas))), &left,
                             &top, &width, &height, ATK_XY_SCREEN);
  atk_component_get_extents (component, &x, &y, &width, &height, ATK_XY_SCREEN);
  return (LsPoint){ x - left + width / 2, y - top + height / 2 };
}

LsPoint
ls_test_port (LsCanvas *canvas, const char *component, const char *port)
{
  AtkObject *block = ls_test_find (gtk_widget_get_accessible (GTK_WIDGET (canvas)), component);

  g_assert_nonnull (block);
  return ls_test_centre (canvas, ls_test_find (block, port));
}

typedef struct
{
  const char *start, *text;
} Search;

static void
search_cb (GtkWidget *widget, gpointer user_data)
{
  Search *search = user_data;

  if (search->text != NULL || !gtk_widget_get_visible (widget))
    return;
  if (GTK_IS_LABEL (widget)
      && g_str_has_prefix (gtk_label_get_text (GTK_LABEL (widget)), search->start))
    search->text = gtk_label_get_text (GTK_LABEL (widget));
  else if (GTK_IS_CONTAINER (widget))
    gtk_container_forall (GTK_CONTAINER (widget), search_cb, search);
}

const char *
ls_test_label (GtkWidget *widget, const char *start)
{
  Search search = { start, NULL };

  search_cb (widget, &search);
  return search.text;
}
