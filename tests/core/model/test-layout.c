/* Layouts of plots: what stands where after splitting, moving and closing; shares of the room. */
#include "core/model/experiment.h"

#include <string.h>

/* "(1 [2 3])": rows and columns of numbers of plots, for comparison by eye. */
static void
put (const LsLayoutNode *node, GString *text)
{
  if (node->view != NULL)
    {
      g_string_append_printf (text, "%u", node->place);
      return;
    }
  g_string_append_c (text, node->across ? '(' : '[');
  for (guint i = 0; i < node->children->len; i++)
    {
      if (i > 0)
        g_string_append_c (text, ' ');
      put (node->children->pdata[i], text);
    }
  g_string_append_c (text, node->across ? ')' : ']');
}

static void
check (const LsLayout *layout, const char *form)
{
  g_autoptr (GString) text = g_string_new (NULL);

  put (layout->root, text);
  g_assert_cmpstr (text->str, ==, form);
}

/* Adds up the room of all plots, which is all of it, whatever was done. */
static double
add_room (const LsLayoutNode *node, double room)
{
  double sum = 0, whole = 0;

  g_assert_cmpfloat (room, >, 0);
  if (node->view != NULL)
    return room;
  g_assert_cmpuint (node->children->len, >=, 2);
  for (guint i = 0; i < node->children->len; i++)
    whole += ((const LsLayoutNode *)node->children->pdata[i])->share;
  for (guint i = 0; i < node->children->len; i++)
    {
      const LsLayoutNode *child = node->children->pdata[i];

      g_assert_true (child->view != NULL || child->across != node->across);
      sum += add_room (child, room * child->share / whole);
    }
  return sum;
}

static void
test_edit (void)
{
  g_autoptr (LsLayout) layout = ls_layout_new_from (&ls_layout_templates[0], 1);
  g_autoptr (LsLayout) copy = NULL;

  check (layout, "(1 2 3)");
  ls_layout_insert (layout, 2, LS_SIDE_RIGHT, ls_layout_node_new_plot ("steps", 4));
  check (layout, "(1 2 4 3)");
  /* The two share the room that the one had. */
  g_assert_cmpfloat (ls_layout_node_find (layout->root, 4)->share, ==, 0.5);
  g_assert_cmpfloat (ls_layout_node_find (layout->root, 1)->share, ==, 1);
  ls_layout_insert (layout, 2, LS_SIDE_BELOW, ls_layout_node_new_plot ("error", 5));
  check (layout, "(1 [2 5] 4 3)");
  ls_layout_insert (layout, 2, LS_SIDE_ABOVE, ls_layout_node_new_plot ("orbit", 6));
  check (layout, "(1 [6 2 5] 4 3)");
  copy = ls_layout_copy (layout);
  g_assert_true (ls_layout_equal (layout, copy));
  ls_layout_move (layout, 1, 5, LS_SIDE_LEFT);
  check (layout, "([6 2 (1 5)] 4 3)");
  g_assert_false (ls_layout_equal (layout, copy));
  ls_layout_node_free (ls_layout_take (layout, 4));
  ls_layout_node_free (ls_layout_take (layout, 3));
  /* What remains of the row is its column, and the row in it stays. */
  check (layout, "[6 2 (1 5)]");
  ls_layout_node_free (ls_layout_take (layout, 5));
  check (layout, "[6 2 1]");
  ls_layout_move (layout, 2, 2, LS_SIDE_LEFT);
  check (layout, "[6 2 1]");
  g_assert_cmpfloat_with_epsilon (add_room (layout->root, 1), 1,
                                  1e-12); /* rounding of a few sums */
  ls_layout_node_free (ls_layout_take (layout, 6));
  ls_layout_node_free (ls_layout_take (layout, 2));
  check (layout, "1");
  g_assert_null (ls_layout_take (layout, 1));
  ls_layout_insert (layout, 1, LS_SIDE_LEFT, ls_layout_node_new_plot ("error", 9));
  check (layout, "(9 1)");
}

/* A row that comes to stand in a row continues it, with the room that it had. */
static void
test_flatten (void)
{
  g_autoptr (LsLayout) layout = ls_layout_new ("", ls_layout_node_new_plot ("error", 1));
  const LsLayoutNode *first;

  ls_layout_insert (layout, 1, LS_SIDE_RIGHT, ls_layout_node_new_plot ("error", 2));
  ls_layout_insert (layout, 2, LS_SIDE_BELOW, ls_layout_node_new_plot ("error", 3));
  ls_layout_insert (layout, 3, LS_SIDE_RIGHT, ls_layout_node_new_plot ("error", 4));
  check (layout, "(1 [2 (3 4)])");
  ls_layout_node_free (ls_layout_take (layout, 2));
  check (layout, "(1 3 4)");
  first = ls_layout_node_find (layout->root, 1);
  /* 3 and 4 had half of the window, 1 the other half. */
  g_assert_cmpfloat (first->share, ==, 1);
  g_assert_cmpfloat (ls_layout_node_find (layout->root, 3)->share, ==, 0.5);
  g_assert_cmpfloat (ls_layout_node_find (layout->root, 4)->share, ==, 0.5);
}

