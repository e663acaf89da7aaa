/* The look of a plot as a file: what is written is what is read; other files are refused. */
#include "core/model/plot-setup.h"

#include <glib/gstdio.h>
#include <string.h>

static LsPlotSetup *
make_setup (void)
{
  LsPlotSetup *self = ls_plot_setup_new ("trajectory");

  self->title = g_strdup ("Zwei Körper; [links]\n= rechts");
  self->logarithmic = g_strdup ("yes");
  self->logarithmic_x = g_strdup ("yes");
  self->time_marks = 0.1;
  g_ptr_array_add (self->signals, g_strdup ("left.der(v)"));
  g_ptr_array_add (self->signals, g_strdup ("a;b\\c.v[1,2]"));
  for (guint i = 0; i < 2; i++)
    {
      LsPaneChoice *pane = ls_pane_choice_new ();

      g_ptr_array_add (pane->left, g_strdup ("left.x"));
      g_ptr_array_add (pane->left, g_strdup ("a;b\\c.v[1,2]"));
      if (i == 1)
        g_ptr_array_add (pane->right, g_strdup ("right.x"));
      g_ptr_array_add (self->panes, pane);
    }
  ls_plot_setup_set_label (self, "NI-Jacobi, h = 0.1 s", "Jacobi");
  ls_plot_setup_set_label (self, "[x]=y", "# no comment");
  ls_plot_setup_set_name (self, "a;b\\c.v[1,2]", "Ein; Name");
  ls_plot_setup_set_caption (self, "x", "Zeit [s]");
  ls_plot_setup_set_caption (self, "y2", "v");
  return self;
}

static void
test_round_trip (void)
{
  g_autofree char *folder = g_dir_make_tmp ("template-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "look.lsplot", NULL);
  g_autoptr (LsPlotSetup) setup = make_setup ();
  g_autoptr (LsPlotSetup) read = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (ls_plot_setup_save (setup, path, &error));
  g_assert_no_error (error);
  read = ls_plot_setup_load (path, &error);
  g_assert_no_error (error);
  g_assert_true (ls_plot_setup_equal (setup, read));
  g_ptr_array_set_size (read->signals, 1);
  g_assert_false (ls_plot_setup_equal (setup, read));
  g_ptr_array_add (read->signals, g_strdup ("a;b\\c.v[1,2]"));
  g_assert_true (ls_plot_setup_equal (setup, read));
  ls_plot_setup_set_caption (read, "x", "");
  g_assert_null (ls_plot_setup_get_caption (read, "x"));
  g_assert_false (ls_plot_setup_equal (setup, read));
  ls_plot_setup_set_caption (read, "x", "Zeit [s]");
  g_assert_cmpstr (ls_plot_setup_get_name (read, "a;b\\c.v[1,2]"), ==, "Ein; Name");
  g_assert_cmpstr (ls_plot_setup_get_name (read, "other"), ==, "other");
  g_assert_cmpfloat (read->time_marks, ==, 0.1);
  read->time_marks = 0;
  g_assert_false (ls_plot_setup_equal (setup, read));
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_refused (void)
{
  static const char *const texts[]
      = { "", "[plot]\ntitle=x\n", "no key file", "\xff\xfe", "[labels]\n1=a;b;\n" };
  g_autofree char *folder = g_dir_make_tmp ("template-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "look.lsplot", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (path, texts[i], -1, NULL));
      g_assert_null (ls_plot_setup_load (path, &error));
      g_assert_error (error, LS_ERROR, LS_ERROR_FORMAT);
      g_assert_nonnull (strstr (error->message, path));
    }
  g_unlink (path);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LsPlotSetup) setup = make_setup ();

      if (i == 0)
        g_assert_null (ls_plot_setup_load (path, &error));
      else
        g_assert_false (ls_plot_setup_save (setup, "/nowhere/look.lsplot", &error));
      g_assert_error (error, LS_ERROR, LS_ERROR_FILE);
    }
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/model/plot-template/round-trip", test_round_trip);
  g_test_add_func ("/core/model/plot-template/refused", test_refused);
  return g_test_run ();
}
