/* The canvas for assistive technology. */
#include "fixture.h"

static void
assert_child (AtkObject *parent, int index, AtkRole role, const char *name)
{
  g_autoptr (AtkObject) child = atk_object_ref_accessible_child (parent, index);

  g_assert_nonnull (child);
  g_assert_cmpstr (atk_object_get_name (child), ==, name);
  g_assert_cmpint (atk_object_get_role (child), ==, role);
  g_assert_cmpint (atk_object_get_index_in_parent (child), ==, index);
  g_assert_true (atk_object_get_parent (child) == parent);
}

static void
test_tree (void)
{
  LsWindow *window = ls_test_window_new ();
  AtkObject *diagram = gtk_widget_get_accessible (GTK_WIDGET (ls_window_get_canvas (window)));
  g_autoptr (AtkObject) prey = NULL;

  ls_test_window_open (window, "lotka-volterra.ssp");
  g_assert_cmpstr (atk_object_get_name (diagram), ==, "Diagram");
  g_assert_cmpint (atk_object_get_role (diagram), ==, ATK_ROLE_LAYERED_PANE);
  g_assert_cmpint (atk_object_get_n_accessible_children (diagram), ==, 4);
  assert_child (diagram, 0, ATK_ROLE_ICON, "prey");
  assert_child (diagram, 1, ATK_ROLE_ICON, "predator");
  assert_child (diagram, 2, ATK_ROLE_STATIC, "wire prey.population to predator.prey");
  assert_child (diagram, 3, ATK_ROLE_STATIC, "wire predator.population to prey.predators");
  prey = atk_object_ref_accessible_child (diagram, 0);
  g_assert_cmpint (atk_object_get_n_accessible_children (prey), ==, 2);
  assert_child (prey, 0, ATK_ROLE_PUSH_BUTTON, "predators");
  assert_child (prey, 1, ATK_ROLE_PUSH_BUTTON, "population");
  ls_test_window_free (window);
}

static void
changed_cb (AtkObject *diagram, guint index, AtkObject *child, GPtrArray *seen)
{
  g_ptr_array_add (seen, g_strdup_printf ("%u %s", index, atk_object_get_name (child)));
  g_assert_nonnull (diagram);
}

/* Additions are announced; an object of what is gone is defunct and nameless. */
static void
test_changes (void)
{
  LsWindow *window = ls_test_window_new ();
  LsDocument *document = ls_window_get_document (window);
  AtkObject *diagram = gtk_widget_get_accessible (GTK_WIDGET (ls_window_get_canvas (window)));
  g_autoptr (GPtrArray) seen = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (AtkObject) prey = NULL;
  g_autoptr (AtkStateSet) states = NULL;

  g_signal_connect (diagram, "children-changed::add", G_CALLBACK (changed_cb), seen);
  ls_test_place (window, "prey", 60, 60);
  g_assert_cmpuint (seen->len, ==, 1);
  g_assert_cmpstr (seen->pdata[0], ==, "0 prey");
  prey = atk_object_ref_accessible_child (diagram, 0);
  while (ls_document_get_undo_name (document) != NULL)
    ls_document_undo (document);
  g_assert_cmpint (atk_object_get_n_accessible_children (diagram), ==, 0);
  g_assert_null (atk_object_get_name (prey));
  states = atk_object_ref_state_set (prey);
  g_assert_true (atk_state_set_contains_state (states, ATK_STATE_DEFUNCT));
  ls_test_window_free (window);
  /* The window is gone; its objects may live on with who holds them. */
  g_assert_null (atk_object_get_name (prey));
}

static void
test_selection_and_actions (void)
{
  LsWindow *window = ls_test_window_new ();
  LsCanvas *canvas = ls_window_get_canvas (window);
  LsDocument *document = ls_window_get_document (window);
  AtkObject *diagram = gtk_widget_get_accessible (GTK_WIDGET (canvas));

  ls_test_window_open (window, "lotka-volterra.ssp");
  g_assert_true (atk_selection_add_selection (ATK_SELECTION (diagram), 1));
  g_assert_cmpint (atk_selection_get_selection_count (ATK_SELECTION (diagram)), ==, 1);
  g_assert_true (atk_selection_is_child_selected (ATK_SELECTION (diagram), 1));
  g_assert_true (atk_action_do_action (
      ATK_ACTION (ls_test_find (diagram, "wire prey.population to predator.prey")), 1));
  g_assert_cmpuint (ls_model_get_n_connections (ls_document_get_model (document)), ==, 1);
  /* A port's action begins a wire, that of another ends it. */
  g_assert_true (atk_action_do_action (
      ATK_ACTION (ls_test_find (ls_test_find (diagram, "prey"), "population")), 0));
  g_assert_true (atk_action_do_action (
      ATK_ACTION (ls_test_find (ls_test_find (diagram, "predator"), "prey")), 0));
  g_assert_cmpuint (ls_model_get_n_connections (ls_document_get_model (document)), ==, 2);
  ls_test_window_free (window);
}

static void
lint_cb (GtkWidget *widget, gpointer path)
{
  AtkObject *accessible = gtk_widget_get_accessible (widget);
  const char *name = atk_object_get_name (accessible);
  g_autofree char *here = g_strdup_printf ("%s/%s", (char *)path, G_OBJECT_TYPE_NAME (widget));
  gboolean control = GTK_IS_BUTTON (widget) || GTK_IS_ENTRY (widget) || GTK_IS_COMBO_BOX (widget)
                     || GTK_IS_SWITCH (widget) || GTK_IS_TREE_VIEW (widget)
                     || GTK_IS_LIST_BOX (widget) || GTK_IS_PANED (widget)
                     || GTK_IS_PROGRESS_BAR (widget);

  if (control && gtk_widget_get_visible (widget) && (name == NULL || *name == '\0'))
    g_error ("%s has no accessible name", here);
  if (GTK_IS_CONTAINER (widget))
    gtk_container_foreach (GTK_CONTAINER (widget), lint_cb, here);
}

/* Every control has a name. */
static void
test_names (void)
{
  LsWindow *window = ls_test_window_new ();
  LsCanvas *canvas = ls_window_get_canvas (window);

  ls_test_window_open (window, "two-bodies.ssp");
  ls_canvas_select_component (
      canvas,
      ls_model_get_component (ls_document_get_model (ls_window_get_document (window)), 0)->id,
      FALSE);
  ls_test_settle ();
  lint_cb (GTK_WIDGET (window), "");
  ls_test_window_free (window);
}

int
main (int argc, char **argv)
{
  if (!ls_test_init (&argc, &argv))
    return 77;
  g_test_add_func ("/accessible/tree", test_tree);
  g_test_add_func ("/accessible/changes", test_changes);
  g_test_add_func ("/accessible/selection-and-actions", test_selection_and_actions);
  g_test_add_func ("/accessible/names", test_names);
  return g_test_run ();
}
