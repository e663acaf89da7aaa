#include "app/text/text-view.h"
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/text/text-picture.h"
#include "app/base/widgets.h"
#include "core/base/language.h"

/* Longer lines are hard to read. */
#define MAX_CHARS 76
#define LEVEL_INDENT 18

struct _LsTextView
{
  GtkScrolledWindow parent_instance;
  GtkWidget *box;
  char *folder;       /* (nullable) */
  GtkWidget *awaited; /* (nullable): to scroll to after its allocation */
  gboolean is_enough; /* @awaited only has to come into sight, not to the top */
  guint scroll_id;
  gboolean has_focusable;
};

G_DEFINE_TYPE (LsTextView, ls_text_view, GTK_TYPE_SCROLLED_WINDOW)

static guint link_activated_signal, button_activated_signal;

/* ---- Running text ----------------------------------------------------------------------- */

/* Spans "value:" are numbers checked by a lesson, not links. */
static gboolean
is_link (const LsMarkupSpan *span)
{
  return span->target != NULL && !g_str_has_prefix (span->target, "value:");
}

static void
append_span (GString *markup, const LsMarkupSpan *span)
{
  /* Code is typed or copied as it is. */
  g_autofree char *shown = (span->style & LS_SPAN_CODE) != 0 ? g_strdup (span->text)
                                                             : ls_text_raise_exponents (span->text);
  g_autofree char *text = g_markup_escape_text (shown, -1);

  g_string_append (markup, "<span");
  if ((span->style & LS_SPAN_STRONG) != 0
      || (span->target != NULL && g_str_has_prefix (span->target, "value:")))
    g_string_append (markup, " weight=\"bold\"");
  if ((span->style & (LS_SPAN_EMPHASIS | LS_SPAN_FORMULA)) != 0)
    g_string_append (markup, " style=\"italic\"");
  if ((span->style & LS_SPAN_CODE) != 0)
    g_string_append (markup, " face=\"monospace\"");
  g_string_append_printf (markup, ">%s</span>", text);
}

/* <sub> and <sup> enclose the <span>: inside it they would increase the line spacing. */
static void
append_piece (GString *markup, const LsMarkupSpan *span)
{
  const char *element = (span->style & LS_SPAN_SUBSCRIPT) != 0     ? "sub"
                        : (span->style & LS_SPAN_SUPERSCRIPT) != 0 ? "sup"
                                                                   : NULL;

  if (element != NULL)
    g_string_append_printf (markup, "<%s>", element);
  append_span (markup, span);
  if (element != NULL)
    g_string_append_printf (markup, "</%s>", element);
}

/* Converts spans to Pango markup with links. */
static char *
spans_to_pango (const GPtrArray *spans)
{
  GString *markup = g_string_new (NULL);
  const char *target = NULL;

  for (guint i = 0; i < spans->len; i++)
    {
      const LsMarkupSpan *span = g_ptr_array_index (spans, i);
      const char *next = is_link (span) ? span->target : NULL;

      if (target != NULL && g_strcmp0 (target, next) != 0)
        g_string_append (markup, "</a>");
      if (next != NULL && g_strcmp0 (target, next) != 0)
        {
          g_autofree char *address = g_markup_escape_text (next, -1);

          g_string_append_printf (markup, "<a href=\"%s\">", address);
        }
      target = next;
      append_piece (markup, span);
    }
  if (target != NULL)
    g_string_append (markup, "</a>");
  return g_string_free (markup, FALSE);
}

static gboolean
link_cb (LsTextView *self, const char *target)
{
  if (g_str_has_prefix (target, "https://") || g_str_has_prefix (target, "http://"))
    return FALSE; /* GTK opens web links */
  if (*target == '#' && ls_text_view_scroll_to (self, target + 1))
    return TRUE;
  g_signal_emit (self, link_activated_signal, 0, target);
  return TRUE;
}

