#include "app/plot/figure-chooser.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/widgets.h"

#define MM_PER_INCH 25.4
#define POINTS_PER_INCH 72
/* Figures are laid out in pixels of a screen of 96 dpi. */
#define POINTS_PER_PIXEL 0.75
/* Side of the preview, px. */
#define PREVIEW 260

static void
draw_ground (cairo_t *cr)
{
  ls_color_set_source (&ls_theme_get_light ()->background, cr);
  cairo_paint (cr);
  cairo_scale (cr, POINTS_PER_PIXEL, POINTS_PER_PIXEL);
}

void
ls_figure_draw_sized (LsFigure *figure, cairo_t *cr, double width, double height)
{
  g_return_if_fail (figure != NULL && cr != NULL);

  draw_ground (cr);
  ls_figure_finish (figure);
  ls_figure_draw (figure, cr, width / POINTS_PER_PIXEL, height / POINTS_PER_PIXEL,
                  ls_theme_get_light ());
}

void
ls_charts_draw_sized (GPtrArray *charts, cairo_t *cr, double width, double height)
{
  LsChartPicture picture = { .charts = charts, .theme = ls_theme_get_light () };

  g_return_if_fail (charts != NULL && cr != NULL);
  draw_ground (cr);
  ls_charts_draw (cr, width / POINTS_PER_PIXEL, height / POINTS_PER_PIXEL, &picture);
}

/* ---- Preview ------------------------------------------------------------------------------- */

typedef struct
{
  LsFigure *figure;  /* (nullable) */
  GPtrArray *charts; /* (nullable) */
  LsFigureSize *size;
  GtkWidget *preview, *pixels;
  cairo_surface_t *surface; /* (nullable): none is painted yet */
  gboolean painting;        /* on a thread */
  gboolean outdated;        /* what is painted has another size */
} Chooser;

static void
chooser_free (gpointer data)
{
  Chooser *self = data;

  g_clear_pointer (&self->figure, ls_figure_free);
  g_clear_pointer (&self->charts, g_ptr_array_unref);
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  g_free (self);
}

/* One picture of the preview. */
typedef struct
{
  LsFigure *figure;
  GPtrArray *charts;
  cairo_surface_t *surface;
  double width, height; /* points */
} Painting;

static void
painting_free (gpointer data)
{
  Painting *self = data;

  g_clear_pointer (&self->figure, ls_figure_free);
  g_clear_pointer (&self->charts, g_ptr_array_unref);
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  g_free (self);
}

static void
paint (const Painting *self)
{
  cairo_t *cr = cairo_create (self->surface);

  if (self->figure != NULL)
    ls_figure_draw_sized (self->figure, cr, self->width, self->height);
  else
    ls_charts_draw_sized (self->charts, cr, self->width, self->height);
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

static Painting *
painting_new (const Chooser *chooser)
{
  const int scale = gtk_widget_get_scale_factor (chooser->preview);
  const LsFigureSize *size = chooser->size;
  Painting *self = g_new0 (Painting, 1);
  double zoom;

  self->width = size->width * POINTS_PER_INCH / MM_PER_INCH;
  self->height = size->height * POINTS_PER_INCH / MM_PER_INCH;
  zoom = PREVIEW / fmax (self->width, self->height);
  self->surface
      = cairo_image_surface_create (CAIRO_FORMAT_RGB24, MAX ((int)(self->width * zoom * scale), 1),
                                    MAX ((int)(self->height * zoom * scale), 1));
  cairo_surface_set_device_scale (self->surface, zoom * scale, zoom * scale);
  if (chooser->charts != NULL)
    self->charts = g_ptr_array_ref (chooser->charts);
  if (chooser->figure != NULL)
    self->figure = ls_figure_copy (chooser->figure);
  return self;
}

static void show_preview (GtkWidget *preview);

static void
take_surface (Chooser *self, cairo_surface_t *surface)
{
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  self->surface = cairo_surface_reference (surface);
  gtk_widget_queue_draw (self->preview);
}

static void
painted_cb (G_GNUC_UNUSED GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GtkWidget) preview = user_data;
  Chooser *self = g_object_get_data (G_OBJECT (preview), "chooser");
  const Painting *painting = g_task_get_task_data (G_TASK (result));

  /* The dialog may have been answered in the meantime. */
  if (gtk_widget_in_destruction (preview) || !gtk_widget_has_screen (preview))
    return;
  self->painting = FALSE;
  take_surface (self, painting->surface);
  if (self->outdated)
    show_preview (preview);
}

/* Figures of many points are painted on a thread. */
static void
show_preview (GtkWidget *preview)
{
  Chooser *self = g_object_get_data (G_OBJECT (preview), "chooser");
  g_autoptr (GTask) task = NULL;
  Painting *painting;

  self->outdated = self->painting;
  if (self->painting)
    return;
  painting = painting_new (self);
  if (painting->figure == NULL)
    {
      paint (painting);
      take_surface (self, painting->surface);
      painting_free (painting);
      return;
    }
  self->painting = TRUE;
  task = g_task_new (NULL, NULL, painted_cb, g_object_ref (preview));
  g_task_set_task_data (task, painting, painting_free);
  g_task_run_in_thread (task, paint_thread);
}

