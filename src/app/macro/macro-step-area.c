#include "app/macro/macro-step-area.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/style.h"

/* Margin of the text shown instead of the picture, px. */
#define TEXT_MARGIN 20

struct _LsMacroStepArea
{
  GtkBox parent_instance;
  LsMacroStep *step; /* (nullable) */
  LsMacroView view;
  char *problem; /* (nullable) */
  guint rows_id;
  GtkWidget *picture, *rows_bar;
  GtkAdjustment *rows;
};

G_DEFINE_TYPE (LsMacroStepArea, ls_macro_step_area, GTK_TYPE_BOX)

static guint view_changed_signal;

/* ---- Rows ------------------------------------------------------------------------------- */

static void
update_rows (LsMacroStepArea *self)
{
  const guint n = self->step != NULL ? self->step->n_systems : 1;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);
  guint n_rows = n;
  LsTheme theme;

  ls_style_get_theme (self->picture, &theme);
  if (self->step != NULL)
    n_rows = ls_macro_step_get_n_rows (self->step, cr,
                                       gtk_widget_get_allocated_height (self->picture), &theme);
  gtk_adjustment_configure (self->rows, MIN (self->view.first, n - n_rows), 0, n, 1, n_rows,
                            n_rows);
  gtk_widget_set_visible (self->rows_bar, n_rows < n);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Deferred: sizes must not change during size allocation. */
static gboolean
rows_idle_cb (gpointer user_data)
{
  LsMacroStepArea *self = user_data;

  self->rows_id = 0;
  update_rows (self);
  return G_SOURCE_REMOVE;
}

static void
size_allocated_cb (LsMacroStepArea *self)
{
  if (self->rows_id == 0)
    self->rows_id = g_idle_add (rows_idle_cb, self);
}

static void
rows_cb (LsMacroStepArea *self)
{
  self->view.first = (guint)(gtk_adjustment_get_value (self->rows) + 0.5);
  gtk_widget_queue_draw (self->picture);
}

static void
scroll_rows (LsMacroStepArea *self, int by)
{
  gtk_adjustment_set_value (self->rows, floor (gtk_adjustment_get_value (self->rows) + 0.5) + by);
}

static gboolean
scroll_cb (LsMacroStepArea *self, GdkEventScroll *event)
{
  if (!gtk_widget_get_visible (self->rows_bar))
    return GDK_EVENT_PROPAGATE;
  if (event->direction == GDK_SCROLL_UP)
    scroll_rows (self, -1);
  else if (event->direction == GDK_SCROLL_DOWN)
    scroll_rows (self, 1);
  return GDK_EVENT_STOP;
}

static gboolean
key_cb (LsMacroStepArea *self, GdkEventKey *event)
{
  if (event->keyval == GDK_KEY_Up)
    scroll_rows (self, -1);
  else if (event->keyval == GDK_KEY_Down)
    scroll_rows (self, 1);
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

/* ---- Content ---------------------------------------------------------------------------- */

static void
draw_text (LsMacroStepArea *self, cairo_t *cr, int width, int height, const LsTheme *theme)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (
      self->picture, self->problem != NULL ? self->problem : _ ("Computing…"));
  int text_height;

  ls_color_set_source (&theme->background, cr);
  cairo_paint (cr);
  pango_layout_set_width (layout, PANGO_SCALE * MAX (width - 2 * TEXT_MARGIN, 50));
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  pango_layout_get_pixel_size (layout, NULL, &text_height);
  ls_color_set_source (&theme->muted, cr);
  cairo_move_to (cr, TEXT_MARGIN, (height - text_height) / 2.0);
  pango_cairo_show_layout (cr, layout);
}

static gboolean
draw_cb (LsMacroStepArea *self, cairo_t *cr)
{
  const int width = gtk_widget_get_allocated_width (self->picture);
  const int height = gtk_widget_get_allocated_height (self->picture);
  LsTheme theme;

  ls_style_get_theme (self->picture, &theme);
  if (self->step != NULL)
    ls_macro_step_draw (self->step, &self->view, cr, width, height, &theme);
  else
    draw_text (self, cr, width, height, &theme);
  return GDK_EVENT_PROPAGATE;
}

static gboolean
press_cb (LsMacroStepArea *self)
{
  gtk_widget_grab_focus (self->picture);
  return GDK_EVENT_STOP;
}

/* Accessible description; not updated for each frame of an animation. */
static void
tell (LsMacroStepArea *self)
{
  g_autofree char *text = self->step != NULL
                              ? ls_macro_step_describe (self->step, &self->view)
                              : g_strdup (self->problem != NULL ? self->problem : "");

  atk_object_set_description (gtk_widget_get_accessible (self->picture), text);
}

