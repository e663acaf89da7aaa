#include "app/help/help-window.h"
#include <gdk/gdkkeysyms.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include "app/help/help-pages.h"
#include "app/base/report.h"
#include "app/text/text-view.h"
#include "app/base/widgets.h"
#include "core/base/places.h"

struct _LsHelpWindow
{
  GtkWindow parent_instance;
  char *folder;
  GPtrArray *pages, *sections;
  GPtrArray *history; /* char *: visited places, the latest last */
  const LsHelpPage *page;
  gboolean choosing; /* a row is being selected by the program */
  GtkWidget *search, *list, *view, *back_button;
  GtkWidget *note; /* note that the page is in English, for other locales */
};

G_DEFINE_TYPE (LsHelpWindow, ls_help_window, GTK_TYPE_WINDOW)

#define KEY "lockstep-help"
#define PLACE_KEY "lockstep-help-place"

static const char *const english = N_ ("This page is in English.");

static const LsHelpSection *
get_section (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "section");
}

/* Shows all pages and the headings of the open page; during a search, the sections that match. */
static gboolean
is_wanted (GtkListBoxRow *row, gpointer user_data)
{
  LsHelpWindow *self = user_data;
  const LsHelpSection *section = get_section (row);
  const char *words = gtk_entry_get_text (GTK_ENTRY (self->search));

  if (*words != '\0')
    return ls_help_section_fits (section, words);
  return section->heading == NULL || section->page == self->page;
}

static GtkWidget *
row_new (LsHelpSection *section)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *label
      = gtk_label_new (section->heading != NULL ? section->heading : section->page->title);
  g_autofree char *name = section->heading != NULL
                              ? g_strdup_printf ("%s: %s", section->page->title, section->heading)
                              : g_strdup (section->page->title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_line_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 24);
  gtk_widget_set_margin_start (label, section->heading != NULL ? 20 : 6);
  gtk_widget_set_margin_end (label, 6);
  gtk_widget_set_margin_top (label, 6);
  gtk_widget_set_margin_bottom (label, 6);
  gtk_container_add (GTK_CONTAINER (row), label);
  g_object_set_data (G_OBJECT (row), "section", section);
  ls_widget_set_accessible_name (row, name);
  return row;
}

/* Links use "open-inputs" for the heading "Open inputs". */
static gboolean
is_same (const char *heading, const char *wanted)
{
  g_autofree char *a = g_utf8_casefold (heading != NULL ? heading : "", -1);
  g_autofree char *b = g_utf8_casefold (wanted != NULL ? wanted : "", -1);

  return g_str_equal (g_strdelimit (a, " ", '-'), g_strdelimit (b, " ", '-'));
}

static void
select_row (LsHelpWindow *self, const char *anchor)
{
  g_autofree char *heading = anchor != NULL ? ls_help_page_find_heading (self->page, anchor) : NULL;

  self->choosing = TRUE;
  for (guint i = 0; i < self->sections->len; i++)
    {
      const LsHelpSection *section = self->sections->pdata[i];

      if (section->page == self->page && is_same (section->heading, heading))
        gtk_list_box_select_row (GTK_LIST_BOX (self->list),
                                 gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int)i));
    }
  self->choosing = FALSE;
}

static const LsHelpPage *
find_page (LsHelpWindow *self, const char *name)
{
  for (guint i = 0; i < self->pages->len; i++)
    if (g_str_equal (((LsHelpPage *)self->pages->pdata[i])->name, name))
      return self->pages->pdata[i];
  return NULL;
}

/* Opens "plots", "plots.md#zoom" or "#zoom"; nothing happens if it does not exist. */
static gboolean
show_place (LsHelpWindow *self, const char *place)
{
  g_auto (GStrv) parts = g_strsplit (place, "#", 2);
  const char *heading = parts[0] != NULL ? parts[1] : NULL;
  g_autofree char *own = NULL;
  const LsHelpPage *page;

  if (parts[0] != NULL && g_str_has_suffix (parts[0], ".md"))
    parts[0][strlen (parts[0]) - strlen (".md")] = '\0';
  page = parts[0] == NULL || *parts[0] == '\0' ? self->page : find_page (self, parts[0]);
  if (page == NULL)
    return FALSE;
  heading = own = heading != NULL ? ls_help_page_find_heading (page, heading) : NULL;
  if (page != self->page)
    {
      self->page = page;
      ls_text_view_show (LS_TEXT_VIEW (self->view), page->markup, 0, G_MAXUINT, self->folder);
      ls_widget_set_accessible_name (self->view, page->title);
      gtk_widget_set_visible (self->note, !page->translated && !g_str_equal (_ (english), english));
      gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
    }
  if (heading == NULL)
    gtk_adjustment_set_value (
        gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->view)), 0);
  else
    ls_text_view_scroll_to (LS_TEXT_VIEW (self->view), heading);
  return TRUE;
}

