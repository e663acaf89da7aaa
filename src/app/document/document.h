/* A model being edited: its file, its undo stack, and word of every change. */
#pragma once

#include <gio/gio.h>
#include "app/document/change.h"
#include "core/model/subsystem-links.h"

#define LS_TYPE_DOCUMENT (ls_document_get_type ())
G_DECLARE_FINAL_TYPE (LsDocument, ls_document, LS, DOCUMENT, GObject)

/**
 * LsDocument:
 *
 * Signals:
 * "changed" (guint parts, guint component): after an edit, its undo or redo, or another file;
 *   parts of #LsEditScope; component: the only one concerned, or 0.
 * "model-replaced": the #LsModel is another one now; comes before its "changed".
 * "state-changed": title, dirtiness or what can be undone.
 * "file-changed": somebody else wrote the file.
 * Main thread only.
 */
LsDocument *ls_document_new (void);

/* Borrowed; edited through the functions below only. */
LsModel *ls_document_get_model (LsDocument *self);
const char *ls_document_get_path (LsDocument *self);  /* (nullable) */
const char *ls_document_get_title (LsDocument *self); /* file name, or "Untitled" */
gboolean ls_document_is_dirty (LsDocument *self);

/* Files. On failure the document is as before. */
void ls_document_reset (LsDocument *self);
gboolean ls_document_open (LsDocument *self, const char *path, GError **error);
/* The same with a model that was read from @path (nullable for none) already; (transfer full). */
void ls_document_take (LsDocument *self, LsModel *model, const char *path);
/* Likewise with the unsaved state of @path (nullable): there is something to save. */
void ls_document_take_unsaved (LsDocument *self, LsModel *model, const char *path);
gboolean ls_document_save (LsDocument *self, const char *path, GError **error);
/* The same in two halves, so that ls_ssp_write() can be done on another thread: what is there now,
 * (transfer full), and the news that it stands in the file, or (%NULL) does not. What is edited in
 * between remains to be saved. One at a time. */
LsModel *ls_document_begin_save (LsDocument *self);
void ls_document_end_save (LsDocument *self, const LsModel *written, const char *path);
/* Whether the document can be saved where it is (an .ssp that was named once). */
gboolean ls_document_can_save_in_place (LsDocument *self);
/* Whether another program, or another window, wrote the file since it was read, written or looked at. */
gboolean ls_document_is_file_changed (LsDocument *self);
/* The user keeps what is on screen: saving overwrites what somebody else wrote. */
void ls_document_keep_mine (LsDocument *self);

/* Undo. Names are translated, %NULL when there is nothing. */
const char *ls_document_get_undo_name (LsDocument *self);
const char *ls_document_get_redo_name (LsDocument *self);
void ls_document_undo (LsDocument *self);
void ls_document_redo (LsDocument *self);

/* What is between becomes one entry; a cancelled group leaves no trace. */
void ls_document_begin_group (LsDocument *self, const char *name);
void ls_document_end_group (LsDocument *self);
void ls_document_cancel_group (LsDocument *self);
gboolean ls_document_in_group (LsDocument *self);

/* Edits. Those that can be refused leave the model as it was. */
guint ls_document_add_fmu (LsDocument *self, LsFmu *fmu, double x, double y);
/* The same in a subsystem. */
guint ls_document_add_fmu_in (LsDocument *self, LsFmu *fmu, guint subsystem, double x, double y);
/* @note: its id does not matter. Returns: the one it got */
guint ls_document_add_note (LsDocument *self, const LsNote *note);
void ls_document_set_note (LsDocument *self, guint id, const char *text, double width, double height);
void ls_document_remove_note (LsDocument *self, guint id);
/* Takes away a piece of a connection; the others stay in their systems. */
void ls_document_take_apart (LsDocument *self, guint connection, guint system);
/* As ls_model_connect_through(). */
guint ls_document_connect_through (LsDocument *self,
                                   guint from,
                                   const char *output,
                                   const LsThrough *source,
                                   guint to,
                                   const char *input,
                                   const LsThrough *sink,
                                   GError **error);
/* @components, @connections: element-type guint, ids; among @components may be other items (arrange.h) */
void ls_document_remove (LsDocument *self, GArray *components, GArray *connections);
/* @verb: translated, for the undo entry */
void ls_document_place (
    LsDocument *self, const char *verb, const guint ids[], const LsPlacement places[], guint n);
/* @positions: upper left corners of the seen blocks */
void ls_document_move (LsDocument *self, const guint ids[], const LsPoint positions[], guint n);
/* Bends of a wire; none: the program lays it again. */
void ls_document_bend (LsDocument *self, guint connection, const LsPoint points[], guint n);
/* Adds to a subsystem what a model holds (not its experiment), moved, as one entry called @name.
 * Returns: (transfer full) (element-type guint): ids of the new components */
GArray *ls_document_insert (
    LsDocument *self, const char *name, const LsModel *fragment, guint subsystem, double dx, double dy);
/**
 * ls_document_replace_fmu:
 * @broken: (out) (optional) (transfer full) (element-type char *): sentences on connections and
 *   values that went, with the reason
 *
 * Another FMU for a component; connections and values that fit it stay.
 */
void ls_document_replace_fmu (LsDocument *self, guint id, LsFmu *fmu, GPtrArray **broken);
/* The same for several as one entry called @name; of the same kind and connectors, what this
 * program does not use of their SSP stays too. @broken: (out) as above */
void ls_document_replace_fmus (LsDocument *self,
                               const char *name,
                               const guint ids[],
                               LsFmu *const fmus[],
                               guint n,
                               GPtrArray **broken);
/* Marks the block; no edit. @problem: (nullable) */
void ls_document_set_problem (LsDocument *self, guint id, const char *problem);
/* The same as a dry run: nothing is changed. Returns: (transfer full): what would go. */
GPtrArray *ls_document_try_replace_fmu (LsDocument *self, guint id, LsFmu *fmu);
gboolean ls_document_rename (LsDocument *self, guint id, const char *name, GError **error);
guint ls_document_connect (
    LsDocument *self, guint from, const char *output, guint to, const char *input, GError **error);
void ls_document_disconnect (LsDocument *self, guint connection);
gboolean ls_document_set_value (
    LsDocument *self, guint id, const char *variable, const char *value, GError **error);
void ls_document_set_experiment (LsDocument *self, const LsExperiment *experiment);
gboolean ls_document_set_settings (LsDocument *self,
                                   guint id,
                                   const LsComponentSettings *settings,
                                   GError **error);
/* input = @factor × output + @offset, after the conversion of units, which @keep_units leaves out.
 */
gboolean ls_document_set_transformation (
    LsDocument *self, guint id, double factor, double offset, gboolean keep_units, GError **error);
