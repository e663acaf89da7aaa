#include "app/canvas/canvas-draw.h"
#include <glib/gi18n-lib.h>
#include <math.h>
#include "app/base/style.h"
#include "app/canvas/canvas-guides.h"
#include "app/canvas/canvas-map.h"
#include "app/canvas/canvas-private.h"
#include "app/canvas/canvas-view.h"
#include "app/canvas/canvas-wire.h"

/* Maximum width of the sentence beside a wire, px. */
#define MAX_HINT 360

static LsMark
mark_of_hit (const LsHit *hit, guint component, const char *variable, LsMark mark)
{
  if ((hit->kind == LS_HIT_COMPONENT || hit->kind == LS_HIT_SYSTEM || hit->kind == LS_HIT_NOTE)
      && variable == NULL && hit->component == component)
    return mark;
  if (hit->kind == LS_HIT_CONNECTOR && variable == NULL && hit->component == component
      && (component & LS_ITEM_CONNECTOR))
    return mark;
  if ((hit->kind == LS_HIT_PORT || hit->kind == LS_HIT_CONNECTOR) && variable != NULL
      && hit->component == component && g_str_equal (hit->variable->name, variable))
    return mark;
  return LS_MARK_NONE;
}

static LsMark
component_mark_cb (guint component, const char *variable, gpointer user_data)
{
  LsCanvas *self = user_data;
  LsMark mark = LS_MARK_NONE;

  if (variable == NULL && ls_canvas_is_component_selected (self, component))
    mark |= LS_MARK_SELECTED;
  mark |= mark_of_hit (&self->marks.hover, component, variable, LS_MARK_HOVER);
  mark |= mark_of_hit (&self->marks.highlight, component, variable, LS_MARK_HOVER);
  if (gtk_widget_has_focus (GTK_WIDGET (self)))
    mark |= mark_of_hit (&self->marks.focus, component, variable, LS_MARK_FOCUS);
  if (variable != NULL && self->wire.active)
    mark |= ls_canvas_wire_get_mark (self, component, variable);
  return mark;
}

static LsMark
connection_mark_cb (guint connection, gpointer user_data)
{
  LsCanvas *self = user_data;
  LsMark mark = LS_MARK_NONE;

  if (ls_canvas_is_connection_selected (self, connection))
    mark |= LS_MARK_SELECTED;
  if ((self->marks.hover.kind == LS_HIT_CONNECTION && self->marks.hover.connection == connection)
      || (self->marks.highlight.kind == LS_HIT_CONNECTION
          && self->marks.highlight.connection == connection))
    mark |= LS_MARK_HOVER;
  if (self->marks.focus.kind == LS_HIT_CONNECTION && self->marks.focus.connection == connection
      && gtk_widget_has_focus (GTK_WIDGET (self)))
    mark |= LS_MARK_FOCUS;
  return mark;
}

/* Instructions on an empty canvas. */
static void
draw_welcome (LsCanvas *self, cairo_t *cr)
{
  GtkWidget *widget = GTK_WIDGET (self);
  double width = gtk_widget_get_allocated_width (widget);
  double height = gtk_widget_get_allocated_height (widget);
  int text_height;
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, NULL);
  g_autofree char *text = g_strdup_printf (
      "<span size='large' weight='bold'>%s</span>\n\n%s\n%s\n%s", _ ("This model is empty"),
      _ ("Drag an FMU here from the library or from the file manager,"),
      _ ("or press Return on one in the library."), _ ("Open… lists the examples."));

  pango_layout_set_markup (layout, text, -1);
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD);
  pango_layout_set_width (layout, (int)(MAX (width - 48, 120) * PANGO_SCALE));
  pango_layout_get_pixel_size (layout, NULL, &text_height);
  cairo_move_to (cr, 24, MAX ((height - text_height) / 2, 12));
  ls_color_set_source (&self->theme.muted, cr);
  pango_cairo_show_layout (cr, layout);
}

static void
rounded_rect (cairo_t *cr, double x, double y, double width, double height, double radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -G_PI / 2, 0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0, G_PI / 2);
  cairo_arc (cr, x + radius, y + height - radius, radius, G_PI / 2, G_PI);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, 3 * G_PI / 2);
  cairo_close_path (cr);
}