static void
go_to (LsHelpWindow *self, const char *page, const char *heading)
{
  char *place = heading != NULL ? g_strconcat (page, "#", heading, NULL) : g_strdup (page);

  if (!show_place (self, place))
    {
      g_free (place);
      return;
    }
  g_ptr_array_add (self->history, place);
  gtk_widget_set_sensitive (self->back_button, self->history->len > 1);
  select_row (self, heading);
}

static void
back_clicked_cb (LsHelpWindow *self)
{
  if (self->history->len < 2)
    return;
  g_ptr_array_set_size (self->history, (int)self->history->len - 1);
  show_place (self, g_ptr_array_index (self->history, self->history->len - 1));
  gtk_widget_set_sensitive (self->back_button, self->history->len > 1);
  select_row (self, NULL);
}

static void
row_selected_cb (LsHelpWindow *self, GtkListBoxRow *row)
{
  const LsHelpSection *section = row != NULL ? get_section (row) : NULL;

  if (section != NULL && !self->choosing)
    go_to (self, section->page->name, section->heading);
}

static void
link_activated_cb (LsHelpWindow *self, const char *target)
{
  g_auto (GStrv) parts = g_strsplit (target, "#", 2);

  go_to (self, parts[0], parts[0] != NULL ? parts[1] : NULL);
}

/* In search results, a heading is shown with the title of its page. */
static void
search_changed_cb (LsHelpWindow *self)
{
  gboolean searching = *gtk_entry_get_text (GTK_ENTRY (self->search)) != '\0';

  for (guint i = 0; i < self->sections->len; i++)
    {
      const LsHelpSection *section = self->sections->pdata[i];
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int)i);
      AtkObject *accessible = gtk_widget_get_accessible (GTK_WIDGET (row));

      if (section->heading != NULL)
        gtk_label_set_text (GTK_LABEL (gtk_bin_get_child (GTK_BIN (row))),
                            searching ? atk_object_get_name (accessible) : section->heading);
    }
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
}

/* Return opens the first match. */
static void
search_activate_cb (LsHelpWindow *self)
{
  for (guint i = 0; i < self->sections->len; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), (int)i);

      if (is_wanted (row, self))
        {
          gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
          gtk_widget_grab_focus (GTK_WIDGET (row));
          return;
        }
    }
}

static gboolean
key_cb (LsHelpWindow *self, const GdkEventKey *event)
{
  const guint state = event->state & gtk_accelerator_get_default_mod_mask ();

  if (event->keyval == GDK_KEY_Escape || (state == GDK_CONTROL_MASK && event->keyval == GDK_KEY_w))
    gtk_widget_destroy (GTK_WIDGET (self));
  else if (state == GDK_CONTROL_MASK && event->keyval == GDK_KEY_f)
    gtk_widget_grab_focus (self->search);
  else if (state == GDK_MOD1_MASK && event->keyval == GDK_KEY_Left)
    back_clicked_cb (self);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

static void
ls_help_window_finalize (GObject *object)
{
  LsHelpWindow *self = LS_HELP_WINDOW (object);

  g_free (self->folder);
  g_ptr_array_unref (self->sections);
  g_ptr_array_unref (self->pages);
  g_ptr_array_unref (self->history);
  G_OBJECT_CLASS (ls_help_window_parent_class)->finalize (object);
}

static void
ls_help_window_class_init (LsHelpWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_help_window_finalize;
}

static GtkWidget *
side_new (LsHelpWindow *self)
{
  GtkWidget *side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *scrolled = gtk_scrolled_window_new (NULL, NULL);

  gtk_container_set_border_width (GTK_CONTAINER (bar), 6);
  gtk_button_set_image (
      GTK_BUTTON (self->back_button),
      gtk_image_new_from_icon_name ("go-previous-symbolic", GTK_ICON_SIZE_BUTTON));
  gtk_widget_set_sensitive (self->back_button, FALSE);
  gtk_widget_set_tooltip_text (self->back_button, _ ("Back to the previous page (Alt+Left)"));
  ls_widget_set_accessible_name (self->back_button, _ ("Back"));
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->search), _ ("Search help"));
  ls_widget_set_accessible_name (self->search, _ ("Search help"));
  ls_widget_set_accessible_name (self->list, _ ("Contents"));
  gtk_container_add (GTK_CONTAINER (bar), self->back_button);
  gtk_box_pack_start (GTK_BOX (bar), self->search, TRUE, TRUE, 0);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_container_add (GTK_CONTAINER (scrolled), self->list);
  gtk_container_add (GTK_CONTAINER (side), bar);
  gtk_box_pack_start (GTK_BOX (side), scrolled, TRUE, TRUE, 0);
  return side;
}