static void
view_changed (LsMacroStepArea *self)
{
  gtk_widget_queue_draw (self->picture);
  g_signal_emit (self, view_changed_signal, 0);
}

/* ---- Public functions ------------------------------------------------------------------- */

void
ls_macro_step_area_set_step (LsMacroStepArea *self, LsMacroStep *step, const char *problem)
{
  g_autofree char *text = g_strdup (problem);

  g_return_if_fail (LS_IS_MACRO_STEP_AREA (self));
  g_clear_pointer (&self->step, ls_macro_step_free);
  g_free (self->problem);
  self->step = step;
  self->problem = g_steal_pointer (&text);
  self->view = (LsMacroView){ .phase = LS_MACRO_PHASE_INPUTS, .share = 1.0 };
  update_rows (self);
  tell (self);
  view_changed (self);
}

const LsMacroStep *
ls_macro_step_area_get_step (LsMacroStepArea *self)
{
  g_return_val_if_fail (LS_IS_MACRO_STEP_AREA (self), NULL);

  return self->step;
}

const LsMacroView *
ls_macro_step_area_get_view (LsMacroStepArea *self)
{
  g_return_val_if_fail (LS_IS_MACRO_STEP_AREA (self), NULL);

  return &self->view;
}

gboolean
ls_macro_step_area_can_move (LsMacroStepArea *self, int direction)
{
  g_return_val_if_fail (LS_IS_MACRO_STEP_AREA (self), FALSE);

  LsMacroView view = self->view;

  return self->step != NULL && ls_macro_view_move (&view, self->step, direction);
}

void
ls_macro_step_area_move (LsMacroStepArea *self, int direction)
{
  g_return_if_fail (LS_IS_MACRO_STEP_AREA (self));

  if (self->step == NULL || !ls_macro_view_move (&self->view, self->step, direction))
    return;
  tell (self);
  view_changed (self);
}

void
ls_macro_step_area_show_outputs (LsMacroStepArea *self)
{
  g_return_if_fail (LS_IS_MACRO_STEP_AREA (self));

  while (self->view.phase < LS_MACRO_PHASE_OUTPUTS && ls_macro_step_area_can_move (self, 1))
    ls_macro_step_area_move (self, 1);
}

void
ls_macro_step_area_restart (LsMacroStepArea *self)
{
  g_return_if_fail (LS_IS_MACRO_STEP_AREA (self));

  self->view = (LsMacroView){ .phase = LS_MACRO_PHASE_INPUTS, .first = self->view.first };
  tell (self);
  view_changed (self);
}

gboolean
ls_macro_step_area_advance (LsMacroStepArea *self, double share)
{
  g_return_val_if_fail (LS_IS_MACRO_STEP_AREA (self), FALSE);

  if (self->step == NULL)
    return TRUE;
  self->view.share += share;
  if (self->view.share >= 1.0)
    {
      if (!ls_macro_view_move (&self->view, self->step, 1))
        {
          self->view.share = 1.0;
          view_changed (self);
          return FALSE;
        }
      self->view.share = 0.0;
      tell (self);
    }
  view_changed (self);
  return TRUE;
}

static void
ls_macro_step_area_dispose (GObject *object)
{
  g_clear_handle_id (&LS_MACRO_STEP_AREA (object)->rows_id, g_source_remove);
  G_OBJECT_CLASS (ls_macro_step_area_parent_class)->dispose (object);
}

static void
ls_macro_step_area_finalize (GObject *object)
{
  LsMacroStepArea *self = LS_MACRO_STEP_AREA (object);

  g_clear_pointer (&self->step, ls_macro_step_free);
  g_free (self->problem);
  G_OBJECT_CLASS (ls_macro_step_area_parent_class)->finalize (object);
}

#define BIND(child) gtk_widget_class_bind_template_child (widget_class, LsMacroStepArea, child)

static void
ls_macro_step_area_class_init (LsMacroStepAreaClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_macro_step_area_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_macro_step_area_finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/lockstep/Workbench/macro-step-area.ui");
  BIND (picture);
  BIND (rows_bar);
  BIND (rows);
  gtk_widget_class_bind_template_callback (widget_class, draw_cb);
  gtk_widget_class_bind_template_callback (widget_class, size_allocated_cb);
  gtk_widget_class_bind_template_callback (widget_class, rows_cb);
  gtk_widget_class_bind_template_callback (widget_class, scroll_cb);
  gtk_widget_class_bind_template_callback (widget_class, key_cb);
  gtk_widget_class_bind_template_callback (widget_class, press_cb);
  view_changed_signal = g_signal_new ("view-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                      0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_macro_step_area_init (LsMacroStepArea *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
