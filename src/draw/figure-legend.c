/* Legend above or beside the panes: colours of runs, dashes of signals. */
#include "draw/figure-impl.h"

#include <glib/gi18n-lib.h>

#include "draw/text.h"

#define SAMPLE 26.0
#define SAMPLE_GAP 6.0
#define ENTRY_GAP 18.0
#define LINE_GAP 3.0
/* Between panes and a legend beside them, px. */
#define COLUMN_GAP 14.0
/* Maximum fraction of the width, and maximum lines of a name. */
#define COLUMN 0.4
#define MAX_LINES 2
/* Maximum fraction of the height for a legend above the panes. */
#define ABOVE 0.3
/* Minimum gain in pane area that justifies a legend beside them, and minimum fraction of the width
 * left to them. */
#define GAIN 1.05
#define MIN_PANES 0.25

/* A legend of this many runs or more is brief: at most these lines, and this fraction of the
 * height. */
#define MANY_RUNS 4
#define BRIEF_LINES 3
#define BRIEF_ABOVE 0.2

/* @target, @index: what a click on it is for */
typedef struct
{
  PangoLayout *layout;
  LsStroke stroke;
  double width, height;
  LsTarget target;
  guint index;
  gboolean hidden;
} Entry;

/* @wrap: names that are too wide are wrapped, else ellipsised */
typedef struct
{
  LsFigure *figure;
  cairo_t *cr;
  const LsTheme *theme;
  double max_width;
  gboolean wrap;
  GArray *entries; /* Entry */
} Legend;

static void
entry_clear (gpointer data)
{
  g_object_unref (((Entry *)data)->layout);
}

static void
strike (PangoLayout *layout)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_strikethrough_new (TRUE));
  pango_layout_set_attributes (layout, attributes);
}

static Entry *
add_entry (const Legend *self, const char *text, const LsStroke *stroke)
{
  const double sample = (SAMPLE + SAMPLE_GAP) * self->theme->scale;
  Entry entry
      = { .layout = ls_text_new_plain (self->cr, self->theme, 0.95, text), .stroke = *stroke };

  if (self->wrap)
    ls_text_wrap (entry.layout, self->max_width - sample, MAX_LINES);
  else
    ls_text_limit (entry.layout, self->max_width - sample);
  ls_text_get_size (entry.layout, &entry.width, &entry.height);
  entry.width += sample;
  g_array_append_val (self->entries, entry);
  return &g_array_index (self->entries, Entry, self->entries->len - 1);
}

/* Index of the run whose legend entry that of @source is; -1: none. */
static int
find_run (const LsFigure *figure, const LsSource *source)
{
  guint index;

  if (source->estimate_of >= 0)
    return source->estimate_of;
  return g_ptr_array_find (figure->sources, source, &index) ? (int)index : -1;
}

/* @text: what is said of it. A run that is hidden stays, struck out, to be shown again. */
static void
add_source (const Legend *self, const LsSource *source, const char *text)
{
  const int run = find_run (self->figure, source);
  LsStroke stroke;
  Entry *entry;

  ls_figure_style (self->figure, source, 0, self->theme, &stroke);
  entry = add_entry (self, text, &stroke);
  entry->target = run >= 0 ? LS_TARGET_RUN : LS_TARGET_NONE;
  entry->index = (guint)MAX (run, 0);
  entry->hidden = !source->visible;
  if (entry->hidden)
    strike (entry->layout);
}

/* The reference of errors has no curve; its uncertainty, which is in its label, limits them. */
static void
add_uncertainty (const Legend *self, const LsSource *reference)
{
  LsStroke stroke;

  ls_figure_style (self->figure, reference, 0, self->theme, &stroke);
  stroke.color.a = 0;
  add_entry (self, reference->label, &stroke);
}

/* What differences are taken from has no curve, either. */
static void
add_base (const Legend *self)
{
  g_autofree char *text = g_strdup_printf (_ ("Base: %s"), self->figure->base->label);
  LsStroke stroke;

  ls_figure_style (self->figure, self->figure->base, 0, self->theme, &stroke);
  stroke.color.a = 0;
  add_entry (self, text, &stroke);
}

/* Hidden estimates go with their runs, and so do runs that are gone. */
static gboolean
is_unlisted (const LsFigure *figure, const LsSource *source)
{
  return source->unlisted || source == figure->reference || source->estimate_of >= 0;
}

static void
add_sources (const Legend *self)
{
  const LsFigure *figure = self->figure;
  const LsFigureRows *rows = ls_figure_get_rows (figure);

  for (guint i = 0; ls_figure_get_source (figure, i) != NULL; i++)
    {
      const LsSource *source = ls_figure_get_source (figure, i);
      g_autofree char *text = NULL;

      if (source == figure->reference && ls_figure_has_uncertainty (figure))
        add_uncertainty (self, source);
      if (!ls_figure_has (figure, source) || (!source->visible && is_unlisted (figure, source))
          || source->label[0] == '\0')
        continue;
      /* translators: a run whose error is zero everywhere, so that it has no curve */
      text = rows != NULL ? rows->make_label (source)
             : ls_source_is_exact (source)
                 ? g_strdup_printf (_ ("%s (no difference)"), source->label)
                 : g_strdup (source->label);
      add_source (self, source, text);
    }
  if (figure->kind->against == LS_AGAINST_BASE && figure->base != NULL)
    add_base (self);
}

