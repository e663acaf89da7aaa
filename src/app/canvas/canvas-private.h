/* State of the canvas in parts: each is modified only by the files named at it, and read by
 * others. */
#pragma once

#include "app/canvas/canvas.h"

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

/* canvas-wire.c: a wire being drawn, by pointer or by keyboard. */
typedef struct
{
  gboolean active;
  gboolean by_keyboard;
  guint component;
  char *variable;
  guint shown; /* item at which it is drawn: the component, or a connector that represents it */
  char *shown_port;
  LsSubsystemPath *through; /* (nullable): path to that connector */
  gboolean is_output;
  double x, y;          /* free end, canvas units */
  LsHit target;         /* item under the free end */
  gboolean valid;       /* it can end there */
  GHashTable *verdicts; /* "id variable" -> LsMark of a port */
} LsWire;

struct _LsCanvas
{
  GtkDrawingArea parent_instance;

  LsDocument *document;
  LsDiagram *diagram;
  LsTheme theme;
  char *hint;

  /* canvas-view.c: px = offset + zoom * canvas units */
  struct
  {
    double zoom, offset_x, offset_y;
    gboolean fit_pending;
    gboolean by_hand;              /* zoomed or moved since it was fitted */
    double fit_width, fit_height;  /* px, for which it was fitted */
    gboolean large; /* fitting enlarges small diagrams */
    GtkGesture *pinch;
    double pinch_from; /* zoom when the gesture began */
  } view;

  /* canvas-marks.c */
  struct
  {
    LsHit hover, highlight, focus;
    LsHit quiet; /* no tooltip for this item until the pointer has left it */
  } marks;

  /* canvas-select.c: sets of ids */
  struct
  {
    GHashTable *items, *connections;
  } selection;

  /* canvas-pointer.c; canvas-drag.c cancels */
  struct
  {
    LsDragKind kind;
    double press_x, press_y;     /* px */
    double pointer_x, pointer_y; /* px */
    double start_offset_x, start_offset_y;
    gboolean space_held;
    gboolean extends;        /* extends the selection */
    GHashTable *band_before; /* (nullable): selection that the rubber band extends */
  } drag;

  /* canvas-move.c, and canvas-guides.c */
  struct
  {
    guint n;
    guint *ids;
    LsPoint *from;
    LsRect guides[2]; /* alignment lines: horizontal, vertical */
    guint guide_mask; /* bits 1, 2: which of them are shown */
  } move;

  /* canvas-bend.c */
  struct
  {
    guint wire;
    guint piece;
    GArray *from; /* (nullable): LsPoint, corners at the start */
  } bend;

  LsWire wire;

  /* canvas.c, and canvas-map.c for @map: overlays of the diagram */
  struct
  {
    gboolean map;
    cairo_surface_t *map_picture; /* (nullable): its blocks */
    double map_width, map_height; /* of the picture, px */
    LsFeed *feed;       /* (nullable): direct feed-through and loops */
    GHashTable *values; /* (nullable): id of a connection -> text on its wire */
  } shown;

  /* canvas-accessible.c */
  struct
  {
    GHashTable *items;    /* key -> LsCanvasItem */
    GPtrArray *announced; /* keys of children reported to assistive technology, in order */
  } access;
};
