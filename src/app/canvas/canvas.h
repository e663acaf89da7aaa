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
 * "selection-changed": what is selected
 * "view-changed": zoom
 * "hint-changed": ls_canvas_get_hint()
 * "hover-changed": what is under the pointer
 * "problem" (const char *title, const char *message): something could not be done
 * "open-file" (const char *path): a model was dropped
 * "system-changed": another system of the model is shown
 */
void ls_canvas_set_document (LsCanvas *self, LsDocument *document);
LsDocument *ls_canvas_get_document (LsCanvas *self);
LsDiagram *ls_canvas_get_diagram (LsCanvas *self); /* (transfer none) */

/* Places FMU files at free places near a point in pixels of the widget, or near
 * the middle of what is in sight. Problems go to "problem". Returns: how many were placed. */
guint ls_canvas_place_files (LsCanvas *self, char **paths, const LsPoint *at);

/* Systems within the model: what is in one is shown in place of what is around it; 0: the top level. */
void ls_canvas_enter (LsCanvas *self, guint subsystem);
guint ls_canvas_get_system (LsCanvas *self);
/* Shows what is around the system that is shown. Returns: whether there is something around. */
gboolean ls_canvas_leave (LsCanvas *self);
/* The only thing selected, when it is a subsystem; or 0. */
guint ls_canvas_get_selected_system (LsCanvas *self);

/* Notes: asks for the text, then adds one in the middle of what is in sight. */
void ls_canvas_add_note (LsCanvas *self);
/* Changes the text of the only note selected. */
void ls_canvas_edit_note (LsCanvas *self);
/* The only thing selected, when it is a note (its id); or 0. */
guint ls_canvas_get_selected_note (LsCanvas *self);

/* Selection, by ids; among components may be other items (arrange.h). */
gboolean ls_canvas_is_component_selected (LsCanvas *self, guint id);
gboolean ls_canvas_is_connection_selected (LsCanvas *self, guint id);
guint ls_canvas_get_n_selected (LsCanvas *self);
/* Returns: the only selected component, or 0. */
guint ls_canvas_get_selected_component (LsCanvas *self);
/* @extend: keep what is selected */
void ls_canvas_select_component (LsCanvas *self, guint id, gboolean extend);
void ls_canvas_select_connection (LsCanvas *self, guint id, gboolean extend);
void ls_canvas_select_all (LsCanvas *self);
void ls_canvas_clear_selection (LsCanvas *self);
void ls_canvas_delete_selection (LsCanvas *self);
/* Disconnects what is selected: wires, or all wires of selected components. */
void ls_canvas_disconnect_selection (LsCanvas *self);

guint ls_canvas_get_n_components_selected (LsCanvas *self);

/* What is done with the selected components, each as one step to undo. */
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
/* Equal gaps between them, side by side or one below the other. */
void ls_canvas_distribute (LsCanvas *self, gboolean vertically);
/* @quarters: clockwise */
void ls_canvas_rotate (LsCanvas *self, int quarters);
void ls_canvas_flip (LsCanvas *self);
/* Takes bends by hand from the selected wires, or from all wires of selected components. */
void ls_canvas_reset_routes (LsCanvas *self);
/* Blocks in columns by the way of the signals: the selected ones, or all. */
void ls_canvas_arrange (LsCanvas *self);

/* Clipboard: an SSP document as text/xml. */
void ls_canvas_copy (LsCanvas *self);
void ls_canvas_cut (LsCanvas *self);
/* Near the pointer when it is over the canvas, else in the middle of what is in sight. */
void ls_canvas_paste (LsCanvas *self);
void ls_canvas_duplicate (LsCanvas *self);

/* View */
/* Selects a component and brings it to the middle. */
void ls_canvas_show_component (LsCanvas *self, guint id);
/* A small picture of large diagrams in the corner. */
void ls_canvas_set_map_shown (LsCanvas *self, gboolean shown);
/* Feed-through and algebraic loops over the diagram; the hint says how many there are. */
void ls_canvas_set_feed_shown (LsCanvas *self, gboolean shown);
/* Values on wires: id of a connection -> text; %NULL for none. */
void ls_canvas_set_values (LsCanvas *self, GHashTable *values);
/* Opens an entry that looks for components and brings them into sight. */
void ls_canvas_find (LsCanvas *self);
double ls_canvas_get_zoom (LsCanvas *self);
/* Around the middle of the widget. */
void ls_canvas_zoom_by (LsCanvas *self, double factor);
void ls_canvas_zoom_fit (LsCanvas *self);
/* The same when it gets its size anew. */
void ls_canvas_zoom_fit_later (LsCanvas *self);
/* Whether fitting blows small diagrams up as far as there is room. */
void ls_canvas_set_large (LsCanvas *self, gboolean large);
void ls_canvas_zoom_one (LsCanvas *self);

/* What is under the pointer or under that of another view of the same model. */
void ls_canvas_get_hover (LsCanvas *self, LsHit *hit);
/* Lights up a connection or port for another view; nothing for %LS_HIT_NOTHING. */
void ls_canvas_set_highlight (LsCanvas *self, const LsHit *hit);

/* What to do or why not, while a wire is being drawn; "" otherwise. */
const char *ls_canvas_get_hint (LsCanvas *self);
