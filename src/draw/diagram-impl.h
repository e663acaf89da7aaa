/* What the files of the diagram share. */
#pragma once

#include <pango/pangocairo.h>

#include "draw/diagram.h"
#include "draw/route.h"

/* Canvas units. */
#define LS_NODE_HEADER 40.0 /* name and model name */
#define LS_PORT_PITCH 20.0
#define LS_PORT_LENGTH 10.0 /* from the block's side to the tip */

/* @variable: (nullable): of the FMU; %NULL when the FMU is not there but a wire names it
 * @connected: has a wire; an input without is open */
typedef struct
{
  char            *name;
  const LsVariable *variable;
  gboolean         input, connected;
  LsPoint          tip;
  int              dx, dy; /* away from the block */
  PangoLayout     *label;  /* made when first drawn */
} LsPort;

typedef enum
{
  LS_NODE_COMPONENT,
  LS_NODE_SYSTEM,
  LS_NODE_CONNECTOR, /* of the system shown */
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
  PangoLayout *title_label, *subtitle_label;
} LsNode;

/* A wire that no connection, or not this one only, stands for: no id of a connection. */
#define LS_WIRE_LOOSE (1u << 31)

/* @manual: runs through points set by hand; @routed: laid; @fresh: laid by the
 * update under way; @branch: where it leaves the wires of its output that are
 * drawn before it, on the piece that ends at point @branch_end (0: nowhere) */
typedef struct
{
  guint      id, from, to; /* @from, @to: items */
  char      *output, *input;
  GArray    *others; /* (nullable): guint, further connections that go along it */
  LsRouteEnd start, end;
  gboolean   manual, routed, fresh;
  LsPoint    branch;
  guint      branch_end;
  GArray    *points; /* LsPoint */
  GArray    *hops;   /* LsPoint: where it jumps over another, on horizontal pieces, in order */
} LsWire;

/* Blocks and pieces of wires by squares of the canvas. @piece: -1 for a block, else
 * the piece of the wire from point @piece on. */
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
  guint          system; /* shown */
  GArray        *edges;  /* LsEdge, of the model */
  GPtrArray     *nodes; /* LsNode, in order of the model */
  GPtrArray     *wires; /* LsWire, in order of the model */
  GArray        *connections; /* guint, ids of wires but the loose ones */
  GHashTable    *nodes_by_id, *wires_by_id; /* borrowed */
  LsRouter      *router;
  LsRect         extents;
  LsIndex        index;
  GArray        *dots; /* LsPoint, where outputs branch */
  char          *label_key; /* font and kind of surface the labels are made for */
  PangoContext  *label_context;
};

/* The change between two states of the model: blocks that are new, moved or
 * gone, as rectangles that wires have to be looked at for. */
typedef struct
{
  GArray    *occupied; /* LsRect of blocks where they were not before */
  GPtrArray *old_nodes;
  GPtrArray *old_wires;
} LsDiagramChange;

/* diagram-wire.c */
/* Takes over the wires that stay as they are; the rest are new and not laid yet. */
void    ls_diagram_build_wires (LsDiagram *self, LsDiagramChange *change);
void    ls_diagram_lay_wires (LsDiagram *self);
void    ls_diagram_register_wire (LsDiagram *self, const LsWire *wire, int count);
void    ls_wire_free (gpointer wire);
LsNode *ls_diagram_find_node (const LsDiagram *self, guint item);
LsWire *ls_diagram_find_wire (const LsDiagram *self, guint connection);
/* The items of the ends of an edge, or 0. */
guint   ls_diagram_get_source (const LsDiagram *self, const LsEdge *edge);
guint   ls_diagram_get_sink (const LsDiagram *self, const LsEdge *edge);

/* diagram-node.c */
/* @system: that is shown; @item: in it */
LsNode *ls_node_new (const LsModel *model, guint system, guint item);
void    ls_node_free (gpointer node);
/* A port that the FMU does not have, because it is missing; all are placed anew. */
void    ls_node_add_port (LsNode *self, const LsModel *model, const char *name, gboolean input);
LsPort *ls_node_find_port (const LsNode *self, const char *name, gboolean input);

/* diagram-index.c */
void    ls_index_build (LsDiagram *self);
void    ls_index_clear (LsIndex *self);
/* Calls @func for the entries of all squares that touch the rectangle; an entry
 * may come more than once. */
typedef void (*LsIndexFunc) (const LsIndexEntry *entry, gpointer user_data);
void    ls_index_foreach (const LsIndex *self, const LsRect *rect, LsIndexFunc func,
                          gpointer user_data);
/* Hops and dots, after the index: of fresh wires, and where these or @gone (with
 * gaps) cross others. */
void    ls_diagram_find_crossings (LsDiagram *self, const GPtrArray *gone);

/* diagram-port.c */
/* The shape of a port, filled when connected. */
void    ls_port_draw (const LsPort *self, cairo_t *cr, const LsTheme *theme, LsMark mark);

/* diagram-block.c */
/* A block with its ports. */
void    ls_node_draw (LsDiagram *self, LsNode *node, cairo_t *cr, double zoom,
                      const LsTheme *theme, const LsDiagramLook *look);
/* A text on the canvas; below all else. */
void    ls_node_draw_note (LsDiagram *self, LsNode *node, cairo_t *cr, double zoom,
                           const LsTheme *theme, const LsDiagramLook *look);
/* Below these zooms there are no port names, no names, no ports. */
#define LS_ZOOM_PORT_LABELS 0.6
#define LS_ZOOM_LABELS 0.5
#define LS_ZOOM_PORTS 0.28
