/* What can be clicked in a figure, where it was drawn last. */
#include "draw/figure-impl.h"

#include <glib/gi18n-lib.h>

#include "draw/text.h"

void
ls_figure_add_hit (LsFigure *self,
                   LsTarget target,
                   guint index,
                   double left,
                   double top,
                   double width,
                   double height)
{
  const LsHit hit = { target, index, left, top, width, height };

  g_array_append_val (self->hits, hit);
}

static const LsHit *
get_hit (const LsFigure *self, guint i)
{
  return &g_array_index (self->hits, LsHit, i);
}

LsTarget
ls_figure_find_target (const LsFigure *self, double x, double y, guint *index)
{
  g_return_val_if_fail (self != NULL && index != NULL, LS_TARGET_NONE);

  for (guint i = 0; self->drawn && i < self->hits->len; i++)
    {
      const LsHit *hit = get_hit (self, i);

      if (x < hit->left || y < hit->top || x >= hit->left + hit->width
          || y >= hit->top + hit->height)
        continue;
      *index = hit->index;
      return hit->target;
    }
  return LS_TARGET_NONE;
}

guint
ls_figure_get_n_entries (const LsFigure *self)
{
  guint n = 0;

  g_return_val_if_fail (self != NULL, 0);
  while (self->drawn && n < self->hits->len && get_hit (self, n)->target != LS_TARGET_OUTLYING)
    n++;
  return n;
}

LsTarget
ls_figure_get_entry (const LsFigure *self, guint entry, guint *index, char **text)
{
  g_return_val_if_fail (self != NULL && entry < ls_figure_get_n_entries (self), LS_TARGET_NONE);
  g_return_val_if_fail (index != NULL && text != NULL, LS_TARGET_NONE);

  const LsHit *hit = get_hit (self, entry);
  const LsSource *run
      = hit->target == LS_TARGET_RUN ? g_ptr_array_index (self->sources, hit->index) : NULL;

  *index = hit->index;
  if (run == NULL)
    *text = g_strdup (ls_figure_get_title_of (self, self->names[hit->index]));
  else
    /* Translators: a run in a legend. */
    *text = g_strdup_printf (run->visible ? _ ("%s, shown") : _ ("%s, hidden"), run->label);
  return hit->target;
}

void
ls_figure_set_entry_focus (LsFigure *self, int entry)
{
  g_return_if_fail (self != NULL);

  self->entry_focus = entry;
}

int
ls_figure_get_entry_focus (const LsFigure *self)
{
  g_return_val_if_fail (self != NULL, -1);

  return self->entry_focus;
}

void
ls_figure_set_brief_legend (LsFigure *self, gboolean brief)
{
  g_return_if_fail (self != NULL);

  self->brief_legend = brief;
  self->changed = TRUE;
}

void
ls_figure_set_listed (LsFigure *self, guint source, gboolean listed)
{
  g_return_if_fail (self != NULL && source < self->sources->len);

  ((LsSource *)g_ptr_array_index (self->sources, source))->unlisted = !listed;
  self->changed = TRUE;
}

void
ls_figure_list_shown (LsFigure *self)
{
  g_return_if_fail (self != NULL);

  self->brief_legend = FALSE;
  self->entry_focus = -1;
  for (guint i = 0; i < self->sources->len; i++)
    {
      LsSource *source = g_ptr_array_index (self->sources, i);

      source->unlisted = !source->visible;
    }
}

/* ---- Marks --------------------------------------------------------------------------------- */

/* (transfer full): "▲ 1200 values of 2 runs" */
static char *
make_mark (const char *arrow, gsize n, guint n_runs)
{
  const guint n_values = (guint)MIN (n, G_MAXUINT);
  g_autofree char *values = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u value", "%u values", n_values), n_values);
  /* Translators: "1200 values of 2 runs" are outside the range of an axis. */
  g_autofree char *words = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%s of %u run", "%s of %u runs", n_runs), values, n_runs);

  return g_strdup_printf ("%s %s", arrow, words);
}

/* (transfer full) (nullable): of an axis, towards its ends @low and @high */
static char *
describe_ends (const LsOutlying *found, const char *low, const char *high)
{
  g_autofree char *arrows
      = g_strconcat (found->n_below > 0 ? low : "", found->n_above > 0 ? high : "", NULL);

  return *arrows != '\0' ? make_mark (arrows, found->n_below + found->n_above, found->n_runs)
                         : NULL;
}

/* Above titles; else in the line of the common powers of ten. @right: at the right end, of which
 * there is one if @shared */
static void
draw_mark (
    const LsFigurePlan *self, const LsPane *pane, const char *text, gboolean right, gboolean shared)
{
  g_autoptr (PangoLayout) layout = ls_text_new_plain (self->cr, self->theme, 0.9, text);
  const double shift = !self->titles_above && self->exponent_height > 0 ? 3.5 * self->em : 0;
  const double bottom
      = pane->top - 2 * self->theme->scale - (self->titles_above ? 1.1 * self->em : 0);
  double width, height, left;

  ls_text_limit (layout, pane->width / (shared ? 2 : 1) - shift);
  ls_text_get_size (layout, &width, &height);
  left = right ? pane->left + pane->width - width - (pane->twin ? shift : 0) : pane->left + shift;
  ls_figure_add_hit (self->figure, LS_TARGET_OUTLYING, 0, left, bottom - height, width, height);
  ls_color_set_source (&self->theme->warning, self->cr);
  ls_text_show (self->cr, layout, left, bottom, 0, 1);
}

void
ls_figure_draw_outlying (const LsFigurePlan *self)
{
  const LsFigure *figure = self->figure;
  g_autofree char *across = describe_ends (&figure->outlying, "◀", "▶");

  for (guint i = 0; i < figure->panes->len; i++)
    {
      const LsPane *pane = g_ptr_array_index (figure->panes, i);
      const gboolean shared = across != NULL || ls_figure_has_twin (figure, i);
      g_autofree char *text = describe_ends (&pane->outlying, "▼", "▲");

      if (text != NULL)
        draw_mark (self, pane, text, pane->twin, shared);
      if (across != NULL && i == 0)
        draw_mark (self, pane, across, TRUE, text != NULL);
    }
}

void
ls_figure_describe_outlying (const LsFigure *self, GString *text)
{
  for (guint i = 0; i < self->panes->len; i++)
    {
      const LsOutlying *found = &((const LsPane *)g_ptr_array_index (self->panes, i))->outlying;
      g_autofree char *words = NULL;

      if (found->n_runs == 0)
        continue;
      words = make_mark ("", found->n_below + found->n_above, found->n_runs);
      g_string_append_printf (text, _ (" Outside the range of the axis:%s."), words);
    }
}
