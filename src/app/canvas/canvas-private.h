/* The state of the canvas, idea by idea: each is kept by the file that it names, which alone changes
 * it; others look. */
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
  guint shown; /* item that it starts at: the component, or a connector that stands for it */
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
  char *hint;

  /* canvas-view.c: px = offset + zoom * canvas units */
  struct
  {
    double zoom, offset_x, offset_y;
    gboolean fit_pending;
    gboolean large; /* fitting blows small diagrams up */
    GtkGesture *pinch;
    double pinch_from; /* zoom when it began */
  } view;

  /* canvas-marks.c */
  struct
  {
    LsHit hover, highlight, focus;
    LsHit quiet; /* no tooltip on this until the pointer has been elsewhere */
  } marks;

  /* canvas-select.c: sets of ids */
  struct
  {
    GHashTable *items, *connections;
  } selection;

  /* canvas-pointer.c, and canvas-drag.c for its end */
  struct
  {
    LsDragKind kind;
    double press_x, press_y;     /* px */
    double pointer_x, pointer_y; /* px */
    double start_offset_x, start_offset_y;
    gboolean space_held;
    gboolean extends;        /* what is selected */
    GHashTable *band_before; /* (nullable): selection to which the band adds */
  } drag;

  /* canvas-move.c, and canvas-guides.c */
  struct
  {
    guint n;
    guint *ids;
    LsPoint *from;
    LsRect guides[2]; /* a line across, a line down: what a moved block is in line with */
    guint guide_mask; /* which of them are there: 1, 2 */
  } move;

  /* canvas-bend.c */
  struct
  {
    guint wire;
    guint piece;
    GArray *from; /* (nullable): LsPoint, its corners before */
  } bend;

  LsWire wire;

  /* canvas.c, and canvas-map.c for its own: over the diagram */
  struct
  {
    gboolean map;
    LsFeed *feed;       /* (nullable): feed-through and loops */
    GHashTable *values; /* (nullable): id of a connection -> text on its wire */
  } shown;

  /* canvas-accessible.c */
  struct
  {
    GHashTable *items;    /* key -> LsCanvasItem */
    GPtrArray *announced; /* keys of children told to assistive technology, in order */
  } access;
};
