/* The canvas: shows the block diagram of a document and edits it. */
#pragma once

#include <gtk/gtk.h>
#include "app/document/document.h"
#include "draw/diagram.h"

#define LS_TYPE_CANVAS (ls_canvas_get_type ())
G_DECLARE_FINAL_TYPE (LsCanvas, ls_canvas, LS, CANVAS, GtkDrawingArea)

/**
 * LsCanvas:
 *
 * Signals:
 * "selection-changed"
 * "view-changed": zoom changed
 * "hint-changed": ls_canvas_get_hint() changed
 * "hover-changed": another item is under the pointer
 * "problem" (const char *title, const char *message): an operation failed
 * "open-file" (const char *path): a model was dropped
 * "system-changed": another system of the model is shown
 * "signal-dropped" (const char *signal, double x, double y): a port was dragged out of the diagram to
 *   this place on the screen
 */
void ls_canvas_set_document (LsCanvas *self, LsDocument *document);
LsDocument *ls_canvas_get_document (LsCanvas *self);
LsDiagram *ls_canvas_get_diagram (LsCanvas *self); /* (transfer none) */

/* Places FMUs at free places near a point in pixels of the widget, or in sight beside the block that
 * was added last. Errors are emitted as "problem". Returns: number of FMUs placed */
guint ls_canvas_place_files (LsCanvas *self, char **paths, const LsPoint *at);

/* Subsystems: shows the content of one instead of the enclosing system; 0: the top level. */
void ls_canvas_enter (LsCanvas *self, guint subsystem);
guint ls_canvas_get_system (LsCanvas *self);
/* Shows the enclosing system. Returns: %FALSE at the top level */
gboolean ls_canvas_leave (LsCanvas *self);
/* Id of the subsystem if it is the only selected item, or 0. */
guint ls_canvas_get_selected_system (LsCanvas *self);

/* Notes: asks for the text, then adds a note in the centre of the visible part. */
void ls_canvas_add_note (LsCanvas *self);
/* Edits the text of the note if it is the only selected item. */
void ls_canvas_edit_note (LsCanvas *self);
/* Id of the note if it is the only selected item, or 0. */
guint ls_canvas_get_selected_note (LsCanvas *self);

/* Selection, by ids; other items are handled like components (arrange.h). */
gboolean ls_canvas_is_component_selected (LsCanvas *self, guint id);
gboolean ls_canvas_is_connection_selected (LsCanvas *self, guint id);
/* The connection if only its wire is selected (of an array the first of them), or 0. */
guint ls_canvas_get_selected_connection (LsCanvas *self);
guint ls_canvas_get_n_selected (LsCanvas *self);
/* Returns: the only selected component, or 0. */
guint ls_canvas_get_selected_component (LsCanvas *self);
/* @extend: keep the present selection */
void ls_canvas_select_component (LsCanvas *self, guint id, gboolean extend);
void ls_canvas_select_connection (LsCanvas *self, guint id, gboolean extend);
void ls_canvas_select_all (LsCanvas *self);
void ls_canvas_clear_selection (LsCanvas *self);
void ls_canvas_delete_selection (LsCanvas *self);
/* Disconnects the selected wires, or all wires of the selected components. */
void ls_canvas_disconnect_selection (LsCanvas *self);

guint ls_canvas_get_n_components_selected (LsCanvas *self);

/* Operations on the selected components, each one undo step. */
typedef enum
{
  LS_ALIGN_LEFT,
  LS_ALIGN_CENTER,
  LS_ALIGN_RIGHT,
  LS_ALIGN_TOP,
  LS_ALIGN_MIDDLE,
  LS_ALIGN_BOTTOM
} LsAlign;
void ls_canvas_align (LsCanvas *self, LsAlign align);
/* Distributes them with equal gaps, horizontally or vertically. */
void ls_canvas_distribute (LsCanvas *self, gboolean vertically);
/* @quarters: clockwise */
void ls_canvas_rotate (LsCanvas *self, int quarters);
void ls_canvas_flip (LsCanvas *self);
/* Removes manual bends of the selected wires, or of all wires of the selected components. */
void ls_canvas_reset_routes (LsCanvas *self);
/* Arranges the selected blocks, or all, in columns along the signal flow. */
void ls_canvas_arrange (LsCanvas *self);

/* Clipboard: an SSP document as text/xml. */
void ls_canvas_copy (LsCanvas *self);
void ls_canvas_cut (LsCanvas *self);
/* Pastes near the pointer if it is over the canvas, else near the centre of the visible part. */
void ls_canvas_paste (LsCanvas *self);
void ls_canvas_duplicate (LsCanvas *self);

/* View */
/* Selects a component and centres it. */
void ls_canvas_show_component (LsCanvas *self, guint id);
/* Overview map of large diagrams in the corner. */
void ls_canvas_set_map_shown (LsCanvas *self, gboolean shown);
/* Overlay of direct feed-through and algebraic loops; the hint shows the number of loops. */
void ls_canvas_set_feed_shown (LsCanvas *self, gboolean shown);
/* Values on wires: id of a connection -> text; %NULL: none */
void ls_canvas_set_values (LsCanvas *self, GHashTable *values);
/* Opens an entry that searches components and centres them. */
void ls_canvas_find (LsCanvas *self);
double ls_canvas_get_zoom (LsCanvas *self);
/* Zooms about the centre of the widget. */
void ls_canvas_zoom_by (LsCanvas *self, double factor);
void ls_canvas_zoom_fit (LsCanvas *self);
/* Likewise after the next size allocation. */
void ls_canvas_zoom_fit_later (LsCanvas *self);
/* @large: fitting enlarges small diagrams to the available space */
void ls_canvas_set_large (LsCanvas *self, gboolean large);
void ls_canvas_zoom_one (LsCanvas *self);

/* The item under the pointer. */
void ls_canvas_get_hover (LsCanvas *self, LsHit *hit);
/* Highlights a connection or port for another view; %LS_HIT_NOTHING clears. */
void ls_canvas_set_highlight (LsCanvas *self, const LsHit *hit);

/* Instruction or error while a wire is drawn; "" otherwise. */
const char *ls_canvas_get_hint (LsCanvas *self);
