#include "app/plot/picture.h"

/* Figures are laid out in pixels of a screen of 96 dpi. */
#define POINTS_PER_PIXEL 0.75

LsPicture
ls_picture_copy (const LsPicture *self)
{
  return (LsPicture){ self->figure != NULL ? ls_figure_copy (self->figure) : NULL,
                      self->charts != NULL ? g_ptr_array_ref (self->charts) : NULL };
}

void
ls_picture_clear (LsPicture *self)
{
  g_clear_pointer (&self->figure, ls_figure_free);
  g_clear_pointer (&self->charts, g_ptr_array_unref);
}

void
ls_picture_draw (cairo_t *cr, double width, double height, gpointer picture)
{
  const LsPicture *self = picture;
  const LsTheme *theme = ls_theme_get_light ();

  g_return_if_fail (self != NULL && cr != NULL);
  ls_color_set_source (&theme->background, cr);
  cairo_paint (cr);
  cairo_scale (cr, POINTS_PER_PIXEL, POINTS_PER_PIXEL);
  width /= POINTS_PER_PIXEL;
  height /= POINTS_PER_PIXEL;
  if (self->figure == NULL)
    {
      ls_charts_draw (cr, width, height, &(LsChartPicture){ self->charts, theme });
      return;
    }
  ls_figure_finish (self->figure);
  ls_figure_draw (self->figure, cr, width, height, theme);
}

typedef struct
{
  LsPicture picture;
  cairo_surface_t *surface;
  double width, height; /* points */
  LsPictureFunc func;
} Painting;

static void
painting_free (gpointer data)
{
  Painting *self = data;

  ls_picture_clear (&self->picture);
  cairo_surface_destroy (self->surface);
  g_free (self);
}

static void
paint (Painting *self)
{
  cairo_t *cr = cairo_create (self->surface);

  ls_picture_draw (cr, self->width, self->height, &self->picture);
  cairo_destroy (cr);
}

static void
paint_thread (GTask *task,
              G_GNUC_UNUSED gpointer source,
              gpointer data,
              G_GNUC_UNUSED GCancellable *cancellable)
{
  paint (data);
  g_task_return_boolean (task, TRUE);
}

static void
painted_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GtkWidget) widget = user_data;
  const Painting *painting = g_task_get_task_data (G_TASK (result));

  if (!gtk_widget_in_destruction (widget) && gtk_widget_has_screen (widget))
    painting->func (widget, painting->surface);
}

void
ls_picture_paint (const LsPicture *self,
                  int width,
                  int height,
                  double scale,
                  GtkWidget *widget,
                  LsPictureFunc func)
{
  g_return_if_fail (self != NULL && GTK_IS_WIDGET (widget) && func != NULL);

  Painting *painting = g_new (Painting, 1);
  g_autoptr (GTask) task = NULL;

  *painting = (Painting){ ls_picture_copy (self),
                          cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height),
                          width / scale, height / scale, func };
  cairo_surface_set_device_scale (painting->surface, scale, scale);
  if (self->figure == NULL)
    {
      paint (painting);
      func (widget, painting->surface);
      painting_free (painting);
      return;
    }
  task = g_task_new (NULL, NULL, painted_cb, g_object_ref (widget));
  g_task_set_task_data (task, painting, painting_free);
  g_task_run_in_thread (task, paint_thread);
}
