#include "app/start/start-page.h"
#include <glib/gi18n-lib.h>
#include "app/base/later.h"
#include "app/panel/library.h"
#include "app/start/thumbnails.h"
#include "app/base/recent.h"
#include "app/base/style.h"
#include "app/base/widgets.h"
#include "core/lesson/lesson.h"

#define WIDTH 208
#define HEIGHT 130
#define MAX_RECENT 8

struct _LsStartPage
{
  GtkBox parent_instance;
  LsThumbnails *thumbnails; /* (nullable) */
  gboolean drawn, dark;     /* @dark: theme of the drawn thumbnails */
  guint fill_id;
  GtkWidget *recent_list, *lessons_list, *gallery;
};

G_DEFINE_TYPE (LsStartPage, ls_start_page, GTK_TYPE_BOX)

static guint file_activated_signal;

static const char *
get_path (gpointer row)
{
  return g_object_get_data (G_OBJECT (row), "path");
}

static void
activated_cb (LsStartPage *self, GtkWidget *row)
{
  g_autofree char *path = g_strdup (get_path (row));

  g_signal_emit (self, file_activated_signal, 0, path);
}

/* Abbreviates a folder in the home folder: "~/models". */
static char *
describe_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_filename_display_name (folder);
  const char *home = g_get_home_dir ();

  if (g_str_has_prefix (folder, home)
      && (folder[strlen (home)] == '/' || folder[strlen (home)] == 0))
    return g_strconcat ("~", name + strlen (home), NULL);
  return g_steal_pointer (&name);
}

static void
add_recent (LsStartPage *self, const char *path)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = g_filename_display_name (base);
  g_autofree char *folder = describe_folder (path);
  GtkWidget *title = gtk_label_new (name);
  GtkWidget *place = gtk_label_new (folder);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (place), 0);
  gtk_label_set_ellipsize (GTK_LABEL (place), PANGO_ELLIPSIZE_MIDDLE);
  gtk_style_context_add_class (gtk_widget_get_style_context (place), GTK_STYLE_CLASS_DIM_LABEL);
  gtk_container_add (GTK_CONTAINER (box), title);
  gtk_container_add (GTK_CONTAINER (box), place);
  gtk_container_set_border_width (GTK_CONTAINER (box), 4);
  gtk_container_add (GTK_CONTAINER (row), box);
  gtk_widget_set_tooltip_text (row, path);
  ls_widget_set_accessible_name (row, name);
  g_object_set_data_full (G_OBJECT (row), "path", g_strdup (path), g_free);
  gtk_widget_show_all (row);
  gtk_container_add (GTK_CONTAINER (self->recent_list), row);
}

static void
fill_recent (LsStartPage *self)
{
  g_autoptr (GPtrArray) paths = ls_recent_list (MAX_RECENT);

  ls_container_clear (self->recent_list);
  for (guint i = 0; i < paths->len; i++)
    add_recent (self, g_ptr_array_index (paths, i));
}

/* Called once: installed lessons do not change. */
static void
fill_lessons (LsStartPage *self)
{
  g_autoptr (GPtrArray) paths = ls_lesson_list ();

  for (guint i = 0; i < paths->len; i++)
    {
      const char *path = g_ptr_array_index (paths, i);
      g_autoptr (LsMarkup) markup = ls_markup_read (path, NULL);
      const char *title = markup != NULL ? ls_markup_get_field (markup, "title") : NULL;
      GtkWidget *row = gtk_list_box_row_new ();
      GtkWidget *label = gtk_label_new (title != NULL ? title : path);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_widget_set_margin_start (label, 4);
      gtk_container_add (GTK_CONTAINER (row), label);
      if (markup != NULL)
        gtk_widget_set_tooltip_text (row, ls_markup_get_field (markup, "summary"));
      ls_widget_set_accessible_name (row, title != NULL ? title : path);
      g_object_set_data_full (G_OBJECT (row), "path", g_strdup (path), g_free);
      gtk_widget_show_all (row);
      gtk_container_add (GTK_CONTAINER (self->lessons_list), row);
    }
}

