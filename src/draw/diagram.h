/* The block diagram of a model: layout of ports, wires, drawing, hit test. */
#pragma once

#include <cairo.h>
#include "core/model/arrange.h"
#include "core/model/feed-through.h"
#include "core/model/model.h"
#include "draw/theme.h"

typedef struct
{
  double x, y, width, height;
} LsRect;

/* LS_HIT_SYSTEM: the block of a subsystem; LS_HIT_CONNECTOR: a port of such a block, or a connector
 * of the system that is shown */
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
 * @variable: (nullable): of a port; borrowed from the FMU; of a connector, borrowed from the model
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
 * A view of one system of a model, at first its top level: components, and blocks of the systems
 * within it. The model is borrowed: call ls_diagram_update() after each change of
 * the model. Coordinates are canvas units. Inputs are on the left side of a block, outputs
 * on the right (swapped by flip, turned by rotation). Wires run at right angles
 * around blocks, hop where they cross and have a dot where one output branches.
 */
typedef struct LsDiagram LsDiagram;

LsDiagram *ls_diagram_new (const LsModel *model);
void       ls_diagram_free (LsDiagram *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LsDiagram, ls_diagram_free)
/* After an edit of the model; routes again what is concerned only. @component: what moved, or 0 for anything. */
void       ls_diagram_update (LsDiagram *self, guint component);
/* Another model in place of the borrowed one. */
void       ls_diagram_set_model (LsDiagram *self, const LsModel *model);

/* Shows what is in a subsystem; 0: the top level. */
void       ls_diagram_set_system (LsDiagram *self, guint subsystem);
guint      ls_diagram_get_system (const LsDiagram *self);

/* What is shown: items (arrange.h), and the connections that wires stand for. */
guint      ls_diagram_get_n_items (const LsDiagram *self);
guint      ls_diagram_get_item (const LsDiagram *self, guint index);
guint      ls_diagram_get_n_connections (const LsDiagram *self);
guint      ls_diagram_get_connection (const LsDiagram *self, guint index);

/* Geometry; @component: any item that is shown (arrange.h) */
LsRect     ls_diagram_get_extents (const LsDiagram *self); /* of everything, with a margin */
gboolean   ls_diagram_get_component_rect (const LsDiagram *self, guint component, LsRect *rect);
/* Tip of the port, where wires end; @dx, @dy (out, optional) point away from the block. */
gboolean   ls_diagram_get_port (const LsDiagram *self, guint component, const char *variable,
                                LsPoint *tip, double *dx, double *dy);
/* Corners of a wire, ends included; none where the connection is not in sight. */
const LsPoint *ls_diagram_get_wire (const LsDiagram *self, guint connection, guint *n);
/* Returns: (element-type guint) (transfer container): ids of all connections that go along the wire. */
GArray    *ls_diagram_list_bundle (const LsDiagram *self, guint connection);
/* What is at a point, ports first, then wires, then blocks; @tolerance in canvas units. */
void       ls_diagram_hit (const LsDiagram *self, double x, double y, double tolerance, LsHit *hit);
/* A free place near (@x, @y) for a block of that size, on the grid. */
LsPoint    ls_diagram_find_place (const LsDiagram *self, double x, double y, double width, double height);
/* The same with another distance to what is there. */
LsPoint    ls_diagram_find_room (const LsDiagram *self, double x, double y, double width, double height,
                                 double gap);
#define LS_DIAGRAM_GRID 10.0
/**
 * ls_diagram_layout:
 * @ids: @n components and blocks of subsystems
 * @positions: (out): @n upper left corners of their blocks, on the grid, the least 0
 *
 * Columns by the way of the signals. The same diagram gives the same layout.
 */
void       ls_diagram_layout (const LsDiagram *self, const guint ids[], guint n, LsPoint positions[]);

/* How something is to be drawn, by id. */
typedef enum
{
  LS_MARK_NONE = 0,
  LS_MARK_SELECTED = 1 << 0,
  LS_MARK_HOVER = 1 << 1,
  LS_MARK_FITS = 1 << 2,  /* a port that could take the wire being drawn */
  LS_MARK_FADED = 1 << 3, /* a port that could not */
  LS_MARK_FOCUS = 1 << 4  /* keyboard */
} LsMark;

/* Called while drawing; @component: any item; @variable is %NULL for the block itself. */
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
 * Inputs that nothing feeds have an open mark; a component with a problem is drawn as broken.
 */
void       ls_diagram_draw (const LsDiagram *self, cairo_t *cr, double zoom, const LsTheme *theme,
                            const LsDiagramLook *look);
/* Over the diagram: dashed lines in blocks where an output follows an input without delay; algebraic
 * loops in full, with their wires. */
void       ls_diagram_draw_feed (const LsDiagram *self, cairo_t *cr, const LsTheme *theme,
                                 const LsFeed *feed);
/* Over the diagram: values in the middle of wires. @values: id of a connection -> text */
void       ls_diagram_draw_values (const LsDiagram *self, cairo_t *cr, double zoom,
                                   const LsTheme *theme, GHashTable *values);
/* A wire under way from a port to a free point. */
void       ls_diagram_draw_loose_wire (const LsDiagram *self, cairo_t *cr, guint component,
                                       const char *variable, double x, double y, gboolean valid,
                                       const LsTheme *theme);