static gboolean
draw_cb (GtkWidget *preview, cairo_t *cr, gpointer user_data)
{
  const Chooser *self = user_data;
  double scale_x, scale_y, width, height;

  if (self->surface == NULL)
    return GDK_EVENT_PROPAGATE;
  /* The scale of the surface is that of its points. */
  cairo_surface_get_device_scale (self->surface, &scale_x, &scale_y);
  width = cairo_image_surface_get_width (self->surface) / scale_x;
  height = cairo_image_surface_get_height (self->surface) / scale_y;
  scale_x /= gtk_widget_get_scale_factor (preview);
  cairo_translate (cr, (gtk_widget_get_allocated_width (preview) - width * scale_x) / 2,
                   (gtk_widget_get_allocated_height (preview) - height * scale_x) / 2);
  cairo_scale (cr, scale_x, scale_x);
  cairo_set_source_surface (cr, self->surface, 0, 0);
  cairo_paint (cr);
  return GDK_EVENT_PROPAGATE;
}

/* ---- Size ---------------------------------------------------------------------------------- */

static void
show_size (Chooser *self)
{
  const LsFigureSize *size = self->size;
  g_autofree char *text = g_strdup_printf (
      _ ("PNG: %d × %d pixels"), (int)ceil (size->width / MM_PER_INCH * size->resolution),
      (int)ceil (size->height / MM_PER_INCH * size->resolution));

  gtk_label_set_text (GTK_LABEL (self->pixels), text);
  show_preview (self->preview);
}

static void
changed_cb (GtkSpinButton *spin, double *value)
{
  *value = gtk_spin_button_get_value (spin);
  show_size (g_object_get_data (G_OBJECT (spin), "chooser"));
}

static void
toggled_cb (GtkToggleButton *check, gboolean *value)
{
  *value = gtk_toggle_button_get_active (check);
}

static void
add_number (
    Chooser *self, GtkWidget *box, const char *label, double least, double most, double *value)
{
  GtkWidget *name = gtk_label_new_with_mnemonic (label);
  GtkWidget *spin = gtk_spin_button_new_with_range (least, most, 5);

  gtk_label_set_mnemonic_widget (GTK_LABEL (name), spin);
  ls_widget_set_accessible_name (spin, gtk_label_get_text (GTK_LABEL (name)));
  gtk_spin_button_set_digits (GTK_SPIN_BUTTON (spin), 0);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), *value);
  *value = gtk_spin_button_get_value (GTK_SPIN_BUTTON (spin));
  gtk_entry_set_activates_default (GTK_ENTRY (spin), TRUE);
  g_object_set_data (G_OBJECT (spin), "chooser", self);
  g_signal_connect (spin, "value-changed", G_CALLBACK (changed_cb), value);
  gtk_container_add (GTK_CONTAINER (box), name);
  gtk_container_add (GTK_CONTAINER (box), spin);
}

static GtkWidget *
make_extra (Chooser *self)
{
  GtkWidget *extra = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *check = gtk_check_button_new_with_label (
      _ ("Numbers (CSV, MATLAB): only what is shown, over the time framed"));

  add_number (self, row, _ ("_Width (mm)"), 20, 500, &self->size->width);
  add_number (self, row, _ ("_Height (mm)"), 20, 500, &self->size->height);
  add_number (self, row, _ ("Reso_lution (dpi)"), 50, 600, &self->size->resolution);
  self->pixels = gtk_label_new (NULL);
  gtk_container_add (GTK_CONTAINER (row), self->pixels);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (check), self->size->shown_only);
  g_signal_connect (check, "toggled", G_CALLBACK (toggled_cb), &self->size->shown_only);
  gtk_container_add (GTK_CONTAINER (extra), row);
  gtk_container_add (GTK_CONTAINER (extra), check);
  gtk_widget_show_all (extra);
  return extra;
}

GtkWidget *
ls_figure_chooser_new (GtkWidget *parent, LsFigure *figure, GPtrArray *charts, LsFigureSize *size)
{
  g_return_val_if_fail (GTK_IS_WIDGET (parent) && size != NULL, NULL);
  g_return_val_if_fail (figure != NULL || charts != NULL, NULL);

  GtkWidget *dialog = gtk_file_chooser_dialog_new (
      _ ("Export Figure"), GTK_WINDOW (gtk_widget_get_toplevel (parent)),
      GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Cancel"), GTK_RESPONSE_CANCEL, _ ("_Export"),
      GTK_RESPONSE_ACCEPT, NULL);
  Chooser *self = g_new0 (Chooser, 1);

  self->figure = figure;
  self->charts = charts != NULL ? g_ptr_array_ref (charts) : NULL;
  self->size = size;
  self->preview = gtk_drawing_area_new ();
  gtk_widget_set_size_request (self->preview, PREVIEW, PREVIEW);
  gtk_widget_set_margin_start (self->preview, 12);
  gtk_widget_set_margin_end (self->preview, 12);
  ls_widget_set_accessible_name (self->preview, _ ("Preview of the figure"));
  g_object_set_data_full (G_OBJECT (self->preview), "chooser", self, chooser_free);
  g_signal_connect (self->preview, "draw", G_CALLBACK (draw_cb), self);
  gtk_widget_show (self->preview);
  gtk_file_chooser_set_preview_widget (GTK_FILE_CHOOSER (dialog), self->preview);
  gtk_file_chooser_set_use_preview_label (GTK_FILE_CHOOSER (dialog), FALSE);
  gtk_file_chooser_set_extra_widget (GTK_FILE_CHOOSER (dialog), make_extra (self));
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);
  show_size (self);
  return dialog;
}
