#include "app/plot/figure-chooser.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/widgets.h"

#define MM_PER_INCH 25.4
#define POINTS_PER_INCH 72
/* Side of the preview, px. */
#define PREVIEW 260

/* ---- Preview ------------------------------------------------------------------------------- */

typedef struct
{
  LsPicture picture;
  LsFigureSize *size;
  GtkWidget *preview, *pixels;
  cairo_surface_t *surface; /* (nullable): none is painted yet */
  gboolean painting;
  gboolean outdated; /* what is painted has another size */
} Chooser;

static void
chooser_free (gpointer data)
{
  Chooser *self = data;

  ls_picture_clear (&self->picture);
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  g_free (self);
}

static void show_preview (GtkWidget *preview);

static void
painted_cb (GtkWidget *preview, cairo_surface_t *surface)
{
  Chooser *self = g_object_get_data (G_OBJECT (preview), "chooser");

  self->painting = FALSE;
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  self->surface = cairo_surface_reference (surface);
  gtk_widget_queue_draw (preview);
  if (self->outdated)
    show_preview (preview);
}

static void
show_preview (GtkWidget *preview)
{
  Chooser *self = g_object_get_data (G_OBJECT (preview), "chooser");
  const double width = self->size->width * POINTS_PER_INCH / MM_PER_INCH;
  const double height = self->size->height * POINTS_PER_INCH / MM_PER_INCH;
  const double scale = PREVIEW / fmax (width, height) * gtk_widget_get_scale_factor (self->preview);

  self->outdated = self->painting;
  if (self->painting)
    return;
  self->painting = TRUE;
  ls_picture_paint (&self->picture, MAX ((int)(width * scale), 1), MAX ((int)(height * scale), 1),
                    scale, preview, painted_cb);
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
      _ ("CSV, MATLAB: only visible signals, over the visible time"));

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
ls_figure_chooser_new (GtkWidget *parent, const LsPicture *picture, LsFigureSize *size)
{
  g_return_val_if_fail (GTK_IS_WIDGET (parent) && picture != NULL && size != NULL, NULL);

  GtkWidget *dialog = gtk_file_chooser_dialog_new (
      _ ("Export Plot"), GTK_WINDOW (gtk_widget_get_toplevel (parent)),
      GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Cancel"), GTK_RESPONSE_CANCEL, _ ("_Export"),
      GTK_RESPONSE_ACCEPT, NULL);
  Chooser *self = g_new0 (Chooser, 1);

  self->picture = ls_picture_copy (picture);
  self->size = size;
  self->preview = gtk_drawing_area_new ();
  gtk_widget_set_size_request (self->preview, PREVIEW, PREVIEW);
  gtk_widget_set_margin_start (self->preview, 12);
  gtk_widget_set_margin_end (self->preview, 12);
  ls_widget_set_accessible_name (self->preview, _ ("Preview of the plot"));
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
