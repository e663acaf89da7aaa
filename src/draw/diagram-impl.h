/* Shared by the source files of the diagram. */
#pragma once

#include <math.h>
#include <pango/pangocairo.h>

#include "draw/diagram.h"
#include "draw/route.h"

/* Canvas units. */
#define LS_NODE_HEADER 40.0 /* name and model name */
#define LS_PORT_PITCH 20.0
#define LS_PORT_LENGTH 10.0 /* from the block's side to the tip */

/* @variable: (nullable): of the FMU; %NULL if the FMU is missing and the port is known from a wire
 * only. @input: on the side of the inputs; @n_inputs: that it takes, of a terminal on either side;
 * @n_fed: of them; @connected: it has a wire, and one for each input */
typedef struct
{
  char            *name;
  const LsVariable *variable;
  gboolean         input, connected;
  guint            n_inputs, n_fed;
  LsPoint          tip;
  int              dx, dy; /* direction away from the block */
  PangoLayout     *label;  /* created when first drawn */
} LsPort;

typedef enum
{
  LS_NODE_COMPONENT,
  LS_NODE_SYSTEM,
  LS_NODE_CONNECTOR, /* of the displayed system */
  LS_NODE_NOTE
} LsNodeKind;

/* @id: an item (arrange.h); @index: in the list of nodes; @place: of the model, when it was made;
 * @shift: by how much it was moved, during an update; @wires: LsWire that end here, in their order,
 * borrowed */
typedef struct
{
  guint        id, index;
  gboolean     is_shifted;
  LsPoint      shift;
  LsNodeKind   kind;
  LsPlacement  place;
  GPtrArray   *wires;
  LsRect       rect;
  char        *title, *subtitle;
  gboolean     broken, sideways; /* ports above and below */
  double       header;
  GArray      *ports; /* LsPort */
  GHashTable  *elements; /* (nullable): name of an element of an array -> name of its port, borrowed */
  PangoLayout *title_label, *subtitle_label;
  cairo_surface_t *icon; /* (nullable): of the FMU */
} LsNode;

/* Not a connection id: a wire that stands for no connection or for several. */
#define LS_WIRE_LOOSE (1u << 31)

/* @index: in the list of wires; @manual: has points set by the user; @routed: has a route; @fresh:
 * routed in this update; @crossed: its hops are to be found again; @net: all wires of the output, in
 * their order, borrowed; @branch: start of the part not shared with previous wires of the same output,
 * on the piece that ends at point @branch_end (0: no branch); @dots: (nullable): LsPoint, where it
 * leaves them; @is_array: it ends at an array or a terminal */
typedef struct
{
  guint      id, from, to; /* @from, @to: items */
  guint      index;
  char      *output, *input;
  GArray    *others; /* (nullable): guint, further connections that share the wire */
  LsRouteEnd start, end;
  gboolean   manual, routed, fresh, crossed, is_array;
  GPtrArray *net;
  GArray    *dots;
  LsPoint    branch;
  guint      branch_end;
  GArray    *points; /* LsPoint */
  GArray    *hops;   /* LsPoint: hops over other wires, on horizontal pieces, in order */
} LsWire;

/* The piece that starts at point @i. */
static inline LsRect
ls_wire_get_piece (const LsWire *self, guint i)
{
  const LsPoint *a = &g_array_index (self->points, LsPoint, i), *b = a + 1;

  return (LsRect){ MIN (a->x, b->x), MIN (a->y, b->y), fabs (b->x - a->x), fabs (b->y - a->y) };
}

/* Spatial index of blocks and wire pieces by squares of the canvas. @item: LsNode (@piece -1), or
 * LsWire and the piece of it that starts at point @piece */
typedef struct
{
  gpointer item;
  int      piece;
} LsIndexEntry;

/* Nodes by index, then wires by index, then pieces. */
typedef struct
{
  LsIndexEntry *entries;
  guint         n, n_max;
} LsSquare;

typedef struct
{
  double    left, top, size;
  int       n_x, n_y;
  LsSquare *squares;
} LsIndex;

typedef struct
{
  double left, top, right, bottom;
} LsBounds;

