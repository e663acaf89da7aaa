/* The block diagram of a model: layout of ports, wires, drawing, hit test. */
#pragma once

#include <cairo.h>
#include "core/model/arrange.h"
#include "core/model/feed-through.h"
#include "core/model/model.h"
#include "draw/shape.h"
#include "draw/theme.h"

/* LS_HIT_SYSTEM: the block of a subsystem; LS_HIT_CONNECTOR: a port of such a block, or a connector
 * of the displayed system */
typedef enum
{
  LS_HIT_NOTHING,
  LS_HIT_COMPONENT,
  LS_HIT_PORT,
  LS_HIT_CONNECTION,
  LS_HIT_SYSTEM,
  LS_HIT_CONNECTOR,
  LS_HIT_NOTE
} LsHitKind;

/**
 * LsHit:
 * @component: id of component (component and port), or the number of another item (arrange.h)
 * @variable: (nullable): of a port (core/model/wire.h), borrowed from the FMU; of a connector,
 *   borrowed from the model
 * @connection: id (connection)
 */
typedef struct
{
  LsHitKind         kind;
  guint             component;
  const LsVariable *variable;
  guint             connection;
} LsHit;

/**
 * LsDiagram:
 *
 * A view of one system of a model, initially its top level: components and blocks of its
 * subsystems. The model is borrowed: call ls_diagram_update() after each change of the model.
 * Coordinates are canvas units. Inputs are on the left side of a block, outputs on the right
 * (swapped by flip, turned by rotation). Wires are routed at right angles around blocks, with hops
 * at crossings and dots where an output branches.
 */
typedef struct LsDiagram LsDiagram;

LsDiagram *ls_diagram_new (const LsModel *model);
void       ls_diagram_free (LsDiagram *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsDiagram, ls_diagram_free)
/* Call after a change of the model; reroutes affected wires only. @component: the moved one, or 0
 * for any change. */
void       ls_diagram_update (LsDiagram *self, guint component);
/* Likewise, if only places of items and bends of wires have changed. Of many wires, those between
 * blocks moved together keep their shape. */
void       ls_diagram_update_places (LsDiagram *self);
/* Likewise, if only connections were added or removed. */
void       ls_diagram_update_wires (LsDiagram *self);
/* Replaces the borrowed model. */
void       ls_diagram_set_model (LsDiagram *self, const LsModel *model);

/* Displays a subsystem; 0: the top level. */
void       ls_diagram_set_system (LsDiagram *self, guint subsystem);
guint      ls_diagram_get_system (const LsDiagram *self);

/* Displayed items (arrange.h), and the connections represented by wires. */
guint      ls_diagram_get_n_items (const LsDiagram *self);
guint      ls_diagram_get_item (const LsDiagram *self, guint index);
guint      ls_diagram_get_n_connections (const LsDiagram *self);
guint      ls_diagram_get_connection (const LsDiagram *self, guint index);

/* Geometry; @component: any displayed item (arrange.h) */
LsRect     ls_diagram_get_extents (const LsDiagram *self); /* of everything, with a margin */
gboolean   ls_diagram_get_component_rect (const LsDiagram *self, guint component, LsRect *rect);
/* Tip of the port, the end of its wires; @dx, @dy (out, optional) point away from the block. */
gboolean   ls_diagram_get_port (const LsDiagram *self, guint component, const char *variable,
                                LsPoint *tip, double *dx, double *dy);
/* Corners of a wire, ends included; none if the connection is not displayed. */
const LsPoint *ls_diagram_get_wire (const LsDiagram *self, guint connection, guint *n);
/* Returns: (element-type guint) (transfer container): ids of all connections that share the wire. */
GArray    *ls_diagram_list_bundle (const LsDiagram *self, guint connection);
/* Finds the item at a point: ports before wires before blocks; @tolerance in canvas units. */
void       ls_diagram_hit (const LsDiagram *self, double x, double y, double tolerance, LsHit *hit);
/* A free position near (@x, @y) for a block of that size, on the grid. */
LsPoint    ls_diagram_find_place (const LsDiagram *self, double x, double y, double width, double height);
/* The same with another minimum distance. */
LsPoint    ls_diagram_find_room (const LsDiagram *self, double x, double y, double width, double height,
                                 double gap);
/**
 * ls_diagram_layout:
 * @ids: @n components and blocks of subsystems
 * @positions: (out): @n upper left corners of their blocks, on the grid, minimum 0
 *
 * Columns follow the signal flow. Deterministic: the same diagram has the same layout.
 */
void       ls_diagram_layout (const LsDiagram *self, const guint ids[], guint n, LsPoint positions[]);

/* Highlighting of an item, by id. */
typedef enum
{
  LS_MARK_NONE = 0,
  LS_MARK_SELECTED = 1 << 0,
  LS_MARK_HOVER = 1 << 1,
  LS_MARK_FITS = 1 << 2,  /* a compatible port while a wire is drawn */
  LS_MARK_FADED = 1 << 3, /* an incompatible port */
  LS_MARK_FOCUS = 1 << 4  /* keyboard */
} LsMark;

/* Called during drawing; @component: any item; @variable: %NULL for the block itself. */
typedef LsMark (*LsMarkComponentFunc) (guint component, const char *variable, gpointer user_data);
typedef LsMark (*LsMarkConnectionFunc) (guint connection, gpointer user_data);

typedef struct
{
  LsMarkComponentFunc  component;  /* (nullable) */
  LsMarkConnectionFunc connection; /* (nullable) */
  gpointer             user_data;
  gboolean             grid;
} LsDiagramLook;

/**
 * ls_diagram_draw:
 * @cr: in canvas units (the caller has set scale and translation); only what the clip touches is drawn
 * @zoom: px per canvas unit: below some size labels, then ports are left out
 *
 * Unconnected inputs have an open mark; a component with a problem is drawn as broken.
 */
void       ls_diagram_draw (const LsDiagram *self, cairo_t *cr, double zoom, const LsTheme *theme,
                            const LsDiagramLook *look);
/* Draws over the diagram: dashed lines in blocks for direct feed-through; algebraic loops as solid
 * lines with their wires. */
void       ls_diagram_draw_feed (const LsDiagram *self, cairo_t *cr, const LsTheme *theme,
                                 const LsFeed *feed);
/* Draws values at the middle of wires, over the diagram. @values: id of a connection -> text */
void       ls_diagram_draw_values (const LsDiagram *self, cairo_t *cr, double zoom,
                                   const LsTheme *theme, GHashTable *values);
/* An unfinished wire from a port to a free point. */
void       ls_diagram_draw_loose_wire (const LsDiagram *self, cairo_t *cr, guint component,
                                       const char *variable, double x, double y, gboolean valid,
                                       const LsTheme *theme);
