/* Shared by the files of the canvas: state and helpers. */
#pragma once

#include "app/canvas/canvas.h"

#define ZOOM_MIN 0.05
/* Most that fitting makes of a small diagram for a large screen. */
#define ZOOM_LARGE 2.2
/* Text and lines there, beside the blocks. */
#define SCALE_LARGE 1.1
/* Of the free border of a diagram, that is not needed there, canvas units. */
#define BORDER_LARGE 28.0
/* Size of its text at the least, px: lines are 24 px apart. */
#define TEXT_LARGE 18.0
#define ZOOM_MAX 8.0
#define ZOOM_STEP 1.2

typedef enum
{
  LS_DRAG_NONE,
  LS_DRAG_PRESSED, /* on a block: a click until it moves far enough */
  LS_DRAG_MOVE,
  LS_DRAG_BAND,
  LS_DRAG_PAN,
  LS_DRAG_WIRE,
  LS_DRAG_PRESSED_WIRE, /* on a wire: a click until it moves far enough */
  LS_DRAG_BEND,
  LS_DRAG_MAP
} LsDragKind;

/* A wire being drawn, by pointer or by keyboard. */
typedef struct
{
  gboolean active;
  gboolean by_keyboard;
  guint component;
  char *variable;
  guint shown;        /* item that it starts at: the component, or a connector that stands for it */
  char *shown_port;
  LsThrough *through; /* (nullable): the way to that connector */
  gboolean is_output;
  double x, y;          /* free end, canvas units */
  LsHit target;         /* what the free end is on */
  gboolean valid;       /* it could end there */
  GHashTable *verdicts; /* "id variable" -> LsMark of a port */
} LsWire;

struct _LsCanvas
{
  GtkDrawingArea parent_instance;

  LsDocument *document;
  LsDiagram *diagram;
  LsTheme theme;

  /* px = offset + zoom * canvas units */
  double zoom, offset_x, offset_y;
  gboolean fit_pending;
  gboolean large; /* fitting blows small diagrams up */

  GHashTable *components, *connections; /* selected, sets of ids */
  LsHit hover, highlight, focus;

  LsDragKind drag;
  double press_x, press_y;     /* px */
  double pointer_x, pointer_y; /* px */
  double start_offset_x, start_offset_y;
  guint n_moved;
  guint *moved; /* ids */
  LsPoint *moved_from;
  LsRect guides[2]; /* a line across, a line down: what a moved block is in line with */
  guint guide_mask; /* which of them are there: 1, 2 */
  guint bent;       /* wire being bent */
  guint bent_piece;
  GArray *bent_from; /* (nullable): LsPoint, its corners before */
  gboolean space_held;
  gboolean press_extends;
  GHashTable *band_before; /* (nullable): selection to which the band adds */
  LsWire wire;
  char *hint;
  gboolean map_shown;
  LsFeed *feed; /* (nullable): feed-through and loops are shown */
  GHashTable *values; /* (nullable): id of a connection -> text on its wire */
  GtkGesture *pinch;
  double pinch_from; /* zoom when it began */
  LsHit quiet;       /* no tooltip on this until the pointer has been elsewhere */

  GHashTable *items;    /* accessibility: key -> LsCanvasItem */
  GPtrArray *announced; /* keys of children told to assistive technology, in order */
};

/* canvas.c */
void ls_canvas_to_model (LsCanvas *self, double px, double py, double *x, double *y);
void ls_canvas_hit (LsCanvas *self, double px, double py, LsHit *hit);
void ls_canvas_zoom_at (LsCanvas *self, double px, double py, double factor);
void ls_canvas_pan (LsCanvas *self, double dx, double dy);
void ls_canvas_set_hint (LsCanvas *self, const char *hint);
void ls_canvas_set_hover (LsCanvas *self, const LsHit *hit);
void ls_canvas_set_focus_item (LsCanvas *self, const LsHit *hit);
void ls_canvas_problem (LsCanvas *self, const char *title, const char *message);
LsModel *ls_canvas_get_model (LsCanvas *self);
gboolean ls_canvas_hit_equal (const LsHit *a, const LsHit *b);
/* Redraws a block with its wires, as the diagram knows them now. */
void ls_canvas_queue_component (LsCanvas *self, guint id);