/* Dashes of the signals in panes with several of them. */
static void
add_signals (const Legend *self)
{
  const LsFigure *figure = self->figure;

  for (guint i = 0; i < figure->panes->len; i++)
    {
      const LsPane *pane = g_ptr_array_index (figure->panes, i);

      for (guint j = 0; j < pane->signals->len && ls_figure_count_in_place (figure, i) > 1; j++)
        {
          const guint index = g_array_index (pane->signals, guint, j);
          const char *name = ls_figure_get_title_of (figure, figure->names[index]);
          /* translators: a signal whose axis is the one on the right */
          g_autofree char *text
              = pane->twin ? g_strdup_printf (_ ("%s (right)"), name) : g_strdup (name);
          LsStroke stroke;
          Entry *entry;

          ls_figure_style (figure, NULL, pane->position + j, self->theme, &stroke);
          entry = add_entry (self, text, &stroke);
          entry->target = LS_TARGET_SIGNAL;
          entry->index = index;
        }
    }
}

static void
init (Legend *self, const LsFigurePlan *plan, double max_width, gboolean wrap)
{
  *self = (Legend){ .figure = plan->figure,
                    .cr = plan->cr,
                    .theme = plan->theme,
                    .max_width = max_width,
                    .wrap = wrap,
                    .entries = g_array_new (FALSE, FALSE, sizeof (Entry)) };
  g_array_set_clear_func (self->entries, entry_clear);
  add_sources (self);
  add_signals (self);
}

static const Entry *
get_entry (const Legend *self, guint i)
{
  return &g_array_index (self->entries, Entry, i);
}

static void
draw_focus (const Entry *self, cairo_t *cr, const LsTheme *theme, double x, double y)
{
  const double s = theme->scale;

  ls_color_set_source (&theme->accent, cr);
  cairo_set_line_width (cr, 1.5 * s);
  cairo_rectangle (cr, x - 3 * s, y - 1 * s, self->width + 6 * s, self->height + 2 * s);
  cairo_stroke (cr);
}

/* Notes where the entry can be clicked, and frames it if it has the focus. */
static void
place_entry (
    const Entry *self, LsFigure *figure, cairo_t *cr, const LsTheme *theme, double x, double y)
{
  if (self->target == LS_TARGET_NONE)
    return;
  if (figure->entry_focus == (int)figure->hits->len)
    draw_focus (self, cr, theme, x, y);
  ls_figure_add_hit (figure, self->target, self->index, x, y, self->width,
                     self->height + LINE_GAP * theme->scale);
}

/* With several lines the sample is at the first. */
static void
draw_entry (
    const Entry *self, LsFigure *figure, cairo_t *cr, const LsTheme *theme, double x, double y)
{
  const double s = theme->scale;
  const double line = self->height / MAX (pango_layout_get_line_count (self->layout), 1);
  LsColor color = self->stroke.color;

  place_entry (self, figure, cr, theme, x, y);
  color.a *= self->hidden ? 0.3 : 1;
  ls_color_set_source (&color, cr);
  cairo_set_line_width (cr, MAX (self->stroke.line_width, 1.75 * s));
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_dash (cr, self->stroke.dash, self->stroke.n_dash, 0);
  cairo_move_to (cr, x, y + line / 2);
  cairo_rel_line_to (cr, SAMPLE * s, 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  ls_color_set_source (self->hidden ? &theme->muted : &theme->foreground, cr);
  ls_text_show (cr, self->layout, x + (SAMPLE + SAMPLE_GAP) * s, y, 0, 0);
}

/* What has no room, from entry @first on; of it, keys still reach all: the one with the focus is
 * shown. */
static void
draw_rest (const Legend *self, guint first, double x, double y)
{
  const guint n = self->entries->len - first;
  g_autofree char *text
      = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "and %u more", "and %u more", n), n);
  gboolean focused = FALSE;

  for (guint i = first; i < self->entries->len; i++)
    {
      const Entry *entry = get_entry (self, i);

      if (entry->target == LS_TARGET_NONE)
        continue;
      if (self->figure->entry_focus == (int)self->figure->hits->len)
        {
          draw_entry (entry, self->figure, self->cr, self->theme, x, y);
          focused = TRUE;
        }
      else
        ls_figure_add_hit (self->figure, entry->target, entry->index, x, y, 0, 0);
    }
  if (!focused)
    ls_text_draw (self->cr, self->theme, 0.95, &self->theme->muted, text, x, y, 0, 0);
}

