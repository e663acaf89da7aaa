#include "app/text/text-picture.h"
#include <math.h>
#include <string.h>
#include "app/base/style.h"

/* Size when there is no picture, px. */
#define LEAST 24

struct _LsTextPicture
{
  GtkDrawingArea parent_instance;
  char *path, *text;
  gboolean dark;     /* variant that is loaded */
  GdkPixbuf *pixbuf; /* (nullable) */
};

G_DEFINE_TYPE (LsTextPicture, ls_text_picture, GTK_TYPE_DRAWING_AREA)

static void
load (LsTextPicture *self)
{
  const char *dot = strrchr (self->path, '.');
  g_autofree char *dark = g_strdup_printf ("%.*s-dark%s", (int)(dot != NULL ? dot - self->path : 0),
                                           self->path, dot != NULL ? dot : "");

  g_clear_object (&self->pixbuf);
  self->pixbuf = gdk_pixbuf_new_from_file (
      self->dark && g_file_test (dark, G_FILE_TEST_EXISTS) ? dark : self->path, NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), self->text);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
ls_text_picture_style_updated (GtkWidget *widget)
{
  LsTextPicture *self = LS_TEXT_PICTURE (widget);
  LsTheme theme;

  GTK_WIDGET_CLASS (ls_text_picture_parent_class)->style_updated (widget);
  ls_style_get_theme (widget, &theme);
  if (theme.dark == self->dark || self->path == NULL)
    return;
  self->dark = theme.dark;
  load (self);
}

static GtkSizeRequestMode
ls_text_picture_get_request_mode (G_GNUC_UNUSED GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
ls_text_picture_get_preferred_width (GtkWidget *widget, int *minimum, int *natural)
{
  LsTextPicture *self = LS_TEXT_PICTURE (widget);

  *minimum = LEAST;
  *natural = self->pixbuf != NULL ? MAX (gdk_pixbuf_get_width (self->pixbuf), LEAST) : LEAST;
}

static void
ls_text_picture_get_preferred_height_for_width (GtkWidget *widget,
                                                int width,
                                                int *minimum,
                                                int *natural)
{
  LsTextPicture *self = LS_TEXT_PICTURE (widget);

  *natural = LEAST;
  if (self->pixbuf != NULL)
    {
      const double share = fmin (1.0, (double)width / gdk_pixbuf_get_width (self->pixbuf));

      *natural = (int)ceil (share * gdk_pixbuf_get_height (self->pixbuf));
    }
  *minimum = *natural;
}

static gboolean
ls_text_picture_draw (GtkWidget *widget, cairo_t *cr)
{
  LsTextPicture *self = LS_TEXT_PICTURE (widget);

  if (self->pixbuf != NULL)
    {
      const double share = fmin (1.0, (double)gtk_widget_get_allocated_width (widget)
                                          / gdk_pixbuf_get_width (self->pixbuf));

      cairo_scale (cr, share, share);
      gdk_cairo_set_source_pixbuf (cr, self->pixbuf, 0, 0);
      cairo_paint (cr);
    }
  else
    {
      g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, self->text);

      pango_layout_set_width (layout, PANGO_SCALE * gtk_widget_get_allocated_width (widget));
      gtk_render_layout (gtk_widget_get_style_context (widget), cr, 0, 0, layout);
    }
  return GDK_EVENT_PROPAGATE;
}

static void
ls_text_picture_finalize (GObject *object)
{
  LsTextPicture *self = LS_TEXT_PICTURE (object);

  g_free (self->path);
  g_free (self->text);
  g_clear_object (&self->pixbuf);
  G_OBJECT_CLASS (ls_text_picture_parent_class)->finalize (object);
}

static void
ls_text_picture_class_init (LsTextPictureClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_text_picture_finalize;
  widget_class->style_updated = ls_text_picture_style_updated;
  widget_class->get_request_mode = ls_text_picture_get_request_mode;
  widget_class->get_preferred_width = ls_text_picture_get_preferred_width;
  widget_class->get_preferred_height_for_width = ls_text_picture_get_preferred_height_for_width;
  widget_class->draw = ls_text_picture_draw;
  gtk_widget_class_set_accessible_role (widget_class, ATK_ROLE_IMAGE);
}

static void
ls_text_picture_init (G_GNUC_UNUSED LsTextPicture *self)
{
}

GtkWidget *
ls_text_picture_new (const char *path, const char *text)
{
  LsTextPicture *self = g_object_new (LS_TYPE_TEXT_PICTURE, "visible", TRUE, NULL);

  self->path = g_strdup (path);
  self->text = g_strdup (text);
  atk_object_set_name (gtk_widget_get_accessible (GTK_WIDGET (self)), text);
  load (self);
  return GTK_WIDGET (self);
}
