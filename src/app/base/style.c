#include "app/base/style.h"
#include <math.h>

/* Text height for which lines and distances are made, px: 11 pt at 96 dpi. */
#define USUAL_TEXT (11 * 96 / 72.0)

static double lecture_text = 20; /* px */

static LsColor
color_of (const GdkRGBA *rgba)
{
  return (LsColor){ rgba->red, rgba->green, rgba->blue, rgba->alpha };
}

static LsColor
mix (LsColor a, LsColor b, double part_b)
{
  double part_a = 1 - part_b;

  return (LsColor){ a.r * part_a + b.r * part_b, a.g * part_a + b.g * part_b,
                    a.b * part_a + b.b * part_b, 1 };
}

static void
lookup (GtkStyleContext *context, const char *name, LsColor *color)
{
  GdkRGBA rgba;

  if (gtk_style_context_lookup_color (context, name, &rgba))
    *color = color_of (&rgba);
}

/* A theme is dark by its relative luminance; its name is not reliable. */
static double
luminance (const LsColor *color)
{
  return 0.2126 * color->r + 0.7152 * color->g + 0.0722 * color->b;
}

gboolean
ls_style_is_lecture (GtkWidget *widget)
{
  g_return_val_if_fail (GTK_IS_WIDGET (widget), FALSE);

  return gtk_style_context_has_class (
      gtk_widget_get_style_context (gtk_widget_get_toplevel (widget)), LS_STYLE_LECTURE);
}

const char *
ls_style_get_font (GtkWidget *widget, double factor)
{
  g_return_val_if_fail (GTK_IS_WIDGET (widget), NULL);

  PangoFontDescription *description = NULL;
  g_autofree char *font = NULL;
  double size;

  gtk_style_context_get (gtk_widget_get_style_context (widget), GTK_STATE_FLAG_NORMAL, "font",
                         &description, NULL);
  if (description == NULL)
    return NULL;
  size = factor * pango_font_description_get_size (description);
  if (pango_font_description_get_size_is_absolute (description))
    pango_font_description_set_absolute_size (description, size);
  else
    pango_font_description_set_size (description, (int)lround (size));
  font = pango_font_description_to_string (description);
  pango_font_description_free (description);
  return g_intern_string (font);
}

void
ls_style_get_theme (GtkWidget *widget, LsTheme *theme)
{
  g_return_if_fail (GTK_IS_WIDGET (widget) && theme != NULL);

  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  LsColor base = ls_theme_get_light ()->background;
  LsColor text = ls_theme_get_light ()->foreground;
  LsColor surface;
  const char *font;

  lookup (context, "theme_base_color", &base);
  lookup (context, "theme_text_color", &text);
  *theme = luminance (&base) < luminance (&text) ? *ls_theme_get_dark () : *ls_theme_get_light ();
  theme->background = base;
  theme->foreground = text;
  theme->muted = mix (text, base, 0.35);
  theme->grid = mix (base, text, 0.10);
  lookup (context, "theme_selected_bg_color", &theme->accent);
  surface = mix (base, text, theme->dark ? 0.10 : 0.03);
  theme->block = surface;
  theme->block_border = mix (base, text, 0.55);
  theme->block_selected = mix (surface, theme->accent, theme->dark ? 0.35 : 0.18);
  theme->wire = mix (base, text, 0.70);
  /* The selection colour is too dark for thin lines on a dark background. */
  theme->selection = theme->dark ? mix (theme->accent, text, 0.4) : theme->accent;
  theme->wire_selected = theme->selection;

  /* Lines and distances become larger like the text. The scale of a theme acts on both, so its font
   * is the smaller for it. */
  if (ls_style_is_lecture (widget))
    theme->scale = fmax (1.0, lecture_text / USUAL_TEXT);
  font = ls_style_get_font (widget, 1.0 / theme->scale);
  if (font != NULL)
    theme->font = font;
}

void
ls_style_set_veil (const LsTheme *theme, cairo_t *cr)
{
  g_return_if_fail (theme != NULL);

  cairo_set_source_rgba (cr, theme->selection.r, theme->selection.g, theme->selection.b, 0.2);
}

void
ls_style_set_lecture_text (double px)
{
  static GtkCssProvider *provider;
  g_autofree char *rule = g_strdup_printf ("." LS_STYLE_LECTURE " { font-size: %dpx; }", (int)px);

  g_return_if_fail (px > 0);
  lecture_text = floor (px);
  if (provider == NULL)
    {
      provider = gtk_css_provider_new ();
      gtk_style_context_add_provider_for_screen (gdk_screen_get_default (),
                                                 GTK_STYLE_PROVIDER (provider),
                                                 GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    }
  gtk_css_provider_load_from_data (provider, rule, -1, NULL);
}

double
ls_style_get_lecture_text (void)
{
  return lecture_text;
}

void
ls_style_load (void)
{
  static gboolean loaded;
  g_autoptr (GtkCssProvider) provider = NULL;

  if (loaded)
    return;
  loaded = TRUE;
  provider = gtk_css_provider_new ();
  gtk_css_provider_load_from_resource (provider, "/org/lockstep/Workbench/style.css");
  gtk_style_context_add_provider_for_screen (gdk_screen_get_default (),
                                             GTK_STYLE_PROVIDER (provider),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  ls_style_set_lecture_text (lecture_text);
}