static GtkWidget *
label_new (LsTextView *self, const GPtrArray *spans)
{
  GtkWidget *label = gtk_label_new (NULL);
  g_autofree char *markup = spans_to_pango (spans);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_line_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_line_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_CHARS);
  gtk_label_set_track_visited_links (GTK_LABEL (label), FALSE);
  gtk_widget_set_halign (label, GTK_ALIGN_START);
  g_signal_connect_object (label, "activate-link", G_CALLBACK (link_cb), self, G_CONNECT_SWAPPED);
  return label;
}

static void
add_class (GtkWidget *widget, const char *name)
{
  gtk_style_context_add_class (gtk_widget_get_style_context (widget), name);
}

/* ---- Blocks ----------------------------------------------------------------------------- */

static GtkWidget *
heading_new (LsTextView *self, const LsMarkupBlock *block)
{
  GtkWidget *label = label_new (self, block->spans);
  g_autofree char *class = g_strdup_printf ("text-heading-%u", MIN (block->level, 3));

  add_class (label, class);
  g_object_set_data_full (G_OBJECT (label), "heading", ls_markup_get_text (block->spans), g_free);
  atk_object_set_role (gtk_widget_get_accessible (label), ATK_ROLE_HEADING);
  return label;
}

static GtkWidget *
item_new (LsTextView *self, const LsMarkupBlock *block)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *mark = gtk_label_new (block->text);

  gtk_widget_set_valign (mark, GTK_ALIGN_START);
  gtk_widget_set_margin_start (box, (int)(LEVEL_INDENT * (block->level + 1)) - LEVEL_INDENT / 3);
  gtk_box_pack_start (GTK_BOX (box), mark, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), label_new (self, block->spans), TRUE, TRUE, 0);
  gtk_widget_set_halign (gtk_widget_get_parent (mark), GTK_ALIGN_START);
  return box;
}

static GtkWidget *
quote_new (LsTextView *self, const LsMarkupBlock *block)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  add_class (box, "text-quote");
  gtk_box_pack_start (GTK_BOX (box), label_new (self, block->spans), TRUE, TRUE, 0);
  return box;
}

static void
button_cb (LsTextView *self, GtkWidget *button)
{
  g_autofree char *text = g_strdup (g_object_get_data (G_OBJECT (button), "text"));

  g_signal_emit (self, button_activated_signal, 0,
                 GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "line")), text);
}

/* (nullable): label of the button if the code block is fenced as "button LABEL". */
static const char *
get_button_label (const LsMarkupBlock *block)
{
  static const char word[] = "button ";

  return g_str_has_prefix (block->info, word) ? block->info + strlen (word) : NULL;
}

static GtkWidget *
button_new (LsTextView *self, const LsMarkupBlock *block)
{
  GtkWidget *label = gtk_label_new (get_button_label (block));
  GtkWidget *button = gtk_button_new ();

  gtk_label_set_line_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_container_add (GTK_CONTAINER (button), label);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  add_class (button, "text-button");
  ls_widget_set_accessible_name (button, get_button_label (block));
  g_object_set_data_full (G_OBJECT (button), "text", g_strdup (block->text), g_free);
  g_object_set_data (G_OBJECT (button), "line", GUINT_TO_POINTER (block->line));
  g_signal_connect_object (button, "clicked", G_CALLBACK (button_cb), self, G_CONNECT_SWAPPED);
  return button;
}