/* Full text of an ellipsized description. */
static gboolean
query_tooltip_cb (GtkLabel *description,
                  G_GNUC_UNUSED int x,
                  G_GNUC_UNUSED int y,
                  G_GNUC_UNUSED gboolean by_keyboard,
                  GtkTooltip *tooltip)
{
  gtk_tooltip_set_text (tooltip, gtk_label_get_text (description));
  return pango_layout_is_ellipsized (gtk_label_get_layout (description));
}

static GtkWidget *
card_new (const char *path)
{
  GtkWidget *card = gtk_flow_box_child_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *image = gtk_image_new ();
  GtkWidget *frame = gtk_frame_new (NULL);
  GtkWidget *description = ls_label_new_wrapped ("", TRUE);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = g_filename_display_name (base);
  GtkWidget *title;

  *strrchr (name, '.') = '\0';
  title = gtk_label_new (name);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_style_context_add_class (gtk_widget_get_style_context (title), "strong");
  gtk_label_set_max_width_chars (GTK_LABEL (description), 26);
  gtk_label_set_width_chars (GTK_LABEL (description), 22);
  gtk_label_set_lines (GTK_LABEL (description), 2);
  gtk_label_set_ellipsize (GTK_LABEL (description), PANGO_ELLIPSIZE_END);
  gtk_widget_set_has_tooltip (description, TRUE);
  g_signal_connect (description, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
  gtk_widget_set_size_request (image, WIDTH, HEIGHT);
  gtk_widget_set_halign (frame, GTK_ALIGN_START);
  gtk_container_add (GTK_CONTAINER (frame), image);
  gtk_container_add (GTK_CONTAINER (box), frame);
  gtk_container_add (GTK_CONTAINER (box), title);
  gtk_container_add (GTK_CONTAINER (box), description);
  gtk_container_add (GTK_CONTAINER (card), box);
  gtk_widget_set_halign (card, GTK_ALIGN_START);
  ls_widget_set_accessible_name (card, name);
  g_object_set_data_full (G_OBJECT (card), "path", g_strdup (path), g_free);
  g_object_set_data (G_OBJECT (card), "image", image);
  g_object_set_data (G_OBJECT (card), "description", description);
  gtk_widget_show_all (card);
  return card;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  g_autofree char *x = g_utf8_collate_key_for_filename (*(char *const *)a, -1);
  g_autofree char *y = g_utf8_collate_key_for_filename (*(char *const *)b, -1);

  return strcmp (x, y);
}

static gboolean
is_same (gconstpointer name, gconstpointer other)
{
  return g_str_equal (name, other);
}

/* Models used by lessons come first, in the order of the lessons. */
static void
prefer_lessons (GPtrArray *names)
{
  g_autoptr (GPtrArray) lessons = ls_lesson_list ();
  guint n_first = 0;

  for (guint i = 0; i < lessons->len; i++)
    {
      g_autoptr (LsMarkup) markup = ls_markup_read (g_ptr_array_index (lessons, i), NULL);
      const char *model = markup != NULL ? ls_markup_get_field (markup, "model") : NULL;
      guint place;

      if (model != NULL && g_ptr_array_find_with_equal_func (names, model, is_same, &place)
          && place >= n_first)
        g_ptr_array_insert (names, (int)n_first++, g_ptr_array_steal_index (names, place));
    }
}

static void
fill_gallery (LsStartPage *self)
{
  g_autofree char *folder = ls_library_get_examples ();
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".ssp"))
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  prefer_lessons (names);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, g_ptr_array_index (names, i), NULL);

      gtk_container_add (GTK_CONTAINER (self->gallery), card_new (path));
    }
}