/* Whether the wire can end here: a mark and a sentence beside its free end. */
static void
draw_hint (LsCanvas *self, cairo_t *cr)
{
  GtkWidget *widget = GTK_WIDGET (self);
  double x = self->wire.x * self->view.zoom + self->view.offset_x + 16;
  double y = self->wire.y * self->view.zoom + self->view.offset_y + 18;
  const int most = CLAMP (gtk_widget_get_allocated_width (widget) - 22, 80, MAX_HINT);
  int text_width, text_height;
  gboolean bad = self->wire.target.kind == LS_HIT_PORT && !self->wire.valid;
  LsColor edge = bad                ? self->theme.error
                 : self->wire.valid ? self->theme.success
                                    : self->theme.block_border;
  g_autofree char *text = g_strdup_printf ("%s%s",
                                           bad                ? "✗ "
                                           : self->wire.valid ? "✓ "
                                                              : "",
                                           ls_canvas_get_hint (self));
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);

  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_get_pixel_size (layout, &text_width, &text_height);
  if (text_width > most)
    pango_layout_set_width (layout, most * PANGO_SCALE);
  pango_layout_get_pixel_size (layout, &text_width, &text_height);
  x = MAX (MIN (x, gtk_widget_get_allocated_width (widget) - text_width - 20), 2);
  y = MAX (MIN (y, gtk_widget_get_allocated_height (widget) - text_height - 16), 2);
  rounded_rect (cr, x + 0.5, y + 0.5, text_width + 16, text_height + 10, 5);
  ls_color_set_source (&self->theme.background, cr);
  cairo_fill_preserve (cr);
  ls_color_set_source (&edge, cr);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
  cairo_move_to (cr, x + 8, y + 5);
  ls_color_set_source (&self->theme.foreground, cr);
  pango_cairo_show_layout (cr, layout);
}

static void
draw_band (LsCanvas *self, cairo_t *cr)
{
  double x = floor (MIN (self->drag.press_x, self->drag.pointer_x)) + 0.5;
  double y = floor (MIN (self->drag.press_y, self->drag.pointer_y)) + 0.5;

  cairo_rectangle (cr, x, y, floor (fabs (self->drag.pointer_x - self->drag.press_x)),
                   floor (fabs (self->drag.pointer_y - self->drag.press_y)));
  ls_style_set_veil (&self->theme, cr);
  cairo_fill_preserve (cr);
  ls_color_set_source (&self->theme.accent, cr);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

gboolean
ls_canvas_draw (GtkWidget *widget, cairo_t *cr)
{
  LsCanvas *self = LS_CANVAS (widget);
  LsDiagramLook look = { component_mark_cb, connection_mark_cb, self, TRUE };

  ls_color_set_source (&self->theme.background, cr);
  cairo_paint (cr);
  if (self->diagram == NULL)
    return GDK_EVENT_STOP;

  cairo_save (cr);
  cairo_translate (cr, self->view.offset_x, self->view.offset_y);
  cairo_scale (cr, self->view.zoom, self->view.zoom);
  ls_diagram_draw (self->diagram, cr, self->view.zoom, &self->theme, &look);
  if (self->wire.active)
    ls_diagram_draw_loose_wire (
        self->diagram, cr, self->wire.shown, self->wire.shown_port, self->wire.x, self->wire.y,
        self->wire.valid || self->wire.target.kind != LS_HIT_PORT, &self->theme);
  if (self->shown.feed != NULL)
    ls_diagram_draw_feed (self->diagram, cr, &self->theme, self->shown.feed);
  ls_canvas_draw_guides (self, cr);
  if (self->shown.values != NULL)
    ls_diagram_draw_values (self->diagram, cr, self->view.zoom, &self->theme, self->shown.values);
  cairo_restore (cr);

  if (ls_model_get_n_components (ls_canvas_get_model (self)) == 0
      && ls_diagram_get_n_items (self->diagram) == 0)
    draw_welcome (self, cr);
  if (self->drag.kind == LS_DRAG_BAND)
    draw_band (self, cr);
  ls_canvas_map_draw (self, cr);
  if (self->wire.active && *ls_canvas_get_hint (self) != '\0')
    draw_hint (self, cr);
  if (gtk_widget_has_visible_focus (widget))
    gtk_render_focus (gtk_widget_get_style_context (widget), cr, 1, 1,
                      gtk_widget_get_allocated_width (widget) - 2,
                      gtk_widget_get_allocated_height (widget) - 2);
  return GDK_EVENT_STOP;
}