/* Unlike running text, code can be selected and copied. */
static GtkWidget *
code_new (LsTextView *self, const LsMarkupBlock *block)
{
  GtkWidget *label;

  if (get_button_label (block) != NULL)
    return button_new (self, block);
  label = gtk_label_new (block->text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_line_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_line_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  add_class (label, "text-code");
  return label;
}

static GtkWidget *
table_new (LsTextView *self, const LsMarkupBlock *block)
{
  GtkWidget *grid = gtk_grid_new ();

  for (guint i = 0; i < block->cells->len; i++)
    {
      const guint row = i / block->n_columns, column = i % block->n_columns;
      GtkWidget *label = label_new (self, g_ptr_array_index (block->cells, i));

      /* Fill the cell so that its border has the full width. */
      gtk_widget_set_halign (label, GTK_ALIGN_FILL);
      gtk_label_set_xalign (GTK_LABEL (label), block->right[column] ? 1.0f : 0.0f);
      if (block->right[column])
        gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_RIGHT);
      gtk_label_set_yalign (GTK_LABEL (label), 0);
      gtk_label_set_max_width_chars (GTK_LABEL (label), MAX_CHARS / 2);
      add_class (label, row == 0 ? "text-head" : "text-cell");
      gtk_grid_attach (GTK_GRID (grid), label, (int)column, (int)row, 1, 1);
    }
  gtk_widget_set_halign (grid, GTK_ALIGN_START);
  atk_object_set_role (gtk_widget_get_accessible (grid), ATK_ROLE_TABLE);
  ls_widget_set_accessible_name (grid, _ ("Table"));
  return grid;
}

static GtkWidget *
picture_new (LsTextView *self, const LsMarkupBlock *block)
{
  g_autofree char *path
      = g_build_filename (self->folder != NULL ? self->folder : ".", block->info, NULL);

  return ls_text_picture_new (g_path_is_absolute (block->info) ? block->info : path, block->text);
}

static GtkWidget *
formula_new (LsTextView *self, const LsMarkupBlock *block)
{
  GtkWidget *label = label_new (self, block->spans);

  gtk_widget_set_halign (label, GTK_ALIGN_CENTER);
  return label;
}

static GtkWidget *
block_new (LsTextView *self, const LsMarkupBlock *block)
{
  switch (block->kind)
    {
    case LS_MARKUP_HEADING:
      return heading_new (self, block);
    case LS_MARKUP_ITEM:
      return item_new (self, block);
    case LS_MARKUP_QUOTE:
      return quote_new (self, block);
    case LS_MARKUP_CODE:
      return code_new (self, block);
    case LS_MARKUP_TABLE:
      return table_new (self, block);
    case LS_MARKUP_PICTURE:
      return picture_new (self, block);
    case LS_MARKUP_FORMULA:
      return formula_new (self, block);
    case LS_MARKUP_RULE:
      return gtk_separator_new (GTK_ORIENTATION_HORIZONTAL);
    case LS_MARKUP_PARAGRAPH:
      break;
    }
  return label_new (self, block->spans);
}

/* ---- The widget ------------------------------------------------------------------------- */

static gboolean
scroll_cb (gpointer user_data)
{
  LsTextView *self = user_data;
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self));
  int x, y;

  self->scroll_id = 0;
  if (self->awaited != NULL
      && gtk_widget_translate_coordinates (self->awaited, self->box, 0, 0, &x, &y))
    {
      if (self->is_enough)
        gtk_adjustment_clamp_page (place, y, y + gtk_widget_get_allocated_height (self->awaited));
      else
        gtk_adjustment_set_value (place, y);
    }
  self->awaited = NULL;
  return G_SOURCE_REMOVE;
}

/* New children have no allocation yet. */
static void
scroll_later (LsTextView *self, GtkWidget *block, gboolean is_enough)
{
  self->awaited = block;
  self->is_enough = is_enough;
  if (self->scroll_id == 0)
    self->scroll_id = g_idle_add_full (G_PRIORITY_LOW, scroll_cb, self, NULL);
}

/* Matches "Why order matters" and "why-order-matters". */
static gboolean
is_heading (const char *heading, const char *wanted)
{
  g_autofree char *a = g_utf8_casefold (heading, -1);
  g_autofree char *b = g_utf8_casefold (wanted, -1);

  g_strdelimit (a, " ", '-');
  g_strdelimit (b, " ", '-');
  return g_str_equal (a, b);
}

