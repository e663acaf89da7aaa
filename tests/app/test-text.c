/* Text of lessons and help on screen: what a screen reader finds, and what the keyboard reaches. */
#include "app/base/style.h"
#include "app/text/text-view.h"
#include "fixture.h"

static const char text[]
    = "# The overshoot\n"
      "Two species, **one** step of $h_0 = 0.1$ s; see [methods](methods.md#order).\n\n"
      "> **Question.** Does the *error* grow?\n\n"
      "- first\n  - second\n\n"
      "1. one\n\n"
      "| method | error [%] |\n| --- | ---: |\n| `ni-jacobi` | [1.41](value:error a b) |\n\n"
      "```button Run it\nmethods ni-jacobi\nrun\n```\n\n"
      "```\nlockstep run lotka-volterra.ssp\n```\n\n"
      "$$ y_{n+1} = y_n + h f(y_n) $$\n\n"
      "![A picture that is not there](none.png)\n\n"
      "## Further on\n\n"
      "The end.\n";

static char *activated;
static guint pressed;

static void
link_cb (G_GNUC_UNUSED LsTextView *view, const char *target)
{
  g_free (activated);
  activated = g_strdup (target);
}

static void
button_cb (G_GNUC_UNUSED LsTextView *view, guint line, const char *actions)
{
  pressed = line;
  g_assert_cmpstr (actions, ==, "methods ni-jacobi\nrun");
}

static LsTextView *
show (GtkWidget **window, int height)
{
  GtkWidget *view = ls_text_view_new ();
  g_autoptr (LsMarkup) markup = ls_markup_parse (text);

  ls_style_load ();
  *window = gtk_window_new (GTK_WINDOW_TOPLEVEL);
  gtk_window_set_default_size (GTK_WINDOW (*window), 360, height);
  gtk_container_add (GTK_CONTAINER (*window), view);
  ls_text_view_show (LS_TEXT_VIEW (view), markup, 0, G_MAXUINT, "/nowhere");
  g_signal_connect (view, "link-activated", G_CALLBACK (link_cb), NULL);
  gtk_widget_show (*window);
  gtk_test_widget_wait_for_draw (*window);
  ls_test_settle ();
  return LS_TEXT_VIEW (view);
}

static AtkObject *
find (GtkWidget *widget, AtkRole role, const char *name)
{
  AtkObject *object = ls_test_find (gtk_widget_get_accessible (widget), name);

  g_assert_nonnull (object);
  g_assert_cmpint (atk_object_get_role (object), ==, role);
  return object;
}

static void
test_accessible (void)
{
  GtkWidget *window;
  LsTextView *view = show (&window, 700);
  GtkWidget *widget = GTK_WIDGET (view);

  find (widget, ATK_ROLE_HEADING, "The overshoot");
  find (widget, ATK_ROLE_LABEL, "Two species, one step of h0 = 0.1 s; see methods.");
  find (widget, ATK_ROLE_LABEL, "Question. Does the error grow?");
  find (widget, ATK_ROLE_LABEL, "first");
  find (widget, ATK_ROLE_LABEL, "1.");
  find (widget, ATK_ROLE_TABLE, "Table");
  find (widget, ATK_ROLE_LABEL, "1.41");
  find (widget, ATK_ROLE_PUSH_BUTTON, "Run it");
  find (widget, ATK_ROLE_LABEL, "lockstep run lotka-volterra.ssp");
  find (widget, ATK_ROLE_LABEL, "yn+1 = yn + h f(yn)");
  find (widget, ATK_ROLE_IMAGE, "A picture that is not there");
  gtk_widget_destroy (window);
}

static void
test_keyboard (void)
{
  GtkWidget *window;
  LsTextView *view = show (&window, 700);

  g_signal_connect (view, "button-activated", G_CALLBACK (button_cb), NULL);
  for (int i = 0; i < 8 && activated == NULL; i++)
    {
      gtk_widget_child_focus (window, GTK_DIR_TAB_FORWARD);
      if (GTK_IS_LABEL (gtk_window_get_focus (GTK_WINDOW (window))))
        g_signal_emit_by_name (gtk_window_get_focus (GTK_WINDOW (window)), "activate-current-link");
    }
  g_assert_cmpstr (activated, ==, "methods.md#order");
  for (int i = 0; i < 8 && pressed == 0; i++)
    {
      gtk_widget_child_focus (window, GTK_DIR_TAB_FORWARD);
      if (GTK_IS_BUTTON (gtk_window_get_focus (GTK_WINDOW (window))))
        {
          gtk_button_clicked (GTK_BUTTON (gtk_window_get_focus (GTK_WINDOW (window))));
          ls_test_settle ();
        }
    }
  g_assert_cmpuint (pressed, ==, 15);
  gtk_widget_destroy (window);
}

static void
test_scroll (void)
{
  GtkWidget *window;
  LsTextView *view = show (&window, 300);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (view));

  g_assert_false (ls_text_view_scroll_to (view, "nothing"));
  g_assert_true (ls_text_view_scroll_to (view, "further-on"));
  ls_test_settle ();
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), >, 100);
  gtk_widget_destroy (window);
}

static int
get_height (AtkObject *object)
{
  int x, y, width, height;

  atk_component_get_extents (ATK_COMPONENT (object), &x, &y, &width, &height, ATK_XY_SCREEN);
  return height;
}

/* Larger letters, higher lines: by the style of the window alone. */
static void
test_lecture (void)
{
  GtkWidget *window;
  LsTextView *view = show (&window, 700);
  AtkObject *heading = find (GTK_WIDGET (view), ATK_ROLE_HEADING, "The overshoot");
  const int height = get_height (heading);

  gtk_style_context_add_class (gtk_widget_get_style_context (window), LS_STYLE_LECTURE);
  ls_test_settle ();
  g_assert_cmpint (get_height (heading), >=, height * 5 / 4);
  gtk_widget_destroy (window);
}

int
main (int argc, char **argv)
{
  if (!ls_test_init (&argc, &argv))
    return 77;
  g_test_add_func ("/text/accessible", test_accessible);
  g_test_add_func ("/text/keyboard", test_keyboard);
  g_test_add_func ("/text/scroll", test_scroll);
  g_test_add_func ("/text/lecture", test_lecture);
  return g_test_run ();
}
