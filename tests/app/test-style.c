/* Dim text and the colours of drawings on the themes of GTK: contrasts of WCAG 2.1, 4.5 for text
 * (1.4.3), 3 for lines (1.4.11). */
#include <math.h>
#include "app/base/style.h"
#include "fixture.h"

static const struct
{
  const char *name;
  gboolean dark;
} themes[] = {
  { "Adwaita", FALSE },
  { "Adwaita", TRUE },
  { "HighContrast", FALSE },
  { "HighContrastInverse", FALSE },
};

static void
set_theme (guint index)
{
  g_object_set (gtk_settings_get_default (), "gtk-theme-name", themes[index].name,
                "gtk-application-prefer-dark-theme", themes[index].dark, NULL);
}

static LsColor
look_up (GtkWidget *widget, const char *name)
{
  GdkRGBA rgba;

  g_assert_true (
      gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), name, &rgba));
  return (LsColor){ rgba.red, rgba.green, rgba.blue, 1 };
}

static double
get_opacity (GtkWidget *widget)
{
  double opacity;

  gtk_style_context_get (gtk_widget_get_style_context (widget), GTK_STATE_FLAG_NORMAL, "opacity",
                         &opacity, NULL);
  return opacity;
}

/* @label in boxes up to @window, each with its opacity; on both grounds, in both colours of text.
 */
static void
assert_readable (GtkWidget *label, GtkWidget *window)
{
  static const char *const pairs[][2] = { { "theme_fg_color", "theme_bg_color" },
                                          { "theme_fg_color", "theme_base_color" },
                                          { "theme_text_color", "theme_base_color" } };
  double opacity = 1;

  for (GtkWidget *part = label; part != window; part = gtk_widget_get_parent (part))
    opacity *= get_opacity (part);
  g_assert_cmpfloat (opacity, <, 1);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      const LsColor text = look_up (window, pairs[i][0]), ground = look_up (window, pairs[i][1]);
      const LsColor dim = ls_color_mix (&ground, &text, opacity);

      g_assert_cmpfloat (ls_color_get_contrast (&dim, &ground), >=, 4.5);
    }
}

static GtkWidget *
add (GtkWidget *box, GtkWidget *child, const char *class)
{
  if (class != NULL)
    gtk_style_context_add_class (gtk_widget_get_style_context (child), class);
  gtk_container_add (GTK_CONTAINER (box), child);
  return child;
}

static void
test_dim (void)
{
  LsColor grounds[G_N_ELEMENTS (themes)];

  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    {
      GtkWidget *window, *box, *stale, *label, *dim, *stale_label, *stale_dim;

      set_theme (i);
      window = gtk_window_new (GTK_WINDOW_TOPLEVEL);
      box = add (window, gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), NULL);
      stale = add (box, gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), "stale");
      label = add (box, gtk_label_new ("plain"), NULL);
      dim = add (box, gtk_label_new ("dim"), "dim-label");
      stale_label = add (stale, gtk_label_new ("stale"), NULL);
      stale_dim = add (stale, gtk_label_new ("both"), "dim-label");
      gtk_widget_show_all (window);
      /* Each theme has come: no two have the same ground. */
      grounds[i] = look_up (window, "theme_bg_color");
      for (guint k = 0; k < i; k++)
        g_assert_cmpfloat (ls_color_get_contrast (&grounds[i], &grounds[k]), >, 1);
      g_assert_cmpfloat (get_opacity (label), ==, 1);
      assert_readable (dim, window);
      assert_readable (stale_label, window);
      assert_readable (stale_dim, window);
      gtk_widget_destroy (window);
    }
}

/* Complaints are text; they differ from other text still. */
static void
test_complaints (void)
{
  static const char *const classes[] = { "error", "warning" };
  static const char *const names[] = { "theme_bg_color", "theme_base_color" };

  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    for (guint k = 0; k < G_N_ELEMENTS (classes); k++)
      {
        GtkWidget *window, *label;
        LsColor text, plain;
        GdkRGBA rgba;

        set_theme (i);
        window = gtk_window_new (GTK_WINDOW_TOPLEVEL);
        label = add (window, gtk_label_new ("wrong"), classes[k]);
        gtk_style_context_get_color (gtk_widget_get_style_context (label), GTK_STATE_FLAG_NORMAL,
                                     &rgba);
        text = (LsColor){ rgba.red, rgba.green, rgba.blue, 1 };
        plain = look_up (window, "theme_text_color");
        g_assert_cmpfloat (
            fabs (text.r - plain.r) + fabs (text.g - plain.g) + fabs (text.b - plain.b), >, 0.2);
        for (guint n = 0; n < G_N_ELEMENTS (names); n++)
          {
            const LsColor ground = look_up (window, names[n]);

            g_assert_cmpfloat (ls_color_get_contrast (&text, &ground), >=, 4.5);
          }
        gtk_widget_destroy (window);
      }
}

/* What drawings in the window take from the theme of GTK. */
static void
test_drawings (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    {
      GtkWidget *window;
      LsTheme theme;

      set_theme (i);
      window = gtk_window_new (GTK_WINDOW_TOPLEVEL);
      ls_style_get_theme (window, &theme);
      g_assert_cmpint (theme.dark, ==, i % 2);
      g_assert_cmpfloat (ls_color_get_contrast (&theme.muted, &theme.background), >=, 4.5);
      g_assert_cmpfloat (ls_color_get_contrast (&theme.muted, &theme.block), >=, 4.5);
      for (guint k = 0; k < LS_N_PALETTE; k++)
        {
          g_autofree char *name = g_strdup_printf (LS_PALETTE_PREFIX "%u", k);
          const LsColor color = ls_palette_get_method_color (&theme, name, 0);

          g_assert_cmpfloat (ls_color_get_contrast (&color, &theme.background), >=, 3);
        }
      gtk_widget_destroy (window);
    }
}

int
main (int argc, char **argv)
{
  /* Of the runner; it would take the place of each theme asked for. */
  g_unsetenv ("GTK_THEME");
  if (!ls_test_init (&argc, &argv))
    return 77;
  ls_style_load ();
  g_test_add_func ("/style/dim", test_dim);
  g_test_add_func ("/style/complaints", test_complaints);
  g_test_add_func ("/style/drawings", test_drawings);
  return g_test_run ();
}
