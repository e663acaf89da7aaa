/* A model being edited: its file, its undo stack, and change notification. */
#pragma once

#include <gio/gio.h>
#include "app/document/change.h"
#include "core/model/subsystem-links.h"
#include "core/model/element-map.h"

#define LS_TYPE_DOCUMENT (ls_document_get_type ())
G_DECLARE_FINAL_TYPE (LsDocument, ls_document, LS, DOCUMENT, GObject)

/**
 * LsDocument:
 *
 * Signals:
 * "changed" (guint parts, guint component): after an edit, its undo or redo, or another file;
 *   parts of #LsEditScope; component: the only one affected, or 0.
 * "model-replaced": the document has another #LsModel; emitted before its "changed".
 * "state-changed": title, dirty flag or undo state.
 * "file-changed": another program wrote the file.
 * Main thread only.
 */
LsDocument *ls_document_new (void);

/* Borrowed; edit it only with the functions below. */
LsModel *ls_document_get_model (LsDocument *self);
const char *ls_document_get_path (LsDocument *self);  /* (nullable) */
const char *ls_document_get_title (LsDocument *self); /* file name, or "Untitled" */
gboolean ls_document_is_dirty (LsDocument *self);

/* Files. On failure the document is unchanged. */
void ls_document_reset (LsDocument *self);
/* Replaces the model by one already read from @path (nullable: no file); (transfer full). */
void ls_document_take (LsDocument *self, LsModel *model, const char *path);
/* Likewise with the unsaved state of @path (nullable): the document is dirty. */
void ls_document_take_unsaved (LsDocument *self, LsModel *model, const char *path);
/* Saving in two steps, so that ls_ssp_write() can run on another thread: begin returns a copy of
 * the model (transfer full), end reports whether it was written (%NULL: it was not). Edits in
 * between remain unsaved. One save at a time. */
LsModel *ls_document_begin_save (LsDocument *self);
void ls_document_end_save (LsDocument *self, const LsModel *written, const char *path);
/* Whether the document can be saved to its present path (an .ssp file). */
gboolean ls_document_can_save_in_place (LsDocument *self);
/* Whether another program or window wrote the file since it was last read, written or checked. */
gboolean ls_document_is_file_changed (LsDocument *self);
/* Keeps the model on screen: saving overwrites the file written by another program. */
void ls_document_mark_modified (LsDocument *self);

/* Undo. Names are translated; %NULL when there is nothing to undo or redo. */
const char *ls_document_get_undo_name (LsDocument *self);
const char *ls_document_get_redo_name (LsDocument *self);
void ls_document_undo (LsDocument *self);
void ls_document_redo (LsDocument *self);

/* Changes in between become one undo entry; a cancelled group is reverted. */
void ls_document_begin_group (LsDocument *self, const char *name);
void ls_document_end_group (LsDocument *self);
void ls_document_cancel_group (LsDocument *self);
gboolean ls_document_in_group (LsDocument *self);

/* Edits. Those that can fail leave the model unchanged on failure. */
/* @subsystem: 0 is the model itself. */
guint ls_document_add_fmu (LsDocument *self, LsFmu *fmu, guint subsystem, double x, double y);
/* @note: its id is ignored. Returns: the new id */
guint ls_document_add_note (LsDocument *self, const LsNote *note);
void ls_document_set_note (LsDocument *self, guint id, const char *text, double width, double height);
void ls_document_remove_note (LsDocument *self, guint id);
/* Removes one piece of a connection; the others stay in their systems. */
void ls_document_take_apart (LsDocument *self, guint connection, guint system);
/* Likewise for many; views are told once. */
void ls_document_take_all_apart (LsDocument *self, const GArray *connections, guint system);
/* See ls_model_connect_through(). */
guint ls_document_connect_through (LsDocument *self,
                                   guint from,
                                   const char *output,
                                   const LsSubsystemPath *source,
                                   guint to,
                                   const char *input,
                                   const LsSubsystemPath *sink,
                                   GError **error);