/* Draws entries in rows from (@x, @y).
 * Returns: their height; @n_left: (out): number of entries without room */
static double
lay_rows (const Legend *self, double x, double y, double max_height, gboolean draw, guint *n_left)
{
  const double s = self->theme->scale;
  double at_x = 0, at_y = 0, height = 0;

  *n_left = 0;
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = get_entry (self, i);

      if (at_x > 0 && at_x + entry->width > self->max_width)
        {
          at_x = 0;
          at_y += entry->height + LINE_GAP * s;
        }
      height = at_y + entry->height;
      if (at_y > 0 && height + entry->height > max_height && i + 1 < self->entries->len)
        {
          *n_left = self->entries->len - i;
          if (draw)
            draw_rest (self, i, x, y + at_y);
          break;
        }
      if (draw)
        draw_entry (entry, self->figure, self->cr, self->theme, x + at_x, y + at_y);
      at_x += entry->width + ENTRY_GAP * s;
    }
  return height;
}

/* Draws entries below each other.
 * Returns: the largest width */
static double
lay_column (const Legend *self, double x, double y, double max_height, gboolean draw, guint *n_left)
{
  double at_y = 0, width = 0;

  *n_left = 0;
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = get_entry (self, i);
      const gboolean last = i + 1 == self->entries->len;

      /* Keep a line for the number of entries without room. */
      if (i > 0 && at_y + entry->height * (last ? 1 : 2) > max_height)
        {
          *n_left = self->entries->len - i;
          if (draw)
            draw_rest (self, i, x, y + at_y);
          break;
        }
      if (draw)
        draw_entry (entry, self->figure, self->cr, self->theme, x, y + at_y);
      width = MAX (width, entry->width);
      at_y += entry->height + LINE_GAP * self->theme->scale;
    }
  return width;
}

static gboolean
is_brief (const LsFigurePlan *plan)
{
  return plan->figure->brief_legend && plan->figure->sources->len >= MANY_RUNS;
}

double
ls_figure_legend_get_least (const LsFigurePlan *plan)
{
  /* A line of runs, and one with the number of those for which there is no room. */
  return 1.9 * plan->em + LINE_GAP * plan->theme->scale;
}

/* Maximum height of a legend above the panes; with a list of runs elsewhere, it leaves curves their
 * room. */
static double
get_rows_height (const LsFigurePlan *plan)
{
  const double height = is_brief (plan)
                            ? MIN (BRIEF_ABOVE * plan->height, (BRIEF_LINES + 0.5) * plan->em)
                            : ABOVE * plan->height;

  if (!plan->figure->brief_legend)
    return height;
  return MIN (height, MAX (plan->height - plan->least_frame, ls_figure_legend_get_least (plan)));
}

/* Maximum height of a legend beside the panes. */
static double
get_column_height (const LsFigurePlan *plan)
{
  return plan->height - 2 * LS_FIGURE_PAD * plan->theme->scale - plan->title_height;
}

void
ls_figure_legend_place (LsFigurePlan *plan)
{
  const double s = plan->theme->scale;
  /* Without the approximate space of the axes. */
  const double width = plan->width - 6 * plan->em, height = plan->height - 4 * plan->em;
  guint n_hidden, n_left;
  double column;
  Legend rows, beside;

  init (&rows, plan, plan->width - 2 * LS_FIGURE_PAD * s, FALSE);
  init (&beside, plan, COLUMN * plan->width, TRUE);
  plan->legend_height = lay_rows (&rows, 0, 0, get_rows_height (plan), FALSE, &n_hidden);
  column = lay_column (&beside, 0, 0, get_column_height (plan), FALSE, &n_left) + COLUMN_GAP * s;
  /* One row is acceptable, unless entries are missing. */
  if (plan->legend_height > 1.5 * plan->em && !is_brief (plan)
      && width - column >= MIN_PANES * plan->width
      && (n_left < n_hidden
          || (width - column) * height > GAIN * width * (height - plan->legend_height)))
    {
      plan->legend_width = column;
      plan->legend_height = 0;
    }
  g_array_unref (rows.entries);
  g_array_unref (beside.entries);
}

void
ls_figure_legend_draw (const LsFigurePlan *plan)
{
  const double s = plan->theme->scale, top = LS_FIGURE_PAD * s + plan->title_height;
  guint n_left;
  Legend legend;

  if (plan->legend_width > 0)
    {
      init (&legend, plan, COLUMN * (plan->width + plan->legend_width), TRUE);
      lay_column (&legend, plan->width - LS_FIGURE_PAD * s + COLUMN_GAP * s, top,
                  get_column_height (plan), TRUE, &n_left);
    }
  else
    {
      init (&legend, plan, plan->width - 2 * LS_FIGURE_PAD * s, FALSE);
      lay_rows (&legend, LS_FIGURE_PAD * s, top, get_rows_height (plan), TRUE, &n_left);
    }
  g_array_unref (legend.entries);
}
