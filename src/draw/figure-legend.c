/* The legend above the panes: runs by colour, signals by dash. */
#include "draw/figure-impl.h"

#include <glib/gi18n-lib.h>

#include "draw/text.h"

#define SAMPLE 26.0
#define SAMPLE_GAP 6.0
#define ENTRY_GAP 18.0
#define LINE_GAP 3.0

typedef struct
{
  PangoLayout *layout;
  LsStroke stroke;
  double width, height;
} Entry;

static void
entry_clear (gpointer data)
{
  g_object_unref (((Entry *)data)->layout);
}

static void
add_entry (GArray *entries,
           cairo_t *cr,
           const LsTheme *theme,
           const char *text,
           const LsStroke *stroke,
           double max_width)
{
  Entry entry = { .layout = ls_text_new_plain (cr, theme, 0.95, text), .stroke = *stroke };

  ls_text_limit (entry.layout, max_width - (SAMPLE + SAMPLE_GAP) * theme->scale);
  ls_text_get_size (entry.layout, &entry.width, &entry.height);
  entry.width += (SAMPLE + SAMPLE_GAP) * theme->scale;
  g_array_append_val (entries, entry);
}

static void
add_sources (
    GArray *entries, const LsFigure *self, cairo_t *cr, const LsTheme *theme, double max_width)
{
  for (guint i = 0; ls_figure_get_source (self, i) != NULL; i++)
    {
      const LsSource *source = ls_figure_get_source (self, i);
      g_autofree char *text = NULL;
      LsStroke stroke;

      if (!ls_figure_shows (self, source) || source->label[0] == '\0')
        continue;
      /* translators: a run whose error is zero everywhere, so that it has no curve */
      text = source->activity != NULL ? ls_activity_make_label (source)
             : ls_source_is_exact (source)
                 ? g_strdup_printf (_ ("%s (no difference)"), source->label)
                 : g_strdup (source->label);
      ls_figure_style (self, source, 0, theme, &stroke);
      add_entry (entries, cr, theme, text, &stroke, max_width);
    }
}

/* Dashes of the signals in panes that hold several. */
static void
add_signals (
    GArray *entries, const LsFigure *self, cairo_t *cr, const LsTheme *theme, double max_width)
{
  for (guint i = 0; i < self->panes->len; i++)
    {
      const LsPane *pane = g_ptr_array_index (self->panes, i);

      for (guint j = 0; j < pane->signals->len && ls_figure_count_in_place (self, i) > 1; j++)
        {
          const char *name
              = ls_figure_get_title_of (self, self->names[g_array_index (pane->signals, guint, j)]);
          /* translators: a signal whose axis is the one on the right */
          g_autofree char *text
              = pane->twin ? g_strdup_printf (_ ("%s (right)"), name) : g_strdup (name);
          LsStroke stroke;

          ls_figure_style (self, NULL, pane->position + j, theme, &stroke);
          add_entry (entries, cr, theme, text, &stroke, max_width);
        }
    }
}

static void
draw_entry (const Entry *self, cairo_t *cr, const LsTheme *theme, double x, double y)
{
  double s = theme->scale;

  ls_color_set_source (&self->stroke.color, cr);
  cairo_set_line_width (cr, MAX (self->stroke.line_width, 1.75 * s));
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_dash (cr, self->stroke.dash, self->stroke.n_dash, 0);
  cairo_move_to (cr, x, y + self->height / 2);
  cairo_rel_line_to (cr, SAMPLE * s, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  ls_color_set_source (&theme->foreground, cr);
  ls_text_show (cr, self->layout, x + (SAMPLE + SAMPLE_GAP) * s, y, 0, 0);
}

static void
draw_rest (cairo_t *cr, const LsTheme *theme, guint n, double x, double y)
{
  g_autofree char *text
      = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "and %u more", "and %u more", n), n);

  ls_text_draw (cr, theme, 0.95, &theme->muted, text, x, y, 0, 0);
}

double
ls_figure_legend (const LsFigure *self,
                  cairo_t *cr,
                  const LsTheme *theme,
                  double x,
                  double y,
                  double width,
                  double max_height,
                  gboolean draw)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  double s = theme->scale, at_x = 0, at_y = 0, height = 0;

  g_array_set_clear_func (entries, entry_clear);
  add_sources (entries, self, cr, theme, width);
  add_signals (entries, self, cr, theme, width);
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      if (at_x > 0 && at_x + entry->width > width)
        {
          at_x = 0;
          at_y += entry->height + LINE_GAP * s;
        }
      height = at_y + entry->height;
      if (at_y > 0 && height + entry->height > max_height && i + 1 < entries->len)
        {
          if (draw)
            draw_rest (cr, theme, entries->len - i, x, y + at_y);
          break;
        }
      if (draw)
        draw_entry (entry, cr, theme, x + at_x, y + at_y);
      at_x += entry->width + ENTRY_GAP * s;
    }
  return height;
}