static GtkWidget *
find_card (LsStartPage *self, const char *path)
{
  GtkFlowBoxChild *card;

  for (int i = 0;
       (card = gtk_flow_box_get_child_at_index (GTK_FLOW_BOX (self->gallery), i)) != NULL; i++)
    if (g_str_equal (get_path (card), path))
      return GTK_WIDGET (card);
  return NULL;
}

static void
thumbnail_cb (const char *path,
              cairo_surface_t *surface,
              const char *description,
              gpointer user_data)
{
  GtkWidget *card = find_card (user_data, path);
  GtkWidget *label;

  if (card == NULL)
    return;
  label = g_object_get_data (G_OBJECT (card), "description");
  gtk_label_set_text (GTK_LABEL (label), description != NULL ? description : "");
  atk_object_set_description (gtk_widget_get_accessible (card),
                              description != NULL ? description : "");
  gtk_image_set_from_surface (GTK_IMAGE (g_object_get_data (G_OBJECT (card), "image")), surface);
}

static void
start_thumbnails (LsStartPage *self)
{
  g_autoptr (GList) cards = gtk_container_get_children (GTK_CONTAINER (self->gallery));
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();
  LsTheme theme;

  g_clear_pointer (&self->thumbnails, ls_thumbnails_stop);
  for (GList *l = cards; l != NULL; l = l->next)
    g_ptr_array_add (paths, (gpointer)get_path (l->data));
  g_ptr_array_add (paths, NULL);
  ls_style_get_theme (GTK_WIDGET (self), &theme);
  self->drawn = TRUE;
  self->dark = theme.dark;
  self->thumbnails = ls_thumbnails_start ((char **)paths->pdata, WIDTH, HEIGHT,
                                          gtk_widget_get_scale_factor (GTK_WIDGET (self)), &theme,
                                          thumbnail_cb, self);
}

/* Runs after the first frame, which must not wait for recent files and pictures. */
static gboolean
fill_cb (gpointer user_data)
{
  LsStartPage *self = user_data;

  self->fill_id = 0;
  fill_recent (self);
  if (!self->drawn)
    {
      fill_lessons (self);
      fill_gallery (self);
      start_thumbnails (self);
    }
  return G_SOURCE_REMOVE;
}

static void
ls_start_page_map (GtkWidget *widget)
{
  LsStartPage *self = LS_START_PAGE (widget);

  GTK_WIDGET_CLASS (ls_start_page_parent_class)->map (widget);
  if (self->fill_id == 0)
    self->fill_id = ls_later_add (fill_cb, self);
}

static void
ls_start_page_style_updated (GtkWidget *widget)
{
  LsStartPage *self = LS_START_PAGE (widget);
  LsTheme theme;

  GTK_WIDGET_CLASS (ls_start_page_parent_class)->style_updated (widget);
  if (!self->drawn)
    return;
  ls_style_get_theme (widget, &theme);
  if (theme.dark != self->dark)
    start_thumbnails (self);
}

static void
ls_start_page_dispose (GObject *object)
{
  LsStartPage *self = LS_START_PAGE (object);

  g_clear_handle_id (&self->fill_id, g_source_remove);
  g_clear_pointer (&self->thumbnails, ls_thumbnails_stop);
  G_OBJECT_CLASS (ls_start_page_parent_class)->dispose (object);
}

static void
ls_start_page_class_init (LsStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_start_page_dispose;
  widget_class->map = ls_start_page_map;
  widget_class->style_updated = ls_start_page_style_updated;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/lockstep/Workbench/start-page.ui");
  gtk_widget_class_bind_template_child (widget_class, LsStartPage, recent_list);
  gtk_widget_class_bind_template_child (widget_class, LsStartPage, lessons_list);
  gtk_widget_class_bind_template_child (widget_class, LsStartPage, gallery);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  file_activated_signal
      = g_signal_new ("file-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                      NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ls_start_page_init (LsStartPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