/* Contains a note for users of another locale if the page is not translated. */
static GtkWidget *
page_new (LsHelpWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->note = ls_label_new_wrapped (_ (english), TRUE);
  gtk_widget_set_margin_start (self->note, 12);
  gtk_widget_set_margin_top (self->note, 6);
  gtk_widget_set_no_show_all (self->note, TRUE);
  gtk_container_add (GTK_CONTAINER (box), self->note);
  gtk_box_pack_start (GTK_BOX (box), self->view, TRUE, TRUE, 0);
  return box;
}

static void
ls_help_window_init (LsHelpWindow *self)
{
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);

  self->history = g_ptr_array_new_with_free_func (g_free);
  self->back_button = gtk_button_new ();
  self->search = gtk_search_entry_new ();
  self->list = gtk_list_box_new ();
  self->view = ls_text_view_new ();
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), is_wanted, self, NULL);
  gtk_paned_pack1 (GTK_PANED (paned), side_new (self), FALSE, FALSE);
  gtk_paned_pack2 (GTK_PANED (paned), page_new (self), TRUE, FALSE);
  gtk_container_add (GTK_CONTAINER (self), paned);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Help"));
  gtk_window_set_default_size (GTK_WINDOW (self), 960, 700);
  gtk_window_set_position (GTK_WINDOW (self), GTK_WIN_POS_CENTER);
  g_signal_connect_swapped (self->back_button, "clicked", G_CALLBACK (back_clicked_cb), self);
  g_signal_connect_swapped (self->search, "changed", G_CALLBACK (search_changed_cb), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (search_activate_cb), self);
  g_signal_connect_swapped (self->list, "row-selected", G_CALLBACK (row_selected_cb), self);
  g_signal_connect_swapped (self->view, "link-activated", G_CALLBACK (link_activated_cb), self);
  g_signal_connect_swapped (self, "key-press-event", G_CALLBACK (key_cb), self);
}

static void
forget (GObject *parent)
{
  g_object_set_data (parent, KEY, NULL);
}

static LsHelpWindow *
help_new (GtkWindow *parent, const char *folder)
{
  LsHelpWindow *self
      = g_object_new (LS_TYPE_HELP_WINDOW, "icon-name", "org.lockstep.Workbench", NULL);

  self->folder = g_strdup (folder);
  self->pages = ls_help_read_pages (folder);
  self->sections = ls_help_list_sections (self->pages);
  for (guint i = 0; i < self->sections->len; i++)
    gtk_container_add (GTK_CONTAINER (self->list), row_new (self->sections->pdata[i]));
  gtk_widget_show_all (gtk_bin_get_child (GTK_BIN (self)));
  g_object_set_data (G_OBJECT (parent), KEY, self);
  g_signal_connect_object (self, "destroy", G_CALLBACK (forget), parent, G_CONNECT_SWAPPED);
  g_signal_connect_object (parent, "destroy", G_CALLBACK (gtk_widget_destroy), self,
                           G_CONNECT_SWAPPED);
  return self;
}

void
ls_help_show (GtkWindow *parent, const char *place)
{
  g_return_if_fail (GTK_IS_WINDOW (parent));

  LsHelpWindow *self = g_object_get_data (G_OBJECT (parent), KEY);
  g_autofree char *folder = self == NULL ? ls_places_find_help () : NULL;
  g_auto (GStrv) parts = g_strsplit (place != NULL ? place : "index", "#", 2);

  if (self == NULL && folder == NULL)
    {
      ls_report_problem (GTK_WIDGET (parent), _ ("The help is not installed"),
                         _ ("Its pages belong in share/lockstep/help beside the program."));
      return;
    }
  if (self == NULL)
    self = help_new (parent, folder);
  if (place != NULL || self->page == NULL)
    go_to (self, parts[0], parts[1]);
  gtk_window_present (GTK_WINDOW (self));
}

void
ls_help_set_place (GtkWidget *widget, const char *place)
{
  g_return_if_fail (GTK_IS_WIDGET (widget) && place != NULL);

  g_object_set_data (G_OBJECT (widget), PLACE_KEY, (gpointer)place);
}

const char *
ls_help_get_place (GtkWidget *widget)
{
  const char *place = NULL;

  for (; widget != NULL && place == NULL; widget = gtk_widget_get_parent (widget))
    place = g_object_get_data (G_OBJECT (widget), PLACE_KEY);
  return place != NULL ? place : "index";
}
