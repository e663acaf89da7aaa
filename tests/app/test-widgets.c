/* Small helpers for widgets. */
#include "app/base/widgets.h"
#include "fixture.h"

#define SENTENCE "100 of 100 runs done, 0 failed · Run 21: prey.alpha = 0.7"

/* A window of @width px that is all label. */
static GtkWidget *
show_label (int width)
{
  GtkWidget *window = gtk_window_new (GTK_WINDOW_TOPLEVEL), *label = gtk_label_new (SENTENCE);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  ls_label_add_tooltip (GTK_LABEL (label));
  gtk_window_set_default_size (GTK_WINDOW (window), width, 40);
  gtk_container_add (GTK_CONTAINER (window), label);
  gtk_widget_show_all (window);
  gtk_test_widget_wait_for_draw (window);
  ls_test_settle ();
  return label;
}

/* What GTK asks when the pointer rests on it. */
static gboolean
has_tooltip (GtkWidget *label)
{
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean shown = FALSE;

  g_signal_emit_by_name (label, "query-tooltip", 1, 1, FALSE, tooltip, &shown);
  return shown && gtk_widget_get_has_tooltip (label);
}

/* A text in sight is not repeated. */
static void
test_tooltip (void)
{
  GtkWidget *whole = show_label (900), *cut = show_label (120);

  g_assert_false (has_tooltip (whole));
  g_assert_true (has_tooltip (cut));
  gtk_widget_set_tooltip_text (whole, "details");
  g_assert_true (has_tooltip (whole));
  gtk_widget_destroy (gtk_widget_get_toplevel (whole));
  gtk_widget_destroy (gtk_widget_get_toplevel (cut));
}

int
main (int argc, char **argv)
{
  if (!ls_test_init (&argc, &argv))
    return 77;
  g_test_add_func ("/widgets/tooltip", test_tooltip);
  return g_test_run ();
}