/* @components, @connections: element-type guint, ids; @components may contain other items
 * (arrange.h) */
void ls_document_remove (LsDocument *self, GArray *components, GArray *connections);
/* @verb: translated, for the undo entry */
void ls_document_place (
    LsDocument *self, const char *verb, const guint ids[], const LsPlacement places[], guint n);
/* @positions: upper left corners of the blocks as drawn */
void ls_document_move (LsDocument *self, const guint ids[], const LsPoint positions[], guint n);
/* Manual bends of a wire; none: automatic routing. */
void ls_document_bend (LsDocument *self, guint connection, const LsPoint points[], guint n);
/* Inserts the content of a model (without its experiment), shifted, into a subsystem as one undo
 * entry called @name. Returns: (transfer full) (element-type guint): ids of the new items */
GArray *ls_document_insert (
    LsDocument *self, const char *name, const LsModel *fragment, guint subsystem, double dx, double dy);
/**
 * ls_document_replace_fmu:
 * @broken: (out) (optional) (transfer full) (element-type char *): sentences on removed connections and
 *   values, with the reason
 *
 * Replaces the FMU of a component; compatible connections and values stay.
 */
void ls_document_replace_fmu (LsDocument *self, guint id, LsFmu *fmu, GPtrArray **broken);
/* Likewise for several components as one undo entry called @name. For the same interface type and
 * connectors, SSP content that this program does not use stays too. @broken: (out) as above */
void ls_document_replace_fmus (LsDocument *self,
                               const char *name,
                               const guint ids[],
                               LsFmu *const fmus[],
                               guint n,
                               GPtrArray **broken);
/* Marks the block as faulty; not an edit. @problem: (nullable) */
void ls_document_set_problem (LsDocument *self, guint id, const char *problem);
/* Dry run of ls_document_replace_fmu(). Returns: (transfer full): what would be removed. */
GPtrArray *ls_document_try_replace_fmu (LsDocument *self, guint id, LsFmu *fmu);
gboolean ls_document_rename (LsDocument *self, guint id, const char *name, GError **error);
/* Connects two ports, of arrays element by element and of terminals all members, as one edit. Returns: id of the (first)
 * connection, or 0 with the error of ls_model_check_wire(). */
guint ls_document_connect (
    LsDocument *self, guint from, const char *output, guint to, const char *input, GError **error);
/* Connects one pair of a wire from @from to @to (terminal.h). Returns: likewise. */
guint ls_document_connect_pair (LsDocument *self, guint from, guint to, const LsPair *pair, GError **error);
/* Connects other elements of the arrays at the ends of a wire, with the same transformation. Returns:
 * id of its first connection, or 0 with an error and nothing changed. */
guint ls_document_map_wire (LsDocument *self, guint connection, const LsElementMap *map, GError **error);
void ls_document_disconnect (LsDocument *self, guint connection);
/* @ids: element-type guint: connections of one wire, as one edit */
void ls_document_disconnect_all (LsDocument *self, const GArray *ids);
gboolean ls_document_set_value (
    LsDocument *self, guint id, const char *variable, const char *value, GError **error);
void ls_document_set_experiment (LsDocument *self, const LsExperiment *experiment);
gboolean ls_document_set_settings (LsDocument *self,
                                   guint id,
                                   const LsComponentSettings *settings,
                                   GError **error);
/* input = @factor × output + @offset, after unit conversion, which @keep_units suppresses. */
gboolean ls_document_set_transformation (
    LsDocument *self, guint id, double factor, double offset, gboolean keep_units, GError **error);
/* @partner: the other connection of the power bond of @id, of which either may be the effort; 0: none.
 * %FALSE with %LS_ERROR_MODEL as ls_model_check_bond(). */
gboolean ls_document_set_bond (LsDocument *self, guint id, guint partner, GError **error);
