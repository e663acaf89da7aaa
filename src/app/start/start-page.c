#include "app/start/start-page.h"
#include <glib/gi18n-lib.h>
#include "app/base/later.h"
#include "app/panel/library.h"
#include "app/start/examples.h"
#include "app/start/thumbnails.h"
#include "app/base/recent.h"
#include "app/base/style.h"
#include "app/base/widgets.h"
#include "core/lesson/lesson.h"

#define WIDTH 272
#define HEIGHT 104
#define LESSON_WIDTH 72
#define LESSON_HEIGHT 48
#define MAX_RECENT 8

struct _LsStartPage
{
  GtkBox parent_instance;
  LsThumbnails *thumbnails, *lesson_thumbnails; /* (nullable) */
  gboolean drawn, dark;                         /* @dark: theme of the drawn thumbnails */
  guint fill_id;
  GtkWidget *recent_list, *lessons_list, *gallery;
  GPtrArray *cards, *lessons; /* (element-type GtkWidget), borrowed */
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
  gtk_container_set_border_width (GTK_CONTAINER (box), 6);
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

/* "10 min: what it shows" */
static char *
describe_lesson (const LsMarkup *markup)
{
  const char *minutes = ls_markup_get_field (markup, "minutes");
  const char *summary = ls_markup_get_field (markup, "summary");

  if (minutes == NULL || summary == NULL)
    return g_strdup (summary != NULL ? summary : "");
  /* Translators: minutes that a lesson takes, its summary. */
  return g_strdup_printf (_ ("%s min: %s"), minutes, summary);
}

static GtkWidget *
lesson_row_new (const char *path, const char *title, const char *summary)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *columns = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *image = gtk_image_new ();
  GtkWidget *label = gtk_label_new (title);
  GtkWidget *description = ls_label_new_wrapped (summary, TRUE);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (description), 26);
  gtk_widget_set_size_request (image, LESSON_WIDTH, LESSON_HEIGHT);
  gtk_widget_set_valign (image, GTK_ALIGN_START);
  gtk_container_add (GTK_CONTAINER (box), label);
  gtk_container_add (GTK_CONTAINER (box), description);
  gtk_container_add (GTK_CONTAINER (columns), image);
  gtk_container_add (GTK_CONTAINER (columns), box);
  gtk_container_set_border_width (GTK_CONTAINER (columns), 6);
  gtk_container_add (GTK_CONTAINER (row), columns);
  ls_widget_set_accessible_name (row, title);
  atk_object_set_description (gtk_widget_get_accessible (row), summary);
  g_object_set_data_full (G_OBJECT (row), "path", g_strdup (path), g_free);
  g_object_set_data (G_OBJECT (row), "image", image);
  gtk_widget_show_all (row);
  return row;
}

/* Called once: installed lessons do not change. */
static void
fill_lessons (LsStartPage *self)
{
  g_autoptr (GPtrArray) paths = ls_lesson_list ();

  for (guint i = 0; i < paths->len; i++)
    {
      const char *path = g_ptr_array_index (paths, i);
      g_autoptr (LsMarkup) markup = ls_markup_read_own (path, NULL);
      const char *title = markup != NULL ? ls_markup_get_field (markup, "title") : NULL;
      g_autofree char *summary = markup != NULL ? describe_lesson (markup) : g_strdup ("");
      GtkWidget *row = lesson_row_new (path, title != NULL ? title : path, summary);

      gtk_container_add (GTK_CONTAINER (self->lessons_list), row);
      g_ptr_array_add (self->lessons, row);
    }
}

/* @example: (nullable) */
static GtkWidget *
card_new (const char *path, const LsExample *example)
{
  GtkWidget *card = gtk_flow_box_child_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *image = gtk_image_new ();
  GtkWidget *frame = gtk_frame_new (NULL);
  GtkWidget *description = ls_label_new_wrapped ("", TRUE);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = g_filename_display_name (base);
  GtkWidget *title;

  *strrchr (name, '.') = '\0';
  if (example != NULL)
    {
      g_free (name);
      name = g_strdup (_ (example->title));
      gtk_label_set_text (GTK_LABEL (description), _ (example->lesson));
      atk_object_set_description (gtk_widget_get_accessible (card), _ (example->lesson));
    }
  title = gtk_label_new (name);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_style_context_add_class (gtk_widget_get_style_context (title), "strong");
  gtk_label_set_max_width_chars (GTK_LABEL (description), 32);
  gtk_label_set_width_chars (GTK_LABEL (description), 28);
  gtk_label_set_lines (GTK_LABEL (description), 2);
  gtk_label_set_ellipsize (GTK_LABEL (description), PANGO_ELLIPSIZE_END);
  ls_label_add_tooltip (GTK_LABEL (description));
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (frame, base);
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

/* Files of the folder that are described first, in that order; then the others by name. */
static GPtrArray *
list_examples (const char *folder)
{
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  const LsExample *example;
  const char *name;

  for (guint i = 0; (example = ls_example_get (i)) != NULL; i++)
    {
      g_autofree char *path
          = folder != NULL ? g_build_filename (folder, example->name, NULL) : NULL;

      if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
        g_ptr_array_add (names, g_strdup (example->name));
    }
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".ssp") && ls_example_find (name) == NULL)
      g_ptr_array_add (others, g_strdup (name));
  g_ptr_array_sort (others, compare_names);
  g_ptr_array_extend_and_steal (names, g_steal_pointer (&others));
  return names;
}