/* Thousands of random edits leave every plot there once, no row in a row and no box of one. */
static void
test_random (void)
{
  g_autoptr (LsLayout) layout = ls_layout_new ("", ls_layout_node_new_plot ("error", 1));
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  guint last = 1, n = 1;

  for (guint i = 0; i < 3000; i++)
    {
      g_autoptr (GPtrArray) plots = ls_layout_list_plots (layout);
      const LsLayoutNode *a = plots->pdata[g_rand_int_range (random, 0, (gint32)plots->len)];
      const LsLayoutNode *b = plots->pdata[g_rand_int_range (random, 0, (gint32)plots->len)];
      const LsSide side = (LsSide)g_rand_int_range (random, 0, 4);
      const guint place = a->place, other = b->place;
      LsLayoutNode *taken;

      if (g_rand_boolean (random))
        ls_layout_move (layout, place, other, side);
      else if (n < 12 && g_rand_boolean (random))
        {
          ls_layout_insert (layout, place, side, ls_layout_node_new_plot ("error", ++last));
          n++;
        }
      else if ((taken = ls_layout_take (layout, place)) != NULL)
        {
          n--;
          ls_layout_node_free (taken);
        }
      g_ptr_array_unref (plots);
      plots = ls_layout_list_plots (layout);
      g_assert_cmpuint (plots->len, ==, n);
      for (guint k = 0; k < plots->len; k++)
        g_assert_true (ls_layout_node_find (layout->root, ((LsLayoutNode *)plots->pdata[k])->place)
                       == plots->pdata[k]);
      /* Rounding of the sums of up to 12 shares. */
      g_assert_cmpfloat_with_epsilon (add_room (layout->root, 1), 1, 1e-9);
    }
}

static void
test_templates (void)
{
  static const char *const forms[] = { "(7 8 9)", "(7 8 9)", "(7 [8 9])", "([7 8] [9 10])" };

  for (guint i = 0; ls_layout_templates[i].id != NULL; i++)
    {
      g_autoptr (LsLayout) layout = ls_layout_new_from (&ls_layout_templates[i], 7);

      check (layout, forms[i]);
      g_assert_cmpstr (layout->name, ==, ls_layout_templates[i].name);
    }
}

/* What a plot shows is its own setup, else that of all of its kind. */
static void
test_setups (void)
{
  g_autoptr (LsExperiment) experiment = ls_experiment_new ();
  g_autoptr (LsExperiment) copy = NULL;
  LsPlotSetup *own = ls_plot_setup_new ("error");

  g_assert_null (ls_experiment_find_plot (experiment, "error", 2));
  ls_experiment_set_plot (experiment, ls_plot_setup_new ("error"));
  own->place = 2;
  ls_experiment_set_plot (experiment, own);
  g_assert_true (ls_experiment_find_plot (experiment, "error", 2) == own);
  g_assert_cmpuint (ls_experiment_find_plot (experiment, "error", 1)->place, ==, 0);
  g_assert_cmpuint (ls_experiment_next_place (experiment), ==, 1);
  g_assert_cmpuint (ls_experiment_ensure_layouts (experiment)->len, ==, 1);
  g_assert_cmpuint (ls_experiment_next_place (experiment), ==, 4);
  copy = ls_experiment_copy (experiment);
  g_assert_true (ls_experiment_equal (experiment, copy));
  ls_layout_move (copy->layouts->pdata[0], 1, 3, LS_SIDE_BELOW);
  g_assert_false (ls_experiment_equal (experiment, copy));
  ls_experiment_remove_plots (experiment, 2);
  g_assert_cmpuint (ls_experiment_find_plot (experiment, "error", 2)->place, ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/model/layout/edit", test_edit);
  g_test_add_func ("/core/model/layout/flatten", test_flatten);
  g_test_add_func ("/core/model/layout/random", test_random);
  g_test_add_func ("/core/model/layout/templates", test_templates);
  g_test_add_func ("/core/model/layout/setups", test_setups);
  return g_test_run ();
}