/* canvas-system.c */
LsHitKind ls_canvas_get_item_kind (guint item);
/* The hit of an item itself, which is in sight. */
void ls_canvas_get_item_hit (LsCanvas *self, guint item, LsHit *hit);
/* Returns: (nullable): a connector of a subsystem, or the one that the item is. */
const LsVariable *ls_canvas_find_connector (LsCanvas *self, guint item, const char *name);
/* Returns: (element-type const LsVariable): inputs and outputs of a subsystem in sight */
GPtrArray *ls_canvas_list_connectors (LsCanvas *self, guint item);
/* After a change of the model: the system that is shown may be gone. */
void ls_canvas_check_system (LsCanvas *self);
/* Shows the system that a component is in. */
void ls_canvas_reveal (LsCanvas *self, guint component);
/* Where a connector leads from, for a wire. Returns: (nullable) (transfer full) */
LsThrough *ls_canvas_find_origin (LsCanvas *self, guint item, const char *connector);
/* Ends the wire at a block of a subsystem: asks which of the things in it. */
void ls_canvas_choose_inside (LsCanvas *self, const LsWire *wire, const LsHit *target);

/* canvas-note.c */
/* @id: 0 for a new one, at (@x, @y) */
void ls_canvas_open_note (LsCanvas *self, guint id, double x, double y);

void ls_canvas_queue_rect (LsCanvas *self, const LsRect *rect);

/* canvas-guides.c */
/* The way of the moved blocks from where they stood, as wished, becomes one that puts them on
 * the grid or in line with others. @free: neither */
void ls_canvas_snap (LsCanvas *self, double *dx, double *dy, gboolean free);
void ls_canvas_clear_guides (LsCanvas *self);
void ls_canvas_draw_guides (LsCanvas *self, cairo_t *cr);

/* canvas-map.c */
void ls_canvas_map_draw (LsCanvas *self, cairo_t *cr);
gboolean ls_canvas_map_contains (LsCanvas *self, double px, double py);
/* Brings what is there on the map to the middle. */
void ls_canvas_map_go (LsCanvas *self, double px, double py);

/* canvas-bend.c */
void ls_canvas_bend_start (LsCanvas *self, guint connection, double x, double y);
void ls_canvas_bend_move (LsCanvas *self, double x, double y);
/* Moves the longest inner piece that can go that way. */
void ls_canvas_bend_nudge (LsCanvas *self, guint connection, double dx, double dy);

/* canvas-select.c */
/* Returns: (transfer full) (element-type guint): in the order of the model */
GArray *ls_canvas_list_components (LsCanvas *self);
/* Likewise of all that is selected but wires: items (arrange.h). */
GArray *ls_canvas_list_selected (LsCanvas *self);
void ls_canvas_select_components (LsCanvas *self, const GArray *ids);
/* The only selected wire with nothing else selected, or 0. */
guint ls_canvas_get_selected_connection (LsCanvas *self);
void ls_canvas_selection_changed (LsCanvas *self);
void ls_canvas_selection_prune (LsCanvas *self);
void ls_canvas_select_band (LsCanvas *self, const LsRect *band);

/* canvas-draw.c */
gboolean ls_canvas_draw (GtkWidget *widget, cairo_t *cr);

/* canvas-pointer.c, canvas-keys.c: virtual functions of the widget */
void ls_canvas_pointer_class_init (GtkWidgetClass *klass);
void ls_canvas_keys_class_init (GtkWidgetClass *klass);
gboolean ls_canvas_cancel (LsCanvas *self);
/* A drag pans meanwhile; the pointer says so. */
void ls_canvas_hold_space (LsCanvas *self, gboolean held);
/* Brings a part of the diagram into sight, if it is not: its upper left corner first. */
void ls_canvas_show_rect (LsCanvas *self, const LsRect *rect);
/* The same of a thing. */
void ls_canvas_scroll_to (LsCanvas *self, const LsHit *hit);

/* canvas-wire.c */
void ls_canvas_wire_start (LsCanvas *self,
                           guint component,
                           const LsVariable *variable,
                           gboolean by_keyboard);
void ls_canvas_wire_move (LsCanvas *self, double x, double y, const LsHit *target);
/* Connects when the free end is on a port that takes it. */
void ls_canvas_wire_finish (LsCanvas *self);
void ls_canvas_wire_cancel (LsCanvas *self);
LsMark ls_canvas_wire_get_mark (LsCanvas *self, guint component, const char *variable);
void ls_canvas_wire_clear (LsWire *wire);

/* canvas-drop.c */
void ls_canvas_drop_init (LsCanvas *self);
void ls_canvas_drop_class_init (GtkWidgetClass *klass);

/* canvas-menu.c */
void ls_canvas_popup (LsCanvas *self, const GdkEvent *event);
gboolean
ls_canvas_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip);

/* canvas-accessible.c */
GType ls_canvas_accessible_get_type (void);
/* Tells assistive technology what was added, removed, selected. */
void ls_canvas_accessible_update (LsCanvas *self);
void ls_canvas_accessible_selection_changed (LsCanvas *self);
void ls_canvas_accessible_focus_changed (LsCanvas *self);