struct LsDiagram
{
  const LsModel *model;
  guint          system; /* displayed system */
  GArray        *edges;  /* LsEdge, of the model, during an update */
  GPtrArray     *nodes; /* LsNode, in order of the model */
  GPtrArray     *wires; /* LsWire, in order of the model */
  GArray        *connections; /* guint, ids of the wires except loose ones */
  GHashTable    *nodes_by_id, *wires_by_id; /* borrowed */
  GHashTable    *nets;   /* LsWire as its output -> GPtrArray of LsWire, borrowed */
  guint          n_manual; /* wires with points set by the user */
  gboolean       is_plain; /* each wire is one connection between two components */
  LsRouter      *router;
  LsBounds       bounds;  /* of all items */
  LsRect         extents; /* likewise, with a margin */
  LsIndex        index;
  char          *label_key; /* font and surface type of the cached labels */
  PangoContext  *label_context;
};

/* Changes between two states of the model: new, moved and removed blocks, as rectangles in which
 * wires must be checked. */
typedef struct
{
  GArray    *occupied; /* LsRect of newly covered areas */
  GPtrArray *old_nodes;
  GPtrArray *old_wires;
} LsDiagramChange;

/* diagram-wire.c */
/* Reuses unchanged wires; all others are new and not routed yet. */
void    ls_diagram_build_wires (LsDiagram *self, LsDiagramChange *change);
/* Routes those of @wires (LsWire, in their order) that have no route. */
void    ls_diagram_lay_wires (LsDiagram *self, const GPtrArray *wires);
void    ls_diagram_register_wire (LsDiagram *self, const LsWire *wire, int count);
/* For the router, likewise. */
void    ls_diagram_register_node (LsDiagram *self, const LsNode *node, int count);
/* Whether @wire goes through one of the rectangles. */
gboolean ls_wire_is_hit (const LsWire *wire, const GArray *rects);
/* Finds the ends of the wire again. Returns: whether it is to be routed again for them or for points
 * set by the user */
gboolean ls_diagram_renew_wire (LsDiagram *self, LsWire *wire);
/* Adds the wire of a connection between two ports of components, which are there; @index: in the list
 * of wires. It has no route. Returns: (transfer none) */
LsWire *ls_diagram_insert_wire (LsDiagram *self, const LsConnection *connection, guint index);
/* Takes it out of all lists, but does not free it. */
void    ls_diagram_remove_wire (LsDiagram *self, LsWire *wire);
void    ls_wire_free (gpointer wire);
/* Returns: LsWire as its output -> GPtrArray of LsWire */
GHashTable *ls_nets_new (void);
LsNode *ls_diagram_find_node (const LsDiagram *self, guint item);
LsWire *ls_diagram_find_wire (const LsDiagram *self, guint connection);
/* Items at the ends of an edge, or 0. */
guint   ls_diagram_get_source (const LsDiagram *self, const LsEdge *edge);
guint   ls_diagram_get_sink (const LsDiagram *self, const LsEdge *edge);

/* diagram-node.c */
/* @system: displayed system; @item: in it */
LsNode *ls_node_new (const LsModel *model, guint system, guint item);
void    ls_node_free (gpointer node);
/* Adds a port of a missing FMU and places all ports again. */
void    ls_node_add_port (LsNode *self, const LsModel *model, const char *name, gboolean input);
/* Whether it and its ports are where those of @other are. */
gboolean ls_node_is_at (const LsNode *self, const LsNode *other);
/* One more wire ends at the port. @feeds: and feeds it */
void    ls_port_connect (LsPort *self, gboolean feeds);
/* @name: of a port, or of an element of an array or terminal; a terminal is found on both sides. */
LsPort *ls_node_find_port (const LsNode *self, const char *name, gboolean input);

/* diagram-index.c */
void    ls_index_build (LsDiagram *self);
void    ls_index_clear (LsIndex *self);
/* Adds a node or the pieces of a wire. %FALSE if it is outside: then the index is to be built. */
gboolean ls_index_add_node (LsIndex *self, LsNode *node);
gboolean ls_index_add_wire (LsIndex *self, LsWire *wire);
/* As they were when they were added. */
void    ls_index_remove_node (LsIndex *self, LsNode *node);
void    ls_index_remove_wire (LsIndex *self, LsWire *wire);
/* Calls @func for the entries of all squares that touch the rectangle; an entry may be repeated. */
typedef void (*LsIndexFunc) (const LsIndexEntry *entry, gpointer user_data);
void    ls_index_foreach (const LsIndex *self, const LsRect *rect, LsIndexFunc func,
                          gpointer user_data);

/* Adds the LsNode and LsWire in the squares that touch the rectangle, in their order. */
void    ls_diagram_list_within (const LsDiagram *self, const LsRect *rect, GPtrArray *nodes,
                                GPtrArray *wires);