gboolean
ls_text_view_scroll_to (LsTextView *self, const char *heading)
{
  g_return_val_if_fail (LS_IS_TEXT_VIEW (self), FALSE);

  g_autoptr (GList) children = gtk_container_get_children (GTK_CONTAINER (self->box));

  for (GList *l = children; l != NULL; l = l->next)
    {
      const char *text = g_object_get_data (l->data, "heading");

      if (text == NULL || !is_heading (text, heading))
        continue;
      scroll_later (self, l->data, FALSE);
      return TRUE;
    }
  return FALSE;
}

void
ls_text_view_reveal_button (LsTextView *self, guint line)
{
  g_return_if_fail (LS_IS_TEXT_VIEW (self));

  g_autoptr (GList) children = gtk_container_get_children (GTK_CONTAINER (self->box));

  for (GList *l = children; l != NULL; l = l->next)
    if (GTK_IS_BUTTON (l->data) && GPOINTER_TO_UINT (g_object_get_data (l->data, "line")) == line)
      scroll_later (self, l->data, TRUE);
}

static void
look_for_focusable_cb (GtkWidget *widget, gpointer found)
{
  if (gtk_widget_get_can_focus (widget))
    *(gboolean *)found = TRUE;
  else if (GTK_IS_CONTAINER (widget))
    gtk_container_foreach (GTK_CONTAINER (widget), look_for_focusable_cb, found);
}

void
ls_text_view_show (
    LsTextView *self, const LsMarkup *markup, guint first, guint last, const char *folder)
{
  g_return_if_fail (LS_IS_TEXT_VIEW (self) && markup != NULL);

  g_free (self->folder);
  self->folder = g_strdup (folder);
  self->awaited = NULL;
  ls_container_clear (self->box);
  ls_text_view_append (self, markup, first, last);
  self->awaited = NULL;
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self)), 0);
}

void
ls_text_view_append (LsTextView *self, const LsMarkup *markup, guint first, guint last)
{
  g_return_if_fail (LS_IS_TEXT_VIEW (self) && markup != NULL);

  for (guint i = first; i < MIN (last, markup->blocks->len); i++)
    {
      GtkWidget *block = block_new (self, g_ptr_array_index (markup->blocks, i));

      gtk_container_add (GTK_CONTAINER (self->box), block);
      if (i == first)
        scroll_later (self, block, FALSE);
    }
  gtk_widget_show_all (self->box);
  /* If a child can have the focus, the view must not: Tab would stop at it and not enter the text.
   */
  self->has_focusable = FALSE;
  gtk_container_foreach (GTK_CONTAINER (self->box), look_for_focusable_cb, &self->has_focusable);
  gtk_widget_set_can_focus (GTK_WIDGET (self), !self->has_focusable);
}

void
ls_text_view_focus (LsTextView *self)
{
  g_return_if_fail (LS_IS_TEXT_VIEW (self));

  if (!gtk_widget_child_focus (self->box, GTK_DIR_TAB_FORWARD))
    gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
ls_text_view_dispose (GObject *object)
{
  LsTextView *self = LS_TEXT_VIEW (object);

  g_clear_handle_id (&self->scroll_id, g_source_remove);
  G_OBJECT_CLASS (ls_text_view_parent_class)->dispose (object);
}

static void
ls_text_view_finalize (GObject *object)
{
  g_free (LS_TEXT_VIEW (object)->folder);
  G_OBJECT_CLASS (ls_text_view_parent_class)->finalize (object);
}

static void
ls_text_view_class_init (LsTextViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ls_text_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_text_view_finalize;
  link_activated_signal
      = g_signal_new ("link-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                      NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  button_activated_signal
      = g_signal_new ("button-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_STRING);
}

static void
ls_text_view_init (LsTextView *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_container_set_border_width (GTK_CONTAINER (self->box), 12);
  add_class (self->box, "text");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_container_add (GTK_CONTAINER (self), self->box);
}

GtkWidget *
ls_text_view_new (void)
{
  return g_object_new (LS_TYPE_TEXT_VIEW, "visible", TRUE, NULL);
}