/* Its title, and a box for its cards. */
static GtkWidget *
group_new (LsStartPage *self, guint i)
{
  GtkWidget *title = gtk_label_new (ls_example_get_group (i));
  GtkWidget *box = gtk_flow_box_new ();

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_set_margin_top (title, i > 0 ? 12 : 0);
  gtk_style_context_add_class (gtk_widget_get_style_context (title), "strong");
  gtk_flow_box_set_homogeneous (GTK_FLOW_BOX (box), TRUE);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (box), 12);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (box), 12);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (box), 10);
  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (box), GTK_SELECTION_BROWSE);
  gtk_widget_set_valign (box, GTK_ALIGN_START);
  ls_widget_set_accessible_name (box, ls_example_get_group (i));
  g_signal_connect_swapped (box, "child-activated", G_CALLBACK (activated_cb), self);
  gtk_container_add (GTK_CONTAINER (self->gallery), title);
  gtk_container_add (GTK_CONTAINER (self->gallery), box);
  gtk_widget_show (title);
  gtk_widget_show (box);
  return box;
}

static void
fill_gallery (LsStartPage *self)
{
  g_autofree char *folder = ls_library_get_examples ();
  g_autoptr (GPtrArray) names = list_examples (folder);
  GtkWidget *boxes[LS_EXAMPLE_GROUPS] = { NULL };

  for (guint i = 0; i < names->len; i++)
    {
      const LsExample *example = ls_example_find (names->pdata[i]);
      const guint group = example != NULL ? example->group : LS_EXAMPLE_GROUPS - 1;
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);
      GtkWidget *card = card_new (path, example);

      if (boxes[group] == NULL)
        boxes[group] = group_new (self, group);
      gtk_container_add (GTK_CONTAINER (boxes[group]), card);
      g_ptr_array_add (self->cards, card);
    }
}

/* @items: cards or rows */
static GtkWidget *
find_item (const GPtrArray *items, const char *path)
{
  for (guint i = 0; i < items->len; i++)
    if (g_str_equal (get_path (items->pdata[i]), path))
      return items->pdata[i];
  return NULL;
}

static void
show_picture (GtkWidget *item, cairo_surface_t *surface)
{
  gtk_image_set_from_surface (GTK_IMAGE (g_object_get_data (G_OBJECT (item), "image")), surface);
}

static void
thumbnail_cb (const char *path,
              cairo_surface_t *surface,
              const char *description,
              gpointer user_data)
{
  LsStartPage *self = user_data;
  GtkWidget *card = find_item (self->cards, path);
  GtkLabel *label;

  if (card == NULL)
    return;
  label = g_object_get_data (G_OBJECT (card), "description");
  if (*gtk_label_get_text (label) == '\0' && description != NULL)
    {
      gtk_label_set_text (label, description);
      atk_object_set_description (gtk_widget_get_accessible (card), description);
    }
  show_picture (card, surface);
}

static void
lesson_thumbnail_cb (const char *path,
                     cairo_surface_t *surface,
                     G_GNUC_UNUSED const char *description,
                     gpointer user_data)
{
  LsStartPage *self = user_data;
  GtkWidget *row = find_item (self->lessons, path);

  if (row != NULL)
    show_picture (row, surface);
}

static LsThumbnails *
draw_items (LsStartPage *self,
            const GPtrArray *items,
            int width,
            int height,
            const LsTheme *theme,
            LsThumbnailFunc func)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();

  for (guint i = 0; i < items->len; i++)
    g_ptr_array_add (paths, (gpointer)get_path (items->pdata[i]));
  g_ptr_array_add (paths, NULL);
  return ls_thumbnails_start ((char **)paths->pdata, width, height,
                              gtk_widget_get_scale_factor (GTK_WIDGET (self)), theme, func, self);
}

static void
stop_thumbnails (LsStartPage *self)
{
  g_clear_pointer (&self->lesson_thumbnails, ls_thumbnails_stop);
  g_clear_pointer (&self->thumbnails, ls_thumbnails_stop);
}

static void
start_thumbnails (LsStartPage *self)
{
  LsTheme theme;

  stop_thumbnails (self);
  ls_style_get_theme (GTK_WIDGET (self), &theme);
  self->drawn = TRUE;
  self->dark = theme.dark;
  self->lesson_thumbnails
      = draw_items (self, self->lessons, LESSON_WIDTH, LESSON_HEIGHT, &theme, lesson_thumbnail_cb);
  self->thumbnails = draw_items (self, self->cards, WIDTH, HEIGHT, &theme, thumbnail_cb);
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
  stop_thumbnails (self);
  g_clear_pointer (&self->lessons, g_ptr_array_unref);
  g_clear_pointer (&self->cards, g_ptr_array_unref);
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
  self->cards = g_ptr_array_new ();
  self->lessons = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}