/* diagram-cross.c */
/* Adds wires near @wire, itself too, to @crossed, each once. */
void    ls_diagram_find_crossed (const LsDiagram *self, const LsWire *wire, GPtrArray *crossed);
/* Computes their hops, after the index. */
void    ls_diagram_find_hops (const LsDiagram *self, const GPtrArray *crossed);
/* Computes the branching points of an output's wires. */
void    ls_diagram_find_dots (const GPtrArray *net);

/* diagram-touch.c */
/* @nodes: new in their places, LsNode; @wires: to be routed, LsWire; @crossed: whose hops may
 * change;
 * @nets: whose branching points may change, arrays of LsWire; @shrunk: something at the border of
 * the extents is gone */
typedef struct
{
  LsDiagram *diagram;
  GPtrArray *nodes, *wires, *crossed, *nets;
  gboolean shrunk;
} LsTouch;

void    ls_touch_init (LsTouch *self, LsDiagram *diagram);
void    ls_touch_clear (LsTouch *self);
/* The route of the wire is no more. */
void    ls_touch_take_up (LsTouch *self, LsWire *wire);
/* The branching points of its output may change. */
void    ls_touch_net (LsTouch *self, const LsWire *wire);
/* Something with these bounds is no more. */
void    ls_touch_leave_border (LsTouch *self, const LsBounds *gone);
/* Routes @wires, and brings everything up to date that depends on routes and places. */
void    ls_touch_lay (LsTouch *self);
/* Bounds and extents from all items. */
void    ls_diagram_find_extents (LsDiagram *self);
/* Bounds of LsNode; a small area if there are none. */
LsRect  ls_nodes_get_area (const GPtrArray *nodes);
/* An empty grid for routes in the area and around it. */
void    ls_diagram_renew_router (LsDiagram *self, const LsRect *area);

/* diagram-move.c */
/**
 * ls_diagram_move_item:
 *
 * One item was moved or turned, or wires that begin at it got other bends: routes it, its wires and
 * those in its way again, nothing else. The result is that of a whole update. Returns: %FALSE, with
 * nothing done, if a whole update is necessary
 */
gboolean ls_diagram_move_item (LsDiagram *self, guint item);
/* Likewise for places of all items and bends of all wires. Of many wires, those with both ends moved
 * by the same distance keep their shape. */
gboolean ls_diagram_move_items (LsDiagram *self);

/* diagram-connect.c */
/* Likewise, if connections were added or removed and nothing else has changed. */
gboolean ls_diagram_change_wires (LsDiagram *self);

/* diagram-port.c */
/* Draws the shape of a port, filled if connected. */
void    ls_port_draw (const LsPort *self, cairo_t *cr, const LsTheme *theme, LsMark mark);

/* diagram-icon.c */
/* Returns: (transfer full): the same pixels, which are not copied. */
cairo_surface_t *ls_icon_make_surface (const LsIcon *icon);
/* Draws the icon of a block between the names of its ports, if there is room. */
void    ls_node_draw_icon (const LsNode *self, cairo_t *cr, const LsTheme *theme);

/* diagram-afar.c */
/* Marks of all connections that the wire stands for. @look: (nullable) */
LsMark  ls_wire_get_mark (const LsWire *wire, const LsDiagramLook *look);
/* Colour of wires at a zoom without ports. */
LsColor ls_theme_get_far_wire (const LsTheme *theme);
/* Draws a large diagram at small zoom, except its notes. @nodes, @wires: of them in sight. Returns: %FALSE,
 * with nothing done, if it is not that large, or not that small, or not drawn in pixels */
gboolean ls_diagram_draw_afar (const LsDiagram *self, cairo_t *cr, double zoom,
                               const LsTheme *theme, const LsDiagramLook *look,
                               const GPtrArray *nodes, const GPtrArray *wires);

/* diagram-block.c */
/* Draws a block with its ports. */
void    ls_node_draw (LsDiagram *self, LsNode *node, cairo_t *cr, double zoom,
                      const LsTheme *theme, const LsDiagramLook *look);
/* Draws a text note, below everything else. */
void    ls_node_draw_note (LsDiagram *self, LsNode *node, cairo_t *cr, double zoom,
                           const LsTheme *theme, const LsDiagramLook *look);
/* Minimum zoom of port names, names and ports. */
#define LS_ZOOM_PORT_LABELS 0.6
#define LS_ZOOM_LABELS 0.5
#define LS_ZOOM_PORTS 0.28
