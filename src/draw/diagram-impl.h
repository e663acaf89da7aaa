/* Shared by the source files of the diagram. */
#pragma once

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

/* @id: an item (arrange.h) */
typedef struct
{
  guint        id;
  LsNodeKind   kind;
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

/* @manual: has points set by the user; @routed: has a route; @fresh: routed in this update;
 * @branch: start of the part not shared with previous wires of the same output, on the piece that
 * ends at point @branch_end (0: no branch); @is_array: it ends at an array or a terminal */
typedef struct
{
  guint      id, from, to; /* @from, @to: items */
  char      *output, *input;
  GArray    *others; /* (nullable): guint, further connections that share the wire */
  LsRouteEnd start, end;
  gboolean   manual, routed, fresh, is_array;
  LsPoint    branch;
  guint      branch_end;
  GArray    *points; /* LsPoint */
  GArray    *hops;   /* LsPoint: hops over other wires, on horizontal pieces, in order */
} LsWire;

/* Spatial index of blocks and wire pieces by squares of the canvas. @piece: -1 for a block, else
 * the piece of the wire that starts at point @piece. */
typedef struct
{
  guint item;
  int   piece;
} LsIndexEntry;

typedef struct
{
  double        left, top, size;
  int           n_x, n_y;
  guint        *offsets; /* n_x * n_y + 1 into the entries */
  LsIndexEntry *entries;
} LsIndex;

struct LsDiagram
{
  const LsModel *model;
  guint          system; /* displayed system */
  GArray        *edges;  /* LsEdge, of the model */
  GPtrArray     *nodes; /* LsNode, in order of the model */
  GPtrArray     *wires; /* LsWire, in order of the model */
  GArray        *connections; /* guint, ids of the wires except loose ones */
  GHashTable    *nodes_by_id, *wires_by_id; /* borrowed */
  LsRouter      *router;
  LsRect         extents;
  LsIndex        index;
  GArray        *dots; /* LsPoint, branching points of outputs */
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
void    ls_diagram_lay_wires (LsDiagram *self);
void    ls_diagram_register_wire (LsDiagram *self, const LsWire *wire, int count);
void    ls_wire_free (gpointer wire);
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
/* @name: of a port, or of an element of an array or terminal; a terminal is found on both sides. */
LsPort *ls_node_find_port (const LsNode *self, const char *name, gboolean input);

/* diagram-index.c */
void    ls_index_build (LsDiagram *self);
void    ls_index_clear (LsIndex *self);
/* Calls @func for the entries of all squares that touch the rectangle; an entry may be repeated. */
typedef void (*LsIndexFunc) (const LsIndexEntry *entry, gpointer user_data);
void    ls_index_foreach (const LsIndex *self, const LsRect *rect, LsIndexFunc func,
                          gpointer user_data);
/* Computes hops and dots, after the index: of fresh wires, and where these or @gone (with gaps)
 * cross others. */
void    ls_diagram_find_crossings (LsDiagram *self, const GPtrArray *gone);

/* diagram-port.c */
/* Draws the shape of a port, filled if connected. */
void    ls_port_draw (const LsPort *self, cairo_t *cr, const LsTheme *theme, LsMark mark);

/* diagram-icon.c */
/* Returns: (transfer full): the same pixels, which are not copied. */
cairo_surface_t *ls_icon_make_surface (const LsIcon *icon);
/* Draws the icon of a block between the names of its ports, if there is room. */
void    ls_node_draw_icon (const LsNode *self, cairo_t *cr, const LsTheme *theme);

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
